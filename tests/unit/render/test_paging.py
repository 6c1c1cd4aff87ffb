"""Notes and the pages they are on, without a typesetter: lines that fill pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from citemark.model import NoteRef
from citemark.render.paging import MOST_NOTES, Plan, paginate, plan_for

LINES = 20
"""Lines of a page without notes; each note takes the place of one."""


def ref(index: int, number: int) -> NoteRef:
    return NoteRef(index=index, number=number, occurrence=1, ordinal=index)


@dataclass(frozen=True)
class Laid:
    """Lines on pages: the page of each reference, and how many lines pages have."""

    pages: dict[int, int]
    used: tuple[int, ...]


class Press:
    """Lays out lines, each with the references in it."""

    def __init__(self, lines: Sequence[Sequence[NoteRef]]) -> None:
        self.lines = lines
        self.times = 0

    def lay_out(self, plan: Plan) -> Laid:
        self.times += 1
        pages: dict[int, int] = {}
        used = [0]
        for line in self.lines:
            page = len(used) - 1
            if used[page] >= max(1, LINES - plan.room.get(page, 0)):
                used.append(0)
            used[-1] += 1
            pages |= {each.index: len(used) - 1 for each in line}
        return Laid(pages, tuple(used))


def page_in(laid: Laid, noteref: NoteRef) -> int:
    return laid.pages[noteref.index]


numbers = st.lists(st.lists(st.integers(1, 12), max_size=3), max_size=150)


def print_lines(lines: list[list[int]]) -> tuple[Plan, Laid, Press, list[NoteRef]]:
    index = count(1)
    rows = [[ref(next(index), number) for number in line] for line in lines]
    noterefs = [each for row in rows for each in row]
    press = Press(rows)
    plan, laid = paginate(
        noterefs, press.lay_out, page_in, lambda each: each.index // 20
    )
    return plan, laid, press, noterefs


@given(numbers)
def test_each_page_has_the_notes_that_it_needs(lines: list[list[int]]) -> None:
    plan, laid, press, noterefs = print_lines(lines)
    assert press.times <= 8
    wanted = {(laid.pages[each.index], each.number) for each in noterefs}
    by_index = {each.index: each for each in noterefs}
    told = [(laid.pages[index], by_index[index].number) for index in plan.notes]
    assert sorted(told) == sorted(wanted)
    for index, note in plan.notes.items():
        assert note.told[0].index == index
        assert {each.number for each in note.told} == {by_index[index].number}
        assert all(plan.heads[each.index] == index for each in note.told)


@given(numbers)
def test_notes_stand_in_the_room_of_their_page_without_gaps(
    lines: list[list[int]],
) -> None:
    plan, laid, _, _ = print_lines(lines)
    for page, room in plan.room.items():
        rows = [
            note.row for index, note in plan.notes.items() if laid.pages[index] == page
        ]
        if rows:
            assert rows == list(range(room - len(rows), room))
        firsts = [
            note.is_first
            for index, note in plan.notes.items()
            if laid.pages[index] == page
        ]
        assert firsts == [place == 0 for place in range(len(rows))]


def test_a_line_that_fits_only_without_its_note() -> None:
    # With room for a note, the last line of page one goes to page two, and needs none.
    lines: list[list[int]] = [[] for _ in range(LINES + 3)]
    lines[LINES - 1] = [1]
    plan, laid, press, _ = print_lines(lines)
    assert laid.used[0] == LINES - 1
    assert plan.room == {0: 1, 1: 1}
    assert laid.pages == {1: 1}
    assert press.times <= 4
    assert plan.notes.keys() == {1}


def test_a_page_has_no_room_for_any_number_of_notes() -> None:
    noterefs = [ref(index, index) for index in range(1, MOST_NOTES + 10)]
    plan = plan_for(noterefs, lambda _: 0, {}, 0)
    assert plan.room == {0: MOST_NOTES}
    assert list(plan.notes) == list(range(1, MOST_NOTES + 1))
    assert len(plan.heads) == len(noterefs)


def test_what_is_on_no_page_has_no_note() -> None:
    assert plan_for([ref(1, 1)], lambda _: None, {}, 0) == Plan()


def test_it_ends_whatever_the_pages_do() -> None:
    turn = count()
    noterefs = [ref(1, 1)]
    plan, laid = paginate(
        noterefs, lambda _: next(turn), lambda turned, _: turned, lambda _: 5
    )
    assert laid == 12
    assert plan.notes.keys() == {1}
