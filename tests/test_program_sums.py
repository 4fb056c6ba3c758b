"""What one line comes to, figure by figure; each by hand."""

from __future__ import annotations

from math import inf

import pytest

from tamis.checking.program.outline import outline
from tamis.checking.program.sums import Adder

ENERGY = [
    ("2 x 150 kcal bars", 300, [("150 kcal", "entry", "2 times")]),
    ("150 kcal x 3", 450, [("150 kcal", "entry", "3 times")]),
    ("150 kcal x 3 g", 150, ["150 kcal"]),
    ("150 kcal (x 3)", 150, ["150 kcal"]),
    ("3 eggs, 70 kcal each", 210, [("70 kcal", "entry", "for each")]),
    ("3 eggs, 70 kcal apiece", 210, [("70 kcal", "entry", "for each")]),
    ("3 eggs, 70 kcal a piece", 210, [("70 kcal", "entry", "for each")]),
    ("3 eggs, 70 kcal per egg", 210, [("70 kcal", "entry", "for each")]),
    ("3 eggs at 70 kcal/egg", 210, [("70 kcal", "entry", "for each")]),
    ("3 slices at 70 kcal/slice", 210, [("70 kcal", "entry", "for each")]),
    ("3 bars, 70 kcal / serving", 210, [("70 kcal", "entry", "for each")]),
    ("70 kcal each, 3 eggs", 210, [("70 kcal", "entry", "for each")]),
    ("70 kcal per egg", (70, 1400), [("70 kcal", "open", "for each of an unknown number")]),
    ("3 rolls, 70 kcal a portion", 210, [("70 kcal", "entry", "for each")]),
    ("3 rolls, 70 kcal a slice", 210, [("70 kcal", "entry", "for each")]),
    ("3 rolls, 70 kcal a day", 70, ["70 kcal"]),
    ("3 rolls, 70 kcal per day", 70, ["70 kcal"]),
    ("3 rolls, 70 kcal per meal", 70, ["70 kcal"]),
    ("60 rolls, 70 kcal each", (70, 1400), [("70 kcal", "open", "for each of an unknown number")]),
    (
        "2 eggs, 1 roll, 70 kcal each",
        (70, 1400),
        [("70 kcal", "open", "for each of an unknown number")],
    ),
    ("Rice 150 g, 120 kcal per 100 g", 180, [("120 kcal", "entry", "for each 100 g")]),
    ("Rice 150 g (120 kcal/100 g)", 180, [("120 kcal", "entry", "for each 100 g")]),
    ("Milk 250 ml, 60 kcal per 100 ml", 150, [("60 kcal", "entry", "for each 100 g")]),
    (
        "Rice, 120 kcal per 100 g",
        (0, inf),
        [("120 kcal", "open", "for each 100 g, of an unknown weight")],
    ),
    (
        "Rice, 120 kcal per hundred g",
        (0, inf),
        [("120 kcal", "open", "for each 100 g, of an unknown weight")],
    ),
    ("Soup (target: 500 kcal) 300 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal of your 500 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal vs. 500 kcal goal", 300, ["300 kcal"]),
    ("Soup 300 kcal (500 kcal allowed)", 300, ["300 kcal"]),
    ("Soup 300 kcal, 200 kcal left", 300, ["300 kcal"]),
    ("Soup 300 kcal, 200 kcal remaining", 300, ["300 kcal"]),
    ("Soup 300 kcal, 900 kcal limit", 300, ["300 kcal"]),
    ("Soup 300 kcal, 900 kcal allowance", 300, ["300 kcal"]),
    ("Soup 300 kcal, limit of 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, budget 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal out of 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, stay under 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, staying within 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, requirement is 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, max allowed 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, aiming for about 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal, goal 900 kcal", 300, ["300 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, total 500 kcal", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, 500 kcal in total", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, 500 kcal altogether", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, 500 kcal in all", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, 500 kcal overall", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, 500 kcal so far", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal → 500 kcal", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal, sum 500 kcal", 500, ["300 kcal", "200 kcal"]),
    (
        "Soup 300 kcal and bread 200 kcal add up to 500 kcal",
        500,
        ["300 kcal", "200 kcal"],
        "",
        "500 kcal is said where the entries make 500",
    ),
    ("Soup 300 kcal and bread 200 kcal bringing you to 500 kcal", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal and bread 200 kcal for a total of 500 kcal", 500, ["300 kcal", "200 kcal"]),
    (
        "Soup 300 kcal or bread 200 kcal",
        (200, 300),
        [("300 kcal", "alternative"), ("200 kcal", "alternative")],
    ),
    (
        "Soup 300 kcal or bread 200 kcal or rice 400 kcal",
        (200, 900),
        [("300 kcal", "alternative"), ("200 kcal", "alternative"), ("400 kcal", "alternative")],
        "which of the figures of it are alternatives",
    ),
    (
        "Soup 300 kcal, bread 200 kcal, 500 kcal",
        (500, 1000),
        ["300 kcal", "200 kcal", "500 kcal"],
        "whether 500 kcal is a total of it",
    ),
    ("Soup 500 kcal (peas 300 kcal, cream 200 kcal)", 500, ["500 kcal", "300 kcal", "200 kcal"]),
    (
        "Soup 500 kcal (peas 300 kcal, cream 100 kcal)",
        (400, 900),
        ["500 kcal", "300 kcal", "100 kcal"],
        "whether the figures in brackets of it are parts of the other",
    ),
    (
        "Soup 500 kcal (peas 300 kcal)",
        (300, 800),
        ["500 kcal", "300 kcal"],
        "whether the figures in brackets of it are parts of the other",
    ),
    ("Soup 500 kcal, bread (200 kcal)", 700, ["500 kcal", "200 kcal"]),
    ("Soup; bread 200 kcal", (200, inf), ["200 kcal"], "'Soup' has no figure"),
    ("Soup 300 kcal; bread", (300, inf), ["300 kcal"], "'bread' has no figure"),
    (
        "Soup 300 kcal, bread 200 kcal, nuts",
        (500, inf),
        ["300 kcal", "200 kcal"],
        "'nuts' has no figure",
    ),
    ("Soup 300 kcal, bread 200 kcal, black coffee", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal, bread 200 kcal, served hot", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal, bread 200 kcal, with salt", 500, ["300 kcal", "200 kcal"]),
    ("Soup 300 kcal, nuts", 300, ["300 kcal"]),
    ("Soup; water 0 kcal", (0, inf), ["0 kcal"], "'Soup' has no figure"),
    ("Soup total = 300 kcal", 300, [("300 kcal", "entry", "it is named as a total")]),
    ("About 300-350 kcal of soup", (300, 350), ["300-350 kcal"]),
    ("Up to 300 kcal soup", (0, 300), ["300 kcal"]),
    ("Soup 300+ kcal", (300, inf), ["300+ kcal"]),
]
TIME = [
    ("Plank 3 sets of 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 x 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 × 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 * 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 rounds of 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 intervals of 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 reps of 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 3 times of 30 seconds", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 30 seconds x 3", 1.5, [("30 seconds", "entry", "3 times")]),
    ("Plank 30 seconds x 3 g", 0.5, ["30 seconds"]),
    ("Plank 3 x 30 seconds each side", (1.5, inf), [("30 seconds", "open", "3 times")]),
    ("Plank 3 x 30 seconds per leg", (1.5, inf), [("30 seconds", "open", "3 times")]),
    ("Plank 40 seconds each", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    (
        "Plank 40 seconds every minute",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds per side",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds between sets",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds, 3 rounds",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds (3 sets)",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    ("Plank 40 seconds 3 times", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    (
        "Plank 40 seconds 4 intervals",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds, alternate legs",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    (
        "Plank 40 seconds then repeat",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    ("Each plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("Every plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("Per leg 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("Between legs 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    (
        "4 rounds: plank 40 seconds",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    ("4 sets, plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    (
        "4 intervals, plank 40 seconds",
        (0, inf),
        [("40 seconds", "open", "it may count more than once")],
    ),
    ("4 times plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("4 x plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("Repeat plank 40 seconds", (0, inf), [("40 seconds", "open", "it may count more than once")]),
    ("Plank for 40 seconds. Each day", 0.6667, ["40 seconds"]),
    ("Run 5 min, walk 3 min", 8, ["5 min", "3 min"]),
    ("Run 5 min and walk 3 min", 8, ["5 min", "3 min"]),
    ("Run 5 min then walk 3 min", 8, ["5 min", "3 min"]),
    ("Run 5 min plus walk 3 min", 8, ["5 min", "3 min"]),
    ("Run 5 min; walk 3 min", 8, ["5 min", "3 min"]),
    (
        "Run 25 min (hard 3 min)",
        (3, 28),
        ["25 min", "3 min"],
        "whether the figures in brackets of it are parts of the other",
    ),
    (
        "Run 25 min hard 3 min",
        (25, 28),
        ["25 min", "3 min"],
        "whether the times of it are parts of one another",
    ),
    ("Run 5-10 min", (5, 10), ["5-10 min"]),
    ("Run 5 min or walk 8 min", (5, 8), [("5 min", "alternative"), ("8 min", "alternative")]),
]
"""A line, what it comes to, its figures with role and reason if they are not plain entries, what
it hangs on, and what it says that differs."""


def _figures(line, subject):
    """The figures of an item of a day, in the form of the tables."""
    root = outline(f"Day 1\n- {line}")
    made = Adder(root, subject).part(root.children[0])
    low, high = (round(one, 4) for one in made.value)
    figures = [(one.text, one.role, one.why) for one in made.entries]
    shown = [one if one[2] else one[:2] if one[1] != "entry" else one[0] for one in figures]
    doubts = [one.replace(repr(line), "it") for one in made.open]
    assert made.missing == []
    return (low if low == high else (low, high), shown, *(doubts or [""]), *(made.told or [""]))


@pytest.mark.parametrize(
    ("subject", "case"),
    [("energy", one) for one in ENERGY] + [("time", one) for one in TIME],
    ids=lambda one: one if isinstance(one, str) else one[0],
)
def test_a_line_comes_to_its_figures(subject, case):
    """Totals and goals do not count, what is for each counts as often as it comes."""
    line, value, figures, doubt, told = (*case, "", "")[:5]
    assert _figures(line, subject) == (value, figures, doubt, told)


def test_columns_that_measure_the_same_are_open():
    """One of them may be what the others come to."""
    head = "| Food | Calories | kcal per serving |\n|---|---|---|\n"
    root = outline(f"Day 1\n\n{head}| Soup | 300 | 150 |\n| Rice | 200 | 200 |")
    made = Adder(root, "energy").part(root.children[0])
    assert made.value == (150 + 200, 300 + 150 + 200 + 200)
    assert made.open == [f"which of the columns of '{one}' count" for one in ("Soup", "Rice")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Soup 300 kcal, bread 200 kcal, nuts", "nuts"),
        ("Soup 300 kcal, bread 200 kcal, very dark rye roll", "very dark rye roll"),
        ("Soup 300 kcal, bread 200 kcal, a very dark rye roll", ""),
        *(
            (f"Soup 300 kcal, bread 200 kcal, {one} nut", "")
            for one in (
                "with", "served", "and", "plus", "for", "topped", "in", "on", "no", "without",
                "optional", "total", "or", "about", "approx", "unlimited", "to taste", "seasoned",
                "drizzled", "sliced", "cooked", "grilled", "plain", "unsweetened", "raw", "large",
                "small", "medium", "fresh", "water", "the", "your", "as", "at", "each", "per",
            )
        ),
        *(
            (f"Soup 300 kcal; {one}", "")
            for one in (
                "water", "black coffee", "herbal tea", "green tea", "unsweetened tea", "espresso",
                "sparkling water", "black tea", "Calories", "energy of it", "Kcal", "protein",
                "fat",
                "carbs", "fiber", "fibre", "sugars", "sodium", "macros", "nutrition", "ingredients",
                "serves all", "serving", "portions", "prep fast", "method", "directions", "how to",
                "time", "when", "where", "duration", "intensity", "rest", "notes", "tip", "volume",
                "estimated", "tonnage", "weekly", "overall", "optional", "per serving", "amount",
                "rpe", "rating", "level", "form", "cue",
            )
        ),
        ("Soup 300 kcal; nuts", "nuts"),
        ("300 kcal of soup; bread", "bread"),
        ("Soup 300 kcal; 5 g nuts", ""),
        ("Soup 300 kcal (hot; good)", ""),
    ],
)  # fmt: skip
def test_a_food_without_a_figure_is_told(line, words):
    """But not what has none, or says how the food before it is."""
    root = outline(f"Day 1\n- {line}")
    made = Adder(root, "energy").part(root.children[0])
    assert made.open == ([f"{words!r} has no figure"] if words else [])
    assert (made.value.high == inf) is bool(words)
