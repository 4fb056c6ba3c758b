"""Types of constraints on the form of a text, and what all types share: the details of verdicts."""

from __future__ import annotations

import json
import re

import pytest

from tamis.checking import constraint_types
from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.constraint_types.form import _languages, _patterns
from tamis.checking.constraint_types.form._languages import Guess, guess, named, names
from tamis.checking.constraint_types.form._marks import pair
from tamis.checking.constraint_types.schema import schema
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError
from verdicts_by_hand import N, U, Y

# What a wording states, read here by its words, for the wordings that types name as examples.
NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one once single", "two twice couple", "three", "four", "five", "six", "seven")
    )
    for word in words.split()
} | {"ten": 10, "quarter": 25}
NUMBER = rf"(?:\d+|\b(?:{'|'.join(NUMBERS)})\b)"
# Numbers of something else, and what is no part of the demand.
BESIDE = re.compile(
    r"\b6 asterisk|\bH2\b|\(.*\)|, i\.e\..*|^one section|, such as.*|\blike\b.*", re.I
)
BAN = re.compile(
    r"\b(?:no|don't|do not|avoid|without|never|must not|plain|write out)\b|-free$", re.I
)
UNDER = re.compile(r"(?:under|(?:less|fewer) than) $")
MOST = re.compile(r"(?:at most|more than|longer than|max|exceed) $")
SIGNS = {
    ",": "comma", "!": "exclamation mark", "?": "question", ";": "semicolon", ":": "colon",
    "—": "em dash", "*": "asterisk", ".": "period", "\t": "tab", "[]": "square brackets",
    "()": "parentheses", "()[]": "brackets", "<<>>": "double angular brackets", "**": "bold",
    '""': "quot", "``` ```": "triple backticks", ";:": "semicolons or colons", "'": "",
    "<answer>...</answer>": "<answer> and </answer>", "P.P.S.": "P.P.S", "German": "Deutsch",
    "upper": "capital|not use any lowercase", "lower": "small letters|no capital",
    "each verse": "each stanza", "each sentence": "in a sentence",
    "paragraph 2": "second paragraph", "each heading": "headings", "square": "[",
    "british": "uk ", "american": "us ",
}  # fmt: skip
"""What says a value in other words."""
SHOWS = {
    "exact": r"['\"]|\bnot use the words\b", "different": r"^$",
    "only": r"\b(?:only|nothing|just|Entire|no (?:other )?text)\b",
    "reverse": r"\breverse\b", "share": r"\bquarter\b", "whole": r"\boutput must match\b",
    "thing": r"^(?:no|without) (?:garlic|nuts|dairy)", "never": r"^don't|must not begin",
    "avoided": r"^no ",
    "part_of_word": r"\bletter\b", "plural": r"\bsingular\b|'I'", "spaces": r"\bnot counting\b",
    "other_keys": r"\bexactly\b", "small_words": r"\bexcept\b", "case": r"^$",
}  # fmt: skip
"""What shows that a switch is not as it is without a word."""
BOUNDS = ("exactly", "min", "max", "about")


def counted(wording: str) -> dict[str, int]:
    """The bound that a wording states, by its words of comparison."""
    said = BESIDE.sub("", wording)
    if pair := re.search(rf"({NUMBER})(?: and | to |-)({NUMBER})", said):
        return {"min": int(pair[1]), "max": int(pair[2])}
    numbers = list(re.finditer(NUMBER, said, re.I))
    exact = [one for one in numbers if one[0].lower() not in ("a", "an")]
    if not exact:
        return {"max": 0} if BAN.search(said) else {"min": 1}
    (one,) = exact
    number = NUMBERS.get(one[0].lower()) or int(one[0])
    before = said[: one.start()]
    if UNDER.search(before):
        return {"max": number - 1}
    if MOST.search(before) or said.endswith("or fewer"):
        return {"max": number}
    at_least = re.search(r"at least (?:a )?$", before) or one[0] == "couple"
    return {"min" if at_least else "about" if before.endswith("around ") else "exactly": number}


def says(wording: str, value: str) -> bool:
    """Whether a wording says a value: as it is, in other words, or a part by its words."""
    low = wording.lower().replace("every", "each").replace("per ", "each ")
    low = low.replace("headline", "title").replace("open with", "first sentence")
    low = low.replace("start with a question", "first sentence")
    others = SIGNS.get(value, value.removesuffix("s")).lower().split("|")
    return any(one in low for one in (value.lower(), *others))


def wordings():
    """All of form and content, with their type and what they mean."""
    for id, where in known().items():
        if ".form." in where or ".content." in where:
            # Numbers as names: a case keeps its name where its wording changes.
            for n, (wording, given) in enumerate(type_of(id).wordings.items()):
                yield pytest.param(id, wording, given, id=f"{id}-{n}")


@pytest.mark.parametrize(
    "id", [id for id, where in known().items() if ".form." in where or ".content." in where]
)
def test_the_examples_of_a_type_are_texts(id):
    """Both say something, and are told apart."""
    made = type_of(id)
    texts = [made.passes[1], made.fails[1]]
    judged = [made(**given).judge(text) for given, text in (made.passes, made.fails)]
    assert all(re.search(r"[^\W_]", text) for text in texts)
    assert not made.decides or judged[0] != judged[1]


@pytest.mark.parametrize(("id", "wording", "given"), wordings())
def test_a_wording_says_what_it_is_said_to_mean(id, wording, given):
    """Its bound, its values and its part stand in it, and each switch has a word that shows it.

    What it means can be judged, in words of its own.
    """
    constraint = type_of(id)(**given)
    judged = constraint.verify(Text(type_of(id).passes[1]))
    assert str(constraint)
    assert judged.satisfied is not None or judged.reason
    fields = type_of(id).model_fields
    assert re.search(r"[^\W\d]{2}", wording)
    bound = {name: given[name] for name in BOUNDS if name in given}
    if "exactly" in fields and (bound or id not in ("regex", "table_columns", "contains_any")):
        assert bound == counted(wording)
    for name, value in given.items():
        if name in ("level", "rows", "times"):
            numbers = {NUMBERS.get(one.lower()) or int(one) for one in re.findall(NUMBER, wording)}
            assert value in numbers
        elif isinstance(value, str | list | tuple):
            assert all(says(wording, one) for one in ([value] if isinstance(value, str) else value))
        elif isinstance(value, dict):
            assert json.dumps(value) in wording
    for name, field in fields.items():
        if isinstance(field.default, bool):
            shown = re.search(SHOWS[name], wording)
            assert given.get(name, field.default) is (field.default is not bool(shown)), name


def said(id, given, text, request=""):
    """The whole verdict: whether it is satisfied, why not decided, the working, the places."""
    judged = type_of(id)(**given).judge(Text(text, request))
    return judged.satisfied, judged.reason, *judged.working, [text[a:b] for a, b in judged.places]


LONG = "x" * 60


@pytest.mark.parametrize(
    ("given", "text", "wanted"),
    [
        # Up to twelve places are shown, each up to sixty signs.
        ({"exactly": 13}, "w " * 13, (True, "", "13 words", ["w"] * 13)),
        ({"exactly": 12}, "w " * 12, (True, "", "12 words", ", ".join(['"w"'] * 12), ["w"] * 12)),
        ({"exactly": 0}, " - ", (True, "", "0 words", [])),
        (
            {"max": 3},
            f"{LONG} y{LONG}",
            (True, "", "2 words", f'"{LONG}", "y{LONG[1:]}…"', [LONG, f"y{LONG}"]),
        ),
        # A bound holds at both of its ends, and no further.
        ({"min": 2, "max": 3}, "a b c", (True, "", "3 words", '"a", "b", "c"', ["a", "b", "c"])),
        ({"min": 2, "max": 3}, "a b", (True, "", "2 words", '"a", "b"', ["a", "b"])),
        ({"min": 2, "max": 3}, "a", (False, "", "1 word", '"a"', ["a"])),
        ({"max": 1}, "a b", (False, "", "2 words", '"a", "b"', ["a", "b"])),
        # What may count beside: no verdict where it decides.
        (
            {"exactly": 3},
            "we came—saw now",
            (
                None,
                "3 to 4 words, depending on what counts.",
                "3 to 4 words",
                '"we", "came", "now"',
                'may count: "saw"',
                ["we", "came", "now", "saw"],
            ),
        ),
        (
            {"min": 4},
            "1. tea\n2. red wine",
            (
                None,
                "3 to 5 words, depending on what counts.",
                "3 to 5 words",
                '"tea", "red", "wine"',
                'may count: "1.", "2."',
                ["tea", "red", "wine", "1.", "2."],
            ),
        ),
        (
            {"max": 2, "where": "each line"},
            "a b\nc\nd e f",
            (
                False,
                "",
                "2 of 3 keep to it",
                '"d e f": 3 words',
                '"d e f": "d", "e", "f"',
                ["d", "e", "f"],
            ),
        ),
        (
            {"max": 1, "where": "any line"},
            "a b\nc\nd e f",
            (True, "", "1 of 3 keep to it", '"c": 1 word', '"c": "c"', ["c"]),
        ),
        (
            {"exactly": 0, "where": "any line"},
            "a b\nc",
            (
                False,
                "",
                "0 of 2 keep to it",
                '"a b": 2 words',
                '"a b": "a", "b"',
                '"c": 1 word',
                '"c": "c"',
                ["a", "b", "c"],
            ),
        ),
        ({"max": 1, "where": "line 2"}, "a b\nc", (True, "", '"c": 1 word', '"c": "c"', ["c"])),
        # One part without a verdict leaves all open, unless another one decides.
        (
            {"max": 2, "where": "each line"},
            "a\nb c—d\ne",
            (
                None,
                "2 to 3 words, depending on what counts.",
                "2 of 3 keep to it",
                '"b c—d": 2 to 3 words',
                '"b c—d": "b", "c"',
                '"b c—d": may count: "d"',
                '"b c—d": 2 to 3 words, depending on what counts.',
                ["b", "c", "d"],
            ),
        ),
        (
            {"max": 2, "where": "each line"},
            "a b c\nb c—d\ne",
            (
                False,
                "",
                "1 of 3 keep to it",
                '"a b c": 3 words',
                '"a b c": "a", "b", "c"',
                ["a", "b", "c"],
            ),
        ),
        (
            {"max": 2, "where": "any line"},
            "a b c\nb c—d\ne",
            (True, "", "1 of 3 keep to it", '"e": 1 word', '"e": "e"', ["e"]),
        ),
        # What explains an item may be no part of it.
        (
            {"max": 1, "where": "each item"},
            "- Brush – to go\n- Comb",
            (
                None,
                "it depends on what counts as a item.",
                "1 of 2 keep to it",
                '"Brush – to go": 3 words',
                '"Brush – to go": "Brush", "to", "go"',
                "2 of 2 keep to it",
                '"Brush": 1 word',
                '"Brush": "Brush"',
                '"Comb": 1 word',
                '"Comb": "Comb"',
                [],
            ),
        ),
        (
            {"max": 1, "where": "last item"},
            "- Comb\n- Brush – to go",
            (
                False,
                "",
                '"Brush – to go": 3 words',
                '"Brush – to go": "Brush", "to", "go"',
                ["Brush", "to", "go"],
            ),
        ),
    ],
)
def test_a_count_shows_its_working(given, text, wanted):
    """What was counted, where it stands, what may count beside, and of which parts."""
    assert said("words", given, text) == wanted


@pytest.mark.parametrize(
    ("given", "number", "wanted"),
    [
        *[({"about": 20}, n, v) for n, v in [(15, N), (16, U), (17, U), (18, Y)]],
        *[({"about": 20}, n, v) for n, v in [(22, Y), (23, U), (24, U), (25, N)]],
        # A bound beside it is kept to the digit.
        *[({"about": 20, "max": 21}, n, v) for n, v in [(21, Y), (22, N), (18, Y), (17, U)]],
        *[({"about": 20, "min": 19}, n, v) for n, v in [(18, N), (19, Y), (22, Y), (24, U)]],
        *[({"about": 20, "max": 30}, n, v) for n, v in [(22, Y), (24, U), (25, N)]],
        *[({"about": 20, "min": 10}, n, v) for n, v in [(18, Y), (16, U), (15, N)]],
    ],
)
def test_about_is_a_tenth_and_open_to_a_fifth(given, number, wanted):
    """To either side, with both ends."""
    verdict, reason, *_ = said("words", given, "w " * number)
    assert verdict is wanted
    assert reason == (
        "" if wanted is not U else f"whether {number} words are about 20 is a matter of taste."
    )


@pytest.mark.parametrize(
    ("id", "given", "wanted"),
    [
        ("words", {"exactly": 3}, "exactly 3 words"),
        ("words", {"exactly": 1}, "exactly 1 word"),
        ("words", {"exactly": 0}, "no word"),
        ("words", {"about": 1200}, "about 1,200 words"),
        ("words", {"min": 2, "max": 3000}, "2 to 3,000 words"),
        ("words", {"min": 2}, "at least 2 words"),
        ("words", {"max": 1}, "at most 1 word"),
        ("words", {"max": 5, "where": "each line"}, "each line: at most 5 words"),
        ("words", {"max": 0}, "no word"),
        ("table_columns", {}, "at least 1 column"),
        ("table_columns", {"max": 3}, "at most 3 columns"),
        ("table_columns", {"names": ["A", "B"]}, "the columns A, B"),
        ("contains_any", {"terms": ["a", "b"]}, "at least 1 of the terms a, b"),
        ("bullets", {"min": 3}, "at least 3 bullets"),
        ("capital_words", {"max": 1}, "at most 1 word in capitals"),
        ("capital_words", {"max": 4}, "at most 4 words in capitals"),
        ("capital_words", {"max": 4, "share": True}, "at most 4% of words in capitals"),
        ("characters", {"max": 9}, "at most 9 characters"),
        ("characters", {"max": 9, "spaces": False}, "at most 9 characters without white space"),
        ("code_blocks", {"max": 2}, "at most 2 code blocks"),
        ("code_blocks", {"min": 1, "language": "Go"}, "at least 1 code block in Go"),
        ("code_parses", {}, "code that parses"),
        ("code_parses", {"language": "python"}, "code in python that parses"),
        ("contractions", {"max": 3}, "at most 3 contractions"),
        ("csv_valid", {}, "CSV"),
        (
            "csv_valid",
            {"columns": ["a", "b"], "rows": 0, "only": True},
            "CSV with the columns a, b with 0 rows, with nothing around it",
        ),
        ("emojis", {"max": 3}, "at most 3 emojis"),
        ("ends_with", {"phrase": ["a", "b"]}, 'ends with "a" or "b"'),
        ("exclamations", {"max": 3}, "at most 3 exclamation marks"),
        ("first_person", {"max": 1}, "at most 1 word of the first person"),
        ("first_person", {"max": 2}, "at most 2 words of the first person"),
        ("has_title", {}, "a title"),
        ("has_title", {"wrapped": "<<>>"}, "a title in <<>>"),
        ("hashtags", {"max": 3}, "at most 3 hashtags"),
        ("headings", {"max": 3}, "at most 3 headings"),
        ("highlighted", {"max": 3}, "at most 3 highlighted spans"),
        ("highlighted", {"max": 1, "style": "bold"}, "at most 1 bold span"),
        ("highlighted", {"max": 3, "style": "italic"}, "at most 3 italic spans"),
        ("json_schema", {"fits": {"type": "array"}}, 'JSON that fits the schema {"type": "array"}'),
        ("json_valid", {}, "JSON"),
        ("json_valid", {"keys": ["a", "b"], "kind": "array"}, "a JSON array with the keys a, b"),
        (
            "json_valid",
            {"keys": "a", "other_keys": False, "kind": "object", "only": True},
            "a JSON object with the keys a and no other, with nothing around it",
        ),
        ("json_valid", {"other_keys": False}, "JSON"),
        ("language", {"language": "French"}, "in French"),
        ("letter_case", {"case": "upper"}, "all capital letters"),
        ("letter_case", {"case": "lower"}, "all small letters"),
        ("letter_case", {"case": "title"}, "title case"),
        ("letter_case", {"case": "sentence"}, "sentence case"),
        ("lines", {"max": 3}, "at most 3 lines"),
        ("links", {"max": 3}, "at most 3 links"),
        ("list_items", {"max": 3}, "at most 3 items"),
        ("markdown", {"max": 1}, "at most 1 mark of Markdown"),
        ("markdown", {"max": 3}, "at most 3 marks of Markdown"),
        ("no_characters", {"characters": "!;"}, "no ! ;"),
        ("no_characters", {"characters": "digits"}, "no digits"),
        ("numbered_items", {"max": 3}, "at most 3 numbered items"),
        ("paragraphs", {"max": 3}, "at most 3 paragraphs"),
        ("parts", {"exactly": 3}, "exactly 3 parts divided by ******"),
        ("placeholders", {"max": 3}, "at most 3 placeholders"),
        ("postscript", {}, "a postscript that begins with P.S."),
        ("questions", {"max": 3}, "at most 3 questions"),
        ("quotations", {"max": 3}, "at most 3 quotations"),
        ("regex", {"pattern": "a+"}, "at least 1 match of a+"),
        ("regex", {"pattern": "a+", "max": 3}, "at most 3 matches of a+"),
        ("regex", {"pattern": "a+", "whole": True}, "as a whole a+"),
        ("repeats_prompt", {}, "begins with the request, word for word"),
        ("sections", {"max": 3}, "at most 3 sections"),
        ("sentences", {"max": 3}, "at most 3 sentences"),
        ("starts_with", {"phrase": ["a", "b"]}, 'begins with "a" or "b"'),
        ("table_rows", {"max": 3}, "at most 3 rows"),
        ("tables", {"max": 3}, "at most 3 tables"),
        ("wrapped_in", {"marks": "[]"}, "wrapped in []"),
        ("xml_valid", {}, "XML"),
        (
            "xml_valid",
            {"root": "a", "elements": ["b", "c"], "only": True},
            "XML with the root <a> with b, c, with nothing around it",
        ),
        ("yaml_valid", {}, "YAML"),
        (
            "yaml_valid",
            {"keys": ["a", "b"], "only": True},
            "YAML with the keys a, b, with nothing around it",
        ),
        ("acrostic", {"word": "SEA"}, "the first letters of the lines spell SEA"),
        ("alphabetical", {}, "items in alphabetical order"),
        ("alphabetical", {"of": "words", "reverse": True}, "words in reverse alphabetical order"),
        ("contains", {"terms": ["a", "b"]}, 'contains "a" and "b"'),
        ("excludes", {"terms": ["a", "b"]}, 'without "a", "b"'),
        ("keyword", {"term": "a", "min": 2}, 'at least 2 mentions of "a"'),
        ("letter", {"letter": "q", "exactly": 1}, '"q" exactly 1 time'),
        ("letter", {"letter": "q", "min": 3}, '"q" at least 3 times'),
        ("mentions", {"about": "the lift"}, "says: the lift"),
        ("mentions", {"about": "the lift", "never": True}, "does not say: the lift"),
        ("numbers", {"min": 3}, "at least 3 numbers"),
        ("style", {"manner": "warm"}, "in style: warm"),
        ("style", {"manner": "jargon", "avoided": True}, "no jargon"),
        ("term_order", {"terms": ["a", "b", "c"]}, '"a" before "b" before "c"'),
        ("unique_words", {}, "no word more than once"),
        (
            "unique_words",
            {"times": 3, "small_words": False},
            "no word more than 3 times but articles and the like",
        ),
    ],
)
def test_a_constraint_is_told_in_words(id, given, wanted):
    """Its bound, its values, and the part that it is about; its own example can be judged by it."""
    constraint = type_of(id)(**given)
    assert constraint.sentence == wanted
    judged = constraint.judge(type_of(id).passes[1])
    assert judged.satisfied is not None or judged.reason


@pytest.mark.parametrize(
    ("id", "values", "given", "says"),
    [
        ("words", (1, 2, 3, 4, 5, 6), {}, "words takes at most 5 values, not 6."),
        ("letter_case", ("upper", "", 1), {}, "letter_case takes at most 2 values, not 3."),
        ("keyword", (), {"min": 1}, "keyword: term is missing."),
        ("keyword", (3,), {}, "keyword: term is missing."),
        ("words", (), {"max": True}, "words: max is true; give a number."),
        ("headings", (), {"level": False}, "headings: level is false; give a number."),
        ("unique_words", (True,), {}, "unique_words: times is true; give a number."),
        ("words", (), {"max": "many"}, "words: max is 'many'; give a number."),
        ("headings", (), {"level": "x"}, "headings: level is 'x'; give a whole number."),
        ("contains", ("a", "perhaps"), {}, "contains: exact is 'perhaps'; give true or false."),
        ("contains", (3,), {}, "contains: terms is 3; give a list."),
        ("regex", (), {"pattern": 3}, "regex: pattern is 3; give a text."),
        ("json_schema", ("x",), {}, "json_schema: fits is 'x'; give a mapping."),
        ("letter", ("", 1), {}, "letter is empty; write something there."),
        ("letter", ("abc",), {"max": 1}, "letter: string should have at most 1 character."),
        ("starts_with", ([],), {}, "starts_with: phrase is empty; write something there."),
        (
            "contains",
            (["a", " "],),
            {},
            "contains: terms.1: string should have at least 1 character.",
        ),
        ("words", (), {}, "words needs a number: exactly, min, max or about."),
        *[
            (
                "words",
                (),
                {"exactly": 2, one: 2},
                "words: exactly stands alone; leave min, max and about out.",
            )
            for one in ("min", "max", "about")
        ],
        (
            "lines",
            (),
            {"min": 4, "max": 3.5},
            "lines: min is 4, above max, which is 3.5; exchange them.",
        ),
        (
            "words",
            (),
            {"most": 3},
            "words: there is no parameter 'most'; it takes exactly, min, max, about, where.",
        ),
        (
            "keyword",
            (),
            {"term": "a", "word": "b"},
            "keyword: there is no parameter 'word'; it takes term, exact, case, exactly, min, max,"
            " about, where.",
        ),
        (
            "language",
            ("xx",),
            {},
            "language: 'xx' is no code of a language; write its English name.",
        ),
        (
            "language",
            ("Germn",),
            {},
            "language: there is no language 'Germn'; did you mean German?",
        ),
        (
            "contains_any",
            (["a", "b", "B"],),
            {"min": 3},
            "contains_any: 3 of 2 terms can never be there; ask for fewer.",
        ),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence(id, values, given, says):
    """The parameter, what was given, and what to give."""
    with pytest.raises(InputError) as told:
        type_of(id)(*values, **given)
    assert str(told.value) == says


def test_values_alone_are_the_fields_in_their_order():
    """A type's own first, `where` last; a number alone is `exactly`, where there is one."""
    made = {id: type_of(id) for id in ("words", "keyword", "letter_case", "unique_words")}
    assert made["words"](3) == made["words"](exactly=3) != made["words"](exactly=4)
    assert made["words"](None, 2, 3) == made["words"](min=2, max=3)
    assert made["keyword"]("a", True, False, 2) == made["keyword"](term="a", exact=True, exactly=2)
    assert made["letter_case"]("upper", "title").spec() == {
        "type": "letter_case",
        "case": "upper",
        "where": "title",
    }
    assert made["unique_words"](2) == made["unique_words"](times=2)
    lists = [type_of("contains")(terms=one) for one in (["a", "b"], ("a", "b"), ["a", "c"])]
    assert [hash(lists[0]) == hash(one) for one in lists] == [True, True, False]


# A text's parts.

DOCUMENT = """# Spring plan
Subject: Rain

Dear Ann,

We dig today. It rains!

## Tools

- spade
- rake
  - long
1. soil
2. seed

| what | price |
|---|---|
| spade | 9 |
| rake | 7 |

## Code

```sh
dig --deep
make x
```

Best,
Bob
"""
LINES = [line for line in DOCUMENT.split("\n") if line]
LIST = "- spade\n- rake\n  - long\n1. soil\n2. seed"
TABLE = "| what | price |\n|---|---|\n| spade | 9 |\n| rake | 7"
VERSES = ["On the roof\nin the road", "On the sea\nin the hills"]
POEM = "\n\n".join(VERSES)
SAID = "We dig today. It rains!"
SENTENCES = ["Subject: Rain", "Dear Ann,", "We dig today.", "It rains!", "- spade", "- rake"]
SENTENCES += ["- long", "1. soil", "2. seed", "Best,", "Bob"]


@pytest.mark.parametrize(
    ("text", "where", "wanted"),
    [
        (DOCUMENT, "word 13", [["spade"]]),
        (DOCUMENT, "last word", [["Bob"]]),
        (
            DOCUMENT,
            "each sentence",
            [
                SENTENCES,
                ["We dig today.", "It rains!"],
                [
                    "# Spring plan",
                    *SENTENCES[:4],
                    "## Tools",
                    *SENTENCES[4:9],
                    f"{TABLE} |",
                    "## Code",
                    "```sh\ndig --deep\nmake x\n```",
                    *SENTENCES[9:],
                ],
            ],
        ),
        (DOCUMENT, "first sentence", [["Subject: Rain"], ["We dig today."]]),
        (DOCUMENT, "last sentence", [["Bob"], ["It rains!"]]),
        (DOCUMENT, "sentence 2", [["Dear Ann,"], ["It rains!"]]),
        ("# H\n\n## I", "each sentence", [["# H", "## I"]]),
        (
            DOCUMENT,
            "each paragraph",
            [[SAID, LIST], [SAID], ["Subject: Rain", "Dear Ann,", SAID, LIST, "Best,\nBob"]],
        ),
        (DOCUMENT, "paragraph 2", [[LIST]]),
        (DOCUMENT, "last paragraph", [[LIST], [SAID]]),
        (
            DOCUMENT,
            "any line",
            [
                LINES,
                [one for one in LINES if one[0] not in "#|`"],
                [one for one in LINES if one[0] not in "#|`"][1:],
            ],
        ),
        (DOCUMENT, "first line", [["# Spring plan"], ["Subject: Rain"]]),
        (DOCUMENT, "last line", [["Bob"]]),
        (DOCUMENT, "each bullet", [["spade", "rake", "long"], ["spade", "rake\n  - long"]]),
        (
            DOCUMENT,
            "each item",
            [
                ["spade", "rake", "long", "soil", "seed"],
                ["spade", "rake\n  - long", "soil", "seed"],
            ],
        ),
        ("1. a\n2. b\n3. c", "bullet 2", [["b"]]),
        (DOCUMENT, "each heading", [["Spring plan", "Tools", "Code"]]),
        (DOCUMENT, "section 2", [["## Code\n\n```sh\ndig --deep\nmake x\n```\n\nBest,\nBob\n"]]),
        (
            "## A\n\n## B\n\ntext\n\n### C\n\nmore",
            "each section",
            [
                ["## B\n\ntext\n\n### C\n\nmore"],
                ["## B\n\ntext\n\n### C\n\nmore", "### C\n\nmore"],
            ],
        ),
        (DOCUMENT, "title", [["Spring plan"]]),
        (DOCUMENT, "title 2", [[]]),
        (DOCUMENT, "subject", [["Rain"]]),
        ("Rain.", "subject", [[]]),
        (DOCUMENT, "each table", [[TABLE]]),
        (DOCUMENT, "each row", [["spade | 9", "rake | 7"]]),
        (DOCUMENT, "code block", [["dig --deep\nmake x"]]),
        (DOCUMENT, "first list", [["- spade\n- rake\n  - long"]]),
        (DOCUMENT, "last list", [["1. soil\n2. seed"]]),
        # The title of a poem is none of its verses, where all of those are of several lines.
        (f"Rain\n\n{POEM}", "each verse", [VERSES]),
        (POEM, "each verse", [VERSES]),
        (f"Rain\n\nOn the roof\n\n{POEM}", "verse 2", [["On the roof"]]),
        ("Rain\n\nSnow\n\nIce", "each verse", [["Rain", "Snow", "Ice"]]),
        ("Rain", "verse", [["Rain"]]),
        ("", "each verse", [[]]),
        # A headline is not the first paragraph, but it may be the last one.
        ("Our news\n\nIt rains.", "first paragraph", [["It rains."]]),
        ("Our news\n\nIt rains.", "paragraph", [["It rains."]]),
        ("Our news\n\nIt rains.", "paragraph 1", [["It rains."]]),
        ("Our news\n\nIt rains.", "paragraph 2", [[]]),
        ("It rains.\n\nOur news", "last paragraph", [["Our news"], ["It rains."]]),
        ("Our news", "first paragraph", [["Our news"]]),
        *[
            (f"Our news{stop}\n\nIt rains.", "first paragraph", [[f"Our news{stop}"]])
            for stop in (".", "!", "?", "…", ".*", "._")
        ],
        *[
            (
                f"Our news{stop}\n\nIt rains.",
                "first paragraph",
                [[f"Our news{stop}"], ["It rains."]],
            )
            for stop in ",;:"
        ],
        ("Our\nnews\n\nIt rains.", "paragraph 1", [["Our\nnews"], ["It rains."]]),
        ("a b c d e f g h i j k l\n\nIt rains.", "paragraph 1", [["It rains."]]),
        (
            "a b c d e f g h i j k l m\n\nIt rains.",
            "paragraph 1",
            [["a b c d e f g h i j k l m"]],
        ),
        # A line set apart at the top or the bottom may lead to the others, or close them.
        (
            "Intro:\n\na\nb\nc\n\nBye",
            "each line",
            [["Intro:", "a", "b", "c", "Bye"], ["a", "b", "c"]],
        ),
        (
            "Intro:\na\nb\n \nBye",
            "each line",
            [["Intro:", "a", "b", "Bye"], ["Intro:", "a", "b"]],
        ),
        ("Intro\n\na\nb", "each line", [["Intro", "a", "b"]]),
        ("Intro\n\na\nb\nc", "first line", [["Intro"]]),
        ("Intro\na\n\nb\nc", "each line", [["Intro", "a", "b", "c"]]),
    ],
)
def test_the_parts_that_a_name_may_mean(text, where, wanted):
    """The likeliest reading first, then those that another reader may have."""
    assert [[str(part) for part in parts] for parts in Text(text).readings(where)] == wanted


@pytest.mark.parametrize(
    "where",
    ["each thing", "every line", "Each line", "first", "paragraph 0", "paragraph 1000", "line 2 "],
)
def test_what_names_no_part_is_refused(where):
    """With the forms that there are."""
    with pytest.raises(InputError) as told:
        type_of("words")(max=3, where=where)
    assert str(told.value) == (
        f"words: where is {where!r}; write `each bullet`, `first sentence`, `last line`, "
        "`paragraph 2` (they are counted from 1), `title`, `part slogan` (what a label names) or "
        "`column Notes`. Units: word, sentence, paragraph, line, bullet, item, section, heading, "
        "title, subject, table, row, code block, verse, list."
    )


@pytest.mark.parametrize(
    ("text", "title"),
    [
        *[("Title: Rain\n\nx", "Rain"), ("TITLE : *Rain*\nx", "Rain"), ("# Title: Rain", "Rain")],
        *[("**Title:** Rain", "Rain"), ("<<Rain>>\nx", "Rain"), ("## Rain\nx", "Rain")],
        *[("**Rain**\nx", "Rain"), ("**Rain**:\nx", "Rain"), (" \n\n  # Rain \nx", "Rain")],
        *[("###### Rain", "Rain"), ("# _Rain_ #", "Rain")],
        *[(one, None) for one in ("Rain\nx", "Title:\nx", "Title: **\n", "**  **\nx", "#x", "")],
        *[(one, None) for one in ("<<a>> b\nx", "####### x", "It rains.\n# Rain", "Titled: x")],
    ],
)
def test_a_title_is_a_first_line_with_marks(text, title):
    """A heading, bold, wrapped, or named so, without its marks; its place is in the whole."""
    whole = Text("..." + text).part((3, 3 + len(text)))
    assert (whole.title and whole.quote(whole.title)) == title
    assert title is None or ("..." + text)[slice(*whole.title)] == title


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        *[("Subject: Rain\nx", "Rain"), ("**Subject:** Rain **\nx", "Rain")],
        *[("Hi\nSubject line: Rain\nx", "Rain"), ("Re: Rain", "Rain"), ("BETREFF: Rain", "Rain")],
        *[("re line : Rain", "Rain"), ("Subject: a\nSubject: b", "a")],
        *[(one, None) for one in ("Subjects: a", "Subject:\nx", "x Subject: a", "Rain: a", "")],
    ],
)
def test_a_subject_stands_behind_its_name(text, subject):
    """On a line of its own, without marks; its place is in the whole."""
    whole = Text("..." + text).part((3, 3 + len(text)))
    assert (whole.subject and whole.quote(whole.subject)) == subject
    assert subject is None or ("..." + text)[slice(*whole.subject)] == subject


def test_places_are_shown_with_what_stands_around_them():
    """Within the line, fifteen signs to each side, in the whole response."""
    said = "." * 100 + "abcdef ghij\nklm nopqrstuvwxyz0123456789\nend"
    text = Text(said).part((100, len(said)))
    around = {at: text.quote(text.around(at)) for at in (100, 105, 111, 112, 126, 130, 142)}
    assert around == {
        100: "abcdef ghij",
        105: "abcdef ghij",
        111: "abcdef ghij",
        112: "klm nopqrstuvwx",
        126: "klm nopqrstuvwxyz0123456789",
        130: " nopqrstuvwxyz0123456789",
        142: "end",
    }
    assert (text.before(105, 3), text.before(101, 3), text.after(105, 3)) == ("cde", "a", "f g")
    assert [text.line_start(at) for at in (100, 111, 112, 139, 140, 143)] == [
        100,
        100,
        112,
        112,
        140,
        140,
    ]
    assert text.line_starts_in(100, 111) == [100]
    assert text.line_starts_in(105, 112) == [100, 112]
    assert text.line_starts_in(113, 143) == [112, 140]


def test_carriage_returns_end_lines():
    """Alone, and before a line feed, whose places stay as they are."""
    text = Text("a\r\nb\rc")
    assert [text.quote(line) for line in text.lines] == ["a ", "b", "c"]
    assert text.lines == [(0, 2), (3, 4), (5, 6)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # What stands in an item, whether it has a number, how deep it lies, what is its own.
        (
            "- a\n  - b\n    - c\n1. x\n   - y",
            [
                ("a\n  - b\n    - c", False, 0, "a"),
                ("b\n    - c", False, 1, "b"),
                ("c", False, 2, "c"),
                ("x\n   - y", True, 0, "x"),
                ("y", False, 1, "y"),
            ],
        ),
        (
            "• a\n   ◦ b\n• c\n  more",
            [("a", False, 0, "a"), ("b", False, 1, "b"), ("c\n  more", False, 0, "c\n  more")],
        ),
        ("a) x\nb) y", [("x", True, 0, "x"), ("y", True, 0, "y")]),
        (
            "- a\n\n  para\n\n  - b\n- c",
            [("a\n\n  para\n\n  - b", False, 0, "a\n\n  para"), ("b", False, 1, "b"),
             ("c", False, 0, "c")],
        ),
        ("In short: a - b\n1995. It rained.", []),
    ],
)  # fmt: skip
def test_items_of_lists_are_found_with_their_depth(text, wanted):
    """Those within others too; all places are those of the whole response."""
    whole = Text("..." + text).part((3, 3 + len(text)))
    found = [
        (whole.quote(one.span), one.numbered, one.depth, whole.quote(one.own))
        for one in whole.listed
    ]
    assert found == wanted
    assert whole.items == [one.span for one in whole.listed]
    assert whole.numbered == [one.span for one in whole.listed if one.numbered]
    assert whole.bullets == [one.span for one in whole.listed if not one.numbered]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Use `a b` now", "Use _____ now"),
        ("``c`` and `x", "``c`` and `x"),
        ("no `\n` x", "no `\n` x"),
        (
            "See https://a.org/x?y, or (http://c.de/d).",
            "See _________________, or (_____________).",
        ),
        ("www.b.org. www. https://x", "_________. www. _________"),
        ("*https://a.b* [http://e.f]", "*___________* [__________]"),
        ("a\n```py\nx = 1\n```\nb", "a\n_____\n_____\n___\nb"),
        ("~~~\nx\n~~~\nb", "___\n_\n___\nb"),
    ],
)
def test_code_and_addresses_are_no_prose(text, wanted):
    """Blanks stand in their place, and nothing else changes."""
    assert Text(text).prose == wanted.replace("_", " ")


@pytest.mark.parametrize(
    ("text", "unit", "wanted"),
    [
        ("One—two - three_ 4 _ é", "words", ["One", "two", "three_", "4", "é"]),
        ("It's a well-kept\tplace\nnow", "words", ["It's", "a", "well-kept", "place", "now"]),
        (" a \n\n \nb\n", "lines", [" a ", "b"]),
        ("One\ntwo\n\nthree", "paragraphs", ["One\ntwo", "three"]),
        ("# H\none\n# I\ntwo\n***\nthree", "paragraphs", ["one", "two", "three"]),
        ("one\n  \ntwo", "paragraphs", ["one", "two"]),
        ("  one\n  two  \n", "paragraphs", ["one\n  two"]),
        ("one\n```\na\n```\ntwo", "paragraphs", ["one", "two"]),
        ("one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\ntwo", "paragraphs", ["one", "two"]),
        ("**Big**\none\n**Big** and\ntwo", "paragraphs", ["one\n**Big** and\ntwo"]),
        ("Dear Ann,\n\nIt rains.\n\nBest,\nBob", "prose_paragraphs", ["It rains."]),
        ("Dear Ann,\nIt rains.\n\nBye.", "prose_paragraphs", ["Dear Ann,\nIt rains.", "Bye."]),
        ("Hi\n\nBest,\nAnn", "prose_paragraphs", ["Hi", "Best,\nAnn"]),
        ("# Plan\n\n  **Bold:**  \n\n## Sub ##\nx", "headings", ["Plan", "  **Bold:**  ", "Sub"]),
        ("#No\n\n# \n\n###### six\n\n**a** b\n\n####### x", "headings", ["six"]),
        ("```\na\n\nb\n```\n\n```\n```\n\n~~~py\nc\n~~~", "code_blocks", ["a\n\nb", "c"]),
    ],
)
def test_parts_are_found_where_they_stand(text, unit, wanted):
    """In a part of a response as well, with places in the whole."""
    whole = Text("..." + text).part((3, 3 + len(text)))
    assert [("..." + text)[a:b] for a, b in getattr(whole, unit)] == wanted


def test_headings_have_a_level():
    """As many as their marks; bold lines stand below all of them."""
    text = Text("# a\n\n### b\n\n**c**\n\n###### d")
    assert [text.level(one) for one in text.headings] == [1, 3, 7, 6]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("~~~\na\n\n~~~\nb\n> ```\n> x\n> ```\n", ["~~~", "a", "", "~~~", "> ```", "> x", "> ```"]),
        ("a\n```py\nx\ny\n```\nb", ["```py", "x", "y", "```"]),
        ("a ``` b", []),
        ("x\n  ~~~~\nq", ["  ~~~~", "q"]),
        ("~~ a", []),
    ],
)
def test_lines_of_code_are_those_of_fenced_blocks(text, wanted):
    """With their fences, also where a block is never closed."""
    whole = Text("...\n" + text).part((4, 4 + len(text)))
    lines = [line for line in re.finditer("[^\n]*\n?", text) if line[0]]
    starts = {4 + line.start(): line[0].rstrip("\n") for line in lines}
    code = [starts.get(at, "?") for at in sorted(whole.code_lines)]
    assert [one for one in code if one] == [one for one in wanted if one]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *[(f"Brush {dash} to go", "Brush") for dash in "–—-"],
        *[("Brush: to go", "Brush"), ("**Brush:** to go", "**Brush"), ("Brush (big) x", "Brush")],
        *[("_Brush:_ to go", "_Brush"), ("Brush\nto go", "Brush"), ("Brush (a) – b", "Brush")],
        *[(one, one) for one in ("Brush-to-go", "Brush:to", " – to go", "Brush(a)", "Brush ")],
    ],
)
def test_the_head_of_a_part_is_its_name(text, wanted):
    """Without what a dash, a colon, a bracket or another line adds to it."""
    whole = Text("..." + text)
    part = whole.part((3, 3 + len(text)))
    (head,) = whole.heads([part])
    assert (head.text, head.start) == (wanted, 3)


# What surely is a sentence, a paragraph, a line or a section, and what may be one.

LINE = "word " * 10 + "and at end."  # Of 61 signs.
SIXTY = LINE[1:]
HEADED = "# T\n\n## A\n\na\n\n### a\n\nx\n\n## B\n\nb"


def sorted_units(unit, text, request=""):
    """Both lists as texts; the text is a part of a longer one."""
    whole = Text("...\n" + text, request).part((4, 4 + len(text)))
    return tuple([whole.quote(at) for at in some] for some in getattr(whole, f"sorted_{unit}"))


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        ("It rains. It pours", ["It rains."], ["It pours"]),
        ("One alone", ["One alone"], []),
        ("# One", [], ["# One"]),
        ("1. One alone", ["1. One alone"], []),
        ("- red\n- blue.", ["- blue."], ["- red"]),
        ("# Title.\n\nIt rains. Snow falls!", ["It rains.", "Snow falls!"], ["# Title."]),
        ("Is it? No… Yes! Ok.", ["Is it?", "Yes!", "Ok."], ["No…"]),
        ("他走了。她呢？好！", ["他走了。", "她呢？", "好！"], []),
        # A mark of a reference or of emphasis behind the stop, and a bracket.
        ("So. [1] Then.[23] *Ah.* _Oh._", ["So. [1]", "Then.[23]", "*Ah.*", "_Oh._"], []),
        ("He said so.”  (It was.) [Ok.]", ["He said so.”", "(It was.)", "[Ok.]"], []),
        # What has no letter is none; code and what stands around a letter are none.
        ("...\n\nHello there.", ["Hello there."], []),
        ("123. 45.", [], []),
        ("```\nA b.\n```\n\nIt rains.", ["It rains."], []),
        ("Dear Ann,\n\nIt rains. Ok\n\nBest,\nBob", ["It rains."], ["Ok"]),
        # A stop within, which may end it or not.
        ("Plan B. Then we left. Bye.", ["Plan B. Then we left.", "Bye."], ["Then we left."]),
        (
            "At 9 p.m. *Then* he left. Ok.",
            ["At 9 p.m. *Then* he left.", "Ok."],
            ["*Then* he left."],
        ),
        ("J. Fox ran. Bye.", ["J. Fox ran.", "Bye."], []),
        ("At 9 p.m. then he left. Ok.", ["At 9 p.m. then he left.", "Ok."], []),
        # A cry in quotes, dots, and what is spoken on.
        ('"Stop!" John said. He ran.', ["John said.", "He ran."], ['"Stop!"']),
        ("“Why?” John said. He ran.", ["John said.", "He ran."], ["“Why?”"]),
        ("He said... Then. More.", ["Then.", "More."], ["He said..."]),
        ('Really?! "Ok.” Yes.', ["Really?!", '"Ok.”', "Yes."], []),
        ('He ran. "Stop!"', ["He ran.", '"Stop!"'], []),
        # A mark in a name.
        ("Yahoo! Inc. is here. So.", ["Inc. is here.", "So."], []),
        ("Yahoo! We like it. So.", ["We like it.", "So."], ["Yahoo!"]),
        ("*Yahoo!* Group is on. So.", ["Group is on.", "So."], []),
        ("We like Yahoo! And.", ["And."], ["We like Yahoo!"]),
        ("Hurrah! Group is on. So.", ["Hurrah!", "Group is on.", "So."], []),
        # A title or a case goes on; not at the end.
        ("She met Gen. Lee. Bye.", ["Lee.", "Bye."], []),
        ("In Roe v. Wade it was. So.", ["Wade it was.", "So."], []),
        ("It rains. We met the Gen.", ["It rains.", "We met the Gen."], []),
    ],
)
def test_sentences_are_told_from_what_may_be_one(text, sure, unsure):
    """By their stops, their signs, and what stands around them."""
    assert sorted_units("sentences", text) == (sure, unsure)


FIRMS = "Inc Ltd Corp Co Bros Ave Blvd Rd"
SHORT = "Gen Col Sgt Capt Cpt Lt Maj Rev Hon Gov Sen Rep Pres Mt Ft Mr Mrs Ms Dr Prof St vs cf e.g "
SHORT += "i.e Jan Feb Aug Sept Oct Nov Dec"
MARKED = "Yahoo!/Jeopardy!/Yum!/Joomla!/Kahoot!/Wham!/Shazam!/Oklahoma!/Oliver!/Airplane!/E!/"
MARKED += "Mamma Mia!/Dolly!/Moulin Rouge!/Chips Ahoy!/Westward Ho!/Guess Who?/"
MARKED += "Eats Shoots and Leaves?"
POEMS = (
    "poem Poems haiku haikus limerick limericks sonnet sonnets stanza stanzas verse verses song "
)
POEMS += "songs lyrics"


@pytest.mark.parametrize("name", FIRMS.split())
def test_behind_a_firm_or_a_street_a_sentence_may_end(name):
    """Or go on: no reader can tell."""
    text = f"We saw Acme {name}. We left. Bye."
    sure, unsure = sorted_units("sentences", text)
    assert len(sure) < 3 <= len(sure) + len(unsure) <= 4


@pytest.mark.parametrize("name", SHORT.split())
def test_an_abbreviation_before_a_name_ends_no_sentence(name):
    """Titles, months and the like: what follows them belongs to them."""
    sure, unsure = sorted_units("sentences", f"We saw {name}. Lee there. Bye.")
    assert (len(sure), unsure) == (2, [])


@pytest.mark.parametrize("name", MARKED.split("/"))
def test_a_name_with_a_mark_may_end_a_sentence(name):
    """Where no firm follows; where one does it goes on."""
    sure, unsure = sorted_units("sentences", f"I like {name} They left. Bye.")
    assert (sure, unsure) == (["They left.", "Bye."], [f"I like {name}"])
    for firm in ("Inc", "Ltd", "Corp", "Co", "LLC", "PLC", "GmbH", "Brands", "Group"):
        sure, unsure = sorted_units("sentences", f"I like {name} {firm} of old. Bye.")
        assert (sure, unsure) == ([f"{firm} of old.", "Bye."], [])


OPENINGS = "Dear Ann,/Hi Ann/hello,/Hey all:/Good morning,/good afternoon Ann,/Good evening:/"
OPENINGS += "To whom it may concern:/Dear Mr. Fox,/Dear Dr. Fox,/Dear Ms. Fox,/Dear Mx. Fox,/"
OPENINGS += (
    "Dear Mrs. Fox,/Dear Prof. Fox,/Dear St. Fox,/**Hi Ann,**/Subject: It rains. Now./To: a/"
)
OPENINGS += "From: a/Date: 3 May/CC: b/Re: it"
CLOSINGS = (
    "Best,/Best wishes,/Kind regards,/Warm regards,/Yours,/Sincerely,/Respectfully,/Regards,/"
)
CLOSINGS += "Cheers,/Thanks,/Thank you –/Many thanks,/With love,/Love,/All the best,/Cordially,/"
CLOSINGS += "Take care,/*Best,*/Best —/Best -"


@pytest.mark.parametrize("line", OPENINGS.split("/"))
def test_a_greeting_is_no_text(line):
    """In its first lines, as people begin letters; a sentence is one."""
    text = Text(f"{line}\n\nIt rains.")
    assert text.letter_lines == {0}
    assert sorted_units("sentences", text.text) == (["It rains."], [])


@pytest.mark.parametrize("line", CLOSINGS.split("/"))
def test_a_signature_is_no_text(line):
    """From the closing on, as people end letters."""
    text = Text(f"It rains.\n\n{line}\nBob")
    assert text.letter_lines == {11, 12 + len(line)}
    assert sorted_units("sentences", text.text) == (["It rains."], [])


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("a\nb\nc\nd\ne\nHi Ann,\nIt rains.", [5]),
        ("a\nb\nc\nd\ne\nf\nHi Ann,\nIt rains.", []),
        ("It rains.\nBest,\na\nb\nc\nd\ne", [1, 2, 3, 4, 5, 6]),
        ("It rains.\nBest,\na\nb\nc\nd\ne\nf", []),
        ("It rains.\nBest,\na b c d e f\na b c d e f g\nBob", [1, 2, 4]),
        ("It rains.\nBest,\nBob\nIt is late.\nB. Hale", [1, 2, 4]),
        ("Hi there! It rains.", []),
        ("Dear friend. It rains.", []),
        ("Hidden", []),
        ("Best", []),
        ("It rains.\nBest of all: we stay.", []),
    ],
)
def test_a_letter_has_text_between_its_ends(text, around):
    """A greeting is one of six lines at the top, a closing one of six at the bottom."""
    lines = Text(text).lines
    assert [n for n, (at, _) in enumerate(lines) if at in Text(text).letter_lines] == around


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        ("It rains", ["It rains"], []),
        ("It rains now.\n\nSo it is", ["It rains now."], ["So it is"]),
        ("Ok.\n\na b c d e f g h", ["Ok."], ["a b c d e f g h"]),
        ("Ok.\n\na b c d e f g h i j k l m", ["Ok.", "a b c d e f g h i j k l m"], []),
        ("Ok.\n\nWe buy a lot of things today, and more:\n\n- a", ["Ok."],
         ["We buy a lot of things today, and more:", "- a"]),
        ("We buy some things:", ["We buy some things:"], []),
        ("- milk\n- bread", [], ["- milk\n- bread"]),
        ("We buy.\n- milk\n- bread\nThat is all.", ["We buy."],
         ["- milk\n- bread", "That is all."]),
        ("We buy\n- milk.", [], ["We buy", "- milk."]),
        ("- a\n  more\nend", [], ["- a\n  more", "end"]),
        ("- a\nend\n- b", [], ["- a", "end", "- b"]),
        ("Dear Ann,\n\nOk.\n\nBest,\nBob", ["Ok."], []),
        # Long lines of one block, the first with a stop, may be two.
        (f"{LINE}\n{LINE}", [f"{LINE}\n{LINE}"], [LINE]),
        (f"{LINE}”  \n {SIXTY}", [f"{LINE}”  \n {SIXTY}"], [SIXTY]),
        (f"{LINE[:-1]}!\n{LINE}", [f"{LINE[:-1]}!\n{LINE}"], [LINE]),
        (f"{LINE[:-1]}\n{LINE}", [f"{LINE[:-1]}\n{LINE}"], []),
        (f"{SIXTY}\n{LINE}", [f"{SIXTY}\n{LINE}"], []),
        (f"{LINE}\n{SIXTY[1:]}", [f"{LINE}\n{SIXTY[1:]}"], []),
        (f"{LINE}\n{LINE}\nshort", [f"{LINE}\n{LINE}\nshort"], [LINE]),
        (f"{LINE}\n{LINE * 4}", [f"{LINE}\n{LINE * 4}"], [(LINE * 4)[:200]]),
        (f"Ok.\n\n- {LINE}\n- {LINE}", ["Ok."], [f"- {LINE}\n- {LINE}"]),
    ],
)  # fmt: skip
def test_paragraphs_are_told_from_what_may_be_one(text, sure, unsure):
    """By their length, their stops, and the lists beside them."""
    assert sorted_units("paragraphs", text) == (sure, unsure)


@pytest.mark.parametrize(
    ("text", "request_", "sure", "unsure"),
    [
        (
            "# H\na\n---\n```\nx\n```\n!!\nb",
            "",
            ["a", "x", "b"],
            ["# H", "---", "```", "```", "!!"],
        ),
        ("~~~\nx\n~~~", "", ["x"], ["~~~", "~~~"]),
        ("Rain on\nthe roof", "a poem", ["Rain on", "the roof"], []),
        *[("**Rain**\nx", f"Write {one} now.", ["x"], []) for one in POEMS.split()],
        *[
            ("**Rain**\nx", f"Write {one}.", ["x"], ["**Rain**"])
            for one in ("a poet", "lyric", "two lines")
        ],
    ],
)
def test_lines_are_told_from_what_may_be_one(text, request_, sure, unsure):
    """Headings, rules and fences may be lines; the title of a poem is none."""
    assert sorted_units("lines", text, request_) == (sure, unsure)


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        (HEADED, ["## A\n\na\n\n### a\n\nx\n\n", "## B\n\nb"], ["### a\n\nx\n\n"]),
        ("## A\nx\n## B\ny", ["## A\nx\n", "## B\ny"], []),
        ("# T\nx", [], ["# T\nx"]),
        ("\n# T\nx", [], ["# T\nx"]),
        ("x\n# T\ny", ["# T\ny"], []),
        ("# T\n\ntext\n\n## A\na\n## B\nb", ["## A\na\n", "## B\nb"], []),
        # Of a lower level a heading is a title where nothing stands below it.
        ("## T\n\nx\n### A\na\n### B", ["## T\n\nx\n### A\na\n### B"], ["### A\na\n", "### B"]),
        ("## T ##\n\n### A\na\n### B\nb", ["### A\na\n", "### B\nb"], []),
        ("### A\na\n## B\nb", ["## B\nb"], ["### A\na\n"]),
        ("# A\na\n# B\nb\n## C\nc", ["# A\na\n", "# B\nb\n## C\nc"], ["## C\nc"]),
        ("**A**\na\n**B**\nb", ["**A**\na\n", "**B**\nb"], []),
        ("# T\n**A**\na\n**B**\nb", ["**A**\na\n", "**B**\nb"], []),
        ("none", [], []),
    ],
)
def test_sections_are_told_from_what_may_be_one(text, sure, unsure):
    """Those of the upper level without a title; smaller ones may be some."""
    assert sorted_units("sections", text) == (sure, unsure)


# Whole verdicts on form.

SMALL = "a an the and but or nor for so yet as at by in of off on per to via vs if de la up"
SOME = "with from into onto over upon than that when between about after before under without "
SOME += (
    "within through against among around behind during toward towards until like near past since"
)
CLOSING = "yours kind best warm many sincerely regards cheers love thank thanks with respectfully"

FENCE = "```"
ZUG = "Der Zug war wieder zu spät, also gingen wir nach Hause."
TRAIN = "The train was late again, so we walked home along the river and talked of it."
GERMAN = "German: 6 of 11 words are frequent ones of German, 1 have its letters"
VARIETY = "it is in German, but which variety is not known."
BELOW = "it begins so below its title or subject."
NO_MARKS = "the first line has no marks of a title, but may be one."
WITHIN = "what is wrapped so stands within a line."
BOLD = "# A\n\n## B\n\n**C**\n\n**It is.**\n\n**Wow!**\n\n**a b c d e f g h i j**\n\n"
BOLD += "**a b c d e f g h i j k**"
LIKE = "INTRODUCTION\n\nPlan of it:\n\nabc\n===\nx\nab\n---\nAB\n- ITEM ONE\nPlan: x\nplan:\nAn. x:"
COLUMNS = "| a | b |\n|---|---|\n"


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        (
            "bullets",
            {"exactly": 2},
            "- a\n  - b\n- c\n1. d",
            (U, "2 to 3 bullets, depending on what counts.", "2 to 3 bullets", '"a - b", "c"',
             'may count: "b"', ["a\n  - b", "c", "b"]),
        ),
        (
            "bullets",
            {"exactly": 2},
            "– a\n— b\n- c\n1. d",
            (U, "1 to 3 bullets, depending on what counts.", "1 to 3 bullets", '"c"',
             'may count: "a", "b"', ["c", "a", "b"]),
        ),
        (
            "bullets",
            {"exactly": 2},
            "1. a\n2. b",
            (U, "0 to 2 bullets, depending on what counts.", "0 to 2 bullets",
             'may count: "a", "b"', ["a", "b"]),
        ),
        ("bullets", {"exactly": 0}, "1. a", (Y, "", "0 bullets", [])),
        (
            "capital_words",
            {"min": 2},
            "I said NOT NOW, B2B A1 X-Y",
            (Y, "", "4 to 6 words in capitals", '"NOT", "NOW", "B2B", "X-Y"',
             'may count: "I", "A1"', ["NOT", "NOW", "B2B", "X-Y", "I", "A1"]),
        ),
        (
            "capital_words",
            {"max": 0},
            "NASA ABCDEF ABCDE I",
            (N, "", "1 to 3 words in capitals", '"ABCDEF"', 'may count: "NASA", "ABCDE"',
             ["ABCDEF", "NASA", "ABCDE"]),
        ),
        ("capital_words", {"min": 1, "max": 3}, "I am A NO",
         (Y, "", "1 word in capitals", '"NO"', ["NO"])),
        ("capital_words", {"max": 20, "share": True}, "NO no I no no",
         (Y, "", "1 to 1 of 5 words are in capitals", ["NO"])),
        (
            "capital_words",
            {"min": 30, "share": True},
            "NO no I no no",
            (U, "20 to 40% of words in capitals, depending on what counts.",
             "1 to 2 of 5 words are in capitals", ["NO", "I"]),
        ),
        ("capital_words", {"min": 20, "share": True}, "-",
         (N, "", "0% of words in capitals", [])),
        ("characters", {"exactly": 3}, " a b ", (Y, "", "3 characters", [])),
        ("characters", {"exactly": 2, "spaces": False}, " a b\n", (Y, "", "2 characters", [])),
        ("characters", {"exactly": 6}, "  a b\r\ncd ", (Y, "", "6 characters", [])),
        ("characters", {"exactly": 4, "where": "each line"}, "  ab\ncd  \n",
         (N, "", "1 of 2 keep to it", '"cd": 2 characters', [])),
        *[
            ("characters", {"max": 1}, one,
             (U, f"1 to {len(one)} characters, depending on what counts.",
              f"1 to {len(one)} characters", []))
            for one in ("👨\u200d👩\u200d👧", "👍🏽", "e\u0301", "a\u200e", "a\u2060", "❤\ufe0f")
        ],
        (
            "code_blocks",
            {"exactly": 1, "language": "python"},
            f"{FENCE}py x\na\n{FENCE}\n\n{FENCE}\nb\n{FENCE}\n\n{FENCE}js\nc\n{FENCE}",
            (U, "1 to 2 code blocks, depending on what counts.", "1 to 2 code blocks", '"a"',
             'may count: "b"', ["a", "b"]),
        ),
        ("code_blocks", {"exactly": 1}, f"{FENCE}\n{FENCE}\n\n{FENCE}\na\nb\n{FENCE}",
         (Y, "", "1 code block", '"a b"', ["a\nb"])),
        *[
            ("code_blocks", {"exactly": 1, "language": name}, f"{FENCE}{short}\na\n{FENCE}",
             (Y, "", "1 code block", '"a"', ["a"]))
            for name, short in (("python", "python3"), ("JavaScript", "js"), ("typescript", "ts"),
                                ("bash", "sh"), ("bash", "shell"), ("yaml", "yml"), ("C++", "cpp"),
                                ("C#", "CSharp"), ("cpp", "c++"), ("csharp", "c#"), ("Go", "go"))
        ],
        (
            "emojis",
            {"max": 9},
            "👍🏽 🇩🇪 1️⃣ ❤️ ✓ :-) © 5 → #️⃣ ⭐ ☺ :D",
            (U, "6 to 10 emojis, depending on what counts.", "6 to 10 emojis",
             '"👍🏽", "🇩🇪", "1️⃣", "❤️", "#️⃣", "⭐"', 'may count: "✓", ":-)", "☺", ":D"',
             ["👍🏽", "🇩🇪", "1️⃣", "❤️", "#️⃣", "⭐", "✓", ":-)", "☺", ":D"]),
        ),
        (
            "exclamations",
            {"max": 9},
            "a! b!! c！！ ![x](y) a != b",
            (Y, "", "3 to 5 exclamation marks", '"!", "!", "！"', 'may count: "!", "！"',
             ["!", "!", "！", "!", "！"]),
        ),
        ("has_title", {}, "# Rain\nx", (Y, "", 'the title "Rain"', ["Rain"])),
        ("has_title", {}, "", (N, "", "no text", [])),
        *[("has_title", {}, f"{one}\nx", (U, NO_MARKS, f'the first line "{one}"', []))
          for one in ("Rain in June", "Rain!", "a b c d e f g h i j k l")],
        *[("has_title", {}, f"{one}\nx", (N, "", f'the first line "{one}"', []))
          for one in ("Rain.", "Rain,", "Rain:", "Rain?", "a b c d e f g h i j k l m")],
        ("has_title", {}, "Rain", (N, "", 'the first line "Rain"', [])),
        *[("has_title", {"wrapped": "<<>>"}, text,
           (Y, "", 'in <<>>: "<<Rain>>"', ["<<Rain>>"]))
          for text in ("Title: <<Rain>>\nx", "# <<Rain>>\nx <<b>>", "Hi\n\n<<Rain>>\n\nx",
                       "**TITLE:** <<Rain>> **\nx", "<<Rain>>:\nx", "<<Rain>>")],
        *[("has_title", {"wrapped": "<<>>"}, text,
           (U, WITHIN, 'in <<>>: "<<Rain>>"', ["<<Rain>>"]))
          for text in ("x <<Rain>>", "<<Rain>> x", "Titles: <<Rain>>", "<<Rain>>. <<b>>")],
        *[("has_title", {"wrapped": "<<>>"}, text, (N, "", "nothing in <<>>", []))
          for text in ("<< Rain>>", "<<>>", f"<<{'x' * 201}>>", "<<a\nb>>", "# Rain")],
        ("has_title", {"wrapped": "<<>>"}, f"<<{'x' * 200}>>",
         (Y, "", f'in <<>>: "<<{"x" * 58}…"', [f"<<{'x' * 200}>>"])),
        ("has_title", {"wrapped": "bold"}, "**Rain**:",
         (Y, "", 'in bold: "**Rain**"', ["**Rain**"])),
        (
            "hashtags",
            {"max": 4},
            "#a #1 #fa3 #FAFF00 #fa3x x#b &#c /#d ##e #é_1 `#f`",
            (U, "3 to 5 hashtags, depending on what counts.", "3 to 5 hashtags",
             '"#a", "#fa3x", "#é_1"', 'may count: "#fa3", "#FAFF00"',
             ["#a", "#fa3x", "#é_1", "#fa3", "#FAFF00"]),
        ),
        (
            "headings",
            {"min": 1},
            BOLD,
            (Y, "", "3 to 7 headings", '"B", "**C**", "**a b c d e f g h i j**"',
             'may count: "A", "**It is.**", "**Wow!**", "**a b c d e f g h i j k**"',
             ["B", "**C**", "**a b c d e f g h i j**", "A", "**It is.**", "**Wow!**",
              "**a b c d e f g h i j k**"]),
        ),
        (
            "headings",
            {"min": 1},
            "**A**\n\nx",
            (U, "0 to 1 heading, depending on what counts.", "0 to 1 heading",
             'may count: "**A**"', ["**A**"]),
        ),
        ("headings", {"min": 1}, "x\n\n# A", (Y, "", "1 heading", '"A"', ["A"])),
        ("headings", {"min": 2}, "# A\n\n# B", (Y, "", "2 headings", '"A", "B"', ["A", "B"])),
        ("headings", {"min": 1}, "## A\n\nx", (Y, "", "1 heading", '"A"', ["A"])),
        (
            "headings",
            {"min": 1},
            LIKE,
            (U, "0 to 4 headings, depending on what counts.", "0 to 4 headings",
             'may count: "INTRODUCTION", "Plan of it:", "abc", "ab"',
             ["INTRODUCTION", "Plan of it:", "abc", "ab"]),
        ),
        ("headings", {"exactly": 2, "level": 2}, "# A\n## B\n### C\n## D",
         (Y, "", "2 headings", '"B", "D"', ["B", "D"])),
        ("headings", {"min": 1, "level": 1}, "INTRO\n\n## x", (N, "", "0 headings", [])),
        (
            "highlighted",
            {"min": 1},
            "*a* **b** ***c*** _d_ __e__ <b>f</b> ==g== un*h*x `*i*` * j *",
            (Y, "", "5 to 8 highlighted spans", '"*a*", "**b**", "***c***", "_d_", "__e__"',
             'may count: "<b>f</b>", "==g==", "*h*"',
             ["*a*", "**b**", "***c***", "_d_", "__e__", "<b>f</b>", "==g==", "*h*"]),
        ),
        *[("highlighted", {"min": 1}, f"<{tag}>f</{tag}> a_b_c",
           (U, "0 to 1 highlighted span, depending on what counts.", "0 to 1 highlighted span",
            f'may count: "<{tag}>f</{tag}>"', [f"<{tag}>f</{tag}>"]))
          for tag in ("b", "strong", "i", "em", "mark", "u")],
        ("highlighted", {"exactly": 4, "style": "bold"}, "*a* **b** ***c*** _d_ __e__ ___f___",
         (Y, "", "4 highlighted spans", '"**b**", "***c***", "__e__", "___f___"',
          ["**b**", "***c***", "__e__", "___f___"])),
        ("highlighted", {"exactly": 3, "style": "italic"}, "*a* **b** ***c*** _d_ __e__",
         (Y, "", "3 highlighted spans", '"*a*", "***c***", "_d_"', ["*a*", "***c***", "_d_"])),
        ("language", {"language": "German"}, ZUG, (Y, "", GERMAN, [])),
        ("language", {"language": "Swiss German"}, ZUG, (U, VARIETY, GERMAN, [])),
        ("language", {"language": "de-CH"}, ZUG, (U, VARIETY, GERMAN, [])),
        ("language", {"language": "de_AT"}, ZUG, (U, VARIETY, GERMAN, [])),
        ("language", {"language": "French"}, ZUG, (N, "", GERMAN, [ZUG])),
        ("language", {"language": "Klingon"}, "x", (U, "Klingon is not known here.", [])),
        ("language", {"language": "English"}, "42",
         (U, "which language it is in is not sure.", "no language: no letters", [])),
        (
            "language",
            {"language": "German"},
            f"{TRAIN}\n\n{ZUG[:43]}.",
            (U, "a part of it is in German.",
             "English: 10 of 25 words are frequent ones of English, 0 have its letters", []),
        ),
        ("letter_case", {"case": "upper"}, "ALL of it",
         (N, "", '2 of 3 words are not: "of", "it"', ["of", "it"])),
        ("letter_case", {"case": "upper"}, "ALL OF IT", (Y, "", "all 3 words are", [])),
        ("letter_case", {"case": "lower"}, "all Of It's",
         (N, "", '2 of 3 words are not: "Of", "It\'s"', ["Of", "It's"])),
        ("letter_case", {"case": "lower"}, "你好",
         (U, "there are no letters that are capital or small.", "no such letters", [])),
        ("letter_case", {"case": "title"}, "The cat With a iPhone of",
         (N, "", '1 of 6 words are not: "cat"', ["cat"])),
        ("letter_case", {"case": "title"}, "THE RAIN",
         (U, 'whether "THE", "RAIN" may be so is a matter of taste.', ["THE", "RAIN"])),
        ("letter_case", {"case": "title"}, "RAIN", (Y, "", "all 1 words are", [])),
        ("letter_case", {"case": "title"}, "the Rain",
         (N, "", '1 of 2 words are not: "the"', ["the"])),
        *[("letter_case", {"case": "title"}, f"Where {one} Rome",
           (Y, "", "all 3 words are", []))
          for one in SMALL.split()],
        *[("letter_case", {"case": "title"}, f"Where {one} Rome",
           (U, f'whether "{one}" may be so is a matter of taste.', [one]))
          for one in SOME.split()],
        ("letter_case", {"case": "title"}, "with Rome",
         (U, 'whether "with" may be so is a matter of taste.', ["with"])),
        ("letter_case", {"case": "title"}, "Where To Look up",
         (U, 'whether "up" may be so is a matter of taste.', ["up"])),
        ("letter_case", {"case": "title"}, "My iPhone Now",
         (U, 'whether "iPhone" may be so is a matter of taste.', ["iPhone"])),
        ("letter_case", {"case": "sentence"}, "We saw Rome. It rained.",
         (U, 'whether "Rome" may be so is a matter of taste.', ["Rome"])),
        ("letter_case", {"case": "sentence"}, "we saw it. It rained.",
         (N, "", '1 of 5 words are not: "we"', ["we"])),
        ("letter_case", {"case": "sentence"}, "We Saw The Rain Fall",
         (N, "", '4 of 5 words are not: "Saw", "The", "Rain", "Fall"',
          ["Saw", "The", "Rain", "Fall"])),
        ("letter_case", {"case": "sentence"}, "We saw NASA and ABCDEF I am A b",
         (U, 'whether "ABCDEF" may be so is a matter of taste.', ["ABCDEF"])),
        # Four of five long words with a capital are title case, three of four are names.
        ("letter_case", {"case": "sentence"}, "We Saw Old Red Tin cars with the pump",
         (U, 'whether "Saw", "Old", "Red", "Tin" may be so is a matter of taste.',
          ["Saw", "Old", "Red", "Tin"])),
        ("letter_case", {"case": "sentence"}, "We Saw Old Red Tin cars with the",
         (N, "", '4 of 8 words are not: "Saw", "Old", "Red", "Tin"',
          ["Saw", "Old", "Red", "Tin"])),
        ("letter_case", {"case": "sentence"}, "We Saw",
         (U, 'whether "Saw" may be so is a matter of taste.', ["Saw"])),
        (
            "links",
            {"max": 8},
            '[a](b) ![c](d) https://e.f www.g.h i.com j@k.lm [n](o "p") <http://q> a.b x@y.com',
            (U, "5 to 9 links, depending on what counts.", "5 to 9 links",
             '"[a](b)", "https://e.f", "www.g.h", "[n](o "p")", "http://q"',
             'may count: "![c](d)", "i.com", "j@k.lm", "x@y.com"',
             ["[a](b)", "https://e.f", "www.g.h", '[n](o "p")', "http://q", "![c](d)", "i.com",
              "j@k.lm", "x@y.com"]),
        ),
        *[("links", {"min": 1}, f"See ann.{end} now.",
           (U, "0 to 1 link, depending on what counts.", "0 to 1 link",
            f'may count: "ann.{end}"', [f"ann.{end}"]))
          for end in ("com", "org", "net", "edu", "gov", "io", "info", "uk", "de", "eu")],
    ],
)  # fmt: skip
def test_a_verdict_on_form_shows_its_working(id, given, text, wanted):
    """What was found, where it stands, and why it is open."""
    assert said(id, given, text) == wanted


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        ("ends_with", {"phrase": "Best, Ann"}, "Bye.\n\nBest,\nAnn.", Y),
        ("ends_with", {"phrase": ["a b", "c d"]}, "x y C D", Y),
        ("ends_with", {"phrase": ["a B", "c D"]}, "x y C D", "c D"),
        ("ends_with", {"phrase": "The End", "case": True}, "The end!", N),
        ("ends_with", {"phrase": "The End", "case": True}, "The End!", Y),
        ("ends_with", {"phrase": "me"}, "home", N),
        ("ends_with", {"phrase": "me", "part_of_word": True}, "home", Y),
        ("ends_with", {"phrase": "me", "part_of_word": True}, "home.*", Y),
        ("ends_with", {"phrase": "?me"}, "home", N),
        ("ends_with", {"phrase": "me"}, "go-me", Y),
        ("ends_with", {"phrase": "go home"}, "home", N),
        ("ends_with", {"phrase": "go home!"}, "go, home!!", "go home!"),
        ("ends_with", {"phrase": "x"}, "y " * 40 + "y", N),
        ("starts_with", {"phrase": "Dear"}, "Dearest", N),
        ("starts_with", {"phrase": "Dear", "part_of_word": True}, "Dearest", Y),
        ("starts_with", {"phrase": "dear", "part_of_word": True}, "*Dearest", Y),
        ("starts_with", {"phrase": "It is", "part_of_word": True}, "**It** isn", Y),
        ("starts_with", {"phrase": "xIt", "part_of_word": True}, "It", N),
        ("starts_with", {"phrase": "Once upon"}, '"Once, upon a', "Once upon"),
        ("starts_with", {"phrase": "Once Upon"}, "once upon a", "Once Upon"),
        ("starts_with", {"phrase": "once upon"}, "Once upon a", Y),
        ("starts_with", {"phrase": "It’s — „so“"}, "# it's - \"so", Y),
        ("starts_with", {"phrase": "*"}, "a", N),
        ("starts_with", {"phrase": "—"}, "—x", Y),
        ("starts_with", {"phrase": "a b c"}, "a b", N),
        ("starts_with", {"phrase": "x"}, "y " * 40 + "y", N),
    ],
)
def test_a_phrase_stands_at_an_end(id, given, text, wanted):
    """As a whole word, with marks passed over; the name of a phrase means that marks differ."""
    end = id == "ends_with"
    text_ = " ".join(text.split())
    shown = ("…" * (len(text) > 60) + text_[-60:].strip()) if end else text_[:60].strip()
    reason = f'only letter case or marks differ from "{wanted}".' if isinstance(wanted, str) else ""
    verdict = None if reason else wanted
    working = f'it {"ends" if end else "begins"} "{shown}"'
    assert said(id, given, text) == (verdict, reason, working, [])


@pytest.mark.parametrize("word", CLOSING.split())
def test_a_name_may_stand_behind_a_closing(word):
    """One line or two; behind other phrases, or with more lines, it does not end so."""
    phrase = f"{word.capitalize()} all"
    given = {"phrase": phrase}
    open_ = "a name stands behind it, as in a letter."
    for behind, wanted in (("Ann", U), ("Ann Hale\nBoss", U), ("Ann\nBoss\nX", N)):
        text = f"x\n\n{phrase},\n{behind}"
        verdict, reason, *_ = said("ends_with", given, text)
        assert (verdict, reason) == (wanted, open_ if wanted is U else "")
    assert said("ends_with", {"phrase": f"x{word}"}, f"a\nx{word},\nAnn")[0] is N


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        *[
            (one, U)
            for one in ("Ref: 5", "Reference 5", "Re: 5", "**Date:** 5", "To: Ann", "From: a")
        ],
        *[
            (one, U)
            for one in ("Account 5", "# Rain", "Subject: x", "date 5 May", f"To {'x' * 79}")
        ],
        *[(one, N) for one in ("Hello", "Rain", "Towards x", "Daten: 5", f"To {'x' * 80}")],
    ],
)
def test_a_text_may_begin_below_its_head(head, wanted):
    """A title, a subject or a reference; nothing else."""
    verdict, reason, *_ = said("starts_with", {"phrase": "Dear Ann"}, f"{head}\n\nDear Ann,")
    assert (verdict, reason) == (wanted, BELOW if wanted is U else "")
    assert said("starts_with", {"phrase": "Dear Bob"}, f"{head}\n\nDear Ann,")[0] is N


@pytest.mark.parametrize(
    ("marks", "wanted"),
    [
        *[(one, '" "') for one in ("quotes", "quotation marks", "double quotes", '""', '"')],
        *[(one, "( )") for one in ("parentheses", "round brackets", "()", "(")],
        *[(one, "[ ]") for one in ("brackets", "square brackets", "[]", "[")],
        *[(one, "{ }") for one in ("curly braces", "braces", "curly brackets", "{}")],
        *[(one, "< >") for one in ("angle brackets", "angular brackets", "<>", "<")],
        *[
            (one, "<< >>")
            for one in ("double angle brackets", "double angular brackets", "<<>>", "<<")
        ],
        *[(one, "* *") for one in ("asterisks", "stars", "*", "* *")],
        *[(one, "` `") for one in ("backticks", "`")],
        *[(one, "' '") for one in ("single quotes", "''", "'", " Single Quotes ")],
        *[("double quotation marks", '" "'), ("guillemets", "« »"), ("bold", "** **")],
        *[("triple backticks", "``` ```"), ("** **", "** **"), ("<a>...</a>", "<a> </a>")],
        *[("<a>…</a>", "<a> </a>"), ("**", "** **"), ("“", "“ ”"), ("“”", "“ ”"), ("‘", "‘ ’")],
        *[("«", "« »"), ("[[]]", "[[ ]]"), ("----", "---- ----"), ("***", "*** ***")],
        *[("{[", "{[ ]}"), ("<b> </b>", "<b> </b>"), ("ab", "ab ba")],
    ],
)
def test_marks_are_named_or_given(marks, wanted):
    """The opening one and the closing one."""
    assert pair(marks) == tuple(wanted.split())


# Data.

PARSE = "nested too deeply to be parsed."
NO_CODE = "there is no block of code, and the text as a whole is no code."
LATER = "the code may be of another version of Python: {}."
SYNTAX = "invalid syntax (<unknown>, line 1)"
PROSE = "it may be prose that happens to be {}."
HEADER = "whether it is a CSV with a header is open."
BESIDE_IT = "something else stands besides it"
KEYS = "the keys differ in case or stand deeper."


def fenced(name, *blocks):
    """Blocks of one language."""
    return "\n".join(f"{FENCE}{name}\n{block}\n{FENCE}" for block in blocks)


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        ("code_parses", {"language": "python"}, fenced("python", "x = 1\n\ny = 2"),
         (Y, "", "3 lines of Python", ["x = 1\n\ny = 2"])),
        *[("code_parses", {"language": name}, fenced(label, "x ="),
           (N, "", f"no Python: {SYNTAX}", ["x ="]))
          for name, label in (("Python3", "py"), ("py", "python3"), ("python", "python x"),
                              ("", "py"), ("python", ""))],
        ("code_parses", {}, fenced("", "x ="), (U, "the language of the code is not known.", [])),
        # Blocks of another language are none of Python, wherever they stand.
        ("code_parses", {}, fenced("js", "let x;"), (U, NO_CODE, [])),
        ("code_parses", {"language": "python"}, "So:\n\n" + fenced("js", "let x;"),
         (U, NO_CODE, [])),
        ("code_parses", {}, fenced("js", "let x;") + "\n" + fenced("", "let x;"),
         (U, "the language of the code is not known.", [])),
        ("code_parses", {}, "Hello", (U, "there is no block of code.", [])),
        ("code_parses", {}, "Hello there.", (U, NO_CODE, [])),
        ("code_parses", {"language": "python"}, fenced("python", "# only"),
         (N, "", "0 lines of Python", ["# only"])),
        ("code_parses", {"language": "go"}, "x",
         (U, "whether code in go parses is not known here.", [])),
        ("code_parses", {"language": "python"}, fenced("python", "-" * 30_000 + "1"),
         (U, f"the code is {PARSE}", [])),
        ("code_parses", {"language": "json"}, fenced("json", "[1]"), (Y, "", "JSON", ["[1]"])),
        ("code_parses", {"language": "JSON"}, fenced("json", "[1"),
         (N, "", "no JSON: Expecting ',' delimiter: line 1 column 3 (char 2)", ["[1"])),
        ("code_parses", {"language": "json"}, "[" * 9000, (U, f"it is {PARSE}", [])),
        *[("code_parses", {"language": "python"}, fenced("python", one),
           (U, LATER.format(SYNTAX), []))
          for one in ("%time x y", "!pip x y", "... x y", ">>> x y", "type X = int y", "t'a' b",
                      "except A, B: x", 't"a" b', "class A[T]: x y")],
        ("code_parses", {"language": "python"}, fenced("python", "def f[T](): x y"),
         (U, LATER.format("expected '(' (<unknown>, line 1)"), [])),
        *[("code_parses", {"language": "python"}, fenced("python", one),
           (N, "", f"no Python: {SYNTAX}", [one]))
          for one in ("x y", 'text "a" b', "typed X = int y", "x %time y", "def")],
        *[("code_parses", {"language": "python"}, one, (Y, "", "1 lines of Python", [one]))
          for one in ("def f(): pass", "class A: pass", "import a", "from a import b", "x = 1",
                      "for a in b: c", "while a: b", "if a: b", "with a: pass", "return", "{}",
                      "x[0]", "print(1)")],
        *[("code_parses", {"language": "python"}, one, (U, "there is no block of code.", []))
          for one in ("a and b", "# x", "a.b", "")],
        # JSON.
        ("json_valid", {}, '[1, {"a": 2}]',
         (Y, "", "a JSON array of 2 entries", ['[1, {"a": 2}]'])),
        *[("json_valid", {}, one,
           (U, "whether a bare value is meant by JSON is open.", "a JSON value of 1 entries", []))
          for one in ("3", '"a"', "null")],
        ("json_valid", {"kind": "object"}, "[1]", (N, "", "a JSON array of 1 entries", ["[1]"])),
        ("json_valid", {"kind": "array"}, "[1]", (Y, "", "a JSON array of 1 entries", ["[1]"])),
        ("json_valid", {"keys": "a"}, "[]",
         (N, "", "a JSON array of 0 entries", "it has no keys", ["[]"])),
        ("json_valid", {"keys": "a"}, '[1, {"a": 1}]',
         (N, "", "a JSON array of 2 entries", "it has no keys", ['[1, {"a": 1}]'])),
        ("json_valid", {"keys": ["a", "b", "c"]}, '{"a": 1}',
         (N, "", "a JSON object of 1 entries", "keys a; without b, c", ['{"a": 1}'])),
        ("json_valid", {"keys": "a"}, '{"a": 1, "b": 2}',
         (Y, "", "a JSON object of 2 entries", "keys a, b", ['{"a": 1, "b": 2}'])),
        ("json_valid", {"keys": "a"}, '[{"a": 1}, {"A": 1}]',
         (U, KEYS, "a JSON array of 2 entries", "keys A; without a", [])),
        ("json_valid", {"keys": ["a", "b"]}, '{"A": 1}',
         (N, "", "a JSON object of 1 entries", "keys A; without a, b", ['{"A": 1}'])),
        ("json_valid", {"keys": "a"}, '{"x": [{"y": {"a": 1}}]}',
         (U, KEYS, "a JSON object of 1 entries", "keys x; without a", [])),
        ("json_valid", {"keys": "a", "other_keys": False}, '{"b": 1, "a": 2, "c": 3}',
         (N, "", "a JSON object of 3 entries", "keys b, a, c; besides b, c",
          ['{"b": 1, "a": 2, "c": 3}'])),
        ("json_valid", {"keys": "a"}, "{}",
         (N, "", "a JSON object of 0 entries", "no keys; without a", ["{}"])),
        ("json_valid", {}, 'Here [1] and {"a": 1} so',
         (Y, "", "a JSON object of 1 entries", ['Here [1] and {"a": 1} so'])),
        ("json_valid", {}, 'Here [{"a": 1}] so',
         (Y, "", "a JSON array of 1 entries", ['Here [{"a": 1}] so'])),
        ("json_valid", {}, "Here [1] so",
         (N, "", "no JSON: Expecting value: line 1 column 1 (char 0)", ["Here [1] so"])),
        ("json_valid", {"only": True}, 'Here {"a": 1}', (N, "", BESIDE_IT, ['Here {"a": 1}'])),
        ("json_valid", {}, '{"a": 1} so',
         (N, "", "no JSON: Extra data: line 1 column 10 (char 9)", ['{"a": 1} so'])),
        *[("json_valid", {}, f"[{one}]", (N, "", f"no JSON: {one} is no JSON", [f"[{one}]"]))
          for one in ("Infinity", "-Infinity", "NaN")],
        ("json_valid", {}, f"[{'1' * 5000}]",
         (Y, "", "a JSON array of 1 entries", [f"[{'1' * 5000}]"])),
        ("json_valid", {}, fenced("json", '{"a":1}', "[", "[2]"),
         (U, "2 of 3 blocks keep to it.", "a JSON object of 1 entries",
          "no JSON: Expecting value: line 1 column 2 (char 1)", "a JSON array of 1 entries", [])),
        *[("json_valid", {}, f"{FENCE}\n3\n{FENCE}\n{fenced(name, '[1]')}",
           (Y, "", "a JSON array of 1 entries", ["[1]"]))
          for name in ("json", "json5", "jsonc", "json x")],
        ("json_valid", {"only": True}, fenced("", "[1]"),
         (U, "it stands in a fence, and whether one is welcome was not said (`fence`).",
          "a JSON array of 1 entries", ["[1]"])),
        ("json_valid", {"only": True, "fence": True}, fenced("", "[1]"),
         (Y, "", "a JSON array of 1 entries", ["[1]"])),
        ("json_valid", {"only": True, "fence": False}, fenced("", "[1]"),
         (N, "", "a JSON array of 1 entries", "it stands in a fence", ["[1]"])),
        ("json_valid", {"fence": False}, fenced("", "[1]"),
         (Y, "", "a JSON array of 1 entries", ["[1]"])),
        *[("json_valid", {"only": True, "fence": True}, one,
           (N, "", "a JSON array of 1 entries", BESIDE_IT, ["[1]"]))
          for one in (f"x\n{fenced('', '[1]')}", f"{fenced('', '[1]')}\n{fenced('py', '2')}")],
        ("json_valid", {"only": True}, "x\n" + fenced("", "3"),
         (N, "", "a JSON value of 1 entries", BESIDE_IT, [])),
        ("json_valid", {"only": True, "fence": False}, " [1]\n",
         (Y, "", "a JSON array of 1 entries", ["[1]"])),
        ("json_valid", {}, f"[1,{' ' * 199_996}2]",
         (U, "it is longer than 200,000 characters, so it was not parsed.", [])),
        ("json_valid", {}, f"[1,{' ' * 199_995}2]",
         (Y, "", "a JSON array of 2 entries", [f"[1,{' ' * 199_995}2]"])),
        ("json_valid", {}, "[" * 9000, (U, f"it is {PARSE}", [])),
        ("json_schema", {"fits": {"type": "array"}}, '{"a":1}',
         (N, "", "$: {'a': 1} is not of type 'array'", ['{"a":1}'])),
        ("json_schema", {"fits": {"type": "array"}}, "[1]", (Y, "", "it fits the schema", ["[1]"])),
        ("json_schema", {"fits": {"type": "array"}}, "[1",
         (N, "", "no JSON: Expecting ',' delimiter: line 1 column 3 (char 2)", ["[1"])),
        ("json_schema", {"fits": {"type": "array"}}, "[" * 9000, (U, f"it is {PARSE}", [])),
        ("json_schema", {"fits": {"patternProperties": {"a": {}}}}, "{}",
         (U, "its schema has patternProperties, which is not read here.", [])),
        ("json_schema", {"fits": {"items": {"pattern": "^a"}}}, '["ab","ba",3]',
         (N, "", "$[1]: 'ba' does not match '^a'", ['["ab","ba",3]'])),
        ("json_schema", {"fits": {"items": {"pattern": "^a"}}}, json.dumps(["b" * 70]),
         (N, "", f"$[0]: '{'b' * 60}' does not match '^a'", [json.dumps(["b" * 70])])),
        ("json_schema", {"fits": {"uniqueItems": True}}, '[1,{"a":1,"b":2},{"b":2,"a":1}]',
         (N, "", "$: it holds an entry twice", ['[1,{"a":1,"b":2},{"b":2,"a":1}]'])),
        *[("json_schema", {"fits": {"uniqueItems": unique}}, one,
           (Y, "", "it fits the schema", [one]))
          for unique, one in ((False, "[1,2,1]"), (True, "[1,2,3]"), (True, '{"a":1}'))],
        ("json_schema", {"fits": {"$ref": "#"}}, "1",
         (U, "it is nested too deeply to be compared.", [])),
        # YAML.
        ("yaml_valid", {}, "a: 1\nb: 2", (Y, "", "2 entries", ["a: 1\nb: 2"])),
        ("yaml_valid", {}, "- a\n- b\n- c", (Y, "", "3 entries", ["- a\n- b\n- c"])),
        *[("yaml_valid", {}, one, (N, "", "text, but no mapping and no sequence", [one]))
          for one in ("a", "", "a: 1\n---\nb")],
        ("yaml_valid", {}, "a: 1\n---\n- b", (Y, "", "1 entries", ["a: 1\n---\n- b"])),
        ("yaml_valid", {"keys": ["a", "c"]}, "a: 1\nb: 2",
         (N, "", "keys a, b; without c", ["a: 1\nb: 2"])),
        ("yaml_valid", {"keys": ["a"]}, "a: 1\nb: 2", (Y, "", "keys a, b", ["a: 1\nb: 2"])),
        ("yaml_valid", {"keys": ["A"]}, "a: 1\nb: 2",
         (U, "the keys differ in case.", "keys a, b; without A", [])),
        ("yaml_valid", {"keys": "a", "other_keys": False}, "a: 1\nb: 2",
         (N, "", "keys a, b; besides b", ["a: 1\nb: 2"])),
        ("yaml_valid", {"keys": ["a"]}, "- a", (N, "", "no keys; without a", ["- a"])),
        ("yaml_valid", {}, "Note: " + "w " * 13 + "w",
         (Y, "", "1 entries", ["Note: " + "w " * 13 + "w"])),
        ("yaml_valid", {}, "a: 1\nNote: " + "w " * 15, (U, PROSE.format("YAML"), "2 entries", [])),
        ("yaml_valid", {}, "So:\n\n" + fenced("yml", "Note: " + "w " * 14 + "w"),
         (Y, "", "1 entries", ["Note: " + "w " * 14 + "w"])),
        # CSV.
        ("csv_valid", {}, "a,b\n\n1,2\n3,4",
         (Y, "", "3 rows of 2 fields", "keys a, b", ["a,b\n\n1,2\n3,4"])),
        ("csv_valid", {}, "a,b\n1,2,3", (N, "", "2 rows of 2 or 3 fields", ["a,b\n1,2,3"])),
        *[("csv_valid", {}, one,
           (U, "a line at its top or bottom may be text beside the CSV.",
            "3 rows of 1 or 2 fields", []))
          for one in ("So\na,b\n1,2", "a,b\n1,2\nBye")],
        ("csv_valid", {}, "So\na,b\nx\n1,2\nBye",
         (N, "", "5 rows of 1 or 2 fields", ["So\na,b\nx\n1,2\nBye"])),
        ("csv_valid", {}, "a,b\n1,2,3\n1,2,3,4,\n1\n,,,,,", (N, "",
         "5 rows of 1 or 2 or 3 or 5 or 6 fields", ["a,b\n1,2,3\n1,2,3,4,\n1\n,,,,,"])),
        ("csv_valid", {}, "", (N, "", "0 rows of no fields", [""])),
        ("csv_valid", {}, "a\nb", (N, "", "2 rows of 1 fields", ["a\nb"])),
        ("csv_valid", {}, 'a,b\n"x,2', (N, "", "no CSV: unexpected end of data", ['a,b\n"x,2'])),
        ("csv_valid", {"columns": ["b", "c"]}, "a , b\n1,2",
         (N, "", "2 rows of 2 fields", "keys a, b; without c", ["a , b\n1,2"])),
        ("csv_valid", {"columns": ["b", "a"]}, "a , b\n1,2",
         (Y, "", "2 rows of 2 fields", "keys a, b", ["a , b\n1,2"])),
        ("csv_valid", {"columns": ["A", "b"]}, "a,b\n1,2",
         (U, HEADER, "2 rows of 2 fields", "keys a, b; without A", [])),
        ("csv_valid", {"columns": "a"}, "a,b\n1,2",
         (N, "", "2 rows of 2 fields", "keys a, b; besides b", ["a,b\n1,2"])),
        ("csv_valid", {"rows": 1}, "a,b\n1,2",
         (Y, "", "2 rows of 2 fields", "keys a, b", ["a,b\n1,2"])),
        ("csv_valid", {"rows": 2}, "a,b\n1,2",
         (U, HEADER, "2 rows of 2 fields", "keys a, b", [])),
        *[("csv_valid", given, "a,b\n1,2",
           (N, "", "2 rows of 2 fields", "keys a, b", ["a,b\n1,2"]))
          for given in ({"rows": 3}, {"rows": 2, "columns": ["a", "b"]}, {"rows": 0})],
        ("csv_valid", {}, "a b c d e f g h,b\n1,2",
         (Y, "", "2 rows of 2 fields", "keys a b c d e f g h, b", ["a b c d e f g h,b\n1,2"])),
        ("csv_valid", {}, "a b c d e f g h i,b\n1,2",
         (U, PROSE.format("CSV"), "2 rows of 2 fields", [])),
        ("csv_valid", {}, "a,b", (U, HEADER, "1 rows of 2 fields", "keys a, b", [])),
        ("csv_valid", {"delimiter": "\t"}, "So:\n\n" + fenced("tsv", "a\tb\n1\t2"),
         (Y, "", "2 rows of 2 fields", "keys a, b", ["a\tb\n1\t2"])),
        # XML.
        ("xml_valid", {}, "<a><b/><c/></a>", (Y, "", "<a> with 2 elements", ["<a><b/><c/></a>"])),
        ("xml_valid", {}, "So: <a/> so", (Y, "", "<a> with 0 elements", ["So: <a/> so"])),
        ("xml_valid", {}, "So: a/> <",
         (N, "", "no XML: syntax error: line 1, column 0", ["So: a/> <"])),
        ("xml_valid", {"only": True}, "x <a/>",
         (N, "", "no XML: syntax error: line 1, column 0", ["x <a/>"])),
        ("xml_valid", {"root": "<b>"}, "<a/>", (N, "", "<a> with 0 elements", [])),
        ("xml_valid", {"root": "<a />"}, "<a/>", (Y, "", "<a> with 0 elements", ["<a/>"])),
        ("xml_valid", {"elements": ["b", "<c/>", "d"]}, "<a><c/></a>",
         (N, "", "<a> with 1 elements", "without b", "without d", [])),
        ("xml_valid", {"elements": ["a", "c"]}, "<a><c/></a>",
         (Y, "", "<a> with 1 elements", ["<a><c/></a>"])),
        *[("xml_valid", {"only": True, "fence": True}, fenced(name, "<a/>"),
           (Y, "", "<a> with 0 elements", ["<a/>"])) for name in ("xml", "html", "svg", "")],
        ("xml_valid", {}, '<!DOCTYPE a [<!ENTITY e "x">]><a/>',
         (U, "it declares entities, which are not expanded.", [])),
    ],
)  # fmt: skip
def test_a_verdict_on_data_shows_its_working(id, given, text, wanted):
    """What was parsed, what is wrong with it, and why it is open."""
    assert said(id, given, text) == wanted


TWO = COLUMNS + "| 1 | 2 |"
THREE = f"{TWO}\n| x | 3 |"
NOT_LAST = "a P.S. is there, but not as the last paragraph."
CLOSES = "what it is wrapped in stands within it as well."
MARKS = ["#", "*", "+", ">", "```", "```", "[a](b)", "![c](d)", "`x`", "~~s~~", "**b**", "_i_"]
DAYS = ["Day 1: a", "**Day two**", "Day: x", "Day", "## Day IV - x", "Day A x", "Day B", "Day* x"]
DAYS += ["> Day # x", "Day . x", "Day –", "Day 123"]


def counts(id, given, text, satisfied, noun, sure, unsure=()):
    """The case of a count with what surely counts, and what may."""
    low, high = len(sure), len(sure) + len(unsure)
    counted = f"{low} to {high} {noun}" if unsure else f"{low} {noun}"
    working = [counted]
    short = [" ".join(one.split()) for one in (*sure, *unsure)]
    if 0 < low <= 12:
        working.append(", ".join(f'"{one}"' for one in short[:low]))
    if unsure:
        working.append("may count: " + ", ".join(f'"{one}"' for one in short[low:]))
    reason = f"{counted}, depending on what counts." if satisfied is U else ""
    return id, given, text, (satisfied, reason, *working, [*sure, *unsure])


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        counts("markdown", {"max": 0},
               "# H\n* a\n+ b\n> q\n```\nc\n```\n[a](b) ![c](d) `x` ~~s~~ **b** _i_",
               N, "marks of Markdown", MARKS),
        counts("markdown", {"max": 1}, "- a\n1. b\n2) c\n---\n* * *\n• d\na**b\n_ _ _", U,
               "marks of Markdown", ["*"], ["-", "1.", "2)", "---", "* * *", "•", "**", "_ _ _"]),
        counts("markdown", {"exactly": 1}, "a | b\n:--- | ---:\nx", Y, "mark of Markdown",
               [":--- | ---:"]),
        counts("markdown", {"exactly": 0}, "3 * 4 #x >y ``z`` - a", Y, "marks of Markdown", []),
        counts("markdown", {"max": 0}, "~~~\nq", N, "mark of Markdown", ["~~~"]),
        counts("numbered_items", {"exactly": 2}, "1. a\n   1. b\n2. c\n- d", U, "numbered items",
               ["a\n   1. b", "c"], ["b"]),
        counts("numbered_items", {"exactly": 2}, "- a\n  1. b\n- c\n  1. d", Y, "numbered items",
               ["b", "d"]),
        *[counts("numbered_items", {"exactly": 0}, f"{one}\n\nx", U, "numbered item", [], [one])
          for one in ("### 1. Ask", "**Step 2: Wait**", "Step 3) x", "tip 1. a", "Idea 2 – x",
                      "Option 1: x", "Question 1. x", "Day 1: x", "No. 1: x", "no 1: x",
                      "Number 5. x", "# #12. x", "  Tip 3 - x", "123 — x")],
        *[counts("numbered_items", {"exactly": 0}, one, Y, "numbered items", [])
          for one in ("1234: x", "Steps 1: x", "Step 1 x", "Step one: x", "x 1: y", "No..1: x")],
        counts("list_items", {"exactly": 2}, "1. a\n2. b\n\nx\n\n- c", U, "items",
               ["a", "b"], ["c"]),
        counts("list_items", {"exactly": 2}, "### 1. A\n- b\n- c", U, "items", [],
               ["### 1. A", "b", "c"]),
        counts("list_items", {"exactly": 2}, "a\nb", U, "items", [], ["a", "b"]),
        counts("list_items", {"exactly": 2}, "a", N, "items", []),
        counts("list_items", {"max": 0}, "a\nb", Y, "items", []),
        counts("list_items", {"max": 0}, "1. a\n- b", N, "items", ["a", "b"]),
        counts("list_items", {"max": 0}, "### 1. A\n\nx", Y, "items", []),
        counts("list_items", {"max": 1}, "- a\n  - b\n- c", N, "items", ["a\n  - b", "c"], ["b"]),
        counts("paragraphs", {"exactly": 1}, "It is.\n\nso", U, "paragraphs", ["It is."], ["so"]),
        counts("paragraphs", {"exactly": 1}, "It is.", Y, "paragraph", ["It is."]),
        counts("lines", {"exactly": 1}, "a\n---", U, "lines", ["a"], ["---"]),
        counts("lines", {"exactly": 1}, "a", Y, "line", ["a"]),
        counts("sentences", {"exactly": 1}, "# A\n\nIt is.", U, "sentences", ["It is."], ["# A"]),
        counts("sentences", {"exactly": 1}, "It is.", Y, "sentence", ["It is."]),
        counts("sections", {"exactly": 1}, "## A\n\nx\n\n### B\n\ny", U, "sections",
               ["## A\n\nx\n\n### B\n\ny"], ["### B\n\ny"]),
        counts("sections", {"exactly": 1, "marker": "Day"}, "Day 1", Y, "section", ["Day 1"]),
        counts("sections", {"exactly": 12, "marker": "Day"},
               "\n".join([*DAYS, "day 3", "Day trip", "Days", "a Day", "Day 1234"]), U, "sections",
               DAYS, ["day 3", "Day trip", "Day 1234"]),
        *[counts("sections", {"exactly": 1, "marker": "Day"}, f"Day {one} x", Y, "section",
                 [f"Day {one} x"])
          for one in ("one", "Two", "three", "four", "FIVE", "six", "seven", "eight", "nine", "ten",
                      "XVIII", "I", "Z")],
        *[counts("sections", {"exactly": 1, "marker": "Day"}, f"Day {one} x", U, "section", [],
                 [f"Day {one} x"])
          for one in ("eleven", "ones", "z", "XVIIII", "AB")],
        counts("parts", {"exactly": 2}, "One.\n******\nTwo.", Y, "parts", ["One.\n", "\nTwo."]),
        counts("parts", {"exactly": 2}, "One.\n*****\nTwo.\n******\nThree", U, "parts",
               ["One.\n*****\nTwo.\n", "\nThree"], ["*****"]),
        counts("parts", {"exactly": 3, "separator": "ab"}, "x ab y ab z aab abb", Y, "parts",
               ["x ", " y ", " z aab abb"]),
        counts("parts", {"exactly": 1, "separator": "--"}, "x\n---\ny", Y, "part",
               ["x\n---\ny"]),
        counts("parts", {"exactly": 1, "separator": "---"}, "x\n  -----  \ny -- z\n--\n---- x", U,
               "parts", ["x\n  -----  \ny -- z\n--\n---- x"], ["  -----"]),
        counts("parts", {"exactly": 1, "separator": "|||"}, "x |||| y", Y, "part", ["x |||| y"]),
        counts("parts", {"exactly": 3}, "Same.\n******\nSame.", N, "parts",
               ["Same.\n", "\nSame."]),
        ("parts", {"exactly": 2}, "Same.\n******\n Same. ",
         (N, "", "2 parts", '"Same.", "Same."', "two parts are equal", ["Same.\n", "\n Same. "])),
        ("parts", {"exactly": 2}, "A\n******\n\n******\nB",
         (N, "", "2 parts", '"A", "B"', "a part is empty", ["A\n", "\nB"])),
        counts("parts", {"exactly": 2}, "******\nA\n******\nB\n******", Y, "parts",
               ["\nA\n", "\nB\n"]),
        counts("placeholders", {"exactly": 5},
               "[name] [Name] {date} <place> [x] [X] [1] [a](b) [a]: [^1] \\[a] {{b}} w[a]"
               " }[a] [laughs] [a b c d e] [a b c d e f]", U, "placeholders",
               ["[name]", "{date}", "<place>", "{{b}}", "[a b c d e]"],
               ["[Name]", "[laughs]", "[a b c d e f]"]),
        counts("placeholders", {"exactly": 1, "brackets": "square"}, "[name] {date} <place>", Y,
               "placeholder", ["[name]"]),
        counts("placeholders", {"exactly": 0},
               "<date>x</date> x{y} {y}^2 {y}{z} _{a} ^{a} ${a} \\{a} {1}", Y, "placeholders", []),
        *[counts("placeholders", {"exactly": 0}, f"<{tag}> x", Y, "placeholders", [])
          for tag in ("br", "hr", "p", "b", "i", "u", "em", "strong", "mark", "sub", "sup", "div",
                      "span", "img", "a", "li", "ul", "ol", "td", "tr", "TH")],
        *[counts("placeholders", {"max": 0}, f"[{one} x]", U, "placeholder", [], [f"[{one} x]"])
          for one in ("sic", "Note", "editor", "verse", "chorus", "bridge", "intro", "outro",
                      "refrain", "pause", "laughs", "applause", "end")],
        counts("placeholders", {"max": 0}, "[notes x]", N, "placeholder", ["[notes x]"]),
        counts("questions", {"exactly": 3}, 'Why? He asked "why?" and left. Really?! So??', U,
               "questions", ["Why?", "Really?!", "So??"], ["?"]),
        counts("questions", {"max": 0}, "```\na?\n```\n\nIs it?)", N, "question", ["Is it?)"]),
        counts("questions", {"exactly": 1}, "是吗？ هل؟ a?b !? x", U, "questions", ["是吗？"],
               ["؟", "!?"]),
        counts("quotations", {"exactly": 4},
               '"a" “b” „c“ «d» \'e f\' > g\n> h\nit\'s ‘i’ "_"', U, "quotations",
               ['"a"', "“b”", "„c“", "«d»"], ["'e f'", "> h", "‘i’"]),
        counts("quotations", {"max": 0}, '"a"', N, "quotation", ['"a"']),
        counts("regex", {"pattern": "a+", "exactly": 2}, "a baa", Y, "matches", ["a", "aa"]),
        counts("regex", {"pattern": "a+", "whole": True}, " aa\n", Y, "match", ["aa"]),
        counts("regex", {"pattern": "a", "whole": True}, "aa", N, "matches", []),
        counts("regex", {"pattern": "a"}, "b", N, "matches", []),
        counts("regex", {"pattern": "a", "max": 0}, "b" * 100_000, Y, "matches", []),
        ("regex", {"pattern": "a"}, "a" * 100_001,
         (U, "the text is longer than 100,000 characters, so it was not searched.", [])),
        counts("tables", {"exactly": 1}, TWO, Y, "table", ["a | b"]),
        counts("tables", {"exactly": 1}, f"{TWO}\n\nx\n\n{TWO}", N, "tables",
               ["a | b", "a | b"]),
        *[counts("tables", {"max": 0}, one, U, "table", [], [place])
          for one, place in (("<table><tr></tr></table>", "<table"), ("+--+--+\n| a |", "+--+--+"),
                             ("a\tb\nc\td\ne\tf", "a\tb\nc\td\ne\tf"))],
        *[counts("tables", {"max": 0}, one, Y, "tables", []) for one in ("a\tb", "<tables", "+-+")],
        counts("words", {"exactly": 3}, "1. a b\n2. c", U, "words", ["a", "b", "c"], ["1.", "2."]),
        counts("words", {"max": 3}, "a—b 猫 ไท", U, "words", ["a", "猫", "ไท"],
               ["b", "猫", "ไ", "ท"]),
        counts("words", {"exactly": 1}, "a — b", N, "words", ["a", "b"]),
        ("table_rows", {"exactly": 2}, THREE, (Y, "", "2 rows", ["1 | 2", "x | 3"])),
        *[("table_rows", {"exactly": 2}, f"{THREE}\n| {one} | 5 |",
           (U, "2 to 3 rows, depending on what counts.", "2 to 3 rows",
            ["1 | 2", "x | 3", f"{one} | 5"]))
          for one in ("Total", "Totals:", "Grand total", "subtotal", "sum", "Average", "**mean**")],
        *[("table_rows", {"exactly": 3}, f"{THREE}\n| {one} | 5 |",
           (Y, "", "3 rows", ["1 | 2", "x | 3", f"{one} | 5"]))
          for one in ("Totally", "summer", "x total", "means")],
        ("table_rows", {"exactly": 2}, f"{TWO}\n\nx\n\n{THREE}\n\nx\n\n{THREE}",
         (U, "2 of 3 tables keep to it.", "1 row", "2 rows", "2 rows", [])),
        ("table_rows", {"exactly": 1}, f"{TWO}\n\nx\n\n{TWO}", (Y, "", "1 row", ["1 | 2"])),
        ("table_rows", {"min": 1}, "a\tb\nc\td",
         (U, "what may be a table is no Markdown, so it was not read.", ["a\tb\nc\td"])),
        ("table_rows", {"min": 1}, "x", (N, "", "no table", [])),
        ("table_columns", {"exactly": 2}, TWO, (Y, "", "2 columns: a, b", ["a | b"])),
        ("table_columns", {}, "| a |\n|---|\n| 1 |", (Y, "", "1 column: a", ["a"])),
        ("table_columns", {"exactly": 1}, TWO.replace("a", " "),
         (U, "1 to 2 columns, depending on what counts.", "2 columns: , b", ["|   | b"])),
        ("table_columns", {"names": ["A", "c", "d"]}, TWO,
         (N, "", "2 columns: a, b; without c, d", ["a | b"])),
        ("table_columns", {"names": "A"}, TWO,
         (U, "the table has more columns than named.", "2 columns: a, b", ["a | b"])),
        ("table_columns", {"names": ["B", "A"]}, TWO, (Y, "", "2 columns: a, b", ["a | b"])),
        ("table_columns", {"names": ["price", "b"]}, TWO.replace("a", "Price (EUR)"),
         (U, "a column has more in its name.", "2 columns: Price (EUR), b; without price",
          ["Price (EUR) | b"])),
        ("table_columns", {"names": ["price", "x"]}, TWO.replace("a", "Price (EUR)"),
         (N, "", "2 columns: Price (EUR), b; without price, x", ["Price (EUR) | b"])),
        ("no_characters", {"characters": ","}, "a, b，c\nd,",
         (N, "", '3 on 2 lines: "a, b，c", "a, b，c", "d,"', [",", "，", ","])),
        *[("no_characters", {"characters": one}, f"a{sign}b",
           (N, "", f'1 on 1 lines: "a{sign}b"', [sign]))
          for one, signs in ((",", ",，"), ("!", "!！"), ("?", "?？"), (";", ";；"), (":", ":："),
                             ('"', '"“”„'), ("'", "'’‘ʼ"), ("—", "—―"), (".", "."), ("-", "-"))
          for sign in signs],
        *[("no_characters", {"characters": one}, f"a{sign}b",
           (U, f'whether these count is open: "a{sign}b".', [sign]))
          for one, signs in ((",", "、،"), ("!", "¡‼⁉"), ("?", "¿⁉"), ("—", "–⸺"), ("-", "‐‑‒–"),
                             (".", "。…"), ('"', "«»"), ("'", "`´′"))
          for sign in signs],
        *[("no_characters", {"characters": one}, "a(b)…“c” 5",
           (N, "", f"{len(signs)} on 1 lines: " + ", ".join(['"a(b)…“c” 5"'] * len(signs)),
            [*signs]))
          for one, signs in (("digits", "5"), ("punctuation", "()…“”"), ("quotation marks", "“”"),
                             ("parentheses", "()"))],
        ("no_characters", {"characters": "punctuation"}, "a 5",
         (Y, "", "none of punctuation", [])),
        ("no_characters", {"characters": "digits"}, "`1`",
         (U, 'whether these count is open: "`1`".', ["1"])),
        ("no_characters", {"characters": "—"}, "a -- b -–- --x",
         (U, 'whether these count is open: "a -- b -–- --x", "a -- b -–- --x", "a -- b -–- --x".',
          ["--", "–", "--"])),
        ("no_characters", {"characters": "—"}, "a-b ---", (Y, "", "none of —", [])),
        ("no_characters", {"characters": "-"}, "- a\n- b",
         (U, 'whether these count is open: "- a", "- b".', ["-", "-"])),
        ("no_characters", {"characters": "-"}, "- a-b", (N, "", '1 on 1 lines: "- a-b"', ["-"])),
        ("no_characters", {"characters": "!"}, "`!=`",
         (U, 'whether these count is open: "`!=`".', ["!"])),
        ("no_characters", {"characters": ","}, "a,\n" * 6,
         (N, "", "6 on 6 lines: " + ", ".join(['"a,"'] * 5), [","] * 6)),
        ("no_characters", {"characters": "!"}, "a¡\n" * 6,
         (U, "whether these count is open: " + ", ".join(['"a¡"'] * 5) + ".", ["¡"] * 6)),
        ("postscript", {}, "Bye.\n\nP.S. Bring it.",
         (Y, "", '"P.S." with 2 words behind it', ["P.S."])),
        ("postscript", {}, "Bye. P.S. Bring it.",
         (U, NOT_LAST, '"P.S." with 2 words behind it', ["P.S."])),
        ("postscript", {}, "P.S. a\n\nb.", (Y, "", '"P.S." with 2 words behind it', ["P.S."])),
        ("postscript", {}, "P.S. a\n\nb.\n\nc.",
         (U, NOT_LAST, '"P.S." with 3 words behind it', ["P.S."])),
        ("postscript", {}, "Bye, p.s. a. PS5 is. PSX.", (N, "", "no P.S.", [])),
        ("postscript", {}, "P.P.S. a",
         (U, "there is a P.P.S. but no P.S.", '"P.P.S." with 1 words behind it', ["P.P.S."])),
        ("postscript", {"marker": "P.P.S."}, "P.S. a\n\nP.P.S. b c",
         (Y, "", '"P.P.S." with 2 words behind it', ["P.P.S."])),
        ("postscript", {}, "P.S. a\n\nP.P.S. b c",
         (Y, "", '"P.P.S." with 2 words behind it', ["P.S.", "P.P.S."])),
        ("postscript", {"marker": "P.P.S."}, "P.S. a", (N, "", "no P.P.S.", [])),
        *[("postscript", {}, f"{mark} a", (Y, "", f'"{mark}" with 1 words behind it', [mark]))
          for mark in ("P. S.", "PS.", "P.S", "PS")],
        *[("postscript", {}, f"{mark}P.S.** a", (Y, "", '"P.S." with 2 words behind it', ["P.S."]))
          for mark in ("> **", "# **", "(**", "_**", "\t**")],
        *[("postscript", {}, f"PS{sign} a", (Y, "", f'"PS" with {n} words behind it', ["PS"]))
          for sign, n in ((":", 2), (",", 2), (" –", 2), (" —", 2), (" -", 2))],
        ("wrapped_in", {"marks": "[]"}, "[a] and [b]",
         (N, "", 'from "[a] and [b]" to "[a] and [b]"', "it is closed before the end", [])),
        ("wrapped_in", {"marks": "[]"}, "[a [b] c]",
         (Y, "", 'from "[a [b] c]" to "[a [b] c]"', [])),
        *[("wrapped_in", {"marks": "quotes"}, one, (U, CLOSES, f'from "{one}" to "{one}"', []))
          for one in ('"a" and "b"', '"a", b"', '"a". b"', '"a"; b"', '"a": b"',
                      '"a"! b"', '"a"? b"')],
        ("wrapped_in", {"marks": "quotes"}, '"a "b c"',
         (Y, "", 'from ""a "b c"" to ""a "b c""', [])),
        *[("wrapped_in", {"marks": "quotes"}, one, (Y, "", 'from ""a"" to ""a""', []))
          for one in ("“a”", "„a”", "«a»", '"a"')],
        ("wrapped_in", {"marks": "single quotes"}, "‘It’s’",
         (Y, "", "from \"'It's'\" to \"'It's'\"", [])),
        *[("wrapped_in", {"marks": "[]"}, one, (N, "", f'from "{one}" to "{one}"', []))
          for one in ("[]", "[a", "a]")],
        *[("wrapped_in", {"marks": sign}, f"{sign}a{sign} b{sign}",
           (U, CLOSES, f'from "{sign}a{sign} b{sign}" to "{sign}a{sign} b{sign}"', []))
          for sign in ("**", "__", "`", "~~", "*", "'")],
        ("wrapped_in", {"marks": "--"}, "--a-- b--",
         (Y, "", 'from "--a-- b--" to "--a-- b--"', [])),
        ("wrapped_in", {"marks": "[]"}, f" [{'x' * 30}\n{'y' * 18}]",
         (Y, "", f'from "[{"x" * 19}" to " {"y" * 18}]"', [])),
    ],
)  # fmt: skip
def test_counts_and_signs_show_their_working(id, given, text, wanted):
    """What surely counts and what may, each at its place."""
    assert said(id, given, text) == wanted


@pytest.mark.parametrize(
    ("prompt", "request_", "text", "wanted"),
    [
        ("Name a river.", "", "Name a\nriver. The Elbe.", (Y, "")),
        ("Name a river.", "Ask me.", "Ask me. The Elbe.", (N, "", 'not "Name a river."')),
        ("", "", "x", (U, "the request to be repeated is not known.")),
        ("", "Name a river.", "Name a river. The Elbe.", (Y, "")),
        ("", "Name a river.", '"Name a river!" The Elbe.',
         (U, "it repeats the request with small changes.")),
        ("", "Name a big river in Asia. Say why.", "Name a big river in Asia.",
         (U, "it repeats a part of the request.")),
        ("", "Name a big river. Say why.", "Name a big river.",
         (N, "", 'not "Name a big river. Say why."')),
        *[
            ("", f"Say why. {ask} Then answer it.", said_, (Y, ""))
            for ask in ("Repeat this.", "Restate it.", "Copy it.", "Say it word for word.",
                        "Say it word-for-word.", "Say it verbatim.")
            for said_ in (f"Say why. {ask} Then answer it.", "Say why. So.", "Then answer it. So.")
        ],
        ("", "Say why. Copyright it. Then go on with all.", "Say why.",
         (N, "", 'not "Say why. Copyright it. Then go on with all."')),
        ("x" * 70, "", "y" * 70, (N, "", f'not "{"x" * 60}"')),
        ("ab cd", "", "x " * 49 + "AB cd", (U, "it repeats the request with small changes.")),
        ("ab cd", "", "x " * 60 + "AB cd", (N, "", 'not "ab cd"')),
    ],
)  # fmt: skip
def test_the_request_is_repeated(prompt, request_, text, wanted):
    """As a whole, or what stands before or behind the demand; small changes are open."""
    satisfied, reason, *more = wanted
    begins = " ".join(text.split())[:60]
    working = ["no request"] if not prompt + request_ else [f'it begins "{begins}"', *more]
    assert said("repeats_prompt", {"prompt": prompt}, text, request_) == (
        *(satisfied, reason),
        *working,
        [],
    )


# Languages.

SCRIPTS = {
    "el": ("Greek", "Greek", "καλημέρα"), "he": ("Hebrew", "Hebrew", "שלום"),
    "hy": ("Armenian", "Armenian", "բարև"), "ka": ("Georgian", "Georgian", "გამარჯობა"),
    "bn": ("Bengali", "Bengali", "কলকাতা"), "pa": ("Punjabi", "Gurmukhi", "ਪੰਜਾਬ"),
    "gu": ("Gujarati", "Gujarati", "ગરમ"), "ta": ("Tamil", "Tamil", "தமிழ்"),
    "te": ("Telugu", "Telugu", "తలపు"), "kn": ("Kannada", "Kannada", "ಕನ್ನಡ"),
    "ml": ("Malayalam", "Malayalam", "മലയാളം"), "si": ("Sinhala", "Sinhala", "කනවා"),
    "th": ("Thai", "Thai", "ภาษาไทย"), "lo": ("Lao", "Lao", "ພາສາລາວ"),
    "my": ("Burmese", "Burmese", "ကမာ္ဘ"), "km": ("Khmer", "Khmer", "ភាសាខ្មែរ"),
    "am": ("Amharic", "Ethiopic", "ሰላም"), "ko": ("Korean", "Hangul", "안녕하세요"),
    "ja": ("Japanese", "Kana", "電車がおくれ"), "zh": ("Chinese", "Han", "火车又晚点了所以"),
}  # fmt: skip


@pytest.mark.parametrize("code", SCRIPTS)
def test_a_script_of_one_language_tells_it(code):
    """By its letters alone; its name and its code name it."""
    name, script, word = SCRIPTS[code]
    assert guess(word) == Guess(code, True, f"100% of the letters are {script}")
    assert named(code) == name
    assert said("language", {"language": name}, word)[:2] == (True, "")
    assert said("language", {"language": code.upper()}, word)[:2] == (True, "")
    assert said("language", {"language": "German"}, word)[:2] == (False, "")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the", ("en", False, "1 of 1 words are frequent ones of English")),
        ("the of", ("en", False, "2 of 2 words are frequent ones of English")),
        ("the the the of", ("en", True, "4 of 4 words are frequent ones of English")),
        ("The of and, 5 x1", ("en", True, "3 of 4 words are frequent ones of English")),
        (
            "Er ist groß",
            ("de", True, "2 of 3 words are frequent ones of German, 1 have its letters"),
        ),
        (
            "größer über schön",
            ("de", False, "1 of 3 words are frequent ones of German, 3 have its letters"),
        ),
        ("zzz qqq", ("", False, "none of 2 words is known")),
        ("", ("", False, "no letters")),
        ("12 – 5", ("", False, "no letters")),
        ("漢" * 7, ("zh", False, "100% of the letters are Han")),
        ("θθ", ("el", False, "100% of the letters are Greek")),
        ("θθθaa", ("el", False, "60% of the letters are Greek")),
        ("θθθθaa", ("el", True, "67% of the letters are Greek")),
        ("あ漢漢aa", ("ja", False, "60% of the letters are Kana")),
        # Of fifteen words in a hundred on it is sure.
        (
            "the of and " + "zzz " * 17,
            ("en", True, "3 of 20 words are frequent ones of English"),
        ),
        (
            "the of and " + "zzz " * 40,
            ("en", False, "3 of 43 words are frequent ones of English"),
        ),
        # Letters that it has not speak against it.
        (
            "the of and ñandú über",
            ("en", False, "3 of 5 words are frequent ones of English, 0 have its letters"),
        ),
    ],
)
def test_a_language_is_guessed_by_words_and_letters(text, wanted):
    """Sure where enough of both are its own, and most letters of its script."""
    assert guess(text) == Guess(*wanted)


def own_words(code, many):
    """Frequent words of a language that no other one has."""
    profile = _languages._profiles()[code]
    knowing = _languages._knowing(profile.script)
    words = sorted(word for word in profile.words if knowing[word] == [code])
    return " ".join((words * many)[:many])


FAMILIES = "fr pt es it ca ro la/da no sv/cs sk pl hr sl sr/de nl af/ru uk bg be mk sr"
FAMILIES = [family.split() for family in FAMILIES.split("/")]


@pytest.mark.parametrize("code", sorted({code for family in FAMILIES for code in family}))
def test_a_short_text_may_be_in_a_language_that_is_near(code):
    """Of sixty words on it is not; and not in one of another family."""
    short, long = own_words(code, 25), own_words(code, 70)
    assert (guess(short).code, guess(short).sure) == (code, True)
    for other in {code for family in FAMILIES for code in family} - {code}:
        if {code, other} in ({"hr", "sr"}, {"da", "no"}):
            continue
        near = any({code, other} <= {*family} for family in FAMILIES)
        verdict, reason, *_ = said("language", {"language": other}, short)
        assert verdict is (None if near else False)
        assert reason == ("of languages so near it has too few words." if near else "")
        assert said("language", {"language": other}, long)[0] is False


@pytest.mark.parametrize(("one", "other"), [("hr", "sr"), ("sr", "hr"), ("da", "no"), ("no", "da")])
def test_two_languages_may_be_taken_for_each_other(one, other):
    """However long the text is."""
    verdict, reason, *_ = said("language", {"language": other}, own_words(one, 70))
    assert (verdict, reason) == (None, "which language it is in is not sure.")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *[("mandarin", "zh"), ("Bangla", "bn"), ("Panjabi", "pa"), ("Myanmar", "my")],
        *[("deutsch", "de"), ("castilian", "es"), ("español", "es"), ("EN", "en"), ("Greek", "el")],
    ],
)
def test_languages_have_several_names(name, code):
    """English ones, their own, and codes."""
    assert names()[name.casefold()] == code
    assert str(type_of("language")(name)) == f"in {name}"


@pytest.mark.parametrize(
    "code", ["ab", "za", "zu", "oj", "Swiss German", "de-CH", "en_GB", "Klingon"]
)
def test_languages_without_a_profile_are_languages(code):
    """Codes of the standard and other names are taken; the verdict is open."""
    assert said("language", {"language": code}, "Ok.")[0] is None


# The schema, and constraints from plain values.

NUMBER_OR_NONE = {"anyOf": [{"minimum": 0, "type": "number"}, {"type": "null"}], "default": None}
WHERE_FIELD = {
    "default": "",
    "description": "A part of the response: `each bullet`, `first sentence`, `part slogan`, "
    "`column Notes`.",
    "title": "Where",
    "type": "string",
}
EXACTLY = {**NUMBER_OR_NONE, "description": "Just so many.", "title": "Exactly"}
COUNT_FIELDS = {
    "where": WHERE_FIELD,
    "exactly": EXACTLY,
    "min": {**NUMBER_OR_NONE, "description": "At least so many.", "title": "Min"},
    "max": {**NUMBER_OR_NONE, "description": "At most so many.", "title": "Max"},
    "about": {**NUMBER_OR_NONE, "description": "So many, give or take 10%.", "title": "About"},
}
ONE_BOUND = [{"required": [bound]} for bound in ("exactly", "min", "max", "about")]
CASE = {
    "description": "Which case.",
    "enum": ["upper", "lower", "title", "sentence"],
    "title": "Case",
    "type": "string",
}
NAMES = {
    "anyOf": [{"type": "string"}, {"items": {"type": "string"}, "type": "array"}],
    "default": [],
    "description": "What stands in the header.",
    "title": "Names",
}


def test_the_schema_has_the_parameters_of_each_type():
    """With a bound where one is needed, with the type's name, and as a value alone."""
    whole = schema()
    defs = whole.pop("$defs")
    assert whole == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Constraints on a text",
        "type": "array",
        "items": {"anyOf": [{"$ref": "#/$defs/typed"}, {"$ref": "#/$defs/keyed"}]},
    }
    typed, keyed = defs["typed"], defs["keyed"]
    assert typed["properties"] == {"type": {"enum": list(known())}}
    assert (typed["type"], typed["required"]) == ("object", ["type"])
    assert typed["allOf"] == [
        {"if": {"properties": {"type": {"const": id}}}, "then": {"$ref": f"#/$defs/{id}_typed"}}
        for id in known()
    ]
    assert keyed == {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {id: {"$ref": f"#/$defs/{id}_value"} for id in known()},
        "additionalProperties": False,
    }
    assert len(defs) == 2 + 3 * len(known())
    words = {
        "additionalProperties": False,
        "description": "Words, as word processors count them: runs without white space with a "
        "letter or a digit.",
        "properties": COUNT_FIELDS,
        "type": "object",
        "anyOf": ONE_BOUND,
    }
    assert defs["words"] == words
    assert defs["words_typed"] == {
        **words,
        "properties": {"type": {"const": "words"}, **COUNT_FIELDS},
    }
    assert defs["words_value"] == {"anyOf": [{"$ref": "#/$defs/words"}, EXACTLY]}
    assert defs["table_columns"]["properties"] == {**COUNT_FIELDS, "names": NAMES}
    assert "anyOf" not in defs["table_columns"]
    assert defs["table_columns_value"] == {
        "anyOf": [{"$ref": "#/$defs/table_columns"}, NAMES, EXACTLY]
    }
    assert defs["keyword"]["required"] == ["term"]
    assert defs["keyword"]["anyOf"] == ONE_BOUND
    assert defs["keyword_value"] == {"anyOf": [{"$ref": "#/$defs/keyword"}]}
    assert defs["letter_case"]["properties"] == {"where": WHERE_FIELD, "case": CASE}
    assert defs["letter_case_value"] == {"anyOf": [{"$ref": "#/$defs/letter_case"}, CASE]}
    assert defs["json_schema_value"] == {"anyOf": [{"$ref": "#/$defs/json_schema"}]}


ITEM = '{"type": "words", "max": 100}, or {"words": {"max": 100}}.'
BESIDE_TYPE = "write each type as an item of its own, and parameters and `where` within it"
EXAMPLE = '{"words": {"where": "first line", …}}.'


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        *[
            ({name: 3}, f"there is no type of constraint {name!r}; did you mean 'words'?")
            for name in ("wrods", "WORDS", "word")
        ],
        (
            {"type": "wrods", "max": 3},
            "there is no type of constraint 'wrods'; did you mean 'words'?",
        ),
        (
            {"type": "xyzzyq"},
            f"there is no type of constraint 'xyzzyq'; there are {', '.join(known())}.",
        ),
        ({"words": 1, "where": "title"}, f"beside words stands 'where'; {BESIDE_TYPE}: {EXAMPLE}"),
        ({2: 3, "words": 1, "x": 4}, f"beside words stands '2', 'x'; {BESIDE_TYPE}: {EXAMPLE}"),
        *[
            (spec, f"a constraint is {str(spec)!r}; write its type with its parameters: {ITEM}")
            for spec in (["a"], "words", {}, {"a": 1, "b": 2}, None, 5)
        ],
        (
            ["x" * 80],
            f"a constraint is {str(['x' * 80])[:60]!r}; write its type with its parameters: {ITEM}",
        ),
    ],
)
def test_plain_values_that_are_no_constraint_are_told(spec, says):
    """What was given, and how it is written."""
    with pytest.raises(InputError) as told:
        from_spec(spec)
    assert str(told.value) == says


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ({"type": "words", "max": 3, "where": "title"}, {"max": 3, "where": "title"}),
        ({"words": {"max": 3}}, {"max": 3}),
        ({"words": 3}, {"exactly": 3}),
    ],
)
def test_plain_values_are_constraints(spec, wanted):
    """With the type as a value or as a key, and a number alone."""
    assert from_spec(spec) == type_of("words")(**wanted)


def test_types_are_names_of_the_package():
    """Each by its id; other names are none."""
    assert constraint_types.words is type_of("words")
    assert dir(constraint_types) == sorted({*constraint_types.__all__, *known()})
    for name in ("nothing", "_words"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(constraint_types, name)


def test_a_text_has_what_was_asked():
    """Its parts too; a text alone has nothing."""
    text = Text("a\nb", "Write.")
    assert (str(text), text.request, text.start) == ("a\nb", "Write.", 0)
    assert (text.part((2, 3)).request, text.part((2, 3)).start) == ("Write.", 2)
    assert Text("a").request == ""


def test_a_schema_that_is_no_json_is_told():
    """In a sentence; so is one that is no schema."""
    for fits, says in (
        (
            {"enum": {1}},
            "json_schema: this is no JSON: Object of type set is not JSON serializable.",
        ),
        (
            {"type": 3},
            "json_schema: this is no JSON Schema: 3 is not valid under any of the given schemas.",
        ),
    ):
        with pytest.raises(InputError) as told:
            type_of("json_schema")(fits=fits)
        assert str(told.value) == says


def test_a_search_that_does_not_end_is_given_up(monkeypatch):
    """Of a pattern, and of one within a schema; the reason says after how long."""
    monkeypatch.setattr(_patterns, "SECONDS", 0.1)
    reason = "the pattern took longer than 0.1 s, so the search ended."
    assert said("regex", {"pattern": "(a+)+$"}, "a" * 3000 + "b") == (None, reason, [])
    fits = {"items": {"pattern": "(x+x+)+y"}}
    assert said("json_schema", {"fits": fits}, json.dumps(["x" * 3000])) == (None, reason, [])


@pytest.mark.parametrize(
    ("id", "given", "says"),
    [
        (
            "regex",
            {"pattern": "(a"},
            "regex: '(a' is no regular expression: missing ) at position 2.",
        ),
        (
            "regex",
            {"pattern": "(" + "b" * 99},
            f"regex: '({'b' * 78} is no regular expression: missing ) at position 100.",
        ),
        (
            "json_schema",
            {"fits": {"type": "y" * 120}},
            f"json_schema: this is no JSON Schema: '{'y' * 99}.",
        ),
    ],
)
def test_patterns_and_schemas_that_cannot_be_read_are_told(id, given, says):
    """With the beginning of what was given, and what is wrong."""
    with pytest.raises(InputError) as told:
        type_of(id)(**given)
    assert str(told.value) == says


def test_long_schemas_and_long_errors_are_cut():
    """In words, and in the working."""
    fits = {"enum": ["x" * 190]}
    assert str(type_of("json_schema")(fits=fits)) == (
        f"JSON that fits the schema {json.dumps(fits)[:80]}"
    )
    wrong = f"$: 1 is not one of ['{'x' * 190}']"
    assert said("json_schema", {"fits": fits}, "1") == (False, "", wrong[:153], ["1"])
    draft = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1}
    verdicts = [
        said("json_schema", {"fits": {**draft, "exclusiveMinimum": one}}, "1")[0]
        for one in (True, False)
    ]
    assert verdicts == [False, True]


@pytest.mark.parametrize("which", ["each", "any", "first", "last"])
def test_what_a_text_lacks_is_named(which):
    """Without the word that picks it."""
    reason = "the response has no table that could be read."
    assert said("words", {"max": 3, "where": f"{which} table"}, "a") == (None, reason, [])


def test_a_constraint_is_a_fixed_value():
    """Its parameters cannot be set, blanks around a term are none of it, equal bounds are one."""
    with pytest.raises(ValueError, match="frozen"):
        type_of("words")(3).max = 2
    with pytest.raises(InputError, match="finite"):
        type_of("words")(max=float("inf"))
    assert type_of("keyword")(" a ", min=1).term == "a"
    assert type_of("words")(min=3, max=3).judge("a b c").satisfied is True
    assert type_of("words")(min=0).sentence == "at least 0 words"


@pytest.mark.parametrize(
    ("words", "code", "sure"),
    [
        # Three own words weigh 3.9, fifteen in a hundred of twenty-six words.
        ([("en", 3), "zzz " * 23], "en", True),
        ([("en", 3), "zzz " * 24], "en", False),
        # A word with letters that it has not takes half a word from that: 3.4, of twenty-two.
        ([("en", 3), "ƀƀ " + "zzz " * 18], "en", True),
        ([("en", 3), "ƀƀ " + "zzz " * 19], "en", False),
        # Two words and five with a letter of its own weigh 6.1, of forty.
        ([("de", 2), "ßz " * 5 + "zzz " * 33], "de", True),
        ([("de", 2), "ßz " * 5 + "zzz " * 34], "de", False),
        ([("de", 1), "ßz " * 5], "de", False),
        ([("de", 2), "ßz"], "de", True),
        # Two fifths more than the next language.
        ([("de", 13), ("en", 9)], "de", True),
        ([("de", 11), ("en", 8)], "de", False),
        # A tenth of the words may have letters that are not its own.
        ([("en", 18), "ƀƀ " * 2], "en", True),
        ([("en", 18), "ƀƀ " * 3], "en", False),
        # More than three in five letters are of its script.
        (["the of and ", "θ" * 5], "en", True),
        (["the of and ", "θ" * 6], "en", False),
        (["the of any", "θ" * 6], "en", False),
    ],
)
def test_a_guess_is_sure_at_its_bounds(words, code, sure):
    """By the weight of words and letters, worked out by hand; and not one step beyond."""
    text = " ".join(one if isinstance(one, str) else own_words(*one) for one in words)
    found = guess(text)
    assert (found.code, found.sure) == (code, sure)


@pytest.mark.parametrize(
    ("text", "sign", "own"),
    [
        *[("من من كتب", chr(n), True) for n in (0x64B, 0x64F, 0x652)],
        *[("من من كتب", chr(n), False) for n in (0x64A + 0x20, 0x653)],
        *[("में है क", chr(n), True) for n in (0x900, 0x93F, 0x97F)],
        ("में है क", "\u0933", False),
    ],
)
def test_signs_that_all_languages_of_a_script_have_tell_nothing(text, sign, own):
    """Vowel marks and the like; other letters are counted."""
    assert ("have its letters" in guess(text + sign).why) is not own


def test_marks_before_a_phrase_are_passed_over_to_a_limit():
    """Two hundred signs more than three times the phrase are read, at either end."""
    assert said("starts_with", {"phrase": "Dear Ann"}, "*" * 216 + "Dear Ann")[0] is True
    assert said("starts_with", {"phrase": "Dear Ann"}, "*" * 217 + "Dear Ann")[0] is False
    assert said("ends_with", {"phrase": "Dear Ann"}, "Dear Ann" + "*" * 216)[0] is True
    assert said("ends_with", {"phrase": "Dear Ann"}, "Dear Ann" + "*" * 217)[0] is False
