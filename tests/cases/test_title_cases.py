"""Cases of titles and URLs that are hostile, or only unusual."""

from __future__ import annotations

from urllib.parse import unquote

from citemark import Options
from tests.cases.support import (
    Given,
    Page,
    case,
    names,
    reparsed,
    shown,
    source_links,
    to_html,
    to_markdown,
)


def event_handlers(page: Page) -> list[str]:
    """Return the names of all attributes that could run a script."""
    return [
        name
        for tag in page.soup.select("*")
        for name in tag.attrs
        if name.startswith("on")
    ]


@case("b039")
def test_title_of_markdown_characters_is_one_link(given: Given) -> None:
    title = "Guide [2026] *new* _x_ `c` | a"
    again = reparsed(to_markdown(given))
    links = again.soup.select("a[href^=http]")
    assert [(str(link["href"]), link.get_text()) for link in links] == [
        ("https://example.org/g", title)
    ]
    assert again.soup.select("em, strong, code, table") == []
    _, page = to_html(given)
    assert title in page.entries[0].get_text()
    assert page.soup.select("section em, section code, section table") == []


@case("b040")
def test_definition_of_the_answer_captures_no_citation(given: Given) -> None:
    used = Given(
        (given.answer.replace("Fact", "See [x][1] and[^1]. Fact"),), given.sources
    )
    for options in (Options(), Options(footnotes=True)):
        rendered, page = to_html(used, options)
        assert page.numbers == ["[1]"]
        assert source_links(page.entries[0]) == ["https://example.org/s"]
        assert rendered.references[0].url == "https://example.org/s"
        assert page.texts("a[href='https://other.example']") == ["x"]
    again = reparsed(to_markdown(used, Options(footnotes=True)))
    assert again.texts("a[href='https://other.example']") == ["x"]
    calls = again.soup.select("p a[href^='#fn']:not(.footnote-backref)")
    notes = [again.soup.select(f"li[id='{str(call['href'])[1:]}']") for call in calls]
    own, ours = (shown(note[0]) for note in notes)
    assert "own note" in own
    assert "own note" not in ours
    links = again.links(f"li[id='{str(calls[1]['href'])[1:]}'] a[href^=http]")
    assert links == ["https://example.org/s"]


@case("b040")
def test_own_definition_does_not_reach_the_reference(given: Given) -> None:
    again = reparsed(to_markdown(given))
    (call,) = again.soup.select("p a[href^='#fn']:not(.footnote-backref)")
    note = again.soup.select(f"li[id='{str(call['href'])[1:]}']")[0]
    assert "own note" not in note.get_text()
    assert "https://example.org/s" in again.links("li a")
    assert "https://other.example" not in again.links()


@case("b041")
def test_titles_and_excerpts_are_text(given: Given) -> None:
    _, page = to_html(given)
    assert page.soup.select("img, script") == []
    assert event_handlers(page) == []
    entry = page.entries[0].get_text()
    assert "<img src=x onerror=alert(1)>" in entry
    assert "<script>alert(2)</script>" in entry
    again = reparsed(to_markdown(given))
    assert again.soup.select("img, script") == []


@case("b042")
def test_hostile_ids_are_data(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "A B"
    assert page.soup.select("svg") == []
    assert event_handlers(page) == []
    for fragment in ("svg", "onload", "666", "__proto__"):
        assert fragment not in page.markup
    assert names(rendered) == ["malformed-source-id", "unknown-source"]
    assert "__proto__" in rendered.diagnostics[1].message
    bad = rendered.diagnostics[0]
    assert given.answer[bad.start : bad.end] == '666"><svg/onload=alert(1)>'


@case("b156")
def test_url_with_brackets_is_whole(given: Given) -> None:
    url = "https://example.org/wiki/Matrix_(maths)_(a"
    again = reparsed(to_markdown(given))
    (link,) = again.soup.select("a[href^=http]")
    assert unquote(str(link["href"])) == url
    assert link.get_text() == "Matrix"
    _, page = to_html(given)
    assert [unquote(href) for href in source_links(page.entries[0])] == [url]


@case("b158")
def test_entities_in_titles_are_text_unless_decoded(given: Given) -> None:
    _, page = to_html(given)
    first, second = page.entries
    assert "Salt &amp; Pepper" in first.get_text()
    assert "Use of &lt;b&gt; tags" in second.get_text()
    assert reparsed(to_markdown(given)).texts("a[href^=http]") == [
        "Salt &amp; Pepper",
        "Use of &lt;b&gt; tags",
    ]
    decoded = Options(decode_titles=True)
    _, page = to_html(given, decoded)
    first, second = page.entries
    assert "Salt & Pepper" in first.get_text()
    assert "Use of <b> tags" in second.get_text()
    assert page.soup.select("b") == []
    again = reparsed(to_markdown(given, decoded))
    assert again.texts("a[href^=http]") == ["Salt & Pepper", "Use of <b> tags"]


@case("b159")
def test_ampersand_is_escaped_once(given: Given) -> None:
    _, page = to_html(given)
    assert "R &amp; D" in page.markup
    assert "a=1&amp;b=2" in page.markup
    assert "&amp;amp;" not in page.markup
    (link,) = reparsed(to_markdown(given)).soup.select("a[href^=http]")
    assert str(link["href"]) == "https://example.org/?a=1&b=2"
    assert link.get_text() == "R & D"


@case("b162")
def test_quotes_in_titles_end_no_attribute(given: Given) -> None:
    _, page = to_html(given)
    assert event_handlers(page) == []
    assert page.soup.select("[autofocus]") == []
    title = "x\" onmouseover=\"alert(1)' autofocus='"
    assert title in page.entries[0].get_text()
    again = reparsed(to_markdown(given))
    assert event_handlers(again) == []
    assert again.texts("a[href^=http]") == [title]
