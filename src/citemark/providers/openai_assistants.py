"""OpenAI's Assistants and Azure AI Agents: markers such as ``【4:0†source】``.

An annotation has the marker as it stands in the text, which proves its place. There may
be fewer annotations than markers: what is left is flagged, and never paired by order.
"""

from __future__ import annotations

from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload
from citemark.responses.written import unexplained


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a message, one of its parts, or a page of them.

    Of a page of messages, which begins with the newest, the first one is read.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    message = next(iter(whole.items("data")), whole)
    builder = AnswerBuilder()
    for part in message.items("content") or message.items() or [message]:
        _add_part(builder, part["text"])
    covered = {(each.start, each.end) for each in builder.spans}
    for located in unexplained(builder.text, covered):
        builder.cite(None, located)
    return builder.build()


def _add_part(builder: AnswerBuilder, part: Payload) -> None:
    base, anchoring = builder.length, Anchoring(part.text("value"))
    builder.add_text(anchoring.text)
    for annotation in part.items("annotations"):
        _cite(builder, anchoring, annotation, base)


def _cite(
    builder: AnswerBuilder, anchoring: Anchoring, annotation: Payload, base: int
) -> None:
    kind = annotation.kind()
    if kind not in ("file_citation", "file_path", "url_citation"):
        return
    cited = annotation[kind]
    name = builder.add_source(
        source_id=cited.text("file_id"),
        url=cited.text("url"),
        title=cited.text("title"),
    )
    located = anchoring.marker(
        annotation.number("start_index"),
        annotation.number("end_index"),
        annotation.text("text"),
    )
    flags = (Flag.GENERATED,) if kind == "file_path" else ()
    builder.cite(name, located, base, cited_text=cited.text("quote"), flags=flags)
