"""The results of a batch as one table: JSON Lines or Parquet.

Its rows wait in the manifest until all are there.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from citemark.batch import Row, as_row
from citemark.cli.batch_inputs import PARQUET_SUFFIX
from citemark.cli.batch_outputs import MANIFEST, Kept, Target
from citemark.cli.failure import Failure
from citemark.cli.manifest import Known, Manifest
from citemark.rendered import Rendered
from citemark.stores.replacing import replacing


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Target):
    """One row for each answer: id, body, citations, diagnostics."""

    is_text: bool
    """Whether bodies are texts; in JSON, others are in Base64."""

    @property
    def manifest(self) -> Path:
        """A file beside the table."""
        return self.path.with_name(f"{self.path.name}{MANIFEST}")

    @property
    def hint(self) -> str:
        """The table: it has them in full."""
        return f'{self.path} has them in full, as "diagnostics"'

    def keep(self, name: str, rendered: Rendered) -> Kept:
        """Send the row."""
        text = json.dumps(as_row(name, rendered), ensure_ascii=False, default=_base64)
        # Half of a surrogate pair can be escaped, but not encoded.
        row = text.encode("utf-8", "backslashreplace")
        return Kept(len(row), row)

    def has(self, name: str, known: Known) -> bool:  # noqa: ARG002 - no need to look
        """Say yes: the row is in the manifest."""
        return True

    def finish(self, manifest: Manifest) -> None:
        """Write the table, all at once.

        Raises:
            Failure: it cannot be written.
        """
        try:
            with replacing(self.path) as part:
                if self.path.suffix.lower() == PARQUET_SUFFIX:
                    from citemark.batch.arrow import write_rows

                    rows = self._rows(manifest)
                    write_rows(part, rows, is_text=self.is_text)
                else:
                    _write_lines(part, manifest.rows())
        except OSError as error:
            msg = f"{self.path}: {error.strerror or error}"
            raise Failure(msg) from error
        manifest.forget_others()

    def _rows(self, manifest: Manifest) -> Iterator[Row]:
        for data in manifest.rows():
            row: Row = json.loads(data)
            if not self.is_text:
                row["body"] = base64.b64decode(row["body"])
            yield row


def _base64(body: bytes) -> str:
    """Return bytes as `Rendered.to_dict` has them."""
    return base64.b64encode(body).decode()


def _write_lines(path: Path, rows: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        for row in rows:
            file.write(row + b"\n")
