"""How the tests of HTML input write markers, and what they look at of an output."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from citemark import Options, Rendered, render

START, STOP, DELIM = "\ue200", "\ue201", "\ue202"
SOURCES: Sequence[Mapping[str, str]] = [
    {
        "source_id": name,
        "title": f"Source {name.upper()}",
        "text": "one\ntwo\nthree",
        "url": f"https://sources.test/{name}",
    }
    for name in ("alpha", "beta", "gamma")
]
_REF_RE = re.compile(r'<sup class="cx-ref">.*?</sup>')
_LIST_RE = re.compile(r"\n?<section.*?</article>\n?", re.DOTALL)


def marker(*fields: str) -> str:
    """Return a marker of the default dialect."""
    return START + DELIM.join(["cite", *fields]) + STOP


def rendered(html: str, **options: object) -> Rendered:
    """Render *html* with the sources of these tests."""
    return render(html, SOURCES, source_format="html", options=Options(**options))  # type: ignore[arg-type] # by name


def body(html: str, **options: object) -> str:
    """Return what *html* becomes, each reference as its number, without the list."""
    shown = _LIST_RE.sub("", str(rendered(html, **options)))
    shown = shown.removesuffix("</article>\n").rstrip("\n")
    shown = re.sub(r'<article class="cx"[^>]*>\n?', "", shown)
    return _REF_RE.sub(lambda found: re.sub("<[^>]*>", "", found[0]), shown)
