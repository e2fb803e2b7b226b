"""Counts with threads, starts a child that counts by the method named, and says how long that took."""

import sys
from multiprocessing import get_context
from time import monotonic

from contextthrift import get_encoding

SMALL = ["a heron in the reeds", "水鳥", ""] * 20


def counted():
    return [int(count) for count in get_encoding("o200k_base").count_batch(SMALL)]


def answer(queue, begun):
    queue.put((counted(), begun, monotonic()))


def main(method):
    large = [f"{number} herons in the reeds and mud {number * number}" for number in range(20_000)]
    assert len(get_encoding("o200k_base").count_batch(large)) == len(large)
    context = get_context(method)
    queue = context.Queue()
    child = context.Process(target=answer, args=(queue, monotonic()))
    child.start()
    counts, begun, ended = queue.get(timeout=60)
    child.join(timeout=60)
    assert child.exitcode == 0
    assert counts == counted()
    sys.stdout.write(str(ended - begun))


if __name__ == "__main__":
    main(sys.argv[1])
