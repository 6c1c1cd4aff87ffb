"""Which rules run, and with which settings: presets, prefixes and options.

A selector is ``ALL``, a prefix of a code (``CM1``), a code or a rule's name. Of the
selectors that fit a rule the longest decides, and of equals the one that ignores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import lru_cache

import msgspec

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.lint.presets import PRESETS
from citemark.lint.rule import Rule
from citemark.options import Options

_EVERYTHING = "ALL"
_CACHED = 32


@dataclass(frozen=True, slots=True)
class Selection:
    """The rules that run, in the order of their codes, and what is set for them."""

    rules: tuple[Rule, ...]
    settings: Mapping[type, object]


def all_rules() -> Mapping[str, Rule]:
    """Return name → rule for every rule there is, in the order of their codes."""
    found = discover("citemark.lint.rules", "RULE", Rule).values()
    rules = [rule for rule in found if isinstance(rule, Rule)]
    return {rule.name: rule for rule in sorted(rules, key=lambda rule: rule.code.code)}


@lru_cache(_CACHED)
def select_rules(options: Options) -> Selection:
    """Return what *options* choose.

    Raises:
        ConfigError: a preset, selector, rule or setting that does not exist, or a
            value of the wrong kind; the message names the nearest that does.
    """
    rules = all_rules()
    preset = PRESETS.get(options.preset)
    if preset is None:
        where = "Options.preset"
        raise _unknown(where, options.preset, PRESETS)
    chosen = options.select if options.select is not None else preset.select
    wanted = (*chosen, *options.extend_select)
    unwanted = (*preset.ignore, *options.ignore)
    for name, selectors in (
        ("select", options.select or ()),
        ("extend_select", options.extend_select),
        ("ignore", options.ignore),
    ):
        for selector in selectors:
            _check(f"Options.{name}", selector, rules)
    by_default = options.select is None
    kept = tuple(
        rule
        for rule in rules.values()
        if _is_on(rule, wanted, unwanted, by_default=by_default)
    )
    for name in options.rules:
        if name not in rules:
            where = "Options.rules"
            raise _unknown(where, name, rules)
    settings = dict(_settings(kept, preset.settings, options.rules))
    return Selection(kept, settings)


def _is_on(
    rule: Rule, wanted: Iterable[str], unwanted: Iterable[str], *, by_default: bool
) -> bool:
    best = max((_fit(rule, selector) for selector in wanted), default=-1)
    worst = max((_fit(rule, selector) for selector in unwanted), default=-1)
    if best < 0:
        return worst < 0 and by_default and rule.default
    return best > worst


def _fit(rule: Rule, selector: str) -> int:
    """Return how closely *selector* fits *rule*, -1 for not at all."""
    if selector == rule.name:
        return len(rule.code.code)
    if selector == _EVERYTHING:
        return 0
    return len(selector) if rule.code.code.startswith(selector) else -1


def _check(where: str, selector: str, rules: Mapping[str, Rule]) -> None:
    if not selector or not any(_fit(rule, selector) >= 0 for rule in rules.values()):
        known = [*rules, *(rule.code.code for rule in rules.values()), _EVERYTHING]
        raise _unknown(where, selector, known)


def _unknown(where: str, given: str, known: Iterable[str]) -> ConfigError:
    names = list(known)
    near = get_close_matches(given, names, 1, 0.5) or get_close_matches(
        given.upper(), names, 1, 0.5
    )
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return ConfigError(f"{where}: there is no {given!r}{hint}")


def _settings(
    rules: Iterable[Rule], *layers: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[type, object]]:
    """Yield settings type → settings, later *layers* over earlier ones."""
    for rule in rules:
        given: dict[str, object] = {}
        for layer in layers:
            given.update(layer.get(rule.name, {}))
        if not given:
            continue
        where = f"Options.rules[{rule.name!r}]"
        if rule.settings is None:
            msg = f"{where}: this rule has no settings"
            raise ConfigError(msg)
        known = [each.name for each in fields(rule.settings)]
        for name in given:
            if name not in known:
                raise _unknown(where, name, known)
        try:
            yield rule.settings, msgspec.convert(given, rule.settings)
        except msgspec.ValidationError as error:
            msg = f"{where}: {error}"
            raise ConfigError(msg) from error
