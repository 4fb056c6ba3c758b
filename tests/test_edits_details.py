"""Edits word by word: the verbs, places and weights that instructions and texts are read by."""

from __future__ import annotations

import re

import pytest

from tamis.writing.edits import (
    Locations,
    Quoted,
    align,
    kept_references,
    locations,
    scope,
    sentences,
    verbatim,
    word_diff,
)
from tamis.writing.edits._matching import Equal, joined
from tamis.writing.edits._quote_search import located
from tamis.writing.edits._tokens import is_common, is_word, opens, tokens
from tamis.writing.edits.quotes import HIDDEN, masked, quotations
from tamis.writing.edits.terms import speaking_of, touching

# Sentences 0-2, 3-4, 5-9 (items 6, 7-8 and 9) and 10 are its four paragraphs.
OLD = """Cats purr at night [0]. Dogs bark at strangers [1]. Owls hunt mice [2].

The census counts herds. Farmers report lambs [0][3].

Three ways remain:
1. Fence the meadow.
2. Hire a shepherd. He sleeps little [4].
3. Buy a llama.

In short, wolves stay away."""
START, END = Locations(start=True), Locations(end=True)


def listed(words, sign=None):
    """The words of a text, or what stands between signs."""
    return words.split(sign)


def each(template, words, expected, sign=None):
    """The template with each of the words, and what is expected of it."""
    return [(template.format(word), expected) for word in listed(words, sign)]


LINES = (3, 4)
PLACES = [
    *each("Put it {} the end.", "at to in from near on", END),
    *each("Put it at the {}.", "end bottom close", END),
    *each("Put it at the {}.", "beginning start top", START),
    *each("Put it at the very end of the {}.",
          "answer text response passage essay article summary output piece answers", END),
    *each("Put it at the top of {}.",
     "the whole text|this entire essay|your answer|my text|that piece",
          START, "|"),
    ("Put it at the end of the meadow.", Locations()),
    ("Put it at the end of paragraph 2.", Locations(after=(4,))),
    ("Put it at the start of paragraph 2.", Locations(before=(3,))),
    ("Put it at the end of the second item.", Locations(after=(8,))),
    ("Put it at the start of the second item.", Locations(before=(7,))),
    ("Put it at the end of paragraph 9.", Locations(missing=("paragraph 9",))),
    *each("As {} first sentence say it.", "a|an|the|its|your|the very", START, "|"),
    *each("As the {} line say it.", "first opening", START),
    *each("As the {} paragraph say it.", "last final closing", END),
    ("As the last line of paragraph 2 say it.", Locations(after=(4,))),
    ("As the first sentence in the second item say it.", Locations(before=(7,))),
    ("As the opening sentence of the answer say it.", START),
    *each("{} the text with a joke.", "start begin open starting opening", START),
    *each("{} your answer by thanking.", "end finish conclude close ending finishing", END),
    *each("{} off my essay with a joke.", "start", START),
    *each("{} an introduction.", "add write include provide give insert need needs", START),
    *each("Write {} introduction.", "me an|a|one|some|me a short|an even", START, "|"),
    *each("Add a {}.", "intro opening", START),
    *each("Add a {} line.", "conclusion concluding closing", END),
    *each("Shorten the {}.", "introduction intro introductory opening",
          Locations(paragraphs=(0,))),
    *each("Shorten {} conclusion.", "the your this", Locations(paragraphs=(3,))),
    *each("Shorten the {} paragraph.", "conclusion concluding closing", Locations(paragraphs=(3,))),
    *each("Shorten the {} sentence.", "introductory opening", Locations(sentences=(0,))),
    *each("Shorten the {} sentence.", "concluding closing", Locations(sentences=(10,))),
]  # fmt: skip
PARTS = [
    *each("Fix the {} sentence.", "last final", Locations(sentences=(10,))),
    *each("Fix the {} sentence.",
          "penultimate|second-to-last|second to the last|next to last", Locations(sentences=(9,)),
          "|"),
    ("Fix the third-to-last sentence.", Locations(sentences=(8,))),
    ("Fix the third to last paragraph.", Locations(paragraphs=(1,))),
    *each("Fix the {} sentence.", "fourth 4th", Locations(sentences=(3,))),
    *each("Fix the {} line.", "1st first", Locations(sentences=(0,))),
    *each("Fix the {} line.", "2nd second", Locations(sentences=(1,))),
    *each("Fix the {} sentences.", "third,fourth and 5th|third to fifth|third through fifth"
          "|third, the fourth and the fifth|third & fourth, fifth|3rd-5th|third–fifth",
          Locations(sentences=(2, 3, 4)), "|"),
    *each("Fix {}.", "sentences 3, 4 and 5|sentences 3 to 5|lines 3-5|sentences 3 through 5"
          "|sentences 3, 4 or 5|lines 3–5|sentences three, four & five|sentence 3, 4, and 5",
          Locations(sentences=(2, 3, 4)), "|"),
    ("Fix sentences 5-3.", Locations(sentences=(2, 4))),
    *each("Fix {}.",
     "sentence number 2|sentence no. 2|sentence no.2|sentence #2|sentence two|line 2",
          Locations(sentences=(1,)), "|"),
    *each("Fix the {} sentences.", "last three|last 3", Locations(sentences=(8, 9, 10)), "|"),
    *each("Fix the {} paragraphs.", "last two|final 2", Locations(paragraphs=(2, 3)), "|"),
    ("Fix the second 2 sentences.", Locations(sentences=(1, 2))),
    ("Fix the first three paragraphs.", Locations(paragraphs=(0, 1, 2))),
    ("Fix the last 10 paragraphs.", Locations(paragraphs=(0, 1, 2, 3))),
    ("Fix the third to last 2 sentences.", Locations(sentences=(8, 9))),
    *each("Fix the second {}.", "bullet|bullet point|point|item|approach|method|technique|step"
          "|category|example|dataset|model|strategy|type|bullets|bullet points|points|items"
          "|approaches|methods|techniques|steps|categories|examples|datasets|models|strategies|types",
          Locations(sentences=(7, 8)), "|"),
    ("Fix the second item of paragraph 3.", Locations(sentences=(7, 8))),
    ("Fix the first sentence of the second item.", Locations(sentences=(7,))),
    ("Fix the last sentence in the second paragraph.", Locations(sentences=(4,))),
    ("Fix sentence 2 from paragraph 2.", Locations(sentences=(4,))),
    ("Fix the third sentence of paragraph 2.",
     Locations(missing=("third sentence of paragraph 2",))),
    ("Fix the fourth item.", Locations(missing=("fourth item",))),
    ("Fix item 0.", Locations(missing=("item 0",))),
    *each("Fix {}.", "item 2%|line 3 percent|sentence 3 words|item one more", Locations(), "|"),
]  # fmt: skip
CITED = [
    *each(
        "Say more {} paper 2.",
        "from|using|use|cite|citing|based on|according to|include"
        "|including|add|adding|refer to|referring to",
        Locations(),
        "|",
    ),
    *each(
        "Say more of {}.",
        "paper 2|papers 2|reference 2|references 2|citation 2|citations 2|[2]",
        Locations(sentences=(2,)),
        "|",
    ),
    *each(
        "Say more of papers {}.",
        "1 and 4|1, 4|1, and 4|1 & 4|1 or 4|1,4",
        Locations(sentences=(1, 8)),
        "|",
    ),
    ("Tell what we cite in [2].", Locations(sentences=(2,))),
    ("Tell what we cite within [2].", Locations()),
    ("Say more of [0].", Locations(sentences=(0, 4))),
    ("Say more of [7].", Locations()),
]
TOPICS = [
    *each("Cut the {} about herds.", "definition description discussion explanation part parts "
          "section sections sentence sentences passage bit bits statement statements mention "
          "mentions details content information claim claims", Locations(sentences=(3,))),
    *each("Cut the {} about herds.", "paragraph paragraphs", Locations(paragraphs=(1,))),
    *each("Cut the passage {} herds.", "of about on for describing where that which regarding "
          "covering discussing explaining concerning mentioning", Locations(sentences=(3,))),
    *each("Cut the passage about herds {} wolves", "and add|and remove|and make|and move|and then"
          "|and also|and replace|and instead|and include|and explain|to|by|into|so|but|from the"
          "|in the|at the|with|without|because|since|for each", Locations(sentences=(3,)), "|"),
    *each("Cut {} long passage about herds.", "a an another some more one two three new brief "
          "short further additional any such", Locations()),
    *each("Cut {} passage about herds.", "this that your", Locations(sentences=(3,))),
    ("Cut all of passage about herds.", Locations(sentences=(3,))),
    ("Cut the parts of passages about herds.", Locations(sentences=(3,))),
    *each("Please {} the passage about herds.",
     "add include provide give write insert mention need",
          Locations()),
    ("Cut the paragraph about herds, lambs or aliens.", Locations(paragraphs=(1,))),
    ("Cut the paragraph about aliens.", Locations()),
    ("Cut the detail about herds.", Locations()),
]  # fmt: skip
QUOTING = [
    ('After "Dogs bark at strangers" say why.', Locations(after=(1,))),
    ('Before "Dogs bark at strangers [1]. Owls hunt" say why.', Locations(before=(1,))),
    ('After "Dogs bark at strangers [1]. Owls hunt" say why.', Locations(after=(2,))),
    ('The text "at" is there.', Locations(sentences=(0, 1))),
    ('The text "no such words here" is there.', Locations(missing=("no such words here",))),
    ('The text "no such words" is there.', Locations()),
    ('Delete "such words".', Locations(missing=("such words",))),
    ('Add "Dogs bark at strangers".', Locations()),
    ('Fix the paragraph that starts with "Three ways".', Locations(paragraphs=(2,))),
    ('Remove the paragraph beginning with "Three ways".', Locations(paragraphs=(2,))),
    ('Before the paragraph which begins with "Three ways" say why.', Locations(before=(5,))),
    ('After the paragraph ending with "llama" say why.', Locations(after=(9,))),
]


@pytest.mark.parametrize(("instruction", "expected"), [*PLACES, *PARTS, *CITED, *TOPICS, *QUOTING])
def test_each_way_of_naming_a_part(instruction, expected):
    """Edges, numbers, papers, topics and quotations, in each of their words."""
    assert locations(instruction, OLD) == expected


def test_edges_of_an_answer_without_a_sentence():
    """Nothing there, and nothing fails; an item of an answer without a list is not missing."""
    assert locations("Fix the opening sentence and the conclusion.", "") == Locations()
    assert locations("Fix the first sentence.", "").missing == ("first sentence",)
    assert locations("Fix the second approach.", "A b. C d.") == Locations()
    assert locations("Fix the last two sentences.", "A b.") == Locations(sentences=(0,))


ADDING = "add adding insert inserting include including append prepend put write say use place"
REMOVING = (
    "remove|removing|delete|deleting|erase|erasing|eliminate|eliminating|exclude|excluding|omit"
    "|omitting|discard|discarding|drop|dropping|strike|take out|taking out|leave out|leaving out"
    "|strip out|cut out|get rid of|cut|instead of"
)
REPLACING = "replace replacing change changing substitute substituting rename correct swap"
SAYING = (
    "using mention mentioning repeat repeating contain containing writing saying putting start "
    f"starting begin beginning open opening end ending finish finishing close closing {ADDING}"
)
USES = [
    *each('Now {} "x".', ADDING, ["add"]),
    *each('Now {} "x".', REMOVING, ["remove"], "|"),
    *each('The {} was "x".', "drop", ["mention"]),
    *each('A {} in "x".', "drop", ["mention"]),
    *each('Now {} "x" with "y".', REPLACING, ["remove", "add"]),
    *each('Now {} "x" here.', REPLACING, ["mention"]),
    *each('Now replace "x" {} "y".', "with by to into", ["remove", "add"]),
    *each('Now replace "x", {} the words "y".', "with by to into", ["remove", "add"]),
    *each('Now replace "x" with one two three four "y".', "-", ["remove", "mention"]),
    *each('It goes {} "x".', "after behind below following", ["after"]),
    *each('It goes {} "x".', "before|above|in front of", ["before"], "|"),
    ('Following what I said, "x".', ["mention"]),
    ('It goes after a b c d e f g h i j "x".', ["after"]),
    ('It goes after a b c d e f g h i j k "x".', ["mention"]),
    ('It goes before that, "x".', ["mention"]),
    *each('{} do not use "x".',
     "So|Please|Kindly|It is, but|And|Also|Then|Just|Well,|Yes;|Yes:|Yes (|No -",
          ["remove"], "|"),
    *each('{} use "x".', "Do not|Don't|Never|Try not to|You should not|You must never|You shall not"
          "|You may not|You shouldn't", ["remove"], "|"),
    *each('Do not {} use "x".', "ever again please", ["remove"]),
    *each('Avoid {} "x".', SAYING, ["remove"]),
    *each('Do not {} "x".', SAYING, ["remove"]),
    *each('{} "x".', "Avoid|Stop|Refrain from|Do it without", ["remove"], "|"),
    *each('Avoid {} "x".', "the|the word|words|the term|terms|the phrase|phrases", ["remove"], "|"),
    *each('They do not {} about "x".', "write", ["mention"]),
    *each('The papers do not {} "x".', "use", ["mention"]),
    *each('"x" {} be used.', "should not|must not|shall not|may not|shouldn't|must never"
          "|should no longer", ["remove"], "|"),
    *each('"x" must not {}.', "be used|be there|be said|be written|be in|be included|be mentioned"
          "|be repeated|appear|occur", ["remove"], "|"),
    *each('"x" {}.', "should be removed|must be deleted|should be dropped|must be omitted"
          "|should be cut|must be taken out|should go|must go", ["remove"], "|"),
    *each('They {} remove "x".', "never|cannot|will not|can never really|didn't|didn't even",
     ["mention"],
          "|"),
    *each("{} to remove \"x\".", "without avoid stop", ["mention"]),
    *each('Why {} remove "x"?', "don't you|didn't we", ["remove"], "|"),
    *each('{} the answer with "x".', "Start Begin Open End Finish Close", ["add"]),
    *each('{} it all by "x".', "Start Begin Open End Finish Close", ["add"]),
    *each('Cut the {} that ends with "x".',
     "sentence sentences paragraph paragraphs bullet bullets "
          "point points line lines part parts section sections", ["mention"]),
    *each('Cut {} starting with "x".', "that which one", ["mention"]),
    *each('Cut each line {} "x".', "starting with|begins by|ends in|starts with|beginning with"
          "|ending in", ["mention"], "|"),
    *each('Remove "x"{} "y".', "| and| or| as well as|,| ;|, and", ["remove", "remove"], "|"),
    *each('Remove "x"{} "y".', " but| but rather|, but", ["remove", "add"], "|"),
    *each('Say "x"{} "y".', " but", ["add", "mention"], "|"),
    *each('Add a note {} the word "x".', "about|regarding|describing|explain|explaining|defining"
          "|concerning|what|how|why|explanation of|example with|examples with|detail of"
          "|details in|citation to|citations for|for|between", ["mention"], "|"),
    *each('Add now {} "x".', "sentence sentences text string strings phrase phrases paragraph line "
          "lines word words term terms information info this that the statement heading title "
          "content exactly verbatim just says reads saying reading as a an", ["add"]),
    *each('Add now{} "x".', ": ,", ["add"]),
    *each('Add many cats{} "x".', " ", ["mention"], "|"),
    *each('Remove every {} of "x".', "mention mentions instance instances occurrence occurrences "
          "reference references word words use uses", ["remove"]),
    *each('Remove every {} of "x".', "cat", ["mention"]),
    *each('Remove the references to {} "x".', "the word|words|the term|terms|the phrase|phrases"
          "|the string|strings", ["remove"], "|"),
    ('Add this. Look at "x".', ["mention"]),
    ('Add this; look at "x".', ["mention"]),
    ('Remove it, add "x".', ["add"]),
]  # fmt: skip


@pytest.mark.parametrize(("instruction", "expected"), USES)
def test_each_word_that_says_what_is_done_with_a_quotation(instruction, expected):
    """Verbs, places, denials, and what stands between them and the quotation."""
    assert [one.use for one in verbatim(instruction)] == expected


@pytest.mark.parametrize(
    ("instruction", "inside"),
    [
        ('say ""a b""!', ["a b"]),
        ("say “a “b” c”!", ["a “b” c"]),
        ("say ‘it’s a’!", ["it’s a"]),
        ("say 'it's a'!", ["it's a"]),
        ("say `a b` and `c`!", ["a b", "c"]),
        ('say " a "!', ["a"]),
        ("the cats' and dogs' ears", []),
        ("say ‘a’s b", []),
        ("say 'a'b", []),
        ('say " " and “”', []),
        ("say ‘a\nb’", []),
    ],
)
def test_each_kind_of_quotation_marks(instruction, inside):
    """With its place and its marks; the text hidden has the same length."""
    found = [*quotations(instruction)]
    assert [one.text for one in found] == inside
    hidden = masked(instruction)
    assert len(hidden) == len(instruction)
    for one in found:
        assert one.text in instruction[one.start : one.end]
        assert set(hidden[one.start : one.end]) == {HIDDEN}
    assert hidden.count(HIDDEN) == sum(one.end - one.start for one in found)


def test_hidden_text_is_in_lower_case_and_has_straight_apostrophes():
    """A letter whose small form is longer stays, so that places are those of the instruction."""
    assert masked("DON’T İ “A b”") == f"don't İ {HIDDEN * 5}"
    assert verbatim('Add "A".')[0] == Quoted("A", "add")


WHOLE = "whole"
SHORTER = (
    "shorten|condense|compress|concise|concisely|shorter|trim|more compact|too long|too wordy"
    "|briefer|less verbose|less wordy|much succinct|more succinct|very succinct|fewer words|halve"
    "|be brief|be succinct|be more brief|be very brief|be as brief|tl;dr|tldr|tighten|half as long"
    "|half the length|half its length|too much text|boil down|boil it down|boil it all down"
    "|pare down|the gist|pare the text down|pare this down|trim it down|trim everything down"
    "|just the main points|only the key ideas|just the central findings"
    "|only the most important point|limit it to two sentences:|half of the length,|reduce"
)
OTHERWISE = (
    "condensing|summarise|summarize|compressed|reduced|trimmed|conciseness|brief"
    "|briefly|reorganise|re-organize|organising|restructure|re-structure|structured|reorder"
    "|re-ordering|rearrange|group|categorise|categorize|classify|split|divide|merge|combine"
    "|rewrite|re-written|rephrase|paraphrasing|simplify|proofread|reformat|format|convert"
    "|transform|turn|improve|polish|fix|tone|style|flow|coherent|fluent|readable|redundant"
    "|repetitive|repeat|limit|length|wordy|words|sentences only|sentences or less"
    "|sentence or fewer|sentences at most|succinctly|bullet|bullets|bulleted|numbered|paragraph"
    "|paragraphs|reverse|swap|move"
)
VERBS = (
    "shorten condense compress reduce trim reorganise re-organize restructure reorder rearrange "
    "rewrite rephrase paraphrase simplify proofread reformat split divide convert turn"
)
ASKING = "what which how why who when where is are do does did can could"
KEEPING = "keep keeping leave leaving preserve preserving retain retaining"
UNCHANGED = (
    "do not|don't|without|never|not",
    "make any changes to|make any other changes to|change|changing|alter|altering|modify|modifying"
    "|touch|touching|edit|editing|rewrite|rewriting",
)
REST = (
    "the rest|all else|the other|the others|what is remaining|the remainder|everything|anything"
    "|any bits|it further|this as it is|this as is|this as-is|this unchanged|this intact"
    "|tone the same|the content|this order|your answer|my whole text|entire response"
    "|current passage|original essay|existing article|the summary|output|draft|the whole|it"
)
SCOPES = [
    *[(one, "stylistic", WHOLE) for one, _ in each("{} herds", f"{SHORTER}|{OTHERWISE}", 0, "|")],
    ("tidily herds", "stylistic", {3}),
    *[(one, "stylistic", set()) for one, _ in each("{} herds", "add mention include insert append "
      "provide give cite list define discuss write tell talk cover state explain describe", 0)],
    ("expand herds", "stylistic", {3}),
    *[(one, None, set()) for one, _ in each("{} herds", ASKING, 0)],
    *[(one, None, set()) for one, _ in each("Fine. {} herds shorter", ASKING, 0)],
    *[(one, "stylistic", {3}) for one, _ in each("{} herds", ASKING, 0)],
    *[(one, "information-seeking", {3}) for one, _ in each("{} herds", "elaborate elaborating "
      "expand clarify clarification rephrase rewriting detail re-phrase re-write", 0)],
    *[(one, "information-seeking", {3}) for one, _ in each("detail {} herds", "more|further|a bit"
      "|on|upon|about|more on|further upon|a bit about", 0, "|")],
    *[(one, "stylistic", {3}) for one, _ in each("{} herds", REMOVING.replace("|instead of", ""), 0,
      "|")],
    ("remove aliens", "stylistic", WHOLE),
    *[(one, "information-seeking", WHOLE) for one, _ in each("{} the answer, herds", VERBS, 0)],
    *[(one, "information-seeking", WHOLE) for one, _ in each("turn {} text", "the this your my "
      "entire whole", 0)],
    *[(one, "information-seeking", set()) for one, _ in each("turn the answer {} herds", "in of "
      "about on that which between after before from under", 0)],
    *[(one, "information-seeking", WHOLE) for one, _ in each("{}",
     "answer shorter|text is briefer|essay less wordy"
      "|passage much more concise"
      "|make this shorter|that much briefer|everything a bit concise|this a little less wordy"
      "|this all shorter|that more concise|be brief|please be very concise|can you be succinct"
      "|could you be brief|would you be more brief|yes; be concise|give me a short version"
      "|get us a very short summary|make it a one-sentence version|write only a brief summary"
      "|want a short version|need an easy version|have a clear summary|see a longer version"
      "|prefer a short summary of it|give a short version of the answer", 0, "|")],
    *[(one, "information-seeking", set()) for one, _ in each("give a short version {} herds", "of "
      "at in to on about for as before after that which where", 0)],
    *[(one, "information-seeking", WHOLE) for one, _ in each("explain herds in {}", "throughout"
      "|everywhere|every sentence|each paragraph|all the sentences|all sentences|the whole answer"
      "|entire text|complete response|full answers|all of the answers|all the text", 0, "|")],
    ("Fix paragraph 2 throughout", "stylistic", {3, 4}),
    *[(one, "stylistic", {0, 1, 2, 5, 6, 7, 8, 9, 10}) for one, _ in
      each("Shorten it but {} paragraph 2", KEEPING, 0)],
    *[(f"Shorten it, {no} {change} paragraph 2", "stylistic", {0, 1, 2, 5, 6, 7, 8, 9, 10})
      for no in UNCHANGED[0].split("|") for change in UNCHANGED[1].split("|")
      if no == "not" or change == "change"],
    *[(one, "stylistic", set()) for one, _ in each("Improve herds. Keep {}", REST, 0, "|")],
    ("Improve herds. Keep smiling", "stylistic", WHOLE),
    *[(f"Keep the rest{sign} remove herds", "stylistic", {3}) for sign in
      (".", ";", "!", "?", "\n", ",", " but", ", but", " and")],
    *[(one, "stylistic", {10}) for one, _ in each("Keep it and {} wolves, remove wolves", "add "
      "remove delete make move then also only rewrite re-write", 0)],
    ("Remove the opening", "stylistic", {0, 1, 2}),
    ("Remove something at the end", "stylistic", {10}),
    ("Remove something at the start", "stylistic", {0, 1, 2}),
    ("Put it at the end", "stylistic", set()),
    ("  ", "stylistic", WHOLE),
]  # fmt: skip


@pytest.mark.parametrize(("instruction", "kind", "expected"), SCOPES)
def test_each_word_that_says_what_an_instruction_is_about(instruction, kind, expected):
    """To shorten, reshape, add, ask, elaborate, remove and keep, in each of their words."""
    got = scope(instruction, OLD, kind)
    everything = set(range(11)) if expected == WHOLE else expected
    assert (set(got.sentences), got.whole) == (everything, expected == WHOLE)


def test_information_without_a_place_is_sought():
    """Only of an information-seeking instruction that names no part and not the whole."""
    for instruction, kind, seeks in [
        ("Explain herds", "information-seeking", True),
        ("Explain herds", "stylistic", False),
        ("Explain herds", None, False),
        ("Explain paragraph 2", "information-seeking", False),
        ("At the end, explain herds", "information-seeking", False),
        ("Explain herds throughout", "information-seeking", False),
        ("Explain herds. Keep the rest.", "information-seeking", False),
    ]:
        assert scope(instruction, OLD, kind).seeks == seeks, instruction


def test_what_a_topic_is_found_by():
    """Three fifths of its telling words; those in more than half of four sentences tell nothing."""
    said = sentences("Cats chase mice. Cats eat grain. Mice eat grain. Cats sleep. Owls fly far.")
    assert speaking_of("mice and grain", said) == (2,)
    assert touching("mice and grain", said) == (0, 1, 2)
    assert speaking_of("cats", said) == ()
    assert speaking_of("cats", said[:3]) == (0, 1)
    assert speaking_of("cats", said[:4]) == ()
    assert speaking_of("grain", said[:4]) == (1, 2)
    assert speaking_of("cats eat", said[1:]) == (0,)
    assert speaking_of("owls, mice, grain, chase, sleep", said) == ()
    assert speaking_of("owls far flies", said) == (4,)
    # Three of five words are enough.
    assert speaking_of("owls far fly, sleep, chase", said) == (4,)
    assert speaking_of("the sentence about 3 answers", said) == touching("x", said) == ()


@pytest.mark.parametrize(
    ("quoted", "expected"),
    [
        ("dogs BARK, at strangers", (1,)),
        ("strangers [1]. Owls", (1, 2)),
        ("night [0] dogs bark at strangers [1] owls hunt", (0, 1, 2)),
        ("dogs bark", (1,)),
        ("og", ()),
        ("at", (0, 1)),
        # Four of five words make eight ninths; three of the four words of a sentence are too few.
        ("dogs often bark at strangers [1]", (1,)),
        ("dogs often bark at mailmen [1]", ()),
        ("owls hunt [2] often", ()),
        ("owls mice [2]", ()),
        ("owls will hunt mice [2]", (2,)),
        ("]", (0, 1, 2, 4, 8)),
        ("—", ()),
        ("", ()),
    ],
)
def test_where_a_quotation_is_found(quoted, expected):
    """In all its sentences, whole words; else in the one with four fifths of its words."""
    assert located(quoted, sentences(OLD)) == expected
    assert located("a b c d", ()) == ()


def shown(old, new):
    """The runs as one string: [-gone-], {+come+}, <1:moved from<, >1:moved to>."""
    marks = {"same": "{}", "deleted": "[-{}-]", "added": "{{+{}+}}"}
    marks |= {"moved-from": "<{1}:{0}<", "moved-to": ">{1}:{0}>"}
    return "".join(marks[run.op].format(run.text, run.move) for run in word_diff(old, new))


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


@pytest.mark.parametrize(
    ("sizes", "between", "stays"),
    [
        # A word weighs 1: a change on either side must weigh 3, or both together more than 4.
        ([(3, 3), (3, 3)], ["graph"], False),
        ([(2, 2), (3, 3)], ["graph"], False),
        ([(2, 2), (2, 2)], ["graph"], True),
        ([(3, 1), (1, 3)], ["graph"], False),
        ([(3, 1), (1, 2)], ["graph"], True),
        ([(1, 2), (3, 1)], ["graph"], True),
        ([(3, 0), (0, 3)], ["graph"], False),
        ([(3, 0), (3, 0)], ["graph"], True),
        ([(0, 3), (0, 3)], ["graph"], True),
        # A common one a half: 2 on either side are enough, or more than 2 together.
        ([(2, 0), (0, 2)], ["the"], False),
        ([(1, 0), (0, 2)], ["the"], True),
        ([(1, 1), (2, 2)], ["the"], False),
        ([(1, 1), (1, 1)], ["the"], True),
        # Three words weigh 3, and go at 9, or at more than 12; four never go.
        ([(9, 3), (3, 9)], ["one2 two2 three2"], False),
        ([(9, 3), (3, 8)], ["one2 two2 three2"], True),
        ([(6, 6), (6, 7)], ["one2 two2 three2"], True),
        ([(7, 6), (6, 7)], ["one2 two2 three2"], False),
        ([(20, 20), (20, 20)], ["one2 two2 three2"], False),
        ([(20, 20), (20, 20)], ["one2 two2 the three2"], True),
        ([(20, 20), (20, 20)], ["one2 two2 three2 four2"], True),
        # None is weak by itself, but two are less than a quarter of ten; of eight they are one.
        ([(2, 2), (6, 6), (2, 2)], ["graph", "net"], False),
        ([(2, 2), (4, 4), (2, 2)], ["graph", "net"], True),
        ([(2, 2), (6, 4), (2, 2)], ["graph", "net"], True),
    ],
)
def test_what_stays_between_changes(sizes, between, stays):
    """Equal words stay unless they are light beside what was deleted and added around them."""
    old, new = around(sizes, between)
    same = [run.text.strip() for run in word_diff(old, new) if run.op == "same"]
    assert [one for one in same if one] == (between if stays else [])


def test_a_blank_line_keeps_light_words():
    """They end a paragraph; with a simple break they go."""
    old, new = around([(3, 3), (3, 3)], ["graph"])
    for gap, stays in (("\n\n", True), ("\n", False)):
        texts = [one.replace("graph ", f"graph{gap}") for one in (old, new)]
        same = [run.text.strip() for run in word_diff(*texts) if run.op == "same"]
        assert ("graph" in same) == stays


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("See one, two.", "See one, two, two.", "See one, {+two, +}two."),
        ("Go on. We go.", "Go on. Go on. We go.", "{+Go on. +}Go on. We go."),
        ("Say it. We go on.", "Say it. We go. We go on.", "Say it. {+We go. +}We go on."),
        ("A b.\n\nA c.", "A b.\n\nA d.\n\nA c.", "A b.\n\n{+A d.\n\n+}A c."),
        ("I saw a cat, a dog", "I saw a cat, a cat, a dog", "I saw a cat, {+a cat, +}a dog"),
        ("it is so it goes", "it is so it is so it goes", "{+it is so +}it is so it goes"),
        ("I saw a cat, a cat, a dog", "I saw a cat, a dog", "I saw a cat, [-a cat, -]a dog"),
    ],
)
def test_where_an_addition_or_deletion_begins(old, new, expected):
    """At a paragraph before a sentence, a sentence before a comma, a comma before a blank."""
    assert shown(old, new) == expected


MOVED = "Foxes chase grey geese daily"


@pytest.mark.parametrize(
    ("moved", "moves"),
    [
        # Five words, of which three are telling; a sentence of its own.
        ("Foxes chase grey geese daily. ", True),
        ("Foxes are the geese daily. ", True),
        ("Foxes are the geese here. ", False),
        ("Foxes chase grey geese. ", False),
        # Five of eight words are three fifths, of nine not.
        (f"{MOVED} {{}} x1 x2 x3. ", True),
        (f"{MOVED} {{}} x1 x2 x3 x4. ", False),
        # Ten words are always enough, nine are not.
        (f"{MOVED} m1 m2 m3 m4 m5 {{}} {other('z', 20)}. ", True),
        (f"{MOVED} m1 m2 m3 m4 {{}} {other('z', 20)}. ", False),
    ],
)
def test_what_is_long_and_telling_enough_to_move(moved, moves):
    """In a sentence whose other words were replaced, where there are any."""
    stays = "Dogs bark at every postman who dares to ring the old brass bell. " * 2
    gone = re.sub(r"\b([xz])(?=\d)", r"old\1", moved).replace(" {}", "")
    come = re.sub(r"\b([xz])(?=\d)", r"new\1", moved).replace(" {}", "")
    runs = word_diff(gone + stays, stays + come)
    assert any(run.move for run in runs) == moves


@pytest.mark.parametrize(("apart", "moves"), [(6, [1, 1, 1, 1]), (7, [1, 1, 2, 2])])
def test_passages_close_to_each_other_are_one_move(apart, moves):
    """Up to six tokens apart; further apart they are two."""
    one, two = other("a", 11), other("b", 11)
    stays = "Dogs bark at every postman who dares to ring the old brass bell. " * 3
    old = f"{one} {other('x', apart)} {two}. {stays}"
    new = f"{stays}{one} {other('y', apart)} {two}. "
    assert [run.move for run in word_diff(old, new) if run.move] in (
        moves, [moves[n] for n in (0, 2, 1, 3)],
    )  # fmt: skip


def test_stretches_that_follow_each_other_are_one():
    """In both texts; else they stay apart."""
    parts = [Equal(0, 0, 2), Equal(2, 2, 1), Equal(3, 4, 1), Equal(5, 5, 2), Equal(7, 7, 3)]
    assert joined(parts) == [Equal(0, 0, 3), Equal(3, 4, 1), Equal(5, 5, 5)]


def test_tokens_by_hand():
    """References, numbers, abbreviations and contractions are words; runs of a mark are one."""
    found = tokens("Don't [0, 2]: 3.5 e.g. x...  “模型”(a)—b")
    assert found.words == [
        "", "Don't", "[0, 2]", ":", "3.5", "e.g", ".", "x", "...", "“", "模", "型", "”", "(", "a",
        ")", "—", "b",
    ]  # fmt: skip
    assert found.gaps == [
        "", " ", "", " ", " ", "", " ", "", "  ", "", "", "", "", "", "", "", "", "",
    ]  # fmt: skip
    assert len(found) == 18
    weights = tokens("The graph, it ended. However! 3").weights()
    assert weights == [0, 0.5, 1, 0.25, 0.5, 1, 1, 0.5, 1, 1]


@pytest.mark.parametrize("mark", ".!?…。！？")
def test_each_mark_ends_a_sentence(mark):
    """Before a blank, and with closing marks after it."""
    found = tokens(f"A{mark} b{mark}”) c, d")
    ends = [found.words[n] for n in range(len(found)) if found.ends_sentence(n)]
    assert ends == ["", mark, ")", "d"]
    assert found.weights()[2] == 1


def test_boundaries_from_natural_to_none():
    """A paragraph 4, a sentence or a line 3, a comma, colon or dash 2, a blank 1, else 0."""
    found = tokens("A.\n\nB. C\nd, e: f; g – h — i j(k")
    assert [found.boundary(n) for n in range(len(found))] == [
        4, 0, 4, 0, 3, 3, 0, 2, 0, 2, 0, 2, 1, 2, 1, 2, 1, 0, 0, 3,
    ]  # fmt: skip


def test_kinds_of_tokens():
    """Words, common words, and what a passage may begin with."""
    assert [is_word(one) for one in ("a", "[0]", "模", ".", "…", "")] == [True] * 3 + [False] * 3
    assert [is_common(one) for one in ("The", "HOWEVER", ",", "graph")] == [True] * 3 + [False]
    for mark in "\"'“‘«([{「『（":
        assert opens(mark)
    for mark in ",.)]}”’»…:;!?—–":
        assert not opens(mark)
    assert opens("x")


def kinds(old, new):
    """The pairs of two answers, with similarities."""
    return [(one.kind, one.old, one.new, round(one.similarity, 3)) for one in align(old, new).pairs]


ALPHA = "Alpha beta gamma delta epsilon zeta eta theta."


@pytest.mark.parametrize(
    ("same", "kind"), [(8, "kept"), (7, "changed"), (4, "changed"), (3, "dropped")]
)
def test_half_of_the_words_make_a_changed_sentence(same, kind):
    """Of eight words, with as many replaced."""
    words = ALPHA[:-1].split()
    new = " ".join([*words[:same], *[f"n{n}" for n in range(8 - same)]]) + "."
    expected = [(kind, (0,), (0,), same / 8)] if same >= 4 else [
        ("dropped", (0,), (), 0.0), ("added", (), (0,), 0.0),
    ]  # fmt: skip
    assert kinds(ALPHA, new) == expected


def test_sentences_in_order_go_before_more_similar_ones_elsewhere():
    """Equal ones first, in the longest order; then moved ones; then the most similar."""
    one, two, three = "Aa bb cc dd ee.", "Ff gg hh ii jj.", "Kk ll mm nn oo."
    near = "Ff gg hh ii xx."
    assert kinds(f"{one} {two} {three}", f"{three} {one} {near}") == [
        ("moved", (2,), (0,), 1.0), ("kept", (0,), (1,), 1.0), ("changed", (1,), (2,), 0.8),
    ]  # fmt: skip
    # Of two that are as similar the one between the same neighbours.
    half = "Ff gg hh xx yy."
    assert kinds(f"{one} {two} {three}", f"{one} {half} {three} Ff gg hh vv ww.") == [
        ("kept", (0,), (0,), 1.0), ("changed", (1,), (1,), 0.6), ("kept", (2,), (2,), 1.0),
        ("added", (), (3,), 0.0),
    ]  # fmt: skip
    assert kinds(f"{one} {two} {three}", f"Ff gg hh vv ww. {one} {three} {half}")[0] == (
        "changed", (1,), (0,), 0.6,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("part", "taken"),
    [
        ("aa bb cc dd ee", True),
        ("aa bb cc dd yy", True),
        ("aa bb cc xx yy", False),
        ("aa bb cc dd", False),
        ("ee dd cc bb aa", False),
    ],
)
def test_a_sentence_within_a_longer_one_joins_it(part, taken):
    """Of five words or more, four fifths of which are in it in order."""
    long = f"aa bb cc dd ee {other('f', 20)}"
    new = f"{long.capitalize()}."
    old = f"{other('f', 20).capitalize()} {other('g', 3)}. {part.capitalize()}."
    got = kinds(old, new)
    assert (got[0][:3] == ("changed", (0, 1), (0,))) == taken
    back = kinds(new, old)
    assert (back[0][:3] == ("changed", (0,), (0, 1))) == taken


def test_references_in_sentences_that_stayed():
    """Those of kept, changed and moved ones; papers beyond the last are unknown."""
    old = "Aa bb cc dd ee [0][1]. Ff gg hh ii jj [2]. Kk ll mm nn oo [3]."
    new = "Kk ll mm nn oo [3]. Aa bb cc dd ee [1, 4]. Pp qq rr ss tt [5]."
    got = kept_references(old, new, 5)
    assert (got.kept, got.lost, got.new, got.unknown) == ((1, 3), (0, 2), (4, 5), (5,))
    assert (got.share, got.in_sentences, got.kept_in_sentences, got.sentence_share) == (
        0.5, 3, 2, pytest.approx(2 / 3),
    )  # fmt: skip
    assert kept_references(old, new, 6).unknown == ()
    assert kept_references(old, new, alignment=align(old, old)).in_sentences == 4


FOXES = "Foxes chase grey geese over every frozen field at dawn. "
STAYS = (
    "Dogs bark at every postman who dares to ring the old brass bell. Owls turn their heads "
    "almost all the way round when mice run. "
)


def test_what_stands_twice_in_a_text_is_no_move():
    """In the new text or in the old one: nobody could say which of them moved."""
    assert shown(FOXES + STAYS, STAYS + FOXES * 2) == f"[-{FOXES}-]{STAYS}{{+{FOXES * 2}+}}"
    assert shown(FOXES * 2 + STAYS, STAYS + FOXES) == f"[-{FOXES * 2}-]{STAYS}{{+{FOXES}+}}"
    assert shown(FOXES + STAYS, STAYS + FOXES) == f"<1:{FOXES}<{STAYS}>1:{FOXES}>"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # A dropped sentence comes after the one before it, the first of all at the beginning.
        ("Pp qq rr. Aa bb cc dd. Oo ii uu. Ff gg hh ii.", "Aa bb cc dd. Zz ww. Ff gg hh ii. Yy xx.",
         [("dropped", (0,), ()), ("kept", (1,), (0,)), ("dropped", (2,), ()), ("added", (), (1,)),
          ("kept", (3,), (2,)), ("added", (), (3,))]),
        # In three parts, and of three.
        ("Aa bb cc dd ee ff gg hh ii jj kk ll.", "Aa bb cc dd ee. Ff gg hh ii. Jj kk ll.",
         [("kept", (0,), (0, 1, 2))]),
        ("Aa bb cc dd ee. Ff gg hh ii. Jj kk ll.", "Aa bb cc dd ee ff gg hh ii jj kk ll.",
         [("kept", (0, 1, 2), (0,))]),
        # The neighbour before it joins as well, and one that makes it no more alike does not.
        ("Aa bb cc dd ee ff gg hh.", "Aa bb cc. Dd ee ff gg hh xx.", [("changed", (0,), (0, 1))]),
        ("Aa bb cc dd ee ff gg hh ii jj.", "Aa bb cc dd ee ff. Zz ww.",
         [("changed", (0,), (0,)), ("added", (), (1,))]),
        ("Aa bb cc dd ee ff gg hh ii jj.", "Aa bb cc dd ee ff. Gg ww.",
         [("changed", (0,), (0,)), ("added", (), (1,))]),
        # Twins move in their order.
        ("Xx yy zz. Xx yy zz. Aa bb cc dd. Ee ff gg hh. Ii jj kk ll.",
         "Aa bb cc dd. Ee ff gg hh. Ii jj kk ll. Xx yy zz. Xx yy zz.",
         [("kept", (2,), (0,)), ("kept", (3,), (1,)), ("kept", (4,), (2,)), ("moved", (0,), (3,)),
          ("moved", (1,), (4,))]),
    ],
)  # fmt: skip
def test_how_sentences_are_paired(old, new, expected):
    """Dropped and added ones in their places, splits and mergers, twins."""
    assert [one[:3] for one in kinds(old, new)] == expected
