"""What a collection says of itself: tables of lines, and the files for a person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tamis.collect.books.collection import Collected
from tamis.collect.books.faults import told
from tamis.collect.books.filters import counted
from tamis.collect.kitab.released_files import AUTHORS, BOOKS, ONE, SINGLE_ITEMS, TWO
from tamis.collect.packaging import check_folder, of_books, unfinished, write_package
from tamis.inputs.files import write_text

QUALITY = "quality.jsonl"

WORK = "work"
"""The usual folder of the steps, in that of the dataset."""

STEPS = {"people", "authors", "works", "editions", "joined", "shelves", "answers", "shards", "lock"}
"""What the folder of the steps holds."""


def check(folder: Path, work: Path) -> None:
    """InputError where a folder holds what is neither of an earlier dataset of books nor its work.

    To be asked before a collection of hours.
    """
    beside = {WORK}
    out, steps = folder.absolute(), work.absolute()
    if steps == out:
        beside |= STEPS
    elif steps.is_relative_to(out):
        beside.add(steps.relative_to(out).parts[0])
    ours = (ONE, TWO, AUTHORS, BOOKS, SINGLE_ITEMS, QUALITY)
    check_folder(folder, ours, "a collection of books", beside)


def write(
    found: Collected, folder: Path, *, licence: str = "", published: str = ""
) -> dict[str, int | None]:
    """Write the dataset, what a person should look at, and the package around them.

    `licence` and `published` are the user's own, for the card and the metadata. Returns the rows of
    each file, None for what has none.
    """
    unfinished(folder)
    files = found.dataset.write(folder)
    doubts = (json.dumps(doubt, ensure_ascii=False) + "\n" for doubt in found.doubts)
    write_text(folder / QUALITY, doubts)
    about = of_books(found.summary(), licence=licence, published=published)
    package = write_package(folder, [*files, QUALITY], about)
    return {**files, QUALITY: len(found.doubts), **dict.fromkeys(path.name for path in package)}


def stages(found: Collected) -> Iterator[str]:
    """A table of the stages: in, out, and what was dropped for which reason, or marked."""
    yield f"{'stage':<14}{'of':<8}{'in':>11}{'out':>11}  dropped"
    for stage in found.stages:
        start = f"{stage['stage']:<14}{stage['of']:<8}{stage['in']:>11,}{stage['out']:>11,}"
        drops = [f"{drop['count']:,} {drop['reason']}" for drop in stage["dropped"]]
        drops += [f"marked: {one['count']:,} {one['reason']}" for one in stage.get("marked", ())]
        yield f"{start}  {drops[0] if drops else '-'}"
        for drop in drops[1:]:
            yield f"{'':44}  {drop}"


def faults(found: Collected) -> Iterator[str]:
    """What was wrong with the sources, and what is gone from them, and where it was seen first."""
    for name, kinds in (*found.faults.items(), *found.gone.items()):
        for kind, said in kinds.items():
            yield f"{name}: {told(kind, said)}"
    if count := found.counts.get("joined: impossible_years"):
        yield (
            f"passed over: {counted(count, 'year')} of publication that cannot be right (not after "
            f"the author's birth, or after --latest-year); {QUALITY} names those of the books that "
            f"are kept"
        )


def queries(found: Collected) -> Iterator[str]:
    """A table of the queries by type, as the paper's Table 2."""
    yield f"{'constraint type':<17}{'one book':>9}{'κ':>6}{'two books':>11}{'κ':>6}"
    for type, parts in found.statistics.items():
        line = f"{type:<17}"
        for part, room in (("one", 9), ("two", 11)):
            figures = parts.get(part, {"queries": 0, "constrainedness": float("nan")})
            kappa = f"{figures['constrainedness']:.2f}" if figures["queries"] else "–"
            line += f"{figures['queries']:>{room},}{kappa:>6}"
        yield line
