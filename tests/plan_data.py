"""Plans that were rendered from data, with constraints whose truth the data know.

A line of `data/rendered_plans.jsonl` is a plan as one style writes it: a menu, a workout or a day,
with totals right, wrong and absent, missing figures and references, and constraints at the
boundary (the least of the days, and one more). Their truth is null where a figure is missing that
decides it. 30 styles are the judge's author's, 49 were written by people who had not seen it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
    chosen: Mapping[str, list[dict[str, Any]]], count: int = 100_000, seed: int = 0
) -> Iterator[tuple[str, str, str, bool | None]]:
    """Style, plan, constraint and truth of `count` items or a few more, in turn by style.

    `seed` says at which style it begins.
    """
    names = sorted(chosen)
    at = seed % max(1, len(names))
    made = 0
    for nth in range(max(map(len, chosen.values()), default=0)):
        for style in (*names[at:], *names[:at]):
            for one in chosen[style][nth : nth + 1]:
                if made >= count:
                    return
                for constraint, truth in one["constraints"].items():
                    yield style, one["plan"], constraint, truth
                    made += 1
