"""What a rendered answer depends on, and whether that is still as it was.

**Why** by document and not by source: IDs such as ``S2`` are handed out for one request
and mean something else in the next, while a document keeps its ID.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Protocol


class Versioned(Protocol):
    """What a source says about itself and its version."""

    @property
    def source_id(self) -> str:
        """The ID that answers use."""

    @property
    def document_id(self) -> str | None:
        """The ID that outlives a request."""

    @property
    def text(self) -> str | None:
        """What was given to the model."""

    @property
    def content_hash(self) -> str | None:
        """The application's own hash of the document."""

    @property
    def status(self) -> str:
        """Whether the document is still there."""

    @property
    def citable(self) -> bool:
        """Whether it may be cited."""


def content_hash(source: Versioned) -> str:
    """Return the hash that the record brings, or else that of its text."""
    # White space separates the hashes of one document.
    given = "".join((source.content_hash or "").split())
    if given:
        return given
    data = (source.text or "").encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def dependencies_of(sources: Iterable[Versioned]) -> dict[str, str]:
    """Return document ID → content hash; a source without document is one itself.

    Where parts of one document have hashes of their own, all are named, in order and
    with blanks between them. A source that is not shown has its state before the hash:
    an answer that had to do without it is out of date when it may be cited again.
    """
    versions: dict[str, set[str]] = {}
    for source in sources:
        versions.setdefault(_document(source), set()).add(_version(source))
    return {name: " ".join(sorted(found)) for name, found in sorted(versions.items())}


def find_stale(
    dependencies: Mapping[str, str], sources: Iterable[Versioned]
) -> tuple[str, ...]:
    """Return which of *dependencies* differ from *sources*, or are not among them."""
    current: dict[str, set[str]] = {name: set() for name in dependencies}
    for source in sources:
        name = _document(source)
        if name in current:
            current[name].add(_version(source))
    return tuple(
        name
        for name, versions in dependencies.items()
        if not current[name].issuperset(versions.split())
    )


def _document(source: Versioned) -> str:
    return source.document_id or source.source_id


def _version(source: Versioned) -> str:
    version = content_hash(source)
    if not source.citable:
        version = f"not-citable:{version}"
    return version if source.status == "current" else f"{source.status}:{version}"
