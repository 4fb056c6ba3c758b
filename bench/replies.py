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
from pathlib import Path
from typing import Any

from tamis.answering.answer_steps import IDS, TITLES
from tamis.benchmarks.fanoutqa.answers.strict import Strict
from tamis.benchmarks.fanoutqa.score import LOOKS_FOR as FANOUTQA
from tamis.benchmarks.kitab.reply import looks_for as kitab
from tamis.checking.model_judge import LOOKS_FOR as ACS
from tamis.reading.justified import read_justified, read_verdict
from tamis.reading.replies import read
from tamis.types import READ, Reply
from tamis.writing.revision.model_judge import LOOKS_FOR as KIWI

RESULTS = ("exact", "misread", "unread")


def said(record: Mapping[str, Any], reply: Reply) -> dict[str, Any]:
    """What is read of a reply, in the words of the truth."""
    method = record["method_or_condition"]
    match record["benchmark"]:
        case "kitab":
            found = read(reply, kitab(method))
            return {"outcome": found.outcome, "titles": list(found.values)}
        case "quest" if method.startswith("RAG Justified"):
            justified = read_justified(reply)
            return {
                "outcome": justified.outcome,
                "ids": list(justified.doc_ids or ()),
                "titles": list(justified.answer),
            }
        case "quest" if "Verification" in method:
            verdict = read_verdict(reply)
            word = {True: "TRUE", False: "FALSE", None: None}[verdict.judgment]
            return {"outcome": verdict.outcome, "verdict": word}
        case "quest":
            key = "titles" if method == "Closed book" else "ids"
            found = read(reply, TITLES if key == "titles" else IDS)
            return {"outcome": found.outcome, key: list(found.values)}
        case "acs":
            found = read(reply, ACS)
            words = {"yes": "satisfied", "no": "unsatisfied"}
            return {"outcome": found.outcome, "verdict": words.get(found.label)}
        case "kiwi":
            found = read(reply, KIWI)
            return {"outcome": found.outcome, "verdict": found.label or None}
        case _:
            found = read(reply, FANOUTQA)
            return {"outcome": found.outcome, "said": found.said}


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
    parser.add_argument("--speed", action="store_true", help="only how long reading takes")
    options = parser.parse_args()
    records: list[Mapping[str, Any]] = []
    counts: dict[str, Counter[str]] = {}
    for path in options.files:
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            records.append(record)
            cut = record["truth"]["outcome"] == "truncated" and not options.uncut
            found = said(record, Reply(record["text"], truncated=cut))
            result = judged(record, found)
            for name in (record["benchmark"], "all", *(["hard"] if record.get("hard") else [])):
                counts.setdefault(name, Counter())[result] += 1
            if options.wrong and result != "exact":
                print(
                    f"{'=' * 60}\n{record['id']} {result} {record['method_or_condition']} "
                    f"{record['features']}"
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
