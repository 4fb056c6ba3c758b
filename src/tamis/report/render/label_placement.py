"""Where the labels of points go, so that they cover neither each other nor the points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_GAP = 8.0
"""From the middle of a point to a label beside it."""

_SWEEPS = 4
_SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
_COVER, _CROSS, _TOUCH, _FAR = 1000.0, 60.0, 5.0, 1.0
"""Costs: to cover a label or a point, to cross either with a line that leads to a label, to
touch a line of the plot, and of each unit away from the point."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle in user units, y growing downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, place: Place) -> bool:
        """Whether a place lies within."""
        return self.left < place[0] < self.right and self.top < place[1] < self.bottom

    def within(self, other: Box) -> bool:
        """Whether no part lies outside the other."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )


@dataclass(frozen=True)
class Spot:
    """Where a label goes; `leader` is the line from its point, empty for one beside it.

    `clash` says that no place was found where it covers nothing.
    """

    box: Box
    leader: tuple[Place, ...] = ()
    clash: bool = False


def place(
    points: Sequence[Place],
    sizes: Sequence[tuple[float, float]],
    room: Box,
    *,
    points_are: float,
    lines: Sequence[Box] = (),
    rings: Sequence[float] = (),
) -> list[Spot]:
    """A spot in `room` for the label of each point, given its width and height.

    `points_are` is half of a point's size; `lines` are parts of the plot that a label had
    better not touch; `rings` are distances, beyond that beside the point, at which a label
    may stand with a line that leads to it. Each label in turn takes the cheapest place,
    those of crowded points first, and then again in view of all others: simple, not optimal,
    and the same for the same points.
    """
    marks = [Box(x - points_are, y - points_are, x + points_are, y + points_are) for x, y in points]
    crowd = [sum(math.dist(here, there) < 40 for there in points) for here in points]
    order = sorted(range(len(points)), key=lambda i: -crowd[i])
    # A label meets only what lies within its reach, which is most of the time in a full plot.
    reach = max((*rings, 2 * _GAP)) + max((max(size) for size in sizes), default=0.0)
    around = [Box(x - reach, y - reach, x + reach, y + reach) for x, y in points]
    near = [list(filter(box.meets, marks)) for box in around]
    crossed = [list(filter(box.meets, lines)) for box in around]
    spots: dict[int, Spot] = {}
    for _ in range(_SWEEPS):
        before = dict(spots)
        for i in order:
            # What two labels reach, each from its point, and that in both directions.
            others = [
                spot
                for j, spot in spots.items()
                if j != i and math.dist(points[i], points[j]) < 3 * reach
            ]
            spots[i] = _cheapest(points[i], sizes[i], room, near[i], crossed[i], others, rings)
        if spots == before:
            break
    return [spots[i] for i in range(len(points))]


def _cheapest(
    point: Place,
    size: tuple[float, float],
    room: Box,
    marks: Sequence[Box],
    lines: Sequence[Box],
    others: Sequence[Spot],
    rings: Sequence[float],
) -> Spot:
    best, lowest = None, math.inf
    for distance, spot in _candidates(point, size, rings):
        cost = _FAR * distance
        if cost >= lowest:
            break
        if not spot.box.within(room):
            continue
        box, leader = spot.box, spot.leader
        covered = sum(map(box.meets, marks)) + sum(box.meets(other.box) for other in others)
        cost += _COVER * covered
        if cost >= lowest:
            continue
        cost += _TOUCH * sum(map(box.meets, lines))
        cost += _CROSS * sum(mark.holds(step) for mark in marks for step in leader[1:])
        for other in others:
            cost += _CROSS * sum(map(other.box.holds, leader))
            cost += _CROSS * sum(map(box.holds, other.leader))
        if cost < lowest:
            best, lowest = Spot(box, leader, covered > 0), cost
    if best is None:
        # The room is smaller than the label.
        _, spot = next(_candidates(point, size, ()))
        return Spot(spot.box, clash=True)
    return best


def _candidates(
    point: Place, size: tuple[float, float], rings: Sequence[float]
) -> Iterator[tuple[float, Spot]]:
    """Places for a label, each with its distance, the nearest first."""
    x, y = point
    wide, high = size[0] / 2, size[1] / 2
    for rank, (right, down) in enumerate(_SIDES):
        gap = _GAP if 0 in (right, down) else _GAP - 2
        yield 0.25 * rank, Spot(_around(x + right * (gap + wide), y + down * (gap + high), size))
    for ring in rings:
        for turn in range(16):
            cos, sin = math.cos(turn * math.pi / 8), math.sin(turn * math.pi / 8)
            box = _around(x + cos * (ring + wide), y + sin * (ring + high), size)
            end = (min(max(x, box.left), box.right), min(max(y, box.top), box.bottom))
            # Whether a line crosses something is looked up at steps along it.
            steps = (0.0, 0.4, 0.55, 0.7, 0.85, 1.0)
            leader = tuple((x + t * (end[0] - x), y + t * (end[1] - y)) for t in steps)
            yield ring, Spot(box, leader)


def _around(x: float, y: float, size: tuple[float, float]) -> Box:
    wide, high = size[0] / 2, size[1] / 2
    return Box(x - wide, y - high, x + wide, y + high)
