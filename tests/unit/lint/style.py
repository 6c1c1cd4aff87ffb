"""Shared by the tests of the style rules: markers that can be seen in a test."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citemark import Options, fix, lint

_OPEN_RE = re.compile("⟦([^⟦⟧]*)")


def written(text: str) -> str:
    """Return *text* with each ``⟦a|L1⟧`` as a marker of family ``cite``."""
    return _OPEN_RE.sub(_fields, text).replace("⟧", "\ue201")


def _fields(match: re.Match[str]) -> str:
    return "\ue200cite\ue202" + match[1].replace("|", "\ue202")


def drawn(text: str) -> str:
    """Return *text* with its markers as ``written`` reads them."""
    return (
        text.replace("\ue200cite\ue202", "⟦")
        .replace("\ue202", "|")
        .replace("\ue201", "⟧")
    )


def _options(rule: str, settings: Mapping[str, object]) -> Options:
    return Options(select=(rule,), rules={rule: settings} if settings else {})


def flagged(rule: str, text: str, **settings: object) -> list[str]:
    """Return what *rule* alone flags in *text*, as drawn."""
    text = written(text)
    found = lint(text, options=_options(rule, settings))
    return [drawn(text[each.start : each.end]) for each in found]


def mended(rule: str, text: str, *, unsafe: bool = False, **settings: object) -> str:
    """Return *text* after all fixes of *rule*, as drawn."""
    options = _options(rule, settings)
    return drawn(fix(written(text), unsafe=unsafe, options=options).text)
