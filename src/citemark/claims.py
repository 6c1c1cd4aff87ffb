"""Answers as data: a list of claims, each with the IDs of its sources.

**Why** as data: a schema can demand it of a model, and nothing has to be searched for
in prose. What a schema cannot demand is checked here. A model wrote the claims, so a
bad one is content: it is left out and reported, and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, TypeAlias

import msgspec

from citemark import codes
from citemark.api import shared_renderer
from citemark.composing import ClaimText, Composed, compose
from citemark.diagnostic import Diagnostic, Finding, diagnose
from citemark.errors import ConfigError, SourceError, UnresolvedCitationError
from citemark.loaders import parse_json, show
from citemark.options import Options
from citemark.rendered import Rendered
from citemark.sources import Sources
from citemark.syntax import LINES_ONLY, SOURCE_ID

_FENCED_RE = re.compile(r"\s*(`{3,}|~{3,})[^\n`]*\n(.*)\n[ \t]*\1\s*", re.DOTALL)
_SHOWN_PROBLEMS = 10


@dataclass(frozen=True, slots=True)
class Claim:
    """One self-contained statement, and the sources it is taken from."""

    text: str
    """Markdown: a sentence, or a list, a table, several paragraphs."""
    source_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimedAnswer:
    """An answer that is a list of claims.

    >>> ClaimedAnswer.decode('{"claims": [], "insufficient_evidence": true}')
    ClaimedAnswer(claims=(), insufficient_evidence=True)
    """

    claims: tuple[Claim, ...] = ()
    """In reading order."""
    insufficient_evidence: bool = False
    """True if the sources do not support an answer; readers are told so."""

    @classmethod
    def decode(cls, data: str | bytes | Mapping[str, object]) -> Self:
        """Return the answer that is in *data*, JSON or decoded JSON.

        JSON may stand in a code fence. Fields that the schema does not have are
        ignored.

        Raises:
            ConfigError: *data* is no such answer; the message names each place.
        """
        read = _read(data)
        if read.problems:
            raise ConfigError("; ".join(read.problems[:_SHOWN_PROBLEMS]))
        return cls(tuple(read.claims.values()), read.is_insufficient)

    @staticmethod
    def json_schema(source_ids: Iterable[str] = ()) -> dict[str, object]:
        """Return the JSON Schema to ask a model for, as strict modes want it.

        With *source_ids*, the schema allows no others.

        >>> sorted(ClaimedAnswer.json_schema()["properties"])
        ['claims', 'insufficient_evidence']
        """
        names = list(dict.fromkeys(source_ids))
        source_id = {"type": "string", **({"enum": names} if names else {})}
        claim = {
            "text": {
                "type": "string",
                "description": "One self-contained factual statement, in Markdown.",
            },
            "source_ids": {
                "type": "array",
                "description": "The IDs of the given sources that support it.",
                "items": source_id,
            },
        }
        answer = {
            "claims": {"type": "array", "items": _object(claim)},
            "insufficient_evidence": {
                "type": "boolean",
                "description": "True if the sources do not support an answer.",
            },
        }
        return _object(answer)

    @property
    def source_ids(self) -> tuple[str, ...]:
        """All source IDs, each once: what to fetch before rendering."""
        return tuple(
            dict.fromkeys(name for claim in self.claims for name in claim.source_ids)
        )


Claims: TypeAlias = ClaimedAnswer | Mapping[str, object] | str | bytes


def render_claims(
    claims: Claims,
    sources: Sources = None,
    *,
    to: str = "html",
    theme: str | Path | None = None,
    page: bool = False,
    id_prefix: str = "",
    options: Options | None = None,
) -> Rendered:
    r"""Render *claims*, a `ClaimedAnswer` or the JSON of one, with their references.

    The arguments are those of `render`. A claim that is not as the schema demands is
    left out; diagnostics name the claim they are about.

    >>> claims = {"claims": [{"text": "Yes.", "source_ids": ["a"]}],
    ...           "insufficient_evidence": False}
    >>> source = {"source_id": "a", "title": "Handbook"}
    >>> str(render_claims(claims, [source], to="text")).splitlines()[0]
    'Yes.[1]'

    Raises:
        SourceError: a source record is unusable.
        ThemeError: the theme is missing or broken.
        ConfigError: an argument or option has an impossible value.
        UnresolvedCitationError: only with ``strict`` or ``on_unresolved="raise"``.
    """
    read = _read(claims)
    options = replace(
        _checked(options),
        dialect="openai",
        families=("cite",),
        source_id_pattern=SOURCE_ID,
        locators=LINES_ONLY,
    )
    texts = [ClaimText(claim.text, claim.source_ids) for claim in read.claims.values()]
    composed = compose(texts, shared_renderer(theme, options).parser, options)
    read = _without_empty(read, composed)
    draft = composed.draft(read.plain(), is_insufficient=read.is_insufficient)

    def rendered(chosen: Options) -> Rendered:
        result = shared_renderer(theme, chosen).render_draft(
            draft, sources, to=to, page=page, id_prefix=id_prefix
        )
        return replace(result, diagnostics=_named(result.diagnostics, read, composed))

    try:
        result = rendered(options)
    except UnresolvedCitationError as error:
        # It says what is wrong, but not with which claim.
        lenient = rendered(replace(options, strict=False, on_unresolved="drop"))
        problems = [
            found.message
            for found in lenient.diagnostics
            if found.message.partition(": ")[2] in error.problems
        ]
        raise UnresolvedCitationError((*read.problems, *problems)) from error
    if options.strict and read.problems:
        raise UnresolvedCitationError(tuple(read.problems))
    return result


def _checked(options: object) -> Options:
    """Return *options*, or the default ones for None.

    Raises:
        ConfigError: they are something else.
    """
    if options is None:
        return Options()
    if not isinstance(options, Options):
        msg = f"options: expected Options, got {_shown(options)}"
        raise ConfigError(msg)
    return options


@dataclass(frozen=True, slots=True)
class _Read:
    """What could be used of an answer, and what is wrong with the rest."""

    claims: dict[int, Claim]
    """By the index that each has in the answer."""
    is_insufficient: bool
    problems: list[str]

    def plain(self) -> dict[str, object]:
        """Return the answer as plain data."""
        return {
            "claims": [
                {"text": claim.text, "source_ids": list(claim.source_ids)}
                for claim in self.claims.values()
            ],
            "insufficient_evidence": self.is_insufficient,
        }


def _read(data: Claims) -> _Read:
    """Check an answer, claim by claim."""
    problems: list[str] = []
    try:
        table = _table(data)
    except SourceError as error:
        return _Read({}, is_insufficient=False, problems=[str(error)])
    claims: dict[int, Claim] = {}
    listed = table.get("claims")
    if not isinstance(listed, list | tuple):
        problems.append(f"claims: expected a list, got {_shown(listed)}")
        listed = ()
    for index, record in enumerate(listed):
        wrong = list(_problems(f"claims[{index}]", record))
        if not wrong:
            claims[index] = msgspec.convert(record, Claim)
        problems += wrong
    is_insufficient = table.get("insufficient_evidence")
    if not isinstance(is_insufficient, bool):
        got = _shown(is_insufficient)
        problems.append(f"insufficient_evidence: expected true or false, got {got}")
    return _Read(claims, is_insufficient is True, problems)


def _without_empty(read: _Read, composed: Composed) -> _Read:
    """Return *read* with a problem for each claim of nothing but markers."""
    indexes = list(read.claims)
    empty = [
        f"claims[{indexes[at]}].text: expected a string with words, got only markers"
        for at in composed.empty
    ]
    return replace(read, problems=[*read.problems, *empty])


def _table(data: object) -> Mapping[str, object]:
    """Return *data* decoded, whatever it says.

    Raises:
        SourceError: it is no JSON, or no object.
        ConfigError: it is nothing that can hold an answer.
    """
    if isinstance(data, ClaimedAnswer):
        return _plain(data)
    if isinstance(data, bytes):
        data = data.decode("utf-8", "replace")
    if isinstance(data, str):
        data = data.removeprefix("\ufeff")
        fenced = _FENCED_RE.fullmatch(data)
        data = parse_json(fenced[2] if fenced else data, "answer")
        if not isinstance(data, Mapping):
            msg = f"answer: expected an object, got {_shown(data)}"
            raise SourceError(msg)
    if not isinstance(data, Mapping):
        msg = f"claims: expected a ClaimedAnswer, JSON or a mapping, got {_shown(data)}"
        raise ConfigError(msg)
    return data


def _plain(answer: ClaimedAnswer) -> dict[str, object]:
    """Return *answer* as plain data; what its types do not allow is left to a check."""
    claims: object = answer.claims
    if isinstance(claims, list | tuple):
        claims = [
            {"text": each.text, "source_ids": each.source_ids}
            if isinstance(each, Claim)
            else each
            for each in claims
        ]
    insufficient = answer.insufficient_evidence
    return {"claims": claims, "insufficient_evidence": insufficient}


def _problems(where: str, record: object) -> Iterator[str]:
    """Say what is wrong with a claim, field by field."""
    if not isinstance(record, Mapping):
        yield f"{where}: expected an object, got {_shown(record)}"
        return
    text, names = record.get("text"), record.get("source_ids", ())
    if not isinstance(text, str) or not text.strip():
        yield f"{where}.text: expected a string with words, got {_shown(text)}"
    if not isinstance(names, list | tuple):
        yield f"{where}.source_ids: expected a list of strings, got {_shown(names)}"
        return
    for at, name in enumerate(names):
        if not isinstance(name, str):
            got = _shown(name)
            yield f"{where}.source_ids[{at}]: expected a string, got {got}"


def _shown(value: object) -> str:
    """Return a short name for what stands where something else was expected."""
    if value is None:
        return "nothing"
    return show(value) if isinstance(value, str) else type(value).__name__


def _named(
    diagnostics: Iterable[Diagnostic], read: _Read, composed: Composed
) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* and those of the claims, each with the claim it is about."""
    indexes = list(read.claims)
    own = [Finding(codes.CLAIM_REFUSED, problem, 0, 0) for problem in read.problems]
    for at in composed.marked:
        message = f"claims[{indexes[at]}]: Unexpected marker in the text, left out"
        start = composed.starts[at]
        own.append(Finding(codes.STRAY_MARKER_CHARACTER, message, start, start))
    named = [
        replace(each, message=f"claims[{indexes[at]}]: {each.message}")
        for each in diagnostics
        for at in [composed.claim_at(each.start)]
    ]
    everything = (*diagnose(own, composed.text), *named)
    return tuple(sorted(everything, key=lambda each: (each.start, each.code)))


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    """Return the schema of an object with just these *properties*."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
