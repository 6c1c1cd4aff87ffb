"""Cases of links to words in a page. A browser opens such links in another test."""

from __future__ import annotations

from urllib.parse import unquote

from tests.cases.support import Given, case, entry_of, to_html


def links_of(given: Given) -> list[str | None]:
    """Return the deep links of all references; those there are, are in the list."""
    rendered, page = to_html(given)
    found = [link for each in rendered.references for link in each.links]
    entries = [entry_of(page, noteref) for noteref in page.noterefs]
    shown = [str(way["href"]) for entry in entries for way in entry.select("small a")]
    assert shown == [link for link in found if link]
    return found


@case("b051")
def test_what_is_syntax_in_directives_is_escaped(given: Given) -> None:
    (link,) = links_of(given)
    assert link == (
        "https://example.org/n#:~:text="
        "well%2Dknown%2C%20safe%20%26%20cheap%20%282026%29%20100%25"
    )
    assert unquote(link).endswith("=well-known, safe & cheap (2026) 100%")


@case("b052")
def test_a_directive_joins_the_fragment_that_there_is(given: Given) -> None:
    assert links_of(given) == [
        "https://example.org/n#:~:text=hi",
        "https://example.org/n#part:~:text=hi",
        "https://example.org/n#:~:text=hi",
    ]
    (first, *_) = given.sources
    asked = {**first, "url": "https://example.org/n?a=1&b=2"}
    assert links_of(Given(given.answers, (asked, *given.sources[1:])))[0] == (
        "https://example.org/n?a=1&b=2#:~:text=hi"
    )


@case("b180")
def test_several_lines_have_a_start_and_an_end(given: Given) -> None:
    (link,) = links_of(given)
    assert link is not None
    start, end = link.removeprefix("https://example.org/n#:~:text=").split(",")
    assert "First para words here.".startswith(unquote(start))
    assert "Last para words here.".endswith(unquote(end))
    assert "%0A" not in link
