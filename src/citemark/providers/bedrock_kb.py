"""Knowledge Bases of Amazon Bedrock, also where an agent attributes its answer to them.

A citation has a span of the answer and the passages that support it. Nothing documents
whether the end of a span is inside: the text beside it decides. Where a passage is from
depends on the kind of store; a page, if there is one, is in its metadata.
"""

from __future__ import annotations

from citemark.provider import Answer, AnswerBuilder, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.locating import pages
from citemark.responses.payload import Payload, payload

_LOCATIONS = (
    *("s3Location", "webLocation", "confluenceLocation", "salesforceLocation"),
    *("sharePointLocation", "oneDriveLocation", "googleDriveLocation"),
    *("kendraDocumentLocation", "customDocumentLocation"),
)
_PAGE = "x-amz-bedrock-kb-document-page-number"
_URI = "x-amz-bedrock-kb-source-uri"


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, of RetrieveAndGenerate or an agent.

    It may be the list of events of its stream as well.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    events = whole.items("stream") or whole.items("completion") or whole.items()
    events = events or [whole]
    builder = AnswerBuilder()
    for event in events:
        builder.add_text(_text(event))
    anchoring = Anchoring(builder.text)
    for event in events:
        attribution = event["chunk"]["attribution"]
        cited = event.items("citations") or attribution.items("citations")
        for citation in cited or [event["citation"]]:
            _cite(builder, anchoring, citation)
    return builder.build()


def _text(event: Payload) -> str:
    chunk = event["chunk"]["bytes"].value
    if isinstance(chunk, bytes):
        return chunk.decode(errors="replace")
    return event["output"].text("text")


def _cite(builder: AnswerBuilder, anchoring: Anchoring, citation: Payload) -> None:
    part = citation["generatedResponsePart"]["textResponsePart"]
    span = part["span"]
    located = anchoring.claim(
        span.number("start"), span.number("end"), part.text("text")
    )
    for reference in citation.items("retrievedReferences"):
        _cite_passage(builder, located, reference)


def _cite_passage(builder: AnswerBuilder, located: Located, passage: Payload) -> None:
    uri, metadata = _uri(passage["location"]), passage["metadata"]
    uri = uri or metadata.text(_URI)
    name = builder.add_source(
        source_id=uri,
        title=metadata.text("title") or _file_name(uri),
        url=uri if "://" in uri else "",
    )
    page = pages(metadata.number(_PAGE))
    cited = passage["content"].text("text")
    builder.cite(name, located, locator=page, cited_text=cited)


def _uri(location: Payload) -> str:
    """Return the address, or the ID, of a document in whatever store it is."""
    stores = (location[name] for name in _LOCATIONS)
    found = (
        store.text("uri") or store.text("url") or store.text("id") for store in stores
    )
    return next(filter(None, found), "")


def _file_name(uri: str) -> str:
    """Return the name of a stored file; of a web page, the host says more."""
    return uri.rpartition("/")[2] if uri.startswith("s3://") else ""
