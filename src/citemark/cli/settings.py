"""Options from the outside: ``key=value`` arguments and tables of a TOML file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from difflib import get_close_matches
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from citemark.errors import ConfigError
from citemark.options import Options

# Code can be passed only from Python.
_PYTHON_ONLY = frozenset({"image_url"})
_WORDS: Mapping[object, str] = {bool: "true or false", int: "a whole number"}
_T = TypeVar("_T")


def parse_settings(settings: Iterable[str]) -> Options:
    """Return the options that ``key=value`` arguments ask for.

    Values of a list are separated by commas; a field of a group follows a dot.

    >>> parse_settings(["grouped=true", "limits.markers=9"]).limits.markers
    9

    Raises:
        ConfigError: an argument names no option or holds no value for it.
    """
    table: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            msg = f"{setting}: expected KEY=VALUE"
            raise ConfigError(msg)
        *groups, name = key.split(".")
        inner = table
        for group in groups:
            found = inner.setdefault(group, {})
            if not isinstance(found, dict):
                msg = f"{key}: {group} already has a value"
                raise ConfigError(msg)
            inner = found
        inner[name] = value
    return options_from(table)


def options_from(table: Mapping[str, object]) -> Options:
    """Return `Options` with the values of *table*; strings are converted.

    Raises:
        ConfigError: the message names the option and what it expects.
    """
    return _build(Options, table, "")


def _build(kind: type[_T], table: Mapping[str, object], path: str) -> _T:
    kinds = get_type_hints(kind)
    known = [name for name in kinds if name not in _PYTHON_ONLY]
    for name in table:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {path}{close[0]}?" if close else ""
            msg = f"{path}{name}: no such option{hint}"
            raise ConfigError(msg)
    return kind(
        **{name: _value(kinds[name], table[name], f"{path}{name}") for name in table}
    )


def _value(kind: object, value: object, path: str) -> object:
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, Mapping):
        return _build(kind, value, f"{path}.")
    try:
        return msgspec.convert(_split(kind, value), kind, strict=False)
    except msgspec.ValidationError as error:
        msg = f"{path}: expected {_expected(kind, path)}, got {value!r}"
        raise ConfigError(msg) from error


def _split(kind: object, value: object) -> object:
    """Make a list of ``a,b`` where the option takes several values."""
    if not isinstance(value, str) or "tuple" not in str(kind):
        return value
    if str in get_args(kind) and get_origin(kind) is not tuple and "," not in value:
        return value
    return [item.strip() for item in value.split(",") if item.strip()]


def _expected(kind: object, path: str) -> str:
    choices = get_args(kind)
    if get_origin(kind) is Literal:
        return f"{', '.join(choices[:-1])} or {choices[-1]}"
    if is_dataclass(kind) or get_origin(kind) is Mapping:
        return f"{path}.NAME=VALUE"
    return _WORDS.get(kind, "a list of names" if "tuple" in str(kind) else "a text")
