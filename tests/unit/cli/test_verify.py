"""``citemark verify``: findings with frames, what was checked, the exit status."""

from __future__ import annotations

import json

import pytest

from citemark.verification.judge import Label, Pair, Verdict
from citemark.verification.verdicts import Record, write_records
from tests.strategies import cite
from tests.unit.cli.calling import Desk, call

TEXT = "The quay handled 1,200 ships.\nIt was built in 2019."
SOURCE = {
    "source_id": "turn0file0",
    "title": "Report",
    "url": "https://example.org/",
    "text": TEXT,
}
WRONG = f"It handled **1,300** ships.{cite('turn0file0', 'L1')} It is so.\n"
SHOWN = """\
answer.md:1:14: number_support number '1,300' is not in the cited passage
  |
1 | It handled **1,300** ships.⟦turn0file...
  |              ^^^^^

Found 1 finding.
id_validity       1 of 1 passed
source_status     1 of 1 passed
locator_validity  1 of 1 passed
url_policy        1 of 1 passed
title_present     1 of 1 passed
number_support    0 of 1 passed
coverage          1 of 1 sentence that needs a citation have one
"""


@pytest.fixture
def sources(desk: Desk) -> str:
    return desk.write("sources.json", json.dumps([SOURCE]))


def test_findings_are_shown_where_they_are(desk: Desk, sources: str) -> None:
    answer = desk.write("answer.md", WRONG)
    done = call("verify", answer, "--sources", sources)
    assert (done.out.replace(f"{desk.folder}/", ""), done.status) == (SHOWN, 1)


def test_information_is_no_failure(desk: Desk, sources: str) -> None:
    text = f"It was built in 2019 by 四人 of Bergen.{cite('turn0file0', 'L1')}\n"
    answer = desk.write("answer.md", text.replace("四人", "them"))
    done = call("verify", answer, "--sources", sources)
    assert "date_support date '2019' is not in the cited passage, but" in done.out
    assert done.status == 0


def test_what_could_not_be_checked_is_counted(desk: Desk, sources: str) -> None:
    quotes = "「千二百隻の船を扱った」 and “the quay handled 1,200 ships”"
    answer = desk.write("answer.md", f"{quotes}.{cite('turn0file0', 'L1')}\n")
    done = call("verify", answer, "--sources", sources)
    assert "quote_verbatim    1 of 1 passed, 1 unchecked\n" in done.out


def test_verdicts_make_it_complete(desk: Desk, sources: str) -> None:
    text = f"It handled 1,200 ships.{cite('turn0file0', 'L1')} It has 7 cranes.\n"
    answer = desk.write("answer.md", text)
    pair = Pair("It handled 1,200 ships.", TEXT.splitlines()[0], "L1")
    record = Record.of(pair, Verdict(Label.SUPPORTED))
    verdicts = desk.write("verdicts.jsonl", "")
    write_records(verdicts, [record])
    done = call("verify", answer, "--sources", sources, "--verdicts", verdicts)
    assert "1 of 2 sentences that need a citation have one\n" in done.out
    assert "1 of 2 sentences that need a citation judged supported\n" in done.out


def test_an_answer_that_needs_nothing_says_nothing(sources: str) -> None:
    done = call("verify", "-", "--sources", sources, stdin=b"Hello!\n")
    assert (done.out, done.status) == ("No findings.\n", 0)


def test_json_holds_it_all(desk: Desk, sources: str) -> None:
    answer = desk.write("answer.md", WRONG)
    done = call("verify", answer, "--sources", sources, "--format", "json")
    data = json.loads(done.out)
    assert (data["version"], data["file"], done.status) == (1, answer, 1)
    assert data["rates"]["number_support"] == 0.0
    assert done.out.isascii()


def test_settings_and_the_question_count(desk: Desk, sources: str) -> None:
    text = f"You handled 1,200 ships.{cite('turn0file0', 'L2')}\n"
    answer = desk.write("answer.md", text)
    asked = ("--question", "Have you handled 1,200 ships?")
    done = call(
        "verify", answer, "--sources", sources, *asked, "--option", "language=de"
    )
    assert "coverage" not in done.out
    assert "number_support    0 of 1 passed" in done.out
