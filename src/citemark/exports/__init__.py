"""The sources of an answer as data for other programs, one format a module."""

from __future__ import annotations

from citemark.export import export

__all__ = ["export"]
