"""Faults in how markers are written: family CM0."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from citemark import codes
from citemark.diagnostic import Code
from citemark.options import Limits, Options
from citemark.spans import Span
from tests.injections.page import (
    DELIM,
    START,
    STOP,
    Cite,
    Fault,
    Injector,
    Mark,
    Page,
    around,
    flag,
    forms,
    put,
    swap,
)

_DIGITS = ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "०१२३४५६७८९")
_ESCAPES = str.maketrans({START: r"\ue200", STOP: r"\ue201", DELIM: r"\ue202"})


def _as(write: Callable[[Mark], str]) -> Injector:
    """Return what writes each marker another way; all of it has to be reported."""

    def inject(page: Page) -> Iterator[Fault]:
        for mark in page.marks:
            yield page.replaced(mark, flag(write(mark)))

    return inject


def _repeated(page: Page) -> Iterator[Fault]:
    """An ID over and over; what is reported is as much as a marker may have."""
    for mark in page.marks:
        raw = f"{START}cite{(DELIM + mark.cites[0].name) * 4096}{STOP}"
        yield page.replaced(mark, flag(raw[:4096]) + raw[4096:])


def _with_id(write: Callable[[str], str]) -> Injector:
    """Return what spoils each source ID."""

    def inject(page: Page) -> Iterator[Fault]:
        for _, cite in _cites(page):
            end = cite.start + len(cite.name)
            yield page.fault(swap(cite.start, end, flag(write(cite.name))))

    return inject


def _with_locator(write: Callable[[str], str]) -> Injector:
    """Return what writes each locator another way."""

    def inject(page: Page) -> Iterator[Fault]:
        for _, cite in _cites(page):
            if cite.locator:
                start = cite.end - len(cite.locator)
                yield page.fault(swap(start, cite.end, flag(write(cite.locator))))

    return inject


def _cites(page: Page) -> Iterator[tuple[Mark, Cite]]:
    return ((mark, cite) for mark in page.marks for cite in mark.cites)


def _cut_off(page: Page) -> Iterator[Fault]:
    """The answer breaks off inside a marker."""
    for mark in page.marks:
        for lost in (1, 2):
            raw = flag(mark.raw[:-lost])
            yield page.fault(swap(mark.start, len(page.text), raw))


def _beyond(page: Page) -> Iterator[Fault]:
    """A line range of a later and an earlier line, whatever it was."""
    for _, cite in _cites(page):
        if cite.locator:
            first = cite.locator.partition("-")[0]
            text = flag(f"L{int(first[1:]) + 3}-{first}")
            yield page.fault(swap(cite.end - len(cite.locator), cite.end, text))


def _orphaned(page: Page) -> Iterator[Fault]:
    """The first ID is lost, its locator stays; or it is behind the locator."""
    for mark in page.marks:
        cite = mark.cites[0]
        if cite.locator:
            locator = flag(cite.locator)
            yield page.fault(swap(cite.start, cite.end, locator))
            text = locator + DELIM + cite.name
            yield page.fault(swap(cite.start, cite.end, text))


def _start_lost(page: Page) -> Iterator[Fault]:
    for mark in page.marks:
        at = mark.start + mark.raw.index(DELIM)
        yield page.fault(swap(mark.start, mark.start + 1, ""), swap(at, at + 1, _DELIM))


_DELIM = flag(DELIM)


def _stopped_twice(page: Page) -> Iterator[Fault]:
    for mark in page.marks:
        yield page.fault(put(mark.end, flag(STOP)))


def _in_text(char: str) -> Injector:
    """Return what puts *char* before the last word of each claim."""

    def inject(page: Page) -> Iterator[Fault]:
        for mark in page.marks:
            if word := page.word_before(mark):
                yield page.fault(put(word.start, flag(char)))

    return inject


def _limited(page: Page) -> Iterator[Fault]:
    """The limit is lower than the number of markers."""
    for number, mark in enumerate(page.marks):
        fault = page.fault(*around(Span(mark.start, mark.end)))
        yield replace(fault, options=Options(limits=Limits(markers=number)))


def _reverse(locator: str) -> str:
    first, _, last = locator.partition("-")
    return f"{last or f'L{int(first[1:]) + 1}'}-{first}"


def _with_digits(digits: str) -> Injector:
    return _with_locator(
        lambda locator: locator.translate(str.maketrans("0123456789", digits))
    )


INJECTORS: Mapping[Code, Injector] = {
    codes.UNTERMINATED_MARKER: forms(
        lambda page: (page.replaced(m, flag(m.raw[:-1])) for m in page.marks), _cut_off
    ),
    codes.EMPTY_MARKER: forms(
        _as(lambda _: f"{START}cite{STOP}"),
        _as(lambda _: f"{START}cite{DELIM}{STOP}"),
        _as(lambda _: START + STOP),
    ),
    codes.MALFORMED_SOURCE_ID: forms(
        _with_id(lambda name: f"{name[:3]}/{name[3:]}"),
        _with_id(lambda name: f"{name}.pdf"),
        _with_id(lambda name: f"ü{name}"),
        _with_id(lambda name: f"[{name}]"),
    ),
    codes.LOCATOR_WITHOUT_SOURCE: _orphaned,
    codes.REVERSED_LOCATOR: forms(_with_locator(_reverse), _beyond),
    codes.UNKNOWN_FAMILY: forms(
        _as(lambda mark: f"{START}source{mark.raw[mark.raw.index(DELIM) :]}"),
        _as(lambda _: f"{START}navlist{DELIM}Further reading{STOP}"),
        _as(lambda mark: f"{START}{mark.raw[mark.raw.index(DELIM) :]}"),
    ),
    codes.STRAY_MARKER_CHARACTER: forms(
        _stopped_twice, _start_lost, _in_text("\ue203"), _in_text(DELIM), _in_text(STOP)
    ),
    codes.MARKER_TOO_LONG: _repeated,
    codes.NON_ASCII_LOCATOR: forms(*map(_with_digits, _DIGITS)),
    codes.PRIVATE_USE_CHARACTER: forms(
        *map(_in_text, ("\ue000", "\uf0a7", "\uf8ff\ue301"))
    ),
    codes.ESCAPED_MARKER: _as(lambda mark: mark.raw.translate(_ESCAPES)),
    codes.FOREIGN_MARKER: forms(
        _as(lambda _: "【4:0†source】"), _as(lambda _: "【12†L8-L13】")
    ),
    codes.POSSIBLE_CITATION: forms(_as(lambda _: "[3]"), _as(lambda _: "[^4]")),
    codes.TOO_MANY_MARKERS: _limited,
}
