"""How plans are judged by records of a model, beside the model itself and the program.

    python bench/records.py PLANS REPLIES [--direct REPLIES] [--guards] [--show KIND]

PLANS is a list of plans, each with constraints that have their truth: `satisfied` is true, false,
or null where the plan does not decide it. A line of REPLIES is a recorded reply of a model to
Tamis's prompt for some `constraints` (their ids); those of `--direct` are to the prompt of the
model judge, for one constraint each. No model is asked. Faults are made in the records: whatever a
careless model may do. With `--guards` each guard is taken away in turn. `--show wrong`, `open`, or
the kind of a fault prints what came of which constraint.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tamis.checking import model_judge, program, record
from tamis.checking.record import computed, decided, scope
from tamis.checking.record.asked import Asked
from tamis.checking.record.asked import asked as borne_out
from tamis.checking.record.computed import Computed
from tamis.checking.record.reply import Copied, CopiedGroup, Record, Unusable, records
from tamis.checking.record.values import Values
from tamis.text.quotes import Quotes
from tamis.types import Reply


@dataclass(frozen=True)
class Case:
    """A constraint on a plan, with its truth and the record of a model, or why there is none."""

    id: str
    constraint: str
    words: str
    truth: bool | None
    record: Record | str
    values: Values
    quotes: Quotes

    def verdict(self, changed: Record | None = None) -> bool | None:
        """What the record, or one that was changed, comes to."""
        return self.judged(changed).satisfied

    def judged(self, changed: Record | None = None) -> Any:
        """The judgement of the record, or of one that was changed."""
        made = self.record if changed is None else changed
        return record.judged(made, self.constraint, self.values, self.quotes)


def read_cases(plans: Path, replies: Path) -> list[Case]:
    """The constraints of all plans for which there are replies."""
    found = {}
    for plan in json.loads(plans.read_text(encoding="utf-8")):
        shared = Values(plan["plan"]), Quotes(plan["plan"])
        for one in plan["constraints"]:
            found[one["id"]] = (one["constraint"], one["words"], one["satisfied"]), shared
    cases = []
    for line in replies.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        try:
            made = records(Reply(said["reply"]), len(said["constraints"]))
        except Unusable as why:
            made = [str(why)] * len(said["constraints"])
        for id, one in zip(said["constraints"], made, strict=True):
            about, shared = found[id]
            cases.append(Case(id, *about, one, *shared))
    return cases


@dataclass
class Tally:
    """How many verdicts are right, wrong or open; `unclear` those given where there is no truth."""

    right: int = 0
    wrong: int = 0
    open: int = 0
    unclear: int = 0
    undecidable: int = 0

    def add(self, said: bool | None, truth: bool | None) -> str:
        """Count a verdict; what it is."""
        if truth is None:
            self.undecidable += 1
            self.unclear += said is not None
            return "unclear" if said is not None else "left open"
        what = "open" if said is None else "right" if said == truth else "wrong"
        setattr(self, what, getattr(self, what) + 1)
        return what

    def __str__(self) -> str:
        """ "127 of 134 decided, 127 right"."""
        done, every = self.right + self.wrong, self.right + self.wrong + self.open
        share = f" ({done / every:.1%})" if every else ""
        of = f" ({self.right / done:.1%})" if done else ""
        return (
            f"{done} of {every} decided{share}, {self.right} right{of}; of {self.undecidable} "
            f"without a truth {self.unclear} decided"
        )


def measure(cases: Sequence[Case], show: str = "") -> dict[str, Tally]:
    """The verdicts by records: of all, and by whose words the constraint is in."""
    made: dict[str, Tally] = defaultdict(Tally)
    for one in cases:
        judged = one.judged()
        what = made["all"].add(judged.satisfied, one.truth)
        made[one.words].add(judged.satisfied, one.truth)
        if show and what == show:
            print(f"  {one.id} {one.constraint} [{one.truth}] {judged.reason}")
    return dict(made)


def by_program(cases: Sequence[Case]) -> Tally:
    """The verdicts of the program alone."""
    made = Tally()
    for one in cases:
        made.add(program.judge(one.constraint, one.quotes.text).satisfied, one.truth)
    return made


def directly(cases: Sequence[Case], replies: Path) -> Tally:
    """The verdicts that the model gave itself."""
    truth = {one.id: one.truth for one in cases}
    made = Tally()
    for line in replies.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        verdict = model_judge.judgement(Reply(said["reply"])).satisfied
        made.add(verdict, truth[said["constraint"]])
    return made


# Faults.

_OTHER_UNIT = {
    "kcal": "kJ", "calories": "kJ", "cals": "kJ", "g": "kg", "mg": "g", "kg": "lb", "kilos": "lb",
    "lb": "kg", "min": "h", "minutes": "hours", "mins": "hours", "minute": "hours",
    "hours": "minutes", "hour": "minutes", "h": "min", "hrs": "min", "$": "€", "€": "$", "£": "$",
    "EUR": "$", "euros": "$", "GBP": "$", "dollars": "€", "USD": "€", "km": "miles",
    "clock": "min", "am": "pm", "pm": "am",
}  # fmt: skip


def _digit_changed(quote: str) -> str | None:
    """A quote with another digit in its middle, its first number begun by none but zero."""
    places = [one.start() for one in re.finditer(r"\d", quote)]
    if not places:
        return None
    at = places[len(places) // 2]
    first = at == 0 or not quote[at - 1].isdigit()
    digit = str((int(quote[at]) + 3) % 10)
    return quote[:at] + ("4" if first and digit == "0" else digit) + quote[at + 1 :]


def _with(made: Record, at: int, spans: Sequence[Copied]) -> Record:
    groups = [*made.groups]
    groups[at] = replace(groups[at], spans=tuple(spans))
    return replace(made, groups=tuple(groups))


def _dropped(made: Record) -> Iterator[Record]:
    """Without one entry, each in turn; of single values without its group."""
    for at, group in enumerate(made.groups):
        if made.aggregate == "each":
            yield replace(made, groups=made.groups[:at] + made.groups[at + 1 :])
            continue
        for n in range(len(group.spans)):
            yield _with(made, at, group.spans[:n] + group.spans[n + 1 :])


def _digits(made: Record) -> Iterator[Record]:
    for at, group in enumerate(made.groups):
        for n, one in enumerate(group.spans):
            if quote := _digit_changed(one.quote):
                other = replace(one, quote=quote)
                yield _with(made, at, (*group.spans[:n], other, *group.spans[n + 1 :]))


def _invented(made: Record) -> Iterator[Record]:
    quotes = {
        "figure": f"Chocolate cake, 350 {made.unit}",
        "product": f"Extra set 3 x 10 @ 60 {made.unit}",
        "from-to": "17:40-18:55 extra", "start": "05:20 extra", "end": "23:40 extra",
        "one": "Chocolate cake",
    }  # fmt: skip
    for at, group in enumerate(made.groups):
        how = group.spans[0].how if group.spans else "one"
        extra = Copied(quotes[how], how)
        if made.aggregate == "each":
            yield replace(made, groups=(*made.groups, CopiedGroup("extra", (extra,))))
        else:
            yield _with(made, at, (*group.spans, extra))


def _exchanged(made: Record) -> Iterator[Record]:
    """Each for sum and sum for each: the word alone, and the groups with it."""
    spans = [one for group in made.groups for one in group.spans]
    if made.aggregate == "sum":
        yield replace(made, aggregate="each")
        alone = tuple(CopiedGroup(one.quote, (one,)) for one in spans)
        yield replace(made, aggregate="each", groups=alone)
    elif made.aggregate == "each":
        yield replace(made, aggregate="sum")
        if len(made.groups) > 1:
            yield replace(made, aggregate="sum", groups=(CopiedGroup("all", tuple(spans)),))


def _merged(made: Record) -> Iterator[Record]:
    """Two neighbouring days, or other groups, in one."""
    if made.aggregate not in ("sum", "count"):
        return
    for at in range(len(made.groups) - 1):
        first, second = made.groups[at : at + 2]
        both = CopiedGroup(first.name, first.spans + second.spans)
        yield replace(made, groups=(*made.groups[:at], both, *made.groups[at + 2 :]))


def _other_unit(made: Record) -> Iterator[Record]:
    if made.unit in _OTHER_UNIT:
        yield replace(made, unit=_OTHER_UNIT[made.unit])


def _other_target(made: Record) -> Iterator[Record]:
    for at, said in enumerate(made.target):
        other = _digit_changed(said) or "17"
        yield replace(made, target=(*made.target[:at], other, *made.target[at + 1 :]))


def _totals(made: Record) -> Iterator[Record]:
    """A total of the other list among the entries, of each group in turn."""
    if made.aggregate != "sum":
        return
    for one in [one for one in made.not_counted if one.why == "total" and not one.until][:6]:
        rest = tuple(other for other in made.not_counted if other is not one)
        for at, group in enumerate(made.groups):
            total = Copied(one.quote, "figure")
            yield replace(_with(made, at, (*group.spans, total)), not_counted=rest)


FAULTS: dict[str, Callable[[Record], Iterator[Record]]] = {
    "an entry dropped": _dropped,
    "a digit changed": _digits,
    "a quote invented": _invented,
    "each and sum exchanged": _exchanged,
    "two groups merged": _merged,
    "another unit": _other_unit,
    "a target changed": _other_target,
    "a total as an entry": _totals,
}
"""What may be wrong with a record; each gives all records with one such fault."""


def faulty(cases: Sequence[Case], show: str = "") -> dict[str, Tally]:
    """The verdicts on faulty records, by the kind of fault."""
    made: dict[str, Tally] = {kind: Tally() for kind in FAULTS}
    for one in cases:
        if isinstance(one.record, str):
            continue
        for kind, fault in FAULTS.items():
            for changed in fault(one.record):
                judged = one.judged(changed)
                what = made[kind].add(judged.satisfied, one.truth)
                if kind == show and what in ("wrong", "unclear"):
                    print(f"  {one.id} {one.constraint} [{one.truth}] {judged.told}")
    return made


# Without guards.


def _believed(made: Record, constraint: str) -> Asked:
    """What a record asks for, whatever the constraint says."""
    said = " ".join(made.target) or "none"
    return borne_out(made, said if made.target else constraint)


GUARDS: dict[str, list[tuple[object, str, Any]]] = {
    "words of the constraint": [(record, "asked", _believed)],
    "groups and parts": [(scope, "check", lambda *args: [])],
    "totals among the entries": [(decided, "_without", lambda *args: None)],
    "what is in neither list": [(Computed, "left", lambda self: iter(()))],
    "quotes used once": [(computed.Taken, "is_taken", lambda self, place: False)],
    "what the model misses": [(decided, "_changed", lambda value, could: value)],
}
"""Each guard, with what takes it away."""


def without(*names: str) -> ExitStack:
    """Some guards taken away, for as long as it is entered."""
    stack = ExitStack()
    for name in names:
        for place, what, instead in GUARDS[name]:
            stack.enter_context(patch.object(place, what, instead))
    return stack


def main() -> None:
    """The figures of some plans."""
    plans, replies, *rest = sys.argv[1:]
    show = rest[rest.index("--show") + 1] if "--show" in rest else ""
    cases = read_cases(Path(plans), Path(replies))
    for words, tally in measure(cases, show).items():
        print(f"records, {words}: {tally}")
    print(f"the program alone: {by_program(cases)}")
    if "--direct" in rest:
        print(f"the model directly: {directly(cases, Path(rest[rest.index('--direct') + 1]))}")
    if "--guards" in rest:
        for names in (*((one,) for one in GUARDS), tuple(GUARDS)):
            with without(*names):
                said = measure(cases)["all"]
                share = wrong_of(faulty(cases).values())
            label = names[0] if len(names) == 1 else "all of them"
            print(f"without {label}: {said}; faulty records: {share}")
    found = faulty(cases, show)
    for kind, tally in found.items():
        print(f"{kind}: {tally.wrong} wrong, {tally.right} right, {tally.open} open")
    print(f"all faults: {wrong_of(found.values())}")


def wrong_of(tallies: Iterable[Tally]) -> str:
    """How many of all are wrong."""
    tallies = list(tallies)
    wrong = sum(one.wrong for one in tallies)
    every = sum(one.right + one.wrong + one.open for one in tallies)
    return f"{wrong} of {every} wrong ({wrong / max(every, 1):.2%})"


if __name__ == "__main__":
    main()
