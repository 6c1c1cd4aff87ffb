"""``citemark render --from``: responses of providers, as JSON in files."""

from __future__ import annotations

import json

import pytest

from tests.unit.cli.calling import Desk, call

CITATION = {
    "type": "web_search_result_location",
    "url": "https://harbour.example/",
    "title": "Harbour",
    "cited_text": "Open from seven.",
}
BLOCK = {"type": "text", "text": "It opens at seven.", "citations": [CITATION]}
SHOWN = """\
It opens at seven.[1]

Sources
[1] Harbour
    <https://harbour.example/>
    | Open from seven.
"""
EVENTS = [
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}},
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "citations_delta", "citation": CITATION},
    },
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "text_delta", "text": "It opens at seven."},
    },
]


def rendered(*arguments: str, stdin: bytes = b"") -> str:
    done = call("render", *arguments, "--to", "text", "--isolated", stdin=stdin)
    assert (done.status, done.err) == (0, "")
    return done.out


def test_a_response_brings_its_sources(desk: Desk) -> None:
    given = desk.write("response.json", json.dumps({"content": [BLOCK]}))
    assert rendered(given, "--from", "anthropic") == SHOWN


def test_a_response_comes_through_a_pipe() -> None:
    stdin = json.dumps({"content": [BLOCK]}).encode()
    assert rendered("-", "--from", "anthropic", stdin=stdin) == SHOWN


def test_lines_are_the_events_of_a_stream(desk: Desk) -> None:
    lines = "\n\n".join(map(json.dumps, EVENTS))
    given = desk.write("events.jsonl", lines)
    assert rendered(given, "--from", "anthropic") == SHOWN


def test_sources_that_are_given_are_those_that_count(desk: Desk) -> None:
    given = desk.write("response.json", json.dumps({"content": [BLOCK]}))
    record = {
        "source_id": "https://harbour.example/",
        "title": "Own",
        "url": "https://harbour.example/",
    }
    sources = desk.write("sources.json", json.dumps([record]))
    assert "[1] Own" in rendered(given, "--from", "anthropic", "--sources", sources)


def test_findings_have_no_place_in_the_file(desk: Desk) -> None:
    block = {**BLOCK, "citations": [{**CITATION, "url": "javascript:alert(1)"}]}
    given = desk.write("response.json", json.dumps({"content": [block]}))
    done = call("render", given, "--from", "anthropic", "--to", "text", "--isolated")
    assert done.status == 0
    assert f"{given}: CM207 " in done.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "line 1, column 2: not valid JSON"),
        ("5", "response: expected an object of the SDK or decoded JSON, got int"),
    ],
)
def test_what_is_no_response_is_told_in_a_line(
    desk: Desk, content: str, message: str
) -> None:
    given = desk.write("response.json", content)
    done = call("render", given, "--from", "anthropic", "--isolated")
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_provider_that_is_none_is_refused(desk: Desk) -> None:
    given = desk.write("response.json", "{}")
    done = call("render", given, "--from", "anthropi")
    assert done.status == 2
    assert "expected one of markdown, html, ai_sdk, " in done.err
