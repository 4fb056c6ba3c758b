"""Verdicts that are kept on disk, so that no question to a verifier is paid for twice."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from tamis.bad_input import unwritable
from tamis.types import Evidence, Verdict

_TABLES = """
CREATE TABLE IF NOT EXISTS asked (
  id INTEGER PRIMARY KEY, condition TEXT, prompts TEXT, model TEXT,
  UNIQUE (condition, prompts, model)
);
CREATE TABLE IF NOT EXISTS verdicts (
  asked INTEGER, unit BLOB, judgment INTEGER, said TEXT,
  tokens_in INTEGER, tokens_out INTEGER, seconds REAL,
  PRIMARY KEY (asked, unit)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS table_rows (
  asked INTEGER, documents BLOB, said TEXT, PRIMARY KEY (asked, documents)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS plans (
  question TEXT, prompts TEXT, model TEXT, plan TEXT, PRIMARY KEY (question, prompts, model)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Effort:
    """What a call took: tokens in and out, as its provider counts them, and seconds."""

    tokens_in: float
    tokens_out: float
    seconds: float


class KeptVerdicts:
    """Verdicts by unit, condition, prompts and model, in one file of SQLite.

    Each is written at once: a process that is killed loses what is in flight and nothing else.
    Several processes may share the file. A unit is known by what it holds, so a document that was
    changed is judged anew. Only verdicts that were read are kept. Without a path they last as long
    as the object. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._ids: dict[tuple[str, str, str], int] = {}
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                ":memory:" if path is None else path, timeout=60, isolation_level=None
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            # FULL: what has been paid for is on the disk, and survives a loss of power too.
            self._database.execute("PRAGMA synchronous = FULL")
            self._database.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            raise unwritable(
                path, error, "delete the file, or set TAMIS_HOME to a folder that can be written"
            ) from error

    def asked(self, condition: str, prompts: str, model: str) -> int:
        """The number of a condition as this model is asked about it, with these prompts."""
        key = (condition, prompts, model)
        if key not in self._ids:
            self._database.execute("INSERT OR IGNORE INTO asked VALUES (NULL, ?, ?, ?)", key)
            found = self._database.execute(
                "SELECT id FROM asked WHERE condition = ? AND prompts = ? AND model = ?", key
            )
            self._ids[key] = int(found.fetchone()[0])
        return self._ids[key]

    def get(self, asked: int, unit: bytes) -> Verdict | None:
        """The verdict on a unit, whose evidence names no document; None where there is none."""
        found = self._database.execute(
            "SELECT judgment, said FROM verdicts WHERE asked = ? AND unit = ?", (asked, unit)
        ).fetchone()
        if found is None:
            return None
        judgment, said = bool(found[0]), json.loads(found[1])
        return Verdict(
            judgment,
            "ok",
            tuple(Evidence("", text) for text in said["for"]),
            tuple(Evidence("", text) for text in said["against"]),
            said["reasoning"],
        )

    def put(self, asked: int, unit: bytes, verdict: Verdict, effort: Effort) -> None:
        """Keep a verdict, unless it could not be read: that may be better another time."""
        if verdict.judgment is None:
            return
        said = {
            "for": [one.text for one in verdict.evidence_for],
            "against": [one.text for one in verdict.evidence_against],
            "reasoning": verdict.reasoning,
        }
        # Half of a surrogate pair is escaped, as everything beyond ASCII.
        row = (asked, unit, verdict.judgment, json.dumps(said))
        took = (effort.tokens_in, effort.tokens_out, effort.seconds)
        try:
            self._database.execute(
                "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", row + took
            )
        except sqlite3.Error as error:
            raise unwritable(self._path, error, "make room or give up the lock") from error

    def effort(self, model: str) -> Effort | None:
        """What a call of this model has taken on average; None where none is kept."""
        found = self._database.execute(
            "SELECT AVG(tokens_in), AVG(tokens_out), AVG(seconds) FROM verdicts "
            "WHERE asked IN (SELECT id FROM asked WHERE model = ?)",
            (model,),
        ).fetchone()
        return None if found[0] is None else Effort(*found)

    def count(self, asked: int) -> int:
        """How many verdicts are kept for a condition as it is asked."""
        found = self._database.execute("SELECT COUNT(*) FROM verdicts WHERE asked = ?", (asked,))
        return int(found.fetchone()[0])

    def plan(self, question: str, prompts: str, model: str) -> str | None:
        """The plan that a model gave of a question, as JSON."""
        found = self._database.execute(
            "SELECT plan FROM plans WHERE question = ? AND prompts = ? AND model = ?",
            (question, prompts, model),
        ).fetchone()
        return None if found is None else str(found[0])

    def put_plan(self, question: str, prompts: str, model: str, plan: str) -> None:
        """Keep the plan of a question: in other words its conditions would all be asked anew."""
        self._database.execute(
            "INSERT OR REPLACE INTO plans VALUES (?, ?, ?, ?)", (question, prompts, model, plan)
        )

    def row(self, asked: int, documents: bytes) -> str | None:
        """The row of a table that a model gave from documents, as JSON; None where there is none.

        What is asked, see `asked`, is then the question with the columns and the answer.
        """
        found = self._database.execute(
            "SELECT said FROM table_rows WHERE asked = ? AND documents = ?", (asked, documents)
        ).fetchone()
        return None if found is None else str(found[0])

    def put_row(self, asked: int, documents: bytes, said: str) -> None:
        """Keep a row of a table, which was read."""
        try:
            self._database.execute(
                "INSERT OR REPLACE INTO table_rows VALUES (?, ?, ?)", (asked, documents, said)
            )
        except sqlite3.Error as error:
            raise unwritable(self._path, error, "make room or give up the lock") from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()
