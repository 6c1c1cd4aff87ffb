"""Text drawn so that all of it can be seen, and none of it steers a terminal.

Markers are made of characters that fonts show as a box or not at all. Drawn, they are
``⟦turn0file0 L8-L13⟧``.
"""

from __future__ import annotations

from citemark.spans import LINE_END_RE

_TAB = "    "
_START, _STOP, _DELIMITER = "\ue200", "\ue201", "\ue202"
_PLAIN_FAMILY = f"cite{_DELIMITER}"
# The joiners shape Persian and Indic words, and emoji.
_JOINERS = "\u200c\u200d"
_SPACES = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)
_KEPT = frozenset(f"{_JOINERS}{_SPACES}\u202f\u205f\u3000")


def visible(text: str) -> str:
    r"""Escape what would steer a terminal or hide from its reader.

    >>> print(visible("a\x1b[2Jb\u202ec"))
    a\x1b[2Jb\u202ec
    """
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def draw(text: str) -> str:
    r"""Return *text* with its markers drawn and its line ends as they are.

    >>> print(draw("Yes.\ue200cite\ue202a\ue202L8\ue201"))
    Yes.⟦a L8⟧
    """
    pieces: list[str] = []
    done = 0
    for end in LINE_END_RE.finditer(text):
        pieces += *draw_line(text[done : end.start()]), end[0]
        done = end.end()
    return "".join([*pieces, *draw_line(text[done:])])


def draw_line(line: str) -> list[str]:
    r"""Return what stands for each character of *line*, which holds no line end.

    >>> draw_line("a\ue200cite\ue202b\ue201\t")
    ['a', '⟦', '', '', '', '', '', 'b', '⟧', '    ']
    """
    drawn: list[str] = []
    is_open = False
    for at, character in enumerate(line):
        if at < len(drawn):
            continue
        if character == _START:
            is_open = True
            drawn.append("⟦")
            if line.startswith(_PLAIN_FAMILY, at + 1):
                drawn += [""] * len(_PLAIN_FAMILY)
        elif is_open and character == _DELIMITER:
            drawn.append(" ")
        elif is_open and character == _STOP:
            is_open = False
            drawn.append("⟧")
        else:
            drawn.append(_drawn(character))
    return drawn


def _drawn(character: str) -> str:
    if character == "\t":
        return _TAB
    return character if character in _KEPT else visible(character)
