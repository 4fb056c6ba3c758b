"""Questions and the versions of their golden answers: the published one, and users' own.

A gold file holds one version, `{"name": …, "questions": […], "manifest": …}`, or several by
name, `{"revised": […], "simple": […]}`. An entry is

    {"question": "Cebu films", "match": [title, …], "debatable": […], "no_match": […]}

`gold.json` beside this module has the published ones: `revised`, the 100 test questions of
LOFT-QUEST rated anew (QUEST-LOFT, Appendix E), and `simple`, atomic questions over the same
corpus: "Simple28" in the paper, of which 23 are printed and scored (Appendix F).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from tamis.inputs.json_records import read_json
from tamis.inputs.rows import filled, wrong_value
from tamis.text.normalised import title_key
from tamis.types import InputError

__all__ = [
    "Gold",
    "GoldSet",
    "Question",
    "attach",
    "has_any",
    "published",
    "question_key",
    "read_gold",
    "read_golds",
    "respell",
    "title_key",
    "without",
]

ORIGINAL = "original"
"""The name of the golds that the file of the questions itself holds."""

_BUCKETS = ("match", "debatable", "no_match")
_END = re.compile(r"(?<![\s.,;:!?…])[\s.,;:!?…]++$")


@dataclass(frozen=True)
class Gold:
    """The golden answers of one question in one version, as titles (QUEST-LOFT, §4.1).

    `match` titles must be answered, `debatable` titles are removed from golds and answers, and
    `no_match` titles were rated as wrong (mostly former golds). A title in none of the lists is
    wrong too. No title is in two lists.
    """

    match: frozenset[str]
    debatable: frozenset[str] = frozenset()
    no_match: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Question:
    """One question, its golds by version, and the documents that the file calls relevant.

    `template` and `domain` are QUEST's, empty where the file has none. `golds` always has
    `original`, the file's own, except for questions that only a gold file holds. `relevant` are
    ids of documents in the corpus.
    """

    id: str
    text: str
    template: str = ""
    domain: str = ""
    golds: Mapping[str, Gold] = field(default_factory=dict)
    relevant: frozenset[str] = frozenset()


@dataclass(frozen=True)
class GoldSet:
    """One version of the golden answers: questions as written, with their ids where known.

    `path` is its file, for messages; `version` is eight hex digits of the content.
    """

    name: str
    items: tuple[tuple[str, str, Gold], ...]
    path: str = ""

    def __len__(self) -> int:
        return len(self.items)


def question_key(text: str) -> str:
    """A key to compare questions: as `title_key`, without case and final punctuation."""
    return _END.sub("", title_key(text).casefold())


@cache
def published(name: Literal["revised", "simple"]) -> GoldSet:
    """The published golds of that name."""
    with as_file(files("tamis.benchmarks.quest") / "gold.json") as path:
        return read_golds(path)[name]


def read_golds(path: Path) -> dict[str, GoldSet]:
    """The versions in a gold file, by name; InputError names the entry that is broken."""
    record = read_json(path, "build it again")
    if not isinstance(record, dict):
        raise InputError(f"{path} is not a gold file; `tamis gold build` writes such a file.")
    if "questions" in record:
        sets = {record.get("name") or path.stem: record["questions"]}
    else:
        sets = {name: entries for name, entries in record.items() if isinstance(entries, list)}
    if not sets:
        raise InputError(f"{path} holds no golds; `tamis gold build` writes such a file.")
    return {str(name): _gold_set(str(name), entries, path) for name, entries in sets.items()}


def read_gold(path: Path) -> GoldSet:
    """The one version in a gold file, as `tamis gold build` writes it."""
    found = read_golds(path)
    if len(found) != 1:
        raise InputError(
            f"{path} holds {len(found)} versions of the golds ({', '.join(found)}), where one "
            "was expected; put each into a file of its own."
        )
    return next(iter(found.values()))


def attach(
    questions: Iterable[Question], golds: GoldSet, titles: Mapping[str, str] | None = None
) -> tuple[Question, ...]:
    """The questions, each with its golds of this version where it has any (see `without`).

    Questions are matched by their text (`question_key`), and by id where several have that text.
    With `titles`, from `title_key` to title, golds are spelled as there. Raises InputError
    where no question has one, or where one has golds of that name already.
    """
    found = _by_text(golds)
    attached = []
    for question in questions:
        gold = _gold_of(question, found.get(question_key(question.text), ()))
        if gold is not None and golds.name in question.golds:
            raise InputError(
                f"{golds.path or 'the gold file'}: there are golds named {golds.name!r} in this "
                "data already; give them another name."
            )
        if gold is not None:
            respelled = respell(gold, titles or {})
            question = replace(question, golds={**question.golds, golds.name: respelled})
        attached.append(question)
    if not any(golds.name in question.golds for question in attached):
        raise InputError(
            f"{golds.path or 'the gold file'}: none of its {len(golds)} questions is one of "
            "this data; use it with the data and the split that it was built for."
        )
    return tuple(attached)


def has_any(questions: Iterable[Question], golds: GoldSet) -> bool:
    """Whether any of the questions has golds in this version."""
    known = _by_text(golds)
    return any(_gold_of(q, known.get(question_key(q.text), ())) is not None for q in questions)


def without(questions: Iterable[Question], name: str) -> tuple[Question, ...]:
    """The questions that have no golds of that version."""
    return tuple(question for question in questions if name not in question.golds)


def respell(gold: Gold, titles: Mapping[str, str]) -> Gold:
    """The same golds in the spelling of `titles` (by `title_key`), where they are among them."""
    return Gold(
        *(
            frozenset(titles.get(title_key(title), title) for title in getattr(gold, bucket))
            for bucket in _BUCKETS
        )
    )


def _by_text(golds: GoldSet) -> dict[str, list[tuple[str, Gold]]]:
    found: dict[str, list[tuple[str, Gold]]] = {}
    for id, text, gold in golds.items:
        found.setdefault(question_key(text), []).append((id, gold))
    return found


def _gold_of(question: Question, found: Sequence[tuple[str, Gold]]) -> Gold | None:
    if len(found) == 1:
        return found[0][1]
    return next((gold for id, gold in found if id == question.id), None)


def _gold_set(name: str, entries: Any, path: Path) -> GoldSet:
    if not isinstance(entries, list) or not entries:
        raise InputError(f"{path}: {name!r} holds no list of questions.")
    items = []
    seen: dict[tuple[str, str], int] = {}
    for number, entry in enumerate(entries, 1):
        where = f"{path}, {name}, question {number}"
        id, text, gold = _item(entry, where)
        if (before := seen.setdefault((id, question_key(text)), number)) != number:
            raise InputError(f"{where} is question {before} again ({text!r:.60}); keep one.")
        items.append((id, text, gold))
    return GoldSet(name, tuple(items), str(path))


def _item(entry: Any, where: str) -> tuple[str, str, Gold]:
    if not isinstance(entry, dict) or "match" not in entry:
        raise InputError(f'{where}: expected "question" and "match", found {entry!r:.60}.')
    text = filled(entry, "question", where)
    buckets = []
    for bucket in _BUCKETS:
        listed = entry.get(bucket) or []
        if not isinstance(listed, list) or not all(
            isinstance(t, str) and t.strip() for t in listed
        ):
            raise wrong_value(listed, bucket, "a list of titles", where)
        buckets.append(frozenset(title.strip() for title in listed))
    counts = Counter(key for bucket in buckets for key in {title_key(title) for title in bucket})
    if twice := [key for key, count in counts.items() if count > 1]:
        raise InputError(f"{where}: {min(twice)!r:.60} is in two of its lists; keep it in one.")
    return str(entry.get("qid") or ""), text.strip(), Gold(*buckets)
