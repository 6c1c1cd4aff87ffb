from __future__ import annotations

from typing import cast

import pytest

from citemark.document.compare import signature
from citemark.document.moves import find_emptied, find_places
from tests.unit.document.reading import MARKER, document, written


def placed(text: str, *, at_end: bool = False) -> str:
    """Return *text* without markers, with ``{ordinal}`` at the places found."""
    read = document(text)
    places = find_places(read, at_end=at_end)
    pieces, done = [], 0
    spans = [(marker.start, marker.end) for marker in read.markers]
    points = sorted(
        [(place.at, 1, ordinal) for ordinal, place in places.items()]
        + [(start, 0, end) for start, end in spans],
    )
    for at, is_place, value in points:
        if at > done:
            pieces.append(read.source[done:at])
            done = at
        if is_place:
            prefix = places[value].paragraph
            pieces.append("" if prefix is None else f"¶{prefix!r}")
            pieces.append(f"{{{value}}}")
        else:
            done = max(done, value)
    return "".join((*pieces, read.source[done:]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a@ b", "a{0} b", id="in-place"),
        pytest.param("**a@** b", "**a**{0} b", id="emphasis"),
        pytest.param("*a **b@** c* d", "*a **b** c*{0} d", id="outermost"),
        pytest.param("~~a@~~ b", "~~a~~{0} b", id="strikethrough"),
        pytest.param("`a@` b", "`a`{0} b", id="code-span"),
        pytest.param("[a@](/b) c", "[a](/b){0} c", id="link"),
        pytest.param("[a@][b] c\n\n[b]: /d", "[a][b]{0} c\n\n[b]: /d", id="reference"),
        pytest.param("![a@](/b) c", "![a](/b){0} c", id="image"),
        pytest.param("[a](/b@) c", "[a](/b){0} c", id="destination"),
        pytest.param("a <b c='@'> d", "a <b c=''>{0} d", id="tag"),
        pytest.param("> **a@**\n> b", "> **a**{0}\n> b", id="quote"),
        pytest.param("a *b\nc@ d* e", "a *b\nc d*{0} e", id="over-lines"),
        pytest.param("P.\n\n```\nx@\n```", "P.{0}\n\n```\nx\n```", id="fence"),
        pytest.param(
            "P.@\n\n```\nx@\n```", "P.{0}{1}\n\n```\nx\n```", id="after-another"
        ),
        pytest.param("```\nx@\n```", "```\nx\n```¶''{0}", id="own-paragraph"),
        pytest.param(
            "> ```\n> x@\n> ```", "> ```\n> x\n> ```¶'> '{0}", id="quoted-code"
        ),
        pytest.param(
            "- ```\n  x@\n  ```\n", "- ```\n  x\n  ```¶'  '{0}\n", id="item-code"
        ),
        pytest.param(
            "- ```\n  x@\n\n\nb", "- ```\n  x¶'  '{0}\n\n\nb", id="blank-lines-below"
        ),
        pytest.param("H\n===@\n\nb", "H{0}\n===\n\nb", id="underline"),
        pytest.param("@# H\n\nb", "# H{0}\n\nb", id="before-a-heading"),
        pytest.param("| a |\n|---|\n| b | @", "| a |\n|---|\n| b{0} | ", id="row"),
        pytest.param("a\n[b]@(/c)\nd", "a\n[b](/c){0}\nd", id="before-destination"),
        pytest.param("a @`x\nb", "a {0}`x\nb", id="tick"),
        pytest.param("<div>@a</div>", "<div>{0}a</div>", id="html-element"),
        pytest.param("<div>@@a</div>", "<div>{0}{1}a</div>", id="html-element-run"),
        pytest.param("<div>\na@\n</div>", "<div>\na{0}\n</div>", id="html-block"),
    ],
)
def test_places_in_the_source(text: str, expected: str) -> None:
    assert placed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("**a@** b", "**a** b{0}", id="end-of-the-paragraph"),
        pytest.param("**a@** b\nc", "**a** b{0}\nc", id="end-of-the-line"),
        pytest.param("**a@** b \nc", "**a** b{0} \nc", id="before-blanks"),
        pytest.param("**a@** b@", "**a** b{0}{1}", id="order-is-kept"),
        pytest.param("**a@** b@ c", "**a** b c{0}{1}", id="others-follow"),
        pytest.param("b@ **a@** c", "b{0} **a** c{1}", id="those-before-stay"),
        pytest.param("| **a@** b |\n|---|", "| **a** b{0} |\n|---|", id="cell"),
        pytest.param(
            "| **a@** \\| | b |\n|---|---|",
            "| **a** \\| | b{0} |\n|---|---|",
            id="row-of-a-cell-whose-place-is-not-certain",
        ),
        pytest.param("a | **a@** \\|\n--|--", "a | **a** \\|{0}\n--|--", id="open-row"),
    ],
)
def test_the_end_of_the_block_is_the_safe_place(text: str, expected: str) -> None:
    assert placed(text, at_end=True) == expected


def test_without_markers_there_are_no_places() -> None:
    assert find_places(document("a")) == {}
    assert find_emptied(document("a")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a **@** b", [" **@**"], id="strong"),
        pytest.param("a *@*", [" *@*"], id="emphasis"),
        pytest.param("a ~~@~~", [" ~~@~~"], id="strikethrough"),
        pytest.param("a ***@*** b", [" ***@***"], id="both"),
        pytest.param("@*@*", ["*@*"], id="behind-a-marker"),
        pytest.param("`@` a", ["`@`"], id="code-span"),
        pytest.param("a ` @ ` b", [" ` @ `"], id="blanks-in-code"),
        pytest.param("a [@](/b)", [" [@](/b)"], id="link"),
        pytest.param("a **`@`** b", [" **`@`**"], id="emptied-code-in-strong"),
        pytest.param("a **b@** `c@`", [], id="with-words"),
        pytest.param("a **`b`@**", [], id="with-code"),
        pytest.param("a ![@](/b)", [], id="image"),
        pytest.param("| a | a | **@** |\n|---|---|---|", [" **@**"], id="cell"),
        pytest.param("a `` b", [], id="no-marker"),
    ],
)
def test_constructs_of_nothing_but_markers(text: str, expected: list[str]) -> None:
    read = document(text)
    found = [span.of(read.source) for span in find_emptied(read)]
    assert found == [written(each) for each in expected]


def test_signatures_tell_what_a_document_says() -> None:
    def said(text: str) -> list[object]:
        return signature(document(text).tokens)

    assert said("a  b@") == said("a b @")
    assert said("a\nb") == said("a b")
    assert said("a b") != said("a *b*")
    assert said("a `b`") != said("a `c`")
    assert said("a@ b") != said("a b@")
    assert said("a") != said("# a")
    assert said("```\na\n```") != said("```\nb\n```")
    assert f"a\0{MARKER}\0" in cast("list[str]", said("a@")[1])
