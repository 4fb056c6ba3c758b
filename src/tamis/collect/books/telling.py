"""What a collection says of itself: tables of lines, and the files for a person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tamis.collect.books.collecting import Collected
from tamis.collect.packaging import of_books, write_package
from tamis.files import write_text

QUALITY = "quality.jsonl"


def write(found: Collected, folder: Path) -> dict[str, int | None]:
    """Write the dataset, what a person should look at, and the package around them.

    Returns the rows of each file, None for what has none.
    """
    files = found.dataset.write(folder)
    doubts = (json.dumps(doubt, ensure_ascii=False) + "\n" for doubt in found.doubts)
    write_text(folder / QUALITY, doubts)
    package = write_package(folder, [*files, QUALITY], of_books(found.summary()))
    return {**files, QUALITY: len(found.doubts), **dict.fromkeys(path.name for path in package)}


def stages(found: Collected) -> Iterator[str]:
    """A table of the stages: in, out, and what was dropped for which reason."""
    yield f"{'stage':<14}{'of':<8}{'in':>11}{'out':>11}  dropped"
    for stage in found.stages:
        start = f"{stage['stage']:<14}{stage['of']:<8}{stage['in']:>11,}{stage['out']:>11,}"
        drops = [f"{drop['count']:,} {drop['reason']}" for drop in stage["dropped"]]
        yield f"{start}  {drops[0] if drops else '-'}"
        for drop in drops[1:]:
            yield f"{'':44}  {drop}"


def faults(found: Collected) -> Iterator[str]:
    """What was wrong with the sources, and where it was seen first."""
    for name, kinds in found.faults.items():
        for kind, said in kinds.items():
            places = f", first at {said['places'][0]}" if said["places"] else ""
            yield f"{name}: {said['count']:,} {kind}{places}"


def queries(found: Collected) -> Iterator[str]:
    """A table of the queries by type, as the paper's Table 2."""
    yield f"{'constraint type':<17}{'one book':>9}{'κ':>6}{'two books':>11}{'κ':>6}"
    for type, parts in found.summary()["statistics"].items():
        line = f"{type:<17}"
        for part, room in (("one", 9), ("two", 11)):
            figures = parts.get(part, {"queries": 0, "constrainedness": float("nan")})
            kappa = f"{figures['constrainedness']:.2f}" if figures["queries"] else "–"
            line += f"{figures['queries']:>{room},}{kappa:>6}"
        yield line
