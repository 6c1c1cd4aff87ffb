"""Commands that are imported when they are run: most calls need one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module

import click


class LazyCommands(MutableMapping[str, click.Command]):
    """What a group keeps its commands in: the names at once, the commands when asked.

    >>> commands = LazyCommands({"strip": "citemark.cli.extracting:strip_command"})
    >>> list(commands), commands["strip"].name
    (['strip'], 'strip')
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        """Know commands by *homes*: name → ``module:attribute``."""
        self._known: dict[str, str | click.Command] = {**homes}

    def __getitem__(self, name: str) -> click.Command:
        """Import the command *name*, once."""
        known = self._known[name]
        if isinstance(known, str):
            module, _, attribute = known.partition(":")
            command: click.Command = getattr(import_module(module), attribute)
            self._known[name] = known = command
        return known

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Add *command*, or put it in the place of another one."""
        self._known[name] = command

    def __delitem__(self, name: str) -> None:
        """Take the command *name* away."""
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names; nothing is imported."""
        return iter(self._known)

    def __len__(self) -> int:
        """Return how many commands there are."""
        return len(self._known)
