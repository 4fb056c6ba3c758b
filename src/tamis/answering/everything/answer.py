"""Answers a question over a whole corpus: every unit that a verifier accepts, with a promise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamis.answering import prompts
from tamis.answering.coverage import Ended, percent, percent_down
from tamis.answering.everything import expression as expressions
from tamis.answering.everything import plan as plans
from tamis.answering.everything import prices
from tamis.answering.everything.judging import Judge
from tamis.answering.everything.kept_verdicts import KeptVerdicts
from tamis.answering.everything.labels import numbered
from tamis.answering.everything.plan import Plan
from tamis.answering.everything.policy import Policy
from tamis.answering.everything.proxy import ranked_by
from tamis.answering.everything.summary import coverage_of, listed, notes_on, outcome_of
from tamis.answering.everything.units import Units, not_whole, units_of
from tamis.answering.everything.verifying import Ranking, Verified, Verifying
from tamis.answering.everything.wanted import Wanted
from tamis.answering.findings import Finding, Findings
from tamis.arguments import argument
from tamis.retrieve.kept_index import KeptIndex
from tamis.spending import AnyPrice, Spending
from tamis.text.shown import counted
from tamis.types import Chat, Reply

Say = Callable[[str], None]

_SHOWN = 200


@dataclass(frozen=True)
class Asked:
    """A model, within the limits; `name` tells its verdicts from those of others.

    Without a name they are not kept on disk. `price` is that of a million tokens in and out.
    """

    chat: Chat
    name: str | None
    price: AnyPrice | None = None


@dataclass(frozen=True)
class Models:
    """Who takes the question apart, who verifies, and who, if anyone, ranks all units first.

    `spending` is that of all of them; `connections` is how many calls run at a time, `longest` how
    many characters of a unit a prompt has room for. Verdicts are kept in the file `verdicts`.
    """

    planner: Asked
    verifier: Asked
    proxy: Asked | None
    spending: Spending
    connections: int
    longest: int
    verdicts: Path


async def answer(
    question: str,
    kept: KeptIndex,
    wanted: Wanted,
    models: Models,
    *,
    chunk: int,
    tabular: bool,
    say: Say,
) -> Findings:
    """The units of a corpus that the verifier accepts, and what share of all that is.

    `kept` is the index of the corpus in passages of at most `chunk` characters, `tabular` whether
    its documents are rows. A budget or a limit that is reached and a wish to stop end it early,
    with what there is by then. Raises InputError for labels of what is no unit, for units that
    there are not, and for verdicts that cannot be kept.
    """
    units = units_of(kept.passages, kept.sources, wanted.unit, chunk, models.longest, tabular)
    store = KeptVerdicts(models.verdicts if models.verifier.name is not None else None)
    try:
        return await _Answering(question, kept, units, wanted, models, store, say).run()
    finally:
        store.close()


class _Answering:
    def __init__(
        self,
        question: str,
        kept: KeptIndex,
        units: Units,
        wanted: Wanted,
        models: Models,
        store: KeptVerdicts,
        say: Say,
    ) -> None:
        self.question, self.kept, self.units = question, kept, units
        self.wanted, self.models, self.store, self.say = wanted, models, store, say
        self.notes: list[str] = []
        self.further_calls = 0

    async def run(self) -> Findings:
        wanted, models = self.wanted, self.models
        began = time.monotonic()
        if self.units.cut:
            documents = counted(self.kept.documents, "document")
            self.notes.append(
                f"Longer than the context, so judged in parts: {self.units.cut:,} of {documents}; "
                "an answer is a document of which at least one part was found."
            )
        labels = await asyncio.to_thread(self._labelled)
        plan = await self._plan()
        judge = self._judge(plan, models.verifier, wanted.budget)
        self.say(f"ranking {counted(len(self.units), self.units.noun)}")
        seed = _seed(self.question, plan)
        scores = await asyncio.to_thread(
            lambda: self.units.scores(self.kept.retriever.scores(seed))
        )
        partial, lost = not_whole(self.units, self.kept.skipped)
        policy = Policy(scores, wanted.recall, wanted.confidence, lost=lost)
        if wanted.approve is not None:
            waited = time.monotonic()
            approved = wanted.approve(self._prices(policy, judge))
            began += time.monotonic() - waited
            if not approved:
                return self._findings(policy, judge, Verified(), labels, None, 0, lost)
        if models.proxy is not None:
            policy.rank(await self._of_proxy(models.proxy, plan, scores))
        verifying = Verifying(
            policy,
            judge,
            lambda: _learnt(self.units, seed, self.kept.retriever),
            width=models.connections,
            stop=wanted.stop.event if wanted.stop is not None else None,
            said=lambda so_far: self.say(self._progress(so_far, policy)),
            partial=partial,
        )
        with wanted.stop or nullcontext():
            ended = await verifying.run(first=sorted(labels))
        seconds = time.monotonic() - began
        if verifying.unlearnt:
            self.notes.append(f"The ranking did not learn from the verdicts: {verifying.unlearnt}")
        return self._findings(policy, judge, verifying.so_far, labels, ended, seconds, lost)

    def _labelled(self) -> dict[int, bool]:
        if not self.wanted.labels:
            return {}
        wanted = self.wanted.labels
        named = ((self.units.id(unit), unit) for unit in range(len(self.units)))
        ids = {id: unit for id, unit in named if id in wanted}
        return numbered(wanted, ids, self.wanted.labels_file)

    async def _plan(self) -> Plan:
        """The plan that is given, or known from earlier, or made now."""
        if self.wanted.plan is not None:
            return self.wanted.plan
        if not plans.may_join(self.question):
            return plans.alone(self.question)
        planner = self.models.planner
        key = (self.question, prompts.PLAN.fingerprint(), planner.name or "")
        if (known := self.store.plan(*key)) is not None:
            return plans.from_json(known)
        self.say("taking the question apart")

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            self.further_calls += 1
            return await planner.chat(messages, schema)

        plan, why = await plans.split(self.question, ask)
        if why:
            self.notes.append(
                f"The question was not taken apart ({why[:_SHOWN].rstrip('.')}), so it is judged "
                f"as one condition; {argument('plan')} says its conditions."
            )
        else:
            self.store.put_plan(*key, plan.as_json())
        return plan

    def _judge(self, plan: Plan, asked: Asked, budget: int | None = None) -> Judge:
        return Judge(
            plan,
            self.units,
            asked.chat,
            self.store,
            # Two models without a name are two models all the same.
            model=asked.name or f"unnamed {id(asked.chat)}",
            spending=self.models.spending,
            budget=budget,
            spent=self.further_calls,
        )

    async def _of_proxy(
        self, proxy: Asked, plan: Plan, scores: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The scores by the proxy. Its calls are not in the budget, which is the verifier's."""
        stop, total = self.wanted.stop, f"{len(self.units):,}"
        judge = self._judge(plan, proxy)
        with stop or nullcontext():
            ranked, why = await ranked_by(
                judge,
                scores,
                width=self.models.connections,
                stop=stop.event if stop is not None else None,
                said=lambda so_far: self.say(f"asking the proxy, {so_far.verified:,} of {total}"),
            )
        calls = counted(judge.calls, "call")
        self.notes.append(
            f"The proxy was left out, as {why}." if why else f"Ranked by the proxy: {calls} to it."
        )
        return ranked

    def _prices(self, policy: Policy, judge: Judge) -> prices.Prices:
        units, verifier = self.units, self.models.verifier
        taken = self.store.effort(verifier.name) if verifier.name is not None else None
        names = list(judge.plan.conditions)
        looked_at = [units.document(unit) for unit in prices.sampled(len(units))]
        lengths = [sum(map(len, judge.prompt(name, one))) for one in looked_at for name in names]
        return prices.prices(
            policy.expected_calls,
            kind=units.noun,
            units=len(units),
            conditions=len(names),
            known=sum(map(self.store.count, judge.asked.values())),
            asked=self.wanted.recall,
            confidence=self.wanted.confidence,
            call=prices.expected_call(sum(lengths) / len(lengths), taken),
            measured=taken is not None,
            price=verifier.price,
            connections=self.models.connections,
            plan="" if judge.plan.simple else judge.plan.shown(),
            ranking=self._ranking(),
        )

    def _ranking(self) -> str:
        """How the units are ranked, and what is lacking for it, before anything is paid for."""
        from tamis.answering.everything.learnt_ranking import why_not

        by = f"Ranked by {self.kept.retriever.name}"
        by += ", then by the proxy" if self.models.proxy is not None else ""
        if lacking := why_not():
            return f"{by}, and not by what verdicts teach, so it may take more calls: {lacking}"
        return f"{by}, then by what verdicts teach."

    def _progress(self, so_far: Verified, policy: Policy) -> str:
        found = len(so_far.accepted)
        certified = found / max(found, policy.certificate.most()) if found else 0.0
        return (
            f"{found:,} found, {so_far.verified:,} of {counted(len(self.units), self.units.noun)} "
            f"verified, at least {percent_down(certified)} certified so far"
        )

    def _findings(
        self,
        policy: Policy,
        judge: Judge,
        so_far: Verified,
        labels: dict[int, bool],
        ended: Ended | None,
        seconds: float,
        lost: int,
    ) -> Findings:
        spending = self.models.spending
        coverage = coverage_of(
            policy,
            judge,
            so_far,
            ended or "stopped",
            units=self.units,
            wanted=self.wanted,
            labels=labels,
            further_calls=self.further_calls,
            seconds=seconds,
            failure=spending.commonest_failure,
            lost=lost,
        )
        notes = notes_on(judge, so_far, coverage, spending) if ended is not None else []
        found: tuple[Finding, ...] = listed(so_far.accepted, self.units, judge.plan)
        return Findings(
            self.question,
            f"every {self.units.kind}, {percent(self.wanted.recall)} asked for",
            ranker=self.kept.retriever.name,
            outcome=None if ended is None else outcome_of(so_far, coverage),
            findings=found,
            notes=(*notes, *self.notes),
            tokens=(spending.tokens_in, spending.tokens_out),
            cost=spending.cost,
            coverage=coverage,
        )


def _learnt(units: Units, seed: str, retriever: object) -> Ranking:
    # What it learns with takes a while to import, and may not be there.
    from tamis.answering.everything.learnt_ranking import LearntRanking

    return LearntRanking(units.texts(), seed, _vectors(units, retriever))


def _vectors(units: Units, retriever: object) -> NDArray[np.float32] | None:
    """The embeddings at hand, where units are the passages that were embedded; else None."""
    from tamis.retrieve.dense import Dense
    from tamis.retrieve.hybrid import Hybrid

    parts = retriever.retrievers if isinstance(retriever, Hybrid) else [retriever]
    matrices = [part.matrix for part in parts if isinstance(part, Dense)]
    return matrices[0] if matrices and len(matrices[0]) == len(units) else None


def _seed(question: str, plan: Plan) -> str:
    """What the first ranking searches for: the question without what it excludes."""
    if plan.simple:
        return question
    below = dict(expressions.negated(plan.expression))
    wanted = [text for name, text in plan.conditions.items() if not below[name]]
    return " ".join(wanted) or question
