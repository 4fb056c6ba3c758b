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


@pytest.mark.parametrize(("id", "wording", "given"), wordings())
def test_a_wording_says_what_it_is_said_to_mean(id, wording, given):
    """Its bound, its values and its part stand in it, and each switch has a word that shows it."""
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
