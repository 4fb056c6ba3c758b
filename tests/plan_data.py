"""Plans that were rendered from data, with constraints whose truth the data know.

A line of `data/rendered_plans.jsonl` is a plan as one style writes it: a menu, a workout or a day,
with totals right, wrong and absent, missing figures and references, and constraints at the
boundary (the least of the days, and one more). Their truth is null where a figure is missing that
decides it. 30 styles are the judge's author's, 49 were written by people who had not seen it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "data" / "rendered_plans.jsonl"


def styles(*sets: str) -> dict[str, list[dict[str, Any]]]:
    """The plans of some sets ("worked with", "first round", "second round"), by style."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if one["styles"] in sets:
            found.setdefault(one["style"], []).append(one)
    return found


def renderings(
    chosen: Mapping[str, list[dict[str, Any]]], count: int = 100_000
) -> Iterator[tuple[str, str, str, bool | None]]:
    """Style, plan, constraint and truth of at most `count` items, a plan of each style in turn."""
    plans = (
        (style, of_style[nth])
        for nth in range(max(map(len, chosen.values()), default=0))
        for style, of_style in sorted(chosen.items())
        if nth < len(of_style)
    )
    items = (
        (style, one["plan"], constraint, truth)
        for style, one in plans
        for constraint, truth in one["constraints"].items()
    )
    return islice(items, count)
