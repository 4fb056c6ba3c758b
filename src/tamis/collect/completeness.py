"""How many answers the golds lack, estimated from the overlaps of several systems' answers.

A capture is an answer that a system gave and that is right. Whether an answer outside the golds is
right only people can say, so only with their ratings anything is estimated beyond the golds: from
the right answers *outside* the golds, which systems found them, and how often several found the
same. The golds are not one more system, as easy answers are in the golds and in all systems alike.
The golds are the check: their number is known, and the same method estimates it from the same
systems. Why so: docs/decisions/completeness.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tamis.benchmarks.quest.ratings import PoolFile, PoolRow
from tamis.collect import pooling
from tamis.collect.golds import Ratings, gather, settle
from tamis.stats.capture_recapture import History
from tamis.stats.set_size import SetSize, from_share, in_common, least_share, set_size
from tamis.types import InputError


@dataclass(frozen=True)
class QuestionGap:
    """What the golds of one question lack.

    `golds` are the right golds and `golds_found` those that a system gave; `outside` are the right
    answers outside the golds that are known, and `missing` is how many there are in all, as
    estimated, with its 95% interval (`high` may be infinite). The last three are None without
    ratings.
    """

    qid: str
    question: str
    golds: int
    golds_found: int
    outside: int | None = None
    missing: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class GoldOverlap:
    """How many golds two systems (by position) gave both, and how many independent ones would.

    `p` is the probability of so many or more by chance.
    """

    first: int
    second: int
    common: int
    expected: float
    p: float


@dataclass(frozen=True)
class Completeness:
    """What systems' answers say about the golds, over all questions that every system was asked.

    `outside` estimates the number of right answers outside the golds; None without ratings
    (`rated` is False), and where no system found one. `on_golds` estimates by the same method the
    number of golds, which is known: None where no gold was found by two systems. `missing`, `low`
    and `high` are how many answers the golds lack, None without ratings. `found` has for each
    system how many golds, and how many right answers outside them, it gave; `overlaps` has each
    pair of systems on the golds, whose number is known, so that independence can be tested there.

    Counts of what could not be used: `unrated` answers of systems outside the golds without a
    rating, `not_shared` questions that not every system was asked, `not_rated` questions of which
    no candidate has a rating.
    """

    systems: tuple[str, ...]
    rated: bool
    questions: tuple[QuestionGap, ...]
    outside: SetSize | None
    on_golds: SetSize | None
    found: tuple[tuple[int, int], ...]
    overlaps: tuple[GoldOverlap, ...] = ()
    missing: float | None = None
    low: float | None = None
    high: float | None = None
    unrated: int = 0
    not_shared: int = 0
    not_rated: int = 0

    @property
    def golds(self) -> int:
        """The number of right golds."""
        return sum(one.golds for one in self.questions)

    @property
    def golds_found(self) -> int:
        """How many of the golds at least one system gave."""
        return sum(one.golds_found for one in self.questions)

    @property
    def known(self) -> int:
        """How many right answers outside the golds are known."""
        return sum(one.outside or 0 for one in self.questions)


def completeness(
    runs: Sequence[pooling.RunAnswers], rated: Sequence[PoolFile] = ()
) -> Completeness:
    """How many answers the golds of these runs lack, by the ratings of people where given.

    An answer that most raters call MATCH is right; a DEBATABLE one is neither right nor a gold, as
    in the scores. A gold without a rating counts as right. Raises InputError for answers of fewer
    than two systems, for systems that were asked no question in common, for ratings of other data,
    and where no right answer was given by two systems, as their overlap then says nothing.
    """
    answering = [run for run in runs if not run.left_out]
    systems = tuple(dict.fromkeys(run.label for run in answering))
    if not systems:
        raise InputError(
            "the logs have no answers, so there is nothing to estimate from; finish a run first."
        )
    if len(systems) < 2:
        raise InputError(
            f"the logs have answers of one system only, {systems[0]}, and an estimate needs the "
            "overlap of two or more; give the logs of others too."
        )
    rows = pooling.pool(answering)
    ratings = gather(rated) if rated else None
    if ratings is not None:
        try:
            # Only the systems of the logs count, not those that the pool was made of.
            before = [replace(row, proposed_by=()) for row in ratings.rows]
            rows = pooling.merge(before, rows)
        except InputError as error:
            raise InputError(f"the ratings do not fit the logs: {error}") from error
    shared = _shared(answering, systems)
    if not shared:
        raise InputError(
            "the logs have no question that all systems were asked; give logs of the same data."
        )
    asked = {answered.qid for run in answering for answered in run.answers}
    kept = {qid for qid in shared if _is_rated(qid, ratings)}
    if not kept:
        raise InputError(
            "the ratings have no candidate of a question that all systems were asked; rate the "
            "pool of these logs, which `tamis pool LOGS --out FILE` writes."
        )
    by_question = _by_question(rows, kept, systems, ratings)
    return replace(
        _estimated(by_question, systems, ratings is not None),
        not_shared=len(asked - shared),
        not_rated=len(asked & shared) - len(kept),
    )


@dataclass
class _Captured:
    """The right answers of one question: a history for each, empty where no system gave it."""

    question: str
    golds: list[History]
    outside: list[History]
    unrated: int = 0


def _shared(runs: Sequence[pooling.RunAnswers], systems: Sequence[str]) -> set[str]:
    asked: dict[str, set[str]] = {system: set() for system in systems}
    for run in runs:
        asked[run.label].update(answered.qid for answered in run.answers)
    return set.intersection(*asked.values())


def _is_rated(qid: str, ratings: Ratings | None) -> bool:
    if ratings is None:
        return True
    own = [row for row in ratings.rows if row.qid == qid]
    # A question for which nothing was proposed has nothing to rate.
    return bool(own) and (any(map(ratings.votes, own)) or not any(row.title for row in own))


def _by_question(
    rows: Iterable[PoolRow], kept: set[str], systems: Sequence[str], ratings: Ratings | None
) -> dict[str, _Captured]:
    found: dict[str, _Captured] = {}
    for row in rows:
        if row.qid not in kept:
            continue
        one = found.setdefault(row.qid, _Captured(row.question, [], []))
        if not row.title:
            continue
        history = tuple(int(f"{system}+" in row.proposed_by) for system in systems)
        votes = ratings.votes(row) if ratings else []
        bucket = settle(votes) if votes else None
        if row.in_original and bucket in (None, "MATCH"):
            one.golds.append(history)
        elif not row.in_original and bucket == "MATCH":
            one.outside.append(history)
        elif not row.in_original and bucket is None and any(history):
            one.unrated += 1
    return found


def _estimated(found: dict[str, _Captured], systems: tuple[str, ...], rated: bool) -> Completeness:
    answers = list(found.values())
    golds = [history for one in answers for history in one.golds]
    outside = [history for one in answers for history in one.outside]
    whole = Completeness(
        systems,
        rated,
        tuple(
            QuestionGap(qid, one.question, len(one.golds), sum(map(any, one.golds)))
            for qid, one in found.items()
        ),
        outside=_size([one.outside for one in answers]),
        on_golds=_size([one.golds for one in answers]),
        found=tuple(
            (sum(history[at] for history in golds), sum(history[at] for history in outside))
            for at in range(len(systems))
        ),
        overlaps=tuple(_overlap(golds, i, j) for i, j in combinations(range(len(systems)), 2)),
    )
    if not rated:
        if whole.on_golds is None:
            raise InputError(
                "no gold was given by two of the systems, so their overlap says nothing; give "
                "logs of more or of better systems."
            )
        return whole
    seen = sum(map(any, outside))
    if seen and whole.outside is None:
        raise InputError(
            f"the systems gave {seen} right answers outside the golds, none of them given by two "
            "systems, so their overlap does not say how many there are; give logs of more systems."
        )
    whole = replace(whole, unrated=sum(one.unrated for one in answers))
    return _with_missing(whole, answers)


def _overlap(golds: Sequence[History], i: int, j: int) -> GoldOverlap:
    first, second = sum(history[i] for history in golds), sum(history[j] for history in golds)
    common = sum(history[i] and history[j] for history in golds)
    expected = first * second / len(golds) if golds else 0.0
    return GoldOverlap(i, j, common, expected, in_common(first, second, common, len(golds)))


def _with_missing(whole: Completeness, answers: Sequence[_Captured]) -> Completeness:
    """With how many answers the golds lack, in all and of each question.

    A question has too few answers for an estimate of its own: the share of right answers that the
    systems find together is taken from all questions.
    """
    if whole.outside is not None:
        told = whole.outside.told
        in_all = (told.total, told.low, told.high)
        shares = (told.seen / told.total, told.seen / told.high, told.seen / told.low)
    else:
        # Nothing was found outside: what would have been is taken from the golds.
        part, of = whole.golds_found, whole.golds
        shares = (part / of, least_share(part, of), 1.0) if of else (0.0, 0.0, 1.0)
        in_all = (0.0, 0.0, from_share(0, shares).high)
    questions = []
    for gap, one in zip(whole.questions, answers, strict=True):
        size = from_share(sum(map(any, one.outside)), shares)
        missing, low, high = _at_least(len(one.outside), (size.total, size.low, size.high))
        questions.append(
            replace(gap, outside=len(one.outside), missing=missing, low=low, high=high)
        )
    known = sum(len(one.outside) for one in answers)
    missing, low, high = _at_least(known, in_all)
    return replace(whole, questions=tuple(questions), missing=missing, low=low, high=high)


def _at_least(known: int, ends: tuple[float, float, float]) -> tuple[float, float, float]:
    """No fewer than are known: people also call right what all systems saw and turned down."""
    total, low, high = (max(float(known), end) for end in ends)
    return total, low, high


def _size(answers: Sequence[Sequence[History]]) -> SetSize | None:
    """The size of a set from its histories by question; None where no two systems overlap."""
    counts = [Counter(history for history in one if any(history)) for one in answers]
    if not any(sum(history) > 1 for one in counts for history in one):
        return None
    return set_size(counts)
