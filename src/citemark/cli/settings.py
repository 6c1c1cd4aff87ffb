"""``key=value`` arguments, and what they and the configuration file add up to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from citemark.cli.failure import Failure
from citemark.cli.files import STDIN
from citemark.config import Config, find_config, load_config, merged, options_from
from citemark.errors import ConfigError
from citemark.options import Options

_REGISTRY = "Registry: JSON, JSON Lines or SQLite."

sources_option = click.option("--sources", metavar="FILE", help=_REGISTRY)
needed_sources_option = click.option(
    "--sources", metavar="FILE", required=True, help=_REGISTRY
)
question_option = click.option(
    "--question", metavar="TEXT", help="What the answer answers."
)
setting_option = click.option(
    "-O",
    "--option",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Any field of Options, such as language=de.",
)
config_option = click.option(
    "--config", metavar="FILE", help="Configuration to use, instead of the nearest."
)
isolated_option = click.option(
    "--isolated", is_flag=True, help="Use no configuration file."
)

_NONE = Config()


def config_for(file: str, config: str | None, *, isolated: bool) -> Config:
    """Return the configuration that the arguments name, or the nearest to *file*.

    Raises:
        ConfigError: the file cannot be used.
    """
    if config is not None:
        if isolated:
            msg = "--config and --isolated: expected only one of them"
            raise Failure(msg)
        return load_config(Path(config))
    if isolated:
        return Config()
    return find_config(Path() if file == STDIN else Path(file).parent)


def parse_settings(settings: Iterable[str], config: Config = _NONE) -> Options:
    """Return the options of ``key=value`` arguments, over those of *config*.

    Values of a list are separated by commas; a field of a group follows a dot.

    >>> parse_settings(["grouped=true", "limits.markers=9"]).limits.markers
    9

    Raises:
        ConfigError: *config*, or else an argument, has no value for an option.
    """
    config.options()
    try:
        return options_from(merged(config.table, _table(settings)))
    except ConfigError as error:
        msg = f"-O {error}"
        raise ConfigError(msg) from error


def _table(settings: Iterable[str]) -> dict[str, object]:
    """Return ``key=value`` arguments as a table; a field of a group follows a dot.

    Raises:
        ConfigError: an argument is no ``key=value``, or a key is a value and a group.
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
    return table
