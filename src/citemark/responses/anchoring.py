"""Finds where in a text the citations of a response are, and never trusts an offset.

Offsets count bytes, UTF-16 units or code points, and documentation is wrong about it;
some have drifted, some end at the last character instead of behind it. What proves them
is a *check*: the words of the claim, the marker, or the address of the link that has to
be there. With a check every unit is tried, and then the text is searched. Without one,
only the documented unit counts.

Everything here takes linear time for all citations of a text together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from citemark.provider import Anchor, Flag, Located, canonical_url

Unit: TypeAlias = Literal["codepoint", "utf16", "utf8"]
_UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")
_OF_UNIT = {"utf16": Flag.UNIT_UTF16, "utf8": Flag.UNIT_UTF8}
_ASTRAL = 0x10000
# So many texts as long as this one may be searched for what is not where it should be.
_SEARCHES = 40
_LEAST = 20_000
# What may stand before an address that is no link.
_LINK_RE = re.compile(
    r"\[((?:[^\[\]\\\n]{1,300}+|\\.|\[[^\[\]\n]{0,100}+\]){0,30}+)\]"
    r"\(<?([^\s()<>]{0,2000}+(?:\([^\s()<>]{0,500}+\)[^\s()<>]{0,500}+){0,8}+)>?"
    r"(?:[ \t]+(?:\"[^\"\n]{0,500}+\"|'[^'\n]{0,500}+'))?\)"
)


# What stands for a citation and for nothing else: brackets, links, tags, addresses.
_MARK_RE = re.compile(
    r"\(?" + _LINK_RE.pattern + r"\)?"
    r"|\[\[[^\[\]\n]{1,200}+\]\]|\[[^\[\]\n]{1,200}+\]|\([^()\n]{1,200}+\)"
    r"|【[^】\n]{1,200}+】|〖[^〗\n]{1,200}+〗|［[^］\n]{1,200}+］"
    r"|<[^<>\n]{1,200}+>|\ue200[^\ue200\ue201\n]{1,400}+\ue201"
    r"|[a-z]{2,10}+://[^\s<>()\[\]]{1,2000}+|\^[0-9]{1,4}\^|[¹²³⁰⁴-⁹]{1,4}+"
)
_LONGEST_MARK = 3_000
# How far from where it should be something may stand, to be what was meant.
_DRIFT = 32
_NUMBER_RE = re.compile(r"[\[^]*[0-9]{1,4}[\]^]*")
_HOST_RE = re.compile(r"[a-z]+://(?:www\.)?([^/?#:]+)", re.IGNORECASE)


class _Link(NamedTuple):
    """A link in the text."""

    start: int
    end: int
    is_mark: bool
    """Whether it stands for a citation; else its words are the author's."""

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    def located(self, flags: tuple[Flag, ...]) -> Located:
        """Return it as a marker, or as a claim where its words have to stay."""
        anchor = Anchor.MARKER if self.is_mark else Anchor.CLAIM
        return Located(self.start, self.end, flags, anchor)


def _start_of(link: _Link) -> int:
    return link.start


def _is_mark(label: str, url: str) -> bool:
    """Say whether a link's *label* is only a number, or the host of its *url*."""
    host = _HOST_RE.match(url)
    name = label.strip().casefold().removeprefix("www.")
    is_host = host is not None and name == host[1].casefold()
    return is_host or name == url.casefold() or bool(_NUMBER_RE.fullmatch(name))


class Anchoring:
    """Finds the citations of one text.

    >>> Anchoring("Été. Rain.", "utf8").claim(7, 12)
    Located(start=5, end=10, flags=(), anchor=<Anchor.CLAIM: 'claim'>)
    """

    def __init__(self, text: str, unit: Unit = "codepoint") -> None:
        """Read *text*, the offsets of which count *unit* as far as anybody knows."""
        self.text = text
        self.unit = unit
        self._units = (unit, *(each for each in _UNITS if each != unit))
        if text.isascii():
            self._units = (unit,)
        self._starts: dict[Unit, list[int]] = {}
        self._most = _SEARCHES * max(len(text), _LEAST)
        self.searched = 0
        """How many characters were looked at for what was not where it should be."""

    def claim(self, start: int | None, end: int | None, check: str = "") -> Located:
        """Return where the claim from *start* to *end* is, whose words are *check*."""
        found = self._checked(start, end, check) if check else self._given(start, end)
        return _anchored(found, Anchor.CLAIM)

    def marker(self, start: int | None, end: int | None, check: str = "") -> Located:
        """Return where the marker *check* is, which stands from *start* to *end*.

        Without a check, what is there has to look like a mark, since it is replaced.
        """
        found = self._checked(start, end, check) if check else self._mark(start, end)
        return _anchored(found, Anchor.MARKER)

    def product(self, start: int | None, end: int | None) -> Located:
        """Return where the response says that a file is which it made."""
        return _anchored(self._given(start, end), Anchor.MARKER)

    def link(self, start: int | None, end: int | None, url: str) -> Located:
        """Return where the link to *url* is; without one, the span is a claim."""
        links = self._links.get(canonical_url(url), [])
        if not links:
            found = self._given(start, end)
            # Of a sentence around the address, nothing may be replaced.
            if url and self.text[found.start or 0 : found.end].strip(" ()[]<>") == url:
                return _anchored(found, Anchor.MARKER)
            return self.claim(start, end)
        for unit, flag in self._tries():
            begin, stop = self._span(start, end, unit)
            if begin is None or stop is None:
                continue
            at = bisect_left(links, begin, key=_start_of)
            if at < len(links) and links[at].span == (begin, stop):
                return links[at].located(flag)
        if start is None or not end:
            flags = () if start is None else (Flag.DEGENERATE,)
            if len(links) > 1:
                return Located(None, None, flags)
            return links[0].located((*flags, Flag.REPAIRED))
        return self._nearest_link(start, end, links)

    def point(self, at: int | None) -> Located:
        """Return where *at* is, at which a citation belongs."""
        found = self._given(at, at)
        if found.flags == (Flag.DEGENERATE,):
            found = Located(0, 0)
        return _anchored(found, Anchor.POINT)

    def _tries(self) -> Iterator[tuple[Unit, tuple[Flag, ...]]]:
        """Yield each unit, and what is to be said if it is the right one."""
        for unit in self._units:
            is_hint = unit == self.unit
            # Should code points be right after all, there is nothing to convert.
            flag = None if is_hint else _OF_UNIT.get(unit)
            yield unit, (flag,) if flag else ()

    def _checked(self, start: int | None, end: int | None, check: str) -> Located:
        """Return where *check* is, in the first unit in which it is there."""
        text = self.text
        for unit, flags in self._tries():
            begin, stop = self._span(start, end, unit)
            if begin is None or stop is None:
                continue
            if stop - begin == len(check) and text.startswith(check, begin):
                return Located(begin, stop, flags)
            if stop - begin + 1 == len(check) and text.startswith(check, begin):
                return Located(begin, stop + 1, (*flags, Flag.END_INCLUSIVE))
        return self._searched(start, check)

    def _searched(self, start: int | None, check: str) -> Located:
        """Return the occurrence of *check* that is nearest to where it should be."""
        wanted = self._clamped(start or 0)
        after = self._find(check, wanted)
        before = self._rfind(check, wanted + len(check) - 1)
        found = sorted(
            {abs(at - wanted): at for at in (before, after) if at >= 0}.items()
        )
        is_tie = before >= 0 and after - wanted == wanted - before > 0
        if not found or is_tie:
            return Located(None, None, (Flag.CHECK_FAILED,))
        nearest = found[0][1]
        return Located(nearest, nearest + len(check), (Flag.REPAIRED,))

    def _find(self, check: str, start: int) -> int:
        end = min(len(self.text), start + self._most - self.searched)
        found = self.text.find(check, start, end)
        self.searched += max((found if found >= 0 else end) - start, 0)
        return found

    def _rfind(self, check: str, end: int) -> int:
        end = min(end, len(self.text))
        start = max(0, end - self._most + self.searched)
        found = self.text.rfind(check, start, end)
        self.searched += max(end - max(found, start), 0)
        return found

    def _given(self, start: int | None, end: int | None) -> Located:
        """Return what *start* and *end* say, where nothing proves them."""
        if start is None or end is None:
            return Located(None, None)
        if start == 0 == end:
            return Located(None, None, (Flag.DEGENERATE,))
        begin, stop = self._span(start, end, self.unit)
        if begin is not None and stop is not None and begin <= stop:
            return Located(begin, stop)
        if self._is_inside(start) or self._is_inside(end):
            return Located(None, None, (Flag.SPLIT,))
        begin, stop = sorted((self._clamped(start), self._clamped(end)))
        return Located(begin, stop, (Flag.OUT_OF_RANGE,))

    def _mark(self, start: int | None, end: int | None) -> Located:
        """Return the one mark that the span from *start* to *end* meets."""
        found = self._given(start, end)
        if found.start is None or found.end is None:
            return found
        if _MARK_RE.fullmatch(self.text, found.start, found.end):
            return found
        floor = max(found.start - _DRIFT, 0)
        marks = [
            match.span()
            for match in _MARK_RE.finditer(self.text, floor, found.end + _LONGEST_MARK)
            if match.start() < found.end and found.start < match.end()
        ]
        if len(marks) != 1:
            return Located(None, None, (*found.flags, Flag.CHECK_FAILED))
        return Located(*marks[0], (*found.flags, Flag.REPAIRED))

    def _nearest_link(self, start: int, end: int, links: list[_Link]) -> Located:
        """Return the link that was meant by a span which is none; far away, a claim."""
        begin, stop = self._span(start, end, self.unit)
        flags = (Flag.OUT_OF_RANGE,) if begin is None or stop is None else ()
        wanted, last = self._clamped(start), self._clamped(end)
        # Sorted: the one before where it should be, and the one after.
        at = bisect_left(links, wanted, key=_start_of)
        near = links[max(at - 1, 0) : at + 1]
        nearest = min(near, key=lambda link: abs(link.start - wanted))
        is_near = abs(nearest.start - wanted) <= _DRIFT or (
            nearest.start <= wanted and last <= nearest.end
        )
        if not is_near:
            return self.claim(start, end)
        return nearest.located((*flags, Flag.REPAIRED))

    @cached_property
    def _links(self) -> dict[str, list[_Link]]:
        """The Markdown links, by their address; parentheses around one belong to it."""
        links: dict[str, list[_Link]] = {}
        for match in _LINK_RE.finditer(self.text):
            start, end = match.span()
            is_wrapped = self.text[max(start - 1, 0) : start] == "("
            if is_wrapped := is_wrapped and self.text.startswith(")", end):
                start, end = start - 1, end + 1
            is_mark = is_wrapped or _is_mark(match[1], match[2])
            link = _Link(start, end, is_mark)
            links.setdefault(canonical_url(match[2]), []).append(link)
        return links

    def _span(
        self, start: int | None, end: int | None, unit: Unit
    ) -> tuple[int | None, int | None]:
        return self._code_point(start, unit), self._code_point(end, unit)

    def _code_point(self, offset: int | None, unit: Unit) -> int | None:
        """Return *offset* in code points; None: out of range, or in a character."""
        if offset is None or offset < 0:
            return None
        if unit == "codepoint" or self.text.isascii():
            return offset if offset <= len(self.text) else None
        starts = self._starts_in(unit)
        at = bisect_left(starts, offset)
        return at if at < len(starts) and starts[at] == offset else None

    def _clamped(self, offset: int) -> int:
        """Return the code point at or behind *offset*, or the nearest there is."""
        if self.unit == "codepoint" or self.text.isascii():
            return min(max(offset, 0), len(self.text))
        return min(bisect_left(self._starts_in(self.unit), offset), len(self.text))

    def _is_inside(self, offset: int) -> bool:
        """Say whether *offset* is in the middle of a character."""
        if self.unit == "codepoint" or self.text.isascii():
            return False
        starts = self._starts_in(self.unit)
        return 0 < offset < starts[-1] and self._code_point(offset, self.unit) is None

    def _starts_in(self, unit: Unit) -> list[int]:
        """Return where each character begins, counted in *unit*, and the end."""
        if unit not in self._starts:
            length = _utf8_length if unit == "utf8" else _utf16_length
            self._starts[unit] = list(accumulate(map(length, self.text), initial=0))
        return self._starts[unit]


def _anchored(found: Located, anchor: Anchor) -> Located:
    return found if found.start is None else found._replace(anchor=anchor)


def _utf8_length(char: str) -> int:
    return len(char.encode("utf-8", "surrogatepass"))


def _utf16_length(char: str) -> int:
    return 1 + (ord(char) >= _ASTRAL)
