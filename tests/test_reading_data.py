"""JSON and YAML as the tree of a text: sections, tables, items; every line at its own offset."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.program import judge
from tamis.reading.data import parse_data
from tamis.reading.document import MAX_DEPTH, Block

MENU = """\
{"days": [
  {"day": 1, "meals": [
    {"meal": "Breakfast", "foods": [{"food": "Oats", "kcal": 310}, {"food": "Milk", "kcal": 90}]},
    {"meal": "Dinner", "foods": [{"food": "Stew", "nutrition": {"kcal": 800, "protein": "40 g"}}]}
  ]},
  {"day": 2, "meals": [
    {"meal": "Breakfast", "foods": [{"food": "Eggs", "kcal": 250}]},
    {"meal": "Dinner", "foods": [{"food": "Cod", "kcal": 600}]}
  ]}
]}"""


def _told(block: Block, depth: int = 0) -> list[str]:
    """The tree as lines, two blanks for each depth."""
    texts = [line.text for line in block.lines] + [
        " | ".join(cell.text for cell in row) for row in block.rows
    ]
    made = [f"{'  ' * depth}{text}" for text in texts]
    below = depth + bool(texts)
    return made + [line for child in block.children for line in _told(child, below)]


def _lines(block: Block):
    yield from block.lines
    for row in block.rows:
        yield from row
    for child in block.children:
        yield from _lines(child)


def test_records_are_the_rows_of_a_table_and_what_holds_them_is_a_section():
    """By hand: days and meals are sections, foods are rows, details are columns."""
    tree = parse_data(MENU)
    assert tree is not None
    told = [line.strip() for line in _told(tree)]
    assert told == [
        "days", "day 1", "meals", "Breakfast", "foods", "food | kcal", "Oats | 310", "Milk | 90",
        "Dinner", "foods", "food | kcal | protein", "Stew | 800 | 40 g",
        "day 2", "meals", "Breakfast", "foods", "food | kcal", "Eggs | 250",
        "Dinner", "foods", "food | kcal", "Cod | 600",
    ]  # fmt: skip


def test_each_line_stands_at_its_offset():
    """What a line says stands in the text where it says so, also in a part of a larger text."""
    before = "Here it is:\n"
    for line in _lines(parse_data(MENU, len(before)) or Block("text")):
        if line.text and not line.text.startswith("day "):
            assert (before + MENU).startswith(line.text, line.start), line


@pytest.mark.parametrize(
    ("constraint", "satisfied"),
    [
        ("Each day must have at most 1200 calories.", True),  # 310 + 90 + 800 = 1,200
        ("Each day must have at most 1199 calories.", False),
        ("Each day must have at least 850 calories.", True),  # 250 + 600 = 850
        ("The meal plan must include 2 meals per day.", True),
        ("The meal plan must be for 3 days.", False),
    ],
)
def test_a_menu_in_json_is_judged(constraint, satisfied):
    """By hand: the days have 1,200 and 850 kcal."""
    assert judge(constraint, MENU).satisfied is satisfied


def test_sessions_in_a_list_are_sessions():
    """A name that says no number gets that of its place in the list."""
    plan = {
        "sessions": [
            {"name": "Legs", "exercises": [{"exercise": "Squat", "sets": 3, "reps": 5, "kg": 100}]},
            {"name": "Arms", "exercises": [{"exercise": "Curl", "sets": 4, "reps": 10, "kg": 20}]},
        ]
    }
    told = [line.strip() for line in _told(parse_data(json.dumps(plan)) or Block("text"))]
    assert [one for one in told if one.startswith("Session")] == [
        "Session 1: Legs",
        "Session 2: Arms",
    ]
    text = json.dumps(plan, indent=2)
    assert judge("The workout plan must contain 2 sessions.", text).satisfied is True
    least = "Total lifting tonnage per session must be at least {} kg."
    assert judge(least.format(800), text).satisfied is True  # 1,500 and 800
    assert judge(least.format(801), text).satisfied is False


def test_yaml_is_read_as_json_is():
    """Scalars under a key are items, "key: value"."""
    told = _told(
        parse_data("day: 1\nmeals:\n  - Oats, 300 kcal\n  - Stew, 700 kcal\n") or Block("text")
    )
    assert [line.strip() for line in told] == [
        "day: 1",
        "meals",
        "Oats, 300 kcal",
        "Stew, 700 kcal",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "", "Just words.", "{", "[1, 2", "{]}", '{"a": 1} {"b": 2}', "a: &x 1\nb: *x",
        '{"kcal": 300, "kcal": 700}', "? [a]\n: 1", "[" * 50_000, "a: " * 5_000, "\x00{}", "--- 1",
        "- " * 10_000 + "a", "{" * (MAX_DEPTH + 5) + "}" * (MAX_DEPTH + 5),
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_what_is_no_data_is_none(text):
    """No exception, nothing as deep as the text; a key twice, an alias: not read."""
    assert parse_data(text) is None


_VALUES = st.recursive(
    st.integers(0, 9_999) | st.text("abc1 ", min_size=1, max_size=6),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(st.text("abcdefg", min_size=1, max_size=5), inner, min_size=1, max_size=4)
    ),
    max_leaves=20,
)


def _scalars(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [one for inner in value for one in _scalars(inner)]
    return [" ".join(str(value).split())]


@given(_VALUES.filter(lambda value: isinstance(value, (dict, list))))
def test_no_value_is_lost(value):
    """Every scalar of the data stands in a line of the tree."""
    tree = parse_data(json.dumps(value))
    assert tree is not None
    told = [line.text for line in _lines(tree)]
    for one in _scalars(value):
        assert any(one in text for text in told), (one, told)
