"""Scoring one answer: what each variant counts, and what holds for any answer."""

from __future__ import annotations

import math
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.benchmarks.kitab.data import load
from tamis.benchmarks.kitab.options import VARIANTS
from tamis.benchmarks.kitab.query import Query, from_row, with_facts
from tamis.benchmarks.kitab.reply import is_runaway
from tamis.benchmarks.kitab.score import Recognisers, score, score_all_books

ALL = ["Beloved (1987)", "Song of Solomon (1977)", "Sula (1973)", "Tar Baby (1981)",
       "The Bluest Eye (1970)"]  # fmt: skip
RAW = ["Beloved", "Song of Solomon", "Sula", "Tar Baby", "The Bluest Eye", "Jazz"]


def query(type: str, text: str, gold: list[str], books: list[str] = ALL) -> Query:
    """A query about Toni Morrison in the released form."""
    return from_row(
        "q",
        {
            "Author": "Toni Morrison",
            "constraint_type": type,
            "constraints": text,
            "mapped_books": repr(gold),
            "all_books": repr(books),
            "raw_books": repr(RAW),
        },
    )


S = query("starts-with", "Criterion 1: Book title starts with the letter s.",
          ["Song of Solomon", "Sula"])  # fmt: skip
Z = query("starts-with", "Criterion 1: Book title starts with the letter z.", [])
W = query("word-count", "Criterion 1: Book title contains only 4 words.", ["The Bluest Eye"])


def measured(*args) -> tuple[float, ...]:
    """Irrelevant, satisfied, unsatisfied, completeness, all-correct, with NaN as -1."""
    return tuple(-1 if math.isnan(v) else round(v, 6) for v in astuple(score(*args)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_perfect_answer_is_perfect_in_every_variant(variant):
    """Both golds and nothing else."""
    assert measured(S, ["Sula", "Song of Solomon"], variant) == (0, 1, 0, 1, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_mixed_answer_by_hand(variant):
    """Sula fits, Beloved does not, Moby Dick is another's; one of two golds is found."""
    got = measured(S, ["Sula", "Beloved", "Moby Dick"], variant)
    assert got == (0.333333, 0.333333, 0.333333, 0.5, 0)


def test_a_correct_empty_answer_is_all_correct_only_in_strict():
    """No book starts with z: the published scorer gives 0."""
    assert measured(Z, [], "strict") == (-1, -1, -1, -1, 1)
    assert measured(Z, [], "paper") == (-1, -1, -1, -1, 0)
    assert measured(Z, [], "reference") == (-1, -1, -1, -1, 0)


def test_an_empty_answer_where_books_exist_is_incomplete():
    """Completeness 0, rates undefined, not all-correct."""
    for variant in VARIANTS:
        assert measured(S, [], variant) == (-1, -1, -1, 0, 0)


def test_a_title_of_the_raw_list_is_irrelevant_unverifiable_or_dropped():
    """Jazz is in the raw list only: irrelevant in the paper's text, left out in the others."""
    assert measured(S, ["Sula", "Jazz"], "paper")[:3] == (0.5, 0.5, 0)
    assert measured(S, ["Sula", "Jazz"], "strict")[:3] == (0, 1, 0)
    assert measured(S, ["Sula", "Jazz"], "reference")[:3] == (0, 1, 0)


def test_characters_are_no_words_in_strict():
    """ "Love" is part of "Beloved" by characters; strict matches whole words."""
    assert measured(S, ["Love"], "paper")[0] == 0
    assert measured(S, ["Love"], "strict")[0] == 1


def test_strict_takes_the_best_match_not_the_first():
    """With "Sula and Shadrack" before "Sula", an answer "Sula" is Sula."""
    both = query("publishing-year", "Criterion 1: Book was first published in the year range "
                 "1970-1975.", ["Sula"], ["Sula and Shadrack (1990)", "Sula (1973)"])  # fmt: skip
    assert measured(both, ["Sula"], "strict")[:3] == (0, 1, 0)
    assert measured(both, ["Sula"], "reference")[:3] == (0, 0, 1)


def test_articles_count_as_words():
    """ "The Bluest Eye" has three words, within one of four; without its article it would not."""
    assert measured(W, ["The Bluest Eye"], "paper") == (0, 1, 0, 1, 1)
    assert measured(W, ["The Bluest Eye"], "reference") == (0, 0, 1, 0, 0)


def test_the_data_knows_which_titles_hold_names():
    """The gold of the author's name query decides, not the recogniser."""
    ask = query("human-name", "Criterion 1: Book title contains a human name.",
                ["Song of Solomon", "Sula"])  # fmt: skip
    none = query("human-name", "Criterion 1: Book title doesn't contain a human name.",
                 ["Beloved", "Tar Baby", "The Bluest Eye"])  # fmt: skip
    both = query("['human-name', 'starts-with']", "Criterion 1: Book title contains a human name., "
                 "Criterion 2: Book title starts with the letter s.",
                 ["Song of Solomon", "Sula"])  # fmt: skip
    blind = Recognisers(names=lambda title: ())
    _, knowing_none, knowing_both = with_facts([ask, none, both])
    assert score(knowing_both, ["Sula"], "paper", blind).satisfied == 1
    assert score(knowing_none, ["Sula"], "paper", blind).satisfied == 0
    assert with_facts([both])[0].facts == {}


def test_all_books_counts_every_book_of_the_author():
    """Two of five found and one foreign title: a third irrelevant, two fifths complete."""
    got = score_all_books(S, ["Sula", "Beloved", "Moby Dick"])
    assert (got.irrelevant, got.completeness) == (pytest.approx(1 / 3), 0.4)


MINI = load().queries
ANY = st.text(max_size=25)


@st.composite
def answers(draw):
    """A mini query with an answer of its own books, variants and arbitrary text."""
    query = draw(st.sampled_from(MINI))
    own = st.sampled_from([book.title for book in query.books])
    raw = st.sampled_from(query.raw_books)
    return query, draw(st.lists(own | raw | ANY, max_size=8))


@given(answers(), st.sampled_from(VARIANTS))
def test_any_answer_has_figures_within_range(case, variant):
    """Rates sum to 1 or are undefined; completeness and all-correct stay within 0 to 1."""
    got = score(*case, variant)
    total = got.irrelevant + got.satisfied + got.unsatisfied
    assert math.isnan(total) or math.isclose(total, 1)
    assert math.isnan(got.completeness) or 0 <= got.completeness <= 1
    assert math.isnan(got.all_correct) or got.all_correct in (0, 1)


@given(answers(), st.data(), st.sampled_from(["paper", "strict"]))
def test_a_correct_book_more_never_lowers_completeness(case, data, variant):
    """Adding a gold title to any answer leaves completeness as it is or raises it."""
    query, titles = case
    before = score(query, titles, variant).completeness
    if not query.gold:
        assert math.isnan(before)
        return
    more = [*titles, data.draw(st.sampled_from(query.gold))]
    assert score(query, more, variant).completeness >= before


@given(answers(), st.sampled_from(VARIANTS))
def test_the_order_of_an_answer_does_not_matter(case, variant):
    """The figures of an answer and of its reverse are the same."""
    query, titles = case
    forwards = astuple(score(query, titles, variant))
    backwards = astuple(score(query, titles[::-1], variant))
    assert forwards == pytest.approx(backwards, nan_ok=True)


def _imperfect_golds(variant: str) -> list[str]:
    scored = {q.id: (q, score(q, q.gold, variant)) for q in MINI if q.gold}
    return [
        f"{q.author}: {q.criteria}"
        for q, s in scored.values()
        if (s.satisfied, s.completeness, s.all_correct) != (1, 1, 1)
    ]


def test_the_gold_answers_of_the_mini_data_are_right_in_strict():
    """Each mini query answered with its gold is complete, satisfies, and is all correct."""
    assert _imperfect_golds("strict") == []


def test_matching_by_characters_misplaces_golds_in_paper():
    """ "Love" falls to "Beloved", which comes first; one of Woolf's to another of hers."""
    misplaced = _imperfect_golds("paper")
    assert [one.partition(":")[0] for one in misplaced] == ["Toni Morrison", "Virginia Woolf"]


def test_a_reply_runs_away_after_eight_near_copies():
    """Titles that differ in a letter, too short for the rule on how they begin."""
    near = [f"Book {letter}" for letter in "ABCDEFGH"]
    assert is_runaway(near)
    assert not is_runaway(near[:7])
    assert not is_runaway([*near[:4], "Something else", *near[4:]])
    # The same beginning, and no further likeness.
    letters = "abcdefgh"
    alike = [f"The Kingdom of {8 * one}{8 * one.upper()}{n}" for n, one in enumerate(letters)]
    assert is_runaway(alike)
