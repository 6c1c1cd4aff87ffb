"""Lines of a source's text: ``L8``, ``L8-L13``."""

from __future__ import annotations

from citemark.locator import Finder, Found, Lines, SourceText, beyond, range_kind


def find(text: SourceText) -> Finder[Lines]:
    """Return what holds line numbers against *text*."""
    count = len(text.lines)
    problem = beyond(count, "line")

    def finder(locator: Lines) -> Found[Lines]:
        place = locator.within(count)
        return Found(place, place, "" if place is locator else problem)

    return finder


LOCATOR = range_kind(
    "lines",
    Lines,
    spelling="L",
    labels=("line", "lines"),
    find=find,
    examples=(("L8", Lines(8, 8)), ("L8-L13", Lines(8, 13))),
)
