"""Finds the extensions of one folder, then those that other packages announce.

**Why.** An extension is one module with one constant; adding it edits no list. The
price is one directory listing per kind and process.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from citemark.errors import ConfigError


@cache
def discover(package: str, constant: str, kind: type) -> dict[str, object]:
    """Return name → extension for the modules of *package*, sorted by name.

    Each module holds *constant*, an instance of *kind* with a ``name``. Other packages
    join through the entry-point group of the same dotted name as *package*.

    Raises:
        ConfigError: a module lacks the constant, or two extensions share a name.
    """
    folder = import_module(package)
    found: list[tuple[str, object]] = [
        (
            f"{package}.{module.name}",
            getattr(import_module(f"{package}.{module.name}"), constant, None),
        )
        for module in iter_modules(folder.__path__)
    ]
    found += [(entry.value, entry.load()) for entry in entry_points(group=package)]
    extensions: dict[str, object] = {}
    for where, extension in found:
        if not isinstance(extension, kind):
            msg = f"{where}: expected {constant} to be a {kind.__name__}"
            raise ConfigError(msg)
        name = str(extension.name)  # type: ignore[attr-defined] # every kind has one
        if name in extensions:
            msg = f"{where}: there already is a {kind.__name__} named {name!r}"
            raise ConfigError(msg)
        extensions[name] = extension
    return dict(sorted(extensions.items()))
