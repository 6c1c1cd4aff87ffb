"""The command line: arguments, files and exit codes around the Python API."""

from __future__ import annotations

from citemark.cli.commands import main

__all__ = ["main"]
