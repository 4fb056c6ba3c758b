"""Questions taken apart: expressions of conditions, and the plans that hold them."""

from __future__ import annotations

import asyncio
import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.answering.everything import plan as plans
from tamis.answering.everything.expression import (
    All,
    AnyOf,
    Condition,
    Not,
    as_value,
    names,
    negated,
    next_condition,
    parsed,
    value,
    words,
)
from tamis.types import Reply

NAMES = "abcde"
EXPRESSIONS = st.recursive(
    st.sampled_from(NAMES).map(Condition),
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=1, max_size=3).map(tuple).map(All),
        st.lists(inner, min_size=1, max_size=3).map(tuple).map(AnyOf),
    ),
    max_leaves=8,
)
TRUTHS = st.fixed_dictionaries({name: st.sampled_from([True, False, None]) for name in NAMES})
RATES = st.fixed_dictionaries({name: st.floats(0.01, 0.99) for name in NAMES})


def judged(expression, truth, rate=lambda name: 0.5, cost=lambda name: 1.0) -> dict:
    """The conditions that are judged, in order, with their verdicts."""
    known: dict[str, bool | None] = {}
    while name := next_condition(expression, known, rate, cost):
        assert name not in known
        known[name] = truth[name]
    return known


def classical(expression, truth) -> bool:
    """The value where all verdicts are yes or no, by Python's own logic."""
    match expression:
        case Condition(name):
            return truth[name]
        case Not(part):
            return not classical(part, truth)
        case All(parts):
            return all(classical(part, truth) for part in parts)
        case AnyOf(parts):
            return any(classical(part, truth) for part in parts)


@given(EXPRESSIONS, TRUTHS)
def test_a_value_holds_however_the_unread_would_have_been_read(expression, truth):
    """Whatever takes the place of None, a value that is not None stays."""
    said = value(expression, truth)
    unread = [name for name in NAMES if truth[name] is None]
    for filled in itertools.product([True, False], repeat=len(unread)):
        full = {**truth, **dict(zip(unread, filled, strict=True))}
        assert said in (None, classical(expression, full))
    if not unread:
        assert said == classical(expression, truth)


@given(EXPRESSIONS, TRUTHS, RATES)
def test_judging_some_conditions_says_what_judging_all_says(expression, truth, rates):
    """In any order, and none is judged once the value is decided."""
    known = judged(expression, truth, rates.__getitem__)
    assert value(expression, known) == value(expression, truth)
    before: dict[str, bool | None] = {}
    for name in known:
        assert value(expression, before) is None
        before[name] = known[name]


@given(EXPRESSIONS)
def test_an_expression_can_be_written_and_read_back(expression):
    """As JSON, too."""
    assert parsed(json.loads(json.dumps(as_value(expression)))) == expression


A, B, C = map(Condition, "abc")

RATE = {"a": 0.5, "b": 0.9, "c": 0.2, "d": 0.6}
COST = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 10.0}


@pytest.mark.parametrize(
    ("made", "known", "first"),
    [
        ({"all": ["a", "b", "c"]}, {}, "c"),
        ({"any": ["a", "b", "c"]}, {}, "b"),
        ({"all": ["d", "b"]}, {}, "b"),
        ({"any": ["d", "c"]}, {}, "c"),
        # A negated condition that nearly always holds is nearly always a no.
        ({"all": ["a", {"not": "b"}]}, {}, "b"),
        ({"all": ["a", "b", "c"]}, {"c": False}, None),
        # An unread verdict decides nothing by itself; another condition may.
        ({"all": ["a", "b"]}, {"a": None}, "b"),
        ({"all": ["a", "b"]}, {"a": None, "b": True}, None),
        ({"any": [{"all": ["b", "d"]}, {"all": ["a", "b"]}]}, {}, "a"),
    ],
)
def test_the_condition_to_judge_next(made, known, first):
    """The one that decides soonest for its cost."""
    got = next_condition(parsed(made), known, RATE.__getitem__, COST.__getitem__)
    assert got == first


def test_expressions_are_shown_as_people_write_them():
    """With brackets where they are needed."""
    assert words(All((A, Not(AnyOf((B, C)))))) == "a and not (b or c)"
    assert words(AnyOf((All((A, B)), C))) == "(a and b) or c"
    assert dict(negated(All((A, Not(AnyOf((B, Not(C)))))))) == {"a": False, "b": True, "c": False}
    assert list(names(All((A, Not(A))))) == ["a", "a"]


# Plans

PLAN = {
    "conditions": {"old": "Which lights were built before 1900?", "manned": "Which have a keeper?"},
    "expression": {"all": ["old", {"not": "manned"}]},
}


def split(reply: str | Reply, question: str = "Which lights are old and not manned?"):
    """What is read of a model's reply to the question."""
    asked = []

    async def chat(messages, schema=None):
        asked.append(messages)
        return reply if isinstance(reply, Reply) else Reply(reply)

    plan, why = asyncio.run(plans.split(question, chat))
    assert question in asked[0][0]
    return plan, why


def test_a_model_takes_a_question_apart():
    """In a reply with words around its object, too."""
    plan, why = split(f"Here it is:\n```json\n{json.dumps(PLAN)}\n```")
    assert why == ""
    assert plan.conditions == PLAN["conditions"]
    assert words(plan.expression) == "old and not manned"
    assert plans.from_json(plan.as_json()) == plan
    assert plan.shown().startswith("old and not manned, where old: Which lights were built")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("I cannot.", "holds no plan"),
        (Reply("", failed="the server is away"), "the server is away"),
        (json.dumps(PLAN | {"more": 1}), "`more`"),
        (json.dumps(PLAN | {"expression": "new"}), "'new', which is no condition"),
        (json.dumps({"conditions": {"old": " "}, "expression": "old"}), "'old' is empty"),
        (json.dumps(PLAN)[:-20], "holds no plan"),
    ],
)
def test_a_plan_that_cannot_be_read_leaves_the_question_whole(reply, why):
    """And says why."""
    plan, said = split(reply)
    assert why in said
    assert list(plan.conditions.values()) == ["Which lights are old and not manned?"]
    assert plan.simple


def test_one_condition_is_the_question_in_its_own_words():
    """A model's paraphrase would be another question."""
    one = {"conditions": {"x": "Old lights?"}, "expression": "x"}
    plan, why = split(json.dumps(one))
    assert (why, plan) == ("", plans.alone("Which lights are old and not manned?"))


def test_a_plan_can_be_written_by_hand(tmp_path):
    """As YAML or JSON."""
    file = tmp_path / "plan.yaml"
    file.write_text(
        "conditions:\n  old: Which are old?\n  manned: Which have\n    a keeper?\n"
        "expression:\n  any: [old, not: manned]\n"
    )
    plan = plans.read_plan(file)
    assert plan.conditions["manned"] == "Which have a keeper?"
    assert plan.expression == AnyOf((Condition("old"), Not(Condition("manned"))))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ([], "no object"),
        ({"conditions": {"a": "x"}, "expression": {"xor": ["a"]}}, "is no expression"),
        ({"conditions": {"a": "x"}}, "`expression`: field required"),
        ({"conditions": {"a": 3}, "expression": "a"}, "`conditions.a`"),
        ({"conditions": {f"c{n}": "x" for n in range(21)},
          "expression": {"all": [f"c{n}" for n in range(21)]}}, "21 conditions, more than 20"),
        ({"conditions": {"n" * 61: "x"}, "expression": "n" * 61}, "longer than 60 characters"),
    ],
)  # fmt: skip
def test_what_is_no_plan(plan, said):
    """It is said why; at the limits it is one."""
    with pytest.raises(ValueError, match=re.escape(said)):
        plans.as_plan(plan)
    names = [f"c{n}" for n in range(19)] + ["n" * 60]
    assert plans.as_plan({"conditions": dict.fromkeys(names, "x"), "expression": {"any": names}})
