"""Which sources residue names: by ID, or by title, URL, host or file name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from urllib.parse import parse_qsl, urlencode, urlsplit

from citemark.residue_kind import Named
from citemark.source import Source
from citemark.sources import SourceRegistry, SourceStore, fetch
from citemark.syntax import Syntax

# What a service adds to the addresses that it shows.
_ADDED = frozenset({("utm_source", "chatgpt.com"), ("utm_source", "openai")})
_SYNTAX = Syntax()


class Known:
    """The sources that may be meant, fetched with one call."""

    def __init__(self, store: SourceStore, named: Iterable[Named]) -> None:
        """Ask *store* for every ID that *named* may mean."""
        ids = dict.fromkeys(each for one in named for each in one.ids)
        self._ids = fetch(store, list(ids))
        self._registry = store if isinstance(store, SourceRegistry) else ()

    def source_id(self, named: Named) -> str | None:
        """Return the ID of the source that *named* means, if there is one."""
        for each in named.ids:
            if each in self._ids:
                return each
        for name in named.names:
            for key in _keys(name):
                if found := self._by_name.get(key):
                    return found
        return None

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Name → ID of the only source that is called so; "" where several are."""
        found: dict[str, str] = {}
        for source in self._registry:
            for name in set(_names(source)):
                found[name] = "" if name in found else source.source_id
        return found


def fits(source_id: str) -> bool:
    """Say whether a marker can hold *source_id*."""
    is_id = _SYNTAX.id_pattern().fullmatch(source_id) is not None
    return is_id and _SYNTAX.locator(source_id) is None


def _keys(name: str) -> tuple[str, ...]:
    """Return what a source may be called that residue calls *name*."""
    if "://" in name:
        return (_bare_url(name),)
    own = name.casefold()
    return (own, own.removeprefix("www."), own.rpartition("/")[2])


def _names(source: Source) -> Iterable[str]:
    """Yield what *source* may be called; not all of it is certain to be its own."""
    own = (source.source_id, source.title, source.document_id, source.publisher)
    yield from (each.casefold() for each in own if each)
    url = _bare_url(source.url or "")
    if "://" in url:
        yield url
        address, _, path = url.partition("://")[2].partition("/")
        host = address.removeprefix("www.")
        # ``en.wikipedia.org`` is shown as Wikipedia.
        file = path.partition("?")[0].rpartition("/")[2]
        shown = (host, *host.split(".")[-2:-1], file)
        yield from (each for each in shown if each)


def _bare_url(url: str) -> str:
    """Return *url* without what does not tell pages apart."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    query = parse_qsl(parts.query, keep_blank_values=True)
    own = urlencode([each for each in query if each not in _ADDED])
    bare = parts._replace(query=own, fragment="")
    return bare.geturl().rstrip("/").casefold()
