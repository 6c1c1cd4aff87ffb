"""Everything that changes behaviour, in one frozen and documented place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Literal

from citemark.errors import ConfigError
from citemark.syntax import LINES_ONLY, SOURCE_ID, Syntax, Widgets
from citemark.url_policy import UrlPolicy


@dataclass(frozen=True, slots=True)
class Numbering:
    """Where numbers begin, and which sources already have one.

    Pass ``rendered.numbering`` of one turn to the next, and a source keeps its number
    through the whole conversation.

    >>> Numbering(start=5).start
    5
    """

    start: int = 1
    assigned: Mapping[str, int] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )

    def __post_init__(self) -> None:
        """Refuse numbers below 1."""
        numbers = {f"assigned[{key!r}]": value for key, value in self.assigned.items()}
        for name, number in {"start": self.start, **numbers}.items():
            if number < 1:
                msg = f"Numbering.{name}: expected 1 or more, got {number}"
                raise ConfigError(msg)

    @property
    def next(self) -> int:
        """The first number that no source has."""
        return max([self.start, *(number + 1 for number in self.assigned.values())])


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds against hostile size. Reaching one is always a finding."""

    markers: int = 10_000
    """Markers of one answer that may become references."""
    title_chars: int = 300
    url_chars: int = 2_048
    excerpt_chars: int = 2_000
    """User-perceived characters of one excerpt's located lines."""
    excerpt_lines: int = 12
    """Located lines of one excerpt."""
    mail_bytes: int = 95_000
    """Bytes of an e-mail's HTML, in UTF-8: where there are more, sources are shown with
    less. Gmail clips what is longer than about 102,000."""

    def __post_init__(self) -> None:
        """Refuse bounds below 0."""
        for each in fields(self):
            value = getattr(self, each.name)
            if value < 0:
                msg = f"Limits.{each.name}: expected 0 or more, got {value}"
                raise ConfigError(msg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How an answer is read, resolved and rendered. Every field has a safe default."""

    dialect: str | tuple[str, ...] = "openai"
    """The marker syntax, by name; several are tried side by side, ``auto`` is all."""
    families: tuple[str, ...] = ("cite", "filecite")
    """Families whose markers cite; all others are widgets and are hidden."""
    source_id_pattern: str = SOURCE_ID
    """What a source ID in a marker looks like: a regular expression."""
    locators: tuple[str, ...] = LINES_ONLY
    """Kinds of places that a marker may name: ``lines``, ``pages``, ``time`` …"""
    widgets: Widgets = "drop"
    """Markers of families that do not cite, but for ``entity`` and ``url``, whose words
    are shown: nothing, their kind as a ``placeholder`` (``[image group]``), or their
    title where they have one (``keep``)."""
    private_use: Literal["drop", "keep"] = "drop"
    """Private-use characters that are no marker characters: icon fonts need them."""
    language: str | None = None
    """BCP 47 tag of the answer: labels, ``lang`` and ``dir``. None: English labels."""
    dates: Literal["iso", "locale"] = "iso"
    """How dates of sources are written: ``2026-04-02``, or in words (needs Babel)."""
    strict: bool = False
    """Raise `UnresolvedCitationError`, once, listing all that may not be shown."""
    on_unresolved: Literal["drop", "mark", "raise"] = "drop"
    """A citation of an unknown or refused source: dropped, shown as ``[?]``, raised."""
    fingerprint: str | None = None
    """That of the `Prompt` that was answered: a registry with another one is found."""
    strip: bool = False
    """Leave out every reference and the list: the bare answer, for use as context."""
    raw_html: Literal["sanitize", "escape"] = "sanitize"
    """Raw HTML in the answer: what the policy allows, or shown as text."""
    sanitizer: str = "nh3"
    """The engine for raw HTML: ``nh3`` or ``bleach``."""
    sanitize: Literal["needed", "always"] = "needed"
    """Run the sanitizer only over answers with raw HTML, or over every output."""
    trusted: bool = False
    """Markdown and text output: leave raw HTML, images, links and all that site
    generators obey as they are. HTML of an answer that is HTML: leave it as it is."""
    markdown_profile: Literal["gfm", "pandoc", "myst", "plain"] = "gfm"
    """Who reads Markdown output: footnotes for most engines, those of pandoc or MyST,
    or (``plain``) numbers and a list for any."""
    images: Literal["link", "allow"] = "link"
    """Images become a link to them; ``allow`` shows those of ``image_hosts``."""
    image_hosts: tuple[str, ...] = ()
    """Hosts that may be fetched from: https, no query, raster formats only."""
    url_policy: UrlPolicy = field(default_factory=UrlPolicy)
    """Which URLs of sources are linked to; the others are listed without a link."""
    link_schemes: tuple[str, ...] = ("https", "http", "mailto")
    """Schemes that a link in the answer may have."""
    decode_titles: bool = False
    """Decode HTML entities in titles once (``Salt &amp; Pepper``)."""
    locate: Literal["given", "auto"] = "given"
    """Citations without a locator: ``auto`` highlights the lines that match best."""
    excerpt: Literal["context", "located", "none"] = "context"
    """Show located lines with context, only the located ones, or no excerpt."""
    excerpt_context: int = 2
    """Lines of context on either side of the located ones."""
    lead_chars: int = 160
    """User-perceived characters shown of a source cited without a locator."""
    deep_links: bool = True
    """Link each cited place to where the source shows it: lines, page or words."""
    grouped: bool = False
    """Several sources at one place as ``[1, 2]`` instead of ``[1][2]``."""
    heading_ids: bool = False
    """Give headings an id made from their text."""
    hover_cards: bool = True
    """Cards that open over a reference, without script, in browsers that can."""
    stylesheet: str | None = None
    """Where a complete page finds its style sheet; None: in the page itself."""
    pdf_notes: Literal["both", "page", "end"] = "both"
    """Where a PDF says what is cited: a line at the foot of each page, the list of
    sources at its end, or both."""
    attach_evidence: bool = False
    """Attach the citations to a PDF as ``evidence.json``, for programs to check."""
    cjk_emphasis: bool = False
    """Let emphasis beside full-width punctuation open and close (not CommonMark)."""
    linkify: bool = False
    """Make links of bare URLs (needs ``linkify-it-py``)."""
    footnotes: bool = False
    """The author's own ``[^1]`` footnotes (needs ``mdit-py-plugins``)."""
    tasklists: bool = False
    """``- [ ]`` items (needs ``mdit-py-plugins``)."""
    dollarmath: bool = False
    """``$…$`` and ``$$…$$`` as math elements (needs ``mdit-py-plugins``)."""
    labels: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    """Label texts that replace those of the language."""
    reach: Literal["sentence", "paragraph-tail", "block"] = "paragraph-tail"
    """What a citation covers, to `verify`: its sentence; also those before it in its
    paragraph that have none; or all of its paragraph, list item or table row."""
    preset: str = "guide"
    """Which rules `lint` runs: a name of `citemark.lint.presets`."""
    select: tuple[str, ...] | None = None
    """Rules that `lint` runs, and no others: ``ALL``, prefixes, codes or names."""
    extend_select: tuple[str, ...] = ()
    """Rules that run besides the preset's or the selected ones."""
    ignore: tuple[str, ...] = ()
    """Rules that do not run."""
    rules: Mapping[str, Mapping[str, object]] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    """Settings of rules: name → setting → value."""
    numbering: Numbering = field(default_factory=Numbering)
    limits: Limits = field(default_factory=Limits)
    image_url: Callable[[str], str | None] | None = None
    """Maps an image URL to one of yours (a proxy), or to None to refuse it."""

    def __post_init__(self) -> None:
        """Check the values that a type checker of the caller would have caught."""
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                wanted = ", ".join(map(repr, allowed))
                msg = f"Options.{name}: expected one of {wanted}, got {value!r}"
                raise ConfigError(msg)
        self._read_language()
        policy: object = self.url_policy
        if not isinstance(policy, UrlPolicy):
            kind = type(policy).__name__
            msg = f"Options.url_policy: expected a UrlPolicy, got {kind}"
            raise ConfigError(msg)
        locators: object = self.locators
        if not isinstance(locators, tuple):
            wanted = "a tuple of names such as ('lines', 'pages')"
            msg = f"Options.locators: expected {wanted}, got {locators!r}"
            raise ConfigError(msg)
        try:
            self.syntax.check()
        except ConfigError as error:
            msg = f"Options.{error}"
            raise ConfigError(msg) from error
        if self.select is not None and not (*self.select, *self.extend_select):
            msg = "Options.select: expected at least one rule, got none"
            raise ConfigError(msg)
        for name in ("excerpt_context", "lead_chars"):
            if getattr(self, name) < 0:
                msg = f"Options.{name}: expected 0 or more, got {getattr(self, name)}"
                raise ConfigError(msg)

    def _read_language(self) -> None:
        """Write the tag as HTML has it; programs often join its parts by ``_``."""
        language: object = self.language
        if not isinstance(language, str | None):
            msg = f"Options.language: expected a tag such as 'de-AT', got {language!r}"
            raise ConfigError(msg)
        object.__setattr__(self, "language", language and language.replace("_", "-"))

    @property
    def syntax(self) -> Syntax:
        """What the fields of a marker may be."""
        return Syntax(
            self.families, self.source_id_pattern, self.locators, self.widgets
        )


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "widgets": ("drop", "placeholder", "keep"),
    "private_use": ("drop", "keep"),
    "dates": ("iso", "locale"),
    "on_unresolved": ("drop", "mark", "raise"),
    "raw_html": ("sanitize", "escape"),
    "sanitize": ("needed", "always"),
    "markdown_profile": ("gfm", "pandoc", "myst", "plain"),
    "images": ("link", "allow"),
    "locate": ("given", "auto"),
    "pdf_notes": ("both", "page", "end"),
    "excerpt": ("context", "located", "none"),
    "reach": ("sentence", "paragraph-tail", "block"),
}
