"""Diffs made from edits: what they say, and that other programs understand them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citemark.cli.diffing import unified_diff
from citemark.spans import Edit, Span, apply_edits
from tests import needed


def edit(start: int, end: int, text: str) -> Edit:
    return Edit(Span(start, end), text)


def diff(old: str, *passes: Sequence[Edit]) -> str:
    return "".join(unified_diff("a", old, passes))


def test_a_change_has_three_lines_around_it() -> None:
    old = "".join(f"{number}\n" for number in range(1, 10))
    assert diff(old, [edit(8, 9, "five")]) == (
        "--- a\n+++ a\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    )


def test_far_changes_have_hunks_of_their_own_and_near_ones_share() -> None:
    old = "x\n" * 20
    far = diff(old, [edit(0, 1, "a\nb"), edit(38, 39, "c")])
    assert [line for line in far.splitlines() if line.startswith("@@")] == [
        "@@ -1,4 +1,5 @@",
        "@@ -17,4 +18,4 @@",
    ]
    near = diff(old, [edit(0, 1, "a"), edit(14, 15, "c")])
    assert near.count("@@ -") == 1


@pytest.mark.parametrize(
    ("old", "edits", "body"),
    [
        ("", [edit(0, 0, "a\n")], "@@ -0,0 +1,1 @@\n+a\n"),
        ("a\n", [edit(0, 2, "")], "@@ -1,1 +0,0 @@\n-a\n"),
        ("a\n", [edit(2, 2, "b\n")], "@@ -1,1 +1,2 @@\n a\n+b\n"),
        (
            "a",
            [edit(1, 1, "b")],
            (
                "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n"
                "+ab\n\\ No newline at end of file\n"
            ),
        ),
        ("a\r\nb\r\n", [edit(0, 1, "c")], "@@ -1,2 +1,2 @@\n-a\r\n+c\r\n b\r\n"),
        ("a\nb\nc\n", [edit(1, 2, "")], "@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n"),
        ("a\u2028b\n", [edit(0, 0, "x")], "@@ -1,1 +1,1 @@\n-a\u2028b\n+xa\u2028b\n"),
    ],
)
def test_ends_and_line_ends(old: str, edits: list[Edit], body: str) -> None:
    assert diff(old, edits) == f"--- a\n+++ a\n{body}"


def test_no_change_is_no_diff() -> None:
    assert diff("a\n") == ""
    assert diff("a\n", [edit(0, 1, "b")], [edit(0, 1, "a")]) == ""


texts = st.text("ab\n", max_size=30)


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, list[list[Edit]], str]:
    """Return a text, passes of edits, and what they make of it."""
    text = old = draw(texts)
    passes = []
    for _ in range(draw(st.integers(0, 3))):
        places = draw(st.lists(st.integers(0, len(text)), max_size=8).map(sorted))
        pairs = zip(places[::2], places[1::2], strict=False)
        edits = [edit(start, end, draw(texts)) for start, end in pairs]
        passes.append(edits)
        text = apply_edits(text, edits)
    return old, passes, text


def apply(old: str, patch: str) -> str:
    """Apply a unified diff, trusting nothing but its lines and its numbers."""
    lines = old.split("\n")
    kept = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    new: list[str] = []
    at = 0
    hunk = patch.splitlines(keepends=True)[2:]
    for number, line in enumerate(hunk):
        sign, body = line[0], line[1:]
        if hunk[number + 1 : number + 2] == ["\\ No newline at end of file\n"]:
            body = body[:-1]
        if sign == "@":
            first, length = map(int, line.split()[1][1:].split(","))
            begin = first - 1 if length else first
            new += kept[at:begin]
            at = begin
            first, length = map(int, line.split()[2][1:].split(","))
            assert len(new) == (first - 1 if length else first)
        elif sign == "+":
            new.append(body)
        elif sign in " -":
            assert kept[at] == body
            at += 1
            new += [body] if sign == " " else []
    return "".join([*new, *kept[at:]])


@given(changes())
@settings(max_examples=500, deadline=None)
def test_a_diff_applied_gives_the_fixed_text(
    change: tuple[str, list[list[Edit]], str],
) -> None:
    old, passes, new = change
    patch = diff(old, *passes)
    assert (patch == "") is (old == new)
    assert apply(old, patch) == new


def test_patch_understands_it(tmp_path: Path) -> None:
    program = needed.program("patch")
    old = "".join(f"line {number}\n" for number in range(40)) + "end"
    edits = [edit(0, 4, "new\nline"), edit(100, 140, ""), edit(len(old), len(old), "!")]
    (tmp_path / "a").write_text(old, "utf-8")
    subprocess.run(
        [program, "-p0"],
        input=diff(old, edits).encode(),
        check=True,
        cwd=tmp_path,
    )
    assert (tmp_path / "a").read_text("utf-8") == apply_edits(old, edits)
