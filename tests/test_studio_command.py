"""The command `tamis studio`: its settings and places, links and codes, the server it starts."""

from __future__ import annotations

import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from studio import ANNOTATOR, OWNER, Served, on_sqlite, settings_for

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from tamis.studio import serve
from tamis.studio.database.schema import Invitation, Person, now
from tamis.studio.people import accounts
from tamis.studio.people.login_codes import is_login_code
from tamis.studio.settings import data_folder, read_secret, secret_place, sqlite_address
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


@pytest.mark.parametrize(
    ("environment", "system", "folder"),
    [
        ({"TAMIS_HOME": "/t", "XDG_DATA_HOME": "/d"}, "linux", "/t/studio"),
        ({"XDG_DATA_HOME": "/d"}, "linux", "/d/tamis"),
        ({}, "linux", "~/.local/share/tamis"),
        ({"XDG_DATA_HOME": "/d"}, "darwin", "~/Library/Application Support/tamis"),
        ({"APPDATA": "/a"}, "win32", "/a/tamis"),
    ],
)
def test_the_database_is_in_the_users_data_folder(environment, system, folder):
    """Where each system keeps such data."""
    assert data_folder(environment, system) == Path(folder).expanduser()


def test_the_secret_is_beside_the_database(tmp_path):
    """Neither it nor a database's password is in what is printed of the settings."""
    assert secret_place("sqlite:////a/b.db").as_posix() == "/a/b.db.secret"
    assert secret_place("b.db").as_posix() == "b.db.secret"
    assert secret_place("postgresql://h/x").name == "studio.secret"
    shown = repr(settings_for("postgresql://me:hunter2@h/x"))
    assert "hunter2" not in shown
    assert "sss" not in shown
    assert sqlite_address(tmp_path / "a") == f"sqlite:///{tmp_path}/a/studio.db"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("changes", "address"),
    [
        ({}, "http://127.0.0.1:8400"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8400"),
        ({"host": "::"}, "http://[::1]:8400"),
        ({"host": "[::2]", "port": 1}, "http://[::2]:1"),
        ({"https": True, "names": ("a.org", "b.org")}, "https://a.org"),
        ({"names": ("a.org",)}, "http://127.0.0.1:8400"),
    ],
)
def test_the_address_that_is_printed_can_be_opened(changes, address):
    """On this machine, or the public one behind a proxy."""
    assert serve.base(settings_for("x", **changes)) == address


def test_a_studio_that_others_can_reach_unencrypted_is_warned_of():
    """Not one of this machine alone, nor one behind a proxy with HTTPS."""
    for host, warned in (
        ("localhost", 0), ("127.9.9.9", 0), ("[::1]", 0), ("0.0.0.0", 1), ("10.0.0.1", 1)
    ):  # fmt: skip
        assert len(serve.warnings(settings_for("x", host=host))) == warned, host
        assert serve.warnings(settings_for("x", host=host, https=True)) == []


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
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = tamis_here("studio", "--port", port, "--no-open", check=2).err
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


def test_a_missing_extra_is_one_sentence(tamis_here, monkeypatch):
    """Without what the extra brings the command says how to install it."""
    import tamis.studio

    monkeypatch.setattr(tamis.studio, "find_spec", lambda name: None)
    assert "pip install 'tamis[studio]'" in tamis_here("studio", check=2).err


@on_sqlite
def test_codes_and_links_are_made_for_someone_by_their_name(studio):
    """A code to log in; a link to a new password, or to an account where there is none."""
    with pytest.raises(InputError, match="nobody here is called 'Zoe'"):
        serve.code_for(studio.settings, "Zoe")
    anna = studio.person(ANNOTATOR)
    links = [
        serve.invitation_link(studio.settings, role, name)
        for role, name in (("annotator", ANNOTATOR), ("owner", "Zoe"))
    ]
    assert len(set(links)) == 2
    assert all(one.startswith("http://127.0.0.1:8400/invitation/") for one in links)
    with studio.database.reading() as transaction:
        rows = list(transaction.scalars(select(Invitation).order_by(Invitation.created_at)))
        someone = transaction.get_one(Person, anna.id)
    assert [(one.person_id, one.name) for one in rows] == [(anna.id, ANNOTATOR), (None, "Zoe")]
    assert rows[1].role == "owner"
    code = serve.code_for(studio.settings, f" {ANNOTATOR.upper()} ")
    assert is_login_code(studio.settings.secret, someone, code, now())


def test_a_studio_stops(database_url):
    """Shutting down lets go of the database, and the next start finds everything."""
    first = Served(database_url)
    first.person(OWNER, "owner")
    first.stop()
    second = Served(database_url)
    with second.database.reading() as session:
        assert accounts.has_people(session)
    second.stop()
