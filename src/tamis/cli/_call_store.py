"""The calls of a run on disk: their replies, the samples that count them, and their tokens."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tamis.types import InputError

_TABLES = """
CREATE TABLE IF NOT EXISTS replies (call TEXT PRIMARY KEY, reply TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counted (
    call TEXT, run TEXT, sample TEXT, epoch INTEGER, PRIMARY KEY (call, run, sample, epoch)
);
CREATE TABLE IF NOT EXISTS spent (
    model TEXT PRIMARY KEY, calls INTEGER, tokens_in INTEGER, tokens_out INTEGER
);
"""
PATIENCE = 60.0
"""Seconds that a process waits for another one that writes."""

Whose = tuple[str, str, int]
"""A sample that counts a call: its run, its id and its epoch."""


class CallStore:
    """One SQLite file of JSON and counts, which the processes of a run share.

    A folder of runs may come from a stranger: the file holds no program, and one that is no such
    file is set aside. It is not synchronised with the disk at each call: a killed process loses
    nothing, a machine without power may.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._open(path)
        except sqlite3.OperationalError as error:
            raise InputError(
                f"the replies of this run cannot be kept in {path} ({error}); choose another "
                "folder with --out."
            ) from error
        except sqlite3.DatabaseError:
            aside = path.with_name(f"{path.name}.damaged")
            path.rename(aside)
            click.echo(f"{path} cannot be read: set aside as {aside.name}.", err=True)
            self._open(path)

    def _open(self, path: Path) -> None:
        self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            self._file.execute("PRAGMA trusted_schema = OFF")
            self._file.execute("PRAGMA synchronous = OFF")
            self._file.execute("PRAGMA journal_mode = TRUNCATE")
            self._file.executescript(_TABLES)
            rows = self._file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            if {sql for (sql,) in rows} != _stored(_TABLES):
                raise sqlite3.DatabaseError("it is not of this version, or not a file of replies")
        except sqlite3.Error:
            self._file.close()
            raise

    def __enter__(self) -> CallStore:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def find(self, call: str) -> str | None:
        """The reply to a call, if it has been made."""
        found = self._file.execute("SELECT reply FROM replies WHERE call = ?", (call,)).fetchone()
        return None if found is None else str(found[0])

    def counts(self, call: str, whose: Whose) -> bool:
        """Whether this sample counts the tokens of a call: of each run the first that needs it."""
        run, *sample = whose
        with self._written():
            where = "FROM counted WHERE call = ? AND run = ?"
            known = set(self._file.execute(f"SELECT sample, epoch {where}", (call, run)))
            if not known:
                self._count(call, whose)
        return not known or tuple(sample) in known

    def add(
        self,
        call: str,
        reply: str,
        whose: tuple[str, str, int],
        model: str,
        tokens: tuple[int, int],
    ) -> None:
        """Keep a reply that has just been paid for, counted by the sample (run, id, epoch)."""
        with self._written():
            self._file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (call, reply))
            self._count(call, whose)
            self._file.execute(
                "INSERT INTO spent VALUES (?, 1, ?, ?) ON CONFLICT (model) DO UPDATE SET "
                "calls = calls + 1, tokens_in = tokens_in + excluded.tokens_in, "
                "tokens_out = tokens_out + excluded.tokens_out",
                (model, *tokens),
            )

    def spent(self) -> dict[str, tuple[int, int]]:
        """The tokens in and out of all calls that were made, by model."""
        rows = self._file.execute("SELECT model, tokens_in, tokens_out FROM spent")
        return {model: (tokens_in, tokens_out) for model, tokens_in, tokens_out in rows}

    def _count(self, call: str, whose: Whose) -> None:
        self._file.execute("INSERT OR IGNORE INTO counted VALUES (?, ?, ?, ?)", (call, *whose))

    @contextmanager
    def _written(self) -> Iterator[None]:
        """One transaction, for which it waits until no other process writes."""
        self._file.execute("BEGIN IMMEDIATE")
        with self._file:  # commits, or rolls back
            yield


def _stored(tables: str) -> set[str]:
    """The tables as SQLite writes them down."""
    made = (one.strip() for one in tables.split(";"))
    return {one.replace("IF NOT EXISTS ", "") for one in made if one}
