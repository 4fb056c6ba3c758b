"""Foundation of the studio: settings, the command, the server that it starts."""

from __future__ import annotations

import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

from studio import (
    OWNER,
    PASSWORD,
    Served,
    settings_for,
)

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import func, select

from tamis.studio.database.schema import (
    Unsent,
)
from tamis.studio.people import accounts
from tamis.studio.settings import data_folder, read_secret, secret_place
from tamis.types import InputError


def test_the_secret_is_made_once_for_its_owner(tmp_path):
    """Two that start at once agree on it; no one else can read it."""
    place = tmp_path / "new" / "studio.db.secret"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: read_secret(place, {}), range(16)))
    assert len(found) == 1
    assert len(found.pop()) >= 32
    assert place.stat().st_mode & 0o777 == 0o600
    assert place.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in place.parent.iterdir()] == ["studio.db.secret"]
    assert read_secret(place, {"TAMIS_STUDIO_SECRET": "e" * 40}) == b"e" * 40
    with pytest.raises(InputError, match="TAMIS_STUDIO_SECRET needs 32 bytes"):
        settings_for("sqlite:///x", secret=b"short")


def test_places(tmp_path):
    """The database is in the user's data folder, its secret beside it."""
    assert data_folder({"TAMIS_HOME": "/t"}, "linux").as_posix() == "/t/studio"
    assert data_folder({"XDG_DATA_HOME": "/d"}, "linux").as_posix() == "/d/tamis"
    assert data_folder({}, "darwin").as_posix().endswith("/Library/Application Support/tamis")
    assert secret_place("sqlite:////a/b.db").as_posix() == "/a/b.db.secret"
    assert secret_place("b.db").as_posix() == "b.db.secret"
    assert secret_place("postgresql://h/x").name == "studio.secret"
    assert "hunter2" not in repr(settings_for("postgresql://me:hunter2@h/x"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--demo", "--host", "0.0.0.0"], "--demo makes every visitor the owner"),
        (["--behind-proxy"], "--behind-proxy needs --name"),
        (["--database", "mysql://x/y"], "cannot use mysql"),
    ],
)
def test_commands_that_cannot_be(tamis_here, arguments, said):
    """What cannot be is one sentence, and exit code 2."""
    assert said in tamis_here("studio", *arguments, "--no-open", check=2).err


def test_a_port_that_is_taken(tamis_here):
    """A second studio on the same port says so in one sentence."""
    import socket

    from tamis.studio.serve import listen

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = tamis_here("studio", "--port", port, "--no-open", check=2).err
    with listen("127.0.0.1", 0) as ours:
        # What asyncio goes by to send small answers at once, not 40 ms later.
        assert ours.proto == socket.IPPROTO_TCP
    assert re.fullmatch(rf"Error: port {port} of 127.0.0.1 cannot be used \(.*\): give .*\n", said)


def test_the_command_prints_the_first_link(tamis_here, monkeypatch):
    """It says where the studio is and how to become its owner, and warns of an open host."""
    import uvicorn

    def run(self, sockets):
        self.started = True

    monkeypatch.setattr(uvicorn.Server, "run", run)
    said = tamis_here("studio", "--port", "18400", "--no-open").out
    assert "The studio is at http://127.0.0.1:18400\n" in said
    assert re.search(r"http://127.0.0.1:18400/invitation/[\w-]{43}\n", said)
    assert "Warning" not in said
    said = tamis_here("studio", "--port", "18400", "--host", "0.0.0.0", "--no-open").out
    assert "passwords travel unencrypted" in said
    assert "/invitation/" not in tamis_here("studio", "--demo", "--port", "18400").out
    link = tamis_here("studio", "--port", "18400", "invite", "--role", "owner").out
    assert re.fullmatch(r"http://127.0.0.1:18400/invitation/[\w-]{43}\n", link)


@pytest.mark.parametrize(
    ("arguments", "terminal", "screen", "opened"),
    [
        ((), True, True, True),
        ((), False, True, False),
        ((), True, False, False),
        (("--behind-proxy", "--name", "studio.example.org"), True, True, False),
        (("--open",), False, False, True),
        (("--no-open",), True, True, False),
    ],
)
def test_the_browser_opens_for_whoever_sits_at_the_screen(
    tamis_here, monkeypatch, arguments, terminal, screen, opened
):
    """At a terminal with a screen and without a proxy, unless it is said otherwise."""
    found = []
    monkeypatch.setattr("tamis.studio.serve.serve", lambda *_, browse, **__: found.append(browse))
    monkeypatch.setattr(import_module("tamis.cli.studio"), "_has_screen", lambda: screen)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    tamis_here("studio", *arguments)
    assert found == [opened]


def test_a_missing_extra_is_one_sentence(tamis_here, monkeypatch):
    """Without what the extra brings the command says how to install it."""
    import tamis.studio

    monkeypatch.setattr(tamis.studio, "find_spec", lambda name: None)
    assert "pip install 'tamis[studio]'" in tamis_here("studio", check=2).err


def test_many_at_once(served):
    """Fifty people who load and save at the same moment all get their answer."""
    import httpx

    served.person(OWNER, "owner")
    with httpx.Client(base_url=served.url, headers={"accept": "text/html"}) as one:
        token = one.get("/token").text
        form = {"name": OWNER, "password": PASSWORD}
        one.post("/login", data=form, headers={"x-csrf-token": token})
        token = one.get("/token").text
        cookie = {served.app.state.studio.logins.cookie: next(iter(one.cookies.values()))}
    codes = []
    # No connection uses it, and to make one for each takes longer than all else.
    tls = httpx.create_ssl_context()

    def visit(n):
        with httpx.Client(base_url=served.url, cookies=cookie, timeout=60, verify=tls) as client:
            headers = {"x-csrf-token": token}
            form = {"place": f"p{n}", "text": "t"}
            codes.append(client.post("/unsent", data=form, headers=headers).status_code)
            codes.append(client.get("/people", headers={"accept": "text/html"}).status_code)

    threads = [threading.Thread(target=visit, args=(n,)) for n in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] * 50 + [204] * 50
    with served.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Unsent)) == 50


def test_a_studio_stops(database_url):
    """Shutting down lets go of the database, and the next start finds everything."""
    first = Served(database_url)
    first.person(OWNER, "owner")
    first.stop()
    second = Served(database_url)
    with second.database.reading() as session:
        assert accounts.has_people(session)
    second.stop()
