"""The mini sessions of KIWI: their form, their labels, and that the sources still make them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mini.kiwi import make
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


def test_the_second_person() -> None:
    """Twenty turns, by someone who wrote none of the sessions; good-or-not agrees on sixteen."""
    second = rows(make.SECOND)
    first = {place: turn["rating"] for place, _, turn in turns()}
    pairs = [(first[row["session"], row["turn"]], row["rating"]) for row in second]
    assert len({(row["session"], row["turn"]) for row in second}) == 20
    assert sum((one == "good") == (other == "good") for one, other in pairs) == 16
    assert not {row["annotator_id"] for row in second} & {s["annotator_id"] for s in SESSIONS}
