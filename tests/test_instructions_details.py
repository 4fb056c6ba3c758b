"""Each instruction's verdicts to the word, and what its verifiers take a response apart with."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from tamis.checking.constraint_types import Text, type_of
from tamis.checking.instructions import known, resources, verify, verify_both, verify_loose
from tamis.checking.instructions.differences import with_tables
from tamis.checking.instructions.files import (
    accuracies,
    judged,
    read_prompts,
    read_responses,
    write_outcomes,
)
from tamis.checking.instructions.instruction import (
    Argument,
    letter,
    one_of,
    text,
    texts,
    whole_number,
)
from tamis.checking.instructions.published_sentences import sentences
from tamis.checking.instructions.response import Response, loosened
from tamis.checking.instructions.verdicts import said, shown
from tamis.types import InputError

for _package in ("punkt", "emoji", "syllapy", "langdetect_rs"):
    pytest.importorskip(_package, reason="needs the extra `instructions`")

ROWS = defaultdict(list)
"""Texts with both verdicts, decided by hand, with the program's working (`renew.py`)."""
for _line in (
    (Path(__file__).parent / "data" / "instruction_verdicts.jsonl").read_text("utf-8").split("\n")
):
    if _line:
        _row = json.loads(_line)
        ROWS[_row["id"]].append(_row)


def told(judged, text):
    """A whole verdict in a line: yes, no or open, the reason, the working, and the places."""
    word = {True: "yes", False: "no", None: "open"}[judged.satisfied]
    places = " | ".join(text[start:end] for start, end in judged.places)
    said = "; ".join(filter(None, (word, judged.reason, *judged.working)))
    return f"{said} @ {places}" if places else said


def test_each_instruction_has_rows():
    """All 83, each with verdicts that are kept to and that are not."""
    assert ROWS.keys() == known().keys()
    for rows in ROWS.values():
        assert {row["strict"].split(";")[0] for row in rows} >= {"yes", "no"}


@pytest.mark.parametrize("id", sorted(known()))
def test_verdicts_are_these_to_the_word(id):
    """With the working and the places; null stands for what hangs on nltk's tagger or the like."""
    for row in ROWS[id]:
        for variant in ("reference", "strict"):
            if row[variant] is not None:
                found = verify(id, row["kwargs"], row["text"], variant=variant)
                assert told(found, row["text"]) == row[variant], (variant, row)


@pytest.mark.parametrize("id", sorted(known()))
def test_the_examples_are_among_the_rows(id):
    """What is shown as kept to, and as not, with its arguments; each is of its set."""
    ifeval = ("change_case", "combination", "detectable_content", "detectable_format", "keywords",
              "language", "length_constraints", "punctuation", "startend")  # fmt: skip
    assert known()[id].set == ("ifeval" if id.split(":")[0] in ifeval else "ifbench")
    rows = {(str(row["kwargs"]), row["text"]): row["strict"][:2] for row in ROWS[id]}
    for (kwargs, shown_text), wanted in ((known()[id].passes, "ye"), (known()[id].fails, "no")):
        assert rows[str(dict(kwargs)), shown_text] == wanted
        assert verify(id, kwargs, shown_text).satisfied is (wanted == "ye")


@pytest.mark.parametrize("id", sorted(known()))
def test_a_part_of_a_response_has_its_places_in_the_whole(id):
    """The verdict is that of the part alone; its places are moved to where it stands."""
    for row in ROWS[id]:
        alone = verify(id, row["kwargs"], Response(row["text"]))
        moved = verify(id, row["kwargs"], Response(row["text"], start=9))
        places = tuple((start + 9, end + 9) for start, end in alone.places)
        assert moved == replace(alone, places=places), row


# IFEval's substitutions by which it cuts sentences, in their order.
_BEGINS = (
    r"(Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|He\s|She\s|It\s|They\s|Their\s|Our\s|We\s|But\s|However\s"
    r"|That\s|This\s|Wherever)"
)
SUBSTITUTIONS = (
    (r"(Mr|St|Mrs|Ms|Dr)[.]", r"\1<prd>"),
    (r"[.](com|net|org|io|gov|edu|me)", r"<prd>\1"),
    (r"([0-9])[.]([0-9])", r"\1<prd>\2"),
    (r"\.{2,}", lambda dots: "<prd>" * len(dots[0]) + "<stop>"),
    (r"Ph\.D\.", "Ph<prd>D<prd>"),
    (r"\s([A-Za-z])[.] ", r" \1<prd> "),
    (rf"([A-Z][.][A-Z][.](?:[A-Z][.])?) {_BEGINS}", r"\1<stop> \2"),
    (r"([A-Za-z])[.]([A-Za-z])[.]([A-Za-z])[.]", r"\1<prd>\2<prd>\3<prd>"),
    (r"([A-Za-z])[.]([A-Za-z])[.]", r"\1<prd>\2<prd>"),
    (rf" (Inc|Ltd|Jr|Sr|Co)[.] {_BEGINS}", r" \1<stop> \2"),
    (r" (Inc|Ltd|Jr|Sr|Co)[.]", r" \1<prd>"),
    (r" ([A-Za-z])[.]", r" \1<prd>"),
    (r"\.”", "”."), (r'\."', '".'), (r'!"', '"!'), (r'\?"', '"?'),
    (r"([.?!])", r"\1<stop>"), ("<prd>", "."),
)  # fmt: skip


def cut(text):
    """The sentences of a text by these substitutions."""
    text = f" {text}  ".replace("\n", " ")
    for pattern, put in SUBSTITUTIONS:
        text = re.sub(pattern, put, text)
    found = [one.strip() for one in text.split("<stop>")]
    return found[:-1] if not found[-1] else found


WORDS = """
Mr. St. Mrs. Ms. Dr. a.com b.net c.org d.io e.gov f.edu g.me h.uk 3.5 1.2.3 4.x .. ... .... Ph.D.
Ph.D A. b. I. U.S. U.S.A. e.g. a.b.c.d. A.B. X.Y.Z.W.V. Inc. Ltd. Jr. Sr. Co. Corp. aInc. Prof Capt
Cpt Lt He She It They Their Our We But However That This Wherever Hers we Mr Mrs Ms Dr end. so! why?
end.” end." so!" why?" “ " word 7. é. Éa. Σ. — a, Aa. Bb.
"""


def test_published_sentences_are_those_of_the_substitutions():
    """On each pair of words that rules look at, and on texts drawn from them."""
    words = WORDS.split()
    for one in words:
        for other in words:
            text = f"Go {one} {other} on"
            assert sentences(text) == cut(text), text
    draw = random.Random(3)
    for _ in range(1000):
        joints = draw.choices(("", " ", " ", " ", "  ", "\n"), k=9)
        text = "".join(draw.choice(words) + joint for joint in joints[: draw.randint(1, 9)])
        assert sentences(text) == cut(text), text


# Arguments.

NUMBER = whole_number(2, draws_below=3)


@pytest.mark.parametrize(
    ("argument", "value", "wanted", "drawn"),
    [
        (NUMBER, 2, 2, True),
        (NUMBER, 2.0, 2, True),
        (NUMBER, 3, 3, False),
        (NUMBER, 1, "a whole number from 2", True),
        (NUMBER, 2.5, "a whole number from 2", True),
        (NUMBER, "3", "a whole number from 2", False),
        (NUMBER, True, "a whole number from 2", True),
        (whole_number(), 0, 0, False),
        (whole_number(), -1, "a whole number from 0", True),
        (text(), " a ", " a ", False),
        (text(), "", "a text that is not blank", True),
        (text(), " ", "a text that is not blank", False),
        (text(), 3, "a text that is not blank", False),
        (letter(), "é", "é", True),
        (letter(), "a", "a", False),
        (letter(), "Z", "Z", False),
        (letter(), "{", "{", True),
        (letter(), "`", "`", True),
        (letter(), "ab", "a single letter", True),
        (letter(), " ", "a single letter", True),
        (letter(), 7, "a single letter", False),
        (texts(), ["a", "b c"], ("a", "b c"), False),
        (texts(), ("a",), ("a",), False),
        (texts(), [], "a list of texts that are not blank", True),
        (texts(), (), "a list of texts that are not blank", True),
        (texts(), ["a", " "], "a list of texts that are not blank", False),
        (texts(), ["a", 2], "a list of texts that are not blank", False),
        (texts(), "ab", "a list of texts that are not blank", False),
        (one_of("x", "y"), "y", "y", False),
        (one_of("x", "y"), "z", "one of 'x', 'y'", False),
        (one_of("x", "y", shown="an end"), "z", "an end", False),
    ],
)
def test_an_argument_is_read_drawn_or_refused(argument, value, wanted, drawn):
    """A value, or what is wanted instead; and whether the published code draws one in its place."""
    try:
        found = argument.read(value)
    except ValueError as error:
        found = str(error)
    assert (found, type(found)) == (wanted, type(wanted))
    assert argument.draws(value) is drawn


def test_an_argument_without_which_the_published_code_fails_is_never_drawn():
    """Neither a missing text nor an empty one; by itself an argument is drawn for nothing."""
    assert text(draws=False).draws is None
    assert Argument(str).draws("") is False
    for variant in ("reference", "strict"):
        with pytest.raises(InputError, match=r"^repeat:repeat_change: prompt_to_repeat is ''; give "
                           r"a text that is not blank\.$"):  # fmt: skip
            verify("repeat:repeat_change", {"prompt_to_repeat": ""}, "x", variant=variant)


LEAST = {
    "count:words_japanese N": 1, "sentence:keyword N": 1,
    "words:keywords_specific_position n": 1, "words:keywords_specific_position m": 1,
    "length_constraints:nth_paragraph_first_word nth_paragraph": 1,
}  # fmt: skip
"""The least that a number may be, where it is not 0."""
KEPT = {
    "words:keywords_specific_position n": 1, "words:keywords_specific_position m": 1,
    "length_constraints:nth_paragraph_first_word nth_paragraph": 1,
    "repeat:repeat_span n_start": 1, "repeat:repeat_span n_end": 1,
}  # fmt: skip
"""The least for which the published code draws no other number, where it is not 0."""
NEEDED = {
    "combination:repeat_prompt prompt_to_repeat", "repeat:repeat_change prompt_to_repeat",
    "repeat:repeat_span prompt_to_repeat", "ratio:overlap reference_text",
}  # fmt: skip
"""Without these texts the published code fails."""


@pytest.mark.parametrize("id", sorted(known()))
def test_the_least_of_each_number_and_what_is_drawn_for_each_text(id):
    """A wording has no zeroth sentence; a number that the published code takes is not drawn."""
    for name, argument in known()[id].arguments.items():
        at = f"{id} {name}"
        value = known()[id].passes[0][name]
        if isinstance(value, int):
            least, kept = LEAST.get(at, 0), KEPT.get(at, 0)
            assert argument.read(least) == least, at
            with pytest.raises(ValueError, match=f"^a whole number from {least}$"):
                argument.read(least - 1)
            assert [argument.draws(kept - 1), argument.draws(kept)] == [True, False], at
        else:
            assert (argument.draws is None) == (at in NEEDED), at
            assert argument.draws is None or argument.draws(value) is False


def test_all_that_is_drawn_is_named():
    """In the order of the arguments; None is as if it were not given."""
    drawn = verify(
        "keywords:letter_frequency",
        {"letter": None, "let_frequency": None, "let_relation": "at least"},
        "x",
        variant="reference",
    )
    assert drawn.reason == "drawn at random by the published code: letter, let_frequency."
    assert (drawn.satisfied, drawn.working, drawn.places) == (None, (), ())


@pytest.mark.parametrize(
    ("id", "kwargs", "said"),
    [
        ("punctuation:no_comma", {"N": 1}, "punctuation:no_comma has no argument 'N'; it takes "
         "none."),
        ("count:word_count_range", {"N": 1}, "count:word_count_range has no argument 'N'; it takes "
         "min_words, max_words."),
        ("count:numbers", {}, "count:numbers: N is missing; give a whole number from 0."),
        ("count:numbers", {"N": "x" * 99}, f"count:numbers: N is '{'x' * 39}; give a whole number "
         "from 0."),
        ("words:no", {}, "there is no instruction 'words:no'; there are 83, for example "
         "length_constraints:number_words; see docs/decisions/instructions.md."),
        ("language:response_language", {"language": "xx"}, "language:response_language: language "
         "is 'xx'; give one of 'ar', 'bg', 'bn', 'de', 'en', 'es', 'fa', 'fi', 'fr', 'gu', 'he', "
         "'hi', 'it', 'ja', 'kn', 'ko', 'ml', 'mr', 'ne', 'pa', 'pl', 'pt', 'ru', 'sw', 'ta', "
         "'te', 'th', 'uk', 'ur', 'vi'."),
        ("keywords:frequency", {"keyword": "a", "frequency": 1, "relation": "more"},
         "keywords:frequency: relation is 'more'; give one of 'less than', 'at least'."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_argument_is_said_in_a_sentence(id, kwargs, said):
    """Whole."""
    with pytest.raises(InputError) as caught:
        verify(id, kwargs, "x")
    assert str(caught.value) == said
    assert verify("punctuation:no_comma", {"N": None}, "x").satisfied is True


# Loose.


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # The first variant that is kept to.
        ("Oh u\nA e\ni", "yes; 3 vowels: a, e, i"),
        # Of several that are open the first, where none is kept to.
        ("a e\nhm\ni o", "open; whether fewer than three will do, the wording does not say.; "
         "2 vowels: i, o"),
        ("o\n\na e\n\ni u\n\no", "no; 4 paragraphs"),
        ("A red cat sits.", "yes; 3 vowels: a, e, i"),
    ],
)  # fmt: skip
def test_loose_takes_the_best_of_the_variants(text, wanted):
    """One that is kept to, else one that is open, else the response's own verdict."""
    first, loosest = verify_both("words:vowel", {}, text)  # Strict, where nothing is said.
    assert told(loosest, text) == wanted
    assert first == verify("words:vowel", {}, text)
    assert loosest == verify_loose("words:vowel", {}, text)


def test_the_variants_are_made_of_lines_and_asterisks():
    """Each line is stripped of nothing, each shorter text at its ends."""
    assert loosened(" a*\n\n b \nc* ") == (
        " a*\n\n b \nc* ",
        " a\n\n b \nc ",
        "b \nc*",
        "a*\n\n b",
        "b",
        "b \nc",
        "a\n\n b",
        "b",
    )
    assert [one.text for one in Response("x*\ny").loosened] == ["x*\ny", "x\ny", "y", "x*", "", "x"]


def test_line_ends_are_kept_as_they_are_for_the_published_code_alone():
    """It sees no blank line between carriage returns; the wording's readers do."""
    text = "a\r\n\r\nThen b"
    asked = {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "then"}
    id = "length_constraints:nth_paragraph_first_word"
    assert told(verify(id, asked, text, variant="reference"), text) == "no; 1 paragraphs"
    assert verify(id, asked, text).satisfied is True
    assert verify(id, asked, text.replace("\r", ""), variant="reference").satisfied is True
    # In a variant too.
    loose = verify_loose(id, asked, f"So!\n{text}", variant="reference")
    assert loose.satisfied is False
    assert [one.exact for one in Response("a\nb", exact=True).loosened] == [True] * 4


def test_a_prepared_response_or_a_part_of_one_is_taken():
    """Places are those in the whole; a response is taken as it is, with its request."""
    whole = "No commas here.\n\nOne, two, three."
    part = Text(whole).part((17, 33))
    judged = verify("punctuation:no_comma", {}, part)
    assert told(judged, whole) == "no; 2 commas @ , | ,"
    assert judged.places == ((20, 21), (25, 26))
    response = Response("a, b", "Say it.")
    assert verify("punctuation:no_comma", {}, response).places == ((1, 2),)
    assert {one.request for one in response.loosened} == {"Say it."}


# What a response is taken apart into.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one—two three", ["one", "two", "three"]),
        ("“It’s” (a) – well-known_ *B2*!", ["it's", "a", "well-known", "b2"]),
        ("_x_ §5 ... 3.5", ["x", "5", "3.5"]),
        ("— – -", []),
        ("Straße É", ["strasse", "é"]),
    ],
)
def test_words_are_what_white_space_and_long_dashes_part(text, words):
    """In small letters, without marks at their ends; as many as there are places."""
    response = Response(text)
    assert response.plain_words == words
    assert len(response.words) == len(response.raw_words) == len(words)
    assert [text[start:end] for start, end in response.words] == response.raw_words


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        ("Art, art's and ART", "art", [(0, 3), (5, 8), (15, 18)]),
        ("party artful _art_ 2art art2", "art", [(14, 17)]),
        ("arart art", "art", [(6, 9)]),
        ("a a a", "a", [(0, 1), (2, 3), (4, 5)]),
        ("The new\n moon. New moonlight", "NEW  moon", [(4, 13)]),
        ("I don’t, I don't", "don't", [(2, 7), (11, 16)]),
        ("C++ and C", "C++", [(0, 3)]),
        # A letter that is two in small letters would move the places.
        ("İ art", "art", [(2, 5)]),
        ("İ arty", "art", []),
        ("a.b aXb", "a.b", [(0, 3)]),
        ("++ ++", "++", [(0, 2), (3, 5)]),
        ("nothing", "new moon", []),
    ],
)
def test_phrases_are_found_as_whole_words(text, phrase, found):
    """By any case, white space and apostrophe; in a part with its place in the whole."""
    assert Response(text).phrases(phrase) == found
    assert Response(text, start=7).phrases(phrase) == [(a + 7, b + 7) for a, b in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a\n```x\nb\n```\nc", ["a", "c"]),
        ("a\n  ~~~\nb\n~~~\nc\n", ["a", "c", ""]),
        ("a\n```\nb", ["a"]),
        ("a ``` b\nc", ["a ``` b", "c"]),
        ("a\n\nb", ["a", "", "b"]),
    ],
)
def test_lines_without_those_of_blocks_of_code(text, wanted):
    """Of both kinds of fences; one that is never closed takes all that follows."""
    assert Response(text).line_texts == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("```csv\na,b\n```", "a,b"),
        (" ```\na\n\n``` \n", "a\n"),
        ("```a```", ""),
        ("x ```\na\n```", "x ```\na\n```"),
        ("```\na\n``` x", "```\na\n``` x"),
        ("```\na\n```\n```\nb\n```", "```\na\n```\n```\nb\n```"),
        ("a", "a"),
    ],
)
def test_what_stands_in_the_one_block_that_is_the_whole(text, wanted):
    """Without the name of its language; else the response."""
    assert Response(text).unfenced == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a\n\nb", ["a", "b"]),
        ("\n\n a \n \t\n\n b\nc \n\n", ["a", "b\nc"]),
        ("a\nb", ["a\nb"]),
        (" ", []),
    ],
)
def test_paragraphs_are_between_blank_lines(text, wanted):
    """Without white space at their ends."""
    for start in (0, 9):
        response = Response(text, start=start)
        assert [response.quote(span) for span in response.paragraphs] == wanted


def test_stops_are_seen_behind_marks():
    """And a heading has none."""
    for end in (".", "!", "?", "…", "。", "！", "？"):
        for mark in ("", '"', "'", "”", "’", "»", ")", "]", "}", "*", "_", "`", '_")', " \t\r\n"):
            whole = f"So{end}{mark}"
            assert Response(whole).ending((0, len(whole))) == end
    assert [Response(one).ending((0, 2)) for one in ("So", "S,", "S;")] == ["", "", ""]


def test_words_of_a_part_that_is_cut_within_a_run():
    """As sentences of Chinese are."""
    response = Response("雨。雪 so. Go", start=2)
    assert response.words_in((2, 4)) == ["雨"]
    assert response.words_in((4, 5)) == ["雪"]
    assert response.words_in((4, 9)) == ["雪", "so"]
    assert response.words_in((6, 12)) == ["so", "go"]


@pytest.mark.parametrize(
    ("one", "wanted"),
    [
        ("a" * 60, f'"{"a" * 60}"'),
        ("a" * 61, f'"{"a" * 60}…"'),
        ("a\n b", '"a b"'),
        ("a" + "\n" * 130 + "b", '"a"'),
        ("a\n" * 40, f'"{"a " * 30}…"'),
    ],
)
def test_a_text_is_quoted_short_and_on_one_line(one, wanted):
    """Sixty signs of it."""
    assert said(one) == wanted


def test_the_first_of_some_values_are_shown():
    """Eight, if nothing else is asked for, each cut at sixty signs."""
    assert shown(range(8)) == "0, 1, 2, 3, 4, 5, 6, 7"
    assert shown(range(9)) == "0, 1, 2, 3, 4, 5, 6, 7 and 1 more"
    assert shown(range(1010), 2) == "0, 1 and 1,008 more"
    assert shown(["a" * 70, "b"]) == f"{'a' * 60}, b"


# What other packages say.


def found_by_turns(found):
    """A detector of languages that finds these, by its seed: a language with its probability."""

    class Detector:
        seed = None

        def append(self, text):
            self.text = text

        def get_probabilities(self):
            if found[self.seed] is None:
                raise ValueError(self.text)
            if not found[self.seed]:
                return []
            lang, prob = found[self.seed]
            return [type("Found", (), {"lang": lang, "prob": prob})]

    return lambda: (type("Factory", (), {"create": staticmethod(Detector)}), ValueError)


TEXT = "what is in it does not matter"


@pytest.mark.parametrize(
    ("found", "wanted", "reference", "strict"),
    [
        # Of what is surely found the others are not asked for.
        ([("en", 0.9999)], {"en": 0.9999}, "yes; langdetect finds en", "yes; the language is "
         "en (1.00)"),
        ([("de", 1.0)], {"de": 1.0}, "no; langdetect finds de", "no; the language is de (1.00)"),
        ([("en", 0.95), ("en", 0.97), ("en", 0.9), ("en", 0.99), ("en", 0.98)], {"en": 0.9},
         "yes; langdetect finds en", "yes; the language is en (0.90)"),
        ([("en", 0.95), ("en", 0.97), ("en", 0.98), ("en", 0.99), ("en", 0.89)], {"en": 0.89},
         "yes; langdetect finds en", "open; the language is not clear: en (0.89)."),
        ([("en", 0.95), ("nl", 0.97), ("en", 0.98), ("nl", 0.96), ("en", 0.99)],
         {"en": 0.95, "nl": 0.96}, "open; drawn at random by the published code: langdetect finds "
         "en or nl, by turns.", "open; the language is not clear: en (0.95), nl (0.96)."),
        ([("de", 0.95), ("nl", 0.97), ("de", 0.98), ("nl", 0.96), ("de", 0.99)],
         {"de": 0.95, "nl": 0.96}, "no; langdetect finds de or nl", "open; the language is not "
         "clear: de (0.95), nl (0.96)."),
        ([None], {}, "yes; no language is found, which the published code counts as followed",
         "open; the language is not clear: none is found."),
        ([()] * 5, {"unknown": 0.0}, "no; langdetect finds unknown", "open; the language is not "
         "clear: unknown (0.00)."),
    ],
)  # fmt: skip
def test_a_language_that_is_found_by_turns(monkeypatch, found, wanted, reference, strict):
    """With the least of the probabilities; five are asked where the first is not sure."""
    monkeypatch.setattr(resources, "_detectors", found_by_turns(found))
    assert resources.languages(TEXT) == wanted
    asked = {"language": "en"}
    for variant, wording in (("reference", reference), ("strict", strict)):
        judged = verify("language:response_language", asked, Response(TEXT), variant=variant)
        assert told(judged, TEXT) == wording


@pytest.mark.parametrize(
    ("text", "tags", "wanted"),
    [
        ("Run fast, then. Rest.", ["VB", "RB", ","], 'yes; "Run" is VB'),
        ("Plants grow", ["NNS", "VBP"], 'no; "Plants" is NNS'),
        ("# Go", ["#", "VB"], 'no; "#" is #'),
        ("Is", ["VBZ"], 'yes; "Is" is VBZ'),
    ],
)
def test_the_first_of_three_tokens_is_tagged(monkeypatch, text, tags, wanted):
    """By nltk's tagger, which is in no package; any kind of verb is one."""
    given = []

    def tag(tokens):
        given.extend(tokens)
        return list(zip(tokens, tags, strict=True))

    monkeypatch.setattr(resources, "_tagger", lambda: tag)
    judged = verify("words:start_verb", {}, Response(text), variant="reference")
    assert told(judged, text) == wanted
    assert given == text.replace(",", " ,").split()[:3]
    assert resources.first_tag(iter(())) == ("", "")


# Files, and the table of differences.


def test_published_files_to_the_word(tmp_path):
    """Prompts and responses are matched without white space around; the last of several counts."""
    prompts, replies = tmp_path / "prompts.jsonl", tmp_path / "replies.jsonl"
    rows = [
        {"key": 1, "prompt": " Go. ", "instruction_id_list": ["punctuation:no_comma"],
         "kwargs": [None]},
        {"key": 2, "prompt": "Stay.", "instruction_id_list": ["count:numbers", "words:vowel"],
         "kwargs": [{"N": 1}, {}]},
        {"key": 3, "prompt": "Rest.", "instruction_id_list": ["punctuation:no_comma"],
         "kwargs": [{}]},
    ]  # fmt: skip
    prompts.write_text("\n".join(map(json.dumps, rows)))
    said = [("Go.", "a, b"), ("Go. ", "a b"), ("Stay.", "It rains 7, so\nno")]
    replies.write_text("\n".join(json.dumps({"prompt": p, "response": r}) for p, r in said))
    asked, given = read_prompts(prompts), read_responses(replies)
    assert given == {"Go.": "a b", "Stay.": "It rains 7, so\nno"}
    assert [dict(one) for one in asked[1].kwargs] == [{"N": 1}, {}]
    strict, loose = zip(*judged(asked, given), strict=True)
    assert [one.followed for one in strict] == [[True], [True, True], [False]]
    assert [one.followed for one in loose] == [[True], [True, True], [False]]
    assert [one.response for one in strict] == ["a b", "It rains 7, so\nno", ""]
    assert accuracies(strict) == (2 / 3, 3 / 4)
    published, _ = zip(*judged(asked, given, "reference"), strict=True)
    assert [one.followed for one in published] == [[True], [True, False], [False]]
    write_outcomes(tmp_path / "out.jsonl", published)
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[1]) == {
        "follow_all_instructions": False,
        "follow_instruction_list": [True, False],
        "instruction_id_list": ["count:numbers", "words:vowel"],
        "prompt": "Stay.",
        "response": "It rains 7, so\nno",
    }


def test_files_without_prompts_and_instructions_are_refused(tmp_path):
    """In a sentence."""
    path = tmp_path / "none.jsonl"
    path.write_text("")
    with pytest.raises(InputError, match=rf"^{path} has no prompts; give one on each line\.$"):
        read_prompts(path)
    with pytest.raises(InputError, match=r"^there are no instructions to take a share of"):
        accuracies([])


def test_the_tables_stand_between_their_marks():
    """What stands around them stays; a page without marks is refused."""
    page = "# Page\n<!-- from `differs` -->\nold\n<!-- end -->\nMore.\n"
    made = with_tables(page)
    assert made.startswith("# Page\n<!-- from `differs` -->\n\n## IFEval: 24 of 25 differ\n\n")
    assert made.endswith(" |\n\n<!-- end -->\nMore.\n")
    assert with_tables(made) == made
    lines = made.split("\n")
    assert lines[5:7] == [
        "| id | what its wording means | how `reference` differs |",
        "|---|---|---|",
    ]
    assert "| `format:no_whitespace` | There is no white space. | – |" in lines
    assert [line for line in lines if line.startswith("## ")][1].startswith("## IFBench: 57 of 58")
    for wrong in ("# Page", "<!-- from `differs` -->\n", "<!-- end -->"):
        with pytest.raises(ValueError, match="the page has no place for the tables"):
            with_tables(wrong)


# As a constraint.


def test_an_instruction_as_a_constraint():
    """Its words, its values, and that the same one is the same."""
    make = type_of("instruction")
    one = make("count:numbers", {"N": 3})
    assert str(one) == "count:numbers of ifbench (N=3)"
    assert str(make("punctuation:no_comma")) == "punctuation:no_comma of ifeval"
    asked = {"reference_text": "a" * 50, "percentage": 5}
    long = make("ratio:overlap", asked)
    assert str(long) == f"ratio:overlap of ifbench (reference_text={'a' * 40}, percentage=5)"
    assert hash(long) == hash(make("ratio:overlap", dict(reversed(asked.items()))))
    others = {make("count:numbers", {"N": 4}), make("count:numbers", {"N": 3}, "reference")}
    assert len({hash(one), *map(hash, others), hash(make("count:pronouns", {"N": 3}))}) == 4
    assert one.spec() == {"type": "instruction", "name": "count:numbers", "arguments": {"N": 3}}
    assert one.judge("3-5 and 7").satisfied is True
    assert make("count:numbers", {"N": 3}, "reference").judge("3-5 and 7").satisfied is False


def test_an_instruction_on_a_part_of_the_response():
    """Its places are those in the whole."""
    text = "One, two.\n\nThree, four, five."
    judged = type_of("instruction")("punctuation:no_comma", where="paragraph 2").judge(text)
    assert [text[a:b] for a, b in judged.places] == [",", ","]
    assert judged.places == ((16, 17), (22, 23))
    with pytest.raises(InputError, match="there is no instruction 'x'"):
        type_of("instruction")("x")
    with pytest.raises(InputError, match="N is missing"):
        type_of("instruction")("count:numbers")
