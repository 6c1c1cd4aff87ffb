"""IDs that a registry hands out: ``turn0file0``, ``S1``, ``block1``, ``file-3f0c…``.

**Why** an ID made from a key is a digest: it must come out the same in every run and
whatever else was retrieved, and the caller's own key is not the model's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count

from citemark.dialect import scan_markers
from citemark.errors import ConfigError
from citemark.loaders import show
from citemark.syntax import Syntax

# What no registry reaches by counting is no number of a turn.
_TURN_RE = re.compile(r"turn([0-9]{1,99})[A-Za-z_]")
_KIND_RE = re.compile(r"[A-Za-z_]+")
_MOST_KIND_CHARS = 32
_MOST_PREFIX_CHARS = 200
_PREFIX_RE = re.compile(r"[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z_-])?")
_DIGEST_BYTES = 5
_PLAIN = Syntax()


@dataclass(frozen=True, slots=True)
class Series:
    """IDs of one style, one for each record that is added to the registry."""

    prefix: str
    admit: Callable[[str, object, str | None], str]

    def add(self, record: object, *, key: str | None = None) -> str:
        """Add *record*, a mapping or `Source`, to the registry and return its ID.

        What is in the registry already keeps the ID it has; ``retrieved_at`` and
        ``extra`` make no difference. An ID that the record brings becomes its
        ``chunk_id``. *key*, your own name for the record, makes the ID one that every
        run gives to that key.

        Raises:
            ConfigError: *key* is no string.
            SourceError: the record is unusable, or the registry is frozen.
        """
        check_kind("key", key, str, type(None))
        return self.admit(self.prefix, record, key)


def turn_prefix(number: int, kind: str) -> str:
    """Return what the IDs of a turn begin with.

    >>> turn_prefix(0, "file")
    'turn0file'

    Raises:
        ConfigError: *kind* would not give IDs that the grammar knows.
    """
    check_kind("kind", kind, str)
    if not _KIND_RE.fullmatch(kind):
        msg = f"kind: expected letters and '_', got {show(kind)}"
        raise ConfigError(msg)
    _check_length("kind", kind, _MOST_KIND_CHARS)
    return f"turn{number}{kind}"


def check_prefix(prefix: str) -> str:
    """Return *prefix* if numbers behind it make source IDs.

    Raises:
        ConfigError: they do not, or would be read as a locator.
    """
    check_kind("prefix", prefix, str)
    if not _PREFIX_RE.fullmatch(prefix):
        expected = "expected letters, digits, '_' and '-', and no digit at either end"
        msg = f"prefix: {expected}, got {show(prefix)}"
        raise ConfigError(msg)
    _check_length("prefix", prefix, _MOST_PREFIX_CHARS)
    if not is_writable(f"{prefix}1"):
        msg = f"prefix: expected no locator, got {prefix!r}: {prefix}1 is one"
        raise ConfigError(msg)
    return prefix


def check_kind(name: str, value: object, *kinds: type) -> None:
    """Refuse a *value* of the argument *name* that is of none of these *kinds*.

    Raises:
        ConfigError: the message names both; a bool is no number.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        names = " or ".join(each.__name__ for each in kinds)
        wanted = names.replace("NoneType", "None")
        msg = f"{name}: expected {wanted}, got {type(value).__name__}"
        raise ConfigError(msg)


def _check_length(name: str, value: str, most: int) -> None:
    if len(value) > most:
        msg = f"{name}: expected {most} characters at most, got {len(value)}"
        raise ConfigError(msg)


def is_writable(source_id: str, syntax: Syntax = _PLAIN) -> bool:
    """Say whether a marker can name *source_id*.

    >>> is_writable("turn0file0"), is_writable("wp:481"), is_writable("L8")
    (True, False, False)
    """
    marker = f"\ue200{syntax.families[0]}\ue202{source_id}\ue201"
    found = scan_markers(marker, "openai", syntax)
    return [each.source_ids for each in found] == [(source_id,)]


def next_turn(ids: Iterable[str]) -> int:
    """Return the number of the turn after those that *ids* come from.

    >>> next_turn(["turn0file0", "turn3search1", "S1"]), next_turn([])
    (4, 0)
    """
    found = (_TURN_RE.match(name) for name in ids)
    return max((int(match[1]) + 1 for match in found if match), default=0)


def first_number(prefix: str) -> int:
    """Return where a series begins: that of a turn counts from 0, all others from 1."""
    return 0 if _TURN_RE.match(prefix) else 1


def keyed(prefix: str, key: str, taken: Container[str]) -> str:
    """Return the ID that belongs to *key*, which no other record has *taken* yet.

    >>> keyed("turn3file", "handbook", ()) == keyed("turn0file", "handbook", ())
    True
    """
    kind = re.sub(r"\Aturn[0-9]+", "", prefix).rstrip("-")
    return next(
        name
        for salt in count()
        if (name := f"{kind}-{_digest(key, salt)}") not in taken
    )


def _digest(key: str, salt: int) -> str:
    data = key.encode("utf-8", "surrogatepass")
    return blake2b(
        data, digest_size=_DIGEST_BYTES, salt=salt.to_bytes(blake2b.SALT_SIZE, "big")
    ).hexdigest()
