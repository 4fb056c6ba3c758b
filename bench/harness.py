"""All of KITAB end to end: our scorer against one that does nothing, in the same task.

12,989 synthetic queries in the released layout, asked by Inspect of a model that answers at
once, with the settings of `tamis run`. Both runs differ in nothing but the scorer, so the
ratio says what scoring costs beside everything that Inspect does. It is one of CPU seconds: an
evaluation is one thread, and the wall clock of a shared machine counts the neighbours too.
Starting Python and making the samples, the same for both, is left out of all seconds: it would
flatter the ratio.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from clock import Row, spend

TARGET = 1.3
QUERIES = 12_989
ROWS = str(Path(__file__).with_name("rows.py"))


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    queries = QUERIES // 50 if quick else QUERIES
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        spend([sys.executable, ROWS, str(queries), name])
        floor: dict[str, Any] = {}
        for scorer, title in (("nothing", "a scorer that does nothing"), ("kitab", "our scorer")):
            spent = spend([sys.executable, __file__, scorer, name])
            got = json.loads(spent.output.splitlines()[-1])
            floor = floor or got
            ratio = got["cpu"] / floor["cpu"]
            note = f"{got['cpu']:.1f} s of CPU, {queries / got['seconds']:.0f} samples/s"
            if got is not floor:
                note += f"; wall ratio {got['seconds'] / floor['seconds']:.2f}; target ≤ {TARGET}"
            title = f"{title}, {queries:,} queries"
            rows.append(Row(title, got["seconds"], spent.peak_mb, ratio, note))
    return rows


def _child(scorer: str, folder: str) -> dict[str, float]:
    """Evaluate in this process."""
    from inspect_ai import eval as evaluate
    from inspect_ai import task_with
    from inspect_ai.model import ModelAPI, ModelOutput, ModelUsage, modelapi
    from inspect_ai.scorer import Score, Scorer, Target, mean
    from inspect_ai.scorer import scorer as as_scorer
    from inspect_ai.solver import TaskState

    from tamis.benchmarks.inspecting import task_named
    from tamis.benchmarks.kitab.baselines import items_in, reply

    @modelapi(name="bench")
    class AtOnce(ModelAPI):
        """Answers with every fourth title of the prompt's list and one of its own."""

        async def generate(self, input: Any, **others: Any) -> ModelOutput:
            titles = [item.title for item in items_in(input[-1].text)[::4]]
            text = reply([*titles, "A Book That Nobody Wrote"])
            output = ModelOutput.from_content(self.model_name, text)
            # Without usage, Inspect would count tokens, and fetch a tokeniser for that.
            output.usage = ModelUsage(input_tokens=500, output_tokens=200, total_tokens=700)
            return output

    @as_scorer(metrics=[mean()])
    def nothing() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            return Score(value=0)

        return score

    task = task_named("kitab")(data=folder)
    if scorer == "nothing":
        task = task_with(task, scorer=nothing())
    with tempfile.TemporaryDirectory() as logs:
        wall, cpu = time.perf_counter(), time.process_time()
        log = evaluate(
            task,
            model="bench/at-once",
            log_dir=logs,
            max_connections=10,
            max_samples=20,
            display="none",
            log_realtime=False,
            score_display=False,
        )[0]
        spent = {"seconds": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    assert log.results is not None, log.error
    assert log.results.completed_samples == log.results.total_samples, "some samples failed"
    return spent


if __name__ == "__main__":
    print(json.dumps(_child(sys.argv[1], sys.argv[2])))
