"""Takes deltas as they come and feeds them in lots, as fast as they are wanted.

A model sends thousands of them, and a reader sees no difference between 40 ms and none.
Deltas are put together *before* they are fed: what nobody has waited for is never
rendered, and no event is sent that a later one makes obsolete.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Callable
from contextlib import suppress
from typing import Protocol, TypeVar

_SECONDS = 0.04
_CHARS = 256
# A model that is faster than its reader waits.
_MOST_CHARS = 65_536
_T = TypeVar("_T")


class Fed(Protocol[_T]):
    """A stream that deltas are fed to."""

    def feed(self, delta: str | bytes) -> list[_T]:
        """Go on with *delta*."""
        ...

    def finish(self) -> list[_T]:
        """End."""
        ...

    def abort(self, reason: str) -> list[_T]:
        """End without an end."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether it was ended, by whomever."""
        ...


class _Lot:
    """The deltas that wait."""

    def __init__(self) -> None:
        self.deltas: list[str | bytes] = []
        self.size = 0
        self.is_urgent = True
        """Whether to feed them at once: the first of all, or the end of a block."""
        self.is_over = False
        self.changed = asyncio.Event()
        self.taken = asyncio.Event()

    @property
    def is_done(self) -> bool:
        """Whether there are no deltas, and will be none."""
        return self.is_over and not self.deltas

    async def fill(self, deltas: AsyncIterable[str | bytes]) -> None:
        """Take all of *deltas*, while there is room."""
        try:
            async for delta in deltas:
                self.deltas.append(delta)
                self.size += len(delta)
                self.is_urgent |= self.size >= _CHARS or _ends_block(delta)
                self.changed.set()
                while self.size >= _MOST_CHARS:
                    self.taken.clear()
                    await self.taken.wait()
        finally:
            self.is_over = True
            self.changed.set()

    async def wait_for(self, holds: Callable[[], bool]) -> None:
        """Wait until *holds* says yes."""
        while not holds():
            self.changed.clear()
            await self.changed.wait()

    def take(self) -> list[str | bytes]:
        """Return what waits, put together; nothing joins texts and bytes."""
        deltas, self.deltas, self.size, self.is_urgent = self.deltas, [], 0, False
        self.taken.set()
        texts = [delta for delta in deltas if isinstance(delta, str)]
        if len(texts) == len(deltas):
            return ["".join(texts)] if texts else []
        parts = [delta for delta in deltas if isinstance(delta, bytes)]
        return [b"".join(parts)] if len(parts) == len(deltas) else deltas


def _ends_block(delta: str | bytes) -> bool:
    return "\n\n" in delta if isinstance(delta, str) else b"\n\n" in delta


async def coalesced(
    stream: Fed[_T], deltas: AsyncIterable[str | bytes]
) -> AsyncGenerator[list[_T], None]:
    """Feed *deltas* to *stream* in lots, and yield what it says to each of them.

    Whoever leaves early stops the answer. Where *stream* is ended by somebody else, who
    was told its last events, there are no more.
    """
    lot = _Lot()
    filling = asyncio.ensure_future(lot.fill(deltas))
    try:
        while not lot.is_done:
            await _ripe(lot)
            for delta in lot.take():
                if events := stream.feed(delta):
                    yield events
        await filling
        events = stream.finish()
    except (GeneratorExit, asyncio.CancelledError):
        # Nobody takes events here any more, but readers who come back are to know.
        if not stream.is_over:
            stream.abort("stopped")
        raise
    except Exception:
        if stream.is_over:
            return
        # Readers are to know, whatever it was; nobody but the caller is told what.
        yield stream.abort("error")
        raise
    else:
        yield events
    finally:
        filling.cancel()
        await asyncio.gather(filling, return_exceptions=True)


async def _ripe(lot: _Lot) -> None:
    """Wait until there is something to be fed, and a moment for more of it."""
    await lot.wait_for(lambda: bool(lot.deltas) or lot.is_over)
    with suppress(TimeoutError):
        async with asyncio.timeout(_SECONDS):
            await lot.wait_for(lambda: lot.is_urgent or lot.is_over)
