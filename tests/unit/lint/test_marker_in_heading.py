from __future__ import annotations

import pytest

from citemark import Options, fix, lint
from citemark.diagnostic import Applicability
from tests.strategies import cite

M = cite("turn0file0")
OPTIONS = Options(select=("marker-in-heading",))


def shown(text: str) -> str:
    """Return the text after unsafe fixes; markers are written ``^``."""
    fixed = fix(text.replace("^", M), options=OPTIONS, unsafe=True)
    return fixed.text.replace(M, "^")


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("# A ^\n\nB.\n\nC.", "# A\n\nB.^\n\nC."),
        ("## A^ ##\nB^\nC.\n", "## A ##\nB^\nC.^\n"),
        ("A ^ and ^ b\n===\nB ^", "A and b\n===\nB ^^^"),
        ("^ A\n---\n\n是。", " A\n---\n\n是。^"),
        ("> # A^\n> B\n> C\n\nD", "> # A\n> B\n> C^\n\nD"),
        ("- # A^\n  B\n- C", "- # A\n  B^\n- C"),
    ],
)
def test_markers_move_into_the_text_below(bad: str, good: str) -> None:
    assert shown(bad) == good


def test_the_fix_is_unsafe_and_shared() -> None:
    text = f"# A {M} b {M}\n\nC."
    found = lint(text, options=OPTIONS)
    assert [text[each.start : each.end] for each in found] == [M, M]
    move = found[0].fix
    assert move is not None
    assert move is found[1].fix
    assert move.applicability is Applicability.UNSAFE
    assert fix(text, options=OPTIONS).text == text


@pytest.mark.parametrize(
    "text",
    [
        "# A^",
        "# A^\n\n## B\n\nC",
        "# A^\n\n- B",
        "# A^\n\n> B",
        "# A^\n\n```\nB\n```\n\nC",
        "# ^\n\nA",
    ],
)
def test_no_paragraph_is_below(text: str) -> None:
    (found,) = lint(text.replace("^", M), options=OPTIONS)
    assert found.fix is None


def test_other_text_is_no_heading() -> None:
    text = f"# A\n\nB.{M}\n\n| A{M} |\n| - |\n| B |"
    assert lint(text, options=OPTIONS) == []
