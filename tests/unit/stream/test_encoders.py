from __future__ import annotations

from dataclasses import replace

import pytest
from ag_ui.core.events import Event as AgUiEvent
from ag_ui.encoder import EventEncoder
from datastar_py import ServerSentEventGenerator
from datastar_py.consts import ElementPatchMode
from pydantic import TypeAdapter

from citemark.errors import ConfigError
from citemark.stream.encoder import get_encoder
from citemark.stream.events import (
    Abort,
    BlockOpen,
    BlockPatch,
    End,
    Event,
    Snapshot,
    SourceAdd,
    SourcePatch,
    Start,
    Text,
)
from tests.encoder_events import ARTICLE, ending, message, numbered, others, receive

_PARAGRAPH = BlockOpen(seq=3, message="m", prefix="m-", block=1, html="<p>a</p>\n")
_ROW = BlockPatch(
    seq=4, message="m", prefix="m-", block=1, html="<tr></tr>\n", depth=2, mode="append"
)
_CELL = replace(_ROW, html="<td>1</td>", depth=4, mode="replace")
_START = Start(
    seq=1, message="m", prefix="m-", html="<article></article>\n", status="", dir="auto"
)
_SOURCE = SourceAdd(
    seq=5, message="m", prefix="m-", n=1, id="m-s1", html="<li>a</li>\n", source={}
)
_PATCH = SourcePatch(
    seq=6, message="m", prefix="m-", n=1, id="m-s1", html="<li>b</li>\n"
)
_END = End(
    seq=9,
    message="m",
    prefix="m-",
    refs=0,
    sources=0,
    html_sha256="",
    status="Done & <dusted>",
    article="<article>\n<p>a</p>\n</article>\n",
)
_ABORT = Abort(seq=9, message="m", prefix="m-", reason="timeout")


def _encode(name: str, *events: Event, target: str = "#log") -> str:
    encoder = get_encoder(name)
    return "".join(encoder.encode(event, target) for event in events)


def _data(name: str, *events: Event) -> list[str]:
    return [received.data for received in receive(_encode(name, *events))]


def test_an_unknown_encoder_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"encoder: expected one of ag-ui, .*'xml'"):
        get_encoder("xml")


def test_sse_names_the_type_and_numbers_the_event() -> None:
    assert _encode("sse", _PARAGRAPH) == (
        "id: m:3\n"
        "event: block.open\n"
        'data: {"v":1,"seq":3,"msg":"m","type":"block.open","block":1,'
        '"html":"<p>a</p>\\n"}\n'
        "\n"
    )


def test_json_escapes_no_more_than_it_must() -> None:
    event = Text(seq=1, message="m", prefix="", text="é\u2028\r\n\x85</p>")
    assert '"text":"é\u2028\\r\\n\x85</p>"' in _encode("sse", event)
    assert _encode("jsonl", event).endswith('"text":"é\u2028\\r\\n\x85</p>"}\n')


def test_a_name_of_a_message_cannot_add_a_field() -> None:
    event = replace(_PARAGRAPH, message="m\r\nevent: close\ndata: x")
    (received,) = receive(_encode("turbo", event))
    assert received.name == "message"
    assert received.last_id == "m event: close data: x:3"


def test_htmx_swaps_out_of_band() -> None:
    assert _encode("htmx", _START) == (
        'id: m:1\ndata: <div hx-swap-oob="innerHTML:* #log"><article></article>\n'
        "data: </div>\n\n"
    )
    assert _data("htmx", _PARAGRAPH) == [
        (
            '<div hx-swap-oob="beforebegin:* [id=&quot;m-blocks&quot;]">'
            '<div class="cx-block" id="m-open"><p>a</p>\n</div></div>'
        )
    ]


def test_htmx_wraps_parts_of_a_table_in_what_may_hold_them() -> None:
    assert _data("htmx", _ROW) == [
        (
            '<tbody hx-swap-oob="beforeend:* [id=&quot;m-open&quot;]'
            ' &gt; :last-child &gt; :last-child"><tr></tr>\n</tbody>'
        )
    ]
    # htmx would put its wrapper into the page with what replaces an element.
    selector = "* [id=&quot;m-open&quot;]" + " &gt; :last-child" * 4
    assert _data("htmx", _CELL) == [
        (
            f'<tr hx-swap-oob="beforebegin:{selector}"><td>1</td></tr>'
            f'<tr hx-swap-oob="delete:{selector}"></tr>'
        )
    ]


def test_htmx_tells_an_old_note_from_the_new_one() -> None:
    note = "[id=&quot;m-s1&quot;]"
    assert _data("htmx", _PATCH) == [
        (
            f'<div hx-swap-oob="beforebegin:* {note}"><li>b</li></div>'
            f'<div hx-swap-oob="delete:* {note}:not(:has(~ {note}))"></div>'
        )
    ]


def test_htmx_closes_the_connection_at_the_end() -> None:
    ended, status, close = receive(_encode("htmx", _END))
    assert 'hx-swap-oob="delete:* [id=&quot;m-open&quot;], ' in ended.data
    assert status.data == (
        '<div hx-swap-oob="innerHTML:* [id=&quot;m-status&quot;]">'
        "Done &amp; &lt;dusted&gt;</div>"
    )
    assert [each.name for each in (ended, status, close)] == ["message"] * 2 + ["close"]
    assert [each.last_id for each in (ended, status)] == ["", "m:9"]
    gone, close = receive(_encode("htmx", _ABORT))
    assert 'hx-swap-oob="delete:* [id=&quot;m-blocks&quot;], ' in gone.data
    assert close.name == "close"


def test_turbo_sends_actions() -> None:
    assert _encode("turbo", _START) == (
        'id: m:1\ndata: <turbo-stream action="update" targets="#log"><template>'
        "<article></article>\ndata: </template></turbo-stream>\n\n"
    )
    assert _data("turbo", _PATCH) == [
        (
            '<turbo-stream action="replace" targets="[id=&quot;m-s1&quot;]">'
            "<template><li>b</li></template></turbo-stream>"
        )
    ]


def test_turbo_removes_the_source_of_the_stream_at_the_end() -> None:
    gone = (
        '<turbo-stream action="remove" targets="[id=&quot;m-source&quot;]">'
        "</turbo-stream>"
    )
    for event in (_ABORT, _END):
        (ended,) = _data("turbo", event)
        assert ended.endswith(gone)


@pytest.mark.parametrize("name", ["htmx", "turbo", "datastar"])
def test_a_removed_source_goes_with_its_card(name: str) -> None:
    (data,) = _data(name, replace(_PATCH, html=""))
    selector = '[id="m-s1"], [id="m-c1"]'
    assert selector in data.replace("&quot;", '"')


@pytest.mark.parametrize("name", ["htmx", "turbo", "datastar"])
def test_readers_without_memory_get_no_late_patch(name: str) -> None:
    assert not _encode(name, replace(_ROW, late=True))


@pytest.mark.parametrize("name", ["htmx", "turbo", "datastar"])
def test_a_target_is_needed_and_stays_one_attribute(name: str) -> None:
    with pytest.raises(ConfigError, match="target: expected a CSS selector"):
        _encode(name, _START, target=" \n")
    (received,) = receive(_encode(name, _START, target='[a="\r\nb"] > p'))
    said = '[a=" b"] > p' if name == "datastar" else "[a=&quot; b&quot;] &gt; p"
    assert said in received.data


@pytest.mark.parametrize("name", ["htmx", "turbo", "datastar"])
def test_a_snapshot_takes_the_place_of_all(name: str) -> None:
    shot = Snapshot(
        seq=7, message="m", prefix="m-", html="<i>a</i>\n", status="<p></p>"
    )
    (data,) = _data(name, shot)
    html = data.replace("\nelements ", "\n")
    assert "<i>a</i>\n<p></p>" in html


def test_datastar_is_what_its_own_library_writes() -> None:
    kit = ServerSentEventGenerator
    assert _encode("datastar", _CELL) == kit.patch_elements(
        "<td>1</td>",
        selector='[id="m-open"]' + " > :last-child" * 4,
        mode=ElementPatchMode.REPLACE,
        event_id="m:4",
    )
    assert _encode("datastar", _PATCH) == kit.patch_elements(
        "<li>b</li>",
        selector='[id="m-s1"]',
        mode=ElementPatchMode.REPLACE,
        event_id="m:6",
    )
    assert _encode("datastar", replace(_PATCH, html="")) == kit.remove_elements(
        '[id="m-s1"], [id="m-c1"]', event_id="m:6"
    )
    two_lines = replace(_PARAGRAPH, html="<p>a\nb</p>")
    assert _encode("datastar", two_lines) == kit.patch_elements(
        '<div class="cx-block" id="m-open"><p>a\nb</p></div>',
        selector='[id="m-blocks"]',
        mode=ElementPatchMode.BEFORE,
        event_id="m:3",
    )


def test_ag_ui_is_what_its_own_library_reads_and_writes() -> None:
    reader: TypeAdapter[AgUiEvent] = TypeAdapter(AgUiEvent)
    events = message() + others()
    for data in _data("ag-ui", *events):
        event = reader.validate_json(data, strict=False)
        assert not event.model_extra
        written = EventEncoder().encode(event)
        assert reader.validate_json(written[6:]) == event
    (start,) = numbered(_START)
    assert _encode("ag-ui", start) == EventEncoder().encode(
        reader.validate_python(
            {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"}
        )
    )


def test_ag_ui_tells_of_sources_and_citations_in_events_of_its_own() -> None:
    said = _data("ag-ui", *message())
    assert (
        '{"type":"CUSTOM","name":"source","value":{"messageId":"m","n":2,'
        '"id":"1.20.b-s2",'
        '"source":{"title":"Untitled","url":null,"path":["a"]}}}'
    ) in said
    assert (
        '{"type":"CUSTOM","name":"citation","value":{"messageId":"m","ref":1,'
        '"id":"1.20.b-r1","n":1,"block":1,"locators":["L1-L2"],"quote":"q"}}'
    ) in said
    assert _data("ag-ui", _ABORT) == [
        '{"type":"CUSTOM","name":"abort","value":{"messageId":"m","reason":"timeout"}}',
        '{"type":"TEXT_MESSAGE_END","messageId":"m"}',
    ]


def test_ai_sdk_streams_a_message_of_parts() -> None:
    assert _data("ai-sdk", *message()) == [
        '{"type":"start","messageId":"m"}',
        '{"type":"text-start","id":"m"}',
        '{"type":"text-delta","id":"m","delta":"It rises "}',
        (
            '{"type":"data-citation","id":"1.20.b-r1","data":{"ref":1,"sourceId":"1",'
            '"locators":["L1-L2"],"quote":"q"}}'
        ),
        (
            '{"type":"source-url","url":"https://example.org/?a=1&b","sourceId":"1",'
            '"title":"Tides & <moons>"}'
        ),
        '{"type":"text-delta","id":"m","delta":"[1] \u2014 twice.\u2028Yes.\\n\\n"}',
        (
            '{"type":"source-document","mediaType":"text/plain","sourceId":"2",'
            '"title":"Untitled"}'
        ),
        (
            '{"type":"data-notice","data":{"code":"CM1","name":"a-b","level":"info",'
            '"start":1,"end":2},"transient":true}'
        ),
        '{"type":"text-end","id":"m"}',
        '{"type":"finish"}',
        "[DONE]",
    ]
    assert get_encoder("ai-sdk").headers["x-vercel-ai-ui-message-stream"] == "v1"


def test_ai_sdk_ends_an_aborted_message() -> None:
    assert _data("ai-sdk", _ABORT) == [
        '{"type":"text-end","id":"m"}',
        '{"type":"abort","reason":"timeout"}',
        "[DONE]",
    ]


def test_html_is_the_article_as_it_closes() -> None:
    assert _encode("html", *message()) == ARTICLE


def test_html_without_sources_just_ends() -> None:
    start = replace(_START, html='<article>\n<template id="m-blocks"></template>')
    assert _encode("html", start, _END) == "<article>\n</article>\n"
    assert _encode("html", start, _ABORT) == "<article>\n</article>\n"


def test_html_is_not_misled_by_what_looks_like_a_note() -> None:
    inside = (
        '<h2 id="m-s1">A heading<br>of the answer</h2>\n<p title=\'id="m-s1"\'>x</p>\n'
        '<section>\n<ol>\n<li id="m-s3"><input disabled="">\n</li>\n</ol>\n</section>\n'
    )
    end = replace(_END, sources=1, article=f"<article>\n{inside}</article>\n")
    assert _encode("html", end) == inside[inside.index("<section>") :] + "</article>\n"


def test_text_ends_with_the_sources() -> None:
    assert _encode("text", *message()) == (
        "It rises [1] \u2014 twice.\u2028Yes.\n\n"
        "\n\n"
        "[1] Tides & <moons> <https://example.org/?a=1&b>\n"
        "[2] Untitled\n"
    )
    assert _encode("text", _END) == _encode("text", _ABORT) == "\n"


def test_text_cannot_control_a_terminal() -> None:
    event = Text(seq=1, message="m", prefix="", text="a\x1b[2J\x9b2J\x07\r\nb\tc\rd")
    assert _encode("text", event) == "a\ufffd[2J\ufffd2J\ufffd\nb\tc\nd"
    turned = "a\u202ab\u202ec\u2066d\u2069e\u200ef\u200f"
    event = Text(seq=1, message="m", prefix="", text=turned)
    assert _encode("text", event) == "abcde\u200ef\u200f"


def test_a_title_can_neither_control_a_terminal_nor_begin_another_line() -> None:
    end = replace(_END, listed=((4, "Four\x1b[2J\n\t[5] Five", "https://x.test/"),))
    assert _encode("text", end) == "\n\n[4] Four\ufffd[2J [5] Five <https://x.test/>\n"


def test_a_finished_message_is_the_same_for_all_that_carry_html() -> None:
    end = ending(corrected=True)
    for name in ("htmx", "turbo"):
        assert ARTICLE.removesuffix("\n") in _encode(name, end).replace(
            "\ndata: ", "\n"
        )


def test_a_first_source_brings_its_section_before_its_note() -> None:
    event = replace(_SOURCE, section="<section></section>\n", card="<div></div>\n")
    places = ["m-section", "m-notes", "m-cards"]
    for name in ("htmx", "datastar"):
        received = receive(_encode(name, event))
        assert [each.last_id for each in received] == ["", "", "m:5"]
        for each, place in zip(received, places, strict=True):
            assert place in each.data
    (data,) = _data("turbo", event)
    assert [data.index(place) for place in places] == sorted(map(data.index, places))
