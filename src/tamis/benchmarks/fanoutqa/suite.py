"""FanOutQA for the commands: what a run consists of, and what it is reported by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from inspect_ai import Task

from tamis.benchmarks import Request
from tamis.benchmarks.fanoutqa import data, estimates
from tamis.benchmarks.fanoutqa.data import SOURCE, count_rows
from tamis.benchmarks.fanoutqa.encyclopaedia import place
from tamis.benchmarks.fanoutqa.options import (
    BASELINES,
    SETTINGS,
    WITH_PAGES,
    Baseline,
    Options,
    parse_options,
    settings_of,
)
from tamis.benchmarks.fanoutqa.page import headline, report
from tamis.benchmarks.fanoutqa.samples import asked
from tamis.benchmarks.fanoutqa.submission import submit
from tamis.benchmarks.fanoutqa.tables import measures
from tamis.benchmarks.fanoutqa.task import fanoutqa, version_of
from tamis.benchmarks.options import plain
from tamis.types import InputError

__all__ = [
    "SOURCE",
    "WITHDRAWN",
    "condition",
    "count_rows",
    "headline",
    "ids",
    "measures",
    "parameters",
    "plan",
    "report",
    "requests",
    "size",
    "submit",
    "task",
    "version",
]

WITHDRAWN = frozenset({data.WITHDRAWN})
"""Ids that files of answers may have though the question is not asked any more."""


def parameters() -> Mapping[str, str]:
    """The parameters of `tamis/fanoutqa` with their defaults."""
    return {
        "setting": f"{', '.join(SETTINGS)}; several with commas, or all [closed_book]",
        "data": "mini, released, or a folder or a JSON file in the released form [mini]",
        "data_dir": "where the released files already lie",
        "version": "of the released data: nov23, which the paper measured, or 2026-07 [nov23]",
        "split": "dev, or test, whose answers are hidden: for `tamis submit` [dev]",
        "wiki": "the encyclopaedia: mini, a .zim file, a folder or parquet of pages, or live "
        "[mini with the mini data]",
        "date": "as of which pages are read, and what the model is told is today [2023-11-20]",
        "tools": "searches by the provider's tools (native), in the text (protocol), or by tools "
        "where the model has them (auto) [auto]",
        "context_limit": "tokens of context to assume; the paper's Appendix F.1 has 4096 [128000]",
        "max_tokens": "of a reply [1024]",
        "chunk": "characters of a chunk of a page; the published package has 2048 [1024]",
        "share": "of the context that one page may take [0.5]",
        "repeat_question": "add the question to every result of a search (Appendix F.2) [false]",
        "time_limit": "seconds a question, or none [600]",
        "rounds": "searches a question [50]",
        "bm25": "BM25+ as published code computes it (reference) or as defined (lv-zhai) "
        "[reference]",
        "words": "who says what the base form of a word is: auto, en_core_web_sm, "
        "spacy-blank+pystemmer, pystemmer [auto]",
        "variants": "of loose and strict accuracy: paper, reference, strict, or all [all]",
        "bleurt": "the folder of a BLEURT checkpoint, where BLEURT is installed",
        "prompts": "a folder with other wordings of the prompts, factuality.j2 (the judge's) too",
        "baseline": f"answer without a model: {', '.join(BASELINES)} (an oracle)",
        "top": "chunks that the baseline best_chunks answers with [5]",
    }


def plan(
    values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
) -> list[dict[str, Any]]:
    """One task per setting; without a model one per baseline for which the data has enough."""
    if model is not None and values.get("baseline"):
        raise InputError(f"give --model {model} or -T baseline={values['baseline']}, not both.")
    if values.get("predictions"):
        if values.get("setting") is None:
            return [_plain(parse_options(dict(values)))]
        return [_plain(parse_options({**values, "setting": _one(values["setting"])}))]
    if model is not None:
        settings = settings_of(values.get("setting"))
        return [_plain(parse_options({**values, "setting": one})) for one in settings]
    if values.get("setting"):
        raise InputError(
            f"-T setting={values['setting']} asks a model, so it needs --model; without one there "
            "are the baselines."
        )
    if values.get("baseline"):
        options = parse_options(dict(values))
        if options.baseline not in (possible := _baselines(options)) and (
            options.baseline not in WITH_PAGES
        ):
            raise InputError(
                "-T baseline=leaf_answers needs the decompositions, which this data does not "
                f"have; there is {' and '.join(possible) or 'none without them'}."
            )
        return [_plain(options)]
    possible = _baselines(parse_options(dict(values)))
    if not possible:
        raise InputError(
            "no baseline can answer: this data has no decompositions, and best_chunks and "
            "first_lines need pages, so give -T wiki=FILE.zim, a folder, or live."
        )
    return [_plain(parse_options({**values, "baseline": one})) for one in possible]


def _one(given: object) -> str:
    settings = settings_of(given)
    if len(settings) != 1:
        raise InputError(f"-T setting={given}: answers made elsewhere are of one setting.")
    return settings[0]


def _baselines(options: Options) -> list[Baseline]:
    """Those for which there are pages, or decompositions."""
    decomposed = any(one.question.decomposition for one in asked(options)[1])
    pages = place(options) is not None
    return [one for one in BASELINES if (pages if one in WITH_PAGES else decomposed)]


def task(values: Mapping[str, Any]) -> Task:
    """The Inspect task for one set of parameters."""
    return fanoutqa(**values)


def version(values: Mapping[str, Any]) -> str:
    """The identity of scoring, wording, data and pages: another one is another run."""
    return version_of(parse_options(dict(values)))


def condition(values: Mapping[str, Any]) -> str:
    """What a task is called in reports."""
    return parse_options(dict(values)).condition


def size(values: Mapping[str, Any]) -> int:
    """The number of questions."""
    return len(asked(parse_options(dict(values)))[1])


def ids(values: Mapping[str, Any]) -> list[str]:
    """The ids of the questions."""
    return [one.id for one in asked(parse_options(dict(values)))[1]]


def requests(values: Mapping[str, Any]) -> Iterator[Request]:
    """The calls of each question; those after the first are estimated."""
    return estimates.requests(parse_options(dict(values)))


def _plain(options: Options) -> dict[str, Any]:
    """The options as a task takes them."""
    return plain(options, "variants")
