"""Figures of lines, cells and exercises, one by one; every value is worked by hand."""

from __future__ import annotations

from math import inf

import pytest

from tamis.checking.program.interval import UNKNOWN, ZERO, Interval, added, hull
from tamis.checking.program.lifts import lift, of_text
from tamis.checking.program.mentions import measured
from tamis.checking.program.outline import outline
from tamis.checking.program.requirement import Bound

LB = 0.45359237
"""Kilograms in an international pound (1959)."""


def _shown(value):
    """A number, or the ends of an interval; None for none."""
    if value is None:
        return None
    low, high = round(value.low, 4), round(value.high, 4)
    return low if low == high else (low, high)


LIFTS = {
    # Text: sets, repetitions, weight, and what they lift.
    "Squat: 3 sets of 10 reps @ 50 kg": (3, 10, 50, 1500),
    "Squat 3 sets x 10 reps at 50 kg": (3, 10, 50, 1500),
    "3x10 @ 50 kg": (3, 10, 50, 1500),
    "3 × 10 × 50 kg": (3, 10, 50, 1500),
    "3*10*50 kg": (3, 10, 50, 1500),
    "4 sets, 12 reps, 20 kg": (4, 12, 20, 960),
    "4 sets: 12 reps, 20 kg": (4, 12, 20, 960),
    "4 sets @ 12 reps, 20 kg": (4, 12, 20, 960),
    "4 rounds of 12 reps, 20 kg": (4, 12, 20, 960),
    "4 rounds: 12, 20 kg": (4, 12, 20, 960),
    "4 series of 8 reps of 20 kg": (4, 8, 20, 640),
    "3 sets: 10 x 20 kg": (3, 10, 20, 600),
    "3 sets, 10 x 20 kg": (3, 10, 20, 600),
    "Sets: 4; Reps: 12; Weight: 20 kg": (4, 12, 20, 960),
    "Reps per set: 12, sets = 4, 20 kg": (4, 12, 20, 960),
    "Rounds: 3, repetitions: 8, 20 kg": (3, 8, 20, 480),
    "3 sets of 8-12 reps @ 50-60 kg": (3, (8, 12), (50, 60), (1200, 2160)),
    "3-4 sets of 10 reps, 40 kg": ((3, 4), 10, 40, (1200, 1600)),
    "2 warm-up sets, 3 sets of 5 reps @ 100 kg": (3, 5, 100, 1500),
    "Rest 2 sets, then 3 x 5 @ 100 kg": (3, 5, 100, 1500),
    "Break of 2 sets, then 3 x 5 @ 100 kg": (3, 5, 100, 1500),
    "Pause 2 sets, then 3 x 5 @ 100 kg": (3, 5, 100, 1500),
    "Bench 3 sets of 10 reps (100 lbs)": (3, 10, round(100 * LB, 4), round(3000 * LB, 4)),
    # Without sets it may be ten of them, without repetitions one to thirty of each.
    "12 times with 20 kg": (None, 12, 20, (240, 2400)),
    "12 repetitions of 20 kg": (None, 12, 20, (240, 2400)),
    "3 x 20 kg": (None, 3, 20, (60, 600)),
    "Carry 4 x 40 m with 24 kg": (4, None, 24, (96, 2880)),
    "Plank 3 x 45 s with 10 kg": (3, None, 10, (30, 900)),
    # Of an unknown weight.
    "Squat 3 sets × 10": (3, 10, None, (0, inf)),
    "Squat 3 x 8-12": (3, (8, 12), None, (0, inf)),
    "8 reps": (None, 8, None, (0, inf)),
    "3 sets of 30 s": (3, None, None, (0, inf)),
    "3 sets 20 g of salt": (3, None, None, (0, inf)),
    "Second set 5 reps": (None, 5, None, (0, inf)),
    "2 x 10, 3 x 8": (5, (8, 10), None, (0, inf)),
    "Sled 4 x 20 m": (4, None, None, (0, inf)),
    "Lunge 4 x 20 m, loaded": (4, None, None, (0, inf)),
    "Lunge 4 x 20 m, weighted": (4, None, None, (0, inf)),
    "Carry 4 x 20 m": (4, None, None, (0, inf)),
    "Farmer carries 4 x 20 m": (4, None, None, (0, inf)),
    "Walk 4 x 20 m with sandbag": (4, None, None, (0, inf)),
    "Walk 4 x 20 m @ bag": (4, None, None, (0, inf)),
    # What goes so far, or takes so long, lifts nothing; nor what says so.
    "Plank 3 x 45 s": (3, None, 0, 0),
    "Run 4 x 2 km": (4, None, 0, 0),
    "Row 4 x 500 m": (4, None, 0, 0),
    "Sprint 4 x 20 secs": (4, None, 0, 0),
    "Sprint 4 x 20 seconds": (4, None, 0, 0),
    "Sprint 4 x 2 mins": (4, None, 0, 0),
    "Sprint 4 x 2 minutes": (4, None, 0, 0),
    "Push-up 3 x 10, no weight": (3, 10, 0, 0),
    "Push-up 3 x 10 without added weights": (3, 10, 0, 0),
    "Push-up 3 x 10 0 kg": (3, 10, 0, 0),
    "Push-up 3 x 10 unweighted": (3, 10, 0, 0),
    # Numbers of repetitions for each set.
    "3 sets of 12/10/8 @ 50 kg": (1, 30, 50, 1500),
    "12-10-8 reps @ 50 kg": (1, 30, 50, 1500),
    "3 sets: 12, 10, 8 reps @ 50 kg": (1, 30, 50, 1500),
    "3 sets 12/10/8 at 50 kg, 60 kg and 70 kg": (1, (0, 30), (50, 70), (0, 2100)),
    # How, not how much.
    "Squat 3 x 5, tempo 3-1-1, 80 kg": (3, 5, 80, 1200),
    "Squat 3 x 5, tempo 30X1, 80 kg": (3, 5, 80, 1200),
    "Squat 3 x 5 @ RPE 8, 80 kg": (3, 5, 80, 1200),
    "Squat 3 x 5 @ RIR 2, 80 kg": (3, 5, 80, 1200),
}


@pytest.mark.parametrize("text", LIFTS)
def test_an_exercise_has_sets_repetitions_and_a_weight(text):
    """And what they lift in all; the working multiplies what is given."""
    made = of_text(text)
    got = tuple(_shown(one) for one in (made.sets, made.reps, made.weight, made.tonnage))
    assert got == LIFTS[text]
    assert (made.stated, _shown(made.factor), made.heaviest) == (None, 1, None)
    if made.weight is None:
        assert made.working == ""
    else:
        shown = ["–".join(f"{v:g}" for v in (x if isinstance(x, tuple) else (x,)))
                 for x in LIFTS[text][:3] if x is not None]  # fmt: skip
        assert made.working == " x ".join(shown)


@pytest.mark.parametrize(
    "text", ["2 x 20 kg", "Squat 1,500 kg", "Squat 5 kg plates", "Run 20 min", "Squat", ""]
)
def test_what_gives_neither_sets_nor_repetitions_is_no_exercise(text):
    """Two times a weight are two dumbbells."""
    assert of_text(text) is None


SIDES = (
    "each|per dumbbell|per hand|per arm|per side|per leg|per kettlebell|per DB|per kb|per plate"
    "|per weight|in each hand|each side|in either arm|either leg|dumbbells|db|dbs|/hand|/ side"
    "|/arm|/leg|/dumbbell|a side|a hand"
)


@pytest.mark.parametrize(
    ("text", "factor", "tonnage"),
    [
        *((f"Curl 3 x 10 @ 12 kg {one}", (1, 2), (360, 720)) for one in SIDES.split("|")),
        ("Curl 3 x 10 with 2 x 12 kg", 2, 720),
        ("Curl 3 x 10 with two x 12 kg", 2, 720),
        ("Curl 3 x 10 with 12 x 12 kg", 1, 360),
        ("Lunge 3 x 10 per leg @ 12 kg", (1, 2), (360, 720)),
        ("Lunge 3 x 10 each side @ 12 kg", (1, 2), (360, 720)),
        ("Lunge 3 x 10/arm @ 12 kg", (1, 2), (360, 720)),
        ("Lunge 3 x 10 / arm @ 12 kg", (1, 2), (360, 720)),
        ("Lunge 3 x 10 per legs-day @ 12 kg", 1, 360),
    ],
)
def test_a_weight_of_each_side_may_count_twice(text, factor, tonnage):
    """A weight for each hand is perhaps that of both."""
    made = of_text(text)
    assert (_shown(made.factor), _shown(made.tonnage)) == (factor, tonnage)


@pytest.mark.parametrize(
    ("text", "stated", "tonnage"),
    [
        ("Squat 3 x 10 @ 50 kg = 1,500 kg", 1500, 1500),
        ("Squat 3 x 10 @ 50 kg → 1,490 kg", 1490, 1490),
        ("Squat 3 x 10 @ 50 kg -> 1,500 kg", 1500, 1500),
        ("Squat 3 x 10 @ 50 kg (tonnage 1,400 kg)", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, volume: 1,400 kg", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, total 1,400 kg", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, lifted 1,400 kg", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, 1,400 kg total", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, 1,400 kg volume", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, 1,400 kg tonnage", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg (1,400 kg lifted)", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, 1,400 kg in total", 1400, 1500),
        ("Squat 3 x 10 @ 50 kg, 1500 kg", 1500, 1500),
        ("Squat 3 x 10 @ 50 kg, 1400 kg", None, (1500, 42_000)),
        ("Curl 3 x 10 @ 12 kg each = 720 kg", 720, 720),
        ("Curl 3 x 10 @ 12 kg each = 360 kg", 360, 360),
        ("Curl 3 x 10 @ 12 kg = 720 kg", 720, 720),
        ("Curl 3 x 10 @ 12 kg each = 900 kg", 900, (360, 720)),
        ("Squat tonnage: 1,500 kg", 1500, 1500),
        ("Squat 60 kg → 3 x 10 = 1,800 kg", 1800, 1800),
        ("Squat 3 x 10, tonnage: 1,500 kg", 1500, 1500),
        ("Carry 4 x 40 m with 24 kg = 96 kg", 96, 96),
    ],
)
def test_what_a_line_says_it_lifts_is_compared(text, stated, tonnage):
    """It stands where it is what its own figures make, once or for both sides."""
    made = of_text(text)
    assert (_shown(made.stated), _shown(made.tonnage)) == (stated, tonnage)


@pytest.mark.parametrize(
    ("text", "sets", "tonnage", "heaviest", "working"),
    [
        ("10 reps @ 60 kg, 8 reps @ 70 kg, 6 reps @ 80 kg", 3, 1640, 80,
         "10 x 60 + 8 x 70 + 6 x 80"),
        ("10 at 60 kg, 8 with 70 kg", 2, 1160, 70, "10 x 60 + 8 x 70"),
        ("8 repetitions at 70 kg, 10, 60 kg", 2, 1160, 70, "8 x 70 + 10 x 60"),
        ("Set 1: 10 x 60 kg, Set 2: 8 × 70 kg", 2, 1160, 70, "10 x 60 + 8 x 70"),
        ("2 sets of 10 @ 60 kg, 1 set of 8 @ 70 kg", 3, 1760, None, ""),
        ("2 x 10 @ 60 kg, 1 x 8 @ 70 kg", 3, 1760, None, ""),
    ],
)  # fmt: skip
def test_sets_of_their_own_weight_are_added(text, sets, tonnage, heaviest, working):
    """Each set by its own repetitions; the heaviest is kept."""
    made = of_text(text)
    got = tuple(_shown(one) for one in (made.sets, made.reps, made.weight, made.stated))
    assert got == (sets, 1, None, tonnage)
    assert (_shown(made.tonnage), _shown(made.heaviest)) == (tonnage, heaviest)
    assert made.working == working


def test_sets_without_a_number_of_their_own_may_be_more():
    """ "10 x 60 kg, 8 x 70 kg" may be eighteen lifts, or ten sets of them."""
    made = of_text("10 x 60 kg, 8 x 70 kg")
    assert (_shown(made.weight), _shown(made.tonnage)) == ((60, 70), (600, 7000))


def _rows(head, *rows):
    """The rows of a table."""
    rule = "|" + "---|" * (head.count("|") - 1)
    return [one for one in outline("\n".join([head, rule, *rows])).walk() if one.shape == "row"]


@pytest.mark.parametrize(
    ("head", "row", "wanted"),
    [
        ("| Exercise | Sets | Reps | Weight (kg) | Tonnage |", "| Row | 3 | 5 | 120 | 2,000 |",
         (3, 5, 120, 2000, 1, 1800)),
        ("| Exercise | Sets | Reps | Weight (kg) | Tonnage |", "| Row | 2 | 10 | 20 | 400 |",
         (2, 10, 20, 400, 1, 400)),
        ("| Exercise | Sets | Reps | Weight (kg) |", "| Press | 4 | 8-10 | 30 |",
         (4, (8, 10), 30, None, 1, (960, 1200))),
        ("| Exercise | Sets x Reps | Load (lbs) |", "| Row | 3 x 5 | 100 |",
         (3, 5, round(100 * LB, 4), None, 1, round(1500 * LB, 4))),
        ("| Exercise | Sets | Reps | Weight per hand |", "| Curl | 3 | 10 | 12 kg |",
         (3, 10, 12, None, (1, 2), (360, 720))),
        ("| Exercise | Sets | Reps | Weight per side |", "| Curl | 3 | 10 | 12 kg |",
         (3, 10, 12, None, (1, 2), (360, 720))),
        ("| Exercise | Sets | Reps | Weight per hand |", "| Curl (both hands) | 3 | 10 | 24 kg |",
         (3, 10, 24, None, 1, 720)),
        ("| Exercise | Sets | Reps | Weight per hand |", "| Curl, together | 3 | 10 | 24 kg |",
         (3, 10, 24, None, 1, 720)),
        ("| Exercise | Sets | Reps | Load |", "| Squat | 3 | 10 | 50 kg each |",
         (3, 10, 50, None, (1, 2), (1500, 3000))),
        ("| Exercise | Sets | Reps | Load |", "| Squat | 3 | 10 | 50 kg per dumbbell |",
         (3, 10, 50, None, (1, 2), (1500, 3000))),
        ("| Exercise | Sets | Reps | Load |", "| Curl | 3 | 12/10/8 | 12 kg |",
         (1, 30, 12, None, 1, 360)),
        ("| Exercise | Sets | Reps | Load |", "| Plank | 3 | 45 s | - |",
         (3, None, None, None, 1, (0, inf))),
        ("| Exercise | Volume (kg) |", "| Curl | 500 |", (None, None, None, 500, 1, 500)),
        ("| Exercise | Details |", "| Curl | 3 x 10 @ 12 kg |", (3, 10, 12, None, 1, 360)),
        ("| Exercise | Details |", "| Walk | 20 min |", None),
        ("| Exercise | Sets | Reps | Load |", "| Run | - | - | - |", None),
    ],
)  # fmt: skip
def test_a_row_may_be_an_exercise(head, row, wanted):
    """By its columns; what they do not say, the words of its cells may."""
    (node,) = _rows(head, row)
    made = lift(node)
    if wanted is None:
        assert made is None
        return
    parts = (made.sets, made.reps, made.weight, made.stated, made.factor, made.tonnage)
    assert tuple(_shown(one) for one in parts) == wanted


@pytest.mark.parametrize(
    ("item", "tonnage"),
    [
        ("- Squat\n  - Sets: 3\n  - Reps: 12\n  - 55 kg\n  - Curl 2 x 10 @ 5 kg", 1980),
        ("- Squat 3 x 10\n  - Note: go slow\n    - 90 kg\n  - 40 kg", 1200),
        ("- Squat 3 x 10\n  - 2 sets of 5 @ 40 kg", (0, inf)),
    ],
)
def test_lines_below_an_exercise_may_say_the_rest(item, tonnage):
    """But not those of another exercise, or with lines of their own."""
    assert _shown(lift(outline(item).children[0]).tonnage) == tonnage


ONE_FIGURE = {
    # What of: the lines, each with one figure and its value.
    "protein": {
        "Rice 30 g proteins": 30, "Rice 3 g of protein": 3, "Protein: 16 g": 16,
        "Protein = 16 g": 16, "protein (16 g)": 16, "protein – about 16 g": 16,
        "protein approx. 16 g": 16, "protein of 16 g": 16, "Protein ~16 g": 16, "16 protein": 16,
        "P 12 g": 12, "12g P": 12, "12 g P": 12, "at most 5 g protein": (0, 5),
        "under 5 g protein": (0, 5), "at least 5 g protein": (5, inf),
        "more than 5 g protein": (5, inf), "about 5 g protein": 5,
    },
    "fat": {"Rice 30 g total fat": 30, "Rice 3 g lipids": 3, "Rice 3 g lipid": 3, "9 g fats": 9},
    "carbohydrate": {
        "Rice 30 g net carbs": 30, "Rice 3 g carbohydrates": 3, "Rice 3 g CHO": 3, "5 g carb": 5,
    },
    "fiber": {"Rice 30 g dietary fiber": 30, "Rice 3 g fibre": 3, "Rice 3 g fibers": 3},
    "sugar": {"Rice 30 g added sugar": 30, "Rice 3 g sugars": 3},
    "sodium": {"Rice 2 g sodium": 2000, "Rice 20 mg sodium": 20, "Rice 1.5 g salt": 1500},
    "cholesterol": {"Rice 20 mg cholesterol": 20},
    "saturated": {
        "Rice 3 g saturated fat": 3, "Rice 4 g trans fats": 4, "Rice 5 g unsaturated fat": 5,
    },
    "mass": {
        "Rice 50 g": 0.05, "protein and then 16 g": 0.016, "30 g protein-bar": 0.03,
        "30 g fat-free milk": 0.03, "30 g sugar free sweets": 0.03, "30 g fat reduced milk": 0.03,
        **{f"30 g protein {one}": 0.03 for one in (
            "powder", "bar", "bars", "shake", "smoothies", "pancake", "drink", "balls", "muffin",
            "cookies", "cookie", "yoghurt", "yogurt", "waffles", "chips", "cereal", "spread",
            "isolate", "bread", "pudding",
        )},
    },
    "rate": {
        "300 kcal/min": 300, "300 kcal per minute": 300, "300 kcal per hour": 300,
        "9 kcal/h": 9, "5 kcal per kg": 5, "3 kcal/km": 3, "3 kcal per mile": 3, "3 kcal/lb": 3,
    },
    "energy": {
        "300 kcal per day": 300, "1255.2 kJ": 300, "Calories burned: ~200": 200, "kcal: 300": 300,
        "Energy = 300": 300, "Calories burnt: 200": 200, "Calories intake: 200": 200,
        "Calories total: about 200": 200, "Energy: approx. 200": 200, "Calories: ≈200": 200,
        "Soup, calories 535": 535, "Soup; kcal 535, bread": 535, "Soup (energy 535)": 535,
        "Soup | kcal 535 | bread": 535, "Soup · kcal 535": 535, "calories 535": 535,
        "Calories: 300 protein": 300, "at most 300 kcal": (0, 300),
    },
    "number": {"P: 12": 12, "Calories ≈ 200": 200, "Soup, calories 535 of it": 535, "5": 5},
    "eggs": {"Calories: 3 eggs": 3, "3 Eggs": 3},
    "share": {"20%": 20},
    "money": {"$3": 3},
    "length": {"2 m": 2},
    "volume": {"200 ml": 200},
    "time": {"20 min": 20, "Rest: 60 seconds": 1},
    "clock": {"7:30": 450},
    "span": {"7:30-8:00": (450, 480)},
}  # fmt: skip


@pytest.mark.parametrize("subject", ONE_FIGURE)
def test_a_figure_is_of_what_stands_beside_it(subject):
    """A nutrient after it or before, but not in the name of a food; energy without a unit."""
    wanted = ONE_FIGURE[subject]
    got = {line: [(one.subject, _shown(one.value)) for one in measured(outline(line).children[0])]
           for line in wanted}  # fmt: skip
    assert got == {line: [(subject, value)] for line, value in wanted.items()}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("P 12, C 30, F 4", [("protein", 12), ("carbohydrate", 30), ("fat", 4)]),
        ("12P/30C", [("protein", 12), ("carbohydrate", 30)]),
        ("12g P, 30g C", [("protein", 12), ("carbohydrate", 30)]),
        ("Fat 12 g, protein 16 g", [("fat", 12), ("protein", 16)]),
        ("12 g fat 16 g protein", [("fat", 12), ("protein", 16)]),
        ("protein 16, fat 5", [("protein", 16), ("fat", 5)]),
        ("Protein: 12 (egg) + 3 (toast) = 15 g",
         [("number", 12), ("number", 3), ("protein", 15)]),
        ("Energy: 100 + 200 = 300 kcal", [("number", 100), ("number", 200), ("energy", 300)]),
        ("Calories: 300 + 20 = 320", [("number", 300), ("number", 20), ("energy", 320)]),
        ("Apples: 300 + 20 = 320", [("number", 300), ("number", 20), ("number", 320)]),
        ("520 kcal: 2", [("energy", 520), ("number", 2)]),
        ("Day 2: 300 kcal, 3 eggs", [("label", 2), ("energy", 300), ("eggs", 3)]),
    ],
)  # fmt: skip
def test_the_figures_of_one_line(line, wanted):
    """Initials stand for nutrients beside others; of a sum the result counts."""
    node = next(one for one in outline(line).walk() if one.text)
    assert [(one.subject, _shown(one.value)) for one in measured(node)] == wanted


CELLS = {
    "energy": [
        ("Energy (kcal)", "300", 300), ("Energy (kJ)", "1255.2", 300),
        ("Energy (kJ)", "300 kcal", 300), ("Kilojoules", "1255.2", 300),
        ("Calories (kJ / kcal)", "300", 300), ("Calories burned", "300", 300), ("Cal", "3", 3),
        ("Burn", "300", 300),
    ],
    "protein": [("Protein (g)", "12", 12), ("Protein (g)", "12 g", 12), ("Protein", "12,5", 12.5),
                ("Protein (mg)", "500", 0.5)],
    "carbohydrate": [("Carbs", "30", 30), ("Net carbs", "30", 30)],
    "fiber": [("Fibre", "3", 3)],
    "sodium": [("Salt (mg)", "300", 300), ("Salt (mg)", "2 g", 2000), ("Sodium (g)", "2", 2000),
               ("Sodium", "300", 300)],
    "cholesterol": [("Cholesterol (mg)", "20", 20), ("Cholesterol (g)", "2", 2000)],
    "time": [
        ("Duration", "20", 20), ("Duration", "20 min", 20), ("Duration", "20:00", 20),
        ("Duration", "1:30", (1.5, 90)), ("Duration", "4:30", (4.5, 270)),
        ("Duration", "5:00", 5), ("Duration", "45:00", 45), ("Time (min)", "1:15", (1.25, 75)),
        ("Time (s)", "90", 1.5), ("Time (sec)", "90", 1.5), ("Time (hours)", "1.5", 90),
        ("Time (hrs)", "2", 120), ("Time (h)", "2", 120), ("Length", "20:00", 20),
        ("How long (minutes)", "20:00", 20), ("Minutes", "25", 25), ("Rest", "60 s", 1),
    ],
    "clock": [("Time", "20:00", 1200)],
    "tonnage": [
        ("Tonnage (lbs)", "100", round(100 * LB, 4)), ("Tonnage", "100", 100),
        ("Tonnage", "2 tonnes", 2000), ("Volume", "200", 200), ("Weight lifted", "200", 200),
    ],
    "sets": [("Sets", "3", 3), ("Sets", "3 sets", 3), ("Set", "2", 2)],
    "reps": [("Reps", "10", 10), ("Reps", "8-12", (8, 12)), ("Repetitions", "10 reps", 10)],
    "weight": [
        ("Weight (lb)", "100", round(100 * LB, 4)), ("Weight (lb)", "45 kg", 45),
        ("Weights", "20 dumbbells", 20), ("Load", "20", 20), ("Loads", "20", 20),
        ("Resistance", "20", 20), ("Kg", "30", 30),
    ],
    "rest": [("Rest", "60", 60), ("Breaks", "2", 2), ("Pause", "3", 3)],
    "eggs": [("Food", "3 eggs", 3), ("Energy", "3 eggs", 3)],
    "number": [("Notes", "5", 5), ("Sets / reps", "3", 3)],
}  # fmt: skip


@pytest.mark.parametrize("subject", CELLS)
def test_a_number_alone_has_the_unit_of_its_column(subject):
    """A unit in the cell goes before it; a length may be minutes and seconds."""
    for header, cell, wanted in CELLS[subject]:
        (node,) = _rows(f"| What | {header} |", f"| Oats | {cell} |")
        got = [(one.subject, _shown(one.value)) for one in measured(node)]
        assert got == [(subject, wanted)], (header, cell)


def test_numbers_that_are_known_up_to_an_interval():
    """Sums, products, hulls; nothing times anything is nothing."""
    assert Interval(2, 3) + Interval(10, 20) == Interval(12, 23)
    assert Interval(2, 3) * Interval(10, 20) == Interval(20, 60)
    assert ZERO * UNKNOWN == UNKNOWN * ZERO == ZERO
    assert Interval(2, 3) * UNKNOWN == Interval(0, inf)
    assert Interval(2, 3).or_nothing() == Interval(0, 3)
    assert hull([Interval(5, 6), Interval(2, 9), Interval(3, 4)]) == Interval(2, 9)
    assert added([Interval(5, 6), Interval(2, 9), Interval(3, 4)]) == Interval(10, 19)
    assert (added([]), UNKNOWN) == (Interval(0, 0), Interval(0, inf))


@pytest.mark.parametrize(
    ("low", "high", "sure"),
    [(5, 5, True), (5, 5.000004, True), (5, 5.00001, False), (0.1, 0.1000009, True),
     (0.1, 0.100002, False), (5, inf, False), (2e6, 2e6 + 1.9, True), (2e6, 2e6 + 2.1, False)],
)  # fmt: skip
def test_an_interval_is_one_number_to_a_millionth(low, high, sure):
    """Of its high end, or of one."""
    assert Interval(low, high).sure is sure


@pytest.mark.parametrize(
    ("one", "other", "share", "near"),
    [
        ((5, 9), (6, 10), 0.0, True),
        ((5, 9), (6.1, 9), 0.0, False),
        ((5, 9), (5, 10.1), 0.0, False),
        ((200, 200), (202, 202), 0.01, True),
        ((200, 200), (202.1, 202.1), 0.01, False),
        ((202, 202), (200, 200), 0.01, True),
        ((5, 5), (6, 6), 0.01, True),
    ],
)
def test_two_numbers_are_near_up_to_rounding(one, other, share, near):
    """One, or a share of the greater, for both ends."""
    assert Interval(*one).near(Interval(*other), share) is near


@pytest.mark.parametrize(
    ("bound", "unit", "text"),
    [
        (Bound(5, 5), "min", "exactly 5 min"),
        (Bound(5, 5, about=True), "g", "about 5 g"),
        (Bound(low=5), "kg", "at least 5 kg"),
        (Bound(low=5, strict=True), "kcal", "more than 5 kcal"),
        (Bound(low=5, about=True), "g", "at least about 5 g"),
        (Bound(high=1500), "kcal", "at most 1,500 kcal"),
        (Bound(high=5, strict=True), "", "less than 5"),
        (Bound(high=5, about=True), "", "at most about 5"),
        (Bound(3, 5), "g", "between 3 g and 5 g"),
        (Bound(3, 5, about=True), "g", "between about 3 g and 5 g"),
    ],
)
def test_a_bound_in_words(bound, unit, text):
    """As a worksheet shows it."""
    assert bound.text(unit) == text
    wide = (bound.low - abs(bound.low) / 10, bound.high + abs(bound.high) / 10)
    assert bound.reach() == (wide if bound.about else (bound.low, bound.high))
