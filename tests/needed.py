"""What some tests need of the machine: without it CI fails, and other runs skip."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def program(*names: str, variable: str = "") -> str:
    """Return the path of the first program there is, or the one that *variable* has."""
    named = os.environ.get(variable) if variable else None
    found = named or next(filter(None, map(shutil.which, names)), None)
    if not found:
        other = f", or set {variable} to the path of one" if variable else ""
        lacks(f"this test needs {names[0]}: `apt-get install {names[0]}`{other}")
    return found


def device(path: str) -> Path:
    """Return the character device at *path*."""
    if not Path(path).is_char_device():
        lacks(f"this test needs {path}")
    return Path(path)


def lacks(reason: str) -> NoReturn:
    """Fail in CI, which has to have everything; else skip."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
