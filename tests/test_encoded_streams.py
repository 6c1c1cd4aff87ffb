"""Whole streams, encoded: every reader ends with what `render` returns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from citemark import StreamRenderer
from citemark.stream.encoder import get_encoder
from citemark.stream.events import BlockPatch, Event, Snapshot
from tests.encoder_readers import READERS, as_shown, shown
from tests.golden_cases import case, slugs


def _streamed(slug: str) -> tuple[list[Event], str]:
    """Return the events of a golden case, cut at random, and what they lead to."""
    golden, random = case(slug), Random(slug)  # noqa: S311 - not a secret
    stream = StreamRenderer(
        golden.sources, options=golden.options, id_prefix="1 b", texts=True
    )
    events: list[Event] = []
    rest = golden.answer
    while rest:
        cut = random.randint(1, 40)
        events += stream.feed(rest[:cut])
        rest = rest[cut:]
    return events + stream.finish(), stream.rendered.body


@pytest.mark.parametrize("slug", slugs())
def test_readers_end_with_what_render_returns(slug: str) -> None:
    events, body = _streamed(slug)
    for name, reader in READERS:
        html, status = shown(name, reader, events).rsplit("<p ", 1)
        assert html == as_shown(body)
        assert 'role="status"' in status


@pytest.mark.parametrize("slug", slugs())
def test_html_arrives_in_order(slug: str) -> None:
    events, body = _streamed(slug)
    written = "".join(get_encoder("html").encode(event, "") for event in events)
    assert written == body or _is_corrected(events)


def test_most_streams_need_no_correction() -> None:
    corrected = [slug for slug in slugs() if _is_corrected(_streamed(slug)[0])]
    assert len(corrected) * 4 < len(slugs())


def _is_corrected(events: Sequence[Event]) -> bool:
    return any(
        isinstance(event, Snapshot) or (isinstance(event, BlockPatch) and event.late)
        for event in events
    )
