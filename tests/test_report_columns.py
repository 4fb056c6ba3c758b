"""Samples as columns: the same figures as from sample by sample, and each value looked at once.

The reference is arithmetic on fractions, written from the definitions.
"""

from __future__ import annotations

import json
import math
import sys
import zipfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import inspect_ai
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalError,
    EvalLog,
    EvalSample,
    EvalSpec,
    read_eval_log_sample_summaries,
    write_eval_log,
)
from inspect_ai.model import ModelUsage
from inspect_ai.scorer import Score

from tamis.report.archive import SUMMARIES
from tamis.report.columns import Columns, every, having, where, within
from tamis.report.logs import read_runs
from tamis.report.scored import Scored
from tamis.report.summaries import read_summaries
from tamis.spending import Tokens
from tamis.stats import NAN, ratio

BENCH = Path(__file__).parents[1] / "bench"


def exact(triples: list[tuple[int, int, int]]) -> tuple[Fraction, float]:
    """A ratio of sums and its clustered error by CR2's closed form, in fractions."""
    whole = Fraction(sum(d for _, d, _ in triples))
    value = sum(n for n, _, _ in triples) / whole
    clusters = {c for _, _, c in triples}
    sums = {c: sum(n - value * d for n, d, k in triples if k == c) for c in clusters}
    shares = {c: Fraction(sum(d for _, d, k in triples if k == c)) / whole for c in clusters}
    squared = sum(sums[c] ** 2 / (1 - shares[c]) for c in clusters)
    return value, math.sqrt(squared) / float(whole)


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(0, 6)), min_size=2, max_size=60
    ).filter(lambda triples: len({c for _, _, c in triples}) > 1)
)
def test_a_ratio_of_columns_is_that_of_fractions(triples):
    """With clusters of one sample, of two and of many, in any order."""
    value, error = exact(triples)
    got = ratio(triples)
    assert got.value == pytest.approx(float(value), rel=1e-15)
    assert got.stderr == pytest.approx(error, rel=1e-12, abs=1e-15)
    assert (got.n, got.excluded) == (len(triples), 0)
    assert got == ratio(reversed(triples))


def samples() -> list[Scored]:
    """Seven samples of three authors, one without a figure, one never scored, one withheld."""
    figures = [0.5, 1.0, 0.25, NAN, None, None, 0.75]
    authors = ["b", "a", "b", "c", "a", "c", "c"]
    found = []
    for nth, (figure, author) in enumerate(zip(figures, authors, strict=True)):
        values = {"ok": 1.0} if figure is None else {"ok": 1.0, "f": figure}
        about = {"author": author, "kind": "xy"[nth % 2], "size": nth}
        found.append(Scored(str(nth), 1, about, {} if nth == 5 else values))
    return found


def test_an_estimate_is_over_the_samples_of_its_group():
    """0.5, 1, 0.25 and 0.75 over all; a sample without the figure, or with NaN, is excluded."""
    columns = Columns(samples())
    whole = columns.estimate("f")
    assert (whole.value, whole.n, whole.excluded, whole.clusters) == (0.625, 4, 3, 3)
    assert columns.estimate("f", having("author", "b")).value == 0.375
    assert columns.estimate("f", having("kind", "x") & within("size", 1, 7)).value == 0.5
    assert columns.estimate("f", lambda sample: sample.id == "1").value == 1.0
    assert columns.estimate("f", having("author", "z")).n == 0


def test_a_figure_that_no_chosen_sample_has_is_no_exclusion():
    """There is nothing to say of samples that the figure is not for."""
    assert Columns(samples()).estimate("f", within("size", 4, 6)).excluded == 0
    assert Columns(samples()).estimate("none").excluded == 0
    assert not Columns(samples()).has("none")


def test_counts_are_of_the_scored():
    """Six of seven have figures; all of them were read. Of authors c, two of three."""
    assert Columns(samples()).counts(every) == (6, 0)
    assert Columns(samples()).counts(having("author", "c")) == (2, 0)


def test_a_group_chooses_the_samples_that_its_tests_choose():
    """Of one sample and of columns alike; a field that is missing is None."""
    groups = (every, having("author", "a", "c"), within("size", 2, 5), where("no", lambda v: v))
    for group in groups:
        chosen = [sample for sample in samples() if group(sample) and "f" in sample.values]
        known = [one.values["f"] for one in chosen if not math.isnan(one.values["f"])]
        got = Columns(samples()).estimate("f", group)
        assert got.n == len(known)
        assert not known or got.value == sum(known) / len(known)


def test_the_test_of_a_group_sees_each_value_once():
    """However many samples have it; and values that are equal but of other types are told apart."""
    seen: Counter[str] = Counter()

    def test(value: object) -> bool:
        seen[repr(value)] += 1
        return value is True

    values = [1, 1.0, True, "1", 1, True, None]
    several = [Scored(str(n), 1, {"v": v}, {"f": float(n)}) for n, v in enumerate(values)]
    assert Columns(several).estimate("f", where("v", test)).value == 3.5
    assert seen == {"1": 1, "1.0": 1, "True": 1, "'1'": 1, "None": 1}


def _zipped(path: Path, members: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log as Inspect writes it, of three samples that a scripted model answers."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.scorer import mean, scorer

    @scorer(metrics={"f": [mean()]})
    def scored():
        async def score(state, target):
            return Score(value={"f": NAN if state.sample_id == "1" else 0.5})

        return score

    folder = tmp_path_factory.mktemp("logs")
    asked = [Sample(id=str(n), input="?", target="!", metadata={"author": "a"}) for n in range(3)]
    outputs = [ModelOutput.from_content("mockllm/model", "x") for _ in range(3)]
    for output in outputs:
        # Without usage Inspect would fetch a tokeniser.
        output.usage = ModelUsage(input_tokens=7, output_tokens=2, total_tokens=9)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [made] = eval(
        Task(MemoryDataset(asked), scorer=scored(), metadata={"cluster": "author"}),
        model=model,
        log_dir=str(folder),
        display="none",
    )
    return Path(made.location.removeprefix("file://"))


def test_summaries_are_what_inspect_reads(log):
    """Each field of each sample, from the file that Inspect writes at the end of a run."""
    ours = {one["id"]: one for one in read_summaries(log, [])}
    inspects = read_eval_log_sample_summaries(str(log))
    assert len(ours) == len(inspects) == 3
    for theirs in inspects:
        one = ours[theirs.id]
        assert (one["epoch"], one["target"]) == (theirs.epoch, theirs.target)
        assert (one["metadata"], one.get("error")) == (theirs.metadata, theirs.error)
        found = {name: score.value for name, score in (theirs.scores or {}).items()}
        assert repr({n: s["value"] for n, s in one["scores"].items()}) == repr(found)
        assert one["model_usage"].keys() == theirs.model_usage.keys()


def test_a_log_without_its_summaries_is_left_to_inspect(log, tmp_path):
    """As of a run that goes on: its samples are in the journal."""
    copy = tmp_path / "copy.eval"
    with zipfile.ZipFile(log) as archive:
        members = {n: archive.read(n) for n in archive.namelist() if n != SUMMARIES}
    _zipped(copy, members)  # type: ignore[arg-type]
    assert sorted(str(one["id"]) for one in read_summaries(copy, [])) == ["0", "1", "2"]


def test_of_a_sample_that_was_run_again_the_later_counts(tmp_path):
    """As Inspect has it, by id and epoch."""
    path = tmp_path / "twice.eval"
    one = {"id": "1", "epoch": 1, "target": "", "metadata": {}}
    _zipped(path, {SUMMARIES: json.dumps([one, {**one, "epoch": 2}, {**one, "target": "later"}])})
    assert [(s["epoch"], s["target"]) for s in read_summaries(path, [])] == [(1, "later"), (2, "")]


def test_a_large_log_is_read_as_one_run(log, tmp_path, monkeypatch):
    """What bench/ measures with: each sample once, every hundredth with an error."""
    monkeypatch.syspath_prepend(str(BENCH))
    from large_log import write_large

    large = tmp_path / "large.eval"
    write_large(log, large, 250)
    [one] = read_runs([large])
    assert (len(one.samples), one.expected) == (250, 250)
    assert one.failures == {"the server is away": 2}
    assert one.tokens == {"mockllm/model": Tokens(250 * 7, 250 * 2)}
    assert one.versions["Inspect"] == inspect_ai.__version__
    assert "large_log" in sys.modules


def test_of_two_logs_of_a_run_the_later_counts_unless_only_the_earlier_has_an_answer(tmp_path):
    """Answered twice, only at first, never, only at last; the tokens are those of what counts."""
    earlier = {"a": 0.25, "b": 0.5, "c": "timed out", "d": "timed out"}
    later = {"a": 0.75, "b": "refused", "c": "refused", "d": 1.0}
    for day, said in enumerate((earlier, later), 1):
        samples = [
            EvalSample(
                id=id,
                epoch=1,
                input="?",
                target="!",
                scores=None if isinstance(one, str) else {"s": Score(value={"f": one})},
                error=EvalError(message=one, traceback="", traceback_ansi="")
                if isinstance(one, str)
                else None,
                model_usage={"lab/one": ModelUsage(input_tokens=10**day, output_tokens=day)},
            )
            for id, one in said.items()
        ]
        spec = EvalSpec(
            created=f"2026-01-0{day}T00:00:00+00:00",
            task="tamis/toy",
            task_id="the same",
            dataset=EvalDataset(name="toy", sample_ids=list(said)),
            model="lab/one",
            config=EvalConfig(),
        )
        log = EvalLog(status="success", eval=spec, samples=samples)
        # The later log stands first in the folder.
        write_eval_log(log, str(tmp_path / f"{3 - day}.eval"))
    [run] = read_runs([tmp_path])
    figures = {sample.id: sample.values.get("f") for sample in run.samples}
    assert figures == {"a": 0.75, "b": 0.5, "c": None, "d": 1.0}
    assert run.failures == {"refused": 1}
    assert run.tokens == {"lab/one": Tokens(100 + 10 + 100 + 100, 2 + 1 + 2 + 2)}
