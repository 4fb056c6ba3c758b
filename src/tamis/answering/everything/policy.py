"""Which unit to verify next, so that a promise on recall costs few calls. Numbers only.

A call *exploits* (the unit is among the likeliest) or *audits* (it is drawn uniformly from all
units that were not issued before). The plan is made anew from time to time: by the calibrated
chances, how deep to exploit before auditing to the stop.

Many calls may be in flight, and their verdicts arrive in any order. The certificate counts them
strictly in the order in which the units were issued, and holds back those that came too early.
That keeps it exact: the units' verdicts are what they are, whoever asks when; an audit is the next
unit of a random permutation that was not issued before, and no choice of units depends on the part
of the permutation that is still to come. So, given every verdict of the units issued before it,
those still in flight included, an audit is uniform over the others. Its bet is fixed when it is
issued. (A verifier that answers otherwise when asked late would break this; none is assumed.)
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamis.answering.everything.calibration import Calibration, edges_of
from tamis.answering.everything.planning import Plan, cheapest
from tamis.stats.certified_recall import Certificate, first_broken
from tamis.types import InputError

Floats = NDArray[np.float64]

AUDITS_FIRST = 20
"""How many audits are made before the first plan."""

EXPLOITS_FIRST = 20
"""How many of the likeliest units are verified before the first plan."""

PART = 0.4
"""The part of a plan's exploits, or audits, that is issued before the next plan is made."""

FEWEST = 8
"""The fewest units issued between two plans, unless an audit hits."""

LEAST_SHARE = 0.01
"""The fewest units issued between two plans, as a share of all that were issued."""

LEAST_BET = 0.02
"""The leading bet leaves at least this of itself after a hit."""

_STREAM = 2020


@dataclass(frozen=True)
class Choice:
    """A unit to verify: its position, and whether it is an audit."""

    unit: int
    audit: bool


@dataclass(frozen=True)
class Expected:
    """What the calibrated scores say; an estimate, without any promise.

    `accepted` is the estimated number of all accepted units, `recall` the share of them found.
    """

    accepted: float
    recall: float


class Policy:
    """Chooses units until `recall` is certified, or until all are verified.

    `scores`, shape (units,), on any scale: higher is likelier to be accepted. `recall` is above 0
    and at most 1; `seed` fixes every random draw, so the same verdicts in the same order give the
    same choices. `lost` more units, which come last, can never be verified, as they could not be
    read: each may be missed.
    """

    def __init__(
        self,
        scores: Floats,
        recall: float,
        confidence: float = 0.95,
        seed: int = 0,
        lost: int = 0,
    ) -> None:
        first_broken(0, recall)  # raises InputError for what is no share
        self.units, self.recall, self._lost = len(scores) + lost, recall, lost
        self.certificate = Certificate(self.units, confidence)
        # A stream of its own: whoever draws with the same seed elsewhere must not meet it.
        self._random = np.random.default_rng([seed, _STREAM])
        self._shuffled = self._random.permutation(self.units)
        self._next_audit = 0
        self._issued = np.zeros(self.units, dtype=bool)
        # 0 and 1 are verdicts, 2 is unread, 3 not known yet.
        self._verdicts = np.full(self.units, 3, dtype=np.uint8)
        self._order: list[tuple[int, float]] = []
        """The units as issued, with their bets; an exploit's is -1."""
        self._counted = 0
        self._told = self._found = self._unread = 0
        self._edges = edges_of(self.units)
        self._calibration = Calibration(self._edges, seed)
        self._done = not self.units
        self._until_plan = 0
        self._estimated_at = -1
        self._estimates = self._calibration
        self.rank(scores)
        for unit in range(len(scores), self.units):
            self.told(unit, None)

    def rank(self, scores: Floats) -> None:
        """Take new scores, shape (units,), for all units but those that are lost.

        Scores of units whose verdict is known also calibrate the ranking, so where a classifier
        learnt from these verdicts, theirs must be from a fit without them (out of fold).
        """
        wanted = self.units - self._lost
        if np.shape(scores) != (wanted,) or not np.isfinite(scores).all():
            raise InputError(
                f"Scores are {wanted} finite numbers, one a unit, not of shape {np.shape(scores)}."
            )
        least = np.min(scores, initial=0.0)
        scores = np.concatenate([scores, np.full(self._lost, least)])
        # Equal scores are in a random order.
        ties = self._random.permutation(self.units)
        self._ranked = ties[np.argsort(-np.asarray(scores)[ties], kind="stable")]
        bins = np.repeat(np.arange(len(self._edges) - 1), np.diff(self._edges))
        self._bins = np.empty(self.units, dtype=np.int64)
        self._bins[self._ranked] = bins
        self._starts = self._edges[:-1].copy()
        count = len(self._starts)
        known = self._verdicts < 2
        self._left = np.bincount(self._bins[~self._issued], minlength=count)
        self._seen = np.bincount(self._bins[known], minlength=count)
        self._hits = np.bincount(self._bins[self._verdicts == 1], minlength=count)
        self._estimated_at = -1
        self._replan()

    @property
    def done(self) -> bool:
        """Whether the promise is reached, or every unit has been told."""
        return self._done

    def next(self, n: int) -> list[Choice]:
        """At most `n` further units; they count as issued, and each must be told later.

        Fewer, or none, where those in flight may be enough for the promise, and at the end.
        """
        chosen: list[Choice] = []
        while len(chosen) < n and not self._done and len(self._order) < self.units:
            if self._enough_in_flight():
                break
            if self._until_plan <= 0:
                self._done = self.certificate.reached(self.recall)
                if self._done:
                    break
                self._replan()
            chosen.append(self._issue())
        return chosen

    def told(self, unit: int, accepted: bool | None) -> None:
        """Take the verdict of a unit; in any order, once each.

        A unit that was not issued (a person judged it) counts as an exploit from now on. None
        stands for a verdict that could not be read, or a call that was given up: the unit counts
        as one that may be missed, so that the promise never rests on it.
        """
        if not 0 <= unit < self.units or self._verdicts[unit] != 3:
            raise InputError(f"Unit {unit} is not one of {self.units}, or it was told before.")
        if not self._issued[unit]:
            self._take(unit, -1.0)
        self._verdicts[unit] = 2 if accepted is None else int(accepted)
        self._told += 1
        if accepted is None:
            self._unread += 1
        else:
            self._found += accepted
            self._seen[self._bins[unit]] += 1
            self._hits[self._bins[unit]] += accepted
        self._count()

    def estimate(self) -> Expected:
        """The estimated size of the whole set and the recall now; an estimate, no promise."""
        # The median over the scenarios: a single wild one moves a mean by much.
        fitted = self._fitted()
        hidden = self._pending() + float(np.median(fitted.scenarios @ self._left))
        # Unread units are as likely as the others that were verified, for want of better.
        hidden += self._unread * self._found / max(1, self._told - self._unread)
        whole = self._found + hidden
        return Expected(whole, self._found / whole if whole else 1.0)

    def expected_calls(self, recall: float) -> int:
        """Expected further calls until `recall` is certified, by what is believed now.

        Before any verdict this rests on a guess of how rare accepted units are; after the first
        hundred or so it is of use. At most the units that are left.
        """
        first_broken(0, recall)
        if self.certificate.reached(recall):
            return 0
        in_flight = len(self._order) - self._told
        return min(
            self.units - self._told,
            in_flight + math.ceil(self._plan_for(recall, self._fitted()).calls),
        )

    def _issue(self) -> Choice:
        self._until_plan -= 1
        if self._exploiting:
            unit = self._likeliest()
            self._take(unit, -1.0)
        else:
            while self._issued[self._shuffled[self._next_audit]]:
                self._next_audit += 1
            unit = int(self._shuffled[self._next_audit])
            self._take(unit, self._bet)
        return Choice(unit, audit=not self._exploiting)

    def _take(self, unit: int, bet: float) -> None:
        self._order.append((unit, bet))
        self._issued[unit] = True
        self._left[self._bins[unit]] -= 1

    def _likeliest(self) -> int:
        while not self._left[self._by_chance[0]]:
            self._by_chance.pop(0)
        b = self._by_chance[0]
        while self._issued[self._ranked[self._starts[b]]]:
            self._starts[b] += 1
        return int(self._ranked[self._starts[b]])

    def _count(self) -> None:
        """Count verdicts into the certificate, as far as they are known without a gap."""
        look = False
        while self._counted < len(self._order):
            unit, bet = self._order[self._counted]
            verdict = self._verdicts[unit]
            if verdict == 3:
                break
            accepted = None if verdict == 2 else bool(verdict)
            self._counted += 1
            if bet < 0:
                self.certificate.exploited(accepted)
                # Exploits reach the promise now and then, by the units they take away.
                look |= self._counted % max(1, self.units // 1000) == 0
            else:
                self.certificate.audited(accepted, bet)
                look = True
                if accepted:
                    self._until_plan = min(self._until_plan, self._soon())
        look |= self._told == self.units
        if not self._done and look:
            self._done = self._told == self.units or self.certificate.reached(self.recall)

    def _soon(self) -> int:
        """After a hit a new plan is made at once; where hits are many, not at each."""
        return max(0, int(LEAST_SHARE * len(self._order)) - (len(self._order) - self._planned_at))

    def _pending(self) -> float:
        """The expected number of accepted units among those in flight."""
        in_flight = len(self._order) - self._told
        if not in_flight:
            return 0.0
        units = [u for u, _ in self._order[self._counted :] if self._verdicts[u] == 3]
        return float(self._calibration.chances[self._bins[units]].sum())

    def _enough_in_flight(self) -> bool:
        """Whether the promise would be reached if no unit in flight were accepted."""
        waiting = self._order[self._counted :]
        if not waiting or self._expected_stop > len(self._order) + 3 * len(waiting) + 30:
            return False
        trial = copy(self.certificate)
        trial.look_ahead()
        for unit, bet in waiting:
            verdict = self._verdicts[unit]
            accepted = None if verdict == 2 else bool(verdict == 1)
            if bet < 0:
                trial.exploited(accepted)
            else:
                trial.audited(accepted, bet)
        return trial.reached(self.recall)

    def _fitted(self) -> Calibration:
        """The calibration by all verdicts, in a copy: who asks for estimates changes no choice."""
        if self._estimated_at != self._told:
            self._estimates = self._calibration.copy()
            self._estimates.fit(self._seen, self._hits)
            self._estimated_at = self._told
        return self._estimates

    def _plan_for(self, recall: float, calibration: Calibration) -> Plan:
        order = np.argsort(-calibration.chances, kind="stable")
        order = order[self._left[order] > 0]
        found = self._found + self._pending()
        most = found + self._unread + float(self._left.sum())
        first = first_broken(int(found), recall)
        grid = np.unique(np.linspace(first, max(first, min(most, first * 1.3 + 30)), 6).astype(int))
        return cheapest(
            self._left[order],
            calibration.scenarios[:, order],
            found=found,
            unread=self._unread,
            recall=recall,
            need=-math.log(1 - self.certificate.confidence),
            evidence=(grid.astype(float), self.certificate.evidence(grid)),
        )

    def _replan(self) -> None:
        self._calibration.fit(self._seen, self._hits)
        self._by_chance = [int(b) for b in np.argsort(-self._calibration.chances, kind="stable")]
        issued = self._planned_at = len(self._order)
        plan = self._plan_for(self.recall, self._calibration)
        self._expected_stop = issued + plan.calls
        # The bet that grows fastest: hidden units over as many as must be shown not to be hidden.
        found = self._found + self._pending()
        hidden = float(self._left @ self._calibration.chances)
        wanted = plan.found / self.recall + 1 - found
        self._bet = min(1.0, max(LEAST_BET, hidden / max(wanted, 1e-9)))
        least = max(FEWEST, math.ceil(LEAST_SHARE * issued))
        if issued < AUDITS_FIRST + EXPLOITS_FIRST:
            # The first ones: likeliest first, so that the audits' bets know a little.
            self._exploiting = issued < EXPLOITS_FIRST
            self._until_plan = EXPLOITS_FIRST - issued if self._exploiting else FEWEST
            return
        self._exploiting = plan.exploits > 0
        size = plan.exploits if self._exploiting else plan.audits
        self._until_plan = max(least, math.ceil(PART * size))
        if self._exploiting:
            self._until_plan = min(self._until_plan, max(1, plan.exploits), max(least, issued))
