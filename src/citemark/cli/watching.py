"""Does something again whenever one of its files has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from citemark.cli.failure import Failure
from citemark.errors import CitemarkError

_INTERVAL = 0.3
"""Seconds between two looks at the files."""


def watch(paths: Sequence[Path], run: Callable[[], object]) -> None:
    """Call *run* now and whenever one of *paths* changes, until interrupted.

    What is wrong with a file is said, and its next change waited for.
    """
    while True:
        # Before the files are read: what changes meanwhile is not missed.
        before = _states(paths)
        click.clear()
        try:
            run()
        except Failure as failure:
            failure.show()
        except CitemarkError as error:
            Failure(str(error)).show()
        click.echo("Watching for changes; Ctrl-C ends.", err=True)
        while _states(paths) == before:
            time.sleep(_INTERVAL)


def _states(paths: Sequence[Path]) -> list[tuple[int, int] | None]:
    """Return what tells the versions of each file apart, None for no file."""
    return [_state(path) for path in paths]


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
