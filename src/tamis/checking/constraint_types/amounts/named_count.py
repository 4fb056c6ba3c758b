"""So many of a named thing: `named_count("recipes", min=3)`, `named_count("tips", exactly=5)`."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from pydantic import Field, field_validator

from tamis.checking.constraint_types.constraint_type import Count, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.ledger import judge
from tamis.checking.ledger.names import RANK
from tamis.checking.ledger.requirement import Bound, Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.rows import MAX_CHARACTERS, MAX_ROWS, rows_of
from tamis.checking.turning import turning_beside
from tamis.checking.worksheet import Span
from tamis.reading.data import is_json
from tamis.text.numbers import CARDINALS
from tamis.text.quantities import quantities
from tamis.text.stems import stems
from tamis.types import InputError

_PLANNED = {
    "day": "day", "session": "session", "workout": "session", "meal": "meal",
    "exercise": "exercise", "snack": "snack",
}  # fmt: skip
"""What the ledger counts of plans, by the stem of its name."""
_WORD = re.compile(r"[^\W\d_]{3,}")
# Behind the name: "2", "B", "IV", "two", "1–3"; but not the 8 of "Round 1 — 8 minutes".
_KEY = re.compile(
    r"\s(?:no\.? ?)?#?(?P<key>\d{1,3}(?:\s?[-–—]\s?\d{1,3}(?!\s?[^\W_]))?|[^\W\d_]{1,9})"
    r"(?![^\W_]|[.,]\d)(?P<ended>\s*(?:[]:.)(|,–—-]|$))?"
)
_NUMBERED = re.compile(r"(?P<mark>[\s>#*_(]*)(?P<n>\d{1,3})[.):]\)?(?:[\s*_]|$)")
_BONUS = re.compile(r"\W*(?:bonus|honou?rable|optional|extra)\b", re.I)
_NUMBERS = stems(" ".join(CARDINALS))
_RELATE = frozenset(("for", "to", "with", "in", "about", "from"))
MAX_NAMED = 50
"""Where more headings than so many bear the name, none of them is read."""


class Way(NamedTuple):
    """A way of counting: the rows that may be meant, and how many of them there are."""

    how: str
    rows: Sequence[Row]
    low: float
    high: float


class NamedCount(Count):
    """So many of a thing, by its name: the recipes, tips, options, reasons, steps of a response.

    Counted are parts that bear the name and a number ("Option A"), else what is below a heading or
    a line that names them ("Here are five tips:"), else the one list, table or row of headings.
    Items within items do not count. Where lists, headings and rows give different counts, all of
    them must agree with the bound, unless the response says which number it means. Days, meals,
    sessions and exercises of plans are counted as `plan` counts them.
    """

    id = "named_count"
    recorded = True
    one = "thing"
    passes = (
        {"noun": "tips", "exactly": 3},
        "Three tips:\n\n1. Sleep early.\n2. Drink water.\n3. Walk.\n",
    )
    fails = ({"noun": "options", "min": 3}, "**Option A:** a tent\n\n**Option B:** a cabin\n")
    wordings = {
        "at least 3 recipes": {"noun": "recipes", "min": 3},
    }

    noun: str = Field(max_length=60, pattern=r"\S", description="What is counted: `recipes`.")

    @field_validator("noun")
    @classmethod
    def _plain(cls, value: str) -> str:
        # "Non-fiction" and "all-in-one" are words of their own.
        words = " ".join(word for word in value.split() if "-" not in word)
        if said := turning_beside(words, 0, len(words.partition(" ")[0])):
            raise InputError(f"named_count: what {said[0]!r} means for {value!r:.60} is not read.")
        return value

    def counted(self, number: float) -> str:
        """As `Count.counted`."""
        many = f"{number:,g}" if math.isfinite(number) else "any number of"
        return f"{many} {self.noun}"

    def bound(self) -> str:
        """As `Count.bound`."""
        return super().bound().replace(self.one, self.noun)

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: those of the first way of counting."""
        return next((_places(text, way) for way in ways_of_counting(text, self.noun)), [])

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        if (judged := self._planned(text)) is not None:
            return judged
        cut = sum(1 for _ in rows_of(text.text).walk()) > MAX_ROWS
        ways = ways_of_counting(text, self.noun)
        if cut or not ways:
            return undecided(f"no {self.noun} could be told apart.")
        working = [
            f"{way.how}, {len(way.rows):,}: {listed(text, _places(text, way))}"
            for way in ways
            if way.rows
        ]
        low, high = min(way.low for way in ways), max(way.high for way in ways)
        return self.compared(low, high, *working, places=_places(text, ways[0]))

    def _planned(self, text: Text) -> Judgement | None:
        """The verdict of the ledger on what plans are made of; None where it finds none of it."""
        subject = next((_PLANNED[one] for one in _PLANNED if stems(one) == stems(self.noun)), None)
        if subject is None:
            return None
        demand = Requirement(subject, "count", Bound(*self._within(0.0)))
        judged = judge(demand, text.text, start=text.start)
        return judged if judged.worksheet is not None else None


def ways_of_counting(text: Text, noun: str) -> list[Way]:
    """How many of what a noun names there may be, by each way of telling them apart."""
    root = rows_of(text.text)
    wanted, head = stems(noun), stems(noun.split()[-1])
    if (labelled := _labelled(root, noun.split()[-1], wanted)) is not None:
        whole = all(wanted <= stems(row.text) for row in labelled.rows)
        return [labelled if whole else labelled._replace(low=0)]
    named = [row for row in root.walk() if _leads(row) and head <= stems(row.text)]
    related = [row for row in named if _related(row, head)]
    named = [row for row in named if row not in related] if len(named) <= MAX_NAMED else []
    if related and not named:
        return []
    named = [row for row in named if not any(one in named for one in row.over())]
    exact = [row for row in named if stems(row.text) <= wanted | _NUMBERS]
    below = [found for row in exact or named if (found := _below(text, _of(row), head))]
    ways = [way for found in below for way in found]
    if len(below) > 1:
        most = sum(max(way.high for way in found) for found in below)
        ways.append(Way("in all of these", [], most, most))
    if not exact:
        every = _below(text, root.rows, head)
        ways += [_unnamed(root, way) for way in every if way not in ways]
    said = _said(root, ways, wanted)
    if len(meant := said & {len(way.rows) for way in ways}) == 1:
        many = meant.pop()
        return [way._replace(low=many, high=many) for way in ways if len(way.rows) == many]
    if ways and not named:
        ways += [Way("said", [], number, number) for number in said]
    # "Vegetarian dishes" may be some of the dishes.
    whole = all(wanted <= stems(row.text) for row in exact or named)
    return ways if whole and (named or wanted == head) else [way._replace(low=0) for way in ways]


def _leads(row: Row) -> bool:
    """Whether a row may name what stands below or after it."""
    return row.form == "head" or (row.form in ("item", "line") and bool(row.rows))


def _related(row: Row, head: frozenset[str]) -> bool:
    """Whether it is of something else: "Ingredients for two pizzas"."""
    words = takewhile(lambda word: stems(word) != head, row.text.lower().split())
    return any(word in _RELATE for word in words)


def _of(row: Row) -> list[Row]:
    """The rows below one, or else those after it."""
    beside = row.above.rows if row.above else []
    return row.rows or beside[beside.index(row) + 1 :]


def _labelled(root: Row, noun: str, wanted: frozenset[str]) -> Way | None:
    """Rows that begin with the name and a number or letter: "Recipe 2: …", "Weeks 1–2"."""
    keys: dict[str, Row] = {}
    alike: Counter[tuple[str, float]] = Counter()
    others: set[str] = set()
    for row in root.walk():
        first = True
        for n, word in enumerate(_WORD.finditer(row.text)):
            if word[0][:2].lower() != noun[:2].lower() or stems(word[0]) != stems(noun):
                first = first and stems(word[0]) <= wanted
                continue
            found = _KEY.match(row.text, word.end())
            key = found["key"] if found and (found["ended"] or row.form == "head") else ""
            read = next((one for one in quantities(key) if one.high - one.low < MAX_NAMED), None)
            names = range(int(read.low), int(read.high) + 1) if read else [key] * key.isupper()
            if not first:
                # "Bonus tip: …"
                others |= set(map(str, names))
                named = row.form == "head" or row.text[word.end() :].lstrip()[:1] == ":"
                if n == 1 and not names and named and word[0].lower() != noun.lower():
                    others.add(row.text[: word.end()])
            for name in names if first else ():
                keys.setdefault(str(name), row)
                alike[row.form, row.level] += 1
            first = False
    more = len(others - {*keys})
    if not keys or len(keys) + more < 2:
        return None
    rows = list(dict.fromkeys(keys.values()))
    most = max(*alike.values(), len(keys)) + more
    return Way("with the name and a number", rows, len(keys), most)


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The lists and tables among rows and below their headings, without those in other items."""
    for are, ones in groupby(rows, lambda one: one.form in ("item", "table") and one.form):
        if not are:
            yield from (group for one in ones for group in _groups(one.rows))
        elif group := [one for one in ones if one.kind != "total"]:
            yield group


def _below(text: Text, rows: Sequence[Row], head: frozenset[str]) -> list[Way]:
    """The ways of counting what stands in some rows."""
    titles = [one for one in rows if one.form == "head" and one.rows]
    if len(titles) == 1 and not any(one.form in ("item", "table") for one in rows):
        return _below(text, titles[0].rows, head)
    if run := _numbered(text, rows):
        return [_way("numbered", run)]
    heads = [one for one in titles if one.kind not in ("aside", "total")]
    days = bool(heads) and all(one.kind in RANK for one in heads)
    groups = list(_groups([one for one in rows if one.kind != "aside"])) or list(_groups(rows))
    if not (groups or heads) and all(one.form == "line" and one.text.isalpha() for one in rows):
        groups = [list(rows)] if len(rows) > 1 else []
    ways = [_way("items", group) for group in groups]
    if not is_json(text.text):
        ways = [_of_table(way, head) if way.rows[0].cells else way for way in ways]
    if len(ways) > 1:
        low = (sum if days and heads == titles else min)(way.low for way in ways)
        every = [row for group in groups for row in group]
        ways = [Way("items", every, low, sum(way.high for way in ways))]
    if len(heads) > 1 and not days:
        # The first and the last may be an introduction and a conclusion.
        low = sum(any(_groups(one.rows)) for one in heads) or max(len(heads) - 2, 1)
        ways.append(Way("headings", heads, low, len(heads)))
    return ways


def _way(how: str, rows: Sequence[Row]) -> Way:
    perhaps = sum(one.kind == "aside" or bool(_BONUS.match(one.text)) for one in rows)
    flat = how == "numbered" or len({one.level for one in rows}) == 1
    return Way(how, rows, len(rows) - perhaps if flat else 1, len(rows))


def _of_table(way: Way, head: frozenset[str]) -> Way:
    """The rows of a table, where its first column with words is of what is counted."""
    for cell in way.rows[0].cells:
        if head <= stems(cell.header):
            return way
        if any(map(str.isalpha, cell.text)):
            break
    return way._replace(low=1, high=math.inf)


def _unnamed(root: Row, way: Way) -> Way:
    """A way of counting where nothing names what it counts: all may be one, an item several."""
    counted = {id(row) for row in way.rows}
    others = (row for row in root.walk() if row.kind != "total" and id(row) not in counted)
    told = any(row.form in ("prose", "line") for row in others)
    several = any(sign in row.text for row in way.rows for sign in ",;/&")
    low = 1 if told or several or way.how == "headings" else way.low
    return way._replace(low=low, high=math.inf if several else way.high)


def _numbered(text: Text, rows: Sequence[Row]) -> list[Row]:
    """The rows that are numbered from 1 on, where one of them comes before all other lists."""
    runs: dict[str, list[tuple[int, Row]]] = {}
    for row in (below for one in rows for below in one.walk()):
        start = row.span()[0] + text.start
        line = text.quote((text.line_start(start), start + len(row.text)))
        if row.form != "table" and (found := _NUMBERED.match(line)):
            runs.setdefault(f"{found['mark']} {row.form}", []).append((int(found["n"]), row))
        elif not runs and row.form in ("item", "table"):
            return []
    first = next(iter(runs.values()), [])
    whole = len(first) > 1 and [n for n, _ in first] == list(range(1, len(first) + 1))
    return [row for _, row in first] if whole else []


def _said(root: Row, ways: Sequence[Way], wanted: frozenset[str]) -> set[int]:
    """How many the response says that there are, before the first of them."""
    counted = {id(row) for way in ways for row in way.rows}
    before = takewhile(lambda row: id(row) not in counted, root.walk())
    return {
        int(one.low) for row in before for one in row.quantities
        if one.dimension == "count" and one.low == one.high and not (one.ordinal or one.hedge)
        and wanted <= stems(one.noun)
    }  # fmt: skip


def _places(text: Text, way: Way) -> list[Span]:
    """Where its rows stand, with the marks before them."""
    marks = {end: start for start, end in text.marks}
    spans = [(row.span()[0] + text.start, row.span()[1] + text.start) for row in way.rows]
    return [(marks.get(start, start), end) for start, end in spans]
