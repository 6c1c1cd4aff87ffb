"""``citemark doctor``: the walk on paper, its advice and its exit status."""

from __future__ import annotations

import json

import pytest

from citemark.verification.judge import Label, Pair, Verdict
from citemark.verification.verdicts import Record, write_records
from tests.cases.support import cite
from tests.unit.cli.calling import Desk, call

SOURCE = {
    "source_id": "turn0file0",
    "title": "Tide tables",
    "url": "https://example.org/tides",
    "text": "High tide is at nine.\nLow tide is at three.",
}
SOUND = f"High tide is at nine.{cite('turn0file0', 'L1')}\n"
WALK = """\
+ Is every marker complete?

? answer.md:1:28: turn0file0 L1: nothing speaks against it; no judge was asked

+ Does every claim that needs a citation have one?

1 citation, 0 fail.
"""
FAULTY = """\
+ Is every marker complete?

x answer.md:1:28: nowhere
    x Are the ID and the place in the set of sources?
        unknown source ID 'nowhere'

x Does every claim that needs a citation have one?
    1:1: no citation: High tide is at nine.

What to do
  Are the ID and the place in the set of sources?
    Let the model's output be checked against the IDs of this request, and
    refuse unknown ones; look whether the registry is the one that the prompt
    showed.
  Does every claim that needs a citation have one?
    Retrieve again for the claims without one, or take them out.

1 citation, 1 fails (not known: 1).
"""


@pytest.fixture
def sources(desk: Desk) -> str:
    return desk.write("sources.json", json.dumps([SOURCE]))


def shown(desk: Desk, out: str) -> str:
    """Return what was printed, with the answer's path cut to its name."""
    return out.replace(f"{desk.folder}/", "")


@pytest.mark.parametrize(
    ("answer", "out", "status"),
    [
        (SOUND, WALK, 0),
        (SOUND.replace("turn0file0\ue202L1", "nowhere"), FAULTY, 1),
    ],
)
def test_the_walk_is_printed(
    desk: Desk, sources: str, answer: str, out: str, status: int
) -> None:
    done = call("doctor", desk.write("answer.md", answer), "--sources", sources)
    assert (shown(desk, done.out), done.err, done.status) == (out, "", status)


def test_only_citations_that_fail_are_walked_through(desk: Desk, sources: str) -> None:
    record = desk / "verdicts.jsonl"
    pair = Pair("High tide is at nine.", "High tide is at nine.", "L1")
    verdict = Verdict(Label.SUPPORTED, judge_id="Ada")
    write_records(record, [Record.of(pair, verdict)])
    answer = desk.write("answer.md", SOUND + SOUND.replace("L1", "L9"))
    asked = ("--sources", sources, "--verdicts", str(record))
    lines = shown(desk, call("doctor", answer, *asked).out).splitlines()
    assert lines[2:5] == [
        "+ answer.md:1:28: turn0file0 L1",
        "x answer.md:2:28: turn0file0 L9",
        "    x Are the ID and the place in the set of sources?",
    ]


def test_an_answer_without_citations(desk: Desk, sources: str) -> None:
    done = call("doctor", desk.write("answer.md", "Hello.\n"), "--sources", sources)
    assert done.out.startswith("+ Is every marker complete?\n\n")
    assert done.out.endswith("\n0 citations, 0 fail.\n")


def test_json_says_the_same(sources: str) -> None:
    done = call("doctor", "-", "--sources", sources, "--json", stdin=SOUND.encode())
    data = json.loads(done.out)
    assert data["healthy"] is True
    assert [step["reply"] for step in data["citations"][0]["steps"]] == [
        *("yes", "yes", "unknown", "yes")
    ]


def test_recorded_verdicts_are_asked(desk: Desk, sources: str) -> None:
    pair = Pair("High tide is at nine.", "High tide is at nine.", "L1")
    record = desk / "verdicts.jsonl"
    verdict = Verdict(Label.CONTRADICTED, judge_id="Ada")
    write_records(record, [Record.of(pair, verdict)])
    answer = desk.write("answer.md", SOUND)
    done = call("doctor", answer, "--sources", sources, "--verdicts", str(record))
    assert done.status == 1
    assert "judged contradicted by Ada" in done.out


def test_questions_of_the_user_need_no_citation(desk: Desk, sources: str) -> None:
    text = f"High tide is at nine.\n\n{SOUND.replace('High', 'Still, high')}"
    answer = desk.write("answer.md", text)
    asked = ("--question", "High tide is at nine?")
    assert call("doctor", answer, "--sources", sources).status == 1
    assert call("doctor", answer, "--sources", sources, *asked).status == 0


@pytest.mark.parametrize("name", [".", ""])
def test_verdicts_that_cannot_be_read_are_named(
    desk: Desk, sources: str, name: str
) -> None:
    given = desk.write("answer.md", SOUND)
    done = call("doctor", given, "--sources", sources, "--verdicts", name)
    assert done.status == 2
    assert done.err == "citemark: .: cannot be read: Is a directory\n"
