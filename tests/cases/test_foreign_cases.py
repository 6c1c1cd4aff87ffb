"""Cases written in other dialects than the default.

Where nobody asks for their dialect, the text stays as it is, nothing in it is a
citation, nothing is added to it. Where it is asked for, they are what they mean.
"""

from __future__ import annotations

import pytest

from citemark import Options, extract_citations, lint
from tests.cases.support import (
    Given,
    case,
    names,
    reparsed,
    source_links,
    to_html,
    to_markdown,
    to_text,
)

ESCAPED = Options(dialect="openai-escaped")


def check_untouched(given: Given) -> None:
    """Check that every output shows the answer as it is, and cites nothing."""
    rendered, page = to_html(given)
    assert page.prose == given.answer
    assert rendered.citations == ()
    assert page.noterefs == []
    assert page.entries == []
    assert extract_citations(given.answer) == []
    assert to_text(given) == given.answer
    assert reparsed(to_markdown(given)).prose == given.answer


def prose(given: Given, dialect: str) -> str:
    """Return what readers see of an answer in a dialect, without its sources."""
    _, page = to_html(given, Options(dialect=dialect))
    return page.prose


def spelled_out(given: Given) -> Given:
    """Return the same case with real characters where their escapes were written."""
    answer = given.answer
    for code in range(0xE200, 0xE205):
        answer = answer.replace(f"\\u{code:x}", chr(code))
    return Given((answer,), given.sources)


@case("g25")
def test_composite_without_family_is_hidden(given: Given) -> None:
    """The peer reads a marker without a family keyword.

    The default grammar needs one; the characters and the IDs are hidden all the same.
    """
    assert prose(given, "librechat") == "Statement[1][2]"
    rendered, page = to_html(given)
    assert page.prose == "Statement"
    assert rendered.citations == ()
    assert len(rendered.diagnostics) == 1
    assert "turn0" not in page.markup


@case("g26")
def test_escaped_delimiter_is_text(given: Given) -> None:
    """The peer drops the delimiter and leaves the ID; here the text stays whole.

    With the dialect of escapes the pair is a citation, and nothing of it leaks.
    """
    check_untouched(given)
    assert [item.name for item in lint(given.answer)] == ["escaped-marker"]
    _, page = to_html(given, ESCAPED)
    assert page.prose == "Hello world"


@case("g30", "g31", "g33")
def test_bracketed_numbers_are_text(given: Given) -> None:
    """As numbers, ``[1, 2,3]`` is three citations; the others stay as they are."""
    check_untouched(given)
    as_numbers = given.answer.replace("[1, 2,3]", "[1][2][3]").replace(" [1]", "[1]")
    assert prose(given, "numeric") == as_numbers


@case("g35")
def test_footnote_labels_without_definition_are_text(given: Given) -> None:
    """Asked for, those that name a source are citations; the others stay."""
    check_untouched(given)
    assert prose(given, "footnote") == "Mixed[1] [^abc][2] [^xyz]"
    _, page = to_html(given, Options(footnotes=True))
    assert page.prose == given.answer


@case("g36", "g38")
def test_cohere_tags_are_text(given: Given) -> None:
    """The peer takes the tags out and gives the covered words a span.

    Where the dialect is not asked for: shown as written, harmless, and no element.
    """
    check_untouched(given)
    assert prose(given, "cohere") in (
        "hello foo[1][2] hi barber[3]",
        "hello foo[1] and x",
    )
    _, page = to_html(given)
    assert "<co" not in page.markup
    assert "</co" not in page.markup


@case("g40")
def test_lenticular_forms_are_text(given: Given) -> None:
    """The peer resolves both forms by their offsets; here they are shown or hidden."""
    check_untouched(given)
    both = Options(dialect=("openai", "lenticular"))
    assert to_html(given, both)[1].prose == "Une réponse et."
    assert prose(given, "gpt-oss") == "Une réponse et."


@case("r06")
def test_residue_without_control_characters_is_text(given: Given) -> None:
    rendered, page = to_html(Given(given.answers, ()))
    assert page.prose == "citeturn1view0 plain"
    assert rendered.citations == ()
    assert to_text(given) == given.answer
    assert to_markdown(given) == given.answer


@case("r10")
def test_escaped_repetition_is_one_source(given: Given) -> None:
    check_untouched(given)
    _, page = to_html(given, ESCAPED)
    assert page.prose == "Fact[1]. Again[1]. Third[1]."
    assert len(page.entries) == 1


@case("r11")
def test_two_ids_with_one_url_stay_apart(given: Given) -> None:
    """The peer merges them; here merging by URL is off: one entry per source ID."""
    check_untouched(given)
    _, page = to_html(given, ESCAPED)
    assert page.prose == "First[1] and second[2]."
    assert [source_links(entry) for entry in page.entries] == [
        ["https://example.org/1"],
        ["https://example.org/1"],
    ]


@case("r13")
def test_source_without_url_is_listed_without_a_link(given: Given) -> None:
    """The peer drops it; a file has no URL and is a source nevertheless."""
    check_untouched(given)
    rendered, page = to_html(given, ESCAPED)
    assert page.prose == "Without link[1]."
    assert "Harbour log" in page.entries[0].get_text()
    assert source_links(page.entries[0]) == []
    assert "unusable-url" in names(rendered)


@case("r15")
def test_trailing_bracketed_numbers_stay(given: Given) -> None:
    """The peer removes the last paragraph; it is the model's text and stays."""
    rendered, page = to_html(given)
    assert page.texts("p") == [r"Text \ue202turn0search0.", "[1][2]"]
    assert rendered.citations == ()
    _, page = to_html(given, ESCAPED)
    assert page.texts("p") == ["Text[1].", "[1][2]"]
    assert len(page.noterefs) == 1


@case("r16")
def test_escaped_wrapping_keeps_the_words(given: Given) -> None:
    """The peer makes the covered words bold; here they stay as they are."""
    check_untouched(given)
    _, page = to_html(given, ESCAPED)
    assert page.prose == "Highlighted text[1] tail"
    assert to_html(spelled_out(given))[1].prose.startswith("Highlighted text")


@case("r18", "r23", "r25", "r26", "r28", "r30", "r31")
def test_brackets_of_other_dialects_are_text(given: Given) -> None:
    """The peers link, drop or renumber them; here only markers are citations.

    So an invented ``[99]`` cannot collide with a number of ours: it is no link.
    """
    check_untouched(given)
    _, page = to_html(given)
    assert page.links() == []


@case("r20", "r21")
def test_links_into_tool_calls_become_text(given: Given) -> None:
    """The peer resolves ``[1](#call7)``, or drops it when it cannot.

    Here it is a link to a fragment that the page does not have: refused, its text kept.
    """
    rendered, page = to_html(given)
    words = " ".join(page.prose.split())
    assert words in (
        "See 1 and 2",
        "Invalid 999 and 1 and 1",
    )
    assert rendered.citations == ()
    assert page.links() == []
    assert page.entries == []


@case("s22")
def test_chunks_of_text_join_without_spaces(given: Given) -> None:
    """The peer's output depends on where chunks end; a number in brackets is text."""
    joined = Given(("".join(given.answers),), given.sources)
    check_untouched(joined)
    assert prose(joined, "numeric") == "Text[1]."
    assert joined.answer == "Text[1]."


@pytest.mark.parametrize("answer", ["Text [1]", "See [^1].", "[c:a] and 【1†a】"])
def test_default_dialect_marks_nothing_of_others(answer: str) -> None:
    check_untouched(Given((answer,), ({"id": "1", "title": "Harbour log"},)))


@case("r23", "r30")
def test_numbers_with_a_source_are_numbered_anew(given: Given) -> None:
    """The peers keep the numbers, or the order, of the sources."""
    assert prose(given, "numeric") in (
        "First[1], then[2], and finally[3].",
        "[1] and [99]",
    )


@case("r25")
def test_words_with_a_source_are_citations(given: Given) -> None:
    """The peer drops an invented ID; here it is told from a citation by its source."""
    assert prose(given, "doc-words") == "Cited[1] hallucinated [c:fake]."
