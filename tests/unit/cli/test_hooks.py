"""The hooks for pre-commit: their file, and each run as pre-commit runs it."""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec
import pytest

from tests.strategies import cite
from tests.unit.cli.calling import Desk, call

FILE = Path(__file__).resolve().parents[3] / ".pre-commit-hooks.yaml"
BAD = f"**Nine.{cite('a')}**\n"


def hooks() -> dict[str, dict[str, object]]:
    listed = msgspec.yaml.decode(FILE.read_text("utf-8"), type=list[dict[str, object]])
    return {str(hook["id"]): hook for hook in listed}


def test_the_file_says_what_pre_commit_needs() -> None:
    assert list(hooks()) == ["citemark-lint", "citemark-fix"]
    for hook in hooks().values():
        assert set(hook) == {"id", "name", "description", "entry", "language", "types"}
        assert hook["language"] == "python"
        assert hook["types"] == ["markdown"]


@pytest.mark.parametrize(
    ("name", "status", "left"),
    [("citemark-lint", 1, BAD), ("citemark-fix", 0, f"**Nine.**{cite('a')}\n")],
)
def test_an_entry_with_file_names_does_its_work(
    desk: Desk, name: str, status: int, left: str
) -> None:
    program, *arguments = shlex.split(str(hooks()[name]["entry"]))
    assert program == "citemark"
    paths = [desk.write("a.md", BAD), desk.write("b c.md", "Fine.\n")]
    done = call(*arguments, *paths)
    assert done.status == status
    assert (desk / "a.md").read_text("utf-8") == left
    assert call(*arguments, desk.write("d.md", "Fine.\n")).status == 0
