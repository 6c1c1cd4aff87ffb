"""Cases in which a marker met a table, a list, a link, an image, code or raw HTML."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from citemark import Options, citations_plugin
from tests.cases.support import (
    Given,
    case,
    cite,
    follows,
    names,
    reparsed,
    to_html,
    to_markdown,
    to_text,
)


@case("b003")
def test_marker_after_the_last_pipe_joins_the_last_cell(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.texts("table th") == ["A", "B"]
    assert page.texts("table td") == ["1", "2[1]"]
    assert names(rendered) == ["marker-outside-cell"]
    assert rendered.references[0].source_id == "turn0file0"
    assert "After." in page.texts("p")


@case("b004")
def test_reference_in_link_text_follows_the_link(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "See the rules page[1]."
    (link,) = page.soup.select("a[href='https://example.org/r']")
    assert (link.get_text(), follows(link)) == ("the rules page", "[1]")
    assert names(rendered) == ["marker-in-link"]
    assert "[the rules page](https://example.org/r)[^" in to_markdown(given)


@case("b006")
def test_marker_inside_a_url_leaves_it_whole(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose_links() == ["https://example.org/r", "https://example.org/q"]
    assert page.prose == "See page[1] and https://example.org/q[1]."
    assert names(rendered) == ["marker-in-url"] * 2


@case("b075")
def test_source_cited_only_in_a_table_is_listed(given: Given) -> None:
    _, page = to_html(given)
    assert page.texts("td") == ["long", "yes[1]"]
    assert len(page.entries) == 1
    assert len(page.soup.select(f"[id='{page.links('td a')[0][1:]}']")) == 1


@case("b076")
def test_heading_keeps_its_name_without_the_reference(given: Given) -> None:
    _, page = to_html(given, Options(heading_ids=True))
    heading = page.soup.select("h2")[0]
    assert heading.get_text() == "Fees[1]"
    assert re.fullmatch(r"(?:[A-Za-z]+-)*fees", str(heading["id"]))
    assert page.numbers == ["[1]", "[1]"]
    assert len(page.entries) == 1


@case("b078")
def test_markers_in_nested_items_stay_in_their_items(given: Given) -> None:
    _, page = to_html(given)
    answer_items = page.soup.select("ul li")
    assert [" ".join(item.get_text().split()) for item in answer_items] == [
        "tea",
        "coffee[1] beans[2]",
        "beans[2]",
    ]
    assert len(page.soup.select("ul ul")) == 1
    assert page.soup.select("ul p") == []


@case("b080")
def test_marker_in_image_text_follows_the_image(given: Given) -> None:
    allowed = Options(images="allow", image_hosts=("example.org",))
    rendered, page = to_html(given, allowed)
    (image,) = page.soup.select("img")
    assert image["alt"] == "River level chart"
    assert not image.get("title")
    assert page.prose == "[1]"
    assert names(rendered) == ["marker-in-image"]
    _, page = to_html(given)
    assert page.soup.select("img") == []
    assert page.prose.startswith("River level chart")
    assert page.prose.endswith("[1]")


@case("b081")
def test_marker_inside_an_html_block(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Depth 4 m[1]\nNext."
    assert len(rendered.citations) == 1
    assert names(rendered) == ["marker-in-html"]
    rendered, page = to_html(given, Options(raw_html="escape"))
    assert '<div class="box">Depth 4 m' in page.prose
    assert page.soup.select("div.box") == []
    assert page.numbers == ["[1]"]
    assert "marker-in-html" in names(rendered)
    for options in (Options(), Options(raw_html="escape")):
        again = reparsed(to_markdown(given, options))
        assert again.soup.select("div") == []
        assert '<div class="box">Depth 4 m' in again.prose


@case("b083")
def test_prices_are_no_formula(given: Given) -> None:
    for options in (Options(), Options(dollarmath=True)):
        _, page = to_html(given, options)
        assert page.prose == "Cost rose from $5[1] to $10[2]."
        assert page.soup.select("math, eq, .math") == []


@case("b085")
def test_code_in_a_list_does_not_hide_later_markers(given: Given) -> None:
    """The case drops the marker inside the fence from view.

    Nothing vanishes here: its reference joins the end of the paragraph before.
    """
    rendered, page = to_html(given)
    assert page.texts("pre code") == ["x\n"]
    assert page.soup.select("pre a") == []
    step, done = page.answer.select("ul > li")
    assert step.get_text().startswith("step[1]")
    assert done.get_text() == "done[1]"
    assert page.texts("ul + p") == ["Press the ` key[2]."]
    assert names(rendered) == ["marker-in-code-block"]


@case("b086")
def test_code_in_a_list_in_a_quote_is_kept(given: Given) -> None:
    """The reference of the marker in the code joins the paragraph before the code."""
    rendered, page = to_html(given)
    assert page.texts("blockquote pre code") == ["a[]\n"]
    assert page.soup.select("pre a, pre sup") == []
    assert [text.split("a[]")[0] for text in page.texts("blockquote li")] == ["q[1]"]
    assert page.texts("blockquote > p") == ["after[1]"]
    assert names(rendered) == ["marker-in-code-block"]


@case("b088")
def test_marker_in_a_code_span_follows_it(given: Given) -> None:
    """The case shows the last reference only.

    Here each marker leaves its code span, a reference follows it, and a code span
    that held nothing else disappears.
    """
    rendered, page = to_html(given)
    assert page.numbers == ["[1]"] * 3
    assert [code.strip() for code in page.texts("p code")] == ["x `"]
    assert page.soup.select("code a, code sup") == []
    assert page.prose.startswith("Write[1] or x `")
    assert page.prose.endswith("[1] here[1].")
    assert names(rendered) == ["marker-in-code-span"] * 2
    again = reparsed(to_markdown(given))
    assert again.prose.startswith("Write[1] or x `")
    assert [code.strip() for code in again.texts("p code")] == ["x `"]
    assert to_text(given).startswith("Write[1] or ``x `")


def test_plugin_alone_gives_the_same_structure() -> None:
    """The plugin is for anyone's parser: its tokens carry the moves above."""
    parser = MarkdownIt("commonmark").use(citations_plugin)
    answer = f"See [rules {cite('a')} page](https://example.org/r) `x{cite('b')}`."
    inline = parser.parse(answer)[1].children or []
    kinds = [token.type for token in inline]
    assert kinds.count("citation_ref") == 2
    assert kinds.index("citation_ref") == kinds.index("link_close") + 1
    assert kinds[kinds.index("code_inline") + 1] == "citation_ref"
