"""The ledger: entries add up to intervals, and a bound is met, broken, or open.

The way of a plan: its text becomes rows in their parts (`rows`, `names`, `parts`); a row's figures
are read with what they measure (`figures`); entries are added (`sums`, `adding`, `amounts`),
counted (`counting`), multiplied (`lifting`), or read as spans of time (`slots`, `times`), each as
an interval that holds all that the text may mean; each part is compared with the bound (`working`).
A verdict is given only where every value of the interval says the same.
"""

from __future__ import annotations

from tamis.checking.judgement import Judgement
from tamis.checking.ledger.adding import Adder
from tamis.checking.ledger.amounts import amounts
from tamis.checking.ledger.counting import counts, tonnages, weights
from tamis.checking.ledger.figures import Figure, figures
from tamis.checking.ledger.parts import Open
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.rows import MAX_CHARACTERS, TOO_LONG, rows_of
from tamis.checking.ledger.times import durations
from tamis.checking.ledger.working import Group, capability, judgement


def judge(demand: Requirement, response: str, *, start: int = 0) -> Judgement:
    """Whether a response keeps to a demand; undecided where sensible readings differ.

    `start` is where the response stands in a larger text, to which places refer.
    """
    if not response.strip():
        return Judgement(None, "program", "abstained", "the response is empty.")
    if len(response) > MAX_CHARACTERS:
        return Judgement(None, "program", "abstained", TOO_LONG)
    root = rows_of(response)
    adder = _adder(demand, root)
    try:
        groups = by_demand(demand, root, adder)
    except Open as doubt:
        return Judgement(None, "program", "abstained", reason=str(doubt))
    return judgement(
        groups, demand.bound.keeps, root, adder, quantity=demand.subject, unit=demand.unit,
        bound=demand.bound.text(demand.unit), scope=demand.where,
        capability=capability(demand, root), start=start,
    )  # fmt: skip


def _adder(demand: Requirement, root: Row) -> Adder:
    """What adds the figures that a demand measures."""
    subject = "energy" if demand.subject == "calorie" else demand.subject
    if demand.measure == "duration":
        subject = "time"

    def read(row: Row) -> list[Figure]:
        return [one for one in figures(row) if one.subject == subject]

    return Adder(root, read, demand.bound.aims)


def by_demand(demand: Requirement, root: Row, adder: Adder) -> list[Group]:
    """The parts of a response that a demand holds of, each with what it comes to; `Open`."""
    match demand.measure:
        case "count":
            return counts(demand, root)
        case "tonnage":
            return tonnages(demand, root)
        case "weight":
            return weights(root)
        case "duration" if demand.scope != "session":
            return durations(demand, root)
    return amounts(demand, root, adder)
