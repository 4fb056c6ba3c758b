"""Quantities of texts in all their forms; each field of each is worked by hand."""

from __future__ import annotations

import math

import pytest

from tamis.reading.quantities import BASE, Quantity, quantities


def _shown(text: str) -> list[tuple]:
    """Each quantity as its words, dimension and ends, and what else it says of itself."""
    found = []
    for one in quantities(text):
        more = {
            name: value
            for name in ("unit", "noun", "hedge", "sure", "ordinal")
            if (value := getattr(one, name)) != getattr(Quantity(0, 0, "count", 0, 0), name)
        }
        ends = (round(one.low, 6), round(one.high, 6))
        found.append((text[one.start : one.end], one.dimension, *ends, more))
    return found


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("3 kcal", "energy", 3),
        ("3 kilojoules", "energy", 3 / 4.184),
        ("3 g", "mass", 3),
        ("3 mg", "mass", 0.003),
        ("3 kg", "mass", 3000),
        ("3 tons", "mass", 3_000_000),
        ("3 lbs", "mass", 3 * 453.59237),
        ("3 oz", "mass", 3 * 28.349523),
        ("3 ml", "volume", 3),
        ("3 cl", "volume", 30),
        ("3 litres", "volume", 3000),
        ("3 cups", "volume", 3 * 236.6),
        ("3 tbsp", "volume", 3 * 14.8),
        ("3 teaspoons", "volume", 3 * 4.93),
        ("3 mins", "time", 3),
        ("3 hrs", "time", 180),
        ("3 secs", "time", 0.05),
        ("3 m", "length", 3),
        ("3 km", "length", 3000),
        ("3k", "length", 3000),
        ("3 miles", "length", 3 * 1609.34),
        ("3 cm", "length", 0.03),
        ("3 feet", "length", 3 * 0.3048),
        ("3 percent", "share", 3),
        ("3 %", "share", 3),
        ("3 K", "length", 3000),
        ("3 L", "volume", 3000),
        ("3 G", "mass", 3),
        ("3 KG", "mass", 3000),
        ("3\u202f\u2009g", "mass", 3),
        ("3-g", "mass", 3),
    ],
)
def test_each_unit_has_its_factor(text, dimension, value):
    """The whole text is the quantity, and its unit is the unit as written."""
    (one,) = quantities(text)
    assert (one.dimension, one.start, one.end) == (dimension, 0, len(text))
    assert (one.low, one.high) == pytest.approx((value, value), rel=1e-9)
    assert one.unit == text.lstrip("3 -\u202f\u2009")
    assert one.written == pytest.approx((3, 3), rel=1e-9)


@pytest.mark.parametrize("letter", ["T", "S", "M", "H"])
def test_a_capital_that_may_be_anything_is_no_unit(letter):
    """Sizes and names: it is what is counted."""
    assert _shown(f"3 {letter}") == [("3", "count", 3, 3, {"noun": letter})]


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("1,250.5 eggs", "1,250.5", 1250.5),
        ("12,345,678 eggs", "12,345,678", 12_345_678),
        ("1'250 eggs", "1'250", 1250),
        ("1’250 eggs", "1’250", 1250),
        ("1\u202f250 eggs", "1\u202f250", 1250),
        ("1\u00a0250 eggs", "1\u00a0250", 1250),
        ("1\u2009250 eggs", "1\u2009250", 1250),
        ("2 1/4 eggs", "2 1/4", 2.25),
        ("2\u00a03⁄4 eggs", "2\u00a03⁄4", 2.75),
        ("3/4 eggs", "3/4", 0.75),
        ("1/10 eggs", "1/10", 0.1),
        ("½ eggs", "½", 0.5),
        ("2¼ eggs", "2¼", 2.25),
        ("2 ¾ eggs", "2 ¾", 2.75),
        ("⅓ eggs", "⅓", 0.333333),
        ("⅔ eggs", "⅔", 0.666667),
        ("⅛ eggs", "⅛", 0.125),
        ("1.234,5 eggs", "1.234,5", 1234.5),
        ("1.234.567,25 eggs", "1.234.567,25", 1_234_567.25),
        ("0.125 eggs", "0.125", 0.125),
        ("2,5 eggs", "2,5", 2.5),
        ("12.75 eggs", "12.75", 12.75),
        ("2k steps", "2k", 2000),
        ("123456789012345 eggs", "123456789012345", 123_456_789_012_345),
        ("Three million eggs", "Three million", 3_000_000),
        ("forty-two eggs", "forty-two", 42),
        ("hundred and ten eggs", "hundred and ten", 110),
        ("dozen eggs", "dozen", 12),
        ("three dozen eggs", "three dozen", 36),
        ("two and a half eggs", "two and a half", 2.5),
        ("half an egg", "half an", 0.5),
        ("half of a pie", "half of a", 0.5),
        ("half-eggs", "half", 0.5),
    ],
)
def test_each_form_of_a_number_has_its_value(text, written, value):
    """Separators of every kind, fractions, decimals of both kinds, words."""
    rest = text[len(written) :].strip(" -")
    assert _shown(text) == [(written, "count", value, value, {"noun": rest})]


@pytest.mark.parametrize(
    ("text", "written", "low", "high"),
    [
        ("1.900 eggs", "1.900", 1.9, 1900),
        ("5/0 eggs", "5/0", 0, math.inf),
        ("2 1/0 eggs", "2 1/0", 0, math.inf),
        ("2^10 eggs", "2^10", 0, math.inf),
        ("1234567890123456 eggs", "1234567890123456", 0, math.inf),
    ],
)
def test_a_number_that_may_be_another_has_both_ends(text, written, low, high):
    """It is not sure, and what it counts is read all the same."""
    assert _shown(text) == [(written, "count", low, high, {"noun": "eggs", "sure": False})]


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [("1st set", "1st", 1), ("2nd set", "2nd", 2), ("3rd set", "3rd", 3),
     ("the 24TH set", "24TH", 24),
     ("the third set", "third", 3), ("hundred and first set", "hundred and first", 101)],
)  # fmt: skip
def test_ordinals_count_nothing(text, written, value):
    """Neither a unit nor what follows is theirs."""
    assert _shown(text) == [(written, "count", value, value, {"ordinal": True})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x10 reps", [("10", "count", 10, 10, {"noun": "reps"})]),
        ("5 X10 reps",
         [("5", "count", 5, 5, {}), ("10", "count", 10, 10, {"noun": "reps"})]),
        ("×10 reps", [("10", "count", 10, 10, {"noun": "reps"})]),
        ("@80 kg", [("80 kg", "mass", 80_000, 80_000, {"unit": "kg"})]),
        ("no.5 eggs", [("5", "count", 5, 5, {"noun": "eggs"})]),
        ("B12 and 7 eggs", [("7", "count", 7, 7, {"noun": "eggs"})]),
        ("ax10 and 7 eggs", [("7", "count", 7, 7, {"noun": "eggs"})]),
        ("row_5 and 7 eggs", [("7", "count", 7, 7, {"noun": "eggs"})]),
        ("B1a2_3 and 7 eggs", [("7", "count", 7, 7, {"noun": "eggs"})]),
        ("5+3 eggs", [("5", "count", 5, 5, {}), ("3", "count", 3, 3, {"noun": "eggs"})]),
        ("Once, twice, THRICE", [
            ("Once", "count", 1, 1, {"noun": "times"}), ("twice", "count", 2, 2, {"noun": "times"}),
            ("THRICE", "count", 3, 3, {"noun": "times"}),
        ]),
        ("$12, €5.50, £3 and ¥900", [
            ("12", "money", 12, 12, {"unit": "$"}), ("5.50", "money", 5.5, 5.5, {"unit": "€"}),
            ("3", "money", 3, 3, {"unit": "£"}), ("900", "money", 900, 900, {"unit": "¥"}),
        ]),
    ],
)  # fmt: skip
def test_digits_beside_signs(text, expected):
    """Part of a name, a product, an amount of money, or a number alone."""
    assert _shown(text) == expected


@pytest.mark.parametrize(
    "word",
    ["of", "for", "and", "or", "to", "a", "an", "the", "in", "on", "at", "per", "each", "every",
     "with", "more", "less", "than", "from", "until", "till", "by", "is", "are", "was", "were",
     "as", "but", "if", "then", "that", "this", "these", "those", "it", "its", "be", "x"],
)  # fmt: skip
def test_small_words_are_nothing_that_is_counted(word):
    """Neither at the beginning of a noun nor in it."""
    assert [one.noun for one in quantities(f"7 {word} eggs")] == [""]
    assert [one.noun for one in quantities(f"7 {word.upper()} eggs")] == [""]
    assert [one.noun for one in quantities(f"7 eggs {word} pan")] == ["eggs"]


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("7 times a week", "times"),
        ("7 second-hand books", "second-hand books"),
        ("7 eggs times two", "eggs"),
        ("7-day plan", "day plan"),
        ("7 long-grain-rice bowls today only", "long-grain-rice bowls today"),
        ("7\neggs", ""),
        ("7, eggs", ""),
    ],
)
def test_what_is_counted_has_up_to_three_words(text, noun):
    """Each may have hyphens."""
    assert next(quantities(text)).noun == noun


def _span(written: str, low: float, high: float, sure: bool = True) -> list[tuple]:
    return [(written, "span", low, high, {"unit": "clock"} | ({} if sure else {"sure": False}))]


def _clock(written: str, value: float, sure: bool = True) -> list[tuple]:
    more = {"unit": "clock"} | ({} if sure else {"sure": False})
    return [(written, "clock", value, value, more)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7.30 pm", _clock("7.30 pm", 1170)),
        ("7:30:15 am", _clock("7:30:15 am", 450)),
        ("7 P.M.", _clock("7 P.M.", 1140)),
        ("12 pm", _clock("12 pm", 720)),
        ("12:30 am", _clock("12:30 am", 30)),
        ("1 am", _clock("1 am", 60)),
        ("13 pm", _clock("13 pm", 780)),
        ("8:15", _clock("8:15", 495, sure=False)),
        ("12:15", _clock("12:15", 735, sure=False)),
        ("13:00", _clock("13:00", 780)),
        ("08:15", _clock("08:15", 495)),
        ("0:15", _clock("0:15", 15)),
        ("19:05:59", _clock("19:05:59", 1145)),
        ("6h30", _clock("6h30", 390, sure=False)),
        ("09h30", _clock("09h30", 570)),
        ("18h45", _clock("18h45", 1125)),
        ("23h05", _clock("23h05", 1385)),
        ("8 o'clock", _clock("8 o'clock", 480, sure=False)),
        ("8 o’clock", _clock("8 o’clock", 480, sure=False)),
        ("1500 hours", _clock("1500 hours", 900)),
        ("0530 hrs", _clock("0530 hrs", 330)),
        ("2359h", _clock("2359h", 1439)),
        ("midday", _clock("midday", 720)),
        ("Midnight", _clock("Midnight", 0)),
        ("12 noon", _clock("12 noon", 720)),
        ("12 midnight", _clock("12 midnight", 0)),
        ("0530-0630 hrs", _span("0530-0630 hrs", 330, 390)),
        ("1500 hours of work", [("1500 hours", "time", 90_000, 90_000, {"unit": "hours"})]),
        ("5h30", [("5h30", "time", 330, 330, {"unit": "h"})]),
    ],
)
def test_times_of_the_clock(text, expected):
    """Twelve and twenty-four hours, in every way of writing; what may be in the evening too."""
    assert _shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8:30 to 9", _span("8:30 to 9", 510, 540, sure=False)),
        ("9 to 17:00", _span("9 to 17:00", 540, 1020, sure=False)),
        ("14 to 15:30", _span("14 to 15:30", 840, 930)),
        ("9 am to 15", _span("9 am to 15", 540, 900)),
        ("9 am to 5", _span("9 am to 5", 540, 300, sure=False)),
        ("9 am to 12", _span("9 am to 12", 540, 720, sure=False)),
        ("9 am to 24", _span("9 am to 24", 540, 1440)),
        ("12–1 pm", _span("12–1 pm", 720, 780)),
        ("12-1 am", _span("12-1 am", 0, 60)),
        ("10:30–12 pm", _span("10:30–12 pm", 630, 720)),
        ("between 9 and 11 am", _span("9 and 11 am", 540, 660)),
        ("9:00-9:30 P.M.", _span("9:00-9:30 P.M.", 1260, 1290)),
        ("7 am until 8 am", _span("7 am until 8 am", 420, 480)),
        ("7 am till 8 am", _span("7 am till 8 am", 420, 480)),
        ("7 am through 8 am", _span("7 am through 8 am", 420, 480)),
        ("7 am — 8 am", _span("7 am — 8 am", 420, 480)),
        ("7 am − 8 am", _span("7 am − 8 am", 420, 480)),
        ("7 am~8 am", _span("7 am~8 am", 420, 480)),
        ("9 am to 25", [*_clock("9 am", 540), ("25", "count", 25, 25, {})]),
        ("9 am to 5.5", [*_clock("9 am", 540), ("5.5", "count", 5.5, 5.5, {})]),
        ("9 am to 5 eggs", [*_clock("9 am", 540), ("5", "count", 5, 5, {"noun": "eggs"})]),
        ("9 am to 30 g", [*_clock("9 am", 540), ("30 g", "mass", 30, 30, {"unit": "g"})]),
        ("30 to 9 am", [("30", "count", 30, 30, {}), *_clock("9 am", 540)]),
        ("1.5 to 9 am", [("1.5", "count", 1.5, 1.5, {}), *_clock("9 am", 540)]),
        ("9 am and 5 pm", [*_clock("9 am", 540), *_clock("5 pm", 1020)]),
    ],
)
def test_spans_of_the_clock(text, expected):
    """One number alone is an hour, in the half of the day that makes sense."""
    assert _shown(text) == expected


def _one(written, dimension, low, high=None, **more) -> tuple:
    return (written, dimension, low, low if high is None else high, more)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10–12 reps", [_one("10–12", "count", 10, 12, noun="reps")]),
        ("100 g to 150 g", [_one("100 g to 150 g", "mass", 100, 150, unit="g")]),
        ("100 to 150 kg", [_one("100 to 150 kg", "mass", 100_000, 150_000, unit="kg")]),
        ("30%–40%", [_one("30%–40%", "share", 30, 40, unit="%")]),
        ("5 through 7 eggs", [_one("5 through 7", "count", 5, 7, noun="eggs")]),
        ("7 to 7 eggs", [_one("7 to 7", "count", 7, 7, noun="eggs")]),
        ("between about 100 and 150 g",
         [_one("100 and 150 g", "mass", 100, 150, unit="g", hedge="about")]),
        ("between 3 & 4 eggs", [_one("3 & 4", "count", 3, 4, noun="eggs")]),
        ("two to three hundred reps",
         [_one("two to three hundred", "count", 200, 300, noun="reps")]),
        ("nine hundred to one thousand reps",
         [_one("nine hundred to one thousand", "count", 900, 1000, noun="reps")]),
        ("two to three thousand kg",
         [_one("two to three thousand kg", "mass", 2_000_000, 3_000_000, unit="kg")]),
        ("100 g to 150", [_one("100 g", "mass", 100, unit="g"), _one("150", "count", 150)]),
        ("100 g to 150 ml",
         [_one("100 g", "mass", 100, unit="g"), _one("150 ml", "volume", 150, unit="ml")]),
        ("12–10 reps", [_one("12", "count", 12), _one("10", "count", 10, noun="reps")]),
        ("3 eggs or 4 cakes",
         [_one("3", "count", 3, noun="eggs"), _one("4", "count", 4, noun="cakes")]),
        ("100 and 150 g", [_one("100", "count", 100), _one("150 g", "mass", 150, unit="g")]),
        ("1st to 3rd",
         [_one("1st", "count", 1, ordinal=True), _one("3rd", "count", 3, ordinal=True)]),
        ("1 to 3rd", [_one("1", "count", 1), _one("3rd", "count", 3, ordinal=True)]),
        ("3 to once", [_one("3", "count", 3), _one("once", "count", 1, noun="times")]),
        ("30 to an hour", [_one("30", "count", 30), _one("an hour", "time", 60, unit="hour")]),
        ("1.900 to 2.100 g", [_one("1.900 to 2.100 g", "mass", 1.9, 2100, unit="g", sure=False)]),
        ("3 to 2.100 g", [_one("3 to 2.100 g", "mass", 3, 2100, unit="g", sure=False)]),
    ],
)  # fmt: skip
def test_ranges(text, expected):
    """Two ends with one unit or the same, the lower one first; else they are two quantities."""
    assert _shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 hour, 30 minutes", [_one("1 hour, 30 minutes", "time", 90, unit="hour")]),
        ("2 hours and 15 minutes", [_one("2 hours and 15 minutes", "time", 135, unit="hours")]),
        ("2h 5m", [_one("2h 5m", "time", 125, unit="h")]),
        ("2 hrs 5 m", [_one("2 hrs 5 m", "time", 125, unit="hrs")]),
        ("2 min 30 s", [_one("2 min 30 s", "time", 2.5, unit="min")]),
        ("two hours thirty minutes", [_one("two hours thirty minutes", "time", 150, unit="hours")]),
        ("an hour and a quarter", [_one("an hour and a quarter", "time", 75, unit="hour")]),
        ("a minute and a half", [_one("a minute and a half", "time", 1.5, unit="minute")]),
        ("1h59", [_one("1h59", "time", 119, unit="h")]),
        ("1h60", [_one("1h", "time", 60, unit="h")]),
        ("1 h 30", [_one("1 h", "time", 60, unit="h"), _one("30", "count", 30)]),
        ("30 s 2 min", [_one("30 s", "time", 0.5, unit="s"), _one("2 min", "time", 2, unit="min")]),
        ("1 hour 3 hours",
         [_one("1 hour", "time", 60, unit="hour"), _one("3 hours", "time", 180, unit="hours")]),
        ("1 hour 200 g",
         [_one("1 hour", "time", 60, unit="hour"), _one("200 g", "mass", 200, unit="g")]),
        ("2 minutes 5 m",
         [_one("2 minutes", "time", 2, unit="minutes"), _one("5 m", "length", 5, unit="m")]),
        ("2 hours 7:30 am",
         [_one("2 hours", "time", 120, unit="hours"), *_clock("7:30 am", 450)]),
        ("2 hours noon", [_one("2 hours", "time", 120, unit="hours"), *_clock("noon", 720)]),
        ("half an hour", [_one("half an hour", "time", 30, unit="hour")]),
        ("half-hour", [_one("half-hour", "time", 30, unit="hour")]),
    ],
)  # fmt: skip
def test_lengths_of_time_with_a_smaller_part(text, expected):
    """The smaller part is added; what is no smaller length of time is a quantity of its own."""
    assert _shown(text) == expected


HEDGES = {
    "at least": "at least|no less than|no fewer than|not less than|min|min.|minimum|minimum of|"
    "min of|≥|>=|⩾",
    "at most": "at most|up to|no more than|not more than|not exceeding|max|max.|maximum|"
    "maximum of|≤|<=|⩽|within",
    "more than": "more than|over|above|greater than|exceed|exceeds|exceeding|>",
    "less than": "less than|under|below|fewer than|<",
    "about": "about|around|approx|approx.|approximately|roughly|some|circa|ca.|nearly|almost|~|≈|±",
}
AFTER = {
    "at least": "+|or more|or above|or over|or longer|at least|minimum",
    "at most": "or less|or fewer|or under|or below|or shorter|or lower|at most|max|maximum",
}


@pytest.mark.parametrize(
    ("hedge", "words"), [(key, one) for key, all in HEDGES.items() for one in all.split("|")]
)
def test_each_word_before_a_quantity(hedge, words):
    """Before a number, an amount of money and an article; in capitals too."""
    for text in (f"{words} 7 g", f"{words.upper()} 7 g", f"{words} $7", f"{words} the 7 g"):
        assert [one.hedge for one in quantities(text)] == [hedge], text
    (one,) = quantities(f"{words} an hour")
    assert (one.hedge, one.low) == (hedge, 60)


@pytest.mark.parametrize(
    ("hedge", "words"), [(key, one) for key, all in AFTER.items() for one in all.split("|")]
)
def test_each_word_after_a_quantity(hedge, words):
    """With and without a space before it."""
    assert [one.hedge for one in quantities(f"7 g {words}")] == [hedge]
    assert [one.hedge for one in quantities(f"7% {words.upper()}")] == [hedge]


@pytest.mark.parametrize("text", ["cover 7 g", "at least, 7 g", "7 g moreover", "overall 7 g"])
def test_other_words_are_no_bound(text):
    """Parts of longer words, and what is parted from the number."""
    assert [one.hedge for one in quantities(text)] == [""]


@pytest.mark.parametrize(
    ("text", "written", "minutes"),
    [
        ("22:30-06:30", (1350, 390), 480),
        ("9 AM - 5 PM", (540, 1020), 480),
        ("90 s", (90, 90), 1.5),
        ("$7.50", (7.5, 7.5), 7.5),
        ("40-50%", (40, 50), 50),
        ("3 eggs", (3, 3), 3),
    ],
)
def test_a_quantity_as_written_and_in_minutes(text, written, minutes):
    """A span goes over midnight; amounts without a factor stay as they are."""
    (one,) = quantities(text)
    assert (one.written, one.minutes) == (pytest.approx(written), pytest.approx(minutes))


def test_the_base_units():
    """Each dimension has one."""
    assert BASE == {
        "energy": "kcal", "mass": "g", "volume": "ml", "time": "min", "clock": "clock",
        "span": "clock", "length": "m", "share": "%", "money": "", "count": "",
    }  # fmt: skip
