"""The parts of plans, and the numbers in them; every tree is drawn by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tamis.checking.program.counts import days, exercises, meals, resting, sessions
from tamis.checking.program.groups import RANK, days_of, label_of
from tamis.checking.program.mentions import mentions
from tamis.checking.program.outline import Node, outline


def _tree(node: Node, depth: int = 0) -> list[str]:
    """Kind and text of all below a node, indented by depth; the cells of a row in brackets."""
    lines = []
    for child in node.children:
        cells = " ".join(f"[{cell.header}={cell.node.text}]" for cell in child.cells)
        named = child.name if child.kind in RANK else child.text
        lines.append(f"{'  ' * depth}{child.kind or '-'} {cells or named}")
        lines += _tree(child, depth + 1)
    return lines


def _read(plan: str) -> list[str]:
    return _tree(outline(dedent(plan)))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Day 1", "day"),
        ("DAY 1:", "day"),
        ("Day 1 - Legs", "day"),
        ("Day 1 (Monday): 1,800 calories", "day"),
        ("Days 1 and 3", "day"),
        ("Second day", "day"),
        ("Wednesday", "day"),
        ("Monday, Wednesday and Friday:", "day"),
        ("Mon–Fri", "day"),
        ("Week 2", "week"),
        ("Session A", "session"),
        ("Session #3: Pull", "session"),
        ("Third session", "session"),
        ("Breakfast:", "meal"),
        ("Lunch (12:30)", "meal"),
        ("Morning snack: pear", "meal"),
        ("Meal 3", "meal"),
        ("Late dinner", "meal"),
        ("Notes:", "aside"),
        ("Tips", "aside"),
        ("Shopping list: 300 g tofu", "aside"),
        ("Goal: burn 300 calories", "aside"),
        ("Total: 1,850 calories", "total"),
        ("Day 1 total: 1,850 calories", "total"),
        ("Estimated daily totals:", "total"),
        ("Warm-up", "part"),
        ("Circuit (3 rounds)", "part"),
        ("Rest: 60 seconds", "rest"),
        ("Breakfast burrito (400 kcal)", ""),
        ("Meal plan for one day", ""),
        ("Dayton has a good gym", ""),
        ("Mondayish feelings", ""),
        ("Repeat day 1", ""),
        ("Totally free afternoon", ""),
        ("Goalball, 20 minutes", ""),
    ],
)
def test_a_label_is_known_by_what_it_says(text, kind):
    """It names a part of a plan, and ends with a colon, a dash, or the line."""
    label = label_of(text)
    assert (label.kind if label else "") == kind


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Day 3", ("3",)),
        ("Days 2-4", ("2", "3", "4")),
        ("Days 1, 3 and 5", ("1", "3", "5")),
        ("Day one", ("1",)),
        ("Tues & Thurs", ("tuesday", "thursday")),
        ("Sat to Mon", ("saturday", "sunday", "monday")),
        ("Weekend", ("saturday", "sunday")),
        ("Every day", ("all",)),
    ],
)
def test_a_label_may_name_several_days(name, found):
    """Lists and ranges of numbers and weekdays."""
    assert days_of(name) == found


DAY = ["day Day 1", "  meal Lunch", "    - Soup (300 kcal)", "day Day 2", "  meal Lunch"]


@pytest.mark.parametrize(
    "plan",
    [
        "# Day 1\n## Lunch\n- Soup (300 kcal)\n# Day 2\n## Lunch",
        "## Day 1\n## Lunch\n- Soup (300 kcal)\n## Day 2\n## Lunch",
        "**Day 1**\n\n**Lunch**\n* Soup (300 kcal)\n\n**Day 2**\n\n**Lunch**",
        "Day 1\n\nLunch\n- Soup (300 kcal)\n\nDay 2\n\nLunch",
        "- Day 1\n  - Lunch\n    - Soup (300 kcal)\n- Day 2\n  - Lunch",
        "<h2>Day 1</h2><h3>Lunch</h3><ul><li>Soup (300 kcal)</li></ul><h2>Day 2</h2><p>Lunch</p>",
    ],
)
def test_days_hold_meals_however_they_are_written(plan):
    """Headings of any level, bold lines, plain lines, items, HTML."""
    assert _read(plan) == DAY


def test_a_day_may_be_a_column_and_a_row_may_go_on():
    """Cells that are empty belong to the day and the meal above."""
    rows = "| Day | Meal | Food | kcal |\n|-|-|-|-|\n| 1 | Lunch | Soup | 300 |\n| | | Rice | 200 |"
    assert _read(rows + "\n| 2 | Lunch | Pea | 90 |") == [
        "day Day 1",
        "  meal Lunch",
        "    - [Food=Soup] [kcal=300]",
        "    - [Food=Rice] [kcal=200]",
        "day Day 2",
        "  meal Lunch",
        "    - [Food=Pea] [kcal=90]",
    ]
    columns = "| | Monday | Tuesday |\n|-|-|-|\n| Lunch | Soup 300 kcal | Rice 200 kcal |"
    assert [line.split()[0] for line in _read(columns)] == ["day", "meal", "day", "meal"]


def test_comma_separated_lines_are_a_table():
    """With a header, and as many commas on each line."""
    text = "Day,Meal,Food,kcal\nDay 1,Lunch,Soup,300\nDay 1,Lunch,Rice,200"
    assert _read(text)[2:] == ["    - [Food=Soup] [kcal=300]", "    - [Food=Rice] [kcal=200]"]


def test_notes_and_totals_hold_no_day():
    """A day that follows them is one of the plan."""
    plan = "**Total: 9,999 kg**\n\n### Session 1\n- Squat\n\n**Notes:**\n- Drink\n\n### Session 2"
    assert [line for line in _read(plan) if not line.startswith("  ")] == [
        "total Total: 9,999 kg",
        "session Session 1",
        "session Session 2",
    ]


def test_the_places_of_numbers_are_those_of_the_text():
    """Emphasis is left out of the text of a line, not of its places."""
    plan = "## Day 1\n- **Rice:** *300* kcal"
    (item,) = outline(plan).children[0].children
    (one,) = mentions(item)
    assert plan[slice(*item.span(one.quantity.start, one.quantity.end))] == "300* kcal"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Rice (300 kcal, 7g protein, 2g fat)", {"energy": 300, "protein": 7, "fat": 2}),
        ("Rice – Protein: 7 g, Fat: 2 g, 1,255 kJ", {"energy": 300, "protein": 7, "fat": 2}),
        ("30 g protein powder, 110 kcal, 24 g of protein", {"energy": 110, "protein": 24}),
        ("300 cal | P 7g | C 60g | F 2g", {"energy": 300, "protein": 7, "fat": 2}),
        ("Calories: 300", {"energy": 300}),
        ("Toast, 520 kcal – 2 glasses of water", {"energy": 520, "glasses": 2}),
        ("520 kcal: 2 slices", {"energy": 520}),
        ("Salt 1.5 g", {"sodium": 1500}),
    ],
)
def test_numbers_are_known_by_the_words_beside_them(line, found):
    """Units, the nutrient after or before, initials."""
    (node,) = outline(line).children
    got = {one.subject.split()[0]: round(one.value.low) for one in mentions(node)}
    assert len([one for one in mentions(node) if one.subject == "energy"]) <= 1
    assert {name: got.get(name) for name in found} == found


def test_days_in_two_places_are_one():
    """An overview that names the days does not double them."""
    root = outline("Day 1: legs\nDay 2: rest\n\nDay 1:\n- Squat 3 x 10\n\nDay 2:\n- Rest")
    assert [len(one) for one in days(root)] == [2]


def test_rest_days_are_no_sessions():
    """A day whose heading or only line says rest is left out; it stays a day."""
    root = outline("Day 1\n- Squat 3 x 10\nDay 2: Rest\nDay 3\n- Rest day\nDay 4\n- Curl 2 x 8")
    assert [node.name for node, _ in sessions(root)] == ["Day 1", "Day 4"]
    (numbered,) = days(root)
    assert len(numbered) == 4
    root = outline("Day 1\n- Rest 60 seconds between sets\n- Squat 3 x 10")
    assert not resting(root.children[0])


SHARED = "Workout A (Monday and Friday)\n- Squat 3 x 10\nWorkout B (Wednesday)\n- Row 3 x 8"
A_AND_B = "Workout A\n- Squat 3 x 10\nWorkout B\n- Row 3 x 8"


@pytest.mark.parametrize(
    ("plan", "often"),
    [
        (SHARED, [2, 1]),
        (f"Mon – Workout A, Wed – Workout B, Fri – Workout A\n\n{A_AND_B}", [2, 1]),
        ("Monday and Thursday\n- Squat 3 x 10", [2]),
    ],
)  # fmt: skip
def test_a_session_may_come_more_than_once(plan, often):
    """By the weekdays beside its name, or in an overview."""
    assert [n for _, n in sessions(outline(plan))] == often


def test_meals_and_exercises_are_found_among_what_is_none():
    """Attributes, pauses, totals and sentences are no exercises; a warm-up may be."""
    root = outline(
        dedent(
            """
            Session 1
            - Warm-up: 5 minutes
            - Squat
              - Sets: 3
              - Reps: 10
            - Rest: 60 seconds
            - Curl: 3 x 10
            - Total: 20 minutes
            """
        )
    )
    found = exercises(root.children[0], root)
    assert [node.name for node in found.perhaps] == ["Warm-up"]
    assert [node.text.split(":")[0] for node in found.sure] == ["Squat", "Curl"]
    day = outline("Day 1\n- Breakfast: Eggs\n- Snack: Pear\n- Lunch: Soup").children[0]
    assert [meal.name for meal in meals(day).sure] == ["Breakfast", "Snack", "Lunch"]


@pytest.mark.parametrize(
    "total",
    ["\nDaily total: 1,000 kcal", "Daily total ≈ 1,000 kcal", "- **Day total:** 1,000 kcal"],
)
def test_the_total_of_a_day_is_no_part_of_its_last_meal(total):
    """A plain total may be that of the meal."""
    plan = f"## Day 1\n\n**Lunch**\n- Oats: 300 kcal\n\n**Dinner**: Fish, 700 kcal\n{total}"
    (day,) = outline(plan).children
    assert [(one.kind, len(one.children)) for one in day.children][1:] == [
        ("meal", 0),
        ("total", 0),
    ]
    (day,) = outline(plan.replace("Daily t", "T").replace("Day t", "T")).children
    assert len(day.children) == 2
