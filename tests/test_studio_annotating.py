"""Annotating in the studio: who gets what, what is kept, how far people agree."""

from __future__ import annotations

import contextlib
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from studio import on_sqlite, sqlite_database

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from tamis.studio.annotating import (
    assignments,
    imported_labels,
    model_comparison,
    progress,
    project_store,
    rater_agreement,
    rater_slots,
)
from tamis.studio.annotating.exchange.entries import Entry, GivenLabel, Settled
from tamis.studio.annotating.exchange.project_rows import (
    ImportResult,
    preview_import,
    rows_of,
    take,
)
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.imported_labels import COMMENT
from tamis.studio.annotating.kinds import KINDS, Seed
from tamis.studio.annotating.payload import IMPORTED
from tamis.studio.annotating.rater_agreement import ALL_ALIKE, TOO_FEW, Figure, Unit
from tamis.studio.database import open_database
from tamis.studio.database.schema import Assignment, Item, Person, Project, now
from tamis.studio.people.accounts import Who, add_person, as_who
from tamis.types import InputError

TITLES = [
    {"author": "Ada Ashworth", "title": "The Salt Roads", "year": "1971"},
    {"author": "Ada Ashworth", "title": "Nine Winters", "year": "1980"},
    {"author": "Bo Brandt", "title": "Harbour Lights", "year": ""},
]


KEYS = ["Ada Ashworth/The Salt Roads", "Ada Ashworth/Nine Winters", "Bo Brandt/Harbour Lights"]


YES, NO = {"by_author": "yes"}, {"by_author": "no"}


def seeds_of(kind: str, *records: dict[str, Any]) -> list[Seed]:
    """What an import would make of records."""
    return [
        KINDS[kind].read(one, f"line {line}")
        for line, record in enumerate(records, 1)
        for one in KINDS[kind].expand(record, line, f"line {line}")
    ]


def make(database, owner_id, *, kind="kitab_title", seeds=None, raters=2, people=(), **settings):
    """A project with its items and its annotators; returns its id."""
    with database.writing() as transaction:
        made = project_store.create_project(
            transaction, owner_id, kind, "A project", "", raters, settings,
            seeds_of(kind, *TITLES) if seeds is None else seeds,
        )  # fmt: skip
        project = transaction.get_one(Project, made.id)
        project_store.set_members(transaction, project, [person.id for person in people])
    return made.id


def people_of(database, *names: str, role: str = "annotator") -> list[Who]:
    """New people with these names."""
    with database.writing() as transaction:
        return [as_who(add_person(transaction, name, None, role)) for name in names]


def give(database, project_id: str, person: Who, key: str, label: dict[str, Any], comment=""):
    """A finished label, put there without the rules."""
    with database.writing() as transaction:
        item = transaction.scalar(
            select(Item).where(Item.project_id == project_id, Item.key == key)
        )
        transaction.add(
            Assignment(
                project_id=project_id,
                item_id=item.id,
                person_id=person.id,
                state="done",
                question_key=item.question_key or None,
                label=label,
                comment=comment,
                done_at=now(),
                seconds=30.0,
            )
        )


@pytest.fixture
def write(tmp_path):
    """A transaction that writes, in an empty database."""
    opened = open_database(sqlite_database(tmp_path))
    with opened.writing() as transaction:
        yield transaction
    opened.close()


def add_people(write, *names: str, role: str = "annotator") -> list[Who]:
    """New people."""
    return [as_who(add_person(write, name, None, role)) for name in names]


def seed(key: str, question: str = "", writer: str = "", *labels: tuple[str, dict]) -> Seed:
    """An item of a title."""
    payload = {"author": "A", "title": key, "year": "", "note": ""}
    return Seed(key, payload, question, writer, labels)


def project_of(write, owner: Who, *seeds: Seed, raters: int = 2, members=()) -> Project:
    """A project of titles."""
    made = project_store.create_project(
        write, owner.id, "kitab_title", "P", "", raters, None, seeds
    )
    project = write.get_one(Project, made.id)
    project_store.set_members(write, project, [one.id for one in members])
    return project


# --- who gets what -------------------------------------------------------------------------------


def anything(database, project_id: str, person: Who, moment, rng: random.Random) -> None:
    """Someone is assigned an item, comes back to one, or claims one and skips or saves it."""
    with database.writing() as write:
        project, act = write.get_one(Project, project_id), rng.random()
        left = (Assignment.person_id == person.id, Assignment.state != "done")
        old = write.scalars(select(Assignment).where(*left)).all()
        with contextlib.suppress(InputError, assignments.Stale):
            if act < 0.12:
                item = rng.choice(project_store.items(write, project_id))
                someone = write.get_one(Person, person.id)
                assignments.assign(write, project, item, someone, moment)
                return
            back = act < 0.2 and old
            one = rng.choice(old) if back else assignments.claim(write, project, person, moment)
            if one is None or act > 0.9:
                return
            if act > 0.75:
                assignments.skip(write, project, one, one.revision, 5, moment)
            else:
                values = {"by_author": [rng.choice(["yes", "no"])]}
                assignments.save(write, project, one, values, "", one.revision, 9, moment)


@pytest.mark.parametrize(
    ("database_url", "seed"),
    [("sqlite", 0), pytest.param("postgresql", 1, marks=pytest.mark.slow)],
    indirect=["database_url"],
)
def test_no_rule_of_assigning_is_ever_broken(database, seed):
    """Never more raters than asked for, never one's own item, never a question twice."""
    rng, moment = random.Random(seed), now()
    owner, *people = people_of(database, "Owner", "Ann", "Ben", "Cem", "Dora")
    brought = {1: ["cem"], 4: ["Dora", "Zoe"], 7: ["Zoe", "Someone else"]}
    seeds = [
        Seed(
            f"item {n}",
            {"author": "A", "title": str(n), "year": "", "note": ""},
            question_key=rng.choice(["", "q1", "q2", "q3"]),
            written_by=rng.choice(["", "ANN", "ben", "Someone else"]),
            labels=tuple((name, NO) for name in brought.get(n, ())),
        )
        for n in range(10)
    ]
    project_id = make(database, owner.id, seeds=seeds, raters=2, people=people)
    names = {one.id: one.name.casefold() for one in people}
    for _ in range(50):
        moment += timedelta(minutes=rng.choice([1, 5, 300, 900]))
        anything(database, project_id, rng.choice(people), moment, rng)
        with database.reading() as transaction:
            rows = transaction.scalars(select(Assignment)).all()
            items = {one.id: one for one in project_store.items(transaction, project_id)}
        given = [(names[row.person_id], items[row.item_id]) for row in rows]
        elsewhere = []
        for item in items.values():
            said = [one.by.casefold() for one in imported_labels.imported_of(item)]
            said = [name for name in said if name != item.written_by.casefold()]
            live = [
                row for row in rows
                if row.item_id == item.id and (row.state == "done" or (
                    row.state == "open" and row.opened_at > moment - rater_slots.LEASE))
            ]  # fmt: skip
            assert len(live) + len(said) <= 2
            elsewhere += [(name, item) for name in said]
        assert all(item.written_by.casefold() != name for name, item in given)
        had, brought_too = (
            [(name, item.question_key or f"item {item.id}") for name, item in some]
            for some in (given, elsewhere)
        )
        assert len(set(had)) == len(had)
        assert set(had).isdisjoint(brought_too)
    with database.reading() as transaction:
        assert len(finished_labels(transaction, project_id)) > 5


def test_two_at_once_do_not_take_the_same_place(database):
    """Ten people who ask at the same moment for five places get five."""
    owner, *people = people_of(database, "Owner", *(f"Rater number {n}" for n in range(10)))
    seeds = [Seed(f"i{n}", {"author": "A", "title": str(n)}) for n in range(5)]
    project_id = make(database, owner.id, seeds=seeds, raters=1, people=people)

    def claim(person):
        with database.writing() as transaction:
            project = transaction.get_one(Project, project_id)
            found = assignments.claim(transaction, project, person)
            return found and found.item_id

    with ThreadPoolExecutor(10) as pool:
        got = list(pool.map(claim, people))
    taken = [item for item in got if item is not None]
    assert len(taken) == len(set(taken)) == 5


def test_who_is_given_which_item(write):
    """Those with the fewest raters first; not what they wrote, had, or of a question they had.

    A place that was taken is kept for 24 hours.
    """
    owner, ann, bo, cy = add_people(write, "Olga", "Ann", "Bo", "Cy")
    project = project_of(
        write, owner, seed("a", "q"), seed("b", "q"), seed("c", "", "ann"), seed("d"),
        seed("e", "", "", ("Ann", {"by_author": "yes"})), members=[ann, bo],
    )  # fmt: skip
    keys = {one.id: one.key for one in project_store.items(write, project.id)}
    moment = now()

    def for_whom(person: Who) -> str:
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

    def left(key: str, but: int = 0, at=moment) -> int:
        return rater_slots.slots_left(write, project, items[key], but, at)

    assert [left(key) for key in "abe"] == [1, 2, 1]
    assert left("a", ann.id) == 2
    late = moment + timedelta(hours=24)
    assert (left("a", at=late), left("a", at=late - timedelta(seconds=1))) == (2, 1)
    project.raters = 1
    assert rater_slots.obstacle(write, project, items["a"], bo, moment) == "full"
    project.closed_at = moment
    assert assignments.claim(write, project, bo, moment) is None
    assert rater_slots.may_still_label(write, project, ann, moment) == set()


def test_an_owner_gives_an_item_by_hand_within_the_rules(write):
    """Each refusal says which; what was skipped can be given again; a closed project gives none."""
    owner, *three = add_people(write, "Olga", "Ann", "Bo", "Cy")
    project = project_of(
        write, owner, seed("a", "q"), seed("b", "q"), seed("c", "", "Ann"),
        seed("d", "", "", ("Ann", {"by_author": "yes"})), seed("e"), raters=1, members=three[:2],
    )  # fmt: skip
    items = {one.key: one for one in project_store.items(write, project.id)}
    ann, bo, cy = (write.get_one(Person, one.id) for one in three)
    given = assignments.assign(write, project, items["a"], ann)
    assert (given.state, given.question_key, given.revision) == ("open", "q", 0)
    for key, person, said in (
        ("a", ann, "Ann has this item already"),
        ("b", ann, "another item of the same question"),
        ("c", ann, "Ann wrote this item"),
        ("d", ann, "imported with this item"),
        ("a", bo, "has its rater already"),
        ("e", cy, "does not annotate in this project"),
    ):
        with pytest.raises(InputError, match=said):
            assignments.assign(write, project, items[key], person)
    assignments.skip(write, project, given, given.revision, 5.0)
    again = assignments.assign(write, project, items["a"], ann)
    assert (again is given, again.state, again.revision) == (True, "open", 2)
    project.raters = 2
    assert assignments.assign(write, project, items["a"], bo) is not given
    write.flush()
    project.closed_at = now()
    with pytest.raises(InputError, match="closed"):
        assignments.assign(write, project, items["e"], bo)


def test_labels_are_saved_with_their_time(write):
    """What the browser measured, but no more than has passed; old forms and others are refused."""
    owner, ann, bo = add_people(write, "Olga", "Ann", "Bo")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann, bo])
    began = now()
    mine = assignments.claim(write, project, ann, began)

    def save(values=None, revision=None, seconds=10.0, after=60.0):
        return assignments.save(
            write, project, mine, {"by_author": ["yes"]} if values is None else values, " c ",
            mine.revision if revision is None else revision, seconds,
            began + timedelta(seconds=after),
        )  # fmt: skip

    assert list(save({}).problems) == ["by_author"]
    assert (mine.state, mine.label) == ("open", None)
    assert save().problems == {}
    assert (mine.state, mine.label, mine.comment, mine.revision) == ("done", YES, "c", 1)
    assert (mine.seconds, mine.done_at) == (10.0, began + timedelta(seconds=60))
    for seconds, after, spent in ((None, 65.0, 15.0), (99.0, 66.0, 16.0), (-5.0, 70.0, 16.0)):
        save(seconds=seconds, after=after)
        assert mine.seconds == spent
    with pytest.raises(assignments.Stale, match="another tab"):
        save(revision=1)
    with pytest.raises(assignments.Stale, match="finished this item"):
        assignments.skip(write, project, mine, mine.revision, 1.0)
    glance, finished = progress.at_a_glance(write, project, ann)
    assert (glance.labels, glance.items, finished) == (1, 1, 1)
    assert progress.at_a_glance(write, project, bo)[1] == 0
    assert [progress.finished_by(write, project, one) for one in (ann, bo)] == [1, 0]
    project_store.set_members(write, project, [bo.id])
    with pytest.raises(InputError, match="no longer annotate"):
        save()
    project.closed_at = now()
    with pytest.raises(InputError, match="closed"):
        save()


def test_an_item_left_open_goes_to_others_and_a_late_label_is_refused(write):
    """After a day the place is free; who comes back is told. Who leaves a project frees theirs."""
    owner, ann, bo = add_people(write, "Olga", "Ann", "Bo")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann, bo])
    began = now()
    mine = assignments.claim(write, project, ann, began)
    assert assignments.claim(write, project, bo, began + timedelta(hours=23)) is None
    late = began + timedelta(hours=25)
    theirs = assignments.claim(write, project, bo, late)
    assert theirs.item_id == mine.item_id
    values = {"by_author": ["no"]}
    with pytest.raises(assignments.Stale, match="Others have taken"):
        assignments.save(write, project, mine, values, "", mine.revision, 1.0, late)
    assert (mine.state, mine.label) == ("open", None)
    assert assignments.claim(write, project, ann, late) is None
    assert (mine.state, mine.revision) == ("skipped", 1)
    project_store.set_members(write, project, [ann.id])
    assert (theirs.state, theirs.revision) == ("skipped", 1)
    assert [one.name for one in project_store.members(write, project.id)] == ["Ann"]
    (item,) = project_store.items(write, project.id)
    assert rater_slots.slots_left(write, project, item, 0, late) == 1


# --- imports -------------------------------------------------------------------------------------


def test_items_are_added_once(write):
    """In their order; labels of people and of models are added; other contents are refused."""
    owner, ann = add_people(write, "Olga", "Ann")
    project = project_of(write, owner, seed("a"), seed("b", "q"), members=[ann])
    labels = (("Ann", {"by_author": "yes"}), ("model:m", {"by_author": "no"}))
    added = project_store.add_items(
        write, project, [seed("b", "", "", *labels), seed("c"), seed("c")]
    )
    assert added == project_store.Added(1, 2, 2)
    found = project_store.items(write, project.id)
    assert [(one.key, one.position, one.question_key) for one in found] == [
        ("a", 0, ""), ("b", 1, "q"), ("c", 2, ""),
    ]  # fmt: skip
    with pytest.raises(InputError, match="'a' is in the project already, with other contents"):
        project_store.add_items(write, project, [Seed("a", {"author": "B"})])
    labelled = finished_labels(write, project.id)
    assert [(one.key, one.person, one.source, one.person_id) for one in labelled] == [
        ("b", "Ann", "imported", None), ("b", "m", "model", None),
    ]  # fmt: skip
    assert all(IMPORTED not in one.payload for one in labelled)


def test_what_an_import_would_do_is_what_it_does(write):
    """Items, duplicates, labels and resolutions; labels given here and resolutions stay."""
    owner, ann = add_people(write, "Olga", "Ann", role="owner")
    project = project_of(write, owner, seed("a"), raters=1, members=[ann])
    mine = assignments.claim(write, project, ann)
    assignments.save(write, project, mine, {"by_author": ["yes"]}, "c", 0, 0.0)
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
    ruling = Settled({"by_author": "no"}, "s", "Olga")
    assert [(row.key, row.settled) for row in rows] == [("a", ruling), ("b", ruling)]
    assert [(one.who, one.label, one.comment, one.model) for one in rows[0].labels] == [
        ("Ann", {"by_author": "yes"}, "c", False), ("Bo", {"by_author": "no"}, "k", False),
    ]  # fmt: skip
    assert rows[1].labels == (GivenLabel("m", {"by_author": "no"}, model=True),)
    with pytest.raises(InputError, match=r"^w4: the item 'a'"):
        preview_import(write, project, [Entry(Seed("a", {"author": "Z"}), "w4")])


def titles(*labels: tuple[str, ...], **common: str) -> list[Seed]:
    """An item for each tuple of names, whose labels come with it."""
    return [
        Seed(
            f"i{n}",
            {"author": "A", "title": str(n), "year": "", "note": ""},
            labels=tuple((name, YES) for name in names),
            **common,
        )
        for n, names in enumerate(labels)
    ]


def test_an_imported_label_of_a_person_takes_a_rater_s_place(database):
    """In what is given out, in its order, by hand, and in progress; a model's and the writer's
    take none."""
    owner, ann = people_of(database, "Owner", "Ann")
    seeds = titles(("Zoe", "Yan"), ("Zoe",), ("model:m",), ("Wanda",), written_by="wanda")
    project_id = make(database, owner.id, seeds=seeds, raters=2, people=[ann])
    order = []
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        assert progress.of_projects(transaction, [project])[project_id] == progress.Progress(
            4, 2, 3, 1
        )
        assert progress.at_a_glance(transaction, project, ann)[0].labels == 3
        assert progress.left_for(transaction, project, ann) == 3
        full = project_store.items(transaction, project_id)[0]
        with pytest.raises(InputError, match="has its 2 raters already"):
            assignments.assign(transaction, project, full, transaction.get_one(Person, ann.id))
        while one := assignments.claim(transaction, project, ann):
            order.append(transaction.get_one(Item, one.item_id).key)
            assignments.save(transaction, project, one, {"by_author": ["no"]}, "", 0, 1)
        assert order == ["i2", "i3", "i1"]
        found = progress.of_projects(transaction, [project])[project_id]
    assert (found.labels, found.needed, found.complete) == (6, 8, 2)


@on_sqlite
def test_what_someone_has_open_may_be_finished_when_the_rules_tighten(database):
    """Fewer raters, or an import of labels: an open item is kept for its day, a left one is not."""
    owner, ann, ben, cem = people_of(database, "Owner", "Ann", "Ben", "Cem")
    project_id = make(database, owner.id, seeds=titles(()), raters=3, people=[ann, ben, cem])
    start = now()
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        one, two, three = (
            assignments.claim(transaction, project, who, start) for who in (ann, ben, cem)
        )
        assignments.skip(transaction, project, three, 0, 1, start)
        project.raters = 1
        project_store.add_items(transaction, project, titles(("ann",)))
        values = {"by_author": ["no"]}
        for open_one in (one, two):
            saved = assignments.save(transaction, project, open_one, values, "", 0, 1, start)
            assert saved.problems == {}
        with pytest.raises(assignments.Stale, match="Others have taken"):
            assignments.save(transaction, project, three, values, "", 1, 1, start)
        found = progress.of_projects(transaction, [project])[project_id]
        (unit,) = rater_agreement.units(transaction, project)
    # Ann's own label has taken the place of the one that was imported under her name.
    assert (found.labels, found.needed) == (1, 1)
    assert unit.people == {"Ann": {"by_author": "no"}, "Ben": {"by_author": "no"}}


def test_an_imported_label_replaces_an_earlier_one_by_the_same_name():
    """However it is spelt; the writer's and a model's take no rater's place."""
    item = Item(payload={"a": 1}, written_by="Wil")
    imported_labels.add_labels(
        item, [("Ann", {"x": 1}), ("model:m", {"x": 2}), ("wil", {"x": 3}), ("Bo", {"x": 4})]
    )
    imported_labels.add_labels(item, [("BO", {"x": 5})])
    found = imported_labels.imported_of(item)
    assert [(one.by, one.label) for one in found] == [
        ("Ann", {"x": 1}), ("model:m", {"x": 2}), ("wil", {"x": 3}), ("BO", {"x": 5}),
    ]  # fmt: skip
    assert [(one.model, one.name) for one in found[:2]] == [(False, "Ann"), (True, "m")]
    assert (imported_labels.raters_of(item), item.payload["a"]) == (2, 1)


# --- progress ------------------------------------------------------------------------------------


def test_the_progress_of_projects_and_people(write):
    """Labels given here and imported, at most as many as are asked for; times of both."""
    owner, ann, bo = add_people(write, "Olga", "Ann", "Bo")
    project = project_of(
        write, owner,
        seed("a", "", "", ("Cy", {"by_author": "yes", "_seconds": 7.0}),
             ("Di", {"by_author": "no"}), ("Ed", {"by_author": "no"})),
        seed("b", "", "", ("Cy", {"by_author": "yes"}), ("model:m", {"by_author": "no"})),
        seed("c"), members=[ann, bo],
    )  # fmt: skip
    plain = project_of(write, owner, seed("a"), members=[ann])
    began, then = now(), now() + timedelta(seconds=9)
    mine = assignments.claim(write, project, ann, began)
    assignments.save(write, project, mine, {"by_author": ["yes"]}, "", 0, 5.0, then)
    theirs = assignments.claim(write, project, bo, began)
    assignments.skip(write, project, theirs, 0, 3.0, then)
    assignments.claim(write, project, bo, began)
    whole = progress.Progress(3, 2, 4, 1)
    found = progress.of_projects(write, [project, plain])
    assert (found[project.id], found[plain.id]) == (whole, progress.Progress(1, 2, 0, 0))
    assert (whole.needed, whole.share, whole.ended) == (6, 4 / 6, False)
    assert (progress.Progress(4, 3, 12).ended, progress.Progress().ended) == (True, False)
    assert progress.of_projects(write, []) == {}
    assert progress.at_a_glance(write, project, ann) == (whole, 1)
    people = progress.of_people(write, project, began)
    assert people == [
        progress.PersonProgress("Ann", ann.id, 1, 0, 0, 5.0, then, 1),
        progress.PersonProgress("Bo", bo.id, 0, 1, 1, 3.0, None, 0),
    ]
    assert [one.per_item for one in people] == [5.0, None]
    imported = progress.of_imported(write, project)
    assert [(one.name, one.done, one.seconds, one.timed) for one in imported] == [
        ("Cy", 2, 7.0, 1), ("Di", 1, None, 0), ("Ed", 1, None, 0),
    ]  # fmt: skip
    assert progress.of_imported(write, plain) == []
    assert progress.left_for(write, project, ann) == 1


# --- agreement -----------------------------------------------------------------------------------

RATE = KINDS["quest_candidate"].fields[0]


def unit(n: int, models: dict | None = None, settled: str = "", **people: str) -> Unit:
    """An item with ratings by their first letters."""
    names = {"M": "MATCH", "D": "DEBATABLE", "N": "NO_MATCH"}

    def label(letter: str) -> dict:
        return {"rating": names[letter]} if letter else {}

    return Unit(
        n, {who: label(said) for who, said in people.items()},
        {who: label(said) for who, said in (models or {}).items()},
        label(settled) if settled else None,
    )  # fmt: skip


def test_agreement_is_that_of_a_case_worked_by_hand():
    """Four items, two raters, three alike.

    Kappa: observed 3/4; Ann says yes 2 of 4, Ben 3 of 4, so chance is (2*3 + 2*1)/16 = 1/2 and
    kappa 1/2. Alpha: 8 values, 5 yes and 3 no; observed 1/4, expected 2*5*3/(8*7) = 15/28, so
    alpha is 1 - (1/4)/(15/28) = 8/15.
    """
    rows = [("yes", "yes"), ("yes", "yes"), ("no", "no"), ("no", "yes"), ("no",)]
    found = [
        Unit(n, {w: {"by_author": v} for w, v in zip(("Ann", "Ben"), row, strict=False)}, {})
        for n, row in enumerate(rows)
    ]
    (one,) = rater_agreement.agreement(KINDS["kitab_title"], found)
    assert (one.items, one.labels, one.share) == (4, 8, 0.75)
    assert one.alpha.value == pytest.approx(8 / 15)
    assert one.pairs[0].kappa.value == pytest.approx(1 / 2)


def test_agreement_of_three_on_a_field():
    """Of items that two people labelled; pairs with most items in common first."""
    kind = KINDS["quest_candidate"]
    found = [
        unit(1, ann="M", bo="M", cy="M"), unit(2, ann="M", bo="N"), unit(3, ann="D", bo="D"),
        unit(4, ann="M"), unit(5, ann="M", cy=""),
    ]  # fmt: skip
    (one,) = rater_agreement.agreement(kind, found)
    assert (one.field, one.items, one.labels, one.more) == (RATE, 3, 7, 0)
    # Of five pairs of labels of one item four are alike.
    assert one.share == 0.8
    assert [(pair.a, pair.b, pair.n, pair.share) for pair in one.pairs] == [
        ("ann", "bo", 3, 2 / 3), ("ann", "cy", 1, 1.0), ("bo", "cy", 1, 1.0),
    ]  # fmt: skip
    # 2/3 alike; by chance 2/3 × 1/3 + 1/3 × 1/3 = 1/3.
    assert one.pairs[0].kappa.value == pytest.approx(0.5)
    assert one.pairs[1].kappa == Figure(None, ALL_ALIKE)
    assert one.alpha.interval is None
    (none,) = rater_agreement.agreement(kind, found[3:])
    assert (none.items, none.labels, none.share, none.alpha, none.pairs) == (
        0, 0, None, Figure(None, TOO_FEW), (),
    )  # fmt: skip
    (crowd,) = rater_agreement.agreement(kind, [unit(1, **{f"p{n}": "M" for n in range(7)})])
    assert (len(crowd.pairs), crowd.more) == (15, 6)


def test_ordinal_agreement_goes_by_the_order_of_the_options():
    """MATCH beside NO_MATCH is worse than MATCH beside DEBATABLE."""
    rest = [unit(n, ann=v, bo=v) for n, v in enumerate("MDNM", 2)]
    near, far = (
        rater_agreement.agreement(KINDS["quest_candidate"], [unit(1, ann="M", bo=one), *rest])
        for one in "DN"
    )
    assert near[0].alpha.value > far[0].alpha.value
    yes, no, none = {"rating": "MATCH"}, {"rating": "NO_MATCH"}, {}
    cases = ([yes, yes, no], [yes, no], [none], [no, none, none])
    assert [rater_agreement.majority(RATE, labels) for labels in cases] == [0, None, None, 2]
    kind = KINDS["quest_candidate"]
    cases = ([yes, no], [yes, yes], [yes, none], [])
    assert [rater_agreement.differ(kind, labels) for labels in cases] == [True, False, False, False]


def test_a_model_is_held_against_what_people_settled_on():
    """Settled before majority; ties are left out and counted."""
    found = [
        unit(1, {"m": "M"}, ann="M", bo="M"),
        unit(2, {"m": "N"}, ann="M", bo="M", cy="N"),
        unit(3, {"m": "D"}, ann="M", bo="N"),
        unit(4, {"m": "D"}, settled="D", ann="M", bo="N"),
        unit(5, {"m": "D"}),
        unit(6, {"k": "D"}, ann="D"),
    ]
    k, m = model_comparison.compare(KINDS["quest_candidate"], found)
    assert (k.model, k.n, k.share) == ("k", 1, 1.0)
    assert (m.model, m.n, m.undecided, m.share) == ("m", 3, 1, 2 / 3)
    assert (m.rows, m.columns) == (("Match", "Debatable"), ("Match", "Debatable", "No match"))
    assert m.table == {"Match": {"Match": 1, "No match": 1}, "Debatable": {"Debatable": 1}}
    assert m.different == ((2, "Match", "No match"),)
    # 2/3 alike; by chance 2/3 × 1/3 + 1/3 × 1/3 = 1/3.
    assert m.kappa.value == pytest.approx(0.5)
