"""The worksheet of a program's judgement, by which a person can check it line by line."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Capability = Literal["counting", "summation", "multiplication and summation", "date-time"]
"""The capability that a constraint demands of its judge (ACS, §2.3)."""

Span = tuple[int, int]
"""A place in the response: `response[start:end]`; (0, 0) for none."""


def overlap(one: Span, two: Span) -> bool:
    """Whether two places share a character."""
    return one[0] < two[1] and two[0] < one[1]


@dataclass(frozen=True)
class Entry:
    """One item of a section and its contribution.

    `text` is the item as written in the response, shortened; `numbers` are those read from it,
    `working` is how `amount` is computed from them ("3 × 8 × 80"), in the worksheet's unit. An
    entry of a count has amount 1 and no numbers. `high` is the most that it may be, None where
    that is the amount; `span` is its place in the response.
    """

    text: str
    amount: float
    numbers: tuple[float, ...] = ()
    working: str = ""
    high: float | None = None
    span: Span = (0, 0)


@dataclass(frozen=True)
class Part:
    """One section of the response (a day, a session, the whole plan), compared with the bound.

    `total` is the sum of the entries' amounts; `high` the most that it may be, None where it is
    the total. `satisfied` is None where it hangs on what `open` says. `told` are totals of the
    response that do not equal their entries.
    """

    name: str
    entries: tuple[Entry, ...]
    total: float
    satisfied: bool | None
    high: float | None = None
    open: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Number:
    """A number of the response: what it measures, its role, and why it has that.

    Roles: `entry` is counted; `total`, `goal`, `note`, `repeat` and `rate` are not; `alternative`
    and `open` may be; `other` measures something else than the constraint.
    """

    text: str
    subject: str
    role: str
    why: str = ""
    span: Span = (0, 0)


@dataclass(frozen=True)
class Worksheet:
    """How a program judged one constraint.

    `quantity` is what was measured ("protein", "meals"), `unit` its unit: "g", "min", "clock"
    for a time of day in minutes from midnight, "" for a count. `bound` is the demand in words
    ("at least 150 g"), `scope` where it must hold ("each day"); the constraint is satisfied
    where every part is. `ignored` are claims of the response that were not used: headings, totals,
    closing sentences. `numbers` are all numbers of the response, each once, with their roles.
    """

    quantity: str
    unit: str
    bound: str
    scope: str
    capability: Capability
    parts: tuple[Part, ...]
    ignored: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()

    @property
    def satisfied(self) -> bool | None:
        """Whether every part satisfies the bound; None where that is open."""
        said = [part.satisfied for part in self.parts]
        return False if False in said else None if None in said else True

    def moved(self, by: int) -> Worksheet:
        """The worksheet of a text that begins at so many characters of the response."""

        def at(span: Span) -> Span:
            return (span[0] + by, span[1] + by) if any(span) else span

        parts = tuple(
            replace(part, entries=tuple(replace(one, span=at(one.span)) for one in part.entries))
            for part in self.parts
        )
        numbers = tuple(replace(one, span=at(one.span)) for one in self.numbers)
        return replace(self, parts=parts, numbers=numbers)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for logs and `--json`; a `high` without end is "any"."""
        value = {**asdict(self), "satisfied": self.satisfied}
        for part in value["parts"]:
            for one in (part, *part["entries"]):
                if one["high"] == math.inf:
                    one["high"] = "any"
        return value

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Worksheet:
        """The worksheet that `to_json` wrote, or an earlier version, which had less."""
        parts = tuple(
            Part(**{**_ended(part), "entries": tuple(_entry(one) for one in part["entries"]),
                    "open": tuple(part.get("open", ())), "told": tuple(part.get("told", ()))})
            for part in value["parts"]
        )  # fmt: skip
        numbers = tuple(
            Number(**{**one, "span": tuple(one["span"])}) for one in value.get("numbers", ())
        )
        known = {k: v for k, v in value.items() if k not in ("parts", "satisfied", "numbers")}
        known["ignored"] = tuple(value["ignored"])
        return cls(**known, parts=parts, numbers=numbers)

    def lines(self) -> list[str]:
        """The worksheet in plain text, a line for each entry and each total."""
        found = [f"{self.quantity}, {self.scope}: {self.bound}"]
        for part in self.parts:
            found.append(f"{part.name}")
            for entry in part.entries:
                working = f"{entry.working} = " if entry.working else ""
                value = between(entry.amount, entry.high, self.unit)
                found.append(f"  {working}{value}  {entry.text}")
            verdict = {True: "satisfied", False: "not satisfied", None: "open"}[part.satisfied]
            word = "at" if self.unit == "clock" else "total"
            found.append(f"  {word} {between(part.total, part.high, self.unit)}: {verdict}")
            found += [f"  open: {doubt}" for doubt in part.open]
            found += [f"  differs: {claim}" for claim in part.told]
        found += [f"not used: {claim}" for claim in self.ignored]
        return found

    def explained(self) -> list[str]:
        """Every number of the response with its role, a line each."""
        return [
            f"{number.text}: {number.role}" + (f" ({number.why})" if number.why else "")
            for number in self.numbers
        ]


def _entry(value: dict[str, Any]) -> Entry:
    span = tuple(value.get("span", (0, 0)))
    return Entry(**{**_ended(value), "numbers": tuple(value["numbers"]), "span": span})


def _ended(value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "high": math.inf if value.get("high") == "any" else value.get("high")}


def between(low: float, high: float | None, unit: str) -> str:
    """A value, or the two ends of what it may be."""
    if high is None or high - low <= 1e-6:
        return amount(low, unit)
    if math.isinf(high):
        return f"{amount(low, unit)} or more"
    return f"{amount(low, unit)} to {amount(high, unit)}"


def amount(value: float, unit: str) -> str:
    """A number as a person writes it, with its unit: 90 min as "1 h 30 min"."""
    if value < 0 and math.isfinite(value):
        return f"-{amount(-value, unit)}"
    if unit == "clock" and math.isfinite(value):
        hours, minutes = divmod(round(value), 60)
        return f"{hours:02d}:{minutes:02d}"
    if unit == "min" and abs(value) >= 60 and math.isfinite(value):
        hours, minutes = divmod(round(value), 60)
        return f"{hours} h {minutes:02d} min" if minutes else f"{hours} h"
    if unit in ("$", "€", "£", "¥", "₹") and math.isfinite(value):
        return f"{unit}{value:,.2f}".removesuffix(".00")
    plain = f"{value:,.2f}".rstrip("0").rstrip(".") if math.isfinite(value) else "any number"
    return f"{plain} {unit}".strip()
