"""A theme: a folder with a few parts, a style sheet and what it builds on.

Every part is optional; what a theme leaves out comes from the theme it extends, in the
end from ``base``. Themes are trusted code, like the application's own templates.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from citemark.errors import ThemeError
from citemark.render.part import Format, Part, compile_part

# Of a note: its path, and what is known of its source.
_SHORT = {
    "crumb": "after text",
    "meta": "after item",
    "host": "host",
    "time": "datetime date dir",
    "range": "range dir",
    "place": "url label",
}
_INLINE = {
    "noteref": "id target name card text",
    "refs": "refs",
    "unresolved": "name text",
    "pending": "name text",
    "slot": "id",
    **_SHORT,
    "backlink": "after target name letter",
}
_BLOCK = {
    "notes": "id heading notes",
    "note": "id number url title path meta excerpts back backlinks"
    " label authors imprint",
    "excerpt": "summary lang lines",
    "line": "id number text located",
    "insufficient": "text",
    "status": "id",
    "card": "id number title path meta lang lines label authors imprint",
    "article": "lang dir body notes cards",
    "document": "lang dir title css stylesheet article",
    "prompt": "text",
    "conversation": "title turns",
    "contents": "title entries",
    "contents-entry": "href title date",
}
_PLAIN = {
    "note": "label number title url path lines updated excerpt",
    "insufficient": "text",
}
_MARKDOWN = {**_PLAIN, "entry": _PLAIN["note"]}
_EMAIL = {
    "noteref": "url name text",
    "refs": "refs styled",
    "unresolved": "name text",
    **_SHORT,
    "notes": "heading notes",
    "note": "number url title path meta excerpts end",
    "brief": "number url title",
    "rest": "first last",
    "excerpt": "lang dir start end lines",
    "line": "number text located end",
    "insufficient": "text start",
    "document": "lang dir start title body notes css",
}
_PDF = {
    "noteref": "id target text footnote",
    "refs": "refs",
    "footnote": "id target text row first lang title url path meta",
    "unresolved": "name text",
    **_SHORT,
    "backlink": "after target page",
    "notes": "id heading notes",
    "note": "id number lang url title path meta excerpts back backlinks",
    "excerpt": "summary lang dir wide lines",
    "line": "id number text located",
    "insufficient": "text",
    "cover": "label title counted",
    "document": "lang dir title running first css rooms cover body notes",
}
_FIELDS: Mapping[tuple[str, Format], frozenset[str]] = {
    **{(name, Format.HTML): frozenset(f.split()) for name, f in _INLINE.items()},
    **{(name, Format.HTML): frozenset(f.split()) for name, f in _BLOCK.items()},
    **{(name, Format.EMAIL): frozenset(f.split()) for name, f in _EMAIL.items()},
    **{(name, Format.PDF): frozenset(f.split()) for name, f in _PDF.items()},
    **{(name, Format.MARKDOWN): frozenset(f.split()) for name, f in _MARKDOWN.items()},
    **{(name, Format.TEXT): frozenset(f.split()) for name, f in _PLAIN.items()},
}
_CSS, _EMAIL_CSS, _PDF_CSS = "style.css", "email.css", "pdf.css"
_SETTINGS = ("extends", "title", "description", "references")
_REFERENCES = ("numbers", "author-date")
_MARKUP = (Format.HTML, Format.EMAIL, Format.PDF)
_IN_LINES = frozenset([*_INLINE, "footnote"])
_NAME_RE = re.compile(r"[A-Za-z0-9_-]+")
_LINE_RE = re.compile(r"at line (\d+)")
_STYLE_END_RE = re.compile(r"</style", re.IGNORECASE)
# A picture that goes with an e-mail, named by a part of the theme.
_PICTURE_RE = re.compile(r'="cid:([A-Za-z0-9_-]+\.(?:gif|jpg|png))"')
# A picture or font that goes into a PDF, named by its style sheet or by a part.
_ASSET_RE = re.compile(
    r"""[("']asset:([A-Za-z0-9_-]+\.(?:gif|jpg|otf|png|svg|ttf|woff2))[)"']"""
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """A theme, read and compiled; immutable, so that threads can share it.

    A theme equals itself only: what was printed with it can be looked up by it.
    """

    name: str
    title: str
    description: str
    references: str
    """What stands in the text of HTML: ``numbers``, or ``author-date`` labels."""
    css: str
    """The style sheets of all themes it builds on, then its own."""
    email_css: str
    """Those for e-mails."""
    pdf_css: str
    """Those for pages of paper."""
    address: str
    """What loads it: its name, or the folder of one that is not bundled."""
    parts: Mapping[tuple[str, Format], Part]
    pictures: Mapping[str, bytes]
    """The files that its parts for e-mails name as ``cid:logo.png``."""
    assets: Mapping[str, bytes]
    """The files that its style sheet and parts for PDF name as ``asset:logo.png``."""

    def part(self, name: str, kind: Format = Format.HTML) -> Part:
        """Return the part *name*; every theme has every part."""
        return self.parts[name, kind]


def bundled_themes() -> Traversable:
    """Return ``themes/`` inside the wheel, or beside ``src/`` in a checkout."""
    inside = files("citemark") / "themes"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "themes"


def list_themes() -> tuple[Theme, ...]:
    """Return the bundled themes, sorted by name."""
    return tuple(load_theme(name) for name in _bundled_names())


def load_theme(name_or_path: str | Path = "base") -> Theme:
    """Return the theme of that name, or the one in that folder.

    A theme is read once per process.

    Raises:
        ThemeError: there is none, or it is broken; the message holds file and line.
    """
    return _load(str(name_or_path), ())


def theme_css(name: str | Path = "base") -> str:
    """Return the whole style sheet of a theme, for pages that print fragments."""
    return load_theme(name).css


@cache
def _load(name: str, below: tuple[str, ...]) -> Theme:
    """Read theme *name*, which the themes *below* extend."""
    folder = _folder(name)
    where = str(folder)
    if where in below:
        chain = " extends ".join([*below, where])
        msg = f"{below[-1]}/theme.toml: themes extend each other: {chain}"
        raise ThemeError(msg)
    if not any(map(_belongs, folder.iterdir())):
        msg = f"{where}: no theme, expected theme.toml, style.css or a part in it"
        raise ThemeError(msg)
    settings = _settings(folder, where)
    parts: dict[tuple[str, Format], Part] = {}
    pictures: dict[str, bytes] = {}
    sheets = []
    email_sheets = []
    pdf_sheets = []
    assets: dict[str, bytes] = {}
    references = _REFERENCES[0]
    if below_name := settings.get("extends", "" if _is_base(folder) else "base"):
        parent = _load(_relative(below_name, folder), (*below, where))
        references = parent.references
        parts.update(parent.parts)
        pictures.update(parent.pictures)
        sheets.append(parent.css)
        email_sheets.append(parent.email_css)
        pdf_sheets.append(parent.pdf_css)
        assets.update(parent.assets)
    parts.update(_parts(folder, where))
    pictures.update(_pictures(folder, where))
    assets.update(_assets(folder, where))
    sheets.append(_css(folder, where, _CSS))
    email_sheets.append(_css(folder, where, _EMAIL_CSS))
    pdf_sheets.append(_css(folder, where, _PDF_CSS))
    return Theme(
        name=folder.name,
        title=settings.get("title", folder.name),
        description=settings.get("description", ""),
        references=settings.get("references", references),
        css="".join(sheets),
        email_css="".join(email_sheets),
        pdf_css="".join(pdf_sheets),
        address=name if _is_bundled(name) else where,
        parts=parts,
        pictures=pictures,
        assets=assets,
    )


def _belongs(file: Traversable) -> bool:
    """Say whether *file* is one that themes are made of."""
    sheets = (_CSS, _EMAIL_CSS, _PDF_CSS)
    return file.name in ("theme.toml", *sheets) or file.name.endswith(".j2")


def _bundled_names() -> list[str]:
    return sorted(
        folder.name for folder in bundled_themes().iterdir() if folder.is_dir()
    )


def _is_base(folder: Traversable) -> bool:
    return str(folder) == str(bundled_themes() / "base")


def _is_bundled(name: str) -> bool:
    return bool(_NAME_RE.fullmatch(name)) and (bundled_themes() / name).is_dir()


def _folder(name: str) -> Traversable:
    """Return the folder of the bundled theme, or of the user's."""
    if _is_bundled(name):
        return bundled_themes() / name
    path = Path(name)
    if path.is_dir():
        return path.resolve()
    names = ", ".join(_bundled_names())
    msg = f"expected a theme ({names}) or the folder of one, got {name!r}"
    raise ThemeError(msg)


def _relative(name: str, folder: Traversable) -> str:
    """Read a path in ``extends`` as relative to the folder that says so."""
    if _NAME_RE.fullmatch(name) or not isinstance(folder, Path):
        return name
    return str(folder / name)


def _settings(folder: Traversable, where: str) -> dict[str, str]:
    """Read ``theme.toml``, which may be missing."""
    file = folder / "theme.toml"
    if not _exists(file):
        return {}
    path = f"{where}/theme.toml"
    try:
        settings = tomllib.loads(_read(file, path))
    except tomllib.TOMLDecodeError as error:
        line = _LINE_RE.search(str(error))
        msg = f"{path}:{line[1] if line else 1}: {error}"
        raise ThemeError(msg) from error
    for key, value in settings.items():
        if key not in _SETTINGS or not isinstance(value, str):
            names = ", ".join(_SETTINGS)
            msg = f"{path}: expected texts named {names}, got {key} = {value!r}"
            raise ThemeError(msg)
    if (found := settings.get("references", _REFERENCES[0])) not in _REFERENCES:
        names = " or ".join(_REFERENCES)
        msg = f"{path}: references: expected {names}, got {found!r}"
        raise ThemeError(msg)
    return settings


def _parts(folder: Traversable, where: str) -> dict[tuple[str, Format], Part]:
    """Compile every part in *folder*."""
    parts = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".j2"):
            continue
        path = f"{where}/{file.name}"
        name, dot, suffix = file.name.partition(".")
        key = next(
            (key for key in _FIELDS if key[0] == name and key[1].value == dot + suffix),
            None,
        )
        if key is None:
            names = ", ".join(part + kind.value for part, kind in _FIELDS)
            msg = f"{path}: no such part, expected one of {names}"
            raise ThemeError(msg)
        inline = key[1] in _MARKUP and name in _IN_LINES
        parts[key] = compile_part(
            _read(file, path), path, _FIELDS[key], key[1], inline=inline
        )
    return parts


def _pictures(folder: Traversable, where: str) -> dict[str, bytes]:
    """Read the pictures that the parts for e-mails in *folder* name."""
    return _named(folder, where, Format.EMAIL.value, _PICTURE_RE)


def _assets(folder: Traversable, where: str) -> dict[str, bytes]:
    """Read the files that the style sheet and the parts for PDF in *folder* name."""
    return {
        **_named(folder, where, Format.PDF.value, _ASSET_RE),
        **_named(folder, where, _PDF_CSS, _ASSET_RE),
    }


def _named(
    folder: Traversable, where: str, suffix: str, pattern: re.Pattern[str]
) -> dict[str, bytes]:
    """Read what *pattern* finds in the files of *folder* that end with *suffix*."""
    found = {}
    for file in folder.iterdir():
        if not file.name.endswith(suffix):
            continue
        path = f"{where}/{file.name}"
        source = _read(file, path)
        for match in pattern.finditer(source):
            named = folder / match[1]
            if not named.is_file():
                line = source.count("\n", 0, match.start()) + 1
                msg = f"{path}:{line}: no file {match[1]!r} beside it"
                raise ThemeError(msg)
            found[match[1]] = named.read_bytes()
    return found


def _css(folder: Traversable, where: str, name: str) -> str:
    """Read a style sheet, which may be missing but must not end a style element."""
    file = folder / name
    if not _exists(file):
        return ""
    path = f"{where}/{name}"
    css = _read(file, path)
    if found := _STYLE_END_RE.search(css):
        line = css.count("\n", 0, found.start()) + 1
        msg = f"{path}:{line}: a style sheet may not contain {found[0]!r}"
        raise ThemeError(msg)
    return css


def _exists(file: Traversable) -> bool:
    """Say whether there is anything that *file* names; it may be unreadable."""
    return file.is_file() or file.is_dir()


def _read(file: Traversable, path: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        msg = f"{path}: expected UTF-8, got byte {error.object[error.start]:#04x}"
        raise ThemeError(msg) from error
    except OSError as error:
        msg = f"{path}: cannot be read: {error.strerror or error}"
        raise ThemeError(msg) from error
