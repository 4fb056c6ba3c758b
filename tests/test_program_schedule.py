"""Times of the clock and the time line that a schedule becomes; every line is worked by hand."""

from __future__ import annotations

import math
from textwrap import dedent

import pytest

from tamis.checking.program import clock, judge
from tamis.checking.program.activities import Activity
from tamis.checking.program.amounts import plain, spans
from tamis.checking.program.outline import outline
from tamis.checking.program.parts import Unsure
from tamis.checking.program.schedule import MAX_ENTRIES, expand, in_daypart, shown, slots


def _line(schedule: str) -> list[str]:
    """The time line as "07:00 to 08:00 Breakfast"."""
    return [f"{shown(s)} {s.text}" for s in slots(outline(dedent(schedule)))]


def _minutes(schedule: str, activity: str) -> dict[str, float]:
    """The minutes of an activity by entry; the sum of two with one name."""
    found: dict[str, float] = {}
    for slot, minutes, _ in expand(slots(outline(dedent(schedule))), Activity(activity)):
        assert minutes.sure
        found[slot.text] = found.get(slot.text, 0) + minutes.low
    return found


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        ("7:30 AM", "07:30", None),
        ("7:30 a.m.", "07:30", None),
        ("7.30am", "07:30", None),
        ("7 pm", "19:00", None),
        ("07:30", "07:30", None),
        ("19:05", "19:05", None),
        ("15:00 PM", "15:00", None),
        ("12:00 AM", "00:00", None),
        ("12:15 PM", "12:15", None),
        ("0:30 AM", "00:30", None),
        ("24:00", "00:00", None),
        ("noon", "12:00", None),
        ("Midnight", "00:00", None),
        ("9 AM - 5 PM", "09:00", "17:00"),
        ("9:00 AM – 5:30 PM", "09:00", "17:30"),
        ("9-11 am", "09:00", "11:00"),
        ("11 - 1 pm", "11:00", "13:00"),
        ("7:15 - 7:45 pm", "19:15", "19:45"),
        ("11:30 - 12:15 pm", "11:30", "12:15"),
        ("09:00 to 17:00", "09:00", "17:00"),
        ("9 AM until noon", "09:00", "12:00"),
        ("10 PM till 6 AM", "22:00", "06:00"),
        ("22:30-06:30", "22:30", "06:30"),
        ("11 PM to midnight", "23:00", "00:00"),
    ],
)
def test_times_are_read_in_12_and_24_hour_form(written, start, end):
    """What one end of a range leaves out it takes from the other."""
    found = clock.first(plain(f"- {written}: rest"))
    assert found is not None
    assert clock.text(found.start.minute) == start
    assert (None if found.end is None else clock.text(found.end.minute)) == end


@pytest.mark.parametrize(
    "text",
    ["3", "24:99", "99:99", "7:5", "1:2:3", "3/4 cup", "5 km", "$7:30", "room 12", "10:300", "7%"],
)
def test_other_numbers_are_no_times(text):
    """A bare number may be anything, and no hour has ninety-nine minutes."""
    assert clock.first(plain(text)) is None


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("09:00", "17:30", 510),
        ("22:30", "06:30", 480),
        ("23:59", "00:00", 1),
        ("08:00", "08:00", 0),
    ],
)
def test_the_length_of_a_range_may_go_over_midnight(start, end, minutes):
    """The end is the next time that the clock shows it."""
    one, two = clock.first(start), clock.first(end)
    assert clock.length(one.start.minute, two.start.minute) == minutes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("45 min", [45]),
        ("1 hour 30 minutes", [90]),
        ("1 hour and 30 minutes", [90]),
        ("2 hrs, 5 mins", [125]),
        ("1h30", [90]),
        ("1.5 hours", [90]),
        ("1,5 hours", [90]),
        ("1 1/2 hours", [90]),
        ("1½ hours", [90]),
        ("an hour and a half", [90]),
        ("half an hour", [30]),
        ("a quarter of an hour", [15]),
        ("two and a half hours", [150]),
        ("ninety minutes", [90]),
        ("a hundred and twenty-five minutes", [125]),
        ("two three minutes", []),
        ("the eighth tennis lesson", []),
        ("90 seconds", [1.5]),
        ("2 min 30 sec", [2.5]),
        ("a 20-minute walk", [20]),
        ("30 minutes, 10 minutes", [30, 10]),
        ("100 m sprint", []),
        ("60 mph", []),
        ("3 sets", []),
    ],
)
def test_spans_of_time_are_read_in_minutes(text, minutes):
    """Hours, minutes and seconds, in digits, words and fractions."""
    assert [s.minutes.low for s in spans(plain(text))] == pytest.approx(minutes)


def test_a_fraction_without_a_denominator_is_no_known_length():
    """It may be anything from nothing up."""
    (span,) = spans("1/0 hours")
    assert (span.minutes.low, span.minutes.high) == (0, math.inf)


def test_ranges_have_their_own_ends():
    """Each entry gives when it begins and ends."""
    assert _line(
        """
        - 7:00 AM - 7:45 AM: Breakfast
        - **8:00-12:15** Work
        - Lunch: 12:15 PM to 1 PM
        - From 1 PM until 5 PM, work
        """
    ) == [
        "07:00 to 07:45 Breakfast",
        "08:00 to 12:15 Work",
        "12:15 to 13:00 Lunch",
        "13:00 to 17:00 work",
    ]


def test_a_point_lasts_until_the_next_entry():
    """The last one lasts until the first of the next day."""
    assert _line(
        """
        07:00 Get up

        07:30 - Breakfast

        22:00 Sleep
        """
    ) == ["07:00 to 07:30 Get up", "07:30 to 22:00 Breakfast", "22:00 to 07:00 Sleep"]


def test_a_point_with_a_length_lasts_that_long():
    """ "(30 minutes)" says when it ends."""
    assert _line("- 7:00 AM: Yoga (30 minutes)\n- 9:00 AM: Work\n- 5:00 PM: Home")[0] == (
        "07:00 to 07:30 Yoga (30 minutes)"
    )


def test_an_entry_that_repeats_the_first_closes_the_day():
    """Waking up again takes no time, and the sleep before it ends there."""
    assert _line("06:00 Wake up\n\n08:00 Work\n\n21:30 Sleep\n\n06:00 Wake up") == [
        "06:00 to 08:00 Wake up",
        "08:00 to 21:30 Work",
        "21:30 to 06:00 Sleep",
        "06:00 to 06:00 Wake up",
    ]


def test_a_night_shift_goes_over_midnight():
    """Times that go back belong to the next day."""
    found = slots(outline("- 22:00 Work\n- 06:00 Sleep\n- 14:00 Get up"))
    assert [s.minutes for s in found] == [8 * 60, 8 * 60, 8 * 60]
    assert [s.start for s in found] == [22 * 60, 30 * 60, 38 * 60]


def test_times_without_am_or_pm_go_forward():
    """ "1:00" after "12:00" is in the afternoon."""
    assert _line(
        "- 9:00 - 12:00 Work\n- 12:00 - 1:00 Lunch\n- 1:00 - 5:30 Work\n- 6:00 Dinner"
    ) == [
        "09:00 to 12:00 Work",
        "12:00 to 13:00 Lunch",
        "13:00 to 17:30 Work",
        "18:00 to 09:00 Dinner",
    ]


def test_columns_for_start_and_end_make_a_range():
    """A table may give both in columns of their own."""
    assert _line(
        """
        | Start | End | Activity |
        |---|---|---|
        | 07:00 | 08:00 | Breakfast |
        | 8:00 AM | noon | Work |
        """
    ) == ["07:00 to 08:00 Breakfast", "08:00 to 12:00 Work"]


def test_a_column_of_times_is_a_list_of_points_or_ranges():
    """The time and the activity stand in two cells."""
    assert _line(
        """
        | Time | Activity |
        |---|---|
        | 7:00 - 8:00 AM | Breakfast |
        | 8:00 AM | Work |
        | 6 PM | Dinner |
        """
    ) == ["07:00 to 08:00 Breakfast", "08:00 to 18:00 Work", "18:00 to 07:00 Dinner"]


def test_a_line_that_is_only_a_time_takes_its_headings_words():
    """Below "Sleep" a bare range is when one sleeps."""
    assert _line("**Sleep**\n- 22:00 - 06:00\n\n**Work**\n- 8:00 - 12:00\n- 13:00 - 17:00") == [
        "22:00 to 06:00 Sleep",
        "08:00 to 12:00 Work",
        "13:00 to 17:00 Work",
    ]


def test_totals_and_notes_are_no_entries():
    """What a schedule says of itself has no place in its time line."""
    assert _line(
        "- 7:00 Breakfast\n- 8:00 Work\n- Total: 8:00 hours\n\nNote: 9:00 is fine too."
    ) == [
        "07:00 to 08:00 Breakfast",
        "08:00 to 07:00 Work",
    ]


def test_a_schedule_has_no_more_entries_than_a_day_has_minutes():
    """What has more is no schedule; nothing is computed on it."""
    with pytest.raises(Unsure, match="more than a schedule has"):
        slots(outline("- 7:00 AM: Work\n" * (MAX_ENTRIES + 1)))


def test_a_break_that_work_includes_is_taken_from_it():
    """It counts as what it is, and the rest as work."""
    day = """
        - 9:00 AM - 6:00 PM: Work (includes a 1-hour lunch break)
        - 7:00 PM - 7:45 PM: Dinner
        """
    assert list(_minutes(day, "work").values()) == [8 * 60]
    assert sum(_minutes(day, "meals").values()) == 60 + 45


def test_breaks_that_come_more_than_once_are_taken_as_often():
    """Two breaks of fifteen minutes are half an hour."""
    day = "- 9:00 - 17:00: Work, with 2 15-minute coffee breaks\n- 18:00 - 19:00: Dinner"
    assert list(_minutes(day, "work").values()) == [8 * 60 - 30]


def test_an_entry_that_lies_inside_another_is_taken_from_it():
    """Lunch from twelve to one is no work though work goes from nine to five."""
    day = "- 9:00 - 17:00: Work\n- 12:00 - 13:00: Lunch\n- 17:00 - 18:00: Run"
    assert _minutes(day, "work") == {"Work": 7 * 60}
    assert _minutes(day, "meals") == {"Lunch": 60}


@pytest.mark.parametrize(
    ("activity", "belongs", "other"),
    [
        ("sleep", ["Sleep", "Bedtime", "Go to bed", "Lights out", "Wind down, go to sleep"],
         ["Bedtime story", "Nap", "Prepare for bed", "Relax before bed"]),
        ("work", ["Work", "Deep work block", "At the office", "Second job"],
         ["Commute to work", "Workout", "Homework", "Drive to the office", "Get ready for work"]),
        ("meals", ["Breakfast", "Late lunch", "Family dinner", "Eat a sandwich"],
         ["Meal prep", "Wash the dishes", "Walk after lunch"]),
        ("exercise", ["Gym", "Morning run", "Yoga", "Workout"], ["Drive to the gym", "Shower"]),
        ("commuting", ["Commute to work", "Drive home", "Train journey to the office"],
         ["Relax after commute"]),
        ("studying", ["Study maths", "Homework", "Lecture"], ["Break from study"]),
        ("piano practice", ["Practice piano", "Piano practices"], ["Piano lesson", "Practice"]),
        ("gardening", ["Gardening", "Garden"], ["Kindergarten"]),
    ],
)  # fmt: skip
def test_entries_are_known_to_be_about_an_activity(activity, belongs, other):
    """The common activities have their own words, any other its stems."""
    assert {text: Activity(activity).matches(text) for text in [*belongs, *other]} == {
        **dict.fromkeys(belongs, True),
        **dict.fromkeys(other, False),
    }


@pytest.mark.parametrize(
    ("time", "parts"),
    [
        ("05:00", {"morning", "night"}),
        ("11:30", {"morning"}),
        ("12:15", {"morning", "afternoon"}),
        ("15:00", {"afternoon"}),
        ("17:30", {"afternoon", "evening"}),
        ("18:30", {"evening", "night"}),
        ("23:00", {"evening", "night"}),
        ("02:00", {"night"}),
    ],
)
def test_an_entry_belongs_to_the_part_of_the_day_it_begins_in(time, parts):
    """The parts overlap where people differ."""
    slot = slots(outline(f"{time} Reading\n\n03:30 Nap"))[0]
    names = ("morning", "afternoon", "evening", "night")
    assert {part for part in names if in_daypart(slot, part)} == parts


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
        ("The schedule must include 50 minutes of piano practice in the afternoon.", "30 to 50"),
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
