from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from citemark import Options, StreamRenderer
from citemark.stream.events import (
    Abort,
    BlockClose,
    BlockOpen,
    BlockPatch,
    End,
    Event,
    Snapshot,
    SourceAdd,
    SourcePatch,
)
from tests.golden_cases import case
from tests.strategies import SOURCES, cite
from tests.stream_client import Client, During

_ONE, _TWO = cite("turn0file0"), cite("turn0file1", "L2")
_CALL = tuple[During, Callable[[StreamRenderer], list[Event]]]


def feeding(*deltas: str) -> list[_CALL]:
    return [("feed", lambda it, delta=delta: it.feed(delta)) for delta in deltas]  # type: ignore[misc] # a default keeps each delta


def adding(number: int) -> _CALL:
    return "add_sources", lambda it: it.add_sources([SOURCES[number]])


_FINISH: _CALL = ("finish", StreamRenderer.finish)
_ABORT: _CALL = ("abort", lambda it: it.abort("gone"))


def resumed_everywhere(
    make: Callable[[], StreamRenderer], calls: Sequence[_CALL]
) -> str:
    """Let a reader come back from every event to every later moment; return the end."""
    history: list[tuple[During, list[Event]]] = []
    stream = make()
    for during, call in calls:
        history.append((during, call(stream)))
    total = history[-1][1][-1].seq
    shown = set()
    for last in range(total + 1):
        for back in range(len(calls)):
            if history[back][1] and history[back][1][-1].seq >= last:
                shown.add(come_back(make(), calls, last, back))
    assert len(shown) == 1, shown
    return shown.pop()


def come_back(
    stream: StreamRenderer, calls: Sequence[_CALL], last: int, back: int
) -> str:
    """Return what a reader has that saw *last* events and is back after a call."""
    reader, steady = Client(), Client(alone=False)
    for number, (during, call) in enumerate(calls):
        events = call(stream)
        steady.apply(events, during)
        if number > back:
            reader.apply(events, during)
        else:
            reader.apply([each for each in events if each.seq <= last], during)
        if number == back:
            missed = stream.resume(reader.last_id)
            # The connection breaks again, somewhere or not at all, and once more.
            for _ in range(2):
                reader.apply(missed[: last % (len(missed) + 1)], "resume")
                missed = stream.resume(reader.last_id) if missed else []
            reader.apply(missed, "resume")
            assert reader.html == steady.html, (last, back)
            assert reader.end == steady.end or reader.end is not None
    assert reader.html == steady.html
    links = {number: (ref["n"], ref["block"]) for number, ref in steady.refs.items()}
    assert {n: (ref["n"], ref["block"]) for n, ref in reader.refs.items()} == links
    return reader.html


@pytest.mark.parametrize(
    "slug",
    [
        "answer-japanese",
        "author-footnotes",
        "definition-takes-no-number",
        "emphasis-marker-inside",
        "fenced-code",
        "grouped",
    ],
)
def test_golden_answers_go_on_from_any_event(slug: str) -> None:
    golden = case(slug)
    size = 1 + len(golden.answer) // 12
    deltas = [
        golden.answer[at : at + size] for at in range(0, len(golden.answer), size)
    ]

    def make() -> StreamRenderer:
        return StreamRenderer(
            golden.sources,
            theme=golden.theme or "base",
            options=golden.options,
            id_prefix=golden.id_prefix,
        )

    html = resumed_everywhere(make, [*feeding(*deltas), _FINISH])
    assert html == golden.rendered("html").body


def plain() -> StreamRenderer:
    return StreamRenderer(SOURCES, theme="base")


def without_sources() -> StreamRenderer:
    return StreamRenderer(None, theme="base")


def with_footnotes() -> StreamRenderer:
    return StreamRenderer(SOURCES, theme="base", options=Options(footnotes=True))


_LONG = "word " * 60


@pytest.mark.parametrize(
    ("make", "calls"),
    [
        # Blocks that open, grow and close while nobody looks; notes that come and grow.
        (
            plain,
            [
                *feeding(
                    f"{_LONG}\n\n", f"One{_ONE}.\n\n", f"- a{_TWO}\n", "- b", _ONE
                ),
                *feeding("\n\nEnd", " of it"),
                _FINISH,
            ],
        ),
        # Sources that come late: numbers of closed blocks change.
        (
            without_sources,
            [
                *feeding(f"{_LONG}{_TWO}.\n\nOne{_ONE}.\n\n", "Open"),
                adding(0),
                *feeding(f"{_TWO} and"),
                adding(1),
                _FINISH,
            ],
        ),
        # A definition that makes a link of closed words; a note that goes again.
        (
            plain,
            [
                *feeding("See [f].\n\n", f"{_LONG}\n\n", "[f]: https://e.test\n"),
                _FINISH,
            ],
        ),
        (plain, [*feeding(f"{_LONG}\n\na{_ONE} `{_TWO}", "`"), _FINISH]),
        (
            with_footnotes,
            [*feeding("One[^1]\n\n", "[^1]: note\n\n", "Two[^1]"), _FINISH],
        ),
        # Without an end, or without a beginning.
        (plain, [*feeding(f"One{_ONE}.\n\nTwo"), _ABORT]),
        (plain, [*feeding("", ""), _FINISH]),
        (plain, [_ABORT]),
    ],
    ids=range(8),
)
def test_any_message_goes_on_from_any_event(
    make: Callable[[], StreamRenderer], calls: list[_CALL]
) -> None:
    resumed_everywhere(make, calls)


def kinds(events: Sequence[Event]) -> list[type[Event]]:
    return [type(each) for each in events]


@pytest.mark.parametrize(
    "event_id",
    [
        None,
        "",
        "answer:99",
        "answer:-1",
        "answer:x",
        "other:1",
        "answer",
        f"answer:{'9' * 10_000}",
        "answer:\u0661",
        "\x00",
    ],
)
def test_whoever_has_seen_nothing_of_it_gets_all_of_it(event_id: str | None) -> None:
    stream = plain()
    stream.feed(f"One{_ONE}.\n\nTwo")
    (snapshot, ref) = stream.resume(event_id)
    assert isinstance(snapshot, Snapshot)
    assert [number for number, _ in snapshot.blocks] == [1, 2]
    assert snapshot.open == 2
    assert [number for number, *_ in snapshot.sources] == [1]
    assert ref.type == "ref"


def test_before_anything_was_said_there_is_the_start() -> None:
    stream = plain()
    (start,) = stream.resume("answer:3")
    assert (start.type, start.seq) == ("start", 1)
    assert kinds(stream.feed("One")) == [BlockOpen]


def test_whoever_has_seen_everything_gets_nothing() -> None:
    stream = plain()
    last = stream.feed(f"One{_ONE}")[-1]
    assert stream.resume(last.event_id) == []
    end = stream.finish()[-1]
    assert stream.resume(end.event_id) == []


def test_what_is_short_comes_in_steps() -> None:
    stream = plain()
    stream.feed(f"{_LONG}\n\n")
    opened = stream.feed("Two")[-1]
    stream.feed(f" and{_ONE}.")
    stream.feed("\n\nThree")
    events = stream.resume(opened.event_id)
    assert kinds(events)[:3] == [SourceAdd, BlockClose, BlockOpen]
    (added,) = [each for each in events if isinstance(each, SourceAdd)]
    assert added.section
    # Who has seen the source needs only what is new about it.
    last = events[-1]
    stream.feed(f"{_ONE}")
    stream.feed(f" and{_TWO}")
    events = stream.resume(last.event_id)
    assert kinds(events)[:3] == [SourcePatch, SourceAdd, BlockPatch]
    (added,) = [each for each in events if isinstance(each, SourceAdd)]
    assert not added.section


def test_whoever_breaks_off_while_it_catches_up_gets_all_of_it() -> None:
    stream, reader = plain(), Client()
    reader.apply(stream.feed(f"{_LONG}\n\n"))
    stream.feed(f"Two{_ONE}.\n\nThree{_TWO}.\n\nFour")
    missed = stream.resume(reader.last_id)
    assert len(missed) > 4
    for count in range(1, len(missed)):
        assert stream.resume(missed[count - 1].event_id)[0].type == "snapshot"
    # Who came to its end has it all; so has who is back behind another's catching up.
    assert kinds(stream.resume(missed[-1].event_id)) == [BlockPatch]
    reader.apply(missed[:2], "resume")
    (snapshot, *refs) = stream.resume(reader.last_id)
    assert [each.type for each in refs] == ["ref", "ref"]
    # And links to sources that come behind the whole are not lost either.
    reader.apply([snapshot], "resume")
    reader.apply(stream.resume(reader.last_id), "resume")
    assert sorted(reader.refs) == [1, 2]
    reader.apply(stream.finish(), "finish")
    assert reader.final == stream.rendered.body


def test_what_is_long_comes_as_a_whole() -> None:
    stream = plain()
    first = stream.feed("One")[-1]
    stream.feed(f"\n\n{_LONG}\n\n")
    assert kinds(stream.resume(first.event_id)) == [Snapshot]


def test_a_closed_block_that_was_corrected_comes_alone() -> None:
    stream = plain()
    stream.feed("See [f].\n\n")
    last = stream.feed(f"{_LONG}\n\n[f]: https://e.test/f")[-1]
    stream.finish()
    (late, end) = stream.resume(last.event_id)
    assert isinstance(late, BlockPatch)
    assert (late.block, late.late) == (1, True)
    assert 'href="https://e.test/f"' in late.html
    assert isinstance(end, End)


def test_numbers_go_on_behind_what_was_told_again() -> None:
    stream = plain()
    stream.feed("One\n\nTwo")
    before = stream.resume(None)[-1].seq
    assert [each.seq for each in stream.feed(" and")] == [before + 1]


def test_an_end_is_told_again() -> None:
    stream = plain()
    first = stream.feed("One")[0]
    end = stream.finish()[-1]
    again = stream.resume(first.event_id)
    assert isinstance(again[-1], End)
    assert isinstance(end, End)
    assert again[-1].html_sha256 == end.html_sha256
    assert again[-1].seq > end.seq
    assert kinds(stream.resume(None)) == [Snapshot, End]
    assert kinds(stream.resume(end.event_id))[-1] is End
    aborted = plain()
    aborted.feed("One")
    aborted.abort("gone")
    (snapshot, abort) = aborted.resume(None)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.open == 1
    assert isinstance(abort, Abort)
    assert abort.reason == "gone"


def test_where_no_patch_leads_the_article_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Which no answer is known to do; if one did, readers would still end right."""
    from citemark.stream.mirror import Mirror

    stream = plain()
    reader = Client()
    reader.apply(stream.feed(f"One{_ONE}"))
    monkeypatch.setattr(Mirror, "finished", lambda _: "something else")
    events = stream.finish()
    assert kinds(events)[-2:] == [Snapshot, End]
    reader.apply(events, "finish")
    assert reader.final == stream.rendered.body
    (snapshot, *_, end) = stream.resume(None)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.html == stream.rendered.body
    assert snapshot.status
    assert isinstance(end, End)
