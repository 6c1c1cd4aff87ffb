"""What verification says of an answer: values only, each with its place.

Offsets in the answer and in the texts of sources are code points, half-open. The name
of a check promises what was checked and no more: that a number of the sentence stands
in the cited passage is not yet that the passage supports the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from citemark.diagnostic import Severity
from citemark.locator import Lines
from citemark.verification.diversity import Diversity
from citemark.verification.judge import Verdict
from citemark.verification.sentence import Sentence


class Outcome(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    ELSEWHERE = "elsewhere"
    """Not in the cited passage, but elsewhere in the same source."""
    FAILED = "failed"
    UNCHECKED = "unchecked"
    """There was nothing to hold it against: no text, no hash, no date."""


class Band(StrEnum):
    """How much of a sentence its passages share with it, in words."""

    LIKELY = "likely"
    UNCLEAR = "unclear"
    DOUBTFUL = "doubtful"


CITATION_CHECKS = (
    "id_validity",
    "source_status",
    "locator_validity",
    "url_policy",
    "title_present",
    "content_hash",
    "unmodified_since",
)
"""The checks of each citation."""
SENTENCE_CHECKS = (
    "quote_verbatim",
    "number_support",
    "date_support",
    "name_support",
    "lexical_overlap",
)
"""The checks of each cited sentence."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place in the text of a source: ``source.text[start:end]``."""

    source_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was checked: ``answer[start:end]``, which reads ``text``."""

    name: str
    """One of `CITATION_CHECKS` or `SENTENCE_CHECKS`."""
    outcome: Outcome
    start: int
    end: int
    text: str
    message: str = ""
    """What is wrong; empty where nothing is."""
    severity: Severity | None = None
    """How bad that is; None where nothing is wrong, or where nobody can tell."""
    source_ids: tuple[str, ...] = ()
    """The sources that were searched."""
    found: tuple[Found, ...] = ()
    """Where it was found: the first place in each source."""
    score: float | None = None
    """``lexical_overlap``: the share of the sentence's words that its passages have."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a citation points at: ``source.text[start:end]``.

    ``start`` is None where the text cannot be placed, with a line splitter of one's
    own; ``whole`` is True where the citation names no place inside the source, else
    ``lines`` are those of the source that it names.
    """

    source_id: str
    locator: str | None
    text: str
    start: int | None = 0
    whole: bool = False
    title: str = ""
    lines: Lines | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationCheck:
    """One citation of the answer, and what was checked of it."""

    source_id: str
    locator: str | None
    ordinal: int
    """The marker that it is in: an index of `Document.markers`."""
    start: int
    end: int
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceCheck:
    """One sentence of the answer, the passages that cover it, and what was checked.

    Sentences that no usable citation covers have no passages and no checks.
    """

    sentence: Sentence
    passages: tuple[Passage, ...] = ()
    checks: tuple[Check, ...] = ()
    band: Band | None = None
    """None where nothing was compared; a missing number makes it doubtful."""
    verdicts: tuple[Verdict, ...] = ()
    """One for each of ``passages``, in their order; none without a judge."""

    @property
    def cited(self) -> bool:
        """Whether a citation of a known source covers the sentence."""
        return bool(self.passages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Which sentences need a citation, and which of those have what they need.

    All are indices of `VerificationReport.sentences`.
    """

    needing: tuple[int, ...] = ()
    cited: tuple[int, ...] = ()
    supported: tuple[int, ...] | None = None
    """By verdicts; None without any."""

    @property
    def uncited(self) -> tuple[int, ...]:
        """Those that need a citation and have none."""
        cited = frozenset(self.cited)
        return tuple(index for index in self.needing if index not in cited)

    @property
    def coverage(self) -> float | None:
        """Cited ÷ needing a citation; None where no sentence needs one."""
        return len(self.cited) / len(self.needing) if self.needing else None

    @property
    def completeness(self) -> float | None:
        """Supported ÷ needing a citation; None without verdicts."""
        if self.supported is None or not self.needing:
            return None
        return len(self.supported) / len(self.needing)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationReport:
    """All that was checked of one answer."""

    answer: str = field(repr=False)
    """The answer that all offsets refer to: cleaned of surrogates and NUL."""
    citations: tuple[CitationCheck, ...]
    sentences: tuple[SentenceCheck, ...]
    needs: Coverage = field(default_factory=Coverage)
    diversity: Diversity = field(default_factory=Diversity)

    @property
    def checks(self) -> Iterator[Check]:
        """Every check, those of the citations first."""
        for citation in self.citations:
            yield from citation.checks
        for sentence in self.sentences:
            yield from sentence.checks

    @property
    def findings(self) -> tuple[Check, ...]:
        """The checks that found something wrong, in the order of the answer."""
        wrong = (each for each in self.checks if each.severity is not None)
        return tuple(sorted(wrong, key=lambda each: (each.start, each.end)))

    @property
    def rates(self) -> Mapping[str, float | None]:
        """Check → share that passed of all that could be checked; None: none could."""
        names = (*CITATION_CHECKS, *SENTENCE_CHECKS)
        passed, counted = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        for each in self.checks:
            if each.outcome is not Outcome.UNCHECKED:
                counted[each.name] += 1
                passed[each.name] += each.outcome is Outcome.PASSED
        return {
            name: passed[name] / counted[name] if counted[name] else None
            for name in names
        }

    @property
    def coverage(self) -> float | None:
        """Share of the sentences that need a citation and have one."""
        return self.needs.coverage

    @property
    def completeness(self) -> float | None:
        """Share of the sentences needing a citation that verdicts call supported."""
        return self.needs.completeness

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "coverage": self.coverage,
            "completeness": self.completeness,
            "rates": dict(self.rates),
            "diversity": self.diversity.to_dict(),
            "citations": [asdict(each) for each in self.citations],
            "sentences": [_plain(each) for each in self.sentences],
        }


def _placed(passage: Passage) -> dict[str, object]:
    """Return *passage* as plain data; who has the source has its text."""
    end = None if passage.start is None else passage.start + len(passage.text)
    data = {**asdict(passage), "end": end}
    if passage.whole:
        del data["text"]
    return data


def _plain(each: SentenceCheck) -> dict[str, object]:
    sentence = each.sentence
    return {
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
        "kind": sentence.kind,
        "band": each.band,
        "passages": [_placed(passage) for passage in each.passages],
        "checks": [asdict(check) for check in each.checks],
        "verdicts": [asdict(verdict) for verdict in each.verdicts],
    }
