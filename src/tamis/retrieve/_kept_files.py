"""The files in the folder of a kept index: its state, and a lock."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tamis.arguments import argument
from tamis.bad_input import unwritable
from tamis.inputs.files import is_there
from tamis.inputs.json_records import own_record
from tamis.inputs.replacing import replacing, written_name
from tamis.inputs.rows import as_row
from tamis.retrieve import _kept_texts
from tamis.retrieve.folders import Skipped
from tamis.types import InputError

FORMAT = 2
"""Raised whenever an index of before has to be built anew: 2 since documents have places."""

INDEX = "index"
EMBEDDINGS = "embeddings"
_STATE = "kept.json"
_LOCK = ".lock"
_OLD_TEXTS = "texts.jsonl"
"""The texts of the files, as Tamis kept them before; they are read anew when a file has changed."""

_OWN = {
    INDEX,
    EMBEDDINGS,
    _OLD_TEXTS,
    f"{_OLD_TEXTS}.part",
    f"{_STATE}.part",
    _STATE,
    *(name + end for name in (_LOCK, _kept_texts.NAME) for end in ("", "-journal")),
}
_PATIENCE_S = 3600


@dataclass(frozen=True)
class Settings:
    """The settings of an index. `chunk` in characters; see `rankers.build` for the rest."""

    chunk: int = 2000
    ranker: str = "bm25"
    variant: str = "lucene"
    embedder: str | None = None


@dataclass(frozen=True)
class State:
    """The state of the corpus when the index was built.

    `stamp` is the digest of its files at that time; empty while there is no index of them.
    `skipped` are the files that could not be read. `readers` is the version of
    `formats.READERS` that read all of them; the first one was not written down.
    """

    corpus: str = ""
    stamp: str = ""
    name: str = ""
    documents: int = 0
    skipped: tuple[Skipped, ...] = ()
    readers: int = 1


@contextmanager
def exclusive(place: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Exclusive use of `place`; waits while another process has it.

    The lock ends with the process, even if it is killed. Raises InputError where `place` cannot be
    written, or holds anything but an index.
    """
    try:
        place.mkdir(parents=True, exist_ok=True)
        names = {written_name(entry.name) for entry in place.iterdir()}
    except OSError as error:
        raise unwritable(f"the index in {place}", error) from error
    if _STATE not in names and (others := names - _OWN):
        raise InputError(
            f"{place} is no index of `tamis ask`, it holds {min(others)!r:.100}; give the index a "
            "folder of its own."
        )
    with closing(_locked(place, say)):
        yield


def _locked(place: Path, say: Callable[[str], None]) -> sqlite3.Connection:
    """A lock that works on any system without a library: a transaction on an empty database."""
    try:
        lock = sqlite3.connect(place / _LOCK, timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            say("waiting for another process that has the index")
            lock.execute(f"PRAGMA busy_timeout = {_PATIENCE_S * 1000}")
            lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        raise InputError(
            f"The index in {place} cannot be locked ({error}); see that it can be written and "
            f"that no other process has it, or delete {place / _LOCK}."
        ) from error
    return lock


def drop_older(place: Path) -> bool:
    """Whether an index in `place` is of an older version; if so, it is deleted.

    Vectors of texts are kept, as they are the same in all versions.
    """
    known = own_record(place / _STATE)
    version = known.get("format") if known is not None else None
    if not isinstance(version, int) or version >= FORMAT:
        return False
    for name in _OWN - {EMBEDDINGS, _LOCK, f"{_LOCK}-journal", _STATE}:
        path = place / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    # The last one: whatever is killed, it is still known what lies here.
    (place / _STATE).unlink()
    return True


def read_state(place: Path, settings: Settings) -> State:
    """The state kept in `place`; an empty one where there is nothing yet.

    Raises InputError where it is broken, of another version or of other settings.
    """
    file = place / _STATE
    if not is_there(file):
        return State()
    broken = InputError(f"{file} is broken; delete {place}.")
    known = own_record(file)
    if known is None:
        raise broken
    if known.get("format") != FORMAT:
        raise InputError(f"{place} was written by another version of Tamis; delete it.")
    try:
        was, state = known["settings"], as_row(State, known["state"], str(file))
        # The path of a corpus may have bytes that are no text.
        state = replace(state, corpus=known["state"]["corpus"])
    except (KeyError, InputError) as error:
        raise broken from error
    if was != asdict(settings):
        said = ", ".join(f"{key}={value}" for key, value in was.items())
        raise InputError(
            f"{place} is an index with {said}; ask with the same, or another {argument('index')}."
        )
    return state


def write_state(place: Path, settings: Settings, state: State) -> None:
    """Write the state atomically."""
    record = {"format": FORMAT, "settings": asdict(settings), "state": asdict(state)}
    try:
        with replacing(place / _STATE) as part:
            part.write_text(json.dumps(record, indent=1) + "\n", encoding="ascii")
    except OSError as error:
        raise unwritable(f"the index in {place}", error) from error


def drop_old_texts(place: Path) -> None:
    """Delete the texts that an older version of Tamis kept."""
    (place / _OLD_TEXTS).unlink(missing_ok=True)
