"""What the case tests share: their inputs, the table of cases, a reading of output."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from citemark import Options, Rendered, SourceRegistry, render, scan
from citemark.render.labels import labels_for

START, STOP, DELIM = "\ue200", "\ue201", "\ue202"

_ANSWERS = Path(__file__).with_name("answers.jsonl")
_UNSEEN_RE = re.compile("[\ue200-\ue206\x00\x7f-\x84\x86-\x9f]")
_NUMBER_RE = re.compile(r"\[[0-9]+\]")
_MARKER_RE = re.compile("\ue200[^\ue200\ue201]*\ue201")
_APART = "section[role=doc-bibliography], [popover], style, script"

_Test = TypeVar("_Test", bound=Callable[..., None])


@dataclass(frozen=True, slots=True)
class Given:
    """The input of one case: its answer, or several, and the records of its sources."""

    answers: tuple[str, ...]
    sources: tuple[Mapping[str, object], ...]

    @property
    def answer(self) -> str:
        """The only answer."""
        (answer,) = self.answers
        return answer


def _read_answers() -> dict[str, Given]:
    found = {}
    for line in _ANSWERS.read_text("utf-8").splitlines():
        row = json.loads(line)
        answers = [row["input"]] if isinstance(row["input"], str) else row["input"]
        found[row["id"]] = Given(tuple(answers), tuple(row["sources"]))
    return found


GIVEN = _read_answers()
CASES: dict[str, list[str]] = {}
"""Case ID → names of the tests that cover it."""


def case(*case_ids: str) -> Callable[[_Test], _Test]:
    """Run the test once for each of *case_ids*, with its input as ``given``."""

    def register(test: _Test) -> _Test:
        for case_id in case_ids:
            CASES.setdefault(case_id, []).append(test.__qualname__)
        params = [pytest.param(GIVEN[case_id], id=case_id) for case_id in case_ids]
        run: _Test = pytest.mark.parametrize("given", params)(test)
        return run

    return register


def cite(*fields: str) -> str:
    """Return a well-formed marker with *fields*."""
    return START + DELIM.join(("cite", *fields)) + STOP


class Page:
    """Markup as a reader, a screen reader or a link checker meets it."""

    def __init__(self, markup: str) -> None:
        """Parse *markup*; ``answer`` is all but the list of sources and its cards."""
        self.markup = markup
        self.soup = BeautifulSoup(markup, "html.parser")
        self.answer = BeautifulSoup(markup, "html.parser")
        for apart in self.answer.select(_APART):
            apart.decompose()

    @property
    def prose(self) -> str:
        """The visible text of the answer without its list of sources."""
        lines = self.answer.get_text().split("\n")
        return "\n".join(line for line in lines if line.strip())

    @property
    def noterefs(self) -> list[Tag]:
        """The links in the text that lead to the list."""
        return list(self.soup.select("a[role=doc-biblioref]"))

    @property
    def numbers(self) -> list[str]:
        """What the noterefs show, in order."""
        return [link.get_text() for link in self.noterefs]

    @property
    def entries(self) -> list[Tag]:
        """The list of sources."""
        return list(self.soup.select("section[role=doc-bibliography] > ol > li"))

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [str(tag["id"]) for tag in self.soup.select("[id]")]

    def texts(self, selector: str) -> list[str]:
        """Return the text of every element of the answer that *selector* finds."""
        return [tag.get_text() for tag in self.answer.select(selector)]

    def links(self, selector: str = "a[href]") -> list[str]:
        """Return every ``href``, noterefs and list included."""
        return [str(tag["href"]) for tag in self.soup.select(selector)]

    def prose_links(self) -> list[str]:
        """Return the ``href`` of each link in the answer that is no noteref."""
        return [
            str(tag["href"])
            for tag in self.answer.select("a[href]:not([role=doc-biblioref])")
        ]


def backlinks(entry: Tag) -> list[Tag]:
    """Return the links of *entry* back into the text."""
    return list(entry.select("a[role=doc-backlink]"))


def shown(entry: Tag) -> str:
    """Return the text of *entry*, white space collapsed."""
    return " ".join(entry.get_text(" ").split())


def entry_of(page: Page, noteref: Tag) -> Tag:
    """Return the entry that *noteref* leads to, or leads into."""
    (target,) = page.soup.select(f"[id='{str(noteref['href'])[1:]}']")
    (entry,) = (
        entry
        for entry in page.entries
        if any(entry is outer for outer in (target, *target.parents))
    )
    return entry


def source_links(entry: Tag) -> list[str]:
    """Return where the links of *entry* to its source lead."""
    return [str(tag["href"]) for tag in entry.select("a[href]:not([role])")]


def follows(tag: Tag) -> str:
    """Return the text of the element right after *tag*, if nothing is between."""
    following = tag.next_sibling
    return following.get_text() if isinstance(following, Tag) else ""


def names(rendered: Rendered) -> list[str]:
    """Return the names of the diagnostics, in order."""
    return [diagnostic.name for diagnostic in rendered.diagnostics]


def to_html(given: Given, options: Options | None = None) -> tuple[Rendered, Page]:
    """Render the answer to HTML and check what holds for every case."""
    rendered = render(given.answer, given.sources, options=options)
    page = Page(text_of(rendered))
    check_page(page)
    check_hidden(given.answer, page.markup)
    again = render(given.answer, given.sources, options=options)
    assert text_of(again) == page.markup, "the same input gives the same bytes"
    check_agreement(given, page, options)
    return rendered, page


def to_markdown(given: Given, options: Options | None = None) -> str:
    """Render the answer to Markdown and check that nothing leaks."""
    rendered = render(given.answer, given.sources, to="markdown", options=options)
    check_hidden(given.answer, text_of(rendered))
    return text_of(rendered)


def to_text(given: Given, options: Options | None = None) -> str:
    """Render the answer to plain text and check that nothing leaks."""
    rendered = render(given.answer, given.sources, to="text", options=options)
    check_hidden(given.answer, text_of(rendered))
    return text_of(rendered)


def text_of(rendered: Rendered) -> str:
    """Return the body, which is text in every output tested here."""
    assert isinstance(rendered.body, str)
    return rendered.body


def reparsed(markdown: str, *, footnotes: bool = True) -> Page:
    """Return what other software makes of *markdown*: raw HTML on, footnotes on."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    if footnotes:
        parser.use(footnote_plugin)
    return Page(str(parser.render(markdown)))


def registry(given: Given) -> SourceRegistry:
    """Return the sources of the case as a registry."""
    return SourceRegistry(given.sources)


def check_page(page: Page) -> None:
    """Check ids, links and the pairing of noterefs with backlinks."""
    repeated = [name for name, count in Counter(page.ids).items() if count > 1]
    assert repeated == []
    assert all(re.fullmatch(r"[^\s\"'%<>&]+", name) for name in page.ids)
    inner = [unquote(link[1:]) for link in page.links() if link.startswith("#")]
    assert [target for target in inner if target not in page.ids] == []
    assert page.soup.select("a a, code a[role=doc-biblioref]") == []
    for link in page.noterefs:
        back = [str(way["href"])[1:] for way in backlinks(entry_of(page, link))]
        assert str(link["id"]) in back
    back_total = sum(len(backlinks(entry)) for entry in page.entries)
    assert back_total == len(page.noterefs)
    assert bool(page.entries) == bool(page.noterefs)


def check_agreement(given: Given, page: Page, options: Options | None) -> None:
    """Check that Markdown and text show the numbers that HTML shows, in that order."""
    heading = labels_for(options or Options())["sources"]
    text = to_text(given, options).split(f"\n\n{heading}\n")[0]
    if not _NUMBER_RE.search(_MARKER_RE.sub("", given.answer)):
        assert _NUMBER_RE.findall(text) == page.numbers, "text"
    if "[^" not in given.answer:
        again = reparsed(to_markdown(given, options))
        calls = again.texts("sup.footnote-ref a")
        # The second call of note 1 reads ``[1:1]``.
        numbers = [re.sub(r":[0-9]+", "", call) for call in calls]
        start = options.numbering.start if options else 1
        wanted = [f"[{int(number[1:-1]) - start + 1}]" for number in page.numbers]
        assert numbers == wanted, "Markdown"


def check_hidden(answer: str, output: str) -> None:
    """Check that *output* has no marker character and no source ID of a marker."""
    for text in (output, unescape(output), unquote(output)):
        assert _UNSEEN_RE.findall(text) == []
    assert re.findall(r"%EE%88%8|%C2%[89]|&#x?e20", output, re.IGNORECASE) == []
    prose = _MARKER_RE.sub("", answer)
    for marker in scan(answer):
        for source_id in marker.source_ids:
            # A short ID is a word of the prose as well, and proves nothing.
            if len(source_id) > len("turn0") and source_id not in prose:
                assert source_id not in output
