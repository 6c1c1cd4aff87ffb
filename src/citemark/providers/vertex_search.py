"""Vertex AI Search: the answer method, and the summary of a search.

Claims are spans of UTF-8 bytes, their end outside. Integers are strings in JSON, and
left out where they are 0; so is the index of the first reference of a summary.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.provider import Answer, AnswerBuilder, Flag, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.locating import pages
from citemark.responses.payload import Payload, payload


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, or the summary of its results.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    answer = whole["answer"] or whole
    if text := answer.text("answerText"):
        cited = answer.items("citations") or answer.items("groundingSupports")
        return _read(text, cited, answer.items("references"))
    summary = whole["summary"]
    likely = summary["summaryWithMetadata"], whole["summaryWithMetadata"], whole
    detailed = next((each for each in likely if each.text("summary")), Payload(None))
    plain = summary.text("summaryText") or whole.text("summaryText")
    cited = detailed["citationMetadata"].items("citations")
    return _read(detailed.text("summary") or plain, cited, detailed.items("references"))


def _read(text: str, cited: Sequence[Payload], references: Sequence[Payload]) -> Answer:
    builder, anchoring = AnswerBuilder(), Anchoring(text, "utf8")
    builder.add_text(text)
    for citation in cited:
        end = citation.number("endIndex")
        located = anchoring.claim(citation.number("startIndex") or 0, end)
        for source in citation.items("sources"):
            _cite(builder, source, located, references)
    return builder.build()


def _cite(
    builder: AnswerBuilder,
    source: Payload,
    located: Located,
    references: Sequence[Payload],
) -> None:
    """Cite what *source* refers to, by an ID that is an index as well."""
    index, flags = source.number("referenceId"), []
    if index is None:
        index = source.number("referenceIndex")
    if index is None and not source["referenceId"]:
        index, flags = 0, [Flag.INDEX_OMITTED]
    if index is None or not 0 <= index < len(references):
        builder.cite(None, located, flags=[Flag.CHUNK_OUT_OF_RANGE])
        return
    _cite_reference(builder, references[index], located, flags)


def _cite_reference(
    builder: AnswerBuilder, reference: Payload, located: Located, flags: list[Flag]
) -> None:
    chunk = reference["chunkInfo"]
    about = chunk["documentMetadata"] or reference["unstructuredDocumentInfo"]
    about = about or reference["structuredDocumentInfo"] or reference
    passage = next(iter(about.items("chunkContents")), chunk)
    name = builder.add_source(
        source_id=about.text("document"),
        title=about.text("title"),
        url=about.text("uri"),
        document_id=about.text("document") or None,
    )
    page = about.number("pageIdentifier") or passage.number("pageIdentifier")
    cited = passage.text("content")
    builder.cite(name, located, locator=pages(page), cited_text=cited, flags=flags)
