"""Questions of related-work sections to the letter: each heading, keyword, reply and entry."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tamis.collect.questions.accepted_questions import (
    Accepted,
    evidence,
    read_accepted,
    reviewed_in,
    write_accepted,
)
from tamis.collect.questions.assignment import (
    Assigned,
    Assignment,
    assign,
    read_preferences,
    read_topics,
    write,
)
from tamis.collect.questions.files import (
    read_paragraphs,
    read_review,
    with_marks,
    write_dropped,
    write_paragraphs,
    write_proposed,
    write_review,
)
from tamis.collect.questions.headings import in_related_work, is_related_work
from tamis.collect.questions.keywords import pointing
from tamis.collect.questions.model_calls import ModelReply, _model_reply
from tamis.collect.questions.paragraph_search import Found, paper_files, read_ids
from tamis.collect.questions.paragraphs import (
    APPENDIX,
    RULES,
    SECTION_3_1,
    CitedPaper,
    Drop,
    Paragraph,
    Rule,
)
from tamis.collect.questions.question_folder import Folder
from tamis.collect.questions.reply_reader import read_answerable, read_questions
from tamis.collect.questions.review import DESIDERATA, KEYS, Marks, Proposed, marked, reviewed
from tamis.collect.questions.shares import shares
from tamis.collect.questions.sheet import merged, read_review_sheet, write_review_sheet
from tamis.collect.questions.summary import found as found_lines
from tamis.collect.questions.summary import shares_of
from tamis.retrieve.papers import Paper
from tamis.retrieve.papers.s2orc import BadRecord
from tamis.types import InputError, Reply

# Headings

WHOSE = ("related", "prior", "previous", "earlier", "past", "existing", "relevant")
BETWEEN = ("and", "or", "in", "to", "most", "closely", "similar", "recent", "concurrent", "related")
WORKS = ("work", "works", "literature", "research", "study", "studies", "approaches", "efforts")


@pytest.mark.parametrize(
    "heading",
    [
        *(f"{whose} work" for whose in WHOSE),
        *(f"Related {between} work" for between in (*BETWEEN, "prior", "previous")),
        *(f"Related {work}" for work in WORKS),
        *(f"Literature {what}" for what in ("review", "survey", "overview")),
        *(f"{what} of literature" for what in ("Review", "Survey", "Overview")),
        "Overview of the literature",
        "Work related to parsing",
        "The current state of the art",
        "The state of the art",
        "Current state of the art",
        "RelatedWork",
        "Related",
        "Section 3: Related work",
        "Chapter 3. Related work",
        "Appendix B) Related work",
        "B.2. Related work",
        "XIV Related work",
        "Related work on one two three four five six",
    ],
)
def test_a_heading_of_related_work(heading):
    """Every word that may be in one."""
    assert is_related_work(heading)


@pytest.mark.parametrize(
    "heading",
    [
        *(
            f"{word} related work"
            for word in (
                "Comparison",
                "Comparisons",
                "Comparing",
                "Compared",
                "Compare",
                "Versus",
                "vs",
                "Result",
                "Results",
                "Experiment",
                "Experiments",
                "Reproducing",
                "Replicated",
                "Future",
                "Our",
                "We",
                "Than",
                "Unrelated",
            )
        ),
        "Limitations of our related work",
        "Limitations of this related work",
        "Datasets from related work",
        "Dataset of related work",
        "Related work on one two three four five six seven",
        "State of the art in parsing",
        "Related tasks",
        "Literature",
    ],
)
def test_a_heading_of_something_else(heading):
    """Comparisons, results, sentences, and what has more than nine words."""
    assert not is_related_work(heading)


def test_subsections_of_a_numbered_section():
    """By their numbers; a section that follows ends it only by its own number."""
    headings = ["B. Related work", "b.1. Parsing", "B2. No", "C.1. Data", "Related work", "1.1 No"]
    assert list(in_related_work(headings)) == [0, 1, 4]


# Keywords

PLACES = ("paper", "passage", "paragraph", "section", "article", "survey", "review", "manuscript")
STUDIED = (
    "profiling",
    "identification",
    "attribution",
    "verification",
    "disambiguation",
    "obfuscation",
    "name",
    "names",
    "gender",
    "age",
    "ages",
    "identity",
    "identities",
    "style",
    "intent",
    "intention",
    "network",
    "networks",
    "embedding",
    "embeddings",
    "metadata",
)
TELLS = (
    "argue",
    "suggest",
    "propose",
    "claim",
    "mention",
    "state",
    "describe",
    "discuss",
    "say",
    "identify",
    "use",
    "address",
    "report",
    "find",
    "found",
    "introduce",
    "present",
    "conclude",
    "compare",
    "note",
)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        *((f"What is this {place} on?", f"this {place}") for place in (*PLACES, "thesis")),
        *((f"What are these {place}s on?", f"these {place}s") for place in PLACES),
        *((f"Why {words} so?", words) for words in (
            "these works", "these studies", "this text", "this excerpt", "this work", "this study",
            "this research", "the current work", "the present study",
            "the paper", "the paragraph", "the passage",
            "the source paper", "the given paper", "the current paper", "the present paper",
            "the original paper", "the provided paper", "the research paper",
            "the related work paragraph", "paper's author", "paper's title", "paper's authors",
            "the authors'", "aforementioned", "afore-mentioned", "abovementioned",
            "above-mentioned", "beforementioned", "before-mentioned",
        )),
        *((f"Why {words} so?", words) for words in (
            *(f"{how} the section above" for how in ("in", "from", "of")), "in the section below",
        )),
        *((f"What do authors {tell}?", f"authors {tell}") for tell in TELLS),
        *((f"What say authors of {which} {what}?", f"authors of {which} {what}")
          for which in ("the", "this", "these") for what in ("study", "work", "article")),
        *((f"What is mentioned {how} the text?", f"mentioned {how} the text")
          for how in ("in", "by", "from", "within", "throughout", "across")),
        *((f"What is mentioned in {which} text?", f"mentioned in {which} text")
          for which in ("the", "those", "our")),
        *((f"What is mentioned in the {source}?", f"mentioned in the {source}")
          for source in ("study", "studies", "work", "works", "text", "texts", "excerpt",
                         "abstract", "literature")),
        ("What is not mentioned in the text?", "not mentioned in the text"),
        ("What is never mentioned in the text?", "never mentioned in the text"),
        ("What is mentioned of it?", "mentioned"),
        *((f"What is {how} in the text?", f"{how} in the text")
          for how in ("discussed", "described", "listed", "presented", "outlined", "cited",
                      "reviewed", "given", "introduced", "proposed", "studied", "stated",
                      "referenced", "surveyed")),
        *((f"Why, according to {which} authors?", f"according to {which} authors")
          for which in ("the", "this", "these")),
        ("Why, according to the literature?", "according to the literature"),
        ("How does the above work?", "the above"),
        *((f"Which are {how} {where}?", f"{how} {where}")
          for how, where in (("described", "above"), ("listed", "below"), ("discussed", "here"),
                             ("given", "earlier"), ("stated", "above"), ("shown", "above"),
                             ("noted", "above"), ("outlined", "above"), ("presented", "above"),
                             ("seen", "above"), ("cited", "above"), ("named", "above"),
                             ("introduced", "above"))),
        ("Which methods are there above?!", "above"),
        ("How good are the cited parsers?", "the cited parsers"),
        ("How good are the referenced parsers?", "the referenced parsers"),
        ("How good is the given text?", "the given text"),
        *((f"What is in the following {what}?", f"the following {what}")
          for what in ("paper", "paragraph", "passage", "work", "section", "studies", "papers")),
        *((f"How good is the proposed {what}?", f"the proposed {what}")
          for what in ("method", "model", "approach", "framework", "system", "technique",
                       "architecture", "algorithm", "solution", "dataset", "work", "methods")),
        ("How good is the proposed neural model?", "the proposed neural model"),
        *((f"How good is our {what}?", f"our {what}")
          for what in ("paper", "work", "method", "model", "approach", "framework", "system",
                       "study", "dataset", "own model")),
        *((f"What is in {what} 3?", f"{what} 3")
          for what in ("table", "figure", "section", "equation", "appendix", "footnote")),
        ("What did Smith et al find?", "et al"),
        ("What did Smith & Jones (2019) find?", "smith & jones (2019)"),
        ("What did Smith, [1999b] find?", "smith, [1999b]"),
        ("What is known [Smith 2019]?", "[smith 2019"),
        ("What is known [1, 2–5]?", "[1, 2–5]"),
    ],
)  # fmt: skip
def test_words_that_point_into_a_paper(text, keyword):
    """Each by itself; the first and longest is named."""
    assert pointing(text) == keyword


@pytest.mark.parametrize(
    "text",
    [
        "How does the passage retrieval work?",
        "How does the passage ranking work?",
        *(f"What is the author {what} task?" for what in STUDIED),
        "Who are the authors of a text?",
        "Who are the authors of anonymous texts?",
        "Who are the authors of disputed plays?",
        *(
            f"Who are the authors of the {what}?"
            for what in ("text", "document", "tweet", "post", "message", "reviews")
        ),
        *(
            f"What is {how} mentioned?"
            for how in ("implicitly", "explicitly", "frequently", "commonly", "often", "rarely")
        ),
        *(
            f"What is mentioned {how} it?"
            for how in ("in", "on", "by", "across", "within", "together", "alongside", "during")
        ),
        "What is mentioned with it?",
        "What is the above-average model?",
        "What is above it?",
        "What is [1999]?",
        "What did smith (2019) find?",
        "What is in table three?",
    ],
)
def test_words_that_point_nowhere(text):
    """They only look like it."""
    assert pointing(text) == ""


def test_the_first_of_several_pointers_is_named():
    """At the same place the longest."""
    assert pointing("Why in this paper, as the authors say?") == "this paper"
    assert pointing("What is BERT and our model?", ["bert", "BERT and"]) == "bert and"


# Replies

Q = "Why does salt slow the yeast?"


@pytest.mark.parametrize(
    ("reply", "questions"),
    [
        ("Question 1: " + Q, (Q,)),
        ("question: " + Q, (Q,)),
        ("q 12. " + Q, (Q,)),
        ("> 1. " + Q, (Q,)),
        ("## 1) " + Q, (Q,)),
        ("(1.) " + Q, (Q,)),
        ("1234. Not a list\n" + Q, (Q,)),
        ("• " + Q + "\n– And what of sugar?", (Q, "And what of sugar?")),
        ("+ " + Q + "\n\nAnd what of sugar?", (Q,)),
        ("1. Why does salt\nslow the yeast?\n- because\nAnd what of sugar?", (Q,)),
        ("1. One two\n\n2. " + Q, (Q,)),
        ("1. __Salt:__ " + Q, (Q,)),
        ("1. **Salt**: " + Q, (Q,)),
        ("1. **Salt:** it is so", ("Salt:** it is so",)),
        ("«" + Q + "»\n", (Q,)),
        ("Now:\n" + Q + "\nor not", (Q,)),
        ('["' + Q + '"] and ["And what of sugar?", "And what of the salt?"]',
         ("And what of sugar?", "And what of the salt?")),
        ('[{"Question": "' + Q + '", "n": 1}]', (Q,)),
        ('[{"text": "' + Q + '"}]', (Q,)),
        ("1. One two three", ("One two three",)),
        ("1. One two", ()),
        ("1. " + "ab " * 332 + "abcd", ("ab " * 332 + "abcd",)),
        ("1. " + "ab " * 332 + "abcde", ()),
        (f"1. {Q}\n2. why does SALT slow the yeast", (Q,)),
        ("x" * 49_990 + "\n1. One two three", ()),
    ],
)  # fmt: skip
def test_questions_in_a_reply(reply, questions):
    """At least three words and at most 1,000 signs, each once."""
    assert read_questions(reply) == questions


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Final answer: yes", "Yes"),
        ("Final verdict - no", "No"),
        ("Reply: partly", "Partially"),
        ("Verdict: Yes", "Yes"),
        ("Well.\n\n*Yes*!", "Yes"),
        ("Well.\nYes, it does", "unparsed"),
        ("No, partially", "unparsed"),
        ("Yes or no", "unparsed"),
        ("Yes | No", "unparsed"),
        ("Yes, and partly", "unparsed"),
        ("No, it does so in part.", "unparsed"),
        ("Yes, but a partial one.", "unparsed"),
        ("Yes. But a partial one.", "Yes"),
        ("Partially, in part.", "Partially"),
    ],
)
def test_whether_a_paragraph_answers(reply, verdict):
    """One verdict in the first sentence, at the beginning or alone at the end."""
    assert read_answerable(reply) == verdict


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (
            Reply("x", failed=" no\n route " + "y" * 400),
            ModelReply("failed", reason="no route " + "y" * 291),
        ),
        (Reply("x", refused=True), ModelReply("refused")),
        (Reply("x", truncated=True), ModelReply("truncated")),
        (Reply("<think>a</think> "), ModelReply("missing")),
        (Reply(" x "), ModelReply("ok", "x")),
    ],
)
def test_what_a_call_came_to(reply, found):
    """A text, or why there is none."""
    assert _model_reply(reply) == found


# Rules

CITED = tuple(CitedPaper(f"p{n}", f"Loaf {n}", n != 5) for n in range(1, 6))
PARAGRAPH = Paragraph("src#2", "src", "Sourdough", "2 Related Work", "Salt slows it.", CITED)


def cites(available: int, missing: int, unresolved: int = 0) -> Paragraph:
    """A paragraph that cites so many papers."""
    cited = tuple(CitedPaper(f"p{n}", "", n < available) for n in range(available + missing))
    return replace(PARAGRAPH, cited=cited, unresolved=unresolved)


@pytest.mark.parametrize(
    ("rule", "paragraph", "drops"),
    [
        (APPENDIX, cites(4, 1), ()),
        (APPENDIX, cites(7, 3), ()),
        (APPENDIX, cites(7, 2, 1), ()),
        (
            APPENDIX,
            cites(6, 3),
            (Drop("too many of them missing", "6 of 9 cited papers available, 3 missing"),),
        ),
        (
            APPENDIX,
            cites(3, 1),
            (Drop("too few cited papers", "3 of 4 cited papers available, 4 needed"),),
        ),
        (
            APPENDIX,
            cites(1, 1, 1),
            (
                Drop("too few cited papers", "1 of 3 cited papers available, 4 needed"),
                Drop("too many of them missing", "1 of 3 cited papers available, 2 missing"),
            ),
        ),
        (SECTION_3_1, cites(3, 1), ()),
        (
            SECTION_3_1,
            cites(2, 2),
            (Drop("too many of them missing", "2 of 4 cited papers available, 2 missing"),),
        ),
        (
            SECTION_3_1,
            cites(3, 0),
            (Drop("too few cited papers", "3 of 3 cited papers available, 4 needed"),),
        ),
        (Rule("own", 1), cites(1, 9), ()),
        (Rule("own", 1, missing_share=0, missing_most=0), cites(1, 0), ()),
    ],
)
def test_which_paragraphs_are_dropped(rule, paragraph, drops):
    """At both sides of each bound."""
    assert rule.drops(paragraph) == drops


def test_rules_that_cannot_be():
    """With what to give."""
    assert list(RULES) == ["A.6", "3.1"]
    for options, message in (
        ({"at_least": 0}, "at least 0 cited papers: give 1 or more."),
        ({"missing_share": 1.1}, "a share of 1.1 missing: give 0 to 1."),
        ({"missing_share": -0.1}, "a share of -0.1 missing: give 0 to 1."),
        ({"missing_most": -1}, "at most -1 missing: give 0 or more."),
    ):
        with pytest.raises(InputError) as error:
            Rule("x", **options)
        assert str(error.value) == message
    assert Rule("x", 1, missing_share=1.0)
    assert (cites(2, 3, 4).available, cites(2, 3, 4).total, cites(2, 3, 4).missing) == (2, 9, 7)


# Files


def test_files_of_papers(tmp_path):
    """Of a folder those of JSON, sorted, each once."""
    for name in ("b.jsonl", "A.JSON", "c.txt", "d.jsonl.gz", "sub/e.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    odd = tmp_path / "c.txt"
    found = paper_files([odd, tmp_path, odd])
    assert [path.name for path in found] == ["c.txt", "A.JSON", "b.jsonl", "d.jsonl.gz", "e.json"]
    (tmp_path / "none").mkdir()
    for path, message in (
        ("no", "does not exist; give files of papers, or folders of them."),
        ("none", "holds no .jsonl, .json or .gz file; give another folder."),
    ):
        with pytest.raises(InputError) as error:
            paper_files([tmp_path / path])
        assert str(error.value) == f"{tmp_path / path} {message}"
    odd.write_text("# none\n \n")
    with pytest.raises(InputError, match=r"holds no id of a paper; write one on each line\."):
        read_ids(odd)


def test_paragraphs_are_written_and_read(tmp_path):
    """Dropped ones with their reasons."""
    path = tmp_path / "p.jsonl"
    write_paragraphs(path, [PARAGRAPH])
    assert read_paragraphs(path) == (PARAGRAPH,)
    write_dropped(path, [(PARAGRAPH, [Drop("few", "1 of 3"), Drop("many", "2")])])
    record = json.loads(path.read_text())
    assert record["dropped"] == ["few: 1 of 3", "many: 2"]
    assert (record["id"], record["cited"][4]) == (
        "src#2",
        {"id": "p5", "title": "Loaf 5", "available": False},
    )


QUESTION = Proposed("q1", Q, 1, PARAGRAPH, "m", "f", "", "Yes", "c")
ALL = dict.fromkeys(KEYS, True)


def test_proposed_questions_are_written(tmp_path):
    """For a review with the boxes, and before that without."""
    path = tmp_path / "q.jsonl"
    write_proposed(path, [replace(QUESTION, keyword="this paper")])
    record = json.loads(path.read_text())
    assert record.pop("paragraph")["id"] == "src#2"
    assert record == {
        "id": "q1",
        "question": Q,
        "number": 1,
        "model": "m",
        "prompts": "f",
        "keyword": "this paper",
        "answerable": "Yes",
        "checker": "c",
        "dropped": 'the keyword filter ("this paper" points into a paper)',
    }
    write_review(path, [QUESTION])
    record = json.loads(path.read_text())
    assert record["review"] == {
        "ticks": dict.fromkeys(KEYS, False),
        "by": "",
        "question": "",
        "papers": None,
        "note": "",
    }
    assert record["desiderata"] == dict(DESIDERATA)
    assert list(KEYS) == [
        "stands_alone", "realistic", "challenging", "sufficient", "makes_sense", "not_niche",
    ]  # fmt: skip
    record["review"]["ticks"] = {"realistic": True}
    del record["number"]
    path.write_text(json.dumps(record))
    (read,) = read_review(path)
    assert read.marks.ticks == dict.fromkeys(KEYS, False) | {"realistic": True}
    assert read.number == 1


def test_marks_of_people_are_not_lost():
    """They go to the new questions, or nothing is done."""
    old = replace(QUESTION, marks=Marks(ALL, "Ada"))
    blank = replace(QUESTION, id="q0")
    assert with_marks(Path("r"), [QUESTION], [old, blank]) == (old,)
    with pytest.raises(InputError) as error:
        with_marks(Path("r"), [blank], [old, blank, replace(old, id="q2")])
    assert str(error.value) == (
        "r holds reviews of 2 questions that are not among the new ones (the first: q1); move the "
        "file away, or work in another folder."
    )
    for filled in ({"by": "a"}, {"question": "a"}, {"note": "a"}, {"papers": ()}, {"ticks": ALL}):
        assert not Marks(**filled).empty
    assert Marks(by=" ", question=" ", note=" ").empty


# Review


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ({}, {"by": ""}, "has a review without a name; write the name of the reviewer."),
        ({}, {"by": "C"}, "is signed by the model C; a person must review it."),
        (
            {},
            {"ticks": {"nice": True}},
            ": there is no box 'nice'; those are stands_alone, realistic, challenging, sufficient, "
            "makes_sense, not_niche.",
        ),
        (
            {},
            {"ticks": {"realistic": 1}},
            ": the box realistic holds 1; write true or false.",
        ),
        ({}, {"papers": ["p9"]}, ": its paragraph does not cite the paper 'p9'."),
        (
            {},
            {"edited_question": "x" * 1001},
            "is now longer than 1,000 characters; shorten it.",
        ),
        (
            {"answerable": "No"},
            {"edited_question": Q.upper()},
            "was dropped by the answerability check (No); word it differently, or leave a box "
            "unticked.",
        ),
        (
            {},
            {"edited_question": "What does this paper say?"},
            'as it is now worded points into a paper ("this paper"); word it differently, or leave '
            "a box unticked.",
        ),
        (
            {},
            {"papers": ["p1", "p2", "p3"]},
            "has 3 papers with evidence, 3 of them available, where 4 are needed and one may be "
            'missing; choose more, or leave the box "sufficient" unticked.',
        ),
    ],
)
def test_a_review_that_does_not_hold(change, arguments, message):
    """What is wrong with which question, and what to do."""
    with pytest.raises(InputError) as error:
        reviewed(replace(QUESTION, **change), **{"ticks": ALL, "by": "Ada"} | arguments)
    blank = "" if message.startswith(":") else " "
    assert str(error.value) == f"the question q1{blank}{message}"


def test_a_review_as_it_is_kept():
    """Names and wordings with single blanks; all papers are none in particular."""
    found = reviewed(QUESTION, {"realistic": True}, " Ada  L ", "  New \n one? ", ["p5", "p2"], "n")
    assert (found.by, found.question, found.note, found.accepted, found.edited) == (
        "Ada L",
        "New one?",
        "n",
        False,
        True,
    )
    assert [paper.id for paper in found.papers] == ["p2", "p5"]
    assert marked(found).marks == Marks(
        dict.fromkeys(KEYS, False) | {"realistic": True}, "Ada L", "New one?", ("p2", "p5"), "n"
    )
    whole = reviewed(QUESTION, ALL, "x" * 200, "y" * 1000)
    assert marked(reviewed(QUESTION, ALL, "Ada")).marks == Marks(ALL, "Ada")
    assert (whole.accepted, len(whole.question)) == (True, 1000)
    # One of four may be missing.
    assert reviewed(QUESTION, ALL, "Ada", papers=["p1", "p2", "p3", "p5"]).accepted
    two = replace(PARAGRAPH, cited=cites(2, 2).cited)
    with pytest.raises(InputError, match="has 4 papers with evidence, 2 of them available"):
        reviewed(replace(QUESTION, paragraph=two), ALL, "Ada")
    nobody = replace(QUESTION, model="", checker="")
    assert reviewed(nobody, ALL, "m").accepted


def test_reviews_are_counted_by_their_outcome():
    """Those of a filter only where nobody looked at them."""
    marks = Marks(ALL, "Ada")
    questions = [
        replace(QUESTION, id="a", marks=marks),
        replace(QUESTION, id="b", marks=Marks({}, "Ada")),
        replace(QUESTION, id="c"),
        replace(QUESTION, id="d", keyword="this paper"),
        replace(QUESTION, id="e", answerable="Partially"),
        replace(QUESTION, id="f", answerable="unparsed"),
        replace(QUESTION, id="g", marks=Marks(ALL, "Bo", note="n")),
    ]
    found, counts = reviewed_in(questions)
    assert [(one.proposed.id, one.by, one.accepted, one.note) for one in found] == [
        ("a", "Ada", True, ""),
        ("b", "Ada", False, ""),
        ("g", "Bo", True, "n"),
    ]
    assert counts == {
        "accepted": 2, "boxes unticked": 1, "not reviewed": 2, "dropped by a filter": 2,
    }  # fmt: skip


# The sheet


def test_the_sheet_of_a_review(tmp_path):
    """A row for each question, with what people wrote."""
    path = tmp_path / "r.csv"
    odd = replace(PARAGRAPH, cited=(CitedPaper("", "", False), CitedPaper("p1", "Loaf", True)))
    filled = Marks({"realistic": True}, "Ada", "New?", ("p1", "p2"), "n")
    write_review_sheet(path, [replace(QUESTION, paragraph=odd, keyword="the paper", marks=filled)])
    text = path.read_text("utf-8-sig")
    assert text.splitlines()[0] == (
        "id,question,title,paragraph,papers,keyword,answerable,dropped,stands_alone,realistic,"
        "challenging,sufficient,makes_sense,not_niche,edited_question,evidence,reviewer,note"
    )
    assert text.split("\n", 1)[1].replace("\r\n", "\n") == (
        f'q1,{Q},Sourdough,Salt slows it.,"?: ? (missing)\np1: Loaf",the paper,Yes,"the keyword '
        'filter (""the paper"" points into a paper)",,x,,,,,New?,p1 p2,Ada,n\n'
    )


@pytest.mark.parametrize(
    ("ticked", "words"),
    [
        (True, ("x", "1", "YES", "y", "true", "✓", "✔", "☑")),
        (False, ("", "0", "no", "N", "false", "-", "☐")),
    ],
)
def test_ticks_as_people_write_them(tmp_path, ticked, words):
    """In any of the boxes."""
    path = tmp_path / "r.csv"
    for word in words:
        path.write_text(
            f'id,{",".join(KEYS)},reviewer,evidence\nq1,{",".join([word] * 6)},Ada,"p1;p2, p3"\n'
        )
        (one,) = read_review_sheet(path, [QUESTION])
        assert one.marks == Marks(dict.fromkeys(KEYS, ticked), "Ada", "", ("p1", "p2", "p3"))


def test_sheets_and_files_that_contradict_each_other(tmp_path):
    """One of them must be cleared; changes of a spreadsheet are none."""
    path = tmp_path / "r.csv"
    assert merged(path, [QUESTION]) == (QUESTION,)
    head = f"id,{','.join(KEYS)},reviewer,note\n"
    path.write_text(head + "q1,x,x,x,x,x,x,Ada,a  b\n")
    filled = replace(QUESTION, marks=Marks(ALL, "Ada ", "", None, "a\nb"))
    assert merged(path, [filled]) == (filled,)
    for other in (
        Marks(ALL, "Bo", "", None, "a b"),
        Marks(ALL, "Ada", "x", None, "a b"),
        Marks(ALL, "Ada", "", ("p1",), "a b"),
        Marks(ALL, "Ada", "", None, "c"),
        Marks(ALL | {"realistic": False}, "Ada", "", None, "a b"),
    ):
        with pytest.raises(InputError) as error:
            merged(path, [replace(QUESTION, marks=other)])
        assert str(error.value) == (
            f"{path}: the question q1 is reviewed here and in the review file, with different "
            "entries; clear one of the two."
        )
    row = "q1,,,,,,,,\n"
    for rows, message in (
        (row + row, "line 3: the question 'q1' is there twice; remove the row."),
        ("q9,,,,,,,Ada,\n", "line 2: the question 'q9' is not in the review file; remove the row."),
        (
            "q1,hm,,,,,,,\n",
            "line 2: 'hm' under \"stands_alone\" is not a tick; write x or leave it empty.",
        ),
    ):
        path.write_text(head + rows)
        with pytest.raises(InputError) as error:
            read_review_sheet(path, [QUESTION])
        assert str(error.value) == f"{path}, {message}"
    path.write_text(head + "q9,,,,,,,,\n" + row)
    assert read_review_sheet(path, [QUESTION]) == (QUESTION,)
    assert merged(path, [filled]) == (filled,)


# Acceptance


TEXTS = {
    f"p{n}": Paper(f"p{n}", f"Paper p{n}" if n > 1 else "Own", ("M", "text")) for n in (1, 2, 3, 4)
}


def test_an_accepted_question_with_its_papers(tmp_path):
    """The texts of those available, with the bibliography's titles where they have none."""
    finding = reviewed(QUESTION, ALL, "Ada", "How much salt?", None, "n")
    path = tmp_path / "a.jsonl"
    (one,) = write_accepted(path, [finding], TEXTS)
    assert one == Accepted(
        "q1",
        "How much salt?",
        tuple(
            Paper(f"p{n}", "Own" if n == 1 else f"Loaf {n}", ("M", "text")) for n in (1, 2, 3, 4)
        ),
        "Salt slows it.",
        "src",
        "Sourdough",
        "Ada",
        Q,
        "m",
        ("Loaf 5",),
        "n",
    )
    assert read_accepted(path) == (one,)
    assert json.loads(path.read_text()) == {
        "id": "q1",
        "question": "How much salt?",
        "related_work_paragraph": "Salt slows it.",
        "cited_papers": [{"id": paper.id, "title": paper.title} for paper in one.papers],
        "cited_paragraphs": [["M", "text"]] * 4,
        "missing_papers": ["Loaf 5"],
        "source": {"id": "src", "title": "Sourdough"},
        "reviewer": "Ada",
        "proposed_question": Q,
        "model": "m",
        "note": "n",
    }
    record = json.loads(path.read_text())
    record["cited_paragraphs"].pop()
    path.write_text(json.dumps(record))
    with pytest.raises(InputError) as error:
        read_accepted(path)
    assert str(error.value) == (
        f"{path}, line 1: `cited_paragraphs` must hold a list for each paper of `cited_papers`."
    )


def test_what_is_not_accepted(tmp_path):
    """The boxes that lack, the text that lacks, the question that is there twice."""
    finding = reviewed(QUESTION, ALL, "Ada")
    unticked = replace(finding, ticks=ALL | {"realistic": False, "not_niche": False})
    for bad, texts, message in (
        (unticked, TEXTS, "the question q1 is not accepted: realistic, not_niche not ticked."),
        (
            finding,
            {"p1": TEXTS["p1"]},
            "the question q1 needs the paper p2, but its text was not found; give the files that "
            "hold it.",
        ),
    ):
        with pytest.raises(InputError) as error:
            evidence(bad, texts)
        assert str(error.value) == message
    with pytest.raises(InputError) as error:
        write_accepted(tmp_path / "a", [finding, finding], TEXTS)
    assert str(error.value) == "the question q1 has 2 reviews; keep one of them."
    some = reviewed(QUESTION, ALL, "Ada", papers=["p1", "p2", "p3", "p5"])
    kept = evidence(some, TEXTS)
    assert [paper.id for paper in kept.papers] == ["p1", "p2", "p3"]
    assert kept.missing == ("Loaf 5",)
    nameless = replace(PARAGRAPH, cited=(*CITED[:4], CitedPaper("p8", "", False)))
    found = evidence(reviewed(replace(QUESTION, paragraph=nameless), ALL, "Ada"), TEXTS)
    assert found.missing == ("p8",)


# Assignments


def test_who_writes_on_what():
    """As much as can be given, by preference; what nobody is left for stays open."""
    liked = {"ann": {"a": 5, "b": 1}, "bo": {"a": 4}, "cy": {"b": 3, "c": 2}}
    made = assign(["a", "b", "c", "a"], liked, 1, 2)
    assert made == Assignment(
        (
            Assigned("ann", 0, "a", 5),
            Assigned("ann", 3, "a", 5),
            Assigned("cy", 1, "b", 3),
            Assigned("cy", 2, "c", 2),
        ),
        0,
    )
    # Of four places each person has one: 5 + 4 + 3, and one is open.
    one = assign(["a", "b", "c", "a"], liked, 1, 1)
    assert (one.open, sum(given.preference for given in one.given)) == (1, 12)
    # Without a limit nobody gets more than 8 / 3, rounded up.
    two = assign(["a", "b", "c", "a"], liked, 2)
    assert Counter(given.person for given in two.given).most_common(1)[0][1] == 3
    assert (len(two.given), two.open) == (8, 0)
    assert assign(["a"], liked, 4, 9).open == 1
    with pytest.raises(InputError, match=r"^the file of preferences names nobody\.$"):
        assign(["a"], {})


def test_files_of_preferences_and_topics(tmp_path):
    """What they hold, and what is wrong with a line."""
    path = tmp_path / "p.csv"
    path.write_text("person,topic,preference\nann, Bread ,3\nann,bread,3\nbo,Salt,0\n")
    assert read_preferences(path) == {"ann": {"bread": 3}, "bo": {"salt": 0}}
    for text, message in (
        (
            "person,preference\n",
            f"{path} lacks the column topic; it needs person, topic, preference.",
        ),
        (
            "person,topic,preference\n,a,1\n",
            f"{path}, line 2: a person and a preference as a whole number from 0 are needed.",
        ),
        (
            "person,topic,preference\na,a,-1\n",
            f"{path}, line 2: a person and a preference as a whole number from 0 are needed.",
        ),
        (
            "person,topic,preference\na,A,1\na,a,2\n",
            f"{path}, line 3: a has another preference for a before; keep one.",
        ),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_preferences(path)
        assert str(error.value) == message
    path = tmp_path / "q.jsonl"
    path.write_text(
        '{"topic": " Bread ", "track": "x"}\n{"track": "Salt"}\n{"topics": "C", "topic": 3}\n'
    )
    assert read_topics(path)[1] == ["bread", "salt", "c"]
    for text, message in (
        ("", f"{path} has no questions."),
        (
            '{"topic": " "}\n',
            f"{path}, line 1: the question has no topic; give it one of the fields topic, track, "
            "topics.",
        ),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_topics(path)
        assert str(error.value) == message


def test_assignments_are_written(tmp_path):
    """A file for each person, and one of all; never over others."""
    records = [{"question": "A?"}, {"question": "B?", "x": 1}, {}]
    given = (Assigned("Ann B", 0, "a", 5), Assigned("Ann B", 2, "c", 0), Assigned("bo", 1, "b", 1))
    paths = write(tmp_path / "o", records, Assignment(given, 0))
    assert [path.name for path in paths] == ["01-Ann-B.jsonl", "02-bo.jsonl"]
    assert [json.loads(line) for line in paths[0].read_text().splitlines()] == [records[0], {}]
    assert (tmp_path / "o" / "assignments.csv").read_text("utf-8-sig").splitlines() == [
        "person,question,topic,preference",
        "Ann B,A?,a,5",
        "Ann B,,c,0",
        "bo,B?,b,1",
    ]
    with pytest.raises(InputError, match="has assignments already; give another --out"):
        write(tmp_path / "o", records, Assignment(given, 0))


# Folders and summaries


def test_the_folder_of_the_steps(tmp_path):
    """Its files, and the summary of each step."""
    folder = Folder(tmp_path)
    names = {name: path.name for name, path in vars(folder).items() if name != "root"}
    assert names == {
        "paragraphs": "paragraphs.jsonl",
        "dropped": "dropped.jsonl",
        "papers": "papers.jsonl",
        "proposed": "proposed.jsonl",
        "review": "review.jsonl",
        "sheet": "review.csv",
        "accepted": "accepted.jsonl",
        "replies": "replies.jsonl",
        "summary": "summary.json",
    }
    with pytest.raises(InputError) as error:
        folder.require(folder.papers, "find")
    assert str(error.value) == (
        f"{folder.papers} does not exist; run `tamis questions find` first."
    )
    folder.record("find", {"a": 1})
    folder.record("check", {"b": 2})
    folder.record("find", {"a": 3})
    assert json.loads(folder.summary.read_text()) == {"find": {"a": 3}, "check": {"b": 2}}
    assert folder.require(folder.summary, "find") == folder.summary
    folder.summary.write_text("[]")
    with pytest.raises(InputError, match=r"summary\.json is not a JSON object; delete it\."):
        folder.record("find", {})


def test_what_is_told_of_a_search():
    """Counts above none, records that were not read, and three samples of each reason."""
    dropped = [
        (replace(PARAGRAPH, id=f"s#{n}", text="x" * 70), (Drop("few", f"{n} of 9"),))
        for n in range(4)
    ]
    dropped += [(PARAGRAPH, (Drop("many", "2 missing"),))]
    found = Found(
        APPENDIX,
        dropped=dropped,
        drops=Counter(few=4, many=1),
        bad=[(Path("f"), BadRecord(n, "is no JSON")) for n in range(1, 5)],
    )
    lines = list(found_lines(found, {"papers": 1234, "textless": 0, "paragraphs kept": 0}))
    assert lines == [
        "  1,234  papers",
        "      0  paragraphs kept",
        *(f"  not read: f, line {n} is no JSON" for n in (1, 2, 3)),
        "dropped, few: 4  [rule A.6]",
        *(f"  s#{n}: {n} of 9: {'x' * 60}…" for n in (0, 1, 2)),
        "dropped, many: 1  [rule A.6]",
        "  src#2: 2 missing: Salt slows it.…",
    ]


def test_shares_that_the_filters_drop():
    """Of those that each of them saw, beside those of the paper."""
    none = list(shares_of([], checked=True))
    assert [line.split(";")[0] for line in none] == [
        "keyword filter: nothing to look at", "answerability check: nothing to look at",
    ]  # fmt: skip
    assert none[0].startswith("keyword filter: nothing to look at; 23% in the paper (")
    assert none[1].startswith("answerability check: nothing to look at; 12% in the paper (")
    marks = ["x", "", "", "", ""]
    answers = ["", "Yes", "No", "failed", "Yes"]
    questions = [
        replace(
            QUESTION,
            id=f"{n}",
            keyword=k,
            answerable=a,
            paragraph=replace(PARAGRAPH, paper=f"p{n}"),
        )
        for n, (k, a) in enumerate(zip(marks, answers, strict=True))
    ]
    ours = shares(questions)
    assert (ours.keyword.value, ours.keyword.n) == (0.2, 5)
    assert (ours.answerability.value, ours.answerability.n) == (pytest.approx(1 / 3), 3)
    assert ours.checks == {"Yes": 2, "No": 1, "failed": 1}
    (line,) = shares_of(questions, checked=False)
    assert line.startswith("keyword filter: 20% of 5 dropped (95% interval ")
    same = [replace(QUESTION, id=str(n)) for n in range(3)]
    first, _ = shares_of(same, checked=True)
    assert first.startswith("keyword filter: 0% of 3 dropped; 23%")
