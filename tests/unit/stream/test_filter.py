from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from time import process_time
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, extract_citations, render, scan, strip_citations
from citemark.dialect import Dialect
from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.grammar import MAX_CHARS, MAX_WIDGET_CHARS
from citemark.model import Marker
from citemark.stream.filter import Filtered, MarkerFilter, Unterminated
from tests.strategies import (
    DELIM,
    KNOWN_IDS,
    SOURCES,
    START,
    STOP,
    Piece,
    answers,
    any_markers,
    cite,
    markers,
    sentences,
    soup,
)

NAMES = sorted(discover("citemark.dialects", "DIALECT", Dialect))
CHOICES = (*NAMES, ("openai", "lenticular"), ("openai-escaped", "lenticular"))
WAYS: tuple[Unterminated, ...] = get_args(Unterminated)
MARKER_CHARACTERS = set(map(chr, range(0xE200, 0xE207)))
_SPELLED = str.maketrans({START: r"\ue200", DELIM: r"\ue202", STOP: r"\ue201"})
_PROSE = "Leave is granted for 28 days a year, as the handbook says. "


def filtered(
    *deltas: str | bytes,
    dialect: str | tuple[str, ...] | None = None,
    unterminated: Unterminated = "prose",
) -> list[Filtered]:
    """Return what comes out for each delta, and at the end."""
    filtering = MarkerFilter(dialect=dialect, unterminated=unterminated)
    return [*map(filtering.feed, deltas), filtering.finish()]


def text_of(found: Sequence[Filtered]) -> str:
    return "".join(map(str, found))


def citations_of(found: Sequence[Filtered]) -> list[object]:
    return [each for part in found for each in part.citations]


@st.composite
def chunked(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> list[str]:
    """A text in pieces, some of them empty."""
    text = draw(texts)
    bounds = st.lists(st.integers(0, len(text)), max_size=8)
    at = [0, *sorted(draw(bounds)), len(text)]
    return [text[start:end] for start, end in pairwise(at)]


ANSWERS = st.one_of(
    answers().map(lambda piece: piece.text),
    answers().map(lambda piece: piece.text.translate(_SPELLED)),
    soup,
    st.lists(
        st.sampled_from(
            [
                *("【4:2†source】", "【4", "†", "】", "`", "``", "\n", "~~~\n", "\\"),
                *(r"\ue202turn0search1", r"\ue200", r"\ue203", "cite", " ", "a"),
                *(START, DELIM, STOP, "x" * 700, "\x00", "\ud83d", "```\n", "- "),
            ]
        ),
        max_size=20,
    ).map("".join),
)


@given(chunked(ANSWERS), st.sampled_from(CHOICES), st.sampled_from(WAYS))
def test_any_chunks_give_what_one_gives(
    chunks: list[str], dialect: str | tuple[str, ...], unterminated: Unterminated
) -> None:
    many = filtered(*chunks, dialect=dialect, unterminated=unterminated)
    once = filtered("".join(chunks), dialect=dialect, unterminated=unterminated)
    assert text_of(many) == text_of(once)
    assert citations_of(many) == citations_of(once)


@given(chunked(ANSWERS), st.sampled_from(CHOICES))
def test_citations_are_those_of_the_whole_answer(
    chunks: list[str], dialect: str | tuple[str, ...]
) -> None:
    families = ("cite", "filecite")
    found = citations_of(filtered(*chunks, dialect=dialect))
    answer = "".join(chunks).translate({0xD83D: 0xFFFD, 0: 0xFFFD})
    assert found == extract_citations(answer, families=families, dialect=dialect)


@given(chunked(ANSWERS), st.sampled_from(("prose", "strip")))
def test_no_delta_holds_a_marker_character(
    chunks: list[str], unterminated: Unterminated
) -> None:
    for each in filtered(*chunks, unterminated=unterminated):
        assert MARKER_CHARACTERS.isdisjoint(each.text)
        each.text.encode()


@given(chunked(answers(markers).map(lambda piece: piece.text)))
def test_nothing_but_blanks_goes_with_the_markers(chunks: list[str]) -> None:
    answer = "".join(chunks)
    found = scan(answer)
    spans = [{"start": each.start, "end": each.end} for each in found]
    bare = strip_citations(answer, spans)
    assert unspaced(text_of(filtered(*chunks))) == unspaced(bare)


@given(chunked(answers().map(lambda piece: piece.bare)))
def test_text_without_markers_comes_out_as_it_is(chunks: list[str]) -> None:
    assert text_of(filtered(*chunks)) == "".join(chunks)


def unspaced(text: str) -> str:
    return re.sub("[ \t]", "", text)


@given(sentences(any_markers))
def test_a_sentence_is_what_text_output_makes_of_it(piece: Piece) -> None:
    answer = piece.text
    stripped = render(answer, SOURCES, to="text", options=Options(strip=True))
    assert same_marks(text_of(filtered(answer))) == same_marks(str(stripped))
    rendered = render(answer, SOURCES, to="text")
    numbers: dict[str, int] = {}

    def show(marker: Marker) -> str:
        known = [each for each in dict.fromkeys(marker.source_ids) if each in KNOWN_IDS]
        return "".join(
            f"[{numbers.setdefault(each, len(numbers) + 1)}]" for each in known
        )

    filtering = MarkerFilter(show=show)
    shown = f"{filtering.feed(answer)}{filtering.finish()}"
    body = str(rendered).partition("\n\nSources")[0]
    assert same_marks(shown).rstrip() == same_marks(body).rstrip()


def same_marks(text: str) -> str:
    """Return *text* without what text output leaves before an exclamation mark."""
    return text.replace(" !", "!")


UNFINISHED = [
    pytest.param(
        f"{START}cite{DELIM}turn0file0{DELIM} a", " a", "openai", id="id-and-prose"
    ),
    pytest.param(f"{START}cite{DELIM}a{DELIM}L1-", "", "openai", id="half-a-locator"),
    pytest.param(f"{START}ci", " ci", "openai", id="half-a-family"),
    pytest.param(f"{START}", "", "openai", id="start"),
    pytest.param(f"{START}navlist{DELIM}a b", " navlista b", "openai", id="widget"),
    pytest.param(r"\ue200cite\ue202a", "", "openai-escaped", id="spelled"),
    pytest.param(r"\ue20", r" \ue20", "openai-escaped", id="half-a-character"),
    pytest.param("【4:2†sou", " 【4:2†sou", "lenticular", id="dagger"),
]


@pytest.mark.parametrize(("tail", "prose", "dialect"), UNFINISHED)
def test_an_unfinished_marker_ends_as_is_asked_for(
    tail: str, prose: str, dialect: str
) -> None:
    answer = f"Yes {tail}"
    ends: list[str] = []
    for unterminated in WAYS:
        found = filtered(answer, dialect=dialect, unterminated=unterminated)
        assert found[0].text == "Yes"
        ends.append(found[1].text)
    assert dict(zip(WAYS, ends, strict=True)) == {
        "prose": prose,
        "verbatim": f" {tail}",
        "strip": "",
    }


@pytest.mark.parametrize("unterminated", WAYS)
def test_what_was_ended_by_prose_is_not_unfinished(unterminated: Unterminated) -> None:
    answer = f"Yes {START}cite{DELIM}a b"
    assert text_of(filtered(answer, unterminated=unterminated)) == "Yes b"
    # It may have been in code until the answer ended.
    code = r"`Yes \ue200cite\ue202a\ue201 b"
    found = filtered(code, dialect="openai-escaped", unterminated=unterminated)
    assert [each.text for each in found] == ["`Yes", " b"]
    assert [each["source_ids"] for each in found[1].citations] == [["a"]]


@pytest.mark.parametrize("unterminated", WAYS)
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(f"Yes.{cite('a')} ", "Yes. ", id="blank"),
        pytest.param(f"Yes.{STOP}", "Yes.", id="stray"),
        pytest.param(f"Yes {cite('a')} **", "Yes **", id="markup"),
        pytest.param("Yes \ud83d", "Yes \ufffd", id="half-a-character"),
        pytest.param("Yes", "Yes", id="word"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_finished_answer_ends_the_same_in_every_way(
    answer: str, expected: str, unterminated: Unterminated
) -> None:
    assert text_of(filtered(answer, unterminated=unterminated)) == expected


def test_labels_stand_where_the_markers_were() -> None:
    seen: list[Marker] = []

    def show(marker: Marker) -> str:
        seen.append(marker)
        return f"[{len(seen)}]"

    deltas = f"One {cite('a', 'L2-L1')}. \ue203Two{cite('b', 'c')} end."
    filtering = MarkerFilter(show=show)
    text = "".join(str(filtering.feed(each)) for each in deltas)
    assert text == "One[1]. Two[2] end."
    assert seen == [each for each in scan(deltas) if each.citations]


def test_only_what_cites_gets_a_label() -> None:
    answer = (
        f"Paris{START}cite{STOP} {START}entity{DELIM}"
        f'["place","Rome"]{STOP} {START}navlist{DELIM}a{STOP}.'
    )
    filtering = MarkerFilter(show=lambda marker: f"[{marker.locator}]")
    assert str(filtering.feed(answer)) == "Paris Rome."


def test_families_are_an_option() -> None:
    answer = f"a{cite('b', family='doc')}{cite('c')}"
    found = MarkerFilter(families=("doc",)).feed(answer)
    assert [each["family"] for each in found.citations] == ["doc"]


def test_bytes_and_halves_are_put_together() -> None:
    data = f"水 {cite('a')}\N{ROCKET}".encode()
    assert text_of(filtered(*(bytes([each]) for each in data))) == "水\N{ROCKET}"
    assert text_of(filtered("a\ud83d", "\ude80\x00", "\ud83d")) == "a🚀\ufffd\ufffd"


def test_offsets_count_the_whole_answer() -> None:
    deltas = ("\ud83d", "\ude80", " a", *cite("b"), "c", *cite("d"))
    found = citations_of(filtered(*deltas))
    assert found == extract_citations(f"🚀 a{cite('b')}c{cite('d')}")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("unterminated", "drop", "unterminated: expected one of prose, verbatim, "),
        ("dialect", "morse", "dialect: expected one of .*openai.*'morse'"),
        ("dialect", ("openai", "morse"), "dialect: expected one of .*openai.*'morse'"),
    ],
)
def test_what_is_impossible_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        MarkerFilter(**{name: value})  # type: ignore[arg-type] # what is refused


def test_nothing_comes_after_the_end() -> None:
    filtering = MarkerFilter()
    filtering.finish()
    with pytest.raises(ConfigError, match="feed: expected no call after finish"):
        filtering.feed("a")
    with pytest.raises(ConfigError, match="finish: expected no call after finish"):
        filtering.finish()


def test_what_is_no_text_is_refused_and_leaves_no_trace() -> None:
    filtering = MarkerFilter()
    assert str(filtering.feed("a")) == "a"
    with pytest.raises(ConfigError, match="delta: expected str as before, got bytes"):
        filtering.feed(b"b")
    assert str(filtering.feed("c")) == "c"


def test_code_is_remembered_however_long_it_is() -> None:
    fence = "~~~ text\n" + "some line of code\n" * 600
    lines = fence + "\\ue203\n" + "x" * 9_000 + " \\ue203\n~~~\n"
    found = filtered(*lines, r"\ue203.", dialect="openai-escaped")
    assert text_of(found) == f"{lines}."
    long = "~~~ " + "x" * 9_000 + " \\ue203\n\\ue203"
    assert text_of(filtered(*long, dialect="openai-escaped")) == long


def test_a_long_line_remembers_what_may_be_code() -> None:
    line = "a word `b` " * 800 + r"`\ue203 c` d \ue203e"
    found = filtered(*line, dialect="openai-escaped")
    assert text_of(found) == line.removesuffix(r"\ue203e") + "e"


SLOW = {
    "prose": _PROSE,
    "other-scripts": "水曜日は休みです。",
    "markers": _PROSE + cite("turn0file0", "L1-L2"),
    "starts": START,
    "starts-with-ids": f"{START}cite{DELIM}turn0file0 ",
    "strays": DELIM,
    "fields": START + "cite" + f"{DELIM}a" * 2_000,
    "blank-fields": START + "cite" + f"{DELIM}a " * 1_300,
    "widgets": f"{START}navlist{DELIM}" + "a b " * 2_000,
    "blanks": " ",
    "blanks-behind-markers": cite("a") + " " * 500,
}
SLOW_AND_SPELLED = {
    "prose": _PROSE,
    "spelled": r"\ue203 \frac ",
    "open-code": "` " + r"\ue203 a " * 40,
    "daggers": "【4:2†" + "x" * 150,
}
ENDLESS = {
    "ids": (f"{START}cite{DELIM}", MAX_CHARS),
    "widget": (f"{START}navlist{DELIM}", MAX_WIDGET_CHARS),
}


@pytest.mark.parametrize("kind", SLOW)
def test_time_is_linear_in_the_text(kind: str) -> None:
    check_linear(SLOW[kind] * (48_000 // len(SLOW[kind])))


@pytest.mark.parametrize("kind", SLOW_AND_SPELLED)
def test_time_is_linear_where_code_is_looked_for(kind: str) -> None:
    unit = SLOW_AND_SPELLED[kind]
    check_linear(unit * (24_000 // len(unit)), ("openai-escaped", "lenticular"))


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_start_that_never_ends_holds_back_what_a_marker_may_have(kind: str) -> None:
    start, limit = ENDLESS[kind]
    filtering = MarkerFilter()
    filtering.feed(start)
    fed = given = 0
    for _ in range(1_000):
        fed += 40
        given += len(filtering.feed("x" * 40).text)
        assert fed - given <= limit
    assert given
    check_linear(start + "x" * 48_000)


def check_linear(text: str, dialect: str | tuple[str, ...] | None = None) -> None:
    """Check that four times the text takes no more than about four times as long."""
    # The quickest of some runs is the one that nothing else on the machine disturbed.
    short, long = (
        min(seconds(text[: len(text) // part], dialect) for _ in range(4))
        for part in (4, 1)
    )
    assert long < 4 * 2.5 * short + 0.05


def seconds(text: str, dialect: str | tuple[str, ...] | None) -> float:
    """Return how long it takes to filter *text*, four characters at a time."""
    deltas = [text[at : at + 4] for at in range(0, len(text), 4)]
    begin = process_time()
    filtered(*deltas, dialect=dialect)
    return process_time() - begin


@pytest.mark.parametrize("dialect", ["librechat", "bisheng", "lenticular", "numeric"])
def test_strays_of_other_dialects_are_no_prose(dialect: str) -> None:
    stream = MarkerFilter(dialect=dialect)
    text = "".join(
        [stream.feed(each).text for each in "a\ue201b\ue206 c\ue200 d"]
        + [stream.finish().text]
    )
    assert not set(text) & set("\ue200\ue201\ue202\ue206")
    assert text.split() == ["ab", "c", "d"]
