"""Scoring 724 answers of FanOutQA: the three variants against the published approach.

Five entries a gold and some 400 characters a generation, as the released ones have. Each
contender has a process of its own; the references are prepared inside the clock, imports are
not. Cold: no gold and no word was met before; warm: all were, as when a second run is scored.
The slow scorer remembers nothing but what spaCy itself does. `reference` must find what it
finds. Then one answer of half a megabyte and one of a megabyte: the second may take twice as
long as the first.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from clock import Row, spend

TARGET = 20
VARIANTS = ("paper", "reference", "strict")


def measure(quick: bool) -> list[Row]:
    """The rows of the table; SystemExit where `reference` differs from the slow scorer."""
    number = 72 if quick else 724
    rows: list[Row] = []
    results: dict[str, Any] = {}
    for who in ("slow", *VARIANTS):
        spent = spend([sys.executable, __file__, who, str(number)])
        results[who] = got = json.loads(spent.output)
        for what, seconds in got["seconds"].items():
            note = f"{number / seconds:,.0f} answers/s, {got['words']}"
            note += f"; target ≥ {TARGET}" if what == "warm" and who != "slow" else ""
            title = "slow, as published" if who == "slow" else f"{who}: {what}"
            ratio = results["slow"]["seconds"]["warm"] / seconds
            rows.append(Row(title, seconds, spent.peak_mb, ratio, note))
        if who != "slow":
            half, whole = got["long"]
            note = f"{whole / half:.1f} times half a megabyte"
            rows.append(Row(f"{who}: one answer of a megabyte", whole, note=note))
    if results["slow"]["found"] != results["reference"]["found"]:
        raise SystemExit("reference and the slow scorer differ")
    return rows


def _child(who: str, number: int) -> dict[str, Any]:
    """Measure one contender in this process."""
    golds, texts = _made(number)
    pairs = [*zip(golds, texts, strict=True)]
    if who == "slow":
        import slow_answers

        name, normal = slow_answers.normaliser()
        times = []
        for _ in range(2):
            start = time.perf_counter()
            found = [slow_answers.found(gold, text, normal) for gold, text in pairs]
            times.append(time.perf_counter() - start)
        return {"seconds": {"warm": min(times)}, "found": found, "words": name}
    from tamis.benchmarks.fanoutqa.answers import Scorer
    from tamis.measures.words import words

    normaliser = words()
    Scorer("x", who, normaliser).score("y")
    times = []
    for _ in range(5):
        start = time.perf_counter()
        scores = [Scorer(gold, who, normaliser).score(text) for gold, text in pairs]
        times.append(time.perf_counter() - start)
    long = " ".join(texts * (1 + 1_000_000 // sum(map(len, texts))))
    return {
        "seconds": {"cold": times[0], "warm": min(times)},
        "found": [list(one.found) for one in scores],
        "long": [_time(Scorer(golds[0], who, normaliser), long[:n]) for n in (500_000, 1_000_000)],
        "words": Scorer("x", who, normaliser).name.rpartition("=")[2],
    }


def _time(scorer: Any, text: str) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        scorer.score(text)
        times.append(time.perf_counter() - start)
    return min(times)


def _made(number: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Golds and generations: names, amounts, dates; four of five values are right."""
    chance = random.Random(5)
    syllables = ["ka", "lor", "min", "tes", "va", "ron", "del", "shi", "mar", "bo", "ni", "gra"]

    def name() -> str:
        return " ".join("".join(chance.choices(syllables, k=3)).title() for _ in range(2))

    def value() -> Any:
        kind = chance.randrange(4)
        if kind == 0:
            return chance.randrange(1000, 40_000_000)
        if kind == 1:
            return f"${chance.randrange(10, 3000) / 10} million"
        if kind == 2:
            return f"{chance.randrange(1, 29)} {chance.choice(['May', 'June'])} 19{10 + kind}"
        return f"University of {name()}"

    golds, texts = [], []
    for _ in range(number):
        gold = {name(): value() for _ in range(5)}
        lines = [
            f"{i}. **{key}**: {f'{said:,}' if isinstance(said, int) else said} (as of the census)"
            for i, key in enumerate(gold, 1)
            for said in [gold[key] if chance.random() < 0.8 else value()]
        ]
        golds.append(gold)
        texts.append("\n".join(["Here are the five that were asked for, as known:", *lines]))
    return golds, texts


if __name__ == "__main__":
    print(json.dumps(_child(sys.argv[1], int(sys.argv[2]))))
