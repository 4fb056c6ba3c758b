"""Figures of lines, cells and exercises, one by one; every value is worked by hand."""

from __future__ import annotations

import pytest

from tamis.checking.program.lifts import of_text


@pytest.mark.parametrize(
    ("text", "tonnage"),
    [
        ("4 sets: 12 reps, 20 kg", (960, 960)),
        ("4 rounds: 12, 20 kg", (960, 960)),
        ("3 sets: 12, 10, 8 reps @ 50 kg", (1500, 1500)),
        ("Lunge 3 x 10 / arm @ 12 kg", (360, 720)),
    ],
)
def test_sets_with_a_colon_are_followed_by_repetitions(text, tonnage):
    """They were once sets again: 16 of them."""
    assert of_text(text).tonnage == tonnage
