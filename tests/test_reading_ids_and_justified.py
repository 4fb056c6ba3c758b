"""Reading the replies of set-answering models: lists, candidates, verdicts, and their documents."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.answering.answer_steps import IDS as LOOKS_FOR_IDS
from tamis.answering.answer_steps import TITLES as LOOKS_FOR_TITLES
from tamis.answering.resolver import Resolver
from tamis.reading.justified import (
    Justified,
    RawCandidate,
    as_read,
    read_justified,
    read_verdict,
)
from tamis.reading.replies import read
from tamis.types import Document, Evidence, Reply, Verdict


@dataclass(frozen=True)
class FinalAnswer:
    """The outcome and the values of a final list."""

    outcome: str
    values: tuple[str, ...] = ()


def read_final_answer(reply: Reply, titles: bool = False) -> FinalAnswer:
    """What a reply lists at its end."""
    found = read(reply, LOOKS_FOR_TITLES if titles else LOOKS_FOR_IDS)
    return FinalAnswer(found.outcome, found.values)


IDS = ("192", "74", "77")
ALL = "['192', '74', '77']"
ROWS = "TITLE: First Snow | ID: 192\nTITLE: The Long Wait | ID: 74\nTITLE: Dry Run | ID: 77\n"

# fmt: off
LISTS = [
    f"{ROWS}Final Answer: {ALL}", 'Final Answer: ["192", "74", "77"]',
    "**Final Answer**: [192, 74, 77]", f"## Final Answer\n\n{ALL}\n",
    f"the final answer is {ALL}.", f"Final Answer (IDs): {ALL}",
    f"Final Answer:\n```python\n{ALL}\n```", '{"final_answer": ["192", "74", "77"]}',
    "Final Answer: [\n  '192',\n  '74',\n  '77',\n]", "Final Answer: [‘192’, “74”, '77']",
    "Final Answer:\n- 192\n- 74\n\n- 77\n\nThat is all.", "Final Answer: 192, 74, 77",
    f"Final Answer:\n{ROWS}", 'Final Answer: [{"title": "First Snow", "id": 192}, "74", 77.0]',
    f"Final Answer: ['1', '74']\nOn reflection:\nFinal Answer: {ALL}",
    f"Final Answer: {ALL}\n\nNote that [1] and [2, 3] are no war films.",
    rf"Final Answer: \boxed{{{ALL}}}", f"As [1] says, these are needed:\n{ROWS}",
    f"<think>Final Answer: ['1']</think>\nFinal Answer: {ALL}",
    f"As in [1], these: {ALL}. See [2].",
]
OTHERS = [
    ("Final Answer: [doc_a, doc_b]", "doc_a|doc_b"), ("Final Answer: 192", "192"),
    ("Final Answer:\n1. **Dry Run** (ID: 77)\n2. Jazz", "77|Jazz"),
    ("* **TITLE:** Dry Run | **ID:** 77\n", "77"),
    ('Final Answer: ["M*A*S*H", "Sula"]', "M*A*S*H|Sula"),
    ("""Final Answer: ["rock'n'roll", "The Boys' Club", "L'été"]""",
     "rock'n'roll|The Boys' Club|L'été"),
    ("Final Answer: " + repr(["Don't Look", 'He said "no"', "Both ' and \""]),
     "Don't Look|He said \"no\"|Both ' and \""),
    ('Final Answer: ["[Rec]", "A (film)"]', "[Rec]|A (film)"),
]
OUTCOMES = {
    "empty": ["Final Answer: []", "**Final Answer:** None", "Final Answer:\n- None",
              'Final Answer: ["none"]', "No document answers this, so:\n\n[]"],
    "unparsed": ["The documents are 7, 8, and 9.", "There are no matching documents.",
                 "Final Answer: No documents match the question.", "Final Answer:",
                 "I would need to see more documents [1] to answer.",
                 "In my final answer I include Sula",
                 "I can give no final answer. The documents are unclear.",
                 "None of the other documents match, but Dry Run may.\nIt is doubtful."],
}
# fmt: on


@pytest.mark.parametrize(("text", "values"), [*((one, "|".join(IDS)) for one in LISTS), *OTHERS])
def test_final_lists(text, values):
    """The list that a patient person would read, whatever form it has."""
    assert read_final_answer(Reply(text)) == FinalAnswer("ok", tuple(values.split("|")))


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_replies_without_a_final_list(outcome):
    """That nothing fits is an empty answer; where nothing can be read the outcome says so."""
    for text in OUTCOMES[outcome]:
        assert read_final_answer(Reply(text)) == FinalAnswer(outcome), text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Final Answer: ['192', '74', '7", IDS[:2]),
        ("Final Answer:\n- 192\n- 74\n- 7", IDS[:2]), (ROWS[:-3], IDS[:2]),
        ("Final Answer: ['1']\nBut then:\nFinal Answer: ['19", ()),
        ("Final Answer: ['1']\nBut then:\nFinal Answer:", ()), ("<think>Final Answer: ['192']", ()),
    ],
)  # fmt: skip
def test_of_a_cut_list_whole_items_are_kept(text, answer):
    """The item that the token limit cut is left out, and no draft takes the answer's place."""
    assert read_final_answer(Reply(text, truncated=True)) == FinalAnswer("truncated", answer)


@pytest.mark.parametrize("read", [read_final_answer, read_justified, read_verdict])
@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply("", failed="the context is too long"), "failed"),
        (Reply("I can", refused=True), "refused"), (Reply(" \n "), "missing"),
        (Reply("I cannot help with that."), "refused"), (Reply("That is hard."), "unparsed"),
    ],
)  # fmt: skip
def test_outcomes_without_an_answer(read, reply, outcome):
    """Each way of having no answer has its own name."""
    assert read(reply).outcome == outcome


CANDIDATE = {
    "candidate_answer": "Dry Run",
    "evidence_for": [{"doc_id": "77", "text": "A war film.... Shot in Peru."}],
    "evidence_against": [], "reasoning": "It is a war film.", "final_judgment": "TRUE",
}  # fmt: skip
OTHER = CANDIDATE | {"candidate_answer": "First Snow", "final_judgment": "FALSE"}
ANSWER = {
    "question": "War films", "candidate_answers": [CANDIDATE, OTHER], "answer": ["Dry Run"],
    "answer_doc_ids": ["77"],
}  # fmt: skip
EVIDENCE = Evidence("77", "A war film.... Shot in Peru.")
READ = RawCandidate("Dry Run", (EVIDENCE,), (), "It is a war film.", True)
READ_OTHER = RawCandidate("First Snow", (EVIDENCE,), (), "It is a war film.", False)


def justified(value, **changes) -> Justified:
    """Read a reply, given as text or as what is dumped as JSON."""
    return read_justified(Reply(value if isinstance(value, str) else json.dumps(value), **changes))


def test_the_form_asked_for():
    """Figure 3's structure, without and with the notes of a chain of thought before it."""
    expected = Justified("ok", (READ, READ_OTHER), ("Dry Run",), ("77",))
    assert justified(ANSWER) == expected
    assert justified({"type": "VerifiableContextualQAResponse"} | ANSWER) == expected
    noted = justified(
        "===== Step 1: Notes =====\nFilms {war} and the like, e.g. {a: 1}.\n"
        f"===== Step 2: JSON response =====\n{json.dumps(ANSWER, indent=2)}\n===== END ====="
    )
    assert noted == Justified("ok", expected.candidates, ("Dry Run",), ("77",), ("notes",))


# fmt: off
JUDGMENTS = {
    True: ["TRUE", True, "True.", "**TRUE**", "<TRUE>", "yes", "VALID", "1", "Correct",
           "TRUE (all criteria are met)", "TRUE - it is based on a true story"],
    False: ["false", False, "No", "INVALID", "not true", "FALSE: it is no film", 0, "incorrect"],
    None: ["PARTIALLY TRUE", "TRUE/FALSE", "TRUE or FALSE", "TRUE, FALSE", "likely true", "", None,
           ["TRUE"], "maybe", 1.5],
}
# fmt: on


@pytest.mark.parametrize("judgment", JUDGMENTS)
def test_judgments(judgment):
    """A judgement is read in all its forms, and one between the two is neither."""
    for said in JUDGMENTS[judgment]:
        record = CANDIDATE | {"final_judgment": said}
        read = justified(ANSWER | {"candidate_answers": [record]})
        assert read.candidates[0].judgment is judgment, said
        verdict = read_verdict(Reply(json.dumps(record)))
        assert verdict.judgment is judgment, said
        assert verdict.outcome == ("unparsed" if judgment is None else "ok")


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        ([{"doc_id": 77.0, "text": "q"}], [("77", "q")]),
        ([{"doc_id": "ID: 77 | TITLE: Dry Run", "text": "q"}], [("77", "q")]),
        ([{"Doc ID": "doc 77", "text": "q"}], [("doc 77", "q")]),
        ([{"docId": ["77", "74"], "text": "q"}], [("77", "q"), ("74", "q")]),
        ("No evidence.", []),
        ([{"document_id": "77", "quotes": ["q", "r"]}], [("77", "q ... r")]),
        ([{"77": "q"}, {"74": "r"}], [("77", "q"), ("74", "r")]),
        (["q", "r"], [("", "q"), ("", "r")]), (None, []), ([None, 3], []),
        ([{"doc_id": "77", "text": "half \ud83d a character"}], [("77", "half � a character")]),
    ],
)  # fmt: skip
def test_evidence(said, evidence):
    """Evidence is read in the shapes and spellings that models give it."""
    record = CANDIDATE | {"evidence_for": said}
    read = justified(ANSWER | {"candidate_answers": [record]}).candidates[0]
    assert read.evidence_for == tuple(Evidence(*one) for one in evidence)


@pytest.mark.parametrize(
    ("changes", "answer", "doc_ids"),
    [
        ({"answer_doc_ids": [77, "74"]}, ("Dry Run",), ("77", "74")),
        ({"answer_doc_ids": "['77', '74']"}, ("Dry Run",), ("77", "74")),
        ({"answer_doc_ids": [{"doc_id": "77"}]}, ("Dry Run",), ("77",)),
        ({"answer_doc_ids": None}, ("Dry Run",), None),
        ({"answer": "Dry Run", "answer_doc_ids": []}, ("Dry Run",), ()),
        ({"answer": None}, (), ("77",)),
    ],
)
def test_final_lists_of_a_justified_answer(changes, answer, doc_ids):
    """Ids may be numbers, one text or objects; a list that is absent is not an empty one."""
    read = justified(ANSWER | changes)
    assert (read.outcome, read.answer, read.doc_ids) == ("ok", answer, doc_ids)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (ANSWER | {"candidate_answers": [], "answer": [], "answer_doc_ids": []}, "empty"),
        (ANSWER | {"candidate_answers": [OTHER], "answer": [], "answer_doc_ids": []}, "empty"),
        ({"candidate_answers": [CANDIDATE], "answer": []}, "ok"),
        ({"summary": "nothing here"}, "unparsed"),
        ('{"candidate_answers": [{"candidate_answer": "Dry', "truncated"),
    ],
)
def test_outcomes_of_a_justified_answer(reply, outcome):
    """Empty is what the reply says, unparsed what it fails to say."""
    assert justified(reply).outcome == outcome


def test_shapes_of_the_candidates():
    """Candidates may be a bare list, by name, plain names, or one alone."""
    for shape in (
        [CANDIDATE, OTHER],
        {"response": ANSWER},
        {"candidate_answers": {"Dry Run": CANDIDATE, "First Snow": OTHER}},
    ):
        assert justified(shape).candidates == (READ, READ_OTHER)
    assert justified({"candidate_answers": CANDIDATE}).candidates == (READ,)
    assert justified({"candidate_answers": ["Sula"]}).candidates == (RawCandidate("Sula"),)


def test_a_cut_reply_keeps_its_whole_candidates():
    """Half a candidate and half a list of ids are no answer; what came before is."""
    text = json.dumps(ANSWER)
    cut = justified(text[: text.index("First Snow") + 40], truncated=True)
    assert (cut.outcome, cut.candidates, cut.doc_ids) == ("truncated", (READ,), None)
    assert cut.truncated
    cut = justified(text[: text.rindex('"77') + 3], truncated=True)
    assert (cut.answer, cut.doc_ids) == (("Dry Run",), None)


def test_one_damaged_candidate_does_not_cost_the_others():
    """The damaged one is left out and named, and the final lists are still read."""
    text = json.dumps(ANSWER).replace('"It is a war film."', 'It "is" a war', 1)
    read = justified(text)
    assert (read.candidates, read.doc_ids) == ((READ_OTHER,), ("77",))
    assert read.repairs == ("damaged element",)
    assert not read.truncated


VERDICT = Verdict(True, "ok", (EVIDENCE,), (), "It is a war film.")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CANDIDATE),
        "===== Step 1: Notes =====\nfinal_judgment: {FALSE}?\n===== Step 2: JSON response =====\n"
        f"```json\n{json.dumps(CANDIDATE)}\n```\n===== END =====",
        json.dumps({"verdict": CANDIDATE}),
        json.dumps(OTHER) + "\nNo, wait.\n" + json.dumps(CANDIDATE),
        repr(CANDIDATE),
    ],
)
def test_verdicts(text):
    """A verdict is read by itself, after notes, in an envelope; the last one counts."""
    assert read_verdict(Reply(text)) == VERDICT


@pytest.mark.parametrize(
    ("text", "judgment"),
    [
        ("It is a war film.\n\nFinal judgment: TRUE", True), ("FALSE", False),
        ("**Final Judgement:** FALSE\n\n===== END =====", False), ("It is not TRUE.", None),
        ("The verdict is false.", None), ("TRUE or FALSE?", None),
        ("Final judgment: TRUE\n\nNo, wait: so it is FALSE.", None),
        ("Final judgment: TRUE\n\nBut I have doubts about the year.", True),
    ],
)  # fmt: skip
def test_verdicts_in_plain_text(text, judgment):
    """Without an object the last line is read, and only that."""
    assert read_verdict(Reply(text)).judgment is judgment


def test_a_cut_verdict_has_no_judgment():
    """A conclusion in the notes does not become the verdict that was cut off."""
    text = "Final judgment: TRUE\n" + json.dumps(CANDIDATE)[:-20]
    assert read_verdict(Reply(text, truncated=True)) == Verdict(
        None, "truncated", (EVIDENCE,), (), "It is a war film."
    )
    assert read_verdict(Reply("Final judgment: TRUE", truncated=True)).judgment is None


def test_a_reply_is_shown_with_the_marks_of_its_last_lists():
    """Of a judgement with its label; a reply without an object has neither."""
    text = '{"candidates": [{"name": "A"}], "answer": ["B b", "A"]}'
    found = as_read(Reply(text))
    assert [(text[mark.start : mark.end], mark.start) for mark in found.marks] == [
        ("B b", text.index("B b")), ("A", text.rindex("A")),
    ]  # fmt: skip
    assert as_read(Reply('{"final_judgment": "no"}')).label == "FALSE"
    assert as_read(Reply("Hm")) is None


DOCUMENTS = [
    Document(id, title, "")
    for id, title in {
        "74": "The Long Wait", "77": "Dry Run (film)", "192": "1984",
        "1984": "Café Society (2016 film)",
        "5": "Batman (serial)", "6": "Batman (1989 film)", "doc_9": "Me, You", "10": "Twins",
        "11": "Twins", "12": "!!!",
    }.items()
]  # fmt: skip
RESOLVED = {
    "id": {"77": "77", " 77\n": "77", "1984": "1984", "doc_9": "doc_9"},
    "repaired": {
        "ID: 77": "77", "#77": "77", "[77]": "77", "'77'": "77", "doc_77": "77",
        "doc id 77": "77", "DOC_9": "doc_9", "ID: 77 | TITLE: Dry Run (film)": "77",
        "The Long Wait (ID: 74)": "74", "74: The Long Wait": "74",
    },
    "title": {
        "The Long Wait": "74", "the long wait!": "74", "Dry Run": "77", "**Dry Run (film)**": "77",
        "Cafe Society": "1984", "TITLE: Dry Run": "77", "Me, You": "doc_9", "!!!": "12",
    },
    "unknown": dict.fromkeys(["Batman", "Batman (film)", "Twins", "7", "doc_777", "???", ""]),
}  # fmt: skip


@pytest.mark.parametrize("how", RESOLVED)
def test_resolving(how):
    """Ids go before titles, and what could be two documents is none."""
    for text, id in RESOLVED[how].items():
        found = Resolver(DOCUMENTS).resolve(text)
        assert (found.document and found.document.id, found.how) == (id, how), text


def test_resolving_a_list():
    """The order stays, doubles are counted, and nothing disappears uncounted."""
    values = ["ID: 74", "77", "The Long Wait", "nothing", "77", "5, 6"]
    resolved = Resolver(DOCUMENTS).resolve_all(values)
    assert [document.id for document in resolved.documents] == ["74", "77", "5", "6"]
    assert resolved.counts == {"repaired": 3, "id": 2, "title": 1, "unknown": 1, "doubled": 2}
    assert resolved.unknown == ("nothing",)


# "[]" as a value says that there is none.
VALUES = st.text(st.characters(codec="utf-8", exclude_characters="[]{}"), max_size=20)


@given(st.lists(VALUES, max_size=6), st.data())
def test_of_a_cut_list_the_values_are_the_first_of_the_true_ones(values, data):
    """As JSON and as Python prints it."""
    shown = [" ".join(value.split()) for value in values]
    printed = data.draw(st.sampled_from([json.dumps(shown, ensure_ascii=False), repr(shown)]))
    text = f"Here it is [1].\nFinal Answer: {printed}"
    read = read_final_answer(Reply(text[: data.draw(st.integers(0, len(text)))], truncated=True))
    told = [value for value in shown if value]
    assert list(read.values) == told[: len(read.values)]


MARKS = """Final Answer: ; [ ; ] ; { ; } ; " ; ' ; , ; : ; - ; 192 ; TITLE: a | ID: 7 ; none ; \\ ;
"candidate_answers" ; "final_judgment" ; TRUE ; ``` ; <think> ; </think>"""
PIECES = st.sampled_from([*MARKS.replace("\n", "").split(" ; "), "\n"])


def test_garbage_is_not_slow():
    """Long repetitions cost no more than a few passes."""
    start = time.thread_time()
    for text in ("Final Answer: [" * 8_000, "[1,\n" * 20_000, "TITLE: a " * 20_000, "[" * 100_000):
        read_final_answer(Reply(text))
        read_verdict(Reply(text + "\nverdict is" * 100))
    assert time.thread_time() - start < 5


@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join), st.booleans())
def test_no_reply_is_an_error(text, truncated):
    """Anything can be read, and has one of the outcomes."""
    reply = Reply(text, truncated=truncated)
    for found in (read_final_answer(reply), read_justified(reply), read_verdict(reply)):
        assert found.outcome in ("ok", "empty", "ambiguous", "unparsed", "missing", "truncated")
    Resolver(DOCUMENTS).resolve_all([text])
