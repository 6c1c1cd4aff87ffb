"""PDFs on the command line: where they go, and a bar while they are made."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterable
from json import dumps

import pytest

from citemark.cli import main, pages
from citemark.cli.pages import page_progress
from tests.unit.cli.calling import GOOD, SOURCES, Desk, Terminal, call, start

PROGRESS = logging.getLogger("weasyprint.progress")


def arguments(desk: Desk) -> list[str]:
    answer, sources = desk.write("a.md", GOOD), desk.write("s.json", dumps(SOURCES))
    return ["render", answer, "--isolated", "--sources", sources, "--to", "pdf"]


def test_a_pdf_goes_into_a_file_or_a_pipe(desk: Desk) -> None:
    done = call(*arguments(desk), "-o", str(desk / "a.pdf"))
    assert (done.status, done.out, done.err) == (0, "", "")
    data = (desk / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF-1.7")
    process = start(arguments(desk), stdout=subprocess.PIPE)
    assert process.communicate()[0] == data


def test_no_terminal_gets_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    with pytest.raises(SystemExit) as end:
        main(arguments(desk))
    assert end.value.code == 2
    assert terminal.getvalue() == ""


def test_several_have_the_bar_of_all_answers(desk: Desk) -> None:
    other = desk.write("b.md", GOOD)
    done = call(*arguments(desk), other, "-o", str(desk.folder))
    assert done.status == 0
    assert {"a.pdf", "b.pdf"} <= set(desk.names())


def told(numbers: Iterable[int]) -> None:
    """Tell of pages, as WeasyPrint does, and of something else."""
    PROGRESS.info("Step 3 - Applying CSS")
    for number in numbers:
        PROGRESS.info("Step 5 - Creating layout - Page %d", number)
    PROGRESS.info("Step 5 - Creating layout - Repagination #%d", 2)


def terminal_for(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let standard error be a terminal, from within a test: it is captured before."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_a_long_one_shows_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    with page_progress():
        told(range(1, 21))
        told(range(1, 13))
    assert "Laying out pages" in terminal.getvalue()
    assert "12/20" in terminal.getvalue()
    assert PROGRESS.handlers == []
    assert PROGRESS.level == logging.NOTSET


def test_a_short_one_is_done_before_anybody_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = terminal_for(monkeypatch)
    with page_progress():
        told(range(1, 10))
        told(range(1, 10))
    assert terminal.getvalue() == ""


def test_an_error_takes_the_bar_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    with pytest.raises(ZeroDivisionError), page_progress():
        told(10 if number < 29 else 1 // 0 for number in range(30))
    assert PROGRESS.handlers == []
    assert "Laying out pages" in terminal.getvalue()


def test_no_bar_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with page_progress():
        told(range(1, 30))
    assert capsys.readouterr().err == ""


def test_no_bar_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    monkeypatch.setattr(pages, "find_spec", lambda _: None)
    with page_progress():
        told(range(1, 30))
    assert terminal.getvalue() == ""
