"""Footnotes of Markdown whose definition begins with a link: ``[^a]: [Log](https://…)``.

Such a footnote is a citation, and the link is its source. All other footnotes are what
the author has to say, and stay what they are.
"""

from __future__ import annotations

import re

from citemark.locator import number
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.locating import pages
from citemark.responses.marked_text import read_text
from citemark.responses.written import written

_LABEL = r"[^\[\]\s^]{1,100}"
_REFERENCE_RE = re.compile(rf"\[\^({_LABEL})\](?!:)")
_DEFINITION_RE = re.compile(
    rf"^ {{0,3}}\[\^({_LABEL})\]:[ \t]{{0,20}}"
    r"(?:\[([^\[\]\n]{1,300})\]\(<?(https?://[^\s()<>]{1,2000})>?\)"
    r"|<?(https?://[^\s<>]{1,2000}[^\s<>.,;])>?)"
    r"(?:[,;]?[ \t]pp?\.[ \t]?([0-9]{1,9})(?:[-–]([0-9]{1,9}))?)?\.?(?=[ \t]*$)",
    re.MULTILINE,
)


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a text, or an object that has it.

    Raises:
        SourceError: *response* is neither.
    """
    text, _ = read_text(response)
    builder = AnswerBuilder()
    builder.add_text(text)
    definitions: dict[str, re.Match[str]] = {}
    for each in written(text, _DEFINITION_RE):
        definitions.setdefault(each.match[1], each.match)
    for each in written(text, _REFERENCE_RE):
        found = definitions.get(each.match[1])
        if found is None:
            continue
        label, title, url, bare, first, last = found.groups()
        name = builder.add_source(source_id=label, title=title or "", url=url or bare)
        place = pages(number(first), number(last or first)) if first else None
        builder.cite(name, each.located, locator=place)
    builder.left_out += [each.span() for each in definitions.values()]
    return builder.build()
