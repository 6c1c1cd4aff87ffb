"""LangChain's messages, and their content blocks in version 1 of its format.

**Quirks.** Of Google's answers it keeps the byte offsets, and puts the words of the
*answer* into ``cited_text``, where others have those of the source; all of it is at the
first text block, while it counts from the beginning of the text. OpenAI's insertion
point is in ``extras``, as ``index`` or ``file_index``; so are Anthropic's places, and
the block is the claim. What it has no word for is a ``non_standard_annotation``.

A message makes all this when asked for ``content_blocks``; its dump has what the
provider sent, which is read as such.
"""

from __future__ import annotations

from citemark.provider import Anchor, Answer, AnswerBuilder, Located
from citemark.providers import anthropic, gemini
from citemark.providers.openai_responses import cite_annotation
from citemark.responses.anchoring import Anchoring
from citemark.responses.cited_places import cited_place
from citemark.responses.payload import Payload, payload


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a message, its content blocks, or one of them.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    blocks = whole.items("content_blocks") or whole.items("content")
    blocks = blocks or whole.items() or [whole]
    return _as_sent(whole, blocks) or _translated(blocks)


def _as_sent(whole: Payload, blocks: list[Payload]) -> Answer | None:
    """Return the answer of a message that is not translated, if it cites anything."""
    if any(block.items("citations") for block in blocks):
        return anthropic.answer_from([block.value for block in blocks])
    grounding = whole["response_metadata"]["groundingMetadata"]
    if not grounding or any(block.items("annotations") for block in blocks):
        return None
    parts = [{"text": _text(block)} for block in blocks]
    given = {"content": {"parts": parts}, "groundingMetadata": grounding.value}
    return gemini.answer_from(given)


def _translated(blocks: list[Payload]) -> Answer:
    builder = AnswerBuilder()
    starts: list[int] = []
    for block in blocks:
        starts.append(builder.length)
        builder.add_text(_text(block))
    of_all = Anchoring(builder.text)
    for block, base in zip(blocks, starts, strict=True):
        of_block = Anchoring(_text(block))
        for annotation in block.items("annotations"):
            if annotation["extras"]["google_ai_metadata"]:
                _cite_google(builder, of_all, annotation)
            elif annotation.kind() == "citation":
                _cite(builder, of_block, annotation, base)
            else:
                given = annotation["value"] or annotation
                cite_annotation(builder, of_block, given, base)
    return builder.build()


def _text(block: Payload) -> str:
    if block.kind() in ("reasoning", "text-plain"):
        return ""
    return block.text() or block.text("text") or block.text("content")


def _cite_google(
    builder: AnswerBuilder, anchoring: Anchoring, annotation: Payload
) -> None:
    start, end = annotation.number("start_index"), annotation.number("end_index")
    located = anchoring.claim(start or 0, end, annotation.text("cited_text"))
    builder.cite(_add_source(builder, annotation), located)


def _cite(
    builder: AnswerBuilder, anchoring: Anchoring, annotation: Payload, base: int
) -> None:
    extras, url = annotation["extras"], annotation.text("url")
    words = annotation.text("cited_text")
    start, end = annotation.number("start_index"), annotation.number("end_index")
    point = extras.number("file_index")
    if point is None and extras.text("file_id"):
        point = extras.number("index")
    if point is not None:
        located = anchoring.point(point)
    elif start is None and words:
        located = Located(0, len(anchoring.text), anchor=Anchor.CLAIM)
    else:
        located = anchoring.link(start, end, url)
    name = _add_source(builder, annotation)
    place = cited_place(extras)
    builder.cite(name, located, base, locator=place, cited_text=words)


def _add_source(builder: AnswerBuilder, annotation: Payload) -> str:
    extras = annotation["extras"]
    document = extras.name("document_index")
    return builder.add_source(
        source_id=extras.text("file_id") or (document and f"document:{document}"),
        url=annotation.text("url") or extras.text("source"),
        title=annotation.text("title"),
    )
