"""Pictures of what an answer cites: a page of its own, or safe markup to embed.

Everything is inline SVG and HTML: no script, nothing to fetch, the same on a screen, on
paper and in a screen reader, which is given a table with the data of each picture.
"""

from __future__ import annotations

from citemark.pictures.annotated_sources import annotated
from citemark.pictures.coverage_strip import strip
from citemark.pictures.drawing import Picture, style
from citemark.pictures.page import report
from citemark.pictures.source_matrix import matrix

__all__ = ["Picture", "annotated", "matrix", "report", "strip", "style"]
