"""Files of the command line: read as UTF-8 with line ends kept, replaced atomically."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from citemark.cli.failure import Failure, piped

STDIN = "-"
_BOM = b"\xef\xbb\xbf"
_STEERING_RE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def shown_name(name: str) -> str:
    """Return what messages call an input."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str) -> str:
    """Return the text of the file *name*, or of standard input for ``-``.

    A byte order mark is no part of the text; line ends stay as they are.
    """
    return read_marked_text(name)[1]


def read_marked_text(name: str) -> tuple[bytes, str]:
    """Return the byte order mark of *name*, empty for none, and the text after it."""
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except IsADirectoryError as error:
        msg = f"{name}: expected a file, got a directory: name its files, as *.md"
        raise Failure(msg) from error
    except OSError as error:
        raise unusable(shown_name(name), error) from error
    body = data.removeprefix(_BOM)
    try:
        return data[: len(data) - len(body)], body.decode("utf-8")
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


_STDOUT = "<stdout>"


def print_text(text: str) -> None:
    """Write *text* to standard output: as it is, unless it could steer a terminal."""
    if sys.stdout.isatty():
        text = _STEERING_RE.sub("\ufffd", text)
    print_data(encode(text))


def print_data(data: bytes) -> None:
    """Write *data* to standard output, as it is."""
    try:
        with piped(sys.stdout):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
    except OSError as error:
        raise unusable(_STDOUT, error) from error


@dataclass(frozen=True, slots=True)
class _Output:
    target: Path
    data: bytes
    temporary: Path | None
    """Holds the data until it replaces the target; None for pipes and devices."""


class Staged:
    """Outputs written beside their targets, which they replace all at once."""

    def __init__(self) -> None:
        """Begin with nothing staged."""
        self._outputs: list[_Output] = []
        self._folders: list[Path] = []

    def add_folder(self, folder: Path) -> None:
        """Make *folder* if there is none; it goes again if nothing is committed."""
        try:
            for missing in reversed([folder, *folder.parents]):
                if not missing.exists():
                    missing.mkdir()
                    self._folders.append(missing)
        except OSError as error:
            raise unusable(str(folder), error) from error

    def add(self, target: Path, data: bytes) -> None:
        """Write *data* to a temporary file in the folder of *target*."""
        if target.is_dir():
            msg = f"{target}: expected a file, got a directory"
            raise Failure(msg)
        if target.exists() and not target.is_file():
            self._outputs.append(_Output(target, data, None))
            return
        real = target.resolve()
        try:
            with NamedTemporaryFile(
                dir=real.parent, prefix=f".{real.name[:64]}.", delete=False
            ) as file:
                temporary = Path(file.name)
                self._outputs.append(_Output(real, b"", temporary))
                file.write(data)
            temporary.chmod(_mode(real))
        except OSError as error:
            raise unusable(str(target), error) from error

    def commit(self) -> None:
        """Put every staged output in its place."""
        while self._outputs:
            output = self._outputs[0]
            try:
                if output.temporary is None:
                    output.target.write_bytes(output.data)
                else:
                    output.temporary.replace(output.target)
            except OSError as error:
                raise unusable(str(output.target), error) from error
            del self._outputs[0]
        self._folders.clear()

    def discard(self) -> None:
        """Remove whatever was staged and not put in place."""
        for output in self._outputs:
            if output.temporary is not None:
                output.temporary.unlink(missing_ok=True)
        for folder in reversed(self._folders):
            with suppress(OSError):
                folder.rmdir()
        self._outputs.clear()
        self._folders.clear()


@contextmanager
def staged() -> Iterator[Staged]:
    """Collect outputs; what is not committed inside the block leaves no trace."""
    files = Staged()
    try:
        yield files
    finally:
        files.discard()


def add_json(files: Staged, name: str, data: object) -> None:
    """Write *data* to the file *name*, in a folder that is made if there is none."""
    path = Path(name)
    files.add_folder(path.parent)
    text = json.dumps(data, ensure_ascii=False, indent=2)
    files.add(path, encode(f"{text}\n"))


def _mode(target: Path) -> int:
    """Return the permissions of the file that is replaced, or a new file's."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
