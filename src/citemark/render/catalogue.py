"""Catalogues: gettext's ``.po`` files, read as they are, without being compiled.

Translators' tools write them. Each entry names its context, which is the key of a
label; its text in English; and its text in the language, or several where it counts
something: the header has the rule that says which of them fits a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import c2py
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

_LINE_RE = re.compile(r'(?:(\w+(?:\[\d\])?) )?"((?:[^"\\]|\\.)*)"')
_ESCAPE_RE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_RULE_RE = re.compile(r"^Plural-Forms:.*?\bplural=([^;\n]+)", re.MULTILINE)


Rule: TypeAlias = Callable[[int], int]
"""Says which form fits a number."""


class Phrase(NamedTuple):
    """One label, in as many forms as it has."""

    forms: tuple[str, ...]
    rule: Rule

    @property
    def text(self) -> str:
        """The form for most numbers, and the only one where nothing is counted."""
        return self.forms[-1]

    def form(self, count: int) -> str:
        """Return the form that fits *count*."""
        return self.forms[self.rule(count)]


def read_catalogue(text: str) -> Mapping[str, Phrase]:
    r"""Return context → phrase; what is not translated stays English.

    >>> text = 'msgctxt "title"\nmsgid "Hello"\nmsgstr "Saluton"\n'
    >>> read_catalogue(text)["title"].text
    'Saluton'
    """
    phrases: dict[str, Phrase] = {}
    rule: Rule = _english
    for entry in map(_read_entry, text.split("\n\n")):
        texts = [entry[name] for name in entry if name.startswith("msgstr")]
        key = entry.get("msgctxt")
        if key is None:
            header = _RULE_RE.search("".join(texts))
            rule = c2py(header[1]) if header else rule
        elif all(texts):
            phrases[key] = Phrase(tuple(texts), rule)
        else:
            names = ("msgid", "msgid_plural")
            english = tuple(entry[name] for name in names if name in entry)
            phrases[key] = Phrase(english, _english)
    return MappingProxyType(phrases)


def _english(count: int) -> int:
    return int(count != 1)


def _read_entry(paragraph: str) -> Mapping[str, str]:
    """Return keyword → text, without the translation where nobody has checked it."""
    lines = paragraph.split("\n")
    fields: dict[str, str] = {}
    for name, text in _strings(lines):
        fields[name] = fields.get(name, "") + _ESCAPE_RE.sub(_unescape, text)
    # Tools mark the header like this, too, until somebody has filled it in.
    if "msgctxt" in fields and any(map(_is_fuzzy, lines)):
        fields["msgstr"] = ""
    return fields


def _is_fuzzy(line: str) -> bool:
    return line.startswith("#,") and "fuzzy" in line


def _strings(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield every string with its keyword, which stands before the first of several."""
    name = ""
    for line in lines:
        if match := _LINE_RE.fullmatch(line):
            name = match[1] or name
            yield name, match[2]


def _unescape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[1])
