"""Cases of answers that come in deltas, as plain text: what a terminal or proxy gets.

Each is filtered as it was reported, in every cut into two, and one character at a time;
what comes out has to be the same, and never holds a part of a marker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time
from typing import TypeAlias, TypeVar

import pytest

from citemark.model import Marker
from citemark.stream.filter import Filtered, MarkerFilter, Unterminated
from tests.cases.support import DELIM, START, STOP, cite

_Test = TypeVar("_Test", bound=Callable[..., None])
Deltas: TypeAlias = tuple[str | bytes, ...]

_WORDS = 4_000
_BOUND = 4_096

GIVEN: Mapping[str, Deltas] = {
    "b024": (f"Ask first {cite('turn0file0', 'L1-L2')}. Done.",),
    "b025": (f"Head {START}cite{DELIM}turn0file0 ", *["word "] * _WORDS),
    "b119": (f"One {START}cite{DELIM}turn0file0 two three {cite('turn0file1')} four",),
    "b121": ("ok \ud83d", f"\ude80 {cite('turn0file0')}"),
    "b122": (
        b"\xe6\xb0\xb4 \xee\x88",
        b"\x80cite\xee\x88\x82",
        b"turn0file0\xee",
        b"\x88\x81",
    ),
    "b124": ("- ", START, f"cite{DELIM}turn0file0", f"{STOP} tea\n- milk"),
    "b126": (
        "Long prose first. ",
        f"More prose. {START}cite",
        f"{DELIM}turn0file0{STOP} end.",
    ),
    "g13": (f"{START}image{DELIM}turn0view0{STOP}",),
    "g15": (f"{START}CITE{DELIM}turn0view0{STOP}",),
    "g16": (f"{START}cite{STOP}",),
    "g18": (f"{START}cite{DELIM}turn0view0{DELIM}{STOP}",),
    "g20": (f"{START}cite{DELIM}source.with.dots{STOP}",),
    "g21": (f"{START}cite{DELIM}https://example.com{STOP}",),
    "g23": (f"{START}cite{DELIM}source\nnext{STOP}",),
    "g28": (f"Answer A{START}never closed",),
    "s01": (f"See {START}cite{DELIM}tu", f"rn0view0{STOP} now."),
    "s03": (f"A {START}cit", f"e{DELIM}three", f"split{STOP} B"),
    "s05": (f"prefix prose {START}cite{DELIM}abc",),
    "s06": (f"abc {START}cite{DELIM}turn1",),
    "s08": (f"Before {START}cite{DELIM}source__id",),
    "s10": (f"{cite('turn0view0')} after {START}cite{DELIM}next",),
    "s11": (f"kept {START}cite", "x" * 5_000),
    "s13": (*f"ok {cite('turn0view0', 'turn1view1')} done",),
    "s15": (f'x {START}visualize{DELIM}{{"path":"a"}}{STOP} y',),
    "s16": (f"See {cite('s1')} for details.",),
    "s18": (f"a{START}cite", f"{DELIM}turn0search0{STOP}b"),
    "s20": (" <", "|", "file", "-", "abc", "|", ">."),
    "s21": ("Text[", "1", "] here."),
}
COVERED: set[str] = set()


def case(*case_ids: str) -> Callable[[_Test], _Test]:
    """Run the test once for each of *case_ids*, with its deltas as ``given``."""
    COVERED.update(case_ids)
    params = [pytest.param(GIVEN[case_id], id=case_id) for case_id in case_ids]

    def register(test: _Test) -> _Test:
        run: _Test = pytest.mark.parametrize("given", params)(test)
        return run

    return register


def number(marker: Marker) -> str:
    """Return a label that tells which source is meant, and is no ID."""
    return f"[{len(marker.source_ids)}]"


def feed(
    given: Sequence[str | bytes], unterminated: Unterminated = "prose"
) -> list[Filtered]:
    """Return what comes out for each delta, and at the end."""
    markers = MarkerFilter(show=number, unterminated=unterminated)
    return [*map(markers.feed, given), markers.finish()]


def text_of(given: Sequence[str | bytes], unterminated: Unterminated = "prose") -> str:
    """Return the text that comes out, however the answer is cut."""
    texts = {"".join(map(str, feed(deltas, unterminated))) for deltas in cuts_of(given)}
    (text,) = texts
    return text


def ids_of(given: Sequence[str | bytes]) -> list[str]:
    """Return the source IDs that are found."""
    return [
        source_id
        for each in feed(given)
        for citation in each.citations
        for source_id in citation["source_ids"]
    ]


def cuts_of(given: Sequence[str | bytes]) -> Iterator[Sequence[str | bytes]]:
    """Yield the deltas as given; of strings, all cuts into two, and single units."""
    yield given
    answer = "".join(map(str, given))
    if all(isinstance(each, str) for each in given) and len(answer) < 200:
        yield from ((answer[:at], answer[at:]) for at in range(len(answer)))
        yield answer


@pytest.mark.parametrize("case_id", GIVEN)
@pytest.mark.parametrize("unterminated", ["prose", "strip"])
def test_no_delta_holds_a_part_of_a_marker(
    case_id: str, unterminated: Unterminated
) -> None:
    for deltas in cuts_of(GIVEN[case_id]):
        for each in feed(deltas, unterminated):
            assert set(each.text).isdisjoint(START + DELIM + STOP)
            each.text.encode()


def test_every_case_is_told() -> None:
    assert set(GIVEN) == COVERED


@case("b024")
def test_every_split_gives_the_same(given: Deltas) -> None:
    assert text_of(given) == "Ask first[1]. Done."
    for deltas in cuts_of(given):
        for each in feed(deltas):
            assert "cite" not in each.text
            assert "turn" not in each.text


@case("b025")
def test_start_that_is_never_closed_holds_nothing_back(given: Deltas) -> None:
    """Here the family and the ID go; the first word behind them lets the rest flow."""
    out = feed(given)
    assert "".join(map(str, out)).split() == ["Head", *["word"] * _WORDS]
    behind = 0
    for delta, each in zip(given, out, strict=False):
        behind += len(delta) - len(each.text)
        assert behind <= len(given[0])
    assert seconds(given * 8) < 8 * 3 * seconds(given) + 0.05


def seconds(given: Deltas) -> float:
    """Return the least time that it takes to filter *given*."""
    times = []
    for _ in range(3):
        begin = process_time()
        feed(given)
        times.append(process_time() - begin)
    return min(times)


@case("b119")
def test_words_between_two_starts_stay(given: Deltas) -> None:
    assert text_of(given) == "One two three[1] four"
    assert ids_of(given) == ["turn0file1"]


@case("b121")
def test_halves_of_a_character_meet(given: Deltas) -> None:
    assert text_of(given) == "ok \N{ROCKET}[1]"
    assert text_of(given[:1]) == "ok \ufffd"


@case("b122")
def test_bytes_may_be_cut_anywhere(given: Deltas) -> None:
    assert text_of(given) == "水[1]"
    whole = b"".join(each for each in given if isinstance(each, bytes))
    for at in range(len(whole)):
        assert text_of((whole[:at], whole[at:])) == "水[1]"


@case("b124")
def test_marker_at_the_start_of_an_item(given: Deltas) -> None:
    assert text_of(given) == "- [1] tea\n- milk"


@case("b126")
def test_marker_after_prose(given: Deltas) -> None:
    assert text_of(given) == "Long prose first. More prose.[1] end."


@case("g13", "g15", "g16", "g20", "g21")
def test_what_cites_nothing_vanishes(given: Deltas) -> None:
    """The peer leaves these markers in the text, where every reader would see them.

    Here another family is a widget, and a marker of ours without a usable ID is hidden.
    """
    assert text_of(given) == ""
    assert text_of(("a ", *given, " b")) == "a b"
    assert ids_of(given) == []


@case("g18")
def test_empty_last_field_is_no_fault(given: Deltas) -> None:
    """The peer refuses the marker for it; here empty fields mean nothing."""
    assert text_of(given) == "[1]"
    assert ids_of(given) == ["turn0view0"]


@case("g23")
def test_line_end_in_an_id_breaks_the_marker(given: Deltas) -> None:
    """The peer leaves the marker; here what follows a broken one is kept as prose."""
    assert text_of(given) == "\nnext"


@case("g28")
def test_lone_start_goes_and_the_words_stay(given: Deltas) -> None:
    assert text_of(given) == "Answer Anever closed"


@case("s01")
def test_nothing_of_an_open_marker_is_given_out(given: Deltas) -> None:
    """A space goes with the marker that it stands before, so it waits as well."""
    assert [each.text for each in feed(given)] == ["See", "[1] now.", ""]
    assert text_of(given) == "See[1] now."


@case("s03")
def test_marker_in_three_deltas_is_one(given: Deltas) -> None:
    assert text_of(given) == "A[1] B"
    assert ids_of(given) == ["threesplit"]


@case("s05", "s06", "s08")
def test_policy_at_the_end_is_explicit(given: Deltas) -> None:
    """Peers drop the tail (s05), or give it verbatim (s06, s08): both can be had.

    A dropped tail takes the space before it along, as every marker does.
    """
    answer = str(given[0])
    before = answer.partition(START)[0]
    assert text_of(given, "prose") == before.rstrip()
    assert text_of(given, "strip") == before.rstrip()
    assert text_of(given, "verbatim") == answer
    assert feed(given)[0].text == before.rstrip()


@case("s10")
def test_what_is_complete_stays(given: Deltas) -> None:
    assert text_of(given) == "[1] after"
    tail = f"{START}cite{DELIM}next"
    assert text_of(given, "verbatim") == f"[1] after {tail}"
    assert ids_of(given) == ["turn0view0"]


@case("s11")
def test_marker_beyond_the_bound_is_let_go(given: Deltas) -> None:
    """The peer gives all of it verbatim; here its characters, and those of IDs, go."""
    assert feed(given)[1].text == " cite" + "x" * 5_000
    assert text_of(given) == "kept cite" + "x" * 5_000
    with_id = (f"{given[0]!s}{DELIM}", given[1])
    hidden = _BOUND - len(f"{START}cite{DELIM}")
    assert feed(with_id)[1].text == " " + "x" * (5_000 - hidden)


@case("s13")
def test_one_character_at_a_time(given: Deltas) -> None:
    assert text_of(given) == "ok[2] done"
    stripped = MarkerFilter()
    assert "".join(str(stripped.feed(each)) for each in given) == "ok done"


@case("s15")
def test_widget_is_hidden_while_it_comes(given: Deltas) -> None:
    """The peer lets it pass; here no reader gets to see a widget's data."""
    assert text_of(given) == "x y"


@case("s16")
def test_filter_knows_no_sources(given: Deltas) -> None:
    """The peer keeps a marker until its source is known: that is `StreamRenderer`'s."""
    assert text_of(given) == "See[1] for details."


@case("s18")
def test_two_outputs_have_a_filter_each(given: Deltas) -> None:
    """As reported, the marker has no delimiter; with one, the point is the same."""
    first, second = MarkerFilter(show=number), MarkerFilter(show=number)
    texts = [
        first.feed(given[0]),
        second.feed("hello"),
        first.feed(given[1]),
        second.finish(),
        first.finish(),
    ]
    assert [each.text for each in texts] == ["a", "hello", "[1]b", "", ""]


@case("s20", "s21")
def test_other_notations_are_prose(given: Deltas) -> None:
    """No dialect reads these markers yet, so they are text, and not held back."""
    assert text_of(given) == "".join(map(str, given))
