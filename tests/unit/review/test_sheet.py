from __future__ import annotations

from dataclasses import replace

import pytest

from citemark.options import Options
from citemark.review import review_page
from citemark.review.sheet import Sheet, make_sheet, template_records
from citemark.sources import SourceRegistry
from citemark.verification.coverage import measure_coverage
from citemark.verification.judge import Label, Verdict
from citemark.verification.judging import judged
from citemark.verification.report import VerificationReport
from citemark.verification.verdicts import Record, RecordedJudge
from tests.cases.support import cite
from tests.unit.verification.reporting import Records, report_of

TEXT = "\n".join(f"Line {number}." for number in range(1, 10))
RECORDS = [
    {"source_id": "a", "title": "Rules", "url": "https://a.example/", "text": TEXT},
    {"source_id": "b", "text": "يُسمح بالعمل.\nنعم."},
    {"source_id": "c", "text": "Ja.", "language": "ar"},
    {"source_id": "d"},
]
ANSWER = (
    f"# Hours\n\nHello! It opens at 9. It closes at 5.{cite('a', 'L4-L5')}\n\n"
    f"By 12 all go.\n\n| day | hour |\n|---|---|\n| Monday | 9{cite('a', 'L1')} |\n"
)


def report(
    answer: str, records: Records = RECORDS, *labels: Label
) -> VerificationReport:
    """What `verify` would say, with verdicts on the first pairs."""
    found = report_of(answer, records)
    found = replace(found, needs=measure_coverage(found.sentences, found.citations))
    keys = [line.key for line in template_records(found)]
    verdicts = dict(zip(keys, map(Verdict, labels), strict=False))
    sentences = judged(found.sentences, RecordedJudge(verdicts), found.needs.needing)
    return replace(found, sentences=tuple(sentences)) if labels else found


def sheet(answer: str, *labels: Label, options: Options | None = None) -> Sheet:
    return make_sheet(
        report(answer, RECORDS, *labels), RECORDS, name="a.md", options=options
    )


def test_claims_stand_in_order_with_what_they_need() -> None:
    found = sheet(ANSWER)
    assert [
        (claim.text, claim.kind, claim.starts, claim.need, len(claim.passages))
        for claim in found.claims
    ] == [
        ("Hours", "heading", True, "", 0),
        ("Hello!", "paragraph", True, "", 0),
        ("It opens at 9.", "paragraph", False, "number", 1),
        ("It closes at 5.", "paragraph", False, "number", 1),
        ("By 12 all go.", "paragraph", True, "number", 0),
        ("day | hour", "header", True, "", 0),
        ("Monday | 9", "cell", True, "date", 1),
    ]
    assert (found.pairs, found.judged, found.uncited) == (3, 0, 1)
    assert (found.language, found.direction, found.name) == ("en", "ltr", "a.md")


def test_cited_lines_are_marked_between_their_neighbours() -> None:
    passage = sheet(ANSWER).claims[2].passages[0]
    assert [(line.number, line.text, line.located) for line in passage.lines] == [
        (2, "Line 2.", False),
        (3, "Line 3.", False),
        (4, "Line 4.", True),
        (5, "Line 5.", True),
        (6, "Line 6.", False),
        (7, "Line 7.", False),
    ]
    assert (passage.locator, passage.is_cut, passage.number) == ("L4-L5", False, 1)
    assert (passage.source.title, passage.source.url) == ("Rules", "https://a.example/")


def test_verdicts_are_shown_with_what_they_come_to() -> None:
    found = sheet(f"A 1.{cite('a', 'L1')}{cite('b')}", Label.PARTIAL, Label.UNKNOWN)
    (claim,) = found.claims
    assert claim.label == "partial"
    assert [each.verdict for each in claim.passages] == [Verdict(Label.PARTIAL), None]
    assert (found.pairs, found.judged) == (2, 1)


def test_the_same_pair_is_asked_once() -> None:
    found = sheet(f"A 1.{cite('a', 'L1')}\n\nB 2.{cite('b')}\n\nA 1.{cite('a', 'L1')}")
    passages = [claim.passages[0] for claim in found.claims]
    assert [(each.number, each.is_first) for each in passages] == [
        (1, True),
        (2, True),
        (1, False),
    ]
    assert found.pairs == 2


@pytest.mark.parametrize(
    ("source_id", "direction"), [("a", "ltr"), ("b", "rtl"), ("c", "rtl"), ("d", "ltr")]
)
def test_direction_of_a_passage(source_id: str, direction: str) -> None:
    passage = sheet(f"A 1.{cite(source_id)}").claims[0].passages[0]
    assert passage.direction == direction
    assert not any(line.located for line in passage.lines)
    assert (passage.locator, bool(passage.lines)) == ("", source_id != "d")


def test_language_of_the_answer() -> None:
    found = sheet("مرحبا.")
    assert (found.language, found.direction) == ("ar", "rtl")
    found = sheet("Ja.", options=Options(language="he"))
    assert (found.language, found.direction) == ("he", "rtl")


def test_long_passages_are_cut() -> None:
    records = [{"source_id": "a", "text": "x\n" * 90 + "y" * 9_000}]
    found = make_sheet(report(f"A 1.{cite('a')}", records), records)
    passage = found.claims[0].passages[0]
    assert (len(passage.lines), passage.is_cut) == (60, True)
    found = make_sheet(report(f"A 1.{cite('a', 'L91')}", records), records)
    passage = found.claims[0].passages[0]
    assert passage.lines[-1].text == "y" * 8_000 + "…"
    assert passage.is_cut


def test_of_very_many_passages_the_first_are_shown() -> None:
    records = [{"source_id": "a", "text": "\n".join(f"Line {at}." for at in range(30))}]
    for count, note in (
        (10, ""),
        (11, "1 more passage is cited for this claim and not shown."),
        (12, "2 more passages are cited for this claim and not shown."),
    ):
        markers = "".join(cite("a", f"L{at}") for at in range(1, count + 1))
        given = report(f"A 1. B 2.{markers}", records, Label.PARTIAL)
        found = make_sheet(given, records)
        assert [len(claim.passages) for claim in found.claims] == [10, 10]
        assert [claim.left_out for claim in found.claims] == [count - 10] * 2
        assert found.pairs == len(template_records(given)) == 20
        page = review_page(given, records)
        assert ("and not shown" in page) == bool(note)
        assert note in page


def test_a_long_text_is_not_shown_for_each_of_many_claims() -> None:
    records = [{"source_id": "a", "text": "\n".join(["x" * 1_900] * 60)}]
    answer = "\n\n".join(f"A {at}.{cite('a')}" for at in range(50))
    given = report(answer, records)
    found = make_sheet(given, records)
    passages = [claim.passages[0] for claim in found.claims]
    shown = [each for each in passages if not each.is_left_out]
    assert shown == passages[: len(shown)]
    assert 0 < len(shown) < len(passages) == found.pairs
    assert all(len(each.lines) == 60 for each in shown)
    assert not any(each.lines for each in passages[len(shown) :])
    page = review_page(given, records)
    assert len(page) < 2_000_000
    assert "its lines are left out, as this page would be too long" in page
    assert "The source has no text." not in page


def test_lines_of_ones_own_are_shown() -> None:
    records = SourceRegistry(
        [{"source_id": "a", "text": "one two three four"}], split_lines=str.split
    )
    given = report(f"A 1.{cite('a', 'L3')}", records)
    (passage,) = make_sheet(given, records).claims[0].passages
    assert [(line.number, line.text, line.located) for line in passage.lines] == [
        (1, "one", False),
        (2, "two", False),
        (3, "three", True),
        (4, "four", False),
    ]


def test_a_hook_of_ones_own_gives_no_reason() -> None:
    given = report("Hm.")
    given = replace(given, needs=replace(given.needs, needing=(0,)))
    assert make_sheet(given, RECORDS).claims[0].need == "claim"


def test_template_has_the_numbers_of_the_sheet() -> None:
    given = report(ANSWER, RECORDS, Label.UNKNOWN, Label.SUPPORTED)
    lines = template_records(given)
    assert [
        (each.claim, each.source_id, each.locator, each.label) for each in lines
    ] == [
        ("It opens at 9.", "a", "L4-L5", ""),
        ("It closes at 5.", "a", "L4-L5", "supported"),
        ("Monday | 9", "a", "L1", ""),
    ]


def test_template_keeps_what_was_filled_in() -> None:
    given = report(ANSWER)
    first, *_ = template_records(given)
    filled = replace(first, rationale="not sure yet")
    other = Record(key="k", label="partial")
    lines = template_records(given, {"k": other, first.key: filled})
    assert [lines[0], lines[-1]] == [filled, other]
    assert len(lines) == 4
