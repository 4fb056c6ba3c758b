"""What a collected dataset carries: manifest, dataset card, Croissant metadata, and its check."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from tamis.collect.books import Collected, Options, output
from tamis.collect.kitab import Author, Book, sampled
from tamis.collect.packaging import (
    MANIFEST,
    PACKAGE,
    Licence,
    check_folder,
    check_package,
    of_books,
    of_table,
    unfinished,
    write_package,
)
from tamis.collect.packaging.contents import Column, contents
from tamis.inputs.packages import licence_of
from tamis.types import InputError

HOSTILE = "<img src=x> | [a](http://x.org) `b` *c* \u202e\n# d"

SUMMARY = {
    "options": {"seed": 7, "dedup": "strict", "occupations": ("Q36180",)},
    "sources": [
        {"file": "works.txt.gz", "bytes": 1234567, "sha256": "ab" * 32, "lines": 9},
        {"service": "https://sparql.example.org", "answers": 3, "sha256": "cd" * 32},
    ],
    "stages": [
        {
            "stage": "english", "of": "works", "in": 12000, "out": 11998,
            "dropped": [{"reason": HOSTILE, "count": 2, "sample": ["Die Wand (OL1W)"]}],
            "marked": [{"reason": "a name", "count": 4, "sample": []}],
        }
    ],
    "faults": {"works.txt.gz": {"not JSON": {"count": 1, "places": ["line 4"]}}},
    "gone": {"works.txt.gz": {"deleted": {"count": 2, "places": ["line 5", "line 8"]}}},
    "counts": {"people: people": 2},
    "statistics": {
        "starts-with": {"one": {"queries": 5, "constrainedness": 0.75}},
        "Summary": {"one": {"queries": 5, "constrainedness": 0.75}},
    },
    "notes": {"dedup": "because"},
}  # fmt: skip

TABLE = {
    "made by": "tamis collect table",
    "sources": [
        {
            "file": "films.csv",
            "sha256": "ef" * 32,
            "rows": 10,
            "lines left out": {"lines": 2, "first": [4, 9]},
        }
    ],
    "sql": None,
    "where": "year > 1990",
    "columns": {"item": "title", "anchor": "", "category": ["genre"], "text": "synopsis"},
    "options": {"seed": 3, "kappa": (0.0, 1.0)},
    "rows": 8,
    "numbered by": "line",
    "dropped": {"no title": {"rows": 3, "first": [1, 2, 5]}},
    "empty": {},
    "quest": {"queries": 1},
}


def books(name: str, birth: int | None, titles: list[str]) -> Author:
    """An author with books, one of them without a year."""
    found = tuple(
        Book(
            title,
            None if i == 2 else 1950 + i,
            (f"{title}: a novel",) if i == 0 else (),
            ("Ada",) if i == 1 else (),
            facts={"openlibrary_ids": [f"OL{i}W"], "number_of_editions": i},
        )
        for i, title in enumerate(titles)
    )
    return Author(name, birth, 12, found, {"WikiData ID": "Q1", "OpenLibrary ID": "OL1A"})


AUTHORS = (
    books("Zoë Ångström", 1920, ["Ada's Lamp", "Ada", "1984", "The Ferry", "Night Post"]),
    books("B. Unknown", None, ["Low Tide", "High Tide", "Salt", "A Room", "Reed's Quay"]),
)


def collected(folder: Path) -> list[str]:
    """A small dataset of books in a folder: the names of its files."""
    files = sampled(AUTHORS, 7).write(folder)
    doubts = [
        {"kind": "year", "author": "Zoë", "id": "Q1", "title": "Ada", "why": "young", "year": 1921},
        {"kind": "another's title", "title": "Ada", "why": "shared", "authors": ["Zoë", "B."]},
    ]
    text = "".join(json.dumps(doubt, ensure_ascii=False) + "\n" for doubt in doubts)
    (folder / "quality.jsonl").write_text(text, encoding="utf-8")
    return [*files, "quality.jsonl"]


def asked(folder: Path) -> list[str]:
    """A small dataset in QUEST's form: the names of its files."""
    question = {
        "query": "Films about ferries",
        "docs": ["The Ferry", "Low Tide"],
        "original_query": "<mark>films about ferries</mark>",
        "scores": None,
        "metadata": {"template": "_", "domain": "films"},
    }
    documents = [{"id": f"films-{i}", "title": t, "text": "Text."} for i, t in enumerate("AB")]
    for name, rows in (("documents.jsonl", documents), ("test.jsonl", [question])):
        (folder / name).write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    (folder / "domain.json").write_text('{\n  "item": "film"\n}\n', encoding="utf-8")
    return ["documents.jsonl", "domain.json", "test.jsonl"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of books; tests that change it take a copy."""
    folder = tmp_path_factory.mktemp("books")
    provenance = of_books(SUMMARY, published="2026-11-21")
    assert write_package(folder, collected(folder), provenance) == tuple(
        folder / name for name in PACKAGE
    )
    return folder


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """A copy of the package that may be spoilt."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def rows(path: Path) -> list[dict]:
    """The rows of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def decoded(value):
    """A value as mlcroissant gives it, with its bytes as text."""
    match value:
        case bytes():
            return value.decode()
        case list():
            return [decoded(one) for one in value]
        case dict():
            return {key.rpartition("/")[2]: decoded(one) for key, one in value.items()}
    return value


def loaded(folder: Path):
    """The dataset as mlcroissant reads its metadata."""
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    return mlcroissant.Dataset(jsonld=folder / "croissant.json")


def test_mlcroissant_validates_the_metadata_of_books_without_a_warning(made):
    """License, date and version are there as well as what is demanded."""
    metadata = loaded(made).metadata
    assert not metadata.ctx.issues.errors
    assert not metadata.ctx.issues.warnings
    assert str(metadata.version) == "1.0.0"
    assert metadata.license == ["https://creativecommons.org/publicdomain/zero/1.0/"]
    assert metadata.date_published.date().isoformat() == "2026-11-21"


def test_mlcroissant_loads_every_row_of_the_books_with_its_types(made):
    """Numbers are numbers, null is None, lists are lists, and titles of digits stay texts."""
    dataset = loaded(made)
    files = {of["@id"]: of for of in json.loads((made / "croissant.json").read_text())["recordSet"]}
    assert set(files) == {
        "author-metadata", "book-metadata", "one-book-constraints", "quality", "single-items",
        "two-book-constraints",
    }  # fmt: skip
    for name, record_set in files.items():
        fields = {field["@id"]: field for field in record_set["field"]}
        file = next(iter(fields.values()))["source"]["fileObject"]["@id"]
        columns = {id: field["source"]["extract"]["column"] for id, field in fields.items()}
        found = [
            {columns[id]: decoded(value) for id, value in record.items()}
            for record in dataset.records(name)
        ]
        wanted = [
            {column: row.get(column) for column in columns.values()} for row in rows(made / file)
        ]
        assert found == wanted, name
        assert found
    lists = [f["name"] for f in files["book-metadata"]["field"] if f.get("repeated")]
    assert lists == ["human_names", "city_names", "title_variants", "openlibrary_ids"]
    years = [row["earliest_publishing_year"] for row in rows(made / "KITAB-book-metadata.json")]
    assert None in years


def test_mlcroissant_finds_what_lies_in_objects_by_its_json_path(tmp_path):
    """QUEST's metadata; a column that is null throughout is None; the domain is a file only."""
    write_package(tmp_path, asked(tmp_path), of_table(TABLE, licence="CC BY 4.0"))
    dataset = loaded(tmp_path)
    assert not dataset.metadata.ctx.issues.errors
    assert [decoded(record) for record in dataset.records("questions-test")] == [
        {
            "query": "Films about ferries",
            "docs": ["The Ferry", "Low Tide"],
            "original_query": "<mark>films about ferries</mark>",
            "scores": None,
            "metadata": {"template": "_", "domain": "films"},
        }
    ]
    assert [decoded(r)["title"] for r in dataset.records("documents")] == ["A", "B"]


def test_a_column_that_metadata_cannot_describe_is_named_and_left_out(tmp_path):
    """Keys that are titles are data; the other columns still load."""
    row = {"query": "Q", "evidence": {"The Ferry": ["Complete"]}, "steps": [{"a": 1}]}
    (tmp_path / "other.jsonl").write_text(json.dumps(row) + "\n")
    write_package(tmp_path, ["other.jsonl"], of_table(TABLE))
    dataset = loaded(tmp_path)
    assert [decoded(record) for record in dataset.records("other")] == [{"query": "Q"}]
    (record_set,) = json.loads((tmp_path / "croissant.json").read_text())["recordSet"]
    assert record_set["description"].endswith("Not described here: evidence, steps.")


def test_the_hub_reads_the_front_of_the_card(made):
    """As huggingface_hub parses it; every file of the configurations is there."""
    from huggingface_hub import DatasetCard

    data = DatasetCard.load(made / "README.md").data.to_dict()
    assert data["license"] == "cc0-1.0"
    assert data["language"] == ["en"]
    assert data["size_categories"] == ["n<1K"]
    assert data["task_categories"] == ["question-answering"]
    paths = [file["path"] for config in data["configs"] for file in config["data_files"]]
    assert len(paths) == 6
    assert all((made / path).is_file() for path in paths)


def test_the_card_has_the_counts_of_every_stage(made):
    """A row for each stage with what it dropped; the sources, faults, queries and fields."""
    text = (made / "README.md").read_text(encoding="utf-8")
    for row in (
        "| english | works | 12,000 | 11,998 |", "| works.txt.gz | 1,234,567 | " + "ab" * 32,
        "| https\\://sparql.example.org | – | " + "cd" * 32, "; marked: a name: 4 |",
        "| works.txt.gz | not JSON | 1 |", "| works.txt.gz | deleted | 2 |",
        "| starts-with | 5 | 0.75 | 0 | – |", "| earliest\\_publishing\\_year | integer |",
        "| openlibrary\\_ids | list of text |", "author = {Abdin, Marah I",
    ):  # fmt: skip
        assert row in text


def front(folder: Path) -> dict:
    """The front of a card."""
    return yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---")[1])


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["CC BY-SA 4.0"], {"license": "cc-by-sa-4.0"}),
        (["MIT", "cc0_1.0"], {"license": ["mit", "cc0-1.0"]}),
        (
            ["MIT", "Own one", "x"],
            {"license": "other", "license_name": "mit-and-own-one-and-x", "license_link": "u1"},
        ),
        ([], {"license": "unknown"}),
    ],
)
def test_licences_are_named_as_the_hub_names_them(tmp_path, names, said):
    """Known ones by their ids, others as `other`, none as `unknown`, which the card says too."""
    licences = [Licence(f"s{n}", name, f"u{n}" if n else "") for n, name in enumerate(names)]
    write_package(tmp_path, asked(tmp_path), replace(of_table(TABLE), licences=tuple(licences)))
    found = {key: value for key, value in front(tmp_path).items() if key.startswith("license")}
    assert found == said
    assert ("is not known" in (tmp_path / "README.md").read_text()) == (not names)
    told = json.loads((tmp_path / "croissant.json").read_text()).get("license", [])
    assert told == list(dict.fromkeys(one.url or one.name for one in licences))


def test_what_comes_from_sources_does_nothing_in_the_card(made, tmp_path):
    """Markup, HTML and a line break in a reason or a file's name are shown as they are."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    plain = markdown.render((made / "README.md").read_text(encoding="utf-8").split("---\n", 2)[2])
    cell = "&lt;img src=x&gt; | [a](http://x.org) `b` *c* \ufffd # d: 2; marked: a name: 4</td>"
    assert cell in plain
    titled = replace(of_books(SUMMARY), title=HOSTILE, description=HOSTILE, limits=(HOSTILE,))
    write_package(tmp_path, asked(tmp_path), titled)
    text = (tmp_path / "README.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    shown = markdown.render(text)
    for tag in ("<img", "<a ", "<em>", "\u202e"):
        assert tag not in plain + shown
    # GitHub and the hub link bare addresses too, but not where the colon is escaped.
    assert "http\\://x.org" in text
    assert "http://x.org" not in text


def test_the_same_inputs_give_the_same_bytes_wherever_they_lie(made, tmp_path):
    """Another folder, another order of files and keys, a second time over the first."""
    names = collected(tmp_path)
    turned = {key: SUMMARY[key] for key in reversed(SUMMARY)}
    for order in (names, names[::-1]):
        write_package(tmp_path, order, of_books(turned, published="2026-11-21"))
        for name in PACKAGE:
            assert (tmp_path / name).read_bytes() == (made / name).read_bytes(), name


def test_the_manifest_has_hashes_versions_seed_options_and_counts(made):
    """And what else the collector knows, never in the place of these."""
    found = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
    for name, about in found["files"].items():
        data = (made / name).read_bytes()
        assert about["sha256"] == hashlib.sha256(data).hexdigest()
        assert about["bytes"] == len(data)
    assert {*found["files"]} == {path.name for path in made.iterdir()} - {"manifest.json"}
    assert found["files"]["KITAB-author-metadata.json"]["rows"] == 2
    assert found["versions"]["rapidfuzz"] == version("rapidfuzz")
    assert found["versions"]["tamis"] == version("tamis")
    assert found["seed"] == 7
    assert found["published"] == "2026-11-21"
    assert found["options"]["occupations"] == ["Q36180"]
    assert (found["stages"], found["sources"]) == (SUMMARY["stages"], SUMMARY["sources"])


def test_no_date_and_no_path_is_written_that_nobody_gave(tmp_path):
    """A path among the options is kept by its name."""
    provenance = replace(of_table(TABLE), options={"templates": tmp_path / "ours.yaml"})
    write_package(tmp_path, asked(tmp_path), provenance)
    found = json.loads((tmp_path / "manifest.json").read_text())
    assert found["options"] == {"templates": "ours.yaml"}
    assert "published" not in found
    assert "datePublished" not in json.loads((tmp_path / "croissant.json").read_text())
    assert all(str(tmp_path) not in (tmp_path / name).read_text() for name in PACKAGE)


def test_the_provenance_of_a_table():
    """24 lines, 7 and 2 of them broken; 12 rows pass --where; 4 are dropped: worked by hand."""
    left_out = [{"lines": 7, "first": [4, *range(9, 15)]}, {"lines": 2, "first": [4, 9]}]
    files = [{"file": f"{name}.csv", "rows": rows, "lines left out": lines}
             for name, rows, lines in zip("ab", (10, 5), left_out, strict=True)]  # fmt: skip
    dropped = {"no title": {"rows": 3, "first": [1, 2, 5]}, "a year": {"rows": 1, "first": [9]}}
    table = TABLE | {"sources": files, "rows": 12, "dropped": dropped, "kitab": {"queries": 2}}
    made = of_table(table, licence="MIT")
    assert [(one["stage"], one["in"], one["out"]) for one in made.stages] == [
        ("read", 24, 15), ("query", 15, 12), ("clean", 12, 8),
    ]  # fmt: skip
    broken, query, cleaned = (stage["dropped"] for stage in made.stages)
    assert [(one["count"], one["sample"]) for one in broken] == [
        (7, ["line 4", "line 9", "line 10", "line 11", "line 12"]), (2, ["line 4", "line 9"]),
    ]  # fmt: skip
    assert query == []
    assert cleaned == [
        {"reason": "a year", "count": 1, "sample": ["line 9"]},
        {"reason": "no title", "count": 3, "sample": ["line 1", "line 2", "line 5"]},
    ]
    assert made.run == ("tamis run kitab --data DIR", "tamis run quest --data DIR")
    bare = of_table(TABLE | {"where": None, "kitab": {"queries": 0}, "quest": {"queries": 0}})
    assert [stage["stage"] for stage in bare.stages] == ["read", "clean"]
    assert (bare.run, bare.citations) == ((), ())


def test_a_missing_a_cut_and_a_changed_file_are_each_named(copy):
    """In the order of the manifest, the changed one by its hash: it has the same size."""
    (copy / "KITAB-author-metadata.json").unlink()
    (copy / "README.md").write_bytes((copy / "README.md").read_bytes()[:100])
    path = copy / "quality.jsonl"
    path.write_bytes(path.read_bytes().replace(b"1921", b"1922"))
    was = json.loads((copy / "manifest.json").read_text())["files"]["README.md"]["bytes"]
    assert check_package(copy) == [
        "KITAB-author-metadata.json is missing.",
        f"README.md has 100 bytes, and {was:,} when it was collected.",
        "quality.jsonl has been changed: its sha256 is not that of the manifest.",
    ]


def test_a_manifest_does_not_lead_out_of_its_folder(tmp_path):
    """Another's manifest may name any file: those outside are not opened."""
    names = ("../out.txt", "/etc/hosts", "a\\..\\b")
    files = {name: {"bytes": 1, "sha256": "0"} for name in names} | {"odd": {"bytes": 1}}
    (tmp_path / "manifest.json").write_text(json.dumps({"files": files}))
    *outside, odd = check_package(tmp_path)
    assert len(outside) == 3
    assert all("outside of the folder and is not checked" in sentence for sentence in outside)
    assert "no sha256 and size" in odd


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "only a folder that `tamis collect` has finished"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"files": {}}', "lists no files"),
    ],
)
def test_a_folder_without_a_manifest_of_files_is_refused_in_one_sentence(tmp_path, text, said):
    """Absent, cut off, too deep, of another kind."""
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(InputError, match=said):
        check_package(tmp_path)


def test_tamis_data_verify_checks_a_collected_folder(copy, tamis_here):
    """Exit code 0 for a whole one; 2 with a sentence for each file that is not."""
    assert tamis_here("data", "verify", str(copy)).out.endswith("as they were collected\n")
    (copy / "quality.jsonl").unlink()
    done = tamis_here("data", "verify", str(copy), check=2)
    assert done.out == "quality.jsonl is missing.\n"
    assert done.err.startswith(f"Error: {copy} was changed after it was collected;")


NAMES = ("KITAB-ONE-BOOK-CONSTRAINTS.json", "KITAB-author-metadata.json", "work")


def test_data_of_our_names_without_a_manifest_of_ours_is_somebody_elses(tmp_path):
    """Downloaded files of KITAB's, alone or beside what we made, are not written over."""
    name = NAMES[0]
    (tmp_path / "work").mkdir()
    output.check(tmp_path, tmp_path / "work")
    (tmp_path / name).write_text("{}\n")
    for manifest in (None, "{}", '{"made by": "tamis collect books", "files": {}}'):
        if manifest is not None:
            (tmp_path / "manifest.json").write_text(manifest)
        with pytest.raises(
            InputError, match=f"holds '{name}', which is not part of .* made by tamis; give an"
        ):
            output.check(tmp_path, tmp_path / "work")
    (tmp_path / "manifest.json").write_text(
        json.dumps({"made by": "tamis collect books", "files": {name: {}}})
    )
    output.check(tmp_path, tmp_path / "work")


@pytest.mark.parametrize("earlier", [True, False])
@pytest.mark.parametrize("count", [0, 1, 5, 10])
def test_what_a_killed_write_has_left_is_written_over(tmp_path, monkeypatch, count, earlier):
    """At one of the 11 files: the folder is ours and not whole, and is whole after a run."""
    found = Collected(sampled(AUTHORS, 7), Options(seed=7), (), (), {}, {}, {})
    if earlier:
        output.write(found, tmp_path)
    replaces, left = Path.replace, iter(range(count))

    def dies(path, target):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return replaces(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            output.write(found, tmp_path)
    # Before the first nothing has been touched.
    assert (tmp_path / "manifest.json").exists() == (earlier and count == 0)
    output.check(tmp_path, tmp_path / "work")
    output.write(found, tmp_path)
    assert check_package(tmp_path) == []
    files = json.loads((tmp_path / "manifest.json").read_text())["files"]
    left_over = {path.name for path in tmp_path.iterdir()} - {*files, "manifest.json"}
    assert left_over == set()


def test_the_mark_of_a_killed_run_vouches_for_our_names_only(tmp_path):
    """Something else beside it is still somebody else's."""
    unfinished(tmp_path)
    (tmp_path / NAMES[0]).touch()
    check_folder(tmp_path, NAMES, "a dataset")
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(InputError, match=r"'thesis\.txt', which is not part of a dataset"):
        check_folder(tmp_path, NAMES, "a dataset")


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ([1, None], Column("x", "Integer")),
        ([1, 2.5], Column("x", "Float")),
        ([True, 1], Column("x", "Text")),
        ([["a"], [], None], Column("x", "Text", True)),
        ([None], Column("x", "")),
        (
            [{"b": 1}, {"c": [2]}],
            Column("x", "Object", False, (Column("b", "Integer"), Column("c", "Integer", True))),
        ),
        ([{f"k{n}": 1 for n in range(41)}], Column("x", "Object")),
    ],
)
def test_a_columns_type_is_that_of_all_its_cells(tmp_path, cells, column):
    """Null and an empty list say nothing of the type; objects of many keys hold data as keys."""
    (tmp_path / "x.jsonl").write_text("".join(json.dumps({"x": c}) + "\n" for c in cells))
    found = contents(tmp_path, "x.jsonl")
    assert (found.rows, found.columns) == (len(cells), (column,))


def test_reports_learn_the_licence_from_the_manifest(tmp_path):
    """Each of several licences once; "?" where none is named, or the manifest is another's."""
    said = {"made by": "tamis collect table", "licences": [{"name": "CC0 1.0"}] * 2}
    said["licences"] = [*said["licences"], {"name": "CC BY 4.0"}]
    assert licence_of(tmp_path) == "?"
    (tmp_path / MANIFEST).write_text(json.dumps(said))
    assert licence_of(tmp_path) == "CC0 1.0, CC BY 4.0"
    (tmp_path / MANIFEST).write_text(json.dumps({**said, "licences": []}))
    assert licence_of(tmp_path) == "?"
    (tmp_path / MANIFEST).write_text(json.dumps({**said, "made by": "another"}))
    assert licence_of(tmp_path) == "?"
