"""E-mail as the programs that show it read it: what they know, and what they drop.

The lists are of what all of them can show, by the tables of caniemail.com.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from wcwidth import wcswidth

BUDGET = 95_000
COLUMNS = 78

_KNOWN = """html head meta title style body table caption thead tbody tfoot tr td th div
    span p a sup sub h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp
    var em strong b i u s del ins small abbr cite dfn q br hr wbr ruby rp rt"""
_TAGS = frozenset(_KNOWN.split())
_EVERYWHERE = frozenset(["class", "dir", "lang", "style", "title"])
_ATTRIBUTES = {
    "a": {"href", "aria-label"},
    "li": {"value"},
    "meta": {"charset", "content", "name"},
    "ol": {"start"},
    "table": {"cellpadding", "cellspacing", "role", "width"},
    "td": {"align", "colspan", "nowrap", "rowspan", "valign", "width"},
    "th": {"align", "colspan", "rowspan"},
    "tr": {"valign"},
}
_STYLES = """background border border-bottom border-collapse border-left border-right
    border-top color font-family font-size font-style font-weight line-height margin
    margin-left margin-right max-width padding padding-left padding-right text-align
    text-decoration vertical-align white-space word-break"""
_PROPERTIES = frozenset(_STYLES.split())
_VALUE_RE = re.compile(
    r"(?:(?:-?[0-9]+(?:px)?|100%|#[0-9a-f]{6}|-?[A-Za-z]+(?:-[A-Za-z]+)*|'[A-Za-z ]+')"
    r"(?:[ ,]+|\Z))+"
)
_LINK_RE = re.compile(r"https?://[^/]|mailto:[^/]")
# Programs rename or drop what they do not know.
_UNKNOWN_TO_GMAIL = "details, summary, mark, section, article, bdi, svg"
_MARKER_RE = re.compile("[\ue200-\ue206\ufff9-\ufffb]")


def mail_faults(html: str) -> list[str]:
    """Return what not every mail program can show, or what must not be in a mail."""
    soup = BeautifulSoup(html, "html.parser")
    found = [fault for tag in soup.find_all() for fault in _tag_faults(tag)]
    if _MARKER_RE.search(html):
        found.append("a marker")
    if html.count("<style") != html.count("</style"):
        found.append("a style element that is not closed")
    return sorted(set(found))


def _tag_faults(tag: Tag) -> Iterator[str]:
    if tag.name not in _TAGS:
        yield f"element {tag.name}"
    known = _EVERYWHERE | _ATTRIBUTES.get(tag.name, set())
    yield from (f"attribute {tag.name} {name}" for name in set(tag.attrs) - known)
    for name in tag.get_attribute_list("class"):
        if name and not re.fullmatch(r"cx(-[a-z]+)?", str(name)):
            yield f"class {name}"
    yield from _style_faults(str(tag.get("style") or ""))
    if tag.name == "a" and tag.has_attr("href"):
        if not _LINK_RE.match(str(tag["href"])):
            yield f"link {tag['href']}"
    elif tag.name == "a":
        yield "a without a link"


def _style_faults(style: str) -> Iterator[str]:
    for declaration in filter(None, style.split(";")):
        name, value = map(str.strip, declaration.split(":", 1))
        if name not in _PROPERTIES:
            yield f"property {name}"
        if not _VALUE_RE.fullmatch(value):
            yield f"value of {name}: {value}"
    if "background:" in style and not re.search(r"(?:^|;)color:", style):
        # Programs that turn colours round by themselves would turn one of the two.
        yield f"background without colour: {style}"


def through_gmail(html: str) -> BeautifulSoup:
    """Return what is left of a mail: no head, ids renamed, unknown elements dropped."""
    soup = BeautifulSoup(html, "html.parser")
    if soup.head:
        soup.head.decompose()
    for tag in soup.find_all(id=True):
        tag["id"] = f"m_-1{tag['id']}"
    for tag in soup.select(_UNKNOWN_TO_GMAIL):
        tag.unwrap()
    for comment in soup.find_all(string=lambda text: type(text).__name__ == "Comment"):
        comment.extract()
    return soup


def wide_lines(text: str, columns: int = COLUMNS) -> list[str]:
    """Return the lines of *text* that are too long, but for what cannot be broken."""
    return [
        line
        for line in text.split("\n")
        if wcswidth(line) > columns and not re.fullmatch(r"[\s|>]*\S+", line)
    ]
