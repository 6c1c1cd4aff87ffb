from __future__ import annotations

import pytest

from citemark.verification.judge import Label, Verdict
from citemark.verification.judging import claims_of, combined, judged, pairs_of
from tests.cases.support import cite
from tests.unit.verification.reporting import report_of
from tests.unit.verification.test_judge import Echo

RECORDS = [
    {"source_id": "a", "text": "Nine.\nFive."},
    {"source_id": "b", "text": "Open from nine."},
]
TABLE = f"| Door | Hour |\n|---|---|\n| North | nine{cite('a', 'L1')} |\n"


def test_a_judge_is_asked_once_about_every_passage() -> None:
    answer = f"It opens.{cite('a', 'L1')}{cite('b')} It closes.{cite('a', 'L2')} Hm."
    sentences = report_of(answer, RECORDS).sentences
    judge = Echo()
    found = judged(sentences, judge)
    assert [len(check.verdicts) for check in found] == [2, 1, 0]
    (asked,) = judge.asked
    assert [(pair.claim, pair.passage, pair.locator) for pair in asked] == [
        ("It opens.", "Nine.", "L1"),
        ("It opens.", "Open from nine.", ""),
        ("It closes.", "Five.", "L2"),
    ]


def test_who_claims_nothing_is_not_asked_about() -> None:
    answer = f"Hello. It opens at 9. Well then.{cite('b')}"
    sentences = report_of(answer, RECORDS).sentences
    judge = Echo()
    found = judged(sentences, judge, {1})
    assert [len(check.verdicts) for check in found] == [0, 1, 1]
    assert [pair.claim for pair in judge.asked[0]] == ["It opens at 9.", "Well then."]


def test_a_cell_claims_what_its_row_says() -> None:
    sentences = report_of(TABLE, RECORDS).sentences
    assert claims_of(sentences) == ["Door | Hour"] * 2 + ["North | nine"] * 2
    assert {pair.claim for pairs in pairs_of(sentences) for pair in pairs} == {
        "North | nine"
    }


@pytest.mark.parametrize(
    ("labels", "label"),
    [
        ("", "unknown"),
        ("unknown unknown", "unknown"),
        ("unknown unsupported", "unsupported"),
        ("unsupported partial", "partial"),
        ("partial supported unsupported", "supported"),
        ("supported contradicted", "contradicted"),
    ],
)
def test_verdicts_are_combined(labels: str, label: str) -> None:
    found = combined(Verdict(Label(each)) for each in labels.split())
    assert found.label == label
