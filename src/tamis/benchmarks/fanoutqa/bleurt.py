"""BLEURT of texts against answers of FanOutQA (§4.1), where it is installed.

The package is not on PyPI and its checkpoint is a download of its own, so it is an extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from tamis.measures.references import answer_text
from tamis.types import InputError

CHECKPOINT = "BLEURT-20"
"""The checkpoint that the published scorer loads."""


class Scorer(Protocol):
    """The part of BLEURT's own scorer that is used."""

    def score(self, *, references: Sequence[str], candidates: Sequence[str]) -> Sequence[float]:
        """One figure per pair, mostly between 0 and 1 but not bounded."""
        ...


@lru_cache(maxsize=1)
def load(checkpoint: str = CHECKPOINT) -> Scorer:
    """The scorer of a checkpoint, a folder. InputError where package or checkpoint is missing."""
    try:
        from bleurt.score import BleurtScorer
    except ImportError:
        raise InputError(
            "BLEURT needs its package, which is not on PyPI: pip install "
            "git+https://github.com/google-research/bleurt.git, then give the folder of a "
            f"checkpoint such as {CHECKPOINT} (its README says where it is)."
        ) from None
    try:
        scorer: Scorer = BleurtScorer(checkpoint)
    except Exception as error:
        # TensorFlow and BLEURT raise many kinds of exceptions for a folder that is no checkpoint.
        raise InputError(
            f"{checkpoint} is no checkpoint that BLEURT can load ({type(error).__name__}); give "
            f"the folder of one such as {CHECKPOINT}."
        ) from error
    return scorer


def bleurt(
    answers: Sequence[Any], generations: Sequence[str], scorer: Scorer | None = None
) -> list[float]:
    """The figure of each generation against its answer, in order.

    Answers are written out as for ROUGE. Pass all at once: the model works in batches.
    """
    if len(answers) != len(generations):
        raise InputError(
            f"BLEURT was given {len(answers)} answers and {len(generations)} texts; give one text "
            "an answer."
        )
    if not answers:
        return []
    scorer = scorer or load()
    references = [answer_text(answer) for answer in answers]
    return [float(one) for one in scorer.score(references=references, candidates=generations)]
