"""How requests of everyday use are read: requirements read, told as not read, and verdicts.

    python bench/everyday.py FILE [--show]
    python bench/everyday.py FILE --replies REPLIES [--show]

FILE has a line for each request: `request`, `requirements` (each with its `quote`) and two
`responses` with a verdict on each requirement. A requirement is read if a constraint was read from
its words; it is told if a part that overlaps with it is named as not read. A false green is a
response with a violation for which `tamis check` would exit with 0.

With REPLIES, lines with the `id` of a request and the `reply` of a model to Tamis's prompt, the
requests are read by that model (no model is asked): of the requirements that a program could
decide (`decidable`) those are *read* of which a requirement of the model quotes half the words, and
only what is typed is judged. Exit codes are also told as with a judge who is always right about
what is not typed. `FAULTS` makes replies faulty: every tenth requirement dropped or filed as
background, and the types of each two neighbours exchanged.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tamis.checking.constraint_types import Text
from tamis.checking.requests.by_model import ByModel, Named, placed, read_list
from tamis.checking.requests.request import ReadRequest, read_request

Row = dict[str, Any]


def measure_replies(rows: list[Row], replies: dict[str, str], show: bool = False) -> Counter[str]:
    """The counts of all rows, each request read from the reply of a model."""
    counts: Counter[str] = Counter()
    for row in rows:
        request = row["request"]
        found = placed(read_list(replies[row["id"]]) or (), request)
        named = [(one, _span(request, one.quote)) for one in found.named]
        counts["named"] += len(named)
        counts["typed"] += sum(one.typed is not None for one, _ in named)
        counts["refused quotes and types"] += len(found.refused)
        counts["unread parts"] += len(found.unread)
        counts["read to the last word"] += not found.unread
        if show and (found.unread or found.refused):
            print(f"{row['id']}: unread {found.unread}, refused {found.refused}")
        asides = [_span(request, quote) for quote in (*found.task, *found.background)]
        held: list[list[Named]] = []
        for wanted in row["requirements"]:
            place = _span(request, wanted["quote"])
            held.append([one for one, span in named if _same(span, place)])
            kind = "decidable" if wanted.get("decidable", True) else "for a reader"
            counts[kind] += 1
            counts[f"{kind}, read"] += bool(held[-1])
            counts["filed as task or background"] += not held[-1] and any(
                _same(span, place) for span in asides
            )
            if show and not held[-1]:
                print(f"{row['id']}: not read: {wanted['quote']!r}")
        for response in row["responses"]:
            _judge(row, response, found, held, counts, show)
    return counts


def _judge(
    row: Row, response: Row, found: ByModel, held: list[list[Named]], counts: Counter[str],
    show: bool,
) -> None:  # fmt: skip
    """Count the verdicts on one response, and its exit code without a judge by model."""
    text = Text(response["text"], row["request"])
    verdicts = {
        id(one): None if one.typed is None else one.typed.judge(text).satisfied
        for one in found.named
    }
    violated = "not satisfied" in response["verdicts"]
    for judge in ("alone", "with a right judge"):
        told = dict(verdicts)
        if judge != "alone":
            told |= {
                id(one): not any(
                    one in named and verdict == "not satisfied"
                    for named, verdict in zip(held, response["verdicts"], strict=True)
                )
                for one in found.named
                if verdicts[id(one)] is None
            }
        passed = bool(told) and not found.unread and all(told.values())
        counts[f"exit code 0 {judge}"] += passed
        counts[f"exit code 0 on a violated one {judge}"] += passed and violated
    denied = False in verdicts.values()
    counts["exit code 1 where nothing is violated"] += denied and not violated
    for wanted, verdict, named in zip(row["requirements"], response["verdicts"], held, strict=True):
        if not wanted.get("decidable", True) or verdict == "unclear":
            continue
        counts["verdicts on the decidable"] += 1
        said = [verdicts[id(one)] for one in named]
        got = False if False in said else None if None in said or not said else True
        if got is None:
            continue
        right = got is (verdict == "satisfied")
        counts["given"] += 1
        counts["given and right"] += right
        if show and not right:
            working = [
                one.typed and (one.typed.spec(), one.typed.judge(text).working) for one in named
            ]
            print(f"{row['id']}: WRONG, {verdict} called {got}: {wanted['quote']!r}: {working}")


def dropped(parts: list[Row]) -> list[Row]:
    """The parts without every tenth requirement, the third first."""
    chosen = [one for one in parts if one.get("kind") == "requirement"][2::10]
    return [one for one in parts if not any(one is other for other in chosen)]


def hidden(parts: list[Row]) -> list[Row]:
    """The parts with every tenth requirement, the third first, filed as background."""
    chosen = [one for one in parts if one.get("kind") == "requirement"][2::10]
    return [
        {**one, "kind": "background"} if any(one is other for other in chosen) else one
        for one in parts
    ]


def exchanged(parts: list[Row]) -> list[Row]:
    """The parts with the types of each two neighbours exchanged."""
    typed = [nth for nth, one in enumerate(parts) if one.get("typed")]
    found = [dict(one) for one in parts]
    for one, two in zip(typed[::2], typed[1::2], strict=False):
        found[one]["typed"], found[two]["typed"] = parts[two]["typed"], parts[one]["typed"]
    return found


FAULTS = {"dropped": dropped, "hidden": hidden, "exchanged": exchanged}
"""What a weaker model may do to a reply, on the parts that it names."""


def faulty(reply: str, fault: str) -> str:
    """A reply with a fault of `FAULTS`."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    return json.dumps({"parts": FAULTS[fault](json.loads(reply[start:end])["parts"])})


def _span(request: str, quote: str) -> tuple[int, int]:
    start = max(request.casefold().find(quote.casefold()), 0)
    return start, start + len(quote)


def _same(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two places share half of the shorter one."""
    return overlap(one, two) * 2 >= min(one[1] - one[0], two[1] - two[0])


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
    if "--replies" in sys.argv:
        kept = Path(sys.argv[sys.argv.index("--replies") + 1]).read_text("utf-8").splitlines()
        replies = {one["id"]: one["reply"] for one in map(json.loads, kept)}
        rows = [row for row in map(json.loads, lines) if row["id"] in replies]
        for name, number in measure_replies(rows, replies, "--show" in sys.argv).items():
            print(f"{name}: {number}")
        for fault in FAULTS:
            broken = {id: faulty(reply, fault) for id, reply in replies.items()}
            told = measure_replies(rows, broken)
            print(f"{fault}: {[(name, n) for name, n in told.items() if 'exit code' in name]}")
        raise SystemExit
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
