"""One page for all static sites, and what must be found in whatever they make of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bs4 import BeautifulSoup

SOURCES: Sequence[Mapping[str, str]] = [
    {
        "source_id": name,
        "title": f"Source {name.upper()} & co",
        "text": "one\ntwo\nthree",
        "url": f"https://sources.test/{name}",
    }
    for name in ("alpha", "beta", "gamma", "delta")
]
OWN: Sequence[Mapping[str, str]] = [
    {"source_id": "alpha", "title": "Another alpha", "url": "https://own.test/"}
]
_LEAK_RE = re.compile(
    "[\ue200-\ue206\U000f0000-\U0010ffff\U00010100-\U00010101\U0001039f\U000103d0"
    "\U00010857\U0001091f]|%EE%88%8|&#x[eE]20"
)


def marker(*fields: str) -> str:
    """Return a marker of the default dialect."""
    return "\ue200cite\ue202" + "\ue202".join(fields) + "\ue201"


PAGE = f"""\
# Leave {marker("alpha")}

Claim **in bold.**{marker("beta", "L1")} Then `code {marker("alpha")}` and
*emphasis {marker("gamma", "L2-L3")}* and [a link {marker("beta")}](https://link.test/).

Before the code.

```python
x = 1 {marker("gamma")}
```

- one {marker("delta")}
- two {marker("alpha")}{marker("beta", "L1")}

| a | b |
|---|---|
| x {marker("delta", "L1")} | y |{marker("gamma")}

Nobody knows this one {marker("nowhere")}.
"""
OWN_PAGE = f"# Own\n\nCited {marker('alpha')}.\n"


@dataclass(frozen=True)
class Found:
    """What readers find on a page: names of references, and titles with their links."""

    noterefs: Sequence[str]
    texts: Sequence[str]
    sources: Sequence[tuple[str, str | None]]


def leaks(text: str) -> bool:
    """Say whether a text holds something of a marker or of what stands for one."""
    return _LEAK_RE.search(text) is not None


def found(html: str) -> Found:
    """Read a page, and refuse what none may have."""
    assert not leaks(html)
    soup = BeautifulSoup(html, "html.parser")
    links = soup.select('a[role="doc-biblioref"]')
    ids = [str(each["id"]) for each in soup.select("[id]")]
    for link in soup.select('[role="doc-biblioref"], [role="doc-backlink"]'):
        # Some programs write the page before the fragment.
        assert ids.count(str(link["href"]).rpartition("#")[2]) == 1
        parents = [each.name for each in link.parents]
        assert not {"a", "em", "strong", "code", "pre"} & set(parents)
    entries = soup.select('section[role="doc-bibliography"] > ol > li')
    return Found(
        [str(link["aria-label"]) for link in links],
        [link.get_text() for link in links],
        [
            (
                each.select_one(".cx-title").get_text(),  # type: ignore[union-attr] # every entry has one
                None
                if each.select_one("a.cx-title") is None
                else str(each.select_one("a.cx-title")["href"]),  # type: ignore[index] # see above
            )
            for each in entries
        ],
    )
