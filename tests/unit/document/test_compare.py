from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citemark import Options
from citemark.document.compare import Rereader
from citemark.model import Marker
from citemark.spans import Edit, Span
from tests.unit.document.reading import document


def test_footnotes_make_one_block_of_all() -> None:
    text, options = "a[^n]\n\nb@\n\n[^n]: c", Options(footnotes=True)
    assert len(Rereader(document(text), Options()).blocks) == 2
    assert len(Rereader(document(text, options), options).blocks) == 1


def test_no_edits_change_nothing() -> None:
    assert not Rereader(document("a@"), Options()).changes(())


class Unwalked(tuple[Marker, ...]):
    """Markers that may be looked up, but not walked."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Marker]:
        raise AssertionError


def test_a_proof_looks_at_the_markers_beside_its_edits_only() -> None:
    read = document("a.@\n\nb.@\n\nc.@\n")
    rereader = Rereader(replace(read, markers=Unwalked(read.markers)), Options())
    at = read.source.index("b")
    assert not rereader.keeps_prose([Edit(Span(at, at + 1), "x")])
    assert rereader.keeps_prose([Edit(Span(at, at + 1), "b")])
