r"""Markdown that programs only show: no directive, attribute or template is left in it.

The safety policy knows CommonMark, but who builds a site reads more into a text: MyST
and Quarto run blocks of code, pandoc passes raw HTML and takes options from anywhere,
``{onclick=…}`` is an attribute, and Jekyll, Eleventy and Hugo expand templates. Nearly
all of that begins with a brace: in prose it gets a backslash, and looks as before.

Code stays what it is, but for Hugo's and Quarto's ``{{<``, which they expand in code
too. Formulas keep their braces, behind a blank where something could belong to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.document.document import parse
from citemark.document.locate import Locator
from citemark.document.splice import Cover, disjoint
from citemark.render.context import RenderContext
from citemark.spans import Edit, Span, apply_edits

_ACTIVE_RE = re.compile(r"\{|:::|\A\s*+(?:---|\+\+\+)")
# Besides, pandoc passes on TeX, and finds options between rules anywhere.
_PANDOC_RE = re.compile(r"\\[A-Za-z]|^ {0,3}---[ \t]*$", re.MULTILINE)
_PROSE_RE = re.compile(
    # A formula without anything that could be a block, or code, of its own.
    r"(?P<math>\$\$(?:[^$`\n]|\n(?!\s*\{))*+\$\$|\$(?=\S)[^$`\n]*+(?<=\S)\$"
    r"|\\\((?:[^$`\n\\]|\\[^()$`\n])*+\\\)"
    r"|\\\[(?:[^$`\n\\]|\\[^\[\]$`\n]|\n(?!\s*\{))*+\\\])"
    r"|(?P<url>https?://[^\s<>`)]*+)"
    r"|(?P<colon>^(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*+:(?=::))"
    r"|(?P<tex>\\(?=[A-Za-z]))"
    r"|\\\\|\\?\{(?P<template>[%#]?)",
    re.MULTILINE,
)
_BOUND_RE = re.compile(r"(?<=[^A-Za-z0-9\s\\$}])(?=\{)|(?<=\{)(?=[%#])")
_SHORTCODE_RE = re.compile(r"\{(?=\{[<%])")
_INFO_RE = re.compile(r"[`~]{3,}[ \t]*(?P<word>[^`{\s]*)(?P<rest>[^\r\n]*)")
_WORD_RE = re.compile(r"\{[ \t]*([A-Za-z][A-Za-z0-9_+#-]{0,31})(?![A-Za-z0-9_+#=-])")


def inert(ctx: RenderContext, text: str) -> str:
    """Return *text*, which ``ctx`` renders, with nothing in it that a program obeys."""
    text = text.removeprefix("\ufeff")
    for_pandoc = ctx.options.markdown_profile == "pandoc"
    if not _ACTIVE_RE.search(text) and not (for_pandoc and _PANDOC_RE.search(text)):
        return text
    finder = _Finder(ctx, text, for_pandoc=for_pandoc)
    return apply_edits(text, disjoint(finder.edits()))


class _Finder:
    def __init__(self, ctx: RenderContext, text: str, *, for_pandoc: bool) -> None:
        self._text = text
        self._for_pandoc = for_pandoc
        self._document = parse(ctx.document.md, text, [])
        self._locator = Locator(self._document)
        self._first = len(text) - len(text.lstrip())

    def edits(self) -> Iterator[Edit]:
        """Yield what takes the effect from all that has one."""
        code: list[Span] = []
        for token in self._document.tokens:
            if token.type in ("fence", "code_block"):
                code.append(self._locator.lines(token))
                if token.type == "fence":
                    yield from self._opening(code[-1])
            elif token.type == "hr":
                yield from self._rule(self._locator.lines(token))
            elif token.type == "inline" and "`" in token.content:
                code += [
                    span
                    for child, span in self._locator.children(token)
                    if child.type == "code_inline"
                ]
        for span in code:
            for match in _SHORTCODE_RE.finditer(self._text, span.start, span.end):
                yield Edit(Span(match.end(), match.end()), " ")
        yield from self._prose(Cover(code))
        if self._text.startswith("+++", self._first):
            yield Edit(Span(self._first, self._first), "\\")

    def _opening(self, block: Span) -> Iterator[Edit]:
        """Reduce what follows a fence to the name of a language."""
        match = _INFO_RE.search(self._text, block.start, block.end)
        if match is not None and "{" in match["word"] + match["rest"]:
            inner = _WORD_RE.match(match["rest"])
            word = match["word"] or (inner[1] if inner else "")
            yield Edit(Span(match.start("word"), match.end("rest")), word)

    def _rule(self, line: Span) -> Iterator[Edit]:
        """Write a rule that could begin options of the page with stars."""
        rule = line.of(self._text)
        can_begin = self._for_pandoc or line.start <= self._first
        if can_begin and rule.strip() == "---":
            yield Edit(line, rule.replace("---", "***"))

    def _prose(self, code: Cover) -> Iterator[Edit]:
        at = 0
        while match := _PROSE_RE.search(self._text, at):
            span = Span(*match.span())
            if code.holds(Span(span.start, span.start + 1)):
                at = code.leave(span.start + 1)
                continue
            at = span.end
            yield Edit(span, self._quiet(match))

    def _quiet(self, match: re.Match[str]) -> str:
        """Return what is shown as *match* is, and does nothing."""
        found = match[0]
        if match["math"]:
            return _BOUND_RE.sub(" ", found)
        if match["url"]:
            return found.replace("{", "%7B")
        if match["colon"]:
            return f"{found[:-1]}&#58;"
        if match["tex"]:
            return "\\\\" if self._for_pandoc else found
        if "{" not in found:
            return found
        template = match["template"]
        return "\\{" + (f"&#{ord(template)};" if template else "")
