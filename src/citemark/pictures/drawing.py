"""How pictures are printed: data in, safe markup out, through autoescaped templates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from citemark.pictures.palette import paint
from citemark.pictures.reading import Reading
from citemark.pictures.scale import Stretch, percent, rounded
from citemark.render.days import date_direction, shown_date
from citemark.render.escape import fill, fill_markup
from citemark.render.labels import direction
from citemark.text import truncate

_TIP_CHARS = 140
# Widths, in thousandths of a percent, that hold a number of two digits: on any screen,
# and in a bar of at least 40 rem.
_ALWAYS, _WIDE = 5_000, 2_200
# With so many parts the gaps between them are all that could be seen.
_MANY, _MOST = 100, 250


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture; in a template with autoescaping, ``{{ picture }}`` embeds it."""

    html: str

    def __html__(self) -> str:
        """Return what a template may insert unescaped."""
        return self.html

    def __str__(self) -> str:
        """Return the markup."""
        return self.html


class Room(StrEnum):
    """Whether there is room for a number."""

    NONE = "none"
    WIDE = "wide"
    ALWAYS = "always"

    @classmethod
    def of(cls, width: int) -> Room:
        """Return what fits in a *width* in thousandths of a percent."""
        if width >= _ALWAYS:
            return cls.ALWAYS
        return cls.WIDE if width >= _WIDE else cls.NONE


def style() -> str:
    """Return the style sheet that pictures look best with.

    It sits in the cascade layer ``cxp`` and takes the colours of an answer on the same
    page, if there are any.
    """
    return (files("citemark.pictures") / "style.css").read_text("utf-8")


def draw(template: str, reading: Reading, /, **fields: object) -> Picture:
    """Print *template* for *reading*."""
    way = direction(reading.language)
    mirror = way == "rtl"

    def place(stretch: Stretch) -> Stretch:
        return stretch.mirrored() if mirror else stretch

    html = (
        environment()
        .get_template(f"{template}.html.j2")
        .render(
            reading=reading,
            labels=reading.labels,
            lang=reading.language,
            dir=way,
            place=place,
            prefix=f"{reading.id_prefix}.{template}",
            gap=_gap(len(reading.sentences)),
            view=f"{reading.id_prefix}.view",
            noteref=f"{reading.id_prefix}r",
            note=f"{reading.id_prefix}s",
            **fields,
        )
    )
    return Picture(html)


def _gap(count: int) -> float:
    """Return how wide the gaps between *count* parts are."""
    if count > _MANY:
        return 0 if count > _MOST else 0.5
    return 1.5


@cache
def environment() -> Environment:
    """Return what all templates are loaded by."""
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=PackageLoader("citemark.pictures"),
    )
    made.filters |= {
        "date": shown_date,
        "date_direction": date_direction,
        "fill": _fill,
        "fill_markup": fill_markup,
        "percent": percent,
        "rounded": rounded,
        "tip": _tip,
    }
    made.globals["paint"] = paint
    return made


def _fill(label: str, **values: object) -> str:
    return fill(label, **{name: str(value) for name, value in values.items()})


def _tip(text: str) -> str:
    return truncate(text, _TIP_CHARS)[0]
