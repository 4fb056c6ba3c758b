"""Measures of a predicted set, and LOFT's own scorer."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import astuple
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.measures.sets import (
    VARIANTS,
    LoftScores,
    SetScores,
    four_way,
    score_loft,
    score_sets,
)
from tamis.text.normalised import squad_answer

GOLDEN = Path(__file__).parent / "golden" / "loft_reference_scorer.json"
CASES = json.loads(GOLDEN.read_text())["cases"]

NAN = math.nan
TITLES = st.lists(st.sampled_from(["A", "The", "!!!", "Sula", "Sula (film)", "Love", "a b"]))


def same(got, expected) -> bool:
    """Equal figures, with NaN equal to itself."""
    return all(
        (math.isnan(a) and math.isnan(b)) or math.isclose(a, b)
        for a, b in zip(astuple(got), astuple(expected), strict=True)
    )


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        (["a"], ["a"], SetScores(1, 1, 1, 1, 1)),
        (["a", "x", "x"], ["a"], SetScores(1 / 2, 1, 2 / 3, 0, 1)),
        (["a", "x", "y"], ["a", "b"], SetScores(1 / 3, 1 / 2, 2 / 5, 0, 0)),
        (["x"], ["a"], SetScores(0, 0, 0, 0, 0)),
        ([], [], SetScores(1, 1, 1, 1, 1)),
        (["x"], [], SetScores(0, 1, 0, 0, 1)),
    ],
)
def test_set_measures_by_hand(predicted, gold, expected):
    """Where something is predicted, or nothing is wanted, `paper` and `strict` agree."""
    assert same(score_sets(predicted, gold, "paper"), expected)
    assert same(score_sets(predicted, gold, "strict"), expected)


def test_the_precision_of_an_empty_prediction_tells_the_variants_apart():
    """1 in `paper`, undefined in `strict`; all else is 0."""
    assert same(score_sets([], ["a"], "paper"), SetScores(1, 0, 0, 0, 0))
    assert same(score_sets([], ["a"], "strict"), SetScores(NAN, 0, 0, 0, 0))


def test_reference_has_the_figures_of_loft():
    """Coverage as recall and exact match as accuracy, after normalisation; no precision."""
    got = score_sets(["the jongens!", "Moby Dick"], ["Jongens", "Sula"], "reference")
    assert same(got, SetScores(NAN, 1 / 2, NAN, 0, 0))
    assert same(score_sets([], ["Sula"], "reference"), SetScores(NAN, NAN, 0, 0, 0))


@pytest.mark.parametrize(
    ("predicted", "gold", "way"),
    [
        (["b", "a"], ["a", "b"], "fully correct"),
        (["b", "a", "x"], ["a", "b"], "correct with extras"), (["a"], ["a", "b"], "partly"),
        (["a", "x"], ["a", "b"], "partly"), (["x"], ["a", "b"], "incorrect"),
        ([], ["a"], "incorrect"), ([], [], "fully correct"), (["x"], [], "incorrect"),
    ],
)  # fmt: skip
def test_four_ways_of_being_right(predicted, gold, way):
    """Each way, and an empty golden set, of which only nothing is right."""
    assert four_way(predicted, gold) == way


@given(st.lists(st.sampled_from("abcde")), st.lists(st.sampled_from("abcde")))
def test_f1_is_the_harmonic_mean(predicted, gold):
    """F1 is 2PR / (P + R) wherever that is defined, else 0; all measures are 0 to 1."""
    got = score_sets(predicted, gold, "paper")
    p, r = got.precision, got.recall
    assert math.isclose(got.f1, 2 * p * r / (p + r) if p + r else 0)
    assert all(0 <= value <= 1 for value in astuple(got))
    assert got.accuracy == (four_way(predicted, gold) == "fully correct")


@pytest.mark.parametrize("name", CASES)
def test_loft_scores_are_those_that_loft_printed(name):
    """The figures that the published scorer printed; NaN for those that it did not."""
    case = CASES[name]
    got = score_loft(case["pred"], case["gold"])
    printed = case["official"]
    assert same(got, LoftScores(*(printed.get(key, NAN) for key in LoftScores.__annotations__)))


@given(TITLES, TITLES)
def test_one_prediction_is_given_to_one_golden_answer(predicted, gold):
    """Whether such an assignment exists is what trying them all says."""
    got = score_loft(predicted[:5], gold[:4]).subspan_em
    if not predicted:
        assert got == 0
    elif not gold:
        assert math.isnan(got)
    else:
        found = [squad_answer(title) for title in predicted[:5]]
        wanted = [squad_answer(title) for title in gold[:4]]
        assert got == any(
            all(w in f or f in w for w, f in zip(wanted, chosen, strict=True))
            for chosen in itertools.permutations(found, len(wanted))
        )


@given(st.sampled_from(VARIANTS), st.lists(st.text()), st.lists(st.text()))
def test_any_strings_are_scored(variant, predicted, gold):
    """Arbitrary text never fails, and every figure is 0 to 1 or undefined."""
    for value in astuple(score_sets(predicted, gold, variant)):
        assert math.isnan(value) or 0 <= value <= 1


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        (["radio days", "x"], ["Radio", "The!"], (0, 0, 1)),
        (["radio"], ["Lost Radio", "Radio"], (0, 1 / 2, 0)),
        (["p b c", "b"], ["b c", "p b"], (0, 0, 1)),
        (["b", "a b"], ["B.", "the a b"], (1, 1 / 2, 1)),
        (["b", "b"], ["b"], (1, 1, 1)),
        (["b", "x"], ["b"], (0, 1, 1)),
        (["abc", "ab", "a x"], ["ab", "abc d", "x a x"], (0, 1 / 3, 1)),
        (["pq", "pqr", "rs"], ["q", "pq", "pqr"], (0, 2 / 3, 0)),
        (["pq", "qr", "rs"], ["q", "r", "pq"], (0, 1 / 3, 1)),
    ],
)
def test_lofts_figures_by_hand(predicted, gold, expected):
    """Equal sets, the share found, and each golden answer with a prediction of its own."""
    em, coverage, subspan = expected
    found = score_loft(predicted, gold)
    assert (found.em, found.coverage, found.subspan_em) == (em, coverage, subspan)
    assert math.isnan(found.f1)


def test_lofts_figures_of_nothing():
    """Nothing predicted is 0 but for coverage; nothing wanted has no figure."""
    nothing, endless = score_loft([], []), score_loft(["x"], [])
    assert (nothing.em, nothing.subspan_em, nothing.f1) == (0, 0, 0)
    assert math.isnan(nothing.coverage)
    assert all(map(math.isnan, (endless.em, endless.coverage, endless.subspan_em, endless.f1)))
    assert score_sets(["x", "y"], ["x"], "reference").recall == 1
    assert LoftScores(1, 1, 1, 1).em == 1
