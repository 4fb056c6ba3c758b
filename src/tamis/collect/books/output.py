"""The output of a collection: the files of the dataset, and the tables that are printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tamis.collect.books.collection import Collected
from tamis.collect.books.faults import fault_line
from tamis.collect.kitab.released_files import AUTHORS, BOOKS, ONE, SINGLE_ITEMS, TWO
from tamis.collect.packaging import check_folder, of_books, unfinished, write_package
from tamis.inputs.json_records import write_json_lines
from tamis.text.shown import counted

QUALITY = "quality.jsonl"

WORK = "work"
"""The default folder of the steps, inside that of the dataset."""

STEPS = {"people", "authors", "works", "editions", "joined", "shelves", "answers", "shards", "lock"}
"""The names in the folder of the steps."""


def check(folder: Path, work: Path) -> None:
    """InputError where a folder holds files that a collection of books did not make.

    Called before a collection that may take hours.
    """
    allowed = {WORK}
    out, steps = folder.absolute(), work.absolute()
    if steps == out:
        allowed |= STEPS
    elif steps.is_relative_to(out):
        allowed.add(steps.relative_to(out).parts[0])
    ours = (ONE, TWO, AUTHORS, BOOKS, SINGLE_ITEMS, QUALITY)
    check_folder(folder, ours, "a collection of books", allowed)


def write(
    found: Collected, folder: Path, *, licence: str = "", published: str = ""
) -> dict[str, int | None]:
    """Write the dataset, the doubts for a person to check, and the package around them.

    `licence` and `published` come from the user, for the card and the metadata. Returns the number
    of rows of each file, None for files without rows.
    """
    unfinished(folder)
    files = found.dataset.write(folder)
    write_json_lines(folder / QUALITY, found.doubts)
    about = of_books(found.summary(), licence=licence, published=published)
    package = write_package(folder, [*files, QUALITY], about)
    return {**files, QUALITY: len(found.doubts), **dict.fromkeys(path.name for path in package)}


def stages(found: Collected) -> Iterator[str]:
    """A table of the stages: records in and out, and those dropped or marked, by reason."""
    yield f"{'stage':<14}{'of':<8}{'in':>11}{'out':>11}  dropped"
    for stage in found.stages:
        start = f"{stage['stage']:<14}{stage['of']:<8}{stage['in']:>11,}{stage['out']:>11,}"
        drops = [f"{drop['count']:,} {drop['reason']}" for drop in stage["dropped"]]
        drops += [f"marked: {one['count']:,} {one['reason']}" for one in stage.get("marked", ())]
        yield f"{start}  {drops[0] if drops else '-'}"
        for drop in drops[1:]:
            yield f"{'':44}  {drop}"


def faults(found: Collected) -> Iterator[str]:
    """The faults, redirects and deleted records of each source, with their first locations."""
    for name, kinds in (*found.faults.items(), *found.gone.items()):
        for kind, entry in kinds.items():
            yield f"{name}: {fault_line(kind, entry)}"
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
        for part, width in (("one", 9), ("two", 11)):
            figures = parts.get(part, {"queries": 0, "constrainedness": float("nan")})
            kappa = f"{figures['constrainedness']:.2f}" if figures["queries"] else "–"
            line += f"{figures['queries']:>{width},}{kappa:>6}"
        yield line
