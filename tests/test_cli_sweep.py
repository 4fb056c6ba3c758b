"""`tamis sweep`: methods by models on the scripted model, one report, and nothing asked twice."""

from __future__ import annotations

import re

import pytest

from quest_script import AUCTION, Asked, desk
from tamis.report.logs import read_runs

__all__ = ["desk"]

METHODS = "RAG Baseline,RAG Justified QA"


@pytest.fixture
def sweep(desk):
    """Run the sweep with two models, of which `b` is right where `a` is wrong in one answer."""

    def better(asked: Asked):
        right = asked.prompt.body["model"] == "b" and asked.question == AUCTION
        return 'Final Answer: ["5"]' if right and asked.step == "retrieve_and_read" else None

    desk.lab.special = better

    def run(*args: str, methods: str = METHODS, models: str = "a,b", check: int = 0):
        names = ",".join(f"openai-api/{desk.lab.service}/{model}" for model in models.split(","))
        given = ["--methods", methods, "--models", names, "--data", str(desk.data)]
        return desk.tamis("sweep", "quest", *given, *args, check=check)

    run.desk = desk
    return run


def folder(desk):
    """The one folder of the sweep."""
    [found] = (desk.folder / "runs").iterdir()
    return found


def asked_of(desk) -> list[str]:
    """The models asked, a name for each call."""
    return [asked.prompt.body["model"] for asked in desk.lab.asked]


def test_methods_by_models_in_one_report(sweep):
    """A leaderboard of four rows, their differences from the first, and F1 against cost."""
    said = sweep("--no-baselines")
    runs = read_runs([folder(sweep.desk)])
    assert sorted((run.identity["condition"], run.label[-1]) for run in runs) == [
        ("RAG Baseline", "a"), ("RAG Baseline", "b"), ("RAG Justified QA", "a"),
        ("RAG Justified QA", "b"),
    ]  # fmt: skip
    assert sorted(asked_of(sweep.desk)) == ["a"] * 12 + ["b"] * 12
    assert said.out.count("(model)") >= 4
    page = (folder(sweep.desk) / "report.html").read_text()
    assert f"Differences from openai-api/{sweep.desk.lab.service}/a, RAG Baseline" in page
    # F1 by the revised golds: b gains 1 in one of the six questions. With a standard error of 1/6
    # and t = 2.571 for five degrees of freedom, .583 of the way from -1 to 1: a logit of
    # .336 ± 2.571 · (1/12) / (.583 · .417).
    assert "+0.167 (-0.27 to +0.54), p 1.000" in page
    # Justified answers: -1/2, 0, 4/5 - 2/3, +2/3, 0 and 0 (not read on both sides), by 6.
    assert "+0.050 (" in page
    assert "F1 against cost" in page
    assert "oracle" not in page


def test_a_sweep_that_is_done_asks_nothing(sweep):
    """The same command again only reports, however fast; a model named twice is one."""
    sweep("--no-baselines")
    first = (folder(sweep.desk) / "report.html").read_text()
    calls = len(sweep.desk.lab.asked)
    sweep("--no-baselines", "--max-connections", "4", models="a,b,a")
    assert len(sweep.desk.lab.asked) == calls
    assert (folder(sweep.desk) / "report.html").read_text() == first


def test_a_sweep_that_failed_for_one_model_asks_just_the_rest(sweep):
    """Model b is down: a's rows are shown, exit code 1; the same command then asks b alone."""
    usual = sweep.desk.lab.special

    def down(asked: Asked):
        return 500 if asked.prompt.body["model"] == "b" else usual(asked)

    sweep.desk.lab.special = down
    said = sweep("--no-baselines", "--max-retries", "0", check=1)
    assert "INCOMPLETE: 12 of 24 samples failed. First cause: openai-api/" in said.err
    assert "the server answered 500" in said.err
    del sweep.desk.lab.asked[:]
    sweep.desk.lab.special = usual
    sweep("--no-baselines", "--max-retries", "0")
    assert asked_of(sweep.desk) == ["b"] * 12
    page = (folder(sweep.desk) / "report.html").read_text()
    assert "+0.167 (-0.27 to +0.54), p 1.000" in page


def test_differences_are_from_the_chosen_method_in_the_order_of_the_others(sweep):
    """However the logs lie; the reference has no row."""
    methods = "RAG Justified QA + CoT,RAG Justified QA,CiC Baseline,RAG Baseline"
    sweep("--no-baselines", "--against", "RAG Justified QA", methods=methods, models="a")
    page = (folder(sweep.desk) / "report.html").read_text()
    assert f"Differences from openai-api/{sweep.desk.lab.service}/a, RAG Justified QA" in page
    assert "-0.050 (" in page
    table = page[page.index('id="table-differences"') :]
    table = table[: table.index("</table>")]
    groups = [name for name in re.findall(r">([^<>]+)<", table) if name in methods.split(",")]
    assert groups == ["RAG Justified QA + CoT", "CiC Baseline", "RAG Baseline"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"methods": "RAG Baseline,RAG Sorcery"}, "there is no method 'RAG Sorcery'"),
        ({"methods": "CiC Baseline", "against": "RAG Baseline"}, "there is only CiC Baseline."),
        ({"extra": ["-T", "kk=3"]}, "no parameter 'kk'"),
        ({"extra": ["-T", "golds=silver"]}, "choose one of original, revised"),
    ],
)
def test_what_is_wrong_is_said_before_the_first_call(sweep, args, said):
    """One sentence, exit code 2, nothing asked and nothing written."""
    against = ["--against", args["against"]] if "against" in args else []
    methods = args.get("methods", METHODS)
    failed = sweep(*args.get("extra", []), *against, methods=methods, check=2)
    assert said in failed.err
    assert len(failed.err.strip().splitlines()) == 1
    assert not sweep.desk.lab.asked
    assert not (sweep.desk.folder / "runs").exists()
