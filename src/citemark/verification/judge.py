r"""Judges: whoever says whether a passage supports a claim. citemark itself never does.

A judge may be a model behind a service, a library, or a person who filled in a review
sheet. It is asked once for everything, so that a service can take one batch.

>>> class Careless:
...     def judge_many(self, pairs):
...         return [Verdict("supported", judge_id="careless") for pair in pairs]
>>> ask(Careless(), [Pair("It opens at nine.", "We open at nine.")])[0].label.value
'supported'
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from citemark.errors import ConfigError


class Label(StrEnum):
    """What a judge says of one claim and one passage."""

    SUPPORTED = "supported"
    """The passage says all that the claim says."""
    PARTIAL = "partial"
    """The passage says a part of it, and nothing against the rest."""
    UNSUPPORTED = "unsupported"
    """The passage does not say it."""
    CONTRADICTED = "contradicted"
    """The passage says otherwise."""
    UNKNOWN = "unknown"
    """Not judged, or the judge could not tell."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge said, and who it was."""

    label: Label
    score: float | None = None
    """How sure the judge is, from 0 to 1; judges differ in what they mean by it."""
    rationale: str = ""
    judge_id: str = ""
    """A model with its version, or a person: whoever reads the verdict later asks."""

    def __post_init__(self) -> None:
        """Take a label by its name, and refuse what is no verdict."""
        try:
            object.__setattr__(self, "label", Label(self.label))
        except ValueError:
            expected = ", ".join(Label)
            msg = f"Verdict.label: expected one of {expected}, got {self.label!r}"
            raise ConfigError(msg) from None
        if self.score is not None and not 0 <= self.score <= 1:
            msg = f"Verdict.score: expected a number from 0 to 1, got {self.score}"
            raise ConfigError(msg)


UNJUDGED = Verdict(Label.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim of the answer and the passage that it cites: what a verdict is about."""

    claim: str
    passage: str
    locator: str = ""
    """Where in its source the passage is, as markers write it; empty for nowhere."""

    @property
    def key(self) -> str:
        """The same for the same words, whatever their spacing, in every process.

        >>> Pair("a  b", "c").key == Pair("a b ", "c").key
        True
        """
        words = [_plain(text) for text in (self.claim, self.passage, self.locator)]
        data = json.dumps(words).encode("ascii")
        return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


class Judge(Protocol):
    """Anything that judges pairs, all of them with one call."""

    def judge_many(self, pairs: Sequence[Pair], /) -> Sequence[Verdict]:
        """Return one verdict for each of *pairs*, in their order."""
        ...


def ask(judge: Judge, pairs: Sequence[Pair]) -> list[Verdict]:
    """Return the verdicts on *pairs*, in order; equal pairs are asked about once.

    Raises:
        ConfigError: *judge* returned something else than a verdict for each.
    """
    distinct = list({pair.key: pair for pair in pairs}.values())
    answers: object = judge.judge_many(distinct) if distinct else ()
    if not isinstance(answers, Sequence) or len(answers) != len(distinct):
        got = len(answers) if isinstance(answers, Sequence) else type(answers).__name__
        msg = f"judge_many(): expected {len(distinct)} verdicts in a list, got {got}"
        raise ConfigError(msg)
    for at, answer in enumerate(answers):
        if not isinstance(answer, Verdict):
            kind = type(answer).__name__
            msg = f"judge_many()[{at}]: expected a Verdict, got {kind}"
            raise ConfigError(msg)
    found = {pair.key: answer for pair, answer in zip(distinct, answers, strict=True)}
    return [found[pair.key] for pair in pairs]
