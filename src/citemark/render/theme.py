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

_INLINE = {
    "noteref": "id target name card text",
    "refs": "refs",
    "unresolved": "name text",
    "pending": "name text",
    "slot": "id",
    "crumb": "after text",
    "meta": "after item",
    "host": "host",
    "time": "datetime date",
    "range": "range dir",
    "place": "url label",
    "backlink": "after target name letter",
}
_BLOCK = {
    "notes": "id heading notes",
    "note": "id number url title path meta excerpts back backlinks",
    "excerpt": "summary lang lines",
    "line": "id number text located",
    "insufficient": "text",
    "status": "id",
    "card": "id number title path meta lang lines",
    "article": "lang dir body notes cards",
    "document": "lang dir title css article",
}
_PLAIN = {
    "note": "label number title url path lines updated excerpt",
    "insufficient": "text",
}
_FIELDS: Mapping[tuple[str, Format], frozenset[str]] = {
    **{(name, Format.HTML): frozenset(f.split()) for name, f in _INLINE.items()},
    **{(name, Format.HTML): frozenset(f.split()) for name, f in _BLOCK.items()},
    **{(name, Format.MARKDOWN): frozenset(f.split()) for name, f in _PLAIN.items()},
    **{(name, Format.TEXT): frozenset(f.split()) for name, f in _PLAIN.items()},
}
_SETTINGS = ("extends", "title", "description")
_NAME_RE = re.compile(r"[A-Za-z0-9_-]+")
_LINE_RE = re.compile(r"at line (\d+)")
_STYLE_END_RE = re.compile(r"</style", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """A theme, read and compiled; immutable, so that threads can share it.

    A theme equals itself only: what was printed with it can be looked up by it.
    """

    name: str
    title: str
    description: str
    css: str
    """The style sheets of all themes it builds on, then its own."""
    address: str
    """What loads it: its name, or the folder of one that is not bundled."""
    parts: Mapping[tuple[str, Format], Part]

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
    sheets = []
    if below_name := settings.get("extends", "" if _is_base(folder) else "base"):
        parent = _load(_relative(below_name, folder), (*below, where))
        parts.update(parent.parts)
        sheets.append(parent.css)
    parts.update(_parts(folder, where))
    sheets.append(_css(folder, where))
    return Theme(
        name=folder.name,
        title=settings.get("title", folder.name),
        description=settings.get("description", ""),
        css="".join(sheets),
        address=name if _is_bundled(name) else where,
        parts=parts,
    )


def _belongs(file: Traversable) -> bool:
    """Say whether *file* is one that themes are made of."""
    return file.name in ("theme.toml", "style.css") or file.name.endswith(".j2")


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
    if not file.is_file():
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
        inline = key[1] is Format.HTML and name in _INLINE
        parts[key] = compile_part(
            _read(file, path), path, _FIELDS[key], key[1], inline=inline
        )
    return parts


def _css(folder: Traversable, where: str) -> str:
    """Read ``style.css``, which may be missing but must not end a style element."""
    file = folder / "style.css"
    if not file.is_file():
        return ""
    path = f"{where}/style.css"
    css = _read(file, path)
    if found := _STYLE_END_RE.search(css):
        line = css.count("\n", 0, found.start()) + 1
        msg = f"{path}:{line}: a style sheet may not contain {found[0]!r}"
        raise ThemeError(msg)
    return css


def _read(file: Traversable, path: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        msg = f"{path}: expected UTF-8, got byte {error.object[error.start]:#04x}"
        raise ThemeError(msg) from error
