"""Names of files for IDs that anybody may have chosen."""

from __future__ import annotations

import re
from hashlib import sha256

_PLAIN_RE = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")
_UNSAFE_RE = re.compile(r"[^A-Za-z0-9]+")
_HASHED_RE = re.compile(r"-[0-9a-f]{32}\Z")
# Windows has devices of these names in every folder, whatever suffix they are given.
_DEVICE_RE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)")
_KEPT_CHARS = 60
_HASH_CHARS = 32


def safe_name(name: str) -> str:
    """Return the name of a file for *name*, without a suffix.

    It is *name* itself where that is a plain one of small letters, digits and
    ``._-``; all others get a part of their hash. So it never depends on which other
    names there are, and no two are the same, in whatever case.

    >>> safe_name("answer-7")
    'answer-7'
    >>> safe_name("../../etc/Passwd")
    'etc-Passwd-834799dbfa16db002f436ef44162f5e6'
    """
    if (
        _PLAIN_RE.fullmatch(name)
        and not _DEVICE_RE.match(name)
        and not _HASHED_RE.search(name)
    ):
        return name
    kept = _UNSAFE_RE.sub("-", name[:_KEPT_CHARS]).strip("-") or "answer"
    digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_CHARS]
    return f"{kept}-{digest}"
