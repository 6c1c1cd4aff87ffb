from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, StreamRenderer, entries, render
from citemark.errors import (
    CitemarkError,
    ConfigError,
    SourceError,
    ThemeError,
    UnresolvedCitationError,
)
from citemark.excerpts import cut_all
from citemark.locator import Lines
from citemark.model import Excerpt
from citemark.options import Numbering
from citemark.source import Source
from citemark.stream.events import (
    Abort,
    BlockPatch,
    End,
    Event,
    Notice,
    Ref,
    SourceAdd,
    SourcePatch,
    Start,
    Text,
)
from tests.strategies import SOURCES, answers, cite
from tests.stream_client import Client

_ONE, _TWO = cite("turn0file0"), cite("turn0file1", "L2")
_GONE = cite("turn9file9")


def types(events: Sequence[Event]) -> list[str]:
    return [each.type for each in events]


def plain(options: Options | None = None) -> StreamRenderer:
    return StreamRenderer(SOURCES, theme="base", options=options)


def client_of(*steps: Sequence[Event]) -> Client:
    """Return a reader of *steps*, of which the last are those of the end."""
    client = Client()
    for events in steps[:-1]:
        client.apply(events)
    client.apply(steps[-1], "finish")
    return client


# How it is used, and how it is not.


def test_nothing_goes_on_behind_the_end() -> None:
    for end in (StreamRenderer.finish, StreamRenderer.abort):
        stream = plain()
        stream.feed("One")
        end(stream)
        for call in (
            lambda it: it.feed("a"),
            lambda it: it.feed(""),
            StreamRenderer.finish,
            StreamRenderer.abort,
            lambda it: it.add_sources([]),
        ):
            with pytest.raises(ConfigError, match="the stream is over"):
                call(stream)


def test_there_is_no_result_before_the_end() -> None:
    stream = plain()
    with pytest.raises(ConfigError, match="expected finish"):
        _ = stream.rendered
    stream.feed("One")
    with pytest.raises(ConfigError, match="expected finish"):
        _ = stream.rendered
    stream.finish()
    assert stream.rendered.body == render("One", SOURCES, theme="base").body
    aborted = plain()
    aborted.abort()
    with pytest.raises(ConfigError, match="expected finish"):
        _ = aborted.rendered


def test_deltas_are_of_one_kind() -> None:
    stream = plain()
    stream.feed("One")
    with pytest.raises(ConfigError, match="expected str as before, got bytes"):
        stream.feed(b" two")
    with pytest.raises(ConfigError, match="got NoneType"):
        plain().feed(None)  # type: ignore[arg-type] # misuse
    # What was refused has changed nothing.
    stream.feed(" and")
    stream.finish()
    assert stream.rendered.body == render("One and", theme="base").body


@pytest.mark.parametrize(
    "name", [None, 5, "", "a b", "a\n", "a\x00", "ü", "a" * 129, "a\u2028"]
)
def test_a_message_has_a_name_without_blanks(name: str) -> None:
    expected = "1 to 128 printable ASCII characters without white space"
    with pytest.raises(ConfigError, match=f"message: expected {expected}, got "):
        StreamRenderer(message=name)


def test_events_are_named_by_strings() -> None:
    stream = plain()
    with pytest.raises(ConfigError, match="last_event_id: expected a string"):
        stream.resume(5)  # type: ignore[arg-type] # misuse


def test_every_event_names_its_message() -> None:
    stream = StreamRenderer(
        SOURCES, theme="base", message="chat/7:b", id_prefix="m7", texts=True
    )
    events = [*stream.feed(f"One{_ONE}.\n\n\ue201Two"), *stream.finish()]
    assert {each.message for each in events} == {"chat/7:b"}
    assert [each.seq for each in events] == list(range(1, len(events) + 1))
    assert events[-1].event_id == f"chat/7:b:{len(events)}"
    assert {each.prefix for each in events} == {"m7-"}
    assert len(set(types(events))) > 6


def test_what_is_wrong_from_the_start_raises_at_once() -> None:
    with pytest.raises(SourceError):
        StreamRenderer([{"title": "No ID"}])
    with pytest.raises(ThemeError):
        StreamRenderer(theme="nowhere")
    with pytest.raises(CitemarkError):
        StreamRenderer(options=Options(dialect="nobody's"))


def test_the_message_begins_with_whatever_comes_first() -> None:
    calls = (
        lambda it: it.feed(""),
        StreamRenderer.finish,
        StreamRenderer.abort,
        lambda it: it.add_sources([]),
        lambda it: it.resume(None),
    )
    for call in calls:
        stream = plain(Options(language="ar"))
        (start, *_) = call(stream)
        assert isinstance(start, Start)
        assert (start.seq, start.lang, start.dir) == (1, "ar", "rtl")
        assert "start" not in types(stream.resume(None))


def test_an_abort_says_why() -> None:
    stream = plain()
    stream.feed(f"One{_ONE[:-1]}")
    (abort,) = stream.abort("model is overloaded")
    assert isinstance(abort, Abort)
    assert abort.reason == "model is overloaded"


# Its end is that of `render`.


def test_the_end_counts() -> None:
    stream = plain()
    stream.feed(f"One{_ONE}, two{_TWO} and{_ONE}.")
    end = stream.finish()[-1]
    rendered = stream.rendered
    assert isinstance(end, End)
    assert (end.refs, end.sources, end.corrected) == (3, 2, False)
    assert end.html_sha256 == hashlib.sha256(rendered.body.encode()).hexdigest()
    assert end.article == rendered.body
    assert end.listed == (
        (1, "Record 1", "https://example.org/1"),
        (2, "Record 2", "https://example.org/2"),
    )
    assert "2" in end.status
    data = end.to_dict()
    assert "article" not in data
    assert "listed" not in data


def test_the_status_is_told_in_the_language_of_the_answer() -> None:
    english, french = (plain(Options(language=each)) for each in ("en", "fr"))
    told = [stream.finish()[-1].to_dict()["status"] for stream in (english, french)]
    assert told[0] != told[1]


@pytest.mark.parametrize(
    "options",
    [Options(strict=True), Options(on_unresolved="raise")],
    ids=["strict", "raise"],
)
def test_strict_raises_at_the_end(options: Options) -> None:
    stream = plain(options)
    events = stream.feed(f"One{_GONE}.\n\nTwo{_ONE}.\n\n")
    assert "block.close" in types(events)
    with pytest.raises(UnresolvedCitationError, match="turn9file9"):
        stream.finish()
    with pytest.raises(ConfigError):
        _ = stream.rendered
    # Readers can still be told that it is over, or the source may still come.
    (abort,) = stream.abort("unresolved")
    assert isinstance(abort, Abort)
    stream = plain(options)
    stream.feed(f"One{_GONE}.\n\nTwo")
    with pytest.raises(UnresolvedCitationError):
        stream.finish()
    stream.add_sources(
        [{"source_id": "turn9file9", "title": "Late", "url": "https://e.test"}]
    )
    stream.finish()
    assert [each.title for each in stream.rendered.references] == ["Late"]


def test_strict_is_content_with_what_resolves() -> None:
    stream = plain(Options(strict=True))
    stream.feed(f"One{_ONE}.")
    assert types(stream.finish())[-1] == "end"


def test_a_line_end_in_two_deltas_is_one() -> None:
    stream = plain()
    steps = [stream.feed(each) for each in ("One\r", "\n\r", "\nTwo\r", "Three\r")]
    client = client_of(*steps, stream.finish())
    assert client.final == render("One\r\n\r\nTwo\rThree\r", theme="base").body
    # A return is known for what it is with the next character.
    assert types(steps[0]) == ["start", "block.open"]


def test_half_a_character_at_the_end() -> None:
    stream = plain()
    stream.feed("One 水".encode()[:-1])
    stream.finish()
    assert stream.rendered.body == render("One \ufffd", theme="base").body


@pytest.mark.parametrize(
    "deltas",
    [
        # Words become a link; a reference moves out of code, to the words before it.
        ["See [f].\n\n", "Two\n\n", "[f]: https://e.test/f\n"],
        ["One.\n\n", f"```\n{_TWO}\n```\n"],
    ],
)
def test_closed_blocks_are_corrected_at_the_end(deltas: list[str]) -> None:
    stream = plain()
    steps = [stream.feed(each) for each in deltas]
    last = stream.finish()
    assert client_of(*steps, last).final == stream.rendered.body
    late = [each for each in last if isinstance(each, BlockPatch) and each.late]
    assert [each.block for each in late] == [1]
    end = last[-1]
    assert isinstance(end, End)
    assert end.corrected


def test_a_source_that_is_not_cited_after_all_goes() -> None:
    options = Options(footnotes=True)
    stream = plain(options)
    text = f"[^a]: Note{_ONE}.\n\nTwo{_TWO}.\n\nThree."
    steps = [stream.feed(each) for each in text]
    client = client_of(*steps, stream.finish())
    assert client.final == render(text, SOURCES, theme="base", options=options).body


def test_headings_keep_ids_of_their_own() -> None:
    options = Options(heading_ids=True)
    stream = plain(options)
    text = "# Tide\n\n# Tide\n\nSee [f].\n\n# Tide\n\n[f]: https://e.test\n"
    steps = [stream.feed(each) for each in text.splitlines(keepends=True)]
    client = client_of(*steps, stream.finish())
    assert client.final == render(text, theme="base", options=options).body
    assert 'tide-2"' in (client.final or "")


# How it shows what is not finished.


def html_after(stream: StreamRenderer, text: str) -> str:
    client = Client()
    client.apply(stream.feed(text))
    return client.html


def test_unfinished_markdown_is_shown_as_if_it_were_closed() -> None:
    shown = html_after(plain(), "a **b")
    assert "<p>a <strong>b</strong></p>" in shown


def test_stable_shows_it_as_it_stands() -> None:
    stream = StreamRenderer(SOURCES, theme="base", stable=True)
    assert "<p>a **b</p>" in html_after(stream, "a **b")
    stream = StreamRenderer(SOURCES, theme="base", stable=True)
    shown = html_after(stream, f"a [b](https://e.test/hal{_ONE[:-1]}")
    assert "[b](https://e.test/hal" in shown
    assert "turn0file0" not in shown
    assert 'href="https://e.test' not in shown


def test_a_source_that_has_not_come_is_pending() -> None:
    awaiting, not_awaiting = (
        StreamRenderer(SOURCES[:1], theme="base", awaits_sources=each)
        for each in (True, False)
    )
    text = f"One{_ONE}, two{_TWO}.\n\n"
    assert "pending" in html_after(awaiting, text)
    assert "pending" not in html_after(not_awaiting, text)
    for stream in awaiting, not_awaiting:
        stream.finish()
        assert stream.rendered == render(text, SOURCES[:1], theme="base")


def test_findings_are_told_of_blocks_that_are_done() -> None:
    stream = StreamRenderer(SOURCES, theme="base", awaits_sources=False)
    text = f"One\ue201.\n\nTwo{_GONE}.\n\nThree\ue201."
    events = [event for each in text for event in stream.feed(each)]
    events += stream.finish()
    notices = [each for each in events if isinstance(each, Notice)]
    found = [
        each for each in stream.rendered.diagnostics if each.start < text.index("Three")
    ]
    assert [(it.code, it.start, it.end) for it in notices] == [
        (it.code, it.start, it.end) for it in found
    ]
    assert [it.name for it in notices][1] == "unknown-source"
    assert all("turn9file9" not in str(it.to_dict()) for it in notices)


def test_an_unknown_source_is_no_finding_while_it_may_come() -> None:
    stream = plain()
    events = stream.feed(f"One{_GONE}.\n\nTwo\ue201.\n\n")
    assert [each.name for each in events if isinstance(each, Notice)] == [
        each.name for each in render("Two\ue201.").diagnostics
    ]


def test_a_huge_block_is_shown_some_lines_later() -> None:
    stream, client = plain(), Client()
    text, told = "".join(f"- item {n}{_ONE}\n" for n in range(600)), 0
    for line in text.splitlines(keepends=True):
        events = stream.feed(line)
        told += bool(events)
        client.apply(events)
    assert told < 300
    client.apply(stream.finish(), "finish")
    assert client.final == render(text, SOURCES, theme="base").body


# Sources that come later.


def test_late_sources_are_numbered_as_if_they_had_been_there() -> None:
    stream, client = StreamRenderer(SOURCES[:1], theme="base"), Client()
    client.apply(stream.feed(f"One{_TWO}.\n\nTwo{_ONE}.\n\nThree{_TWO} and"))
    events = stream.add_sources(SOURCES[1:2])
    client.apply(events, "add_sources")
    assert [each.n for each in events if isinstance(each, SourceAdd)] == [2]
    assert [each.n for each in events if isinstance(each, SourcePatch)] == [1, 1]
    refs = {number: ref["n"] for number, ref in client.refs.items()}
    assert refs == {1: 1, 2: 2, 3: 1}
    client.apply(stream.finish(), "finish")
    assert client.final == stream.rendered.body
    assert [each.source_id for each in stream.rendered.references] == [
        "turn0file1",
        "turn0file0",
    ]


def test_a_number_of_the_open_block_may_become_that_of_a_late_source() -> None:
    stream, client = StreamRenderer(SOURCES[:1], theme="base"), Client()
    text = f"One{cite('turn0file1')} two{_ONE} and"
    client.apply(stream.feed(text))
    client.apply(stream.add_sources(SOURCES[1:2]), "add_sources")
    at_once = Client()
    at_once.apply(StreamRenderer(SOURCES, theme="base").feed(text))
    assert client.html == at_once.html


@pytest.mark.parametrize("between", ["\n\n", ", "], ids=["blocks", "one block"])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_each_late_source_is_shown_when_it_comes(
    order: tuple[int, ...], between: str
) -> None:
    stream, client = StreamRenderer(theme="base"), Client()
    cited = [*SOURCES[:3], SOURCES[0]]
    text = between.join(f"Says{cite(each['source_id'])}" for each in cited)
    client.apply(stream.feed(text))
    for count, number in enumerate(order, start=1):
        client.apply(stream.add_sources([SOURCES[number]]), "add_sources")
        known = Client()
        there = [SOURCES[each] for each in order[:count]]
        known.apply(StreamRenderer(there, theme="base").feed(text))
        assert client.html.count("[…]") == known.html.count("[…]")
        assert client.counts["block.open"] == known.counts["block.open"]
    assert "[…]" not in client.html
    client.apply(stream.finish(), "finish")
    assert client.final == stream.rendered.body


def test_a_late_source_leaves_footnotes_for_the_end() -> None:
    options = Options(footnotes=True)
    stream, client = StreamRenderer(theme="base", options=options), Client()
    text = f"One[^1]{_ONE}.\n\n[^1]: note\n\nTwo.\n\nThree"
    client.apply(stream.feed(text))
    before = dict(client.counts)
    client.apply(stream.add_sources(SOURCES), "add_sources")
    assert client.counts["block.close"] == before["block.close"]
    client.apply(stream.finish(), "finish")
    assert client.final == render(text, SOURCES, theme="base", options=options).body


def test_a_late_source_makes_a_block_of_what_showed_nothing() -> None:
    stream = StreamRenderer(theme="base", awaits_sources=False)
    client = Client()
    client.apply(stream.feed(f"{_ONE}\n\nTwo"))
    assert "<p>" in client.html
    client.apply(stream.add_sources(SOURCES), "add_sources")
    client.apply(stream.finish(), "finish")
    assert client.final == render(f"{_ONE}\n\nTwo", SOURCES, theme="base").body


def test_sources_that_nobody_waits_for_change_nothing() -> None:
    stream = StreamRenderer(SOURCES[:1], theme="base")
    stream.feed(f"One{_ONE}.")
    assert stream.add_sources(SOURCES[1:]) == []
    assert stream.add_sources(SOURCES[:1]) == []
    added = [
        each for each in stream.feed(f" Two{_TWO}.") if isinstance(each, SourceAdd)
    ]
    assert [each.source["title"] for each in added] == ["Record 2"]


def test_another_source_of_the_same_id_is_refused() -> None:
    stream = StreamRenderer(SOURCES[:1], theme="base")
    stream.feed(f"One{_ONE}{_TWO}")
    with pytest.raises(SourceError, match="'turn0file0' is that of another"):
        stream.add_sources([SOURCES[1], {**SOURCES[0], "title": "Other"}])
    with pytest.raises(SourceError):
        stream.add_sources([{"title": "No ID"}])
    # Nothing of it was taken.
    stream.finish()
    assert len(stream.rendered.references) == 1


def test_late_sources_keep_the_numbers_of_earlier_turns() -> None:
    options = Options(numbering=Numbering(assigned={"turn0file1": 7}))
    stream = StreamRenderer(SOURCES[:1], theme="base", options=options)
    stream.feed(f"One{_TWO}{_ONE}.\n\n")
    stream.add_sources(SOURCES[1:])
    stream.finish()
    assert stream.rendered == render(
        f"One{_TWO}{_ONE}.\n\n", SOURCES, theme="base", options=options
    )


# What it leaves out, and what it says besides.


def test_stripped_answers_cite_nothing() -> None:
    options = Options(strip=True)
    stream = StreamRenderer(SOURCES, theme="base", options=options, texts=True)
    text = f"One{_ONE}.\n\nTwo{_TWO} and"
    events = [*stream.feed(text), *stream.finish()]
    assert not {"ref", "source.add"} & set(types(events))
    assert stream.rendered == render(text, SOURCES, theme="base", options=options)
    assert text_of(events) == "One.\n\nTwo and"


def text_of(events: Sequence[Event]) -> str:
    return "".join(each.text for each in events if isinstance(each, Text))


def test_texts_go_on_as_markdown() -> None:
    stream = StreamRenderer(SOURCES, theme="base", texts=True)
    deltas = ["**One**", _ONE, ". <b>", cite("turn0file1", "L2", "turn0file0"), _GONE]
    deltas += ["</b>\r", "\n- a", _TWO[:-1]]
    steps = [stream.feed(each) for each in deltas]
    assert [text_of(each) for each in steps] == [
        "**One**",
        "[1]",
        ". <b>",
        "[2][1]",
        "",
        "</b>",
        "\r\n- a",
        "",
    ]
    assert text_of(stream.finish()) == ""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(Options(), "ab c d", id="usual"),
        pytest.param(Options(private_use="keep"), "a\uf8ffb\ue207 c d", id="kept"),
        pytest.param(
            Options(dialect="lenticular"), "ab c d", id="no-marker-characters"
        ),
    ],
)
def test_texts_hold_no_character_that_html_does_not(
    options: Options, expected: str
) -> None:
    stream = StreamRenderer(theme="base", options=options, texts=True)
    deltas = ["a\uf8ff", "b\ue207", " c\ue203", " d\ue204"]
    events = [event for delta in deltas for event in stream.feed(delta)]
    assert text_of([*events, *stream.finish()]) == expected
    assert f"<p>{expected}</p>" in stream.rendered.body


def test_texts_are_only_told_to_those_who_ask() -> None:
    stream = plain()
    assert text_of([*stream.feed(f"One{_ONE}"), *stream.finish()]) == ""


@given(answers(), st.integers(1, 30))
def test_texts_are_no_matter_of_the_deltas(answer: object, size: int) -> None:
    text = getattr(answer, "text", "")
    told = []
    for step in (size, len(text)):
        stream = StreamRenderer(SOURCES, theme="base", texts=True)
        events: list[Event] = []
        for at in range(0, len(text), step):
            events += stream.feed(text[at : at + step])
        told.append(text_of([*events, *stream.finish()]))
    assert told[0] == told[1]


def test_texts_know_of_late_sources() -> None:
    stream = StreamRenderer(None, theme="base", texts=True)
    steps = [stream.feed(f"One{_ONE}."), stream.add_sources(SOURCES)]
    steps += [
        stream.feed(f" Two{_ONE}."),
        stream.feed(f" Three{_TWO}."),
        stream.finish(),
    ]
    assert [text_of(each) for each in steps] == [
        "One.",
        "",
        " Two[1].",
        " Three[2].",
        "",
    ]


def test_a_link_is_told_with_its_place_and_what_is_cited() -> None:
    stream = plain()
    events = stream.feed(f"One.\n\nTwo{_TWO}")
    (ref,) = [each for each in events if isinstance(each, Ref)]
    assert (ref.ref, ref.n, ref.block, ref.locators) == (1, 1, 2, ("L2",))
    assert ref.quote == "second row"
    (added,) = [each for each in events if isinstance(each, SourceAdd)]
    assert added.source == {
        "title": "Record 2",
        "url": "https://example.org/2",
        "path": [],
        "updated": None,
    }


def test_many_places_of_one_source_are_told_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cuts: list[int] = []

    def counted(
        source: Source, locators: Sequence[Lines], options: Options, matched: object
    ) -> tuple[Excerpt, ...]:
        assert not matched
        cuts.append(len(locators))
        return cut_all(source, locators, options)

    monkeypatch.setattr(entries, "cut_all", counted)
    count = 200
    text = "\n".join(f"line {number}" for number in range(1, count + 1))
    sources = [{"source_id": "a", "title": "A", "text": text}]
    answer = "".join(f"w{cite('a', f'L{n}')} on\n\n" for n in range(1, count + 1))
    stream, client, notes = StreamRenderer(sources, texts=True), Client(), 0
    for at in range(0, len(answer), 7):
        events = stream.feed(answer[at : at + 7])
        client.apply(events)
        notes += sum(each.type.startswith("source.") for each in events)
        # No link ever leads nowhere: a line that the note lacks is not linked yet.
        ids = set(re.findall(r' id="([^"]+)"', client.html))
        assert set(re.findall(r' href="#([^"]+)"', client.html)) <= ids
    assert notes < 16 + 8 * 8
    assert sum(cuts) < 30 * count
    assert 16 <= len(re.findall('href="#cx-s1-', client.html)) < count
    client.apply(stream.finish(), "finish")
    assert client.html == render(answer, sources, theme="chat").body
    assert len(re.findall('href="#cx-s1-', client.html)) == count
