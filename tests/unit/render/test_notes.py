from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render
from citemark.locator import Lines
from citemark.model import Excerpt, ExcerptLine
from citemark.render.days import shown_date
from citemark.render.names import Names
from citemark.render.notes import html_cards, html_notes, shown_text
from tests.strategies import SOURCES, cite
from tests.unit.render.contexts import context

TEXT = "\n".join(f"row {n}" for n in range(1, 31))


def page(
    answer: str, options: Options | None = None, **fields: object
) -> BeautifulSoup:
    source = {"source_id": "a", "title": "T", "text": TEXT, **fields}
    return BeautifulSoup(render(answer, [source], options=options).body, "html.parser")


@pytest.mark.parametrize(
    ("updated", "expected"),
    [
        ("2026", "2026"),
        ("2026-04", "2026-04"),
        ("2026-04-02", "2026-04-02"),
        ("2026-04-02T10:00:00+02:00", "2026-04-02"),
        ("2026-04-02 10:00", "2026-04-02"),
        ("2026T10:00", "2026T10:00"),
        ("spring", "spring"),
    ],
)
def test_dates_are_shown_by_day(updated: str, expected: str) -> None:
    assert shown_date(updated) == expected


def test_a_valid_date_is_a_time_and_others_are_text() -> None:
    valid = page(f"x{cite('a')}", modified_at="2026-04-02T10:00:00Z").select_one("time")
    assert valid is not None
    assert (valid["datetime"], valid.text) == ("2026-04-02T10:00:00Z", "2026-04-02")
    # A week date is ISO 8601, but not what the element may hold.
    week = page(f"x{cite('a')}", modified_at="2026-W14-4")
    assert week.select_one("time") is None
    assert [each.text for each in week.select("section small bdi")] == ["2026-W14-4"]


def test_no_list_without_references() -> None:
    ctx = context("x")
    assert html_notes(ctx, Names(ctx)) == html_cards(ctx, Names(ctx)) == ""


@pytest.mark.parametrize("options", [Options(strip=True), Options(hover_cards=False)])
def test_cards_and_lists_can_be_left_out(options: Options) -> None:
    ctx = context(f"x{cite('turn0file0')}", SOURCES, options)
    assert html_cards(ctx, Names(ctx)) == ""
    assert bool(html_notes(ctx, Names(ctx))) is not options.strip


def test_several_excerpts_name_their_lines_and_one_need_not() -> None:
    one = page(f"x{cite('a', 'L2-L3')}").select("section summary")
    assert [each.text for each in one] == ["Excerpt"]
    two = page(f"x{cite('a', 'L2-L3')} y{cite('a', 'L20')}").select("section summary")
    assert [each.text for each in two] == ["Excerpt, lines 2–3", "Excerpt, line 20"]


def test_cited_lines_have_an_id_in_the_note_only() -> None:
    html = page(f"x{cite('a', 'L2-L3')} y{cite('a', 'L20')}")
    found = {str(each["id"]): each.text for each in html.select("section .cx-line[id]")}
    assert found == {
        "cx-s1-2": "2 row 2",
        "cx-s1-3": "3 row 3",
        "cx-s1-20": "20 row 20",
    }
    assert not html.select("[popover] .cx-line[id]")


def test_cited_lines_are_marked_among_their_context() -> None:
    html = page(f"x{cite('a', 'L5')}")
    lines = html.select("section .cx-line")
    assert [line.text for line in lines] == [f"{n} row {n}" for n in range(3, 8)]
    assert [mark.text for mark in html.select("section mark")] == ["row 5"]
    assert [line.text for line in html.select("[popover] .cx-line")] == ["5 row 5"]


def test_the_lead_of_a_whole_source_is_not_marked() -> None:
    html = page(f"x{cite('a')}")
    assert html.select("section .cx-line")
    assert not html.select("mark")


def test_backlinks_have_letters() -> None:
    links = page(f"x{cite('a')} y{cite('a')}").select("a[role=doc-backlink]")
    assert [(a.text, a["href"], a["aria-label"]) for a in links] == [
        ("a", "#cx-r1", "Back to reference 1a"),
        ("b", "#cx-r2", "Back to reference 1b"),
    ]


@pytest.mark.parametrize(
    ("title", "shown"), [("T", ["x.test"]), ("x.test/a", []), ("x.test", [])]
)
def test_the_host_is_shown_once(title: str, shown: list[str]) -> None:
    html = page(f"x{cite('a')}", title=title, url="https://x.test/a")
    assert [each.text for each in html.select("section small bdi")] == shown


def test_everything_of_a_source_is_escaped() -> None:
    hostile = "<img src=x onerror=alert(1)>\"'&amp;"
    html = page(f"x{cite('a', 'L1')}", title=hostile, text=hostile)
    assert not html.select("img")
    cited = html.select_one("section cite")
    assert cited is not None
    assert cited.text == hostile
    assert hostile in [mark.text for mark in html.select("section mark")]


def lines(*texts: str) -> tuple[ExcerptLine, ...]:
    return tuple(
        ExcerptLine(number, text, located=True) for number, text in enumerate(texts, 1)
    )


def test_a_cut_excerpt_ends_with_one_ellipsis() -> None:
    cut = Excerpt(lines("a", "b"), Lines(1, 9), truncated=True)
    assert [shown_text(cut, line) for line in cut.lines] == ["a", "b…"]
    said = Excerpt(lines("a", "b…"), Lines(1, 9), truncated=True)
    assert [shown_text(said, line) for line in said.lines] == ["a", "b…"]
    whole = Excerpt(lines("a", "b"), Lines(1, 2))
    assert [shown_text(whole, line) for line in whole.lines] == ["a", "b"]
    around = Excerpt((ExcerptLine(1, "a", located=False),), Lines(1, 9), truncated=True)
    assert shown_text(around, around.lines[0]) == "a"
