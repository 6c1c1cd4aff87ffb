"""Fetches the browser libraries that the example pages use, from the npm registry.

    python docs/examples/chat/vendor.py

Each package is pinned and checked. Its files are kept in build/vendor/: none of them is
part of this repository. Their names hold its version, so that a page says which one it
was made for. As npm does, this asks the registry that ``npm_config_registry`` names.
"""

from __future__ import annotations

import base64
import hashlib
import os
import tarfile
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

FOLDER = Path(__file__).resolve().parents[3] / "build" / "vendor"
_REGISTRY = "https://registry.npmjs.org"
_TIMEOUT_S = 60


@dataclass(frozen=True, slots=True)
class Package:
    """A package of the registry, and the *files* of it that a page asks for."""

    name: str
    version: str
    sha512: str
    """What the registry calls its integrity."""
    files: Mapping[str, str]
    """Name without the version → path in the package."""

    @property
    def path(self) -> str:
        """Where any registry has it."""
        return f"{self.name}/-/{self.name.split('/')[-1]}-{self.version}.tgz"


PACKAGES = (
    Package(
        "htmx.org",
        "2.0.11",
        "Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFv"
        "BTqjnIMCgELTNt636dtamA==",
        {"htmx": "dist/htmx.min.js"},
    ),
    Package(
        "htmx-ext-sse",
        "2.2.4",
        "LJmxVhykyflBWgh5PvbRidcyuqMHlgfajmmzumvKctv9puvsufeH6OaejSMZTNTn"
        "EI8O2wXXn4ZZtBdpEMqmEQ==",
        {"htmx-sse": "dist/sse.min.js"},
    ),
    Package(
        "htmx.org",
        "4.0.1",
        "oF7JgXhDW9UXCy/k1ZYFUQgzu/rm19ORWPSPNL91vPluB2PB9+MV55tyQdH/w7o2"
        "EAbTYUG5SDW1R60mdkdqGg==",
        {"htmx": "dist/htmx.min.js", "hx-sse": "dist/ext/hx-sse.min.js"},
    ),
    Package(
        "@hotwired/turbo",
        "8.0.23",
        "GZ7cijxEZ6Ig71u7rD6LHaRv/wcE/hNsc+nEfiWOkLNqUgLOwo5MNGWOy5ZV9ZUD"
        "SiQx1no7YxjTNnT4O6//cQ==",
        {"turbo": "dist/turbo.es2017-umd.js"},
    ),
)


def fetch(folder: Path = FOLDER, packages: Iterable[Package] = PACKAGES) -> list[Path]:
    """Return the path of each file of *packages*, fetching what *folder* lacks.

    Raises:
        OSError: the registry cannot be reached.
        ValueError: what it sends is not the package.
    """
    found: list[Path] = []
    for package in packages:
        paths = {
            folder / f"{name}-{package.version}.js": f"package/{file}"
            for name, file in package.files.items()
        }
        if not all(path.exists() for path in paths):
            _unpack(_download(package), paths)
        found += paths
    return found


def _unpack(package: bytes, paths: Mapping[Path, str]) -> None:
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        for path, name in paths.items():
            if (file := archive.extractfile(name)) is None:
                msg = f"expected a file, got a folder: {name}"
                raise ValueError(msg)
            _write(path, file.read())


def _download(package: Package) -> bytes:
    registry = os.environ.get("npm_config_registry", _REGISTRY).rstrip("/")
    address = f"{registry}/{package.path}"
    with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as response:
        content = bytes(response.read())
    digest = base64.b64encode(hashlib.sha512(content).digest()).decode()
    if digest != package.sha512:
        msg = f"{address}: expected sha512-{package.sha512}, got sha512-{digest}"
        raise ValueError(msg)
    return content


def _write(path: Path, content: bytes) -> None:
    """Write a whole file or none: others may fetch the same one at this moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


if __name__ == "__main__":
    print(*fetch(), sep="\n")
