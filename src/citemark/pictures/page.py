"""The report: the answer as it is rendered, and all pictures of it, on one page."""

from __future__ import annotations

from citemark.api import Renderer
from citemark.options import Options
from citemark.pictures.annotated_sources import draw_annotated
from citemark.pictures.coverage_strip import cover, draw_strip
from citemark.pictures.drawing import Picture, draw, style
from citemark.pictures.reading import drawable, read
from citemark.pictures.source_matrix import draw_matrix
from citemark.render.theme import theme_css
from citemark.sources import Sources
from citemark.text import clean_line

_THEME = "base"
_NAME_CHARS = 200


def report(
    answer: str,
    sources: Sources = None,
    *,
    options: Options | None = None,
    id_prefix: str = "",
    name: str = "",
) -> str:
    r"""Return a page that shows *answer* and what it cites; *name* stands above it.

    The page works offline and without script.

    >>> page = report("Yes.\ue200cite\ue202a\ue201", [{"source_id": "a", "text": "x"}])
    >>> page[:15], "<script" in page
    ('<!DOCTYPE html>', False)

    Raises:
        SourceError: *sources* is unusable.
        ConfigError: an option cannot work.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    options = drawable(options)
    reading = read(answer, sources, options=options, id_prefix=id_prefix)
    rendered = Renderer(_THEME, options).render(answer, sources, id_prefix=id_prefix)
    page = draw(
        "page",
        reading,
        name=clean_line(name, _NAME_CHARS),
        coverage=cover(reading),
        answer=rendered,
        strip=draw_strip(reading, f"{reading.id_prefix}.view"),
        matrix=draw_matrix(reading, f"{reading.id_prefix}.view"),
        annotated=draw_annotated(reading),
        # Style sheets of ours, in which nothing ends a style element.
        css=Picture(f"{theme_css(_THEME)}\n{style()}"),
    )
    return f"{page}\n"
