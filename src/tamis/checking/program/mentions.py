"""What the numbers of a line measure: which are the calories, the protein, the time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from tamis.checking.program.interval import UNKNOWN, Interval
from tamis.checking.program.outline import Node, once
from tamis.reading.quantities import Quantity

Role = Literal[
    "entry", "part", "total", "goal", "rate", "repeat", "note", "alternative", "open", "other"
]

NUTRIENTS = {
    "protein": r"prot(?:ein)?s?",
    "fat": r"(?:total )?(?:fats?|lipids?)",
    "carbohydrate": r"(?:net )?(?:carb(?:ohydrate)?s?|cho)",
    "fiber": r"(?:dietary )?fib(?:er|re)s?",
    "sugar": r"(?:added )?sugars?",
    "sodium": r"(?:sodium|salt)",
    "cholesterol": r"cholesterol",
}
_ENERGY = r"(?:calories?|kcals?|cals?|energy|kj|kilojoules?)"
# "30 g protein powder" is a food, "8 g fat" is not.
_FOOD = (
    r"(?![ -](?:powder|bars?|shakes?|smoothies?|pancakes?|drinks?|balls?|muffins?|cookies?"
    r"|yogh?urt|"
    r"waffles?|chips|cereal|free|reduced|spread|isolate|bread|pudding))"
)
_INITIALS = {"p": "protein", "f": "fat", "c": "carbohydrate"}
_WORD = re.compile(
    "|".join(
        f"(?P<{name}>(?<![\\w-])(?:{words})(?!\\w){_FOOD})" for name, words in NUTRIENTS.items()
    )
    + r"|(?P<saturated>\b(?:saturated|trans|unsaturated) fats?\b)",
    re.I,
)
_INITIAL = re.compile(
    r"(?<![\w.])(?P<before>[PCF])\s?[:=]?\s?(?=[\d~])|(?<=[\dg])\s?(?P<after>[PCF])(?!\w)"
)
_OF_G = re.compile(r"\d{1,5}(?:[.,]\d{1,3})?\s?g\b")
_HEADS = {
    "energy": re.compile(rf"\b{_ENERGY}\b|\bburn", re.I),
    **{name: re.compile(rf"\b{words}\b", re.I) for name, words in NUTRIENTS.items()},
    "time": re.compile(
        r"\b(?:durations?|time|mins?|minutes?|length|hours?|hrs?|seconds?|secs?)\b", re.I
    ),
    "tonnage": re.compile(r"\btonnage|\bvolume|\btotal (?:weight|load|lifted)|\blifted\b", re.I),
    "sets": re.compile(r"^(?!.*\breps?\b).*\bsets?\b", re.I),
    "reps": re.compile(r"^(?!.*\bsets\b|.*\bset\b(?=\s?[x×&/+])).*\brep(?:s|etitions)?\b", re.I),
    "weight": re.compile(r"\b(?:weights?|loads?|kg|lbs?|resistance)\b", re.I),
    "rest": re.compile(r"\b(?:rest|breaks?|pause)\b", re.I),
}
# "Calories burned: ~200".
_NAMED = re.compile(
    r"\b(?:calories|kcal|energy)(?: (?:burned|burnt|intake|total))?\s?[:=]\s?(?:~|≈|about "
    r"|approx\.? )?$",
    re.I,
)
# "…, Calories 535": nothing between the name and the number, nothing after it.
_UNMARKED = re.compile(r"(?:^|[,;|·(]\s?)(?:calories|kcal|energy) $", re.I)
_ENDS = re.compile(r"\s?(?:$|[,;|·)])")
_LASTS = re.compile(r"duration|length|min|how long", re.I)
_COLON = re.compile(r"\W*\d{1,3}:[0-5]\d\W*")
_RATE = re.compile(r"\s?(?:/|per )\s?(?:min(?:ute)?|h(?:our)?|kg|lb|km|mile)\b", re.I)
_EQUATION = re.compile(r"\W*(?P<name>[^\W\d_]{3,20})\s?:[^=\n]{1,300}=")
_GRAMS = re.compile(r"\(?\b(mg|milligrams?|g|grams?|kg|lbs?|oz)\b\)?", re.I)
_KJ = re.compile(r"\bkj\b|kilojoule", re.I)
_KCAL = re.compile(r"\bk?cal", re.I)


# What may stand around the numbers of a cell, and between two of them.
_SIGNS = r"(?:[\s~≈<>≤≥+*†‡¹²³.()\[\]]|(?:about|around|approx(?:imately)?|roughly|circa|ca)\b)*"
_AROUND = re.compile(_SIGNS, re.I)
_BETWEEN = re.compile(rf"[\s*†‡)\]]*(?:[+,;&(\[]|and\b){_SIGNS}", re.I)
_REFERS = re.compile(r"(?:[^\W\d_]|[#\[§])\s?$")


@dataclass(eq=False)
class Mention:
    """A number of the plan: what it measures, and what it is for.

    `value` is in the unit of its subject (kcal, g, min, kg, or a count).
    """

    node: Node
    quantity: Quantity
    subject: str
    value: Interval
    role: Role = "open"
    why: str = ""

    @property
    def text(self) -> str:
        """The number as written."""
        return self.node.text[self.quantity.start : self.quantity.end]


def mentions(node: Node) -> list[Mention]:
    """The numbers of a node's own text, or of its cells, with what each measures; not those of
    its children. Each call gives new ones, since each constraint gives them roles of its own.
    """
    return [Mention(one.node, one.quantity, one.subject, one.value) for one in measured(node)]


@once
def measured(node: Node) -> list[Mention]:
    """The same, kept: not to be changed."""
    if node.shape == "row":
        return [one for cell in node.cells for one in _of_cell(cell.node, cell.header)]
    return _of_text(node)


def _of_text(node: Node) -> list[Mention]:
    label = node.label
    named = label.rest - (len(label.note) + 2 if label.note else 0) if label else 0
    if label and label.kind == "rest":
        named = 0
    masses = _nutrients(node.text, node.quantities)
    summed = _EQUATION.match(node.text)
    found = []
    last = 0
    for n, one in enumerate(node.quantities):
        subject = _subject(one)
        if summed and one.dimension in ("mass", "count", "energy"):
            # "Protein: 12 (egg) + 3 (toast) = 15 g": what it comes to is the figure.
            of = next((k for k, w in _HEADS.items() if w.search(summed["name"])), "number")
            subject = of if one.start >= summed.end() else "number"
        elif one.dimension == "energy" and _RATE.match(node.text, one.end):
            subject = "rate"
        elif n in masses:
            subject = masses[n]
        elif (
            one.dimension == "count"
            and not one.ordinal
            and (not one.noun or _WORD.match(one.noun))
            and (
                _NAMED.search(node.text[max(one.start - 40, last) : one.start])
                or (
                    _UNMARKED.search(node.text[max(one.start - 40, last) : one.start])
                    and _ENDS.match(node.text, one.end)
                )
            )
        ):
            subject = "energy"
        elif label and one.start < named - len(label.note) and one.dimension == "count":
            subject = "label"
        found.append(Mention(node, one, subject, _value(one, subject)))
        # "520 kcal: 2" has its unit before the colon.
        last = one.end
    return found


def _subject(one: Quantity) -> str:
    match one.dimension:
        case "energy" | "time" | "clock" | "span" | "share" | "money" | "length" | "volume":
            return one.dimension
        case "mass":
            return "mass"
    return one.noun.casefold() if one.noun else "number"


def _value(one: Quantity, subject: str) -> Interval:
    factor = 0.001 if subject in ("mass", "weight", "tonnage") else 1.0
    if subject in ("sodium", "cholesterol"):
        factor = 1000.0
    return _hedged(one, one.low * factor, one.high * factor)


def _hedged(one: Quantity, low: float, high: float) -> Interval:
    if one.hedge in ("at most", "less than"):
        low = 0.0
    elif one.hedge in ("at least", "more than"):
        high = float("inf")
    return Interval(low, high)


def _nutrients(text: str, found: list[Quantity]) -> dict[int, str]:
    """Which nutrient each mass is of, by the word after it or before it."""
    words = [(one.start(), one.end(), one.lastgroup or "") for one in _WORD.finditer(text)]
    grams = [n for n, one in enumerate(found) if one.dimension == "mass" or _bare(one, text)]
    if not grams:
        return {}
    made: dict[int, str] = {}
    used: set[int] = set()
    # "16 g protein", "16 g of protein": the word follows at once.
    for n in grams:
        at = re.compile(r"\s?(?:of\s|-)?\s?").match(text, found[n].end).end()  # type: ignore[union-attr]
        for k, (start, _, name) in enumerate(words):
            if start == at and k not in used and found[n].dimension == "mass":
                made[n] = name
                used.add(k)
    # "Protein: 16 g", "protein 16 g", "Protein (16 g)".
    for n in grams:
        if n in made:
            continue
        for k, (_, end, name) in enumerate(words):
            gap = text[end : found[n].start]
            if (
                k not in used
                and end <= found[n].start
                and re.fullmatch(r"[\s:=(–—-]{0,4}(?:~|about |approx\.? |of )?", gap)
            ):
                made[n] = name
                used.add(k)
    letters = list(_INITIAL.finditer(text))
    # "12g P" and "P 12g" alone, "P 12" only beside another.
    sure = all(
        text[one.start() - 1 : one.start()] == "g" if one["after"] else _OF_G.match(text, one.end())
        for one in letters
    )
    if sure or len({(one["before"] or one["after"]) for one in letters}) >= 2:
        for one in letters:
            name = _INITIALS[(one["before"] or one["after"]).casefold()]
            for n in grams:
                if n not in made and (
                    found[n].start == one.end()
                    if one["before"]
                    else found[n].end == one.start()
                    or text[found[n].end : one.start()].strip() in ("", "g")
                ):
                    made[n] = name
                    break
    return {n: name for n, name in made.items() if name}


def _bare(one: Quantity, text: str) -> bool:
    """Whether a number without a unit may be of grams: "P 40", "Protein: 16"."""
    return (
        one.dimension == "count" and not one.ordinal and (not one.noun or one.noun[:1] in "PCFpcf")
    )


def _of_cell(cell: Node, header: str) -> list[Mention]:
    """The numbers of a cell; a number alone has the unit of its column, if nothing else is said:
    "same as day 1" and "430 (note 2)" leave it open.
    """
    own = _of_text(cell)
    head = next((name for name, words in _HEADS.items() if words.search(header)), "")
    figures = not any(one.quantity.ordinal for one in own) and figures_alone(
        cell.text, [(one.quantity.start, one.quantity.end) for one in own]
    )
    made = []
    opened = False
    for one in own:
        q = one.quantity
        if head == "time" and _LASTS.search(header) and _COLON.fullmatch(cell.text):
            # A length as "20:00": minutes and seconds, or hours and minutes.
            minutes = q.low / 60
            one.subject = head
            one.value = Interval(minutes, minutes if minutes >= 5 else q.low)
        if q.dimension in ("count", "mass") and head:
            lifted = head in ("sets", "reps", "weight")
            bare = q.dimension == "count" and (not q.noun or lifted)
            if bare and lifted and _REFERS.search(cell.text[: q.start]):
                one.subject = "number"
            elif bare and not lifted and not figures:
                # One figure for the cell, which may be any.
                one.subject, one.value = ("number", one.value) if opened else (head, UNKNOWN)
                opened = True
            elif bare or (q.dimension == "mass" and head in (*NUTRIENTS, "weight", "tonnage")):
                one.subject = head
                one.value = _of_column(q, head, header)
        made.append(one)
    return made


def figures_alone(text: str, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a cell has nothing but the numbers at these places: one, or a list of some."""
    if not places or not _AROUND.fullmatch(text, 0, places[0][0]):
        return False
    for (_, at), (start, _) in pairwise(places):
        if not _BETWEEN.fullmatch(text, at, start):
            return False
    return _AROUND.fullmatch(text, places[-1][1]) is not None


def _of_column(q: Quantity, head: str, header: str) -> Interval:
    factor = 1.0
    unit = _GRAMS.search(header)
    name = unit[1].casefold() if unit else ""
    if q.dimension == "mass":
        return _value(q, head)
    if head in ("sodium", "cholesterol"):
        factor = 1.0 if name.startswith("m") or not name else 1000.0
    elif head in ("weight", "tonnage"):
        factor = 0.45359237 if name.startswith("lb") else 1.0
    elif head in NUTRIENTS:
        factor = 0.001 if name.startswith("m") else 1.0
    elif head == "energy":
        factor = 1 / 4.184 if _KJ.search(header) and not _KCAL.search(header) else 1.0
    elif head == "time":
        factor = (
            1 / 60
            if re.search(r"\bsec|\(s\)", header, re.I)
            else 60.0
            if re.search(r"\bhours?\b|\bhrs?\b|\(h\)", header, re.I)
            else 1.0
        )
    return _hedged(q, q.low * factor, q.high * factor)
