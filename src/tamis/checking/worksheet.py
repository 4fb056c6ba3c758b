"""The worksheet of a program's judgement, by which a person can check it line by line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Capability = Literal["counting", "summation", "multiplication and summation", "date-time"]
"""The capability that a constraint demands of its judge (ACS, §2.3)."""


@dataclass(frozen=True)
class Entry:
    """One item of a section and its contribution.

    `text` is the item as written in the response, shortened; `numbers` are those read from it,
    `working` is how `amount` is computed from them ("3 × 8 × 80"), in the worksheet's unit. An
    entry of a count has amount 1 and no numbers.
    """

    text: str
    amount: float
    numbers: tuple[float, ...] = ()
    working: str = ""


@dataclass(frozen=True)
class Part:
    """One section of the response (a day, a session, the whole plan), compared with the bound.

    `total` is the sum of the entries' amounts.
    """

    name: str
    entries: tuple[Entry, ...]
    total: float
    satisfied: bool


@dataclass(frozen=True)
class Worksheet:
    """How a program judged one constraint.

    `quantity` is what was measured ("protein", "meals"), `unit` its unit: "g", "min", "clock"
    for a time of day in minutes from midnight, "" for a count. `bound` is the demand in words
    ("at least 150 g"), `scope` where it must hold ("each day"); the constraint is satisfied
    where every part is. `ignored` are claims of the response that were not used: headings, totals,
    closing sentences.
    """

    quantity: str
    unit: str
    bound: str
    scope: str
    capability: Capability
    parts: tuple[Part, ...]
    ignored: tuple[str, ...] = ()

    @property
    def satisfied(self) -> bool:
        """Whether every part satisfies the bound."""
        return all(part.satisfied for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for logs and `--json`."""
        return {**asdict(self), "satisfied": self.satisfied}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Worksheet:
        """The worksheet that `to_json` wrote."""
        parts = tuple(
            Part(
                part["name"],
                tuple(Entry(**{**e, "numbers": tuple(e["numbers"])}) for e in part["entries"]),
                part["total"],
                part["satisfied"],
            )
            for part in value["parts"]
        )
        known = {k: v for k, v in value.items() if k not in ("parts", "satisfied", "ignored")}
        return cls(**known, parts=parts, ignored=tuple(value["ignored"]))

    def lines(self) -> list[str]:
        """The worksheet in plain text, a line for each entry and each total."""
        found = [f"{self.quantity}, {self.scope}: {self.bound}"]
        for part in self.parts:
            found.append(f"{part.name}")
            for entry in part.entries:
                working = f"{entry.working} = " if entry.working else ""
                found.append(f"  {working}{amount(entry.amount, self.unit)}  {entry.text}")
            verdict = "satisfied" if part.satisfied else "not satisfied"
            word = "at" if self.unit == "clock" else "total"
            found.append(f"  {word} {amount(part.total, self.unit)}: {verdict}")
        found += [f"not used: {claim}" for claim in self.ignored]
        return found


def amount(value: float, unit: str) -> str:
    """A number as a person writes it, with its unit: 90 min as "1 h 30 min"."""
    if unit == "clock":
        hours, minutes = divmod(round(value), 60)
        return f"{hours:02d}:{minutes:02d}"
    if unit == "min" and abs(value) >= 60:
        hours, minutes = divmod(round(value), 60)
        return f"{hours} h {minutes:02d} min" if minutes else f"{hours} h"
    plain = f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{plain} {unit}".strip()
