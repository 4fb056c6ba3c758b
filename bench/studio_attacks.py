"""Four hundred attacks on a served studio, and how many it held off.

    python bench/studio_attacks.py [--database sqlite|postgresql|both] [--only WORDS]

On SQLite and on PostgreSQL, each on a studio of its own, in a process of its own. An attack is held
off where the database and the pages are as they would be without it; the status of an answer alone
proves nothing. The tables of `attacks/` say what is tried: every route by everyone who may not use
it, every form as another site would send it, and what people have thought of beside. After the last
one the studio must still answer, its log must hold no traceback, and every form must work for the
person who may send it (the controls). Exit code 1 where an attack succeeded, with its name.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time

from attacks import forgery, logins, races, rights, sizes, texts
from attacks.attacked import Attack, Attacked, prepare
from attacks.routes import CONTROLS, GETS, POSTS, controls
from clock import Row, machine, table
from studio_site import DATABASES, Place, Site, places, settings

PARTS = (forgery, rights, logins, texts, sizes, races)
ATTACKS: list[Attack] = [attack for part in PARTS for attack in part.ATTACKS]
_LIMIT = 60.0
"""Seconds that an attack may take."""


async def attack(here: Attacked, chosen: list[Attack]) -> list[str]:
    """Try every attack; those that succeeded, with what they achieved."""
    succeeded = []
    for one in chosen:
        logged = len(here.site.log)
        try:
            async with asyncio.timeout(_LIMIT):
                said = await one.run(here)
        except TimeoutError:
            said = f"no answer within {_LIMIT:.0f} seconds"
        except Exception as error:
            said = f"it could not be tried: {error!r:.200}"
        if "Traceback" in here.site.log[logged:]:
            said = said or "a traceback is in the log"
        if said:
            succeeded.append(f"{one.name}: {said}")
    return succeeded


def unknown_routes(place: Place) -> list[str]:
    """The studio's routes that no table has: there should be none."""
    from tamis.studio.app import create_app

    app = create_app(settings(place.address))
    paths = app.openapi()["paths"]
    app.state.studio.database.close()
    known = {(one.method, _shape(one.path)) for one in (*GETS, *POSTS)}
    found = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    return [f"{method} {path}" for method, path in found if (method, _shape(path)) not in known]


def _shape(path: str) -> str:
    """A path without its query, with `*` for what differs from thing to thing."""
    return re.sub(r"\{.*?\}", "*", path.partition("?")[0])


def measure(database: str = "both", only: str = "") -> tuple[list[Row], list[str]]:
    """The rows of the table, and the attacks that succeeded."""
    rows, wrong = [], []
    chosen = [one for one in ATTACKS if only in one.name]
    for place in places(database):
        site = Site(place)
        here = prepare(place, site)
        try:
            strange = unknown_routes(place)
            site.start()
            start = time.perf_counter()
            succeeded, fail = asyncio.run(_all(here, chosen))
            seconds = time.perf_counter() - start
        finally:
            site.stop()
            here.database.close()
        held = len(chosen) - len(succeeded)
        rows.append(Row(f"{place.kind}: held off: {held} of {len(chosen)}", seconds))
        works = f"{len(CONTROLS) - len(fail)} of {len(CONTROLS)} forms"
        rows.append(Row(f"{place.kind}: {works} work for whoever may send them"))
        wrong += [f"{place.kind}: {one}" for one in succeeded]
        wrong += [f"{place.kind}: the control {one} does not work" for one in fail]
        wrong += [f"{place.kind}: {one} is in no table of routes" for one in strange]
        if "Traceback" in site.log:
            wrong.append(f"{place.kind}: the log holds a traceback")
    return rows, wrong


async def _all(here: Attacked, chosen: list[Attack]) -> tuple[list[str], list[str]]:
    succeeded = await attack(here, chosen)
    return succeeded, await controls(here)


def main() -> None:
    """Attack, print the table, and end with 1 where an attack succeeded."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument("--only", default="", metavar="WORDS", help="attacks whose name has these")
    asked = parser.parse_args()
    print(machine(), flush=True)
    rows, wrong = measure(asked.database, asked.only)
    print(table("studio_attacks", rows))
    for one in wrong:
        print(f"  {one}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
