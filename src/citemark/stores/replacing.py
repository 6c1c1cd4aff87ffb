"""Files that are replaced all at once, or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from citemark.errors import SourceError

_NAME_CHARS = 40
"""Of the target's name in a temporary one: names may have 255 bytes."""


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a new file beside *target*, which takes its place if the block succeeds.

    Raises:
        SourceError: *target* is no regular file.
    """
    real = target.resolve()
    is_there = real.exists()
    if is_there and not real.is_file():
        msg = f"{target.name}: expected a regular file to replace"
        raise SourceError(msg)
    name = f".{real.name[:_NAME_CHARS]}.{secrets.token_hex(8)}"
    temporary = real.with_name(name)
    temporary.touch(exist_ok=False)
    try:
        yield temporary
        if is_there:
            temporary.chmod(real.stat().st_mode & 0o777)
        with temporary.open("r+b") as file:
            # Else a power cut could leave the new name with nothing behind it.
            os.fsync(file.fileno())
        temporary.replace(real)
    finally:
        temporary.unlink(missing_ok=True)
