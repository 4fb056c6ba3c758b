"""The studio in tests: on both databases, through a test client, a server or a real browser.

Import the fixtures that a test file needs (`tests/conftest.py` does so for all of them):
`database_url`, `database`, `studio`, `served`, `browser`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

OWNER, ANNOTATOR = "Olga Owner", "Anna Annotator"
PASSWORD = "plum jam at noon"
"""The password of everyone whom the helpers make."""

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE person; --",
    "{{ 7 * 7 }}{% raw %}",
    "אבג مرحبا",
    "a\u202eb\u200bc\ufeffd",
    "Z\u0351\u0357a\u0334l\u0335g\u0336o",
    "x" * 5000,
]
"""Texts that a page must show as text."""


def lacking(what: str) -> NoReturn:
    """Skip a test for want of something; where TAMIS_TEST_ALL is set, as in CI, fail it."""
    if os.environ.get("TAMIS_TEST_ALL"):
        pytest.fail(what)
    pytest.skip(what)


# --- databases ---------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL server in a folder of its own, on a Unix socket there, without a network.

    Unless it is `durable`, a crash may cost it its data: tests gain time by that.
    """

    def __init__(self, binaries: Path, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tamis-pg-"))
        self._as, self._binaries = _unprivileged(self.folder), binaries
        self._data = self.folder / "data"
        self._run(
            "initdb", "-D", str(self._data), "-U", "tamis", "-A", "trust",
            "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions",
        )  # fmt: skip
        self._options = ["listen_addresses=", f"unix_socket_directories={self.folder}"]
        self._options += ["shared_buffers=32MB", "max_connections=100"]
        if not durable:
            self._options += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
            self._options += ["autovacuum=off"]
        self.start()
        self._kept: Any = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self.process = subprocess.Popen(
            [str(self._binaries / "postgres"), "-D", str(self._data)]
            + [part for option in self._options for part in ("-c", option)],
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"),
            **self._as,
        )
        self._wait()

    def crash(self) -> None:
        """End the server as a power cut would end it; `start` then recovers its data."""
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", str(self._data))
        self.process.wait()

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://tamis@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        """Run one statement on the server's own database."""
        import psycopg

        address = f"host={self.folder} user=tamis dbname=postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def emptied(self) -> str:
        """The address of the one database that tests share, its tables made, nothing in them.

        Emptying it takes milliseconds, a database of its own for each test a good part of a
        second. A test that changes the tables themselves needs one of its own.
        """
        import psycopg

        from tamis.studio.database import open_database

        if self._kept is None:
            self.execute("CREATE DATABASE shared")
            open_database(self.url("shared")).close()
            address = f"host={self.folder} user=tamis dbname=shared"
            self._kept = psycopg.connect(address, autocommit=True)
            # Without the triggers of foreign keys the order of the tables does not matter.
            self._kept.execute("SET session_replication_role = replica")
            tables = self._kept.execute(
                "SELECT quote_ident(tablename) FROM pg_tables "
                "WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
            ).fetchall()
            [self._version] = self._kept.execute("SELECT version_num FROM alembic_version")
            self._empty = "; ".join(f"DELETE FROM {name}" for (name,) in tables)
        self._kept.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = 'shared' AND pid <> pg_backend_pid()"
        )
        self._kept.execute(self._empty)
        self._kept.execute("SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind='S'")
        self._kept.execute("UPDATE alembic_version SET version_num = %s", self._version)
        return self.url("shared")

    def stop(self) -> None:
        """Stop the server at once and remove its folder."""
        if self._kept is not None:
            self._kept.close()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._binaries / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, **self._as)

    def _wait(self) -> None:
        import psycopg

        deadline = time.monotonic() + 20
        while True:
            try:
                self.execute("SELECT 1")
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.02)


def postgres_binaries() -> Path:
    """The folder of PostgreSQL's programs; LookupError, with what to do, where it cannot be run."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found or shutil.which("initdb", path=str(found[-1].parent)) is None:
        raise LookupError("PostgreSQL is not installed (apt-get install postgresql)")
    if os.geteuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        raise LookupError("root cannot run PostgreSQL, and there is no user `postgres`")
    return found[-1].parent


def _unprivileged(folder: Path) -> dict[str, Any]:
    """How to start a process that may not be root's: the server refuses to be."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": folder}


_server: Postgres | None = None


def postgres() -> Postgres:
    """The test session's server, started on first use; the test is skipped where there is none."""
    global _server
    if _server is None:
        try:
            _server = Postgres(postgres_binaries())
        except LookupError as missing:
            lacking(missing.args[0])
    return _server


@pytest.fixture(scope="session", autouse=True)
def _postgres_stops() -> Iterator[None]:
    yield
    if _server is not None:
        _server.stop()


_sqlite_template: bytes | None = None


def sqlite_database(folder: Path) -> str:
    """The address of a fresh SQLite database in `folder`, its tables made."""
    global _sqlite_template
    path = folder / "studio.db"
    if _sqlite_template is None:
        from tamis.studio.database import open_database

        open_database(f"sqlite:///{path}").close()
        _sqlite_template = path.read_bytes()
    path.write_bytes(_sqlite_template)
    return f"sqlite:///{path}"


ON_BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
"""The databases; what runs on PostgreSQL is left to `make test-slow`."""


@pytest.fixture(params=ON_BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database with its tables, on each of the two."""
    pytest.importorskip("sqlalchemy", reason="the extra `studio` is not installed")
    if request.param == "sqlite":
        return sqlite_database(tmp_path)
    return postgres().emptied()


on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""For a test of what has nothing to do with the database: it runs on one of the two."""


@pytest.fixture
def database(database_url: str) -> Iterator[Any]:
    """The database, open."""
    from tamis.studio.database import open_database

    opened = open_database(database_url)
    yield opened
    opened.close()


# --- the app -----------------------------------------------------------------------------------


def settings_for(address: str, **changes: Any) -> Any:
    """Settings for tests: passwords are cheap to hash."""
    from tamis.studio.settings import Hashing, Settings

    base = Settings(address, b"s" * 32, port=8400, hashing=Hashing(1, 8, 1))
    return replace(base, **changes)


@dataclass
class Browsing:
    """One browser's view of the app, through Starlette's test client.

    `get` and `post` return responses (redirects are not followed); `post` adds the CSRF token.
    """

    app: Any
    client: Any
    token: str = ""

    def get(self, path: str, **options: Any) -> Any:
        """GET a page; remembers the CSRF token that it holds."""
        answer = self.client.get(path, **options)
        found = re.search(r'<meta name="csrf" content="(\w+)">', answer.text)
        if found:
            self.token = found[1]
        return answer

    def post(self, path: str, data: dict[str, Any] | None = None, **options: Any) -> Any:
        """POST a form with the token of this login."""
        if not self.token:
            self.token = self.client.get("/token").text
        headers = {"X-CSRF-Token": self.token, **options.pop("headers", {})}
        return self.client.post(path, data=data, headers=headers, **options)

    def log_in(self, name: str, password: str = PASSWORD) -> Browsing:
        """Log in through the login page."""
        self.get("/login")
        answer = self.post("/login", {"name": name, "password": password})
        assert answer.status_code == 303, answer.text
        self.token = ""
        return self


@dataclass
class StudioHere:
    """The app in this process: `browse()` is a new browser, `person()` makes someone."""

    app: Any
    settings: Any
    _open: list[Any] = field(default_factory=list)

    @property
    def database(self) -> Any:
        """The app's own database."""
        return self.app.state.studio.database

    def person(self, name: str, role: str = "annotator") -> Any:
        """Make a person with PASSWORD; returns `Who` (id, name, role)."""
        return make_person(self.app, name, role)

    def browse(self, name: str | None = None, role: str = "annotator") -> Browsing:
        """A new browser; with `name`, that person's, made where there is none, logged in."""
        from starlette.testclient import TestClient

        scheme = "https" if self.settings.https else "http"
        client = TestClient(
            self.app,
            base_url=f"{scheme}://127.0.0.1:{self.settings.port}",
            follow_redirects=False,
            headers={"accept": "text/html"},
        )
        if not self._open:
            # Entered once: start-up and shut-down hooks run around the whole test.
            client.__enter__()
            self._open.append(client)
        # All browsers talk to one event loop, as they would to one server.
        client.portal = self._open[0].portal
        browsing = Browsing(self.app, client)
        if name is not None:
            self.person(name, role)
            browsing.log_in(name)
        return browsing

    def owner(self) -> Browsing:
        """A browser in which OWNER has logged in."""
        return self.browse(OWNER, "owner")

    def annotator(self, name: str = ANNOTATOR) -> Browsing:
        """A browser in which an annotator has logged in."""
        return self.browse(name)

    def close(self) -> None:
        """Run the shut-down hooks."""
        for client in self._open:
            client.__exit__(None, None, None)
        self.database.close()


def make_person(app: Any, name: str, role: str = "annotator") -> Any:
    """Someone with PASSWORD in the app's database, unless already there; returns `Who`."""
    from tamis.studio.people.accounts import add_person, as_who, find_person

    studio = app.state.studio
    with studio.database.writing() as session:
        person = find_person(session, name)
        if person is None:
            person = add_person(session, name, studio.passwords.hash(PASSWORD), role)
        return as_who(person)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def login_cookie(app: Any, name: str, port: int) -> dict[str, str]:
    """The cookie that the login page on `port` would set for someone, for a tenth of the work."""
    from starlette.datastructures import MutableHeaders

    from tamis.studio.people.accounts import find_person
    from tamis.studio.people.login_sessions import LoginSession, LoginSessions

    studio = app.state.studio
    with studio.database.reading() as session:
        person = find_person(session, name)
    login, headers = LoginSession(""), MutableHeaders()
    login.enter(person.id, person.stamp)
    LoginSessions(replace(studio.settings, port=port)).write(login, headers)
    key, value = headers["set-cookie"].split(";")[0].split("=", 1)
    return {"name": key, "value": value}


def new_link(studio: StudioHere, **form: str) -> str:
    """A fresh invitation's path, made by the owner."""
    answer = studio.owner().post("/people/invitations", form or {"role": "annotator"})
    found = re.search(r'value="http://127.0.0.1:8400(/invitation/[\w-]{43})"', answer.text)
    assert found is not None, answer.text
    return found[1]


def studio_on(address: str, **changes: Any) -> StudioHere:
    """The app on a database, with `changes` to the settings; close it when done."""
    from tamis.studio.app import create_app

    settings = settings_for(address, **changes)
    return StudioHere(create_app(settings), settings)


@pytest.fixture
def studio(database_url: str) -> Iterator[StudioHere]:
    """The app on each database, in this process."""
    here = studio_on(database_url)
    yield here
    here.close()


# --- a server and a browser --------------------------------------------------------------------


class Served:
    """The app behind uvicorn on a free port, in a thread of this process."""

    def __init__(self, address: str, **changes: Any) -> None:
        import uvicorn

        from tamis.studio.app import create_app
        from tamis.studio.serve import listen

        self.socket = listen("127.0.0.1", 0)
        port = self.socket.getsockname()[1]
        self.settings = settings_for(address, port=port, **changes)
        self.app = create_app(self.settings)
        self.url = f"http://127.0.0.1:{port}"
        self._server = uvicorn.Server(
            uvicorn.Config(self.app, log_config=None, access_log=False, timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self.socket]}, daemon=True
        )
        self._thread.start()
        deadline = time.monotonic() + 20
        while not self._server.started:
            assert self._thread.is_alive(), "the studio did not start"
            assert time.monotonic() < deadline, "the studio did not start in time"
            time.sleep(0.01)

    @property
    def database(self) -> Any:
        """The app's own database."""
        return self.app.state.studio.database

    def person(self, name: str, role: str = "annotator") -> Any:
        """Make a person with PASSWORD; returns `Who`."""
        return make_person(self.app, name, role)

    def log_in(self, page: Any, name: str = OWNER, role: str = "owner") -> None:
        """Log a Playwright page in as `name`, made where there is none, and open the first page."""
        self.person(name, role)
        cookie = login_cookie(self.app, name, self.settings.port)
        page.context.add_cookies([{**cookie, "url": self.url}])
        page.goto(self.url)

    def log_in_by_form(self, page: Any, name: str = OWNER, role: str = "owner") -> None:
        """The same through the login page, as a person does it."""
        self.person(name, role)
        page.goto(f"{self.url}/login")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(lambda url: "/login" not in url)

    def stop(self) -> None:
        """Stop the server as SIGTERM would."""
        self._server.should_exit = True
        self._thread.join(20)
        self.socket.close()


@pytest.fixture
def served(database_url: str) -> Iterator[Served]:
    """The app on each database, behind a real server."""
    server = Served(database_url)
    yield server
    server.stop()


HALF = """
import asyncio
from tamis.cli import main
from tamis.studio.writing import jobs
from tamis.types import Reply

class Half:
    name = "lab/half"

    async def draft(self, question, passages, hear):
        return Reply("Wells were lined with stone [0].")

    async def revise(self, question, previous, instruction, summary, hear):
        if "feeling" in instruction:
            hear("Rain was")
            await asyncio.sleep(3600)
        return Reply("Wells were dug.")

async def author(name):
    return Half()

jobs.Authors = lambda: author
main()
"""
"""The command `tamis`, with a model in the same process that stops in the middle of its words."""


class StudioProcess:
    """`tamis studio` as a process that can be killed and started again on the same port.

    Its model stops in the middle of its words where it is asked "with feeling".
    """

    def __init__(self, folder: Path, address: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.address = address
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        import httpx

        command = [sys.executable, "-c", HALF, "studio", "--demo", "--database", self.address]
        command += ["--port", str(self.port), "--model", "lab/half", "--no-open"]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "TAMIS_STUDIO_SECRET": "s" * 32},
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"),
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{self.url}/healthz")
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL, in the middle of whatever it does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, started once: its shell where that is, at a third of the work."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed (pip install playwright)"
    )
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        lacking("Chromium is not installed (apt-get install chromium-headless-shell)")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=path, args=_ARGUMENTS)
        # Playwright's own event loop counts as running in this thread for as long as it lives,
        # and other tests could not run one: it is hidden outside of browser tests.
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        launched.tamis_loop = loop
        yield launched
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """Makes a fresh context (a browser of its own) with `browser(**options)`; closed at the end.

    Every context fails the test on an error in a page's console: a blocked script, a policy
    that was broken.
    """
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(**options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(10_000)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        contexts.append(context)
        return context

    make.wrong = wrong  # type: ignore[attr-defined]
    asyncio._set_running_loop(chromium.tamis_loop)
    try:
        yield make
        for context in contexts:
            with contextlib.suppress(Exception):
                context.close()
    finally:
        asyncio._set_running_loop(None)
    # A refused request (401, 404, 409, 422) is an error of the console, by Chromium and by htmx.
    refused = ("Failed to load resource", "Response Status Error Code")
    assert [text for text in wrong if not text.startswith(refused)] == []
