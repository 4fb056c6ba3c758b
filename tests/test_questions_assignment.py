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

from tamis.collect.questions.assignment import assign, read_preferences
from tamis.types import InputError


def test_everybody_gets_what_they_like():
    """Ann likes parsing, Bob dialogue; nobody likes ethics, which falls to who has fewer."""
    topics = ["parsing", "dialogue", "parsing", "dialogue", "ethics"]
    made = assign(topics, {"Ann": {"parsing": 3}, "Bob": {"dialogue": 2}}, most=3)
    liked = {(one.person, one.question) for one in made.given if one.preference}
    assert liked == {("Ann", 0), ("Ann", 2), ("Bob", 1), ("Bob", 3)}
    assert made.open == 0


def test_a_rare_topic_is_not_crowded_out():
    """Only Ann likes ethics; with parsing alone she might be full."""
    topics = ["parsing"] * 3 + ["ethics"]
    preferences = {"Ann": {"parsing": 3, "ethics": 1}, "Bob": {"parsing": 3}}
    made = assign(topics, preferences, most=2)
    assert ("Ann", 3) in {(one.person, one.question) for one in made.given}
    assert Counter(one.person for one in made.given) == {"Ann": 2, "Bob": 2}


def test_the_sum_of_preferences_is_the_highest():
    """Bob likes what nobody else does, so he gets all three, whatever the seed."""
    topics = ["nlp", "nlp", "nlp", "vision", "vision", "bio"]
    preferences = {"Ann": {"vision": 0}, "Bob": {"nlp": 1, "vision": 0}}
    for seed in range(6):
        made = assign(topics, preferences, seed=seed)
        assert sum(one.preference for one in made.given if one.person == "Bob") == 3
        assert made.open == 0


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
    said = tamis_here(*command, "o2", "--each", "2", "--most", "2", check=1).out
    assert "places left: 2" in said
    Path("q.jsonl").write_text('{"question": "Q?"}\n')
    assert "line 1: the question has no topic" in tamis_here(*command, "o3", check=2).err


def test_preferences_that_are_none(tmp_path):
    """Named with their line."""
    (tmp_path / "p.csv").write_text("person,topic,preference\nAnn,x,much\n")
    with pytest.raises(InputError, match="line 2: a person and a preference"):
        read_preferences(tmp_path / "p.csv")
