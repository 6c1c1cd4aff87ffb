"""Excerpts as readers see them: in order, and none split where no line is missing."""

from __future__ import annotations

from bs4 import BeautifulSoup

from citemark import render
from citemark.locator import Lines
from citemark.locators.pages import Pages
from citemark.model import Excerpt, ExcerptLine
from citemark.render.passages import in_order, shown_places, without_context
from tests.strategies import cite

SOURCE = {
    "id": "a",
    "title": "Rules",
    "text": "".join(f"Rule {line}.\n" for line in range(1, 41)),
}


def excerpt(
    first: int, last: int, *, around: int = 0, is_truncated: bool = False
) -> Excerpt:
    return Excerpt(
        tuple(
            ExcerptLine(line, f"Rule {line}.", located=first <= line <= last)
            for line in range(first - around, last + around + 1)
        ),
        Lines(first, last),
        truncated=is_truncated,
    )


def spans(excerpts: list[Excerpt]) -> list[tuple[int | None, int | None]]:
    return [(each.lines[0].number, each.lines[-1].number) for each in excerpts]


def test_excerpts_stand_in_the_order_of_the_source() -> None:
    assert spans(in_order([excerpt(9, 9), excerpt(3, 4)])) == [(3, 4), (9, 9)]


def test_excerpts_that_go_on_are_one_with_the_places_of_all() -> None:
    later, first, last = excerpt(10, 14), excerpt(4, 7, around=2), excerpt(30, 30)
    joined, alone = in_order([later, first, last])
    assert spans([joined, alone]) == [(2, 14), (30, 30)]
    assert shown_places(joined) == (Lines(4, 7), Lines(10, 14))
    assert joined.text == f"{first.text}\n{later.text}"
    assert alone is last


def test_without_the_lines_between_they_stay_two() -> None:
    cut = map(without_context, [excerpt(4, 7, around=1), excerpt(9, 9)])
    assert spans(in_order(cut)) == [(4, 7), (9, 9)]


def test_nothing_goes_on_after_a_cut() -> None:
    found = in_order([excerpt(4, 7, is_truncated=True), excerpt(8, 9)])
    assert spans(found) == [(4, 7), (8, 9)]


def test_lines_that_only_match_stay_apart_and_last() -> None:
    matched = Excerpt(excerpt(1, 2).lines, Lines(1, 2), is_matched=True)
    assert in_order([matched, excerpt(3, 4)]) == [excerpt(3, 4), matched]


def test_a_lead_is_no_place() -> None:
    lead = Excerpt((ExcerptLine(None, "Rules.", located=True),))
    assert in_order([lead, lead]) == [lead, lead]


def test_places_of_other_kinds_are_listed_too() -> None:
    pages = Excerpt(excerpt(1, 4).lines, Lines(1, 4), cited=(Pages(2, 2), Pages(1, 1)))
    assert shown_places(pages) == (Pages(1, 2),)


ANSWER = " ".join(
    f"Claim.{cite('a', place)}" for place in ("L3-L4", "L6", "L7", "L9", "L8", "L30")
)


def test_an_entry_names_and_shows_places_as_they_follow_each_other() -> None:
    body = str(render(ANSWER, [SOURCE], to="html").body)
    summaries = BeautifulSoup(body, "html.parser").select("details > summary")
    assert [each.get_text() for each in summaries] == [
        "Excerpt, lines 3–4, lines 6–9",
        "Excerpt, line 30",
    ]
    assert 'lines <span dir="ltr">3–4</span> · lines <span dir="ltr">6–9</span>' in body


def test_quotes_in_markdown_are_split_only_where_lines_are_missing() -> None:
    body = str(render(ANSWER, [SOURCE], to="markdown").body)
    assert "Rules, lines 3–4, lines 6–9, line 30." in body
    assert "    > Rule 4.\n\n    > Rule 6." in body
    assert "    > Rule 8.\\\n    > Rule 9.\n\n    > Rule 30." in body


def test_long_ranges_that_touch_are_one_quote() -> None:
    answer = f"A.{cite('a', 'L11-L20')} B.{cite('a', 'L1-L10')}"
    body = str(render(answer, [SOURCE], to="markdown").body)
    assert "Rules, lines 1–20." in body
    assert "    > Rule 10.\\\n    > Rule 11." in body


def test_an_e_mail_has_one_box_for_lines_that_follow_each_other() -> None:
    answer = f"A.{cite('a', 'L6')} B.{cite('a', 'L3-L4')}"
    mail = str(render(answer, [SOURCE], to="email").body)
    boxes = BeautifulSoup(mail, "html.parser").select("table.cx-edge")
    assert [line for line in range(1, 12) if f"Rule {line}." in boxes[-1].text] == [
        *range(1, 9)
    ]
