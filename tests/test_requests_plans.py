"""Requests for plans, wording by wording, as they are read and checked by us (`renew.py`).

A line of `data/plan_requests.txt` is a request, and after `=>` the sentences that the judge of
plans reads; a `?` stands before what is told as not understood.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.checking.extraction.plans import by_program, plan_sentences
from tamis.checking.extraction.quantities import Quantity, plain, quantities

LINES = (Path(__file__).parent / "data" / "plan_requests.txt").read_text("utf-8").splitlines()
CASES = dict(line.split(" => ") for line in LINES)


def said(text):
    """The sentences that are made of a request, on one line."""
    read = by_program(text)
    return " / ".join([*read.constraints, *(f"? {one}" for one in read.not_understood)])


@pytest.mark.parametrize("kind", ["meal plan", "workout plan", "daily schedule"])
def test_figures_become_sentences(kind):
    """With their bounds, where they hold, and what they measure."""
    wanted = {text: one for text, one in CASES.items() if text.startswith(f"A {kind}.")}
    got = {text: said(text) for text in wanted}
    assert {text: one for text, one in got.items() if one != wanted[text]} == {}


def test_a_sentence_stands_where_its_figure_does():
    """White space and the points of short forms do not matter; without a plan there is none."""
    text = "A meal plan\n- 3  meals a day and approx. 1,800  kcal a day. At least 90 g of protein."
    assert [(said, text[slice(*place)]) for said, place in plan_sentences(text)] == [
        ("The meal plan must include 3 meals each day.", "3  meals"),
        ("The total daily caloric intake must be about 1800 calories.", "1,800  kcal"),
        ("The total daily protein intake must be at least 90 grams.", "90 g"),
    ]
    assert plan_sentences("A letter with 3 photos in it") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1,800 kcal", ("kcal", "1800", "kcal")),
        ("1800-2000 kcal", ("kcal", "between 1800 and 2000", "kcal")),
        ("2.50 g", ("gram", "2.5", "g")),
        ("3 mg", ("gram", "3", "mg")),
        ("3 Grams", ("gram", "3", "grams")),
        ("3 kg", ("weight", "3", "kg")),
        ("3 kilos", ("weight", "3", "kilos")),
        ("3 lbs", ("weight", "3", "lbs")),
        ("90 minutes", ("time", "90", "minutes")),
        ("1 minute", ("time", "1", "minute")),
        ("1 hour", ("time", "1", "hour")),
        ("1.5 hours", ("time", "1.5", "hours")),
        ("1.25 hours", ("time", "1.25", "hours")),
        ("1.1 hours", ("time", "66", "minutes")),
        ("0.5 hours", ("time", "30", "minutes")),
        ("1-2 hours", ("time", "between 1 and 2", "hours")),
        ("45 seconds", ("time", "45", "seconds")),
        ("5pm", ("clock", "5 PM", "")),
        ("5 p.m.", ("clock", "5 PM", "")),
        ("17:30", ("clock", "17:30", "")),
        ("$40", ("money", "$40", "")),
        ("3 days", ("days", "3", "days")),
        ("3 full days", ("days", "3", "days")),
        ("3 consecutive days", ("days", "3", "days")),
        ("2 rest days", ("days", "2", "rest days")),
        ("1 week", ("days", "7", "days")),
        ("2 weeks", ("days", "2", "weeks")),
        ("3 nights", ("days", "3", "nights")),
        ("a week-long plan", ("days", "7", "days")),
        ("for one week", ("days", "7", "days")),
        ("3 meals", ("count", "3", "meals")),
        ("3 full meals", ("count", "3", "full meals")),
        ("3 very small meals", ("count", "3", "very small meals")),
        ("3 very very small meals", ("bare", "3", "")),
        *((f"4 {one}", ("count", "4", one)) for one in (
            "snacks", "sessions", "workouts", "trainings", "exercises", "movements", "sets", "reps",
            "repetitions", "times", "breaks", "courses", "dishes", "recipes", "servings",
            "ingredients", "activities", "stops", "visits", "naps", "walks", "tasks", "meal",
        )),
        ("4 colours", ("bare", "4", "")),
        ("12", ("bare", "12", "")),
        ("200 ml", ("bare", "200", "ml")),
        ("20%", ("bare", "20", "%")),
    ],
)  # fmt: skip
def test_a_quantity_as_a_constraint_has_it(text, wanted):
    """Its kind, its number, and the noun after it."""
    (one,) = quantities(text)
    assert (one.kind, one.number, one.unit) == wanted
    assert text[one.start : one.end].strip()
    assert not one.modifier


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a 30-minute walk", Quantity("time", "30", "minutes", 2, 11, True)),
        ("30-minute", Quantity("time", "30", "minutes", 0, 9)),
        ("a 3-day plan", Quantity("days", "3", "day", 2, 7, True)),
        ("a 3-meal plan", Quantity("count", "3", "meal", 2, 8, True)),
        ("a 500-calorie lunch", Quantity("kcal", "500", "calorie", 2, 13, True)),
        ("work from 9 am to 5 pm", Quantity("clock", "from 9 AM to 5 PM", "", 5, 22)),
        ("be there by 9 am", Quantity("clock", "9 AM", "", 12, 16)),
        ("only $40 of it", Quantity("money", "$40", "", 5, 8)),
    ],
)
def test_a_quantity_may_describe_what_follows(text, wanted):
    """Joined to its unit, before a noun; a span of the clock has the word before it."""
    assert list(quantities(text)) == [wanted]


def test_what_gives_no_amount_is_no_quantity():
    """Pronouns, ordinals, "zero"."""
    assert list(quantities("Every one of the first two-ish is zero sugar")) == [
        Quantity("bare", "2", "", 23, 26)
    ]
    assert [plain(one) for one in (3.0, 2.50, 0.126, 1000.0)] == ["3", "2.5", "0.13", "1000"]
