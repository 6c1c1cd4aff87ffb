"""Cases of emphasis, strikethrough and full-width punctuation beside markers."""

from __future__ import annotations

from markdown_it import MarkdownIt

from citemark import Options
from tests.cases.support import (
    Given,
    Page,
    case,
    cite,
    follows,
    names,
    to_html,
    to_text,
)


def plain(answer: str) -> Page:
    """Return what plain CommonMark makes of *answer*."""
    return Page(str(MarkdownIt("commonmark").render(answer)))


def strong_and_next(page: Page) -> list[tuple[str, str]]:
    """Return each strong text with the element right behind it."""
    return [(tag.get_text(), follows(tag)) for tag in page.answer.select("strong")]


@case("b007")
def test_emphasis_that_ends_in_punctuation_closes(given: Given) -> None:
    _, page = to_html(given)
    assert page.prose == "Fees rise in May.[1] Ask first. Note:[2] ok. gone.[1]"
    assert strong_and_next(page) == [("Fees rise in May.", "[1]")]
    (note,) = page.answer.select("p em")
    assert (note.get_text(), follows(note)) == ("Note:", "[2]")
    (gone,) = page.answer.select("s, del")
    assert (gone.get_text(), follows(gone)) == ("gone.", "[1]")


@case("b008")
def test_emphasis_that_ends_in_a_full_width_stop_closes(given: Given) -> None:
    _, page = to_html(given)
    assert strong_and_next(page) == [("水は100度で沸騰する。", "[1]")]
    assert page.prose == "水は100度で沸騰する。[1]次の話。"


@case("b010")
def test_bare_url_ends_before_the_marker(given: Given) -> None:
    _, page = to_html(given, Options(linkify=True))
    assert page.prose_links() == ["https://example.com/docs"]
    assert page.prose == "详见 https://example.com/docs[1]。谢谢"
    assert to_html(given)[1].prose == "详见 https://example.com/docs[1]。谢谢"


@case("b011")
def test_side_of_the_punctuation_stays_as_written(given: Given) -> None:
    """That the two placements are mixed is a finding of the linter, which comes later.

    Rendering keeps the order of the answer, whatever the script.
    """
    _, page = to_html(given)
    assert page.prose == "یہ ہے۔[1] اور وہ[2]، پھر۔"
    assert to_text(given).startswith("یہ ہے۔[1] اور وہ[2]، پھر۔\n")


@case("b089")
def test_emphasis_opens_right_after_a_marker(given: Given) -> None:
    _, page = to_html(given)
    assert page.texts("strong") == ["「要点」", "(New)"]
    assert page.prose == "これは[1]「要点」。 x[2](New) y"
    spaced = given.answer.replace(" " + cite("turn0file1"), " ")
    spaced = spaced.replace(cite("turn0file0"), " ")
    assert plain(spaced).texts("strong") == page.texts("strong")


@case("b091")
def test_marker_inserted_inside_a_formatting_pair_moves_out(given: Given) -> None:
    """Annotations end inside the bold and inside the code: 25 and 42."""
    answer = given.answer
    answer = answer[:42] + cite("turn0file1") + answer[42:]
    answer = answer[:25] + cite("turn0file0") + answer[25:]
    rendered, page = to_html(Given((answer,), given.sources))
    assert page.prose == "Raw rice needs two cups[1] of warm water[2]."
    assert strong_and_next(page) == [("two cups", "[1]")]
    (code,) = page.answer.select("p code")
    assert (code.get_text(), follows(code)) == ("warm water", "[2]")
    assert names(rendered) == ["marker-in-emphasis", "marker-in-code-span"]


@case("b092")
def test_cjk_emphasis_is_an_option(given: Given) -> None:
    """That emphasis stays unclosed is a finding of the linter, which comes later."""
    _, page = to_html(given)
    assert page.answer.select("p strong") == []
    assert page.prose == "包含**「重点」[1]**内容"
    assert plain(given.answer.replace(cite("turn0file0"), "")).texts("strong") == []
    _, page = to_html(given, Options(cjk_emphasis=True))
    assert strong_and_next(page) == [("「重点」", "[1]")]
    assert page.prose == "包含「重点」[1]内容"


@case("b094")
def test_closing_quote_and_full_stop_keep_their_order(given: Given) -> None:
    """Moving the reference behind the full stop is a fix of the linter, yet to come."""
    _, page = to_html(given)
    assert page.prose == "他说“走吧”[1]。"
    assert to_text(given).startswith("他说“走吧”[1]。\n")


@case("m28")
def test_bold_sentence_before_a_marker_closes(given: Given) -> None:
    _, page = to_html(given)
    assert strong_and_next(page) == [("Paris is the capital.", "[1]")]
    assert page.prose == "Paris is the capital.[1]"


@case("m30")
def test_strikethrough_and_single_stars_close(given: Given) -> None:
    _, page = to_html(given)
    assert page.prose == "x.[1] and Paris.[1]"
    assert page.texts("p em") == ["Paris."]
    assert page.texts("p s, p del") == ["x."]


@case("m32")
def test_linkified_url_ends_before_the_marker(given: Given) -> None:
    _, page = to_html(given, Options(linkify=True))
    assert page.prose_links() == ["https://example.com/a"]
    assert page.prose == "See https://example.com/a[1]."
