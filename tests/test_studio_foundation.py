"""The studio's foundation: database, people, what holds for every request, pages."""

from __future__ import annotations

import contextlib
import html
import logging
import re
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from studio import (
    ANNOTATOR,
    OWNER,
    PASSWORD,
    Served,
    on_sqlite,
    postgres,
    settings_for,
    studio_on,
)

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from fastapi.routing import APIRoute
from jinja2 import DictLoader
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from tamis.studio.database import open_database
from tamis.studio.database.tables import (
    Base,
    Invitation,
    Moment,
    Person,
    Unsent,
    Words,
    Writing,
    WritingEvent,
)
from tamis.studio.pages import environment, local
from tamis.studio.people import accounts
from tamis.studio.people.names import clean_name, name_key
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.throttle import Throttle
from tamis.studio.settings import Hashing, data_folder, read_secret, secret_place
from tamis.types import InputError

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE person; --",
    "{{ 7 * 7 }}{% raw %}",
    "אבג مرحبا",
    "a‮b​c﻿d",
    "Z͑͗a̴l̵g̶o",
    "x" * 5000,
]


# --- the database --------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request, tmp_path):
    """The address of a database in which nothing has been made yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'deep' / 'er.db'}"
        return
    name = f"e{secrets.token_hex(6)}"
    postgres().execute(f"CREATE DATABASE {name}")
    yield postgres().url(name)
    postgres().execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_migrations_make_the_tables_of_the_models(database):
    """What the migrations leave behind is what the models say, on both databases."""

    def same_type(_context, _column, _metadata, inspected, declared):
        # SQLite has no time zones, and keeps what the models call Words as TEXT.
        kinds = {Moment: "DATETIME", Words: "TEXT"}
        if type(declared) in kinds:
            found = str(inspected).upper().replace("TIMESTAMP", "DATETIME")
            return not found.startswith(kinds[type(declared)])
        return None

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": same_type})
        assert compare_metadata(context, Base.metadata) == []


def test_starts_at_the_same_time_migrate_once(empty_url):
    """Several processes may start at once on an empty database."""
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda _: open_database(empty_url), range(4)))
    with opened[0].reading() as session:
        assert session.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
        assert session.scalar(select(func.count(Person.id))) == 0
    for database in opened:
        database.close()


def test_a_newer_database_is_refused(database_url):
    """A database that a newer version has written is left alone, in one sentence."""
    database = open_database(database_url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(InputError, match=r"newer version of Tamis: update Tamis"):
        open_database(database_url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://root@localhost/x", "cannot use mysql"),
        ("sqlite://", "needs a database that lasts"),
        ("sqlite:///:memory:", "needs a database that lasts"),
        ("://", "is none"),
        ("postgresql://me:hunter2@/x?host=/nonexistent", r"://me:\*\*\*@/x.* cannot be used"),
        ("sqlite:////proc/none/at/all.db", "cannot be"),
    ],
)
def test_databases_that_cannot_be_used(address, said):
    """Every other address is refused with a sentence that keeps the password to itself."""
    with pytest.raises(InputError, match=said) as refusal:
        open_database(address)
    assert "hunter2" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def add(database, name="Ada"):
    """Someone in the database; returns their number."""
    with database.writing() as session:
        return accounts.add_person(session, name, None, "annotator").id


def test_reading_cannot_write(database):
    """A write in `reading` raises rather than being lost."""
    number = add(database)
    with database.reading() as session:
        session.add(Unsent(person_id=number, place="x", text="y"))
        with pytest.raises(DBAPIError):
            session.flush()
    add(database, "Bob")


def test_reading_sees_one_state(database):
    """What others commit in the meantime does not show in a session that has begun to read."""
    with database.reading() as session:
        assert session.scalar(select(func.count(Person.id))) == 0
        add(database)
        assert session.scalar(select(func.count(Person.id))) == 0
    with database.reading() as session:
        assert session.scalar(select(func.count(Person.id))) == 1


def test_an_error_undoes_a_transaction(database):
    """Nothing of a transaction that fails remains, and the next one can write."""
    with contextlib.suppress(ZeroDivisionError), database.writing() as session:
        accounts.add_person(session, "Ada", None, "annotator")
        _ = 1 / 0
    assert add(database) >= 1


def test_transactions_that_write_do_not_nest(database):
    """One inside another would wait for itself: a mistake that is said at once."""
    with (
        database.writing(),
        pytest.raises(RuntimeError, match="inside another"),
        database.writing(),
    ):
        pass
    add(database)


def test_who_writes_is_alone(database):
    """Read, then write: side by side no one overwrites what another has written."""
    number = add(database)

    def one_more(_):
        with database.writing() as session:
            row = session.get(Unsent, (number, "count"))
            if row is None:
                session.add(Unsent(person_id=number, place="count", text="1"))
            else:
                row.text = str(int(row.text) + 1)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(one_more, range(60)))
    with database.reading() as session:
        assert session.get_one(Unsent, (number, "count")).text == "60"


def test_writers_on_two_connections_are_alone(database_url):
    """The same holds for two processes, which share nothing but the database."""
    both = [open_database(database_url), open_database(database_url)]
    number = add(both[0])

    def one_more(turn):
        with both[turn % 2].writing() as session:
            count = session.scalar(select(func.count()).select_from(Unsent)) or 0
            session.add(Unsent(person_id=number, place=str(count), text=""))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one_more, range(20)))
    with both[0].reading() as session:
        assert session.scalar(select(func.count()).select_from(Unsent)) == 20
    for database in both:
        database.close()


def test_texts_come_back_as_they_were(database):
    """Only what no database can hold, NUL and half surrogates, is replaced."""
    number = add(database)
    for said in (*HOSTILE, "a\0b", "half \ud83d of one", "\U0001f600"):
        kept = re.sub("[\0\ud800-\udfff]", "\ufffd", said)
        settings = {"said": said, said: [said]}
        with database.writing() as session:
            session.add(Unsent(person_id=number, place=said, text=said))
            writing = Writing(owner_id=number, question=said, model="m", alias="A")
            writing.settings = settings
            session.add(writing)
        with database.reading() as session:
            assert session.get_one(Unsent, (number, said)).text == kept
            found = session.scalars(select(Writing).where(Writing.question == said)).one()
            assert (found.question, found.settings) == (kept, settings)
            assert found.created_at.tzinfo is not None
            assert abs(found.created_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_two_tabs_collide(database):
    """The same number twice in one writing session is refused by the database."""
    number = add(database)
    with database.writing() as session:
        session.add(Writing(id="w", owner_id=number, question="?", model="m", alias="A"))
        session.flush()
        session.add(WritingEvent(writing_id="w", number=1, record={}))
    with pytest.raises(IntegrityError), database.writing() as session:
        session.add(WritingEvent(writing_id="w", number=1, record={"other": "tab"}))
    with pytest.raises(IntegrityError), database.writing() as session:
        session.add(WritingEvent(writing_id="nowhere", number=1, record={}))


def test_sqlite_keeps_what_was_confirmed(tmp_path):
    """A commit is on the disk before it is confirmed, and readers do not block writers."""
    database = open_database(str(tmp_path / "a.db"))
    with database.reading() as session:
        pragmas = {
            name: session.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15000
    }  # fmt: skip
    database.close()


# --- names and passwords -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "same",
    [
        ("Anna", "anna"),
        ("Anna", "Аnna"),  # a Cyrillic capital
        ("Iris", "lris"),
        ("Zoë", "Zoe\u0308"),
        ("Ann Lee", "Ann\u00a0 Lee"),
        ("Oskar", "ΟSKAR"),  # a Greek capital
        ("Straße", "STRASSE"),
        ("Bob", "Ｂob"),  # full width
        ("Fi", "ﬁ"),  # a ligature
        ("admin", "adm\u200bin"),
    ],
)
def test_names_that_look_alike_are_one(same):
    """Two names that the eye cannot tell apart have the same key; others do not."""
    assert name_key(same[0]) == name_key(same[1])
    assert name_key(same[0]) != name_key(same[0] + "x")


def test_names_of_different_people_differ():
    """Names of other alphabets, and names that share letters, stay apart."""
    names = ["Anna", "Hanna", "Анна Петрова", "Иван", "שלום", "Ödön", "Odon", "王芳", "王方"]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["", "   ", "a\u202eb", "a\u200bb", "a\0b", "--", "x" * 81, "\ud800a"]
)
def test_names_that_are_none(name):
    """Empty, invisible, endless: refused in one sentence."""
    with pytest.raises(InputError, match=r"^The name [^\n]*\.$"):
        clean_name(name, 80)


def test_names_are_kept_as_they_are_written():
    """Spaces are tidied and letters composed; nothing else changes."""
    assert clean_name("  Zoe\u0308   O'Hara ", 80) == "Zoë O'Hara"


def test_passwords():
    """Only the right one opens; no one's password is the same work; cheap hashes are noticed."""
    cheap, dear = Passwords(Hashing(1, 8, 1)), Passwords(Hashing(2, 16, 1))
    kept = cheap.hash(PASSWORD)
    assert PASSWORD not in kept
    assert kept != cheap.hash(PASSWORD)
    assert kept.startswith("$argon2id$")
    assert cheap.check(kept, PASSWORD)
    assert not cheap.check(kept, PASSWORD + "!")
    assert not cheap.check(None, "a password that no one has")
    assert not cheap.check("broken", PASSWORD)
    assert not cheap.check(kept, "x" * 10_000)
    assert dear.outdated(kept)
    assert not cheap.outdated(kept)
    for wrong in ("short", "x" * 501):
        with pytest.raises(InputError, match="The password"):
            cheap.hash(wrong)
    with pytest.raises(InputError, match="must not be the name"):
        cheap.hash("Wilhelmina", "wilhelmina")


def test_throttle():
    """After the free attempts the wait doubles; it ends, and success ends it at once."""
    clock = [0.0]
    throttle = Throttle(clock=lambda: clock[0], size=3)
    waits = []
    for _ in range(8):
        wait = throttle.attempt({("a",): 5})
        waits.append(wait)
        clock[0] += wait
        if wait:
            assert throttle.attempt({("a",): 5}) == 0
    assert waits == [0, 0, 0, 0, 0, 1, 2, 4]
    assert throttle.attempt({("a",): 5, ("b",): 5}) == 8
    throttle.succeeded(("a",))
    assert throttle.attempt({("a",): 5}) == 0
    for other in "bcdefg":
        throttle.attempt({(other,): 1})
    assert len(throttle._failed) == 3
    for _ in range(100):
        clock[0] += throttle.attempt({("z",): 1})
    assert throttle.attempt({("z",): 1}) == 0
    assert 800 < throttle.attempt({("z",): 1}) <= 900
    clock[0] += 4000
    assert throttle.attempt({("z",): 1}) == 0


# --- logging in ----------------------------------------------------------------------------------


def cookies(answer):
    """The cookies that a response sets."""
    return answer.headers.get_list("set-cookie")


def test_the_login_cookie(studio):
    """It is signed, out of reach for scripts and other sites, and new with every login."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    here.get("/login")
    before, token = here.client.cookies["tamis_8400"], here.token
    answer = here.post("/login", {"name": OWNER.lower(), "password": PASSWORD, "next": "/people"})
    assert answer.headers["location"] == "/people"
    [cookie] = cookies(answer)
    assert re.fullmatch(
        r"tamis_8400=[\w.-]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax", cookie
    )
    after = here.client.cookies["tamis_8400"]
    assert after != before
    # A token that was planted or read before the login is worth nothing after it.
    assert studio.browse().get("/token", headers={"cookie": f"tamis_8400={after}"}).text != token
    assert here.get("/people").status_code == 200
    forged = after[:-2] + ("AA" if after[-2:] != "AA" else "BB")
    for value, code in ((before, 303), (forged, 303), ("", 303), (after, 200)):
        answer = studio.browse().get("/people", headers={"cookie": f"tamis_8400={value}"})
        assert answer.status_code == code


@on_sqlite
def test_the_login_cookie_over_https(database_url):
    """With HTTPS it never travels without."""
    studio = studio_on(database_url, https=True, names=("studio.example.org",))
    answer = studio.browse().get("/login")
    assert answer.headers["strict-transport-security"]
    assert re.fullmatch(
        r"__Host-tamis=[^;]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure",
        cookies(answer)[0],
    )
    studio.close()


@on_sqlite
def test_wrong_logins_say_nothing(studio):
    """A wrong name and a wrong password look the same; the form keeps the name alone."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    answers = [
        here.post("/login", {"name": name, "password": "not the one"}).text
        for name in (OWNER, "Nobody Atall")
    ]
    assert "The name or the password is not right." in answers[0]
    assert answers[0].replace(OWNER, "X") == answers[1].replace("Nobody Atall", "X")
    assert "not the one" not in answers[0]


@on_sqlite
def test_attempts_are_throttled(studio):
    """The sixth attempt at a name has to wait, even with the right password."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    for _ in range(5):
        assert here.post("/login", {"name": OWNER, "password": "wrong one"}).status_code == 401
    answer = here.post("/login", {"name": OWNER, "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert "Too many attempts" in answer.text


def test_logging_out(studio):
    """Logging out ends this visit; the token of before is worth nothing."""
    here = studio.owner()
    here.get("/people")
    token = here.token
    assert here.post("/logout").headers["location"] == "/login"
    assert here.get("/people").headers["location"] == "/login?next=%2Fpeople"
    answer = here.client.post("/logout", headers={"x-csrf-token": token})
    assert answer.status_code == 403


@pytest.mark.parametrize("end", ["/account/password", "/account/logout", "disable"])
def test_what_ends_other_logins(studio, end):
    """A new password, logging out everywhere, being locked out: other visits end at once."""
    here, elsewhere = studio.annotator(), studio.annotator()
    assert elsewhere.get("/account").status_code == 200
    if end == "disable":
        number = studio.person(ANNOTATOR).id
        assert studio.owner().post(f"/people/{number}/disable").status_code == 303
        assert here.get("/account").status_code == 303
        answer = studio.browse().post("/login", {"name": ANNOTATOR, "password": PASSWORD})
        assert answer.status_code == 401
        assert studio.owner().post(f"/people/{number}/enable").status_code == 303
        studio.annotator()
    else:
        form = {"old": PASSWORD, "password": "another one now", "again": "another one now"}
        assert here.post(end, form).status_code == 303
        assert here.get("/account").status_code == (200 if end.endswith("password") else 303)
    assert elsewhere.get("/account").status_code == 303


def test_whoever_is_locked_out_has_no_visit(studio):
    """It is the account that counts, however it came to be locked."""
    here = studio.annotator()
    with studio.database.writing() as session:
        session.scalars(select(Person)).one().disabled_at = datetime.now(UTC)
    assert here.get("/account").status_code == 303


@on_sqlite
def test_changing_the_password(studio):
    """The present one is needed, the new one twice; each mistake is said."""
    here = studio.annotator()
    for form, said in (
        ({"old": "wrong wrong", "password": "n" * 12, "again": "n" * 12}, "present password"),
        ({"old": PASSWORD, "password": "n" * 12, "again": "m" * 12}, "differ"),
        ({"old": PASSWORD, "password": "short", "again": "short"}, "10 characters"),
        ({"old": PASSWORD, "password": ANNOTATOR, "again": ANNOTATOR}, "must not be the name"),
    ):
        answer = here.post("/account/password", form)
        assert answer.status_code == 422
        assert said in answer.text
    studio.annotator()


@on_sqlite
def test_a_cheap_hash_is_made_anew_at_login(database_url):
    """Who logs in after the cost has risen gets a hash of the new cost."""
    studio = studio_on(database_url, hashing=Hashing(2, 16, 1))
    cheap = Passwords(Hashing(1, 8, 1)).hash(PASSWORD)
    with studio.database.writing() as session:
        accounts.add_person(session, "Ada", cheap, "annotator")
    studio.browse().log_in("Ada")
    with studio.database.reading() as session:
        assert "m=16,t=2,p=1" in (session.scalars(select(Person.password_hash)).one() or "")
    studio.close()


@pytest.mark.parametrize(
    "url",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "", "x",
     "/\t/evil.example", "/a\nb", "\\\\evil", "/%5c\\evil"],
)  # fmt: skip
def test_redirects_stay_here(url):
    """An address elsewhere becomes the first page."""
    assert local(url) == "/"


def test_redirects_keep_places_here():
    """A path with its query is kept."""
    assert local("/writing/x?turn=2#answer") == "/writing/x?turn=2#answer"


@on_sqlite
def test_the_login_leads_on_to_pages_here_only(studio):
    """`next` cannot send anyone to another site."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    assert 'value="/"' in here.get("/login?next=//evil.example").text
    form = {"name": OWNER, "password": PASSWORD, "next": "https://evil.example"}
    assert here.post("/login", form).headers["location"] == "/"
    assert here.get("/login?next=//evil.example").headers["location"] == "/"


# --- invitations and roles -----------------------------------------------------------------------


def new_link(studio, **form):
    """A fresh invitation's path, made by the owner."""
    answer = studio.owner().post("/people/invitations", form or {"role": "annotator"})
    return re.search(r'value="http://127.0.0.1:8400(/invitation/[\w-]{43})"', answer.text)[1]


JOIN = {"name": "Ned New", "password": PASSWORD, "again": PASSWORD}


def test_an_invitation_makes_one_account(studio):
    """It works once, for its role; the link itself is not kept."""
    link = new_link(studio, role="annotator", name="Ned")
    with studio.database.reading() as session:
        [kept] = session.scalars(select(Invitation)).all()
        assert link.split("/")[-1] not in (kept.token_hash, kept.name)
    here = studio.browse()
    assert 'value="Ned"' in here.get(link).text
    assert here.post(link, JOIN).headers["location"] == "/"
    assert here.get("/writing").status_code == 200
    assert here.get("/people").status_code == 403
    for again in (here, studio.browse()):
        assert again.get(link).status_code == 404
        assert again.post(link, {**JOIN, "name": "Second"}).status_code == 404
    studio.browse().log_in("ned new")


def test_an_invitation_used_twice_at_once_makes_one_account(studio):
    """Of several who use it at the same moment one gets in."""
    link = new_link(studio)
    browsers = [studio.browse() for _ in range(4)]
    for browser in browsers:
        browser.get(link)

    def join(n):
        return browsers[n].post(link, {**JOIN, "name": f"Ned {'abcd'[n]}"}).status_code

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(pool.map(join, range(4)))
    assert codes[0] == 303
    assert set(codes[1:]) <= {404, 422}


def test_an_invitation_lapses(studio, monkeypatch):
    """After its seven days it opens nothing."""
    link = new_link(studio)
    late = datetime.now(UTC) + timedelta(days=7, minutes=1)
    assert studio.browse().get(link).status_code == 200
    monkeypatch.setattr(accounts, "now", lambda: late)
    assert studio.browse().get(link).status_code == 404
    assert studio.browse().post(link, JOIN).status_code == 404


def test_an_invitation_can_be_withdrawn(studio):
    """The owner takes it back from the list of open ones."""
    link = new_link(studio)
    owner = studio.owner()
    withdraw = re.search(r"/people/invitations/\w+/withdraw", owner.get("/people").text)[0]
    owner.post(withdraw)
    assert studio.browse().get(link).status_code == 404
    assert "withdraw" not in owner.get("/people").text.split("The invitation is withdrawn.")[1]


@on_sqlite
def test_mistakes_in_an_invitation_are_said(studio):
    """The form comes back with the sentence and the name, and the invitation stays good."""
    studio.person("Anna Annotator")
    link = new_link(studio)
    here = studio.browse()
    for change, said in (
        ({"again": "something else"}, "The two passwords differ."),
        ({"password": "short", "again": "short"}, "10 characters or more"),
        ({"name": "anna annotator"}, "This name is taken"),
        ({"name": "Аnna Аnnotator"}, "looks like the name of someone else"),
        ({"name": "a\u202eb"}, "cannot be seen"),
        ({"name": ""}, "needs a letter"),
    ):
        answer = here.post(link, {**JOIN, **change})
        assert (answer.status_code, said in answer.text) == (422, True), said
        assert PASSWORD not in answer.text
    assert here.post(link, JOIN).status_code == 303


def test_an_owner_can_help_with_a_forgotten_password(studio):
    """A link sets a new password for the same account, and ends its logins."""
    old = studio.annotator()
    number = studio.person(ANNOTATOR).id
    answer = studio.owner().post(f"/people/{number}/invitation")
    link = re.search(r"/invitation/[\w-]{43}", answer.text)[0]
    here = studio.browse()
    assert ANNOTATOR in here.get(link).text
    assert here.post(link, {"password": "a fresh one", "again": "a fresh one"}).status_code == 303
    assert old.get("/account").status_code == 303
    studio.browse().log_in(ANNOTATOR, "a fresh one")


def test_the_last_owner_cannot_be_locked_out(studio):
    """Someone must be able to let people in."""
    owner = studio.owner()
    answer = owner.post(f"/people/{studio.person(OWNER).id}/disable")
    assert (answer.status_code, "last owner" in answer.text) == (422, True)
    assert owner.get("/people").status_code == 200


def test_the_first_link(database):
    """A studio without people has one owner's link, the latest; one with people has none."""
    with database.writing() as session:
        first = accounts.first_invitation(session)
        second = accounts.first_invitation(session)
        assert accounts.find_invitation(session, first) is None
        person = accounts.accept(session, second, "Ada", "hash")
        assert person.role == "owner"
        assert accounts.first_invitation(session) is None


@on_sqlite
def test_only_a_demo_lets_in_with_a_click(studio, database_url):
    """The demo's button works in a demo alone."""
    assert studio.browse().post("/demo").status_code == 404
    demo = studio_on(database_url, demo=True)
    here = demo.browse()
    assert "Enter the demo" in here.get("/login").text
    assert here.post("/demo").headers["location"] == "/"
    assert "Demo owner" in here.get("/people").text
    again = demo.browse().post("/login", {"name": "Demo owner", "password": ""})
    assert again.status_code == 401
    demo.close()


def test_people_is_for_owners(studio):
    """Annotators are told so, strangers are sent to the login, and nothing is done."""
    number = studio.person("Victim").id
    for who, code in ((studio.annotator(), 403), (studio.browse(), 401)):
        assert who.get("/people").status_code in (403, 303)
        for path in (
            "/people/invitations",
            f"/people/{number}/invitation",
            f"/people/{number}/disable",
            f"/people/{number}/enable",
            "/people/invitations/abc/withdraw",
        ):
            assert who.post(path, {"role": "owner"}).status_code == code, path
    with studio.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == 0
        assert session.get_one(Person, number).disabled_at is None


def test_people_who_do_not_exist(studio):
    """Any number of no one is simply not there."""
    owner = studio.owner()
    for number in ("0", "-1", "2147483647", "2147483648", "9" * 20, "x", "7"):
        assert owner.post(f"/people/{number}/disable").status_code == 404, number


def test_hostile_names_are_text(studio):
    """Whatever a name holds is shown as it is, or refused; it never becomes markup."""
    with studio.database.writing() as session:
        # As though the checks on names had failed: the page must hold by itself.
        for number, name in enumerate(HOSTILE):
            session.add(Person(name=name, name_key=f"evil {number}", role="annotator"))
    owner = studio.owner()
    answers = [owner.get("/people")]
    shown = {html.unescape(one) for one in re.findall("<bdi>(.*?)</bdi>", answers[0].text, re.S)}
    assert set(HOSTILE) <= shown
    for name in HOSTILE:
        form = {"role": "annotator", "name": name}
        answers.append(owner.post("/people/invitations", form))
        answers.append(studio.browse().post("/login", {"name": name[:900], "password": "x"}))
    assert {answer.status_code for answer in answers} == {200, 401, 422}
    for answer in answers:
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text


ORIGINS = [
    ({"origin": "http://127.0.0.1:8400"}, 303),
    ({"origin": "http://127.0.0.1:8400", "sec-fetch-site": "same-origin"}, 303),
    ({"origin": "http://127.0.0.1:9999"}, 403),
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": ""}, 403),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"host": "evil.example"}, 400),
    ({"host": "127.0.0.1.evil.example:8400"}, 400),
    ({"host": ""}, 400),
    ({"host": "127.0.0.1:8400@evil.example"}, 400),
    ({"host": "localhost:8400", "origin": "http://localhost:8400"}, 303),
    ({"host": "[::1]:8400"}, 303),
    ({"host": "192.168.1.7:8400"}, 303),
]


# --- every request -------------------------------------------------------------------------------


def leaves(routes):
    """The routes themselves, those of included routers too."""
    for route in routes:
        router = getattr(route, "original_router", None)
        yield from [route] if router is None else leaves(router.routes)


def addresses(app):
    """Every (method, path) of the app, its parameters filled in."""
    routes = list(leaves(app.routes))
    # Anything else than a route of FastAPI would pass the check by.
    assert all(isinstance(route, APIRoute) and route.include_in_schema for route in routes)
    found = [
        (method.upper(), re.sub(r"\{.*?\}", "1" * 24, path))
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    ]
    assert len(found) == sum(len(route.methods) for route in routes)
    return found


@on_sqlite
def test_every_unsafe_request_needs_its_token(studio):
    """Without the visit's own token no route does anything, for anyone."""
    owner, stranger = studio.owner(), studio.browse()
    owner.get("/people")
    stranger.get("/login")
    unsafe = [(m, p) for m, p in addresses(studio.app) if m not in ("GET", "HEAD", "OPTIONS")]
    assert len(unsafe) >= 12
    for method, path in unsafe:
        for who in (owner, stranger):
            for token in (None, "", "x" * 64, (stranger if who is owner else owner).token):
                headers = {} if token is None else {"x-csrf-token": token}
                answer = who.client.request(method, path, headers=headers)
                assert answer.status_code == 403, (method, path)
                assert answer.headers["x-tamis"] == "csrf", (method, path)
                answer = who.client.request(method, path, data={"csrf": token or "é"})
                assert answer.headers["x-tamis"] == "csrf", (method, path)
    assert owner.get("/people").status_code == 200


@on_sqlite
def test_the_token_in_a_form(studio):
    """Forms carry it as a field, with or without files."""
    owner = studio.owner()
    owner.get("/people")
    form = {"csrf": owner.token, "role": "annotator"}
    assert owner.client.post("/people/invitations", data=form).status_code == 200
    files = {"ignored": ("a.txt", b"text")}
    assert owner.client.post("/people/invitations", data=form, files=files).status_code == 200
    # A file of that name is no token.
    files = {"csrf": ("a.txt", owner.token.encode())}
    assert owner.client.post("/people/invitations", files=files).status_code == 403
    assert owner.client.get("/token").text == owner.token


@on_sqlite
def test_where_a_request_comes_from(studio):
    """Only our own pages change anything, and names that others point at us get no answer."""
    for headers, code in ORIGINS:
        owner = studio.owner()
        answer = owner.post("/account/logout", headers=headers)
        assert answer.status_code == code, headers
        if code == 400:
            assert owner.get("/people", headers=headers).status_code == 400


@on_sqlite
def test_a_name_of_its_own(database_url):
    """Behind a proxy the studio answers to the name it was given, over HTTPS only."""
    studio = studio_on(database_url, https=True, names=("Studio.example.org",))
    here = studio.browse()
    headers = {"host": "studio.example.org"}
    assert here.get("/login", headers=headers).status_code == 200
    for origin, code in (("https://studio.example.org", 303), ("http://studio.example.org", 403)):
        answer = here.post("/logout", headers={**headers, "origin": origin})
        assert answer.status_code == code
        here.token = ""
    studio.close()


@on_sqlite
def test_every_page_carries_the_policy(studio):
    """Pages, refusals, static files: none lets text of others run, be framed or be guessed at."""
    owner, stranger = studio.owner(), studio.browse()
    seen = set()
    paths = [path for method, path in addresses(studio.app) if method == "GET"]
    for path in [*paths, "/nothing", "/static/x/y", "/people/"]:
        for who in (owner, stranger):
            answer = who.get(path)
            seen.add(answer.status_code)
            policy = answer.headers["content-security-policy"]
            rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
            assert rules["default-src"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
            assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
            assert rules["form-action"] == "'self'"
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"
            assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", answer.text)
    assert {200, 303, 404} <= seen
    refused = owner.get("/people", headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"] == policy


@on_sqlite
def test_static_files_by_known_names_alone(studio):
    """No path reaches the file system; what is served may be kept for good."""
    here = studio.browse()
    page = here.get("/login").text
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert {path.split("/", 3)[3] for path in found} >= {
        "studio.css", "studio.js", "vendor/htmx.min.js", "icon.svg"
    }  # fmt: skip
    for path in found:
        answer = here.client.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        kind = path.split("/")[2]
        for wrong in ("..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "studio.py"):
            assert here.client.get(f"/static/{kind}/{wrong}").status_code == 404
        assert here.client.get(path.replace(kind, "0" * 12)).status_code == 404


@on_sqlite
def test_bodies_are_bounded(database_url):
    """Too large is refused before it is read, told or not how much comes."""
    from tamis.studio.settings import Limits

    limits = Limits(stranger_bytes=1000, form_bytes=3000, upload_bytes=9000)
    studio = studio_on(database_url, limits=limits)
    stranger, someone = studio.browse(), studio.annotator()

    def in_pieces(size):
        yield from (b"place=x&text=" if i == 0 else b"a" * 100 for i in range(size // 100))

    kind = {"content-type": "application/x-www-form-urlencoded"}
    for who, size, code in (
        (stranger, 900, 401),
        (stranger, 1200, 413),
        (someone, 2500, 204),
        (someone, 3500, 413),
    ):
        assert who.post("/unsent", {"place": "x", "text": "a" * size}).status_code == code
        headers = {**kind, "x-csrf-token": who.token}
        answer = who.client.post("/unsent", content=in_pieces(size), headers=headers)
        assert answer.status_code == code, (size, answer.text)
    for size, code in ((8000, 204), (9500, 413)):
        files = {"file": ("a.pdf", b"a" * size)}
        answer = someone.post("/unsent", {"place": "x", "text": "y"}, files=files)
        assert answer.status_code == code
    for length in ("-1", "1e3", "9" * 30, "x"):
        answer = someone.post("/unsent", {"place": "x"}, headers={"content-length": length})
        assert answer.status_code == 413
    studio.close()


@on_sqlite
def test_errors_are_calm_pages(studio, monkeypatch, caplog):
    """A fault of ours is a page with a number that leads to the log; nothing of it shows."""
    owner = studio.owner()

    def broken(*_, **__):
        raise ZeroDivisionError("hunter2 <b>")

    monkeypatch.setattr("tamis.studio.people.everyone.select", broken)
    answer = owner.get("/people")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "hunter2" not in answer.text
    number = re.search(r"written it down as (\w{8})\.", answer.text)[1]
    assert number in caplog.text
    assert "ZeroDivisionError" in caplog.text
    short = owner.client.get("/people", headers={"hx-request": "true"})
    assert short.headers["content-type"].startswith("text/plain")
    assert "<" not in short.text


@on_sqlite
def test_refusals_are_pages_or_sentences(studio):
    """People get a page in the studio's clothes, scripts one sentence."""
    owner = studio.owner()
    owner.get("/people")
    headers = {"x-csrf-token": owner.token}
    for method, path, code in (
        ("GET", "/no/such/page", 404),
        ("POST", "/people/1/disable/x", 404),
        ("PUT", "/people", 405),
        ("GET", "/unsent", 422),
        ("GET", "/people/1/disable", 405),
    ):
        answer = owner.client.request(method, path, headers=headers)
        assert answer.status_code == code, path
        assert "<h1>" in answer.text
        short = {**headers, "accept": "application/json"}
        answer = owner.client.request(method, path, headers=short)
        assert answer.status_code == code, path
        assert re.fullmatch(r"[^<\n]+\.", answer.text)


@on_sqlite
def test_a_database_that_is_busy_is_said(studio, monkeypatch):
    """A lock that does not open in time is a page that asks to try again."""
    from sqlalchemy.exc import OperationalError

    def busy(*_, **__):
        raise OperationalError("BEGIN", None, Exception("database is locked"))

    owner = studio.owner()
    monkeypatch.setattr("tamis.studio.people.accounts.invite", busy)
    answer = owner.post("/people/invitations", {"role": "annotator"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "nothing was done" in answer.text


@on_sqlite
def test_the_log_holds_no_secrets(studio, caplog):
    """It names routes: no query, no token of an invitation, nothing that was typed."""
    caplog.set_level(logging.DEBUG)
    link = new_link(studio)
    studio.browse().get(link + "?hunter3=1")
    studio.browse().get("/login?next=/hunter4")
    studio.browse().post("/login", {"name": "hunter5", "password": "hunter6 long"})
    studio.browse().get("/hunter7")
    ours = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("tamis"))
    assert "GET /invitation/{token} 200" in ours
    assert "POST /login 401" in ours
    assert "hunter" not in ours
    assert link.split("/")[-1] not in ours


def test_health(studio):
    """`/healthz` needs no login and leaves no cookie; without a database it says so."""
    answer = studio.browse().client.get("/healthz")
    assert (answer.status_code, answer.text, cookies(answer)) == (200, "ok", [])


# --- autosave ------------------------------------------------------------------------------------


def test_unsent_texts(studio):
    """What is saved comes back to the same person alone, and empty ones are forgotten."""
    anna, bob = studio.annotator(), studio.annotator("Bob")
    place = {"place": "writing:x:instruction"}
    for said in ("first", "second <b>\u202e\0"):
        assert anna.post("/unsent", {**place, "text": said}).status_code == 204
    kept = anna.get("/unsent", params=place).json()
    assert kept["text"] == "second <b>\u202e�"
    assert datetime.fromisoformat(kept["at"]).tzinfo is not None
    assert bob.get("/unsent", params=place).json() == {"text": None, "at": None}
    assert anna.post("/unsent", {**place, "text": ""}).status_code == 204
    assert anna.get("/unsent", params=place).json()["text"] is None


def test_unsent_texts_are_bounded(database_url):
    """Too long a text is refused with a sentence; of too many the oldest goes."""
    from tamis.studio.settings import Limits

    studio = studio_on(database_url, limits=Limits(text=50, unsent=3))
    anna = studio.annotator()
    answer = anna.post(
        "/unsent", {"place": "p", "text": "x" * 51}, headers={"accept": "text/plain"}
    )
    assert (answer.status_code, answer.text.count("too long")) == (422, 1)
    for n in range(5):
        anna.post("/unsent", {"place": f"p{n}", "text": "y"})
    with studio.database.reading() as session:
        assert set(session.scalars(select(Unsent.place))) == {"p2", "p3", "p4"}
    studio.close()


def test_unsent_by_prefix(database):
    """A form's taker finds all texts of its pages, and forgets those it has taken."""
    from tamis.studio.unsent import forget_unsent, unsent

    number = add(database)
    with database.writing() as session:
        for place in ("w:a%:1", "w:a%:2", "w:ab:1", "W:a%:3"):
            session.add(Unsent(person_id=number, place=place, text=place))
    with database.reading() as session:
        assert set(unsent(session, number, "w:a%:")) >= {"w:a%:1", "w:a%:2"}
        assert "w:ab:1" not in unsent(session, number, "w:a%:")
    with database.writing() as session:
        forget_unsent(session, number, "w:a%:1")
        assert "w:a%:1" not in unsent(session, number, "w:")


# --- settings and the command --------------------------------------------------------------------


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
        (["--demo", "--host", "0.0.0.0"], "--demo lets anyone in as its owner"),
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


def test_a_missing_extra_is_one_sentence(tamis_here, monkeypatch):
    """Without what the extra brings the command says how to install it."""
    import tamis.studio

    monkeypatch.setattr(tamis.studio, "find_spec", lambda name: None)
    assert "pip install 'tamis[studio]'" in tamis_here("studio", check=2).err


# --- in a browser --------------------------------------------------------------------------------

_FORM = """{% extends "base.html" %}{% block title %}Form{% endblock %}{% block main %}
<h1>Form</h1>
<form method="post" action="/form" data-autosave="test:form">{{ csrf_field }}
<label>Words <textarea name="words"></textarea></label>
<fieldset class="choices"><legend>Kind</legend>
<label><input type="radio" name="kind" value="a" data-key="1"> A</label>
<label><input type="radio" name="kind" value="b" data-key="2"> B</label></fieldset>
<button data-key="Ctrl+Enter" data-key-help="Send">Send</button></form>
<form hx-post="/form/part" hx-target="#part"><button>Part</button></form><div id="part"></div>
{% endblock %}"""


@pytest.fixture
def formed(served, monkeypatch):
    """A served studio with a page of a form that is autosaved."""
    from typing import Annotated

    from fastapi import Form, HTTPException, Request

    from tamis.studio.pages import flash, page, redirect
    from tamis.studio.people.access import CurrentPerson, Db
    from tamis.studio.unsent import forget_unsent

    pages = DictLoader({"form.html": _FORM})
    monkeypatch.setattr(environment.loader, "loaders", [*environment.loader.loaders, pages])
    served.taken = []

    def show(request: Request, person: CurrentPerson):
        return page(request, "form.html")

    def take(
        request: Request, person: CurrentPerson, database: Db, words: Annotated[str, Form()] = ""
    ):
        with database.writing() as session:
            forget_unsent(session, person.id, "test:form")
        served.taken.append(words)
        flash(request, f"Taken: {words}")
        return redirect("/form")

    def part():
        raise HTTPException(409, "No <b>part</b> of it.")

    for function, path, method in (
        (show, "/form", "GET"), (take, "/form", "POST"), (part, "/form/part", "POST")
    ):  # fmt: skip
        served.app.add_api_route(path, eval_types(function), methods=[method], response_model=None)
    return served


def eval_types(function):
    """`function` with its annotations as types: they were written inside another function."""
    closure = {
        name: cell.cell_contents
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        )
    }
    from typing import Annotated

    from fastapi import Form, Request

    from tamis.studio.people.access import CurrentPerson, Db

    known = {"Annotated": Annotated, "Form": Form, "Request": Request, **closure}
    known |= {"CurrentPerson": CurrentPerson, "Db": Db}
    function.__annotations__ = {k: eval(v, known) for k, v in function.__annotations__.items()}
    return function


def test_a_form_survives_a_closed_page(formed, browser):
    """What was typed is there again after a reload, until it is sent; then it is gone."""
    context = browser()
    page = context.new_page()
    formed.log_in(page)
    page.goto(f"{formed.url}/form")
    page.get_by_label("Words").fill("half a thought")
    page.keyboard.press("Tab")
    page.keyboard.press("2")
    page.get_by_text("Saved as you type.").wait_for()
    page.wait_for_function(
        "fetch('/unsent?place=test:form').then(r => r.json()).then(k => k.text?.includes('kind'))"
    )
    page.close()
    page = context.new_page()
    page.goto(f"{formed.url}/form")
    page.get_by_text("Here is what you had not sent").wait_for()
    assert page.get_by_label("Words").input_value() == "half a thought"
    assert page.get_by_label("B", exact=True).is_checked()
    page.get_by_label("Words").press("End")
    page.keyboard.type(", and the rest")
    page.keyboard.press("Control+Enter")
    page.get_by_text("Taken: half a thought, and the rest").wait_for()
    assert formed.taken == ["half a thought, and the rest"]
    assert page.get_by_label("Words").input_value() == ""
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.get_by_label("Words").input_value() == ""


@on_sqlite
def test_a_lost_connection_is_said(formed, browser):
    """A save that fails is said and tried again; a refusal to htmx is said as text."""
    context = browser()
    page = context.new_page()
    formed.log_in(page)
    page.goto(f"{formed.url}/form")
    context.route("**/unsent", lambda route: route.abort())
    page.get_by_label("Words").fill("typed while offline")
    page.get_by_text("Not saved: the studio cannot be reached.").wait_for()
    context.unroute("**/unsent")
    page.get_by_text("Saved as you type.").wait_for()
    page.get_by_role("button", name="Part").click()
    page.get_by_text("No <b>part</b> of it.").wait_for()
    page.get_by_role("button", name="Close this message").click()
    assert page.locator("#live b").count() == 0


@on_sqlite
def test_two_tabs_and_a_new_login(formed, browser):
    """A page that was open during a new login still sends: its token is renewed."""
    context = browser()
    old = context.new_page()
    formed.log_in(old)
    old.goto(f"{formed.url}/form")
    new = context.new_page()
    new.goto(f"{formed.url}/account")
    new.get_by_role("button", name="Log out", exact=True).click()
    formed.log_in(new)
    old.bring_to_front()
    old.get_by_label("Words").fill("from the old tab")
    old.get_by_text("Saved as you type.").wait_for()
    old.get_by_role("button", name="Send").click()
    old.get_by_text("Taken: from the old tab").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@on_sqlite
def test_pages_at_phone_width(served, browser, scheme):
    """Nothing sticks out at 390 pixels, and the theme that was chosen is kept."""
    page = browser(viewport={"width": 390, "height": 844}, color_scheme=scheme).new_page()
    served.person("<script>alert(1)</script> with a name that goes on and on and on and on")
    served.log_in(page)
    for path in ("/people", "/account", "/writing", "/nothing"):
        page.goto(served.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
    back = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(back)
    page.get_by_role("button", name="Light or dark").click()
    after = page.evaluate(back)
    assert after != before
    page.goto(f"{served.url}/people")
    assert page.evaluate(back) == after


@on_sqlite
def test_keyboard_alone(formed, browser):
    """The skip link comes first, focus is visible, `?` lists the shortcuts, Escape closes them."""
    page = browser().new_page()
    formed.log_in(page)
    page.goto(f"{formed.url}/form")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("?")
    assert page.get_by_role("dialog").get_by_role("row", name="Send").is_visible()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    page.get_by_label("Words").focus()
    page.keyboard.type("?1")
    assert page.get_by_label("Words").input_value() == "?1"


def test_a_loop_can_run_beside_the_browser(chromium):
    """The browser's own event loop does not stand in the way of other tests'."""
    import asyncio

    asyncio.run(asyncio.sleep(0))


def test_many_at_once(served):
    """Fifty people who load and save at the same moment all get their answer."""
    import httpx

    served.person(OWNER, "owner")
    with httpx.Client(base_url=served.url, headers={"accept": "text/html"}) as one:
        token = one.get("/token").text
        form = {"name": OWNER, "password": PASSWORD}
        one.post("/login", data=form, headers={"x-csrf-token": token})
        token = one.get("/token").text
        cookie = {served.app.state.studio.visits.cookie: next(iter(one.cookies.values()))}
    codes = []

    def visit(n):
        with httpx.Client(base_url=served.url, cookies=cookie, timeout=60) as client:
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
