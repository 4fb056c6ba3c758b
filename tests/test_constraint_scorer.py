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
from tamis.checking.scorers import constraints
from tamis.types import InputError

GOOD = {"words": {"max": 60}}
BAD = {"type": "words", "min": 60}
UNCLEAR = "The text must sparkle."
"""Of an answer of two words; no program can say whether a text sparkles."""


@solver
def answer() -> Solver:
    """Answers with what the sample's metadata says, instead of a model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = state.metadata.get("answer", "a plan")
        state.output = ModelOutput.from_content("scripted", text)
        return state

    return solve


def run(scorer: Scorer, metadata, tmp_path, request="x", **more):
    """The log of a task whose samples have `metadata`."""
    samples = [Sample(input=request, id=nth, metadata=one) for nth, one in enumerate(metadata, 1)]
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
    """Three samples: one of three satisfied, nothing decided, an empty output.

    What is not decided is not satisfied; the share of the decided ones stands beside, named so,
    and where nothing was decided it is undefined and left out.
    """
    metadata = [
        {"constraints": [GOOD, BAD, UNCLEAR]},
        {"constraints": "- The text must sparkle.\n# a comment\n- It must hum."},
        {"constraints": [GOOD], "answer": ""},
    ]
    log = run(constraints(), metadata, tmp_path)
    assert log.status == "success"
    first, second, third = scores(log)
    assert first == {
        "satisfied": pytest.approx(1 / 3),
        "all_satisfied": 0,
        "satisfied_of_decided": 0.5,
        "decided": 2,
        "undecided": 1,
        "unread": 0,
        "n": 3,
    }
    assert (second["satisfied"], second["all_satisfied"], second["decided"]) == (0, 0, 0)
    assert nan(second["satisfied_of_decided"])
    assert (third["satisfied"], third["undecided"], third["n"]) == (0, 1, 1)
    means = metrics(log)
    assert means["satisfied"]["mean"] == pytest.approx(1 / 9)
    assert means["satisfied_of_decided"]["mean"] == 0.5
    assert means["n"]["mean"] == 2
    # Of 2, 0, 0: a standard deviation of 2/√3, over √3.
    assert means["decided"]["stderr"] == pytest.approx(2 / 3)
    kept = log.samples[0].scores["constraints"]
    assert kept.answer == "1 of 3 satisfied, 1 not satisfied, 1 undecided"
    detail = kept.metadata["judgements"]
    assert [one["constraint"] for one in detail] == [
        "at most 60 words",
        "at least 60 words",
        UNCLEAR,
    ]
    assert detail[0]["type"] == {"type": "words", "max": 60}
    assert detail[1]["working"] == ["2 words", '"a", "plan"']
    assert "does not understand" in detail[2]["reason"]
    assert log.samples[2].scores["constraints"].metadata["judgements"][0]["outcome"] == "missing"


def test_all_are_satisfied_only_where_all_are_decided(tmp_path):
    """One that nobody could decide is enough for 0."""
    metadata = [{"constraints": [GOOD, "at least 2 words"]}, {"constraints": [GOOD, UNCLEAR]}]
    first, second = scores(run(constraints(), metadata, tmp_path))
    assert (first["all_satisfied"], first["satisfied"]) == (1, 1)
    assert (second["all_satisfied"], second["satisfied"]) == (0, 0.5)
    assert second["satisfied_of_decided"] == 1


TOLD = "Let every idea answer the one before it"
REQUEST = f"Write a note in at most 60 words. No exclamation marks. {TOLD}."


def test_the_input_is_read_as_the_request(tmp_path):
    """Its requirements count, read or not, beside those of the metadata."""
    metadata = [{}, {"constraints": [BAD, GOOD]}]
    log = run(constraints(read_input=True), metadata, tmp_path, request=REQUEST)
    first, second = scores(log)
    assert (first["decided"], first["unread"], first["n"]) == (2, 1, 3)
    assert (first["satisfied"], first["all_satisfied"]) == (pytest.approx(2 / 3), 0)
    assert first["satisfied_of_decided"] == 1
    # "At most 60 words" stands in both, and counts once.
    assert (second["n"], second["decided"]) == (4, 3)
    assert log.samples[0].scores["constraints"].metadata["unread"] == [TOLD]


def test_a_type_may_look_at_the_input(tmp_path):
    """The title of a poem is none of its lines, where the sample's input asks for a poem."""
    poem = {"constraints": [{"lines": 2}], "answer": "**Rain**\nIt falls\nand falls"}
    log = run(constraints(), [poem], tmp_path, request="Write a poem of two lines.")
    assert scores(log)[0]["all_satisfied"] == 1
    log = run(constraints(), [poem], tmp_path / "other", request="Write two lines.")
    assert scores(log)[0]["all_satisfied"] == 0


def test_the_hybrid_asks_the_role_judge_for_what_the_program_leaves(tmp_path, judge):
    """One reply is enough for three constraints, of which the program decides two."""
    metadata = [{"rules": [GOOD, "It must sparkle, to yes.", BAD]}]
    log = run(constraints("hybrid", field="rules"), metadata, tmp_path, **judge)
    (score,) = scores(log)
    assert (score["satisfied"], score["all_satisfied"]) == (pytest.approx(2 / 3), 0)
    assert (score["decided"], score["undecided"], score["n"]) == (3, 0, 3)
    judges = [one["judge"] for one in log.samples[0].scores["constraints"].metadata["judgements"]]
    assert judges[0] == judges[2] == "program"
    assert judges[1] == "openai-api/lab/test"


def test_a_model_judges_alone_and_an_unreadable_reply_is_counted(tmp_path, judge):
    """Yes, no and nonsense: half of the decided are satisfied, one is undecided."""
    metadata = [{"constraints": ["It hums to yes", "It hums to no", "It hums to what"]}]
    log = run(constraints("model"), metadata, tmp_path, **judge)
    (score,) = scores(log)
    assert (score["satisfied_of_decided"], score["decided"], score["undecided"]) == (0.5, 2, 1)
    assert score["satisfied"] == pytest.approx(1 / 3)
    detail = log.samples[0].scores["constraints"].metadata["judgements"]
    assert sorted(one["outcome"] for one in detail) == ["ok", "ok", "unparsed"]


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({}, "metadata 'constraints'"),
        ({"constraints": 3}, "found '3'"),
        ({"constraints": [GOOD, {"words": {"most": 3}}]}, "constraint 2: words"),
        ({"constraints": "- words: 3\n- wrods: 4"}, "item 2: there is no type"),
    ],
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
    assert nan(score["all_satisfied"])
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
    (score,) = scores(run(scorer, [{"rules": "at most 60 words"}], tmp_path))
    assert (score["satisfied"], score["n"]) == (1, 1)
