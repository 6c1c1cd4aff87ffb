"""What ends a command early, and how that is said: one line, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from citemark.visible import visible

FINDINGS = 1
"""Exit status: the input is usable, but something in it was refused."""
UNUSABLE = 2
"""Exit status: an argument or a file cannot be used."""
INTERRUPTED = 130
PIPE_CLOSED = 141
"""Exit status: whoever read the output went away, as after SIGPIPE."""


class Failure(click.ClickException):
    """An argument or a file cannot be used; the message is one line."""

    exit_code = UNUSABLE

    def __init__(self, message: str) -> None:
        """Keep *message*; what would steer a terminal is made visible."""
        super().__init__(visible(message))

    def show(self, file: IO[str] | None = None) -> None:
        """Print ``citemark: message``, to standard error unless *file* is given."""
        label = click.style("citemark:", fg="red", bold=True)
        click.echo(f"{label} {self.message}", file=file, err=True, color=colour())


class Refusal(Failure):
    """The input is usable, but an option asked to refuse what is in it."""

    exit_code = FINDINGS


def colour() -> bool | None:
    """Return False where colours are unwanted, None to let the stream decide."""
    return False if os.environ.get("NO_COLOR") else None


@contextmanager
def piped(stream: IO[str]) -> Iterator[None]:
    """End the program quietly when the reader of *stream* has gone away."""
    try:
        yield
    except BrokenPipeError:
        # What is still buffered must not fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        sys.exit(PIPE_CLOSED)


def use_utf8() -> None:
    """Let standard error take every character, whatever the locale says."""
    reconfigure = getattr(sys.stderr, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
