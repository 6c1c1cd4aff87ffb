"""What is said where a PDF cannot be made."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from citemark import ConfigError, Options, render

_PAGED = "citemark.render.paged"
_OURS = (_PAGED, "citemark.render.typesetter", "citemark.render.fetcher")


class _Failing(MetaPathFinder):
    """Lets every import of WeasyPrint fail as *error* says."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def find_spec(
        self, fullname: str, path: object, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname.partition(".")[0] == "weasyprint":
            print("advice of many lines")  # noqa: T201 - as WeasyPrint does
            raise self.error
        return None


def fail_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> str:
    """Return what is said where importing WeasyPrint raises *error*."""
    for name in list(sys.modules):
        if name.partition(".")[0] == "weasyprint" or name in _OURS:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Failing(error), *sys.meta_path])
    with pytest.raises(ConfigError) as caught:
        render("Yes.", [], to="pdf")
    return str(caught.value)


def test_without_weasyprint_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = ModuleNotFoundError("No module named 'weasyprint'", name="weasyprint")
    assert fail_with(monkeypatch, error) == (
        "to='pdf': WeasyPrint is not installed (No module named 'weasyprint'): "
        "pip install 'citemark[pdf]'"
    )
    assert capsys.readouterr().out == ""


def test_without_pango_its_debian_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = OSError(
        "cannot load library 'libpango-1.0-0': no such file.\n  Additionally, …"
    )
    assert fail_with(monkeypatch, error) == (
        "to='pdf': WeasyPrint finds no Pango (cannot load library 'libpango-1.0-0': "
        "no such file.): on Debian and Ubuntu, "
        "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    )
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("version", ["69.9", "9.0", "70.0", "101.2"])
def test_an_old_weasyprint_is_refused(
    monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    typesetter = import_module("citemark.render.typesetter")
    monkeypatch.setattr(typesetter, "VERSION", version)
    if float(version) >= 70:
        assert bytes(render("Yes.", [], to="pdf")).startswith(b"%PDF-1.7")
        return
    wanted = f"to='pdf': expected WeasyPrint 70 or newer, got {version}"
    with pytest.raises(ConfigError, match=wanted):
        render("Yes.", [], to="pdf")


def test_where_notes_are_is_one_of_three() -> None:
    wanted = r"Options\.pdf_notes: expected one of 'both', 'page', 'end', got 'foot'"
    with pytest.raises(ConfigError, match=wanted):
        Options(pdf_notes="foot")  # type: ignore[arg-type] # the point
