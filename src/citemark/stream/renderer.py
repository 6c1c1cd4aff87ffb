"""Renders an answer while it is generated; it ends as exactly the one-shot result."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterable, Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path

from citemark.answer import Draft, clean_answer, draft
from citemark.api import shared_renderer
from citemark.codes import UNKNOWN_SOURCE
from citemark.dialect import spoken
from citemark.errors import ConfigError
from citemark.options import Options
from citemark.pipeline import finish, get_output, view_answer
from citemark.provider import Answer
from citemark.render import growing
from citemark.render.context import RenderContext
from citemark.render.labels import counted, direction
from citemark.rendered import Rendered
from citemark.source import Source
from citemark.sources import Records, Sources, SourceStore, open_sources
from citemark.stream.beginning import empty_article, look
from citemark.stream.cited import CitedSoFar
from citemark.stream.correcting import correct, tell_notes, tell_refs
from citemark.stream.decoding import Decoder
from citemark.stream.events import (
    Abort,
    End,
    Event,
    Notice,
    Snapshot,
    Start,
    Text,
)
from citemark.stream.late import LateSources
from citemark.stream.quick import Quick
from citemark.stream.region import Region, Stretch
from citemark.stream.resuming import catch_up
from citemark.stream.teller import Teller
from citemark.stream.texts import Texts
from citemark.weaving import weave

_HTML = "html"
_MESSAGE_RE = re.compile(r"[!-~]{1,128}")


class StreamRenderer:
    r"""Renders one answer as it comes: deltas in, events out; no I/O, no clock.

    However the answer is cut, the events lead to the HTML that `render` gives for the
    whole of it, and `rendered` is what `render` returns. *message* names the answer in
    its events, *id_prefix* starts every id. With *stable*, unfinished Markdown is shown
    as it stands, and not as if it were closed. *texts* asks for `Text` events too.
    An unknown source is shown as one that may still come, unless *awaits_sources* says
    that none will.

    >>> stream = StreamRenderer([{"source_id": "a", "title": "Handbook"}])
    >>> events = stream.feed("Yes.\ue200cite") + stream.feed("\ue202a\ue201")
    >>> [event.type for event in events]
    ['start', 'block.open', 'source.add', 'block.patch', 'ref']
    >>> [event.type for event in stream.finish()]
    ['block.close', 'end']
    >>> [each.title for each in stream.rendered.references]
    ['Handbook']

    Raises:
        SourceError: a source record is unusable.
        ThemeError: the theme is missing or broken.
        ConfigError: an option has an impossible value.
    """

    def __init__(
        self,
        sources: Sources = None,
        *,
        theme: str | Path = "chat",
        options: Options | None = None,
        id_prefix: str = "",
        message: str = "answer",
        stable: bool = False,
        texts: bool = False,
        awaits_sources: bool = True,
    ) -> None:
        """Prepare for the first delta."""
        _check_message(message)
        self._options = options or Options()
        self._id_prefix = id_prefix
        self._md = shared_renderer(theme, self._options).parser
        self._sources = LateSources(sources)
        self._is_bare = sources is None
        self._cited = CitedSoFar()
        self._decoder = Decoder()
        self._return = ""
        dialects = spoken(self._options.dialect)
        self._is_tentative = any(each.accepts for each in dialects)
        like = look(
            self._md, theme, self._options, id_prefix, awaits_sources=awaits_sources
        )
        self._region = Region(like, self._sources.store, stable=stable)
        self._teller = Teller(message, like.id_prefix, empty_article(like))
        self._region.ledger.lacks = self._teller.lacks
        self._like = like
        self._quick: Quick | None = None
        self._texts = Texts(like.options, self._sources.store) if texts else None
        self._rendered: Rendered | None = None
        self._is_over = False

    @property
    def rendered(self) -> Rendered:
        """The result, once `finish` was called: what `render` gives for the answer.

        Raises:
            ConfigError: the answer is not finished.
        """
        if self._rendered is None:
            msg = "rendered: expected finish() to be called before"
            raise ConfigError(msg)
        return self._rendered

    @property
    def is_over(self) -> bool:
        """Whether `finish` or `abort` has ended the answer."""
        return self._is_over

    def feed(self, delta: str | bytes) -> list[Event]:
        """Go on with *delta*, cut anywhere; return what is new to be shown.

        Text may be cut between surrogates, bytes of UTF-8 within a character.

        Raises:
            ConfigError: *delta* is neither, or the stream is over.
        """
        self._refuse_if_over()
        self._begin()
        self._grow(self._decoder.decode(delta))
        return self._teller.take()

    def add_sources(self, records: Records) -> list[Event]:
        """Add sources that the answer may have cited already.

        Raises:
            SourceError: a record is unusable, or its ID is that of another source.
            ConfigError: the stream is over.
        """
        self._refuse_if_over()
        new = self._sources.add(records)
        self._begin()
        ledger = self._region.ledger
        waited_for = any(
            # What names a source that nobody has was no marker, maybe.
            self._is_tentative or ledger.found.get(name, self) is None
            for name in new
        )
        self._region.give(self._sources.store)
        if self._texts is not None:
            self._texts.add_sources(self._sources.store, new)
        for name in new:
            ledger.found.pop(name, None)
        if waited_for:
            self._look_up_again()
        return self._teller.take()

    def cite(self, sources: Iterable[Source]) -> list[Event]:
        """Cite *sources* behind what was fed: a provider says so, and no marker does.

        Raises:
            SourceError: a source is unusable.
            ConfigError: the stream is over.
        """
        self._refuse_if_over()
        cited = list(sources)
        events = self.add_sources(self._cited.admit(cited))
        if not cited:
            return events
        start = len(self._region.answer) + len(self._return)
        return events + self.feed(self._cited.marker(start, cited))

    def finish(self, answer: Answer | None = None) -> list[Event]:
        """End the answer; return what is left to be shown.

        *answer*, of a provider, says where its text, which was fed, cites what: all
        that was shown otherwise is corrected, and the result is that of rendering it.

        Raises:
            UnresolvedCitationError: only with ``strict`` or ``on_unresolved="raise"``.
            ConfigError: the stream is over.
        """
        self._refuse_if_over()
        self._begin()
        rest = self._return + self._decoder.flush()
        self._return = ""
        self._region.add(rest)
        self._tell_text(rest, is_last=True)
        store = self._sources.store
        if answer is None:
            made = draft(self._region.answer, self._options, self._region.known)
        else:
            made = weave(answer, self._options)
            store = open_sources(answer.sources) if self._is_bare else store
        view = self._view(made, self._options, store)
        self._rendered = finish(view, made, get_output(_HTML), self._id_prefix)
        at = partial(self._cited.moved, made.moves)
        correct(self._teller, view, is_whole=True, at=at)
        self._tell_end(self._rendered)
        self._is_over = True
        return self._teller.take()

    def abort(self, reason: str = "") -> list[Event]:
        """End without an end: the model or the connection failed.

        Raises:
            ConfigError: the stream is over.
        """
        self._refuse_if_over()
        self._begin()
        self._is_over = True
        self._teller.end(Abort, reason=reason)
        return self._teller.take()

    def resume(self, last_event_id: str | None) -> list[Event]:
        """Return what a reader needs that has seen the events up to *last_event_id*.

        What it misses, or a snapshot where that is shorter, or where the ID is not one
        of ours. It can go on with all events made later.

        Raises:
            ConfigError: *last_event_id* is neither a string nor None.
        """
        _check_event_id(last_event_id)
        if self._teller.seq:
            catch_up(self._teller, last_event_id, self._like)
        self._begin()
        return self._teller.take()

    def astream(
        self, deltas: AsyncIterable[str | bytes]
    ) -> AsyncGenerator[list[Event], None]:
        """Feed *deltas* as they come, and yield the events of several at once.

        The first at once, then every 40 ms, 256 characters or paragraphs at most; while
        nobody takes the events, deltas are put together, so that nothing is sent that
        is out of date. Ends with the events of `finish`.

        Whoever closes the iterator or cancels its task stops the answer: the stream is
        aborted as ``stopped``, and *deltas* are closed. After an `abort` from elsewhere
        it ends by itself, at the latest with the next delta.

        Raises:
            ConfigError: the stream is over.
        """
        self._refuse_if_over()
        # Most users of the package have no event loop, and need not import one.
        from citemark.stream.coalescing import coalesced

        return coalesced(self, deltas)

    def _refuse_if_over(self) -> None:
        if self._is_over:
            msg = "the stream is over: expected no more after finish() or abort()"
            raise ConfigError(msg)

    def _begin(self) -> None:
        """Tell that the message begins, once."""
        if self._teller.seq:
            return
        self._teller.tell(
            Start,
            html=self._teller.mirror.shell.article,
            status=growing.status(self._like, self._teller.slots.status),
            lang=self._options.language,
            dir=direction(self._options.language),
        )

    def _grow(self, text: str) -> None:
        """Go on with *text*, but for a CR whose LF may follow."""
        text = clean_answer(self._return + text)
        self._return = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r")
        if not text:
            return
        self._region.add(text)
        html = self._quick.more(text) if self._quick else None
        if self._quick and html is not None:
            self._teller.add(html, self._quick.depth)
        else:
            self._quick = None
            if self._region.is_due:
                self._read()
        self._tell_text(text)

    def _read(self) -> None:
        """Parse what is open, and tell what is new about it."""
        done, opened = self._region.read()
        if done is not None:
            self._tell(done, is_done=True)
        if opened is not None:
            self._tell(opened)
        block = self._teller.mirror.open
        self._quick = self._region.quick(block.html if block else "")

    def _tell(self, stretch: Stretch, *, is_done: bool = False) -> None:
        """Show some blocks, with what they cite."""
        teller, pieces = self._teller, growing.Pieces(stretch.view, self._teller.lines)
        if stretch.is_new:
            tell_notes(teller, stretch.view, pieces)
        html = pieces.blocks()
        block = teller.number
        if is_done:
            teller.close(html, stretch.start)
            self._notice(stretch)
        else:
            [html] = growing.ended(html)
            teller.show(html, stretch.start, whole=pieces.has_raw)
        if stretch.is_new:
            tell_refs(teller, stretch.view, lambda _: block)

    def _notice(self, stretch: Stretch) -> None:
        """Tell what was found about blocks that are done."""
        for found in stretch.findings:
            if found.code is UNKNOWN_SOURCE and self._like.awaits_sources:
                continue
            self._teller.tell(
                Notice,
                code=found.code.code,
                name=found.code.name,
                level=found.code.severity.value,
                start=found.start + stretch.start,
                end=found.end + stretch.start,
            )

    def _look_up_again(self) -> None:
        """Number anew what is done, since a source has come that it waits for."""
        made = draft(self._region.done, self._options, self._region.known)
        options, store = self._like.options, self._sources.store
        view = self._view(made, options, store, awaits_sources=True)
        correct(self._teller, view)
        # What is still missing stays known as such: it may come with the next call.
        ledger = self._region.ledger.anew(self._options)
        ledger.add(view.resolution, len(view.document.order))
        self._region.resolve_again(ledger)
        self._quick = None
        self._read()

    def _view(
        self,
        made: Draft,
        options: Options,
        store: SourceStore,
        *,
        awaits_sources: bool = False,
    ) -> RenderContext:
        return view_answer(
            made,
            store,
            md=self._md,
            theme=self._like.theme,
            options=options,
            page=False,
            id_prefix=self._id_prefix,
            awaits_sources=awaits_sources,
        )

    def _tell_text(self, text: str, *, is_last: bool = False) -> None:
        """Tell how the text goes on, if that is asked for."""
        if self._texts is None:
            return
        shown = self._texts.more(text) + (self._texts.rest() if is_last else "")
        if shown:
            self._teller.tell(Text, text=shown)

    def _tell_end(self, rendered: Rendered) -> None:
        """Make sure that readers have all of it, and tell them that it ends."""
        teller = self._teller
        if teller.mirror.finished() != rendered.body:
            teller.final = rendered.body
            teller.tell(Snapshot, html=rendered.body)
        count = len(rendered.references)
        teller.end(
            End,
            refs=sum(len(each.noterefs) for each in rendered.references),
            sources=count,
            html_sha256=sha256(rendered.body.encode()).hexdigest(),
            status=counted(self._options, "complete", count),
            corrected=teller.corrected,
            article=rendered.body,
            listed=tuple(
                (each.number, each.title, each.url) for each in rendered.references
            ),
        )


def _check_message(message: object) -> None:
    if not (isinstance(message, str) and _MESSAGE_RE.fullmatch(message)):
        expected = "1 to 128 printable ASCII characters without white space"
        msg = f"message: expected {expected}, got {message!r}"
        raise ConfigError(msg)


def _check_event_id(event_id: object) -> None:
    if not isinstance(event_id, str | None):
        kind = type(event_id).__name__
        msg = f"last_event_id: expected a string or None, got {kind}"
        raise ConfigError(msg)
