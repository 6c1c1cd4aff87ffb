"""Which files a command writes: none of them twice, and none of its inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from citemark.cli.failure import Failure
from citemark.cli.files import STDIN


def folder_for(answers: Sequence[str], output: str | None) -> Path | None:
    """Return the directory that outputs go into, None where one has its own name.

    Raises:
        Failure: there are several answers and no directory for them.
    """
    several = len(answers) > 1
    if several and STDIN in answers:
        msg = "-: expected standard input alone, not among other answers"
        raise Failure(msg)
    if output is None:
        if several:
            msg = "several answers: expected -o and a directory for the outputs"
            raise Failure(msg)
        return None
    path = Path(output)
    if several and path.exists() and not path.is_dir():
        msg = f"{output}: expected a directory for the outputs, got a file"
        raise Failure(msg)
    return path if several or path.is_dir() or output.endswith("/") else None


def targets_for(
    answers: Sequence[str],
    *,
    output: str | None,
    suffix: str,
    inputs: Iterable[str | None] = (),
    report: str | None = None,
    snapshot: str | None = None,
) -> dict[str, Path | None]:
    """Return answer → file to write, None for standard output.

    Raises:
        Failure: two would be written to one file, or an input would be replaced.
    """
    folder = folder_for(answers, output)
    named = {name for name in (*answers, *inputs) if name}
    reserved = {Path(name).resolve() for name in named - {STDIN}}
    taken: dict[Path, str] = {}
    for name, user in (report, "the report"), (snapshot, "the snapshot"):
        if name:
            _claim(Path(name), user, taken, reserved)
    targets: dict[str, Path | None] = {}
    for answer in answers:
        targets[answer] = path = _target(answer, folder, output, suffix)
        if path is not None:
            _claim(path, answer, taken, reserved)
    return targets


def _target(
    answer: str, folder: Path | None, output: str | None, suffix: str
) -> Path | None:
    if folder is not None:
        stem = "answer" if answer == STDIN else Path(answer).stem
        return folder / f"{stem}{suffix}"
    return None if output is None or output == STDIN else Path(output)


def _claim(path: Path, user: str, taken: dict[Path, str], inputs: set[Path]) -> None:
    """Reserve *path* for *user*.

    Raises:
        Failure: someone else writes there, or it is an input.
    """
    real = path.resolve()
    clash = taken.setdefault(real, user)
    if clash != user:
        msg = f"{path}: would be written twice, for {user} and {clash}"
        raise Failure(msg)
    if real in inputs:
        msg = f"{path}: would replace an input"
        raise Failure(msg)
