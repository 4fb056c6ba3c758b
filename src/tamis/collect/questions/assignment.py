"""Questions assigned to writers by the topics they prefer (KIWI, §3.2), none twice to one person.

The file of questions has a topic on each line, such as the track of the paper that it is from; the
writers have said how much they like each topic. The studio takes each writer's own file.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tamis.inputs.files import write_text
from tamis.inputs.json_records import read_json_lines, write_json_lines
from tamis.inputs.rows import no_column
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

    `topics` has the topic of each question. As many places as can be are filled, and of all ways to
    do so one with the highest sum of preferences is taken (a flow of least cost), what is equal by
    `seed`. By default everybody may have as many as are needed where all have as many. InputError
    where there are no people.
    """
    if not preferences:
        raise InputError("the file of preferences names nobody.")
    people = sorted(preferences)
    random.Random(seed).shuffle(people)
    limit = most if most is not None else -(-len(topics) * each // len(people))
    flow = _Flow(2 + len(people) + len(topics))
    for n, person in enumerate(people, 2):
        flow.add(0, n, limit, 0)
        for m, topic in enumerate(topics, 2 + len(people)):
            flow.add(n, m, 1, -preferences[person].get(topic, 0))
    for m in range(2 + len(people), 2 + len(people) + len(topics)):
        flow.add(m, 1, each, 0)
    flow.fill(0, 1)
    given = [
        Assigned(person, m - 2 - len(people), topic, preferences[person].get(topic, 0))
        for n, person in enumerate(people, 2)
        for m, topic in enumerate(topics, 2 + len(people))
        if flow.used(n, m)
    ]
    given.sort(key=lambda one: (one.person, one.question))
    return Assignment(tuple(given), len(topics) * each - len(given))


class _Flow:
    """A flow of least cost, by shortest paths one after another; for thousands of edges."""

    def __init__(self, nodes: int) -> None:
        self.room: list[dict[int, int]] = [{} for _ in range(nodes)]
        self.cost: list[dict[int, int]] = [{} for _ in range(nodes)]

    def add(self, one: int, other: int, room: int, cost: int) -> None:
        """An edge, and its way back."""
        self.room[one][other], self.room[other][one] = room, 0
        self.cost[one][other], self.cost[other][one] = cost, -cost

    def fill(self, source: int, sink: int) -> None:
        """Send as much as can be, each time by the cheapest way that is left."""
        while way := self._cheapest(source, sink):
            least = min(self.room[a][b] for a, b in pairwise(way))
            for a, b in pairwise(way):
                self.room[a][b] -= least
                self.room[b][a] += least

    def used(self, one: int, other: int) -> bool:
        """Whether something flows along an edge of room 1."""
        return self.room[other][one] > 0

    def _cheapest(self, source: int, sink: int) -> list[int]:
        """The nodes of the cheapest way; empty where there is none (Bellman, Ford)."""
        cost, before, waiting = {source: 0}, {source: source}, deque([source])
        while waiting:
            one = waiting.popleft()
            for other, room in self.room[one].items():
                total = cost[one] + self.cost[one][other]
                if room and total < cost.get(other, total + 1):
                    cost[other], before[other] = total, one
                    waiting.append(other)
        if sink not in before:
            return []
        way = [sink]
        while way[-1] != source:
            way.append(before[way[-1]])
        return way[::-1]


def read_preferences(path: Path) -> dict[str, dict[str, int]]:
    """People's preferences, a line for each person and topic: person, topic, preference from 0.

    Topics are compared in lower case. InputError with the line for a preference that is no number.
    """

    def check(names: Sequence[str]) -> None:
        if missing := [name for name in _COLUMNS if name not in names]:
            raise no_column(str(path), missing[0], f"it needs {', '.join(_COLUMNS)}")

    found: dict[str, dict[str, int]] = {}
    for number, row in read_rows(path, check):
        person, topic, said = (row[name].strip() for name in _COLUMNS)
        if not person or not said.isdecimal():
            raise InputError(
                f"{path}, line {number}: a person and a preference as a whole number from 0 are "
                "needed."
            )
        liked = found.setdefault(person, {})
        if liked.setdefault(topic.casefold(), int(said)) != int(said):
            raise InputError(
                f"{path}, line {number}: {person} has another preference for {topic} before; keep "
                "one."
            )
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
    """Write each person's questions, and `assignments.csv` of all; returns the people's files.

    InputError for a folder that has assignments already.
    """
    if (folder / "assignments.csv").exists():
        raise InputError(f"{folder} has assignments already; give another --out.")
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
