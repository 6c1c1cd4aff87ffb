"""The markdown-it plugin: wiring, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from citemark.dialect import scan_markers
from citemark.document.env import EnvKey
from citemark.document.inline import REF, CitationInline, placeholder_rule
from citemark.document.layout import CANDIDATES, LAYOUT, PLACEHOLDER_RE, lay_out
from citemark.document.place import place_rule
from citemark.model import Marker
from citemark.syntax import Syntax

MARKERS: EnvKey[Sequence[Marker]] = EnvKey("citemark.markers")
"""Markers found before the parse; the plugin scans for itself when it is empty."""
NUMBERS: EnvKey[dict[str, int]] = EnvKey("citemark.numbers")


def citations_plugin(
    md: MarkdownIt,
    *,
    dialect: str | tuple[str, ...] = "openai",
    families: tuple[str, ...] = ("cite", "filecite"),
    cjk_emphasis: bool = False,
) -> None:
    r"""Teach *md* to read citation markers; use it as ``MarkdownIt().use(…)``.

    Each marker becomes a ``citation_ref`` token (``meta["marker"]`` is a `Marker`)
    placed where a reference may stand: after the emphasis, link or code it was written
    in. By default the token prints as a number in a ``<sup>``; replace
    ``md.renderer.rules["citation_ref"]`` to print something else. Texts without
    markers give the tokens they give without the plugin.

    >>> md = MarkdownIt().use(citations_plugin)
    >>> print(md.render("**Yes.**\ue200cite\ue202turn0file0\ue201"), end="")
    <p><strong>Yes.</strong><sup class="cx-ref">[1]</sup></p>
    """

    def scan_rule(state: StateCore) -> None:
        markers = MARKERS.get(state.env)
        if markers is None:
            markers = scan_markers(state.src, dialect, Syntax(families))
        if markers:
            layout = lay_out(state.src, markers)
            LAYOUT.put(state.env, layout)
            state.src = layout.text
        else:
            # ``env`` may be one that an earlier text left its layout in.
            state.env.pop(LAYOUT.name, None)

    for character in CANDIDATES:
        md.inline.add_terminator_char(character)
    md.core.ruler.before("normalize", "citation_scan", scan_rule)
    md.inline.ruler.before("escape", "citation_ref", placeholder_rule)
    md.inline = CitationInline(md.inline, cjk=cjk_emphasis)
    md.core.ruler.after("inline", "citation_place", place_rule)
    md.core.ruler.after("citation_place", "citation_meta", _attach_markers)
    _keep_urls_clean(md)
    md.add_render_rule(REF, render_citation_ref)


def _attach_markers(state: StateCore) -> None:
    """Give each token its marker, so that nobody needs the layout."""
    layout = LAYOUT.get(state.env)
    if layout is None:
        return
    for token in state.tokens:
        for child in token.children or ():
            if child.type == REF:
                child.meta["marker"] = layout.markers[child.meta["ordinal"]]


def _keep_urls_clean(md: MarkdownIt) -> None:
    """Let the URL checks see URLs without placeholders.

    Otherwise ``java`` + marker + ``script:`` passes the check, and becomes a script
    when the marker goes.
    """
    validate, normalize = md.validateLink, md.normalizeLink
    normalize_text = md.normalizeLinkText

    def clean(url: str) -> str:
        return PLACEHOLDER_RE.sub("", url)

    md.validateLink = lambda url: validate(clean(url))  # type: ignore[method-assign] # upstream's way to set it
    md.normalizeLink = lambda url: normalize(clean(url))  # type: ignore[method-assign] # upstream's way to set it
    md.normalizeLinkText = lambda link: normalize_text(clean(link))  # type: ignore[method-assign] # upstream's way to set it


def render_citation_ref(
    self: RendererHTML,
    tokens: Sequence[Token],
    idx: int,
    options: OptionsDict,
    env: EnvType,
) -> str:
    """Print a reference of the plugin used alone: numbers by first appearance."""
    del self, options
    numbers = NUMBERS.get(env)
    if numbers is None or env.get("citemark.numbered") is not LAYOUT.get(env):
        numbers = {}
        NUMBERS.put(env, numbers)
        env["citemark.numbered"] = LAYOUT.get(env)
    ids = dict.fromkeys(tokens[idx].meta["marker"].source_ids)
    shown = "".join(
        f"[{numbers.setdefault(source_id, len(numbers) + 1)}]" for source_id in ids
    )
    return f'<sup class="cx-ref">{shown}</sup>'
