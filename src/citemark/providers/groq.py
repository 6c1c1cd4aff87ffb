"""Groq: words of the answer, and the document or the tool call that supports them.

A citation has only an ID. What the documents say is known to whoever sent them: pass
them as *documents*, in the form in which the request has them.
"""

from __future__ import annotations

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.anchoring import Anchoring
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload


def answer_from(response: object, *, documents: object = ()) -> Answer:
    """Return the answer of *response*, of a message, or of the chunks of a stream.

    Raises:
        SourceError: *response* is no object.
    """
    builder = AnswerBuilder()
    pieces = messages(payload(response))
    for each in pieces:
        builder.add_text(content(each))
    sent = {each.name("id"): each for each in Payload(documents).items()}
    anchoring = Anchoring(builder.text)
    for each in pieces:
        for annotation in each.items("annotations"):
            _cite(builder, anchoring, annotation, sent)
    return builder.build()


def _cite(
    builder: AnswerBuilder,
    anchoring: Anchoring,
    annotation: Payload,
    sent: dict[str, Payload],
) -> None:
    kind = annotation.kind()
    if kind == "document_citation":
        source_id = annotation[kind].name("document_id")
    elif kind == "function_citation":
        source_id = annotation[kind].name("tool_call_id")
    else:
        return
    document = sent.get(source_id, Payload(None))
    name = builder.add_source(
        source_id=source_id, text=document["source"].text("text") or None
    )
    start, end = (
        annotation[kind].number("start_index"),
        annotation[kind].number("end_index"),
    )
    builder.cite(name, anchoring.claim(start, end))
