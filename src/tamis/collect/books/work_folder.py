"""The work folder: finished steps stay in it, so that a killed run can be continued."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tamis.bad_input import unreadable, unwritable
from tamis.collect.packaging.manifest import versions
from tamis.inputs.json_records import own_record
from tamis.inputs.replacing import put_in_place
from tamis.types import InputError

EXCHANGE = "shards"
"""The folder in which a cluster's workers leave what they find, inside the work folder."""

FORMAT = 3
"""Raised whenever a step would make other files of the same inputs."""


class WorkFolder:
    """The steps of a run one after the other, each in a folder of its own.

    A step is run again where its inputs, its options or the versions of its libraries have
    changed, or those of a step before it: so the manifest is true of all steps.
    """

    def __init__(self, folder: Path, say: Callable[[str], None] = lambda doing: None) -> None:
        self.folder, self._say = folder, say
        self._key = json.dumps([FORMAT, versions(())])
        self.resumed: list[str] = []

    def step(
        self, name: str, depends: Mapping[str, Any], run: Callable[[Path], dict[str, Any]]
    ) -> tuple[Path, dict[str, Any]]:
        """The folder and the summary of a step; it is run unless it is finished already.

        `run` fills the folder that it is given and returns a summary that JSON can hold.
        `depends` is what the result depends on besides the steps before.
        """
        identity = json.dumps([self._key, name, depends], sort_keys=True)
        self._key = hashlib.sha256(identity.encode()).hexdigest()
        target, part = self.folder / name, self.folder / f"{name}.part"
        if (summary := self._finished(target)) is not None:
            self.resumed.append(name)
            return target, summary
        self._say(name)
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            # Through JSON, so that this run sees the same values as a later one that reads them.
            summary = json.loads(json.dumps(run(part)))
            done = {"key": self._key, "said": summary}
            (part / "done.json").write_text(json.dumps(done), encoding="utf-8")
            shutil.rmtree(target, ignore_errors=True)
            put_in_place(part, target)
        except OSError as error:
            raise unwritable(
                error.filename or part, error, "give another folder with --work"
            ) from error
        return target, summary

    def _finished(self, target: Path) -> dict[str, Any] | None:
        done = own_record(target / "done.json") or {}
        if done.get("key") != self._key:
            return None
        summary = done.get("said")
        return summary if isinstance(summary, dict) else None


def clear_exchange(work: Path) -> None:
    """Remove what workers found for a run that was killed: no run can use it any more.

    Only for whoever has the lock of the folder: another run would lose what it has found.
    """
    shutil.rmtree(work / EXCHANGE, ignore_errors=True)


def stamp(path: Path) -> list[Any]:
    """Name, size and time of a file: they change with its content, and it need not be read.

    InputError where there is no such file.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise unreadable(path, error) from error
    if not path.is_file():
        raise InputError(f"{path} is not a file; give the dump itself.")
    return [path.name, state.st_size, state.st_mtime_ns]


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """Lock a work folder for one run; InputError where another run is using it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise unwritable(folder, error, "give another with --work") from error
    with lock:
        try:
            import fcntl
        except ImportError:  # no such locks on Windows
            yield
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(
                f"another run is using {folder}; wait until it has finished."
            ) from error
        yield
