"""Offsets of responses, in whatever unit, right or wrong, and where they lead."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citemark.provider import Anchor, Flag, Located
from citemark.responses.anchoring import Anchoring, Unit

UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")
TEXTS = st.text(alphabet="abé日\U0001f389 .\n", max_size=40)


def counted(text: str, offset: int, unit: Unit) -> int:
    """Return an *offset* of code points in another unit."""
    before = text[:offset]
    if unit == "utf8":
        return len(before.encode())
    return len(before.encode("utf-16-le")) // 2 if unit == "utf16" else offset


@given(TEXTS, st.data(), st.sampled_from(UNITS))
def test_offsets_of_the_given_unit_need_no_check(
    text: str, data: st.DataObject, unit: Unit
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = Anchoring(text, unit).claim(
        counted(text, start, unit), counted(text, end, unit)
    )
    if end:
        assert found == Located(start, end, (), Anchor.CLAIM)
    else:
        assert found == Located(None, None, (Flag.DEGENERATE,))


@given(TEXTS, st.data(), st.sampled_from(UNITS), st.sampled_from(UNITS))
@example("\U0001f389 é", None, "codepoint", "utf8")
def test_the_words_show_which_unit_was_meant(
    text: str, data: st.DataObject | None, hint: Unit, unit: Unit
) -> None:
    if data is None:
        start, end = 2, 3
    else:
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
    check = text[start:end]
    found = Anchoring(text, hint).claim(
        counted(text, start, unit), counted(text, end, unit), check
    )
    if check:
        assert found.start is not None
        assert text[found.start : found.end] == check


def test_an_offset_of_another_unit_is_flagged() -> None:
    text = "日本 rain."
    assert Anchoring(text).claim(7, 12, "rain.").flags == (Flag.UNIT_UTF8,)
    text = "\U0001f389 rain."
    assert Anchoring(text).claim(3, 8, "rain.").flags == (Flag.UNIT_UTF16,)
    assert Anchoring(text, "utf16").claim(3, 8, "rain.").flags == ()


def test_an_end_inside_is_moved_behind_the_last_character() -> None:
    found = Anchoring("Hello, world!").claim(7, 11, "world")
    assert found == Located(7, 12, (Flag.END_INCLUSIVE,), Anchor.CLAIM)


def test_a_marker_is_where_it_stands() -> None:
    anchoring = Anchoring("Five days【4:0†source】.")
    mark = "【4:0†source】"
    assert anchoring.marker(9, 21, mark) == Located(9, 21, (), Anchor.MARKER)
    assert anchoring.marker(7, 19, mark).flags == (Flag.REPAIRED,)
    assert anchoring.marker(9, 21).anchor is Anchor.MARKER


def test_words_that_have_drifted_are_found_nearby() -> None:
    text = "one two one two one"
    anchoring = Anchoring(text)
    assert anchoring.claim(9, 12, "two")[:3] == (12, 15, (Flag.REPAIRED,))
    assert anchoring.claim(1, 4, "two")[:3] == (4, 7, (Flag.REPAIRED,))
    assert anchoring.claim(None, None, "two")[:2] == (4, 7)
    assert anchoring.claim(900, 903, "two")[:2] == (12, 15)
    # As near to one as to the other.
    assert anchoring.claim(8, 11, "two") == Located(None, None, (Flag.CHECK_FAILED,))
    assert anchoring.claim(0, 4, "four") == Located(None, None, (Flag.CHECK_FAILED,))


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [(0, 9, (0, 4)), (7, 9, (4, 4)), (-1, 2, (0, 2)), (3, 2, (2, 3))],
)
def test_what_is_out_of_range_is_moved_to_the_nearest_place(
    start: int, end: int, place: tuple[int, int]
) -> None:
    for unit in UNITS:
        found = Anchoring("uber", unit).claim(start, end)
        assert found == Located(*place, (Flag.OUT_OF_RANGE,), Anchor.CLAIM)


def test_an_offset_inside_a_character_is_no_place() -> None:
    nowhere = Located(None, None, (Flag.SPLIT,))
    assert Anchoring("naïve café", "utf8").claim(3, 5) == nowhere
    assert Anchoring("na\U0001f389ve", "utf16").claim(3, 5) == nowhere
    # But one behind the end is: whatever it counts, the end is meant.
    assert Anchoring("é", "utf8").claim(0, 3) == Located(
        0, 1, (Flag.OUT_OF_RANGE,), Anchor.CLAIM
    )


def test_a_point_may_be_at_the_beginning() -> None:
    assert Anchoring("a").point(0) == Located(0, 0, (), Anchor.POINT)
    assert Anchoring("a").point(None) == Located(None, None)
    assert Anchoring("a").point(5).flags == (Flag.OUT_OF_RANGE,)


LINKED = "Rain. ([a.test](https://a.test/x?utm_source=openai)) More."


@pytest.mark.parametrize("drift", [-4, -2, 0, 1])
def test_a_link_is_replaced_as_a_whole(drift: int) -> None:
    anchoring = Anchoring(LINKED)
    found = anchoring.link(6 + drift, 52 + drift, "https://a.test/x")
    flags = (Flag.REPAIRED,) if drift else ()
    assert found == Located(6, 52, flags, Anchor.MARKER)


def test_the_nearest_of_several_links_is_meant() -> None:
    link = "[x](https://a.test/)"
    text = f"{link} and {link} and {link}"
    ends = [(at, at + len(link)) for at in (0, 25, 50)]
    anchoring = Anchoring(text)
    assert [
        anchoring.link(at + 2, at + 9, "https://a.test/")[:2] for at in (0, 25, 50)
    ] == ends
    # Nothing says which.
    assert anchoring.link(0, 0, "https://a.test/").flags == (Flag.DEGENERATE,)
    assert anchoring.link(None, None, "https://a.test/") == Located(None, None)


def test_one_link_without_offsets_is_the_one() -> None:
    text = "So [[1]](https://a.test/x_(y) 'Title')."
    found = Anchoring(text).link(0, 0, "https://a.test/x_(y)")
    assert found == Located(3, 38, (Flag.DEGENERATE, Flag.REPAIRED), Anchor.MARKER)


def test_without_a_link_the_span_is_a_claim() -> None:
    anchoring = Anchoring("The bridge opened. https://b.test/ is its page.")
    assert anchoring.link(0, 18, "https://a.test/").anchor is Anchor.CLAIM
    assert anchoring.link(19, 34, "https://b.test/").anchor is Anchor.MARKER
    assert anchoring.link(None, None, "https://b.test/") == Located(None, None)


def test_a_search_ends_at_some_time() -> None:
    """Ten thousand citations of what is not there are no ten thousand searches."""
    anchoring = Anchoring("é" * 50_000)
    flags = {anchoring.claim(9, 12, "zz").flags for _ in range(10_000)}
    assert flags == {(Flag.CHECK_FAILED,)}
    assert anchoring.searched <= 40 * 50_000


def test_an_address_in_a_claim_does_not_make_it_a_marker() -> None:
    text = "According to https://b.test/ the moon is far."
    found = Anchoring(text).link(0, len(text), "https://b.test/")
    assert found == Located(0, len(text), (), Anchor.CLAIM)


def test_without_a_check_only_a_mark_is_a_marker() -> None:
    anchoring = Anchoring("Rates fell【1†s】 in May. Prices [2] rose.")
    assert anchoring.marker(10, 15)[:3] == (10, 15, ())
    # Drifted: the one mark that it meets was meant.
    assert anchoring.marker(8, 13)[:3] == (10, 15, (Flag.REPAIRED,))
    assert anchoring.marker(12, 17)[:3] == (10, 15, (Flag.REPAIRED,))
    # Words are never taken for one, nor one of two.
    lost = Located(None, None, (Flag.CHECK_FAILED,))
    assert anchoring.marker(0, 5) == lost
    assert anchoring.marker(0, len(anchoring.text)) == lost


@pytest.mark.parametrize(
    "mark",
    [
        "[1]",
        "[[1]](https://a.test/)",
        "([a](https://a.test/))",
        "(Smith 2020)",
        "<ref/>",
        "\ue200cite\ue202a\ue201",
        "^1^",
        "¹²",
        "sandbox://mnt/a.csv",
    ],
)
def test_marks_of_many_kinds(mark: str) -> None:
    text = f"Rain. {mark} More."
    found = Anchoring(text).marker(6, 6 + len(mark))
    assert found == Located(6, 6 + len(mark), (), Anchor.MARKER)


@pytest.mark.parametrize(
    ("label", "anchor"),
    [
        ("a.test", Anchor.MARKER),
        ("www.A.test", Anchor.MARKER),
        ("https://a.test/x", Anchor.MARKER),
        ("[1]", Anchor.MARKER),
        ("the moon page", Anchor.CLAIM),
        ("2020 rules", Anchor.CLAIM),
    ],
)
def test_words_of_a_link_stay_unless_they_only_cite(label: str, anchor: Anchor) -> None:
    link = f"[{label}](https://a.test/x)"
    text = f"See {link} now."
    found = Anchoring(text).link(4, 4 + len(link), "https://a.test/x")
    assert found == Located(4, 4 + len(link), (), anchor)


def test_a_link_far_away_was_not_meant() -> None:
    text = "The moon is far. " + "x" * 80 + " ([a](https://a.test/))"
    found = Anchoring(text).link(0, 16, "https://a.test/")
    assert found == Located(0, 16, (), Anchor.CLAIM)
