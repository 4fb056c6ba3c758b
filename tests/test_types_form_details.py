"""Types of constraints on the form of a text, and what all types share: the details of verdicts."""

from __future__ import annotations

import json
import re

import pytest

from tamis.checking.constraint_types import known, type_of
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
}  # fmt: skip
"""What says a value in other words."""
SHOWS = {
    "exact": r"['\"]|\bnot use the words\b", "different": r"^$",
    "only": r"\b(?:only|nothing|just|Entire|no (?:other )?text)\b",
    "reverse": r"\breverse\b", "share": r"\bquarter\b", "whole": r"\boutput must match\b",
    "thing": r"^(?:no|without) (?:garlic|nuts|dairy)", "never": r"^don't", "avoided": r"^no ",
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
            for wording, given in type_of(id).wordings.items():
                yield pytest.param(id, wording, given, id=f"{id}-{wording}"[:60])


@pytest.mark.parametrize("id", [id for id in known() if id != "instruction"])
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
    """Its bound, its values, and the part that it is about."""
    assert type_of(id)(**given).sentence == wanted


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
        "`paragraph 2` (they are counted from 1) or `title`. Units: word, sentence, paragraph, "
        "line, bullet, item, section, heading, title, subject, table, row, code block, verse, list."
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
        ("Ok.\n\na b c d e f g h i", ["Ok.", "a b c d e f g h i"], []),
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
