"""The figures of a whole task, as Inspect shows them beside a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from inspect_ai.scorer import Metric, SampleScore, metric

from tamis.stats import Estimate, mean, number

Rows = Sequence[tuple[Mapping[str, float], str]]
"""The figures of samples, each with what other samples share."""


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


def measured(measures: Mapping[str, Callable[[Rows], Estimate]], cluster: str) -> Metric:
    """Measures that are no means of figures, with standard errors: what a metric computes.

    `cluster` is the field of a sample's metadata that samples share.
    """

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        rows = [
            (
                {key: number(value) for key, value in score.score.as_dict().items()},
                str((score.sample_metadata or {}).get(cluster)),
            )
            for score in scores
        ]
        found: dict[str, float] = {}
        for name, measure in measures.items():
            estimate = measure(rows)
            found |= {name: estimate.value, f"{name}_stderr": estimate.stderr}
        return found

    return compute
