"""Fan-out questions to the letter: each mistake of authors, each link, each value in a text."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tamis.collect.fanout import page_filters
from tamis.collect.fanout.composition import composition
from tamis.collect.fanout.decisions import apply_decisions, decide
from tamis.collect.fanout.duplicates import duplicates, unit
from tamis.collect.fanout.filtering import choose_steps
from tamis.collect.fanout.flags import FilterRun, Flag
from tamis.collect.fanout.links import LinkError, article_url, read_link
from tamis.collect.fanout.literals import parse
from tamis.collect.fanout.page_filters import Pages, on_page, one_page
from tamis.collect.fanout.proposals import read_objective, read_wording
from tamis.collect.fanout.question_files import read_questions, validate
from tamis.collect.fanout.released_format import is_released, read_released
from tamis.collect.fanout.sheets import read_flags, write_flags
from tamis.collect.fanout.structure import articles, composed, some
from tamis.collect.fanout.topics import propose, read_merges, table_1, topics_in
from tamis.collect.fanout.tree import Page, Question, content_id, page_key
from tamis.collect.fanout.validation import check, check_all, line_of
from tamis.collect.fanout.values import (
    Part,
    Text,
    dates_in,
    decimals,
    numbers_in,
    parts_of,
    shown,
    words,
)
from tamis.types import Document, InputError, Reply

WIKI = "https://en.wikipedia.org/wiki/"
HOW = "give the address of one article, such as https://en.wikipedia.org/wiki/Los_Angeles"


def leaf(name: str, answer: object, **fields: object) -> dict:
    """How long a river is, with a page."""
    return {"question": f"How long is the {name}?", "evidence": WIKI + name, "answer": answer} | (
        fields
    )


def rivers(**fields: object) -> dict:
    """A question over three leaves; a field of None is left out."""
    leaves = [leaf("Rhine", 1230), leaf("Elbe", 1094), leaf("Oder", 840)]
    raw = {"question": "How long are they?", "strategy": leaves, "answer": [1230, 1094, 840]}
    return {name: value for name, value in (raw | fields).items() if value is not None}


def first(**fields: object) -> dict:
    """The same with the fields of the first leaf replaced; None leaves a field out."""
    raw = rivers()
    one = raw["strategy"][0] | fields
    raw["strategy"][0] = {name: value for name, value in one.items() if value is not None}
    return raw


def said(raw: object) -> list[tuple[str, str, str]]:
    """All that is said of a question for which any number of pages is enough."""
    return [(p.path, p.message, p.severity) for p in check(raw, 3, 0).problems]


def errors(raw: object) -> dict[str, str]:
    """The errors by their places."""
    assert all(severity == "error" for _, _, severity in said(raw))
    return {path: message for path, message, _ in said(raw)}


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("a", "a text"),
        (True, "true or false"),
        ([], "a list"),
        (3, "a number"),
        (2.5, "a number"),
        (None, "null"),
        ((1, 2), "tuple"),
    ],
)
def test_what_is_no_question(raw, kind):
    """Each kind of value has its own name."""
    assert errors(raw) == {"": f"is {kind}; write {{ }} with question, evidence and answer."}


AN_ANSWER = "write a text, a number, true or false, a list or a table."
A_TEXT = "write the question as a text in quotation marks."
ANY = "sub-questions between [ and ]."
ERRORS = [
    (rivers(question=None), "question", "is missing; write what is asked."),
    (rivers(question={"a": 1}), "question", f"is an object; {A_TEXT}"),
    (rivers(question=7), "question", f"is a number; {A_TEXT}"),
    (rivers(question=" - "), "question", "is empty; write what is asked."),
    (
        rivers(question="Your question here!"),
        "question",
        "is still the template's text; write what is asked.",
    ),
    (
        rivers(question="[Link to Wikipedia]"),
        "question",
        "is still the template's text; write what is asked.",
    ),
    (rivers(answer=None), "answer", f"is missing; {AN_ANSWER}"),
    (rivers() | {"answer": None}, "answer", f"is null; {AN_ANSWER}"),
    (rivers(answer="  "), "answer", "is empty; write the answer."),
    (rivers(answer=[]), "answer", "is empty; write the answer."),
    (rivers(answer={}), "answer", "is empty; write the answer."),
    (rivers(answer=()), "answer", "is empty; write the answer."),
    (
        rivers(answer=float("inf")),
        "answer",
        "is inf, which is not a number; write the answer as a text.",
    ),
    (
        rivers(answer=[1, [2]]),
        "answer[1]",
        "is a list within an answer that is one already; write a single text or number here.",
    ),
    (
        rivers(answer={"Oder": {"km": 840}}),
        "answer['Oder']",
        "is an object within an answer that is one already; write a single text or number here.",
    ),
    (rivers(answer={"Oder": []}), "answer['Oder']", "is empty; write the answer."),
    (
        rivers(answer={" ": 1230}),
        "answer",
        "has a name that is empty; write what the value belongs to.",
    ),
    (
        rivers(answer={None: 1230}),
        "answer",
        "has a name that is empty; write what the value belongs to.",
    ),
    (
        first(evidence=None, then=[leaf("Main", 525)]),
        "strategy[0].then",
        "there is no strategy before it; put the sub-questions that must be answered first into "
        "strategy, or these ones if they need no other answers.",
    ),
    (
        rivers(strategy=leaf("Rhine", 1230)),
        "strategy",
        "is a single sub-question; put it between [ and ].",
    ),
    (rivers(then="How long?"), "then", f"is a text; write a list of {ANY}"),
    (rivers(then=0), "then", f"is a number; write a list of {ANY}"),
    (
        rivers(evidence=WIKI + "Rhine"),
        "evidence",
        "is given together with a strategy; keep the evidence if this page holds the answer, else "
        "the strategy.",
    ),
    (
        leaf("Rhine", 1230),
        "strategy",
        "is missing: a whole question is not answered from one page; break it up into "
        "sub-questions, each with its evidence.",
    ),
    (
        first(evidence=" "),
        "strategy[0].evidence",
        "is missing; give the page that holds the answer, or a strategy of sub-questions.",
    ),
    (
        first(evidence=[WIKI + "Rhine"]),
        "strategy[0].evidence",
        "is more than one link; give one page, and split the question for others.",
    ),
    (
        first(evidence={"a": 1}),
        "strategy[0].evidence",
        "is more than one link; give one page, and split the question for others.",
    ),
    (
        first(evidence=7),
        "strategy[0].evidence",
        "is a number; write the address of a page in quotation marks.",
    ),
    (
        first(evidence="LINK TO WIKIPEDIA"),
        "strategy[0].evidence",
        "is still the template's text; give the address of the page.",
    ),
    (
        rivers(categories="Rivers"),
        "categories",
        "must be a list of texts; leave it out if there are none.",
    ),
    (
        rivers(categories=["Rivers", 7]),
        "categories",
        "must be a list of texts; leave it out if there are none.",
    ),
    (rivers(url=WIKI), "url", 'is not a field; did you mean "evidence"?'),
    (rivers(source=WIKI), "source", 'is not a field; did you mean "evidence"?'),
    (rivers(Answers=1), "Answers", 'is not a field; did you mean "answer"?'),
    (rivers(decomposition=[]), "decomposition", 'is not a field; did you mean "strategy"?'),
    (rivers(subquestions=[]), "subquestions", 'is not a field; did you mean "strategy"?'),
    (
        rivers(**{" Sub-Questions": []}),
        " Sub-Questions",
        'is not a field; did you mean "strategy"?',
    ),
    (rivers(sub_questions=[]), "sub_questions", 'is not a field; did you mean "strategy"?'),
    (rivers(quest=1), "quest", 'is not a field; did you mean "question"?'),
    (first(Evidence=WIKI), "strategy[0].Evidence", 'is not a field; did you mean "evidence"?'),
]


@pytest.mark.parametrize(("raw", "path", "message"), ERRORS)
def test_a_mistake_of_an_author(raw, path, message):
    """One error at its place, and nothing else."""
    assert errors(raw) == {path: message}


def test_fields_that_nobody_reads_are_a_warning():
    """With the fields there are, of which only the whole question has topics."""
    fields = "question, strategy, then, evidence, answer"
    assert said(rivers(evid=1)) == [
        ("evid", f"is not a field and is left out; the fields are {fields}, categories.", "warning")
    ]
    assert said(first(categories=[])) == [
        (
            "strategy[0].categories",
            f"is not a field and is left out; the fields are {fields}.",
            "warning",
        )
    ]
    assert said(rivers(categories=["Rivers", "Law"], evidence=[], then=())) == []
    assert check(rivers(categories=["Rivers", "Law"])).categories == ("Rivers", "Law")
    assert check(rivers(categories=[7, "Law"])).categories == ()


def test_fields_that_are_there_twice():
    """In a question, and in the table of an answer."""
    (raw,) = parse('{"question": "a", "then": [], "question": "b", "then": [], "then": []}', "q")
    assert errors(raw)[""] == "question, then occurs twice; keep one of each."
    (answer,) = parse('{"Oder": 1, "Rhine": 2, "Oder": 3}', "q")
    assert errors(rivers(answer=answer)) == {
        "answer": "Oder occurs twice, so that one answer is lost; rename it."
    }


def test_a_question_may_be_ten_deep():
    """The eleventh level is too deep."""

    def nested(levels: int) -> dict:
        raw = leaf("Rhine", 1230)
        for level in range(levels):
            raw = {"question": f"Level {level}?", "strategy": [raw], "answer": 1230}
        return raw

    assert said(nested(10)) == []
    place = ".".join(["strategy[0]"] * 11)
    assert errors(nested(11)) == {place: "is nested more than 10 deep; ask it more directly."}


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("  1230 km ", "1230 km"),
        (0, 0),
        (False, False),
        (2.5, 2.5),
        ((1230, " a "), [1230, "a"]),
        ({"Rhine": " 1230", 7: True}, {"Rhine": "1230", "7": True}),
    ],
)
def test_what_answers_are_read_as(answer, read):
    """JSON, without blanks at the ends."""
    found = check(rivers(answer=answer), 1, 0).tree.answer
    assert (found, type(found)) == (read, type(read))


def test_the_tree_of_a_question():
    """The words with single blanks, the parts with their places, the pages once each."""
    tree = check(rivers(question=" How  long\nare they? ", then=[leaf("elbe", 1094)])).tree
    assert (tree.question, tree.path, tree.evidence) == ("How long are they?", "", None)
    assert [(part.path, part.evidence.title) for part in tree.below] == [
        ("strategy[0]", "Rhine"),
        ("strategy[1]", "Elbe"),
        ("strategy[2]", "Oder"),
        ("then[0]", "Elbe"),
    ]
    assert [page.title for page in tree.pages] == ["Rhine", "Elbe", "Oder"]
    assert check(rivers(question=7)).tree.id == ""


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (rivers(), "uses 3 different pages; a question must need at least 5."),
        (
            first(evidence=WIKI + "Rhine#A"),
            "uses 3 different pages; a question must need at least 5.",
        ),
        (
            rivers(strategy=[leaf("Rhine", 1230)]),
            "uses 1 different page; a question must need at least 5.",
        ),
        (
            first(evidence=WIKI),
            "uses 2 different pages (links that cannot be used not counted); a question must need "
            "at least 5.",
        ),
    ],
)
def test_too_few_pages(raw, message):
    """Five are needed; a link to a part of a page still names the page."""
    assert [p.message for p in check(raw).problems if p.path == ""] == [message]
    assert [p.message for p in check(rivers(), 1, 3).problems] == []


def test_questions_that_repeat_another():
    """One above it, one beside it, and one of the same file, by their words."""
    above = first(question="how long are THEY")
    assert errors(above) == {
        "strategy[0].question": "asks the same as the question itself; ask it once, or ask for "
        "something smaller."
    }
    beside = rivers(then=[leaf("Elbe", 1094), leaf("Elbe", 1094)])
    message = "asks the same as strategy[1]; ask it once, or ask for something smaller."
    assert errors(beside) == {"then[0].question": message, "then[1].question": message}
    three = check_all([rivers(), rivers(question="Other?"), rivers(), rivers(question=7)], 0)
    assert [[line_of(problem) for problem in one.problems] for one in three] == [
        [],
        [],
        ["question 3, question: the same question is number 1; leave one of the two out."],
        [f"question 4, question: is a number; {A_TEXT}"],
    ]
    assert [one.valid for one in three] == [True, True, False, False]
    assert [one.number for one in check_all([3, 4, 5])] == [1, 2, 3]
    assert line_of(check(7, 4).problems[0]).startswith("question 4: is a number;")


def test_an_answer_from_nowhere_is_a_warning():
    """At its place; only where nothing is wrong."""
    message = (
        "'Danube', '5' is in no sub-answer and is no simple sum or count of them; check the "
        "spelling, or add the sub-question that gives it."
    )
    raw = rivers(answer=["Rhine", "Danube", 5])
    assert said(raw) == [("answer", message, "warning")]
    assert line_of(check(raw, 7, 0).problems[0]) == f"question 7, answer: warning: {message}"
    nested = rivers(answer=[1230, 1094])
    nested["strategy"][0] = {
        "question": "Both?",
        "answer": "Nile",
        "strategy": [leaf("Rhine", 1230)],
    }
    assert [path for path, _, _ in said(nested)] == ["strategy[0].answer"]
    assert check(raw, 7, 0).valid
    assert said(rivers(answer=["Danube"], quest=1)) == [
        ("quest", 'is not a field; did you mean "question"?', "error")
    ]
    (unclear,) = check(rivers(answer=True), 1, 0).problems
    assert unclear.message.startswith("'yes' is in no sub-answer")


# Links

OTHERS = {
    f"{WIKI}Category:Rivers": "is a category, not an article",
    f"{WIKI}Special:Search": "is a special page, not an article",
    f"{WIKI}Portal:Rivers": "is a portal, not an article",
    f"{WIKI}File:A.png": "is a file, not an article",
    f"{WIKI}Image:A.png": "is a file, not an article",
    f"{WIKI}User:A": "is a user's page, not an article",
    f"{WIKI}Draft:A": "is a draft, not an article",
    f"{WIKI}template:A": "is a template, not an article",
    f"{WIKI}WP:A": "is a page about Wikipedia (wp), not an article",
    f"{WIKI}Help:A": "is a page about Wikipedia (help), not an article",
    f"{WIKI}Talk:A": "is a talk page",
    f"{WIKI}User_talk:A": "is a talk page",
    f"{WIKI}Main_Page": "is the main page",
    f"{WIKI}fr:Rhin": "leads to the Wikipedia of another language",
    f"{WIKI}": "names no article",
    "https://en.wikipedia.org/w/Rhine": "names no article",
    "https://example.com/wiki/Rhine": "is not a link to Wikipedia",
    "ftp://en.wikipedia.org/wiki/Rhine": "is not a link to Wikipedia",
    "https://[en.wikipedia.org/wiki/Rhine": "is not an address",
    f"{WIKI}Rhine {WIKI}Elbe": "is more than one address, or holds blanks",
    f"{WIKI}Rhine{WIKI}Elbe": "is more than one address, or holds blanks",
    f"{WIKI}the Rhine": "is more than one address, or holds blanks",
    "https://en.wikipedia.org/w/index.php?title=Rhine": "has a query (?title=Rhine)",
}


@pytest.mark.parametrize("link", OTHERS)
def test_links_to_no_article_say_what_to_give(link):
    """What it is, and an example; no page is meant."""
    with pytest.raises(LinkError) as error:
        read_link(f" {link}\n")
    assert (str(error.value), error.value.page) == (f"{link!r} {OTHERS[link]}; {HOW}.", None)


RHINE = Page("Rhine", f"{WIKI}Rhine")
NEARLY = {
    f"{WIKI}rhine#A": f"leads to a part of a page (#A); give the whole page: {WIKI}Rhine.",
    f"{WIKI}Rhine#": f"leads to a part of a page (#); give the whole page: {WIKI}Rhine.",
    f"{WIKI}Rhine?a=1": f"has a query (?a=1); give the page itself: {WIKI}Rhine.",
    "en.m.wikipedia.org/wiki/Rhine": f"is the address of the mobile site; give {WIKI}Rhine.",
}


@pytest.mark.parametrize("link", NEARLY)
def test_links_to_nearly_an_article_name_it(link):
    """The address to give, and the page that is meant."""
    with pytest.raises(LinkError) as error:
        read_link(link)
    assert (str(error.value), error.value.page) == (f"{link!r} {NEARLY[link]}", RHINE)


@pytest.mark.parametrize(
    ("link", "language"),
    [("https://de.wikipedia.org/wiki/Rhein", "de"), ("wikipedia.org", "no single language")],
)
def test_links_to_another_wikipedia(link, language):
    """The language is named."""
    with pytest.raises(LinkError) as error:
        read_link(link)
    assert str(error.value) == (
        f"{link!r} leads to the Wikipedia of {language!r}; give the page of the English one "
        f"({WIKI}…)."
    )


def test_long_links():
    """A title has at most 255 bytes; in a message a link has at most 118 characters."""
    assert read_link(WIKI + "é" * 127 + "x").title == "É" + "é" * 126 + "x"
    for title in ("é" * 128, "[a", "a|b", "%00"):
        link = WIKI + title
        shown = link if len(link) <= 120 else f"{link[:117]}…"
        with pytest.raises(LinkError) as error:
            read_link(link)
        assert str(error.value) == (
            f"{shown!r} cannot be the address of an article; copy it again."
        )
        assert error.value.page is None
    for length, cut in ((120, False), (121, True)):
        link = "x" * length
        with pytest.raises(LinkError) as error:
            read_link(link)
        assert str(error.value).startswith(repr("x" * 117 + "…" if cut else link) + " is not")


@pytest.mark.parametrize(
    ("link", "page"),
    [
        ("https://www.en.wikipedia.org/wiki/Rhine", RHINE),
        ("http://en.wikipedia.org/wiki/_rhine__river_", Page("Rhine river", WIKI + "Rhine_river")),
        (f"{WIKI}Talk_show:_The_end", Page("Talk show: The end", WIKI + "Talk_show:_The_end")),
        (f"{WIKI}Who_talk:_x", Page("Who talk: x", WIKI + "Who_talk:_x")),
        (f"{WIKI}Help", Page("Help", WIKI + "Help")),
        (f"{WIKI}It:_x", Page("It: x", WIKI + "It:_x")),
    ],
)
def test_links_to_articles(link, page):
    """Titles that only look like other pages are articles."""
    assert read_link(link) == page


def test_the_address_of_a_title():
    """Signs that addresses may hold stay as they are."""
    assert article_url("AC/DC: a, (b)! c*@;~ d'é?&") == (
        WIKI + "AC/DC:_a,_(b)!_c*@;~_d%27%C3%A9%3F%26"
    )


# Files of authors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" \n", "q is empty; it should hold a question, or a list of them."),
        ("[]", "q is an empty list; it should hold questions."),
        (
            '{"cells": [], "nbformat": 4}',
            "q is a notebook; save the cells with the questions as a .py or .json file.",
        ),
        ("x = a\n", "q, line 1, column 5: a has no quotation marks; correct that line."),
        (
            "[\n{'a': {1, 2}}]",
            "q, line 2, column 7: braces without keys; write a list between [ and ]; correct that "
            "line.",
        ),
        (
            "[\n{'a': f'{b}'}]",
            "q, line 2, column 7: an f-string; write the text out; correct that line.",
        ),
        (
            "[\n{'a': 1 + 2}]",
            "q, line 2, column 7: an expression; write the value itself; correct that line.",
        ),
        (
            "[\n{'a': -True}]",
            "q, line 2, column 7: an expression; write the value itself; correct that line.",
        ),
        (
            "[\n{**{'a': 1}}]",
            "q, line 2, column 1: an expression; write the value itself; correct that line.",
        ),
        ("[\n{(1, 2): 3}]", "q, line 2, column 1: a key must be a text; correct that line."),
        ("\nimport a\n", "q, line 2, column 1: Expecting value; correct that line."),
        ("pass\nimport a", "q, line 1: it has no question in braces { }; correct that line."),
        ("\ndel a", "q, line 2: this is a program; keep only the questions; correct that line."),
        (
            "\nx += [{'a': 1}]",
            "q, line 2: this is a program; keep only the questions; correct that line.",
        ),
        (
            '[\n{"a": “1”}]',
            "q, line 2, column 7: invalid character '“' (U+201C); write plain quotation marks in "
            "place of the typographic ones.",
        ),
        (
            "[\n{'a': 1, /* b */ }]",
            "q, line 2, column 10: invalid syntax; comments begin with #.",
        ),
        (
            "[\n{'a': 'http://b' 1}]",
            "q, line 2, column 7: invalid syntax. Perhaps you forgot a comma?; correct that line.",
        ),
    ],
)
def test_files_that_cannot_be_read(text, message):
    """The line, the column, what is wrong and what to do, of the parser that came further."""
    with pytest.raises(InputError) as error:
        parse(text, "q")
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "x = {'a': -1, 'b': +2, 'c': true, 'd': false, 'e': null}",
            [{"a": -1, "b": 2, "c": True, "d": False, "e": None}],
        ),
        ("check({'a': 1}, 'b', [2], c)", [{"a": 1}, 2]),
        ("'a note'\nx: dict = {'a': 1}\n3", [{"a": 1}, 3]),
        ("pass\nfrom a import b\n({'a': (1, 2)}, {'b': 1.5})", [{"a": [1, 2]}, {"b": 1.5}]),
        ('[{"a": Infinity}, {"b": -Infinity}]', [{"a": float("inf")}, {"b": -float("inf")}]),
        (" ```python\n[{'a': 1}, 7]\n``` \n", [{"a": 1}, 7]),
        ('{"cells": 1, "nbformat": 4}', [{"cells": 1, "nbformat": 4}]),
        ('{"cells": []}', [{"cells": []}]),
    ],
)
def test_files_that_can_be_read(text, found):
    """Literals of JSON and of Python."""
    assert parse(text, "q") == found


# Values


@pytest.mark.parametrize(
    ("value", "text", "held"),
    [
        ("US$5", "5 dollars", True),
        ("€5", "it cost 5", True),
        ("~5", "it cost 5", True),
        ("5 million people", "some 5,000,000 inhabitants", True),
        ("5m", "5,000,000", True),
        ("3b", "3,000,000,000", True),
        ("about the", "nothing of it", False),
        ("five rivers", "five of the rivers", False),
        ("five, rivers", "rivers: 5", True),
        ("Rhine and Elbe", "the Elbe, the Rhine", True),
        ("Rhine or Oder", "the Elbe, the Rhine", False),
        ("Rhine & Elbe", "the Elbe, the Rhine", True),
        ("Rhine - Elbe", "the Elbe, the Rhine", True),
        ("Rhine/Elbe", "the Elbe, the Rhine", True),
        ("Rhine|Elbe", "the Elbe, the Rhine", True),
        ("Rhine Elbe", "the Elbe, the Rhine", False),
        (0.5, "0.46 to 0.55", True),
        (0.5, "0.44 and 0.56", False),
        (0.5, "0.4499", False),
        (5, "5.4", False),
        (-5, "a-5", False),
        (-5, "(-5)", True),
        (5, "(3)-5", True),
        (1234567, "1 234 567 people", True),
        (1234, "1 234 people", False),
        (12345678, "12,345,6789", False),
        (5.25, "5.25", True),
        (25, "5.25", False),
        (1970, "in May 1970", True),
        ("", "anything", True),
        ("May 1970", "on 3 May 1970", True),
        ("3 May 1970", "in May 1970", False),
        (10**400, "many", False),
    ],
)
def test_where_a_value_is_held(value, text, held):
    """Currency and units say nothing; pieces are looked up by themselves; decimals round."""
    assert Text(text).holds(Part(value)) is held


def test_numbers_and_dates_of_a_text():
    """With the decimals that remain, and what is left of the text."""
    assert numbers_in("1.97 million, −3.5 and 1,234 or 2.25") == (
        [(1970000.0, 0), (-3.5, 1), (1234.0, 0), (2.25, 2)],
        " ,   and   or  ",
    )
    assert numbers_in("1.2345 thousand") == ([(1234.5, 1)], " ")
    assert dates_in("born 6 October 1959 and May 1970") == (
        frozenset({(1959, 10, 6), (1970, 5, 0)}),
        "born  ;  and  ; ",
    )
    assert Text("3 May 1970").dates == {(1970, 5, 3), (1970, 5, 0)}
    assert Text("1.5 million, 3 and seven").numbers == {1.5, 1_500_000, 3, 7}
    assert [decimals(value) for value in (3, 2.0, 0.25, 1e-13, float("nan"))] == [0, 0, 2, 0, 0]


def test_parts_of_answers():
    """Keys and values in their order; a yes and an empty text cannot be looked up."""
    assert list(parts_of({"a": [1, None], "b": (True, "x")})) == [
        Part("a", True),
        Part(1),
        Part("b", True),
        Part(True),
        Part("x"),
    ]
    assert [Part(one).checkable for one in (True, "YES", "no!", "true", "False", "-", 0, "x")] == (
        [False] * 6 + [True] * 2
    )
    assert [shown(one) for one in (True, False, 9999, 10000, -10000, 1.5, "a")] == [
        "yes", "no", "9999", "10,000", "-10,000", "1.5", "a",
    ]  # fmt: skip
    assert words("  L’Été—à_la `Plage's' ") == "lete a la plages"


def test_words_in_singular():
    """Only words of four letters or more lose an s, and none that ends in two."""
    text = Text("gas boss cars")
    assert text.vocabulary == {"gas", "boss", "cars", "car"}
    assert text.has_words("the car of a boss")
    assert not text.has_words("ga")


# Composition


def of(answer: object, *answers: object, questions: str = "abcdefgh") -> Question:
    """A question over leaves with these answers, that share no word."""
    leaves = tuple(
        Question(name, one, evidence=Page(f"P{name}", ""), id=name)
        for name, one in zip(questions, answers, strict=False)
    )
    return Question("What?", answer, leaves, id="q")


@pytest.mark.parametrize(
    ("answer", "answers", "there"),
    [
        (60, (10, 20, 30), True),  # the sum
        (20, (10, 11, 39), True),  # the mean
        (11, (10, 11, 300), True),  # there
        (3, (100, 220, 390), True),  # how many there are
        (2, ("x", "x", "y"), True),  # how often one is given
        (4, (["p", "q", "r", "s"], "y"), True),  # the length of a list
        (2, ({"p": 100, "q": 900}, 777, 55), True),  # the length of a table
        (120, (100, 220, 3900), True),  # a difference
        (320, (100, 220, 3900), True),  # the sum of two
        (2.2, (100, 220, 3900), True),  # a ratio
        (0.45, (100, 220, 3900), True),  # the other ratio, rounded
        (45, (100, 220, 3900), True),  # in percent, rounded: 45.45
        (46, (100, 220, 3900), False),
        (120.0, (100, 220, 3900), True),  # a growth of 120 percent
        (1673, (100, 220, 3900), True),  # 1672.7 percent more: 220 to 3900
        (7, (100, 220, 3900), False),
        ("7 km", (100, 220, 3900), False),
        ("120 km", (100, 220, 3900), True),
        ("The Danube", ("Danube river",), True),
        ("Oder river", ("Oder",), True),
        ("Inn river", ("Inn",), False),
        ("Danube delta", ("The Rhine",), False),
        ("Lake Constance", ("Lakes of Constance",), True),
        ("Pb", (1, 2, 3), True),  # the title of a page
        (True, (1, 2), False),
        (True, ("yes", 2), True),
    ],
)
def test_where_a_number_or_a_name_comes_from(answer, answers, there):
    """Sums, means, differences, ratios and counts; by hand."""
    made = composition(of(answer, *answers))
    assert (not made.missing and not made.unclear) is there


def test_what_is_flagged_and_why():
    """Of hidden questions nothing is known; at most eight parts are listed."""
    hidden = Question("?", None, hidden=True, id="h")
    many = [f"name{n}" for n in range(10)]
    ran = composed([hidden, hidden, of(["x", "zz"], "x"), of(many, "x"), of([True, "x"], "x")])
    assert (ran.step, ran.method) == (
        "composed",
        "parts of the answer looked up below it, or by simple arithmetic",
    )
    assert ran.outcomes == {"not checkable": 2, "flagged": 3}
    assert [(flag.reason, flag.evidence) for flag in ran.flags] == [
        ("a part of the answer is in no sub-answer", "not found: zz"),
        (
            "no part of the answer is in a sub-answer",
            f"not found: {', '.join(many[:8])} … and 2 more",
        ),
        ("a yes or no in the answer is in no sub-answer", "not found: yes"),
    ]
    assert ran.reasons == {flag.reason: 1 for flag in ran.flags}
    assert some(list("abcdefgh")) == "a, b, c, d, e, f, g, h"
    both = composed([of([True, "zz"], "x")])
    assert both.flags[0].reason == "no part of the answer is in a sub-answer"


def test_articles_used_more_than_once():
    """By page id where it is known; three of one page and two of another."""

    def page(title: str, id: int | None = None) -> Question:
        return Question(title.upper(), 1, evidence=Page(title, "", id))

    hidden = Question("?", None, hidden=True, id="h")
    none = Question("?", 1, (Question("x", 1), page("a"), page("b")), id="n")
    one = Question(
        "?",
        1,
        (page("a", 1), page("b", 2), page("c", 1), page("d", 2), page("e", 1), page("z")),
        id="q",
    )
    ran = articles([hidden, none, one, none])
    assert ran.method == "page ids where known, else titles; redirects are not followed"
    assert ran.outcomes == {"not checkable": 1, "passed": 2, "flagged": 1}
    assert ran.flags == [
        Flag(
            "q",
            "articles",
            "?",
            "sub-questions use the same article",
            "A (3): A / C / E; B (2): B / D",
        )
    ]
    assert page_key(Page(" new_york  city ", "")) == "New york city"


# Pages


class Wiki:
    """Pages by title; a search finds the first of them."""

    name = "some wiki"

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages, self.asked, self.searched = pages, [], []

    def search(self, query: str, k: int = 10) -> list[str]:
        """The first titles."""
        self.searched.append((query, k))
        return list(self.pages)[:k]

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """The page."""
        self.asked.append(title)
        if not self.pages.get(title):
            raise LookupError(title)
        return Document(title, title, self.pages[title])


def on(title: str, answer: object) -> Question:
    """A leaf on a page."""
    return Question(f"{title}?", answer, evidence=Page(title, ""))


def test_answers_that_are_not_on_their_pages():
    """All of them, then the pages that are not there; a leaf without a page is passed over."""
    wiki = Wiki({"Rhine": "1,230 km", "Elbe": "1,094 km"})
    questions = [
        Question("?", 1, (Question("x", 1), on("Rhine", [1230, 5, 6]), on("Elbe", 7)), id="a"),
        Question("?", 1, (on("Oder", 840), on("Rhine", 1230), on("Main", 525)), id="b"),
        Question("?", 1, (Question("x", 1),), id="c"),
        Question("?", 1, (on("Rhine", True), on("Elbe", 1094)), id="d"),
        Question("?", 1, (on("Elbe", "Elbe"),), id="e"),
    ]
    heard: list[str] = []
    ran = on_page(questions, Pages(wiki), heard.append)
    assert ran.method == "some wiki: numbers, dates and words of each leaf's answer"
    assert ran.outcomes == {"flagged": 2, "not checkable": 1, "passed": 2}
    assert [(flag.id, flag.reason, flag.evidence) for flag in ran.flags] == [
        (
            "a",
            "an answer is not on its page",
            "not found: 5, 6 on 'Rhine' (Rhine?); 7 on 'Elbe' (Elbe?)",
        ),
        ("b", "a page is not in the encyclopaedia", "no such page: 'Oder', 'Main'"),
    ]
    assert heard == [f"answers on their pages: question {n} of 5" for n in range(1, 6)]


def test_pages_are_kept_up_to_a_number(monkeypatch):
    """The one that was not read for longest goes; a text begins with its title."""
    monkeypatch.setattr(page_filters, "_KEPT_PAGES", 2)
    wiki = Wiki(dict.fromkeys("abc", "text"))
    pages = Pages(wiki)
    for name in "abacab":
        assert pages[name].raw == f"{name}\ntext"
    assert "".join(wiki.asked) == "abcb"


class Vowels:
    """An embedder: how many letters e and o there are."""

    name = "vowels"

    def embed_documents(self, texts):
        """As queries."""
        return np.array([[text.count("e"), text.count("o")] for text in texts], dtype=np.float32)

    embed_queries = embed_documents


def test_pages_that_hold_all_sub_answers():
    """Each different answer counts once; with one alone there is nothing to find."""
    wiki = Wiki({"none": "", "both": "1,230 and 1,094", "half": "1,230", "all": "1,094; 1,230"})
    two = Question("eo", 1, (on("Rhine", 1230), on("x", 1230), on("Elbe", [1094, True])), id="a")
    one = Question("o", 1, (on("Rhine", 1230), on("x", 1230)), id="b")
    three = Question("oo", 1, (on("Rhine", 1230), on("x", 1094), on("x", 7)), id="c")
    heard: list[str] = []
    ran = one_page([one, two, one, three], Pages(wiki), say=heard.append)
    assert ran.method == "some wiki: the first 30 pages of its search (no embedder)"
    assert ran.outcomes == {"not checkable": 2, "flagged": 1, "passed": 1}
    assert [(flag.id, flag.reason, flag.evidence) for flag in ran.flags] == [
        ("a", "one page holds all sub-answers", "both, all: all 2 different sub-answers")
    ]
    assert heard == [f"one page for all: question {n} of 2" for n in (1, 2)]
    assert wiki.searched == [("eo", 30), ("oo", 30)]
    ran = one_page([two], Pages(wiki), Vowels(), nearest=3)
    assert wiki.searched[2:] == [("eo", 30)]
    assert ran.method == (
        "some wiki: the 3 nearest of the first 30 titles of its search, by cosine of vowels"
    )
    assert one_page([one], Pages(wiki), Vowels()).outcomes == {"not checkable": 1}


def test_titles_of_all_pages_are_compared_block_by_block(monkeypatch):
    """The nearest first; of titles as near the earlier ones."""
    monkeypatch.setattr(page_filters, "_BLOCK", 3)
    wiki = Wiki({})
    wiki.titles = lambda: ["e", "x", "eo", "o", "ooe", "eeoo", "oo"]
    heard: list[str] = []
    nearest = page_filters._Nearest(wiki, Vowels(), 3)
    assert nearest.method == "the 3 nearest of all titles, by cosine of vowels"
    assert list(nearest.titles(["eo", "o"], heard.append)) == [
        ["eo", "eeoo", "ooe"],
        ["o", "oo", "ooe"],
    ]
    assert heard == [f"one page for all: {n} titles compared" for n in (6, 7)]
    assert list(nearest.titles([], heard.append)) == []


def test_questions_that_are_nearly_the_same():
    """From the cosine on; the same words are the same question."""
    questions = [Question(text, 1, id=str(n)) for n, text in enumerate(["eo", "x", "E, o", "eoo"])]
    ran = duplicates([*questions, Question("eo?", 1, id="4")], Vowels(), 0.94)
    assert ran.method == "cosine of vowels at least 0.94 (embeddings of the questions)"
    assert [(one.id, one.other, one.reason, one.evidence) for one in ran.flags] == [
        ("3", "0", "nearly the same question twice", "cosine 0.949 with 0: eo"),
        ("4", "0", "the same question twice", "cosine 1.000 with 0: eo"),
        ("4", "3", "nearly the same question twice", "cosine 0.949 with 3: eoo"),
    ]
    assert ran.outcomes == {"passed": 3, "flagged": 2}
    assert duplicates([], Vowels()).outcomes == {}
    assert unit([[3, 4], [0, 0]]).tolist() == [[np.float32(0.6), np.float32(0.8)], [0, 0]]


# Proposals of a model


@pytest.mark.parametrize(
    ("text", "outcome", "evidence"),
    [
        (" (y). ", "passed", ""),
        ("N", "flagged", ""),
        ("First reason.\n\nY\n second  one\n `[n]`\n", "flagged", "First reason. second one"),
        ("x" * 600 + "\nN", "flagged", "x" * 600),
        ("x" * 601 + "\nN", "flagged", "x" * 599 + "…"),
        ("NY", "unparsed", ""),
    ],
)
def test_whether_a_question_is_objective(text, outcome, evidence):
    """Why not, from the lines before that are no letters themselves."""
    found = read_objective(text)
    reason = "a model finds it not objective" if outcome == "flagged" else ""
    assert (found.outcome, found.reason, found.evidence, found.proposal) == (
        outcome,
        reason,
        evidence,
        "",
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "**FLAG**: it is\n vague",
            ("flagged", "a model cannot correct the wording", "it is vague", ""),
        ),
        ("FLAGS are long?", ("flagged", "a model proposes another wording", "", "FLAGS are long?")),
        ("**Rewrite:** a b?", ("flagged", "a model proposes another wording", "", "a b?")),
        ("rewritten question: a?", ("flagged", "a model proposes another wording", "", "a?")),
        ("Improved question: a?", ("flagged", "a model proposes another wording", "", "a?")),
        ("Question: a?", ("flagged", "a model proposes another wording", "", "a?")),
        ("“a?”", ("flagged", "a model proposes another wording", "", "a?")),
        ("``` No change ```", ("passed", "", "", "")),
        ("\n Old? \n", ("passed", "", "", "")),
        ("old?", ("flagged", "a model proposes another wording", "", "old?")),
        ("x" * 208, ("flagged", "a model proposes another wording", "", "x" * 208)),
        ("x" * 209, ("unparsed", "", "", "")),
        ("a?\nb?", ("unparsed", "", "", "")),
        ("Question: ?", ("unparsed", "", "", "")),
    ],
)
def test_another_wording(text, found):
    """A rewrite on one line of at most twice the question and 200 signs, or why there is none."""
    read = read_wording(text, "Old?")
    assert (read.outcome, read.reason, read.evidence, read.proposal) == found


# Topics


@pytest.mark.parametrize(
    ("text", "outcome", "topics"),
    [
        ("The topics are: Film, Law", "ok", ("Film", "Law")),
        ("Topic is Law", "ok", ("Law",)),
        ("Film; Law; Film", "ok", ("Film", "Law")),
        ('["' + "x" * 60 + '", "' + "y" * 61 + '"]', "ok", ("x" * 60,)),
        ("a b c d e, a b c d e f", "ok", ("a b c d e",)),
        ("[]", "ok", ()),
    ],
)
def test_topics_in_a_reply(text, outcome, topics):
    """At most five words and 60 signs each."""
    found = topics_in(Reply(text))
    assert found == (outcome if topics else found[0], topics)
    assert topics or found[0] != "ok"


def test_what_topics_are_merged_into(tmp_path):
    """A proposal is written where there is no file; a person's is read."""
    path = tmp_path / "merge.csv"
    topics = ["Film", "films", "Films", "Films", "Gas", "Arts & Law", "Ga"]
    proposed = {name: name for name in topics} | {"Film": "Films", "films": "Films"}
    assert read_merges(path, topics) == proposed
    assert path.read_text("utf-8-sig").splitlines() == [
        "topic,questions,merged_into",
        "Films,2,Films",
        "Film,1,Films",
        "films,1,Films",
        "Gas,1,Gas",
        "Arts & Law,1,Arts & Law",
        "Ga,1,Ga",
    ]
    path.write_text("topic,merged_into\nFilm, Cinema \nGas,\n")
    assert read_merges(path, topics) == {"Film": "Cinema", "Gas": ""}
    path.write_text("merged_into\nFilm\n")
    with pytest.raises(InputError, match=r"is no file of merged topics: it lacks 'topic'\."):
        read_merges(path, topics)
    assert propose({"Buses": 1, "bus": 2, "Buse": 3}) == {
        "Buses": "Buse",
        "bus": "bus",
        "Buse": "Buse",
    }


def test_the_table_of_topics():
    """As the paper's Table 1: a topic that a question has twice counts once; ties by name."""
    made = table_1([("Law", "Film", "Law"), ("Film",), ("Art", "Law"), ("Zoo",)], "q.json")
    (table,) = made.tables
    assert (made.title, made.subtitle, made.notes) == (
        "Topics of q.json",
        "4 questions",
        ("Topics in all: 4.",),
    )
    assert (table.id, table.title) == ("topics", "The 4 most frequent topics")
    assert [(column.key, column.label, column.digits) for column in table.columns] == [
        ("n", "Questions", table.columns[0].digits),
        ("share", "Share", 3),
    ]
    assert [(row.label, row.kind, row.cells) for row in table.rows] == [
        ("Film", "measure", {"n": 2, "share": 0.5}),
        ("Law", "measure", {"n": 2, "share": 0.5}),
        ("Art", "measure", {"n": 1, "share": 0.25}),
        ("Zoo", "measure", {"n": 1, "share": 0.25}),
    ]
    many = table_1([tuple(f"t{n:02}" for n in range(26)), (), ()], "q")
    assert [row.label for row in many.tables[0].rows] == [f"t{n:02}" for n in range(25)]
    assert many.notes == ("Topics in all: 26.", "Questions without a topic: 2 of 3.")
    with pytest.raises(
        InputError, match=r"q\.json has no topics; --model and --out suggest some\."
    ):
        table_1([(), ()], "q.json")


# Steps, flags and decisions


@pytest.mark.parametrize(
    ("text", "wiki", "model", "found"),
    [
        (None, False, False, "composed articles duplicates"),
        (None, True, False, "composed articles on-page one-page duplicates"),
        (None, False, True, "composed articles duplicates objective wording"),
        ("7,6", False, True, "objective wording"),
        (" One-Page ,2,, 3", True, False, "articles on-page one-page"),
        ("4", False, True, "the step one-page reads pages; give their source with --wiki."),
        ("3", False, True, "the step on-page reads pages; give their source with --wiki."),
        ("6", True, False, "the step objective needs a model; name one with --model."),
        ("wording", True, False, "the step wording needs a model; name one with --model."),
        (" , ", True, True, "--steps names no step; give numbers or names with commas between."),
        (
            "0",
            True,
            True,
            "--steps 0: there is no such step; choose from 1 composed, 2 articles, 3 on-page, "
            "4 one-page, 5 duplicates, 6 objective, 7 wording.",
        ),
    ],
)
def test_steps_that_are_chosen(text, wiki, model, found):
    """In the order of the steps, where what they need is there."""
    try:
        chosen = " ".join(choose_steps(text, wiki=wiki, model=model))
    except InputError as error:
        chosen = str(error)
    assert chosen == found


RELEASED = [
    {"id": name, "question": f"{name}?", "answer": 1, "decomposition": []} for name in "abcd"
]


@pytest.fixture
def file(tmp_path):
    """Four questions."""
    (tmp_path / "q.json").write_text(json.dumps(RELEASED))
    return read_questions(tmp_path / "q.json")


def flagged(id: str, step: str = "composed", decision: str = "", **fields: str) -> Flag:
    """A flag."""
    return Flag(id, step, f"{id}?", f"why {id}", decision=decision, **fields)


def ran_with(step: str, *flags: Flag) -> FilterRun:
    """A filter that put these flags."""
    ran = FilterRun(step, f"how {step}", list(flags), seconds=1.23456)
    ran.outcomes["flagged"] = len(flags)
    ran.reasons.update(flag.reason for flag in flags)
    return ran


def test_the_files_of_flags(tmp_path, file):
    """In the order of questions and steps; decisions stay, and the records of other steps."""
    folder = tmp_path / "out"
    other = flagged("c", "duplicates", other="a")
    write_flags(
        folder, file, [ran_with("duplicates", other), ran_with("wording", flagged("a", "wording"))]
    )
    rows = read_flags(folder / "flags.csv")
    text = (folder / "flags.csv").read_text("utf-8-sig")
    (folder / "flags.csv").write_text(text.replace("why c,,a,,,", "why c,,a,,Remove_other!,note"))
    written = write_flags(folder, file, [ran_with("composed", flagged("c"), flagged("b"))])
    done = flagged("c", "duplicates", "remove other", other="a", comment="note")
    assert rows == [flagged("a", "wording"), other]
    assert written == [flagged("a", "wording"), flagged("b"), flagged("c"), done]
    assert write_flags(folder, file, [ran_with("duplicates", other)]) == written
    record = json.loads((folder / "flags.json").read_text())
    assert (record["file"], record["sha256"], record["questions"]) == (
        str(tmp_path / "q.json"),
        file.sha256,
        4,
    )
    assert list(record["steps"]) == ["composed", "duplicates", "wording"]
    assert record["steps"]["composed"] == {
        "method": "how composed",
        "outcomes": {"flagged": 2},
        "reasons": {"why c": 1, "why b": 1},
        "seconds": 1.235,
    }
    assert record["flags"][3] == {
        "id": "c",
        "step": "duplicates",
        "question": "c?",
        "reason": "why c",
        "evidence": "",
        "other": "a",
        "proposal": "",
        "decision": "remove other",
        "comment": "note",
    }
    with pytest.raises(InputError) as error:
        write_flags(folder, file, [ran_with("duplicates")])
    assert str(error.value) == (
        f"{folder}/flags.csv holds 1 decisions or comments on flags that this run has not found "
        "again (the first: c, duplicates); give another --out, or empty those cells."
    )
    assert write_flags(folder, file, [ran_with("wording")]) == written[1:]


def test_a_comment_alone_is_not_lost_either(tmp_path, file):
    """Nothing is written where one would be."""
    write_flags(tmp_path, file, [ran_with("composed", flagged("a", comment="hm"))])
    with pytest.raises(InputError, match="holds 1 decisions or comments"):
        write_flags(tmp_path, file, [ran_with("composed")])
    assert read_flags(tmp_path / "flags.csv") == [flagged("a", comment="hm")]


@pytest.mark.parametrize(
    ("words", "decision"),
    [
        *((word, "keep") for word in ("k", "Keep", "kept", "NO", "ok.")),
        *((word, "remove") for word in ("r", "remove", "removed", "drop", "Yes")),
        *((word, "remove other") for word in ("remove-other", "other", "removeother")),
        *((word, "rewrite") for word in ("rewrite", "rewritten", "accept")),
        (" _ ", ""),
    ],
)
def test_how_a_decision_may_be_written(tmp_path, words, decision):
    """In either file."""
    record = {"id": "a", "step": "wording", "reason": "r", "decision": words}
    record |= {"other": "b", "proposal": "c"}
    (tmp_path / "f.json").write_text(json.dumps([record]))
    assert [one.decision for one in read_flags(tmp_path / "f.json")] == [decision]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"step": "x"}, "there is no step 'x'; restore the original."),
        (
            {"decision": "maybe"},
            "the decision is 'maybe'; write one of keep, remove, remove other, rewrite.",
        ),
        ({"decision": "other"}, '"remove other" is for duplicates; write keep or remove.'),
        (
            {"decision": "rewrite", "proposal": " "},
            "there is no proposal to rewrite the question to; write one into the column "
            '"proposal", or decide otherwise.',
        ),
        ({"comment": 7}, '"comment" must be a text.'),
        ({"reason": None}, '"reason" must be a text.'),
    ],
)
def test_a_flag_that_is_wrong(tmp_path, fields, message):
    """Its number is said; what is no field of a flag may be anything."""
    good = {"id": "a", "step": "wording", "reason": "r", "decision": "", "x": 7}
    path = tmp_path / "f.JSON"
    path.write_text(json.dumps({"flags": [good, good | fields]}))
    with pytest.raises(InputError) as error:
        read_flags(path)
    assert str(error.value) == f"{path}, flag 2: {message}"


def test_files_that_hold_no_flags(tmp_path):
    """Nor a flag without a decision."""
    path = tmp_path / "f.json"
    for text, message in (
        ("{}", f'{path} has no list "flags"; give the file that the filter wrote.'),
        ("[{}]", f"{path}, flag 1: expected an object with id, step, reason, decision."),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_flags(path)
        assert str(error.value) == message


def test_the_files_of_decisions(tmp_path, file):
    """Kept, reworded and removed questions, with every reason."""
    flags = [
        flagged("b", "composed", "remove", evidence="e", comment="hm"),
        flagged("b", "wording", "keep", proposal="x"),
        flagged("b", "articles", "remove"),
        flagged("c", "wording", "rewrite", proposal=" new\n c? "),
        flagged("d", "duplicates", "remove other", other="a"),
    ]
    folder = tmp_path / "flags"
    ran = [ran_with(step, *(one for one in flags if one.step == step)) for step in (
        "composed", "wording", "articles", "duplicates"
    )]  # fmt: skip
    write_flags(folder, file, ran)
    out = tmp_path / "out"
    decided = apply_decisions(file, folder / "flags.csv", out)
    kept = [RELEASED[2] | {"question": "new c?"}, RELEASED[3]]
    assert list(decided.kept) == json.loads((out / "kept.json").read_text()) == kept
    assert decided.reworded == {"c": ("c?", "new c?")}
    assert (out / "removed.csv").read_text("utf-8-sig").splitlines() == [
        "id,question,step,reason,evidence,comment",
        *("a,a?,duplicates,why d,,", "b,b?,composed,why b,e,hm", "b,b?,articles,why b,,"),
    ]
    record = json.loads((out / "decided.json").read_text())
    reasons = [one["reasons"] for one in record.pop("removed")]
    assert record == {
        "file": str(tmp_path / "q.json"),
        "sha256": file.sha256,
        "decisions": str(folder / "flags.csv"),
        "kept": 2,
        "reworded": [{"id": "c", "before": "c?", "after": "new c?"}],
    }
    assert [[one["step"] for one in each] for each in reasons] == [
        ["duplicates"],
        ["composed", "articles"],
    ]


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        # a and b as duplicates of each other: one must stay.
        ([("a", "remove", "b"), ("b", "remove", "a")], None),
        # Both are duplicates of c, which stays.
        ([("a", "remove", "c"), ("b", "remove", "c")], "cd"),
        # b is removed for c as well, so that a is not lost by b alone.
        ([("a", "remove", "b"), ("b", "remove", "c")], "cd"),
    ],
)
def test_of_duplicates_one_is_kept(tmp_path, file, flags, kept):
    """Unless it is removed for another reason."""
    made = [flagged(id, "duplicates", decision, other=other) for id, decision, other in flags]
    path = tmp_path / "f.csv"
    if kept is None:
        with pytest.raises(InputError) as error:
            decide(file, made, path)
        assert str(error.value) == (
            f"{path}: a and b are both removed as duplicates of each other; keep one of them."
        )
        made += [flagged("a", "composed", "remove")]
        kept = "cd"
    assert "".join(one["id"] for one in decide(file, made, path).kept) == kept


def test_flags_that_are_undecided(tmp_path, file):
    """How many of how many, and the first."""
    flags = [flagged("a", decision="keep"), flagged("b", "articles"), flagged("c")]
    with pytest.raises(InputError) as error:
        decide(file, flags, tmp_path)
    assert str(error.value) == (
        f"{tmp_path}: 2 of 3 flags have no decision (the first: b, articles); write keep or "
        "remove, or add --undecided keep."
    )
    with pytest.raises(InputError, match="has the question z, which is not in"):
        decide(file, [flagged("a", "duplicates", "keep", other="z")], tmp_path)


# Files of questions


def test_released_records_as_trees():
    """A sub-question with dependencies comes later; a test split hides the answer."""
    page = {"pageid": 7, "revid": 8, "title": "Rhine", "url": WIKI + "Rhine"}
    below = {"question": "s?", "answer": 2, "decomposition": [], "depends_on": []}
    raw = {
        "id": "q",
        "question": "Q?",
        "answer": 1,
        "decomposition": [
            below
            | {
                "id": "x",
                "evidence": None,
                "decomposition": [below | {"id": "z", "evidence": page}],
            },
            below | {"id": "y", "depends_on": ["x"], "evidence": page},
        ],
    }
    found = read_released(raw, "here")
    rhine = Page("Rhine", WIKI + "Rhine", 7, 8)
    z = Question("s?", 2, evidence=rhine, path="decomposition[0].decomposition[0]", id="z")
    x = Question("s?", 2, (z,), path="decomposition[0]", id="x")
    y = Question("s?", 2, evidence=rhine, path="decomposition[1]", id="y")
    assert found == Question("Q?", 1, (x,), (y,), id="q")
    hidden = read_released({"id": "q", "question": "Q?", "necessary_evidence": [page]}, "here")
    assert (hidden.hidden, hidden.pages, hidden.parts) == (True, (rhine,), ())
    others = (raw, {"necessary_evidence": 1}, {"a": 1}, "decomposition")
    assert [is_released(one) for one in others] == [True, True, False, False]


def test_files_of_either_format(tmp_path):
    """One that is released already is not validated; of several errors the first is told."""
    path = tmp_path / "q.json"
    path.write_text(json.dumps(RELEASED))
    with pytest.raises(
        InputError, match=r"is in the released format already; `tamis fanout filter`"
    ):
        validate(path)
    assert read_questions(path).is_released
    path.write_text(json.dumps([rivers(), RELEASED[0]]))
    assert [one.valid for one in validate(path, 3)] == [True, False]
    path.write_text(json.dumps([rivers(answer=["x"])]))
    read = read_questions(path, 3)
    assert (read.is_released, read.path, len(read.questions)) == (False, path, 1)
    assert read.raws == (rivers(answer=["x"]),)
    for raws, more in (([rivers(), 7], " (and 1 more)"), ([rivers()], "")):
        path.write_text(json.dumps(raws))
        with pytest.raises(InputError) as error:
            read_questions(path)
        assert str(error.value) == (
            f"{path}, question 1: uses 3 different pages; a question must need at least 5{more}; "
            "`tamis fanout validate` lists what to change."
        )


def test_the_id_of_a_question_is_of_all_its_parts():
    """Each of them changes it; the order of an answer's keys does not."""
    made = [
        content_id("q", {"a": 1, "b": 2}, [["x"], ["y"]], RHINE),
        content_id("q", {"b": 2, "a": 1}, [["x"], ["y"]], RHINE),
        content_id("p", {"a": 1, "b": 2}, [["x"], ["y"]], RHINE),
        content_id("q", {"a": 1}, [["x"], ["y"]], RHINE),
        content_id("q", {"a": 1, "b": 2}, [["x", "y"], []], RHINE),
        content_id("q", {"a": 1, "b": 2}, [["x"], ["y"]], None),
    ]
    assert [made.index(one) for one in made] == [0, 0, 2, 3, 4, 5]
    assert {len(one) for one in made} == {16}
