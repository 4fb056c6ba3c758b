"""Schedules line by line: when entries begin and end, and what they include; by hand."""

from __future__ import annotations

import pytest

from tamis.checking.program.activities import Activity
from tamis.checking.program.outline import outline
from tamis.checking.program.timeline import (
    Unreadable,
    clock,
    lengths,
    of_activity,
    shown,
    slots,
)


def _line(text):
    return [f"{shown(one)} {one.text}{' …' * (not one.explicit)}" for one in slots(outline(text))]


@pytest.mark.parametrize("lead", ["From ", "At ", "By ", "Around ", "Approximately ", "- ", "~"])
def test_a_word_before_a_time_leaves_it_the_beginning(lead):
    """An entry goes on until the next."""
    found = slots(outline(f"{lead}9:00 Work\n11:00 Lunch\n13:00 Run"))
    assert [(one.start, one.end, one.explicit) for one in found] == [
        (540, 660, False),
        (660, 780, False),
        (780, 1980, False),
    ]


@pytest.mark.parametrize(
    "word",
    [
        "with",
        "minus",
        "except",
        "except for",
        "excluding",
        "less",
        "incl.",
        "including",
        "includes",
    ],
)
def test_what_an_entry_includes_is_another_activity(word):
    """An hour of lunch is none of work."""
    found = slots(outline(f"9:00 - 18:00 Work {word} 1 hour lunch\n19:00 - 20:00 Dinner"))
    assert [
        (tuple(value), how) for _, value, how in of_activity(found, Activity("work"))
    ] == [((480, 480), "09:00 to 18:00 less 60 min")]  # fmt: skip
    assert [
        (one.text.strip(), tuple(value), how, one.inner)
        for one, value, how in of_activity(found, Activity("meals"))
    ] == [
        ("lunch", (60, 60), "inside 09:00 to 18:00", True),
        ("Dinner", (60, 60), "19:00 to 20:00", False),
    ]


@pytest.mark.parametrize(
    ("aside", "minutes"),
    [
        ("(30 min break)", (510, 510)),
        ("(lunch 45 min)", (495, 495)),
        ("(incl. 2 x 15 min coffee)", (510, 510)),
        ("with 15 min breaks at 10:00 and 15:00", (510, 510)),
        ("(break from 12:00 to 12:30)", (510, 510)),
        ("(e.g. 1 hour lunch)", (540, 540)),
        ("(such as lunch 1 hour)", (540, 540)),
        ("(for example 1 hour lunch)", (540, 540)),
        ("(i.e. 1 hour lunch)", (540, 540)),
        ("(includes a rest)", (0, 540)),
        ("and laundry", (0, 540)),
        ("and wake up", (540, 540)),
    ],
)
def test_asides_of_an_entry(aside, minutes):
    """Examples take nothing from it; what is not measured may take all."""
    found = slots(outline(f"9:00 - 18:00 Work {aside}\n19:00 - 20:00 Dinner"))
    ((_, value, _),) = of_activity(found, Activity("work"))
    assert tuple(value) == minutes


@pytest.mark.parametrize(
    ("first", "last"),
    [(one, "End") for one in ("Start", "Starts", "Begin", "Begins", "From")]
    + [("Start", one) for one in ("End", "Ends", "Finish", "Finishes", "To", "Until")],
)
def test_beginning_and_end_may_stand_below(first, last):
    """Each on a line of its own."""
    text = f"- Work\n  - {first}: 09:00\n  - {last}: 17:00\n- Run\n  - Start: 18:00\n  - End: 19:00"
    assert _line(text) == ["09:00 to 17:00 Work", "18:00 to 19:00 Run"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("07.30 Work\n09.15 Run\n10.45 Tea\n12.00 Soup",
         ["07:30 to 09:15 Work …", "09:15 to 10:45 Run …", "10:45 to 12:00 Tea …",
          "12:00 to 07:30 Soup …"]),
        ("07.30 Work\n09.15 Run", []),
        *((f"07.30 {unit}\n09.15 {unit}\n10.45 {unit}", [])
          for unit in ("kg", "g", "h", "hours", "min", "km", "%", "l")),
        ("0:00 Warm-up\n5:00 Sprint\n10:00 - 12:00 Walk",
         ["00:00 to 00:05 Warm-up", "00:05 to 00:10 Sprint", "00:10 to 00:12 Walk"]),
        ("0:00 Sleep\n6:00 Run\n9:00 Work",
         ["00:00 to 06:00 Sleep …", "06:00 to 09:00 Run …", "09:00 to 00:00 Work …"]),
        ("11:00 PM Sleep\n7:00 AM Run", ["23:00 to 07:00 Sleep …", "07:00 to 23:00 Run …"]),
        ("7:00 Run\n12:00 Lunch\n1:00 Work\n6:00 Dinner\n10:00 Sleep",
         ["07:00 to 12:00 Run …", "12:00 to 13:00 Lunch …", "13:00 to 18:00 Work …",
          "18:00 to 22:00 Dinner …", "22:00 to 07:00 Sleep …"]),
        ("9:00 Work (30 min)\n10:00 Run for 1 hour\n12:00 Tea",
         ["09:00 to 09:30 Work (30 min)", "10:00 to 11:00 Run for 1 hour",
          "12:00 to 09:00 Tea …"]),
        ("Work 9:00 to 17:00\nRun at 18:00 for 30 min\nTea",
         ["09:00 to 17:00 Work", "18:00 to 18:30 Run for 30 min"]),
        ("| Time | Activity | Duration |\n|---|---|---|\n| 9:00 | Work | 3 hours |\n"
         "| 13:00 | Run | 45 min |",
         ["09:00 to 12:00 Work | 3 hours", "13:00 to 13:45 Run | 45 min"]),
        ("Each day at 9:00 is work time\n10:00 Run\n11:00 Tea",
         ["10:00 to 11:00 Run …", "11:00 to 10:00 Tea …"]),
        ("Ready by 9:00\n10:00 Run\n11:00 Tea",
         ["10:00 to 11:00 Run …", "11:00 to 10:00 Tea …"]),
        ("Lunch until 9:30\n10:00 Run\n11:00 Tea",
         ["10:00 to 11:00 Run …", "11:00 to 10:00 Tea …"]),
        ("Gym\n- 5:15 – 6:15 (climbing hall)\n- 7:00 – 8:00 (pool)",
         ["05:15 to 06:15 Gym (climbing hall)", "07:00 to 08:00 Gym (pool)"]),
        ("22:00 - 06:00 Sleep\n22:00 - 06:00 Sleep\n07:00 - 08:00 Run",
         ["22:00 to 06:00 Sleep", "07:00 to 08:00 Run"]),
        ("No time at all\nSoup", []),
    ],
)  # fmt: skip
def test_the_entries_of_a_schedule(text, wanted):
    """Points, minutes and seconds, no AM or PM, lengths, columns, and what is no entry."""
    assert _line(text) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0:00 Warm-up\n5:00 Sprint\n10:00 Walk", "its last part has no end"),
        ("You rise at 8:00 and work a lot until 17:00.\n9:00 Run", "its times are in sentences"),
    ],
)
def test_a_schedule_that_cannot_be_read(text, why):
    """It says why."""
    with pytest.raises(Unreadable, match=why):
        slots(outline(text))


def test_what_notes_name_is_perhaps_done_too():
    """In a column of notes, however it is called; not in others."""
    for head, minutes in [(one, (0, 60)) for one in (
        "Notes", "Note", "Comment", "Comments", "Remarks", "Tips", "Tip", "Why", "Focus",
        "Reminder",
    )] + [("Details", (60, 60))]:  # fmt: skip
        text = f"| Time | What | {head} |\n|---|---|---|\n| 9:00 - 10:00 | Tea | read a book |"
        found = slots(outline(f"{text}\n| 10:00 - 12:00 | Walk | slowly |"))
        ((_, value, _),) = of_activity(found, Activity("book"))
        assert tuple(value) == minutes, head


def test_lengths_without_a_time():
    """Of lines about an activity, not of notes."""
    text = "Reading: 30 minutes\nWork: 8 hours\nNotes: reading 20 minutes\nReading hall"
    found = lengths(outline(text), Activity("reading"))
    assert [(node.text, one.low) for node, one in found] == [("Reading: 30 minutes", 30)]
    times = {0: "00:00", 1439: "23:59", 1440: "00:00", 90.4: "01:30", 605: "10:05"}
    assert {one: clock(one) for one in times} == times
