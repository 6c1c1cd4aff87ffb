from __future__ import annotations

import pytest

from citemark import Options
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from tests.strategies import cite
from tests.unit.render.contexts import context

A, B = cite("turn0file0"), cite("turn0file1")
BAD = cite("turn9file9")
UNKNOWN = (
    '<span class="cx-unknown" role="img" aria-label="Unknown source" '
    'title="Unknown source">{}</span>'
)


def noterefs(answer: str, options: Options | None = None) -> NoteRefs:
    ctx = context(answer, options=options)
    return NoteRefs(ctx, Names(ctx))


def link(number: int, text: str) -> str:
    return (
        f'<a id="cx-r{number}" href="#cx-s{number}" role="doc-biblioref" '
        f'aria-label="Source {number}: Record {number}" interestfor="cx-c{number}">'
        f"{text}</a>"
    )


def sup(inside: str) -> str:
    return f'<sup class="cx-ref">{inside}</sup>'


def test_each_reference_stands_alone() -> None:
    printer = noterefs(f"a{A}{B}")
    assert printer.render(0, 1) == sup(link(1, "[1]")) + sup(link(2, "[2]"))
    assert printer.render() == ""


def test_references_are_grouped_on_request() -> None:
    printer = noterefs(f"a{A}{B}", Options(grouped=True))
    assert printer.render(0, 1) == sup(f"[{link(1, '1')}, {link(2, '2')}]")
    assert printer.render(1) == sup(link(2, "[2]"))


def test_unknown_sources_are_marked_on_request() -> None:
    mark = Options(on_unresolved="mark")
    assert noterefs(f"a{BAD}", mark).render(0) == sup(UNKNOWN.format("[?]"))
    assert noterefs(f"a{BAD}").render(0) == ""
    grouped = noterefs(f"a{A}{BAD}", Options(on_unresolved="mark", grouped=True))
    assert grouped.render(0, 1) == sup(f"[{link(1, '1')}, {UNKNOWN.format('?')}]")


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (Options(), [True, False]),
        (Options(on_unresolved="mark"), [True, True]),
        (Options(on_unresolved="mark", strip=True), [False, False]),
    ],
)
def test_what_is_shown(options: Options, shown: list[bool]) -> None:
    printer = noterefs(f"a{A} b{BAD}", options)
    assert [printer.shows(0), printer.shows(1)] == shown


def test_without_cards_no_reference_opens_one() -> None:
    html = noterefs(f"a{A}", Options(hover_cards=False)).render(0)
    assert "interestfor" not in html
