"""Ten styles in which assistants write meal plans, made without sight of what reads them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import date, timedelta

from plan_data import Food, Meal, Menu, Plan

Style = Callable[[Plan, random.Random], str]
Figures = tuple[int | None, int | None, int | None]

_CLOCK = {
    "Breakfast": "7:30 AM", "Morning snack": "10:15 AM", "Brunch": "10:30 AM",
    "Lunch": "12:45 PM", "Afternoon snack": "3:30 PM", "Snack": "4:00 PM", "Dinner": "7:00 PM",
}  # fmt: skip
_EMOJI = {
    "Breakfast": "🍳", "Brunch": "🥞", "Lunch": "🥗", "Dinner": "🍽️", "Morning snack": "🍎",
    "Afternoon snack": "🥜", "Snack": "🍏",
}  # fmt: skip
_PARTS = (
    ("150 g of the main ingredient", "1 tsp olive oil", "Salt and pepper"),
    ("1 generous serving", "Fresh herbs to taste"),
    ("1 portion (about 180 g)", "A squeeze of lemon"),
    ("1 medium bowl (250 ml)", "1/2 cup chopped vegetables", "Pinch of paprika"),
    ("1 portion, prepared without added sugar",),
)


def _menu(plan: Plan) -> Menu:
    assert isinstance(plan, Menu)
    return plan


def _figures(food: Food) -> Figures:
    return food.kcal, food.protein, food.fat


def _totals(plan: Menu, rng: random.Random) -> list[tuple[int, int, int]] | None:
    """What to state for each day: kcal, protein and fat; only the kcal are ever wrong."""
    if plan.totals == "none":
        return None
    kcal, protein, fat = (plan.known(what) for what in ("kcal", "protein", "fat"))
    off = [rng.choice((-90, 35, 110, -40)) if plan.totals == "wrong" else 0 for _ in kcal]
    for at, other in plan.same_as.items():
        off[at] = off[other]
    return [(k + o, p, f) for k, o, p, f in zip(kcal, off, protein, fat, strict=True)]


def _of_meal(meal: Meal) -> Figures:
    """The sums of a meal, each None where a figure is missing."""
    made: list[int | None] = []
    for values in zip(*(_figures(food) for food in meal.foods), strict=True):
        known = [value for value in values if value is not None]
        made.append(sum(known) if len(known) == len(values) else None)
    return made[0], made[1], made[2]


def _join(figures: Figures, forms: tuple[str, str, str], sep: str, none: str = "") -> str:
    """The figures in words, those that are missing left out; `none` where all are."""
    given = [f.format(v) for f, v in zip(forms, figures, strict=True) if v is not None]
    return sep.join(given) or none


def _cells(figures: Iterable[int | None], missing: str) -> list[str]:
    return [missing if value is None else str(value) for value in figures]


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _repeats(plan: Menu, rng: random.Random) -> dict[int, int]:
    """The days to write as a reference; now and then they are written in full."""
    return {at: other for at, other in plan.same_as.items() if rng.random() < 0.8}


def chatty(plan: Plan, rng: random.Random) -> str:
    """Sentences in a friendly voice."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    forms = ("{} calories", "{} g of protein", "{} g of fat")
    lines = [
        rng.choice((
            "Absolutely! I'd love to help you with that. 😊 Here's a tasty plan I put together:",
            "Great question! Eating well doesn't have to be boring, so here's what I'd suggest.",
        )),
        "",
    ]  # fmt: skip
    for i, day in enumerate(menu.days):
        lines += [f"**Day {i + 1}**", ""]
        if i in repeats:
            lines += [
                f"You deserve a break from planning, so simply repeat everything from Day "
                f"{repeats[i] + 1} today. Easy!",
                "",
            ]
            continue
        for meal in day:
            said = []
            for food in meal.foods:
                inside = _join(_figures(food), forms, ", ")
                name = food.name[0].lower() + food.name[1:]
                said.append(f"{name} ({inside})" if inside else name)
            start = rng.choice(("For {}, enjoy", "For {}, go for", "For {}, have"))
            if len(said) > 1:
                body = ", ".join(said[:-1]) + rng.choice((" and ", ", plus ")) + said[-1]
            else:
                body = said[0]
            lines += [f"{start.format('your ' + meal.name.lower())} {body}.", ""]
        if totals:
            k, p, f = totals[i]
            lines += [
                f"That brings Day {i + 1} to about {k:,} calories, with {p} g of protein and "
                f"{f} g of fat. Not bad, right?",
                "",
            ]
    lines += [
        "Remember to drink plenty of water (8 glasses a day is a good goal), and feel free to "
        "swap the herbs and spices for whatever you have at home. Would you like a shopping list?"
    ]
    return "\n".join(lines)


def day_tables(plan: Plan, rng: random.Random) -> str:
    """A table per day, and a summary table at the end where there are totals."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    missing = rng.choice(("–", "n/a", "?"))
    head = [_row("Meal", "Food", "Calories (kcal)", "Protein (g)", "Fat (g)")]
    head += ["|:---|:---|---:|---:|---:|"]
    blank = rng.random() < 0.5
    in_table = rng.random() < 0.5
    lines = [f"# {len(menu.days)}-Day Meal Plan", ""]
    for i, day in enumerate(menu.days):
        lines += [f"## Day {i + 1}", ""]
        if i in repeats:
            lines += [f"*Same as Day {repeats[i] + 1} (see the table above).*", "", "---", ""]
            continue
        lines += head
        for meal in day:
            for n, food in enumerate(meal.foods):
                first = f"**{meal.name}**" if n == 0 or not blank else ""
                lines.append(_row(first, food.name, *_cells(_figures(food), missing)))
        if totals and in_table:
            lines.append(_row("**Total**", "", *(f"**{v:,}**" for v in totals[i])))
        lines += ["", "---", ""]
    if totals and not in_table:
        lines += ["## Summary", "", _row("Day", "Calories (kcal)", "Protein (g)", "Fat (g)")]
        lines += ["|:---|---:|---:|---:|"]
        lines += [_row(f"Day {i + 1}", *(f"{v:,}" for v in t)) for i, t in enumerate(totals)]
        lines.append("")
    lines += [
        "## Notes", "",
        "- Nutrition values are estimates and may vary by brand.",
        "- Adjust portion sizes to your activity level.",
    ]  # fmt: skip
    return "\n".join(lines)


def nested(plan: Plan, rng: random.Random) -> str:
    """Bullets three deep: meal, dish, then its ingredients and its nutrition."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    pad = rng.choice(("  ", "    "))
    lines = [
        f"Here is a detailed {len(menu.days)}-day meal plan with ingredients and nutrition for "
        "each dish:",
        "",
    ]
    for i, day in enumerate(menu.days):
        lines += [f"### **Day {i + 1}**", ""]
        if i in repeats:
            lines += [f"- **All meals**: repeat of Day {repeats[i] + 1}, same portions", ""]
            continue
        for meal in day:
            lines.append(f"- **{meal.name}**")
            for food in meal.foods:
                lines.append(f"{pad}- {food.name}")
                lines += [f"{pad * 2}- {part}" for part in rng.choice(_PARTS)]
                forms = ("{} kcal", "protein: {} g", "fat: {} g")
                lines.append(f"{pad * 2}- *Nutrition:* {_join(_figures(food), forms, ', ', 'n/a')}")
        if totals:
            k, p, f = totals[i]
            lines.append("- **Daily totals**")
            lines += [f"{pad}- Calories: {k} kcal", f"{pad}- Protein: {p} g", f"{pad}- Fat: {f} g"]
        lines.append("")
    lines += [
        "### **Shopping list (staples)**", "",
        "- Olive oil, salt, pepper, paprika",
        "- 2 lemons",
        "- 1 bunch of fresh herbs",
    ]  # fmt: skip
    return "\n".join(lines)


def bold_dash(plan: Plan, rng: random.Random) -> str:
    """A bold meal name, an em dash, and the dishes on one line."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    forms = ("{} kcal", "{}g protein", "{}g fat")
    sep = rng.choice((" + ", "; "))
    lines = ["Sure! Here's a simple, balanced plan.", ""]
    for i, day in enumerate(menu.days):
        lines.append(f"## Day {i + 1}")
        if i in repeats:
            lines += [f"**All day** — Leftovers! Eat the same as on Day {repeats[i] + 1}.", ""]
            continue
        lines.append("")
        for meal in day:
            dishes = []
            for food in meal.foods:
                inside = _join(_figures(food), forms, " / ", "macros n/a")
                dishes.append(f"{food.name} ({inside})")
            lines.append(f"**{meal.name}** — {sep.join(dishes)}  ")
        if totals:
            k, p, f = totals[i]
            lines += ["", f"**Daily total** — ~{k:,} kcal / {p}g protein / {f}g fat"]
        lines.append("")
    lines += [
        "**Quick tips**",
        "- Measure cooking oil: 1 tbsp already has around 120 kcal. (The dishes above include it.)",
        "- Prep on Sunday, store in the fridge for up to 3 days.",
    ]
    return "\n".join(lines)


def numbered_times(plan: Plan, rng: random.Random) -> str:
    """Numbered meals, each with its time of day."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    bold = "**" if rng.random() < 0.6 else ""
    forms = ("{} cal", "{} g protein", "{} g fat")
    lines = [
        "Below is a structured meal plan with suggested times. Shift them to fit your day.", "",
    ]  # fmt: skip
    for i, day in enumerate(menu.days):
        lines += [f"{bold}DAY {i + 1}{bold}", ""]
        if i in repeats:
            lines += [f"Follow the Day {repeats[i] + 1} menu again, at the same times.", ""]
            continue
        for n, meal in enumerate(day, 1):
            lines.append(f"{n}. {bold}{_CLOCK.get(meal.name, '5:30 PM')} – {meal.name}{bold}")
            for food in meal.foods:
                inside = _join(_figures(food), forms, ", ")
                lines.append(f"   - {food.name}" + (f": {inside}" if inside else ""))
        if totals:
            k, p, f = totals[i]
            lines += ["", f"Total for Day {i + 1}: {k} cal, {p} g protein, {f} g fat"]
        lines.append("")
    lines.append("Try to finish dinner at least 2 hours before bed, and keep coffee before 2 PM.")
    return "\n".join(lines)


def bracket_subtotals(plan: Plan, rng: random.Random) -> str:
    """Each meal's own sum in brackets after its name; the dishes below it."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    forms = ("{} kcal", "P {} g", "F {} g")
    lines = [
        f"**Your {len(menu.days)}-day plan**", "",
        "*P = protein, F = fat. The figures in square brackets are the meal's subtotal, i.e. the "
        "sum of the dishes listed under it.*", "",
    ]  # fmt: skip
    for i, day in enumerate(menu.days):
        if i in repeats:
            lines += [f"#### Day {i + 1} (same as Day {repeats[i] + 1})", ""]
            continue
        lines.append(f"#### Day {i + 1}")
        for meal in day:
            subtotal = _join(_of_meal(meal), forms, ", ")
            lines.append(f"**{meal.name}**" + (f" [{subtotal}]" if subtotal else ""))
            for food in meal.foods:
                lines.append(f"* {food.name} – {_join(_figures(food), forms, ', ', '?')}")
            lines.append("")
        if totals:
            lines += [f"**Day {i + 1} total: {_join(totals[i], forms, ', ')}**", ""]
    lines.append("Let me know if you'd like a vegetarian version or a different calorie target!")
    return "\n".join(lines)


def macros_below(plan: Plan, rng: random.Random) -> str:
    """The dish on one line, its macros on the line below."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    forms = rng.choice((
        ("Calories: {}", "Protein: {}g", "Fat: {}g"),
        ("🔥 {} kcal", "💪 {} g protein", "🥑 {} g fat"),
    ))  # fmt: skip
    lines = ["Here you go! 🎉 Macros are given under each dish.", ""]
    for i, day in enumerate(menu.days):
        lines += [f"## 📅 Day {i + 1}", ""]
        if i in repeats:
            lines += [f"🔁 Repeat Day {repeats[i] + 1} – same dishes, same portions.", ""]
            continue
        for meal in day:
            lines += [f"### {_EMOJI.get(meal.name, '🍴')} {meal.name}"]
            for food in meal.foods:
                below = _join(_figures(food), forms, " | ", "Macros: not available")
                lines += [f"**{food.name}**  ", below, ""]
        if totals:
            lines += [f"✅ **Day {i + 1} totals:**  ", _join(totals[i], forms, " | "), ""]
    lines += ["💡 **Tip:** cook double portions of grains and keep them for 2–3 days.", ""]
    lines.append("Enjoy! 😋")
    return "\n".join(lines)


def meal_tables(plan: Plan, rng: random.Random) -> str:
    """A table for each meal."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    missing = rng.choice(("–", "n/a", ""))
    subtotals = rng.random() < 0.5
    lines = ["Certainly. The plan below has one table per meal.", ""]
    for i, day in enumerate(menu.days):
        lines += [f"## Day {i + 1}", ""]
        if i in repeats:
            lines += [f"> Day {i + 1} is identical to Day {repeats[i] + 1}.", ""]
            continue
        for n, meal in enumerate(day, 1):
            lines += [f"### Meal {n}: {meal.name}", ""]
            lines += [_row("Item", "kcal", "Protein", "Fat"), "|---|---|---|---|"]
            for food in meal.foods:
                k, p, f = _cells(_figures(food), missing)
                grams = [v if v in (missing, "") else f"{v} g" for v in (p, f)]
                lines.append(_row(food.name, k, *grams))
            sums = _of_meal(meal)
            if subtotals and len(meal.foods) > 1 and None not in sums:
                forms = ("*{}*", "*{} g*", "*{} g*")
                lines.append(_row("*Meal total*", _join(sums, forms, " | ")))
            lines.append("")
        if totals:
            forms = ("{:,} kcal", "{} g protein", "{} g fat")
            lines += [f"**Daily total:** {_join(totals[i], forms, ', ')}", ""]
    lines += [
        "**Disclaimer:** I'm not a dietitian. Please consult a professional if you have a medical "
        "condition.",
    ]
    return "\n".join(lines)


def weekday_dates(plan: Plan, rng: random.Random) -> str:
    """Days by their weekday and date."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    first = date(2025, 3, 3) + timedelta(days=rng.randrange(200))
    days = [first + timedelta(days=i) for i in range(len(menu.days))]
    forms = ("{} kcal", "{} g protein", "{} g fat")

    def said(day: date) -> str:
        return f"{day:%A}, {day:%B} {day.day}"

    lines = [f"**Meal plan for {said(days[0])} to {said(days[-1])}**", ""]
    for i, day in enumerate(menu.days):
        lines += [f"### {said(days[i])}", ""]
        if i in repeats:
            lines += [f"Same menu as {days[repeats[i]]:%A}.", ""]
            continue
        for meal in day:
            if len(meal.foods) == 1:
                food = meal.foods[0]
                inside = _join(_figures(food), forms, ", ")
                lines.append(f"- **{meal.name}:** {food.name}" + (f" ({inside})" if inside else ""))
                continue
            lines.append(f"- **{meal.name}:**")
            for food in meal.foods:
                inside = _join(_figures(food), forms, ", ")
                lines.append(f"    - {food.name}" + (f" ({inside})" if inside else ""))
        if totals:
            lines += ["", f"*{days[i]:%A}'s total: {_join(totals[i], forms, ', ')}*"]
        lines.append("")
    lines += [
        "**Prep notes**", "",
        "1. Do your shopping the day before you start.",
        "2. Keep 500 ml of water at your desk.",
        "3. Leftovers keep for 2 days in the fridge.",
    ]  # fmt: skip
    return "\n".join(lines)


def code_block(plan: Plan, rng: random.Random) -> str:
    """Short, with columns in a code block."""
    menu = _menu(plan)
    totals, repeats = _totals(menu, rng), _repeats(menu, rng)
    upper = rng.random() < 0.5
    wide = 2 + max(len(food.name) for day in menu.days for meal in day for food in meal.foods)
    wide = max(wide, 12)

    def line(name: str, figures: Figures) -> str:
        k, p, f = _cells(figures, "-")
        return f"  {name:<{wide}}  {k:>5}  {p:>8}  {f:>5}"

    lines = ["```", f"  {'':<{wide}}  {'kcal':>5}  {'prot (g)':>8}  fat (g)"]
    for i, day in enumerate(menu.days):
        if i in repeats:
            lines += ["", f"DAY {i + 1}: = DAY {repeats[i] + 1}"]
            continue
        lines += ["", f"DAY {i + 1}"]
        for meal in day:
            lines.append(f" {meal.name.upper() if upper else meal.name}")
            lines += [line(f"  {food.name}", _figures(food)) for food in meal.foods]
        if totals:
            lines += ["  " + "-" * (wide + 24), line("TOTAL", totals[i])]
    lines += ["```", "", "`-` = no data. Want it as CSV?"]
    return "\n".join(lines)


STYLES: dict[str, tuple[str, Style]] = {
    "chatty": ("menu", chatty),
    "day_tables": ("menu", day_tables),
    "nested": ("menu", nested),
    "bold_dash": ("menu", bold_dash),
    "numbered_times": ("menu", numbered_times),
    "bracket_subtotals": ("menu", bracket_subtotals),
    "macros_below": ("menu", macros_below),
    "meal_tables": ("menu", meal_tables),
    "weekday_dates": ("menu", weekday_dates),
    "code_block": ("menu", code_block),
}
