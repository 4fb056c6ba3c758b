"""Strategies by themselves: plain async functions over anything that answers messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from quest_script import candidate, justified
from tamis.answering.context import Context, Example
from tamis.answering.methods import METHODS, TABLE_2, Method, method
from tamis.answering.quotes import supported
from tamis.answering.set_answer import SetAnswer, from_record, to_record
from tamis.answering.strategies import answer
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


def test_the_verifier_too_keeps_to_the_budget():
    """A candidate whose only document is too long has none to be judged by."""
    documents = [DOCUMENTS[0], Document("9", "Long Barn", "tower " * 100)]
    cited = [candidate("Oak Hall", True, {"0": "two towers", "9": "tower"})]
    model = Model(justified(cited, ["0"]), TRUE)
    context = Context(model, Shelf(documents), verifier=model, budget=200)
    found = ask(RAG, context)
    assert found.titles == ("Oak Hall",)
    assert "Long Barn" not in "".join(model.asked[1][0])


def test_forty_documents_are_read_of_a_search_and_all_of_a_whole_corpus():
    """Unless k says otherwise; an id may be written in another case."""
    shelf = Shelf([Document("Q7", "Oak Hall", "Built of oak.")])
    for name in ("RAG Baseline", "CiC Baseline"):
        assert ask(name, Context(Model('Final Answer: ["q7"]'), shelf)).doc_ids == ("Q7",)
    ask("RAG Baseline", Context(Model("Final Answer: []"), shelf, k=2))
    assert [k for _, k in shelf.searches] == [40, None, 2]


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


def test_an_answer_that_failed_is_not_made_right_by_verifying():
    """Nothing is judged, and the outcome stays."""
    model = Model(Reply("", failed="too long"))
    found = ask(RAG, Context(model, Shelf()))
    assert (found.outcome, found.why, found.titles) == ("failed", "too long", ())
    assert len(model.asked) == 1


@pytest.mark.parametrize("name", [*TABLE_2, "Closed book", "whole+justified+hint+verify-cot"])
def test_an_answer_survives_its_record(name):
    """Whatever a method gives is read back as it was."""
    model = Model(judged(Oak_Hall=True, Ash_Court=False), TRUE)
    found = ask(name, Context(model, Shelf()))
    assert from_record(json.loads(json.dumps(to_record(found)))) == found


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


def test_the_methods_of_the_papers_tables():
    """18 in any case and spacing, with their names as filters and verifiers (App. B)."""
    assert [*METHODS] == [*TABLE_2, "Closed book"]
    assert len(TABLE_2) == 18
    for name, one in TABLE_2.items():
        assert method(f" {name.upper().replace(' + ', '+')} ") is one
        verifier = " - ".join(word for word in ("CoT", "QUEST") if word in name) or "Basic"
        assert one.verifier == (verifier if "Verification" in name else ""), name
    filters = {name: one.filter for name, one in TABLE_2.items()}
    assert filters["CiC Baseline"] == "CiC Baseline"
    assert filters["RAG Baseline"] == "RAG Baseline (RaR)"
    assert filters["RAG Justified QA + CoT + Verification + QUEST"] == "RAG Justified - CoT - QUEST"
    assert filters["RAG + Verification"] == ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cic baseline", Method("CiC Baseline", "whole", "corpus_in_context")),
        ("RAG  BASELINE", Method("RAG Baseline", "top_k", "retrieve_and_read")),
        ("everydocument", Method("Every document", "whole", "each", verification="basic")),
        ("Certified .95",
         Method("Certified .95", "whole", "certified", verification="basic", recall=0.95)),
        ("Whole + justified + hint + verify-cot",
         Method("whole+justified+hint+verify_cot", "whole", "justified", False, "cot", True)),
        ("justified+cot+verify",
         Method("justified+cot+verify", "top_k", "justified", True, "basic", False)),
        ("top_k+corpus_in_context",
         Method("top_k+corpus_in_context", "top_k", "corpus_in_context")),
        ("each+verify+hint", Method("each+verify+hint", "top_k", "each", False, "basic", True)),
    ],
)  # fmt: skip
def test_a_method_by_its_name_or_parts(name, expected):
    """In any case and spacing; the retrieval that a step takes where none is named."""
    assert method(name) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whole+top_k+justified", "one retrieval"),
        ("each+cot+verify", "cot goes with justified"),
        ("each", "each needs verify"),
        ("whole+closed_book", "no retrieval"),
        ("justified+hunt", "there is no method"),
    ],
)
def test_what_is_no_method(name, said):
    """It is said why, or which there are."""
    with pytest.raises(InputError, match=said):
        method(name)


# Quotes

TEXT = "The light-house – of “Marrow” was built in 1911, by A. Keeper; it is 40 m high and white."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("was built in 1911", (1, 1)), ("WAS  BUILT\nin 1911.", (1, 1)),
        ("was built in 1912", (0, 1)), ("light‑house - of Marrow", (1, 1)),
        ("house of Marrow", (0, 1)), ("was built in ... and white", (1, 1)),
        ("was built in … it is 40 m high", (2, 2)), ("was built in [...] it is 41 m high", (1, 2)),
        ("was built in (…) it is 40 m high . . . by A. Keeper", (3, 3)), ("was buil", (0, 1)),
        ("40 m", (1, 1)), ("... 40 m ... 41 m", (1, 2)), ("by a keeper of the light", (0, 1)),
        ("of Marrow was built in 1911, by A Keeper; it is 40 m high", (1, 1)),
        ("of Marrow was razed in 1911, by B Warden; it is 40 m high", (0, 1)), ("", (0, 0)),
        (" ... ", (0, 0)),
    ],
)  # fmt: skip
def test_pieces_of_a_quote_that_are_in_the_document(quote, expected):
    """Whole words; small differences in long pieces; short pieces beside others prove nothing."""
    assert supported(quote, TEXT) == expected
