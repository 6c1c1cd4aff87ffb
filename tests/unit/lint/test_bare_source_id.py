from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from citemark import Options, lint
from citemark.errors import ConfigError
from citemark.lint.fixing import fix
from citemark.sources import SourceRegistry
from tests.strategies import cite

RULE = "bare-source-id"
ONLY = Options(select=(RULE,))
RECORDS = [{"source_id": name} for name in ("turn0file0", "turn0file1", "block5", "S1")]


class Store:
    """A store that cannot be listed."""

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        return SourceRegistry(RECORDS).get_many(ids)


def flagged(text: str, sources: object = None, **settings: object) -> list[str]:
    options = Options(select=(RULE,), rules={RULE: settings})
    found = lint(text, sources, options=options)  # type: ignore[arg-type] # records of any type
    return [text[each.start : each.end] for each in found]


def fixed(text: str, sources: object = None, options: Options = ONLY) -> str:
    return fix(text, sources, unsafe=True, options=options).text  # type: ignore[arg-type] # records of any type


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("See turn0file0 here.", id="word"),
        pytest.param("(turn0file0)", id="brackets"),
        pytest.param("**turn0file0**", id="bold"),
        pytest.param("参见turn0file0。", id="no-spaces"),
        pytest.param("Is it turn0file0?", id="question"),
        pytest.param("| a |\n|---|\n| turn0file0 |", id="cell"),
        pytest.param("# turn0file0", id="heading"),
        pytest.param("turn0file0: three days", id="colon"),
        pytest.param("`x` turn0file0", id="after-code"),
        pytest.param("https://a.example turn0file0", id="after-url"),
        pytest.param("[a](https://a.example)turn0file0", id="after-link"),
        pytest.param("From $5 (turn0file0) to $10.", id="prices"),
    ],
)
def test_bare_ids_are_flagged(text: str) -> None:
    assert flagged(text) == ["turn0file0"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`turn0file0`", id="code"),
        pytest.param("```\nturn0file0\n```\n\n    turn0file0", id="code-blocks"),
        pytest.param("`a\nturn0file0`", id="code-over-lines"),
        pytest.param("a <code>turn0file0</code>", id="code-element"),
        pytest.param('a <b title="turn0file0">b</b> turn', id="attribute"),
        pytest.param("<div>turn0file0</div>", id="html-block"),
        pytest.param("<!-- turn0file0 -->", id="comment"),
        pytest.param("https://a.example/?(turn0file0)", id="url"),
        pytest.param("www.a.example/turn0file0", id="bare-host"),
        pytest.param("<https://a.example/turn0file0>", id="autolink"),
        pytest.param("[a](turn0file0)", id="link-address"),
        pytest.param('[a](b "turn0file0")', id="link-title"),
        pytest.param("[turn0file0](https://a.example)", id="link-text"),
        pytest.param("[turn0file0]: https://a.example", id="definition"),
        pytest.param("[a]: b 'see turn0file0'\n\n[a]", id="definition-title"),
        pytest.param("![turn0file0](a.png)", id="image"),
        pytest.param("Given $turn0file0$ and $x + turn0file0$", id="math"),
        pytest.param("my-turn0file0x, turn0file0-a, xturn0file0", id="longer-word"),
        pytest.param("/turn0file0, turn0file0/a, \\turn0file0", id="path"),
        pytest.param("turn0file0.html and a.turn0file0", id="file"),
        pytest.param("turn0file0@a.example, a@turn0file0", id="mail"),
        pytest.param("turn0file0(x) and é" + "turn0file0", id="call"),
        pytest.param("turn file0 turn0 turnfile", id="no-id"),
        pytest.param(f"a{cite('turn0file0', 'L1', 'turn0file1')}", id="marker"),
        pytest.param("a \ue200cite\ue202turn0file0 b", id="broken-marker"),
    ],
)
def test_what_is_no_bare_id_is_not(text: str) -> None:
    assert flagged(text) == []


def test_hidden_and_visible_occurrences_are_told_apart() -> None:
    text = "`turn0file0` <b id='turn0file0'>turn0file0</b> [x](turn0file0)"
    (found,) = lint(text, options=ONLY)
    assert found.start == text.index(">turn0file0") + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("block5 says so, block6 not", ["block5"], id="id"),
        pytest.param("S1 is a car (S1)", ["S1"], id="short-only-in-brackets"),
        pytest.param("block5x my-block5 block5.html", [], id="parts"),
    ],
)
def test_ids_of_the_registry(text: str, expected: list[str]) -> None:
    assert flagged(text, RECORDS) == expected
    assert flagged(text) == []


def test_words_numbers_and_locators_are_no_ids() -> None:
    records = [{"source_id": name} for name in ("handbook", "2024", "L8", "1-2", "7up")]
    text = "The handbook of 2024, L8 and 1-2, (7up)"
    assert flagged(text, records) == ["7up"]


def test_many_kinds_of_ids() -> None:
    records = [{"source_id": f"{chr(97 + at)}doc-{at}"} for at in range(26)]
    assert flagged("see bdoc-1, zdoc-25 and zdoc-24", records) == ["bdoc-1", "zdoc-25"]


def test_cited_ids_count_without_a_registry() -> None:
    text = f"a{cite('block7')} and block7"
    assert flagged(text) == ["block7"]
    assert flagged(text, Store()) == ["block7"]


def test_the_pattern_is_a_setting() -> None:
    assert flagged("doc:7 turn0file0", pattern=r"doc:\d+") == ["doc:7"]
    assert flagged("turn0file0", pattern="") == []
    with pytest.raises(ConfigError, match="regular expression"):
        flagged("a", pattern="[")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A (turn0file0).", f"A{cite('turn0file0')}.", id="round"),
        pytest.param("A. [turn0file0]", f"A.{cite('turn0file0')}", id="square"),
        pytest.param(
            "文【turn0file0】。", f"文{cite('turn0file0')}。", id="lenticular"
        ),
        pytest.param("A [[turn0file0]].", f"A{cite('turn0file0')}.", id="double"),
        pytest.param(
            "A (turn0file0 L1-L2; turn0file1).",
            f"A{cite('turn0file0', 'L1-L2', 'turn0file1')}.",
            id="several",
        ),
        pytest.param(
            "- (turn0file0) A", f"- {cite('turn0file0')} A", id="first-in-an-item"
        ),
        pytest.param("(turn0file0)", cite("turn0file0"), id="alone"),
        pytest.param("See turn0file0.", "See turn0file0.", id="grammar"),
        pytest.param("A. turn0file0", "A. turn0file0", id="not-in-brackets"),
        pytest.param("A (see turn0file0)", "A (see turn0file0)", id="words-too"),
        pytest.param("A (turn0file0]", "A (turn0file0]", id="other-bracket"),
        pytest.param(
            "A (turn0file0 L8-13)", "A (turn0file0 L8-13)", id="broken-locator"
        ),
        pytest.param(
            "A\\[turn0file0] [x][turn0file0]",
            "A\\[turn0file0] [x][turn0file0]",
            id="links",
        ),
    ],
)
def test_fix_without_sources(text: str, expected: str) -> None:
    assert fixed(text) == expected


@pytest.mark.parametrize("sources", [RECORDS, Store()], ids=["registry", "store"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A (turn0file0).", f"A{cite('turn0file0')}.", id="known"),
        pytest.param("A (turn9file9).", "A.", id="unknown"),
        pytest.param(
            "A (turn9file9, turn0file1).", f"A{cite('turn0file1')}.", id="one-known"
        ),
        pytest.param(
            "A. turn0file0\nB. turn0file1 \n",
            f"A.{cite('turn0file0')}\nB.{cite('turn0file1')} \n",
            id="trailing",
        ),
        pytest.param("A. turn9file9", "A.", id="trailing-unknown"),
        pytest.param("A turn9file9", "A turn9file9", id="no-sentence-before"),
        pytest.param("A. turn9file9 says", "A. turn9file9 says", id="sentence-after"),
        pytest.param("- (turn9file9) A", "- A", id="removed-first"),
        pytest.param("a (turn9file9)b", "a b", id="removed-before-a-word"),
        pytest.param("a *(turn9file9)*", "a *(turn9file9)*", id="alone-in-emphasis"),
    ],
)
def test_fix_with_sources(text: str, expected: str, sources: object) -> None:
    assert fixed(text, sources) == expected


def test_the_new_marker_is_written_like_the_others() -> None:
    text = "\ue206A.\ue200filecite\ue202turn0file1 \ue201 B [turn0file0].\ue206"
    expected = text.replace(" [turn0file0]", "\ue200filecite\ue202turn0file0 \ue201")
    assert fixed(text) == expected


def test_no_fix_where_no_marker_would_be_read() -> None:
    other = Options(select=(RULE,), dialect="lenticular")
    assert fixed("A (turn0file0).", options=other) == "A (turn0file0)."
    odd = Options(select=(RULE,), rules={RULE: {"pattern": r"doc:\d+"}})
    assert fixed("A (doc:7).", options=odd) == "A (doc:7)."


def test_fixes_are_unsafe() -> None:
    text = "A (turn0file0)."
    assert fix(text, options=ONLY).text == text


@pytest.mark.parametrize("name", ["doc(2)", "f[1", "a(1", "(a+)+!1", "report (2023)"])
def test_ids_are_no_patterns(name: str) -> None:
    text = f"Text, {'a' * 40} b."
    assert lint(text, [{"source_id": name, "title": "t"}]) == []
