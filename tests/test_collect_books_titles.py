"""Titles of one author put together: the paper's way, and the strict one."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.fuzz import ratio

from tamis.collect.books.titles import paper, strict
from tamis.collect.books.titles.near import near
from tamis.text import paper_title


def together(clusters, *titles: str) -> list[list[str]]:
    """The groups of more than one title."""
    found = clusters([[title] for title in titles])
    return [[titles[i] for i in group] for group in found if len(group) > 1]


SAME = [
    ("Gödel, Escher, Bach", "Gödel, Escher, Bach: An Eternal Golden Braid"),
    ("The Hobbit", "Hobbit"),
    ("The Hobbit", "The hobbit, or, There and back again"),
    ("The Color Purple", "The colour purple"),
    ("Emma", "Emma: a novel"),
    ("Emma", "Emma, a novel"),
    ("It", "It!"),
    ("Nineteen Eighty-Four", "Nineteen eighty four"),
]


@pytest.mark.parametrize("pair", SAME)
def test_one_book_is_one_book_in_both_variants(pair):
    """Subtitles, articles, case, spelling and punctuation."""
    assert together(paper.clusters, *pair) == [list(pair)]
    assert together(strict.clusters, *pair) == [list(pair)]


def test_subtitles_that_say_nothing_are_none_to_strict():
    """Two of them, on two records of which neither has the bare title."""
    assert together(
        strict.clusters, "Emma: a novel", "Emma (Large Print)", "Emma Brown: a novel"
    ) == [["Emma: a novel", "Emma (Large Print)"]]


SERIES = [
    ("Dune", "Dune Messiah"),
    ("Dune", "Children of Dune"),
    ("Dune: House Atreides", "Dune: House Harkonnen", "Dune"),
    ("Henry IV", "Henry V"),
    ("Henry IV, Part 1", "Henry IV, Part 2"),
    ("Poems 1930", "Poems 1940"),
    ("Collected works, volume one", "Collected works, volume two"),
]


@pytest.mark.parametrize("titles", SERIES)
def test_volumes_are_one_book_to_the_paper_and_several_to_strict(titles):
    """What the paper's steps do to a series, and the guard against it."""
    assert together(paper.clusters, *titles) == [list(titles)]
    assert together(strict.clusters, *titles) == []


@pytest.mark.parametrize(
    "titles",
    [("It", "Bitten"), ("Sula", "Beloved"), ("V.", "Vineland"), ("!!!", "???"), ("A", "B")],
)
def test_other_books_are_other_books_in_both_variants(titles):
    """A short title within a word is no part of it, and titles without letters match nothing."""
    assert together(paper.clusters, *titles) == together(strict.clusters, *titles) == []


def test_works_are_one_by_any_of_their_titles():
    """A work with two titles joins two others that have nothing in common."""
    works = [["Sula"], ["Sula", "The Peace Book"], ["The Peace Book"], ["Jazz"]]
    for clusters in (paper.clusters, strict.clusters):
        assert clusters(works) == [[0, 1, 2], [3]]


def test_the_papers_threshold_is_the_rounded_one():
    """A ratio of 79.5 is 80 to fuzzywuzzy, which the paper used."""
    titles = ("abcdefghij klmn", "abcdefghxy zlmn")
    assert ratio(*map(paper_title, titles)) == pytest.approx(80)
    assert together(paper.clusters, *titles)
    assert not together(paper.clusters, "abcdefghij klmn", "abcdefgwxy zlmn")


@settings(max_examples=40)
@given(
    st.lists(st.text("abc ", max_size=12), max_size=40, unique=True), st.sampled_from([70.0, 85.0])
)
def test_near_pairs_are_those_that_comparing_all_finds(texts, at_least):
    """Blocks and lengths leave none out and none twice."""
    expected = [
        {a, b} for a, b in itertools.combinations(range(len(texts)), 2)
        if ratio(texts[a], texts[b]) >= at_least
    ]  # fmt: skip
    found = [{a, b} for a, b in near(texts, at_least)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def test_near_pairs_are_found_across_blocks():
    """600 texts of growing length, each near only to its neighbours in length."""
    texts = ["x" * n for n in range(1, 601)]
    found = {frozenset(pair) for pair in near(texts, 99.9)}
    expected = {
        frozenset((a, b)) for a in range(600) for b in range(a + 1, min(600, a + 3))
        if 200 * (a + 1) / (a + b + 2) >= 99.9
    }  # fmt: skip
    assert found == expected
    assert expected


@settings(max_examples=40)
@given(st.lists(st.lists(st.text(max_size=20), max_size=3), max_size=12))
def test_any_titles_make_a_partition(works):
    """Every work is in one group, in order, whatever its titles hold."""
    for clusters in (paper.clusters, strict.clusters):
        groups = clusters(works)
        assert sorted(i for group in groups for i in group) == list(range(len(works)))
        assert groups == sorted(groups)
