"""Finding the JSON object of a reply, and mending it."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.reading.reply_object import read_object
from tamis.text.json import Budget, Read, read_value

KEYS = ("candidates", "ids")


def read(text: str) -> Read | None:
    """Read with the keys of these tests."""
    return read_object(text, KEYS, "candidates")


# fmt: off
REPAIRS = [
    ('{"ids": [1]}', {"ids": [1]}, ""), ('\ufeff {"ids": [1]}\n', {"ids": [1]}, ""),
    (json.dumps('{"ids": [1]}'), {"ids": [1]}, ""),
    ('```json\n{"ids": [1]}\n```', {"ids": [1]}, "fence"),
    ('<think>{"ids": [2]}</think>{"ids": [1]}', {"ids": [1]}, "thoughts"),
    ('{"ids": [2]} hm</think> {"ids": [1]}', {"ids": [1]}, "thoughts"),
    ('The set {a, b}, {"x": {} and {c: 1}: {"ids": [1]}', {"ids": [1]}, "notes"),
    ('{"ids": [1]} and then {"other": 2}', {"ids": [1]}, "notes"),
    ('{"ids": [1,], }', {"ids": [1]}, "trailing comma"),
    ("{ids: [, 1]}", {"ids": [1]}, "unquoted key|extra comma"),
    ('{"ids": [1], // one\n "x": 2 /* two */}', {"ids": [1], "x": 2}, "comment"),
    ('{"ids": [1, ...]}', {"ids": [1]}, "ellipsis|trailing comma"),
    ('{"ids": ["a"\n"b"]\n "z": 3}', {"ids": ["a", "b"], "z": 3}, "missing comma"),
    ("{'ids': ['The Boys' Club', 'rock'n'roll', 'L\\'été']}",
     {"ids": ["The Boys' Club", "rock'n'roll", "L'été"]}, "single quotes|inner quotes"),
    ('{"ids": [True, False, None, TRUE]}', {"ids": [True, False, None, True]}, "python literals"),
    ('{"ids": [doc_1, Dry Run, 007]}', {"ids": ["doc_1", "Dry Run", "007"]}, "unquoted words"),
    ('{"ids": ["a\nb\tc"]}', {"ids": ["a\nb\tc"]}, "line break in string"),
    ("{“ids”: [“a”, \"b\", 'c']}", {"ids": ["a", "b", "c"]}, "smart quotes|single quotes"),
    ('{"ids": [1], "x": "He said "yes", and "no".", "y": "z"}',
     {"ids": [1], "x": 'He said "yes", and "no".', "y": "z"}, "inner quotes"),
    (r'{"ids": ["M\*A\*S\*H", "\alpha", "\x41"],}',
     {"ids": ["M*A*S*H", "\\alpha", "A"]}, "trailing comma"),
    ('{"response": {"ids": [1]}}', {"ids": [1]}, "envelope"),
    ('[{"a": 1}, {"a": 2}]', {"candidates": [{"a": 1}, {"a": 2}]}, "list"),
]
CUT = [
    ('{"x": 1, "ids": ["a", "b', {"x": 1, "ids": ["a"]}, "ids"),
    ('{"x": 1, "ids": [1, 2], "y', {"x": 1, "ids": [1, 2]}, ""),
    ('{"candidates": [{"a": 1}, {"a": 2, "b": [1', {"candidates": [{"a": 1}]}, "candidates"),
    ('{"r": {"x": 1, "ids": [1, ', {"x": 1, "ids": [1]}, "ids"),
    ('{"a": {"b": 1, "c": [2, 3', {"a": {"b": 1, "c": [2]}}, "c"),
]
# fmt: on


@pytest.mark.parametrize(("text", "value", "repairs"), REPAIRS)
def test_repairs(text, value, repairs):
    """What a patient person would read, with every kind of mending named."""
    found = read(text)
    assert found is not None
    assert (found.value, set(found.repairs)) == (value, set(filter(None, repairs.split("|"))))
    assert found.complete


@pytest.mark.parametrize(("text", "value", "cut"), CUT)
def test_a_cut_text_keeps_whole_elements(text, value, cut):
    """The last, broken element is left out; the member whose list it was in is named."""
    found = read(text)
    assert found is not None
    assert (found.value, found.complete, found.cut) == (value, False, cut)
    assert "truncated" in found.repairs


@pytest.mark.parametrize(
    "text",
    ['{"ids": ["a", "b" "c"]}', '{"ids": ["a", b"]}', '{"ids": ["a", "b"c"], "x": "y"}',
     '{"ids": ["a"' + ', "\\"' * 20_000],
)  # fmt: skip
def test_what_is_whole_before_damage_is_kept(text):
    """Also where json-repair says something else, or is not asked any more."""
    found = read(text)
    assert found is not None
    assert (found.value["ids"][0], found.complete, found.cut) == ("a", False, "ids")


TITLES = [f"The Title Number {i} of a Book" for i in range(2_000)]
LISTS = {
    "json": (json.dumps(TITLES), True),
    "python": (repr(TITLES), True),
    "trailing comma": (json.dumps(TITLES)[:-1] + ",]", True),
    "cut": (json.dumps(TITLES)[:-4], False),
}


@pytest.mark.parametrize("form", LISTS)
def test_long_lists_are_read_to_their_end(form):
    """Alone and in an object; the one that is cut at its end is called so."""
    text, closed = LISTS[form]
    titles = TITLES if closed else TITLES[:-1]
    listed, found = read_value(text, 0, Budget(text)), read('{"ids": ' + text + "}" * closed)
    assert listed is not None
    assert listed[:2] == (titles, closed)
    assert found is not None
    assert (found.value["ids"], found.complete) == (titles, closed)
    assert ("truncated" in found.repairs) != closed


def test_a_damaged_object_does_not_cost_the_ones_after_it():
    """Reading goes on where the next object of the list begins."""
    found = read('{"candidates": [{"a": 1}, {"a": "x" y "z}, {"a": 3}], "ids": [3]}')
    assert found == Read(
        {"candidates": [{"a": 1}, {"a": 3}], "ids": [3]}, ("damaged element",), complete=False
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"ids": ["a, "b"], "x": "c"}', '{"x": "c, "ids": ["a"]}', '{"x" "c", "ids": ["a"]}',
        '{"x: "c", "ids": ["a"]}', '{"x": "c"; "ids": ["a"]}',
        '{"x": "c", "ids": [a"]}', '{"x": "c", "ids: ["a"]}', '{"x": "c", "ids": ["a"}}]',
    ],
)  # fmt: skip
def test_text_that_may_mean_two_things_is_not_read_as_one(text):
    """A lost quote, colon or bracket: what stands before it is kept, nothing is made up."""
    assert kept(read(text), {"x": "c", "ids": ["a"]})


@pytest.mark.parametrize(
    "text",
    ['{"candidates: [{"a": 1}]}', '{"candidates" [{"a": 1}]}', '{"x" {"a": 1}}',
     '{"x": {, "y": {"a": 1}}', '{"candidates": [{"a": 1, "b": [{"c": 1}]',
     '"candidates": [{"a": 1}]}'],
)  # fmt: skip
def test_a_part_of_what_cannot_be_read_is_no_answer(text):
    """The list or object inside damage is not the answer, as it does not say that it is."""
    found = read(text)
    assert found is None or (not found.complete and not found.value.get("candidates"))


@pytest.mark.parametrize(
    "text",
    [
        '{"x": "Options: {"ids": ["no"]}", "ids": ["yes"]}',
        '{"x": "a {"ids": ["no"]} b {"ids": ["no2"]} c", "ids": ["yes"]}',
        '{"x": "5" tall, see {"ids": ["no"]}, fine", "ids": ["yes"]}',
        '{\'x\': \'Options: {"ids": ["no"]} are one',
        '{"ids": ["yes"], "x": "not {"ids": ["no"]}, of course"}',
    ],
)
def test_an_object_quoted_in_a_damaged_one_is_no_answer(text):
    """Not as a part, either; and wherever the text is cut."""
    for end in range(len(text) + 1):
        found = read(text[:end])
        assert found is None or found.value.get("ids", ["yes"])[:1] in ([], ["yes"])
        assert found is None or not found.complete


def kept(found: Read | None, value: dict[str, object]) -> bool:
    """Whether nothing was read but members of `value` and first elements of its lists."""
    if found is None:
        return True
    if found.complete:
        return found.value == value
    return all(begins(part, value[key]) for key, part in found.value.items())


def begins(part: object, whole: object) -> bool:
    """Whether a list is the beginning of another; other values must be equal."""
    both = isinstance(part, list) and isinstance(whole, list)
    return part == (whole[: len(part)] if both else whole)


@pytest.mark.parametrize("text", ["", "no object", "[1, 2]", "{", "{}{", "<think>{'ids': [1]}"])
def test_no_object(text):
    """Text without an object is nothing, or at most an empty one."""
    found = read(text)
    assert found is None or found.value == {}


GARBAGE = [
    "[{" * 10_000, '{"a": [' * 10_000, '{"' * 10_000, '"' * 50_000, '{"a": "' + "\\" * 50_000,
    '{"a": "' + '" ,' * 10_000, '{"a"' + "\n " * 10_000, "{/*" * 10_000,
    '{"candidates": [' + '{"a": "x" y},' * 4_000, ("{'a': '" + "word, and: so [1] on " * 60) * 30,
    '{"candidates": [{"a": 1 ' + '"a": 1, \n' * 10_000, '{"ids": [' + '"a b", ' * 50_000 + '"x",]}',
]  # fmt: skip


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_neither_an_error_nor_slow(text):
    """Depth and repetition cost no more than a few passes: seconds would mean their square."""
    start = time.thread_time()
    read(text)
    assert time.thread_time() - start < 2


# A reply is cut at the end of its reasoning, also where a text in it quotes that tag.
WORDS = st.text(max_size=12).filter(lambda word: "</" not in word)
ELEMENTS = st.fixed_dictionaries(
    {"a": WORDS, "b": st.lists(WORDS, max_size=3), "c": st.booleans() | st.none()}
)
OBJECTS = st.fixed_dictionaries(
    {"question": WORDS, "candidates": st.lists(ELEMENTS, max_size=4), "ids": st.lists(WORDS)}
)
NOISE = st.sampled_from(["", "Notes on {this} and [that].\n", "```json\n", "===== Step 2 =====\n"])


@given(
    OBJECTS, NOISE, st.sampled_from(["", "\n```", "\n===== END ====="]), st.sampled_from([None, 1])
)
def test_what_is_dumped_is_read_back(value, before, after, indent):
    """With notes, fences and trailing commas around and in it, in JSON and in Python's form."""
    text = json.dumps(value, indent=indent)
    for shown in (text, text[:-1].rstrip() + ",}", repr(value)):
        found = read(before + shown + after)
        assert found is not None
        assert found.complete
        assert found.value == value


FORMS = {
    "json": json.dumps,
    "python": repr,
    "lines": lambda value: json.dumps(value, indent=1, ensure_ascii=False),
    "trailing commas": lambda value: json.dumps(value).replace("}", ",}").replace("]", ",]"),
    "single quotes": lambda value: json.dumps(value).replace('"', "'"),
}
PLAIN = st.text(alphabet="ab .é-", max_size=8)
PLAIN_OBJECTS = st.fixed_dictionaries(
    {"x": PLAIN, "candidates": st.lists(st.fixed_dictionaries({"a": PLAIN, "n": st.integers()}))}
)


@pytest.mark.parametrize("form", FORMS)
@given(PLAIN_OBJECTS, st.data())
def test_every_beginning_of_a_reply_has_only_whole_elements(form, value, data):
    """However it is written, and wherever it is cut, nothing is half or made up."""
    text = FORMS[form](value)
    assert kept(read(text[: data.draw(st.integers(0, len(text)))]), value)


@given(st.text(alphabet="{}[]\"'“”,:/*#\\.\n aT1", max_size=60))
def test_no_text_is_an_error(text):
    """Anything can be read: an object comes out, or nothing."""
    found = read(text)
    assert found is None or isinstance(found.value, dict)
