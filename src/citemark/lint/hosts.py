"""Hosts of references, as the rules about grounding compare them."""

from __future__ import annotations

from citemark.model import Reference

LEAST = 3
"""Fewer citations say nothing about a choice of hosts."""


def bare_host(reference: Reference) -> str:
    """Return the host of *reference*, empty without one; ``www.`` makes no other."""
    return (reference.host or "").removeprefix("www.")


def check_share(share: float) -> None:
    """Refuse what is no share.

    Raises:
        ValueError: *share* is not from 0 to 1.
    """
    if not 0 <= share <= 1:
        msg = f"share: expected a number from 0 to 1, got {share}"
        raise ValueError(msg)
