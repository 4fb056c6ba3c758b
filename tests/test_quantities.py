"""Quantities of texts; what each says is worked by hand.

A line of `data/quantity_cases.jsonl` is a text and its quantities: the words, the dimension, both
ends in the base unit, and the unit, the noun and the bound as they are written.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.quantities import quantities

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/quantity_cases.jsonl")
    .read_text("utf-8")
    .splitlines()
]


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[f"{one[0]:.40}" for one in CASES])
def test_each_quantity_of_a_text_has_its_amount(text, wanted):
    """Digits, words, fractions, ranges, lengths of time, clocks and spans; what may be read in two
    ways has both ends and is not sure."""
    found = [*quantities(text)]
    assert [text[one.start : one.end] for one in found] == [one[0] for one in wanted]
    for got, (_, dimension, low, high, more) in zip(found, wanted, strict=True):
        assert got.dimension == dimension
        assert (got.low, got.high) == pytest.approx((low, high), abs=1e-4)
        known = {"unit": "", "noun": "", "hedge": "", "sure": True, "ordinal": False, **more}
        assert {name: getattr(got, name) for name in known} == known


def test_a_quantity_is_told_as_written_and_in_minutes():
    """1 h 30 min are 1.5 h; a span goes over midnight."""
    found = [next(quantities(text)) for text in ("1 h 30 min", "22:30-06:30", "40-50%", "$7.50")]
    assert [one.written for one in found] == [(1.5, 1.5), (1350, 390), (40, 50), (7.5, 7.5)]
    assert [one.minutes for one in found] == [90, 480, 50, 7.5]


@pytest.mark.parametrize("text", ["B12", "v2", "version 1.2.3a", "the tennis lesson", ""])
def test_names_are_no_quantities(text):
    """Digits that are part of a word count nothing."""
    assert [one for one in quantities(text) if one.dimension != "count" or one.noun] == []


@given(st.text(max_size=300))
def test_any_text_has_quantities_that_do_not_overlap(text):
    """In order, inside the text, with ends that are numbers."""
    at = 0
    for one in quantities(text):
        assert at <= one.start < one.end <= len(text)
        assert not math.isnan(one.low)
        assert not math.isnan(one.high)
        at = one.end
