"""What goes on in a process that renders for another one."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from ctypes import c_bool
from multiprocessing import parent_process
from typing import ClassVar

from citemark.batch.items import Item, Outcome, Task
from citemark.batch.worker import Worker
from citemark.rendered import Rendered


class _Here:
    """What a process that renders works with."""

    worker: ClassVar[Worker]
    keep: ClassVar[Callable[[str, Rendered], object]]
    is_ended: ClassVar[c_bool]
    """Set once nobody waits for what is at work."""


def start(
    task: Task, keep: Callable[[str, Rendered], object], is_ended: c_bool
) -> None:
    """Get this process ready to render, until *is_ended*."""
    threading.Thread(target=follow_parent, daemon=True).start()
    # Whoever is interrupted at the keyboard is the parent, which ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Here.worker = Worker(task)
    _Here.keep = staticmethod(keep)
    _Here.is_ended = is_ended


def follow_parent() -> None:
    """End with the parent: killed, it could not say that there is no more to do."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run(items: Sequence[Item]) -> list[Outcome[object]]:
    """Return the outcomes of *items*."""
    return [
        _Here.worker.run(item, _Here.keep) for item in items if not _Here.is_ended.value
    ]
