"""The figures of a whole task, as Inspect shows them beside a log."""

from __future__ import annotations

from inspect_ai.scorer import Metric, SampleScore, metric

from tamis.stats import mean, number


@metric
def summary(cluster: str) -> Metric:
    """Mean and standard error of each figure of a score; NaN values are left out.

    `cluster` is the field of a sample's metadata that samples share: an author, a question.
    """

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        rows = [(s.score.as_dict(), (s.sample_metadata or {}).get(cluster)) for s in scores]
        result: dict[str, float] = {}
        for key in dict.fromkeys(key for values, _ in rows for key in values):
            estimate = mean((number(values.get(key)), shared) for values, shared in rows)
            result[key] = estimate.value
            result[f"{key}_stderr"] = estimate.stderr
        return result

    return compute
