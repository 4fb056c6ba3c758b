"""How replies of a file with their truth are read (`../shared/data/README.md` has the format).

    python bench/replies.py ../shared/data/replies/replies_dev.jsonl [--wrong] [--uncut] [--speed]

`exact`: what the reply says, and the outcome; `misread`: read as something else than it says, with
an outcome that counts (ok or empty), or as truncated with other items. The rest is unread, and
counted as such. A reply whose truth is `truncated` is given with the provider's mark that it was
cut; with `--uncut` without it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tamis.answering.answer_steps import IDS, TITLES
from tamis.answering.resolver import Resolver
from tamis.benchmarks.fanoutqa.answers.strict import Strict
from tamis.benchmarks.fanoutqa.score import LOOKS_FOR as FANOUTQA
from tamis.benchmarks.kitab.data import load
from tamis.benchmarks.kitab.query import Query
from tamis.benchmarks.kitab.reply import looks_for as kitab
from tamis.checking.model_judge import LOOKS_FOR as ACS
from tamis.reader import asks, checked
from tamis.reading.justified import read_justified, read_verdict
from tamis.reading.known import Known
from tamis.reading.looks_for import LooksFor
from tamis.reading.replies import Read, read
from tamis.types import READ, Document, Reply
from tamis.writing.revision.model_judge import LOOKS_FOR as KIWI

FORMS = ("asked", "list", "table", "json", "line")
RESULTS = ("exact", "misread", "unread")


def wanted(record: Mapping[str, Any]) -> LooksFor | None:
    """What the benchmark looks for in a reply, with what it knows; None for objects of JSON."""
    method, listed = record["method_or_condition"], record.get("known") or ()
    asked = record.get("criteria", record.get("question", ""))
    match record["benchmark"]:
        case "kitab":
            query = mini().get(record.get("prompt_id", ""))
            known = Known.titles(listed, record.get("author", ""))
            return kitab(method, query) if query else kitab(method).knowing(known, asked)
        case "quest" if method.startswith("RAG Justified") or "Verification" in method:
            return None
        case "quest" if method == "Closed book":
            return TITLES.knowing(Known.titles(listed), asked)
        case "quest":
            return IDS.knowing(Known.documents((one["id"], one["title"]) for one in listed), asked)
        case "acs":
            return ACS
        case "kiwi":
            return KIWI
        case _:
            return replace(FANOUTQA, asked=asked)


def of_reader(path: Path) -> dict[str, str]:
    """The recorded replies of a model that reads, by the ids of what it read."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["id"]: line["reply"] for line in lines}


def said(record: Mapping[str, Any], reply: Reply, reader: str | None = None) -> dict[str, Any]:
    """What is read of a reply, in the words of the truth; `reader` is what a model reads of it."""
    looks_for = wanted(record)
    if looks_for is not None:
        found = read(reply, looks_for)
        if reader is not None and asks(found, looks_for):
            found = checked(Reply(reader), found, looks_for)
        return as_truth(record, found)
    if record["method_or_condition"].startswith("RAG Justified"):
        justified = read_justified(reply)
        return {
            "outcome": justified.outcome,
            "ids": list(justified.doc_ids or ()),
            "titles": list(justified.answer),
        }
    verdict = read_verdict(reply)
    word = {True: "TRUE", False: "FALSE", None: None}[verdict.judgment]
    return {"outcome": verdict.outcome, "verdict": word}


def as_truth(record: Mapping[str, Any], found: Read) -> dict[str, Any]:
    """What was read, in the words of the truth."""
    match record["benchmark"]:
        case "kitab":
            return {"outcome": found.outcome, "titles": list(found.values)}
        case "quest" if record["method_or_condition"] == "Closed book":
            return {"outcome": found.outcome, "titles": list(found.values)}
        case "quest":
            listed = record.get("known") or ()
            resolver = Resolver([Document(one["id"], one["title"], "") for one in listed])
            resolved = resolver.resolve_all(found.values) if listed else None
            ids = [*(d.id for d in resolved.documents), *resolved.unknown] if resolved else []
            return {"outcome": found.outcome, "ids": ids if resolved else list(found.values)}
        case "acs":
            words = {"yes": "satisfied", "no": "unsatisfied"}
            return {"outcome": found.outcome, "verdict": words.get(found.label)}
        case "kiwi":
            return {"outcome": found.outcome, "verdict": found.label or None}
        case _:
            return {"outcome": found.outcome, "said": found.said}


def task(record: Mapping[str, Any]) -> str:
    """What was asked, in one line, for who reads a reply."""
    match record["benchmark"]:
        case "kitab" if record["method_or_condition"] == "all_books":
            return f"List all books by {record['author']}."
        case "kitab":
            criteria = record["criteria"]
            return f"List the books by {record['author']} that meet these criteria: {criteria}"
        case "acs":
            return "Decide whether a response satisfies a constraint: yes or no."
        case "kiwi":
            return "Rate how well a revision of a text carries out an instruction: good or bad."
        case _:
            return str(record["question"])


@cache
def mini() -> dict[str, Query]:
    """The queries of the mini data, by id."""
    return {query.id: query for query in load("mini").queries}


def judged(record: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """`exact`, `unread` or `misread`."""
    truth = record["truth"]
    outcome = truth["outcome"]
    if record["benchmark"] == "fanoutqa":
        if outcome != "answered":
            right = found["outcome"] == outcome or (
                outcome == "unreadable" and found["outcome"] not in READ
            )
            return "exact" if right else "misread" if found["outcome"] in READ else "unread"
        held = all(all(Strict(one).found(found["said"])) for one in truth["final"])
        if found["outcome"] not in READ:
            return "unread"
        return "exact" if held else "misread"
    if "verdict" in truth:
        want = truth["verdict"]
        want = None if want == "unclear" else want
        have = found["verdict"]
        if have is not None:
            return "exact" if have == want else "misread"
        if want is not None:
            return "unread"
        if truth["verdict"] == "unclear" or outcome == "unreadable":
            right = found["outcome"] in ("ambiguous", "abstained", "unparsed")
        else:
            right = found["outcome"] == outcome
        return "exact" if right else "unread"
    same = all(found.get(key) == truth[key] for key in ("titles", "ids") if key in truth)
    # A list that nobody can read has no items to compare.
    if outcome == "unreadable":
        return (
            "exact"
            if found["outcome"] in ("unparsed", "ambiguous")
            else ("misread" if found["outcome"] in READ else "unread")
        )
    ended = {"ok": "answered"}.get(found["outcome"], found["outcome"])
    if same and ended == outcome:
        return "exact"
    return "misread" if found["outcome"] in READ else "unread"


def _form(record: Mapping[str, Any]) -> list[str]:
    """Whether the answer stands in a form, where the record says it."""
    said = record.get("form")
    return [] if said is None else ["in a form" if said in FORMS else "in none"]


def speed(records: Sequence[Mapping[str, Any]]) -> float:
    """The seconds of processor time that 10,000 of the replies take, at 2,000 characters each.

    Shorter ones have a paragraph of prose before them, as often as needed.
    """
    prose = "I looked at every title in turn, and counted its words with care, as I was asked.\n\n"
    replies = [(prose * 30 + record["text"])[-2_000:] for record in records]
    begun = time.process_time()
    for record, text in zip(records, replies, strict=True):
        said(record, Reply(text))
    return (time.process_time() - begun) / len(records) * 10_000


def main() -> None:
    """Read the files that are named, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--wrong", action="store_true", help="show what is not read exactly")
    parser.add_argument("--uncut", action="store_true", help="without the provider's mark of a cut")
    parser.add_argument("--reader", type=Path, help="recorded replies of a model that reads")
    parser.add_argument("--speed", action="store_true", help="only how long reading takes")
    options = parser.parse_args()
    records: list[Mapping[str, Any]] = []
    recorded = of_reader(options.reader) if options.reader else {}
    counts: dict[str, Counter[str]] = {}
    for path in options.files:
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            records.append(record)
            cut = record["truth"]["outcome"] == "truncated" and not options.uncut
            found = said(record, Reply(record["text"], truncated=cut), recorded.get(record["id"]))
            result = judged(record, found)
            for name in (
                record["benchmark"],
                "all",
                *(["hard"] if record.get("hard") else []),
                *_form(record),
            ):
                counts.setdefault(name, Counter())[result] += 1
            if options.wrong and result != "exact":
                print(
                    f"{'=' * 60}\n{record['id']} {result} {record['method_or_condition']} "
                    f"{record.get('features', '')}"
                )
                print(f"{record['text']}\n--- truth {record['truth']}\n--- found {found}")
    if options.speed:
        print(
            f"{min(speed(records) for _ in range(5)):.1f} s for 10,000 replies of 2,000 characters"
        )
        return
    for name, count in counts.items():
        total = count.total()
        print(
            f"{name:10} {total:4}"
            + "".join(
                f"  {one} {count[one] / total:6.1%}" for one in ("exact", "misread", "unread")
            )
        )


if __name__ == "__main__":
    main()
