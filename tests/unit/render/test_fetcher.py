"""Nothing but the theme's own files gets into a PDF, whatever asks for it."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from citemark import Options, ThemeError, render
from citemark.errors import ConfigError
from citemark.render.fetcher import Fetcher
from citemark.render.theme import load_theme
from citemark.render.typesetter import Typesetter

SECRET = b"canary-in-a-local-file"
ENGLISH = Options(language="en")


@pytest.fixture
def secret(tmp_path: Path) -> str:
    """Return the URL of a file that nobody may read: a style sheet, to be useful."""
    file = tmp_path / "secret.css"
    file.write_bytes(b"@page { size: 1000px 1000px } /* " + SECRET + b" */")
    return file.as_uri()


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """Serve a style sheet, and note who asks for it."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/css")
            self.end_headers()
            self.wfile.write(b"@page { size: 1000px 1000px }")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    web = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=web.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{web.server_port}/a.css", asked
    web.shutdown()
    thread.join()
    web.server_close()


WAYS = {
    "attachment": '<link rel="attachment" href="{}">',
    "attached link": '<a rel="attachment" href="{}">x</a>',
    "style sheet": '<link rel="stylesheet" href="{}">',
    "import": '<style>@import "{}";</style>',
    "import url": "<style>@import url({});</style>",
    "background": "<style>p {{ background: url({}) }}</style>",
    "list marker": "<style>li {{ list-style-image: url({}) }}</style><li>x</li>",
    "content": "<style>p::before {{ content: url({}) }}</style>",
    "font": "<style>@font-face {{ font-family: f; src: url({}) }}</style>",
    "picture": '<img src="{}" alt="x">',
    "object": '<object data="{}"></object>',
    "embedded": '<embed src="{}">',
    "drawn": '<svg width="9" height="9"><image href="{}" width="9" height="9"/></svg>',
    "base": '<base href="{}"><link rel="attachment" href="">',
    "nested": '<link rel="stylesheet" href="data:text/css,@import%20%22{}%22">',
}


def write(html: str) -> bytes:
    setter = Typesetter({})
    layout = setter.lay_out(
        f'<html lang="en"><title>t</title>{html}<p>Words.</p></html>'
    )
    return setter.write([layout], names={}, attachments={}).data


@pytest.mark.parametrize("way", WAYS)
def test_no_local_file_is_read(way: str, secret: str) -> None:
    reader = PdfReader(BytesIO(write(WAYS[way].format(secret))))
    assert reader.attachments == {}
    assert float(reader.pages[0].mediabox.width) < 600


@pytest.mark.parametrize("way", WAYS)
def test_no_connection_is_opened(way: str, server: tuple[str, list[str]]) -> None:
    url, asked = server
    reader = PdfReader(BytesIO(write(WAYS[way].format(url))))
    assert asked == []
    assert reader.attachments == {}
    assert float(reader.pages[0].mediabox.width) < 600


def test_the_answer_can_ask_for_nothing(
    secret: str, server: tuple[str, list[str]]
) -> None:
    url, asked = server
    hostile = "\n\n".join(
        way.format(place) for way in WAYS.values() for place in (secret, url)
    )
    answer = f"Words.\n\n![x]({url})\n\n[x]({secret})\n\n{hostile}"
    options = Options(language="en", images="allow", image_hosts=("127.0.0.1",))
    reader = PdfReader(BytesIO(bytes(render(answer, [], to="pdf", options=options))))
    assert asked == []
    assert reader.attachments == {}
    assert "Words." in reader.pages[0].extract_text()


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/hostname",
        "FILE:///etc/hostname",
        "http://x.test/",
        "https://x.test/",
        "ftp://x.test/",
        "asset:",
        "asset:other.png",
        "asset:../logo.png",
        "logo.png",
    ],
)
def test_what_is_refused_says_so(url: str) -> None:
    with pytest.raises(ConfigError, match="expected a data: URL or an asset"):
        Fetcher({"logo.png": b"x"}).fetch(url)


def test_what_is_served() -> None:
    fetcher = Fetcher({"logo.png": b"x", "plain": b"y"})
    logo, plain = fetcher.fetch("asset:logo.png"), fetcher.fetch("asset:plain")
    assert (logo.read(), logo.content_type) == (b"x", "image/png")
    assert (plain.read(), plain.content_type) == (b"y", "application/octet-stream")
    data = fetcher.fetch("DATA:text/css;charset=utf-8,p%7B%7D", {"Accept": "*/*"})
    assert (data.read(), data.content_type, data.charset) == (
        b"p{}",
        "text/css",
        "utf-8",
    )


def picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (4, 4), "#c00").save(file, "PNG")
    return file.getvalue()


def test_a_theme_brings_its_own_pictures(tmp_path: Path) -> None:
    (tmp_path / "theme.toml").write_text('extends = "report"')
    (tmp_path / "logo.png").write_bytes(picture())
    (tmp_path / "pdf.css").write_text(
        ".cx-cover::before { content: url(asset:logo.png) }"
    )
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "theme.toml").write_text('extends = ".."')
    assert load_theme(tmp_path / "more").assets == {"logo.png": picture()}
    made = render("Yes.", [], to="pdf", theme=tmp_path, options=ENGLISH)
    page = PdfReader(BytesIO(bytes(made))).pages[0]
    assert [image.image.size for image in page.images if image.image] == [(4, 4)]


def test_a_picture_may_stand_in_the_sheet(tmp_path: Path) -> None:
    data = base64.b64encode(picture()).decode()
    (tmp_path / "pdf.css").write_text(
        f'.cx-cover::before {{ content: url("data:image/png;base64,{data}") }}'
    )
    made = render("Yes.", [], to="pdf", theme=tmp_path, options=ENGLISH)
    assert len(PdfReader(BytesIO(bytes(made))).pages[0].images) == 1


def test_a_missing_asset_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "pdf.css").write_text("p { color: red }\np { src: url(asset:no.ttf) }")
    with pytest.raises(ThemeError, match=r"pdf\.css:2: no file 'no\.ttf' beside it"):
        load_theme(tmp_path)
    (tmp_path / "pdf.css").unlink()
    (tmp_path / "cover.pdf.j2").write_text('<img src="asset:no.svg" alt="">')
    with pytest.raises(ThemeError, match=r"cover\.pdf\.j2:1: no file 'no\.svg'"):
        load_theme(tmp_path)
