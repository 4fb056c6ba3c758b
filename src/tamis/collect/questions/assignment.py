"""Questions assigned to writers by the topics they prefer (KIWI, §3.2), none twice to one person.

The file of questions has a topic on each line, such as the track of the paper that it is from; the
writers have said how much they like each topic. The studio takes each writer's own file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.inputs.files import write_text
from tamis.inputs.json_records import read_json_lines, write_json_lines
from tamis.inputs.spreadsheets import read_rows, sheet
from tamis.report.render.format import slug
from tamis.types import InputError

TOPICS = ("topic", "track", "topics")
"""The fields in which a question may have its topic."""

Preferences = Mapping[str, Mapping[str, int]]
"""For each person how much they like each topic; 0 for a topic that they did not name."""

_COLUMNS = ("person", "topic", "preference")


@dataclass(frozen=True)
class Assigned:
    """A question given to a person who likes its topic by `preference`."""

    person: str
    question: int
    topic: str
    preference: int


@dataclass(frozen=True)
class Assignment:
    """Who writes on which questions; `open` are places for which nobody was left."""

    given: tuple[Assigned, ...]
    open: int


def assign(
    topics: Sequence[str],
    preferences: Preferences,
    each: int = 1,
    most: int | None = None,
    seed: int = 0,
) -> Assignment:
    """Give each question to `each` different people, at most `most` questions to one.

    `topics` has the topic of each question. Questions that few people like are given first, each
    to who likes its topic most, of these to who has the fewest; what is left equal is drawn by
    `seed`. By default all have as many, up to one. InputError where there are no people.
    """
    if not preferences:
        raise InputError("the file of preferences names nobody.")
    people = sorted(preferences)
    limit = most if most is not None else -(-len(topics) * each // len(people))
    draw = random.Random(seed)
    fans = Counter(t for liked in preferences.values() for t, much in liked.items() if much > 0)
    order = sorted(range(len(topics)), key=lambda n: (fans[topics[n]], draw.random()))
    load: Counter[str] = Counter()
    given: list[Assigned] = []
    missing = 0
    for n in order:
        able = [person for person in people if load[person] < limit]
        draw.shuffle(able)
        able.sort(key=lambda person: (-preferences[person].get(topics[n], 0), load[person]))
        for person in able[:each]:
            load[person] += 1
            given.append(Assigned(person, n, topics[n], preferences[person].get(topics[n], 0)))
        missing += max(each - len(able), 0)
    return Assignment(tuple(sorted(given, key=lambda one: (one.person, one.question))), missing)


def read_preferences(path: Path) -> dict[str, dict[str, int]]:
    """People's preferences, a line for each person and topic: person, topic, preference from 0.

    Topics are compared in lower case. InputError with the line for a preference that is no number.
    """

    def check(names: Sequence[str]) -> None:
        if missing := [name for name in _COLUMNS if name not in names]:
            raise InputError(
                f"{path} lacks the column {missing[0]}; it needs {', '.join(_COLUMNS)}."
            )

    found: dict[str, dict[str, int]] = {}
    for number, row in read_rows(path, check):
        person, topic, said = (row[name].strip() for name in _COLUMNS)
        if not person or not said.isdecimal():
            raise InputError(
                f"{path}, line {number}: a person and a preference as a whole number from 0 are "
                "needed."
            )
        found.setdefault(person, {})[topic.casefold()] = int(said)
    return found


def read_topics(path: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """The records of a file of questions, and the topic of each in lower case.

    InputError with the line for a question without a topic.
    """
    records, topics = [], []
    for number, record in read_json_lines(path):
        topic = next((record[name] for name in TOPICS if isinstance(record.get(name), str)), "")
        if not topic.strip():
            raise InputError(
                f"{path}, line {number}: the question has no topic; give it one of the fields "
                f"{', '.join(TOPICS)}."
            )
        records.append(record)
        topics.append(topic.strip().casefold())
    if not records:
        raise InputError(f"{path} has no questions.")
    return records, topics


def write(folder: Path, records: Sequence[Mapping[str, Any]], made: Assignment) -> list[Path]:
    """Write each person's questions, and `assignments.csv` of all; returns the people's files."""
    rows = (
        (one.person, str(records[one.question].get("question", "")), one.topic, str(one.preference))
        for one in made.given
    )
    write_text(
        folder / "assignments.csv", sheet(("person", "question", "topic", "preference"), rows)
    )
    paths = []
    for nth, person in enumerate(dict.fromkeys(one.person for one in made.given), 1):
        path = folder / f"{nth:02d}-{slug(person)}.jsonl"
        own = [records[one.question] for one in made.given if one.person == person]
        write_json_lines(path, own)
        paths.append(path)
    return paths
