"""The studio that is attacked: its people, their work, and whether an attack changed any of it.

Two owners (Olga, Otto), raters (Anna, Ben; Carl, who is in no project), and Dora, who is locked
out. What nobody but its people may read holds CANARY.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from studio_site import PASSWORD, Answer, Place, Site, Visitor, settings

from tamis.retrieve.papers import Paper
from tamis.studio.annotating import assignments, project_store
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.database import open_database
from tamis.studio.database.schema import Adjudication, Base, Item, Person, Project, Unsent, now
from tamis.studio.people import accounts
from tamis.studio.people.accounts import Who, as_who
from tamis.studio.people.passwords import Passwords
from tamis.studio.writing import session_store
from tamis.writing.sessions import Drafted, Event, Instructed, Interrupted, Opened, Rated, Revised

CANARY = "kumquat"
PEOPLE = {
    "olga": "Olga Owner",
    "otto": "Otto Owner",
    "anna": "Anna Annotator",
    "ben": "Ben Beside",
    "carl": "Carl Corner",
    "dora": "Dora Disabled",
}
_PAPER = Paper("paper", f"On {CANARY}s", (f"A {CANARY} is a small fruit.",), source="a file")


@dataclass
class Attacked:
    """The studio under attack; `ids` are those of its things, as addresses name them."""

    site: Site
    place: Place
    ids: dict[str, str] = field(default_factory=dict)
    _sources: Iterator[int] = field(default_factory=lambda: iter(range(2, 60_000)))

    def __post_init__(self) -> None:
        self.database = open_database(self.place.address)
        self.password = Passwords(settings("").hashing).hash(PASSWORD)
        self._logins: dict[str, dict[str, str]] = {}

    # --- who comes -------------------------------------------------------------------------------

    def source(self) -> str:
        """An address on the loopback from which nobody has come yet."""
        number = next(self._sources)
        return f"127.1.{number // 250}.{number % 250 + 1}"

    @contextlib.asynccontextmanager
    async def visitor(
        self, who: str = "stranger", *, fresh: bool = False
    ) -> AsyncIterator[Visitor]:
        """A browser of someone: a `fresh` one logs in, another has the cookies of before."""
        visitor = Visitor(self.site.port, self.source() if fresh else "127.0.0.1")
        if who != "stranger":
            if fresh or who not in self._logins:
                answer = await visitor.log_in(PEOPLE.get(who, who))
                if answer.status != 303:
                    raise RuntimeError(f"{who} cannot log in: {answer.status}")
                if not fresh:
                    self._logins[who] = dict(visitor.cookies)
            else:
                visitor.cookies = dict(self._logins[who])
        try:
            yield visitor
        finally:
            visitor.close()

    def forget_logins(self) -> None:
        """Have everyone log in anew when they come next."""
        self._logins.clear()

    # --- what there is ---------------------------------------------------------------------------

    def state(self) -> dict[str, frozenset[str]]:
        """Every row of every table."""
        with self.database.reading() as session:
            return {
                table.name: frozenset(map(repr, session.execute(select(table)).tuples()))
                for table in Base.metadata.sorted_tables
            }

    def changed(self, before: Mapping[str, frozenset[str]], *but: str) -> str:
        """Which tables have changed, as a sentence; "" for none. `but` may have."""
        after = self.state()
        names = [name for name in after if after[name] != before[name] and name not in but]
        return f"it changed {', '.join(names)}" if names else ""

    def writer(self) -> Any:
        """A transaction that writes, past the studio."""
        return self.database.writing()

    def person(self, name: str, role: str = "annotator") -> Who:
        """A new person with the password of all."""
        with self.writer() as session:
            return as_who(accounts.add_person(session, name, self.password, role))

    def project(
        self, members: Sequence[str], items: int = 4, raters: int = 2, titles: Sequence[str] = ()
    ) -> tuple[str, list[int]]:
        """A new project of Olga's with these people; its id and those of its items."""
        kind = KINDS["kitab_title"]
        titles = titles or [f"The {CANARY} book {number}" for number in range(items)]
        seeds = [
            kind.read({"author": f"{CANARY.title()} Author", "title": title, "key": str(n)}, "here")
            for n, title in enumerate(titles)
        ]
        with self.writer() as session:
            owner = accounts.find_person(session, PEOPLE["olga"])
            made = project_store.create_project(
                session, owner.id, kind.name, "A project", f"{CANARY}s first", raters, {}, seeds
            )
            found = [accounts.find_person(session, PEOPLE.get(one, one)) for one in members]
            project = session.get_one(Project, made.id)
            project_store.set_members(session, project, [one.id for one in found])
            ids = session.scalars(
                select(Item.id).where(Item.project_id == made.id).order_by(Item.position)
            )
            return made.id, list(ids)

    def assignment(self, project: str, item: int, who: str) -> int:
        """An item opened by someone; the assignment's id."""
        with self.writer() as session:
            person = accounts.find_person(session, PEOPLE.get(who, who))
            found = assignments.assign(
                session, session.get_one(Project, project), session.get_one(Item, item), person
            )
            return found.id

    def label(self, project: str, item: int, who: str, said: str = "yes") -> int:
        """A label of someone; the assignment's id."""
        number = self.assignment(project, item, who)
        with self.writer() as session:
            given = session.get_one(assignments.Assignment, number)
            values = {"by_author": [said]}
            home = session.get_one(Project, project)
            assignments.save(session, home, given, values, f"{CANARY} comment", 0, 1.0)
        return number

    def writing(self, who: str, *events: Event, question: str = "") -> str:
        """A session of someone's after these events; its id."""
        asked = question or f"What is a {CANARY}?"
        opened = Opened(asked, (_PAPER.title,), "respondent", "bm25", {"retriever": "bm25"})
        with self.writer() as session:
            person = accounts.find_person(session, PEOPLE.get(who, who))
            id = session_store.create(session, person.id, opened, [_PAPER], "Respondent")
        for event in events:
            session_store.append(self.database, id, event, None)
        return id

    def version(self, writing: str) -> str:
        """How many events a session has, as its page would send it back."""
        with self.database.reading() as session:
            kept = session_store.load(session, writing)
        return str(kept.version if kept else 0)

    def stored(self, place: str) -> list[str]:
        """The autosaved texts of a place, of anyone."""
        with self.database.reading() as session:
            return list(session.scalars(select(Unsent.text).where(Unsent.place == place)))

    def names(self) -> list[str]:
        """The names of all accounts."""
        with self.database.reading() as session:
            return list(session.scalars(select(Person.name)))

    def invitation(self, role: str = "annotator", name: str = "") -> str:
        """A new invitation's token."""
        with self.writer() as session:
            return accounts.invite(session, role, name=name)


DRAFT = f"A {CANARY} is a fruit [0]."
TURN: tuple[Event, ...] = (
    Drafted(DRAFT),
    Instructed(1, f"Say more on {CANARY}s.", "stylistic"),
    Revised(1, f"A {CANARY} is a small fruit [0]."),
)
RATED: tuple[Event, ...] = (*TURN, Rated(1, "bad", f"no {CANARY} here"))


def prepare(place: Place, site: Site) -> Attacked:
    """Fill the empty database of a studio that is not served yet."""
    here = Attacked(site, place)
    for who, name in PEOPLE.items():
        person = here.person(name, "owner" if who in ("olga", "otto") else "annotator")
        here.ids[who] = str(person.id)
    with here.writer() as session:
        session.get_one(Person, int(here.ids["dora"])).disabled_at = now()
    project, items = here.project(("anna", "ben"), items=6)
    here.ids |= {"project": project, "item": str(items[0]), "other_item": str(items[1])}
    here.ids["settled"] = str(items[2])
    with here.writer() as session:
        label, olga = {"by_author": "yes"}, int(here.ids["olga"])
        session.add(Adjudication(item_id=items[2], label=label, by=olga))
    here.label(project, items[0], "ben")
    here.ids["assignment"] = str(here.assignment(project, items[0], "anna"))
    other, _ = here.project(("ben",))
    here.ids["other_project"] = other
    here.ids["writing"] = here.writing("anna", *RATED)
    here.ids["ending"] = here.writing("anna", Drafted(DRAFT))
    here.ids["broken"] = here.writing("anna", Interrupted(0, f"A {CANARY}", "it broke off"))
    with here.writer() as session:
        session.add(Unsent(person_id=int(here.ids["anna"]), place="bench:own", text=CANARY))
        edit = session_store.edit_place(here.ids["writing"], 1)
        session.add(Unsent(person_id=int(here.ids["anna"]), place=edit, text='{"answer": ""}'))
    here.ids |= {"paper": "0", "what": "items.jsonl", "hash": "0", "asset": "studio.css"}
    here.ids["token"] = here.invitation()
    here.ids["key"] = accounts._hash(here.invitation())
    return here


@dataclass(frozen=True)
class Attack:
    """One attack: `run` says what it has achieved, "" where it was held off."""

    name: str
    run: Callable[[Attacked], Awaitable[str]]


async def together(*tasks: Awaitable[Answer]) -> list[Answer]:
    """Requests that are sent at the same time."""
    return list(await asyncio.gather(*tasks))
