"""The loader of ACS's released form: what it reads, and the sentences for what it cannot."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.benchmarks.acs.data import (
    COLUMNS,
    CONSTRAINT,
    DOMAIN,
    LABEL,
    REQUEST,
    RESPONSE,
    load,
    read_items,
)
from tamis.types import InputError

DEVELOPMENT = Path(__file__).parents[2] / "shared/data/acs/acs_dataset.dev.csv"
MINI = Path(__file__).parents[1] / "src/tamis/benchmarks/acs/mini"
ROW = {
    REQUEST: "Plan a day.",
    RESPONSE: "* Oats (450 cal)\n* Eggs (200 cal)",
    CONSTRAINT: "At most 700 calories.",
    LABEL: "1",
    DOMAIN: "meal-planning",
}


def write(path: Path, rows, columns=COLUMNS, encoding="utf-8", end="\n") -> Path:
    """A CSV file with these rows."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator=end, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return path


def refusal(path: Path) -> str:
    """The one sentence by which a file is refused."""
    with pytest.raises(InputError) as refused:
        list(read_items(path))
    said = str(refused.value)
    assert "\n" not in said
    assert path.name in said
    return said


def test_fields_over_several_lines_and_in_any_order_are_read(tmp_path):
    """A mark at the beginning, Windows' line ends, another order, another column."""
    columns = (DOMAIN, "note", *reversed(COLUMNS[:4]))
    row = {**ROW, "note": "mine", CONSTRAINT: ' He said "at most 700", \n no more. '}
    path = write(tmp_path / "own.csv", [row], columns, "utf-8-sig", "\r\n")
    [item] = read_items(path)
    assert item.response == "* Oats (450 cal)\n* Eggs (200 cal)"
    assert item.constraint == 'He said "at most 700", \n no more.'
    assert (item.row, item.satisfied, item.domain) == (1, True, "meal-planning")
    assert item.capability is None


def test_an_id_has_the_row_and_changes_with_what_is_judged(tmp_path):
    """Labels and domains are not asked about; request, response and constraint are."""
    path = tmp_path / "own.csv"
    changed = [
        {**ROW, REQUEST: "Plan two days."},
        {**ROW, RESPONSE: "* Oats (451 cal)"},
        {**ROW, CONSTRAINT: "At most 701 calories."},
    ]
    ids = [item.id for item in read_items(write(path, [ROW, *changed]))]
    assert [id[:4] for id in ids] == ["001-", "002-", "003-", "004-"]
    assert len({id[4:] for id in ids}) == 4
    [same] = read_items(write(path, [{**ROW, LABEL: "0", DOMAIN: "other"}]))
    assert same.id == ids[0]


def test_items_of_one_response_are_one_cluster(tmp_path):
    """Two constraints on one response, and one on another."""
    rows = [ROW, {**ROW, CONSTRAINT: "Two meals."}, {**ROW, RESPONSE: "Nothing."}]
    first, second, third = read_items(write(tmp_path / "own.csv", rows))
    assert first.cluster == second.cluster != third.cluster


def test_a_response_of_five_megabytes_is_read(tmp_path):
    """The csv module alone stops at 128 kB a field, and is left as it was."""
    before = csv.field_size_limit()
    path = write(tmp_path / "own.csv", [{**ROW, RESPONSE: "* 1 egg\n" * 625_000 + "."}])
    [item] = read_items(path)
    assert len(item.response) == 5_000_001
    assert csv.field_size_limit() == before


@pytest.mark.parametrize("column", COLUMNS)
def test_a_missing_column_is_named(tmp_path, column):
    """Each of the five is demanded."""
    others = [name for name in COLUMNS if name != column]
    said = refusal(write(tmp_path / "own.csv", [ROW], others))
    assert f"lacks the column {column}" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({LABEL: "yes"}, "row 2: is_constraint_satisfied is 'yes'; it must be 0 or 1"),
        ({LABEL: "2"}, "it must be 0 or 1"),
        ({LABEL: ""}, "it must be 0 or 1"),
        ({RESPONSE: " \n "}, "row 2: agent_response is empty"),
        ({CONSTRAINT: ""}, "row 2: constraint is empty"),
        ({REQUEST: f" {ROW[REQUEST]} "}, "row 2 has the same request, response and constraint as "
                                         "row 1"),
    ],
)  # fmt: skip
def test_a_wrong_row_is_named(tmp_path, change, said):
    """The second row is the wrong one."""
    base = {**ROW, CONSTRAINT: "Two meals."} if REQUEST not in change else ROW
    assert said in refusal(write(tmp_path / "own.csv", [ROW, {**base, **change}]))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "lacks the column"),
        (",".join(COLUMNS).encode(), "has no rows"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (f"{','.join(COLUMNS)}\na,b\n".encode(), "line 2: 2 cells"),
        (f'{",".join(COLUMNS)}\na,"b,c,1,d\n'.encode(), "a quote may be open"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path, content, said):
    """Nothing, no rows, another encoding, too few fields, an open quote."""
    path = tmp_path / "own.csv"
    path.write_bytes(content)
    assert said in refusal(path)


@given(st.binary(max_size=300))
def test_whatever_a_file_holds_is_read_or_refused_in_a_sentence(tmp_path_factory, content):
    """Never another error, whatever follows a right header."""
    path = tmp_path_factory.mktemp("any") / "own.csv"
    path.write_bytes(",".join(COLUMNS).encode() + b"\n" + content)
    said = ""
    try:
        items = list(read_items(path))
        assert all(item.response and item.constraint for item in items)
    except InputError as refused:
        said = str(refused)
    assert "\n" not in said
    assert not said or str(path) in said


def test_capabilities_come_from_a_column_or_from_the_file_beside(tmp_path):
    """The file goes before the column; an unknown one is refused."""
    rows = [{**ROW, "capability": "Counting"}, {**ROW, CONSTRAINT: "Two meals."}]
    path = write(tmp_path / "acs_dataset.csv", rows, (*COLUMNS, "capability"))
    first, second = load(str(tmp_path)).items
    assert (first.capability, second.capability) == ("counting", None)
    (tmp_path / "labels.csv").write_text("row,capability\n2,date-time\n1,summation\n")
    load.cache_clear()
    both = load(str(tmp_path))
    assert [item.capability for item in both.items] == ["summation", "date-time"]
    (tmp_path / "labels.csv").write_text("row,capability\n2,alchemy\n")
    load.cache_clear()
    with pytest.raises(InputError, match="row 1: there is no capability 'alchemy'"):
        load(str(path.parent))


def test_the_majority_is_the_datas_own(tmp_path):
    """One satisfied of three; on a tie it is satisfied."""
    rows = [{**ROW, LABEL: label, CONSTRAINT: f"{n} meals."} for n, label in enumerate("001")]
    assert load(str(write(tmp_path / "a.csv", rows))).majority is False
    assert load(str(write(tmp_path / "b.csv", rows[1:]))).majority is True


def test_a_folder_with_one_file_beside_the_labels_is_that_file(tmp_path):
    """Whatever it is called; of two neither is guessed."""
    write(tmp_path / "mine.csv", [ROW])
    (tmp_path / "labels.csv").write_text("row,capability\n1,summation\n")
    [item] = load(str(tmp_path)).items
    assert item.capability == "summation"
    write(tmp_path / "other.csv", [ROW])
    load.cache_clear()
    with pytest.raises(InputError, match="name the file itself"):
        load(str(tmp_path))


def test_only_the_released_file_is_called_released(tmp_path):
    """Another file under that name is refused; without one the command to fetch it is named."""
    write(tmp_path / "acs_dataset.csv", [ROW])
    with pytest.raises(InputError, match="is not the released file"):
        load("released", str(tmp_path))
    with pytest.raises(InputError, match="no data 'relased'"):
        load("relased")
    (tmp_path / "acs_dataset.csv").unlink()
    with pytest.raises(InputError, match=r"holds no acs_dataset\.csv"):
        load(str(tmp_path))


def test_the_released_file_must_be_fetched_first(tmp_path, monkeypatch):
    """One sentence with the command."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path))
    load.cache_clear()
    with pytest.raises(InputError, match="tamis data fetch acs"):
        load("released")


def test_the_mini_data_have_the_released_form_and_all_domains():
    """60 items of the four domains, both labels in each, a capability for each, distractors."""
    items = load("mini").items
    assert len(items) == 60
    domains = Counter((item.domain, item.satisfied) for item in items)
    assert {domain for domain, _ in domains} == {
        "meal-planning", "schedule", "workout-routine_cardio", "workout-routine_strength",
    }  # fmt: skip
    assert len(domains) == 8
    assert all(item.capability for item in items)
    with (MINI / "acs_dataset.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == list(COLUMNS)
    with (MINI / "labels.csv").open(encoding="utf-8", newline="") as file:
        labels = list(csv.DictReader(file))
    assert [int(row["row"]) for row in labels] == [item.row for item in items]
    assert sum(bool(row["distractor"]) for row in labels) >= 10
    assert all(row["working"] for row in labels)


def test_half_of_the_released_data_is_read():
    """193 items on responses that several share, 5 fields each."""
    if not DEVELOPMENT.exists():
        pytest.skip(f"{DEVELOPMENT} is not here.")
    items = load(str(DEVELOPMENT)).items
    assert len(items) == 193
    assert {item.domain for item in items} == {
        "meal-planning", "schedule", "workout-routine_cardio", "workout-routine_strength",
    }  # fmt: skip
    assert max(len(item.constraint) for item in items) <= 99
    assert max(len(item.response) for item in items) <= 4670
    assert max(Counter(item.cluster for item in items).values()) <= 6
