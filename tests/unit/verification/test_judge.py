from __future__ import annotations

from collections.abc import Sequence

import pytest

from citemark.errors import ConfigError
from citemark.verification.judge import Judge, Label, Pair, Verdict, ask

A, B = Pair("It opens at nine.", "We open at nine."), Pair("It closes.", "At five.")


class Echo:
    """Says of each pair what it is, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[Pair]] = []

    def judge_many(self, pairs: Sequence[Pair], /) -> list[Verdict]:
        self.asked.append(pairs)
        return [Verdict(Label.PARTIAL, rationale=pair.claim) for pair in pairs]


class Says:
    """Answers whatever it was given, right or wrong."""

    def __init__(self, answers: object) -> None:
        self.answers = answers

    def judge_many(self, _pairs: Sequence[Pair], /) -> Sequence[Verdict]:
        return self.answers  # type: ignore[return-value] # the point of it


def test_everything_is_asked_at_once_and_equal_pairs_once() -> None:
    judge = Echo()
    found = ask(judge, [A, B, A])
    assert [each.rationale for each in found] == [A.claim, B.claim, A.claim]
    assert judge.asked == [[A, B]]


def test_nobody_is_asked_about_nothing() -> None:
    judge: Judge = Says(None)
    assert ask(judge, []) == []


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([], "expected 2 verdicts in a list, got 0"),
        ([Verdict(Label.UNKNOWN)] * 3, "expected 2 verdicts in a list, got 3"),
        ({"a": 1}, "expected 2 verdicts in a list, got dict"),
        (
            ["supported", "supported"],
            r"judge_many\(\)\[0\]: expected a Verdict, got str",
        ),
    ],
)
def test_other_answers_are_misuse(answers: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ask(Says(answers), [A, B])


def test_a_verdict_takes_a_label_by_name() -> None:
    verdict = Verdict("contradicted", 1)  # type: ignore[arg-type] # as JSON has it
    assert verdict.label is Label.CONTRADICTED


def test_a_verdict_refuses_what_is_none() -> None:
    with pytest.raises(ConfigError, match="expected one of supported, partial"):
        Verdict("maybe")  # type: ignore[arg-type] # as JSON has it
    with pytest.raises(ConfigError, match=r"Verdict.score: .* got 1.5"):
        Verdict(Label.SUPPORTED, 1.5)
    with pytest.raises(ConfigError, match=r"Verdict.score: .* got nan"):
        Verdict(Label.SUPPORTED, float("nan"))


def test_the_key_never_changes() -> None:
    # Files of verdicts depend on it: sha256 of the JSON list of the three texts.
    assert Pair("a", "b", "L1").key == (
        "sha256:af946d487bd826310d179d250dc5b6a96dc45656e9470ad94f85a62122c9ccc8"
    )


@pytest.mark.parametrize(
    "other",
    [
        Pair("caf\u00e9 au  lait", "b", "L1"),
        Pair("cafe\u0301 au lait", "b\n", "L1"),
        Pair(" caf\u00e9\nau lait ", " b", " L1 "),
    ],
)
def test_spacing_and_composition_make_no_other_key(other: Pair) -> None:
    assert other.key == Pair("caf\u00e9 au lait", "b", "L1").key


@pytest.mark.parametrize(
    "other",
    [Pair("A", "b", "L1"), Pair("a", "c", "L1"), Pair("a", "b"), Pair("ab", "", "L1")],
)
def test_other_words_make_another_key(other: Pair) -> None:
    assert other.key != Pair("a", "b", "L1").key


def test_half_a_surrogate_pair_has_a_key() -> None:
    assert Pair("\ud800", "b").key != Pair("\ud801", "b").key
