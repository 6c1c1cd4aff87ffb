"""Shows that time grows with size: each hostile input at n and at 2n."""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat

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


def seconds(answer: str, to: str) -> float:
    """Return the least of three runs, without the garbage collector's share."""
    return min(repeat(lambda: render(answer, _SOURCE, to=to), number=1, repeat=3))


def main() -> None:
    """Print time at n and 2n, and the ratio, for HTML and Markdown."""
    for to in ("html", "markdown"):
        for name, make in INPUTS.items():
            once, twice = seconds(make(SIZE), to), seconds(make(2 * SIZE), to)
            print(f"{to:9} {name:22} {once:7.3f} {twice:7.3f} s  × {twice / once:.2f}")
        long = seconds(INPUTS["markers"](MEGABYTE), to)
        print(f"{to:9} {'1 MB of markers':22} {long:7.3f} s")


if __name__ == "__main__":
    main()
