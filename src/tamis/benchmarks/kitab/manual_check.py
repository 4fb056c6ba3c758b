"""The manual check of "irrelevant" titles (KITAB, App. C.1): a sheet to fill in, and its figures.

Titles that a model names and the data does not know count as irrelevant. Some are books of the
author all the same, which the catalogue lacks. The paper drew 200 queries of each model, looked
for these titles on the Web, and found 5% and 6% of the queries with at least one such title.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.kitab.options import Options
from tamis.benchmarks.kitab.samples import load_samples
from tamis.benchmarks.kitab.score import irrelevant_titles
from tamis.inputs.answer_sheets import answered
from tamis.report.document import Report
from tamis.report.elements import Column, Row, Table
from tamis.report.logs import score_metadata
from tamis.report.runs import Run
from tamis.stats import mean
from tamis.text.shown import counted
from tamis.types import InputError

DRAWN = 200
"""How many queries of each model the paper looked at."""


@dataclass(frozen=True)
class Line:
    """A title to look for; an empty `title` stands for a drawn query without irrelevant titles.

    `exists` is what the person found: yes where there is such a book by the author, no where there
    is none, empty until looked for.
    """

    model: str
    condition: str
    query: str
    author: str
    birth_year: str = ""
    title: str = ""
    exists: str = ""
    note: str = ""


def drawn(
    runs: Sequence[Run], number: int = DRAWN, seed: int = 0
) -> tuple[list[Line], Counter[str]]:
    """The irrelevant titles of `number` queries of each run, drawn at random (fewer: all).

    Titles are those that variant `paper` counts as irrelevant; in all_books and self_context those
    of the (final) list. Then what was left out, since it has no titles to look for, with how many
    runs each: baselines and single_item name titles of the data. Raises InputError where nothing
    is left, or for a run whose data has changed.
    """
    found: list[Line] = []
    left_out: Counter[str] = Counter()
    for run in runs:
        options = Options.parse({k: v for k, v in run.args.items() if v is not None})
        listed = {id: about.get("titles", ()) for id, _, about in score_metadata(run)}
        if why := _left_out(run, listed.values()):
            left_out[why] += 1
            continue
        asked = {question.id: question for question in load_samples(options)[1]}
        logged = {sample.id: sample.about.get("question") for sample in run.samples}
        for id in listed:
            if id not in asked or logged.get(id) not in (None, asked[id].fingerprint):
                raise InputError(
                    f"{run.label}: the query {id} of the log is not in its data, which has changed "
                    "since."
                )
        ids = sorted(listed)
        for id in sorted(random.Random(seed).sample(ids, min(number, len(ids)))):
            query = asked[id].query
            year = "" if query.birth_year is None else str(query.birth_year)
            line = Line(run.label, condition_of(run), id, query.author, year)
            titles = irrelevant_titles(query, listed[id]) or [""]
            found += [replace(line, title=title) for title in titles]
    if not found:
        only = f": they have only {told(left_out)}" if left_out else ""
        raise InputError(f"the logs have no lists of titles by a model{only}.")
    return found, left_out


def told(left_out: Counter[str]) -> str:
    """What was left out, in words: `baselines (3 runs), single_item (1 run)`."""
    return ", ".join(f"{what} ({counted(n, 'run')})" for what, n in left_out.items())


def _left_out(run: Run, lists: Iterable[Sequence[str]]) -> str:
    """What a run without titles to look for is; empty for one with titles."""
    if run.kind == "baseline":
        return "baselines"
    if condition_of(run) == "single_item":
        return "single_item"
    return "" if any(lists) else f"{run.label} in {condition_of(run)}, which listed nothing"


def report(lines: Sequence[Line]) -> Report:
    """The share of queries with a title that the data calls irrelevant, wrongly.

    A query counts where one of its titles exists, or all have been looked for; the others are told.
    """
    rows: list[Row] = []
    by: dict[tuple[str, str], dict[str, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        by[line.model, line.condition][line.query].append(line)
    conditions = [*dict.fromkeys(line.condition for line in lines)]
    # The models of a condition stand together, in whatever order the sheets have them.
    for (model, condition), queries in sorted(
        by.items(), key=lambda one: conditions.index(one[0][1])
    ):
        verdicts = {query: _exists(found) for query, found in queries.items()}
        titles = [
            (float(answered(line.exists) is True), line.author)
            for found in queries.values()
            for line in found
            if line.title and line.exists
        ]
        decided = [
            (float(verdict), queries[query][0].author)
            for query, verdict in verdicts.items()
            if verdict is not None
        ]
        cells = {
            "queries": mean(decided) if decided else None,
            "n": len(decided),
            "open": len(verdicts) - len(decided),
            "titles": mean(titles) if titles else None,
            "judged": len(titles),
        }
        rows.append(Row(model, "measure", cells, condition))
    for model, share in (("GPT4", 0.05), ("GPT3.5", 0.06)):
        rows.append(Row(model, "published", {"queries": share, "n": DRAWN}, "published"))
    return Report(
        "Titles that the data does not know",
        "The manual check of KITAB, App. C.1",
        {},
        (
            Table(
                id="manual-check",
                title="Books that exist although the data calls them irrelevant",
                caption="Queries: the share of the drawn queries with at least one such title, "
                "standard errors clustered by author. Open: queries with titles that nobody has "
                "looked for, left out unless another of their titles exists. Titles: the share of "
                "the titles looked for. Published: KITAB, Appendix C.1.",
                columns=(
                    Column("queries", "Queries", "down"),
                    Column("n", "n"),
                    Column("open", "Open"),
                    Column("titles", "Titles", "down"),
                    Column("judged", "Titles looked for"),
                ),
                rows=tuple(rows),
            ),
        ),
    )


def _exists(lines: Sequence[Line]) -> bool | None:
    """Whether a query has a title that exists; None while that is not known."""
    said = [answered(line.exists) for line in lines if line.title]
    if any(said):
        return True
    return None if None in said else False
