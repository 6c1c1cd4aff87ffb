"""Cases about where a marker may stand.

The peer of these cases leaves a marker in code, in a link or in an attribute as it is,
control characters included. Here a marker never reaches a reader: it is taken out of
the place where it cannot show, and its reference follows that place.
"""

from __future__ import annotations

from citemark import Options
from tests.cases.support import (
    Given,
    case,
    cite,
    names,
    shown,
    source_links,
    to_html,
    to_markdown,
    to_text,
)


@case("m01")
def test_code_span_with_nothing_but_a_marker_disappears(given: Given) -> None:
    """The peer keeps the marker in the code span; see the module."""
    rendered, page = to_html(given)
    assert page.prose == "[1]"
    assert page.soup.select("code") == []
    assert names(rendered) == ["marker-in-code-span"]
    assert to_markdown(given).startswith("[^1]\n")
    assert to_text(given).startswith("[1]\n")


@case("m03")
def test_marker_alone_in_indented_code(given: Given) -> None:
    """The peer keeps the marker in the code.

    Without a paragraph before, the reference gets one of its own after the block.
    """
    rendered, page = to_html(given)
    assert page.prose.strip() == "[1]"
    assert page.soup.select("pre a, code a") == []
    assert page.texts("p") == ["[1]"]
    assert names(rendered) == ["marker-in-code-block"]


@case("m05")
def test_link_label(given: Given) -> None:
    """The peer keeps the marker in the label; see the module."""
    rendered, page = to_html(given)
    assert page.prose == "Source[1]"
    assert page.texts("a[href='https://example.com']") == ["Source"]
    assert names(rendered) == ["marker-in-link"]


@case("m06")
def test_link_destination(given: Given) -> None:
    """The peer keeps the marker in the destination; see the module."""
    rendered, page = to_html(given)
    assert page.prose == "Source[1]"
    assert page.prose_links() == ["https://example.com/"]
    assert names(rendered) == ["marker-in-url"]


@case("m08")
def test_bare_url(given: Given) -> None:
    """The peer leaves the marker in the URL; here the URL ends before it."""
    for options in (Options(), Options(linkify=True)):
        _, page = to_html(given, options)
        assert page.prose == "https://example.com/[1]"
    assert page.prose_links() == ["https://example.com/"]


@case("m10")
def test_label_of_a_reference_link(given: Given) -> None:
    """The peer keeps the marker in the label; see the module."""
    _, page = to_html(given)
    assert page.prose == "[1]"
    assert "" not in page.texts("a")
    markdown = to_markdown(given)
    assert "[ref]: https://example.com" in markdown


@case("m11")
def test_image_text(given: Given) -> None:
    """The peer keeps the marker in the text of the image; see the module."""
    rendered, page = to_html(given)
    assert page.prose.startswith("Chart")
    assert page.prose.endswith("[1]")
    assert "marker-in-image" in names(rendered)


@case("m13")
def test_raw_html_anchor(given: Given) -> None:
    """The peer keeps the marker in the anchor; here its reference follows it."""
    rendered, page = to_html(given)
    assert " ".join(page.prose.split()) in ("Before[1] after.", "Before [1] after.")
    assert page.soup.select("a a") == []
    assert page.numbers == ["[1]"]
    assert len(rendered.citations) == 1


@case("m15")
def test_raw_html_attribute(given: Given) -> None:
    """The peer keeps the marker in the attribute; here it follows the element."""
    rendered, page = to_html(given)
    assert page.prose == "text[1]"
    assert "marker-in-html" in names(rendered)


@case("m16")
def test_raw_html_code(given: Given) -> None:
    """The peer gives number 1 to the citation outside the code.

    A marker leaves the code element and its reference follows, so both are cited.
    """
    _, page = to_html(given)
    assert page.numbers == ["[1]", "[2]"]
    assert [shown(entry).count("Harbour log") > 0 for entry in page.entries] == [
        True,
        False,
    ]
    assert page.soup.select("code a") == []
    assert page.prose.endswith("[2].")


@case("m18")
def test_tag_in_a_quoted_attribute_opens_nothing(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Before text[1]"
    assert page.soup.select("code") == []
    assert "marker-in-html" not in names(rendered)


@case("m20")
def test_opaque_id_is_never_a_label(given: Given) -> None:
    """The peer shows the ID, escaped; here the label is the number."""
    _, page = to_html(given)
    assert page.prose == "[1]"
    assert page.answer.select("strong") == []


@case("m21")
def test_no_url_is_guessed_from_an_id(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "[1][2]"
    assert [source_links(entry) for entry in page.entries] == [[], []]
    assert rendered.citations[1].locator == "L8"
    assert "http" not in to_markdown(given)


@case("m23")
def test_indented_and_unclosed_code_is_kept(given: Given) -> None:
    """The peer converts both, and knows it as a defect."""
    rendered, page = to_html(given)
    assert page.texts("pre code") == ["indented block [3]\n", "With [2]"]
    assert rendered.citations == ()
    assert to_markdown(given) == given.answer


@case("m25")
def test_bracketed_number_after_a_fence(given: Given) -> None:
    """The peer links ``[1]`` after the fence and adds an info string to it.

    Bracketed numbers are text here; a fence keeps what it says and nothing more.
    """
    rendered, page = to_html(given)
    assert page.texts("pre code") == ["print('[1]')\n"]
    assert not page.soup.select("pre code[class]")
    assert page.texts("p") == ["Code:", "End [1]."]
    assert rendered.citations == ()
    assert to_markdown(given) == given.answer


@case("m26")
def test_escaped_backtick_opens_no_code(given: Given) -> None:
    """The peer shows ``[source]`` for what it cannot resolve; here it is dropped."""
    rendered, page = to_html(given)
    assert page.prose == "Un accent ` puis"
    assert names(rendered) == ["unknown-source"]
    record = {"id": "turn0search0", "title": "Ode", "url": "https://example.org/"}
    assert to_html(Given(given.answers, (record,)))[1].prose == "Un accent ` puis[1]"
    assert cite("turn0search0") in given.answer
