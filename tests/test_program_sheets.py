"""What a worksheet says besides its parts: capability, scope, bound; and where there is none."""

from __future__ import annotations

import pytest

from tamis.checking.program import judge
from tamis.checking.program.group import Group, cut, holds, together, verdict
from tamis.checking.program.interval import UNKNOWN, Interval
from tamis.checking.program.outline import MAX_CHARACTERS
from tamis.checking.program.requirement import Bound
from tamis.checking.program.sums import short
from tamis.checking.worksheet import Entry

DAY = "7:00 - 7:30 Breakfast\n8:30 - 17:15 Work\n18:00 - 19:00 Reading\n22:30 - 6:30 Sleep"
MENU = "Day 1\n- Breakfast (8 AM): 300 kcal\n- Dinner (7 PM): 500 kcal"
GYM = "Session 1\n- Squat: 3 x 10 @ 40 kg\n- Row: 5 min\nRest 60 seconds between sets."
SHEETS = [
    ("The daily caloric intake must be at most 900 calories.", MENU,
     ("calorie", "kcal", "at most 900 kcal", "each day", "summation")),
    ("Each dinner must have at most 900 calories.", MENU,
     ("calorie", "kcal", "at most 900 kcal", "each meal dinner", "summation")),
    ("The whole plan must have at most 900 calories.", MENU,
     ("calorie", "kcal", "at most 900 kcal", "in all", "summation")),
    ("Each day must have 2 meals.", MENU, ("meal", "", "exactly 2", "each day", "counting")),
    ("There must be at least 2 hours between the starts of meals.", MENU,
     ("meal", "min", "at least 2 h", "each day", "date-time")),
    ("Total lifting tonnage per session must be at least 900 kg", GYM,
     ("tonnage", "kg", "at least 900 kg", "each session", "multiplication and summation")),
    ("No exercise may use a weight of more than 60 kg.", GYM,
     ("weight", "kg", "at most 60 kg", "each exercise", "multiplication and summation")),
    ("Each session must have 2 different exercises.", GYM,
     ("exercise", "", "exactly 2, each name once", "each session", "counting")),
    ("Rest between sets must be at least 60 seconds.", GYM,
     ("rest between sets", "min", "at least 1 min", "each entry", "summation")),
    ("Each session must last at most 9 minutes.", GYM,
     ("session", "min", "at most 9 min", "each session", "summation")),
    ("The schedule must include 8 hours of sleep.", DAY,
     ("sleep", "min", "exactly 8 h", "in all", "date-time")),
    ("The schedule must include 1 hour of reading in the evening.", DAY,
     ("reading", "min", "exactly 1 h, in the evening", "in all", "date-time")),
    ("The schedule must include 1 hour of reading before sleep.", DAY,
     ("reading", "min", "exactly 1 h, before sleep", "in all", "date-time")),
    ("The schedule must include 1 hour of reading after work.", DAY,
     ("reading", "min", "exactly 1 h, after work", "in all", "date-time")),
    ("The schedule must include 1 hour of reading at 6 PM.", DAY,
     ("reading", "min", "exactly 1 h, starts at 18:00", "in all", "date-time")),
    ("Work must start at or after 8 AM.", DAY,
     ("work", "clock", "starts not before 08:00", "in all", "date-time")),
    ("Work must start after 8 AM.", DAY,
     ("work", "clock", "starts after 08:00", "in all", "date-time")),
    ("Work must start between 8 AM and 9 AM.", DAY,
     ("work", "clock", "starts between 08:00 and 09:00", "in all", "date-time")),
    ("Work must end by 6 PM.", DAY,
     ("work", "clock", "ends not after 18:00", "in all", "date-time")),
    ("Work must end before 6 PM.", DAY,
     ("work", "clock", "ends before 18:00", "in all", "date-time")),
    ("Work must be from 8:30 AM to 5:15 PM.", DAY,
     ("work", "clock", "starts at 08:30, ends at 17:15", "in all", "date-time")),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "plan", "wanted"), SHEETS)
def test_a_worksheet_says_what_is_demanded(constraint, plan, wanted):
    """Quantity, unit, bound, scope, and the capability that it takes."""
    sheet = judge(constraint, plan).worksheet
    assert (sheet.quantity, sheet.unit, sheet.bound, sheet.scope, sheet.capability) == wanted


def test_a_constraint_of_several_demands_has_one_worksheet():
    """Each part says of which it is; the first that fails decides."""
    plan = "Day 1\n- Breakfast: a\n- Lunch: b\n- Dinner: c\n- Snack: d"
    kept = judge("Each day must include 3 meals and 1 snack.", plan)
    assert (kept.satisfied, kept.worksheet.bound) == (True, "exactly 3; exactly 1")
    assert [(part.name, part.total) for part in kept.worksheet.parts] == [
        ("Day 1, meal each day meal: exactly 3", 3),
        ("Day 1, snack each day: exactly 1", 1),
    ]
    broken = judge("Each day must include 3 meals and 2 snacks.", plan)
    assert (broken.satisfied, broken.worksheet.quantity) == (False, "snack")


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "the response is empty."),
        ("x" * (MAX_CHARACTERS + 1), "the response has more than 200,000 characters."),
        ("x" * MAX_CHARACTERS, "no day is named."),
    ],
)
def test_what_is_not_judged(response, reason):
    """Nothing, and what is too long."""
    judged = judge("The plan must be for 3 days.", response)
    assert (judged.satisfied, judged.judge, judged.outcome, judged.reason, judged.worksheet) == (
        None,
        "program",
        "abstained",
        reason,
        None,
    )


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [
        (Bound(5, 9), (5, 9), True), (Bound(5, 9), (4, 9), None), (Bound(5, 9), (5, 10), None),
        (Bound(5, 9), (1, 4), False), (Bound(5, 9), (10, 12), False), (Bound(5, 9), (4, 4), False),
        (Bound(5, 9), (9, 12), None), (Bound(5, 9), (1, 5), None),
        (Bound(low=5, strict=True), (1, 5), False), (Bound(low=5, strict=True), (1, 6), None),
        (Bound(high=5, strict=True), (5, 9), False), (Bound(high=5, strict=True), (4, 9), None),
        (Bound(10, 10, about=True), (9, 11), True), (Bound(10, 10, about=True), (8, 11), None),
        (Bound(low=5), UNKNOWN, None), (Bound(low=0), UNKNOWN, True),
        (Bound(high=5), (6, 9), False),
    ],
)  # fmt: skip
def test_all_or_none_or_some_of_an_interval_keeps_to_a_bound(bound, value, said):
    """Both ends in it, or none of it."""
    assert holds(bound, Interval(*value)) is said


def test_parts_together_count_as_often_as_they_are_done():
    """What gives no figure may be anything; the first that fails decides, then what is open."""
    entry = Entry("Row", 20.0, high=30.0)
    parts = [
        Group("Day 1", Interval(20, 30), [entry], ["whether so"], ["9 is said"], 3),
        Group("Day 2", Interval(5, 5)),
    ]
    whole = together(parts)
    assert (whole.name, whole.value) == ("the plan", Interval(65, 95))
    assert [(one.amount, one.high) for one in whole.entries] == [(60, 90)]
    assert (whole.open, whole.told) == (["whether so"], ["9 is said"])
    whole = together([*parts, Group("Day 3", None)], "all")
    assert (whole.name, whole.value) == ("all", Interval(65, float("inf")))
    assert whole.open == ["whether so", "Day 3 gives no figure"]
    assert verdict([True, None, False]) is False
    assert verdict([True, None]) is None
    assert verdict([True, True]) is True
    assert holds(Bound(), None) is None


def test_a_part_of_a_worksheet_shows_so_much():
    """Two hundred entries, eight doubts, each once, and eight claims."""
    doubts = [f"doubt {n // 2}" for n in range(40)]
    entries = [Entry("Row", 1.0)] * 300
    part = Group("Day 1", UNKNOWN, entries, doubts, [str(n) for n in range(20)]).part(Bound(low=3))
    assert (part.satisfied, part.total, part.high) == (None, 0, float("inf"))
    assert (len(part.entries), len(part.open), part.told) == (200, 8, tuple("01234567"))
    assert part.open[:2] == ("doubt 0", "doubt 1")
    part = Group("Day 1", Interval(5, 5), open=["doubt"]).part(Bound(low=3))
    assert (part.satisfied, part.total, part.high, part.open) == (True, 5, None, ())
    part = Group("Day 1", None).part(Bound(low=3))
    assert (part.satisfied, part.total, part.open) == (None, 0, ("it gives no figure",))
    assert Group("Day 1", Interval(1, 1), kept=True).part(Bound(low=3)).satisfied is True


def test_texts_are_cut_to_a_width():
    """With a mark where they were."""
    assert cut("a  b\nc") == "a b c"
    assert cut("x" * 70) == "x" * 70
    assert cut("x" * 71) == "x" * 69 + "…"
    assert cut("aaa bbb", 5) == "aaa…"
    assert short("a  b") == "'a b'"
    assert short("x" * 60) == repr("x" * 60)
    assert short("x" * 61) == repr("x" * 59 + "…")
    assert short("aaa bbb", 5) == "'aaa…'"
