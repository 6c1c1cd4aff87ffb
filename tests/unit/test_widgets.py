"""What is shown of markers that cite nothing."""

from __future__ import annotations

import pytest

from citemark import MarkerFilter, Options, StreamRenderer, render
from citemark.stream.events import Text
from citemark.syntax import Widgets

ANSWER = (
    "A \ue200navlist\ue202Latest news\ue202turn0news1\ue201. "
    'B \ue200image_group\ue202{"query":"*old* bridge"}\ue201. '
    "C \ue200i\ue202turn0image0\ue202turn0image1\ue201. "
    'D \ue200entity\ue202["place","Paris"]\ue201. '
    "E \ue200url\ue202A <b>site</b>\ue202https://a.test\ue201."
)
REST = " D Paris. E A <b>site</b>."
SHOWN: dict[Widgets, str] = {
    "drop": f"A. B. C.{REST}",
    "placeholder": f"A [navlist]. B [image group]. C [i].{REST}",
    "keep": f"A Latest news. B [image group]. C [i].{REST}",
}


@pytest.mark.parametrize("widgets", SHOWN)
def test_widgets_show_what_the_policy_says(widgets: Widgets) -> None:
    options = Options(widgets=widgets)
    assert str(render(ANSWER, to="text", options=options)).strip() == SHOWN[widgets]
    html = str(render(ANSWER, options=options))
    assert "<b>" not in html
    assert "turn0" not in html


@pytest.mark.parametrize("widgets", SHOWN)
def test_streams_show_the_same(widgets: Widgets) -> None:
    options = Options(widgets=widgets)
    stream = StreamRenderer(options=options, texts=True)
    events = [event for each in ANSWER for event in stream.feed(each)]
    events += stream.finish()
    texts = [event.text for event in events if isinstance(event, Text)]
    assert "".join(texts) == SHOWN[widgets]
    markers = MarkerFilter(widgets=widgets)
    assert str(markers.feed(ANSWER)) + str(markers.finish()) == SHOWN[widgets]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Options\.widgets: expected one of 'drop'"):
        Options(widgets="hide")  # type: ignore[arg-type] # what is refused
