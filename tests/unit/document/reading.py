"""Short ways to write an answer and to read the document it becomes."""

from __future__ import annotations

from markdown_it.token import Token

from citemark.dialect import scan_markers
from citemark.document.document import Document, parse
from citemark.document.inline import REF
from citemark.document.parser import build_parser
from citemark.options import Options
from tests.strategies import STOP, cite

MARKER = cite("turn0file0")
ENTITY = cite('["city","Paris"]', family="entity")


def written(text: str) -> str:
    """Put a marker for each ``@``, an entity for each ``€``, a stray for each ``¤``."""
    return text.replace("@", MARKER).replace("€", ENTITY).replace("¤", STOP)


def document(text: str, options: Options | None = None) -> Document:
    options = options or Options()
    source = written(text)
    markers = scan_markers(source, options.dialect, options.syntax)
    return parse(build_parser(options), source, markers)


def leaves(read: Document) -> list[str]:
    """Return what each leaf shows: tags in ``<>``, references as ``{ordinal}``."""
    found = []
    for token in read.tokens:
        if token.type == "inline":
            found.append("".join(map(_shown, token.children or ())))
        elif token.type in ("fence", "code_block", "html_block", "math_block"):
            found.append(f"[{token.type} {token.info}|{token.content}]")
        elif token.type == "hr":
            found.append("[hr]")
    return found


def _shown(child: Token) -> str:
    if child.type == REF:
        return f"{{{child.meta['ordinal']}}}"
    if child.type == "image":
        alt = "".join(part.content for part in child.children or ())
        return f"<img {child.attrs['src']} {alt}>"
    if child.type == "link_open":
        return f"<a {child.attrs['href']}>"
    if child.nesting:
        return f"<{'/' * (child.nesting < 0)}{child.tag}>"
    code = child.type in ("code_inline", "math_inline", "math_inline_double")
    breaks = child.type in ("softbreak", "hardbreak")
    return f"<code {child.content}>" if code else "\n" if breaks else child.content


def shape(text: str, options: Options | None = None) -> list[str]:
    return leaves(document(text, options))


def names(read: Document) -> list[str]:
    return [found.code.name for found in read.findings]
