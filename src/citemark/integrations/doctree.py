"""Finds the places of references in the tree that docutils has made of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

from citemark.integrations.page import Page
from citemark.text import drop_marker_characters

_CODE = (nodes.FixedTextElement, nodes.math_block)
_PHRASES = (
    nodes.emphasis,
    nodes.footnote_reference,
    nodes.literal,
    nodes.math,
    nodes.reference,
    nodes.strong,
    nodes.subscript,
    nodes.superscript,
    nodes.title_reference,
    addnodes.pending_xref,
    addnodes.download_reference,
)
_HIDDEN = (nodes.Invisible, nodes.raw, nodes.system_message)
TITLES = (nodes.title, nodes.subtitle)
_BLANKS = " \t\n"


class References(nodes.Inline, nodes.Element):
    """Where references stand, until it is known how they are numbered."""

    @property
    def ordinals(self) -> list[int]:
        """The ordinals of the markers that stood here."""
        return list(self.get("ordinals", ()))


class Placer:
    """Finds the places of references in a tree."""

    def __init__(self, page: Page) -> None:
        """Prepare for the markers of *page*."""
        self._page = page
        self._seen: set[int] = set()

    def place(self, doctree: nodes.document) -> list[References]:
        """Put nodes where references go, leave nothing of markers; return the nodes."""
        for text in list(doctree.findall(nodes.Text)):
            self._text(text)
        for element in list(doctree.findall(nodes.Element)):
            self._attributes(element)
        lost = [each for each in range(self._page.count) if each not in self._seen]
        if lost:
            doctree += nodes.paragraph("", "", References(ordinals=lost))
        return list(doctree.findall(References))

    def _text(self, node: nodes.Text) -> None:
        # An entity of MyST can spell marker characters; it never cites.
        pieces = self._page.split(drop_marker_characters(str(node))) or [""]
        if pieces == [str(node)]:
            return
        above = _above(node)
        text = "".join(each for each in pieces if isinstance(each, str))
        if any(map(_is_copy, above)):
            node.parent.replace(node, nodes.Text(text))
        elif code := [each for each in above if isinstance(each, _CODE)]:
            node.parent.replace(node, nodes.Text(text))
            _beside_code(code[0], self._references(pieces))
        elif any(isinstance(each, (*_PHRASES, *TITLES)) for each in above):
            self._behind(node, pieces, above)
        else:
            if isinstance(pieces[0], int):
                _unspace(node)
            node.parent.replace(node, self._inline(pieces))

    def _behind(
        self,
        node: nodes.Text,
        pieces: Sequence[str | int],
        above: Sequence[nodes.Element],
    ) -> None:
        """Take references out of a phrase or title, to the end of it."""
        text = "".join(each for each in pieces if isinstance(each, str))
        if isinstance(pieces[-1], int):
            text = text.rstrip(_BLANKS)
        if not text:
            _unspace(node)
        node.parent.replace(node, nodes.Text(text) if text else [])
        refs = self._references(pieces)
        phrases = [each for each in above if isinstance(each, _PHRASES)]
        if title := [each for each in above if isinstance(each, TITLES)]:
            title[0].extend(refs)
        else:
            _insert(phrases[-1], refs)
        for each in phrases:
            if not each.children:
                each.parent.remove(each)

    def _inline(self, pieces: Sequence[str | int]) -> list[nodes.Node]:
        """Return running text with references where they belong."""
        printed: list[nodes.Node] = []
        for index, piece in enumerate(pieces):
            if isinstance(piece, int):
                printed += self._references([piece])
                continue
            behind = pieces[index + 1 : index + 2]
            is_before = bool(behind) and isinstance(behind[0], int)
            text = piece.rstrip(_BLANKS) if is_before else piece
            printed += [nodes.Text(text)] if text else []
        return printed

    def _references(self, pieces: Iterable[str | int]) -> list[nodes.Node]:
        ordinals = dict.fromkeys(each for each in pieces if isinstance(each, int))
        new = [each for each in ordinals if each not in self._seen]
        self._seen.update(new)
        return [References(ordinals=new)] if new else []

    def _clean(self, text: str) -> str:
        return drop_marker_characters(self._page.without(text))

    def _attributes(self, node: nodes.Element) -> None:
        """Clean what is no text; what an image says cites behind it."""
        node.rawsource = self._clean(node.rawsource)
        inside: list[int] = []
        for name, value in node.attributes.items():
            if isinstance(value, str):
                pieces = self._page.split(value)
                inside += [each for each in pieces if isinstance(each, int)]
                node[name] = self._clean(value)
            elif isinstance(value, list):
                node[name] = [
                    self._clean(each) if isinstance(each, str) else each
                    for each in value
                ]
        if isinstance(node, nodes.image):
            _beside_image(node, self._references(inside))


def _unspace(node: nodes.Text) -> None:
    """Drop the blanks before a node that begins with a reference."""
    at = node.parent.index(node) - 1
    before = node.parent[at] if at >= 0 else None
    if isinstance(before, nodes.Text):
        kept = before.rstrip(_BLANKS)
        node.parent[at : at + 1] = [nodes.Text(kept)] if kept else []


def _above(node: nodes.Node) -> list[nodes.Element]:
    """Return the elements around *node*, the innermost first."""
    above: list[nodes.Element] = []
    parent = node.parent
    while parent is not None:
        above.append(parent)
        parent = parent.parent
    return above


def _is_copy(node: nodes.Element) -> bool:
    """Say whether readers see nothing of a node here, or see it again elsewhere."""
    is_contents = isinstance(node, nodes.topic) and "contents" in node["classes"]
    return is_contents or isinstance(node, _HIDDEN)


def _insert(node: nodes.Node, behind: Sequence[nodes.Node]) -> None:
    node.parent.insert(node.parent.index(node) + 1, behind)


def _beside_image(node: nodes.image, refs: Sequence[nodes.Node]) -> None:
    phrases = [each for each in _above(node) if isinstance(each, _PHRASES)]
    outer = phrases[-1] if phrases else node
    if refs and not isinstance(outer.parent, nodes.TextElement):
        refs = [nodes.paragraph("", "", *refs)]
    _insert(outer, refs)


def _beside_code(code: nodes.Element, refs: Sequence[nodes.Node]) -> None:
    """Put references at the end of the paragraph before a block, or behind it."""
    block = code.parent if isinstance(code.parent, nodes.container) else code
    at = block.parent.index(block)
    before = block.parent[at - 1] if at else None
    if isinstance(before, nodes.paragraph):
        before.extend(refs)
    elif refs:
        _insert(block, [nodes.paragraph("", "", *refs)])
