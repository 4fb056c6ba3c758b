"""Golds, pools, completeness, KITAB's queries and packages to the letter."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from tamis.benchmarks.quest.ratings import PoolFile, PoolRow
from tamis.collect.completeness import completeness
from tamis.collect.golds import agreement, build, gather
from tamis.collect.kitab import (
    Author,
    Book,
    Dataset,
    Query,
    QueryCounts,
    sampled_by_count,
    satisfying,
    single_items,
    statistics,
)
from tamis.collect.kitab.candidates import names, parsed, possible, suggested
from tamis.collect.kitab.draws import Draw, count_for_share, share_of
from tamis.collect.packaging.books import of_books
from tamis.collect.packaging.card import card, plain
from tamis.collect.packaging.contents import Column, Contents, contents
from tamis.collect.packaging.croissant import croissant
from tamis.collect.packaging.dataset_folder import check_folder
from tamis.collect.packaging.known_files import Known, known
from tamis.collect.packaging.manifest import as_json, manifest, versions
from tamis.collect.packaging.package import check_package
from tamis.collect.packaging.provenance import CC0, KITAB, QUEST, Licence, Provenance, day
from tamis.collect.packaging.table import of_table
from tamis.collect.pooling import Answered, RunAnswers, merge, pool
from tamis.measures.agreement import alpha_interval, kappa_interval, krippendorff_alpha
from tamis.types import Candidate, Evidence, InputError, Verdict

# Golds

M, D, N = "MATCH", "DEBATABLE", "NO_MATCH"


def rated(name: str, *ratings: str, rows: tuple[PoolRow, ...] = (), rater: str = "") -> PoolFile:
    """A file of a rater, whose rows begin on line 2."""
    found = rows or ROWS
    marked = tuple(
        replace(row, rating=rating, rater=(rater or name) if rating else "")
        for row, rating in zip(found, ratings, strict=True)
    )
    return PoolFile(Path(f"{name}.csv"), marked, tuple(range(2, 2 + len(marked))), "sha")


ROWS = (
    PoolRow("1", "One?", "Alpha", in_original=True),
    PoolRow("1", "One?", "Beta"),
    PoolRow("2", "Two?", "Gamma"),
    PoolRow("3", "Three?", ""),
)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            rated("bo", "", rows=(replace(ROWS[0], question="Other?"),)),
            'bo.csv, line 2: question 1 is "Other?", but "One?" in ann.csv, line 2; rate copies of '
            "one pool.",
        ),
        (
            rated("bo", "", "", rows=(ROWS[0], replace(ROWS[1], in_original=True))),
            'bo.csv, line 3: "Beta" is marked in_original differently in ann.csv, line 3; rate '
            "copies of one pool.",
        ),
        (
            rated("x", M, "", rows=(ROWS[0], replace(ROWS[1], rating="")), rater="ann"),
            'x.csv, line 2: ann rates "Alpha" MATCH, but NO_MATCH in ann.csv, line 2; keep one of '
            "the two.",
        ),
        (
            rated("bo", M, rows=(ROWS[0],)),
            'ann.csv, line 3: "Beta" is a candidate for question 1, but bo.csv does not have it; '
            "rate copies of one pool.",
        ),
    ],
)
def test_files_of_ratings_that_contradict_each_other(other, message):
    """Both places."""
    ann = rated("ann", N, M, D, "")
    with pytest.raises(InputError) as error:
        gather([ann, other])
    assert str(error.value) == message


def test_candidates_without_a_rating():
    """How many of how many, and the first; a blank row is no candidate."""
    ratings = gather([rated("ann", M, "", "", "")])
    assert [row.title for row in ratings.unrated] == ["Beta", "Gamma"]
    with pytest.raises(InputError) as error:
        build(ratings)
    assert str(error.value) == (
        '2 of 3 candidates have no rating, the first of them "Beta" of question 1; rate them or '
        "count them as NO_MATCH with --unrated no_match."
    )
    assert [(one.match, one.no_match) for one in build(ratings, unrated="no_match")] == [
        (("Alpha",), ()),
        ((), ()),
        ((), ()),
    ]


def test_agreement_counts_what_two_have_rated():
    """Of three candidates that two rated, one alike; with intervals around each coefficient."""
    files = [rated("ann", M, N, D, ""), rated("bo", M, M, N, ""), rated("cy", "", "", "", "")]
    found = agreement(gather(files))
    assert (found.shared, found.identical) == (3, 1)
    # By hand: they agree on 1/3; by chance 1/3 × 2/3 + 1/3 × 1/3 = 1/3.
    assert found.kappa["ann", "bo"] == (pytest.approx(0.0, abs=1e-12), 3)
    assert set(found.kappa) == {("ann", "bo")}
    many = tuple(PoolRow("1", "One?", f"T{n}") for n in range(12))
    ann, bo = [M, N, D, M] * 3, [M, N, N, D, M, M] * 2
    found = agreement(gather([rated("ann", *ann, rows=many), rated("bo", *bo, rows=many)]))
    assert found.kappa_intervals == {("ann", "bo"): kappa_interval(ann, bo)}
    rank = {N: 0, D: 1, M: 2}
    units = [{"ann": rank[a], "bo": rank[b]} for a, b in zip(ann, bo, strict=True)]
    assert found.nominal_interval == alpha_interval(units, level="nominal")
    assert found.ordinal_interval == alpha_interval(units, level="ordinal")
    assert found.nominal_interval != found.ordinal_interval
    assert found.nominal == krippendorff_alpha(units, level="nominal")
    assert found.ordinal == krippendorff_alpha(units, level="ordinal")


# Pools


def answered(qid: str, titles=(), original=(), candidates=(), outcome="ok") -> Answered:
    """An answer to the question of this id."""
    return Answered(qid, f"{qid}?", outcome, tuple(titles), tuple(original), tuple(candidates))


def run(label: str, *answers: Answered) -> RunAnswers:
    """The answers of a run."""
    return RunAnswers(label, answers)


def test_rows_of_answers():
    """A mark for each run, with what it cites; golds, blanks and doubles once."""
    seen = Candidate("Alpha", "d1", (Evidence("d1", "an\n a"),), (), judgment=False)
    back = Candidate(
        "Beta", None, (), (Evidence("d2", "b"),), judgment=True, verdict=Verdict(False, "ok")
    )
    taken = Candidate("Gamma", "d3", judgment=False, verdict=Verdict(True, "ok"))
    unread = Candidate("Delta", "d4", judgment=None)
    blank = Candidate(" ", "d5")
    one = run(
        "a", answered("1", ["Alpha", "Omega"], ["Alpha", " "], [seen, back, taken, unread, blank])
    )
    two = run("b", answered("1", ["Omega"], ["Alpha"], [replace(seen, judgment=None)]))
    rows = pool([one, two, run("a", answered("2"))])
    assert [(r.qid, r.title, r.doc_id, r.proposed_by, r.in_original) for r in rows] == [
        ("1", "Alpha", "d1", ("a+", "b?"), True),
        ("1", "Beta", "", ("a-",), False),
        ("1", "Delta", "d4", ("a?",), False),
        ("1", "Gamma", "d3", ("a+",), False),
        ("1", "Omega", "", ("a+", "b+"), False),
        ("2", "", "", (), False),
    ]  # fmt: skip
    assert rows[0].evidence_for == ('a; b: "an a" [d1]',)
    assert rows[1].evidence_against == ('a: "b" [d2]',)
    assert run("a", answered("1", outcome="refused"), answered("2", outcome="empty"),
               answered("3")).unread == {"refused": 1}  # fmt: skip


def test_pools_put_together():
    """The same document is the same candidate; the first rating and the best mark stay."""
    first = PoolRow("1", "1?", "Alpha", "d1", ("a?", "b-"), False, ("q",), (), M, "c", "ann")
    again = replace(
        first, title="Alfa", proposed_by=("a-", "b+", "c?"), evidence_for=("q", "r"),
        evidence_against=("s",), rating=N, comment="x", rater="bo",
    )  # fmt: skip
    plain_row = PoolRow("1", "1?", "Beta", "", ("a?",))
    noted = replace(plain_row, comment="hm", rater="bo", rating=D)
    other = PoolRow("1", "1?", "Beta", "d9", ("a+",))
    assert merge([first, plain_row], [again, noted], [other]) == [
        PoolRow(
            "1", "1?", "Alpha", "d1", ("a-", "b+", "c?"), False, ("q", "r"), ("s",), M, "c", "ann"
        ),
        PoolRow("1", "1?", "Beta", "d9", ("a+",), False, (), (), D, "hm", "bo"),
    ]


@pytest.mark.parametrize(
    ("pools", "message"),
    [
        (
            ([PoolRow("1", "a", "X")], [PoolRow("1", "b", "X")]),
            'question 1 is "a" in one place and "b" in another; pool runs on the same data.',
        ),
        (
            ([PoolRow("1", "a", "X"), PoolRow("1", "b", "Y")],),
            'question 1 is "a" in one place and "b" in another; pool runs on the same data.',
        ),
        (
            ([PoolRow("1", "a", "X", in_original=True)], [PoolRow("1", "a", "X")]),
            'question 1: "x" is an original gold for one part of the pool and not for another; '
            "pool runs on the same version of the data.",
        ),
    ],
)
def test_pools_of_different_data(pools, message):
    """One sentence."""
    with pytest.raises(InputError) as error:
        merge(*pools)
    assert str(error.value).casefold() == message.casefold()


# Completeness


GOLDS = ["A", "B", "C", "D", "E"]


def asked(label: str, titles: str, qid: str = "1", golds: list[str] = GOLDS) -> RunAnswers:
    """A system that gave these titles, a letter each."""
    return run(label, answered(qid, list(titles), golds))


def test_golds_that_systems_find():
    """How many each and both found, and how many by chance: 3 × 3 of 5."""
    found = completeness([asked("a", "ABC"), asked("b", "BCD")])
    assert (found.systems, found.rated) == (("a", "b"), False)
    assert (found.golds, found.golds_found, found.known) == (5, 4, 0)
    assert found.found == ((3, 0), (3, 0))
    (overlap,) = found.overlaps
    assert (overlap.first, overlap.second, overlap.common, overlap.expected) == (0, 1, 2, 1.8)
    assert (found.missing, found.low, found.high) == (None, None, None)
    assert (found.unrated, found.not_shared, found.not_rated) == (0, 0, 0)
    (gap,) = found.questions
    assert (gap.qid, gap.question, gap.outside) == ("1", "1?", None)
    assert (gap.golds, gap.golds_found) == (5, 4)


def ratings_of(**by_title: str) -> PoolFile:
    """One rater's file on question 1."""
    rows = tuple(
        PoolRow("1", "1?", title, in_original=title in GOLDS)
        for title in dict.fromkeys([*GOLDS, *by_title])
    )
    return rated("ann", *(by_title.get(row.title, "") for row in rows), rows=rows)


def test_right_answers_outside_the_golds():
    """A debatable gold is none; an answer without a rating is counted."""
    runs = [asked("a", "ABCXYQ"), asked("b", "BCDXYZ")]
    found = completeness(runs, [ratings_of(A=D, B=M, X=M, Y=M, Z=N, W=M)])
    assert found.rated
    # B, C, D, E are golds; X and Y were given by both, W by none.
    assert (found.golds, found.golds_found, found.known) == (4, 3, 3)
    assert found.found == ((2, 2), (3, 2))
    assert found.unrated == 1
    assert (found.missing, found.low) == (3.0, 3.0)
    assert found.high >= 3
    (gap,) = found.questions
    assert (gap.outside, gap.missing, gap.low) == (3, 3.0, 3.0)


@pytest.mark.parametrize(
    ("runs", "files", "message"),
    [
        (
            [],
            [],
            "the logs have no answers, so there is nothing to estimate from; finish a run first.",
        ),
        (
            [asked("a", "A"), RunAnswers("b", (), left_out=True)],
            [],
            "the logs have answers of one system only, a, and an estimate needs the overlap of two "
            "or more; give the logs of others too.",
        ),
        (
            [asked("a", "A"), asked("b", "A", "2")],
            [],
            "the logs have no question that all systems were asked; give logs of the same data.",
        ),
        (
            [asked("a", "A"), asked("b", "B")],
            [],
            "no gold was given by two of the systems, so their overlap says nothing; give logs of "
            "more or of better systems.",
        ),
        (
            [asked("a", "AX"), asked("b", "AY")],
            [ratings_of(X=M, Y=M)],
            "the systems gave 2 right answers outside the golds, none of them given by two "
            "systems, so their overlap does not say how many there are; give logs of more systems.",
        ),
        (
            [asked("a", "AX"), asked("b", "AX")],
            [rated("ann", M, rows=(PoolRow("2", "2?", "Z"),))],
            "the ratings have no candidate of a question that all systems were asked; rate the "
            "pool of these logs, which `tamis pool LOGS --out FILE` writes.",
        ),
        (
            [asked("a", "AX"), asked("b", "AX")],
            [rated("ann", M, rows=(PoolRow("1", "other?", "A", in_original=True),))],
            'the ratings do not fit the logs: question 1 is "other?" in one place and "1?" in '
            "another; pool runs on the same data.",
        ),
    ],
)
def test_what_cannot_be_estimated(runs, files, message):
    """Why, and what to give."""
    with pytest.raises(InputError) as error:
        completeness(runs, files)
    assert str(error.value) == message


def test_questions_that_do_not_count():
    """Those that not all were asked, and those without a rating; one without candidates does."""
    runs = [
        run(name, answered("1", "AX", GOLDS), answered("2", "A", GOLDS), answered("3"), *more)
        for name, more in (("a", [answered("4", "A", GOLDS)]), ("b", []))
    ]
    rows = (
        *(PoolRow("1", "1?", t, in_original=t != "X") for t in [*GOLDS, "X"]),
        *(PoolRow("2", "2?", t, in_original=True) for t in GOLDS),
        PoolRow("3", "3?", ""),
    )
    file = rated("ann", *[""] * 5, N, *[""] * 6, rows=rows)
    found = completeness(runs, [file])
    assert [gap.qid for gap in found.questions] == ["1", "3"]
    assert (found.not_shared, found.not_rated, found.known) == (1, 1, 0)
    assert (found.missing, found.low) == (0.0, 0.0)
    assert found.high > 0
    assert [(gap.outside, gap.missing) for gap in found.questions] == [(0, 0.0), (0, 0.0)]


# KITAB's queries


OAK = Author(
    "Oak",
    1903,
    7,
    (
        Book("Ash and elm", 1951, ("Elm",)),
        Book("The birch", 1954),
        Book("7 cedars", 1955, (), ("Ann",), ("Rome",)),
        Book("Dogwood", None, (), (), ("Rome",)),
    ),
    {"WikiData ID": "Q1"},
)


def test_constraints_that_titles_suggest():
    """The first and last letters, numbers of words, ranges of five years."""
    assert [c.letter for c in suggested(OAK, "starts-with")] == list("abde")
    assert [c.letter for c in suggested(OAK, "starts-with", digits=True)] == list("7abde")
    assert [c.letter for c in suggested(OAK, "ends-with")] == list("dhms")
    assert [c.count for c in suggested(OAK, "word-count")] == [2, 3]
    assert [c.years for c in suggested(OAK, "publishing-year")] == [(1950, 1955), (1955, 1960)]
    early = Author("E", None, None, (Book("A", 99), Book("B", 104)))
    assert [c.years for c in suggested(early, "publishing-year")] == [(100, 105)]
    assert Book("A", 1, facts={"a": 1}) == Book("A", 1, facts={"b": 2})
    assert replace(OAK, ids={}) == OAK


def test_constraints_in_a_sensible_range():
    """All letters, 2 to 19 words, from fifty years before the birth to 2026."""
    assert [c.letter for c in possible(OAK, "ends-with")] == list("abcdefghijklmnopqrstuvwxyz")
    assert [c.letter for c in possible(OAK, "starts-with")] == list("abcdefghijklmnopqrstuvwxyz")
    assert [c.count for c in possible(OAK, "word-count")] == list(range(2, 20))
    years = [c.years for c in possible(OAK, "publishing-year")]
    assert (years[0], years[1], years[-1]) == ((1850, 1855), (1855, 1860), (2025, 2030))
    unknown = possible(replace(OAK, birth_year=None), "publishing-year")
    assert unknown[0].years == (1800, 1805)
    old = possible(replace(OAK, birth_year=120), "publishing-year")
    assert old[0].years == (100, 105)
    assert [(c.family, c.negated) for c in names()] == [
        ("human-name", False), ("human-name", True), ("city-name", False), ("city-name", True),
    ]  # fmt: skip


def test_books_that_satisfy():
    """All constraints, each by some title; without a constraint all books."""
    human, no_human, city, no_city = names()

    def titles(*wanted: object) -> str:
        return "".join(book.title[0] for book in satisfying(OAK, wanted))

    assert titles() == "AT7D"
    assert (titles(human), titles(no_human), titles(city), titles(no_city)) == (
        "7", "ATD", "7D", "AT",
    )  # fmt: skip
    assert titles(human, city) == "7"
    assert titles(no_human, city) == "D"
    letter = parsed("Book title starts with the letter e.")
    assert titles(letter) == "A"


def test_draws_by_their_places():
    """Sorted places within the next so many."""
    draw = Draw(random.Random(3), 3, 9)
    places = sorted(random.Random(3).sample(range(9), 3))
    found = [[place + start for place in draw.among(3)] for start in (0, 3, 6)]
    assert [*found[0], *found[1], *found[2]] == places
    assert [share_of(0.25, n) for n in (9, 10, 11)] == [2, 2, 3]
    # 2 more than 8 are a fifth of 10.
    assert count_for_share(0.2, 8) == 2


def test_queries_in_fixed_numbers():
    """At most so many of a kind for an author, and a share that no book satisfies."""
    counts = QueryCounts({"starts-with": 1, "word-count": 9}, unsatisfiable=0.5, pairs=3)
    one, two = sampled_by_count([OAK], counts, random.Random(1))
    families = Counter(query.wanted[0].family for query in one if query.gold)
    assert families == {"starts-with": 1, "word-count": 2, "human-name": 2, "city-name": 2}
    # Seven queries have books, so that seven without are a half; of four kinds there is one each.
    assert [query.gold for query in one[7:]] == [()] * 4
    assert [len(query.gold) > 1 for query in two[:2]] == [True, True]
    assert [len(query.gold) for query in two[2:]] == [1, 0]
    assert all(a.family != b.family for a, b in (query.wanted for query in two))
    assert {c.family for c in two[-1].wanted} == {"starts-with", "ends-with"}
    defaults = QueryCounts()
    assert (dict(defaults.families), defaults.unsatisfiable, defaults.pairs, defaults.digits) == (
        {"starts-with": 4, "ends-with": 4, "word-count": 3, "publishing-year": 4}, 0.08, 4, False,
    )  # fmt: skip


def test_single_items_need_books_of_both_kinds():
    """One that satisfies and one that does not; nothing of two constraints."""
    human, no_human, city, _ = names()
    everything = replace(OAK, books=OAK.books[2:3])
    queries = [
        Query(OAK, (human,)),
        Query(OAK, (city, no_human)),
        Query(everything, (human,)),
        Query(everything, (no_human,)),
    ]
    items = single_items(queries, 3)
    assert [(item.query, item.satisfies) for item in items] == [
        (queries[0], True), (queries[0], False),
    ]  # fmt: skip
    assert items[0].book == OAK.books[2]
    assert items[1].book in (OAK.books[0], OAK.books[1], OAK.books[3])


def test_files_and_statistics_of_a_dataset(tmp_path):
    """Without the metadata three files; the summary comes last."""
    human, no_human, city, _ = names()
    data = Dataset(
        (OAK,), (Query(OAK, (human,)), Query(OAK, (city,))), (Query(OAK, (no_human, human)),)
    )
    counts = data.write(tmp_path, metadata=False)
    assert counts == {
        "KITAB-ONE-BOOK-CONSTRAINTS.json": 2,
        "KITAB-TWO-BOOK-CONSTRAINTS.json": 1,
        "KITAB-author-metadata.json": 1,
    }
    assert statistics(data) == {
        "city-name": {"one": {"queries": 1, "constrainedness": 0.5}},
        "human-name": {
            "one": {"queries": 1, "constrainedness": 0.75},
            "two": {"queries": 1, "constrainedness": 1.0},
        },
        "no-human-name": {"two": {"queries": 1, "constrainedness": 1.0}},
        "Summary": {
            "one": {"queries": 2, "constrainedness": 0.625},
            "two": {"queries": 1, "constrainedness": 1.0},
        },
    }


# Packages


def provenance(**more: object) -> Provenance:
    """Where a dataset comes from."""
    given = {
        "title": "A *title*",
        "description": "What it is.",
        "command": "tamis collect x",
        "sources": [{"file": "a.csv", "bytes": 1234, "sha256": "ab"}, {"service": "http://s"}],
        "seed": 7,
        "options": {"b": (1, 2), "a": {3}},
        "stages": [
            {"stage": "read", "of": "rows", "in": 1000, "out": 998,
             "dropped": [{"reason": "bad", "count": 2}, {"reason": "odd", "count": 1}],
             "marked": [{"reason": "name", "count": 1200}]},
            {"stage": "bare", "in": 3, "out": 3},
        ],
    }  # fmt: skip
    return Provenance(**given | more)


DATA = Contents(
    "test.jsonl",
    2000,
    "cd",
    1500,
    (
        Column("query", "Text"),
        Column("docs", "Text", True),
        Column("metadata", "Object", False, (Column("template", "Text"), Column("n", "Integer"))),
        Column("scores", ""),
        Column("odd", "Object"),
    ),
)
OTHER = Contents("notes.txt", 2048, "ef")


def test_the_card_of_a_dataset():
    """Every section, in order."""
    made = card(
        provenance(
            licences=(Licence("a.csv", "CC BY 4.0", "http://l"), Licence("s", "own")),
            made=("It was\nmade.",),
            limits=("Not all.",),
            tables={"Figures": [("a", "b"), ("x", 1500), ("y", 0.5)]},
            run=("tamis run x --data DIR",),
            citations=("@a{b}",),
            tags=("t",),
            language="en",
            published="2026-11-21",
            licence="MIT",
            libraries=(),
        ),
        [DATA, OTHER],
    )
    front, body = made.removeprefix("---\n").split("---\n", 1)
    assert yaml.safe_load(front) == {
        "pretty_name": "A *title*",
        "size_categories": ["1K<n<10K"],
        "tags": ["t"],
        "task_categories": ["question-answering"],
        "configs": [
            {"config_name": "questions", "data_files": [{"split": "test", "path": "test.jsonl"}]}
        ],
        "license": "mit",
        "language": ["en"],
    }
    body = re.sub(r"Versions: .*", "Versions: …", body)
    assert body.strip().splitlines() == [
        "# A \\*title\\*",
        "",
        "What it is.",
        "",
        "Published on 2026-11-21.",
        "",
        "```console",
        "$ tamis run x --data DIR",
        "```",
        "",
        "## How it was made",
        "",
        "It was made.",
        "",
        "| stage | counted | in | out | dropped |",
        "| --- | --- | --- | --- | --- |",
        "| read | rows | 1,000 | 998 | bad: 2; odd: 1; marked: name: 1,200 |",
        "| bare |  | 3 | 3 |  |",
        "",
        "The sources:",
        "",
        "| source | bytes | sha256 |",
        "| --- | --- | --- |",
        "| a.csv | 1,234 | ab |",
        "| http\\://s | – | – |",
        "",
        "Made by tamis collect x with the seed 7.",
        "",
        "Versions: …",
        "",
        "The options:",
        "",
        "```json",
        "{",
        '  "a": [',
        "    3",
        "  ],",
        '  "b": [',
        "    1,",
        "    2",
        "  ]",
        "}",
        "```",
        "",
        "### Figures",
        "",
        "| a | b |",
        "| --- | --- |",
        "| x | 1,500 |",
        "| y | 0.5 |",
        "",
        "## Fields",
        "",
        "### test.jsonl",
        "",
        "Set questions over the corpus. (rows: 1,500)",
        "",
        "| field | type | holds |",
        "| --- | --- | --- |",
        "| query | text | The question. |",
        "| docs | list of text | Titles of the documents that answer it. |",
        "| metadata | object | How the question is built. |",
        "| metadata.template | text | The set template: \\_ stands for a set. |",
        "| metadata.n | integer | The column n, as it was collected. |",
        "| scores | text | Ratings by people, which QUEST has; here null. |",
        "| odd | object | The column odd, as it was collected. |",
        "",
        "### notes.txt",
        "",
        "The file notes.txt. (bytes: 2,048)",
        "",
        "## Licence",
        "",
        "This data: MIT.",
        "",
        "## Licence of the sources",
        "",
        "| source | licence | where it can be read |",
        "| --- | --- | --- |",
        "| a.csv | CC BY 4.0 | http\\://l |",
        "| s | own | – |",
        "",
        "## Known limits",
        "",
        "Not all.",
        "",
        "## Citation",
        "",
        "The method is that of:",
        "",
        "```bibtex",
        "@a{b}",
        "```",
    ]


def test_a_card_of_little():
    """Without what is not known."""
    files = [replace(DATA, name="a.jsonl"), replace(DATA, name="b.jsonl")]
    made = card(provenance(stages=[]), files)
    front = yaml.safe_load(made.removeprefix("---\n").split("---\n", 1)[0])
    assert (front["license"], "language" in front) == ("unknown", False)
    assert [one["config_name"] for one in front["configs"]] == ["a", "b"]
    sections = ("Published on", "```console", "## Licence\n", "## Known limits", "## Citation")
    for absent in (*sections, "| stage |"):
        assert absent not in made
    assert (
        "\nThe licence of the sources is not known. Find it out before you share this data.\n"
    ) in made


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        (0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (9_999, "1K<n<10K"),
        (10**4, "10K<n<100K"), (10**5, "100K<n<1M"), (10**6, "1M<n<10M"), (10**7, "10M<n<100M"),
        (10**8, "100M<n<1B"), (10**9, "n>1T"),
    ],
)  # fmt: skip
def test_the_size_of_a_dataset(rows, size):
    """As the hub names it."""
    made = card(provenance(), [replace(DATA, rows=rows)])
    assert f"size_categories:\n- {size}\n" in made


@pytest.mark.parametrize(
    ("licences", "front"),
    [
        ((Licence("a", "CC BY 4.0"),), {"license": "cc-by-4.0"}),
        ((Licence("a", "MIT"), Licence("b", "MIT")), {"license": "mit"}),
        ((Licence("a", "MIT"), Licence("b", "cc0_1.0")), {"license": ["mit", "cc0-1.0"]}),
        (
            (Licence("a", "MIT"), Licence("b", "Own one", "u"), Licence("c", "x", "v")),
            {"license": "other", "license_name": "mit-and-own-one-and-x", "license_link": "u"},
        ),
        ((Licence("a", "Own"),), {"license": "other", "license_name": "own"}),
    ],
)
def test_licences_as_the_hub_names_them(licences, front):
    """Several, and those that it does not know."""
    made = card(provenance(licences=licences), [])
    found = yaml.safe_load(made.removeprefix("---\n").split("---\n", 1)[0])
    assert {name: value for name, value in found.items() if name.startswith("license")} == front


def test_texts_have_no_effect_in_markdown():
    """Each sign that would act."""
    assert plain("\\`*_[]<>#|&~$@") == "".join(f"\\{sign}" for sign in "\\`*_[]<>#|&~$@")
    assert plain("http://www.a b: c") == "http\\://www\\.a b: c"


def test_the_metadata_of_a_dataset():
    """Files, record sets, fields and their sources; nothing that is not known."""
    made = croissant(
        provenance(
            licences=(Licence("a", "MIT", "http://l"), Licence("b", "Own"), Licence("c", "Own")),
            citations=("@a", "@b"), tags=("t",), language="en", url="http://u", creator="Ada",
            published="2026-11-21", made=("a.", "b."), limits=("c.",), version="2.0.1",
        ),
        [DATA, OTHER],
    )  # fmt: skip
    context = made.pop("@context")
    (file, _), (records,) = made.pop("distribution"), made.pop("recordSet")
    assert made == {
        "@type": "sc:Dataset",
        "conformsTo": [
            "http://mlcommons.org/croissant/1.0",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "name": "A *title*",
        "description": "What it is.",
        "version": "2.0.1",
        "license": ["http://l", "Own"],
        "citeAs": "@a\n\n@b",
        "keywords": ["t"],
        "inLanguage": "en",
        "url": "http://u",
        "creator": {"@type": "Person", "name": "Ada"},
        "datePublished": "2026-11-21",
        "rai:dataCollection": "a. b.",
        "rai:dataLimitations": ["c."],
    }
    assert file == {
        "@type": "cr:FileObject",
        "@id": "test.jsonl",
        "name": "test.jsonl",
        "description": "Set questions over the corpus.",
        "contentUrl": "test.jsonl",
        "contentSize": "2000 B",
        "encodingFormat": "application/jsonlines",
        "sha256": "cd",
    }
    fields = records.pop("field")
    assert records == {
        "@type": "cr:RecordSet",
        "@id": "questions-test",
        "name": "questions-test",
        "description": "Set questions over the corpus. Not described here: odd.",
    }
    source = {"fileObject": {"@id": "test.jsonl"}, "extract": {"column": "query"}}
    assert fields[0] == {
        "@type": "cr:Field",
        "@id": "questions-test/query",
        "name": "query",
        "description": "The question.",
        "dataType": "sc:Text",
        "source": source,
    }
    assert (fields[1]["repeated"], fields[3]["dataType"]) == (True, "sc:Text")
    assert set(fields[2]) == {"@type", "@id", "name", "description", "subField"}
    assert fields[2]["subField"][1] == {
        "@type": "cr:Field",
        "@id": "questions-test/metadata/n",
        "name": "n",
        "description": "The column n, as it was collected.",
        "dataType": "sc:Integer",
        "source": {
            "fileObject": {"@id": "test.jsonl"},
            "extract": {"column": "metadata"},
            "transform": {"jsonPath": "$.n"},
        },
    }
    assert context["examples"] == {"@id": "cr:examples", "@type": "@json"}
    assert context["data"] == {"@id": "cr:data", "@type": "@json"}
    assert context["dataType"] == {"@id": "cr:dataType", "@type": "@vocab"}
    assert {name: context[name] for name in ("@language", "@vocab", "cr", "dct", "rai", "sc")} == {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "dct": "http://purl.org/dc/terms/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
    }
    assert (context["conformsTo"], context["column"]) == ("dct:conformsTo", "cr:column")
    few = croissant(provenance(), [OTHER])
    assert set(few) == {
        "@context", "@type", "conformsTo", "name", "description", "version", "distribution",
        "recordSet",
    }  # fmt: skip
    assert few["recordSet"] == []
    same = replace(DATA, columns=tuple(Column(one, "Text") for one in ("a b", "a-b", "a_b")))
    ids = [one["@id"] for one in croissant(provenance(), [same])["recordSet"][0]["field"]]
    assert len(set(ids)) == 3
    assert ids[:2] == ["questions-test/a-b", "questions-test/a-b-2"]


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.json", "application/json"),
        ("a.CSV", "text/csv"),
        ("a.tsv", "text/tab-separated-values"),
        ("a.md", "text/markdown"),
        ("a.txt", "text/plain"),
        ("a.html", "text/html"),
        ("a.parquet", "application/x-parquet"),
        ("a.gz", "application/gzip"),
        ("a.x", "application/octet-stream"),
    ],
)
def test_media_types(name, format):
    """By the end of the name; of lines of JSON by what they are."""
    assert Contents(name, 1, "").format == format
    assert Contents(name, 1, "", 0).format == "application/jsonlines"


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ([None, None], Column("a", "")),
        ([True, None], Column("a", "Boolean")),
        ([1, 2], Column("a", "Integer")),
        ([1, 2.5], Column("a", "Float")),
        ([1, True], Column("a", "Text")),
        (["x", 1], Column("a", "Text")),
        ([["x"], None, [None]], Column("a", "Text", True)),
        ([["x"], "y"], Column("a", "Text")),
        (
            [{"b": 1}, {"c": [2]}],
            Column("a", "Object", False, (Column("b", "Integer"), Column("c", "Integer", True))),
        ),
        ([{"b c": 1}], Column("a", "Object")),
        ([{"b": 1}, 2], Column("a", "Object")),
        ([[{"b": 1}]], Column("a", "Object", True, (Column("b", "Integer"),))),
        ([[[1]]], Column("a", "Object", True)),
        (
            [{f"k{n}": 1 for n in range(40)}],
            Column("a", "Object", False, tuple(Column(f"k{n}", "Integer") for n in range(40))),
        ),
        ([{f"k{n}": 1 for n in range(41)}], Column("a", "Object")),
    ],
)
def test_kinds_of_columns(tmp_path, cells, column):
    """What all cells hold."""
    lines = [json.dumps({"a": cell}) for cell in cells]
    (tmp_path / "f.jsonl").write_text("\n".join([*lines, "", ""]))
    found = contents(tmp_path, "f.jsonl")
    assert (found.rows, found.columns) == (len(cells), (column,))
    assert Column("a", "Object", True, (column,)).described is False
    assert Column("a", "Text").described
    assert not Column("a", "Object").described
    assert Column("a", "Object", False, (column,)).described


def test_files_that_are_no_lines(tmp_path):
    """Their size and hash only; the whole of them."""
    texts = {"a.jsonl": '{"a": 1}\n[1]\n{"b": 2}\n', "b.csv": '{"a": 1}\n', "c.json": ""}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        found = contents(tmp_path, name)
        assert (found.size, found.rows) == (len(text), None if text else 0)
        assert found.columns == ()


AUTHOR = "Author;Birth Year;# of sitelinks;WikiData ID;OpenLibrary ID"
QUERY = f"{AUTHOR};constraint_type;constraints;mapped_books;all_books;raw_books;item_facts;checks"
DESCRIBED = {
    "KITAB-author-metadata.json": AUTHOR,
    "KITAB-ONE-BOOK-CONSTRAINTS.json": QUERY,
    "KITAB-TWO-BOOK-CONSTRAINTS.json": QUERY,
    "KITAB-book-metadata.json": f"{AUTHOR};title;earliest_publishing_year;number_of_words;"
    "human_names;city_names;title_variants;openlibrary_ids;languages;number_of_editions",
    "KITAB-SINGLE-ITEMS.json": f"{AUTHOR};constraint_type;constraints;book;satisfies",
    "test.jsonl": "query;docs;original_query;scores;metadata;template;domain",
    "train.jsonl": "query;docs;original_query;scores;metadata;template;domain",
    "documents.jsonl": "id;title;text",
    "quality.jsonl": "kind;author;id;title;why;titles;works;year;authors",
}


def test_known_files():
    """Names, configurations and splits; and what is said of others."""
    assert [(known(n).name, known(n).config, known(n).split) for n in (
        "KITAB-ONE-BOOK-CONSTRAINTS.json", "KITAB-TWO-BOOK-CONSTRAINTS.json",
        "KITAB-author-metadata.json", "KITAB-book-metadata.json", "KITAB-SINGLE-ITEMS.json",
        "test.jsonl", "train.jsonl", "documents.jsonl", "quality.jsonl", "domain.json",
    )] == [
        ("one-book-constraints", "", "test"),
        ("two-book-constraints", "", "test"),
        ("author-metadata", "", "test"),
        ("book-metadata", "", "test"),
        ("single-items", "", "test"),
        ("questions-test", "questions", "test"),
        ("questions-train", "questions", "train"),
        ("documents", "", "corpus"),
        ("quality", "", "review"),
        ("domain", "", "test"),
    ]  # fmt: skip
    assert known("sub/a b.txt") == Known("sub-a-b", "The file sub/a b.txt.")
    for name in ("Birth Year", "# of sitelinks", "earliest_publishing_year", "year"):
        assert known("x").kind(name) == "Integer"
    assert known("x").kind("z") == "Text"
    assert {name: sorted(known(name).columns) for name in DESCRIBED} == {
        name: sorted(columns.split(";")) for name, columns in DESCRIBED.items()
    }
    assert all(all(known(name).columns.values()) for name in DESCRIBED)


def test_the_manifest_of_a_dataset():
    """Everything that is known, under its name; details hide nothing."""
    made = manifest(
        provenance(
            licences=(Licence("a", "MIT"),), details={"seed": 9, "more": Path("/x/y.txt")},
            licence="MIT", creator="Ada", libraries=("no such thing",),
        ),
        [DATA, OTHER],
    )  # fmt: skip
    found = made.pop("versions")
    assert found["no such thing"] == "not installed"
    assert set(found) == {"tamis", "python", "no such thing"}
    assert re.fullmatch(r"3\.\d+", found["python"])
    assert made == {
        "seed": 7,
        "more": "y.txt",
        "title": "A *title*",
        "made by": "tamis collect x",
        "version": "1.0.0",
        "licence": "MIT",
        "creator": "Ada",
        "options": {"b": [1, 2], "a": [3]},
        "sources": [{"file": "a.csv", "bytes": 1234, "sha256": "ab"}, {"service": "http://s"}],
        "licences": [{"source": "a", "name": "MIT", "url": ""}],
        "stages": provenance().stages,
        "files": {
            "test.jsonl": {"bytes": 2000, "sha256": "cd", "rows": 1500},
            "notes.txt": {"bytes": 2048, "sha256": "ef"},
        },
    }
    assert as_json({"b": "é", "a": 1}) == '{\n  "a": 1,\n  "b": "é"\n}\n'
    assert versions(["word lists"])["word lists"] not in ("", "not installed")


def test_what_is_wrong_with_a_package(tmp_path):
    """A sentence for each file."""
    (tmp_path / "same").write_text("x")
    (tmp_path / "long").write_text("xy")
    (tmp_path / "other").write_text("y")
    sha = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    about = {"bytes": 1, "sha256": sha}
    files = dict.fromkeys(("same", "long", "other", "gone", "/same", "../same", "a\\b"), about)
    (tmp_path / "manifest.json").write_text(json.dumps({"files": files | {"odd": {"bytes": 1}}}))
    assert check_package(tmp_path) == [
        "long has 2 bytes, and 1 when it was collected.",
        "other has been changed: its sha256 is not that of the manifest.",
        "gone is missing.",
        "'/same' lies outside of the folder and is not checked.",
        "'../same' lies outside of the folder and is not checked.",
        "'a\\\\b' lies outside of the folder and is not checked.",
        "odd has no sha256 and size in the manifest.",
    ]
    for text in ("[]", '{"files": {}}', '{"files": []}'):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(InputError, match=r"lists no files; collect the data again\."):
            check_package(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(InputError) as error:
        check_package(tmp_path)
    assert str(error.value) == (
        f"{tmp_path} has no manifest.json; only a folder that `tamis collect` has finished can be "
        "checked."
    )


def test_folders_that_may_be_written(tmp_path):
    """Nothing else may be there; half-written files of ours, and what is allowed, may."""
    out = tmp_path / "out"
    check_folder(out, ["a.jsonl"], "a thing")
    out.mkdir()
    (out / "a.jsonl").write_text("")
    with pytest.raises(InputError) as error:
        check_folder(out, ["a.jsonl"], "a thing")
    assert str(error.value) == (
        f"{out} holds 'a.jsonl', which is not part of a thing made by tamis; give an empty folder."
    )
    manifest_of = {"made by": "tamis collect x", "files": {"a.jsonl": {}}}
    (out / "manifest.json").write_text(json.dumps(manifest_of))
    (out / ".a.jsonl.part").write_text("")
    (out / "mine").write_text("")
    check_folder(out, ["a.jsonl"], "a thing", ["mine"])
    with pytest.raises(InputError, match="holds 'mine'"):
        check_folder(out, ["a.jsonl"], "a thing")
    file = tmp_path / "f"
    file.write_text("")
    with pytest.raises(InputError) as error:
        check_folder(file, [], "a thing")
    assert str(error.value) == f"{file} is a file; give a folder with --out."


@pytest.mark.parametrize("version", ["1.0", "01.0.0", "1.0.0.0", "1.0.x", ""])
def test_versions_that_are_none(version):
    """Three numbers."""
    with pytest.raises(InputError) as error:
        provenance(version=version)
    assert str(error.value) == (
        f"{version!r} is not a version; write three numbers, such as 1.0.0."
    )
    assert provenance(version="10.0.2-rc.1").version == "10.0.2-rc.1"


def test_dates_and_licences():
    """As they are written."""
    assert day("2026-11-21") == "2026-11-21"
    for text in ("20261121", "2026-13-01", "21.11.2026", "2026-W01-1"):
        with pytest.raises(InputError) as error:
            day(text)
        assert str(error.value) == (
            f"{text!r} is not a date; write year, month and day, such as 2026-11-21."
        )
    assert provenance(licence="MIT", licences=(Licence("a", "b"),)).under == (Licence("", "MIT"),)
    assert provenance(licences=(Licence("a", "b"),)).under == (Licence("a", "b"),)
    assert CC0 == ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/")


TABLE = {
    "made by": "tamis collect table",
    "sources": [
        {"file": "a.csv", "rows": 10, "lines left out": {"lines": 7, "first": [4, *range(9, 15)]}},
        {"file": "b.csv", "rows": 5, "lines left out": {"lines": 0, "first": []}},
    ],
    "sql": None,
    "where": "year > 1990",
    "columns": {"item": "title", "anchor": "", "category": ["g", "h"], "text": "t"},
    "options": {"seed": 3},
    "rows": 12,
    "numbered by": "line",
    "dropped": {"no title": {"rows": 3, "first": [1, 2, 5]}, "a year": {"rows": 1, "first": [9]}},
    "kitab": {"queries": 2},
    "quest": {"queries": 1},
}  # fmt: skip


def test_the_provenance_of_a_table():
    """What was read, asked and cleaned; what it is and is not good for."""
    made = of_table(TABLE, licence="MIT", published="2026-01-02", libraries=("x",))
    assert made.stages == [
        {
            "stage": "read",
            "of": "rows",
            "in": 22,
            "out": 15,
            "dropped": [
                {
                    "reason": "lines of a.csv that cannot be read",
                    "count": 7,
                    "sample": ["line 4", "line 9", "line 10", "line 11", "line 12"],
                }
            ],
        },
        {"stage": "query", "of": "rows", "in": 15, "out": 12, "dropped": []},
        {
            "stage": "clean",
            "of": "rows",
            "in": 12,
            "out": 8,
            "dropped": [
                {"reason": "a year", "count": 1, "sample": ["line 9"]},
                {"reason": "no title", "count": 3, "sample": ["line 1", "line 2", "line 5"]},
            ],
        },
    ]
    assert made.title == "Constraints over a.csv, b.csv"
    assert made.description == (
        "A benchmark made from a table (a.csv, b.csv): list queries about the items of an anchor, "
        "in the form of KITAB and set questions over a corpus of texts, in the form of QUEST. All "
        "answers are computed from the table by a query engine."
    )
    assert made.tables == {
        "What the columns are": [
            ("part", "column"),
            ("item", "title"),
            ("category", "g"),
            ("category", "h"),
            ("text", "t"),
            ("where", "year > 1990"),
        ]
    }
    assert made.run == ("tamis run kitab --data DIR", "tamis run quest --data DIR")
    assert made.citations == (KITAB, QUEST)
    assert made.tags == ("constraint-satisfaction", "information-retrieval", "kitab", "quest")
    assert made.licences == (Licence("a.csv, b.csv", "MIT"),)
    assert (made.seed, made.published, made.command) == (3, "2026-01-02", "tamis collect table")
    assert len(made.limits) == 3
    assert set(made.details) == {
        "sql", "where", "columns", "rows", "numbered by", "dropped", "kitab", "quest",
    }  # fmt: skip
    bare = of_table(TABLE | {"where": None, "kitab": {"queries": 0}} | {"quest": {"queries": 0}})
    assert [stage["stage"] for stage in bare.stages] == ["read", "clean"]
    assert (bare.run, bare.citations, bare.licences, len(bare.limits)) == ((), (), (), 2)
    asked_sql = of_table(TABLE | {"sql": "FROM a", "where": None})
    assert [stage["stage"] for stage in asked_sql.stages] == ["read", "query", "clean"]
    assert ("sql", "FROM a") in asked_sql.tables["What the columns are"]


def test_the_provenance_of_books():
    """Faults, what was gone, and figures as tables; limits by what happened."""
    summary = {
        "options": {"seed": 3, "dedup": "paper"},
        "sources": [{"file": "a"}],
        "stages": [],
        "faults": {"b": {"z": {"count": 2}, "y": {"count": 1}}, "a": {"x": {"count": 3}}},
        "gone": {"c": {"deleted": {"count": 4}}},
        "statistics": {"s": {"one": {"queries": 5, "constrainedness": 0.5}}},
        "notes": {"truncated": "x is cut", "names": "Some."},
        "counts": {"n": 1},
    }
    made = of_books(summary, licence="MIT", published="2026-01-02", libraries=("x",))
    assert made.tables == {
        "What was wrong in the sources": [
            ("source", "what", "lines"), ("a", "x", 3), ("b", "y", 1), ("b", "z", 2),
        ],
        "Redirects and deleted records in the sources": [
            ("source", "what", "lines"), ("c", "deleted", 4),
        ],
        "Queries and their mean constrainedness κ": [
            ("type", "queries of one", "their κ", "queries of two", "their κ"),
            ("s", 5, 0.5, 0, "–"),
        ],
    }  # fmt: skip
    assert made.limits[-1] == "Dumps were not whole: x is cut"
    assert made.limits[2].endswith("contains no name. Some.")
    assert "by the variant 'paper'." in made.limits[4]
    assert [one.source for one in made.licences] == ["Open Library", "Wikidata"]
    assert {(one.name, one.url) for one in made.licences} == {CC0}
    assert made.tags == ("books", "constraint-satisfaction", "information-retrieval", "kitab")
    assert (made.run, made.citations, made.language, made.command) == (
        ("tamis run kitab --data DIR",), (KITAB,), "en", "tamis collect books",
    )  # fmt: skip
    assert made.title == "Books by constraints, collected from Open Library and Wikidata"
    assert made.details.keys() == summary.keys() - {"options", "sources", "stages"}
    few = of_books({"options": {"seed": 3}, "sources": [], "stages": []})
    assert (few.tables, len(few.limits)) == ({}, 5)
    assert "by the variant 'strict'." in few.limits[4]
