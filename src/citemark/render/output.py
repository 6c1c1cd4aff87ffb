"""What an output is: one format, made from a render context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from citemark.diagnostic import Finding
from citemark.model import Related
from citemark.render.context import RenderContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What an output makes that is more than a text."""

    body: str | bytes
    text: str | None = None
    """The same for readers without markup, if the format has such a part."""
    related: tuple[Related, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What the format itself has to say: that something was left out, for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One output format."""

    name: str
    suffix: str
    """Of the files it is written to, dot included."""
    media_type: str
    default_theme: str
    render: Callable[[RenderContext], str | Made]
    edits_source: bool = False
    """Whether it is the answer's source, edited: of HTML, it would be HTML."""
