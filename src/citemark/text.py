"""Clean text: what registry strings become before anybody gets to see them.

Titles, headings and excerpt lines come from strangers. Here they lose everything that
is invisible, controls a terminal, turns the reading direction or looks like a marker;
what is left is one line that can be cut without tearing a character apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import islice

from citemark.scripts import UNSPACED, WIDE

ELLIPSIS = "…"

_MARKERS = "\ue200-\ue206"
_MARKER_RE = re.compile(f"[{_MARKERS}]")
_MARKER_CHARACTERS = tuple(map(chr, range(0xE200, 0xE207)))

# Controls that no white space rule claims, bidirectional embeddings and isolates,
# zero-width and annotation characters, tags, non-characters. U+200C to U+200F stay:
# Persian, Indic scripts, emoji and mixed directions need them.
_DROPPED_RE = re.compile(
    f"[{_MARKERS}"
    r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
    r"\u180e\u200b\u202a-\u202e\u2060-\u206f"
    r"\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff"
    r"\U000e0000-\U000e007f]"
)
_SURROGATE_RE = re.compile("[\ud800-\udfff]")
# A single no-break or ideographic space is typography and stays as it is.
_SPACES_RE = re.compile(r"\s{2,}|[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")
_INNER_BREAK_RE = re.compile(r"[\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SELECTORS_RE = re.compile(f"([{_SELECTORS}])[{_SELECTORS}]+")
_JOINERS = frozenset("\u061c\u200c\u200d\u200e\u200f")
# Marks are neither ``\w`` nor ``\s``, so a pile of them is inside such a run.
_PILE_RE = re.compile(r"[^\w\s\x21-\x7e]{9,}")
_MOST_MARKS = 8
# Looks like nothing at all: joiners, fillers, selectors, the empty Braille cell.
_BLANK_RE = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u200c-\u200f\u2800\u3164\uffa0"
    f"{_SELECTORS}]*"
)
# Scripts written without spaces between words: no word boundary to look for.
_UNSPACED_RE = re.compile(f"[{UNSPACED}{WIDE}]")
_WORD_REACH = 20
_WINDOW = 16
_LONGEST_WORD = 64


def has_marker_characters(text: str) -> bool:
    r"""Say whether *text* holds a character that markers are made of.

    >>> has_marker_characters("a\ue200"), has_marker_characters("a")
    (True, False)
    """
    return not text.isascii() and any(char in text for char in _MARKER_CHARACTERS)


def drop_marker_characters(text: str) -> str:
    """Return *text* without the characters that markers are made of."""
    return _MARKER_RE.sub("", text) if has_marker_characters(text) else text


def clean_line(text: str, limit: int | None = None) -> str:
    r"""Return *text* as one visible line of at most *limit* user-perceived characters.

    White space becomes single spaces; a text of which nothing is visible becomes empty.

    >>> clean_line(" Staff\n\u202ehandbook\x07 ")
    'Staff handbook'
    """
    cleaned = _SPACES_RE.sub(" ", text)
    if not cleaned.isprintable():
        # Twice: what is dropped may have stood between two spaces.
        cleaned = _SPACES_RE.sub(" ", _drop(cleaned))
    cleaned = _settle(cleaned).strip()
    return cleaned if limit is None else truncate(cleaned, limit)[0]


def clean_block(text: str) -> str:
    r"""Return *text*, one line of a source, with its indentation and inner spaces.

    >>> clean_block("\tif  x:\x00 \u2028pass ")
    '\tif  x:  pass'
    """
    if text.isascii() and text.isprintable():
        return text.rstrip()
    return _settle(_INNER_BREAK_RE.sub(" ", _drop(text))).rstrip()


def truncate(text: str, limit: int) -> tuple[str, bool]:
    """Cut *text* after *limit* user-perceived characters and say whether it was cut.

    The cut prefers a word boundary a little before the limit, in scripts that have
    them, and never divides a character. The ellipsis is not counted. Takes time for
    *limit*, not for the length of *text*.

    >>> truncate("abc def", 6), truncate("abc", 3)
    (('abc…', True), ('abc', False))
    """
    if len(text) <= limit:
        return text, False
    if text.isascii():
        return _join(list(text[: limit + 1]), limit), True
    window = text[: _window(limit)]
    characters = _characters(window, limit + 1)
    if len(characters) > limit:
        return _join(characters, limit), True
    if len(window) == len(text):
        return text, False
    return _join(characters, len(characters) - 1), True


def count_characters(text: str) -> int:
    r"""Return the number of user-perceived characters of *text*.

    >>> count_characters("e\u0301a")
    2
    """
    return len(text) if text.isascii() else len(_characters(text, len(text)))


def clean_start(text: str, limit: int, clean: Callable[[str], str]) -> tuple[str, bool]:
    """Clean and cut the start of a *text* that may be huge, in time for *limit*."""
    window = _window(limit)
    if len(text) <= window:
        return truncate(clean(text), limit)
    short, cut = truncate(clean(text[:window]), limit)
    if not cut:
        # Hostile padding: the window ended first, maybe inside a character.
        characters = _characters(short, len(short))
        short = _join(characters, len(characters) - 1)
    return short, True


def _window(limit: int) -> int:
    """Return how many code points are looked at for *limit* characters."""
    return limit * _WINDOW + 64


def _drop(text: str) -> str:
    """Remove what may never be shown, and mend lone surrogates."""
    return _SURROGATE_RE.sub("\ufffd", _DROPPED_RE.sub("", text))


def _settle(text: str) -> str:
    """Thin out piled-up marks, and return nothing if nothing is visible."""
    if not text.isascii():
        text = _PILE_RE.sub(_thin, _SELECTORS_RE.sub(r"\1", text))
    return "" if _BLANK_RE.fullmatch(text) else text


def _thin(pile: re.Match[str]) -> str:
    """Keep at most eight marks or joiners on each character of *pile*."""
    kept = []
    marks = 0
    for char in pile[0]:
        is_mark = char in _JOINERS or unicodedata.category(char).startswith("M")
        marks = marks + 1 if is_mark else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def end_of_character(text: str, at: int) -> int:
    r"""Return *at*, or the end of the user-perceived character that it is inside of.

    >>> end_of_character("e\u0301a", 1), end_of_character("ea", 1)
    (2, 1)
    """
    if not 0 < at < len(text) or text[at].isascii():
        return at
    begin = at
    while begin and at - begin < _WINDOW and not text[begin - 1].isspace():
        begin -= 1
    end = begin
    for each in _characters(text[begin : at + _WINDOW], 2 * _WINDOW):
        if end >= at:
            break
        end += len(each)
    return end


def end_of_word(text: str, at: int) -> int:
    """Return *at*, or the end of the word that it is inside of, where words have ends.

    >>> end_of_word("international law", 5), end_of_word("international law", 13)
    (13, 13)
    """
    end = at
    while 0 < end < len(text) and _is_torn(text[end - 1], text[end]):
        if end - at > _LONGEST_WORD:
            return at
        end += 1
    return end


def _characters(text: str, most: int) -> list[str]:
    """Return the first *most* user-perceived characters of *text*."""
    from wcwidth import iter_graphemes

    return list(islice(iter_graphemes(text), most))


def _join(characters: list[str], limit: int) -> str:
    """Join the first *limit* of *characters*, less a torn word, with an ellipsis."""
    end = limit
    if 0 < limit < len(characters) and _is_torn(*characters[limit - 1 : limit + 1]):
        nearest = range(limit - 1, max(limit - _WORD_REACH, limit // 2, 1) - 1, -1)
        spaces = (at for at in nearest if characters[at].isspace())
        end = next(spaces, limit)
    kept = characters[: max(end, 0)]
    while kept and kept[-1].isspace():
        kept.pop()
    return "".join(kept) + ELLIPSIS


def _is_torn(left: str, right: str) -> bool:
    """Say whether a cut between *left* and *right* falls inside a spaced word."""
    return (
        left[0].isalnum()
        and right[0].isalnum()
        and not _UNSPACED_RE.match(left)
        and not _UNSPACED_RE.match(right)
    )
