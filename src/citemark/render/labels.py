"""The words that we print ourselves, by language, and the direction of a language.

Each label is a whole phrase with ``{places}``; phrases are never built from words,
since their order differs. ``options.labels`` replaces any of them. A language is one
catalogue of ``languages/``, which has every label that ``citemark.pot`` has: that is
the English, and what the others translate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from citemark.errors import ConfigError
from citemark.options import Options
from citemark.render.catalogue import Phrase, read_catalogue
from citemark.render.escape import fill

_DEFAULT = "en"
_TEMPLATE = "citemark.pot"
_SUFFIX = ".po"
# Tags whose catalogue is called otherwise.
_ALIASES = {
    "iw": "he",
    "pt": "pt-br",
    "zh": "zh-hans",
    "zh-cn": "zh-hans",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
    "zh-sg": "zh-hans",
    "zh-tw": "zh-hant",
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
# No tag that means anything has more parts.
_MOST_PARTS = 16
_FEWEST_LETTERS = 2
_PLACEHOLDER_RE = re.compile(r"\{([a-z]+)\}")


def labels_for(options: Options) -> Mapping[str, str]:
    """Return every label text for the language and the overrides of *options*.

    Raises:
        ConfigError: an override is of an unknown label, or cannot be printed.
    """
    labels = _texts(_find(options.language) or _DEFAULT)
    if not options.labels:
        return labels
    for key, text in options.labels.items():
        _check(key, text)
    return {**labels, **options.labels}


def counted(options: Options, key: str, count: int) -> str:
    """Return the label *key* about *count* things, in the form that fits the number.

    >>> counted(Options(language="pl"), "complete", 3)
    'Odpowiedź jest gotowa i ma 3 źródła.'
    """
    phrases = _phrases(_find(options.language) or _DEFAULT)
    return fill(options.labels.get(key) or phrases[key].form(count), n=str(count))


def unknown_language(options: Options) -> str | None:
    """Return the language of *options* if there are no labels in it.

    >>> unknown_language(Options(language="tlh")), unknown_language(Options())
    ('tlh', None)
    """
    if _find(options.language) or _texts(_DEFAULT).keys() <= options.labels.keys():
        return None
    return options.language or None


def languages() -> tuple[str, ...]:
    """Return the tags of all languages that there are labels in, sorted."""
    names = (file.name.removesuffix(_SUFFIX) for file in _catalogues().values())
    return tuple(sorted(_DEFAULT if name == _TEMPLATE else name for name in names))


@cache
def _texts(tag: str) -> Mapping[str, str]:
    """Return key → text, for a language that has a catalogue."""
    texts = {key: phrase.text for key, phrase in _phrases(tag).items()}
    return MappingProxyType(texts)


@cache
def _phrases(tag: str) -> Mapping[str, Phrase]:
    return read_catalogue(_catalogues()[tag].read_text("utf-8"))


@cache
def _catalogues() -> Mapping[str, Traversable]:
    """Return language tag in lower case → its catalogue."""
    folder = files("citemark.render") / "languages"
    found = {
        file.name.removesuffix(_SUFFIX).lower(): file
        for file in folder.iterdir()
        if file.name.endswith(_SUFFIX)
    }
    return {_DEFAULT: folder / _TEMPLATE, **found}


@lru_cache(64)
def _find(language: str | None) -> str | None:
    """Return the tag of the catalogue that is nearest to *language*, if any."""
    return next((tag for tag in fallbacks(language) if tag in _catalogues()), None)


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


def fallbacks(language: str | None) -> Iterator[str]:
    """Yield *language* (BCP 47), then ever less of it, with Chinese by script.

    >>> list(fallbacks("zh-TW"))
    ['zh-hant', 'zh-hans']
    """
    parts = (language or "").lower().replace("_", "-").split("-")[:_MOST_PARTS]
    while parts:
        tag = "-".join(parts)
        yield _ALIASES.get(tag, tag)
        parts.pop()


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
    if key == "letters" and len(set(text.split())) < _FEWEST_LETTERS:
        msg = (
            "Options.labels['letters']: expected two or more letters with blanks "
            f"between them, got {text!r}"
        )
        raise ConfigError(msg)
