"""The filters of fan-out questions, each by itself, and what a person decides on their flags."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.collect.fanout.composition import composition
from tamis.collect.fanout.decisions import apply_decisions, decide
from tamis.collect.fanout.duplicates import duplicates
from tamis.collect.fanout.filtering import Tools, choose_steps, run_steps
from tamis.collect.fanout.flags import Flag
from tamis.collect.fanout.page_filters import Pages, on_page, one_page
from tamis.collect.fanout.proposals import propose, read_objective, read_wording
from tamis.collect.fanout.question_files import read_questions
from tamis.collect.fanout.sheets import read_flags, write_flags
from tamis.collect.fanout.structure import articles, composed
from tamis.collect.fanout.tree import Page, Question
from tamis.collect.fanout.values import Part, Text
from tamis.reading.kept_replies import Replies
from tamis.types import Document, InputError, Reply

DATA = Path(__file__).parents[2] / "shared" / "data" / "fanoutqa"


def leaf(question: str, answer: object, page: str = "", pageid: int | None = None) -> Question:
    """A sub-question that rests on a page."""
    return Question(question, answer, evidence=Page(page or question, "", pageid), id=question)


def whole(answer: object, *leaves: Question, question: str = "What?", id: str = "q") -> Question:
    """A question over leaves."""
    return Question(question, answer, leaves, id=id)


HIDDEN = Question("hidden?", None, hidden=True, id="h")

# Values in a text

HELD = [
    (1970358, "The population was 1,970,358 in 1950.", True),
    (1970358, "some 1.97 million", False), (1970000, "some 1.97 million", True),
    (358, "1,970,358", False), (1234, "1 234 people", False),
    (3, "three of them", True), (73.35, "an area of 73.3523 km2", True),
    (73.35, "an area of 73.36 km2", False), (0.5, "0.46 to 0.55", True),
    (0.5, "0.44 and 0.56", False), (25, "5.25", False),
    (-5, "a low of −5 °C", True), (460, "350–460", True),
    ("6 October 1959", "born October 6, 1959 in Wanli", True),
    ("10/6/1959", "born on the 6th of October 1959", True),
    ("13/6/1959", "born on 13 June 1959", True), ("6 October 1959", "born 7 October 1959", False),
    ("October 1959", "6 October 1959", True), ("6 October 1959", "in October 1959", False),
    ("São Paulo", "the city of Sao Paulo", True),
    ("Oakland, California", "Oakland is a city in California", True),
    ("Oakland, California", "Oakland is a city", False),
    ("Rhine and Elbe", "the Elbe, the Rhine", True),
    ("Rhine or Oder", "the Elbe, the Rhine", False), ("ring", "It was during the war", False),
    ("$29.2 billion", "a revenue of US$29.2 billion", True),
    ("$29.2 billion", "a revenue of US$29.3 billion", False), (10**400, "many", False),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text", "held"), HELD)
def test_values_in_texts(value, text, held):
    """Numbers, dates and words as a reader would find them; worked out by hand."""
    assert Text(text).holds(Part(value)) is held


@given(st.text(max_size=60), st.text(max_size=20) | st.integers() | st.floats())
def test_any_value_can_be_looked_up(text, value):
    """No text and no value makes the lookup fail."""
    assert Text(text).holds(Part(value)) in (True, False)


@given(st.integers(0, 10**15), st.sampled_from(["{}", "{:,}", "about {:,} people", "${:,}"]))
def test_numbers_are_found_however_they_are_grouped(number, form):
    """A whole number is found with and without commas, and its neighbour is not."""
    text = Text(form.format(number))
    assert text.holds(Part(number))
    assert not text.holds(Part(number + 1))


# 1: the answer is made of the sub-answers

TWO = (leaf("How long is the Rhine?", 1230), leaf("How long is the Elbe?", 1094))


THREE = (100, 220, 3900)


@pytest.mark.parametrize(
    ("answer", "answers", "there"),
    [
        (60, (10, 20, 30), True),  # the sum
        (20, (10, 11, 39), True),  # the mean
        (3, (100, 220, 390), True),  # how many there are
        (2, ("x", "x", "y"), True),  # how often one is given
        (4, (["p", "q", "r", "s"], "y"), True),  # the length of a list
        (120, THREE, True),  # a difference
        (2.2, THREE, True),  # a ratio
        (45, THREE, True),  # in percent, rounded: 45.45
        (46, THREE, False),
        (1673, THREE, True),  # 1672.7 percent more: 220 to 3900
        (7, THREE, False),
        ("120 km", THREE, True),
        ("Danube delta", ("The Rhine",), False),
        ("Lake Constance", ("Lakes of Constance",), True),
        ("Pb", (1, 2, 3), True),  # the title of a page
        (True, (1, 2), False),
        (True, ("yes", 2), True),
    ],
)
def test_where_a_number_or_a_name_comes_from(answer, answers, there):
    """Sums, means, differences, ratios and counts; by hand."""
    leaves = (leaf(name, one, f"P{name}") for name, one in zip("abcdefgh", answers, strict=False))
    made = composition(whole(answer, *leaves))
    assert (not made.missing and not made.unclear) is there


def test_composed_tells_kinds_of_fault_apart():
    """Nothing found, a part not found, and a yes that nobody said have reasons of their own."""
    questions = [
        whole({"Rhine": 1230}, *TWO), whole("Danube", *TWO),
        whole({"Rhine": 1230, "Oder": 840}, *TWO), whole(True, *TWO),
        whole(True, *TWO, leaf("Is the Rhine longer?", True)),
        whole([f"name{n}" for n in range(10)], *TWO), HIDDEN,
    ]  # fmt: skip
    ran = composed([replace(q, id=str(n)) for n, q in enumerate(questions)])
    assert ran.outcomes == {"passed": 2, "flagged": 4, "not checkable": 1}
    many = ", ".join(f"name{n}" for n in range(8))
    assert [(flag.id, flag.reason, flag.evidence) for flag in ran.flags] == [
        ("1", "no part of the answer is in a sub-answer", "not found: Danube"),
        ("2", "a part of the answer is in no sub-answer", "not found: Oder, 840"),
        ("3", "a yes or no in the answer is in no sub-answer", "not found: yes"),
        ("5", "no part of the answer is in a sub-answer", f"not found: {many} … and 2 more"),
    ]


# 2: one article for several leaves


def test_articles_used_twice():
    """The same title, or the same page under two titles; leaves of all depths count."""
    nested = Question("nested?", 1, (leaf("c?", 1, "Elbe"),), id="n")
    pages = [leaf(name, 1, name.lower(), id) for name, id in
             (("A", 1), ("B", 2), ("C", 1), ("D", 2), ("E", 1), ("Z", None))]  # fmt: skip
    questions = [
        whole(1, leaf("a?", 1, "Rhine"), leaf("b?", 2, "Elbe"), Question("x", 1), id="good"),
        whole(1, leaf("a?", 1, "Elbe"), nested, id="title"),
        whole(1, *pages, id="page"),
        HIDDEN,
    ]
    ran = articles(questions)
    assert ran.outcomes == {"passed": 1, "flagged": 2, "not checkable": 1}
    assert [(flag.id, flag.reason) for flag in ran.flags] == [
        ("title", "all sub-questions use one article"),
        ("page", "sub-questions use the same article"),
    ]
    assert ran.flags[1].evidence == "A (3): A / C / E; B (2): B / D"


# 3 and 4: pages


class Missing(LookupError):
    """As the encyclopaedia's own: with titles that are similar."""

    similar = ("Elbe (river)",)


class Wiki:
    """A stand-in: pages by title; a search finds those whose titles share a word, then the rest."""

    name = "stand-in"

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages, self.asked = pages, []

    def search(self, query: str, k: int = 10) -> list[str]:
        """Titles that the query names first."""
        return sorted(self.pages, key=lambda title: title.lower() not in query.lower())[:k]

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """The page, or Missing."""
        self.asked.append(title)
        if title not in self.pages:
            raise Missing(title)
        return Document(title, title, self.pages[title])


PAGES = {
    "Rhine": "The Rhine is 1,230 km long.",
    "Elbe": "The Elbe is long.",
    "Rivers": "Rhine 1,230 km; Elbe 1,094 km; Oder 840 km.",
}


def test_answers_on_their_pages():
    """Answers that stand there pass; absent ones and absent pages are told apart."""
    questions = [
        whole(1, leaf("Length?", 1230, "Rhine"), leaf("Long?", True, "Elbe"), id="good"),
        whole(1, leaf("Length?", [1230, 5, 6], "Rhine"), leaf("Mouth?", 7, "Elbe"),
              leaf("Sea?", "Sea", "Elb"), id="absent"),
        whole(1, leaf("Length?", 1094, "Elb"), id="no page"),
        whole(1, leaf("Long?", True, "Elbe"), id="yes"),
    ]  # fmt: skip
    wiki = Wiki(PAGES)
    ran = on_page(questions, Pages(wiki))
    assert ran.outcomes == {"passed": 1, "flagged": 2, "not checkable": 1}
    assert [(flag.id, flag.reason) for flag in ran.flags] == [
        ("absent", "an answer is not on its page"),
        ("no page", "a page is not in the encyclopaedia"),
    ]
    assert ran.flags[0].evidence == (
        "not found: 5, 6 on 'Rhine' (Length?); 7 on 'Elbe' (Mouth?). "
        "no such page: 'Elb' (there is 'Elbe (river)')"
    )
    assert wiki.asked.count("Elbe") == 1


def test_one_page_that_holds_all():
    """A page among the nearest with every sub-answer is named; further away it is not seen."""
    pages = Pages(Wiki(PAGES))
    asked = whole(1, *TWO, leaf("Again?", 1230), question="How long are the Rhine and the Elbe?")
    ran = one_page([asked], pages)
    assert [flag.evidence for flag in ran.flags] == ["Rivers: all 2 different sub-answers"]
    assert "no embedder" in ran.method
    assert one_page([asked], pages, nearest=3).outcomes == {"flagged": 1}
    assert one_page([asked], pages, nearest=2).outcomes == {"passed": 1}
    lacking = whole(1, *TWO, leaf("And?", 7))
    ran = one_page([lacking, whole(1, TWO[0]), whole(1, TWO[0], TWO[0])], pages)
    assert ran.outcomes == {"passed": 1, "not checkable": 2}


class Letters:
    """An embedder of two dimensions: how many letters e and o there are."""

    name, version = "letters", "1"

    def embed_documents(self, texts):
        """As queries."""
        return np.array([[text.count("e"), text.count("o")] for text in texts], dtype=np.float32)

    embed_queries = embed_documents


def test_pages_nearest_by_embedding():
    """With an embedder its order counts, over all titles where the encyclopaedia lists them."""
    wiki = Wiki({"eeo": "nothing", "o": "1,230 and 1,094", "e": "nothing"})
    asked = whole(1, *TWO, question="ooo")
    ran = one_page([asked], Pages(wiki), Letters(), nearest=1)
    assert [flag.evidence for flag in ran.flags] == ["o: all 2 different sub-answers"]
    wiki.titles = lambda: iter(["e", "eeo"])
    assert one_page([asked], Pages(wiki), Letters(), nearest=1).outcomes == {"passed": 1}


# 5: duplicates


def test_duplicates_by_embedding():
    """Cosine from 0.9 on, the later of each pair, which names the earlier; 0.6 and 0.8 by hand."""
    texts = ["eee oooo", "eeeeee oooooooo", "e", "oooo eee", "eeee ooo"]
    questions = [whole(1, question=text, id=str(n)) for n, text in enumerate(texts)]
    ran = duplicates(questions, Letters())
    pairs = [(flag.id, flag.other) for flag in ran.flags]
    assert pairs == [("1", "0"), ("3", "0"), ("3", "1"), ("4", "0"), ("4", "1"), ("4", "3")]
    assert ran.outcomes == {"passed": 2, "flagged": 3}
    # The cosine of (3, 4) and (4, 3) is 24 / 25.
    assert "cosine 0.960 with 0" in ran.flags[3].evidence
    assert len(duplicates(questions, Letters(), 0.97).flags) == 3


def test_duplicates_without_an_embedder_say_so():
    """Equal words are found, and the method says that no more than that was compared."""
    texts = ["How long is the Rhine?", "how long is the Rhine", "Who wrote it?"]
    ran = duplicates([whole(1, question=t, id=str(n)) for n, t in enumerate(texts)])
    assert [(f.id, f.other, f.reason) for f in ran.flags] == [("1", "0", "the same question twice")]
    assert "equal words only" in ran.method
    assert duplicates([]).flags == []


# 6 and 7: the model's proposals


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Only one list.\nY\nY", "passed"), ("Many could be named.\n\nN\nN\n", "flagged"),
        ("**N**", "flagged"), ('It is clear.\n"Y".', "passed"), ("Yes, I think so.", "unparsed"),
        ("Y or N?", "unparsed"), ("", "unparsed"),
    ],
)  # fmt: skip
def test_reading_whether_it_is_objective(text, outcome):
    """The letter of the last line decides; anything else is unparsed, never a verdict."""
    assert read_objective(text).outcome == outcome


@pytest.mark.parametrize(
    ("text", "outcome", "proposal"),
    [
        ("No change.", "passed", ""),
        ("How long is it in km?", "flagged", "How long is it in km?"),
        ("**Rewrite:** How far?", "flagged", "How far?"),
        ("How long is it?", "passed", ""),
        ("FLAG\nThe answer is of something else.", "flagged", ""),
        ("I looked at it.\nIt seems fine.", "unparsed", ""),
        # At most twice the question, of 15 signs, and 200 more.
        ("x" * 230, "flagged", "x" * 230),
        ("x" * 231, "unparsed", ""),
    ],
)
def test_reading_a_new_wording(text, outcome, proposal):
    """No change, a rewrite on one line, or FLAG with its reason."""
    said = read_wording(text, "How long is it?")
    assert (said.outcome, said.proposal) == (outcome, proposal)


@given(st.text(max_size=80))
def test_any_reply_is_read(text):
    """No reply makes the reading fail, and a flag always has its reason."""
    for said in (read_objective(text), read_wording(text, "How long?")):
        assert bool(said.reason) == (said.outcome == "flagged")


SCRIPT = {
    "a?": Reply("Which one is open.\nN\nN"), "b?": Reply("Clear.\nY\nY"),
    "c?": Reply("", failed="503"), "d?": Reply("", refused=True),
    "e?": Reply("Well, it", truncated=True), "f?": Reply("<think>N</think> Perhaps."),
    "g?": Reply(" "),
}  # fmt: skip


def test_a_model_proposes_and_every_outcome_is_counted(tmp_path):
    """A reply that cannot be used flags nothing; those that can are not paid for twice."""
    asked: list[str] = []

    async def chat(messages, schema=None):
        (prompt,) = messages
        name = next(name for name in SCRIPT if f"Question: {name}" in prompt)
        assert "1 May 2024" in prompt
        asked.append(name)
        return SCRIPT[name]

    questions = [whole(1, question=name, id=name) for name in SCRIPT]
    path = tmp_path / "replies.jsonl"

    def run():
        return asyncio.run(
            propose("objective", questions, chat, "m", date="1 May 2024", replies=Replies(path))
        )

    ran = run()
    outcomes = ("flagged", "passed", "failed", "refused", "truncated", "unparsed", "missing")
    assert ran.outcomes == dict.fromkeys(outcomes, 1)
    assert [(f.id, f.reason, f.evidence) for f in ran.flags] == [
        ("a?", "a model finds it not objective", "Which one is open.")
    ]
    assert len(asked) == 7
    with path.open("a") as file:
        file.write('{"key": "cut')
    assert run().outcomes == ran.outcomes
    assert sorted(asked[7:]) == ["c?", "d?", "e?", "g?"]


# Flags and decisions

RELEASED = [
    {"id": "one", "question": "How long?", "answer": 1230, "decomposition": [], "categories": []},
    {"id": "two", "question": "How long ?", "answer": "Danube", "decomposition": [], "x": 1},
    {"id": "three", "question": "Where?", "answer": "Sea", "decomposition": []},
]


@pytest.fixture
def file(tmp_path):
    """Three released questions, of which the answers come from nowhere and two ask the same."""
    (tmp_path / "q.json").write_text(json.dumps(RELEASED))
    return read_questions(tmp_path / "q.json")


def run_all(file, *steps):
    """The steps that need nothing."""
    return asyncio.run(run_steps(file.questions, steps, Tools()))


def decided_on(folder: Path, *decisions: str) -> None:
    """Write decisions into flags.csv as a person does, in its order."""
    text = (folder / "flags.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(text) == len(decisions) + 1
    rows = [line.removesuffix(",,") + f",{d}," for line, d in zip(text[1:], decisions, strict=True)]
    (folder / "flags.csv").write_text("\n".join([text[0], *rows]), encoding="utf-8")


def test_flags_are_written_and_read(file, tmp_path):
    """CSV and JSON hold the same flags, in the order of the questions and the steps."""
    flags = write_flags(tmp_path, file, run_all(file, "duplicates", "composed"))
    assert [(flag.id, flag.step) for flag in flags] == [
        ("one", "composed"), ("two", "composed"), ("two", "duplicates"), ("three", "composed"),
    ]  # fmt: skip
    assert read_flags(tmp_path / "flags.csv") == read_flags(tmp_path / "flags.json") == flags
    record = json.loads((tmp_path / "flags.json").read_text())
    assert record["steps"]["composed"]["outcomes"] == {"flagged": 3}
    assert (record["questions"], record["sha256"]) == (3, file.sha256)


def test_a_later_run_keeps_flags_and_decisions(file, tmp_path):
    """Steps can be run one after the other, and what was decided stays."""
    write_flags(tmp_path, file, run_all(file, "composed"))
    decided_on(tmp_path, "keep", "remove", "keep")
    flags = write_flags(tmp_path, file, run_all(file, "duplicates"))
    assert [flag.decision for flag in flags] == ["keep", "remove", "", "keep"]
    assert write_flags(tmp_path, file, run_all(file, "composed")) == flags
    steps = json.loads((tmp_path / "flags.json").read_text())["steps"]
    assert set(steps) == {"composed", "duplicates"}


def test_no_decision_and_no_comment_is_overwritten(file, tmp_path):
    """Where a flag with one would vanish, nothing is written."""
    write_flags(tmp_path, file, run_all(file, "composed"))
    text = (tmp_path / "flags.csv").read_text(encoding="utf-8-sig")
    (tmp_path / "flags.csv").write_text(text.replace("Danube,,,,", "Danube,,,,hm"))
    before = (tmp_path / "flags.csv").read_bytes()
    with pytest.raises(InputError, match="holds 1 decisions"):
        write_flags(tmp_path, file, [composed([])])
    assert (tmp_path / "flags.csv").read_bytes() == before


def test_decisions_are_carried_out(file, tmp_path):
    """Kept questions stay as they were written; removed ones are listed with every reason."""
    write_flags(tmp_path, file, run_all(file, "composed", "duplicates"))
    decided_on(tmp_path, "keep", "remove", "Removed", "k")
    decided = apply_decisions(file, tmp_path / "flags.csv", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "kept.json").read_text()) == [RELEASED[0], RELEASED[2]]
    assert [flag.step for flag in decided.removed["two"]] == ["composed", "duplicates"]
    record = json.loads((tmp_path / "out" / "decided.json").read_text())
    assert [removed["record"] for removed in record["removed"]] == [RELEASED[1]]
    assert [reason["evidence"] for reason in record["removed"][0]["reasons"]] == [
        "not found: Danube",
        "cosine 1.000 with one: How long?",
    ]
    lines = (tmp_path / "out" / "removed.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[1] == (
        "two,How long ?,composed,no part of the answer is in a sub-answer,not found: Danube,"
    )


def test_what_is_undecided_is_kept_only_where_that_was_asked_for(file, tmp_path):
    """By itself an open flag stops everything, and nothing is written."""
    write_flags(tmp_path, file, run_all(file, "composed", "duplicates"))
    decided_on(tmp_path, "remove", "keep", "", "keep")
    with pytest.raises(InputError, match=r"1 of 4 flags have no decision .*two, duplicates"):
        apply_decisions(file, tmp_path / "flags.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    kept = apply_decisions(file, tmp_path / "flags.csv", tmp_path / "out", undecided_keep=True)
    assert (len(kept.kept), [*kept.removed]) == (2, ["one"])


def flag(id: str, step: str = "composed", **fields: str) -> Flag:
    """A flag with a decision."""
    return Flag(id, step, "", "reason", **{"decision": "keep"} | fields)


def double(id: str, other: str, decision: str = "remove") -> Flag:
    """A flag that says that one question is a duplicate of another."""
    return flag(id, "duplicates", other=other, decision=decision)


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        ([double("two", "one", "remove other")], ["two", "three"]),
        # Both are duplicates of the third, which stays; so is one of them through the other.
        ([double("one", "three"), double("two", "three")], ["three"]),
        ([double("one", "two"), double("two", "three")], ["three"]),
        # Of two that are duplicates of each other one is removed for another reason as well.
        ([double("one", "two"), double("two", "one"), flag("one", decision="remove")], ["three"]),
    ],
)
def test_of_duplicates_one_is_kept(file, tmp_path, flags, kept):
    """Either of two, or the one that the others are duplicates of."""
    assert [one["id"] for one in decide(file, flags, tmp_path).kept] == kept


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ([double("one", "z", "keep")], "has the question z"),
        ([double("two", "one"), double("one", "two")], "keep one of them"),
    ],
)
def test_decisions_that_cannot_be_carried_out(file, tmp_path, flags, said):
    """What contradicts itself is one sentence, and nothing is written."""
    with pytest.raises(InputError, match=said):
        decide(file, flags, tmp_path / "flags.csv")


@pytest.mark.parametrize(
    ("words", "decision"),
    [
        ("NO", "keep"), ("ok.", "keep"), ("Yes", "remove"), ("drop", "remove"),
        ("remove-other", "remove other"), ("accept", "rewrite"), (" _ ", ""),
    ],
)  # fmt: skip
def test_how_a_decision_may_be_written(tmp_path, words, decision):
    """As people write it."""
    record = {"id": "a", "step": "wording", "reason": "r", "decision": words}
    record |= {"other": "b", "proposal": "c"}
    (tmp_path / "f.json").write_text(json.dumps([record]))
    assert [one.decision for one in read_flags(tmp_path / "f.json")] == [decision]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "f.csv",
            "id,step,reason,decision\none,composed,r,maybe\n",
            "there is no decision",
        ),
        ("f.csv", "id,step,reason,decision\none,composed,r,rewrite\n", "no proposal"),
        ("f.csv", "id,step,reason,decision\none,composed,r,remove other\n", "for duplicates"),
        ("f.json", '{"flags": [1]}', "flag 1: expected an object"),
    ],
)
def test_files_of_decisions_that_are_wrong(tmp_path, name, text, said):
    """The line, or the place in the list, is named, and what to write."""
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as error:
        read_flags(tmp_path / name)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "wiki", "model", "found"),
    [
        (None, False, False, "composed articles duplicates"),
        (None, True, False, "composed articles on-page one-page duplicates"),
        (None, False, True, "composed articles duplicates objective wording"),
        ("5, composed,1", False, False, "composed duplicates"),
        ("4", False, True, "--wiki"),
        ("wording", True, False, "--model"),
        ("8", True, True, "no step"),
    ],
)
def test_steps_are_chosen_by_name_and_number(text, wiki, model, found):
    """Without a choice, the steps run that have what they need; a wrong one is one sentence."""
    if found.startswith(("composed", "articles")):
        assert choose_steps(text, wiki=wiki, model=model) == tuple(found.split())
        return
    with pytest.raises(InputError, match=found):
        choose_steps(text, wiki=wiki, model=model)


# The real questions

real = pytest.mark.skipif(not DATA.exists(), reason=f"{DATA} is not here")


@real
def test_real_answers_of_another_question_are_flagged():
    """An answer that belongs to another question is nearly always seen not to fit."""
    questions = read_questions(DATA / "fanout-final-dev.json").questions
    moved = [replace(question, answer=other.answer) for question, other in pairwise(questions)]
    assert len(composed(moved).flags) >= 0.98 * len(moved)
