from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from citemark import StreamRenderer, render
from citemark.errors import ConfigError
from citemark.stream.coalescing import coalesced
from tests.strategies import SOURCES, cite
from tests.stream_client import Client

_T = TypeVar("_T")


@dataclass
class Fake:
    """A stream that says what it was fed."""

    fed: list[str | bytes] = field(default_factory=list)
    fails_at: str | None = None
    reason: str | None = None

    @property
    def is_over(self) -> bool:
        return self.reason is not None

    def feed(self, delta: str | bytes) -> list[str]:
        if delta == self.fails_at:
            msg = "misuse"
            raise ConfigError(msg)
        self.fed.append(delta)
        return [f"fed {delta!r}"] if delta else []

    def finish(self) -> list[str]:
        if self.fails_at == "finish":
            msg = "unresolved"
            raise ConfigError(msg)
        self.reason = "finished"
        return ["finished"]

    def abort(self, reason: str) -> list[str]:
        self.reason = reason
        return [f"aborted: {reason}"]


async def at_once(*deltas: str | bytes) -> AsyncIterator[str | bytes]:
    for delta in deltas:
        yield delta


def run(main: Callable[[], Coroutine[None, None, _T]]) -> _T:
    """Run *main*; nothing in here may wait for long."""

    async def limited() -> _T:
        async with asyncio.timeout(20):
            return await main()

    return asyncio.run(limited())


async def collect(told: AsyncIterator[list[str]], seen: list[str]) -> None:
    async for events in told:
        seen += events


async def collected(stream: Fake, deltas: AsyncIterator[str | bytes]) -> list[str]:
    seen: list[str] = []
    await collect(coalesced(stream, deltas), seen)
    return seen


def test_deltas_are_fed_and_the_end_is_told() -> None:
    stream = Fake()
    events = run(lambda: collected(stream, at_once("a", "b")))
    assert "".join(map(str, stream.fed)) == "ab"
    assert events[-1] == "finished"
    assert run(lambda: collected(Fake(), at_once())) == ["finished"]
    assert run(lambda: collected(Fake(), at_once("", ""))) == ["finished"]


def test_lots_of_deltas_are_put_together() -> None:
    stream, text = Fake(), "word " * 2_000
    run(lambda: collected(stream, at_once(*text)))
    assert "".join(map(str, stream.fed)) == text
    assert len(stream.fed) < 50


class Hand:
    """Deltas that come when the test says so."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.asked = 0
        self.closed = False

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        try:
            while True:
                self.asked += 1
                delta = await self.queue.get()
                if delta is None:
                    return
                yield delta
        finally:
            self.closed = True

    def give(self, *deltas: str | bytes | None) -> None:
        for delta in deltas:
            self.queue.put_nowait(delta)


def test_the_first_delta_is_fed_at_once() -> None:
    async def main() -> None:
        hand, stream = Hand(), Fake()
        told = coalesced(stream, hand)
        hand.give("a")
        assert await anext(told) == ["fed 'a'"]
        hand.give(None)
        assert await anext(told) == ["finished"]

    run(main)


def test_what_comes_in_one_moment_is_one_lot() -> None:
    async def main() -> None:
        hand, stream = Hand(), Fake()
        told = coalesced(stream, hand)
        hand.give("a")
        await anext(told)
        hand.give("b", "c", "d")
        # Nothing more comes: the moment passes.
        assert await anext(told) == ["fed 'bcd'"]
        hand.give("e", "f", None)
        assert await anext(told) == ["fed 'ef'"]
        assert [each async for each in told] == [["finished"]]

    run(main)


@pytest.mark.parametrize("last", ["\n\nb", "x" * 256, b"\n\n", b"x" * 256])
def test_the_end_of_a_block_or_enough_does_not_wait(
    last: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citemark.stream.coalescing._SECONDS", 60)

    async def main() -> None:
        hand, stream = Hand(), Fake()
        told = coalesced(stream, hand)
        first: str | bytes = "a" if isinstance(last, str) else b"a"
        hand.give(first)
        await anext(told)
        hand.give(first, last)
        while stream.fed[1:] in ([], [first]):
            await anext(told)
        assert stream.fed[-1] == (f"a{last}" if isinstance(last, str) else b"a" + last)
        hand.give(None)
        assert [each async for each in told] == [["finished"]]

    run(main)


def test_a_model_that_is_faster_than_its_reader_waits() -> None:
    async def main() -> None:
        given = 0

        async def fast() -> AsyncIterator[str]:
            nonlocal given
            for _ in range(400):
                given += 1
                yield "x" * 1_024
                await asyncio.sleep(0)

        stream = Fake()
        told = coalesced(stream, fast())
        await anext(told)
        for _ in range(300):  # The reader is away.
            await asyncio.sleep(0)
        assert 64 <= given <= 66
        before = len(stream.fed)
        await anext(told)
        assert len(stream.fed) == before + 1
        # All that waited, at most, in one lot.
        assert 60_000 < len(stream.fed[-1]) <= 66_560
        lots = [events async for events in told]
        assert lots[-1] == ["finished"]
        assert sum(map(len, stream.fed)) == 400 * 1_024

    run(main)


def test_bytes_are_put_together_too() -> None:
    stream = Fake()
    text = "Käse 🚀\n\n水".encode()
    run(
        lambda: collected(
            stream, at_once(*(text[at : at + 1] for at in range(len(text))))
        )
    )
    assert b"".join(each for each in stream.fed if isinstance(each, bytes)) == text
    assert len(stream.fed) < 5


def test_texts_and_bytes_do_not_mix() -> None:
    stream = Fake()
    run(lambda: collected(stream, at_once("a", b"b", "c")))
    assert stream.fed == ["a", b"b", "c"]


def test_an_error_of_the_model_is_told_and_raised() -> None:
    async def failing() -> AsyncIterator[str]:
        yield "a"
        await asyncio.sleep(0)
        msg = "the model is gone"
        raise OSError(msg)

    async def main() -> list[str]:
        seen: list[str] = []
        with pytest.raises(OSError, match="the model is gone"):
            await collect(coalesced(Fake(), failing()), seen)
        return seen

    assert run(main) == ["fed 'a'", "aborted: error"]


@pytest.mark.parametrize(
    ("fails_at", "told"),
    [("b", ["aborted: error"]), ("finish", ["fed 'b'", "aborted: error"])],
)
def test_an_error_of_the_stream_is_told_and_raised(
    fails_at: str, told: list[str]
) -> None:
    hand = Hand()

    async def main() -> list[str]:
        seen: list[str] = []
        hand.give("b")
        if fails_at == "finish":
            hand.give(None)
        with pytest.raises(ConfigError):
            await collect(coalesced(Fake(fails_at=fails_at), hand), seen)
        return seen

    assert run(main) == told
    assert hand.closed


def test_a_reader_that_leaves_stops_the_model() -> None:
    async def main() -> None:
        hand, stream = Hand(), Fake()
        told = coalesced(stream, hand)
        hand.give("a")
        await anext(told)
        closed = [hand.closed]
        await told.aclose()
        assert [*closed, hand.closed] == [False, True]
        assert (stream.fed, stream.reason) == (["a"], "stopped")
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main)


def test_a_task_that_is_cancelled_stops_the_model() -> None:
    async def main() -> None:
        hand, stream = Hand(), Fake()

        async def read() -> None:
            async for _ in coalesced(stream, hand):
                pass

        task = asyncio.ensure_future(read())
        hand.give("a")
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)
        assert hand.closed
        assert stream.reason == "stopped"

    run(main)


@pytest.mark.parametrize("last", [None, "x" * 256])
def test_after_an_abort_from_elsewhere_there_are_no_more_events(
    last: str | None,
) -> None:
    async def main() -> None:
        hand, stream = Hand(), StreamRenderer(SOURCES)
        told = stream.astream(hand)
        hand.give("a")
        await anext(told)
        assert [each.type for each in stream.abort("stopped")] == ["abort"]
        hand.give(last)
        assert [each async for each in told] == []
        assert hand.closed

    run(main)


def test_an_end_stays_what_it_was() -> None:
    async def main() -> None:
        for text in ("a", None):
            hand, stream = Hand(), Fake()
            told = coalesced(stream, hand)
            hand.give(text)
            await anext(told)
            reason = "elsewhere" if text else "finished"
            stream.reason = reason
            await told.aclose()
            assert stream.reason == reason

    run(main)


def test_an_answer_is_what_it_is_at_once() -> None:
    text = f"# Tide\n\nHigh{cite('turn0file0')} **tide**.\n\n- a\n- b\n" * 20

    async def main() -> Client:
        stream, client = StreamRenderer(SOURCES, theme="base"), Client()
        lots = 0
        async for events in stream.astream(at_once(*text)):
            lots += 1
            client.apply(events, "finish" if events[-1].type == "end" else "feed")
        assert stream.rendered.body == client.final
        assert lots < len(text) / 10
        return client

    assert run(main).final == render(text, SOURCES, theme="base").body


def test_a_stream_that_was_ended_elsewhere_raises() -> None:
    async def main() -> None:
        stream = StreamRenderer(SOURCES)
        stream.abort()
        with pytest.raises(ConfigError, match="the stream is over"):
            async for _ in stream.astream(at_once("a")):
                pass

    run(main)
