"""Names: words of a sentence that look like names, looked for in its passages.

A weak check: capitals and scripts are all there is to go by, and a passage may call the
same person otherwise. The nouns of German are written like names, so there only a word
with two capitals counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from citemark.scripts import CYRILLIC, GREEK, HANGUL, KATAKANA, LATIN, UNSPACED
from citemark.spans import Span
from citemark.verification.language import vocabulary
from citemark.verification.normal import normal
from citemark.verification.reading import WORD_RE, Reading

_LETTERS = LATIN + GREEK + CYRILLIC
_TOKEN_RE = re.compile(
    rf"(?<![{_LETTERS}0-9_])[{_LETTERS}][{_LETTERS}0-9'’&+#]*(?:[-.][{_LETTERS}0-9]+)*"
)
_POSSESSIVE_RE = re.compile(r"['’]s?$")
_ELIDED_RE = re.compile(r"(?:[cdjlmnst]|qu)['’](?=\w)", re.IGNORECASE)
_KATAKANA_RE = re.compile(f"[{KATAKANA}]{{5,}}")
_UNSPACED_RE = re.compile(f"[{UNSPACED}{HANGUL}]")
_PARTICLES = vocabulary(
    "of the de du des la le les von van der den del della da di do dos al bin y"
)
_NO_NAMES = vocabulary(
    "january february march april may june july august september october november"
    " december monday tuesday wednesday thursday friday saturday sunday"
    " kb mb gb tb khz mhz ghz kwh mwh gwh am pm ok faq"
    " eur usd gbp jpy cny rmb krw chf mrd mio tsd bn mn"
)
_OPENING = frozenset('.:;!?([{"“”„«»‘•–—-*')
_GERMAN = "de"
_LEAST = 2
_ENDINGS = ("", "s", "es", "n", "en")
_LEAST_STEM = 4
_MOST_PLACES = 16
_MOST_WORDS = 8
_BLANKS = 8


def names_in(
    prose: str, language: str | None, common: Collection[str]
) -> Iterator[Span]:
    """Yield where *prose*, a sentence, has names; *common* words are none.

    >>> text = "The study of Maria Keller was done at the University of Bergen."
    >>> [name.of(text) for name in names_in(text, "en", {"the"})]
    ['Maria Keller', 'University of Bergen']
    """
    yield from (Span(*match.span()) for match in _KATAKANA_RE.finditer(prose))
    run: list[Span] = []
    for token in _tokens(prose):
        word = token.of(prose)
        if run and (len(run) == _MOST_WORDS or prose[run[-1].end : token.start] != " "):
            yield from _finished(run, prose, common)
            run = []
        is_unit = word.lower() in _NO_NAMES and _is_code(word)
        if (_is_capital(word, language) and not is_unit) or (
            run and word in _PARTICLES
        ):
            run.append(token)
        else:
            yield from _finished(run, prose, common)
            run = []
    yield from _finished(run, prose, common)


def _tokens(prose: str) -> Iterator[Span]:
    for match in _TOKEN_RE.finditer(prose):
        elided = _ELIDED_RE.match(match[0])
        start = match.start() + (elided.end() if elided else 0)
        word = _POSSESSIVE_RE.sub("", prose[start : match.end()])
        yield Span(start, start + len(word))


def _is_capital(word: str, language: str | None) -> bool:
    capitals = sum(map(str.isupper, word))
    return capitals >= _LEAST or (word[:1].isupper() and language != _GERMAN)


def _finished(run: list[Span], prose: str, common: Collection[str]) -> Iterator[Span]:
    """Yield the name that *run* is, less what may be no part of it at its ends."""
    while run and run[-1].of(prose) in _PARTICLES:
        run.pop()
    first = 0
    while first < len(run) and _is_common(run[first].of(prose), common):
        first += 1
    run = run[first:]
    if not run:
        return
    words = [token.of(prose) for token in run]
    is_alone = len(words) == 1
    if is_alone and (len(words[0]) < _LEAST or words[0].lower() in _NO_NAMES):
        return
    # Any word begins a sentence with a capital.
    before = prose[max(run[0].start - _BLANKS, 0) : run[0].start].rstrip()[-1:]
    if is_alone and (not before or before in _OPENING) and not _is_code(words[0]):
        return
    yield Span(run[0].start, run[-1].end)


def _is_common(word: str, common: Collection[str]) -> bool:
    return word.lower() in common and not _is_code(word)


def _is_code(word: str) -> bool:
    return sum(map(str.isupper, word)) >= _LEAST


def find_name(name: str, reading: Reading) -> Span | None:
    """Return where *name* is in a text: as it is written, or else all its words."""
    wanted = normal(name).text
    if place := _place(wanted, reading.normal.text):
        return Span(
            reading.normal.origin(place.start), reading.normal.origin_end(place.end)
        )
    words = [word for word in WORD_RE.findall(wanted) if word not in _PARTICLES]
    if len(words) > 1 and words[0]:
        # A given name may be no more than a letter.
        initial = _place(f"{words[0][0]}. {words[-1]}", reading.normal.text)
        if initial is not None:
            return Span(
                reading.normal.origin(initial.start),
                reading.normal.origin_end(initial.end),
            )
    forms = [_form(word, reading.words) for word in words]
    first = _place(forms[0], reading.normal.text) if forms and all(forms) else None
    if first is None:
        return None
    return Span(
        reading.normal.origin(first.start), reading.normal.origin_end(first.end)
    )


def _form(word: str, known: Collection[str]) -> str:
    """Return the form in which *word* is *known*: with another ending, maybe."""
    forms = [word + ending for ending in _ENDINGS]
    if len(word) > _LEAST_STEM:
        forms += [word[:-1], word[:-2]]
    return next((form for form in forms if form in known), "")


def _place(wanted: str, text: str) -> Span | None:
    """Return where *wanted* is in *text* as whole words, in a few tries."""
    at = text.find(wanted) if wanted else -1
    for _ in range(_MOST_PLACES):
        if at < 0:
            return None
        end = at + len(wanted)
        around = text[max(at - 1, 0) : at] + text[end : end + 1]
        # Scripts without blanks have no ends of words to look for.
        if _UNSPACED_RE.search(around + wanted) or not any(map(str.isalnum, around)):
            return Span(at, end)
        at = text.find(wanted, at + 1)
    return None
