"""A small chat server whose answers are shown while they are generated.

    python docs/examples/chat/server.py

The model is played by `Script.tokens`, which hands out a finished answer at the pace of
one. The rest is what a server of yours does, too. An `Answer` goes on whether or not
somebody reads it; a reader may come late, lose the connection and come back; and the
page ends with exactly what `render` makes of the whole text.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import secrets
import socket
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from html import escape
from math import inf, nan
from pathlib import Path
from string import Template
from weakref import WeakSet

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from citemark import Source, SourceRegistry, StreamRenderer, render, theme_css
from citemark.errors import ConfigError
from citemark.stream.client import client_script
from citemark.stream.encoder import SSE, Encoder, get_encoder
from citemark.stream.events import Event

HERE = Path(__file__).resolve().parent
SCRIPTS = (HERE / "restore", HERE.parent / "handbook")
LIBRARIES = HERE.parents[2] / "build" / "vendor"
PAGES = {"raw": "sse", "htmx": "htmx", "htmx4": "htmx", "turbo": "turbo"}
"""Page → the encoder that it reads."""
PREFIX = "answer"
TARGET = "#chat"
HEARTBEAT_S = 15
"""Some proxies cut a connection on which nothing happens for longer."""
RETRY_MS = 500
KEPT = 100
"""Of so many answers the streams can be read."""
_TOKEN_RE = re.compile(r"\s*(?:\w{1,6}|[^\w\s])|\s+")
# What the pages show was written by a model. Should it ever be unsafe, it stays still.
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; "
    "style-src 'self' 'unsafe-inline'; "  # Turbo brings a style of its own.
    "connect-src 'self'; base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Script:
    """What the model is asked and is going to answer, and from which sources."""

    question: str
    text: str
    sources: Sequence[Source]

    @classmethod
    def read(cls, folder: Path) -> Script:
        """Read ``answer.md``, ``sources.json`` and ``question.txt``, if it is there."""
        asked = folder / "question.txt"
        return cls(
            asked.read_text("utf-8") if asked.exists() else "What do the sources say?",
            (folder / "answer.md").read_text("utf-8"),
            tuple(SourceRegistry.load(folder / "sources.json")),
        )

    def tokens(self) -> list[str]:
        """Return the answer in small pieces, as models do."""
        return _TOKEN_RE.findall(self.text)


class Reader(asyncio.Queue[list[Event]]):
    """What one connection has still to send; after *left* events it breaks."""

    def __init__(self, left: float = inf) -> None:
        """Begin with nothing."""
        super().__init__()
        self.left = left


class Answer:
    """An answer that is being generated, and those who read it."""

    def __init__(
        self,
        script: Script,
        encoder: Encoder,
        *,
        speed: float = 40,
        late: bool = False,
        drop: float = inf,
    ) -> None:
        """Prepare to play *script*.

        At *speed* tokens a second; sources come later, if *late*; and the connection
        breaks once, after *drop* events.
        """
        self.key = secrets.token_urlsafe()
        self.encoder = encoder
        self.finished = False
        self._script = script
        self._speed = speed
        self._late = late
        self._drop = drop
        self._stream = StreamRenderer(
            () if late else script.sources,
            theme="chat",
            id_prefix=PREFIX,
            message=self.key,
            texts=encoder.texts,
        )
        self._readers: WeakSet[Reader] = WeakSet()
        self._task: asyncio.Task[None] | None = None

    def join(self, last_event_id: str | None) -> Reader:
        """Return what somebody lacks who has seen that event, and all that follows."""
        reader = Reader()
        if self._task is None:  # That the first reader starts it is a matter of demos.
            reader.left = self._drop
            self._task = asyncio.create_task(self._generate())
        elif missed := self._stream.resume(last_event_id):
            reader.put_nowait(missed)
        self._readers.add(reader)
        return reader

    async def _generate(self) -> None:
        try:
            async for events in self._stream.astream(self._tokens()):
                self._publish(events)
        finally:
            self.finished = True
            self._publish([])

    async def _tokens(self) -> AsyncIterator[str]:
        tokens = self._script.tokens()
        for index, token in enumerate(tokens):
            if self._late and index == len(tokens) // 2:
                self._publish(self._stream.add_sources(self._script.sources))
            yield token
            await asyncio.sleep(1 / self._speed)

    def _publish(self, events: list[Event]) -> None:
        for reader in self._readers:
            reader.put_nowait(events)


class Chat:
    """The pages, and the streams that they read."""

    def __init__(self, scripts: dict[str, Script]) -> None:
        """Play *scripts*, by their names."""
        self._scripts = scripts
        self._answers: dict[str, Answer] = {}

    def app(self) -> Starlette:
        """Return the application."""
        files = StaticFiles(directory=HERE / "pages")
        libraries = StaticFiles(directory=LIBRARIES, check_dir=False)
        return Starlette(
            routes=[
                Route("/", self.index),
                Route("/whole", self.whole),
                Route("/stream/{key}", self.stream),
                Route("/theme/style.css", self.style),
                Route("/theme/stream.js", self.client),
                Mount("/libraries", libraries),
                Mount("/pages", files),
                Route("/{page}", self.page),
            ],
            exception_handlers={ConfigError: _refuse},
        )

    async def index(self, _: Request) -> Response:
        """List the pages."""
        pages = (*PAGES, "whole")
        rows = [
            f"<li>{name}: "
            + " · ".join(
                f'<a href="/{page}?answer={name}">{page}</a>' for page in pages
            )
            for name in self._scripts
        ]
        return _page("index", rows="\n".join(rows))

    async def page(self, request: Request) -> Response:
        """Ask the model, and return the page in which its answer is going to appear."""
        name, query = request.path_params["page"], request.query_params
        if name not in PAGES:
            raise HTTPException(404)
        script = self._script(request)
        answer = Answer(
            script,
            get_encoder(query.get("encoder", PAGES[name])),
            speed=_number(query, "speed", 40),
            late=query.get("sources") == "late",
            drop=_number(query, "drop", inf, zero=True),
        )
        self._answers[answer.key] = answer
        for key in list(self._answers)[:-KEPT]:
            del self._answers[key]
        stream = f"/stream/{answer.key}"
        return _page(name, question=escape(script.question), stream=stream)

    async def stream(self, request: Request) -> Response:
        """Send the events of an answer, from the last on that the reader has seen."""
        answer = self._answers.get(request.path_params["key"])
        if answer is None:
            raise HTTPException(404)
        reader = answer.join(request.headers.get("Last-Event-ID"))
        if answer.finished and reader.empty():
            return Response(status_code=204)  # It tells browsers not to come again.
        return StreamingResponse(
            _written(answer, reader),
            media_type=answer.encoder.media_type,
            headers=dict(answer.encoder.headers),
        )

    async def whole(self, request: Request) -> Response:
        """Show the finished answer, rendered at once."""
        script = self._script(request)
        made = render(script.text, script.sources, theme="chat", id_prefix=PREFIX)
        return _page("whole", question=escape(script.question), article=str(made))

    async def style(self, _: Request) -> Response:
        """Send the style sheet of the theme."""
        return Response(theme_css("chat"), media_type="text/css")

    async def client(self, _: Request) -> Response:
        """Send the client of the theme."""
        return Response(client_script(), media_type="text/javascript")

    def _script(self, request: Request) -> Script:
        name = request.query_params.get("answer", next(iter(self._scripts)))
        if name not in self._scripts:
            raise HTTPException(404)
        return self._scripts[name]


async def _written(answer: Answer, reader: Reader) -> AsyncIterator[str]:
    """Yield what goes over the wire, and something where nothing does for long."""
    encode, is_sse = answer.encoder.encode, answer.encoder.media_type == SSE
    if is_sse:
        yield f"retry: {RETRY_MS}\n\n"
    while not (answer.finished and reader.empty()):
        try:
            events = await asyncio.wait_for(reader.get(), HEARTBEAT_S)
        except TimeoutError:
            events = []
        text = "".join(encode(event, TARGET) for event in events)
        reader.left -= len(events)
        if reader.left < 0:  # It breaks in the middle of an event, as connections do.
            yield text[: len(text) // 2]
            return
        yield text or (": nothing new\n\n" if is_sse else "\n")


def _number(
    query: QueryParams, name: str, usual: float, *, zero: bool = False
) -> float:
    """Return what *query* says of *name*: a number above 0, or 0 where *zero* may be."""
    given = query.get(name, str(usual))
    try:
        number = float(given)
    except ValueError:
        number = nan
    if not (number > 0 or (zero and number == 0)):
        wanted = "a number from 0" if zero else "a positive number"
        raise HTTPException(400, f"{name}: expected {wanted}, got {given!r}")
    return number


def _page(name: str, **values: str) -> Response:
    page = Template((HERE / "pages" / f"{name}.html").read_text("utf-8"))
    return HTMLResponse(page.substitute(values), headers=_HEADERS)


async def _refuse(_: Request, error: Exception) -> Response:
    return PlainTextResponse(str(error), status_code=400)


def main() -> None:
    """Serve until interrupted, and say where."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    parser.add_argument(
        "scripts",
        nargs="*",
        type=Path,
        default=SCRIPTS,
        help="folders with an answer.md and a sources.json each",
    )
    given = parser.parse_args()
    chat = Chat({folder.name: Script.read(folder) for folder in given.scripts})
    server = uvicorn.Server(
        uvicorn.Config(chat.app(), log_level="warning", timeout_graceful_shutdown=1)
    )
    with socket.create_server(("127.0.0.1", given.port)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        server.run(sockets=[listener])


if __name__ == "__main__":
    main()
