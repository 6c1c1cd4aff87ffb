from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from citemark import Numbering, Options
from citemark.errors import ConfigError
from citemark.options import Limits
from citemark.url_policy import UrlPolicy


def test_defaults_are_the_safe_ones() -> None:
    options = Options()
    assert options.dialect == "openai"
    assert options.families == ("cite", "filecite")
    assert options.on_unresolved == "drop"
    assert options.raw_html == "sanitize"
    assert options.images == "link"
    assert not options.trusted
    assert not options.strict


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("private_use", "hide"),
        ("on_unresolved", "ignore"),
        ("raw_html", "allow"),
        ("sanitize", "never"),
        ("images", "fetch"),
        ("excerpt", "all"),
    ],
)
def test_an_impossible_choice_names_field_choices_and_value(
    name: str, value: str
) -> None:
    with pytest.raises(ConfigError, match=rf"Options\.{name}: .*'{value}'") as raised:
        dataclasses.replace(Options(), **{name: value})  # type: ignore[arg-type]  # wrong on purpose
    assert "expected one of '" in str(raised.value)


@pytest.mark.parametrize("name", ["excerpt_context", "lead_chars"])
def test_a_negative_size_is_refused(name: str) -> None:
    with pytest.raises(
        ConfigError, match=rf"Options\.{name}: expected 0 or more, got -1"
    ):
        dataclasses.replace(Options(), **{name: -1})  # type: ignore[arg-type]  # wrong on purpose


def test_zero_is_a_size() -> None:
    assert Options(excerpt_context=0, lead_chars=0).lead_chars == 0


def test_options_are_hashable_and_equal_by_value() -> None:
    assert Options(labels={"a": "b"}) == Options(labels={"a": "b"})
    assert hash(Options(labels={"a": "b"})) == hash(Options(labels={"a": "c"}))


def test_numbering_starts_at_one_or_more() -> None:
    with pytest.raises(
        ConfigError, match=r"Numbering\.start: expected 1 or more, got 0"
    ):
        Numbering(start=0)


@pytest.mark.parametrize(
    ("numbering", "expected"),
    [
        (Numbering(), 1),
        (Numbering(start=5), 5),
        (Numbering(assigned={"a": 1, "b": 7}), 8),
        (Numbering(start=10, assigned={"a": 3}), 10),
    ],
)
def test_next_number_is_one_that_no_source_has(
    numbering: Numbering, expected: int
) -> None:
    assert numbering.next == expected


@pytest.mark.parametrize(
    ("kind", "name", "value", "message"),
    [
        (Options, "url_policy", None, "expected a UrlPolicy, got NoneType"),
        (Options, "url_policy", "x", "expected a UrlPolicy, got str"),
        (Options, "select", (), "expected at least one rule, got none"),
        (Options, "language", 5, "expected a tag such as 'de-AT', got 5"),
        (Limits, "markers", -1, "expected 0 or more, got -1"),
        (UrlPolicy, "max_chars", "5", "expected 1 or more, got '5'"),
        (UrlPolicy, "denied_hosts", (None,), "expected several strings, got (None,)"),
    ],
)
def test_values_that_cannot_work_are_refused(
    kind: Callable[..., object], name: str, value: object, message: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        kind(**{name: value})
    assert str(raised.value).endswith(f".{name}: {message}")


def test_assigned_numbers_are_numbers_of_sources() -> None:
    with pytest.raises(
        ConfigError, match=r"assigned\['a'\]: expected 1 or more, got -1"
    ):
        Numbering(assigned={"a": -1})


@pytest.mark.parametrize(
    ("given", "expected"),
    [("pt_BR", "pt-BR"), ("de-AT", "de-AT"), ("", ""), (None,) * 2],
)
def test_languages_are_written_as_html_has_them(
    given: str | None, expected: str | None
) -> None:
    assert Options(language=given).language == expected
