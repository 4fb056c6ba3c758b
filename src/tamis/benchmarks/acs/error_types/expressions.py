"""The value of an expression of numbers, signs and brackets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tamis.benchmarks.acs.error_types.tokens import Token


def value(tokens: Sequence[Token], minutes: bool) -> float | None:
    """The value of an expression by the usual precedence; None where it is none."""
    values: list[float] = []
    signs: list[str] = []

    def apply() -> bool:
        if len(values) < 2:
            return False
        sign, b, a = signs.pop(), values.pop(), values.pop()
        if sign == "/" and b == 0:
            return False
        values.append({"+": a + b, "-": a - b, "*": a * b}[sign] if sign != "/" else a / b)
        return True

    rank = {"(": 0, "+": 1, "-": 1, "*": 2, "/": 2}
    for token in tokens:
        if token.kind == "number":
            values.append(token.as_minutes if minutes else token.value)
        elif token.kind == "open":
            signs.append("(")
        elif token.kind == "close":
            while signs and signs[-1] != "(":
                if not apply():
                    return None
            if signs:
                signs.pop()
        else:
            while signs and rank[signs[-1]] >= rank[token.text]:
                if not apply():
                    return None
            signs.append(token.text)
    while signs:
        if signs[-1] == "(":
            signs.pop()
        elif not apply():
            return None
    return values[0] if len(values) == 1 and math.isfinite(values[0]) else None


def addends(left: Sequence[Token]) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """The addends, as written and in minutes; None where the expression has no value."""
    pieces: list[list[Token]] = [[]]
    depth = 0
    for token in left:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth <= 0 and token.text == "+":
            pieces.append([])
        else:
            pieces[-1].append(token)
    written = [value(piece, minutes=False) for piece in pieces]
    in_minutes = [value(piece, minutes=True) for piece in pieces]
    if None in written or None in in_minutes:
        return None
    return tuple(v for v in written if v is not None), tuple(v for v in in_minutes if v is not None)
