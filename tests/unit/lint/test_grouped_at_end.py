from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged

RULE = "grouped-at-end"
ONE = "The old harbour opens at six in the morning."
TWO = "Boats to the islands leave every full hour."
BODY = f"{ONE}\n\n{TWO}\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{ONE}\n\n{TWO}⟦a⟧⟦b⟧", ["⟦a⟧⟦b⟧"], id="last-paragraph"),
        pytest.param(f"- {ONE}\n- {TWO}⟦a⟧⟦a|L4⟧", ["⟦a⟧⟦a|L4⟧"], id="last-item"),
        pytest.param(f"{BODY}⟦a⟧⟦b⟧", ["⟦a⟧⟦b⟧"], id="alone"),
        pytest.param(f"{BODY}⟦a|b⟧", ["⟦a|b⟧"], id="one-marker-two-sources"),
        pytest.param(f"{BODY}⟦a⟧\n⟦b⟧", ["⟦a⟧\n⟦b⟧"], id="lines"),
        pytest.param(f"{BODY}- ⟦a⟧\n- ⟦b⟧", ["⟦a⟧\n- ⟦b⟧"], id="list"),
        pytest.param(f"{BODY}See⟦a⟧ and⟦b⟧ there.", ["⟦a⟧ and⟦b⟧"], id="scattered"),
        pytest.param(f"{BODY}Sources: ⟦a⟧⟦b⟧", ["⟦a⟧⟦b⟧"], id="label"),
        pytest.param(
            f"{BODY}## Sources\n\n1. Manual⟦a⟧\n2. Guide⟦b⟧",
            ["⟦a⟧\n2. Guide⟦b⟧"],
            id="section",
        ),
        pytest.param(
            f"{BODY}**参考文献：**\n\n说明\n\n- 手册⟦a⟧\n- 指南⟦b⟧",
            ["⟦a⟧\n- 指南⟦b⟧"],
            id="bold-title",
        ),
        pytest.param(
            "港口每天早上六点开放，周日关闭。\n\n船每小时一班，开往附近的各个岛屿。⟦a⟧⟦b⟧",
            ["⟦a⟧⟦b⟧"],
            id="chinese",
        ),
    ],
)
def test_flags_the_group(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BODY, id="no-marker"),
        pytest.param(f"{ONE} {TWO}⟦a⟧⟦b⟧", id="one-paragraph"),
        pytest.param(f"{ONE}\n\n## Sources\n\n- ⟦a⟧\n- ⟦b⟧", id="one-and-sources"),
        pytest.param(f"{BODY}{TWO}⟦a|L1|L2⟧", id="one-citation"),
        pytest.param(f"{ONE}⟦a⟧\n\n{TWO}⟦b⟧", id="each-where-it-belongs"),
        pytest.param(f"{ONE}\n\n{TWO}⟦a⟧⟦b⟧\n\nHave a good trip!", id="not-at-the-end"),
        pytest.param(f"{ONE}\n\n{TWO}⟦a⟧ {ONE}⟦b⟧", id="cited-sentence-by-sentence"),
        pytest.param(f"{ONE}\n\n{TWO}⟦a|b⟧", id="one-marker-for-the-last-claim"),
        pytest.param(f"Sure, see below:\n\n{ONE}\n\nOf course.⟦a⟧⟦b⟧", id="short"),
        pytest.param(f"{ONE[:-1]}:\n\n{TWO}⟦a⟧⟦b⟧", id="introduction"),
        pytest.param(f"{ONE[:-1]}?\n\n{TWO}⟦a⟧⟦b⟧", id="question"),
        pytest.param(f"# {ONE}\n\n{TWO}⟦a⟧⟦b⟧", id="under-a-heading"),
        pytest.param(f"**{ONE}⟦c⟧**\n\n{TWO}⟦a⟧⟦b⟧", id="structural"),
        pytest.param(f"{BODY}## Boats\n\n- {ONE}⟦a⟧\n- {TWO}⟦b⟧", id="other-section"),
        pytest.param(f"{BODY}{ONE}⟦a⟧\n\n{TWO}⟦b⟧", id="first-paragraphs-uncited"),
        pytest.param(f"{BODY}## Sources\n\n⟦a⟧⟦b⟧\n\n# More", id="section-not-last"),
        pytest.param(f"{BODY}| x |\n|---|\n| ⟦a⟧⟦b⟧ |", id="cell"),
        pytest.param(f"⟦a⟧⟦b⟧\n\n{BODY}", id="at-the-start"),
    ],
)
def test_leaves_others_alone(text: str) -> None:
    assert flagged(RULE, text) == []


def test_settings_say_what_calls_for_a_citation() -> None:
    assert flagged(RULE, "One.\n\nTwo.⟦a⟧⟦b⟧", min_chars=4) == ["⟦a⟧⟦b⟧"]
    assert flagged(RULE, f"{ONE}\n\n{TWO}⟦a⟧⟦b⟧", min_chars=99) == []
    assert flagged(RULE, "一二。\n\n三四。⟦a⟧⟦b⟧", min_cjk_chars=3) == ["⟦a⟧⟦b⟧"]
