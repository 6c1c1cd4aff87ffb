"""The tree of an HTML text: BeautifulSoup's, each node of which knows its place.

Elements end where browsers end them, as far as that is a matter of the names of open
elements (``<li>`` ends the item before it); what browsers move elsewhere, such as text
between the rows of a table, stays where it is. Depth is checked while the tree grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, cast

from bs4 import BeautifulSoup, Tag
from bs4.builder import HTMLTreeBuilder
from bs4.element import NavigableString, PageElement

from citemark.errors import ConfigError
from citemark.html_input.lexing import VOID, Lexeme, lex
from citemark.spans import LineIndex


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOST_NESTED = 512
"""Elements in each other, as many as browsers keep."""
BLOCKS = _names(
    "address article aside blockquote body caption center col colgroup dd details "
    "dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 "
    "h5 h6 head header hgroup hr html legend li link main menu meta nav ol optgroup "
    "option p pre search section summary table tbody td tfoot th thead title tr "
    "ul"
)
"""Elements at whose tags a line of text ends."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_FOREIGN = frozenset({"math", "svg"})
_IN_HEAD = _names(
    "base basefont bgsound link meta noscript script style template title"
)
_CELLS = frozenset({"td", "th"})
_SECTIONS = frozenset({"tbody", "tfoot", "thead"})
# An opening tag → the open elements that it ends, each with what is open in it.
_ENDS: Mapping[str, frozenset[str]] = {
    "a": frozenset({"a"}),
    "body": frozenset({"head"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
    "li": frozenset({"li"}),
    "optgroup": frozenset({"optgroup", "option"}),
    "option": frozenset({"option"}),
    "rp": frozenset({"rp", "rt"}),
    "rt": frozenset({"rp", "rt"}),
    "tbody": _SECTIONS | _CELLS | {"caption", "colgroup", "tr"},
    "td": _CELLS,
    "tfoot": _SECTIONS | _CELLS | {"caption", "colgroup", "tr"},
    "th": _CELLS,
    "thead": _SECTIONS | _CELLS | {"caption", "colgroup", "tr"},
    "tr": _CELLS | {"caption", "colgroup", "tr"},
}
_ENDING_P = BLOCKS - _names(
    "body caption col colgroup head html legend link meta optgroup option tbody td "
    "tfoot th thead title tr"
)
# Nothing that opens in one of these ends what is open around it.
_WALLS = _names("applet button caption html marquee object table td template th")
_WALLS_OF: Mapping[str, frozenset[str]] = {
    "dd": _WALLS | {"dl"},
    "dt": _WALLS | {"dl"},
    "li": _WALLS | {"menu", "ol", "ul"},
    **dict.fromkeys(
        ["tbody", "td", "tfoot", "th", "thead", "tr"],
        frozenset({"html", "table", "template"}),
    ),
}
_TABLE = frozenset({"caption", "table", "tr", *_CELLS, *_SECTIONS})


class Element(Tag):
    """An element, with the places of its tags in the text; one may be missing."""

    opening: Lexeme
    closing: Lexeme | None = None


class Leaf(NavigableString):
    """What stands between tags: text, comments, end tags that end nothing."""

    lexeme: Lexeme


class _Builder(HTMLTreeBuilder):
    """Feeds BeautifulSoup with the pieces of a text."""

    def __init__(self, html: str) -> None:
        # Blanks between elements stay what they are, everywhere.
        super().__init__(preserve_whitespace_tags={BeautifulSoup.ROOT_TAG_NAME})
        self._html = html
        self._is_document = False
        self._has_body = False

    def feed(self, markup: object) -> None:  # noqa: ARG002 - BeautifulSoup's signature
        """Build the tree.

        Raises:
            ConfigError: elements are nested too deep.
        """
        for lexeme in lex(self._html):
            if lexeme.kind == "open":
                self._open(lexeme)
            elif lexeme.kind != "close" or not self._close(lexeme):
                if lexeme.kind == "text" and lexeme.html.strip():
                    self._end_others("")
                    self._has_body = True
                self._is_document |= lexeme.html[:9].lower() == "<!doctype"
                leaf = Leaf(lexeme.html)
                leaf.lexeme = lexeme
                self._tree.object_was_parsed(leaf)

    @property
    def _tree(self) -> BeautifulSoup:
        return cast("BeautifulSoup", self.soup)

    def _open(self, lexeme: Lexeme) -> None:
        name = lexeme.name
        self._end_others(name)
        self._begin_head(lexeme)
        # What is open also counts the tree itself, and not this element.
        if len(self._tree.tagStack) > MOST_NESTED:
            line, column = LineIndex(self._html).position(lexeme.start)
            msg = (
                f"answer: expected HTML of at most {MOST_NESTED} elements in each "
                f"other, got <{name[:20]}> in more (line {line}, column {column})"
            )
            raise ConfigError(msg)
        element = cast("Element", self._tree.handle_starttag(name, None, None, {}))
        element.opening = lexeme
        is_closed = lexeme.html.endswith("/>") and self._is_foreign()
        if name in VOID or is_closed:
            self._tree.popTag()

    def _begin_head(self, lexeme: Lexeme) -> None:
        """Open the head of a document whose tag is left out."""
        name, is_open = lexeme.name, self._in_head()
        if name == "html":
            self._is_document = True
        elif name in _IN_HEAD and self._is_document and not self._has_body:
            if not is_open:
                self._open(Lexeme("open", "", lexeme.start, "head"))
        else:
            self._has_body |= name != "head" and not is_open

    def _in_head(self) -> bool:
        return bool(self._tree.open_tag_counter.get("head"))

    def _is_foreign(self) -> bool:
        return any(self._tree.open_tag_counter.get(name) for name in _FOREIGN)

    def _end_others(self, name: str) -> None:
        """End the elements that cannot have this one in them."""
        counter = self._tree.open_tag_counter
        if counter.get("head") and name not in _IN_HEAD | {"head"}:
            self._end({"head"}, frozenset())
        if name in _ENDING_P and counter.get("p"):
            self._end({"p"}, _WALLS)
        ends = _ENDS.get(name, frozenset())
        if any(counter.get(each) for each in ends):
            self._end(ends, _WALLS_OF.get(name, _WALLS))

    def _end(self, names: frozenset[str] | set[str], walls: frozenset[str]) -> None:
        """End the outermost of *names* that is open before a wall."""
        stack = self._tree.tagStack
        found = 0
        for at in range(len(stack) - 1, 0, -1):
            if stack[at].name in names:
                found = at
            elif stack[at].name in walls:
                break
        while found and len(stack) > found:
            self._tree.popTag()

    def _close(self, lexeme: Lexeme) -> bool:
        """Close an element and what is open in it; say whether there was any."""
        name, stack = lexeme.name, self._tree.tagStack
        if not self._tree.open_tag_counter.get(name):
            return False
        at = len(stack) - 1
        while stack[at].name != name:
            if stack[at].name in _CELLS and name not in _TABLE:
                return False
            at -= 1
        cast("Element", stack[at]).closing = lexeme
        while len(stack) > at:
            self._tree.popTag()
        return True


Event: TypeAlias = (
    tuple[Literal["open", "close"], Element] | tuple[Literal["leaf"], Leaf]
)


def read(html: str) -> BeautifulSoup:
    """Return the tree of *html*.

    Raises:
        ConfigError: elements are nested too deep.
    """
    return BeautifulSoup("", builder=_Builder(html), element_classes={Tag: Element})


def walk(tree: BeautifulSoup) -> Iterator[Event]:
    """Yield the nodes of *tree* in the order of the text, without recursion."""
    ahead: list[tuple[PageElement, bool]]
    ahead = [(each, False) for each in reversed(tree.contents)]
    while ahead:
        node, is_done = ahead.pop()
        if isinstance(node, Leaf):
            yield "leaf", node
            continue
        element = cast("Element", node)
        if is_done:
            yield "close", element
            continue
        yield "open", element
        ahead.append((element, True))
        ahead += ((each, False) for each in reversed(element.contents))
