"""Statistics of data in KITAB's form, and the manual check of titles that it does not know."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tamis.benchmarks.kitab.data import load, load_all
from tamis.benchmarks.kitab.manual_check import Line, report
from tamis.benchmarks.kitab.samples import load_samples
from tamis.benchmarks.kitab.statistics import statistics
from tamis.report.elements import Figure


def row(author, types, wordings, golds, sitelinks=5):
    """A query about an author of four books."""
    return {
        "Author": author,
        "Birth Year": 1900,
        "# of sitelinks": sitelinks,
        "constraint_type": types,
        "constraints": wordings,
        "mapped_books": str(golds),
        "all_books": "['Ash (1930)', 'Birch (1931)', 'Cedar (1932)', 'Date Palm (1933)']",
        "raw_books": "['Ash', 'Birch', 'Cedar', 'Date Palm']",
    }


ONE = [
    row("Ann", "starts-with", "Book title starts with the letter A.", ["Ash"]),
    row("Ann", "word-count", "Book title contains only 2 words.", ["Date Palm"]),
    row("Bob", "starts-with", "Book title starts with the letter Z.", [], sitelinks=50),
]
TWO = [
    row(
        "Ann",
        "['starts-with', 'ends-with']",
        "Criterion 1: Book title starts with the letter A., "
        "Criterion 2: Book title ends with the letter h.",
        ["Ash"],
    )
]


@pytest.fixture
def folder(tmp_path):
    """Three queries with one constraint about two authors, and one with two."""
    for name, rows in (("ONE", ONE), ("TWO", TWO)):
        path = tmp_path / f"KITAB-{name}-BOOK-CONSTRAINTS.json"
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return tmp_path


def test_table_2_by_hand(folder):
    """κ is 1 less the share of the four books: 3/4, and 1 where none satisfies."""
    made = statistics(load_all(str(folder)))
    own = {
        one.group: tuple(one.cells[key] for key in ("n1", "kappa1", "n2", "kappa2"))
        for one in made.tables[0].rows
        if one.kind == "measure"
    }
    assert own == {
        "starts-with": (2, 0.875, 1, 0.75),
        "word-count": (1, 0.75, 0, None),
        "ends-with": (0, None, 1, 0.75),
        "Summary": (3, pytest.approx(2.5 / 3), 1, 0.75),
    }
    assert any("nothing satisfies: 1 of 3 (33.33%)" in note for note in made.notes)


def test_table_2_beside_the_papers(folder):
    """The printed rows, of the types that the data has."""
    [table] = statistics(load_all(str(folder))).tables
    printed = {
        row.group: [row.cells[key] for key in ("n1", "kappa1", "n2", "kappa2")]
        for row in table.rows
        if row.kind == "published"
    }
    assert printed == {
        "starts-with": [598, 0.9, 2163, 0.92],
        "ends-with": [482, 0.89, 1782, 0.91],
        "word-count": [1672, 0.53, 1630, 0.81],
        "Summary": [8239, 0.67, 4750, 0.87],
    }


def test_figures_1_5_and_6_by_hand(folder):
    """Two authors, three queries: shares of each bin, and how many they are."""
    made = {one.id: one for one in statistics(load_all(str(folder))).figures}

    def one(figure: Figure) -> dict[str, float]:
        points = zip(figure.ticks, figure.series[0].points, strict=True)
        return {tick: point.value for tick, point in points if point.value}

    assert one(made["anchors"]) == {"0–10": 1 / 2, "40–60": 1 / 2}
    assert one(made["popularity"]) == {"0–10": 2 / 3, "40–60": 1 / 3}
    assert one(made["constrainedness"]) == {"0.7–0.8": 2 / 3, "0.9–1.0": 1 / 3}
    assert [line.label for line in made["popularity"].series] == [
        "one constraint (3)",
        "two constraints (1)",
    ]


def test_data_with_one_file_alone(folder):
    """A collected table may have queries with one constraint only."""
    (folder / "KITAB-TWO-BOOK-CONSTRAINTS.json").unlink()
    assert statistics(load_all(str(folder))).tables[0].rows[0].cells["n2"] == 0


def test_the_command_writes_all_forms(tamis_here, folder):
    """A table on the screen, and files of each table and figure."""
    said = tamis_here("kitab", "statistics", str(folder), "--csv", "c", "--figures", "f").out
    assert "Queries by constraint type" in said
    names = {path.stem for path in Path("c").iterdir()}
    assert names == {"types", "anchors", "popularity", "constrainedness"}
    assert {path.stem for path in Path("f").iterdir()} == names - {"types"}


def test_a_sheet_has_what_the_data_does_not_know(tamis_here, folder):
    """A title of another author is to be looked for; a query without one has a line too."""
    Path("answers.jsonl").write_text(
        '{"id": "one-0000", "text": "Output:\\n1. Title: Ash\\n2. Title: Elm"}\n'
        '{"id": "one-0001", "text": "Output:\\n1. Title: Date Palm"}\n'
        '{"id": "one-0002", "text": "Output:\\n1. Title: Zelkova\\n2. Title: Zinnia"}\n'
    )
    chosen = ("--data", str(folder), "-T", "constraints=1", "-T", "condition=no_context")
    tamis_here("score", "kitab", "answers.jsonl", *chosen)
    tamis_here("kitab", "sheet", "runs", "--out", "sheet.csv")
    with Path("sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(one["query"], one["title"]) for one in rows] == [
        ("one-0000", "Elm"),
        ("one-0001", ""),
        ("one-0002", "Zelkova"),
        ("one-0002", "Zinnia"),
    ]
    refused = tamis_here("kitab", "sheet", "runs", "--out", "sheet.csv", check=2).err
    assert "may hold someone's work" in refused
    filled = Path("sheet.csv").read_text(encoding="utf-8-sig").replace("Elm,,", "Elm,Yes,")
    Path("sheet.csv").write_text(filled)
    said = tamis_here("kitab", "checked", "sheet.csv").out
    # one-0000 has a title that exists, one-0001 none at all, one-0002 is open.
    assert "0.50" in said
    Path("sheet.csv").write_text(filled.replace("Zinnia,,", "Zinnia,perhaps,"))
    assert (
        "line 5: `exists` is 'perhaps'" in tamis_here("kitab", "checked", "sheet.csv", check=2).err
    )

    # Data under the same name and ids that asks something else is not what was answered.
    path = folder / "KITAB-ONE-BOOK-CONSTRAINTS.json"
    path.write_text(path.read_text().replace('"Ann"', '"Anna"'))
    load.cache_clear()
    load_samples.cache_clear()
    said = tamis_here("kitab", "sheet", "runs", "--out", "again.csv", check=2).err
    assert "which has changed since" in said


def test_a_sheet_leaves_out_what_has_no_titles_to_look_for(tamis_here, folder):
    """Of a folder with all conditions and baselines, as a sweep makes one; and says so."""
    chosen = ("--data", str(folder), "-T", "constraints=1")
    tamis_here("run", "kitab", *chosen, "-T", "condition=no_context,single_item", "--out", "o/b")
    refused = tamis_here("kitab", "sheet", "o", "--out", "sheet.csv", check=2).err
    assert "only baselines (4 runs)" in refused
    for condition, id in (("single_item", "one-0001-"), ("no_context", "one-0000")):
        answer = {"id": id, "text": "Output:\n1. Title: Elm"}
        Path("answers.jsonl").write_text(json.dumps(answer))
        of = ("-T", f"condition={condition}", "--out", f"o/{condition}")
        tamis_here("score", "kitab", "answers.jsonl", *chosen, *of)
    said = tamis_here("kitab", "sheet", "o", "--out", "sheet.csv").out
    assert "baselines (4 runs), single_item (1 run)" in said
    with Path("sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        titles = [(one["condition"], one["title"]) for one in csv.DictReader(file)]
    assert ("no_context", "Elm") in titles
    assert {condition for condition, _ in titles} == {"no_context"}


def test_shares_by_hand():
    """Open: one title of the query is not looked for, and none of the others exists."""
    lines = [
        Line("m", "c", "1", "Ann", title="a", exists="no"),
        Line("m", "c", "1", "Ann", title="b", exists="yes"),
        Line("m", "c", "2", "Ann", title="c", exists="no"),
        Line("m", "c", "3", "Bob"),
        Line("m", "c", "4", "Bob", title="d", exists="n"),
        Line("m", "c", "4", "Bob", title="e"),
        Line("m", "c", "5", "Cleo", title="f", exists="y"),
        Line("m", "c", "5", "Cleo", title="g"),
    ]
    (own, *printed) = report(lines).tables[0].rows
    assert own.cells["queries"].value == 2 / 4
    assert (own.cells["n"], own.cells["open"]) == (4, 1)
    assert own.cells["titles"].value == pytest.approx(2 / 5)
    assert [one.cells["queries"] for one in printed] == [0.05, 0.06]
