"""What a benchmark is: a small one through every command, and all five under Inspect's own."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.scorer import Target
from inspect_ai.solver import TaskState

import parameters
from server import Server
from tamis.benchmarks import BENCHMARKS, Wing, inspecting, load_benchmark, options_of
from tamis.benchmarks.acs.logged_verdict import Judged, to_record
from tamis.checking.judgement import Judgement
from tamis.cli._common import typed_values
from tamis.report.logs import RECORD, read_runs
from tamis.types import InputError

REPOSITORY = Path(__file__).parents[1]
MODEL = "openai-api/lab/test"


# A benchmark of a hundred and fifty lines


@pytest.fixture
def toy(tamis_here, monkeypatch):
    """The command, to which the benchmark of `toy.py` is known too."""
    monkeypatch.setitem(BENCHMARKS, "toy", Wing("toy:Options", "toy:Toy"))
    return tamis_here


def right(prompt: str) -> str:
    """A model that knows the small primes, and thinks that 9 and 49 are some."""
    start = int(prompt.split("from ")[1].split()[0])
    numbers = range(start, start + 10)
    known = [n for n in numbers if n > 1 and all(n % d for d in (2, 3, 5, 7) if d < n)]
    return ", ".join(map(str, sorted({*known, *({9, 49} & set(numbers))})))


def test_a_small_benchmark_is_written_in_150_lines():
    """What five wings share is not written by a sixth."""
    assert len((REPOSITORY / "tests/toy.py").read_text().splitlines()) <= 150


def test_a_small_benchmark_is_listed_with_its_parameters(toy):
    """`tamis list` knows it by its options alone."""
    said = toy("list").out
    assert "tamis/toy: primes of a range" in said
    assert "-T wording         how the question is put: plain, polite; several with commas" in said
    assert "-T ranges          how many ranges are asked about [6]" in said


def test_a_small_benchmark_runs_without_a_model(toy):
    """Its baselines, and a report: 16 odd numbers of 30 are primes, 2 is not odd."""
    said = toy("run", "toy", "-T", "ranges=6").out
    assert "odd (baseline)" in said
    odd = {run.label: run for run in read_runs([toy.folder / "runs"])}["odd"]
    values = {one.id: one.values for one in odd.samples}
    figures = ("precision", "recall", "read_recall", "ok", "unparsed")
    assert [values["from-0"][key] for key in figures] == [0.6, 0.75, 0.75, 1, 0]
    assert [values["from-20"][key] for key in figures] == [0.4, 1, 1, 1, 0]
    [report] = (toy.folder / "runs").glob("*/report.html")
    assert "Primes of a range" in report.read_text()


def test_a_small_benchmark_runs_with_a_model_and_is_reported_and_compared(toy, monkeypatch):
    """Two wordings are two runs of one command; a report and a comparison are read from logs."""
    with Server(right) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        toy("run", "toy", "--model", MODEL, "-T", "wording=all", "--out", "runs/model")
    toy("run", "toy", "-T", "baseline=odd", "--out", "runs/odd")
    said = toy("report", "runs", "--csv", "all.csv").out
    assert "polite" in said
    rows = list(csv.DictReader((toy.folder / "all.csv").open(newline="")))
    assert [row["system"] for row in rows if row["measure"] == "recall"].count(MODEL) == 2
    said = toy("compare", "runs/model", "runs/odd").out
    assert "Recall" in said


def test_a_small_benchmark_is_estimated_and_asked_and_scored_elsewhere(toy):
    """What it would cost; its questions for another system, and that system's answers."""
    assert "6" in toy("estimate", "toy", "--model", MODEL).out
    (toy.folder / "asked.jsonl").write_text(toy("prompts", "toy").out)
    asked = [json.loads(line) for line in (toy.folder / "asked.jsonl").read_text().splitlines()]
    answers = [json.dumps({"id": one["id"], "text": right(one["prompt"])}) for one in asked]
    (toy.folder / "mine.jsonl").write_text("\n".join(answers))
    said = toy("score", "toy", "mine.jsonl").out
    assert "mine" in said
    [run] = read_runs([toy.folder / "runs"])
    assert [one.values["precision"] for one in run.samples] == [0.8, 1, 1, 1, 0.75, 1]


def test_a_wrong_parameter_of_a_small_benchmark_is_one_sentence(toy):
    """The name, the value, and what would do."""
    assert "no parameter 'wordng'" in toy("run", "toy", "-T", "wordng=plain", check=2).err
    said = toy("run", "toy", "-T", "wording=rude", check=2).err
    assert "-T wording=rude: there is no value 'rude'; choose one of plain, polite, all" in said
    said = toy("sweep", "toy", "--models", "x/y", "--methods", "x", check=2).err
    assert "toy has one way of asking" in said


# Each parameter stands once


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_table_of_a_page_is_that_of_the_options(name):
    """`make parameters` writes it."""
    assert parameters.page(name).read_text("utf-8") == parameters.with_tables(name)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_parameter_says_what_it_means(name):
    """In `tamis list`: all that a user may set, and nothing that only commands do."""
    told = options_of(name).described()
    assert all(len(one.meaning) >= 10 for one in told)
    assert {one.name for one in told} == {*options_of(name).model_fields} - {"predictions", "shard"}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("acs", {"judge": "model", "shots": "0,2", "temperature": "default", "paraphrases": 2}),
        ("fanoutqa", {"setting": "all"}),
        ("kiwi", {"shots": "all"}),
        ("quest", {"method": "all"}),
    ],
)
def test_baselines_beside_a_model_go_without_its_parameters(name, values):
    """Which are refused where no model is asked."""
    options = options_of(name)
    assert options.plan(values, MODEL)
    assert options.plan(options.of_baselines(values)) == options.plan({})
    with pytest.raises(InputError, match="no model is asked"):
        options.plan(values)


def test_no_baseline_stands_beside_the_verifiers_of_a_pool():
    """Baselines answer questions, and a pool holds single candidates."""
    assert options_of("quest").of_baselines({"pairs": "pool.jsonl"}) is None


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["list"], 0),
        (["run", "--help"], 0),
        (["run", "kitba"], 2),
        (["run", "kitab", "-T", "conditon=all"], 2),
        (["run", "quest", "-T", "method=RAGS"], 2),
        (["sweep", "quest", "-T", "ranker=bm52"], 2),
        (["estimate", "acs", "-T", "shots=3"], 2),
    ],
)
def test_what_is_listed_or_refused_imports_no_inspect(args, code, tmp_path):
    """So that it comes at once: Inspect alone takes over two seconds."""
    source = (
        "import sys\nfrom tamis.cli import main\nsys.argv = ['tamis', *sys.argv[1:]]\n"
        "code = 0\ntry:\n    main()\nexcept SystemExit as end:\n    code = end.code or 0\n"
        "print('inspect_ai' in sys.modules, code)"
    )
    command = [sys.executable, "-c", source, *args]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == f"False {code}", done.stderr


# Under Inspect's own command line


COMMANDS = """
import glob, json, sys
from inspect_ai._cli.main import inspect
for args in json.loads(sys.argv[1]):
    args = [glob.glob(arg)[0] if "*" in arg else arg for arg in args]
    code = inspect.main(args, standalone_mode=False)
    assert not code, args
"""


OTHERS = """
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver

@solver
def others():
    async def solve(state, generate):
        state.output = ModelOutput.from_content("theirs", "Final Answer: []")
        return state
    return solve
"""


@pytest.fixture(scope="module")
def inspected(tmp_path_factory) -> SimpleNamespace:
    """A folder in which commands of Inspect's own have run, in one process: it is slow to start."""
    folder = tmp_path_factory.mktemp("inspected")
    (folder / "others.py").write_text(OTHERS)
    names = [f"tamis/{name}" for name in BENCHMARKS]
    id = next(iter(load_benchmark("kitab").answerable(options_of("kitab")())))
    solver = ["--solver", "others.py@others", "--model", "none", "--limit", "2"]
    scoring = [
        ["score", f"first/*_{name}_*.eval", "--scorer", f"tamis/{name}", "--action", "overwrite",
         "--output-file", f"again/{name}.eval"]
        for name in BENCHMARKS
    ]  # fmt: skip
    later = [
        ["score", f"named/*_{name}_*.eval", "--scorer", f"tamis/{name}", "--action", "overwrite",
         "--output-file", f"later/{name}.eval"]
        for name in BENCHMARKS
    ]  # fmt: skip
    commands = [
        ["eval", *names, *solver, "--log-dir", "first"],
        *scoring,
        ["eval", "tamis/kitab", "-T", "variants=paper", *solver, "--log-dir", "other"],
        ["score", "other/*.eval", "--scorer", "tamis/kitab", "-S", "variants=reference",
         "--action", "overwrite", "--overwrite"],
        ["eval", *names, "--model", MODEL, "--limit", "1",
         "--epochs", "2", "--log-dir", "named"],
        *later,
        ["eval-set", "tamis/kitab", "--model", MODEL, "--sample-id", id, "--log-dir", "set"],
        ["eval", "tamis/acs", "-T", "judge=program,model", "--limit", "60-62", "--model", "none",
         "--model-role", f"judge={MODEL}-judge", "--log-dir", "several"],
    ]  # fmt: skip
    with Server(lambda prompt: "Final Answer: yes") as server:
        done = subprocess.run(
            [sys.executable, "-c", COMMANDS, json.dumps(commands)],
            cwd=folder,
            env={**os.environ, "INSPECT_DISPLAY": "plain", "LAB_BASE_URL": server.url,
                 "LAB_API_KEY": "none"},
            capture_output=True, text=True, timeout=240,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        judged = sum(body["model"] == "test-judge" for body in server.bodies)
    return SimpleNamespace(folder=folder, id=id, judged=judged)


def values(log: EvalLog) -> list[list[object]]:
    """The figures of each sample; undefined ones by their name, as NaN is not equal to itself."""
    return [[repr(score.value) for score in one.scores.values()] for one in log.samples]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_tasks_with_a_solver_of_others_are_scored_and_scored_again(inspected, name):
    """Somebody's solver, and the scorers by name afterwards."""
    [log] = (inspected.folder / "first").glob(f"*_{name}_*.eval")
    first = read_eval_log(str(log))
    assert (first.status, len(first.samples)) == ("success", 2)
    again = read_eval_log(str(inspected.folder / f"again/{name}.eval"))
    assert values(again) == values(first)
    assert [metric for score in again.results.scores for metric in score.metrics]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_completion_is_what_the_model_wrote_and_a_log_is_scored_again(inspected, name):
    """What a benchmark keeps of an answer is no part of it, and gives the same figures later."""
    [log] = (inspected.folder / "named").glob(f"*_{name}_*.eval")
    first = read_eval_log(str(log))
    assert {one.output.completion for one in first.samples} == {"Final Answer: yes"}
    assert {one.messages[-1].text for one in first.samples} == {"Final Answer: yes"}
    assert values(read_eval_log(str(inspected.folder / f"later/{name}.eval"))) == values(first)


def test_what_inspect_finds_imports_no_benchmark():
    """Each is imported when its task is asked for."""
    named = "import sys, tamis._registry; print(*(m for m in sys.modules if m.startswith('tamis')))"
    done = subprocess.run([sys.executable, "-c", named], capture_output=True, text=True)
    imported = done.stdout.split()
    assert "tamis.benchmarks.inspecting" in imported
    assert not [name for name in imported if re.fullmatch(r"tamis\.\w+\.\w+\.benchmark", name)]


def test_a_scorer_takes_parameters_in_the_place_of_the_samples(inspected):
    """`-S variants=reference` scores a log by another variant than it was made with."""
    [log] = (inspected.folder / "other").glob("*.eval")
    [score] = read_eval_log(str(log)).samples[0].scores.values()
    assert "reference_all_correct" in score.value
    assert not any(name.startswith("paper_") for name in score.value)


def test_all_tasks_are_known_by_name_and_epochs_and_samples_are_inspects(inspected):
    """One command for all, each sample twice; and one sample by its id, as a set."""
    runs = read_runs([inspected.folder / "named"])
    assert sorted(run.task for run in runs) == sorted(BENCHMARKS)
    assert {len(run.samples) for run in runs} == {2}
    [run] = read_runs([inspected.folder / "set"])
    assert [one.id for one in run.samples] == [inspected.id]


def test_several_values_are_several_runs_of_one_log(inspected):
    """`-T judge=program,model` arrives as a list; the judge is a model role."""
    runs = {run.identity["condition"]: run for run in read_runs([inspected.folder / "several"])}
    assert {name: len(run.samples) for name, run in runs.items()} == {
        "Baselines": 1,
        "zero-shot": 2,
    }
    assert inspected.judged == 2
    [log] = (inspected.folder / "several").glob("*.eval")
    [scored] = read_eval_log(str(log), header_only=True).results.scores
    assert {name for name in scored.metrics if name.endswith("coverage")} == {
        "Baselines: coverage",
        "zero-shot: coverage",
    }
    assert all("@" not in one.id for run in runs.values() for one in run.samples)


def test_a_log_is_not_scored_against_other_questions():
    """Ids are row numbers: what a sample asks must be what it asked when the log was made."""
    solve = inspecting.scorer_of("kitab")()
    [first, second, *_] = load_benchmark("kitab").load(options_of("kitab")())[1]
    asked = {"options": "{}", **first.metadata, "question": second.metadata["question"]}
    state = TaskState(ModelName("none/none"), first.id, 1, first.input, [], metadata=asked)
    with pytest.raises(click.UsageError, match="another question than in this log"):
        asyncio.run(solve(state, Target("")))
    older = TaskState(ModelName("none/none"), first.id, 1, first.input, [], metadata={})
    with pytest.raises(click.UsageError, match="-S data=mini"):
        asyncio.run(solve(older, Target("")))


def test_a_reply_that_is_a_record_is_not_scored_as_one():
    """Logs of earlier versions had records there: one sentence says so."""
    chosen, options = load_benchmark("acs"), options_of("acs")()
    one = chosen.load(options)[1][0]
    record = to_record(Judged(Judgement(one.item.satisfied, "m")))
    state = TaskState(
        ModelName("none/none"), one.id, 1, one.input, [], metadata={**one.metadata, "options": "{}"}
    )
    state.output = ModelOutput.from_content("m", json.dumps(record))
    score = inspecting.scorer_of("acs")()
    with pytest.raises(click.UsageError, match="made by an earlier version"):
        asyncio.run(score(state, Target(one.target)))
    # Where the log has a record, what the model wrote is not even looked at.
    wrong = to_record(Judged(Judgement(not one.item.satisfied, "m")))
    state.store.set(RECORD, wrong)
    assert asyncio.run(score(state, Target(one.target))).value["correct"] == 0


def test_a_scorer_refuses_parameters_that_its_benchmark_does_not_have():
    """In the words of the command line."""
    with pytest.raises(click.UsageError, match="no parameter 'varants'"):
        inspecting.scorer_of("kitab")(varants="paper")
    with pytest.raises(click.UsageError, match="-S seed=many cannot be used"):
        inspecting.scorer_of("kitab")(seed="many")


def test_runs_of_one_log_have_names_of_their_own():
    """A baseline is the same under each setting: that is said before anything runs."""
    with pytest.raises(click.UsageError, match="would be called 'Baselines'"):
        inspecting.task_named("quest")(method=["RAG Baseline", "Closed book"], baseline="bm25")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["kitab", "-T", "condition=all,foo"], "-T condition=foo: "),
        (["kitab", "-T", "variants=all,foo", "-T", "baseline=nothing"], "variants="),
        (["kitab", "-T", "predictions=nofile.jsonl"], "nofile.jsonl does not exist"),
        (
            ["kiwi", "--model-role", "judge=none/a", "--model-role", "judge_b=none/b"],
            "choose one of judge, reader.",
        ),
        (
            ["kitab", "--model-role", "nams=none/a"],
            "no model role 'nams' (did you mean 'names'?)",
        ),
    ],
)
def test_what_would_pass_unseen_is_one_sentence(tamis_here, args, said):
    """A typo beside `all`, a file that is not there, a judge that would not be asked."""
    assert said in tamis_here("run", *args, check=2).err


def test_a_day_and_settings_in_a_list_are_taken_as_they_are_written():
    """Inspect hands over a list; YAML makes a date of a day."""
    options = options_of("fanoutqa")
    runs = options.each({"setting": ["open-book", "closed_book"]})
    assert [run.setting for run in runs] == ["open_book", "closed_book"]
    assert typed_values(["date=2023-11-20"], "-T") == {"date": "2023-11-20"}


def test_other_data_other_prompts_and_other_answers_are_another_run(tmp_path, monkeypatch):
    """A run is gone on with only where all that could change a figure is the same."""
    kitab, options = load_benchmark("kitab"), options_of("kitab")
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"id": "two-000", "text": "Output:"}\n')
    replayed = options(predictions=str(answers))
    before = kitab.run_version(options()), kitab.run_version(replayed)
    answers.write_text('{"id": "two-000", "text": "Output: 1."}\n')
    assert kitab.run_version(replayed) != before[1]
    assert kitab.run_version(options()) == before[0]
    templates = tmp_path / "prompts"
    templates.mkdir()
    (templates / "no_context.j2").write_text("Books by {{ author }}? {{ criteria }}")
    assert kitab.run_version(options(prompts=str(templates))) != before[0]
    _, samples = kitab.load(options())
    other = SimpleNamespace(version="another")
    monkeypatch.setattr(type(kitab), "load", lambda self, options: (other, samples))
    assert kitab.run_version(options()) != before[0]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_card_of_each_benchmark_says_on_what_data_it_ran(name):
    """With its version, its licence and the prompts."""
    shown = load_benchmark(name).shown
    assert {"data", "data_version", "licence", "prompts"} <= set(shown)
    assert len(set(shown)) == len(shown)
