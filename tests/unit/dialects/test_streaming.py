"""Answers in every dialect, as they come: what is shown is never taken back."""

from __future__ import annotations

import pytest

from citemark import Options, StreamRenderer, render, scan
from citemark.dialect import dialect_names, get_dialect


@pytest.mark.parametrize("dialect", [*dialect_names(), "auto"])
def test_streams_show_what_rendering_shows(dialect: str) -> None:
    names = dialect_names() if dialect == "auto" else (dialect,)
    texts = [each.text for name in names for each in get_dialect(name).examples]
    text = "\n\n".join(f"{each} And so." for each in texts)
    markers = scan(text, dialect=dialect)
    ids = dict.fromkeys(name for marker in markers for name in marker.source_ids)
    sources = [{"source_id": name, "title": name} for name in ids]
    options = Options(dialect=dialect)
    stream = StreamRenderer(sources, options=options)
    for each in text:
        stream.feed(each)
    events = stream.finish()
    whole = render(text, sources, theme="chat", options=options)
    assert stream.rendered.body == whole.body
    assert not any(event.type == "snapshot" for event in events)
    assert len(whole.references) == len(ids)
