from __future__ import annotations

import json

import pytest

from tests.unit.cli.calling import BAD, GOOD, Desk, call

FRONT = "---\r\ntitle: Tides \r\n---\r\n"


def test_front_matter_stays_in_front_of_markdown(desk: Desk) -> None:
    answer = desk.write("a.md", FRONT + GOOD)
    done = desk.render(answer, "--to", "markdown", "-o", str(desk.folder / "b.md"))
    assert (done.status, done.out, done.err) == (0, "", "")
    written = (desk.folder / "b.md").read_bytes().decode()
    bare = desk.render(desk.write("c.md", GOOD), "--to", "markdown").out
    assert written == FRONT + bare


def test_places_are_those_of_the_file(desk: Desk) -> None:
    text = FRONT + BAD + GOOD
    answer = desk.write("a.md", text)
    report = desk.folder / "report.json"
    done = desk.render(answer, "--to", "markdown", "--report", str(report))
    assert done.err.endswith("a.md:4:22: CM201 unknown source ID 'nowhere'\n")
    (told,) = json.loads(report.read_text("utf-8"))["answers"]
    assert told["body"] == done.out
    for kind in ("diagnostics", "citations"):
        (found,) = told[kind]
        assert text[found["start"] : found["end"]].startswith("\ue200cite")
    (lost,) = told["unsupported"]
    assert text[lost["start"] : lost["end"]] == lost["text"] == BAD[:21]


def test_a_snapshot_is_of_the_answer(desk: Desk) -> None:
    answer = desk.write("a.md", FRONT + GOOD)
    kept = desk.folder / "kept.json"
    done = desk.render(answer, "--to", "markdown", "--snapshot", str(kept))
    again = call("restore", str(kept))
    assert (again.status, FRONT + again.out) == (0, done.out)


@pytest.mark.parametrize("to", ["text", "html", "email", "eml", "pdf"])
def test_front_matter_is_left_out_of_what_people_read(desk: Desk, to: str) -> None:
    made = desk.folder / "made"
    answer, bare = desk.write("a.md", FRONT + GOOD + BAD), desk.write("b.md", GOOD)
    done = desk.render(answer, "--to", to, "-o", str(made))
    assert done.err.startswith(f"{answer}:5:22: CM201 unknown source ID 'nowhere'")
    desk.render(desk.write("a.md", FRONT + GOOD), "--to", to, "-o", str(made))
    desk.render(bare, "--to", to, "-o", str(desk.folder / "wanted"))
    assert made.read_bytes() == (desk.folder / "wanted").read_bytes()


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("gfm", "High tide is at nine.[^1] Two.[^1]"),
        ("pandoc", "High tide is at nine.[^1] Two.\\[1\\]"),
        ("myst", "High tide is at nine.[^1] Two.[^1]"),
        ("plain", "High tide is at nine.\\[1\\] Two.\\[1\\]"),
    ],
)
def test_a_profile_says_who_reads(desk: Desk, profile: str, expected: str) -> None:
    marker = GOOD.strip().removeprefix("High tide is at nine.")
    answer = desk.write("a.md", f"{GOOD.strip()} Two.{marker}\n")
    done = desk.render(answer, "--to", "markdown", "--profile", profile)
    assert done.out.splitlines()[0] == expected
