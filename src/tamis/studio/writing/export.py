"""Sessions as files: in the released form, and as their events.

Until a session is finished, its model is named by its alias.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session as Transaction

from tamis.inputs.json_records import json_lines
from tamis.studio.database.schema import Person
from tamis.studio.people.person_names import pseudonym
from tamis.studio.writing.session_store import Kept
from tamis.writing.sessions import Event, Opened, as_record, as_row


def released(transaction: Transaction, sessions: Iterable[Kept]) -> str:
    """Sessions as a released file (`tamis.writing.sessions.read_released`), one to a line.

    The annotator is a pseudonym, which only this studio can resolve; `session_id` is the
    session's own. Raises InputError for a session without its draft, which the form has no place
    for.
    """
    rows = []
    for kept in sessions:
        opened = _opened(kept.session.opened, kept)
        owner = pseudonym(transaction.get_one(Person, kept.row.owner_id))
        row = as_row(replace(kept.session, opened=opened), owner)
        rows.append({"session_id": kept.row.id, **row})
    return "".join(json_lines(rows))


def events(kept: Kept, happened: Iterable[tuple[datetime, Event]]) -> str:
    """What happened, an event to a line with its moment under `at`; `from_record` reads it."""
    lines = []
    for at, event in happened:
        shown = _opened(event, kept) if isinstance(event, Opened) else event
        lines.append(json.dumps({**as_record(shown), "at": at.isoformat()}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


def _opened(opened: Opened, kept: Kept) -> Opened:
    return opened if kept.row.finished_at is not None else replace(opened, model=kept.row.alias)
