"""Files of the command line: read as UTF-8 with line ends kept, replaced atomically."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from citemark.cli.failure import Failure

STDIN = "-"
_BOM = b"\xef\xbb\xbf"


def shown_name(name: str) -> str:
    """Return what messages call an input."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str) -> str:
    """Return the text of the file *name*, or of standard input for ``-``.

    A byte order mark is no part of the text; line ends stay as they are.
    """
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise unusable(shown_name(name), error) from error
    body = data.removeprefix(_BOM)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = len(data) - len(body) + error.start
        msg = (
            f"{shown_name(name)}: byte {offset}: "
            f"expected UTF-8, got 0x{data[offset]:02x} ({error.reason})"
        )
        raise Failure(msg) from error


def unusable(name: str, error: OSError) -> Failure:
    """Return the failure that says why the file *name* cannot be used."""
    return Failure(f"{name}: {error.strerror or error}")


def encode(text: str) -> bytes:
    """Return *text* as UTF-8; what no encoder accepts is replaced."""
    return text.encode("utf-8", "replace")


def print_bytes(data: bytes) -> None:
    """Write *data* to standard output as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Staged:
    """Outputs written beside their targets, which they replace all at once."""

    def __init__(self) -> None:
        """Begin with nothing staged."""
        self._files: list[tuple[Path, Path]] = []

    def add(self, target: Path, data: bytes) -> None:
        """Write *data* to a temporary file in the folder of *target*."""
        target = target.resolve()
        try:
            with NamedTemporaryFile(
                dir=target.parent, prefix=f".{target.name[:64]}.", delete=False
            ) as file:
                self._files.append((Path(file.name), target))
                file.write(data)
            Path(file.name).chmod(_mode(target))
        except OSError as error:
            raise unusable(str(target), error) from error

    def commit(self) -> None:
        """Put every staged file in its place."""
        while self._files:
            temporary, target = self._files[0]
            try:
                temporary.replace(target)
            except OSError as error:
                raise unusable(str(target), error) from error
            del self._files[0]

    def discard(self) -> None:
        """Remove what was staged and not put in place."""
        for temporary, _target in self._files:
            with suppress(OSError):
                temporary.unlink()
        self._files.clear()


@contextmanager
def staged() -> Iterator[Staged]:
    """Collect outputs; what is not committed inside the block leaves no trace."""
    files = Staged()
    try:
        yield files
    finally:
        files.discard()


def _mode(target: Path) -> int:
    """Return the permissions of the file that is replaced, or a new file's."""
    with suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
