"""Options from outside: ``[tool.citemark]``, ``citemark.toml`` and other tables.

The configuration of a file is that of the nearest folder above it: ``citemark.toml``,
or a ``pyproject.toml`` with a table for citemark.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from citemark.errors import ConfigError
from citemark.options import Options

_OWN = "citemark.toml"
_SHARED = "pyproject.toml"
# How much of two names has to be the same, for one to be the other mistyped.
_ALIKE = 0.65
# Code can be passed only from Python.
_PYTHON_ONLY = frozenset({"image_url"})
_WORDS: Mapping[object, str] = {bool: "true or false", int: "a whole number"}
_T = TypeVar("_T")
# Types that take several values, as they are written.
_SEVERAL_RE = re.compile("tuple|Collection")


@dataclass(frozen=True, slots=True)
class Config:
    """What a file says, by the names of `Options` fields; ``path`` is None for none."""

    path: Path | None = None
    table: Mapping[str, object] = field(default_factory=dict)

    def options(self) -> Options:
        """Return the options that the file alone asks for.

        Raises:
            ConfigError: the message names file, option and what it expects.
        """
        try:
            return options_from(self.table)
        except ConfigError as error:
            msg = f"{self.path}: {error}"
            raise ConfigError(msg) from error


def find_config(folder: Path) -> Config:
    """Return the configuration for what is in *folder*.

    Raises:
        ConfigError: the nearest file cannot be read, or is no TOML.
    """
    for path in config_places(folder):
        if not path.is_file():
            continue
        data = _read(path)
        if path.name == _OWN:
            return Config(path, normalized(data, str(path)))
        table = _own_table(data, path)
        if table is not None:
            return Config(path, table)
    return Config()


def config_places(folder: Path) -> Iterator[Path]:
    """Yield where a configuration for *folder* may be, the nearest place first."""
    start = folder.resolve()
    for above in (start, *start.parents):
        yield above / _OWN
        yield above / _SHARED


def load_config(path: Path) -> Config:
    """Return the configuration in the file *path*.

    Raises:
        ConfigError: it cannot be read, is no TOML, or says nothing about citemark.
    """
    data = _read(path)
    if path.name != _SHARED:
        return Config(path, normalized(data, str(path)))
    table = _own_table(data, path)
    if table is None:
        msg = f"{path}: expected a table [tool.citemark], got none"
        raise ConfigError(msg)
    return Config(path, table)


def normalized(table: Mapping[str, object], where: str) -> dict[str, object]:
    """Return *table* with ``_`` for ``-`` in names of options and settings.

    Names of rules keep theirs.

    Raises:
        ConfigError: a name is given in both spellings.
    """
    proper: dict[str, object] = {}
    for name, value in table.items():
        key = name.replace("-", "_")
        if key in proper:
            msg = f"{where}: {name} is given twice"
            raise ConfigError(msg)
        proper[key] = value
    for key in ("rules", "limits", "url_policy"):
        inner = proper.get(key)
        if not isinstance(inner, Mapping):
            continue
        proper[key] = (
            normalized(inner, f"{where}: {key}")
            if key != "rules"
            else {
                rule: normalized(settings, f"{where}: rules.{rule}")
                if isinstance(settings, Mapping)
                else settings
                for rule, settings in inner.items()
            }
        )
    return proper


def merged(
    below: Mapping[str, object], above: Mapping[str, object]
) -> dict[str, object]:
    """Return *below* with the values of *above* over it, table by table."""
    result = dict(below)
    for name, value in above.items():
        under = result.get(name)
        result[name] = (
            merged(under, value)
            if isinstance(under, Mapping) and isinstance(value, Mapping)
            else value
        )
    return result


def options_from(table: Mapping[str, object]) -> Options:
    """Return `Options` with the values of *table*; strings are converted.

    >>> options_from({"limits": {"markers": 9}, "select": "CM1,CM2"}).select
    ('CM1', 'CM2')

    Raises:
        ConfigError: the message names the option and what it expects.
    """
    return _build(Options, table, "")


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise ConfigError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{path}: expected TOML: {error}"
        raise ConfigError(msg) from error


def _own_table(data: Mapping[str, object], path: Path) -> dict[str, object] | None:
    tools = data.get("tool")
    table = tools.get("citemark") if isinstance(tools, Mapping) else None
    if table is None:
        return None
    if not isinstance(table, Mapping):
        msg = f"{path}: tool.citemark: expected a table, got {table!r}"
        raise ConfigError(msg)
    return normalized(table, str(path))


def _build(kind: type[_T], table: Mapping[str, object], path: str) -> _T:
    kinds = get_type_hints(kind)
    known = [name for name in kinds if name not in _PYTHON_ONLY]
    for name in table:
        if name not in known:
            close = get_close_matches(name, known, n=1, cutoff=_ALIKE)
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
    if not isinstance(value, str) or not _SEVERAL_RE.search(str(kind)):
        return value
    is_either = get_origin(kind) in (Union, UnionType)
    if is_either and str in get_args(kind) and "," not in value:
        return value
    return [item.strip() for item in value.split(",") if item.strip()]


def _expected(kind: object, path: str) -> str:
    choices = get_args(kind)
    if get_origin(kind) is Literal:
        return f"{', '.join(choices[:-1])} or {choices[-1]}"
    if is_dataclass(kind) or get_origin(kind) is Mapping:
        return f"{path}.NAME=VALUE"
    return _WORDS.get(
        kind, "a list of names" if _SEVERAL_RE.search(str(kind)) else "a text"
    )
