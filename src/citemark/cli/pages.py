"""How far a long PDF is, as a bar on a terminal while its pages are laid out.

WeasyPrint tells its log of each page. How many there will be is known from the second
time on that they are laid out; until then the bar only moves.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_LOGGER = logging.getLogger("weasyprint.progress")
_LABEL = "Laying out pages"
_LONG = 10
"""Pages: what has fewer is done before anybody looks."""


@contextmanager
def page_progress() -> Iterator[None]:
    """Show a bar for what is laid out meanwhile, if standard error is a terminal."""
    if not sys.stderr.isatty() or not find_spec("rich"):
        yield
        return
    bar, level = _Bar(), _LOGGER.level
    _LOGGER.addHandler(bar)
    _LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        _LOGGER.setLevel(level)
        _LOGGER.removeHandler(bar)
        bar.close()


class _Bar(logging.Handler):
    """Shows the pages that are told to a log."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        super().__init__()
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        console = Console(stderr=True)
        self._progress = Progress(*columns, console=console, transient=True)
        self._task = self._progress.add_task(_LABEL, total=None)
        self._most = 0
        self._total: int | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Show the page that *record* tells of, if it tells of one."""
        page = (
            record.args[0] if isinstance(record.args, tuple) and record.args else None
        )
        if not isinstance(page, int) or "Page %d" not in record.msg:
            return
        if page == 1 and self._most:
            self._total = self._most
        self._most = max(self._most, page)
        if self._most >= _LONG:
            self._progress.start()
            self._progress.update(self._task, completed=page, total=self._total)

    def close(self) -> None:
        """Take the bar away."""
        self._progress.stop()
        super().close()
