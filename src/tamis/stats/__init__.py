"""Statistics: estimates with clustered errors, differences, and the correction of a judge."""

from tamis.stats.correction import Correction, correct, pooled
from tamis.stats.distributions import t_quantile
from tamis.stats.estimates import (
    FEW,
    FEWEST,
    NAN,
    Estimate,
    mean,
    number,
    paired_difference,
    ratio,
    ratio_difference,
)

__all__ = [
    "FEW",
    "FEWEST",
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
