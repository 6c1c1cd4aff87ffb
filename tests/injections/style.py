"""Markers that are well placed for Markdown and badly for readers: CM121 to CM133."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from citemark import codes
from citemark.diagnostic import Code
from citemark.spans import Span, apply_edits
from tests.injections.page import (
    CLOSERS,
    DELIM,
    START,
    STOP,
    STOPS,
    Block,
    Fault,
    Injector,
    Mark,
    Page,
    around,
    every,
    flag,
    forms,
    put,
    swap,
)

_MARKUP = "*_`~|>#\\"
_SENTENCE_END_RE = re.compile(
    # A word of some length before a stop: no abbreviation, initial or number.
    r"(?:(?<=[^\W\d_A-Z]{4})|(?<=[0-9]{3})|(?<=[%)]))[.!?؟](?= [^\W\d_a-z])"
    r"|।(?= )|[。！？](?=[^\W\d_])"
)
_MAY_END_RE = re.compile(r"[.!?…؟](?=[\W_])|[।。！？]")
_ITEM_RE = re.compile(r"[ ]*(?:[-*+]|([0-9]+)([.)])) ")
_LONG, _LONG_CJK = 660, 280
_SHORT, _SHORT_CJK = 330, 120
_SHORT_SENTENCE, _SHORT_CJK_SENTENCE = 180, 70
_LISTS = {
    "ar": "المصادر",
    "de": "Quellen",
    "es": "Fuentes",
    "fr": "Sources",
    "hi": "स्रोत",
    "ja": "参考文献",
    "ko": "출처",
    "zh": "参考资料",
}


def _before_punctuation(page: Page) -> Iterator[Fault]:
    """Before all closing punctuation, and before its last character."""
    for mark in page.marks:
        end = page.gap(mark)
        start = len(page.text[:end].rstrip(CLOSERS))
        if start == end or page.text[start - 1] in _MARKUP:
            continue
        for at in {start, end - 1}:
            if _closes(page.text[at:end], page, mark) and page.is_plain(at):
                yield page.moved(mark, at)
                if not page.is_cjk and page.text[at - 1] != " ":
                    yield page.moved(mark, at, " ")


def _closes(closing: str, page: Page, mark: Mark) -> bool:
    """Say whether *closing* ends a sentence or block, not only brackets in it."""
    return bool(set(closing) & set(STOPS + ",;:，；：،؛")) or (
        page.text[mark.end : mark.end + 1] in ("", "\n")
    )


def _after_punctuation(page: Page) -> Iterator[Fault]:
    """The style asks for markers before punctuation; nothing is changed."""
    for mark in page.marks:
        before = page.text[: page.gap(mark)]
        word = before.rstrip(STOPS + ",;:，；：")
        if word != before and word[-1] not in _MARKUP:
            yield page.fault(
                *around(Span(mark.start, mark.end)),
                rules={"punctuation-side": {"side": "before"}},
            )


def _wide_before(page: Page) -> Iterator[Fault]:
    for mark in page.marks:
        before = page.text[: page.gap(mark)].rstrip("*”")[-1]
        blanks = (" ", "  ") if before >= "\u3000" and page.is_cjk else ("  ", " \xa0")
        for blank in blanks:
            yield page.fault(swap(page.gap(mark), mark.end, blank + flag(mark.raw)))


def _wrong_behind(page: Page) -> Iterator[Fault]:
    """A missing, doubled or (in Chinese and Japanese) any space behind a marker."""
    for mark in page.marks:
        rest = page.text[mark.end : mark.end + 2]
        flagged = around(Span(mark.start, mark.end))
        if rest.startswith(" ") and rest[1:] not in ("", "\n", "|"):
            yield page.fault(*flagged, put(mark.end, " "))
            if rest[1].isalnum():
                yield page.fault(*flagged, swap(mark.end, mark.end + 1, ""))
        elif page.is_cjk and rest[:1].isalpha() and not rest[0].isascii():
            yield page.fault(*flagged, put(mark.end, " "))


def _glued(page: Page) -> Iterator[Fault]:
    """Between two words, in place of their space."""
    if page.is_cjk or page.language == "ko":
        return
    for block, mark in page.ended:
        if block.kind == "paragraph":
            for at in every(page.gaps(block.start, page.gap(mark)), 2):
                yield page.fault(page.cut(mark), swap(at, at + 1, flag(mark.raw)))


def _wide_between(page: Page) -> Iterator[Fault]:
    for mark in page.marks:
        other = f"{START}cite{DELIM}{page.marks[0].cites[0].name}{STOP}"
        yield page.replaced(mark, flag(f"{mark.raw}  {other}"))


def _alone(page: Page) -> Iterator[Fault]:
    """In a line, paragraph and list item of its own."""
    for block, mark in page.ended:
        prefix = "> " if "blockquote" in block.path else ""
        indent = page.indent(block.last)
        yield _behind(page, mark, f"\n{indent}{prefix}")
        yield _behind(page, mark, f"\n{prefix.rstrip()}\n{indent}{prefix}")
        item = _ITEM_RE.match(page.text, page.starts[block.first])
        if item and "list_item" in block.path:
            number = item[1] and f"{int(item[1]) + 1}{item[2]} "
            lead = len(item[0]) - len(item[0].lstrip())
            yield _behind(page, mark, f"\n{item[0][:lead]}{number or '- '}")


def _behind(page: Page, mark: Mark, text: str) -> Fault:
    return page.fault(swap(page.gap(mark), mark.end, text + flag(mark.raw)))


def _grouped(page: Page) -> Iterator[Fault]:
    """All at the end: of the text, in a paragraph, and as a list of sources."""
    cuts = [page.cut(mark) for mark in page.marks]
    end = len(page.text.rstrip())
    raws = list(dict.fromkeys(mark.raw for mark in page.marks))
    last = page.blocks[-1]
    if last.kind == "paragraph" and last.end == end:
        yield page.fault(*cuts, put(end, flag("".join(raws))))
    yield page.fault(*cuts, put(end, "\n\n" + flag("".join(raws))))
    yield page.fault(*cuts, put(end, "\n\n" + flag(" ".join(raws))))
    name = _LISTS.get(page.language, "Sources")
    for title, bullet in ((f"## {name}", "- "), (f"**{name}**", "1. ")):
        items = flag(f"\n{bullet}".join(raws))
        yield page.fault(*cuts, put(end, f"\n\n{title}\n\n{bullet}{items}"))


def _inside_paragraphs(page: Page) -> Iterator[Fault]:
    for block, mark in page.ended:
        text = page.text[block.start : block.end]
        if len(text) < (_SHORT_CJK if page.is_cjk else _SHORT):
            for at in every(_with_words_behind(page, block.start, mark), 3):
                yield page.moved(mark, at)


def _inside_sentences(page: Page) -> Iterator[Fault]:
    most = _SHORT_CJK_SENTENCE if page.is_cjk else _SHORT_SENTENCE
    for block, mark in page.ended:
        ends = _sentence_ends(page, block.start, page.gap(mark) - 1)
        start = ends[-1] if ends else block.start
        if page.gap(mark) - start < most:
            for at in every(_with_words_behind(page, start, mark), 3):
                yield page.moved(mark, at)


def _with_words_behind(page: Page, start: int, mark: Mark) -> Sequence[int]:
    """Return the ends of words from *start* to *mark* that do not end their line."""
    places = page.gaps(start, page.gap(mark))
    return [at for at in places if page.text.find("\n", at, at + 8) < 0]


def _sentence_ends(page: Page, start: int, end: int) -> list[int]:
    return [
        match.end()
        for match in _SENTENCE_END_RE.finditer(page.text, start, end)
        if page.is_plain(match.end())
    ]


def _far_behind(page: Page) -> Iterator[Fault]:
    """Paragraphs become one, with all their markers at its end."""
    texts = [block for block in page.paragraphs if not block.path]
    for at in range(len(texts)):
        last, size = at, 0
        while last < len(texts) and size < (_LONG_CJK if page.is_cjk else _LONG):
            size += _size(page, _bare(page, texts[last]))
            last += 1
        joined = texts[at:last]
        marks = [mark for block in joined for mark in page.in_block(block)]
        names = {cite.name for mark in marks for cite in mark.cites}
        if last < len(texts) and len(names) > 1:
            text = ("" if page.is_cjk else " ").join(
                _bare(page, each) for each in joined
            )
            raws = "".join(mark.raw for mark in marks)
            yield page.fault(
                swap(joined[0].start, joined[0].end, text + flag(raws)),
                *(swap(block.start, block.end, "") for block in joined[1:]),
            )


def _size(page: Page, text: str) -> int:
    """Return how long *text* is; of Chinese and Japanese only their letters count."""
    return sum(char >= "\u3000" for char in text) if page.is_cjk else len(text)


def _bare(page: Page, block: Block) -> str:
    """Return the text of *block* without its markers."""
    text, done = "", block.start
    for mark in page.in_block(block):
        text += page.text[done : page.gap(mark)]
        done = mark.end
    return text + page.text[done : block.end]


def _twice(page: Page) -> Iterator[Fault]:
    """The same marker again, and the same ID again in one marker."""
    for mark in page.marks:
        for between in ("", " "):
            yield page.replaced(mark, mark.raw + between + flag(mark.raw))
        first = mark.cites[0]
        again = page.text[first.start : first.end]
        yield page.replaced(mark, flag(f"{mark.raw[:-1]}{DELIM}{again}{STOP}"))


def _again_and_again(page: Page) -> Iterator[Fault]:
    """Three sentences in a row cite the same, in one paragraph or in two joined."""
    for block, following in pairwise(page.paragraphs):
        name = page.nearest(block.end).cites[0].name
        raw = f"{START}cite{DELIM}{name}{STOP}"
        for joined in ((block,), (block, following)):
            bare = [_bare(page, each) for each in joined]
            text = ("" if page.is_cjk else " ").join(bare)
            if any(each.path for each in joined) or set(text) & set(_MARKUP + "[<$"):
                continue
            gone = [swap(each.start, each.end, "") for each in joined[1:]]
            for places in _in_a_row(text):
                puts = map(put, places, (raw, raw, flag(raw)))
                spoilt = apply_edits(text, puts)
                yield page.fault(swap(block.start, block.end, spoilt), *gone)


def _in_a_row(text: str) -> Iterator[Sequence[int]]:
    """Yield the ends of three sentences with no doubtful end between them."""
    ends = [match.end() for match in _SENTENCE_END_RE.finditer(text)]
    ends += [len(text)] if text[-1] in STOPS else []
    for places in zip(ends, ends[1:], ends[2:], strict=False):
        if len(_MAY_END_RE.findall(text, places[0], places[2] - 1)) == 1:
            yield places


def _too_many(page: Page) -> Iterator[Fault]:
    """Four sources, in one marker and in several."""
    for mark in page.marks:
        names = [mark.cites[0].name, "turn0a1", "turn0b2", "turn0c3"]
        yield page.replaced(mark, flag(f"{START}cite{DELIM}{DELIM.join(names)}{STOP}"))
        raws = [f"{START}cite{DELIM}{name}{STOP}" for name in names]
        yield page.replaced(mark, flag("".join(raws)))


def _in_headings(page: Page) -> Iterator[Fault]:
    """At the end of a heading, with and without a space, and inside it."""
    for block in page.of_kind("heading"):
        end = page.ends[block.first]
        mark = page.nearest(end)
        yield page.moved(mark, end)
        yield page.moved(mark, end, " ")
        for at in every(page.gaps(block.start, end), 2):
            yield page.moved(mark, at)


def _with_another(page: Page) -> Iterator[Fault]:
    for mark in page.marks:
        for extra in ("turn9file9", f"turn9file9{DELIM}L1-L2"):
            yield page.replaced(mark, flag(f"{mark.raw[:-1]}{DELIM}{extra}{STOP}"))


def _beside_another(page: Page) -> Iterator[Fault]:
    other = f"{START}cite{DELIM}turn9file9{STOP}"
    for mark in page.marks:
        yield page.replaced(mark, flag(mark.raw + other))
        yield page.replaced(mark, flag(f"{other} {mark.raw}"))
    for left, right in pairwise(page.marks):
        both = swap(right.start, right.end, flag(left.raw + right.raw))
        yield page.fault(page.cut(left), both)


INJECTORS: Mapping[Code, Injector] = {
    codes.PUNCTUATION_SIDE: forms(_before_punctuation, _after_punctuation),
    codes.MARKER_SPACING: forms(_wide_before, _wrong_behind, _glued, _wide_between),
    codes.LONE_MARKER: _alone,
    codes.GROUPED_AT_END: _grouped,
    codes.MARKER_MID_PARAGRAPH: _inside_paragraphs,
    codes.DISTANT_MARKER: _far_behind,
    codes.MARKER_MID_SENTENCE: _inside_sentences,
    codes.REPEATED_CITATION: _twice,
    codes.REPEATED_SOURCE: _again_and_again,
    codes.TOO_MANY_SOURCES: _too_many,
    codes.MARKER_IN_HEADING: _in_headings,
    codes.SEVERAL_SOURCES: _with_another,
    codes.ADJACENT_MARKERS: _beside_another,
}
