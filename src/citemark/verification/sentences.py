"""The sentences of an answer, each with its exact place and the markers it holds.

**Why** markers are taken out before a text is divided: a splitter takes the marker
after a full stop for the beginning of the next sentence, or sees no full stop at all. A
marker belongs to the sentence on its left. Code, URLs and the markup of Markdown are
kept from the splitter and from every check, but not from a reader of ``text``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Literal

from citemark.document.document import Document
from citemark.errors import ConfigError
from citemark.spans import Span
from citemark.verification.blocks import TextBlock, text_blocks
from citemark.verification.language import base_language, script_language
from citemark.verification.quotation import quotations
from citemark.verification.sentence import Sentence

Reach = Literal["sentence", "paragraph-tail", "block"]
"""What a citation covers: its own sentence; also those before it in its paragraph that
have none of their own; or all of its paragraph, list item or table row."""


def sentences_of(
    document: Document,
    language: str | None = None,
    reach: Reach = "paragraph-tail",
) -> tuple[Sentence, ...]:
    """Return the sentences of *document*, in order.

    Raises:
        ConfigError: the package ``sentencex`` is missing.
    """
    shown = frozenset(document.order)
    found: list[Sentence] = []
    for block in text_blocks(document):
        sentences = list(_sentences(block, language))
        ordinals = [each for each in block.ordinals if each[0] in shown]
        if not sentences:
            # A paragraph of nothing but markers says what the one before needs.
            if found:
                extra = tuple(ordinal for ordinal, _ in ordinals)
                found[-1] = replace(found[-1], ordinals=found[-1].ordinals + extra)
            continue
        found += _attached(sentences, ordinals)
    return tuple(_covered(found, reach))


def segment(text: str, language: str | None = None) -> list[Span]:
    """Return the sentences of a plain *text*, without the blanks around them.

    >>> [span.of("One. Two.") for span in segment("One. Two.", "en")]
    ['One.', 'Two.']

    Raises:
        ConfigError: the package ``sentencex`` is missing.
    """
    try:
        from sentencex import (  # type: ignore[import-untyped] # it brings no types
            segment as split,
        )
    except ImportError as error:
        msg = "verification needs the package 'sentencex': pip install citemark[verify]"
        raise ConfigError(msg) from error
    name = base_language(language) or script_language(text) or "en"
    guarded = _ABBREVIATION_RE.sub(lambda match: match[0].replace(".", "·"), text)
    guarded = _POINT_RE.sub("·", guarded)
    quotes = quotations(text)
    found: list[Span] = []
    for start, end in _pieces(guarded, partial(split, name)):
        while quotes and quotes[-1].end <= start:
            quotes.pop()
        inside = bool(quotes) and quotes[-1].start < start
        if found and (inside or _goes_on(text, found[-1].end, start)):
            found[-1] = Span(found[-1].start, end)
        else:
            found.append(Span(start, end))
    return found


def _pieces(text: str, split: Callable[[str], list[str]]) -> Iterator[tuple[int, int]]:
    """Yield where the pieces are that *split* makes, less the blanks around them.

    It is given a stretch at a time, since unclosed quotes cost it quadratic time; what
    the end of a stretch may have cut is read again.
    """
    at = 0
    while at < len(text):
        pieces = split(text[at : at + _STRETCH])
        is_last = at + _STRETCH >= len(text)
        for piece in pieces if is_last or len(pieces) == 1 else pieces[:-1]:
            if words := piece.strip():
                start = at + len(piece) - len(piece.lstrip())
                yield start, start + len(words)
            at += len(piece)


# The splitter takes these for the end of a sentence.
_ABBREVIATION_RE = re.compile(
    r"(?<![0-9.])[0-9]{1,2}\.(?= ?(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
    r"|\b(?:MM?|Mme|Mlle|Dr|Pr|Me|Hr|Fr|St|Nr|No|Art|Abs|vgl|bzw|ca)\.(?= [A-ZÀ-Þ0-9])"
)
# Between digits of other scripts, too.
_POINT_RE = re.compile(r"(?<=\d)(?<![0-9])[.．](?=\d)")
_CONTINUED_RE = re.compile(r"(?:と|って|という|との|[a-zß-ÿ])")
_STRETCH = 4_000
_CLOSING = frozenset('」』”’"»)）')


def _goes_on(text: str, end: int, start: int) -> bool:
    """Say whether the sentence that ended goes on at *start*: ``“Yes.” he said.``."""
    return text[end - 1] in _CLOSING and _CONTINUED_RE.match(text, start) is not None


def _sentences(block: TextBlock, language: str | None) -> Iterator[Sentence]:
    text, prose, masked = block.mapped.text, block.prose, block.masked
    whole = [Span(0, len(text))] if block.kind != "paragraph" else None
    for span in whole or segment(masked, language):
        part = span.of(text)
        start = span.start + len(part) - len(part.lstrip())
        end = start + len(part.strip())
        if not any(map(str.isalnum, text[start:end])):
            continue
        yield Sentence(
            start=block.mapped.origin(start),
            end=block.mapped.origin_end(end),
            text=text[start:end],
            prose=prose[start:end],
            kind=block.kind,
            block=block.number,
            quoted=block.quoted,
            mapped=block.mapped.part(start, end),
        )


def _attached(
    sentences: Sequence[Sentence], ordinals: Iterable[tuple[int, int]]
) -> list[Sentence]:
    """Give each marker to the sentence that began before it, or else to the first."""
    held: list[list[int]] = [[] for _ in sentences]
    at = 0
    for ordinal, place in ordinals:
        while at + 1 < len(sentences) and sentences[at + 1].start < place:
            at += 1
        held[at].append(ordinal)
    return [
        replace(sentence, ordinals=tuple(own))
        for sentence, own in zip(sentences, held, strict=True)
    ]


def _covered(sentences: Sequence[Sentence], reach: Reach) -> Iterator[Sentence]:
    before: Sentence | None = None
    for _, group in groupby(sentences, key=lambda sentence: sentence.block):
        block = _reached(list(group), reach)
        if before and block[0].quoted and _introduces(before, block):
            block = [replace(each, covering=before.covering) for each in block]
        yield from block
        before = block[-1]


def _introduces(before: Sentence, block: Sequence[Sentence]) -> bool:
    """Say whether a block quote stands on the citation of the line before it."""
    is_bare = not any(each.covering for each in block)
    return is_bare and (before.quoted or before.text.endswith((":", "：")))


def _reached(group: Sequence[Sentence], reach: Reach) -> list[Sentence]:
    """Say which markers cover each sentence of a block."""
    if reach == "block":
        every = tuple(ordinal for each in group for ordinal in each.ordinals)
        return [replace(each, covering=every) for each in group]
    covered: list[Sentence] = []
    following: tuple[int, ...] = ()
    for sentence in reversed(group):
        following = sentence.ordinals or (following if reach != "sentence" else ())
        covered.append(replace(sentence, covering=following))
    return covered[::-1]
