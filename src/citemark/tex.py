r"""Text and entries for BibTeX and BibLaTeX files.

Commands are those that reference managers write and read. ``\{`` and ``\}`` are only
for braces that come in pairs: BibTeX counts them in spite of the backslash, and one too
many would swallow the entries that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

_COMMANDS = str.maketrans(
    {
        **{char: f"\\{char}" for char in "&%$#_{}"},
        "\\": r"{\textbackslash}",
        "~": r"{\textasciitilde}",
        "^": r"{\textasciicircum}",
        "`": r"{\textasciigrave}",
        "<": r"{\textless}",
        ">": r"{\textgreater}",
        "|": r"{\textbar}",
    }
)
_LONE_BRACES = {"{": r"{\textbraceleft}", "}": r"{\textbraceright}"}
_LONE_COMMANDS = {**_COMMANDS, **str.maketrans(_LONE_BRACES)}
# Two of them would be printed as a dash or as a quotation mark.
_LIGATURE_RE = re.compile(r"([-',])(?=\1)")
_STEPS = {"{": 1, "}": -1}


def tex_text(text: str) -> str:
    r"""Return *text*, one line, as TeX prints it as it is.

    >>> print(tex_text("R&D {50 %}"), tex_text("1}"))
    R\&D \{50 \%\} 1{\textbraceright}
    """
    commands = _COMMANDS if _is_paired(text) else _LONE_COMMANDS
    return _LIGATURE_RE.sub(r"\1{}", text.translate(commands))


def _is_paired(text: str) -> bool:
    """Tell whether every brace of *text* has its counterpart."""
    depths = list(accumulate(_STEPS.get(char, 0) for char in text))
    return not depths or (min(depths) == 0 == depths[-1])


def tex_names(names: Iterable[str]) -> str:
    """Return *names* as a list of which no name is taken apart.

    >>> tex_names(["Jane Doe", "Sturm and Drang, Inc."])
    '{Jane Doe} and {Sturm and Drang, Inc.}'
    """
    return " and ".join(f"{{{tex_text(name)}}}" for name in names)


def braced(value: str | None) -> str:
    """Return *value*, finished TeX, as that of a field; nothing for no value.

    >>> braced("Tides"), braced(None)
    ('{Tides}', '')
    """
    return f"{{{value}}}" if value else ""


def tex_entry(kind: str, key: str, fields: Iterable[tuple[str, str]]) -> str:
    r"""Return an entry with those *fields* that have a value, which is written as is.

    >>> print(tex_entry("misc", "a1", [("title", "{Tides}"), ("note", "")]), end="")
    @misc{a1,
      title = {Tides},
    }
    """
    lines = (f"  {name} = {value},\n" for name, value in fields if value)
    return f"@{kind}{{{key},\n{''.join(lines)}}}\n"
