"""Commands that are imported when they are run."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from citemark.cli import commands
from citemark.cli.lazy import LazyCommands
from tests.unit.cli.calling import call

HEAVY = {"citemark.api", "citemark.config", "jinja2", "markdown_it", "msgspec"}


def imported_by(*arguments: str) -> set[str]:
    """Return the modules of a new process that has run the command line."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, sep='\\n', file=sys.stderr))\n"
        "from citemark.cli import main\n"
        f"main({arguments!r})\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    return set(run.stderr.split())


def test_the_version_needs_nothing_that_renders() -> None:
    modules = imported_by("--version")
    assert "citemark.cli.commands" in modules
    assert not modules & HEAVY


def test_a_command_does_not_wait_for_the_others() -> None:
    modules = imported_by("themes")
    ours = {name for name in modules if name.startswith("citemark.cli.")}
    assert ours == {
        f"citemark.cli.{name}"
        for name in ("commands", "failure", "files", "lazy", "theming")
    }
    assert "citemark.pipeline" not in modules


def test_what_a_batch_hands_to_its_processes_needs_no_other_command() -> None:
    modules = imported_by("render-all", "--help")
    assert "citemark.cli.batch_outputs" in modules
    assert not modules & {"citemark.cli.linting", "citemark.cli.streaming"}


def test_every_command_is_found_under_its_own_name() -> None:
    group = commands.command
    names = group.list_commands(click.Context(group))
    assert names == sorted(group.commands)
    assert [group.commands[name].name for name in names] == names


def test_a_mistyped_command_is_told_what_it_could_be() -> None:
    done = call("rendr")
    assert (done.status, done.out) == (2, "")
    assert "render" in done.err


def test_a_command_is_imported_once() -> None:
    known = LazyCommands({"lint": "citemark.cli.linting:lint_command"})
    assert known["lint"] is known["lint"]
    assert known.get("lnt") is None


def test_commands_can_be_added_and_taken_away() -> None:
    known = LazyCommands({"lint": "nowhere:lint_command"})
    group = click.Group(commands=known)
    group.add_command(click.Command("mine"))
    assert (len(known), list(known)) == (2, ["lint", "mine"])
    assert known["mine"].name == "mine"
    del known["lint"]
    with pytest.raises(KeyError):
        known["lint"]
