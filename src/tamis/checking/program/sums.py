"""What a part of the plan comes to: its entries added, its totals told apart."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tamis.checking.program.groups import RANK, Label, label_of
from tamis.checking.program.interval import UNKNOWN, ZERO, Interval, added, hull
from tamis.checking.program.mentions import Mention, measured, mentions
from tamis.checking.program.outline import Node, once
from tamis.reading.quantities import quantities


@dataclass
class Sum:
    """What a part comes to: `value`, from `entries`; None where it gives no figure.

    `missing` are entries without a figure, `told` totals that do not equal their entries, `open`
    what the value hangs on.
    """

    value: Interval | None = None
    entries: list[Mention] = field(default_factory=list)
    missing: list[Node] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    total: bool = False
    """Whether all that it has is named as a total."""

    def take(self, other: Sum) -> None:
        """Keep what another found, but not its value."""
        self.entries += other.entries
        self.missing += other.missing
        self.told += other.told
        self.open += other.open


MAX_DEPTH = 30
NEAR = 300
"""How many characters before and after a number may say what it is for."""

_GOAL_BEFORE = re.compile(
    r"\b(?:targets?|goals?|aim(?:ing)?(?: for)?|limit(?:ed)?(?: to| of)?|budget|out of|allow(?:ed"
    r"|ance)(?: of)?|stay(?:s|ing)? (?:under|within|below)"
    r"|requirement|max(?:imum)? allowed|vs\.?|of your|/)\W*(?:is |of |: ?)?(?:~|about )?$",
    re.I,
)
_GOAL_AFTER = re.compile(
    r"\s?\(?\b(?:targets?|goals?|limit|allowed|allowance|max(?:imum)? allowed|left|remaining"
    r"|requirement)\b",
    re.I,
)
_EACH = re.compile(
    r"\W{0,2}\s?(?:per (?:100|hundred) ?(?P<per>g|ml)\b|(?P<each>each\b|apiece\b|a piece\b|(?:per"
    r"|a|an) \w+|/\s?\w+))",
    re.I,
)
_HUNDRED = re.compile(r"\W{0,2}\s?(?:per|/) ?100 ?(?:g|ml)\b", re.I)
_PER_GROUP = re.compile(r"(?:per|a|/)\s?(?:day|meal|session|workout|week)\b", re.I)
_TIMES_AFTER = re.compile(r"\)?\s?[x×]\s?(?P<n>\d{1,2})\b(?![\d.]*\s?(?:g|ml|kg|oz)\b)", re.I)
_TIMES_BEFORE = re.compile(r"(?<![\d.,])(?P<n>\d{1,2})\s?[x×]\s?$", re.I)
_TOTAL_BEFORE = re.compile(
    r"(?:=|→|⇒|\btotal(?:s|ling|ing)?\b|\bsum\b|\baltogether\b|\bin all\b|\badds? up to\b"
    r"|\bbring(?:s|ing)?\b[^.;]{0,40}|\bfor a total\b|\bso far\b)"
    r"[\s\w:,~≈]{0,24}$",
    re.I,
)
_TOTAL_AFTER = re.compile(
    r"\s?(?:\)\s?)?(?:in total|total\b|altogether|in all|overall|so far)", re.I
)
_OR = re.compile(r"\bor\b", re.I)
_CLAIM = re.compile(
    r"\b(?:(?:each|every|all|both|per|a) (?:\w+ ){0,2}(?:days?|meals?|sessions?|workouts?|weeks?)\b"
    r"|daily|total(?:s|ling|ing)?|sum|overall|averages?|add(?:s|ing)? up"
    r"|bring(?:s|ing)? (?:\w+ )?to"
    r"|leav(?:es|ing) you|comes? to|stay(?:s|ing)?|within|under|limits?|goals?|targets?"
    r"|requirements?|approximately|provid(?:es|ing)|meets?|deliver(?:s|ing)?|lands?|hits?"
    r"|reach(?:es)?|keeps?|altogether|needs?|plan)\b",
    re.I,
)
ATTRIBUTE = re.compile(
    r"^\W*(?:calories?|energy|kcal|kj|protein|fats?|carb\w*|fib(?:er|re)|sugars?|sodium|macros?"
    r"|nutrition\w*|ingredients?|serv(?:es|ing)\w*|portion\w*"
    r"|prep\w*|method|directions|how to|time|when|where|duration|intensity|rest|notes?|tips?"
    r"|estimated|volume|tonnage|weekly|overall|optional|per serving|amount|rpe|rating|level|form"
    r"|cue)\b",
    re.I,
)
_NOTHING = re.compile(
    r"\b(?:water|black coffee|herbal tea|green tea|unsweetened tea|sparkling water|black tea"
    r"|espresso)\b",
    re.I,
)
GOAL = re.compile(
    r"\b(?:goals?|targets?|limit|daily|per (?:day|session|meal|workout)|each (?:day|session)"
    r"|every (?:day|session)|a day|total|plan|aim|within|under|average|maintenance|bmr|tdee"
    r"|needs?)\b",
    re.I,
)
_EMPTY = re.compile(
    r"^\W*(?:none|nothing|[-–—]+|n/?a|rest|free|off|fasting|skip(?:ped)?)?\W*$", re.I
)
SAME = re.compile(
    r"(?:^\s*=|\b(?:exactly |just )?(?:the )?same (?:\w+ ){0,3}?as(?: on| in| for)?|\brepeat(?:s"
    r"|ing)?(?: of)?(?: the)?|\bas (?:on|in)|\bidentical to|\bsee|\blike(?: on)?"
    r"|\bcopy (?:of|from)|\bditto)\s+(?:the )?(?:menu (?:of|from) |workout (?:of|from) "
    r"|meals (?:of|from|on) |plan (?:of|for) )?",
    re.I,
)
_SETS_OF = re.compile(
    r"(?<![\d.])(?P<n>\d{1,2})(?:\s?[-–]\s?(?P<m>\d{1,2}))?\s?(?:sets?|rounds?|intervals?|reps?"
    r"|times)?\s?(?:x|×|of|\*)\s?$",
    re.I,
)
_REPEATED = re.compile(
    r"\b(?:each|every|per|between)\b[^.;,]{0,25}$|\d\s?(?:rounds?|sets?|intervals?|times|x"
    r"|×)\b[^.;]{0,40}$|\brepeat\w*[^.;]{0,30}$",
    re.I,
)
_REPEATED_AFTER = re.compile(
    r"[^.;]{0,25}\b(?:each|every|per|between)\b|[\s,(x×]*\d+\s?(?:rounds?|sets?|times|x|×"
    r"|intervals?)|[^.;]{0,40}\b(?:alternat\w*|repeat\w*)\b",
    re.I,
)
_ROUNDS = re.compile(
    r"\b(?P<n>\d{1,2})\s?(?:rounds?|circuits|times through)\b|\brepeat(?:ed)? (?P<m>\d{1,2})\b",
    re.I,
)
_EACH_ROUND = re.compile(r"\b(?:each|per|every|one) (?:round|circuit)\b", re.I)
_MEAL_OF = re.compile(r"[\w ]{1,30}['’]s (?P<meal>[a-z]+)", re.I)
_LISTED = re.compile(r"[,;+]|\b(?:and|then|plus)\b", re.I)


class Adder:
    """Adds the figures of a subject ("energy", "protein") over parts of a plan."""

    def __init__(self, root: Node, subject: str, aims: tuple[float, ...] = ()) -> None:
        self.root = root
        self.subject = subject
        self.aims = aims
        self.ledger: list[Mention] = []
        self.defined: dict[str, Node] | None = None
        self.used: set[int] = set()
        """Where the lines stand that others have taken their figures from."""
        self.busy: set[int] = set()

    # A line.

    def line(self, node: Node) -> Sum:
        """The figures of a node's own text."""
        if not any(one.subject == self.subject for one in measured(node)):
            return Sum()
        found = [one for one in mentions(node) if one.subject == self.subject]
        made = Sum()
        self.ledger += found
        text = node.text
        entries: list[Mention] = []
        for one in found:
            q = one.quantity
            own = one.node.text
            before = own[max(q.start - NEAR, 0) : q.start]
            after = own[q.end : q.end + NEAR]
            if _GOAL_BEFORE.search(before[-40:]) or _GOAL_AFTER.match(after):
                one.role, one.why = "goal", "a goal or limit"
            elif _TOTAL_BEFORE.search(before[-60:]) or _TOTAL_AFTER.match(after):
                one.role, one.why = "total", "it is named as a total"
            else:
                self.scaled(one, before, after)
                entries.append(one)
        totals = [one for one in found if one.role == "total"]
        if not entries and totals:
            entries, totals = totals[-1:], totals[:-1]
            entries[0].role = "entry"
            made.total = node.shape in ("line", "item", "heading") and not node.children
        if not entries:
            return made
        made.value = self.together(entries, text, made)
        made.open += [
            f"what {short(one.node.text)} comes to" for one in entries if one.value == UNKNOWN
        ]
        if without := _without_figure(node, entries) if node.shape != "row" else "":
            made.open.append(f"{short(without)} has no figure")
            made.value = Interval(made.value.low, math.inf)
        for one in totals:
            if not one.value.near(made.value, 0.005) and len(entries) > 1:
                made.told.append(f"{one.text} is said where the entries make {made.value.low:g}")
        made.entries = [one for one in entries if one.role in ("entry", "alternative", "open")]
        return made

    def scaled(self, one: Mention, before: str, after: str) -> None:
        """A figure that counts more than once: "2 x 150 kcal", "70 kcal each"."""
        one.role = "entry"
        if self.subject == "time":
            self.timed(one, before, after)
            return
        if (times := _TIMES_AFTER.match(after)) or (times := _TIMES_BEFORE.search(before)):
            n = float(times["n"])
            one.value, one.why = one.value * Interval(n, n), f"{n:g} times"
            return
        each = _EACH.match(after)
        if each is None or _PER_GROUP.match(after.lstrip(" (")):
            return
        if each["per"] or _HUNDRED.match(after):
            unit = each["per"] or "g"
            weights = [
                q
                for q in quantities(before)
                if q.dimension == ("mass" if unit == "g" else "volume") and q.sure
            ]
            if len(weights) == 1:
                share = weights[0].high / 100
                one.value, one.why = one.value * Interval(share, share), "for each 100 g"
            else:
                one.value, one.role, one.why = (
                    UNKNOWN,
                    "open",
                    "for each 100 g, of an unknown weight",
                )
            return
        if each["each"].startswith("/") and not re.match(
            r"/\s?(?:serving|piece|egg|slice|portion|unit|each)", each["each"], re.I
        ):
            return
        if each["each"].split()[0] in ("a", "an") and not re.match(
            r"an? (?:piece|serving|portion|slice)", each["each"]
        ):
            return
        counts = [
            q for q in quantities(before) if q.dimension == "count" and not q.ordinal and q.sure
        ]
        counts = counts or [q for q in quantities(after) if q.dimension == "count" and q.sure][:1]
        if len(counts) == 1 and counts[0].low == counts[0].high and counts[0].high <= 50:
            one.value, one.why = one.value * Interval(counts[0].low, counts[0].high), "for each"
        else:
            one.value, one.role, one.why = (
                Interval(one.value.low, one.value.high * 20),
                "open",
                "for each of an unknown number",
            )

    def timed(self, one: Mention, before: str, after: str) -> None:
        """A time of an exercise: "3 sets of 30 seconds" is sure, "40 seconds each" is not."""
        if (times := _SETS_OF.search(before)) or (times := _TIMES_AFTER.match(after)):
            low, high = float(times["n"]), float(times.groupdict().get("m") or times["n"])
            one.value, one.why = one.value * Interval(low, high), f"{times['n']} times"
            if _REPEATED_AFTER.match(after):
                one.value, one.role = Interval(one.value.low, math.inf), "open"
        elif _REPEATED.search(before[-60:]) or _REPEATED_AFTER.match(after):
            one.value, one.role, one.why = (
                Interval(0.0, math.inf),
                "open",
                "it may count more than once",
            )

    def together(self, entries: list[Mention], text: str, made: Sum) -> Interval:
        """What the figures of one line come to together."""
        if len(entries) == 1:
            return entries[0].value
        values = [one.value for one in entries]
        first, last = entries[0].quantity, entries[-1].quantity
        same = all(one.node is entries[0].node for one in entries)
        if same:
            # Of a row the numbers are in one of its cells.
            text = entries[0].node.text
        if same and _OR.search(text[first.end : last.start]):
            for one in entries:
                one.role = "alternative"
            if len(entries) == 2:
                return hull(values)
            made.open.append(f"which of the figures of {short(text)} are alternatives")
            return Interval(min(v.low for v in values), added(values).high)
        if same and len(entries) > 2 and (told := self.closing(entries, text, made)) is not None:
            return told
        if same:
            opened = _depths(text)
            depths = [opened[one.quantity.start] for one in entries]
            outer = [n for n, depth in enumerate(depths) if depth == min(depths)]
            begun = entries[min(outer)].quantity.end
            inner = next((n for n in range(len(entries)) if n not in outer), 0)
            apart = _LISTED.search(text[begun : entries[inner].quantity.start])
            if max(depths) > min(depths) and not apart:
                outside = added(values[n] for n in outer)
                inside = added(v for n, v in enumerate(values) if n not in outer)
                if outside.near(inside, 0.005):
                    return outside
                if len(outer) == 1 or len(entries) == 2:
                    made.open.append(
                        f"whether the figures in brackets of {short(text)} are parts of the other"
                    )
                    return hull([outside, inside, outside + inside])
        if not same:
            # Columns of one row that measure the same: one may be what the others come to.
            made.open.append(f"which of the columns of {short(text)} count")
            return Interval(min(v.low for v in values), added(values).high)
        if self.subject == "time" and not _LISTED.search(text[first.end : last.start]):
            made.open.append(f"whether the times of {short(text)} are parts of one another")
            return Interval(max(v.low for v in values), added(values).high)
        if _same_in_other_unit(entries):
            entries[0].role, entries[0].why = "repeat", "the same in another unit"
            return hull(values)
        return added(values)

    def closing(self, entries: list[Mention], text: str, made: Sum) -> Interval | None:
        """What a line comes to whose first or last figure stands without words of its own."""
        last = entries[-1]
        between = text[entries[-2].quantity.end : last.quantity.start]
        if re.search(r"[^\W\d_]{2}", _BARE.sub(" ", between)) or "(" in between or "[" in between:
            return None
        others = added(one.value for one in entries[:-1])
        if last.value.near(others, 0.005) and not _PARALLEL.fullmatch(between):
            last.role, last.why = "total", "it equals the others together"
            return others
        made.open.append(f"whether {last.text} is a total of {short(text)}")
        return Interval(others.low, others.high + last.value.high)

    # A part.

    def part(self, node: Node, depth: int = 0) -> Sum:
        """The figures of a node and of what is below it."""
        if depth > MAX_DEPTH or id(node) in self.busy:
            return Sum(UNKNOWN, open=[f"what {short(node.text)} repeats"])
        if (same := self.repeated(node, depth)) is not None:
            return same
        own = self.line(node) if node.shape != "root" else Sum()
        below = self.below(node, depth)
        if (
            own.value is None
            and below.value is None
            and not node.children
            and ((given := self.definition(node)) is not None)
        ):
            return self.line(given)
        if below.value is not None and (rounds := _ROUNDS.search(node.text)):
            n = float(rounds["n"] or rounds["m"])
            sure = _EACH_ROUND.search(node.text) or node.text.rstrip().endswith(":")
            below.value = below.value * Interval(n if sure else 1.0, n)
            if not sure:
                below.open.append(f"whether the figures below {short(node.text)} are for one round")
            return below
        if own.value is None:
            return below
        if below.value is None:
            own.told += below.told
            return own
        details = self.subject == "time" and not node.kind and node.shape == "item"
        if details and own.value.low >= below.value.high:
            own.told += below.told
            return own
        if _dish(node) and not own.value.near(below.value, 0.01):
            made = Sum(hull([own.value, below.value, own.value + below.value]))
            made.take(below)
            made.open.append(f"whether {short(node.text)} holds what is below it")
            return made
        made = Sum(below.value)
        made.take(below)
        for one in own.entries:
            one.role, one.why = "total", "what is below it is given"
        if not below.value.near(own.value, 0.005) and node.kind in RANK:
            made.told.append(
                f"{short(node.name, 40)}: {own.value.low:g} is said, its entries make "
                f"{below.value.low:g}"
            )
        return made

    def strays(self) -> list[Mention]:
        """The figures outside of all days, sessions and meals that may belong to each."""
        made = []
        for node in self.root.walk():
            if (
                node.shape not in ("item", "row", "line")
                or node.beside
                or node.children
                or id(node.parent) in self.used
            ):
                continue
            if any(node.within(kind) for kind in ("day", "session", "meal")) or not node.text:
                continue
            for one in self.line(node).entries:
                text = one.node.text
                goal = GOAL.search(text) is not None or text.endswith((".", "!"))
                if not goal and one.value.high not in self.aims:
                    made.append(one)
                    one.role, one.why = "open", "it stands outside of all days"
                else:
                    one.role, one.why = "goal", "it is about the whole plan"
        return made

    def definition(self, node: Node) -> Node | None:
        """The line outside of all days and sessions that has the figures of what a line names."""
        if self.defined is None:
            self.defined = {}
            for one in self.root.walk():
                if (
                    one.shape in ("row", "item", "line")
                    and not one.beside
                    and not any(one.within(kind) for kind in ("day", "session", "meal"))
                    and any(m.subject == self.subject for m in measured(one))
                ):
                    self.defined[plain_name(one)] = one
        if not self.defined or not (node.within("day") or node.within("session")):
            return None
        if (given := self.defined.get(plain_name(node))) is not None:
            self.used.add(id(given.parent))
        return given

    def below(self, node: Node, depth: int) -> Sum:
        """The figures of a node's children, together."""
        found: list[tuple[Node, Sum]] = []
        made = Sum()
        totals: list[Sum] = []
        summaries: list[Node] = []
        unnamed: dict[int, Node] = {}
        claims: list[Sum] = []
        children = [one for one in node.children if one.kind != "aside"]
        listed = any(one.shape != "sentence" for one in children if one.kind not in ("total",))
        for child in children:
            if child.kind == "total":
                totals.append(self.total(child, depth))
            elif (child.shape == "sentence" and listed) or (
                child.shape == "sentence"
                and _CLAIM.search(child.text)
                and not child.children
                and re.search(
                    r"\b(?:each|every|all|total(?:s|ling)?|daily|plan)\b", child.text, re.I
                )
            ):
                claims.append(self.claim(child))
            elif _summary(child) and not _first_dish(node, child):
                totals.append(self.part(child, depth + 1))
                summaries.append(child)
                if not _SUMMED.search(child.text):
                    unnamed[id(totals[-1])] = child
            else:
                found.append((child, self.part(child, depth + 1)))
        sums = [one for one in found if one[1].total and not one[0].children]
        if sums and any(one.value is not None and not one.total for _, one in found):
            # "The day comes to = 1,900 kcal" below its entries.
            found = [one for one in found if one not in sums]
            totals += [one for _, one in sums]
        with_figures = [(child, one) for child, one in found if one.value is not None]
        if not with_figures:
            given = [one for one in totals if one.value is not None]
            lines = [child for child, _ in found if self.lacks(child)]
            if len(given) > 1 and len(lines) >= len(given) == len(summaries):
                # The figures of each stand on the line below it.
                made.value = added(one.value for one in given if one.value is not None)
                for one in given:
                    made.take(one)
                made.missing = lines[len(given) :]
                if made.missing:
                    made.value = Interval(made.value.low, math.inf)
            elif given:
                made.value = hull(one.value for one in given if one.value is not None)
                made.take(given[-1])
            else:
                made.missing = [child for child, _ in found if self.lacks(child)]
            return made
        values = []
        elapsed = self.subject == "time" and _follow([one.value or ZERO for _, one in with_figures])
        for child, one in with_figures:
            value = one.value or ZERO
            if elapsed:
                value = Interval(value.high - value.low, value.high - value.low)
            if child.doubtful:
                made.open.append(f"whether {short(child.text)} belongs to {short(node.name, 40)}")
                value = value.or_nothing()
            values.append(value)
            made.take(one)
        total = added(values)
        if any(child.shape == "sentence" for child, _ in with_figures) and not (
            len(with_figures) == 1 and SAME.search(with_figures[0][0].text)
        ):
            # Prose names parts, totals and alternatives in one breath.
            made.open.append("its figures are in sentences")
            total = UNKNOWN
        missing = [
            node
            for child, one in found
            if one.value is None and self.lacks(child)
            for node in one.missing or [child]
        ]
        if with_figures and _beside(node, with_figures[0][0]):
            missing.append(node)
        made.missing += missing
        if missing:
            total = Interval(total.low, math.inf)
        for one in claims:
            if one.value is not None and not one.value.near(total, 0.02) and one.open:
                total = Interval(total.low, total.high + one.value.high)
                made.open += one.open
        for one in totals:
            if one.value is None or math.isinf(one.value.high):
                continue
            if not one.value.near(total, 0.005) and len(values) > 1:
                made.told.append(
                    f"{one.value.low:g} is said in all, the entries make {total.low:g}"
                )
                if id(one) in unnamed and not missing:
                    made.open.append(f"whether {short(unnamed[id(one)].text)} is a total")
                    total = Interval(total.low, total.high + one.value.high)
        made.value = total
        return made

    def total(self, node: Node, depth: int) -> Sum:
        """A total that is named so."""
        made = self.line(node)
        if made.value is None and node.children:
            made = self.below(node, depth + 1)
        for one in made.entries:
            one.role, one.why = "total", "it is named as a total"
        return made

    def claim(self, node: Node) -> Sum:
        """A sentence beside listed entries."""
        made = self.line(node)
        sure = _CLAIM.search(node.text) is not None
        for one in made.entries:
            one.role, one.why = (
                ("note", "a sentence about the plan") if sure else ("open", "a sentence")
            )
        made.open = [] if sure else [f"what {short(node.text)} adds"]
        return made

    def lacks(self, node: Node) -> bool:
        """Whether a part without a figure is an entry that should have one."""
        if node.kind in ("rest", "aside", "total"):
            return False
        text = " ".join(cell.node.text for cell in node.cells) or node.text
        if (
            node.kind in RANK
            and not node.children
            and _EMPTY.match(text[node.label.rest :] if node.label and not node.cells else text)
        ):
            return (
                node.kind == "meal" and bool(re.search(r"\w", text[node.label.rest :]))
                if node.label
                else False
            )
        if _EMPTY.match(text) or _NOTHING.search(text) or ATTRIBUTE.match(text):
            return False
        if not re.search(r"[^\W\d_]{2}", text):
            return False
        if node.shape == "sentence":
            return False
        return not (
            node.shape == "line" and text.rstrip(" )").endswith((".", "!", ":")) and not node.kind
        )

    # What is repeated.

    def repeated(self, node: Node, depth: int) -> Sum | None:
        """The figures of the part that a node says it repeats; None where it says nothing."""
        words = node.text
        found = SAME.search(words)
        if found is None:
            return None
        other = label_of(words[found.end() :]) or label_of(
            words[found.end() :].split(",")[0].rstrip(".! "), whole=True
        )
        if other is None:
            return None
        target = self.target(node, other)
        if target is not None and (meal := _MEAL_OF.match(words, found.end())):
            # "Same as Tuesday's breakfast".
            named = [
                one
                for one in target.walk()
                if one.kind == "meal" and one.name.casefold().startswith(meal["meal"].casefold())
            ]
            target = named[0] if len(named) == 1 else None
        if target is None or target is node or _within(node, target):
            return Sum(UNKNOWN, open=[f"what {short(words)} repeats"])
        self.busy.add(id(node))
        made = self.part(target, depth + 1)
        self.busy.discard(id(node))
        own = self.line(node)
        more = self.below(node, depth)
        value = made.value
        if value is not None and (own.value is not None or more.value is not None):
            extra = added(one.value for one in (own, more) if one.value is not None)
            if not extra.near(value, 0.005):
                value = Interval(min(value.low, extra.low), value.high + extra.high)
                made.open.append(f"what {short(words)} adds")
        return Sum(value, list(made.entries), list(made.missing), list(made.told), list(made.open))

    def target(self, node: Node, label: Label) -> Node | None:
        """The part that a label of another part names; None where several may be meant."""
        found = [
            one for one in _named(self.root).get((label.kind, _key(label)), ()) if one is not node
        ]
        if not found:
            return None
        target = max(found[:20], key=lambda one: len(one.children) + bool(one.quantities))
        if label.kind == "day" and node.kind == "meal":
            meals = [one for one in target.walk() if one.kind == "meal" and _same_meal(one, node)]
            return meals[0] if len(meals) == 1 else None
        return target


@once
def _named(root: Node) -> dict[tuple[str, str], list[Node]]:
    """The days, sessions and meals of a plan by their names."""
    found: dict[tuple[str, str], list[Node]] = {}
    for one in root.walk():
        if one.label and one.kind in RANK:
            keys = {_key(one.label), *(f"day {day}" for day in one.label.days[:10])}
            for key in keys:
                found.setdefault((one.kind, key), []).append(one)
    return found


def _key(label: Label) -> str:
    """What a label names, however it is written: "day 1", "workout a"."""
    if len(label.days) == 1:
        return f"day {label.days[0]}"
    words = re.findall(r"\w+", re.split(r"[(:–—]", label.name)[0].casefold())
    return " ".join(words[:2])


_PART = re.compile(r";|\s\+\s|,(?=\s+(?![\d½¼¾]|(?:about|approx|one|two|half|a)\b))")
_NO_FOOD = re.compile(
    r"\s*(?:with|served|and\b|plus|for|topped|in\b|on\b|no\b|without|optional|total|or\b|about"
    r"|approx|unlimited|to taste|season\w*|drizzled|sliced|cooked|grilled"
    r"|plain|unsweetened|raw|large|small|medium|fresh|water|the\b|your\b|as\b|at\b|each|per)",
    re.I,
)


def _without_figure(node: Node, entries: list[Mention]) -> str:
    """A part of a line without a figure, where others have one: "Nuts; egg (70 kcal)"."""
    if any(one.node is not node for one in entries):
        return ""
    text = node.text
    at = 0
    opened = _depths(text)
    bare: list[str] = []
    with_figure = 0
    places = [one.quantity.start for one in entries]
    for cut in [
        *(found.start() for found in _PART.finditer(text) if not opened[found.start()]),
        len(text),
    ]:
        part = text[at:cut].strip(" ;,+")
        if any(at <= place < cut for place in places):
            with_figure += 1
        elif re.search(r"[^\W\d_]{3}", part):
            sure = text[at : at + 1] in ";+" or text[cut : cut + 1] == ";"
            bare.append(part if sure else f"\0{part}")
        at = cut
    for part in bare:
        soft, said = part.startswith("\0"), part.lstrip("\0")
        label = label_of(said)
        said = said[label.rest :] if label else said
        if not re.search(r"[^\W\d_]{3}", said) or ATTRIBUTE.match(said) or _NOTHING.search(said):
            continue
        if not any(q for q in quantities(said) if q.dimension != "count") and (
            (not soft and with_figure)
            or (soft and with_figure > 1 and not _NO_FOOD.match(said) and len(said.split()) < 5)
        ):
            return said
    return ""


def _follow(values: list[Interval]) -> bool:
    """Whether ranges follow one another from nothing: "0–10 min", "10–35 min"."""
    pairs = pairwise(values)
    return len(values) > 1 and not values[0].low and all(a.high == b.low for a, b in pairs)


def plain_name(node: Node) -> str:
    """The name of an entry, without its figures."""
    text = node.cells[0].node.text if node.cells else node.text
    return re.split(r"[:(–—|]|\s-\s|\d", text)[0].strip(" ,.").casefold().rstrip("s")


def _same_meal(one: Node, other: Node) -> bool:
    return one.name.split()[0].casefold() == other.name.split()[0].casefold()


def _within(node: Node, other: Node) -> bool:
    at: Node | None = node
    while at is not None:
        if at is other:
            return True
        at = at.parent
    return False


def _depths(text: str) -> list[int]:
    """How many brackets are open at each place."""
    made, depth = [], 0
    for sign in text:
        made.append(depth)
        depth += (sign in "([") - (sign in ")]")
    return made


def _same_in_other_unit(entries: list[Mention]) -> bool:
    """Whether two figures are one in two units: "1,250 kJ (300 kcal)"."""
    units = {one.quantity.unit.casefold()[:2] for one in entries}
    return len(entries) == 2 and len(units) == 2 and entries[0].value.near(entries[1].value, 0.03)


_BARE = re.compile(
    r"\b(?:k?cal(?:ories?)?|kcals?|kj|energy|prot(?:ein)?|fats?|carb\w*|fib(?:er|re)|m?g|grams?|kgs?"
    r"|lbs?|macros?|approx\w*|about|per|day|daily|weekly|session|workout|meal|of|and|in|burn(?:ed|t|s)?"
    r"|min(?:utes?|s)?|h(?:ours?|rs?)?|sugars?|tonnage|volume|lift(?:ed|s)?|work|totals?|sum|sets?"
    r"|reps?|intake|duration|time|x)\b|[\d\W_]|\b[PCF]\b",
    re.I,
)


def figures_only(node: Node) -> bool:
    """Whether a line names nothing but what it measures: "Burned: 365 kcal", "7,260 kg in 13 sets",
    "(1,540 kcal, 90 g protein)".
    """
    return bool(node.quantities) and not _BARE.sub("", node.text[:400])


def _dish(node: Node) -> bool:
    """Whether a line with others below it may itself be what is eaten or done: its figure is then
    theirs, or stands beside them.
    """
    if node.shape in ("heading", "root") or node.kind not in ("", "meal"):
        return False
    if not node.kind:
        return True
    return node.label is not None and bool(_BARE.sub("", node.text[node.label.rest :][:400]))


def _summary(node: Node) -> bool:
    """Whether a line only has figures, those of the lines around it."""
    if node.children or node.cells or node.kind or node.shape in ("row", "cell"):
        return False
    return figures_only(node)


_SUMMED = re.compile(r"total|sum\b|daily|day\b|session|workout|week|meal|tonnage|volume|burn", re.I)


def _first_dish(node: Node, child: Node) -> bool:
    """Whether the figures below a meal are those of the dish beside its name: "Lunch: pea soup"."""
    if node.kind != "meal" or node.label is None or child is not node.children[0]:
        return False
    return len(node.children) > 1 and bool(re.search(r"[^\W\d_]{2}", node.text[node.label.rest :]))


def _beside(node: Node, child: Node) -> bool:
    """Whether figures are of what is eaten with the dish of a meal, which has none of its own."""
    dish = node.kind == "meal" and node.label and re.search(r"\w", node.text[node.label.rest :])
    return bool(dish) and re.match(r"\W*(?:with|plus|side)\b", child.text, re.I) is not None


# Between the figures of foods that a cell lists.
_PARALLEL = re.compile(r"\s?[;,]\s?")


def short(text: str, most: int = 60) -> str:
    """A text, cut and quoted."""
    text = " ".join(text.split())
    return repr(text if len(text) <= most else text[: most - 1].rstrip() + "…")


def parts_of(root: Node, kind: str) -> Iterator[Node]:
    """The parts of a kind that are in the plan, not in one another."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.kind in ("aside", "total"):
            continue
        if node.kind == kind:
            yield node
            continue
        waiting.extend(reversed(node.children))
