"""The answer as a text that goes on, for clients that render Markdown themselves."""

from __future__ import annotations

from collections.abc import Iterable

from citemark.answer import drop_unshown
from citemark.model import Marker
from citemark.options import Options
from citemark.resolution import Ledger
from citemark.resolve import resolve
from citemark.sources import SourceStore, known_in
from citemark.stream.filter import MarkerFilter


class Texts:
    """Puts numbers in the place of markers, as they come.

    Sources are numbered as they are cited, which is how `render` numbers them, but for
    answers whose markers stand where none may and are moved past others.
    """

    def __init__(self, options: Options, store: SourceStore) -> None:
        """Prepare for the first delta."""
        self._store = store
        self._options = options
        self._ledger = Ledger.of(options)
        # Numbers are all that is wanted of references.
        self._ledger.lacks = lambda _: False
        self._filter = MarkerFilter(
            dialect=options.dialect,
            families=options.families,
            show=self._numbers,
            known=known_in(store),
            widgets=options.widgets,
        )

    def add_sources(self, store: SourceStore, names: Iterable[str]) -> None:
        """Go on with *store*, which has the sources *names* since now."""
        self._store = store
        self._filter.known = known_in(store)
        for name in names:
            self._ledger.found.pop(name, None)

    def more(self, text: str) -> str:
        """Return what *text* adds."""
        return drop_unshown(self._filter.feed(text).text, self._options)

    def rest(self) -> str:
        """Return what was kept back, at the end."""
        return drop_unshown(self._filter.finish().text, self._options)

    def _numbers(self, marker: Marker) -> str:
        if self._options.strip:
            return ""
        resolution = resolve(
            (marker,), (0,), self._store, self._options, before=self._ledger
        )
        self._ledger.add(resolution, 1)
        noterefs = resolution.noterefs.get(0, ())
        return "".join(f"[{noteref.number}]" for noteref in noterefs)
