"""What an output is: one format, made from a render context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from citemark.render.context import RenderContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One output format."""

    name: str
    suffix: str
    """Of the files it is written to, dot included."""
    media_type: str
    default_theme: str
    render: Callable[[RenderContext], str]
