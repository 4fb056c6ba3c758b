"""Kinds of annotation: what a record becomes, what a form takes, what a label is exported as."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.studio.annotating.common import label_parts
from tamis.studio.annotating.displayed_labels import DisplayedLabel, label_rows
from tamis.studio.annotating.exchange.uploads import read_upload
from tamis.studio.annotating.kinds import KINDS, Field, Option, Seed
from tamis.studio.annotating.kinds.answers import read_answer, write_answer
from tamis.studio.annotating.kinds.kind import check_fields
from tamis.types import InputError
from test_studio_exchange import LABELS, RECORDS, TURN

COLOUR = Field("colour", "Colour", "choice", (Option("r", "Red"), Option("b", "Blue")))
SIGNS = Field("signs", "Signs", "choices", (Option("x", "X"), Option("y", "Y"), Option("z", "Z")))
NOTE, SIZE = Field("note", "Note", "text"), Field("size", "Size", "number", required=False)
WIKI = "https://en.wikipedia.org/wiki/"


def read(kind_of_item: str, /, **record: object) -> Seed:
    """An item of a record."""
    return KINDS[kind_of_item].read(record, "items.csv, line 7")


# --- fields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "given", "said"),
    [
        (COLOUR, [], "Choose one"),
        (NOTE, [""], "filled in"),
        (COLOUR, ["g"], "not one of the choices"),
        (COLOUR, ["r", "b"], "one only"),
        (NOTE, ["a" * 20_001], "longer than 20,000"),
        (SIZE, ["big"], "a number"),
        (SIZE, ["1.1e15"], "a number"),
    ],
)
def test_a_field_that_is_wrong_is_told_beside_it(field, given, said):
    """Each field has its own problem, and no label is kept."""
    label, problems = check_fields([field], {field.name: given})
    assert (label, list(problems)) == (None, [field.name])
    assert said in problems[field.name]


def test_fields_that_are_right_make_a_label():
    """Choices in the order of the options, texts stripped, numbers as numbers."""
    values = {"colour": ["b"], "signs": ["z", "x"], "note": [" a\r\nb "], "evil": ["x"]}
    assert check_fields([COLOUR, SIGNS, NOTE, SIZE], values) == (
        {"colour": "b", "signs": ["x", "z"], "note": "a\nb"}, {},
    )  # fmt: skip
    assert check_fields([NOTE], {"note": ["a" * 20_000]})[1] == {}
    for typed, number in (("2.50", 2.5), ("3.0", 3), ("-2.5", -2.5), ("1e15", 10**15)):
        label, _ = check_fields([SIZE], {"size": [typed]})
        assert (label["size"], type(label["size"])) == (number, type(number))


# --- records and labels --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", sorted(set(KINDS) - {"fanout_question", "fanout_answer", "question_review"})
)
def test_what_a_kind_exports_it_reads_again(name):
    """An exported row is read as the same item, and its label with it."""
    kind, given = KINDS[name], LABELS[name][0]
    seed = read(name, **RECORDS[name])
    label, problems = kind.check(kind.values(given), seed.payload)
    assert (label, problems) == (given, {})
    again = kind.read(kind.record(seed.payload, label), "line 1")
    payload = dict(again.payload)
    if name == "kiwi_rating":
        # The columns of the second rating are the second rater's.
        payload |= {"rating": TURN["rating"], "comment": TURN["comment"]}
    assert payload == seed.payload
    assert again.key == seed.key
    field = next(field for field in kind.fields if field.agreement)
    assert given[field.name] in [one.get(field.name) for _, one in again.labels]


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("acs_constraint", {"is_constraint_satisfied": "2"}, "where 1, 0 or nothing is needed"),
        ("acs_constraint", {"capability": "magic"}, "no capability 'magic'"),
        ("acs_error", {"verdict": "satisfied"}, "gold and verdict agree"),
        ("acs_error", {"label": "typo"}, "no label 'typo'"),
        ("quest_candidate", {"rating": "perhaps"}, "no rating 'perhaps'"),
        ("quest_candidate", {"in_original": "x"}, "where yes or no is needed"),
        ("kitab_title", {"label": "maybe"}, "yes, no, cannot_tell"),
        ("kiwi_instruction", {"turn": "0"}, "a number from 1 on"),
        ("kiwi_instruction", {"session": "1" * 9}, "a number from 1 on"),
        ("kiwi_instruction", {"instruction_type": "poem"}, "not one of the types"),
        ("kiwi_rating", {"rating": "fine"}, "good, neutral, bad"),
        ("kiwi_error", {"rating": "Good"}, "rated neutral or bad"),
        ("fanout_question", {"then": "x"}, "`then` is"),
    ],
)
def test_a_wrong_record_is_refused_with_its_place(name, change, said):
    """One sentence with the file, the line and the field."""
    with pytest.raises(InputError, match=said) as error:
        read(name, **RECORDS[name] | change)
    assert str(error.value).startswith("items.csv, line 7: ")


@pytest.mark.parametrize(
    ("said", "label"),
    [
        *((word, "satisfied") for word in ("1", "TRUE", "yes", "satisfied", 1)),
        *((word, "not_satisfied") for word in ("0", "false", "No", "not_satisfied", "unsatisfied")),
        *((word, "cannot_tell") for word in ("cannot_tell", "?")),
    ],
)
def test_labels_of_constraints_are_read_as_files_write_them(said, label):
    """And written as the released file does."""
    record = RECORDS["acs_constraint"]
    seed = read("acs_constraint", **record, is_constraint_satisfied=said, capability="Counting")
    assert seed.labels == (("released", {"satisfied": label, "capability": "counting"}),)
    assert read("acs_constraint", **record, capability="counting").labels == ()
    assert KINDS["acs_constraint"].record(seed.payload, seed.labels[0][1]) == record | {
        "is_constraint_satisfied": {"satisfied": "1", "not_satisfied": "0"}.get(label, ""),
        "capability": "counting",
    }


def test_a_candidate_has_its_rater_s_label_and_hides_who_found_the_evidence():
    """QUEST's pool: cells with several values, the rating with its comment, quotations alone."""
    kind = KINDS["quest_candidate"]
    seed = read(
        "quest_candidate", qid="q", question="Q", title="T", proposed_by="a+;b-", in_original="Yes",
        rating="no match", comment="hm", evidence_for='a: "x" [d]\ny', rater="Ann",
    )  # fmt: skip
    assert seed.payload == {
        "qid": "q", "question": "Q", "title": "T", "doc_id": "", "proposed_by": ["a+", "b-"],
        "in_original": True, "evidence_for": ['a: "x" [d]', "y"], "evidence_against": [],
    }  # fmt: skip
    assert (seed.key, seed.labels) == ("q/T", (("Ann", {"rating": "NO_MATCH", "_comment": "hm"}),))
    assert kind.view(seed.payload)["evidence_for"] == ['"x" [d]', "y"]
    bare = {"qid": "q", "question": "Q", "title": "T"}
    for said in ("no", "false", "0", None):
        assert not read("quest_candidate", **bare, in_original=said).payload["in_original"]


def test_columns_that_say_whose_an_item_is_are_read():
    """Its key, its question and its writer, in a record of any kind; two labels never share one."""
    named = read("kitab_title", author="A", title="T", key="k", question_key="g", written_by="w")
    assert (named.key, named.question_key, named.written_by) == ("k", "g", "w")
    assert read("kitab_title", author="A", title="T", label="NO").labels == (
        ("file", {"by_author": "no"}),
    )
    one, other = (read("acs_error", **RECORDS["acs_error"] | {"judge": j}) for j in ("m", "n"))
    assert one.key != other.key


def test_a_released_session_is_its_turns():
    """One line of the released file becomes one item a turn; errors are of turns not good."""
    session = {
        "original_question": "Why?", "model_name": "m", "initial_answer": "First.",
        "annotator_id": "a4",
        "interaction": [
            {"instruction": "More.", "answer_1": "First. More.", "answer_2": "", "rating": "Good"},
            {"instruction": "Less.", "answer_1": "Less.", "answer_2": "Edited.", "rating": "Bad"},
            {"instruction": "Again.", "answer_1": "Again.", "answer_2": "", "rating": "neutral"},
        ],
    }  # fmt: skip
    raw = json.dumps(session).encode()
    ratings = [one.seed for one in read_upload(KINDS["kiwi_rating"], "s.jsonl", raw).entries]
    assert [seed.key for seed in ratings] == ["1/1", "1/2", "1/3"]
    assert [seed.payload["previous"] for seed in ratings] == ["First.", "First. More.", "Edited."]
    assert {seed.written_by for seed in ratings} == {"a4"}
    errors = [one.seed for one in read_upload(KINDS["kiwi_error"], "s.jsonl", raw).entries]
    assert [seed.key for seed in errors] == ["1/2", "1/3"]
    assert all("_extra" not in seed.payload for seed in ratings + errors)


def test_a_flat_turn_has_the_ratings_of_two():
    """The first is its writer's, the second the second rater's; the id of a session is its key."""
    turn = {"session": "1", "turn": "2", "question": "Q", "rating": "bad"}
    seed = read("kiwi_rating", **turn, comment="c", second_rating="Good", written_by="Ann")
    assert (seed.key, seed.written_by) == ("1/2", "Ann")
    assert seed.labels == (
        ("Ann", {"rating": "bad", "reason": "c"}),
        ("second rater", {"rating": "good"}),
    )
    assert KINDS["kiwi_rating"].record(seed.payload, {"rating": "good", "reason": "r"}) == {
        "session": 1, "turn": 2, "rating": "good", "comment": "r", "question": "Q", "previous": "",
        "instruction": "", "answer": "", "first_rating": "bad",
    }  # fmt: skip
    bare = read("kiwi_rating", **turn | {"rating": ""}, session_id="s9", annotator_id="Bo")
    assert (bare.key, bare.written_by, bare.labels) == ("s9/2", "", ())


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "text", "value", "said"),
    [
        ("text", " Paris ", "Paris", ""),
        ("number", "1,234", 1234, ""),
        ("number", "−2.50", -2.5, ""),
        ("number", "1" * 30, int("1" * 30), ""),
        ("number", " ", "", ""),
        ("yes-no", "TRUE", True, ""),
        ("list", "a\r\n\r12\n1.5\ntrue\nfalse\n007\n\"12\"\n\"\\x\"",
         ["a", 12, 1.5, True, False, "007", "12", '"\\x"'], ""),
        ("table", 'Oakland: 12:30\n"b:c" : x\n\n d : ',
         {"Oakland": "12:30", "b:c": "x", "d": ""}, ""),
        ("number", "1,23", "1,23", "no number"),
        ("yes-no", "maybe", "maybe", "neither yes nor no"),
        ("table", "a: 1\nb", "a: 1\nb", "Line 2 has no colon"),
        ("table", "a: 1\n\n : 2", "a: 1\n\n : 2", "Line 3 has no name"),
        ("table", "a: 1\na: 2", "a: 1\na: 2", "Line 2 has the name 'a' a second time"),
    ],
)  # fmt: skip
def test_answers_are_read_as_they_are_meant(how, text, value, said):
    """A number is a number, a line an item, a row a name with its value; what is wrong is kept."""
    found, problem = read_answer(how, text)
    assert (found, type(found)) == (value, type(value))
    assert said in problem
    assert bool(said) == bool(problem)


SCALAR = (
    st.text(min_size=1).filter(lambda text: "\0" not in text)
    | st.integers(-(10**30), 10**30)
    | st.booleans()
    | st.floats(-1e6, 1e6).map(lambda value: round(value, 4))
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(SCALAR, min_size=1, max_size=5)
    | st.dictionaries(st.text(min_size=1), SCALAR, min_size=1, max_size=5)
)
def test_lists_and_tables_are_shown_as_they_are_read(value):
    """What is written into the form reads back as the same value, of the same types."""
    if isinstance(value, dict) and any(not key.strip() for key in value):
        return
    found, wrong = read_answer(*write_answer(value))
    assert wrong == ""
    assert found == value
    assert repr(found) == repr(value)


def test_single_answers_are_shown_as_people_write_them():
    """Small numbers without an exponent, yes and no in words, nothing as nothing."""
    for value, how, text in (
        (True, "yes-no", "yes"), (12, "number", "12"), (-1.5e-7, "number", "-0.00000015"),
        (1e22, "number", "10000000000000000000000.0"), (None, "text", ""), ("a", "text", "a"),
    ):  # fmt: skip
        assert write_answer(value) == (how, text)


def test_slots_topics_and_drafts_of_questions_to_write():
    """A record may be so many empty slots, a topic, or a draft to go on with; ids are kept."""
    kind = KINDS["fanout_question"]
    assert kind.expand({"topic": "a", "slots": "3"}, 4, "w") == [
        {"topic": "a", "number": f"4-{n}"} for n in (1, 2, 3)
    ]
    assert kind.expand({"topic": "a"}, 4, "w") == [{"number": 4, "topic": "a"}]
    for slots in ("0", "1001", "x"):
        with pytest.raises(InputError, match="a number from 1 to 1,000"):
            kind.expand({"slots": slots}, 1, "w")
    seed = read("fanout_question", topic="T", number=4, question="Q?", strategy="[1]", then="[]")
    assert seed.payload == {"topic": "T", "note": "", "draft": {"question": "Q?", "strategy": [1]}}
    assert (seed.key, read("fanout_question", topic="T", id="i").key) == ("T/4", "i")
    label = {"question": "Z?", "authored": json.dumps({"question": "Z?", "answer": 1})}
    assert kind.record(seed.payload | {"id": "t7", "note": "two hops"}, label) == {
        "id": "t7", "topic": "T", "note": "two hops", "question": "Z?", "strategy": "", "then": "",
        "evidence": "", "answer": 1, "categories": "",
    }  # fmt: skip
    assert kind.record(seed.payload, None)["question"] == "Q?"


def test_an_answer_is_kept_with_its_pages_and_time():
    """Pages are whole addresses, each once; the answer is the list that was typed."""
    kind = KINDS["fanout_answer"]
    pages = f"{WIKI}A\r\n\nen.m.wikipedia.org/wiki/b_c#x\nen.wikipedia.org/wiki/A"
    values = {"answer": ["One\n2"], "answer_how": ["list"], "minutes": ["7.5"], "pages": [pages]}
    label, problems = kind.check(values, {})
    assert (label, problems) == (
        {"answer": "One\n2", "answer_how": "list", "pages": f"{WIKI}A\n{WIKI}B_c", "minutes": 7.5},
        {},
    )
    assert kind.check(kind.values(label), {}) == (label, {})
    payload = {"id": "i", "question": "Q"}
    assert kind.record(payload, label)["pages"] == [f"{WIKI}A", f"{WIKI}B_c"]
    assert kind.record(payload, label)["minutes"] == 7.5
    label, _ = kind.check({"could_not_answer": ["yes"], "answer": [" perhaps 3 "]}, {})
    assert label == {"could_not_answer": ["yes"], "answer": "perhaps 3", "answer_how": "text"}
    record = kind.record(payload, label)
    assert (record["text"], record["could_not_answer"], record["minutes"]) == ("", True, None)
    assert read("fanout_answer", question="Q", id="i").question_key == "i"


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"answer": " "}, "answer", "could not answer"),
        ({"answer_how": "poem"}, "answer_how", "not one of the choices"),
        ({"answer": "x" * 20_001}, "answer", "longer than 20,000"),
        ({"minutes": "1441"}, "minutes", "a number of minutes"),
        ({"pages": f"{WIKI}A\n" * 201}, "pages", "more than 200 pages"),
        ({"pages": f"{WIKI}A\nhttp://x"}, "pages", "Line 2: 'http://x' is not a link"),
    ],
)
def test_an_answer_that_cannot_be_taken_is_told_beside_its_field(values, field, said):
    """One problem, in its field, and no label."""
    values = {name: [value] for name, value in ({"answer": "x"} | values).items()}
    label, problems = KINDS["fanout_answer"].check(values, {})
    assert (label, list(problems)) == (None, [field])
    assert said in problems[field]
    most = {"answer": ["x"], "minutes": ["1440"], "pages": [f"{WIKI}A\n" * 200]}
    assert KINDS["fanout_answer"].check(most, {})[1] == {}


def test_a_page_marks_who_differs_from_most_of_the_others():
    """In what is chosen of a list, field by field; where as many chose each, all of them."""
    kind = KINDS["kitab_title"]

    def marked(*labels: dict[str, str]) -> list[tuple[str, tuple[bool, ...]]]:
        people = [
            DisplayedLabel(name, label_parts(kind, label), "", label, "here", None, None)
            for name, label in zip("abc", labels, strict=False)
        ]
        return [(row.name, row.differs) for row in label_rows(kind, people)]

    no = {"by_author": "no"}
    assert marked({"by_author": "yes", "source": "s"}, no, no) == [
        ("Is it by this author?", (True, False, False)),
        ("Where did you look?", (False, False, False)),
    ]
    assert marked({"by_author": "yes"}, no) == [("Is it by this author?", (True, True))]
    assert marked(no, no) == [("Is it by this author?", (False, False))]
