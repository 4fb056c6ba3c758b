"""Fifty people annotating at once on SQLite: page loads, and whether a label was lost.

A studio of its own, in a process of its own, on a temporary database; loopback only. Each person
opens an item, looks at it, saves, and is sent to the next, twenty times; some skip one. They
need one to two seconds for an item, which is a tenth of what people need. Everyone logs in before
the timing starts, with passwords that are cheap to check here: real ones are costly on purpose.
It ends by itself in less than a minute.

    python bench/studio_load.py [--quick]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from clock import Row, machine, table

PASSWORD = "plum jam at noon"
PEOPLE, ITEMS_EACH, RATERS = 50, 20, 3
THINKS = (1.0, 2.0)
"""Seconds between seeing an item and saving it: less than anyone needs."""
_LIMIT = 45.0

_HIDDEN = re.compile(r'type="hidden" name="(_\w+)" value="([^"]*)"')
_TOKEN = re.compile(r'<meta name="csrf" content="(\w+)">')


@dataclass
class Seen:
    """What all people together saw: seconds of each page load and save, and what was confirmed."""

    pages: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    confirmed: set[tuple[str, str]] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)


def serve(folder: str, port: str, people: str, items: str) -> None:
    """The studio, with its people and its project; runs until it is told to stop."""
    import uvicorn

    from tamis.studio.annotating import project_store
    from tamis.studio.annotating.kinds import KINDS
    from tamis.studio.app import create_app
    from tamis.studio.database.schema import Project
    from tamis.studio.people.accounts import add_person
    from tamis.studio.settings import Hashing, Settings, sqlite_address

    cheap = Hashing(passes=1, kibibytes=8, lanes=1)
    address = sqlite_address(Path(folder))
    app = create_app(Settings(address, b"s" * 32, port=int(port), hashing=cheap))
    studio = app.state.studio
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
    password = studio.passwords.hash(PASSWORD)
    with studio.database.writing() as session:
        raters = [
            add_person(session, f"Rater {n:03d}", password, "annotator") for n in range(int(people))
        ]
        made = project_store.create_project(
            session, raters[0].id, "acs_constraint", "Load", "", RATERS, {}, seeds
        )
        project_store.set_members(
            session, session.get_one(Project, made.id), [one.id for one in raters]
        )
    (Path(folder) / "project").write_text(made.id)
    config = uvicorn.Config(
        app, host="127.0.0.1", port=int(port), log_config=None, access_log=False
    )
    uvicorn.Server(config).run()


class Visitor:
    """A browser that does as little as one can: one connection, cookies, forms."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status, where a redirect leads, and the page."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        body = b"" if form is None else urlencode(form).encode()
        lines = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            f"host: 127.0.0.1:{self.port}",
            "accept: text/html",
            f"cookie: {'; '.join(f'{name}={value}' for name, value in self.cookies.items())}",
            "content-type: application/x-www-form-urlencoded",
            f"content-length: {len(body)}",
        ]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in head[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _, value = value.partition(";")[0].partition("=")
                self.cookies[cookie] = value
            headers[name.lower()] = value
        text = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
        return int(head[0].split()[1]), headers.get("location", ""), text

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()


async def annotate(
    port: int, project: str, name: str, each: int, seen: Seen, go: asyncio.Barrier
) -> None:
    """One person: log in, wait for the others, then label."""
    rng, visitor = random.Random(name), Visitor(port)
    with contextlib.closing(visitor):
        _, _, text = await visitor.ask("/login")
        form = {"name": name, "password": PASSWORD, "csrf": _token(text)}
        status, _, _ = await visitor.ask("/login", form)
        if status != 303:
            raise SystemExit(f"the login of {name} failed with {status}")
        await go.wait()
        await asyncio.sleep(rng.uniform(0, THINKS[1]))
        _, address, _ = await visitor.ask(f"/annotating/{project}/next")
        for number in range(each):
            start = time.perf_counter()
            status, _, text = await visitor.ask(address)
            seen.pages.append(time.perf_counter() - start)
            if status != 200:
                seen.failed.append(f"{status} at {address}")
                return
            await asyncio.sleep(rng.uniform(*THINKS))
            sent = {**dict(_HIDDEN.findall(text)), "csrf": _token(text), "_seconds": "3"}
            sent["satisfied"] = rng.choice(["satisfied", "not_satisfied"])
            sent["_comment"] = f"{name} {number}"
            skips = rng.random() < 0.05
            if skips:
                sent["_action"] = "skip"
            start = time.perf_counter()
            status, address, _ = await visitor.ask(address, sent)
            seen.saves.append(time.perf_counter() - start)
            if status != 303:
                seen.failed.append(f"{status} to a save of {name}")
                return
            if not skips:
                seen.confirmed.add((name, sent["_comment"]))
            if "nothing" in address:
                return


def _token(text: str) -> str:
    found = _TOKEN.search(text)
    return found[1] if found else ""


async def everyone(port: int, project: str, people: int, each: int) -> tuple[Seen, float]:
    """All people at once; what they saw, and the seconds that it took without the logins."""
    seen, go = Seen(), asyncio.Barrier(people + 1)
    async with asyncio.timeout(_LIMIT), asyncio.TaskGroup() as group:
        for number in range(people):
            group.create_task(annotate(port, project, f"Rater {number:03d}", each, seen, go))
        await go.wait()
        start = time.perf_counter()
    return seen, time.perf_counter() - start


def lost(database: Path, seen: Seen) -> tuple[int, int, int]:
    """Of the confirmed labels those that are not stored; stored ones; items with too many."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        stored = set(
            connection.execute(
                "SELECT p.name, a.comment FROM assignment a JOIN person p ON p.id = a.person_id "
                "WHERE a.state = 'done'"
            )
        )
        crowded = connection.execute(
            "SELECT COUNT(*) FROM (SELECT item_id FROM assignment WHERE state != 'skipped' "
            "GROUP BY item_id HAVING COUNT(*) > ?)",
            (RATERS,),
        ).fetchone()[0]
    return len(seen.confirmed - stored), len(stored), crowded


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    people, each = (10, 8) if quick else (PEOPLE, ITEMS_EACH)
    items = people * each
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, __file__, "serve", folder, str(port), str(people), str(items)]
        server = subprocess.Popen(command)
        try:
            _await(server, port)
            project = (Path(folder) / "project").read_text()
            seen, seconds = asyncio.run(everyone(port, project, people, each))
            missing, stored, crowded = lost(Path(folder) / "studio.db", seen)
        finally:
            server.terminate()
            server.wait(10)
    requests = len(seen.pages) + len(seen.saves)
    slow = sum(one > 0.3 for one in seen.pages)
    rows = []
    for what, times in (("page load", seen.pages), ("save", seen.saves)):
        for share in (50, 95, 99):
            rows.append(Row(f"{what}, {share}%", _percentile(times, share)))
    rows[1] = Row(rows[1].what, rows[1].seconds, note=f"{slow} of {len(seen.pages)} over 300 ms")
    rows.append(
        Row(
            f"{people} people at once",
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


def _await(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if server.poll() is not None or time.monotonic() > deadline:
            raise SystemExit("the studio did not start")
        time.sleep(0.05)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(*sys.argv[2:])
    else:
        parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
        parser.add_argument("--quick", action="store_true", help="10 people, 8 items each")
        print(machine())
        print(table("studio_load", measure(parser.parse_args().quick)))
