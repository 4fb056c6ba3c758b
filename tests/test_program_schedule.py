"""Schedules and the constraints on them; every minute is worked by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tamis.checking.program import judge
from tamis.checking.program.activities import Activity
from tamis.checking.program.outline import outline
from tamis.checking.program.timeline import Unreadable, of_activity, shown, slots


def _line(schedule: str) -> list[str]:
    return [f"{shown(s)} {s.text}" for s in slots(outline(dedent(schedule)))]


def _minutes(schedule: str, activity: str) -> dict[str, tuple[float, float]]:
    """The fewest and the most minutes of an activity by entry."""
    found = of_activity(slots(outline(dedent(schedule))), Activity(activity))
    return {slot.text.strip(): tuple(minutes) for slot, minutes, _ in found}


def test_an_entry_lasts_until_the_next_and_the_last_until_the_first():
    """The day closes where it began."""
    assert _line("7:00 AM Wake up\n\n8:30 AM Work\n\n5 PM Dinner\n\n10 PM Sleep") == [
        "07:00 to 08:30 Wake up",
        "08:30 to 17:00 Work",
        "17:00 to 22:00 Dinner",
        "22:00 to 07:00 Sleep",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "- 8:30 AM - 5:15 PM: Work\n- 6 PM - 7 PM: Dinner",
        "- 08:30–17:15 Work\n- 18:00–19:00 Dinner",
        "**8:30 am to 5:15 pm** Work\n\n**6 to 7 pm** Dinner",
        "- Work (8:30 AM – 5:15 PM)\n- Dinner (6 PM – 7 PM)",
        "| Time | What |\n|---|---|\n| 8:30 AM - 5:15 PM | Work |\n| 6:00 PM - 7:00 PM | Dinner |",
        "| From | To | What |\n|-|-|-|\n| 8:30 AM | 5:15 PM | Work |\n| 6 PM | 7 PM | Dinner |",
        "08:30 Work (8 h 45 min)\n18:00 Dinner (1 hour)",
        "**Work**\n- 8:30 AM - 5:15 PM\n\n**Dinner**\n- 6 PM - 7 PM",
        "- 8:30 - 5:15 Work\n- 6:00 - 7:00 Dinner",
    ],
)
def test_an_entry_may_be_written_in_many_ways(written):
    """Spans, lengths, tables, headings, the words first; without AM or PM the day goes forward."""
    said = [line.split(" (")[0] for line in _line(written)]
    assert said == ["08:30 to 17:15 Work", "18:00 to 19:00 Dinner"]


def test_times_with_points_are_times_where_lines_begin_with_them():
    """ "07.30" is a time in some countries, where three lines say so."""
    day = "06.15 - Wake up\n07.30 - Work\n16.00 - Swim\n22.15 - Sleep"
    assert _line(day)[1] == "07:30 to 16:00 Work"


def test_minutes_and_seconds_of_a_class_are_no_times_of_the_day():
    """What ends after 24:00, or begins at 0:00 with a warm-up, is elapsed time."""
    plan = "### 0:00 – 8:00 | Warm-up\n### 8:00 – 30:00 | Climb\n### 30:00 – 40:00 | Cool-down"
    assert [slot.minutes for slot in slots(outline(plan))] == [8, 22, 10]
    assert judge("The session must last 40 minutes.", plan).satisfied is True
    assert judge("There must be at least 25 minutes of climb.", plan).satisfied is False


def test_prose_and_too_many_times_are_not_read():
    """The reason is said."""
    with pytest.raises(Unreadable, match="in sentences"):
        slots(outline("You get up at 8:00 and work until 17:00, as you always do."))
    with pytest.raises(Unreadable, match="too many"):
        slots(outline("\n".join(f"- {n % 24}:{n % 60:02d} work" for n in range(3_000))))


def test_what_work_includes_is_taken_from_it():
    """It counts as what it is, and the rest as work; breaks as often as they come."""
    day = "- 9:00 AM - 6:00 PM: Work (includes a 1-hour lunch break)\n- 7 PM - 7:45 PM: Dinner"
    assert list(_minutes(day, "work").values()) == [(480, 480)]
    assert sum(low for low, _ in _minutes(day, "meals").values()) == 60 + 45
    day = "- 9:00 - 17:00: Work, with 2 15-minute coffee breaks\n- 18:00 - 19:00: Dinner"
    assert list(_minutes(day, "work").values()) == [(450, 450)]


def test_an_entry_that_lies_inside_another_is_taken_from_it():
    """Lunch from twelve to one is no work though work goes from nine to five."""
    day = "- 9:00 - 17:00: Work\n- 12:00 - 13:00: Lunch\n- 17:00 - 18:00: Run"
    assert _minutes(day, "work") == {"Work": (420, 420)}
    assert _minutes(day, "meals") == {"Lunch": (60, 60)}


def test_what_may_be_an_activity_counts_from_nothing():
    """Dinner with friends may be a meal, or company; coffee may be a meal."""
    assert _minutes(
        "18:00 - 20:00 Dinner and games with friends\n20:00 - 22:00 Sleep", "meals"
    ) == {"Dinner and games with friends": (0, 120)}
    assert _minutes("15:00 - 16:00 Coffee\n16:00 - 17:00 Nap", "meals") == {"Coffee": (0, 60)}


@pytest.mark.parametrize(
    ("activity", "yes", "no"),
    [
        ("sleep", ["Sleep", "Bedtime", "Go to bed", "Lights out"],
         ["Bedtime story", "Prepare for bed", "Relax before bed"]),
        ("work", ["Work", "At the office", "Second job"],
         ["Commute to work", "Workout", "Homework", "Drive to the office", "Get ready for work"]),
        ("meals", ["Breakfast", "Late lunch", "Family dinner", "Eat a sandwich"],
         ["Meal prep", "Wash the dishes", "Walk after lunch"]),
        ("exercise", ["Gym", "Morning run", "Yoga", "Workout"], ["Drive to the gym", "Shower"]),
        ("commuting", ["Commute to work", "Drive home"], ["Relax after commute"]),
        ("studying", ["Study maths", "Homework", "Lecture"], ["Break from study"]),
        ("piano practice", ["Practice piano", "Piano practices"], ["Football"]),
        ("screen time", ["Video games", "Cartoons (screen)", "TV"], ["Forest walk", "Dinner"]),
        ("gardening", ["Gardening"], ["Kindergarten"]),
    ],
)  # fmt: skip
def test_entries_are_known_to_be_about_an_activity(activity, yes, no):
    """The common activities have their own words, any other its stems."""
    said = {text: Activity(activity).of(text) for text in [*yes, *no]}
    assert said == {**dict.fromkeys(yes, "yes"), **dict.fromkeys(no, "no")}


SCHEDULE = """\
**A day with 9 hours of sleep!**

- 6:30 AM - 7:00 AM: Breakfast
- 7:00 AM - 7:40 AM: Drive to the office
- 7:40 AM - 12:00 PM: Work
- 12:00 PM - 12:45 PM: Lunch
- 12:45 PM - 4:25 PM: Work
- 4:25 PM - 5:10 PM: Drive home
- 5:30 PM - 6:20 PM: Piano practice
- 6:30 PM - 7:15 PM: Dinner
- 7:30 PM - 8:00 PM: Yoga
- 10:15 PM - 6:30 AM: Sleep
"""

VERDICTS = {
    # 10:15 PM to 6:30 AM is 8 h 15 min.
    "The schedule must include 9 hours of sleep.": False,
    "The schedule must include at least 8 hours of sleep.": True,
    # 4 h 20 min + 3 h 40 min.
    "The schedule must include 8 hours of work.": True,
    # 30 + 45 + 45 min.
    "The schedule must include 2 hours for meals.": True,
    "The schedule must include at most 1.5 hours for meals.": False,
    # 40 min there and 45 min back.
    "The schedule must include 40 minutes for commuting each way.": False,
    "The schedule must include at least 40 minutes for commuting each way.": True,
    "The schedule must include between 80 and 90 minutes of commuting.": True,
    "The schedule must include 50 minutes of piano practice.": True,
    "The schedule must include 1 hour of piano practice.": False,
    "The schedule must include 50 minutes of piano practice in the evening.": True,
    "The schedule must include 30 minutes of yoga after dinner.": True,
    "The schedule must include 50 minutes of piano practice before dinner.": True,
    "Work must start at 7:40 AM.": True,
    "Work must start no later than 7:30 AM.": False,
    "Work must end by 4:30 PM.": True,
    "Work must end at 4:30 PM.": False,
    "Yoga must take place between 7 PM and 8 PM.": True,
    "Yoga must take place between 7:45 PM and 8 PM.": False,
    "Dinner must start at 18:30.": True,
    "Bedtime must be no later than 10 PM.": False,
}


@pytest.mark.parametrize("constraint", VERDICTS)
def test_a_schedule_is_judged_by_its_entries(constraint):
    """Sums of minutes and times of the clock, whatever the heading claims."""
    judged = judge(constraint, SCHEDULE)
    assert judged.satisfied is VERDICTS[constraint], judged.reason


@pytest.mark.parametrize(
    ("constraint", "reason"),
    [
        # It begins at 5:30 PM and ends at 6:20 PM.
        (
            "The schedule must include 50 minutes of piano practice in the afternoon.",
            "30 min to 50 min",
        ),
        ("The schedule must include 1 hour of knitting.", "no entry"),
        ("The schedule must include 30 minutes of yoga before lunch.", "not before lunch"),
        ("The schedule must include 30 minutes of yoga after knitting.", "no entry"),
        ("Knitting must start at 6 PM.", "no entry"),
    ],
)
def test_what_a_schedule_does_not_name_is_left_undecided(constraint, reason):
    """The program does not say no to what it may only have overlooked."""
    judged = judge(constraint, SCHEDULE)
    assert (judged.satisfied, judged.outcome) == (None, "abstained")
    assert reason in judged.reason


WEEK = """\
**Monday, Wednesday, Friday**
- 8:00 am – 12:00 pm: Work at the office
- 1:00 pm – 3:30 pm: Work at the office
- 4:00 pm – 5:00 pm: Gym

**Tuesday and Thursday**
- 9:00 am – 11:30 am: University classes
"""


@pytest.mark.parametrize(
    ("constraint", "satisfied"),
    [
        # Three days of 6.5 hours.
        ("There must be at least 19.5 hours of work per week.", True),
        ("There must be at least 20 hours of work per week.", False),
        ("There must be 3 gym visits per week.", True),
        ("No day may have more than 6.5 hours of work.", True),
        ("No day may have more than 6 hours of work.", False),
        ("Work must start at or after 8 am.", True),
        ("Work must start after 8 am.", False),
    ],
)
def test_days_that_share_a_schedule_count_each(constraint, satisfied):
    """A week is the sum of its days, each as often as it comes."""
    judged = judge(constraint, WEEK)
    assert judged.satisfied is satisfied, judged.reason
