from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.urls import path
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from flask import Flask, render_template_string
from jinja2 import Environment
from starlette.responses import Response, StreamingResponse

from citemark import Options, Rendered, StreamRenderer, render, theme_css
from citemark.errors import ConfigError
from citemark.integrations.flask import Citemark
from citemark.integrations.jinja import install
from citemark.integrations.starlette import (
    CitemarkResponse,
    events_response,
    last_event_id,
    stream_response,
)
from tests.site_pages import PAGE, SOURCES, marker

ANSWER = f"<b>Yes</b> & no.{marker('alpha', 'L1')}"
HTML = str(render(ANSWER, SOURCES, id_prefix="m1"))


def page(title: str = "a <b>") -> dict[str, object]:
    rendered = render(ANSWER, SOURCES, id_prefix="m1")
    return {"rendered": rendered, "answer": ANSWER, "sources": SOURCES, "title": title}


def test_jinja_prints_what_was_rendered() -> None:
    template = Environment(autoescape=True).from_string("{{ rendered }}|{{ title }}")
    assert template.render(page()) == f"{HTML}|a &lt;b&gt;"
    text = render("a < b", to="text")
    assert (
        Environment(autoescape=True).from_string("{{ x }}").render(x=text) == "a &lt; b"
    )


def test_jinja_renders_in_templates(tmp_path: Path) -> None:
    file = tmp_path / "sources.json"
    file.write_text(json.dumps(SOURCES))
    environment = Environment(autoescape=True)
    install(environment, file, options=Options(language="de"))
    filtered = environment.from_string("{{ answer | citemark(sources, 'm1') }}")
    called = environment.from_string("{{ citemark(answer, id_prefix='m1') }}")
    expected = render(ANSWER, SOURCES, id_prefix="m1", options=Options(language="de"))
    assert filtered.render(page()) == called.render(page()) == str(expected)
    markdown = environment.from_string("{{ answer | citemark(to='text') }}")
    assert "&amp; no.[1]" in markdown.render(page())
    css = environment.from_string("<style>{{ citemark_css() }}</style>").render()
    assert css == f"<style>{theme_css()}</style>"


def test_flask() -> None:
    app = Flask(__name__)
    app.config["CITEMARK_SOURCES"] = SOURCES
    extension = Citemark()
    extension.init_app(app)
    assert app.extensions["citemark"] is extension

    @app.get("/")
    def index() -> str:
        return render_template_string(
            "{{ answer | citemark(id_prefix='m1') }}|{{ rendered }}|"
            "{{ url_for('citemark_css') }}",
            **page(),
        )

    client = app.test_client()
    expected = f"{HTML}|{HTML}|/citemark.css".replace("\ue200", "")
    assert client.get("/").text == expected
    css = client.get("/citemark.css")
    assert (css.text, css.mimetype) == (theme_css(), "text/css")
    assert css.cache_control.max_age is None


def test_flask_takes_its_settings() -> None:
    app = Flask(__name__)
    app.config["CITEMARK_THEME"] = "article"
    app.config["CITEMARK_OPTIONS"] = {"language": "de"}
    Citemark(app)
    with app.app_context():
        html = render_template_string("{{ answer | citemark(sources) }}", **page())
    assert 'lang="de"' in html
    assert app.test_client().get("/citemark.css").text == theme_css("article")


def printed(request: HttpRequest) -> HttpResponse:
    """Show the template that a request brings, as a view of a Django application."""
    template = engines["django"].from_string(request.GET["template"])
    return HttpResponse(template.render(page(), request))


urlpatterns = [path("", printed)]


@pytest.fixture(scope="module")
def client() -> Client:
    backend = "django.template.backends.django.DjangoTemplates"
    settings.configure(
        ALLOWED_HOSTS=["testserver"],
        INSTALLED_APPS=["citemark.integrations.django"],
        ROOT_URLCONF=__name__,
        TEMPLATES=[{"BACKEND": backend, "APP_DIRS": True}],
        CITEMARK_SOURCES=SOURCES,
    )
    django.setup()
    return Client()


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ rendered }}|{{ title }}", f"{HTML}|a &lt;b&gt;"),
        ('{% citemark answer sources id_prefix="m1" %}', HTML),
        ("{{ answer|citemark:sources }}", str(render(ANSWER, SOURCES))),
        ("{{ answer|citemark }}", str(render(ANSWER, SOURCES))),
        ("<style>{% citemark_css %}</style>", f"<style>{theme_css()}</style>"),
    ],
)
def test_django(client: Client, template: str, expected: str) -> None:
    sent = client.get("/", {"template": f"{{% load citemark %}}{template}"})
    assert sent.content.decode() == expected


def app_of(rendered: Rendered) -> FastAPI:
    app = FastAPI()

    @app.get("/answer", response_class=Response)
    def answer(request: Request) -> Response:
        return CitemarkResponse.to(request, rendered)

    @app.get("/plain")
    def plain() -> CitemarkResponse:
        return CitemarkResponse(rendered, 201, {"X-More": "1"})

    async def deltas() -> AsyncIterator[str]:
        for at in range(0, len(PAGE), 7):
            yield PAGE[at : at + 7]

    @app.get("/stream", response_class=StreamingResponse)
    def stream(encoder: str = "sse") -> StreamingResponse:
        renderer = StreamRenderer(SOURCES, id_prefix="m1")
        return stream_response(renderer, deltas(), encoder=encoder, target="#here")

    @app.get("/again", response_class=StreamingResponse)
    async def again(request: Request) -> StreamingResponse:
        renderer = StreamRenderer(SOURCES, id_prefix="m1")
        events = [event for several in [renderer.feed("One. ")] for event in several]
        assert events
        missed = renderer.resume(last_event_id(request))
        return events_response(renderer.astream(deltas()), missed=missed)

    return app


def test_a_response_has_type_and_tag() -> None:
    rendered = render(ANSWER, SOURCES, id_prefix="m1", page=True)
    client = TestClient(app_of(rendered))
    first = client.get("/answer")
    assert (first.text, first.status_code) == (str(rendered), 200)
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    known = client.get("/answer", headers={"If-None-Match": f'"x", {rendered.etag}'})
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["etag"] == first.headers["etag"] == rendered.etag
    other = client.get("/plain")
    assert (other.status_code, other.headers["x-more"]) == (201, "1")


def test_a_stream_ends_with_what_render_gives() -> None:
    client = TestClient(app_of(render(ANSWER)))
    response = client.get("/stream")
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    events = [
        json.loads(line.removeprefix("data: "))
        for line in response.text.splitlines()
        if line.startswith("data: ")
    ]
    assert [events[0]["type"], events[-1]["type"]] == ["start", "end"]
    assert events[-1]["sources"] == 4
    assert "hx-swap-oob" in client.get("/stream?encoder=htmx").text
    with pytest.raises(ConfigError, match="encoder: expected one of"):
        client.get("/stream?encoder=x")


def test_a_reader_that_comes_back_gets_what_it_missed() -> None:
    client = TestClient(app_of(render(ANSWER)))
    whole = client.get("/again").text
    rest = client.get("/again", headers={"Last-Event-ID": "answer:1"}).text
    assert "id: answer:1\n" not in rest
    assert rest.startswith("id: answer:3\nevent: block.open\n")
    assert whole.startswith("id: answer:3\nevent: snapshot\n")
