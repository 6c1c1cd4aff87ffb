from __future__ import annotations

import pytest

from citemark.errors import ConfigError
from citemark.verification.coverage import Reach, measure_coverage
from citemark.verification.judge import Label, Verdict
from citemark.verification.judging import pairs_of
from citemark.verification.language import Need
from citemark.verification.report import Coverage, VerificationReport
from citemark.verification.verdicts import RecordedJudge
from tests.cases.support import cite
from tests.unit.verification.reporting import report_of

RECORDS = [{"source_id": "a", "text": "Nine.\nFive."}]
GOOD, BAD = cite("a", "L1"), cite("gone")


def texts(report: VerificationReport, indices: tuple[int, ...]) -> list[str]:
    """What the answer says there: offsets are right if this is."""
    return [
        report.answer[check.sentence.start : check.sentence.end]
        for check in (report.sentences[index] for index in indices)
    ]


def measured(answer: str, reach: Reach = "paragraph-tail") -> tuple[list[str], ...]:
    report = report_of(answer, RECORDS)
    found = measure_coverage(report.sentences, report.citations, reach=reach)
    assert found.needing == tuple(sorted((*found.cited, *found.uncited)))
    return texts(report, found.cited), texts(report, found.uncited)


TAIL = f"Hello! It opens at 9. It closes at 5.{GOOD} Tickets cost 3 €.\n\nBy 12 all go."


@pytest.mark.parametrize(
    ("reach", "cited"),
    [
        ("sentence", ["It closes at 5."]),
        ("paragraph-tail", ["It opens at 9.", "It closes at 5."]),
        ("block", ["It opens at 9.", "It closes at 5.", "Tickets cost 3 €."]),
    ],
)
def test_reach(reach: Reach, cited: list[str]) -> None:
    found, uncited = measured(TAIL, reach)
    assert found == cited
    assert uncited[-1] == "By 12 all go."
    assert len(found) + len(uncited) == 4


def test_a_citation_that_leads_nowhere_covers_nothing() -> None:
    answer = f"It opens at 9.{BAD} It closes at 5.{GOOD}"
    assert measured(answer) == (["It closes at 5."], ["It opens at 9."])


def test_headings_need_nothing_and_rows_are_one() -> None:
    answer = f"# 9 to 5\n\n| a | b |\n|---|---|\n| 9{GOOD} | 5 |\n| 8 | 7 |\n"
    assert measured(answer, "sentence") == (["9", "5"], ["8", "7"])


def test_heads_of_columns_need_nothing() -> None:
    rows = "| Opens in 2026 | Price |\n|---|---|\n| on 2 April 2026 | 9 euros |\n"
    assert measured(rows, "sentence") == ([], ["on 2 April 2026", "9 euros"])


def test_another_hook_and_a_question() -> None:
    report = report_of("It opens at 9.\n\nWhy not.", RECORDS)

    def second(text: str, language: str | None, question: str | None) -> Need | None:
        assert (language, question) == ("en", "When?")
        return Need.FACT if text == "Why not." else None

    found = measure_coverage(
        report.sentences,
        report.citations,
        needs=second,
        language="en",
        question="When?",
    )
    assert texts(report, found.needing) == ["Why not."]
    assert (found.coverage, found.completeness) == (0, None)


def test_completeness_counts_what_is_supported() -> None:
    answer = f"Opens at 9.{GOOD}\n\nCloses at 5.{cite('a', 'L2')}\n\nCosts 3 €.\n\nHm."
    pairs = [
        pair
        for found in pairs_of(report_of(answer, RECORDS).sentences)
        for pair in found
    ]
    labels = (Label.SUPPORTED, Label.PARTIAL)
    judge = RecordedJudge(
        {pair.key: Verdict(label) for pair, label in zip(pairs, labels, strict=True)}
    )
    report = report_of(answer, RECORDS, judge=judge)
    found = measure_coverage(report.sentences, report.citations)
    assert found.supported is not None
    assert texts(report, found.supported) == ["Opens at 9."]
    assert (found.coverage, found.completeness) == (2 / 3, 1 / 3)


def test_without_verdicts_there_is_no_completeness() -> None:
    report = report_of(f"Opens at 9.{GOOD}", RECORDS, judge=RecordedJudge({}))
    found = measure_coverage(report.sentences, report.citations)
    assert (found.coverage, found.supported, found.completeness) == (1, None, None)


def test_nothing_to_cite() -> None:
    found = measure_coverage((), ())
    assert found == Coverage()
    assert (found.coverage, found.completeness, found.uncited) == (None, None, ())


def test_an_unknown_reach_is_misuse() -> None:
    with pytest.raises(
        ConfigError, match=r"reach: expected one of sentence, .* 'page'"
    ):
        measure_coverage((), (), reach="page")  # type: ignore[arg-type] # misuse
