"""Answers and pages without residue: cleaning finds and changes nothing in them.

Where answers lose their delimiters, it puts back every one. The pages in
``fixtures/readmes`` are full of what looks like residue, and is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citemark import SourceRegistry, clean
from citemark.residue_kind import all_residue
from tests.clean_answers import CLEAN, CleanAnswer

ROOT = Path(__file__).parents[1]
READMES = sorted((ROOT / "tests" / "fixtures" / "readmes").glob("*.md"))
DOCS = sorted(
    page
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if ".venv" not in page.parts
)


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("answer", CLEAN, ids=lambda answer: answer.name)
def test_clean_answers_stay(answer: CleanAnswer) -> None:
    for sources in (None, SourceRegistry.load(answer.sources)):
        found = clean(answer.text, sources)
        assert (found.text, found.findings) == (answer.text, ())


@pytest.mark.parametrize("lost", ["", "□", "\ufffd", "\ufffd" * 3, "\ufffc"])
@pytest.mark.parametrize("answer", CLEAN, ids=lambda answer: answer.name)
def test_lost_delimiters_come_back(answer: CleanAnswer, lost: str) -> None:
    leaked = re.sub("[\ue200-\ue202]", lost, answer.text)
    found = clean(leaked, SourceRegistry.load(answer.sources))
    assert found.text == answer.text
    assert {each.outcome for each in found.findings} == {"recovered"}


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.stem)
def test_pages_with_lookalikes_stay(page: Path) -> None:
    text = read(page)
    found = clean(text)
    assert [(each.kind, each.raw) for each in found.findings] == []
    assert found.text == text


def test_the_pages_have_lookalikes_of_most_kinds() -> None:
    pages = [read(page) for page in READMES]
    assert len(pages) >= 10
    seen = {
        kind.name
        for kind in all_residue()
        if any(next(kind.matches(page), None) for page in pages)
    }
    assert len(seen) >= 15
    assert all(re.search("cite", page, re.IGNORECASE) for page in pages)


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.stem)
def test_the_documentation_of_this_project_stays(page: Path) -> None:
    text = read(page)
    found = clean(text)
    assert [(each.kind, each.raw) for each in found.findings] == []
    assert found.text == text
