from __future__ import annotations

from dataclasses import fields

import pytest

from citemark import Options
from citemark.lint.presets import PRESETS
from citemark.lint.selection import select_rules


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_names_rules_and_settings_that_exist(name: str) -> None:
    chosen = select_rules(Options(preset=name))
    assert chosen.rules
    kinds = {rule.name: rule.settings for rule in chosen.rules}
    for rule, values in PRESETS[name].settings.items():
        kind = kinds[rule]
        assert kind is not None
        assert set(values) <= {each.name for each in fields(kind)}


@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"all"}))
def test_no_preset_has_rules_that_contradict_each_other(name: str) -> None:
    chosen = {rule.name for rule in select_rules(Options(preset=name)).rules}
    assert not {"several-sources", "adjacent-markers"} <= chosen
    assert not {"marker-mid-paragraph", "marker-mid-sentence"} <= chosen


def test_the_prompts_of_the_guide_differ() -> None:
    general, sentence, common = (
        {rule.name for rule in select_rules(Options(preset=name)).rules}
        for name in ("guide-general", "guide-sentence", "guide")
    )
    assert general - common == {
        "adjacent-markers",
        "distant-marker",
        "marker-mid-paragraph",
    }
    assert sentence - common == {"marker-mid-sentence", "several-sources"}
    assert common - sentence == {"repeated-source"}
