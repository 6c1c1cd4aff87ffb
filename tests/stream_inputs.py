"""What streams are tested with: answers, and ways to cut them into deltas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TypeAlias

from hypothesis import strategies as st

from citemark import Numbering, Options, Rendered, StreamRenderer, render
from citemark.answer import find_markers
from citemark.sources import Sources
from tests.misplaced import misplaced_answers
from tests.strategies import KNOWN_IDS, SOURCES, answers, any_markers, soup
from tests.stream_client import Client

_SHORT = 5

Delta: TypeAlias = str | bytes

# Lines that begin, go on, or end blocks of every kind, and what looks like it.
_PLAIN = ("", "", "", "a", "b **c", "c** d", "a  ", "a\\", "\\", "`c", "d`", "**", "*")
_INDENTED = ("    x", "\tx", "  y", "   c", "     deep", "\u00a0", "\u2003z")
_LISTS = (
    "- i",
    "-",
    "- ",
    "* i",
    "+ i",
    "1. n",
    "2. n",
    "1)",
    "  - s",
    "10. z",
    "- a\\",
)
_QUOTES = ("> q", ">", "> - qi", "> ```", ">     c", "- > q", "> | a |", "> |---|")
_CODE = ("```", "```py", "~~~", "````", "-   ```", "1. ```", "  ```")
_HEADINGS = ("# H", "#", "## H ##", "===", "---", "***", "- - -", "--", "=", "- # h")
_HTML = ("<div>", "</div>", "<!-- c", "-->", "<pre>", "</pre>", "<script>", "</script>")
_TAGS = (
    "<b>x</b>",
    "<x-y>",
    "<?p",
    "?>",
    "<a",
    'href="x">t</a>',
    "<details>",
    "&am",
    "p;",
)
_TABLES = ("| a | b |", "|---|---|", "| 1 | 2 |", "a | b", "--|--", "|-|", "|", "| x")
_NESTED_TABLES = ("- | a |", "  |---|")
_LINKS = ("[foo]", "[bar][foo]", "_x_", "[l](https://e.example/x", ") <https://e.exa")
_DEFINITIONS = ("[foo]: /u", "[foo]:", '/u "t', 't"', "'t'", "[bar]: <x", "y>", "[fo")
_FOOTNOTES = ("o]: /u", "[^1]: fn", "[^1]", "    fn cont", "x[^1]", "[^2]: - x")
_MATH = ("$$", "$x$", "$y", "z$", "\\(q\\)", "\\[", "\\]", "- [ ] t", "- [x]", "\\(")
LINES = (
    *_PLAIN,
    *_INDENTED,
    *_LISTS,
    *_QUOTES,
    *_CODE,
    *_HEADINGS,
    *_HTML,
    *_TAGS,
    *_TABLES,
    *_NESTED_TABLES,
    *_LINKS,
)
MORE_LINES = (*LINES, *_DEFINITIONS, *_FOOTNOTES, *_MATH, *_DEFINITIONS, *_FOOTNOTES)
# Characters of several code points or code units, and those that no output may hold.
_CHARACTERS = (
    "👩‍👩‍👧",
    "e\u0301",
    "🇫🇷",
    "🚀",
    "क्षि",
    "\x00",
    "\ud83d",
    "\u2028",
    "\uf8ff",
)

OPTIONS: tuple[Options, ...] = (
    Options(),
    Options(footnotes=True),
    Options(dollarmath=True),
    Options(tasklists=True),
    Options(grouped=True),
    Options(on_unresolved="mark"),
    Options(heading_ids=True),
    Options(raw_html="escape"),
    Options(hover_cards=False),
    Options(excerpt="none"),
    Options(sanitize="always"),
    Options(sanitize="always", sanitizer="bleach"),
    Options(sanitizer="bleach"),
    Options(linkify=True),
    Options(numbering=Numbering(start=5)),
    Options(numbering=Numbering(assigned={KNOWN_IDS[1]: 2, "elsewhere": 7})),
    Options(cjk_emphasis=True, language="ja", locate="auto"),
    Options(
        language="ar", private_use="keep", images="allow", image_hosts=("e.example",)
    ),
    Options(strip=True),
    Options(
        footnotes=True, dollarmath=True, tasklists=True, heading_ids=True, linkify=True
    ),
)
THEMES = ("base", "chat", "academic")


@st.composite
def block_soup(draw: st.DrawFn, lines: Sequence[str] = LINES) -> str:
    """Return lines of blocks, some of them with markers."""
    line = st.sampled_from(lines)
    marked = st.tuples(line, any_markers).map("".join)
    found = draw(st.lists(st.one_of(line, line, line, marked), min_size=1, max_size=9))
    return "\n".join(found) + draw(st.sampled_from(("", "\n", "\n\n")))


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Return an answer of any kind, with line ends of any kind."""
    text = draw(
        st.one_of(
            answers().map(lambda piece: piece.text),
            misplaced_answers(),
            soup,
            block_soup(),
            block_soup(MORE_LINES),
        )
    )
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(_CHARACTERS)) + text[at:]
    return text.replace("\n", draw(st.sampled_from(("\n", "\n", "\n", "\r\n", "\r"))))


def cut(text: Delta, sizes: Sequence[int]) -> list[Delta]:
    """Return *text* in deltas of *sizes*, over and over."""
    ends, done = cycle(sizes), 0
    deltas: list[Delta] = []
    while done < len(text):
        size = next(ends)
        deltas.append(text[done : done + size])
        done += size
    return deltas


def as_bytes(text: str, sizes: Sequence[int]) -> list[Delta]:
    """Return the UTF-8 of *text* in deltas, cut anywhere."""
    return cut(text.encode(errors="replace"), sizes)


def as_utf_16(text: str, sizes: Sequence[int]) -> list[Delta]:
    """Return *text* as a program cuts it that counts UTF-16 code units."""
    units = text.encode("utf-16-le", "surrogatepass")
    return [
        bytes(delta).decode("utf-16-le", "surrogatepass")
        for delta in cut(units, [2 * size for size in sizes])
        if isinstance(delta, bytes)
    ]


CUTS: tuple[Callable[[str, Sequence[int]], list[Delta]], ...] = (
    cut,
    as_utf_16,
    as_bytes,
)
# One character each, small and large ones, all at once, some empty ones between.
_SIZES = st.one_of(
    st.just([1]),
    st.lists(st.integers(1, 9), min_size=1, max_size=6),
    st.lists(st.integers(0, 60), min_size=1, max_size=4).filter(any),
    st.just([10_000]),
)


@dataclass(frozen=True, slots=True)
class Feed:
    """An answer, and the deltas that it comes in."""

    text: str
    deltas: tuple[Delta, ...]


@st.composite
def feeds(draw: st.DrawFn, text: st.SearchStrategy[str] | None = None) -> Feed:
    """Return an answer cut in some way."""
    whole = draw(texts() if text is None else text)
    way = draw(st.sampled_from(CUTS))
    if way is as_bytes:  # No UTF-8 has a lone surrogate in it.
        whole = whole.encode(errors="replace").decode()
    return Feed(whole, tuple(way(whole, draw(_SIZES))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a message is streamed, and rendered to compare it."""

    theme: str = "base"
    options: Options = OPTIONS[0]
    prefix: str = "m1"
    stable: bool = False
    sources: Sources = SOURCES

    def open(self, *, late: bool = False) -> StreamRenderer:
        """Return a new stream, without its sources if they are to come *late*."""
        return StreamRenderer(
            None if late else self.sources,
            theme=self.theme,
            options=self.options,
            id_prefix=self.prefix,
            stable=self.stable,
        )

    def render(self, text: str) -> Rendered:
        """Return the one-shot result."""
        return render(
            text,
            self.sources,
            theme=self.theme,
            options=self.options,
            id_prefix=self.prefix,
        )

    def hidden(self, text: str) -> set[str]:
        """Return the source IDs in *text* that are not in the one-shot result."""
        body = self.render(text).body
        markers = find_markers(text, self.options)
        found = {each for marker in markers for each in marker.source_ids}
        # A short one is part of some word, and proves nothing.
        return {each for each in found if len(each) >= _SHORT and each not in body}

    def stream(self, text: str, deltas: Iterable[Delta]) -> tuple[Client, Rendered]:
        """Stream *text* as *deltas*: return what a reader and the server have of it."""
        stream, client = self.open(), Client(hidden=self.hidden(text))
        for delta in deltas:
            client.apply(stream.feed(delta))
        client.apply(stream.finish(), "finish")
        return client, stream.rendered

    def check(self, text: str, deltas: Iterable[Delta]) -> Client:
        """Stream *text* and compare all there is with the one-shot result."""
        client, rendered = self.stream(text, deltas)
        check_equal(client, rendered, self.render(text))
        return client


def check_equal(client: Client, rendered: Rendered, expected: Rendered) -> None:
    """Check that reader and server have, in the end, what rendering at once gives."""
    assert client.final == expected.body
    assert rendered.body == expected.body
    assert rendered.references == expected.references
    assert rendered.citations == expected.citations
    assert rendered.diagnostics == expected.diagnostics
    assert rendered.unsupported == expected.unsupported
    assert rendered == expected
    assert client.end is not None
    links = [each for one in expected.references for each in one.noterefs]
    assert client.end.number("refs") == len(links)
    assert client.end.number("sources") == len(expected.references)


ways = st.builds(
    Way,
    theme=st.sampled_from(THEMES),
    options=st.sampled_from(OPTIONS),
    prefix=st.sampled_from(("m1", "")),
    stable=st.booleans(),
)
