"""The verdict on one unit: condition by condition, as many calls as its expression needs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tamis.answering import prompts, verification
from tamis.answering.asking_again import AskingAgain
from tamis.answering.context import Context
from tamis.answering.everything import expression as expressions
from tamis.answering.everything.kept_verdicts import Effort, KeptVerdicts
from tamis.answering.everything.plan import Plan
from tamis.answering.everything.units import Units, content_of, name_of
from tamis.answering.methods import method
from tamis.reading.justified import VerdictReply, read_verdict
from tamis.spending import Spending
from tamis.text.shown import counted
from tamis.types import Chat, Document, Evidence, Outcome, Reply, Verdict

METHOD = method("RAG + Verification")
"""A verifier judges each document, without notes before its verdict."""

SHOWN_ID = "1"
"""The id of the one document of a prompt; its own may be long, and would be miscopied."""


class OutOfBudget(Exception):
    """No further call may be made: a limit is reached, which the message says."""


@dataclass(frozen=True)
class Judged:
    """A unit as judged: `accepted` is None where that hangs on a verdict that was not read.

    `verdicts` are those on the conditions that were looked at, by name; `calls` how many of them
    were asked for now, `outcomes` why verdicts could not be read.
    """

    unit: int
    accepted: bool | None
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    calls: int = 0
    outcomes: tuple[Outcome, ...] = ()


class Judge:
    """Judges units by a plan, with a verifier, within a budget of calls, of which some are `spent`.

    `calls` counts those that were begun, `kept_used` the verdicts that were kept from earlier.
    `yes` and `no` count the verdicts by condition, from which their order follows.
    """

    def __init__(
        self,
        plan: Plan,
        units: Units,
        chat: Chat,
        kept: KeptVerdicts,
        *,
        model: str,
        spending: Spending,
        budget: int | None = None,
        spent: int = 0,
    ) -> None:
        self.plan, self.units = plan, units
        self._budget, self._spent = budget, spent
        self.calls = self.kept_used = 0
        self.yes: Counter[str] = Counter()
        self.no: Counter[str] = Counter()
        self._chat, self._spending, self._kept = chat, spending, kept
        self._again = AskingAgain()
        context = Context(chat, marked=True)
        self._context = context
        self._opening = {
            name: verification.instruction(text, context, METHOD)
            for name, text in plan.conditions.items()
        }
        fingerprint = prompts.VERIFIER.fingerprint()
        self.asked = {
            name: kept.asked(text, fingerprint, model) for name, text in plan.conditions.items()
        }

    async def __call__(self, unit: int) -> Judged:
        """The verdict on a unit; OutOfBudget where a call that it needs may not be made.

        Verdicts that were given before that are kept.
        """
        document = self.units.document(unit)
        content = content_of(document)
        kept = {name: self._kept.get(asked, content) for name, asked in self.asked.items()}
        verdicts: dict[str, Verdict] = {}
        known: dict[str, bool | None] = {}
        calls = 0

        def cost(name: str) -> float:
            return 1e-6 if kept[name] is not None else 1.0

        while name := expressions.next_condition(self.plan.expression, known, self.rate, cost):
            verdict = kept[name]
            if verdict is None:
                calls += 1
                verdict = await self._ask(name, document, content)
            else:
                self.kept_used += 1
            verdicts[name], known[name] = verdict, verdict.judgment
            self.yes[name] += verdict.judgment is True
            self.no[name] += verdict.judgment is False
        accepted = expressions.value(self.plan.expression, known)
        unread = tuple(v.outcome for v in verdicts.values() if v.judgment is None)
        return Judged(unit, accepted, verdicts, calls, unread if accepted is None else ())

    def rate(self, name: str) -> float:
        """How often a condition holds, by the verdicts so far; one half before any."""
        return (1 + self.yes[name]) / (2 + self.yes[name] + self.no[name])

    def prompt(self, name: str, document: Document) -> list[str]:
        """The messages that ask about a condition of a unit."""
        shown = replace(document, id=SHOWN_ID)
        candidate = name_of(document)
        return [self._opening[name], verification.shown(candidate, [shown], self._context)]

    async def _ask(self, name: str, document: Document, content: bytes) -> Verdict:
        began = time.monotonic()
        reply = await self._again(
            self._reply, self.prompt(name, document), lambda made: read_verdict(made).outcome
        )
        seconds = reply.seconds or time.monotonic() - began
        verdict = read_verdict(reply)
        self._kept.put(self.asked[name], content, verdict, Effort(*reply.tokens, seconds))
        return verdict

    async def _reply(self, messages: Sequence[str]) -> Reply:
        if self._budget is not None and self.calls + self._spent >= self._budget:
            raise OutOfBudget(f"the budget of {counted(self._budget, 'call')} is used up")
        self.calls += 1
        refused = self._spending.refused
        reply = await self._chat(messages, VerdictReply)
        if (
            reply.failed
            and self._spending.refused > refused
            and reply.failed == (self._spending.limited)
        ):
            self.calls -= 1
            raise OutOfBudget(self._spending.limited)
        return reply


def evidence_of(judged: Judged, plan: Plan) -> Verdict:
    """The verdicts on a unit's conditions as one on the whole.

    What speaks against a condition below a `not` speaks for the whole, and the other way round.
    """
    below = dict(expressions.negated(plan.expression))
    supporting: list[Evidence] = []
    opposing: list[Evidence] = []
    reasons: list[str] = []
    for name, verdict in judged.verdicts.items():
        sides = (verdict.evidence_for, verdict.evidence_against)
        for_, against = reversed(sides) if below[name] else sides
        supporting += for_
        opposing += against
        if verdict.reasoning:
            reasons.append(verdict.reasoning if plan.simple else f"{name}: {verdict.reasoning}")
    return Verdict(judged.accepted, "ok", tuple(supporting), tuple(opposing), " ".join(reasons))
