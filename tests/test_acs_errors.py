"""What went wrong in a wrong judgement: label files, and Table 2 of ACS."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis.report
from tamis.benchmarks.acs import published as published_rows
from tamis.benchmarks.acs.error_labels import (
    CATEGORIES,
    FIELDS,
    ErrorRow,
    apply_labels,
    error_row,
    parse_label,
    read_labels,
    write_labels,
)
from tamis.benchmarks.acs.errors import counted
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Entry, Part, Worksheet
from tamis.report.render.format import show
from tamis.types import InputError

PUBLISHED = Path(tamis.report.__file__).parent / "published" / "acs.json"

ROWS = (
    ErrorRow("a1", "gpt", True, False, "= 300 + 250\nno", "- lines", "extraction"),
    ErrorRow("a2", "gpt", False, True, '-1 "quoted", yes', "", "counting"),
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
    # Written without columns for them.
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
        ('id,judge,gold,verdict,label\n"a,m,1,0,\n', "not valid CSV"),
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
    with pytest.raises(InputError, match="does not exist"):
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


def test_a_file_of_former_versions_is_read_by_its_labels(tmp_path):
    """Its columns of what a program once proposed are no labels."""
    path = tmp_path / "labels.csv"
    path.write_text(
        "id,judge,gold,verdict,rationale,worksheet,proposed,reason,label\n"
        "a1,gpt,1,0,said,lines,calculation,A sum is false.,\n"
        "a2,gpt,1,0,said,lines,calculation,A sum is false.,counting\n"
    )
    assert [row.label for row in read_labels(path)] == ["", "counting"]


def test_labels_belong_to_their_rationale():
    """A label goes to the same words only; others are counted as unused."""
    rows = [
        ErrorRow("a", "gpt", True, False, "Day 1: 550."),
        ErrorRow("b", "gpt", True, False, "new words"),
    ]
    labelled = [
        ErrorRow("a", "gpt", True, False, "Day 1:  550.\r\n", label="counting"),
        ErrorRow("b", "gpt", True, False, "old words", label="calculation"),
        ErrorRow("c", "gpt", True, False, "", label=""),
    ]
    got = apply_labels(rows, labelled)
    assert [row.label for row in got.rows] == ["counting", ""]
    assert got.unused == 1


def test_a_row_is_made_of_a_wrong_judgement():
    """Rationale and worksheet in plain text, no label; a right one has no error."""
    dishes = (Entry("Oats", 300.0, (300.0,)), Entry("Eggs", 250.0, (250.0,)))
    day = Part("Day 2", dishes, 550.0, False)
    sheet = Worksheet("calories", "kcal", "at least 1,000 kcal", "each day", "summation", (day,))
    judgement = Judgement(True, "gpt", rationale="Day 2: 300 + 250 = 550, enough.")
    row = error_row("a1", False, judgement, sheet)
    assert (row.id, row.judge, row.gold, row.verdict) == ("a1", "gpt", False, True)
    assert row.worksheet.splitlines()[0] == "calories, each day: at least 1,000 kcal"
    assert row.label == ""
    for undecided in (Judgement(False, "gpt"), Judgement(None, "gpt", "unparsed")):
        with pytest.raises(ValueError, match="not wrong"):
            error_row("a1", False, undecided, sheet)


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
    got = counted(rows)
    assert [each.judge for each in got] == list(published)
    for each in got:
        counts = published[each.judge]
        assert each.total == counts["total"] == each.labelled
        assert list(each.counts) == list(CATEGORIES)
        assert {name.replace(" ", "_"): n for name, n in each.counts.items()} == {
            name: n for name, n in counts.items() if name != "total"
        }
    pro = got[0]
    shown = {name: show(cell).value for name, cell in pro.cells.items()}
    printed = ["7 (17.5%)", "1 (2.5%)", "2 (5.0%)", "20 (50.0%)", "10 (25.0%)"]
    assert [shown[category] for category in CATEGORIES] == printed
    assert shown["reasoning"] == "30 (75.0%)"
    [paper, *_] = published_rows.errors("2-shot")
    assert {name: show(cell).value for name, cell in paper.cells.items()} == {
        "total": "40",
        **shown,
    }


def test_shares_are_of_the_labelled_errors():
    """An error that nobody has labelled is counted, and is in no category and no share."""
    (gpt, other) = counted(ROWS)
    assert (gpt.total, gpt.labelled) == (2, 2)
    assert (gpt.counts["extraction"], gpt.counts["counting"]) == (1, 1)
    assert show(gpt.cells["counting"]).value == "1 (50.0%)"
    assert (other.total, other.labelled) == (1, 0)
    assert {show(cell).value for cell in other.cells.values()} == {"0"}
    assert counted([]) == []
