"""The reader that streams are tested with sees what it has to see."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

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
    Start,
)
from tests.stream_client import Client, During
from tests.stream_markup import children, patched

_PLACES = (
    '<template id="m1-blocks"></template><template id="m1-section"></template>'
    '<template id="m1-cards"></template>'
)
_SECTION = (
    '<section><h2 id="m1-h">Sources</h2>\n<ol>\n'
    '<template id="m1-notes"></template></ol>\n</section>\n'
)
_NOTE = '<li id="m1-s1">{}</li>\n'
_CARD = '<div id="m1-c1">{}</div>\n'
_FINAL = (
    '<article class="cx">\n<p>One <b>two</b></p>\n<ul>\n<li>a<br></li>\n</ul>\n'
    '<section><h2 id="m1-h">Sources</h2>\n<ol>\n<li id="m1-s1">B</li>\n</ol>\n'
    '</section>\n<div id="m1-c1">C</div>\n</article>\n'
)


def numbered(*events: Event) -> list[Event]:
    """Return *events* with the numbers they have in a stream."""
    return [replace(event, seq=number) for number, event in enumerate(events, start=1)]


def start() -> Start:
    return Start(
        seq=1,
        message="a",
        prefix="m1-",
        html=f'<article class="cx" aria-busy="true">\n{_PLACES}</article>\n',
        status='<p role="status" id="m1-status"></p>',
        dir="auto",
    )


def opened(block: int, html: str) -> BlockOpen:
    return BlockOpen(seq=1, message="a", prefix="m1-", block=block, html=html)


def patch(block: int, html: str, depth: int = 0, *, late: bool = False) -> BlockPatch:
    return BlockPatch(
        seq=1, message="a", prefix="m1-", block=block, html=html, depth=depth, late=late
    )


def closed(block: int, html: str) -> BlockClose:
    return BlockClose(seq=1, message="a", prefix="m1-", block=block, html=html)


def source(note: str, card: str, section: str = "") -> SourceAdd:
    return SourceAdd(
        seq=1,
        message="a",
        prefix="m1-",
        n=1,
        id="m1-s1",
        html=note,
        card=card,
        section=section,
        source={},
    )


def end(article: str = _FINAL) -> End:
    digest = hashlib.sha256(article.encode()).hexdigest()
    return End(
        seq=1,
        message="a",
        prefix="m1-",
        refs=0,
        sources=1,
        html_sha256=digest,
        status="Complete.",
        article=article,
    )


def body() -> tuple[Event, ...]:
    """Return a message with one of everything, but for its end."""
    append = replace(patch(2, "<li>a<br></li>\n", 1), mode="append")
    return (
        start(),
        opened(1, "<p>One</p>\n"),
        patch(1, "<p>One <i>t</i></p>\n"),
        patch(1, "<b>t</b>", 2),
        closed(1, "<p>One <b>two</b></p>\n"),
        opened(2, "<ul>\n</ul>\n"),
        append,
        source(_NOTE.format("A"), _CARD.format("A"), _SECTION),
        SourcePatch(
            seq=1,
            message="a",
            prefix="m1-",
            n=1,
            id="m1-s1",
            html=_NOTE.format("B"),
            card=_CARD.format("C"),
        ),
    )


def test_events_make_the_article() -> None:
    client = Client()
    client.apply(numbered(*body(), end()))
    assert client.final == _FINAL


def test_late_patch_is_one_of_the_end() -> None:
    client, events = Client(), numbered(*body())
    client.apply(events)
    late = patch(1, "<p>1</p>\n", late=True)
    final = _FINAL.replace("<p>One <b>two</b></p>", "<p>1</p>")
    later = numbered(*body(), late, end(final))[len(events) :]
    client.apply(later, "finish")
    assert client.final == final


def test_snapshot_replaces_everything() -> None:
    whole = _FINAL.replace("</article>\n", "")
    head, tail = whole.split("<section>")
    section, card = tail.split("<div")
    block = "<ul>\n<li>a<br></li>\n</ul>\n"
    wrapped = head.replace(block, f'<div class="cx-block" id="m1-open">{block}</div>')
    notes = '<template id="m1-notes"></template></ol>'
    snapshot = Snapshot(
        seq=9,
        message="a",
        prefix="m1-",
        html=f'{wrapped}<template id="m1-blocks"></template><section>'
        f"{section.replace('</ol>', notes)}"
        f'<template id="m1-section"></template><div{card}'
        f'<template id="m1-cards"></template></article>\n',
        status='<p role="status" id="m1-status"></p>',
        blocks=((1, "<p>One <b>two</b></p>\n"), (2, block)),
        open=2,
        sources=((1, _NOTE.format("B"), _CARD.format("C")),),
    )
    client = Client()
    client.apply([snapshot], "resume")
    client.apply([replace(patch(2, block), seq=10), replace(end(), seq=11)])
    assert client.final == _FINAL


@pytest.mark.parametrize(
    ("events", "during"),
    [
        ([opened(1, "<p>a</p>\n")], "feed"),
        ([start(), start()], "feed"),
        ([start(), opened(2, "<p>a</p>\n")], "feed"),
        ([start(), opened(1, "<p>a\n")], "feed"),
        ([start(), source('<li id="m1-s1"></li>', "", _SECTION)], "feed"),
        ([start(), opened(1, "<p><b></p></b>\n")], "feed"),
        ([start(), opened(1, "<p>\ue200</p>\n")], "feed"),
        ([start(), opened(1, "<p>hidden</p>\n")], "feed"),
        ([start(), opened(1, '<p id="m2-a">a</p>\n')], "feed"),
        ([start(), opened(1, '<p id="m1-h">a</p>\n<p id="m1-h">a</p>\n')], "feed"),
        ([start(), opened(1, "\n"), opened(2, "\n")], "feed"),
        ([start(), opened(1, "\n"), patch(2, "\n")], "feed"),
        ([start(), opened(1, "\n"), closed(2, "\n")], "feed"),
        ([start(), opened(1, "\n"), closed(1, "\n"), patch(1, "\n")], "feed"),
        (
            [start(), opened(1, "\n"), closed(1, "\n"), patch(1, "\n", late=True)],
            "feed",
        ),
        ([start(), opened(1, "\n"), patch(1, "\n", late=True)], "finish"),
        ([start(), source("<li></li>\n", "")], "feed"),
        ([start(), source('<li id="m1-s2"></li>\n', "", _SECTION)], "feed"),
        ([start(), end("")], "finish"),
        (
            [start(), Abort(seq=1, message="a", prefix="m1-", reason="x"), end()],
            "finish",
        ),
    ],
    ids=range(20),
)
def test_broken_laws_are_seen(events: Sequence[Event], during: During) -> None:
    with pytest.raises(AssertionError):
        Client(hidden=["hidden"]).apply(numbered(*events), during)


def test_numbers_have_no_gaps() -> None:
    client = Client()
    client.apply([start()])
    with pytest.raises(AssertionError):
        client.apply([replace(opened(1, "\n"), seq=3)])
    client.apply([replace(opened(1, "\n"), seq=3)], "resume")
    with pytest.raises(AssertionError):
        client.apply([replace(patch(1, "\n"), seq=3)], "resume")


@pytest.mark.parametrize(
    ("html", "depth", "mode", "expected"),
    [
        ("<p>a</p>\n", 0, "replace", "X"),
        ("<p>a</p>\n", 1, "replace", "X\n"),
        ("<p>a</p>\n", 1, "append", "<p>aX</p>\n"),
        (
            "<i>b</i><p>a<br><!-- <b> -->c</p>d",
            2,
            "replace",
            "<i>b</i><p>aX<!-- <b> -->c</p>d",
        ),
        (
            "<p title=\"</p>\">a <b data-x='>'>c</b></p>",
            2,
            "append",
            "<p title=\"</p>\">a <b data-x='>'>cX</b></p>",
        ),
        (
            "<ul>\n<li>a</li>\n<li>b\n<p>c</p>\n</li>\n</ul>\n",
            3,
            "replace",
            "<ul>\n<li>a</li>\n<li>b\nX\n</li>\n</ul>\n",
        ),
    ],
    ids=range(6),
)
def test_patches_go_to_the_last_element(
    html: str, depth: int, mode: str, expected: str
) -> None:
    assert patched(html, depth, mode, "X") == expected


@pytest.mark.parametrize("html", ["<p>", "</p>", "a < b", "<p", "<b><i></b></i>"])
def test_what_is_not_balanced_is_seen(html: str) -> None:
    with pytest.raises(AssertionError):
        children(html)
