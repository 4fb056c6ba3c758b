"""Matching titles, clusters and rates."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.benchmarks.kitab.clusters import Clusters, cluster, completeness, constrainedness, rates
from tamis.benchmarks.kitab.title_matching import BestMatch, FirstMatch
from tamis.text.normalised import kitab_title, paper_title, plain_words

BOOKS = ["Beloved", "Song of Solomon", "Sula", "Tar Baby", "The Bluest Eye", "Love", "It"]
TITLES = st.text(max_size=30) | st.sampled_from([*BOOKS, "A", "The", "", "Beloved: a novel"])


@pytest.mark.parametrize(
    ("title", "kitab", "paper", "words"),
    [
        ("The Bluest Eye", "bluest eye", "bluest eye", "bluest eye"),
        ("Ill Met & Well", "ill met and well", "ill met and well", "ill met and well"),
        ("A", "", "a", "a"),
        ("¿Qué?", "¿qué", "¿qué", "que"),
        ("Farewell,  My Lovely", "farewell  my lovely", "farewell my lovely", "farewell my lovely"),
        ("Don’t Look Now", "don’t look now", "don’t look now", "dont look now"),
        ("84, Charing Cross Road", *["84 charing cross road"] * 3),
    ],
)
def test_normalisations(title, kitab, paper, words):
    """Each normalisation on titles that tell them apart."""
    assert (kitab_title(title), paper_title(title), plain_words(title)) == (kitab, paper, words)


def test_the_first_title_that_is_a_subset_wins():
    """Subsets go either way and by characters: "love" is in "beloved", which comes first."""
    index = FirstMatch(BOOKS, paper_title)
    assert index.match("Love") == 0
    assert index.match("Song of Solomon: a novel") == 1


def test_a_fuzzy_match_needs_eighty_percent():
    """2·M/T: "songs of salomon" shares 14 of its 16 characters with the 15 of "song of solomon"."""
    index = FirstMatch(["Song of Solomon"], paper_title)
    assert index.match("Songs of Salomon") == 0
    assert index.match("Songs Salami") is None


def test_the_best_title_wins_by_whole_words():
    """Whole words and the best score: "Love" is itself, and "It" is no part of other titles."""
    index = BestMatch(BOOKS)
    assert index.match("Love") == 5
    assert index.match("Beloved: A Novel") == 0
    assert index.match("It Was the Nightingale") is None
    assert index.match("it") == 6


def test_a_title_of_only_an_article_swallows_nothing():
    """A book called "A" does not match every title, unless the published scorer is asked."""
    assert FirstMatch(["A"], paper_title).match("Moby Dick") is None
    assert FirstMatch(["A"], kitab_title, empty_matches=True).match("Moby Dick") == 0


def test_clusters_join_the_titles_of_one_book():
    """Two titles of one book are one cluster; a repeated irrelevant title is one cluster."""
    index = FirstMatch(BOOKS, paper_title)
    titles = ["Sula", "Sula (a novel)", "Moby Dick", "moby dick!", "Tar Baby"]
    got = cluster(titles, index.match, key=paper_title)
    assert got.relevant == {2: ("Sula", "Sula (a novel)"), 3: ("Tar Baby",)}
    assert got.irrelevant == ("Moby Dick",)
    assert len(got) == 3


def test_rates_by_hand():
    """One satisfying, two unsatisfying and one irrelevant cluster: quarters."""
    got = rates(Clusters({0: ("a",), 1: ("b",), 2: ("c",)}, ("d",)), {1})
    assert (got.irrelevant, got.satisfied, got.unsatisfied) == (0.25, 0.25, 0.5)


def test_an_empty_answer_has_no_rates():
    """Without a cluster the rates are undefined, not zero."""
    assert math.isnan(rates(Clusters({}), set()).satisfied)


def test_completeness_and_constrainedness_by_hand():
    """Two of three found; κ of 2 satisfying in 5 is 0.6; no gold is undefined."""
    assert completeness({1, 2, 3}, {1, 2, 9}) == 2 / 3
    assert math.isnan(completeness(set(), {1}))
    assert constrainedness(2, 5) == 0.6


@given(st.lists(TITLES, max_size=8), st.lists(TITLES, max_size=12))
def test_any_titles_are_matched_without_failing(books, titles):
    """Arbitrary text never crashes a matcher, and what is matched is in the list."""
    for index in (FirstMatch(books, paper_title), BestMatch(books)):
        for title in titles:
            found = index.match(title)
            assert found is None or 0 <= found < len(books)
            assert (found is None) == (index.matches(title) == ()) or found in index.matches(title)
