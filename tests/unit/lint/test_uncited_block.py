from __future__ import annotations

import pytest

from citemark import Options, lint
from tests.strategies import cite

RULE = "uncited-block"
LONG = (
    "Employees may work remotely up to three days per week, and managers may approve "
    "further days in writing."
)
DENSE = (
    "従業員は週に三日まで在宅で働くことができ、"
    "それを超える日数については上司の書面による承認が必要です。"
)
CITED = f"{LONG}{cite('a')}"


def flagged(text: str, **settings: object) -> list[str]:
    options = Options(select=(RULE,), rules={RULE: settings})
    return [text[each.start : each.end] for each in lint(text, options=options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(LONG, [LONG], id="paragraph"),
        pytest.param(f"- {LONG}\n- {CITED}", [f"- {LONG}"], id="item"),
        pytest.param(f"{CITED}\n\n{DENSE}", [DENSE], id="dense-script"),
        pytest.param(f"# A\n\n{LONG}\n\n- b", [LONG], id="heading-and-no-citation"),
        pytest.param(f"{LONG}\n\n# B\n\n{CITED}", [LONG], id="cited-elsewhere"),
        pytest.param(f"{LONG}\n\n{CITED}", [LONG], id="cited-after"),
        pytest.param(f"**{LONG}**\n`x`", [f"**{LONG}**\n`x`"], id="markup"),
        pytest.param(f"\ue206{LONG}", [f"\ue206{LONG}"], id="stray-character"),
    ],
)
def test_uncited_blocks(text: str, expected: list[str]) -> None:
    assert flagged(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(CITED, id="cited"),
        pytest.param(f"{LONG}\n\n{cite('a')}", id="cited-below"),
        pytest.param(f"# A\n\n{LONG}\n\n{CITED}", id="introduces-a-section"),
        pytest.param("Remote work is possible.", id="short"),
        pytest.param(f"# {LONG}", id="heading"),
        pytest.param(f"| {LONG} |\n|---|\n| {LONG} |", id="cells"),
        pytest.param(f"{LONG[:-1]}:\n\n- a", id="introduces-a-list"),
        pytest.param(f"**{LONG[:-1]}?**", id="question"),
        pytest.param(f"{LONG[:-1]}?!", id="question-and-more"),
        pytest.param(f"[a](https://example.org/{'x' * 100})", id="long-address"),
        pytest.param("", id="nothing"),
    ],
)
def test_others_are_not_flagged(text: str) -> None:
    assert flagged(text) == []


def test_the_length_is_a_setting() -> None:
    assert flagged("Short.", min_chars=6) == ["Short."]
    assert flagged(LONG, min_chars=200) == []


def test_it_is_off_by_default() -> None:
    assert lint(LONG) == []
