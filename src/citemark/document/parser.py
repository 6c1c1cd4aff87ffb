"""Builds the markdown-it parser that reads answers."""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from types import SimpleNamespace

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from citemark.document.block import DeepBlocks
from citemark.document.completing import complete_rule, unlink_rule
from citemark.document.dispatch import normalize, parse_link_destination
from citemark.document.dollarmath import bound_formulas
from citemark.document.plugin import citations_plugin
from citemark.errors import ConfigError
from citemark.options import Options

_MOST_URL_CHARS = 2_048
_SHARED = 8
_TASK_BOX_RE = re.compile(r'<input class="task-list-item-checkbox"( checked)?')


def build_parser(options: Options) -> MarkdownIt:
    """Return a parser for *options*; it holds no state and may be shared by threads.

    CommonMark with tables and strikethrough; every URL makes a link, for the URL policy
    to judge (a link that upstream refuses stays in the text, where another renderer
    may find it).

    Raises:
        ConfigError: an option needs a package that is not installed.
    """
    raw_html = options.raw_html == "sanitize"
    md = MarkdownIt("commonmark", {"html": raw_html, "xhtmlOut": False}).enable(
        ["table", "strikethrough"]
    )
    _use_plugins(md, options)
    _remember_links(md)
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    md.use(
        citations_plugin,
        dialect=options.dialect,
        families=options.families,
        cjk_emphasis=options.cjk_emphasis,
    )
    md.core.ruler.before("inline", "citation_complete", complete_rule)
    md.block = DeepBlocks(md.block)
    md.core.ruler.at("normalize", normalize)
    quick = {**vars(md.helpers), "parseLinkDestination": parse_link_destination}
    md.helpers = SimpleNamespace(**quick)  # type: ignore[assignment] # upstream's is a module
    return md


def _remember_links(md: MarkdownIt) -> None:
    """Normalize each of the last links once: answers name the same few pages."""
    upstream = md.normalizeLink
    remembered = lru_cache(256)(upstream)

    def normalized(url: str) -> str:
        # Huge ones are refused later, and not kept in memory.
        return remembered(url) if len(url) <= _MOST_URL_CHARS else upstream(url)

    md.normalizeLink = normalized  # type: ignore[method-assign] # upstream's way to set it


@lru_cache(_SHARED)
def shared_parser(options: Options) -> MarkdownIt:
    """Return the parser for *options*, built once."""
    return build_parser(options)


def _use_plugins(md: MarkdownIt, options: Options) -> None:
    if options.linkify:
        _require("linkify_it", "linkify", "linkify-it-py")
        md.options["linkify"] = True
        md.enable("linkify")
        md.core.ruler.after("linkify", "citation_unlink", unlink_rule)
    if not (options.footnotes or options.tasklists or options.dollarmath):
        return
    for name in ("footnotes", "tasklists", "dollarmath"):
        if getattr(options, name):
            _require("mdit_py_plugins", name, "mdit-py-plugins")
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.tasklists import tasklists_plugin

    if options.footnotes:
        md.use(footnote_plugin, inline=False)
    if options.tasklists:
        md.use(tasklists_plugin)
        md.core.ruler.push("citation_task_boxes", _note_task_boxes)
    if options.dollarmath:
        # Looser rules take prices for formulas: "$5 or $10".
        md.use(dollarmath_plugin, allow_space=False, allow_digits=False)
        bound_formulas(md)


def _note_task_boxes(state: StateCore) -> None:
    """Note on each task's list item whether it is checked, and drop the plugin's HTML.

    As raw HTML the box would go to the sanitizer, which lets no form element pass.
    """
    item: Token | None = None
    for token in state.tokens:
        if token.type == "list_item_open":
            item = token
        elif token.type == "inline" and item is not None:
            children = token.children or []
            if children and (box := _TASK_BOX_RE.match(children[0].content)):
                item.meta["checked"] = box[1] is not None
                rest = children[1:]
                if rest and rest[0].type == "text":
                    rest[0].content = rest[0].content.lstrip(" ")
                token.children = rest
            item = None


def _require(module: str, option: str, package: str) -> None:
    if importlib.util.find_spec(module) is None:
        msg = f"Options.{option}: expected the package {package} to be installed"
        raise ConfigError(msg)
