from __future__ import annotations

from citemark import Options
from citemark.document.compare import Rereader
from tests.unit.document.reading import document


def test_footnotes_make_one_block_of_all() -> None:
    text, options = "a[^n]\n\nb@\n\n[^n]: c", Options(footnotes=True)
    assert len(Rereader(document(text), Options()).blocks) == 2
    assert len(Rereader(document(text, options), options).blocks) == 1


def test_no_edits_change_nothing() -> None:
    assert not Rereader(document("a@"), Options()).changes(())
