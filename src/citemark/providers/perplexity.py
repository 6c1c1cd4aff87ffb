"""Perplexity, Sonar and the agent API: ``[1][3]``, glued to the words before.

Sonar's numbers count ``search_results``, or ``citations``, which are only addresses.
Those of the agent API are the ``id`` of a result, of several searches together. A
number beyond the list is told of, since lists are known to be cut short or empty.
"""

from __future__ import annotations

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.providers.openai_responses import cite_annotation
from citemark.responses.anchoring import Anchoring
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload
from citemark.responses.written import cite_written, numbered


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, or of the chunks of a stream of Sonar's.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    output = whole.items("output")
    if output:
        _read_output(builder, output)
        return builder.build()
    for each in messages(whole):
        builder.add_text(content(each))
    # Each chunk of a stream repeats the list; the last one that has it has all of it.
    results: list[Payload] = []
    for chunk in whole.items() or [whole]:
        listed = chunk.items("search_results") or chunk.items("citations")
        results = listed or results
    known = {
        str(number): _known(builder, result) for number, result in enumerate(results, 1)
    }
    cite_written(builder, numbered(builder.text), known)
    return builder.build()


def _read_output(builder: AnswerBuilder, output: list[Payload]) -> None:
    known: dict[str, Citing] = {}
    for item in output:
        for result in item.items("results"):
            if number := result.name("id"):
                known[number] = _known(builder, result, number)
    parts = [part for item in output for part in item.items("content")]
    bases: list[int] = []
    for part in parts:
        bases.append(builder.length)
        builder.add_text(part.text("text"))
    cite_written(builder, numbered(builder.text), known)
    if builder.spans:
        return
    for part, base in zip(parts, bases, strict=True):
        anchoring = Anchoring(part.text("text"))
        for annotation in part.items("annotations"):
            cite_annotation(builder, anchoring, annotation, base)


def _known(builder: AnswerBuilder, result: Payload, source_id: str = "") -> Citing:
    name = builder.add_source(
        source_id=source_id,
        title=result.text("title"),
        url=result.text("url") or result.text(),
        published_at=result.text("date"),
        modified_at=result.text("last_updated"),
    )
    return Citing(name, quote=result.text("snippet"))
