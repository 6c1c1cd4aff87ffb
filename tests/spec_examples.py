"""The examples of the CommonMark specification and of GFM, as upstream tests them.

The source distribution of markdown-it-py holds both; it is fetched once, for exactly
the version that is installed, into a cache beside the environment.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGE = "markdown-it-py"
_CACHE = Path(sys.prefix) / "spec-data"
_SPEC = "tests/test_cmark_spec/commonmark.json"
_FIXTURES = "tests/test_port/fixtures"
_GFM = ("tables", "strikethrough", "strikethrough_single_tilde", "tasklists", "linkify")


@cache
def commonmark_examples() -> dict[int, str]:
    """Return number → Markdown for every example of the specification."""
    rows = json.loads(_read(_SPEC))
    return {row["example"]: row["markdown"] for row in rows}


@cache
def gfm_examples() -> dict[str, str]:
    """Return name → Markdown for the examples of the GFM extensions."""
    found = {}
    for name in _GFM:
        # An example is three lines of one dot, with input and output between them.
        parts = re.split(r"^\.\n", _read(f"{_FIXTURES}/{name}.md"), flags=re.MULTILINE)
        for number, text in enumerate(parts[1::3], start=1):
            found[f"{name}-{number}"] = text
    return found


def _read(member: str) -> str:
    archive = _archive()
    with tarfile.open(archive) as tar:
        root = archive.name.removesuffix(".tar.gz")
        file = tar.extractfile(f"{root}/{member}")
        assert file is not None
        return file.read().decode("utf-8")


def _archive() -> Path:
    wanted = f"{_PACKAGE.replace('-', '_')}-{version(_PACKAGE)}.tar.gz"
    if not (_CACHE / wanted).exists():
        _CACHE.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_CACHE) as folder:
            _download(folder)
            (Path(folder) / wanted).replace(_CACHE / wanted)
    return _CACHE / wanted


def _download(folder: str) -> None:
    requirement = f"{_PACKAGE}=={version(_PACKAGE)}"
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-input"]
    command += ["--disable-pip-version-check", "--no-deps", "--no-binary", ":all:"]
    done = subprocess.run(
        [*command, "-d", folder, requirement], capture_output=True, check=False
    )
    assert done.returncode == 0, (
        f"the examples come with the source distribution {requirement}, which pip "
        f"could not download: {done.stderr.decode(errors='replace')}"
    )
