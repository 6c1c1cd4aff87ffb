"""What the example server refuses, asked without a network."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.types import Message

_ROOT = Path(__file__).parents[1]
_SERVER = _ROOT / "docs" / "examples" / "chat" / "server.py"


def answered(**query: str) -> tuple[int, str]:
    """Return the status and the body of a page of the server."""
    server = runpy.run_path(str(_SERVER))
    scripts = {each.name: server["Script"].read(each) for each in server["SCRIPTS"]}
    app = server["Chat"](scripts).app()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/raw",
        "query_string": urlencode(query).encode(),
        "headers": [],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], body.decode()


@pytest.mark.parametrize(
    ("name", "wanted"), [("speed", "a positive number"), ("drop", "a number from 0")]
)
@pytest.mark.parametrize("given", ["nan", "-1", "abc", ""])
def test_what_is_no_such_number_is_refused(name: str, wanted: str, given: str) -> None:
    expected = f"{name}: expected {wanted}, got {given!r}"
    assert answered(**{name: given}) == (400, expected)


def test_an_answer_that_never_comes_is_refused() -> None:
    assert answered(speed="0")[0] == 400


def test_other_numbers_and_none_are_fine() -> None:
    assert answered()[0] == answered(speed="0.5", drop="inf")[0] == 200
    assert answered(drop="0")[0] == 200


def test_an_encoder_that_is_not_there_is_refused() -> None:
    status, body = answered(encoder="nobody's")
    assert status == 400
    assert body.startswith("encoder: expected one of ")
