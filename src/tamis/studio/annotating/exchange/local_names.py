"""Adapting an import to this studio: pseudonyms become names, session numbers become unique."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating.exchange.entries import Entry
from tamis.studio.annotating.kinds import Seed
from tamis.studio.database.schema import Item, Project
from tamis.studio.people.person_names import names_by_pseudonym


def with_local_names(
    transaction: Session, project: Project, entries: Sequence[Entry]
) -> list[Entry]:
    """The entries with pseudonyms of this studio's people replaced by their names, so that nobody
    is given what they wrote, and with a different number for each writing session.

    A session with an id keeps its number in the project, else that in its file, else it gets the
    next free number: each file begins with session 1.
    """
    names = names_by_pseudonym(transaction)
    seeds: Iterable[Seed] = (
        replace(
            one.seed,
            written_by=names.get(one.seed.written_by, one.seed.written_by),
            labels=tuple((names.get(who, who), label) for who, label in one.seed.labels),
        )
        for one in entries
    )
    if any("session_id" in one.seed.payload for one in entries):
        seeds = _numbered(transaction, project, seeds)
    return [replace(one, seed=seed) for one, seed in zip(entries, seeds, strict=True)]


def _numbered(transaction: Session, project: Project, seeds: Iterable[Seed]) -> list[Seed]:
    rows = transaction.execute(
        select(Item.payload["session"].as_integer(), Item.payload["session_id"].as_string())
        .where(Item.project_id == project.id)
        .distinct()
    ).all()
    taken = {number for number, _ in rows if number}
    numbers = {id: number for number, id in rows if id}
    found = []
    for seed in seeds:
        id, number = seed.payload.get("session_id"), seed.payload.get("session")
        if id and number:
            if id not in numbers:
                numbers[id] = max(taken) + 1 if number in taken else number
                taken.add(numbers[id])
            seed = replace(seed, payload={**seed.payload, "session": numbers[id]})
        found.append(seed)
    return found
