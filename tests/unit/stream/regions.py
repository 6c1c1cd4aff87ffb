"""Short ways to read the open end of an answer."""

from __future__ import annotations

from dataclasses import replace

from citemark import Options
from citemark.render.growing import Pieces
from citemark.sources import Sources, open_sources
from citemark.stream.region import Region, Stretch
from tests.strategies import SOURCES
from tests.unit.render.contexts import context


def region(
    text: str = "",
    options: Options | None = None,
    *,
    stable: bool = False,
    sources: Sources = SOURCES,
) -> Region:
    """Return a region that *text* was added to, but has not read."""
    like = replace(context("", options=options), awaits_sources=True)
    made = Region(like, open_sources(sources), stable=stable)
    made.add(text)
    return made


def html_of(stretch: Stretch | None) -> str:
    """Return what a stretch is shown as."""
    return Pieces(stretch.view).blocks() if stretch else ""


def read(made: Region) -> tuple[str, str]:
    """Return what is shown of what is done now, and of what is open."""
    done, opened = made.read()
    return html_of(done), html_of(opened)
