"""The commands as their users type them: what they print, write and refuse."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from inspect_ai.log import read_eval_log, write_eval_log

import here
from server import Server, as_service
from tamis.benchmarks.kitab.baselines import reply
from tamis.benchmarks.kitab.options import Options
from tamis.benchmarks.kitab.samples import load_samples
from tamis.report.logs import read_runs

DEEP = "[" * 5000 + "]" * 5000


def test_help_imports_nothing_heavy():
    """`tamis --help` loads no Inspect, no pandas, no renderer."""
    code = (
        "import sys; from click.testing import CliRunner; from tamis.cli import tamis;"
        "done = CliRunner().invoke(tamis, ['--help']); assert done.exit_code == 0;"
        "heavy = {'inspect_ai', 'rich', 'jinja2', 'pydantic', 'rapidfuzz', 'numpy', 'yaml'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.fixture(scope="module")
def baselines(tmp_path_factory):
    """One run of the baselines on the first 40 queries, for the tests that read runs."""
    folder = tmp_path_factory.mktemp("baselines")
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
        patch.chdir(folder)
        patch.setenv("COLUMNS", "100")
        assert here.tamis("run", "kitab", "--limit", "40", "--out", "here") == 0
    return folder / "here", said.getvalue()


def test_a_run_without_a_model_shows_baselines_beside_the_papers_figures(baselines):
    """Rows of three baselines and of both published models, each marked as what it is."""
    said = baselines[1]
    for row in ("symbolic (baseline)", "whole_list (baseline)", "nothing (baseline)"):
        assert row in said
    published = next(line for line in said.splitlines() if "GPT4 (published)" in line)
    # Completeness, all correct, how many were not read, n, and the shares of titles.
    assert published.split()[2:] == ["0.70", "0.31", "–", "–", "0.00", "0.78", "0.21"]
    assert "variant=paper, data=mini" in said


def test_a_run_writes_a_log_and_a_page_that_opens_alone(baselines):
    """report.html stands by itself: nothing in it is loaded from elsewhere."""
    page = (baselines[0] / "report.html").read_text()
    assert "GPT3.5" in page
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", page)
    assert "<script" not in page
    assert list((baselines[0] / "logs").glob("*.eval"))


def test_a_report_is_written_in_every_form(baselines, tamis_here):
    """HTML, one CSV file, a LaTeX file per table, an SVG per figure."""
    tamis_here("report", str(baselines[0]), "--html", "r.html", "--csv", "c.csv", "--latex", "t",
          "--figures", "f", "--all")  # fmt: skip
    rows = csv.DictReader((tamis_here.folder / "c.csv").open(newline=""))
    wanted = ("symbolic", "overall-1-paper", "satisfied")
    [symbolic] = [row for row in rows if (row["system"], row["table"], row["measure"]) == wanted]
    assert (symbolic["kind"], symbolic["row"]) == ("baseline", "with_context")
    assert 0.9 < float(symbolic["value"]) <= 1
    assert int(symbolic["n"]) <= int(symbolic["asked"])
    assert r"\toprule" in (tamis_here.folder / "t/overall-1-strict.tex").read_text()
    assert (tamis_here.folder / "r.html").exists()
    assert {p.suffix for p in (tamis_here.folder / "f").iterdir()} == {".svg"}


def test_a_report_imports_no_inspect(baselines):
    """Inspect takes over a second to import; a report of what it wrote does without it."""
    code = (
        "import sys; from click.testing import CliRunner; from tamis.cli import tamis;"
        f"done = CliRunner().invoke(tamis, ['report', {str(baselines[0])!r}]);"
        "assert done.exit_code == 0; print('inspect_ai' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_log_of_another_version_of_inspect_gives_the_same_run(baselines, tmp_path):
    """That one is read by Inspect's reader, which knows what its fields were once called."""
    for path in sorted((baselines[0] / "logs").glob("*.eval")):
        log = read_eval_log(str(path))
        log.eval.packages["inspect_ai"] = "0.3.1"
        write_eval_log(log, str(tmp_path / path.name))
    here, there = read_runs([baselines[0]]), read_runs([tmp_path])
    assert {run.versions["Inspect"] for run in there} == {"0.3.1"}
    for one, other in zip(here, there, strict=True):
        # As texts, since figures may be NaN; Inspect has written the samples in another order.
        assert sorted(map(repr, one.samples)) == sorted(map(repr, other.samples))
        places = {"logs": (), "versions": {}, "samples": ()}
        assert repr(replace(one, **places)) == repr(replace(other, **places))


def test_two_runs_are_compared_on_the_same_samples(baselines, tamis_here):
    """B - A with an interval; symbolic against whole_list on the queries that both have."""
    logs = sorted((baselines[0] / "logs").glob("*.eval"))
    said = tamis_here("compare", str(logs[0]), str(logs[1])).out
    assert "95% interval" in said
    assert "Completeness (variant=paper)" in said
    whole = tamis_here("compare", str(logs[0]), str(logs[1]), "--all").out
    assert "Samples for .02: how many" in " ".join(whole.split())
    found = json.loads(
        tamis_here("compare", str(logs[0]), str(logs[1]), "--json", "--csv", "c.csv").out
    )
    rows = list(csv.DictReader((tamis_here.folder / "c.csv").open(newline="")))
    assert [float(row["difference"]) for row in rows] == [one["difference"] for one in found]
    assert all(one["low"] <= one["difference"] <= one["high"] for one in found)
    assert all(one["p_sign_flips"] <= one["p_holm"] <= 1 for one in found)


def test_a_comparison_pairs_questions_not_row_numbers(tamis_here):
    """Single items of two seeds share ids, but only those with the same question are paired."""
    args = ["run", "kitab", "-T", "condition=single_item", "-T", "baseline=nothing"]
    tamis_here(*args, "-T", "seed=0", "--limit", "80", "--out", "a")
    tamis_here(*args, "-T", "seed=1", "--limit", "80", "--out", "b")
    said = tamis_here("compare", "a", "b", "--all").out
    first, second = (
        load_samples(Options.parse({"condition": "single_item", "seed": seed}))[1][:80]
        for seed in (0, 1)
    )
    known = {question.id: question.input for question in first}
    same = sum(known.get(question.id) == question.input for question in second)
    assert f"{same} of 80 in A and 80 in B" in " ".join(said.split())


def test_a_comparison_fits_a_screen(tamis_here):
    """Nine pairs of KITAB's baselines, three of them alike: the rest is had with --all."""
    for folder in ("one", "two"):
        tamis_here("run", "kitab", "--limit", "12", "--out", folder)
    said = tamis_here("compare", "one", "two").out
    assert len(said.splitlines()) <= 40
    assert "symbolic / nothing" in said
    assert "no difference in 12 pairs" in " ".join(said.split())
    assert "--all" in said
    assert len(tamis_here("compare", "one", "two", "--all").out.splitlines()) > 100


def test_a_run_is_not_compared_with_itself(baselines, tamis_here):
    """Whether its folder or one of its logs is named twice: a sentence."""
    log = min((baselines[0] / "logs").glob("*.eval"))
    for a, b in ((baselines[0], baselines[0]), (log, log), (baselines[0], log)):
        done = tamis_here("compare", str(a), str(b), check=2)
        assert "a run does not differ from itself" in done.err


def test_a_comparison_without_common_samples_is_refused(baselines, tamis_here):
    """Nothing in common is one sentence, not an empty table."""
    tamis_here("run", "kitab", "-T", "condition=all_books", "--limit", "2", "--out", "other")
    done = tamis_here("compare", str(baselines[0]), "other", check=2)
    assert "no samples in common" in done.err
    tamis_here("run", "quest", "-T", "baseline=nothing", "--limit", "2", "--out", "quest")
    done = tamis_here("compare", str(baselines[0]), "quest", check=2)
    assert "several benchmarks (kitab, quest)" in done.err


@pytest.mark.parametrize(
    ("prices", "of"),
    [
        ("o/m: {input: 2.5, output: 1e3}", (2.5, 1000)), ("m: {input: '1e9', output: 0}", (1e9, 0)),
        ("x/m: {input: 1, output: 1}\nm: {input: 7, output: 0.25}", (7, 0.25)),
    ],
)  # fmt: skip
def test_an_estimate_spends_nothing_and_counts_tokens_at_their_prices(tamis_here, prices, of):
    """481 calls, twice, of at most 400 tokens; prices by the full name or without the provider."""
    (tamis_here.folder / "prices.yaml").write_text(prices)
    args = ("estimate", "kitab", "-T", "condition=no_context", "--epochs", "2", "--model", "o/m")
    [found] = json.loads(tamis_here(*args, "--prices", "prices.yaml", "--json").out)
    assert (found["samples"], found["calls"]) == (481, 962)
    assert 0 < found["tokens_out"] < found["tokens_out_most"] == 962 * 400
    for cost, tokens in (("cost", "tokens_out"), ("cost_most", "tokens_out_most")):
        spent = found["tokens_in"] * of[0] + found[tokens] * of[1]
        assert found[cost] == pytest.approx(spent / 1_000_000, abs=0.01)


def test_an_estimate_is_shown_and_is_data(tamis_here):
    """The same figures in the terminal and as CSV; an unknown cost is an empty cell, and said."""
    said = tamis_here("estimate", "kitab", "--csv", "e.csv").out
    [row] = csv.DictReader((tamis_here.folder / "e.csv").open(newline=""))
    figures = {line.split("  ")[0]: line for line in said.splitlines()}
    assert figures["calls"].split()[1] == row["samples"] == "481"
    assert f"{int(row['tokens_in']):,}" in figures["tokens in"]
    assert f"at most {int(row['tokens_out_most']):,}" in figures["tokens out"]
    assert row["cost"] == ""
    assert "--model" in figures["cost"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        *[(f"a/b: {{input: {one}, output: 1}}", "where a number from 0 to 1,000,000,000") for one in
          ("9" * 400, "-0.1", "1000000000.5", "yes", ".inf")],
        ("a/b: {input: 1, output: .nan}", "the price `output` of a/b is nan"),
        (f"a/b: {{input: {DEEP}, output: 1}}", "nested too deeply"), ("a/b: 3", "no price for a/b"),
        ("- a/b", "no price for a/b"), ("x/a/b: {input: 1, output: 1}", "no price for a/b"),
    ],
)  # fmt: skip
def test_a_price_that_is_none_is_one_sentence(tamis_here, content, said):
    """Endless, negative and nested prices name the file; no cost is worked out from them."""
    (tamis_here.folder / "prices.yaml").write_text(content)
    done = tamis_here("estimate", "kitab", "--model", "a/b", "--prices", "prices.yaml", check=2)
    assert done.err.startswith("Error: prices.yaml")
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert len(done.err) < 300


def test_predictions_are_scored_like_a_run(tamis_here):
    """The gold as prediction is perfect; an id without a text is counted as missing."""
    chosen = ("-T", "constraints=1", "--limit", "60")
    asked = [
        json.loads(one)["id"] for one in tamis_here("prompts", "kitab", *chosen).out.splitlines()
    ]
    golds = {q.id: q.query.gold for q in load_samples(Options.parse({"constraints": "1"}))[1]}
    lines = [json.dumps({"id": id, "text": reply(golds[id])}) for id in asked[:-3]]
    (tamis_here.folder / "mine.jsonl").write_text("\n".join(lines) + "\n")
    done = tamis_here("score", "kitab", "mine.jsonl", *chosen)
    assert "3 ids have no prediction" in done.err
    row = next(line for line in done.out.splitlines() if line.strip().startswith("mine (model)"))
    # Of 60 three were not read; the others are perfect but for the empty answers, which `paper` has
    # as not correct.
    empty = sum(not golds[id] for id in asked[:-3])
    right = f"{(57 - empty) / 60:.2f}"
    assert [one for one in row.split()[2:] if "±" not in one][:4] == ["0.95", right, "3", "60"]
    whole = tamis_here("report", "runs", "--all").out
    outcomes = whole[whole.index("Outcomes") :]
    counts = next(x for x in outcomes.splitlines() if x.strip().startswith("mine (model)")).split()
    assert re.search(r"Asked +OK +Empty +Missing", outcomes)
    assert counts[2:] == ["60", str(57 - empty), str(empty), "3"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"id": "one-0000", "text": "x"}\n{"id": "one-0000", "text": "y"}\n', "there twice"),
        ('{"id": "two-9999", "text": "x"}\n', "'two-9999'"),
        ('{"id": "one-0000", "text": "x"}\n{"id": "one-00', "line 2"),
        ('{"id": "one-0000"}\n', "has no `text`"), ("[1, 2]\n", "line 1"),
        ("", "holds no predictions"),
        (f'{{"id": "one-0000", "text": {DEEP}}}\n', "line 1 is nested too deeply"),
        ('{"id": "one-0000", "text": "x", "text": "y"}\n', 'line 1 has the key "text" twice'),
    ],
)  # fmt: skip
def test_a_broken_prediction_file_is_one_sentence(tamis_here, content, said):
    """Doubled, unknown and missing ids, doubled keys, broken lines and noise name the line."""
    (tamis_here.folder / "p.jsonl").write_bytes(content.encode("latin-1"))
    done = tamis_here("score", "kitab", "p.jsonl", check=2)
    assert done.err.startswith("Error: ")
    assert said in done.err
    assert "p.jsonl" in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "kitap"], "no benchmark 'kitap'"),
        (["run", "ifeval"], "`inspect eval inspect_evals/ifeval`"),
        (["data", "fetch", "ifbench"], "github.com/allenai/IFBench"),
        (
            ["run", "kitab", "-T", "condition=sometimes"],
            "-T condition=sometimes: there is no value 'sometimes'; choose one of no_context",
        ),
        (["run", "kitab", "-T", "conditon=no_context"], "no parameter 'conditon'"),
        (["run", "kitab", "--data", "released"], "tamis data fetch kitab"),
        (["run", "kitab", "--data", "nowhere"], "no data 'nowhere'"),
        (["score", "kitab", "nowhere.jsonl"], "nowhere.jsonl does not exist"),
        (["run", "kitab", "--model", "a/b", "-T", "baseline=nothing"], "not both"),
        (["run", "kitab", "--model", "a/b", "-T", "names=model"], "--model-role names="),
        (["run", "kitab", "--out", "/dev/null/x"], "/dev/null/x cannot be written"),
        (["report", "nowhere"], "no log nowhere"),
        (["estimate", "kitab", "--prices", "none.yaml"], "--prices needs --model"),
        (["run", "kitab", "--model", "a/b", "--cost-limit", "1"], "--cost-limit needs --prices"),
        (["ask", "x", "--corpus", ".", "--cost-limit", "1", "--prices", "p"], "needs --model"),
        (["check"], "there is no response"),
        (["check", "--pairs", "-", "--request", "-"], "only one file can be read from standard"),
        (["run", "kitab", "-T", "x=!!timestamp foo"], "of the kind that its tag says"),
        (["run", "kitab", "-T", f"x={DEEP}"], "is nested too deeply (over 100 levels)"),
        (["run", "kitab", "-T", "x=&a [*a]"], "-T x=&a [*a] is nested too deeply"),
        (["run", "kitab", "-T", f"order_seed={'9' * 5000}"], "value has 5000 digits)"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(tamis_here, args, said):
    """What the user got wrong is named; nothing is run, nothing is written."""
    done = tamis_here(*args, check=2)
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert not (tamis_here.folder / "runs").exists()


@pytest.mark.parametrize(
    "option",
    [
        "--temperature=2.1", "--temperature=-0.1", "--top-p=0", "--max-tokens=0", "--epochs=0",
        "--reasoning-effort=some", "--reasoning-tokens=0", "--limit=0", "--max-connections=0",
        "--max-retries=-1", "--attempt-timeout=0", "--token-limit=0", "--cost-limit=0",
    ],
)  # fmt: skip
def test_a_value_out_of_its_range_is_refused_by_its_option(tamis_here, option):
    """Exit code 2, before anything is run."""
    assert option.partition("=")[0] in tamis_here("run", "kitab", option, check=2).err


def test_a_run_has_the_folder_of_what_it_asks(tamis_here):
    """Not of how fast, how much of it or for how much; progress is a line for each tenth."""
    run = ("run", "kitab", "-T", "baseline=nothing")
    said = tamis_here(*run, "--limit", "20").err
    assert re.findall(r"(\d+)/20", said) == [str(n) for n in range(2, 21, 2)]
    same = ("--max-connections=3", "--max-retries=1", "--attempt-timeout=5", "--token-limit=9")
    tamis_here(*run, "--limit", "3", *same, "--no-cache")
    for n, more in enumerate((("--epochs", "2"), ("--seed", "1"), ("-T", "order-seed=5"))):
        tamis_here(*run, *more, "--limit", "2")
        assert len(list((tamis_here.folder / "runs").iterdir())) == n + 2


@pytest.mark.parametrize(("ignored", "code"), [(False, 129), (True, 0)])
def test_a_hangup_ends_a_run_unless_it_was_started_to_ignore_it(
    tamis_here, monkeypatch, ignored, code
):
    """As `nohup` starts it; it comes while the second of three is asked for."""
    asked = []

    def answer(prompt):
        asked.append(prompt)
        if len(asked) == 2:
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.2)
        return "Output:\nNone"

    # Neither what this process was started to ignore nor a hangup out of time matters.
    heard = signal.SIG_IGN if ignored else lambda *_: None
    before = signal.signal(signal.SIGHUP, heard), signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Server(answer) as server:
            model = f"openai-api/{as_service(server, monkeypatch)}/test"
            args = ("run", "kitab", "--model", model, "--limit", "3", "--max-connections", "1")
            said = tamis_here(*args, check=code).err
        assert signal.getsignal(signal.SIGHUP) is heard
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before[0])
        signal.signal(signal.SIGINT, before[1])
    assert ("INTERRUPTED: 1 of 3" in said) is not ignored


def test_the_exit_code_and_the_sentence_are_those_of_the_process(tamis):
    """`python -m tamis`, as a shell sees it: nothing on stdout, one line on stderr, 2."""
    done = tamis("run", "kitap", check=2)
    assert done.stdout == ""
    assert done.stderr.startswith("Error: there is no benchmark 'kitap'")
    assert len(done.stderr.splitlines()) == 1
    assert tamis("list").stdout.startswith("tamis/")


def test_an_unknown_provider_and_a_log_that_is_none_are_named(tamis_here):
    """Exit code 2, no traceback."""
    done = tamis_here("run", "kitab", "--model", "nobody/nothing", "--limit", "1", check=2)
    assert "nobody" in done.err
    (tamis_here.folder / "x.eval").write_bytes(b"PK\x03\x04 not a log")
    assert "x.eval" in tamis_here("report", "x.eval", check=2).err


@pytest.mark.parametrize("command", ["report", "leaderboard", "compare", "replies"])
def test_logs_of_a_benchmark_that_is_gone_are_one_sentence(baselines, tamis_here, command):
    """It names the benchmark, and what runs it now."""
    log = read_eval_log(str(next((baselines[0] / "logs").glob("*.eval"))))
    log.eval.task, log.eval.metadata["benchmark"] = "tamis/ifeval", "ifeval"
    write_eval_log(log, str(tamis_here.folder / "old.eval"))
    logs = ["old.eval"] * (1 + (command == "compare"))
    error = tamis_here(command, *logs, check=2).err
    assert "benchmark ifeval" in error
    assert "`inspect eval inspect_evals/ifeval`" in error
    assert len(error.strip().splitlines()) == 1


def test_published_figures_can_be_left_out(tamis_here):
    """Of a run and of a report: rows, notes and captions; a note says that they are."""
    args = ["run", "acs", "-T", "baseline=majority", "--limit", "4", "--out", "one"]
    tamis_here(*args)
    assert "(published)" in tamis_here("report", "one", "--all").out
    for said in (
        tamis_here(*args, "--no-published"),
        tamis_here("report", "one", "--no-published"),
    ):
        assert "(published)" not in said.out
        assert "Published figures are left out (--no-published)." in " ".join(said.out.split())
        assert "majority" in said.out
