"""What an entry of the list of sources shows, and its citations for programs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from citemark.deep_links import deep_links
from citemark.excerpts import cut, cut_all, quoted
from citemark.locator import listed
from citemark.model import Excerpt, Reference, ResolvedCitation
from citemark.options import Options
from citemark.places import Place, with_cited
from citemark.resolution import Cited, Entry
from citemark.text import drop_marker_characters


def reference_of(entry: Entry) -> Reference:
    """Return *entry* numbered and named, without its excerpts and links."""
    source, shown, locators = entry.source, entry.shown, tuple(entry.locators)
    # The title leads to the one place cited, or to the source as a whole.
    is_only = len(locators) == 1 and not entry.is_led
    only = entry.locators[locators[0]] if is_only else None
    return Reference(
        number=entry.number,
        source_id=source.source_id,
        title=shown.title,
        titled=shown.titled,
        url=shown.url_for(only),
        host=shown.host,
        heading=shown.heading,
        updated=source.modified_at,
        language=shown.language,
        locators=locators,
        places=listed(locators),
        excerpts=(),
        noterefs=tuple(entry.noterefs),
    )


def with_excerpts(reference: Reference, entry: Entry, options: Options) -> Reference:
    """Return *reference*, which is of *entry*, with its excerpts and links."""
    every = tuple(dict.fromkeys((*reference.locators, *reference.places)))
    found = deep_links(entry.source, every, entry.shown, options)
    links = dict(zip(every, found, strict=True))
    return replace(
        reference,
        excerpts=_excerpts(entry, options),
        links=tuple(links[each] for each in reference.locators),
        place_links=tuple(links[each] for each in reference.places),
    )


def _excerpts(entry: Entry, options: Options) -> tuple[Excerpt, ...]:
    """Cut what *entry* shows out of its source, or take what a provider quotes."""
    source, matched = entry.source, tuple(entry.matched)
    lines = tuple([each for each in entry.locators.values() if each is not None])
    quotes = [quoted(text, at, options) for text, at in entry.quotes.items()]
    shown = tuple([each for each in quotes if each is not None])
    if lines or matched:
        excerpts = cut_all(source, lines, options, matched)
        return (*with_cited(excerpts, entry.locators), *shown)
    lead = cut(source, None, options) if entry.is_led and not shown else None
    return (lead,) if lead else shown


def citation_of(entry: Entry, place: Place, options: Options) -> Cited:
    """Return what makes the citation objects of one place, given what is their own."""
    source, shown, locator = entry.source, entry.shown, place.locator
    excerpt = None
    if place.quote:
        excerpt = quoted(place.quote, (), options)
    elif place.lines is not None or (locator is None and not place.is_lost):
        excerpt = cut(source, place.lines, options)
    return partial(
        ResolvedCitation,
        source_id=source.source_id,
        document_id=_clean_id(source.document_id),
        chunk_id=_clean_id(source.chunk_id),
        title=shown.title,
        heading=" > ".join(shown.heading),
        url=shown.url_for(place.lines if locator else None),
        excerpt=excerpt.text if excerpt else "",
        source_modified_at=source.modified_at,
        retrieved_at=source.retrieved_at,
        number=entry.number,
        locator=str(locator) if locator else None,
    )


def _clean_id(text: str | None) -> str | None:
    """Return an ID of the application as it is, less what could forge a marker."""
    return None if text is None else drop_marker_characters(text)
