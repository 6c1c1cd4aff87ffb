"""Which lines of a source a sentence is about, where the answer names only the source.

**Why** it so often says that it does not know: highlighting lines is telling a reader
where to look, and a wrong place costs more trust than none. A passage must share enough
of its rare words with few neighbouring lines, all of its numbers, and clearly more than
with any other lines. These lines may not have words of their own where it has its own:
"receive a bonus every" is not "receive training every".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from math import log
from typing import NamedTuple
from unicodedata import normalize

from citemark.locator import Lines
from citemark.model import Marker
from citemark.numerals import KANJI, read_kanji
from citemark.punctuation import sentences
from citemark.scripts import HANGUL, HIRAGANA, UNSPACED
from citemark.source import Source, remembered

# Endings stick to the words of Korean.
_SIGNS = UNSPACED + HANGUL
_TOKEN_RE = re.compile(
    rf"(?P<number>(?:(?<!\w)[-\u2212])?\d+(?:[.,]\d+)*)|(?P<run>[{_SIGNS}]+)|[^\W\d_{_SIGNS}]+"
)
_SIGN_RE = re.compile(f"[{_SIGNS}]")
_NUMERAL_RE = re.compile(f"([{KANJI}]+)")
_GROUPED_RE = re.compile(r"[.,](?=\d{3}(?!\d))")
_HIRAGANA_RE = re.compile(f"[{HIRAGANA}]")
_NOISE_RE = re.compile(r"\]\([^()\s]*\)|<[^<>]{0,200}>|https?://\S+")
_BLOCK_RE = re.compile(r"\n[ \t]*(?:\n|(?=[|#>]|[-*+][ \t]|\d{1,9}[.)][ \t]))")

_STEM = 6
_LENGTHS: Mapping[int, float] = {1: 0.2, 2: 0.2, 3: 0.3, 4: 0.6}
_NUMBER_WEIGHT = 1.5
_PASSAGE_CHARS = 600
# A word on more lines says nothing about any of them.
_MOST_LINES = 64
# How much of the lines found is read for other words: a line may be a whole book.
_READ_CHARS = 1_000
_LONG_WORD = 5
# What leads to the page number in a table of contents, which says nothing itself.
_LEADERS = ("...", "…", ". .", "··", "· ·", "__")
# In a single line there is nothing to find.
_FEWEST_LINES = 2
_FEWEST_TOKENS = 4
_LEAST_SHARE = 0.4
_LEAST_LEAD = 0.12
_LEAST_GAIN = 0.15
_FEWEST_SHARED = 3


class _Index(NamedTuple):
    """The tokens of a source, and the lines they are on."""

    lines: Mapping[str, Sequence[int]]
    """Token → line numbers, at most one more than `_MOST_LINES` of them."""
    size: int
    """How many lines have tokens."""


class Matcher:
    """Finds the lines that the citations of one answer are about."""

    def __init__(self, answer: str, markers: Sequence[Marker], most_lines: int) -> None:
        """Read what stands before each marker; *most_lines* bounds what is found."""
        self._passages = tuple(passages(answer, markers))
        self._most_lines = most_lines
        self._indexes: dict[str, _Index] = {}
        self._found: dict[tuple[str, str], Lines | None] = {}

    def find(self, source: Source, ordinal: int) -> Lines | None:
        """Return the lines that marker *ordinal* is about; None if that is unsure."""
        name, passage = source.source_id, self._passages[ordinal]
        if (name, passage) not in self._found:
            if name not in self._indexes:
                self._indexes[name] = _index(source, None)
            found = find_lines(passage, self._indexes[name], self._most_lines)
            if found and _says_other(
                passage, source.lines[found.first - 1 : found.last]
            ):
                found = None
            self._found[name, passage] = found
        return self._found[name, passage]


def passages(answer: str, markers: Sequence[Marker]) -> Iterator[str]:
    """Yield what each of *markers* stands behind: its sentence, or a little more.

    Markers side by side stand behind the same.
    """
    text = _without(answer, markers)
    floor = before = run_start = 0
    for marker in markers:
        if text[before : marker.start].strip():
            run_start, floor = marker.start, before
        lowest = max(0, run_start - _PASSAGE_CHARS)
        start = max(floor, lowest)
        row = text.rfind("\n", lowest, run_start) + 1
        # The first cell of a row says what all of the row is about.
        if row >= lowest and text.startswith("|", row):
            start = row
        yield _sentence(text[start:run_start])
        before = marker.end


def _without(answer: str, markers: Sequence[Marker]) -> str:
    """Return *answer* with blanks in the place of *markers*."""
    pieces: list[str] = []
    done = 0
    for marker in markers:
        pieces += answer[done : marker.start], " " * (marker.end - marker.start)
        done = marker.end
    return "".join([*pieces, answer[done:]])


def _sentence(text: str) -> str:
    """Return the last sentence of *text*, with those before it while it is short."""
    blocks = [block for block in _BLOCK_RE.split(text) if not block.isspace() and block]
    found = sentences(_NOISE_RE.sub(" ", blocks[-1])) if blocks else []
    passage = ""
    for sentence in reversed(found):
        passage = f"{sentence} {passage}"
        if sum(1 for _ in tokens(passage)) >= _FEWEST_TOKENS:
            break
    return passage.strip()


def find_lines(passage: str, index: _Index, most_lines: int) -> Lines | None:
    """Return the lines that *passage* is about; None if that is unsure."""
    if index.size < _FEWEST_LINES:
        return None
    weights = _weights(passage, index)
    held: dict[int, set[str]] = {}
    for token in weights:
        for number in index.lines.get(token, ()):
            held.setdefault(number, set()).add(token)
    search = _Search(weights, held, most_lines)
    best = search.best()
    if best is None or not search.is_enough(best):
        return None
    other = search.best(best.lines)
    lead = best.share - (other.share if other else 0)
    return best.lines if lead >= _LEAST_LEAD else None


class _Window(NamedTuple):
    """Neighbouring lines, and how much of a passage they hold."""

    lines: Lines
    tokens: frozenset[str]
    share: float


class _Search:
    """The search for the lines of one passage."""

    def __init__(
        self,
        weights: Mapping[str, float],
        held: Mapping[int, set[str]],
        most_lines: int,
    ) -> None:
        """Keep the *weights* of the tokens, and which of them a line holds."""
        self.weights = weights
        self.held = held
        self.most_lines = most_lines
        self.total = sum(weights.values())

    def best(self, without: Lines | None = None) -> _Window | None:
        """Return the lines that hold most, *without* others; None if none hold any."""
        shares = {
            number: self.share(found)
            for number, found in self.held.items()
            if without is None or not without.first <= number <= without.last
        }
        if not shares or not self.most_lines:
            return None
        first = last = max(shares, key=lambda number: (shares[number], -number))
        found = set(self.held[first])
        while True:
            # A line that adds nothing, such as a blank one, may stand between.
            beside = (first - 2, first - 1, last + 1, last + 2)
            gains = {
                number: self.share(self.held[number] - found)
                for number in beside
                if number in shares
                and max(last, number) - min(first, number) < self.most_lines
            }
            number = max(gains, key=lambda each: (gains[each], -each), default=None)
            if number is None or gains[number] < _LEAST_GAIN:
                return _Window(Lines(first, last), frozenset(found), self.share(found))
            first, last = min(first, number), max(last, number)
            found |= self.held[number]

    def share(self, found: Iterable[str]) -> float:
        """Return how much of the passage the tokens *found* are, from 0 to 1."""
        return sum(map(self.weights.__getitem__, found)) / self.total

    def is_enough(self, window: _Window) -> bool:
        """Say whether *window* can be what the passage is about."""
        numbers = {token for token in self.weights if _is_number(token)}
        return (
            window.share >= _LEAST_SHARE
            and len(window.tokens) >= _FEWEST_SHARED
            and numbers <= window.tokens
        )


def _says_other(passage: str, lines: Sequence[str]) -> bool:
    """Say whether *lines* have long words of their own where *passage* has its own."""
    text = "\n".join(lines)[:_READ_CHARS]
    shared = {*tokens(passage)} & {*tokens(text)}
    return not {*_gaps(passage, shared)}.isdisjoint(_gaps(text, shared))


def _gaps(text: str, shared: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """Yield the *shared* words around the others, where these are not only short.

    The ends of a sentence count as such words. What stands before a number is left out:
    "no later than 30 days" is "within 30 days".
    """
    for sentence in sentences(text):
        left, is_gap = "", False
        for token in (*tokens(sentence), ""):
            if token and token not in shared:
                is_gap = is_gap or _is_long(token)
                continue
            if is_gap and (left or token) and not _is_number(token):
                yield left, token
            left, is_gap = token, False


def _is_long(token: str) -> bool:
    """Say whether *token* is a word, and hardly a particle."""
    is_word = not _is_number(token) and not _SIGN_RE.match(token)
    return is_word and len(token) >= _LONG_WORD


@remembered
def _index(source: Source, _: None) -> _Index:
    """Return where in *source* each token is."""
    lines: dict[str, list[int]] = {}
    size = 0
    for number, line in enumerate(source.lines, start=1):
        found = set() if _is_of_contents(line) else set(tokens(line))
        size += bool(found)
        for token in found:
            on = lines.setdefault(token, [])
            if len(on) <= _MOST_LINES:
                on.append(number)
    return _Index(lines, size)


def _is_of_contents(line: str) -> bool:
    """Say whether *line* is one of a table of contents: dots, and a page number."""
    line = line.rstrip()
    title = line.rstrip("0123456789")
    return title != line and title.rstrip().endswith(_LEADERS)


def _weights(passage: str, index: _Index) -> dict[str, float]:
    """Return token → how much it says, for those of *passage* that say anything."""
    weights: dict[str, float] = {}
    for token in tokens(passage):
        count = len(index.lines.get(token, ()))
        if count <= _MOST_LINES:
            rarity = 1 + log((index.size + 1) / (max(count, 1) + 1))
            weights[token] = rarity * _kind_weight(token)
    return weights


def _kind_weight(token: str) -> float:
    """Return how much a token says by its looks: numbers much, particles little."""
    if _is_number(token):
        return _NUMBER_WEIGHT
    signs = len(_HIRAGANA_RE.findall(token))
    if signs:
        return 0.6 if signs < len(token) else 0.25
    if _SIGN_RE.match(token):
        return 1.0
    return _LENGTHS.get(len(token), 1.0)


def tokens(text: str) -> Iterator[str]:
    """Yield what makes texts comparable: numbers, stems of words, pairs of signs.

    >>> list(tokens("Employees: 1,500"))
    ['employ', '1500']
    """
    for match in _TOKEN_RE.finditer(normalize("NFKC", text).casefold()):
        token = match[0]
        if match["number"]:
            number = _GROUPED_RE.sub("", token).replace(",", ".")
            yield number.replace("\u2212", "-")
        elif match["run"] is None:
            yield token[:_STEM]
        else:
            yield from _signs(token)


def _signs(run: str) -> Iterator[str]:
    """Yield what is in a run of signs: numbers, pairs of others, a lone one."""
    for at, part in enumerate(_NUMERAL_RE.split(run)):
        if at % 2:
            yield str(int(read_kanji(part)))
        elif len(part) == 1:
            yield part
        else:
            yield from map("".join, pairwise(part))


def _is_number(token: str) -> bool:
    """Say whether *token* is a number; some have a sign."""
    return token[-1:].isdigit()
