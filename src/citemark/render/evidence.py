"""The citations of an answer as JSON, for programs to check what a document claims."""

from __future__ import annotations

import json
from dataclasses import asdict

from citemark.dependencies import dependencies_of
from citemark.render.context import RenderContext

NAME = "evidence.json"


def evidence(ctx: RenderContext) -> bytes:
    """Return the citations, references and dependencies, as `Rendered.to_dict` does."""
    resolution = ctx.resolution
    data = {
        "citations": [asdict(item) for item in resolution.citations],
        "references": [asdict(item) for item in resolution.references],
        "dependencies": dependencies_of(resolution.sources),
    }
    return json.dumps(data, ensure_ascii=False, indent=2).encode("utf-8", "replace")
