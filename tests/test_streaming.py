"""A stream ends as exactly the one-shot result, however the answer is cut.

``CITEMARK_EXAMPLES=5000`` runs each property that often, for a long look.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from citemark import Options, StreamRenderer
from citemark.diagnostic import Code
from citemark.stream.events import Event
from citemark.stream.patches import patch_between
from tests.attacks import documents
from tests.clean_answers import CLEAN
from tests.golden_cases import case, slugs
from tests.injections.recall import INJECTORS, inject
from tests.misplaced import misplaced_answers
from tests.spec_examples import commonmark_examples
from tests.strategies import SOURCES, answers, cite, placed_answers, soup
from tests.stream_client import Client, During
from tests.stream_inputs import (
    MORE_LINES,
    OPTIONS,
    Feed,
    Way,
    as_bytes,
    as_utf_16,
    block_soup,
    check_equal,
    cut,
    feeds,
    texts,
    ways,
)
from tests.stream_markup import patched

_EXAMPLES = int(os.environ.get("CITEMARK_EXAMPLES", "200"))
often = settings(max_examples=_EXAMPLES)
_MOVED = {"marker-in-code-block", "marker-on-fence", "marker-in-html"} | {
    "marker-in-math",
    "marker-in-definition",
    "marker-breaks-block",
    "marker-outside-cell",
}
# Each example is many streams.
seldom = settings(max_examples=max(_EXAMPLES // 8, 10))


@often
@given(feeds(answers().map(lambda piece: piece.text)), ways)
def test_answers_with_markers_anywhere(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@often
@given(feeds(misplaced_answers()), ways)
def test_misplaced_markers(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@often
@given(feeds(soup), ways)
def test_text_without_structure(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@often
@given(feeds(block_soup()), ways)
def test_blocks_of_all_kinds(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@often
@given(feeds(block_soup(MORE_LINES)), ways)
def test_blocks_with_definitions_footnotes_and_math(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@often
@given(feeds(), ways)
def test_any_line_ends_and_characters(feed: Feed, way: Way) -> None:
    way.check(feed.text, feed.deltas)


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
@settings(max_examples=max(_EXAMPLES // 4, 10))
@given(feeds(block_soup(MORE_LINES)))
def test_every_option_that_matters(options: Options, feed: Feed) -> None:
    Way(options=options).check(feed.text, feed.deltas)


@pytest.mark.parametrize("stable", [False, True], ids=["optimistic", "stable"])
@pytest.mark.parametrize("slug", slugs())
def test_golden_cases(slug: str, stable: bool) -> None:  # noqa: FBT001 # pytest's
    golden = case(slug)
    way = Way(
        theme=golden.theme or "base",
        options=golden.options,
        prefix=golden.id_prefix,
        sources=golden.sources,
        stable=stable,
    )
    answer = golden.answer
    for deltas in (
        cut(answer, [1]),
        cut(answer, [4]),
        cut(answer, [7, 1, 30]),
        as_utf_16(answer, [1]),
        as_bytes(answer, [1, 3]),
        [answer],
    ):
        way.check(answer, deltas)


@pytest.mark.parametrize("code", INJECTORS, ids=lambda code: code.name)
def test_answers_with_every_fault_that_lint_knows(code: Code) -> None:
    for number, answer in enumerate(CLEAN):
        injection = next(iter(inject(code, answer)), None)
        if injection is not None and number % 4 == int(code.code[2:]) % 4:
            way = Way(options=injection.options, sources=injection.records)
            way.check(injection.text, cut(injection.text, [4 + number % 9]))


def test_every_example_of_commonmark() -> None:
    for text in commonmark_examples().values():
        for deltas in (cut(text, [1]), text.splitlines(keepends=True)):
            Way(sources=None).check(text, deltas)


def test_hostile_answers_and_sources() -> None:
    for number, (_, document) in enumerate(documents()):
        way = Way(sources=document.records, stable=bool(number % 2))
        way.check(document.answer, cut(document.answer, [1 + number % 7]))


@seldom
@given(texts(), ways)
def test_what_is_shown_is_no_matter_of_the_deltas(text: str, way: Way) -> None:
    # A marker that no block can hold moves to the one before, if that is still open.
    found = {each.name for each in way.render(text).diagnostics}
    assume(not found & _MOVED)
    stream, client = way.open(), Client(hidden=way.hidden(text))
    for end, character in enumerate(text, start=1):
        client.apply(stream.feed(character))
        at_once = Client()
        at_once.apply(way.open().feed(text[:end]))
        assert client.html == at_once.html, text[:end]


@often
@given(feeds(placed_answers().map(lambda piece: piece.text)), ways)
def test_prose_only_ever_grows(feed: Feed, way: Way) -> None:
    """Not a letter is shown that will not be there in the end, markers included."""
    final = letters_in(way.render(feed.text).body)
    stream, client = way.open(), Client()
    for delta in feed.deltas:
        client.apply(stream.feed(delta))
        assert final.startswith(letters_in(client.html)), client.html


def letters_in(html: str) -> str:
    """Return the letters of the answer in *html*, without references and notes."""
    page = BeautifulSoup(html, "html.parser")
    for apart in page.select("section, [popover], [role=doc-biblioref], .cx-ref"):
        apart.decompose()
    return "".join(filter(str.isalpha, page.get_text()))


@often
@given(feeds(), ways, st.data())
def test_sources_that_come_late(feed: Feed, way: Way, data: st.DataObject) -> None:
    moments = st.one_of(st.none(), st.integers(0, len(feed.deltas)))
    order = data.draw(st.permutations(SOURCES))
    due = [data.draw(moments) for _ in order]
    stream, client = way.open(late=True), Client(hidden=way.hidden(feed.text))
    came: list[object] = []
    for number in range(len(feed.deltas) + 1):
        for record, moment in zip(order, due, strict=True):
            if moment == number:
                client.apply(stream.add_sources([record]), "add_sources")
                came.append(record)
                knowing = replace(way, sources=tuple(came))
                check_pending(client, knowing, feed, number)
        for delta in feed.deltas[number : number + 1]:
            client.apply(stream.feed(delta))
    client.apply(stream.finish(), "finish")
    there = [one for one, moment in zip(order, due, strict=True) if moment is not None]
    check_equal(client, stream.rendered, replace(way, sources=there).render(feed.text))


def check_pending(client: Client, knowing: Way, feed: Feed, number: int) -> None:
    """Check that *client* waits for what a stream with its sources waits for, too."""
    stream, other = knowing.open(), Client()
    for delta in feed.deltas[:number]:
        other.apply(stream.feed(delta))
    assert waiting(client) == waiting(other)


def waiting(client: Client) -> int:
    """Return how many citations wait for their source."""
    return client.html.count("[…]")


_MOMENTS = st.lists(st.integers(0, 80), min_size=1, max_size=4)
_LIVELY = (
    f"# Head\n\nOne **two**{cite('turn0file0', 'L1')}, [three][x]. "
    f"More{cite('none')}\n\n"
    f"- a\n- b `c`{cite('turn0file1')}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nd e\n"
    f"f\n```{cite('turn0file0')}\n\n[x]: https://example.org/x\n\nEnd{cite('turn1view2')}."
)


@often
@given(feeds(), ways, _MOMENTS, st.integers(0, 4))
def test_a_reader_that_comes_back(
    feed: Feed, way: Way, moments: list[int], away: int
) -> None:
    expected = way.render(feed.text).body
    for last in moments:
        assert come_back(way, feed, last=last, away=away).final == expected, last


@pytest.mark.parametrize("away", [0, 1, 5, 1000])
@pytest.mark.parametrize("size", [1, 4, 60])
def test_a_reader_that_comes_back_after_any_event(size: int, away: int) -> None:
    way, feed = Way(), Feed(_LIVELY, tuple(cut(_LIVELY, [size])))
    total = sum(len(events) for _, events in calls(way.open(), feed))
    expected = way.render(_LIVELY).body
    for last in range(0, total + 1, 1 + 2 * (size == 1)):
        assert come_back(way, feed, last=last, away=away).final == expected, last


def calls(stream: StreamRenderer, feed: Feed) -> Iterator[tuple[During, list[Event]]]:
    """Yield what each call to *stream* returns, `finish` last."""
    for delta in feed.deltas:
        yield "feed", stream.feed(delta)
    yield "finish", stream.finish()


def come_back(way: Way, feed: Feed, *, last: int, away: int) -> Client:
    """Return a reader that lost what came behind event *last*, for *away* calls."""
    stream, client, steady = way.open(), Client(), Client(alone=False)
    missed, back = 0, False
    for during, events in calls(stream, feed):
        steady.apply(events, during)
        if back:
            client.apply(events, during)
        elif missed or (events and events[-1].seq > last):
            client.apply([event for event in events if event.seq <= last], during)
            missed += 1
        else:
            client.apply(events, during)
        if missed and not back and (missed > away or during == "finish"):
            client.alone = False
            missing = stream.resume(client.last_id)
            # Once more it breaks off, or not.
            client.apply(missing[: last % (len(missing) + 1)], "resume")
            if client.last_id != f"answer:{missing[-1].seq if missing else 0}":
                client.apply(stream.resume(client.last_id), "resume")
            assert client.html == steady.html
            back = True
    return client


@often
@given(feeds(), ways, _MOMENTS)
def test_a_reader_that_joins_late(feed: Feed, way: Way, moments: list[int]) -> None:
    expected = way.render(feed.text).body
    for first in {min(moment, len(feed.deltas)) for moment in moments}:
        stream, client, steady = way.open(), Client(), Client(alone=False)
        for number, (during, events) in enumerate(calls(stream, feed)):
            steady.apply(events, during)
            if number == first:
                client.apply(stream.resume(None), "resume")
            elif number > first:
                client.apply(events, during)
            assert number < first or client.html == steady.html
        assert client.final == expected


@often
@given(texts(), texts(), ways)
def test_patches_lead_from_any_html_to_any_other(old: str, new: str, way: Way) -> None:
    before, after = way.render(old).body, way.render(new).body
    patch = patch_between(before, after)
    assert patched(before, patch.depth, patch.mode, patch.html) == after


@often
@given(texts(), ways)
def test_patches_lead_from_a_text_to_a_longer_one(text: str, way: Way) -> None:
    for cut_at in range(0, len(text), 1 + len(text) // 8):
        before, after = way.render(text[:cut_at]).body, way.render(text).body
        patch = patch_between(before, after)
        assert patched(before, patch.depth, patch.mode, patch.html) == after
