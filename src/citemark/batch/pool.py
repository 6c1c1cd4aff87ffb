"""Hands items to processes, a chunk at a time, and their outcomes back in order.

**Why** processes that are started anew: they share nothing with the application, which
may have threads, locks and connections. **Why** in order: the same input gives the same
output, and only a few chunks are held in memory.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_bool
from multiprocessing import get_context
from multiprocessing.sharedctypes import RawValue
from pickle import PicklingError
from typing import Generic, TypeVar

from citemark.batch.chunks import chunked
from citemark.batch.items import Item, Outcome, State, Task
from citemark.batch.process import run, start
from citemark.batch.worker import Worker
from citemark.errors import ConfigError
from citemark.rendered import Rendered

T = TypeVar("T")
_CHUNKS_EACH = 3
"""Chunks in flight for each process: one at work, one to go on with, one that waits
for the slow one before it."""


def render_all(
    items: Iterable[Item],
    task: Task,
    keep: Callable[[str, Rendered], T],
    *,
    jobs: int | None = None,
) -> Generator[Outcome[T], None, None]:
    """Render *items* as *task* says, and yield their outcomes in order.

    *keep* is called where an item was rendered, in another process, with its name and
    result; what it returns is sent here. `as_row` is one such function. Functions,
    results and *task* have to be such as can be pickled; scripts need their
    ``if __name__ == "__main__":``.

    An item that cannot be rendered is an outcome too, even one that takes its process
    with it. *jobs* is how many processes to start: by default one for each core; with
    1, all happens in this one.

    Raises:
        CitemarkError: what *task* names cannot be used, or no process can be started.
        StopBatch: from *keep*.
    """
    if jobs is not None and jobs < 1:
        msg = f"jobs: expected 1 or more, got {jobs}"
        raise ConfigError(msg)
    worker = Worker(task)  # refuses here what no process could use
    jobs = jobs or cores()
    if jobs == 1:
        return (worker.run(item, keep) for item in items)
    return _Pool(task, keep, jobs).run(items)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Pool(Generic[T]):
    """Processes that render, and that are replaced when they die."""

    def __init__(
        self, task: Task, keep: Callable[[str, Rendered], T], jobs: int
    ) -> None:
        self._task = task
        self._keep = keep
        self._jobs = jobs
        self._all: ProcessPoolExecutor | None = None
        self._cell: ProcessPoolExecutor | None = None
        """One process, for items that may be deadly."""
        # Without a lock: a process that was killed could have taken it with it.
        self._is_ended = RawValue(c_bool, False)  # noqa: FBT003 - its first value

    def run(self, items: Iterable[Item]) -> Generator[Outcome[T], None, None]:
        """Yield the outcomes of *items*, in order."""
        waiting: deque[tuple[Sequence[Item], Future[list[Outcome[T]]]]] = deque()
        try:
            for chunk in chunked(items, self._jobs):
                waiting.append((chunk, self._submit(chunk)))
                if len(waiting) == _CHUNKS_EACH * self._jobs:
                    yield from self._outcomes(*waiting.popleft())
            while waiting:
                yield from self._outcomes(*waiting.popleft())
        finally:
            self._is_ended.value = True
            for each in filter(None, (self._all, self._cell)):
                each.shutdown(cancel_futures=True)

    def _submit(self, chunk: Sequence[Item]) -> Future[list[Outcome[T]]]:
        if self._all is None:
            self._all = self._started(self._jobs)
        try:
            return _submitted(self._all, chunk)
        except BrokenProcessPool:
            self._all = self._started(self._jobs)
            return _submitted(self._all, chunk)

    def _outcomes(
        self, chunk: Sequence[Item], future: Future[list[Outcome[T]]]
    ) -> Iterator[Outcome[T]]:
        try:
            outcomes = future.result()
        except BrokenProcessPool:
            # One item of the chunks in flight did it. Which one, shows when each of
            # them has a process to itself.
            yield from map(self._alone, chunk)
        else:
            yield from outcomes

    def _alone(self, item: Item) -> Outcome[T]:
        if self._cell is None:
            self._cell = self._started(1)
        alone: Future[list[Outcome[T]]] = _submitted(self._cell, [item])
        try:
            (outcome,) = alone.result()
        except BrokenProcessPool:
            self._cell = None
            reason = "the process that rendered it ended: out of memory, or a crash"
            return Outcome(name=item.name, state=State.FAILED, error=reason)
        return outcome

    def _started(self, jobs: int) -> ProcessPoolExecutor:
        """Return new processes, of which one is known to work.

        Raises:
            ConfigError: none can be started.
        """
        pool = ProcessPoolExecutor(
            jobs,
            mp_context=get_context("spawn"),
            initializer=start,
            initargs=(self._task, self._keep, self._is_ended),
        )
        try:
            with _uninterrupted():
                first, *_ = [pool.submit(os.getpid) for _ in range(jobs)]
            first.result()
        except (BrokenProcessPool, PicklingError, TypeError, AttributeError) as error:
            pool.shutdown(cancel_futures=True)
            hint = 'scripts need: if __name__ == "__main__"'
            msg = f"no process can be started to render in ({hint}): {error}"
            raise ConfigError(msg) from error
        return pool


def _submitted(
    pool: ProcessPoolExecutor, chunk: Sequence[Item]
) -> Future[list[Outcome[T]]]:
    with _uninterrupted():
        # What a process keeps is what this one told it to keep: a T.
        return pool.submit(run, chunk)  # type: ignore[arg-type] # see above


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that no interrupt reaches before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
