from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.strategies import cite
from tests.unit.cli.calling import (
    BAD,
    BAD_TEXT,
    GOOD,
    GOOD_TEXT,
    UNKNOWN,
    Desk,
    call,
)


def test_one_answer_goes_to_standard_output_as_a_fragment(desk: Desk) -> None:
    done = desk.render(desk.write("a.md", GOOD))
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith('<article class="cx" dir="auto">\n<p>High tide')
    assert done.out.endswith("</article>\n")
    assert 'href="https://example.org/tides"' in done.out


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("text", GOOD_TEXT),
        (
            "markdown",
            """\
High tide is at nine.[^1]

[^1]: [Tide tables](<https://example.org/tides>).
""",
        ),
    ],
)
def test_other_formats_are_asked_for_by_name(
    desk: Desk, output: str, expected: str
) -> None:
    done = desk.render(desk.write("a.md", GOOD), "--to", output)
    assert (done.status, done.out, done.err) == (0, expected, "")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.txt", "High tide"),
        ("a.MD", "High tide is at nine.[^1]"),
        ("a.eml", "Subject: "),
        ("a.html", "<article"),
        ("a.email.html", "<!DOCTYPE"),
        ("a.pdf", "%PDF-"),
        ("a.xyz", "<article"),
        ("pdf", "<article"),
    ],
)
def test_the_name_of_the_file_says_the_format(
    desk: Desk, name: str, begins: str
) -> None:
    out = desk / "out" / name
    out.parent.mkdir()
    assert desk.render(desk.write("a.md", GOOD), "-o", str(out)).status == 0
    assert out.read_bytes().lstrip().startswith(begins.encode())


def test_a_format_that_is_asked_for_counts_more_than_a_name(desk: Desk) -> None:
    desk.render(desk.write("a.md", GOOD), "-o", str(desk / "a.pdf"), "--to", "text")
    assert (desk / "a.pdf").read_text("utf-8") == GOOD_TEXT


def test_page_theme_id_prefix_and_options_reach_the_renderer(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    page = desk.render(answer, "--page", "--theme", "chat", "--id-prefix", "turn7")
    assert page.out.startswith("<!DOCTYPE html>")
    assert 'id="turn7-r1"' in page.out
    assert page.out != desk.render(answer, "--page", "--id-prefix", "turn7").out
    numbered = desk.render(answer, "--to", "text", "-O", "numbering.start=4")
    assert numbered.out == GOOD_TEXT.replace("[1]", "[4]")


@pytest.mark.parametrize("arguments", [("-",), ("-", "-o", "-")])
def test_standard_input_is_read_and_standard_output_written_for_a_dash(
    desk: Desk, arguments: tuple[str, ...]
) -> None:
    done = desk.render(*arguments, "--to", "text", stdin=BAD.encode())
    assert (done.status, done.out) == (0, BAD_TEXT)
    assert done.err == f"<stdin>:{UNKNOWN}"


def test_without_a_registry_no_source_is_known(desk: Desk) -> None:
    done = call("render", desk.write("a.md", GOOD), "--to", "text")
    assert done.out == "High tide is at nine.\n"
    assert "CM201 unknown source ID 'turn0file0'" in done.err


def test_one_answer_goes_to_the_file_that_is_named(desk: Desk) -> None:
    answer = desk.write("a.md", BAD)
    done = desk.render(answer, "--to", "text", "-o", str(desk / "out.txt"))
    assert (done.status, done.out, done.err) == (0, "", f"{answer}:{UNKNOWN}")
    assert (desk / "out.txt").read_text("utf-8") == BAD_TEXT


@pytest.mark.parametrize(
    ("output", "name"), [("text", "a.txt"), ("markdown", "a.md"), ("html", "a.html")]
)
def test_several_answers_go_into_a_folder_under_their_names(
    desk: Desk, output: str, name: str
) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", BAD)]
    folder = desk / "new" / "out"
    done = desk.render(*answers, "--to", output, "-o", str(folder))
    assert (done.status, done.out, done.err) == (0, "", f"{answers[1]}:{UNKNOWN}")
    assert sorted(path.name for path in folder.iterdir()) == [
        name,
        name.replace("a", "b", 1),
    ]
    alone = desk.render(answers[0], "--to", output)
    assert (folder / name).read_text("utf-8") == alone.out


@pytest.mark.parametrize(("answer", "name"), [("a.md", "a.html"), ("-", "answer.html")])
@pytest.mark.parametrize("exists", [False, True])
def test_one_answer_goes_into_a_folder_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, answer: str, name: str, *, exists: bool
) -> None:
    monkeypatch.chdir(desk.folder)
    desk.write("a.md", GOOD)
    if exists:
        (desk / "out").mkdir()
    done = desk.render(answer, "-o", "out" if exists else "out/", stdin=GOOD.encode())
    assert (done.status, done.err) == (0, "")
    assert [path.name for path in (desk / "out").iterdir()] == [name]


def _report(path: Path) -> list[dict[str, object]]:
    text = path.read_text("utf-8")
    assert text.endswith("}\n")
    answers: list[dict[str, object]] = json.loads(text)["answers"]
    return answers


def test_a_report_lists_every_answer_with_its_output_and_findings(desk: Desk) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", BAD)]
    arguments = ("--to", "text", "-o", str(desk / "out"))
    desk.render(*answers, *arguments, "--report", str(desk / "out" / "report.json"))
    good, bad = _report(desk / "out" / "report.json")
    assert (good["answer"], good["output"]) == (answers[0], str(desk / "out/a.txt"))
    assert (good["body"], good["diagnostics"]) == (GOOD_TEXT, [])
    assert isinstance(bad["diagnostics"], list)
    assert [found["code"] for found in bad["diagnostics"]] == ["CM201"]


def test_a_report_has_no_output_for_what_was_printed(desk: Desk) -> None:
    done = desk.render(
        "-", "--to", "text", "--report", str(desk / "r.json"), stdin=GOOD.encode()
    )
    assert done.out == GOOD_TEXT
    (only,) = _report(desk / "r.json")
    assert (only["answer"], only["output"]) == ("<stdin>", None)


def test_strict_writes_nothing_where_one_answer_has_an_error(desk: Desk) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", BAD)]
    done = desk.render(*answers, "--strict", "-o", str(desk / "new" / "out"))
    assert (done.status, done.out, done.err) == (1, "", f"{answers[1]}:{UNKNOWN}")
    assert desk.names() == ["a.md", "b.md", "sources.json"]


def test_strict_prints_nothing_where_there_is_an_error(desk: Desk) -> None:
    done = desk.render("-", "--strict", stdin=BAD.encode())
    assert (done.status, done.out, done.err) == (1, "", f"<stdin>:{UNKNOWN}")


def test_strict_writes_the_report_even_into_the_folder_of_the_outputs(
    desk: Desk,
) -> None:
    report = desk / "out" / "report.json"
    done = desk.render(
        *(desk.write("a.md", GOOD), desk.write("b.md", BAD)),
        *("--strict", "-o", str(desk / "out"), "--report", str(report)),
    )
    assert done.status == 1
    assert [answer["output"] for answer in _report(report)] == [None, None]
    assert [path.name for path in report.parent.iterdir()] == ["report.json"]


def test_strict_lets_warnings_pass(desk: Desk) -> None:
    done = desk.render("-", "--to", "text", "--strict", stdin="A\ue202 B\n".encode())
    assert (done.status, done.out) == (0, "A B\n")
    assert "CM007" in done.err


def test_the_option_that_raises_refuses_with_the_name_of_the_answer(
    desk: Desk,
) -> None:
    answer = desk.write("b.md", BAD)
    done = desk.render(answer, "-O", "strict=true")
    assert (done.status, done.out) == (1, "")
    assert done.err == f"citemark: {answer}: unknown source ID 'nowhere'\n"


def test_findings_are_coloured_by_level_and_cannot_steer_the_terminal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = desk.write("a\x1b[2J.md", f"{BAD[:-1]} \ue202 {cite('old')}")
    old = {"source_id": "old", "title": "Old", "url": "http://example.org/"}
    command = ("render", answer, "--sources", desk.write("s.json", json.dumps([old])))
    shown = answer.replace("\x1b", r"\x1b")
    done = call(*command, coloured=True)
    codes = [line.split()[1] for line in done.err.splitlines()]
    assert codes == [
        "\x1b[31mCM201\x1b[0m",
        "\x1b[33mCM007\x1b[0m",
        "\x1b[36mCM209\x1b[0m",
    ]
    assert done.err.startswith(f"\x1b[1m{shown}:1:22:\x1b[0m ")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in call(*command, coloured=True).err


PAGE = f"<h1>Tides</h1>\n<p>High tide is at nine.{cite('turn0file0')}</p>\n"


@pytest.mark.parametrize("name", ["a.html", "a.HTM"])
def test_the_name_of_an_answer_says_that_it_is_html(desk: Desk, name: str) -> None:
    done = desk.render(desk.write(name, PAGE), "--to", "text")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Tides\n\nHigh tide is at nine.[1]\n")


def test_what_an_answer_is_can_be_said(desk: Desk) -> None:
    page = desk.write("a.txt", PAGE)
    assert "<h1>Tides</h1>" in desk.render(page, "--from", "html").out
    text = desk.render(desk.write("a.html", GOOD), "--from", "markdown", "--to", "text")
    assert text.out == GOOD_TEXT
    done = desk.render(page, "--from", "html", "--to", "markdown")
    assert (done.status, done.out) == (2, "")
    assert "to: expected one of 'email', 'eml', 'html', 'pdf', 'text'" in done.err


def test_claims_are_json_whatever_is_said(desk: Desk) -> None:
    claims = desk.write("a.json", "{}")
    done = desk.render(claims, "--claims", "--from", "html")
    assert (done.status, done.err.count("--from: expected nothing")) == (2, 1)
