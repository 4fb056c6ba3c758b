"""Makes a version of the golden answers from the ratings of a pool, by one rater or several.

The buckets are those of QUEST-LOFT, §4.1 and Appendix E: MATCH titles are golden answers, DEBATABLE
ones are removed from golds and answers alike, and all others are NO_MATCH, which are listed only
where they were golds before.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from tamis._version import __version__
from tamis.benchmarks.quest.ratings import BUCKETS, Bucket, PoolFile, PoolRow
from tamis.inputs.json_records import write_json
from tamis.measures.agreement import (
    alpha_interval,
    cohen_kappa,
    kappa_interval,
    krippendorff_alpha,
)
from tamis.stats import NAN
from tamis.text.normalised import title_key
from tamis.text.shown import clean
from tamis.types import InputError

Rule = Literal["majority", "unanimous"]

RULES: dict[Rule, str] = {
    "majority": "the bucket that more than half of a candidate's raters chose, else DEBATABLE",
    "unanimous": "the bucket that all of a candidate's raters chose, else DEBATABLE",
}

_RANK: dict[Bucket, int] = {"NO_MATCH": 0, "DEBATABLE": 1, "MATCH": 2}

Key = tuple[str, str]
"""A candidate: qid and the key of its title."""


@dataclass(frozen=True)
class GoldQuestion:
    """The golds of one question; `no_match` holds only titles that were golds before."""

    qid: str
    question: str
    match: tuple[str, ...]
    debatable: tuple[str, ...]
    no_match: tuple[str, ...]


@dataclass(frozen=True)
class Ratings:
    """The ratings of all files: `rows` has each candidate once, `by_rater` each rater's buckets."""

    rows: tuple[PoolRow, ...]
    by_rater: Mapping[str, Mapping[Key, Bucket]]

    def votes(self, row: PoolRow) -> list[Bucket]:
        """The ratings of one candidate, in the order of the raters; empty where it has none."""
        return [by_key[row.key] for by_key in self.by_rater.values() if row.key in by_key]

    @property
    def candidates(self) -> list[PoolRow]:
        """The rows to be rated: all except those of questions without candidates."""
        return [row for row in self.rows if row.title]

    @property
    def unrated(self) -> list[PoolRow]:
        """The candidates that nobody rated."""
        return [row for row in self.candidates if not self.votes(row)]


@dataclass(frozen=True)
class Agreement:
    """How far raters agree, over the candidates that at least two of them rated.

    `kappa` has Cohen's for each pair, with the number of candidates that both rated; `nominal`
    and `ordinal` are Krippendorff's alpha, each with its 95% interval. NaN where a coefficient is
    not defined. `identical` counts the candidates, among the `shared` ones, for which all their
    raters agree.
    """

    shared: int
    identical: int
    kappa: Mapping[tuple[str, str], tuple[float, int]]
    nominal: float
    ordinal: float
    kappa_intervals: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
    nominal_interval: tuple[float, float] = (NAN, NAN)
    ordinal_interval: tuple[float, float] = (NAN, NAN)


@dataclass(frozen=True)
class Changes:
    """The changes of a version compared with the original golds, in titles and questions.

    `added`: MATCH now, no gold before; `dropped`: a gold before, NO_MATCH now; `doubted`: a gold
    before, DEBATABLE now; `newly_debatable`: DEBATABLE now, no gold before. `changed` questions
    have at least one of these; `emptied` have no MATCH.
    """

    added: int
    dropped: int
    doubted: int
    newly_debatable: int
    changed: int
    emptied: int


def gather(files: Sequence[PoolFile]) -> Ratings:
    """The ratings of several files put together, by rater.

    A rater may have several files, and files may hold different questions; but those that hold
    the same question must hold the same candidates. Raises InputError, with file and line, for
    questions, candidates or golds that differ between files, and for a rater who rates one
    candidate in two ways.
    """
    rows: dict[Key, tuple[PoolRow, str]] = {}
    questions: dict[str, tuple[str, str]] = {}
    by_rater: dict[str, dict[Key, Bucket]] = {}
    first_rated: dict[tuple[str, Key], str] = {}
    for file in files:
        rater = file.rater
        by_key = by_rater.setdefault(rater, {}) if rater else {}
        for row, line in zip(file.rows, file.lines, strict=True):
            location = f"{file.path}, line {line}"
            question, where = questions.setdefault(row.qid, (row.question, location))
            if title_key(question) != title_key(row.question):
                raise InputError(
                    f'{location}: question {row.qid} is "{clean(row.question)}", but '
                    f'"{clean(question)}" in {where}; rate copies of one pool.'
                )
            known, where = rows.setdefault(row.key, (row, location))
            if known.in_original != row.in_original:
                raise InputError(
                    f'{location}: "{clean(row.title)}" is marked in_original differently in '
                    f"{where}; rate copies of one pool."
                )
            if not row.rating:
                continue
            where = first_rated.setdefault((rater, row.key), location)
            if by_key.setdefault(row.key, row.rating) != row.rating:
                raise InputError(
                    f'{location}: {rater} rates "{clean(row.title)}" {row.rating}, but '
                    f"{by_key[row.key]} in {where}; keep one of the two."
                )
    _check_titles(files, rows)
    return Ratings(tuple(row for row, _ in rows.values()), by_rater)


def settle(votes: Sequence[Bucket], rule: Rule = "majority") -> Bucket:
    """One bucket for the ratings of one candidate; a rule that is not met gives DEBATABLE."""
    bucket, count = Counter(votes).most_common(1)[0]
    enough = count == len(votes) if rule == "unanimous" else 2 * count > len(votes)
    return bucket if enough else "DEBATABLE"


def build(
    ratings: Ratings, rule: Rule = "majority", unrated: Literal["refuse", "no_match"] = "refuse"
) -> list[GoldQuestion]:
    """The golds of every question, in the order of the pool.

    A candidate that only some raters rated is settled by those. Raises InputError where a
    candidate was rated by nobody, unless `unrated` is `no_match`.
    """
    if ratings.unrated and unrated == "refuse":
        first = ratings.unrated[0]
        raise InputError(
            f"{len(ratings.unrated)} of {len(ratings.candidates)} candidates have no rating, "
            f'the first of them "{clean(first.title)}" of question {first.qid}; rate them or count '
            f"them as NO_MATCH with --unrated no_match."
        )
    buckets: dict[str, dict[Bucket, list[str]]] = {}
    questions = {row.qid: row.question for row in ratings.rows}
    for row in ratings.rows:
        found = buckets.setdefault(row.qid, {bucket: [] for bucket in BUCKETS})
        votes = ratings.votes(row)
        bucket = settle(votes, rule) if votes else "NO_MATCH"
        if row.title and (bucket != "NO_MATCH" or row.in_original):
            found[bucket].append(row.title)
    return [
        GoldQuestion(qid, questions[qid], *(tuple(found[bucket]) for bucket in BUCKETS))
        for qid, found in buckets.items()
    ]


def agreement(ratings: Ratings) -> Agreement | None:
    """How far the raters agree; None where no candidate has two ratings."""
    votes = [ratings.votes(row) for row in ratings.candidates]
    shared = [v for v in votes if len(v) > 1]
    if not shared:
        return None
    kappa, intervals = {}, {}
    for one, other in combinations(ratings.by_rater, 2):
        a, b = ratings.by_rater[one], ratings.by_rater[other]
        both = [key for key in a if key in b]
        first, second = [a[key] for key in both], [b[key] for key in both]
        kappa[one, other] = (cohen_kappa(first, second), len(both))
        intervals[one, other] = kappa_interval(first, second)
    units: list[dict[Hashable, int]] = [
        {
            rater: _RANK[by_key[row.key]]
            for rater, by_key in ratings.by_rater.items()
            if row.key in by_key
        }
        for row in ratings.candidates
    ]
    return Agreement(
        len(shared),
        sum(len(set(v)) == 1 for v in shared),
        kappa,
        krippendorff_alpha(units, level="nominal"),
        krippendorff_alpha(units, level="ordinal"),
        intervals,
        alpha_interval(units, level="nominal"),
        alpha_interval(units, level="ordinal"),
    )


def changes(ratings: Ratings, questions: Sequence[GoldQuestion]) -> Changes:
    """The changes of the golds built from `ratings` compared with the original golds."""
    before = {row.key for row in ratings.rows if row.in_original}
    counts: Counter[str] = Counter()
    for question in questions:
        match, debatable = (
            {(question.qid, title_key(title)) for title in titles}
            for titles in (question.match, question.debatable)
        )
        here = {
            "added": len(match - before),
            "dropped": len(question.no_match),
            "doubted": len(debatable & before),
            "newly_debatable": len(debatable - before),
        }
        counts.update(here)
        counts["changed"] += any(here.values())
        counts["emptied"] += not match
    names = ("added", "dropped", "doubted", "newly_debatable", "changed", "emptied")
    return Changes(*(counts[name] for name in names))


def write_golds(
    path: Path,
    name: str,
    questions: Sequence[GoldQuestion],
    files: Sequence[PoolFile],
    ratings: Ratings,
    rule: Rule,
) -> None:
    """Write a gold version as JSON, with the manifest of what it was made from."""
    record: dict[str, Any] = {
        "name": name,
        "questions": [asdict(question) for question in questions],
        "manifest": {
            "created": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "raters": list(ratings.by_rater),
            "pools": [
                {
                    "file": file.path.name,
                    "sha256": file.sha256,
                    "rows": sum(bool(row.title) for row in file.rows),
                    "rated": sum(bool(row.title and row.rating) for row in file.rows),
                }
                for file in files
            ],
            "tamis": __version__,
            "rule": f"{rule}: {RULES[rule]}",
            "unrated": len(ratings.unrated),
        },
    }
    write_json(path, record)


def _check_titles(files: Sequence[PoolFile], rows: Mapping[Key, tuple[PoolRow, str]]) -> None:
    """InputError where raters had different candidates; compared by rater, not by file."""
    seen: dict[str, dict[str, set[str]]] = {}
    whose: dict[str, list[str]] = {}
    for file in files:
        rater = file.rater or str(file.path)
        whose.setdefault(rater, []).append(str(file.path))
        for row in file.rows:
            seen.setdefault(rater, {}).setdefault(row.qid, set()).add(row.key[1])
    for rater, questions in seen.items():
        for (qid, title), (row, location) in rows.items():
            if qid in questions and title not in questions[qid]:
                raise InputError(
                    f'{location}: "{clean(row.title)}" is a candidate for question {qid}, but '
                    f"{' and '.join(whose[rater])} does not have it; rate copies of one pool."
                )
