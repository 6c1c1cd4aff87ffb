from __future__ import annotations

import pytest

from citemark import lint


def flagged(code: str, text: str) -> list[str]:
    return [text[each.start : each.end] for each in lint(text) if each.code == code]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("as in [3] and [12].", ["[3]", "[12]"], id="numbers"),
        pytest.param("as in [^4].", ["[^4]"], id="footnote"),
        pytest.param("[1] [2]\n\n[2]: https://example.org", ["[1]"], id="defined"),
        pytest.param("[^1]\n\n[^1]: Note.", [], id="footnote-defined"),
        pytest.param("[3](https://example.org)", [], id="link"),
        pytest.param("[3][ref] and [x][3]", [], id="full-reference"),
        pytest.param(r"\[3]", [], id="escaped"),
        pytest.param("[1234] and [a1]", [], id="no-citation-number"),
    ],
)
def test_possible_citation(text: str, expected: list[str]) -> None:
    assert flagged("CM013", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a【4:2†source】b", ["【4:2†source】"], id="with-run"),
        pytest.param("a【12†L1-L3】", ["【12†L1-L3】"], id="with-lines"),
        pytest.param("a〖3†x〗", ["〖3†x〗"], id="white-brackets"),
        pytest.param("【注意】 5†", [], id="no-marker"),
        pytest.param("【4:2†so\nurce】", [], id="over-lines"),
    ],
)
def test_foreign_marker(text: str, expected: list[str]) -> None:
    assert flagged("CM012", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            r"a \ue200cite\ue202b\ue201 c", [r"\ue200cite\ue202b\ue201"], id="whole"
        ),
        pytest.param(r"a \ue202turn0a1.", [r"\ue202turn0a1"], id="delimiter-and-id"),
        pytest.param(r"a \ue200 b", [r"\ue200"], id="start"),
        pytest.param(r"a \ue206\ue203", [r"\ue206", r"\ue203"], id="others"),
        pytest.param(r"a \ue20 \ue207 \u00e9", [], id="other-escapes"),
    ],
)
def test_escaped_marker(text: str, expected: list[str]) -> None:
    assert flagged("CM011", text) == expected
