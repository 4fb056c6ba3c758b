"""How often `tamis pool --estimate` holds the truth: golds thinned, and systems drawn.

    python bench/completeness.py [--draws 100] [--seed 0] [--only independent|clustered|dependent]

A draw is 40 questions whose answers are known; the golds lack 10, 20 or 30% of these at random.
Two to five systems find each answer with recalls between .5 and .9, and give wrong ones too; people
rate all of it without error. *Independent*: as the method supposes. *Clustered*: a system's recall
differs from question to question. *Dependent*: answers differ in how easy they are for all systems
(a normal deviate of that size on the logit of the recall), as in truth they will.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np

from tamis.benchmarks.quest.ratings import PoolFile, PoolRow
from tamis.collect.completeness import Completeness, completeness
from tamis.collect.pooling import Answered, RunAnswers
from tamis.types import InputError

QUESTIONS = 40


def main() -> None:
    """Print a row for each setting: coverage in all and by question, and how far off it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--draws", type=int, default=100, help="draws for each number of systems")
    parser.add_argument("--only", default="", help="only the settings whose name begins so")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    print("| systems | answers | golds lack | draws | holds | by question | estimate / truth |")
    print("|---|---|---|---|---|---|---|")
    settings = [("independent", 0.0, 0.0, size) for size in (120, 400)]
    settings += [
        ("clustered", 1.0, 0.0, 400),
        ("dependent, 1", 0.0, 1.0, 400),
        ("dependent, 2", 0.0, 2.0, 400),
    ]
    for name, clustered, easiness, size in (s for s in settings if s[0].startswith(options.only)):
        for thinned in (0.1, 0.2, 0.3):
            _row(name, [
                _draw(rng, size, thinned, systems, clustered, easiness)
                for systems in (2, 3, 4, 5)
                for _ in range(options.draws)
            ], size, thinned)  # fmt: skip


Draw = tuple[list[int], Completeness | None]


def _row(name: str, draws: list[Draw], size: int, thinned: float) -> None:
    """The figures of a setting. A draw without an overlap has no estimate, and is counted."""
    told = [(truth, found) for truth, found in draws if found is not None]
    holds = [found.low <= sum(truth) <= found.high for truth, found in told]
    parts = [
        gap.low <= missing <= gap.high
        for truth, found in told
        for missing, gap in zip(truth, found.questions, strict=True)
    ]
    ratios = [found.missing / sum(truth) for truth, found in told if sum(truth)]
    none = f" ({len(draws) - len(told)} without overlap)" if len(told) < len(draws) else ""
    print(
        f"| {name} | {size} | {thinned:.0%} | {len(told)}{none} | {np.mean(holds):.3f} | "
        f"{np.mean(parts):.3f} | {np.median(ratios):.2f} |",
        flush=True,
    )


def _draw(
    rng: np.random.Generator,
    size: int,
    thinned: float,
    systems: int,
    clustered: float,
    easiness: float,
) -> Draw:
    """How many answers the golds of each question lack, and what is estimated of them."""
    of = np.sort(rng.integers(0, QUESTIONS, size))
    gold = rng.random(size) >= thinned
    easy = easiness * rng.standard_normal(size)
    runs = []
    given: set[tuple[int, str]] = set()
    for system in range(systems):
        recall = rng.uniform(0.5, 0.9)
        logits = np.log(recall / (1 - recall)) + clustered * rng.standard_normal(QUESTIONS)[of]
        hit = rng.random(size) < 1 / (1 + np.exp(-logits - easy))
        answers = []
        for q in range(QUESTIONS):
            titles = [f"right {n}" for n in np.flatnonzero(hit & (of == q))]
            titles += [f"wrong {n}" for n in range(4) if rng.random() < 0.4]
            golds = tuple(f"right {n}" for n in np.flatnonzero(gold & (of == q)))
            answers.append(Answered(str(q), f"question {q}", "ok", tuple(titles), golds))
            given |= {(q, title) for title in titles}
        runs.append(RunAnswers(f"system {system}", tuple(answers)))
    truth = [int((~gold & (of == q)).sum()) for q in range(QUESTIONS)]
    try:
        return truth, completeness(runs, [_rated(runs, given)])
    except InputError:
        return truth, None


def _rated(runs: list[RunAnswers], given: set[tuple[int, str]]) -> PoolFile:
    """A pool in which each candidate has its true rating."""
    rows = []
    for answered in runs[0].answers:
        golds = set(answered.original)
        titles = golds | {title for q, title in given if str(q) == answered.qid}
        rows += [
            PoolRow(
                answered.qid, answered.question, title, in_original=title in golds,
                rating="MATCH" if title.startswith("right") else "NO_MATCH", rater="truth",
            )
            for title in sorted(titles)
        ]  # fmt: skip
        if not titles:
            rows.append(PoolRow(answered.qid, answered.question, ""))
    digest = hashlib.sha256(repr(rows).encode()).hexdigest()
    return PoolFile(Path("truth.csv"), tuple(rows), tuple(range(len(rows))), digest)


if __name__ == "__main__":
    main()
