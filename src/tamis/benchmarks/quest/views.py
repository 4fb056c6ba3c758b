"""Tables of the parts of a method: its retrieval, its filter, its verifier (App. A, B)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tamis.answering.methods import Method, method
from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.benchmarks.quest import published
from tamis.benchmarks.quest.options import ELSEWHERE, PAIRS
from tamis.benchmarks.quest.score import FOUND, KINDS, MRECALL, RETRIEVAL, VERIFIER
from tamis.measures.classification import Confusion
from tamis.measures.measure import over
from tamis.report import build
from tamis.report.build import data_names
from tamis.report.columns import Group, where
from tamis.report.elements import Cell, Row, Table
from tamis.report.runs import Run, with_distinct_labels
from tamis.stats import NAN

_OF_RANKING = ("retrieval", "data", "data_version", "questions")
"""The parameters by which rankings differ."""

_BASELINES = {"whole_corpus": "naive (corpus order)", "bm25": "bm25", "dense": "dense"}
"""The rankings of baselines; the last two where an older log does not name its ranker."""

OTHERS = (ELSEWHERE, BASELINE_ROWS)
"""Conditions that are not methods."""


def retrieval(runs: Sequence[Run], gold: str) -> Table:
    """Tables 6 to 8: the retrieval, and the answering step as a filter of documents."""
    rows = [
        Row(one.label, "baseline", _view(one, gold, "retrieved"), "Retrieval")
        for one in _rankings(runs)
    ]
    if not rows and not any(_filter(run) for run in runs):
        return Table(f"retrieval-{gold}", "", "", (), ())
    for name in ("Naive retrieval (first K docs in corpus)", "Embedding-based retrieval"):
        rows += published.ranking(gold, name, "Retrieval")
    for name in dict.fromkeys(_filter(run) for run in runs if _filter(run)):
        own = [run for run in runs if _filter(run) == name]
        times = Counter(run.label for run in own)
        for run in own:
            # Methods that differ in the verification alone share their filter.
            label = run.label if times[run.label] == 1 else f"{run.label}, {condition_of(run)}"
            rows.append(Row(label, run.kind, _view(run, gold, "cited"), name))
        rows += published.cited(gold, name, name)
    return Table(
        id=f"retrieval-{gold}",
        title=f"Documents found, {gold} golds",
        caption=f"data={data_names(runs)}, golds={gold}. A method is taken as a filter of the "
        f"documents down to those that its candidates cite (App. A). {over(RETRIEVAL)}; those of a "
        "retrieval are over the questions for which it ran. Recall of a question without golds is "
        f"1. {source('retrieval', gold)}".rstrip(),
        columns=build.columns(RETRIEVAL, rows),
        rows=tuple(rows),
        paper=published.numbers("retrieval", gold),
    )


def verifier(runs: Sequence[Run], gold: str) -> Table:
    """Tables 9 to 11: verdicts on pairs of a question and a candidate, pooled."""
    rows: list[Row] = []
    for name in ("Basic", "CoT", "QUEST", "CoT - QUEST"):
        own = []
        for run in (run for run in runs if _verifier(run) == name):
            every, read = _pooled(run, gold), _pooled(run, gold, "read_")
            if len(every):
                cells: dict[str, Cell] = {one.name: getattr(every, one.name) for one in VERIFIER}
                cells |= {f"read_{one.name}": getattr(read, one.name) for one in VERIFIER}
                cells |= {"n": len(every), "unread": len(every) - len(read), "read": len(read)}
                alone = condition_of(run).startswith(PAIRS)
                label = f"{run.label}, {'pool' if alone else condition_of(run)}"
                own.append(Row(label, run.kind, cells, name))
        rows += [*own, *published.verification(gold, name, name)] if own else []
    return Table(
        id=f"verifier-{gold}",
        title=f"Verification of single candidates, {gold} golds",
        caption=f"data={data_names(runs)}, golds={gold}. {over(VERIFIER)}; pooled, so without "
        "standard errors. DEBATABLE candidates are left out. A pool has every gold and the wrong "
        "answers of earlier runs; the other rows are a run's own candidates. "
        f"{source('verification', gold)}".rstrip(),
        columns=build.columns(VERIFIER, rows),
        rows=tuple(rows),
        paper=published.numbers("verification", gold),
    )


def short_rankings(runs: Sequence[Run]) -> Iterator[str]:
    """A sentence for each retrieval that found fewer than k documents for some question."""
    found: dict[tuple[str, ...], dict[str, int]] = {}
    for run in runs:
        by = tuple(run.identity.get(key, "") for key in ("k", *_OF_RANKING))
        counts = {s.id: int(s.values[FOUND]) for s in run.samples if FOUND in s.values}
        if run.identity.get("k"):
            # Several methods read one ranking.
            found[by] = found.get(by, {}) | counts
    for (k, ranker, *_), by_id in found.items():
        short = [count for count in by_id.values() if count < int(k)]
        if short:
            yield (
                f"{ranker}: {len(short)} of {len(by_id)} questions have fewer than k={k} documents "
                f"to read, the fewest {min(short)}, as it found no more."
            )


def scored_by(gold: str) -> Group:
    """The samples that these golds score; all of an older log, which does not say it."""
    return where("scored_by", lambda by: by is None or gold in str(by).split(","))


def source(what: published.What, gold: str) -> str:
    """The source of the published rows of these golds; empty where there are none."""
    tables = published.numbers(what, gold)
    return f"Published: QUEST-LOFT, {tables}, on LOFT-128k." if tables else ""


def method_of(run: Run) -> Method | None:
    """The method of a run; None for a baseline, answers made elsewhere or a verifier's pool."""
    condition = condition_of(run)
    return None if condition.startswith(PAIRS) or condition in OTHERS else method(condition)


def _filter(run: Run) -> str:
    chosen = method_of(run)
    return chosen.filter if chosen else ""


def _rankings(runs: Sequence[Run]) -> list[Run]:
    """One run for each ranking, labelled by it: whatever reads a ranking, and how far, it is one.

    Of several runs of one, that with the most samples.
    """
    found: dict[tuple[str, ...], Run] = {}
    for run in sorted(runs, key=lambda run: -len(run.samples)):
        baseline = str(run.args.get("baseline", ""))
        by = run.identity.get("retrieval") or _BASELINES.get(baseline, "")
        if by:
            told = {key: run.identity.get(key, "") for key in _OF_RANKING} | {"retrieval": by}
            found.setdefault(tuple(told.values()), replace(run, label=by, identity=told))
    return with_distinct_labels(list(found.values()))


def _verifier(run: Run) -> str:
    condition = condition_of(run)
    if condition.startswith(PAIRS):
        return condition.removeprefix(PAIRS)
    chosen = method_of(run)
    return chosen.verifier if chosen else ""


def _view(run: Run, gold: str, view: str) -> dict[str, Cell]:
    """The ranking measures; a retrieval is there whether or not the reply could be read."""
    variant = f"{gold}_{view}"
    cells = build.measuring(RETRIEVAL, scored_by(gold), variant)(run)
    if view == "retrieved":
        cells |= {"unread": None, "n": build.estimate(run, MRECALL.figure(variant)).n}
    return cells


def _pooled(run: Run, gold: str, read: str = "") -> Confusion:
    """The counts of all samples, or with `read_` of the verdicts that were read; 0 for none."""
    return Confusion(**{kind: _counted(run, f"{gold}_{kind}", read) for kind in KINDS})


def _counted(run: Run, key: str, read: str) -> int:
    # Logs of scoring 2 have only counts of verdicts that were read.
    found = (s.values.get(f"{read}{key}", s.values.get(key, NAN)) for s in run.asked)
    return int(math.fsum(value for value in found if not math.isnan(value)))
