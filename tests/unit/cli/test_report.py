"""``citemark report``: pages of pictures."""

from __future__ import annotations

import json

from bs4 import BeautifulSoup

from citemark import pictures
from tests.unit.cli.calling import BAD, GOOD, SOURCES, Desk, Done, call


def report(desk: Desk, *arguments: str, stdin: bytes = b"") -> Done:
    registry = desk.write("sources.json", json.dumps(SOURCES))
    return call("report", *arguments, "--sources", registry, stdin=stdin)


def test_one_answer_goes_to_standard_output(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    done = report(desk, answer)
    assert (done.status, done.err) == (0, "")
    assert done.out == pictures.report(GOOD, SOURCES, name=answer)
    piped = report(desk, "-", "-o", "-", stdin=GOOD.encode())
    assert piped.out == pictures.report(GOOD, SOURCES, name="<stdin>")


def test_one_answer_goes_to_a_file_of_any_name(desk: Desk) -> None:
    target = desk / "page.htm"
    done = report(desk, desk.write("a.md", GOOD), "-o", str(target))
    assert (done.status, done.out, done.err) == (0, "", "")
    assert target.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_several_answers_go_into_a_folder(desk: Desk) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", BAD)]
    done = report(desk, *answers, "-o", str(desk / "out"))
    assert (done.status, done.out, done.err) == (0, "", "")
    assert desk.names() == ["a.md", "b.md", "out", "sources.json"]
    pages = {path.name: path.read_text("utf-8") for path in (desk / "out").iterdir()}
    facts = {
        name: [each.get_text() for each in BeautifulSoup(page, "html.parser")("dd")]
        for name, page in pages.items()
    }
    assert facts == {
        "a.html": ["1/1", "100%", "1/1"],
        "b.html": ["0/1", "0%", "0/1"],
    }


def test_options_reach_the_page(desk: Desk) -> None:
    done = report(desk, desk.write("a.md", GOOD), "-O", "language=de")
    assert "<h1>Bericht über die Belege" in done.out


def test_without_sources_nothing_is_cited(desk: Desk) -> None:
    done = call("report", desk.write("a.md", GOOD))
    assert done.status == 0
    assert "uncited" in done.out


def test_nothing_is_written_if_one_answer_is_refused(desk: Desk) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", BAD)]
    done = report(desk, *answers, "-o", str(desk / "out"), "-O", "strict=true")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"citemark: {answers[1]}: ")
    assert "unknown source ID 'nowhere'" in done.err
    assert desk.names() == ["a.md", "b.md", "sources.json"]


def test_what_cannot_be_written_is_said(desk: Desk) -> None:
    answers = [desk.write("a.md", GOOD), desk.write("b.md", GOOD)]
    done = report(desk, *answers)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "citemark: several answers: expected -o and a directory for the outputs\n"
    )
