"""What may stay of an answer's raw HTML, and what our finished HTML consists of."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citemark.options import Options
from citemark.sanitizer import Policy
from citemark.urls import check_url

LINK_REL = "nofollow noopener noreferrer"

_ANSWER_TAGS = [
    "abbr",
    "b",
    "bdi",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
]
ALLOWED_TAGS = frozenset({*_ANSWER_TAGS, "a"})
"""Elements of an answer's raw HTML that a reader gets to see as such."""
_ANSWER_ATTRIBUTES = {
    "*": "dir id lang",
    "a": "href rel title",
    "abbr": "title",
    "code": "class",
    "details": "open",
    "dfn": "title",
    "li": "value",
    "ol": "reversed start",
    "td": "colspan rowspan",
    "th": "colspan rowspan scope",
}
# Nothing of these is worth reading, and browsers parse what is in them otherwise.
_DROPPED = frozenset(["math", "script", "style", "svg", "template"])
_VALUES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "class": r"language-[A-Za-z0-9_+#.-]{1,32}",
        "colspan": r"[1-9]\d{0,2}",
        "dir": "ltr|rtl|auto",
        "lang": r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}",
        "open": "(?:open)?",
        "rel": LINK_REL,
        "reversed": "(?:reversed)?",
        "rowspan": r"[1-9]\d{0,2}",
        "scope": "col|row",
        "start": r"-?\d{1,9}",
        "title": r"(?s:[^\ue200-\ue206]*)",
        "value": r"-?\d{1,9}",
    }.items()
}


def answer_policy(options: Options, nonce: str = "") -> Policy:
    """Return what raw HTML may be in an answer.

    No id, class, role, name or ``aria-*`` of the answer passes, so nothing in it can
    imitate or hijack our references. Ids that start with *nonce* are our own elements
    on their way through the sanitizer: the answer cannot know it.
    """

    def check(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "href":
            return _link(value, options)
        if attribute == "id":
            return value if nonce and value.startswith(nonce) else None
        pattern = _VALUES.get(attribute)
        if pattern is None or pattern.fullmatch(value) is None:
            return None
        return value if attribute != "class" or tag == "code" else None

    return Policy(
        attributes=_TAGS,
        check=check,
        schemes=frozenset(options.link_schemes),
        drop=_DROPPED,
    )


_TAGS = {
    tag: frozenset(_ANSWER_ATTRIBUTES.get(tag, "").split())
    for tag in (*_ANSWER_TAGS, "*", "a")
}
ANSWER_POLICY = answer_policy(Options())


def _link(value: str, options: Options) -> str | None:
    checked = check_url(
        value, schemes=options.link_schemes, max_chars=options.limits.url_chars
    )
    return checked.url


_OUTPUT_ATTRIBUTES = {
    "*": "aria-hidden aria-label aria-labelledby class dir id lang role title",
    "a": "href interestfor rel",
    "article": "",
    "bdi": "",
    "details": "open",
    "div": "popover",
    "img": "alt src",
    "input": "checked disabled type",
    "li": "value",
    "ol": "reversed start",
    "td": "colspan rowspan",
    "th": "colspan rowspan scope",
    "time": "datetime",
}
_ROLES = frozenset(["doc-backlink", "doc-bibliography", "doc-biblioref", "img"])
_OUTPUT_VALUES = {
    "popover": re.compile("hint"),
    "type": re.compile("checkbox"),
}


def _output_check(_tag: str, attribute: str, value: str) -> str | None:
    """Allow what our parts print; links and images must be absolute, or go inside."""
    if attribute == "role":
        return value if value in _ROLES else None
    if attribute in {"href", "src"} and not value.startswith("#"):
        return _link(value, Options())
    pattern = _OUTPUT_VALUES.get(attribute)
    return value if pattern is None or pattern.fullmatch(value) else None


OUTPUT_POLICY = Policy(
    attributes={
        tag: frozenset(_OUTPUT_ATTRIBUTES.get(tag, "").split())
        for tag in (*_ANSWER_TAGS, *_OUTPUT_ATTRIBUTES)
    },
    check=_output_check,
    schemes=frozenset(Options().link_schemes),
    drop=_DROPPED,
)
"""What a finished fragment consists of: it comes out of either engine as it went in."""
