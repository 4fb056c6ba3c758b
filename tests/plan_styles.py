"""Ways to write a plan, as language models write them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from plan_data import Exercise, Food, Meal, Menu, Plan, Schedule, Style, Workout, clock12, clock24

STYLES: dict[str, tuple[str, Style]] = {}
_WHAT = ("kcal", "protein", "fat")
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _style(kind: str) -> Callable[[Style], Style]:
    def keep(style: Style) -> Style:
        STYLES[style.__name__.strip("_")] = (kind, style)
        return style

    return keep


def shown_total(true: int, plan: Menu | Workout, rng: random.Random) -> int:
    """The total that the plan states: the true one, or a wrong one."""
    return true if plan.totals == "right" else true + rng.choice((-90, 35, 110, -40))


def day_total(plan: Menu, n: int, what: str, rng: random.Random) -> int:
    """What the plan says that a day comes to."""
    return shown_total(
        sum(getattr(f, what) or 0 for meal in plan.days[n] for f in meal.foods), plan, rng
    )


def framed(text: str, plan: Plan, rng: random.Random) -> str:
    """The text with an introduction and a closing, as models add them."""
    if isinstance(plan, Menu):
        intro = (
            "Here is your {n}-day meal plan (about 2,000 calories per day):",
            "Sure! I kept each day near 1,900 kcal.",
            "",
            "# {n}-Day Meal Plan",
        )
        end = (
            "All days stay within your calorie goal of 2,000 kcal. Enjoy!",
            "**Note:** figures are approximate; drink 2 liters of water a day.",
            "Shopping list: 500 g quark, 12 eggs, 300 g lentils",
            "",
            "Tips:\n- Swap rice for 150 g of potatoes\n- Add 10 g of nuts if you are hungry",
        )
        n = len(plan.days)
    elif isinstance(plan, Workout):
        intro = (
            "Here is a {n}-session plan.",
            "**Goal:** strength and fitness in {n} sessions",
            "",
            "# Workout plan",
        )
        end = (
            "Rest 60–90 seconds between sets.",
            "**Notes:**\n- Drink water\n- Increase the weight by 2.5 kg each week",
            "",
            "Stop if anything hurts.",
        )
        n = len(plan.sessions)
    else:
        intro = ("Here is a schedule for your day:", "**Daily schedule**", "", "## My day")
        end = (
            "Adjust it as needed.",
            "Tip: keep the bedroom at 18 °C.",
            "",
            "This leaves you some free time in the evening.",
        )
        n = 1
    first, last = rng.choice(intro).format(n=n), rng.choice(end)
    return "\n\n".join(part for part in (first, text, last) if part)


def figures(food: Food, form: str = "{kcal} kcal, {protein}g protein, {fat}g fat") -> str:
    """A food's figures; empty where they are left out."""
    if food.kcal is None:
        return ""
    return form.format(kcal=food.kcal, protein=food.protein, fat=food.fat)


def _foods(meal: Meal, form: str, sign: str = "- ") -> str:
    lines = []
    for food in meal.foods:
        said = figures(food)
        lines.append(sign + (form.format(name=food.name, said=said) if said else food.name))
    return "\n".join(lines)


def _days(
    plan: Menu,
    head: Callable[[int], str],
    day: Callable[[int, Sequence[Meal]], str],
    same: str = "Same as Day {}",
) -> str:
    made = []
    for n, meals in enumerate(plan.days):
        body = same.format(plan.same_as[n] + 1) if n in plan.same_as else day(n, meals)
        made.append(f"{head(n)}\n{body}")
    return "\n\n".join(made)


@_style("menu")
def _headings(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        text = "\n\n".join(f"**{m.name}**\n{_foods(m, '{name} ({said})')}" for m in meals)
        if plan.totals != "none":
            text += f"\n\n**Day {n + 1} total: {day_total(plan, n, 'kcal', rng):,} kcal**"
        return text

    return framed(_days(plan, lambda n: f"## Day {n + 1}", day), plan, rng)


@_style("menu")
def _bold_all(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        text = "\n".join(f"\n**{m.name}:**\n{_foods(m, '{name}: {said}', '* ')}" for m in meals)
        if plan.totals != "none":
            kcal, protein, fat = (day_total(plan, n, what, rng) for what in _WHAT)
            text += f"\n\n*Total: {kcal} kcal, {protein}g protein, {fat}g fat*"
        return text

    return framed(_days(plan, lambda n: f"**Day {n + 1}**", day), plan, rng)


@_style("menu")
def _nested(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        made = "\n".join(
            f"* **{m.name}**\n" + _foods(m, "{name} – {said}", "    * ") for m in meals
        )
        if plan.totals != "none":
            made += f"\n* **Total:** {day_total(plan, n, 'kcal', rng)} kcal"
        return made

    return framed(
        _days(plan, lambda n: f"### {WEEK[n]}", day, same="Same as {}")
        .replace("Same as 1", "Same as Monday")
        .replace("Same as 2", "Same as Tuesday")
        .replace("Same as 3", "Same as Wednesday")
        .replace("Same as 4", "Same as Thursday"),
        plan,
        rng,
    )


@_style("menu")
def _one_line(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        return "\n".join(
            f"- {m.name}: "
            + "; ".join(
                f"{f.name}" + (f" ({figures(f)})" if f.kcal is not None else "") for f in m.foods
            )
            for m in meals
        )

    return framed(_days(plan, lambda n: f"Day {n + 1}:", day), plan, rng)


@_style("menu")
def _table_day(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        rows = ["| Meal | Food | Calories | Protein (g) | Fat (g) |", "|---|---|---|---|---|"]
        for m in meals:
            for k, f in enumerate(m.foods):
                cells = (
                    ("", "", "") if f.kcal is None else (str(f.kcal), str(f.protein), str(f.fat))
                )
                rows.append(f"| {m.name if not k else ''} | {f.name} | {' | '.join(cells)} |")
        if plan.totals != "none":
            rows.append(
                f"| **Total** | | **{day_total(plan, n, 'kcal', rng)}** "
                f"| **{day_total(plan, n, 'protein', rng)}** "
                f"| **{day_total(plan, n, 'fat', rng)}** |"
            )
        return "\n".join(rows)

    return framed(_days(plan, lambda n: f"### Day {n + 1}\n", day), plan, rng)


@_style("menu")
def _table_all(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)
    rows = ["| Day | Meal | Food | kcal | Protein | Fat |", "|:--|:--|:--|--:|--:|--:|"]
    for n, meals in enumerate(plan.days):
        for k, m in enumerate(meals):
            for j, f in enumerate(m.foods):
                cells = (
                    ("–", "–", "–")
                    if f.kcal is None
                    else (f"{f.kcal}", f"{f.protein} g", f"{f.fat} g")
                )
                rows.append(
                    f"| {n + 1 if not k and not j else ''} | {m.name if not j else ''} "
                    f"| {f.name} | {' | '.join(cells)} |"
                )
    return framed("\n".join(rows), plan, rng)


@_style("menu")
def _meal_totals(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        made = []
        for m in meals:
            head = m.name
            if all(f.kcal is not None for f in m.foods):
                head += f" ({sum(f.kcal or 0 for f in m.foods)} kcal)"
            made.append(f"**{head}**\n" + _foods(m, "{name} — {said}"))
        return "\n\n".join(made)

    return framed(
        _days(plan, lambda n: f"## Day {n + 1} – {WEEK[n]}", day, same="Repeat Day {}"), plan, rng
    )


@_style("menu")
def _kilojoules(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        lines = []
        for m in meals:
            for f in m.foods:
                said = (
                    ""
                    if f.kcal is None
                    else f": {f.kcal} kcal ({round(f.kcal * 4.184):,} kJ) "
                    f"| P {f.protein}g | F {f.fat}g"
                )
                lines.append(f"  * {f.name}{said}")
            lines.insert(len(lines) - len(m.foods), f"* {m.name}")
        return "\n".join(lines)

    return framed(_days(plan, lambda n: f"**Day {n + 1}**\n", day), plan, rng)


@_style("menu")
def _csv(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)
    rows = ["Day,Meal,Food,Calories (kcal),Protein (g),Fat (g)"]
    for n, meals in enumerate(plan.days):
        for m in meals:
            for f in m.foods:
                cells = (
                    ("", "", "") if f.kcal is None else (str(f.kcal), str(f.protein), str(f.fat))
                )
                rows.append(f"Day {n + 1},{m.name},{f.name},{','.join(cells)}")
    return "\n".join(rows)


@_style("menu")
def _numbered_meals(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        return "\n\n".join(
            f"Meal {k}: {m.name}\n"
            + "\n".join(
                f"• {f.name}"
                + (
                    f" [{f.kcal} cal | {f.protein} g protein | {f.fat} g fat]"
                    if f.kcal is not None
                    else ""
                )
                for f in m.foods
            )
            for k, m in enumerate(meals, 1)
        )

    return framed(_days(plan, lambda n: f"DAY {n + 1}\n", day), plan, rng)


@_style("menu")
def _attributes(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)

    def day(n: int, meals: Sequence[Meal]) -> str:
        lines = []
        for m in meals:
            lines.append(f"\n**{m.name}**")
            for f in m.foods:
                lines.append(f"- {f.name}")
                if f.kcal is not None:
                    lines += [
                        f"  - Calories: {f.kcal}",
                        f"  - Protein: {f.protein} g",
                        f"  - Fat: {f.fat} g",
                    ]
        return "\n".join(lines)

    return framed(_days(plan, lambda n: f"# Day {n + 1}", day), plan, rng)


@_style("menu")
def _html(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Menu)
    made = []
    for n, meals in enumerate(plan.days):
        made.append(f"<h2>Day {n + 1}</h2>")
        for m in meals:
            items = "".join(
                f"<li>{f.name}" + (f" ({figures(f)})" if f.kcal is not None else "") + "</li>"
                for f in m.foods
            )
            made.append(f"<h3>{m.name}</h3>\n<ul>{items}</ul>")
    return "\n".join(made)


# Lifting.


def _sessions(
    plan: Workout,
    head: Callable[[int], str],
    body: Callable[[int, Sequence[Exercise]], str],
    same: str,
) -> str:
    made = []
    for n, session in enumerate(plan.sessions):
        text = same.format(plan.same_as[n] + 1) if n in plan.same_as else body(n, session)
        made.append(f"{head(n)}\n{text}")
    return "\n\n".join(made)


@_style("strength")
def _lift_list(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        text = "\n".join(
            f"* **{e.name}:** {e.sets} sets x {e.reps} reps @ {e.kg} kg" for e in session
        )
        if plan.totals != "none":
            total = shown_total(sum(e.tonnage for e in session), plan, rng)
            text += f"\n\n**Total tonnage: {total:,} kg**"
        return text

    return framed(
        _sessions(plan, lambda n: f"**Session {n + 1}**\n", body, "* Same as Session {}"), plan, rng
    )


@_style("strength")
def _lift_table(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        rows = ["| Exercise | Sets | Reps | Weight (kg) | Tonnage (kg) |", "|---|---|---|---|---|"]
        rows += [f"| {e.name} | {e.sets} | {e.reps} | {e.kg} | {e.tonnage:,} |" for e in session]
        if plan.totals != "none":
            rows.append(
                f"| **Total** | {sum(e.sets for e in session)} | | "
                f"| {shown_total(sum(e.tonnage for e in session), plan, rng):,} |"
            )
        return "\n".join(rows)

    return (
        framed(
            _sessions(
                plan,
                lambda n: f"### Workout {'ABCDE'[n]}\n",
                body,
                "Repeat Workout A" if False else "Same as Workout {}",
            ),
            plan,
            rng,
        )
        .replace("Same as Workout 1", "Same as Workout A")
        .replace("Same as Workout 2", "Same as Workout B")
        .replace("Same as Workout 3", "Same as Workout C")
        .replace("Same as Workout 4", "Same as Workout D")
    )


@_style("strength")
def _lift_short(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        return "\n".join(
            f"{k}. {e.name} – {e.sets}x{e.reps} @ {e.kg}kg" for k, e in enumerate(session, 1)
        )

    return framed(
        _sessions(plan, lambda n: f"Day {n + 1}: Strength", body, "Same as Day {}"), plan, rng
    )


@_style("strength")
def _lift_prose(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        return "\n".join(
            f"- {e.name}: {e.sets} sets of {e.reps} repetitions with {e.kg} kg (= {e.tonnage:,} kg)"
            for e in session
        )

    return (
        framed(_sessions(plan, lambda n: f"## {WEEK[n]}", body, "The same as on Day {}"), plan, rng)
        .replace("on Day 1", "on Monday")
        .replace("on Day 2", "on Tuesday")
        .replace("on Day 3", "on Wednesday")
        .replace("on Day 4", "on Thursday")
    )


@_style("strength")
def _lift_attributes(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        return "\n\n".join(
            f"**{k}. {e.name}**\n- Sets: {e.sets}\n- Reps: {e.reps}\n- Weight: {e.kg} kg\n- Tonna"
            f"ge: {e.tonnage} kg"
            for k, e in enumerate(session, 1)
        )

    return framed(
        _sessions(plan, lambda n: f"## Session {n + 1}\n", body, "Same as Session {}."), plan, rng
    )


@_style("strength")
def _lift_pounds_kilos(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        return (
            "\n".join(f"- {e.name} ({e.kg} kg): {e.sets} × {e.reps}" for e in session)
            + "\n- Rest: 2 minutes between sets"
        )

    return framed(
        _sessions(plan, lambda n: f"SESSION {n + 1}", body, "As in Session {}"), plan, rng
    )


# Cardio.


@_style("cardio")
def _cardio_list(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        return "\n".join(
            f"* **{e.name}:** {e.minutes} minutes ({e.kcal} calories)" for e in session
        )

    return framed(
        _sessions(plan, lambda n: f"**Session {n + 1}**\n", body, "Same as Session {}"), plan, rng
    )


@_style("cardio")
def _cardio_table(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def body(n: int, session: Sequence[Exercise]) -> str:
        rows = ["| Exercise | Duration (min) | Calories burned |", "|---|---|---|"]
        rows += [f"| {e.name} | {e.minutes} | {e.kcal} |" for e in session]
        if plan.totals != "none":
            minutes, kcal = sum(e.minutes for e in session), sum(e.kcal for e in session)
            rows.append(f"| Total | {minutes} | {shown_total(kcal, plan, rng)} |")
        return "\n".join(rows)

    return framed(
        _sessions(plan, lambda n: f"### Session {n + 1}\n", body, "Repeat Session {}."), plan, rng
    )


@_style("cardio")
def _cardio_heading(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)

    def head(n: int) -> str:
        session = plan.sessions[n]
        return f"## Session {n + 1} ({sum(e.minutes for e in session)} min)"

    def body(n: int, session: Sequence[Exercise]) -> str:
        return "\n".join(
            f"{k}. {e.name} – {e.minutes} min – {e.kcal} kcal" for k, e in enumerate(session, 1)
        )

    return framed(_sessions(plan, head, body, "Same as Session {}"), plan, rng)


@_style("cardio")
def _cardio_all(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Workout)
    rows = ["| Session | Exercise | Time | kcal |", "|---|---|---|---|"]
    for n, session in enumerate(plan.sessions):
        rows += [f"| Session {n + 1} | {e.name} | {e.minutes} min | {e.kcal} |" for e in session]
    return framed("\n".join(rows), plan, rng)


# Schedules.


def _slots(plan: Plan, form: str, clock: Callable[[int], str]) -> str:
    assert isinstance(plan, Schedule)
    return "\n".join(
        form.format(start=clock(s.start), end=clock(s.end), text=s.text) for s in plan.slots
    )


@_style("schedule")
def _spans(plan: Plan, rng: random.Random) -> str:
    return framed(_slots(plan, "**{start} - {end}:** {text}", clock12), plan, rng)


@_style("schedule")
def _starts(plan: Plan, rng: random.Random) -> str:
    return framed(_slots(plan, "- {start} – {text}", clock12), plan, rng)


@_style("schedule")
def _spans24(plan: Plan, rng: random.Random) -> str:
    return framed(_slots(plan, "* {start}–{end} {text}", clock24), plan, rng)


@_style("schedule")
def _time_table(plan: Plan, rng: random.Random) -> str:
    return framed(
        "| Time | Activity |\n|---|---|\n" + _slots(plan, "| {start} - {end} | {text} |", clock24),
        plan,
        rng,
    )


@_style("schedule")
def _from_to_table(plan: Plan, rng: random.Random) -> str:
    return framed(
        "| From | To | Activity |\n|---|---|---|\n"
        + _slots(plan, "| {start} | {end} | {text} |", clock12),
        plan,
        rng,
    )


@_style("schedule")
def _time_last(plan: Plan, rng: random.Random) -> str:
    return framed(_slots(plan, "- {text} ({start} to {end})", clock24), plan, rng)


@_style("schedule")
def _with_lengths(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Schedule)
    lines = []
    for s in plan.slots:
        hours, minutes = divmod((s.end - s.start) % 1440, 60)
        said = " ".join(
            part
            for part in (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")
            if part
        )
        lines.append(f"{clock24(s.start)}  {s.text} ({said})")
    return framed("\n".join(lines), plan, rng)


@_style("schedule")
def _headed(plan: Plan, rng: random.Random) -> str:
    assert isinstance(plan, Schedule)
    made, part = [], ""
    for s in plan.slots:
        now = (
            "Morning"
            if 240 <= s.start < 720
            else "Afternoon"
            if 720 <= s.start < 1080
            else "Evening"
        )
        if now != part:
            made.append(f"\n### {now}")
            part = now
        made.append(f"- **{clock12(s.start)} – {clock12(s.end)}** {s.text}")
    return framed("\n".join(made), plan, rng)
