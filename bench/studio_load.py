"""Fifty people annotating at once: page loads, and whether a label was lost.

On SQLite and on PostgreSQL. Each person opens an item, looks at it, saves, and is sent to the next,
twenty times; some skip one. They need one to two seconds for an item, which is a tenth of what
people need. Everyone logs in before the timing starts. It takes about a minute for each database.

    python bench/studio_load.py [--quick] [--database sqlite|postgresql|both]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field

from clock import Row, machine, table
from studio_site import DATABASES, PASSWORD, Place, Site, Visitor, places, settings, token_in

PEOPLE, ITEMS_EACH, RATERS = 50, 20, 3
THINKS = (1.0, 2.0)
"""Seconds between seeing an item and saving it: less than anyone needs."""
_LIMIT = 120.0

_HIDDEN = re.compile(r'type="hidden" name="(_\w+)" value="([^"]*)"')


@dataclass
class Seen:
    """What all people together saw: seconds of each page load and save, and what was confirmed."""

    pages: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    confirmed: set[tuple[str, str]] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)


def fill(address: str, people: str, items: str) -> None:
    """People and a project of theirs, on an empty database; prints the project's id."""
    from tamis.studio.annotating import project_store
    from tamis.studio.annotating.kinds import KINDS
    from tamis.studio.database import open_database
    from tamis.studio.database.schema import Project
    from tamis.studio.people.accounts import add_person
    from tamis.studio.people.passwords import Passwords

    kind = KINDS["acs_constraint"]
    response = "\n".join(f"* Item {n} of the plan (320 calories, 9 g protein)" for n in range(40))
    seeds = [
        kind.read(
            {
                "user_request": "Can you plan ten meals for me, with calories and protein?",
                "agent_response": response,
                "constraint": f"Meal {n} must have at least {n} g of protein.",
            },
            f"item {n}",
        )
        for n in range(int(items))
    ]
    password = Passwords(settings(address).hashing).hash(PASSWORD)
    database = open_database(address)
    with database.writing() as session:
        raters = [
            add_person(session, f"Rater {n:03d}", password, "annotator") for n in range(int(people))
        ]
        made = project_store.create_project(
            session, raters[0].id, "acs_constraint", "Load", "", RATERS, {}, seeds
        )
        project_store.set_members(
            session, session.get_one(Project, made.id), [one.id for one in raters]
        )
    database.close()
    print(made.id)


async def annotate(
    port: int, project: str, name: str, each: int, seen: Seen, go: asyncio.Barrier
) -> None:
    """One person: log in, wait for the others, then label."""
    rng, visitor = random.Random(name), Visitor(port)
    with contextlib.closing(visitor):
        logged_in = await visitor.log_in(name)
        if logged_in.status != 303:
            raise SystemExit(f"the login of {name} failed with {logged_in.status}")
        await go.wait()
        await asyncio.sleep(rng.uniform(0, THINKS[1]))
        address = (await visitor.ask(f"/annotating/{project}/next")).location
        for number in range(each):
            start = time.perf_counter()
            page = await visitor.ask(address)
            seen.pages.append(time.perf_counter() - start)
            if page.status != 200:
                seen.failed.append(f"{page.status} at {address}")
                return
            await asyncio.sleep(rng.uniform(*THINKS))
            sent = {**dict(_HIDDEN.findall(page.text)), "csrf": token_in(page.text)}
            sent |= {"_seconds": "3", "_comment": f"{name} {number}"}
            sent["satisfied"] = rng.choice(["satisfied", "not_satisfied"])
            skips = rng.random() < 0.05
            if skips:
                sent["_action"] = "skip"
            start = time.perf_counter()
            saved = await visitor.ask(address, sent)
            seen.saves.append(time.perf_counter() - start)
            if saved.status != 303:
                seen.failed.append(f"{saved.status} to a save of {name}")
                return
            if not skips:
                seen.confirmed.add((name, sent["_comment"]))
            address = saved.location
            if "nothing" in address:
                return


async def everyone(port: int, project: str, people: int, each: int) -> tuple[Seen, float]:
    """All people at once; what they saw, and the seconds that it took without the logins."""
    seen, go = Seen(), asyncio.Barrier(people + 1)
    async with asyncio.timeout(_LIMIT), asyncio.TaskGroup() as group:
        for number in range(people):
            group.create_task(annotate(port, project, f"Rater {number:03d}", each, seen, go))
        await go.wait()
        start = time.perf_counter()
    return seen, time.perf_counter() - start


def lost(place: Place, seen: Seen) -> tuple[int, int, int]:
    """Of the confirmed labels those that are not stored; stored ones; items with too many."""
    stored = set(
        place.rows(
            "SELECT p.name, a.comment FROM assignment a JOIN person p ON p.id = a.person_id "
            "WHERE a.state = 'done'"
        )
    )
    crowded = place.rows(
        "SELECT item_id FROM assignment WHERE state != 'skipped' "
        f"GROUP BY item_id HAVING COUNT(*) > {RATERS}"
    )
    return len(seen.confirmed - stored), len(stored), len(crowded)


def measure(quick: bool, database: str = "both") -> list[Row]:
    """The rows of the table."""
    return [row for place in places(database) for row in _on(place, quick)]


def _on(place: Place, quick: bool) -> list[Row]:
    people, each = (4, 3) if quick else (PEOPLE, ITEMS_EACH)
    command = [sys.executable, __file__, "fill", place.address, str(people), str(people * each)]
    filled = subprocess.run(command, check=True, capture_output=True, text=True)
    site = Site(place)
    try:
        site.start()
        project = filled.stdout.split()[-1]
        seen, seconds = asyncio.run(everyone(site.port, project, people, each))
        missing, stored, crowded = lost(place, seen)
    finally:
        site.stop()
    requests = len(seen.pages) + len(seen.saves)
    slow = sum(one > 0.3 for one in seen.pages)
    rows = []
    for what, times in (("page load", seen.pages), ("save", seen.saves)):
        for share in (50, 95, 99):
            rows.append(Row(f"{place.kind}: {what}, {share}%", _percentile(times, share)))
    rows[1] = Row(rows[1].what, rows[1].seconds, note=f"{slow} of {len(seen.pages)} over 300 ms")
    rows.append(
        Row(
            f"{place.kind}: {people} people at once",
            seconds,
            note=f"{requests / seconds:.0f} requests/s, {stored} labels stored, {missing} of "
            f"{len(seen.confirmed)} confirmed ones lost, {crowded} items with too many raters",
        )
    )
    if seen.failed:
        rows.append(Row(f"{len(seen.failed)} requests failed, such as {seen.failed[0]}"))
    return rows


def _percentile(times: list[float], share: int) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, len(ranked) * share // 100)]


if __name__ == "__main__":
    if sys.argv[1:2] == ["fill"]:
        fill(*sys.argv[2:])
    else:
        parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
        parser.add_argument("--quick", action="store_true", help="4 people, 3 items each")
        parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
        chosen = parser.parse_args()
        print(machine())
        print(table("studio_load", measure(chosen.quick, chosen.database)))
