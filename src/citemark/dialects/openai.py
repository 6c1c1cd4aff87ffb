"""The default dialect: U+E200 family U+E202 source ID U+E202 locator U+E201.

The characters and the shape are those of OpenAI's citation-formatting guide. U+E203 to
U+E206 come from the same family of models (cited prose is wrapped in U+E203 and U+E204)
and never mean anything to a reader, so they are removed; the prose between them stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Dialect, Example, Pair
from citemark.grammar import Characters, scan_grammar, write_grammar
from citemark.model import Marker
from citemark.syntax import Syntax
from citemark.unfinished import Tail

CHARACTERS = Characters(
    start=("\ue200",),
    delimiter=("\ue202",),
    stop=("\ue201",),
    stray=tuple("\ue203\ue204\ue205\ue206"),
)


def scan(text: str, syntax: Syntax) -> list[Marker]:
    """Return every stretch of marker characters in *text*."""
    return scan_grammar(text, syntax, CHARACTERS)


def write(citations: Sequence[Pair]) -> str:
    """Return one marker for all of *citations*."""
    return write_grammar(citations, CHARACTERS)


DIALECT = Dialect(
    name="openai",
    triggers=frozenset("\ue200\ue201\ue202\ue203\ue204\ue205\ue206"),
    scan=scan,
    pending=Tail(CHARACTERS).pending,
    write=write,
    examples=(
        Example("A.\ue200cite\ue202turn0file0\ue201", ((("turn0file0", None),),)),
        Example(
            "B.\ue200cite\ue202turn0file0\ue202L8-L13\ue201",
            ((("turn0file0", "L8-L13"),),),
        ),
        Example(
            "C.\ue200cite\ue202a\ue202L1\ue202b\ue201", ((("a", "L1"), ("b", None)),)
        ),
        Example("D.\ue200cite\ue202 unclosed", ((),)),
        Example("cite turn0file0"),
    ),
)
