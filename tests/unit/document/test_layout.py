from __future__ import annotations

import pytest

from citemark import scan
from citemark.document.layout import CANDIDATES, PLACEHOLDER_RE, Layout, lay_out
from tests.unit.document.reading import MARKER, written


def laid(text: str) -> Layout:
    source = written(text)
    return lay_out(source, scan(source))


def test_a_placeholder_stands_where_the_marker_did() -> None:
    layout = laid("a@b@")
    o, c = layout.opener, layout.closer
    assert layout.text == f"a{o}0{c}b{o}1{c}"
    assert layout.ordinals(layout.text) == [0, 1]
    assert o != c


def test_the_pair_does_not_occur_in_the_source() -> None:
    layout = laid(f"{CANDIDATES[:20]}@")
    assert layout.opener not in layout.source
    assert layout.closer not in layout.source
    assert layout.source == written(f"{CANDIDATES[:20]}@")


@pytest.mark.parametrize("kept", [0, 1])
def test_a_source_with_every_candidate_loses_the_last_ones(kept: int) -> None:
    text = f"{CANDIDATES[kept:]}@"
    layout = laid(text)
    assert len(layout.source) == len(written(text))
    assert layout.source.count("\ufffd") == 2 - kept
    assert {layout.opener, layout.closer} & set(layout.source) == set()


def test_white_space_is_no_candidate() -> None:
    assert "\x85" not in CANDIDATES
    assert len(CANDIDATES) == 26
    assert PLACEHOLDER_RE.fullmatch(f"{CANDIDATES[0]}17{CANDIDATES[1]}")


def test_offsets_lead_back_to_the_source() -> None:
    layout = laid("ab@cd@@e")
    size = len(MARKER)
    at = {letter: layout.raw_offset(layout.text.index(letter)) for letter in "abcde"}
    assert at == {
        "a": 0,
        "b": 1,
        "c": 2,
        "d": 3 + size,
        "e": 4 + size,
    }
    assert layout.raw_offset(len(layout.text)) == 5 + 3 * size


def test_inside_a_placeholder_is_before_its_marker() -> None:
    layout = laid("ab@c")
    begin = layout.text.index(layout.opener)
    assert [layout.raw_offset(begin + each) for each in range(3)] == [2, 2, 2]


def test_bare_offsets_lead_to_before_the_marker() -> None:
    layout = laid("ab@cd")
    assert [layout.source_offset(bare) for bare in (0, 2, 3)] == [0, 2, 3 + len(MARKER)]


def test_lifted_markers_leave_no_placeholder() -> None:
    layout = laid("a\n===@\nb@")
    assert layout.ordinals(layout.text) == [1]
    assert layout.slots[0].lifted
    assert layout.raw_offset(layout.text.index("b")) == len(written("a\n===@\n"))


def test_shifted_markers_stand_behind_the_construct() -> None:
    layout = laid("a <b@ c> d")
    assert layout.text == f"a <b c>{layout.opener}0{layout.closer} d"
