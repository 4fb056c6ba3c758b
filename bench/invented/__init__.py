"""Dumps of Open Library and of Wikidata of our own making, in their formats and from one seed.

    write(Path("dumps"), Sizes(authors=600, works=3000, editions=5000, people=300))

Nobody in them lives and no book in them is written. Where `odd` they hold what real dumps hold as
well: redirects, deleted records, lines that are broken, dates such as "ca. 1900" and "19xx",
titles of 3,000 characters or in several scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import library, wikidata
from .shelves import Shelves
from .sizes import Sizes
from .writing import pack

__all__ = ["Files", "Sizes", "write"]


@dataclass(frozen=True)
class Files:
    """The files made; `entities` is the same Wikidata in the form of its own dump, with works.

    `lines` are those of each, in this order.
    """

    authors: Path
    works: Path
    editions: Path
    wikidata: Path
    entities: Path
    lines: tuple[int, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """All five."""
        return self.authors, self.works, self.editions, self.wikidata, self.entities


def write(folder: Path, sizes: Sizes) -> Files:
    """Write the dumps into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shelves = Shelves(sizes)
    dumps = {
        "ol_dump_authors_2026-01-31.txt.gz": library.authors,
        "ol_dump_works_2026-01-31.txt.gz": library.works,
        "ol_dump_editions_2026-01-31.txt.gz": library.editions,
        "ol_dump_wikidata_2026-01-31.txt.gz": wikidata.in_library,
        "wikidata-20260131-all.json.gz": wikidata.entities,
    }
    lines = tuple(pack(folder / name, made(shelves)) for name, made in dumps.items())
    return Files(*(folder / name for name in dumps), lines)
