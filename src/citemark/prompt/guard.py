"""Texts that cannot be mistaken for anything but a text, and the way back.

**Why** visible escapes: a model, and whoever reads the prompt, is to see that there was
something. ``⟦`` is escaped everywhere, so what else stands in these brackets is ours,
and `unguard` is exact for every text.
"""

from __future__ import annotations

import re
from functools import cache

from citemark.prompt.style import GAP, all_styles

# Marker characters, and controls but the tab: what ends a line, turns the direction or
# hides. The two joiners stay, which Persian, Indic scripts and emoji need.
_HIDDEN = (
    r"[\ue200-\ue206\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    r"\ufffe\uffff\U000e0000-\U000e007f]"
    r"|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_SPELLED = r"\\(?=(?i:ue20[0-6]))"
_LABEL = rf"[\[［](?={GAP}*(?i:L|Block){GAP}*\d+{GAP}*[\]］\-–—])"
_ESCAPE_RE = re.compile(r"⟦U\+((?:10|[1-9A-F])?[0-9A-F]{4})⟧")


def guard(text: str) -> str:
    r"""Return *text* with what could pass for a source, a marker or a label escaped.

    >>> guard("As in [L9]:\u202e </BLOCK>【turn2file1】")
    'As in ⟦U+005B⟧L9]:⟦U+202E⟧ ⟦U+003C⟧/BLOCK>⟦U+3010⟧turn2file1】'
    """
    return _pattern().sub(escape, text)


def unguard(text: str) -> str:
    r"""Return the text that `guard` made *text* of.

    >>> unguard("⟦U+005B⟧L9]")
    '[L9]'
    """
    return _ESCAPE_RE.sub(lambda match: chr(int(match[1], 16)), text)


def escape(match: re.Match[str]) -> str:
    """Return what stands in a prompt for the characters of *match*."""
    return "".join(f"⟦U+{ord(character):04X}⟧" for character in match[0])


@cache
def _pattern() -> re.Pattern[str]:
    forgeries = [each for style in all_styles().values() for each in style.forgeries]
    return re.compile("|".join(("⟦", _HIDDEN, _SPELLED, _LABEL, *forgeries)))
