from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bs4 import BeautifulSoup

_ROOT = Path(__file__).parents[1]


def test_the_demo_links_every_channel_from_one_page(tmp_path: Path) -> None:
    program = [sys.executable, str(_ROOT / "docs" / "make_demo.py"), str(tmp_path)]
    said = subprocess.run(
        program, capture_output=True, text=True, check=True, cwd=_ROOT
    )
    page = BeautifulSoup((tmp_path / "index.html").read_text("utf-8"), "html.parser")
    linked = [str(link["href"]) for link in page.select("a[href]")]
    written = {path.name for path in tmp_path.iterdir()} - {"index.html"}
    assert set(linked) == written
    assert len(linked) == len(written)
    for name in linked:
        assert (tmp_path / name).stat().st_size > 0
        assert str(tmp_path / name) in said.stdout
    for needed in ("article.html", "message.eml", "report.pdf", "gfm.md", "answer.txt"):
        assert needed in linked
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert "CM101" in said.stdout
