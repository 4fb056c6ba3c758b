"""The three tables of the documentation, by its own commands, evaluated to a report."""

from __future__ import annotations

import asyncio
import json
import math
import re
import shlex
import shutil
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

import here
from tamis.benchmarks.kitab import baselines
from tamis.benchmarks.kitab import data as kitab_data
from tamis.benchmarks.kitab.options import Options
from tamis.benchmarks.kitab.reply import looks_for
from tamis.benchmarks.kitab.samples import load_samples
from tamis.benchmarks.kitab.score import score
from tamis.benchmarks.quest import data as quest_data
from tamis.reading.replies import read
from tamis.report.logs import read_runs
from tamis.types import InputError, Reply

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "collect-table.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^\$ tamis (.+)$", PAGE, re.M)]
COLLECTING = [command for command in COMMANDS if command[:2] == ["collect", "table"]]
DOMAINS = ("films", "papers", "restaurants")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the commands of the page were run, each giving a folder `out/DOMAIN`."""
    place = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / "docs" / "tables", place / "docs" / "tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for command in COLLECTING:
            assert here.tamis(*command) == 0
    return place


@pytest.mark.parametrize("domain", DOMAINS)
def test_checking_the_shown_facts_gives_the_golds_of_the_query_engine(folder, domain):
    """Two ways to the same answers: SQL on the table, and Python on what the prompt shows."""
    dataset, questions = load_samples(Options.parse({"data": str(folder / "out" / domain)}))
    assert len(questions) >= 80
    assert {t for q in questions for t in q.query.types} >= {
        "starts-with", "publishing-year", "category", "no-category", "number",
    }  # fmt: skip
    assert dataset.domain is not None
    for question in questions:
        reply = Reply(asyncio.run(baselines.answer("symbolic", question)))
        titles = read(reply, looks_for("")).values
        assert sorted(titles) == sorted(question.query.gold)
        assert dataset.domain.of(question.query.author) in question.input
        assert "book" not in question.input.lower()
        for variant in ("paper", "strict"):
            got = score(question.query, titles, variant)
            assert got.completeness == 1 or not question.query.gold


@pytest.mark.parametrize("domain", DOMAINS)
def test_set_questions_are_read_with_golds_in_the_corpus(folder, domain):
    """No gold is missing from the corpus, no question is without one, all templates are there."""
    dataset = quest_data.load(str(folder / "out" / domain))
    assert dataset.notes == ()
    titles = {document.title for document in dataset.documents}
    assert all(q.golds["original"].match <= titles for q in dataset.questions)
    assert all(len(q.relevant) == len(q.golds["original"].match) > 0 for q in dataset.questions)
    assert len({q.template for q in dataset.questions}) == 7
    assert len(dataset.examples) == 5
    asked_for = {q.text for q in dataset.questions}
    assert len(asked_for) == len(dataset.questions)
    assert not asked_for & {q.text for q in dataset.examples}


@pytest.mark.parametrize("domain", DOMAINS)
def test_tables_run_to_a_report(folder, domain, monkeypatch, capsys):
    """A baseline of a benchmark; those that check or know the golds are all correct."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TAMIS_HOME", str(folder / "home"))
    out = str(folder / "out" / domain)
    few = ["--limit", "4"]
    # Of papers the set questions, of the others the list queries: a run takes its time.
    benchmark, baseline, figure = (
        ("quest", "oracle", "original_paper_f1")
        if domain == "papers"
        else ("kitab", "symbolic", "strict_all_correct")
    )
    assert here.tamis("run", benchmark, "--data", out, "-T", f"baseline={baseline}", *few) == 0
    said = capsys.readouterr().out
    [run] = read_runs([re.search(r"^logs: +(\S+)", said, re.M)[1]])
    assert run.identity["data"] == domain
    if benchmark == "kitab":
        # Where the data has gone since, the report still has its words.
        nouns = {"films": ("films", "director"), "restaurants": ("restaurants", "quarter")}
        assert (run.identity["items"], run.identity["anchor"]) == nouns[domain]
        assert f"Lists of {domain} under constraints" in said
        assert "GPT4" not in said
    assert [s.values[figure] for s in run.samples] == [1.0] * 4
    assert Path(re.search(r"^report: +(\S+)", said, re.M)[1]).is_file()


def test_every_condition_is_asked_in_the_words_of_the_domain(folder):
    """Single items of categories and numbers are among them."""
    for condition in ("all_books", "no_context", "self_context", "single_item"):
        options = Options.parse({"data": str(folder / "out" / "papers"), "condition": condition})
        questions = load_samples(options)[1]
        for question in questions:
            listed = f"papers with {question.query.author} among their authors"
            assert listed in question.input
            assert "born in" not in question.input
    families = {q.query.constraints[0].family for q in questions}
    assert {"category", "number"} <= families


def test_facts_are_shown_behind_the_titles_and_no_part_of_them(folder):
    """A model sees what decides; a film without a genre has none."""
    _, questions = load_samples(Options.parse({"data": str(folder / "out" / "films")}))
    lines = [line for q in questions for line in q.input.splitlines() if " | " in line]
    assert all(re.search(r" \| runtime: \d+$", line) for line in lines)
    assert any(" | genre: " not in line for line in lines)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("item_facts", "[{}]", "column 'item_facts': a list of 12 is needed"),
        ("item_facts", "noise", "column 'item_facts' is not JSON"),
        ("checks", '[{"column": "genre"}]', "is no check"),
        ("checks", "[" * 5000 + "]" * 5000, "column 'checks' is nested too deeply"),
        ("item_facts", [{"genre": [[1]]}], "'genre' is [[1]], where a number or a list of texts"),
        ("item_facts", [{"runtime": math.inf}], "'runtime' is inf"),
    ],
)
def test_rows_whose_facts_are_broken_are_named(folder, tmp_path, column, value, said):
    """The file and the line; nothing is scored on facts that are not there."""
    copy = tmp_path / "films"
    shutil.copytree(folder / "out" / "films", copy)
    path = copy / "KITAB-ONE-BOOK-CONSTRAINTS.json"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    row = next(r for r in rows if r["constraint_type"] == "category")
    if isinstance(value, list):
        value = json.dumps(value * len(json.loads(row["item_facts"])))
    path.write_text(json.dumps({**row, column: value}) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(f"{path}, line 1: ")) as error:
        kitab_data.load(str(copy))
    assert said in str(error.value)
    (copy / "domain.json").write_text('{"item": "film"}', encoding="utf-8")
    with pytest.raises(InputError, match="is no domain"):
        kitab_data.load(str(copy))
