"""Ray Data: answers rendered on many machines. Needs the extra ``ray``.

::

    from citemark.batch import Task
    from citemark.integrations.ray import render_parquet

    render_parquet("s3://bucket/answers/", "s3://bucket/rendered/", Task(to="html"))
"""

from __future__ import annotations

import pyarrow as pa
from ray.data import ActorPoolStrategy, Dataset, read_parquet

from citemark.batch.arrow import COLUMNS, schema
from citemark.batch.items import Item, Outcome, Task
from citemark.batch.rows import Row, as_row, item_from
from citemark.batch.worker import Worker

_BATCH_ROWS = 256


class AnswerRenderer:
    """The actor: theme, parser and sources are loaded once in each process."""

    def __init__(self, task: Task) -> None:
        """Load all that *task* names.

        Raises:
            CitemarkError: something of it cannot be used.
        """
        self._worker = Worker(task)
        self._schema = schema("error", is_text=task.is_text)

    def __call__(self, batch: pa.Table) -> pa.Table:
        """Render the rows of *batch*; one that fails has an error and no body."""
        rows = [
            self._row(item_from(row, "row"), row.get("id")) for row in batch.to_pylist()
        ]
        return pa.Table.from_pylist(rows, self._schema)

    def _row(self, item: Item, name: object) -> dict[str, object]:
        outcome: Outcome[Row] = self._worker.run(item, as_row)
        if outcome.value is not None:
            return {**outcome.value, "error": None}
        return {"id": None if name is None else str(name), "error": outcome.error}


def render_dataset(
    dataset: Dataset, task: Task, *, jobs: int | tuple[int, int] | None = None
) -> Dataset:
    """Return the rows ``{id, answer, sources?}`` of *dataset*, rendered.

    They have the columns of `citemark render-all` and ``error``, which says why a row
    has no body. *jobs* is how many actors there are, or how few and how many.
    """
    if isinstance(jobs, int):
        jobs = (jobs, jobs)
    least, most = jobs or (1, None)
    return dataset.map_batches(
        AnswerRenderer,
        fn_constructor_args=(task,),
        batch_size=_BATCH_ROWS,
        batch_format="pyarrow",
        compute=ActorPoolStrategy(min_size=least, max_size=most),
    )


def render_parquet(
    source: str, target: str, task: Task, *, jobs: int | tuple[int, int] | None = None
) -> None:
    """Render the Parquet files at *source* to such at *target*; see `render_dataset`.

    Both are anything that Ray can read and write: folders, buckets.
    """
    given = read_parquet(source)
    names = set(given.columns() or ())
    columns = [name for name in COLUMNS if name in names]
    rendered = render_dataset(given.select_columns(columns), task, jobs=jobs)
    rendered.write_parquet(target)
