"""Mistral's chat completions and conversations: what is cited stands between texts.

Neither has offsets: a reference belongs where its chunk is, behind the text before it.
Chat names sources by keys of the tool result that you sent, which is therefore needed
as *tool_result*; conversations name the page itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citemark.provider import Anchor, Answer, AnswerBuilder, Flag, Located
from citemark.responses.payload import Payload, payload


def answer_from(response: object, *, tool_result: object = None) -> Answer:
    """Return the answer of *response*: whole, one message, or a list of events.

    *tool_result* is what the model was sent, a mapping from ID to page, or a list;
    without it, IDs are those of the sources that are given when rendering.

    Raises:
        SourceError: *response* is no object.
    """
    known = None if tool_result is None else _known(tool_result)
    builder, at = AnswerBuilder(), 0
    for chunk in _chunks(payload(response)):
        text = chunk.text() or chunk.text("text")
        point = Located(at, at, anchor=Anchor.POINT)
        if chunk.kind() in ("text", ""):
            builder.add_text(text)
            if words := text.rstrip():
                at = builder.length - len(text) + len(words)
        elif chunk.kind() == "reference":
            for each in chunk.items("reference_ids"):
                _cite_id(builder, each.name(), point, known)
        elif chunk.kind() == "tool_reference":
            name = builder.add_source(url=chunk.text("url"), title=chunk.text("title"))
            builder.cite(name, point, cited_text=chunk.text("description"))
    return builder.build()


def _chunks(whole: Payload) -> Iterator[Payload]:
    """Yield the chunks of the content, texts among them, in order."""
    for item in whole.items("outputs") or whole.items() or [whole]:
        entry = item["data"] or item
        choice = next(iter(entry.items("choices")), entry)
        message = choice["message"] or choice["delta"] or choice
        content = message["content"]
        yield from content.items() or [content or message]


def _known(tool_result: object) -> dict[str, Payload]:
    """Return the pages of *tool_result* by their IDs, which references name."""
    if isinstance(tool_result, Mapping):
        return {str(name): Payload(page) for name, page in tool_result.items()}
    return {str(at): each for at, each in enumerate(Payload(tool_result).items())}


def _cite_id(
    builder: AnswerBuilder,
    name: str,
    point: Located,
    known: Mapping[str, Payload] | None,
) -> None:
    if known is None:
        builder.cite(name or None, point)
    elif page := known.get(name):
        title, url = page.text("title"), page.text("url")
        source_id = builder.add_source(
            source_id=name, title=title, url=url, text=_words(page)
        )
        builder.cite(source_id, point)
    else:
        builder.cite(None, point, flags=[Flag.UNKNOWN_SOURCE])


def _words(page: Payload) -> str | None:
    """Return what the model was given to read of *page*."""
    snippets = (
        part for each in page.items("snippets") for part in each.items() or [each]
    )
    texts = [*(each.text() or each.text("text") for each in snippets)]
    texts += [page.text(name) for name in ("description", "text", "content")]
    return "\n\n".join(filter(None, texts)) or None
