"""The parsed answer: text, markers and the tokens in which they found their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Finding
from citemark.document.block import TOO_DEEP
from citemark.document.env import Env
from citemark.document.inline import REF
from citemark.document.layout import LAYOUT, Layout
from citemark.document.place import FINDINGS, KEEP_IN_HTML
from citemark.document.plugin import MARKERS
from citemark.model import Marker


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An answer after scanning and parsing, before anything is resolved.

    ``tokens`` are markdown-it's, with one ``citation_ref`` token (``nesting`` 0,
    ``meta["ordinal"]``) where a reference may stand: never inside emphasis, links,
    images or code. ``order`` lists their ordinals, which index ``markers``, as read.

    Raw HTML tokens carry a marker as ``opener + ordinal + closer``; ``pair`` is
    (opener, closer), two characters that occur nowhere in ``source``. It is None when
    the answer has no marker.
    """

    source: str
    markers: tuple[Marker, ...]
    tokens: tuple[Token, ...]
    order: tuple[int, ...]
    findings: tuple[Finding, ...]
    pair: tuple[str, str] | None = None
    layout: Layout | None = field(default=None, repr=False)
    md: MarkdownIt = field(repr=False)
    env: Env = field(default_factory=dict, repr=False)


def parse(
    md: MarkdownIt, source: str, markers: Sequence[Marker], env: Env | None = None
) -> Document:
    """Parse *source*, whose *markers* are known, with *md* (see `build_parser`).

    *env* brings the link definitions of the text that *source* was a part of.
    """
    env = {} if env is None else env
    MARKERS.put(env, markers)
    KEEP_IN_HTML.put(env, True)  # noqa: FBT003 - the slot holds nothing else
    tokens = md.parse(source, env)
    layout = LAYOUT.get(env)
    findings = [finding for marker in markers for finding in marker.findings]
    findings += FINDINGS.get(env) or []
    if deep := TOO_DEEP.get(env):
        message = "Unexpected nesting of more than 100 blocks, shown as text"
        findings.append(Finding(codes.NESTING_TOO_DEEP, message, 0, deep))
    return Document(
        source=layout.source if layout else source,
        markers=tuple(markers),
        tokens=tuple(tokens),
        order=tuple(order_of(tokens, layout)) if layout else (),
        findings=tuple(findings),
        pair=(layout.opener, layout.closer) if layout else None,
        layout=layout,
        md=md,
        env=env,
    )


def order_of(tokens: Sequence[Token], layout: Layout) -> list[int]:
    """Return the ordinals that are shown, as a reader meets them."""
    order: list[int] = []
    for token in tokens:
        if token.type == "html_block":
            order += layout.ordinals(token.content)
        order += [
            child.meta["ordinal"] for child in token.children or () if child.type == REF
        ]
    return order
