"""Every cell of KITAB's tables, worked again from raw samples that nothing makes alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from cells import body, drawn, heads, kinds, mean, named
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kitab.tables import tables as kitab_tables
from tamis.report.document import Report
from tamis.report.runs import NOT_BEGUN, Run, Scored

FOLDER = Path(tamis.report.__file__).parent / "published"
PAPER, TEXT, LATER = (
    json.loads((FOLDER / f"{name}.json").read_text())
    for name in ("kitab", "kitab_text", "kitab_eureka_models")
)
LISTS = ("no_context", "self_context", "with_context")
VARIANTS = ("paper", "strict")
KEYS = ("irrelevant", "satisfied", "unsatisfied", "completeness", "all_correct")
NAN = float("nan")
PRINTED = {
    "starts-with": "starts-with", "ends-with": "ends-with", "word-count": "word-count",
    "human-name": "human", "no-human-name": "no-human", "city-name": "city",
    "no-city-name": "no-city", "publishing-year": "pub-year",
}  # fmt: skip
ON = (
    "Completeness and all correct are over all that were asked, 0 for one without an answer that "
    "was read whole; other shares are over the lists read. Mean ± standard error clustered by "
    "author; published: KITAB, {}, on the released data."
)


@dataclass(frozen=True)
class Asked:
    """A query: how it ended, and whether some book satisfies it."""

    author: str
    types: str
    ended: str = "ok"
    golds: int = 1

    @property
    def number(self) -> int:
        """How many book constraints it has."""
        return len(self.types.split("|"))


QUERIES = (
    Asked("Ahn", "starts-with"),
    Asked("Ahn", "starts-with|city-name"),
    Asked("Ahn", "no-city-name", "truncated"),
    Asked("Ahn", "city-name"),
    Asked("Bly", "publishing-year"),
    Asked("Bly", "starts-with|publishing-year", "failed"),
    Asked("Bly", "starts-with", "unparsed"),
    Asked("Coe", "starts-with", golds=0),
    Asked("Coe", "ends-with", "empty"),
    Asked("Coe", "human-name|publishing-year", "truncated"),
    Asked("Coe", "word-count"),
    Asked("Dun", "no-human-name|word-count"),
    Asked("Dun", "human-name"),
    Asked("Dun", "no-human-name", "missing"),
    Asked("Dun", "city-name|ends-with"),
    Asked("Eck", "word-count", "not begun"),
    Asked("Eck", "no-city-name"),
    Asked("Eck", "no-city-name|no-human-name", "refused"),
    Asked("Eck", "starts-with"),
)
SITELINKS = (3, 9, 10, 25, None, 64, 120, 7, 300, 41, 3, 19, 80, 81, 2, 159, 10, 5, 12)
KAPPAS = (0.5, 1.0, 0.05, 0.31, 0.98, 0.5, 0.72, 1.0, 0.65, 0.4, 0.0, 0.93, 0.25, 0.1, 0.99, 0.55,
          0.85, 0.77, 0.59)  # fmt: skip
SYSTEMS = {"a": QUERIES, "b": QUERIES[3:16], "c": QUERIES[:9] + QUERIES[14:]}
"""Three systems that were asked about 19, 13 and 14 queries."""

CONDITIONS = {
    "a": (*LISTS, "all_books", "single_item"),
    "b": ("no_context", "with_context", "all_books", "single_item"),
    "c": ("self_context", "with_context", "single_item"),
}
HAVE_FIGURES = ("ok", "empty", "truncated")
FAILURES = {"failed": "RuntimeError: the server is gone", "not begun": NOT_BEGUN}


def figure(system: str, condition: str, one: Asked, key: str) -> float:
    """A figure of a list that was read; all correct and the accuracy are yes or no."""
    if key.endswith("completeness") and not one.golds:
        return NAN
    share = drawn(system, condition, QUERIES.index(one), key)
    return float(share > 0.5) if key.endswith(("all_correct", "accuracy")) else share


def keys(condition: str) -> list[str]:
    """The figures that a log of a condition has."""
    if condition == "single_item":
        return ["accuracy"]
    more = ("retrieved_irrelevant", "retrieved_completeness")
    every = (*KEYS, *more) if condition == "self_context" else KEYS
    return [f"{variant}_{key}" for variant in VARIANTS for key in every]


def run(system: str, condition: str) -> Run:
    """The run of a system as its log has it, before its headline figures are made complete."""
    samples = []
    for one in SYSTEMS[system]:
        about = {"author": one.author, "types": one.types, "constraints": one.number,
                 "golds": one.golds, "sitelinks": SITELINKS[QUERIES.index(one)],
                 "constrainedness": KAPPAS[QUERIES.index(one)]}  # fmt: skip
        values = {}
        if one.ended not in FAILURES:
            read = one.ended in HAVE_FIGURES
            values = {
                key: figure(system, condition, one, key) if read else NAN for key in keys(condition)
            } | {one.ended: 1.0}
        nth, ended = f"{QUERIES.index(one)}", FAILURES.get(one.ended, "")
        samples.append(Scored(nth, 1, about, values, ended, shares="author"))
    said = {"data": "mini", "condition": condition, "variants": ",".join(VARIANTS)}
    return Run(system, "model", "kitab", "1", said, tuple(samples), len(samples))


@pytest.fixture(scope="module")
def made() -> Report:
    """The report of the runs of three systems, which come in no order."""
    runs = [run(system, condition) for system, own in CONDITIONS.items() for condition in own]
    return load_benchmark("kitab").report(runs[::-1])


def over(
    system: str, condition: str, key: str, chosen: Callable[[Asked], bool], headline: bool
) -> tuple[Any, ...]:
    """A figure over the chosen queries: of all that were asked, or of those that were read."""

    def of(one: Asked) -> float:
        if one.ended in ("ok", "empty") or (one.ended == "truncated" and not headline):
            return figure(system, condition, one, key)
        return NAN if key.endswith("completeness") and not one.golds else 0.0

    asked = [one for one in SYSTEMS[system] if chosen(one)]
    return mean((of(o), o.author) for o in asked if headline or o.ended in HAVE_FIGURES)


def row(
    system: str,
    condition: str,
    group: str,
    chosen: Callable[[Asked], bool],
    headline: list[str],
    others: list[str],
    besides: tuple[str, ...] = (),
) -> tuple[Any, ...]:
    """The row of a system over the chosen queries, column by column.

    How many were read is the most of any headline figure, of those `besides` too.
    """
    asked = [one for one in SYSTEMS[system] if chosen(one)]
    whole = [one for one in asked if one.ended in ("ok", "empty")]

    def over_all(key: str) -> tuple[Any, ...]:
        return over(system, condition, key, chosen, True)

    def over_read(key: str) -> tuple[Any, ...]:
        return over(system, condition, key, chosen, False)

    return (
        group,
        system,
        *map(over_all, headline),
        len(asked) - len(whole),
        len(asked),
        *map(over_read, others),
        *map(over_read, headline),
        max(over_read(key)[2] for key in (*headline, *besides)),
    )


def rows(
    condition: str,
    group: str,
    chosen: Callable[[Asked], bool],
    headline: list[str],
    others: list[str],
    besides: tuple[str, ...] = (),
) -> list[tuple[Any, ...]]:
    """The rows of all systems in a condition, those that were asked something first of all."""
    own = [
        row(system, condition, group, chosen, headline, others, besides)
        for system, conditions in CONDITIONS.items()
        if condition in conditions
    ]
    return own if any(one[2 + len(headline) + 1] for one in own) else []


def printed(group: str, model: str, cells: dict[str, float], own: list[str | None]) -> tuple:
    """A row of a paper: nothing is asked, and nothing is of those read."""
    return (group, model, *(None if key is None else cells.get(key) for key in own))


HEADS = ["Completeness ↑", "All correct ↑", "Unread ↓", "n"]
SHARES = ["Irrelevant ↓", "Satisfied ↑", "Unsatisfied ↓"]
OF_READ = ["Completeness of those read ↑", "All correct of those read ↑",
           "Read, whole or in part"]  # fmt: skip
PAPER_KEYS = ["completeness", "all_correct", None, None, "irrelevant", "satisfied", "unsatisfied",
              None, None, None]  # fmt: skip


def main(variant: str) -> tuple[list[str], list[str]]:
    """The figures of the headline columns, and of the columns behind n."""
    return (
        [f"{variant}_completeness", f"{variant}_all_correct"],
        [f"{variant}_{key}" for key in KEYS[:3]],
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("number", "title", "paper", "source"),
    [
        (1, "One book constraint", "Table 1", "Tables 1, 3 and 4"),
        (2, "Two book constraints", "Table 5", "Table 5"),
    ],
)
def test_tables_1_and_5(made, variant, number, title, paper, source):
    """Each system in each condition, over the queries with that many constraints alone."""
    table = named(made, f"overall-{number}-{variant}")
    section = PAPER["one_book_constraint" if number == 1 else "two_book_constraints"]["overall"]
    wanted = []
    for condition in LISTS:
        wanted += rows(condition, condition, lambda one: one.number == number, *main(variant))
        wanted += [
            printed(condition, model, found[condition], PAPER_KEYS)
            for model, found in section.items()
            if condition in found
        ]
    assert heads(table) == [*HEADS, *SHARES, *OF_READ]
    assert body(table) == wanted
    assert (table.title, table.paper) == (f"{title}, all types ({variant})", paper)
    assert table.variant == variant
    assert table.caption == f"variant={variant}, data=mini. {ON.format(source)}"


def test_the_papers_rows_are_those_of_table_1(made):
    """GPT4 without context, as it is printed."""
    found = body(named(made, "overall-1-paper"), "published")
    first = ("no_context", "GPT4", 0.24, 0.08, None, None, 0.26, 0.51, 0.24, None, None, None)
    assert found[0] == first
    assert [one[:2] for one in found] == [(c, m) for c in LISTS for m in ("GPT4", "GPT3.5")]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("condition", LISTS)
@pytest.mark.parametrize("number", [1, 2])
def test_tables_3_4_6_and_7(made, variant, condition, number):
    """A query counts for every type that it has, and for no other."""
    table = named(made, f"types-{number}-{condition}-{variant}")
    section = PAPER["one_book_constraint" if number == 1 else "two_book_constraints"]["by_type"]
    wanted = []
    for type, paper in PRINTED.items():
        own = rows(
            condition,
            type,
            lambda one, type=type: one.number == number and type in one.types.split("|"),
            *main(variant),
        )
        wanted += own
        wanted += [
            printed(type, model, types[paper][condition], PAPER_KEYS)
            for model, types in section.items()
            if own and condition in types[paper]
        ]
    assert heads(table) == [*HEADS, *SHARES, *OF_READ]
    assert body(table) == wanted
    constraints = "one book constraint" if number == 1 else "two book constraints"
    assert table.title == f"By constraint type, {constraints}, {condition} ({variant})"
    source = "Tables 3 and 4" if number == 1 else "Tables 6 and 7"
    assert (table.paper, table.variant) == (source, variant)
    assert table.caption == f"variant={variant}, data=mini. {ON.format(source)}"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("condition", LISTS)
def test_stored_types_beside_later_models(made, variant, condition):
    """A type and its negation together, of one constraint; the later models' two figures."""
    table = named(made, f"later-{condition}-{variant}")
    title = {"no_context": "No Context", "self_context": "Self Context",
             "with_context": "With Context"}[condition]  # fmt: skip
    [there] = [one for one in LATER["data"]["experiments"] if one["title"] == title]
    of = {one["title"]: {v["name"]: v["scores"] for v in one["values"]} for one in there["series"]}
    satisfied, [complete] = of["Satisfaction Rate"], [of[k] for k in of if "omplete" in k]
    wanted = []
    for family in ("starts-with", "ends-with", "word-count", "human-name", "city-name",
                   "publishing-year"):  # fmt: skip
        wanted += rows(
            condition,
            family,
            lambda one, family=family: one.number == 1 and one.types.removeprefix("no-") == family,
            [f"{variant}_completeness"],
            [f"{variant}_satisfied"],
            (f"{variant}_all_correct",),
        )
        at = there["categories"].index(family)
        wanted += [
            (family, model, round(complete[model][at] / 100, 9), None, None,
             round(satisfied[model][at] / 100, 9), None, None)
            for model in satisfied
        ]  # fmt: skip
    assert heads(table) == ["Completeness ↑", "Unread ↓", "n", "Satisfied ↑",
                            "Completeness of those read ↑", "Read, whole or in part"]  # fmt: skip
    assert body(table) == wanted
    assert (table.paper, table.variant) == ("", variant)
    assert table.title == f"By stored type, {condition}, beside later models ({variant})"
    assert table.caption == (
        f"variant={variant}, data=mini. Mean ± standard error clustered by author; published: "
        "Eureka ML Insights, variant=reference, on the released data."
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_books_and_the_first_list(made, variant):
    """Figure 4 on the left, and the paper's decoupling of what self_context retrieves."""
    table = named(made, f"all-books-{variant}")
    headline, others = main(variant)
    assert heads(table) == [*HEADS, SHARES[0], *OF_READ]
    assert body(table) == rows("all_books", "", lambda one: True, headline, others[:1])
    assert (table.title, table.paper) == (f"All books of an author ({variant})", "")
    assert table.caption == (
        f"variant={variant}, data=mini. {ON.format('the paper prints Figure 4 only')}"
    )
    table = named(made, f"self-retrieval-{variant}")
    of = [f"{variant}_retrieved_completeness"], [f"{variant}_retrieved_irrelevant"]
    wanted = rows("self_context", "", lambda one: True, *of)
    wanted += [
        ("", model, None, None, None, cells["retrieved_irrelevant"], None, None)
        for model, cells in TEXT["self_context_first_list"].items()
    ]
    assert heads(table) == ["Completeness ↑", "Unread ↓", "n", "Irrelevant ↓",
                            "Completeness of those read ↑", "Read, whole or in part"]  # fmt: skip
    assert body(table) == wanted
    assert table.title == f"The list that self_context retrieves first ({variant})"
    assert (table.paper, table.variant) == ("", variant)
    assert table.caption == f"variant={variant}, data=mini. {ON.format('§4.2')}"


def test_single_items(made):
    """By type and over all of them; one table, whatever the variants."""
    table = named(made, "single-item")
    wanted = []
    for type, paper in {**PRINTED, "": "Summary"}.items():
        group = type or "all types"
        wanted += rows(
            "single_item",
            group,
            lambda one, type=type: not type or type in one.types.split("|"),
            ["accuracy"],
            [],
        )
        wanted += [
            (group, model, types[paper]["single_item_accuracy"], None, None, None, None)
            for model, types in PAPER["one_book_constraint"]["by_type"].items()
        ]
    assert heads(table) == ["Accuracy ↑", "Unread ↓", "n", "Accuracy of those read ↑",
                            "Read, whole or in part"]  # fmt: skip
    assert body(table) == wanted
    assert (table.title, table.paper, table.variant) == ("Single items", "Tables 3 and 4", "")
    assert table.caption == (
        "data=mini. Accuracy: the one title is picked exactly when it satisfies, over all that "
        "were asked, 0 for one without an answer that was read whole. Mean ± standard error "
        "clustered by author; published: KITAB, Tables 3 and 4, on the released data."
    )


def test_how_the_queries_ended(made):
    """Each system's 19, 13 or 14 in the condition's order; not begun are among the failed."""
    table = named(made, "outcomes")
    kinds = ("ok", "empty", "unparsed", "truncated", "refused", "missing")
    wanted = []
    for condition in (*LISTS, "all_books", "single_item"):
        for system, asked in SYSTEMS.items():
            if condition in CONDITIONS[system]:
                ended = [one.ended for one in asked]
                gone = ended.count("failed") + ended.count("not begun")
                counts = [ended.count(kind) for kind in kinds]
                wanted.append(
                    (condition, system, len(asked), *counts, gone, ended.count("not begun"))
                )
    assert heads(table)[:9] == ["Asked", "OK", "Empty", "Unparsed", "Truncated", "Refused",
                                "Missing", "Failed", "Not begun"]  # fmt: skip
    assert [one[:11] for one in body(table)] == wanted
    assert table.title == "Outcomes"
    assert table.caption.startswith(
        "Counts of samples. Each that was asked has one outcome; all but OK and empty (the answer "
        "that nothing qualifies) count 0 in the headline figures. Not begun are among the failed."
    )


FILMS = {"city-name": "category", "no-city-name": "no-category", "human-name": "number"}
"""The types that only tables have, in the place of three of the paper's."""


def film_types(types: str) -> list[str]:
    """The types of a query about films."""
    return [FILMS.get(type, type) for type in types.split("|")]


@pytest.mark.parametrize("number", [1, 2])
def test_types_that_only_tables_have(number):
    """Of films the same figures, without a row of the paper's, and a year for publishing-year."""
    runs = []
    for system, conditions in CONDITIONS.items():
        for condition in [one for one in ("with_context", "single_item") if one in conditions]:
            books = run(system, condition)
            samples = tuple(
                replace(one, about={**one.about, "types": "|".join(film_types(one.about["types"]))})
                for one in books.samples
            )
            identity = {**books.identity, "data": "films", "items": "films", "anchor": "director"}
            runs.append(replace(books, samples=samples, identity=identity))
    made = load_benchmark("kitab").completed(runs)
    types = ["starts-with", "ends-with", "word-count", "no-human-name", "publishing-year",
             "category", "no-category", "number"]  # fmt: skip
    names = {type: "year" if type == "publishing-year" else type for type in types}
    found = named(kitab_tables(made), f"types-{number}-with_context-paper")
    wanted, alone = [], []
    for type, name in names.items():
        wanted += rows(
            "with_context",
            name,
            lambda one, type=type: one.number == number and type in film_types(one.types),
            *main("paper"),
        )
        alone += rows(
            "single_item",
            name,
            lambda one, type=type: type in film_types(one.types),
            ["accuracy"],
            [],
        )
    assert body(found) == wanted
    assert found.caption.endswith("are over the lists read. Mean ± standard error clustered by "
                                  "director.")  # fmt: skip
    words = "one constraint" if number == 1 else "two constraints"
    assert found.title == f"By constraint type, {words}, with_context (paper)"
    alone += rows("single_item", "all types", lambda one: True, ["accuracy"], [])
    assert body(named(kitab_tables(made), "single-item")) == alone


POPULARITY = {"0–10": (0, 10), "10–20": (10, 20), "20–40": (20, 40), "40–60": (40, 60),
              "60–80": (60, 80), "80–120": (80, 120), "120–160": (120, 160),
              "≥160": (160, 999)}  # fmt: skip
BINS = {f"{n / 10:.1f}–{(n + 1) / 10:.1f}": (n / 10, (n + 1) / 10) for n in range(9)}
BINS["0.9–1.0"] = (0.9, 1.1)
LINES = {"Irrelevant": "irrelevant", "Satisfied": "satisfied", "Unsatisfied": "unsatisfied",
         "Completeness": "completeness", "All correct": "all_correct"}  # fmt: skip


def point(
    system: str, condition: str, name: str, chosen: Callable[[Asked], bool]
) -> tuple[Any, ...]:
    """A point of a figure, in the first variant."""
    headline = name in ("completeness", "all_correct")
    return over(system, condition, f"paper_{name}", chosen, headline)


def within(values: Sequence[Any], one: Asked, low: float, high: float) -> bool:
    """Whether a query's value is in a bin."""
    value = values[QUERIES.index(one)]
    return value is not None and low <= value < high


@pytest.mark.parametrize(
    ("name", "values", "bins", "paper", "label"),
    [
        ("popularity", SITELINKS, POPULARITY, "2 and 7", "Sitelinks of the author on Wikidata"),
        ("constrainedness", KAPPAS, BINS, "3 and 8", "Constrainedness κ"),
    ],
)
@pytest.mark.parametrize(("number", "words"), [(1, "one book constraint"),
                                               (2, "two book constraints")])  # fmt: skip
def test_figures_2_3_7_and_8(made, name, values, bins, paper, label, number, words):
    """The five rates of each run over the bins, of queries with that many constraints."""
    for system, conditions in CONDITIONS.items():
        for condition in [one for one in LISTS if one in conditions]:
            id = f"{name}-{number}-{system}-{condition}-paper"
            [found] = [one for one in made.figures if one.id == id]
            table = found.as_table()
            assert heads(table) == [*LINES]
            assert body(table) == [
                ("", tick, *(
                    point(system, condition, key, lambda o, low=low, high=high:
                          o.number == number and within(values, o, low, high))
                    for key in LINES.values()
                ))
                for tick, (low, high) in bins.items()
            ]  # fmt: skip
            assert found.title == f"{system}, {condition}, {words}, by {name}"
            assert (found.x_label, found.paper) == (label, f"Figures {paper}")
            assert found.caption == (
                f"variant=paper, data=mini, queries with {words}; as the paper's Figures {paper}. "
                "Whiskers are 95% intervals."
            )


@pytest.mark.parametrize("line", LINES)
def test_figures_9_and_10(made, line):
    """Each rate over constrainedness, a line for each type, of queries with one constraint."""
    drawn_for = [one.id for one in made.figures if one.id.startswith(f"types-{LINES[line]}-")]
    assert drawn_for == [f"types-{LINES[line]}-{system}-{condition}-paper"
                         for condition in LISTS for system in "abc"
                         if condition in CONDITIONS[system]]  # fmt: skip
    for id in drawn_for:
        [found] = [one for one in made.figures if one.id == id]
        system, condition = id.split("-")[2:4]
        table = found.as_table()
        assert heads(table) == [*PRINTED]
        assert body(table) == [
            ("", tick, *(
                point(system, condition, LINES[line], lambda o, low=low, high=high, type=type:
                      o.types == type and within(KAPPAS, o, low, high))
                for type in PRINTED
            ))
            for tick, (low, high) in BINS.items()
        ]  # fmt: skip
        assert found.title == (f"{system}, {condition}: {line.lower()} by type and constrainedness")
        assert found.paper == "Figures 9 and 10"


@pytest.mark.parametrize("system", ["a", "b"])
def test_figure_4(made, system):
    """Rates by the number of constraints: all books of an author, then one, then two."""
    [found] = [one for one in made.figures if one.id == f"number-{system}-paper"]
    table = found.as_table()
    assert heads(table) == [*LINES]
    parts = [("all_books", lambda o: True), ("no_context", lambda o: o.number == 1),
             ("no_context", lambda o: o.number == 2)]  # fmt: skip
    assert body(table) == [
        ("", f"{nth}", *(point(system, condition, key, chosen) for key in LINES.values()))
        for nth, (condition, chosen) in enumerate(parts)
    ]
    assert found.title == f"{system}, by number of book constraints"
    assert found.paper == "Figure 4"
    # The one that was not asked without context has none.
    assert [one.id for one in made.figures if one.id.startswith("number-")] == [
        "number-a-paper", "number-b-paper",
    ]  # fmt: skip


def test_a_row_says_what_its_figures_come_from(made):
    """The systems are models; all others were printed."""
    found = kinds(made)
    assert {label for label, own in found.items() if own != {"published"}} == set(SYSTEMS)
    assert all(found[system] == {"model"} for system in SYSTEMS)
