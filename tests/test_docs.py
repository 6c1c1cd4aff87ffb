from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import citemark
from citemark.codes import CODES
from citemark.diagnostic import Code, docs_url

ROOT = Path(__file__).parent.parent
_PAGES_OF_DOCS = [
    page
    for pattern in ("*.md", "providers/*.md")
    for page in sorted((ROOT / "docs").glob(pattern))
]
PAGES = [
    page
    for page in [ROOT / "README.md", *_PAGES_OF_DOCS]
    if ">>>" in page.read_text("utf-8")
]
# Running it is what it is for.
MODULES = [
    module.name
    for module in pkgutil.walk_packages(citemark.__path__, "citemark.")
    if module.name != "citemark.__main__"
]
_BLOCK_RE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK_RE = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")


def examples_of(page: Path) -> str:
    """Return the Python examples of a page, on the lines where they stand there."""
    text = page.read_text("utf-8")
    kept: list[str] = []
    done = 0
    for block in _BLOCK_RE.finditer(text):
        kept += "\n" * text.count("\n", done, block.start(1)), block[1]
        done = block.end(1)
    return "".join(kept)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_the_pages_hold(page: Path) -> None:
    parsed = doctest.DocTestParser().get_doctest(
        examples_of(page), {}, page.name, str(page), 0
    )
    outcome = doctest.DocTestRunner().run(parsed, out=sys.stderr.write)
    assert outcome.failed == 0
    assert outcome.attempted == page.read_text("utf-8").count(">>> ")


def test_the_pages_have_examples() -> None:
    assert {"README", "index", "grammar", "security", "themes"} <= {
        page.stem for page in PAGES
    }


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [importlib.import_module(name) for name in MODULES]
    found = [test for module in modules for test in finder.find(module)]
    assert sum(len(test.examples) for test in found) >= 30


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_of_the_front_pages_lead_to_files(name: str) -> None:
    targets = _LINK_RE.findall((ROOT / name).read_text("utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_readme_shows_the_screenshot() -> None:
    assert "docs/_static/screenshot.png" in (ROOT / "README.md").read_text("utf-8")
    picture = (ROOT / "docs/_static/screenshot.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 300_000


def test_every_public_name_is_documented_once() -> None:
    page = (ROOT / "docs/api.md").read_text("utf-8")
    names = re.findall(r"^\.\. auto\w+:: (\w+)$", page, re.MULTILINE)
    assert sorted(names) == sorted(citemark.__all__)


def test_every_finding_has_the_page_its_url_leads_to() -> None:
    found = {path.stem for path in (ROOT / "docs/rules").glob("CM*.md")}
    assert found == {code.code for code in CODES}
    assert docs_url("CM101").endswith("/rules/CM101.html")


@pytest.mark.parametrize("code", [code for code in CODES if code.code >= "CM4"])
def test_pages_written_by_hand_agree_with_their_codes(code: Code) -> None:
    page = (ROOT / f"docs/rules/{code.code}.md").read_text("utf-8")
    assert page.startswith(f"# {code.code} {code.name}\n")
    assert f"Level {code.severity.value};" in page


def test_generated_pages_are_fresh() -> None:
    command = [sys.executable, "docs/generate.py", "--check"]
    run = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (run.stdout, run.returncode) == ("", 0)
