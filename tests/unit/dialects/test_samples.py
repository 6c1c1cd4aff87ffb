"""Texts of providers that write markers: each is where, and what, was recorded."""

from __future__ import annotations

import pytest

from citemark import scan
from citemark.locator import Range
from tests.unit.providers.support import Sample, samples

DIALECTS = {
    "alce": "numeric",
    "azure_on_your_data": "doc-words",
    "codex_directive": "codex",
    "dashscope": "doc-words",
    "dashscope_app": "numeric",
    "deepseek": "doc-words",
    "gemini_app_text": "gemini-app",
    "gpt_oss": "gpt-oss",
    "haystack": "numeric",
    "kimi": "superscript",
    "llamaindex": "numeric",
    "longcite": "longcite",
    "markdown": "footnote",
}
SAMPLES = [pytest.param(each, id=each.id) for each in samples(*DIALECTS)]
# Where the marker itself says what place it means, and not only the response.
LOCATED = ("codex_directive", "gpt_oss", "longcite")


def _place(sample: Sample, locator: object) -> object:
    if sample.provider not in LOCATED or not isinstance(locator, dict):
        return None
    first, last = locator["start"], locator["end"]
    if locator["kind"] == "blocks":
        first += 1
    return (locator["kind"], first, last)


@pytest.mark.parametrize("sample", SAMPLES)
def test_markers_are_where_they_were_recorded(sample: Sample) -> None:
    markers = scan(sample.text, dialect=DIALECTS[sample.provider])
    found = [
        (marker.start, marker.end, _read(each.locator))
        for marker in markers
        for each in marker.citations
    ]
    assert found == [
        (each["start"], each["end"], _place(sample, each.get("locator")))
        for each in sample.expected
    ]


def _read(locator: object) -> object:
    if locator is None:
        return None
    assert isinstance(locator, Range)
    return type(locator).__name__.lower(), locator.first, locator.last


@pytest.mark.parametrize("sample", SAMPLES)
def test_all_of_them_are_cited_by_a_plain_name(sample: Sample) -> None:
    markers = scan(sample.text, dialect=DIALECTS[sample.provider])
    for marker in markers:
        for each in marker.citations:
            assert (
                each.source_id in sample.text
                or each.source_id.isdigit()
                or (sample.provider == "longcite")
            )
