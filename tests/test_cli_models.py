"""`tamis run --models` and `tamis sweep` for every benchmark: what is asked, where it is kept."""

from __future__ import annotations

import re

import pytest

from server import Server, as_service
from tamis.report.logs import read_runs


@pytest.fixture
def lab(tamis_here, monkeypatch):
    """A command with the two models a and b behind one server; `asked` are the models' names."""
    asked: list[str] = []
    down: set[str] = set()

    def answer(prompt):
        asked.append(prompt.body["model"])
        return 500 if asked[-1] in down else "Output:\nNone"

    with Server(answer) as server:
        service = as_service(server, monkeypatch)

        def run(command: str, benchmark: str, models: str, *args: str, check: int = 0):
            names = ",".join(f"openai-api/{service}/{one}" for one in models.split(","))
            return tamis_here(command, benchmark, "--models", names, *args, check=check)

        run.asked, run.down, run.folder = asked, down, tamis_here.folder
        yield run


def conditions(folder) -> list[tuple[str, str]]:
    """The runs below a folder: condition, and the last letter of model or baseline."""
    return sorted((run.identity["condition"], run.label[-1]) for run in read_runs([folder]))


def test_models_in_turn_have_a_folder_each_and_one_report(lab):
    """Two pages of one model, one of both with their difference; a again is not asked again."""
    said = lab("run", "kitab", "a,b", "--limit", "3", "--out", "both")
    assert lab.asked == ["a"] * 3 + ["b"] * 3
    pages = sorted(lab.folder.glob("both/*/report.html"))
    assert len(pages) == 2
    whole = (lab.folder / "both/report.html").read_text()
    assert "Differences from openai-api" in whole
    assert re.search(r"lab\d+/b", whole)
    assert not re.search(r"lab\d+/b", pages[0].read_text())
    assert "report: both/report.html" in said.out
    # Where two names have the same letters, folders are told apart.
    lab("run", "kitab", "a.b,a-b", "--limit", "1", "--out", "alike")
    assert len(list(lab.folder.glob("alike/*/report.html"))) == 2
    del lab.asked[6:]
    lab("run", "kitab", "a,b,c", "--limit", "3", "--out", "both")
    assert lab.asked[6:] == ["c"] * 3


def test_the_folder_of_several_models_is_that_of_their_parameters(lab):
    """Another model later goes on in the folder; another parameter is another folder."""
    lab("run", "kitab", "a", "--limit", "1")
    lab("run", "kitab", "b", "--limit", "1")
    [folder] = (lab.folder / "runs").iterdir()
    assert folder.name.startswith("kitab-models-")
    assert conditions(folder) == [("with_context", "a"), ("with_context", "b")]
    lab("run", "kitab", "a", "--limit", "1", "-T", "constraints=1")
    assert len(list((lab.folder / "runs").iterdir())) == 2


def test_a_limit_of_spending_is_that_of_all_models(lab):
    """What a has spent is not there for b: the run stops, and says so."""
    said = lab("run", "kitab", "a,b", "--limit", "3", "--token-limit", "1", "--out", "o", check=1)
    assert "STOPPED" in said.err
    assert "b" not in lab.asked


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--model", "x/y", "--models", "x/z"], "give --model for one model or --models"),
        (["--models", ","], "--models is empty"),
        (["--models", "none,x/y"], "run the baselines without --models"),
        (
            ["--models", "x/y", "-T", "condition=nowhere"],
            "-T condition=nowhere: there is no value 'nowhere'",
        ),
    ],
)
def test_models_that_cannot_be_run_are_one_sentence(tamis_here, args, said):
    """Before anything is asked."""
    done = tamis_here("run", "kitab", *args, check=2)
    assert said in done.err
    assert not (tamis_here.folder / "runs").exists()


def test_kitab_s_conditions_are_swept_with_their_baselines(lab):
    """Each model in both; `nothing` answers in each, the others where there is a list."""
    both = "no_context,with_context"
    lab("sweep", "kitab", "a,b", "--methods", both, "--limit", "2", "--out", "o")
    assert sorted(lab.asked) == ["a"] * 4 + ["b"] * 4
    found = conditions(lab.folder / "o")
    assert [who for condition, who in found if condition == "no_context"] == ["a", "b", "g"]
    assert [who for condition, who in found if condition == "with_context"] == list("abcgt")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["quest", "--models", " , "], "--models is empty"),
        (["quest", "--models", "None"], "`none`, which is not a model"),
        (["kitab", "-T", "condition=all", "--methods", "all_books"], "not both"),
        (["kiwi", "--methods", "many"], "-T shots=many cannot be used"),
    ],
)
def test_a_sweep_that_cannot_be_run_is_one_sentence(tamis_here, args, said):
    """Before anything is asked."""
    assert said in tamis_here("sweep", "--models", "x/y", *args, check=2).err
