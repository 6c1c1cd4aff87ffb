"""``extract``, ``strip`` and ``themes``."""

from __future__ import annotations

import json

import pytest

from citemark import theme_css
from tests.strategies import DELIM, START, cite
from tests.unit.cli.calling import Desk, call

FIRST = cite("a", "L2")
OTHER = cite("b", family="filecite")
TEXT = f"Tide.{FIRST}\r\nWind. {OTHER} {START}cite{DELIM}c"


def test_extract_prints_the_citations_as_ascii_json(desk: Desk) -> None:
    done = call("extract", desk.write("a.md", TEXT))
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()
    assert json.loads(done.out) == [
        {
            "raw": FIRST,
            "family": "cite",
            "source_ids": ["a"],
            "locator": "L2",
            "start": 5,
            "end": 5 + len(FIRST),
        }
    ]


def test_extract_reads_the_families_that_are_named() -> None:
    families = ("--family", "filecite", "--family", "memo")
    done = call("extract", "-", *families, stdin=TEXT.encode())
    assert [found["raw"] for found in json.loads(done.out)] == [OTHER]


def test_extract_with_scan_lists_broken_markers_with_their_place() -> None:
    done = call("extract", "-", "--scan", stdin=TEXT.encode())
    first, other, broken = json.loads(done.out)
    assert first == {
        "kind": "citation",
        "raw": FIRST,
        "family": "cite",
        "citations": [{"source_id": "a", "locator": "L2"}],
        "start": 5,
        "end": 5 + len(FIRST),
        "line": 1,
        "column": 6,
        "findings": [],
    }
    assert (other["line"], other["column"]) == (2, 7)
    assert (broken["line"], broken["column"]) == (2, 8 + len(OTHER))
    assert [text.split()[0] for text in broken["findings"]] == ["CM001"]


def test_strip_prints_all_but_the_markers_and_keeps_line_ends(desk: Desk) -> None:
    done = call("strip", desk.write("a.md", TEXT))
    assert (done.status, done.err) == (0, "")
    assert done.out == TEXT.replace(FIRST, "")


@pytest.mark.parametrize("target", ["-", "out.md"])
def test_strip_writes_the_file_that_is_named(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.chdir(desk.folder)
    families = ("--family", "cite", "--family", "filecite")
    done = call("strip", "-", *families, "-o", target, stdin=TEXT.encode())
    expected = TEXT.replace(FIRST, "").replace(OTHER, "").encode()
    assert done.status == 0
    if target == "-":
        assert done.out.encode() == expected
        assert desk.names() == []
    else:
        assert done.out == ""
        assert (desk / target).read_bytes() == expected


def test_strip_may_replace_the_file_it_reads(desk: Desk) -> None:
    name = desk.write("a.md", FIRST)
    assert call("strip", name, "-o", name).status == 0
    assert (desk / "a.md").read_bytes() == b""


@pytest.mark.parametrize("command", ["extract", "strip"])
def test_unusable_files_end_with_status_2(command: str) -> None:
    done = call(command, "-", stdin=b"a\xc3(")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("citemark: <stdin>: byte 1: expected UTF-8, got 0xc3 (")


def test_themes_are_listed_with_what_they_are() -> None:
    done = call("themes")
    assert (done.status, done.err) == (0, "")
    rows = [line.split(maxsplit=1) for line in done.out.splitlines()]
    assert {"article", "base", "chat"} <= {name for name, _ in rows}
    assert len({line.index(text) for line, (_, text) in _columns(done.out)}) == 1


def _columns(text: str) -> list[tuple[str, list[str]]]:
    return [(line, line.split(maxsplit=1)) for line in text.splitlines()]


def test_themes_prints_the_style_sheet_of_one() -> None:
    done = call("themes", "--css", "chat")
    assert (done.status, done.out, done.err) == (0, theme_css("chat"), "")


def test_themes_refuses_one_that_is_not_there() -> None:
    done = call("themes", "--css", "nowhere")
    assert done.status == 2
    assert "expected a theme (" in done.err
