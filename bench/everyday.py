"""How requests of everyday use are read: requirements read, told as not read, and verdicts.

    python bench/everyday.py FILE [--show]

FILE has a line for each request: `request`, `requirements` (each with its `quote`) and two
`responses` with a verdict on each requirement. A requirement is read if a constraint was read from
its words; it is told if a part that overlaps with it is named as not read. A false green is a
response with a violation for which `tamis check` would exit with 0.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tamis.checking.constraint_types import Text
from tamis.checking.requests.request import ReadRequest, read_request

Row = dict[str, Any]


def overlap(one: tuple[int, int], two: tuple[int, int]) -> int:
    """How many characters two places share."""
    return max(0, min(one[1], two[1]) - max(one[0], two[0]))


def measure(rows: list[Row], show: bool = False) -> Counter[str]:
    """The counts of all rows."""
    counts: Counter[str] = Counter()
    for row in rows:
        read = read_request(row["request"])
        by_requirement = [of(row["request"], one["quote"], read) for one in row["requirements"]]
        extra = _beside(row, read)
        counts["told beside"] += len(extra)
        if show and extra:
            print(f"{row['id']}: told as not read, but no requirement: {extra}")
        for requirement, (constraints, told) in zip(
            row["requirements"], by_requirement, strict=True
        ):
            kind = "read" if constraints else "told" if told else "missed"
            counts["requirements"] += 1
            counts[kind] += 1
            if show and kind != "read":
                print(f"{row['id']}: {kind}: {requirement['quote']!r}")
        for response in row["responses"]:
            text = Text(response["text"], row["request"])
            judged = [one.judge(text).satisfied for part in read.parts for one in part.demands]
            if not read.unread and judged and all(judged):
                counts["green"] += 1
                counts["false green"] += "not satisfied" in response["verdicts"]
            for verdict, requirement, (constraints, told) in zip(
                response["verdicts"], row["requirements"], by_requirement, strict=True
            ):
                counts[f"all that are {verdict}"] += 1
                if not constraints:
                    continue
                said = [one.judge(text).satisfied for one in constraints]
                got = False if False in said else None if None in said or told else True
                counts["verdicts"] += 1
                counts["undecided"] += got is None
                if got is None:
                    continue
                right = got is (verdict == "satisfied")
                counts["decided"] += 1
                counts[f"decided that are {verdict}"] += 1
                counts[f"wrong: {verdict} called the other"] += not right
                if show and not right:
                    print(
                        f"{row['id']}: WRONG, {verdict} called {got}: {requirement['quote']!r}: "
                        f"{[one.constraint.spec() for one in constraints]}\n     "
                        f"{[one.judge(text).working for one in constraints]}"
                    )
    return counts


def of(request: str, quote: str, read: ReadRequest) -> tuple[list[Any], bool]:
    """The constraints that were read from a quote, and whether a part of it is told as unread."""
    start = request.find(quote)
    place = (start, start + len(quote))
    constraints, told = [], False
    for part in read.parts:
        if overlap(part.span, place) * 2 >= min(len(part.text), len(quote)):
            constraints.extend(part.demands)
        told = told or (part.kind == "unread" and overlap(part.span, place) > 2)
    return constraints, told


def _beside(row: Row, read: ReadRequest) -> list[str]:
    places = []
    for one in row["requirements"]:
        start = row["request"].find(one["quote"])
        places.append((start, start + len(one["quote"])))
    return [
        part.text
        for part in read.parts
        if part.kind == "unread" and not any(overlap(part.span, place) for place in places)
    ]


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    counted = measure([json.loads(line) for line in lines], "--show" in sys.argv)
    for name, number in sorted(counted.items()):
        print(f"{name}: {number}")
    unread = counted["requirements"] - counted["read"]
    print(f"read: {counted['read'] / counted['requirements']:.1%} of the requirements")
    print(f"told as not read, of the rest: {counted['told'] / max(1, unread):.1%}")
    wrong = sum(n for name, n in counted.items() if name.startswith("wrong"))
    print(f"wrong of the decided: {wrong / max(1, counted['decided']):.1%}")
    for verdict, said in (("satisfied", "denied"), ("not satisfied", "passed")):
        number = counted[f"wrong: {verdict} called the other"]
        among, every = counted[f"decided that are {verdict}"], counted[f"all that are {verdict}"]
        print(f"{verdict}, but {said}: {number}, {number / max(1, among):.1%} of the decided, "
              f"{number / max(1, every):.1%} of all")  # fmt: skip
