"""Diagnosis: the question each citation fails at, one fault at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from citemark import doctor
from citemark.doctor import (
    COMPLETE,
    QUESTIONS,
    WRITTEN,
    CitationDiagnosis,
    Diagnosis,
    Reply,
    diagnose_answer,
)
from citemark.sources import Sources
from citemark.verification.judge import Judge, Label, Pair, Verdict
from citemark.verification.report import SentenceCheck, VerificationReport
from citemark.verification.verify import verify
from tests.cases.support import cite

GOOD: dict[str, object] = {
    "source_id": "S1",
    "title": "Opening hours",
    "url": "https://harbour.example/hours",
    "text": "The quay opens at 9 in summer.\nDogs are welcome on the quay.",
    "modified_at": "2026-04-01",
    "retrieved_at": "2026-05-01",
}
CLAIM = "The quay opens at 9 in summer."


class Fixed:
    """A judge of one opinion."""

    def __init__(self, label: Label, rationale: str = "") -> None:
        self.verdict = Verdict(label, rationale=rationale, judge_id="desk")

    def judge_many(self, pairs: Sequence[Pair], /) -> Sequence[Verdict]:
        return [self.verdict for _ in pairs]


def diagnosed(answer: str, judge: Judge | None = None, **changes: object) -> Diagnosis:
    return diagnose_answer(answer, [{**GOOD, **changes}], judge=judge)


def only(
    answer: str, judge: Judge | None = None, **changes: object
) -> CitationDiagnosis:
    (citation,) = diagnosed(answer, judge, **changes).citations
    return citation


def failed_at(citation: CitationDiagnosis) -> tuple[str, str] | None:
    step = citation.failed
    return None if step is None else (step.name, step.reasons[0])


def test_a_sound_citation_passes_every_question_it_can() -> None:
    citation = only(CLAIM + cite("S1", "L1"))
    assert [(step.name, step.reply) for step in citation.steps] == [
        ("known", Reply.YES),
        ("resolved", Reply.YES),
        ("supported", Reply.UNKNOWN),
        ("current", Reply.YES),
    ]
    assert citation.failed is None
    assert diagnosed(CLAIM + cite("S1", "L1")).is_healthy


@pytest.mark.parametrize(
    ("marker", "changes", "step", "reason"),
    [
        (cite("S2"), {}, "known", "unknown source ID 'S2'"),
        (cite("S1", "L7"), {}, "known", "locator L7 is beyond the source (2 lines)"),
        (cite("S1"), {"title": ""}, "resolved", "source 'S1' has no title"),
        (
            cite("S1"),
            {"url": "https://u:p@harbour.example/"},
            "resolved",
            "the URL of source 'S1' has a user name or password in it",
        ),
        (
            cite("S1", "L2"),
            {},
            "supported",
            "number '9' is not in the cited passage, but elsewhere in source 'S1'",
        ),
        (cite("S1"), {"status": "deleted"}, "current", "source 'S1' is deleted"),
        (
            cite("S1", "L1"),
            {"modified_at": "2026-06-01"},
            "current",
            (
                "source 'S1' was modified on 2026-06-01, after it was retrieved on "
                "2026-05-01"
            ),
        ),
    ],
)
def test_the_first_no_ends_the_walk(
    marker: str, changes: dict[str, object], step: str, reason: str
) -> None:
    (citation,) = diagnosed(CLAIM + marker, None, **changes).citations
    assert failed_at(citation) == (step, reason)
    names = [question.name for question in QUESTIONS]
    assert [each.name for each in citation.steps] == names[: names.index(step) + 1]


def test_a_place_written_backwards_is_known() -> None:
    assert only(CLAIM + cite("S1", "L2-L1")).steps[0].reply is Reply.YES


@pytest.mark.parametrize(
    ("label", "reply", "reasons"),
    [
        (Label.SUPPORTED, Reply.YES, ()),
        (Label.PARTIAL, Reply.NO, ("judged partial by desk: half of it",)),
        (Label.UNSUPPORTED, Reply.NO, ("judged unsupported by desk: half of it",)),
        (Label.CONTRADICTED, Reply.NO, ("judged contradicted by desk: half of it",)),
        (
            Label.UNKNOWN,
            Reply.UNKNOWN,
            ("nothing speaks against it; no judge was asked",),
        ),
    ],
)
def test_verdicts_say_what_supports(
    label: Label, reply: Reply, reasons: tuple[str, ...]
) -> None:
    step = only(CLAIM + cite("S1", "L1"), Fixed(label, "half of it")).steps[2]
    assert (step.reply, step.reasons) == (reply, reasons)


def test_a_verdict_stands_over_the_checks() -> None:
    answer = "The quay opens at 8 in summer." + cite("S1", "L1")
    assert failed_at(only(answer)) == (
        "supported",
        "number '8' is not in the cited passage",
    )
    assert only(answer, Fixed(Label.SUPPORTED)).failed is None


def test_other_words_speak_against_a_passage() -> None:
    answer = "Lighthouse keepers polish brass lamps before every storm."
    step = only(answer + cite("S1", "L2")).failed
    assert step is not None
    assert step.name == "supported"
    assert "words are in the cited passage" in step.reasons[0]


def crowded(count: int) -> str:
    """Return so many sentences, and then as many markers."""
    facts = " ".join(f"Fact {at} is here." for at in range(1, count + 1))
    return facts + "".join(cite("S1", f"L{at}") for at in range(1, count + 1))


def crowded_text(count: int) -> str:
    return "\n".join(["No such thing."] * count)


@pytest.mark.parametrize("judge", [None, Fixed(Label.UNSUPPORTED)])
def test_many_markers_after_many_sentences_take_little_room(
    judge: Judge | None,
) -> None:
    sizes = []
    for count in (40, 80):
        diagnosis = diagnosed(crowded(count), judge, text=crowded_text(count))
        failed = [each.failed for each in diagnosis.citations]
        assert len(failed) == count
        assert all(step and step.name == "supported" for step in failed)
        sizes.append(len(json.dumps(diagnosis.to_dict())))
    assert sizes[1] < 2.2 * sizes[0]


def test_of_very_many_reasons_the_first_are_given() -> None:
    step = (
        diagnosed(crowded(12), Fixed(Label.PARTIAL), text=crowded_text(12))
        .citations[-1]
        .failed
    )
    assert step is not None
    assert step.reasons == (*["judged partial by desk"] * 10, "and 2 more")


def test_sentences_are_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    class Counted(tuple[SentenceCheck, ...]):
        __slots__ = ()

        def __iter__(self) -> Iterator[SentenceCheck]:
            rounds.append(len(self))
            return super().__iter__()

    def counting(answer: str, sources: Sources, **_: object) -> VerificationReport:
        report = verify(answer, sources)
        return replace(report, sentences=Counted(report.sentences))

    monkeypatch.setattr(doctor, "verify", counting)
    assert len(diagnosed(crowded(9), text=crowded_text(9)).citations) == 9
    assert rounds == [9]


def test_sentences_without_a_citation_are_named() -> None:
    answer = f"{CLAIM}{cite('S1', 'L1')}\n\nTickets cost 12 euros.\n"
    complete = diagnosed(answer).complete
    assert complete.reply is Reply.NO
    assert complete.reasons == ("3:1: no citation: Tickets cost 12 euros.",)
    assert not diagnosed(answer).is_healthy


def test_broken_markers_are_a_question_of_their_own() -> None:
    diagnosis = diagnosed(f"{CLAIM}\ue200cite\ue202S1 and more.")
    assert diagnosis.written.reply is Reply.NO
    assert diagnosis.written.reasons[0].startswith("1:31: CM001 ")
    assert not diagnosis.citations
    assert not diagnosis.is_healthy


def test_sources_that_the_model_lists_are_not_from_the_registry() -> None:
    answer = (
        f"{CLAIM}{cite('S1', 'L1')}\n\n## Sources\n\n"
        "- [Opening hours](https://harbour.example/hours)\n"
    )
    step = only(answer).failed
    assert step is not None
    assert step.name == "resolved"
    assert "CM214" in step.reasons[0]


def test_plain_data_has_the_advice_for_what_failed() -> None:
    answer = f"{CLAIM}{cite('S2')}"
    data = json.loads(json.dumps(diagnosed(answer).to_dict()))
    (citation,) = data["citations"]
    assert data["healthy"] is False
    assert citation["steps"][-1]["advice"] == QUESTIONS[0].advice
    assert "advice" not in data["written"]
    assert data["written"]["question"] == WRITTEN.text
    assert data["complete"]["question"] == COMPLETE.text
