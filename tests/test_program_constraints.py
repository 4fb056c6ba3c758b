"""Constraints in words and what they demand; every expectation is worked by hand."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from tamis.checking.program import read
from tamis.checking.program.requirement import Bound, Requirement
from tamis.types import InputError

LB = 0.45359237
"""Kilograms in an international pound (1959)."""


def _one(sentence: str) -> Requirement:
    (demand,) = read(sentence)
    return demand


def _exactly(value: float, **more: bool) -> Bound:
    return Bound(value, value, **more)


def _least(value: float, **more: bool) -> Bound:
    return Bound(low=value, **more)


def _most(value: float, **more: bool) -> Bound:
    return Bound(high=value, **more)


def _kcal(bound: Bound, scope="day", **more) -> Requirement:
    return Requirement("", "calorie", "amount", bound, "kcal", scope, **more)


def _grams(subject: str, bound: Bound, scope="day", unit="g", **more) -> Requirement:
    return Requirement("", subject, "amount", bound, unit, scope, **more)


def _count(subject: str, bound: Bound, scope="plan", **more) -> Requirement:
    return Requirement("", subject, "count", bound, "", scope, **more)


def _lifted(bound: Bound, scope="session", **more) -> Requirement:
    return Requirement("", "tonnage", "tonnage", bound, "kg", scope, **more)


def _lasts(subject: str, bound: Bound, scope="plan", **more) -> Requirement:
    return Requirement("", subject, "duration", bound, "min", scope, **more)


def _clock(subject: str, start: Bound | None = None, end: Bound | None = None) -> Requirement:
    return Requirement("", subject, "clock", Bound(), "clock", start=start, end=end)


AMOUNTS = {
    "The daily caloric intake must be at least 1850 calories.": _kcal(_least(1850)),
    "The total daily caloric intake must be exactly 2,150 calories.": _kcal(_exactly(2150)),
    "Each day must have no more than 1900 kcal": _kcal(_most(1900)),
    "Daily calories must not exceed 1,750.": _kcal(_most(1750)),
    "The plan must provide up to 2200 calories per day.": _kcal(_most(2200)),
    "The daily caloric intake must be between 1650 and 1850 calories.": _kcal(Bound(1650, 1850)),
    "The daily caloric intake must be from 1650 to 1850 calories.": _kcal(Bound(1650, 1850)),
    "The daily caloric intake must be 1650-1850 calories.": _kcal(Bound(1650, 1850)),
    "The daily caloric intake must be about 1950 calories.": _kcal(_exactly(1950, about=True)),
    "The daily intake must be approximately 1950 kcal.": _kcal(_exactly(1950, about=True)),
    "Daily intake must be 2300 calories or more.": _kcal(_least(2300)),
    "Daily intake must be 2300 calories or less.": _kcal(_most(2300)),
    "The daily calories must exceed 1400.": _kcal(_least(1400, strict=True)),
    "Each day must have more than 1400 calories.": _kcal(_least(1400, strict=True)),
    "Each day must have fewer than 1400 calories.": _kcal(_most(1400, strict=True)),
    "Each day must have less than two thousand calories.": _kcal(_most(2000, strict=True)),
    "The total daily caloric intake must be ≥ 1725 calories.": _kcal(_least(1725)),
    "The daily caloric intake must be less than or equal to 1725 calories.": _kcal(_most(1725)),
    "The daily caloric intake must be greater than or equal to 1725 calories.": _kcal(_least(1725)),
    "The daily caloric intake must not be less than 1725 calories.": _kcal(_least(1725)),
    "The caloric intake must be a maximum of 2050 calories per day.": _kcal(_most(2050)),
    "The caloric intake must be a minimum of 2050 calories per day.": _kcal(_least(2050)),
    "The daily calories must be limited to 1575.": _kcal(_most(1575)),
    "Each dinner must have no more than 650 calories.": _kcal(_most(650), "meal", only="dinner"),
    "Each meal must have at least 350 calories.": _kcal(_least(350), "meal"),
    "The whole meal plan must have at most 5,400 calories.": _kcal(_most(5400), "plan", whole=True),
    "Each workout session must burn at least 275 calories.": _kcal(_least(275), "session"),
    "Each workout must burn between 250 and 325 calories.": _kcal(Bound(250, 325), "session"),
    "The workout plan must burn at least 1300 calories overall.": _kcal(
        _least(1300), "plan", whole=True
    ),
    "The daily protein intake must be at least 95 grams.": _grams("protein", _least(95)),
    "Each day must include at least 95 g of protein.": _grams("protein", _least(95)),
    "Each day must include at least ninety-five grams of protein.": _grams("protein", _least(95)),
    "The total daily fat intake must be no more than 55.5 grams.": _grams("fat", _most(55.5)),
    "The total daily fat intake must be no more than 55,5 g.": _grams("fat", _most(55.5)),
    "The daily fat must be below 60 grams.": _grams("fat", _most(60, strict=True)),
    "The daily carbs must be at most 210 g.": _grams("carbohydrate", _most(210)),
    "The daily carbohydrate intake must be between 180 g and 210 g.": _grams(
        "carbohydrate", Bound(180, 210)
    ),
    "The daily fiber intake must be at least 30 grams.": _grams("fiber", _least(30)),
    "The daily sugar must be under 40 g.": _grams("sugar", _most(40, strict=True)),
    "The daily sodium intake must be at most 2300 mg.": _grams("sodium", _most(2300), unit="mg"),
    "The daily sodium intake must be at most 2.3 grams.": _grams("sodium", _most(2300), unit="mg"),
    "Each meal must contain at least 25 grams of protein.": _grams("protein", _least(25), "meal"),
}

COUNTS = {
    "The meal plan must be for 4 days.": _count("day", _exactly(4)),
    "The meal plan must span three days.": _count("day", _exactly(3)),
    "The plan must include at least five days.": _count("day", _least(5)),
    "The plan must include 3 meals per day.": _count("meal", _exactly(3), "day"),
    "Each day must include three meals.": _count("meal", _exactly(3), "day"),
    "The number of meals per day must be at most 5.": _count("meal", _most(5), "day"),
    "Each day must include at least 2 snacks.": _count("snack", _least(2), "day"),
    "The workout plan must contain 4 sessions.": _count("session", _exactly(4)),
    "The plan must have no fewer than 3 workouts.": _count("session", _least(3)),
    "Number of workout sessions must be equal to 5": _count("session", _exactly(5)),
    "The plan must include 3 to 4 sessions.": _count("session", Bound(3, 4)),
    "The plan must include between three and five training sessions.": _count(
        "session", Bound(3, 5)
    ),
    "Number of exercises per session must be equal to 6": _count(
        "exercise", _exactly(6), "session"
    ),
    "Each workout session must include 5-7 exercises.": _count("exercise", Bound(5, 7), "session"),
    "At least 8 exercises in session A": _count("exercise", _least(8), "session"),
    "Each day must include at least 5 exercises.": _count("exercise", _least(5), "day"),
    "The routine must include at least 8 exercises.": _count("exercise", _least(8)),
    "Each session must have more than 4 exercises.": _count(
        "exercise", _least(4, strict=True), "session"
    ),
    "The plan must have a total of 9 different exercises.": _count(
        "exercise", _exactly(9), distinct=True
    ),
    "The routine must include 2 rest days.": _count("rest day", _exactly(2)),
    "The program must last six weeks.": _count("week", _exactly(6)),
    "Each exercise must have at least 3 sets.": Requirement(
        "", "set", "amount", _least(3), "", "exercise"
    ),
    "Each exercise must have 8-12 reps per set.": Requirement(
        "", "rep", "amount", Bound(8, 12), "", "exercise"
    ),
}

LIFTS = {
    "Total lifting tonnage per session must be at least 4200 kg.": _lifted(_least(4200)),
    "Total lifting tonnage per session must be greater than or equal to 4,200 kg": _lifted(
        _least(4200)
    ),
    "The tonnage of each session must not exceed 5.5 tonnes.": _lifted(_most(5500)),
    "The total weight lifted in each session must be at least 10,000 lbs.": _lifted(
        _least(10_000 * LB)
    ),
    "The total weight lifted per workout must be between 3000 and 3500 kg.": _lifted(
        Bound(3000, 3500)
    ),
    "Total lifting tonnage for the whole routine must be at most 20000 kg": _lifted(
        _most(20_000), "plan", whole=True
    ),
    "The weekly tonnage must be at least 900 kg": _lifted(_least(900), "plan", whole=True),
    "Tonnage must be at least 500 kg over all sessions": _lifted(_least(500), "plan", whole=True),
    "The tonnage on each day must be at least 500 kg": _lifted(_least(500)),
    "The tonnage must be at least 500 kg": _lifted(_least(500)),
}

LENGTHS = {
    "Each workout session must last 50 minutes.": _lasts("session", _exactly(50), "session"),
    "Each session must last 45+ minutes.": _lasts("session", _least(45), "session"),
    "Each session must last 45 minutes+.": _lasts("session", _least(45), "session"),
    "Each session must last between 40 and 50 minutes.": _lasts(
        "session", Bound(40, 50), "session"
    ),
    "Each session must last from 1 to 1.5 hours.": _lasts("session", Bound(60, 90), "session"),
    "Each session must last up to an hour and a half.": _lasts("session", _most(90), "session"),
    "Each session must last at least half an hour.": _lasts("session", _least(30), "session"),
    "Each session must be no longer than 75 minutes.": _lasts("session", _most(75), "session"),
    "Each session must last 1 hour 15 minutes.": _lasts("session", _exactly(75), "session"),
    "Each session must last about 45 minutes.": _lasts(
        "session", _exactly(45, about=True), "session"
    ),
    "The duration of each workout must be 40 minutes or more.": _lasts(
        "session", _least(40), "session"
    ),
    "The schedule must include 8 hours of sleep.": _lasts("sleep", _exactly(8 * 60)),
    "The schedule must include at least seven and a half hours of sleep.": _lasts(
        "sleep", _least(450)
    ),
    "The schedule must include 7,5 hours of sleep.": _lasts("sleep", _exactly(450)),
    "The schedule must include no more than 9 hours for work.": _lasts("work", _most(540)),
    "The schedule must include between 7 and 8 hours of work.": _lasts("work", Bound(420, 480)),
    "The schedule must include 2 hours for meals.": _lasts("meals", _exactly(120)),
    "The schedule must include 45 minutes of piano practice.": _lasts(
        "piano practice", _exactly(45)
    ),
    "The schedule must include 1h30 of reading.": _lasts("reading", _exactly(90)),
    "The schedule must include 2 hours of study in the morning.": _lasts(
        "study", _exactly(120), daypart="morning"
    ),
    "The schedule must include at least 30 minutes of reading in the evening.": _lasts(
        "reading", _least(30), daypart="evening"
    ),
    "The schedule must include 1 hour of exercise before work.": _lasts(
        "exercise", _exactly(60), before="work"
    ),
    "The schedule must include 30 minutes of yoga after dinner.": _lasts(
        "yoga", _exactly(30), after="dinner"
    ),
    "The schedule must include 40 minutes for commuting each way.": _lasts(
        "commuting", _exactly(40), "direction"
    ),
    "The schedule must include a 40 minute commute in each direction.": _lasts(
        "commute", _exactly(40), "direction"
    ),
    "The schedule must include 1 hour of swimming at 6 PM.": _lasts(
        "swimming", _exactly(60), start=_exactly(18 * 60)
    ),
}

TIMES = {
    "Work must start at 8:30 AM.": _clock("work", start=_exactly(8 * 60 + 30)),
    "Work must start at 08:30.": _clock("work", start=_exactly(8 * 60 + 30)),
    "Work must begin no earlier than 9 AM.": _clock("work", start=_least(9 * 60)),
    "Work must start no later than 9:15 AM.": _clock("work", start=_most(9 * 60 + 15)),
    "Work must end at 5:45 PM.": _clock("work", end=_exactly(17 * 60 + 45)),
    "Work must end by 6 PM.": _clock("work", end=_most(18 * 60)),
    "Work must finish before 17:30.": _clock("work", end=_most(17 * 60 + 30, strict=True)),
    "Lunch must start at noon.": _clock("lunch", start=_exactly(12 * 60)),
    "Dinner must start after 7 PM.": _clock("dinner", start=_least(19 * 60, strict=True)),
    "The gym must take place between 5 PM and 7 PM.": _clock(
        "gym", start=_least(17 * 60), end=_most(19 * 60)
    ),
    "Work must be from 9 AM to 5 PM.": _clock("work", _exactly(9 * 60), _exactly(17 * 60)),
    "Work must be from 9 to 5 PM.": _clock("work", _exactly(9 * 60), _exactly(17 * 60)),
    "Bedtime must be at 22:30.": _clock("bedtime", start=_exactly(22 * 60 + 30)),
}

UNDERSTOOD = {
    sentence: demand
    for table in (AMOUNTS, COUNTS, LIFTS, LENGTHS, TIMES)
    for sentence, demand in table.items()
}

REFUSED = {
    # Words that narrow what is demanded.
    "The second session must burn at least 300 calories.": "The second",
    "Each session in the first week must last 40 minutes.": "the first",
    "Only the last session must last 60 minutes.": "the last",
    "Number of exercises with 4 sets must be equal to 3": "exercises with",
    "Each day but Sunday must include 3 meals.": "but Sunday",
    "Each breakfast except Sunday's must have 400 calories.": "except",
    "Each meal must have 400 calories on weekdays.": "weekdays",
    "The main part of each session must last at least 30 minutes.": "main part",
    "The plan must include 3 vegetarian meals per day.": "vegetarian",
    "Each session must include at least 3 exercises for the legs.": "legs",
    "Each session must include the same 5 exercises.": "same",
    "The average daily intake must be 1800 calories.": "average",
    "Calories must increase by 100 each day.": "increase",
    "Each session must last at least 5 minutes more than the previous one.": "more than the",
    # Denials.
    "Each session must not last 50 minutes.": "not",
    "The plan must not include 3 days.": "not",
    # More than one demand.
    "The plan must include 4 sessions per week for 6 weeks.": "judge '6'",
    "The plan must include 3 or 5 days.": "more than one",
    "Day 2 must have 1800 calories.": "not understand",
    "Each day must have at least 90 g of protein and at most 60 g of fat.": "more than one",
    "Each session must last at least 30 minutes and at most 60 minutes.": "more than one",
    "The daily intake must be at least 1500 and at most 2000 calories.": "more than one",
    "The daily caloric intake must be within 100 calories of 2000.": "more than one",
    "The daily caloric intake must be 2000 ± 100 calories.": "more than one",
    "Work must start at 9 AM and end at 5 PM.": "more than one",
    "The schedule must include 8 hours of sleep and 8 hours of work.": "not understand",
    "The schedule must include 2 hours of gym between 5 PM and 7 PM.": "5 PM and 7",
    "The schedule must include 1 hour of exercise before 8 AM.": "a length and a time",
    "Each day must have at least -4 g of fat.": "below zero",
    # Units that do not go with what is measured.
    "The daily caloric intake must be at least 1800 grams.": "calories in grams",
    # In some countries a point parts thousands.
    "The daily intake must be 1.800 kcal.": "may be 1.8 or 1800",
    "The schedule must include 1.800 hours of sleep.": "may be 1.8 or 1800",
    "The daily intake must be 1/0 calories.": "is no number",
    "The schedule must include 1/0 hours of sleep.": "is no number",
    "At least 30% of the calories must be protein.": "%",
    # No figure, or none that the program knows.
    "The plan must be vegetarian.": "not understand",
    "The protein must be twice the fat.": "not understand",
    "The total cost must be at most $50.": "not understand",
    "Work must start at 25:00.": "not understand",
    "No set may be heavier than 110 kg.": "not understand",
    "Session B must have a higher tonnage than session A.": "not understand",
    "...": "empty",
    " \n\t ": "empty",
    "": "empty",
    "The plan must have " + "very " * 300 + "many calories.": "1000",
}


def _bare(demand: Requirement) -> Requirement:
    """Without what only repeats the sentence, and without the bound that a clock does not use."""
    bound = Bound() if demand.measure == "clock" else demand.bound
    return replace(demand, text="", bound=bound)


@pytest.mark.parametrize("sentence", UNDERSTOOD)
def test_a_sentence_becomes_its_demand(sentence):
    """Quantity, unit, bound, scope and times are those that the sentence names."""
    got, expected = _bare(_one(sentence)), UNDERSTOOD[sentence]
    assert got.bound.low == pytest.approx(expected.bound.low)
    assert got.bound.high == pytest.approx(expected.bound.high)
    assert replace(got, bound=expected.bound) == expected
    assert (got.bound.strict, got.bound.about) == (expected.bound.strict, expected.bound.about)


@pytest.mark.parametrize("sentence", REFUSED)
def test_a_sentence_that_is_not_understood_is_refused(sentence):
    """What might change the demand is named in one sentence; nothing is left out in silence."""
    with pytest.raises(InputError, match=REFUSED[sentence]) as refusal:
        read(sentence)
    said = str(refusal.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < 400


SEVERAL = {
    "Each day must include 3 meals and 1 snack.": [
        _count("meal", _exactly(3), "day", only="meal"),
        _count("snack", _exactly(1), "day"),
    ],
    "Each day must include breakfast, one snack and dinner.": [
        _count("snack", _exactly(1), "day"),
        _count("meal", _least(1), "day", only="breakfast"),
        _count("meal", _least(1), "day", only="dinner"),
    ],
    "The plan must have 3 days with at least 4 meals each.": [
        _count("day", _exactly(3)),
        _count("meal", _least(4), "day"),
    ],
}


@pytest.mark.parametrize("sentence", SEVERAL)
def test_counts_that_are_joined_are_demands_of_their_own(sentence):
    """Each has its own number and bound; meals beside snacks are those without them."""
    assert [_bare(one) for one in read(sentence)] == SEVERAL[sentence]


@pytest.mark.parametrize(
    "verb", ["end", "finish", "stop", "conclude", "be completed", "be done", "be over"]
)
def test_every_word_for_an_end(verb):
    """At a time, by a time, and between two."""
    at, by, between = (
        _bare(_one(f"Work must {verb} {when}."))
        for when in ("at 5:45 PM", "by 6 PM", "between 5 PM and 6 PM")
    )
    assert at == _clock("work", end=_exactly(1065))
    assert by == _clock("work", end=_most(1080))
    assert between == _clock("work", end=Bound(1020, 1080))


@pytest.mark.parametrize("verb", ["start", "begin", "commence"])
def test_every_word_for_a_beginning(verb):
    """At a time, by a time, and between two."""
    at, by, between = (
        _bare(_one(f"Work must {verb} {when}."))
        for when in ("at 8:45 AM", "by 9 AM", "between 8 AM and 9 AM")
    )
    assert at == _clock("work", start=_exactly(525))
    assert by == _clock("work", start=_most(540))
    assert between == _clock("work", start=Bound(480, 540))


@pytest.mark.parametrize(
    "word",
    ["about", "around", "approximately", "approx.", "roughly", "circa", "close to", "nearly", "~"],
)
def test_every_word_for_about(word):
    """A tenth to either side is near enough."""
    made = _one(f"The daily caloric intake must be {word} 1950 calories.")
    assert _bare(made) == _kcal(_exactly(1950, about=True))


@pytest.mark.parametrize(
    "subject",
    ["The workout", "Each workout session", "Every training day", "The daily routine", "The plan",
     "The training program", "The daily schedule", "The workout routine", "Each session"],
)  # fmt: skip
def test_whatever_the_plan_is_called_it_is_not_what_lasts(subject):
    """The activity is what is included, not what includes it."""
    made = _one(f"{subject} must include at least 30 minutes of stretching.")
    assert (made.subject, made.bound) == ("stretching", _least(30))


@pytest.mark.parametrize(
    "where",
    ["over all sessions", "across all workouts", "in total across all days",
     "in all sessions combined"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("what", "measure"), [("exercise", "count"), ("set", "amount"), ("meal", "count")]
)
def test_what_is_counted_over_all_parts_is_counted_for_the_plan(what, measure, where):
    """Twenty in all, not twenty in each; where each is named, in each."""
    made = _one(f"The plan must have at least 20 {what}s {where}.")
    assert (made.subject, made.measure, made.scope) == (what, measure, "plan")
    assert _one(f"Across all sessions, each must have 5 {what}s.").scope == "session"


BEYOND = {
    "No exercise may use a weight of more than 120 kg.": ("weight", _most(120), "exercise"),
    "No day may have more than 8 hours of work.": ("duration", _most(480), "plan"),
    "No machine may be used for more than 20 minutes.": ("duration", _most(20), "entry"),
    "There must be at least 2 hours between the starts of meals.": ("gap", _least(120), "day"),
    "The rest between rounds must be at most 2 minutes.": ("duration", _most(2), "entry"),
    "The plan must include 8 glasses of water per day.": ("count", _exactly(8), "day"),
    "Each day must have 6 eating occasions.": ("count", _exactly(6), "day"),
    "The daily energy intake must be at most 8,368 kJ.": ("amount", _most(2000), "day"),
    "Dinner must provide at least 500 calories.": ("amount", _least(500), "meal"),
}


@pytest.mark.parametrize("sentence", BEYOND)
def test_demands_of_other_kinds_are_read(sentence):
    """Weights, machines, pauses, gaps, glasses, kilojoules, one meal."""
    measure, bound, scope = BEYOND[sentence]
    got = _one(sentence)
    assert (got.measure, got.scope) == (measure, scope)
    assert (got.bound.low, got.bound.high) == pytest.approx((bound.low, bound.high))


@pytest.mark.parametrize(
    ("sentence", "start"),
    [
        ("Work must start at or after 8 am.", _least(480)),
        ("Work must start after 8 am.", _least(480, strict=True)),
        ("Dinner must start at or before 18:00.", _most(1080)),
        ("Dinner must start before 18:00.", _most(1080, strict=True)),
        ("Lights out must be at or before 11 pm.", _most(1380)),
    ],
)
def test_at_or_after_holds_the_time_itself(sentence, start):
    """ "At or after 8" holds 8:00; "after 8" does not."""
    assert _one(sentence).start == start


def test_the_text_of_a_demand_is_the_constraint_as_it_was_given():
    """The requirement keeps the sentence, without the blanks around it."""
    assert _one("  The plan must span THREE days. \n").text == "The plan must span THREE days."


@pytest.mark.parametrize(
    ("spelled", "written"),
    [
        ("The plan must span twenty-one days.", "The plan must span 21 days."),
        ("Each day must have one hundred and five g of fat", "Each day must have 105 g of fat"),
        ("Each session must last half an hour", "Each session must last 30 minutes"),
        ("The plan must span ３ days", "The plan must span 3 days"),
        ("Each session must last 20–30 minutes", "Each session must last 20-30 minutes"),
    ],
)
def test_numbers_may_be_written_in_several_ways(spelled, written):
    """Words, full-width digits and long dashes are read as plain digits and hyphens are."""
    assert _bare(_one(spelled)) == _bare(_one(written))


def test_what_stands_in_parentheses_explains_the_figure():
    """An aside is no second demand; one that speaks of both ways makes the scope."""
    assert _one("The plan must have 10 meals (5 per day for 2 days)").bound == _exactly(10)
    assert _one("The schedule must include 1 hour of commuting (each way)").scope == "direction"


@pytest.mark.parametrize(
    ("bound", "inside", "outside"),
    [
        (_least(10), [10, 10.0000001, 11], [9.99, -10]),
        (_most(10), [10, 9, -3], [10.01]),
        (_least(10, strict=True), [10.01, 11], [10, 9.99]),
        (_most(10, strict=True), [9.99], [10, 11]),
        (_exactly(10), [10, 10.0000001], [9.9, 10.1]),
        (_exactly(10, about=True), [9, 10, 11], [8.9, 11.1]),
        (Bound(5, 7), [5, 6, 7], [4.99, 7.01]),
    ],
)
def test_a_bound_holds_its_ends_unless_it_is_strict(bound, inside, outside):
    """Ends are inside to a millionth; "about" reaches a tenth further."""
    assert all(bound.holds(value) for value in inside)
    assert not any(bound.holds(value) for value in outside)


@pytest.mark.parametrize(
    ("bound", "unit", "words"),
    [
        (_least(150), "g", "at least 150 g"),
        (_most(90), "min", "at most 1 h 30 min"),
        (_least(3, strict=True), "", "more than 3"),
        (_most(1234.5, strict=True), "kcal", "less than 1,234.5 kcal"),
        (_exactly(8 * 60), "min", "exactly 8 h"),
        (_exactly(45, about=True), "min", "about 45 min"),
        (Bound(5, 7), "", "between 5 and 7"),
    ],
)
def test_a_bound_can_be_said_in_words(bound, unit, words):
    """Worksheets name the bound as a person would."""
    assert bound.text(unit) == words


def test_an_open_bound_has_infinite_ends():
    """At least has no upper end and at most no lower one."""
    assert (_least(3).high, _most(3).low) == (inf, -inf)
