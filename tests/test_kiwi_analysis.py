"""What sessions show: Tables 2 to 4 and 6, on sessions worked by hand, and the commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from server import Prompt, Server
from tamis.benchmarks.kiwi.analysis import analyse
from tamis.benchmarks.kiwi.data import load
from tamis.benchmarks.kiwi.label_files import read_label_file
from tamis.report.document import Report
from tamis.report.elements import Row
from tamis.stats import Estimate
from tamis.types import InputError

PUBLISHED = Path(tamis.report.__file__).parent / "published" / "kiwi.json"
RATINGS = ("good", "neutral", "bad")
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


@pytest.fixture
def made(tmp_path: Path) -> Report:
    """The report of one session, its first turn labelled."""
    (tmp_path / "interactions.jsonl").write_text(json.dumps(ROW) + "\n")
    labels = [{"session": 1, "turn": 1, "instruction_type": "remove"}]
    labels.append({"session": 1, "turn": 2, "error_type": "ignored"})
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(one) + "\n" for one in labels))
    return analyse(load(str(tmp_path / "interactions.jsonl")))


def row(made: Report, table: str, label: str) -> dict[str, Any]:
    """The cells of a row of our own, estimates as their values."""
    rows: list[Row] = [
        r for t in made.tables if t.id == table for r in t.rows if r.kind != "published"
    ]
    cells = next(r.cells for r in rows if r.label == label)
    return {k: v.value if isinstance(v, Estimate) else v for k, v in cells.items()}


def test_sessions_are_counted_as_in_table_2(made: Report) -> None:
    """One session of three turns, one of them edited, a third information-seeking."""
    found = row(made, "sessions", "m")
    assert (found["sessions"], found["n"], found["edited"]) == (1, 3, 1)
    assert found["info"] == pytest.approx(1 / 3)


def test_edits_are_of_turns_that_are_good_or_edited_to_what_was_left(made: Report) -> None:
    """By hand: 11 words to 8, three gone; 8 to 11, three added. The third turn is left out."""
    assert row(made, "edits", "all") == pytest.approx({
        "n": 2, "source_words": (11 + 8) / 2, "target_words": (8 + 11) / 2, "edit_distance": 3,
        "length_ratio": (8 / 11 + 11 / 8) / 2, "edit_ratio": (3 / 11 + 3 / 8) / 2,
        "instruction_words": (4 + 7) / 2,
    })  # fmt: skip


def test_changes_are_of_what_the_model_wrote(made: Report) -> None:
    """The removal touched nothing else; the failed addition lost both sentences and references."""
    found = row(made, "changes", "information-seeking")
    assert found["unrequested"] == 1
    assert found["kept"] == 0
    assert row(made, "changes", "Remove")["unrequested"] == 0


def test_types_say_where_they_come_from(made: Report) -> None:
    """One is the file's, two are the keywords'."""
    caption = next(t.caption for t in made.tables if t.id == "instruction-types")
    assert "1 types are those of labels.jsonl, 2 those of the keywords" in caption
    assert row(made, "error-types", "Ignored")["share"] == 1


def test_the_course_of_a_session_is_figure_2(made: Report) -> None:
    """Turn by turn: stylistic, information-seeking, stylistic."""
    figure = next(f for f in made.figures if f.id == "kinds-figure")
    table = figure.as_table()  # type: ignore[union-attr]
    kinds = [r.cells["stylistic"].value for r in table.rows]  # type: ignore[union-attr]
    assert kinds == [1, 0, 1]


def test_kinds_that_are_not_recorded_are_taken_as_a_replay_takes_them(tmp_path: Path) -> None:
    """The released form has none: the tables are filled, and the report says how many it took so.

    "Shorten …" and "Remove …" are stylistic by their words; passages make an instruction seek.
    """
    turns = [
        {key: value for key, value in turn.items() if key != "instruction_kind"}
        for turn in ROW["interaction"]
    ]
    turns[2]["instruction"] = "Shorten the answer."
    turns[1]["passages"] = [{"title": "P", "text": "Four is here."}]
    path = tmp_path / "interactions.jsonl"
    path.write_text(json.dumps({**ROW, "interaction": turns}) + "\n")
    made = analyse(load(str(path)))
    assert row(made, "sessions", "m")["info"] == pytest.approx(1 / 3)
    assert row(made, "ratings", "information-seeking")["bad"] == 1
    figure = next(f for f in made.figures if f.id == "kinds-figure")
    stylistic = figure.as_table().rows  # type: ignore[union-attr]
    assert [r.cells["stylistic"].value for r in stylistic] == [1, 0, 1]  # type: ignore[union-attr]
    assert any("kind of 3 of 3 instructions is not recorded" in note for note in made.notes)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"session": 2, "turn": 1, "error_type": "ignored"}, "no session 2; .* are 1 to 1"),
        ({"session": 1, "turn": 9, "error_type": "ignored"}, "has no turn 9"),
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
    assert "Unrequested change" in (tmp_path / "a.html").read_text("utf-8")


def test_a_model_sorts_turns_and_its_labels_are_read_again(tamis_here, tmp_path, monkeypatch):
    """A script that calls every instruction "remove", every error "ignored", passages "partial"."""

    def answer(prompt: Prompt) -> str:
        if "passage" in prompt.casefold()[:2000] and "sufficient" in prompt:
            return "partial"
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
    assert Path("labels.replies.jsonl").is_file()
    again = tamis_here("kiwi", "analyse", "--labels", "labels.jsonl")
    assert "60 types are those of labels.jsonl" in again.out


def test_a_replay_is_measured_beside_what_was_recorded(tamis_here, tmp_path):
    """Without a model the respondent answers; the file loads as sessions without ratings."""
    said = tamis_here("replay", "--out", "again.jsonl", "--limit", "3")
    assert "respondent" in said.out
    again, mini = load(str(tmp_path / "again.jsonl")), load()
    put = [t.previous for r in again.sessions for t in r.session.turns]
    assert put == [t.previous for r in mini.sessions[:3] for t in r.session.turns]
    assert again.unrated == len(put)


def test_a_file_of_labels_that_is_named_must_be_there(tamis_here):
    """A misspelt name is said, and not replaced by the keywords."""
    said = tamis_here("kiwi", "analyse", "--labels", "typo.jsonl", check=2)
    assert "the file of labels typo.jsonl does not exist" in said.err


def rated(tmp_path: Path) -> Report:
    """Eleven turns of one session, no two of whose counts are the same.

    Stylistic: 3 good, 2 neutral, 1 bad, 2 not rated; information-seeking: 1 good, 2 bad.
    """
    kinds = ["stylistic"] * 8 + ["information-seeking"] * 3
    said = ["good"] * 3 + ["neutral"] * 2 + ["bad", "", "", "good", "bad", "bad"]
    turns = [
        {"instruction": "Go on.", "instruction_kind": kind, "answer_1": "One.", "rating": rating}
        for kind, rating in zip(kinds, said, strict=True)
    ]
    (tmp_path / "interactions.jsonl").write_text(json.dumps(ROW | {"interaction": turns}) + "\n")
    types = {1: "remove", 4: "remove", 7: "remove", 9: "remove", 11: "condense"}
    labels = [{"session": 1, "turn": n, "instruction_type": one} for n, one in types.items()]
    errors = {4: "ignored", 6: "ignored", 10: "unrequested_change"}
    labels += [{"session": 1, "turn": n, "error_type": one} for n, one in errors.items()]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(one) + "\n" for one in labels))
    return analyse(load(str(tmp_path / "interactions.jsonl")))


def test_ratings_are_shares_of_what_was_rated(tmp_path: Path) -> None:
    """Figure 2's three shares of each kind, and how many they are over."""
    made = rated(tmp_path)
    for kind, *counts in [
        ("stylistic", 3, 2, 1), ("information-seeking", 1, 0, 2), ("all", 4, 2, 3),
    ]:  # fmt: skip
        n = sum(counts)
        shares = {name: one / n for name, one in zip(RATINGS, counts, strict=True)}
        assert row(made, "ratings", kind) == pytest.approx({**shares, "n": n})


def test_types_are_shares_of_all_turns(tmp_path: Path) -> None:
    """Table 3: "remove" has 4 of 11 turns, 1 of 4 information-seeking, 2 of its 3 rated good."""
    cells = row(rated(tmp_path), "instruction-types", "Remove")
    assert cells == pytest.approx({"share": 4 / 11, "info": 1 / 4, "n": 4, "m": 2 / 3})


def test_errors_are_shares_of_what_is_labelled(tmp_path: Path) -> None:
    """Table 4: two of three labels are "ignored", of five turns that were not good."""
    made = rated(tmp_path)
    cells = row(made, "error-types", "Ignored")
    assert (cells["share"], cells["count"], cells["n"]) == (pytest.approx(2 / 3), 2, 3)
    paper = json.loads(PUBLISHED.read_text())["error_types"]["ignored"]
    assert cells["paper"] == pytest.approx(paper / 100)
    caption = next(t.caption for t in made.tables if t.id == "error-types")
    assert "Of 5 turns rated neutral or bad 3 are labelled." in caption


def test_unrated_turns_are_in_no_share_of_good(tmp_path: Path) -> None:
    """Of a replay, which nobody has rated, no model is good or bad at anything."""
    turn = ROW["interaction"][0] | {"rating": ""}  # type: ignore[index]
    path = tmp_path / "replayed.jsonl"
    path.write_text(json.dumps(ROW | {"interaction": [turn]}))
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
