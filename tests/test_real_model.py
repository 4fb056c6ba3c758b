"""A real, tiny model in every place where Tamis asks one: `make test-model`.

It answers badly; what is tested is the way there and back. Commands end, every sample has an
outcome, tokens are the provider's, what was not read is said. Two paths: in process (`hf/`), and a
server over the same weights, which streams.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest

if "TAMIS_MODEL" not in os.environ:
    pytest.skip("the real model is not prepared: make test-model", allow_module_level=True)

from model_server import NAME, ModelServer
from tamis.benchmarks import load_benchmark
from tamis.report.logs import read_runs, samples_of
from tamis.report.runs import Run

MODEL = Path(os.environ["TAMIS_MODEL"]).resolve()
SHORT = 24
"""Tokens of a reply: enough for the start of one."""

PATHS = ("hf", "server")


@pytest.fixture(scope="module")
def server():
    """The model behind the OpenAI protocol; no reply is longer than `SHORT`."""
    with ModelServer(MODEL, most=SHORT) as running, pytest.MonkeyPatch.context() as patch:
        patch.setenv("REAL_BASE_URL", running.url)
        patch.setenv("REAL_API_KEY", "none")
        yield running


@pytest.fixture
def model(server):
    """By path, the options that name the model."""
    return {
        "hf": ["--model", f"hf/{NAME}", "-M", f"model_path={MODEL}"],
        "server": ["--model", f"openai-api/real/{NAME}"],
    }


@pytest.fixture
def evaluated(tamis_here, model):
    """Run a benchmark with the model: its runs, complete, and what was said."""

    def evaluate(benchmark: str, path: str, *more: str) -> tuple[list[Run], str]:
        args = ["run", benchmark, *model[path], "--out", "one", "--max-tokens", str(SHORT)]
        code, said = tamis_here.whatever(*args, *more)
        assert code in (0, 1), said
        assert "Traceback" not in said
        chosen = load_benchmark(benchmark)
        runs = chosen.completed(read_runs([tamis_here.folder / "one"]))
        for run in runs:
            outcomes = Counter(sample.outcome for sample in run.samples)
            assert None not in outcomes
            unread = sum(not sample.read for sample in run.asked)
            if unread:
                told = f"{unread} of {run.expected} that were asked count 0"
                assert told in " ".join(said.split()), said
        return runs, said

    return evaluate


@pytest.fixture
def tamis_here(tamis_here, capsys):
    """The command in an empty folder; `whatever` takes any exit code and returns it."""
    import here

    def whatever(*args: str) -> tuple[int, str]:
        code = here.tamis(*args)
        said = capsys.readouterr()
        return code, said.out + said.err

    tamis_here.whatever = whatever
    return tamis_here


def first_json(said: str) -> dict:
    """The object that a command has printed before anything on standard error."""
    found, _ = json.JSONDecoder().raw_decode(said[said.index("{") :])
    return found


def failures(run: Run) -> dict[str, int]:
    """What ended samples other than an answer."""
    return dict(run.failures)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("benchmark", "settings"),
    [
        ("kitab", []),
        ("quest", ["-T", "k=3"]),
        ("acs", []),
        ("fanoutqa", []),
        ("kiwi", ["-T", "split=cross"]),
    ],
)
def test_each_benchmark(evaluated, server, path, benchmark, settings):
    """Three samples each: all answered, all counted, the tokens those of the provider."""
    before = server.tokens_in, server.tokens_out
    [run], _ = evaluated(benchmark, path, "--limit", "3", *settings)
    assert (run.expected, run.answered, failures(run)) == (3, 3, {})
    used = run.usage["input tokens"], run.usage["output tokens"]
    if path == "server":
        assert used == (server.tokens_in - before[0], server.tokens_out - before[1])
    assert used[0] > 100
    assert used[1] > 3
    texts = [sample.output.completion for _, sample in samples_of(run)]
    assert any(text.strip() for text in texts)


@pytest.mark.parametrize("path", PATHS)
def test_replies_of_16_tokens_are_counted_as_cut(evaluated, server, path):
    """All three: no list ends so soon. The report says so, and what helps."""
    before = server.cut
    [run], said = evaluated("kitab", path, "--limit", "3", "--max-tokens", "16")
    assert [sample.outcome for sample in run.samples] == ["truncated"] * 3
    if path == "server":
        assert server.cut == before + 3
    assert "--max-tokens" in said


@pytest.mark.parametrize("path", PATHS)
def test_a_prompt_that_the_context_cannot_hold_is_too_long(evaluated, path):
    """The whole corpus in the prompt; nothing waits for it, and it is no failure of the server."""
    began = time.monotonic()
    [run], _ = evaluated("quest", path, "--limit", "2", "-T", "method=CiC Baseline")
    assert [sample.outcome for sample in run.samples] == ["too_long"] * 2
    assert time.monotonic() - began < 60


def test_all_conditions_of_kitab_with_a_finder_of_names(evaluated):
    """One query under each, and a model that says which titles hold a name."""
    runs, _ = evaluated(
        "kitab", "server", "--limit", "1", "-T", "condition=all", "-T", "names=model",
        "--model-role", f"names=openai-api/real/{NAME}",
    )  # fmt: skip
    assert len(runs) == 5
    assert all(run.answered == 1 for run in runs)


def test_a_long_context(evaluated, server):
    """Passages for some 3,000 tokens, and the verifier on candidates of ours."""
    before = server.tokens_in
    [run], _ = evaluated(
        "quest", "server", "--limit", "1", "-T", "method=RAG Baseline", "-T", "k=20",
        "-T", "context_tokens=3000", "-T", "examples=0",
    )  # fmt: skip
    assert run.answered == 1
    assert server.tokens_in - before > 2000


def test_the_verifier_on_candidates_of_a_pool(tamis_here, evaluated, server):
    """Candidates of a baseline are verified by the model of a role."""
    tamis_here("run", "quest", "-T", "baseline=bm25", "-T", "top=1", "--limit", "2", "--out", "b")
    tamis_here("pool", "b", "--out", "pool.jsonl")
    before = server.asked
    [run], _ = evaluated(
        "quest", "server", "--limit", "2", "-T", "pairs=pool.jsonl", "-T", "k=3",
        "--model-role", f"verifier=openai-api/real/{NAME}",
    )  # fmt: skip
    assert run.answered == run.expected
    assert server.asked > before


@pytest.mark.parametrize("tools", ["native", "protocol"])
def test_fanoutqa_with_tools(evaluated, tools):
    """The model may search, or not; either way there is an answer and a judge for it."""
    [run], _ = evaluated(
        "fanoutqa", "server", "--limit", "1", "-T", "setting=open_book", "-T", f"tools={tools}",
        "-T", "rounds=2", "-T", "context_limit=2500", "-T", "max_tokens=64",
        "--model-role", f"judge=openai-api/real/{NAME}",
    )  # fmt: skip
    assert run.answered == 1


@pytest.mark.parametrize(
    ("benchmark", "settings"),
    [
        ("acs", ["-T", "judge=hybrid", "-T", "shots=2", "-T", "paraphrases=2"]),
        ("kiwi", ["-T", "split=cross", "-T", "shots=1"]),
    ],
)
def test_judges_with_examples(evaluated, benchmark, settings):
    """Longer prompts, several wordings."""
    [run], _ = evaluated(benchmark, "server", "--limit", "1", *settings)
    assert run.answered == 1


def test_labels_of_revisions(tamis_here, server, monkeypatch):
    """Types of instructions and errors; those that cannot be read give no label.

    Beside ours, 62 prompts of which people know the label are asked: two tokens each will do.
    """
    turn = {"instruction": "Shorten it.", "answer_1": "a", "rating": "bad", "comment": "Too long."}
    row = {"original_question": "Q?", "model_name": "m", "initial_answer": "a long answer"}
    (tamis_here.folder / "in").mkdir()
    (tamis_here.folder / "in/interactions.jsonl").write_text(
        json.dumps({**row, "interaction": [turn]}) + "\n"
    )
    monkeypatch.setattr(server, "most", 2)
    code, said = tamis_here.whatever(
        "kiwi", "label", "in", "--model", f"openai-api/real/{NAME}", "--out", "labels.jsonl"
    )
    assert code == 0, said
    assert (tamis_here.folder / "labels.jsonl").is_file()


def test_ask_with_verification(tamis_here, model, server):
    """Three documents; whatever is answered has a verdict, or is said not to be read."""
    docs = tamis_here.folder / "docs"
    docs.mkdir()
    for name, text in {
        "heron.txt": "The grey heron lives in Europe. It eats fish.",
        "wombat.txt": "The wombat lives in Australia. It eats grass.",
        "otter.txt": "The otter lives in Europe. It eats fish.",
    }.items():
        (docs / name).write_text(text)
    for path in PATHS:
        code, said = tamis_here.whatever(
            "ask", "Which animals eat fish?", "--corpus", "docs", *model[path], "--json",
            "--max-tokens", str(SHORT),
        )  # fmt: skip
        assert code in (0, 1), said
        found = first_json(said)
        assert found["outcome"] in ("ok", "empty", "unparsed", "missing", "truncated")
        assert found["tokens"][0] > 50


@pytest.mark.parametrize("path", PATHS)
def test_check_with_a_model(tamis_here, model, path):
    """The model decides or is undecided; never green without a verdict."""
    (tamis_here.folder / "poem.txt").write_text("Rain, rain, go away.")
    (tamis_here.folder / "constraints.txt").write_text("The poem must mention rain.\n")
    code, said = tamis_here.whatever(
        "check", "--response", "poem.txt", "--constraints", "constraints.txt", "--judge", "model",
        *model[path], "--json", "--max-tokens", str(SHORT),
    )  # fmt: skip
    checked = first_json(said)
    assert code == (0 if checked["satisfied"] else 1 if checked["unsatisfied"] else 3), said
    assert checked["satisfied"] + checked["unsatisfied"] + checked["undecided"] == 1
    assert checked["tokens"][1] > 0


@pytest.mark.parametrize("path", PATHS)
def test_check_with_a_record_of_the_model(tamis_here, model, path):
    """A model of this size copies no record: what is not read is undecided, and says so."""
    (tamis_here.folder / "plan.txt").write_text("Day 1: soup, 700 kcal; stew, 800 kcal.\n")
    (tamis_here.folder / "constraints.txt").write_text("No day of yours over 1450 kcal.\n")
    code, said = tamis_here.whatever(
        "check", "--response", "plan.txt", "--constraints", "constraints.txt",
        "--judge", "program", "--read-response", "model", *model[path], "--json",
        "--max-tokens", str(SHORT),
    )  # fmt: skip
    checked = first_json(said)
    [one] = checked["constraints"]
    assert (code, one["satisfied"]) in ((3, None), (0, True)), said
    assert one["satisfied"] or one["reason"] or one["outcome"] != "ok", said
    assert checked["tokens"][1] > 0


def test_replay(tamis_here, server):
    """Sessions with revisions by the model; nobody watches, so nothing is streamed."""
    before = server.streamed
    code, said = tamis_here.whatever(
        "replay", "--model", f"openai-api/real/{NAME}", "--out", "again.jsonl", "--limit", "1"
    )
    assert code == 0, said
    assert server.streamed == before
    [row] = [json.loads(line) for line in (tamis_here.folder / "again.jsonl").open()]
    assert all(turn["answer_1"].strip() for turn in row["interaction"])


def test_a_writing_session_streams(tamis_here, server):
    """In the studio: a draft and a revision, each heard while it is written."""
    pytest.importorskip("fastapi")
    import asyncio

    from tamis.retrieve.papers import Paper, open_searcher, passages
    from tamis.studio.writing.models import Authors
    from tamis.writing.session_steps import advance
    from tamis.writing.sessions import Instructed, Opened, Session, fold

    paper = Paper("a", "On Wells", ("Wells were dug deep in dry land.", "Stone lined them."))
    before, heard = server.streamed, []

    async def session() -> list[object]:
        author = await Authors()(f"openai-api/real/{NAME}")
        opened = Opened("How was water kept?", ("On Wells",), author.name, "bm25", {})
        done: list[object] = [opened]
        searcher = open_searcher(passages([paper]), "bm25")
        for event in (None, Instructed(1, "Shorten it.", "stylistic")):
            done += [event] if event else []
            async for made in advance(fold(done), author, searcher, heard.append):
                done.append(made)
        return done

    done = asyncio.run(session())
    assert isinstance(fold(done), Session)
    assert fold(done).turns[0].answer
    assert server.streamed == before + 2
    assert len(set(heard)) > 5


def test_constraints_are_collected(tamis_here, server):
    """Requests by the model; the command stops for the person, or says what could not be read."""
    (tamis_here.folder / "d.yaml").write_text(
        "name: two-days\nask_for: a meal plan\nquantities:\n  calories:\n"
        '    {values: ["1000"], comparison: at most, unit: calories, scope: each day}\n'
        "instruction: List the calories of every meal.\nexamples:\n"
        "  - request: I want exactly 2 snacks.\n"
        "    constraints: [There must be exactly 2 snacks.]\nrequests: 2\nseed: 3\n"
    )
    before = server.asked
    code, said = tamis_here.whatever(
        "collect", "constraints", "d.yaml", "--out", "out", "--model", f"openai-api/real/{NAME}"
    )
    assert code in (0, 1), said
    assert server.asked >= before + 2
    assert re.search(r"Step \d of 8|could not be read|failed", said)


def test_questions_are_proposed(tamis_here, server):
    """Five questions of a paragraph, or a count of replies that are none."""
    four = ["ovens", "salt", "yeast", "steam"]
    cited = {f"BIBREF{n}": {"title": f"On {one}", "link": one} for n, one in enumerate(four)}
    spans = [{"start": 0, "end": 1, "text": "x", "ref_id": ref} for ref in cited]
    first = {"paper_id": "good", "title": "On bread", "bib_entries": cited, "body_text": [
        {"section": "Related Work", "text": "Ovens, salt, yeast and steam.", "cite_spans": spans}
    ]}  # fmt: skip
    rest = [
        {"paper_id": one, "title": f"On {one}", "bib_entries": {}, "body_text": [
            {"section": "Method", "text": f"All on {one}.", "cite_spans": []}
        ]}
        for one in four
    ]  # fmt: skip
    lines = [json.dumps(one) for one in (first, *rest)]
    (tamis_here.folder / "papers.jsonl").write_text("\n".join(lines))
    tamis_here("questions", "find", "papers.jsonl", "--out", "found")
    code, said = tamis_here.whatever(
        "questions", "propose", "found", "--model", f"openai-api/real/{NAME}"
    )
    assert code == 0, said
    assert "1 paragraph; replies: 1" in said
