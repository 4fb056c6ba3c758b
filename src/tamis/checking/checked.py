"""The result of `tamis check`: the demands on a response, each with its judgement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tamis.checking.demand import Demand
from tamis.checking.judgement import Judge, Judgement
from tamis.results import Result

SATISFIED, UNSATISFIED, UNUSABLE, OPEN = 0, 1, 2, 3
"""Exit codes: all is kept; something is not; the input cannot be used; something is open."""

_VERDICTS = {True: "satisfied", False: "not satisfied", None: "undecided"}
_SHOWN = 8


@dataclass(frozen=True, repr=False)
class Checked(Result):
    """The demands on a response, each with its judgement, in order.

    `source` is where the demands come from: `given`, or read from the request by the `program`
    or a `model`. `unread` are the requirements of the request that were not read. `judge` is the
    kind of judge, `model` the name of its model or None; `tokens` in and out are the provider's
    count, and `cost` is what they cost, None without a price. `limited` is the limit of spending at
    which the model was no longer asked, if one was reached. `refused` is what the model named and
    the request does not bear out. `aside` is what is to be made ("Write a note"), `background` all
    else that the model set aside; neither is checked.
    """

    demands: tuple[Demand, ...]
    judgements: tuple[Judgement, ...]
    judge: Judge = "program"
    source: Literal["given", "program", "model"] = "given"
    unread: tuple[str, ...] = ()
    model: str | None = None
    tokens: tuple[int, int] = (0, 0)
    limited: str = ""
    refused: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    cost: float | None = None

    _lines_below = False

    @property
    def constraints(self) -> tuple[str, ...]:
        """The constraints in words."""
        return tuple(one.sentence for one in self.demands)

    @property
    def satisfied(self) -> int:
        """How many constraints are satisfied."""
        return sum(one.satisfied is True for one in self.judgements)

    @property
    def unsatisfied(self) -> int:
        """How many constraints are not satisfied."""
        return sum(one.satisfied is False for one in self.judgements)

    @property
    def undecided(self) -> int:
        """How many constraints were read but not decided, for whatever reason."""
        return sum(one.satisfied is None for one in self.judgements)

    @property
    def asked(self) -> int:
        """How many requirements there are, those that were not read among them."""
        return len(self.demands) + len(self.unread)

    @property
    def score(self) -> float | None:
        """The share of satisfied constraints among all that was asked; None where nothing was."""
        return self.satisfied / self.asked if self.asked else None

    @property
    def passed(self) -> bool:
        """Whether everything was read, decided and satisfied, and something was."""
        return self.exit_code() == SATISFIED

    def __bool__(self) -> bool:
        """As `passed`: a result that fails is not true."""
        return self.passed

    def exit_code(self, *, allow_undecided: bool = False, strict: bool = False) -> int:
        """1 if something is not satisfied, else 3 if something is undecided or was not read.

        Else 0. `allow_undecided` makes 0 of 3, unless nothing at all was decided; with `strict`
        what the model set aside counts as not read.
        """
        if self.unsatisfied:
            return UNSATISFIED
        if allow_undecided and self.satisfied:
            return SATISFIED
        aside = strict and self.background
        opened = self.undecided or self.unread or aside or not self.satisfied
        return OPEN if opened else SATISFIED

    def summary(self) -> str:
        """One line: "4 of 6 satisfied, 1 not satisfied, 1 not read"."""
        counts = (
            (self.unsatisfied, "not satisfied"),
            (self.undecided, "undecided"),
            (len(self.unread), "not read"),
        )
        if not self.asked:
            return "0 of 0 satisfied: there is no requirement that could be read"
        said = [f"{self.satisfied:,} of {self.asked:,} satisfied"]
        return ", ".join(said + [f"{number:,} {what}" for number, what in counts if number])

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as `tamis check --json` prints them; what is undefined is None."""
        return {
            "summary": self.summary(),
            "passed": self.passed,
            "score": self.score,
            "satisfied": self.satisfied,
            "unsatisfied": self.unsatisfied,
            "undecided": self.undecided,
            "unread": list(self.unread),
            "judge": self.judge,
            "model": self.model,
            "source": self.source,
            "constraints": [
                {
                    "constraint": demand.sentence,
                    "quote": demand.quote,
                    "type": None if demand.constraint is None else demand.constraint.spec(),
                    **plain(judgement),
                }
                for demand, judgement in zip(self.demands, self.judgements, strict=True)
            ],
            "tokens": list(self.tokens),
            "limited": self.limited,
            "aside": list(self.aside),
            "background": list(self.background),
            "refused": list(self.refused),
            "cost": self.cost,
        }

    def _rows(self) -> list[dict[str, Any]]:
        """A row for each constraint, those of the request that were not read at the end."""
        judged = [
            (one.sentence, _VERDICTS[judgement.satisfied], judgement)
            for one, judgement in zip(self.demands, self.judgements, strict=True)
        ]
        rows = [
            (sentence, verdict, found.reason or "; ".join(found.told), found.judge)
            for sentence, verdict, found in judged
        ]
        rows += [(part, "not read", "", "") for part in self.unread]
        return [dict(zip(self._columns(), row, strict=True)) for row in rows]

    def _columns(self) -> Sequence[str]:
        """The columns of the rows."""
        return ("constraint", "verdict", "working", "judge")

    def _lines(self) -> Iterator[str]:
        """The summary, and what is not satisfied, undecided or not read."""
        yield self.summary()
        wrong = [row for row in self._rows() if row["verdict"] != "satisfied"]
        for row in wrong[:_SHOWN]:
            working = f" ({row['working']})" if row["working"] else ""
            yield f"{row['verdict']}: {row['constraint']}{working}"
        if len(wrong) > _SHOWN:
            yield f"and {len(wrong) - _SHOWN:,} more (judgements, unread)"


def plain(judgement: Judgement) -> dict[str, Any]:
    """A judgement in plain values, for logs and `--json`."""
    sheet = judgement.worksheet
    record = {**asdict(judgement), "worksheet": None if sheet is None else sheet.to_json()}
    # No reader is asked here.
    del record["by_reader"]
    return record
