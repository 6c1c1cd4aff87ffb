"""Markers of the default dialect, recorded with what they mean."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from citemark import SourceRegistry, clean, render, scan
from citemark.model import MarkerKind

_LINES = Path(__file__).with_name("native.jsonl").read_bytes().splitlines()
_SOURCES = msgspec.json.decode(_LINES[0], type=dict[str, list[dict[str, object]]])
REGISTRY = SourceRegistry(_SOURCES["sources"])
_NAMES = {
    "unknown_source": "unknown-source",
    "locator_out_of_range": "locator-out-of-range",
}
"""Flag of a sample → the finding that says so."""


class Native(msgspec.Struct, frozen=True):
    """A text, and the citations that its markers mean."""

    id: str
    text: str
    expected: list[dict[str, object]]

    @property
    def is_leaked(self) -> bool:
        """Whether the markers have lost their delimiters."""
        return any("delimiters_lost" in _flags(each) for each in self.expected)


def _flags(expected: dict[str, object]) -> list[str]:
    return msgspec.convert(expected.get("flags", []), list[str])


NATIVE = [msgspec.json.decode(line, type=Native) for line in _LINES[1:]]
WHOLE = [pytest.param(each, id=each.id) for each in NATIVE if not each.is_leaked]
LEAKED = [pytest.param(each, id=each.id) for each in NATIVE if each.is_leaked]


@pytest.mark.parametrize("native", WHOLE)
def test_markers_mean_what_they_were_recorded_to_mean(native: Native) -> None:
    found = [
        {
            "start": marker.start,
            "end": marker.end,
            "anchor": "marker",
            "source_id": each.source_id,
            **({"locator": _place(each.raw_locator)} if each.locator else {}),
        }
        for marker in scan(native.text)
        if marker.kind is MarkerKind.CITATION
        for each in marker.citations
    ]
    wanted = [
        {name: value for name, value in each.items() if name != "flags"}
        for each in native.expected
    ]
    assert found == wanted


@pytest.mark.parametrize("native", WHOLE)
def test_what_was_flagged_is_found(native: Native) -> None:
    flags = {_NAMES[flag] for each in native.expected for flag in _flags(each)}
    found = {each.name for each in render(native.text, REGISTRY).diagnostics}
    assert flags <= found
    assert found - flags <= {"unknown-family", "marker-spacing"}


@pytest.mark.parametrize("native", LEAKED)
def test_markers_without_delimiters_are_recovered(native: Native) -> None:
    assert scan(native.text) == []
    (finding,) = clean(native.text, REGISTRY).findings
    wanted = [each["source_id"] for each in native.expected]
    assert list(finding.source_ids) == wanted
    places = {(each["start"], each["end"]) for each in native.expected}
    assert {(finding.start, finding.end)} == places


def _place(written: str | None) -> dict[str, object]:
    first, _, last = (written or "").replace("L", "").partition("-")
    return {"kind": "lines", "start": int(first), "end": int(last or first)}
