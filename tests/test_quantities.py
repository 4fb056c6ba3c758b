"""Quantities of texts; what each says is worked by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.reading.quantities import quantities

LB = 453.59237
"""Grams in an international pound (1959)."""


def _all(text: str) -> list[tuple[str, float, float]]:
    return [(one.dimension, one.low, one.high) for one in quantities(text)]


@pytest.mark.parametrize(
    ("text", "dimension", "low", "high"),
    [
        ("1,250 kcal", "energy", 1250, 1250),
        ("2k calories", "energy", 2000, 2000),
        ("4,184 kJ", "energy", 1000, 1000),
        ("380–420 kcal", "energy", 380, 420),
        ("between 100 and 150 g", "mass", 100, 150),
        ("135 lb", "mass", 135 * LB, 135 * LB),
        ("2.5 tonnes", "mass", 2_500_000, 2_500_000),
        ("1 1/2 cups", "volume", 354.9, 354.9),
        ("twenty-five eggs", "count", 25, 25),
        ("two dozen eggs", "count", 24, 24),
        ("three or four meals", "count", 3, 4),
        ("two to three thousand kg", "mass", 2_000_000, 3_000_000),
        ("twice", "count", 2, 2),
        ("20%", "share", 20, 20),
        ("$1,200.50", "money", 1200.5, 1200.5),
        ("1.900,50 kcal", "energy", 1900.5, 1900.5),
        ("45 min", "time", 45, 45),
        ("1 hour and 30 minutes", "time", 90, 90),
        ("1h30", "time", 90, 90),
        ("1½ hours", "time", 90, 90),
        ("an hour and a half", "time", 90, 90),
        ("half an hour", "time", 30, 30),
        ("two and a half hours", "time", 150, 150),
        ("a 20-minute walk", "time", 20, 20),
        ("2 min 30 sec", "time", 2.5, 2.5),
        ("7:30 AM", "clock", 450, 450),
        ("7 p.m.", "clock", 1140, 1140),
        ("19:05", "clock", 1145, 1145),
        ("12:00 AM", "clock", 0, 0),
        ("noon", "clock", 720, 720),
        ("9 AM - 5 PM", "span", 540, 1020),
        ("9–11 am", "span", 540, 660),
        ("11 - 1 pm", "span", 660, 780),
        ("7:15 - 7:45 pm", "span", 1155, 1185),
        ("22:30-06:30", "span", 1350, 390),
        ("9 AM until noon", "span", 540, 720),
    ],
)
def test_a_quantity_is_read_in_its_base_unit(text, dimension, low, high):
    """Digits, words, fractions, ranges, compound lengths, clocks and spans."""
    ((got, first, last),) = _all(text)
    assert got == dimension
    assert (first, last) == pytest.approx((low, high))


@pytest.mark.parametrize("text", ["B12", "v2", "version 1.2.3a", "the tennis lesson", ""])
def test_names_are_no_quantities(text):
    """Digits that are part of a word count nothing."""
    assert [one for one in quantities(text) if one.dimension != "count" or one.noun] == []


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("1.900 kcal", 1.9, 1900), ("1/0 calories", 0, math.inf), ("10^400 kcal", 0, math.inf)],
)
def test_what_can_be_read_in_two_ways_is_not_sure(text, low, high):
    """A point may part thousands; nothing is divided by zero; no food has that many."""
    (one,) = quantities(text)
    assert (one.sure, one.low, one.high) == (False, pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("at least 90 g", "at least"),
        ("90+ g", "at least"),
        ("up to 20 minutes", "at most"),
        ("20 minutes at most", "at most"),
        ("about 500 kcal", "about"),
        ("more than 3 sets", "more than"),
        ("under 70 g", "less than"),
        ("90 g", ""),
    ],
)
def test_words_beside_a_quantity_make_it_a_bound(text, hedge):
    """Before it or after it."""
    (one,) = quantities(text)
    assert one.hedge == hedge


def test_what_a_number_counts_is_the_noun_after_it():
    """Up to three words, none of them a preposition."""
    assert [one.noun for one in quantities("3 sets of 12 reps, 2 boiled eggs and 5 x 6")] == [
        "sets", "reps", "boiled eggs", "", "",
    ]  # fmt: skip


def test_a_length_is_as_written_in_its_unit():
    """1 h 30 min are 1.5 h."""
    (one,) = quantities("1 h 30 min")
    assert one.written == (1.5, 1.5)


@given(st.text(max_size=300))
def test_any_text_has_quantities_that_do_not_overlap(text):
    """In order, inside the text, with ends that are numbers."""
    at = 0
    for one in quantities(text):
        assert at <= one.start < one.end <= len(text)
        assert not math.isnan(one.low)
        assert not math.isnan(one.high)
        at = one.end
