"""What the studio stores, to the letter: projects, slots, people, sessions, cookies, on SQLite."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select
from starlette.datastructures import MutableHeaders

from studio import settings_for, sqlite_database
from tamis.retrieve.papers import Paper
from tamis.studio.annotating import assignments, progress, project_store, rater_slots
from tamis.studio.annotating.exchange.entries import Entry, GivenLabel, Settled
from tamis.studio.annotating.exchange.project_rows import (
    ImportResult,
    preview_import,
    rows_of,
    take,
)
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.imported_labels import COMMENT
from tamis.studio.annotating.kinds import Seed
from tamis.studio.database import open_database
from tamis.studio.database.connection import address_of
from tamis.studio.database.schema import (
    Invitation,
    Person,
    Project,
    Unsent,
    Writing,
    WritingPartial,
    now,
)
from tamis.studio.people import accounts
from tamis.studio.people.login_sessions import LoginSession, LoginSessions
from tamis.studio.writing import session_store
from tamis.studio.writing.changes import change, hints
from tamis.studio.writing.jobs import Job, Jobs, _needs_no_search
from tamis.studio.writing.marks import Marks
from tamis.studio.writing.models import (
    _letters,
    _place,
    asked_before,
    draw,
    for_reader,
    model_name,
)
from tamis.studio.writing.paper_files import papers_of, read_file, topic_of
from tamis.studio.writing.shelf import Shelf, keep_shelf, read_shelf
from tamis.studio.writing.upload_queue import UploadQueue
from tamis.studio.writing.view import answer_name, base_of, view
from tamis.types import InputError
from tamis.writing.author import Respondent
from tamis.writing.sessions import (
    Drafted,
    Edited,
    Finished,
    Instructed,
    Interrupted,
    Opened,
    OutOfTurn,
    Rated,
    Revised,
    Session,
    fold,
)


@pytest.fixture
def database(tmp_path):
    """An empty database."""
    opened = open_database(sqlite_database(tmp_path))
    yield opened
    opened.close()


@pytest.fixture
def write(database):
    """A transaction that writes."""
    with database.writing() as transaction:
        yield transaction


def people(write, *names: str, role: str = "annotator") -> list[accounts.Who]:
    """New people."""
    return [accounts.as_who(accounts.add_person(write, name, None, role)) for name in names]


def seed(key: str, question: str = "", writer: str = "", *labels: tuple[str, dict]) -> Seed:
    """An item of a title."""
    return Seed(
        key, {"author": "A", "title": key, "year": "", "note": ""}, question, writer, labels
    )


def project_of(write, owner: accounts.Who, *seeds: Seed, raters: int = 2, members=()) -> Project:
    """A project of titles."""
    made = project_store.create_project(
        write, owner.id, "kitab_title", "P", "", raters, None, seeds
    )
    project = write.get_one(Project, made.id)
    project_store.set_members(write, project, [one.id for one in members])
    return project


YES = {"by_author": ["yes"]}


# Projects and items


def test_projects_that_cannot_be(write):
    """The kind, the name, the raters."""
    (owner,) = people(write, "Olga", role="owner")
    for arguments, message in (
        (("x", "P"), "There is no kind 'x': choose one of "),
        (("kitab_title", " "), "The project needs a name."),
        (("kitab_title", "x" * 81), "The name is longer than 80 characters."),
        (("kitab_title", "P", "", 0), "Raters per item must be a number from 1 to 50."),
        (("kitab_title", "P", "", 51), "Raters per item must be a number from 1 to 50."),
    ):
        with pytest.raises(InputError) as error:
            project_store.create_project(write, owner.id, *arguments)
        assert str(error.value).startswith(message)
    assert project_store.project_name(" a\n b ") == "a b"
    assert project_store.project_name("x" * 80) == "x" * 80
    assert (project_store.raters_per_item(1), project_store.raters_per_item(50)) == (1, 50)


def test_items_are_added_once(write):
    """In their order; labels of people and of models are counted; other contents are refused."""
    owner, ann = people(write, "Olga", "Ann")
    project = project_of(write, owner, seed("a"), seed("b", "q"), members=[ann])
    added = project_store.add_items(
        write, project,
        [seed("b", "", "", ("Ann", {"by_author": "yes"}), ("model:m", {"by_author": "no"})),
        seed("c"),
         seed("c")],
    )  # fmt: skip
    assert added == project_store.Added(1, 2, 2)
    assert [(one.key, one.position, one.question_key) for one in project_store.items(write,
    project.id)] == [
        ("a", 0, ""), ("b", 1, "q"), ("c", 2, ""),
    ]  # fmt: skip
    assert project.settings["imported_labels"] is True
    assert project.settings["imported_people"]
    with pytest.raises(InputError) as error:
        project_store.add_items(write, project, [Seed("a", {"author": "B"})])
    assert str(error.value) == (
        "The item 'a' is in the project already, with other contents: give it another key."
    )
    bare = project_of(write, owner, seed("a", "", "", ("model:m", {"by_author": "no"})))
    assert "imported_people" not in bare.settings
    found = finished_labels(write, project.id)
    assert [(one.key, one.person, one.source, one.person_id) for one in found] == [
        ("b", "Ann", "imported", None), ("b", "m", "model", None),
    ]  # fmt: skip


def test_who_is_given_which_item(write):
    """Those with the fewest raters first; not what they wrote, had, or of a question they had."""
    owner, ann, bo, cy = people(write, "Olga", "Ann", "Bo", "Cy")
    project = project_of(
        write, owner, seed("a", "q"), seed("b", "q"), seed("c", "", "ann"), seed("d"),
        seed("e", "", "", ("Ann", {"by_author": "yes"})), members=[ann, bo],
    )  # fmt: skip
    keys = {one.id: one.key for one in project_store.items(write, project.id)}
    moment = now()

    def for_whom(person: accounts.Who) -> str:
        return "".join(keys[n] for n, _ in rater_slots.eligible(write, project, person, moment, 2))

    assert (for_whom(ann), for_whom(bo), for_whom(cy)) == ("abd", "abcde", "abcde")
    first = assignments.claim(write, project, ann, moment)
    assert keys[first.item_id] == "a"
    assert assignments.claim(write, project, ann, moment) is first
    assert assignments.claim(write, project, cy, moment) is None
    assert (for_whom(ann), for_whom(bo)) == ("d", "bcdae")
    assert rater_slots.may_still_label(write, project, ann, moment) == {
        n for n, key in keys.items() if key in "ad"
    }
    items = {one.key: one for one in project_store.items(write, project.id)}
    assert [rater_slots.obstacle(write, project, items[key], ann, moment) for key in "abcde"] == [
        None, "question", "wrote", None, "labelled",
    ]  # fmt: skip
    assert [rater_slots.slots_left(write, project, items[key], 0, moment) for key in "abe"] == [
        1,
        2,
        1,
    ]
    assert rater_slots.slots_left(write, project, items["a"], ann.id, moment) == 2
    late = moment + timedelta(hours=24)
    assert rater_slots.slots_left(write, project, items["a"], 0, late) == 2
    assert rater_slots.slots_left(write, project, items["a"], 0, late - timedelta(seconds=1)) == 1
    project.raters = 1
    assert rater_slots.obstacle(write, project, items["a"], bo, moment) == "full"
    project.closed_at = moment
    assert assignments.claim(write, project, bo, moment) is None
    assert rater_slots.may_still_label(write, project, ann, moment) == set()


def test_items_given_by_hand(write):
    """Within the rules, which are told."""
    owner, ann, bo, cy = people(write, "Olga", "Ann", "Bo", "Cy")
    project = project_of(
        write, owner, seed("a", "q"), seed("b", "q"), seed("c", "", "Ann"),
        seed("d", "", "", ("Ann", {"by_author": "yes"})), seed("e"), raters=1, members=[ann, bo],
    )  # fmt: skip
    items = {one.key: one for one in project_store.items(write, project.id)}
    ann, bo, cy = (write.get_one(Person, one.id) for one in (ann, bo, cy))
    given = assignments.assign(write, project, items["a"], ann)
    assert (given.state, given.question_key, given.revision) == ("open", "q", 0)
    for key, person, message in (
        ("a", ann, "Ann has this item already."),
        ("b", ann, "Ann has had another item of the same question."),
        ("c", ann, "Ann wrote this item, and writers do not rate their own items."),
        ("d", ann, "A label by Ann was imported with this item."),
        ("a", bo, "The item has its rater already."),
        ("e", cy, "Cy does not annotate in this project: add them first."),
    ):
        with pytest.raises(InputError) as error:
            assignments.assign(write, project, items[key], person)
        assert str(error.value) == message
    assignments.skip(write, project, given, given.revision, 5.0)
    again = assignments.assign(write, project, items["a"], ann)
    assert (again is given, again.state, again.revision) == (True, "open", 2)
    project.raters = 2
    other = assignments.assign(write, project, items["a"], bo)
    assert other is not given
    write.flush()
    project.closed_at = now()
    with pytest.raises(InputError, match=r"^The project is closed: open it again first\.$"):
        assignments.assign(write, project, items["e"], bo)


def test_labels_are_saved_with_their_time(write):
    """No more than has passed; an old form, a closed project and a taken place are refused."""
    owner, ann, bo = people(write, "Olga", "Ann", "Bo")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann, bo])
    began = now()
    mine = assignments.claim(write, project, ann, began)

    def save(values=YES, comment=" c ", revision=None, seconds=10.0, after=60.0, mine=mine):
        return assignments.save(
            write, project, mine, values, comment,
            mine.revision if revision is None else revision, seconds,
            began + timedelta(seconds=after),
        )  # fmt: skip

    assert save({}).problems == {"by_author": "Choose one."}
    assert (mine.state, mine.label) == ("open", None)
    assert save().problems == {}
    assert (mine.state, mine.label, mine.comment, mine.revision) == (
        "done",
        {"by_author": "yes"},
        "c",
        1,
    )
    assert (mine.seconds, mine.done_at) == (10.0, began + timedelta(seconds=60))
    save(seconds=None, after=65.0)
    assert mine.seconds == 15.0
    save(seconds=99.0, after=66.0)
    assert mine.seconds == 16.0
    save(seconds=-5.0, after=70.0)
    assert mine.seconds == 16.0
    with pytest.raises(assignments.Stale, match="This item was changed in another tab or window"):
        save(revision=1)
    with pytest.raises(assignments.Stale, match="You have finished this item; change your label"):
        assignments.skip(write, project, mine, mine.revision, 1.0)
    glance, finished = progress.at_a_glance(write, project, ann)
    assert (glance.labels, glance.items, finished) == (1, 1, 1)
    assert progress.at_a_glance(write, project, bo)[1] == 0
    assert (
        progress.finished_by(write, project, ann),
        progress.finished_by(write, project, bo),
    ) == (1, 0)
    assert (progress.left_for(write, project, bo), progress.of_projects(write, [])) == (0, {})
    project_store.set_members(write, project, [bo.id])
    with pytest.raises(
        InputError, match=r"^You no longer annotate in this project: ask its owner\.$"
    ):
        save()
    project.closed_at = now()
    with pytest.raises(InputError, match=r"^The project is closed, and takes no more labels\.$"):
        save()


def test_a_place_that_others_have_taken(write):
    """Whoever comes late is told; their old item goes to others."""
    owner, ann, bo = people(write, "Olga", "Ann", "Bo")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann, bo])
    began = now()
    mine = assignments.claim(write, project, ann, began)
    late = began + timedelta(hours=25)
    theirs = assignments.claim(write, project, bo, late)
    assert theirs.item_id == mine.item_id
    with pytest.raises(assignments.Stale) as error:
        assignments.save(write, project, mine, YES, "", mine.revision, 1.0, late)
    assert str(error.value) == (
        "Others have taken this item in the meantime, so your label was not saved. What you typed "
        "is still here."
    )
    assert assignments.claim(write, project, ann, late) is None
    assert (mine.state, mine.revision) == ("skipped", 1)
    project_store.set_members(write, project, [ann.id])
    assert (theirs.state, theirs.revision) == ("skipped", 1)
    assert [one.name for one in project_store.members(write, project.id)] == ["Ann"]


def test_the_progress_of_projects_and_people(write):
    """Labels given here and imported, at most as many as are asked for."""
    owner, ann, bo = people(write, "Olga", "Ann", "Bo")
    project = project_of(
        write, owner, seed("a", "", "", ("Cy", {"by_author": "yes", "_seconds": 7.0}),
        ("Di", {"by_author": "no"}),
                           ("Ed", {"by_author": "no"})),
        seed("b", "", "", ("Cy", {"by_author": "yes"}), ("model:m", {"by_author": "no"})),
        seed("c"),
        members=[ann, bo],
    )  # fmt: skip
    plain = project_of(write, owner, seed("a"), members=[ann])
    began = now()
    mine = assignments.claim(write, project, ann, began)
    assignments.save(write, project, mine, YES, "", 0, 5.0, began + timedelta(seconds=9))
    theirs = assignments.claim(write, project, bo, began)
    assignments.skip(write, project, theirs, 0, 3.0, began + timedelta(seconds=9))
    assignments.claim(write, project, bo, began)
    found = progress.of_projects(write, [project, plain])
    assert found[project.id] == progress.Progress(3, 2, 4, 1)
    assert found[plain.id] == progress.Progress(1, 2, 0, 0)
    assert progress.at_a_glance(write, project, ann) == (progress.Progress(3, 2, 4, 1), 1)
    assert progress.of_people(write, project, began) == [
        progress.PersonProgress("Ann", ann.id, 1, 0, 0, 5.0, began + timedelta(seconds=9), 1),
        progress.PersonProgress("Bo", bo.id, 0, 1, 1, 3.0, None, 0),
    ]
    assert [(one.name, one.done, one.seconds, one.timed,
    one.imported) for one in progress.of_imported(write, project)] == [
        ("Cy", 2, 7.0, 1, True), ("Di", 1, None, 0, True), ("Ed", 1, None, 0, True),
    ]  # fmt: skip
    assert progress.of_imported(write, plain) == []
    (_, _, third) = project_store.items(write, project.id)
    assert mine.item_id == third.id
    assert progress.left_for(write, project, ann) == 1


def test_imports_and_exports_of_a_project(write):
    """What would be done is what is done; settled labels stay."""
    owner, ann = people(write, "Olga", "Ann", role="owner")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann])
    mine = assignments.claim(write, project, ann)
    assignments.save(write, project, mine, YES, "c", 0, 0.0)
    settled = Settled({"by_author": "no"}, "s", "x")
    found = [
        Entry(seed("a", "", "", ("Bo", {"by_author": "no", COMMENT: "k"})), "w1", settled),
        Entry(seed("b"), "w2", settled),
        Entry(seed("b", "", "", ("model:m", {"by_author": "no"})), "w3", settled),
    ]
    assert preview_import(write, project, found) == ImportResult(1, 2, 2, 2)
    assert take(write, project, found, owner.id) == ImportResult(1, 2, 2, 2)
    assert preview_import(write, project, found) == ImportResult(0, 3, 2, 0)
    assert take(write, project, found, owner.id).settled == 0
    rows = rows_of(write, project)
    assert [(row.key, row.settled) for row in rows] == [
        ("a", Settled({"by_author": "no"}, "s", "Olga")), ("b", Settled({"by_author": "no"},
        "s", "Olga")),
    ]  # fmt: skip
    assert [(one.who, one.label, one.comment, one.model) for one in rows[0].labels] == [
        ("Ann", {"by_author": "yes"}, "c", False), ("Bo", {"by_author": "no"}, "k", False),
    ]  # fmt: skip
    assert rows[1].labels == (GivenLabel("m", {"by_author": "no"}, model=True),)
    with pytest.raises(InputError) as error:
        preview_import(write, project, [Entry(Seed("a", {"author": "Z"}), "w4")])
    assert str(error.value) == (
        "w4: the item 'a' is in the project already, or in another of these files, with other "
        "contents; give it another key."
    )


# People


def test_accounts_and_invitations(write):
    """Names that are taken, roles, the last owner, links that lapse."""
    (olga,) = people(write, "Olga", role="owner")
    for name, message in (
        ("Olga", "This name is taken. Choose another one."),
        ("OLGA", "This name is taken: it looks like the name of someone else. Choose another one."),
    ):
        with pytest.raises(InputError) as error:
            accounts.add_person(write, name, None, "annotator")
        assert str(error.value) == message
    with pytest.raises(InputError, match=r"^The role must be one of owner, annotator\.$"):
        accounts.as_role("x")
    assert (olga.owner, people(write, "Ann")[0].owner) == (True, False)
    owner = accounts.find_person(write, "olga")
    with pytest.raises(InputError, match="The last owner cannot be disabled"):
        accounts.disable(write, owner)
    people(write, "Otto", role="owner")
    stamp = owner.stamp
    assert accounts.present_person(write, owner.id, stamp) is owner
    assert accounts.present_person(write, owner.id, "x") is None
    assert accounts.present_person(write, 99, stamp) is None
    accounts.disable(write, owner)
    assert (owner.stamp != stamp, owner.disabled_at is None) == (True, False)
    assert accounts.present_person(write, owner.id, owner.stamp) is None
    for password in ("ann", "Me"):
        with pytest.raises(InputError, match=r"^A name is no password: everyone here can see it"):
            accounts.check_no_name(write, password, "me")
    accounts.check_no_name(write, "something else", "me")
    token = accounts.invite(write, "annotator", name=" Bo ", created_by=olga.id)
    write.flush()
    invitation = accounts.find_invitation(write, token)
    assert (invitation.name, invitation.role, invitation.created_by) == ("Bo", "annotator", olga.id)
    left = invitation.expires_at - now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)
    made = accounts.accept(write, token, "Bo", "hash")
    assert (made.name, made.role, made.password_hash, invitation.used_by) == (
        "Bo",
        "annotator",
        "hash",
        made.id,
    )
    with pytest.raises(InputError, match="has been used or has lapsed"):
        accounts.accept(write, token, "Cy", "hash")
    anew = accounts.invite(write, "annotator", person=made, name=" ")
    write.flush()
    before = made.stamp
    assert accounts.accept(write, anew, "ignored", "other") is made
    assert (made.name, made.password_hash, made.stamp == before) == ("Bo", "other", False)
    third = accounts.invite(write, "annotator", person=owner)
    write.flush()
    with pytest.raises(InputError, match=r"^This account is disabled: ask the owner\.$"):
        accounts.accept(write, third, "x", "y")
    old = write.scalars(select(Invitation).where(Invitation.person_id == owner.id)).one()
    old.expires_at = now()
    assert accounts.find_invitation(write, third) is None
    assert accounts.find_invitation(write, "x") is None
    assert accounts.first_invitation(write) is None
    accounts.end_login(write, "k", 30)
    write.flush()
    assert (accounts.has_ended(write, "k"), accounts.has_ended(write, "l")) == (True, False)


def test_the_first_invitation(write):
    """Of an owner, while there is nobody; earlier ones become invalid."""
    assert not accounts.has_people(write)
    first = accounts.first_invitation(write)
    write.flush()
    second = accounts.first_invitation(write)
    write.flush()
    assert accounts.find_invitation(write, first) is None
    assert accounts.find_invitation(write, second).role == "owner"
    demo = accounts.demo_owner(write)
    assert accounts.demo_owner(write) is demo
    assert (demo.name, demo.role, demo.password_hash) == ("Demo owner", "owner", None)
    assert accounts.has_people(write)


def cookies(logins: LoginSessions, login: LoginSession) -> dict[str, str]:
    """The cookies that are set, with their attributes."""
    headers = MutableHeaders()
    logins.write(login, headers)
    pairs = (one.partition("=") for one in headers.getlist("set-cookie"))
    return {name: rest for name, _, rest in pairs}


def read(logins: LoginSessions, **values: str) -> LoginSession:
    """The session of these cookies."""
    return logins.read(SimpleNamespace(cookies=values))


def test_cookies_of_a_login():
    """Signed, with their lifetimes; a studio's own."""
    logins = LoginSessions(settings_for("x"))
    login = read(logins)
    assert (login.person, login.kept, cookies(logins, login)) == (None, False, {})
    login.keep()
    assert set(cookies(logins, login)) == {"tamis_8400"}
    key = login.key
    login.enter(3, "stamp")
    login.messages.append(("done", "m0"))
    assert login.key != key
    sent = cookies(logins, login)
    value, _, rest = sent["tamis_8400"].partition(";")
    assert rest == " Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax"
    known, _, rest = sent["tamis_8400_known"].partition(";")
    assert rest == " Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax"
    said, _, rest = sent["tamis_8400_said"].partition(";")
    assert rest == " Max-Age=600; Path=/; HttpOnly; SameSite=Lax"
    back = read(logins, tamis_8400=value, tamis_8400_known=known, tamis_8400_said=said)
    assert (back.key, back.person, back.stamp, back.kept, back.new) == (
        login.key,
        3,
        "stamp",
        True,
        False,
    )
    assert (back.messages, back.had_messages, back.browser, back.known) == (
        [("done", "m0")], True, login.browser, {3: "stamp"},
    )  # fmt: skip
    back.keep()
    assert not back.new
    back.messages.clear()
    assert cookies(logins, back) == {
        "tamis_8400_said": "; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"
    }
    for number in range(10, 16):
        back.enter(number, "s")
    assert list(back.known) == [11, 12, 13, 14, 15]
    back.enter(12, "t")
    assert back.known == {11: "s", 13: "s", 14: "s", 15: "s", 12: "t"}
    assert back.browser == login.browser
    back.messages = [("done", f"m{n}") for n in range(7)]
    many = read(logins, tamis_8400_said=cookies(logins, back)["tamis_8400_said"].partition(";")[0])
    assert [text for _, text in many.messages] == ["m2", "m3", "m4", "m5", "m6"]
    old = back.key
    back.leave()
    assert (back.person, back.stamp, back.new, back.key == old) == (None, "", True, False)
    assert set(cookies(logins, back)) == {"tamis_8400", "tamis_8400_said"}
    forged = read(logins, tamis_8400=value[:-1] + ("A" if value[-1] != "A" else "B"))
    assert (forged.person, forged.kept) == (None, False)
    assert read(logins, tamis_8400=known).person is None
    assert logins.token(login) == logins.token(login) != logins.token(back)
    secure = LoginSessions(settings_for("x", https=True))
    assert secure.cookie == "__Host-tamis"
    login.new = True
    assert cookies(secure, login)["__Host-tamis"].endswith("; SameSite=Lax; Secure")


# Writing sessions


OPENED = Opened("Q?", ("One", "Two"), "m", "bm25 x", {})


def opened(
    write, owner: accounts.Who, question: str = "Q?", model: str = "m", alias: str = "Model A"
) -> str:
    """A new session."""
    papers = [Paper("p1", "One", ("a\x00b",), source="s"), Paper("p2", "Two", ("c",))]
    return session_store.create(
        write, owner.id, Opened(question, ("One", "Two"), model, "bm25 x", {}), papers, alias
    )


def test_a_session_is_kept_event_by_event(database):
    """With its papers; old tabs, strangers and events out of turn change nothing."""
    with database.writing() as write:
        ann, bo = people(write, "Ann", "Bo")
        id = opened(write, ann, "Q\r\n?")
    with database.reading() as transaction:
        kept = session_store.load(transaction, id)
        assert (kept.version, kept.session.stage, kept.session.opened.question) == (
            1,
            "drafting",
            "Q\n?",
        )
        assert session_store.load(transaction, "x") is None
        assert [(p.id, p.title, p.paragraphs,
        p.source) for p in session_store.papers_of(transaction, id)] == [
            ("0", "One", ("a\ufffdb",), "s"), ("1", "Two", ("c",), ""),
        ]  # fmt: skip
    session_store.save_partial(database, id, 0, "half", 9)
    with database.reading() as transaction:
        assert transaction.get(WritingPartial, id) is None
    session_store.save_partial(database, id, 0, "half", 1)
    with database.reading() as transaction:
        assert transaction.get(WritingPartial, id).text == "half"
    kept = session_store.append(database, id, Drafted("D\r\n."), None, 1)
    assert (kept.version, kept.session.draft, kept.session.stage) == (2, "D\n.", "instructing")
    with database.reading() as transaction:
        assert transaction.get(WritingPartial, id) is None
    for person, seen, error in ((bo.id, 2, LookupError), (ann.id, 1, OutOfTurn)):
        with pytest.raises(error):
            session_store.append(database, id, Instructed(1, "I", "stylistic"), person, seen)
    with pytest.raises(LookupError):
        session_store.append(database, "x", Finished(), None)
    session_store.append(database, id, Instructed(1, "I", "stylistic"), ann.id, 2)
    session_store.append(database, id, Revised(1, "R"), None)
    session_store.append(database, id, Rated(1, "bad", "c"), ann.id)
    place = session_store.edit_place(id, 1)
    assert place == f"writing:{id}:edit:1"
    with database.writing() as write:
        write.add(Unsent(person_id=ann.id, place=place, text=json.dumps({"answer": "typed\r\n"})))
    with pytest.raises(session_store.EditNotKept) as error:
        session_store.append(database, id, Instructed(2, "J", "stylistic"), ann.id)
    assert (error.value.turn, error.value.answer, str(error.value)) == (
        1, "typed\n", "Your edit of turn 1 is not kept yet: keep it, or discard it.",
    )  # fmt: skip
    also: list[str] = []
    session_store.append(database, id, Edited(1, "typed"), ann.id, also=lambda t: also.append("x"))
    assert also == ["x"]
    with database.reading() as transaction:
        (one,) = session_store.listed(transaction, ann.id)
        assert (one.owner, one.turns, one.row.id) == ("Ann", 1, id)
        assert session_store.listed(transaction, bo.id) == []
        assert len(session_store.listed(transaction, None)) == 1
        assert session_store.finished(transaction) == []
    with database.writing() as write:
        write.delete(write.get_one(Unsent, (ann.id, place)))
    session_store.append(database, id, Finished(True), ann.id)
    with database.reading() as transaction:
        assert [one.row.id for one in session_store.finished(transaction)] == [id]
    with database.writing() as write, pytest.raises(LookupError):
        session_store.remove(write, id, ann.id)


def test_what_a_stopped_server_left(database):
    """An interruption with its text, once; finished and waiting sessions are left alone."""
    with database.writing() as write:
        (ann,) = people(write, "Ann")
        drafting, bare, done = (opened(write, ann, f"Q{n}?") for n in range(3))
    session_store.save_partial(database, drafting, 0, "half", 1)
    session_store.append(database, done, Drafted("D"), None)
    assert session_store.mark_interrupted(database) == 2
    assert session_store.mark_interrupted(database) == 0
    with database.reading() as transaction:
        found = [session_store.load(transaction, id) for id in (drafting, bare, done)]
    assert [(one.session.interrupted, one.session.reason, one.version) for one in found] == [
        ("half", session_store.STOPPED, 2), ("", session_store.STOPPED, 2), (None, "", 2),
    ]  # fmt: skip
    session_store.save_partial(database, drafting, 0, "more", 2)
    assert session_store.mark_interrupted(database) == 1
    with database.writing() as write:
        with pytest.raises(LookupError):
            session_store.remove(write, bare, 99)
        write.add(Unsent(person_id=ann.id, place=f"writing:{bare}:instruct", text="x"))
        write.add(Unsent(person_id=ann.id, place=f"writing:{done}:instruct", text="x"))
        write.flush()
        session_store.remove(write, bare, ann.id)
        assert [row.place for row in write.scalars(select(Unsent))] == [f"writing:{done}:instruct"]
        assert {row.id for row in write.scalars(select(Writing))} == {drafting, done}


def test_models_of_sessions(write):
    """The one with the fewest sessions on a question; aliases go on."""
    ann, bo = people(write, "Ann", "Bo")
    assert draw(write, ann.id, "Q?", ()) == (Respondent.name, "Respondent")
    opened(write, ann, "Q?", "a")
    opened(write, bo, " q?", "b")
    assert draw(write, ann.id, "Q?", ("a", "b")) == ("b", "Model B")
    assert draw(write, bo.id, "Q?", ("a", "b"))[0] == "a"
    assert draw(write, bo.id, "Other?", ("a",)) == ("a", "Model B")
    assert asked_before(write, ann.id, " Q? ").model == "a"
    assert asked_before(write, ann.id, "Other?") is None
    assert [_letters(n) for n in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
    assert [_place(f"Model {_letters(n)}") for n in (0, 25, 26, 701, 702)] == [0, 25, 26, 701, 702]
    assert model_name("Model A") == "Model A"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("the model's reply is empty", "the model's reply is empty"),
        ("the provider's filter has stopped the reply",
        "the provider's filter has stopped the reply"),
        ("the prompt is longer than the model's context",
        "the prompt is longer than the model's context"),
        *((r, "the model did not answer in time") for r in ("Timeout", "timed-out", "time out",
        "timed out")),
        *((r, "the model's provider has too much to do just now")
          for r in ("rate limit", "ratelimit", "429 x", "quota", "overloaded")),
        *((r, "the text has become too long for the model")
          for r in ("context", "too long", "maximum number of tokens")),
        *((r,
        "the model cannot be used here at present, and only the studio's owner can change that")
          for r in ("cannot be used", "API key", "authentication", "permission", "401", "403",
          "404",
                    "not found", "does not exist")),
        *((r, "the connection to the model was lost")
          for r in ("connection", "closed", "incomplete", "peer", "protocol", "disconnected",
          "ended", "network")),
        *((r, "the model's server had a failure") for r in ("503", "internal", "unavailable",
        "no chat completion")),
        ("hm", "the model did not answer as it should have"),
    ],
)  # fmt: skip
def test_why_a_call_failed(reason, said):
    """In words that name nobody."""
    assert for_reader(reason) == said


def session(*events) -> Session:
    """A session after these events."""
    return fold([OPENED, *events])


TURNS = (
    Drafted("D [0]."), Instructed(1, "I", "stylistic"), Revised(1, "R [1]."), Rated(1, "bad", "c"),
    Instructed(2, "J", "stylistic"), Revised(2, "S."), Rated(2, "neutral", "d"), Edited(2, "T."),
)  # fmt: skip


def shown(found: Session, number: int | None = None, job: Job | None = None, **row: object):
    """The page of a session."""
    about = {"id": "s", "finished_at": None, "model": "m", "alias": "Model A"} | row
    kept = session_store.Kept(SimpleNamespace(**about), found, 9)
    return view(kept, [Paper("0", "One", ()), Paper("1", "Two", ())], job, number, True)


def test_the_page_of_a_session():
    """Its turns, what each was applied to, and what is shown of it."""
    page = shown(session(*TURNS))
    assert [(one.turn.number, one.base, one.state) for one in page.past] == [
        (1, 0, "left"),
        (2, 0, "kept"),
    ]
    assert (page.latest, page.base, page.stage, page.turns_left > 0) == (2, 2, "instructing", True)
    assert (page.shown.title, page.shown.raw, page.shown.number) == ("Turn 2", "T.", 2)
    assert [(one.key, one.name, one.to) for one in page.shown.changes] == [
        ("edit", "Your edit", "the revision"), ("revision", "The revision", "the draft"),
    ]  # fmt: skip
    assert (page.model, page.has_model, page.found_by, page.left_history) == (
        "Model A",
        True,
        "by words (BM25)",
        False,
    )
    assert shown(session(*TURNS), finished_at=1).model == "m"
    draft = shown(session(*TURNS), 0).shown
    assert (draft.title, draft.raw, draft.waiting, draft.broken, draft.changes) == (
        "First draft",
        "D [0].",
        False,
        "",
        (),
    )
    assert [shown(session(*TURNS), n).shown.number for n in (None, -1, 3, 1)] == [2, 2, 2, 1]
    bad = shown(session(*TURNS[:4]))
    assert (bad.left_history, bad.base, bad.last.number) == (True, 0, 1)
    assert base_of(session(*TURNS), 2) == 0
    assert [answer_name(n) for n in (0, 3)] == ["the draft", "the answer of turn 3"]
    waiting, job = session(*TURNS[:2]), Job()
    job.text, job.step = "half", "Writing"
    page = shown(waiting, job=job)
    assert (page.stage, page.step, page.past[0].state) == ("waiting", "Writing", "waiting")
    assert (page.shown.raw, page.shown.waiting, page.shown.broken, page.shown.changes) == (
        "half",
        True,
        "",
        (),
    )
    page = shown(waiting)
    assert (page.stage, page.step, page.past[0].state) == ("broken", "", "broken")
    assert (page.shown.waiting, page.shown.broken) == (
        False,
        "the server was stopped before it began",
    )
    broken = shown(session(*TURNS[:2], Interrupted(1, "hal", "why")))
    assert (broken.shown.raw, broken.shown.broken) == ("hal", "why")
    unrated = shown(session(*TURNS[:3]))
    assert (unrated.past[0].state, unrated.stage) == ("unrated", "rating")
    first = shown(session())
    assert (first.last, first.stage, first.shown.broken) == (
        None,
        "broken",
        "the server was stopped before it began",
    )
    ended = shown(session(*TURNS[:1], Finished()))
    assert ended.stage == "finished"


def test_what_changed_between_two_answers():
    """In words, and hints for raters."""
    marks = Marks("/s", ("One", "Two"))
    found = change(marks, "k", "New", "old", "a b c", "a d e c")
    assert (found.counts.added, found.counts.deleted, found.counts.moved) == (2, 1, 0)
    assert not found.counts.nothing
    assert change(marks, "k", "N", "o", "a", "a").counts.nothing
    (_, turn) = session(*TURNS).turns
    turn = session(
        Drafted("Wells are old [0]."),
        Instructed(1, "Add one.", "stylistic"),
        Revised(1, "Wells are old [7][9]."),
    ).turns[0]
    said = hints(turn, 2)
    assert "Nothing refers to [0] any more." in said
    assert "There is no paper with the number 7, 9." in said


def test_jobs_and_uploads(database):
    """A job is followed by its changes; one upload of a person at a time."""
    assert _needs_no_search(session(*TURNS[:2]))
    assert not _needs_no_search(session())
    assert not _needs_no_search(session(TURNS[0], Instructed(1, "I", "information-seeking")))

    async def run() -> None:
        job = Job()
        assert (job.step, job.text, job.changes, job.done) == ("Getting ready", "", 0, False)
        job.hear("a\x00b")
        assert (job.step, job.changes) == ("Writing", 1)
        await job.changed(0, 60)
        await job.changed(1, 0.001)
        jobs = Jobs(database, None)
        assert jobs.of("x") is None
        for n in range(34):
            jobs.remember(f"{n}", n)
        assert list(jobs._searchers) == [f"{n}" for n in range(2, 34)]
        assert [one async for one in jobs.follow("x")] == []

    asyncio.run(run())
    queue = UploadQueue(0.01)
    with queue.turn(1):
        with pytest.raises(InputError, match="Other files of yours are being read"), queue.turn(1):
            pass
        with pytest.raises(InputError, match="Files of others are being read"), queue.turn(2):
            pass
    with queue.turn(1), pytest.raises(InputError, match="Files of others"), queue.turn(2):
        pass


def test_papers_of_a_shelf(write):
    """Kept with their questions; what another version stored is forgotten."""
    (ann,) = people(write, "Ann")
    paper = Paper("p", "P", ("a",), 1999, ("X",), "s")
    record = {
        "id": "p",
        "title": "P",
        "paragraphs": ["a"],
        "year": 1999,
        "authors": ["X"],
        "source": "s",
    }
    assert papers_of([record, record | {"year": None}]) == (
        paper, Paper("p", "P", ("a",), None, ("X",), "s"),
    )  # fmt: skip
    with pytest.raises(TypeError):
        papers_of([record | {"title": 3}])
    topic = topic_of({"question": "Q", "papers": [record]})
    assert (topic.question, topic.papers) == ("Q", (paper,))
    assert read_shelf(write, ann.id) == Shelf()
    keep_shelf(write, ann.id, Shelf((paper,), (topic,)))
    write.flush()
    assert read_shelf(write, ann.id) == Shelf((paper,), (topic,))
    keep_shelf(write, ann.id, Shelf((), (topic,)))
    assert read_shelf(write, ann.id) == Shelf((), (topic,))
    row = write.scalars(select(Unsent)).one()
    row.text = "{}"
    assert read_shelf(write, ann.id) == Shelf()
    keep_shelf(write, ann.id, Shelf())
    write.flush()
    assert write.scalars(select(Unsent)).all() == []


def test_files_of_papers():
    """A paper, one to a line, or accepted questions."""
    limits = settings_for("x").limits
    (one,) = read_file("On Wells.txt", b"Wells were dug.", limits)
    assert (one.title, one.paragraphs) == ("On Wells", ("Wells were dug.",))
    line = json.dumps({"id": "a", "title": "A", "paragraphs": ["x"]}).encode()
    found = list(read_file("p.JSONL", line + b"\n\n" + line.replace(b'"a"', b'"b"'), limits))
    assert [one.title for one in found] == ["A", "A"]
    few = list(read_file("p.jsonl", b"\n".join([line] * 5), replace(limits, files=2)))
    assert few[-1] == "The file holds 5 papers, of which only the first were read."
    assert len(few) == 4
    question = {
        "id": "q", "question": "Q?", "related_work_paragraph": "r", "reviewer": "Ada",
        "cited_papers": [{"id": "a", "title": "A"}], "cited_paragraphs": [["x"]],
        "source": {"id": "s", "title": "S"},
    }  # fmt: skip
    (topic,) = read_file("q.ndjson", json.dumps(question).encode(), limits)
    assert (topic.question, topic.papers[0].title) == ("Q?", "A")
    (said,) = read_file("q.jsonl", json.dumps(question | {"cited_paragraphs": []}).encode(), limits)
    assert said.startswith("The file of questions, line 1: `cited_paragraphs` must hold")


# Databases


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://h/n",
        "the studio cannot use mysql: give sqlite:///FILE or postgresql://USER@HOST/NAME."),
        ("sqlite://", "the studio needs a database that lasts: give sqlite:///FILE."),
        ("sqlite:///:memory:", "the studio needs a database that lasts: give sqlite:///FILE."),
        ("a b://",
        "the database's address is none: give sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ],
)  # fmt: skip
def test_databases_that_cannot_be_used(address, message):
    """With what to give."""
    with pytest.raises(InputError) as error:
        address_of(address)
    assert str(error.value) == message


def test_addresses_of_databases(tmp_path):
    """With the driver; a file is its owner's alone."""
    url = address_of(f"{tmp_path}/x/s.db")
    assert (url.drivername, url.database) == ("sqlite", f"{tmp_path}/x/s.db")
    assert (tmp_path / "x" / "s.db").stat().st_mode & 0o777 == 0o600
    assert address_of("postgresql://u@h/n").drivername == "postgresql+psycopg"
