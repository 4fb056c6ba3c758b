"""The filter for duplicate questions, by the cosine of their embeddings (FanOutQA, App. C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tamis.collect.fanout.flags import FilterRun, Outcome
from tamis.collect.fanout.structure import flag
from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.values import words

if TYPE_CHECKING:
    from tamis.retrieve.embedders import Embedder

_DIMENSION = 4096
_ROWS = 512


def duplicates(
    questions: Sequence[Question], embedder: Embedder | None = None, at_least: float = 0.9
) -> FilterRun:
    """Flag the later one of each two questions whose cosine is at least `at_least`.

    Without an embedder, questions are compared by counts of equal words. This finds questions that
    differ in a word or two, but not those that are worded differently; `method` says so.
    """
    if embedder is None:
        from tamis.retrieve.embedders import HashingEmbedder

        embedder = HashingEmbedder(_DIMENSION)
        how = "equal words only, as no embedder was named"
    else:
        how = "embeddings of the questions"
    ran = FilterRun("duplicates", f"cosine of {embedder.name} at least {at_least:g} ({how})")
    flagged: set[int] = set()
    if questions:
        vectors = unit(embedder.embed_documents([question.question for question in questions]))
        for first, second, cosine in _near(vectors, at_least):
            one, other = questions[second], questions[first]
            flagged.add(second)
            alike = words(one.question) == words(other.question)
            reason = "the same question twice" if alike else "nearly the same question twice"
            evidence = f"cosine {cosine:.3f} with {other.id}: {other.question}"
            flag(ran, one, reason, evidence, other=other.id)
    # A question with several duplicates is counted once.
    counts: dict[Outcome, int] = {
        "passed": len(questions) - len(flagged),
        "flagged": len(flagged),
    }
    ran.outcomes = Counter({outcome: count for outcome, count in counts.items() if count})
    return ran


def unit(vectors: Any) -> Any:
    """Vectors of length 1 (rows); those of length 0 stay."""
    import numpy as np

    vectors = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _near(vectors: Any, at_least: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of rows (earlier, later) and their cosine, by the later one."""
    import numpy as np

    for start in range(0, len(vectors), _ROWS):
        block = vectors[start : start + _ROWS] @ vectors[: start + _ROWS].T
        # Rounding errors must not exclude a cosine of exactly 0.9.
        for row, column in np.argwhere(block >= at_least - 1e-6):
            if column < start + row:
                yield int(column), int(start + row), float(block[row, column])
