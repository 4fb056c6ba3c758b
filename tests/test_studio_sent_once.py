"""A form that is sent again, since its answer was lost, is carried out once.

Every form here carries a key, as the page's script gives it one.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from studio import ANNOTATOR, OWNER, PASSWORD, sqlite_database, studio_on
from tamis.studio.annotating.demo import NAME
from tamis.studio.database.schema import Adjudication, Assignment, Item, Project, SentForm, Writing
from tamis.studio.writing import session_store
from test_studio_writing import settled


@pytest.fixture
def here(tmp_path):
    """The demonstration."""
    opened = studio_on(sqlite_database(tmp_path), demo=True)
    yield opened
    opened.close()


class Sender:
    """Sends each form twice; `sent` has the key of each with where it led."""

    def __init__(self, browsing):
        self.browsing, self.sent = browsing, {}

    def __call__(self, path, form=None, **options):
        """Where the form leads."""
        key = f"key {len(self.sent)}"
        answer = self.browsing.post(path, form, headers={"X-Tamis-Send": key}, **options)
        assert answer.status_code == 200, answer.text
        follows = answer.headers["X-Tamis-Go"]
        self.browsing.token = ""
        again = self.browsing.post(path, form, headers={"X-Tamis-Send": key}, **options)
        assert (again.status_code, again.headers["X-Tamis-Go"]) == (200, follows)
        self.sent[key] = follows
        return follows

    def stored(self):
        """What is noted of the forms that were carried out."""
        with self.browsing.app.state.studio.database.reading() as transaction:
            return dict(transaction.execute(select(SentForm.key, SentForm.follows)).all())


def rows(here, table, *order):
    """All of a table."""
    with here.database.reading() as transaction:
        return list(transaction.scalars(select(table).order_by(*order)))


def test_the_forms_of_annotating_are_carried_out_once(here):
    """From a new project to its end."""
    olga = here.owner()
    send = Sender(olga)
    owner, anna = here.person(OWNER, "owner"), here.person(ANNOTATOR)
    place = send("/annotating/demo")
    [project] = rows(here, Project)
    assert (project.name, project.raters, place) == (NAME, 2, f"/annotating/{project.id}")
    changed = {"name": " New  name ", "guidance": " Read on. ", "raters": "3", "hide_names": "on"}
    assert send(f"{place}/settings", changed) == place
    [project] = rows(here, Project)
    assert (project.name, project.guidance, project.raters) == ("New name", "Read on.", 3)
    assert project.settings["hide_names"] is True
    assert send(f"{place}/members", {"people": [str(owner.id), str(anna.id)]}) == place
    assert send(f"{place}/close") == place
    # Sent once more, it would be open again.
    assert rows(here, Project)[0].closed_at is not None
    assert send(f"{place}/close") == place
    assert rows(here, Project)[0].closed_at is None
    items = [item.id for item in rows(here, Item, Item.id)]
    item = f"{place}/items/{items[1]}"
    assert send(f"{item}/assign", {"to": str(anna.id)}) == item
    given = [(one.item_id, one.person_id) for one in rows(here, Assignment) if one.person_id]
    assert given.count((items[1], anna.id)) == 1

    label = {"rating": "good", "reason": "It is."}
    onwards = olga.get(f"{place}/next").headers["location"]
    form = {"_revision": "0", "_seconds": "4", "_comment": "Well."}
    following = send(onwards, {**form, **label})
    assert following != onwards
    assert following.startswith(f"{place}/label/")
    number = int(onwards.rpartition("/")[2])
    [mine] = [one for one in rows(here, Assignment) if one.id == number]
    assert (mine.state, mine.label, mine.comment, mine.revision) == ("done", label, "Well.", 1)
    # A label that is changed leads to one's own labels.
    assert send(onwards, {**form, "_revision": "1", **label}) == f"{place}/mine"
    third = send(following, {**form, "_action": "skip"})
    assert third != following

    settle = {"_revision": "", "_comment": " So be it. ", "_following": str(items[2]), **label}
    assert send(f"{item}/settle", settle) == f"{place}/items/{items[2]}"
    [settled_] = rows(here, Adjudication)
    assert (settled_.item_id, settled_.label, settled_.by) == (items[1], label, owner.id)
    assert settled_.comment == "So be it."
    again = olga.post(f"{item}/settle", settle)
    assert again.status_code == 409
    assert "was resolved in another tab" in again.text
    assert send(f"{item}/unsettle") == item
    assert rows(here, Adjudication) == []
    assert send(f"{item}/settle", {**settle, "_following": "0"}) == place

    refused = olga.post(f"{place}/delete", {"name": "New"})
    assert refused.headers["location"] == place
    assert len(rows(here, Project)) == 1
    assert send(f"{place}/delete", {"name": " New   name "}) == "/annotating"
    assert rows(here, Project) == []
    assert send.stored() == send.sent


def test_a_project_with_its_files_and_a_password_are_made_once(here):
    """The project that was made, its import, the account."""
    olga = here.owner()
    send = Sender(olga)
    owner = here.person(OWNER, "owner")
    form = {"kind": "question_review", "name": "Mine", "guidance": "", "raters": "2"}
    onwards = send("/annotating/new", {**form, "people": [str(owner.id)]})
    [project] = rows(here, Project)
    assert onwards == f"/annotating/{project.id}/import"
    assert (project.name, project.kind, project.raters) == ("Mine", "question_review", 2)
    assert "hide_names" not in project.settings or not project.settings["hide_names"]
    changed = {"old": PASSWORD, "password": "pear jam at nine", "again": "pear jam at nine"}
    assert send("/account/password", changed) == "/account"
    assert send.stored() == send.sent


def test_the_forms_of_writing_are_carried_out_once(here):
    """A session with the demonstration's author, from its question to its removal."""
    olga = here.owner()
    send = Sender(olga)
    place = send("/writing/demo", {"topic": "0"})
    assert [place] == [f"/writing/{one.id}" for one in rows(here, Writing)]
    settled(olga, place)

    def seen():
        with here.database.reading() as transaction:
            return str(session_store.load(transaction, place.rpartition("/")[2]).version)

    form = {"seen": seen(), "turn": "1", "instruction": "Shorten it.", "kind": "stylistic"}
    assert send(f"{place}/instruct", form) == place
    settled(olga, place)
    rate = {"seen": seen(), "turn": "1", "rating": "bad", "comment": "No."}
    assert send(f"{place}/rate", rate) == place
    events = olga.get(f"{place}/events.jsonl").text.splitlines()
    kinds = [json.loads(line)["event"] for line in events]
    assert (kinds.count("instructed"), kinds.count("rated")) == (1, 1)
    assert send(f"{place}/remove") == "/writing"
    assert rows(here, Writing) == []
    place = send("/writing/demo", {"topic": "1"})
    settled(olga, place)
    refused = olga.post(f"{place}/finish", {"seen": seen(), "satisfied": "perhaps"})
    assert refused.status_code == 422
    assert "Say whether you are satisfied with the answer." in refused.text
    assert send(f"{place}/finish", {"seen": seen(), "satisfied": "no"}) == place
    assert send.stored() == send.sent
