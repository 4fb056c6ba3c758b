"""Users' files, calls to models and what they cost: every branch, by small examples."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Literal

import pytest
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall as InspectCall

from tamis import models
from tamis.inputs import answer_sheets, files, packages
from tamis.inputs.json_records import kind_of, own_lines, parsed, shipped_rows, too_deep
from tamis.inputs.rows import as_row, field, filled
from tamis.inputs.spreadsheets import guarded, rows_of, stream_rows, unguarded
from tamis.inputs.yaml_files import parsed_yaml
from tamis.spending import LimitReached, Limits, Spending
from tamis.types import InputError, Message, Reply, ToolCall


def refusal(work, *args, **named) -> str:
    """The sentence with which a function refuses."""
    try:
        found = work(*args, **named)
        found = list(found) if hasattr(found, "__next__") else found
    except InputError as error:
        return str(error)
    return pytest.fail(f"was taken: {found!r:.100}")


# Sheets with questions of yes or no.


@dataclass(frozen=True)
class Line:
    """A line of a sheet."""

    name: str
    place: str
    there: str = ""
    note: str = ""


LINES = [Line("=a", "x"), Line("b", "", "yes", "n")]


def read(*paths):
    """The lines of sheets."""
    return answer_sheets.read_sheets(paths, Line, "there", "tamis x")


def test_a_sheet_of_questions_is_written_once(tmp_path):
    """Its cells cannot run; a file that is there is kept."""
    path = tmp_path / "s.csv"
    answer_sheets.write_sheet(path, LINES)
    assert path.read_text("utf-8") == "\ufeffname,place,there,note\n'=a,x,,\nb,,yes,n\n"
    assert read(path) == LINES
    answer_sheets.write_sheet(tmp_path / "one.csv", LINES[:1])
    assert read(tmp_path / "one.csv") == LINES[:1]
    said = refusal(answer_sheets.write_sheet, path, LINES)
    assert said == f"{path} exists, and may hold someone's work; give another --out."


@pytest.mark.parametrize(
    ("text", "said"),
    [("yes", True), ("Y", True), ("TRUE", True), ("1", True), ("No", False), ("n", False),
     ("false", False), ("0", False), ("", None)],
)  # fmt: skip
def test_answers_of_yes_or_no(text, said):
    """None where there is none yet."""
    assert answer_sheets.answered(text) is said


def sheet_file(path, *rows: str, header: str = "name,place,there,note"):
    """A sheet by hand."""
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def test_lines_of_several_sheets_are_one(tmp_path):
    """The answer that there is; two that differ are refused, in whatever words."""
    one = sheet_file(tmp_path / "1.csv", "a,x,,first", "b,x,yes,", "c,,no,")
    two = sheet_file(tmp_path / "2.csv", "a,x, NO ,second", "b,x,,late", "c,,0,")
    assert read(one, two) == [
        Line("a", "x", "NO", "second"), Line("b", "x", "yes"), Line("c", "", "0")
    ]  # fmt: skip
    other = sheet_file(tmp_path / "3.csv", "b,x,0,", "c,,n,")
    assert refusal(read, one, other) == (
        f"{other}: a line has the answer 0, and yes in another place (b; x); settle on one."
    )
    odd = sheet_file(tmp_path / "4.csv", "a,x,,", "b,x,maybe,")
    assert refusal(read, odd) == f"{odd}, line 3: there is 'maybe'; give yes, no, or nothing."
    bare = sheet_file(tmp_path / "5.csv", "a,x,y", header="name,place,there")
    assert read(bare) == [Line("a", "x", "y")]
    lacking = sheet_file(tmp_path / "6.csv", "a,y", header="name,there")
    assert refusal(read, lacking) == (
        f"{lacking} is no sheet of `tamis x`: it lacks the column place."
    )
    empty = sheet_file(tmp_path / "7.csv")
    assert refusal(read, empty) == "the sheets have no lines; `tamis x` writes one."


# CSV.


@pytest.mark.parametrize(
    "first", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "\t", "\r", "'="]
)
def test_formulas_are_guarded_and_unguarded(first):
    """And nothing else is."""
    assert guarded(f"{first}1") == f"'{first}1"
    assert unguarded(f"'{first}1") == f"{first}1"
    for plain in ("a=1", "'a", "1-2", "a", ""):
        assert guarded(plain) == unguarded(plain) == plain


def streamed(path, text: str) -> list:
    """The rows of a CSV file of any size."""
    path.write_text(text, "utf-8", newline="")
    return list(stream_rows(path))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n\n3,4\n", [(2, ("1", "2")), (4, ("3", "4"))]),
        ("a;b\n1;2,5\n", [(2, ("1", "2,5"))]), ("a\tb\n1\t2\n", [(2, ("1", "2"))]),
        ('"x;;;",b\n1,2\n', [(2, ("1", "2"))]),
        ('a,b\n"1\n1",2\n3,4\n', [(2, ("1\n1", "2")), (4, ("3", "4"))]),
        ("\ufeffa , b,,\n1,2,,\n", [(2, ("1", "2"))]), (",b\n1,2\n", [(2, ("1", "2"))]),
        ("a,b\n'=1,\n", [(2, ("'=1", ""))]), ("a,b\n , \n", []),
    ],
)  # fmt: skip
def test_rows_of_a_large_csv(tmp_path, text, rows):
    """With the line at which each begins; empty rows are left out."""
    found = streamed(tmp_path / "f.csv", text)
    assert [(line, tuple(row.values())) for line, row in found] == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ": the first line is empty; it must name the columns."),
        (",,\n", ": the first line is empty"), ("1,2.5\n", ", line 1 has only numbers"),
        ("-1;+2,5;3\n", ", line 1 has only numbers"),
        ("a,a\n", ", line 1 has the column 'a' twice"),
        ("a,,b\n", ", line 1 has no name for column 2"),
        (",index\n", ", line 1 has no name for column 1"),
        ("a,b\n1\n", ", line 2: 1 cells where the first line names 2 columns"),
        ("a,b\n1,2,3\n", ", line 2: 3 cells where the first line names 2 columns"),
        ('a,b\n1,2\n"1,2\n', ", line 3: not valid CSV ("),
        ('a,b\n"1"x,2\n', ", line 2: not valid CSV ("),
    ],
)  # fmt: skip
def test_broken_large_csv(tmp_path, text, said):
    """With the line, and what to do."""
    path = tmp_path / "f.csv"
    assert refusal(streamed, path, text).startswith(f"{path}{said}")


@pytest.mark.parametrize(
    ("text", "plain", "rows"),
    [
        ("a,b\n'=1,2\n", False, [(2, ("=1", "2"))]), ("a,b\n'=1,2\n", True, [(2, ("'=1", "2"))]),
        ("a;b,c\n1;2\n", False, None), ("a;b;c,d\n1;2;3\n", False, [(2, ("1", "2", "3"))]),
        ("a;b;c\n1;2;3\n", True, [(2, ("1;2;3",))]), ("a,b,\n1,2,\n", False, [(2, ("1", "2"))]),
        ("a,b\n1\n", False, None), ("a,b\n1,2,3\n", False, None),
        ("a,b\n1,2, \n", False, [(2, ("1", "2"))]),
    ],
)  # fmt: skip
def test_rows_of_a_csv(text, plain, rows):
    """By commas alone where it is plain."""
    if rows is None:
        assert "cells where the first line names" in refusal(rows_of, text, "f", lambda names: None)
    else:
        found = list(rows_of(text, "f", lambda names: None, plain=plain))
        assert [(line, tuple(row.values())) for line, row in found] == rows


# Files.


def test_compressed_files_and_their_bounds(tmp_path):
    """The bytes that they hold are counted, not those of the file."""
    path = tmp_path / "f.gz"
    path.write_bytes(gzip.compress(b"x" * 1000))
    assert files.read_unpacked(path, 1000) == b"x" * 1000
    assert refusal(files.read_unpacked, path, 999) == f"{path} holds more than 0 MB; split it."
    plain = tmp_path / "f.txt"
    plain.write_bytes(b"x" * 10)
    assert files.read_unpacked(plain, 10) == files.read_bytes(plain, 10) == b"x" * 10
    assert "is larger than" in refusal(files.read_bytes, plain, 9)
    assert files.starts_with(plain, b"xx")
    assert not files.starts_with(plain, b"xy")
    assert not files.starts_with(plain, b"x" * 11)
    assert list(files.read_lines(plain, 10)) == [(1, b"x" * 10)]
    assert ", line 1 is longer than" in refusal(files.read_lines, plain, 9)


def test_what_an_error_says_of_a_file(tmp_path):
    """Without its name and the stop."""
    assert files.reason(InputError("f.txt does not exist; check its name."), "f.txt") == (
        "does not exist; check its name"
    )
    assert files.reason(InputError("f, line 2: is odd."), "f") == "line 2: is odd"
    assert files.is_there(tmp_path)
    assert not files.is_there(tmp_path / "no")
    assert not files.is_there(tmp_path / "no" / "no")
    (tmp_path / "f").write_text("")
    assert not files.is_there(tmp_path / "f" / "x")
    assert "cannot be read" in refusal(files.is_there, tmp_path / ("n" * 300))
    files.check_writable(tmp_path / "new" / "folder" / "f")
    assert not (tmp_path / "new").exists()
    assert "cannot be written: " in refusal(files.check_writable, tmp_path / "f" / "x")
    files.check_writable(files.Path("/dev/null"))


@pytest.mark.parametrize(
    ("data", "page", "text"),
    [
        (b"\xef\xbb\xbfa\r\nb\rc", False, "a\nb\nc"),
        (b"\xff\xfea\0", False, "a"), (b"\xfe\xff\0a", False, "a"),
        ("a".encode("utf-32"), False, "a"),
        (b"<?xml encoding='iso-8859-1'?>\xe9", True, "<?xml encoding='iso-8859-1'?>é"),
        (b"<meta c='x' charset=\"ascii\">\x93", True, "<meta c='x' charset=\"ascii\">“"),
        (b"<meta charset=us-ascii>\xe9", True, "<meta charset=us-ascii>é"),
        (b"<meta charset=latin1>\xe9", True, "<meta charset=latin1>é"),
        (b"<meta charset=iso-2022-jp>\x1b$B$\"\x1b(B", True, "<meta charset=iso-2022-jp>あ"),
        (b" " * 2048 + b"<meta charset=latin1>\xe9", True, None),
        (b"<p charset=latin1>\xe9", True, None),
    ],
)  # fmt: skip
def test_documents_in_encodings_that_they_declare(data, page, text):
    """By a mark, or near the beginning of a page."""
    if text is None:
        with pytest.raises(
            ValueError, match="is not UTF-8 text, nor UTF-16 with a byte order mark"
        ):
            files.decoded_document(data, page=page)
    else:
        assert files.decoded_document(data, page=page) == text


def test_why_a_document_cannot_be_read():
    """What it says of itself is told; so is binary data."""
    with pytest.raises(ValueError, match=r"mark, nor windows-1252 as it says; save it as UTF-8$"):
        files.decoded_document(b"<meta charset=ascii>\x81", page=True)
    with pytest.raises(ValueError, match=r"with a byte order mark; save it as UTF-8$"):
        files.decoded_document(b"\xe9", page=False)
    with pytest.raises(ValueError, match="is not text but binary data"):
        files.decoded_document(b"a\0b", page=False)


# Records.


@dataclass(frozen=True)
class Part:
    """A part of a record."""

    kind: Literal["a", "b", ""] = "a"


@dataclass(frozen=True)
class Whole:
    """A record."""

    text: str
    number: int = 0
    share: float = 0.5
    flag: bool = False
    parts: tuple[Part, ...] = ()
    table: dict[str, int] | None = None


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({}, "`text` is missing"), ({"text": 1}, "`text` is 1, where a text is needed"),
        ({"text": "x", "number": 1.5}, "`number` is 1.5, where a whole number is needed"),
        ({"text": "x", "number": "1"}, "`number` is '1', where a whole number is needed"),
        ({"text": "x", "share": "1"}, "`share` is '1', where a number is needed"),
        ({"text": "x", "flag": 1}, "`flag` is 1, where true or false is needed"),
        ({"text": "x", "parts": {}}, "`parts` is an object, where a list is needed"),
        ({"text": "x", "parts": [{}, 3]}, "`parts`, item 2 is 3, where an object is needed"),
        ({"text": "x", "parts": [{"kind": "c"}]},
         "`parts`, item 1, `kind` is 'c', where one of a, b or nothing is needed"),
        ({"text": "x", "table": []}, "`table` is a list, where an object is needed"),
        ({"text": None}, "`text` is null, where a text is needed"),
    ],
)  # fmt: skip
def test_records_that_do_not_fit(record, said):
    """The first field that is wrong, and what it should be."""
    assert refusal(as_row, Whole, record, "f", "mend it") == f"f: {said}; mend it."


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        ("x", str, None), (1, int, None), (True, bool, None), ([], list, None), ({}, dict, None),
        (True, int, "is True, where a whole number"), (1, bool, "is 1, where true or false"),
        ("x", int, "is 'x', where a whole number"), ([], str, "is a list, where a text"),
        ({}, list, "is an object, where a list"), (None, dict, "is null, where an object"),
    ],
)  # fmt: skip
def test_fields_of_records(value, kind, said):
    """True is no number."""
    if said is None:
        assert field({"a": value}, "a", kind, "f") == value
    else:
        assert (
            refusal(field, {"a": value}, "a", kind, "f") == f"f: `a` {said} is needed; correct it."
        )
    assert (
        refusal(field, {}, "a", str, "f")
        == "f: `a` is missing, where a text is needed; correct it."
    )


def test_fields_that_must_be_filled():
    """Blanks are nothing."""
    assert filled({"a": " x"}, "a", "f") == " x"
    assert refusal(filled, {"a": " \n"}, "a", "f") == "f: `a` is empty; fill it in."


@pytest.mark.parametrize(
    ("value", "said"),
    [({}, "an object"), ([], "a list"), ("", "a text"), (True, "true or false"), (None, "null"),
     (1, "a number"), (1.5, "a number")],
)  # fmt: skip
def test_kinds_of_json(value, said):
    """In words."""
    assert kind_of(value) == said


def test_keys_that_are_there_twice():
    """They are refused where that is asked for, at any depth."""
    assert parsed('{"a": 1, "a": 2}', "f") == {"a": 2}
    assert refusal(parsed, '[{"b": {"a": 1, "a": 2}}]', "f", unique=True) == (
        'f has the key "a" twice; keep one.'
    )
    assert parsed('{"a": {"a": 1}}', "f", unique=True) == {"a": {"a": 1}}


def test_how_deep_a_value_is():
    """A hundred levels are enough; a value at several places is looked at once a level."""
    value: object = 1
    for _ in range(100):
        value = [value]
    assert not too_deep(value)
    assert too_deep([value])
    assert too_deep({"a": value})
    wide: object = 1
    for _ in range(60):
        wide = [wide, wide]
    assert not too_deep(wide)
    itself: list = []
    itself.append(itself)
    assert too_deep(itself)
    assert len(shipped_rows("tamis.writing.revision.types", "held_out.jsonl")) == 62


def test_lines_of_our_own_may_be_cut(tmp_path):
    """Those that are no object are passed over."""
    path = tmp_path / "own"
    path.write_text('{"a": 1}\n[1]\n{"b"\n{"c": 3}\n')
    assert list(own_lines(path)) == [{"a": 1}, {"c": 3}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [1", "f, line 1 is not YAML ("), ("a: 1\nb: }", "f, line 2 is not YAML ("),
        ("a: 2024-02-31", "f is not YAML (day is out of range for month"),
        ("a: !!int x", "f is not YAML (invalid literal"), ("a: &x [*x]", "f is nested too deeply"),
        ("[" * 101 + "]" * 101, "f is nested too deeply"),
        ("a: !!timestamp x", "f is not YAML (a value is not of the kind that its tag says)"),
    ],
)  # fmt: skip
def test_broken_yaml(text, said):
    """With the line where there is one."""
    assert refusal(parsed_yaml, text, "f").startswith(said)
    assert parsed_yaml("a: [18:30, no, 007, 1.5]", "f", texts=True) == {
        "a": ["18:30", "no", "007", "1.5"]
    }  # fmt: skip


def test_folders_that_tamis_has_collected(tmp_path):
    """Their licences, if they are ours; one that a killed run has left is refused."""
    packages.check_finished(tmp_path)
    assert packages.read_manifest(tmp_path) is None
    assert packages.licence_of(tmp_path) == "?"
    manifest = tmp_path / packages.MANIFEST
    licences = [{"name": "A"}, {"name": "B"}, "x", {"name": "A"}]
    for value, licence in (
        ({"made by": "tamis collect", "licences": licences}, "A, B"),
        ({"made by": "tamis collect", "licences": []}, "?"), ({"made by": "tamis collect"}, "?"),
        ({"made by": "tamis collect", "licences": "A"}, "?"),
        ({"made by": "other", "licences": licences}, "?"), ({"licences": licences}, "?"), ([], "?"),
    ):  # fmt: skip
        manifest.write_text(json.dumps(value))
        assert packages.licence_of(tmp_path) == licence
    manifest.write_text("{")
    assert f"{manifest} is not JSON" in refusal(packages.licence_of, tmp_path)
    (tmp_path / packages.UNFINISHED).write_text("")
    assert "was still being written" in refusal(packages.check_finished, tmp_path)


# What calls cost.


def used(spending: Spending, characters: int, *tokens: int, written: int = 0, **more) -> None:
    """One call that took so many tokens."""

    async def call() -> None:
        async with spending.call(characters, **more) as took:
            took(tokens or (0, 0), written)

    asyncio.run(call())


def test_tokens_and_money_are_added_up():
    """At the price of the limits, or at that of the call."""
    spending = Spending(Limits(cost=10, price=(2, 8)))
    used(spending, 40, 1_000_000, 250_000)
    assert (spending.tokens_in, spending.tokens_out, spending.cost) == (1_000_000, 250_000, 4.0)
    used(spending, 40, 1_000_000, 250_000, price=(1, 4))
    assert spending.cost == 6.0
    assert (spending.refused, spending.limited) == (0, "")
    free = Spending(Limits())
    used(free, 40, 5, 5)
    assert free.cost is None
    with pytest.raises(InputError, match="a cost limit needs a price"):
        Limits(cost=1)


@pytest.mark.parametrize(("most", "fits"), [(10, True), (9, False)])
def test_a_call_that_would_exceed_a_limit_is_not_made(most, fits):
    """A prompt of forty characters is taken for ten tokens."""
    spending = Spending(Limits(tokens=most), longest=1000)
    if fits:
        used(spending, 40, 1, 1)
        assert spending.refused == 0
        return
    with pytest.raises(LimitReached, match="the limit of 9 tokens is reached"):
        used(spending, 40, 1, 1)
    assert (spending.refused, spending.limited) == (1, "the limit of 9 tokens is reached")


def test_prompts_are_estimated_by_earlier_ones():
    """By their characters a token; a call without counts is not among them, and is booked."""
    spending = Spending(Limits(tokens=1000))
    used(spending, 100, 50, 10)
    used(spending, 300, 50, 0)
    assert spending._estimate(40) == 10
    used(spending, 400, 0, 0, written=39)
    assert spending._estimate(40) == 10
    assert spending._booked_tokens == 100 + 10
    # 110 and 110 are taken: 780 are left.
    used(spending, 4 * 780, 0, 0)
    with pytest.raises(LimitReached):
        used(spending, 4 * 780 + 4, 1, 1)


def test_a_limit_of_money():
    """What a prompt costs must be left; booked guesses count."""
    spending = Spending(Limits(cost=1.0, price=(1000, 1000)))
    used(spending, 400, 100, 400)
    assert spending.cost == 0.5
    used(spending, 2000, 0, 0)
    with pytest.raises(LimitReached, match="the cost limit of 1 is reached"):
        used(spending, 2004, 1, 1)
    used(spending, 400, 0, 0, written=3)
    assert spending._booked_cost == pytest.approx(0.101)


def test_what_earlier_processes_have_spent():
    """Tokens and money; what is left is shared."""
    spending = Spending(Limits(1000, 10.0, (1, 1)))
    spending.already({"a": (300, 100), "b": (50, 50)}, {"a": (10_000, 10_000)}, 4)
    assert (spending.tokens_in, spending.tokens_out, spending.cost) == (350, 150, 4.0)
    assert (spending._booked_tokens, spending._booked_cost) == (375, 4.5)
    over = Spending(Limits(100, 1.0, (1, 1)))
    over.already({"a": (300, 100)}, {"a": (10_000, 10_000)}, 2)
    assert (over._booked_tokens, over._booked_cost) == (0, 0)
    free = Spending(Limits())
    free.already({"a": (300, 100)}, {}, 2)
    assert (free._booked_tokens, free.cost) == (0, None)


def test_calls_wait_for_those_in_flight():
    """Whose replies might take what is left; afterwards there is room, or none."""

    async def run(reply: int) -> list[str]:
        spending, told = Spending(Limits(tokens=100), longest=90), []

        async def first() -> None:
            async with spending.call(40) as took:
                told.append("first begins")
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                took((10, reply))
                told.append("first ends")

        async def second() -> None:
            await asyncio.sleep(0)
            try:
                async with spending.call(40):
                    told.append("second begins")
            except LimitReached:
                told.append("second is refused")

        await asyncio.gather(first(), second())
        assert spending._in_flight == spending._reserved_tokens == spending._reserved_cost == 0
        await spending.nothing_in_flight()
        return told

    assert asyncio.run(run(80)) == ["first begins", "first ends", "second begins"]
    assert asyncio.run(run(81)) == ["first begins", "first ends", "second is refused"]


def test_a_chat_within_limits():
    """Its exceptions are failed replies, counted by reason; once closed it says why."""
    spending = Spending(Limits(tokens=1000))

    async def chat(messages, schema=None):
        if messages[0] == "bad":
            raise ValueError("it\nbroke " + "x" * 400)
        if messages[0] == "failed":
            return Reply("", failed="down", tokens=(1, 0))
        return Reply("said", tokens=(3, 2))

    ask = spending.limit(chat)

    async def run():
        replies = [await ask([text]) for text in ("good", "bad", "failed")]
        spending.close("that is all")
        return [*replies, await ask(["good"])]

    good, bad, down, closed = asyncio.run(run())
    assert good.text == "said"
    assert bad.failed == f"ValueError: it broke {'x' * 291}"
    assert (down.failed, closed.failed) == ("down", "that is all")
    assert spending.failures == {bad.failed: 1, "down": 1}
    assert (spending.refused, spending.limited) == (1, "that is all")
    heard = []

    async def speaker(messages, on_text):
        on_text("so far")
        return Reply("done", tokens=(7, 1))

    own = Spending(Limits())
    reply = asyncio.run(own.limit_speaker(speaker)([Message("user", "x" * 40)], heard.append))
    assert (reply.text, heard, own.tokens_in, own._characters) == ("done", ["so far"], 7, 40)


# Calls to models.

MOCK = get_model("mockllm/model")


def output(text: str = "said", stop: str = "stop", tokens=(7, 5), **usage) -> ModelOutput:
    """A model's output."""
    made = ModelOutput.from_content("m", text, stop_reason=stop)
    if tokens:
        counts = dict(zip(("input_tokens", "output_tokens"), tokens, strict=True))
        made.usage = ModelUsage(**counts, total_tokens=sum(tokens), **usage)
    return made


@pytest.mark.parametrize(
    ("made", "most", "cut"),
    [
        (output(stop="stop"), 5, False), (output(stop="max_tokens"), None, True),
        (output(stop="model_length"), None, True), (output(stop="content_filter"), 5, False),
        (output(stop="unknown"), 5, True), (output(stop="unknown"), 6, False),
        (output(stop="unknown"), None, False), (output(stop="unknown", tokens=None), 1, False),
        (ModelOutput(model="m"), 0, False),
    ],
)  # fmt: skip
def test_replies_that_were_cut(made, most, cut):
    """By what the provider says, else by how many tokens there are."""
    assert models.cut(made, most) is cut


def contents(*parts: tuple[str, bool], calls: bool = False, stop: str = "stop") -> ModelOutput:
    """An output of texts, each with whether it is a refusal."""
    message = ChatMessageAssistant(
        content=[ContentText(text=text, refusal=refusal or None) for text, refusal in parts],
        tool_calls=[InspectCall("1", "f", {})] if calls else None,
    )
    return ModelOutput(model="m", choices=[ChatCompletionChoice(message=message, stop_reason=stop)])


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (output(), False), (output(stop="content_filter"), True), (ModelOutput(model="m"), False),
        (contents(("no", True)), True), (contents(("no", True), ("but", False)), False),
        (contents(("no", True), (" ", False)), True), (contents(("no", False)), False),
        (contents(("no", True), calls=True), False),
    ],
)  # fmt: skip
def test_replies_that_the_provider_refused(made, refused):
    """By its filter, or in a field of its own with nothing beside it."""
    assert models.refused(made) is refused


def test_what_a_call_took():
    """With the provider's cache; a call that another sample counts is still known."""
    made = output(input_tokens_cache_read=100, input_tokens_cache_write=20)
    assert models.tokens_of(made) == (127, 5)
    assert models.tokens_of(output(tokens=None)) == (0, 0)
    assert models.tokens_of(output()) == (7, 5)
    timed = models.with_call(made.model_copy(update={"metadata": {"a": 1}, "time": 9.0}), 2.5)
    assert (models.seconds_of(timed), timed.metadata["a"]) == (2.5, 1)
    assert models.seconds_of(made.model_copy(update={"time": 9.0})) == 9.0
    assert models.seconds_of(output()) == 0
    away = models.counted_elsewhere(timed)
    assert away.usage is None
    assert (models.tokens_of(away), models.seconds_of(away)) == ((127, 5), 2.5)
    bare = output(tokens=None)
    assert models.counted_elsewhere(bare) is bare


class Refused(Exception):
    """An error of a provider."""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refused("boom"), "Refused: boom"), (Refused(""), "Refused"), (Refused(" '\n"), "Refused"),
        (Refused("Request: x\nbad key"), "Refused: bad key"),
        (Refused("a\\nlast"), "Refused: last"),
        (Refused("first\nBadRequestError('no such model')"), "BadRequestError: no such model"),
        (Refused('BadRequestError("no such")'), "BadRequestError: no such"),
        (Refused("x " * 200), "Refused: … " + "x " * 149 + "x"),
        (json.JSONDecodeError("Expecting value", "x", 0),
         "its answer is not JSON (Expecting value: line 1 column 1 (char 0))"),
    ],
)  # fmt: skip
def test_errors_of_calls_in_one_line(error, said):
    """The model, and the problem in the provider's words."""
    assert models.short_error(error, MOCK) == f"mockllm/model: {said}"
    attempt = SimpleNamespace(exception=lambda: error)
    retried = Refused("retried")
    retried.last_attempt = attempt
    assert models.short_error(retried, MOCK) == f"mockllm/model: {said}"
    none = Refused("none")
    none.last_attempt = SimpleNamespace(exception=lambda: None)
    assert models.short_error(none, MOCK) == "mockllm/model: Refused: none"


@pytest.mark.parametrize(
    ("call", "own", "task", "found"),
    [
        (0, None, None, True), (0.5, 0, 0, False), (None, 0, 0.5, True), (None, 0.5, 0, False),
        (None, None, 0, True), (None, None, 0.5, False), (None, None, None, False),
    ],
)  # fmt: skip
def test_the_likeliest_token_of_models_that_always_sample(call, own, task, found):
    """By the temperature of the call, of the model, or of the task, in this order."""
    model = SimpleNamespace(api=SimpleNamespace(), config=GenerateConfig(temperature=own), name="m")

    def asked(api: str) -> dict:
        models.calls_are_for(models.AskedFor(temperature=task))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(models, "ModelName", lambda model: SimpleNamespace(api=api))
            return models.greedy(model, call)

    import contextvars

    for api in ("hf", "nnterp", "transformer_lens"):
        made = contextvars.copy_context().run(asked, api)
        assert made == ({"temperature": 1.0, "top_k": 1} if found else {})
    assert contextvars.copy_context().run(asked, "openai") == {}


def test_messages_of_a_dialogue():
    """Each by its role; a tool's has the name of its call, and an answer its own message again."""
    call = ToolCall("1", "find", {"q": "x"})
    names = {"1": "find"}
    made = [
        models._message(message, names)
        for message in (
            Message("system", "s"), Message("user", "u"), Message("tool", "t", call_id="1"),
            Message("assistant", "a", calls=(call,)), Message("assistant", "b"),
        )
    ]  # fmt: skip
    assert [(one.role, one.text) for one in made] == [
        ("system", "s"), ("user", "u"), ("tool", "t"), ("assistant", "a"), ("assistant", "b")
    ]  # fmt: skip
    assert (made[2].tool_call_id, made[2].function) == ("1", "find")
    (inner,) = made[3].tool_calls
    assert (inner.id, inner.function, inner.arguments) == ("1", "find", {"q": "x"})
    assert made[4].tool_calls is None
    original = ChatMessageAssistant(content="a", tool_calls=[InspectCall("1", "find", {"q": "x"})])
    kept = models._Call("1", "find", {"q": "x"}, original)
    assert models._message(Message("assistant", "a", calls=(kept,)), {}) is original
    assert models._message(Message("assistant", "other", calls=(kept,)), {}) is not original
    changed = models._Call("1", "find", {"q": "y"}, original)
    assert models._message(Message("assistant", "a", calls=(changed,)), {}) is not original


def test_half_of_a_surrogate_pair_is_not_sent_back():
    """Other arguments are left as they are."""
    whole = {"a": "é", "b": [1]}
    assert models._whole(whole) is whole
    assert models._whole({"a": "x\ud800"}) == {"a": "x\ufffd"}


def test_settings_of_a_model_of_its_own():
    """Retries, time and connections, with those of generation."""
    made = models._settings({"temperature": 0.5, "seed": 3}, 7)
    assert made.model_dump(exclude_none=True) == {
        "max_retries": 3, "attempt_timeout": 180, "max_connections": 7, "temperature": 0.5,
        "seed": 3,
    }  # fmt: skip
    assert models.context_length("nobody/knows") is None
