"""An axis of costs: where a number lies on it, and the round numbers under it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_MOST = 9
"""Ticks on an axis; the labels of more would touch."""

_ZERO, _BREAK, _START = 0.035, 0.075, 0.11
"""Where zero, the break and the first power lie on an axis of factors, as shares of it."""

_UNITS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True)
class Axis:
    """The numbers from `low` to `high`, by `log` spaced by factors and not by differences.

    `ticks` are round numbers (1, 2 or 5 times a power of ten). No factor leads to zero: where
    `zero` is set it has a place of its own, before a break in the axis.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False
    zero: bool = False

    @property
    def gap(self) -> float | None:
        """Where the axis is broken, as a share of it; None where it is not."""
        return _BREAK if self.zero else None

    def place(self, value: float) -> float:
        """Where a number lies, 0 to 1."""
        if not self.log:
            return (value - self.low) / (self.high - self.low)
        if value == 0:
            return _ZERO
        share = math.log10(value / self.low) / math.log10(self.high / self.low)
        return _START + share * (1 - _START) if self.zero else share


def axis(values: Sequence[float], log: bool = False) -> Axis:
    """An axis that holds the values, and zero unless it is one of factors.

    Where no value is above zero there are no factors, and the axis is an ordinary one. Values
    below zero are only for an axis without `log`.
    """
    positive = [value for value in values if value > 0]
    return _factors(positive, min(values) == 0) if log and positive else _differences(values)


def short(value: float) -> str:
    """A round number as a label: 200k for 200,000, 1.5M for 1,500,000, 1e-5 for 0.00001."""
    size, sign = abs(value), "−" if value < 0 else ""
    if size and not 1e-4 <= size < 1e15:
        mantissa, exponent = f"{size:.3g}".split("e")
        return f"{sign}{mantissa}e{int(exponent)}"
    for unit, letter in _UNITS:
        if size >= unit:
            return f"{sign}{size / unit:.6g}{letter}"
    return f"{sign}{size:.6g}"


def _differences(values: Sequence[float]) -> Axis:
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    if low == high:
        high = 1.0
    mantissa, power = _step((high - low) / (_MOST - 1))
    size = _number(mantissa, power)
    first, last = math.floor(low / size), math.ceil(high / size)
    ticks = tuple(_number(mantissa * i, power) for i in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def _step(least: float) -> tuple[int, int]:
    """The least 1, 2 or 5 times a power of ten that is not below `least`."""
    power = math.floor(math.log10(least))
    fitting = (m for m in (1, 2, 5) if _number(m, power) >= least)
    return next(((m, power) for m in fitting), (1, power + 1))


def _factors(values: Sequence[float], zero: bool) -> Axis:
    least, most = min(values), max(values)
    powers = range(math.floor(math.log10(least)) - 1, math.ceil(math.log10(most)) + 2)
    round_numbers = [_number(m, power) for power in powers for m in (1, 2, 5)]
    low = max(number for number in round_numbers if number <= least)
    high = min(number for number in round_numbers if number >= most)
    if low == high:
        at = round_numbers.index(low)
        low, high = round_numbers[at - 1], round_numbers[at + 1]
    ticks = [number for number in round_numbers if low <= number <= high]
    if len(ticks) > _MOST:
        ticks = [number for number in (_number(1, p) for p in powers) if low <= number <= high]
        ticks = ticks[:: math.ceil(len(ticks) / _MOST)]
    return Axis(low, high, (0.0, *ticks) if zero else tuple(ticks), True, zero)


def _number(mantissa: int, power: int) -> float:
    # Read and not multiplied, so that 3 times 0.1 is 0.3.
    return float(f"{mantissa}e{power}")
