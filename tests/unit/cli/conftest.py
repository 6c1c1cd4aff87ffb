"""A folder to work in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.calling import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Desk(tmp_path)
