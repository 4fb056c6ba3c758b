"""Files that benchmarks read: what rows mean, and which are refused, with their place."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tamis.benchmarks import instruction_following as following
from tamis.benchmarks import predictions
from tamis.benchmarks.acs import data as acs_data
from tamis.benchmarks.acs import error_labels
from tamis.benchmarks.fanoutqa.question import Evidence, Question, SubQuestion
from tamis.benchmarks.fanoutqa.samples import shape
from tamis.benchmarks.kitab import domain
from tamis.benchmarks.kitab import query as kitab_query
from tamis.benchmarks.kiwi import data as kiwi_data
from tamis.benchmarks.kiwi import label_files
from tamis.benchmarks.quest import golds as quest_golds
from tamis.benchmarks.quest import ratings
from tamis.benchmarks.quest.question import Question as QuestQuestion
from tamis.types import InputError


def refusal(work, *args, **named) -> str:
    """The sentence with which a function refuses."""
    try:
        found = work(*args, **named)
        # Generators raise while they are read.
        found = list(found) if hasattr(found, "__next__") else found
    except InputError as error:
        return str(error)
    return pytest.fail(f"was taken: {found!r:.100}")


# KITAB: rows as released, and facts of items


@pytest.mark.parametrize(
    ("text", "bare", "found"),
    [
        ("['a', 1, None, 'b']", False, ("a", "1", "b")), (" ['a'] ", True, ("a",)),
        ("starts-with ", True, ("starts-with",)), ("[]", False, ()), (" [", True, None),
        ("a", False, None), ("{'a'}", False, None), ("['a', ['b']]", False, None),
        ("['a', ('b',)]", False, None), ("['a', {}]", False, None), ("[f()]", False, None),
        (3, True, None), (None, False, None), ("[" * 10_000, False, None),
    ],
)  # fmt: skip
def test_lists_in_columns(text, bare, found):
    """Only literals, never programs."""
    if found is None:
        with pytest.raises(ValueError, match=r"is not a|was expected"):
            kitab_query.literal(text, bare=bare)
    else:
        assert kitab_query.literal(text, bare=bare) == found


def a_row(**more) -> dict:
    """A row as it is released."""
    row = {
        "Author": "Ann", "Birth Year": "1947", "# of sitelinks": 12.0,
        "constraints": "The book title starts with the letter S.", "constraint_type": "starts-with",
        "all_books": "['Sula (1973)', 'Jazz (1992)', 'Salt (1990)']",
        "mapped_books": "['Salt', 'Sula']", "raw_books": "['Sula']",
    }  # fmt: skip
    return {**row, **more}


def test_a_query_of_a_released_row():
    """Its author, its books with years, and where its golds stand."""
    found = kitab_query.from_row("q", a_row())
    assert (found.id, found.author, found.birth_year, found.sitelinks) == ("q", "Ann", 1947, 12)
    assert [(book.title, book.year) for book in found.books] == [
        ("Sula", 1973), ("Jazz", 1992), ("Salt", 1990)
    ]  # fmt: skip
    assert found.listed == {0, 2}
    assert found.positions("Jazz") == (1,)
    assert found.positions("Nope") == ()
    assert found.context == ("Sula (1973)", "Jazz (1992)", "Salt (1990)")
    assert found.constrainedness == pytest.approx(1 / 3)
    assert (found.types, found.raw_books) == (("starts-with",), ("Sula",))
    assert found.criteria == "The book title starts with the letter S."
    bare = kitab_query.from_row("q", a_row(mapped_books=None, raw_books=None))
    assert (bare.gold, bare.raw_books, bare.constrainedness) == ((), (), 1)
    with pytest.raises(ValueError, match="column 'all_books': 'x' is not a Python list"):
        kitab_query.from_row("q", a_row(all_books="x"))
    with pytest.raises(ValueError, match="2 constraint types for 1 wordings"):
        kitab_query.from_row("q", a_row(constraint_type="['starts-with', 'ends-with']"))


def test_facts_of_names_are_those_of_other_queries_on_the_same_author():
    """By the query that asks for them, negated or not, where its books hold all of these."""
    asks = "The book title contains a human name."
    negated = "The book title does not contain any human name."
    human = kitab_query.from_row(
        "h", a_row(constraints=asks, constraint_type="human-name", mapped_books="['Sula']")
    )
    none = kitab_query.from_row(
        "n", a_row(constraints=negated, constraint_type="human-name", mapped_books="['Salt']")
    )
    other = replace(none, id="o", author="Bob")
    plain = kitab_query.from_row("p", a_row())
    more = replace(none, id="m", books=(*none.books, replace(none.books[0], title="More")))
    found = kitab_query.with_facts([human, none, other, plain, more])
    assert found[0].facts == {"human-name": {0}}
    assert found[1].facts == {"human-name": {0}}
    assert found[2].facts == {"human-name": {0, 1}}
    assert found[3] is plain
    assert found[4] is more
    (alone,) = kitab_query.with_facts([none])
    assert alone.facts == {"human-name": {0, 1}}


@pytest.mark.parametrize(
    ("check", "fact", "holds"),
    [
        ({"column": "g", "value": "a", "negated": False}, {"g": ["a", "b"]}, True),
        ({"column": "g", "value": "a", "negated": False}, {"g": ["b"]}, False),
        ({"column": "g", "value": "a", "negated": True}, {"g": ["b"]}, True),
        ({"column": "g", "value": "a", "negated": True}, {"g": ["a"]}, False),
        ({"column": "g", "value": "a", "negated": True}, {}, False),
        ({"column": "g", "value": "a", "negated": False}, {"g": 3}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": 2}, True),
        ({"column": "g", "low": 2, "high": 4}, {"g": 4}, True),
        ({"column": "g", "low": 2, "high": 4}, {"g": 1.9}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": 4.1}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": ["3"]}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": None}, False),
    ],
)
def test_facts_satisfy_a_check(check, fact, holds):
    """What is unknown satisfies none, negated or not."""
    assert domain.holds(check, fact) is holds


@pytest.mark.parametrize(
    ("checks", "fits"),
    [
        ([None], True), ([{"column": "g", "value": "a", "negated": True}], True),
        ([{"column": "g", "low": 1, "high": 2.5}], True), ([], False), ([None, None], False),
        ([{"column": "g", "value": "a"}], False),
        ([{"column": "g", "value": 1, "negated": True}], False),
        ([{"column": "g", "low": "1", "high": 2}], False),
        ([{"column": 1, "low": 1, "high": 2}], False),
        ([{"value": "a", "negated": True}], False), ({}, False),
        ([{"column": "g", "value": "a", "negated": 1}], False), (["x"], False),
    ],
)  # fmt: skip
def test_checks_of_a_row(checks, fits):
    """One for each constraint, of a value or of a range."""
    if fits:
        assert domain.checks_in(json.dumps(checks), 1) == tuple(checks)
    else:
        with pytest.raises(ValueError, match="column 'checks': "):
            domain.checks_in(json.dumps(checks), 1)
    assert domain.checks_in(None, 2) == (None, None)


@pytest.mark.parametrize(
    ("facts", "fits"),
    [
        ([{}, {"g": ["a"], "n": 1.5}], True), ([{}], False), ([{}, 1], False),
        ([{}, {"g": [1]}], False), ([{}, {"g": True}], False), ([{}, {"g": None}], False),
        ([{}, {"g": "a"}], False), ([{}, {"g": 1e300}], False), ([{}, {"g": -1e300}], False),
        ([{}, {"g": 9e299}], True), ([{}, {"g": []}], True),
    ],
)  # fmt: skip
def test_facts_of_a_row(facts, fits):
    """A record for each item, of numbers and lists of texts."""
    if fits:
        assert domain.facts_in(json.dumps(facts), 2) == tuple(facts)
    else:
        with pytest.raises(ValueError, match="column 'item_facts': "):
            domain.facts_in(json.dumps(facts), 2)
    assert domain.facts_in(None, 2) == ()


def test_items_are_listed_with_their_facts():
    """A list with commas, a number without a tail of zeros."""
    fact = {"genre": ["drama", "war"], "runtime": 112.0, "x": 0.1}
    assert domain.shown("Low Tide (1987)", fact) == (
        "Low Tide (1987) | genre: drama, war | runtime: 112 | x: 0.1"
    )
    assert domain.shown("Low Tide", {}) == "Low Tide"


# ACS: items, and labels of errors


HEADER = ("user_request", "agent_response", "constraint", "is_constraint_satisfied", "domain")
GOOD_ROW = ("R", "A", "C", "1", "d")


def acs_file(path: Path, *rows, header=HEADER) -> Path:
    """A file in the released form."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "no rows"),
        ([(*GOOD_ROW[:3], "2", "d")], "row 1: is_constraint_satisfied"),
        ([(*GOOD_ROW[:3], "", "d")], "row 1: is_constraint_satisfied"),
        ([GOOD_ROW, ("R", " ", "C", "0", "d")], "row 2: agent_response"),
        ([("R", "A", "", "0", "d")], "row 1: constraint"),
        ([GOOD_ROW, ("R", "A", "D", "0", "d"), (*GOOD_ROW[:3], "0", "e")],
         "row 3"),
    ],
)  # fmt: skip
def test_broken_items_are_refused_with_their_row(tmp_path, rows, said):
    """Counted below the header."""
    assert said in refusal(acs_data.read_items, acs_file(tmp_path / "f.csv", *rows))


def errors_file(path: Path, *rows: str) -> Path:
    """A file of labels by hand."""
    whole = [row if row.count(",") == 5 else f"{row}," for row in rows]
    path.write_text("\n".join(["id,judge,gold,verdict,label,rationale", *whole]) + "\n")
    return path


@pytest.mark.parametrize(
    ("gold", "verdict"),
    [("1", "0"), ("True", "FALSE"), ("yes", "no"), (" satisfied ", "unsatisfied")],
)
def test_verdicts_in_labels_of_errors(tmp_path, gold, verdict):
    """In any of the usual words."""
    path = errors_file(tmp_path / "e.csv", f"a,j,{gold},{verdict},", f"b,j,{verdict},{gold},Other")
    assert [(row.gold, row.verdict, row.label) for row in error_labels.read_labels(path)] == [
        (True, False, ""), (False, True, "other reasoning")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([",j,1,0,"], "line 2: the id"), (["a, ,1,0,"], "line 2: the judge"),
        (["a,j,x,0,"], "line 2: gold"),
        (["a,j,1,,"], "line 2: verdict"),
        (["a,j,1,1,"], "line 2: gold and verdict agree"),
        (["a,j,1,0,odd"], 'line 2: label is "odd"'),
        (["a,j,1,0,,r", "b,j,1,0,,r", "a,j,1,0,counting,r."],
         '"a" of j is labelled otherwise in line 2'),
    ],
)  # fmt: skip
def test_broken_labels_of_errors(tmp_path, rows, said):
    """With the line."""
    assert said in refusal(error_labels.read_labels, errors_file(tmp_path / "e.csv", *rows))


# FanOutQA: questions and their parts


def page(title: str, revid: int | None = None) -> Evidence:
    """A page of the encyclopaedia."""
    return Evidence(title, None, revid)


def part(id: str, answer="a", evidence=None, *parts: SubQuestion) -> SubQuestion:
    """A sub-question."""
    return SubQuestion(id, f"Q {id}", answer, (), evidence, parts)


TREE = Question(
    "q", "Which?", {"x": 1, "y": 2}, ("sport", "music"),
    (
        part("1", ["A", "B"], page("List")),
        part("2", "b", None, part("2a", 3, page("A", 7)),
             part("2b", 4, page("B"), part("z", 1.5, page("A")))),
    ),
    (page("List"), page("A")),
)  # fmt: skip


def test_a_question_and_its_parts():
    """Every level, its leaves, and each page once, with its revision if any has it."""
    assert [one.id for one in TREE.walk()] == ["1", "2", "2a", "2b", "z"]
    assert [one.id for one in TREE.leaves] == ["1", "2a", "z"]
    assert TREE.depth == 3
    assert [(one.title, one.revid) for one in TREE.necessary_evidence] == [
        ("List", None), ("A", 7), ("B", None)
    ]  # fmt: skip
    assert TREE.documents == 3
    hidden = Question("q", "Which?", None)
    assert (hidden.depth, hidden.leaves, hidden.documents) == (0, (), 0)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "hidden"), ({"a": 1, "b": 2.5}, "table of numbers"), ({"a": "x"}, "table of texts"),
        ({"a": 1, "b": "x"}, "table of mixed values"), ([True, False], "list of yes or no"),
        ([True, 1], "list of mixed values"), (["a"], "list of texts"), ([], "list of mixed values"),
        (True, "yes or no"), (3, "number"), (2.5, "number"), ("x", "text"),
    ],
)  # fmt: skip
def test_shapes_of_answers(answer, said):
    """A table, a list, or one value."""
    assert shape(answer) == said


# KIWI: sessions and labels


def session(question: str = "Q?", **more) -> dict:
    """A session as it is released."""
    turns = [
        {"instruction": "add", "answer_1": "a1", "rating": "bad"},
        {"instruction": "cut", "answer_1": "a2", "rating": "good"},
        {"instruction": "end", "answer_1": "a3"},
    ]  # fmt: skip
    row = {
        "original_question": question, "model_name": "m", "initial_answer": "a0",
        "interaction": turns,
    }  # fmt: skip
    return {**row, **more}


def kiwi_file(path: Path, *rows: dict) -> Path:
    """A file of sessions."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_sessions_are_split_as_in_the_paper(tmp_path):
    """All turns, each in one part; with sessions or questions together where that is wanted."""
    rows = [session(f"Q{nth // 2}?") for nth in range(40)]
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", *rows)))
    wanted = round(80 * 186 / 1260)
    for by in ("turn", "session", "question"):
        parts = kiwi_data.splits(made.turns, by)
        assert list(parts) == ["train", "validation", "test"]
        assert sorted(one.turn.id for part in parts.values() for one in part) == sorted(
            one.turn.id for one in made.turns
        )
        for part in parts.values():
            assert [one.turn.id for one in part] == sorted(one.turn.id for one in part)
        sizes = [len(parts[name]) for name in ("validation", "test")]
        assert sizes == [wanted] * 2 if by == "turn" else all(size >= wanted for size in sizes)
        group = {"session": lambda one: one.row, "question": lambda one: one.turn.question}.get(by)
        if group:
            found = [{group(one) for one in part} for part in parts.values()]
            assert sum(map(len, found)) == len(set().union(*found))
        else:
            assert {len({one.row for one in part}) for part in parts.values()} != {40}
    assert kiwi_data.splits(made.turns, seed=1) != kiwi_data.splits(made.turns)
    place = str(tmp_path / "f.jsonl")
    every = kiwi_data.turns(place)
    assert len(every) == 80
    assert len(kiwi_data.turns(place, "test")) == wanted
    assert kiwi_data.turns(place, "test", "session") != kiwi_data.turns(place, "test")


def labels_file(path: Path, *records: dict) -> Path:
    """A file of labels."""
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def test_labels_of_turns(tmp_path):
    """By the line of the session, or by its id where sessions have one; empty ones are none."""
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", session(), session("R?"))))
    path = tmp_path / "labels.jsonl"
    assert label_files.read_label_file(path, "k", ("x", "y"), made) == {}
    records = [{"session": 1, "turn": 3, "k": "x"}, {"session": 2, "turn": 1, "k": "y"}]
    records += [{"session": 1, "turn": 1, "k": None}, {"session": 1, "turn": 2, "k": ""}]
    records += [{"session": 2, "turn": 2}]
    labels_file(path, *records)
    assert label_files.read_label_file(path, "k", ("x", "y"), made) == {(0, 3): "x", (1, 1): "y"}
    for record, said in (
        ({"session": 0, "turn": 1}, "there is no session 0"),
        ({"session": 3, "turn": 1}, "there is no session 3"),
        ({"session": "1", "turn": 1}, "there is no session '1'"),
        ({"session": 1, "turn": 0}, "session 1 has no turn 0"),
        ({"session": 1, "turn": 4}, "session 1 has no turn 4"),
        ({"session": 1, "turn": None}, "session 1 has no turn None"),
        ({"session": 1, "turn": 1, "k": "z"}, "k is 'z'"),
    ):
        labels_file(path, records[0], record)
        assert f"{path}, line 2: {said}" in refusal(
            label_files.read_label_file, path, "k", ("x", "y"), made
        )
    named = kiwi_data.load(
        str(kiwi_file(tmp_path / "g.jsonl", session(), session("R?", session_id="s9")))
    )
    labels_file(
        path, {"session_id": "s9", "turn": 2, "k": "x"}, {"session": 1, "turn": 1, "k": "y"}
    )
    assert label_files.read_label_file(path, "k", ("x", "y"), named) == {(1, 2): "x", (0, 1): "y"}
    labels_file(path, {"session_id": "no", "turn": 2})
    assert "there is no session 'no'" in refusal(label_files.read_label_file, path, "k", (), named)


# QUEST: ratings and golds


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        *[(one, "MATCH") for one in ("m", "MATCH", "Matches")],
        *[(one, "DEBATABLE") for one in ("d", "debatable", "Debateable")],
        *[(one, "NO_MATCH") for one in ("n", "no", "No match", "NO_MATCH", "non-match",
         "not a match")],
        ("", None), ("yes", None), ("match?", "MATCH"), ("x", None),
    ],
)  # fmt: skip
def test_ratings_in_any_spelling(text, rating):
    """None for what is none."""
    assert ratings.parse_rating(text) == rating


POOL = (
    ratings.PoolRow("q1", "Q?", "Dune", "d1", ("a+", "b-"), True, ('a: "x" [d]', "y"),
    ("n",), "MATCH",
                    "good", "Ann"),
    ratings.PoolRow("q1", "Q?", "=Sula", rating="", rater="Bob"),
    ratings.PoolRow("q2", "R?", "", ""),
)  # fmt: skip


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_pool_is_written_and_read(tmp_path, suffix):
    """As it was; a rater is one who has rated."""
    path = tmp_path / f"p.{suffix}"
    ratings.write_pool(path, POOL)
    found = ratings.read_pool(path)
    assert tuple(found) == POOL
    assert found.lines == ((2, 4, 5) if suffix == "csv" else (1, 2, 3))
    assert found.rater == "Ann"
    assert [row.unrated for row in found] == [False, True, False]
    assert POOL[0].key == ("q1", ratings.title_key("Dune"))
    assert "end its name in .csv or .jsonl" in refusal(ratings.write_pool, tmp_path / "p.txt", POOL)


PLAIN = {"qid": "q", "question": "Q", "title": "T", "in_original": "no", "rating": ""}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        *[({k: v for k, v in PLAIN.items() if k != name}, f'line 1: the column "{name}" is missing')
          for name in PLAIN],
        ({**PLAIN, "more": "x"}, 'line 1: the column "more" is not known or there twice'),
        ({**PLAIN, "in_original": "maybe"}, 'line 2: in_original is "maybe"; write yes or no.'),
        ({**PLAIN, "qid": " "}, "line 2: the qid is empty"),
        ({**PLAIN, "rating": "odd"}, 'the rating is "odd"; write MATCH, DEBATABLE, NO_MATCH.'),
    ],
)  # fmt: skip
def test_broken_pools(tmp_path, record, said):
    """With the line, and what to do."""
    path = tmp_path / "p.csv"
    path.write_text(f"{','.join(record)}\n{','.join(record.values())}\n")
    assert said in refusal(ratings.read_pool, path)


def gold_file(path: Path, value) -> Path:
    """A gold file."""
    path.write_text(json.dumps(value))
    return path


ENTRY = {"qid": "1", "question": " Films? ", "match": [" Dune "], "debatable": ["Sula"]}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([ENTRY], "tamis gold build"),
        ({"note": "x"}, "holds no golds;"), ({"questions": []}, "'f' holds no list of questions."),
        ({"questions": "x"}, "'f' holds no list of questions."),
        ({"questions": [{}]}, 'question 1: expected "question" and "match", found {}.'),
        ({"questions": [3]}, 'question 1: expected "question" and "match"'),
        ({"questions": [{**ENTRY, "question": " "}]}, "\"question\" is ' ', not a text."),
        ({"questions": [{**ENTRY, "question": 3}]}, '"question" is 3, not a text.'),
        ({"questions": [{**ENTRY, "match": "x"}]}, "\"match\" is 'x', not a list of titles."),
        ({"questions": [{**ENTRY, "no_match": [" "]}]}, "\"no_match\" is [' '], not a list of"),
        ({"questions": [{**ENTRY, "match": [1]}]}, '"match" is [1], not a list of titles.'),
        ({"questions": [{**ENTRY, "no_match": ["Sula"]}]}, "is in two of its lists; keep it in"),
        ({"questions": [ENTRY, {**ENTRY, "qid": "2"}, {**ENTRY, "question": "FILMS"}]},
         "question 3 is question 1 again ('FILMS'); keep one."),
    ],
)  # fmt: skip
def test_broken_golds(tmp_path, value, said):
    """With the number of the question."""
    assert said in refusal(quest_golds.read_golds, gold_file(tmp_path / "f.json", value))


def test_golds_are_attached_to_questions(tmp_path):
    """By their text, by id where several have it, in the spelling of the corpus."""
    items = [{**ENTRY, "match": ["dune"]}, {**ENTRY, "qid": "2", "match": ["x"]}]
    items.append({"qid": "9", "question": "Books", "match": ["y"]})
    golds = quest_golds.read_gold(gold_file(tmp_path / "g.json", {"questions": items}))
    asked = [
        QuestQuestion(id, text)
        for id, text in (("1", "films."), ("3", "Films"), ("4", "BOOKS?"), ("5", "?"))
    ]
    found = quest_golds.attach(asked, golds, {quest_golds.title_key("dune"): "Dune"})
    assert [list(one.golds) for one in found] == [["g"], [], ["g"], []]
    assert found[0].golds["g"].match == {"Dune"}
    assert quest_golds.without(found, "g") == (found[1], found[3])
    assert quest_golds.has_any(asked[:2], golds)
    assert not quest_golds.has_any(asked[1:2], golds)
    assert "there are golds named 'g' in this data already" in refusal(
        quest_golds.attach, found, golds
    )
    assert "none of its 3 questions is one of this data" in refusal(
        quest_golds.attach, asked[1:2], golds
    )


# IFEval and IFBench: prompts


PROMPT = {"key": 1, "prompt": "P", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "no prompts"),
        ([{**PROMPT, "prompt": " "}], "line 1: `prompt`"),
        (
            [{**PROMPT, "kwargs": []}],
            "line 1: `instruction_id_list`",
        ),
        ([{**PROMPT, "kwargs": [], "instruction_id_list": []}], "line 1"),
        ([PROMPT, {**PROMPT, "prompt": "Q"}], "line 2: the key '1'"),
        ([{**PROMPT, "instruction_id_list": ["a:b"]}], "line 1: there is no instruction 'a:b'"),
        ([{**PROMPT, "kwargs": [{"odd": 1}]}], "line 1: "),
    ],
)
def test_broken_files_of_prompts(tmp_path, lines, said):
    """With the line."""
    path = tmp_path / "p.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    assert said in refusal(following.read_samples, path, str(lines), "mine")


# Answers of other systems


def predicted(path: Path, *lines) -> Path:
    """A file of answers."""
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    return path


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"id": "a", "text": "t"}, "t"), ({"qid": "a", "answer": "t"}, "t"),
        ({"key": "a", "response": "t"}, "t"), ({"prompt": "a", "response": "t"}, "t"),
        ({"id": "a", "text": "t", "answer": "u", "response": "v"}, "t"),
        ({"id": "a", "answer": "u", "response": "v"}, "u"), ({"id": "a", "text": ""}, ""),
        ({"id": "a", "model_outputs": [["x", 3]]}, 'Final Answer: ["x", "3"]'),
        ({"id": "a", "model_outputs": [[]]}, "Final Answer: []"),
        ({"id": "a", "model_outputs": [["é"]]}, 'Final Answer: ["é"]'),
    ],
)  # fmt: skip
def test_forms_of_answers_made_elsewhere(tmp_path, line, text):
    """Our own, FanOutQA's, LOFT's, and IFEval's."""
    assert predictions.read_predictions(predicted(tmp_path / "p.jsonl", line)) == {"a": text}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"id": "a"}], "line 1 has no `text`"),
        ([{"id": "a", "model_outputs": [["x"], ["y"]]}], "must hold one list of answers"),
        ([{"id": "a", "model_outputs": [[1.5]]}], "must hold one list of answers"),
        ([{"id": "a", "model_outputs": "x"}], "must hold one list of answers"),
        ([{"id": "a", "text": "t"}, {"qid": "a", "text": "u"}], "line 2: the id a is there twice"),
        ([], "no predictions"),
    ],
)
def test_broken_answers_made_elsewhere(tmp_path, lines, said):
    """With the line."""
    assert said in refusal(predictions.read_predictions, predicted(tmp_path / "p.jsonl", *lines))
