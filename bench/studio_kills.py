"""A studio that is killed while people work in it, and what of their work is lost.

    python bench/studio_kills.py [--kills 27] [--seed 0] [--database sqlite|postgresql|both]

Four people label, four have writing sessions, all of them autosave. At random moments, drawn from
the seed, the studio's process is killed (SIGKILL) and started again on the same database;
PostgreSQL itself is crashed three times besides. Whatever has no answer is sent again, as the
studio's own pages do, until it has one. Then five counts must be 0:

- lost: of the labels, instructions, ratings, sessions and autosaved texts that the studio has
  confirmed, those that the database does not have;
- doubled: those that it has twice;
- items with more labels than raters;
- left hanging: drafts and revisions that a kill broke off and that are not marked as interrupted
  when the studio answers again, or cannot be tried again at the end;
- faults that the database finds in itself, and rows whose parent is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import statistics
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from clock import Row, machine, table
from studio_site import (
    DATABASES,
    PASSWORD,
    Answer,
    Place,
    Site,
    Visitor,
    places,
    settings,
)

RATERS, WRITERS, PER_ITEM, ITEMS = 4, 4, 2, 3_000
TURNS = 3
CRASHES = 3
"""How often PostgreSQL itself is ended."""
ALIVE = (0.3, 3.5)
"""Seconds for which the studio lives between two kills."""
_HIDDEN = re.compile(r'type="hidden" name="(\w+)" value="([^"]*)"')


@dataclass
class Work:
    """What all people together were told is done, by its kind, and what was seen to be wrong."""

    confirmed: dict[str, list[str]] = field(default_factory=dict)
    repeated: int = 0
    again: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)

    def done(self, kind: str, text: str) -> None:
        """Something was confirmed."""
        self.confirmed.setdefault(kind, []).append(text)


class Client:
    """Someone at work: what they send is sent until it is answered."""

    def __init__(
        self, site: Site, work: Work, name: str, over: asyncio.Event, calm: asyncio.Event
    ) -> None:
        self.work, self.name, self.over, self.calm = work, name, over, calm
        self.visitor = Visitor(site.port)
        self.rng = random.Random(name)
        self.count, self.noted, self.repeated = 0, 0, 0
        self._token = ""

    def text(self, kind: str) -> str:
        """A text that nobody else sends."""
        self.count += 1
        return f"{kind} {self.count} of {self.name}"

    async def log_in(self) -> None:
        """Log in, before anything is killed."""
        answer = await self.visitor.log_in(self.name)
        if answer.status != 303:
            raise SystemExit(f"the login of {self.name} failed with {answer.status}")
        self._token = await self.visitor.token()

    async def ask(self, path: str) -> Answer:
        """A page, as soon as there is one."""
        return await self._until(lambda: self.visitor.ask(path))

    async def send(self, path: str, form: dict[str, str], kind: str = "", text: str = "") -> Answer:
        """A form, until it is answered; what it says counts as done where that is confirmed."""
        headers = {"x-csrf-token": self._token, "x-tamis-send": secrets.token_hex(16)}
        before = self.repeated
        answer = await self._until(lambda: self.visitor.ask(path, form, headers=headers))
        # What had no answer may have been done: the repeat then finds that something has changed.
        repeated = self.repeated > before
        if answer.done and kind:
            self.work.done(kind, text)
        elif not answer.done and not (repeated and answer.status == 409):
            self.work.wrong[f"{answer.status} to {kind or path}"] += 1
        return answer

    async def _until(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        while True:
            await self.calm.wait()
            try:
                answer = await asyncio.wait_for(ask(), 30)
            except (OSError, EOFError, TimeoutError):
                self.visitor.close()
            else:
                if answer.status not in (500, 503):
                    return answer
            self.repeated += 1
            await asyncio.sleep(0.1)

    async def note(self) -> None:
        """Autosave something; what was kept before must still be there."""
        place = f"bench:notes:{self.name}"
        kept = json.loads((await self.ask(f"/unsent?place={place}")).text)["text"]
        if int(kept or 0) < self.noted:
            self.work.wrong["lost: an autosaved text"] += 1
        number = self.noted + 1
        answer = await self.send("/unsent", {"place": place, "text": str(number)})
        if answer.done:
            self.noted = number
            self.work.done("autosaved texts", f"{place} {number}")

    async def label(self, project: str) -> None:
        """Label items, one after another."""
        while not self.over.is_set():
            place = (await self.ask(f"/annotating/{project}/next")).location
            page = await self.ask(place)
            await self.note()
            await asyncio.sleep(self.rng.uniform(0, 0.1))
            text = self.text("label")
            form = {**_fields(page.text, place), "_comment": text, "_seconds": "1"}
            form["by_author"] = self.rng.choice(["yes", "no"])
            await self.send(place, form, "labels", text)

    async def write(self) -> None:
        """Have writing sessions, one after another."""
        while not self.over.is_set():
            begun = await self.send("/writing/demo", {"topic": str(self.rng.randrange(3))})
            if begun.done:
                self.work.done("sessions", begun.location.rpartition("/")[2])
            while begun.done and not self.over.is_set() and await self.step(begun.location):
                await self.note()

    async def step(self, place: str) -> bool:
        """Do what a session waits for; False where it is finished."""
        page = (await self.ask(place)).text
        forms = {what: _fields(page, f"{place}/{what}") for what in ("instruct", "rate", "finish")}
        if f'action="{place}/again"' in page:
            await self.send(f"{place}/again", {})
        elif f'action="{place}/stop"' in page:
            await asyncio.sleep(0.1)
        elif (form := forms["instruct"]) and int(form["turn"]) <= TURNS:
            text = self.text("instruction")
            form["instruction"] = text
            form["kind"] = self.rng.choice(["information-seeking", "stylistic"])
            await self.send(f"{place}/instruct", form, "instructions", text)
        elif form := forms["finish"]:
            answer = await self.send(f"{place}/finish", {**form, "satisfied": "yes"})
            return not answer.done
        elif form := forms["rate"]:
            text = self.text("rating")
            form |= {"rating": self.rng.choice(["good", "neutral", "bad"]), "comment": text}
            await self.send(f"{place}/rate", form, "ratings", text)
        else:
            return False
        return True

    async def settle(self, place: str) -> bool:
        """Have what was broken off tried again; whether it was written in the end."""
        for _ in range(100):
            page = (await self.ask(place)).text
            if f'action="{place}/again"' in page:
                await self.send(f"{place}/again", {})
            elif f'action="{place}/stop"' not in page:
                return True
            await asyncio.sleep(0.1)
        return False


def _fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form of a page with this address, empty where it has none."""
    _, _, form = page.partition(f'action="{action}"')
    return dict(_HIDDEN.findall(form.partition("</form>")[0]))


def fill(place: Place) -> str:
    """People and a project, on an empty database; the project's id."""
    from tamis.studio.annotating import project_store
    from tamis.studio.annotating.kinds import KINDS
    from tamis.studio.database import open_database
    from tamis.studio.database.schema import Project
    from tamis.studio.people.accounts import add_person
    from tamis.studio.people.passwords import Passwords

    kind = KINDS["kitab_title"]
    seeds = [kind.read({"author": "A Writer", "title": f"Book {n}"}, "") for n in range(ITEMS)]
    password = Passwords(settings("").hashing).hash(PASSWORD)
    database = open_database(place.address)
    with database.writing() as session:
        raters = [add_person(session, name, password, "annotator") for name in _names("Rater")]
        for name in _names("Writer"):
            add_person(session, name, password, "annotator")
        made = project_store.create_project(
            session, raters[0].id, kind.name, "Kills", "", PER_ITEM, {}, seeds
        )
        project = session.get_one(Project, made.id)
        project_store.set_members(session, project, [one.id for one in raters])
    database.close()
    return made.id


def _names(what: str) -> list[str]:
    return [f"{what}-{number}" for number in range(RATERS if what == "Rater" else WRITERS)]


# --- killing -------------------------------------------------------------------------------------


async def disturb(
    site: Site, work: Work, kills: int, rng: random.Random, calm: asyncio.Event
) -> None:
    """Kill the studio, and PostgreSQL in between, each time once it answers again.

    Nobody asks for anything new between a kill and the look at what it has left.
    """
    ends = ["studio"] * kills
    if (server := site.place.server) is not None:
        for number in range(CRASHES):
            ends.insert((number + 1) * len(ends) // (CRASHES + 1), "postgresql")
    for end in ends:
        await asyncio.sleep(rng.uniform(*ALIVE))
        if end == "postgresql":
            assert server is not None
            await asyncio.to_thread(server.crash)
            await asyncio.to_thread(server.start)
            continue
        calm.clear()
        site.kill()
        work.again.append(await asyncio.to_thread(site.start))
        work.wrong["left hanging after a kill"] += await asyncio.to_thread(unmarked, site.place)
        calm.set()


def unmarked(place: Place) -> int:
    """How many drafts and revisions were broken off and are not marked as interrupted.

    Only while nobody works: one that is being written just now is not marked either.
    """
    from tamis.studio.database import open_database
    from tamis.studio.writing import session_store

    database, found = open_database(place.address), 0
    for (id,) in place.rows("SELECT id FROM writing WHERE finished_at IS NULL"):
        with database.reading() as transaction:
            kept = session_store.load(transaction, id)
        if kept is not None and kept.session.stage in ("drafting", "revising"):
            last = kept.session.turns[-1] if kept.session.turns else kept.session
            found += last.interrupted is None
    database.close()
    return found


# --- what is left --------------------------------------------------------------------------------


def count(place: Place, work: Work) -> Iterator[tuple[str, int]]:
    """What is lost, doubled, or otherwise not as it should be, once nobody works any more."""
    stored: dict[str, Counter[str]] = {}
    labels = place.rows("SELECT comment FROM assignment WHERE state = 'done'")
    stored["labels"] = Counter(row[0] for row in labels)
    sessions = place.rows("SELECT id FROM writing")
    stored["sessions"] = Counter(row[0] for row in sessions)
    events = [_record(row[0]) for row in place.rows("SELECT record FROM writing_event")]
    for kind, name, field_ in (
        ("instructions", "instructed", "instruction"),
        ("ratings", "rated", "comment"),
    ):
        stored[kind] = Counter(one[field_] for one in events if one["event"] == name)
    unsent = place.rows("SELECT place, text FROM unsent WHERE place LIKE 'bench:%'")
    last = dict(text.rsplit(" ", 1) for text in work.confirmed.get("autosaved texts", ()))
    kept = {where: int(text) for where, text in unsent}
    for kind, found in stored.items():
        yield f"lost {kind}", len(set(work.confirmed.get(kind, ())) - set(found))
        if kind != "sessions":
            yield f"doubled {kind}", sum(number - 1 for number in found.values())
    # A session that nobody was told of was begun by the first of two tries.
    begun = len(stored["sessions"]) - len(set(work.confirmed.get("sessions", ())))
    yield "doubled sessions", begun
    yield "lost autosaved texts", sum(kept.get(where, 0) < int(n) for where, n in last.items())
    crowded = place.rows(
        "SELECT item_id FROM assignment WHERE state = 'done' GROUP BY item_id "
        f"HAVING count(*) > {PER_ITEM}"
    )
    yield "items with too many labels", len(crowded)
    yield from ((what, 1) for what in _faults(place))


def _record(value: Any) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(value) if isinstance(value, str) else value
    return record


def _faults(place: Place) -> list[str]:
    """What the database finds wrong with itself, and foreign keys without their row."""
    from tamis.studio.database.schema import Base

    faults = []
    if place.kind == "sqlite":
        faults += [row[0] for row in place.rows("PRAGMA integrity_check") if row[0] != "ok"]
    for child in Base.metadata.sorted_tables:
        for key in child.foreign_keys:
            parent, column = key.column.table.name, key.column.name
            orphans = place.rows(
                f"SELECT 1 FROM {child.name} c WHERE c.{key.parent.name} IS NOT NULL AND NOT "
                f"EXISTS (SELECT 1 FROM {parent} p WHERE p.{column} = c.{key.parent.name})"
            )
            if orphans:
                faults.append(f"rows of {child.name} without their {parent}")
    return faults


# --- the whole -----------------------------------------------------------------------------------


async def everyone(site: Site, project: str, kills: int, seed: int) -> Work:
    """All people at work until the last kill is over and what they began is done."""
    work, over, calm = Work(), asyncio.Event(), asyncio.Event()
    calm.set()
    raters = [Client(site, work, name, over, calm) for name in _names("Rater")]
    writers = [Client(site, work, name, over, calm) for name in _names("Writer")]
    for client in (*raters, *writers):
        await client.log_in()
    async with asyncio.TaskGroup() as group:
        for client in raters:
            group.create_task(client.label(project))
        for client in writers:
            group.create_task(client.write())
        await disturb(site, work, kills, random.Random(seed), calm)
        await asyncio.sleep(1)
        over.set()
    rows = site.place.rows(
        "SELECT p.name, w.id FROM writing w JOIN person p ON p.id = w.owner_id "
        "WHERE w.finished_at IS NULL"
    )
    by_name = {client.name: client for client in writers}
    for name, id in rows:
        if not await by_name[name].settle(f"/writing/{id}"):
            work.wrong["left hanging at the end"] += 1
    for client in (*raters, *writers):
        client.visitor.close()
        work.repeated += client.repeated
    return work


def measure(
    kills: int = 27, seed: int = 0, database: str = "both"
) -> tuple[list[Row], dict[str, int]]:
    """The rows of the table, and what was wrong."""
    rows: list[Row] = []
    wrong: dict[str, int] = {}
    for place in places(database, durable=True):
        project = fill(place)
        site = Site(place, slow=True)
        try:
            site.start()
            start = time.perf_counter()
            work = asyncio.run(everyone(site, project, kills, seed))
            seconds = time.perf_counter() - start
        finally:
            site.stop()
        found = Counter({**work.wrong})
        found.update(dict(count(place, work)))
        wrong |= {f"{place.kind}: {what}": number for what, number in found.items() if number}
        told = ", ".join(f"{len(texts)} {kind}" for kind, texts in work.confirmed.items())
        events = (_record(row[0]) for row in place.rows("SELECT record FROM writing_event"))
        broken = sum(event["event"] == "interrupted" for event in events)
        crashes = f" and {CRASHES} crashes of PostgreSQL" if place.server is not None else ""
        kind = place.kind
        median = statistics.median(work.again)
        rows += [
            Row(f"{kind}: answers again, median", median, note=f"{kills} kills{crashes}"),
            Row(f"{kind}: answers again, most", max(work.again)),
            Row(
                f"{kind}: all",
                seconds,
                note=f"confirmed: {told}; lost {_sum(found, 'lost')}, doubled "
                f"{_sum(found, 'doubled')}; {broken} drafts and revisions interrupted; "
                f"{work.repeated} requests sent again",
            ),
        ]
    return rows, wrong


def _sum(found: Counter[str], word: str) -> int:
    return sum(number for what, number in found.items() if what.startswith(word))


def main() -> None:
    """Kill, print the table, and end with 1 where something was lost or wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=27)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    asked = parser.parse_args()
    print(machine(), flush=True)
    rows, wrong = measure(asked.kills, asked.seed, asked.database)
    print(table("studio_kills", rows))
    for what, number in wrong.items():
        print(f"  {what}: {number}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
