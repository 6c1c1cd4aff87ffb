"""Builds the wheel, installs it alone in a fresh environment, renders a golden case."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
CASE = ROOT / "golden" / "guide-line-locator"


def main() -> None:
    """Fail loudly where the installed wheel does not print the expected bytes."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
        subprocess.run(
            [*pip, "wheel", "--no-deps", "-w", folder, str(ROOT)], check=True
        )
        (wheel,) = here.glob("citemark-*.whl")
        venv.create(here / "venv", with_pip=True)
        python = here / "venv" / "bin" / "python"
        install = [str(python), "-m", "pip", "--disable-pip-version-check", "-q"]
        subprocess.run([*install, "install", str(wheel)], check=True)
        for name in ("input.md", "sources.json"):
            shutil.copy(CASE / name, here)
        for to, suffix in (("html", "html"), ("markdown", "md"), ("text", "txt")):
            command = [str(python), "-m", "citemark", "render", "input.md"]
            command += ["--sources", "sources.json", "--to", to]
            printed = subprocess.run(command, check=True, capture_output=True, cwd=here)
            expected = (CASE / "expected" / f"output.{suffix}").read_bytes()
            if printed.stdout != expected:
                sys.exit(f"{wheel.name}: {to} is not what {CASE.name} expects")
        read = "from citemark.stream.client import client_script; client_script()"
        subprocess.run([str(python), "-c", read], check=True, cwd=here)
    print(f"{wheel.name} renders {CASE.name}, installed alone")  # noqa: T201 - its result


if __name__ == "__main__":
    main()
