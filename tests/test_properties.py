"""What holds for every answer, over generated ones.

``CITEMARK_EXAMPLES=5000`` runs each property that often, for a long look.
"""

from __future__ import annotations

import os
import re
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citemark import (
    Numbering,
    Options,
    Rendered,
    citations_plugin,
    extract_citations,
    lint,
    render,
    scan,
    strip_citations,
)
from citemark.model import MarkerKind
from tests.strategies import (
    DELIM,
    SOURCES,
    START,
    STOP,
    Piece,
    answers,
    broken_markers,
    markers,
    placed_answers,
    simple_markers,
    soup,
    words,
)

often = settings(max_examples=int(os.environ.get("CITEMARK_EXAMPLES", "200")))

_OUTPUTS = ("html", "markdown", "text")
_FAMILIES = ("cite", "filecite")
# Numbers that no generated answer holds: what shows them is a reference of ours.
_NUMBERED = Options(numbering=Numbering(start=7001))
_NUMBER_RE = re.compile(r"\[\^?(70[0-9]{2})\]")
_UNSEEN_RE = re.compile("[\ue200-\ue206\x80-\x84\x86-\x9f]")
_MARKER_CHARACTER_RE = re.compile("[\ue200-\ue206]")
_PERCENT_RE = re.compile(r"%EE%88%8|%C2%[89]", re.IGNORECASE)
_APART = "section[role=doc-bibliography], [popover], style, script"
_NOTEREF = "a[role=doc-biblioref]"
_NOTES_RE = re.compile(r"\n\n(?:Sources\n|\[\^70[0-9]{2}\]: )")
# Markdown's own characters come and go with their meaning; words do not.
_WORD_RE = re.compile(r"[^\W\d_]\w*")


def shown(answer: str, to: str) -> Rendered:
    return render(answer, SOURCES, to=to, options=_NUMBERED)


def words_of(text: str) -> list[str]:
    return _WORD_RE.findall(text)


def numbers_in(result: Rendered, to: str) -> list[int]:
    """Return the numbers of the references in the text, as a reader meets them."""
    if to == "html":
        links = BeautifulSoup(result.body, "html.parser").select(_NOTEREF)
        return [int(link.get_text().strip("[]")) for link in links]
    body = _NOTES_RE.split(result.body)[0]
    return [int(number) for number in _NUMBER_RE.findall(body)]


def prose_in(result: Rendered, to: str) -> str:
    """Return what a reader sees of the answer: no references, no list of sources."""
    if to == "html":
        page = BeautifulSoup(result.body, "html.parser")
        for apart in page.select(f"{_APART}, {_NOTEREF}"):
            apart.decompose()
        return page.get_text()
    return _NUMBER_RE.sub("", _NOTES_RE.split(f"\n\n{result.body}", maxsplit=1)[0])


def without_markers(answer: str) -> str:
    pieces, done = [], 0
    for marker in scan(answer):
        pieces.append(answer[done : marker.start])
        done = marker.end
    return "".join((*pieces, answer[done:]))


@often
@given(answers())
def test_nothing_leaks(piece: Piece) -> None:
    ids = {each for marker in scan(piece.text) for each in marker.source_ids}
    prose = without_markers(piece.text)
    for to in _OUTPUTS:
        body = shown(piece.text, to).body
        for text in (body, unescape(body), unquote(body)):
            assert _UNSEEN_RE.findall(text) == []
        assert _PERCENT_RE.findall(body) == []
        # An ID that stands bare in the prose is kept there.
        assert [each for each in ids if each in body and each not in prose] == []


@often
@given(soup)
def test_no_marker_character_leaks_from_any_text(answer: str) -> None:
    for to in _OUTPUTS:
        body = shown(answer, to).body
        for text in (body, unquote(body)):
            assert _MARKER_CHARACTER_RE.findall(text) == []


@often
@given(answers(markers))
def test_html_shows_the_words_of_the_answer_without_its_markers(piece: Piece) -> None:
    upstream = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    upstream.disable("image")
    bare = piece.bare.replace("![", "[")
    expected = BeautifulSoup(upstream.render(bare), "html.parser").get_text()
    answer = piece.text.replace("![", "[")
    assert words_of(prose_in(shown(answer, "html"), "html")) == words_of(expected)


@often
@given(soup)
def test_text_keeps_every_word_of_any_answer(answer: str) -> None:
    prose = prose_in(shown(answer, "text"), "text")
    assert words_of(prose) == words_of(without_markers(answer))


@often
@given(answers())
def test_markdown_shows_the_words_that_html_shows(piece: Piece) -> None:
    upstream = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    body = _NOTES_RE.split(f"\n\n{shown(piece.text, 'markdown').body}")[0]
    page = upstream.render(_NUMBER_RE.sub("", body))
    again = BeautifulSoup(page, "html.parser").get_text()
    assert words_of(again) == words_of(prose_in(shown(piece.text, "html"), "html"))


@often
@given(st.one_of(answers().map(lambda piece: piece.text), soup))
def test_every_marker_ends_as_a_reference_or_a_diagnostic(answer: str) -> None:
    result = shown(answer, "text")
    cited = {citation.start for citation in result.citations}
    reported = [(found.start, found.end) for found in result.diagnostics]
    for marker in scan(result.answer):
        assert marker.start in cited or any(
            start < marker.end and marker.start < end for start, end in reported
        )


@often
@given(st.one_of(answers().map(lambda piece: piece.text), soup))
def test_every_noteref_is_printed_once(answer: str) -> None:
    for to in _OUTPUTS:
        result = shown(answer, to)
        expected = sorted(
            noteref.number
            for reference in result.references
            for noteref in reference.noterefs
        )
        assert sorted(numbers_in(result, to)) == expected


@often
@given(answers())
def test_numbers_agree_between_outputs(piece: Piece) -> None:
    html, markdown, text = (numbers_in(shown(piece.text, to), to) for to in _OUTPUTS)
    assert html == markdown
    assert html == text


@often
@given(soup)
def test_scanned_markers_are_disjoint_ascending_and_exact(answer: str) -> None:
    found = scan(answer)
    for marker in found:
        assert marker.raw == answer[marker.start : marker.end]
        assert marker.start < marker.end
        for citation in marker.citations:
            assert marker.start < citation.start < citation.end < marker.end
            assert answer[citation.start :].startswith(citation.source_id)
    for before, after in pairwise(found):
        assert before.end <= after.start
    assert _MARKER_CHARACTER_RE.findall(without_markers(answer)) == []


# The published helper in the words of the grammar: the smallest closed marker, split
# at the delimiters, trimmed, empty fields dropped, a locator only as the last field.
def published_helper(text: str, families: tuple[str, ...]) -> list[dict[str, object]]:
    names = "|".join(map(re.escape, families))
    found: list[dict[str, object]] = []
    for match in re.finditer(
        f"{START}({names}){DELIM}(.*?){STOP}", text, flags=re.DOTALL
    ):
        fields = [field.strip() for field in match[2].split(DELIM)]
        fields = [field for field in fields if field]
        locator = None
        if len(fields) > 1 and re.fullmatch(r"L\d+(-L\d+)?", fields[-1]):
            locator = fields.pop()
        ids = [field for field in fields if re.fullmatch(r"[A-Za-z0-9_-]+", field)]
        if ids:
            found.append(
                {
                    "raw": match[0],
                    "family": match[1],
                    "source_ids": ids,
                    "locator": locator,
                    "start": match.start(),
                    "end": match.end(),
                }
            )
    return found


@st.composite
def padded_markers(draw: st.DrawFn) -> str:
    """Well-formed markers with white space around their fields, and empty fields."""
    marker = draw(simple_markers())
    for _ in range(draw(st.integers(0, 3))):
        blank = draw(st.sampled_from(("", " ", "\n", "\t ", "\r\n")))
        at = draw(st.sampled_from([m.start() for m in re.finditer(DELIM, marker)]))
        marker = f"{marker[:at]}{DELIM}{blank}{marker[at + 1 :]}"
    return marker


@often
@given(st.lists(st.one_of(words, padded_markers()), max_size=12).map(" ".join))
def test_extract_and_strip_equal_the_published_helper(text: str) -> None:
    expected = published_helper(text, _FAMILIES)
    found = extract_citations(text, families=_FAMILIES)
    assert found == expected
    stripped = re.sub(
        f"{START}(?:cite|filecite){DELIM}.*?{STOP}", "", text, flags=re.DOTALL
    )
    assert strip_citations(text, found) == stripped


@often
@given(answers(st.one_of(markers, broken_markers)))
def test_extract_gives_the_markers_that_cite(piece: Piece) -> None:
    spans = [(found["start"], found["end"]) for found in extract_citations(piece.text)]
    assert spans == [
        (marker.start, marker.end)
        for marker in scan(piece.text, families=("cite",))
        if marker.kind is MarkerKind.CITATION
    ]


@often
@given(st.one_of(answers().map(lambda piece: piece.text), soup))
def test_the_same_answer_gives_the_same_bytes(answer: str) -> None:
    for to in _OUTPUTS:
        first, second = shown(answer, to), shown(answer, to)
        assert first == second
    assert lint(answer, SOURCES) == lint(answer, SOURCES)


@often
@given(soup)
def test_lint_points_into_the_answer(answer: str) -> None:
    for found in lint(answer, SOURCES):
        assert 0 <= found.start < found.end <= len(answer)
        lines = re.split(r"\r\n|\n|\r", answer[: found.start])
        assert (found.line, found.column) == (len(lines), len(lines[-1]) + 1)


@often
@given(soup.map(lambda text: _MARKER_CHARACTER_RE.sub("", text)))
def test_without_markers_the_plugin_gives_upstreams_tokens(answer: str) -> None:
    upstream = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    ours = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    ours.use(citations_plugin)
    assert ours.parse(answer) == upstream.parse(answer)
    assert ours.render(answer) == upstream.render(answer)


@often
@given(placed_answers())
def test_markdown_and_text_replace_markers_in_place(piece: Piece) -> None:
    numbers: dict[str, int] = {}
    for to, mark in (("markdown", "^"), ("text", "")):
        expected, done = "", 0
        for found in extract_citations(piece.text, families=_FAMILIES):
            expected += piece.text[done : found["start"]]
            for source_id in dict.fromkeys(found["source_ids"]):
                number = numbers.setdefault(source_id, 7001 + len(numbers))
                expected += f"[{mark}{number}]"
            done = found["end"]
        expected += piece.text[done:]
        # Before a call, an exclamation mark begins an image to some engines.
        expected = re.sub(r"(?<!\\)!(?=\[\^70)", r"\\!", expected)
        assert _NOTES_RE.split(shown(piece.text, to).body)[0] == expected
