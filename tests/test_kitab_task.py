"""The KITAB task end to end: a scripted server whose expected scores are known in advance."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from server import Reply, Server, as_service
from tamis.benchmarks.kitab.baselines import items_in, reply
from tamis.benchmarks.kitab.data import load
from tamis.benchmarks.kitab.options import MAX_TOKENS, Options
from tamis.benchmarks.kitab.query import Query
from tamis.benchmarks.kitab.samples import load_samples
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.types import OUTCOMES, InputError

UNKNOWN = "Zzyzx Quarterly Unwritten"
QUERIES = load().queries
BY_PROMPT = {
    question.input: question
    for condition in MAX_TOKENS
    for question in load_samples(Options.parse({"condition": condition, "constraints": "both"}))[1]
}


@pytest.fixture
def run(tamis_here, monkeypatch):
    """Run the task on a server that answers by `answer(question)`; returns the runs."""

    def ran(answer, *args: str) -> list[Run]:
        with Server(lambda prompt: answer(BY_PROMPT[prompt])) as server:
            model = model_of(server, monkeypatch)
            tamis_here("run", "kitab", "--model", model, *args)
        return read_runs([tamis_here.folder / "runs"])

    return ran


def model_of(server: Server, patch: pytest.MonkeyPatch) -> str:
    """The name by which the server's model is asked."""
    return f"openai-api/{as_service(server, patch)}/test"


def queries(**options: str | int) -> list[Query]:
    """The queries that a run with these options asks."""
    return [question.query for question in load_samples(Options.parse(options))[1]]


def mean(run: Run, key: str) -> float:
    """The mean of a figure over the samples where it is defined."""
    values = [v for s in run.samples if (v := s.values[key]) == v]
    return sum(values) / len(values)


def test_with_context_scores_as_scripted(run):
    """Each reply is the gold and one title that nobody wrote: rates follow from the golds."""
    [got] = run(lambda q: reply([*q.query.gold, UNKNOWN]), "-T", "condition=with_context", "-T",
                "shard=0/20")  # fmt: skip
    questions = load_samples(Options.parse({"condition": "with_context", "shard": "0/20"}))[1]
    assert 15 < len(got.samples) == len(questions) < 40
    expected = [1 / (len(q.query.gold) + 1) for q in questions]
    assert mean(got, "strict_irrelevant") == pytest.approx(sum(expected) / len(expected))
    assert mean(got, "strict_satisfied") == pytest.approx(1 - sum(expected) / len(expected))
    assert mean(got, "strict_completeness") == 1
    assert mean(got, "strict_all_correct") == 0


def test_no_context_scores_as_scripted(run):
    """Each reply lacks the first gold: completeness is (n - 1) / n, and n = 1 answers nothing."""
    [got] = run(lambda q: reply(q.query.gold[1:]), "-T", "condition=no_context", "-T",
                "constraints=2", "-T", "shard=2/3")  # fmt: skip
    two = queries(condition="no_context", constraints=2, shard="2/3")
    expected = [1 - 1 / len(q.gold) for q in two if q.gold]
    assert 15 < len(got.samples) == len(two) < 60
    assert mean(got, "strict_completeness") == pytest.approx(sum(expected) / len(expected))
    # All correct are just the unsatisfiable queries, answered with nothing.
    unsatisfiable = sum(not q.gold for q in two) / len(two)
    assert unsatisfiable > 0
    assert mean(got, "strict_all_correct") == pytest.approx(unsatisfiable)
    assert mean(got, "paper_all_correct") == 0


def test_self_context_scores_both_lists(run):
    """The first list has every book and one unknown; the final list is the gold."""

    def answer(question):
        first = "\n".join(
            f"{i}. Title: {t}"
            for i, t in enumerate([*(b.title for b in question.query.books), UNKNOWN], 1)
        )
        final = reply(question.query.gold).removeprefix("Output:")
        return f"All Books:\n{first}\n\nFinal Output:{final}"

    [got] = run(answer, "-T", "condition=self_context", "-T", "constraints=2", "-T", "shard=1/3")
    two = queries(condition="self_context", constraints=2, shard="1/3")
    expected = [1 / (len(q.books) + 1) for q in two]
    irrelevant = mean(got, "strict_retrieved_irrelevant")
    assert irrelevant == pytest.approx(sum(expected) / len(expected))
    assert mean(got, "strict_retrieved_completeness") == 1
    assert mean(got, "strict_all_correct") == 1


@pytest.mark.parametrize(
    ("condition", "asked"),
    [("no_context", {1, 2}), ("with_context", {1, 2}), ("self_context", {1}), ("single_item", {1})],
)
def test_self_context_asks_single_constraints_as_in_the_paper(condition, asked):
    """Tables 1, 3 and 4 have it, 5, 6 and 7 do not; two are asked where `constraints` says so."""

    def numbers(**more: str) -> set[int]:
        options = Options.parse({"condition": condition, **more})
        return {len(question.query.constraints) for question in load_samples(options)[1]}

    assert numbers() == asked
    if condition != "single_item":
        assert numbers(constraints="both") == {1, 2}
        assert numbers(constraints="2") == {2}


def test_all_books_asks_once_for_each_author(run):
    """Half of each author's books: completeness follows from the counts, nothing irrelevant."""

    def answer(question):
        titles = [book.title for book in question.query.books][::2]
        return "Output:\n" + "\n".join(f"{i}. Title: {t}" for i, t in enumerate(titles, 1))

    [got] = run(answer, "-T", "condition=all_books")
    counts = {q.author: len(q.books) for q in QUERIES}
    expected = [((n + 1) // 2) / n for n in counts.values()]
    assert len(got.samples) == len(counts) == 20
    assert mean(got, "strict_completeness") == pytest.approx(sum(expected) / len(expected))
    assert mean(got, "strict_irrelevant") == 0


def test_single_items_are_pairs_and_score_accuracy(run):
    """A model that picks every title is right on those that satisfy."""
    [got] = run(lambda q: reply(i.title for i in items_in(q.input)), "-T",
                "condition=single_item", "-T", "shard=4/15")  # fmt: skip
    questions = load_samples(Options.parse({"condition": "single_item", "shard": "4/15"}))[1]
    assert 15 < len(got.samples) == len(questions) < 40
    satisfying = sum(q.satisfies for q in questions)
    assert mean(got, "accuracy") == satisfying / len(questions)
    assert 0.3 < satisfying / len(questions) < 0.7
    right = {s.id for s in got.samples if s.values["accuracy"] == 1}
    assert right == {q.id for q in questions if q.satisfies}
    assert {id[-1] for id in right} == {"+"}


def test_single_items_follow_the_papers_counts():
    """C.2: two items for each of 50, 50, 30, 30, 20 and up to 20 queries by stored type."""
    questions = load_samples(Options.parse({"condition": "single_item"}))[1]
    families = [q.query.constraints[0].family for q in questions if q.satisfies]
    counts = {family: families.count(family) for family in dict.fromkeys(families)}
    assert counts["starts-with"] == counts["ends-with"] == 50
    assert counts["publishing-year"] == counts["word-count"] == 30
    assert counts["human-name"] == 20
    assert 10 <= counts["city-name"] <= 20
    for question in questions:
        assert (question.item in question.query.listed) is question.satisfies
        assert len(items_in(question.input)) == 1


def test_the_papers_token_limits_and_temperature_are_sent(tamis_here, monkeypatch):
    """Each condition asks with temperature 0 and its own maximum of tokens (App. D)."""
    expected = {"all_books": 1000, "no_context": 400, "with_context": 1000,
                "self_context": 3000, "single_item": 200}  # fmt: skip
    with Server(lambda prompt: "Output:\nNone") as server:
        args = ["--model", model_of(server, monkeypatch), "-T", "condition=all", "--limit", "1"]
        tamis_here("run", "kitab", *args)
    by_condition = {
        load_samples(Options.parse({"condition": condition}))[1][0].input: condition
        for condition in expected
    }
    seen = {
        by_condition[body["messages"][-1]["content"]]: (body["max_tokens"], body["temperature"])
        for body in server.bodies
    }
    assert seen == {condition: (tokens, 0) for condition, tokens in expected.items()}


def test_replies_of_every_kind_become_outcomes(run):
    """Nothing, noise, refusals, cuts and 2 MB are counted; no sample fails, none is dropped."""
    replies = {
        0: "",
        1: "\x00\x01\ufffd" * 500,
        2: "I'm sorry, I can't help with that.",
        3: Reply.cut("Let me go through the list. First,"),
        4: Reply.cut("Output:\n1. Reason: a. Title: Less Than Angels\n2. Reason: b. Title: Exc"),
        5: "Output:\n" + "1. Reason: x. Title: Again and Again\n" * 60_000,
        6: "Output:\nNone",
    }
    order = {q.id: i for i, q in enumerate(load_samples(Options.parse({}))[1])}
    [got] = run(lambda q: replies[order[q.id]], "-T", "condition=with_context",
                "--limit", "7")  # fmt: skip
    samples = sorted(got.samples, key=lambda sample: order[sample.id])
    assert [sample.outcome for sample in samples] == [
        "missing", "unparsed", "refused", "truncated", "truncated", "ok", "empty",
    ]  # fmt: skip
    assert [s.values["runaway"] for s in samples] == [0, 0, 0, 0, 0, 1, 0]
    for sample in samples:
        ended = [outcome for outcome in OUTCOMES if sample.values[outcome] == 1]
        assert ended == [sample.outcome]
        assert sample.read or sample.values["paper_all_correct"] == 0
    # Of the list that was cut its whole title is scored beside.
    assert samples[3].values["read_paper_completeness"] != samples[3].values["paper_completeness"]
    assert samples[4].values["read_paper_completeness"] >= 0
    assert got.answered == got.expected == 7
    assert not got.failures


def test_a_model_finds_names_where_the_data_does_not_know_them(tamis_here, monkeypatch):
    """`names=model` asks the role `names` with NAME-CHECK, and its reply decides."""
    folder = tamis_here.folder / "data"
    folder.mkdir()
    row = {
        "Author": "Nobody Known",
        "Birth Year": 1900,
        "# of sitelinks": 3,
        "constraint_type": "['human-name', 'starts-with']",
        "constraints": "Criterion 1: Book title contains a human name., "
        "Criterion 2: Book title starts with the letter z.",
        "mapped_books": "[]",
        "all_books": "['Zelphon (1950)', 'Zarn (1951)', 'Zyx (1952)']",
        "raw_books": "['Zelphon', 'Zarn', 'Zyx']",
    }
    (folder / "KITAB-TWO-BOOK-CONSTRAINTS.json").write_text(json.dumps(row) + "\n")

    def answer(prompt: str) -> str:
        picks = "name of a person" in prompt
        return reply(["Zarn"] if picks else ["Zelphon", "Zarn", "Zyx"])

    with Server(answer) as server:
        model = model_of(server, monkeypatch)
        args = ["run", "kitab", "--model", model, "--data", str(folder), "-T", "constraints=2"]
        tamis_here(*args, "-T", "names=model", "--model-role", f"names={model}")
    [got] = read_runs([tamis_here.folder / "runs"])
    # One of three, so that the verdicts the wrong way round would show.
    assert got.samples[0].values["paper_satisfied"] == pytest.approx(1 / 3)


def test_inspect_finds_the_task_from_any_folder(tmp_path):
    """`inspect eval tamis/kitab` works through the entry point."""
    task = ["eval", "tamis/kitab", "-T", "baseline=nothing", "--model", "none/none"]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *task, "--limit", "2", "--display", "plain"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    [got] = read_runs([tmp_path / "logs"])
    assert (got.task, got.answered) == ("kitab", 2)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"condition": "with-context"}, "did you mean 'with_context'"),
        ({"conditon": "no_context"}, "no parameter 'conditon'"),
        ({"constraints": 3}, "choose one of auto, 1, 2, both"),
        ({"constraints": True}, "choose one of"),
        ({"seed": "many"}, "expected a valid integer"),
        ({"baseline": "symbolic", "condition": "no_context"}, "no_context has none"),
        ({"shard": "2/2"}, "0 <= i < n"),
        ({"variants": "papre"}, "choose one of paper, strict, reference"),
        ({"baseline": "nothing", "predictions": "x"}, "not both"),
    ],
)
def test_wrong_parameters_are_one_sentence(values, said):
    """Unknown names and ill-typed values are refused by name, in one line."""
    with pytest.raises(InputError) as refused:
        Options.parse(values)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_prompts_hold_what_the_papers_templates_ask_for():
    """Author, birth year, criteria, the whole list, and the required form of output."""
    for condition in MAX_TOKENS:
        question = load_samples(Options.parse({"condition": condition}))[1][0]
        query, prompt = question.query, question.input
        assert f"{query.author} (born in {query.birth_year})" in prompt
        assert (query.criteria in prompt) == (condition != "all_books")
        assert re.search(r"Output:\n1\. ", prompt)
        assert ("All Books:\n1. Title: <title>" in prompt) == (condition == "self_context")
        if condition == "with_context":
            assert all(f"{b.title} ({b.year})\n" in prompt for b in query.books)


def test_other_wordings_take_the_place_of_ours_and_change_the_identity(tmp_path):
    """`-T prompts=DIR` swaps a template; the fingerprint in the log changes with it."""
    from tamis.benchmarks.kitab.prompts import fingerprint

    (tmp_path / "no_context.j2").write_text("Books by {{ author }}? {{ criteria }}")
    options = Options.parse({"condition": "no_context", "prompts": str(tmp_path)})
    first = load_samples(options)[1][0]
    assert first.input == f"Books by {first.query.author}? {first.query.criteria}"
    assert fingerprint(str(tmp_path)) != fingerprint()
    (tmp_path / "no_context.j2").write_text("{{ autor }}")
    with pytest.raises(InputError, match="autor"):
        load_samples(
            Options.parse({"condition": "no_context", "prompts": str(tmp_path), "seed": 1})
        )
    for wrong in ("{{ 1 / 0 }}", "{{ author.__class__.__mro__ }}", "{% for %}"):
        (tmp_path / "no_context.j2").write_text(wrong)
        with pytest.raises(InputError, match=r"no_context\.j2"):
            load_samples(
                Options.parse({"condition": "no_context", "prompts": str(tmp_path), "seed": 2})
            )
    (tmp_path / "no_context.j2").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is UTF-16, not UTF-8"):
        fingerprint(str(tmp_path))
    with pytest.raises(InputError, match="holds none of"):
        fingerprint(str(tmp_path / "nowhere"))


def test_a_symbolic_link_among_the_prompts_is_not_followed(tmp_path):
    """In a folder from elsewhere it would send a file of this machine to the model."""
    from tamis.benchmarks.kitab.prompts import fingerprint

    (tmp_path / "secret").write_text("{{ author }} and the key")
    prompts = tmp_path / "prompts"
    (prompts / "real").mkdir(parents=True)
    (prompts / "no_context.j2").symlink_to(tmp_path / "secret")
    with pytest.raises(InputError, match=r"no_context\.j2 in .* is a symbolic link, which is not"):
        fingerprint(str(prompts))
    (prompts / "no_context.j2").unlink()
    (prompts / "no_context.j2").write_text("{% include 'more/words.j2' %}")
    (prompts / "real" / "words.j2").write_text("Books by {{ author }}?")
    (prompts / "more").symlink_to(prompts / "real")
    options = Options.parse({"condition": "no_context", "prompts": str(prompts)})
    with pytest.raises(InputError, match=r"more/words\.j2 in .* is a symbolic link"):
        load_samples(options)
