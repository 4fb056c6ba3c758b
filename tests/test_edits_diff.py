"""The word diff: nothing lost, moves paired, no confetti, fast."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.writing.edits import Run, word_diff

# fmt: off
PIECES = st.sampled_from([
    "the", "of", "model", "models", "graph", "[0]", "[1, 2]", "don't", "3.5", "e.g.", "naïve",
    " ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00a0", "\u2028", ".", ",", ";", "(", ")", "…",
    "\u200b", "\u202e", "e\u0301", "模型", "。", "👩‍🔬", "\x00", "\ud800", "x" * 5000,
    "A sentence of some eight words stands here. ",
    "Another one, with rather different words, follows it. ",
])
# fmt: on
TEXTS = st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60)

CATS = "Cats purr when a visitor scratches their chins. "
DOGS = "Dogs bark at every postman who dares to ring. "
OWLS = "Owls turn their heads almost all the way round. "
BATS = "Bats find moths in the dark by their echoes. "


def sides(runs):
    """The old and the new text that the runs hold."""
    old = "".join(run.text for run in runs if run.op in ("same", "deleted", "moved-from"))
    new = "".join(run.text for run in runs if run.op in ("same", "added", "moved-to"))
    return old, new


def shown(old, new):
    """The runs as one string: [-gone-], {+come+}, <1:moved from<, >1:moved to>."""
    runs = word_diff(old, new)
    assert sides(runs) == (old, new)
    marks = {"same": "{}", "deleted": "[-{}-]", "added": "{{+{}+}}"}
    marks |= {"moved-from": "<{1}:{0}<", "moved-to": ">{1}:{0}>"}
    return "".join(marks[run.op].format(run.text, run.move) for run in runs)


@given(TEXTS, TEXTS)
def test_nothing_is_lost(old, new):
    """Both texts can be had back, whatever they hold; runs are not empty and alternate."""
    runs = word_diff(old, new)
    assert sides(runs) == (old, new)
    assert all(run.text for run in runs)
    assert all((a.op, a.move) != (b.op, b.move) for a, b in pairwise(runs))
    for run in runs:
        assert (run.move is not None) == run.op.startswith("moved")


@given(st.lists(PIECES, max_size=20), st.lists(PIECES, max_size=20), st.data())
def test_a_move_has_two_ends(first, second, data):
    """Every number of a move is once at either end, with the same words."""
    pieces = first + second
    runs = word_diff("".join(pieces), "".join(data.draw(st.permutations(pieces))))
    ends = {"moved-from": defaultdict(list), "moved-to": defaultdict(list)}
    for run in runs:
        if run.move:
            ends[run.op][run.move] += run.text.split()
    assert ends["moved-from"] == ends["moved-to"]


@given(TEXTS)
def test_a_text_and_itself(text):
    """Unchanged text is one run, the empty text none."""
    assert word_diff(text, text) == ((Run("same", text),) if text else ())


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a dog ran", "a cat ran", "a [-dog-]{+cat+} ran"),
        ("It works", "It works well", "It works{+ well+}"),
        ("gone", "", "[-gone-]"),
        ("uses it [0]. Next", "uses it [0][5]. Next", "uses it [0]{+[5]+}. Next"),
        ("in 3.5 days.", "in 3.6 days!", "in [-3.5-]{+3.6+} days[-.-]{+!+}"),
        ("one two\nthree four", "one two three four", "one two[-\n-]{+ +}three four"),
        ("Ends.\n\nBegins.", "Ends. More.\n\nBegins.", "Ends.{+ More.+}\n\nBegins."),
        ("Ends.\n\nBegins.", "Ends.\n\nMore.\n\nBegins.", "Ends.\n\n{+More.\n\n+}Begins."),
        # Whole sentences, where "cat sat. The" would be as true.
        ("The cat sat. The dog ran.", "The dog ran.", "[-The cat sat. -]The dog ran."),
        ("The cat sat.", "The cat sat. The cat ran.", "The cat sat.{+ The cat ran.+}"),
        ("模型很好。", "模型不好。", "模型[-很-]{+不+}好。"),
        # At a paragraph before a sentence, a sentence before a comma, a comma before a blank.
        ("See one, two.", "See one, two, two.", "See one, {+two, +}two."),
        ("Say it. We go on.", "Say it. We go. We go on.", "Say it. {+We go. +}We go on."),
        ("it is so it goes", "it is so it is so it goes", "{+it is so +}it is so it goes"),
        # "the" could stand before or after what was deleted: one deletion reads better than two.
        ("There are stages. In Tandem, the first stage divides the transcript into parts.",
         "There are stages: the transcript is divided into parts.",
         "There are stages[-. In Tandem, the first stage divides-]{+:+} the transcript "
         "{+is divided +}into parts."),
        # "answer" is twice in the old text, and is kept where the words after it are kept.
        ("counts only models that answer [3]. answer 93% of its questions",
         "people answer 93% of the questions", "[-counts only models that answer [3].-]{+people+} "
         "answer 93% of [-its-]{+the+} questions"),
        ("alpha the omega", "alpha one two three the four five six omega",
         "alpha {+one two three +}the {+four five six +}omega"),
        ("Early systems copied the longest sentences they found",
         "Recent networks paraphrase the main claims instead",
         "[-Early systems copied the longest sentences they found-]"
         "{+Recent networks paraphrase the main claims instead+}"),
    ],
)  # fmt: skip
def test_what_a_reader_sees(old, new, expected):
    """Small changes, marked where a reader would mark them."""
    assert shown(old, new) == expected


def other(prefix, number):
    """So many words that no other text has."""
    return " ".join(f"{prefix}{n}" for n in range(number))


def around(sizes, between):
    """An old and a new text: changes of such (old, new) sizes, with the same words between them."""
    old, new = [], []
    for n, (gone, come) in enumerate(sizes):
        old += [other(f"o{n}x", gone), *between[n : n + 1]]
        new += [other(f"n{n}x", come), *between[n : n + 1]]
    return " ".join(filter(None, old)), " ".join(filter(None, new))


THREE = ["one2 two2 three2"]


@pytest.mark.parametrize(
    ("sizes", "between", "stays"),
    [
        # A word weighs 1: a change on either side must weigh 3, or both together more than 4.
        ([(3, 3), (3, 3)], ["graph"], False), ([(2, 2), (3, 3)], ["graph"], False),
        ([(2, 2), (2, 2)], ["graph"], True), ([(3, 1), (1, 3)], ["graph"], False),
        ([(3, 1), (1, 2)], ["graph"], True), ([(1, 2), (3, 1)], ["graph"], True),
        # A common one a half: 2 on either side are enough, or more than 2 together.
        ([(2, 0), (0, 2)], ["the"], False), ([(1, 0), (0, 2)], ["the"], True),
        ([(1, 1), (2, 2)], ["the"], False), ([(1, 1), (1, 1)], ["the"], True),
        # Three words weigh 3, and go at 9, or at more than 12; four never go.
        ([(9, 3), (3, 9)], THREE, False), ([(9, 3), (3, 8)], THREE, True),
        ([(6, 6), (6, 7)], THREE, True), ([(7, 6), (6, 7)], THREE, False),
        ([(20, 20), (20, 20)], ["one2 two2 three2 four2"], True),
        # None is weak by itself, but two are less than a quarter of ten; of eight they are one.
        ([(2, 2), (6, 6), (2, 2)], ["graph", "net"], False),
        ([(2, 2), (4, 4), (2, 2)], ["graph", "net"], True),
    ],
)  # fmt: skip
def test_what_stays_between_changes(sizes, between, stays):
    """Equal words stay unless they are light beside what was deleted and added around them."""
    old, new = around(sizes, between)
    same = [run.text.strip() for run in word_diff(old, new) if run.op == "same"]
    assert [one for one in same if one] == (between if stays else [])


def test_a_moved_sentence_inside_a_longer_addition():
    """What is new around a sentence that moved is added, the sentence itself is not."""
    old = CATS + DOGS + OWLS
    new = DOGS + OWLS + "Before this came nothing much. " + CATS + "After it came even less. "
    assert shown(old, new) == (
        f"<1:{CATS}<{DOGS}{OWLS}{{+Before this came nothing much. +}}>1:{CATS}>"
        "{+After it came even less. +}"
    )


def test_two_moves_are_numbered_as_they_are_met():
    """Each move has its number, in the order of reading."""
    runs = word_diff(CATS + DOGS + OWLS * 2 + BATS, OWLS * 2 + BATS + DOGS + CATS)
    assert [(run.op, run.move, run.text) for run in runs if run.move] == [
        ("moved-from", 1, CATS),
        ("moved-from", 2, DOGS),
        ("moved-to", 2, DOGS),
        ("moved-to", 1, CATS),
    ]


def test_a_moved_sentence_with_one_word_replaced():
    """The replaced word is marked within the move; what is around it moved, under one number."""
    long = "The second decoder, trained on noisy drafts, repairs the tables of the first decoder. "
    new = long.replace("noisy", "clean")
    runs = word_diff(long + DOGS + OWLS, DOGS + OWLS + new)
    assert [run.text for run in runs if run.op == "deleted"] == ["noisy "]
    assert [run.text for run in runs if run.op == "added"] == ["clean "]
    assert [run.move for run in runs if run.move] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "phrase",
    [
        "on the other hand",  # four words
        "as is the case with all of these",  # no telling words
        "in the context of neural language models",  # a small part of either sentence
    ],
)
def test_stock_phrases_do_not_move(phrase):
    """A phrase that one sentence lost and another one got is no move."""
    old = f"Alpha beta gamma delta, {phrase}, epsilon zeta eta theta iota kappa. {DOGS}{OWLS}"
    new = f"{DOGS}{OWLS}Lambda mu nu xi omicron pi, {phrase}, rho sigma tau upsilon."
    assert not [run for run in word_diff(old, new) if run.move]


MOVED = "Foxes chase grey geese daily"


@pytest.mark.parametrize(
    ("moved", "moves"),
    [
        # Five words, of which three are telling; a sentence of its own.
        (f"{MOVED}. ", True), ("Foxes are the geese daily. ", True),
        ("Foxes are the geese here. ", False), ("Foxes chase grey geese. ", False),
        # Five of eight words are three fifths, of nine not.
        (f"{MOVED} x1 x2 x3. ", True), (f"{MOVED} x1 x2 x3 x4. ", False),
        # Ten words are always enough, nine are not.
        (f"{MOVED} m1 m2 m3 m4 m5 {other('x', 20)}. ", True),
        (f"{MOVED} m1 m2 m3 m4 {other('x', 20)}. ", False),
    ],
)  # fmt: skip
def test_what_is_long_and_telling_enough_to_move(moved, moves):
    """In a sentence whose other words (with x) were replaced, where there are any."""
    stays = "Dogs bark at every postman who dares to ring the old brass bell. " * 2
    runs = word_diff(moved.replace(" x", " oldx") + stays, stays + moved.replace(" x", " newx"))
    assert any(run.move for run in runs) == moves


FOXES = "Foxes chase grey geese over every frozen field at dawn. "


def test_what_stands_twice_in_a_text_is_no_move():
    """In the new text or in the old one: nobody could say which of them moved."""
    stay = DOGS + OWLS
    assert shown(FOXES + stay, stay + FOXES * 2) == f"[-{FOXES}-]{stay}{{+{FOXES * 2}+}}"
    assert shown(FOXES * 2 + stay, stay + FOXES) == f"[-{FOXES * 2}-]{stay}{{+{FOXES}+}}"
    assert shown(FOXES + stay, stay + FOXES) == f"<1:{FOXES}<{stay}>1:{FOXES}>"


def test_long_and_hostile_texts_take_no_time():
    """Texts without a sentence in common, of one word, of two or all shuffled: no squared time."""
    draw = random.Random(1)
    names = [f"w{k}" for k in range(8_000)]
    pairs = [
        ("la " * 20_000, "x " + "la " * 15_000),
        (" ".join(draw.choices("ab", k=8_000)), " ".join(draw.choices("ab", k=8_000))),
        (" ".join(names), " ".join(draw.sample(names, len(names)))),
        (".," * 8_000, ",." * 8_000),
        # Beyond 25,000 tokens the halves are matched by themselves.
        (" ".join(names * 3 + ["so"] * 2_000), " ".join(names * 3 + ["no"] * 1_500)),
    ]
    for old, new in pairs:
        start = time.thread_time()
        assert sides(word_diff(old, new)) == (old, new)
        # Some fifty times what it takes: a guard against another order of growth, not a timing.
        assert time.thread_time() - start < 5
