"""Several judges at once: majority, disagreement, and flips under paraphrase."""

from __future__ import annotations

import math

import pytest

from tamis.checking.judgement import Judgement
from tamis.checking.panel import disagreements, flip_rate, majority
from tamis.checking.worksheet import Worksheet

YES, NO = Judgement(True, "a"), Judgement(False, "b")
LOST = Judgement(None, "c", "unparsed", "The reply has no final answer.")
FAILED = Judgement(None, "d", "failed", "The call failed: timeout.")


def test_most_of_all_win() -> None:
    """More than half of all judges, and the rationale says who said what."""
    found = majority([NO, YES, Judgement(False, "e"), Judgement(False, "f"), LOST])
    assert found.satisfied is False
    assert (found.judge, found.outcome, found.reason) == ("majority", "ok", "")
    said = [line.split()[:2] for line in found.rationale.splitlines()]
    assert said == [["b:", "no"], ["a:", "yes"], ["e:", "no"], ["f:", "no"], ["c:", "unparsed"]]


def test_a_silent_judge_never_helps() -> None:
    """One of two, and two of four, are no majority of all."""
    assert majority([LOST, YES]).satisfied is None
    found = majority([YES, Judgement(True, "e"), NO, LOST])
    assert (found.satisfied, found.outcome) == (None, "abstained")
    assert "2 yes, 1 no, 1 unparsed" in found.reason


def test_a_tie_is_undecided_and_counted() -> None:
    """One against one is no verdict, whoever else was lost."""
    found = majority([YES, LOST, NO])
    assert (found.satisfied, found.outcome) == (None, "abstained")
    assert "1 yes, 1 no, 1 unparsed" in found.reason


def test_nothing_decided_keeps_the_outcome_that_all_share() -> None:
    """A panel of failed calls has failed; of mixed ends, it abstained."""
    found = majority([FAILED, FAILED])
    assert (found.satisfied, found.outcome) == (None, "failed")
    assert majority([FAILED, LOST, FAILED]).outcome == "abstained"
    with pytest.raises(ValueError, match="no judgements"):
        majority([])


def test_the_worksheet_is_one_of_the_winning_side() -> None:
    """A worksheet that came to the other verdict is not shown for this one."""
    mine, other = (Worksheet(name, "", "", "", "counting", ()) for name in ("mine", "other"))
    won = Judgement(True, "program", worksheet=mine)
    lost = Judgement(False, "program", worksheet=other)
    assert majority([lost, YES, won]).worksheet == mine
    assert majority([lost, YES, YES]).worksheet is None


def test_disagreements_are_items_on_which_decided_judges_differ() -> None:
    """Undecided judges disagree with nobody; the order is the table's."""
    table = {
        "z": {"a": YES, "b": NO},
        "y": {"a": YES, "c": LOST},
        "x": {"a": YES, "e": Judgement(True, "e")},
        "w": {"b": NO, "c": LOST, "a": YES},
        "v": {"c": LOST, "d": FAILED},
    }
    assert disagreements(table) == ["z", "w"]


@pytest.mark.parametrize(
    ("verdicts", "rate"),
    [
        ([True, True, True, True], 0.0),
        ([True, False, True, False], 2 / 3),
        ([False, True], 1.0),
        ([False, None, True, False], 1 / 2),
        ([None, True, False], math.nan),
        ([True, None], math.nan),
        ([True], math.nan),
        ([], math.nan),
    ],
)
def test_the_flip_rate_is_the_share_of_other_wordings_that_differ(
    verdicts: list[bool | None], rate: float
) -> None:
    """Of the wordings after the first that were decided."""
    assert flip_rate(verdicts) == pytest.approx(rate, nan_ok=True)
