"""xAI's SDK: links that the model wrote into the text, ``[[1]](https://…)``.

`inline_citations` are only in a response that was asked to include them; without, the
addresses in ``citations`` are listed, which are all that the model came across. xAI's
Responses endpoint answers as OpenAI's does: `citemark.providers.openai_responses`.
"""

from __future__ import annotations

from citemark.provider import NOWHERE, Answer, AnswerBuilder
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload


def answer_from(response: object) -> Answer:
    """Return the answer of *response*.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    builder.add_text(whole.text("content"))
    anchoring = Anchoring(builder.text)
    inline = whole.items("inline_citations")
    for each in inline:
        _cite(builder, anchoring, each)
    for each in whole.items("citations"):
        if url := each.text():
            name = builder.add_source(url=url)
            if not inline:
                builder.cite(name, NOWHERE)
    return builder.build()


def _cite(builder: AnswerBuilder, anchoring: Anchoring, cited: Payload) -> None:
    # An object of the SDK has all three, and two of them are empty.
    url = cited["web_citation"].text("url") or cited["x_citation"].text("url")
    found = cited["collections_citation"]
    file_id, words = found.text("file_id"), found.text("chunk_content")
    if url:
        name, address = builder.add_source(url=url), url
    elif file_id:
        name = builder.add_source(source_id=file_id)
        collections = found.items("collection_ids")
        collection = collections[0].text() if collections else ""
        address = f"collections://{collection}/{file_id}"
    else:
        return
    start, end = cited.number("start_index"), cited.number("end_index")
    builder.cite(name, anchoring.link(start, end, address), cited_text=words)
