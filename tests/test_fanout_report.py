"""FanOutQA's report: on runs made up by hand, and beside the published figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tamis.report
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.fanoutqa import tables, views
from tamis.report.elements import Table
from tamis.report.runs import Run
from tamis.report.scored import Scored

FANOUTQA = load_benchmark("fanoutqa")
FILE = Path(tamis.report.__file__).parent / "published" / "fanoutqa.json"
COLLECTED = Path(__file__).parent / "golden" / "fanoutqa_published.json"


def run(
    condition: str = "open book",
    loose: tuple[float, ...] = (0.0, 1.0),
    label: str = "m",
    kind: str = "model",
    values: dict[str, tuple[float, ...]] | None = None,
    about: tuple[dict[str, object], ...] = (),
    **identity: str,
) -> Run:
    """A run on as many questions as there are figures; `values` has other figures of each."""
    samples = []
    for number, value in enumerate(loose):
        figures = {
            "reference_loose": value,
            "reference_strict": float(value == 1),
            **{name: each[number] for name, each in (values or {}).items()},
        }
        own = about[number] if about else {}
        samples.append(Scored(f"q{number}", 1, {"question": f"h{number}", **own}, figures))
    return Run(
        label=label,
        kind=kind,
        task="fanoutqa",
        version="1",
        identity={
            "benchmark": "fanoutqa",
            "condition": condition,
            "variants": "reference",
            "words": "pystemmer",
            "data": "mini-dev",
            "answers": "given",
            **identity,
        },
        samples=tuple(samples),
        expected=len(samples),
    )


def rows(table: Table, kind: str = "model") -> list[dict[str, object]]:
    """The cells of the rows of a kind, estimates as their values."""
    return [
        {"label": row.label, "group": row.group}
        | {key: getattr(cell, "value", cell) for key, cell in row.cells.items()}
        for row in table.rows
        if row.kind == kind
    ]


def test_unanswered_questions_count_0_beside_the_mean_of_the_others():
    """Of 1, undefined, and 0 the mean is 1/3 of three; of those read it is 1/2 of two."""
    nan = float("nan")
    [one] = FANOUTQA.completed([run(loose=(1.0, nan, 0.0), values={"missing": (0.0, 1.0, 0.0)})])
    [own] = rows(tables.board([one]))
    assert (own["loose"], own["read_loose"]) == (pytest.approx(1 / 3), 0.5)
    assert (own["n"], own["unread"]) == (3, 1)
    assert "read_loose" not in {column.key for column in tables.board([run()]).columns}


def test_the_score_is_correlated_with_the_length_of_context():
    """Contexts of 1, 2 and 4 thousand with means 0, 1/2 and 1: r² = 27/28; the paper's beside."""
    runs = [
        run(loose=loose, label=str(limit), context_limit=str(limit))
        for limit, loose in ((1000, (0.0, 0.0)), (2000, (0.0, 1.0)), (4000, (1.0, 1.0)))
    ]
    made = views.correlation(runs)
    [own] = rows(made, "measure")
    assert (own["r2"], own["runs"]) == (pytest.approx(27 / 28), 3)
    assert [row["r2"] for row in rows(made, "published")] == [0.558]
    assert not views.correlation(runs[:2]).rows
    said = " ".join(FANOUTQA.report(runs[:2]).notes)
    assert "needs 3 runs of one setting with different -T context_limit" in said
    assert "needs 3 runs" not in " ".join(FANOUTQA.report(runs).notes)


def test_models_against_people_with_a_p_value():
    """Eight questions of which people have all and the model none: p is 2 of 256 sign patterns."""
    people = replace(run(loose=(1.0,) * 8, label="people"), args={"predictions": "people.jsonl"})
    model = run(loose=(0.0,) * 8)
    table = views.elsewhere([people, model])
    [row] = table.rows
    assert (row.label, row.cells["pairs"]) == ("m", 8)
    assert str(row.cells["reference_loose"]).startswith("-1.000")
    assert str(row.cells["reference_loose"]).endswith("p 0.008")
    assert "Differences from people" in table.title
    assert not views.elsewhere([model]).rows


def test_the_published_file_has_what_was_collected():
    """Not a figure more or less on the leaderboard."""
    own, collected = json.loads(FILE.read_text()), json.loads(COLLECTED.read_text())
    assert {key: own[key] for key in collected} == collected
