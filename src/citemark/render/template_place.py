"""Where in HTML the fields of a template stand, and how each is escaped there.

No escaping is safe in scripts, in attributes that hold some, and in tags beside their
attributes; in style sheets, only words are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from citemark.render.escape import (
    escape_attribute,
    escape_single_quoted,
    escape_text,
)

Escape = Callable[[str], str]

_TEXT_RE = re.compile(r"<!--|<(?=[A-Za-z/!]|\Z)")
_ENDS = {
    "text": _TEXT_RE,
    "tag": re.compile(r"[\"'>]"),
    '"': re.compile('"'),
    "'": re.compile("'"),
    "comment": re.compile("-->"),
}
_NEXT = {
    ("text", "<!--"): "comment",
    ("text", "<"): "tag",
    ("tag", ">"): "text",
    ("tag", '"'): '"',
    ("tag", "'"): "'",
    ('"', '"'): "tag",
    ("'", "'"): "tag",
    ("comment", "-->"): "text",
}
_NAME_RE = re.compile(r"[A-Za-z][^\s/>]*")
_ATTRIBUTE_RE = re.compile(r"([^\s\"'>/=]+)\s*=\s*[\"']\Z")
# Elements whose content browsers do not decode.
_RAW = frozenset(["iframe", "noembed", "noframes", "plaintext", "script", "xmp"])
_STYLE = "style"
_NO_WORD_RE = re.compile(r"[^\w .%#-]")


def _words(text: str) -> str:
    """Return what of *text* can stand in a style sheet without being one."""
    return _NO_WORD_RE.sub("", text)


_ESCAPES: Mapping[str, Escape] = {
    "text": escape_text,
    '"': escape_attribute,
    "'": escape_single_quoted,
}


class TemplatePlace:
    """Where in HTML the literals read so far end."""

    def __init__(self) -> None:
        """Begin between tags."""
        self._state = "text"
        self._tag = ""
        """What was read of the tag that is open."""
        self._element = ""
        """The element of the last tag, if its content is not decoded."""
        self._attribute = ""
        """The attribute whose value is open, or was last."""

    def read(self, literal: str) -> None:
        """Go on behind *literal*."""
        position = 0
        while match := self._end_re().search(literal, position):
            self._keep(literal[position : match.end()])
            self._enter(match[0])
            position = match.end()
        self._keep(literal[position:])

    def escape(self) -> Escape | None:
        """Return how a field is escaped here, None where nothing would be safe."""
        if self._state == "text" and self._element:
            return _words if self._element == _STYLE else None
        if self._state in ('"', "'"):
            if self._attribute.startswith("on") or self._attribute == "srcdoc":
                return None
            if self._attribute == _STYLE:
                return _words
        return _ESCAPES.get(self._state)

    def _end_re(self) -> re.Pattern[str]:
        if self._state == "text" and self._element:
            return re.compile(rf"<(?=/{self._element})", re.IGNORECASE)
        return _ENDS[self._state]

    def _enter(self, found: str) -> None:
        before, self._state = self._state, _NEXT[self._state, found]
        if before == "text":
            self._tag = self._attribute = self._element = ""
        elif before == "tag" and self._state == "text":
            name = _NAME_RE.match(self._tag)
            element = name[0].lower() if name else ""
            self._element = element if element in _RAW or element == _STYLE else ""
        elif before == "tag":
            attribute = _ATTRIBUTE_RE.search(self._tag)
            self._attribute = attribute[1].lower() if attribute else ""

    def _keep(self, literal: str) -> None:
        if self._state == "tag":
            self._tag += literal
