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
    ("Fix sentences three, 4, and 5.", at(2, 3, 4)), ("Fix the 1st line.", at(0)),
    ("Fix lines 3–5.", at(2, 3, 4)), ("Fix sentences 5-3.", at(2, 4)),
    ("Fix the penultimate sentence.", at(9)), ("Fix the third-to-last sentence.", at(8)),
    ("Fix the last three sentences.", at(8, 9, 10)), ("Fix the second 2 sentences.", at(1, 2)),
    ("Fix the third to last 2 sentences.", at(8, 9)),
    ("Cut the last two sentences of paragraph 2", at(6, 7)),
    ("Fix the first sentence of the second item.", at(5)),
    ("Explain the second approach in more detail", at(5, 6)), ("Fix the second bullet.", at(5, 6)),
    ("Swap the first and the third approach", at(3, 4, 7)),
    ("Shorten the second-to-last paragraph", Locations(paragraphs=(2,))),
    ("Combine the second and third paragraphs.", Locations(paragraphs=(1, 2))),
    ("paragraph 3 is off topic,", Locations(paragraphs=(2,))),
    ("Fix the final 2 paragraphs.", Locations(paragraphs=(2, 3))),
    ("Fix the last 10 paragraphs.", Locations(paragraphs=(0, 1, 2, 3))),
    ("Remove the 20th sentence.", Locations(missing=("20th sentence",))),
    ("Improve paragraph 9", Locations(missing=("paragraph 9",))),
    ("Fix the fourth item.", Locations(missing=("fourth item",))),
    ("Fix item 0.", Locations(missing=("item 0",))), ("Fix item 2%.", NOWHERE),
    ("Fix the third sentence of paragraph 3.",
     Locations(missing=("third sentence of paragraph 3",))),
    # Edges, of the answer and of its parts.
    ("Tidy the introduction", Locations(paragraphs=(0,))), ("Add a conclusion", END),
    ("Shorten your conclusion.", Locations(paragraphs=(3,))),
    ("Shorten the opening sentence.", at(0)), ("Shorten the concluding sentence.", at(10)),
    ("As first sentence of the text, define abstraction", START),
    ("Start the answer with a short overview", START), ("Begin the text with a joke.", START),
    ("Finish your answer by thanking.", END), ("As the closing paragraph say it.", END),
    ("Write me a short introduction.", START), ("Add a concluding line.", END),
    ("At the end of the answer, name a toolkit", END), ("Put it at the top of my text.", START),
    ("Put it at the end of the meadow.", NOWHERE),
    ("At the end of the third paragraph, name a toolkit", Locations(after=(9,))),
    ("At the beginning of paragraph 3 name a toolkit", Locations(before=(8,))),
    ("Put it at the end of the second item.", Locations(after=(6,))),
    ("Put it at the start of the second item.", Locations(before=(5,))),
    ("As the last line of paragraph 2 say it.", Locations(after=(7,))),
    # Quotations, letter by letter, nearly, or not at all.
    ('Right after "It is slow in practice [1]." say why', Locations(after=(4,))),
    ('Before "it is SLOW in practice [1]. Post" say why', Locations(before=(4,))),
    ('After the paragraph that begins with "Evaluation relies" name a tool', Locations(after=(9,))),
    ('Before the paragraph which begins with "Evaluation relies" name it', Locations(before=(8,))),
    ('Move the paragraph starting with "Evaluation relies" up', Locations(paragraphs=(2,))),
    ('The sentence "Human raters agree with these only moderately." is wrong', at(9)),
    ('The sentence "Human people agree with these quite moderately." is wrong',
     Locations(missing=("Human people agree with these quite moderately.",))),
    ('Delete "no such words are here"', Locations(missing=("no such words are here",))),
    ('The text "such words" is there.', NOWHERE), ('Add "Human raters agree".', NOWHERE),
    # References and topics.
    ("What does [4] do?", at(7)), ("Remove reference [3]", at(1)), ("What of [7]?", NOWHERE),
    ("Expand what you say about papers 2 and 4", at(5, 6, 7)), ("Remove reference 3", at(1)),
    ("Expand what you say about paper 2", at(5, 6)), ("What does paper 5 do?", at(8, 9)),
    ("Say more of what citation 4 found", at(7)), ("Use numbers in paper 2", at(5, 6)),
    ("Add examples from papers 0, 1 and 2", NOWHERE),
    ("In the description of post-editing, say that it is cheap", at(5)),
    ("Remove the sentences about human raters", at(9)),
    ("Cut the passage about human raters and add tools", at(9)),
    ("Cut the paragraph about human raters", Locations(paragraphs=(2,))),
    ("Cut another passage about human raters", NOWHERE),
    ("Add a paragraph about human raters", NOWHERE), ("Cut the part about aliens", NOWHERE),
    ("Please shorten the answer to a maximum of 2 paragraphs.", NOWHERE),
    ("Put it all in 1 paragraph, in five sentences", NOWHERE), ("", NOWHERE),
]
# fmt: on


@pytest.mark.parametrize(("instruction", "expected"), PLACES)
def test_locations(instruction, expected):
    """Numbers, edges, quotations, references and topics; new text is not in an old place."""
    assert locations(instruction, OLD) == expected
    assert bool(expected) == (expected != NOWHERE)


def test_places_of_an_answer_without_them():
    """Nothing is there, and nothing fails; an item of an answer without a list is not missing."""
    assert locations("Fix the opening sentence and the conclusion.", "") == NOWHERE
    assert locations("Fix the first sentence.", "").missing == ("first sentence",)
    assert locations("Fix the second approach.", "A b. C d.") == NOWHERE
    assert locations("Fix the last two sentences.", "A b.") == at(0)


# fmt: off
USES = {
    'At the end of the last paragraph, add the sentence "More is needed."': "add",
    'Add "More is needed." to the end': "add", 'Write "open" instead of "unsolved".': "add remove",
    "Now add this information: “[2] train a corrector.”": "add", 'Add "x" by "y".': "add mention",
    'Immediately after this sentence: "A b." add this sentence "C d."': "after add",
    'Add "very" before "slow".': "add before", 'It goes in front of "x".': "before",
    'Insert the word "very" directly behind "is"': "add after",
    'Delete every instance of the string "(Feedback)", and the string "[1]" too': "remove remove",
    "Remove 'in practice', 'moderately' and 'only'.": "remove remove remove",
    'Replace "unsolved" with "open"': "remove add", 'Begin the answer with "In short,".': "add",
    'Now replace "x" with one two three four "y".': "remove mention",
    'Now swap "x" here.': "mention", 'Take out "x" as well as "y".': "remove remove",
    'Remove the paragraph starting with "Finally"': "mention", 'The drop was "x".': "mention",
    'Remove the sentence about "beam search"': "mention",
    'Add a short definition of what is "entailment"': "mention",
    'Describe what "faithful abstraction" means': "mention",
    "Don't say what the models' users' needs are": "",
    'It goes after a b c d e f g h i j "x".': "after",
    'It goes after a b c d e f g h i j k "x".': "mention",
    # What is forbidden is to go, and what is not to be removed is only spoken of.
    'Don’t use the word "However"': "remove", 'Please do not say "However"': "remove",
    'Never write "However".': "remove", 'Avoid "However"': "remove",
    'You may not use "x".': "remove",
    'Don\'t start the last sentence with "In conclusion".': "remove", 'Kindly omit "x".': "remove",
    'Stop using "However" and "Thus".': "remove remove", '"However" should not be used.': "remove",
    '"However" should be removed.': "remove", '"x" must never appear.': "remove",
    'Rewrite the last sentence without the word "very".': "remove",
    'Remove every use of "very".': "remove", 'Remove every cat of "very".': "mention",
    'Don\'t say "can", say "may".': "remove add", 'Do not say "can" but "may".': "remove add",
    'Do not remove "may".': "mention", 'Don\'t replace "may" with "can".': "mention mention",
    'Why don\'t you use "may"?': "add", 'The papers do not use "may".': "mention",
    'You removed "may", why?': "mention", 'They cannot really remove "x".': "mention",
    'Remove "x", but rather "y".': "remove add", 'Add this. Look at "x".': "mention",
    'Remove it, add "x".': "add", 'Refrain from "x".': "remove",
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
        ("say “a “b” c”!", ["a “b” c"]), ("say ‘it’s a’!", ["it’s a"]), ('say " A "!', ["A"]),
        ("say 'it's a'!", ["it's a"]), ("say `a b` and `c`!", ["a b", "c"]),
        ("the cats' and dogs' ears", []), ("say ‘a’s b", []), ("say 'a'b", []),
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
    ("Remove something at the end", STYLE, {10}), ("Put it at the end", STYLE, set()),
    ("Fix paragraph 3 throughout", STYLE, {8, 9}),
    # What is to stay as it is.
    ('Without changing anything else, delete the string "(Feedback)".', STYLE, {8}),
    ("Keep the text as it is, but re-write it into 1 paragraph", STYLE, set()),
    ("Keep the content as is, but add results from papers 0 and 1.", INFO, set()),
    ("Don't change anything further, copy it as-is.", None, set()),
    ("Shorten the answer but keep the last paragraph as it is", STYLE, {*range(10)}),
    ("Shorten it, do not touch paragraph 3", STYLE, OTHERS - {8, 9}),
    ("Shorten it, never alter paragraph 3", STYLE, OTHERS - {8, 9}),
    ("Improve human raters. Keep the rest", STYLE, set()),
    ("Improve human raters. Keep smiling", STYLE, WHOLE),
    ("Keep the rest, but remove human raters", STYLE, {9}),
    # The whole answer.
    ("Please shorten the answer to at most 2 paragraphs.", STYLE, WHOLE),
    ("Organise the papers in better categories", STYLE, WHOLE), ("Be brief.", None, WHOLE),
    ('You repeat "summaries" a lot. Can you make your answer more concise?', STYLE, WHOLE),
    ("Make every sentence simpler", None, WHOLE), ("Make it at most 50 words.", None, WHOLE),
    ("Can you give me a one-sentence version?", None, WHOLE), ("tl;dr human raters", STYLE, WHOLE),
    ("Can you make this shorter?", None, WHOLE), ("Rewrite the answer, human raters", INFO, WHOLE),
    ("Give a short version of the answer", INFO, WHOLE), ("boil it all down", STYLE, WHOLE),
    ("Explain human raters throughout", INFO, WHOLE), ("remove aliens", STYLE, WHOLE),
    ("Give a short version on human raters", INFO, set()), ("tidily human raters", STYLE, {9}),
    ("Add a short summary of the evaluation at the end", None, set()), ("  ", STYLE, WHOLE),
    # To remove, by topic; where nothing speaks of it, nobody knows.
    ("Remove all mention of entailment", STYLE, {8}), ("leave out human raters", STYLE, {9}),
    ("Remove everything on quantum chemistry", STYLE, WHOLE),
    ("Reduce the discussion of constrained decoding", STYLE, {3}),
    # To add, or to say more of.
    ("How well do raters agree on these?", INFO, set()), ("Mention a toolkit", None, set()),
    ("Does this mean that such methods need labels?", None, set()),
    ("Elaborate on contrastive training", INFO, {7}), ("more detail upon human raters", INFO, {9}),
    ("Fine. Which human raters shorter", None, set()), ("which human raters", STYLE, {9}),
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


def test_information_without_a_place_is_sought():
    """Only of an information-seeking instruction that names no part and not the whole."""
    for instruction, kind, seeks in [
        ("Explain raters", INFO, True), ("Explain raters", STYLE, False),
        ("Explain raters", None, False), ("Explain paragraph 2", INFO, False),
        ("At the end, explain raters", INFO, False), ("Explain raters throughout", INFO, False),
        ("Explain raters. Keep the rest.", INFO, False),
    ]:  # fmt: skip
        assert scope(instruction, OLD, kind).seeks == seeks, instruction


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
    start = time.thread_time()
    scope(text, OLD)
    unrequested_change("Explain the second approach", text, text[:-3])
    # Some twenty times what it takes.
    assert time.thread_time() - start < 5
