from __future__ import annotations

import re

import pytest

from citemark import Options, fix, lint
from tests.strategies import cite

M = cite("turn0file0")
OPTIONS = Options(select=("lone-marker",))


def shown(text: str, *, unsafe: bool = False, options: Options = OPTIONS) -> str:
    """Return the fixed text; markers are written ``^``."""
    fixed = fix(text.replace("^", M), options=options, unsafe=unsafe)
    return fixed.text.replace(M, "^")


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        pytest.param("A.\n\n^\n\nB.", "A.^\n\nB.", id="paragraph"),
        pytest.param("A.  \n\n^", "A.^", id="blanks-at-the-end"),
        pytest.param("A.\n^", "A.^", id="last-line"),
        pytest.param("A.\n  ^ ^ \nB.", "A.^ ^ \nB.", id="line"),
        pytest.param("A^\n^\nB.", "A^^\nB.", id="line-below-a-marker"),
        pytest.param("A^\n\n^", "A^^", id="paragraph-below-a-marker"),
        pytest.param("A\n^\n^\n^\nB", "A^^^\nB", id="lines"),
        pytest.param("A\n\n^\n\n^^\n^\n\n^", "A^^^^^", id="paragraphs"),
        pytest.param("A\n^\n\n^", "A^^", id="line-and-paragraph"),
        pytest.param("A\n^\nB\n^\nC\n\n^", "A^\nB^\nC^", id="several-places"),
        pytest.param("A  \n^\nB", "A^  \nB", id="hard-break-above"),
        pytest.param("A\\\n^\nB", "A^\\\nB", id="backslash-above"),
        pytest.param("A\n^  \nB", "A^  \nB", id="hard-break-behind"),
        pytest.param("- A\n- ^\n- B", "- A^\n- B", id="item"),
        pytest.param("- A\n- ^\n- ^\n- B", "- A^^\n- B", id="items"),
        pytest.param("1. A\n2. ^", "1. A^", id="ordered-item"),
        pytest.param("- A\n  - B\n- ^", "- A\n  - B^", id="item-below-a-nested-one"),
        pytest.param("- A\n  ^\n- B", "- A^\n- B", id="line-of-an-item"),
        pytest.param("- A\n\n  ^\n- B", "- A^\n- B", id="paragraph-of-an-item"),
        pytest.param("- A\n- B\n\n^\n\nC", "- A\n- B^\n\nC", id="below-a-list"),
        pytest.param("1. A\n\n^\n\n2. B", "1. A^\n\n2. B", id="between-items"),
        pytest.param("> A\n> ^\n> B", "> A^\n> B", id="line-of-a-quote"),
        pytest.param("> A\n>\n> ^", "> A^", id="paragraph-of-a-quote"),
        pytest.param("> A\n\n^\n\nB", "> A^\n\nB", id="below-a-quote"),
        pytest.param("**A.**\n\n^", "**A.**^", id="emphasis"),
        pytest.param("A\r\n^\r\nB\r\n\r\n^\r\n", "A^\r\nB^\r\n", id="crlf"),
        pytest.param("A\r^\rB", "A^\rB", id="cr"),
        pytest.param("是。\n\n^\n\n不。", "是。^\n\n不。", id="chinese"),
        pytest.param("نعم.\n^", "نعم.^", id="arabic"),
    ],
)
def test_markers_join_the_text_before(bad: str, good: str) -> None:
    assert lint(bad.replace("^", M), options=OPTIONS)
    assert shown(bad) == good
    assert lint(good.replace("^", M), options=OPTIONS) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("^\n\nA", id="start"),
        pytest.param("^\nA", id="first-line"),
        pytest.param("A\n\n^\nB", id="first-line-of-a-paragraph"),
        pytest.param("# A\n\n^", id="heading"),
        pytest.param("```\nA\n```\n\n^", id="code"),
        pytest.param("A\n\n---\n\n^", id="rule"),
        pytest.param("<div>A</div>\n\n^", id="html"),
        pytest.param("| A |\n| - |\n| B |\n\n^", id="table"),
        pytest.param("A\n\n- ^", id="start-of-a-list"),
        pytest.param("A\n\n> ^", id="start-of-a-quote"),
        pytest.param("- A\n- ^\n  - B", id="item-with-more"),
        pytest.param("- A\n-\n- ^", id="item-below-an-empty-one"),
        pytest.param("-\n\n^", id="below-an-empty-item"),
        pytest.param("- A\n\n^\n\n    code", id="code-would-join-the-list"),
    ],
)
def test_no_text_is_in_reach(text: str) -> None:
    (found,) = lint(text.replace("^", M), options=OPTIONS)
    assert found.fix is None
    assert shown(text, unsafe=True) == text


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("A  \n^", "A^"),
        ("A\\\n^", "A^"),
        ("A  \n^  \nB", "A^  \nB"),
        ("A\n^  \n^\nB", "A^^\nB"),
    ],
)
def test_a_lost_line_break_is_unsafe(bad: str, good: str) -> None:
    assert shown(bad) == bad
    assert shown(bad, unsafe=True) == good


@pytest.mark.parametrize(
    "text",
    [
        "A.^\n\nB.^",
        "A\n^ B\nC ^\nD",
        "| A |\n| - |\n| ^ |",
        "# ^",
        "^\n===",
        "**^**",
    ],
)
def test_markers_with_company(text: str) -> None:
    assert lint(text.replace("^", M), options=OPTIONS) == []


def test_a_footnote_may_be_a_marker() -> None:
    options = Options(select=("lone-marker",), footnotes=True)
    text = f"A.[^1]\n\n[^1]: {M}"
    assert lint(text, options=options) == []


def test_a_hidden_marker_is_company() -> None:
    named = "\ue200entity\ue202city\ue202Rome\ue201"
    assert lint(f"A\n{named}{M}\nB", options=OPTIONS) == []


def test_the_finding_is_the_run() -> None:
    text = f"A\n\n{M} {M}\n{M}\n"
    found = lint(text, options=OPTIONS)
    assert [text[each.start : each.end] for each in found] == [f"{M} {M}", M]
    assert found[0].fix is found[1].fix


@pytest.mark.parametrize(
    ("answer", "fixed"),
    [
        ("$$\nx\n$$@\n\n@", "$$\nx\n$$@@"),
        ("The sum is $$x=1$$@\n\n@", "The sum is $$x=1$$@@"),
        ("- item $$x$$@\n- @", "- item $$x$$@@"),
        ("Total |@\n\n@", "Total |@@"),
        ("[note]:@\n\n@", "[note]:@@"),
        ("=@\n\n@", "=@@"),
    ],
)
def test_joins_behind_markers_that_end_the_text(answer: str, fixed: str) -> None:
    markers = iter([cite("a"), cite("b")])
    given = re.sub("@", lambda _: next(markers), answer)
    markers = iter([cite("a"), cite("b")])
    wanted = re.sub("@", lambda _: next(markers), fixed)
    assert fix(given, options=Options(select=("CM123",))).text == wanted


@pytest.mark.parametrize(
    "answer",
    [
        "See [r] for more.\n\n[r]: https://e.org/r\n\n@",
        "See [r].\n\n[r]: https://e.org/r\n@",
        "- T\n\n  [r]: https://e.org/r\n- @",
        "T.\n\n[unused]: https://e.org/r\n\n@",
    ],
)
def test_definitions_between_stay(answer: str) -> None:
    given = answer.replace("@", cite("a"))
    assert fix(given).text == given
