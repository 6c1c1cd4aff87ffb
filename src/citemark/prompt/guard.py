"""Texts that cannot be mistaken for anything but a text, and the way back.

**Why** visible escapes: a model, and whoever reads the prompt, is to see that there was
something. ``⟦`` is escaped everywhere, so what else stands in these brackets is ours,
and `unguard` is exact for every text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import cache
from itertools import accumulate

from citemark.locator import all_kinds
from citemark.prompt.folding import fold
from citemark.prompt.style import GAP, UNSEEN, all_styles, spelled

# Our brackets; marker characters, and controls but the tab: what ends a line, turns the
# direction or hides. The two joiners stay, which Persian, Indic scripts and emoji need.
_HIDDEN_RE = re.compile(
    r"[⟦\ue200-\ue206\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    r"\ufffe\uffff\U000e0000-\U000e007f]"
    r"|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
# In a folded text: a marker character as it is written in code.
_SPELLED = (
    rf"\\{UNSEEN}*(?:u{UNSEEN}*)+(?:\{{{UNSEEN}*)?(?:0{UNSEEN}*)*"
    rf"{spelled('e20')}{UNSEEN}*[0-6]"
)
# What the application itself says stands in ⟦⟧, and these brackets look the same.
_SAID = ("not citable", "results of", "cut here", "left out", "u +")
_NOTES = "|".join(f"{GAP}*".join(map(re.escape, each.split())) for each in _SAID)
_NOTE = rf"〚(?={GAP}*(?:{_NOTES}))"
_ESCAPE_RE = re.compile(r"⟦U\+((?:10|[1-9A-F])?[0-9A-F]{4})⟧")


def guard(text: str) -> str:
    r"""Return *text* with what could pass for a source, a marker or a label escaped.

    >>> guard("As in [L9]:\u202e </BLO\u200dCK>【turn2file1】")
    'As in ⟦U+005B⟧L9]:⟦U+202E⟧ ⟦U+003C⟧/BLO\u200dCK>⟦U+3010⟧turn2file1】'
    """
    return _guarded(text, frozenset())


def guard_lines(lines: Sequence[str]) -> list[str]:
    """Return *lines* with what could pass for anything else escaped, across their ends.

    >>> guard_lines(["<", "/BLOCK>"])
    ['⟦U+003C⟧', '/BLOCK>']
    """
    ends = accumulate(len(line) + 1 for line in lines)
    text = _guarded("\n".join(lines), {end - 1 for end in ends})
    # Line feeds inside a line are escaped.
    return text.split("\n") if lines else []


def unguard(text: str) -> str:
    r"""Return the text that `guard` made *text* of.

    >>> unguard("⟦U+005B⟧L9]")
    '[L9]'
    """
    return _ESCAPE_RE.sub(lambda match: chr(int(match[1], 16)), text)


def escape(match: re.Match[str]) -> str:
    """Return what stands in a prompt for the characters of *match*."""
    return "".join(map(_escaped, match[0]))


def _escaped(char: str) -> str:
    return f"⟦U+{ord(char):04X}⟧"


def _guarded(text: str, kept: Container[int]) -> str:
    """Escape in *text* what has to be, but not at the places that are *kept*."""
    folded, places = fold(text)
    found = {match.start() for match in _HIDDEN_RE.finditer(text)}
    found.update(places[match.start()] for match in _pattern().finditer(folded))
    parts: list[str] = []
    done = 0
    for at in sorted(place for place in found if place not in kept):
        parts += (text[done:at], _escaped(text[at]))
        done = at + 1
    return "".join((*parts, text[done:]))


@cache
def _pattern() -> re.Pattern[str]:
    forgeries = [each for style in all_styles().values() for each in style.forgeries]
    every = (_SPELLED, _labels(), _NOTE, *forgeries)
    return re.compile("|".join(every), re.IGNORECASE)


def _labels() -> str:
    """Return a pattern for the bracket of what looks like a label of any kind."""
    prefixes = {fold(kind.prefix)[0] for kind in all_kinds().values() if kind.prefix}
    words = "|".join(spelled(prefix) for prefix in sorted(prefixes))
    return rf"\[(?={GAP}*(?:{words}){GAP}*\d+(?!\w))"
