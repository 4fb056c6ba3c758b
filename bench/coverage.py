"""How often a 95% interval holds the true rate, in simulated data with clusters.

Clusters of 10 samples, 0 or 1 each; within a cluster they are correlated (beta-binomial) by 0 or
.2. The goal: at least .93 in each cell, and at most .97 where ten or more of both kinds are
expected. `python bench/coverage.py [RUNS]` takes under a minute; the figures are in RESULTS.md.
"""

from __future__ import annotations

import sys

import numpy as np

from tamis.stats import paired_difference, ratio

SIZE, RUNS = 10, 10_000
RATES, CLUSTERS, CORRELATIONS = (0.02, 0.3, 0.9), (10, 30, 200), (0.0, 0.2)


def drawn(rng: np.random.Generator, rate: float, correlation: float, shape: tuple[int, int]):
    """How many of each cluster's samples are 1: an array of runs and clusters."""
    if not correlation:
        return rng.binomial(SIZE, rate, shape)
    weight = 1 / correlation - 1
    return rng.binomial(SIZE, rng.beta(rate * weight, (1 - rate) * weight, shape))


def coverage(rate: float, clusters: int, correlation: float, runs: int) -> float:
    """The share of runs whose interval holds `rate`."""
    rng = np.random.default_rng([round(100 * rate), clusters, round(100 * correlation)])
    held = 0
    for counts in drawn(rng, rate, correlation, (runs, clusters)).tolist():
        found = ratio((count, SIZE, g) for g, count in enumerate(counts))
        low, high = found.interval
        held += low <= rate <= high
    return held / runs


def of_differences(clusters: int, correlation: float, runs: int) -> float:
    """The same for the paired difference of two systems, right in .3 and .4 of all."""
    rng = np.random.default_rng([clusters, round(100 * correlation)])
    held = 0
    for _ in range(runs):
        a = drawn(rng, 0.3, correlation, (1, clusters))[0] / SIZE
        b = drawn(rng, 0.4, correlation, (1, clusters))[0] / SIZE
        found = paired_difference(dict(enumerate(a)), dict(enumerate(b)), {})
        low, high = found.interval
        held += low <= 0.1 <= high
    return held / runs


def main(runs: int = RUNS) -> None:
    """Print every cell, and which missed the goal."""
    print("correlation clusters rate coverage")
    for correlation in CORRELATIONS:
        for clusters in CLUSTERS:
            for rate in RATES:
                expected = SIZE * clusters * min(rate, 1 - rate)
                found = coverage(rate, clusters, correlation, runs)
                mark = "" if found >= 0.93 and (expected < 10 or found <= 0.97) else "  missed"
                print(f"{correlation:11} {clusters:8} {rate:4} {found:8.3f}{mark}")
            found = of_differences(clusters, correlation, runs // 4)
            print(f"{correlation:11} {clusters:8} .4-.3 {found:7.3f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
