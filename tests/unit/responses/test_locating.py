"""Numbers of providers become locators, or none."""

from __future__ import annotations

import pytest

from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.locators.pages import Pages
from citemark.provider import Flag
from citemark.responses.anchoring import Anchoring
from citemark.responses.locating import blocks, chars, pages


@pytest.mark.parametrize(
    ("first", "last", "place"),
    [
        (2, 3, Pages(2, 3)),
        (2, None, Pages(2, 2)),
        (3, 2, Pages(3, 3)),
        (None, 2, None),
        (0, 2, None),
        (-1, None, None),
    ],
)
def test_pages(first: int | None, last: int | None, place: Pages | None) -> None:
    assert pages(first, last) == place


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [
        (0, 1, Blocks(1, 1)),
        (1, 3, Blocks(2, 3)),
        (1, None, Blocks(2, 2)),
        (3, 1, Blocks(4, 4)),
        (None, 3, None),
        (-1, 3, None),
    ],
)
def test_blocks(start: int | None, end: int | None, place: Blocks | None) -> None:
    assert blocks(start, end) == place


@pytest.mark.parametrize(
    ("start", "end", "cited", "place", "flags"),
    [
        (2, 5, "two", Chars(2, 5), ()),
        (2, 5, "", Chars(2, 5), ()),
        (2, 5, "not there", Chars(2, 5), ()),
        (3, 6, "two", Chars(2, 5), (Flag.LOCATOR_UTF16,)),
        (5, 8, "two", Chars(2, 5), (Flag.LOCATOR_REPAIRED,)),
        (None, None, "two", Chars(2, 5), (Flag.LOCATOR_REPAIRED,)),
        (6, 16, "three\r\nfour \r\n", Chars(6, 16), ()),
        (6, 20, "three\r\nfour \r\n", Chars(6, 16), (Flag.LOCATOR_REPAIRED,)),
        (5, 2, "", None, ()),
        (2, 2, "", None, ()),
        (-1, 2, "", None, ()),
        (None, 2, "", None, ()),
        (2, None, "", None, ()),
    ],
)
def test_characters(
    start: int | None,
    end: int | None,
    cited: str,
    place: Chars | None,
    flags: tuple[Flag, ...],
) -> None:
    text = "\N{GRINNING FACE} two\nthree\nfour"
    assert chars(start, end, cited, Anchoring(text)) == (place, flags)


def test_without_the_text_of_the_source_numbers_are_believed() -> None:
    assert chars(2, 5, "two") == (Chars(2, 5), ())
