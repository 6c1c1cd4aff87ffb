"""The golden cases: read from `golden/`, rendered to what their folders must hold."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from citemark import Diagnostic, Options, Rendered, SourceRegistry, render
from citemark.config import options_from

GOLDEN = Path(__file__).parent.parent / "golden"
FILES: Mapping[str, str] = {
    "html": "output.html",
    "markdown": "output.md",
    "text": "output.txt",
}
"""Output → its expected file, for those that every case has by default."""
_ALL: Mapping[str, str] = {**FILES, "email": "output.email.html"}
_TEXT = "output.email.txt"
_KEYS = {"title", "why", "outputs", "page", "theme", "id_prefix", "options"}


@dataclass(frozen=True, kw_only=True)
class Case:
    """One folder of `golden/`: an answer, its sources, and how they are rendered."""

    slug: str
    answer: str
    sources: SourceRegistry | None
    outputs: tuple[str, ...]
    page: bool
    theme: str | None
    id_prefix: str
    options: Options

    def render(self, to: str, *, id_prefix: str | None = None) -> Rendered:
        """Render the answer to one output, with another prefix if one is given."""
        return render(
            self.answer,
            self.sources,
            to=to,
            theme=self.theme,
            page=self.page,
            id_prefix=self.id_prefix if id_prefix is None else id_prefix,
            options=self.options,
        )

    @cache  # noqa: B019 # cases live as long as the tests do
    def rendered(self, to: str) -> Rendered:
        """Return one output, rendered once for all tests."""
        return self.render(to)

    def produce(self) -> dict[str, bytes]:
        """Return file name → content, for every file that `expected/` must hold."""
        rendered = {to: self.rendered(to) for to in self.outputs}
        files = {_ALL[to]: str(result) for to, result in rendered.items()}
        if "email" in rendered:
            files[_TEXT] = rendered["email"].text or ""
        files["diagnostics.txt"] = _diagnostics(rendered)
        first = rendered[self.outputs[0]]
        citations = [asdict(citation) for citation in first.citations]
        files["citations.json"] = (
            json.dumps(citations, ensure_ascii=False, indent=2) + "\n"
        )
        return {name: text.encode() for name, text in files.items()}

    @property
    def folder(self) -> Path:
        """Where the case lives."""
        return GOLDEN / self.slug

    @property
    def expected(self) -> dict[str, bytes]:
        """Return file name → content of what `expected/` holds now."""
        folder = self.folder / "expected"
        return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))}


def load_case(folder: Path) -> Case:
    """Read one case; an unknown key or a missing sentence is an error."""
    table = tomllib.loads((folder / "case.toml").read_text("utf-8"))
    unknown = set(table) - _KEYS
    assert not unknown, f"{folder.name}/case.toml: unknown keys {unknown}"
    for key in ("title", "why"):
        assert table.get(key), f"{folder.name}/case.toml: {key} is missing"
    sources = folder / "sources.json"
    outputs = tuple(table.get("outputs", FILES))
    assert set(outputs) <= set(_ALL), f"{folder.name}/case.toml: outputs"
    return Case(
        slug=folder.name,
        answer=(folder / "input.md").read_bytes().decode("utf-8"),
        sources=SourceRegistry.load(sources) if sources.exists() else None,
        outputs=outputs,
        page=table.get("page", False),
        theme=table.get("theme"),
        id_prefix=table.get("id_prefix", ""),
        options=options_from(table.get("options", {})),
    )


def slugs() -> list[str]:
    """Return the names of all cases."""
    return sorted(path.parent.name for path in GOLDEN.glob("*/case.toml"))


@cache
def case(slug: str) -> Case:
    """Return a case by its name, read once for all tests."""
    return load_case(GOLDEN / slug)


def _diagnostics(rendered: Mapping[str, Rendered]) -> str:
    """List the diagnostics; those of some outputs only say of which."""
    found: dict[Diagnostic, list[str]] = {}
    for to, result in rendered.items():
        for diagnostic in result.diagnostics:
            found.setdefault(diagnostic, []).append(to)
    lines = []
    for diagnostic in sorted(found, key=lambda it: (it.start, it.code, it.message)):
        only = found[diagnostic]
        note = "" if len(only) == len(rendered) else f" [{', '.join(only)}]"
        lines.append(
            f"{diagnostic.start}-{diagnostic.end} "
            f"{diagnostic.line}:{diagnostic.column} "
            f"{diagnostic.code} {diagnostic.name}: {diagnostic.message}{note}\n"
        )
    return "".join(lines)
