"""What a promise will cost, before anything is paid for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tamis.answering.coverage import percent
from tamis.answering.everything.kept_verdicts import Effort
from tamis.spending import CHARACTERS_PER_TOKEN, AnyPrice, Price, cost_of
from tamis.stats.certified_recall import calls_for
from tamis.text.shown import counted

RECALLS = (0.8, 0.9, 0.95, 0.99)
RARE = 0.01
"""The share of units by which the cost of certainty for rare answers is told."""

GUESSED_REPLY_TOKENS = 150
GUESSED_SECONDS = 2.0
SAMPLE = 200
"""So many units, evenly taken, say how long a unit is."""


@dataclass(frozen=True)
class Line:
    """What one recall is expected to cost: calls, tokens in and out, money, and minutes."""

    recall: float
    calls: int
    tokens: tuple[int, int]
    cost: float | None
    minutes: float


@dataclass(frozen=True)
class Prices:
    """What the promises cost that one can ask for, and what everything costs, the last line.

    `asked` is the recall that was asked for. `rare` is one sentence on what certainty costs where
    few units are accepted. `known` is how many verdicts are kept from earlier, which cost nothing
    and are not counted. `measured`: tokens and seconds are those of earlier calls of this
    model, else guesses. `plan` says how the question was taken apart, if it was, and `ranking` how
    the units are ranked, in a sentence. `source` is where the price of a token is from, if that is
    known.
    """

    kind: str
    units: int
    conditions: int
    asked: float
    lines: tuple[Line, ...]
    known: int
    measured: bool
    rare: str
    plan: str
    source: str
    ranking: str


def prices(
    expected: Callable[[float], int],
    *,
    kind: str,
    units: int,
    conditions: int,
    known: int,
    asked: float,
    confidence: float,
    call: Effort,
    measured: bool,
    price: AnyPrice | None,
    connections: int,
    plan: str,
    ranking: str,
) -> Prices:
    """The costs of the recalls .8, .9, .95, .99, the one asked for, and of everything.

    `expected` says how many units a recall will take. How many calls a unit takes is not known
    before: a unit counts as one call for each of its `conditions`, which is the most it can be.
    """

    def line(recall: float, verified: int) -> Line:
        calls = min(verified, units) * conditions
        tokens = round(calls * call.tokens_in), round(calls * call.tokens_out)
        cost = None if price is None else cost_of(tokens, price)
        return Line(recall, calls, tokens, cost, calls * call.seconds / connections / 60)

    below_one = sorted({*RECALLS, asked} - {1.0})
    lines = [line(recall, expected(recall)) for recall in below_one]
    return Prices(
        kind,
        units,
        conditions,
        asked,
        (*lines, line(1.0, units)),
        known,
        measured,
        _rare(kind, units, asked, confidence),
        plan,
        "" if price is None else Price(*price).source,
        ranking,
    )


def _rare(kind: str, units: int, asked: float, confidence: float) -> str:
    """The sentence on rare answers; empty where the corpus is too small for it to matter."""
    accepted = round(units * RARE)
    if accepted < 1 or asked == 1:
        return ""
    cheaper = [recall for recall in RECALLS if recall < asked]
    dear = calls_for(units, accepted, asked, confidence)
    said = (
        f"If few fit, certainty is dear whatever the method: where {accepted:,} of "
        f"{counted(units, kind)} {'fits' if accepted == 1 else 'fit'}, {percent(asked)} cannot be "
        f"certified with fewer than {dear:,} verified"
    )
    if cheaper:
        least = calls_for(units, accepted, cheaper[0], confidence)
        said += f", and {percent(cheaper[0])} takes {least:,}"
    return f"{said}."


def sampled(units: int) -> Sequence[int]:
    """Units to look at for their length, evenly taken."""
    return range(0, units, max(1, units // SAMPLE))


def expected_call(characters: float, earlier: Effort | None) -> Effort:
    """What a call takes whose prompt has so many characters, by what earlier ones have taken."""
    tokens = characters / CHARACTERS_PER_TOKEN
    if earlier is None:
        return Effort(tokens, GUESSED_REPLY_TOKENS, GUESSED_SECONDS)
    return Effort(tokens, earlier.tokens_out or GUESSED_REPLY_TOKENS, earlier.seconds)
