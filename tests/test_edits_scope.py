"""What instructions name, quote and speak about; what changed besides."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.writing.edits import (
    Change,
    Locations,
    locations,
    scope,
    sentences,
    unrequested_change,
    verbatim,
)

# Sentences 0-1, 2-7 (items 3-4, 5-6 and 7), 8-9 and 10 are its four paragraphs.
OLD = """Extractive summarisers pick whole sentences from a document [0]. They rarely invent facts \
but the result reads like a list [0][3].

There are three approaches to faithful abstraction:
1. Constrained decoding: The decoder may only produce words that the source licenses [1]. It is \
slow in practice [1].
2. Post-editing: A second model corrects the draft of the first one [2]. Its corrector is trained \
on corrupted summaries [2].
3. Contrastive training: The loss pushes unfaithful summaries away from faithful ones [4].

Evaluation relies on entailment models (Feedback) [5]. Human raters agree with them only \
moderately [5].

In sum, faithful abstraction remains unsolved."""
SAID = [one.text for one in sentences(OLD)]


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Remove the tenth sentence.", Locations(sentences=(9,))),
        ("Drop the first two sentences.", Locations(sentences=(0, 1))),
        ("Rewrite sentences 2-4", Locations(sentences=(1, 2, 3))),
        ("Merge the third and fourth sentence.", Locations(sentences=(2, 3))),
        ("Cut the last two sentences of paragraph 2", Locations(sentences=(6, 7))),
        ("Shorten the second-to-last paragraph", Locations(paragraphs=(2,))),
        ("Combine the second and third paragraphs.", Locations(paragraphs=(1, 2))),
        ("paragraph 3 is off topic,", Locations(paragraphs=(2,))),
        ("Explain the second approach in more detail", Locations(sentences=(5, 6))),
        ("Swap the first and the third approach", Locations(sentences=(3, 4, 7))),
        ("Remove the 20th sentence.", Locations(missing=("20th sentence",))),
        ("Improve paragraph 9", Locations(missing=("paragraph 9",))),
        ("Tidy the introduction", Locations(paragraphs=(0,))),
        ("Add a conclusion", Locations(end=True)),
        ("As first sentence of the text, define abstraction", Locations(start=True)),
        ("Start the answer with a short overview", Locations(start=True)),
        ("At the end of the answer, name a toolkit", Locations(end=True)),
        ("At the end of the third paragraph, name a toolkit", Locations(after=(9,))),
        ("At the beginning of paragraph 3 name a toolkit", Locations(before=(8,))),
        ('Right after "It is slow in practice [1]." say why', Locations(after=(4,))),
        (
            'After the paragraph that begins with "Evaluation relies" name a tool',
            Locations(after=(9,)),
        ),
        ('Move the paragraph starting with "Evaluation relies" up', Locations(paragraphs=(2,))),
        ('The sentence "Human raters agree with these only moderately." is wrong', Locations((9,))),
        ('Delete "no such words are here"', Locations(missing=("no such words are here",))),
        ("What does [4] do?", Locations(sentences=(7,))),
        ("Remove reference [3]", Locations(sentences=(1,))),
        ("Expand what you say about papers 2 and 4", Locations(sentences=(5, 6, 7))),
        ("Expand what you say about paper 2", Locations(sentences=(5, 6))),
        ("What does paper 5 do?", Locations(sentences=(8, 9))),
        ("Remove reference 3", Locations(sentences=(1,))),
        ("Say more of what citation 4 found", Locations(sentences=(7,))),
        ("Add examples from papers 0, 1 and 2", Locations()),
        ("Use numbers in paper 2", Locations(sentences=(5, 6))),
        ("In the description of post-editing, say that it is cheap", Locations(sentences=(5,))),
        ("Remove the sentences about human raters", Locations(sentences=(9,))),
        ("Add a paragraph about human raters", Locations()),
        ("Please shorten the answer to a maximum of 2 paragraphs.", Locations()),
        ("Put it all in 1 paragraph, in five sentences", Locations()),
        ("", Locations()),
    ],
)
def test_locations(instruction, expected):
    """Numbers, edges, quotations, references and topics; new text is not in an old place."""
    assert locations(instruction, OLD) == expected
    assert bool(expected) == (expected != Locations())


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ('At the end of the last paragraph, add the sentence "More is needed."', ["add"]),
        ('Add "More is needed." to the end', ["add"]),
        ("Now add this information: “[2] train a corrector.”", ["add"]),
        ('Immediately after this sentence: "A b." add this sentence "C d."', ["after", "add"]),
        ('Add "very" before "slow".', ["add", "before"]),
        ('Insert the word "very" directly behind "is"', ["add", "after"]),
        (
            'Delete every instance of the string "(Feedback)", and the string "[1]" too',
            ["remove"] * 2,
        ),
        ("Remove 'in practice', 'moderately' and 'only'.", ["remove"] * 3),
        ('Replace "unsolved" with "open"', ["remove", "add"]),
        ('Write "open" instead of "unsolved".', ["add", "remove"]),
        ('Begin the answer with "In short,".', ["add"]),
        ('Remove the paragraph starting with "Finally"', ["mention"]),
        ('Remove the sentence about "beam search"', ["mention"]),
        ('Add a short definition of what is "entailment"', ["mention"]),
        ('Describe what "faithful abstraction" means', ["mention"]),
        ("Don't say what the models' users' needs are", []),
        # What is forbidden is to go, and what is not to be removed is only spoken of.
        ('Don’t use the word "However"', ["remove"]),
        ('Please do not say "However"', ["remove"]),
        ('Never write "However".', ["remove"]),
        ('Don\'t start the last sentence with "In conclusion".', ["remove"]),
        ('Avoid "However"', ["remove"]),
        ('Stop using "However" and "Thus".', ["remove", "remove"]),
        ('"However" should not be used.', ["remove"]),
        ('"However" should be removed.', ["remove"]),
        ('Rewrite the last sentence without the word "very".', ["remove"]),
        ('Remove every use of "very".', ["remove"]),
        ('Don\'t say "can", say "may".', ["remove", "add"]),
        ('Do not say "can" but "may".', ["remove", "add"]),
        ('Do not remove "may".', ["mention"]),
        ('Don\'t replace "may" with "can".', ["mention", "mention"]),
        ('Why don\'t you use "may"?', ["add"]),
        ('The papers do not use "may".', ["mention"]),
        ('You removed "may", why?', ["mention"]),
    ],
)
def test_what_is_to_be_done_with_quoted_text(instruction, expected):
    """To add, to remove, a place, or only spoken of."""
    assert [quoted.use for quoted in verbatim(instruction)] == expected


def test_quoted_texts_are_as_written():
    """Doubled marks, marks within others and references stay out or in as they stand."""
    (one,) = verbatim('Add this: ""[2] train a corrector. ""')
    (two,) = verbatim('Delete the string "[1] “A Paper of Ours”" at the end')
    assert (one.text, two.text) == ("[2] train a corrector.", "[1] “A Paper of Ours”")


WHOLE = "whole"


@pytest.mark.parametrize(
    ("instruction", "kind", "expected"),
    [
        # A place: what is there, and nothing else.
        ("Remove the tenth sentence.", "stylistic", {9}),
        ("Combine the first and third paragraphs.", "stylistic", {0, 1, 8, 9}),
        ('Replace "unsolved" with "open"', "stylistic", {10}),
        ("Remove the 20th sentence.", "stylistic", set()),
        # Beside a place: nothing of the old.
        (
            'At the end of the last paragraph, add the sentence "More is needed."',
            "stylistic",
            set(),
        ),
        ("As first sentence of the text, define abstraction", "information-seeking", set()),
        # What is to stay as it is.
        ('Without changing anything else, delete the string "(Feedback)".', "stylistic", {8}),
        ("Keep the text as it is, but re-write it into 1 paragraph", "stylistic", set()),
        (
            "Keep the content as is, but add results from papers 0 and 1.",
            "information-seeking",
            set(),
        ),
        ("Don't change anything further, copy it as-is.", None, set()),
        ("Shorten the answer but keep the last paragraph as it is", "stylistic", {*range(10)}),
        # The whole answer.
        ("Please shorten the answer to at most 2 paragraphs.", "stylistic", WHOLE),
        ("Organise the papers in better categories", "stylistic", WHOLE),
        (
            'You repeat "summaries" a lot. Can you make your answer more concise?',
            "stylistic",
            WHOLE,
        ),
        ("Make every sentence simpler", None, WHOLE),
        ("Make it at most 50 words.", None, WHOLE),
        ("Can you give me a one-sentence version?", None, WHOLE),
        ("Be brief.", None, WHOLE),
        ("Can you make this shorter?", None, WHOLE),
        ("Add a short summary of the evaluation at the end", None, set()),
        # To remove, by topic; where nothing speaks of it, nobody knows.
        ("Remove all mention of entailment", "stylistic", {8}),
        ("Remove everything on quantum chemistry", "stylistic", WHOLE),
        ("Reduce the discussion of constrained decoding", "stylistic", {3}),
        # To add.
        ("How well do raters agree on these?", "information-seeking", set()),
        ("Does this mean that such methods need labels?", None, set()),
        ("Mention a toolkit", None, set()),
        ("Elaborate on contrastive training", "information-seeking", {7}),
        # Any other: by its key terms.
        ("the entailment models here are of no interest", "stylistic", {8}),
        ("", "stylistic", WHOLE),
    ],
)
def test_scope(instruction, kind, expected):
    """The rule, branch by branch."""
    got = scope(instruction, OLD, kind)
    if expected == WHOLE:
        assert got.whole
    else:
        assert (set(got.sentences), got.whole) == (expected, False)


def edited(**changes):
    """The old answer with sentences replaced, by number: `s3="..."`."""
    new = OLD
    for name, text in changes.items():
        new = new.replace(SAID[int(name[1:])], text)
    return new


def test_a_change_that_was_asked_for():
    """Only the named sentence went: none of the other ten changed."""
    got = unrequested_change("Remove the tenth sentence.", OLD, edited(s9=""))
    assert got == Change(outside=10, changed=0, moved=0, share=0.0, whole=False)


def test_the_wrong_sentence_went():
    """The tenth was to go and the ninth went: one of ten others."""
    got = unrequested_change("Remove the tenth sentence.", OLD, edited(s8=""))
    assert got == Change(outside=10, changed=1, moved=0, share=0.1, whole=False)


def test_an_addition_that_lost_a_paragraph():
    """Asked for more, the model added it, dropped two sentences and changed one: 3 of 11."""
    new = edited(s8="", s9="", s4="It is awfully slow in practice [1].") + " Toolkits exist [6]."
    got = unrequested_change("Which toolkits are there?", OLD, new, "information-seeking")
    assert got == Change(outside=11, changed=3, moved=0, share=3 / 11, whole=False)


RATERS = SAID[9].replace("moderately", "moderately, with a kappa of 0.4")


@pytest.mark.parametrize(
    ("instruction", "kind", "changes", "expected"),
    [
        # Worked into the sentence that speaks of it: one of the eleven is in scope.
        ("What kappa do the raters reach?", "information-seeking", {"s9": RATERS}, (10, 0)),
        # A word of the old sentence went, it speaks of something else, a place was named, all was
        # to stay, or nothing was asked for.
        (
            "What kappa do the raters reach?",
            "information-seeking",
            {"s9": RATERS.replace("only ", "")},
            (11, 1),
        ),
        (
            "What kappa do the raters reach?",
            "information-seeking",
            {"s7": SAID[7].replace("The loss", "The loss cleverly")},
            (11, 1),
        ),
        (
            "As the first sentence, say what the raters did.",
            "information-seeking",
            {"s9": RATERS},
            (11, 1),
        ),
        (
            "What kappa do the raters reach? Leave the rest as it is.",
            "information-seeking",
            {"s9": RATERS},
            (11, 1),
        ),
        ("Mention a toolkit for raters", "stylistic", {"s9": RATERS}, (11, 1)),
    ],
)
def test_an_answer_that_is_worked_into_a_sentence(instruction, kind, changes, expected):
    """It was asked for, if the sentence only gained words and speaks of what is asked."""
    got = unrequested_change(instruction, OLD, edited(**changes), kind)
    assert (got.outside, got.changed) == expected


def test_moves_are_counted_apart():
    """A sentence that is elsewhere with its words has moved and not changed."""
    new = edited(s0="") + " " + SAID[0]
    got = unrequested_change('Delete the string "(Feedback)".', OLD, new, "stylistic")
    assert (got.outside, got.changed, got.moved, got.share) == (10, 0, 1, 0.0)


def test_a_condensed_answer_has_nothing_outside():
    """The whole answer was to be shortened: no share, and it says so."""
    got = unrequested_change("Shorten the answer.", OLD, SAID[0], "stylistic")
    assert got == Change(outside=0, changed=0, moved=0, share=None, whole=True)
    assert unrequested_change("Shorten it", "", "More.").share is None


def test_one_paragraph_that_kept_the_content():
    """Told to keep text and order, one answer only joined paragraphs, another one lost half."""
    instruction = "Keep the content and the order as they are, but make it 1 paragraph only"
    joined = " ".join(SAID)
    assert unrequested_change(instruction, OLD, joined, "stylistic").share == 0
    assert unrequested_change(instruction, OLD, " ".join(SAID[:5]), "stylistic").share == 6 / 11


WORDS = "keep the rest as it is first last and to sentence paragraph 3 of at end after add remove"
PIECES = st.sampled_from(
    [
        *WORDS.split(),
        *("replace", "with", "elaborate", "on", "paper", "about", "concise", "[0]", "method"),
        *(",", ".", ";", "'", '"', "“", "”"),
        *("\n", "\u200b", "\ud800", "模型"),
    ]
)
INSTRUCTIONS = st.lists(PIECES, max_size=25).map(" ".join) | st.text(max_size=60)


@given(INSTRUCTIONS, st.sampled_from([OLD, "", "A."]))
def test_any_instruction_can_be_read(instruction, old):
    """No instruction fails; what is named lies within the answer."""
    size = len(sentences(old))
    named = locations(instruction, old)
    assert {*named.sentences, *named.after, *named.before, *scope(instruction, old).sentences} <= {
        *range(size)
    }
    got = unrequested_change(instruction, old, old)
    assert (got.changed, got.moved) == (0, 0)
    assert all(quoted.text.strip() for quoted in verbatim(instruction))


@pytest.mark.parametrize(
    "text",
    [
        *("a" * 9000, " ," * 4500, '"' * 9000, "first, " * 1500, "“x”" * 3000, "\n" * 9000),
        *(". " * 4500, "[1," * 3000, "1. \n" * 2000, "keep the rest " * 700, "the part of " * 700),
    ],
)
def test_hostile_instructions_and_answers_take_no_time(text):
    """Nothing is tried again from every character on."""
    start = time.perf_counter()
    scope(text, OLD)
    unrequested_change("Explain the second approach", text, text[:-3])
    # Some twenty times what it takes.
    assert time.perf_counter() - start < 5
