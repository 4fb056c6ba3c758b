"""Statistics: estimates with clustered errors, differences, and the correction of a judge."""

from tamis.stats.correction import Correction, correct, pooled
from tamis.stats.estimates import (
    NAN,
    Estimate,
    mean,
    number,
    paired_difference,
    ratio,
    ratio_difference,
    t_quantile,
)

__all__ = [
    "NAN",
    "Correction",
    "Estimate",
    "correct",
    "mean",
    "number",
    "paired_difference",
    "pooled",
    "ratio",
    "ratio_difference",
    "t_quantile",
]
