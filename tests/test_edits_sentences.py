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
    paragraphs,
    references,
    sentences,
)

PIECES = st.sampled_from(
    [
        *(
            "The cat sat. ",
            "Cf. Fig. 3 by Lee et al. ",
            "e.g. ",
            "[0] ",
            "[1]. ",
            "1. ",
            "- ",
            "# ",
        ),
        *(
            "\n",
            "\n\n",
            "\n \n",
            "\t",
            " ",
            "“So?” ",
            "Dr. Who",
            "3.5",
            "。",
            "模型",
            "\u200b",
            "...",
            "!",
        ),
        *("The dog ran [2]. ", "It barked at the old postman again. ", "\ud800"),
    ]
)
ANSWERS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=80)


def texts(answer):
    """What the sentences say."""
    return [one.text for one in sentences(answer)]


@given(ANSWERS)
def test_only_white_space_lies_between_sentences(answer):
    """Offsets are true, ascending and leave nothing but white space out."""
    end = 0
    for one in sentences(answer):
        assert answer[one.start : one.end] == one.text == one.text.strip() != ""
        assert not answer[end : one.start].strip()
        end = one.end
    assert not answer[end:].strip()
    assert sorted({s.paragraph for s in sentences(answer)}) == [*range(len(paragraphs(answer)))]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It works [0]. It is fast [1][2].", ["It works [0].", "It is fast [1][2]."]),
        ("It works. [0] It is fast.", ["It works. [0]", "It is fast."]),
        ("It works.[0][1] It is fast.", ["It works.[0][1]", "It is fast."]),
        ("It works. [2] propose more.", ["It works.", "[2] propose more."]),
        ("Lee et al. (2020) say so, cf. Fig. 3.", ["Lee et al. (2020) say so, cf. Fig. 3."]),
        (
            "It rose by 3.5 points, i.e. a lot. Good.",
            ["It rose by 3.5 points, i.e. a lot.", "Good."],
        ),
        ('He asked "Why?" and left. "So."', ['He asked "Why?" and left.', '"So."']),
        ("Ways:\n1. One. Two.\n2. Three", ["Ways:", "1. One.", "Two.", "2. Three"]),
        ("Ways: 1. Cutting [0]. 2. Pasting [1].", ["Ways: 1. Cutting [0].", "2. Pasting [1]."]),
        (
            "A line that was wrapped by\nan editor. End.",
            ["A line that was wrapped by\nan editor.", "End."],
        ),
        ("Limits\nIt is slow.", ["Limits", "It is slow."]),
        ("It began in 2020. Then came more.", ["It began in 2020.", "Then came more."]),
        ("模型很好。数据很少。", ["模型很好。", "数据很少。"]),
        (" \n ", []),
    ],
)
def test_sentences_by_hand(answer, expected):
    """References, abbreviations, decimals, quotations, lists, headings, wrapped lines."""
    assert texts(answer) == expected


def test_paragraphs_and_items():
    """Blank lines part paragraphs, items are counted over the answer; else lines are paragraphs."""
    answer = "Two ways.\n\n1. Cut. It is fast.\n2. Paste.\n\nThe end."
    assert [(s.paragraph, s.item) for s in sentences(answer)] == [
        (0, None),
        (1, 0),
        (1, 0),
        (1, 1),
        (2, None),
    ]
    assert paragraphs("First [0].\nSecond.\n") == ("First [0].", "Second.")


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


def test_short_sentences_taken_into_a_long_one():
    """A list pressed into one sentence: each item is in it, whatever its length beside it."""
    old = "Ways are:\n1. Cut the longest sentences first.\n2. Drop words nobody would miss much.\n"
    new = (
        "The ways to do it that we know are these, as they were described over many years by many "
        "people: cut the longest sentences first; drop words nobody would miss much."
    )
    assert kinds(old, new) == [("dropped", (0,), ()), ("changed", (1, 2), (0,))]


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
        ("as in [0][5], [1]", (0, 5, 1)),
        ("as in [0, 2] and [4;7]", (0, 2, 4, 7)),
        ("as in [1-3] and [7–8]", (1, 2, 3, 7, 8)),
        ("as in [5-2]", (5, 2)),
        ("as in [1-900]", (1, 900)),
        ("in [2023], [a], x[i], []", ()),
    ],
)
def test_references(text, expected):
    """Single, grouped and ranged references; years and letters in brackets are none."""
    assert references(text) == expected


def test_kept_references_by_hand():
    """Paper 1 went with its sentence, 0 from one that stayed; 9 is no paper of the session."""
    old = f"{CATS} {DOGS} {OWLS} So it is [0, 2]."
    new = f"{CATS.replace(' [0]', '')} {OWLS} So it is [2]. They sleep [3][9]."
    got = kept_references(old, new, papers=4)
    assert (got.kept, got.lost, got.new, got.unknown) == ((2,), (0, 1), (3, 9), (9,))
    assert got.share == pytest.approx(1 / 3)
    # In the sentences still there: [0]; [2]; [0, 2]. Of these four, [2] and [2] were kept.
    assert (got.in_sentences, got.kept_in_sentences, got.sentence_share) == (4, 2, 0.5)


def test_no_references_to_keep():
    """Nothing to keep is no share, and without a number of papers none is unknown."""
    got = kept_references("So it is.", "So it is [3].")
    assert (got.share, got.sentence_share, got.unknown, got.new) == (None, None, None, (3,))


def test_edit_statistics_by_hand():
    """One word replaced and one put in, of four: distance 2, ratios 5/4 and 2/4."""
    assert edit_statistics("Be brief , please", "a b c d", "a x c\n d e") == EditStatistics(
        instruction_words=4,
        source_words=4,
        target_words=5,
        edit_distance=2,
        length_ratio=1.25,
        edit_ratio=0.5,
    )


def test_edit_statistics_of_an_empty_source():
    """Nothing to divide by: the ratios are undefined, the rest is not."""
    got = edit_statistics("", " ", "a b")
    assert (got.source_words, got.edit_distance, got.length_ratio, got.edit_ratio) == (
        0,
        2,
        None,
        None,
    )


def test_a_split_has_its_parts_in_the_order_of_the_text():
    """Whichever part is more like the whole, and is found first."""
    short, long = "Cats sleep in the sun.", "Dogs bark at every postman who dares to ring the bell."
    whole = "Cats sleep in the sun, and dogs bark at every postman who dares to ring the bell."
    assert kinds(whole, f"{short} {long}") == [("changed", (0,), (0, 1))]
    assert kinds(f"{short} {long}", whole) == [("changed", (0, 1), (0,))]
    turned = f"Dogs bark at every postman who dares to ring the bell, and {short.lower()}"
    assert kinds(turned, f"{long} {short}") == [("changed", (0,), (0, 1))]
    assert kinds(f"{long} {short}", turned) == [("changed", (0, 1), (0,))]
    fish = "Nobody knows how many fish live under the frozen northern lakes."
    between = f"{short} {fish} {long}"
    assert kinds(whole, between) == [("changed", (0,), (0, 2)), ("added", (), (1,))]
    assert kinds(between, whole) == [("changed", (0, 2), (0,)), ("dropped", (1,), ())]
