"""Laws over all encoders: pure, whole, framed as readers expect, silent about IDs."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import render
from citemark.discover import discover
from citemark.render.escape import escape_text
from citemark.stream.encoder import SSE, Encoder, get_encoder
from citemark.stream.events import BlockClose, BlockOpen, Event
from citemark.text import has_marker_characters
from tests.encoder_events import (
    ARTICLE,
    PREFIX,
    STATUS,
    Received,
    ending,
    message,
    numbered,
    others,
    receive,
    whole,
)
from tests.encoder_readers import READERS, Reader, as_shown, shown

_NAMES = sorted(discover("citemark.stream.encoders", "ENCODER", Encoder))
_TARGET = "#log > .here:nth-child(1)"
_JSON = ("ag-ui", "ai-sdk", "sse")
_EVENTS = message() + others()
_SOURCE_ID = "turn7secret3"
_HOSTILE_HTML = st.text(st.sampled_from("a \t\r\n\u2028\x85<>&\"'")).map(
    lambda text: f"<p>{escape_text(text)}</p>\n"
)


def test_there_are_encoders() -> None:
    assert _NAMES == [
        "ag-ui",
        "ai-sdk",
        "datastar",
        "html",
        "htmx",
        "jsonl",
        "sse",
        "text",
        "turbo",
    ]


def test_the_message_has_every_type_of_event() -> None:
    types = {kind.type for kind in Event.__subclasses__()}
    assert {event.type for event in _EVENTS} == types


@pytest.mark.parametrize("name", _NAMES)
def test_each_says_what_it_is(name: str) -> None:
    encoder = get_encoder(name)
    assert encoder.about
    assert "/" in encoder.media_type
    assert encoder.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", _NAMES)
def test_each_takes_every_event_and_changes_none(name: str) -> None:
    encoder, before = get_encoder(name), deepcopy(_EVENTS[-1])
    once = [encoder.encode(event, _TARGET) for event in _EVENTS]
    assert once == [encoder.encode(event, _TARGET) for event in _EVENTS]
    assert any(once)
    assert _EVENTS[-1] == before


@pytest.mark.parametrize("name", _NAMES)
def test_what_is_not_for_its_reader_is_empty(name: str) -> None:
    encoder = get_encoder(name)
    for event in _EVENTS:
        if event.type == "text" and not encoder.texts:
            assert name in {"sse", "jsonl"} or not encoder.encode(event, _TARGET)
        if event.type == "notice" and name not in {*_JSON, "jsonl"}:
            assert not encoder.encode(event, _TARGET)


@pytest.mark.parametrize("name", _NAMES)
def test_no_source_id_and_no_marker_leaks(name: str) -> None:
    answer = f"# Tides\n\nThey rise.\ue200cite\ue202{_SOURCE_ID}\ue202L1\ue201"
    source = {"source_id": _SOURCE_ID, "title": "Tides", "text": "one"}
    html = render(answer, [source], theme="chat", id_prefix="m1").body
    events = [
        replace(event, article=html) for event in (ending(), ending(corrected=True))
    ]
    for event in (
        *events,
        BlockClose(seq=1, message="m", prefix="m1-", block=1, html=html),
    ):
        written = get_encoder(name).encode(event, _TARGET)
        assert _SOURCE_ID not in written
        assert not has_marker_characters(written)


@pytest.mark.parametrize(
    "name", [n for n in _NAMES if get_encoder(n).media_type == SSE]
)
def test_events_can_be_read_one_by_one_and_together(name: str) -> None:
    encoder = get_encoder(name)
    alone = [receive(encoder.encode(event, _TARGET)) for event in _EVENTS]
    together = receive("".join(encoder.encode(event, _TARGET) for event in _EVENTS))
    assert [_said(each) for each in together] == [
        _said(each) for some in alone for each in some
    ]
    if name in {"ag-ui", "ai-sdk"}:
        return
    for event, received in zip(_EVENTS, alone, strict=True):
        *early, last = [
            "",
            *(each.last_id for each in received if each.name != "close"),
        ]
        assert not any(early)
        assert last == (event.event_id if early else "")


@pytest.mark.parametrize("name", _JSON)
def test_json_is_on_one_line_and_says_the_same(name: str) -> None:
    encoder = get_encoder(name)
    for event in _EVENTS:
        for received in receive(encoder.encode(event, _TARGET)):
            assert "\n" not in received.data
            if received.data != "[DONE]":
                said = json.loads(received.data)
                assert "type" in said
            if name == "sse":
                assert received.name == event.type == said["type"]
                assert said == _plain(event)


def test_lines_of_json_are_lines() -> None:
    for event in _EVENTS:
        written = get_encoder("jsonl").encode(event, _TARGET)
        assert re.fullmatch(r"[^\r\n]+\n", written)
        assert json.loads(written) == _plain(event)


@given(_HOSTILE_HTML)
def test_html_arrives_as_it_was_sent(html: str) -> None:
    event = numbered(BlockOpen(seq=1, message="m", prefix="", block=1, html=html))[0]
    # A browser reads every line end as one line feed, in HTML as in the stream.
    arrives = html.replace("\r\n", "\n").replace("\r", "\n")
    for name, start, end in (
        ("htmx", '">', "</div></div>"),
        ("turbo", '<template><div class="cx-block" id="open">', "</div></template>"),
        ("datastar", '<div class="cx-block" id="open">', "</div>"),
    ):
        (received,) = receive(get_encoder(name).encode(event, _TARGET))
        data = (
            received.data.replace("\nelements ", "\n")
            if name == "datastar"
            else received.data
        )
        assert f"{start}{arrives}{end}" in data
    (received,) = receive(get_encoder("sse").encode(event, _TARGET))
    assert json.loads(received.data)["html"] == html


def _said(received: Received) -> tuple[str, str]:
    return received.name, received.data


def _plain(event: Event) -> object:
    return json.loads(json.dumps(event.to_dict(), default=dict))


@pytest.mark.parametrize(("name", "reader"), READERS)
@pytest.mark.parametrize("mended", ["not", "by a patch", "by a snapshot"])
def test_readers_end_with_the_finished_article(
    name: str, reader: Reader, mended: str
) -> None:
    events = message()
    if mended != "not":
        first = next(e for e in events if isinstance(e, BlockClose))
        wrong = replace(first, html="<p>Before its correction</p>\n")
        events[events.index(first)] = wrong
        events[-1:] = [whole()] if mended == "by a snapshot" else []
        events.append(ending(corrected=mended == "by a patch"))
    status = f'<p id="{PREFIX}status" role="status">{escape_text(STATUS)}</p>\n'
    assert shown(name, reader, events) == as_shown(ARTICLE + status)
