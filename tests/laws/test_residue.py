"""What holds for every kind of residue, its own examples included."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import clean, render, scan
from citemark.cleaning.clean import Cleaned
from citemark.model import MarkerKind
from citemark.residue_kind import (
    Certainty,
    Example,
    ResidueKind,
    all_residue,
)

KINDS = all_residue()
EXAMPLES = [
    pytest.param(kind, example, id=f"{kind.name}-{number}")
    for kind in KINDS
    for number, example in enumerate(kind.examples, start=1)
]
LOOKALIKES = [
    pytest.param(text, id=f"{kind.name}-{number}")
    for kind in KINDS
    for number, text in enumerate(kind.lookalikes, start=1)
]
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
each_example = pytest.mark.parametrize(("kind", "example"), EXAMPLES)

# Where no author's words are read: ``{}`` is the answer.
QUOTED = (
    "~~~~ text\n{}\n~~~~\n",
    "````` ``{}`` `````",
    "<code>{}</code>",
    "<pre>\n{}\n</pre>",
    "<script>{}</script>",
    "<!-- {} -->",
    "1. One\n\n   ~~~~~~\n   {}\n   ~~~~~~\n",
)
HOSTS = (
    "{}",
    "Before.\n\n{}\n\nAfter.\n",
    "- One\n- {}\n- Two\n",
    "1. {}\r\n2. Two\r\n",
    "> {}\n> more\n",
    "## {}\n\nText\n",
    "Before **{}** after.",
    "Before *{}* ({}) after.",
    "Title {}\n=====\n\n- [ ] {}\n",
)
WORDS = (
    *(
        "word",
        " ",
        "  ",
        ". ",
        ",",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "**",
        "_",
        "(",
        ")",
    ),
    *(
        "[",
        "]",
        "`",
        "```",
        "\n```\n",
        "|",
        "$",
        "\\",
        "<",
        "</a>",
        '<a href="',
        '"',
        "#",
    ),
    *(
        "    ",
        "cite",
        "turn0",
        "search3",
        "\ue200",
        "\ue201",
        "\ue202",
        "†",
        "【",
        "】",
    ),
    *(
        "!",
        "?",
        "\r\n",
        "&#8203;",
        "“",
        "”",
        "，",
        "。",
        "https://example.org/",
        "<!--",
    ),
)
# The words within stay; what is before it tells that it is residue.
IN_PLACE = ("entity", "glued-id")
TRACE_RE = re.compile(
    r" [.,)]|\( |\(\)|\*\*\*\*|__|[^\n] {2}|\n{3}|^(?:[->#]|\d\.)[ \t]*$",
    re.MULTILINE,
)
RESIDUE = tuple(
    match[0]
    for kind in KINDS
    for example in kind.examples
    for match in kind.matches(example.text)
)
SOURCES = tuple(
    {"source_id": name} for name in ("turn0search3", "S1", "1", "turn0file0")
)
mixtures = st.lists(st.sampled_from(WORDS + RESIDUE), max_size=14).map("".join)
plain = st.lists(
    st.sampled_from(
        [word for word in WORDS if not set(word) & set("\ue200\ue201\ue202")]
    )
).map("".join)


def cleaned(example: Example) -> Cleaned:
    return clean(example.text, records(example.ids))


def records(ids: Iterable[str]) -> list[dict[str, str]]:
    return [{"source_id": name, "url": f"https://example.org/{name}"} for name in ids]


def is_within(shorter: str, longer: str) -> bool:
    """Say whether *shorter* is *longer* with characters left out."""
    rest = iter(longer)
    return all(character in rest for character in shorter)


def words_of(text: str) -> str:
    """Return the words of *text* without what may be around them."""
    return re.sub(r"[\s*_()#>\[\]=]|[-\d]\.?", "", text)


@each_example
def test_examples_hold(kind: ResidueKind, example: Example) -> None:
    found = cleaned(example)
    assert found.text == example.cleaned
    assert kind.name in found.counts


@each_example
def test_findings_are_exact(kind: ResidueKind, example: Example) -> None:
    for each in cleaned(example).findings:
        assert each.raw == example.text[each.start : each.end] != ""
        assert each.outcome == ("recovered" if "\ue200" in each.text else "removed")
        if each.outcome == "recovered":
            assert set(each.source_ids) <= set(example.ids)
            (marker,) = scan(each.text)
            assert marker.kind is MarkerKind.CITATION
            assert marker.raw == each.text
            assert marker.source_ids == each.source_ids
            assert not marker.findings
    assert kind.certainty in Certainty


@each_example
def test_cleaning_again_changes_nothing(kind: ResidueKind, example: Example) -> None:
    del kind
    sources = records(example.ids)
    found = clean(example.text, sources)
    assert clean(found.text, sources) == Cleaned(text=found.text, findings=())


@each_example
def test_what_is_recovered_is_shown(kind: ResidueKind, example: Example) -> None:
    del kind
    found = cleaned(example)
    rendered = render(found.text, records(example.ids), to="text")
    recovered = {
        name
        for each in found.findings
        if each.outcome == "recovered"
        for name in each.source_ids
    }
    assert {each.source_id for each in rendered.citations} == recovered


@pytest.mark.parametrize("text", LOOKALIKES)
def test_lookalikes_stay(text: str) -> None:
    assert clean(text) == Cleaned(text=text, findings=())


@each_example
def test_code_and_comments_stay(kind: ResidueKind, example: Example) -> None:
    del kind
    if "``" in example.text or "\n" in example.text:
        return
    for host in QUOTED:
        text = host.format(example.text)
        found = clean(text, records(example.ids))
        assert (found.text, found.findings) == (text, ()), host


@each_example
def test_no_trace_is_left(kind: ResidueKind, example: Example) -> None:
    raws = [each.raw.strip() for each in cleaned(example).findings]
    for host in HOSTS:
        found = clean(host.format(*[" ".join(raws)] * 2))
        assert clean(found.text).text == found.text
        if kind.certainty is Certainty.CERTAIN and kind.name not in IN_PLACE:
            assert [raw for raw in raws if raw in found.text] == []
            assert TRACE_RE.findall(found.text) == []
            assert words_of(found.text) == words_of(host.replace("{}", "")), host


@given(mixtures)
def test_anything_is_cleaned_once_and_for_all(text: str) -> None:
    for sources in ((), SOURCES):
        found = clean(text, sources)
        assert clean(found.text, sources).text == found.text
        assert found.findings or found.text == text
        for each in found.findings:
            assert each.raw == text[each.start : each.end] != ""
        starts = [each.start for each in found.findings]
        assert starts == sorted(starts)


@given(mixtures)
def test_nothing_is_added_without_sources(text: str) -> None:
    kept = "".join(clean(text).text.split())
    assert is_within(kept, text)


@given(plain)
def test_a_text_without_residue_is_unchanged(text: str) -> None:
    if not any(kind.pattern.search(text) for kind in KINDS):
        assert clean(text, SOURCES) == Cleaned(text=text, findings=())


@each_kind
def test_patterns_take_linear_time(kind: ResidueKind) -> None:
    # A quadratic one would not end before the suite's time limit.
    for example in kind.examples[:2]:
        for match in kind.pattern.finditer(example.text):
            raw = match[0]
            for hostile in (raw, raw[:-1], raw[: len(raw) // 2], raw[-1], raw[:1]):
                text = hostile * (60_000 // len(hostile or " ")) + "/"
                assert sum(1 for _ in kind.pattern.finditer(text)) >= 0


@each_kind
def test_every_residue_holds_a_hint(kind: ResidueKind) -> None:
    assert "" not in kind.hints
    for example in kind.examples:
        assert any(hint in example.text for hint in kind.hints)
        assert list(kind.matches(example.text))
    assert list(kind.matches("Nothing of it.")) == []


@each_kind
def test_the_module_is_named_and_documented(kind: ResidueKind) -> None:
    module = import_module(f"citemark.residue.{kind.name.replace('-', '_')}")
    assert module.RESIDUE is kind
    assert (module.__doc__ or "").partition("\n")[0].rstrip().endswith((".", "``."))
    assert kind.examples
    assert kind.lookalikes
    assert not kind.summary.endswith(".")
