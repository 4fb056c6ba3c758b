"""The work folder: what each step has made, whole or not at all, so that a killed run goes on."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tamis.collect.packaging.manifest import versions
from tamis.types import InputError

FORMAT = 3
"""Raised whenever a step would make other files of the same inputs."""


class Work:
    """Steps one after the other, each in a folder of its own.

    A step is done again where its inputs, its options or the versions of what it is done with, or
    those of a step before it, are others: what is told of a dataset holds for all of its steps.
    """

    def __init__(self, folder: Path, say: Callable[[str], None] = lambda doing: None) -> None:
        self.folder, self._say = folder, say
        self._key = json.dumps([FORMAT, versions(())])
        self.resumed: list[str] = []

    def step(
        self, name: str, depends: Mapping[str, Any], run: Callable[[Path], dict[str, Any]]
    ) -> tuple[Path, dict[str, Any]]:
        """The folder of a step and what it said of itself, from before or by running it.

        `run` fills the folder that it is given and returns what can be written as JSON.
        `depends` is what its result depends on besides the steps before.
        """
        told = json.dumps([self._key, name, depends], sort_keys=True)
        self._key = hashlib.sha256(told.encode()).hexdigest()
        place, part = self.folder / name, self.folder / f"{name}.part"
        if (said := self._finished(place)) is not None:
            self.resumed.append(name)
            return place, said
        self._say(name)
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            # As a later run will read it, so that both go on from the same.
            said = json.loads(json.dumps(run(part)))
            done = {"key": self._key, "said": said}
            (part / "done.json").write_text(json.dumps(done), encoding="utf-8")
            shutil.rmtree(place, ignore_errors=True)
            part.replace(place)
        except OSError as error:
            raise InputError(
                f"{error.filename or part} cannot be written: {error.strerror or error}; give "
                f"another folder with --work."
            ) from error
        return place, said

    def _finished(self, place: Path) -> dict[str, Any] | None:
        try:
            done = json.loads((place / "done.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(done, dict) or done.get("key") != self._key:
            return None
        said = done.get("said")
        return said if isinstance(said, dict) else None


def stamp(path: Path) -> list[Any]:
    """What tells a file from another version of itself without reading it: name, size and time.

    InputError where it is not there.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}; check the path."
        ) from error
    if not path.is_file():
        raise InputError(f"{path} is not a file; give the dump itself.")
    return [path.name, state.st_size, state.st_mtime_ns]


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One run at a time in a work folder; InputError where another one is at work in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}; give another with --work."
        ) from error
    with lock:
        try:
            import fcntl
        except ImportError:  # no such locks on Windows
            yield
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(f"another run is at work in {folder}; wait for its end.") from error
        yield
