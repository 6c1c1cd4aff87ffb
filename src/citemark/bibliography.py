"""What catalogues are told of the sources that an answer cites.

Titles and links are those of the references that readers saw; what a reference does
not show (authors, publisher, dates, licence) is taken from the records and cleaned as
titles are. Nothing behind this needs to look at a raw string again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from citemark.dates import Day, read_day
from citemark.describe import credit, describe
from citemark.model import Reference
from citemark.options import Options
from citemark.rendered import Rendered
from citemark.source import Source
from citemark.sources import Sources, fetch
from citemark.text import clean_line

Kind: TypeAlias = Literal["webpage", "report", "document"]

_WEB_URL_RE = re.compile("https?://")
# No character of a URI by the book, though browsers take them.
_ESCAPES = {ord(char): f"%{ord(char):02X}" for char in "{}|\\^`"}
_NOT_IN_KEY_RE = re.compile("[^a-z0-9]+")
_WORD_RE = re.compile("[a-z][a-z0-9]{3,}")
_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("report", "whitepaper", "techreport"), "report"),
    **dict.fromkeys(("file", "document", "pdf", "docx", "book"), "document"),
}
_SMALL_WORDS = frozenset({"from", "into", "that", "this", "what", "when", "with"})
_TITLES_BEHIND = frozenset({"corp", "gmbh", "inc", "jr", "llc", "ltd", "sr"})
# Below a country, where the name that people know is one label further down.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gov", "ne", "net", "or"})
_KEY_PART_CHARS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One cited source. All strings are clean lines; None and ``()`` mean: unknown."""

    key: str
    """Names it among the works of one answer: ASCII letters in lower case, digits."""
    source_id: str
    """To find it by; nothing to be shown to readers."""
    kind: Kind
    title: str
    authors: tuple[str, ...] = ()
    publisher: str | None = None
    url: str | None = None
    """http or https, passed the URL policy; only characters that every format takes."""
    host: str | None = None
    published: Day | None = None
    modified: Day | None = None
    accessed: Day | None = None
    language: str | None = None
    license: str | None = None
    license_url: str | None = None

    @property
    def issued(self) -> Day | None:
        """The day it was published, or else last changed."""
        return self.published or self.modified


def list_works(
    rendered: Rendered, sources: Sources, options: Options
) -> tuple[Work, ...]:
    """Return the works that *rendered* refers to, in the order of its references.

    Raises:
        SourceError: a record is unusable.
    """
    found = fetch(sources, [each.source_id for each in rendered.references])
    keys = _Keys()
    return tuple(
        _work(each, found.get(each.source_id), keys, options)
        for each in rendered.references
    )


def _work(
    reference: Reference, source: Source | None, keys: _Keys, options: Options
) -> Work:
    """Return the work of a *reference*, whose *source* may be gone meanwhile."""
    given = source or Source(source_id=reference.source_id)
    most = options.limits.title_chars
    made = credit(given, most)
    url = _url(reference, source, options)
    modified = made.modified or read_day(reference.updated)
    licensed = options.url_policy.check(given.license or "")
    return Work(
        key=keys.new(reference, made.authors, made.published or modified),
        source_id=reference.source_id,
        kind=_KINDS.get((given.source_type or "").casefold(), _plain_kind(url)),
        title=reference.title,
        authors=made.authors,
        publisher=made.publisher,
        url=url,
        host=reference.host,
        published=made.published,
        modified=modified,
        accessed=read_day(given.retrieved_at),
        language=reference.language,
        license=clean_line(given.license or "", most) or None,
        license_url=_web(licensed.url),
    )


def _url(reference: Reference, source: Source | None, options: Options) -> str | None:
    """Return the link to a source as a whole, if it has been linked to at all."""
    shown = source and describe(source, reference.number, options).url
    return reference.url and _web(shown or reference.url)


def _web(url: str | None) -> str | None:
    """Return *url* if it leads to the web: others, like mail addresses, do not."""
    return url.translate(_ESCAPES) if url and _WEB_URL_RE.match(url) else None


def _plain_kind(url: str | None) -> Kind:
    return "webpage" if url else "document"


class _Keys:
    """Gives out keys such as ``doe2026travel``, each of them once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._taken: set[str] = set()
        self._uses: dict[str, int] = {}

    def new(
        self, reference: Reference, authors: tuple[str, ...], issued: Day | None
    ) -> str:
        """Return a key made of author or host, year, and a word of the title."""
        who = _author(authors) or _site(reference.host or "")
        year = f"{issued.year:04}" if issued else ""
        what = _topic(reference.title) if reference.titled else ""
        base = f"{who}{year}{what}" or f"source{reference.number}"
        # Programs take what begins with a digit for a number.
        base = key = f"source{base}" if base[0].isdigit() else base
        while key in self._taken:
            uses = self._uses[base] = self._uses.get(base, 1) + 1
            key = f"{base}x{uses}"
        self._taken.add(key)
        return key


def _author(authors: tuple[str, ...]) -> str:
    """Return the surname of the first author, or something near it."""
    first = authors[0] if authors else ""
    name, comma, _ = first.partition(",")
    words = [_in_key(word) for word in name.split()]
    words = [word for word in words if word and word not in _TITLES_BEHIND]
    return ("".join(words) if comma else "".join(words[-1:]))[:_KEY_PART_CHARS]


def _site(host: str) -> str:
    """Return the label of *host* that people would call the site by."""
    labels = host.split(".")[:-1] or [host]
    if len(labels) > 1 and labels[-1] in _SECOND_LEVEL:
        labels.pop()
    return _in_key(labels[-1])[:_KEY_PART_CHARS]


def _topic(title: str) -> str:
    """Return the first telling word of *title*."""
    words = _WORD_RE.findall(_folded(title))
    telling = (word for word in words if word not in _SMALL_WORDS)
    return next(telling, "")[:_KEY_PART_CHARS]


def _in_key(text: str) -> str:
    return _NOT_IN_KEY_RE.sub("", _folded(text))


def _folded(text: str) -> str:
    """Return *text* in lower case, and without its accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))
