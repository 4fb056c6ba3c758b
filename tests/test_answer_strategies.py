"""Strategies by themselves: plain async functions over anything that answers messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from quest_script import candidate, justified
from tamis.answering.context import Context, Example, fitting
from tamis.answering.methods import TABLE_2, Method, method
from tamis.answering.set_answer import SetAnswer, dumps, loads
from tamis.answering.strategies import answer
from tamis.reading.justified import JustifiedReply, VerdictReply
from tamis.types import Document, Hit, InputError, Reply

DOCUMENTS = [
    Document("0", "Oak Hall", "Built of oak in 1850. It has two towers."),
    Document("1", "Elm House", "Built of elm in 1860. It has no tower."),
    Document("2", "Yew Lodge", "Built of yew in 1870. It has one tower."),
]
QUESTION = "Houses with towers"
RAG = TABLE_2["RAG Justified QA + Verification"]


class Shelf:
    """Gives its documents in order, whatever is searched for."""

    name = "shelf"

    def __init__(self, documents: Sequence[Document] = DOCUMENTS) -> None:
        self.documents = documents
        self.searches: list[tuple[str, int | None]] = []

    def search(self, query: str, k: int | None) -> list[Hit]:
        """The first k."""
        self.searches.append((query, k))
        return [Hit(document, 1.0) for document in self.documents[:k]]


class Model:
    """Says the replies one after the other, the last of them for ever."""

    def __init__(self, *replies: str | Reply) -> None:
        self.replies = [r if isinstance(r, Reply) else Reply(r) for r in replies]
        self.asked: list[tuple[tuple[str, ...], type | None]] = []

    async def __call__(self, messages: Sequence[str], schema: type | None = None) -> Reply:
        """The next reply."""
        self.asked.append((tuple(messages), schema))
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


def ask(chosen: Method | str, context: Context, question: str = QUESTION) -> SetAnswer:
    """The answer by a method, of Table 2 or of parts."""
    chosen = method(chosen) if isinstance(chosen, str) else chosen
    return asyncio.run(answer(question, chosen, context))


def judged(**candidates: bool) -> str:
    """A justified answer without evidence: names, and TRUE or FALSE."""
    listed = [candidate(name.replace("_", " "), judged) for name, judged in candidates.items()]
    return justified(listed, [])


TRUE, FALSE = (json.dumps({"final_judgment": word}) for word in ("TRUE", "FALSE"))


def test_a_budget_leaves_whole_documents_out_and_counts_them():
    """Each of about 90 characters with its heading: of 200 characters two fit."""
    model = Model("Final Answer: []")
    found = ask("RAG Baseline", Context(model, Shelf(), budget=200))
    assert (found.retrieved, found.left_out) == (("0", "1"), 1)
    assert "Yew Lodge" not in model.asked[0][0][1]


def test_a_document_longer_than_the_budget_does_not_shut_out_the_next():
    """Better many documents whole than one of them."""
    long = Document("9", "Long", "word " * 100)
    kept, left = fitting([DOCUMENTS[0], long, DOCUMENTS[1]], 200)
    assert [document.id for document in kept] == ["0", "1"]
    assert left == 1
    assert fitting([long], 200) == ([], 1)
    assert fitting([long], None) == ([long], 0)


def test_the_verifier_too_keeps_to_the_budget():
    """A candidate whose only document is too long has none to be judged by."""
    documents = [DOCUMENTS[0], Document("9", "Long Barn", "tower " * 100)]
    cited = [candidate("Oak Hall", True, {"0": "two towers", "9": "tower"})]
    model = Model(justified(cited, ["0"]), TRUE)
    context = Context(model, Shelf(documents), verifier=model, budget=200)
    found = ask(RAG, context)
    assert found.titles == ("Oak Hall",)
    assert "Long Barn" not in "".join(model.asked[1][0])


def test_k_bounds_a_search_and_never_the_whole_corpus():
    """A static corpus is whole, whatever k is."""
    shelf = Shelf()
    for name in ("RAG Baseline", "CiC Baseline"):
        ask(name, Context(Model("Final Answer: []"), shelf, k=2))
    assert [k for _, k in shelf.searches] == [2, None]


def test_the_corpus_is_one_message_for_all_questions():
    """The very same object: a corpus of a million characters is not made again."""
    for name in ("CiC Baseline", "CiC Justified QA + CoT"):
        model = Model("Final Answer: []")
        context = Context(model, Shelf())
        for question in ("one", "two"):
            ask(name, context, question)
        (first, _), (second, _) = (messages for messages, _ in model.asked)
        assert first is second
        assert len(context.memo) == 1


def test_methods_that_share_a_memo_do_not_share_their_prompts():
    """With and without notes or hint, and for lists, the corpus stands in other words."""
    model, memo = Model("Final Answer: []"), {}
    names = [name for name in TABLE_2 if name.startswith("CiC")]
    for name in names:
        ask(name, Context(model, Shelf(), memo=memo))
    firsts = {messages[0] for messages, _ in model.asked}
    # Lists, and justified answers with and without notes and hint.
    assert len(firsts) == len(memo) == 5


def test_a_search_keeps_nothing_of_other_questions():
    """What was retrieved for one question is not remembered for another."""
    context = Context(Model(judged(Oak_Hall=True)), Shelf())
    ask("RAG Justified QA", context)
    assert context.memo == {}


def test_few_shot_examples_are_retrieved_for_once():
    """Two examples and two questions: four searches, and one first message."""
    shelf, model = Shelf(), Model("Final Answer: []")
    examples = (Example("e1", (DOCUMENTS[0],)), Example("e2", ()))
    context = Context(model, shelf, examples=examples)
    for question in ("one", "two"):
        ask("RAG Baseline", context, question)
    assert sorted(query for query, _ in shelf.searches) == ["e1", "e2", "one", "two"]
    assert len({id(messages[0]) for messages, _ in model.asked}) == 1
    assert 'Final Answer: ["0"]' in model.asked[0][0][0]
    assert "Final Answer: []" in model.asked[0][0][0]


def test_closed_book_has_no_documents():
    """Titles as the model knows them, each once; no retriever is needed."""
    model = Model('Final Answer: ["Oak Hall", "Ash Court", "Oak Hall"]')
    examples = (Example("e1", (DOCUMENTS[0],)),)
    found = ask("Closed book", Context(model, examples=examples))
    assert found.titles == ("Oak Hall", "Ash Court")
    assert found.doc_ids == (None, None)
    assert found.counts == {"doubled answers": 1}
    assert (found.retrieved, found.cited) == ((), ())
    context, question = model.asked[0][0]
    assert 'Final Answer: ["Oak Hall"]' in context
    assert DOCUMENTS[0].text not in context
    assert QUESTION in question


def test_a_retrieval_without_a_retriever_is_a_mistake_of_the_caller():
    """An assertion names the method."""
    with pytest.raises(AssertionError, match="RAG Baseline needs a retriever"):
        ask("RAG Baseline", Context(Model("")))


def test_answers_may_be_other_things_than_documents():
    """`entities=False`: the answer is what the model names; documents only bear it out."""
    said = [
        candidate("two towers", True, {"0": "It has two towers", "Yew Lodge": "one tower"}),
        candidate("Two Towers.", True, {"0": "two towers"}),
        candidate("no tower", False, {}, {"1": "It has no tower"}),
        candidate("a moat", True),
    ]
    model = Model(justified(said, ["0"]))
    found = ask("RAG Justified QA", Context(model, Shelf(), entities=False))
    assert found.titles == ("two towers", "a moat")
    assert found.doc_ids == (None, None)
    assert [one.doc_id for one in found.candidates] == [None, None, None]
    assert found.candidates[0].cited == ("0", "2")
    assert found.counts == {"doubled candidates": 1, "quotes": 3, "quotes found": 3}
    assert found.cited == ("0", "2")


def test_a_verifier_decides_on_other_things_than_documents_too():
    """What cites a document is judged on it; what cites none is left out and counted."""
    said = [
        candidate("two towers", False, {"0": "It has two towers"}),
        candidate("a moat", True),
    ]
    model, verifier = Model(justified(said, [])), Model(TRUE)
    found = ask(RAG, Context(model, Shelf(), verifier=verifier, entities=False))
    assert found.titles == ("two towers",)
    assert found.counts["candidates without a document"] == 1
    [(messages, schema)] = verifier.asked
    assert schema is VerdictReply
    assert "Oak Hall" in messages[1]
    assert "Elm House" not in messages[1]


def test_what_cites_no_document_hides_no_verdict_after_it():
    """Of four candidates the second and the third are left out; the first and the last are not."""
    said = [
        candidate("two towers", True, {"0": "It has two towers"}),
        candidate("a moat", True),
        candidate("a bridge", False),
        candidate("one tower", True, {"2": "It has one tower"}),
    ]
    context = Context(Model(justified(said, [])), Shelf(), verifier=Model(TRUE), entities=False)
    found = ask(RAG, context)
    assert found.titles == ("two towers", "one tower")
    assert found.counts["candidates without a document"] == 2
    assert found.counts["verdicts"] == 2


def test_the_verifiers_quotes_are_counted_apart_from_those_of_the_answer():
    """The answer has one quote; of the verifier's five, on both sides, three are in a document."""
    said = [candidate(name, True, {}) for name in ("Oak Hall", "Elm House", "Yew Lodge")]
    said[0] = candidate("Oak Hall", True, {"0": "It has two towers"})
    verdicts = [
        candidate("Oak Hall", True, {"0": "Built of oak"}, {"1": "It has a hundred towers"}),
        candidate("Elm House", False, {}, {"1": "Built of elm ... It has no tower"}),
        candidate("Yew Lodge", True, {"2": "It stands by a river"}),
    ]
    verifier = Model(*map(json.dumps, verdicts))
    found = ask(RAG, Context(Model(justified(said, [])), Shelf(), verifier=verifier))
    assert (found.counts["quotes"], found.counts["quotes found"]) == (1, 1)
    assert found.counts["verifier quotes"] == 5
    assert found.counts["verifier quotes found"] == 3


def test_candidates_are_verified_all_at_once():
    """The first verdict comes only after the last was asked for."""
    waiting = asyncio.Event()
    asked = []

    async def verifier(messages: Sequence[str], schema: type | None = None) -> Reply:
        asked.append(messages[1])
        if len(asked) == len(DOCUMENTS):
            waiting.set()
        await asyncio.wait_for(waiting.wait(), 20)
        return Reply(TRUE if "Elm" not in messages[1] else FALSE)

    found = ask(TABLE_2["RAG + Verification"], Context(Model(""), Shelf(), verifier=verifier))
    assert found.titles == ("Oak Hall", "Yew Lodge")
    assert found.doc_ids == ("0", "2")
    assert len(asked) == 3


def test_without_a_verifier_the_model_judges_itself():
    """As in the paper: one model for both."""
    model = Model(judged(Oak_Hall=False, Elm_House=True), TRUE, FALSE)
    found = ask(RAG, Context(model, Shelf()))
    assert [schema for _, schema in model.asked] == [JustifiedReply, VerdictReply, VerdictReply]
    assert found.titles == ("Oak Hall",)
    assert [one.verdict.judgment for one in found.candidates] == [True, False]


def test_a_plain_list_can_be_verified():
    """Each answer stands on its own document."""
    model = Model('Final Answer: ["0", "1"]', TRUE, FALSE)
    found = ask("top_k+retrieve_and_read+verify", Context(model, Shelf()))
    assert found.titles == ("Oak Hall",)
    assert [one.cited for one in found.candidates] == [(), ()]
    assert found.cited == ("0", "1")


def test_an_answer_that_failed_is_not_made_right_by_verifying():
    """Nothing is judged, and the outcome stays."""
    model = Model(Reply("", failed="too long"))
    found = ask(RAG, Context(model, Shelf()))
    assert (found.outcome, found.why, found.titles) == ("failed", "too long", ())
    assert len(model.asked) == 1


def test_when_every_candidate_is_refused_the_answer_is_empty():
    """And what is accepted makes an empty one full."""
    found = ask(RAG, Context(Model(judged(Oak_Hall=True)), Shelf(), verifier=Model(FALSE)))
    assert (found.outcome, found.titles) == ("empty", ())
    found = ask(RAG, Context(Model(judged(Oak_Hall=False)), Shelf(), verifier=Model(TRUE)))
    assert (found.outcome, found.titles) == ("ok", ("Oak Hall",))


def test_two_documents_of_one_title_stay_two_candidates():
    """An answer is a document, not a name."""
    twins = [Document("0", "Oak Hall", "Here."), Document("1", "Oak Hall", "There.")]
    found = ask(TABLE_2["RAG + Verification"], Context(Model(TRUE), Shelf(twins)))
    assert found.doc_ids == ("0", "1")


@pytest.mark.parametrize("name", [*TABLE_2, "Closed book", "whole+justified+hint+verify-cot"])
def test_an_answer_survives_its_json(name):
    """Whatever a method gives is read back as it was."""
    model = Model(judged(Oak_Hall=True, Ash_Court=False), TRUE)
    found = ask(name, Context(model, Shelf()))
    assert loads(dumps(found)) == found


@pytest.mark.parametrize("text", ["", "Final Answer: []", "{}", "[1]", "null", '{"doc_ids": 3}'])
def test_other_text_is_no_answer(text):
    """None, and no exception: it may be an answer made elsewhere."""
    assert loads(text) is None


@pytest.mark.parametrize("name", TABLE_2)
def test_every_row_of_table_2_has_a_name_of_its_own(name):
    """In any case and spacing; and what the appendix calls its verifier."""
    assert method(f" {name.upper().replace(' + ', '+')} ") is TABLE_2[name]
    wanted = "QUEST" if "QUEST" in name else "Basic"
    if "Verification" not in name:
        wanted = ""
    elif "CoT" in name:
        wanted = "CoT - QUEST" if "QUEST" in name else "CoT"
    assert TABLE_2[name].verifier == wanted


def test_parts_make_methods_that_the_table_lacks():
    """A part that does not fit is refused by name."""
    made = method("whole+justified+cot+verify")
    assert (made.retrieval, made.step, made.cot, made.verification) == (
        "whole", "justified", True, "basic")  # fmt: skip
    for name, said in {
        "whole+top_k+justified": "one retrieval",
        "whole+closed_book": "no retrieval",
        "justified+hunt": "there is no method",
        "justified+justified": "there is no method",
    }.items():
        with pytest.raises(InputError, match=said):
            method(name)


def test_a_candidate_goes_by_the_document_that_it_is_or_cites():
    """By its title, else by the first that speaks for it; two names of one are one candidate."""
    said = [
        candidate("Oak Hall", True),
        candidate("the hall with two towers", True, {"0": "two towers"}),
        candidate("the lodge", True, {"ID: 2": "one tower", "1": "no tower"}),
        candidate("a castle", True, {}, {"1": "no tower"}),
    ]
    found = ask("RAG Justified QA", Context(Model(justified(said, [])), Shelf()))
    assert [(one.answer, one.doc_id) for one in found.candidates] == [
        ("Oak Hall", "0"),
        ("Yew Lodge", "2"),
        ("a castle", None),
    ]
    assert found.counts["doubled candidates"] == 1
