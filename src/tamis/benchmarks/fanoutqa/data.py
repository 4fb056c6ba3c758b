"""FanOutQA's released files, in both versions, as questions (FanOutQA, §3).

`nov23` is what the paper measured, plus one question of the test split that was withdrawn before
(725 against 724); `2026-07` has the corrections made until then. The records are described in
`tamis.benchmarks.fanoutqa.released_records`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from tamis.bad_input import absent, unknown
from tamis.benchmarks.fanoutqa.question import Evidence, Question, Scalar, SubQuestion, Value
from tamis.benchmarks.fanoutqa.released_records import read_questions
from tamis.downloads import RemoteFile, WebSource, locate
from tamis.inputs.files import digest
from tamis.types import InputError

__all__ = [
    "SOURCE",
    "SPLITS",
    "VERSIONS",
    "Dataset",
    "Evidence",
    "Question",
    "Scalar",
    "SubQuestion",
    "Value",
    "count_rows",
    "load",
]

COMMIT = "989f4c4"
VERSIONS = ("nov23", "2026-07")
SPLITS = ("dev", "test")
LICENCE = "CC BY-SA 4.0"

WITHDRAWN = "36146d2306ce9ca3"
"""In the test file of `nov23`, but not among the 724 questions that were measured."""

_NAMES = {
    f"{version}-{split}": f"fanout-final-{split}{'-nov23' if version == 'nov23' else ''}.json"
    for version in VERSIONS
    for split in SPLITS
}
_KNOWN = {
    "nov23-dev": (
        310,
        1_177_174,
        "359300b029c6891567816f351bf8786e9b018d7af8a1a44b7da9ba5ef4651288",
    ),
    "nov23-test": (
        725,
        1_062_340,
        "bb98b76d196842ac239682e4b85bf23470f2351c4f439a08aacf8c2a2ac76b78",
    ),
    "2026-07-dev": (
        310,
        1_205_846,
        "b62a9797732c716e6b17ba4086f277d154d747ce2fa01614cb76a3372e7fb88c",
    ),
    "2026-07-test": (
        724,
        1_070_890,
        "e823838ab00d4fe875e0f9921ce07a7abe8806e8b380ffee17438d4bf76a68c5",
    ),
}

SOURCE = WebSource(
    name="fanoutqa",
    base="https://raw.githubusercontent.com",
    licence=LICENCE,
    revision=COMMIT,
    files={
        key: RemoteFile(
            f"zhudotexe/fanoutqa/{COMMIT}/fanoutqa/data/{_NAMES[key]}",
            rows=rows,
            size=size,
            exact_size=True,
            sha256=sha256,
        )
        for key, (rows, size, sha256) in _KNOWN.items()
    },
)


@dataclass(frozen=True)
class Dataset:
    """Questions with the identity of the file that they come from.

    `name` is version and split, such as `nov23-test-paper`, `mini-dev`, or the name of a user's
    file; `version` is eight hex digits of exactly this content. Do not modify the questions'
    answers: they are shared.
    """

    name: str
    version: str
    revision: str
    licence: str
    questions: tuple[Question, ...]

    @property
    def answered(self) -> bool:
        """Whether every question has an answer to score by: test splits hide theirs."""
        return all(question.answer is not None for question in self.questions)


@lru_cache(maxsize=8)
def load(
    data: str = "mini",
    split: str = "dev",
    version: str = "nov23",
    data_dir: str | None = None,
    *,
    paper: bool = False,
) -> Dataset:
    """The questions of `mini`, of `released`, or of a folder or a file in the released form.

    `version` and `split` choose among the released files; mini has the split dev only, and a
    single file is taken as it is. With `paper` the test split of nov23 is the 724 questions of
    the paper. `data_dir` is the folder of the released files if they were not fetched. Raises
    InputError, in one sentence with file and item, for data that is absent, broken, or not the
    released file.
    """
    _known(version, VERSIONS, "version")
    _known(split, SPLITS, "split")
    if paper and version != "nov23":
        raise InputError(f"the paper measured nov23, not {version}; leave out one of the two.")
    key = f"{version}-{split}"
    if data == "mini":
        if split != "dev":
            raise unknown("split", split, ("dev",), where="mini")
        with as_file(files("tamis.benchmarks.fanoutqa") / "mini") as folder:
            return _dataset(folder / "questions.json", "mini-dev", "", "Apache-2.0", False)
    if data == "released":
        path = locate(SOURCE, key) if data_dir is None else Path(data_dir) / _NAMES[key]
        _check_released(path, key)
        return _dataset(path, key, COMMIT, LICENCE, paper)
    place = Path(data_dir or data).expanduser()
    if place.is_dir():
        return _dataset(_in(place, split, key), f"{place.resolve().name}-{split}", "", "?", paper)
    if not place.is_file():
        raise unknown(
            "data",
            data,
            ("mini", "released"),
            or_else="give a folder or a JSON file in the released form",
        )
    return _dataset(place, place.stem, "", "?", paper)


def count_rows(path: Path) -> int:
    """The number of questions in a released file; InputError where it is broken."""
    return sum(1 for _ in read_questions(path))


def _dataset(path: Path, name: str, revision: str, licence: str, paper: bool) -> Dataset:
    kept = tuple(q for q in read_questions(path) if not (paper and q.id == WITHDRAWN))
    name = f"{name}-paper" if paper else name
    return Dataset(name, _version(kept), revision, licence, kept)


def _check_released(path: Path, key: str) -> None:
    if not path.is_file():
        raise absent(path, "`tamis data fetch fanoutqa` fetches the released files")
    found, wanted = digest(path), _KNOWN[key][2]
    if found != wanted:
        raise InputError(
            f"{path} is not the released file (its sha256 begins with {found[:8]}, not "
            f"{wanted[:8]}); fetch it with `tamis data fetch fanoutqa`, or give it as data of your "
            "own with -T data=FILE."
        )


def _in(folder: Path, split: str, key: str) -> Path:
    names = (_NAMES[key], f"{split}.json", "questions.json")
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise InputError(f"{folder} holds none of {', '.join(names)}; put the questions there.")


def _known(value: str, values: tuple[str, ...], what: str) -> None:
    if value not in values:
        raise unknown(what, value, values, where="FanOutQA")


def _version(questions: tuple[Question, ...]) -> str:
    """Eight hex digits that change with any text, answer, page or part."""
    content = hashlib.sha256()
    for question in questions:
        content.update(json.dumps(asdict(question), sort_keys=True).encode() + b"\n")
    return content.hexdigest()[:8]
