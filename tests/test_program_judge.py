"""The program judge: central cases, labelled sets with bounds, and worksheets.

All truths were worked out by hand, or come from the data that a plan was rendered from.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import plan_data
from tamis.checking.constraint_types import from_spec
from tamis.checking.program import judge, read
from tamis.checking.requests.wordings import of_sentence
from tamis.checking.worksheet import Worksheet
from tamis.types import InputError

DATA = Path(__file__).parent / "data"
SHARED = Path(__file__).parents[2] / "shared" / "data" / "acs"
MINI = Path(str(files("tamis.benchmarks.acs") / "mini" / "acs_dataset.csv"))


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; or of JSON Lines, a plan a line, one for each of its constraints."""
    if path.suffix == ".jsonl":
        lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        return [{**plan, **one} for plan in lines for one in plan["constraints"]]
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def plan_cases() -> Iterator[tuple[str, str, bool | None, list[float]]]:
    """A constraint, a plan, the verdict, and what its parts come to where that is in the case."""
    for line in (DATA / "plan_cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        for constraint, (verdict, *totals) in case["asked"].items():
            yield constraint, case["plan"], verdict, totals


def test_small_plans_are_judged_by_their_own_figures():
    """330 plans of a few lines, each with a trap; each section comes to what a person gets.

    Satisfied, not, or open with a reason; what a worksheet marks in the plan stands there.
    """
    right, wrong, added = 0, [], 0
    for constraint, plan, verdict, totals in plan_cases():
        judged = judge(constraint, plan)
        assert (judged.judge, judged.outcome == "ok") == ("program", judged.satisfied is not None)
        assert judged.reason.endswith(".") if judged.satisfied is None else judged.reason == ""
        assert "\n" not in judged.reason
        sheet = judged.worksheet
        if sheet and plan.isascii() and plan.replace("\n", "").isprintable():
            marked = [plan[slice(*number.span)] for number in sheet.numbers]
            assert marked == [number.text for number in sheet.numbers]
        if judged.satisfied is None:
            continue
        right += judged.satisfied is verdict
        wrong += [] if judged.satisfied is verdict else [(constraint, plan)]
        added += [part.total for part in sheet.parts] == totals if totals and sheet else 0
    assert right >= 165
    # Dishes below a meal's name, a break of unknown length, and a night that begins after midnight.
    assert len(wrong) <= 3, wrong
    assert added >= 82


def test_sentences_about_plans_are_read_as_their_types_or_not_at_all():
    """Measure, bound, unit and part: as a person typed them; without a type nothing is read."""
    read_ones = 0
    for case in table(DATA / "plan_constraints.csv"):
        made = of_sentence(case["constraint"])
        wanted = from_spec(json.loads(case["spec"])) if case["spec"] else None
        assert made in (None, wanted), case["constraint"]
        read_ones += made is not None
    assert read_ones >= 105


@pytest.mark.parametrize("text", ["", " \n\t ", "...", "The plan must have " + "very " * 300])
def test_what_is_no_constraint_is_refused(text):
    """Nothing, and what is longer than any constraint."""
    with pytest.raises(InputError):
        read(text)


BOUNDS = {
    "min": "at least 50|no less than 50|no fewer than 50|not be less than 50|≥ 50|>= 50"
    "|a minimum of 50|min. 50|greater than or equal to 50|50 or more|50 at least|50 minimum",
    "max": "at most 50|no more than 50|not exceed 50|up to 50|≤ 50|<= 50|limited to 50"
    "|a maximum of 50|max. 50|less than or equal to 50|cannot exceed 50|50 or less|50 at most"
    "|50 maximum",
    "above": "more than 50|greater than 50|exceed 50|above 50|over 50|> 50",
    "below": "less than 50|fewer than 50|below 50|under 50|< 50",
    "exactly": "exactly 50|equal to 50|50",
    "about": "about 50|around 50|approximately 50|roughly 50",
}


@pytest.mark.parametrize("bound", BOUNDS)
def test_the_words_of_a_bound(bound):
    """Before the number and after it; the longer ones too that hold a shorter one."""
    wanted = from_spec({"type": "plan", "measure": "protein", "per": "day", bound: 50})
    for words in BOUNDS[bound].split("|"):
        said = words if words[-1] == "0" else f"50 grams {words[3:]}"
        unit = " grams" if words[-1] == "0" else ""
        assert of_sentence(f"The daily protein intake must be {said}{unit}.") == wanted, words


def test_a_plan_is_typed_by_hand():
    """`{type: plan, measure: calories, per: day, max: 1900}`; what means nothing is refused."""
    asked = from_spec({"type": "plan", "measure": "calories", "per": "day", "max": 1900})
    day = "Day {}\n- Breakfast: oats, 900 kcal\n- Dinner: stew, {} kcal\n"
    assert asked.judge(day.format(1, 1000)).satisfied is True
    assert asked.judge(day.format(1, 1000) + day.format(2, 1001)).satisfied is False
    for spec in (
        {"measure": "sets", "per": "breakfast", "max": 3},
        {"measure": "days", "per": "day", "max": 3},
        {"measure": "weight", "per": "total", "max": 60},
        {"measure": "protein", "unit": "kJ", "max": 60},
        {"measure": "calories"},
    ):
        with pytest.raises(InputError):
            from_spec({"type": "plan", **spec})


def test_a_word_that_turns_a_sentence_is_used_or_refuses_it():
    """Negations, "each", "only", conditions and bounds, in all orders: no verdict is a wrong one.

    Each of 536 sentences on nine plans, with its truth before it was run.
    """
    lines = (DATA / "plan_sentences.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [
        (constraint, one["plan"], truth)
        for one in map(json.loads, lines)
        for constraint, truth in one["asked"].items()
    ]
    counts = judged(asked)
    assert counts["wrong"] == 0
    assert counts["right"] >= 40


TWO_DAYS = """\
## Day 1
| Meal | Food | Calories |
|---|---|---|
| Breakfast | Eggs | 1,500 |

## Day 2
| Meal | Food | Calories |
|---|---|---|
| Breakfast | Eggs | CELL |
| Lunch | Rice | 500 |
"""
FIGURES = "1,500|~1,500|1500 kcal|1,500 kcal|about 1500|6,276 kJ|(1,500)|1500*|700 + 800|700, 800"
NO_FIGURES = (
    "same as Day 1|as Day 1|430 as Day 1|see note 2|see note [2]|#2|1st|page 3|as above|2 portions"
    "|leftovers from dinner 1|1,000 (2 portions)|1,000 (note 2)|15 hundred|750 each|2 x 750"
    "|not 1,500|up to 1,500"
    "|1,500 / 6,276|1,000 ± 600|||-|?|n/a"
)


def test_a_cell_is_a_figure_or_leaves_its_total_open():
    """A number with at most its unit, or a list of such; references and ordinals are none."""
    asked = [f"Each day must have {bound} calories." for bound in ("at most 1900", "at least 1900")]
    for cell in FIGURES.split("|"):
        plan = TWO_DAYS.replace("CELL", cell)
        assert [judge(one, plan).satisfied for one in asked] == [False, False], cell
    for cell in NO_FIGURES.split("|"):
        plan = TWO_DAYS.replace("CELL", cell)
        # What it may be more than the 500 of the other row is not known.
        upwards = judge(asked[0].replace("1900", "1499"), plan).satisfied
        assert (judge(asked[0], plan).satisfied, upwards) == (None, False), cell
        assert judge("Each day must have at least 600 calories.", plan).satisfied is None, cell


def test_a_reference_in_a_column_of_sets_or_weights_is_no_figure():
    """ "See note 2" is neither two sets nor two kilograms."""
    table = (
        "### Session 1\n| Exercise | Sets | Reps | Weight (kg) |\n|---|---|---|---|\n| Row | {} |"
    )
    asked = "Total lifting tonnage per session must be at most 1,800 kg"
    assert judge(asked, table.format("3 | 10 | 60")).satisfied is True
    for row in ("see note 2 | 10 | 60", "3 | as set 1 | 60", "3 | 10 | see note 2", "3 | 10 | #2"):
        assert judge(asked, table.format(row)).satisfied is None, row


def test_a_carriage_return_ends_a_line():
    """Alone, or before a line feed: the plan is the same."""
    plan = TWO_DAYS.replace("CELL", "1,500")
    asked = "Each day must have at most 1900 calories."
    whole = judge(asked, plan).worksheet.lines()
    for end in ("\r", "\r\n"):
        assert judge(asked, plan.replace("\n", end)).worksheet.lines() == whole
    assert judge(asked, "Monday\r0\n- e").satisfied is None


# Labelled sets.


def judged(items: list[tuple[str, str, bool | None]]) -> Counter[str]:
    """How many verdicts are right, wrong, and open, and how many of these rightly."""
    counts: Counter[str] = Counter()
    for constraint, plan, truth in items:
        verdict = judge(constraint, plan).satisfied
        if verdict is None:
            counts["open" if truth is not None else "rightly open"] += 1
        else:
            counts["right" if verdict is truth else "wrong"] += 1
    return counts


@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        # All four were worked with.
        (MINI, 30, 0),  # of 60
        (DATA / "acs_variants.jsonl", 46, 0),  # of 100
        # One label adds up to another: 22,980 kg are at least 8,000.
        (SHARED / "acs_dataset.dev.csv", 136, 1),  # of 193
        (SHARED / "fresh_dev.csv", 27, 0),  # of 73
    ],
    ids=["mini", "variants", "dev", "fresh"],
)
def test_labelled_items_are_judged_as_they_are_labelled(path, right, wrong):
    """ACS's development half, and our own items in its form."""
    if not path.exists():
        pytest.skip(f"{path} is not here")
    counts = judged(
        [
            (row["constraint"], row["agent_response"], row["is_constraint_satisfied"] == "1")
            for row in table(path)
        ]
    )
    assert counts["right"] >= right
    assert counts["wrong"] <= wrong


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("odd_plans.json", 32, 0),  # 24 plans in odd forms, by hand; of 82
        # 9 plans with constraints in users' words, which are not worded; of 40.
        ("plans_by_other_eyes.json", 3, 0),
        ("plans_third_eyes.json", 48, 0),  # 26 by other eyes, worked with; of 110
        # Three sets by other eyes, each looked at once, of 130, 126 and 91: at those looks 53, 50
        # and 41 were right, 3, 7 and 7 wrong.
        ("plans_fourth_eyes.json", 50, 0),
        ("plans_fifth_eyes.json", 46, 0),
        ("plans_sixth_eyes.json", 38, 0),
    ],
)
def test_plans_in_forms_that_nobody_thought_of(name, right, wrong):
    """Days in another language or between rules, weeks that repeat, prose, JSON, users' words."""
    items = []
    for one in json.loads((DATA / name).read_text(encoding="utf-8")):
        for constraint, truth in one["constraints"].items():
            # Beside the truth may stand why.
            items.append((constraint, one["plan"], truth[0] if type(truth) is list else truth))
    counts = judged(items)
    assert counts["right"] >= right
    assert counts["wrong"] <= wrong


@pytest.mark.parametrize(
    ("styles", "right", "wrong"),
    [
        ("worked with", 285, 0),  # of 368
        # By people who had not seen the judge.
        ("first round", 305, 0),  # of 495
        ("second round", 270, 0),  # of 403
    ],
)
def test_rendered_plans_are_judged_rightly_or_not_at_all(styles, right, wrong):
    """Menus, workouts and days, as 79 styles write them, with constraints at the boundary."""
    counts = judged(
        [
            (constraint, text, truth)
            for _, text, constraint, truth in plan_data.renderings(plan_data.styles(styles))
        ]
    )
    assert counts["right"] >= right
    assert counts["wrong"] <= wrong


# Worksheets.

TRIP = """\
**Two-Day Hiking Menu (each day stays below 1,500 calories!)**

**Day 1**

* **Breakfast:** Muesli (355 calories, 11g protein)
* **Lunch:** Cheese roll (460 calories) and dates (125 calories)
* **Dinner:** Pasta with pesto (545 calories, 17g protein)

**Day 1 total: 1,485 calories**

**Day 2**

* **Breakfast:** Semolina (375 calories, 9g protein)
* **Lunch:** Salami roll (695 calories, 23g protein)
* **Dinner:** Bean chili (470 calories, 27g protein)

**Day 2 total: 1,480 calories**

Both days come to fewer than 1,500 calories. Enjoy the mountains!
"""


def test_a_worksheet_can_be_checked_line_by_line():
    """Each item with its numbers, each day with its sum, and what was not believed.

    Day 1 comes to 1,485 kcal and day 2 to 1,540: "below 1,500" is claimed and wrong.
    """
    found = judge("Each day must have fewer than 1500 calories.", TRIP)
    sheet = found.worksheet
    assert (found.satisfied, sheet.satisfied) == (False, False)
    assert (sheet.quantity, sheet.unit, sheet.scope) == ("calorie", "kcal", "each day")
    assert (sheet.bound, sheet.capability) == ("less than 1,500 kcal", "summation")
    assert [(part.name, part.total, part.satisfied) for part in sheet.parts] == [
        ("Day 1", 355 + 460 + 125 + 545, True),
        ("Day 2", 375 + 695 + 470, False),
    ]
    assert [[(e.amount, e.numbers) for e in part.entries] for part in sheet.parts] == [
        [(355, (355,)), (460 + 125, (460, 125)), (545, (545,))],
        [(375, (375,)), (695, (695,)), (470, (470,))],
    ]
    assert sheet.parts[0].entries[1].working == "460 + 125"
    for entry in (entry for part in sheet.parts for entry in part.entries):
        assert TRIP[slice(*entry.span)] in entry.text
    assert [bool(part.told) for part in sheet.parts] == [False, True]
    assert len(sheet.ignored) == 4
    lines = sheet.lines()
    assert "  375 kcal  Breakfast: Semolina (375 calories, 9g protein)" in lines
    assert "  total 1,540 kcal: not satisfied" in lines
    assert "not used: Day 2 total: 1,480 calories" in lines
    assert Worksheet.from_json(json.loads(json.dumps(sheet.to_json()))) == sheet


def test_of_a_long_worksheet_only_what_breaks_the_bound_is_shown():
    """Where a judgement is printed; why it is open comes first."""
    shown = [*judge("Each day must have fewer than 1500 calories.", TRIP).lines(most=5)]
    assert "Day 2" in shown
    assert "Day 1" not in shown
    first, *_ = judge("The daily fat intake must be at most 60 grams.", TRIP).lines()
    assert first.startswith("abstained: ")


GYM = "Session 1\n- Squat: 4 sets of 6 reps @ 90 kg\n- Row: 3x8 @ 62.5 kg\nRest 1 minute."
DAY = "7:00 - 7:30 Breakfast\n8:30 - 17:15 Work\n18:00 - 19:00 Reading\n22:30 - 6:30 Sleep"


@pytest.mark.parametrize(
    ("constraint", "plan", "capability", "scope", "bound"),
    [
        ("Each day must include 3 meals.", TRIP, "counting", "each day", "exactly 3"),
        ("Total lifting tonnage per session must be at least 3660 kg", GYM,
         "multiplication and summation", "each session", "at least 3,660 kg"),
        ("The schedule must include 1 hour of reading.", DAY, "date-time", "in all", "exactly 1 h"),
        ("Work must start at or after 8 AM.", DAY, "date-time", "the start", "not before 08:00"),
    ],
)  # fmt: skip
def test_a_worksheet_says_what_is_demanded(constraint, plan, capability, scope, bound):
    """And the capability that it takes, by which ACS's figure 3 is broken down."""
    found = judge(constraint, plan)
    assert found.satisfied is True, found.reason
    sheet = found.worksheet
    assert (sheet.capability, sheet.scope, sheet.bound) == (capability, scope, bound)


def test_an_exercise_shows_how_it_is_worked_out():
    """4 x 6 x 90 and 3 x 8 x 62.5 kg."""
    sheet = judge("Total lifting tonnage per session must be at least 3660 kg", GYM).worksheet
    assert [(e.working, e.amount) for e in sheet.parts[0].entries] == [
        ("4 x 6 x 90", 2160),
        ("3 x 8 x 62.5", 1500),
    ]


def test_a_long_list_is_shown_in_part_and_counted_whole():
    """A worksheet shows two hundred entries of a section."""
    plan = "Day 1\n" + "- Grape: 3 calories\n" * 500
    (part,) = judge("The daily caloric intake must be at least 1500.", plan).worksheet.parts
    assert (len(part.entries), part.total) == (200, 1500)


@pytest.mark.parametrize("plan", ["", " \n\t\u2003", "Day 1\n" + "- Rice (3 kcal)\n" * 13_000])
def test_what_is_empty_or_longer_than_any_plan_is_not_judged(plan):
    """It is left open without a worksheet."""
    found = judge("The daily caloric intake must be at most 2000 calories.", plan)
    assert (found.satisfied, found.outcome, found.worksheet) == (None, "abstained", None)
