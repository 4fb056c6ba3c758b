"""Styles that render workouts and schedules as other models or people would write them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from plan_data import Exercise, Plan, Schedule, Slot, Workout, clock12, clock24

OFF = (-90, 35, 110, -40)


def _workout(plan: Plan) -> Workout:
    assert isinstance(plan, Workout)
    return plan


def _schedule(plan: Plan) -> Schedule:
    assert isinstance(plan, Schedule)
    return plan


def _stated(plan: Workout, rng: random.Random, what: str) -> list[int]:
    """What the text says each session comes to; a repeated session says what the earlier says.

    A wrong total that would not be positive is stated too high instead.
    """
    made: list[int] = []
    for at, session in enumerate(plan.sessions):
        true = sum(getattr(one, what) for one in session)
        if at in plan.same_as:
            made.append(made[plan.same_as[at]])
        elif plan.totals == "wrong":
            off = rng.choice(OFF)
            made.append(true + (off if true + off > 0 else 35))
        else:
            made.append(true)
    return made


def _short12(minutes: int) -> str:
    """A time of day as "7am" or "7:30am"."""
    return clock12(minutes).replace(":00", "").replace(" ", "").lower()


def _range12(slot: Slot, dash: str) -> str:
    """An interval as "7:00–7:45 AM", or as "11:30 AM–12:15 PM"."""
    start, end = clock12(slot.start), clock12(slot.end)
    same = start[-2:] == end[-2:] and (slot.end - slot.start) % 1440 < 720
    return f"{start[:-3] if same else start}{dash}{end}"


def _dotted(minutes: int) -> str:
    """A time of day as "7.30", on the clock of 24 hours."""
    hour, minute = divmod(minutes % 1440, 60)
    return f"{hour}.{minute:02d}"


def _length(slot: Slot) -> int:
    return (slot.end - slot.start) % 1440


# Strength.


def strength_emoji(plan: Plan, rng: random.Random) -> str:
    """Headings with emoji and a list with bold names."""
    plan = _workout(plan)
    volumes = _stated(plan, rng, "tonnage")
    icons = rng.sample(("🏋️", "💪", "🔥", "⚡", "🦵", "🎯"), 5)
    out = ["# 🏋️‍♂️ Your Personalized Strength Program", ""]
    out += ["Here's a balanced plan for your goals. Focus on good form! 💯", ""]
    for at, session in enumerate(plan.sessions):
        out += ["---", "", f"## {icons[at]} Session {at + 1}", ""]
        if at in plan.same_as:
            out += [f"🔁 *Same as Session {plan.same_as[at] + 1}*"]
        for one in () if at in plan.same_as else session:
            out.append(f"- **{one.name}** – {one.sets} sets × {one.reps} reps @ {one.kg} kg")
        if plan.totals != "none":
            out += ["", f"📊 **Total volume:** {volumes[at]:,} kg"]
        out.append("")
    out += ["### ✅ Tips", "", "- Rest 60–90 seconds between sets", "- Stay hydrated 💧"]
    return "\n".join(out)


def strength_table(plan: Plan, rng: random.Random) -> str:
    """Bold-only headings, a table with sets and reps in one column, a summary table."""
    plan = _workout(plan)
    volumes = _stated(plan, rng, "tonnage")
    cross = rng.choice((" × ", "x", " x "))
    out = []
    for at, session in enumerate(plan.sessions):
        out += [f"**Day {at + 1}**", ""]
        if at in plan.same_as:
            out += [f"Repeat the Day {plan.same_as[at] + 1} workout exactly.", ""]
            continue
        out += ["| # | Exercise | Sets × Reps | Weight (kg) | Rest |"]
        out += ["|:-:|:---------|:-----------:|------------:|-----:|"]
        for number, one in enumerate(session, 1):
            rest = rng.choice(("60 s", "90 s", "2 min"))
            both = f"{one.sets}{cross}{one.reps}"
            out.append(f"| {number} | {one.name} | {both} | {one.kg} | {rest} |")
        out.append("")
    if plan.totals != "none":
        out += ["**Volume summary**", "", "| Day | Total volume (kg) |", "|---|---|"]
        out += [f"| Day {at + 1} | {volume} |" for at, volume in enumerate(volumes)]
    return "\n".join(out)


def strength_terse(plan: Plan, rng: random.Random) -> str:
    """Notes of somebody who lifts."""
    plan = _workout(plan)
    volumes = _stated(plan, rng, "tonnage")
    out = ["training log, sets x reps @ weight", ""]
    for at, session in enumerate(plan.sessions):
        head = f"session {at + 1}"
        if at in plan.same_as:
            out.append(f"{head}: same as session {plan.same_as[at] + 1}")
        else:
            out.append(head)
            out += [f"  {e.name.lower()} {e.sets}x{e.reps} @ {e.kg}kg" for e in session]
        if plan.totals != "none":
            out.append(f"  = {volumes[at]}kg total volume")
        out.append("")
    return "\n".join(out)


def strength_html(plan: Plan, rng: random.Random) -> str:
    """HTML with a table for each session."""
    plan = _workout(plan)
    volumes = _stated(plan, rng, "tonnage")
    out = ["<h1>Strength Workout Plan</h1>"]
    for at, session in enumerate(plan.sessions):
        out.append(f"<h2>Workout {at + 1}</h2>")
        if at in plan.same_as:
            out.append(f"<p>Same as <b>Workout {plan.same_as[at] + 1}</b>.</p>")
        else:
            out += ["<table>", "  <thead>"]
            heads = ("Exercise", "Sets", "Reps", "Load")
            out.append("    <tr>" + "".join(f"<th>{h}</th>" for h in heads) + "</tr>")
            out += ["  </thead>", "  <tbody>"]
            for e in session:
                cells = (e.name, e.sets, e.reps, f"{e.kg}&nbsp;kg")
                out.append("    <tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
            out += ["  </tbody>", "</table>"]
        if plan.totals != "none":
            out.append(f"<p><strong>Total volume:</strong> {volumes[at]:,} kg</p>")
    return "\n".join(out)


def strength_csv(plan: Plan, rng: random.Random) -> str:
    """CSV in a code block, totals as a second one."""
    plan = _workout(plan)
    volumes = _stated(plan, rng, "tonnage")
    sep = rng.choice((",", ";"))
    out = ["Sure! Here is the plan as CSV:", "", "```csv"]
    out.append(sep.join(("session", "exercise", "sets", "reps", "weight_kg")))
    for at, session in enumerate(plan.sessions):
        if at in plan.same_as:
            same = f"Same as session {plan.same_as[at] + 1}"
            out.append(sep.join((str(at + 1), same, "", "", "")))
            continue
        for e in session:
            out.append(sep.join(map(str, (at + 1, e.name, e.sets, e.reps, e.kg))))
    out.append("```")
    if plan.totals != "none":
        out += ["", "Totals:", "", "```csv", sep.join(("session", "total_volume_kg"))]
        out += [f"{at + 1}{sep}{volume}" for at, volume in enumerate(volumes)]
        out.append("```")
    return "\n".join(out)


# Cardio.


def cardio_numbered(plan: Plan, rng: random.Random) -> str:
    """Bold-only headings with numbered lists."""
    plan = _workout(plan)
    minutes, kcal = _stated(plan, rng, "minutes"), _stated(plan, rng, "kcal")
    names = rng.sample(("Endurance", "Fat Burner", "Stamina", "Full-Body Sweat", "Energy"), 5)
    out = ["Here's your cardio plan:", ""]
    for at, session in enumerate(plan.sessions):
        out += [f"**Session {at + 1} – {names[at]}**", ""]
        if at in plan.same_as:
            out.append(f"(Same exercises as Session {plan.same_as[at] + 1})")
        else:
            for number, e in enumerate(session, 1):
                out.append(f"{number}. {e.name} — {e.minutes} min ({e.kcal} kcal)")
        if plan.totals != "none":
            out += ["", f"*Total: {minutes[at]} min, {kcal[at]} kcal*"]
        out.append("")
    out.append("Let me know if you'd like any adjustments!")
    return "\n".join(out)


def cardio_prose(plan: Plan, rng: random.Random) -> str:
    """A paragraph for each session."""
    plan = _workout(plan)
    minutes, kcal = _stated(plan, rng, "minutes"), _stated(plan, rng, "kcal")
    order = ("first", "second", "third", "fourth", "fifth")

    def phrase(e: Exercise) -> str:
        if rng.random() < 0.5:
            return f"{e.minutes} minutes of {e.name.lower()}, which burns {e.kcal} calories"
        return f"{e.name.lower()} for {e.minutes} minutes ({e.kcal} calories)"

    out = []
    for at, session in enumerate(plan.sessions):
        if at in plan.same_as:
            words = f"The {order[at]} session is the same as the {order[plan.same_as[at]]} one."
        else:
            said = [phrase(e) for e in session]
            words = f"The {order[at]} session starts with {said[0]}. "
            words += " ".join(f"{rng.choice(('Then', 'Next'))} comes {p}." for p in said[1:-1])
            words += f" It ends with {said[-1]}."
        if plan.totals != "none":
            words += f" In total, the session takes {minutes[at]} minutes"
            words += f" and burns {kcal[at]} calories."
        out += [words, ""]
    return "\n".join(out)


def cardio_one_table(plan: Plan, rng: random.Random) -> str:
    """One table for all sessions, whose names stand in the first row of each."""
    plan = _workout(plan)
    minutes, kcal = _stated(plan, rng, "minutes"), _stated(plan, rng, "kcal")
    out = ["### Cardio Plan 🏃", ""]
    out += ["| Session | Exercise | Duration (min) | Calories burned (kcal) |"]
    out += ["| --- | --- | ---: | ---: |"]
    for at, session in enumerate(plan.sessions):
        name = f"**Session {at + 1}**"
        if at in plan.same_as:
            out.append(f"| {name} | *Same as Session {plan.same_as[at] + 1}* | | |")
        else:
            for number, e in enumerate(session):
                out.append(f"| {'' if number else name} | {e.name} | {e.minutes} | {e.kcal} |")
        if plan.totals != "none":
            out.append(f"| | **Total** | **{minutes[at]}** | **{kcal[at]}** |")
    out += ["", "*Keep a steady pace and breathe evenly.*"]
    return "\n".join(out)


def cardio_json(plan: Plan, rng: random.Random) -> str:
    """JSON, in a code block or bare."""
    plan = _workout(plan)
    minutes, kcal = _stated(plan, rng, "minutes"), _stated(plan, rng, "kcal")
    sessions: list[dict[str, object]] = []
    for at, session in enumerate(plan.sessions):
        made: dict[str, object] = {"session": at + 1}
        if at in plan.same_as:
            made["same_as_session"] = plan.same_as[at] + 1
        else:
            made["exercises"] = [
                {"name": e.name, "duration_min": e.minutes, "calories_kcal": e.kcal}
                for e in session
            ]
        if plan.totals != "none":
            made["total_duration_min"] = minutes[at]
            made["total_calories_kcal"] = kcal[at]
        sessions.append(made)
    text = json.dumps({"workout_plan": sessions}, indent=2)
    return f"```json\n{text}\n```" if rng.random() < 0.5 else text


# Schedules.


def day_emoji(plan: Plan, rng: random.Random) -> str:
    """Parts of the day as headings with emoji."""
    plan = _schedule(plan)
    out = ["# 📅 Your Daily Schedule", ""]
    parts = ("🌅 Morning", "☀️ Afternoon", "🌆 Evening", "🌙 Night")
    last = ""
    for slot in plan.slots:
        at = slot.start
        part = parts[0 if at < 720 else 1 if at < 1020 else 2]
        if slot.activity == "sleep":
            part = parts[3]
        if part != last:
            out += ["", f"## {part}", ""]
            last = part
        out.append(f"- **{clock12(slot.start)} – {clock12(slot.end)}**: {slot.text}")
    out += ["", f"> 💡 *{rng.choice(('Stay consistent!', 'Take short pauses to stretch.'))}*"]
    return "\n".join(out)


def day_table(plan: Plan, rng: random.Random) -> str:
    """A table with the activity first, "7am" clocks and durations."""
    plan = _schedule(plan)
    out = ["| Activity | From | To | Duration |", "|---|---|---|---|"]
    for slot in plan.slots:
        hours, minutes = divmod(_length(slot), 60)
        long = " ".join([f"{hours} h"] * (hours > 0) + [f"{minutes} min"] * (minutes > 0))
        ends = f"{_short12(slot.start)} | {_short12(slot.end)}"
        out.append(f"| {slot.text} | {ends} | {long} |")
    if rng.random() < 0.5:
        out += ["", "Adjust the pace to your needs."]
    return "\n".join(out)


def day_military(plan: Plan, rng: random.Random) -> str:
    """Starts only, as "0700"; the end of one is the start of the next."""
    plan = _schedule(plan)
    gap = rng.choice(("  ", " - ", "\t"))
    out = ["Daily plan (start times, each item lasts until the next one)", ""]
    for slot in plan.slots:
        out.append(f"{clock24(slot.start).replace(':', '')}{gap}{slot.text}")
    wake = clock24(plan.slots[-1].end).replace(":", "")
    out.append(f"{wake}{gap}Wake up, next day begins")
    return "\n".join(out)


def day_prose(plan: Plan, rng: random.Random) -> str:
    """Sentences with "7.30" clocks."""
    plan = _schedule(plan)
    said = []
    for number, slot in enumerate(plan.slots):
        start, end = _dotted(slot.start), _dotted(slot.end)
        if slot.activity == "sleep":
            said.append(f'The night closes the day: "{slot.text}" from {start} until {end}.')
        elif number == 0:
            said.append(f'The day begins with "{slot.text}" from {start} until {end}.')
        elif rng.random() < 0.5:
            said.append(f'From {start} until {end} there is "{slot.text}".')
        else:
            said.append(f'Then "{slot.text}" follows, from {start} to {end}.')
    return " ".join(said)


def day_yaml(plan: Plan, rng: random.Random) -> str:
    """YAML with quoted clocks of 24 hours."""
    plan = _schedule(plan)
    quote = rng.choice(('"', "'"))
    out = ["daily_schedule:"]
    for slot in plan.slots:
        out.append(f"  - start: {quote}{clock24(slot.start)}{quote}")
        out.append(f"    end: {quote}{clock24(slot.end)}{quote}")
        out.append(f"    activity: {slot.text}")
    return "\n".join(out)


def day_indented(plan: Plan, rng: random.Random) -> str:
    """Plain text; the interval, with AM or PM once where it can be, and below it the text."""
    plan = _schedule(plan)
    dash = rng.choice(("–", " – ", "-", " to "))
    out = ["MY DAY", ""]
    for number, slot in enumerate(plan.slots, 1):
        out += [f"{number}) {_range12(slot, dash)}", f"      {slot.text}"]
    return "\n".join(out)


STYLES: dict[str, tuple[str, Callable[[Plan, random.Random], str]]] = {
    "other_strength_emoji": ("strength", strength_emoji),
    "other_strength_table": ("strength", strength_table),
    "other_strength_terse": ("strength", strength_terse),
    "other_strength_html": ("strength", strength_html),
    "other_strength_csv": ("strength", strength_csv),
    "other_cardio_numbered": ("cardio", cardio_numbered),
    "other_cardio_prose": ("cardio", cardio_prose),
    "other_cardio_one_table": ("cardio", cardio_one_table),
    "other_cardio_json": ("cardio", cardio_json),
    "other_day_emoji": ("schedule", day_emoji),
    "other_day_table": ("schedule", day_table),
    "other_day_military": ("schedule", day_military),
    "other_day_prose": ("schedule", day_prose),
    "other_day_yaml": ("schedule", day_yaml),
    "other_day_indented": ("schedule", day_indented),
}
