"""A predicted set against a golden set (QUEST-LOFT, §3.7), and LOFT's own scorer of the same.

| | precision | recall | f1 | accuracy | subspan_em |
|---|---|---|---|---|---|
| both empty | 1 | 1 | 1 | 1 | 1 |
| gold empty, something predicted | 0 | 1 | 0 | 0 | 1 |
| gold, nothing predicted: `paper` | 1 | 0 | 0 | 0 | 0 |
| gold, nothing predicted: `strict` | undefined | 0 | 0 | 0 | 0 |

That the recall of an empty gold set is 1 follows from the published tables: some questions have no
golden answer left, and otherwise no retriever could reach the printed recall of 1.00. The precision
of an empty prediction is not stated. Methods that find little, and so must often have answered
nothing, have precisions of .92 to .96 with recalls of .49 to .68 (Table 4), which are hardly
possible with zeros for empty predictions. So `paper` uses 1; `strict` leaves the precision
undefined, to be counted and left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from tamis.stats import NAN
from tamis.text.normalised import squad_answer

Variant = Literal["paper", "strict", "reference"]
VARIANTS: tuple[Variant, ...] = ("paper", "strict", "reference")

Way = Literal["fully correct", "correct with extras", "partly", "incorrect"]
"""The four classes of `four_way`."""


@dataclass(frozen=True)
class SetScores:
    """The measures of one predicted set, each 0 to 1, or NaN where it is undefined."""

    precision: float
    recall: float
    f1: float
    accuracy: float
    subspan_em: float


@dataclass(frozen=True)
class LoftScores:
    """What LOFT's multi-value scorer gives for one question, 0 or 1; `coverage` from 0 to 1.

    NaN: the scorer gives no figure there, and leaves it out of its averages.
    """

    em: float
    coverage: float
    subspan_em: float
    f1: float


def score_sets(predicted: Collection[str], gold: Collection[str], variant: Variant) -> SetScores:
    """Score a set of strings, compared by equality; the caller normalises them.

    Repeated strings count once. `accuracy` is whether the sets are equal, `subspan_em` whether all
    of `gold` is predicted, which is the subspan match for canonical names (§3.7).
    The conventions for empty sets are those of the module. `reference` is `score_loft` in these
    names: its coverage as recall, its exact match as accuracy, and no precision.
    """
    if variant == "reference":
        loft = score_loft(list(predicted), list(gold))
        return SetScores(NAN, loft.coverage, loft.f1, loft.em, loft.subspan_em)
    found, wanted = set(predicted), set(gold)
    right = len(found & wanted)
    of_nothing = 1.0 if variant == "paper" or not wanted else NAN
    return SetScores(
        precision=right / len(found) if found else of_nothing,
        recall=right / len(wanted) if wanted else 1.0,
        f1=2 * right / (len(found) + len(wanted)) if found or wanted else 1.0,
        accuracy=float(found == wanted),
        subspan_em=float(wanted <= found),
    )


def four_way(predicted: Collection[str], gold: Collection[str]) -> Way:
    """The class of a set: the golden set itself, all of it and more, some of it, none of it.

    For an empty `gold`, nothing is fully correct and anything is incorrect.
    """
    found, wanted = set(predicted), set(gold)
    if found == wanted:
        return "fully correct"
    if not found & wanted:
        return "incorrect"
    return "correct with extras" if wanted <= found else "partly"


def without(titles: Collection[str], debatable: Collection[str]) -> tuple[str, ...]:
    """`titles` less the debatable ones, in order: for the prediction and for the gold (§4.1)."""
    left_out = set(debatable)
    return tuple(title for title in titles if title not in left_out)


def score_loft(predicted: Sequence[str], gold: Sequence[str]) -> LoftScores:
    """Score as LOFT's published multi-value scorer does, quirks included.

    Both sides are normalised by `tamis.text.normalised.squad_answer`. `em` is equality of the sets,
    `coverage` the share of the golden answers that are predicted, and `subspan_em` whether each
    golden answer can be paired with a prediction of its own that contains it, or that it contains:
    "radio" matches "Lost City Radio", and "The", which is normalised to nothing, matches anything.
    Further predictions never lower it.

    An empty prediction has 0 for all but `coverage`, which is NaN, even where the gold is empty
    too. For an empty gold with predictions the published scorer divides by zero: all NaN. It gives
    `f1` for empty predictions only.
    """
    if not predicted:
        return LoftScores(0.0, NAN, 0.0, 0.0)
    if not gold:
        return LoftScores(NAN, NAN, NAN, NAN)
    found = [squad_answer(answer) for answer in predicted]
    wanted = [squad_answer(answer) for answer in gold]
    common = set(found) & set(wanted)
    return LoftScores(
        em=float(set(found) == set(wanted)),
        coverage=len(common) / len(wanted),
        subspan_em=float(_each_has_its_own(wanted, found)),
        f1=NAN,
    )


def _each_has_its_own(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether every wanted string can be paired with a found one that no other is paired with."""
    if len(wanted) > len(found):
        return False
    fits = [[j for j, f in enumerate(found) if w in f or f in w] for w in wanted]
    partner: dict[int, int] = {}
    owner: dict[int, int] = {}
    return all(_pair(i, fits, partner, owner) for i in range(len(wanted)))


def _pair(
    start: int, fits: Sequence[Sequence[int]], partner: dict[int, int], owner: dict[int, int]
) -> bool:
    """Find a partner for `start`, changing earlier pairs where needed (augmenting path)."""
    came_from: dict[int, int] = {}
    queue = [start]
    for waiting in queue:
        for j in fits[waiting]:
            if j in came_from:
                continue
            came_from[j] = waiting
            if j in owner:
                queue.append(owner[j])
                continue
            free: int | None = j
            while free is not None:
                i = came_from[free]
                owner[free], partner[i], free = i, free, partner.get(i)
            return True
    return False
