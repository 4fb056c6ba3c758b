"""The KIWI task end to end: splits, scripted judges with known errors, baselines, Table 5."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from here import tamis
from server import Prompt, Reply, Server
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kiwi.data import load, splits, turns
from tamis.benchmarks.kiwi.label_files import second_ratings
from tamis.benchmarks.kiwi.options import Options
from tamis.benchmarks.kiwi.published import judges as published
from tamis.benchmarks.kiwi.samples import load_samples
from tamis.benchmarks.kiwi.score import (
    ACCURACY,
    DECLARED,
    F1,
    HEADLINE,
    PRECISION,
    RECALL,
    Verdict,
    again,
    figures,
    human,
)
from tamis.measures.classification import decided, estimates
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.types import InputError

MODEL = "openai-api/kiwi-lab/test"

# Four sessions of two turns: what the person said, and what the scripted judge says.
RATED = {"1a": "good", "1b": "bad", "2a": "good", "2b": "neutral"}
RATED |= {"3a": "good", "3b": "bad", "4a": "neutral", "4b": "good"}
SAID = {"1a": "good", "1b": "good", "2a": "bad", "2b": "bad"}
SAID |= {"3a": "Rating: good", "3b": "bad.", "4a": "good or bad", "4b": None}
# By hand: 1a and 3a are true positives, 1b a false one, 2a a false negative, 2b and 3b true
# negatives. 4a, unparsed, counts as a false positive, and 4b, filtered, as a false negative.
BY_HAND = {"accuracy": 4 / 8, "precision": 2 / 4, "recall": 2 / 4, "f1": 2 / 4}
BY_HAND |= {"good_share": 3 / 6, "coverage": 6 / 8}
OF_VERDICTS = {"accuracy": 4 / 6, "precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3}

KIWI = load_benchmark("kiwi")


def write_data(folder: Path) -> Path:
    """The four sessions in the released form."""
    rows = []
    for number in "1234":
        interaction = [
            {"instruction": f"Do <b>{number}{letter}</b> in the answer.", "answer_2": "",
             "answer_1": f"Answer {number}{letter}, revised.", "rating": RATED[number + letter],
             "comment": f"comment {number}{letter}"}
            for letter in "ab"
        ]  # fmt: skip
        rows.append({
            "original_question": f"Question {number}?", "initial_answer": "The draft.",
            "model_name": "m1" if number in "12" else "m2", "interaction": interaction,
        })  # fmt: skip
    second = {"session": 1, "turn": 2, "rating": "neutral"}
    (folder / "second_ratings.jsonl").write_text(json.dumps(second) + "\n")
    path = folder / "four.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def said(prompt: Prompt) -> str:
    """The script: the turn that is judged is the last in the prompt."""
    turn = re.findall(r"Do <b>(\w\w)</b>", prompt)[-1]
    verdict = SAID[turn]
    return Reply.filtered() if verdict is None else verdict


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Run, list[dict]]]:  # type: ignore[type-arg]
    """One run of the scripted judge over the test data, one-shot, every turn judged."""
    folder = tmp_path_factory.mktemp("kiwi")
    data = write_data(folder)
    with pytest.MonkeyPatch.context() as patch, Server(said) as server:
        patch.chdir(folder)
        patch.setenv("TAMIS_HOME", str(folder / "home"))
        patch.setenv("COLUMNS", "100")
        patch.setenv("KIWI_LAB_BASE_URL", server.url)
        patch.setenv("KIWI_LAB_API_KEY", "none")
        options = ["-T", "shots=1", "-T", "split=cross", "--data", str(data)]
        assert tamis("run", "kiwi", "--model", MODEL, *options) == 0
        (made,) = read_runs([folder / "runs"])
        yield folder, made, server.bodies


def test_the_measures_are_those_worked_by_hand(run: tuple[Path, Run, list[dict]]) -> None:  # type: ignore[type-arg]
    """Unparsed and refused replies count as wrong; beside them stand the verdicts alone."""
    rows = [(sample.values, sample.cluster) for sample in run[1].samples]
    found = {name: one.value for name, one in estimates(DECLARED, rows).items()}
    assert found == pytest.approx(BY_HAND)
    verdicts = decided(rows)
    found = {name: one.value for name, one in estimates(HEADLINE, verdicts).items()}
    assert found == pytest.approx(OF_VERDICTS)
    assert sum(values["unparsed"] for values, _ in rows) == 1
    assert sum(values["refused"] for values, _ in rows) == 1
    assert ACCURACY.of(rows).clusters == 4
    assert ACCURACY.of(verdicts).clusters == 3


def test_an_example_is_never_of_the_session_that_is_judged(
    run: tuple[Path, Run, list[dict]],  # type: ignore[type-arg]
) -> None:
    """Each prompt shows one rated turn, of another session, before the turn itself."""
    for body in run[2]:
        prompt = Prompt.of(body)
        example, judged = re.findall(r"Do <b>(\w)\w</b>", prompt)
        assert example != judged
        assert body["temperature"] == 0


def test_the_page_shows_wrong_verdicts_as_text_beside_table_5(
    run: tuple[Path, Run, list[dict]],  # type: ignore[type-arg]
) -> None:
    """Tags in instructions are escaped; the one-shot row of the paper stands in its group."""
    page = next((run[0] / "runs").glob("*/report.html")).read_text("utf-8")
    assert "Do &lt;b&gt;1b&lt;/b&gt;" in page
    assert "<b>1b</b>" not in page
    assert "gpt-4 one-shot" in page
    assert "comment 2a" in page
    assert "second rating of four" in page


# Two replays of two sessions, rated by nobody: what the judge says of each turn.
OF_REPLAYS = {"a1": "good", "a2": "bad", "a3": "good", "a4": "no idea", "b1": "bad", "b2": "bad",
              "b3": "Rating: good", "b4": "bad"}  # fmt: skip


def write_replays(path: Path, rated: str = "") -> Path:
    """The two replays in one file; the turns of `rated` are rated good."""
    rows = [
        {"original_question": "Q?", "initial_answer": "The draft.", "model_name": f"new-{model}",
         "interaction": [
             {"instruction": f"Do <b>{model}{n}</b>.", "answer_1": f"Answer {model}{n}.",
              "rating": "good" if f"{model}{n}" in rated else None}
             for n in numbers
         ]}
        for model in "ab" for numbers in ("12", "34")
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def judged_replays(tamis_here, monkeypatch, data: Path, *options: str) -> Run:  # type: ignore[no-untyped-def]
    """The run of a scripted judge over the data."""
    with Server(lambda prompt: OF_REPLAYS[re.findall(r"Do <b>(\w\w)</b>", prompt)[-1]]) as server:
        monkeypatch.setenv("KIWI_LAB_BASE_URL", server.url)
        monkeypatch.setenv("KIWI_LAB_API_KEY", "none")
        tamis_here("run", "kiwi", "--model", MODEL, "--data", str(data), "--out", "run", *options)
    (made,) = read_runs([tamis_here.folder / "run"])
    return made


def test_a_replay_is_judged_without_ratings(tamis_here, monkeypatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """By hand: 2 of 3 verdicts on new-a are good, 1 of 4 on new-b; nothing is right or wrong."""
    made = judged_replays(tamis_here, monkeypatch, write_replays(tmp_path / "replays.jsonl"))
    tables = {table.id: table for table in KIWI.report([made]).tables}
    assert "judges" not in tables
    assert "confusion" not in tables
    rows = {row.label: row.cells for row in tables["not-rated"].rows}
    shares = {model: cells["good_share"] for model, cells in rows.items()}
    assert {model: (s.value, s.n, s.clusters) for model, s in shares.items()} == {
        "new-a": (pytest.approx(2 / 3), 3, 2), "new-b": (1 / 4, 4, 2)
    }  # fmt: skip
    assert {model: (c["unread"], c["n"]) for model, c in rows.items()} == {
        "new-a": (1, 4), "new-b": (0, 4)
    }  # fmt: skip


def test_accuracy_is_over_the_rated_turns_of_a_mixed_file(tamis_here, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    """Two turns are rated good, of which the judge calls one good; six are not rated."""
    data = write_replays(tmp_path / "mixed.jsonl", rated="a1 b2")
    made = judged_replays(tamis_here, monkeypatch, data, "-T", "split=cross")
    tables = {table.id: table for table in KIWI.report([made]).tables}
    cells = next(row.cells for row in tables["judges"].rows if row.kind == "model")
    assert (cells["accuracy"].value, cells["accuracy"].n, cells["n"]) == (1 / 2, 2, 2)
    assert [row.cells["n"] for row in tables["not-rated"].rows] == [3, 3]


@pytest.mark.parametrize(
    ("values", "message"),
    [({"baseline": "random"}, "a baseline has nothing"), ({"shots": 10}, "shots=10 shows a judge")],
)
def test_what_needs_ratings_is_refused_without_any(
    values: dict[str, object], message: str, tmp_path: Path
) -> None:
    """Baselines and examples; without a model too, since then the baselines would run."""
    data = str(write_replays(tmp_path / "replays.jsonl"))
    with pytest.raises(InputError, match=message):
        KIWI.load(Options.parse({"data": data, **values}))
    with pytest.raises(InputError, match="give the model that is to judge"):
        KIWI.plan({"data": data}, None)


def test_the_released_number_of_turns_is_split_as_in_the_paper() -> None:
    """888, 186 and 186 of 1,260; each turn once; another seed gives another split."""
    mini = load()
    many = [
        replace(one, row=one.row + 12 * k, turn=replace(one.turn, id=f"{k}-{one.turn.id}"))
        for k in range(21)
        for one in mini.turns
    ]
    parts = splits(many)
    assert [len(parts[name]) for name in ("train", "validation", "test")] == [888, 186, 186]
    assert {one.turn.id for part in parts.values() for one in part} == {o.turn.id for o in many}
    assert splits(many, seed=1)["test"] != parts["test"]
    assert splits(many) == parts


@pytest.mark.parametrize("by", ["session", "question"])
def test_stricter_splits_keep_together_what_they_say(by: str) -> None:
    """No session, or no question, has turns on two sides."""
    parts = splits(load().turns, by)  # type: ignore[arg-type]
    groups = [
        {one.row if by == "session" else one.turn.question for one in part}
        for part in parts.values()
    ]
    assert all(not (a & b) for n, a in enumerate(groups) for b in groups[n + 1 :])
    assert sum(map(len, parts.values())) == 60


@pytest.mark.parametrize(("allowed", "same"), [("all", True), ("other_sessions", False)])
def test_examples_are_of_all_training_turns_or_of_other_sessions(allowed: str, same: bool) -> None:
    """As in the paper by default: of a split, turns of the judged session may be shown."""
    _, judged = load_samples(
        Options.parse({"split": "test", "shots": 40, "examples_from": allowed})
    )
    shown = [(one.judged.turn, one.training.examples(one.judged)) for one in judged]
    assert any(turn.session == one.session for turn, some in shown for one in some) is same
    assert all(turn not in some for turn, some in shown)


def test_baselines_know_the_training_turns_only() -> None:
    """On a split the majority is that of its training turns, the test turns not being looked at."""
    options = Options.parse({"split": "test", "baseline": "majority"})
    dataset, test = load_samples(options)
    train = [turn.good for turn in turns(split="train")]
    assert {one.training.majority(one.judged) for one in test} == {2 * sum(train) > len(train)}  # type: ignore[arg-type]
    assert not {t.id for t in turns(split="train")} & {one.id for one in test}
    assert len(dataset.turns) == 60


def test_random_draws_by_the_distribution_of_the_training_turns() -> None:
    """Over many seeds its share of good is near that of the turns it knows."""
    drawn, known = [], []
    for seed in range(40):
        _, every = load_samples(Options.parse({"baseline": "random", "seed": seed}))
        drawn += [one.training.drawn(one.judged) for one in every]
        known = [bool(one.judged.turn.good) for one in every]
    share = sum(known) / len(known)
    assert abs(sum(drawn) / len(drawn) - share) < 4 * math.sqrt(share * (1 - share) / len(drawn))


def test_table_5s_majority_row_follows_from_its_definition() -> None:
    """Never saying good: recall and F1 are 0, precision undefined, accuracy the share of bad."""
    rows = [
        (figures(Verdict(False), good), str(n)) for n, good in enumerate([True] * 47 + [False] * 53)
    ]
    printed = published("Baselines")[0].cells
    assert ACCURACY.of(rows).value == pytest.approx(printed["accuracy"])
    assert RECALL.of(rows).value == printed["recall"]
    assert F1.of(rows).value == printed["f1"]
    assert math.isnan(PRECISION.of(rows).value)


def test_a_second_rating_is_a_judge_of_the_first() -> None:
    """The mini data's second person agrees on 16 of 20 turns (counted by hand): P 8/11, R 8/9."""
    mini = load()
    second = second_ratings(mini)
    rows = human(
        [(again(second.get(t.turn.id), bool(t.turn.good)), str(t.row)) for t in mini.turns]
    )
    assert len(rows) == 20
    assert ACCURACY.of(rows).value == 16 / 20
    assert PRECISION.of(rows).value == pytest.approx(8 / 11)
    assert RECALL.of(rows).value == pytest.approx(8 / 9)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"shots": -1}, "shots=-1"),
        ({"judge": "/nowhere"}, "/nowhere holds no judge"),
        ({"judge": "/nowhere", "shots": 1}, "takes neither baseline= nor shots="),
        ({"baseline": "random", "predictions": "x"}, "not both"),
        ({"baseline": "rules"}, "the edit rules were removed"),
    ],
)  # fmt: skip
def test_parameters_that_do_not_fit_are_refused_in_a_sentence(
    values: dict[str, object], message: str
) -> None:
    """Before anything is loaded."""
    with pytest.raises(InputError, match=re.escape(message)):
        Options.parse(values)


def test_data_are_a_file_or_a_folder_with_one(tmp_path: Path) -> None:
    """By a released name, else the only JSONL file; what is not there is said."""
    with pytest.raises(InputError, match="there is no data 'none'"):
        load("none")
    folder = tmp_path / "four"
    folder.mkdir()
    path = write_data(folder)
    with pytest.raises(InputError, match="name the file itself"):
        load(str(folder))
    (folder / "second_ratings.jsonl").unlink()
    found = [load(str(folder)), load(str(path)), load("four", str(folder))]
    assert [(one.name, len(one.sessions), len(one.turns)) for one in found] == [("four", 4, 8)] * 3
