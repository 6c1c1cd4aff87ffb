"""The exceptions of misuse. Bad *answers* never raise; they give diagnostics.

::

    CitemarkError
    ├── ConfigError (ValueError)         a bad option, dialect or argument
    ├── SourceError (ValueError)         a bad record or registry file
    ├── ThemeError (ValueError)          a theme that cannot be read or rendered
    ├── UnresolvedCitationError          strict mode found something to refuse
    └── InternalError                    a bug of citemark; please report it
"""

from __future__ import annotations


class CitemarkError(Exception):
    """Base of every exception that citemark raises on purpose."""


class ConfigError(CitemarkError, ValueError):
    """An option or argument has a value that cannot work."""


class SourceError(CitemarkError, ValueError):
    """A source record or registry file is unusable; the message holds its path."""


class ThemeError(CitemarkError, ValueError):
    """A theme is missing or broken; the message holds file and line."""


class UnresolvedCitationError(CitemarkError):
    """Strict mode: the answer has citations that may not be shown.

    ``problems`` lists every one of them, as messages, in order of appearance.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep *problems* and show them all in the message."""
        super().__init__("; ".join(problems))
        self.problems = problems


class InternalError(CitemarkError):
    """An invariant of citemark itself does not hold: a bug, not bad input."""
