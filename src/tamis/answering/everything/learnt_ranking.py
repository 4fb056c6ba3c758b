"""A ranking that learns from verdicts: logistic regression on the words, or on given vectors.

Continuous active learning (Cormack and Grossman, 2014, "Evaluation of machine-learning protocols
for technology-assisted review in electronic discovery"): what was verified teaches a classifier,
which ranks the rest anew. Words are hashed, so that no dictionary is kept, and stay in blocks: a
million units take less than 2 GB.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamis.bad_input import needs_package
from tamis.types import InputError

BLOCK = 20_000
"""How many texts are read at once."""

FEATURES = 2**18
"""The number of hashed words; two words seldom share one."""

CHARACTERS = 1_000_000_000
"""The characters of all texts together that are read: of longer texts, the beginning."""

FEW = 100_000
"""Up to so many units, pairs of neighbouring words count as words, too."""

MOST_LABELS = 20_000
"""The classifier learns from at most so many verdicts of each kind, drawn at random."""

FOLDS = 3

_STRENGTH = 3.0
"""The inverse of the regularisation's strength (scikit-learn's C)."""


class LearntRanking:
    """Ranks units by their texts: at first by a seed text, then by what verdicts teach.

    `texts` may be read lazily: it is read once, in order, when the ranking is made. With
    `vectors`, shape (units, dimension), the classifier learns on these in place of the words.
    Raises InputError where scikit-learn is missing.
    """

    def __init__(
        self, texts: Sequence[str], seed_text: str, vectors: NDArray[Any] | None = None
    ) -> None:
        self._learn = _scikit_learn()
        self.units = len(texts)
        if vectors is not None and len(vectors) != self.units:
            raise InputError(f"There are {len(vectors)} vectors for {self.units} texts.")
        blocks, seed = self._weighted_words(texts, seed_text)
        self._first = np.zeros(self.units)
        for start, block in self._each(blocks):
            self._first[start : start + block.shape[0]] = (block @ seed.T).toarray().ravel()
        spread = self._first.std() or 1.0
        # What the classifier sees of the first ranking, beside the words or vectors.
        self._known = ((self._first - self._first.mean()) / spread).astype(np.float32)
        if vectors is not None:
            blocks = [vectors[i : i + BLOCK] for i in range(0, self.units, BLOCK)]
        self._blocks = blocks

    def scores(self, labels: Mapping[int, bool]) -> NDArray[np.float64]:
        """The score of each unit, shape (units,), in log-odds; higher is likelier to be accepted.

        `labels` are the verdicts by unit. Without at least one of each kind the scores are those of
        the seed text, on a scale of their own. The labelled units' own scores are from fits without
        them (by folds), so that they may calibrate the ranking.
        """
        units = np.array(sorted(labels), dtype=np.int64)
        accepted = np.array([labels[int(unit)] for unit in units], dtype=bool)
        if accepted.all() or not accepted.any():
            return self._first.copy()
        units, accepted = _at_most(units, accepted)
        rows = self._rows(units)
        model = self._fit(rows, accepted)
        found = np.empty(self.units)
        for start, block in self._each(self._blocks):
            part = slice(start, start + block.shape[0])
            found[part] = block @ model.coef_[0, :-1] + self._known[part] * model.coef_[0, -1]
        found += model.intercept_[0]
        found[units] = self._out_of_fold(rows, accepted, found[units])
        return found

    def _out_of_fold(
        self, rows: Any, accepted: NDArray[np.bool_], otherwise: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The scores of the labelled units; of one that is alone of its kind, by the whole fit."""
        folds = np.empty(len(accepted), dtype=np.int64)
        for kind in (False, True):
            folds[accepted == kind] = np.arange(int((accepted == kind).sum())) % FOLDS
        scores = otherwise.copy()
        for fold in range(FOLDS):
            out = folds == fold
            kept = accepted[~out]
            if out.any() and kept.any() and not kept.all():
                scores[out] = self._fit(rows[~out], kept).decision_function(rows[out])
        return scores

    def _fit(self, rows: Any, accepted: NDArray[np.bool_]) -> Any:
        model = self._learn.LogisticRegression(
            C=_STRENGTH,
            class_weight="balanced",
            solver="liblinear",
            # A rough solution ranks as well as an exact one, in a third of the time.
            tol=0.1,
            random_state=0,
        )
        return model.fit(rows, accepted)

    def _rows(self, units: NDArray[np.int64]) -> Any:
        """The features of `units`, ascending, with the first ranking as the last one."""
        parts = []
        for start, block in self._each(self._blocks):
            within = units[(units >= start) & (units < start + block.shape[0])] - start
            if len(within):
                parts.append(self._learn.csr_matrix(block[within]))
        known = self._learn.csr_matrix(self._known[units][:, None])
        return self._learn.hstack([self._learn.vstack(parts), known], format="csr")

    def _weighted_words(self, texts: Sequence[str], seed_text: str) -> tuple[list[Any], Any]:
        """TF-IDF in blocks of texts, and of the seed; rows have length 1 (or 0)."""
        hashing = self._learn.HashingVectorizer(
            n_features=FEATURES,
            alternate_sign=False,
            norm=None,
            dtype=np.float32,
            ngram_range=(1, 2) if self.units <= FEW else (1, 1),
        )
        most = max(200, CHARACTERS // max(1, self.units))
        blocks, having = [], np.zeros(FEATURES)
        for start in range(0, self.units, BLOCK):
            stop = min(start + BLOCK, self.units)
            block = hashing.transform([texts[i][:most] for i in range(start, stop)])
            having += np.bincount(block.indices, minlength=FEATURES)
            blocks.append(block)
        rarity = (np.log((1 + self.units) / (1 + having)) + 1).astype(np.float32)
        seed = hashing.transform([seed_text])
        for block in [*blocks, seed]:
            block.data = (1 + np.log(block.data)) * rarity[block.indices]
            self._learn.normalize(block, copy=False)
        return blocks, seed

    def _each(self, blocks: list[Any]) -> list[tuple[int, Any]]:
        return [(i * BLOCK, block) for i, block in enumerate(blocks)]


def _at_most(
    units: NDArray[np.int64], accepted: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    random = np.random.default_rng(0)
    kept = np.zeros(len(units), dtype=bool)
    for kind in (False, True):
        of_kind = np.flatnonzero(accepted == kind)
        kept[random.permutation(of_kind)[:MOST_LABELS]] = True
    return units[kept], accepted[kept]


class _Learn:
    """What is used of scikit-learn and of scipy, which comes with it."""

    def __init__(self) -> None:
        from scipy.sparse import csr_matrix, hstack, vstack
        from sklearn.feature_extraction.text import HashingVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.preprocessing import normalize

        self.csr_matrix, self.hstack, self.vstack = csr_matrix, hstack, vstack
        self.HashingVectorizer, self.LogisticRegression = HashingVectorizer, LogisticRegression
        self.normalize = normalize


def why_not() -> str:
    """Why no ranking can be learnt here, in a sentence; empty where one can."""
    return "" if find_spec("sklearn") else str(_lacking())


def _lacking() -> InputError:
    return needs_package("ranking anew by what was verified", "scikit-learn", extra="lsa")


def _scikit_learn() -> Any:
    try:
        return _Learn()
    except ImportError as error:
        raise _lacking() from error
