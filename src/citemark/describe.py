"""What a reader gets to see of a source: clean text, a checked link, and remarks.

Registry strings are as hostile as the answer. This is the one door through which they
reach an output: nothing behind it needs to look at a raw title or URL again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from citemark import codes
from citemark.dates import Day, read_day
from citemark.diagnostic import Code
from citemark.loaders import show
from citemark.locator import Lines
from citemark.options import Options
from citemark.source import Source, remembered
from citemark.text import (
    clean_line,
    drop_marker_characters,
    has_marker_characters,
)
from citemark.url_policy import UrlPolicy
from citemark.urls import UrlCheck, fill_template, with_anchor

_LANGUAGE_RE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with a source, wherever it is cited."""

    code: Code
    message: str
    is_grave: bool = False
    """True where strict mode refuses the source for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A source as it may be shown."""

    title: str
    titled: bool
    heading: tuple[str, ...]
    url: str | None
    """With the source's anchor, if it has one."""
    host: str | None
    language: str | None
    remarks: tuple[Remark, ...]
    base_url: str | None
    template: str | None
    policy: UrlPolicy
    max_url_chars: int

    def url_for(self, locator: Lines | None) -> str | None:
        """Return the link to *locator*, where a template can make one, or ``url``."""
        if self.template is None or locator is None:
            return self.url
        url = fill_template(
            self.template,
            url=self.base_url or "",
            first=locator.first,
            last=locator.last,
        )
        return self.policy.check(url, max_chars=self.max_url_chars).url or self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Who made a source, and when. All strings are clean lines."""

    authors: tuple[str, ...] = ()
    publisher: str | None = None
    published: Day | None = None
    modified: Day | None = None

    @property
    def issued(self) -> Day | None:
        """The day it was published, or else last changed."""
        return self.published or self.modified


class _Wanted(NamedTuple):
    """All that the description of a source depends on."""

    number: int
    decode_titles: bool
    title_chars: int
    url_chars: int
    policy: UrlPolicy


def describe(source: Source, number: int, options: Options) -> Description:
    """Return what may be shown of *source*, which has this *number* in the answer."""
    limits = options.limits
    wanted = _Wanted(
        number,
        options.decode_titles,
        limits.title_chars,
        limits.url_chars,
        options.url_policy,
    )
    return _describe(source, wanted)


@remembered
def credit(source: Source, most: int) -> Credit:
    """Return the credit of *source*, each name in it of at most *most* characters."""
    authors = (clean_line(name, most) for name in source.authors)
    return Credit(
        authors=tuple(filter(None, authors)),
        publisher=clean_line(source.publisher or "", most) or None,
        published=read_day(source.published_at),
        modified=read_day(source.modified_at),
    )


@remembered
def _describe(source: Source, wanted: _Wanted) -> Description:
    most = wanted.title_chars
    given = unescape(source.title) if wanted.decode_titles else source.title
    title = clean_line(given, most)
    link = wanted.policy.check(source.url or "", max_chars=wanted.url_chars)
    url, anchor_remarks = _anchored(source, link.url, wanted)
    template, template_remarks = _template(source, link.url, wanted)
    fallback = link.host or f"Source {wanted.number}"
    heading = (clean_line(part, most) for part in source.heading_path)
    language = source.language or ""
    return Description(
        title=title or fallback,
        titled=bool(title),
        heading=tuple(part for part in heading if part),
        url=url,
        host=link.host,
        language=language if _LANGUAGE_RE.fullmatch(language) else None,
        remarks=(
            *_title_remarks(source, title, fallback),
            *_marker_remarks(source, given),
            *_url_remarks(source, link),
            *anchor_remarks,
            *template_remarks,
        ),
        base_url=link.url,
        template=template,
        policy=wanted.policy,
        max_url_chars=wanted.url_chars,
    )


def _title_remarks(source: Source, title: str, fallback: str) -> Iterator[Remark]:
    """Say that a source has no visible title."""
    if not title:
        name = show(source.source_id)
        message = f"source {name} has no title and is shown as {show(fallback)}"
        yield Remark(codes.UNTITLED_SOURCE, message, is_grave=True)


def _marker_remarks(source: Source, title: str) -> Iterator[Remark]:
    """Say where marker characters were found, and left out."""
    marked = source.marked_fields
    if has_marker_characters(title):
        marked = tuple(dict.fromkeys(("title", *marked)))
    if marked:
        name = show(source.source_id)
        message = f"source {name} has marker characters in its {', '.join(marked)}"
        yield Remark(codes.MARKER_IN_METADATA, message)


def _url_remarks(source: Source, link: UrlCheck) -> Iterator[Remark]:
    """Say why a URL is no link, or that it is not encrypted."""
    name = show(source.source_id)
    if not source.url:
        # Uploaded files have none; strict mode is about bad URLs.
        yield Remark(codes.UNUSABLE_URL, f"source {name} has no URL")
    elif link.reason:
        message = f"the URL of source {name} {link.reason}"
        yield Remark(codes.UNUSABLE_URL, message, is_grave=True)
    elif link.insecure:
        message = f"the URL of source {name} is http, not https"
        yield Remark(codes.INSECURE_URL, message, is_grave=True)


def _anchored(
    source: Source, url: str | None, wanted: _Wanted
) -> tuple[str | None, list[Remark]]:
    """Return *url* with the source's anchor, or without it where that is unusable."""
    anchor = drop_marker_characters(source.anchor or "").removeprefix("#")
    if url is None or not anchor:
        return url, []
    whole = with_anchor(url, anchor)
    checked = wanted.policy.check(whole, max_chars=wanted.url_chars)
    if checked.reason is None:
        return checked.url, []
    name = show(source.source_id)
    message = f"the URL of source {name}, with its anchor, {checked.reason}"
    return url, [Remark(codes.UNUSABLE_URL, message)]


def _template(
    source: Source, url: str | None, wanted: _Wanted
) -> tuple[str | None, list[Remark]]:
    """Return the source's URL template if it gives a usable URL."""
    template = source.url_template
    if not template or (url is None and "{url}" in template):
        return None, []
    sample = fill_template(template, url=url or "", first=1, last=1)
    reason = wanted.policy.check(sample, max_chars=wanted.url_chars).reason
    if reason is None:
        return template, []
    name = show(source.source_id)
    message = f"the URL from the url_template of source {name} {reason}"
    return None, [Remark(codes.UNUSABLE_URL, message)]
