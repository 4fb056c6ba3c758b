"""Questions found in related-work sections: headings, filters, replies, review, acceptance."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.collect.questions import (
    DESIDERATA,
    Marks,
    Proposed,
    marked,
    read_accepted,
    read_review,
    reviewed,
    reviewed_in,
    write_accepted,
    write_review,
)
from tamis.collect.questions.accepted_questions import Accepted
from tamis.collect.questions.headings import in_related_work, is_related_work
from tamis.collect.questions.keywords import keyword_in
from tamis.collect.questions.paragraph_search import find, read_ids
from tamis.collect.questions.paragraphs import APPENDIX, SECTION_3_1, CitedPaper, Paragraph, Rule
from tamis.collect.questions.question_proposals import check, propose
from tamis.collect.questions.reply_reader import read_answerable, read_questions
from tamis.collect.questions.sheet import merged, read_review_sheet, write_review_sheet
from tamis.collect.questions.summary import shares
from tamis.retrieve.papers import Paper
from tamis.retrieve.papers.sciqa import read_sciqa
from tamis.types import InputError, Reply

# Headings

RELATED = """Related Work|RELATED WORKS|2 Related work|2. Related Work.|II. RELATED WORK|Related
5.3 Related Studies|A. Related Work|B.2. Related work|Section 3: Related work|Ｒｅｌａｔｅｄ Work
Background and Related Work|Introduction and related literature|Related and concurrent work
Prior Work|Previous Work on Dependency Parsing|Earlier approaches|Related Work: Summarisation
Relation to Prior Work|Literature Review|Review of the Literature|Works Related to Ours
The current state of the art|Additional Related Work|Related work on one two three four five six"""
UNRELATED = """|Introduction|Background|Future Work|Conclusion and Future Work|Results of Prior Work
Comparison with Previous Work|Comparing to related work|Unrelated Work|Related Tasks|Workflow
Our Previous Approaches|We follow previous work and train all models for ten epochs on one card
Reproducing Prior Studies|Relating Words to Images|Limitations of our related work|Literature
Datasets from related work|State of the art in parsing
Related work on one two three four five six seven"""


@pytest.mark.parametrize(("headings", "related"), [(RELATED, True), (UNRELATED, False)])
def test_headings_of_related_work(headings, related):
    """The common forms with and without numbers, of nine words at most; comparisons are none."""
    found = {one: is_related_work(one) for one in re.split(r"[|\n]", headings)}
    assert [one for one, said in found.items() if said != related] == []


def test_numbered_subsections_belong_to_their_section():
    """2.1 and 2.2.1 stand in section 2; 3, 20 and headings without a number do not."""
    headings = ["1 Introduction", "2 Related Work", "2.1 Parsing", "2.2.1 Beams", "Trees"]
    headings += ["3 Method", "20.1 Data", "3.1 Model"]
    assert list(in_related_work(headings)) == [1, 2, 3]
    assert list(in_related_work(["III. Related Work", "III.1 Parsing", "IV. Method"])) == [0]
    headings = ["B. Related work", "b.1. Parsing", "B2. No", "C.1. Data", "Related work", "1.1 No"]
    assert list(in_related_work(headings)) == [0, 1, 4]


# Finding

BODY = "Mixing flour and water begins a long fermentation."
CITED = tuple(CitedPaper(f"p{n}", f"Loaf {n}", n != 5) for n in range(1, 6))
PARAGRAPH = Paragraph("src#2", "src", "Sourdough", "2 Related Work", "Salt slows yeast.", CITED)


def record(id, *paragraphs, title="", bib=()):
    """A paper in the shape of doc2json; a paragraph is a heading, a text and keys of `bib`."""
    return {
        "paper_id": id,
        "title": title or f"On {id}",
        "pdf_parse": {
            "abstract": [{"text": "In short.", "section": "Abstract", "cite_spans": []}],
            "body_text": [
                {
                    "section": section,
                    "text": text,
                    "cite_spans": [{"start": 0, "end": 1, "ref_id": key} for key in keys],
                }
                for section, text, keys in paragraphs
            ],
            "bib_entries": {key: {"title": name, "link": link} for key, name, link in bib},
        },
    }


HAVE = [f"p{n}" for n in range(1, 8)]
BIB = [(f"b{n}", f"Loaf {n}", f"p{n}") for n in range(1, 8)]
BIB += [("again", "Loaf 1, revised", "p1"), ("self", "Sourdough", "src"), ("abs", "Rye", "rye")]
BIB += [("gone1", "Lost 1", None), ("gone2", "Lost 2", None), ("gone3", "Lost 3", "elsewhere")]
BIB += [("nobody", "", None)]
SOURCE = record(
    "src",
    ("1 Introduction", "We bake.", ["b1", "b2", "b3", "b4"]),
    ("2 Related Work", "Six, one lost.", ["b1", "b2", "b3", "b4", "b5", "gone1"]),
    ("2.1 Yeast", "Ten, three lost.", [f"b{n}" for n in range(1, 8)] + ["gone1", "gone2", "gone3"]),
    ("2.1 Yeast", "Nine, three lost.", [f"b{n}" for n in range(1, 7)]
     + ["gone1", "gone2", "gone3"]),
    ("2.2 Salt", "Three and one lost.", ["b1", "b2", "b3", "gone1"]),
    ("2.2 Salt", "The same under two keys, and itself.", ["b1", "again", "b2", "b3", "self"]),
    ("2.2 Salt", "With an abstract only.", ["b1", "b2", "b3", "b4", "abs"]),
    ("2.2 Salt", "With marks that lead nowhere.", ["b1", "b2", "b3", "b4", "x8", "x9"]),
    ("2.2 Salt", "Nothing is cited.", []),
    ("3 Comparison with Previous Work", "We win.", ["b1", "b2", "b3", "b4"]),
    title="Sourdough",
    bib=BIB,
)  # fmt: skip


@pytest.fixture
def corpus(tmp_path):
    """A file of papers of our own: one source, seven that it cites, and the traps."""
    rye = record("rye")
    lines = [SOURCE, rye, *[record(id, ("Method", BODY, [])) for id in HAVE]]
    lines.append(record("p1", ("Method", "Another parse.", [])))
    path = tmp_path / "papers.jsonl"
    path.write_text("\n".join([*map(json.dumps, lines), "{broken"]), encoding="utf-8")
    return path


def kept(found):
    """The texts of what was kept."""
    return [one.text for one in found.kept]


def test_the_filter_of_the_appendix(corpus):
    """At least 4 available, at most 30% missing; counted by hand in the papers above."""
    found = find([corpus], APPENDIX)
    assert kept(found) == ["Six, one lost.", "Ten, three lost.", "With an abstract only."]
    assert [one.id for one in found.kept] == ["src#2", "src#3", "src#7"]
    assert (found.papers, found.repeated, found.textless, found.without) == (10, 1, 1, 7)
    assert [(path, bad.line) for path, bad in found.bad] == [(corpus, 11)]
    why = {one.text: [drop.detail for drop in drops] for one, drops in found.dropped}
    assert why == {
        "Nine, three lost.": ["6 of 9 cited papers available, 3 missing"],
        "Three and one lost.": ["3 of 4 cited papers available, 4 needed"],
        "The same under two keys, and itself.": ["3 of 3 cited papers available, 4 needed"],
        "With marks that lead nowhere.": ["4 of 6 cited papers available, 2 missing"],
        "Nothing is cited.": ["0 of 0 cited papers available, 4 needed"],
    }
    assert found.drops == {"too few cited papers": 3, "too many of them missing": 2}
    assert found.cited == set(HAVE)


def test_available_papers_may_be_listed(corpus, tmp_path):
    """With a list of ids it does not matter which papers are in the files of a folder."""
    path = tmp_path / "ids.txt"
    path.write_text("p1\np2  # a comment\n\nelsewhere\n", encoding="utf-8")
    found = find([corpus.parent], Rule("mine", at_least=3), read_ids(path))
    assert kept(found) == ["Ten, three lost.", "Nine, three lost."]
    assert [one.id for one in found.kept[1].cited if one.available] == ["p1", "p2", "elsewhere"]


def cites(available, missing, unresolved=0):
    """A paragraph that cites so many papers."""
    cited = tuple(CitedPaper(f"p{n}", "", n < available) for n in range(available + missing))
    return replace(PARAGRAPH, cited=cited, unresolved=unresolved)


FEW, MANY = "too few cited papers", "too many of them missing"


@pytest.mark.parametrize(
    ("rule", "paragraph", "kinds", "detail"),
    [
        (APPENDIX, cites(4, 1), [], ""), (APPENDIX, cites(7, 3), [], ""),
        (APPENDIX, cites(7, 2, 1), [], ""), (SECTION_3_1, cites(3, 1), [], ""),
        (APPENDIX, cites(6, 3), [MANY], "6 of 9 cited papers available, 3 missing"),
        (APPENDIX, cites(3, 1), [FEW], "3 of 4 cited papers available, 4 needed"),
        (APPENDIX, cites(1, 1, 1), [FEW, MANY], "1 of 3 cited papers available, 4 needed"),
        (SECTION_3_1, cites(2, 2), [MANY], "2 of 4 cited papers available, 2 missing"),
        (SECTION_3_1, cites(3, 0), [FEW], "3 of 3 cited papers available, 4 needed"),
        (Rule("own", 1), cites(1, 9), [], ""),
        (Rule("own", 1, missing_share=0, missing_most=0), cites(1, 0), [], ""),
    ],
)  # fmt: skip
def test_which_paragraphs_are_dropped(rule, paragraph, kinds, detail):
    """At both sides of each bound of the two published rules, with the counts."""
    found = rule.drops(paragraph)
    assert [one.kind for one in found] == kinds
    assert found == () or found[0].detail == detail


# Replies

FIVE = [
    "How does salt slow the yeast?", "Why do bakers fold the dough?",
    "What does steam do to a crust?", "How is acidity measured in sourdough?",
    "Which flours hold the most water?",
]  # fmt: skip
REPLIES = {
    "numbers": "\n".join(f"{n}. {q}" for n, q in enumerate(FIVE, 1)),
    "bullets": "Sure!\n" + "\n".join(f"- {q}" for q in FIVE) + "\nDo you want more of these?",
    "bold": "\n".join(f"**{n}.** **{q}**" for n, q in enumerate(FIVE, 1)),
    "labels": "\n".join(f"Q{n}: {q}" for n, q in enumerate(FIVE, 1)),
    "headed": "\n".join(f"{n}. **Topic {n}:** {q}" for n, q in enumerate(FIVE, 1)),
    "json": json.dumps(FIVE),
    "one line": " ".join(f"{n}. {q}" for n, q in enumerate(FIVE, 1)),
    "wrapped": "\n".join(
        f"{n}. {q.replace(' ', chr(10) + '   ', 1)}" for n, q in enumerate(FIVE, 1)
    ),
    "twice": "\n".join(f"{n}. {q}" for n, q in enumerate([*FIVE, FIVE[0].upper()], 1)),
    "quoted": "\r\n".join(f'{n}) "{q}"' for n, q in enumerate(FIVE, 1)),
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_five_questions_in_all_forms(reply):
    """The same five questions, however a model writes its list."""
    assert list(read_questions(reply)) == FIVE


Q = "Why does salt slow the yeast?"
AND = "And what of sugar?"


@pytest.mark.parametrize(
    ("reply", "questions"),
    [
        ("I cannot help with that.", ()), ("[]", ()), ("", ()), ("1. Yeast?\n2. Salt?", ()),
        ("1. How did parsing change after 2015? It matters.\n2. Why is 0.5 the usual threshold?",
         ("How did parsing change after 2015? It matters.", "Why is 0.5 the usual threshold?")),
        (f"> 1. {Q}", (Q,)), (f"«{Q}»\n", (Q,)), (f"• {Q}\n– {AND}", (Q, AND)),
        (f"1. **Salt**: {Q}", (Q,)),
        (f"1. Why does salt\nslow the yeast?\n- because\n{AND}", (Q,)),
        (f'[{{"Question": "{Q}", "n": 1}}]', (Q,)), (f'["{Q}"] and ["{AND}", "{AND[:-1]} so?"]',
                                                 (AND, f"{AND[:-1]} so?")),
        ("1. One two", ()), ("1. One two three", ("One two three",)),
        ("1. " + "ab " * 332 + "abcd", ("ab " * 332 + "abcd",)),
        ("1. " + "ab " * 332 + "abcde", ()),
    ],
)  # fmt: skip
def test_questions_in_a_reply(reply, questions):
    """Three words at least and 1,000 characters at most, each once; a year begins no item."""
    assert read_questions(reply) == questions


VERDICTS = {
    "Yes": "Yes|yes.|Final answer: yes|Well.\n\n*Yes*!|The paragraph lists three causes.\n\nYes"
           "|Yes, the paragraph says so. Only partially relevant is the rest.",
    "No": "**No**|Answer: No|No. There is no word on it.|No\nYes|Final verdict - no",
    "Partially": "Partially.|Partly, as it says nothing of salt.|Partially, in part."
                 "|The paragraph lists three causes.\nFinal answer: Partially.",
    "unparsed": "Yes, partially.|Yes and no.|Yes, No or Partially|Yes/No|Nothing of this is said."
                "|It does.|Notably, yes|Yesterday's bread||Well.\nYes, it does|No, it does in part."
                "|Yes, but a partial one.",
}  # fmt: skip


@pytest.mark.parametrize("verdict", VERDICTS)
def test_verdicts(verdict):
    """Yes, No or Partially where a reader would have no doubt, else unparsed."""
    found = {reply: read_answerable(reply) for reply in VERDICTS[verdict].split("|")}
    assert set(found.values()) == {verdict}, found


@given(st.text(alphabet="12.)-*\n?[]{}\"':, abYesNoPartially", max_size=120))
def test_any_reply_can_be_read(text):
    """No reply breaks the readers, and questions are single lines without doubles."""
    questions = read_questions(text)
    assert len(set(questions)) == len(questions)
    assert not any("\n" in question for question in questions)
    assert read_answerable(text) in ("Yes", "No", "Partially", "unparsed")


# Keywords


@pytest.mark.parametrize(
    ("question", "keyword"),
    [
        ("What is the main finding of This  Paper?", "this paper"),
        ("Which aspects are mentioned in reviews?", "mentioned"),
        ("How do the authors train their parser?", "authors"),
        ("What does the author’s model lack?", "author"),
        ("Why in this paper, as the authors say?", "this paper"),
        ("How has authorship attribution been approached?", ""),
        ("Which unmentioned co-workers does the passage name?", ""),
    ],
)
def test_the_first_keyword_of_a_question(question, keyword):
    """The three of the paper and a plural, as whole words; what they mean there is not guessed."""
    assert keyword_in(question) == keyword


def test_keywords_of_a_user():
    """Words and phrases are found beside the paper's; blank ones are none."""
    assert keyword_in("What does the  Passage say?", ["the passage", " "]) == "the passage"
    assert keyword_in("What of C++ and of this paper?", ["c++", "of c++"]) == "of c++"
    assert keyword_in("What does the passenger say?", ["the passage", ""]) == ""


def test_the_questions_that_people_wrote_stand_alone():
    """Of the 78 of KIWI, all of which its authors took to stand alone, none has a keyword."""
    path = Path(__file__).parents[2] / "shared" / "data" / "kiwi" / "questions.jsonl"
    if not path.exists():
        pytest.skip(f"needs {path}")
    questions = [json.loads(line)["query"] for line in path.read_text().splitlines()]
    assert len(questions) == 78
    assert [one for one in questions if keyword_in(one)] == []


# Proposing and checking


class Model:
    """Replies by what is asked, and remembers it."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    async def __call__(self, messages, schema=None):
        """A reply, or what is raised."""
        self.asked.append(messages[-1])
        said = self.answer(messages[-1])
        if isinstance(said, Exception):
            raise said
        return said if isinstance(said, Reply) else Reply(said)


def run_propose(answer, paragraphs=(PARAGRAPH,), **options):
    """What is proposed, and the model."""
    model = Model(answer)
    return asyncio.run(propose(paragraphs, model, "m", **options)), model


def test_proposals_carry_where_they_come_from():
    """Title and paragraph are asked about; a question that points into a paper is marked."""
    reply = REPLIES["numbers"].replace(FIVE[1], "What does this paper do to dough?")
    found, model = run_propose(lambda prompt: reply)
    assert "Sourdough" in model.asked[0]
    assert "Salt slows yeast." in model.asked[0]
    assert [one.keyword for one in found.questions] == ["", "this paper", "", "", ""]
    assert [one.number for one in found.questions] == [1, 2, 3, 4, 5]
    assert "this paper" in found.questions[1].dropped
    assert len({one.id for one in found.questions}) == 5
    assert found.replies == {"five": 1}


def test_every_reply_is_counted_by_what_it_is():
    """Fewer, more, none, cut, refused, failed, raised: nothing is lost in silence."""
    said = {
        "two": "1. " + FIVE[0] + "\n2. " + FIVE[1],
        "six": REPLIES["numbers"] + "\n6. And what becomes of rye?",
        "none": "Sorry.",
        "blank": " ",
        "cut": Reply("1. How", truncated=True),
        "refused": Reply("", refused=True),
        "failed": Reply("", failed="no such model"),
        "raised": RuntimeError("gone"),
    }
    many = [replace(PARAGRAPH, id=name, text=f"<{name}>") for name in said]
    found, _ = run_propose(
        lambda prompt: next(reply for name, reply in said.items() if f"<{name}>" in prompt), many
    )
    expected = {"fewer": 1, "more": 1, "unparsed": 1, "missing": 1, "truncated": 1, "refused": 1}
    assert found.replies == {**expected, "failed": 2}
    assert found.reasons == {"no such model": 1, "RuntimeError: gone": 1}
    assert (len(found.questions), found.beyond) == (7, 1)


def proposals(*keywords):
    """Proposed questions, some with a keyword."""
    return [
        Proposed(f"q{n}", FIVE[n], n + 1, PARAGRAPH, "m", "", keyword)
        for n, keyword in enumerate(keywords)
    ]


def test_the_check_asks_only_what_is_left():
    """A question with a keyword is not asked about; No and Partially drop, unread ones do not."""
    replies = iter(["Yes", "No", "Partially", "Hm."])
    model = Model(lambda prompt: next(replies))
    questions = proposals("this paper", "", "", "", "")
    found, reasons = asyncio.run(check(questions, model, "c"))
    assert [one.answerable for one in found] == ["", "Yes", "No", "Partially", "unparsed"]
    assert [bool(one.dropped) for one in found] == [True, False, True, True, False]
    assert len(model.asked) == 4
    assert all("Salt slows yeast." in prompt for prompt in model.asked)
    assert not reasons


def test_shares_are_of_those_that_a_filter_saw():
    """One of five has a keyword; of three checks that were read, two drop."""
    read = ["", "Yes", "No", "Partially", "unparsed"]
    found = [
        replace(one, answerable=verdict, paragraph=replace(PARAGRAPH, paper=one.id))
        for one, verdict in zip(proposals("x", "", "", "", ""), read, strict=True)
    ]
    ours = shares(found)
    assert (ours.keyword.value, ours.keyword.n) == (0.2, 5)
    assert (ours.answerability.value, ours.answerability.n) == (pytest.approx(2 / 3), 3)
    assert ours.checks == {"Yes": 1, "No": 1, "Partially": 1, "unparsed": 1}


# Review

ALL = {key: True for key, _ in DESIDERATA}
ONE = proposals("")[0]
TEXTS = {f"p{n}": Paper(f"p{n}", f"Paper p{n}", ("Method", BODY)) for n in range(1, 5)}


def test_all_boxes_and_a_name_accept():
    """And nothing less: each box by itself is needed."""
    assert reviewed(ONE, ALL, " Ada  L. ").accepted
    assert reviewed(ONE, ALL, " Ada  L. ").by == "Ada L."
    for key in ALL:
        assert not reviewed(ONE, {**ALL, key: False}, "Ada").accepted
        assert not reviewed(ONE, {k: True for k in ALL if k != key}, "Ada").accepted


@pytest.mark.parametrize(
    ("change", "arguments", "said"),
    [
        ({}, {"by": " "}, "without a name"),
        ({}, {"by": "M"}, "a person must"), ({"checker": "gpt"}, {"by": "GPT"}, "a person must"),
        ({}, {"ticks": {**ALL, "realistic": "no"}}, "`realistic` is 'no', where true or false"),
        ({}, {"papers": ["p1", "p2", "p3"]}, "3 papers with evidence, 3 of them available"),
        ({"paragraph": cites(2, 2)}, {}, "4 papers with evidence, 2 of them available"),
        ({"answerable": "Partially"}, {}, "dropped by the answerability check"),
        ({"answerable": "No"}, {"edited_question": FIVE[0].lower() + "?"}, "dropped by"),
    ],
)  # fmt: skip
def test_reviews_that_do_not_hold(change, arguments, said):
    """The question is named; the check is not overruled by ticking, only by rewording."""
    given = {"ticks": ALL, "by": "Ada", **arguments}
    with pytest.raises(InputError, match=f"^the question q0.*{said}"):
        reviewed(replace(ONE, **change), **given)


def test_a_dropped_question_can_be_reworded():
    """Then it is the person's, and is accepted; left with a box unticked it just stays out."""
    dropped = replace(ONE, answerable="No")
    new = reviewed(dropped, ALL, "Ada", "How does salt change the growth of yeast?")
    assert (new.accepted, new.edited) == (True, True)
    assert not reviewed(dropped, {}, "Ada").accepted


@pytest.mark.parametrize(
    ("wording", "keyword"),
    [
        ("", "mentioned"), ("Which aspects of bread are mentioned in reviews?", "mentioned"),
        ("Which authors write of bread?", "authors"), ("Which aspects of bread matter?", ""),
    ],
)  # fmt: skip
def test_a_person_decides_on_a_keyword(wording, keyword):
    """It is dropped unless every box is ticked; what keyword it is accepted with is kept."""
    dropped = replace(ONE, question="Which aspects are mentioned in reviews?", keyword="mentioned")
    assert '"mentioned"' in dropped.dropped
    found = reviewed(dropped, ALL, "Ada", wording)
    assert (found.accepted, found.keyword) == (True, keyword)
    assert not reviewed(dropped, {**ALL, "stands_alone": False}, "Ada").accepted


def test_reviews_are_counted_by_their_outcome(tmp_path):
    """Read back from their file; those of a filter only where nobody looked at them."""
    changes = [{"marks": Marks(ALL, "Ada")}, {"marks": Marks({}, "Ada")}, {},
               {"keyword": "this paper"}, {"answerable": "Partially"}, {"answerable": "unparsed"},
               {"marks": Marks(ALL, "Bo", note="n")},
               {"keyword": "this paper", "marks": Marks(ALL, "Bo")}]  # fmt: skip
    write_review(
        tmp_path / "r.jsonl",
        [replace(ONE, id=f"q{n}", **change) for n, change in enumerate(changes)],
    )
    found, counts = reviewed_in(read_review(tmp_path / "r.jsonl"))
    assert [(one.proposed.id, one.by, one.accepted, one.note) for one in found] == [
        ("q0", "Ada", True, ""), ("q1", "Ada", False, ""), ("q6", "Bo", True, "n"),
        ("q7", "Bo", True, ""),
    ]  # fmt: skip
    assert counts == {
        "accepted": 1 + 1, "accepted with a keyword": 1, "boxes unticked": 1, "not reviewed": 2,
        "dropped by a filter": 2,
    }  # fmt: skip


def test_whatever_a_person_wrote_is_a_review():
    """A name, a wording, a note, papers or a tick alone are not lost; blanks are nothing."""
    for filled in ({"by": "a"}, {"question": "a"}, {"note": "a"}, {"papers": ()}, {"ticks": ALL}):
        assert not Marks(**filled).empty
    assert Marks(by=" ", question=" ", note=" ").empty


def test_review_files_come_back_as_they_were(tmp_path):
    """With nothing ticked at first, and with a person's marks after."""
    path = tmp_path / "review.jsonl"
    first = [replace(one, answerable="Yes", checker="c") for one in proposals("", "this paper")]
    write_review(path, first)
    assert read_review(path) == tuple(first)
    finding = reviewed(first[0], ALL, "Ada", "How much salt stops the yeast?", list(TEXTS), "fine")
    write_review(path, [marked(finding), first[1]])
    found, counts = reviewed_in(read_review(path))
    assert [replace(one, proposed=first[0]) for one in found] == [finding]
    assert counts == {"accepted": 1, "dropped by a filter": 1}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda row: row["review"]["ticks"].update(realistic="yes"), "`realistic` is 'yes'"),
        (lambda row: row.update(question=None), "`question` is null"),
        (lambda row: row.pop("paragraph"), "`paragraph` is missing"),
    ],
)
def test_review_files_that_are_broken(tmp_path, change, said):
    """The file, mostly the line, and the member are named."""
    path = tmp_path / "review.jsonl"
    write_review(path, proposals("", ""))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    change(rows[0])
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(InputError, match=f"review.jsonl.*{said}"):
        read_review(path)


# The sheet


def test_the_sheet_of_a_review(tmp_path):
    """A row for each question with what people wrote; a cell that would be a formula is none."""
    path = tmp_path / "r.csv"
    odd = replace(PARAGRAPH, cited=(CitedPaper("", "", False), CitedPaper("p1", "Loaf", True)))
    filled = Marks({"realistic": True}, "Ada", "New?", ("p1", "p2"), "n")
    one = replace(ONE, question="=1+1, how?", paragraph=odd, keyword="the paper", marks=filled)
    write_review_sheet(path, [replace(one, answerable="Yes")])
    with path.open(encoding="utf-8-sig", newline="") as file:
        [row] = csv.DictReader(file)
    assert row == {
        "id": "q0", "question": "'=1+1, how?", "title": "Sourdough", "paragraph": PARAGRAPH.text,
        "papers": "?: ? (missing)\np1: Loaf", "keyword": "the paper", "answerable": "Yes",
        "dropped": one.dropped, **dict.fromkeys(ALL, ""), "realistic": "x",
        "edited_question": "New?", "evidence": "p1 p2", "reviewer": "Ada", "note": "n",
    }  # fmt: skip


HEAD = f"id,{','.join(ALL)},reviewer,evidence,note\n"


@pytest.mark.parametrize(
    ("ticked", "words"), [(True, "x 1 YES y true ✓ ✔ ☑"), (False, "- 0 no N false ☐")]
)
def test_ticks_as_people_write_them(tmp_path, ticked, words):
    """In any of the boxes; papers with blanks, commas or semicolons between."""
    path = tmp_path / "r.csv"
    for word in words.split():
        path.write_text(f'{HEAD}q0,{",".join([word] * 6)},Ada,"p1;p2, p3",\n')
        [one] = read_review_sheet(path, [ONE])
        assert one.marks == Marks(dict.fromkeys(ALL, ticked), "Ada", "", ("p1", "p2", "p3")), word


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("q0,,,,,,,,,\nq0,,,,,,,,,\n", "line 3: the question 'q0' is there twice"),
        ("q9,,,,,,,Ada,,\n", "line 2: the question 'q9' is not in the review file"),
        ("q0,hm,,,,,,,,\n", "line 2: 'hm' under \"stands_alone\" is not a tick"),
    ],
)
def test_rows_of_a_sheet_that_are_none(tmp_path, rows, said):
    """With their line; a row without entries may be left from an earlier version."""
    (tmp_path / "r.csv").write_text(HEAD + rows)
    with pytest.raises(InputError, match=rf"r\.csv, {said}"):
        read_review_sheet(tmp_path / "r.csv", [ONE])
    (tmp_path / "r.csv").write_text(HEAD + "q9,,,,,,,,,\n")
    assert read_review_sheet(tmp_path / "r.csv", [ONE]) == (ONE,)


def test_sheets_and_files_that_contradict_each_other(tmp_path):
    """One of them must be cleared; other blanks, as of a spreadsheet, are no contradiction."""
    path = tmp_path / "r.csv"
    assert merged(path, [ONE]) == (ONE,)
    path.write_text(HEAD.replace(",", ";") + "q0;x;x;x;x;x;x;Ada;;a  b\n")
    [filled] = merged(path, [ONE])
    assert filled.marks == Marks(ALL, "Ada", "", None, "a  b")
    same = replace(ONE, marks=Marks(ALL, "Ada ", "", None, "a\nb"))
    assert merged(path, [same]) == (same,)
    for other in (("Bo", "", None, "a b"), ("Ada", "x", None, "a b"), ("Ada", "", ("p1",), "a b"),
                  ("Ada", "", None, "c")):  # fmt: skip
        with pytest.raises(InputError, match=r"the question q0 .* different entries"):
            merged(path, [replace(ONE, marks=Marks(ALL, *other))])
    with pytest.raises(InputError, match="different entries"):
        merged(path, [replace(same, marks=replace(same.marks, ticks=ALL | {"realistic": False}))])
    path.write_text(HEAD + "q0,,,,,,,,,\n")
    assert merged(path, [same]) == (same,)


# Acceptance


def test_what_is_accepted_is_written_with_its_papers(tmp_path):
    """The question as worded, the full texts of the papers, the paragraph, and who signed."""
    path = tmp_path / "accepted.jsonl"
    yes = reviewed(ONE, ALL, "Ada", "How much salt stops the yeast?", None, "n")
    no = reviewed(proposals("", "")[1], {**ALL, "realistic": False}, "Ada")
    texts = TEXTS | {"p1": Paper("p1", "Own", ("M", "text"))}
    write_accepted(path, [yes, no], texts)
    [one] = read_accepted(path)
    papers = [Paper(f"p{n}", f"Loaf {n}", ("Method", BODY)) for n in (2, 3, 4)]
    assert one == Accepted(
        "q0", "How much salt stops the yeast?", (texts["p1"], *papers), "Salt slows yeast.", "src",
        "Sourdough", "Ada", FIVE[0], "m", ("Loaf 5",), "n",
    )  # fmt: skip
    [read] = read_sciqa(path)
    assert (read.question, read.related_work) == (one.question, "Salt slows yeast.")
    assert [(paper.id, paper.title, paper.paragraphs) for paper in read.papers] == [
        (paper.id, paper.title, paper.paragraphs) for paper in one.papers
    ]
    line = json.loads(path.read_text())
    line["cited_paragraphs"].pop()
    path.write_text(json.dumps(line))
    with pytest.raises(InputError, match="line 1: `cited_paragraphs` must hold a list for each"):
        read_accepted(path)


def test_only_papers_with_evidence_are_cited(tmp_path):
    """Of those that a person names, the missing ones by title, or else by id."""
    nameless = replace(PARAGRAPH, cited=(*CITED[:4], CitedPaper("p8", "", False)))
    for cited, missing in ((PARAGRAPH, "Loaf 5"), (nameless, "p8")):
        ids = ["p1", "p2", "p3", cited.cited[4].id]
        some = reviewed(replace(ONE, paragraph=cited), ALL, "Ada", papers=ids)
        [kept] = write_accepted(tmp_path / "a.jsonl", [some], TEXTS)
        assert [paper.id for paper in kept.papers] == ["p1", "p2", "p3"]
        assert kept.missing == (missing,)


def test_nothing_is_accepted_without_a_person(tmp_path):
    """Not even a finding that was put together by hand; nothing is written."""
    path = tmp_path / "accepted.jsonl"
    good = reviewed(ONE, ALL, "Ada")
    for bad, known, said in (
        ([replace(good, by="")], TEXTS, "without a name"),
        ([replace(good, proposed=replace(ONE, answerable="No"))], TEXTS, "dropped by"),
        ([good, good], TEXTS, "2 reviews; keep one of them"),
        ([good], {"p1": TEXTS["p1"]}, "needs the paper p2, but its text was not found"),
    ):
        with pytest.raises(InputError, match=said):
            write_accepted(path, bad, known)
    assert not path.exists()
    assert reviewed_in([ONE])[1] == {"not reviewed": 1}
    with pytest.raises(InputError, match="without a name"):
        reviewed_in([replace(ONE, marks=Marks(ALL))])
