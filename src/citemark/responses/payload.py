"""Fields of a response, whether it is decoded JSON or an object of a provider's SDK.

**Why** no SDK is imported: what counts is what a field is called, and JSON and objects
call it the same but for ``camelCase``. A field that is missing, or of another type than
expected, is empty: providers leave out what is 0, and versions differ.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from citemark.errors import SourceError

_HUMP_RE = re.compile(r"(?<=[a-z0-9])([A-Z])")
_INTEGER_RE = re.compile(r"-?[0-9]{1,18}(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class Payload:
    """A value of a response.

    >>> support = Payload({"segment": {"endIndex": "20"}})
    >>> support["segment"].number("endIndex"), support["segment"].text("text")
    (20, '')
    """

    value: object

    def __getitem__(self, name: str) -> Payload:
        """Return the field *name*, in either spelling; one of None if it is missing."""
        value = self.value
        if isinstance(value, Mapping):
            found = value.get(name)
            return Payload(value.get(_snake(name)) if found is None else found)
        if isinstance(value, str | bytes | int | float | list | tuple) or value is None:
            return Payload(None)
        found = _attribute(value, name)
        return Payload(_attribute(value, _snake(name)) if found is None else found)

    def __bool__(self) -> bool:
        """Say whether there is anything."""
        return self.value is not None

    def items(self, name: str = "") -> list[Payload]:
        """Return the items of the list *name*, or of this one; else none."""
        value = self[name].value if name else self.value
        # Not whatever can be iterated over: models of pydantic give their own fields.
        if not isinstance(value, Collection | Iterator):
            return []
        if isinstance(value, str | bytes | Mapping):
            return []
        return [Payload(item) for item in value]

    def text(self, name: str = "") -> str:
        """Return the string *name*, or this one; else an empty one."""
        value = self[name].value if name else self.value
        return value if isinstance(value, str) else ""

    def name(self, name: str = "") -> str:
        """Return a string or a number as the string it is told by: an ID, an index."""
        number = self.number(name)
        return self.text(name) or ("" if number is None else str(number))

    def number(self, name: str = "") -> int | None:
        """Return the whole number *name*, also one that is written as a string."""
        value = self[name].value if name else self.value
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        written = str(value)
        return int(float(written)) if _INTEGER_RE.fullmatch(written) else None

    def kind(self) -> str:
        """Return what the field ``type`` says."""
        return self.text("type")


def payload(response: object) -> Payload:
    """Return *response*, which has to be an object or a list of such.

    Raises:
        SourceError: it is none; JSON has to be decoded before.
    """
    if response is None or isinstance(response, str | bytes | int | float):
        got = type(response).__name__
        msg = f"response: expected an object of the SDK or decoded JSON, got {got}"
        raise SourceError(msg)
    # What can be read only once is read here: adapters look several times.
    return Payload(list(response) if isinstance(response, Iterator) else response)


def _attribute(value: object, name: str) -> object:
    """Return the attribute *name*; None as well where an SDK has to work it out.

    Some raise then: of an answer that was blocked there is no ``text``.
    """
    try:
        found: object = getattr(value, name, None)
    except (LookupError, RuntimeError, TypeError, ValueError):
        return None
    return found


def _snake(name: str) -> str:
    return _HUMP_RE.sub(r"_\1", name).lower()
