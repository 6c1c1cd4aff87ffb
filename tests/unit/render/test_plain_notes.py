from __future__ import annotations

from dataclasses import replace

import pytest

from citemark import Options, render
from citemark.render.plain_notes import footnote_labels, markdown_notes, text_notes
from tests.strategies import SOURCES, cite
from tests.unit.render.contexts import context


def notes(
    answer: str, to: str, options: Options | None = None, **fields: object
) -> str:
    source = {"source_id": "a", "title": "T", **fields}
    body = render(answer, [source], to=to, options=options).body
    return body.partition("\n\n")[2]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        (set(), {1: "1", 2: "2"}),
        ({"1"}, {1: "cx-1", 2: "2"}),
        ({"1", "CX-1"}, {1: "cx-1-2", 2: "2"}),
        ({"1", "cx-1", "cx-1-2"}, {1: "cx-1-3", 2: "2"}),
    ],
)
def test_labels_avoid_those_of_the_author(
    taken: set[str], expected: dict[int, str]
) -> None:
    ctx = context(f"x{cite('turn0file0')}{cite('turn0file1')}")
    assert footnote_labels(ctx.resolution.references, taken) == expected


def test_nothing_without_references() -> None:
    ctx = context("x")
    assert text_notes(ctx) == markdown_notes(ctx, {}) == ""
    ctx = context(f"x{cite('turn0file0')}", SOURCES, Options(strip=True))
    assert text_notes(ctx) == markdown_notes(ctx, {1: "1"}) == ""


def test_markdown_note_in_full() -> None:
    answer = f"x{cite('a', 'L1-L3')}"
    found = notes(
        answer, "markdown", text="*a*\n\nb\n", url="https://x.test/(a)", title="[T]"
    )
    assert found == (
        "[^1]: [\\[T\\]](<https://x.test/(a)>), lines 1–3.\n\n"
        "    > \\*a\\*\n    >\n    > b\n"
    )


def test_markdown_keeps_lines_apart() -> None:
    found = notes(f"x{cite('a', 'L1-L2')}", "markdown", text="a\nb\n")
    assert found == "[^1]: T, lines 1–2.\n\n    > a\\\n    > b\n"


def test_markdown_quotes_no_blank_excerpt() -> None:
    ctx = context(
        f"x{cite('a', 'L1')}", [{"source_id": "a", "title": "T", "text": "a"}]
    )
    reference = ctx.resolution.references[0]
    (excerpt,) = reference.excerpts
    blank = replace(excerpt, lines=(replace(excerpt.lines[0], text=" "),))
    reference = replace(reference, excerpts=(blank,))
    ctx = replace(ctx, resolution=replace(ctx.resolution, references=(reference,)))
    assert markdown_notes(ctx, {1: "1"}) == "[^1]: T, line 1.\n"


def test_text_note_in_full() -> None:
    found = notes(
        f"x{cite('a', 'L1-L2')}",
        "text",
        text="a\nb\n",
        url="https://x.test/a",
        modified_at="2026-04-02T10:00:00Z",
    )
    assert found == (
        "Sources\n[1] T, lines 1–2 (updated 2026-04-02)\n    <https://x.test/a>\n"
        "    | L1  a\n    | L2  b\n"
    )


def test_text_is_wrapped_at_blanks_and_hangs() -> None:
    rows = notes(f"x{cite('a')}", "text", title="word " * 20 + "é" * 90).splitlines()
    assert rows[1] == f"[1] {'word ' * 14}word".rstrip()
    assert rows[2] == f"    {'word ' * 5}".rstrip()
    assert rows[3] == "    " + "é" * 90


def test_excerpts_hang_behind_their_bar() -> None:
    rows = notes(f"x{cite('a', 'L1')}", "text", text="word " * 20).splitlines()
    assert rows[2].startswith("    | L1  word ")
    assert rows[3].startswith("    | word")
    assert all(len(row) <= 78 for row in rows)


def test_wide_characters_take_two_columns() -> None:
    rows = notes(f"x{cite('a')}", "text", title="水曜 " * 30).splitlines()
    assert rows[1] == f"[1] {'水曜 ' * 15}".rstrip()
