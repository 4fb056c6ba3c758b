"""Golds built from the ratings of three people, worked by hand.

Six candidates for two questions, and a third question without any:

| question | title | gold before | ann | bo | cy |
| 1 | Alpha   | yes | MATCH     | MATCH     | MATCH     |
| 1 | Beta    | yes | NO_MATCH  | NO_MATCH  | DEBATABLE |
| 1 | Gamma   |     | MATCH     | MATCH     | NO_MATCH  |
| 1 | Delta   |     | MATCH     | DEBATABLE | NO_MATCH  |
| 2 | Epsilon | yes | DEBATABLE | DEBATABLE | MATCH     |
| 2 | Zeta    |     | NO_MATCH  | NO_MATCH  | NO_MATCH  |
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import replace

import pytest

from tamis import __version__
from tamis.benchmarks.quest.ratings import PoolRow, read_pool, write_pool
from tamis.collect.golds import agreement, build, changes, gather, settle, write_golds
from tamis.measures.agreement import alpha_interval, kappa_interval, krippendorff_alpha
from tamis.types import InputError

ROWS = [
    PoolRow("1", "first?", "Alpha", in_original=True),
    PoolRow("1", "first?", "Beta", in_original=True), PoolRow("1", "first?", "Gamma"),
    PoolRow("1", "first?", "Delta"), PoolRow("2", "second?", "Epsilon", in_original=True),
    PoolRow("2", "second?", "Zeta"), PoolRow("3", "third?", ""),
]  # fmt: skip
NAMES = {"M": "MATCH", "D": "DEBATABLE", "N": "NO_MATCH", ".": ""}
RATINGS = {"ann": "MNMMDN", "bo": "MNMDDN", "cy": "MDNNMN"}


def rated(folder, rater, letters, rows=ROWS, name=None):
    """A rater's copy of the pool, as read from its file; "." is not rated."""
    path = folder / f"{name or rater}.csv"
    marked = zip(rows, [*letters, *"." * (len(rows) - len(letters))], strict=True)
    write_pool(
        path, [replace(r, rating=NAMES[x], rater=rater if x != "." else "") for r, x in marked]
    )
    return read_pool(path)


@pytest.fixture
def files(tmp_path):
    """The three files of the table above."""
    return [rated(tmp_path, rater, letters) for rater, letters in RATINGS.items()]


def _buckets(questions):
    return [(q.qid, q.match, q.debatable, q.no_match) for q in questions]


def test_more_than_half_settles_a_candidate_and_else_it_is_debatable(files):
    """Two of three decide; a three-way split is DEBATABLE; only old golds are listed NO_MATCH."""
    assert _buckets(build(gather(files))) == [
        ("1", ("Alpha", "Gamma"), ("Delta",), ("Beta",)),
        ("2", (), ("Epsilon",), ()),
        ("3", (), (), ()),
    ]


def test_unanimity_leaves_everything_else_debatable(files):
    """Alpha and Zeta are the only candidates of which all three say the same."""
    assert _buckets(build(gather(files), "unanimous")) == [
        ("1", ("Alpha",), ("Beta", "Gamma", "Delta"), ()),
        ("2", (), ("Epsilon",), ()),
        ("3", (), (), ()),
    ]


@pytest.mark.parametrize(
    ("votes", "majority", "unanimous"),
    [
        ("M", "M", "M"), ("MN", "D", "D"), ("NN", "N", "N"), ("MMN", "M", "D"), ("MDN", "D", "D"),
        ("MMNN", "D", "D"), ("MMDN", "D", "D"), ("NNNM", "N", "D"),
    ],
)  # fmt: skip
def test_the_rules(votes, majority, unanimous):
    """A tie, and a plurality that is not more than half, are DEBATABLE."""
    chosen = [NAMES[vote] for vote in votes]
    assert settle(chosen) == NAMES[majority]
    assert settle(chosen, "unanimous") == NAMES[unanimous]


def test_agreement_as_worked_by_hand(files):
    """Cohen: (5/6 - 1/3) / (2/3), (2/6 - 13/36) / (23/36), (2/6 - 1/3) / (2/3).

    Krippendorff, with 7 MATCH, 7 NO_MATCH and 4 DEBATABLE: nominal 1 - 9 * 17 / 210; ordinal
    distances 5.5² (neighbours) and 11² (ends), so 1 - 17 * 544.5 / 15246.
    """
    found = agreement(gather(files))
    assert (found.identical, found.shared) == (2, 6)
    assert found.kappa["ann", "bo"] == (pytest.approx(3 / 4), 6)
    assert found.kappa["ann", "cy"] == (pytest.approx(-1 / 23), 6)
    assert found.kappa["bo", "cy"] == (pytest.approx(0, abs=1e-12), 6)
    assert found.nominal == pytest.approx(57 / 210)
    assert found.ordinal == pytest.approx(11 / 28)


def test_agreement_uses_only_what_both_rated(tmp_path):
    """Ratings that are missing are no disagreement; raters who share nothing have no kappa."""
    files = [
        rated(tmp_path, "ann", "MNM..."),
        rated(tmp_path, "bo", "MN...."),
        rated(tmp_path, "cy", "...DDN"),
    ]
    found = agreement(gather(files))
    assert (found.identical, found.shared) == (2, 2)
    assert found.kappa["ann", "bo"] == (1, 2)
    value, both = found.kappa["ann", "cy"]
    assert (math.isnan(value), both) == (True, 0)
    assert agreement(gather([rated(tmp_path, "ann", "MNMMDN")])) is None


def test_agreement_has_intervals_of_its_coefficients(tmp_path):
    """Twelve candidates of two raters: each interval lies around its coefficient."""
    rows = [PoolRow("1", "one?", f"T{n:02}") for n in range(12)]
    files = [rated(tmp_path, "ann", "MNDM" * 3, rows), rated(tmp_path, "bo", "MNNDMM" * 2, rows)]
    found = agreement(gather(files))
    ranks = {"N": 0, "D": 1, "M": 2}
    units = [{"ann": ranks[a], "bo": ranks[b]}
             for a, b in zip("MNDM" * 3, "MNNDMM" * 2, strict=True)]  # fmt: skip
    for level in ("nominal", "ordinal"):
        low, high = getattr(found, f"{level}_interval")
        assert low < getattr(found, level) < high
        assert getattr(found, level) == krippendorff_alpha(units, level=level)
        assert (low, high) == alpha_interval(units, level=level)
    names = [[NAMES[x] for x in one] for one in ("MNDM" * 3, "MNNDMM" * 2)]
    assert found.kappa_intervals == {("ann", "bo"): kappa_interval(*names)}


def test_changes_against_the_golds_before(files):
    """Gamma added, Beta dropped, Epsilon in doubt, Delta newly debatable; 2 and 3 are empty."""
    ratings = gather(files)
    made = changes(ratings, build(ratings))
    assert (made.added, made.dropped, made.doubted, made.newly_debatable) == (1, 1, 1, 1)
    assert (made.changed, made.emptied) == (2, 2)


def test_candidates_that_nobody_rated_are_refused_or_no_match(tmp_path):
    """Refused with their number; with the option they are NO_MATCH; one rater of two is enough."""
    files = [rated(tmp_path, "ann", "M..MDN"), rated(tmp_path, "bo", "M.M...")]
    with pytest.raises(InputError, match=r'1 of 6 candidates .* "Beta" of question 1'):
        build(gather(files))
    (first, *_) = build(gather(files), unrated="no_match")
    assert (first.match, first.no_match) == (("Alpha", "Gamma", "Delta"), ("Beta",))


def test_the_file_holds_the_golds_and_what_they_were_made_from(files, tmp_path):
    """Names of files, not paths; the digest is that of the file's bytes."""
    ratings = gather(files)
    write_golds(tmp_path / "g.json", "mine", build(ratings), files, ratings, "majority")
    record = json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))
    assert record["name"] == "mine"
    assert record["questions"][0] == {
        "qid": "1", "question": "first?", "match": ["Alpha", "Gamma"], "debatable": ["Delta"],
        "no_match": ["Beta"],
    }  # fmt: skip
    manifest = record["manifest"]
    assert manifest["pools"][1] == {
        "file": "bo.csv",
        "sha256": hashlib.sha256((tmp_path / "bo.csv").read_bytes()).hexdigest(),
        "rows": 6,
        "rated": 6,
    }
    assert (manifest["raters"], manifest["tamis"]) == (["ann", "bo", "cy"], __version__)
    assert manifest["rule"].startswith("majority: ")
    assert manifest["unrated"] == 0


def test_a_rater_without_a_name_is_called_after_the_file(tmp_path):
    """Ratings typed into a spreadsheet may lack the name; a name in some rows is for all."""
    write_pool(tmp_path / "dee.csv", [replace(ROWS[0], rating="MATCH")])
    assert read_pool(tmp_path / "dee.csv").rater == "dee"
    write_pool(
        tmp_path / "dee.csv",
        [replace(ROWS[0], rating="MATCH"), replace(ROWS[1], rating="MATCH", rater="Dee")],
    )
    assert read_pool(tmp_path / "dee.csv").rater == "Dee"


@pytest.mark.parametrize(
    ("rows", "rater", "said"),
    [
        ([replace(ROWS[0], rating="NO_MATCH")], "ann", 'ann rates "Alpha" NO_MATCH, but MATCH in'),
        ([replace(ROWS[0], question="other?")], "bo", 'question 1 is "other?", but "first?" in'),
        ([replace(ROWS[0], in_original=False)], "bo", '"Alpha" is marked in_original differently'),
    ],
)
def test_files_that_contradict_each_other_are_named_with_the_line(tmp_path, rows, rater, said):
    """Both places are in the sentence."""
    first = rated(tmp_path, "ann", "M", ROWS[:1])
    second = tmp_path / "second.csv"
    write_pool(second, [replace(row, rater=rater, rating=row.rating or "MATCH") for row in rows])
    with pytest.raises(InputError) as error:
        gather([first, read_pool(second)])
    assert str(error.value).startswith(f"{second}, line 2: ")
    assert said in str(error.value)
    assert f"{first.path}, line 2" in str(error.value)


def test_a_candidate_that_one_rater_did_not_have_is_refused(tmp_path):
    """Two versions of a pool; a question that only one of them has is no fault."""
    ann = rated(tmp_path, "ann", "MNMM", ROWS[:4])
    bo = rated(tmp_path, "bo", "MNM", [*ROWS[:3]])
    with pytest.raises(InputError) as error:
        gather([ann, bo])
    assert f'{ann.path}, line 5: "Delta" is a candidate for question 1' in str(error.value)
    assert f"{bo.path} does not have it" in str(error.value)
    assert gather([ann, rated(tmp_path, "cy", "DN", ROWS[4:6])]).unrated == []


def test_a_file_with_two_raters_is_refused(tmp_path):
    """The line of the second name is given."""
    rows = [replace(ROWS[0], rating="MATCH", rater="ann"), replace(ROWS[1], rating="MATCH")]
    write_pool(tmp_path / "x.csv", [*rows, replace(ROWS[2], rating="MATCH", rater="bo")])
    with pytest.raises(InputError, match=r'x\.csv, line 4: the rater is "bo", .* "ann"'):
        gather([read_pool(tmp_path / "x.csv")])
