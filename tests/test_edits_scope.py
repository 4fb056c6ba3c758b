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
START, END, NOWHERE = Locations(start=True), Locations(end=True), Locations()


def at(*found: int, **more: object) -> Locations:
    """Those sentences."""
    return Locations(sentences=found, **more)


# fmt: off
PLACES = [
    # Numbers, from either end, in words and digits.
    ("Remove the tenth sentence.", at(9)), ("Fix the final sentence.", at(10)),
    ("Drop the first two sentences.", at(0, 1)), ("Rewrite sentences 2-4", at(1, 2, 3)),
    ("Merge the third and fourth sentence.", at(2, 3)), ("Fix sentence no. 2.", at(1)),
    ("Fix the third to fifth sentences.", at(2, 3, 4)), ("Fix sentence #2.", at(1)),
    ("Fix the penultimate sentence.", at(9)), ("Fix the third-to-last sentence.", at(8)),
    ("Cut the last two sentences of paragraph 2", at(6, 7)),
    ("Fix the first sentence of the second item.", at(5)),
    ("Shorten the second-to-last paragraph", Locations(paragraphs=(2,))),
    ("paragraph 3 is off topic,", Locations(paragraphs=(2,))),
    ("Fix the last 10 paragraphs.", Locations(paragraphs=(0, 1, 2, 3))),
    ("Remove the 20th sentence.", Locations(missing=("20th sentence",))),
    ("Fix the fourth item.", Locations(missing=("fourth item",))),
    ("Fix the third sentence of paragraph 3.",
     Locations(missing=("third sentence of paragraph 3",))),
    # Edges, of the answer and of its parts.
    ("Tidy the introduction", Locations(paragraphs=(0,))), ("Add a conclusion", END),
    ("Shorten the opening sentence.", at(0)), ("Begin the text with a joke.", START),
    ("As first sentence of the text, define abstraction", START),
    ("Finish your answer by thanking.", END), ("As the closing paragraph say it.", END),
    ("Write me a short introduction.", START), ("Add a concluding line.", END),
    ("At the end of the answer, name a toolkit", END), ("Put it at the top of my text.", START),
    ("At the end of the third paragraph, name a toolkit", Locations(after=(9,))),
    ("Put it at the end of the second item.", Locations(after=(6,))),
    ("As the last line of paragraph 2 say it.", Locations(after=(7,))),
    # Quotations, letter by letter, nearly, or not at all.
    ('Right after "It is slow in practice [1]." say why', Locations(after=(4,))),
    ('Before "it is SLOW in practice [1]. Post" say why', Locations(before=(4,))),
    ('After the paragraph that begins with "Evaluation relies" name a tool', Locations(after=(9,))),
    ('Move the paragraph starting with "Evaluation relies" up', Locations(paragraphs=(2,))),
    ('The sentence "Human raters agree with these only moderately." is wrong', at(9)),
    ('The sentence "Human people agree with these quite moderately." is wrong',
     Locations(missing=("Human people agree with these quite moderately.",))),
    ('Delete "no such words are here"', Locations(missing=("no such words are here",))),
    # References and topics.
    ("What does [4] do?", at(7)), ("Remove reference [3]", at(1)), ("What of [7]?", NOWHERE),
    ("Expand what you say about papers 2 and 4", at(5, 6, 7)), ("Remove reference 3", at(1)),
    ("In the description of post-editing, say that it is cheap", at(5)),
    ("Remove the sentences about human raters", at(9)),
    ("Cut the paragraph about human raters", Locations(paragraphs=(2,))),
    ("Add a paragraph about human raters", NOWHERE), ("Cut the part about aliens", NOWHERE),
    ("Please shorten the answer to a maximum of 2 paragraphs.", NOWHERE),
]
# fmt: on


@pytest.mark.parametrize(("instruction", "expected"), PLACES)
def test_locations(instruction, expected):
    """Numbers, edges, quotations, references and topics; new text is not in an old place."""
    assert locations(instruction, OLD) == expected
    assert bool(expected) == (expected != NOWHERE)


@pytest.mark.parametrize(
    ("verb", "place"),
    [("begin", START), ("starting", START), ("conclude", END), ("concluding", END),
     ("ending", END)],
)  # fmt: skip
def test_an_edge_of_an_answer_is_named_by_any_form_of_its_verb(verb, place):
    """ "Concluding your answer with" is a place as "ending your answer with" is."""
    assert locations(f"Think of {verb} your answer with a joke.", "A b. C d.") == place


# fmt: off
USES = {
    'At the end of the last paragraph, add the sentence "More is needed."': "add",
    "Now add this information: “[2] train a corrector.”": "add", 'Add "x" by "y".': "add mention",
    'Add "very" before "slow".': "add before", 'It goes in front of "x".': "before",
    'Insert the word "very" directly behind "is"': "add after",
    'Delete every instance of the string "(Feedback)", and the string "[1]" too': "remove remove",
    "Remove 'in practice', 'moderately' and 'only'.": "remove remove remove",
    'Remove the paragraph starting with "Finally"': "mention", 'The drop was "x".': "mention",
    'Remove the sentence about "beam search"': "mention",
    'Add a short definition of what is "entailment"': "mention",
    "Don't say what the models' users' needs are": "",
    # What is forbidden is to go, and what is not to be removed is only spoken of.
    'Don’t use the word "However"': "remove", 'Please do not say "However"': "remove",
    'Don\'t start the last sentence with "In conclusion".': "remove", 'Kindly omit "x".': "remove",
    'Rewrite the last sentence without the word "very".': "remove",
    'Do not remove "may".': "mention", 'Don\'t replace "may" with "can".': "mention mention",
    'Why don\'t you use "may"?': "add", 'The papers do not use "may".': "mention",
    'Avoid the use of "x".': "remove", 'Avoid any "x".': "remove",
    'Write without any mention of "x".': "remove",
}
# fmt: on


@pytest.mark.parametrize("instruction", USES)
def test_what_is_to_be_done_with_quoted_text(instruction):
    """To add, to remove, a place, or only spoken of."""
    assert " ".join(quoted.use for quoted in verbatim(instruction)) == USES[instruction]


@pytest.mark.parametrize(
    ("instruction", "quoted"),
    [
        ('Add this: ""[2] train a corrector. ""', ["[2] train a corrector."]),
        ('Delete the string "[1] “A Paper of Ours”" at the end', ["[1] “A Paper of Ours”"]),
        ("say “a “b” c”!", ["a “b” c"]), ("say 'it's a'!", ["it's a"]),
        ("say `a b` and `c`!", ["a b", "c"]), ("the cats' and dogs' ears", []),
        ('say " " and “”', []), ("say ‘a\nb’", []),
    ],
)  # fmt: skip
def test_quoted_texts_are_as_written(instruction, quoted):
    """Doubled marks, marks within others, apostrophes and references stay out or in."""
    assert [one.text for one in verbatim(instruction)] == quoted


WHOLE = "whole"
INFO, STYLE = "information-seeking", "stylistic"
OTHERS = {*range(11)}


# fmt: off
SCOPES = [
    # A place: what is there, and nothing else. Beside a place: nothing of the old.
    ("Remove the tenth sentence.", STYLE, {9}), ("Remove the 20th sentence.", STYLE, set()),
    ("Combine the first and third paragraphs.", STYLE, {0, 1, 8, 9}),
    ('Replace "unsolved" with "open"', STYLE, {10}), ("Remove the opening", STYLE, {0, 1}),
    ('At the end of the last paragraph, add the sentence "More is needed."', STYLE, set()),
    ("As first sentence of the text, define abstraction", INFO, set()),
    # What is to stay as it is.
    ('Without changing anything else, delete the string "(Feedback)".', STYLE, {8}),
    ("Keep the text as it is, but re-write it into 1 paragraph", STYLE, set()),
    ("Keep the content as is, but add results from papers 0 and 1.", INFO, set()),
    ("Shorten the answer but keep the last paragraph as it is", STYLE, {*range(10)}),
    ("Shorten it, do not touch paragraph 3", STYLE, OTHERS - {8, 9}),
    ("Improve human raters. Keep the rest", STYLE, set()),
    ("Keep the rest, but remove human raters", STYLE, {9}),
    # The whole answer.
    ("Please shorten the answer to at most 2 paragraphs.", STYLE, WHOLE),
    ('You repeat "summaries" a lot. Can you make your answer more concise?', STYLE, WHOLE),
    ("Can you give me a one-sentence version?", None, WHOLE), ("tl;dr human raters", STYLE, WHOLE),
    ("Add a short summary of the evaluation at the end", None, set()), ("  ", STYLE, WHOLE),
    # To remove, by topic; where nothing speaks of it, nobody knows.
    ("Remove all mention of entailment", STYLE, {8}), ("leave out human raters", STYLE, {9}),
    ("Remove everything on quantum chemistry", STYLE, WHOLE),
    # To add, or to say more of.
    ("How well do raters agree on these?", INFO, set()), ("Mention a toolkit", None, set()),
    ("cite human raters", STYLE, set()), ("expand human raters", STYLE, {9}),
    # Any other: by its key terms.
    ("the entailment models here are of no interest", STYLE, {8}), ("", STYLE, WHOLE),
]
# fmt: on


@pytest.mark.parametrize(("instruction", "kind", "expected"), SCOPES)
def test_scope(instruction, kind, expected):
    """The rule, branch by branch."""
    got = scope(instruction, OLD, kind)
    everything = OTHERS if expected == WHOLE else expected
    assert (set(got.sentences), got.whole) == (everything, expected == WHOLE)


@pytest.mark.parametrize(
    ("topic", "found"),
    [
        ("mice and grain", {2}), ("owls far flies", {4}), ("cats eat", {1, 2}),
        # Three of five words are enough, two of five are not; "cats" is in most of them.
        ("owls far fly, sleep, chase", {4}), ("owls, mice, grain, chase, sleep", WHOLE),
        ("cats", WHOLE),
    ],
)  # fmt: skip
def test_a_topic_is_found_by_three_fifths_of_its_telling_words(topic, found):
    """Words that stand in more than half of the sentences tell nothing."""
    text = "Cats chase mice. Cats eat grain. Mice eat grain. Cats sleep. Owls fly far."
    got = scope(f"Remove {topic}", text, STYLE)
    assert (WHOLE if got.whole else set(got.sentences)) == found


def edited(**changes):
    """The old answer with sentences replaced, by number: `s3="..."`."""
    new = OLD
    for name, text in changes.items():
        new = new.replace(SAID[int(name[1:])], text)
    return new


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
LOSS = SAID[7].replace("The loss", "The loss cleverly")
ASKED = "What kappa do the raters reach?"


@pytest.mark.parametrize(
    ("instruction", "kind", "changes", "expected"),
    [
        # Worked into the sentence that speaks of it: one of the eleven is in scope.
        (ASKED, INFO, {"s9": RATERS}, (10, 0)),
        # A word of the old sentence went, it speaks of something else, a place was named, all was
        # to stay, or nothing was asked for.
        (ASKED, INFO, {"s9": RATERS.replace("only ", "")}, (11, 1)),
        (ASKED, INFO, {"s7": LOSS}, (11, 1)),
        ("As the first sentence, say what the raters did.", INFO, {"s9": RATERS}, (11, 1)),
        (f"{ASKED} Leave the rest as it is.", INFO, {"s9": RATERS}, (11, 1)),
        ("Mention a toolkit for raters", STYLE, {"s9": RATERS}, (11, 1)),
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
    start = time.thread_time()
    scope(text, OLD)
    unrequested_change("Explain the second approach", text, text[:-3])
    # Some twenty times what it takes.
    assert time.thread_time() - start < 5
