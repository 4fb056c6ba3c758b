"""Fills a table: one call to the model for each answer, with the documents of that answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tamis.answering import prompts
from tamis.answering.asking_again import AskingAgain
from tamis.answering.everything.kept_verdicts import KeptVerdicts
from tamis.answering.everything.wanted import Interruption
from tamis.answering.findings import Finding, Findings
from tamis.answering.tables.row_documents import RowDocuments, documents_of
from tamis.answering.tables.row_reply import NoRow, RowReply, read_row, row_of
from tamis.answering.tables.table import Cell, Row, Table
from tamis.retrieve.kept_index import KeptIndex
from tamis.spending import Spending
from tamis.text.shown import counted
from tamis.types import Chat, Document, Outcome, Reply

Say = Callable[[str], None]

_SHOWN = 200
STOPPED = "stopped before this row was asked for"


@dataclass(frozen=True)
class Filler:
    """Who fills the cells: a model within the limits of `spending`.

    `name` tells its rows from those of others; without one they are not kept on disk, in the file
    `verdicts`. `connections` is how many calls run at a time, `room` how many characters of
    documents a prompt holds. `stop` ends it from outside.
    """

    chat: Chat
    name: str | None
    spending: Spending
    connections: int
    room: int
    verdicts: Path
    stop: Interruption | None = None


async def with_table(
    found: Findings, columns: Sequence[str], kept: KeptIndex, filler: Filler, say: Say
) -> Findings:
    """The findings with a table of the accepted ones, and with what it took.

    A row whose call fails, or whose reply cannot be read, is `not read`; notes tell of such, of
    quotes that do not stand in their documents, and of documents that did not fit. Raises
    InputError where rows cannot be kept.
    """
    accepted = [finding for finding in found.findings if finding.accepted]
    given = await asyncio.to_thread(documents_of, accepted, kept, filler.room)
    store = KeptVerdicts(filler.verdicts if filler.name is not None else None)
    try:
        filling = _Filling(found.question, columns, filler, store, say)
        rows = await filling.run(accepted, given)
    finally:
        store.close()
    table = Table(tuple(columns), tuple(rows))
    spending = filler.spending
    return replace(
        found,
        table=table,
        notes=(*_notes(table, sum(one.cut for one in given)), *found.notes),
        tokens=(spending.tokens_in, spending.tokens_out),
        cost=spending.cost,
    )


class _Filling:
    def __init__(
        self, question: str, columns: Sequence[str], filler: Filler, store: KeptVerdicts, say: Say
    ) -> None:
        self._question, self._columns = " ".join(question.split()), tuple(columns)
        self._filler, self._store, self._say = filler, store, say
        self._opening = prompts.TABLE.marked(
            "table_context", question=self._question, columns=self._columns
        )
        self._free = asyncio.Semaphore(filler.connections)
        self._again = AskingAgain()
        self._done = 0

    async def run(self, findings: Sequence[Finding], given: Sequence[RowDocuments]) -> list[Row]:
        """A row for each finding; those that are not there yet when it is stopped are not read."""
        stop = self._filler.stop
        total = len(findings)
        with stop or nullcontext():
            tasks = [
                asyncio.create_task(self._counted(finding.answer, one.documents, total))
                for finding, one in zip(findings, given, strict=True)
            ]
            all_done = asyncio.ensure_future(_all(tasks))
            ended = asyncio.create_task(stop.event.wait()) if stop is not None else None
            try:
                waits: set[asyncio.Future[Any]] = {all_done}
                if ended is not None:
                    waits.add(ended)
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                if all_done.done():
                    return all_done.result()
            finally:
                for task in (*tasks, all_done, *([ended] if ended is not None else [])):
                    task.cancel()
                await asyncio.gather(*tasks, all_done, return_exceptions=True)
        return [
            self._unread(finding.answer, "failed", STOPPED) if task.cancelled() else task.result()
            for finding, task in zip(findings, tasks, strict=True)
        ]

    async def _counted(self, answer: str, documents: Sequence[Document], total: int) -> Row:
        async with self._free:
            row = await self._row(answer, documents)
        self._done += 1
        self._say(f"filling the table, {self._done:,} of {counted(total, 'row')}")
        return row

    async def _row(self, answer: str, documents: Sequence[Document]) -> Row:
        if not documents:
            return self._unread(answer, "missing", "no document is known from which to read it")
        asked = self._store.asked(
            json.dumps([self._question, self._columns, answer]),
            prompts.TABLE.fingerprint(),
            self._filler.name or "",
        )
        content = _digest(documents)
        if (known := self._store.row(asked, content)) is not None:
            return row_of(answer, RowReply.model_validate_json(known), documents)
        if self._filler.stop is not None and self._filler.stop.event.is_set():
            return self._unread(answer, "failed", STOPPED)
        shown = [replace(one, id=str(number)) for number, one in enumerate(documents, 1)]
        # A model wrote the answer, maybe on a document's instruction: keep it to one line.
        message = prompts.TABLE.marked(
            "table_row",
            answer=" ".join(answer.split()),
            documents=prompts.shown(shown),
        )
        reply = await self._again(self._asked, [self._opening, message], self._outcome)
        try:
            read = read_row(reply, self._columns)
        except NoRow as error:
            return self._unread(answer, error.outcome, str(error))
        self._store.put_row(asked, content, read.model_dump_json())
        return row_of(answer, read, documents)

    async def _asked(self, messages: Sequence[str]) -> Reply:
        return await self._filler.chat(messages, RowReply)

    def _outcome(self, reply: Reply) -> Outcome:
        try:
            read_row(reply, self._columns)
        except NoRow as error:
            return error.outcome
        return "ok"

    def _unread(self, answer: str, outcome: Outcome, why: str) -> Row:
        return Row(answer, tuple(Cell("not read") for _ in self._columns), outcome, why)


async def _all(tasks: Sequence[asyncio.Task[Row]]) -> list[Row]:
    return await asyncio.gather(*tasks)


def _digest(documents: Sequence[Document]) -> bytes:
    text = "\0".join(f"{one.title}\0{one.text}" for one in documents)
    return hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:16]


def _notes(table: Table, cut: int) -> list[str]:
    notes = []
    unread = [row for row in table.rows if row.outcome != "ok"]
    if unread:
        causes = Counter(row.outcome for row in unread)
        listed = ", ".join(f"{outcome} ×{number}" for outcome, number in causes.items())
        commonest = Counter(row.why for row in unread).most_common(1)[0][0]
        notes.append(
            f"Not read: {counted(len(unread), 'row')} of the table ({listed}; "
            f"{commonest[:_SHOWN].rstrip('.')})."
        )
    if doubtful := table.count("quote not found"):
        notes.append(
            f"{counted(doubtful, 'cell').capitalize()} of the table without a quote that stands in "
            "the document; marked."
        )
    if cut:
        notes.append(
            "Too long for the prompt, so read in part: the documents of "
            f"{counted(cut, 'row')}; what is not stated there may stand in the rest."
        )
    return notes
