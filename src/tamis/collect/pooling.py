"""Candidate answers collected from runs, for people to rate (QUEST-LOFT, §4.1, step 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.benchmarks.quest.ratings import PoolRow, split_quote
from tamis.report.logs import find_logs, read_runs, samples_of
from tamis.report.runs import Run, with_distinct_labels
from tamis.text.normalised import title_key
from tamis.text.shown import clean
from tamis.types import Candidate, Evidence, InputError, Verdict

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

_CHOOSE_NOTHING = {"whole_corpus", "nothing", "oracle"}
"""Baselines that return every document, none, or the golds: nothing to rate."""


@dataclass(frozen=True)
class Answered:
    """A run's answer to one question: the final titles, and all candidates that it considered.

    `original` are the golds that the question came with; `outcome` says how the answer could
    be read.
    """

    qid: str
    question: str
    outcome: str
    titles: tuple[str, ...]
    original: tuple[str, ...]
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class RunAnswers:
    """The answers of one log. `unscored` samples ended without a score and have no answer here.

    `left_out`: the log is of a baseline without a choice, and its answers are left out.
    """

    label: str
    answers: tuple[Answered, ...]
    unscored: int = 0
    left_out: bool = False

    @property
    def unread(self) -> Counter[str]:
        """The outcomes other than `ok` and `empty`, each with how often."""
        return Counter(a.outcome for a in self.answers if a.outcome not in ("ok", "empty"))


def read_answers(paths_or_folders: Iterable[str | Path]) -> list[RunAnswers]:
    """The answers in logs of quest runs (files, or folders of them), one entry per run.

    Logs with the same model, task and settings get the same label, and so are pooled as one
    run. Raises InputError for a file that is not a log, or not one of quest.
    """
    # A log may hold several runs, and pooled logs of one run need not lie together.
    runs = [run for path in find_logs(paths_or_folders) for run in read_runs([path])]
    found = []
    for run, label in zip(runs, _labels(runs), strict=True):
        if run.kind == "baseline" and run.label in _CHOOSE_NOTHING:
            found.append(RunAnswers(label, (), left_out=True))
            continue
        samples = list(samples_of(run, outputs=False))
        scored = [(id, sample) for id, sample in samples if sample.scores]
        answers = tuple(_answered(id, sample, run.logs[0]) for id, sample in scored)
        found.append(RunAnswers(label, answers, len(samples) - len(scored)))
    return found


def pool(runs: Iterable[RunAnswers]) -> list[PoolRow]:
    """One row per question and candidate: the original golds, and what any run proposed.

    The same title, or the same document, is the same candidate; its row has the evidence of
    all runs, each quote once. A run that gave a candidate several times (epochs, logs of one
    run) has the mark of its best judgement. Questions come in the order of the runs; the
    candidates of a question by title, so that their order does not show which are golds.
    Raises InputError where runs differ in the question or in the golds of a qid.
    """
    return merge(*(_rows(run) for run in runs))


def merge(*pools: Sequence[PoolRow]) -> list[PoolRow]:
    """Several pools as one; of two ratings of a candidate, that of the earlier pool stays.

    Raises InputError where pools differ in the question or in the original golds of a qid.
    """
    golds: dict[str, tuple[str, frozenset[str]]] = {}
    rows: dict[tuple[str, str], PoolRow] = {}
    by_document: dict[tuple[str, str], tuple[str, str]] = {}
    for one in pools:
        _check_same(golds, one)
        for row in one:
            document = (row.qid, row.doc_id)
            key = row.key
            if key not in rows and row.doc_id:
                key = by_document.get(document, key)
            rows[key] = _combined(rows[key], row) if key in rows else row
            if row.doc_id:
                by_document.setdefault(document, key)
    filled = {qid for qid, title in rows if title}
    kept = [row for row in rows.values() if row.title or row.qid not in filled]
    order = {qid: position for position, qid in enumerate(golds)}
    return sorted(kept, key=lambda row: (order[row.qid], row.title.casefold(), row.title))


def _labels(runs: Sequence[Run]) -> list[str]:
    """A name for the run of each log: the same for the same settings, else different."""
    named = []
    for run in runs:
        condition = run.identity.get("condition", "")
        label = f"{run.label}, {condition}" if condition else run.label
        named.append(replace(run, label=clean(label).replace(";", ",").replace('"', "'")))
    distinct: dict[str, Run] = {}
    for run in named:
        distinct.setdefault(_settings(run), run)
    labels = dict(zip(distinct, with_distinct_labels(list(distinct.values())), strict=True))
    return [labels[_settings(run)].label for run in named]


def _settings(run: Run) -> str:
    return repr((run.label, run.task, sorted(run.identity.items())))


def _answered(id: str, sample: EvalSample, path: Path) -> Answered:
    score = next(iter((sample.scores or {}).values()))
    about = score.metadata or {}
    try:
        return Answered(
            # A run over pairs of question and candidate has samples named after both.
            str(sample.metadata.get("qid", id)),
            _text(sample.input),
            _text(about["outcome"]),
            tuple(map(_text, about["titles"])),
            tuple(map(_text, about["original"])),
            tuple(map(_candidate, about["candidates"])),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(
            f"{path}, sample {sample.id}: its score does not hold the titles and candidates of a "
            f"set question ({error}); give logs of `tamis run quest`."
        ) from error


def _candidate(about: Mapping[str, Any]) -> Candidate:
    verdict = about["verdict"]
    return Candidate(
        _text(about["title"]),
        about["doc_id"],
        _evidence(about["evidence_for"]),
        _evidence(about["evidence_against"]),
        judgment=about["judgment"],
        verdict=None if verdict is None else Verdict(verdict, "ok"),
    )


def _evidence(quotes: Iterable[Mapping[str, str]]) -> tuple[Evidence, ...]:
    return tuple(Evidence(_text(quote["doc_id"]), _text(quote["text"])) for quote in quotes)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, found {type(value).__name__}")
    return value


def _rows(run: RunAnswers) -> list[PoolRow]:
    return [row for answered in run.answers for row in _rows_of(run.label, answered)]


def _rows_of(label: str, answered: Answered) -> Iterator[PoolRow]:
    """The rows of one answer, not yet deduplicated; an empty one where there is no candidate."""
    blank = PoolRow(answered.qid, answered.question, "")
    yield blank
    for title in filter(str.strip, answered.original):
        yield replace(blank, title=title, in_original=True)
    final = {title_key(title) for title in answered.titles}
    weighed = {title_key(candidate.answer) for candidate in answered.candidates}
    unweighed = [Candidate(t) for t in answered.titles if title_key(t) not in weighed]
    for candidate in (*answered.candidates, *unweighed):
        if candidate.answer.strip():
            yield replace(
                blank,
                title=candidate.answer,
                doc_id=candidate.doc_id or "",
                proposed_by=(label + _mark(candidate, final),),
                evidence_for=_cited(label, candidate.evidence_for),
                evidence_against=_cited(label, candidate.evidence_against),
            )


def _mark(candidate: Candidate, final: set[str]) -> str:
    judged = candidate.verdict.judgment if candidate.verdict else candidate.judgment
    if judged or title_key(candidate.answer) in final:
        return "+"
    return "?" if judged is None else "-"


def _cited(label: str, quotes: Iterable[Evidence]) -> tuple[str, ...]:
    # A quote is one line of its cell, so that quotes can be separated.
    return tuple(f'{label}: "{" ".join(quote.text.split())}" [{quote.doc_id}]' for quote in quotes)


def _check_same(seen: dict[str, tuple[str, frozenset[str]]], rows: Sequence[PoolRow]) -> None:
    questions: dict[str, str] = {}
    golds: dict[str, set[str]] = {}
    for row in rows:
        question = title_key(row.question)
        if questions.setdefault(row.qid, question) != question:
            raise InputError(_differ(row.qid, questions[row.qid], question))
        golds.setdefault(row.qid, set()).update({row.key[1]} if row.in_original else ())
    for qid, question in questions.items():
        before, known = seen.setdefault(qid, (question, frozenset(golds[qid])))
        if before != question:
            raise InputError(_differ(qid, before, question))
        if odd := sorted(known ^ golds[qid]):
            raise InputError(
                f'question {qid}: "{clean(odd[0])}" is an original gold for one part of the pool '
                f"and not for another; pool runs on the same version of the data."
            )


def _differ(qid: str, one: str, other: str) -> str:
    return (
        f'question {qid} is "{clean(one)}" in one place and "{clean(other)}" in another; '
        f"pool runs on the same data."
    )


def _combined(row: PoolRow, more: PoolRow) -> PoolRow:
    """Two rows about one candidate as one; what people wrote stays as it was in the first."""
    rated = row if row.rating or row.comment else more
    return replace(
        row,
        doc_id=row.doc_id or more.doc_id,
        proposed_by=_marks(row.proposed_by + more.proposed_by),
        in_original=row.in_original or more.in_original,
        evidence_for=_quotes(row.evidence_for + more.evidence_for),
        evidence_against=_quotes(row.evidence_against + more.evidence_against),
        rating=rated.rating,
        comment=rated.comment,
        rater=rated.rater,
    )


def _marks(proposals: Iterable[str]) -> tuple[str, ...]:
    """Each run once, with the best of its marks: `+`, then `-`, then `?`."""
    best: dict[str, str] = {}
    for proposal in proposals:
        label, mark = proposal[:-1], proposal[-1]
        best[label] = min(best.get(label, mark), mark)
    return tuple(label + mark for label, mark in best.items())


def _quotes(lines: Iterable[str]) -> tuple[str, ...]:
    """Each quote once, with all the runs that cited it."""
    cited: dict[str, dict[str, None]] = {}
    for line in lines:
        runs, quote = split_quote(line)
        cited.setdefault(quote, {}).update(dict.fromkeys(runs))
    return tuple(f"{'; '.join(runs)}: {quote}" if runs else quote for quote, runs in cited.items())
