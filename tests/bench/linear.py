"""Shows that time grows with size: each hostile input at n and at 2n."""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat
from typing import Literal

from citemark import render
from tests.cases.support import DELIM, START, STOP, cite

SIZE = 20_000
MEGABYTE = 1 << 20
_MARK = cite("a", "L1")
_SOURCE = [{"source_id": "a", "title": "A", "text": "one\ntwo"}]

INPUTS: dict[str, Callable[[int], str]] = {
    "unclosed markers": lambda n: f"{START}cite{DELIM}" * (n // 6),
    "starts": lambda n: START * n,
    "markers": lambda n: _MARK * (n // len(_MARK)),
    "markers in paragraphs": lambda n: f"Word {_MARK}\n\n" * (n // 18),
    "markers in emphasis": lambda n: f"**a {_MARK}** " * (n // 20),
    "markers in code": lambda n: f"`a {_MARK}` " * (n // 18),
    "stars and markers": lambda n: f"*{_MARK}" * (n // 12),
    "brackets": lambda n: "[" * n + _MARK,
    "quotes": lambda n: "> " * 90 + "x\n" + f"> a {_MARK}\n" * (n // 15),
    "lists": lambda n: "".join(
        " " * (2 * (i % 40)) + f"- a{_MARK}\n" for i in range(n // 50)
    ),
    "tables": lambda n: "| a | b |\n|---|---|\n" + f"| 1 | 2 |{_MARK}\n" * (n // 22),
    "comments": lambda n: "<!--" * (n // 4) + _MARK,
    "tags": lambda n: f"<b>{_MARK}</b>" * (n // 18),
    "stops": lambda n: STOP * n,
}


_DEEP = "<div title='x'><table><tr><td>" * 120

PAGES: dict[str, Callable[[int], str]] = {
    "markers": lambda n: f"<p>a {_MARK}</p>" * (n // 21),
    "divided markers": lambda n: f"{START}cite{DELIM}<em>a</em>{STOP}<br>" * (n // 21),
    "markers in URLs": lambda n: f'<a href="{_MARK}">a</a>' * (n // 31),
    "markers in cells": lambda n: f"<table>{_MARK}<tr>{_MARK}<td></table>" * (n // 40),
    "unknown sources": lambda n: f"<li><b>{cite('b')}</b>" * (n // 20),
    "open tags": lambda n: "<a b=" * (n // 5),
    "open values": lambda n: "<a b='" * (n // 6),
    "open comments": lambda n: "<!--" * (n // 4),
    "items without end": lambda n: "<li>a" * (n // 5),
    "deep markers": lambda n: _DEEP + f"a {_MARK}<i>b</i>" * (n // 25),
    "deep attributes": lambda n: _DEEP.replace("x", _MARK) + "a<br>" * (n // 5),
}
"""The same for answers that are HTML."""


def seconds(
    answer: str, to: str, source_format: Literal["markdown", "html"] = "markdown"
) -> float:
    """Return the least of three runs, without the garbage collector's share."""
    return min(
        repeat(
            lambda: render(answer, _SOURCE, to=to, source_format=source_format),
            number=1,
            repeat=3,
        )
    )


def main() -> None:
    """Print time at n and 2n, and the ratio, for HTML and Markdown."""
    for name, make in PAGES.items():
        once, twice = (seconds(make(n), "html", "html") for n in (SIZE, 2 * SIZE))
        print(f"of HTML   {name:22} {once:7.3f} {twice:7.3f} s  × {twice / once:.2f}")
    for to in ("html", "markdown"):
        for name, make in INPUTS.items():
            once, twice = seconds(make(SIZE), to), seconds(make(2 * SIZE), to)
            print(f"{to:9} {name:22} {once:7.3f} {twice:7.3f} s  × {twice / once:.2f}")
        long = seconds(INPUTS["markers"](MEGABYTE), to)
        print(f"{to:9} {'1 MB of markers':22} {long:7.3f} s")


if __name__ == "__main__":
    main()
