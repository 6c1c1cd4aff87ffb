"""Cases of answers that come in deltas, as HTML: where others leaked, lost or stalled.

Each is streamed as it was reported, and one character at a time. That it ends as the
one-shot result does is checked for all of them; a test says what is the matter beside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pytest
from bs4 import BeautifulSoup

from citemark import Options, Rendered, StreamRenderer
from citemark.stream.events import Event
from tests.cases.support import DELIM, START, STOP, cite, names
from tests.stream_client import Client
from tests.stream_inputs import Delta, Way, check_equal, cut

_Test = TypeVar("_Test", bound=Callable[..., None])

_LONGEST = 4_096
_NOTHING: tuple[str, ...] = ()
_WIDGET = f'{START}visualize{DELIM}{{"path":"a"}}{STOP}'
_HANDBOOK = {
    "source_id": "turn0file0",
    "title": "Staff handbook",
    "url": "https://example.org/handbook",
    "text": "line 1\nline 2\nline 3\n",
}


@dataclass(frozen=True, slots=True)
class Streamed:
    """The deltas of one case, and the IDs of the sources that there are."""

    deltas: tuple[Delta, ...]
    ids: tuple[str, ...] = ("turn0file0",)

    @property
    def answer(self) -> str:
        """All of it."""
        if isinstance(self.deltas[0], bytes):
            data = (each for each in self.deltas if isinstance(each, bytes))
            return b"".join(data).decode()
        return "".join(map(str, self.deltas))

    def way(self, options: Options | None = None, *, stable: bool = False) -> Way:
        """Return how the case is streamed."""
        sources = [{**_HANDBOOK, "source_id": each} for each in self.ids]
        return Way(sources=sources, options=options or Options(), stable=stable)


def _given(*deltas: Delta, ids: tuple[str, ...] = ("turn0file0",)) -> Streamed:
    return Streamed(deltas, ids)


GIVEN: Mapping[str, Streamed] = {
    "b024": _given(f"Ask first {cite('turn0file0', 'L1-L2')}. Done."),
    "b025": _given(f"Head {START}cite{DELIM}turn0file0 ", *["word "] * 4000, ids=()),
    "b047": _given(
        *cut(f"Paragraph with a claim {cite('turn0file0')}.\n\n" * 40, [16])
    ),
    "b119": _given(
        f"One {START}cite{DELIM}turn0file0 two three {cite('turn0file1')} four",
        ids=("turn0file0", "turn0file1"),
    ),
    "b121": _given("ok \ud83d", f"\ude80 {cite('turn0file0')}"),
    "b122": _given(
        *map(
            bytes.fromhex,
            ("e6b0b420ee88", "8063697465ee8882", "7475726e3066696c6530ee", "8881"),
        )
    ),
    "b124": _given("- ", START, f"cite{DELIM}turn0file0", f"{STOP} tea\n- milk"),
    "b126": _given(
        "Long prose first. ",
        f"More prose. {START}cite",
        f"{DELIM}turn0file0{STOP} end.",
    ),
    "g13": _given(f"{START}image{DELIM}turn0view0{STOP}", ids=()),
    "g15": _given(f"{START}CITE{DELIM}turn0view0{STOP}", ids=()),
    "g16": _given(f"{START}cite{STOP}", ids=()),
    "g18": _given(f"{START}cite{DELIM}turn0view0{DELIM}{STOP}", ids=()),
    "g20": _given(f"{START}cite{DELIM}source.with.dots{STOP}", ids=()),
    "g21": _given(f"{START}cite{DELIM}https://example.com{STOP}", ids=()),
    "g23": _given(f"{START}cite{DELIM}source\nnext{STOP}", ids=()),
    "g28": _given(f"Answer A{START}never closed", ids=()),
    "s01": _given(
        f"See {START}cite{DELIM}tu", f"rn0view0{STOP} now.", ids=("turn0view0",)
    ),
    "s03": _given(
        f"A {START}cit", f"e{DELIM}three", f"split{STOP} B", ids=("threesplit",)
    ),
    "s05": _given(f"prefix prose {START}cite{DELIM}abc", ids=()),
    "s06": _given(f"abc {START}cite{DELIM}turn1", ids=()),
    "s08": _given(f"Before {START}cite{DELIM}source__id", ids=("source__id",)),
    "s10": _given(
        f"{cite('turn0view0')} after {START}cite{DELIM}next", ids=("turn0view0",)
    ),
    "s11": _given(f"kept {START}cite", "x" * 5000, ids=()),
    "s13": _given(f"ok {cite('turn0view0', 'turn0view1')} done", ids=()),
    "s15": _given(f"x {_WIDGET} y", ids=()),
    "s16": _given(f"See {cite('s1')} for details.", ids=()),
    "s18": _given(f"a{START}cite", "hello", f"turn0search0{STOP}b", ids=()),
    "s20": _given(" <", "|", "file", "-", "abc", "|", ">.", ids=("file-abc",)),
    "s21": _given("Text[", "1", "] here.", ids=("1",)),
    "s25": _given("Text[^1].\n\n[^1]:", ids=()),
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


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader saw while the answer came, and what is left in the end."""

    seen: tuple[str, ...]
    """The prose after each delta."""
    rendered: Rendered

    @property
    def prose(self) -> str:
        """The prose in the end, references included."""
        return prose_in(self.rendered.body)


def prose_in(html: str) -> str:
    """Return what is to be read of the answer, without its list of sources."""
    page = BeautifulSoup(html, "html.parser")
    for apart in page.select("section[role=doc-bibliography], [popover]"):
        apart.decompose()
    return page.get_text().strip()


def tell(way: Way, deltas: Sequence[Delta], answer: str) -> Told:
    """Stream *deltas* to a reader and check that the end is the one-shot result."""
    stream, client = way.open(), Client(hidden=way.hidden(answer))
    seen = []
    for delta in deltas:
        client.apply(stream.feed(delta))
        seen.append(prose_in(client.html))
    client.apply(stream.finish(), "finish")
    check_equal(client, stream.rendered, way.render(answer))
    return Told(tuple(seen), stream.rendered)


@pytest.mark.parametrize("stable", [False, True], ids=["optimistic", "stable"])
@pytest.mark.parametrize("case_id", sorted(set(GIVEN) - {"b025", "b121"}))
def test_case_ends_as_the_one_shot_result(case_id: str, *, stable: bool) -> None:
    given = GIVEN[case_id]
    way = given.way(Options(footnotes=True), stable=stable)
    for deltas in (given.deltas, cut(given.answer, [1])):
        tell(way, deltas, given.answer)


@case("b024", "s01", "s03")
def test_cut_anywhere_no_part_of_a_marker_shows(given: Streamed) -> None:
    answer = given.answer
    cuts: list[Sequence[Delta]] = [
        (answer[:at], answer[at:]) for at in range(1, len(answer))
    ]
    for deltas in (*cuts, cut(answer, [1])):
        told = tell(given.way(), deltas, answer)
        assert [prose for prose in told.seen if not told.prose.startswith(prose)] == []
        assert told.rendered.diagnostics == ()


@case("b025")
def test_marker_that_never_ends_holds_back_a_bounded_stretch(given: Streamed) -> None:
    told = tell(given.way(), given.deltas, given.answer)
    assert told.prose == "Head " + " ".join(["word"] * 4000)
    fed = 0
    for delta, prose in zip(given.deltas, told.seen, strict=True):
        fed += len(delta)
        # The larger the open paragraph, the more comes at a time.
        assert len(prose) >= (fed - _LONGEST) / 2 - len(given.deltas[0])


@case("b047")
def test_what_is_sent_grows_with_the_answer(given: Streamed) -> None:
    once, twice = (sent(given, times) for times in (4, 8))
    assert twice < 3 * once


def sent(given: Streamed, times: int) -> int:
    """Return how much JSON it takes to send the answer *times* over."""
    stream, total = given.way().open(), 0
    for delta in given.deltas * times:
        total += length(stream.feed(delta))
    return total + length(stream.finish())


def length(events: Sequence[Event]) -> int:
    """Return the length of *events* as JSON."""
    return sum(len(json.dumps(event.to_dict())) for event in events)


@case("b119")
def test_broken_start_takes_nothing_with_it(given: Streamed) -> None:
    told = tell(given.way(), cut(given.answer, [1]), given.answer)
    assert told.prose == "One two three[1] four"
    assert told.rendered.references[0].source_id == "turn0file1"
    assert names(told.rendered) == ["unterminated-marker"]


@case("b121")
def test_halves_of_a_character_are_put_together(given: Streamed) -> None:
    whole = f"ok \U0001f680 {cite('turn0file0')}"
    told = tell(given.way(), given.deltas, whole)
    assert told.prose == "ok \U0001f680[1]"
    assert told.seen[0] == "ok"
    stream = given.way().open()
    for delta in given.deltas:
        for event in stream.feed(delta):
            assert json.dumps(event.to_dict(), ensure_ascii=False).encode()
    assert stream.finish()


@case("b121")
def test_half_without_the_other_half_is_replaced(given: Streamed) -> None:
    half = given.deltas[0]
    assert isinstance(half, str)
    assert tell(given.way(), (half,), half).prose == "ok \ufffd"
    text = f"{half} and more"
    assert tell(given.way(), (half, " and more"), text).prose == "ok \ufffd and more"


@case("b122")
def test_bytes_are_decoded_across_deltas(given: Streamed) -> None:
    told = tell(given.way(), given.deltas, given.answer)
    assert told.seen == ("水", "水", "水", "水[1]")


@case("b124")
def test_marker_right_behind_a_list_marker(given: Streamed) -> None:
    told = tell(given.way(), given.deltas, given.answer)
    page = BeautifulSoup(told.rendered.body, "html.parser")
    items = [item.get_text() for item in page.select("article > ul > li")]
    assert items == ["[1] tea", "milk"]
    assert set(told.seen[:3]) <= {"", "-", "•"}


@case("b126")
def test_marker_behind_prose(given: Streamed) -> None:
    told = tell(given.way(), given.deltas, given.answer)
    assert told.seen == (
        "Long prose first.",
        "Long prose first. More prose.",
        "Long prose first. More prose.[1] end.",
    )


@case("g13", "g15", "g16", "g20", "g21", "s15")
def test_what_is_no_citation_is_hidden_all_the_time(given: Streamed) -> None:
    """The peer shows these as they are; here no reader meets a marker character."""
    told = tell(given.way(), cut(given.answer, [1]), given.answer)
    assert set(told.seen) <= {"", "x", "x y"}
    assert len(told.rendered.diagnostics) == 1


@case("g18")
def test_empty_last_field_is_no_fault(given: Streamed) -> None:
    """The peer refuses the marker; here empty fields are ignored."""
    way = _given(given.answer, ids=("turn0view0",)).way()
    told = tell(way, cut(given.answer, [1]), given.answer)
    assert told.seen[-1] == "[1]"
    assert set(told.seen[:-1]) == {""}


@case("g23", "g28")
def test_words_behind_a_broken_start_stay(given: Streamed) -> None:
    told = tell(given.way(), cut(given.answer, [1]), given.answer)
    assert told.prose == {"Answer": "Answer Anever closed"}.get(told.prose[:6], "next")
    assert names(told.rendered)[0] == "unterminated-marker"


@case("s05", "s06", "s08", "s10")
def test_stream_that_dies_inside_a_marker_drops_what_is_of_it(given: Streamed) -> None:
    """Some peers drop the tail, some show it; here ID and family go, prose stays."""
    told = tell(given.way(), cut(given.answer, [1]), given.answer)
    shown = given.answer.rpartition(START)[0].strip()
    assert told.prose == shown.replace(cite("turn0view0"), "[1]")
    assert told.seen[-1] == told.prose
    assert "unterminated-marker" in names(told.rendered)


@case("s11")
def test_start_beyond_the_bound_is_let_go(given: Streamed) -> None:
    told = tell(given.way(), cut(given.answer, [100]), given.answer)
    assert told.prose == "kept cite" + "x" * 5000
    assert told.seen[-1].count("x") > len("x" * 5000) - _LONGEST


@case("s13")
def test_one_character_at_a_time(given: Streamed) -> None:
    told = tell(given.way(), cut(given.answer, [1]), given.answer)
    assert told.prose == "ok done"
    known = _given(given.answer, ids=("turn0view0", "turn0view1")).way()
    told = tell(known, cut(given.answer, [1]), given.answer)
    assert told.prose == "ok[1][2] done"
    assert set(told.seen[3:-6]) == {"ok"}


@case("s16")
def test_source_that_comes_late_is_linked(given: Streamed) -> None:
    known = _given(given.answer, ids=("s1",)).way()
    stream, client = known.open(late=True), Client()
    client.apply(stream.feed(given.answer))
    assert "[1]" not in prose_in(client.html)
    client.apply(stream.add_sources([{**_HANDBOOK, "source_id": "s1"}]), "add_sources")
    assert prose_in(client.html) == "See[1] for details."
    client.apply(stream.finish(), "finish")
    check_equal(client, stream.rendered, known.render(given.answer))


@case("s16")
def test_source_that_never_comes_is_dropped(given: Streamed) -> None:
    told = tell(given.way(), given.deltas, given.answer)
    assert told.prose == "See for details."
    assert names(told.rendered) == ["unknown-source"]


@case("s18")
def test_streams_do_not_share_what_they_hold_back(given: Streamed) -> None:
    first, other = given.way().open(), given.way().open()
    reader, its_neighbour = Client(), Client()
    for delta in given.deltas:
        reader.apply(first.feed(delta))
        its_neighbour.apply(other.feed("hello "))
    its_neighbour.apply(other.finish(), "finish")
    reader.apply(first.finish(), "finish")
    assert prose_in(its_neighbour.html) == "hello hello hello"
    check_equal(reader, first.rendered, given.way().render(given.answer))


@case("s20", "s21")
def test_text_that_only_looks_like_a_marker_is_text(given: Streamed) -> None:
    """These are markers of other products, and prose here."""
    told = tell(given.way(), given.deltas, given.answer)
    assert told.prose == given.answer.strip()
    assert told.rendered.references == ()


@case("s25")
def test_footnote_appears_with_its_definition(given: Streamed) -> None:
    way = given.way(Options(footnotes=True))
    stream: StreamRenderer = way.open()
    client = Client()
    for character in given.answer:
        client.apply(stream.feed(character))
        assert "<li" not in client.html or given.answer.endswith("[^1]:")
    client.apply(stream.feed(" Said at noon."))
    client.apply(stream.finish(), "finish")
    expected = way.render(given.answer + " Said at noon.")
    check_equal(client, stream.rendered, expected)
    assert "Said at noon." in prose_in(expected.body)


def test_every_case_has_a_test() -> None:
    assert set(GIVEN) == COVERED
