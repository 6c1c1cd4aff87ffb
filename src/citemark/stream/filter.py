r"""The text-only half of streaming: an answer goes in, clean text comes out.

For terminals, speech, plain text and proxies. What comes out is the text that was not
part of a marker, as soon as it cannot become part of one any more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from citemark import codes
from citemark.dialect import Known, pending_from, scan_markers, spoken
from citemark.errors import ConfigError
from citemark.helpers import ExtractedCitation
from citemark.model import Marker, MarkerKind
from citemark.stream.decoding import Decoder
from citemark.stream.joining import Joiner
from citemark.syntax import FAMILIES, Syntax, Widgets
from citemark.text import drop_marker_characters

Unterminated = Literal["prose", "verbatim", "strip"]
_MOST_CONTEXT = 4_096


@dataclass(frozen=True, slots=True)
class Filtered:
    """What one delta adds: clean text, and the citations that were taken out of it."""

    text: str
    citations: tuple[ExtractedCitation, ...] = ()
    """As `extract_citations` gives them, with offsets in the whole answer."""

    def __str__(self) -> str:
        """Return the text."""
        return self.text


class MarkerFilter:
    r"""Takes the markers out of one answer as it comes.

    *show* says what to put in the place of a marker that cites, such as ``[1]``; the
    others leave the words they display, if any. Blanks before a marker go with it.

    *unterminated* is what becomes of a marker that the answer ends in the middle of.
    As ``prose``, its family and the IDs right after go, as in a finished answer, and
    what is behind them stays; ``verbatim`` gives all of it as it was written, ``strip``
    nothing.

    *known* returns those of some source IDs that there are sources of, to dialects
    that authors write for other reasons, such as ``numeric``: numbers without a source
    stay. Without it, all count. *widgets* is as in `Options`.

    >>> markers = MarkerFilter()
    >>> deltas = ["Yes \ue200ci", "te\ue202a", "\ue202L2\ue201. No", "."]
    >>> [str(markers.feed(delta)) for delta in deltas], str(markers.finish())
    (['Yes', '', '. No', '.'], '')

    Raises:
        ConfigError: there is no such dialect, or no such way to end.
    """

    def __init__(
        self,
        *,
        dialect: str | tuple[str, ...] | None = None,
        families: tuple[str, ...] = FAMILIES,
        show: Callable[[Marker], str] | None = None,
        unterminated: Unterminated = "prose",
        known: Known | None = None,
        widgets: Widgets = "drop",
    ) -> None:
        """Prepare for the first delta."""
        if unterminated not in get_args(Unterminated):
            ways = ", ".join(get_args(Unterminated))
            msg = f"unterminated: expected one of {ways}, got {unterminated!r}"
            raise ConfigError(msg)
        self.known = known
        self._dialect = dialect or "openai"
        dialects = spoken(self._dialect)
        self._contexts = [each.context for each in dialects if each.context]
        triggers = "".join(
            sorted(trigger for each in dialects for trigger in each.triggers)
        )
        self._trigger = re.compile(f"[{re.escape(triggers)}]")
        self._syntax = Syntax(tuple(families), widgets=widgets)
        self._show = show
        self._unterminated = unterminated
        self._decoder = Decoder()
        self._joiner = Joiner()
        self._context = ""
        self._held = ""
        self._given = 0
        self._is_over = False

    def feed(self, delta: str | bytes) -> Filtered:
        """Return what is decided once *delta* has come, which may be nothing.

        Raises:
            ConfigError: it is no text, or the answer was finished.
        """
        self._check_open("feed")
        return self._go_on(self._decoder.decode(delta))

    def finish(self) -> Filtered:
        """Return what was kept back: the answer ends here.

        Raises:
            ConfigError: the answer was finished before.
        """
        self._check_open("finish")
        self._is_over = True
        before = self._go_on(self._decoder.flush())
        text = self._context + self._held
        end = len(text) if self._unterminated == "prose" else self._unfinished(text)
        given = self._give(text[:end])
        text = before.text + given.text + self._end(text[end:])
        return Filtered(text, before.citations + given.citations)

    def _end(self, unfinished: str) -> str:
        """Return the last words of the answer, after an *unfinished* marker's."""
        is_shown = self._unterminated == "verbatim"
        put = self._joiner.words if is_shown or not unfinished else self._joiner.label
        return put(unfinished if is_shown else "") + self._joiner.end()

    def _check_open(self, method: str) -> None:
        if self._is_over:
            msg = f"{method}: expected no call after finish()"
            raise ConfigError(msg)

    def _go_on(self, more: str) -> Filtered:
        text = self._context + self._held + more.replace("\x00", "\ufffd")
        end = pending_from(text, self._dialect, self._syntax, self.known)
        end = max(end, len(self._context))
        self._held = text[end:]
        return self._give(text[:end])

    def _unfinished(self, text: str) -> int:
        """Return where the marker begins that *text* ends in the middle of."""
        markers = self._markers(text)
        # Where it was to be a widget, its delimiters are strays.
        begun = [each for each in markers if each.kind is not MarkerKind.STRAY]
        if not begun:
            return len(text) if markers else len(self._context)
        found = (each.code for each in begun[-1].findings)
        return begun[-1].start if codes.UNTERMINATED_MARKER in found else len(text)

    def _markers(self, text: str) -> list[Marker]:
        """Return the markers of *text* behind the context that it begins with."""
        begin = len(self._context)
        found = scan_markers(text, self._dialect, self._syntax, self.known)
        return [marker for marker in found if marker.start >= begin]

    def _give(self, text: str) -> Filtered:
        """Return what *text* adds, all of it decided, behind the context."""
        done = len(self._context)
        by = self._given - done
        self._given = by + len(text)
        if not self._trigger.search(text, done):
            self._context = self._next_context(text, is_plain=True)
            return Filtered(self._words(text[done:]))
        pieces: list[str] = []
        citations: list[ExtractedCitation] = []
        for marker in self._markers(text):
            pieces.append(self._words(text[done : marker.start]))
            done = marker.end
            cites = marker.kind is MarkerKind.CITATION
            if cites:
                citations.append(_extracted(marker, by))
            label = self._show(marker.moved(by)) if cites and self._show else ""
            put = self._joiner.words if marker.text else self._joiner.label
            pieces.append(put(marker.text or label))
        pieces.append(self._words(text[done:]))
        self._context = self._next_context(text, is_plain=False)
        return Filtered("".join(pieces), tuple(citations))

    def _words(self, text: str) -> str:
        """Return prose; a stray character of markers is none, whatever the dialect."""
        return self._joiner.words(drop_marker_characters(text))

    def _next_context(self, text: str, *, is_plain: bool) -> str:
        """Return what to read the rest behind."""
        if not self._contexts:
            return ""
        if not is_plain or len(text) > _MOST_CONTEXT:
            for context in self._contexts:
                text = context(text)
        return text


def _extracted(marker: Marker, by: int) -> ExtractedCitation:
    """Return *marker*, which is *by* characters farther in the whole answer."""
    return ExtractedCitation(
        raw=marker.raw,
        family=marker.family,
        source_ids=list(marker.source_ids),
        locator=marker.locator,
        start=marker.start + by,
        end=marker.end + by,
    )
