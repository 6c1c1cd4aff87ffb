"""The words that we print ourselves, by language, and the direction of a language.

Each label is a whole phrase with ``{places}``; phrases are never built from words,
since their order differs. ``options.labels`` replaces any of them. A language is one
file of ``languages/``, which has every label that English has.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from citemark.errors import ConfigError
from citemark.options import Options

_DEFAULT = "en"
_SUFFIX = ".toml"
_ALIASES = {
    "zh": "zh-hans",
    "zh-cn": "zh-hans",
    "zh-sg": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
}
_RTL_LANGUAGES = frozenset(
    [
        "ar",
        "arc",
        "ckb",
        "dv",
        "fa",
        "he",
        "ks",
        "nqo",
        "ps",
        "sd",
        "syr",
        "ug",
        "ur",
        "yi",
    ]
)
_RTL_SCRIPTS = frozenset(["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"])
_SCRIPT_CHARS = 4
_PLACEHOLDER_RE = re.compile(r"\{([a-z]+)\}")


def labels_for(options: Options) -> Mapping[str, str]:
    """Return every label text for the language and the overrides of *options*.

    Raises:
        ConfigError: an override is of an unknown label, or has an unknown place.
    """
    tables = _tables()
    labels = _texts(next(tag for tag in _fallbacks(options.language) if tag in tables))
    if not options.labels:
        return labels
    for key, text in options.labels.items():
        _check(key, text)
    return {**labels, **options.labels}


@cache
def _texts(tag: str) -> Mapping[str, str]:
    """Return the label texts of a language that has a table."""
    return MappingProxyType(tomllib.loads(_tables()[tag].read_text("utf-8")))


@cache
def _tables() -> Mapping[str, Traversable]:
    """Return language tag in lower case → its table."""
    folder = files("citemark.render") / "languages"
    return {
        file.name.removesuffix(_SUFFIX).lower(): file
        for file in folder.iterdir()
        if file.name.endswith(_SUFFIX)
    }


def direction(language: str | None) -> str:
    """Return ``ltr`` or ``rtl``, or ``auto`` where the language is unknown.

    >>> direction("ar-EG"), direction("uz-Arab"), direction("ja"), direction(None)
    ('rtl', 'rtl', 'ltr', 'auto')
    """
    if not language:
        return "auto"
    primary, *rest = language.lower().replace("_", "-").split("-")
    scripts = [part for part in rest if len(part) == _SCRIPT_CHARS and part.isalpha()]
    if scripts:
        return "rtl" if scripts[0] in _RTL_SCRIPTS else "ltr"
    return "rtl" if primary in _RTL_LANGUAGES else "ltr"


def _fallbacks(language: str | None) -> Iterator[str]:
    """Yield *language* (BCP 47), then ever less of it, with Chinese by script."""
    parts = (language or "").lower().replace("_", "-").split("-")
    while parts:
        tag = "-".join(parts)
        yield _ALIASES.get(tag, tag)
        parts.pop()
    yield _DEFAULT


def _check(key: str, text: str) -> None:
    """Refuse an override that could not be printed."""
    known = _texts(_DEFAULT).get(key)
    if known is None:
        names = ", ".join(_texts(_DEFAULT))
        msg = f"Options.labels: expected one of {names}, got {key!r}"
        raise ConfigError(msg)
    places = set(_PLACEHOLDER_RE.findall(known))
    unknown = sorted(set(_PLACEHOLDER_RE.findall(text)) - places)
    if unknown:
        allowed = ", ".join(f"{{{place}}}" for place in sorted(places)) or "no places"
        msg = f"Options.labels[{key!r}]: expected {allowed}, got {{{unknown[0]}}}"
        raise ConfigError(msg)
