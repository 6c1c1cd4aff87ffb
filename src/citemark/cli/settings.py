"""Options from the outside: ``key=value`` arguments and tables of a TOML file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from difflib import get_close_matches
from typing import get_args, get_type_hints

import msgspec

from citemark.errors import ConfigError
from citemark.options import Options

# Code can be passed only from Python.
_PYTHON_ONLY = frozenset({"image_url"})


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
        group, dot, name = key.partition(".")
        inner = table.setdefault(group, {}) if dot else table
        if not isinstance(inner, dict):
            msg = f"{key}: {group} already has a value"
            raise ConfigError(msg)
        inner[name if dot else key] = value
    return options_from(table)


def options_from(table: Mapping[str, object]) -> Options:
    """Return `Options` with the values of *table*; strings are converted.

    Raises:
        ConfigError: the message names the option and what it expects.
    """
    kinds = get_type_hints(Options)
    _check_names(table, kinds, "")
    values = {name: _value(kinds[name], table[name], name) for name in table}
    return Options(**values)  # type: ignore[arg-type] # checked by _value


def _value(kind: object, value: object, name: str) -> object:
    if is_dataclass(kind) and isinstance(value, Mapping):
        _check_names(value, get_type_hints(kind), f"{name}.")
    try:
        return msgspec.convert(_split(kind, value), kind, strict=False)
    except msgspec.ValidationError as error:
        msg = f"{name}: {_reason(kind, str(error))}, got {value!r}"
        raise ConfigError(msg) from error


def _split(kind: object, value: object) -> object:
    """Make a list of ``a,b`` where the option takes several values."""
    if not isinstance(value, str) or "tuple" not in str(kind):
        return value
    if str in get_args(kind) and "," not in value and "|" in str(kind):
        return value
    return [item.strip() for item in value.split(",") if item.strip()]


def _reason(kind: object, complaint: str) -> str:
    choices = get_args(kind)
    if choices and all(isinstance(choice, str) for choice in choices):
        return f"expected {', '.join(choices[:-1])} or {choices[-1]}"
    return complaint[:1].lower() + complaint[1:].replace("`", "")


def _check_names(
    table: Mapping[str, object], kinds: Mapping[str, object], path: str
) -> None:
    known = [name for name in kinds if name not in _PYTHON_ONLY]
    for name in table:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {path}{close[0]}?" if close else ""
            msg = f"{path}{name}: no such option{hint}"
            raise ConfigError(msg)
