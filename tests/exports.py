"""Conversations in the form in which ChatGPT exports them."""

from __future__ import annotations


def conversation(
    *turns: tuple[str, str, tuple[str, ...]], **rest: object
) -> dict[str, object]:
    """Return a conversation: questions, answers, and what each cites at its end.

    A question or an answer that is empty is left out.
    """
    nodes: dict[str, object] = {"root": {"id": "root", "message": None, "parent": None}}
    last = "root"
    for asked, answered, cited in turns:
        for message in _messages(asked, answered, cited):
            name = f"n{len(nodes)}"
            nodes[name] = {"id": name, "message": message, "parent": last}
            last = name
    return {"title": "Talk", "mapping": nodes, "current_node": last, **rest}


def _messages(
    asked: str, answered: str, cited: tuple[str, ...]
) -> list[dict[str, object]]:
    messages = []
    if asked:
        messages.append(_message("user", asked))
    if answered:
        markers = [
            f"\ue200cite\ue202turn0search{index}\ue201" for index in range(len(cited))
        ]
        text = answered + "".join(markers)
        references = [
            {
                "matched_text": marker,
                "start_idx": text.index(marker),
                "end_idx": text.index(marker) + len(marker),
                "type": "grouped_webpages",
                "items": [{"title": url.rpartition("/")[2], "url": url}],
            }
            for marker, url in zip(markers, cited, strict=True)
        ]
        messages.append(_message("assistant", text, content_references=references))
    return messages


def _message(role: str, text: str, **metadata: object) -> dict[str, object]:
    return {
        "author": {"role": role},
        "recipient": "all",
        "content": {"content_type": "text", "parts": [text]},
        "metadata": metadata,
    }
