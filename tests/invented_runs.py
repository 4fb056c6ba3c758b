"""Runs that no model has made, for the leaderboard: their figures are drawn from a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from tamis.report.runs import Run
from tamis.report.scored import Scored

MEASURES = {
    f"{variant}_{key}": f"{label} (variant={variant})"
    for variant in ("paper", "strict", "reference")
    for key, label in (("all_correct", "All correct"), ("completeness", "Completeness"))
}


def invented(
    label: str,
    quality: float,
    *,
    benchmark: str = "kitab",
    condition: str = "with_context",
    date: str = "2026-11-01",
    samples: int = 60,
    kind: str = "model",
    cost: float | None = None,
    measures: Iterable[str] = tuple(MEASURES),
    **identity: str,
) -> Run:
    """A run of which each sample is right with a probability of `quality`."""
    drawn = random.Random(f"{label} {benchmark} {condition} {date}")

    def figures() -> Iterator[tuple[str, float]]:
        for key in measures:
            yield key, float(drawn.random() < quality)
            yield f"read_{key}", 0.0

    return Run(
        label=label,
        kind=kind,
        task=benchmark,
        version="1",
        identity={
            "benchmark": benchmark, "condition": condition, "data": "mini",
            "data_version": "0123456789abcdef", **identity,
        },
        samples=tuple(
            Scored(f"q{nth}", 1, {"author": f"author {nth // 2}"}, {**dict(figures()), "ok": 1.0},
                   shares="author")
            for nth in range(samples)
        ),
        expected=samples,
        complete=True,
        model=label,
        dates=(date,),
        versions={"Tamis": "0.1.0"},
        tokens={label: (int(1e5 * (1 + 9 * quality)), 20_000)} if kind == "model" else {},
        cost=cost,
    )  # fmt: skip
