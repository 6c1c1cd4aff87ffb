"""The words of an answer, put together without its markers.

It goes by the same rules as text output: no blanks before what stands for a marker,
none doubled where a marker was, and two words never become one. Lines stay lines. What
comes next decides about a blank, so blanks are given out with it.
"""

from __future__ import annotations

import re

from citemark.document.prune import CLOSING
from citemark.document.settle import OPENING

_MOST_BLANKS = 256
# What may stand before the word of a line: a quote, the sign of a list or heading.
_LEAD_RE = re.compile(
    r"[ \t>]*+(?:(?:[-+*]|[0-9]{1,9}[.)]|\#{1,6})[ \t]++[ \t>]*+)*+\Z"
)
_BLANKS = " \t"
_MARKUP = "*_~`<!$\\"
_MOST_MARKUP = 8


class Joiner:
    """Takes words and labels as they come, and returns what can be given out."""

    __slots__ = ("_blanks", "_gap", "_is_behind", "_is_labelled", "_line", "_waiting")

    def __init__(self) -> None:
        """Begin with an empty text."""
        self._blanks = ""
        self._line = ""
        self._is_behind = False
        self._is_labelled = False
        self._gap = ""
        self._waiting = ""

    def words(self, text: str) -> str:
        """Go on with *text*."""
        if not text:
            return ""
        if self._is_behind:
            text = self._waiting + text
            blanks, markup, following = _ahead(text)
            if not following and not (blanks and markup):
                self._waiting = text
                return ""
            text = self._leave(text)
        return self._give(text)

    def label(self, label: str) -> str:
        """Go on with what stands for a marker, which may be nothing."""
        done = ""
        if self._waiting.strip(_BLANKS):
            done = self._give(self._leave(self._waiting))
        if self._is_behind:
            self._gap = self._waiting[:1] or self._gap
        else:
            blanks, self._blanks = self._blanks, ""
            is_lead = _LEAD_RE.match(self._line + blanks) is not None
            self._gap = "" if is_lead else blanks[:1]
            self._is_labelled = False
            label = blanks + label if is_lead else label
        self._waiting = ""
        self._is_behind = True
        self._is_labelled |= bool(label.strip(_BLANKS))
        self._note(label)
        return done + label

    def end(self) -> str:
        """Return what was kept back: nothing more will come."""
        text = self._leave(self._waiting) if self._is_behind else ""
        return self._give(text) + self._blanks

    def _leave(self, text: str) -> str:
        """Return *text*, which follows a marker, apart from what is before it."""
        self._is_behind, self._waiting = False, ""
        blanks, markup, following = _ahead(text)
        if not blanks:
            joins = following.isalnum() or (following and following in OPENING)
            return self._gap + text if joins else text
        if self._is_labelled:
            return text
        is_lead = _LEAD_RE.match(self._line) is not None
        closes = (markup + following)[:1] in CLOSING and bool(self._gap)
        return text[len(blanks) :] if is_lead or closes else text

    def _give(self, text: str) -> str:
        """Return *text* but for the blanks at its end."""
        text = self._blanks + text
        end = max(len(text.rstrip(_BLANKS)), len(text) - _MOST_BLANKS)
        self._blanks = text[end:]
        given = text[:end]
        self._note(given)
        return given

    def _note(self, given: str) -> None:
        """Remember how the line that *given* ends with begins."""
        line = max(given.rfind("\n"), given.rfind("\r"))
        if line >= 0:
            self._line = given[line + 1 :][: _MOST_BLANKS + 1]
        elif len(self._line) <= _MOST_BLANKS:
            self._line = (self._line + given)[: _MOST_BLANKS + 1]


def _ahead(text: str) -> tuple[str, str, str]:
    """Return the blanks that *text* begins with, then markup, then one character."""
    blanks = _run(text[:_MOST_BLANKS], _BLANKS)
    begin = len(blanks)
    markup = _run(text[begin : begin + _MOST_MARKUP], _MARKUP)
    begin += len(markup)
    return blanks, markup, text[begin : begin + 1]


def _run(text: str, characters: str) -> str:
    return text[: len(text) - len(text.lstrip(characters))]
