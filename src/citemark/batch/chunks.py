"""Items in chunks: how many are sent to a process at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citemark.batch.items import Item

_CHUNK_ITEMS = 16
_CHUNK_CHARS = 250_000


def chunked(items: Iterable[Item], jobs: int) -> Iterator[list[Item]]:
    """Yield *items* in chunks that are worth sending, and not too large to hold.

    They begin with one item and grow, so that a few slow ones are shared out among all
    *jobs* processes.
    """
    chunk: list[Item] = []
    size = made = 0
    for item in items:
        chunk.append(item)
        size += item.size
        if len(chunk) == min(_CHUNK_ITEMS, 1 + made // jobs) or size >= _CHUNK_CHARS:
            yield chunk
            chunk, size = [], 0
            made += 1
    if chunk:
        yield chunk
