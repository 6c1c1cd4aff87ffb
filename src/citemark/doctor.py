"""Diagnosis: each citation walked down one list of questions, to the first "no".

The order is the one in which faults hide each other: whether a passage supports a
claim is no question while nobody knows what the ID means. Each question has an advice,
which is where to look: at the prompt, the registry, the retrieval, the index.

>>> record = {"source_id": "S1", "title": "Hours", "url": "https://example.org/",
...           "text": "The quay opens at 9."}
>>> answer = "The quay opens at 8.\ue200cite\ue202S1\ue201"
>>> diagnosis = diagnose_answer(answer, [record])
>>> diagnosis.citations[0].failed.name, diagnosis.is_healthy
('supported', False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from citemark.diagnostic import Diagnostic, Severity
from citemark.lint.engine import lint
from citemark.options import Options
from citemark.sources import Sources, open_sources
from citemark.spans import LineIndex
from citemark.text import clean_line
from citemark.verification.judge import Judge, Label, Verdict
from citemark.verification.report import (
    Check,
    CitationCheck,
    Outcome,
    SentenceCheck,
    VerificationReport,
)
from citemark.verification.verify import verify

_SUPPORTING = (Label.SUPPORTED,)
_UNCITED_SHOWN = 80
_MOST_REASONS = 10
"""Of one step of a citation: all may be said of each of its neighbours, too."""
_Place = tuple[str, str | None]


class Reply(StrEnum):
    """What a question about a citation came to."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    """Nothing speaks against it, and nothing was there to tell."""


@dataclass(frozen=True, slots=True)
class Question:
    """A step of the diagnosis, and what to do where the reply is no."""

    name: str
    text: str
    advice: str


KNOWN = Question(
    "known",
    "Are the ID and the place in the set of sources?",
    "Let the model's output be checked against the IDs of this request, and refuse "
    "unknown ones; look whether the registry is the one that the prompt showed.",
)
RESOLVED = Question(
    "resolved",
    "Do its URL and title come from the registry?",
    "Give the source a title and a public URL in the registry, and do not let the "
    "model write any.",
)
SUPPORTED = Question(
    "supported",
    "Does the cited passage support the claim?",
    "Look at what was retrieved, make the claim smaller, or generate it anew; without "
    "support, say less or say that there is no answer.",
)
COMPLETE = Question(
    "complete",
    "Does every claim that needs a citation have one?",
    "Retrieve again for the claims without one, or take them out.",
)
CURRENT = Question(
    "current",
    "Is the source current and public?",
    "Bring index, cache and sources together again, and render the answer anew.",
)
WRITTEN = Question(
    "written",
    "Is every marker complete?",
    "Show the model the exact syntax, and check for cut-off output.",
)
QUESTIONS = (KNOWN, RESOLVED, SUPPORTED, CURRENT)
"""Those asked of each citation; `WRITTEN` and `COMPLETE` are asked of the answer."""

_CHECKS: Mapping[str, Question] = {
    "id_validity": KNOWN,
    "locator_validity": KNOWN,
    "url_policy": RESOLVED,
    "title_present": RESOLVED,
    "source_status": CURRENT,
    "content_hash": CURRENT,
    "unmodified_since": CURRENT,
}


@dataclass(frozen=True, slots=True)
class Step:
    """One question and its reply; ``reasons`` say why it is no, or unknown."""

    name: str
    reply: Reply
    reasons: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        """What was asked."""
        return _BY_NAME[self.name]


_BY_NAME = {each.name: each for each in (*QUESTIONS, WRITTEN, COMPLETE)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationDiagnosis:
    """What there is to say of one citation: ``answer[start:end]``."""

    source_id: str
    locator: str | None
    start: int
    end: int
    line: int
    column: int
    steps: tuple[Step, ...]
    """The steps in order, down to the first that failed."""

    @property
    def failed(self) -> Step | None:
        """The step that failed, or None."""
        last = self.steps[-1]
        return last if last.reply is Reply.NO else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What there is to say of an answer and of each of its citations."""

    written: Step
    citations: tuple[CitationDiagnosis, ...]
    complete: Step

    @property
    def is_healthy(self) -> bool:
        """Whether no question was answered with no."""
        steps = (self.written, self.complete)
        return not any(each.failed for each in self.citations) and not any(
            step.reply is Reply.NO for step in steps
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON, with the advice for each step that failed."""
        return {
            "healthy": self.is_healthy,
            "written": _plain(self.written),
            "citations": [
                {**asdict(each), "steps": [_plain(step) for step in each.steps]}
                for each in self.citations
            ],
            "complete": _plain(self.complete),
        }


def _plain(step: Step) -> dict[str, object]:
    data = {**asdict(step), "question": step.question.text}
    if step.reply is Reply.NO:
        data["advice"] = step.question.advice
    return data


def diagnose_answer(
    answer: str,
    sources: Sources,
    *,
    question: str | None = None,
    judge: Judge | None = None,
    options: Options | None = None,
) -> Diagnosis:
    """Walk every citation of *answer* down the questions.

    Without a *judge*, whether a passage supports a claim is never more than not
    contradicted: quotations, numbers, dates and words were looked for in it.

    Raises:
        SourceError: a source record is unusable.
        ConfigError: an option has an impossible value, or the package ``sentencex``
            is missing.
    """
    options = options or Options()
    store = open_sources(sources)
    report = verify(answer, store, question=question, judge=judge, options=options)
    findings = lint(answer, store, options=options)
    index = LineIndex(report.answer)
    own = _first(_reasons(findings, _OWN_WORDS))
    covered = _covered(report.sentences)
    return Diagnosis(
        written=_step(WRITTEN, _reasons(findings, _SYNTAX)),
        citations=tuple(
            _citation(each, index, covered.get(each.ordinal, _Covered()), own)
            for each in report.citations
        ),
        complete=_complete(report, index),
    )


# The model wrote titles or addresses of its own beside the citations.
_OWN_WORDS = ("CM214",)
_SYNTAX = ("CM0",)


def _reasons(findings: Iterable[Diagnostic], families: tuple[str, ...]) -> list[str]:
    """Return what of *findings* is of one of *families*, and no mere information."""
    return [
        f"{each.line}:{each.column}: {each.code} {each.message}"
        for each in findings
        if each.code.startswith(families) and each.severity is not Severity.INFO
    ]


def _step(question: Question, reasons: Sequence[str]) -> Step:
    return Step(question.name, Reply.NO if reasons else Reply.YES, tuple(reasons))


class _Covered(NamedTuple):
    """What there is to say of the sentences that a marker covers."""

    against: tuple[str, ...] = ()
    """What the checks found wrong."""
    judged: Mapping[_Place, tuple[str, ...]] = MappingProxyType({})
    """What was judged of each passage, where it is no support."""


def _covered(sentences: Sequence[SentenceCheck]) -> dict[int, _Covered]:
    """Return what each marker covers: the sentences of a paragraph share theirs."""
    found: dict[int, _Covered] = {}
    for _, group in groupby(sentences, key=lambda each: each.sentence.covering[:1]):
        together = list(group)
        judged: dict[_Place, list[Verdict]] = {}
        for each in together:
            for passage, verdict in zip(each.passages, each.verdicts, strict=False):
                if verdict.label is not Label.UNKNOWN:
                    place = (passage.source_id, passage.locator)
                    judged.setdefault(place, []).append(verdict)
        checks = (check for each in together for check in each.checks)
        covered = _Covered(
            _first([check.message for check in checks if _is_against(check)]),
            {place: _first(_told(verdicts)) for place, verdicts in judged.items()},
        )
        found |= dict.fromkeys(together[0].sentence.covering, covered)
    return found


def _first(reasons: Sequence[str]) -> tuple[str, ...]:
    """Return *reasons*, or the first of very many."""
    more = len(reasons) - _MOST_REASONS
    shown = tuple(reasons[:_MOST_REASONS])
    return (*shown, f"and {more} more") if more > 0 else shown


def _citation(
    citation: CitationCheck,
    index: LineIndex,
    covered: _Covered,
    own: Sequence[str],
) -> CitationDiagnosis:
    line, column = index.position(citation.start)
    steps: list[Step] = []
    for step in _steps(citation, covered, own):
        steps.append(step)
        if step.reply is Reply.NO:
            break
    return CitationDiagnosis(
        source_id=citation.source_id,
        locator=citation.locator,
        start=citation.start,
        end=citation.end,
        line=line,
        column=column,
        steps=tuple(steps),
    )


def _steps(
    citation: CitationCheck, covered: _Covered, own: Sequence[str]
) -> Iterator[Step]:
    """Yield the steps of one citation, in order, whatever they come to."""
    for question in QUESTIONS:
        if question is SUPPORTED:
            yield _supported(citation, covered)
            continue
        checks = [each for each in citation.checks if _CHECKS[each.name] is question]
        reasons = [each.message for each in checks if _is_failed(each, question)]
        if question is RESOLVED:
            reasons += own
        yield _step(question, reasons)


def _is_failed(check: Check, question: Question) -> bool:
    """Say whether *check* failed: a place that is only written oddly is known."""
    is_odd = question is KNOWN and check.severity is not Severity.ERROR
    return check.outcome is Outcome.FAILED and not is_odd


def _supported(citation: CitationCheck, covered: _Covered) -> Step:
    """Say whether the passage of *citation* supports the sentences it covers."""
    judged = covered.judged.get((citation.source_id, citation.locator))
    if judged is not None:
        return _step(SUPPORTED, judged)
    if covered.against:
        return _step(SUPPORTED, covered.against)
    nothing = "nothing speaks against it; no judge was asked"
    return Step(SUPPORTED.name, Reply.UNKNOWN, (nothing,))


def _is_against(check: Check) -> bool:
    """Say whether *check* speaks against the passages of its sentence."""
    if check.severity is None:
        return False
    if check.outcome is Outcome.ELSEWHERE:
        return True
    is_hint = check.severity is Severity.INFO and check.name != "lexical_overlap"
    return check.outcome is Outcome.FAILED and not is_hint


def _told(verdicts: Iterable[Verdict]) -> list[str]:
    """Return what *verdicts* say that is no support."""
    told = []
    for each in verdicts:
        by = f" by {each.judge_id}" if each.judge_id else ""
        why = f": {each.rationale}" if each.rationale else ""
        if each.label not in _SUPPORTING:
            told.append(f"judged {each.label}{by}{why}")
    return told


def _complete(report: VerificationReport, index: LineIndex) -> Step:
    """Say which sentences need a citation and have none."""
    reasons = []
    for number in report.needs.uncited:
        sentence = report.sentences[number].sentence
        line, column = index.position(sentence.start)
        text = clean_line(sentence.text, _UNCITED_SHOWN)
        reasons.append(f"{line}:{column}: no citation: {text}")
    return _step(COMPLETE, reasons)
