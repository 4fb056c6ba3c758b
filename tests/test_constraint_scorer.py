"""The Inspect scorer `tamis/constraints` in other people's tasks."""

from __future__ import annotations

import math

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import registry_create, registry_info

from server import Server
from tamis.checking import program
from tamis.checking.judgement import Judgement
from tamis.checking.scorers import constraints
from tamis.types import InputError

KNOWN = {"good": True, "bad": False, "unclear": None}


@pytest.fixture(autouse=True)
def judged(monkeypatch):
    """A program judge that goes by the first word of a constraint."""

    def judge(constraint: str, response: str) -> Judgement:
        satisfied = KNOWN[constraint.split()[0]]
        if satisfied is None:
            return Judgement(None, "program", "abstained", reason="no unit.")
        return Judgement(satisfied, "program")

    monkeypatch.setattr(program, "judge", judge)


@solver
def answer() -> Solver:
    """Answers with what the sample's metadata says, instead of a model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = state.metadata.get("answer", "a plan")
        state.output = ModelOutput.from_content("scripted", text)
        return state

    return solve


def run(scorer: Scorer, metadata, tmp_path, **more):
    """The log of a task whose samples have `metadata`."""
    samples = [Sample(input="x", id=nth, metadata=one) for nth, one in enumerate(metadata, 1)]
    (log,) = eval(
        Task(samples, solver=answer(), scorer=scorer),
        model="none/none",
        display="none",
        log_dir=str(tmp_path),
        **more,
    )
    return log


@pytest.fixture
def judge(monkeypatch):
    """The role `judge`, played by a server: yes, no or nonsense by the constraint's last word."""
    said = {"yes": "FINALANSWER: yes", "no": "FINALANSWER: no", "what": "Hm, a plan."}

    def reply(prompt):
        return next(text for word, text in said.items() if f"to {word}" in prompt)

    with Server(reply) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        yield {"model_roles": {"judge": "openai-api/lab/test"}}


def scores(log):
    """The values of the samples, NaN as Inspect logs it."""
    return [next(iter(sample.scores.values())).value for sample in log.samples]


def metrics(log) -> dict[str, dict[str, float]]:
    """Figure by figure: mean and stderr."""
    return {
        score.name: {name: metric.value for name, metric in score.metrics.items()}
        for score in log.results.scores
    }


def nan(value) -> bool:
    """NaN, which a log may hold as null."""
    return value is None or math.isnan(value)


def test_the_values_and_their_means(tmp_path):
    """Three samples: 1 of 2 decided, nothing decided, an empty output.

    The mean share is that of the first alone; the others are undefined, and left out.
    """
    metadata = [
        {"constraints": ["good one", "bad one", "unclear one"]},
        {"constraints": "- unclear one\n# a comment\n- unclear two"},
        {"constraints": ["good one"], "answer": ""},
    ]
    log = run(constraints(), metadata, tmp_path)
    assert log.status == "success"
    first, second, third = scores(log)
    assert first == {"satisfied": 0.5, "all_satisfied": 0, "decided": 2, "undecided": 1, "n": 3}
    assert nan(second["satisfied"])
    assert nan(second["all_satisfied"])
    assert (second["decided"], second["undecided"], second["n"]) == (0, 2, 2)
    assert nan(third["satisfied"])
    assert third["undecided"] == 1
    means = metrics(log)
    assert means["satisfied"]["mean"] == 0.5
    assert means["n"]["mean"] == 2
    # Of 2, 0, 0: a standard deviation of 2/√3, over √3.
    assert means["decided"]["stderr"] == pytest.approx(2 / 3)
    detail = log.samples[0].scores["constraints"].metadata["judgements"]
    assert [one["constraint"] for one in detail] == ["good one", "bad one", "unclear one"]
    assert detail[2]["reason"] == "no unit."
    assert log.samples[2].scores["constraints"].metadata["judgements"][0]["outcome"] == "missing"


def test_the_hybrid_asks_the_role_judge_for_what_the_program_leaves(tmp_path, judge):
    """One reply is enough for three constraints, of which the program decides two."""
    metadata = [{"rules": ["good one", "unclear to yes", "bad one"]}]
    log = run(constraints("hybrid", field="rules"), metadata, tmp_path, **judge)
    (score,) = scores(log)
    assert score == {
        "satisfied": pytest.approx(2 / 3),
        "all_satisfied": 0,
        "decided": 3,
        "undecided": 0,
        "n": 3,
    }
    judges = [one["judge"] for one in log.samples[0].scores["constraints"].metadata["judgements"]]
    assert judges[0] == judges[2] == "program"
    assert judges[1] == "openai-api/lab/test"


def test_a_model_judges_alone_and_an_unreadable_reply_is_counted(tmp_path, judge):
    """Yes, no and nonsense: half of the decided are satisfied, one is undecided."""
    metadata = [{"constraints": ["good to yes", "good to no", "good to what"]}]
    log = run(constraints("model"), metadata, tmp_path, **judge)
    (score,) = scores(log)
    assert (score["satisfied"], score["decided"], score["undecided"]) == (0.5, 2, 1)
    detail = log.samples[0].scores["constraints"].metadata["judgements"]
    assert sorted(one["outcome"] for one in detail) == ["ok", "ok", "unparsed"]


@pytest.mark.parametrize(
    ("metadata", "said"),
    [({}, "metadata 'constraints'"), ({"constraints": 3}, "found '3'")],
)
def test_a_sample_without_constraints_is_said(metadata, said, tmp_path):
    """The run stops with the sample and the field, before it is paid for."""
    log = run(constraints(), [metadata], tmp_path)
    assert log.status == "error"
    assert said in log.error.message
    assert "sample 1" in log.error.message


def test_an_empty_list_is_no_constraint(tmp_path):
    """Nothing to satisfy is undefined, and not an error."""
    (score,) = scores(run(constraints(), [{"constraints": []}], tmp_path))
    assert nan(score["satisfied"])
    assert score["n"] == 0


@pytest.mark.parametrize("wrong", [{"judge": "jury"}, {"shots": 1}])
def test_wrong_parameters_are_said(wrong):
    """One sentence, when the task is made."""
    with pytest.raises(InputError, match=r"jury|0 or 2"):
        constraints(**wrong)


def test_inspect_finds_it_by_its_name(tmp_path):
    """`tamis/constraints` is what `--scorer` and other packages call it."""
    scorer = registry_create("scorer", "tamis/constraints", judge="program", field="rules")
    assert isinstance(scorer, Scorer)
    assert registry_info(scorer).name == "tamis/constraints"
    (score,) = scores(run(scorer, [{"rules": "good one"}], tmp_path))
    assert (score["satisfied"], score["n"]) == (1, 1)
