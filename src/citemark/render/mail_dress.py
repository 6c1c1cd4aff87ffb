"""How the tags of an answer look in a mail program: plain ones, styled in place.

Mail programs drop style sheets, ids and most newer elements. What they know stays, what
they do not know becomes a ``div`` or ``span``, and every tag gets its style from here:
nothing of it comes from the answer. Sides are left and right, since ``start`` and
``end`` are known to few programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from markdown_it.token import Token

from citemark.render.body import Dress
from citemark.render.policies import ALLOWED_TAGS
from citemark.render.tokens import TokenPrinter
from citemark.render.weave import VOID

MONO = "Consolas,Menlo,'DejaVu Sans Mono',monospace"
# Elements that mail programs do not know → what comes nearest.
_RENAMED = {
    **dict.fromkeys(["details", "figcaption", "figure", "section", "summary"], "div"),
    **dict.fromkeys(["bdi", "mark"], "span"),
}
TAGS = ALLOWED_TAGS - _RENAMED.keys()
"""The elements that the answer in an e-mail may consist of."""
_ATTRIBUTES = frozenset(
    ["colspan", "dir", "href", "lang", "rowspan", "start", "title", "value"]
)
_ATTRIBUTE_RE = re.compile(r' ([a-z-]+)(?:="([^"]*)")?')
_ALIGN_RE = re.compile(r"cx-(left|center|right)")
_ALIGNED = "text-align:"
_EDGE = "solid #d5d9dd"
_CELL = f"border:1px {_EDGE};padding:6px 10px;vertical-align:top;{_ALIGNED}"
_QUOTE = f"border-{{start}}:3px {_EDGE};margin:0 0 16px;padding-{{start}}:14px"
_HEADING = "font-size:16px;line-height:24px;margin:22px 0 8px"
_CODE = f"background:#f3f4f3;color:#1d2125;font-family:{MONO};font-size:14px"
_STYLES: Mapping[str, str] = {
    "a": "color:#0b57d0",
    "blockquote": _QUOTE,
    "code": _CODE,
    "dd": "margin:0 0 8px;margin-{start}:24px",
    "dl": "margin:0 0 16px",
    "dt": "font-weight:700",
    "figcaption": "font-size:14px;margin:4px 0 16px",
    "h1": "font-size:26px;line-height:32px;margin:0 0 16px",
    "h2": "font-size:20px;line-height:26px;margin:28px 0 10px",
    "h3": "font-size:17px;line-height:24px;margin:24px 0 8px",
    "h4": _HEADING,
    "h5": _HEADING,
    "h6": _HEADING,
    "hr": f"border:0;border-top:1px {_EDGE};margin:24px 0",
    "kbd": _CODE,
    "li": "margin:0 0 6px",
    "mark": "background:#fff0b3;color:#1d2125",
    "ol": "margin:0 0 16px;padding:0;padding-{start}:28px",
    "p": "margin:0 0 16px",
    "pre": f"{_CODE};line-height:21px;margin:0 0 16px;padding:12px 14px;"
    "white-space:pre-wrap;word-break:break-word",
    "samp": _CODE,
    "summary": "font-weight:700;margin:0 0 8px",
    # Narrow columns of single letters would be worse than a wide table.
    "table": "border-collapse:collapse;font-size:15px;line-height:22px;margin:0 0 16px;"
    "word-break:normal",
    "td": _CELL,
    "th": _CELL,
    "ul": "margin:0 0 16px;padding:0;padding-{start}:28px",
}
# Languages whose scripts have no italics: programs would slant them by force.
_SLANTED = ("cite", "dfn", "em", "i", "var")
_UPRIGHT = frozenset(["ar", "fa", "he", "ja", "ko", "ur", "zh"])
# What dark mode colours otherwise.
_CLASSES = {"mark": "cx-mark", "td": "cx-cell", "th": "cx-cell"}
_BOX = {False: "\N{BALLOT BOX}", True: "\N{BALLOT BOX WITH CHECK}"}


class MailPrinter(TokenPrinter):
    """Prints tokens without what works in pages only: forms and ways back."""

    def _token(self, tokens: Sequence[Token], index: int) -> None:
        if tokens[index].type != "footnote_anchor":
            super()._token(tokens, index)

    def _checkbox(self, token: Token) -> None:
        if "checked" in token.meta:
            self.pieces.append(f"{_BOX[bool(token.meta['checked'])]} ")


def dress_for(start: str, language: str | None = None) -> Dress:
    """Return what dresses tags where lines start on the side *start*."""
    primary = (language or "").replace("_", "-").partition("-")[0].lower()
    styles = _styles(start, upright=primary in _UPRIGHT)

    def dress(name: str, attributes: str) -> tuple[str, str]:
        given = dict(_ATTRIBUTE_RE.findall(attributes))
        kept = {key: value for key, value in given.items() if key in _ATTRIBUTES}
        style = styles.get(name, "")
        if style.endswith(_ALIGNED):
            align = _ALIGN_RE.fullmatch(given.get("class", ""))
            style += align[1] if align else start
        if kept.get("href", "").startswith("#"):
            # Ids are renamed or dropped on the way: it would lead nowhere.
            del kept["href"]
            name = "span"
            style = ""
        if name == "bdi":
            kept.setdefault("dir", "auto")
        if name in _CLASSES:
            kept["class"] = _CLASSES[name]
        if style:
            kept["style"] = style
        # Values are those of printed tags: escaped already.
        shown = "".join(f' {key}="{value}"' for key, value in kept.items())
        return _RENAMED.get(name) or _known(name), shown

    return dress


def _known(name: str) -> str:
    """Return what stands for an element that no answer may have, as plugins print."""
    if name in TAGS:
        return name
    return "wbr" if name in VOID else "span"


@lru_cache(4)
def _styles(start: str, *, upright: bool) -> Mapping[str, str]:
    styles = {tag: style.replace("{start}", start) for tag, style in _STYLES.items()}
    if upright:
        styles |= dict.fromkeys(_SLANTED, "font-style:normal;font-weight:600")
    return styles
