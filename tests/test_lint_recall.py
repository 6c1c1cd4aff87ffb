"""Each rule finds its own fault, injected into the clean answers, where it is."""

from __future__ import annotations

import pytest

from citemark.diagnostic import Code
from citemark.lint.selection import all_rules
from tests.injections.recall import INJECTORS, MOST, measure

LEAST_RECALL = 0.95
LEAST_INJECTIONS = min(100, 10 * MOST)


def test_every_rule_has_an_injector() -> None:
    assert set(INJECTORS) == {rule.code for rule in all_rules().values()}


@pytest.mark.parametrize("code", INJECTORS, ids=lambda code: code.name)
def test_injected_faults_are_found_at_their_exact_span(code: Code) -> None:
    tally = measure(code)
    missed = "\n".join(map(str, tally.missed))
    assert tally.injections >= LEAST_INJECTIONS
    assert tally.recall >= LEAST_RECALL, f"missed:\n{missed}"
