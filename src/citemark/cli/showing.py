"""Reports on a stream: in colour on a terminal, if there is rich; else plain."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec

from citemark.cli.failure import colour, piped
from citemark.cli.files import print_text
from citemark.report import Piece


def show(pieces: Iterable[Piece], *, err: bool = False) -> None:
    """Print *pieces* to standard output, or to standard error."""
    listed = list(pieces)
    stream = sys.stderr if err else sys.stdout
    styled = any(style for _, style in listed)
    if styled and stream.isatty() and colour() is None and find_spec("rich"):
        from rich.console import Console
        from rich.text import Text

        # Nothing but the styles: no wrapping, no highlighting of numbers and paths.
        console = Console(file=stream, highlight=False, soft_wrap=True)
        console.print(Text.assemble(*listed), end="")
        return
    text = "".join(text for text, _ in listed)
    if err:
        with piped(stream):
            stream.write(text)
            stream.flush()
    else:
        print_text(text)
