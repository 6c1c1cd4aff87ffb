"""Snapshots: what an answer and its sources were, rendered again as they were then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec

from citemark.api import render
from citemark.claims import render_claims
from citemark.config import options_from
from citemark.errors import SourceError
from citemark.loaders import parse_json, show
from citemark.provider import Answer
from citemark.rendered import Rendered
from citemark.request import VERSION
from citemark.source import Source
from citemark.sources import SourceRegistry


class _Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a snapshot: an answer, claims, or a text with its citations."""

    version: int
    to: str
    theme: str
    page: bool
    id_prefix: str
    options: dict[str, object]
    sources: list[dict[str, object]]
    etag: str
    answer: str | None = None
    claims: dict[str, object] | None = None
    cited: dict[str, object] | None = None
    source_format: Literal["markdown", "html"] = "markdown"


def restore(
    snapshot: Mapping[str, object] | str | bytes,
    *,
    to: str | None = None,
    theme: str | Path | None = None,
) -> Rendered:
    r"""Render a *snapshot*, or the JSON of one, from nothing but what it holds.

    *to* and *theme* render it in another way. Without them the ``etag`` is that of the
    snapshot, unless the theme has changed or another version of citemark prints
    otherwise.

    >>> from citemark import render
    >>> record = {"source_id": "a", "title": "Handbook"}
    >>> rendered = render("Yes.\ue200cite\ue202a\ue201", [record])
    >>> restore(rendered.snapshot()).body == rendered.body
    True

    Raises:
        SourceError: *snapshot* is none; the message holds the path of what is wrong.
        ThemeError: its theme is missing or broken.
        ConfigError: an option that it names does not exist any more.
    """
    kept = _read(snapshot)
    records = [_without_lines(record) for record in kept.sources]
    registry = SourceRegistry({"sources": records})
    sources = list(map(_with_lines, registry, kept.sources))
    options = options_from(kept.options)
    to, theme = to or kept.to, theme or kept.theme
    if kept.claims is not None:
        return render_claims(
            kept.claims,
            sources,
            to=to,
            theme=theme,
            page=kept.page,
            id_prefix=kept.id_prefix,
            options=options,
        )
    answer: str | Answer | None = kept.answer
    if kept.cited is not None:
        answer = Answer.from_dict(kept.cited)
    if answer is None:
        msg = "snapshot: expected an answer or claims, got neither"
        raise SourceError(msg)
    return render(
        answer,
        sources,
        to=to,
        theme=theme,
        page=kept.page,
        id_prefix=kept.id_prefix,
        source_format=kept.source_format,
        options=options,
    )


def kept_etag(snapshot: Mapping[str, object] | str | bytes) -> str:
    """Return the entity tag that the output had when it was kept.

    Raises:
        SourceError: *snapshot* is none; the message holds the path of what is wrong.
    """
    return _read(snapshot).etag


def _read(snapshot: Mapping[str, object] | str | bytes) -> _Snapshot:
    """Check the fields of *snapshot*."""
    data: object = snapshot
    if isinstance(data, bytes):
        data = data.decode("utf-8", "replace")
    if isinstance(data, str):
        data = parse_json(data, "snapshot")
    version = data.get("version") if isinstance(data, Mapping) else None
    if version != VERSION:
        msg = f"snapshot: expected version {VERSION}, got {version!r}"
        raise SourceError(msg)
    try:
        return msgspec.convert(data, _Snapshot)
    except msgspec.ValidationError as error:
        complaint = str(error).replace("`", "")
        what, _, place = complaint.partition(" - at $")
        msg = f"snapshot{place}: {what[:1].lower()}{what[1:]}"
        raise SourceError(msg) from error


def _without_lines(record: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name != "lines"}


def _with_lines(source: Source, record: Mapping[str, object]) -> Source:
    """Divide the text of *source* as it was, where that is kept."""
    if "lines" not in record:
        return source
    try:
        lines = msgspec.convert(record["lines"], list[str])
    except msgspec.ValidationError as error:
        name = show(source.source_id)
        msg = f"snapshot.sources[{name}].lines: expected strings"
        raise SourceError(msg) from error
    return replace(source, splitter=lambda _: lines)
