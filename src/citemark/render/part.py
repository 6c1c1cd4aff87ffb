"""One part of a theme: a Jinja template read once and cut into segments.

**Why.** An answer has dozens of references, and Jinja costs more per expression than
the whole of their text. A part may therefore only *print* its fields and *test* them
with ``{% if %}``: so little that it can be flattened, for each combination of fields
that are present, into a row of literals and fields, which is joined at run time.

Being that little also lets us see where each field stands. Between tags, and in double
or single quotes, it is escaped accordingly; in any other place, where no escaping is
safe, the theme is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import product
from typing import NoReturn, cast

from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, nodes
from markupsafe import Markup

from citemark.errors import ThemeError
from citemark.render.escape import (
    MarkdownText,
    as_markup,
    escape_markdown,
)
from citemark.render.template_place import Escape, TemplatePlace

_MAX_TESTED = 8


class Format(Enum):
    """The kind of text that a part makes; the value is its file suffix."""

    HTML = ".html.j2"
    EMAIL = ".email.j2"
    """HTML for mail programs, which know little of it."""
    PDF = ".pdf.j2"
    """HTML for pages of paper."""
    MARKDOWN = ".md.j2"
    TEXT = ".txt.j2"


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is printed where certain fields are present: a row of literals and fields.

    *template* holds ``%s`` for each field: formatting is the fastest way to join them.
    """

    template: str
    fields: tuple[tuple[str, Escape], ...]
    """The name of each field, and how it is escaped at its place."""


@dataclass(frozen=True, slots=True)
class Part:
    """A compiled part. Fields that are None or empty count as absent."""

    tested: tuple[str, ...]
    shapes: Mapping[tuple[bool, ...], _Shape]
    safe: type[str]
    """Values of exactly this type are printed as they are."""
    finish: Callable[[str], str]

    def render(self, values: Mapping[str, str | None]) -> str:
        """Print *values*; a part of HTML or Markdown is marked as safe for its kind."""
        shape = self.shapes[tuple([bool(values[name]) for name in self.tested])]
        safe = self.safe
        printed = [
            (value if type(value) is safe else escape(value)) if value else ""
            for name, escape in shape.fields
            for value in (values[name],)
        ]
        return self.finish(shape.template % tuple(printed))


def compile_part(
    source: str, where: str, fields: frozenset[str], kind: Format, *, inline: bool
) -> Part:
    """Compile the text of one part; *where* names its file in messages.

    An *inline* part stands in a line, so the line end at its end is not printed.

    Raises:
        ThemeError: a syntax error, an unknown field, or anything but fields and tests.
    """
    try:
        tree = _environment().parse(source)
    except TemplateSyntaxError as error:
        msg = f"{where}:{error.lineno}: {error.message}"
        raise ThemeError(msg) from error
    except RecursionError as error:
        msg = f"{where}:1: expected fewer tests inside of each other"
        raise ThemeError(msg) from error
    compiler = _Compiler(where, fields, kind)
    tested = compiler.check(tree)
    shapes = {}
    for shape in product((False, True), repeat=len(tested)):
        present = dict(zip(tested, shape, strict=True))
        pieces = list(compiler.flatten(tree.body, present))
        shapes[shape] = compiler.shape(pieces, inline=inline)
    safe, finish = _TYPES[kind]
    return Part(tested, shapes, safe, finish)


_TYPES: Mapping[Format, tuple[type[str], Callable[[str], str]]] = {
    Format.HTML: (Markup, as_markup),
    Format.EMAIL: (Markup, as_markup),
    Format.PDF: (Markup, as_markup),
    Format.MARKDOWN: (MarkdownText, MarkdownText),
    Format.TEXT: (str, str),
}


@cache
def _environment() -> Environment:
    return Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


class _Compiler:
    """Checks and flattens the tree of one part."""

    def __init__(self, where: str, fields: frozenset[str], kind: Format) -> None:
        self.where = where
        self.fields = fields
        self.kind = kind

    def fail(self, line: int, message: str) -> NoReturn:
        msg = f"{self.where}:{line}: {message}"
        raise ThemeError(msg)

    def check(self, tree: nodes.Template) -> tuple[str, ...]:
        """Refuse all but literals, fields and tests; return the tested fields."""
        tested: dict[str, None] = {}
        self._check_body(tree.body, tested)
        if len(tested) > _MAX_TESTED:
            names = ", ".join(tested)
            self.fail(1, f"expected at most {_MAX_TESTED} tested fields, got {names}")
        return tuple(tested)

    def _check_body(self, body: Iterable[nodes.Node], tested: dict[str, None]) -> None:
        for node in body:
            if isinstance(node, nodes.Output):
                self._check_body(node.nodes, tested)
            elif isinstance(node, nodes.If):
                self._check_test(node.test, tested)
                self._check_body(node.body, tested)
                self._check_body(node.elif_, tested)
                self._check_body(node.else_, tested)
            elif isinstance(node, nodes.Name):
                self._check_name(node)
            elif not isinstance(node, nodes.TemplateData):
                self._refuse(node)

    def _check_test(self, test: nodes.Node, tested: dict[str, None]) -> None:
        if isinstance(test, nodes.Name):
            self._check_name(test)
            tested[test.name] = None
        elif isinstance(test, nodes.And | nodes.Or | nodes.Not):
            for node in test.iter_child_nodes():
                self._check_test(node, tested)
        else:
            self._refuse(test)

    def _check_name(self, node: nodes.Name) -> None:
        if node.name not in self.fields:
            names = ", ".join(sorted(self.fields))
            self.fail(
                node.lineno, f"unknown field {node.name!r}, expected one of {names}"
            )

    def _refuse(self, node: nodes.Node) -> NoReturn:
        kind = type(node).__name__
        self.fail(
            node.lineno,
            "a part may only print its fields and test them with if "
            f"(and, or, not), got {kind}",
        )

    def flatten(
        self, body: Iterable[nodes.Node], present: Mapping[str, bool]
    ) -> Iterator[str | nodes.Name]:
        """Yield the literals and names that are printed where *present* holds."""
        for node in body:
            if isinstance(node, nodes.Output):
                yield from self.flatten(node.nodes, present)
            elif isinstance(node, nodes.If):
                yield from self.flatten(_branch(node, present), present)
            elif isinstance(node, nodes.TemplateData):
                yield node.data
            else:
                yield cast("nodes.Name", node)

    def shape(self, pieces: list[str | nodes.Name], *, inline: bool) -> _Shape:
        """Join literals, and give each field the escaping of its place."""
        if inline and pieces and isinstance(pieces[-1], str):
            pieces[-1] = pieces[-1].removesuffix("\n")
        template: list[str] = []
        fields: list[tuple[str, Escape]] = []
        place = TemplatePlace()
        for piece in pieces:
            if isinstance(piece, nodes.Name):
                fields.append((piece.name, self._escape(piece, place)))
                template.append("%s")
            else:
                place.read(piece)
                template.append(piece.replace("%", "%%"))
        return _Shape("".join(template), tuple(fields))

    def _escape(self, node: nodes.Name, place: TemplatePlace) -> Escape:
        if self.kind is Format.MARKDOWN:
            return escape_markdown
        if self.kind is Format.TEXT:
            return str
        escape = place.escape()
        if escape is None:
            self.fail(
                node.lineno,
                f"expected {{{{ {node.name} }}}} between tags or in the quotes of "
                "an attribute, outside scripts",
            )
        return escape


def _branch(node: nodes.If, present: Mapping[str, bool]) -> list[nodes.Node]:
    for branch in (node, *node.elif_):
        if _holds(branch.test, present):
            return branch.body
    return node.else_


def _holds(test: nodes.Node, present: Mapping[str, bool]) -> bool:
    if isinstance(test, nodes.Name):
        return present[test.name]
    operands = [_holds(node, present) for node in test.iter_child_nodes()]
    if isinstance(test, nodes.And):
        return all(operands)
    if isinstance(test, nodes.Or):
        return any(operands)
    return not operands[0]
