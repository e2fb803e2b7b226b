"""The timing workloads as plain Python data, as the original algorithm was timed on; digests prove it."""

import hashlib
from datetime import UTC, datetime, timedelta

WORDS = """
the system should return every result before user asks for another page of data and when model calls
tool with wrong arguments we log error then retry once more because network may fail under heavy
load so keep cache warm please check index build time again after merge
""".split()  # noqa: SIM905 - prose reads better than a list
SYSTEM = "You are a helpful assistant."


def lcg(seed):
    s = seed

    def step():
        nonlocal s
        s = (s * 1664525 + 1013904223) & 0xFFFFFFFF
        return s >> 8

    return step


def body(step, chars):
    t = WORDS[step() % len(WORDS)]
    while len(t) < chars:
        t += " " + WORDS[step() % len(WORDS)]
    return t[:chars]


def messages_only(n, chars=160):
    step = lcg(12345)
    return {
        "system": SYSTEM,
        "memories": [],
        "retrievables": [],
        "tool_calls": [],
        "tools": [],
        "messages": [
            {"id": f"m{i}", "content": body(step, chars), "created_at_ms": 1000 + i} for i in range(n)
        ],
    }


def mixed(n, chars=160):
    step = lcg(54321)
    a, b, c = int(n * 0.6), int(n * 0.2), int(n * 0.1)
    d = n - a - b - c

    def scored(prefix, k, field):
        out = []
        for i in range(k):
            text = body(step, chars)
            out.append({"id": f"{prefix}{i}", "content": text, field: (step() % 1000) / 1000})
        return out

    return {
        "system": SYSTEM,
        "messages": [
            {"id": f"m{i}", "content": body(step, chars), "created_at_ms": 1000 + i} for i in range(a)
        ],
        "retrievables": scored("r", b, "score"),
        "memories": scored("k", c, "importance"),
        "tool_calls": [{"ref": f"c{i}", "token_cost": 40, "created_at_ms": 1000 + i} for i in range(d)],
        "tools": [{"name": f"tool{i}", "description": body(step, chars)} for i in range(8)],
    }


def chars4(s):
    return -(-len(s) // 4)


def grand_total(w, est):
    n = est(w["system"])
    for k in ("messages", "memories", "retrievables"):
        n += sum(est(x["content"]) for x in w[k])
    n += sum(c["token_cost"] for c in w["tool_calls"])
    return n + sum(est(f"{t['name']}: {t['description']}") for t in w["tools"])


def half_budget(w, est):
    return grand_total(w, est) // 2


def digest(w):
    parts = [w["system"]]
    for m in w["messages"]:
        parts += [m["id"], m["content"]]
    for key, field in (("retrievables", "score"), ("memories", "importance")):
        for m in w[key]:
            parts += [m["id"], m["content"], str(round(m[field] * 1000))]
    parts += [c["ref"] for c in w["tool_calls"]]
    for t in w["tools"]:
        parts += [t["name"], t["description"]]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def history(n, chars=80):
    step = lcg(777)
    start = datetime(2026, 1, 1, tzinfo=UTC)

    def iso(s):
        return (start + timedelta(seconds=s)).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    messages, calls = [], []
    for i in range(n):
        messages += [
            {"role": "user", "content": body(step, chars), "created_at": iso(i * 10)},
            {"role": "assistant", "content": body(step, chars), "created_at": iso(i * 10 + 5)},
        ]
        calls.append(
            {
                "created_at": iso(i * 10 + 2),
                "tool": "search",
                "args": {"q": WORDS[step() % len(WORDS)], "n": i},
            }
        )
    return {"messages": messages, "tool_calls": calls}


if __name__ == "__main__":
    for n in (10, 1000):
        print(
            n,
            digest(messages_only(n)),
            digest(messages_only(n, 220)),
            digest(mixed(n)),
            half_budget(messages_only(n), chars4),
            half_budget(mixed(n), chars4),
        )
