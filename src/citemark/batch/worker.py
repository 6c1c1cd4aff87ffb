"""Renders items in one process, and knows which need not be rendered again.

**Why** the digest is made from what goes in, and not from what comes out: it is known
before anything is rendered, from the answer and the few sources that it cites.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import stat
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from citemark.answer import Draft, draft
from citemark.api import Renderer
from citemark.batch.fronting import behind
from citemark.batch.items import Item, Outcome, State, StopBatch, Task
from citemark.errors import CitemarkError
from citemark.front_matter import split_front_matter
from citemark.pipeline import get_output
from citemark.render.part import Part
from citemark.render.theme import Theme, load_theme
from citemark.rendered import Rendered
from citemark.request import Request
from citemark.source import Source, remembered
from citemark.sources import Sources, fetch, known_in, open_sources
from citemark.stores.records import as_record

T = TypeVar("T")


class Worker:
    """What renders all items of one process: theme, parser and sources, made once."""

    def __init__(self, task: Task) -> None:
        """Load all that *task* names.

        Raises:
            CitemarkError: something of it cannot be used.
        """
        output = get_output(task.to)
        self._task = task
        self._renderer = Renderer(task.theme, task.options)
        self._sources = open_sources(task.open_sources())
        self._common = _common(task, load_theme(task.theme or output.default_theme))

    def run(self, item: Item, keep: Callable[[str, Rendered], T]) -> Outcome[T]:
        """Render *item*, unless its result is known, and *keep* what becomes of it.

        Whatever goes wrong with it is told, and does not raise.

        Raises:
            StopBatch: from *keep*.
        """
        try:
            return self._outcome(item, keep)
        except StopBatch:
            raise
        except CitemarkError as error:
            reason = str(error)
        except UnicodeDecodeError as error:
            got = f"0x{error.object[error.start]:02x} ({error.reason})"
            reason = f"byte {error.start}: expected UTF-8, got {got}"
        except OSError as error:
            reason = error.strerror or str(error)
        except Exception as error:  # noqa: BLE001 - the other items have to go on
            reason = f"{type(error).__name__}: {error}"
        return Outcome(name=item.name, state=State.FAILED, error=reason)

    def _outcome(self, item: Item, keep: Callable[[str, Rendered], T]) -> Outcome[T]:
        if item.error is not None:
            return Outcome(name=item.name, state=State.FAILED, error=item.error)
        task, front, answer = self._task, "", item.answer
        if not isinstance(answer, str):
            text = _read(answer).decode("utf-8-sig")
            front, answer = split_front_matter(text)
        sources = self._sources
        if item.sources is not None:
            sources = open_sources(item.sources)
        made = draft(answer, task.options, known_in(sources))
        digest = self._digest(front, made, sources)
        if digest == item.known:
            return Outcome(name=item.name, state=State.UNCHANGED, digest=digest)
        rendered = self._renderer.render_draft(
            made, sources, to=task.to, page=task.page, id_prefix=task.id_prefix
        )
        return Outcome(
            name=item.name,
            state=State.RENDERED,
            digest=digest,
            value=keep(item.name, behind(front, rendered)),
            findings=Counter(found.severity for found in rendered.diagnostics),
        )

    def _digest(self, front: str, made: Draft, sources: Sources) -> str:
        """Return the digest of all that *made*, behind *front*, is rendered from."""
        cited = dict.fromkeys(
            citation.source_id
            for marker in made.markers
            for citation in marker.citations
        )
        found = fetch(sources, list(cited))
        versions = {
            name: _version(found[name], None) if name in found else None
            for name in cited
        }
        return _hash([self._common, front, made.text, versions])


def _read(path: Path) -> bytes:
    """Return what is in the file *path*.

    Raises:
        CitemarkError: it is none: a pipe would be waited for, a device never end.
    """
    with open(path, "rb", opener=_open_now) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            msg = "expected a file, got a pipe or a device"
            raise CitemarkError(msg)
        return file.read()


def _open_now(path: str, flags: int) -> int:
    """Open *path* without waiting for anybody at the other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _common(task: Task, theme: Theme) -> str:
    """Return the digest of what all items are rendered with; code is not looked at."""
    request = Request(
        answer="",
        to=task.to,
        theme="",
        page=task.page,
        id_prefix=task.id_prefix,
        options=task.options,
    )
    parts = sorted(
        (name, kind.value, _looks(part)) for (name, kind), part in theme.parts.items()
    )
    pictures = {name: sha256(data).hexdigest() for name, data in theme.pictures.items()}
    looks = [theme.css, theme.email_css, parts, pictures]
    return _hash(
        [citemark_version(), request.to_dict(), task.options.fingerprint, looks]
    )


def _looks(part: Part) -> list[str]:
    """Return what tells *part* from others: its texts, fields and escapes."""
    return [
        repr(
            (present, shape.template, [(name, e.__name__) for name, e in shape.fields])
        )
        for present, shape in part.shapes.items()
    ]


def citemark_version() -> str:
    """Return the version that is installed; a checkout has none."""
    try:
        return importlib.metadata.version("citemark")
    except importlib.metadata.PackageNotFoundError:
        return ""


@remembered
def _version(source: Source, _: None) -> str:
    """Return the digest of all of *source* that a reader may come to see."""
    record = as_record(source)
    record.pop("extra", None)
    return _hash([record, source.lines if source.splitter is not None else None])


def _hash(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
