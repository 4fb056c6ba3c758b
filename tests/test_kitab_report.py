"""What a report of KITAB's says: of books with the paper's figures, of other data in its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kitab.domain import read_domain
from tamis.report.document import Report
from tamis.report.elements import Figure, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.types import InputError

KITAB = load_benchmark("kitab")
MEASURES = ("irrelevant", "satisfied", "unsatisfied", "completeness", "all_correct")
CONDITIONS = ("no_context", "self_context", "with_context", "all_books", "single_item")
FILMS = {"data": "films", "items": "films", "anchor": "director"}
PAPERS = {"data": "papers", "items": "papers", "anchor": "authors"}


def about(types: str, constraints: int, sitelinks: int | None) -> dict:
    """What a sample is about."""
    return {
        "author": "Ida Holm",
        "types": types,
        "constraints": constraints,
        "sitelinks": sitelinks,
        "constrainedness": 0.75,
    }


def runs(identity: dict[str, str], types: tuple[str, ...], sitelinks: int | None) -> list[Run]:
    """A model in every condition, all figures 0.5."""
    figures = {f"paper_{measure}": 0.5 for measure in MEASURES}
    figures |= {f"paper_retrieved_{measure}": 0.5 for measure in ("irrelevant", "completeness")}
    found = []
    for condition in CONDITIONS:
        values = {"accuracy": 1.0} if condition == "single_item" else figures
        subjects = [about(type, 1, sitelinks) for type in types]
        subjects.append(about("|".join(types[:2]), 2, sitelinks))
        samples = tuple(Scored(f"{i}", 1, s, values) for i, s in enumerate(subjects))
        said = {**identity, "condition": condition, "variants": "paper"}
        found.append(Run("m", "model", "kitab", "1", said, samples, len(samples)))
    return found


def films(identity: dict[str, str] = FILMS) -> list[Run]:
    """Runs on a collected table, whose anchors have no sitelinks."""
    return runs(identity, ("starts-with", "publishing-year", "category", "no-category"), None)


def mini() -> list[Run]:
    """Runs on books."""
    return runs({"data": "mini"}, ("starts-with", "publishing-year", "no-city-name"), 40)


def said(made: Report) -> Iterator[str]:
    """Every text of a report."""
    yield from (made.title, made.subtitle, *made.notes)
    for table in made.tables:
        yield from (table.title, table.caption)
        yield from (column.label for column in table.columns)
        yield from (part for row in table.rows for part in (row.label, row.group))
    for figure in made.figures:
        assert isinstance(figure, Figure)
        yield from (figure.title, figure.caption, figure.x_label, *figure.ticks)
        yield from (series.label for series in figure.series)


def table(made: Report, id: str) -> Table:
    """A table by its id."""
    return next(table for table in made.tables if table.id == id)


def groups(table: Table) -> list[str]:
    """The headings in a table."""
    return list(dict.fromkeys(row.group for row in table.rows))


def test_a_report_of_other_data_speaks_of_no_books_and_has_no_row_of_the_papers():
    """Its own noun, its own types; all_books is an option's name."""
    made = KITAB.report(films())
    texts = " ".join(said(made)).replace("all_books", "")
    assert re.findall(r"(?i)\w*(?:book|author|popular|sitelink|publish|gpt)\w*", texts) == []
    assert "films" in made.subtitle
    assert {row.kind for table in made.tables for row in table.rows} == {"model"}
    types = ["starts-with", "year", "category", "no-category"]
    assert groups(table(made, "types-1-with_context-paper")) == types
    assert groups(table(made, "single-item")) == [*types, "all types"]


def test_a_report_of_books_has_the_papers_rows():
    """Beside the models that were asked."""
    made = KITAB.report(mini())
    assert {row.label for row in table(made, "overall-1-paper").rows} == {"m", "GPT4", "GPT3.5"}
    assert groups(table(made, "single-item")) == [
        "starts-with", "no-city-name", "publishing-year", "all types",
    ]  # fmt: skip


@pytest.mark.parametrize("others", [films(PAPERS), mini()])
def test_runs_on_several_things_are_reported_as_items(others):
    """Nothing is called what it is not, and no row of the paper's stands beside."""
    made = KITAB.report([*films(), *others])
    assert "items" in made.subtitle
    assert {row.kind for table in made.tables for row in table.rows} == {"model"}


@pytest.mark.parametrize(
    ("anchor", "noun"),
    [("directed by", "directed by"), ("", "anchor"), ("a\nb", "anchor"), (None, "anchor")],
)
def test_the_anchor_is_called_as_the_data_says(tmp_path, anchor, noun):
    """Data that does not say it is still read."""
    nouns = {"item": "film", "items": "films", "listed": "films by {name}"}
    nouns |= {} if anchor is None else {"anchor": anchor}
    (tmp_path / "domain.json").write_text(json.dumps(nouns))
    found = read_domain(tmp_path)
    assert found is not None
    assert found.identity == {"items": "films", "anchor": noun}


@pytest.mark.parametrize("levels", [200, 5000])
def test_a_bottomless_domain_is_one_sentence(tmp_path, levels):
    """It is refused by name, however much of it would have been used."""
    nouns = {"item": "film", "items": "films", "listed": "films by {name}"}
    deep = "[" * levels + "]" * levels
    (tmp_path / "domain.json").write_text(f'{json.dumps(nouns)[:-1]}, "columns": {deep}}}')
    with pytest.raises(InputError, match=r"domain\.json is nested too deeply"):
        read_domain(tmp_path)
