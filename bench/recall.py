"""What a promise on recall costs and how often it is broken: simulated rankings, and real text.

    python bench/recall.py [--trials 400] [--cells 1%] [--bargain PYTHON] [--reviews] [--prices]

A cell is a share of accepted units, a kind of scores and a recall, with 10,000 units and 95%
confidence. Scores are normal: those of accepted units have a mean higher by 3 standard deviations
(good) or 1 (poor); misleading ones are good, but a third of the accepted units score lowest of all.

The yardstick is the fixed plan in hindsight: verify the top d by score, then audit to the stop (by
the same certificate). It is told twice: with the best of 25 depths for each trial, which flatters
itself by picking the luckiest audits, and with the best depth for the whole cell, which a plan has
that knows all about the corpus but its luck. It is measured on the first 40 trials of a cell.

`--bargain` names a Python that has BARGAIN 0.1.3 (`pip install bargain==0.1.3` in an environment of
its own): its guaranteed mode for recall (beta = 0), with the calls for its samples and for the
verification of its set, the best of three budgets for each trial. `--reviews` is on
2,000 film reviews with recorded verdicts, where a classifier learns from the verdicts.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from tamis.answering.everything.learnt_ranking import LearntRanking
from tamis.answering.everything.policy import Policy
from tamis.stats.certified_recall import calls_for, first_broken

UNITS, CONFIDENCE = 10_000, 0.95
SHARES, RECALLS = (0.001, 0.01, 0.1, 0.3), (0.9, 0.95)
KINDS = {"good": 3.0, "poor": 1.0, "misleading": 3.0}
FIRST_SEED = 1000
"""The few constants of the policy were chosen on seeds below this."""

DEPTHS, IN_HINDSIGHT, OF_BARGAIN = 25, 40, 20
REVIEWS = Path(__file__).parents[2] / "shared/data/reviews/reviews.csv"
BETS, WEIGHTS = (0.0, 0.1, 0.3, 0.6), (0.7, 0.1, 0.1, 0.1)
"""The bets of the yardstick and their parts of the stake, as in the page of theory."""


def world(seed: int, share: float, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Scores and verdicts of all units."""
    rng = np.random.default_rng([FIRST_SEED + seed, 1])
    accepted = np.zeros(UNITS, dtype=bool)
    accepted[rng.permutation(UNITS)[: round(share * UNITS)]] = True
    scores = rng.standard_normal(UNITS) + KINDS[kind] * accepted
    if kind == "misleading":
        lowest = rng.permutation(np.flatnonzero(accepted))[: round(share * UNITS) // 3]
        scores[lowest] = scores.min() - 0.01 - rng.random(len(lowest))
    return scores, accepted


def fixed_plan(
    order: np.ndarray, accepted: np.ndarray, depth: int, recall: float, seed: int
) -> int:
    """The calls of: verify the top `depth`, then audit until the promise stands."""
    rng = np.random.default_rng([FIRST_SEED + seed, 2, depth])
    rest = rng.permutation(order[depth:])
    yes = accepted[rest]
    total = int(accepted.sum())
    before = int(accepted[order[:depth]].sum()) + np.concatenate([[0], np.cumsum(yes)])
    left = UNITS - depth - np.arange(len(rest))
    # Before the recall is really there, the promise cannot be kept: no plan is let stop there.
    start = int(np.argmax(before >= recall * total))
    while True:
        # The stretch without a hit from here on.
        further = np.flatnonzero(yes[start:])
        end = start + int(further[0]) if len(further) else len(rest)
        first = first_broken(int(before[start]), recall)
        p = np.clip((first - before[:end]) / np.maximum(left[:end], 1), 0, 1 - 1e-15)
        log_not = np.log1p(-p)
        with np.errstate(divide="ignore"):
            stakes = [
                math.log(weight)
                + np.cumsum(np.where(yes[:end], np.log(c), np.log1p(-c * p) - log_not))
                for c, weight in zip(BETS, WEIGHTS, strict=True)
            ]
        grown = np.concatenate([[0.0], np.logaddexp.reduce(stakes)]) if end else np.zeros(1)
        over = np.flatnonzero(grown >= -math.log(1 - CONFIDENCE))
        # Where fewer units are left than would have to be hidden, nothing need be shown.
        gone = max(start, len(rest) - (first - int(before[start])) + 1)
        stop = min(max(start, int(over[0])) if len(over) else len(rest) + 1, gone)
        if stop <= end:
            return depth + stop
        start = end + 1


def in_hindsight(share: float, kind: str, recall: float, trials: int) -> tuple[float, float]:
    """The fixed plan's mean calls: with the best depth for each trial, and for the cell."""
    depths = np.unique(np.geomspace(max(5, share * UNITS / 2), UNITS, DEPTHS).astype(int))
    calls = np.empty((trials, len(depths)))
    for seed in range(trials):
        scores, accepted = world(seed, share, kind)
        order = np.argsort(-scores)
        calls[seed] = [fixed_plan(order, accepted, int(d), recall, seed) for d in depths]
    return float(calls.min(axis=1).mean()), float(calls.mean(axis=0).min())


def one_trial(scores: np.ndarray, accepted: np.ndarray, recall: float, seed: int) -> dict:
    """A run of the policy, one call after the other."""
    start = time.perf_counter()
    policy = Policy(scores, recall, CONFIDENCE, seed)
    calls = 0
    while not policy.done:
        for choice in policy.next(1):
            policy.told(choice.unit, bool(accepted[choice.unit]))
            calls += 1
    took = time.perf_counter() - start
    total = int(accepted.sum())
    low, high = policy.certificate.interval()
    return {
        "calls": calls,
        "broken": policy.certificate.found < recall * total - 1e-9,
        "covered": low <= total <= high,
        "seconds": took,
        "estimated": policy.estimate().recall - policy.certificate.found / total,
    }


def of_bargain(python: str, share: float, kind: str, recall: float, trials: int) -> float:
    """BARGAIN's mean calls."""
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(trials):
            scores, accepted = world(seed, share, kind)
            np.savez(Path(folder) / f"{seed}.npz", scores=scores, accepted=accepted)
        done = subprocess.run(
            [python, "-c", BARGAIN, folder, str(recall), str(trials)],
            check=True,
            capture_output=True,
            text=True,
        )
    return float(np.mean(json.loads(done.stdout)))


BARGAIN = """
import sys, json, numpy as np
from BARGAIN import BARGAIN_R, Oracle, Proxy

folder, recall, trials = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
calls = []
for seed in range(trials):
    data = np.load(f"{folder}/{seed}.npz")
    scores, accepted = data["scores"], data["accepted"]
    chances = (np.argsort(np.argsort(scores)) + 0.5) / len(scores)

    class Ranked(Proxy):
        def get_preds_and_scores(self, indexes, records):
            return np.ones(len(indexes)), chances[indexes]

    class Recorded(Oracle):
        def get_pred(self, records, indexes=None):
            self.preds_dict.update((int(i), bool(accepted[i])) for i in indexes)
            return accepted[indexes].astype(int)

    best = len(scores)
    for budget in (200, 800, 3200):
        oracle = Recorded(verbose=False)
        method = BARGAIN_R(Ranked(verbose=False), oracle, delta=0.05, target=recall,
                           budget=budget, beta=0, seed=seed)
        found = method.process([str(i) for i in range(len(scores))])
        best = min(best, len(set(oracle.preds_dict) | {int(i) for i in found}))
    calls.append(best)
print(json.dumps(calls))
"""


def simulated(chosen: argparse.Namespace) -> None:
    """Print a row for each cell as soon as it is measured."""
    of = ["accepted", "recall", "scores", "calls", "fixed plan: best depth a trial / a cell"]
    of += ["times these", "goal", "bargain", "broken", "interval covers", "s a trial"]
    print("| " + " | ".join(of) + " |\n|" + "---|" * len(of), flush=True)
    for share in SHARES:
        for recall in RECALLS:
            for kind in KINDS:
                name = f"{share:.1%} {recall} {kind}".replace(".0%", "%")
                if chosen.cells and not all(word in name.split() for word in chosen.cells):
                    continue
                runs = []
                for seed in range(chosen.trials):
                    runs.append(one_trial(*world(seed, share, kind), recall, seed))
                trials = min(chosen.trials, IN_HINDSIGHT)
                each, cell = in_hindsight(share, kind, recall, trials)
                calls = np.array([run["calls"] for run in runs])
                assert calls.max() <= UNITS
                row = [*name.split(), _with_error(calls), f"{each:,.0f} / {cell:,.0f}"]
                row += [f"{calls.mean() / each:.2f} / {calls.mean() / cell:.2f}"]
                row += ["1.35" if kind == "good" else "1.1"]
                known = ""
                if chosen.bargain:
                    count = min(chosen.trials, OF_BARGAIN)
                    known = f"{of_bargain(chosen.bargain, share, kind, recall, count):,.0f}"
                row += [known, _share([run["broken"] for run in runs])]
                row += [_share([run["covered"] for run in runs])]
                row += [f"{np.mean([run['seconds'] for run in runs]):.2f}"]
                print("| " + " | ".join(row) + " |", flush=True)


def _with_error(calls: np.ndarray) -> str:
    return f"{calls.mean():,.0f} ± {calls.std() / math.sqrt(len(calls)):,.0f}"


def _share(of: list[bool]) -> str:
    share = float(np.mean(of))
    return f"{share:.1%} ± {math.sqrt(share * (1 - share) / len(of)):.1%}"


def reviews(trials: int, path: Path = REVIEWS) -> None:
    """Print a row for each question on film reviews: the first ranking alone, and ranked anew."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [row["text"] for row in rows]
    positive = np.array([row["positive"] == "1" for row in rows])
    films = np.array([row["film"] for row in rows])
    # The film with the most reviews, and the one in the middle of all that have 20 or more.
    names, counts = np.unique(films, return_counts=True)
    by_size = names[np.argsort(-counts, kind="stable")]
    enough = by_size[: int((counts >= 20).sum())]
    asked = [("is it positive?", "a great film, funny, moving and well acted", positive)]
    asked.append(("is it negative?", "a bad film, boring, dull and badly acted", ~positive))
    for film in (by_size[0], enough[len(enough) // 2]):
        title = film.replace("_", " ")
        accepted = positive & (films == film)
        asked.append((f"positive, of {title}", f"{title}: a great film", accepted))
    of = ["question", "accepted", "recall", "a perfect ranking", "first ranking", "ranked anew"]
    of += ["broken", "interval covers", "s a trial"]
    print("| " + " | ".join(of) + " |\n|" + "---|" * len(of), flush=True)
    for question, seed_text, accepted in asked:
        ranking = LearntRanking(texts, seed_text)
        for recall in RECALLS:
            alone = [_on_text(ranking, accepted, recall, s, anew=False) for s in range(trials)]
            anew = [_on_text(ranking, accepted, recall, s, anew=True) for s in range(trials)]
            total = int(accepted.sum())
            row = [question, f"{total:,} of {len(texts):,}", f"{recall}"]
            row += [f"{calls_for(len(texts), total, recall):,}"]
            row += [_with_error(np.array([run["calls"] for run in runs])) for runs in (alone, anew)]
            row += [_share([run["broken"] for run in alone + anew])]
            row += [_share([run["covered"] for run in alone + anew])]
            row += [f"{np.mean([run['seconds'] for run in anew]):.1f}"]
            print("| " + " | ".join(row) + " |", flush=True)


def _on_text(
    ranking: LearntRanking, accepted: np.ndarray, recall: float, seed: int, *, anew: bool
) -> dict:
    """A run in which a classifier ranks anew each time a quarter more is known."""
    start = time.perf_counter()
    labels: dict[int, bool] = {}
    policy = Policy(ranking.scores(labels), recall, CONFIDENCE, seed)
    learn_at = 40
    while not policy.done:
        for choice in policy.next(1):
            labels[choice.unit] = bool(accepted[choice.unit])
            policy.told(choice.unit, labels[choice.unit])
        if anew and len(labels) >= learn_at:
            policy.rank(ranking.scores(labels))
            learn_at = math.ceil(1.25 * len(labels))
    total = int(accepted.sum())
    low, high = policy.certificate.interval()
    return {
        "calls": len(labels),
        "broken": policy.certificate.found < recall * total - 1e-9,
        "covered": low <= total <= high,
        "seconds": time.perf_counter() - start,
    }


def prices() -> None:
    """Print what no method can beat."""
    print("| accepted | recall .9 | recall .95 |\n|---|---|---|")
    for share in SHARES:
        cells = [f"{calls_for(UNITS, round(share * UNITS), t):,}" for t in RECALLS]
        print(f"| {share:.1%} | " + " | ".join(cells) + " |")


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(description="What a promise on recall costs.")
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--cells", nargs="+", help="words of a cell: 0.1% 1% 10% 30% 0.9 poor ...")
    parser.add_argument("--bargain", metavar="PYTHON", help="a Python that has BARGAIN 0.1.3")
    parser.add_argument("--reviews", action="store_true", help="real text instead")
    parser.add_argument("--prices", action="store_true", help="what a perfect ranking costs")
    chosen = parser.parse_args()
    if chosen.prices:
        prices()
    elif chosen.reviews:
        reviews(min(chosen.trials, 20))
    else:
        simulated(chosen)


if __name__ == "__main__":
    main()
