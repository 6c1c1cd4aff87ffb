"""The numbered links in the text: ids, names, groups, marks."""

from __future__ import annotations

import pytest

from citemark import Options
from tests.unit.render.answers import (
    NOBODY,
    R_LINES,
    M,
    R,
    S,
    cite,
    html,
    soup,
)


def test_a_reference_is_a_named_link_in_a_superscript() -> None:
    assert (
        "<p>A"
        '<sup class="cx-ref"><a id="cx-r1" href="#cx-s1-2" role="doc-biblioref" '
        'aria-label="Source 1: Return policy, lines 2–3" interestfor="cx-c1">[1]</a>'
        "</sup>.</p>"
    ) in html(f"A{R_LINES}.")


def test_references_are_numbered_by_first_use_and_count_on() -> None:
    page = soup(f"A{S} b{R} c{S}")
    links = page.select("p a")
    assert [link.get_text() for link in links] == ["[1]", "[2]", "[1]"]
    assert [link["id"] for link in links] == ["cx-r1", "cx-r2", "cx-r3"]
    assert [link["href"] for link in links] == ["#cx-s1", "#cx-s2", "#cx-s1"]


@pytest.mark.parametrize(
    ("marker", "name"),
    [
        (R, "Source 1: Return policy"),
        (cite("returns", "L2"), "Source 1: Return policy, line 2"),
        (cite("untitled"), "Source 1"),
        (M, 'Source 1: A "memo" & <b>more</b>'),
    ],
)
def test_names(marker: str, name: str) -> None:
    link = soup(f"A{marker}").select_one("p a")
    assert link is not None
    assert link["aria-label"] == name


def test_several_places_in_one_marker_are_all_named() -> None:
    link = soup(f"A{cite('returns', 'L2', 'L4')}").select_one("p a")
    assert link is not None
    assert link["aria-label"] == "Source 1: Return policy, line 2, line 4"


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("de", "Quelle 1: Return policy, Zeilen 2–3"),
        ("fr", "Source 1\u202f: Return policy, lignes 2–3"),
        ("ja", "出典1：Return policy、2–3行目"),
        ("zh-TW", "來源 1：Return policy，第 2–3 行"),
        ("ar", "المصدر 1: Return policy، الأسطر 2–3"),
    ],
)
def test_names_are_in_the_language_of_the_answer(language: str, name: str) -> None:
    link = soup(f"A{R_LINES}", Options(language=language)).select_one("p a")
    assert link is not None
    assert link["aria-label"] == name


def test_a_reference_leads_to_the_line_it_cites() -> None:
    page = soup(f"A{cite('returns', 'L2')} b{cite('returns', 'L6')} c{R}")
    targets = [str(link["href"]) for link in page.select("p a")]
    assert targets == ["#cx-s1-2", "#cx-s1-6", "#cx-s1"]
    first, second = (
        page.select_one(f"details [id='{t.removeprefix('#')}'] mark")
        for t in targets[:2]
    )
    assert first is not None
    assert second is not None
    assert first.get_text() == "Within 30 days."
    assert "End" in second.get_text()


def test_where_a_reference_leads_does_not_depend_on_later_ones() -> None:
    early = soup(f"A{cite('returns', 'L2')}").select_one("p a")
    late = soup(f"A{cite('returns', 'L2')} b{cite('returns', 'L6')}").select_one("p a")
    assert early is not None
    assert early == late


def test_grouping_puts_one_place_into_one_pair_of_brackets() -> None:
    page = soup(f"A{cite('returns', 'shipping')}{M} b{R}", Options(grouped=True))
    shown = [sup.get_text() for sup in page.select("p sup")]
    assert shown == ["[1, 2, 3]", "[1]"]
    assert [link.get_text() for link in page.select("p a")] == ["1", "2", "3", "[1]"]


def test_unresolved_citations_can_be_marked() -> None:
    options = Options(on_unresolved="mark")
    page = soup(f"A{NOBODY} b{cite('returns', 'nobody')}", options)
    assert [sup.get_text() for sup in page.select("p sup")] == ["[?]", "[1]", "[?]"]
    mark = page.select_one("p .cx-unknown")
    assert mark is not None
    assert (mark["role"], mark["aria-label"]) == ("img", "Unknown source")
    assert "nobody" not in str(page)


def test_marks_can_be_grouped() -> None:
    options = Options(on_unresolved="mark", grouped=True)
    page = soup(f"A{cite('returns', 'nobody')}", options)
    assert [sup.get_text() for sup in page.select("p sup")] == ["[1, ?]"]


def test_stripping_leaves_the_bare_answer() -> None:
    shown = html(f"A{R} b{NOBODY}.\n\n<b>c{S}</b>", options=Options(strip=True))
    assert shown == (
        '<article class="cx" dir="auto">\n<p>A b.</p>\n<p><b>c</b></p>\n</article>\n'
    )


def test_without_hover_cards_nothing_refers_to_one() -> None:
    shown = html(f"A{R}", options=Options(hover_cards=False))
    assert "interestfor" not in shown
    assert "popover" not in shown


def test_every_id_starts_with_the_prefix() -> None:
    page = html(f"A{R_LINES} b{cite('returns', 'L6')}", prefix="2026/a b")
    assert ' id="2026.2f.a.20.b-r1"' in page
    assert page.count(' id="') == page.count(' id="2026.2f.a.20.b-')
