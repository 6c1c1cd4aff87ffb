from __future__ import annotations

from pathlib import Path

from citemark.stream.client import client_script

_FILE = Path(__file__).parents[3] / "themes" / "chat" / "stream.js"


def test_the_script_is_the_file_of_the_theme() -> None:
    script = client_script()
    assert script == _FILE.read_text("utf-8")
    assert "export function connect(" in script
