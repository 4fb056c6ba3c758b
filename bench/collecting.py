"""Collecting books: from packed dumps to the dataset, against unpacking and parsing the same files.

The dumps are made by `dumps.py`; the same again four times as large shows whether memory grows
with them. Deduplication is of titles of made-up words, one of five with a subtitle.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from clock import Row, spend

BUDGET_MB = 500
TIMES = 2.0


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for times in (1,) if quick else (1, 4):
            size = 0.1 if quick else times
            place = Path(folder) / str(times)
            child("make", place, str(size))
            floor = child("floor", place)
            found = child("collect", place)
            note = f"target at most {TIMES:g}, {BUDGET_MB} MB; {found.output.strip()}"
            made = f"{size:g} × (300,000 authors, 1,000,000 works, 1,500,000 editions)"
            rows.append(Row(f"unpack and parse, {made}", floor.seconds, floor.peak_mb, 1.0))
            ratio = found.seconds / floor.seconds
            rows.append(Row("dumps to dataset", found.seconds, found.peak_mb, ratio, note))
    for dedup in ("paper", "strict"):
        spent = child("titles", dedup)
        rows += [
            Row(f"{dedup}: {what}", float(seconds), spent.peak_mb, note=f"target under {target} s")
            for what, seconds, target in (
                line.split("|") for line in spent.output.strip().splitlines()
            )
        ]
    return rows


def child(*args: object):
    """A job of this file in a process of its own."""
    return spend([sys.executable, __file__, *map(str, args)])


def make(folder: str, size: str) -> None:
    """The dumps, so many times the size; people grow with the rest."""
    import dumps

    times, usual = float(size), dumps.Sizes()
    numbers = (usual.authors, usual.works, usual.editions, usual.people)
    dumps.write(Path(folder), dumps.Sizes(*(int(times * number) for number in numbers)))


def _files(folder: str) -> dict[str, Path]:
    kinds = ("authors", "works", "editions", "wikidata")
    return {kind: next(Path(folder).glob(f"ol_dump_{kind}_*.gz")) for kind in kinds}


def floor(folder: str) -> None:
    """The least that reading the files takes: every record unpacked and parsed, and let go."""
    from isal import igzip
    from orjson import loads

    for kind, path in _files(folder).items():
        with igzip.open(path, "rb") as lines:
            for line in lines:
                cells = line.split(b"\t", 4)
                loads(cells[1][1:-1].replace(b'""', b'"') if kind == "wikidata" else cells[4])


def collect(folder: str) -> None:
    """The whole command, in a work folder of its own."""
    from tamis.collect.books import Dumps, Options, telling
    from tamis.collect.books import collect as collecting

    files = _files(folder)
    library = Dumps((files["authors"],), (files["works"],), (files["editions"],))
    place = Path(folder)
    found = collecting([files["wikidata"]], library, Options(seed=1), place / "work")
    telling.write(found, place / "data")
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
