"""Author–date labels: what stands in the text, not a number but ``Doe & Roe 2024a``.

They are made of what the registry knows, and nothing is guessed: a name with a comma
(``Doe, Jane``) has a family name, any other is printed in full, as citation processors
do with names that they were given as one text. The letters that tell works of one year
apart follow the numbers of the references, so they agree with every other output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from citemark.describe import Credit
from citemark.model import Reference
from citemark.render.escape import fill
from citemark.render.ids import letters

_SUFFIXES = frozenset({"co", "corp", "gmbh", "inc", "jr", "llc", "ltd", "plc", "sr"})
_TITLE_CHARS = 40
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def author_dates(
    works: Iterable[tuple[Reference, Credit]], words: Mapping[str, str]
) -> Mapping[int, str]:
    """Return number → label of all *works*, no two of them alike.

    *words* are the labels of the language.
    """
    plain = {
        reference.number: (who(reference, credit, words), year(credit, words))
        for reference, credit in works
    }
    alphabet = words["letters"].split()
    uses = Counter(plain.values())
    seen: Counter[tuple[str, str]] = Counter()
    labels = {}
    for number, label in sorted(plain.items()):
        seen[label] += 1
        letter = letters(seen[label], alphabet) if uses[label] > 1 else ""
        labels[number] = " ".join(label) + _joined(label[1], letter)
    return labels


def who(reference: Reference, credit: Credit, words: Mapping[str, str]) -> str:
    """Return who made a work; without an author, its publisher, its host or its title.

    >>> from citemark.describe import Credit
    >>> [name(each) for each in ("Doe, Jane", "World Bank", "Acme, Inc.")]
    ['Doe', 'World Bank', 'Acme, Inc.']
    """
    names = [name(author) for author in credit.authors]
    match names:
        case []:
            return credit.publisher or reference.host or _short(reference.title)
        case [one]:
            return one
        case [one, two]:
            return fill(words["both"], a=one, b=two)
        case _:
            return fill(words["others"], a=names[0])


def name(author: str) -> str:
    """Return the family name of *author*, if that is known, or else the whole name."""
    family, comma, rest = author.partition(",")
    is_person = comma and rest.strip(" .").casefold() not in _SUFFIXES
    return (family.strip() if is_person else "") or author


def year(credit: Credit, words: Mapping[str, str]) -> str:
    """Return the year of a work, as readers of author–date references know it."""
    return f"{credit.issued.year}" if credit.issued else words["undated"]


def _joined(when: str, letter: str) -> str:
    return letter if when.isdigit() else letter and f"-{letter}"


def _short(title: str) -> str:
    """Return the beginning of *title*, cut between words."""
    if len(title) <= _TITLE_CHARS:
        return title
    start = title[: _TITLE_CHARS + 1]
    return (start.rpartition(" ")[0] or start[:-1]) + _ELLIPSIS
