"""The sheet as one HTML page, printed through an autoescaped template."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from citemark.options import Options
from citemark.review.sheet import make_sheet
from citemark.sources import Sources
from citemark.verification.judge import Label
from citemark.verification.report import VerificationReport
from citemark.visible import visible

_MEANINGS = {
    Label.SUPPORTED: "says all of it",
    Label.PARTIAL: "says a part of it",
    Label.UNSUPPORTED: "does not say it",
    Label.CONTRADICTED: "says otherwise",
}


def review_page(
    report: VerificationReport,
    sources: Sources,
    *,
    name: str = "",
    options: Options | None = None,
) -> str:
    """Return the sheet for the answer of *report* as one HTML page.

    *report* comes from ``verify``, with a judge where there are verdicts to be shown.
    The page works offline and without script, on screens and on paper.

    Raises:
        SourceError: *sources* is unusable.
    """
    sheet = make_sheet(report, sources, name=name, options=options)
    return f"{_template().render(sheet=sheet, meanings=_MEANINGS)}\n"


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    text = (files("citemark.review") / "sheet.html.j2").read_text("utf-8")
    return environment.from_string(text)
