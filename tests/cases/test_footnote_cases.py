"""Cases of the author's own footnotes, which work beside our references."""

from __future__ import annotations

from citemark import Options
from tests.cases.support import Given, Page, case, cite, reparsed, to_html, to_markdown

FOOTNOTES = Options(footnotes=True)


def calls(page: Page) -> list[str]:
    """Return the ids that the calls of the author's notes lead to."""
    return [
        str(link["href"])[1:]
        for link in page.soup.select("a[href^='#']:not([role])")
        if link.find_parent("li") is None
    ]


def note(page: Page, name: str) -> str:
    """Return the text of the element with the id *name*."""
    (found,) = page.soup.select(f"[id='{name}']")
    return found.get_text()


@case("n01")
def test_footnote_called_twice(given: Given) -> None:
    """The peer labels the calls 1 and 1:1; here it matters where they lead."""
    _, page = to_html(given, FOOTNOTES)
    first, second = calls(page)
    assert first == second
    assert "foo" in note(page, first)
    back = page.links(f"[id='{first}'] a[href^='#']")
    assert len(set(back)) == 2
    beside = Given(
        (f"[^x] M {cite('a')} [^x]\n\n[^x]: foo",), ({"id": "a", "title": "Ode"},)
    )
    _, page = to_html(beside, FOOTNOTES)
    assert page.numbers == ["[1]"]
    assert "foo" not in page.entries[0].get_text()
    again = reparsed(to_markdown(beside, FOOTNOTES))
    assert len(again.soup.select("section.footnotes li")) == 2


@case("n03")
def test_footnote_without_definition_is_text(given: Given) -> None:
    for options in (Options(), FOOTNOTES):
        assert to_html(given, options)[1].prose == "Missing[^missing]."


@case("n05")
def test_footnote_in_code_and_in_link_text(given: Given) -> None:
    """In code it is code; of two links in one another the inner one stands.

    That is what the footnote plugin makes of it, and links in links are no HTML.
    """
    _, page = to_html(given, FOOTNOTES)
    assert page.texts("p code") == ["code span[^1]"]
    assert page.soup.select("a a, code a") == []
    assert page.texts("p sup a") == ["[1]"]
    assert "link" in page.prose


@case("n06")
def test_footnote_called_in_a_quote(given: Given) -> None:
    _, page = to_html(given, FOOTNOTES)
    (called,) = calls(page)
    assert page.soup.select(f"blockquote a[href='#{called}']")
    assert "d" in note(page, called)
    assert page.soup.select(f"blockquote [id='{called}']") == []


@case("n08")
def test_character_classes_are_text(given: Given) -> None:
    for options in (Options(), FOOTNOTES):
        rendered, page = to_html(given, options)
        assert page.prose == given.answer
        assert rendered.citations == ()
        assert page.links() == []
