"""Every golden case renders, byte for byte, to what its folder holds."""

from __future__ import annotations

import shutil

import pytest

from tests.golden_cases import GOLDEN, Case, case, slugs


def test_there_are_enough_cases() -> None:
    assert len(slugs()) >= 40


def test_every_folder_is_a_case() -> None:
    folders = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())
    assert folders == slugs()


@pytest.mark.parametrize("slug", slugs())
def test_case_renders_as_expected(slug: str, *, update_golden: bool) -> None:
    golden = case(slug)
    produced = golden.produce()
    if update_golden:
        changed = produced != golden.expected
        _rewrite(golden, produced)
        if changed:
            pytest.fail("expected files rewritten: review the diff and run again")
    # Decoded, so that a difference is shown as text.
    expected = {name: data.decode() for name, data in golden.expected.items()}
    assert {name: data.decode() for name, data in produced.items()} == expected


def _rewrite(golden: Case, produced: dict[str, bytes]) -> None:
    folder = golden.folder / "expected"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in produced.items():
        (folder / name).write_bytes(data)
