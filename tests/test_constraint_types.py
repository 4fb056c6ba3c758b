"""Types of constraints: what all of them keep to, the parts of a text, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis import constraints
from tamis.checking.constraint_types import Text, from_spec, known, type_of
from tamis.types import InputError

IDS = sorted(known())


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """A search that does not end is given up soon."""
    monkeypatch.setattr("tamis.checking.constraint_types.form._patterns.SECONDS", 0.1)


# What each type keeps to


@pytest.mark.parametrize("id", IDS)
def test_a_type_has_an_example_that_passes_and_one_that_fails(id):
    """Both are decided, with a working, and the constraint can be written and read again.

    In words it names its numbers, its terms and the part that it is about.
    """
    made = type_of(id)
    for (values, text), wanted in ((made.passes, True), (made.fails, False)):
        constraint = made(**values)
        judged = constraint.judge(text)
        if not made.decides:
            assert judged.satisfied is None
            assert judged.reason
            continue
        assert judged.satisfied is wanted, (id, text, judged)
        assert judged.working or judged.worksheet
        assert all(0 <= start < end <= len(text) for start, end in judged.places)
        assert from_spec(constraint.spec()) == constraint
        said = constraint.sentence.replace(",", "")
        for name, value in values.items():
            if name in ("exactly", "min", "max", "below", "about") and isinstance(value, int):
                assert (f"{value:g}" if value else "no") in said
            if name in ("term", "phrase", "language", "noun", "unit", "subject") and value:
                assert (value if isinstance(value, str) else value[0]) in said
        within = made(**{**values, "where": "last line"})
        assert within.sentence == f"last line: {constraint}"


@pytest.mark.parametrize("id", IDS)
def test_a_part_is_judged_alone_and_its_places_are_those_in_the_whole(id):
    """So that a page can mark them, wherever the part stands."""
    for values, text in (type_of(id).passes, type_of(id).fails):
        constraint = type_of(id)(**values)
        alone, moved = constraint.judge(text), constraint.judge(Text(text, start=9))
        assert (moved.satisfied, moved.reason) == (alone.satisfied, alone.reason)
        assert moved.places == tuple((start + 9, end + 9) for start, end in alone.places)


@pytest.mark.parametrize("id", IDS)
def test_a_wording_of_a_type_means_parameters_that_it_takes(id):
    """What the reader of requests is tried on: it can be judged."""
    made = type_of(id)
    assert made.wordings, f"{id} has no wordings"
    for wording, values in made.wordings.items():
        assert wording == wording.strip() != ""
        judged = made(**values).judge(made.passes[1])
        assert judged.satisfied is not None or judged.reason


STRANGE = ["", " \n", "#", "-" * 300, "| |", "```", "\0\ud800 a", "1." * 200, "**" * 200]
SIGNS = ["#", "*", "`", " ", "- a\n", "**a", '"a', "|a", "a.b ", "<", "a's ", "1,", "é", "a\n\n",
         "$5 ", "9:00 "]  # fmt: skip


@pytest.mark.parametrize("id", IDS)
def test_no_text_makes_a_verifier_raise_or_go_on_for_ever(id):
    """A verdict or a reason, whatever the text; in linear time, or these would not end."""
    for values, _ in (type_of(id).passes, type_of(id).fails):
        for text in STRANGE:
            judged = type_of(id)(**values).judge(text)
            assert judged.satisfied is not None or judged.reason
    for sign in SIGNS:
        judged = type_of(id)(**type_of(id).passes[0]).judge((sign * 4_000)[:4_000])
        assert judged.satisfied is not None or judged.reason


PIECES = st.sampled_from(
    ["# A\n", "## B\n", "- a\n", "  - b\n", "1. c\n", "   2) d\n", "\n", "\n\n", "**e** ", "```\n",
     "| f | $7 |\n", "|---|---|\n", "> h\n", "i. ", "J! ", "k? ", '"l" ', "[m] ", "{n} ", "<o> ",
     "P.S. p", "******\n", "<<q>>\n", "Title: r\n", '{"s": 1}', "\t", "\r\n", "\r", "\\(", "é",
     "猫", "ж", "👍", "https://t.u ", "it's ", "w-x ", "1,000 ", "II. y\n", "• z\n", "---\n", "~~",
     "`", "*", "_", "\ud800", "\0", "&a [*a]", "$5", "€1.200", "10–20", "Total: ", " each",
     " per night", " x 3", "= $", "7:00", "9–5 pm", "Day 1", "10 min", "20%", "100 kcal",
     "2025-06-12", "June 5–", "(", " or ", "Option A", "3 tips", "9" * 30, "½", "1/0", "noon",
     "The ", "Paris", " – ", ": ", "(1999)", ", ", " and ", "by "]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_of_many_kinds_makes_a_type_raise(text):
    """Any mixture of what texts hold has a verdict or a reason, the same each time."""
    for id in known():
        made = type_of(id)(**type_of(id).passes[0])
        judged = made.judge(text)
        assert judged.satisfied is not None or judged.reason, id
        assert judged == made.judge(text), id
        assert all(0 <= start <= end <= len(text) for start, end in judged.places), id
        assert made.model_copy(update={"where": "each paragraph"}).judge(text)


# Constraints as values


def test_values_alone_are_the_fields_in_their_order():
    """A type's own first, `where` last; a number alone is `exactly`, where there is one."""
    words, keyword = type_of("words"), type_of("keyword")
    assert words(3) == words(exactly=3) != words(exactly=4)
    assert words(None, 2, 3) == words(min=2, max=3)
    assert keyword("a", True, False, 2) == keyword(term="a", exact=True, exactly=2)
    assert type_of("letter_case")("upper", "title").spec() == {
        "type": "letter_case", "case": "upper", "where": "title",
    }  # fmt: skip
    lists = [type_of("contains")(terms=one) for one in (["a", "b"], ("a", "b"), ["a", "c"])]
    assert [hash(lists[0]) == hash(one) for one in lists] == [True, True, False]
    for spec in ({"type": "words", "exactly": 3}, {"words": {"exactly": 3}}, {"words": 3}):
        assert from_spec(spec) == words(3)
    assert constraints.words is words
    assert {"words", "from_spec"} <= {*dir(constraints)} >= {*known()}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"exactly": 3}, "exactly 3 words"),
        ({"exactly": 1}, "exactly 1 word"),
        ({"min": 2}, "at least 2 words"),
        ({"max": 3000}, "at most 3,000 words"),
        ({"min": 2, "max": 3}, "2 to 3 words"),
        ({"about": 20}, "about 20 words"),
        ({"max": 0}, "no word"),
        ({"max": 5, "where": "each line"}, "each line: at most 5 words"),
    ],
)
def test_a_bound_is_told_in_words(values, said):
    """As a report shows it."""
    assert type_of("words")(**values).sentence == said


def test_about_is_a_tenth_and_open_to_a_fifth():
    """To either side, with both ends; a bound beside it is kept to the digit."""

    def said(numbers, **values):
        return "".join(
            {True: "y", False: "n", None: "?"}[type_of("words")(**values).judge("w " * n).satisfied]
            for n in numbers
        )

    assert said((15, 16, 17, 18, 22, 23, 24, 25), about=20) == "n??yy??n"
    assert said((17, 18, 21, 22), about=20, max=21) == "?yyn"
    assert said((18, 19, 22, 24), about=20, min=19) == "nyy?"


@pytest.mark.parametrize(
    ("id", "values", "named", "says"),
    [
        ("words", (1, 2, 3, 4, 5, 6), {}, "at most 5 values"),
        ("words", (), {}, "needs a number: exactly, min, max or about"),
        ("words", (), {"max": True}, "max is true; give a number"),
        ("words", (), {"max": "many"}, "max is 'many'; give a number"),
        ("words", (), {"max": -1}, "give 0 or more"),
        ("words", (), {"max": float("inf")}, "give a number"),
        ("words", (), {"most": 1}, "no parameter 'most'; choose one of exactly, min, max"),
        ("words", (), {"exactly": 2, "max": 2}, "exactly stands alone"),
        ("lines", (), {"min": 4, "max": 3.5}, "min is 4, above max"),
        ("words", (), {"max": 1, "where": "every bullet"}, "where is 'every bullet'; write"),
        ("words", (), {"max": 1, "where": "paragraph 0"}, "where is 'paragraph 0'"),
        ("words", (), {"max": 1, "where": "part a:b"}, "part slogan"),
        ("words", (), {"max": 1, "where": "column :"}, "where is 'column :'"),
        ("headings", (), {"level": False, "min": 1}, "level is false"),
        ("headings", (), {"level": 9, "min": 1}, "less than or equal to 6"),
        ("keyword", (), {"min": 1}, "term is missing"),
        ("keyword", ("a",), {}, "needs a number"),
        ("contains", ("a", "perhaps"), {}, "exact is 'perhaps'; give true or false"),
        ("contains", (3,), {}, "terms is 3; give a list"),
        ("contains", ([],), {}, "terms is empty"),
        ("contains", (["a", " "],), {}, "terms.1"),
        ("contains_any", (["a", "A"],), {"exactly": 2}, "2 of 1 terms can never be there"),
        ("term_order", (["a"],), {}, "at least 2 items"),
        ("letter", ("ab",), {"max": 1}, "at most 1 character"),
        ("letter", ("", 1), {}, "letter is empty"),
        ("unique_words", (0,), {}, "give 1 or more"),
        ("letter_case", ("camel",), {}, "case is 'camel'; give "),
        ("starts_with", ([],), {}, "phrase is empty"),
        ("csv_valid", (), {"delimiter": ""}, "delimiter is empty"),
        ("regex", (), {"pattern": 3}, "give a text"),
        ("regex", ("(a",), {}, "no regular expression: missing"),
        ("json_schema", ("x",), {}, "give a mapping"),
        ("json_schema", ({"type": "thing"},), {}, "no JSON Schema"),
        ("json_schema", ({"enum": {1}},), {}, "no JSON"),
        ("language", ("xx",), {}, "no code of a language"),
        ("language", ("Germn",), {}, "did you mean German"),
        ("money", (), {"max": 3, "currency": "shells"}, "is no currency; write"),
        ("money", (), {}, "needs a number .* or a currency"),
        ("quantity", (), {"unit": "km"}, "needs a number"),
        ("duration", (), {"max": "soon"}, "no length of time; write `1 h 30 min`"),
        ("duration", (), {"max": "1 to 2 hours"}, "no length of time"),
        ("clock", (), {"before": "25:00"}, "no time; write `20:00`"),
        ("clock", (), {"subject": "dinner"}, "needs a time"),
        ("dates", (), {"before": "June 2025"}, "no date; write"),
        ("dates", (), {"format": "YY"}, "YYYY-MM-DD"),
        ("dates", (), {}, "needs a bound, an order, a format"),
        ("year", (), {}, "needs a year"),
        ("year", (), {"min": 1999, "max": 1950}, "min is 1999, above max"),
        ("numbers_between", (), {"min": 2, "max": 1}, "min is 2, above max"),
        ("items_years", (), {"min": 1999, "max": 1950}, "min is 1999, above max"),
        ("items_word_count", (), {}, "needs a number"),
        ("items_from", ([],), {}, "values"),
    ],
)
def test_parameters_that_do_not_fit_are_told(id, values, named, says):
    """When the constraint is made: its type, the parameter, what was given, what to give."""
    with pytest.raises(InputError, match=says) as told:
        type_of(id)(*values, **named)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"wrods": 3}, "no type of constraint 'wrods'; did you mean 'words'"),
        ({"type": "wrods", "max": 3}, "did you mean 'words'"),
        ({"type": "xyzzyq"}, "no type of constraint 'xyzzyq'; all are listed in docs/check"),
        ({"words": 1, "where": "title"}, "beside words stands 'where'"),
        ({"json": True, "where": "title"}, "beside json stands 'where'"),
        ({"max_words": 9, "where": "title"}, "Did you mean 'words'"),
        ({"term": "river", "min": 2}, "parameters of keyword"),
        *[(spec, "write its type with its parameters")
          for spec in (["words"], "words", {}, None, {"max": 9}, {"max": 9, "min": 3})],
        *[({"json": value}, "write `json: true`, or parameters of json_valid: keys, ")
          for value in (False, None, 1, "name", ["name"])],
        ({"json": {"kes": "a"}}, "json_valid: there is no parameter 'kes'"),
        # Types of before.
        ({"instruction": {}}, "no longer has the type instruction; use the types"),
        ({"shares": {"max": 40}}, "no longer has the type shares; write quantity"),
        ({"type": "repeats_prompt"}, "no longer has the type repeats_prompt; write starts_with"),
    ],
)  # fmt: skip
def test_plain_values_that_are_no_constraint_are_told(spec, says):
    """What was given, and how it is written: one line, of no list of all types."""
    with pytest.raises(InputError, match=says) as told:
        from_spec(spec)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300


GUESSES = {
    "words": "word Words wrods max_words word_count wordCount word-limit number_of_words length",
    "characters": "char chars max_chars character_limit",
    "bullets": "bullet bulletpoints bullet_points number_bullet_lists",
    "sentences": "num_sentences sentence_limit", "paragraphs": "paragraph paragrpahs",
    "contains": "contain must_contain required_words include contains_all",
    "excludes": "exclude forbidden_words banned_phrases must_not_contain not-contains",
    "contains_any": "any_of contains-any", "keyword": "keywords keyword_frequency",
    "json": "jsno json_format valid_json is-json", "json_schema": "schema jsonschema",
    "letter_case": "uppercase lowercase casing", "starts_with": "startsWith begins_with",
    "ends_with": "endswith end_checker", "numbered_items": "numbered_list",
    "emojis": "emoji no_emojis emojies", "exclamations": "exclamation_marks",
    "items_sorted": "sorted", "money": "price budget", "has_title": "title",
}  # fmt: skip
"""What people may write for a type, by its name."""


def test_a_name_that_is_none_gets_a_guess():
    """By its letters, or by words that types say of themselves; at the first look all of these."""
    pairs = [(meant, name) for meant, names in GUESSES.items() for name in names.split()]
    told = []
    for meant, name in pairs:
        with pytest.raises(InputError) as refused:
            from_spec({name: 1})
        told.append(f"did you mean '{meant}'?" in str(refused.value))
    assert sum(told) >= 0.95 * len(pairs)


@pytest.mark.parametrize("name", ["xyzzyq", "llm_rubric", "rhyme", "similarity", "42", ""])
def test_a_name_that_is_near_to_none_gets_no_guess(name):
    """Where all types are listed is said instead."""
    with pytest.raises(InputError, match=r"docs/check\.md, and by `tamis check` with"):
        from_spec({name: 1})


# Parts of a text

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
VERSES = ["On the roof\nin the road", "On the sea\nin the hills"]
DATA = '{"slogan": "Milk, oats", "tweet": "We"}'
WORDS_TABLE = "| Word | Meaning |\n|---|---|\n| a | one two |\n| b | |\n"


@pytest.mark.parametrize(
    ("text", "where", "readings"),
    [
        # The likeliest reading first, then those that another reader may have.
        (DOCUMENT, "word 13", [["spade"]]),
        (DOCUMENT, "first sentence", [["Subject: Rain"], ["We dig today."]]),
        (DOCUMENT, "last sentence", [["Bob"], ["It rains!"]]),
        (DOCUMENT, "sentence 2", [["Dear Ann,"], ["It rains!"]]),
        (DOCUMENT, "last paragraph", [["- spade\n- rake\n  - long\n1. soil\n2. seed"],
                                      ["We dig today. It rains!"]]),
        (DOCUMENT, "first line", [["# Spring plan"], ["Subject: Rain"]]),
        (DOCUMENT, "last line", [["Bob"]]),
        (DOCUMENT, "each bullet", [["spade", "rake", "long"], ["spade", "rake\n  - long"]]),
        (DOCUMENT, "last item", [["seed"]]),
        ("1. a\n2. b\n3. c", "bullet 2", [["b"]]),
        (DOCUMENT, "each heading", [["Spring plan", "Tools", "Code"]]),
        (DOCUMENT, "section 2", [["## Code\n\n```sh\ndig --deep\nmake x\n```\n\nBest,\nBob\n"]]),
        ("## A\n\n## B\n\ntext\n\n### C\n\nmore", "each section",
         [["## B\n\ntext\n\n### C\n\nmore"], ["## B\n\ntext\n\n### C\n\nmore", "### C\n\nmore"]]),
        (DOCUMENT, "title", [["Spring plan"]]),
        (DOCUMENT, "title 2", [[]]),
        ("Title: *Rain*\nx", "title", [["Rain"]]),
        ("<<Rain>>\nx", "title", [["Rain"]]),
        ("**Rain**:\nx", "title", [["Rain"]]),
        ("Rain\nx", "title", [[]]),
        (DOCUMENT, "subject", [["Rain"]]),
        ("Hi\n**Re:** Rain **\nx", "subject", [["Rain"]]),
        ("x Subject: a", "subject", [[]]),
        (DOCUMENT, "each table", [["| what | price |\n|---|---|\n| spade | 9 |\n| rake | 7"]]),
        (DOCUMENT, "each row", [["spade | 9", "rake | 7"]]),
        (DOCUMENT, "code block", [["dig --deep\nmake x"]]),
        (DOCUMENT, "first list", [["- spade\n- rake\n  - long"]]),
        (DOCUMENT, "last list", [["1. soil\n2. seed"]]),
        # The title of a poem is none of its verses; a headline is not the first paragraph.
        ("Rain\n\n" + "\n\n".join(VERSES), "each verse", [VERSES]),
        ("Rain\n\nSnow", "each verse", [["Rain", "Snow"]]),
        ("Our news\n\nIt rains.", "first paragraph", [["It rains."]]),
        ("Our news.\n\nIt rains.", "paragraph 1", [["Our news."]]),
        ("Our news,\n\nIt rains.", "paragraph 1", [["Our news,"], ["It rains."]]),
        ("Our news\n\nIt rains.", "paragraph 2", [[]]),
        ("a b c d e f g h i j k l\n\nIt rains.", "paragraph 1", [["It rains."]]),
        ("a b c d e f g h i j k l m\n\nIt rains.", "paragraph 1", [["a b c d e f g h i j k l m"]]),
        # A line set apart at the top or the bottom may lead to the others, or close them.
        ("Intro:\n\na\nb\nc\n\nBye", "each line", [["Intro:", "a", "b", "c", "Bye"],
                                                   ["a", "b", "c"]]),
        ("Intro\n\na\nb", "each line", [["Intro", "a", "b"]]),
        # What a label names: behind it, or below it up to the next one; cells below a header.
        ("**Slogan:** Milk.\n**Tweet:** We.", "part slogan", [["Milk."]]),
        ("Slogan: Milk\nfrom oats.\nTweet: We.", "part slogan", [["Milk"], ["Milk\nfrom oats."]]),
        ("## Slogan\n\nMilk.\n\n## Tweet\n\nWe.", "part slogan", [["Milk."]]),
        ("Slogan 1: Milk.\nSlogan 2: Oats.", "part slogan", [["Milk.", "Oats."]]),
        (DATA, "part slogan", [["Milk, oats"]]),
        (f"```json\n{DATA}\n```", "part tweet", [["We"]]),
        ("The slogan is good.", "part slogan", [[]]),
        (f"{WORDS_TABLE}\n{WORDS_TABLE}", "column meaning", [["one two", "one two"]]),
        ("| A | Notes |\n|---|---|\n| b | call \\| go |", "column Notes", [["call \\| go"]]),
    ],
)  # fmt: skip
def test_the_parts_that_a_name_may_mean(text, where, readings):
    """Each at its place in the text."""
    found = Text(text).readings(where)
    assert [[str(part) for part in parts] for parts in found] == readings
    for part in (part for parts in found for part in parts):
        assert text[part.start : part.start + len(part.text)] == part.text


@pytest.mark.parametrize("which", ["each", "any", "first", "last"])
def test_what_a_text_lacks_is_undecided(which):
    """The reason names it without the word that picks it."""
    judged = type_of("words")(max=3, where=f"{which} table").judge("a")
    assert (judged.satisfied, "no table" in judged.reason) == (None, True)


def test_lines_end_at_carriage_returns_too():
    """Alone, and before a line feed, whose places stay as they are."""
    text = Text("a\r\nb\rc")
    assert text.lines == [(0, 2), (3, 4), (5, 6)]
