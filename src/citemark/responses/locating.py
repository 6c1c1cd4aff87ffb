"""Makes locators of what providers count: pages, blocks, characters of a source.

Numbers that mean nothing make none: what is cited is the source then.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.locators.pages import Pages
from citemark.provider import Flag
from citemark.responses.anchoring import Anchoring

_UNIT = {Flag.UNIT_UTF16: Flag.LOCATOR_UTF16}


def pages(first: int | None, last: int | None = None) -> Pages | None:
    """Return the pages *first* to *last*, both counted from 1 and both included.

    >>> pages(4, 5), pages(4), pages(0)
    (Pages(first=4, last=5), Pages(first=4, last=4), None)
    """
    if first is None or first < 1:
        return None
    return Pages(first, max(first, last or 0))


def blocks(start: int | None, end: int | None) -> Blocks | None:
    """Return the blocks from *start* to before *end*, counted from 0.

    >>> blocks(1, 3), blocks(-1, 3)
    (Blocks(first=2, last=3), None)
    """
    if start is None or start < 0:
        return None
    return Blocks(start + 1, max(start + 1, end or 0))


def chars(
    start: int | None, end: int | None, cited: str = "", within: Anchoring | None = None
) -> tuple[Chars | None, tuple[Flag, ...]]:
    r"""Return the characters from *start* to before *end*, and what is to be said.

    Where *within* has the text of the source, the words that are *cited* decide.

    >>> chars(3, 4, "b", Anchoring("\N{GRINNING FACE}ab"))
    (Chars(start=2, end=3), (<Flag.LOCATOR_UTF16: 'locator_unit_utf16'>,))
    """
    if within is not None:
        for check in _spellings(cited):
            found = within.claim(start, end, check)
            if found.start is not None and found.end is not None:
                flags = (_UNIT.get(each, Flag.LOCATOR_REPAIRED) for each in found.flags)
                return Chars(found.start, found.end), tuple(dict.fromkeys(flags))
    if start is None or end is None or not 0 <= start < end:
        return None, ()
    return Chars(start, end), ()


def _spellings(cited: str) -> Iterator[str]:
    """Yield *cited*, and how its source may have it."""
    unified = cited.replace("\r\n", "\n")
    yield from filter(None, dict.fromkeys((cited, unified, unified.strip())))
