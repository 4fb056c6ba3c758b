"""A writing session: Figure 3's rules, its events as records, the released format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.types import InputError, Passage
from tamis.writing.sessions import (
    Drafted,
    Edited,
    Event,
    Finished,
    Instructed,
    Interrupted,
    Opened,
    OutOfTurn,
    Rated,
    Retrieved,
    Revised,
    Session,
    Summarised,
    Turn,
    as_record,
    as_row,
    fold,
    from_record,
    from_row,
    read_released,
    write_released,
)

OPENED = Opened("How?", ("P0", "P1"), "mini", "bm25", {"temperature": "0.7"})
DRAFT: list[Event] = [OPENED, Drafted("draft")]


def turn(number: int, answer: str, rating: str, edited: str | None = None) -> list[Event]:
    """An instruction, its revision and its rating, and an edit where there is one."""
    events: list[Event] = [
        Instructed(number, f"do {number}", "stylistic"),
        Revised(number, answer),
        Rated(number, rating, "because"),  # type: ignore[arg-type]
    ]
    return events if edited is None else [*events, Edited(number, edited)]


def previous(*events: list[Event]) -> str:
    """The answer that the next instruction would be put to."""
    return fold([*DRAFT, *(event for some in events for event in some)]).previous


def test_the_previous_answer_follows_lines_11_to_19_of_figure_3() -> None:
    """Good and neutral answers stand; an edit stands before them; a bad one leaves."""
    assert previous() == "draft"
    assert previous(turn(1, "a", "good")) == "a"
    assert previous(turn(1, "a", "neutral")) == "a"
    assert previous(turn(1, "a", "neutral", "a!")) == "a!"
    assert previous(turn(1, "a", "bad")) == "draft"
    assert previous(turn(1, "a", "bad", "a!")) == "a!"
    assert previous(turn(1, "a", "good"), turn(2, "b", "bad"), turn(3, "c", "bad")) == "a"


def test_a_session_has_ten_turns() -> None:
    """The eleventh instruction is refused; an edit of the tenth and the end are not."""
    events = [event for n in range(1, 11) for event in turn(n, f"a{n}", "neutral")]
    session = fold([*DRAFT, *events])
    assert session.stage == "finished"
    with pytest.raises(OutOfTurn, match="10 turns"):
        session.apply(Instructed(11, "more", "stylistic"))
    ended = session.apply(Edited(10, "mine")).apply(Finished())
    assert ended.previous == "mine"
    with pytest.raises(OutOfTurn, match="finished"):
        ended.apply(Edited(10, "mine again"))


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Rated(1, "good", "  "), "needs a comment"),
        (Rated(1, "great", "fine"), "one of good, neutral, bad"),  # type: ignore[arg-type]
        (Instructed(2, "more", "stylistic"), "waits for a rating"),
        (Rated(2, "good", "fine"), "continued in another tab"),
        (Edited(1, "mine"), "rated neutral or bad"),
        (Finished(), "cannot end here"),
        (Drafted("again"), "waits for a rating"),
        (OPENED, "already open"),
    ],
)
def test_what_has_no_place_is_refused_and_says_why(event: Event, message: str) -> None:
    """A revision that waits for its rating takes a rating with a comment, and nothing else."""
    session = fold([*DRAFT, Instructed(1, "do", "stylistic"), Revised(1, "a")])
    with pytest.raises(InputError, match=message):
        session.apply(event)


def test_a_good_revision_is_not_edited_and_an_edited_one_is_not_good() -> None:
    """The rating may be thought over until something builds on it."""
    good = fold([*DRAFT, *turn(1, "a", "good")])
    assert not good.may_edit
    bad = good.apply(Rated(1, "bad", "no, it is not"))
    assert bad.may_edit
    with pytest.raises(OutOfTurn, match="needs no edit"):
        bad.apply(Edited(1, "mine")).apply(Rated(1, "good", "it is"))
    with pytest.raises(InputError, match="the model's own"):
        bad.apply(Edited(1, "a"))


def test_an_interruption_is_kept_until_the_revision_comes() -> None:
    """What had come of it, and why it broke off; the next attempt wipes both."""
    session = fold([*DRAFT, Instructed(1, "do", "stylistic"), Interrupted(1, "half an", "killed")])
    assert (session.stage, session.turns[-1].interrupted) == ("revising", "half an")
    session = session.apply(Revised(1, "half an answer more"))
    assert (session.stage, session.turns[-1].interrupted) == ("rating", None)


def test_an_instruction_without_its_answer_can_be_put_in_other_words() -> None:
    """It takes the first one's place: put to the same answer, nothing left of the attempt."""
    session = fold([*DRAFT, *turn(1, "a", "good"), Instructed(2, "do", "information-seeking")])
    for event in (Retrieved(2, "do", (PASSAGE,)), Summarised(2, "it"), Interrupted(2, "h", "no")):
        session = session.apply(event)
    session = session.apply(Instructed(2, "do it", "stylistic"))
    assert (session.stage, len(session.turns)) == ("revising", 2)
    assert session.turns[-1] == Turn(2, "do it", "stylistic", previous="a")
    assert session.apply(Revised(2, "b")).turns[-1].answer == "b"


def test_only_the_last_instruction_can_be_put_in_other_words_and_only_without_its_answer() -> None:
    """Also where it is the tenth; an answered one stays."""
    answered = fold([*DRAFT, Instructed(1, "do", "stylistic"), Revised(1, "a")])
    with pytest.raises(OutOfTurn, match="waits for a rating"):
        answered.apply(Instructed(1, "do it", "stylistic"))
    with pytest.raises(OutOfTurn, match="turn 2 is next"):
        answered.apply(Rated(1, "bad", "no")).apply(Instructed(1, "do it", "stylistic"))
    events = [event for n in range(1, 10) for event in turn(n, f"a{n}", "good")]
    tenth = fold([*DRAFT, *events, Instructed(10, "do", "stylistic")])
    assert tenth.apply(Instructed(10, "do it", "stylistic")).turns[-1].instruction == "do it"


PASSAGE = Passage("1:4", 1, "P1", "text")
EVERY: list[Event] = [
    OPENED, Retrieved(0, "How?", (PASSAGE,)), Interrupted(0, "dra", "lost"),
    Drafted("draft [1]", True), Instructed(1, "more", "information-seeking"),
    Retrieved(1, "more", (PASSAGE,)), Summarised(1, "it says"), Revised(1, "draft [1], more"),
    Rated(1, "neutral", "hm"), Edited(1, "draft [1], much more"), Finished(False),
]  # fmt: skip


def test_every_event_survives_its_record_as_json() -> None:
    """Stored and read again, an event is the same value."""
    for event in EVERY:
        assert from_record(json.loads(json.dumps(as_record(event)))) == event


def test_records_that_are_no_events_are_refused() -> None:
    """An unknown name, and one without its fields."""
    with pytest.raises(InputError, match="no event"):
        from_record({"event": "exploded"})
    with pytest.raises(InputError, match="rated lacks its rating"):
        from_record({"event": "rated", "turn": 1})
    wrong = {"event": "rated", "turn": "x", "rating": "bad", "comment": "no"}
    with pytest.raises(InputError, match="turn cannot be 'x'"):
        from_record(wrong)
    with pytest.raises(InputError, match="must be one of good, neutral, bad"):
        from_record({**wrong, "turn": 1, "rating": "awful"})


def test_an_export_loads_back_unchanged(tmp_path: Path) -> None:
    """A session, its row, the session read from it, and that one's row: the same."""
    session = fold(EVERY)
    path = tmp_path / "out.jsonl"
    write_released(path, [session])
    (loaded,) = read_released(path)
    assert loaded.session.turns == session.turns
    assert (loaded.session.draft, loaded.session.opened.model) == ("draft [1]", "mini")
    assert as_row(loaded.session) == as_row(session)
    write_released(again := tmp_path / "again.jsonl", [loaded])
    assert again.read_bytes() == path.read_bytes()


RELEASED = {
    "original_question": "Q?",
    "model_name": "gpt-4",
    "initial_answer": "a0",
    "interaction": [
        {"instruction": "", "answer_1": "a1", "answer_2": "", "rating": "Bad"},
        {"instruction": "go on", "answer_1": "a2", "answer_2": None, "rating": "good"},
        {"instruction": "and on", "answer_1": "a3", "answer_2": "a3'", "rating": "neutral"},
        {"instruction": "end", "answer_1": "a4", "rating": "good", "feedback": "fine"},
    ],
    "something_new": {"kept": [1]},
}


def test_a_released_folder_is_read(tmp_path: Path) -> None:
    """Empty instructions stay, the history follows the rule, unknown keys are kept."""
    path = tmp_path / "interaction_data_with_annotator_ids.jsonl"
    path.write_text(json.dumps(RELEASED) + "\n")
    (released,) = read_released(tmp_path)
    turns = released.session.turns
    assert [t.previous for t in turns] == ["a0", "a0", "a2", "a3'"]
    assert [t.edited for t in turns] == [None, None, "a3'", None]
    assert turns[3].comment == "fine"
    assert released.row["something_new"] == {"kept": [1]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"interaction": "none"}, "line 1: `interaction` is"),
        (
            {"interaction": [{"instruction": "i", "answer_1": "a", "rating": "splendid"}]},
            "line 1, turn 1: there is no rating",
        ),
    ],
)
def test_a_bad_line_is_named_with_its_field(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    """One sentence: file, line, turn, field."""
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(RELEASED | change))
    with pytest.raises(InputError, match=message):
        read_released(path)


def test_line_separators_inside_an_answer_are_no_line_ends(tmp_path: Path) -> None:
    """U+2028 is legal in JSON text, and does not cut a line in two."""
    path = tmp_path / "odd.jsonl"
    row = RELEASED | {"initial_answer": "a\u2028b\x85c"}
    path.write_text(json.dumps(row, ensure_ascii=False), "utf-8")
    assert read_released(path)[0].session.draft == "a\u2028b\x85c"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


_TURN = st.fixed_dictionaries(
    {"instruction": st.text(), "answer_1": st.text(), "rating": _JSON},
    optional={"answer_2": _JSON, "passages": _JSON, "comment": _JSON},
)
_ROW = st.fixed_dictionaries(
    {"original_question": st.text(), "model_name": _JSON, "initial_answer": st.text(),
     "interaction": st.lists(_JSON | _TURN)},
    optional={"papers": _JSON, "initial_passages": _JSON},
)  # fmt: skip


@given(_ROW | _JSON)
def test_any_json_is_a_session_or_one_sentence(row: object) -> None:
    """No other exception, whatever a file holds."""
    try:
        loaded = from_row(row)
    except InputError:
        return
    assert isinstance(loaded.session, Session)
