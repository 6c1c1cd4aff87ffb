"""Cases of scripts that are read from right to left, mixed with others."""

from __future__ import annotations

import unicodedata

from citemark import Options, theme_css
from tests.cases.support import Given, case, to_html

_CONTROLS = frozenset(
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


@case("b043")
def test_a_reference_is_no_part_of_the_number_before_it(given: Given) -> None:
    """Its brackets keep the numbers apart, and the style sheet isolates it.

    A browser measures in another test that this is enough.
    """
    _, page = to_html(given, Options(language="he"))
    assert page.soup.select("article")[0]["dir"] == "rtl"
    (reference,) = page.soup.select("sup.cx-ref")
    assert reference.get_text() == "[1]"
    assert str(reference.previous_sibling) == "\u05d1\u05e9\u05e0\u05ea 2023"
    css = theme_css("base")
    rule = css[css.index(".cx-ref {") :]
    assert "unicode-bidi: isolate" in rule[: rule.index("}")]
    assert not _CONTROLS & set(page.markup)


@case("b044")
def test_each_title_is_isolated(given: Given) -> None:
    rendered, page = to_html(given)
    titles = [str(given.sources[0]["title"]), "abctxt"]
    assert [reference.title for reference in rendered.references] == titles
    for title, entry in zip(titles, page.entries, strict=True):
        (isolate,) = entry.select(".cx-title bdi")
        assert isolate.get_text() == title
    assert not _CONTROLS & set(page.markup)


@case("b165")
def test_line_numbers_and_titles_keep_their_direction(given: Given) -> None:
    _, page = to_html(given, Options(language="ar"))
    assert page.soup.select("article")[0]["dir"] == "rtl"
    (entry,) = page.entries
    ranges = entry.select("small span")
    assert [(tag["dir"], tag.get_text()) for tag in ranges] == [("ltr", "3\u20135")]
    assert [tag.get_text() for tag in entry.select(".cx-title bdi")] == ["Notes"]
    assert {str(tag["dir"]) for tag in entry.select(".cx-ex")} == {"auto"}
    (name,) = {str(tag["aria-label"]) for tag in page.noterefs}
    assert unicodedata.normalize("NFC", name).endswith("3\u20135")
