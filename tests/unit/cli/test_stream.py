"""``citemark stream``: deltas in on one side, events out on the other."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import pytest

from citemark import StreamRenderer, render
from citemark.cli import streaming
from citemark.discover import discover
from citemark.stores import write_store
from citemark.stream.encoder import Encoder, get_encoder
from tests import needed
from tests.strategies import cite
from tests.unit.cli.calling import (
    BAD,
    GOOD,
    SOURCES,
    UNKNOWN,
    Desk,
    Done,
    call,
    start,
)

ENCODERS = sorted(discover("citemark.stream.encoders", "ENCODER", Encoder))
KOELN = "Köln – 🚀"
_PATIENCE = 30


def registry(desk: Desk) -> str:
    return desk.write("sources.json", json.dumps(SOURCES))


def stream(desk: Desk, *arguments: str, stdin: str | bytes = GOOD) -> Done:
    """Stream with the registry of the folder."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return call("stream", "--sources", registry(desk), *arguments, stdin=data)


def events_of(done: Done) -> list[dict[str, object]]:
    """Return the events that were written as lines of JSON."""
    return [json.loads(line) for line in done.out.splitlines()]


def types_of(done: Done) -> list[object]:
    return [event["type"] for event in events_of(done)]


def written(encoder: Encoder, deltas: Sequence[str], target: str = "#answer") -> str:
    """Return what the library makes of *deltas*."""
    made = StreamRenderer(SOURCES, texts=encoder.texts)
    events = [event for delta in deltas for event in made.feed(delta)]
    return "".join(encoder.encode(each, target) for each in [*events, *made.finish()])


class Running:
    """The command in another process, which is written to and read from in turns."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.seen = b""

    def write(self, data: str | bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data.encode() if isinstance(data, str) else data)
        self.process.stdin.flush()

    def wait_for(self, text: str) -> None:
        """Read until *text* was written; the standard input stays open."""
        assert self.process.stdout is not None
        descriptor, limit = self.process.stdout.fileno(), time.monotonic() + _PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < limit, self.seen
            if select.select([descriptor], [], [], 1)[0]:
                chunk = os.read(descriptor, 65_536)
                assert chunk, self.seen
                self.seen += chunk

    def close(self) -> tuple[str, str, int]:
        """End the input; return all output, errors and the exit status."""
        rest, err = self.process.communicate(timeout=_PATIENCE)
        return (self.seen + rest).decode(), err.decode(), self.process.returncode


@contextmanager
def running(
    desk: Desk, *arguments: str, sources: str | None = None
) -> Iterator[Running]:
    process = start(
        ["stream", "--sources", sources or registry(desk), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        with process:
            yield Running(process)
    finally:
        process.kill()


def test_events_come_before_the_input_ends(desk: Desk) -> None:
    with running(desk, "--encoder", "jsonl") as command:
        command.write(GOOD[:5])
        command.wait_for('"<p>High</p>\\n"')
        command.write(GOOD[5:])
        command.wait_for('"type":"ref"')
        assert b'"type":"end"' not in command.seen
        out, err, status = command.close()
    assert (err, status) == ("", 0)
    end = json.loads(out.splitlines()[-1])
    body = render(GOOD, SOURCES, theme="chat").body.encode()
    assert (end["type"], end["html_sha256"]) == ("end", sha256(body).hexdigest())


def test_strings_are_rendered_before_the_input_ends(desk: Desk) -> None:
    with running(desk, "--encoder", "text", "--json") as command:
        command.write('"High "\n"ti')
        command.wait_for("High")
        command.write('de"\n')
        command.wait_for("High tide")
        command.write(f"{json.dumps(GOOD[9:-1])}\n")
        command.wait_for("at nine.")
        out, err, status = command.close()
    assert (err, status) == ("", 0)
    assert out == (
        "High tide is at nine.[1]\n\n[1] Tide tables <https://example.org/tides>\n"
    )


def test_characters_may_be_cut_anywhere(desk: Desk) -> None:
    with running(desk, "--encoder", "jsonl") as command:
        for count, byte in enumerate(KOELN.encode(), start=1):
            command.write(bytes([byte]))
            shown = KOELN.encode()[:count].decode(errors="ignore").rstrip(" ")
            command.wait_for(shown[-1:])
        out, err, status = command.close()
    assert (err, status) == ("", 0)
    assert f"<p>{KOELN}</p>" in out
    assert "\N{REPLACEMENT CHARACTER}" not in out


def test_a_byte_order_mark_is_no_part_of_the_answer(desk: Desk) -> None:
    text = f"# {GOOD}\n{BAD}"
    done = stream(desk, "--encoder", "html", stdin=f"\ufeff{text}")
    assert done.out == render(text, SOURCES, theme="chat").body
    assert done.err == f"<stdin>:{UNKNOWN.replace('1:', '3:', 1)}"


def test_bytes_that_are_no_text_are_replaced(desk: Desk) -> None:
    done = stream(desk, "--encoder", "html", stdin=b"a\xff b \xc3")
    assert "<p>a\ufffd b \ufffd</p>" in done.out
    assert (done.err, done.status) == ("", 0)


def test_strings_may_be_cut_within_a_pair(desk: Desk) -> None:
    lines = b'\xef\xbb\xbf"\\ud83d"\n\n  \n"\\ude80\\n\\nb"'
    done = stream(desk, "--json", "--encoder", "html", stdin=lines)
    assert "<p>\U0001f680</p>\n<p>b</p>\n" in done.out
    assert (done.err, done.status) == ("", 0)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"High tide", "High tide"),
        (b"7", "7"),
        (b'["a"]', '["a"]'),
        (b'"never ends', '"never ends'),
        (b"\xff\x1b", "\N{REPLACEMENT CHARACTER}\\x1b"),
        (b"[" * 100_000, "[" * 40),
    ],
    ids=["text", "number", "list", "cut", "bytes", "deep"],
)
def test_a_line_that_is_no_string_is_named_and_ends_the_message(
    desk: Desk, line: bytes, shown: str
) -> None:
    lines = b'"High"\n' + line + b'\n"tide"\n'
    done = stream(desk, "--json", "--encoder", "jsonl", stdin=lines)
    assert done.status == 2
    assert done.err == f"citemark: <stdin>:2: expected a JSON string, got {shown}\n"
    assert types_of(done) == ["start", "block.open", "abort"]
    assert events_of(done)[-1]["reason"] == "error"


def test_an_empty_answer_is_a_message_too(desk: Desk) -> None:
    done = stream(desk, "--encoder", "jsonl", stdin="")
    assert types_of(done) == ["start", "end"]
    assert (done.err, done.status) == ("", 0)


@pytest.mark.parametrize("name", ENCODERS)
def test_every_encoder_is_accepted(desk: Desk, name: str) -> None:
    deltas = ["High tide is ", GOOD[13:]]
    lines = "".join(f"{json.dumps(delta)}\n" for delta in deltas)
    done = stream(desk, "--json", "--encoder", name, "--target", "#a > b", stdin=lines)
    assert (done.err, done.status) == ("", 0)
    assert done.out == written(get_encoder(name), deltas, "#a > b")
    assert "nine." in done.out


def test_help_names_every_encoder() -> None:
    text = " ".join(call("stream", "--help").out.split())
    listed = text.partition("How to write events: ")[2].partition(". [default")[0]
    assert sorted(listed.replace(" or", ",").split(", ")) == ENCODERS


def test_an_unknown_encoder_is_refused_before_anything_is_written(desk: Desk) -> None:
    done = stream(desk, "--encoder", "smoke")
    assert (done.status, done.out) == (2, "")
    names = ", ".join(ENCODERS)
    assert done.err == f"citemark: encoder: expected one of {names}, got 'smoke'\n"


def test_programs_get_server_sent_events_by_default(desk: Desk) -> None:
    assert stream(desk).out == written(get_encoder("sse"), [GOOD])


def test_terminals_get_text_by_default(desk: Desk) -> None:
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    process = start(
        ["stream", "--sources", registry(desk)], stdin=subprocess.PIPE, stdout=inner
    )
    os.close(inner)
    process.communicate(f"\x1b[2J\x9b{GOOD[:-1]}".encode(), timeout=_PATIENCE)
    shown = b""
    with suppress(OSError):  # how a terminal says that nobody writes to it any more
        while chunk := os.read(outer, 65_536):
            shown += chunk
    os.close(outer)
    assert process.returncode == 0
    assert shown.decode().replace("\r\n", "\n") == (
        "\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}High tide is at nine.[1]"
        "\n\n[1] Tide tables <https://example.org/tides>\n"
    )


def test_findings_go_to_standard_error_at_the_end(desk: Desk) -> None:
    done = stream(desk, "--encoder", "html", stdin=GOOD + BAD)
    assert done.err == f"<stdin>:{UNKNOWN.replace('1:', '2:', 1)}"
    assert (done.status, done.out) == (
        0,
        render(GOOD + BAD, SOURCES, theme="chat").body,
    )


@pytest.mark.parametrize("option", ["strict=true", "on_unresolved=raise"])
def test_a_refusal_ends_the_message_and_has_its_own_status(
    desk: Desk, option: str
) -> None:
    done = stream(desk, "--encoder", "jsonl", "-O", option, stdin=GOOD + BAD)
    assert (done.status, done.err) == (
        1,
        "citemark: <stdin>: unknown source ID 'nowhere'\n",
    )
    assert types_of(done)[-1] == "abort"
    assert events_of(done)[-1]["reason"] == "refused"
    assert "end" not in types_of(done)
    assert "nowhere" not in done.out


def test_a_missing_registry_is_named(desk: Desk) -> None:
    done = call("stream", "--sources", str(desk / "none.json"), stdin=GOOD.encode())
    assert (done.status, done.out) == (2, "")
    assert "none.json" in done.err
    assert "No such file or directory" in done.err
    done = call("stream", stdin=GOOD.encode())
    assert (done.status, done.out) == (2, "")
    assert "--sources" in done.err


def test_a_store_that_breaks_meanwhile_ends_the_message(desk: Desk) -> None:
    path = desk / "store.sqlite"
    write_store(path, SOURCES)
    with running(desk, "--encoder", "jsonl", sources=str(path)) as command:
        command.write("High tide.")
        command.wait_for("High tide.")
        path.write_bytes(b"no store any more")
        command.write(cite("turn0file0"))
        out, err, status = command.close()
    assert status == 2
    assert err.startswith("citemark: ")
    assert "Traceback" not in err
    assert json.loads(out.splitlines()[-1])["type"] == "abort"


def test_input_that_cannot_be_read_ends_the_message(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Iterator[str]:
        yield "High"
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(streaming, "_chunks", broken)
    done = stream(desk, "--encoder", "jsonl")
    assert (done.status, done.err) == (2, "citemark: <stdin>: Input/output error\n")
    assert types_of(done) == ["start", "block.open", "abort"]


def test_standard_input_that_is_not_for_reading_is_named(desk: Desk) -> None:
    with Path(os.devnull).open("wb") as unreadable:
        process = start(
            ["stream", "--sources", registry(desk)],
            stdin=unreadable.fileno(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        _, err = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 2
    assert err == b"citemark: <stdin>: Bad file descriptor\n"


def test_a_reader_that_has_gone_ends_the_program_without_a_word(desk: Desk) -> None:
    with running(desk) as command:
        command.write("High ")
        command.wait_for("High")
        assert command.process.stdout is not None
        command.process.stdout.close()
        command.write("tide")
        assert command.process.wait(_PATIENCE) == 141
        assert command.process.stderr is not None
        assert command.process.stderr.read() == b""


def test_a_full_disk_is_named_once(desk: Desk) -> None:
    with needed.device("/dev/full").open("wb") as full:
        process = start(
            ["stream", "--sources", registry(desk)],
            stdin=subprocess.PIPE,
            stdout=full.fileno(),
            stderr=subprocess.PIPE,
        )
        _, err = process.communicate(GOOD.encode(), timeout=_PATIENCE)
    assert process.returncode == 2
    assert err == b"citemark: <stdout>: No space left on device\n"


def test_the_message_is_called_as_asked(desk: Desk) -> None:
    done = stream(desk, "--message", "m7", "--id-prefix", "a b")
    assert done.out.startswith("id: m7:1\nevent: start\n")
    assert 'id=\\"a.20.b-blocks\\"' in done.out
    done = stream(desk, "--message", "two words")
    assert (done.status, done.out) == (2, "")
    assert "message: expected 1 to 128 printable ASCII characters" in done.err


def test_a_target_of_nothing_is_refused_before_anything_is_written(desk: Desk) -> None:
    done = stream(desk, "--encoder", "htmx", "--target", " ")
    assert (done.status, done.out) == (2, "")
    assert "target: expected a CSS selector" in done.err
    with running(desk, "--encoder", "turbo", "--target", "\n") as command:
        _, err, status = command.close()
    assert (status, err.count("target: ")) == (2, 1)


def test_unfinished_markdown_is_shown_as_it_stands_if_that_is_asked_for(
    desk: Desk,
) -> None:
    lines = '"A **word"\n"s** and on"\n'
    done = stream(desk, "--json", "--encoder", "jsonl", stdin=lines)
    assert events_of(done)[1]["html"] == "<p>A <strong>word</strong></p>\n"
    done = stream(desk, "--json", "--encoder", "jsonl", "--stable", stdin=lines)
    assert events_of(done)[1]["html"] == "<p>A **word</p>\n"


def test_options_come_from_arguments_and_configuration(desk: Desk) -> None:
    config = desk.write("citemark.toml", 'language = "de"\n')
    arguments = ["--encoder", "html", "--config", config]
    done = stream(desk, *arguments, "-O", "hover_cards=false")
    assert '<article class="cx" lang="de"' in done.out
    assert "popover" not in done.out
    assert "Quellen" in done.out
    done = stream(desk, *arguments, "--isolated")
    assert (done.status, done.out) == (2, "")


def test_the_theme_is_the_one_that_is_named(desk: Desk) -> None:
    theme = desk / "mine"
    theme.mkdir()
    (theme / "refs.html.j2").write_text("<b>{{ refs }}</b>")
    done = stream(desk, "--encoder", "html", "--theme", str(theme))
    assert done.out == render(GOOD, SOURCES, theme=theme).body
    assert "nine.<b><a" in done.out
    assert stream(desk, "--theme", "none").status == 2
