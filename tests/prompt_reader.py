"""Reads a prompt back without any help from the code that wrote it.

It is meant to be fooled as easily as a careless reader: heads, feet and labels count
wherever they stand, in any case and with white space in them; and once more after what
is invisible is dropped and compatibility forms are resolved.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

_TOOL_RE = re.compile(
    r"Citation Marker: (?:\ue200(\w+)\ue202([A-Za-z0-9_-]+)\ue201|⟦not citable⟧)"
)
_LENTICULAR_RE = re.compile(r"(?:【([A-Za-z0-9_-]+)】|⟦not citable⟧)")
_BLOCKS_RE = re.compile(r'<BLOCK (id|citable)="([A-Za-z0-9_-]+)"((?: \w+="[^"]*")*)>')
_ATTRIBUTE_RE = re.compile(r' (\w+)="([^"]*)"')
_FIELD_RE = re.compile(r"(Title|Section|URL|Updated): (.*)")
_LABEL_RE = re.compile(r"\[Block([0-9]+)\]")
_PLACE_RE = re.compile(r"\[((?:p|P|Block)[0-9]+)\]")
_NUMBER_RE = re.compile(r"\[L([0-9]+)\](?: (.*))?")
_CUT_RE = re.compile(r"⟦cut here: ([0-9]+) more lines?⟧")
_LEFT_OUT_RE = re.compile(r"⟦left out: ([0-9]+) more sources?⟧")
_UNSEEN_RE = re.compile("[\u115f\u1160\u2800]")
_LOOSE_RES = {
    "tool": re.compile(r"citation\s+marker\s*[:：]", re.IGNORECASE),
    "lenticular": re.compile(r"[【〖]\s*[!-~†]+\s*[】〗]"),
    "blocks": re.compile(r"[<＜]\s*block\b", re.IGNORECASE),
    "foot": re.compile(r"[<＜]\s*[/／]\s*block\b", re.IGNORECASE),
    "label": re.compile(r"\[\s*(?:L|P|Block)\s*\d+\s*\]", re.IGNORECASE),
    "marker": re.compile("[\ue200-\ue206]"),
}


@dataclass(slots=True)
class Read:
    """One source, as a reader of the prompt sees it."""

    source_id: str | None
    fields: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    label: str | None = None
    places: list[tuple[str, int]] = field(default_factory=list)
    """What is said to begin on a line, and its number."""
    cut: int = 0


def decoded(text: str) -> str:
    return re.sub(r"⟦U\+([0-9A-F]+)⟧", lambda match: chr(int(match[1], 16)), text)


def read(text: str, style: str, unit: str) -> tuple[list[Read], int]:
    """Return the sources of a prompt, and how many it says are left out."""
    lines = text.split("\n") if text else []
    # Nothing else may look like the end of a line, to anybody.
    assert f"{text}." == "\n".join(f"{text}.".splitlines())
    left_out = 0
    if lines and (match := _LEFT_OUT_RE.fullmatch(lines[-1])):
        left_out = int(match[1])
        lines = lines[: -2 if len(lines) > 1 else -1]
    reader = _elements if style == "blocks" else _sections
    found = reader(lines, style, unit)
    _look_around(text, style, unit, found)
    _look_around(normalised(text), style, unit, found)
    return found, left_out


def normalised(text: str) -> str:
    """Return *text* as a model may get it: letters and signs, and nothing between."""
    compatible = unicodedata.normalize("NFKC", text)
    kept = "".join(char for char in compatible if not _UNSEEN_RE.match(char))
    return "".join(
        char for char in kept if unicodedata.category(char) not in {"Cf", "Mn", "Me"}
    )


def _look_around(text: str, style: str, unit: str, found: list[Read]) -> None:
    """Hold what a careless reader would count against what was read."""
    count = {name: len(each.findall(text)) for name, each in _LOOSE_RES.items()}
    citable = [each for each in found if each.source_id is not None]
    labels = [each for each in found if each.label is not None]
    lines = sum(len(each.lines) for each in found)
    places = sum(len(each.places) for each in found)
    assert count == {
        "tool": len(found) if style == "tool" else 0,
        "lenticular": len(citable) if style == "lenticular" else 0,
        "blocks": len(found) if style == "blocks" else 0,
        "foot": len(found) if style == "blocks" else 0,
        "label": places + (lines if unit == "line" else len(labels)),
        "marker": 3 * len(citable) if style == "tool" else 0,
    }


def _elements(lines: list[str], _style: str, unit: str) -> list[Read]:
    found: list[Read] = []
    body: list[str] | None = None
    for line in lines:
        if match := _BLOCKS_RE.fullmatch(line):
            assert body is None
            kind, name, attributes = match.groups()
            assert kind == "id" or name == "no"
            fields = dict(_ATTRIBUTE_RE.findall(attributes))
            found.append(Read(name if kind == "id" else None, fields))
            body = []
        elif line == "</BLOCK>":
            assert body is not None
            _fill(found[-1], body, unit)
            body = None
        elif body is None:
            assert line == ""
        else:
            body.append(line)
    assert body is None
    return found


def _sections(lines: list[str], style: str, unit: str) -> list[Read]:
    pattern = _TOOL_RE if style == "tool" else _LENTICULAR_RE
    heads = [at for at, line in enumerate(lines) if pattern.fullmatch(line)]
    found: list[Read] = []
    if not lines:
        return found
    assert heads[0] == 0
    for at, end in zip(heads, [*heads[1:], len(lines) + 1], strict=True):
        match = pattern.fullmatch(lines[at])
        assert match is not None
        each = Read(match[match.re.groups])
        # An empty line separates it from the next one.
        section = lines[at + 1 : end - 1]
        assert end > len(lines) or lines[end - 1] == ""
        body = section.index("")
        for line in section[:body]:
            known = _FIELD_RE.fullmatch(line)
            assert known is not None
            each.fields[known[1].lower()] = known[2]
        rest = section[body + 1 :]
        if unit == "block" and rest and (label := _LABEL_RE.fullmatch(rest[0])):
            each.label = label[1]
            rest = rest[1:]
        _fill(each, rest, unit)
        found.append(each)
    return found


def _fill(each: Read, body: list[str], unit: str) -> None:
    if body and (match := _CUT_RE.fullmatch(body[-1])):
        each.cut = int(match[1])
        body = body[:-1]
    number = 0
    for line in body:
        if place := _PLACE_RE.fullmatch(line):
            each.places.append((place[1], number + 1))
            continue
        number += 1
        if unit != "line":
            each.lines.append(decoded(line))
            continue
        match = _NUMBER_RE.fullmatch(line)
        assert match is not None
        assert int(match[1]) == number
        each.lines.append(decoded(match[2] or ""))
