from __future__ import annotations

import pytest

from citemark.cli.settings import parse_settings
from citemark.config import options_from
from citemark.errors import ConfigError
from citemark.options import Limits, Numbering, Options
from tests.unit.cli.calling import GOOD, Desk


def test_values_are_converted_to_what_the_option_takes() -> None:
    settings = [
        "grouped=true",
        "excerpt_context=3",
        "excerpt=none",
        "language=de",
        "families=cite, memo,",
        "limits.markers=9",
        "limits.title_chars=40",
        "numbering.start=4",
        "numbering.assigned.turn0file0=2",
        "labels.sources=Notes = sources",
    ]
    assert parse_settings(settings) == Options(
        grouped=True,
        excerpt_context=3,
        excerpt="none",
        language="de",
        families=("cite", "memo"),
        limits=Limits(markers=9, title_chars=40),
        numbering=Numbering(start=4, assigned={"turn0file0": 2}),
        labels={"sources": "Notes = sources"},
    )


@pytest.mark.parametrize(
    ("value", "dialect"),
    [("openai", "openai"), ("openai,lenticular", ("openai", "lenticular"))],
)
def test_an_option_that_takes_one_or_several_keeps_one_as_it_is(
    value: str, dialect: str | tuple[str, ...]
) -> None:
    assert parse_settings([f"dialect={value}"]).dialect == dialect


def test_tables_may_hold_values_of_the_proper_type() -> None:
    table = {"image_hosts": ["a.example"], "limits": {"markers": 2}, "strip": True}
    expected = Options(image_hosts=("a.example",), limits=Limits(markers=2), strip=True)
    assert options_from(table) == expected


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (["grouped"], "grouped: expected KEY=VALUE"),
        (["gruoped=1"], "gruoped: no such option; did you mean grouped?"),
        (["zzz=1"], "zzz: no such option"),
        (
            ["limits.marker=1"],
            "limits.marker: no such option; did you mean limits.markers?",
        ),
        (["image_url=x"], "image_url: no such option; did you mean images?"),
        (["strict=1", "strict.x=1"], "strict.x: strict already has a value"),
        (["strict=maybe"], "strict: expected true or false, got 'maybe'"),
        (
            ["limits.markers=many"],
            "limits.markers: expected a whole number, got 'many'",
        ),
        (
            ["excerpt=all"],
            "excerpt: expected context, located or none, got 'all'",
        ),
        (["limits=1"], "limits: expected limits.NAME=VALUE, got '1'"),
        (["labels=1"], "labels: expected labels.NAME=VALUE, got '1'"),
        (["families.x=1"], "families: expected a list of names, got {'x': '1'}"),
        (["dialect.x=1"], "dialect: expected a list of names, got {'x': '1'}"),
        (["language.x=1"], "language: expected a text, got {'x': '1'}"),
        (["sanitizer.x=1"], "sanitizer: expected a text, got {'x': '1'}"),
        (["lead_chars=-1"], "Options.lead_chars: expected 0 or more, got -1"),
    ],
)
def test_what_is_wrong_with_a_setting_is_said_in_one_line(
    desk: Desk, settings: list[str], complaint: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        parse_settings(settings)
    assert str(raised.value) == f"-O {complaint}"
    arguments = [text for setting in settings for text in ("-O", setting)]
    done = desk.render(desk.write("a.md", GOOD), *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"citemark: -O {complaint}\n"
