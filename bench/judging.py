"""The program judge: items of the real size, and how its time grows with the response.

The items are those of the mini data, written anew with other numbers each time, so that nothing
that is remembered helps but what belongs together: as in the released data some four constraints
stand on one response. Each response is filled up to 2,000 characters, the size of the released
ones, with lines of its own. The ratio of the first rows is a model's call of one second to the
time of one item, that of the long responses to the time of one of a tenth.
"""

from __future__ import annotations

import csv
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from clock import Row, spend

ITEMS = 405
TARGET = 2.0
CHEAPER = 10_000
CALL = 1.0
CHARACTERS = 2_000


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    number = ITEMS // 20 if quick else ITEMS
    long = 20_000 if quick else 1_000_000
    spent = spend([sys.executable, __file__, str(number), str(long)])
    got = json.loads(spent.output)
    seconds, each = got["seconds"], got["seconds"] / number
    rows = [
        Row(
            f"{number} items of {got['characters']:,} characters on average",
            seconds,
            spent.peak_mb,
            CALL / each,
            f"{1000 * each:.2f} ms an item, {got['decided']} decided; target < {TARGET:g} s",
        )
    ]
    for what, took in got["capabilities"].items():
        rows.append(Row(f"one item: {what}", took, None, CALL / took, f"{1000 * took:.2f} ms"))
    rows.append(
        Row(
            f"a call of {CALL:g} s is {CALL / each:,.0f} times an item; "
            f"target ≥ {CHEAPER:,}: {'met' if CALL / each >= CHEAPER else 'missed'}"
        )
    )
    for what, (short, whole) in got["long"].items():
        note = f"{whole / short:.1f} times one of {long // 10:,}"
        rows.append(Row(f"{what}, {long:,} characters", whole, None, whole / short, note))
    return rows


def _child(number: int, long: int) -> dict[str, Any]:
    """Measure in this process: the best of five rounds over new items each."""
    from tamis.checking.program import judge

    rng = random.Random(4)
    best: dict[str, Any] = {"seconds": float("inf")}
    for _ in range(5):
        items = list(_items(number, rng))
        spans: dict[str, list[float]] = {}
        decided = 0
        start = last = time.perf_counter()
        for constraint, response in items:
            judged = judge(constraint, response)
            now = time.perf_counter()
            sheet = judged.worksheet
            spans.setdefault(sheet.capability if sheet else "abstained", []).append(now - last)
            decided += sheet is not None
            last = now
        if last - start < best["seconds"]:
            best = {
                "seconds": last - start,
                "decided": decided,
                "characters": round(sum(len(text) for _, text in items) / number),
                "capabilities": {k: sum(v) / len(v) for k, v in sorted(spans.items())},
            }
    return best | {"long": _long(long)}


def _items(number: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Constraints and responses of the mini data in turn, each time with other numbers."""
    path = files("tamis.benchmarks.acs") / "mini" / "acs_dataset.csv"
    with path.open(encoding="utf-8", newline="") as file:  # type: ignore[call-arg]
        rows = list(csv.DictReader(file))
    made: dict[str, str] = {}
    for n in range(number):
        row = rows[n % len(rows)]
        if n % len(rows) == 0:
            made = {}
        plan = row["agent_response"]
        if plan not in made:
            made[plan] = _renumbered(plan, rng)
        yield row["constraint"], made[plan]


def _renumbered(plan: str, rng: random.Random) -> str:
    """The plan with other calories, grams and kilograms, and lines up to the usual size."""
    text = re.sub(
        r"\b\d{2,3}(?= ?(?:kcal|cal|kg|g\b))",
        lambda found: str(max(1, int(found[0]) + rng.randint(-9, 9))),
        plan,
    )
    while len(text) < CHARACTERS:
        text += f"\n\nHint {rng.randint(1, 99)}: keep to the plan for {rng.randint(2, 9)} weeks."
    return text


def _long(size: int) -> dict[str, tuple[float, float]]:
    """Seconds of judging one response of a tenth of `size`, and of `size` characters."""
    from tamis.checking.program import judge

    lines = {
        "a menu of many days": (
            "The daily caloric intake must be exactly 610 calories.",
            "**Day {0}**\n* **Lunch:** Stew (310 calories, 12g fat)\n* **Dinner:** Rice, 300 kcal",
        ),
        "one table": (
            "The daily caloric intake must be at most 99999999 calories.",
            "| Food {0} | 120 g | 310 | 12 g |",
        ),
        "a routine of many sessions": (
            "Total lifting tonnage per session must be at least 100 kg",
            "### Session {0}\n1. Squat: 3 sets of 10 reps @ 60 kg\n2. Curl: 2x8 @ 10 kg",
        ),
        "schedules of many days": (
            "The schedule must include 8 hours of sleep.",
            "Day {0}\n- 7:00 AM - 8:00 AM: Lunch\n- 8:00 AM - 11 PM: Work\n- 11 PM - 7 AM: Sleep",
        ),
        "prose": (
            "The daily caloric intake must be exactly 610 calories.",
            "On day {0} you may eat what you like, for instance 3 plums or 2 pears of 60 kcal.",
        ),
        "one line of digits and blanks": (
            "Each session must last 45 minutes.",
            "{0} 1 - 2 / 3 x",
        ),
    }
    found: dict[str, tuple[float, float]] = {}
    for what, (constraint, line) in lines.items():
        times = []
        for characters in (size // 10, size):
            head = "| Food | Amount | Calories | Protein |\n|---|---|---|---|\n" * ("table" in what)
            joint = " " if "one line" in what else "\n"
            count = characters // (len(line) + 3) + 1
            rounds = []
            for first in range(1, 4):
                # What was read of a response is remembered, so that each round has one of its own.
                text = head + joint.join(line.format(n) for n in range(first, count + first))
                start = time.perf_counter()
                judge(constraint, text)
                rounds.append(time.perf_counter() - start)
            times.append(min(rounds))
        found[what] = (times[0], times[1])
    return found


if __name__ == "__main__":
    print(json.dumps(_child(int(sys.argv[1]), int(sys.argv[2]))))
