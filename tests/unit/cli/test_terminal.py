"""What ``citemark lint`` shows on terminals, most of them real ones."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

import pytest

from citemark.cli.showing import show
from tests.strategies import cite
from tests.unit.cli.calling import Desk, Terminal, start

MARKER = cite("turn0file0")
TEXT = f"\x1b[2J\x07\x9b31m\u202e **é漢{MARKER}**\n"
STYLE_RE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(
    arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch, **environment: str
) -> str:
    """Return what a real terminal is sent."""
    pty = pytest.importorskip("pty")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    outer, inner = pty.openpty()
    process = start(arguments, stdout=inner, stderr=inner)
    os.close(inner)
    data = b""
    try:
        while chunk := os.read(outer, 65536):
            data += chunk
    except OSError:  # how a pseudo-terminal says that its other end is closed
        pass
    finally:
        os.close(outer)
    assert process.wait() == 1
    return data.decode()


def test_a_terminal_gets_colours_and_no_control_character(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = desk.write("a.md", TEXT)
    shown = on_terminal(["lint", "--isolated", path], monkeypatch)
    assert "\x1b[33mCM101\x1b[0m" in shown
    assert "\x1b[33m⟦turn0file0⟧\x1b[0m" in shown
    plain = STYLE_RE.sub("", shown)
    assert all(line.isprintable() for line in plain.split("\r\n"))
    assert r"\x1b[2J\x07\x9b31m\u202e **é漢⟦turn0file0⟧**" in plain
    frame, carets = plain.split("\r\n")[2:4]
    # Only 漢 is two columns wide.
    assert carets.index("^") == frame.index("⟦") + 1


def test_without_colours_the_text_is_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["lint", "--isolated", desk.write("a.md", TEXT)]
    coloured = on_terminal(arguments, monkeypatch)
    plain = on_terminal(arguments, monkeypatch, NO_COLOR="1")
    assert "\x1b" not in plain
    assert STYLE_RE.sub("", coloured) == plain


def test_a_diff_on_a_terminal_shows_the_markers(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = desk.write("a.md", TEXT)
    shown = on_terminal(["lint", "--isolated", "--diff", path], monkeypatch)
    assert "漢⟦turn0file0⟧**\x1b[0m" in shown
    assert "漢**⟦turn0file0⟧\x1b[0m" in shown
    plain = STYLE_RE.sub("", shown)
    assert all(line.isprintable() for line in plain.split("\r\n"))


@pytest.mark.parametrize("has_rich", [True, False])
@pytest.mark.parametrize("err", [True, False])
def test_colours_need_rich_and_a_terminal(
    monkeypatch: pytest.MonkeyPatch, *, has_rich: bool, err: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if not has_rich:
        monkeypatch.setattr("citemark.cli.showing.find_spec", lambda _: None)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr" if err else "stdout", terminal)
    if not has_rich and not err:
        monkeypatch.setattr("citemark.cli.showing.print_text", terminal.write)
    show([("a [b] 1 :x: ", "red"), ("/c\n", "")], err=err)
    assert ("\x1b[31m" in terminal.getvalue()) is has_rich
    assert STYLE_RE.sub("", terminal.getvalue()) == "a [b] 1 :x: /c\n"


def test_what_has_no_style_is_printed_as_it_is(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    show([("a\x1b", ""), ("b\n", "bold")])
    assert capsysbinary.readouterr().out == b"a\x1bb\n"
