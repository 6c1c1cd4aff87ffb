"""Fields that are places of a kind that is off: the finding says so."""

from __future__ import annotations

import pytest

from citemark import ConfigError, Options, lint, render
from citemark.syntax import Syntax
from tests.strategies import cite

SOURCES = [{"id": "turn0file0", "title": "Report", "text": "One.\nTwo.\n"}]


@pytest.mark.parametrize(
    ("field", "code", "looks"),
    [
        ("12:30", "CM003", "a time: Options.locators has 'time' off"),
        ("§Leave", "CM003", "a section: Options.locators has 'section' off"),
        ("¶3", "CM003", "a paragraph: Options.locators has 'paragraphs' off"),
        ("p2", "CM201", "a page: Options.locators has 'pages' off"),
        ("p2-p4", "CM201", "a page: Options.locators has 'pages' off"),
        ("Block3", "CM201", "a block: Options.locators has 'blocks' off"),
    ],
)
def test_a_place_of_a_kind_that_is_off(field: str, code: str, looks: str) -> None:
    answer = f"So it is.{cite('turn0file0', field)}"
    found = render(answer, SOURCES).diagnostics
    messages = [each.message for each in found if each.code == code]
    assert [message.partition("; it looks like ")[2] for message in messages] == [looks]
    (linted,) = (each for each in lint(answer, SOURCES) if each.code == code)
    start = answer.index(field)
    assert (linted.start, linted.end) == (start, start + len(field))
    assert linted.message.endswith(looks)


@pytest.mark.parametrize("field", ["12:30", "§Leave", "p2"])
def test_no_hint_where_the_kind_is_on(field: str) -> None:
    options = Options(locators=("lines", "pages", "section", "time"))
    answer = f"So it is.{cite('turn0file0', field)}"
    found = render(answer, SOURCES, options=options).diagnostics
    assert not {each.code for each in found} & {"CM003", "CM201"}


def test_lines_that_are_off_are_said_to_be() -> None:
    options = Options(locators=("pages",))
    answer = f"So it is.{cite('turn0file0', 'L1')}"
    found = next(
        each
        for each in render(answer, SOURCES, options=options).diagnostics
        if each.code == "CM201"
    )
    assert found.message.endswith("looks like a line: Options.locators has 'lines' off")


def test_an_id_that_may_be_meant_comes_before_a_place() -> None:
    sources = [*SOURCES, {"id": "p1234567"}]
    (found,) = (
        each
        for each in render(f"So.{cite('p1234568')}", sources).diagnostics
        if each.code == "CM201"
    )
    assert found.message.endswith("; did you mean 'p1234567'?")


@pytest.mark.parametrize("word", ["doc/2", "fig.3", "turn0file0", "12:99", ""])
def test_nothing_is_said_of_other_words(word: str) -> None:
    assert Syntax().hint(word) == ""


@pytest.mark.parametrize("given", ["pages", ["lines", "pages"], None])
def test_kinds_are_given_as_a_tuple(given: object) -> None:
    with pytest.raises(ConfigError) as caught:
        Options(locators=given)  # type: ignore[arg-type] # as a caller without types
    assert str(caught.value) == (
        "Options.locators: expected a tuple of names such as ('lines', 'pages'), "
        f"got {given!r}"
    )
