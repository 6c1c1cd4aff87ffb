from __future__ import annotations

from collections.abc import Container

import pytest

from citemark.document.prune import Pruned, prune
from tests.unit.document.reading import document, written


def pruned(text: str, shown: Container[int] = ()) -> tuple[list[str], Pruned]:
    read = document(text)
    result = prune(read.tokens, lambda ordinal: ordinal in shown, read.layout)
    texts = [
        "".join(
            f"{{{child.meta['ordinal']}}}"
            if child.type == "citation_ref"
            else child.content
            for child in token.children or ()
        )
        for token in result.tokens
        if token.type == "inline"
    ]
    return texts, result


@pytest.mark.parametrize(
    ("text", "shown", "expected", "removed"),
    [
        pytest.param("a@ b@", (1,), ["a b{1}"], [], id="one-of-two"),
        pytest.param("a @.", (), ["a."], [], id="before-a-full-stop"),
        pytest.param("@ a", (), ["a"], [], id="first"),
        pytest.param("*a*@ b", (), ["a b"], [], id="after-emphasis"),
        pytest.param("a\n\n@\n\nb", (), ["a", "b"], [(2, 3)], id="paragraph"),
        pytest.param("a\n\n@ @", (1,), ["a", "{1}"], [], id="kept-by-one"),
        pytest.param("# @\n\na", (), ["a"], [(0, 1)], id="heading"),
        pytest.param("- a\n- @\n- b", (), ["a", "b"], [(1, 2)], id="item"),
        pytest.param("- @", (), [], [(0, 1)], id="list"),
        pytest.param("> @\n\na", (), ["a"], [(0, 1)], id="quote"),
        pytest.param("- a\n\n  @", (), ["a"], [(2, 3)], id="second-in-an-item"),
        pytest.param("| a |\n|---|\n| @ |", (), ["a"], [], id="cell-stays"),
        pytest.param("a\n\n¤\n\nb", (), ["a", "b"], [(2, 3)], id="stray"),
        pytest.param("```\nx@\n```", (), [], [], id="code-stays"),
        pytest.param("a  \n@", (), ["a"], [], id="own-line"),
    ],
)
def test_what_shows_nothing_goes(
    text: str,
    shown: tuple[int, ...],
    expected: list[str],
    removed: list[tuple[int, int]],
) -> None:
    texts, result = pruned(text, shown)
    assert texts == expected
    lines = {pair for pair in result.removed if pair in removed}
    assert lines == set(removed)
    assert bool(result.removed) == bool(removed)


def test_without_markers_nothing_is_looked_at() -> None:
    read = document("a\n\n> b")
    assert prune(read.tokens, lambda _: False, None).tokens == list(read.tokens)


def test_text_without_a_marker_stays_blank_or_not() -> None:
    texts, result = pruned("a@\n\n&#32;\n\n- \n\n#\n\nb", (0,))
    assert texts[0] == "a{0}"
    assert texts[-1] == "b"
    assert result.removed == []


def test_raw_html_loses_what_is_not_shown() -> None:
    read = document("<div>a@b@</div>")
    assert read.layout is not None
    (html,) = prune(read.tokens, lambda ordinal: ordinal == 1, read.layout).tokens
    assert read.layout.ordinals(html.content) == [1]
    assert html.content.startswith("<div>ab")
    assert read.source == written("<div>a@b@</div>")


def test_code_left_without_its_reference_keeps_its_lines() -> None:
    read = document("```\nx@\n```")
    result = prune(read.tokens, lambda _: False, read.layout)
    assert [token.type for token in result.tokens] == ["fence"]
    assert result.removed == []
