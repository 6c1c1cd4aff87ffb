"""Cases of the space around a reference, and around one that was taken out."""

from __future__ import annotations

from citemark import Options, render
from tests.cases.support import (
    Given,
    case,
    cite,
    names,
    text_of,
    to_html,
    to_markdown,
    to_text,
)

STRIP = Options(strip=True)


@case("b061")
def test_number_does_not_merge_with_a_year(given: Given) -> None:
    _, page = to_html(given)
    assert page.texts("p")[0] == "In 2024[1] sales fell."
    assert "20241" not in page.soup.get_text()


@case("b062")
def test_glued_words_stay_glued(given: Given) -> None:
    """That the second marker splits a word is a finding of the linter, yet to come."""
    _, page = to_html(given)
    assert page.prose == "twice in one week[1].Next[2]word"
    assert to_text(given, STRIP) == "twice in one week.Nextword"


@case("b063")
def test_stripping_leaves_single_spaces(given: Given) -> None:
    assert to_text(given, STRIP) == "Answer goes on. End."
    assert to_markdown(given, STRIP) == "Answer goes on. End."


@case("b064")
def test_unclosed_marker_swallows_no_sentence(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose.startswith("Alpha holds.")
    assert page.prose.endswith(" Beta stays. Gamma[1].")
    assert rendered.references[0].source_id == "turn0file1"
    assert "turn0file0" not in page.markup
    assert names(rendered) == ["unterminated-marker"]
    assert to_text(given, STRIP).endswith(" Beta stays. Gamma.")


@case("b196")
def test_no_break_before_the_number(given: Given) -> None:
    assert to_html(given)[1].prose == "end of line[1] next"
    broken = Given((f"end of line\n{cite('turn0file0')} next",), given.sources)
    assert to_html(broken)[1].prose == "end of line[1] next"
    hard = Given((f"end of line  \n{cite('turn0file0')}",), given.sources)
    assert to_html(hard)[1].prose.startswith("end of line")


@case("b199")
def test_words_that_look_like_markers_stay(given: Given) -> None:
    bare = "On turn2 you cite, then turn0 left., ok."
    assert to_text(given, STRIP) == bare
    assert to_html(given, STRIP)[1].prose == bare


@case("b201")
def test_history_without_ghost_citations(given: Given) -> None:
    assert to_markdown(given, STRIP) == "- b\n\nEnd."
    rendered = render(given.answer, given.sources, options=STRIP)
    assert "cite" not in text_of(rendered)
    _, page = to_html(given, STRIP)
    assert page.texts("li") == ["b"]
    assert page.texts("p") == ["End."]
