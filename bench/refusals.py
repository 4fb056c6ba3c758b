"""How refusals in words are told in real FanOutQA replies, against a reader's labels.

    python bench/refusals.py [--wrong]

The 100 replies are of three systems, and do not follow Gemma's template; their texts are in
`../shared/data/fanoutqa/generations`, and the labels of somebody who read them in
`tests/data/fanout_refusals.json`. "unsure" counts as an answer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from replies import of_reader
from tamis.reader import asks, checked
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import read
from tamis.types import Reply

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data" / "fanoutqa"
LABELS = ROOT / "tests" / "data" / "fanout_refusals.json"


def replies() -> list[tuple[str, str, str, str]]:
    """The label, the text, the question and the system of each reply."""
    questions = {
        one["id"]: one["question"]
        for name in ("fanout-final-test.json", "fanout-final-test-nov23.json")
        for one in json.loads((SHARED / name).read_text(encoding="utf-8"))
    }
    texts = {}
    for path in SHARED.glob("generations/*.jsonl"):
        system = path.stem.removeprefix("results-")
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            texts[system, record["id"]] = record["answer"]
    found = []
    for one in json.loads(LABELS.read_text(encoding="utf-8")):
        key = one["model"], one["id"]
        found.append((one["label"], texts[key], questions.get(one["id"], ""), one["model"]))
    return found


def counts(wrong: bool = False, reader: Mapping[str, str] | None = None) -> tuple[int, int, int]:
    """How many are told and right, told and wrong, and missed; `reader` as `replies.of_reader`."""
    right = false = missed = 0
    for number, (label, text, question, system) in enumerate(replies()):
        wanted = FreeText(asked=question)
        found = read(text, wanted)
        if (said := (reader or {}).get(f"fan-{number}")) and asks(found, wanted):
            found = checked(Reply(said), found, wanted)
        told = found.outcome == "refused"
        right += told and label == "refusal"
        false += told and label != "refusal"
        missed += not told and label == "refusal"
        if wrong and told != (label == "refusal"):
            print(f"{'=' * 60}\n{system} {label}, told {told}\n{question}\n{text}")
    return right, false, missed


def main() -> None:
    """Print precision and recall."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--wrong", action="store_true", help="show what is told otherwise")
    parser.add_argument("--reader", type=Path, help="recorded replies of a model that reads")
    options = parser.parse_args()
    recorded = of_reader(options.reader) if options.reader else None
    right, false, missed = counts(options.wrong, recorded)
    told = right + false
    print(f"told {told}, right {right}, missed {missed}")
    print(f"precision {right / told if told else 1:.2f}, recall {right / (right + missed):.2f}")


if __name__ == "__main__":
    main()
