"""Words and bounds at which a reading of plans turns; each by hand."""

from __future__ import annotations

import pytest

from tamis.checking.program import judge
from tamis.checking.program.counts import exercises, meals, resting
from tamis.checking.program.outline import outline
from tamis.checking.program.sums import Adder, figures_only


def _each(words):
    return words.split("|")


def _said(constraint, plan):
    judged = judge(constraint, plan)
    return judged.satisfied, judged.reason


@pytest.mark.parametrize(
    "words",
    _each(
        "300 kcal|300 calories|300 cal|300 kJ|Energy: 300|Protein 3 g|Prot 3 g|Fat 3 g"
        "|Fats: 3 g|Carbs 3 g|Carbohydrates 3 g|Fiber 3 g|Fibre 3 g|3 mg|3 grams|3 kgs"
        "|3 lbs|Macros: 3 g|Approx. 300 kcal|About 300 kcal|300 kcal per day|Daily 300 kcal"
        "|Weekly 300 kcal|Session 300 kcal|Workout: 300 kcal|Meal: 300 kcal"
        "|300 kcal of energy|300 kcal and 3 g|3 g in 300 kcal|Burn 300 kcal"
        "|Burned: 365 kcal|Burnt 300 kcal|Burns 300 kcal|3 min|3 minutes|3 mins|3 h|3 hours"
        "|3 hrs|3 hr|Sugar 3 g|Sugars 3 g|Tonnage 300 kg|Volume 300 kg|Lift 300 kg"
        "|Lifted 300 kg|Work: 300 kcal|Total 300 kcal|Totals 300 kcal|Sum 300 kcal|3 sets"
        "|3 reps|Intake 300 kcal|Duration 3 min|Time 3 min|3 x 10|P 3 g, C 4 g, F 5 g"
        "|(1,540 kcal)"
    ),
)
def test_a_line_of_figures_names_nothing_else(words):
    """A food beside them is something else."""
    assert figures_only(outline(f"- {words}").children[0])
    assert not figures_only(outline(f"- Soup {words}").children[0])


@pytest.mark.parametrize("words", ["Soup", "Energy", "P"])
def test_a_line_without_figures_has_none(words):
    """Whatever it names."""
    assert not figures_only(outline(f"- {words}").children[0])


@pytest.mark.parametrize(
    ("part", "start", "counts"),
    [
        ("morning", "03:59", False), ("morning", "04:00", True), ("morning", "12:29", True),
        ("morning", "12:30", False), ("afternoon", "11:58", False), ("afternoon", "11:59", True),
        ("afternoon", "17:59", True), ("afternoon", "18:00", False), ("evening", "16:58", False),
        ("evening", "16:59", True), ("evening", "23:30", True), ("evening", "04:00", False),
        ("night", "17:59", False), ("night", "18:00", True), ("night", "05:59", True),
        ("night", "06:00", False),
    ],
)  # fmt: skip
def test_where_the_parts_of_a_day_begin_and_end(part, start, counts):
    """Noon is afternoon, half past twelve no morning."""
    hour, minute = map(int, start.split(":"))
    end = f"{hour:02d}:{minute + 1:02d}" if minute < 59 else f"{hour + 1:02d}:00"
    at = "at" if part == "night" else "in the"
    plan = f"07:00 - 07:30 Breakfast\n{start} - {end} Chess\n20:00 - 20:30 Dinner"
    satisfied, reason = _said(f"There must be at most 9 minutes of chess {at} {part}.", plan)
    assert (satisfied, reason) == (
        (True, "") if counts else (None, "no entry of the plan is chess.")
    )


@pytest.mark.parametrize(
    "words",
    _each(
        "same as|Exactly the same as|Just the same as|The same menu as|Same as on"
        "|Same as in|Same as for|Repeat|Repeats|Repeating|Repeat of|Repeat the|As on|As in"
        "|Identical to|See|Like|Like on|Copy of|Copy from|Ditto|=|Same as the menu of"
        "|Same as the meals of|Same as the meals on|Same as the plan for"
        "|Same as the plan of|Same as the menu from"
    ),
)
def test_a_day_may_be_as_another(words):
    """It counts again."""
    plan = (
        f"Day 1\n- Soup: 300 kcal\n- Rice: 250 kcal\nDay 2\n- {words} day 1\nDay 3\n- Pea: 90 kcal"
    )
    judged = judge("The whole plan must have at most 1200 calories.", plan)
    assert judged.worksheet.parts[0].total == 550 + 550 + 90


REST = (
    "Rest|Resting|Rest day|Full rest|Complete rest|Active rest|Total rest|Scheduled rest|A rest day"
    "|Off|Day off|Recovery|Free|No training|No workout|*Rest*"
)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *((one, True) for one in REST.split("|")),
        ("Rest 60", False),
        ("Rest a minute between", False),
        ("Restaurant", False),
        ("Freestyle swim", False),
        ("Run", False),
        ("Rest well and be sure to drink a lot of water today", False),
    ],
)
def test_a_day_of_rest(words, said):
    """By its heading, or its only line."""
    assert resting(outline(f"Day 2: {words}\nDay 3").children[0]) is said
    assert resting(outline(f"Day 2\n- {words}\nDay 3").children[0]) is said
    assert not resting(outline(f"Day 2\n- {words}\n- Squat 3 x 10").children[0])


@pytest.mark.parametrize(
    "words",
    _each("Rest|Active rest|Break|Recover|Water break|Pause|Repeat twice|Take a breath|Rest: 60 s"),
)
def test_a_pause_is_no_exercise(words):
    """Nor what is repeated."""
    root = outline(f"Session 1\n- Row: 3 x 8\n- {words}\n- Ski: 3 x 9")
    assert [one.text for one in exercises(root.children[0], root).sure] == [
        "Row: 3 x 8",
        "Ski: 3 x 9",
    ]


DETAILS = (
    "Set 1|Sets: 3|Reps: 3|Rep: 3|Repetitions: 3|Weight: 3 kg|Loads: 3 kg|Tonnage: 3 kg"
    "|Volume: 3 kg"
    "|Tempo: slow|Rest: 3 s|Duration: 3 min|Time: 3 min|Burn: 3 kcal|Burned 3 kcal|Burns 3 kcal"
    "|Burnt 3 kcal|Energy: 3 kcal|Heart rate: 90|Pace: slow|Speed: slow|Level: 3|Incline: 3"
    "|Distance: 3 km|Calories: 3|Intensity: low|Notes: x|Form: tall|Cue: tall|Muscles: legs"
    "|Target: legs|RPE 8|Total: 3|Equipment: mat|Focus: legs|How: so|Tip: so|Breathing: calm"
    "|3 sets|3 reps|3 x 10|3 min|3 sec|3 kcal|3 cal|3 s"
)


@pytest.mark.parametrize("words", DETAILS.split("|"))
def test_a_detail_is_no_exercise(words):
    """It belongs to the exercise that it is below."""
    root = outline(f"Session 1\n- Squat\n  - {words}\n  - {words}\n- Row: 3 x 8")
    found = exercises(root.children[0], root)
    assert [one.text for one in found.sure] == ["Squat", "Row: 3 x 8"]
    assert (found.perhaps, found.more, found.open) == ([], 0, [])


@pytest.mark.parametrize(
    "words",
    _each(
        "Mid-morning|Midmorning|Mid-day|Mid-afternoon|Late morning|Late afternoon"
        "|Late evening|Before bed|Pre-workout bite|Post-gym|Pre training|Afternoon|Evening"
        "|Elevenses|Teatime|Tea time"
    ),
)
def test_a_time_of_day_beside_meals_may_be_one(words):
    """It may be a meal, or be one by name."""
    root = outline(f"Day 1\n- Breakfast: oats\n- {words}: pear\n- Dinner: rice")
    found = meals(root.children[0])
    assert len(found.sure) + len(found.perhaps) == 3
    assert len(found.sure) >= 2


@pytest.mark.parametrize(
    "line",
    [
        "Your 2-day plan", "A three day menu", "Two days of meals", "Seven days, 1,800 kcal",
        "Ten-day program", "12 days routine", "Four days of this schedule", "Five-day calories",
        "The second day", "The third day", "The fourth day", "The next day", "The following day",
        "On the 2nd day", "On the 3rd day", "As on day 2", "Until day three",
    ],
)  # fmt: skip
def test_a_plan_without_days_that_speaks_of_several(line):
    """None was found, so it is not judged."""
    plan = f"{line}\nBreakfast: oats 300 kcal\nDinner: rice 400 kcal"
    assert _said("Each day must have at most 900 calories.", plan) == (
        None,
        f"{line!r} speaks of several days, and none was found.",
    )


@pytest.mark.parametrize(
    "line",
    ["One day of food", "A day of food", "My day", "Your full day", "Single-day plan", "Daily plan",
     "24 hours", "24-hour schedule", "1 day"],
)  # fmt: skip
def test_a_plan_without_days_may_be_for_one(line):
    """It says so; another says nothing."""
    plan = "- Oats: 300 kcal\n- Rice: 400 kcal"
    constraint = "Each day must have at most 900 calories."
    assert _said(constraint, f"{line}\n\n{plan}") == (True, "")
    assert _said(constraint, f"Good food\n\n{plan}") == (
        None,
        "neither a day nor a schedule was recognised in the plan.",
    )


@pytest.mark.parametrize(
    "name",
    ["Tag 2", "Jour 2", "Día 2", "Dia 2", "Day two oats", "Tuesday oats", "Tues oats", "Weds oats",
     "Thursday oats", "Thurs oats", "Fri oats", "Saturday’s oats", "Sunday's oats", "Day-5 oats"],
)  # fmt: skip
def test_a_line_that_may_be_another_day(name):
    """It is none of the days that were found."""
    plan = f"{name}\n\n## Day 1\n- Rice: 400 kcal"
    assert _said("Each day must have at most 900 calories.", plan) == (
        None,
        f"{name!r} may be another day.",
    )


def test_a_meal_that_comes_twice_may_be_of_another_day():
    """Without days; a snack may come twice."""
    plan = (
        "Breakfast: oats 300 kcal\nSnack: pear 50 kcal\nSnack: nuts 60 kcal\nDinner: rice 400 kcal"
    )
    constraint = "Each day must have at most 900 calories."
    assert _said(constraint, plan) == (True, "")
    assert _said(constraint, f"{plan}\n\nBreakfast: bread 90 kcal") == (
        None,
        "'Breakfast: bread 90 kcal' may be another day.",
    )


@pytest.mark.parametrize(
    "words",
    _each(
        "You have rest days.|Take a resting day.|Enjoy complete rest.|Plan for full rest."
        "|It is total rest.|Have active rest.|Take it off.|Two days off.|Take one off."
        "|Be completely off.|You recover.|It recovers.|You rest on it.|You rest today."
        "|Rest completely.|He rests fully."
    ),
)
def test_rest_that_is_told_may_be_another_day(words):
    """How many is not known."""
    plan = "Day 1\n- Run: 9 min\nDay 2: Rest\nDay 3\n- Row: 9 min\n\n"
    plan += f"After all of that you see it. {words}"
    satisfied, reason = _said("The plan must include 2 rest days.", plan)
    assert (satisfied, "how many days of rest" in reason) == (None, True)


def test_an_exercise_may_name_another_session():
    """With sets of its own it is one; else it may be all of that session."""
    root = outline("Session 1\n- Press of session 2: 3 x 8\n- Squats of session 2\n- Row: 4 x 9")
    found = exercises(root.children[0], root)
    assert [one.text for one in found.sure] == ["Press of session 2: 3 x 8", "Row: 4 x 9"]
    assert (found.more, found.open) == (99, ["what 'Squats of session 2' repeats"])


def test_a_list_that_was_used_is_no_stray():
    """Of its foods some may not be eaten."""
    plan = (
        "**Foods**\n- Soup: 300 kcal\n- Rice: 450 kcal\n\n**Day 1**\n- Soup\n\n**Day 2**\n- Soups"
    )
    root = outline(plan)
    adder = Adder(root, "energy")
    assert [adder.part(one).value for one in root.walk() if one.kind == "day"] == [(300, 300)] * 2
    assert adder.strays() == []
