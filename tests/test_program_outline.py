"""Responses and the sections that they are read into; every tree is drawn by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tamis.checking.program.outline import MAX_CHARACTERS, Node, kind_of, outline
from tamis.checking.program.parts import Unsure
from tamis.checking.program.sections import (
    day_count,
    days,
    exercises,
    meals,
    repeats,
    resting,
    session_count,
    sessions,
)


def _tree(node: Node, depth: int = 0) -> list[str]:
    """Kind and text of all below a node, indented by depth; claims have a question mark."""
    lines = []
    for child in node.children:
        lines.append(f"{'  ' * depth}{child.kind}{'?' * child.claim} {child.text}")
        lines += _tree(child, depth + 1)
    return lines


def _read(response: str) -> list[str]:
    return _tree(outline(dedent(response)))


def _exercises(response: str) -> tuple[list[str], list[str]]:
    """The exercises of the first section by their labels: those for sure and the others."""
    sure, unsure = exercises(outline(dedent(response)).children[0])
    return [n.label for n in sure], [n.label for n in unsure]


def _drawn(tree: str) -> list[str]:
    return dedent(tree).strip("\n").splitlines()


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("## Day 1", "day"),
        ("**Day 1:**", "day"),
        ("**DAY 1**", "day"),
        ("Day 1 - Legs", "day"),
        ("* **Day 1**", "day"),
        ("1. Day 1", "day"),
        ("Day 1 (Monday): 1,800 calories", "day"),
        ("Days 1 and 3", "day"),
        ("Second day", "day"),
        ("__Wednesday__", "day"),
        ("Monday, Wednesday and Friday:", "day"),
        ("### Week 2", "week"),
        ("First week:", "week"),
        ("**Session A**", "session"),
        ("Session #3: Pull", "session"),
        ("#### Full body workout 2", "session"),
        ("Third session", "session"),
        ("Training 1", "session"),
        ("Breakfast:", "meal"),
        ("*Lunch* (12:30)", "meal"),
        ("- **Morning snack:** pear", "meal"),
        ("Meal 3", "meal"),
        ("Late dinner", "meal"),
        ("Snack #2", "meal"),
        ("**Notes:**", "note"),
        ("Tips", "note"),
        ("Additional information:", "note"),
        ("### Warm-up", "group"),
        ("**Main part**", "group"),
        ("Upper body:", "group"),
        ("- Squat: 3 x 10", "item"),
        ("2) Squat", "item"),
        ("• Squat", "item"),
        ("- [x] Squat", "item"),
        ("Squat 3 x 10", "text"),
        ("> Squat 3 x 10", "text"),
        ("Dayton has a good gym", "text"),
        ("Daybreak", "text"),
        ("Mondayish feelings", "text"),
        ("Repeat day 1", "text"),
        ("Same as Monday", "text"),
    ],
)
def test_a_heading_is_known_by_what_it_says(heading, kind):
    """Marks and level do not matter where the words name a week, day, session or meal."""
    (only,) = outline(heading).children
    assert only.kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "Total: 1,850 calories",
        "**Daily total:** 1,850 calories",
        "Day 1 total: 1,850 calories",
        "Estimated daily totals:",
        "Session total - 5,000 kg",
        "Subtotal: 300",
        "Goal: burn 300 calories",
        "Average: 1,800 calories a day",
        "Overall, 1,800 calories a day",
        "Daily calories: 1,800",
    ],
)
def test_totals_and_goals_are_claims(line):
    """What asserts something about the lines beside it is marked."""
    (only,) = outline(line).children
    assert only.claim


@pytest.mark.parametrize("line", ["Totally free afternoon", "- Goalball, 20 minutes", "Summer run"])
def test_words_that_only_begin_like_a_claim_are_none(line):
    """A claim's word must end where the line's does."""
    (only,) = outline(line).children
    assert not only.claim


def test_weeks_hold_days_which_hold_sessions_and_meals():
    """Sections nest by what they are, whatever the levels of their headings."""
    assert _read(
        """
        # Day 1
        ### Breakfast
        - Eggs
        # Lunch
        - Soup
        **Day 2**
        Dinner:
        * Rice
        ## Week 2
        Day 8
        """
    ) == _drawn(
        """
        day Day 1
          meal Breakfast
            item Eggs
          meal Lunch
            item Soup
        day Day 2
          meal Dinner:
            item Rice
        week Week 2
          day Day 8
        """
    )


@pytest.mark.parametrize("indent", ["  ", "    ", "\t"])
def test_bullets_nest_by_their_indentation(indent):
    """Blanks and tabs make a list below an item, whatever their number."""
    lines = ["- Squat", "- Sets: 3", "- slow", "- Reps: 10", "- Curl"]
    depths = [0, 1, 2, 1, 0]
    text = "\n".join(indent * n + line for n, line in zip(depths, lines, strict=True))
    assert _tree(outline(text)) == _drawn(
        """
        item Squat
          item Sets: 3
            item slow
          item Reps: 10
        item Curl
        """
    )


def test_bullets_below_a_numbered_item_belong_to_it():
    """Numbers and bullets are both items; indentation alone says which holds which."""
    assert _read(
        """
        1. **Squat**
           - 3 sets
        2. Curl
           * 2 sets
        """
    ) == _drawn(
        """
        item Squat
          item 3 sets
        item Curl
          item 2 sets
        """
    )


def test_a_plain_line_goes_on_with_the_item_above_it():
    """Until an empty line, what has no mark belongs to the item."""
    assert _read(
        """
        - Breakfast: Eggs
        Calories: 300
        """
    ) == _drawn(
        """
        meal Breakfast: Eggs
          text Calories: 300
        """
    )


def test_a_plan_goes_on_after_a_note():
    """A day after a note is a day of the plan, not of the note."""
    found = days(outline("Day 1\n- Eggs\n\nNote: drink water.\n\nDay 2\n- Soup"))
    assert [s.name for s in found] == ["Day 1", "Day 2"]


def test_rows_of_a_table_have_their_cells_by_header():
    """A header is what stands above the rule; alignment marks and bold do not matter."""
    root = outline("| **Food** | Calories |\n|:---|---:|\n| Eggs | **140** |\n| Rice | 210 |")
    assert [(n.kind, n.cells) for n in root.children] == [
        ("row", {"food": "Eggs", "calories": "140"}),
        ("row", {"food": "Rice", "calories": "210"}),
    ]


def test_a_table_needs_no_outer_bars():
    """The rule below the header makes it one."""
    root = outline("Food | Calories\n--- | ---\nEggs | 140")
    assert [n.cells for n in root.children] == [{"food": "Eggs", "calories": "140"}]


def test_a_table_without_a_rule_has_rows_without_headers():
    """No line is taken for a header that is not marked as one."""
    root = outline("| Eggs | 140 |\n| Rice | 210 |")
    assert [(n.kind, n.text, n.cells) for n in root.children] == [
        ("row", "Eggs | 140", {}),
        ("row", "Rice | 210", {}),
    ]


def test_missing_and_surplus_cells_do_not_shift_the_others():
    """An empty cell keeps its place, a short row lacks the last ones, a long one's are nameless."""
    root = outline("| a | b | c |\n|---|---|---|\n| 1 | | 3 |\n| 4 |\n| 5 | 6 | 7 | 8 |")
    assert [n.cells for n in root.children] == [
        {"a": "1", "b": "", "c": "3"},
        {"a": "4"},
        {"a": "5", "b": "6", "c": "7"},
    ]


def test_rows_that_name_days_and_meals_open_sections():
    """Bare numbers below a header "Day" are days; the day's name need not be repeated."""
    assert _read(
        """
        | Day | Meal | Food | Calories |
        |---|---|---|---|
        | 1 | Breakfast | Eggs | 140 |
        | | Lunch | Soup | 300 |
        | 2 | Breakfast | Rice | 210 |
        """
    ) == _drawn(
        """
        day day 1
          meal Breakfast
            row Eggs | 140
          meal Lunch
            row Soup | 300
        day day 2
          meal Breakfast
            row Rice | 210
        """
    )


def test_a_total_row_is_a_claim():
    """Its first words say that it sums up the others."""
    root = outline("| Food | Calories |\n|---|---|\n| Eggs | 140 |\n| **Total** | **140** |")
    assert [n.claim for n in root.children] == [False, True]


def test_marks_of_formatting_are_left_out():
    """Stars, underscores, backquotes, tags and escapes are no part of a text."""
    (only,) = outline("- **Ham** _and_ `egg` <br> \\*hot\\*").children
    assert only.text == "Ham and egg *hot*".replace("*", "")


def test_lines_that_only_rule_off_are_left_out():
    """Dashes, stars and underscores between sections are no items."""
    assert _read("Day 1\n---\n* * *\n____\n- Eggs") == _drawn("day Day 1\n  item Eggs")


def test_the_label_ends_at_the_first_colon_dash_or_parenthesis():
    """Label and rest are what a line is about and what it says of that."""
    node = outline("- Bench press (flat): 3 x 10 @ 60 kg").children[0]
    assert (node.label, node.rest) == ("Bench press", "(flat): 3 x 10 @ 60 kg")
    node = outline("- Pull-ups - 8 reps").children[0]
    assert (node.label, node.rest) == ("Pull-ups", "8 reps")


def test_what_is_longer_than_the_limit_is_cut(monkeypatch):
    """So many characters are read and no more."""
    assert MAX_CHARACTERS > 5_000_000
    monkeypatch.setattr("tamis.checking.program.outline.MAX_CHARACTERS", 18)
    assert _tree(outline("- before\n- the end\n- after")) == ["item before", "item the end"]


def test_numbers_are_plain_in_the_outline():
    """Words, fractions and full-width digits become digits, long dashes hyphens."""
    node = outline("- Three sets – ten reps × １２ kg").children[0]
    assert node.text == "3 sets - 10 reps x 12 kg"


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("Day 3", 1),
        ("Days 2-4", 3),
        ("Day 1 to 5", 5),
        ("Days 1 & 3", 2),
        ("Days 1, 3 and 5", 3),
        ("Tuesday", 1),
        ("Monday, Wednesday and Friday", 3),
        ("Saturday/Sunday: off", 2),
    ],
)
def test_a_heading_may_speak_of_several_days(heading, number):
    """Ranges and lists of numbers or weekdays are counted."""
    (section,) = days(outline(f"{heading}\n- Eggs"))
    assert day_count(section) == number


@pytest.mark.parametrize(
    ("heading", "number"),
    [("Session 2", 1), ("Session 1 & 3", 2), ("Session 1-3", 3), ("Workout A (Monday, Friday)", 2)],
)
def test_a_heading_may_speak_of_several_sessions(heading, number):
    """Two numbers or letters are two sessions, a range what it spans, weekdays one each."""
    (section,) = sessions(outline(f"{heading}\n- Squat 3 x 10"))
    assert session_count(section) == number


def test_a_plan_without_days_is_one_section():
    """The whole response stands for the day, or the session, that it does not name."""
    root = outline("- Eggs\n- Soup")
    assert [s.node for s in days(root)] == [root]
    assert [s.node for s in sessions(root)] == [root]


def test_rest_days_are_no_sessions():
    """A day whose heading or first line says rest is left out; it stays a day."""
    root = outline("Day 1\n- Squat 3 x 10\nDay 2: Rest\nDay 3\n- Rest day\nDay 4\n- Curl 2 x 8")
    assert [s.name for s in sessions(root)] == ["Day 1", "Day 4"]
    assert len(days(root)) == 4


def test_a_day_with_exercises_and_pauses_is_no_rest_day():
    """Rest between sets does not make a day one of rest."""
    root = outline("Day 1\n- Rest 60 seconds between sets\n- Squat 3 x 10")
    assert not resting(root.children[0])


def test_sessions_stand_before_the_days_that_hold_them():
    """Where both are named, the sessions are counted."""
    root = outline("Monday\nSession 1\n- Squat 3 x 10\nTuesday\nSession 2\n- Curl 3 x 10")
    assert [s.name for s in sessions(root)] == ["Session 1", "Session 2"]


def test_a_repeated_session_has_the_lines_of_the_one_it_repeats():
    """ "Repeat session 1" stands for that session's body."""
    root = outline(
        "Session 1\n- Squat 3 x 10\nSession 2\n- Curl 3 x 8\nSession 3\n- Repeat session 1"
    )
    one, _, three = sessions(root)
    assert three.name == "Session 3"
    assert three.node is one.node


def test_an_overview_is_no_second_session():
    """A list of the sessions before they come does not count them twice."""
    root = outline("Session 1: legs\nSession 2: arms\n\nSession 1:\n- Squat\n\nSession 2:\n- Curl")
    assert len(sessions(root)) == 2


def test_sections_that_repeat_without_end_are_not_worked_through():
    """Ten thousand days that each repeat a long one would be millions of lines."""
    first = "Day 1\n" + "- Squat 3 x 10\n" * 1000
    with pytest.raises(Unsure, match="repeat each other"):
        days(outline(first + "".join(f"Day {n}: repeat day 1\n" for n in range(2, 9000))))


@pytest.mark.parametrize(
    ("line", "repeated"),
    [
        ("Repeat these sessions twice a week.", True),
        ("Alternate the two workouts.", True),
        ("Weekly calendar: Monday - Workout A, Friday - Workout A", True),
        ("Repeat day 1", False),
        ("Rest well between sessions.", False),
    ],
)
def test_a_plan_may_say_that_it_is_repeated(line, repeated):
    """Sentences outside the sessions say so, not a day that repeats another."""
    assert repeats(outline(f"{line}\n\nSession 1\n- Squat 3 x 10")) is repeated


def test_meals_of_a_day_include_its_snacks():
    """Breakfast, lunch, dinner and snacks are meals wherever they stand."""
    root = outline("Day 1\n- Breakfast: Eggs\n- Snack: Pear\n- Lunch: Soup\nDinner\n- Rice")
    assert [m.node.label for m in meals(days(root)[0])] == ["Breakfast", "Snack", "Lunch", "Dinner"]


def test_exercises_are_items_with_figures():
    """Attributes, pauses, warm-up lines, claims and sentences are none."""
    assert _exercises(
        """
        Session 1
        - Warm-up: 5 minutes
        - Squat
          - Sets: 3
          - Reps: 10
        - Rest: 60 seconds
        - Curl: 3 x 10
        - Total: 20 minutes
        - Remember to breathe deeply while you lift.
        """
    ) == (["Squat", "Curl"], [])


def test_what_stands_below_a_warm_up_may_be_an_exercise():
    """Some count the lines below such a heading, some do not: they are given apart."""
    assert _exercises(
        """
        Session 1
        ### Warm-up
        - Walking: 5 minutes
        ### Main part
        - Running: 20 minutes
        """
    ) == (["Running"], ["Walking"])


def test_a_very_long_heading_names_nothing():
    """No heading has more than 200 characters."""
    assert kind_of("Day 1 " + "x" * 100) == "text"
    assert kind_of("Day 1: " + "x" * 100) == "day"
    assert kind_of("Day 1: " + "x" * 200) == "text"
