"""Renders the example answer for every channel, with a page that links to them all.

``python docs/make_demo.py [FOLDER]`` writes into ``build/demo`` unless told otherwise,
and prints what it wrote and what it found.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from citemark import Options, Rendered, SourceRegistry, StreamRenderer, render
from citemark.errors import ConfigError
from citemark.pictures import report
from citemark.stream.encoder import get_encoder

_EXAMPLE = Path(__file__).parent / "examples" / "handbook"
_THEMES = {
    "article": "for reading",
    "chat": "a message among others",
    "docs": "pages of documentation",
    "minimal": "plain, to build on",
    "academic": "authors and years in the text",
    "academic-numeric": "numbers in the text",
}
_PROFILES = {
    "gfm": "GitHub, Hugo, Astro, Obsidian",
    "pandoc": "Pandoc, Quarto",
    "myst": "MyST, Sphinx",
    "plain": "numbers and a list, for any reader",
}


@dataclass(frozen=True, slots=True)
class File:
    """What was written; without a name it could not be."""

    name: str
    title: str
    about: str
    data: bytes = b""


class Demo:
    """The example and what is made of it."""

    def __init__(self) -> None:
        """Read the answer and its sources."""
        self.answer = (_EXAMPLE / "answer.md").read_text("utf-8")
        self.sources = SourceRegistry.load(_EXAMPLE / "sources.json")
        self.findings: dict[str, None] = {}

    def groups(self) -> dict[str, list[File]]:
        """Return heading → files."""
        return {
            "Web page": list(self._pages()),
            "E-mail": list(self._mails()),
            "PDF": [self._pdf()],
            "Markdown and text": list(self._texts()),
            "Streams and reports": list(self._others()),
        }

    def _render(
        self, to: str, *, theme: str | None = None, page: bool = False, **options: str
    ) -> Rendered:
        chosen = Options(**options)  # type: ignore[arg-type] # one text each
        rendered = render(
            self.answer, self.sources, to=to, theme=theme, page=page, options=chosen
        )
        self.findings |= dict.fromkeys(
            f"{found.line}:{found.column}: {found.code} {found.message}"
            for found in rendered.diagnostics
        )
        return rendered

    def _pages(self) -> Iterator[File]:
        for theme, about in _THEMES.items():
            body = bytes(self._render("html", theme=theme, page=True, language="en"))
            yield File(f"{theme}.html", theme, about, body)

    def _mails(self) -> Iterator[File]:
        mail = self._render("email")
        yield File(
            "email.html", "HTML part", "numbers lead to the sources", bytes(mail)
        )
        yield File("email.txt", "Text part", "of the same", (mail.text or "").encode())
        message = mail.to_message(
            subject="Working from another country this summer",
            sender="assistant@company.example",
            to="you@company.example",
            date=datetime(2026, 6, 1, tzinfo=UTC),
            message_id="<demo@company.example>",
        )
        yield File("message.eml", "Message", "opens in mail programs", bytes(message))

    def _pdf(self) -> File:
        about = "notes at the foot of each page, sources at the end"
        try:
            return File("report.pdf", "Report", about, bytes(self._render("pdf")))
        except ConfigError as error:
            return File("", "Report", str(error))

    def _texts(self) -> Iterator[File]:
        for profile, about in _PROFILES.items():
            body = bytes(self._render("markdown", markdown_profile=profile))
            yield File(f"{profile}.md", profile, about, body)
        body = bytes(self._render("text"))
        yield File("answer.txt", "text", "for terminals and logs", body)

    def _others(self) -> Iterator[File]:
        page = report(self.answer, self.sources).encode()
        yield File("coverage.html", "Citation report", "what is cited, and where", page)
        stream, encoder = StreamRenderer(self.sources), get_encoder("jsonl")
        events = [*stream.feed(self.answer), *stream.finish()]
        lines = "".join(encoder.encode(event, "#chat") for event in events)
        yield File(
            "stream.jsonl", "Events", "make demo-chat shows them", lines.encode()
        )
        data = json.dumps(self._render("html").to_dict(), ensure_ascii=False, indent=1)
        yield File(
            "answer.json", "Data", "citations, references, findings", data.encode()
        )


def main() -> None:
    """Write everything, and say what."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/demo")
    folder.mkdir(parents=True, exist_ok=True)
    demo = Demo()
    groups = demo.groups()
    env = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = env.from_string((_EXAMPLE / "index.html.j2").read_text("utf-8"))
    example = _EXAMPLE.relative_to(Path(__file__).parents[1])
    index = template.render(groups=groups, example=example, findings=len(demo.findings))
    (folder / "index.html").write_text(f"{index}\n", "utf-8")
    print(f"Answer    {example / 'answer.md'}\nSources   {example / 'sources.json'}")
    for title, files in groups.items():
        print(title)
        for file in files:
            if file.name:
                (folder / file.name).write_bytes(file.data)
            print(f"  {folder / file.name if file.name else file.about}")
    print("Findings", *(demo.findings or ["none"]), sep="\n  ")
    print(f"Open {folder / 'index.html'}")


if __name__ == "__main__":
    main()
