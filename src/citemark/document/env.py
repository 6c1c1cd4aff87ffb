"""Typed slots in markdown-it's ``env``, an untyped dictionary shared by all."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
# markdown-it's own type for it; the only place that says ``Any``.
Env = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class EnvKey(Generic[T]):
    """One slot: a name in ``env`` and the type of what is there."""

    name: str

    def get(self, env: Env) -> T | None:
        """Return what is in the slot, or None."""
        value: T | None = env.get(self.name)
        return value

    def put(self, env: Env, value: T) -> None:
        """Fill the slot."""
        env[self.name] = value
