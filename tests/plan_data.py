"""Plans as data, with constraints whose truth is known; `plan_styles` renders them as text.

A plan is drawn at random: a menu for some days, sessions of lifting or of cardio, a day from hour
to hour. Its constraints lie at the boundary: the least of the days, and one more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Totals = Literal["none", "right", "wrong"]
Truth = bool | None
"""Whether a plan keeps to a constraint; None where a figure is missing that decides it."""


@dataclass(frozen=True)
class Food:
    """Something eaten; its figures are None where the plan leaves them out."""

    name: str
    kcal: int | None
    protein: int | None
    fat: int | None


@dataclass(frozen=True)
class Meal:
    """A meal of a day, by its name ("Breakfast")."""

    name: str
    foods: tuple[Food, ...]


@dataclass(frozen=True)
class Menu:
    """Days of meals. `same_as` says which earlier day a day repeats whole, by their indices."""

    days: tuple[tuple[Meal, ...], ...]
    same_as: Mapping[int, int] = field(default_factory=dict)
    totals: Totals = "none"

    def sums(self, what: str) -> list[int | None]:
        """What each day comes to; None where a figure is missing."""
        made: list[int | None] = []
        for day in self.days:
            values = [getattr(food, what) for meal in day for food in meal.foods]
            made.append(None if None in values else sum(values))
        return made

    def known(self, what: str) -> list[int]:
        """What the given figures of each day come to."""
        return [
            sum(getattr(food, what) or 0 for meal in day for food in meal.foods)
            for day in self.days
        ]


@dataclass(frozen=True)
class Exercise:
    """Sets of repetitions with a weight in kg, or minutes with kcal."""

    name: str
    sets: int = 0
    reps: int = 0
    kg: int = 0
    minutes: int = 0
    kcal: int = 0

    @property
    def tonnage(self) -> int:
        """What is lifted in all, in kg."""
        return self.sets * self.reps * self.kg


@dataclass(frozen=True)
class Workout:
    """Sessions of exercises: of lifting, or of cardio. `same_as` as in a `Menu`."""

    kind: Literal["strength", "cardio"]
    sessions: tuple[tuple[Exercise, ...], ...]
    same_as: Mapping[int, int] = field(default_factory=dict)
    totals: Totals = "none"


@dataclass(frozen=True)
class Slot:
    """From `start` to `end`, in minutes from midnight: what is done, and which activity that is."""

    start: int
    end: int
    text: str
    activity: str


@dataclass(frozen=True)
class Schedule:
    """A day from waking to sleeping; the last slot ends when the first begins."""

    slots: tuple[Slot, ...]

    def minutes(self, activity: str) -> int:
        """How long an activity takes in all."""
        return sum((s.end - s.start) % 1440 for s in self.slots if s.activity == activity)


Plan = Menu | Workout | Schedule
Style = Callable[[Plan, random.Random], str]

FOODS = (
    "Porridge with plums", "Two poached eggs", "Rye bread with quark", "Lentil stew", "Baked cod",
    "Beef goulash", "Brown rice", "Green beans", "Cottage cheese bowl", "Chicken skewers",
    "Feta salad", "Barley soup", "Trout fillet", "Turkey roll", "Roast potatoes", "Hummus plate",
    "Banana bread", "Buckwheat pancakes", "Tofu curry", "Rice noodles", "Kefir", "Apple slices",
    "Walnuts", "Dark chocolate", "Pea soup", "Mushroom omelette", "Tomato sandwich", "Bean chili",
    "Couscous with peppers", "Ham and egg muffin", "Corn tortillas", "Minestrone",
)  # fmt: skip
LIFTS = (
    "Back squat", "Bench press", "Deadlift", "Barbell row", "Overhead press", "Leg press",
    "Lat pulldown", "Leg curl", "Leg extension", "Hip thrust", "Calf raise", "Cable row",
    "Front squat", "Incline press", "Triceps pushdown", "Barbell curl",
)  # fmt: skip
CARDIO = (
    "Rowing machine", "Treadmill", "Stair climber", "Jump rope", "Spin bike", "Elliptical",
    "Shadow boxing", "High knees", "Mountain climbers", "Step-ups", "Swimming", "Burpees",
)  # fmt: skip
MEALS = (
    ("Breakfast", "Lunch", "Dinner"),
    ("Breakfast", "Lunch", "Snack", "Dinner"),
    ("Breakfast", "Morning snack", "Lunch", "Afternoon snack", "Dinner"),
    ("Brunch", "Dinner"),
)


def menu(rng: random.Random) -> Menu:
    """A menu for two to five days."""
    names = rng.choice(MEALS)
    days = tuple(
        tuple(
            Meal(name, tuple(_food(rng, name) for _ in range(_foods_of(rng, name))))
            for name in names
        )
        for _ in range(rng.randint(2, 5))
    )
    made = Menu(days, totals=rng.choice(("none", "none", "right", "wrong")))
    if rng.random() < 0.12:
        at = rng.randrange(1, len(days))
        other = rng.randrange(at)
        kept = [*days]
        kept[at] = days[other]
        made = replace(made, days=tuple(kept), same_as={at: other})
    elif rng.random() < 0.12:
        at, m = rng.randrange(len(days)), rng.randrange(len(names))
        day = [*days[at]]
        foods = [*day[m].foods]
        if sum(len(meal.foods) for meal in day) > 2:
            foods[0] = Food(foods[0].name, None, None, None)
            day[m] = Meal(day[m].name, tuple(foods))
            kept = [*days]
            kept[at] = tuple(day)
            made = replace(made, days=tuple(kept), totals="none")
    return made


def _foods_of(rng: random.Random, meal: str) -> int:
    return 1 if "nack" in meal else rng.randint(1, 3)


def _food(rng: random.Random, meal: str) -> Food:
    kcal = rng.randrange(60, 260, 5) if "nack" in meal else rng.randrange(90, 680, 5)
    return Food(rng.choice(FOODS), kcal, rng.randint(1, 45), rng.randint(0, 30))


def workout(rng: random.Random, kind: Literal["strength", "cardio"]) -> Workout:
    """Two to five sessions of three to seven exercises."""
    names = LIFTS if kind == "strength" else CARDIO
    sessions = tuple(
        tuple(_exercise(rng, kind, name) for name in rng.sample(names, rng.randint(3, 7)))
        for _ in range(rng.randint(2, 5))
    )
    made = Workout(kind, sessions, totals=rng.choice(("none", "none", "right", "wrong")))
    if rng.random() < 0.12:
        at = rng.randrange(1, len(sessions))
        other = rng.randrange(at)
        kept = [*sessions]
        kept[at] = sessions[other]
        made = replace(made, sessions=tuple(kept), same_as={at: other})
    return made


def _exercise(rng: random.Random, kind: str, name: str) -> Exercise:
    if kind == "strength":
        return Exercise(name, rng.randint(2, 5), rng.randint(5, 15), rng.randrange(10, 140, 5))
    return Exercise(name, minutes=rng.randrange(5, 30, 5), kcal=rng.randrange(30, 260, 5))


_DAYS = (
    ("sleep", ("Sleep",)), ("", ("Get up and shower", "Get dressed")),
    ("meal", ("Breakfast",)), ("commute", ("Commute to work",)), ("work", ("Work",)),
    ("meal", ("Lunch",)), ("work", ("Work",)), ("commute", ("Commute home",)),
    ("exercise", ("Gym", "Running", "Yoga class")), ("meal", ("Dinner",)),
    ("reading", ("Reading", "Read a novel")), ("piano", ("Piano practice",)),
    ("", ("Board games", "Call with a cousin", "Tidy the kitchen")),
)  # fmt: skip
_LENGTHS = {
    "meal": (30, 45, 60, 75), "commute": (20, 30, 45), "work": (180, 210, 240, 270),
    "exercise": (45, 60, 75), "reading": (30, 45, 60), "piano": (30, 40, 60), "": (30, 45, 60),
}  # fmt: skip


def schedule(rng: random.Random) -> Schedule:
    """A day: what is done from waking to the next waking."""
    at = wake = rng.randrange(5 * 60, 8 * 60, 15)
    slots: list[Slot] = []
    for activity, texts in _DAYS[1:]:
        if activity in ("reading", "piano", "exercise", "") and rng.random() < 0.25:
            continue
        minutes = rng.choice(_LENGTHS[activity])
        slots.append(Slot(at, at + minutes, rng.choice(texts), activity))
        at += minutes
    slots.append(Slot(at % 1440, wake, "Sleep", "sleep"))
    return Schedule(tuple(slots))


# Constraints.


def constraints(plan: Plan, rng: random.Random) -> Iterator[tuple[str, Truth]]:
    """Constraints near the plan's boundaries, in words, each with its truth."""
    if isinstance(plan, Menu):
        yield from _of_menu(plan, rng)
    elif isinstance(plan, Workout):
        yield from _of_workout(plan, rng)
    else:
        yield from _of_schedule(plan, rng)


_LEAST = ("at least {n}", "no less than {n}", "a minimum of {n}", "greater than or equal to {n}")
_MOST = ("at most {n}", "no more than {n}", "a maximum of {n}", "less than or equal to {n}")


def _of_menu(plan: Menu, rng: random.Random) -> Iterator[tuple[str, Truth]]:
    n = len(plan.days) + rng.choice((0, 0, 1, -1))
    yield f"The meal plan must be for {n} days.", n == len(plan.days)
    count = len(plan.days[0]) + rng.choice((0, 0, 1))
    noun = "eating occasions" if any("nack" in meal.name for meal in plan.days[0]) else "meals"
    yield f"The meal plan must include {count} {noun} per day.", count == len(plan.days[0])
    for what, form in (
        ("kcal", "The daily caloric intake must be {} calories."),
        ("protein", "The daily protein intake must be {} grams."),
        ("fat", "Each day must contain {} g of fat."),
    ):
        sums, known = plan.sums(what), plan.known(what)
        least = rng.random() < 0.5
        if least:
            bound = max(min(known) + rng.choice((0, 1, -7, 5)), 0)
            truth: Truth = all(s is not None and s >= bound for s in sums)
            if not truth:
                truth = False if any(s is not None and s < bound for s in sums) else None
                if truth is None and all(k >= bound for k in known):
                    truth = True
        else:
            bound = max(max(known) + rng.choice((0, -1, 6, -5)), 0)
            truth = False if any(k > bound for k in known) else None if None in sums else True
        words = rng.choice(_LEAST if least else _MOST).format(n=f"{bound:,}")
        yield form.format(words), truth
    name = rng.choice([meal.name for meal in plan.days[0] if meal.name.count(" ") == 0])
    values = [
        [food.kcal for food in meal.foods] for day in plan.days for meal in day if meal.name == name
    ]
    known = [sum(v or 0 for v in one) for one in values]
    bound = max(known) + rng.choice((0, -1, 10))
    missing = any(None in one for one in values)
    truth = False if max(known) > bound else None if missing else True
    yield f"Each {name.lower()} must have at most {bound} calories.", truth


def _of_workout(plan: Workout, rng: random.Random) -> Iterator[tuple[str, Truth]]:
    sessions = plan.sessions
    n = len(sessions) + rng.choice((0, 0, 1))
    yield f"The workout plan must contain {n} sessions.", n == len(sessions)
    counts = [len(one) for one in sessions]
    bound = min(counts) + rng.choice((0, 0, 1))
    yield f"Each workout session must include at least {bound} exercises.", min(counts) >= bound
    if plan.kind == "strength":
        sums = [sum(one.tonnage for one in session) for session in sessions]
        bound = min(sums) + rng.choice((0, 1, -20, 30))
        yield (
            f"Total lifting tonnage per session must be at least {bound:,} kg.", min(sums) >= bound
        )  # fmt: skip
        sets = [sum(one.sets for one in session) for session in sessions]
        bound = max(sets) + rng.choice((0, -1))
        yield f"The number of sets per session must be at most {bound}.", max(sets) <= bound
        heaviest = max(one.kg for session in sessions for one in session)
        bound = heaviest + rng.choice((0, -5))
        yield f"No exercise may use a weight of more than {bound} kg.", heaviest <= bound
        return
    kcal = [sum(one.kcal for one in session) for session in sessions]
    bound = min(kcal) + rng.choice((0, 5, -10))
    yield f"Each workout session must burn at least {bound} calories.", min(kcal) >= bound
    minutes = [sum(one.minutes for one in session) for session in sessions]
    bound = max(minutes) + rng.choice((0, -5, 10))
    yield f"Each workout session must last at most {bound} minutes.", max(minutes) <= bound
    bound = min(minutes) + rng.choice((0, 5))
    yield f"Each workout session must last {bound} minutes.", set(minutes) == {bound}


_SCHEDULE = {
    "sleep": "The schedule must include {} of sleep.",
    "meal": "The schedule must include {} for meals.",
    "work": "The schedule must include {} of work.",
    "commute": "The schedule must include {} of commuting.",
    "exercise": "The schedule must include {} of exercise.",
    "reading": "There must be {} of reading.",
    "piano": "The schedule must include {} of piano practice.",
}


def _of_schedule(plan: Schedule, rng: random.Random) -> Iterator[tuple[str, Truth]]:
    for activity, form in _SCHEDULE.items():
        made = plan.minutes(activity)
        if not made:
            continue
        kind = rng.choice(("exactly", "at least", "at most"))
        bound = made + rng.choice((0, 0, 15, -15))
        truth = {"exactly": made == bound, "at least": made >= bound, "at most": made <= bound}
        yield form.format(f"{kind} {_duration(bound, rng)}"), truth[kind]
    first = next(slot for slot in plan.slots if slot.activity == "work")
    bound = first.start + rng.choice((0, 30, -30))
    yield f"Work must start at or after {clock12(bound)}.", first.start >= bound
    dinner = next(slot for slot in plan.slots if slot.text == "Dinner")
    bound = dinner.start + rng.choice((0, 30, -30))
    yield f"Dinner must start no later than {clock12(bound)}.", dinner.start <= bound


def _duration(minutes: int, rng: random.Random) -> str:
    if minutes % 60 == 0:
        return f"{minutes // 60} hours"
    if minutes % 30 == 0 and rng.random() < 0.5:
        return f"{minutes / 60:g} hours"
    return f"{minutes} minutes"


def clock12(minutes: int) -> str:
    """A time of day as "7:30 AM"."""
    hour, minute = divmod(minutes % 1440, 60)
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {'AM' if hour < 12 else 'PM'}"


def clock24(minutes: int) -> str:
    """A time of day as "07:30"."""
    hour, minute = divmod(minutes % 1440, 60)
    return f"{hour:02d}:{minute:02d}"


MAKERS: dict[str, Callable[[random.Random], Plan]] = {
    "menu": menu,
    "strength": lambda rng: workout(rng, "strength"),
    "cardio": lambda rng: workout(rng, "cardio"),
    "schedule": schedule,
}


def renderings(
    styles: Mapping[str, tuple[str, Style]], count: int, seed: int = 1
) -> Iterator[tuple[str, str, str, Truth]]:
    """`count` items or a few more: the style's name, the plan as text, a constraint, its truth.

    `styles` has for each name the kind of plan that it renders, and the style.
    """
    rng = random.Random(seed)
    names = sorted(styles)
    made = 0
    while made < count:
        for name in names:
            kind, style = styles[name]
            plan = MAKERS[kind](rng)
            text = style(plan, rng)
            for constraint, truth in constraints(plan, rng):
                yield name, text, constraint, truth
                made += 1
