"""Hostile payloads, each in the place it aims at, beside a sentence that must live."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.cases.support import DELIM, START, STOP, cite

_FILE = Path(__file__).with_name("fixtures") / "attacks.jsonl"
SENTENCE = "The office opens at nine."
TITLE = "Opening hours"
_BENIGN = f"{SENTENCE}{cite('turn0file0', 'L1')}"
_RECORD: Mapping[str, object] = {
    "source_id": "turn0file0",
    "title": TITLE,
    "url": "https://office.example/hours",
    "text": "We open at nine.\nWe close at five.",
}


@dataclass(frozen=True)
class Attack:
    """One payload and the channel it comes through."""

    name: str
    channel: str
    payload: str


@dataclass(frozen=True)
class Given:
    """What an application would render: an answer and records."""

    answer: str
    records: tuple[Mapping[str, object], ...]


@cache
def attacks() -> tuple[Attack, ...]:
    """Return all of them."""
    rows = map(json.loads, _FILE.read_text("utf-8").splitlines())
    return tuple(Attack(row["id"], row["channel"], row["payload"]) for row in rows)


def documents() -> Iterator[tuple[str, Given]]:
    """Yield name and document for every place that every payload can be in."""
    for attack in attacks():
        for place, build in _PLACES[attack.channel].items():
            yield f"{attack.name} {place}", build(attack.payload)


def _in_block(payload: str) -> Given:
    return Given(f"{_BENIGN}\n\n{payload}", (_RECORD,))


def _in_line(payload: str) -> Given:
    return Given(f"{_BENIGN}\n\n- some {payload} more", (_RECORD,))


def _in_heading(payload: str) -> Given:
    return Given(f"{_BENIGN}\n\n# {payload}", (_RECORD,))


def _in_locator(payload: str) -> Given:
    marker = f"{START}cite{DELIM}turn0file0{DELIM}{payload}{STOP}"
    return Given(f"{_BENIGN}\n\nMore.{marker}", (_RECORD,))


def _in_record(key: str) -> Callable[[str], Given]:
    def build(payload: str) -> Given:
        value = [payload, "Part"] if key == "heading_path" else payload
        record = {**_RECORD, "source_id": "turn0file1", key: value}
        answer = f"{_BENIGN}\n\nMore.{cite('turn0file1', 'L1')}"
        return Given(answer, (_RECORD, record))

    return build


_PLACES: Mapping[str, Mapping[str, Callable[[str], Given]]] = {
    "answer_markdown": {"block": _in_block},
    "answer_html": {"block": _in_block, "line": _in_line},
    "heading": {"heading": _in_heading, "heading_path": _in_record("heading_path")},
    "locator": {"locator": _in_locator},
    "source_title": {"title": _in_record("title")},
    "source_url": {"url": _in_record("url")},
    "source_excerpt": {"text": _in_record("text")},
}
