"""``citemark convert``."""

from __future__ import annotations

import json

from tests.strategies import cite
from tests.unit.cli.calling import Desk, call

TEXT = "In May【6†L9-L11】, and [1], not [7].\n"


def test_the_other_dialect_is_printed(desk: Desk) -> None:
    name = desk.write("a.md", TEXT)
    done = call("convert", name, "--from", "gpt-oss", "--to", "openai")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"In May{cite('6', 'L9-L11')}, and [1], not [7].\n"


def test_several_dialects_and_sources(desk: Desk) -> None:
    name = desk.write("a.md", TEXT)
    sources = desk.write("s.json", json.dumps([{"source_id": "1"}]))
    dialects = ("--from", "gpt-oss", "--from", "numeric", "--to", "openai")
    done = call("convert", name, *dialects, "--sources", sources)
    assert done.out == f"In May{cite('6', 'L9-L11')}, and {cite('1')}, not [7].\n"


def test_what_cannot_be_written_is_told(desk: Desk) -> None:
    name = desk.write("a.md", f"A{cite('a')} B{cite('2', 'L3')}\n")
    done = call(
        "convert", name, "--from", "openai", "--to", "numeric", "-o", str(desk / "b.md")
    )
    assert (done.status, done.out) == (0, "")
    assert (desk / "b.md").read_text("utf-8") == f"A{cite('a')} B[2]\n"
    assert done.err == "left: ⟦a⟧\nno place: ⟦2 L3⟧\n"


def test_an_unknown_dialect_is_refused() -> None:
    done = call("convert", "-", "--from", "morse", "--to", "openai", stdin=b"a")
    assert done.status == 2
    assert "dialect: expected one of" in done.err
