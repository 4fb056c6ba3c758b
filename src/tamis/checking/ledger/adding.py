"""What the rows of a part come to: entries added, totals told apart, the rest open.

An entry is a row with a figure. A row that is named as a total is none, nor is one of figures alone
that equal the rows above it, nor the figure of a heading over rows that have their own. A row
without a figure where others have one leaves the sum open upwards; an alternative, an option and a
figure "each" leave it open both ways; so does every figure that stands in a sentence, unless it
equals a sum or the number that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tamis.checking.ledger.figures import Figure, Reader, figures
from tamis.checking.ledger.interval import UNKNOWN, ZERO, Interval, added, equal, hull
from tamis.checking.ledger.names import RANK
from tamis.checking.ledger.parts import repeated, tells_of_another
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.sums import Sum, sum_of_row
from tamis.checking.ledger.words import is_doubtful, is_worded, tells_total

MAX_DEPTH = 40
MAX_KNOWN = 200
"""With so many entries a figure in a sentence is compared."""

Roles = dict[Figure, tuple[str, str]]
"""The role of each figure, as `worksheet.Number` has it, and why it has that."""

_UNITS = re.compile(
    r"\b(?:protein|fats?|carb(?:ohydrate)?s?|fib(?:er|re)|sugars?|sodium|calories|kcal|energy|macros"
    r"|of|and|per|the|approx|about|P|C|F)\b", re.I,
)  # fmt: skip
_KEYED = re.compile(r"[^\d(]{1,40}:\s")
_LETTER = re.compile(r"\W*(?P<word>[^\W\d_]+) [A-H]\b")
_LABEL = re.compile(r"[^\d,;:.()\[\]|/=–—-]*+")


_WHY = {
    "total": "it is named as a total", "note": "it stands in a note",
    "goal": "it stands in a title or a goal",
}  # fmt: skip


@dataclass(eq=False)
class _Run:
    """Rows beside one another, as far as they are added.

    `whole` is what the entries come to, `since` what those since the last total do; `stated` are
    totals, each with the sums that it may be. `measured` is what the entries measure, by subject:
    how often and how much. `apart`: several rows set their figures apart.
    """

    apart: bool = False
    sum: Sum = field(default_factory=Sum)
    whole: Interval | None = None
    since: Interval | None = None
    values: list[Interval] = field(default_factory=list)
    forms: set[str] = field(default_factory=set)
    sentences: list[Row] = field(default_factory=list)
    stated: list[tuple[Row, list[Interval]]] = field(default_factory=list)
    leaves: int = 0
    measured: dict[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def totals(self) -> list[Interval]:
        """What the entries come to: since the last total, and all."""
        return [one for one in (self.since, self.whole) if one is not None]

    def add(self, row: Row, found: Sum) -> None:
        """Add an entry with what it comes to."""
        value = found.value or ZERO
        self.values.append(value)
        self.whole = value + (self.whole or ZERO)
        self.since = value + (self.since or ZERO)
        self.forms.add(row.form)
        self.sum.take(found)
        for leaf in row.walk():
            if leaf.rows or leaf.kind == "total":
                continue
            self.leaves += 1
            for subject, figure in _measured(leaf).items():
                many, known = self.measured.get(subject, (0, 0.0))
                self.measured[subject] = (many + 1, known + figure)

    def sums_up(self, row: Row) -> bool | None:
        """Whether a row is what those above it come to, in each thing that it measures.

        None where it measures but one, which may be so by chance; False where it does not.
        """
        mine = _measured(row)
        if self.leaves < 2 or not mine:
            return False
        sums = {of: self.measured[of] for of in mine if of in self.measured}
        said = [
            Interval.at(known).near(Interval.at(mine[of]))
            for of, (many, known) in sums.items() if many > 1
        ]  # fmt: skip
        named = tells_total(row.text)
        if not said or not all(said):
            return None if named else False
        return True if named or len(said) > 1 else None

    def closes(self, row: Row, value: Interval) -> bool | None:
        """Whether a row that looks as no entry does is what is left of them all: "To pay: $77".

        None where it looks as they do.
        """
        if len(self.values) < 2 or self.whole is None or not self.whole.sure:
            return False
        if not value.near(Interval.at(max(self.whole.low - self.sum.less, 0.0)), 0.001):
            return False
        return None if row.form in self.forms else True


class Adder:
    """Adds the figures that a reader finds in rows; `aims` are the numbers that are asked for.

    `listed`: a list item that is a sentence is no entry ("Boil for 8 minutes."). `doubting`: a
    stated total that the entries contradict leaves the sum open (they may hold a discount).
    """

    def __init__(
        self, root: Row, read: Reader, aims: Sequence[float] = (), *, listed: bool = False,
        doubting: bool = False,
    ) -> None:  # fmt: skip
        self.root = root
        self.aims = aims
        self.listed = listed
        self.doubting = doubting
        self._reader = read
        self._read: dict[Row, Sequence[Figure]] = {}
        self._own: dict[Row, Sum] = {}
        self._parts: dict[Row, Sum] = {}
        self._roles: Roles = {}

    # Figures and their roles.

    def read(self, row: Row) -> Sequence[Figure]:
        """The figures of a row that measure what is asked for."""
        if row not in self._read:
            self._read[row] = self._reader(row)
        return self._read[row]

    def roles(self) -> Roles:
        """The roles of the figures that were read, those of entries too."""
        counted = (one for found in self._own.values() for one in found.counted)
        entries = [figure for one in counted for figure in one.figures]
        return {**dict.fromkeys(entries, ("entry", "")), **self._roles}

    def is_open(self, one: Figure) -> bool:
        """Whether a figure stands where none is added, and nothing is known of it."""
        return self._roles.get(one, ("open", ""))[0] == "open"

    def assign(self, found: Sequence[Figure], role: str, why: str) -> None:
        """Give figures a role."""
        self._roles.update(dict.fromkeys(found, (role, why)))

    def _assign_all(self, found: Sum, role: str, why: str) -> None:
        for one in found.counted:
            self.assign(one.figures, role, why)

    def _assign_below(self, row: Row, role: str) -> None:
        for one in row.walk():
            self.assign(self.read(one), role, _WHY[role])

    def only_claims(self, one: Figure, sums: Sequence[Interval | None]) -> bool:
        """Whether a figure only says again what is asked for, or what is known."""
        if any(equal(end, aim) for end in one.value for aim in self.aims):
            self.assign([one], "goal", "it is the number that is asked for")
            return True
        if any(value is not None and value.sure and one.value.near(value) for value in sums):
            self.assign([one], "total", "it equals a sum")
            return True
        return False

    # A row with those below it.

    def own(self, row: Row) -> Sum:
        """The figures of a row's own text, or of its cells."""
        if row not in self._own:
            self._own[row] = sum_of_row(row, self.read(row))
        return self._own[row]

    def part(self, row: Row, depth: int = 0) -> Sum:
        """The figures of a row with those below it."""
        if row not in self._parts:
            # While it is added, a row below it may say that it is as this one.
            self._parts[row] = Sum(UNKNOWN, open=[f"what {row.quoted} repeats"])
            self._parts[row] = self._part(row, depth)
        return self._parts[row]

    def _part(self, row: Row, depth: int) -> Sum:
        if depth > MAX_DEPTH:
            return Sum(UNKNOWN, open=[f"{row.quoted} stands too deep"])
        if (again := repeated(row, self.root)) is not None:
            return Sum(self.part(again, depth + 1).value)
        own = self.own(row) if row.form != "root" else Sum()
        if own.value is not None and tells_of_another(row):
            own.hang(f"what {row.quoted} repeats", own.value.or_more())
        below = self._below(row, depth)
        if own.value is None:
            below.less += own.less
            return below
        if below.value is None:
            if below.loose:
                own.open += below.open
                own.value = own.value.or_more(below.loose)
            return own
        if below.value.near(own.value):
            self._assign_all(own, "total", "it equals the rows below it")
            return below
        if row.form not in ("head", "root") and not (row.kind in RANK and is_bare(row)):
            return self._either(row, own, below, [own.value, below.value])
        # The figure of a heading is what its rows come to.
        self._assign_all(own, "total", "it stands over its parts")
        if below.open and below.value.low - 1 <= own.value.low <= below.value.high:
            most = max(below.value.high, own.value.high)
            below.hang(f"{row.quoted} says so", Interval(below.value.low, most))
        else:
            below.told.append(row.quoted)
        return below

    def _below(self, row: Row, depth: int) -> Sum:
        """What the rows below one come to, which may count several times, or not at all."""
        found = self.rows(row.rows, depth)
        if found.value is not None and (often := _rounds(row)) > 1:
            more = hull([found.value, found.value.times(often)])
            found.hang(f"how often what is below {row.quoted} counts", more)
        if found.value is not None and row.rows and self.is_optional(row):
            found.doubt(f"which of {row.quoted} count")
        return found

    def _either(self, row: Row, own: Sum, below: Sum, values: Sequence[Interval]) -> Sum:
        """An entry's figure and those below it: details of it, or further entries."""
        made = Sum()
        made.hang(
            f"whether what is below {row.quoted} is part of it", hull([*values, added(values)])
        )
        for one in (*own.counted, *below.counted):
            one.value = one.value.or_nothing()
        made.take(own)
        made.take(below)
        return made

    def is_optional(self, row: Row) -> bool:
        """Whether a row is an option among others, denied, or struck through."""
        return row.form != "root" and (row.struck or _is_lettered(row) or is_doubtful(row.said))

    def is_title(self, row: Row) -> bool:
        """Whether a row is a title: the first line of all, or a heading over nothing."""
        if row.rows or row.kind in RANK or row.form not in ("head", "line"):
            return False
        if row.form == "head":
            return True
        first, *others = self.root.rows
        alike = others and others[0].form == "line" and bool(self.read(others[0]))
        return row is first and bool(others) and not alike and not _KEYED.match(row.text)

    # Rows beside one another.

    def rows(self, rows: Sequence[Row], depth: int = 0) -> Sum:
        """What rows beside one another come to."""
        run = _Run(apart=sum(_is_set_apart(self.read(row)) for row in rows) > 1)
        for row in rows:
            if not self._is_no_entry(row, run):
                self._add(row, run, depth)
        made = run.sum
        made.value = run.whole
        confirmed = self._confirmed(run)
        if made.value is not None and made.missing and not confirmed:
            made.hang(f"{made.missing[0].quoted} has no figure", made.value.or_more())
        if made.value is not None and made.less:
            least = max(made.value.low - made.less, 0.0)
            made.hang("what is taken off", Interval(least, made.value.high))
        for row in run.sentences:
            self._sentence(row, run, known=confirmed)
        if made.value is not None and made.loose:
            made.value = made.value.or_more(made.loose)
            made.loose = 0.0
        return made

    def _is_no_entry(self, row: Row, run: _Run) -> bool:
        """Whether a row is a note, a total, a sentence or a title, which is kept as such."""
        if row.kind == "aside":
            self._assign_below(row, "note" if row.rows else "goal")
        elif row.kind == "total":
            self._assign_below(row, "total")
            run.stated.append((row, run.totals))
            run.since = None
        elif row.form == "prose" or (self.listed and row.told):
            run.sentences.append(row)
            if row.form == "item" and not self.read(row):
                run.sum.missing.append(row)
        elif self.is_title(row):
            # What stands above all else, or heads nothing, is no entry.
            self._assign_below(row, "goal")
            if row is not self.root.rows[0] or row.form != "head":
                run.sum.loose += added(one.value for one in self.read(row)).high
        else:
            return False
        return True

    def _add(self, row: Row, run: _Run, depth: int) -> None:
        """Add a row that may be an entry."""
        made = run.sum
        found = self.part(row, depth + 1)
        if found.value is None:
            made.less += found.less
            made.loose += found.loose
            made.missing += [row] * (_could_have_figure(row) and not found.less)
            return
        if (head := self._retold(row)) is not None:
            if found.value.near(head):
                self._assign_all(found, "repeat", "it is what the part of that name comes to")
                return
            found.doubt(f"whether {row.quoted} is another entry")
        said = (run.sums_up(row), run.closes(row, found.value))
        sums_up = True if True in said else None if None in said else False
        plain = bool(run.values) and row.kind == "" and row.form != "table" and is_bare(row)
        if sums_up or (plain and any(map(found.value.near, run.totals))):
            self._assign_all(found, "total", "it equals the rows above")
            run.since = None
            return
        if sums_up is None or plain:
            found.doubt(f"whether {row.quoted} is a total")
        elif run.apart and not (row.rows or row.cells or _is_set_apart(self.read(row))):
            # Beside "Tent: $40" and "Lamp: $25", "You save $9" does not look as an entry does.
            found.doubt(f"whether {row.quoted} is an entry")
        run.add(row, found)

    def _retold(self, row: Row) -> Interval | None:
        """What a part comes to whose heading is the name of this row: "Venue | $350"."""
        if row.rows or row.form == "head":
            return None
        head = self._heads.get(_label(row))
        if head is None or row in head.walk() or head in row.over():
            return None
        return self.part(head).value

    @cached_property
    def _heads(self) -> dict[str, Row]:
        """The headings over rows that name no part, by their words."""
        heads = (row for row in self.root.walk() if row.form == "head" and row.rows)
        return {label: row for row in heads if not row.kind and (label := _label(row))}

    def _confirmed(self, run: _Run) -> bool:
        """Compare the totals that are named with the entries; whether one equals all of them."""
        made, confirmed = run.sum, False
        for row, sums in run.stated:
            own = self.own(row)
            if own.value is None:
                continue
            if made.value is None:
                made.stated = made.stated or own
            elif own.value.near(made.value):
                confirmed = True
            elif not any(map(own.value.near, sums)):
                made.told.append(f"{row.quoted}: its entries come to {made.value.low:g}")
                if self.doubting:
                    made.hang(f"{row.quoted} says otherwise", hull([made.value, own.value]))
        return confirmed

    def _sentence(self, row: Row, run: _Run, *, known: bool) -> None:
        """A sentence with figures: each equals a sum, or what is asked for, or leaves it open; a
        stated total that equals the entries says that there are no others (`known`).
        """
        for one in self.read(row):
            if known:
                self.assign([one], "note", "the stated total holds without it")
            elif not self.only_claims(one, [run.sum.value, *run.values[:MAX_KNOWN]]):
                self.assign([one], "open", "it stands in a sentence")
                run.sum.open.append(f"what {one.written!r} of {row.quoted} is")
                run.sum.loose += one.value.high


def _measured(row: Row) -> dict[str, float]:
    """What a row measures: the first figure of each thing that has a unit."""
    found: dict[str, float] = {}
    for one in figures(row):
        if not one.subject.startswith(("count", "ordinal", "clock", "share")):
            found.setdefault(one.subject, one.value.low)
    return found


def is_bare(row: Row) -> bool:
    """Whether a row says nothing but its name, figures and their units."""
    at, rest = (row.name.end if row.name else 0), ""
    for one in row.quantities:
        rest += row.text[at : one.start]
        at = max(one.end, at)
    rest += row.text[at:]
    return bool(row.quantities) and not is_worded(_UNITS.sub(" ", rest))


def _could_have_figure(row: Row) -> bool:
    """Whether a row that has no figure could have one: an entry, or a part without entries."""
    if row.kind == "rest" or row.form == "prose":
        return False
    if row.form == "head" and not row.rows:
        return row.kind in RANK
    # "7 g protein" below a food is not without calories.
    return is_worded(row.text) and not is_bare(row)


def _is_lettered(row: Row) -> bool:
    """Whether a heading and one beside it differ in a letter: "Plan A" and "Plan B"."""
    said = _LETTER.match(row.text)
    if said is None or row.kind or row.above is None:
        return False
    others = (_LETTER.match(one.text) for one in row.above.rows if one is not row)
    return any(one is not None and one["word"] == said["word"] for one in others)


def _rounds(row: Row) -> float:
    """How often what a heading names may be done: "Circuit, 3 rounds"; "5 exercises" count it."""
    if row.form == "root" or row.kind in ("week", "day") or not row.rows:
        return 1.0
    start = row.name.end if row.name else 0
    numbers = [
        one.high for one in row.quantities
        if one.dimension == "count" and not (one.ordinal or one.noun.startswith("exercise"))
        and one.start >= start and 1 < one.high < 100
    ]  # fmt: skip
    return max(numbers, default=1.0)


def _is_set_apart(found: Sequence[Figure]) -> bool:
    """Whether the first figure of a row stands behind a sign, a bracket or nothing."""
    before = found[0].text[: found[0].start].rstrip(" *_~≈") if found else "."
    return bool(found) and not before[-1:].isalnum()


def _label(row: Row) -> str:
    """The words of a row before its first figure, a colon or a dash."""
    found = _LABEL.match(row.cells[0].text if row.cells else row.text)
    return " ".join(found[0].casefold().split()) if found else ""
