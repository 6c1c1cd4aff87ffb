"""Providers and frameworks, one module each: what their responses cite, as an `Answer`.

Each has ``answer_from(response)``, which takes decoded JSON or an object of the SDK and
imports no SDK. What it returns goes into `citemark.render` as it is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from citemark.errors import ConfigError
from citemark.provider import Answer


@cache
def provider_names() -> tuple[str, ...]:
    """Return the names of all modules of this package.

    >>> "anthropic" in provider_names()
    True
    """
    return tuple(module.name for module in iter_modules(__path__))


def read_response(provider: str, response: object) -> Answer:
    """Return what ``answer_from`` of the module *provider* makes of *response*.

    Raises:
        ConfigError: there is no such module; the message lists those there are.
        SourceError: *response* is no object.
    """
    if provider not in provider_names():
        msg = (
            f"provider: expected one of {', '.join(provider_names())}, got {provider!r}"
        )
        raise ConfigError(msg)
    answer: Answer = import_module(f"{__name__}.{provider}").answer_from(response)
    return answer
