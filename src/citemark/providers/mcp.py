"""Model Context Protocol: what a tool returns, with the resources that belong to it.

A ``resource_link`` and an embedded ``resource`` are sources without a place in the
text: they are listed. Their addresses are those of a server, often of a ``file:``
scheme, and are links only where the URL policy has it.
"""

from __future__ import annotations

from citemark.provider import NOWHERE, Answer, AnswerBuilder
from citemark.responses.payload import Payload, payload

_BETWEEN = "\n\n"


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: the result of a tool, or one content block.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    for block in whole.items("content") or whole.items() or [whole]:
        kind = block.kind()
        if kind == "text":
            builder.add_text(_BETWEEN if builder.length else "")
            builder.add_text(block.text("text"))
        elif kind == "resource_link":
            _list(builder, block, block)
        elif kind == "resource":
            _list(builder, block["resource"], block)
    return builder.build()


def _list(builder: AnswerBuilder, resource: Payload, block: Payload) -> None:
    uri, text = resource.text("uri"), resource.text("text")
    name = builder.add_source(
        source_id=uri,
        url=uri,
        title=resource.text("title") or resource.text("name"),
        text=text or None,
        modified_at=block["annotations"].text("lastModified"),
    )
    builder.cite(name, NOWHERE, cited_text=text)
