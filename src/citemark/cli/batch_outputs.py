"""Where the results of a batch go, and the first such place: a file for each answer.

Files are written by the process that rendered them, each at once or not at all.
"""

from __future__ import annotations

import errno
import os
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from citemark.batch import StopBatch, safe_name
from citemark.cli.batch_inputs import ANSWER_SUFFIX
from citemark.cli.findings import has_errors
from citemark.cli.manifest import Known, Manifest
from citemark.diagnostic import Severity
from citemark.errors import CitemarkError
from citemark.rendered import Rendered

MANIFEST = ".citemark"
# With these, the next answer would fail like this one.
_GRAVE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


@dataclass(frozen=True, slots=True)
class Kept:
    """What a process sends of what it rendered: little, or a whole row."""

    size: int
    row: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(ABC):
    """Where results go; it is called with each of them, in the process that has it."""

    path: Path
    is_strict: bool

    @property
    @abstractmethod
    def manifest(self) -> Path:
        """The file that says what is there already."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """Where the findings themselves can be read, as one line."""

    def __call__(self, name: str, rendered: Rendered) -> Kept:
        """Keep *rendered*.

        Raises:
            CitemarkError: it has errors, and none may be kept.
            StopBatch: nothing can be kept any more.
        """
        if self.is_strict and has_errors(rendered.diagnostics):
            raise CitemarkError(_first_error(rendered))
        return self.keep(name, rendered)

    @abstractmethod
    def keep(self, name: str, rendered: Rendered) -> Kept:
        """Keep *rendered* under *name*."""

    @abstractmethod
    def has(self, name: str, known: Known) -> bool:
        """Say whether the result that is *known* is still there."""

    @abstractmethod
    def finish(self, manifest: Manifest) -> None:
        """Do what can only be done when all results are there."""


def _created(part: Path) -> BinaryIO:
    """Open *part*, which is new, through no link that someone put there.

    Folders and what a killed process left are seen to only once they are in the way:
    every call of the system counts, with thousands of files.
    """
    try:
        return part.open("xb")
    except FileNotFoundError:
        part.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        part.unlink()
    return part.open("xb")


def _first_error(rendered: Rendered) -> str:
    found = next(
        each for each in rendered.diagnostics if each.severity is Severity.ERROR
    )
    return f"{found.line}:{found.column}: {found.code} {found.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Files(Target):
    """A file for each answer, in a folder; names that are paths are kept as such."""

    suffix: str
    is_tree: bool

    @property
    def manifest(self) -> Path:
        """A hidden file in the folder."""
        return self.path / MANIFEST

    @property
    def hint(self) -> str:
        """The command for one answer, or an output that has room for them."""
        if self.is_tree:
            return "`citemark render FILE` says what they are, and where"
        return '-o OUT.jsonl has them in full, as "diagnostics"'

    def file(self, name: str) -> Path:
        """Return the file for the answer *name*."""
        stem = name.removesuffix(ANSWER_SUFFIX) if self.is_tree else safe_name(name)
        return self.path / f"{stem}{self.suffix}"

    def keep(self, name: str, rendered: Rendered) -> Kept:
        """Write the file, all at once."""
        file, data = self.file(name), bytes(rendered)
        part = part_of(file)
        try:
            with _created(part) as opened:
                opened.write(data)
            part.replace(file)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            msg = f"{file}: {error.strerror or error}"
            if error.errno in _GRAVE:
                raise StopBatch(msg) from error
            raise CitemarkError(msg) from error
        return Kept(len(data))

    def has(self, name: str, known: Known) -> bool:
        """Look for a file of that size."""
        try:
            return self.file(name).stat().st_size == known.size
        except OSError:
            return False

    def finish(self, manifest: Manifest) -> None:
        """Do nothing: all files are there."""


def part_of(file: Path) -> Path:
    """Return what *file* is called until it is whole.

    It is always the same name: what a kill leaves behind is written anew.
    """
    return file.with_name(f".{sha256(os.fsencode(file.name)).hexdigest()[:16]}.part")
