"""What ends a command early, and how that is said: one line, no traceback."""

from __future__ import annotations

import sys

import click

FINDINGS = 1
"""Exit status: the input is usable, but something in it was refused."""
UNUSABLE = 2
"""Exit status: an argument or a file cannot be used."""
INTERRUPTED = 130
PIPE_CLOSED = 141


class Failure(click.ClickException):
    """A one-line message and an exit status."""

    def __init__(self, message: str, exit_code: int = UNUSABLE) -> None:
        """Keep both; control characters of *message* are made visible."""
        super().__init__(visible(message))
        self.exit_code = exit_code

    def show(self, file: object = None) -> None:
        """Print ``citemark: message`` to standard error."""
        del file
        label = click.style("citemark:", fg="red", bold=True)
        click.echo(f"{label} {self.message}", err=True)


class BadOption(click.UsageError):
    """An option that cannot work, said like click's own: with the usage line."""


def visible(text: str) -> str:
    r"""Escape what would steer a terminal or hide from its reader.

    >>> print(visible("a\x1b[2Jb\u202ec"))
    a\x1b[2Jb\u202ec
    """
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "backslashreplace").decode("ascii")
        for character in text
    )


def use_utf8() -> None:
    """Let standard error take every character, whatever the locale says."""
    reconfigure = getattr(sys.stderr, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
