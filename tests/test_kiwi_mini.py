"""The mini sessions of KIWI: their form, their labels, and that the sources still make them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mini.kiwi import make
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
    """The sixteen papers that the sessions name, read as they are written."""
    named = {title for session in SESSIONS for title in session["papers"]}
    assert named == {paper["title"] for paper in PAPERS}
    known = read_papers([MINI / make.PAPERS]).papers
    assert len(known) == 16
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
