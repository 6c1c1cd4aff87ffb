"""Names on one line with something that must be read, too."""

from __future__ import annotations

import pytest

from citemark.render.columns import columns, on_one_line

LONG = "A handbook on working from home " * 6


@pytest.mark.parametrize(
    "title", [LONG, "x" * 200, "X" * 200, "\u5bb6" * 100, "e\u0301" * 200]
)
@pytest.mark.parametrize("path", [None, "Short", LONG, "\u5bb6" * 100])
@pytest.mark.parametrize("rest", ["", "line 2", "r" * 45])
def test_there_is_room_for_the_rest(title: str, path: str | None, rest: str) -> None:
    names = [name for name in on_one_line(title, path, rest) if name is not None]
    assert sum(map(columns, [*names, rest])) <= 96
    assert all(len(name) > 4 for name in names)
    assert names[0].endswith("…")


def test_a_short_title_is_not_cut_for_a_long_path() -> None:
    title, path = on_one_line("Handbook", LONG, "line 2")
    assert title == "Handbook"
    assert path is not None
    assert columns(path) > 50


def test_a_rest_without_end_leaves_something_of_a_name() -> None:
    title, path = on_one_line(LONG, LONG, "r" * 500)
    assert title.startswith("A handbook")
    assert path is not None
    assert path.startswith("A ")


def test_what_fits_is_not_cut() -> None:
    title, path = "Working Abroad: Rules for Temporary Stays", "Working abroad"
    rest = "lines 3\N{EN DASH}4, lines 6\N{EN DASH}7, company.example"
    assert on_one_line(title, path, rest) == (title, path)
