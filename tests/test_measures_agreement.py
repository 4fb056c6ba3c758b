"""Agreement of raters, and the measures of judgements."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.measures.agreement import alpha_interval, cohen_kappa, kappa_interval, krippendorff_alpha
from tamis.measures.classification import Confusion, decided, no_verdict, verdict_figures

# Krippendorff's own example (Computing Krippendorff's Alpha-Reliability, 2011, §C-E): four
# observers, twelve units, missing values.
OBSERVERS = {"A": "123321412...", "B": "1233224125.3", "C": ".3332342251.", "D": "12332441251."}
UNITS = [{name: int(row[i]) for name, row in OBSERVERS.items() if row[i] != "."} for i in range(12)]


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815)])
def test_alpha_of_krippendorffs_example(level, alpha):
    """The printed figures, with missing ratings and a unit that only one observer rated."""
    assert round(krippendorff_alpha(UNITS, level), 3) == alpha


def test_alpha_of_two_observers_and_two_values():
    """Krippendorff's binary example (§A): 10 units, 14 zeros, 6 ones, 4 disagreements."""
    a, b = "0100000000", "1110010010"
    units = [{"a": x, "b": y} for x, y in zip(a, b, strict=True)]
    assert round(krippendorff_alpha(units), 3) == 0.095
    assert round(krippendorff_alpha(units, "ordinal"), 3) == 0.095


def test_alpha_without_anything_to_compare():
    """Undefined where all have one value, where no unit has two ratings, and for no units."""
    assert math.isnan(krippendorff_alpha([{"a": 1, "b": 1}, {"a": 1, "b": 1}]))
    assert math.isnan(krippendorff_alpha([{"a": 1}, {"b": 2}]))
    assert math.isnan(krippendorff_alpha([]))


def _raters(table: list[list[int]]):
    pairs = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return zip(*pairs, strict=True)


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        # Fifty proposals, agreed on 35; chance 0.5: (0.7 - 0.5) / 0.5.
        ([[20, 5], [10, 15]], 0.4),
        # The same agreement with other margins: (0.6 - 0.54) / 0.46 and (0.6 - 0.46) / 0.54.
        ([[45, 15], [25, 15]], 0.06 / 0.46),
        ([[25, 35], [5, 35]], 0.14 / 0.54),
        # Three values, less than chance: (0.29 - 0.35) / 0.65.
        ([[25, 13, 12], [12, 2, 16], [3, 15, 2]], -0.06 / 0.65),
    ],
)
def test_kappa_by_hand(table, kappa):
    """Tables of two raters, worked by hand from the margins."""
    a, b = _raters(table)
    assert cohen_kappa(a, b) == pytest.approx(kappa)


def test_kappa_at_its_ends():
    """1 for full agreement, -1 for full disagreement, undefined for one constant value."""
    assert cohen_kappa("xyz", "xyz") == 1
    assert cohen_kappa("xy", "yx") == -1
    assert math.isnan(cohen_kappa("xx", "xx"))
    assert cohen_kappa("xx", "yy") == 0
    assert math.isnan(cohen_kappa("", ""))
    with pytest.raises(ValueError, match="2 and 1"):
        cohen_kappa("xy", "x")


VALUES = st.lists(
    st.dictionaries(st.sampled_from("abcd"), st.none() | st.integers(1, 4)), max_size=8
)


@given(VALUES, st.sampled_from(["nominal", "ordinal"]))
def test_alpha_does_not_depend_on_who_or_when(ratings, level):
    """The order of units and the names of raters change nothing; alpha is at most 1."""
    alpha = krippendorff_alpha(ratings, level)
    other = krippendorff_alpha([{f"x{k}": v for k, v in u.items()} for u in ratings[::-1]], level)
    assert other == pytest.approx(alpha, nan_ok=True)
    assert math.isnan(alpha) or alpha <= 1


def test_measures_of_no_judgement():
    """Undefined, not zero; a judge who is always wrong has an F1 of 0."""
    nothing = Confusion()
    for value in (nothing.precision, nothing.recall, nothing.accuracy, nothing.f1):
        assert math.isnan(value)
    assert Confusion(fp=1).f1 == 0
    assert math.isnan(Confusion(fp=1).recall)
    assert math.isnan(Confusion(tn=3).f1)


def test_intervals_of_agreement_are_those_of_a_bootstrap_over_units():
    """Against the coefficients themselves, computed on units drawn one by one."""
    rng = np.random.default_rng(5)
    a = rng.integers(0, 3, 120).tolist()
    others = rng.integers(0, 3, 120).tolist()
    b = [x if n % 5 < 3 else other for n, (x, other) in enumerate(zip(a, others, strict=True))]
    units = [
        {"a": x, "b": y} | ({"c": x} if n % 3 else {})
        for n, (x, y) in enumerate(zip(a, b, strict=True))
    ]
    drawn = [rng.integers(0, 120, 120) for _ in range(800)]
    for got, coefficient in (
        (kappa_interval(a, b), lambda at: cohen_kappa([a[n] for n in at], [b[n] for n in at])),
        (alpha_interval(units), lambda at: krippendorff_alpha([units[n] for n in at])),
        (
            alpha_interval(units, "ordinal"),
            lambda at: krippendorff_alpha([units[n] for n in at], "ordinal"),
        ),
    ):
        wanted = np.quantile([coefficient(at) for at in drawn], [0.025, 0.975])
        assert np.allclose(got, wanted, atol=0.03)


def test_few_units_and_free_texts_have_no_interval():
    """Seven units say nothing of the spread; and texts that never repeat cannot be counted."""
    eight, seven = ("aababbab", "abababab"), ("aababba", "abababa")
    assert all(map(math.isfinite, kappa_interval(*eight)))
    assert all(map(math.isnan, kappa_interval(*seven)))
    assert all(map(math.isnan, kappa_interval("a" * 9, "a" * 9)))
    texts = [f"text {n}" for n in range(3000)]
    assert math.isnan(kappa_interval(texts, texts)[0])
    low, high = kappa_interval([0, 1] * 20, [0, 1] * 20)
    assert low == high == 1


def test_ordinal_distances_by_hand():
    """Values 1, 2, 2, 4: mean ranks .5, 2 and 3.5, so 1 and 4 are 9 apart and others 2.25."""
    units = [{"a": 1, "b": 2}, {"a": 2, "b": 4}]
    observed = 2 * (2 * 2.25)
    pairs = Counter({2.25: 2 * 2 + 2 * 2, 9: 2})
    expected = sum(distance * n for distance, n in pairs.items())
    assert krippendorff_alpha(units, "ordinal") == pytest.approx(1 - 3 * observed / expected)
    three = [{"a": 1, "b": 1, "c": 2}, {"a": 2, "b": 2}]
    # 2 of 6 ordered pairs agree … in threes each disagreement counts half: (4 / 2) · 4 / 12.
    assert krippendorff_alpha(three) == pytest.approx(1 - 4 * (4 / 2) / 12)


@pytest.mark.parametrize(
    ("said", "truth", "kind"),
    [(True, True, "tp"), (True, False, "fp"), (False, True, "fn"), (False, False, "tn")],
)
def test_the_figures_of_a_verdict(said, truth, kind):
    """Each of its own kind; `read_` are the same where there is a verdict."""
    held = {name: float(name == kind) for name in ("tp", "fp", "fn", "tn")}
    held = {"correct": float(said == truth), **held}
    expected = {**held, **{f"read_{key}": value for key, value in held.items()}, "decided": 1.0}
    assert verdict_figures(said, truth) == expected
    wrong = {"correct": 0.0, "tp": 0.0, "fp": float(not truth), "fn": float(truth), "tn": 0.0}
    got = verdict_figures(None, truth)
    assert {key: got[key] for key in wrong} == wrong
    assert all(math.isnan(got[f"read_{key}"]) for key in wrong)
    assert no_verdict(truth) == {**wrong, "decided": 0.0}
    ((rest, cluster),) = decided([({**expected, "calls": 3.0, "tp": 7.0}, "c")])
    assert (rest, cluster) == ({**expected, "calls": 3.0}, "c")


def test_measures_of_a_confusion_by_hand():
    """7, 2, 3 and 5: each with its own divisor."""
    one = Confusion(tp=7, fp=2, fn=3, tn=5)
    assert (one.precision, one.recall, one.accuracy) == (7 / 9, 7 / 10, 12 / 17)
    assert (one.f1_parts, one.f1) == ((14, 19), 14 / 19)
    assert one + Confusion(1, 20, 300, 4000) == Confusion(8, 22, 303, 4005)
    assert len(one) == 17


def test_labels_of_several_types_have_an_interval():
    """Nominal values need no order; NaN is a value like any other."""
    units = [{1: True, 2: "unsure"}] * 6 + [{1: True, 2: False}] * 6 + [{1: 2.5, 2: 2.5}] * 6
    low, high = alpha_interval(units)
    assert low <= krippendorff_alpha(units) <= high
    nan = [{1: float("nan"), 2: float("nan")}, {1: "a", 2: "a"}]
    assert krippendorff_alpha(nan) == 1
