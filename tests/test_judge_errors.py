"""What went wrong in a wrong judgement: proposals, label files, and Table 2 of ACS."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis.report
from tamis.benchmarks.acs.error_types import (
    CATEGORIES,
    FIELDS,
    ErrorRow,
    apply_labels,
    error_row,
    parse_label,
    propose,
    read_labels,
    table,
    write_labels,
)
from tamis.benchmarks.acs.error_types.spans import spans
from tamis.benchmarks.acs.error_types.sums import statements
from tamis.benchmarks.acs.error_types.tokens import tidied, tokens
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Entry, Part, Worksheet
from tamis.types import InputError

PUBLISHED = Path(tamis.report.__file__).parent / "published" / "acs.json"


def day(name, satisfied, *amounts):
    """A day of a meal plan with dishes of these calories."""
    entries = tuple(Entry(f"Dish {i}", float(a), (float(a),)) for i, a in enumerate(amounts, 1))
    return Part(name, entries, float(sum(amounts)), satisfied)


def meals(*days):
    """A worksheet of calories for each day."""
    return Worksheet("calories", "kcal", "at least 1,000 kcal", "each day", "summation", days)


def count(quantity, *parts):
    """A worksheet that counts named things."""
    made = tuple(
        Part(name, tuple(Entry(item, 1.0) for item in items), float(len(items)), satisfied)
        for name, satisfied, items in parts
    )
    return Worksheet(quantity, "", "exactly 4", "each day", "counting", made)


def sleep(minutes, satisfied=False):
    """A worksheet of a night from 10:30 PM, in minutes."""
    entry = Entry("10:30 PM - 5:30 AM | Sleep", float(minutes), (1350.0, 330.0))
    part = Part("the plan", (entry,), float(minutes), satisfied)
    return Worksheet("sleep", "min", "at least 8 h", "plan", "date-time", (part,))


LIFTS = Worksheet(
    "tonnage",
    "kg",
    "at least 3,000 kg",
    "each session",
    "multiplication and summation",
    (
        Part(
            "Session 1",
            (
                Entry(
                    "Bench press: 3 sets of 8 reps @ 80 kg", 1920.0, (3.0, 8.0, 80.0), "3 × 8 × 80"
                ),
                Entry("Rows: 3 sets of 10 reps @ 40 kg", 1200.0, (3.0, 10.0, 40.0), "3 × 10 × 40"),
            ),
            3120.0,
            True,
        ),
    ),
)


def read(rationale):
    """Whether each statement of a rationale is true, sums first."""
    text = tidied(rationale)
    found = tokens(text)
    return [s.true for s in statements(text, found)] + [s.true for s in spans(text, found)]


TRUE = [
    "300 + 250 + 400 = 950",
    "3 x 8 x 80 = 1,920 kg",
    "3 sets × 8 reps × 80 kg + 3*10*40 = 3,120 kg",
    "$$3 \\times 8 \\times 80 = 1920 \\text{ kg}$$",
    "The sum of 300, 250 and 400 is 950.",
    "For day 1 the 3 meals, 300, 250, and 400 calories, total 950 calories",
    "300 for breakfast, 250 for lunch and 400 for dinner, for a total of 950",
    "Day 1 - 300 + 250 = 550",
    "300 cal (oatmeal) + 250 cal (2 toasts) = **550** cal",
    "300 + 250 = 550 + 400 = 950",
    "3 x 30 minutes = 90 minutes = 1.5 hours",
    "30 + 45 + 60 = 2 hours 15 minutes",
    "1700 / 3 = 566.67",
    "1700 / 3 ≈ 570",
    "(300 + 250) x 2 = 1100",
    "three times eight is twenty-four",
    "9:30 PM to 5:30 AM is 8 hours",
    "9:30 to 5:30 is 8 hours",
    "from 22:00 until 06:00, which is 8 hours",
    "9 to 11 PM is 2 hours",
    "17:00 - 09:00 = 8 hours",
    "9 AM - 12 PM: deep work (3 hours)",
]
FALSE = [
    "300 + 250 + 400 = 960",
    "3 x 8 x 80 = 1,900 kg",
    "The sum of 300, 250 and 400 is 1000.",
    "300, 250 and 400 calories, for a total of 980",
    "30 + 45 + 60 = 2 hours 30 minutes",
    "1700 / 3 = 556.67",
    "three times eight is twenty-five",
    "9:30 PM to 5:30 AM is 7 hours",
    "9 AM - 12 PM: deep work (4 hours)",
]
NOT_READ = [
    "300 + 250 is less than 600",
    "300 + 250 is 50 less than 600",
    "300 + 250 and the limit is 600",
    "10-15 + 5 = 15-20",
    "2 eggs 140 + 1 toast 80 = 230",
    "20% of 300 + 5 = 60",
    "2000 g + 500 g = 2.5 kg",
    "With 3 sets and 8 reps totals 24",
    "Over 7 days, 3 meals, and 2 snacks total 35 items",
    "8 - 5 = 9 hours",
]


@pytest.mark.parametrize("rationale", TRUE)
def test_right_arithmetic_is_not_called_wrong(rationale):
    """Sums, products, rounding, running sums, prose, dashes, spans over midnight."""
    found = read(rationale)
    assert found
    assert all(found)


@pytest.mark.parametrize("rationale", FALSE)
def test_wrong_arithmetic_is_found(rationale):
    """One false statement, in each of the ways of writing it."""
    assert False in read(rationale)


@pytest.mark.parametrize("rationale", NOT_READ)
def test_what_is_not_sure_to_be_arithmetic_is_left_alone(rationale):
    """Comparisons, ranges, percentages, units that change: no statement, so none that is false."""
    assert read(rationale) == []


def test_spans_of_one_sentence_may_be_added_up_or_cut():
    """Two spans make 7 hours; a lunch that is taken off leaves nothing to check."""
    assert read("9:00 AM to 12:00 PM and 1:00 PM to 5:00 PM is 7 hours") == [None, True]
    assert read("9:00 AM to 12:00 PM and 1:00 PM to 5:00 PM is 8 hours") == [None, False]
    assert read("9 AM to 5 PM is 7 hours excluding the lunch break") == [None]


TWO_DAYS = meals(day("Day 1", True, 300, 350, 400), day("Day 2", False, 300, 250, 400))
FOUR = count("meals", ("Day 1", False, ["Breakfast: eggs", "Lunch: soup", "Dinner: pasta"]))


@pytest.mark.parametrize(
    ("rationale", "worksheet", "category", "reason"),
    [
        ("Day 2: 300 + 250 + 400 = 1,050, enough.", TWO_DAYS, "calculation", "= 1,050"),
        ("Day 2: 300 + 250 + 400 + 100 = 1050.", TWO_DAYS, "extraction", "has 100 kcal"),
        ("Day 2: 300 + 250 = 550.", TWO_DAYS, "extraction", 'lacks 400 kcal ("Dish 3")'),
        ("Day 1: 300 + 350 + 400 = 1050, so all is well.", TWO_DAYS, "extraction", "Day 2"),
        ("The title says that each day has enough.", TWO_DAYS, "extraction", "Day 2"),
        ("Day 2: 300, 250 and 400. The total is 1000.", TWO_DAYS, "calculation", "950 kcal"),
        ("Day 2: 300 + 250 + 400 = 950, which is at least 1000.", TWO_DAYS, "other reasoning", ""),
        ("Lunch: 300 + 250 = 550. Day 2: 550 + 400 = 950.", TWO_DAYS, "other reasoning", ""),
        (
            "3 x 8 x 80 = 1920; 3 x 10 x 40 = 1200; 1920 + 1200 = 3120.",
            LIFTS,
            "other reasoning",
            "",
        ),
        ("3 x 8 x 80 = 1920; 3 x 10 x 30 = 900; 1920 + 900 = 2820.", LIFTS, "extraction", "900 kg"),
        ("3 x 8 x 80 = 1820; 3 x 10 x 40 = 1200.", LIFTS, "calculation", "= 1820"),
        ("Breakfast, lunch and dinner make 4 meals.", FOUR, "counting", "3"),
        ("There are 4 meals: breakfast, lunch, and dinner.", FOUR, "counting", "4"),
        ("There are 4 meals.", FOUR, "counting", "lists no items"),
        ("Breakfast and lunch are there, so 2 meals.", FOUR, "extraction", "Dinner"),
        ("Breakfast, lunch and dinner are 3 meals, as asked.", FOUR, "other reasoning", ""),
        ("Sleep from 10:30 PM to 5:30 AM is 8 hours.", sleep(420), "calculation", "8 hours"),
        ("Sleep from 9:30 PM to 5:30 AM is 8 hours.", sleep(420), "schedule understanding", "7 h"),
        ("10:30 PM to 5:30 AM is 7 hours, which is enough.", sleep(420), "other reasoning", ""),
    ],
)
def test_a_proposal_for_each_kind_of_error(rationale, worksheet, category, reason):
    """The category and what its reason names, for rationales that were wrong in a known way."""
    got = propose(rationale, worksheet)
    assert got.category == category, got.reason
    assert reason in got.reason
    assert got.reason.endswith(".")


def test_where_nothing_failed_the_days_that_were_not_looked_at_do_not_count():
    """A judge that wrongly saw a failure in day 1 may stop there; day 2 is not missing."""
    both = meals(day("Day 1", True, 300, 350, 400), day("Day 2", True, 300, 350, 500))
    assert propose("Day 1: 300 + 350 + 400 = 1050, too few.", both).category == "other reasoning"
    assert propose("Day 1: 300 + 350 = 650, too few.", both).category == "extraction"


def test_repeated_numbers_are_counted():
    """Three dishes of 200 are three addends, not one number."""
    thrice = meals(day("Day 1", False, 200, 200, 200))
    assert propose("200 + 200 = 400, enough.", thrice).category == "extraction"
    assert propose("200 + 200 + 200 = 600, enough.", thrice).category == "other reasoning"


def test_minutes_may_be_said_in_hours():
    """A sum in hours has the entries of a worksheet in minutes."""
    part = Part("Monday", (Entry("Run", 60.0, (60.0,)), Entry("Swim", 30.0, (30.0,))), 90.0, False)
    sheet = Worksheet("training", "min", "at least 2 h", "each day", "summation", (part,))
    assert propose("1 hour + 30 minutes = 90 minutes", sheet).category == "other reasoning"
    assert propose("1 hour + 0.5 hours = 1.5 hours", sheet).category == "other reasoning"
    assert propose("1 hour + 1 hour = 2 hours", sheet).category == "extraction"


def test_times_of_the_clock_are_compared_as_such():
    """Work that ends at 17:30, in 12- or 24-hour form; another end is a misread schedule."""
    part = Part("the plan", (Entry("9:00 AM - 5:30 PM | Work", 1050.0),), 1050.0, False)
    sheet = Worksheet("work", "clock", "ends at 18:00", "plan", "date-time", (part,))
    assert propose("Work ends at 5:30 PM, as asked.", sheet).category == "other reasoning"
    assert propose("Work ends at 17:30, as asked.", sheet).category == "other reasoning"
    got = propose("Work ends at 6 PM, as asked.", sheet)
    assert got.category == "schedule understanding"
    assert "17:30" in got.reason


def test_without_a_worksheet_only_the_rationale_itself_can_be_wrong():
    """A false sum is one all the same; else the proposal says that there was no worksheet."""
    got = propose("The plan has 950 calories.", None)
    assert got.category == "other reasoning"
    assert "no worksheet" in got.reason
    assert propose("300 + 250 = 560", None).category == "calculation"
    assert propose("There are 4 meals: breakfast, lunch, dinner.", None).category == "counting"
    assert "no rationale" in propose(" \n", TWO_DAYS).reason


def test_a_worksheet_that_contradicts_the_label_is_not_used():
    """Where the program is wrong too, its numbers prove nothing."""
    got = propose("Day 2: 300 + 250 = 550.", TWO_DAYS, gold=True)
    assert got.category == "other reasoning"
    assert "contradicts" in got.reason
    assert propose("Day 2: 300 + 250 = 550.", TWO_DAYS, gold=False).category == "extraction"


def test_marked_lines_are_counted():
    """Four exercises are announced and three lines follow; days are no exercises."""
    lines = "There are 4 exercises:\n- squats\n- rows\n- curls\n\nSo it holds."
    assert propose(lines, None).category == "counting"
    assert propose(lines.replace("4", "3"), None).category == "other reasoning"
    days = "There are 3 meals each day:\n- Day 1: yes\n- Day 2: yes"
    assert propose(days, None).category == "other reasoning"


PIECES = st.sampled_from(
    ["300", "+", "=", "-", "x", "(", ")", "[", ",", "and", "is", "total", "sum of", "1:30 PM", "to",
     "2 hours", "30 min", "%", "/", "0", "12am", "4 meals:", "\n- ", ".", "1h30", "9" * 400, "—"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map(" ".join) | st.text(max_size=80))
def test_any_rationale_gets_a_proposal(rationale):
    """Arbitrary text never fails, with and without a worksheet of each capability."""
    for worksheet in (None, TWO_DAYS, LIFTS, FOUR, sleep(420)):
        got = propose(rationale, worksheet)
        assert got.category in CATEGORIES
        assert got.reason


@pytest.mark.parametrize(
    "piece",
    [
        "300 + ",
        "300, ",
        "300 - 1 + ",
        "1 + 1 = 2\n",
        "9 AM to 5 PM is 7 h, ",
        "(",
        "9:30 PM to ",
        "1 hour ",
        "= ",
        "4 meals: a, ",
        "\n- a",
        "1:30 PM - 2 PM ",
    ],
)
def test_long_rationales_take_linear_time(piece):
    """Twenty thousand characters of anything are read in seconds, not minutes."""
    text = piece * (20_000 // len(piece)) + "= 5"
    begun = time.thread_time()
    propose(text, TWO_DAYS)
    propose(text, FOUR)
    assert time.thread_time() - begun < 5


ROWS = (
    ErrorRow("a1", "gpt", True, False, "= 300 + 250\nno", "- lines", "extraction", "Lacks 4."),
    ErrorRow("a2", "gpt", False, True, '-1 "quoted", yes', "", "calculation", "Bad.", "counting"),
    ErrorRow("a2", "other", False, True, "'=kept", constraint="At most 5.", response="- a\n- b, c"),
)


def test_a_label_file_comes_back_as_it_was_written(tmp_path):
    """Quotes, line breaks and leading signs survive, and no cell begins as a formula does."""
    path = tmp_path / "labels.csv"
    write_labels(path, ROWS)
    assert read_labels(path) == ROWS
    raw = path.read_text(encoding="utf-8-sig")
    assert raw.splitlines()[0] == ",".join(FIELDS)
    assert '"\'= 300 + 250\nno"' in raw
    assert ",'- lines," in raw
    assert 'At most 5.,,"\'- a\n- b, c"' in raw


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_rationale_survives_the_file(tmp_path_factory, rationale):
    """Whatever a model wrote comes back, and its label still finds it."""
    path = tmp_path_factory.mktemp("labels") / "labels.csv"
    row = ErrorRow("i", "j", True, False, rationale, label="counting")
    write_labels(path, [row])
    (back,) = read_labels(path)
    assert back.rationale == rationale
    assert back.key == row.key


def test_spreadsheets_of_other_countries_are_read(tmp_path):
    """Semicolons, a column of one's own, empty lines, the paper's words for the categories."""
    path = tmp_path / "labels.csv"
    path.write_text(
        "id;judge;gold;verdict;label;my notes\n"
        "a1;gpt;1;0;Schedule Understanding;hm\n"
        ";;;;;\n"
        "a2;gpt;no;YES;Other;\n"
    )
    first, second = read_labels(path)
    assert (first.gold, first.verdict, first.label) == (True, False, "schedule understanding")
    assert (second.gold, second.verdict, second.label) == (False, True, "other reasoning")
    # Written before there were columns for them.
    assert (first.constraint, first.request, first.response) == ("", "", "")


def test_long_texts_are_cut_for_the_spreadsheet_and_keep_their_label(tmp_path):
    """A cell holds 32,767 characters; a cut rationale is marked and still recognised."""
    path = tmp_path / "labels.csv"
    long = "word " * 20_000
    row = ErrorRow("a", "gpt", True, False, long, label="extraction", response=long)
    write_labels(path, [row])
    (back,) = read_labels(path)
    for text in (back.rationale, back.response):
        assert len(text) < 32_767
        assert text.endswith("[…]")
    assert apply_labels([row], [back]).unused == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,judge,gold,verdict\n", 'line 1: the column "label"'),
        ("id,judge,gold,verdict,label,label\n", 'line 1: the column "label"'),
        ("id,judge,gold,verdict,label\na,m,1,0,typo\n", 'line 2: label is "typo"'),
        ("id,judge,gold,verdict,label\na,m,2,0,\n", 'line 2: gold is "2"'),
        ("id,judge,gold,verdict,label\na,m,1,1,other\n", "line 2: gold and verdict agree"),
        ("id,judge,gold,verdict,label\n,m,1,0,other\n", "line 2: the id is empty"),
        ("id,judge,gold,verdict,label\na,m,1\n", "line 2: 3 cells"),
        ('id,judge,gold,verdict,label\n"a,m,1,0,\n', "not CSV"),
        (
            "id,judge,gold,verdict,label\na,m,1,0,other\na,m,1,0,counting\n",
            'line 3: "a" of m is labelled otherwise in line 2',
        ),
    ],
)
def test_a_bad_label_file_is_one_sentence(tmp_path, text, said):
    """The file, the line, what was wrong and what to do."""
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_labels(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_and_foreign_files_are_one_sentence(tmp_path):
    """No file, and a file that is not UTF-8."""
    with pytest.raises(InputError, match="cannot be read"):
        read_labels(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("id,judgé".encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8"):
        read_labels(tmp_path / "latin.csv")


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_category_can_be_spelt_in_the_usual_ways(category):
    """Capitals, underscores and blanks make no difference; nonsense is None."""
    assert parse_label(category) == category
    assert parse_label(f" {category.replace(' ', '_').upper()} ") == category
    assert parse_label("nonsense") is None


def test_labels_by_hand_win_and_belong_to_their_rationale():
    """A label replaces the proposal of the same words only; others are counted as unused."""
    rows = [
        ErrorRow("a", "gpt", True, False, "Day 1: 550.", proposed="extraction"),
        ErrorRow("b", "gpt", True, False, "new words", proposed="extraction"),
    ]
    by_hand = [
        ErrorRow("a", "gpt", True, False, "Day 1:  550.\r\n", label="counting"),
        ErrorRow("b", "gpt", True, False, "old words", label="calculation"),
        ErrorRow("c", "gpt", True, False, "", label=""),
    ]
    got = apply_labels(rows, by_hand)
    assert [row.category for row in got.rows] == ["counting", "extraction"]
    assert got.unused == 1


def test_a_row_is_made_of_a_wrong_judgement():
    """Rationale, worksheet in plain text and a proposal; a right one has no error."""
    judgement = Judgement(True, "gpt", rationale="Day 2: 300 + 250 = 550, enough.")
    row = error_row("a1", False, judgement, TWO_DAYS)
    assert (row.id, row.judge, row.gold, row.verdict) == ("a1", "gpt", False, True)
    assert row.worksheet.splitlines()[0] == "calories, each day: at least 1,000 kcal"
    assert (row.proposed, row.label, row.category) == ("extraction", "", "extraction")
    for undecided in (Judgement(False, "gpt"), Judgement(None, "gpt", "unparsed")):
        with pytest.raises(ValueError, match="not wrong"):
            error_row("a1", False, undecided, TWO_DAYS)


def test_table_2_from_labels():
    """The paper's counts as labels give its totals, and the shares that it prints."""
    published = json.loads(PUBLISHED.read_text())["errors_two_shot"]
    rows = [
        ErrorRow(f"{i}", judge, True, False, label=parse_label(name))
        for judge, counts in published.items()
        for name, n in counts.items()
        if name != "total"
        for i in range(n)
    ]
    got = table(rows)
    assert [each.judge for each in got] == list(published)
    for each in got:
        counts = published[each.judge]
        assert each.total == counts["total"] == each.by_hand
        assert list(each.counts) == list(CATEGORIES)
        assert {name.replace(" ", "_"): n for name, n in each.counts.items()} == {
            name: n for name, n in counts.items() if name != "total"
        }
    pro = got[0]
    assert [round(100 * pro.share(c), 1) for c in CATEGORIES] == [17.5, 2.5, 5.0, 50.0, 25.0]
    assert pro.reasoning == 30


def test_the_table_tells_labels_from_proposals_and_from_nothing():
    """One by hand, one proposed, one with neither, which is an error without a category."""
    (gpt, other) = table(ROWS)
    assert (gpt.total, gpt.by_hand, gpt.unlabelled) == (2, 1, 0)
    assert (gpt.counts["extraction"], gpt.counts["counting"]) == (1, 1)
    assert (other.total, other.unlabelled) == (1, 1)
    assert table([]) == []
    assert math.isclose(gpt.share("counting"), 0.5)
