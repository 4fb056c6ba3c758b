"""Markdown, HTML, JSON and YAML as one kind of tree; every line at its own offset."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.program import judge
from tamis.reading.data import parse_data
from tamis.reading.document import MAX_DEPTH, Block, parse
from tamis.reading.html import parse_html

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


def lines(block: Block):
    """Its lines and cells, in order."""
    for one in block.walk():
        yield from (*one.lines, *(cell for row in one.rows for cell in row))


def shape(block: Block | None) -> list:
    """A tree in short: what each block is, with its number, its words and what it holds."""
    assert block is not None
    head = block.kind + (f" {block.number}" if block.number else "")
    rows = [" | ".join(cell.text for cell in row) for row in block.rows]
    return [head, *[line.text for line in block.lines], *rows, *map(shape, block.children)]


def item(text: str, number: int = 0) -> list:
    """An item of one paragraph."""
    return [f"item {number}" if number else "item", ["paragraph", text]]


# fmt: off
TREES = [
    ("a\nb\n\nc", [["paragraph", "a", "b"], ["paragraph", "c"]]),
    ("1. a\n2) b\n", [["list", item("a", 1)], ["list", item("b", 2)]]),
    ("x\n(1) a\n(2) b\ny", [["paragraph", "x"], ["list", item("a", 1), item("b", 2)],
                            ["paragraph", "y"]]),
    ("1: a\n2: b", [["list", item("a", 1), item("b", 2)]]), ("1.5 a", [["paragraph", "1.5 a"]]),
    ("a) x\n(b) y", [["list", item("x"), item("y")]]),
    ("• a\n• b", [["list", item("a"), item("b")]]),
    ("a\n\n---\n\nc", [["paragraph", "a"], ["rule"], ["paragraph", "c"]]),
    ("```Py\na\n b\n```\nc", [["code", "a", " b"], ["paragraph", "c"]]),
    ("> - a\n> - b", [["list", item("a"), item("b")]]), ("    deep", [["paragraph", "deep"]]),
    ("|a|b|\n|-|-|\n|c||\n", [["table", "a | b", "c | "]]),
    ("# a\n### b\nc\n## d",
     [["section", "a", ["section", "b", ["paragraph", "c"]], ["section", "d"]]]),
    ("- x\n  - y", [["list", ["item", ["paragraph", "x"], ["list", item("y")]]]]),
]
HTML = [
    ("<h2>Xa</h2><p>xb <b>xc</b><br>xd</p>", [["section", "Xa"], ["paragraph", "xb **xc**", "xd"]]),
    ("<ul><li>xa<li>xb <ol><li>xc</ol></ul>",
     [["list", item("xa"), ["item", ["paragraph", "xb"], ["list", item("xc")]]]]),
    ("<table><tr><th>xa<th>xb<tr><td colspan=2>xc<tr><td rowspan=2>xd<td>xe<tr><td>xg</table>",
     [["table", "xa | xb", "xc | ", "xd | xe", " | xg"]]),
    ("xa<hr>xb<script>xc</script><style>xd</style><template>xe</template><p>xg",
     [["paragraph", "xa"], ["rule"], ["paragraph", "xb"], ["paragraph", "xg"]]),
    ("<div>xa<div>xb</div>xc</div>",
     [["paragraph", "xa"], ["paragraph", "xb"], ["paragraph", "xc"]]),
]
DATA = [
    (["a", "b"], [["list", item("a"), item("b")]]),
    ({"a": "b", "c": 1}, [["list", item("a: b"), item("c: 1")]]),
    ([{"a": 1, "b_c": 2}, {"a": 3, "d": 4}], [["table", "a | b c | d", "1 | 2 | ", "3 |  | 4"]]),
    ({"workouts": [{"n": "A", "l": ["b"]}, {"n": "Day 2", "l": ["c"]}]},
     [["section", "workouts", ["section", "Workout 1: A", ["section", "l", ["list", item("b")]]],
       ["section", "Day 2", ["section", "l", ["list", item("c")]]]]]),
    ([{"f": "a", "nutrition": {"k": 1}}, {"f": "b", "macros": {"k": 2}}],
     [["table", "f | k", "a | 1", "b | 2"]]),
]
# fmt: on


@pytest.mark.parametrize(("text", "told"), TREES)
def test_a_text_as_a_tree(text, told):
    """Headings hold what is below them; marks that Markdown does not know make lists too."""
    tree = parse(text)
    assert shape(tree) == ["text", *told]
    assert all(text[line.start : line.end] == line.text for line in lines(tree))


@pytest.mark.parametrize(("text", "told"), HTML)
def test_html_as_a_tree(text, told):
    """Scripts are no text; cells over several rows or columns are followed by empty ones."""
    tree = parse_html(text)
    assert shape(tree) == ["text", *told]
    for line in lines(tree):
        assert line.text not in text or text.startswith(line.text, line.start), line


@pytest.mark.parametrize(("value", "told"), DATA)
def test_data_as_a_tree(value, told):
    """Records are rows, what holds others is a section, the details of a record are its fields."""
    assert shape(parse_data(json.dumps(value))) == ["text", *told]


@pytest.mark.parametrize(
    ("constraint", "satisfied"),
    [
        ("Each day must have at most 1200 calories.", True),  # 310 + 90 + 800 = 1,200
        ("Each day must have at most 1199 calories.", False),
        ("Each day must have at least 850 calories.", True),  # 250 + 600 = 850
        ("The meal plan must include 2 meals per day.", True),
    ],
)
def test_a_menu_in_json_is_judged(constraint, satisfied):
    """By hand: the days have 1,200 and 850 kcal."""
    assert judge(constraint, MENU).satisfied is satisfied


@pytest.mark.parametrize(
    "text",
    [
        "", "Just words.", "{", '{"a": 1} {"b": 2}', "a: &x 1\nb: *x",
        '{"kcal": 300, "kcal": 700}', "? [a]\n: 1", "[" * 50_000, "a: " * 5_000, "\x00{}", "--- 1",
        "- " * 10_000 + "a", "{" * (MAX_DEPTH + 5) + "}" * (MAX_DEPTH + 5),
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_what_is_no_data_is_none(text):
    """No exception, nothing as deep as the text; a key twice, an alias: not read."""
    assert parse_data(text) is None


VALUES = st.recursive(
    st.integers(0, 9_999) | st.text("abc1 ", min_size=1, max_size=6),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(st.text("abcdefg", min_size=1, max_size=5), inner, min_size=1, max_size=4)
    ),
    max_leaves=20,
)


def scalars(value):
    """What lists and objects hold in the end."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [one for inner in value for one in scalars(inner)]
    return [" ".join(str(value).split())]


@given(VALUES.filter(lambda value: isinstance(value, (dict, list))))
def test_no_value_is_lost(value):
    """Every scalar of the data stands in a line of the tree."""
    told = [line.text for line in lines(parse_data(json.dumps(value)) or Block("text"))]
    for one in scalars(value):
        assert any(one in text for text in told), (one, told)


MARKS = [
    "# ", "- ", "1. ", "| a | b |", "|---|---|", "```", "> ", "  ", "\n", "text", "(2) ", "**b**",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKS) | st.text(max_size=4), max_size=40).map("".join))
def test_every_line_of_the_tree_stands_in_the_text(text):
    """Whatever the text is, each line is found at its place, and nesting is bounded."""
    text = text.replace("\r", "").replace("\x00", "").replace("\t", "")

    def depth(block: Block) -> int:
        return 1 + max(map(depth, block.children), default=0)

    tree = parse(text)
    assert all(text[line.start : line.end] == line.text for line in lines(tree))
    assert depth(tree) <= 3 * MAX_DEPTH + 1


@pytest.mark.parametrize(
    "text",
    ["> " * 1_000 + "a", "\n".join("  " * n + "- a" for n in range(1_000)), "- foo\n" * 9_000],
)
def test_deep_and_long_texts_end(text):
    """A thousand levels of quotes and lists are no deeper than the bound; no item is lost."""
    tree = parse(text)
    assert sum(1 for _ in tree.walk()) < 70_000
    assert text.count("foo") == sum(line.text == "foo" for line in lines(tree))
