"""Sentences of answers, their alignment, references and the statistics of Table 6."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.writing.edits import (
    EditStatistics,
    align,
    edit_statistics,
    kept_references,
    references,
    sentences,
)

# fmt: off
PIECES = st.sampled_from([
    "The cat sat. ", "Cf. Fig. 3 by Lee et al. ", "e.g. ", "[0] ", "[1]. ", "1. ", "- ", "# ",
    "\n", "\n\n", "\n \n", "\t", " ", "“So?” ", "Dr. Who", "3.5", "。", "模型", "\u200b", "...",
    "!", "The dog ran [2]. ", "It barked at the old postman again. ", "\ud800",
])
# fmt: on
ANSWERS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=80)


@given(ANSWERS)
def test_only_white_space_lies_between_sentences(answer):
    """Offsets are true, ascending and leave nothing but white space out."""
    end = 0
    for one in sentences(answer):
        assert answer[one.start : one.end] == one.text == one.text.strip() != ""
        assert not answer[end : one.start].strip()
        end = one.end
    assert not answer[end:].strip()


def kinds(old, new):
    """The pairs, less their similarities."""
    return [(pair.kind, pair.old, pair.new) for pair in align(old, new).pairs]


CATS = "Cats purr when a visitor scratches their chins [0]."
DOGS = "Dogs bark at every postman who dares to ring [1]."
OWLS = "Owls turn their heads almost all the way round [2]."


def test_an_alignment_by_hand():
    """One sentence of each kind; the order is that of the new answer."""
    old = f"{CATS} {DOGS} {OWLS} Nothing else is known of beasts."
    new = f"{DOGS} Owls turn their large heads almost fully round [2]. {CATS} Fish are silent."
    assert kinds(old, new) == [
        ("kept", (1,), (0,)),
        ("changed", (2,), (1,)),
        ("dropped", (3,), ()),
        ("moved", (0,), (2,)),
        ("added", (), (3,)),
    ]


def test_marks_capitals_and_numbers_of_items_change_no_sentence():
    """A renumbered item or a full stop that was missing is no other sentence; a reference is."""
    old = f"Animals:\n1. {CATS}\n2. {DOGS}\n3. {OWLS[:-1]}"
    new = f"Animals:\n1. {DOGS}\n2. {OWLS}"
    assert [kind for kind, *_ in kinds(old, new)] == ["kept", "dropped", "kept", "kept"]
    assert kinds(CATS, CATS.replace("[0]", "[3]"))[0][0] == "changed"


def test_a_split_and_a_merger():
    """Two halves with the words of the whole are that sentence, kept; with new words, changed."""
    whole = "The first model writes a draft of it, and the second one corrects the draft [2]."
    halves = "The first model writes a draft of it. And the second one corrects the draft [2]."
    assert kinds(whole, halves) == [("kept", (0,), (0, 1))]
    assert kinds(halves, whole) == [("kept", (0, 1), (0,))]
    other = "The first model writes a draft of it. Then a second one corrects that draft [2]."
    assert kinds(whole, other) == [("changed", (0,), (0, 1))]


ALPHA = "Alpha beta gamma delta epsilon zeta eta theta."


@pytest.mark.parametrize(
    ("same", "kind"), [(8, "kept"), (7, "changed"), (4, "changed"), (3, "dropped")]
)
def test_half_of_the_words_make_a_changed_sentence(same, kind):
    """Of eight words, with as many replaced."""
    new = " ".join([*ALPHA[:-1].split()[:same], *[f"n{n}" for n in range(8 - same)]]) + "."
    expected = [(kind, (0,), (0,))] if same >= 4 else [("dropped", (0,), ()), ("added", (), (0,))]
    assert kinds(ALPHA, new) == expected
    assert align(ALPHA, new).pairs[0].similarity == (same / 8 if same >= 4 else 0)


def other(prefix, number):
    """So many words that no other text has."""
    return " ".join(f"{prefix}{n}" for n in range(number))


@pytest.mark.parametrize(
    ("part", "taken"),
    [("aa bb cc dd ee", True), ("aa bb cc dd yy", True), ("aa bb cc xx yy", False),
     ("aa bb cc dd", False), ("ee dd cc bb aa", False)],
)  # fmt: skip
def test_a_sentence_within_a_longer_one_joins_it(part, taken):
    """Of five words or more, four fifths of which are in it in order."""
    new = f"Aa bb cc dd ee {other('f', 20)}."
    old = f"{other('f', 20).capitalize()} {other('g', 3)}. {part.capitalize()}."
    assert (kinds(old, new)[0] == ("changed", (0, 1), (0,))) == taken
    assert (kinds(new, old)[0] == ("changed", (0,), (0, 1))) == taken


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # A dropped sentence comes after the one before it, the first of all at the beginning.
        ("Pp qq rr. Aa bb cc dd. Oo ii uu. Ff gg hh ii.", "Aa bb cc dd. Zz ww. Ff gg hh ii. Yy xx.",
         [("dropped", (0,), ()), ("kept", (1,), (0,)), ("dropped", (2,), ()), ("added", (), (1,)),
          ("kept", (3,), (2,)), ("added", (), (3,))]),
        # In three parts.
        ("Aa bb cc dd ee ff gg hh ii jj kk ll.", "Aa bb cc dd ee. Ff gg hh ii. Jj kk ll.",
         [("kept", (0,), (0, 1, 2))]),
        # The neighbour before it joins as well, and one that makes it no more alike does not.
        ("Aa bb cc dd ee ff gg hh.", "Aa bb cc. Dd ee ff gg hh xx.", [("changed", (0,), (0, 1))]),
        ("Aa bb cc dd ee ff gg hh ii jj.", "Aa bb cc dd ee ff. Gg ww.",
         [("changed", (0,), (0,)), ("added", (), (1,))]),
        # Twins move in their order.
        ("Xx yy zz. Xx yy zz. Aa bb cc dd. Ee ff gg hh. Ii jj kk ll.",
         "Aa bb cc dd. Ee ff gg hh. Ii jj kk ll. Xx yy zz. Xx yy zz.",
         [("kept", (2,), (0,)), ("kept", (3,), (1,)), ("kept", (4,), (2,)), ("moved", (0,), (3,)),
          ("moved", (1,), (4,))]),
        # Of two that are as similar the one between the same neighbours.
        ("Aa bb cc dd ee. Ff gg hh ii jj. Kk ll mm nn oo.",
         "Aa bb cc dd ee. Ff gg hh xx yy. Kk ll mm nn oo. Ff gg hh vv ww.",
         [("kept", (0,), (0,)), ("changed", (1,), (1,)), ("kept", (2,), (2,)),
          ("added", (), (3,))]),
    ],
)  # fmt: skip
def test_how_sentences_are_paired(old, new, expected):
    """Dropped and added ones in their places, splits and mergers, twins."""
    assert kinds(old, new) == expected


@given(ANSWERS, ANSWERS)
def test_each_sentence_is_in_one_pair(old, new):
    """No sentence is lost, none is paired twice, and no similarity is out of range."""
    got = align(old, new)
    assert sorted(k for pair in got.pairs for k in pair.old) == [*range(len(got.old))]
    assert sorted(k for pair in got.pairs for k in pair.new) == [*range(len(got.new))]
    assert all(0 <= pair.similarity <= 1 for pair in got.pairs)


@given(ANSWERS)
def test_an_answer_and_itself_are_kept(answer):
    """Nothing changed where nothing changed."""
    assert {pair.kind for pair in align(answer, answer).pairs} <= {"kept"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as in [0][5], [1]", (0, 5, 1)), ("as in [0, 2] and [4;7]", (0, 2, 4, 7)),
        ("as in [1-3] and [7–8]", (1, 2, 3, 7, 8)), ("as in [5-2]", (5, 2)),
        ("as in [1-900]", (1, 900)), ("in [2023], [a], x[i], []", ()),
    ],
)  # fmt: skip
def test_references(text, expected):
    """Single, grouped and ranged references; years and letters in brackets are none."""
    assert references(text) == expected


def test_references_in_sentences_that_stayed():
    """Those of kept, changed and moved ones; papers beyond the last are unknown."""
    old = "Aa bb cc dd ee [0][1]. Ff gg hh ii jj [2]. Kk ll mm nn oo [3]."
    new = "Kk ll mm nn oo [3]. Aa bb cc dd ee [1, 4]. Pp qq rr ss tt [5]."
    got = kept_references(old, new, 5)
    assert (got.kept, got.lost, got.new, got.unknown) == ((1, 3), (0, 2), (4, 5), (5,))
    found = (got.share, got.in_sentences, got.kept_in_sentences, got.sentence_share)
    assert found == (0.5, 3, 2, pytest.approx(2 / 3))
    assert kept_references(old, new, 6).unknown == ()


def test_no_references_to_keep():
    """Nothing to keep is no share, and without a number of papers none is unknown."""
    got = kept_references("So it is.", "So it is [3].")
    assert (got.share, got.sentence_share, got.unknown, got.new) == (None, None, None, (3,))


def test_edit_statistics_by_hand():
    """One word replaced and one put in, of four: distance 2, ratios 5/4 and 2/4; of none, none."""
    assert edit_statistics("Be brief , please", "a b c d", "a x c\n d e") == EditStatistics(
        instruction_words=4, source_words=4, target_words=5, edit_distance=2, length_ratio=1.25,
        edit_ratio=0.5,
    )  # fmt: skip
    got = edit_statistics("", " ", "a b")
    assert (got.source_words, got.edit_distance) == (0, 2)
    assert (got.length_ratio, got.edit_ratio) == (None, None)


def test_a_split_has_its_parts_in_the_order_of_the_text():
    """Whichever part is more like the whole, and is found first."""
    short, long = "Cats sleep in the sun.", "Dogs bark at every postman who dares to ring the bell."
    whole = "Cats sleep in the sun, and dogs bark at every postman who dares to ring the bell."
    assert kinds(whole, f"{short} {long}") == [("changed", (0,), (0, 1))]
    assert kinds(f"{short} {long}", whole) == [("changed", (0, 1), (0,))]
    fish = "Nobody knows how many fish live under the frozen northern lakes."
    between = f"{short} {fish} {long}"
    assert kinds(whole, between) == [("changed", (0,), (0, 2)), ("added", (), (1,))]
    assert kinds(between, whole) == [("changed", (0, 2), (0,)), ("dropped", (1,), ())]
