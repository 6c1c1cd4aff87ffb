"""The body of an answer as HTML: printed, and sanitized where it brought raw HTML.

References never go through the sanitizer. In the text that does, each marker is a word
that nobody can guess; a linear pass over what comes out puts the references there,
behind any element in which they must not stand, each of them once.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import cast

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.render.context import RenderContext
from citemark.render.escape import without_controls
from citemark.render.noterefs import NoteRefs
from citemark.render.policies import answer_policy
from citemark.render.tokens import TokenPrinter
from citemark.render.weave import VOID, Weaver
from citemark.sanitizer import Sanitizer

# A link in these would be dead, nested, or toggle what it stands in.
_CLOSED_TO_REFERENCES = frozenset(["a", "code", "pre", "summary"])
_ID_RE = re.compile(r' id="[^"]*"')
_TAG_RE = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9-]*+)((?:\"[^\"]*+\"|'[^']*+'|[^\"'>])*+)>"
)


Dress = Callable[[str, str], tuple[str, str]]
"""Name and attributes of an opening tag → those that are printed in their place."""


def html_body(ctx: RenderContext, noterefs: NoteRefs) -> str:
    """Return the answer as HTML, with its references, without the list of sources."""
    printer = TokenPrinter(ctx, noterefs.render)
    pieces = printer.print(ctx.tokens)
    if not printer.has_raw and ctx.options.sanitize == "needed":
        return "".join(cast("list[str]", pieces))
    sanitized = _Passage(ctx, noterefs).sanitized()
    if sanitized is not None:
        return sanitized
    # Fail closed: without its sanitizer, raw HTML is text.
    printer = TokenPrinter(ctx, noterefs.render, escape_raw=True)
    return without_controls("".join(map(str, printer.print(ctx.tokens))))


def dressed_body(
    ctx: RenderContext, noterefs: NoteRefs, printer: type[TokenPrinter], dress: Dress
) -> str:
    """Return the same with every tag dressed, whether it is ours or the answer's."""
    passage = _Passage(ctx, noterefs, printer, dress)
    sanitized = passage.sanitized() if passage.needs_sanitizer() else None
    return passage.escaped() if sanitized is None else sanitized


def sanitizer_named(name: str) -> Sanitizer:
    """Return the engine called *name*.

    Raises:
        ConfigError: there is none.
    """
    engines = discover("citemark.sanitizers", "SANITIZER", Sanitizer)
    engine = engines.get(name)
    if not isinstance(engine, Sanitizer):
        names = ", ".join(map(repr, engines))
        msg = f"Options.sanitizer: expected one of {names}, got {name!r}"
        raise ConfigError(msg)
    return engine


class _Passage:
    """One answer's way through weaver, sanitizer and placer."""

    def __init__(
        self,
        ctx: RenderContext,
        noterefs: NoteRefs,
        printer: type[TokenPrinter] = TokenPrinter,
        dress: Dress | None = None,
    ) -> None:
        self._ctx = ctx
        self._noterefs = noterefs
        self._nonce = f"cx{secrets.token_hex(8)}"
        self._words = _Words(self._nonce, noterefs)
        self._policy = answer_policy(ctx.options, self._nonce)
        self._printer = printer
        self._dress = dress

    def needs_sanitizer(self) -> bool:
        """Tell whether a sanitizer has anything to do."""
        printer = self._printer(self._ctx, self._words.render)
        printer.print(self._ctx.tokens)
        return printer.has_raw or self._ctx.options.sanitize == "always"

    def sanitized(self) -> str | None:
        """Return the body out of the sanitizer, or None where the engine cannot."""
        engine = sanitizer_named(self._ctx.options.sanitizer)
        html, placer, ordinals = self._woven(escape_raw=False)
        if len(html) > engine.max_chars:
            return None
        try:
            return placer.place(engine.clean(html, self._policy), ordinals)
        except ImportError as error:
            msg = f"Options.sanitizer: {engine.name!r} is not installed"
            raise ConfigError(msg) from error
        except Exception:  # noqa: BLE001 - whatever an engine trips over, content never raises
            return None

    def escaped(self) -> str:
        """Return the body with raw HTML, if there is any, as text."""
        html, placer, ordinals = self._woven(escape_raw=True)
        return placer.place(html, ordinals)

    def _woven(self, *, escape_raw: bool) -> tuple[str, _Placer, list[int]]:
        """Return the body for a sanitizer, what completes it, and the markers in it."""
        printer = self._printer(self._ctx, self._words.render, escape_raw=escape_raw)
        weaver = Weaver(self._policy, self._nonce)
        html = without_controls(weaver.weave(printer.print(self._ctx.tokens)))
        placer = _Placer(
            self._words, weaver.carried, self._noterefs.render, self._dress
        )
        return html, placer, printer.ordinals


class _Words:
    """The words that stand for markers on their way through the sanitizer."""

    def __init__(self, nonce: str, noterefs: NoteRefs) -> None:
        self._nonce = nonce
        self._noterefs = noterefs
        self.run_re = re.compile(f"(?:{nonce}r[0-9]+z)+")
        self.ordinal_re = re.compile(f"{nonce}r([0-9]+)z")
        self.carrier_re = re.compile(f' id="{nonce}([0-9]+)"')

    def render(self, *ordinals: int) -> str:
        """Return what stands for markers side by side."""
        return "".join(
            f"{self._nonce}r{ordinal}z"
            for ordinal in ordinals
            if self._noterefs.shows(ordinal)
        )


class _Placer:
    """Puts our own tags and the references back into sanitized HTML."""

    def __init__(
        self,
        words: _Words,
        carried: list[tuple[str, str]],
        render: Callable[..., str],
        dress: Dress | None = None,
    ) -> None:
        self._dress = dress
        self._words = words
        self._carried = carried
        self._render = render
        self._placed: set[int] = set()
        self._seen: set[int] = set()
        self._waiting: list[int] = []
        self._closings: list[str] = []
        self._closed = 0
        self._out: list[str] = []

    def place(self, html: str, ordinals: list[int]) -> str:
        """Return *html* with all of *ordinals* in it."""
        done = 0
        for match in _TAG_RE.finditer(html):
            self._text(html[done : match.start()])
            done = match.end()
            self._tag(match[0], match[1], match[2], match[3])
        self._text(html[done:])
        # A sanitizer may have dropped the text that a marker stood in.
        lost = [ordinal for ordinal in ordinals if ordinal not in self._placed]
        if text := self._render(*dict.fromkeys(lost)):
            self._out.append(f"<p>{text}</p>\n")
        return "".join(self._out)

    def _text(self, text: str) -> None:
        self._out.append(self._words.run_re.sub(self._references, text))

    def _references(self, match: re.Match[str]) -> str:
        ordinals = [
            int(found)
            for found in self._words.ordinal_re.findall(match[0])
            if int(found) not in self._placed
        ]
        self._placed.update(ordinals)
        if self._closed:
            self._waiting += ordinals
            return ""
        return self._render(*dict.fromkeys(ordinals))

    def _tag(self, tag: str, closes: str, name: str, attributes: str) -> None:
        if closes:
            self._out.append(self._closings.pop())
            if name in _CLOSED_TO_REFERENCES:
                self._closed -= 1
                self._release()
            return
        carrier = self._words.carrier_re.match(attributes)
        if carrier is not None:
            name, attributes = self._carried_tag(int(carrier[1]))
            tag = f"<{name}{attributes}>"
        if name not in VOID:
            self._closed += name in _CLOSED_TO_REFERENCES
        if self._dress is not None:
            name, attributes = self._dress(name, attributes)
            tag = f"<{name}{attributes}>"
        self._out.append(self._words.ordinal_re.sub("", tag))
        if name not in VOID:
            self._closings.append(f"</{name}>")

    def _carried_tag(self, number: int) -> tuple[str, str]:
        """Return our own tag; a parser may have doubled it, but never its id."""
        name, attributes = self._carried[number]
        if number in self._seen:
            attributes = _ID_RE.sub("", attributes)
        self._seen.add(number)
        return name, attributes

    def _release(self) -> None:
        if self._waiting and not self._closed:
            self._out.append(self._render(*self._waiting))
            self._waiting = []
