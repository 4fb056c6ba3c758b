"""Menus as the text that different models and people write; made without sight of the reader."""

from __future__ import annotations

import random
from collections.abc import Sequence

from plan_data import Food, Meal, Menu, Plan, Style

WHATS = ("kcal", "protein", "fat")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven")
EMOJI = {"Breakfast": "🍳", "Brunch": "🥞", "Lunch": "🥗", "Dinner": "🍽️"}
Figures = tuple[int | None, int | None, int | None]


def _menu(plan: Plan) -> Menu:
    assert isinstance(plan, Menu)
    return plan


def _figures(food: Food) -> Figures:
    return food.kcal, food.protein, food.fat


def _given(figures: Figures, forms: Sequence[str]) -> list[str]:
    """The known figures, each in its form."""
    return [form.format(v) for form, v in zip(forms, figures, strict=True) if v is not None]


def _cells(figures: Figures, missing: str, form: str = "{}") -> list[str]:
    return [missing if v is None else form.format(v) for v in figures]


def _total(plan: Menu, day: int, rng: random.Random) -> Figures | None:
    """The figures to state for a day, right or wrong; None where none are stated."""
    if plan.totals == "none":
        return None
    made = []
    for what in WHATS:
        true = plan.known(what)[day]
        if plan.totals == "wrong":
            true += rng.choice([d for d in (-90, 35, 110, -40) if true + d >= 0])
        made.append(true)
    return made[0], made[1], made[2]


def _meal_sum(meal: Meal) -> int | None:
    values = [food.kcal for food in meal.foods]
    return None if None in values else sum(v or 0 for v in values)


def _and(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def _day_names(plan: Menu, rng: random.Random) -> list[str]:
    count = len(plan.days)
    if count <= 7 and rng.random() < 0.5:
        return list(WEEKDAYS[:count])
    return [f"Day {i + 1}" for i in range(count)]


def _names(plan: Menu) -> list[str]:
    """The names of the meals of all days, in order."""
    return list(dict.fromkeys(meal.name for day in plan.days for meal in day))


def _shopping(plan: Menu) -> list[str]:
    return sorted({food.name for day in plan.days for meal in day for food in meal.foods})


def emoji_headings(plan: Plan, rng: random.Random) -> str:
    """Markdown with an emoji in each heading."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    sep = rng.choice((" | ", " · ", ", "))
    out = [f"# 🥦 Your {len(names)}-Day Meal Plan", ""]
    out += ["Here's a balanced meal plan that is easy to prepare and tasty! 💪", "", "---", ""]
    for i, day in enumerate(menu.days):
        out += [f"## 📅 {names[i]}", ""]
        if i in menu.same_as:
            out += [f"🔁 Same as {names[menu.same_as[i]]}", "", "---", ""]
            continue
        for meal in day:
            out.append(f"### {EMOJI.get(meal.name, '🍎')} {meal.name}")
            for food in meal.foods:
                parts = _given(_figures(food), ("{} kcal", "{} g protein", "{} g fat"))
                out.append(f"- **{food.name}**" + (f" – {sep.join(parts)}" if parts else ""))
            out.append("")
        total = _total(menu, i, rng)
        if total:
            kcal, protein, fat = total
            out += [f"**🔥 Daily Total:** {kcal:,} kcal{sep}{protein} g protein{sep}{fat} g fat"]
            out.append("")
        out += ["---", ""]
    out += ["## 💡 Tips", "- Drink 2–3 litres of water each day 💧"]
    out += ["- Prepare the grains on Sunday to save time ⏱️", "", "Enjoy your meals! 😊"]
    return "\n".join(out)


def bold_headings(plan: Plan, rng: random.Random) -> str:
    """Headings in bold only; the kcal of a meal stand behind its name."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    subtotals = rng.random() < 0.6
    out = ["Sure! Below is a meal plan that should fit what you asked for.", ""]
    for i, day in enumerate(menu.days):
        out += [f"**{names[i]}**", ""]
        if i in menu.same_as:
            out += [f"Repeat {names[menu.same_as[i]]}'s menu.", ""]
            continue
        for meal in day:
            made = _meal_sum(meal)
            about = f" ({made} calories)" if subtotals and made is not None else ""
            out.append(f"**{meal.name}{about}:**")
            for food in meal.foods:
                parts = _given(_figures(food), ("{} calories", "{}g protein", "{}g fat"))
                out.append(f"* {food.name} ({', '.join(parts) if parts else 'n/a'})")
            out.append("")
        total = _total(menu, i, rng)
        if total:
            out += ["**Total for the day:** {} calories, {}g protein, {}g fat".format(*total), ""]
    out.append("Let me know if you would like me to swap any of the dishes!")
    return "\n".join(out)


def table_per_day(plan: Plan, rng: random.Random) -> str:
    """One Markdown table per day; the meal stands in its first row only, or in each."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    each, bold = rng.random() < 0.5, rng.choice(("", "**"))
    out: list[str] = []
    for i, day in enumerate(menu.days):
        out += [f"### {names[i]}", ""]
        if i in menu.same_as:
            out += [f"*Same as {names[menu.same_as[i]]}.*", ""]
            continue
        out += ["| Meal | Food | Calories | Protein (g) | Fat (g) |", "|:--|:--|--:|--:|--:|"]
        for meal in day:
            for k, food in enumerate(meal.foods):
                name = f"{bold}{meal.name}{bold}" if each or not k else ""
                row = [name, food.name, *_cells(_figures(food), "–")]
                out.append("| " + " | ".join(row) + " |")
        total = _total(menu, i, rng)
        if total:
            kcal, protein, fat = total
            out.append(f"| **Total** | | **{kcal:,}** | **{protein}** | **{fat}** |")
        out.append("")
    out.append("*All values are estimates and vary with brands and portions.*")
    return "\n".join(out)


def week_table(plan: Plan, rng: random.Random) -> str:
    """One table for all days: a day is a column, or a row."""
    menu = _menu(plan)
    names = [n[:3] if n in WEEKDAYS else n for n in _day_names(menu, rng)]
    brief = rng.choice((("{} cal", "{}g P", "{}g F"), ("{} kcal", "P: {}", "F: {}")))
    join = rng.choice(("<br>", "<br>+ "))
    rows_are_meals = rng.random() < 0.5

    def cell(i: int, name: str) -> str:
        if i in menu.same_as:
            return f"same as {names[menu.same_as[i]]}"
        foods = [food for meal in menu.days[i] if meal.name == name for food in meal.foods]
        return (
            join.join(f"{f.name} ({', '.join(_given(_figures(f), brief)) or '?'})" for f in foods)
            or "–"
        )

    meals = _names(menu)
    sums: list[str] = []
    for i in range(len(names)):
        total = _total(menu, i, rng)
        if i in menu.same_as:
            sums.append(f"same as {names[menu.same_as[i]]}")
        else:
            sums.append(", ".join(_given(total, brief)) if total else "")
    if rows_are_meals:
        table = [["", *names], *([m, *(cell(i, m) for i in range(len(names)))] for m in meals)]
        if menu.totals != "none":
            table.append(["**Daily total**", *sums])
    else:
        table = [["Day", *meals], *([n, *(cell(i, m) for m in meals)] for i, n in enumerate(names))]
        if menu.totals != "none":
            table = [[*row, end] for row, end in zip(table, ["Total", *sums], strict=True)]
    out = ["Here is the whole plan at a glance (P = protein in g, F = fat in g):", ""]
    for k, row in enumerate(table):
        out.append("| " + " | ".join(row) + " |")
        if not k:
            out.append("|" + "---|" * len(row))
    return "\n".join(out)


def plain_indent(plan: Plan, rng: random.Random) -> str:
    """Plain text, indented, with dots up to the figures."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    out = [f"MEAL PLAN FOR {len(names)} DAYS", "=" * 24, ""]
    out += ["Cal = calories, P = grams of protein, F = grams of fat", ""]
    for i, day in enumerate(menu.days):
        out += [names[i].upper(), "-" * len(names[i])]
        if i in menu.same_as:
            out += [f"  (see {names[menu.same_as[i]].upper()}, the same food again)", ""]
            continue
        for meal in day:
            out.append(f"  {meal.name}")
            for food in meal.foods:
                figures = "  ".join(_given(_figures(food), ("{:>3} Cal", "P {:>2}", "F {:>2}")))
                dots = "." * (30 - len(food.name))
                out.append(f"    {food.name} {dots} {figures or 'n/a'}")
        total = _total(menu, i, rng)
        if total:
            kcal, protein, fat = total
            out += ["    " + "_" * 48, f"    TOTAL {'.' * 25} {kcal} Cal  P {protein}  F {fat}"]
        out.append("")
    return "\n".join(out)


def british_dates(plan: Plan, rng: random.Random) -> str:
    """Numbered meals day by date, in British wording."""
    menu, first = _menu(plan), rng.randint(4, 20)
    names = [f"{WEEKDAYS[i % 7]}, {first + i}th March" for i in range(len(menu.days))]
    names = [n.replace("21th", "21st").replace("22th", "22nd") for n in names]
    names = [n.replace("23th", "23rd") for n in names]
    out = [f"Please find your menu for the {NUMBERS[len(names)]} days below. Whilst the figures"]
    out += ["are per portion, you'll be having one portion of everything.", ""]
    for i, day in enumerate(menu.days):
        out.append(f"{names[i]}")
        if i in menu.same_as:
            out += [f"As on {names[menu.same_as[i]].split(',')[0]}, no need to cook anew.", ""]
            continue
        for k, meal in enumerate(day, 1):
            out.append(f"{k}. {meal.name}")
            for letter, food in zip("abcdefgh", meal.foods, strict=False):
                forms = ("energy {} kcal", "protein {} g", "fat {} g")
                figures = "; ".join(_given(_figures(food), forms))
                out.append(f"   {letter}) {food.name}: {figures or 'figures to follow'}")
        total = _total(menu, i, rng)
        if total:
            out.append("Daily sum: energy {} kcal; protein {} g; fat {} g".format(*total))
        out.append("")
    out += ["Shopping list (to be fetched from the greengrocer's or the supermarket):"]
    out += [f"- {name}" for name in _shopping(menu)]
    return "\n".join(out)


def prose(plan: Plan, rng: random.Random) -> str:
    """Sentences, a paragraph per day."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    out = ["Eating well need not be hard. This is how I would plan it."]
    for i, day in enumerate(menu.days):
        on = f"On {names[i]}"
        if i in menu.same_as:
            out.append(f"{on}, simply eat exactly what you had on {names[menu.same_as[i]]}.")
            continue
        said: list[str] = []
        for k, meal in enumerate(day):
            foods: list[str] = []
            for food in meal.foods:
                forms = ("{} calories", "{} grams of protein", "{} grams of fat")
                parts = _and(_given(_figures(food), forms))
                name = food.name[0].lower() + food.name[1:]
                foods.append(f"{name} ({parts})" if parts else name)
            what, when = _and(foods), meal.name.lower()
            if k == 0:
                said.append(f"{on}, {when} is {what}.")
            elif k == len(day) - 1:
                said.append(f"Finish the day with {what} for {when}.")
            else:
                form = rng.choice(("For {1}, have {0}.", "Your {1} is {0}.", "Have {0} for {1}."))
                said.append(form.format(what, when))
        total = _total(menu, i, rng)
        if total:
            kcal, protein, fat = total
            said.append(
                f"All in all, {names[i]} comes to {kcal:,} calories, "
                f"{protein} grams of protein and {fat} grams of fat."
            )
        out.append(" ".join(said))
    return "\n\n".join(out)


def terse_notes(plan: Plan, rng: random.Random) -> str:
    """Notes as people type them for themselves, figures with slashes."""
    menu = _menu(plan)
    names = [n.lower()[:3] if n in WEEKDAYS else n.lower() for n in _day_names(menu, rng)]
    join = rng.choice((" + ", ", "))
    out = ["food plan (numbers are kcal/protein g/fat g)", ""]
    for i, day in enumerate(menu.days):
        if i in menu.same_as:
            out += [f"{names[i]}: same as {names[menu.same_as[i]]}", ""]
            continue
        out.append(f"{names[i]}:")
        for meal in day:
            foods = [f"{f.name.lower()} {'/'.join(_cells(_figures(f), '?'))}" for f in meal.foods]
            out.append(f"{meal.name.lower()} - {join.join(foods)}")
        total = _total(menu, i, rng)
        if total:
            out.append("= {}/{}/{}".format(*total))
        out.append("")
    out.append("todo: buy oats, ask Kim about leftovers")
    return "\n".join(out)


def html(plan: Plan, rng: random.Random) -> str:
    """A web page: lists, or one table with the day as a row of its own."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    table = rng.random() < 0.5
    out = ["<h1>Meal plan</h1>"]
    if table:
        out += ["<table>", "<tr><th>Meal</th><th>Dish</th><th>kcal</th>"]
        out[-1] += "<th>Protein</th><th>Fat</th></tr>"
    for i, day in enumerate(menu.days):
        total = _total(menu, i, rng)
        same = f"Same as {names[menu.same_as[i]]}" if i in menu.same_as else ""
        if table:
            out.append(f'<tr><th colspan="5">{names[i]}</th></tr>')
            if same:
                out.append(f'<tr><td colspan="5"><em>{same}</em></td></tr>')
                continue
            for meal in day:
                for k, food in enumerate(meal.foods):
                    kcal, protein, fat = _cells(_figures(food), "n/a")
                    head = ""
                    if not k:
                        span = len(meal.foods)
                        rows = f' rowspan="{span}"' if span > 1 else ""
                        head = f"<td{rows}>{meal.name}</td>"
                    grams = [v if v == "n/a" else f"{v}&nbsp;g" for v in (protein, fat)]
                    cells = [food.name, kcal, *grams]
                    out.append("<tr>" + head + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
            if total:
                out.append('<tr><td colspan="2"><b>Total</b></td>')
                out[-1] += "<td>{}</td><td>{}&nbsp;g</td><td>{}&nbsp;g</td></tr>".format(*total)
            continue
        out.append(f"<h2>{names[i]}</h2>")
        if same:
            out.append(f"<p>{same}.</p>")
            continue
        for meal in day:
            out += [f"<h3>{meal.name}</h3>", "<ul>"]
            for food in meal.foods:
                parts = _given(_figures(food), ("{} kcal", "{}&nbsp;g protein", "{}&nbsp;g fat"))
                text = f" &ndash; {', '.join(parts)}" if parts else ""
                out.append(f"  <li>{food.name}{text}</li>")
            out.append("</ul>")
        if total:
            out.append("<p><strong>Total: {} kcal, {} g protein, {} g fat".format(*total))
            out[-1] += "</strong></p>"
    if table:
        out.append("</table>")
    return "\n".join(out)


def csv_file(plan: Plan, rng: random.Random) -> str:
    """Comma- or semicolon-separated values, a row per food."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    sep = rng.choice((",", ";"))
    quote = rng.choice(("", '"'))
    rows = [["Day", "Meal", "Food", "Calories", "Protein_g", "Fat_g"]]
    for i, day in enumerate(menu.days):
        # In full also where the day repeats another: a file of values has no references.
        for meal in day:
            for food in meal.foods:
                texts = [f"{quote}{t}{quote}" for t in (names[i], meal.name, food.name)]
                rows.append([*texts, *_cells(_figures(food), "")])
        total = _total(menu, i, rng)
        if total:
            texts = [f"{quote}{t}{quote}" for t in (names[i], "Total", "")]
            rows.append([*texts, *_cells(total, "")])
    body = "\n".join(sep.join(row) for row in rows)
    return f"```csv\n{body}\n```" if rng.random() < 0.5 else body


def yaml_like(plan: Plan, rng: random.Random) -> str:
    """Keys and values by indentation, a food as a block or in braces."""
    menu = _menu(plan)
    names = [n.lower().replace(" ", "_") for n in _day_names(menu, rng)]
    braces = rng.random() < 0.5
    keys = ("calories", "protein_g", "fat_g")
    out = ["meal_plan:"]
    for i, day in enumerate(menu.days):
        if i in menu.same_as:
            out.append(f"  {names[i]}: same as {names[menu.same_as[i]]}")
            continue
        out.append(f"  {names[i]}:")
        for meal in day:
            out.append(f"    {meal.name.lower().replace(' ', '_')}:")
            for food in meal.foods:
                values = [
                    f"{key}: {value}"
                    for key, value in zip(keys, _figures(food), strict=True)
                    if value is not None
                ]
                if braces:
                    out.append(f"      - {{{', '.join([f'name: {food.name}', *values])}}}")
                else:
                    out.append(f"      - name: {food.name}")
                    out += [f"        {value}" for value in values]
        total = _total(menu, i, rng)
        if total:
            out.append("    daily_total:")
            out += [f"      {key}: {value}" for key, value in zip(keys, total, strict=True)]
    return "\n".join(out)


def tabs(plan: Plan, rng: random.Random) -> str:
    """A spreadsheet pasted: tabs, the day and the meal only where they change."""
    menu, names = _menu(plan), _day_names(_menu(plan), rng)
    missing = rng.choice(("", "n/a", "–"))
    form = rng.random() < 0.5
    head = ("Energy (kcal)", "Protein (g)", "Fat (g)") if form else ("kcal", "protein", "fat")
    rows = [["Day", "Meal", "Item", *head]]
    for i, day in enumerate(menu.days):
        if i in menu.same_as:
            rows.append([names[i], f"same as {names[menu.same_as[i]]}", "", "", "", ""])
            continue
        for m, meal in enumerate(day):
            for k, food in enumerate(meal.foods):
                start = [names[i] if not m and not k else "", meal.name if not k else ""]
                kcal, *grams = _cells(_figures(food), missing)
                unit = "" if form else " g"
                grams = [g if g == missing else g + unit for g in grams]
                rows.append([*start, food.name, kcal, *grams])
        total = _total(menu, i, rng)
        if total:
            unit = "" if form else " g"
            rows.append(["", "Sum", "", str(total[0]), f"{total[1]}{unit}", f"{total[2]}{unit}"])
    return "\n".join("\t".join(row) for row in rows)


STYLES: dict[str, tuple[str, Style]] = {
    "menu_emoji_headings": ("menu", emoji_headings),
    "menu_bold_headings": ("menu", bold_headings),
    "menu_table_per_day": ("menu", table_per_day),
    "menu_week_table": ("menu", week_table),
    "menu_plain_indent": ("menu", plain_indent),
    "menu_british_dates": ("menu", british_dates),
    "menu_prose": ("menu", prose),
    "menu_terse_notes": ("menu", terse_notes),
    "menu_html": ("menu", html),
    "menu_csv_file": ("menu", csv_file),
    "menu_yaml_like": ("menu", yaml_like),
    "menu_tabs": ("menu", tabs),
}
