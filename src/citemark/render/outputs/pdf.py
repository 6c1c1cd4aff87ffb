"""PDF: a report with notes at the foot of its pages and its sources at the end."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

from citemark.errors import ConfigError
from citemark.render.context import RenderContext
from citemark.render.output import Made, Output

_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def render_pdf(ctx: RenderContext) -> Made:
    """Return the answer as a PDF.

    Raises:
        ConfigError: WeasyPrint is missing or too old, or a library that it needs.
    """
    try:
        # It prints advice where it finds no Pango; ours is in the exception.
        with redirect_stdout(StringIO()):
            from citemark.render.paged import render_paged
    except ImportError as error:
        msg = (
            f"to='pdf': WeasyPrint is not installed ({error}): "
            "pip install 'citemark[pdf]'"
        )
        raise ConfigError(msg) from error
    except OSError as error:
        reason = str(error).partition("\n")[0]
        msg = (
            f"to='pdf': WeasyPrint finds no Pango ({reason}): on Debian and Ubuntu, "
            f"apt-get install {_PACKAGES}"
        )
        raise ConfigError(msg) from error
    return render_paged(ctx)


OUTPUT = Output(
    name="pdf",
    suffix=".pdf",
    media_type="application/pdf",
    default_theme="report",
    render=render_pdf,
)
