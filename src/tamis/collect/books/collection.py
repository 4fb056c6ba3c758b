"""Books collected from dumps: the passes in order, and the dataset made of their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tamis.collect.books import quality
from tamis.collect.books.collection_options import Options, emptied, relaxing
from tamis.collect.books.faults import DELETED, REDIRECT, incomplete
from tamis.collect.books.names import Finder, missed, with_names
from tamis.collect.books.passes.local_engine import Engine
from tamis.collect.books.passes.shelves import DOUBTS, read_authors
from tamis.collect.books.pipeline import Dumps, Pipeline
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.sparql import Sparql
from tamis.collect.books.sources.web import Web
from tamis.collect.books.spill import records
from tamis.collect.books.titles import WHY
from tamis.collect.books.work_folder import WorkFolder, clear_exchange, exclusive_lock
from tamis.collect.kitab import Author, Dataset, sampled, statistics
from tamis.text.shown import counted
from tamis.types import InputError

Summary = dict[str, Any]

TRUNCATED = "truncated"
"""The note that names the dumps of which a part is missing."""

OPTIONS = {"people": "wikidata"}
"""Steps whose files are given by an option of another name."""


@dataclass(frozen=True)
class Collected:
    """A dataset, and everything that its manifest records about how it was made.

    `sources` have a file's or service's name, bytes, lines and sha256. `stages` are the tallies
    of all stages in order. `faults` has what was wrong in each source, by its name and kind, with
    locations; where two sources have the same name, their option is put before it. `gone` has
    redirects and deleted records in the same form: these are no faults. `counts` are further
    numbers, `doubts` what a person should look at.
    """

    dataset: Dataset
    options: Options
    sources: tuple[Summary, ...]
    stages: tuple[Summary, ...]
    faults: Mapping[str, Summary]
    gone: Mapping[str, Summary]
    counts: Mapping[str, Any]
    doubts: tuple[Summary, ...] = ()
    resumed: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def statistics(self) -> Summary:
        """Queries by type and number of constraints, and their mean constrainedness."""
        return statistics(self.dataset)

    def summary(self) -> Summary:
        """What goes into a manifest, as JSON; the same inputs, options and seed give the same."""
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
    allow_truncated: bool = False,
    names: tuple[Finder, str] | None = None,
) -> Collected:
    """Collect books; steps that are finished in the folder `work` are not run again.

    `people` are dumps of Wikidata or an endpoint, `library` Open Library's dumps or a server.
    `web` sends the requests to these, by default with a pause between them. `engine` runs the
    passes, by default in this process; every engine makes the same files. Raises InputError where
    something cannot be read, where a dump is cut off or broken (unless `allow_truncated`: then the
    notes say so), or where no author is left. `names` finds names of people beside the word lists;
    with what it is called.
    """
    # The workers of a cluster have another current folder.
    pipeline = Pipeline(
        WorkFolder(work.absolute(), say),
        options,
        people,
        library,
        engine or Engine(),
        allow_truncated=allow_truncated,
    )
    with exclusive_lock(work):
        clear_exchange(work)
        # Made only where it is needed, as it requires a contact address.
        if web is None and (isinstance(people, Sparql) or isinstance(library, Live)):
            web = Web(work / "answers")
        pipeline.run(web)
        folder = pipeline.folders["shelves"]
        doubtful = tuple(records(folder / DOUBTS))
        authors = read_authors(folder)
        said = missed(authors)
        if names is not None:
            say(f"looking for names with {names[1]}")
            added = with_names(authors, *names)
            authors, said = added.authors, added.said
        found = collected(
            authors, doubtful, pipeline.summaries, options, tuple(pipeline.work.resumed)
        )
        return replace(found, notes={**found.notes, "names": said})


def collected(
    authors: Sequence[Author],
    doubtful: Sequence[Summary],
    summaries: Mapping[str, Summary],
    options: Options,
    resumed: tuple[str, ...] = (),
) -> Collected:
    """The dataset of the authors that are left after the passes, whatever engine ran them.

    `summaries` has the summary of each pass by its name, in order. InputError without authors.
    """
    if not authors:
        raise InputError(_none_left(summaries, options))
    books = [(a.name, a.ids["WikiData ID"], book) for a in authors for book in a.books]
    shared = quality.shared(
        ((book.title, name, qid) for name, qid, book in books),
        ((title, name, qid, book.title) for name, qid, book in books for title in book.variants),
    )
    faults, gone = _faults(summaries)
    return Collected(
        sampled(authors, options.seed, options.shares),
        options,
        tuple(source for one in summaries.values() for source in one.get("sources", ())),
        tuple(tally for one in summaries.values() for tally in one.get("tallies", ())),
        faults,
        gone,
        {
            f"{name}: {key}": value
            for name, one in summaries.items()
            for key, value in one.items()
            if key not in ("sources", "tallies", "faults")
        },
        (*doubtful, *shared),
        resumed,
        _notes(options, faults),
    )


def _notes(options: Options, faults: Mapping[str, Summary]) -> dict[str, str]:
    notes = {"dedup": WHY} if options.dedup == "strict" else {}
    missing = [f"{name} {harm}" for name, of in faults.items() if (harm := incomplete(of))]
    if missing:
        notes[TRUNCATED] = (
            f"{'; '.join(missing)}. What comes after is missing in the data (--allow-truncated)."
        )
    return notes


def _none_left(summaries: Mapping[str, Summary], options: Options) -> str:
    """The message for a collection without authors: it names the stage that left nothing."""
    tallies = [tally for one in summaries.values() for tally in one.get("tallies", ())]
    none = f"no author is left with {counted(options.least_books, 'book')}"
    if last := emptied(tallies):
        most = max(last["dropped"], key=lambda drop: drop["count"])
        none += (
            f": the stage {last['stage']!r} left none of {last['in']:,} "
            f"({most['reason']}: {most['count']:,})"
        )
    return f"{none}; give larger dumps{relaxing(tallies)}."


def _faults(summaries: Mapping[str, Summary]) -> tuple[dict[str, Summary], dict[str, Summary]]:
    """The faults of all passes, and the redirects and deleted records, by the names of the files.

    Where several files have one name, the option of the file is put before it.
    """
    files = {
        step: {source.get("file") for source in one.get("sources", ())} - {None}
        for step, one in summaries.items()
    }
    faults: dict[str, Summary] = {}
    gone: dict[str, Summary] = {}
    for step, one in summaries.items():
        others = set[str]().union(*(names for other, names in files.items() if other != step))
        option = f"--{OPTIONS.get(step, step)} " if files[step] & others else ""
        for name, kinds in one.get("faults", {}).items():
            for kind, of in kinds.items():
                found = gone if kind in (REDIRECT, DELETED) else faults
                found.setdefault(f"{option}{name}", {})[kind] = of
    return faults, gone
