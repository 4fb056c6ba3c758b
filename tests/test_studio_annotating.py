"""Annotating in the studio: who gets what, what is kept, who sees what, how far people agree."""

from __future__ import annotations

import csv
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from studio import OWNER, on_sqlite, studio_on

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import event, select

from tamis.studio.annotating import (
    assignments,
    imported_labels,
    model_comparison,
    progress,
    project_store,
    rater_agreement,
    rater_slots,
)
from tamis.studio.annotating.common import keys_of
from tamis.studio.annotating.exchange.label_checks import COMMENT, checked_label
from tamis.studio.annotating.exchange.uploads import read_upload
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.kinds import KINDS, Field, Option, Seed
from tamis.studio.annotating.kinds.kind import LONGEST_TEXT, check_fields
from tamis.studio.annotating.payload import IMPORTED
from tamis.studio.annotating.rater_agreement import Unit
from tamis.studio.database.schema import Assignment, Item, Person, Project, Unsent, now
from tamis.studio.people.accounts import Who, add_person, as_who
from tamis.types import InputError
from tamis.writing.sessions import RATINGS

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE item; --",
    "{{ 'qy' * 3 }}{% raw %}",
    "אבג مرحبا",
    "a\u202eb\u200bc\ufeffd\x00",
]

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


# --- who gets what --------------------


@dataclass
class Simulation:
    """People who claim, save, skip, come late and are assigned to, at random but seeded."""

    database: Any
    project_id: str
    people: list[Who]
    rng: random.Random
    moment: Any = field(default_factory=now)

    def step(self) -> None:
        """One thing that someone does."""
        person = self.rng.choice(self.people)
        self.moment += timedelta(minutes=self.rng.choice([1, 5, 300, 900]))
        with self.database.writing() as transaction:
            project = transaction.get_one(Project, self.project_id)
            act = self.rng.random()
            if act < 0.12:
                item = self.rng.choice(project_store.items(transaction, self.project_id))
                someone = transaction.get_one(Person, person.id)
                try:
                    assignments.assign(transaction, project, item, someone, self.moment)
                except InputError:
                    return
            elif act < 0.2:
                # Someone comes back to what they left.
                old = transaction.scalars(
                    select(Assignment).where(
                        Assignment.person_id == person.id, Assignment.state != "done"
                    )
                ).all()
                if old:
                    self.save(transaction, project, self.rng.choice(old))
            else:
                assignment = assignments.claim(transaction, project, person, self.moment)
                if assignment is None or act > 0.9:
                    return
                if act > 0.75:
                    revision = assignment.revision
                    assignments.skip(transaction, project, assignment, revision, 5, self.moment)
                else:
                    self.save(transaction, project, assignment)

    def save(self, transaction, project, assignment) -> None:
        """A label, unless it is refused."""
        values = {"by_author": [self.rng.choice(["yes", "no"])]}
        try:
            assignments.save(
                transaction, project, assignment, values, "", assignment.revision, 9, self.moment
            )
        except assignments.Stale:
            return

    def check(self) -> None:
        """What must hold at every moment."""
        with self.database.reading() as transaction:
            raters = transaction.get_one(Project, self.project_id).raters
            items = {one.id: one for one in project_store.items(transaction, self.project_id)}
            rows = transaction.scalars(select(Assignment)).all()
        live = [
            row
            for row in rows
            if row.state == "done"
            or (row.state == "open" and row.opened_at > self.moment - rater_slots.LEASE)
        ]
        names = {person.id: person.name.casefold() for person in self.people}
        ids = {name: number for number, name in names.items()}
        had: set[tuple[int, str]] = set()
        for item in items.values():
            brought = [
                one.by for one in imported_labels.imported_of(item) if one.by != item.written_by
            ]
            given = sum(row.item_id == item.id for row in live)
            assert given + len(brought) <= raters
            for name in brought:
                assert (item.id, ids.get(name.casefold())) not in {
                    (row.item_id, row.person_id) for row in rows
                }
                had.add((ids.get(name.casefold(), 0), item.question_key or f"item {item.id}"))
        for row in rows:
            item = items[row.item_id]
            assert item.written_by.casefold() != names[row.person_id]
            if item.question_key:
                assert (row.person_id, item.question_key) not in had
                had.add((row.person_id, item.question_key))


@pytest.mark.parametrize(
    ("database_url", "seed"), [("sqlite", 0), ("postgresql", 1)], indirect=["database_url"]
)
def test_no_rule_of_assigning_is_ever_broken(database, seed):
    """Never more raters than asked for, never one's own item, never a question twice."""
    rng = random.Random(seed)
    owner, *people = people_of(database, "Owner", "Ann", "Ben", "Cem", "Dora")
    # Who labelled what elsewhere: each of them one item, so that nobody has a question twice.
    brought = {1: ["cem"], 4: ["Dora", "Zoe"], 7: ["Zoe", "Someone else"]}
    seeds = [
        Seed(
            f"item {n}",
            {"author": "A", "title": str(n), "year": "", "note": ""},
            question_key=rng.choice(["", "q1", "q2", "q3"]),
            written_by=rng.choice(["", "ANN", "ben", "Someone else"]),
            labels=tuple((name, {"by_author": "no"}) for name in brought.get(n, ())),
        )
        for n in range(10)
    ]
    project_id = make(database, owner.id, seeds=seeds, raters=2, people=people)
    simulation = Simulation(database, project_id, people, rng)
    for _ in range(50):
        simulation.step()
        simulation.check()
    with database.reading() as transaction:
        done = list(finished_labels(transaction, project_id))
    assert len(done) > 5


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


@on_sqlite
def test_the_least_rated_item_comes_first(database):
    """Every item has one rater before any has two; of equals the oldest comes first."""
    owner, ann, ben = people_of(database, "Owner", "Ann", "Ben")
    project_id = make(database, owner.id, people=[ann, ben])
    order = []
    for person in (ann, ben, ann):
        with database.writing() as transaction:
            project = transaction.get_one(Project, project_id)
            assignment = assignments.claim(transaction, project, person)
            order.append(transaction.get_one(Item, assignment.item_id).position)
            values = {"by_author": ["yes"]}
            assignments.save(transaction, project, assignment, values, "", 0, 3)
    assert order == [0, 1, 2]


@on_sqlite
def test_an_item_left_open_goes_to_others_and_a_late_label_is_refused(database):
    """After a day the place is free; who comes back to find it taken is told so."""
    owner, ann, ben = people_of(database, "Owner", "Ann", "Ben")
    project_id = make(
        database, owner.id, seeds=seeds_of("kitab_title", TITLES[0]), raters=1, people=[ann, ben]
    )
    start = now()
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        first = assignments.claim(transaction, project, ann, start)
        assert assignments.claim(transaction, project, ben, start + timedelta(hours=23)) is None
        later = start + timedelta(hours=25)
        assert assignments.claim(transaction, project, ben, later).item_id == first.item_id
        with pytest.raises(assignments.Stale, match="Others have taken"):
            assignments.save(
                transaction, project, first, {"by_author": ["no"]}, "", first.revision, 1, later
            )
        assert first.state == "open"
        assert first.label is None


@on_sqlite
def test_time_is_what_the_browser_measured_but_no_more_than_has_passed(database):
    """A rater cannot have spent an hour on what they opened a minute ago."""
    owner, ann = people_of(database, "Owner", "Ann")
    project_id = make(database, owner.id, people=[ann])
    start = now()
    spent = []
    for seconds in (12.5, 3600.0, None):
        with database.writing() as transaction:
            project = transaction.get_one(Project, project_id)
            one = assignments.claim(transaction, project, ann, start)
            end = start + timedelta(seconds=60)
            assignments.save(transaction, project, one, {"by_author": ["no"]}, "", 0, seconds, end)
            spent.append(one.seconds)
    assert spent == [12.5, 60.0, 60.0]


@on_sqlite
def test_who_leaves_a_project_leaves_their_open_item_to_others(database):
    """Members who are taken out lose what they had open, and keep what they finished."""
    owner, ann, ben = people_of(database, "Owner", "Ann", "Ben")
    project_id = make(
        database, owner.id, seeds=seeds_of("kitab_title", TITLES[0]), raters=1, people=[ann, ben]
    )
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        assert assignments.claim(transaction, project, ann) is not None
        project_store.set_members(transaction, project, [ben.id])
        assert assignments.claim(transaction, project, ann) is None
        assert assignments.claim(transaction, project, ben) is not None


@on_sqlite
def test_an_owner_gives_an_item_by_hand_within_the_rules(database):
    """Giving obeys the same rules, each refusal in a sentence."""
    owner, ann, ben, _cem = people_of(database, "Owner", "Ann", "Ben", "Cem")
    seeds = [
        Seed("a", {"author": "A", "title": "1"}, "q", "ann"),
        Seed("b", {"author": "A", "title": "2"}, "q"),
    ]
    project_id = make(database, owner.id, seeds=seeds, raters=1, people=[ann, ben])
    refused = []
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        a, b = project_store.items(transaction, project_id)
        people = {one.name: one for one in transaction.scalars(select(Person))}
        assignments.assign(transaction, project, a, people["Ben"])
        for item, name in ((a, "Ann"), (b, "Ben"), (b, "Cem"), (a, "Ben")):
            with pytest.raises(InputError) as error:
                assignments.assign(transaction, project, item, people[name])
            refused.append(str(error.value))
    assert [sentence.split(":")[0].split(",")[0] for sentence in refused] == [
        "Ann wrote this item",
        "Ben has had another item of the same question.",
        "Cem does not annotate in this project",
        "Ben has this item already.",
    ]


# --- imports --------------------


@on_sqlite
def test_items_come_in_once_and_labels_are_added_to_them(database):
    """The same rows again are duplicates; a model's labels for them are taken."""
    (owner,) = people_of(database, "Owner")
    project_id = make(database, owner.id)
    labelled = [
        Seed(seed.key, seed.payload, labels=(("model:m", {"by_author": "yes"}),))
        for seed in seeds_of("kitab_title", *TITLES)
    ]
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        assert project_store.add_items(transaction, project, labelled) == (0, 3, 3)
        assert project_store.add_items(transaction, project, labelled) == (0, 3, 3)
        changed = [Seed(labelled[0].key, {**labelled[0].payload, "year": "1999"})]
        with pytest.raises(InputError, match="other contents"):
            project_store.add_items(transaction, project, changed)
    with database.reading() as transaction:
        found = finished_labels(transaction, project_id)
    assert [(one.person, one.source) for one in found] == [("m", "model")] * 3
    assert all(IMPORTED not in one.payload for one in found)


LABELLED = {"by_author": "yes"}


def titles(*labels: tuple[str, ...], **common: str) -> list[Seed]:
    """An item for each tuple of names, whose labels come with it."""
    return [
        Seed(
            f"i{n}",
            {"author": "A", "title": str(n), "year": "", "note": ""},
            labels=tuple((name, LABELLED) for name in names),
            **common,
        )
        for n, names in enumerate(labels)
    ]


def given_to(database, project_id: str, *people: Who) -> list[str | None]:
    """The keys of the items that people are sent to one after the other; nothing stays open."""
    keys: list[str | None] = []
    for person in people:
        with database.writing() as transaction:
            project = transaction.get_one(Project, project_id)
            one = assignments.claim(transaction, project, person)
            keys.append(one and transaction.get_one(Item, one.item_id).key)
            transaction.rollback()
    return keys


@on_sqlite
def test_imported_labels_of_people_are_compared_with_those_given_here(database):
    """They agree or not with those given here; who gave one is not asked for the item again."""
    owner, ann = people_of(database, "Owner", "Ann")
    project_id = make(database, owner.id, seeds=titles(("ann",), ("Zoe",)), raters=3, people=[ann])
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        one = assignments.claim(transaction, project, ann)
        assert transaction.get_one(Item, one.item_id).key == "i1"
        assignments.save(transaction, project, one, {"by_author": ["no"]}, "", 0, 1)
        assert assignments.claim(transaction, project, ann) is None
        units = rater_agreement.units(transaction, project)
    assert [dict(unit.people) for unit in units] == [
        {"ann": LABELLED},
        {"Ann": {"by_author": "no"}, "Zoe": LABELLED},
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
def test_a_question_that_someone_had_elsewhere_is_not_theirs_again(database):
    """Ann's imported label is on one item of a question: she is given no other of it."""
    owner, ann, ben = people_of(database, "Owner", "Ann", "Ben")
    seeds = titles(("ANN",), (), question_key="q")
    project_id = make(database, owner.id, seeds=seeds, raters=2, people=[ann, ben])
    assert given_to(database, project_id, ann, ben) == [None, "i1"]
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        assert progress.left_for(transaction, project, ann) == 0
        items = project_store.items(transaction, project_id)
        for item, said in zip(items, ("imported with this item", "same question"), strict=True):
            with pytest.raises(InputError, match=said):
                assignments.assign(transaction, project, item, transaction.get_one(Person, ann.id))


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


@on_sqlite
def test_what_was_left_and_labelled_elsewhere_is_not_labelled_again(database):
    """Who comes back to a skipped item finds that their label of it, or of its question, came."""
    owner, ann = people_of(database, "Owner", "Ann")
    seeds = titles((), (), question_key="q")
    project_id = make(database, owner.id, seeds=seeds, raters=3, people=[ann])
    with database.writing() as transaction:
        project = transaction.get_one(Project, project_id)
        one = assignments.claim(transaction, project, ann)
        assignments.skip(transaction, project, one, 0, 1)
        for labels, said in (
            (((), ("Ann",)), "another item"),
            ((("Ann",), ()), "A label of yours"),
        ):
            project_store.add_items(transaction, project, titles(*labels, question_key="q"))
            with pytest.raises(assignments.Stale, match=said):
                assignments.save(transaction, project, one, {"by_author": ["no"]}, "", 1, 1)


def test_a_second_rating_is_not_the_writer_s():
    """KIWI's first rating is its writer's: it is compared with, and takes no rater's place."""
    for record in (RECORDS["kiwi_rating"], {**RECORDS["kiwi_rating"], "written_by": "a4"}):
        (seed,) = seeds_of("kiwi_rating", record)
        item = Item(written_by=seed.written_by, payload=seed.payload)
        imported_labels.add_labels(item, seed.labels)
        assert len(imported_labels.imported_of(item)) == 1
        assert imported_labels.raters_of(item) == 0


# --- kinds --------------------


RECORDS = {
    "acs_constraint": {
        "user_request": "A plan for two days.",
        "agent_response": "Day 1 …\n\nDay 2 …",
        "constraint": "The plan must be for 2 days.",
        "is_constraint_satisfied": "1",
        "domain": "meal-planning",
        "capability": "counting",
    },
    "kitab_doubt": {
        "kind": "cluster",
        "author": "Ada Ashford",
        "id": "Q7",
        "title": "Salt",
        "why": "first editions 45 years apart",
        "titles": ["Salt", "Salt: a history"],
        "works": ["OL1W (1910)", "OL2W (1955)"],
    },
    "acs_error": {
        "id": "007-abc",
        "judge": "some/model",
        "gold": "satisfied",
        "verdict": "unsatisfied",
        "rationale": "5 + 5 is 11.",
        "worksheet": "5 + 5 = 10",
        "constraint": "At most 10.",
    },
    "quest_candidate": {
        "qid": "q1",
        "question": "Films shot in Portugal",
        "title": "Salt (film)",
        "proposed_by": ["secret-run+"],
        "in_original": True,
        "evidence_for": ['secret-run: "shot in Porto" [d1]'],
    },
    "kitab_title": {"author": "Ada", "title": "The Salt Roads", "year": "1971"},
    "kiwi_instruction": {
        "session": "3",
        "turn": "2",
        "question": "Why?",
        "previous": "It is so.",
        "instruction": "Say why.",
        "answer": "It is so because.",
        "instruction_type": "clarification",
        "model_instruction_type": "remove",
        "model": "m",
    },
}
RECORDS["kiwi_error"] = {**RECORDS["kiwi_instruction"], "error_type": "ignored", "rating": "bad"}
RECORDS["kiwi_rating"] = {**RECORDS["kiwi_instruction"], "rating": "bad", "comment": "Too short."}
LABELS = {
    "acs_constraint": {"satisfied": "not_satisfied", "capability": "counting"},
    "acs_error": {"category": "calculation"},
    "quest_candidate": {"rating": "DEBATABLE"},
    "kitab_title": {"by_author": "cannot_tell", "source": "a catalogue"},
    "kitab_doubt": {"verdict": "wrong", "note": "two books"},
    "kiwi_instruction": {"instruction_type": "remove"},
    "kiwi_error": {"error_type": "unrequested_change"},
    "kiwi_rating": {"rating": "neutral", "reason": "It lost a sentence."},
}


@pytest.mark.parametrize("name", LABELS)
def test_what_a_kind_exports_it_reads_again(name):
    """An exported row is read as the same item, and its label with it."""
    kind = KINDS[name]
    seed = kind.read(RECORDS[name], "line 1")
    label, problems = kind.check(kind.values(LABELS[name]), seed.payload)
    assert problems == {}
    assert label == LABELS[name]
    again = kind.read(kind.record(seed.payload, label), "line 1")
    payload = dict(again.payload)
    if name == "kiwi_rating":
        # The columns of the second rating are the second rater's.
        payload |= {"rating": "bad", "comment": "Too short."}
    assert payload == seed.payload
    assert again.key == seed.key
    field = next(field for field in kind.fields if field.agreement)
    assert LABELS[name][field.name] in [one.get(field.name) for _, one in again.labels]


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("acs_constraint", {"is_constraint_satisfied": "2"}, "must be 1, 0 or empty"),
        ("acs_constraint", {"agent_response": " "}, "agent_response is missing or empty"),
        ("acs_error", {"verdict": "satisfied"}, "gold and verdict agree"),
        ("acs_error", {"label": "typo"}, "label is 'typo'"),
        ("quest_candidate", {"rating": "perhaps"}, "the rating is 'perhaps'"),
        ("quest_candidate", {"title": ["a"]}, "title must be a text"),
        ("kitab_title", {"label": "maybe"}, "write yes, no, cannot_tell"),
        ("kiwi_instruction", {"turn": "0"}, "must be a number from 1 on"),
        ("kiwi_instruction", {"instruction_type": "poem"}, "not one of the types"),
        ("kiwi_rating", {"rating": "fine"}, "must be good, neutral, bad"),
        ("kiwi_error", {"rating": "Good"}, "rating is 'good', and only turns rated neutral or bad"),
        ("kiwi_error", {"rating": ""}, "rating is missing, and only turns rated neutral or bad"),
        ("kiwi_error", {"rating": "poor"}, "rating is 'poor', and only turns rated neutral or bad"),
    ],
)
def test_a_wrong_record_is_refused_with_its_place(name, change, said):
    """One sentence with the line and the field."""
    with pytest.raises(InputError, match=said) as error:
        KINDS[name].read({**RECORDS[name], **change}, "items.csv, line 7")
    assert str(error.value).startswith("items.csv, line 7")


def test_acs_reads_its_released_columns():
    """Every row of the small data in the released form is an item with its label."""
    path = Path(__file__).parents[1] / "src/tamis/benchmarks/acs/mini/acs_dataset.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    seeds = seeds_of("acs_constraint", *rows)
    assert len({seed.key for seed in seeds}) == len(rows)
    assert [seed.labels[0][1]["satisfied"] == "satisfied" for seed in seeds] == [
        row["is_constraint_satisfied"] == "1" for row in rows
    ]


def test_a_released_session_is_its_turns():
    """One line of the released file becomes one item a turn; errors are of turns not good."""
    session = {
        "original_question": "Why?",
        "model_name": "m",
        "initial_answer": "First.",
        "annotator_id": "a4",
        "interaction": [
            {"instruction": "More.", "answer_1": "First. More.", "answer_2": "", "rating": "Good"},
            {"instruction": "Less.", "answer_1": "Less.", "answer_2": "Edited.", "rating": "Bad"},
            {"instruction": "Again.", "answer_1": "Again.", "answer_2": "", "rating": "neutral"},
        ],
    }
    ratings = seeds_of("kiwi_rating", session)
    assert [seed.key for seed in ratings] == ["1/1", "1/2", "1/3"]
    assert [seed.payload["previous"] for seed in ratings] == ["First.", "First. More.", "Edited."]
    assert {seed.written_by for seed in ratings} == {"a4"}
    assert [seed.key for seed in seeds_of("kiwi_error", session)] == ["1/2", "1/3"]


def test_no_type_of_error_where_nothing_was_wrong():
    """Turns rated good are refused, line by line; of a session they are left out (KIWI, §4.3)."""
    rows = [RECORDS["kiwi_error"] | {"turn": n, "rating": r} for n, r in enumerate(RATINGS, 1)]
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    reading = read_upload(KINDS["kiwi_error"], "turns.jsonl", lines)
    assert reading.problems == [
        "turns.jsonl, line 1: rating is 'good', and only turns rated neutral or bad have a type of "
        "error; correct it or leave the row out."
    ]
    assert [one.seed.payload["rating"] for one in reading.entries] == ["neutral", "bad"]


def test_a_form_is_checked_field_by_field():
    """Missing, unknown, too many: each field has its own sentence; nothing else is kept."""
    options = (Option("a", "A"), Option("b", "B"))
    fields = [
        Field("one", "One", "choice", options),
        Field("many", "Many", "choices", options, required=False),
        Field("number", "Number", "number", required=False),
    ]
    assert check_fields(fields, {"one": ["a"], "many": ["b", "a"], "number": ["3"]}) == (
        {"one": "a", "many": ["a", "b"], "number": 3},
        {},
    )
    assert check_fields(fields, {"one": ["c"], "number": ["nan"]})[1] == {
        "one": "That is not one of the choices.",
        "number": "This must be a number.",
    }
    assert check_fields(fields, {"one": ["a", "b"]})[0] is None
    assert check_fields(fields, {"one": ["a"], "evil": ["x"]})[0] == {"one": "a"}


@on_sqlite
def test_raters_of_quest_do_not_learn_who_proposed(studio):
    """Neither the runs nor whether it was a gold is in a rater's page."""
    ann = studio.annotator("Ann")
    who = studio.person("Ann")
    seeds = seeds_of("quest_candidate", RECORDS["quest_candidate"])
    project = make(studio.database, who.id, kind="quest_candidate", seeds=seeds, people=[who])
    text = ann.get(ann.get(f"/annotating/{project}/next").headers["location"]).text
    assert "shot in Porto" in text
    assert "secret-run" not in text
    assert "in_original" not in text


# --- agreement --------------------


def units_of(field: str, *rows: dict[str, str]) -> list[Unit]:
    """Items with the labels of people by their names."""
    return [
        Unit(number, {name: {field: value} for name, value in row.items()}, {})
        for number, row in enumerate(rows)
    ]


def test_agreement_is_that_of_a_case_worked_by_hand():
    """Four items, two raters, three alike.

    Kappa: observed 3/4; Ann says yes 2 of 4, Ben 3 of 4, so chance is (2*3 + 2*1)/16 = 1/2 and
    kappa 1/2. Alpha: 8 values, 5 yes and 3 no; observed 1/4, expected 2*5*3/(8*7) = 15/28, so
    alpha is 1 - (1/4)/(15/28) = 8/15.
    """
    kind = KINDS["kitab_title"]
    found = units_of(
        "by_author",
        {"Ann": "yes", "Ben": "yes"},
        {"Ann": "yes", "Ben": "yes"},
        {"Ann": "no", "Ben": "no"},
        {"Ann": "no", "Ben": "yes"},
        {"Ann": "no"},
    )
    (one,) = rater_agreement.agreement(kind, found)
    assert (one.items, one.labels, one.share) == (4, 8, 0.75)
    assert one.alpha.value == pytest.approx(8 / 15)
    assert one.pairs[0].kappa.value == pytest.approx(1 / 2)


def test_undefined_agreement_says_why():
    """No two labels, or only one value: there is no figure, but a reason."""
    kind = KINDS["kitab_title"]
    (none,) = rater_agreement.agreement(kind, units_of("by_author", {"Ann": "yes"}))
    assert none.alpha == rater_agreement.Figure(None, rater_agreement.TOO_FEW)
    assert none.share is None
    (same,) = rater_agreement.agreement(kind, units_of("by_author", {"Ann": "yes", "Ben": "yes"}))
    assert same.alpha == rater_agreement.Figure(None, rater_agreement.ALL_ALIKE)
    assert same.share == 1.0


def test_ordinal_agreement_goes_by_the_order_of_the_options():
    """MATCH beside NO_MATCH is worse than MATCH beside DEBATABLE."""
    kind = KINDS["quest_candidate"]
    rest = [{"Ann": v, "Ben": v} for v in ("MATCH", "DEBATABLE", "NO_MATCH", "MATCH")]
    near = units_of("rating", {"Ann": "MATCH", "Ben": "DEBATABLE"}, *rest)
    far = units_of("rating", {"Ann": "MATCH", "Ben": "NO_MATCH"}, *rest)
    near_alpha, far_alpha = (
        rater_agreement.agreement(kind, one)[0].alpha.value for one in (near, far)
    )
    assert near_alpha > far_alpha


def test_a_model_is_held_against_what_people_settled_on():
    """Settled before majority; ties are left out and counted."""
    kind = KINDS["kitab_title"]

    def unit(number, people, model, settled=None):
        labels = {str(n): {"by_author": value} for n, value in enumerate(people)}
        return Unit(number, labels, {"m": {"by_author": model}}, settled and {"by_author": settled})

    found = [
        unit(1, ["yes", "yes", "no"], "yes"),
        unit(2, ["yes", "no"], "yes"),
        unit(3, ["yes", "no"], "yes", "no"),
        unit(4, ["no"], "no"),
    ]
    (one,) = model_comparison.compare(kind, found)
    assert (one.n, one.undecided, one.different) == (3, 1, ((3, "No", "Yes"),))
    assert one.share == pytest.approx(2 / 3)
    assert one.table["No"] == {"Yes": 1, "No": 1}


# --- pages --------------------


@pytest.fixture
def round_of_two(studio):
    """A project with three items and two raters who are logged in: id, owner, Ann, Ben."""
    owner, ann, ben = studio.owner(), studio.annotator("Ann"), studio.annotator("Ben")
    people = [studio.person("Ann"), studio.person("Ben")]
    project = make(studio.database, studio.person(OWNER, "owner").id, people=people)
    return project, owner, ann, ben


def open_next(browsing, project: str) -> tuple[str, dict[str, str]]:
    """The address of the next item, and what its form carries."""
    address = browsing.get(f"/annotating/{project}/next").headers["location"]
    return address, hidden(browsing.get(address).text)


def hidden(text: str) -> dict[str, str]:
    """The page's own hidden fields."""
    return dict(re.findall(r'type="hidden" name="(_\w+)" value="([^"]*)"', text))


def test_a_round_of_two_with_a_disagreement(studio, round_of_two):
    """Two people label; the owner sees who differs, resolves it, and the export has it."""
    project, owner, ann, ben = round_of_two
    for browsing, values in ((ann, ["yes", "yes", "no"]), (ben, ["yes", "no", "no"])):
        address, carried = open_next(browsing, project)
        for value in values:
            answer = browsing.post(address, {**carried, "by_author": value, "_comment": "Why not"})
            assert answer.status_code == 303
            address = answer.headers["location"]
            carried = hidden(browsing.get(address).text)
        assert address == f"/annotating/{project}?nothing=left"
    text = owner.get(f"/annotating/{project}").text
    assert "100%" in text
    assert "Cohen" in text
    listed = owner.get(f"/annotating/{project}/items?show=differing").text
    (item,) = re.findall(rf"/annotating/{project}/items/(\d+)", listed)
    shown = owner.get(f"/annotating/{project}/items/{item}").text
    assert "Ann" in shown
    assert "Ben" in shown
    assert "they differ" in shown
    carried = hidden(shown)
    place = f"/annotating/{project}/items/{item}/settle"
    assert owner.post(place, {**carried, "by_author": "no"}).status_code == 303
    assert owner.post(place, {**carried, "by_author": "yes"}).status_code == 409
    assert "No open disagreements" in owner.get(f"/annotating/{project}").text
    with studio.database.reading() as transaction:
        found = finished_labels(transaction, project)
    settled = [one.adjudicated for one in found if one.item_id == int(item)]
    assert settled == [{"by_author": "no"}] * 2
    assert len(found) == 6
    assert all(one.comment == "Why not" for one in found)


@on_sqlite
def test_what_is_typed_into_a_settling_is_kept_until_it_is_settled(studio, round_of_two):
    """The form has a place of its own for each label that is taken; settling forgets them all."""
    project, owner, *_ = round_of_two
    give(studio.database, project, studio.person("Ann"), "Ada Ashworth/Nine Winters", YES)
    give(studio.database, project, studio.person("Ben"), "Ada Ashworth/Nine Winters", NO)
    listed = owner.get(f"/annotating/{project}/items?show=differing").text
    (item,) = re.findall(rf"/annotating/{project}/items/(\d+)", listed)
    address = f"/annotating/{project}/items/{item}"
    places = [
        re.findall(r'data-autosave="(annotating[^"]*)"', owner.get(address + query).text)
        for query in ("", "?take=1", "?take=2")
    ]
    assert len({place for (place,) in places}) == 3
    for (place,) in places:
        owner.post("/unsent", {"place": place, "text": '{"by_author": ["no"]}'})
    carried = hidden(owner.get(address).text)
    assert owner.post(f"{address}/settle", {**carried, "by_author": "no"}).status_code == 303
    with studio.database.reading() as transaction:
        assert transaction.scalars(select(Unsent.place)).all() == []


@on_sqlite
def test_a_card_says_what_is_left_to_settle(studio, round_of_two):
    """All labels are there and one item is open: the project is not finished."""
    project, owner, ann, _ = round_of_two
    for name, labels in (("Ann", (YES, YES, NO)), ("Ben", (YES, NO, NO))):
        for key, label in zip(KEYS, labels, strict=True):
            give(studio.database, project, studio.person(name), key, label)
    text = owner.get("/annotating").text
    assert "labelled, 1 to resolve" in text
    assert ">finished<" not in text
    assert ">finished<" in ann.get("/annotating").text
    listed = owner.get(f"/annotating/{project}/items?show=differing").text
    (item,) = re.findall(rf"/annotating/{project}/items/(\d+)", listed)
    carried = hidden(owner.get(f"/annotating/{project}/items/{item}").text)
    owner.post(f"/annotating/{project}/items/{item}/settle", {**carried, "by_author": "no"})
    assert ">finished<" in owner.get("/annotating").text


@on_sqlite
def test_imported_raters_are_among_the_people(studio):
    """Their labels, their time and when they were last at work, where their file says so."""
    owner = studio.owner()
    times = {"_done_at": "2026-03-04T05:06:00+00:00", "_seconds": 40.0}
    seeds = seeds_of("kitab_title", *TITLES)
    seeds[0] = replace(seeds[0], labels=(("Ida", YES | times), ("Jon", YES)))
    seeds[1] = replace(seeds[1], labels=(("Ida", NO), ("model:m", NO)))
    project = make(studio.database, studio.person(OWNER, "owner").id, seeds=seeds)
    text = owner.get(f"/annotating/{project}").text
    assert "No one has begun yet" not in text
    rows = re.findall(
        r"<tr><th scope=\"row\"><bdi>(\w+)</bdi> <span class=\"tag\">imported.*?</tr>", text
    )
    assert rows == ["Ida", "Jon"]
    ida, jon = (row for row in text.split("<tr>") if ">imported</span>" in row)
    assert re.findall(r'data-label="(?:Finished|Time|Per item)">([^<]*)<', ida) == [
        "2",
        "40 s",
        "40 s",
    ]
    assert "4 Mar 2026" in ida
    assert re.findall(r'data-label="(?:Finished|Time|Per item)">([^<]*)<', jon) == ["1", "–", "–"]


@on_sqlite
def test_an_added_paragraph_is_seen_in_the_changes_of_a_turn(studio):
    """A change of nothing but lines has a sign, as it has in writing."""
    turn = {"session": 1, "turn": 1, "question": "Why?", "instruction": "Break it."}
    turn |= {"previous": "One. Two.", "answer": "One.\n\nTwo."}
    studio.owner()
    people = [studio.person("Ann")]
    owner = studio.person(OWNER, "owner")
    project = make(
        studio.database, owner.id, kind="kiwi_rating", seeds=seeds_of("kiwi_rating", turn),
        people=people,
    )  # fmt: skip
    ann = studio.annotator("Ann")
    address, _ = open_next(ann, project)
    (added,) = re.findall(r"<ins>(.*?)</ins>", ann.get(address).text.split("legend")[0], re.DOTALL)
    assert added.count("¶") == 2


def test_commands_that_an_import_speaks_of_are_there():
    """Each `tamis …` in what a file holds is a command, with the option that it names."""
    from tamis.cli import tamis

    named = [
        said for kind in KINDS.values() for said in re.findall("`tamis ([^`]+)`", kind.columns)
    ]
    assert named
    for said in named:
        words = said.split()
        command = tamis.commands[words[0]]
        options = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options


@on_sqlite
def test_an_older_form_is_refused_and_what_was_typed_is_kept(round_of_two):
    """Two tabs with one item: the second to save is told, its text is there, it may insist."""
    project, _, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    assert ann.post(address, {**carried, "by_author": "yes"}).status_code == 303
    answer = ann.post(address, {**carried, "by_author": "no", "_comment": "second thoughts"})
    assert answer.status_code == 409
    assert "changed in another tab" in answer.text
    assert "second thoughts" in answer.text
    assert re.search(r'value="no"\s+checked', answer.text)
    again = {**hidden(answer.text), "by_author": "no"}
    assert ann.post(address, again).headers["location"] == f"/annotating/{project}/mine"
    assert ">No<" in ann.get(f"/annotating/{project}/mine").text


@on_sqlite
def test_saving_forgets_the_autosaved_form_in_the_same_step(studio, round_of_two):
    """What was kept of an unfinished form goes when the form is taken, not before."""
    project, _, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    number = address.rsplit("/", 1)[1]
    place = f"annotating:{project}:{number}"
    ann.post("/unsent", {"place": place, "text": '{"by_author": ["no"]}'})
    assert ann.post(address, carried).status_code == 422

    def kept():
        with studio.database.reading() as transaction:
            return transaction.scalars(select(Unsent.place)).all()

    assert kept() == [place]
    assert ann.post(address, {**carried, "by_author": "no"}).status_code == 303
    assert kept() == []


@on_sqlite
def test_a_skipped_item_goes_to_others_and_can_be_come_back_to(round_of_two):
    """It is not offered again, but stands among one's own labels."""
    project, _, ann, _ = round_of_two
    seen = set()
    address, carried = open_next(ann, project)
    for _ in range(3):
        seen.add(address)
        answer = ann.post(address, {**carried, "_action": "skip"})
        address = answer.headers["location"]
        carried = hidden(ann.get(address).text)
    assert len(seen) == 3
    assert address.endswith("nothing=left")
    back = next(iter(seen))
    assert back in ann.get(f"/annotating/{project}/mine").text
    carried = hidden(ann.get(back).text)
    assert ann.post(back, {**carried, "by_author": "yes"}).status_code == 303


@on_sqlite
def test_annotators_see_neither_owners_pages_nor_others_labels(studio, round_of_two):
    """Each page of an owner is refused, each label of others is none of theirs."""
    project, owner, ann, ben = round_of_two
    address, _ = open_next(ben, project)
    item = re.findall(r"/items/(\d+)", owner.get(f"/annotating/{project}/items").text)[0]
    base = f"/annotating/{project}"
    for path in ("/items", f"/items/{item}", "/comparison"):
        assert ann.get(base + path).status_code == 403
    assert ann.get("/annotating/new").status_code == 403
    for path in ("/settings", "/members", "/close", "/delete"):
        assert ann.post(base + path, {"name": "x", "raters": "1"}).status_code == 403
    for path in ("settle", "unsettle", "assign"):
        data = {"by_author": "yes", "to": "1"}
        assert ann.post(f"{base}/items/{item}/{path}", data).status_code == 403
    assert ann.post("/annotating/new", {"name": "x"}).status_code == 403
    assert ann.get(address).status_code == 404
    assert ann.post(address, {"by_author": "yes", "_revision": "0"}).status_code == 404
    text = ann.get(base).text
    assert "Ben" not in text
    assert "Cohen" not in text
    stranger = studio.annotator("Someone else")
    for path in ("", "/next", "/mine"):
        assert stranger.get(base + path).status_code == 404
    assert "A project" not in stranger.get("/annotating").text


@on_sqlite
def test_a_model_s_label_is_shown_only_after_one_s_own(studio):
    """It would lead: it appears beside the rater's label once that is saved."""
    ann, who = studio.annotator("Ann"), studio.person("Ann")
    seeds = seeds_of(
        "kiwi_instruction", {**RECORDS["kiwi_instruction"], "model": "oracle-of-delphi"}
    )
    project = make(
        studio.database, who.id, kind="kiwi_instruction", seeds=seeds, raters=2, people=[who]
    )
    address, carried = open_next(ann, project)
    assert "oracle-of-delphi" not in ann.get(address).text
    ann.post(address, {**carried, "instruction_type": "condense"})
    assert "oracle-of-delphi" in ann.get(address).text


@on_sqlite
def test_names_are_hidden_from_who_settles_if_so_set(studio, round_of_two):
    """The labels stand side by side as those of Rater A and Rater B."""
    project, owner, _, _ = round_of_two
    ann, ben = studio.person("Ann"), studio.person("Ben")
    with studio.database.reading() as transaction:
        item = project_store.items(transaction, project)[0]
    give(studio.database, project, ann, item.key, {"by_author": "yes"}, "no doubt")
    give(studio.database, project, ben, item.key, {"by_author": "no"})
    page = f"/annotating/{project}/items/{item.id}"
    assert "<bdi>Ann</bdi>" in owner.get(page).text
    settings = {"name": "A project", "raters": "2", "hide_names": "on"}
    assert owner.post(f"/annotating/{project}/settings", settings).status_code == 303
    text = owner.get(page).text
    assert "<bdi>Ann</bdi>" not in text
    assert "Rater A" in text
    assert "no doubt" in text


@on_sqlite
def test_labels_are_kept_from_an_owner_who_may_still_label(studio):
    """Until they have labelled the item, or open it to resolve it; other owners see them."""
    olga, other = studio.owner(), studio.browse("Oskar Owner", "owner")
    me, ann = studio.person(OWNER), studio.person("Ann")
    project = make(
        studio.database, me.id, seeds=titles(("Zoe", "model:oracle")), raters=3, people=[me, ann]
    )
    for unlike in ("cannot_tell", "no"):
        someone = ann if unlike == "no" else studio.person("Ben")
        give(studio.database, project, someone, "i0", {"by_author": unlike}, "a giveaway")
    with studio.database.writing() as transaction:
        item = project_store.items(transaction, project)[0].id
        transaction.get_one(Project, project).raters = 4
    base = f"/annotating/{project}"
    told = {
        f"{base}/items/{item}": ["a giveaway", "Zoe", "oracle", "they differ", "Resolve</h2>"],
        f"{base}/items": ["Cannot tell", "they differ"],
        f"{base}/items?show=differing": ["Cannot tell", "they differ"],
    }

    def seen(browsing) -> set[bool]:
        return {one in browsing.get(page).text for page, all in told.items() for one in all}

    assert seen(other) == {True}
    assert seen(olga) == {False}
    assert "4 labels of others are hidden from you" in olga.get(f"{base}/items/{item}").text
    assert "hidden from you" in olga.get(f"{base}/items").text
    assert "a giveaway" in olga.get(f"{base}/items/{item}?show=labels").text
    address, carried = open_next(olga, project)
    assert olga.post(address, {**carried, "by_author": "no"}).status_code == 303
    assert seen(olga) == {True}


@on_sqlite
def test_where_a_model_differs_is_kept_from_an_owner_who_may_still_label(studio):
    """The list of items on which it differs from people has none that may still come to them."""
    olga, me, ann = studio.owner(), studio.person(OWNER), studio.person("Ann")
    project = make(studio.database, me.id, seeds=titles(("model:oracle",)), people=[me, ann])
    give(studio.database, project, ann, "i0", {"by_author": "no"})
    page = f"/annotating/{project}/comparison"
    assert "1 item differs" not in olga.get(page).text
    address, carried = open_next(olga, project)
    olga.post(address, {**carried, "by_author": "no"})
    assert "1 item differs" in olga.get(page).text


@on_sqlite
def test_a_demo_has_a_project_to_try(database_url, studio):
    """One click makes it: second ratings that its owner gives, and that are compared at once."""
    owner = studio.owner()
    assert "mini data" not in owner.get("/annotating").text
    assert owner.post("/annotating/demo").status_code == 404
    shown = studio_on(database_url, demo=True)
    here = shown.browse()
    here.post("/demo")
    assert "Try it with the mini data" in here.get("/annotating").text
    address = here.post("/annotating/demo").headers["location"]
    assert "Try it with the mini data" not in here.get("/annotating").text
    page = here.get(address).text
    assert "20 of 40" in " ".join(re.sub("<[^>]*>", "", page).split())
    label, carried = open_next(here, address.rpartition("/")[2])
    said = here.post(label, {**carried, "rating": "good", "reason": "It does."})
    assert said.status_code == 303
    assert "21 of 40" in " ".join(re.sub("<[^>]*>", "", here.get(address).text).split())
    shown.close()


@on_sqlite
def test_no_one_is_ticked_in_a_new_project(studio):
    """The owner, who resolves, is not a rater unless they say so."""
    text = studio.owner().get("/annotating/new").text
    assert f"<bdi>{OWNER}</bdi>" in text
    assert re.search(r'name="people"[^>]*checked', text) is None


@on_sqlite
def test_hostile_text_is_shown_as_text(studio):
    """Payloads, guidance, comments and names never become markup, on any page of any kind."""
    owner, me = studio.owner(), studio.person(OWNER, "owner")
    for kind in LABELS:
        check_hostile(studio, owner, me, kind)


def check_hostile(studio, owner, me, kind):
    """All pages of one kind."""
    texts = iter(range(1000))

    def poisoned(value):
        return HOSTILE[next(texts) % 2] + " ".join(HOSTILE[2:]) + value

    fixed = {"session", "turn", "gold", "verdict", "is_constraint_satisfied", "capability"}
    fixed |= {"rating", "instruction_type", "model_instruction_type", "error_type"}
    fixed |= {"kind"}
    record = {
        name: poisoned(value) if isinstance(value, str) and name not in fixed else value
        for name, value in RECORDS[kind].items()
    }
    if kind == "quest_candidate":
        record["evidence_for"] = [poisoned("x"), poisoned("y")]
    seeds = seeds_of(kind, {**record, "written_by": poisoned("me"), "key": poisoned("k")})
    project = make(studio.database, me.id, kind=kind, seeds=seeds, raters=2, people=[me])
    change = {"name": HOSTILE[0], "guidance": "".join(HOSTILE), "raters": "2"}
    owner.post(f"/annotating/{project}/settings", change)
    address, carried = open_next(owner, project)
    label = {**carried, **KINDS[kind].values(LABELS[kind]), "_comment": HOSTILE[1]}
    pages = [owner.get(address).text, owner.post(address, {**carried, "_comment": HOSTILE[0]}).text]
    assert owner.post(address, label).status_code == 303
    with studio.database.reading() as transaction:
        item = project_store.items(transaction, project)[0]
    paths = ["/mine", "/items", f"/items/{item.id}"]
    paths += ["", "/comparison"] if kind == "kiwi_instruction" else []
    pages.append(owner.get(address).text)
    if kind == "kiwi_instruction":
        # These are alike for all kinds; this one has labels of models.
        pages.append(owner.get("/annotating").text)
    pages += [owner.get(f"/annotating/{project}{path}").text for path in paths]
    for text in pages:
        assert "alert(1)</script>" not in text
        assert "<img" not in text
        assert "qyqyqy" not in text
        # What is typed stands in its field as it is; nothing else turns what is beside it round.
        shown = re.sub(r'<textarea.*?</textarea>|value="[^"]*"', "", text, flags=re.DOTALL)
        assert "\u202e" not in shown
    assert "&lt;script&gt;" in "".join(pages)
    assert "U+202E" in "".join(pages)


@on_sqlite
def test_a_new_project_needs_a_name_and_a_kind(studio):
    """The form comes back with a sentence, and with what was typed."""
    owner = studio.owner()
    data = {"name": "Titles", "kind": "kitab_title", "raters": "2", "guidance": "Look it up."}
    for change, said in (
        ({"name": "  "}, "needs a name"),
        ({"kind": "nonsense"}, "no kind"),
        ({"raters": "0"}, "from 1 to 50"),
        ({"raters": "many"}, "from 1 to 50"),
    ):
        answer = owner.post("/annotating/new", {**data, **change})
        assert answer.status_code == 422
        assert said in answer.text
        assert "Look it up." in answer.text
    owner.post("/unsent", {"place": "annotating:new", "text": '{"name": "Titles"}'})
    answer = owner.post("/annotating/new", data)
    assert re.fullmatch(r"/annotating/[\w-]+/import", answer.headers["location"])
    # The form for the next one is empty again.
    assert owner.get("/unsent?place=annotating:new").json()["text"] is None
    assert "Titles" in owner.get("/annotating").text


@on_sqlite
def test_a_closed_project_takes_no_more_labels(round_of_two):
    """The form says so, and keeps what was typed; open again, it is taken."""
    project, owner, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    owner.post(f"/annotating/{project}/close", {})
    answer = ann.post(address, {**carried, "by_author": "yes", "_comment": "late"})
    assert answer.status_code == 422
    assert "closed" in answer.text
    assert "late" in answer.text
    assert ann.get(f"/annotating/{project}/next").headers["location"].endswith("nothing=left")
    owner.post(f"/annotating/{project}/close", {})
    assert ann.post(address, {**carried, "by_author": "yes"}).status_code == 303


@on_sqlite
def test_a_project_with_labels_is_deleted_only_by_its_name(studio, round_of_two):
    """One without labels goes at once."""
    project, owner, _, _ = round_of_two
    with studio.database.reading() as transaction:
        key = project_store.items(transaction, project)[0].key
    give(studio.database, project, studio.person("Ann"), key, {})
    owner.post(f"/annotating/{project}/delete", {"name": "something"})
    assert owner.get(f"/annotating/{project}").status_code == 200
    owner.post(f"/annotating/{project}/delete", {"name": "A project"})
    assert owner.get(f"/annotating/{project}").status_code == 404


@on_sqlite
def test_progress_counts_no_more_than_was_asked_for(studio, round_of_two):
    """After fewer raters are asked for, superfluous labels do not make a project fuller."""
    project, _, _, _ = round_of_two
    with studio.database.reading() as transaction:
        keys = [item.key for item in project_store.items(transaction, project)]
    for name in ("Ann", "Ben"):
        give(studio.database, project, studio.person(name), keys[0], {"by_author": "yes"})
    with studio.database.writing() as transaction:
        row = transaction.get_one(Project, project)
        before = progress.of_projects(transaction, [row])[project]
        row.raters = 1
        after = progress.of_projects(transaction, [row])[project]
        (ann, _) = progress.of_people(transaction, row)
    assert (before.labels, before.needed, before.complete) == (2, 6, 1)
    assert (after.labels, after.needed, after.complete) == (1, 3, 1)
    assert (ann.name, ann.done, ann.seconds) == ("Ann", 1, 30.0)


@on_sqlite
def test_agreement_takes_one_query(database):
    """However many labels there are."""
    owner, ann = people_of(database, "Owner", "Ann")
    project_id = make(database, owner.id, people=[ann])
    asked: list[str] = []
    with database.reading() as transaction:
        project = transaction.get_one(Project, project_id)
        connection = transaction.connection()
        event.listen(connection, "before_cursor_execute", lambda *a: asked.append(a[2]))
        rater_agreement.agreement(KINDS["kitab_title"], rater_agreement.units(transaction, project))
    assert len(asked) == 1


@pytest.mark.parametrize("comment", [7, ["x"], None, "x" * (LONGEST_TEXT + 1)])
def test_an_imported_comment_is_a_text_and_not_too_long(comment):
    """Anything else is refused with its line; the longest that may be is taken."""
    with pytest.raises(InputError, match="line 3: the comment must be a text, and not too long"):
        checked_label(KINDS["kitab_title"], {COMMENT: comment}, "line 3")
    longest = {"by_author": "yes", COMMENT: "x" * LONGEST_TEXT}
    assert checked_label(KINDS["kitab_title"], longest, "line 3") == longest


def test_digits_choose_the_options_of_every_choice_in_a_row():
    """Fields of free text have none."""
    keys = keys_of(KINDS["acs_constraint"])
    assert keys == {place: str(n) for n, place in enumerate(keys, 1)}
    assert list(keys)[:2] == ["satisfied/satisfied", "satisfied/not_satisfied"]
    assert list(keys_of(KINDS["kitab_title"])) == [
        "by_author/yes", "by_author/no", "by_author/cannot_tell",
    ]  # fmt: skip


def test_a_question_to_write_keeps_its_id_on_export():
    """The id, the topic and the note stand before what was written."""
    payload = {"id": "t7", "topic": "Rivers", "note": "two hops", "draft": {"question": "Which?"}}
    row = KINDS["fanout_question"].record(payload, None)
    assert {key: row[key] for key in ("id", "topic", "note", "question")} == {
        "id": "t7", "topic": "Rivers", "note": "two hops", "question": "Which?",
    }  # fmt: skip
