"""Places in sources in the fields of Anthropic, which frameworks pass on."""

from __future__ import annotations

from citemark.locator import Locator
from citemark.responses.locating import blocks, chars, pages
from citemark.responses.payload import Payload


def cited_place(location: Payload) -> Locator | None:
    """Return the place that the fields of *location* tell.

    Pages count from 1, blocks and characters from 0; the end of each is the first that
    does not belong to it.

    >>> cited_place(Payload({"start_page_number": 2, "end_page_number": 3}))
    Pages(first=2, last=2)
    """
    first, end = _range(location, "PageNumber")
    return (
        pages(first, end - 1 if end else None)
        or blocks(*_range(location, "BlockIndex"))
        or chars(*_range(location, "CharIndex"))[0]
    )


def _range(location: Payload, unit: str) -> tuple[int | None, int | None]:
    return location.number(f"start{unit}"), location.number(f"end{unit}")
