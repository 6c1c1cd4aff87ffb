"""Runs the command line: ``python -m citemark``."""

from __future__ import annotations

from citemark.cli import main

if __name__ == "__main__":
    main()
