"""How many right answers the golds lack: an estimate from what several systems found alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tamis.benchmarks.quest.ratings import PoolFile, PoolRow
from tamis.collect.completeness import completeness
from tamis.collect.pooling import Answered, RunAnswers
from tamis.types import InputError

M, D, N = "MATCH", "DEBATABLE", "NO_MATCH"
GOLDS = ["A", "B", "C", "D", "E"]


def answered(qid: str, titles=(), golds=()) -> Answered:
    """An answer to the question of this id."""
    return Answered(qid, f"{qid}?", "ok", tuple(titles), tuple(golds), ())


def asked(label: str, titles: str, qid: str = "1") -> RunAnswers:
    """A system that gave these titles, a letter each."""
    return RunAnswers(label, (answered(qid, titles, GOLDS),))


def rated(*rows: PoolRow) -> PoolFile:
    """The file of a rater."""
    return PoolFile(Path("ann.csv"), rows, tuple(range(2, 2 + len(rows))), "sha")


def rating(title: str, bucket: str = "", question: str = "1?") -> PoolRow:
    """A candidate for question 1, or another, with its rating."""
    row = PoolRow(question.rstrip("?"), question, title, in_original=title in GOLDS)
    return replace(row, rating=bucket, rater="ann" if bucket else "")


def test_golds_that_systems_find():
    """How many each and both found, and how many by chance: 3 × 3 of 5."""
    found = completeness([asked("a", "ABC"), asked("b", "BCD")])
    assert (found.systems, found.rated) == (("a", "b"), False)
    assert (found.golds, found.golds_found, found.known) == (5, 4, 0)
    assert found.found == ((3, 0), (3, 0))
    (overlap,) = found.overlaps
    assert (overlap.first, overlap.second, overlap.common, overlap.expected) == (0, 1, 2, 1.8)
    assert (found.missing, found.low, found.high) == (None, None, None)
    assert (found.unrated, found.not_shared, found.not_rated) == (0, 0, 0)


def test_right_answers_outside_the_golds():
    """A debatable gold is none; an answer without a rating is counted."""
    runs = [asked("a", "ABCXYQ"), asked("b", "BCDXYZ")]
    buckets = dict.fromkeys(GOLDS, "") | {"A": D, "B": M, "X": M, "Y": M, "Z": N, "W": M}
    found = completeness(runs, [rated(*(rating(t, bucket) for t, bucket in buckets.items()))])
    assert found.rated
    # B, C, D, E are golds; X and Y were given by both, W by none.
    assert (found.golds, found.golds_found, found.known) == (4, 3, 3)
    assert found.found == ((2, 2), (3, 2))
    assert found.unrated == 1
    assert (found.missing, found.low) == (3.0, 3.0)
    assert found.high >= 3
    (gap,) = found.questions
    assert (gap.qid, gap.question, gap.outside, gap.missing, gap.low) == ("1", "1?", 3, 3.0, 3.0)


def test_questions_that_do_not_count():
    """Those that not all were asked, and those without a rating; one without candidates does."""
    runs = [
        RunAnswers(name, (answered("1", "AX", GOLDS), answered("2", "A", GOLDS), answered("3"),
                          *more))
        for name, more in (("a", [answered("4", "A", GOLDS)]), ("b", []))
    ]  # fmt: skip
    rows = [*(rating(t) for t in GOLDS), rating("X", N), *(rating(t, "", "2?") for t in GOLDS)]
    found = completeness(runs, [rated(*rows, rating("", "", "3?"))])
    assert [gap.qid for gap in found.questions] == ["1", "3"]
    assert (found.not_shared, found.not_rated, found.known) == (1, 1, 0)
    assert (found.missing, found.low) == (0.0, 0.0)
    assert found.high > 0


@pytest.mark.parametrize(
    ("runs", "rows", "said"),
    [
        ([], [], "no answers"),
        ([asked("a", "A"), RunAnswers("b", (), left_out=True)], [], "one system only, a"),
        ([asked("a", "A"), asked("b", "A", "2")], [], "no question that all systems were asked"),
        ([asked("a", "A"), asked("b", "B")], [], "no gold was given by two"),
        (
            [asked("a", "AX"), asked("b", "AY")],
            [*map(rating, GOLDS), rating("X", M), rating("Y", M)],
            "2 right answers",
        ),
        ([asked("a", "AX"), asked("b", "AX")], [rating("Z", M, "2?")], "the ratings have no"),
        (
            [asked("a", "AX"), asked("b", "AX")],
            [replace(rating("A", M), question="other?")],
            "the ratings do not fit the logs",
        ),
    ],
)
def test_what_cannot_be_estimated(runs, rows, said):
    """Why, and what to give."""
    with pytest.raises(InputError, match=said):
        completeness(runs, [rated(*rows)] if rows else [])
