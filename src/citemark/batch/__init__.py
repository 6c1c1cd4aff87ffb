"""Any number of answers, on all cores: `render_all`, and what it needs."""

from __future__ import annotations

from citemark.batch.items import Item, Outcome, State, StopBatch, Task
from citemark.batch.names import safe_name
from citemark.batch.pool import render_all
from citemark.batch.rows import Row, as_row

__all__ = [
    "Item",
    "Outcome",
    "Row",
    "State",
    "StopBatch",
    "Task",
    "as_row",
    "render_all",
    "safe_name",
]
