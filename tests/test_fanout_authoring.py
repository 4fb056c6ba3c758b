"""Fan-out questions as authors write them: how files are read, what is found wrong, conversion."""

from __future__ import annotations

import contextlib
import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.collect.fanout.links import LinkError, read_link
from tamis.collect.fanout.literals import parse
from tamis.collect.fanout.question_files import convert, read_questions, validate, write_questions
from tamis.collect.fanout.tree import Page, Question
from tamis.collect.fanout.validation import check, check_all
from tamis.types import InputError

WIKI = "https://en.wikipedia.org/wiki/"


def leaf(question: str, page: str, answer: object) -> dict:
    """A sub-question that rests on a page."""
    return {"question": question, "evidence": WIKI + page, "answer": answer}


RIVERS = ["Rhine", "Elbe", "Oder", "Weser"]
LENGTHS = {"Rhine": 1230, "Elbe": 1094, "Oder": 840, "Weser": 452}
GOOD = {
    "question": "How long in kilometres are the four longest rivers that reach a German coast?",
    "strategy": [leaf("Which four rivers are the longest?", "List_of_rivers_of_Germany", RIVERS)],
    "then": [leaf(f"How long is the {name}?", name, LENGTHS[name]) for name in RIVERS],
    "answer": LENGTHS,
}


def changed(**fields: object) -> dict:
    """The good question with fields replaced; None takes a field away."""
    raw = copy.deepcopy(GOOD) | copy.deepcopy(fields)
    return {name: value for name, value in raw.items() if value is not None}


def with_leaf(**fields: object) -> dict:
    """The good question with the fields of then[1] replaced; None takes a field away."""
    raw = changed()
    raw["then"][1] |= fields
    raw["then"][1] = {k: v for k, v in raw["then"][1].items() if v is not None}
    return raw


WRONG = {
    "empty question": (changed(question="  "), "question", "is empty"),
    "no question": (changed(question=None), "question", "is missing"),
    "the template": (changed(question="YOUR QUESTION HERE"), "question", "template"),
    "empty answer": (with_leaf(answer=""), "then[1].answer", "is empty"),
    "no answer": (with_leaf(answer=None), "then[1].answer", "is missing"),
    "null in a table": (changed(answer={"Rhine": None}), "answer['Rhine']", "is null"),
    "both": (
        with_leaf(strategy=[leaf("And its sources?", "Krkonose", "one")]),
        "then[1].evidence",
        "together with a strategy",
    ),
    "neither": (with_leaf(evidence=None), "then[1].evidence", "is missing"),
    "a whole question on a page": (
        leaf("How long is the Rhine?", "Rhine", 1230),
        "strategy",
        "is missing",
    ),
    "then without strategy": (changed(strategy=None), "then", "no strategy"),
    "evidence as a list": (
        with_leaf(evidence=[WIKI + "Elbe", WIKI + "Hamburg"]),
        "then[1].evidence",
        "more than one link",
    ),
    "a sub-question as text": (changed(then=["How long?"]), "then[0]", "is a text"),
    "a misspelt field": (with_leaf(evidences=WIKI + "Elbe"), "then[1].evidences", '"evidence"?'),
    "another name": (changed(subquestions=[]), "subquestions", 'did you mean "strategy"?'),
    "asked twice": (with_leaf(question="How long is the RHINE"), "then[1].question", "then[0]"),
    "four pages": (changed(then=GOOD["then"][:3]), "", "uses 4 different pages"),
    "asks itself": (with_leaf(question=GOOD["question"].upper()), "then[1].question", "itself"),
    "the template's link": (with_leaf(evidence="LINK TO WIKIPEDIA"), "then[1].evidence", "templ"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_its_place(name):
    """Each mistake is an error at its own path, with what was wrong."""
    raw, path, said = WRONG[name]
    checked = check(raw)
    assert not checked.valid
    assert [p for p in checked.problems if p.path == path and said in p.message], checked.problems


def test_all_problems_are_found_at_once():
    """Three mistakes in different places give three errors in one go."""
    raw = changed(question="")
    raw["strategy"][0]["answer"] = None
    raw["then"][3]["evidence"] = WIKI + "Weser#Course"
    paths = [problem.path for problem in check(raw).problems]
    assert paths == ["question", "strategy[0].answer", "then[3].evidence"]


@pytest.mark.parametrize(("levels", "problems"), [(10, []), (11, ["is nested more than 10 deep"])])
def test_a_question_may_be_ten_deep(levels, problems):
    """The eleventh level is too deep."""
    raw = leaf("How long is the Rhine?", "Rhine", 1230)
    for level in range(levels):
        raw = {"question": f"Level {level}?", "strategy": [raw], "answer": 1230}
    found = [problem.message for problem in check(raw, min_pages=0).problems]
    assert [one.startswith(said) for one, said in zip(found, problems, strict=True)] == (
        [True] * len(problems)
    )


def test_a_field_that_nobody_reads_is_a_warning():
    """It is left out; only the whole question has topics."""
    for raw, path in ((changed(x=1), "x"), (with_leaf(categories=[]), "then[1].categories")):
        assert [(p.path, p.severity) for p in check(raw).problems] == [(path, "warning")]
    assert check(changed(categories=["Rivers", "Law"])).categories == ("Rivers", "Law")


def test_an_answer_that_does_not_follow_is_a_warning():
    """A misspelt name in the answer spoils nothing, but its author hears of it."""
    raw = changed(answer={**{k: v for k, v in LENGTHS.items() if k != "Elbe"}, "Elbbe": 1094})
    (problem,) = check(raw).problems
    assert (problem.severity, problem.path) == ("warning", "answer")
    assert "'Elbbe'" in problem.message
    assert check(raw).valid


def test_questions_that_are_there_twice():
    """The later of two equal questions is the wrong one."""
    first, second = check_all([GOOD, changed(question=GOOD["question"].upper())])
    assert first.valid
    assert [p.message for p in second.problems] == [
        "the same question is number 1; leave one of the two out."
    ]


BAD_LINKS = {
    "https://en.wikipedia.org/wiki/Rhine#Course": f"{WIKI}Rhine.",
    "https://en.wikipedia.org/wiki/Rhine?oldid=17": f"{WIKI}Rhine.",
    "https://en.wikipedia.org/w/index.php?title=Rhine": "a query (?title=Rhine); give the address",
    "https://en.m.wikipedia.org/wiki/Rhine": f"give {WIKI}Rhine.",
    "https://de.wikipedia.org/wiki/Rhein": "'de'",
    "https://en.wikipedia.org/wiki/de:Rhein": "another language",
    "https://en.wikipedia.org/wiki/Talk:Rhine": "talk page",
    "https://en.wikipedia.org/wiki/Category:Rivers_of_Germany": "a category",
    "https://en.wikipedia.org/wiki/Main_Page": "main page",
    "https://en.wikipedia.org/wiki/": "names no article",
    "https://wikipedia.org.example.com/wiki/Rhine": "not a link to Wikipedia",
    "https://en.wikipedia.org/wiki/Rhine https://en.wikipedia.org/wiki/Elbe": "more than one",
    "https://en.wikipedia.org/wiki/Rh%FFine": "cannot be the address",
    "the Rhine": "blanks",
}


@pytest.mark.parametrize("link", BAD_LINKS)
def test_links_that_are_no_article(link):
    """Every kind of link that is no single English article is refused, with what to give."""
    with pytest.raises(LinkError) as error:
        read_link(link)
    assert BAD_LINKS[link] in str(error.value)


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ("https://en.wikipedia.org/wiki/S%C3%A3o_Paulo", "São Paulo"),
        ("http://en.wikipedia.org/wiki/rhine", "Rhine"),
        ("en.wikipedia.org/wiki/AC/DC", "AC/DC"),
        ("https://en.wikipedia.org/wiki/Star_Wars:_Episode_I", "Star Wars: Episode I"),
        ("https://en.wikipedia.org/wiki/Who%27s_Who%3F", "Who's Who?"),
    ],
)
def test_titles_come_from_links(link, title):
    """The title of an article, and an address that leads to it again."""
    page = read_link(link)
    assert page.title == title
    assert read_link(page.url) == page


PYTHON = """
# my questions
first = {'question': 'Which is longer?', 'answer': True, "pages": (1, -2.5,), }
validate_question(first)
second: dict = {"question": None}
"""


def test_python_dictionaries_are_read():
    """Python's literals with names, comments, trailing commas and calls are data, and not run."""
    assert parse(PYTHON, "q.py") == [
        {"question": "Which is longer?", "answer": True, "pages": [1, -2.5]},
        {"question": None},
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('[{"a": 1}, {"b": [true, null]}]', [{"a": 1}, {"b": [True, None]}]),
        ('{"a": [1, 2,], "b": true,}', [{"a": [1, 2], "b": True}]),
        ("{'a': 1}, {'b': 2}", [{"a": 1}, {"b": 2}]),
        ('```json\n{"a": 1,}\n```\n', [{"a": 1}]),
        ("x = {'a': -1, 'b': true, 'c': (1.5, null)}", [{"a": -1, "b": True, "c": [1.5, None]}]),
    ],
)
def test_what_authors_write_is_read(text, found):
    """JSON, JSON with trailing commas, one object a line, and a list of dictionaries."""
    assert parse(text, "q.json") == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "q.json is empty"), ("[]", "empty list"),
        ('{\n "a": 1\n "b": 2\n}', "line 3, column 2"),
        ('{\n "a": [1, 2,],\n "b": "x\n}', "line 3"),
        ("{\n 'a': Rhine}", "line 2, column 7: Rhine has no quotation marks"),
        ('{"a": f"{x}"}', "f-string"), ('{"a": 2 + 3}', "an expression"),
        ("import os\nos.system('x')\nfor a in b: pass", "line 3: this is a program"),
        ("{“a”: 1}", "typographic"), ("[" * 5000, "q.json"), ("Which rivers are long?", "line 1"),
        ('{"a": 1' + "0" * 5000 + "}", "q.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_explained(text, said):
    """One sentence with the line, and what to do."""
    with pytest.raises(InputError) as error:
        parse(text, "q.json")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    ['{"question": "a", "question": "b", "answer": 1}', "{'question': 'a', 'question': 'b'}"],
)
def test_a_field_that_is_there_twice(text):
    """Which one would have been taken is never left to chance."""
    (raw,) = parse(text, "q")
    assert any("question occurs twice" in p.message for p in check(raw).problems)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["question", "strategy", "then", "evidence", "answer", "x", ""]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
def test_anything_can_be_checked(raw):
    """Whatever stands in a file, checking it gives problems and never fails."""
    checked = check(raw)
    assert checked.valid == (not any(p.severity == "error" for p in checked.problems))


@given(st.text(max_size=60) | st.text(alphabet="{}[]'\":,1ae\\ \n#", max_size=30))
def test_any_text_is_read_or_explained(text):
    """No text makes the reader fail with anything but one sentence."""
    with contextlib.suppress(InputError):
        assert isinstance(parse(text, "q"), list)


@given(st.text(max_size=40).map(lambda tail: WIKI + tail) | st.text(max_size=40))
def test_any_link_is_read_or_explained(link):
    """A link is a page that can be linked to again, or an error with a sentence."""
    try:
        page = read_link(link)
    except LinkError:
        return
    assert read_link(page.url).title == page.title


def test_conversion_by_hand(tmp_path):
    """The released record of a nested question, worked out by hand but for its ids."""
    (tmp_path / "q.json").write_text(json.dumps([changed(categories=["Rivers"])]))
    (record,) = convert(validate(tmp_path / "q.json"))
    first, *others = record["decomposition"]
    assert list(record) == ["id", "question", "decomposition", "answer", "categories"]
    assert list(first) == ["id", "question", "decomposition", "answer", "depends_on", "evidence"]
    assert (record["answer"], record["categories"]) == (LENGTHS, ["Rivers"])
    assert first["evidence"] == {
        "pageid": None,
        "revid": None,
        "title": "List of rivers of Germany",
        "url": WIKI + "List_of_rivers_of_Germany",
    }
    assert first["depends_on"] == []
    assert [part["depends_on"] for part in others] == [[first["id"]]] * 4
    # Evidence is null exactly where there is a decomposition.
    raw = changed()
    upper = leaf("How long is the Upper Rhine?", "Upper_Rhine", 360)
    raw["then"][0] = {"question": "How long in all?", "strategy": [upper], "answer": 1230}
    (tmp_path / "q.json").write_text(json.dumps(raw))
    (record,) = convert(validate(tmp_path / "q.json"))
    nested = record["decomposition"][1]
    assert nested["evidence"] is None
    assert nested["decomposition"][0]["evidence"]["title"] == "Upper Rhine"


def test_ids_are_of_the_content():
    """Sixteen hex digits: equal for the same content, other for any change below."""
    ids = {check(GOOD).tree.id, check(changed(answer=dict(reversed(LENGTHS.items())))).tree.id}
    assert len(ids) == 1
    (id,) = ids
    assert len(id) == 16
    assert int(id, 16) >= 0
    assert check(with_leaf(answer=1095)).tree.id != id
    assert check(with_leaf(evidence=WIKI + "Elbe_River")).tree.id != id
    all_ids = [part.id for part in check(GOOD).tree.below]
    assert len(set(all_ids)) == 5


def test_a_converted_file_is_read_again(tmp_path):
    """Conversion loses nothing: both formats give the same questions."""
    (tmp_path / "q.json").write_text(json.dumps(GOOD))
    write_questions(tmp_path / "out.json", convert(validate(tmp_path / "q.json")))
    (authored,) = read_questions(tmp_path / "q.json").questions
    (again,) = read_questions(tmp_path / "out.json").questions
    assert (authored.id, authored.answer) == (again.id, again.answer)
    assert [(p.id, p.evidence) for p in authored.below] == [(p.id, p.evidence) for p in again.below]
    assert (len(again.strategy), len(again.then)) == (1, 4)


def test_a_released_record_is_a_tree(tmp_path):
    """A sub-question with dependencies comes later; a test question hides its answer."""
    page = {"pageid": 7, "revid": 8, "title": "Rhine", "url": WIKI + "Rhine"}
    below = {"question": "s?", "answer": 2, "decomposition": [], "depends_on": []}
    nested = {**below, "id": "x", "evidence": None}
    nested["decomposition"] = [{**below, "id": "z", "evidence": page}]
    later = {**below, "id": "y", "depends_on": ["x"], "evidence": page}
    raw = {"id": "q", "question": "Q?", "answer": 1, "decomposition": [nested, later]}
    hidden = {"id": "h", "question": "H?", "necessary_evidence": [page]}
    (tmp_path / "q.json").write_text(json.dumps([raw, hidden]))
    tree, test = read_questions(tmp_path / "q.json").questions
    rhine = Page("Rhine", WIKI + "Rhine", 7, 8)
    z = Question("s?", 2, evidence=rhine, path="decomposition[0].decomposition[0]", id="z")
    x = Question("s?", 2, (z,), path="decomposition[0]", id="x")
    y = Question("s?", 2, evidence=rhine, path="decomposition[1]", id="y")
    assert tree == Question("Q?", 1, (x,), (y,), id="q")
    assert (test.hidden, test.pages, test.parts) == (True, (rhine,), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"id": "a", "decomposition": [], "answer": 1}]', "question 1: `question` is missing"),
        (
            '[{"id": "a", "question": "b", "answer": 1, "decomposition": []},'
            ' {"id": "a", "question": "c", "answer": 1, "decomposition": []}]',
            "the id 'a' is already that of question 1",
        ),
        ('[{"id": "a", "question": "b", "answer": 1, "decomposition": []}, {}]', "mixes"),
        ('[{"question": ""}]', "tamis fanout validate"),
    ],
)
def test_files_that_cannot_be_filtered(tmp_path, text, said):
    """A released file that is not as it should be, or authors' questions that are not valid."""
    (tmp_path / "q.json").write_text(text)
    with pytest.raises(InputError) as error:
        read_questions(tmp_path / "q.json")
    assert said in str(error.value)
    assert str(tmp_path / "q.json") in str(error.value)
