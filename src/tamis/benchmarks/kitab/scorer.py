"""From a reply to the figures of one sample: the Inspect scorer of the KITAB task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from tamis.benchmarks.kitab import score as kitab_score
from tamis.benchmarks.kitab.name_check import name_check
from tamis.benchmarks.kitab.options import Options, parse_options
from tamis.benchmarks.kitab.prompts import wording
from tamis.benchmarks.kitab.samples import Question, asked
from tamis.benchmarks.kitab.score import UNSCORED, Recognisers, score_all_books
from tamis.benchmarks.kitab.titles import BestMatch
from tamis.benchmarks.metrics import summary
from tamis.reading.listing import parse_listing
from tamis.stats import NAN
from tamis.types import Answer

CUT = frozenset({"max_tokens", "model_length"})


@scorer(metrics=[summary("author")], name="kitab")
def kitab_scorer(options: dict[str, Any]) -> Scorer:
    """Score the reply to each question in the chosen variants.

    `options` are those of the task, as plain values: logs record them, and `inspect score`
    can build the scorer again from them.
    """
    chosen = parse_options(options)
    questions = {question.id: question for question in asked(chosen)[1]}

    async def score(state: TaskState, target: Target) -> Score:
        question = questions[str(state.sample_id)]
        stopped = state.output.stop_reason if state.output.choices else "unknown"
        two_lists = chosen.condition == "self_context"
        answer = parse_listing(
            state.output.completion, truncated=stopped in CUT, two_lists=two_lists
        )
        if stopped == "content_filter":
            answer = replace(answer, titles=(), retrieved=None, outcome="refused")
        recognisers = await _recognisers(question, answer, chosen)
        return Score(
            value={**_outcomes(answer), **_figures(question, answer, chosen, recognisers)},
            answer="; ".join(answer.titles)[:900],
            metadata={"outcome": answer.outcome, "titles": list(answer.titles)}
            | ({"retrieved": list(answer.retrieved)} if answer.retrieved is not None else {}),
        )

    return score


def _outcomes(answer: Answer) -> dict[str, float]:
    """What became of the reply, as counts: 0 or 1 each."""
    return {
        "unparsed": float(answer.outcome == "unparsed"),
        "missing": float(answer.outcome == "missing"),
        "refused": float(answer.outcome == "refused"),
        "truncated": float(answer.truncated),
        "runaway": float(answer.runaway),
    }


def _figures(
    question: Question, answer: Answer, options: Options, recognisers: Recognisers
) -> dict[str, float]:
    readable = answer.outcome in ("ok", "empty")
    if options.condition == "single_item":
        return {"accuracy": _accuracy(question, answer) if readable else NAN}
    figures: dict[str, float] = {}
    for variant in options.variants:
        if not readable:
            got = UNSCORED
        elif options.condition == "all_books":
            got = score_all_books(question.query, answer.titles, variant)
        else:
            got = kitab_score.score(question.query, answer.titles, variant, recognisers)
        figures |= {f"{variant}_{name}": value for name, value in asdict(got).items()}
        if options.condition == "self_context":
            first = answer.retrieved
            listed = UNSCORED if first is None else score_all_books(question.query, first, variant)
            figures[f"{variant}_retrieved_irrelevant"] = listed.irrelevant
            figures[f"{variant}_retrieved_completeness"] = listed.completeness
    return figures


def _accuracy(question: Question, answer: Answer) -> float:
    """1 where the reply picks the one title exactly when it satisfies (§4.2)."""
    assert question.item is not None
    index = BestMatch([question.query.books[question.item].title])
    picked = any(index.match(title) is not None for title in answer.titles)
    return float(picked == question.satisfies)


async def _recognisers(question: Question, answer: Answer, options: Options) -> Recognisers:
    """A model is asked for human names only where the data does not know them (§3.1)."""
    query = question.query
    asks = any(c.family == "human-name" for c in query.constraints)
    titles: Sequence[str] = list(dict.fromkeys(answer.titles))
    if options.names != "model" or not asks or "human-name" in query.facts or not titles:
        return Recognisers()
    model = get_model(role="names", required=True)

    async def generate(prompt: str) -> str:
        return (await model.generate(prompt)).completion

    prompt = wording(query.domain).render("name_check", options.prompts, books=titles)
    return Recognisers(names=await name_check(titles, prompt, generate))
