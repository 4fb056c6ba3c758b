"""Questions assigned to writers by topic, none twice to one person (KIWI, §3.2)."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.collect.questions.assignment import (
    Assigned,
    Assignment,
    assign,
    read_preferences,
    read_topics,
)
from tamis.types import InputError

LIKED = {"ann": {"a": 5, "b": 1}, "bo": {"a": 4}, "cy": {"b": 3, "c": 2}}


def test_who_writes_on_what():
    """As much as can be given, by preference; what nobody is left for stays open."""
    made = assign(["a", "b", "c", "a"], LIKED, 1, 2)
    assert made == Assignment(
        (Assigned("ann", 0, "a", 5), Assigned("ann", 3, "a", 5), Assigned("cy", 1, "b", 3),
         Assigned("cy", 2, "c", 2)), 0,
    )  # fmt: skip
    # Of four places each person has one: 5 + 4 + 3, and one is open.
    one = assign(["a", "b", "c", "a"], LIKED, 1, 1)
    assert (one.open, sum(given.preference for given in one.given)) == (1, 12)
    # Without a limit nobody gets more than 8 / 3, rounded up.
    two = assign(["a", "b", "c", "a"], LIKED, 2)
    assert Counter(given.person for given in two.given).most_common(1)[0][1] == 3
    assert (len(two.given), two.open) == (8, 0)
    assert assign(["a"], LIKED, 4, 9).open == 1
    with pytest.raises(InputError, match="names nobody"):
        assign(["a"], {})


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=4),
    st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=3),
    st.integers(1, 2),
    st.integers(1, 3),
)
def test_no_other_way_fills_more_or_is_liked_more(topics, liked, each, most):
    """Against all ways to assign, tried one by one."""
    preferences = {f"P{n}": dict(zip("abc", row, strict=True)) for n, row in enumerate(liked)}
    made = assign(topics, preferences, each, most)
    best = max(
        (len(pairs), sum(preferences[p][topics[q]] for p, q in pairs))
        for chosen in product(
            *([c for k in range(each + 1) for c in combinations(preferences, k)] for _ in topics)
        )
        if (pairs := [(p, q) for q, people in enumerate(chosen) for p in people]) is not None
        and max(Counter(p for p, _ in pairs).values(), default=0) <= most
    )
    assert (len(made.given), sum(one.preference for one in made.given)) == best


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=12),
    st.dictionaries(
        st.sampled_from(["P", "Q", "R", "S"]),
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 3)),
        min_size=1,
    ),
    st.integers(1, 4),
    st.integers(0, 3),
)
def test_nobody_gets_a_question_twice(topics, preferences, each, seed):
    """Whatever people like: each question to different people, the same by the same seed."""
    made = assign(topics, preferences, each, seed=seed)
    pairs = [(one.person, one.question) for one in made.given]
    assert len(pairs) == len(set(pairs))
    assert len(pairs) + made.open == len(topics) * each
    assert assign(topics, preferences, each, seed=seed) == made
    load = Counter(person for person, _ in pairs)
    assert max(load.values()) <= -(-len(topics) * each // len(preferences))


def test_the_command_writes_a_file_for_each_person(tamis_here):
    """With their own questions as they were; places that nobody can take are told."""
    rows = [
        {"question": f"Q{n}?", "track": track, "cited_papers": []}
        for n, track in enumerate(["Parsing", "Dialogue", "Parsing"])
    ]
    Path("q.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    Path("p.csv").write_text("person,topic,preference\nAnn,parsing,2\nBob B.,Dialogue,1\n")
    command = ("questions", "assign", "q.jsonl", "--preferences", "p.csv", "--out")
    said = tamis_here(*command, "o", "--most", "2").out
    assert "3 assigned (2 by preference 2, 1 by preference 1)" in said
    [ann, bob] = sorted(Path("o").glob("*.jsonl"))
    assert [json.loads(line)["question"] for line in ann.read_text().splitlines()] == ["Q0?", "Q2?"]
    assert [json.loads(line) for line in bob.read_text().splitlines()] == [rows[1]]
    with Path("o/assignments.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["person"] for row in csv.DictReader(file)] == ["Ann", "Ann", "Bob B."]
    assert "has assignments already" in tamis_here(*command, "o", check=2).err
    said = tamis_here(*command, "o2", "--each", "2", "--most", "2", check=1).out
    assert "places left: 2" in said
    Path("q.jsonl").write_text('{"question": "Q?"}\n')
    assert "line 1: the question has no topic" in tamis_here(*command, "o3", check=2).err


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (read_preferences, "person,topic,preference\nAnn,x,much\n", "line 2: a person and a pref"),
        (read_preferences, "person,topic,preference\n,x,1\n", "line 2: a person and a preference"),
        (read_preferences, "person,topic,preference\nA,X,1\nA,x,2\n", "line 3: A has another"),
        (read_topics, '{"topic": " "}\n', "line 1: the question has no topic"),
    ],
)
def test_files_of_preferences_and_topics_that_are_none(tmp_path, read, text, said):
    """Named with their line."""
    (tmp_path / "file").write_text(text)
    with pytest.raises(InputError, match=f"file,? {said}"):
        read(tmp_path / "file")


def test_files_of_preferences_and_topics(tmp_path):
    """Topics in small letters, from any of three fields."""
    (tmp_path / "p.csv").write_text("person,topic,preference\nann, Bread ,3\nann,bread,3\nbo,C,0")
    assert read_preferences(tmp_path / "p.csv") == {"ann": {"bread": 3}, "bo": {"c": 0}}
    (tmp_path / "q.jsonl").write_text(
        '{"topic": " Bread ", "track": "x"}\n{"track": "Salt"}\n{"topics": "C", "topic": 3}\n'
    )
    assert read_topics(tmp_path / "q.jsonl")[1] == ["bread", "salt", "c"]
