"""Calls of the command line, and an answer with one good and one bad citation."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from citemark.cli import main
from tests.strategies import cite

SRC = Path(__file__).resolve().parents[3] / "src"
SOURCES = [
    {
        "source_id": "turn0file0",
        "title": "Tide tables",
        "url": "https://example.org/tides",
    }
]
GOOD = f"High tide is at nine.{cite('turn0file0')}\n"
BAD = f"Low tide is at three.{cite('nowhere')}\n"
GOOD_TEXT = """\
High tide is at nine.[1]

Sources
[1] Tide tables
    <https://example.org/tides>
"""
BAD_TEXT = "Low tide is at three.\n"
UNKNOWN = "1:22: CM201 unknown source ID 'nowhere'\n"


@dataclass(frozen=True, slots=True)
class Done:
    """What one call left behind."""

    status: int
    out: str
    err: str


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def call(*arguments: str, stdin: bytes = b"", coloured: bool = False) -> Done:
    """Run the command line in this process."""
    runner = CliRunner()
    with (
        runner.isolation(stdin, color=coloured) as (out, err, _),
        pytest.raises(SystemExit) as end,
    ):
        main(arguments)
    status = end.value.code or 0
    assert isinstance(status, int)
    return Done(status, out.getvalue().decode(), err.getvalue().decode())


def start(
    arguments: Sequence[str],
    *,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    own_group: bool = False,
) -> subprocess.Popen[bytes]:
    """Start ``python -m citemark`` as a shell would."""
    environment = {**os.environ, "PYTHONPATH": str(SRC), "COLUMNS": "80"}
    return subprocess.Popen(
        [sys.executable, "-m", "citemark", *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=environment,
        start_new_session=own_group,
    )


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder with answers and their registry."""

    folder: Path

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, content: str | bytes) -> str:
        """Write a file and return its path, as an argument."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def names(self) -> list[str]:
        """Return the names of all that is in the folder, hidden files too."""
        return sorted(path.name for path in self.folder.iterdir())

    def render(
        self, *arguments: str, stdin: bytes = b"", coloured: bool = False
    ) -> Done:
        """Render with the registry of this folder."""
        registry = self.write("sources.json", json.dumps(SOURCES))
        return call(
            "render",
            *arguments,
            "--sources",
            registry,
            stdin=stdin,
            coloured=coloured,
        )
