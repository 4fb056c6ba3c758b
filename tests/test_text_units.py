"""Units by their words and letters, and the words that make a number a bound."""

from __future__ import annotations

import re

import pytest

from tamis.text import hedges
from tamis.text.units import CODES, CURRENCIES, SIGNS, UNITS, pattern, units


def test_every_unit_is_known_by_each_of_its_forms():
    """In small letters, in capitals where it is more than a letter, and in a pattern."""
    one = re.compile(rf"1 ?({pattern(())})")
    for form, unit in UNITS.items():
        assert unit in units(form)
        assert len(form) == 1 or unit in units(form.upper())
        assert one.fullmatch(f"1 {form}"), form
    for name in (*CURRENCIES, *CODES, *SIGNS):
        assert [unit.dimension for unit in units(name)][-1:] == ["money"]


@pytest.mark.parametrize(
    ("one", "other", "times"),
    [
        ("kg", "g", 1000), ("kilograms", "kg", 1), ("square kilometres", "ha", 100),
        ("sq. km", "km²", 1), ("sq mi", "square-miles", 1), ("cubic metres", "litres", 1000),
        ("weeks", "days", 7), ("years", "months", 12), ("hours", "s", 3600), ("GW", "MW", 1000),
        ("kWh", "kJ", 3600), ("m/s", "km/h", 3.6), ("per  cent", "%", 1), ("L", "ml", 1000),
    ],
)  # fmt: skip
def test_units_of_one_dimension_have_their_factors(one, other, times):
    """What one of the first is in the second; worked by hand."""
    [first], [second] = units(one), units(other)
    assert first.dimension == second.dimension
    assert first.factor / second.factor == pytest.approx(times)


def test_a_form_may_be_two_units_or_none():
    """Pounds are a weight or money; a letter has its case; what is no unit has none."""
    assert {unit.dimension for unit in units("pounds")} == {"mass", "money"}
    assert [unit.dimension for unit in units("C")] == ["celsius"]
    assert [unit.currency for unit in units("US dollars")] == ["USD"]
    assert units("M") == units("people") == units("") == units("c") == ()


@pytest.mark.parametrize(
    "text", ["1990s", "10 t-shirts", "1998 W. Smith", "5 F-16 jets", "7 L'Orient", "3 kgx"]
)
def test_letters_of_names_and_decades_are_no_units(text):
    """A letter that a word or a name goes on behind is a part of that."""
    assert not re.match(rf"\d+[ -]?(?:{pattern(())})", text)


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("at least {}", "at least"), ("{}+", "at least"), ("{} or more", "at least"),
        ("no more than {}", "at most"), ("{} at most", "at most"), ("≤{}", "at most"),
        ("over {}", "more than"), ("fewer than {}", "less than"), ("ca. {}", "about"),
        ("handover {}", ""), ("{}", ""), ("the {}", ""),
    ],
)  # fmt: skip
def test_words_around_a_number_make_it_a_bound(text, hedge):
    """Before or behind it, and not where they end a longer word."""
    at = text.index("{}")
    assert hedges.around(text.replace("{}", "50"), at, at + 2) == hedge


def test_a_bound_may_begin_a_text():
    """A word with a blank behind it, or a sign."""
    assert hedges.first("about 5") == ("about", "5")
    assert hedges.first(">=5") == ("at least", "5")
    assert hedges.first("c. 5") == ("about", "5")
    assert hedges.first("over-5") == ("", "over-5")
    assert hedges.first("Aboutness 5") == ("", "Aboutness 5")
