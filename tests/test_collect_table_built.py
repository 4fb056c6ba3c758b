"""`tamis collect table`: what is made of a table, what is left out, why there is nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.benchmarks.kitab import data as kitab_data
from tamis.benchmarks.quest import data as quest_data
from tamis.collect.packaging import check_package
from tamis.collect.table import Columns, Wanted, build
from tamis.collect.table.names_in_titles import finder
from tamis.types import InputError, Reply

TABLES = Path(__file__).parents[1] / "docs" / "tables"
FILMS = Columns("title", "director", "year", ("genre",), ("runtime",), "synopsis")


def written(tmp_path: Path, text: str) -> Path:
    """A table `films` with this content."""
    path = tmp_path / "films.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("cell", ["true,false,", "yes,no,", "0,1"])
def test_of_two_values_a_set_question_excludes_none(tmp_path, cell):
    """ "But not yes" is "that are also no", whatever the cells are and where some are empty."""
    cells = cell.split(",")
    columns = Columns("title", category=("dear", "town"), text="text")
    rows = [f"T {i},{cells[i // 8 % len(cells)]},{'abcdefgh'[i // 3 % 8]},x\n" for i in range(60)]
    path = written(tmp_path, "title,dear,town,text\n" + "".join(rows))
    build([path], columns, tmp_path / "out")
    said = (tmp_path / "out" / "test.jsonl").read_text(encoding="utf-8")
    asked = [json.loads(line)["query"] for line in said.splitlines()]
    assert any("whose dear is" in query for query in asked)
    assert not [query for query in asked if "not films whose dear" in query]
    path.write_text(path.read_text().replace(f",{cells[0]},", ",so-so,", 9))
    build([path], columns, tmp_path / "out")
    assert "not films whose dear" in (tmp_path / "out" / "test.jsonl").read_text(encoding="utf-8")


def test_values_that_no_query_can_name_are_left_out_and_told(tmp_path):
    """Those that look like KITAB's numbering, or like QUEST's marks; the others are asked."""
    odd = ["Criterion 2: x", "<mark>x</mark>", "war", "noir"]
    rows = [f"{'abcdefgh'[i % 8]} {i},{'PQR'[i % 3]},{odd[i % 4]},t\n" for i in range(60)]
    path = written(tmp_path, "title,director,genre,text\n" + "".join(rows))
    columns = Columns("title", "director", category=("genre",), text="text")
    built = build([path], columns, tmp_path / "out")
    assert [line for line in built.lines if "no query can name" in line] == [
        "kitab: values that no query can name, left out: 1 ('Criterion 2: x' in genre)",
        "quest: values that no query can name, left out: 1 ('<mark>x</mark>' in genre)",
    ]
    assert built.manifest["quest"]["values left out"]["values"] == 1
    lists = (tmp_path / "out" / "KITAB-ONE-BOOK-CONSTRAINTS.json").read_text()
    criteria = " ".join(json.loads(line)["constraints"] for line in lists.splitlines())
    assert "Criterion 2" not in criteria
    assert "<mark>x</mark>" in criteria
    asked = (tmp_path / "out" / "test.jsonl").read_text()
    assert "<mark>x" not in asked
    assert "Criterion 2: x" in asked


def test_a_benchmark_with_nothing_in_it_is_told_beside_one_that_has_something(tmp_path):
    """No command is shown for it, and the files of the other are there."""
    built = build([TABLES / "films.csv"], FILMS, tmp_path / "out", Wanted(min_items=500))
    assert built.benchmarks == ("quest",)
    assert "kitab: no query was made: no director has 500 items or more; lower --min-items" in (
        built.lines
    )
    assert not list((tmp_path / "out").glob("KITAB*"))


def test_an_earlier_dataset_is_replaced_whole(tmp_path):
    """Files of the earlier one that the new one does not have are gone."""
    out = tmp_path / "out"
    few = Wanted(singles=2, doubles=1, questions=1, most_anchors=3)
    build([TABLES / "films.csv"], FILMS, out, few)
    assert (out / "documents.jsonl").exists()
    build([TABLES / "films.csv"], Columns("title", "director"), out, few)
    assert sorted(path.name for path in out.iterdir()) == [
        "KITAB-ONE-BOOK-CONSTRAINTS.json", "KITAB-TWO-BOOK-CONSTRAINTS.json",
        "KITAB-author-metadata.json", "README.md", "croissant.json", "domain.json",
        "manifest.json",
    ]  # fmt: skip
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert "quest" not in manifest
    assert manifest["kitab"]["anchors"] == 3


def test_the_command_takes_the_day_of_publication(tamis_here):
    """With a licence and a day mlcroissant has nothing to warn of; a bad day is one sentence."""
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    args = ["collect", "table", str(TABLES / "films.csv"), "--item", "title", "--anchor"]
    args += ["director", "--singles", "2", "--out", "out", "--licence", "CC BY 4.0", "--date"]
    assert "--date" not in tamis_here(*args, "2026-11-21").out
    path = tamis_here.folder / "out" / "croissant.json"
    assert json.loads(path.read_text())["datePublished"] == "2026-11-21"
    issues = mlcroissant.Dataset(jsonld=path).metadata.ctx.issues
    assert not issues.errors | issues.warnings
    assert "'21.11.2026' is not a date" in tamis_here(*args, "21.11.2026", check=2).err
    assert "lacks --licence and --date" in tamis_here(*args[:-3]).out


def test_without_a_folder_the_tables_name_is_that_of_the_dataset(tamis_here):
    """As in the documentation's shortest command; a folder of the user's is refused as ever."""
    args = ("collect", "table", str(TABLES / "films.csv"), "--item", "title", "--anchor",
            "director", "--singles", "2")  # fmt: skip
    said = tamis_here(*args).out
    assert "Run it: tamis run kitab --data films\n" in said
    assert check_package(tamis_here.folder / "films") == []
    (tamis_here.folder / "films" / "notes.txt").write_text("mine")
    assert "films holds 'notes.txt'" in tamis_here(*args, check=2).err
    assert "FILE is missing" in tamis_here("collect", "table", "--item", "x", check=2).err
    assert "--item is missing" in tamis_here("collect", "table", "x.csv", check=2).err
    shown = tamis_here("collect", "table", "--show-templates").out
    assert "criteria" in yaml.safe_load(shown)


def test_names_in_titles_are_those_that_a_model_finds(tmp_path):
    """It is asked once for each fifty titles and kind; no list of words has a say.

    The scorer learns the names from the queries. Without a model there is no such query.
    """
    out, kept, asked = tmp_path / "out", tmp_path / "kept.jsonl", []
    titles = [f"{first} {n}" for n, first in enumerate(["Harbour", "Anna", "Lima", "Ida"] * 15)]
    rows = [f"{title},{'PQ'[n % 8 > 3]},{'wxy'[n % 3]},x\n" for n, title in enumerate(titles)]
    path = written(tmp_path, "title,director,genre,text\n" + "".join(rows))
    columns = Columns("title", "director", category=("genre",), text="text")

    async def chat(messages, schema=None):
        asked.append(messages[0])
        name = "Lima" if "city or town" in messages[0] else "Anna"
        listed = messages[0].partition("List:\n")[2].partition("\n\n")[0].splitlines()
        found = [line for line in listed if name in line]
        shown = [f"{n}. Reason: yes. Title: {one}" for n, one in enumerate(found, 1)]
        return Reply("Output:\n" + "\n".join(shown or ["none"]))

    for _ in range(2):
        build([path], columns, out, Wanted(names="m"), finder=finder(chat, "m", kept))
    assert len(asked) == 4
    for query in kitab_data.load(str(out)).queries:
        for constraint in query.constraints:
            name = {"human-name": "Anna", "city-name": "Lima"}.get(constraint.family)
            if name and len(query.constraints) == 1:
                wanted = {b.title for b in query.books if (name in b.title) != constraint.negated}
                assert {*query.gold} == wanted
            assert not name or constraint.family in query.facts
    families = {c.family for q in kitab_data.load(str(out)).queries for c in q.constraints}
    assert {"human-name", "city-name"} <= families
    kitab_data.load.cache_clear()
    build([path], columns, out)
    families = {c.family for q in kitab_data.load(str(out)).queries for c in q.constraints}
    assert not {family for family in families if family.endswith("-name")}


def test_queries_are_shown_to_a_person(tmp_path, tamis_here):
    """A sample with golds, histograms that count each query, and golds beside their rows."""
    said = tamis_here("collect", "table", str(TABLES / "films.csv"), "--item", "title", "--anchor",
                      "director", "--year", "year", "--text", "synopsis", "--call",
                      "year=year of release", "--check", "6", "--out", "out").out  # fmt: skip
    asked = [json.loads(line) for line in
             (tamis_here.folder / "out" / "test.jsonl").read_text().splitlines()]  # fmt: skip
    assert any("whose year of release is from" in one["query"] for one in asked)
    sample = said.partition("A sample of the queries")[2].partition("kitab: queries by")[0]
    assert sample.count("    -> ") == 10
    shown = [line.strip() for line in sample.splitlines() if line.startswith("  quest: ")]
    assert len(shown) == 5
    assert {line.removeprefix("quest: ") for line in shown} <= {one["query"] for one in asked}
    golds = said.partition("quest: queries by their number of golds\n")[2].partition("quest: ")[0]
    assert sum(int(line.split("#")[0].split()[-1]) for line in golds.splitlines()) == len(asked)
    lines = (TABLES / "films.csv").read_text(encoding="utf-8").splitlines()
    checked = re.findall(r"-> (.+)\n +line (\d+): title: (.+?) \| director", said)
    assert len(checked) == 6
    assert all(title in lines[int(n) - 1] and gold.startswith(title) for gold, n, title in checked)


NOTHING = Wanted(singles=0, doubles=0, questions=0)


@pytest.mark.parametrize(
    ("columns", "wanted", "said"),
    [
        (Columns("title", "director"), NOTHING, ["--singles 0 and --doubles 0 leave nothing"]),
        (Columns("title", "director"), Wanted(), ["no director has 5 items or more"]),
        (
            Columns("title", "director", text="empty"),
            Wanted(singles=0, doubles=0),
            ["--singles 0 and --doubles 0 leave no list query", "no row has a text in empty"],
        ),
        (
            Columns("title", "director"),
            Wanted(kappa=(0.01, 0.02), min_items=2),
            ["no query has κ from 0.01 to 0.02; widen --kappa."],
        ),
    ],
)
def test_where_nothing_is_asked_the_true_cause_is_named(tmp_path, columns, wanted, said):
    """κ is blamed only where other bounds would let a query through."""
    path = written(tmp_path, "title,director,plot,empty\nab,x,p,\nab cd,x,p,\nef,y,p,\n")
    with pytest.raises(InputError) as error:
        build([path], columns, tmp_path / "out", wanted)
    assert all(part in str(error.value) for part in said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["thesis.txt", "test.jsonl"])
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path, name):
    """Also downloaded data of our names, alone in the folder: there is no manifest of ours."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("mine")
    with pytest.raises(InputError, match=f"'{name}', which is not part of a collected table"):
        build([TABLES / "films.csv"], FILMS, tmp_path / "out")
    assert (tmp_path / "out" / name).read_text() == "mine"


@pytest.mark.parametrize("place", ["write_text", "write_package"])
@pytest.mark.parametrize("earlier", [True, False])
def test_a_killed_run_can_be_run_again(tmp_path, monkeypatch, place, earlier):
    """What it has left is no whole dataset, which nobody takes for data; again, the same bytes."""
    out, whole = tmp_path / "out", tmp_path / "whole"
    few = Wanted(singles=2, doubles=1, questions=1, most_anchors=3)
    build([TABLES / "films.csv"], FILMS, whole, few)
    if earlier:
        build([TABLES / "films.csv"], FILMS, out, few)

    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"tamis.collect.table.building.{place}", killed)
        with pytest.raises(KeyboardInterrupt):
            build([TABLES / "films.csv"], FILMS, out, few)
    assert not (out / "manifest.json").exists()
    said = "was stopped" if place == "write_package" else None
    for load in (kitab_data.load, quest_data.load):
        with pytest.raises(InputError, match=said):
            load(str(out))
    build([TABLES / "films.csv"], FILMS, out, few)
    assert check_package(out) == []
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in whole.iterdir()
    }


def test_a_dataset_of_a_small_table(tmp_path):
    """The manifest counts what was read, left out and asked, as the files have it."""
    path = tmp_path / "films.csv"
    titles = ["Anna", "Bees", "Crow", "Dust", "Elms", "Fern"]
    rows = [
        f"{t},{'Ida' if n < 4 else 'Noor'},{'war' if n % 2 else 'art'},War {n}"
        for n, t in enumerate(titles)
    ]
    path.write_text("\n".join(["t,by,g,p", *rows, "bad", "Gulls,Ida,art,"]) + "\n")
    columns, heard = Columns("t", "by", category=("g",), text="p"), []
    wanted = Wanted(min_items=3, singles=3, doubles=1, questions=1)
    built = build([path], columns, tmp_path / "o", wanted, where="t <> 'x'", say=heard.append)
    made = json.loads((tmp_path / "o" / "manifest.json").read_text())
    assert (built.benchmarks, heard) == (("kitab", "quest"), ["items: 7"])
    assert (made["rows"], made["where"]) == (7, "t <> 'x'")
    assert made["options"] == json.loads(json.dumps(vars(wanted)))
    (source,) = made["sources"]
    assert source["lines left out"] == {"lines": 1, "first": [8]}
    kitab, quest = made["kitab"], made["quest"]
    one, two, test, few = (
        [json.loads(line) for line in (tmp_path / "o" / name).read_text().splitlines()]
        for name in (
            "KITAB-ONE-BOOK-CONSTRAINTS.json", "KITAB-TWO-BOOK-CONSTRAINTS.json",
            "test.jsonl", "train.jsonl",
        )
    )  # fmt: skip
    assert (kitab["queries"], kitab["one constraint"], kitab["two constraints"]) == (
        len(one) + len(two), len(one), len(two),
    )  # fmt: skip
    assert kitab["without an answer"] == sum(row["mapped_books"] == "[]" for row in one)
    assert (kitab["anchors"], kitab["anchors with too few items"], len(two)) == (1, 1, 1)
    assert {row["Author"] for row in [*one, *two]} == {"Ida"}
    assert (quest["documents"], quest["rows without a document"]) == (
        6, {"rows": 1, "first": [9]},
    )  # fmt: skip
    assert (quest["queries"], quest["examples"]) == (len(test), len(few))
    assert len(few) == len({one["metadata"]["template"] for one in few}) <= 5
    assert not {one["query"] for one in few} & {one["query"] for one in test}
    templates = [one["metadata"]["template"] for one in test]
    assert quest["by template"] == {name: templates.count(name) for name in quest["by template"]}
    kappas = [1 - len(one["docs"]) / 6 for one in [*test, *few]]
    assert quest["mean constrainedness"] == pytest.approx(sum(kappas) / len(kappas), abs=1e-4)
