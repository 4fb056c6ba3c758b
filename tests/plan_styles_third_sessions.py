"""Twelve fresh styles for workouts and day schedules, written without sight of the reader."""

from __future__ import annotations

import random
from collections.abc import Callable

from plan_data import Exercise, Plan, Schedule, Slot, Workout, clock12, clock24

Session = tuple[Exercise, ...]


def _workout(plan: Plan) -> Workout:
    assert isinstance(plan, Workout)
    return plan


def _slots(plan: Plan) -> tuple[Slot, ...]:
    assert isinstance(plan, Schedule)
    return plan.slots


def _stated(true: int, plan: Workout, rng: random.Random) -> int:
    """The figure that the text gives for a session whose true figure is `true`."""
    if plan.totals == "wrong":
        return max(true + rng.choice((-90, 35, 110, -40)), 1)
    return true


def _volume(session: Session, plan: Workout, rng: random.Random) -> int | None:
    if plan.totals == "none":
        return None
    return _stated(sum(one.sets * one.reps * one.kg for one in session), plan, rng)


def _cardio(session: Session, plan: Workout, rng: random.Random) -> tuple[int, int] | None:
    if plan.totals == "none":
        return None
    minutes = _stated(sum(one.minutes for one in session), plan, rng)
    return minutes, _stated(sum(one.kcal for one in session), plan, rng)


def _length(slot: Slot) -> int:
    return (slot.end - slot.start) % 1440


# Strength.


def lift_tables(plan: Plan, rng: random.Random) -> str:
    """Headings and a table for each session, the total in bold below."""
    made = _workout(plan)
    out = [f"# {len(made.sessions)}-Session Strength Program", ""]
    out += ["Below is a structured plan. All weights are in **kilograms**.", ""]
    for i, session in enumerate(made.sessions):
        out += ["---", "", f"## Session {i + 1}", ""]
        total = _volume(session, made, rng)
        if i in made.same_as:
            out += [f"*Repeat Session {made.same_as[i] + 1} (same exercises, sets, reps and"
                    " weights).*", ""]  # fmt: skip
        else:
            out += ["| # | Exercise | Sets | Reps | Weight (kg) | Rest |",
                    "|:-:|:---------|:----:|:----:|:-----------:|:----:|"]  # fmt: skip
            for j, one in enumerate(session, 1):
                rest = rng.choice(("60 s", "90 s", "120 s"))
                out.append(f"| {j} | {one.name} | {one.sets} | {one.reps} | {one.kg} | {rest} |")
            out.append("")
        if total is not None:
            out += [f"**Total volume (sets × reps × weight): {total:,} kg**", ""]
    out += ["---", "", "### Notes", "", "- Leave at least one rest day between sessions.",
            "- Keep your form strict; stop if anything hurts."]  # fmt: skip
    return "\n".join(out)


def lift_nested(plan: Plan, rng: random.Random) -> str:
    """An exercise as a numbered item, below it a bullet for each of its figures."""
    made = _workout(plan)
    out = ["Sure! Here is a workout plan that meets your requirements:", ""]
    for i, session in enumerate(made.sessions):
        out += [f"### Day {i + 1}", ""]
        total = _volume(session, made, rng)
        if i in made.same_as:
            out += [f"- Same as Day {made.same_as[i] + 1}"]
        else:
            for j, one in enumerate(session, 1):
                out += [f"{j}. **{one.name}**", f"   - Sets: {one.sets}", f"   - Reps: {one.reps}",
                        f"   - Weight: {one.kg} kg"]  # fmt: skip
        out.append("")
        if total is not None:
            out += [f"**Total tonnage for Day {i + 1}:** {total} kg", ""]
    out += ["**Tips:**", "- Rest 60–90 seconds between sets.",
            "- Warm up your joints before the first exercise and cool down with light stretching.",
            "", "Let me know if you'd like any adjustments!"]  # fmt: skip
    return "\n".join(out)


def lift_dashes(plan: Plan, rng: random.Random) -> str:
    """Bold names, em dashes and "4 × 8 @ 60 kg", with a legend."""
    made = _workout(plan)
    out = ["**How to read this:** sets × reps @ weight. Rest 2 minutes on the big lifts and"
           " about 1 minute on everything else.", ""]  # fmt: skip
    for i, session in enumerate(made.sessions):
        letter = chr(ord("A") + i)
        total = _volume(session, made, rng)
        end = "" if total is None else f" — {total:,} kg total volume"
        out += [f"**Workout {letter}**{end}", ""]
        if i in made.same_as:
            out += [f"Run **Workout {chr(ord('A') + made.same_as[i])}** again, exactly as written.",
                    ""]  # fmt: skip
            continue
        for one in session:
            out.append(f"- **{one.name}** — {one.sets} × {one.reps} @ {one.kg} kg")
        out.append("")
    out.append("Add a little weight once every rep feels clean — not before.")
    return "\n".join(out)


def lift_chatty(plan: Plan, rng: random.Random) -> str:
    """Short sentences around plain lists: "4 sets of 8 reps with 60 kg"."""
    made = _workout(plan)
    leads = ("Let's get moving.", "Take your time here.", "This one is tough. You've got it.",
             "Breathe, brace, lift.", "Keep it smooth.")  # fmt: skip
    nouns = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    out = ["Great goal! Let's build some strength. I've split your training into "
           f"{len(made.sessions)} sessions.", ""]  # fmt: skip
    for i, session in enumerate(made.sessions):
        total = _volume(session, made, rng)
        if i in made.same_as:
            out += [f"Session {i + 1}: Easy to remember. Just repeat Session {made.same_as[i] + 1}"
                    " from start to finish."]  # fmt: skip
        else:
            out += [f"Session {i + 1}: {rng.choice(leads)}", ""]
            for one in session:
                out.append(f"* {one.name}: {one.sets} sets of {one.reps} reps with {one.kg} kg")
        if total is not None:
            out += ["", f"That's {total:,} kg lifted in your {nouns[i]} session. Nice work!"]
        out.append("")
    out.append("Drink some water, sleep well, and tell me how it goes!")
    return "\n".join(out)


# Cardio.


def cardio_table(plan: Plan, rng: random.Random) -> str:
    """A table for each session, with a last row for the totals."""
    made = _workout(plan)
    out = ["## Cardio Plan Overview", "",
           f"The plan has **{len(made.sessions)} sessions**. Calories are what you burn.",
           ""]  # fmt: skip
    for i, session in enumerate(made.sessions):
        out += [f"### Session {i + 1}", ""]
        totals = _cardio(session, made, rng)
        if i in made.same_as:
            out += [f"Identical to Session {made.same_as[i] + 1}.", ""]
            if totals:
                out += [f"**Total:** {totals[0]} min, {totals[1]} kcal", ""]
            continue
        out += ["| Exercise | Duration (min) | Calories (kcal) |", "|---|---:|---:|"]
        out += [f"| {one.name} | {one.minutes} | {one.kcal} |" for one in session]
        if totals:
            out.append(f"| **Total** | **{totals[0]}** | **{totals[1]}** |")
        out.append("")
    out.append("> **Tip:** Move from one exercise straight to the next, and keep water close by.")
    return "\n".join(out)


def cardio_emoji(plan: Plan, rng: random.Random) -> str:
    """Emoji for time and energy, explained in a legend."""
    made = _workout(plan)
    out = ["🏃‍♀️ **Your Cardio Plan** 🏃‍♂️", "", "⏱️ = time · 🔥 = calories burned", ""]
    for i, session in enumerate(made.sessions):
        out += [f"💪 **Workout {i + 1}**"]
        totals = _cardio(session, made, rng)
        if i in made.same_as:
            out.append(f"🔁 Repeat Workout {made.same_as[i] + 1}")
        else:
            for one in session:
                out.append(f"✅ {one.name} ⏱️ {one.minutes} min 🔥 {one.kcal} kcal")
        if totals:
            out.append(f"🏁 **Total:** ⏱️ {totals[0]} min 🔥 {totals[1]} kcal")
        out.append("")
    out.append("You've got this! 🎉 Stay hydrated 💧 and stretch when you are done 🧘")
    return "\n".join(out)


def cardio_spoken(plan: Plan, rng: random.Random) -> str:
    """Minutes first: "15 minutes of rowing", the calories in brackets; totals in a sentence."""
    made = _workout(plan)
    out = ["Here's a simple cardio plan you can follow at the gym or at home. The number in"
           " parentheses is how many calories that exercise burns.", ""]  # fmt: skip
    for i, session in enumerate(made.sessions):
        totals = _cardio(session, made, rng)
        out += [f"**Session {i + 1}:**", ""]
        if i in made.same_as:
            out.append(f"Do the same workout as in Session {made.same_as[i] + 1}.")
        else:
            for j, one in enumerate(session, 1):
                out.append(f"{j}. {one.name} for {one.minutes} minutes ({one.kcal} calories)")
        out.append("")
        if totals:
            out += [f"This session takes {totals[0]} minutes in total and burns {totals[1]}"
                    " calories.", ""]  # fmt: skip
    out.append("Start each exercise gently and build up the pace. Listen to your body!")
    return "\n".join(out)


# Schedules.


def day_table(plan: Plan, rng: random.Random) -> str:
    """A table of intervals on the 24-hour clock, with notes."""
    notes = {
        "meal": ("Eat away from screens", "Keep it balanced"), "work": ("Deep focus", "Priorities"),
        "commute": ("Podcast or music",), "exercise": ("Bring water",), "reading": ("Phone away",),
        "piano": ("Scales first",), "sleep": ("Dark, cool room",), "": ("—", "Take it easy"),
    }  # fmt: skip
    out = ["## Daily Schedule", "", "| Time | Activity | Notes |", "|------|----------|-------|"]
    for slot in _slots(plan):
        note = rng.choice(notes.get(slot.activity, ("—",)))
        out.append(f"| {clock24(slot.start)}–{clock24(slot.end)} | {slot.text} | {note} |")
    out += ["", "The blocks follow one another without gaps, so the whole day is covered."]
    return "\n".join(out)


def day_parts(plan: Plan, rng: random.Random) -> str:
    """Headings for the parts of the day, bold intervals on the 12-hour clock."""
    out = ["Here's a balanced schedule for your day:"]
    last = ""
    for slot in _slots(plan):
        if slot.activity == "sleep" or slot.start >= 1440:
            part = "Night"
        else:
            part = ("Morning" if slot.start < 720 else
                    "Afternoon" if slot.start < 1020 else "Evening")  # fmt: skip
        if part != last:
            out += ["", f"### {part}", ""]
            last = part
        out.append(f"- **{clock12(slot.start)} – {clock12(slot.end)}:** {slot.text}")
    out += ["", "Feel free to swap things around to suit your energy levels."]
    return "\n".join(out)


def day_emoji(plan: Plan, rng: random.Random) -> str:
    """An emoji for each slot and short intervals ("7:30–8:15 AM")."""
    marks = {"meal": "🍽️", "work": "💻", "commute": "🚌", "exercise": "🏋️", "reading": "📚",
             "piano": "🎹", "sleep": "😴", "": "✨"}  # fmt: skip
    out = ["🌞 **Your Perfect Day** 🌙", ""]
    for slot in _slots(plan):
        start, end = clock12(slot.start), clock12(slot.end)
        if start[-2:] == end[-2:] and _length(slot) < 720:
            start = start[:-3]
        out.append(f"{marks.get(slot.activity, '✨')} {start}–{end} {slot.text}  ")
    out += ["", "Have an amazing day! 🚀"]
    return "\n".join(out)


def day_brackets(plan: Plan, rng: random.Random) -> str:
    """Starts only, and how long each slot lasts in brackets."""

    def lasts(minutes: int) -> str:
        hours, rest = divmod(minutes, 60)
        if not hours:
            return f"{rest} min"
        long = f"{hours} hour" if hours == 1 else f"{hours} hours"
        return f"{long} {rest} min" if rest else long

    out = ["**Your day at a glance** (start time, activity, duration in brackets)", ""]
    for i, slot in enumerate(_slots(plan), 1):
        out.append(f"{i}. {clock12(slot.start)} - {slot.text} [{lasts(_length(slot))}]")
    first = clock12(_slots(plan)[0].start)
    out += ["", f"The alarm goes off at {first}, and the next day starts over from the top."]
    return "\n".join(out)


def day_chatty(plan: Plan, rng: random.Random) -> str:
    """Starts only, an item below for advice, short sentences around; sleep has its end."""
    advice = {
        "meal": ("Slow down and enjoy it.", "Something with protein is a good idea."),
        "work": ("Do the hardest task first.", "Stand up now and then."),
        "commute": ("A good moment for a podcast.",), "exercise": ("Don't forget your water.",),
        "reading": ("Leave your phone in another room.",), "piano": ("Slow is fast. Be patient.",),
        "": ("No rush here.",),
    }  # fmt: skip
    out = ["Absolutely, let's plan it! Each item runs until the next one begins.", ""]
    slots = _slots(plan)
    for slot in slots:
        if slot is slots[-1]:
            out.append(f"* **{clock12(slot.start)}** — {slot.text} (until {clock12(slot.end)})")
            continue
        out.append(f"* **{clock12(slot.start)}** — {slot.text}")
        if rng.random() < 0.5:
            out.append(f"    * {rng.choice(advice.get(slot.activity, ('Enjoy.',)))}")
    out += ["", "That's it. A full day, but a good one. Want me to change anything?"]
    return "\n".join(out)


STYLES: dict[str, tuple[str, Callable[[Plan, random.Random], str]]] = {
    "third_lift_tables": ("strength", lift_tables),
    "third_lift_nested": ("strength", lift_nested),
    "third_lift_dashes": ("strength", lift_dashes),
    "third_lift_chatty": ("strength", lift_chatty),
    "third_cardio_table": ("cardio", cardio_table),
    "third_cardio_emoji": ("cardio", cardio_emoji),
    "third_cardio_spoken": ("cardio", cardio_spoken),
    "third_day_table": ("schedule", day_table),
    "third_day_parts": ("schedule", day_parts),
    "third_day_emoji": ("schedule", day_emoji),
    "third_day_brackets": ("schedule", day_brackets),
    "third_day_chatty": ("schedule", day_chatty),
}
