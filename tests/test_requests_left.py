"""What of a request for a plan still demands something; how requests are cut; by hand."""

from __future__ import annotations

import pytest

from tamis.checking.extraction.clauses import clauses, sentences
from tamis.checking.extraction.demands import DIETS, demands
from tamis.checking.extraction.phrases import plan_of
from tamis.checking.extraction.pieces import pieces
from tamis.checking.extraction.plans import by_program

CUES = (
    "3|½|no|not|none|without|avoid|exclude|excluding|except|never|only|don't|do not|allergic"
    "|allergy|intolerance|must|should|shouldn't|prefer|preferably|make sure|ensure|include"
    "|including|need|want|at least|at most|more than|less than|fewer than|maximum|minimum|as many"
    "|as few|as little|as much|twice|half|double|equal|balanced|varied|different|love|like|focus"
    "|focused|tailored|feature|avoiding|budget|cheap|easy|quick|high in|low in|rich in|friendly"
    "|suitable"
)
DIET_WORDS = (
    "vegan|vegetarian|pescatarian|pescetarian|keto|ketogenic|paleo|halal|kosher|mediterranean"
    "|plant-based|gluten-free|dairy-free|nut-free|lactose-free|sugar-free|low-carb|low-fat"
    "|high-protein|high-fiber|high-fibre"
)


def _each(words):
    return words.split("|")


def test_words_that_demand():
    """Each of them alone; names and moods do not."""
    assert [one for one in _each(CUES) if not demands(f"Some {one} things")] == []
    assert [one for one in _each(DIET_WORDS) if not demands(f"Some {one} things")] == []
    assert [one for one in ("fine", "nobler", "wanting", "onlyness") if demands(f"{one} it")] == []


@pytest.mark.parametrize(
    "text",
    _each(
        "I need a meal plan|Please make me a workout plan|Hi, could you please design a schedule"
        "|Can you make a menu|Would you build a routine|Help me with a workout|I'd like a plan"
        "|I would love a timetable|I want a program|I'm looking for a plan|I am looking for one"
        "|Put together a plan|Come up with a programme|Hello there, write a plan|Create a schedule"
    ),
)
def test_the_opening_of_a_request_demands_the_plan_alone(text):
    """But where it says what it must not be, or a diet."""
    assert not demands(f"{text}")
    assert demands(f"{text}, no sugar")
    assert demands(f"A vegan thing. {text}")


def test_diets_are_named_with_what_they_are_of():
    """Up to two nouns."""
    text = "vegan meal plan diet, low-carb options, halal soup"
    assert [one[0] for one in DIETS.finditer(text)] == [
        "vegan meal plan",
        "low-carb options",
        "halal",
    ]


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("A meal plan with 3 meals a day, no nuts; quick to cook (must be cheap)",
         ["no nuts", "quick to cook (must be cheap)"]),
        ("A meal plan. Nice and warm. Avoid ham.", ["Avoid ham"]),
        ("A meal plan. 3 lamps.", ["3 lamps"]),
    ],
)  # fmt: skip
def test_what_no_sentence_is_made_of_is_told(text, unclear):
    """Part by part; of a part with a figure only its diet."""
    assert list(by_program(text).not_understood) == unclear


@pytest.mark.parametrize(
    ("request_", "plan"),
    [
        *((f"A {one} please", "schedule") for one in _each(
            "schedule|timetable|time table|agenda|daily routine|day plan")),
        *((f"A {one} please", "workout plan") for one in _each(
            "workout plan|training routine|exercise program|fitness programme|cardio session"
            "|strength workout|lifting split|gym plan|workouts of the plan|3 session workout")),
        *((f"A {one} please", "meal plan") for one in _each(
            "meal plan|meals menu|food plan|diet plan|eating plan|nutrition plan|menu|diet")),
        *((f"Some {one} please", "workout plan") for one in _each(
            "exercises|session|sessions|workout|tonnage|lifts")),
        *((f"Some {one} please", "meal plan") for one in _each(
            "meals|calories|caloric food|kcal|protein")),
        *((f"8 hours {one} please", "schedule") for one in _each(
            "of sleep|to sleep|for sleep|for work|of work")),
        ("A letter", "plan"),
        ("A menu beside my schedule", "meal plan"),
        ("A schedule with meals", "schedule"),
    ],
)  # fmt: skip
def test_the_kind_of_a_plan(request_, plan):
    """The first that is named; else what hints at one."""
    assert plan_of(request_) == plan


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("One. Two! Three? Four; five", ["One", "Two", "Three", "Four", "five"]),
        ("- one\n* two\n• three\n1. four\n(2) five\n3) six",
         ["one", "two", "three", "four", "five", "six"]),
        ("A line that goes on for more than fifty characters and\nis wrapped here",
         ["A line that goes on for more than fifty characters and is wrapped here"]),
        ("A short line\nis its own", ["A short line", "is its own"]),
        ("A line that goes on for more than fifty characters, and ends.\nNext",
         ["A line that goes on for more than fifty characters, and ends", "Next"]),
        ("Up at 9 a.m. and max. 3 meals, approx. 5 min. of it, incl. 2, ca. 3 g",
         ["Up at 9 am and max 3 meals, approx 5 min of it, incl 2, ca 3 g"]),
        ('He said "go." Then', ['He said "go', "Then"]),
        ("  \n ", []),
    ],
)  # fmt: skip
def test_a_request_is_cut_into_sentences(request_, wanted):
    """At their ends, at items, at lines; not at short forms."""
    assert list(sentences(request_)) == wanted


def test_the_clauses_of_a_sentence():
    """Each quantity with the words beside it, its bound and its scope."""
    found = clauses("At least 2 meals and 1 snack per day, but no more than 90 g of fat a week")
    assert [(one.quantity.number, one.bound, one.scope, one.joined) for one in found] == [
        ("2", "at least", "day", False),
        ("1", "at least", "day", True),
        ("90", "no more than", "week", False),
    ]
    assert [one.text for one in found][:2] == ["At least 2 meals", "and 1 snack per day"]
    denied = clauses("If needed 3 meals")[0], clauses("If possible 3 meals")[0]
    assert [one.denied for one in denied] == [True, False]
    assert clauses("No figure here") == []


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Be short, and use 3 words; no emojis - sign it",
         "Be short|use 3 words|no emojis|sign it"),
        ("Nothing but rain, between one and two lines",
         "Nothing but rain|between one and two lines"),
        ("Dr. Novak and Prof. A. Bell met. Use A to D. Now go.",
         "Dr. Novak and Prof. A. Bell met|Use A to D|Now go"),
        ("See fig. 3, etc. and no. 5. End it.", "See fig. 3, etc|no. 5|End it"),
        ("Say \"Stop it. Now.\" twice. Then go", 'Say "Stop it. Now." twice|Then go'),
        ("Title: blue; keys: a and b", "Title: blue|keys: a and b"),
        ("Write (please) <b>it</b> {name} [City]", "Write|please|<b>it</b> {name} [City]"),
        ("```\nno code\n```\nNo code", "No code"),
    ],
)  # fmt: skip
def test_a_request_is_cut_into_pieces_that_demand(request_, wanted):
    """Not at short forms, initials, quotes, labels; what is an example is left out."""
    got = "|".join(piece.text for piece in pieces(request_))
    assert got == wanted
