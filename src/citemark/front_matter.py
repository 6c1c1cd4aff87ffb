"""The front matter of a page: what site generators read, and nobody cites in."""

from __future__ import annotations

import re

# YAML between ``---``, TOML between ``+++``; an answer may begin with a rule instead,
# so that the first line in it has to be one of front matter.
_OPENING_RE = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*(?P<end>\r?\n)"
    r"(?:[ \t]*(?:#[^\n]*)?\n)*+"
    r"(?:(?P=fence)|[ \t]*(?:\[|[\w.\"' -]{1,200}[:=]))"
)


def split_front_matter(text: str) -> tuple[str, str]:
    r"""Return the front matter of *text*, to the byte, and what follows it.

    >>> split_front_matter("---\ntitle: Leave\n---\nYes.")
    ('---\ntitle: Leave\n---\n', 'Yes.')
    >>> split_front_matter("---\n\nA rule, and no front matter.\n\n---\n")
    ('', '---\n\nA rule, and no front matter.\n\n---\n')
    """
    opening = _OPENING_RE.match(text)
    if opening is None:
        return "", text
    fence = opening["fence"]
    closing_re = re.compile(
        rf"^(?:{re.escape(fence)}{'|[.]{3}' if fence == '---' else ''})[ \t]*\r?$\n?",
        re.MULTILINE,
    )
    closing = closing_re.search(text, opening.end("end"))
    if closing is None:
        return "", text
    return text[: closing.end()], text[closing.end() :]
