from __future__ import annotations

from pathlib import Path

import pytest

from citemark.dialect import Dialect
from citemark.discover import discover
from citemark.errors import ConfigError

_MODULE = """
from citemark.dialect import Dialect
DIALECT = Dialect(
    name={name!r}, triggers=frozenset("x"), scan=lambda text, families: [],
    pending=lambda text, families: len(text), examples=()
)
"""


def package(folder: Path, name: str, **modules: str) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    for module, text in modules.items():
        (folder / name / f"{module}.py").write_text(text)


def announce(folder: Path, group: str, value: str) -> None:
    """Install a distribution of nothing but an entry point."""
    info = folder / "announced-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: announced\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text(f"[{group}]\nthing = {value}\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_modules_of_a_folder_are_found_sorted_by_name(folder: Path) -> None:
    package(
        folder,
        "found_sorted",
        one=_MODULE.format(name="zulu"),
        two=_MODULE.format(name="alpha"),
    )
    found = discover("found_sorted", "DIALECT", Dialect)
    assert list(found) == ["alpha", "zulu"]


def test_other_packages_join_through_an_entry_point(folder: Path) -> None:
    package(folder, "found_joined", one=_MODULE.format(name="own"))
    (folder / "joining.py").write_text(_MODULE.format(name="foreign"))
    announce(folder, "found_joined", "joining:DIALECT")
    assert list(discover("found_joined", "DIALECT", Dialect)) == ["foreign", "own"]


def test_a_module_without_the_constant_is_named(folder: Path) -> None:
    package(folder, "found_lacking", empty="")
    with pytest.raises(
        ConfigError, match=r"found_lacking\.empty: expected DIALECT to be a Dialect"
    ):
        discover("found_lacking", "DIALECT", Dialect)


def test_two_of_one_name_are_refused(folder: Path) -> None:
    module = _MODULE.format(name="same")
    package(folder, "found_twice", one=module, two=module)
    with pytest.raises(
        ConfigError, match=r"found_twice\.two: there already is a Dialect named 'same'"
    ):
        discover("found_twice", "DIALECT", Dialect)


def test_the_own_dialects_are_found() -> None:
    found = discover("citemark.dialects", "DIALECT", Dialect)
    assert {"lenticular", "openai", "openai-escaped"} <= set(found)
