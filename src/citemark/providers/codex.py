"""Codex: directives such as ``:codex-file-citation{path="a.py" purpose="source"}``.

What has the purpose ``output`` is a file that the model made. Lines of a file are told
by ``【F:src/a.py†L10-L20】``.
"""

from __future__ import annotations

import re

from citemark.locator import Lines, Locator, number
from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.responses.locating import pages
from citemark.responses.marked_text import read_text
from citemark.responses.written import written

_MARKER_RE = re.compile(
    r"(:codex-file-citation\{([^{}\n]{1,2000})\}"
    r"|【F:([^†】\n]{1,500})†L([0-9]{1,9})(?:-L?([0-9]{1,9}|\?))?】)"
)
_ATTRIBUTE_RE = re.compile(r"([a-z_]{1,40})=\"([^\"]{0,1000})\"")


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a text, or an object that has it.

    Raises:
        SourceError: *response* is neither.
    """
    text, _ = read_text(response)
    builder = AnswerBuilder()
    builder.add_text(text)
    for each in written(text, _MARKER_RE):
        path, place, flags = _read(each.match)
        if path:
            title = path.rpartition("/")[2]
            name = builder.add_source(source_id=path, title=title)
            builder.cite(name, each.located, locator=place, flags=flags)
    return builder.build()


def _read(match: re.Match[str]) -> tuple[str, Locator | None, tuple[Flag, ...]]:
    """Return the path that *match* names, the place in it, and what is to be said."""
    _, directive, path, first, last = match.groups()
    if path:
        # The end may be unknown, `L10-L?`.
        begin, end = number(first), number((last or "?").replace("?", first))
        return path, Lines(begin, max(begin, end)), ()
    found = dict(_ATTRIBUTE_RE.findall(directive))
    page = found.get("page_number", "")
    flags = (Flag.GENERATED,) if found.get("purpose") == "output" else ()
    place = pages(number(page)) if page.isascii() and page.isdigit() else None
    return found.get("path", ""), place, flags
