"""The one place where document, resolution, theme and output meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from citemark import codes
from citemark.answer import Draft
from citemark.codes import is_placement
from citemark.diagnostic import Finding, diagnose
from citemark.discover import discover
from citemark.document.document import Document, parse
from citemark.document.policy import apply_policy
from citemark.document.prune import prune
from citemark.document.refusals import find_refusals, refusal_findings
from citemark.errors import ConfigError
from citemark.loaders import show
from citemark.model import Unsupported
from citemark.options import Numbering, Options
from citemark.render.context import RenderContext
from citemark.render.ids import safe_prefix
from citemark.render.labels import languages, unknown_language
from citemark.render.output import Made, Output
from citemark.render.policies import ALLOWED_TAGS
from citemark.render.theme import Theme
from citemark.rendered import Rendered
from citemark.request import Request
from citemark.resolution import Resolution, is_shown
from citemark.resolve import resolve
from citemark.sources import Sources

_BETWEEN = " \t\r\n.,;:!?…。，、！？；："


def get_output(name: str) -> Output:
    """Return the output called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    outputs = discover("citemark.render.outputs", "OUTPUT", Output)
    found = outputs.get(name)
    if not isinstance(found, Output):
        msg = f"to: expected one of {', '.join(outputs)}, got {name!r}"
        raise ConfigError(msg)
    return found


def output_names() -> tuple[str, ...]:
    """Return the names of all outputs, those of other packages among them."""
    return tuple(discover("citemark.render.outputs", "OUTPUT", Output))


def render_draft(
    made: Draft,
    sources: Sources,
    *,
    md: MarkdownIt,
    output: Output,
    theme: Theme,
    options: Options,
    page: bool,
    id_prefix: str,
) -> Rendered:
    """Take one answer through all stages."""
    view = view_answer(
        made,
        sources,
        md=md,
        theme=theme,
        options=options,
        page=page,
        id_prefix=id_prefix,
    )
    return finish(view, made, output, id_prefix)


def view_answer(
    made: Draft,
    sources: Sources,
    *,
    md: MarkdownIt,
    theme: Theme,
    options: Options,
    page: bool,
    id_prefix: str,
    awaits_sources: bool = False,
) -> RenderContext:
    """Take one answer through all stages before its output."""
    document = parse(md, made.text, made.markers)
    resolution = resolve(
        document.markers,
        document.order,
        sources,
        options,
        made.text,
        listed=made.listed,
    )
    return view_tokens(
        document,
        document.tokens,
        resolution,
        RenderContext(
            document=document,
            tokens=(),
            resolution=resolution,
            options=options,
            theme=theme,
            id_prefix=safe_prefix(id_prefix),
            page=page,
            is_insufficient=made.is_insufficient,
            awaits_sources=awaits_sources,
        ),
    )


def view_tokens(
    document: Document,
    tokens: Sequence[Token],
    resolution: Resolution,
    like: RenderContext,
) -> RenderContext:
    """Return what an output may see of *tokens*; all else is as in *like*."""
    options = like.options
    pending = resolution.pending if like.awaits_sources else frozenset()
    shown = prune(
        tokens,
        lambda ordinal: ordinal in pending or is_shown(ordinal, resolution, options),
        document.layout,
    ).tokens
    return replace(
        like,
        document=document,
        tokens=apply_policy(shown, options),
        resolution=resolution,
        fallback=_fallback(document, document.md, like.id_prefix),
    )


def finish(
    view: RenderContext, made: Draft, output: Output, id_prefix: str
) -> Rendered:
    """Return the output of *view*, and all else that there is to know of it."""
    resolution, options, document = view.resolution, view.options, view.document
    made_body = output.render(view)
    if isinstance(made_body, str):
        made_body = Made(body=made_body)
    findings = [
        *made.findings,
        *_findings(document, made, resolution, options),
        *made_body.findings,
    ]
    return Rendered(
        # Bytes for some outputs only, which its type leaves out to serve all others.
        body=made_body.body,  # type: ignore[arg-type]
        text=made_body.text,
        related=made_body.related,
        media_type=output.media_type,
        references=() if options.strip else resolution.references,
        citations=resolution.citations,
        diagnostics=diagnose(findings, made.text),
        unsupported=tuple(unsupported(document, resolution)),
        numbering=Numbering(options.numbering.start, dict(resolution.assigned)),
        request=Request(
            answer=made.text,
            claims=made.claims,
            cited=made.cited,
            to=output.name,
            theme=view.theme.address,
            page=view.page,
            id_prefix=id_prefix,
            options=options,
        ),
        sources=resolution.sources,
    )


def _findings(
    document: Document, made: Draft, resolution: Resolution, options: Options
) -> list[Finding]:
    placed = document.findings
    if made.cited is not None:
        # Nobody wrote these markers: that they had to be moved is nobody's fault.
        placed = tuple(each for each in placed if not is_placement(each.code))
    findings = [*placed, *resolution.findings]
    refusals = find_refusals(document, options)
    findings += refusal_findings(refusals, ALLOWED_TAGS, document.source)
    return [*findings, *language_findings(options)]


def language_findings(options: Options) -> Iterator[Finding]:
    """Say so where there are no labels in the language that *options* ask for."""
    if language := unknown_language(options):
        message = (
            f"no labels in the language {show(language)}, they are English; "
            f"expected one of {', '.join(languages())}"
        )
        yield Finding(codes.UNKNOWN_LANGUAGE, message, 0, 0)


def unsupported(document: Document, resolution: Resolution) -> list[Unsupported]:
    """Return the stretches whose only citation came to nothing."""
    stretches: list[Unsupported] = []
    begin = 0
    source = document.source
    for ordinal, marker in enumerate(document.markers):
        if not marker.citations:
            continue
        lost = resolution.refused.get(ordinal)
        if lost and ordinal not in resolution.noterefs:
            paragraph = source.rfind("\n\n", begin, marker.start)
            start = max(begin, paragraph + 2 if paragraph >= 0 else begin)
            text = source[start : marker.start]
            # The full stop behind the citation before belongs to what that supports.
            start += len(text) - len(text.lstrip(_BETWEEN))
            if text := text.lstrip(_BETWEEN).rstrip():
                stretches.append(Unsupported(start, start + len(text), text, lost))
        begin = marker.end
    return stretches


def _fallback(
    document: Document, md: MarkdownIt, id_prefix: str
) -> Callable[[Sequence[Token], int], str]:
    """Return a function that prints the tokens of markdown-it plugins."""
    renderer = md.renderer
    env = document.env
    env["docId"] = id_prefix.rstrip("-")

    def print_token(tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        rules = renderer.rules if isinstance(renderer, RendererHTML) else {}
        if rule := rules.get(token.type):
            return str(rule(tokens, index, md.options, env))
        if isinstance(renderer, RendererHTML):
            return renderer.renderToken(tokens, index, md.options, env)
        return ""

    return print_token
