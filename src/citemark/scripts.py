r"""Which characters are of which script: ranges for the class of a pattern.

**Why** once, for all who read prose: what is written without blanks between words is
cut, counted, compared and closed by other rules, and a sign that only one of them knows
makes them disagree about the same text.

>>> bool(re.match(f"[{UNSPACED}]", "港")), bool(re.match(f"[{UNSPACED}]", "항"))
(True, False)
"""

from __future__ import annotations

import re

LATIN = "A-Za-z\u00c0-\u024f"
GREEK = "\u0370-\u03ff"
CYRILLIC = "\u0400-\u052f"
HEBREW = "\u0590-\u05ff"
ARABIC = "\u0600-\u06ff"
DEVANAGARI = "\u0900-\u097f"
THAI = "\u0e00-\u0e7f"
HANGUL = "\uac00-\ud7a3"

HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Of half width, too."""
KANA = HIRAGANA + KATAKANA

HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""With radicals, and with the signs that repeat, stand for zero or count."""

CJK = f"{KANA}\u3100-\u312f\u31a0-\u31bf{HAN}"
"""Characters of Chinese and Japanese, and bopomofo; Korean has blanks between words."""

WIDE = f"{CJK}\u3001-\u303f\u3190-\u33ff\ufe30-\ufe4f\uff01-\uff65\uffe0-\uffe6"
"""`CJK` with its punctuation and all full-width forms; no blank."""

UNSPACED = f"{CJK}\u0e00-\u109f\u1780-\u17ff\ua000-\ua4cf"
"""Characters of scripts without blanks between words: Thai, Lao, Tibetan, Burmese,
Khmer and Yi beside `CJK`."""

_WIDE_RE = re.compile(f"[{WIDE}]")


def is_cjk(char: str) -> bool:
    """Say whether *char* is of Chinese or Japanese, full-width punctuation included."""
    return _WIDE_RE.match(char) is not None
