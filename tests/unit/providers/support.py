"""Responses of providers, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import msgspec

from citemark.locator import Locator, Range
from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.provider import Answer, CitedSpan

_SAMPLES = Path(__file__).with_name("samples.jsonl")


class Sample(msgspec.Struct, frozen=True):
    """A recorded shape, written anew: a payload, and the citations that it means."""

    id: str
    provider: str
    payload: object
    text: str
    expected: list[dict[str, object]]
    context: dict[str, object] = {}
    """What was sent to the model: keyword arguments of the adapter."""


def samples(*providers: str) -> list[Sample]:
    """Return the samples of *providers*."""
    lines = _SAMPLES.read_bytes().splitlines()
    found = [msgspec.json.decode(line, type=Sample) for line in lines]
    return [each for each in found if each.provider in providers]


def read(module: str, sample: Sample) -> Answer:
    """Return the answer that the adapter *module* makes of *sample*."""
    adapter = import_module(f"citemark.providers.{module}")
    answer: object = adapter.answer_from(sample.payload, **sample.context)
    assert isinstance(answer, Answer)
    return answer


def told(answer: Answer, span: CitedSpan, like: Mapping[str, object]) -> object:
    """Return what *answer* says of *span*, as far as *like* does, and what it lacks."""
    source = answer.registry.get(span.source_id or "")
    everything: dict[str, object] = {
        "start": span.start,
        "end": span.end,
        "anchor": span.anchor and str(span.anchor),
        "source_id": span.source_id,
        "url": source.url if source else None,
        "title": source.title if source else "",
        "locator": _locator(span.locator),
        "cited_text": span.cited_text,
        "flags": sorted(map(str, span.flags)),
    }
    surplus = ("locator", "cited_text", "flags")
    return {
        name: value
        for name, value in everything.items()
        if name in like or (name in surplus and value)
    }


def meant(like: Mapping[str, object]) -> object:
    """Return what the sample *like* tells, its flags in order."""
    flags = like.get("flags")
    return {**like, "flags": sorted(flags)} if isinstance(flags, list) else like


def _locator(locator: Locator | None) -> object:
    """Return a locator as samples have it: blocks count from 0, ends are outside."""
    if isinstance(locator, Chars):
        place = {"start": locator.start, "end": locator.end, "unit": "codepoint"}
        return {"kind": "chars", **place}
    if isinstance(locator, Blocks):
        return {"kind": "blocks", "start": locator.first - 1, "end": locator.last}
    if isinstance(locator, Range):
        kind = type(locator).__name__.lower()
        return {"kind": kind, "start": locator.first, "end": locator.last}
    return None
