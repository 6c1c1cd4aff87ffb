from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.calling import BAD, GOOD, GOOD_TEXT, SOURCES, Desk, call

CLAIMS = json.dumps(
    {
        "claims": [
            {"text": "High tide is at nine.", "source_ids": ["turn0file0"]},
            {"text": "Low tide is at three.", "source_ids": ["nowhere"]},
        ],
        "insufficient_evidence": False,
    }
)


def test_claims_are_rendered_with_references(desk: Desk) -> None:
    done = desk.render(desk.write("a.json", CLAIMS), "--claims", "--to", "text")
    assert done.status == 0
    assert done.out.startswith("High tide is at nine.[1] Low tide is at three.\n\nS")
    assert done.err.endswith("a.json: CM201 claims[1]: unknown source ID 'nowhere'\n")


def test_claims_obey_the_options_of_render(desk: Desk) -> None:
    answer = desk.write("a.json", CLAIMS)
    done = desk.render(answer, "--claims", "--strict", "-O", "language=de")
    assert (done.status, done.out) == (1, "")
    done = desk.render(answer, "--claims", "-O", "on_unresolved=raise")
    assert (done.status, done.out) == (1, "")
    assert "claims[1]: unknown source ID 'nowhere'" in done.err


def kept(desk: Desk, answer: str = GOOD) -> str:
    """Render an answer and return the path of its snapshot."""
    path = str(desk / "kept" / "a.json")
    done = desk.render(desk.write("a.md", answer), "--to", "text", "--snapshot", path)
    assert done.status == 0
    (desk / "sources.json").write_text(json.dumps([{"id": "turn0file0"}]))
    return path


def test_a_snapshot_is_rendered_as_it_was(desk: Desk) -> None:
    path = kept(desk)
    done = call("restore", path)
    assert (done.status, done.out, done.err) == (0, GOOD_TEXT, "")
    done = call("restore", path, "-o", str(desk / "b.txt"))
    assert (done.status, done.out) == (0, "")
    assert (desk / "b.txt").read_text() == GOOD_TEXT


def test_a_snapshot_is_read_from_standard_input(desk: Desk) -> None:
    done = call("restore", "-", stdin=Path(kept(desk)).read_bytes())
    assert (done.status, done.out) == (0, GOOD_TEXT)


def test_a_snapshot_is_rendered_otherwise_on_request(desk: Desk) -> None:
    done = call("restore", kept(desk), "--to", "html", "--theme", "chat")
    assert (done.status, done.err) == (0, "")
    assert SOURCES[0]["title"] in done.out


def test_an_output_that_has_changed_is_said_to(desk: Desk) -> None:
    path = kept(desk)
    text = (desk / "kept" / "a.json").read_text()
    desk.write("kept/a.json", text.replace("at nine", "at ten"))
    done = call("restore", path)
    assert (done.status, done.out) == (1, GOOD_TEXT.replace("at nine", "at ten"))
    assert done.err == (
        f"citemark: {path}: the output differs from the one that was kept\n"
    )


def test_what_is_no_snapshot_is_refused(desk: Desk) -> None:
    done = call("restore", desk.write("a.json", '{"version": 7}'))
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("a.json: snapshot: expected version 1, got 7\n")


def test_a_snapshot_never_replaces_an_input(desk: Desk) -> None:
    path = kept(desk)
    done = call("restore", path, "-o", path)
    assert (done.status, done.err) == (
        2,
        f"citemark: {path}: would replace an input\n",
    )
    answer = desk.write("a.md", GOOD)
    done = desk.render(answer, "--snapshot", answer)
    assert done.status == 2


def test_a_refused_answer_is_not_kept(desk: Desk) -> None:
    answer, path = desk.write("a.md", BAD), desk / "kept.json"
    done = desk.render(answer, "--strict", "--snapshot", str(path))
    assert (done.status, path.exists()) == (1, False)


def test_only_one_answer_is_kept_at_a_time(desk: Desk) -> None:
    answers = [desk.write(name, GOOD) for name in ("a.md", "b.md")]
    done = desk.render(*answers, "-o", str(desk / "out"), "--snapshot", "s.json")
    assert (done.status, done.err) == (
        2,
        "citemark: --snapshot: expected one answer, got several\n",
    )


@pytest.mark.parametrize("option", ["--report", "--snapshot"])
def test_no_file_is_written_twice(desk: Desk, option: str) -> None:
    answer, out = desk.write("a.md", GOOD), str(desk / "a.html")
    done = desk.render(answer, "-o", out, option, out)
    assert done.status == 2
    assert "would be written twice" in done.err
