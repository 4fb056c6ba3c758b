"""Statistics: estimates with clustered errors, differences, and the correction of a judge."""

from tamis.stats.correction import Correction, correct, pooled
from tamis.stats.distributions import t_quantile
from tamis.stats.estimate import FEW, FEWEST, NAN, Estimate, number, or_none
from tamis.stats.estimates import mean, paired_difference, ratio, ratio_difference
from tamis.stats.paired_tests import holm, mcnemar, samples_to_tell, sign_flip

__all__ = [
    "FEW",
    "FEWEST",
    "NAN",
    "Correction",
    "Estimate",
    "correct",
    "holm",
    "mcnemar",
    "mean",
    "number",
    "or_none",
    "paired_difference",
    "pooled",
    "ratio",
    "ratio_difference",
    "samples_to_tell",
    "sign_flip",
    "t_quantile",
]
