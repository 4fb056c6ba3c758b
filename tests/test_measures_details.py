"""Measures entry by entry: what cells offer, how tables are matched, agreement to the digit."""

from __future__ import annotations

import datetime
import itertools
import math
import random
import re
from collections import Counter

import numpy as np
import pytest

from tamis.measures import agreement
from tamis.measures.agreement import (
    alpha_interval,
    cohen_kappa,
    kappa_interval,
    krippendorff_alpha,
)
from tamis.measures.classification import Confusion, decided, no_verdict, verdict_figures
from tamis.measures.retrieval import (
    all_found_at,
    average_precision,
    mrecall_at,
    mrr,
    ndcg_at,
    precision_at,
    recall_at,
    retrieval_scores,
)
from tamis.measures.sets import LoftScores, score_loft, score_sets
from tamis.measures.table_cells import accepted, is_stated, offered, same_value
from tamis.measures.tables import Share, TableScores, score_table

NAN = math.nan


def number(unit, *values, hedge=""):
    """The key of a number with its unit."""
    return ("number", unit, hedge, *values)


def bare(*values, hedge=""):
    """The key of a number of which no unit is asked."""
    return ("any unit", hedge, *values)


HEDGED = {
    "about": "about approximately approx approx. around roughly circa ca. c. nearly almost ~ ≈",
    "at least": "at least|≥|>=|minimum|min.",
    "at most": "at most|up to|≤|<=|maximum|max.",
    "more than": "more than|over|above|>",
    "less than": "less than|under|below|fewer than|<",
}


@pytest.mark.parametrize(
    ("said", "hedge"),
    [
        (one, hedge)
        for hedge, all_ in HEDGED.items()
        for one in (all_.split("|") if "|" in all_ else all_.split())
    ],
)
def test_each_hedge_is_its_own(said, hedge):
    """Before a number, in any case; glued to it only where it is a sign or has a point."""
    assert offered(f"{said.upper()} 5") == {number("", "5", hedge=hedge)}
    assert accepted(f"{said} 5") == {number("", "5", hedge=hedge), bare("5", hedge=hedge)}
    glued = number("", "5", hedge=hedge) in offered(f"{said}5")
    assert glued == (not said[-1].isalpha())


MONEY = {
    "usd": ["$5", "US$5", "us$ 5", "USD 5", "5 usd", "5 US$", "5 $", "5 dollar", "5 dollars"],
    "eur": ["€5", "EUR 5", "5 EUR", "5 €", "5 euro", "5 euros"],
    "gbp": ["£5", "GBP 5", "5 GBP", "5£"],
    "jpy": ["¥5", "JPY 5", "5 JPY", "5 ¥"],
    "chf": ["CHF 5", "5 chf"],
}


@pytest.mark.parametrize(("unit", "cells"), MONEY.items())
def test_each_currency_is_its_own(unit, cells):
    """Before or behind the number; a bare gold takes any, a gold with one no bare number."""
    for cell in cells:
        assert offered(cell) == {number(unit, "5"), bare("5")}, cell
        assert accepted(cell) == {number(unit, "5")}, cell
        assert [same_value("5", cell), same_value(cell, "5")] == [False, True]


POWERED = {
    2: ["hundred"], 3: ["thousand", "k", "K"], 5: ["lakh"], 6: ["million", "mn", "mln", "Million"],
    7: ["crore"], 9: ["billion", "bn", "bln"], 12: ["trillion", "tn"],
}  # fmt: skip


@pytest.mark.parametrize(("power", "names"), POWERED.items())
def test_each_power_of_ten(power, names):
    """With a blank and without; no part of a longer word; "m" and "b" only of money."""
    for name in names:
        for cell in (f"3 {name}", f"3{name}"):
            assert offered(cell) == {number("", f"{3 * 10**power:.12g}")}, cell
        assert number(f"{name.lower()}x", "3") in offered(f"3 {name}x")
    assert offered("$3 m") == {number("usd", "3000000"), bare("3000000")}
    assert offered("$3b") == {number("usd", "3000000000"), bare("3000000000")}
    assert offered("3 m") == {number("length", "3"), bare("3")}
    assert offered("3 b") == {("text", "3 b")}


@pytest.mark.parametrize(
    ("cell", "keys"),
    [
        ("5 km", {number("length", "5000"), bare("5")}),
        ("0.5 kg", {number("mass", "500"), bare("0.5")}),
        ("12%", {number("%", "12"), number("", "0.12"), bare("12")}),
        ("12 percent", {number("%", "12"), number("", "0.12"), bare("12")}),
        ("12 pct", {number("%", "12"), number("", "0.12"), bare("12")}),
        ("12 per  cent", {number("%", "12"), number("", "0.12"), bare("12")}),
        # What may be part of a name is no unit that a bare number asks for.
        ("12 Men", {number("men", "12")}),
        ("12 GB", {number("gb", "12"), bare("12")}),
        ("12 NATOS", {number("natos", "12")}),
        ("12 angry men sat", {number("angry men sat", "12")}),
        ("12 angry men", {number("angry men", "12"), bare("12")}),
        ("5°", {number("°", "5"), bare("5")}),
        ("3rd", {number("ordinal", "3"), bare("3")}),
        ("1st", {number("ordinal", "1"), bare("1")}),
        ("2nd", {number("ordinal", "2"), bare("2")}),
        ("4TH", {number("ordinal", "4"), bare("4")}),
        ("4 th", {number("th", "4"), bare("4")}),
        ("third", {number("ordinal", "3"), bare("3")}),
        ("third man", {("text", "third man")}),
        ("twenty-one people", {number("people", "21"), bare("21")}),
        ("hundred", {number("", "100")}),
        ("a hundred", {number("", "100")}),
        ("a", {("text", "a")}),
        ("an apple", {("text", "apple")}),
        ("five 5", {("text", "five 5")}),
        ("1990s", {("text", "1990s")}),
        ("120 s", {number("time", "2"), bare("120")}),
        ("007", {("text", "007")}),
        ("0", {number("", "0")}),
        ("0.5", {number("", "0.5")}),
        ("-0", {number("", "0")}),
        ("123456789012345", {number("", "1.23456789012e+14")}),
        ("1234567890123456", {("text", "1234567890123456")}),
        ("1-2", {number("", "1", "2")}),
        ("1 – 2", {number("", "1", "2")}),
        ("1—2", {number("", "1", "2")}),
        ("1 to 2 km", {number("length", "1000", "2000"), bare("1", "2")}),
        ("1 TO 2", {number("", "1", "2")}),
        ("1.2-1.3 million", {number("", "1200000", "1300000")}),
        ("1 thousand-2 million", {number("", "1000", "2000000")}),
        ("$1-2m", {number("usd", "1000000", "2000000"), bare("1000000", "2000000")}),
        ("1-007", {("text", "1 007")}),
        ("5+", {number("", "5", hedge="at least")}),
        ("5+ km", {number("length", "5000", hedge="at least"), bare("5", hedge="at least")}),
        ("about 5+", {("text", "about 5 plus")}),
        ("+5", {number("", "5")}),
        ("−5", {number("", "-5")}),
        ("- 5", {number("", "-5")}),
        ("$-5", {number("usd", "-5"), bare("-5")}),
        ("-$5", {number("usd", "-5"), bare("-5")}),
        ("1,234", {number("", "1234")}),
        ("1 234", {number("", "1234")}),
        ("1'234", {number("", "1234")}),
        ("1’234", {number("", "1234")}),
        ("1\u00a0234", {number("", "1234")}),
        ("1\u202f234", {number("", "1234")}),
        ("1\u2009234", {number("", "1234")}),
        ("1,234,567.25", {number("", "1234567.25")}),
        ("1.234.567,8", {number("", "1234567.8")}),
        ("1.234,75", {number("", "1234.75")}),
        ("1.234.567", {number("", "1234567")}),
        ("2,5", {number("", "2.5")}),
        ("2,55", {number("", "2.55")}),
        ("1.900", {number("", "1.9")}),
        ("1e3", {number("", "1000")}),
        ("1E-2", {number("", "0.01")}),
        ("2e+3 kg", {number("mass", "2000000"), bare("2000")}),
        ("3 May 1985.", {("date", 1985, 5, 3)}),
        ("3 May 1985 x", {("text", "3 may 1985 x")}),
        ("on 3 May 1985", {("text", "on 3 may 1985")}),
        ("02/05/1985", {("date", 1985, 2, 5)}),
        ("true", {("text", "yes")}),
        ("FALSE", {("text", "no")}),
        ("C++", {("text", "c plus plus")}),
        ("F#", {("text", "f sharp")}),
        ("!?!", {("text", "!?!")}),
        ("a|b", {("text", "b")}),
        ("one hundred " * 9, {("text", " ".join(["one hundred"] * 9))}),
        ("5 " + "x" * 78, {number("x" * 78, "5"), bare("5")}),
        ("5 " + "x" * 79, {("text", "5 " + "x" * 79)}),
        ("3 May 1985" + " " * 80, {("date", 1985, 5, 3)}),
    ],
)  # fmt: skip
def test_what_an_answers_cell_offers(cell, keys):
    """The value with its unit, the fraction of a share, itself for a gold without a unit."""
    assert offered(cell) == keys


@pytest.mark.parametrize(
    ("cell", "keys"),
    [
        ("5", {number("", "5"), bare("5")}),
        ("5 km", {number("length", "5000")}),
        ("12%", {number("%", "12"), number("", "0.12")}),
        ("1.900", {number("", "1.9"), bare("1.9"), number("", "1900"), bare("1900")}),
        ("1.900-2.5 kg", {number("mass", "1900", "2500"), number("mass", "1900000", "2500")}),
        ("0.900", {number("", "0.9"), bare("0.9")}),
        ("1900.5", {number("", "1900.5"), bare("1900.5")}),
        ("02/05/1985", {("date", 1985, 2, 5), ("date", 1985, 5, 2)}),
        ("a|b| |-", {("text", "a"), ("text", "b")}),
        (["a|5", None, "n/a"], {("text", "a"), number("", "5"), bare("5")}),
    ],
)
def test_what_a_gold_cell_takes(cell, keys):
    """Either reading of what can be read in two ways, and each of its values."""
    assert accepted(cell) == keys


SAYS_NOTHING = re.split(
    r"\|",
    "not stated|not given|not available|not mentioned|not specified|n/a|N.A.|unknown|NaN|null|Null"
    "|-|–|—|−|.|…|?|/|  |- -|Not Stated!",
)


@pytest.mark.parametrize("cell", [*SAYS_NOTHING, None, "", [], [None, "-"], ("unknown",)])
def test_each_way_of_saying_nothing(cell):
    """Nothing is offered and nothing accepted; two of them are equal."""
    assert not is_stated(cell)
    assert (offered(cell), accepted(cell)) == (frozenset(), frozenset())
    assert same_value(cell, None)
    assert not same_value(cell, "Rome")


@pytest.mark.parametrize("cell", ["none", "no", 0, False, "stated", "given", "*", ["-", "x"]])
def test_what_says_something(cell):
    """Zero and no are values."""
    assert is_stated(cell)
    assert offered(cell)


def test_cells_that_are_no_text():
    """Days, moments, truth values, lists in lists and sets."""
    day = {("date", 1985, 5, 3)}
    assert offered(datetime.date(1985, 5, 3)) == offered(datetime.datetime(1985, 5, 3)) == day
    assert offered(datetime.datetime(1985, 5, 3, 1)) != day
    assert (offered(True), offered(False)) == ({("text", "yes")}, {("text", "no")})
    assert offered([["Ann", None], ("Bo",)]) == {("text", "ann bo")}
    assert accepted({"x"}) == accepted(frozenset("x")) == {("text", "x")}


def test_shares_of_tables_by_hand():
    """Of 4 given and 5 wanted 3 are right; with nothing on a side by the conventions."""
    some = Share(3, 4, 5)
    assert (some.precision, some.recall, some.f1) == (0.75, 0.6, 6 / 9)
    none = Share(0, 0, 0)
    assert (none.precision, none.recall, none.f1) == (1, 1, 1)
    silent, extra = Share(0, 0, 2), Share(0, 2, 0)
    assert (math.isnan(silent.precision), silent.recall, silent.f1) == (True, 0, 0)
    assert (extra.precision, extra.recall, extra.f1) == (0, 1, 0)
    for rows, success in (((2, 2, 2), 1), ((2, 3, 2), 0), ((2, 2, 3), 0), ((1, 2, 2), 0)):
        assert TableScores(none, Share(*rows), ()).success == success


def test_rows_and_cells_in_full():
    """A key that is empty in both matches; a key that differs never; other columns do not count."""
    gold = [
        {"Name": "A", "x": 1, "y": ""},
        {"Name": "", "x": 2, "y": "v"},
        {"Name": "C", "x": 3, "y": "w"},
        {"Name": "-", "x": None},
    ]
    answer = [
        {"x": None},
        {"name!": "D", "x": 3, "y": "w"},
        {"name!": "-", "x": 2, "y": "z", "more": "m"},
        {"name!": "a", "x": 1, "y": ""},
    ]
    found = score_table(answer, gold, key="NAME")
    assert found.matched == ((2, 1), (3, 0))
    assert found.items == Share(right=3, given=7, wanted=7)
    assert found.rows == Share(right=1, given=3, wanted=3)
    free = score_table(answer, gold)
    assert free.matched == ((1, 2), (2, 1), (3, 0))
    assert (free.items.right, free.rows.right) == (5, 1)
    some = score_table(answer, gold, key="name", columns=["y", "NAME", "y"])
    # Without x, A's row has one right cell, and its empty y is empty in both.
    assert (some.items, some.rows) == (Share(1, 5, 4), Share(1, 3, 3))


def test_more_right_rows_go_before_cells_that_are_empty_in_both():
    """Of ways with as many right cells the one with a whole row, whatever the order."""
    gold = [{"a": "1", "b": "2"}, {"a": "1", "b": ""}]
    answer = [{"a": "1", "b": ""}, {"a": "1", "b": "3"}]
    for one, other in itertools.product((1, -1), repeat=2):
        found = score_table(answer[::one], gold[::other])
        assert (found.items.right, found.rows.right) == (2, 1)
    assert score_table(answer, gold).matched == ((0, 1), (1, 0))


def best_sum(worth):
    """The largest sum of one cell in each row and column, tried in every order."""
    rows, columns = len(worth), len(worth[0])
    if rows > columns:
        return best_sum([*zip(*worth, strict=True)])
    return max(
        sum(worth[i][j] for i, j in enumerate(chosen))
        for chosen in itertools.permutations(range(columns), rows)
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_assignment_has_the_largest_sum(seed):
    """Of small matrices of either shape, with ties and empty rows."""
    from tamis.measures.tables import _best_pairs

    rng = random.Random(seed)
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    worth = [[rng.choice([0, 0, 1, 2, 5, 9]) for _ in range(columns)] for _ in range(rows)]
    pairs = [*_best_pairs(np.array(worth))]
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert sum(worth[i][j] for i, j in pairs) == best_sum(worth)


def bootstrapped(units, coefficient, draws=2000):
    """Percentiles over the same draws, with the coefficient itself on the units drawn."""
    rng, n, found = np.random.default_rng(0), len(units), []
    for _ in range(draws // 100):
        for often in rng.multinomial(n, np.full(n, 1 / n), 100):
            value = coefficient(
                [one for one, k in zip(units, often, strict=True) for _ in range(k)]
            )
            found += [] if math.isnan(value) else [value]
    return tuple(np.quantile(found, [0.025, 0.975]))


def test_the_interval_of_kappa_to_the_digit():
    """Over the same 2,000 draws of 9 pairs with three values."""
    pairs = [*zip("xxyyzxzyx", "xyyyzxxyz", strict=True)]
    expected = bootstrapped(pairs, lambda some: cohen_kappa(*zip(*some, strict=True)))
    assert kappa_interval(*zip(*pairs, strict=True)) == pytest.approx(expected)


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_the_interval_of_alpha_to_the_digit(level):
    """Three raters, some absent; a unit with one rating is no unit."""
    rows = ["112", "123", "22", "331", "12", "21", "2", "333", "11", "132", "2-2"]
    units = [{n: None if c == "-" else int(c) for n, c in enumerate(row)} for row in rows]
    kept = [one for one in units if sum(v is not None for v in one.values()) > 1]
    expected = bootstrapped(kept, lambda some: krippendorff_alpha(some, level))
    assert alpha_interval(units, level) == pytest.approx(expected)
    if level == "nominal":
        assert alpha_interval(units) == alpha_interval(units, level)
        texts = [{n: f"v{value}" for n, value in unit.items() if value} for unit in units]
        assert alpha_interval(texts) == pytest.approx(expected)


def test_an_interval_of_agreement_needs_eight_units(monkeypatch):
    """Seven have none; nor have so many counts that they do not fit, nor constant ratings."""
    eight, seven = ("aababbab", "abababab"), ("aababba", "abababa")
    assert all(map(math.isfinite, kappa_interval(*eight)))
    assert all(map(math.isnan, kappa_interval(*seven)))
    monkeypatch.setattr(agreement, "_MOST_COUNTS", 8 * 4)
    assert all(map(math.isfinite, kappa_interval(*eight)))
    monkeypatch.setattr(agreement, "_MOST_COUNTS", 8 * 4 - 1)
    assert all(map(math.isnan, kappa_interval(*eight)))
    monkeypatch.undo()
    assert all(map(math.isnan, kappa_interval("a" * 9, "a" * 9)))
    # With one unit that differs in a hundred, more than a third of the draws have none.
    some = kappa_interval("a" * 9 + "b", "a" * 9 + "b")
    assert some == (1, 1)


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
    assert one.reversed == Confusion(tp=5, fp=3, fn=2, tn=7)
    assert one.skew == 14 / 19 - 10 / 15
    assert one + Confusion(1, 20, 300, 4000) == Confusion(8, 22, 303, 4005)
    assert len(one) == 17


RANKED = ["d1", "d2", "d1", "d3", "d4", "d5"]
GRADES = {"d1": 2.0, "d3": 1.0, "d4": 0.0, "d9": 3.0, "d2": -1.0}


def test_a_ranking_with_grades_by_hand():
    """Relevant are d1, d3 and d9; d1 comes twice, and takes a rank the second time."""
    assert [recall_at(RANKED, GRADES, k) for k in (1, 3, 4, 9)] == [1 / 3, 1 / 3, 2 / 3, 2 / 3]
    assert [precision_at(RANKED, GRADES, k) for k in (1, 3, 4)] == [1, 1 / 3, 2 / 4]
    assert [mrecall_at(RANKED, GRADES, k) for k in (1, 2, 4)] == [1, 0, 0]
    assert mrecall_at(["d9", *RANKED], GRADES, 5) == all_found_at(["d9", *RANKED], GRADES, 5) == 1
    assert all_found_at(["d9", *RANKED], GRADES, 4) == 0
    assert all_found_at(["d9", "d1"], GRADES, 2) == 0 != mrecall_at(["d9", "d1"], GRADES, 2)
    assert (mrr(["d2", "x", *RANKED], GRADES), mrr(["x"], GRADES)) == (1 / 3, 0)
    assert average_precision(RANKED, GRADES) == pytest.approx((1 + 2 / 4) / 3)
    best = 3 + 2 / math.log2(3) + 1 / 2
    assert ndcg_at(RANKED, GRADES, 4) == pytest.approx((2 + 1 / math.log2(5)) / best)
    assert ndcg_at(RANKED, GRADES, 1) == pytest.approx(2 / 3)
    assert ndcg_at(["a", "b"], ["b", "c"], 9) == pytest.approx(
        (1 / math.log2(3)) / (1 + 1 / math.log2(3))
    )


def test_the_scores_of_a_query_in_full():
    """Each figure by its name, with other depths and another value for nothing relevant."""
    found = retrieval_scores(RANKED, GRADES, (1, 4), mrecall_k=1, ndcg_ks=(2,))
    assert found == {
        "Recall@1": 1 / 3, "Recall@4": 2 / 3, "MRecall@1": 1,
        "nDCG@2": pytest.approx(2 / (3 + 2 / math.log2(3))),
        "MAP": pytest.approx(0.5), "MRR": 1,
    }  # fmt: skip
    empty = retrieval_scores(RANKED, {"x": 0}, empty=0.5)
    assert {key: value for key, value in empty.items() if not math.isnan(value)} == {
        "Recall@20": 0.5, "Recall@40": 0.5, "Recall@100": 0.5, "MRecall@3": 0.5,
    }  # fmt: skip
    assert {*empty} - {"MAP", "MRR", "nDCG@10"} == {
        "Recall@20", "Recall@40", "Recall@100", "MRecall@3",
    }  # fmt: skip
    assert (recall_at([], [], 1), mrecall_at([], [], 1), all_found_at([], [], 1)) == (1, 1, 1)
    for measure in (recall_at, mrecall_at, all_found_at, precision_at, ndcg_at):
        with pytest.raises(ValueError, match="k is 0"):
            measure(["a"], ["a"], 0)
        assert measure(["a"], ["a"], 1) == 1


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
