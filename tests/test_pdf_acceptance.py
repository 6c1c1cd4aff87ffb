"""What a PDF promises, read back with poppler and pypdf."""

from __future__ import annotations

import http.server
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from citemark import Options, Rendered, SourceRegistry, render
from tests import needed
from tests.bench.pdf import make_answer, make_sources
from tests.cases.support import cite

_NOTE_RE = re.compile(r"^\s*\[(\d+)\]", re.MULTILINE)
_CALL_RE = re.compile(r"\[(\d+)\]")
_FONT_RE = re.compile(
    r"^(?:[A-Z]{6}\+)(\S+).*?\s(yes|no)\s+(yes|no)\s+(?:yes|no)\s", re.MULTILINE
)
_SOURCE = {
    "source_id": "turn0file0",
    "title": "Staff handbook",
    "url": "https://example.org/handbook?a=1&b=2",
    "text": "One.\nTwo.\nThree.",
}
_CITED = f"Yes.{cite('turn0file0', 'L2')}"


def made(
    text: str = _CITED, *, theme: str | None = None, **options: object
) -> Rendered:
    chosen = Options(**options)  # type: ignore[arg-type] # each test names its own
    return render(text, [_SOURCE], to="pdf", theme=theme, options=chosen)


def poppler(name: str, pdf: bytes, *arguments: str) -> str:
    """Return what one of poppler's programs says of *pdf*."""
    command = [needed.program(name), *arguments, "-"]
    command += ["-"] if name == "pdftotext" else []
    said = subprocess.run(command, input=pdf, capture_output=True, check=True)
    return said.stdout.decode()


def pages(pdf: bytes) -> list[str]:
    return poppler("pdftotext", pdf, "-layout").split("\f")[:-1]


def links_of(pdf: bytes) -> Iterator[tuple[str, str]]:
    """Yield (kind, target) of every link."""
    for page in PdfReader(BytesIO(pdf)).pages:
        for each in page.get("/Annots", ()):
            link = each.get_object()
            if "/A" in link and "/URI" in link["/A"]:
                yield "uri", link["/A"]["/URI"]
            elif "/Dest" in link:
                yield "dest", str(link["/Dest"])
            elif "/A" in link:
                yield "dest", str(link["/A"].get("/D"))


@pytest.fixture(scope="module")
def long_report() -> bytes:
    return bytes(render(make_answer(12), make_sources(), to="pdf"))


def test_each_page_has_the_notes_of_its_calls(long_report: bytes) -> None:
    checked = 0
    for text in pages(long_report):
        if re.search(r"^ *Sources$", text, re.MULTILINE):
            break
        notes = _NOTE_RE.findall(text)
        assert set(_CALL_RE.findall(text)) == set(notes)
        assert len(notes) == len(set(notes))
        checked += bool(notes)
    assert checked > 9


@pytest.mark.parametrize(("notes", "foot", "end"), [("page", 1, 0), ("end", 0, 1)])
def test_notes_stand_where_they_are_asked_for(notes: str, foot: int, end: int) -> None:
    told = pages(bytes(made(pdf_notes=notes)))
    assert "".join(told).count("Staff handbook") == foot + end
    assert any("Two." in page for page in told) == bool(end)


def test_it_says_what_it_is() -> None:
    pdf = bytes(made(f"# Rules\n\n## Part\n\n{_CITED}", language="de"))
    info = poppler("pdfinfo", pdf)
    assert re.search(r"^Tagged: +yes", info, re.MULTILINE)
    assert re.search(r"^Title: +Rules", info, re.MULTILINE)
    reader = PdfReader(BytesIO(pdf))
    assert str(reader.root_object["/Lang"]) == "de"
    titles = [str(each["/Title"]) for each in reader.outline if isinstance(each, dict)]
    assert "Rules" in titles
    structure = poppler("pdfinfo", pdf, "-struct")
    for tag in ("H1", "H2", "Link"):
        assert tag in structure


def fonts(text: str, language: str) -> set[str]:
    listed = poppler("pdffonts", bytes(made(text, language=language)))
    rows = _FONT_RE.findall(listed)
    assert len(rows) == len(listed.splitlines()) - 2
    assert {embedded for _, embedded, _ in rows} == {"yes"}
    return {name for name, _, _ in rows}


def test_fonts_are_embedded_and_fit_the_language() -> None:
    japanese, chinese = fonts("直角骨", "ja"), fonts("直角骨", "zh-Hans")
    assert japanese
    assert chinese
    assert japanese != chinese


def test_links_lead_to_the_sources_and_to_places_that_are_there(
    long_report: bytes,
) -> None:
    urls = {target for kind, target in links_of(long_report) if kind == "uri"}
    registered = {source.url for source in make_sources()}
    assert urls
    assert {url.partition("#")[0] for url in urls} <= registered
    reader = PdfReader(BytesIO(long_report))
    known = set(reader.named_destinations)
    named = {target for kind, target in links_of(long_report) if kind == "dest"}
    assert named
    assert named <= known


def test_a_link_is_the_url_of_the_registry() -> None:
    urls = {target for kind, target in links_of(bytes(made())) if kind == "uri"}
    assert {url.partition("#")[0] for url in urls} == {_SOURCE["url"]}


_PRINT = """
import sys
from hashlib import sha256
from citemark import render
print(sha256(bytes(render(sys.argv[1], [eval(sys.argv[2])], to="pdf"))).hexdigest())
"""


def test_every_process_makes_the_same_bytes() -> None:
    command = [sys.executable, "-c", _PRINT, _CITED, repr(_SOURCE)]
    sums = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert sums == [f"{sha256(bytes(made())).hexdigest()}\n"] * 2


def themed(folder: Path, css: str) -> bytes:
    theme = folder / "theme"
    theme.mkdir()
    (theme / "theme.toml").write_text('extends = "report"\n', "ascii")
    (theme / "pdf.css").write_text(css, "ascii")
    return bytes(made(f"# Head\n\n{_CITED}", theme=str(theme)))


def test_a_theme_has_a_style_sheet(tmp_path: Path) -> None:
    info = poppler("pdfinfo", themed(tmp_path, "@page { size: 300pt 300pt }"))
    assert "300 x 300 pts" in info


@pytest.mark.parametrize("scheme", ["file", "http"])
@pytest.mark.parametrize(
    "css",
    [
        '@import "{url}";',
        'body {{ background: url("{url}") }}',
        '@font-face {{ font-family: x; src: url("{url}") }} body {{ font-family: x }}',
        'h1::before {{ content: url("{url}") }}',
    ],
)
def test_a_theme_can_fetch_nothing(
    tmp_path: Path, unserved: Sequence[str], scheme: str, css: str
) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("body { color: rgb(1, 2, 3) } /* SECRET */", "ascii")
    url = secret.as_uri() if scheme == "file" else unserved[0]
    pdf = themed(tmp_path, css.format(url=url))
    assert pdf.startswith(b"%PDF")
    assert b"SECRET" not in pdf
    assert unserved[1:] == []


@pytest.mark.parametrize(
    "html",
    [
        '<img src="{url}">',
        '<link rel="stylesheet" href="{url}">',
        '<link rel="attachment" href="{url}">',
        '<a rel="attachment" href="{url}">x</a>',
        '<p style="background: url({url})">x</p>',
        '<object data="{url}"></object>',
        '<svg><image href="{url}"/><use href="{url}#x"/></svg>',
        "![x]({url})",
    ],
)
def test_an_answer_can_fetch_nothing(
    tmp_path: Path, unserved: list[str], html: str
) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg>SECRET</svg>", "ascii")
    for url in (secret.as_uri(), unserved[0]):
        text = f"{html.format(url=url)}\n\n{_CITED}"
        for pdf in (
            bytes(made(text)),
            bytes(made(text, images="allow", image_hosts=("127.0.0.1",))),
        ):
            assert b"SECRET" not in pdf
            assert "/EmbeddedFiles" not in str(PdfReader(BytesIO(pdf)).trailer["/Root"])
    assert unserved[1:] == []


@pytest.fixture
def unserved() -> Iterator[list[str]]:
    """Yield the URL of a server, and behind it the paths that were asked of it."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            del args

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asked.append(f"http://127.0.0.1:{server.server_port}/secret.css")
    yield asked
    server.shutdown()
    server.server_close()


def test_the_evidence_is_attached_when_asked_for() -> None:
    assert PdfReader(BytesIO(bytes(made()))).attachments == {}
    reader = PdfReader(BytesIO(bytes(made(attach_evidence=True))))
    ((name, (data,)),) = reader.attachments.items()
    assert name == "evidence.json"
    evidence = json.loads(data)
    assert [each["source_id"] for each in evidence["citations"]] == ["turn0file0"]


def test_numbers_are_not_printed_twice_b034() -> None:
    text = "".join(pages(bytes(made("Report " + cite("turn0file0"), pdf_notes="page"))))
    assert text.count("[1]") == 2
    assert not re.search(r"^\s*1[.\s]\s*Staff", text, re.MULTILINE)


def test_calls_are_links_to_places_that_are_there_b144_b033() -> None:
    record = {"source_id": "report(v2)%20final", "title": "R", "url": "https://e.org/r"}
    options = Options(source_id_pattern=r"[A-Za-z0-9_()%-]+", pdf_notes="end")
    text = f"A {cite('report(v2)%20final')}"
    pdf = bytes(render(text, SourceRegistry([record]), to="pdf", options=options))
    named = [target for kind, target in links_of(pdf) if kind == "dest"]
    assert len(named) >= 2
    assert set(named) <= set(PdfReader(BytesIO(pdf)).named_destinations)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in named)
