"""``--watch``: again on every change, until somebody interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from citemark.cli import watching
from citemark.cli.failure import Failure
from citemark.errors import ConfigError
from tests.strategies import cite
from tests.unit.cli.calling import Desk, call, start

BAD = f"**Nine.{cite('a')}**\n"


@contextmanager
def watched(
    *arguments: str,
) -> Iterator[tuple[Callable[[str], str], Callable[[], int]]]:
    """Watch in another process; yields how to wait for a line, and to interrupt."""
    process = start(
        ["lint", "--watch", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    stream = process.stdout
    seen = ""
    os.set_blocking(stream.fileno(), False)

    def wait_for(text: str) -> str:
        nonlocal seen
        limit = time.monotonic() + 30
        while text not in seen:
            assert time.monotonic() < limit, seen
            seen += (stream.read() or b"").decode()
            time.sleep(0.02)
        before, _, seen = seen.partition(text)
        return before

    def interrupt() -> int:
        process.send_signal(signal.SIGINT)
        return process.wait(timeout=30)

    try:
        yield wait_for, interrupt
    finally:
        process.kill()
        process.wait()
        stream.close()


READY = "Watching for changes; Ctrl-C ends.\n"


def replace(path: str, text: str) -> None:
    """Write *text* as an editor does: all at once, with a new time."""
    temporary = Path(f"{path}.new")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def test_it_lints_again_on_every_change_and_ends_with_an_interrupt(desk: Desk) -> None:
    path = desk.write("a.md", "Fine.\n")
    with watched(path, "--select", "CM1") as (wait_for, interrupt):
        assert wait_for(READY) == "No findings.\n"
        replace(path, BAD)
        assert ":1:8: CM101 " in wait_for(READY)
        Path(path).unlink()
        assert "No such file or directory" in wait_for(READY)
        replace(path, "Fine again.\n")
        assert wait_for(READY) == "No findings.\n"
        desk.write("citemark.toml", "slect = 1\n")
        assert "slect: no such option" in wait_for(READY)
        assert interrupt() == 130


def test_it_goes_on_fixing(desk: Desk) -> None:
    path = desk.write("a.md", BAD)
    with watched(path, "--fix", "--isolated") as (wait_for, interrupt):
        assert f"Fixed {path}: CM101" in wait_for(READY)
        wait_for("No findings.\n" + READY)
        assert Path(path).read_text("utf-8") == f"**Nine.**{cite('a')}\n"
        assert interrupt() == 130


class _EnoughError(Exception):
    """Ends a watch from within."""


def test_what_fails_is_said_and_the_next_change_waited_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "a"
    problems = iter([Failure("one"), ConfigError("two\x1b"), _EnoughError()])

    def run() -> None:
        raise next(problems)

    monkeypatch.setattr(time, "sleep", lambda _: path.write_text(path.name * 2 + "x"))
    naps = 0

    def nap(_: float) -> None:
        nonlocal naps
        naps += 1
        if naps != 2:  # nothing happens during the second one
            path.write_text("x" * naps)

    monkeypatch.setattr(time, "sleep", nap)
    with pytest.raises(_EnoughError):
        watching.watch([path], run)
    assert naps == 3
    assert capsys.readouterr().err == (
        f"citemark: one\n{READY}citemark: two\\x1b\n{READY}"
    )


@pytest.mark.parametrize("arguments", [("--isolated",), ("--config", "x.toml"), ()])
def test_every_file_that_matters_is_watched(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(desk.folder)
    given: list[Path] = []

    def watch(paths: list[Path], run: Callable[[], object]) -> None:
        assert callable(run)
        given.extend(paths)
        raise KeyboardInterrupt

    monkeypatch.setattr("citemark.cli.linting.watch", watch)
    done = call("lint", "--watch", "a.md", "--sources", "s.json", *arguments)
    assert done.status == 130
    assert given[:2] == [Path("a.md"), Path("s.json")]
    if not arguments:
        assert desk / "citemark.toml" in given
        assert desk.folder.parent / "pyproject.toml" in given
    else:
        assert given[2:] == [Path(name) for name in arguments[1:]]
