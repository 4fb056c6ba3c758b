"""KIWI's sessions as turns to judge, and how they are split (KIWI, §5).

A line of the released file is a session (`tamis.writing.sessions.released_format`); a turn to
judge is a question, the answer that an instruction was put to, the instruction, and the revision.
"""

from __future__ import annotations

import hashlib
import random
import shlex
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from tamis.bad_input import unknown
from tamis.benchmarks.kiwi.options import SPLITS, By, Split
from tamis.downloads import RemoteFile, Source, locate
from tamis.inputs.files import digest
from tamis.types import InputError
from tamis.writing.revision.turns import RevisionTurn
from tamis.writing.sessions import Released, Turn, read_released
from tamis.writing.sessions.released_format import NAMES

SOURCE = Source(
    name="kiwi",
    repo="fangyuan/kiwi",
    # The last revision whose file list is known; a newer one has annotators' ids.
    revision="a0838f0",
    licence="CC BY-SA 4.0 (card on the hub); MIT (the paper's ethics statement)",
    files={"interactions": RemoteFile(NAMES[1], rows=234, size=10_800_000)},
)

_PAPER = (888, 186, 186)
"""Sizes of the three splits (§5); the paper does not say which turns are in which."""


@dataclass(frozen=True)
class Judged:
    """One turn with what a report shows of it besides its text; `turn.good` is None where nobody
    has rated it.

    `row` counts the sessions of the file from 0.
    """

    turn: RevisionTurn
    row: int
    number: int
    model: str
    recorded: Turn


@dataclass(frozen=True)
class Dataset:
    """Sessions with the identity of their file; `version` is a hash of its content."""

    name: str
    version: str
    revision: str
    licence: str
    path: Path
    sessions: tuple[Released, ...]

    @property
    def given(self) -> str:
        """What a command takes to load the same data."""
        return self.name if self.name in ("mini", "released") else shlex.quote(str(self.path))

    @property
    def turns(self) -> tuple[Judged, ...]:
        """Every rated turn, in the order of the file."""
        return tuple(one for one in self._every if one.turn.good is not None)

    @property
    def unrated(self) -> tuple[Judged, ...]:
        """The turns that nobody has rated, such as those of a replay."""
        return tuple(one for one in self._every if one.turn.good is None)

    @cached_property
    def _every(self) -> tuple[Judged, ...]:
        return tuple(
            _judged(turn, row, released)
            for row, released in enumerate(self.sessions)
            for turn in released.session.turns
        )


def _judged(turn: Turn, row: int, released: Released) -> Judged:
    opened = released.session.opened
    text = "\0".join((opened.question, turn.previous, turn.instruction, turn.answer or ""))
    mark = hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]
    return Judged(
        RevisionTurn(
            question=opened.question,
            previous=turn.previous,
            instruction=turn.instruction,
            answer=turn.answer or "",
            good=None if turn.rating is None else turn.rating == "good",
            session=f"{row:03d}",
            id=f"{row:03d}-{turn.number:02d}-{mark}",
        ),
        row,
        turn.number,
        opened.model,
        turn,
    )


@lru_cache(maxsize=4)
def load(data: str = "mini", data_dir: str | None = None) -> Dataset:
    """The sessions of `mini`, of `released`, or of a folder or a file in the released form.

    `data_dir` is a folder that already has the released file. Raises InputError for what is missing
    or broken.
    """
    if data == "mini":
        with as_file(files("tamis.benchmarks.kiwi") / "mini") as folder:
            return _dataset(folder / "interactions.jsonl", "mini", licence="Apache-2.0")
    if data == "released":
        path = locate(SOURCE, "interactions") if data_dir is None else _in(Path(data_dir))
        return _dataset(path, "released", SOURCE.revision, SOURCE.licence)
    place = Path(data_dir or data).expanduser()
    if not place.exists():
        own = "give a folder or a JSONL file in the released form"
        raise unknown("data", data, ("mini", "released"), or_else=own)
    path = _in(place)
    return _dataset(path, path.parent.resolve().name if place.is_dir() else path.stem)


def count_rows(path: Path) -> int:
    """The number of sessions in a released file; InputError where it is broken."""
    return len(read_released(path))


def _in(place: Path) -> Path:
    """The file itself, or the one of a folder that has a released name, or its only JSONL file."""
    if not place.is_dir():
        return place
    for name in NAMES:
        if (place / name).is_file():
            return place / name
    found = sorted(place.glob("*.jsonl"))
    if len(found) != 1:
        raise InputError(f"{place} holds no {NAMES[0]}; name the file itself.")
    return found[0]


def _dataset(path: Path, name: str, revision: str = "", licence: str = "?") -> Dataset:
    return Dataset(name, digest(path)[:8], revision, licence, path, tuple(read_released(path)))


def splits(
    turns: Sequence[Judged], by: By = "turn", seed: int = 0
) -> dict[Split, tuple[Judged, ...]]:
    """Train, validation and test by a seeded shuffle, in the paper's proportions.

    By `turn` the released 1,260 turns give 888, 186 and 186, and one session can have turns in
    several parts, as in the paper; by `session` a session is in one part only; by `question` all
    sessions on a question are in one part. The latter two are stricter, and only come near the
    paper's sizes.
    """
    wanted = round(len(turns) * _PAPER[1] / sum(_PAPER))
    groups: dict[Hashable, list[Judged]] = {}
    for one in turns:
        groups.setdefault(_group(one, by), []).append(one)
    shuffled = list(groups.values())
    random.Random(f"kiwi/{seed}/{by}").shuffle(shuffled)
    parts: dict[Split, list[Judged]] = {"test": [], "validation": [], "train": []}
    for group in shuffled:
        for name in parts:
            if name == "train" or len(parts[name]) < wanted:
                parts[name] += group
                break
    return {name: tuple(sorted(parts[name], key=lambda one: one.turn.id)) for name in SPLITS}


def _group(one: Judged, by: By) -> Hashable:
    return {"turn": one.turn.id, "session": one.row, "question": one.turn.question}[by]


def turns(
    data: str = "mini",
    split: Split | Literal["all"] = "all",
    by: By = "turn",
    seed: int = 0,
    data_dir: str | None = None,
) -> list[RevisionTurn]:
    """The rated turns of one split, or all of them, for training and judging."""
    every = load(data, data_dir).turns
    chosen = every if split == "all" else splits(every, by, seed)[split]
    return [one.turn for one in chosen]
