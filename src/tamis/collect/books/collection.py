"""Books collected from dumps: pass after pass, and the dataset of what they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tamis.collect.books import quality
from tamis.collect.books.collection_options import Options, emptied, relaxing
from tamis.collect.books.faults import DELETED, REDIRECT
from tamis.collect.books.filters import counted
from tamis.collect.books.local_engine import Engine
from tamis.collect.books.passes.shelves import DOUBTS, read_authors
from tamis.collect.books.pipeline import Dumps, Steps
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.sparql import Sparql
from tamis.collect.books.sources.web import Web
from tamis.collect.books.spill import records
from tamis.collect.books.titles import WHY
from tamis.collect.books.work_folder import Work, alone
from tamis.collect.kitab import Author, Dataset, sampled, statistics
from tamis.types import InputError

Said = dict[str, Any]

OPTIONS = {"people": "wikidata"}
"""Steps whose files are given by an option of another name."""


@dataclass(frozen=True)
class Collected:
    """A dataset, and all that its manifest says of how it was made.

    `sources` have a file's or service's name, bytes, lines and sha256; `stages` are the tallies
    of all stages in order; `faults` what was wrong with each source, by its name and kind, with
    places, the option before a name that several have; `gone` the same of redirects and deleted
    records, which are no faults; `counts` further numbers; `doubts` what a person should look at.
    """

    dataset: Dataset
    options: Options
    sources: tuple[Said, ...]
    stages: tuple[Said, ...]
    faults: Mapping[str, Said]
    gone: Mapping[str, Said]
    counts: Mapping[str, Any]
    doubts: tuple[Said, ...] = ()
    resumed: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def statistics(self) -> Said:
        """Queries by type and number of constraints, and their mean constrainedness."""
        return statistics(self.dataset)

    def summary(self) -> Said:
        """What a manifest keeps, as JSON; the same inputs, options and seed give the same."""
        return {
            "options": asdict(self.options),
            "sources": list(self.sources),
            "stages": list(self.stages),
            "faults": {name: dict(found) for name, found in self.faults.items()},
            "gone": {name: dict(found) for name, found in self.gone.items()},
            "counts": dict(self.counts),
            "statistics": self.statistics,
            "notes": dict(self.notes),
        }


def collect(
    people: Sequence[Path] | Sparql,
    library: Dumps | Live,
    options: Options,
    work: Path,
    say: Callable[[str], None] = lambda doing: None,
    web: Web | None = None,
    engine: Engine | None = None,
) -> Collected:
    """Collect books; what has been done in the folder `work` is not done again.

    `people` are dumps of Wikidata's or an endpoint, `library` Open Library's dumps or a server;
    `web` asks those, by default politely; `engine` does the work, by default in this process, and
    none makes other files than another. Raises InputError where something cannot be read, or where
    nothing is left.
    """
    # Workers of a cluster have another current folder.
    steps = Steps(Work(work.absolute(), say), options, people, library, engine or Engine())
    with alone(work):
        # A client is made where one is needed, for it needs a contact.
        if web is None and (isinstance(people, Sparql) or isinstance(library, Live)):
            web = Web(work / "answers")
        steps.run(web)
        folder = steps.kept["shelves"]
        doubtful = tuple(records(folder / DOUBTS))
        return collected(
            read_authors(folder), doubtful, steps.said, options, tuple(steps.work.resumed)
        )


def collected(
    authors: Sequence[Author],
    doubtful: Sequence[Said],
    said: Mapping[str, Said],
    options: Options,
    resumed: tuple[str, ...] = (),
) -> Collected:
    """The dataset of the authors that the passes have left, whatever engine they ran on.

    `said` is what each pass said of itself, by its name and in order. InputError without authors.
    """
    if not authors:
        raise InputError(_none_left(said, options))
    books = [(a.name, a.ids["WikiData ID"], book) for a in authors for book in a.books]
    shared = quality.shared(
        ((book.title, name, qid) for name, qid, book in books),
        ((title, name, qid, book.title) for name, qid, book in books for title in book.variants),
    )
    faults, gone = _faults(said)
    return Collected(
        sampled(authors, options.seed, options.shares),
        options,
        tuple(source for one in said.values() for source in one.get("sources", ())),
        tuple(tally for one in said.values() for tally in one.get("tallies", ())),
        faults,
        gone,
        {
            f"{name}: {key}": value
            for name, one in said.items()
            for key, value in one.items()
            if key not in ("sources", "tallies", "faults")
        },
        (*doubtful, *shared),
        resumed,
        {"dedup": WHY} if options.dedup == "strict" else {},
    )


def _none_left(said: Mapping[str, Said], options: Options) -> str:
    """The sentence of a collection without authors: it names the stage that has left nothing."""
    tallies = [tally for one in said.values() for tally in one.get("tallies", ())]
    none = f"no author is left with {counted(options.least_books, 'book')}"
    if last := emptied(tallies):
        most = max(last["dropped"], key=lambda drop: drop["count"])
        none += (
            f": the stage {last['stage']!r} left none of {last['in']:,} "
            f"({most['reason']}: {most['count']:,})"
        )
    return f"{none}; give larger dumps{relaxing(tallies)}."


def _faults(said: Mapping[str, Said]) -> tuple[dict[str, Said], dict[str, Said]]:
    """The faults of all passes, and what is gone, by the names of the files.

    The option is before a name that several have.
    """
    files = {
        step: {source.get("file") for source in one.get("sources", ())} - {None}
        for step, one in said.items()
    }
    faults: dict[str, Said] = {}
    gone: dict[str, Said] = {}
    for step, one in said.items():
        others = set[str]().union(*(names for other, names in files.items() if other != step))
        option = f"--{OPTIONS.get(step, step)} " if files[step] & others else ""
        for name, kinds in one.get("faults", {}).items():
            for kind, of in kinds.items():
                found = gone if kind in (REDIRECT, DELETED) else faults
                found.setdefault(f"{option}{name}", {})[kind] = of
    return faults, gone
