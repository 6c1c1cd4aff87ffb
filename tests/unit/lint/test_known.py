from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from citemark import Options, SourceRegistry
from citemark.lint.engine import lint
from citemark.lint.fixing import fix
from citemark.options import Limits
from citemark.sources import Sources
from tests.strategies import DELIM, START, STOP, cite

A, B = cite("turn0search0"), cite("turn0search1")
PORT = {
    "source_id": "turn0search0",
    "title": "Port",
    "url": "https://port.example",
    "text": "one\ntwo\nthree",
}
PILOT = {**PORT, "source_id": "turn0search1", "text": None}
SOURCES = (PORT, PILOT)


class Store:
    """A store that does not say what it holds."""

    def get_many(self, ids: Iterable[str]) -> Mapping[str, object]:
        return SourceRegistry(SOURCES).get_many(ids)


def only(rule: str) -> Options:
    return Options(select=(rule,))


def flagged(rule: str, text: str, sources: Sources = None) -> list[str]:
    found = lint(text, sources, options=only(rule))
    return [text[each.start : each.end] for each in found]


def fixed(rule: str, text: str, sources: Sources = SOURCES) -> str:
    return fix(text, sources, unsafe=True, options=only(rule)).text


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("unknown-source", cite("turn9news9")),
        ("source-not-citable", A),
        ("source-unavailable", A),
        ("locator-out-of-range", cite("turn0search0", "L900")),
        ("locator-without-text", cite("turn0search1", "L1")),
        ("untitled-source", A),
        ("unusable-url", A),
        ("marker-in-metadata", A),
        ("insecure-url", A),
    ],
)
def test_nothing_is_said_of_sources_that_were_not_given(rule: str, text: str) -> None:
    assert lint(f"Open.{text}", options=only(rule)) == []


def test_an_empty_registry_is_a_registry() -> None:
    assert flagged("unknown-source", f"Open.{A}", ()) == [A]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("turn0_search0", A, id="spelling"),
        pytest.param("Turn0search1", B, id="case"),
        pytest.param("turn0search7", "", id="another-number"),
        pytest.param("turn0searchO", "", id="a-number-is-missing"),
        pytest.param("nothing", "", id="like-nothing"),
        pytest.param("turn0" + "search" * 20 + "0", "", id="too-long"),
    ],
)
def test_an_unknown_id_is_corrected_or_goes(written: str, expected: str) -> None:
    assert fixed("unknown-source", f"Open.{cite(written)}") == f"Open.{expected}"


def test_an_unknown_id_that_is_like_two_goes() -> None:
    sources = [{"source_id": "harbour-a"}, {"source_id": "harbour-b"}]
    assert fixed("unknown-source", f"Open.{cite('harbour-')}", sources) == "Open."


def test_an_unknown_id_goes_where_the_known_ones_cannot_be_listed() -> None:
    assert fixed("unknown-source", f"Open.{cite('turn0_search0')}", Store()) == "Open."
    many = [PORT, *({"source_id": f"x{number}"} for number in range(500))]
    assert fixed("unknown-source", f"Open.{cite('turn0_search0')}", many) == "Open."


def test_only_so_many_unknown_ids_are_looked_up() -> None:
    names = [f"{'z' * number}q" for number in range(20)]
    text = "".join(f"Open.{cite(name)} " for name in [*names, "turn0_search0"])
    assert fixed("unknown-source", text) == "Open. " * 21


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        pytest.param(
            cite("turn0_search0", "L1", "L2", "x9", "turn0search1"),
            cite("turn0search0", "L1", "L2", "turn0search1"),
            id="one-corrected-and-one-gone",
        ),
        pytest.param(cite("x9", "L1", "L2", "turn0search1"), B, id="with-its-places"),
        pytest.param(cite("turn0search1", "x9"), B, id="the-last"),
        pytest.param(cite("x9", "x8", "x7"), "", id="all"),
        pytest.param(
            cite("x9", "L2-L1"), cite("x9", "L2-L1"), id="none-beside-broken-fields"
        ),
    ],
)
def test_unknown_sources_of_one_marker(marker: str, expected: str) -> None:
    assert fixed("unknown-source", f"Open.{marker}") == f"Open.{expected}"


def test_findings_of_one_marker_are_on_its_citations() -> None:
    text = f"Open.{cite('turn0search0', 'x9', 'L1', 'x8')}"
    assert flagged("unknown-source", text, SOURCES) == [f"x9{DELIM}L1", "x8"]


def test_markers_of_hundreds_of_unknown_sources_settle() -> None:
    text = f"Open.{cite(*(f'q{number}' for number in range(500)))} Daily."
    assert fixed("unknown-source", text) == "Open. Daily."
    text = "".join(f"Open.{cite(f'q{number}')} " for number in range(200))
    assert fixed("unknown-source", text) == "Open. " * 200


@pytest.mark.parametrize("rule", ["source-not-citable", "source-unavailable"])
def test_a_refused_source_goes_and_others_stay(rule: str) -> None:
    refusal = {"citable": False} if rule.endswith("citable") else {"status": "deleted"}
    sources = ({**PORT, **refusal}, PILOT)
    text = f"Open{cite('turn0search0', 'L1', 'turn0search1')} daily {A}."
    assert len(flagged(rule, text, sources)) == 2
    assert fixed(rule, text, sources) == f"Open{B} daily."


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(("L2-L90",), ("L2-L3",), id="cut"),
        pytest.param(("L3-L90",), ("L3",), id="cut-to-one-line"),
        pytest.param(("L0-L1",), ("L1",), id="lines-count-from-one"),
        pytest.param(("L0",), (), id="no-line"),
        pytest.param(("L40-L50",), (), id="beyond"),
        pytest.param(("L40", "L1"), ("L1",), id="the-first-of-two"),
        pytest.param(("L1", "L40"), ("L1",), id="the-second-of-two"),
        pytest.param(("L40", "L50", "L60"), (), id="all-of-three"),
        pytest.param(("L1", "turn0search1"), ("L1", "turn0search1"), id="within"),
    ],
)
def test_a_locator_is_cut_to_its_source(
    given: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    text = f"Open.{cite('turn0search0', *given)}"
    wanted = f"Open.{cite('turn0search0', *expected)}"
    assert fixed("locator-out-of-range", text) == wanted
    assert fixed("locator-out-of-range", text, Store()) == wanted


def test_hundreds_of_locators_settle() -> None:
    lines = (f"L{number}" for number in range(40, 440))
    assert fixed("locator-out-of-range", cite("turn0search0", *lines)) == A


def test_a_locator_without_text_goes() -> None:
    text = cite("turn0search0", "L1", "turn0search1", "L1", "L7", "turn0search0")
    expected = cite("turn0search0", "L1", "turn0search1", "turn0search0")
    assert fixed("locator-without-text", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"Open.{START}cite{DELIM}a daily", f"Open.{cite('a')} daily"),
        pytest.param(
            f"{START}cite{DELIM}a {START}cite{DELIM}b", f"{cite('a')} {cite('b')}"
        ),
        pytest.param(
            f"Open{START}cite{DELIM}a{DELIM}L1{DELIM}b daily",
            f"Open{cite('a', 'L1', 'b')} daily",
        ),
        pytest.param(f"Open {START}cite{DELIM}.", "Open."),
        pytest.param(f"Open {START}cite daily.", "Open daily."),
        pytest.param(f"Open {START}daily.", "Open daily."),
        pytest.param(f"Open.{START}cite{DELIM}L4", "Open."),
    ],
)
def test_an_unterminated_marker_is_closed_or_goes(text: str, expected: str) -> None:
    assert fixed("unterminated-marker", text) == expected


def test_a_marker_is_closed_in_its_own_spelling() -> None:
    options = Options(dialect="openai-escaped", select=("unterminated-marker",))
    text = r"Open.\ue200cite\ue202a daily"
    closed = fix(text, unsafe=True, options=options).text
    assert closed == r"Open.\ue200cite\ue202a\ue201 daily"


def test_closing_a_marker_is_never_safe() -> None:
    text = f"Open.{START}cite{DELIM}a daily"
    assert fix(text, options=only("unterminated-marker")).text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Open \ue203daily\ue204.", "Open daily.", id="around-prose"),
        pytest.param(f"Open{DELIM}{STOP} daily.", "Open daily.", id="a-run"),
        pytest.param(f"Hours\n{STOP}\n---", "Hours\n---", id="a-line"),
        pytest.param(f"- {STOP}Open\n", "- Open\n", id="an-item"),
        pytest.param(
            f"Open.{START}cite\ue203{DELIM}a{STOP}",
            f"Open.{START}cite a",
            id="and-leave-no-new-marker",
        ),
    ],
)
def test_stray_characters_go(text: str, expected: str) -> None:
    assert fix(text, options=only("stray-marker-character")).text == expected


def test_digits_of_every_script_are_rewritten() -> None:
    text = cite("a", "L\u0967\u0968-L\u0664")
    assert flagged("non-ascii-locator", text) == ["L\u0967\u0968-L\u0664"]
    assert fixed("non-ascii-locator", text) == cite("a", "L12-L4")


def test_the_first_marker_past_the_limit_is_flagged() -> None:
    options = Options(select=("too-many-markers",), limits=Limits(markers=2))
    text = f"One.{A} Two.{B} Three.{A} Four.{B}"
    (found,) = lint(text, options=options)
    assert found.start == text.index(A, 10)
    assert (found.code, found.fix) == ("CM014", None)


def test_private_use_characters_are_kept_where_an_icon_font_needs_them() -> None:
    text = "Open \uf0a7 daily."
    assert flagged("private-use-character", text) == ["\uf0a7"]
    options = Options(select=("private-use-character",), private_use="keep")
    assert lint(text, options=options) == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        pytest.param("marker-in-code-span", f"a `b{A}`{B}", id="code"),
        pytest.param(
            "marker-in-code-block", f"a\n\n```\nb{A}\n```\n\nc{B}", id="block"
        ),
        pytest.param("marker-on-fence", f"a\n\n``` py{A}\nb\n```\n\nc{B}", id="fence"),
        pytest.param("marker-in-link", f"a [b{A}](https://c.example){B}", id="link"),
        pytest.param("marker-in-url", f"a [b](https://c.example/{A}){B}", id="url"),
        pytest.param("marker-in-image", f"![b{A}](https://c.example/d){B}", id="image"),
        pytest.param("marker-in-html", f"a <b{A}>b</b>{B}", id="tag"),
        pytest.param("marker-in-html", f"a\n\n<pre>\nb{A}\n</pre>\n\nc{B}", id="pre"),
        pytest.param("marker-in-math", f"a $b{A}$ c{B}", id="math"),
        pytest.param(
            "marker-in-definition", f"a [b]{B}\n\n[b]: https://c.example{A}", id="label"
        ),
        pytest.param("marker-outside-cell", f"|a|\n|-|\n|b{B}|{A}", id="cell"),
        pytest.param("marker-breaks-block", f"{A}- b{B}", id="item"),
    ],
)
def test_the_misplaced_marker_is_flagged_and_no_other(rule: str, text: str) -> None:
    assert flagged(rule, text) == [A]
