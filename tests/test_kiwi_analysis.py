"""What sessions show: kinds, labels, commands; figures are in test_kiwi_worked_example.py."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from server import Prompt, Server
from tamis.benchmarks.kiwi.analysis import analyse
from tamis.benchmarks.kiwi.data import load
from tamis.benchmarks.kiwi.label_files import read_label_file
from tamis.report.document import Report
from tamis.report.elements import Row
from tamis.stats import Estimate
from tamis.types import InputError

OLD = "One is here [0]. Two is here [1]. Three is here."
STYLE, INFO = "stylistic", "information-seeking"
ROW: dict[str, Any] = {
    "original_question": "Q?", "model_name": "m", "initial_answer": OLD,
    "interaction": [
        {"instruction": "Remove the last sentence.", "instruction_kind": STYLE, "rating": "good",
         "answer_1": "One is here [0]. Two is here [1]."},
        {"instruction": 'Add "Four is here." at the end.', "instruction_kind": INFO,
         "answer_1": "Nothing is here at all, they say.", "rating": "bad", "comment": "All lost.",
         "answer_2": "One is here [0]. Two is here [1]. Four is here."},
        {"instruction": "Go on.", "instruction_kind": STYLE, "answer_1": "One.",
         "rating": "neutral"},
    ],
}  # fmt: skip


def row(made: Report, table: str, label: str) -> dict[str, Any]:
    """The cells of a row of our own, estimates as their values."""
    rows: list[Row] = [
        r for t in made.tables if t.id == table for r in t.rows if r.kind != "published"
    ]
    cells = next(r.cells for r in rows if r.label == label)
    return {k: v.value if isinstance(v, Estimate) else v for k, v in cells.items()}


def without_kinds(folder: Path) -> Path:
    """The three turns as the released form has them, without kinds."""
    turns = [
        {key: value for key, value in turn.items() if key != "instruction_kind"}
        for turn in ROW["interaction"]
    ]
    path = folder / "interactions.jsonl"
    path.write_text(json.dumps({**ROW, "interaction": turns}) + "\n")
    return path


def test_kinds_and_types_that_nobody_gave_are_in_no_row(tmp_path: Path) -> None:
    """Nothing is guessed: turns and ratings are counted, and the command that labels is named."""
    path = without_kinds(tmp_path)
    made = analyse(load(str(path)))
    cells = row(made, "sessions", "m")
    assert (cells["n"], cells["kinds"]) == (3, 0)
    assert math.isnan(cells["info"])
    own = [r.label for t in made.tables for r in t.rows if r.kind == "measure"]
    assert not {"stylistic", "information-seeking", "Remove", "Others"} & set(own)
    assert row(made, "ratings", "all")["n"] == 3
    assert [figure.id for figure in made.figures] == ["ratings-figure"]
    assert any(f"tamis kiwi label {path} --model" in note for note in made.notes)


def test_labelled_kinds_fill_the_tables_and_a_recorded_one_wins(tmp_path: Path) -> None:
    """Of turns 1 and 2 the kind is labelled; of turn 3 it is not known."""
    labels = tmp_path / "labels.jsonl"
    kinds = {1: STYLE, 2: INFO}
    labels.write_text(
        "".join(
            json.dumps({"session": 1, "turn": n, "instruction_kind": kind}) + "\n"
            for n, kind in kinds.items()
        )
    )
    made = analyse(load(str(without_kinds(tmp_path))))
    cells = row(made, "sessions", "m")
    assert (cells["kinds"], cells["info"], cells["style"]) == (2, 1 / 2, 1 / 2)
    assert row(made, "ratings", INFO)["bad"] == 1
    figure = next(f for f in made.figures if f.id == "kinds-figure")
    stylistic = figure.as_table().rows  # type: ignore[union-attr]
    assert [r.cells["stylistic"].value for r in stylistic] == [1, 0]  # type: ignore[union-attr]
    recorded = tmp_path / "recorded.jsonl"
    recorded.write_text(json.dumps(ROW) + "\n")
    labels.write_text(json.dumps({"session": 1, "turn": 1, "instruction_kind": INFO}) + "\n")
    cells = row(analyse(load(str(recorded))), "sessions", "m")
    assert cells["style"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"session": 2, "turn": 1, "error_type": "ignored"}, "no session 2; .* are 1 to 1"),
        ({"session": 1, "turn": 1, "error_type": "cursed"}, "is 'cursed'; it must be one of"),
        ([1], "is a list, not a JSON object"),
    ],
)
def test_labels_of_turns_that_are_not_there_are_refused(
    tmp_path: Path, record: object, message: str
) -> None:
    """With file and line."""
    (tmp_path / "interactions.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "labels.jsonl").write_text(json.dumps(record) + "\n")
    dataset = load(str(tmp_path / "interactions.jsonl"))
    with pytest.raises(InputError, match=f"line 1.* {message}"):
        read_label_file(tmp_path / "labels.jsonl", "error_type", ["ignored"], dataset)


def test_a_session_is_found_by_its_id_before_its_line(tmp_path: Path) -> None:
    """As in the studio's files; where the sessions have none, by its line."""
    said = {"session": 1, "turn": 1, "session_id": "b", "error_type": "ignored"}
    (tmp_path / "labels.jsonl").write_text(json.dumps(said) + "\n")

    def labels(*ids: str | None) -> dict[tuple[int, int], str]:
        rows = [ROW | ({"session_id": id} if id else {}) for id in ids]
        place = tmp_path / f"{'-'.join(map(str, ids))}.jsonl"
        place.write_text("".join(json.dumps(row) + "\n" for row in rows))
        known = ["ignored"]
        return read_label_file(tmp_path / "labels.jsonl", "error_type", known, load(str(place)))

    assert labels("a", "b") == {(1, 1): "ignored"}
    assert labels(None, None) == {(0, 1): "ignored"}
    with pytest.raises(InputError, match="there is no session 'b'; the sessions are 1 to 2"):
        labels("a", "c")


def test_the_command_shows_the_mini_sessions_and_writes_page_and_figures(tamis_here, tmp_path):
    """Every table has a file; the page is one file."""
    said = tamis_here("kiwi", "analyse", "--html", "a.html", "--csv", "csv", "--figures", "svg")
    assert "mini-strong" in said.out
    assert {p.stem for p in (tmp_path / "csv").iterdir()} >= {"edits", "changes", "kinds-figure"}
    assert (tmp_path / "svg/kinds-figure.svg").is_file()
    assert "Kept references" in (tmp_path / "a.html").read_text("utf-8")


def test_a_model_sorts_turns_and_its_labels_are_read_again(tamis_here, tmp_path, monkeypatch):
    """A script that calls every instruction "remove" and stylistic, every error "ignored", passages
    "partial"; what it is right about in mini is kept beside its labels, and told with them."""

    def answer(prompt: Prompt) -> str:
        if "passage" in prompt.casefold()[:2000] and "sufficient" in prompt:
            return "partial"
        if "Information-seeking:" in prompt:
            return "stylistic"
        return "ignored" if "Unrequested change" in prompt else "remove"

    with Server(answer) as server:
        monkeypatch.setenv("KIWI_LAB_BASE_URL", server.url)
        monkeypatch.setenv("KIWI_LAB_API_KEY", "none")
        model = "openai-api/kiwi-lab/test"
        said = tamis_here("kiwi", "label", "--model", model, "--out", "labels.jsonl")
    records = [json.loads(line) for line in Path("labels.jsonl").read_text().splitlines()]
    assert len(records) == 60
    assert {one["instruction_type"] for one in records} == {"remove"}
    assert sum(one.get("error_type") == "ignored" for one in records) == 36
    assert sum(one.get("passages") == "partial" for one in records) == 18
    # The mini labels have 8 of 60 "remove", 8 of 36 "ignored", 6 of 18 "partial".
    for label, share in (("instruction types", 0.13), ("error types", 0.22), ("worth of", 0.33)):
        assert re.search(rf"{model}, *\n? *{label}.* {share} ±", said.out.split("labels beside")[1])
    assert {one["instruction_kind"] for one in records} == {"stylistic"}
    assert Path("labels.replies.jsonl").is_file()
    # 27 of the mini turns are recorded as stylistic, 5 of the 40 held-out instructions "remove".
    monkeypatch.setenv("COLUMNS", "500")
    write_bare(Path("bare.jsonl"))
    again = tamis_here("kiwi", "analyse", "bare.jsonl", "--labels", "labels.jsonl")
    assert f"by {model} in labels.jsonl (right for 27 of 60 held-out ones)" in again.out
    assert f"by {model} in labels.jsonl (right for 5 of 40 held-out ones)" in again.out


def write_bare(path: Path) -> None:
    """The mini sessions without kinds."""
    rows = [dict(released.row) for released in load().sessions]
    for session in rows:
        session["interaction"] = [t | {"instruction_kind": ""} for t in session["interaction"]]
    path.write_text("".join(json.dumps(session) + "\n" for session in rows))


def test_unrated_turns_are_in_no_share_of_good(tmp_path: Path) -> None:
    """Of a replay, which nobody has rated, no model is good or bad at anything."""
    turn = ROW["interaction"][0] | {"rating": ""}  # type: ignore[index]
    path = tmp_path / "replayed.jsonl"
    path.write_text(json.dumps(ROW | {"interaction": [turn]}))
    (tmp_path / "labels.jsonl").write_text(
        json.dumps({"session": 1, "turn": 1, "instruction_type": "remove"})
    )
    found = row(analyse(load(str(path))), "instruction-types", "Remove")
    assert found["n"] == 1
    assert found["m"] != found["m"]  # NaN: undefined


def test_a_dead_server_leaves_labels_by_hand_as_they_are(tamis_here, tmp_path, monkeypatch):
    """Exit code 1 with the reason; what was there is not replaced by nothing."""
    (tmp_path / "interactions.jsonl").write_text(json.dumps(ROW) + "\n")
    by_hand = json.dumps({"session": 1, "turn": 1, "instruction_type": "remove"}) + "\n"
    (tmp_path / "labels.jsonl").write_text(by_hand)
    with Server(lambda prompt: 400) as server:
        monkeypatch.setenv("KIWI_LAB_BASE_URL", server.url)
        monkeypatch.setenv("KIWI_LAB_API_KEY", "none")
        options = ["--model", "openai-api/kiwi-lab/test", "--out", "labels.jsonl"]
        said = tamis_here("kiwi", "label", "interactions.jsonl", *options, check=1)
    assert "failed ×" in said.err
    assert (tmp_path / "labels.jsonl").read_text() == by_hand
