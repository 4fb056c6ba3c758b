"""Expressions of conditions (all, any, not), with as few conditions judged as their value needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Known = Mapping[str, bool | None]
"""The conditions that were judged, by name; None where the verdict could not be read."""


@dataclass(frozen=True)
class Condition:
    """One condition, by its name."""

    name: str


@dataclass(frozen=True)
class All:
    """True where all of its parts are."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class AnyOf:
    """True where at least one of its parts is."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Not:
    """True where its part is not."""

    part: Expression


Expression = Condition | All | AnyOf | Not


def parsed(value: Any) -> Expression:
    """The expression of a value of JSON or YAML.

    A text is the name of a condition; `{"all": […]}`, `{"any": […]}` and `{"not": …}` hold others.
    Raises ValueError, which says what is wrong.
    """
    if isinstance(value, str):
        return Condition(value)
    if isinstance(value, dict) and len(value) == 1:
        ((kind, inner),) = value.items()
        if kind == "not":
            return Not(parsed(inner))
        if kind in ("all", "any") and isinstance(inner, list) and inner:
            parts = tuple(map(parsed, inner))
            return All(parts) if kind == "all" else AnyOf(parts)
    raise ValueError(
        f"{value!r:.60} is no expression: write the name of a condition, all: [...], any: [...] "
        "or not: ..."
    )


def as_value(expression: Expression) -> Any:
    """The expression as a value of JSON, which `parsed` reads back."""
    match expression:
        case Condition(name):
            return name
        case Not(part):
            return {"not": as_value(part)}
        case All(parts):
            return {"all": [as_value(part) for part in parts]}
        case AnyOf(parts):
            return {"any": [as_value(part) for part in parts]}


def names(expression: Expression) -> Iterator[str]:
    """The names of the conditions, in order, as often as they occur."""
    match expression:
        case Condition(name):
            yield name
        case Not(part):
            yield from names(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from names(part)


def negated(expression: Expression, inside: bool = False) -> Iterator[tuple[str, bool]]:
    """Each condition with whether it stands below an odd number of `not`."""
    match expression:
        case Condition(name):
            yield name, inside
        case Not(part):
            yield from negated(part, not inside)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from negated(part, inside)


def words(expression: Expression) -> str:
    """The expression in one line: `old and not (red or blue)`."""
    match expression:
        case Condition(name):
            return name
        case Not(part):
            return f"not {_bracketed(part)}"
        case All(parts):
            return " and ".join(map(_bracketed, parts))
        case AnyOf(parts):
            return " or ".join(map(_bracketed, parts))


def _bracketed(part: Expression) -> str:
    return words(part) if isinstance(part, Condition | Not) else f"({words(part)})"


def value(expression: Expression, known: Known) -> bool | None:
    """The value by what is known; None where that does not decide it (Kleene's strong logic)."""
    match expression:
        case Condition(name):
            return known.get(name)
        case Not(part):
            inner = value(part, known)
            return None if inner is None else not inner
        case All(parts):
            return _joined([value(part, known) for part in parts], decides=False)
        case AnyOf(parts):
            return _joined([value(part, known) for part in parts], decides=True)


def _joined(values: list[bool | None], decides: bool) -> bool | None:
    if decides in values:
        return decides
    return None if None in values else not decides


Figure = Callable[[str], float]
"""A figure of a condition, by its name."""


def next_condition(expression: Expression, known: Known, rate: Figure, cost: Figure) -> str | None:
    """The condition to judge next; None where the value is decided, or nothing is left to judge.

    The order costs least where conditions are independent: in `all` by cost over the chance of a
    no, in `any` by cost over the chance of a yes. `rate` is the chance of a yes, strictly between
    0 and 1, `cost` that of judging the condition, above 0.
    """
    step = _step(expression, known, rate, cost)
    return None if step is None else step.first


@dataclass(frozen=True)
class _Step:
    """What it takes to decide a part: the expected cost, the chance of a yes, where to begin."""

    cost: float
    rate: float
    first: str


def _step(expression: Expression, known: Known, rate: Figure, cost: Figure) -> _Step | None:
    """None for a part that is decided, or in which nothing is left to judge."""
    if value(expression, known) is not None:
        return None
    match expression:
        case Condition(name):
            return None if name in known else _Step(cost(name), rate(name), name)
        case Not(part):
            inner = _step(part, known, rate, cost)
            return None if inner is None else _Step(inner.cost, 1 - inner.rate, inner.first)
        case All(parts) | AnyOf(parts):
            steps = [s for part in parts if (s := _step(part, known, rate, cost)) is not None]
            return _in_order(steps, isinstance(expression, All)) if steps else None


def _in_order(steps: list[_Step], together: bool) -> _Step:
    """Steps one after the other, until one of them decides: a no in `all`, a yes in `any`."""

    def goes_on(step: _Step) -> float:
        return step.rate if together else 1 - step.rate

    ordered = sorted(steps, key=lambda step: step.cost / max(1 - goes_on(step), 1e-9))
    expected, reached = 0.0, 1.0
    for step in ordered:
        expected += reached * step.cost
        reached *= goes_on(step)
    return _Step(expected, reached if together else 1 - reached, ordered[0].first)
