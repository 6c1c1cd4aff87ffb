"""The program as a whole: streams, signals, terminals and exit statuses."""

from __future__ import annotations

import importlib
import importlib.metadata
import io
import os
import runpy
import subprocess
import sys
from collections.abc import Callable

import pytest

from citemark.cli import commands, failure
from citemark.cli.files import print_text
from citemark.cli.findings import with_progress
from citemark.errors import InternalError
from tests.unit.cli.calling import (
    BAD,
    GOOD,
    UNKNOWN,
    Desk,
    Terminal,
    call,
    start,
)


def test_the_module_runs_as_a_program() -> None:
    process = start(
        ["render", "-", "--to", "text"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = process.communicate(f"Köln – {BAD}".encode())
    assert (process.returncode, out.decode()) == (0, "Köln – Low tide is at three.\n")
    assert err.decode() == (
        f"<stdin>:{UNKNOWN.replace('22', '29')}"
        "citemark: no registry was given: --sources FILE says which sources there are\n"
    )


def test_the_module_is_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.delitem(sys.modules, "citemark.__main__", raising=False)
    monkeypatch.setattr(sys, "argv", ["citemark", "extract", os.devnull])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("citemark", run_name="__main__")
    assert not end.value.code
    assert capsysbinary.readouterr() == (b"[]\n", b"")


def test_the_module_does_nothing_when_it_is_only_imported() -> None:
    module = importlib.import_module("citemark.__main__")
    assert module.main is commands.main


def test_the_version_is_the_one_that_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions = {"citemark": "7.8.9"}
    monkeypatch.setattr(importlib.metadata, "version", versions.__getitem__)
    done = call("--version")
    assert (done.status, done.out, done.err) == (0, "citemark 7.8.9\n", "")


def test_a_checkout_that_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    done = call("--version")
    assert (done.status, done.out) == (0, "citemark (not installed)\n")


def test_help_names_the_commands_and_the_exit_statuses() -> None:
    done = call("-h")
    assert (done.status, done.err) == (0, "")
    for word in ("extract", "render", "strip", "themes", "Exit status: 0 done"):
        assert word in done.out
    assert "HTML, e-mail, PDF, Markdown or text" in done.out


def test_no_summary_of_a_command_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert "..." not in call("--help").out.partition("Commands:")[2]


def test_an_interrupt_ends_with_its_own_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("citemark.cli.theming.print_text", interrupt)
    done = call("themes")
    assert (done.status, done.out) == (130, "")
    assert "Traceback" not in done.err


def test_errors_of_the_library_are_one_line_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: str) -> None:
        msg = "spans overlap"
        raise InternalError(msg)

    monkeypatch.setattr("citemark.cli.theming.print_text", fail)
    done = call("themes")
    assert (done.status, done.err) == (2, "citemark: spans overlap\n")


def _closed_pipe() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def test_a_closed_output_ends_the_program_without_a_word() -> None:
    pipe = _closed_pipe()
    process = start(["themes"], stdout=pipe, stderr=subprocess.PIPE)
    os.close(pipe)
    _, err = process.communicate()
    assert (process.returncode, err) == (141, b"")


@pytest.mark.parametrize("answer", [BAD.encode(), b"\xff"])
def test_a_closed_standard_error_ends_the_program_too(answer: bytes) -> None:
    pipe = _closed_pipe()
    process = start(
        ["render", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=pipe
    )
    os.close(pipe)
    process.communicate(answer)
    assert process.returncode == 141


class _Failing(io.StringIO):
    """A stream whose reader has gone away."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor


def test_what_is_still_buffered_goes_nowhere_when_the_reader_has_gone() -> None:
    pipe = _closed_pipe()
    with pytest.raises(SystemExit) as end, failure.piped(_Failing(pipe)):
        raise BrokenPipeError
    assert end.value.code == 141
    assert os.write(pipe, b"nobody reads this") == 17
    os.close(pipe)


def test_standard_error_that_cannot_be_set_up_is_used_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    failure.use_utf8()
    failure.Failure("wrong").show()
    assert stream.getvalue() == "citemark: wrong\n"


def test_standard_error_takes_every_character_in_any_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding="ascii")
    monkeypatch.setattr(sys, "stderr", stream)
    failure.use_utf8()
    failure.Failure("Köln").show()
    assert data.getvalue() == "citemark: Köln\n".encode()


@pytest.mark.parametrize(
    ("terminal", "expected"),
    [(True, "a\N{REPLACEMENT CHARACTER}[2Jb\tc\r\n"), (False, "a\x1b[2Jb\tc\r\n")],
)
def test_text_cannot_steer_a_terminal_and_is_left_alone_elsewhere(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool, expected: str
) -> None:
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    print_text("a\x1b[2Jb\tc\r\n")
    assert data.getvalue().decode() == expected


def test_lone_surrogates_are_replaced_rather_than_fatal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding="utf-8"))
    print_text("a\ud800b")
    assert data.getvalue() == b"a?b"


@pytest.mark.parametrize("rich", [True, False])
def test_several_answers_have_a_progress_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, *, rich: bool
) -> None:
    if not rich:
        monkeypatch.setattr("citemark.cli.findings.find_spec", _nothing)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    assert list(with_progress(["a", "b"])) == ["a", "b"]
    assert "Rendering" in terminal.getvalue()
    assert "100%" in terminal.getvalue()


def _nothing(_: str) -> None:
    return None


@pytest.mark.parametrize(
    ("stream", "names"), [(Terminal, ["a"]), (io.StringIO, ["a", "b"])]
)
def test_no_progress_bar_for_one_answer_or_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
    stream: Callable[[], io.StringIO],
    names: list[str],
) -> None:
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    assert list(with_progress(names)) == names
    assert written.getvalue() == ""


def test_on_a_real_terminal_bar_and_findings_do_not_mix(desk: Desk) -> None:
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    answers = [desk.write("a.md", BAD), desk.write("b.md", GOOD)]
    process = start(
        ["render", *answers, "-o", str(desk / "out"), "--to", "text"], stderr=inner
    )
    os.close(inner)
    shown = _read_all(outer)
    assert process.wait() == 0
    assert "Rendering" in shown
    # The last thing on each line is a whole finding, in colour.
    assert f"{answers[0]}:1:22:\x1b[0m \x1b[31mCM201\x1b[0m unknown" in shown
    assert (desk / "out" / "b.txt").exists()


def _read_all(descriptor: int) -> str:
    """Return what a terminal showed until nobody writes to it any more."""
    data = b""
    try:
        while chunk := os.read(descriptor, 65536):
            data += chunk
    except OSError:  # how a pseudo-terminal says that its other end is closed
        pass
    finally:
        os.close(descriptor)
    return data.decode()
