"""What is left where residue was: blanks, brackets, emphasis, lines."""

from __future__ import annotations

import pytest

from citemark import clean

# In what follows, X and Y stand for residue, and M for a marker.
RESIDUE = {"X": "citeturn0search3", "Y": "【4:0†source】"}
MARKER = "\ue200cite\ue202turn0search3\ue201"


def written(text: str) -> str:
    """Return *text* with the residue that its letters stand for."""
    return "".join(RESIDUE.get(letter, letter) for letter in text)


def check(before: str, after: str) -> None:
    found = clean(written(before))
    assert found.text == after
    assert clean(after).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab X cd", "ab cd"),
        ("ab  X  cd", "ab  cd"),
        ("ab X, cd", "ab, cd"),
        ("ab X , cd", "ab, cd"),
        ("ab X.", "ab."),
        ("ab.X", "ab."),
        ("ab.X cd", "ab. cd"),
        ("ab.Xcd", "ab.cd"),
        ("ab Xcd", "ab cd"),
        ("ab X Y cd", "ab cd"),
        ("ab X, Y.", "ab."),
        ("ab, X.", "ab."),
        ("ab, X, cd", "ab, cd"),
        ("ab, X cd", "ab, cd"),
        ("ab X、Y。", "ab。"),
        ("ab\u00a0X.", "ab."),
        ("Deux mots X ? Oui", "Deux mots ? Oui"),
        ("潮XはY満ちた", "潮は満ちた"),
        ("(X ab)", "(ab)"),
        ("( X ab)", "( ab)"),
        ("(ab X)", "(ab)"),
        ("“X ab”", "“ab”"),
        ("X ab", "ab"),
        ("ab X", "ab"),
        ("ab X  \ncd", "ab  \ncd"),
        ("ab X\ncd", "ab\ncd"),
        ("ab\nX cd", "ab\ncd"),
        ("  X cd", "  cd"),
        ("ab\tX\tcd", "ab\tcd"),
        ('say "X ab"', 'say " ab"'),
    ],
)
def test_blanks_close_up(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab (X) cd", "ab cd"),
        ("ab (X, Y).", "ab."),
        ("ab [X] cd", "ab cd"),
        ("ab ([X]).", "ab."),
        ("ab （X）cd", "ab cd"),
        ("ab ( X ).", "ab."),
        ("ab (see X)", "ab (see)"),
        ("ab \\(X)", "ab \\()"),
        ("ab **X** cd", "ab cd"),
        ("ab *(X)* cd", "ab cd"),
        ("ab ~~_X_~~.", "ab."),
        ("**X**", ""),
        ("**ab. X** cd", "**ab.** cd"),
        ("**X ab** cd", "**ab** cd"),
        ("**ab**X**cd**", "**ab** **cd**"),
        ("`ab`X`cd`", "`ab` `cd`"),
        ("ab *X**cd", "ab * **cd"),
        ("ab!X[cd](e)", "ab! [cd](e)"),
        ("[ab]X(cd)", "[ab] (cd)"),
        ("[ab]X[cd]", "[ab] [cd]"),
        ("2 * X * 3", "2 * * 3"),
    ],
)
def test_nothing_empty_is_left(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab\n\nX\n\ncd", "ab\n\ncd"),
        ("ab\r\n\r\nX\r\n\r\ncd\r\n", "ab\r\n\r\ncd\r\n"),
        ("ab\nX\ncd", "ab\ncd"),
        ("ab\n\nX", "ab"),
        ("ab\n\nX\n", "ab\n"),
        ("ab\n\nX\n\n\n", "ab\n"),
        ("X\n\nab\n", "ab\n"),
        ("\nX\nab", "\nab"),
        ("X", ""),
        ("X\n", ""),
        ("\n\nX\n", ""),
        ("ab\n\nX\n\nY\n\ncd", "ab\n\ncd"),
        ("ab\n\nX\n\n\nY", "ab"),
        ("ab\nX\n\nY\ncd", "ab\n\ncd"),
        ("ab\n\nX\nY\ncd", "ab\n\ncd"),
        ("- ab\n- X\n- cd\n", "- ab\n- cd\n"),
        ("- ab\n- (X)\n", "- ab\n"),
        ("1. X\n2. cd\n", "2. cd\n"),
        ("- [ ] X\n- [x] cd\n", "- [x] cd\n"),
        ("- X\n  - cd\n", "- \n  - cd\n"),
        ("- X\n\n  cd\n", "  cd\n"),
        ("- ab\n  - X\n- cd\n", "- ab\n- cd\n"),
        ("> ab\n> X\n> cd\n", "> ab\n> cd\n"),
        (">X\n>ab\n", ">ab\n"),
        ("> ab\n>\n> X\n", "> ab\n"),
        ("ab\n## X\ncd", "ab\n\ncd"),
        ("ab\n\n## X\n\ncd", "ab\n\ncd"),
        ("ab\n\nX\n===\n\ncd", "ab\n\ncd"),
        ("X\n---\ncd", "cd"),
        ("ab X\n===\n", "ab\n===\n"),
        ("ab\nX\n===\n", "ab\n===\n"),
        ("| ab | X |\n|---|---|\n| X | cd Y |\n", "| ab | |\n|---|---|\n| | cd |\n"),
    ],
)
def test_empty_lines_go(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab X cd", "ab M cd"),
        ("ab (X).", "ab M."),
        ("ab [X] Y cd", "ab M cd"),
        ("Y X Y", "M"),
        ("- X\n", "- M\n"),
        ("**X**", "**M**"),
        ("ab X, Y, X.", "ab M, M."),
        ("ab X; Y.", "ab M."),
        ("(X)(X)", "MM"),
    ],
)
def test_markers_stand_where_residue_was(before: str, after: str) -> None:
    sources = [{"source_id": "turn0search3"}]
    found = clean(written(before), sources)
    assert found.text == after.replace("M", MARKER)
    assert clean(found.text, sources).text == found.text


def test_lines_of_a_tag_go_with_it() -> None:
    tag = "<oai-mem-citation>\na\n\nb\n</oai-mem-citation>"
    assert clean(f"ab\n\n{tag}\n\ncd").text == "ab\n\ncd"
    assert clean(f"ab {tag} cd").text == "ab cd"
