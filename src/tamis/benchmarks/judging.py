"""What the tables of judges have in common, in every benchmark that judges.

Headline figures are over all that were asked about, no verdict counting as the wrong one; where
verdicts are missing, the same figures of those decided stand beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tamis.benchmarks.benchmark import condition_of
from tamis.measures.classification import Rate, Rows, decided, estimates
from tamis.report import build
from tamis.report.columns import Chosen, every
from tamis.report.compared import Compared
from tamis.report.elements import Cell, Column, Row
from tamis.report.runs import Run


def against(
    asked: str, verdict: bool | None, label: bool | None, said: Mapping[bool, Sequence[str]]
) -> Compared:
    """A verdict beside its label, either None where there is none.

    `said` has the words of each: how a table has it first, then as a judge may say it.
    """
    names = {given: words[0] for given, words in said.items()}
    also = {word: words[0] for words in said.values() for word in words}
    own = () if verdict is None else (names[verdict],)
    if label is None:
        return Compared(asked, also=also)
    if verdict == label:
        return Compared(asked, own, also=also)
    return Compared(asked, (), own, (names[label],), also)


NO_VERDICT = Column("unread", "No verdict", "down")
OF_DECIDED = " of those decided"


def rows_of(run: Run, chosen: Chosen = every) -> Rows:
    """The figures of the chosen samples that were asked about, each with its cluster."""
    return [(s.values, s.cluster) for s in run.asked if s.values and chosen(s)]


def cells(headline: Sequence[Rate], rows: Rows, others: Sequence[Rate] = ()) -> dict[str, Cell]:
    """The cells of `columns`; `n` were asked about, `unread` of these have no verdict."""
    of_decided = estimates(headline, decided(rows))
    given = sum(values["decided"] == 1 for values, _ in rows)
    return {
        **estimates((*headline, *others), rows),
        **{f"read_{name}": found for name, found in of_decided.items()},
        "n": len(rows),
        "unread": len(rows) - given,
        build.READ.key: given,
    }


def columns(
    headline: Sequence[Rate], rows: Sequence[Row], others: Sequence[Rate] = ()
) -> tuple[Column, ...]:
    """The rates, and where verdicts are missing in these rows the headline's of those decided."""
    return build.columns(headline, rows, others, NO_VERDICT, OF_DECIDED)


def conditions(runs: Sequence[Run], first: Sequence[str], last: Sequence[str]) -> list[str]:
    """The conditions of the runs: the `first` ones, then others, then the `last` ones."""
    own = dict.fromkeys(map(condition_of, runs))
    others = [name for name in own if name not in (*first, *last)]
    return [name for name in (*first, *others, *last) if name in own]


BLIND = ("majority", "random")
"""The baselines that do not look at what they judge."""


def is_blind(run: Run) -> bool:
    """Whether it is one of those; what tells runs apart may follow its label in brackets."""
    return run.kind == "baseline" and run.label.partition(" [")[0] in BLIND
