"""Pairs of claim and passage that were read by hand: what the checks make of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from citemark.verification.report import Outcome
from docs.measure_verification import Pair, read_pairs, tallies

ROOT = Path(__file__).parent.parent
PAIRS = read_pairs()
FIRST = [pair for pair in PAIRS if pair.set == "first"]


def test_there_are_enough_pairs_in_enough_languages() -> None:
    assert len(FIRST) >= 60
    assert len({pair.language for pair in FIRST}) >= 5
    assert len({pair.id for pair in PAIRS}) == len(PAIRS)
    assert all(tally.parts >= 8 for tally in tallies(FIRST).values())


def test_what_is_reported_as_missing_is_not_there() -> None:
    found = tallies(FIRST)
    assert (found["number_support"].precision or 0) >= 0.9
    assert (found["number_support"].recall or 0) >= 0.9
    assert (found["date_support"].precision or 0) >= 0.9
    assert (tallies(PAIRS)["number_support"].precision or 0) >= 0.9


@pytest.mark.parametrize(
    "pair", [pair for pair in PAIRS if pair.quotes], ids=lambda pair: pair.id
)
def test_no_verbatim_quotation_is_reported(pair: Pair) -> None:
    for name, reader, check in pair.said:
        if name == "quote_verbatim":
            assert check is reader


def test_nothing_sees_that_words_are_turned_round() -> None:
    unseen = [pair for pair in PAIRS if pair.unseen]
    assert unseen
    for pair in unseen:
        assert all(check is Outcome.PASSED for _, _, check in pair.said)


def test_the_table_of_the_page_is_fresh() -> None:
    command = [sys.executable, "docs/measure_verification.py", "--check"]
    run = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (run.stdout, run.returncode) == ("", 0)
