"""Prints markdown-it's tokens as HTML: our own, escaped throughout, in one pass.

Differences from what markdown-it prints, all so that a sanitizer leaves the text alone
or because the safety policy says so: ``"`` in text is not an entity and U+00A0 is one;
links get a ``rel``; a cell's alignment is a class (``cx-left``, ``cx-center``,
``cx-right``), as no ``style`` attribute passes; the class of a code block is reduced to
plain characters; raw HTML is kept apart, as `Raw`, for the sanitizer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from citemark.render.context import RenderContext
from citemark.render.escape import escape_attribute, escape_text
from citemark.render.ids import Slugs
from citemark.render.policies import LINK_REL

_NOT_LANGUAGE_RE = re.compile(r"[^A-Za-z0-9_+#.-]")
_LANGUAGE_CHARS = 32
_SCRIPT_RE = re.compile(r"<(/?)(script|style)(?=[\s/>])", re.IGNORECASE)
_TAG_RE = re.compile(r"(<[^<>]*>)")
_ALIGN = {f"text-align:{side}": f"cx-{side}" for side in ("left", "center", "right")}


@dataclass(frozen=True, slots=True)
class Raw:
    """HTML that the answer brought, as it is. *block*: it stands between blocks."""

    html: str
    block: bool


Piece = str | Raw


class TokenPrinter:
    """Prints one answer's tokens into pieces of HTML.

    *noterefs* prints what stands for markers side by side, given their ordinals.
    """

    def __init__(
        self,
        ctx: RenderContext,
        noterefs: Callable[..., str],
        *,
        escape_raw: bool = False,
    ) -> None:
        """Prepare for the answer of *ctx*."""
        self.pieces: list[Piece] = []
        self.ordinals: list[int] = []
        """The markers that were printed, in order."""
        self.has_raw = False
        """Whether any of the pieces is raw HTML."""
        self._noterefs = noterefs
        self._escape_raw = escape_raw
        self._grouped = ctx.is_grouped
        self._heading_prefix = f"{ctx.id_prefix}h-" if ctx.options.heading_ids else ""
        self._slugs = ctx.slugs.copy()
        self._fallback = ctx.fallback
        self._pair = ctx.document.pair

    def print(self, tokens: Sequence[Token]) -> list[Piece]:
        """Print block tokens, and return all pieces so far."""
        push = self.pieces.append
        for index, token in enumerate(tokens):
            kind = token.type
            if kind == "inline":
                self._inline(token.children or [])
            elif kind in _BLOCK_ENDS:
                if not token.hidden:
                    push(_BLOCK_ENDS[kind])
            elif kind in _TAGS:
                self._tag(tokens, index)
            else:
                self._token(tokens, index)
        return self.pieces

    def _inline(self, tokens: Sequence[Token]) -> None:
        push = self.pieces.append
        index, count = 0, len(tokens)
        unclosed: set[str] = set()
        while index < count:
            token = tokens[index]
            kind = token.type
            if kind == "text":
                push(escape_text(token.content))
            elif kind in _FIXED and not token.attrs:
                push(_FIXED[kind])
            elif kind == "citation_ref":
                index = self._citations(tokens, index)
            elif kind in _LEAVES:
                push(_LEAVES[kind](token))
            elif kind in _TAGS:
                self._tag(tokens, index)
            elif kind == "html_inline":
                self._raw(token.content, block=False)
                index = self._skip_script(tokens, index, unclosed)
            else:
                self._token(tokens, index)
            index += 1

    def _token(self, tokens: Sequence[Token], index: int) -> None:
        token = tokens[index]
        kind = token.type
        if kind in _LEAVES:
            self.pieces.append(_LEAVES[kind](token))
        elif kind == "html_block":
            self._raw(token.content, block=True)
        elif kind == "list_item_open":
            self._tag(tokens, index)
            self._checkbox(token)
        elif kind == "heading_open":
            self._heading(tokens, index)
        elif self._fallback is not None:
            self.pieces.append(_normalised(self._fallback(tokens, index)))
        else:
            self.pieces.append(escape_text(token.content))

    def _tag(self, tokens: Sequence[Token], index: int, attributes: str = "") -> None:
        """Print an opening or closing tag with the line ends that markdown-it gives."""
        token = tokens[index]
        if token.hidden:
            return
        if token.nesting < 0:
            self.pieces.append(
                f"</{token.tag}>\n" if token.block else f"</{token.tag}>"
            )
            return
        before = after = ""
        if token.block:
            if index and tokens[index - 1].hidden:
                before = "\n"
            after = "" if _opens_line(tokens, index) else "\n"
        if token.attrs:
            attributes += _attributes(token)
        if token.type == "link_open":
            attributes += f' rel="{LINK_REL}"'
        self.pieces.append(f"{before}<{token.tag}{attributes}>{after}")

    def _heading(self, tokens: Sequence[Token], index: int) -> None:
        attributes = ""
        if self._heading_prefix:
            slug = self._slugs.slug(heading_text(tokens, index))
            attributes = f' id="{self._heading_prefix}{slug}"'
        self._tag(tokens, index, attributes)

    def _checkbox(self, token: Token) -> None:
        """Print the box of a task, where the parser found one."""
        if "checked" in token.meta:
            checked = ' checked=""' if token.meta["checked"] else ""
            self.pieces.append(
                '<input class="task-list-item-checkbox" disabled="" type="checkbox"'
                f"{checked}> "
            )

    def _citations(self, tokens: Sequence[Token], index: int) -> int:
        """Print a marker, or a run of them to group; return the last one's index."""
        ordinals = [tokens[index].meta["ordinal"]]
        last = index + 1
        while (
            self._grouped and last < len(tokens) and tokens[last].type == "citation_ref"
        ):
            ordinals.append(tokens[last].meta["ordinal"])
            last += 1
        self.ordinals += ordinals
        self.pieces.append(self._noterefs(*ordinals))
        return last - 1

    def _raw(self, html: str, *, block: bool) -> None:
        """Keep raw HTML apart, its markers as references."""
        if self._escape_raw:
            self._escaped(html, block=block)
            return
        texts, ordinals = self._split(html)
        pieces = [texts[0]]
        for ordinal, text in zip(ordinals, texts[1:], strict=True):
            pieces += self._noterefs(ordinal), text
        self.pieces.append(Raw("".join(pieces), block))
        self.has_raw = True

    def _escaped(self, html: str, *, block: bool) -> None:
        texts, ordinals = self._split(html.rstrip("\n") if block else html)
        pieces = [escape_text(texts[0])]
        for ordinal, text in zip(ordinals, texts[1:], strict=True):
            pieces += self._noterefs(ordinal), escape_text(text)
        text = "".join(pieces)
        self.pieces.append(f"<p>{text}</p>\n" if block else text)

    def _split(self, html: str) -> tuple[list[str], list[int]]:
        """Split raw HTML at its markers; blanks before a marker go with it."""
        if self._pair is None or self._pair[0] not in html:
            return [html], []
        opener, closer = self._pair
        first, *rest = html.split(opener)
        texts, ordinals = [first], []
        for piece in rest:
            ordinal, _, text = piece.partition(closer)
            ordinals.append(int(ordinal))
            texts[-1] = texts[-1].rstrip(" \t")
            texts.append(text)
        self.ordinals += ordinals
        return texts, ordinals

    def _skip_script(
        self, tokens: Sequence[Token], index: int, unclosed: set[str]
    ) -> int:
        """Skip what an inline script or style holds, but not its references."""
        match = _SCRIPT_RE.match(tokens[index].content)
        if match is None or match[1] or self._escape_raw:
            return index
        name = match[2].lower()
        if name in unclosed:
            return index
        for end in range(index + 1, len(tokens)):
            closing = tokens[end].type == "html_inline" and _SCRIPT_RE.match(
                tokens[end].content
            )
            if closing and closing[1] and closing[2].lower() == name:
                for at in range(index + 1, end):
                    if tokens[at].type == "citation_ref":
                        self._citations([tokens[at]], 0)
                return end
        unclosed.add(name)
        return index


def heading_text(tokens: Sequence[Token], index: int) -> str:
    """Return the text of the heading whose opening token is at *index*."""
    return plain_text(tokens[index + 1].children or [])


def slugs_after(slugs: Slugs, tokens: Sequence[Token]) -> Slugs:
    """Return what is left of *slugs* behind the headings among *tokens*."""
    after = slugs.copy()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            after.slug(heading_text(tokens, index))
    return after


def plain_text(tokens: Sequence[Token]) -> str:
    """Return the text of inline tokens, without references and raw HTML."""
    pieces = []
    for token in tokens:
        if token.type in {"text", "code_inline"}:
            pieces.append(token.content)
        elif token.type == "image":
            pieces.append(plain_text(token.children or []))
        elif token.type in {"softbreak", "hardbreak"}:
            pieces.append(" ")
    return "".join(pieces)


def _opens_line(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether what follows an opening block tag stands on the same line."""
    token = tokens[index]
    if token.nesting == 0 or index + 1 == len(tokens):
        return False
    following = tokens[index + 1]
    if following.type == "inline" or following.hidden:
        return True
    return following.nesting == -1 and following.tag == token.tag


def _attributes(token: Token) -> str:
    if not token.attrs:
        return ""
    pieces = []
    for name, value in token.attrs.items():
        key, text = name, str(value)
        if name == "style":
            # The parser's only use of it is the alignment of a cell.
            key, text = "class", _ALIGN.get(text, "")
        pieces.append(f' {escape_attribute(key)}="{escape_attribute(text)}"')
    return "".join(pieces)


def _code_inline(token: Token) -> str:
    return f"<code{_attributes(token)}>{escape_text(token.content)}</code>"


def _code_block(token: Token) -> str:
    attributes = _attributes(token)
    return f"<pre{attributes}><code>{escape_text(token.content)}</code></pre>\n"


def _fence(token: Token) -> str:
    words = unescapeAll(token.info).split(maxsplit=1)
    language = _NOT_LANGUAGE_RE.sub("", words[0])[:_LANGUAGE_CHARS] if words else ""
    css_class = f' class="language-{language}"' if language else ""
    return f"<pre><code{css_class}>{escape_text(token.content)}</code></pre>\n"


def _image(token: Token) -> str:
    alt = escape_attribute(_alt(token.children or []))
    attributes = "".join(
        f' {name}="{alt if name == "alt" else escape_attribute(str(value))}"'
        for name, value in token.attrs.items()
    )
    return f"<img{attributes}>"


def _alt(tokens: Sequence[Token]) -> str:
    pieces = []
    for token in tokens:
        if token.type in {"text", "code_inline", "html_inline"}:
            pieces.append(token.content)
        elif token.type == "image":
            pieces.append(_alt(token.children or []))
        elif token.type in {"softbreak", "hardbreak"}:
            pieces.append("\n")
    return "".join(pieces)


def _normalised(html: str) -> str:
    """Write another printer's text as ours is, so that sanitizers leave it alone."""
    if "&quot;" not in html and "\xa0" not in html:
        return html
    pieces = _TAG_RE.split(html)
    pieces[::2] = [text.replace("&quot;", '"') for text in pieces[::2]]
    return "".join(pieces).replace("\xa0", "&nbsp;")


_LEAVES: Mapping[str, Callable[[Token], str]] = {
    "code_inline": _code_inline,
    "code_block": _code_block,
    "fence": _fence,
    "image": _image,
}
# What inline tokens without attributes always print.
_FIXED = {
    "softbreak": "\n",
    "hardbreak": "<br>\n",
    "em_open": "<em>",
    "em_close": "</em>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "s_open": "<s>",
    "s_close": "</s>",
    "link_close": "</a>",
}
# What the ends of blocks always print, unless they are hidden.
_BLOCK_ENDS = {
    "paragraph_close": "</p>\n",
    "list_item_close": "</li>\n",
    "bullet_list_close": "</ul>\n",
    "ordered_list_close": "</ol>\n",
    "blockquote_close": "</blockquote>\n",
}
_TAGS = frozenset(
    f"{name}_{side}"
    for name in [
        "paragraph",
        "blockquote",
        "bullet_list",
        "ordered_list",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "em",
        "strong",
        "s",
        "link",
    ]
    for side in ("open", "close")
) | {"heading_close", "list_item_close", "hr"}
