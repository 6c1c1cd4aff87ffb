"""Places of every kind, from the citation to what is shown and reported."""

from __future__ import annotations

import pytest

from citemark import Options, Rendered, fix, lint, render
from citemark.locator import Lines, Locator
from citemark.locators.opaque import Opaque
from citemark.locators.pages import Pages
from citemark.locators.paragraphs import Paragraphs
from citemark.model import Citation
from citemark.places import Places
from citemark.source import Source
from tests.strategies import cite

ALL = Options(
    locators=(
        *("lines", "paragraphs", "pages", "blocks", "chars", "section", "time"),
        "opaque",
    )
)


def source(text: str | None, **fields: str) -> dict[str, str]:
    given = {"source_id": "a", "title": "T", **fields}
    return given if text is None else {**given, "text": text}


def rendered(
    *fields: str, text: str | None, to: str = "text", language: str = "en"
) -> Rendered:
    answer = "X." + "".join(cite("a", field) for field in fields)
    options = Options(locators=ALL.locators, language=language)
    return render(answer, [source(text)], to=to, options=options)


def codes(result: Rendered) -> list[str]:
    unlinked = "CM207"
    return [each.code for each in result.diagnostics if each.code != unlinked]


@pytest.mark.parametrize(
    ("locator", "place", "code"),
    [
        (Lines(2, 3), Lines(2, 3), "CM205"),
        (Lines(0, 0), None, "CM205"),
        (Lines(1, 9_999_999_999), Lines(1, 999_999_999), "CM205"),
        (Paragraphs(2, 3), Paragraphs(2, 3), "CM205"),
        (Pages(2, 3), Pages(2, 3), None),
        (Pages(0, 0), None, None),
        (Opaque("fig.3"), Opaque("fig.3"), None),
    ],
)
def test_without_a_text(
    locator: Locator, place: Locator | None, code: str | None
) -> None:
    citation = Citation("a", locator, None, 0, 1)
    found, problem = Places().find(Source(source_id="a"), citation)
    assert found.locator == place
    assert found.is_lost is (place is None)
    assert found.lines == (place if isinstance(place, Lines) else None)
    assert (problem and problem[0].code) == code


def test_no_locator_is_nowhere() -> None:
    place, problem = Places().find(
        Source(source_id="a", text="x"), Citation("a", None, None, 0, 1)
    )
    assert (place.locator, place.is_lost, problem) == (None, False, None)


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ("p2", "[1] T, p. 2\n"),
        ("12:30-13:05", "[1] T, 12:30–13:05\n"),
        ("§Leave", "[1] T, section Leave\n"),
        ("fig.3", "[1] T, fig.3\n"),
    ],
)
def test_a_place_that_the_text_does_not_show_is_kept(field: str, shown: str) -> None:
    result = rendered(field, text="plain text\n")
    assert str(result).endswith(shown)
    assert codes(result) == []
    assert result.citations[0].excerpt == ""
    assert result.citations[0].locator == field


def test_located_lines_are_shown_and_named() -> None:
    result = rendered("P2", text="one\n\ntwo\nlines\n\nthree")
    assert str(result).endswith("[1] T, paragraph 2\n    | L3  two\n    | L4  lines\n")
    assert result.citations[0].excerpt == "two\nlines"
    assert result.references[0].locators == (Paragraphs(2, 2),)


def test_a_place_beyond_the_text_is_reported_and_cut() -> None:
    result = rendered("P2-P9", text="one\n\ntwo")
    assert codes(result) == ["CM204"]
    assert result.citations[0].locator == "P2"
    lost = rendered("P7", text="one\n\ntwo")
    assert codes(lost) == ["CM204"]
    assert str(lost).endswith("[1] T\n")


def test_names_say_the_place_in_the_readers_language() -> None:
    html = str(rendered("p2", text=None, to="html", language="de"))
    assert 'aria-label="Quelle 1: T, S. 2"' in html
    html = str(rendered("§Leave>Carry_over", text=None, to="html", language="fr"))
    assert 'section <span dir="auto">Leave › Carry over</span>' in html


def test_each_of_several_excerpts_is_named_and_reached() -> None:
    text = "one\n\ntwo\n\n\n\n\nthree\n\n\n\n\nfour"
    html = str(rendered("P3", "P1", "L3", text=text, to="html"))
    for line, name in ((8, "paragraph"), (1, "paragraph"), (3, "line")):
        assert html.count(f'href="#cx-s1-{line}"') == 1
        assert html.count(f'id="cx-s1-{line}"') == 1
        assert f"<summary>Excerpt, {name} <span" in html


def test_a_page_begins_without_its_form_feed() -> None:
    result = rendered("p2", text="one\ntwo\n\f\f three\nfour\fnext", to="html")
    assert "three</mark>" not in str(result)
    html = str(rendered("p3", text="one\ntwo\n\f\fthree\nfour\fnext", to="html"))
    assert "<mark>three</mark>" in html
    assert "<mark>four next</mark>" in html


def test_places_that_share_an_excerpt_are_all_named() -> None:
    text = "one\n\ntwo\ntwo\n\n\n\n\nthree"
    html = str(rendered("P2", "L4", "P3", text=text, to="html"))
    expected = (
        'Excerpt, paragraph <span dir="ltr">2</span>, line <span dir="ltr">4</span>'
    )
    assert expected in html
    for line in (3, 4, 9):
        assert html.count(f'href="#cx-s1-{line}"') == 1
        assert html.count(f'id="cx-s1-{line}"') == 1


def test_an_excerpt_that_is_not_there_is_not_reached() -> None:
    text = "one\n\n \n\ntwo\fx\n\f\n\f\nend"
    html = str(rendered("p3", "P1", "P3", text=text, to="html"))
    assert html.count('href="#cx-s1"') == 1


def test_the_fixes_are_the_same_for_every_kind() -> None:
    sources = [source("one\n\ntwo")]
    wide = f"X.{cite('a', 'P2-P9')}"
    assert fix(wide, sources, options=ALL, unsafe=True).text == f"X.{cite('a', 'P2')}"
    gone = f"X.{cite('a', '¶7')}"
    assert fix(gone, sources, options=ALL, unsafe=True).text == f"X.{cite('a')}"
    turned = f"X.{cite('a', '13:05-12:30')}"
    assert fix(turned, options=ALL).text == f"X.{cite('a', '12:30-13:05')}"
    foreign = f"X.{cite('a', '¶２')}"
    assert fix(foreign, options=ALL, unsafe=True).text == f"X.{cite('a', '¶2')}"


def test_without_lines_a_missing_locator_is_any_place() -> None:
    def messages(*locators: str) -> list[str]:
        options = Options(locators=locators, select=("missing-locator",))
        found = lint(f"X.{cite('a')}", [source("one\ntwo")], options=options)
        return [each.message.rpartition("expected ")[2] for each in found]

    assert messages("lines", "pages") == ["some of its 2 lines"]
    assert messages("pages") == ["a place in it"]
    assert messages() == []
