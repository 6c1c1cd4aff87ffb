"""What processes of a batch can be told to do: it has to be importable there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from citemark.batch import Row, StopBatch, as_row
from citemark.rendered import Rendered

DEADLY = "https://img.example/deadly.png"
BROKEN = "https://img.example/broken.png"


def image_url(url: str) -> str | None:
    """End the process as the system does that is out of memory, or fail."""
    if url == DEADLY:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    if url == BROKEN:
        msg = "no such image"
        raise RuntimeError(msg)
    return url


def body_of(_: str, rendered: Rendered) -> str:
    return str(rendered)


def process_of(_: str, __: Rendered) -> int:
    return os.getpid()


def stop(name: str, rendered: Rendered) -> Row:
    """Keep nothing from the item ``full`` on."""
    if name == "full":
        msg = "no space left"
        raise StopBatch(msg)
    return as_row(name, rendered)


def die_once(name: str, rendered: Rendered) -> Row:
    """End the process when an item has the name of a folder that is not there yet."""
    folder = Path(name)
    if folder.is_absolute() and not folder.exists():
        folder.mkdir()
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return as_row(name, rendered)


def leave_name(name: str, _: Rendered) -> None:
    """Make the file *name*, and take a while."""
    Path(name).touch()
    time.sleep(0.1)


def leave_pid(name: str, _: Rendered) -> None:
    """Tell in the folder *name* who works here, and take a while."""
    Path(name, str(os.getpid())).touch()
    time.sleep(0.2)
