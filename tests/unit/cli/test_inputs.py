"""What cannot be used ends the command with status 2 and one line that says where."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import needed
from tests.unit.cli.calling import BAD_TEXT, GOOD, GOOD_TEXT, Desk, call


def test_a_missing_answer_is_named(desk: Desk) -> None:
    name = str(desk / "none.md")
    done = desk.render(name)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"citemark: {name}: No such file or directory\n"


@pytest.mark.parametrize(
    ("data", "offset", "byte"),
    [(b"caf\xe9", 3, "e9"), (b"\xef\xbb\xbfcaf\xff!", 6, "ff")],
)
def test_an_answer_that_is_not_utf_8_is_refused_with_the_byte_offset(
    desk: Desk, data: bytes, offset: int, byte: str
) -> None:
    name = desk.write("a.md", data)
    done = desk.render(name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        f"citemark: {name}: byte {offset}: expected UTF-8, got 0x{byte} ("
    )
    assert desk.render("-", stdin=data).err == done.err.replace(name, "<stdin>")


def test_a_byte_order_mark_is_no_part_of_the_answer(desk: Desk) -> None:
    data = b"\xef\xbb\xbf" + GOOD.encode()
    assert desk.render("-", "--to", "text", stdin=data).out == GOOD_TEXT


@pytest.mark.parametrize(
    ("registry", "complaint"),
    [
        (
            '[{"source_id": "a"},\n {"source_id" 2}]',
            "line 2, column 15: not valid JSON: Expecting ':' delimiter",
        ),
        (
            '[{"source_id": "a"}, {"source_id": "b"}, {"source_id": "c", "url": 3}]',
            "[2].url: expected str, got int",
        ),
    ],
)
def test_a_bad_registry_is_refused_with_the_place(
    desk: Desk, registry: str, complaint: str
) -> None:
    path = desk.write("registry.json", registry)
    done = call("render", desk.write("a.md", GOOD), "--sources", path)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"citemark: registry.json: {complaint}\n"


def test_a_missing_registry_is_named(desk: Desk) -> None:
    done = call("render", desk.write("a.md", GOOD), "--sources", str(desk / "r.json"))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("citemark: r.json: cannot be read: No such file")


def test_an_unknown_theme_is_refused_with_those_that_exist(desk: Desk) -> None:
    done = desk.render(desk.write("a.md", GOOD), "--theme", "bsae")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("citemark: expected a theme (academic, ")
    assert "'bsae'" in done.err


def test_a_message_cannot_steer_the_terminal(desk: Desk) -> None:
    done = desk.render("a\x1b[2J\u202e\n.md", coloured=True)
    label = "\x1b[31m\x1b[1mcitemark:\x1b[0m"
    assert done.err.startswith(f"{label} a\\x1b[2J\\u202e\\n.md: No such file")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "Missing argument 'ANSWER...'."),
        (
            ("a.md", "--to", "odt"),
            "expected one of email, eml, html, markdown, pdf, text, got 'odt'",
        ),
        (("a.md", "--colour"), "No such option"),
    ],
)
def test_wrong_usage_is_explained(arguments: tuple[str, ...], complaint: str) -> None:
    done = call("render", *arguments)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("a.md", "-", "-o", "out"),
            "-: expected standard input alone, not among other answers",
        ),
        (
            ("a.md", "b.md"),
            "several answers: expected -o and a directory for the outputs",
        ),
        (
            ("a.md", "b.md", "-o", "b.md"),
            "b.md: expected a directory for the outputs, got a file",
        ),
        (
            ("a.md", "more/a.md", "-o", "out"),
            "out/a.html: would be written twice, for more/a.md and a.md",
        ),
        (
            ("a.md", "-o", "a.html", "--report", "a.html"),
            "a.html: would be written twice, for a.md and the report",
        ),
        (("a.md", "-o", "more/../a.md"), "more/../a.md: would replace an input"),
        (("a.md", "-o", "sources.json"), "sources.json: would replace an input"),
        (("a.md", "--report", "a.md"), "a.md: would replace an input"),
        (
            ("a.md", "b.md", "--to", "markdown", "-o", "."),
            "a.md: would replace an input",
        ),
        (("a.md", "-o", "b.md/out/"), "b.md/out: Not a directory"),
        (("a.md", "-o", "none/a.html"), "none/a.html: No such file or directory"),
        (
            ("a.md", "-o", "a.html", "--report", "more"),
            "more: expected a file, got a directory",
        ),
    ],
)
def test_outputs_that_cannot_be_are_refused_before_anything_is_written(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    complaint: str,
) -> None:
    monkeypatch.chdir(desk.folder)
    (desk / "more").mkdir()
    for name in ("a.md", "b.md", "more/a.md"):
        desk.write(name, GOOD)
    monkeypatch.setattr(Desk, "write", lambda _, name, __: name)
    Path("sources.json").write_text("[]", "utf-8")
    done = desk.render(*arguments)
    assert (done.status, done.out, done.err) == (2, "", f"citemark: {complaint}\n")
    assert desk.names() == ["a.md", "b.md", "more", "sources.json"]
    assert [path.name for path in (desk / "more").iterdir()] == ["a.md"]
    assert Path("a.md").read_text("utf-8") == GOOD


def test_the_same_answer_twice_is_rendered_once(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    done = desk.render(answer, answer, "-o", str(desk / "out"), "--to", "text")
    assert done.status == 0
    assert (desk / "out" / "a.txt").read_text("utf-8") == GOOD_TEXT


def test_nothing_is_written_where_a_later_answer_cannot_be_used(desk: Desk) -> None:
    (desk / "out").mkdir()
    desk.write("out/a.html", "before")
    answers = (desk.write("a.md", GOOD), desk.write("b.md", b"\xff"))
    report = ("--report", str(desk / "new" / "report.json"))
    done = desk.render(*answers, "-o", str(desk / "out"), *report)
    assert done.status == 2
    assert [path.name for path in (desk / "out").iterdir()] == ["a.html"]
    assert (desk / "out" / "a.html").read_text("utf-8") == "before"
    assert desk.names() == ["a.md", "b.md", "out", "sources.json"]


def test_nothing_is_written_where_a_folder_has_the_name_of_an_output(
    desk: Desk,
) -> None:
    (desk / "out" / "b.html").mkdir(parents=True)
    answers = (desk.write("a.md", GOOD), desk.write("b.md", GOOD))
    done = desk.render(*answers, "-o", str(desk / "out"))
    assert done.status == 2
    assert done.err.endswith("b.html: expected a file, got a directory\n")
    assert [path.name for path in (desk / "out").iterdir()] == ["b.html"]


def test_a_target_is_replaced_and_keeps_its_permissions_and_its_link(
    desk: Desk,
) -> None:
    target = Path(desk.write("real.txt", "before"))
    target.chmod(0o640)
    (desk / "link.txt").symlink_to(target)
    done = desk.render(
        *("-", "--to", "text", "-o", str(desk / "link.txt")), stdin=GOOD.encode()
    )
    assert done.status == 0
    assert (desk / "link.txt").is_symlink()
    assert target.read_text("utf-8") == GOOD_TEXT
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_that_the_mask_leaves(desk: Desk) -> None:
    before = os.umask(0o027)
    try:
        desk.render("-", "-o", str(desk / "new.html"), stdin=GOOD.encode())
    finally:
        os.umask(before)
    assert (desk / "new.html").stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced(desk: Desk) -> None:
    done = desk.render("-", "-o", os.devnull, stdin=GOOD.encode())
    assert (done.status, done.out) == (0, "")
    assert Path(os.devnull).is_char_device()


def test_a_device_that_fails_is_named_and_leaves_nothing_behind(desk: Desk) -> None:
    full = needed.device("/dev/full")
    report = str(desk / "new" / "report.json")
    done = desk.render("-", "-o", str(full), "--report", report, stdin=GOOD.encode())
    assert (done.status, done.err) == (
        2,
        "citemark: /dev/full: No space left on device\n",
    )
    assert desk.names() == ["sources.json"]


def test_a_folder_that_others_have_filled_stays(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone else's file, written while the answers are rendered, is not lost."""
    folder = desk / "out"
    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name == "a.txt":
            desk.write("out/other", BAD_TEXT)
            raise OSError(13, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    answer = desk.write("a.md", GOOD)
    done = desk.render(answer, "--to", "text", "-o", f"{folder}/")
    assert (done.status, done.err) == (
        2,
        f"citemark: {folder}/a.txt: Permission denied\n",
    )
    assert [path.name for path in folder.iterdir()] == ["other"]


def test_a_directory_is_no_answer(desk: Desk) -> None:
    done = call("render", str(desk.folder), "--isolated")
    assert done.status == 2
    assert "expected a file, got a directory: name its files, as *.md" in done.err
    assert done.err.count("\n") == 1
