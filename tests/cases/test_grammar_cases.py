"""Cases of the marker grammar: fields, locators, broken markers, other families."""

from __future__ import annotations

import pytest

from citemark import extract_citations, render, scan, strip_citations
from tests.cases.support import Given, case, cite, names, to_html, to_markdown, to_text


def pairs(answer: str) -> list[tuple[str, str | None]]:
    """Return the (source ID, locator) pairs of *answer*, in order."""
    return [
        (citation.source_id, citation.raw_locator)
        for marker in scan(answer)
        for citation in marker.citations
    ]


@case("b014")
def test_only_what_looks_like_a_locator_is_one(given: Given) -> None:
    first, second = scan(given.answer)
    assert first.source_ids == ("turn0search0", "turn1news2")
    assert first.locator is None
    assert second.source_ids == ("turn0file0",)
    assert second.locator == "L8-L13"
    rendered, page = to_html(given)
    assert page.prose == "Both agree[1][2]; one says more[3]."
    assert rendered.citations[2].excerpt.split("\n") == [
        f"line {number}" for number in range(8, 14)
    ]


@case("b100")
def test_fields_are_trimmed_and_empty_ones_ignored(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "X[1][2] Y Z"
    assert names(rendered) == ["empty-marker"]
    empty = rendered.diagnostics[0]
    assert given.answer[empty.start : empty.end] == cite("")


@case("g01")
def test_one_id_without_locator(given: Given) -> None:
    (found,) = extract_citations(given.answer)
    assert found == {
        "raw": cite("turn0file0"),
        "family": "cite",
        "source_ids": ["turn0file0"],
        "locator": None,
        "start": 33,
        "end": 33 + len(cite("turn0file0")),
    }
    assert to_html(given)[1].prose == "The notice period is thirty days.[1]"


@case("g03")
def test_two_ids_keep_their_order(given: Given) -> None:
    (found,) = extract_citations(given.answer)
    assert found["source_ids"] == ["turn0search0", "turn1news2"]
    assert found["locator"] is None
    assert to_html(given)[1].prose == "Both agree.[1][2]"


@case("g05")
def test_locator_belongs_to_the_id_before_it(given: Given) -> None:
    """The peer takes a locator that is not last for a third source ID.

    The grammar binds each locator to the ID before it, and is right.
    """
    assert pairs(given.answer) == [("turn0file0", "L8-L13"), ("turn0file1", "L2")]
    (found,) = extract_citations(given.answer)
    assert found["source_ids"] == ["turn0file0", "turn0file1"]
    assert found["locator"] == "L2"
    rendered, page = to_html(given)
    assert page.prose == "X.[1][2]"
    assert [citation.locator for citation in rendered.citations] == ["L8-L13", "L2"]


@case("g06")
def test_line_end_inside_a_marker_is_trimmed(given: Given) -> None:
    assert pairs(given.answer) == [("turn0file0", "L3")]
    assert to_html(given)[1].prose == "X.[1]"
    assert to_text(given).startswith("X.[1]")


@case("g08")
def test_repeated_id_is_extracted_twice_and_shown_once(given: Given) -> None:
    """The peer's helper, and so ours, returns it twice; a reader needs it once."""
    (found,) = extract_citations(given.answer)
    assert found["source_ids"] == ["turn0file0", "turn0file0"]
    _, page = to_html(given)
    assert page.prose == "X.[1]"
    assert len(page.entries) == 1


@case("g10")
def test_start_inside_an_open_marker_starts_afresh(given: Given) -> None:
    """The peer finds nothing: its body runs from the first START to the last STOP.

    The grammar restarts at the second START; only the ID of the broken one is hidden.
    """
    (found,) = extract_citations(given.answer)
    assert found["source_ids"] == ["turn0file1"]
    rendered, page = to_html(given)
    assert page.prose == "A and more prose\nB.[1]"
    assert rendered.references[0].source_id == "turn0file1"
    assert names(rendered) == ["unterminated-marker"]


@case("g11")
def test_underscores_of_an_id_are_no_emphasis(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "[1][2]\nAgain[2][3]."
    assert page.answer.select("strong, em") == []
    assert [(found.number, found.locator) for found in rendered.citations] == [
        (1, None),
        (2, None),
        (1, "L8-L13"),
        (2, None),
        (3, "L9"),
    ]


@case("g13", "g15")
def test_other_family_is_hidden(given: Given) -> None:
    """The peer leaves the characters in, so its readers see boxes and an ID.

    Nothing of a marker may be shown: an unknown family vanishes with a diagnostic, and
    names of families are case-sensitive, as with the peer.
    """
    assert extract_citations(given.answer) == []
    rendered, page = to_html(given)
    assert page.prose == ""
    assert names(rendered) == ["unknown-family"]
    assert "turn0view0" not in page.markup


@case("g16")
def test_marker_without_field_is_removed(given: Given) -> None:
    """The peer leaves it in place; here marker characters never reach a reader."""
    assert extract_citations(given.answer) == []
    rendered, page = to_html(given)
    assert page.prose == ""
    assert len(rendered.diagnostics) == 1


@case("g18")
def test_trailing_empty_field_is_ignored(given: Given) -> None:
    """The peer refuses the whole marker; ours cites its ID, which is plain to read."""
    assert pairs(given.answer) == [("turn0view0", None)]
    rendered, page = to_html(given)
    assert page.prose == ""
    assert names(rendered) == ["unknown-source"]
    record = {"id": "turn0view0", "title": "Tide tables", "url": "https://example.org/"}
    assert to_html(Given(given.answers, (record,)))[1].prose == "[1]"


@case("g20", "g21")
def test_malformed_id_is_hidden_and_reported(given: Given) -> None:
    """The peer leaves the marker in place; here it is removed with a diagnostic."""
    assert extract_citations(given.answer) == []
    rendered, page = to_html(given)
    assert page.prose == ""
    assert rendered.citations == ()
    assert names(rendered) == ["malformed-source-id"]


@case("g23")
def test_id_does_not_continue_on_the_next_line(given: Given) -> None:
    """The peer leaves the marker in place.

    Here the family and the ID are hidden, the word behind may be prose and stays.
    """
    assert extract_citations(given.answer) == []
    rendered, page = to_html(given)
    assert page.prose.strip() == "next"
    assert rendered.citations == ()
    assert "unterminated-marker" in names(rendered)


@case("g28")
def test_words_after_a_lone_start_stay(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Answer Anever closed"
    assert to_text(given) == "Answer Anever closed"
    assert to_markdown(given) == "Answer Anever closed"
    (found,) = rendered.diagnostics
    assert given.answer[found.start : found.end] == "\ue200"


@pytest.mark.parametrize("answer", ["", "A", cite("a"), f"A.{cite('a', 'L2')} B"])
def test_stripping_removes_exactly_what_was_extracted(answer: str) -> None:
    found = extract_citations(answer)
    stripped = strip_citations(answer, found)
    assert extract_citations(stripped) == []
    kept = render(stripped, to="text")
    assert kept.diagnostics == ()
