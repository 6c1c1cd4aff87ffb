"""What of a text can still become a marker of the grammar, when the text goes on.

Streams hold this back. Only the last START can be open, and not for longer than a
marker may be, so the end of a text is all that is looked at.
"""

from __future__ import annotations

import re

from citemark.grammar import (
    FAMILY_RE,
    MAX_CHARS,
    MAX_WIDGET_CHARS,
    Characters,
    scan_grammar,
)
from citemark.model import MarkerKind
from citemark.syntax import Syntax

_REACH = 512
# What is hidden may end with a spelling that reaches over the limit.
_FARTHEST = MAX_WIDGET_CHARS + 24


class Tail:
    """Reads the ends of texts whose markers are written in some *characters*."""

    def __init__(self, characters: Characters) -> None:
        """Keep the spellings by what they do to a marker that is open."""
        self.characters = characters
        self.starts = characters.start
        self.closing = (*characters.stop, *characters.stray)
        self.others = (*characters.delimiter, *self.closing)
        spellings = (*self.starts, *self.others)
        self.in_ascii = {each[0] for each in spellings if each.isascii()}
        self.begun = tuple(
            {each[:size] for each in spellings for size in range(1, len(each))}
        )
        self.delimiter = re.compile("|".join(map(re.escape, characters.delimiter)))
        backwards = "|".join(re.escape(each[::-1]) for each in self.others)
        self.run_backwards = re.compile(f"(?:{backwards})+")

    def pending(self, text: str, syntax: Syntax) -> int:
        """Return from where on *text* may read otherwise once more of it is known."""
        if text.isascii() and not any(each in text for each in self.in_ascii):
            return len(text)
        end = len(text) - self._begun(text)
        start = self._start_before(text, end)
        if start >= 0 and self._is_open(text[start:end], syntax):
            return start
        if text.endswith(self.others, 0, end):
            return self._growing(text[:end], syntax)
        return end

    def _begun(self, text: str) -> int:
        """Return how many characters at the end begin the spelling of a character."""
        if not text.endswith(self.begun):
            return 0
        return max(len(each) for each in self.begun if text.endswith(each))

    def _start_before(self, text: str, end: int) -> int:
        """Return where the last START before *end* is that can still matter, or -1."""
        first = max(end - _FARTHEST, 0)
        return max(text.rfind(each, first, end) for each in self.starts)

    def _is_open(self, text: str, syntax: Syntax) -> bool:
        """Say whether *text*, which begins with its only START, may become a marker."""
        opener = next(each for each in self.starts if text.startswith(each))
        body = text[len(opener) :]
        if any(each in body for each in self.closing):
            return False
        family, *fields = self.delimiter.split(body, 1)
        is_widget = FAMILY_RE.fullmatch(family) is not None
        if family not in syntax.families and is_widget:
            return len(text) <= MAX_WIDGET_CHARS
        if len(text) > MAX_CHARS:
            return False
        if not fields:
            begins = any(known.startswith(family) for known in syntax.families)
            return begins or not family.strip()
        if family and family not in syntax.families:
            return False
        return len(body.split(None, 1)) <= 1 or all(
            len(field.split(None, 1)) <= 1 for field in self.delimiter.split(fields[0])
        )

    def _growing(self, text: str, syntax: Syntax) -> int:
        """Return where the stray marker at the end of *text* begins, or the end.

        More of its kind would be one marker with it.
        """
        begin = len(text)
        while run := self.run_backwards.match(
            text[max(begin - _REACH, 0) : begin][::-1]
        ):
            begin -= run.end()
        # A broken marker may have taken the first of them.
        start = self._start_before(text, begin)
        begin = begin if start < 0 else start
        last = scan_grammar(text[begin:], syntax, self.characters)[-1]
        grows = last.kind is MarkerKind.STRAY and begin + last.end == len(text)
        return begin + last.start if grows else len(text)
