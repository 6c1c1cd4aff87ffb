"""``citemark themes``: the themes that come with citemark, and their style sheets."""

from __future__ import annotations

import click

from citemark.cli.files import print_text
from citemark.render.theme import list_themes, theme_css


@click.command("themes")
@click.option("--css", metavar="NAME|DIR", help="Print the style sheet of this theme.")
def themes_command(css: str | None) -> None:
    """List the themes that come with citemark."""
    if css is not None:
        print_text(theme_css(css))
        return
    rows = [(theme.name, theme.description) for theme in list_themes()]
    width = max(len(name) for name, _ in rows)
    print_text("".join(f"{name:{width}}  {text}\n" for name, text in rows))
