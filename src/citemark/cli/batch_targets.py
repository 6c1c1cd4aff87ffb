"""Which kind of place the results of a batch go to."""

from __future__ import annotations

from pathlib import Path

from citemark.batch import Task
from citemark.cli.batch_inputs import PARQUET_SUFFIX, require_parquet
from citemark.cli.batch_outputs import Files, Target
from citemark.cli.batch_tables import Table
from citemark.cli.failure import Failure
from citemark.stores.records import LINE_SUFFIXES

TABLE_SUFFIXES = frozenset({*LINE_SUFFIXES, PARQUET_SUFFIX})


def target_for(
    output: str, task: Task, *, suffix: str, is_tree: bool, is_strict: bool
) -> Target:
    """Return where *output* says that results of *task* go; a folder is made.

    Raises:
        Failure: that cannot be.
    """
    path = Path(output)
    if path.suffix.lower() in TABLE_SUFFIXES and not path.is_dir():
        if path.suffix.lower() == PARQUET_SUFFIX:
            require_parquet(path)
        folder = path.parent
        target: Target = Table(path=path, is_strict=is_strict, is_text=task.is_text)
    else:
        folder = path
        target = Files(path=path, is_strict=is_strict, suffix=suffix, is_tree=is_tree)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"{output}: {error.strerror or error}"
        raise Failure(msg) from error
    return target
