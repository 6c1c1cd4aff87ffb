"""A source ID that stands in the prose without a marker around it.

What it does
    Flags a word that has the ``pattern`` of source IDs, or that is an ID of the
    registry or of a marker of this answer and mixes letters and digits. An ID of less
    than four characters (``S1``) is only taken for one in brackets. Code, raw HTML,
    URLs, link addresses, math and parts of longer words, paths or mail addresses are
    left alone.

Why is this bad
    Readers see a handle that means nothing to them, and the claim has no citation.

Fix safety
    Unsafe: it adds a citation, or removes words. IDs alone in brackets, or at the end
    of a line behind a finished sentence, become a marker, without the brackets and the
    space before; those that the sources do not have are removed with them. An ID that
    a sentence is built around ("see turn0file0 for details") has no fix, since the
    sentence would lose a word. IDs outside brackets have none without sources, either.

Known limits
    A link's text and image descriptions are left alone, as are lines of code that are
    not marked as code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from citemark import codes
from citemark.answer import find_markers
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.dialects.openai import CHARACTERS
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.loaders import show
from citemark.locators.lines import LOCATOR as LINES
from citemark.model import MarkerKind
from citemark.punctuation import CLOSING
from citemark.sources import SourceRegistry, fetch
from citemark.spans import Edit, Span

_DIGIT_RE = re.compile("[0-9]")
# What an ID is a part of if it touches it: words, paths, addresses, queries, formulas.
_BOUND = "A-Za-z0-9\u00c0-\u024f_\\-/@#=&%+~\\\\$^"
_BOUND_BEFORE_RE = re.compile(rf"[{_BOUND}?{{]|[A-Za-z0-9]\.")
_BOUND_AFTER_RE = re.compile(rf"[{_BOUND}}}(]|[.:?][A-Za-z0-9]")
_LOCATOR_RE = re.compile(r"[ :,†]{0,2}(L[0-9]{1,9}(?:-L[0-9]{1,9})?)(?![A-Za-z0-9_-])")
_BETWEEN_RE = re.compile(r"[ \t]*(?:[,;、，；][ \t]*)?")
_REST_RE = re.compile(r"[ \t]*(?=[\r\n]|\Z)")
_LEAD_RE = re.compile(r"[ \t>*+#0-9.)-]*")
_HIDDEN_RE = re.compile(
    r"(?<![A-Za-z0-9+.-])(?:[A-Za-z][A-Za-z0-9+.-]{0,31}://|www\.)[^\s<>]*"
    r"|<(?:code|kbd|pre|samp|tt)\b[^<>]*>[^<]*"
    r"|<[A-Za-z/!?][^<>]*>"
    r"""|\]\([^\s)]*(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?"""
    r"|^[ \t>]*\[[^\[\]\n]*\]:[^\n]*"
    r"|\$(?!\s)[^$\n]+(?<!\s)\$(?![0-9])",
    re.MULTILINE,
)
_BRACKETS = dict(zip("([（［【〔〖", ")]）］】〕〗", strict=True))
_BLANKS = " \t\u00a0"
_DELIMITERS = "*_~"
_LEAST_CHARS = 4
_WINDOW = 64
_MOST_HEADS = 16


@lru_cache(32)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a source ID looks like."""

    pattern: str = r"turn\d+[A-Za-z]+\d+"
    """A regular expression for a whole word."""

    def __post_init__(self) -> None:
        """Refuse what is no regular expression."""
        try:
            _compiled(self.pattern)
        except re.error as error:
            msg = f"pattern: expected a regular expression, got {self.pattern!r}"
            raise ValueError(msg) from error


@dataclass(frozen=True, slots=True)
class _Bare:
    """One bare ID with the locator behind it, if any."""

    name: str
    locator: str
    start: int
    id_end: int
    end: int


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each bare source ID."""
    spans = _candidates(ctx)
    if not spans:
        return
    bare = list(_bare(ctx, spans))
    names = list(dict.fromkeys(each.name for each in bare))
    known = None if ctx.sources is None else fetch(ctx.sources, names)
    for group in _groups(ctx.source, bare):
        bracket = _bracket(ctx.source, group)
        if bracket is None and len(group[0].name) < _LEAST_CHARS:
            continue
        fix = _fix(ctx, group, bracket, known)
        for each in group:
            message = (
                f"Unexpected source ID {show(each.name)} in the text, "
                "expected it in a marker"
            )
            yield Finding(
                codes.BARE_SOURCE_ID, message, each.start, each.id_end, fix=fix
            )


def _candidates(ctx: LintContext) -> list[Span]:
    """Return the words of the prose that look like a source ID, in order."""
    pattern = ctx.settings(Settings).pattern
    cited = {name for marker in ctx.markers for name in marker.source_ids}
    named = {name for name in cited if _is_mixed(name)}
    if isinstance(ctx.sources, SourceRegistry):
        named.update(filter(_is_mixed, ctx.sources.ids))
    search = _compiled(pattern)
    marked = {each.start for marker in ctx.markers for each in marker.citations}
    found = {
        Span(*match.span())
        for match in search.finditer(ctx.source)
        if match[0] and match.start() not in marked
    }
    others = [name for name in named if not search.fullmatch(name)]
    if others:
        found.update(
            Span(*match.span())
            for match in _words(others).finditer(ctx.source)
            if match[0] in named and match.start() not in marked
        )
    return list(_inside(sorted(found), ctx.prose)) if found else []


def _words(names: Iterable[str]) -> re.Pattern[str]:
    """Return what finds words that begin as *names* do."""
    heads = sorted({_DIGIT_RE.split(name, maxsplit=1)[0] for name in names})
    return _beginning(tuple(heads) if len(heads) <= _MOST_HEADS else ("",))


@lru_cache(32)
def _beginning(heads: Sequence[str]) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(map(re.escape, heads))})[A-Za-z0-9_-]+")


def _inside(spans: Sequence[Span], stretches: Sequence[Span]) -> Iterator[Span]:
    """Yield those of *spans* that are inside *stretches*; both ascend."""
    starts = [stretch.start for stretch in stretches]
    for span in spans:
        at = bisect_right(starts, span.start) - 1
        if at >= 0 and span.end <= stretches[at].end:
            yield span


def _is_mixed(name: str) -> bool:
    """Say whether *name* is no word and no number, and no locator."""
    return (
        any(map(str.isalpha, name))
        and any(map(str.isdigit, name))
        and not LINES.pattern.fullmatch(name)
    )


def _bare(ctx: LintContext, spans: Sequence[Span]) -> Iterator[_Bare]:
    """Yield those of *spans* that are visible words of their own, each once."""
    source = ctx.source
    hidden = [match.span() for match in _HIDDEN_RE.finditer(source)]
    starts = [start for start, _ in hidden]
    shown = _shown(ctx)
    done = 0
    for span in spans:
        name = span.of(source)
        at = bisect_right(starts, span.start) - 1
        if (
            span.start >= done
            and not (at >= 0 and span.start < hidden[at][1])
            and name in shown
        ):
            locator = _LOCATOR_RE.match(source, span.end)
            end = locator.end() if locator else span.end
            if _is_apart(source, span.start, end):
                done = end
                place = locator[1] if locator else ""
                yield _Bare(name, place, span.start, span.end, end)


def _is_apart(source: str, start: int, end: int) -> bool:
    """Say whether nothing that stands at *start* or *end* belongs to the word."""
    before = source[max(start - 2, 0) : start]
    return not (
        _BOUND_BEFORE_RE.match(before)
        if before.endswith(".")
        else _BOUND_BEFORE_RE.match(before[-1:])
    ) and not _BOUND_AFTER_RE.match(source, end)


def _shown(ctx: LintContext) -> str:
    """Return what a reader sees of the answer outside links and code."""
    shown: list[str] = []
    for block in ctx.blocks:
        links = 0
        for child in ctx.document.tokens[block.token].children or ():
            links += child.nesting * (child.type in ("link_open", "link_close"))
            if child.type == "text" and not links:
                shown.append(child.content)
    return "\n".join(shown)


def _groups(source: str, bare: Sequence[_Bare]) -> Iterator[list[_Bare]]:
    """Yield bare IDs together that follow each other like a list."""
    group: list[_Bare] = []
    for each in bare:
        if group:
            between = _BETWEEN_RE.match(source, group[-1].end, each.start)
            if between is None or between.end() != each.start:
                yield group
                group = []
        group.append(each)
    if group:
        yield group


def _bracket(source: str, group: Sequence[_Bare]) -> Span | None:
    """Return the span of *group* with the brackets that hold it alone."""
    start, end = group[0].start, group[-1].end
    found = None
    while start and end < len(source):
        if _BRACKETS.get(source[start - 1]) != source[end]:
            break
        start, end = start - 1, end + 1
        found = Span(start, end)
    return found


def _fix(
    ctx: LintContext,
    group: Sequence[_Bare],
    bracket: Span | None,
    known: Container[str] | None,
) -> Fix | None:
    """Return the edit that makes a marker of *group*, or removes it."""
    source = ctx.source
    span = bracket or Span(group[0].start, group[-1].end)
    if (bracket is None and not (known is not None and _trails(source, span))) or (
        bracket is not None and _is_link(source, bracket)
    ):
        return None
    kept = [each for each in group if known is None or each.name in known]
    text = _marker(ctx, kept) if kept else ""
    if text is None:
        return None
    edit = _edit(source, span, text)
    if edit is None:
        return None
    message = "Turn the source ID into a marker" if text else "Remove the source ID"
    return Fix(message, (edit,), Applicability.UNSAFE)


def _trails(source: str, span: Span) -> bool:
    """Say whether *span* ends a line, behind a sentence that is complete."""
    before = source[max(span.start - _WINDOW, 0) : span.start].rstrip(_BLANKS)
    return before[-1:] in CLOSING and _REST_RE.match(source, span.end) is not None


def _is_link(source: str, bracket: Span) -> bool:
    """Say whether Markdown reads, or might read, the brackets as part of a link."""
    return source[bracket.start] == "[" and (
        source[bracket.end : bracket.end + 1] in ("(", "[", ":")
        or source[max(bracket.start - 1, 0) : bracket.start] in ("]", "!", "\\")
        or f"{bracket.of(source)}:" in source
    )


def _edit(source: str, span: Span, text: str) -> Edit | None:
    """Return the replacement of *span*, with the blanks that go with it."""
    start, end = span.start, span.end
    line = max(source.rfind("\n", 0, start) + 1, start - _WINDOW)
    begin = len(source[line:start].rstrip(_BLANKS)) + line
    before, after = source[max(start - 1, 0) : start], source[end : end + 1]
    if not text and before and before == after and before in _DELIMITERS:
        return None
    if _LEAD_RE.fullmatch(source, line, start):
        while not text and source[end : end + 1] and source[end] in _BLANKS:
            end += 1
    elif text or not after.isalnum():
        start = begin
    return Edit(Span(start, end), text)


def _marker(ctx: LintContext, bare: Sequence[_Bare]) -> str | None:
    """Return the marker that cites *bare*, written as the answer writes its own.

    None where it would not be read so, by the dialect in use or for what is in an ID.
    """
    start, delimiter, stop = (
        spellings[0]
        for spellings in (CHARACTERS.start, CHARACTERS.delimiter, CHARACTERS.stop)
    )
    prefix = start + ctx.options.families[0] + delimiter
    for marker in ctx.markers:
        if marker.kind is MarkerKind.CITATION:
            first, last = marker.citations[0], marker.citations[-1]
            prefix = ctx.source[marker.start : first.start]
            stop = ctx.source[last.end : marker.end]
            delimiter = prefix.rpartition(marker.family)[2].strip()
            break
    fields = (field for each in bare for field in (each.name, each.locator) if field)
    text = prefix + delimiter.join(fields) + stop
    written = [
        (citation.source_id, citation.raw_locator or "")
        for marker in find_markers(text, ctx.options)
        if marker.raw == text
        for citation in marker.citations
    ]
    return text if written == [(each.name, each.locator) for each in bare] else None


_SOURCES = ({"source_id": "turn0file0", "title": "Staff handbook"},)

RULE = Rule(
    code=codes.BARE_SOURCE_ID,
    summary="Source IDs stand in markers only.",
    check=check,
    examples=(
        Example(
            bad="Three days are fine (turn0file0).",
            good="Three days are fine\ue200cite\ue202turn0file0\ue201.",
        ),
        Example(
            bad="Three days are fine. [turn0file0 L1-L2, turn9file9]",
            good="Three days are fine.\ue200cite\ue202turn0file0\ue202L1-L2\ue201",
            sources=_SOURCES,
        ),
        Example(
            bad="Three days are fine. turn9file9",
            good="Three days are fine.",
            sources=_SOURCES,
        ),
        Example(bad="See turn0file0 for details.", sources=_SOURCES),
        Example(good="Open `turn0file0` or https://example.org/turn0file0."),
    ),
    settings=Settings,
)
