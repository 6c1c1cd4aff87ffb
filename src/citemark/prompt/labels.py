"""Labels in a text: where the pages, or other places that may be cited, begin.

A label, such as ``[p2]``, has a line of its own above the line that its place begins
on, and what is in that line stays as it is. Only kinds of locators that count parts of
a text have labels; those of lines stand in front of each line.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.locator import SourceText, get_kinds
from citemark.prompt.units import Cited


def labelled(
    body: Sequence[str], unit: Cited, locators: tuple[str, ...]
) -> Sequence[str]:
    """Return *body*, the lines of *unit*, with the labels of *locators* above them.

    A part of a document has none: it is a place already, and places in it would not
    be counted as in the whole.
    """
    if unit.whole is not None:
        return body
    text = SourceText(unit.source.text or "", unit.source.lines)
    above: dict[int, list[str]] = {}
    for kind in get_kinds(locators):
        places = kind.units(text) if kind.units else None
        for number, lines in enumerate(places or (), start=1):
            # Nothing on an empty page can be cited.
            if lines is not None:
                labels = above.setdefault(lines.first, [])
                labels.append(f"[{kind.prefix}{number}]")
    return [
        "\n".join((*above.get(number, ()), line))
        for number, line in enumerate(body, start=1)
    ]
