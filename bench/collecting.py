"""Collecting books: from packed dumps to the dataset, against unpacking and parsing the same files.

The dumps are those of `invented`; four times as much of them shows whether memory grows with it.
Deduplication is of titles of made-up words, one of five with a subtitle.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from clock import Row, Spent, spend

BUDGET_MB = 500
TIMES = 2.0
FULL = "300,000 authors, 1,000,000 works, 1,500,000 editions"


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        # The larger one shows the memory, once; the times are the best of several rounds.
        for size, rounds in ((0.01, 1), (0.04, 1)) if quick else ((1.0, 2), (4.0, 1)):
            place = Path(folder) / str(size)
            child("make", place, size)
            rows += compared(place, f"{size:g} × ({FULL})", rounds)
            shutil.rmtree(place)
    for dedup in ("paper", "strict"):
        spent = child("titles", dedup)
        rows += [
            Row(f"{dedup}: {what}", float(seconds), spent.peak_mb, note=f"target under {target} s")
            for what, seconds, target in (
                line.split("|") for line in spent.output.strip().splitlines()
            )
        ]
    return rows


def compared(place: Path, made: str, rounds: int) -> list[Row]:
    """The floor with each of two libraries, and the collection, in turn."""
    jobs = [("floor", place, "gzip"), ("floor", place, "isal.igzip"), ("collect", place)]
    spent = [[child(*job) for job in jobs] for _ in range(rounds)]
    slow, floor, found = (
        min(of_job, key=lambda one: one.seconds) for of_job in zip(*spent, strict=True)
    )
    note = (
        f"target at most {TIMES:g} and {BUDGET_MB} MB; {found.cpu / floor.cpu:.2f} of the CPU's "
        f"time; {found.output.strip()}"
    )
    return [
        Row(made),
        Row(
            "unpack with gzip, parse with orjson",
            slow.seconds,
            slow.peak_mb,
            slow.seconds / floor.seconds,
        ),
        Row("unpack with isal, parse with orjson: the floor", floor.seconds, floor.peak_mb, 1.0),
        Row(
            "dumps to dataset",
            found.seconds,
            found.peak_mb,
            found.seconds / floor.seconds,
            note,
        ),
    ]


def child(*args: object) -> Spent:
    """A job of this file in a process of its own."""
    return spend([sys.executable, __file__, *map(str, args)])


def make(folder: str, size: str) -> None:
    """The dumps, so many times the size; people grow with the rest."""
    import invented

    times, usual = float(size), invented.Sizes()
    numbers = (usual.authors, usual.works, usual.editions, usual.people)
    invented.write(Path(folder), invented.Sizes(*(int(times * number) for number in numbers)))


def _files(folder: str) -> dict[str, Path]:
    kinds = ("authors", "works", "editions", "wikidata")
    return {kind: next(Path(folder).glob(f"ol_dump_{kind}_*.gz")) for kind in kinds}


def floor(folder: str, library: str) -> None:
    """The least that reading the files takes: every record unpacked and parsed, and let go."""
    from orjson import loads

    unpacked = import_module(library).open
    for kind, path in _files(folder).items():
        with unpacked(path, "rb") as lines:
            for line in lines:
                cells = line.split(b"\t", 4)
                loads(cells[1][1:-1].replace(b'""', b'"') if kind == "wikidata" else cells[4])


def collect(folder: str) -> None:
    """The whole command, in a folder of its own, which nothing is left in from before."""
    from tamis.collect.books import Dumps, Options, output
    from tamis.collect.books import collect as collecting

    files = _files(folder)
    library = Dumps((files["authors"],), (files["works"],), (files["editions"],))
    with tempfile.TemporaryDirectory(dir=folder) as place:
        found = collecting([files["wikidata"]], library, Options(seed=1), Path(place) / "work")
        output.write(found, Path(place) / "data")
    one, two = len(found.dataset.one_book), len(found.dataset.two_book)
    print(f"{len(found.dataset.authors):,} authors, {one + two:,} queries")


def titles(dedup: str) -> None:
    """Deduplication of 600 authors with 60 titles each, and of one with 5,000."""
    from tamis.collect.books.titles import CLUSTERS

    rng = random.Random(1)
    words = [
        "".join(rng.choices("abcdefghiklmnoprstuvw", k=rng.randint(3, 9))) for _ in range(4000)
    ]

    def title() -> list[str]:
        text = " ".join(rng.choices(words, k=rng.randint(1, 7))).title()
        return [text if rng.random() < 0.8 else f"{text}: {' '.join(rng.choices(words, k=4))}"]

    cluster = CLUSTERS[dedup]
    many = [[title() for _ in range(60)] for _ in range(600)]
    long = [title() for _ in range(5000)]
    cluster(many[0])
    for what, work, target in (
        ("600 authors × 60 titles", lambda: [cluster(works) for works in many], 1),
        ("one author of 5,000 titles", lambda: cluster(long), 5),
    ):
        print(f"{what}|{_seconds(work)}|{target}")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    job, *given = sys.argv[1:]
    {"make": make, "floor": floor, "collect": collect, "titles": titles}[job](*given)
