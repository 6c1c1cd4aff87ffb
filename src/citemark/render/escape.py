"""Text made safe for HTML, Markdown and terminals: the only home of ``Markup``.

**Why not markupsafe's own escape.** It writes ``'`` and ``"`` as entities in text,
where sanitizers print the characters; our output has to come out of a sanitizer as it
went in. Where a value stands decides what is escaped: see :mod:`citemark.render.part`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

_NBSP = "\N{NO-BREAK SPACE}"
_CONTROL_RE = re.compile("[\x00-\x08\x0b-\x1f\ue200-\ue206]")
_CONTROLS = bytes([*range(0x09), *range(0x0B, 0x20)])
_MARKERS = b"\xee\x88"  # how U+E200 to U+E206, and some more, begin in UTF-8
_PLACEHOLDER_RE = re.compile(r"\{([a-z]+)\}")


class MarkdownText(str):
    """Markdown that is already escaped, as ``Markup`` is HTML that is."""

    __slots__ = ()


def escape_text(text: str) -> str:
    """Escape *text* for a place between tags.

    >>> escape_text('R & D, "x" < 3')
    'R &amp; D, "x" &lt; 3'
    """
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if _NBSP in text:
        text = text.replace(_NBSP, "&nbsp;")
    return text


def escape_attribute(text: str) -> str:
    """Escape *text* for an attribute value in double quotes."""
    text = escape_text(text)
    if '"' in text:
        text = text.replace('"', "&quot;")
    return text


def escape_single_quoted(text: str) -> str:
    """Escape *text* for an attribute value in single quotes."""
    return escape_text(text).replace("'", "&#39;")


def as_markup(html: str) -> Markup:
    """Mark what a part printed as HTML, in half the time that ``Markup()`` takes."""
    return str.__new__(Markup, html)


def join_markup(*pieces: str) -> Markup:
    """Join pieces that are HTML already: our own parts, or escaped text."""
    return as_markup("".join(pieces))


def join_blocks(*pieces: str) -> Markup:
    """Join parts that end their own lines; the last line end is the outer part's."""
    return as_markup("".join(pieces).removesuffix("\n"))


def fill(template: str, **values: str) -> str:
    """Put *values* into the ``{name}`` places of a label.

    >>> fill("Source {n}: {t}", n="1", t="{n}")
    'Source 1: {n}'
    """
    return _filled(template, values)


@lru_cache(256)
def _pieces(template: str) -> tuple[str, ...]:
    """Divide *template* into literals and, in every second place, names."""
    return tuple(_PLACEHOLDER_RE.split(template))


def _filled(template: str, values: Mapping[str, str]) -> str:
    pieces = list(_pieces(template))
    pieces[1::2] = [values[name] for name in pieces[1::2]]
    return "".join(pieces)


def fill_markup(template: str, values: Mapping[str, Markup]) -> Markup:
    """Put HTML into the ``{name}`` places of a label, whose own text is escaped."""
    return as_markup(_filled(escape_text(template), values))


def without_controls(text: str) -> str:
    r"""Replace control characters, which sanitizers and browsers treat differently.

    Marker characters, which an entity of the answer can spell, are dropped.

    >>> without_controls("a\x00b\x0cc\rd")
    'a\ufffdb c\nd'
    """
    # Bytes are several times faster to look through than characters.
    data = text.encode("utf-8", "surrogatepass")
    if len(data.translate(None, _CONTROLS)) == len(data) and _MARKERS not in data:
        return text
    return _CONTROL_RE.sub(_control, text)


def _control(match: re.Match[str]) -> str:
    character = match[0]
    if character >= "\ue200":
        return ""
    return {"\r": "\n", "\f": " ", "\v": " "}.get(
        character, "\N{REPLACEMENT CHARACTER}"
    )


# Backslashes only before what every Markdown engine unescapes; entities for the rest.
_MD_BACKSLASH = frozenset("\\`*_{}[]>#")
_MD_ENTITY = {
    "<": "&lt;",
    "&": "&amp;",
    "|": "&#124;",
    "~": "&#126;",
    "^": "&#94;",
    "$": "&#36;",
    "@": "&#64;",
}
_MD_SPECIAL_RE = re.compile(
    r"[\\`*_{}\[\]<>#&|~^$@]"
    r"|:(?=\S)"  # https://…, :emoji:, ::: fences
    r"|\.(?=[^\W\d])"  # www.…, bare domains
    r"|(?<=\{)%"  # templates, which know no backslash
    r"|(?<![-+=])[-+=](?=[-+=])|(?<=[-+=])[-+=]"  # rules, front matter, ==marks==
)
_MD_LINE_START_RE = re.compile(r"[-+=:%]|\d+[.)](?=\s|\Z)")
_SPACES_RE = re.compile(r"\s+")


def escape_markdown(text: str) -> MarkdownText:
    r"""Escape *text* so that every Markdown engine shows it as it is, on one line.

    >>> escape_markdown("1. R & D [draft] https://x.test")
    '1\\. R &amp; D \\[draft\\] https&#58;//x\\.test'
    """
    line = _SPACES_RE.sub(" ", text).strip()
    start = _MD_LINE_START_RE.match(line)
    escaped = _MD_SPECIAL_RE.sub(_md_character, line)
    if start is not None and escaped[: start.end()] == start[0]:
        at = start.end() - 1
        escaped = f"{line[:at]}{_md_escape(line[at])}{escaped[at + 1 :]}"
    return MarkdownText(escaped)


def _md_character(match: re.Match[str]) -> str:
    return _md_escape(match[0])


def _md_escape(character: str) -> str:
    if character in _MD_BACKSLASH or character in "-+.)":
        return "\\" + character
    return _MD_ENTITY.get(character) or f"&#{ord(character)};"


_MD_URL_RE = re.compile(r"[\x00-\x20<>\\^`{|}]")
_MD_ENTITY_LIKE_RE = re.compile(r"&(?=#?\w+;)")


def md_url(url: str) -> MarkdownText:
    """Make *url* safe between ``<`` and ``>`` in a Markdown link.

    >>> md_url("https://x.test/a_(b)?q={c}&copy;")
    'https://x.test/a_(b)?q=%7Bc%7D&amp;copy;'
    """
    encoded = _MD_URL_RE.sub(lambda match: f"%{ord(match[0]):02X}", url)
    head, slash, tail = encoded.partition("//")
    host, end, rest = tail.partition("/")
    rest = rest.replace("[", "%5B").replace("]", "%5D")
    return MarkdownText(
        _MD_ENTITY_LIKE_RE.sub("&amp;", f"{head}{slash}{host}{end}{rest}")
    )
