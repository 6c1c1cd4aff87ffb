from __future__ import annotations

import pytest

from citemark.dialects.openai import CHARACTERS
from citemark.grammar import Characters, scan_grammar
from citemark.locator import Lines
from citemark.model import Marker, MarkerKind
from citemark.syntax import FAMILIES, Syntax
from tests.strategies import DELIM, START, STOP, cite

Pairs = list[tuple[str, str | None]]


def read(text: str, families: tuple[str, ...] = FAMILIES) -> list[Marker]:
    return scan_grammar(text, Syntax(families), CHARACTERS)


def only(text: str, families: tuple[str, ...] = FAMILIES) -> Marker:
    (marker,) = read(text, families)
    return marker


def pairs(marker: Marker) -> Pairs:
    return [(each.source_id, each.raw_locator) for each in marker.citations]


def codes_of(marker: Marker) -> list[str]:
    return [found.code.code for found in marker.findings]


def test_a_marker_has_exact_half_open_offsets() -> None:
    text = f"A.{cite('turn0file0', 'L8-L13')} B"
    marker = only(text)
    assert (marker.start, marker.end) == (2, len(text) - 2)
    assert marker.raw == cite("turn0file0", "L8-L13")
    assert marker.kind is MarkerKind.CITATION
    assert marker.family == "cite"
    (citation,) = marker.citations
    assert citation.locator == Lines(8, 13)
    assert text[citation.start : citation.end] == f"turn0file0{DELIM}L8-L13"
    assert marker.findings == ()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param(("a",), [("a", None)], id="one"),
        pytest.param(
            ("a", "b", "a"), [("a", None), ("b", None), ("a", None)], id="ids"
        ),
        pytest.param(
            ("A", "L1-L3", "B", "L5"), [("A", "L1-L3"), ("B", "L5")], id="own-locators"
        ),
        pytest.param(("a", "b", "L5"), [("a", None), ("b", "L5")], id="last-only"),
        pytest.param(("a", "L1", "L5"), [("a", "L1"), ("a", "L5")], id="two-places"),
        pytest.param((" a ", "\r\nL1\t"), [("a", "L1")], id="white-space"),
        pytest.param(("", "a", "", " "), [("a", None)], id="empty-fields"),
        pytest.param(
            ("a-b_C9", "l8"), [("a-b_C9", None), ("l8", None)], id="lower-case"
        ),
        pytest.param(
            ("L8x", "L1-2"), [("L8x", None), ("L1-2", None)], id="near-locators"
        ),
        pytest.param(("a", "L0"), [("a", "L0")], id="line-nought"),
    ],
)
def test_fields_are_ids_and_locators(fields: tuple[str, ...], expected: Pairs) -> None:
    marker = only(cite(*fields))
    assert marker.kind is MarkerKind.CITATION
    assert pairs(marker) == expected
    assert marker.findings == ()


def test_padding_is_outside_the_citation() -> None:
    text = cite("  a ", " L2 ")
    (citation,) = only(text).citations
    assert text[citation.start : citation.end] == f"a {DELIM} L2"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        pytest.param(("L4-L5",), "CM004", "L4-L5", id="locator-alone"),
        pytest.param(("turn0/file0",), "CM003", "turn0/file0", id="malformed-id"),
        pytest.param(("naïve",), "CM003", "naïve", id="not-ascii-id"),
        pytest.param(("L٣",), "CM009", "L٣", id="not-ascii-locator"),
    ],
)
def test_a_marker_without_an_id_is_broken_and_hidden_whole(
    fields: tuple[str, ...], code: str, field: str
) -> None:
    text = cite(*fields)
    marker = only(text)
    assert marker.kind is MarkerKind.BROKEN
    assert marker.raw == text
    assert marker.citations == ()
    assert codes_of(marker) == [code]
    (found,) = marker.findings
    assert text[found.start : found.end] == field


def test_a_malformed_id_takes_its_locator_along() -> None:
    marker = only(cite("a", "b/c", "L1", "d", "L2"))
    assert pairs(marker) == [("a", None), ("d", "L2")]
    assert codes_of(marker) == ["CM003", "CM004"]


def test_a_locator_of_other_digits_leaves_the_id() -> None:
    marker = only(cite("a", "L３"))
    assert pairs(marker) == [("a", None)]
    assert codes_of(marker) == ["CM009"]


def test_a_reversed_range_is_read_the_right_way_round() -> None:
    marker = only(cite("a", "L9-L4"))
    assert marker.citations[0].locator == Lines(4, 9)
    assert marker.locator == "L9-L4"
    assert codes_of(marker) == ["CM005"]
    assert "read as L4-L9" in marker.findings[0].message


def test_a_huge_line_number_is_no_work() -> None:
    marker = only(cite("a", "L" + "7" * 4_000))
    assert marker.citations[0].locator == Lines(9_999_999_999, 9_999_999_999)
    assert marker.findings == ()


@pytest.mark.parametrize("text", [cite(), cite(""), cite(" ", "")])
def test_an_empty_marker_is_hidden_with_a_finding(text: str) -> None:
    marker = only(f"a{text}b")
    assert marker.raw == text
    assert marker.kind is MarkerKind.BROKEN
    assert codes_of(marker) == ["CM002"]


def test_a_marker_without_a_family_is_broken() -> None:
    marker = only(f"{START}{DELIM}turn0file0{STOP}")
    assert marker.kind is MarkerKind.BROKEN
    assert marker.citations == ()
    assert codes_of(marker) == ["CM006"]


def test_a_marker_may_have_4096_characters_and_no_more() -> None:
    frame = len(cite("")) + 0
    longest = cite("a" * (4_096 - frame))
    assert only(longest).kind is MarkerKind.CITATION
    longer = cite("a" * (4_097 - frame))
    marker, stop = read(longer)
    assert marker.kind is MarkerKind.BROKEN
    assert marker.citations == ()
    assert (marker.raw, stop.raw) == (longer[:-1], STOP)
    assert codes_of(marker) == ["CM008"]
    assert "over 4096 characters" in marker.findings[0].message


@pytest.mark.parametrize(
    ("broken", "rest"),
    [
        pytest.param(f"{START}cite{DELIM}turn0file0", " and prose", id="no-stop"),
        pytest.param(f"{START}cite{DELIM}turn0file0", "", id="at-the-end"),
        pytest.param(f"{START}cite{DELIM}a{DELIM}b", " c d", id="two-ids"),
        pytest.param(f"{START}cite{DELIM}a{DELIM}L1-L2", ". Prose", id="locator"),
        pytest.param(f"{START}cite{DELIM}", "“Prose” it is", id="no-id"),
        pytest.param(f"{START}cite{DELIM}", " prose it is", id="blank"),
        pytest.param(f"{START}filecite", " prose", id="family-alone"),
        pytest.param(f"{START}cite", "ärger", id="family-ends-at-other-letters"),
        pytest.param(START, "cited prose", id="family-within-a-word"),
        pytest.param(START, "cite_ prose", id="family-within-a-name"),
        pytest.param(START, "Prose", id="start-alone"),
        pytest.param(START, "", id="nothing-else"),
    ],
)
def test_a_broken_start_hides_its_own_fields_and_no_prose(
    broken: str, rest: str
) -> None:
    marker = only(f"x {broken}{rest}")
    assert marker.kind is MarkerKind.BROKEN
    assert marker.raw == broken
    assert codes_of(marker) == ["CM001"]


def test_a_start_inside_an_open_marker_starts_afresh() -> None:
    first = f"{START}cite{DELIM}a{DELIM}L1"
    broken, whole = read(first + cite("b"))
    assert (broken.raw, broken.kind) == (first, MarkerKind.BROKEN)
    assert (whole.raw, pairs(whole)) == (cite("b"), [("b", None)])


def test_prose_in_a_closed_marker_stays() -> None:
    broken, stray = read(f"{START}cite{DELIM}a{DELIM}b is said{STOP} to")
    assert broken.raw == f"{START}cite{DELIM}a{DELIM}b"
    assert stray.raw == STOP
    assert codes_of(stray) == ["CM007"]


def test_a_delimiter_behind_the_fields_is_a_stray() -> None:
    broken, stray = read(f"{START}cite{DELIM}a b{DELIM}{STOP}c")
    assert broken.raw == f"{START}cite{DELIM}a"
    assert stray.raw == f"{DELIM}{STOP}"


@pytest.mark.parametrize("stray", [STOP, DELIM, DELIM + STOP, "\ue203", "\ue206\ue204"])
def test_adjacent_stray_characters_are_one_marker(stray: str) -> None:
    marker = only(f"a{stray}b")
    assert (marker.start, marker.end) == (1, 1 + len(stray))
    assert marker.kind is MarkerKind.STRAY
    assert codes_of(marker) == ["CM007"]


def test_strays_apart_are_apart_and_a_start_ends_them() -> None:
    text = f"{STOP}a{DELIM}{cite('b')}{STOP}"
    assert [marker.raw for marker in read(text)] == [STOP, DELIM, cite("b"), STOP]


def test_wrapped_prose_stays() -> None:
    markers = read(f"\ue203cited prose\ue204{cite('a')}")
    assert [marker.raw for marker in markers] == ["\ue203", "\ue204", cite("a")]


def test_other_families_are_widgets() -> None:
    text = cite("turn0file0", family="navlist")
    marker = only(text)
    assert marker.kind is MarkerKind.WIDGET
    assert (marker.raw, marker.family, marker.text) == (text, "navlist", "")
    assert codes_of(marker) == ["CM006"]
    assert "'navlist', expected one of cite, filecite" in marker.findings[0].message


def test_families_are_an_option() -> None:
    text = cite("a", family="filecite")
    assert only(text, ("cite",)).kind is MarkerKind.WIDGET
    assert only(text, ("filecite",)).kind is MarkerKind.CITATION


@pytest.mark.parametrize(
    ("fields", "family", "shown"),
    [
        pytest.param(('["place","Paris","city"]',), "entity", "Paris", id="entity"),
        pytest.param((' ["place", "New\\n York"]',), "entity", "New York", id="blanks"),
        pytest.param(
            (r'["place","\ue200Par\ud800is"]',), "entity", "Par\ufffdis", id="unclean"
        ),
        pytest.param(('["place"]',), "entity", "", id="entity-without-a-name"),
        pytest.param(('["place", 4]',), "entity", "", id="entity-named-by-a-number"),
        pytest.param(('{"name":"Paris"}',), "entity", "", id="entity-of-another-shape"),
        pytest.param(("Paris",), "entity", "", id="entity-that-is-no-json"),
        pytest.param(("[" * 16_000,), "entity", "", id="entity-too-deep"),
        pytest.param(("My  page", "https://example.org"), "url", "My page", id="url"),
        pytest.param(("https://example.org",), "url", "", id="url-without-text"),
        pytest.param(("harbour", "tide"), "image_group", "", id="images"),
    ],
)
def test_a_widget_keeps_the_words_it_displays(
    fields: tuple[str, ...], family: str, shown: str
) -> None:
    marker = only(cite(*fields, family=family))
    assert marker.kind is MarkerKind.WIDGET
    assert marker.text == shown


def test_a_widget_out_of_all_proportion_is_broken() -> None:
    broken, *rest = read(cite("x" * 16_384, family="navlist"))
    assert broken.raw == START
    assert [marker.raw for marker in rest] == [DELIM, STOP]


@pytest.mark.parametrize("family", ["9cite", "ci te", "", "x" * 33])
def test_what_is_no_name_is_no_family(family: str) -> None:
    text = f"{START}{family}{DELIM}b c{STOP}"
    assert read(text)[0].kind is MarkerKind.BROKEN
    assert read(text)[0].raw == START


def test_characters_without_strays_match_their_roles_only() -> None:
    characters = Characters(start=("<",), delimiter=("/",), stop=(">",))
    (marker,) = scan_grammar("a <cite/b> c", Syntax(), characters)
    assert (marker.raw, pairs(marker)) == ("<cite/b>", [("b", None)])
