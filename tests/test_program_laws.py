"""Laws of the program judge: it never raises, adds right, takes linear time, and the form of a
plan makes no difference."""

from __future__ import annotations

import csv
import itertools
import json
import math
import operator
import random
import re
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.checking.constraint_types import from_spec
from tamis.checking.program import judge, read
from tamis.checking.worksheet import Worksheet
from tamis.types import InputError

CONSTRAINTS = (
    "The total daily caloric intake must be exactly 1750 calories.",
    "The daily protein intake must be at least 95 grams.",
    "The whole meal plan must have at most 9000 calories.",
    "Each dinner must have no more than 700 calories.",
    "Each day must include 3 meals.",
    "The meal plan must be for 3 days.",
    "The plan must include 2 rest days.",
    "The workout plan must contain 4 sessions.",
    "Each workout session must include 5 exercises.",
    "The plan must include a total of 8 different exercises.",
    "Each workout session must last between 40 and 50 minutes.",
    "The workout plan must burn at least 1200 calories overall.",
    "Total lifting tonnage per session must be at least 4000 kg",
    "Total lifting tonnage for the whole routine must be at most 20 tonnes",
    "Each exercise must have at least 3 sets.",
    "The schedule must include 8 hours of sleep.",
    "The schedule must include at least 2 hours of reading in the evening.",
    "The schedule must include 40 minutes for commuting each way.",
    "The schedule must include 30 minutes of yoga after dinner.",
    "Work must start at 8:30 AM.",
    "Dinner must take place between 6 PM and 8 PM.",
)

# Lone surrogates come from JSON and must pass too.
ANY = st.text(st.characters(exclude_categories=()), max_size=200)

_WORDS = """
    the plan must be at least most exactly no more than less between and from to up about each every
    per day session meal week exercise schedule calories kcal grams g mg protein fat kg lbs tonnage
    sets reps minutes hours hour sleep work meals commuting before after by in morning different
    total whole rest days half an one twenty hundred or not exceed include last burn starts ends AM
    PM noon 6 8:30 24:99 2,5 1/0 1.800 3-5 9999999999999999999 ( ) ± % ≥ < , .
"""
WORDS = st.sampled_from(_WORDS.split())

_LINES = """
Day 1
## Day 2: Rest
**Days 3-4**
Days 1-99999999999999999999
Monday
Week 2
Session 1
### Session 2 (3 rounds)
Session A & B
Session 9 - 1
Repeat day 1
Same as session 1
Repeat 99999999 times
0 rounds:
Breakfast
- Lunch: soup
* **Dinner** (650 calories)
Snack 2
Notes:
Total: 1,800 calories
Goal: 300 kcal
- Squat: 3 x 10 @ 60 kg
- Squat: 4 sets of 8-12 reps with 40-50 lbs
  - Sets: 3
    - Reps: 10
\t- Weight: bodyweight
- Plank: 3 x 45 seconds
- 0 sets of 0 reps
- Set 1: 10 reps @ 5 kg, Set 2: 8 reps
- Run: 20 minutes, 210 calories
- Rest: 1h30
- Eggs (200 kcal, 12,5 g protein)
- Rice: 1/0 calories
- 1/0 cup of oats
- Tea: 1.500 kcal
- P 20 / C 30 / F 10
| Day | Meal | Food | Calories |
|---|---|:-:|---|
| 1 | Lunch | Soup | 300 |
| | Dinner | | |
| Total | | | 9 |
|
||||
| Exercise | Sets | Reps | Weight |
| Start | End | Activity |
| 7:00 | 8:00 | Yoga |
| noon | 25:99 | Work |
- 7:00 AM - 8:30 AM: Commute
8:30 AM Work, includes a 1-hour lunch break
22:30 Sleep
12:00 Lunch (
15:00 PM - 24:00: Reading (e.g. novels
- 24:99 Dinner
06:00
11 PM - 6 AM: Sleep
7 - 7:30 am: breakfast with 2 x 5 minute breaks
1:00 - 2:00 Yoga
---
***
\u202eשלום
٣ sets
½ hour
\ud800
>
- Option 1: rice
"""
_ODD = (
    "- Nuts: " + "9" * 400 + " calories",
    "\x00",
    "\u2028",
    "   ",
    "\r",
    "Monday\r0",
    "| 1 | 430 as Day 1 |",
)
LINES = st.sampled_from((*_LINES.split("\n"), *_ODD))

PLANS = st.builds("\n".join, st.lists(LINES, max_size=20))


@given(st.one_of(ANY, st.builds(" ".join, st.lists(WORDS, max_size=20))))
@settings(max_examples=200)
def test_any_constraint_is_understood_or_refused_in_one_sentence(constraint):
    """A typed constraint that can be written down and read again, or InputError with a sentence."""
    try:
        made = read(constraint)
    except InputError as refusal:
        said = str(refusal)
        assert said.endswith(".")
        assert "\n" not in said
        return
    assert from_spec(made.spec()) == made


@given(st.sampled_from(CONSTRAINTS), st.one_of(PLANS, ANY))
@settings(max_examples=200)
def test_any_response_is_decided_or_left_with_a_reason(constraint, response):
    """A verdict has a worksheet that adds up, an abstention a sentence; nothing raises."""
    judged = judge(constraint, response)
    if judged.satisfied is None:
        assert judged.outcome == "abstained"
        assert judged.reason.endswith(".")
        assert "\n" not in judged.reason
        return
    sheet = judged.worksheet
    assert sheet is not None
    assert sheet.parts
    assert judged.satisfied is sheet.satisfied
    assert all(0 <= start < end <= len(response) for start, end in judged.places)
    assert sheet.lines()
    assert Worksheet.from_json(json.loads(json.dumps(sheet.to_json(), allow_nan=False))) == sheet
    if sheet.unit != "clock" and sheet.capability != "counting":
        for part in sheet.parts:
            if len(part.entries) < 200:
                # Of what may be meant in two ways the lower reading is shown.
                shown = math.fsum(entry.amount for entry in part.entries)
                assert part.total <= shown + 1e-6 * abs(shown)


@given(ANY, ANY)
@settings(max_examples=100)
def test_any_constraint_on_any_response_is_judged(constraint, response):
    """Nothing raises, whatever both are."""
    assert judge(constraint, response).judge == "program"


FOODS = ("Porridge", "Lentil stew", "Rye bread", "Trout", "Dumplings", "Plums", "Goulash", "Kefir")
AMOUNTS = st.lists(
    st.lists(st.integers(20, 900), min_size=1, max_size=6), min_size=1, max_size=5
)  # fmt: skip


def _menu(days: list[list[int]], form: str, claim: int) -> str:
    """A menu with these calories, in one of several forms, that claims others."""
    lines = [f"**A menu of {claim} calories a day!**", ""]
    for n, foods in enumerate(days, 1):
        lines += [{"table": f"## Day {n}", "nested": f"# Day {n}:"}.get(form, f"**Day {n}**"), ""]
        if form == "table":
            lines += ["| Food | Calories | Protein |", "|---|---|---|"]
        for food, amount in zip(FOODS, foods, strict=False):
            lines.append(
                {
                    "bullets": f"* {food} ({amount:,} calories, 7g protein)",
                    "numbers": f"1. {food} - {amount} kcal",
                    "labels": f"- **{food}:** Calories: {amount}",
                    "table": f"| {food} | {amount:,} | 7 g |",
                    "nested": f"- {food}\n    - {amount} calories\n    - 7 g protein",
                }[form]
            )
        total = f"| **Total** | {claim} | |" if form == "table" else f"**Total: {claim} calories**"
        lines += [total, ""]
    return "\n".join(lines)


@given(
    AMOUNTS,
    st.sampled_from(("bullets", "numbers", "labels", "table", "nested")),
    st.integers(500, 3000),
    st.booleans(),
    st.data(),
)
@settings(max_examples=60)
def test_menus_are_judged_by_their_sums(days, form, claim, closed, data):
    """Whatever its title and totals claim, each day's foods are added and compared.

    A sentence behind it with a figure that equals no sum leaves open what it could move.
    """
    sums = [sum(foods) for foods in days]
    low = data.draw(st.sampled_from([*sums, min(sums) - 1, max(sums) + 1]))
    menu = _menu(days, form, claim)
    if not closed:
        menu += f"\nEach day comes to {claim} calories, as you wished."
    for words, satisfied in (
        (f"at least {low}", min(sums) >= low),
        (f"at most {low}", max(sums) <= low),
        (f"more than {low}", min(sums) > low),
        (f"fewer than {low}", max(sums) < low),
        (f"exactly {low}", set(sums) == {low}),
    ):
        judged = judge(f"Each day must have {words} calories.", menu)
        assert judged.satisfied in ({satisfied} if closed else {satisfied, None}), (words, menu)
        assert [part.total for part in judged.worksheet.parts] == sums


@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(1, 6), st.integers(1, 20), st.integers(1, 300)),
            min_size=1,
            max_size=5,
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(("{} sets of {} reps with {} kg", "{}x{} @ {}kg", "{} sets, {} reps, {} kg")),
)
@settings(max_examples=50)
def test_routines_are_judged_by_their_products(routine, form):
    """Sets times repetitions times kilograms, in the sum of each session."""
    text = "\n".join(
        f"### Session {n}\n"
        + "\n".join(f"- {FOODS[i]} lift: {form.format(*one)}" for i, one in enumerate(session))
        for n, session in enumerate(routine, 1)
    )
    sums = [sum(math.prod(one) for one in session) for session in routine]
    for words, satisfied in (
        (f"at least {min(sums)}", True),
        (f"at least {min(sums) + 1}", False),
        (f"at most {max(sums)}", True),
        (f"at most {max(sums) - 1}", False),
    ):
        judged = judge(f"Total lifting tonnage per session must be {words} kg", text)
        assert judged.satisfied is satisfied, (words, judged.reason, text)
        assert [part.total for part in judged.worksheet.parts] == sums


def _clock(minute: int, half: bool) -> str:
    hour, rest = divmod(minute % (24 * 60), 60)
    if not half:
        return f"{hour:02d}:{rest:02d}"
    return f"{hour % 12 or 12}:{rest:02d} {'PM' if hour >= 12 else 'AM'}"


@given(
    st.integers(0, 24 * 60 - 1),
    st.lists(
        st.tuples(st.sampled_from(("Work", "Lunch", "Gym", "Chess")), st.integers(5, 150)),
        min_size=3,
        max_size=8,
    ),
    st.booleans(),
)
@settings(max_examples=60)
def test_schedules_are_judged_by_their_spans(start, entries, half):
    """A day that begins at any minute and goes over midnight where it must."""
    lines, now, worked = [], start, 0
    for name, minutes in entries:
        lines.append(f"- {_clock(now, half)} - {_clock(now + minutes, half)}: {name}")
        worked += minutes * (name == "Work")
        now += minutes
    judged = judge(f"The schedule must include exactly {worked} minutes of work.", "\n".join(lines))
    if worked:
        assert judged.satisfied is True, (judged.reason, lines)
        # Less than that it surely is not; more it may be, under another name.
        for words, wanted in (
            (f"at least {worked}", True), (f"at most {worked - 1}", False),
            (f"at least {worked + 1}", None),
        ):  # fmt: skip
            asked = f"The schedule must include {words} minutes of work."
            assert judge(asked, "\n".join(lines)).satisfied is wanted


def _times(unit: str, before: str = ""):
    return lambda size: before + unit * ((size - len(before)) // len(unit))


def _lines(form: str, before: str = ""):
    def make(size: int) -> str:
        made, length, n = [before], len(before), 0
        while length < size:
            made.append(form.format(n, n % 24, n % 60, " " * (n % 300)))
            length += len(made[-1]) + 1
            n += 1
        return "\n".join(made)

    return make


_FRESH = itertools.count()

HOSTILE = {
    "digits": _times("7"),
    "blanks": _times(" ", "x"),
    "tabs": _times("\t", "x"),
    "bars": _times("|"),
    "letters": _times("a "),
    "dashes": _times("1 - "),
    "commas": _times("1,111,"),
    "fractions": _times("1/"),
    "mixed fractions": _times("1 1/2 "),
    "parentheses": _times("( "),
    "stars": _times("**a** "),
    "tags": _times("<a"),
    "hours": _times("1 hour "),
    "times": _times("7:00 am - "),
    "number words": _times("twenty-"),
    "hundreds": _times("a hundred and "),
    "sets": _times("3 sets of "),
    "factors": _times("3x", "- "),
    "single sets": _times("set 1 "),
    "loads": _times("5 kg "),
    "day after day": _times("1, ", "Day 1, "),
    "long day": _times("1", "Day "),
    "repeats": _times("repeat the day "),
    "right to left": _times("שלום "),
    "open slot": _times("(", "7:00 am - 8:00 am: lunch\n8:00 am - 9:00 am: work "),
    "slot with breaks": _times("with 5 min ", "7 am lunch\n8 am - 9 am: work "),
    "bedtime": _times("1 hour ", "7 am lunch\n8 am: bedtime with "),
    "one item": _times("5 calories, 5 minutes ", "Session 1\n- Squat 3 x 10 @ 5 kg "),
    "bullets": _lines("- Run {0}: 3 x 10 @ 5 kg, 5 minutes, 30 calories"),
    "nested bullets": _lines("{3}- Run {0}: 5 minutes, 30 calories"),
    "deep rounds": _lines("{3}- Circuit {0}, 4 rounds:"),
    "headings": _lines("## Heading {0}"),
    "days": _lines("Day {0}\n- Rice, 30 calories"),
    "same day": _lines("Day 1\n- Rice, {0} calories"),
    "sessions": _lines("Session {0}\n- Run: 5 minutes, 30 calories, 3 x 10 @ 5 kg"),
    "repeated days": _lines("Day {0}: repeat day 0", "Day 0\n" + "- Rice, 3 calories\n" * 4),
    "meals": _lines("Breakfast\n- Rice, {0} calories"),
    "slots": _lines("- 7:00 am - {1}:{2:02d}: work"),
    "points": _lines("- {1}:{2:02d} work"),
    "table": _lines("| Run {0} | 3 | 10 | 5 | 5 min |", "| What | Sets | Reps | Kg | Time |\n|-|"),
    "table of days": _lines("| Day {0} | Lunch | Rice | 30 |", "| Day | Meal | Food | Kcal |\n|-|"),
    "wide table": lambda n: "\n".join("|" + cell * (n // 6) for cell in ("h|", "-|", "5|")),
    "attributes": _lines("  - Sets: 3", "Session 1\n- Squat"),
    "prose": _lines("This is sentence {0} about calories, minutes and sessions of the plan."),
}  # fmt: skip


PROBES = tuple(CONSTRAINTS[i] for i in (0, 8, 10, 13, 15))


def _seconds(text: str) -> float:
    """The processor time of judging a text that was not judged before."""
    text += f"\n{next(_FRESH)}"
    start = time.thread_time()
    for constraint in PROBES:
        judge(constraint, text)
    return time.thread_time() - start


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_in_proportion_to_the_response(name):
    """Four times the text takes less than eight times as long, where quadratic is sixteen."""
    make = HOSTILE[name]
    small, large = make(4_000), make(16_000)
    # The best of some rounds: the machine may have other things to do.
    for _ in range(4):
        if (spent := _seconds(large)) < 0.3 or spent < 8 * _seconds(small):
            return
    raise AssertionError(f"{_seconds(small):.3f} s, then {_seconds(large):.3f} s")


def test_a_constraint_takes_no_time_whatever_its_words():
    """A thousand characters of numbers or words are read in less than two seconds."""
    for unit in ("1 ", "1 hour ", "between 1 ", "a ", "6 PM ", "(", "before ", "3 sets "):
        start = time.thread_time()
        judge(("Each session must last " + unit * 1000)[:1000], "Session 1\n- Run: 5 minutes")
        assert time.thread_time() - start < 2


def test_a_schedule_of_too_many_entries_is_left_undecided():
    """The program says so instead of working through them."""
    judged = judge("The schedule must include 8 hours of sleep.", HOSTILE["slots"](100_000))
    assert (judged.outcome, judged.worksheet) == ("abstained", None)


# Sentences that are put together of parts, with what they mean.

WEEKEND = """\
## Day 1
- Breakfast: Oats (400 kcal)
- 9:00 - 17:00: Work
- Dinner: Pasta (900 kcal)

## Day 2
- Breakfast: Toast (300 kcal)
- 10:00 - 12:00: Work
- Dinner: Curry (700 kcal)
"""
TRAINING = """\
### Session 1
- Squat: 3 sets of 10 reps @ 60 kg
- Row: 3 sets of 10 reps @ 40 kg

### Session 2
- Deadlift: 5 sets of 5 reps @ 100 kg
- Press: 2 sets of 8 reps @ 30 kg
- Curl: 3 sets of 10 reps @ 10 kg
"""
THINGS = {
    ("day", "have", "kcal"): (WEEKEND, [1300, 1000]),
    ("dinner", "have", "kcal"): (WEEKEND, [900, 700]),
    ("day", "include", "hours of work"): (WEEKEND, [8, 2]),
    ("session", "include", "exercises"): (TRAINING, [2, 3]),
    ("exercise", "have", "sets"): (TRAINING, [3, 3, 5, 2, 3]),
}
HOLDS = {
    "more than|over|above": operator.gt,
    "less than|fewer than|under|below|not at least": operator.lt,
    "at least|no less than|no fewer than|a minimum of|not less than|not under": operator.ge,
    "at most|no more than|up to|a maximum of|not more than|not over|never more than": operator.le,
    "exactly|": operator.eq,
    "not|not exactly|anything but|other than": operator.ne,
}
SAYINGS = {
    all: "Each {0} must {1} {2}|Every {0} must {1} {2}|All {0}s must {1} {2}|A {0} must {1} {2}"
    "|{2} per {0}|{2} in each {0}",
    lambda kept: not any(kept): "Each {0} must not {1} {2}|Each {0} may never {1} {2}"
    "|No {0} may {1} {2}|No single {0} should {1} {2}|No {0} with {2}|No {0} {2}|No {0} is {2}"
    "|None of the {0}s may {1} {2}|Do not {1} {2} per {0}|I do not want {2} per {0}"
    "|Never {1} {2} in any {0}|Avoid {2} per {0}|A {0} must not {1} {2}",
    any: "Some {0}s must {1} {2}|At least one {0} must {1} {2}|One {0} must {1} {2}",
    lambda kept: not all(kept): "Not all {0}s may {1} {2}",
    lambda kept: sum(kept) < 2: "Only one {0} may {1} {2}",
    lambda kept: None: "Not every {0} must {1} {2}|Each {0} need not {1} {2}"
    "|Each {0} does not have to {1} {2}|Each {0} except the first must {1} {2}"
    "|If possible, each {0} must {1} {2}|Each {0} but one must {1} {2}",
}  # fmt: skip


@pytest.mark.parametrize("thing", THINGS, ids=" ".join)
def test_a_sentence_means_what_its_parts_mean_or_is_refused(thing):
    """Negation, quantifier, bound and unit in all orders; None where nobody is bound to it."""
    plan, values = THINGS[thing]
    noun, verb, unit = thing
    wrong, right = [], 0
    for (words, holds), (meaning, forms) in itertools.product(HOLDS.items(), SAYINGS.items()):
        for bound, form, least in itertools.product(words.split("|"), forms.split("|"), (0, 1)):
            number = (min if least else max)(values)
            asked = " ".join(form.format(noun, verb, f"{bound} {number} {unit}").split())
            verdict = judge(asked[0].upper() + asked[1:], plan).satisfied
            truth = meaning([holds(value, number) for value in values])
            right += verdict is not None and verdict is truth
            if verdict not in (None, truth):
                wrong.append((asked, verdict, truth))
    assert wrong == []
    assert right >= 20


# The same plan in another form.


def _as_24_hours(text: str) -> str:
    def turned(found: re.Match[str]) -> str:
        hour = int(found[1]) % 12 + 12 * (found[3].lower() == "p")
        return f"{hour:02d}:{found[2] or '00'}"

    return re.sub(r"\b(1?\d)(?::(\d\d))? ?([ap])\.?m\b\.?", turned, text, flags=re.I)


def _in_kilojoules(text: str) -> str:
    return re.sub(
        r"\b(\d[\d,]*) ?(?:kcal|calories|cal)\b",
        lambda found: f"{int(found[1].replace(',', '')) * 4.184:,.2f} kJ",
        text,
    )


def _restyled(text: str) -> str:
    """Bold headings of days and sessions as headings of Markdown."""
    return re.sub(
        r"^\*\*((?:Day|Session|Workout) [^*\n]{1,60}?):?\*\*:?$", r"## \1", text, flags=re.M
    )


def _other_bullets(text: str) -> str:
    return re.sub(r"^(\s*)[*-] ", r"\1• ", text, flags=re.M)


def _shuffled(text: str) -> str:
    """The items of each list without sublists in another order."""
    lines, run, made = text.split("\n"), [], []
    rng = random.Random(5)
    for line in [*lines, ""]:
        if re.match(r"[*-] (?!\*\*)\S", line):
            run.append(line)
            continue
        rng.shuffle(run)
        made += [*run, line]
        run = []
    return "\n".join(made[:-1])


def _as_tables(text: str) -> str:
    """Each list without sublists as the rows of a table."""
    lines, run, made = text.split("\n"), [], []
    for line in [*lines, ""]:
        if re.match(r"[*-] (?!\*\*)\S", line) and "|" not in line:
            run.append(f"| {line[2:].strip()} |")
            continue
        if run:
            made += ["", "| Item |", "|---|", *run, ""]
            run = []
        made.append(line)
    return "\n".join(made[:-1])


MINI = Path(str(files("tamis.benchmarks.acs") / "mini" / "acs_dataset.csv"))
DEVELOPMENT = Path(__file__).parents[2] / "shared" / "data" / "acs" / "acs_dataset.dev.csv"
FORMS: dict[str, Callable[[str], str]] = {
    "24 hours": _as_24_hours,
    "kilojoules": _in_kilojoules,
    "headings": _restyled,
    "bullets": _other_bullets,
    "order": _shuffled,
    "tables": _as_tables,
}


@cache
def verdicts(path: Path) -> list[tuple[str, str, bool | None]]:
    """Constraint, response and verdict of the items of a file."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [(row["constraint"], row["agent_response"]) for row in csv.DictReader(file)]
    return [(constraint, text, judge(constraint, text).satisfied) for constraint, text in rows]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", [MINI, DEVELOPMENT], ids=["mini", "dev"])
def test_a_plan_in_another_form_has_the_same_verdict_or_none(path, form):
    """Only what rounding of kilojoules moves over a bound may differ: an exact sum."""
    if not path.is_file():
        pytest.skip(f"{path} is not here")
    kept, differ = 0, []
    for constraint, text, verdict in verdicts(path):
        if verdict is None or (turned := FORMS[form](text)) == text:
            continue
        again = judge(constraint, turned).satisfied
        kept += again is verdict
        rounded = form == "kilojoules" and not re.search(r"at (?:least|most)|than|exc", constraint)
        if again not in (verdict, None) and not rounded:
            differ.append(constraint)
    assert differ == []
    assert kept >= 5 or form in ("headings", "order", "tables")
