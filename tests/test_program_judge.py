"""The program judge: verdicts, worksheets and abstentions; every sum is worked by hand."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

import pytest

from tamis.checking.program import judge
from tamis.checking.worksheet import Worksheet

MINI = Path(str(files("tamis.benchmarks.acs") / "mini" / "acs_dataset.csv"))
VARIANTS = Path(__file__).parent / "data" / "acs_variants.csv"
REAL = Path(__file__).parents[2] / "shared" / "data" / "acs" / "acs_dataset.dev.csv"


def _sheet(constraint: str, response: str) -> Worksheet:
    judged = judge(constraint, dedent(response))
    assert judged.worksheet is not None, judged.reason
    assert judged.satisfied is judged.worksheet.satisfied
    return judged.worksheet


def _totals(constraint: str, response: str) -> list[float]:
    return [part.total for part in _sheet(constraint, response).parts]


def _why_not(constraint: str, response: str) -> str:
    judged = judge(constraint, dedent(response))
    assert (judged.satisfied, judged.judge, judged.outcome) == (None, "program", "abstained")
    assert judged.worksheet is None or judged.worksheet.satisfied is None
    return judged.reason


TRIP = """\
**Two-Day Hiking Menu (each day stays below 1,500 calories!)**

**Day 1**

* **Breakfast:** Muesli (355 calories, 11g protein)
* **Lunch:** Cheese roll (460 calories, 19g protein)
* **Snack:** Dates (125 calories, 1g protein)
* **Dinner:** Pasta with pesto (545 calories, 17g protein)

**Day 1 total: 1,485 calories**

**Day 2**

* **Breakfast:** Semolina (375 calories, 9g protein)
* **Lunch:** Salami roll (515 calories, 23g protein)
* **Snack:** Cashews (180 calories, 6g protein)
* **Dinner:** Bean chili (470 calories, 27g protein)

**Day 2 total: 1,480 calories**

Both days come to fewer than 1,500 calories. Enjoy the mountains!
"""


def test_each_day_is_added_up_and_one_that_fails_decides():
    """Day 1 comes to 1,485 kcal and day 2 to 1,540: "below 1,500" is claimed and wrong."""
    sheet = _sheet("Each day must have fewer than 1500 calories.", TRIP)
    assert (sheet.quantity, sheet.unit, sheet.scope) == ("calorie", "kcal", "each day")
    assert (sheet.bound, sheet.capability) == ("less than 1,500 kcal", "summation")
    assert [(p.name, p.total, p.satisfied) for p in sheet.parts] == [
        ("Day 1", 355 + 460 + 125 + 545, True),
        ("Day 2", 375 + 515 + 180 + 470, False),
    ]
    assert not sheet.satisfied


def test_a_worksheet_can_be_checked_line_by_line():
    """Each item with its number, each section with its sum, and what was not believed.

    A total that does not equal its entries is told.
    """
    assert _sheet("Each day must have fewer than 1500 calories.", TRIP).lines() == [
        "calorie, each day: less than 1,500 kcal",
        "Day 1",
        "  355 kcal  Breakfast: Muesli (355 calories, 11g protein)",
        "  460 kcal  Lunch: Cheese roll (460 calories, 19g protein)",
        "  125 kcal  Snack: Dates (125 calories, 1g protein)",
        "  545 kcal  Dinner: Pasta with pesto (545 calories, 17g protein)",
        "  total 1,485 kcal: satisfied",
        "Day 2",
        "  375 kcal  Breakfast: Semolina (375 calories, 9g protein)",
        "  515 kcal  Lunch: Salami roll (515 calories, 23g protein)",
        "  180 kcal  Snack: Cashews (180 calories, 6g protein)",
        "  470 kcal  Dinner: Bean chili (470 calories, 27g protein)",
        "  total 1,540 kcal: not satisfied",
        "  differs: 1480 is said in all, the entries make 1540",
        "not used: Two-Day Hiking Menu (each day stays below 1,500 calories!)",
        "not used: Day 1 total: 1,485 calories",
        "not used: Day 2 total: 1,480 calories",
        "not used: Both days come to fewer than 1,500 calories.",
    ]


def test_a_worksheet_survives_json():
    """What is logged can be read again."""
    sheet = _sheet("Each day must have fewer than 1500 calories.", TRIP)
    assert Worksheet.from_json(json.loads(json.dumps(sheet.to_json()))) == sheet


@pytest.mark.parametrize(
    ("constraint", "satisfied"),
    [
        # 48 and 65 g.
        ("The daily protein intake must be at least 50 grams.", False),
        ("The daily protein intake must be at least 48 grams.", True),
        ("The daily protein intake must be between 45 and 65 grams.", True),
        ("The daily protein intake must be about 50 grams.", False),
        # 3,025 kcal in all.
        ("The whole meal plan must have at most 3000 calories.", False),
        ("The whole meal plan must have at most 3100 calories.", True),
        # 545 and 470 kcal.
        ("Each dinner must have at most 550 calories.", True),
        ("Each dinner must have at most 500 calories.", False),
        ("Each meal must have at least 125 calories.", True),
        ("Each meal must have at least 130 calories.", False),
        ("The plan must be for 2 days.", True),
        ("The plan must be for 3 days.", False),
        ("Each day must include 4 meals.", True),
        ("Each day must include exactly 1 snack.", True),
        ("Each day must include at least 2 snacks.", False),
    ],
)
def test_a_menu_is_judged(constraint, satisfied):
    """Sums by the day, by the meal and in all, and counts."""
    judged = judge(constraint, TRIP)
    assert judged.satisfied is satisfied, judged.reason


@pytest.mark.parametrize("claim", ["", "**Total: 1,200 calories**", "Each session burns 400 kcal!"])
@pytest.mark.parametrize("heading", ["**Session 1**", "**Session 1 (1,200 calories)**"])
def test_claims_do_not_count(heading, claim):
    """Whatever headings, totals and closing words say, 140 + 95 is 235."""
    plan = (
        f"# Burn 500 calories!\n\n{heading}\n\n- Run: 140 calories\n- Row: 95 calories\n\n{claim}"
    )
    assert _totals("Each session must burn at least 300 calories.", plan) == [140 + 95]


def test_a_total_stands_only_where_nothing_finer_is_given():
    """Without figures of the items the section's own is all there is."""
    plan = "Session 1\n- Run\n- Row\n\nTotal: 310 calories"
    assert _totals("Each session must burn at least 300 calories.", plan) == [310]


def test_one_item_may_have_several_figures():
    """Two foods on one line are both eaten."""
    day = "Day 1\n- Lunch: soup (210 calories) and bread (165 calories)\n- Dinner: rice, 380 kcal"
    (part,) = _sheet("The daily caloric intake must be at most 800 calories.", day).parts
    assert [(e.amount, e.numbers, e.working) for e in part.entries] == [
        (375, (210, 165), "210 + 165"),
        (380, (380,), ""),
    ]
    assert part.total == 755


def test_figures_of_parts_stand_before_that_of_the_whole():
    """A meal of "about 700 calories" whose foods come to 640 has 640."""
    day = """
        Day 1
        - Lunch: 700 calories
            - Stew: 390 calories
            - Bread: 250 calories
        - Dinner: 600 calories
        """
    assert _totals("The daily caloric intake must be at least 1200 calories.", day) == [640 + 600]


def test_a_table_is_added_up_by_its_columns():
    """The column that names the nutrient counts, not the others and not the total."""
    table = """
        Day 1

        | Food | Amount (g) | Calories | Protein (g) |
        |---|---|---|---|
        | Oats | 80 | 300 | 10,5 |
        | Milk | 250 | 160 | 8.5 |
        | Total | 330 | 999 | 99 |
        """
    assert _totals("The daily protein intake must be at least 15 grams.", table) == [19]
    assert _totals("The daily caloric intake must be at most 500 calories.", table) == [460]


LIFTS = """\
**Total tonnage: 9,999 kg per session**

### Session 1

1. Squat: 4 sets of 6 reps @ 90 kg
2. Bench press: 3x8 @ 62.5 kg
3. Row – 3 sets, 10 reps, 45 kg (1,350 kg)

### Session 2

| Exercise | Sets | Reps | Weight (kg) | Tonnage |
|---|---|---|---|---|
| Deadlift | 3 | 5 | 120 | 2,000 |
| Press | 4 | 8 | 30 | 960 |
"""


def test_tonnage_is_sets_times_repetitions_times_weight():
    """2,160 + 1,500 + 1,350 and 1,800 + 960 kg, whatever tonnage is claimed beside."""
    sheet = _sheet("Total lifting tonnage per session must be at least 2700 kg", LIFTS)
    assert sheet.capability == "multiplication and summation"
    assert [p.total for p in sheet.parts] == [2160 + 1500 + 1350, 1800 + 960]
    assert [(e.working, e.amount) for p in sheet.parts for e in p.entries] == [
        ("4 x 6 x 90", 2160),
        ("3 x 8 x 62.5", 1500),
        ("3 x 10 x 45", 1350),
        ("3 x 5 x 120", 1800),
        ("4 x 8 x 30", 960),
    ]


@pytest.mark.parametrize(
    ("constraint", "satisfied"),
    [
        ("Total lifting tonnage per session must be at least 2761 kg", False),
        ("Total lifting tonnage for the whole routine must be at least 7770 kg", True),
        ("Total lifting tonnage for the whole routine must be at least 7.8 tonnes", False),
        # 7,770 kg are 17,130 lbs.
        ("Total lifting tonnage for the whole routine must be at most 17,200 lbs", True),
        ("Total lifting tonnage for the whole routine must be at most 17,100 lbs", False),
        ("Number of sessions must be equal to 2", True),
        ("Number of exercises per session must be equal to 3", False),
        ("Number of exercises per session must be between 2 and 3", True),
        ("Each exercise must have at least 3 sets.", True),
        ("Each exercise must have at least 6 reps per set.", False),
        # 10 and 7 sets.
        ("Number of sets per session must be at least 7", True),
    ],
)
def test_a_routine_is_judged(constraint, satisfied):
    """Weights in tonnes and pounds, counts of sessions, exercises, sets and repetitions."""
    judged = judge(constraint, LIFTS)
    assert judged.satisfied is satisfied, judged.reason


def test_sets_that_are_given_one_by_one_are_added():
    """10 x 50 + 8 x 60 + 6 x 70 kg."""
    plan = (
        "Session 1\n- Squat: Set 1: 10 reps @ 50 kg, Set 2: 8 reps @ 60 kg, Set 3: 6 reps @ 70 kg"
    )
    (part,) = _sheet("Total lifting tonnage per session must be at least 1400 kg", plan).parts
    assert (part.total, part.entries[0].working) == (1400, "10 x 50 + 8 x 60 + 6 x 70")


def test_sets_repetitions_and_weight_may_stand_below_the_exercise():
    """Attributes of an item belong to it."""
    plan = """
        Session 1
        - **Squat**
            - Sets: 3
            - Reps: 12
            - Weight: 55 kg
        - **Curl**
            - Sets: 2
            - Reps: 10
            - Weight: 12.5 kg
        """
    assert _totals("Total lifting tonnage per session must be at most 2300 kg", plan) == [
        1980 + 250
    ]


def test_pounds_are_turned_into_kilograms():
    """3 x 10 x 100 lbs are 1,360.78 kg."""
    plan = "Session 1\n- Squat: 3 sets of 10 reps with 100 lbs"
    assert _totals("Total lifting tonnage per session must be at most 1400 kg", plan) == [
        pytest.approx(1360.77711)
    ]


def test_rounds_multiply_what_stands_below_them():
    """5 + 3 x (4 + 2 + 90 s) + 6 minutes."""
    plan = """
        Session 1
        - Jog: 5 minutes
        - Circuit, 3 rounds:
            - Burpees: 4 minutes
            - Plank: 2 minutes
            - Skipping: 90 seconds
        - Walk: 6 minutes
        """
    sheet = _sheet("Each session must last at least 33 minutes.", plan)
    assert sheet.parts[0].total == 5 + 3 * (4 + 2 + 1.5) + 6
    assert [e.amount for e in sheet.parts[0].entries] == [5, 4, 2, 1.5, 6]


def test_sets_of_a_time_are_multiplied():
    """3 sets of 40 seconds are two minutes."""
    plan = "Session 1\n- Plank: 3 sets of 40 seconds\n- Row: 13 minutes"
    assert _totals("Each session must last at most 20 minutes.", plan) == [15]


def test_figures_that_stand_once_outside_the_sessions_are_shared():
    """A list of the exercises with their calories serves all the sessions that name them."""
    plan = """
        **Exercises**
        - Rowing: 120 calories
        - Boxing: 150 calories
        - Cycling: 90 calories

        **Session 1**
        - Rowing
        - Boxing

        **Session 2**
        - Cycling
        - Rowing
        """
    assert _totals("Each session must burn at least 200 calories.", plan) == [270, 210]


def test_a_repeated_session_counts_again():
    """160 in session 1, 110 in session 2 and 160 in the one that repeats the first."""
    plan = """
        Session 1
        - Row: 160 calories
        Session 2
        - Walk: 110 calories
        Session 3
        - Repeat session 1
        """
    assert _totals("Each session must burn at least 100 calories.", plan) == [160, 110, 160]
    assert _totals("The workout plan must burn at least 400 calories overall.", plan) == [430]


def test_days_that_share_a_menu_count_each():
    """Days 1 and 3 twice 900, day 2 once 1,000."""
    plan = "Days 1 and 3\n- Stew: 900 calories\nDay 2\n- Rice: 1000 calories"
    assert _totals("The whole meal plan must have at most 3000 calories.", plan) == [2800]
    assert judge("The plan must be for 3 days.", plan).satisfied is True


def test_exercises_are_counted_once_by_name_where_different_ones_are_demanded():
    """Rowing in both sessions is one of three."""
    plan = (
        "Session 1\n- Rowing: 9 min\n- Boxing: 5 min\nSession 2\n- Rowing: 8 min\n- Skiing: 9 min"
    )
    assert judge("The plan must include a total of 3 different exercises.", plan).satisfied is True
    assert judge("The plan must include a total of 4 different exercises.", plan).satisfied is False


def test_rest_days_are_counted():
    """Two of five days are for rest."""
    plan = (
        "Day 1\n- Run: 20 min\nDay 2: Rest\nDay 3\n- Row: 20 min\nDay 4: Rest\nDay 5\n- Swim: 9 min"
    )
    assert judge("The plan must include 2 rest days.", plan).satisfied is True
    assert judge("The plan must include at least 3 rest days.", plan).satisfied is False
    assert judge("The plan must have 3 sessions.", plan).satisfied is True


def test_one_section_that_is_surely_amiss_decides():
    """What day 2 lacks cannot mend day 1."""
    plan = "Day 1\n- Rice: 2,000 calories\nDay 2\n- Something nice"
    assert judge("The daily calories must be at most 1800 calories.", plan).satisfied is False
    assert "Day 2" in _why_not("The daily calories must be at most 2200 calories.", plan)


@pytest.mark.parametrize(
    ("constraint", "response", "reason"),
    [
        ("The plan must be tasty.", TRIP, "does not understand"),
        ("Each vegan day must have 1500 calories.", TRIP, "cannot judge 'vegan'"),
        ("The plan must be for 2 days.", "", "the response is empty"),
        ("The plan must be for 2 days.", " \n\t\u2003", "the response is empty"),
        ("The plan must be for 2 days.", "I cannot help with that.", "no day is named"),
        ("Each day must include 3 meals.", "Day 1\n- Rice\n", "no meal is named"),
        ("Each session must include 3 exercises.", "Sorry.", "no exercise was found"),
        ("The plan must have 3 sessions.", "Sorry.", "no session is named"),
        ("The program must last 3 weeks.", TRIP, "no week is named"),
        ("The daily fat intake must be at most 60 grams.", TRIP, "has no figure"),
        ("Each session must burn at least 300 calories.", LIFTS, "has no figure"),
        ("Each breakfast must have 300 calories.", "Day 1\n- Lunch: 300 calories", "no breakfast"),
        # Rice may have anything.
        (
            "The daily caloric intake must be at most 500 calories.",
            "Day 1\n- Soup: 300 calories\n- Rice\n",
            "300 kcal or more, as 'Rice' has no figure",
        ),
        # 280 to 340 kcal.
        (
            "The daily caloric intake must be at least 300 calories.",
            "Day 1\n- Soup: 180-220 calories\n- Rice: 100-120 calories",
            "280 kcal to 340 kcal",
        ),
        # Three meals or four, as one takes the snack.
        (
            "Each day must include 3 meals.",
            "Day 1\n- Breakfast: a\n- Lunch: b\n- Snack: c\n- Dinner: d",
            "3 to 4",
        ),
        # One set of ten minutes, or three.
        (
            "Each session must last 30 minutes.",
            "Session 1\n- Squats: 10 minutes, 3 sets",
            "comes to 0 min or more",
        ),
        (
            "Total lifting tonnage per session must be at least 900 kg",
            "Session 1\n- Push-up: 3 x 10 (bodyweight)\n- Curl: 3 x 10 @ 20 kg",
            "600 kg or more",
        ),
        (
            "The plan must have 4 sessions.",
            "Session 1\n- Run 20 min\nSession 2\n- Row 20 min\n\nRepeat both sessions every week.",
            "how often 'Repeat both sessions",
        ),
        ("The schedule must include 8 hours of sleep.", TRIP, "has no schedule"),
        ("Work must start at 9 AM.", TRIP, "has no schedule"),
    ],
)
def test_the_judge_abstains_where_the_reading_is_not_sure(constraint, response, reason):
    """The reason says in one sentence what was missing or may be meant in two ways."""
    said = _why_not(constraint, response)
    assert reason in said
    assert said.endswith(".")
    assert "\n" not in said


def test_a_range_that_cannot_break_the_bound_is_decided():
    """180 to 220 and 100 to 120 come to more than 250 either way."""
    plan = "Day 1\n- Soup: 180-220 calories\n- Rice: 100-120 calories"
    assert judge("The daily caloric intake must be at least 250 calories.", plan).satisfied is True
    assert judge("The daily caloric intake must be at most 250 calories.", plan).satisfied is False


def test_an_item_without_a_figure_does_not_matter_where_more_cannot_hurt():
    """300 is at least 250, whatever the rice has."""
    plan = "Day 1\n- Soup: 300 calories\n- Rice"
    assert judge("The daily caloric intake must be at least 250 calories.", plan).satisfied is True
    assert judge("The daily caloric intake must be at most 250 calories.", plan).satisfied is False


def test_a_long_list_is_shown_in_part_and_counted_whole():
    """A worksheet shows two hundred entries of a section."""
    plan = "Day 1\n" + "- Grape: 3 calories\n" * 500
    (part,) = _sheet("The daily caloric intake must be at least 1500 calories.", plan).parts
    assert (len(part.entries), part.total) == (200, 1500)


@pytest.mark.parametrize(
    ("response", "satisfied"),
    [
        # Right to left, with digits of that script.
        ("Day 1\n- מרק: 300 calories\n- שווארמה: ٤٥٠ calories", True),
        ("Day 1\n- \u202eموز\u202c: 800 calories", False),
        # Numbers in words, decimal commas, thin spaces, full-width digits.
        ("Day 1\n- Soup: three hundred calories\n- Rice: four hundred and fifty calories", True),
        ("Day 1\n- Soup: 300,5 kcal\n- Rice: 449,5 kcal", True),
        ("Day 1\n- Soup: ３００\u2009calories\n- Rice: 450\u00a0calories", True),
        # Missing cells.
        ("Day 1\n\n| Food | Calories |\n|---|---|\n| Soup | 300 |\n| Rice | 450 |\n| |", True),
        ("Day 1\n\n| Food | Calories |\n|---|---|\n| Soup | 300 |\n| Rice |\n", None),
        # A unit that contradicts the column's.
        ("Day 1\n- Soup: 300 kcal (900 kcal for three)\n- Rice: 450 kcal", None),
        # Control characters, lone surrogates, zero-width blanks.
        ("Day 1\n- Soup\x00\x07: 300 calories\n- Rice\x1b[31m: 450 calories", True),
        ("Day 1\n- Soup \ud800: 300 calories\n- Rice \udfff: 450 calories", True),
        ("Day 1\n- So\u200bup: 300 calories\n- Rice\ufeff: 450 calories", True),
        # A number too long for any food is none.
        ("Day 1\n- Soup: " + "9" * 400 + " calories", None),
        ("Day 1\n- Soup: 300." + "3" * 400 + " calories\n- Rice: 449.6 calories", True),
        # No time has ninety-nine minutes; nothing is divided by zero.
        ("Day 1\n- 24:99 Soup: 300 calories\n- 99:99 Rice: 450 calories", True),
        ("Day 1\n- 1/0 cup of soup: 300 calories\n- Rice: 1/0 calories", None),
        ("Day 1\r\n- Soup: 300 calories\r- Rice: 450 calories\u2028", True),
    ],
)
def test_odd_writing_is_read_or_left_undecided(response, satisfied):
    """750 kcal are at most 760, in whatever script or form they are written."""
    judged = judge("The daily caloric intake must be between 745 and 760 calories.", response)
    assert judged.satisfied is satisfied, judged.reason
    assert bool(judged.reason) is (satisfied is None)


@pytest.mark.parametrize(
    ("path", "expected"),
    [(MINI, (60, 55, 55, 58)), (VARIANTS, (100, 87, 87, 94)), (REAL, (193, 189, 189, 190))],
    ids=["mini", "variants", "real"],
)
def test_labelled_items_are_judged_as_they_are_labelled(path, expected):
    """How many items, decided, decided rightly, and right with the majority's "satisfied" for
    what is not decided: to the digit, so that whatever changes a verdict is seen."""
    if not path.exists():
        pytest.skip(f"{path} is not here")
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    labels = [row["is_constraint_satisfied"].strip() == "1" for row in rows]
    verdicts = [judge(row["constraint"], row["agent_response"]).satisfied for row in rows]
    decided = [v is label for v, label in zip(verdicts, labels, strict=True) if v is not None]
    forced = [(v is not False) is label for v, label in zip(verdicts, labels, strict=True)]
    assert (len(rows), len(decided), sum(decided), sum(forced)) == expected


@pytest.mark.parametrize(
    ("demanded", "expected"),
    [
        ("exactly 6", None),
        ("exactly 7", None),
        ("at least 6", True),
        ("at least 8", False),
        ("at most 7", True),
        ("at most 5", False),
    ],
)
def test_meals_of_the_whole_plan_are_added_up_and_a_snack_may_be_one(demanded, expected):
    """Day 1 has three meals and a snack, day 2 three meals: six in all, or seven."""
    plan = """
        Day 1
        - Breakfast: Oats
        - Lunch: Soup
        - Snack: Nuts
        - Dinner: Rice
        Day 2
        - Breakfast: Bread
        - Lunch: Salad
        - Dinner: Stew
        """
    judged = judge(f"The plan must have {demanded} meals in all.", dedent(plan))
    assert judged.satisfied is expected, judged.reason


@pytest.mark.parametrize(("n", "expected"), [(1, True), (2, False), (3, False)])
def test_snacks_are_counted_without_the_meals(n, expected):
    """One a day, beside three meals."""
    plan = "Day 1\n- Breakfast: a\n- Lunch: b\n- Snack: c\n- Dinner: d"
    assert judge(f"Each day must include exactly {n} snacks.", plan).satisfied is expected


@pytest.mark.parametrize(
    ("rest", "expected"), [("90 seconds", True), ("1 minute", True), ("30 seconds", False)]
)
def test_the_rest_between_sets_is_its_time_and_not_their_number(rest, expected):
    """The sets that stand beside it are no time."""
    plan = f"Session 1\n- Squat: 3 x 10\n- Row: 3 x 8\n\nRest {rest} between sets (4 sets in all)."
    judged = judge("Rest between sets must be at least 60 seconds.", plan)
    assert judged.satisfied is expected, judged.reason


@pytest.mark.parametrize("what", ["exercises", "sets"])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_what_all_sessions_have_is_added_up(what, more):
    """Two exercises of three sets, then three of four sets: five, and eighteen sets."""
    plan = (
        "Session 1\n- Squat: 3 x 8\n- Press: 3 x 8\n\n"
        "Session 2\n- Row: 4 x 8\n- Curl: 4 x 8\n- Plank: 4 x 8"
    )
    wanted = {"exercises": 5, "sets": 18}[what] + more
    judged = judge(f"The plan must have {wanted} {what} across all sessions.", plan)
    assert judged.satisfied is (more == 0), judged.reason


@pytest.mark.parametrize(
    ("snack", "expected"),
    [
        *((one, True) for one in ("Water", "Black coffee", "Herbal tea", "Green tea", "Black tea")),
        *((one, True) for one in ("Unsweetened tea", "Sparkling water", "Espresso", "Iced water")),
        *((one, None) for one in ("Saltwater taffy", "Watermelon", "Green teacakes", "Soda")),
        *((one, None) for one in ("Black coffeecake", "Herbal teabread", "Rosewater", "Tea")),
    ],
)
def test_a_drink_of_nothing_needs_no_figure(snack, expected):
    """What has calories and gives none leaves the total open."""
    plan = f"Day 1\n- Breakfast: Oats, 300 kcal\n- Lunch: Rice, 400 kcal\n- Snack: {snack}"
    judged = judge("The daily caloric intake must be exactly 700 calories.", plan)
    assert judged.satisfied is expected, judged.reason


@pytest.mark.parametrize(
    ("lunch", "total"),
    [
        ("Rice (150 g): 360 kcal per 100 g", 540),
        ("150 g rice, 360 kcal/100 g", 540),
        ("250 ml milk (64 kcal per 100 ml)", 160),
        ("3 eggs, 70 kcal each", 210),
        ("3 eggs (70 kcal apiece)", 210),
        ("Eggs, 70 kcal x 3", 210),
        ("2 x 150 kcal rolls", 300),
        ("Rice, 360 kcal per 100 g", None),
        ("Eggs, 70 kcal each", None),
    ],
)
def test_a_figure_counts_as_often_as_it_is_said_to(lunch, total):
    """For each hundred grams of a weight, for each piece; open where it is not said how many."""
    plan = f"Day 1\n- Lunch: {lunch}\n- Dinner: Beans, 100 kcal"
    for kcal in (100 + (total or 360), 101 + (total or 360)):
        judged = judge(f"The daily caloric intake must be exactly {kcal} calories.", plan)
        expected = None if total is None else kcal == 100 + total
        assert judged.satisfied is expected, judged.reason
