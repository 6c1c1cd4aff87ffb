from __future__ import annotations

import pytest

from citemark.errors import (
    CitemarkError,
    ConfigError,
    InternalError,
    SourceError,
    ThemeError,
    UnresolvedCitationError,
)


@pytest.mark.parametrize("kind", [ConfigError, SourceError, ThemeError, InternalError])
def test_every_exception_is_a_citemark_error(kind: type[CitemarkError]) -> None:
    with pytest.raises(CitemarkError, match="why"):
        raise kind("why")  # noqa: EM101 - the message is the subject


@pytest.mark.parametrize("kind", [ConfigError, SourceError, ThemeError])
def test_bad_values_are_value_errors(kind: type[CitemarkError]) -> None:
    assert issubclass(kind, ValueError)


def test_unresolved_citations_are_all_listed() -> None:
    error = UnresolvedCitationError(("unknown a", "deleted b"))
    assert error.problems == ("unknown a", "deleted b")
    assert str(error) == "unknown a; deleted b"
    assert isinstance(error, CitemarkError)
    assert not isinstance(error, ValueError)
