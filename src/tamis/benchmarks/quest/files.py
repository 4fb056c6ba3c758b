"""The paths of QUEST's and LOFT-QUEST's files: shipped, fetched, or in a folder of the user's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from tamis.bad_input import absent, unknown
from tamis.downloads import RemoteFile, WebSource, locate, manifest
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.packages import check_finished, licence_of
from tamis.types import InputError

SIZES = ("32k", "128k", "1m")
LOFT_SPLITS = {"train": "few_shot_queries", "dev": "dev_queries", "test": "test_queries"}
QUEST_SPLITS = ("train", "val", "test")

PUBLISHED = {
    "few_shot_queries": 5,
    "dev_queries": 10,
    "test_queries": 100,
    "val": 323,
    "test": 1727,
}
"""Numbers of questions: of LOFT-QUEST at 128k tokens (QUEST-LOFT, Table 1), and of QUEST."""

PAGES = {"loft": 328, "quest": 325_505}
"""Numbers of documents: of LOFT-QUEST at 128k tokens, and of QUEST (QUEST-LOFT, Table 1)."""

# Of the other sizes neither the questions nor the documents are counted anywhere.
_MEMBERS = {
    f"{size}/{name}.jsonl": PUBLISHED.get(name, 0) if size == "128k" else 0
    for size in SIZES
    for name in ("corpus", *LOFT_SPLITS.values())
}

LICENCES = {
    "mini": "Apache-2.0",
    "loft": "CC BY 4.0 (LOFT's data); CC BY-SA (text of Wikipedia)",
    "quest": "Apache-2.0 (tag on the hub; not stated where it is published); CC BY-SA (text of "
    "Wikipedia)",
}

SOURCE = WebSource(
    name="quest",
    base="https://storage.googleapis.com",
    licence=f"LOFT-QUEST: {LICENCES['loft']}; QUEST: {LICENCES['quest']}",
    files={
        "loft-rag": RemoteFile("loft-bench/rag/quest.zip", members=_MEMBERS, unzipped=10**9),
        "loft-retrieval": RemoteFile(
            "loft-bench/retrieval/quest.zip", members=_MEMBERS, unzipped=10**9, on_request=True
        ),
        # Said to hold 6,307 records, or 1,307 without the augmented ones: not demanded.
        "train": RemoteFile("gresearch/quest/train.jsonl"),
        "val": RemoteFile("gresearch/quest/val.jsonl", rows=PUBLISHED["val"]),
        "test": RemoteFile("gresearch/quest/test.jsonl", rows=PUBLISHED["test"]),
        "documents": RemoteFile(
            "gresearch/quest/documents.zip",
            members={"documents.jsonl": PAGES["quest"]},
            # Announced as 899 MB, which may mean units of 2**20 bytes.
            unzipped=10**9,
            on_request=True,
        ),
    },
)


@dataclass(frozen=True)
class QuestFiles:
    """The files of one data set. `size` is LOFT's; empty where a folder does not show it.

    `released`: these are meant to be the released files, so the published counts are checked.
    """

    layout: Literal["loft", "quest"]
    name: str
    corpus: Path
    questions: Path
    examples: Path | None
    golds: Path | None = None
    size: str = ""
    revision: str = ""
    licence: str = "?"
    released: bool = False


def count_rows(path: Path) -> int:
    """The number of records in a released file."""
    return sum(1 for _ in read_json_lines(path))


def find(data: str, data_dir: str | None, split: str, size: str) -> QuestFiles:
    """The files of `mini`, `loft`, `quest` or a folder; InputError for what is missing."""
    if size not in SIZES:
        raise unknown("size", size, SIZES, where="LOFT-QUEST")
    if data == "mini":
        with as_file(files("tamis.benchmarks.quest") / "mini") as folder:
            return _loft(folder, split, "", name="mini", licence=LICENCES["mini"])
    if data in ("loft", "quest") and data_dir is None:
        return _fetched_loft(split, size) if data == "loft" else _fetched_quest(split)
    folder = Path(data_dir or data)
    if not folder.is_dir():
        if data_dir is not None:
            raise InputError(f"--data-dir {data_dir} is not a folder; give one.")
        layout = "give a folder in the layout of one of them"
        raise unknown("data", data, ("mini", "loft", "quest"), or_else=layout)
    return _in_folder(folder, data, split, size)


def _fetched_loft(split: str, size: str) -> QuestFiles:
    questions = _loft_split(split)
    paths = {
        name: locate(SOURCE, f"loft-rag/{size}/{name}.jsonl")
        for name in ("corpus", questions, "few_shot_queries")
    }
    return QuestFiles(
        "loft",
        f"loft-{size}",
        paths["corpus"],
        paths[questions],
        paths["few_shot_queries"] if split != "train" else None,
        size=size,
        revision=_revision("loft-rag"),
        licence=LICENCES["loft"],
        released=True,
    )


def _fetched_quest(split: str) -> QuestFiles:
    key = _quest_split(split)
    examples = split != "train" and "train" in manifest(SOURCE)
    return QuestFiles(
        "quest",
        "quest",
        locate(SOURCE, "documents/documents.jsonl"),
        locate(SOURCE, key),
        locate(SOURCE, "train") if examples else None,
        revision=_revision("documents"),
        licence=LICENCES["quest"],
        released=True,
    )


def _revision(key: str) -> str:
    """The digest of the fetched file, shortened; the data has no revision of its own."""
    return f"sha256:{manifest(SOURCE)[key].sha256[:12]}"


def _in_folder(folder: Path, data: str, split: str, size: str) -> QuestFiles:
    below = {folder: "", folder / size: size}
    below |= {folder / part / size: size for part in ("quest", "rag/quest", "data/rag/quest")}
    loft = next((path for path in below if (path / "corpus.jsonl").is_file()), None)
    quest = next((p for p in (folder, folder / "quest") if (p / "documents.jsonl").is_file()), None)
    own = data not in ("loft", "quest")
    check_finished(folder)
    if loft is not None and data != "quest":
        name = folder.resolve().name if own else f"loft-{size}"
        licence = licence_of(folder) if own else LICENCES["loft"]
        return _loft(loft, split, below[loft] or (size if not own else ""), name, licence, not own)
    if quest is not None and data != "loft":
        key = _quest_split(split)
        train = quest / "train.jsonl"
        return QuestFiles(
            "quest",
            folder.resolve().name if own else "quest",
            quest / "documents.jsonl",
            _file(quest / f"{key}.jsonl"),
            train if train.is_file() and split != "train" else None,
            licence=licence_of(quest) if own else LICENCES["quest"],
            released=not own,
        )
    wanted = {"loft": "corpus.jsonl", "quest": "documents.jsonl"}.get(data)
    raise InputError(
        f"{folder} holds no {wanted or 'corpus.jsonl (LOFT) and no documents.jsonl (QUEST)'}; "
        f"`tamis data fetch quest` fetches the released files."
    )


def _loft(
    folder: Path, split: str, size: str, name: str, licence: str, released: bool = False
) -> QuestFiles:
    examples = folder / "few_shot_queries.jsonl"
    golds = folder / "gold.json"
    return QuestFiles(
        "loft",
        name,
        _file(folder / "corpus.jsonl"),
        _file(folder / f"{_loft_split(split)}.jsonl"),
        examples if examples.is_file() and split != "train" else None,
        golds if golds.is_file() else None,
        size,
        licence=licence,
        released=released,
    )


def _file(path: Path) -> Path:
    if not path.is_file():
        raise absent(path, "`tamis data fetch quest` fetches the data")
    return path


def _loft_split(split: str) -> str:
    return _known(split, LOFT_SPLITS, "LOFT-QUEST")


def _quest_split(split: str) -> str:
    return _known(split, {name: name for name in QUEST_SPLITS}, "QUEST")


def _known(split: str, splits: Mapping[str, str], what: str) -> str:
    if split not in splits:
        raise unknown("split", split, splits, where=what)
    return splits[split]
