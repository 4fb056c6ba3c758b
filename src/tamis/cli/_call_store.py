"""The calls of a run on disk: their replies, the samples that count them, and their tokens."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import stat
from collections import Counter
from pathlib import Path
from typing import Any

from tamis.bad_input import unwritable
from tamis.inputs.replacing import flush
from tamis.spending import Tokens, together
from tamis.types import InputError

Whose = tuple[str, str, int]
"""A sample that counts a call: its run, its id and its epoch."""

_PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK
"""No link is followed, and no pipe waited for."""


class CallStore:
    """A folder of JSON Lines, one file for each process of a run; they see each other's.

    A folder of runs may come from a stranger, so there is nothing but data in it: JSON is read line
    by line, a line that is not ours is passed over, and no link is followed. (Opening a database
    with a journal that somebody has prepared can delete a file elsewhere.) A line is written whole
    or, by a killed process, cut at its end. Raises InputError where the folder cannot be written.
    """

    def __init__(self, folder: Path, name: str = "main") -> None:
        self._folder, self._own = folder, folder / f"{name}.jsonl"
        self._replies: dict[str, Any] = {}
        self._counted: dict[tuple[str, str], set[tuple[str, int]]] = {}
        self._spent: dict[str, Tokens] = {}
        self._read: Counter[Path] = Counter()
        self._written = self._safe = 0
        self._flushing: asyncio.Future[None] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if folder.is_symlink():
                raise OSError(errno.ELOOP, "it is a symbolic link")
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _PLAIN
            self._file = os.open(self._own, flags, 0o644)
        except OSError as error:
            raise self._unwritable(error) from error
        self._look()

    def __enter__(self) -> CallStore:
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            if self._safe < self._written:
                flush(self._file)
        except OSError as error:
            raise self._unwritable(error) from error
        finally:
            os.close(self._file)

    def find(self, call: str) -> Any:
        """The reply to a call as plain values; None if no process has made it."""
        if call not in self._replies:
            self._look()
        return self._replies.get(call)

    def counts(self, call: str, whose: Whose) -> bool:
        """Whether this sample counts the tokens of a call: of each run the first that needs it."""
        run, sample, epoch = whose
        known = self._counted.get((call, run))
        if not known:
            self._write({"call": call, "whose": whose})
        return not known or (sample, epoch) in known

    def add(self, call: str, reply: Any, whose: Whose, model: str, tokens: Tokens) -> None:
        """Keep a reply that has just been paid for, and is counted by that sample."""
        self._write(
            {"call": call, "whose": whose, "model": model, "tokens": tokens, "reply": reply}
        )

    async def flushed(self) -> None:
        """Wait until what was added before is on the disk; calls of the same time wait together.

        InputError where it cannot be written.
        """
        mine = self._written
        while self._safe < mine:
            if self._flushing is None:
                self._flushing = asyncio.ensure_future(self._flush())
            await asyncio.shield(self._flushing)

    async def _flush(self) -> None:
        written = self._written
        try:
            # Another thread waits for the disk, so that calls go on.
            await asyncio.to_thread(flush, self._file)
        except OSError as error:
            raise self._unwritable(error) from error
        finally:
            self._flushing = None
        self._safe = written

    def _unwritable(self, error: OSError) -> InputError:
        what = f"{self._own}, which keeps the replies,"
        return unwritable(what, error, "choose another folder with --out")

    def spent(self) -> dict[str, Tokens]:
        """The tokens of all calls that were made, by model."""
        self._look()
        return dict(self._spent)

    def _write(self, record: dict[str, Any]) -> None:
        self._take(record)
        # The line before may have been cut; the break at its beginning ends it.
        data = b"\n" + json.dumps(record).encode("ascii") + b"\n"
        while data:
            data = data[os.write(self._file, data) :]
        self._read[self._own] = os.fstat(self._file).st_size
        self._written += 1

    def _look(self) -> None:
        """Read what has been written since the last time."""
        for path in sorted(self._folder.glob("*.jsonl")):
            try:
                file = os.open(path, os.O_RDONLY | _PLAIN)
            except OSError:
                continue
            with open(file, "rb") as lines:
                size = os.fstat(file).st_size
                if not stat.S_ISREG(os.fstat(file).st_mode) or size <= self._read[path]:
                    continue
                lines.seek(self._read[path])
                data = lines.read(size - self._read[path])
            whole, end, _ = data.rpartition(b"\n")
            self._read[path] += len(whole) + len(end)
            for line in whole.split(b"\n"):
                self._take(_record(line))

    def _take(self, record: Any) -> None:
        match record:
            case {
                "call": str(call), "whose": (str(run), str(sample), int(epoch)),
                "model": str(model), "tokens": [*tokens], "reply": dict(reply),
            } if _counts(tokens):  # fmt: skip
                self._replies[call] = reply
                before = self._spent.get(model, Tokens())
                self._spent[model] = together([before, Tokens(*tokens)])
            case {"call": str(call), "whose": (str(run), str(sample), int(epoch))}:
                pass
            case _:
                return
        self._counted.setdefault((call, run), set()).add((sample, epoch))


def _counts(tokens: list[Any]) -> bool:
    """Whether they are those of a call; earlier versions kept only those in and out."""
    sound = all(type(one) is int and one >= 0 for one in tokens)
    return sound and len(tokens) in (2, len(Tokens()))


def _record(line: bytes) -> Any:
    try:
        return json.loads(line) if line.strip() else None
    except (ValueError, RecursionError):
        return None
