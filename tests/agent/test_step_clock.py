"""The clock of a step: it stands still while someone is asked."""

import asyncio
import time

import pytest

from contextthrift.agent.step_clock import StepClock
from contextthrift.exceptions import ModelTimeout

LATE = r"the step took longer than 0\.05 s \(chat_timeout_s\)"


def block(seconds):
    """Takes the loop's time, as work without an await does."""
    time.sleep(seconds)


async def wait(clock, seconds):
    with clock.pause():
        await asyncio.sleep(seconds)


def test_a_pause_does_not_count():
    async def scene():
        async with StepClock(0.05) as clock:
            await wait(clock, 0.2)

    asyncio.run(scene())


def test_overlapping_pauses_end_with_the_last_of_them():
    async def scene():
        async with StepClock(0.05) as clock:
            await asyncio.gather(wait(clock, 0.1), wait(clock, 0.2), wait(clock, 0.15))

    asyncio.run(scene())


def test_the_time_after_a_pause_is_what_was_left_before_it():
    async def scene():
        async with StepClock(0.05) as clock:
            await wait(clock, 0.2)
            await asyncio.sleep(3600)

    with pytest.raises(ModelTimeout, match=LATE):
        asyncio.run(asyncio.wait_for(scene(), 5))


def test_a_pause_that_begins_when_the_time_is_up_gains_none():
    async def scene():
        async with StepClock(0.05) as clock:
            block(0.1)
            with clock.pause():
                pass
            await asyncio.sleep(3600)

    with pytest.raises(ModelTimeout, match=LATE):
        asyncio.run(asyncio.wait_for(scene(), 5))


def test_a_clock_without_a_limit_can_be_paused():
    async def scene():
        async with StepClock(0) as clock:
            await wait(clock, 0)
            await asyncio.sleep(0)

    asyncio.run(scene())


def test_a_pause_outside_of_the_step_does_nothing():
    async def scene():
        clock = StepClock(0.05)
        await wait(clock, 0)
        async with clock:
            pause = clock.pause()
            pause.__enter__()
        pause.__exit__(None, None, None)
        await wait(clock, 0)

    asyncio.run(scene())


def test_a_timeout_of_the_block_itself_passes_through():
    async def scene():
        async with StepClock(60):
            raise TimeoutError("the block's own")

    with pytest.raises(TimeoutError, match="the block's own") as caught:
        asyncio.run(scene())
    assert type(caught.value) is TimeoutError
