r"""What looks like a marker in brackets and is none: links, formulas, subscripts.

Each pattern takes a whole construct of one line, so that nothing in it is read. For a
text that goes on, ``BEGUN`` matches what may become one. All are bounded, and no
quantifier is within another that takes the same characters, so a text of nothing but
opening brackets takes no longer than its length times a constant.
"""

from __future__ import annotations


def _of_a_line(*patterns: str) -> tuple[str, ...]:
    r"""Return *patterns* that stop at a CR, too, where they stop at ``\n``."""
    return tuple(each.replace(r"\n", r"\r\n") for each in patterns)


REACH = 640
"""From the end of a text, nothing before this can still become one of them."""

_TEXT = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,40}\]){1,200}"
_OPEN_TEXT = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,40}\]){0,200}(?:\[[^\[\]\n]{0,40})?"
_INDEX = r"\[[^\[\]\n]{0,40}\]"
_SEVERAL = r"\[[^\[\]\n]{1,20}[,:][^\[\]\n]{1,20}\]"
# What is indexed in a program. Words of prose are not among it: "these results[1]".
_NAME = (
    r"(?:[A-Za-z\u0370-\u03ff][0-9]?|[A-Za-z]\w{0,40}_\w{0,40}|_\w{1,40}"
    r"|[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,4}|(?:self|this)\.\w{1,40}"
    r"|arr|array|lst|vec|mat|matrix|args|argv|kwargs|buf|nums|idx|ptr|dp|tmp|foo|bar"
    r"|baz|str|dict|tuple|df|cols|cfg|ctx|req|res|obj|elems?|params|environ"
    r"|[a-z_]\w{0,40}\([^()\[\]\n]{0,40}\))"
)
_BEFORE_SEVERAL = (
    r"(?:(?:CI|IQR|intervals?|ranges?|indices|vectors?|matrix|arrays?|tuples?|lists?"
    r"|shape|between|coordinates?|return|append)(?: of|:)? ?)"
)
_BEFORE_ANY = (
    r"(?:Eq|Eqn|[Ee]quations?|Fig|Figures?|Tables?|Theorem|Lemma|Exercise|Press|press"
    r"|[Kk]ey|Option|Version)\.? "
)

DEFINITION = r"(?<![^\r\n])[ ]{0,3}\[[^\[\]\r\n]{1,80}\]:"
"""A definition; it is tried before any marker."""

LOOKALIKES = _of_a_line(
    r"(?<!`)`[^`\n]{1,300}`(?!`)",
    # Escaped characters, formulas and commands of TeX.
    r"\\\\",
    r"\\\[[^\n]{1,300}?\\\]",
    r"\\\([^\n]{1,300}?\\\)",
    rf"\\[A-Za-z]{{1,20}}(?:{_INDEX}){{1,4}}",
    r"\\[^\nA-Za-z]",
    r"\$\$[^$\n]{1,300}\$\$",
    r"\$(?![\s$])[^$\n]{1,200}(?<!\s)\$(?![\d$])",
    # Tags, comments and addresses.
    r"<!--[^\n]{0,300}?-->",
    r"<[A-Za-z/!?][^<>\n]{0,300}>",
    r"https?://(?:[^\s<>\[\]()]|\[[^\s<>\[\]]{0,40}\](?=[\w=&/%])){1,300}",
    # Links and images, by address or by label; definitions.
    rf"!?\[{_TEXT}\]\([^()\n]{{0,400}}\)",
    rf"!\[{_TEXT}\](?:\[[^\[\]\n]{{0,80}}\])?",
    r"\[(?!\^|[\d,\s-]{1,40}\])[^\[\]\n]{1,200}\]\[[^\[\]\n]{0,80}\]",
)
"""Patterns of what is none; what a marker's own form takes, comes before them."""

# What is indexed, and lists and intervals that the words before them tell.
INDEXED = _of_a_line(
    rf"(?<![\w.$]){_NAME}(?:{_INDEX}){{1,8}}",
    rf"\b{_BEFORE_SEVERAL}(?:{_SEVERAL})",
    rf"\b{_BEFORE_ANY}{_INDEX}",
    rf"(?:[=∈⊂⊆^@] ?|[\"']: ?|\w\()(?:{_INDEX}){{1,8}}",
    rf"\b\w{{1,40}}{_INDEX}(?=\s?[-+*/]?=|\.[a-z_]|\()",
)
"""The same, where a marker is what an index in a program is as well."""

BEGUN = _of_a_line(
    r"(?<!`)`(?:[^`\n]{1,300}`?)?",
    r"\\(?:\[(?:(?!\\\])[^\n]){0,301}|\((?:(?!\\\))[^\n]){0,301})?",
    rf"\\[A-Za-z]{{1,20}}(?:{_INDEX}){{0,4}}(?:\[[^\[\]\n]{{0,40}})?",
    r"\$(?:(?![\s$])[^$\n]{0,200}\$?)?",
    r"\$\$[^$\n]{0,300}\$?\$?",
    r"<(?:[A-Za-z/!?][^<>\n]{0,300})?",
    r"<!(?:-(?:(?!-->)[^\n]){0,303})?",
    r"https?://(?:[^\s<>\[\]()]|\[[^\s<>\[\]]{0,40}\]){0,300}(?:\[[^\s<>\[\]]{0,40})?",
    rf"!?\[{_OPEN_TEXT}",
    rf"!?\[{_TEXT}\](?:\([^()\n]{{0,400}}|\[[^\[\]\n]{{0,80}})?",
    r"(?<![^\n])[ ]{0,3}\[[^\[\]\n]{1,80}\]?",
    rf"\b\w{{1,40}}{_INDEX}(?:\s?[-+*/]?|\.)",
)
"""What, at the end of a text, may become one of them, or stop being none."""
