"""Lines of a file that a program made a link of: ``【F:src/a.py†L10-L20】``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind, lines


def _read(match: re.Match[str]) -> Iterator[Named]:
    path = match["path"] or match["value"] or ""
    if path:
        yield Named(locator=lines((match["lines"] or "").rstrip("-?L")), names=(path,))


RESIDUE = ResidueKind(
    name="codex-file",
    family="openai",
    summary="lines of a file; recovered by its name",
    pattern=re.compile(
        r"【F:(?P<path>[^【】†\n]{1,300}+)†(?P<lines>L?[0-9]{1,9}+(?:-L?[0-9?]{0,9}+)?+)】"
        r"|::?codex-[a-z-]{1,40}+\{(?:[^{}\n]{0,200}?\bpath=\"(?P<value>[^\"{}\n]{1,300})\")?"
        r"[^{}\n]{0,1000}+\}"
    ),
    hints=("【F:", ":codex-"),
    read=_read,
    examples=(
        Example("It loads them【F:src/a.py†L10-L20】.", "It loads them."),
        Example("It loads them【F:src/a.py†L10-L?】.", "It loads them."),
        Example(
            'Loaded.:codex-file-citation{path="src/a.py" purpose="how"}', "Loaded."
        ),
        Example("Loaded. ::codex-card{} Then", "Loaded. Then"),
        Example(
            "It loads them【F:docs/S1†L10-L20】.",
            "It loads them\ue200cite\ue202S1\ue202L10-L20\ue201.",
            ("S1",),
        ),
    ),
    lookalikes=(
        "【F: a key】 and ::: codex-file",
        "Write `【F:src/a.py†L10-L20】` for it.",
    ),
)
