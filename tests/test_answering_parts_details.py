"""The parts of fan-out answers, tables and plans: searches, histories, cells, columns, labels."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from tamis.answering.everything.expression import All, AnyOf, Condition, Not
from tamis.answering.everything.labels import numbered, read_labels
from tamis.answering.everything.plan import (
    Plan,
    alone,
    as_plan,
    from_json,
    may_join,
    read_plan,
    split,
)
from tamis.answering.everything.wanted import Wanted
from tamis.answering.fanout.answered import Answered, Search
from tamis.answering.fanout.history import OVERHEAD, History, size
from tamis.answering.fanout.passages import fitting, ranked
from tamis.answering.fanout.search_tool import AT_ONCE, SearchRunner, parse_reply
from tamis.answering.fanout.settings import Settings
from tamis.answering.tables.golds import read_gold
from tamis.answering.tables.row_reply import NoRow, read_row, row_of
from tamis.answering.tables.table import Cell, Row, Table, column_names, in_words
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.types import Document, InputError, Message, Reply, ToolCall
from written_forms import each

# Fan-out.


@pytest.mark.parametrize(
    ("text", "queries", "rest", "original"),
    [
        ("Hm", (), "Hm", "Hm"),
        ("a <search>B c</search> d", ("B c",), "a\nd", "a <search>B c</search>"),
        ("<SEARCH>b</ search > < search x=1> c\nd</search>", ("b", "c\nd"), "",
         "<SEARCH>b</ search > < search x=1> c\nd</search>"),
        ("a\n <search> b c", ("b c",), "a", "a\n <search> b c"),
        ("a <search> b", (), "a <search> b", "a <search> b"),
        ("<search>a\n<search>b</search>", ("b",), "<search>a", "<search>a\n<search>b</search>"),
        ("<think><search>x</search></think><search></search>e", ("",), "e", "<search></search>"),
    ],
)  # fmt: skip
def test_searches_in_a_reply(text, queries, rest, original):
    """Between tags; one that is not closed begins the last line."""
    found = parse_reply(Reply(text), native=False)
    assert [call.arguments["query"] for call in found.calls] == [*queries]
    assert [(call.id, call.name) for call in found.calls] == [
        (str(n), "search") for n in range(len(queries))
    ]
    assert (found.text, found.original) == (rest, original)


def test_searches_as_calls_of_a_tool():
    """With ids of their own, or none that can be told apart."""
    calls = (ToolCall("x", "search", {"query": "a"}), ToolCall("y", "search", {"query": "b"}))
    found = parse_reply(Reply("<think>t</think>so", calls=calls), native=True)
    assert (found.calls, found.text, found.original) == (calls, "so", "<think>t</think>so")
    for ids in (("x", "x"), ("", "y")):
        made = tuple(ToolCall(id, "search", {}) for id in ids)
        assert [one.id for one in parse_reply(Reply("", calls=made), False).calls] == ["0", "1"]
    assert parse_reply(Reply("<search>a</search>"), native=True).calls == ()
    many = parse_reply(Reply("<search>a</search>" * 1_001), native=False)
    assert len(many.calls) == 1_000
    assert AT_ONCE == 8


class _Wiki:
    """Two pages, and a search that finds one of them behind a missing one."""

    name = "two"

    def page(self, title: str, *, revision: str | None = None) -> Document:
        pages = {"Fern": "a plant\n\nof shade", "Heron": "a bird of the river"}
        if title not in pages:
            raise PageMissing(title, ("Ferns",))
        return Document(title, title, pages[title])

    def search(self, query: str, k: int = 10) -> list[str]:
        return [] if query == "nothing" else ["Gone", "Heron", "Fern", "A", "B", "C", "D", "E"][:k]


def _carried_out(*calls: ToolCall) -> tuple[SearchRunner, list[str]]:
    runner = SearchRunner("Which bird?", _Wiki(), Settings())
    return runner, asyncio.run(runner.carry_out(calls, 10_000))


def test_searches_are_carried_out():
    """By title, else the first page that is found; each problem is counted."""
    runner, said = _carried_out(
        ToolCall("0", "search", {"query": " Fern\x00 "}),
        ToolCall("1", "search", {"query": "river birds"}),
        ToolCall("2", "search", {"query": "nothing"}),
        ToolCall("3", "search", {"query": " "}),
        ToolCall("4", "search", {"q": "Fern"}),
        ToolCall("5", "browse", {"query": "Fern"}),
    )
    assert runner.searches == [
        Search("Fern", "Fern"), Search("river birds", "Heron"), Search("nothing", None),
    ]  # fmt: skip
    assert [*runner.pages] == ["Fern", "Heron"]
    assert runner.counts == {"pages not found": 1, "bad arguments": 2, "unknown tools": 1}
    assert "a plant" in said[0]
    assert "of shade" in said[0]
    assert "a bird of the river" in said[1]
    assert all(title in said[1] for title in ("Fern", "A", "B", "C", "D"))
    assert "Gone" not in said[1]
    assert "Ferns" in said[2]
    assert said[3] == said[4] != said[5]
    assert "browse" in said[5]


def test_chunks_that_fit():
    """The first that does not fit ends them; the best alone is cut."""
    chunks = [Document("1", "Ab", "x" * 10), Document("2", "", "y" * 5), Document("3", "", "z")]
    assert fitting(chunks, 26, 3) == chunks[:2]
    assert fitting(chunks, 27, 3) == chunks
    assert fitting(chunks, 22, 3) == chunks[:1]
    assert fitting(chunks, 15, 3) == chunks[:1]
    assert fitting(chunks, 14, 3) == [Document("1", "Ab", "x" * 9)]
    assert fitting(chunks, 6, 3) == [Document("1", "Ab", "x")]
    assert fitting(chunks, 5, 3) == []
    assert fitting([], 5, 3) == []


def test_chunks_are_ranked_by_the_question():
    """Those without a word of it come last, in the order of the pages; a page counts once."""
    pages = [Document("1", "", "a plant"), Document("2", "", "the river bird"),
             Document("3", "", "bird"), Document("1", "", "a plant"),
             Document("4", "", "a tree")]  # fmt: skip
    found = ranked("Which bird is of the river?", pages, Settings())
    assert [one.id for one in found] == ["2", "3", "1", "4"]


def _turn(text: str) -> Message:
    return Message("assistant", text)


def test_the_oldest_turns_are_dropped():
    """The question with them, unless it is kept; the latest one always stays."""
    first, forgotten = Message("user", "q" * 14), "f" * 4
    turns = [(_turn("a" * 4), Message("user", "b" * 4)), (_turn("c" * 4),), (_turn("d" * 4),)]
    cost = OVERHEAD + 4
    assert (OVERHEAD, size(first), size(turns[0][0])) == (16, 30, 20)
    call = Message("assistant", "xy", calls=(ToolCall("0", "s", {"q": "é"}),))
    assert size(call) == 16 + 2 + len(json.dumps({"q": "é"}))

    def shown(room: int, kept: bool) -> tuple[str, int, int]:
        history = History(first, room, forgotten, kept)
        for turn in turns:
            history.add(*turn)
        return "".join(one.text[0] for one in history.shown()), history.trimmed, history.free()

    assert shown(30 + 4 * cost, False) == ("qabcd", 0, 10 + 4 * cost)
    assert shown(29 + 4 * cost, False) == ("fabcd", 1, 9 + 4 * cost)
    assert shown(4 * cost, False) == ("fabcd", 1, 3 * cost)
    assert shown(4 * cost - 1, False) == ("fcd", 3, 3 * cost - 1)
    assert shown(1, False) == ("fd", 4, 1 - cost)
    assert shown(30 + 4 * cost, True) == ("qabcd", 0, 4 * cost)
    assert shown(29 + 4 * cost, True) == ("qcd", 2, 4 * cost - 1)
    assert shown(30, True) == ("qd", 3, 0)
    history = History(first, 29, forgotten)
    assert (history.shown(), history.trimmed) == ([first], 0)


def test_an_answer_is_written_and_read():
    """With its parts; None for any other text."""
    sub = Answered("b", "ok", "r?", ("P",), (Search("x", "P"),), 2, (3, 4), 1.5)
    made = Answered("a", "failed", "q?", ("P", "Q"), (Search("y", None),), 5, (6, 7), 2.5, 1,
                    "native", True, {"bad": 2}, "no route", (sub,))  # fmt: skip
    assert Answered.from_json(made.to_json()) == made
    for text in ("", "[]", "{}", '{"searches": []}', '{"searches": 1, "tokens": [1]}'):
        assert Answered.from_json(text) is None, text


# Tables.

COLUMNS = ("name", "Year built")


def _row(**changes) -> str:
    cells = [
        {"column": "year  BUILT", "doc_id": 2, "quote": "built in 1911", "value": 1911},
        {"column": "name", "doc_id": "1", "quote": "The Marrow", "value": "Marrow "},
    ]
    for at, change in changes.items():
        cells[int(at[1:])] |= change
    return json.dumps({"cells": cells})


DOCUMENTS = [Document("a.md", "A", "The Marrow stands."), Document("b.md", "B", "built in 1911")]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (_row(), (Cell("stated", "Marrow", "The Marrow", "a.md"),
                  Cell("stated", "1911", "built in 1911", "b.md"))),
        (_row(c0={"value": None}, c1={"quote": "The Barrow"}),
         (Cell("quote not found", "Marrow", "The Barrow", "a.md"), Cell("not stated"))),
        (_row(c0={"quote": None}, c1={"doc_id": "2"}),
         (Cell("quote not found", "Marrow", "The Marrow", "b.md"),
          Cell("quote not found", "1911"))),
        (_row(c0={"value": True}, c1={"value": False, "doc_id": None}),
         (Cell("quote not found", "no", "The Marrow", ""),
          Cell("stated", "yes", "built in 1911", "b.md"))),
    ],
)  # fmt: skip
def test_the_cells_of_a_row(text, cells):
    """In the order of the columns; each quote is looked for in its document."""
    row = row_of("Marrow", read_row(Reply(text), COLUMNS), DOCUMENTS)
    assert row == Row("Marrow", cells)


@pytest.mark.parametrize(
    ("reply", "outcome", "why"),
    [
        (Reply("x", failed="no route"), "failed", "no route"),
        (Reply("x", refused=True), "refused", "the model declined"),
        (Reply(" "), "missing", "the model gave no reply"),
        (Reply(_row()[:-20], truncated=True), "truncated", "the reply was cut before"),
        (Reply(_row()[:-20]), "unparsed", "the reply holds no row"),
        (Reply("Hm"), "unparsed", "the reply holds no row"),
        (Reply(_row(c0={"column": "colour"})), "unparsed", "a column 'colour' not asked for"),
        (Reply(_row(c0={"column": "NAME"})), "unparsed", "has the column 'name' twice"),
        (Reply('{"cells": []}'), "unparsed", "the reply lacks the column 'name'"),
        (Reply(_row(c0={"more": 1})), "unparsed", "`cells.0.more` of the reply: Extra inputs"),
        (Reply(_row(c0={"value": []})), "unparsed", "`cells.0.value` of the reply: "),
    ],
)
def test_a_reply_that_is_no_row(reply, outcome, why):
    """It says why."""
    with pytest.raises(NoRow) as error:
        read_row(reply, COLUMNS)
    assert error.value.outcome == outcome
    assert why in str(error.value)


def test_a_reply_that_was_cut_after_its_row_is_whole():
    """Nothing of it is missing."""
    assert len(read_row(Reply(_row() + " so", truncated=True), COLUMNS).cells) == 2


def test_a_table_in_its_forms():
    """Values, what they rest on, how many stand how."""
    made = Table(("n", "y"), (
        Row("A", (Cell("stated", "1", "q", "d"), Cell("not stated"))),
        Row("B", (Cell("quote not found", "2"), Cell("not read")), "failed", "no route"),
    ))  # fmt: skip
    assert made.records == [{"n": "1", "y": None}, {"n": "2", "y": None}]
    assert made.headings() == [
        "answer", "n", "y", "n: quote", "n: document", "n: status", "y: quote", "y: document",
        "y: status",
    ]  # fmt: skip
    assert [*made.flat()[0].values()] == ["A", "1", None, "q", "d", "stated", "", "", "not stated"]
    assert made.counted() == (
        "Cells: 1 with a quote that stands in its document, 1 not stated, 1 quote not found, "
        "1 not read."
    )
    assert [*made._lines()] == ["2 rows: answer, n, y", made.counted()]
    assert made.to_dict()["rows"][1] == {
        "answer": "B", "outcome": "failed", "why": "no route",
        "cells": {
            "n": {"status": "quote not found", "value": "2", "quote": "", "document": ""},
            "y": {"status": "not read", "value": None, "quote": "", "document": ""},
        },
    }  # fmt: skip
    assert [in_words(cell) for row in made.rows for cell in row.cells] == [
        "1", "not stated", "2 (quote not found)", "not read",
    ]  # fmt: skip
    assert made._shown()[1][1] == {"answer": "B", "n": "2 (quote not found)", "y": "not read"}


def test_the_names_of_columns():
    """A list, or one text with commas as in CSV."""
    assert column_names('name, "year, built" , a\n b') == ("name", "year, built", "a b")
    assert column_names(["a", " b  c "]) == ("a", "b c")
    assert column_names(["x" * 100])[0] == "x" * 100
    assert len(column_names([f"c{n}" for n in range(30)])) == 30


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (" ", "there are no columns"),
        ([], "there are no columns"),
        ([f"c{n}" for n in range(31)], "there are 31 columns; give at most 30."),
        (["a", 3], "column 2 is 3, where a name is needed."),
        ("a,,b", "column 2 has no name"),
        (["x" * 101], "the name of column 1 has more than 100 characters"),
        ("a, Answer", "the first column is called 'answer' in any case; leave 'Answer' out."),
        ("Year, b, year!", "the columns 'Year' and 'year!' are the same; leave one out."),
        ("a, a: quote", "the column 'a: quote' is made in any case; leave it out."),
    ],
)
def test_names_that_columns_cannot_have(columns, said):
    """It is said which."""
    with pytest.raises(InputError) as error:
        column_names(columns)
    assert said in str(error.value)


def test_a_golden_table(tmp_path):
    """A .csv or JSON Lines; other columns are left out."""
    csv, lines = tmp_path / "gold.csv", tmp_path / "gold.jsonl"
    csv.write_text("NAME,x,year built\nMarrow,1,1911\nBo,2,\n")
    lines.write_text('{"name": "Marrow", "x": {}, "Year Built": [1911, 1912]}\n{"name": "Bo"}\n')
    assert read_gold(csv, COLUMNS) == [
        {"name": "Marrow", "Year built": "1911"}, {"name": "Bo", "Year built": ""},
    ]  # fmt: skip
    assert read_gold(lines, COLUMNS) == [
        {"name": "Marrow", "Year built": [1911, 1912]}, {"name": "Bo", "Year built": None},
    ]  # fmt: skip
    for path, text, said in (
        (csv, "name\nA\n", "has no column 'Year built', only 'name'; name it so."),
        (csv, "name,year built,Name\nA,1,B\n", "has the columns 'name' and 'Name'; keep one."),
        (csv, "name,year built\n", "holds no rows"),
        (lines, '{"name": "A"}\n', "has no column 'Year built', only 'name'; name it so."),
        (lines, '{"name": {}, "Year built": 1}\n', "line 1: `name` is "),
        (lines, '{"name": [[1]], "Year built": 1}\n', "line 1: `name` is "),
        (tmp_path / "gold.txt", "", "is no golden table; give a .csv or a .jsonl"),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_gold(path, COLUMNS)
        assert said in str(error.value)


# Plans, labels, wishes.

PLAN = Plan(
    {"old": "Is it old?", "red": "Is it red?", "big": "Is it big?"},
    All((Condition("old"), Not(AnyOf((Condition("red"), Condition("big")))))),
)


def test_a_plan_is_read_and_written(tmp_path):
    """And said in one line."""
    assert from_json(PLAN.as_json()) == PLAN
    assert PLAN.shown() == (
        "old and not (red or big), where old: Is it old?; red: Is it red?; big: Is it big?"
    )
    assert (PLAN.simple, alone("q?").simple) == (False, True)
    assert alone("q?") == Plan({"question": "q?"}, Condition("question"))
    path = tmp_path / "plan.yaml"
    path.write_text("conditions:\n  a: Is  it\n    so?\nexpression: {not: a}\n")
    assert read_plan(path) == Plan({"a": "Is it so?"}, Not(Condition("a")))
    path.write_text("a: b\n")
    with pytest.raises(InputError, match=r"is no plan: `conditions`: field required; write"):
        read_plan(path)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "it is no object with `conditions` and `expression`"),
        ({"conditions": {"a": "x"}}, "`expression`: field required"),
        ({"conditions": {"a": 3}, "expression": "a"}, "`conditions.a`: input should be"),
        ({"conditions": {"a": "x"}, "expression": "b"}, "names 'b', which is no condition"),
        ({"conditions": {"a": "x", "b": "y"}, "expression": "a"}, "'b' does not stand in the"),
        ({"conditions": {"a": " "}, "expression": "a"}, "the condition 'a' is empty"),
        ({"conditions": {" ": "x"}, "expression": " "}, "the condition ' ' is empty"),
        ({"conditions": {f"c{n}": "x" for n in range(21)},
          "expression": {"all": [f"c{n}" for n in range(21)]}}, "21 conditions, more than 20"),
        ({"conditions": {"n" * 61: "x"}, "expression": "n" * 61}, "is longer than 60 characters"),
    ],
)  # fmt: skip
def test_what_is_no_plan(value, said):
    """It is said why; at the limits it is one."""
    with pytest.raises(ValueError, match=re.escape(said)):
        as_plan(value)
    names = [f"c{n}" for n in range(19)] + ["n" * 60]
    assert as_plan({"conditions": dict.fromkeys(names, "x"), "expression": {"any": names}})


def test_each_word_that_may_join_conditions():
    """In several languages; not where it is a part of another word."""
    words = each(
        "[and|or|not|no|nor|neither|never|but|without|except|excluding|unless|other than|both"
        "|either|und|oder|nicht|kein|keine|ohne|außer|sondern|et|ou|sans|sauf|pas|y|o|sin|salvo|ni"
        "|ed|senza|non]"
    )
    for word in words:
        assert may_join(f"A {word} B?"), word
        assert may_join(f"A {word.title()} B?"), word
    assert may_join("It isn't so?")
    assert may_join("It isn’t so?")
    assert not may_join("Which notable lights stand here?")


@pytest.mark.parametrize(
    ("reply", "plan", "why"),
    [
        (Reply(PLAN.as_json()), PLAN, ""),
        (Reply(f"So:\n```json\n{PLAN.as_json()}\n```"), PLAN, ""),
        (Reply("x", failed="no route"), alone("q?"), "no route"),
        (Reply("Hm"), alone("q?"), "its reply holds no plan"),
        (Reply(PLAN.as_json()[:-9]), alone("q?"), "its reply holds no plan"),
        (Reply('{"conditions": {"a": "x"}, "expression": "b"}'), alone("q?"),
         "the expression names 'b', which is no condition"),
        (Reply('{"conditions": {"a": "x"}, "expression": "a"}'), alone("q?"), ""),
    ],
)  # fmt: skip
def test_a_model_splits_a_question(reply, plan, why):
    """Else it stands alone, and it is said why."""

    async def chat(messages, schema=None) -> Reply:
        assert "q?" in messages[0]
        return reply

    assert asyncio.run(split("q?", chat)) == (plan, why)


def test_labels_by_people(tmp_path):
    """In all words for yes and no."""
    csv, lines = tmp_path / "labels.csv", tmp_path / "labels.jsonl"
    csv.write_text("id,label\n" + "".join(f"{n},{label}\n" for n, label in enumerate(
        ("1", "TRUE", " yes ", "y", "0", "false", "No", "N"))))  # fmt: skip
    assert read_labels(csv) == {str(n): n < 4 for n in range(8)}
    lines.write_text('{"id": 7, "label": true}\n{"id": "7", "label": 1}\n{"id": 8, "label": "n"}\n')
    assert read_labels(lines) == {"7": True, "8": False}
    assert numbered({"b": True, "a": False}, {"a": 3, "b": 5, "c": 6}, lines) == {5: True, 3: False}
    with pytest.raises(InputError, match="'x' is no unit of the corpus"):
        numbered({"x": True}, {"a": 3}, lines)
    for path, text, said in (
        (lines, '{"label": 1}', "line 1 has no `id`"),
        (lines, '{"id": " ", "label": 1}', "line 1 has no `id`"),
        (lines, '{"id": true, "label": 1}', "line 1 has no `id`"),
        (lines, '{"id": [], "label": 1}', "line 1 has no `id`"),
        (lines, '{"id": "a", "label": "so"}', "line 1: the label is 'so'; write true or false."),
        (lines, '{"id": "a"}', "line 1: the label is None"),
        (lines, '{"id": 7, "label": 1}\n{"id": "7", "label": 0}', "'7' has another label above"),
        (lines, "", "holds no labels"),
        (csv, "id,said\n1,yes\n", "line 1: columns `id` and `label`"),
        (tmp_path / "labels.txt", "", "is no file of labels; give a .csv or a .jsonl"),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_labels(path)
        assert said in str(error.value), text


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"recall": 0}, "the recall is 0; give a share above 0 and at most 1"),
        ({"recall": 1.01}, "the recall is 1.01"),
        ({"recall": float("nan")}, "the recall is nan"),
        ({"recall": 0.9, "confidence": 1}, "the confidence is 1; give a share above 0 and below 1"),
        ({"recall": 0.9, "confidence": 0}, "the confidence is 0"),
        ({"recall": 0.9, "budget": 0}, "the budget is 0; give a number of calls from 1."),
        ({"recall": 0.9, "unit": "page"}, "there is no unit 'page'; choose from document"),
    ],
)
def test_wishes_that_cannot_be_met(wish, said):
    """It is said what can."""
    with pytest.raises(InputError) as error:
        Wanted(**wish)
    assert said in str(error.value)
    assert Wanted(1, 0.5, 1, "row").labels_file == Path()
