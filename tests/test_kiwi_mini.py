"""The mini sessions of KIWI: their form, their labels, and that the sources still make them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from mini.kiwi import changes, make
from tamis.retrieve.papers import read_papers
from tamis.writing.sessions import read_released

Row = dict[str, Any]
MINI = make.SHIPPED


def rows(name: str) -> list[Row]:
    """The rows of a file of the mini data."""
    return [json.loads(line) for line in (MINI / name).read_text("utf-8").splitlines()]


SESSIONS, PAPERS = rows(make.SESSIONS), rows(make.PAPERS)
LABELS = {(row["session"], row["turn"]): row for row in rows(make.LABELS)}


def turns() -> Iterator[tuple[tuple[int, int], Row, Row]]:
    """Each turn with its place and its session."""
    for number, session in enumerate(SESSIONS, 1):
        for place, turn in enumerate(session["interaction"], 1):
            yield (number, place), session, turn


def texts(session: Row) -> Iterator[str]:
    """Every answer of a session, edits among them."""
    yield session["initial_answer"]
    for turn in session["interaction"]:
        yield from (turn["answer_1"], turn["answer_2"])


def test_the_sources_make_the_files_byte_for_byte(tmp_path: Path) -> None:
    """What is shipped is what `make.py` writes now."""
    make.main(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in MINI.glob("*.jsonl")}
    assert len(made) == 5


def test_twelve_sessions_of_sixty_turns() -> None:
    """Each question once with each model and each annotator; sessions of one and of ten turns."""
    assert len(SESSIONS) == 12
    assert sum(len(session["interaction"]) for session in SESSIONS) == 60
    assert {len(session["interaction"]) for session in SESSIONS} >= {1, 10}
    models, annotators = {"mini-strong", "mini-middle", "mini-weak"}, {"a1", "a2", "a3"}
    for _, some in groupby(SESSIONS, key=lambda session: session["original_question"]):
        group = list(some)
        assert {session["model_name"] for session in group} == models
        assert {session["annotator_id"] for session in group} == annotators


def test_ratings_kinds_and_edits_per_model() -> None:
    """Success falls with the model, and the shares are near Table 2's and Figure 2's."""
    found = {
        model: Counter(
            key
            for _, session, turn in turns()
            if session["model_name"] == model
            for key in (
                turn["rating"],
                turn["instruction_kind"],
                *["edited"] * bool(turn["answer_2"]),
            )
        )
        for model in ("mini-strong", "mini-middle", "mini-weak")
    }
    info, style = "information-seeking", "stylistic"
    assert found == {
        "mini-strong": {"good": 11, "neutral": 6, "bad": 1, info: 11, style: 7, "edited": 3},
        "mini-middle": {"good": 7, "neutral": 8, "bad": 4, info: 12, style: 7, "edited": 5},
        "mini-weak": {"good": 6, "neutral": 8, "bad": 9, info: 10, style: 13, "edited": 7},
    }


def test_information_is_asked_for_first() -> None:
    """In each session no information-seeking turn follows a stylistic one (Figure 2, below)."""
    for session in SESSIONS:
        kinds = [turn["instruction_kind"] for turn in session["interaction"]]
        assert kinds == sorted(kinds)


def test_labels_cover_all_types() -> None:
    """Every turn has one of the eight types, every failed turn one of the five errors."""
    assert list(LABELS) == [place for place, _, _ in turns()]
    for place, _, turn in turns():
        assert ("error_type" in LABELS[place]) == (turn["rating"] != "good"), place
    assert Counter(row["instruction_type"] for row in LABELS.values()) == {
        "more_information": 26,
        "expand_coverage": 5,
        "clarification": 3,
        "remove": 8,
        "specific_edit": 4,
        "condense": 6,
        "reorganize": 6,
        "others": 2,
    }
    assert Counter(row["error_type"] for row in LABELS.values() if "error_type" in row) == {
        "unrequested_change": 11,
        "ignored": 8,
        "constraint_failure": 4,
        "poor_integration": 3,
        "others": 10,
    }


def test_the_loader_follows_figure_3() -> None:
    """A turn starts from the last answer that is edited or not bad, worked out from the rows."""
    back = 0
    for row, released in zip(SESSIONS, read_released(MINI / make.SESSIONS), strict=True):
        assert released.annotator == row["annotator_id"]
        previous = row["initial_answer"]
        for turn, known in zip(row["interaction"], released.session.turns, strict=True):
            assert known.previous == previous
            assert (known.kind, known.rating) == (turn["instruction_kind"], turn["rating"])
            if turn["answer_2"]:
                previous = turn["answer_2"]
            elif turn["rating"] != "bad":
                previous = turn["answer_1"]
            else:
                back += 1
    assert back == 8


def test_every_turn_is_whole() -> None:
    """No comment or instruction is empty, only what is not good is edited, sessions end well."""
    for place, _, turn in turns():
        assert turn["comment"].strip(), place
        assert turn["instruction"].strip(), place
        assert turn["rating"] != "good" or not turn["answer_2"], place
        assert turn["answer_2"] != turn["answer_1"], place
    for session in SESSIONS:
        last = session["interaction"][-1]
        assert last["rating"] == "good" or last["answer_2"]


def test_references_name_papers_of_the_session() -> None:
    """An answer refers to papers of its session, and a summary to papers that were retrieved."""
    for session in SESSIONS:
        for text in texts(session):
            found = {int(number) for number in re.findall(r"\[(\d+)\]", text)}
            assert found <= set(range(len(session["papers"])))
            assert found or not text or text.startswith("Here is the updated answer")
    for place, _, turn in turns():
        said = {int(number) for number in re.findall(r"\[(\d+)\]", turn["summary"])}
        assert said <= {passage["paper"] for passage in turn["passages"]}, place


def test_passages_are_paragraphs_of_the_papers() -> None:
    """Information-seeking turns and drafts have five passages, stylistic turns none."""
    paragraphs = {paper["title"]: paper["paragraphs"] for paper in PAPERS}
    retrieved = [(session, session["initial_passages"]) for session in SESSIONS]
    for place, session, turn in turns():
        asked = turn["instruction_kind"] == "information-seeking"
        assert len(turn["passages"]) == (5 if asked else 0), place
        assert bool(turn["summary"]) == asked, place
        retrieved.append((session, turn["passages"]))
    for session, passages in retrieved:
        assert len({passage["id"] for passage in passages}) == len(passages)
        for passage in passages:
            assert passage["title"] == session["papers"][passage["paper"]]
            assert passage["text"] in paragraphs[passage["title"]]


def test_the_papers() -> None:
    """Sixteen papers of 5 to 9 paragraphs of 60 to 140 words, read as they are written."""
    assert len({paper["id"] for paper in PAPERS}) == len(PAPERS) == 16
    assert {title for session in SESSIONS for title in session["papers"]} == {
        paper["title"] for paper in PAPERS
    }
    for paper in PAPERS:
        assert 5 <= len(paper["paragraphs"]) <= 9
        for paragraph in paper["paragraphs"]:
            assert 60 <= len(paragraph.split()) <= 140, paragraph
    known = read_papers([MINI / make.PAPERS]).papers
    assert [(p.title, p.year, list(p.authors), list(p.paragraphs)) for p in known] == [
        (p["title"], p["year"], p["authors"], p["paragraphs"]) for p in PAPERS
    ]


def test_the_second_person() -> None:
    """Twenty turns, by someone who wrote none of the sessions; good-or-not agrees on sixteen."""
    second = rows(make.SECOND)
    first = {place: turn["rating"] for place, _, turn in turns()}
    pairs = [(first[row["session"], row["turn"]], row["rating"]) for row in second]
    assert len({(row["session"], row["turn"]) for row in second}) == 20
    assert sum((one == "good") == (other == "good") for one, other in pairs) == 16
    assert not {row["annotator_id"] for row in second} & {s["annotator_id"] for s in SESSIONS}


def test_retrieval_is_judged_where_an_information_turn_failed() -> None:
    """All 18 failed information-seeking turns, and no other, say whether their passages suffice."""
    failed = [
        place
        for place, _, turn in turns()
        if turn["instruction_kind"] == "information-seeking" and turn["rating"] != "good"
    ]
    judged = rows(make.RETRIEVAL)
    assert [(row["session"], row["turn"]) for row in judged] == failed
    found = Counter(row["passages"] for row in judged)
    assert found == {"sufficient": 9, "partial": 6, "none": 3}


def test_one_session_worked_by_hand() -> None:
    """Session 2: five turns; the last takes out a paragraph of sixteen words and nothing else."""
    session = SESSIONS[1]
    assert [turn["rating"] for turn in session["interaction"]] == [
        "good",
        "bad",
        "good",
        "neutral",
        "good",
    ]
    draft, first, third = (
        session["initial_answer"],
        session["interaction"][0]["answer_1"],
        session["interaction"][2]["answer_1"],
    )
    # The first turn puts in two sentences of 4 and 33 words; the third, one of 59. The second
    # is bad and has left no trace.
    assert len(draft.split()) == 143
    assert len(first.split()) == 143 + 4 + 33
    assert len(third.split()) == 143 + 4 + 33 + 59
    assert "considerably better" in session["interaction"][1]["answer_1"]
    assert "considerably better" not in third
    edited = session["interaction"][3]["answer_2"]
    assert len(edited.split()) <= 130 < len(session["interaction"][3]["answer_1"].split())
    last = session["interaction"][4]["answer_1"]
    assert last == edited.rpartition("\n\n")[0]
    assert len(edited.split()) - len(last.split()) == 16


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ({"cut": "One."}, "Two. Three.\n\nFour."),
        ({"put": "2.", "for": "Two."}, "One. 2. Three.\n\nFour."),
        ({"cut": "One. … Three."}, "Four."),
        ({"put": "More.", "after": "Three."}, "One. Two. Three. More.\n\nFour."),
        ({"paragraph": "More.", "before": "Two."}, "More.\n\nOne. Two. Three.\n\nFour."),
        ({"paragraph": "More.", "after": "Two."}, "One. Two. Three.\n\nMore.\n\nFour."),
        ({"paragraph": "More.", "before": "Four."}, "One. Two. Three.\n\nMore.\n\nFour."),
        ({"move": "One.", "after": "Two."}, "Two. One. Three.\n\nFour."),
        ({"move": "Four.", "before": "One."}, "Four. One. Two. Three."),
        ({"write": "New."}, "New."),
    ],
)
def test_a_change(change: dict[str, str], after: str) -> None:
    """Each form of change, on an answer of two paragraphs."""
    assert changes.changed("One. Two. Three.\n\nFour.", [change]) == after


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cut": "Five."}, "occurs 0 times"),
        ({"cut": "o"}, "occurs 3 times"),
        ({"cut": "Two. … One."}, "no 'One.' follows"),
        ({"put": "More."}, "put is not a known form"),
    ],
)
def test_a_change_that_does_not_fit(change: dict[str, str], message: str) -> None:
    """A span that is not there just once is told of, and so is a change of no known form."""
    with pytest.raises(ValueError, match=message):
        changes.changed("One. Two. Moot.", [change])
