from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.lint.fixing import fix
from tests.strategies import SOURCES, cite

ONLY = Options(select=("model-source-list",))
LINK = "[Handbook](https://example.org/handbook)"


def flagged(text: str, sources: object = None) -> list[str]:
    found = lint(text, sources, options=ONLY)  # type: ignore[arg-type] # records of any type
    return [text[each.start : each.end] for each in found]


def fixed(text: str) -> str:
    return fix(text, unsafe=True, options=ONLY).text


@pytest.mark.parametrize(
    "title",
    [
        "## Sources",
        "# REFERENCES ##",
        "### 📚 Sources (2)",
        "**Sources**",
        "**Sources:**",
        "__Works cited__:",
        "Bibliography:",
        "Citations\n---------",
        "## 参考文献",
        "参考资料：",
        "**来源**",
        "## 出典",
        "引用元:",
        "출처:",
        "## 참고 문헌",
        "## Références",
        "Sources :",
        "**Quellen:**",
        "## Literatur",
        "## Fuentes",
        "Referencias:",
        "## Fontes",
        "Bibliografia:",
        "## Источники",
        "## المصادر",
        "**المراجع:**",
        "## स्रोत",
        "## संदर्भ सूची",
    ],
)
def test_titles(title: str) -> None:
    section = f"{title}\n\n- {LINK}\n- https://example.org/b"
    text = f"Three days.\n\n{section}"
    assert flagged(text) == [section]
    assert fixed(text) == "Three days."


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param(f"1. {LINK}\n2. {LINK}, page 3", id="links"),
        pytest.param("* <https://example.org/a>", id="autolink"),
        pytest.param("- Handbook: https://example.org/a.", id="url-at-the-end"),
        pytest.param(f"- *Handbook* ({LINK})", id="link-at-the-end"),
        pytest.param("[1] Handbook, 2024\n[2] Travel rules, 2025", id="numbers"),
        pytest.param("- 【1】Handbook", id="lenticular-numbers"),
        pytest.param("turn0file0\nturn0file1", id="bare-ids"),
        pytest.param("- Handbook (turn0file0)", id="id-at-the-end"),
        pytest.param(f"- {LINK}\n  with its annex\n\n- {LINK}", id="two-lines"),
        pytest.param(f"{LINK}\n\n---\n\n{LINK}", id="rule-between"),
        pytest.param(f"1. {LINK}\n   - {LINK}", id="nested"),
    ],
)
def test_entries(entries: str) -> None:
    section = f"## Sources\n\n{entries}"
    assert flagged(f"Text.\n\n{section}\n\n") == [section]
    assert fixed(f"Text.\n\n{section}\n") == "Text.\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("## Sources\n\nThe river has two.", id="prose"),
        pytest.param(f"## Sources\n\nRead the {LINK} first.", id="prose-with-link"),
        pytest.param(f"## Sources\n\n{LINK} {'says so ' * 20}", id="prose-from-link"),
        pytest.param(f"## Sources\n\n- {LINK} {'so ' * 120}", id="long-item"),
        pytest.param("## Sources\n\n1. Open it.\n2. Add one.", id="steps"),
        pytest.param(f"## Sources\n\n- Lentils.{cite('a')}", id="cited-items"),
        pytest.param(f"## Next steps\n\n- {LINK}", id="other-title"),
        pytest.param(f"Sources\n\n- {LINK}", id="plain-line"),
        pytest.param(f"- Sources:\n- {LINK}", id="title-in-the-list"),
        pytest.param(f"## Sources\n\n- {LINK}\n\nAll checked.", id="not-last"),
        pytest.param("Text.\n\n## Sources", id="empty"),
        pytest.param("## Sources\n\n---", id="empty-with-rule"),
        pytest.param(f"- {LINK}\n- {LINK}", id="no-title"),
        pytest.param(f"## Sources\n  and more\n- {LINK}\n", id="continued-title"),
        pytest.param("Sources: the [handbook](https://a.example) and x", id="tail"),
        pytest.param(f"```\n## Sources\n\n- {LINK}\n", id="open-fence"),
        pytest.param(f"{'x' * 301}: \n- {LINK}", id="long-title"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_source_list(text: str) -> None:
    assert flagged(text) == []


@pytest.mark.parametrize(
    "line",
    [
        "Sources: [1], [2]",
        "**Sources:** https://example.org/a, https://example.org/b",
        "出典：[1]、[2]",
        "Sources: turn0file0; turn0file1",
    ],
)
def test_entries_on_the_line_of_the_title(line: str) -> None:
    assert flagged(f"Text.\n\n{line}") == [line]
    assert fixed(f"Text.\n\n{line}") == "Text."


def test_titles_of_cited_sources_are_entries() -> None:
    text = f"High.{cite('turn0file0')}\n\n## Sources\n\n1. *Record 1*"
    assert flagged(text, SOURCES) == ["## Sources\n\n1. *Record 1*"]
    assert flagged(text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"Text.\n\n## Sources\n\n- {cite('a')}", id="marker-in-an-item"),
        pytest.param(f"Text.\n\n## Sources\n\n{cite('a')}", id="marker"),
        pytest.param(f"Text.\n\nSources: {cite('a')}", id="marker-on-the-line"),
        pytest.param("See [1].\n\n## Sources\n\n[1]: https://a.example", id="defines"),
        pytest.param(f"## Sources\n\n- {LINK}", id="nothing-else"),
        pytest.param(f"---\n\n## Sources\n\n- {LINK}", id="nothing-but-a-rule"),
    ],
)
def test_no_fix_where_something_would_be_lost(text: str) -> None:
    assert len(flagged(text)) == 1
    assert fixed(text) == text


def test_the_rule_above_goes_too() -> None:
    assert fixed(f"Text.\n\n---\n\n## Sources\n\n- {LINK}\n") == "Text.\n"
    # Here the dashes underline a heading.
    text = f"Text.\n\nEnd\n---\n## Sources\n\n- {LINK}"
    assert fixed(text) == "Text.\n\nEnd\n---"


def test_fixes_are_unsafe() -> None:
    text = f"Text.\n\n## Sources\n\n- {LINK}"
    assert fix(text, options=ONLY).text == text


def test_a_long_list_is_read_in_time() -> None:
    text = "Text.\n\n## Sources\n\n" + f"- {LINK}\n" * 5_000
    assert flagged(text) == [text[text.index("##") :].rstrip()]
