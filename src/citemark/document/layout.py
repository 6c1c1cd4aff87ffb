"""The text that is parsed: the answer, with a placeholder where a marker may stand.

A placeholder is an opener, the marker's ordinal in decimal, and a closer: two different
C1 control characters that do not occur in the answer. They are neither letters nor
punctuation nor white space to any rule, linkify stops at them, and no entity decodes to
one: CommonMark turns references to U+0080…U+009F into U+FFFD, and HTML turns those
chosen here into printable Windows-1252 characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from citemark.document.displace import Slot, bare_text, find_slots
from citemark.document.env import EnvKey
from citemark.model import Marker

# U+0085 is white space. HTML's ``&#x81;`` decodes to U+0081; likewise 8D, 8F, 90, 9D.
CANDIDATES = "".join(
    chr(code)
    for code in range(0x80, 0xA0)
    if code not in {0x81, 0x85, 0x8D, 0x8F, 0x90, 0x9D}
)
PLACEHOLDER_RE = re.compile(f"[{CANDIDATES}][0-9]+[{CANDIDATES}]")
_SPARE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One answer laid out for the parser. Offsets are code points."""

    source: str
    text: str
    """What is parsed; equals ``source`` when there are no markers."""
    markers: tuple[Marker, ...]
    slots: tuple[Slot, ...]
    opener: str
    closer: str
    placeholder: re.Pattern[str]
    _bare_offsets: tuple[int, ...]
    _removed: tuple[int, ...]
    """Characters of markers before each marker, and of all of them."""
    _starts: tuple[int, ...]
    """Starts of the placeholders in ``text``, ascending."""
    _added: tuple[int, ...]
    """Characters of placeholders before each placeholder, and of all of them."""

    def ordinals(self, text: str) -> list[int]:
        """Return the ordinals of the placeholders in *text*, in order."""
        return [int(match[1]) for match in self.placeholder.finditer(text)]

    def is_shifted(self, ordinal: int) -> bool:
        """Say whether a marker stands behind the construct that it was in."""
        return self.slots[ordinal].at != self._bare_offsets[ordinal]

    def raw_offset(self, at: int) -> int:
        """Return the offset in ``source`` of offset *at* in ``text``."""
        count = bisect_right(self._starts, at)
        if count:
            begin = self._starts[count - 1]
            if at < begin + self._added[count] - self._added[count - 1]:
                at, count = begin, count - 1
        return self.source_offset(at - self._added[count])

    def source_offset(self, bare: int) -> int:
        """Return the offset in ``source`` of an offset of the bare text.

        Where a marker stood, that is the offset right before it.
        """
        count = bisect_left(self._bare_offsets, bare)
        return bare + self._removed[count]


LAYOUT: EnvKey[Layout] = EnvKey("citemark.layout")


def lay_out(source: str, markers: Sequence[Marker]) -> Layout:
    """Choose the two characters and put the placeholders in."""
    source, opener, closer = _with_spare_pair(source)
    bare, offsets = bare_text(source, markers)
    slots = find_slots(bare, offsets)
    pieces: list[str] = []
    starts: list[int] = []
    widths: list[int] = []
    done = length = 0
    order = sorted(range(len(slots)), key=lambda ordinal: slots[ordinal].at)
    for ordinal in order:
        slot = slots[ordinal]
        if slot.lifted:
            continue
        placeholder = f"{opener}{ordinal}{closer}"
        pieces += bare[done : slot.at], placeholder
        starts.append(length + slot.at - done)
        widths.append(len(placeholder))
        length += slot.at - done + len(placeholder)
        done = slot.at
    pieces.append(bare[done:])
    return Layout(
        source=source,
        text="".join(pieces),
        markers=tuple(markers),
        slots=tuple(slots),
        opener=opener,
        closer=closer,
        placeholder=re.compile(f"{opener}([0-9]+){closer}"),
        _bare_offsets=tuple(offsets),
        _removed=tuple(
            accumulate((marker.end - marker.start for marker in markers), initial=0)
        ),
        _starts=tuple(starts),
        _added=tuple(accumulate(widths, initial=0)),
    )


def _with_spare_pair(source: str) -> tuple[str, str, str]:
    """Return *source* and two candidates that it does not hold.

    A text that holds all of them is hostile or broken: the last two then become
    U+FFFD, which moves no offset.
    """
    free = (character for character in CANDIDATES if character not in source)
    spare = list(islice(free, _SPARE))
    taken = [character for character in reversed(CANDIDATES) if character not in spare]
    for character in taken[: _SPARE - len(spare)]:
        source = source.replace(character, "\ufffd")
        spare.append(character)
    return source, spare[0], spare[1]
