"""The texts of a folder's files, kept in one SQLite file, so that no file is read twice.

Texts are written while files are read, some at a time, each time in one transaction: a process that
is killed loses what it read since the last one. A file that is broken is begun anew.
Texts that an older reader made of a kind of files are let go.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath

from tamis.documents.formats import READERS, reader_of
from tamis.retrieve.folders import FileRead, FileStamp, Skipped
from tamis.retrieve.stored_documents import document_of, line_of
from tamis.types import Document, InputError

NAME = "texts.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS corpus (name TEXT);
CREATE TABLE IF NOT EXISTS files (
  path TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, skipped TEXT
);
CREATE TABLE IF NOT EXISTS documents (
  path TEXT, nth INTEGER, fields TEXT, PRIMARY KEY (path, nth)
);
"""
_COMMITTED = 1_000


class KeptTexts:
    """What was read of the files of one corpus, by their paths."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._since = 0

    def known(self) -> dict[FileStamp, tuple[Skipped, ...]]:
        """The state of each file when it was read, and what of it could not be."""
        rows = self._database.execute("SELECT path, size, mtime_ns, skipped FROM files")
        return {
            FileStamp(path, size, time): tuple(Skipped(*one) for one in json.loads(skipped))
            for path, size, time, skipped in rows
        }

    def put(self, file: FileStamp, read: FileRead) -> None:
        """Keep what was read of a file, in place of what was kept of it."""
        self.forget([file.path])
        row = (file.path, file.size, file.mtime_ns, json.dumps(read.skipped))
        self._database.execute("INSERT INTO files VALUES (?, ?, ?, ?)", row)
        rows = (
            (file.path, nth, line_of(document).decode("ascii"))
            for nth, document in enumerate(read.documents)
        )
        self._database.executemany("INSERT INTO documents VALUES (?, ?, ?)", rows)
        self._since += 1
        if self._since >= _COMMITTED:
            self.commit()

    def forget(self, paths: Iterable[str]) -> None:
        """Let go of files that are gone."""
        gone = [(path,) for path in paths]
        for table in ("files", "documents"):
            self._database.executemany(f"DELETE FROM {table} WHERE path = ?", gone)

    def commit(self) -> None:
        """Write what was put and forgotten to disk."""
        self._database.commit()
        self._since = 0

    def documents(self, path: str) -> Iterator[Document]:
        """The documents of a file, in order; none where it could not be read."""
        query = "SELECT fields FROM documents WHERE path = ? ORDER BY nth"
        for (fields,) in self._database.execute(query, (path,)).fetchall():
            yield document_of(json.loads(fields))


@contextmanager
def kept_texts(place: Path, corpus: str) -> Iterator[KeptTexts]:
    """The texts kept in `place`: those of `corpus`, or none if they are of another or broken."""
    path = place / NAME
    try:
        with closing(_opened(path, corpus)) as database:
            yield KeptTexts(database)
            database.commit()
    except sqlite3.Error as error:
        raise InputError(
            f"The texts in {path} cannot be used ({error}); delete that file, and the others are "
            "read anew."
        ) from error


def _opened(path: Path, corpus: str) -> sqlite3.Connection:
    for again in (False, True):
        database = sqlite3.connect(path)
        try:
            database.executescript(_TABLES)
            # Reads every page of the table's tree, but not the long texts.
            database.execute(
                "SELECT count(size + mtime_ns + length(skipped)) FROM files"
            ).fetchone()
            found = database.execute("SELECT name FROM corpus").fetchone()
            # The path of a corpus may have bytes that are no text.
            name = repr(corpus)
            if found != (name,):
                with database:
                    database.execute("DELETE FROM files")
                    database.execute("DELETE FROM documents")
                    database.execute("DELETE FROM corpus")
                    database.execute("INSERT INTO corpus VALUES (?)", (name,))
            _drop_outdated(database)
        except sqlite3.DatabaseError as error:
            database.close()
            if again or error.sqlite_errorcode not in (
                sqlite3.SQLITE_NOTADB,
                sqlite3.SQLITE_CORRUPT,
            ):
                raise
            path.unlink()
        else:
            return database
    raise AssertionError("the second time returns or raises")


def _drop_outdated(database: sqlite3.Connection) -> None:
    """Delete what older readers made of files of kinds that are read in another way now."""
    (readers,) = database.execute("PRAGMA user_version").fetchone()
    if readers >= READERS:
        return
    paths = database.execute("SELECT path FROM files").fetchall()
    outdated = [one for one in paths if reader_of(PurePosixPath(one[0]).suffix) > max(readers, 1)]
    with database:
        for table in ("files", "documents"):
            database.executemany(f"DELETE FROM {table} WHERE path = ?", outdated)
        database.execute(f"PRAGMA user_version = {READERS}")
