"""The word diff: nothing lost, moves paired, no confetti, fast."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.writing.edits import Run, _matching, word_diff

PIECES = st.sampled_from(
    [
        *(
            "the",
            "of",
            "model",
            "models",
            "graph",
            "[0]",
            "[1, 2]",
            "don't",
            "3.5",
            "e.g.",
            "naïve",
        ),
        *(" ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00a0", "\u2028", ".", ",", ";", "(", ")", "…"),
        *("\u200b", "\u202e", "e\u0301", "模型", "。", "👩‍🔬", "\x00", "\ud800", "x" * 5000),
        "A sentence of some eight words stands here. ",
        "Another one, with rather different words, follows it. ",
    ]
)
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
        ("", "new text", "{+new text+}"),
        ("gone", "", "[-gone-]"),
        ("uses it [0]. Next", "uses it [0][5]. Next", "uses it [0]{+[5]+}. Next"),
        ("It helps. Next", "It helps [2]. Next", "It helps{+ [2]+}. Next"),
        ("in 3.5 days.", "in 3.6 days!", "in [-3.5-]{+3.6+} days[-.-]{+!+}"),
        ("one two\nthree four", "one two three four", "one two[-\n-]{+ +}three four"),
        ("Ends.\n\nBegins.", "Ends. Begins.", "Ends.[-\n\n-]{+ +}Begins."),
        ("Ends.\n\nBegins.", "Ends. More.\n\nBegins.", "Ends.{+ More.+}\n\nBegins."),
        ("Ends.\n\nBegins.", "Ends.\n\nMore.\n\nBegins.", "Ends.\n\n{+More.\n\n+}Begins."),
        ("A b. Old one.", "A b.", "A b.[- Old one.-]"),
        # Whole sentences, where "cat sat. The" would be as true.
        ("The cat sat. The dog ran.", "The dog ran.", "[-The cat sat. -]The dog ran."),
        ("The cat sat.", "The cat sat. The cat ran.", "The cat sat.{+ The cat ran.+}"),
        ("模型很好。", "模型不好。", "模型[-很-]{+不+}好。"),
        ("hidden", "hid\u200bden", "[-hidden-]{+hid\u200bden+}"),
    ],
)
def test_what_a_reader_sees(old, new, expected):
    """Small changes, marked where a reader would mark them."""
    assert shown(old, new) == expected


def test_a_lone_common_word_between_replaced_stretches_goes_with_them():
    """ "the" survives in both, and says nothing; a telling passage in the middle stays."""
    old = "Early systems copied the longest sentences they found"
    new = "Recent networks paraphrase the main claims instead"
    assert shown(old, new) == f"[-{old}-]{{+{new}+}}"
    both = "graph attention networks with residual gates"
    old, new = f"Early systems copied {both} from older work", f"Recent models use {both} for speed"
    assert both in [run.text.strip() for run in word_diff(old, new) if run.op == "same"]


def test_small_changes_beside_each_other_stay_apart():
    """Replacing two words does not replace the three between them."""
    assert shown("we train small graph nets quickly", "we tune small graph nets slowly") == (
        "we [-train-]{+tune+} small graph nets [-quickly-]{+slowly+}"
    )


def test_a_change_is_not_split_by_a_word_that_is_in_it_too():
    """ "the" could stand before or after what was deleted: one deletion reads better than two."""
    old = "There are stages. In Tandem, the first stage divides the transcript into parts."
    new = "There are stages: the transcript is divided into parts."
    assert shown(old, new) == (
        "There are stages[-. In Tandem, the first stage divides-]{+:+} the transcript "
        "{+is divided +}into parts."
    )


def test_a_replaced_stretch_ends_where_the_texts_agree():
    """ "answer" is twice in the old text, and is kept where the words after it are kept."""
    old = "counts only models that answer [3]. answer 93% of its questions"
    assert shown(old, "people answer 93% of the questions") == (
        "[-counts only models that answer [3].-]{+people+} answer 93% of [-its-]{+the+} questions"
    )


def test_an_addition_between_kept_words_leaves_them_kept():
    """Words that only came round a word do not make it look changed."""
    assert shown("alpha the omega", "alpha one two three the four five six omega") == (
        "alpha {+one two three +}the {+four five six +}omega"
    )


def test_a_moved_sentence_is_one_pair():
    """The shorter of two passages that swapped places is the one that moved."""
    got = shown(CATS + DOGS + OWLS, DOGS + OWLS + CATS)
    assert got == f"<1:{CATS}<{DOGS}{OWLS}>1:{CATS}>"


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


def test_a_move_takes_its_common_words_along():
    """ "the" of the moved sentence is not kept for the "the" of the one that stayed."""
    old = "Here the label, and nothing else, counts. A soft label is the distribution of votes."
    new = "Here a soft label is the distribution of votes. The label, and nothing else, counts."
    moved = [run.text for run in word_diff(old, new) if run.op == "moved-from"]
    assert moved == ["soft label is the distribution of votes."]


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


@pytest.mark.parametrize(
    "said", ["There it is, as it was before. ", "It is one of the many that there are here. "]
)
def test_words_that_stand_in_every_text_do_not_move(said):
    """However many they are, they went here and came there; with three others they moved."""
    assert shown(said + DOGS + OWLS, DOGS + OWLS + said) == f"[-{said}-]{DOGS}{OWLS}{{+{said}+}}"
    told = "It was so with cats, dogs and owls. "
    assert shown(told + DOGS + OWLS, DOGS + OWLS + told) == f"<1:{told}<{DOGS}{OWLS}>1:{told}>"


def test_what_moved_is_what_a_reader_would_know_again():
    """Of two sentences that swapped places the shorter, unless its words say nothing."""
    for said, moved in [
        ("What it is will be what it was for us. ", DOGS),
        ("What counts is what farmers harvest. ", "What counts is what farmers harvest. "),
    ]:
        runs = word_diff(said + DOGS, DOGS + said)
        assert [run.text for run in runs if run.op == "moved-from"] == [moved]


def test_long_and_hostile_texts_take_no_time():
    """Texts without a sentence in common, of one word, of two or all shuffled: no squared time."""
    draw = random.Random(1)
    names = [f"w{k}" for k in range(8_000)]
    pairs = [
        ("la " * 20_000, "x " + "la " * 15_000),
        (" ".join(draw.choices("ab", k=8_000)), " ".join(draw.choices("ab", k=8_000))),
        (" ".join(names), " ".join(draw.sample(names, len(names)))),
        (".," * 8_000, ",." * 8_000),
    ]
    for old, new in pairs:
        start = time.perf_counter()
        assert sides(word_diff(old, new)) == (old, new)
        # Some fifty times what it takes: a guard against another order of growth, not a timing.
        assert time.perf_counter() - start < 5


def test_a_stretch_too_long_to_match_exactly_is_halved(monkeypatch):
    """Beyond the limit the halves are matched by themselves, and still nothing is lost."""
    monkeypatch.setattr(_matching, "_CELLS", 20)
    old, new = "a b a b b a b a a b a", "b a a b a b b b a b a b"
    assert shown(old, new)
    assert any(run.op == "same" for run in word_diff(old, new))
