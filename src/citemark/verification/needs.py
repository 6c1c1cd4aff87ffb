"""Which sentences need a citation: a guess by their words, one language at a time.

Numbers, dates, conditions, procedures, specifications, facts and the grounds of a
judgement are for a reader to look up. Greetings, transitions, questions, what repeats
the user's question, and what the writer says of itself are not. Callers who know better
put a function of their own in the place of `why_needed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from citemark.discover import discover
from citemark.scripts import UNSPACED
from citemark.verification.language import (
    Language,
    Need,
    base_language,
    folded,
    script_language,
)

Hook: TypeAlias = Callable[[str, str | None, str | None], Need | None]
"""Takes a sentence, its language and the user's question; None: needs no citation."""

_PACKAGE = "citemark.verification.languages"
_DEFAULT = "en"
_QUESTION_MARKS = ("?", "؟")
_CLOSING = "'\")]»”’」』】 "
_DIGIT_RE = re.compile(r"\d")
_QUOTED_RE = re.compile('[“„«「『][^“”„«»「」『』]{12,}[”“»」』]|"[^"]{12,}"')
_TOKEN_RE = re.compile(rf"[{UNSPACED}]|[^\W_]+")
_UNSPACED_RE = re.compile(f"[{UNSPACED}]")
_REPEATED = 0.7
# Fewer are a heading, an exclamation, a fragment.
_LEAST_WORDS = 4
_LEAST_SIGNS = 8


def why_needed(
    text: str, language: str | None = None, question: str | None = None
) -> Need | None:
    """Say why the sentence *text* needs a citation; None where it needs none.

    Without a *language*, or with one that has no file in ``languages/``, it is guessed.

    >>> why_needed("The plan costs $12 per month.").value
    'number'
    >>> why_needed("Let me know if you need anything else.") is None
    True
    """
    own = language_of(text, language)
    plain = folded(text)
    has_digits = _DIGIT_RE.search(plain) is not None
    if (
        _is_question(plain, own)
        or (own.idle.search(plain) and not has_digits)
        or (question is not None and _repeats(plain, folded(question), own))
    ):
        return None
    if has_digits:
        return Need.DATE if own.needs[Need.DATE].search(plain) else Need.NUMBER
    for need, pattern in own.needs.items():
        if pattern.search(plain):
            return need
    if _QUOTED_RE.search(text):
        return Need.QUOTATION
    return Need.FACT if _is_statement(plain) else None


def language_of(text: str, language: str | None = None) -> Language:
    """Return the language named *language*, or the one that *text* looks like."""
    known = languages()
    return known.get(base_language(language)) or known[guess_language(text)]


@cache
def languages() -> Mapping[str, Language]:
    """Return tag → language, for all that are installed."""
    found = discover(_PACKAGE, "LANGUAGE", Language)
    return {name: each for name, each in found.items() if isinstance(each, Language)}


def guess_language(text: str) -> str:
    """Guess the language of *text* from its script and its commonest words.

    >>> [guess_language(text) for text in ("Wie lange gilt das?", "保修期有多长")]
    ['de', 'zh']
    """
    name = script_language(text)
    if name in languages():
        return name
    found = set(_TOKEN_RE.findall(folded(text)))
    hits = {name: len(found & each.common) for name, each in languages().items()}
    return max(hits, key=lambda name: (hits[name], name == _DEFAULT))


def _is_question(plain: str, language: Language) -> bool:
    return (
        plain.rstrip(_CLOSING).endswith(_QUESTION_MARKS)
        or language.question.search(plain) is not None
    )


def _is_statement(plain: str) -> bool:
    tokens = _TOKEN_RE.findall(plain)
    signs = sum(_UNSPACED_RE.match(token) is not None for token in tokens)
    return len(tokens) - signs >= _LEAST_WORDS or signs >= _LEAST_SIGNS


def _repeats(plain: str, question: str, language: Language) -> bool:
    """Say whether a sentence says little that the user's question did not."""
    said = _content(plain, language)
    return bool(said) and len(said & _content(question, language)) >= (
        _REPEATED * len(said)
    )


def _content(plain: str, language: Language) -> set[str]:
    """Return the words of *plain* that mean something; pairs of signs if unspaced."""
    tokens = _TOKEN_RE.findall(plain)
    found = {
        token
        for token in tokens
        if token not in language.common and not _UNSPACED_RE.match(token)
    }
    signs = [token for token in tokens if _UNSPACED_RE.match(token)]
    return found | {"".join(pair) for pair in pairwise(signs)}
