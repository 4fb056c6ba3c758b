"""Users' files: read in one place, in UTF-8, within bounds, or refused in one sentence."""

from __future__ import annotations

import ast
import gzip
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis
from tamis.inputs.files import (
    CutShortError,
    decoded_document,
    is_there,
    read_lines,
    read_text,
    text_lines,
    write_text,
)
from tamis.inputs.json_records import (
    DEEPEST,
    own_lines,
    own_record,
    parsed,
    read_json,
    read_json_lines,
    write_json_lines,
)
from tamis.inputs.rows import Key, as_row
from tamis.inputs.spreadsheets import plain_csv, rows_of, sheet
from tamis.inputs.yaml_files import read_yaml
from tamis.types import InputError

SOURCE = Path(tamis.__file__).parent


def refusal(read, *args: Any, **named: Any) -> str:
    """The sentence with which `read` refuses; it is read to its end."""
    try:
        found = read(*args, **named)
        # Generators raise while they are read.
        found = list(found) if hasattr(found, "__next__") else found
    except InputError as error:
        return str(error)
    return pytest.fail(f"was read: {found!r:.100}")


# What a file may hold.


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_utf_8_is_read_with_or_without_a_mark(tmp_path, mark, end):
    """Line ends become "\\n", as in Python's own text files."""
    path = tmp_path / "f.txt"
    path.write_bytes(mark + "né".encode() + end + b"b" + end)
    assert read_text(path) == "né\nb\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("né".encode("latin-1"), "f is not UTF-8 (byte 2 of the line); save it as UTF-8."),
        (b"a\nb\ncaf\xe9\n", "f, line 3 is not UTF-8 (byte 4 of the line); save it as UTF-8."),
        ("né".encode("utf-16"), "f is UTF-16, not UTF-8; save it as UTF-8."),
        ("né".encode("utf-32"), "f is UTF-32, not UTF-8; save it as UTF-8."),
        (b"PK\x03\x04\0\0", "f is binary data, not text; give a text file."),
    ],
)
def test_other_encodings_are_refused_with_the_place(tmp_path, content, said):
    """Never decoded with replacements, which would damage names without a word."""
    path = tmp_path / "f"
    path.write_bytes(content)
    assert refusal(read_text, path) == f"{tmp_path}/{said}"


def test_a_file_that_is_not_there_a_folder_and_one_without_permission(tmp_path):
    """The three usual mistakes."""
    assert refusal(read_text, tmp_path / "no") == f"{tmp_path}/no does not exist; check its name."
    assert refusal(read_text, tmp_path) == f"{tmp_path} is a folder; give the file itself."
    assert "cannot be read" in refusal(read_text, tmp_path / ("n" * 300))


def test_a_large_file_is_refused_before_it_fills_the_memory(tmp_path):
    """A sparse file of 1 GB, and one with a limit of its own."""
    path = tmp_path / "f.json"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    assert refusal(read_json, path) == f"{path} is larger than 200 MB; split it."
    assert "line 1 is longer than 64 MB" in refusal(read_json_lines, path)
    assert "is larger than 1 MB" in refusal(read_yaml, path)


def test_lines_end_only_at_line_feeds(tmp_path):
    """A line separator of Unicode within a text ends no line; blank lines keep their numbers."""
    path = tmp_path / "f.jsonl"
    path.write_text('\ufeff{"a": "x\u2028y"}\n\n{"a": 2}', encoding="utf-8")
    assert list(read_json_lines(path)) == [(1, {"a": "x\u2028y"}), (3, {"a": 2})]


def test_carriage_returns_alone_end_lines_of_text_and_are_told_in_json_lines(tmp_path):
    """As old spreadsheets write them; numbers go on after them."""
    path = tmp_path / "f"
    path.write_bytes(b"one\rtwo\r\n\nfour\rfive")
    lines = [(f"{path}, line {n}", text) for n, text in ((1, "one"), (2, "two"), (4, "four"))]
    assert list(text_lines(path)) == [*lines, (f"{path}, line 5", "five")]
    path.write_bytes(b'{"a": 1}\r{"a": 2}\r')
    assert "its lines end in carriage returns alone" in refusal(read_json_lines, path)
    path.write_bytes(b'{"a":\r 1}\n')
    assert list(read_json_lines(path)) == [(1, {"a": 1})]
    text = "a;b\r1;2\r"
    assert list(rows_of(text, "f", lambda names: None)) == [(2, {"a": "1", "b": "2"})]


def test_a_place_that_cannot_be_seen_is_a_sentence(tmp_path):
    """A name that is too long for the system; one that is not there is just not there."""
    assert "File name too long" in refusal(is_there, tmp_path / ("n" * 300))
    assert not is_there(tmp_path / "no")
    assert is_there(tmp_path)


@pytest.mark.parametrize(
    "text", ["a: !!bool foo", "a: !!int ''", "a: !!timestamp foo", "- 2020-13-45"]
)
def test_tags_of_yaml_with_other_values_are_a_sentence(tmp_path, text):
    """The parser raises an error of its own for each."""
    (tmp_path / "f").write_text(text)
    assert "f is not YAML" in refusal(read_yaml, tmp_path / "f")


def test_gzip_is_read_and_one_that_is_cut_says_after_which_line(tmp_path):
    """Both the end that is missing and a file that is no gzip."""
    path = tmp_path / "f.jsonl.gz"
    lines = "".join(json.dumps({"n": n}) + "\n" for n in range(5000)).encode()
    path.write_bytes(gzip.compress(lines))
    assert len(list(read_json_lines(path))) == 5000
    path.write_bytes(gzip.compress(lines)[:-2000])
    with pytest.raises(CutShortError, match=r"after line \d+: the compressed data are broken"):
        list(read_lines(path))
    path.write_bytes(b"plain")
    assert "the compressed data are broken" in refusal(read_json_lines, path)


@pytest.mark.parametrize(
    ("data", "page", "text"),
    [
        (b"caf\xe9", False, None),
        (b"<meta charset=latin-1>caf\xe9", True, "<meta charset=latin-1>café"),
        (b"<meta charset=latin-1>caf\xe9", False, None),
        ("é".encode("utf-16"), False, "é"),
        ("<meta charset=latin-1>é".encode(), True, "<meta charset=latin-1>é"),
        (b"<meta charset=klingon>caf\xe9", True, None),
    ],
)
def test_a_document_is_read_as_it_says_and_nothing_is_guessed(data, page, text):
    """Pages of others declare their encoding; files for Tamis are UTF-8."""
    if text is None:
        with pytest.raises(ValueError, match="is not UTF-8 text"):
            decoded_document(data, page=page)
    else:
        assert decoded_document(data, page=page) == text


# JSON.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{'a': 1}", "here is not JSON (Expecting property name enclosed in double quotes in "
                     "column 2); correct it."),
        ('{\n"a": 1,\n}', "line 3, column 1"),
        ("", "here is not JSON (Expecting value in column 1)"),
        (f"[{'9' * 5000}]", "here is not JSON (Exceeds the limit"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "here is nested too deeply (over 100 levels)"),
        ("[" * 100_000 + "]" * 100_000, "here is nested too deeply"),
        ('{"a":' * 100_000, "here is nested too deeply"),
    ],
)  # fmt: skip
def test_broken_or_bottomless_json_is_a_sentence(text, said):
    """The line where there are several, and the column."""
    assert said in refusal(parsed, text, "here")


def test_json_within_the_bounds_is_read():
    """Brackets in texts are no levels, and a hundred levels are allowed."""
    deep = "[" * DEEPEST + "]" * DEEPEST
    assert json.dumps(parsed(deep, "here")) == deep
    assert parsed(json.dumps("[" * 1000), "here") == "[" * 1000
    assert len(parsed(json.dumps([[]] * 1000), "here")) == 1000


def test_numbers_that_json_does_not_have():
    """Python's own JSON has them; some files must not."""
    assert str(parsed("NaN", "here")) == "nan"
    assert "NaN is no number" in refusal(parsed, "[NaN]", "here", finite=True)


@given(st.binary(max_size=200))
def test_whatever_a_file_holds_is_read_or_refused_in_a_sentence(tmp_path_factory, content):
    """No other error, for each kind of reader."""
    path = tmp_path_factory.mktemp("any") / "f"
    path.write_bytes(content)
    said = []
    for read in (read_text, read_json, read_yaml, lambda path: list(read_json_lines(path))):
        try:
            read(path)
        except InputError as error:
            said.append(str(error))
    assert all(str(path) in one and one.endswith(".") and "\n" not in one for one in said)


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none()), max_size=5))
def test_json_lines_are_read_as_they_were_written(tmp_path_factory, records):
    """Whatever the texts hold."""
    path = tmp_path_factory.mktemp("any") / "f.jsonl"
    write_json_lines(path, records)
    assert [record for _, record in read_json_lines(path)] == records


def test_files_of_our_own_are_made_again_where_they_are_broken(tmp_path):
    """Nothing is said: a killed run has left half a line, or half a file."""
    path = tmp_path / "own"
    assert own_record(path) is None
    assert list(own_lines(path)) == []
    write_text(path, '{"a": 1}\n{"a"')
    assert own_record(path) is None
    assert list(own_lines(path)) == [{"a": 1}]
    write_text(path, '{"a": 1}')
    assert own_record(path) == {"a": 1}


# Rows and sheets.


@dataclass(frozen=True)
class _Part:
    n: int = 0


@dataclass(frozen=True)
class _Answer:
    id: Key
    text: str
    parts: tuple[_Part, ...] = ()


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"text": "x"}, "`id` is missing"),
        ({"id": 1.5, "text": "x"}, "`id` is 1.5, where a text is needed"),
        ({"id": "a", "text": ["x"]}, "`text` is a list, where a text is needed"),
        ({"id": "a", "text": None}, "`text` is null, where a text is needed"),
        ({"id": "a", "text": "x", "parts": [{}, {"n": "y"}]},
         "`parts`, item 2, `n` is 'y', where a whole number is needed"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_fit_names_the_field(record, said):
    """The way to a field within lists and objects, items counted from 1."""
    assert refusal(as_row, _Answer, record, "f, line 3") == f"f, line 3: {said}; correct it."


def test_ids_may_be_numbers_and_other_fields_are_left_out():
    """An id that is a number is made a text."""
    assert as_row(_Answer, {"id": 7, "text": "x", "more": 1}, "f") == _Answer(id="7", text="x")


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=5))
def test_a_sheet_is_read_back_as_it_was(cells):
    """Formulas are guarded in the file, and unguarded when it is read."""
    text = sheet(["a", "b"], cells).removeprefix("\ufeff")
    read = [list(row.values()) for _, row in rows_of(text, "f", lambda names: None)]
    assert read == [row for row in cells if any(cell.strip() for cell in row)]


def test_a_plain_csv_has_its_cells_as_they_are():
    """As data sets are released: no apostrophe is added or taken away."""
    text = plain_csv(["a", "b"], [["'=1", "x;y"]], end="\n")
    assert text == "a,b\n'=1,x;y\n"
    assert list(rows_of(text, "f", lambda names: None, plain=True)) == [
        (2, {"a": "'=1", "b": "x;y"})
    ]


# The contract: only `inputs` opens a file of a user or decodes its text.

# Each place that does so itself, and why.
_OWN = {
    "cli/_call_store.py": "lines that this program wrote, by descriptor: no link, no pipe",
    "checking/extraction/given.py": "constraints as YAML 1.2, of a text that was read",
    "cli/_shards.py": "what a worker process printed",
    "collect/engine/exchange.py": "the name of a type in a file that a task wrote",
    "collect/books/passes/authors.py": "an ASCII key in a line of bytes",
    "collect/books/passes/dump.py": "an ASCII key, and a line shown as an example",
    "collect/books/passes/people.py": "lines of bytes that are shown as examples",
    "collect/books/passes/works.py": "an ASCII key in a line of bytes",
    "collect/books/sources/openlibrary.py": "an ASCII key in a line of bytes",
    "collect/books/dump_lines.py": "a line that is shown as an example",
    "downloads/_archive.py": "members of a zip archive",
    "downloads/_transfer.py": "writes or adds to a file that is downloaded",
    "report/logs.py": "the beginning of a log that Inspect wrote",
    "report/render/leaderboard.py": "a script that comes with the package",
    "report/sample_times.py": "a log that Inspect wrote",
    "retrieve/_lance_rows.py": "metadata that we wrote",
    "retrieve/folders.py": "the name of a file",
    "retrieve/office/archive.py": "the beginning of a member of a zip archive",
    "retrieve/office/mail.py": "a part of a message, in the charset that it names",
    "retrieve/lance.py": "a table of LanceDB",
    "retrieve/wiki/zim.py": "pages inside an archive",
    "cli/_retrieval.py": "a table of LanceDB",
    "studio/database/connection.py": "makes the file of a database",
    "studio/settings.py": "makes the file of a secret",
    "writing/revision/finetuned/rating.py": "tokens of a model",
    "writing/revision/finetuned/text.py": "tokens of a model",
}


def _opens(tree: ast.AST) -> list[str]:
    """The calls in a module that read a file or decode bytes."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        owner = getattr(getattr(node.func, "value", None), "id", "")
        decodes = (name == "str" and len(node.args) > 1) or (owner == "yaml" and "load" in name)
        if not decodes and name not in ("open", "read_text", "read_bytes", "decode"):
            continue
        if name in ("read_text", "read_bytes") and isinstance(node.func, ast.Name):
            continue  # ours, from `inputs`
        modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        if name == "open" and any(re.fullmatch("[wax]b?", str(mode)) for mode in modes):
            continue
        # `text.encode(…).decode()`: a text without unpaired surrogates.
        inner = getattr(node.func, "value", None)
        if name == "decode" and getattr(getattr(inner, "func", None), "attr", "") == "encode":
            continue
        found.append(f"{name} in line {node.lineno}")
    return found


def test_only_one_room_opens_files():
    """The exceptions read no file of a user; each is here with its reason, and still needed."""
    opened = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith("inputs/") and (calls := _opens(ast.parse(path.read_text("utf-8")))):
            opened[name] = calls
    assert {name: calls for name, calls in opened.items() if name not in _OWN} == {}
    assert not set(_OWN) - set(opened), "these exceptions are not needed any more"


def test_nothing_is_decoded_with_replacements():
    """`errors="replace"` and its like are for writing; the name of a charset is ASCII."""
    decodes = [
        [
            arg.value
            for arg in (*node.args, *(word.value for word in node.keywords))
            if isinstance(arg, ast.Constant)
        ]
        for path in (SOURCE / "inputs").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "decode"
    ]
    assert decodes
    assert [args for args in decodes if len(args) > 1] == [["ascii", "replace"]]


# Every command that takes a file.

_GOOD = {"constraints.txt": "At most 700 calories.\n", "response.txt": "Lunch: 500 kcal.\n"}
_QUERIES = ("retrieve", "--corpus", "corpus.jsonl", "--queries")
_COMMANDS = {
    "ask a corpus": ("ask", "who?", "--corpus", "FILE.jsonl"),
    "check a response": ("check", "--response", "FILE", "--constraints", "constraints.txt"),
    "check constraints": ("check", "--response", "response.txt", "--constraints", "FILE"),
    "check a request": ("check", "--response", "response.txt", "--request", "FILE"),
    "estimate prices": ("estimate", "kitab", "--model", "m", "--prices", "FILE"),
    "collect a table": ("collect", "table", "FILE.csv", "--item", "a", "--anchor", "b"),
    "collect rows": ("collect", "table", "FILE.jsonl", "--item", "a", "--anchor", "b"),
    "collect constraints": ("collect", "constraints", "FILE.yaml", "--out", "out"),
    "fanout validate": ("fanout", "validate", "FILE"),
    "fanout convert": ("fanout", "convert", "FILE", "--out", "out.json"),
    "fanout filter": ("fanout", "filter", "FILE", "--out", "out"),
    "gold build": ("gold", "build", "FILE.jsonl", "--name", "n", "--out", "out.json"),
    "gold build of CSV": ("gold", "build", "FILE.csv", "--name", "n", "--out", "out.json"),
    "gold rate": ("gold", "rate", "FILE.csv", "--rater", "r"),
    "kiwi analyse": ("kiwi", "analyse", "FILE"),
    "kiwi labels": ("kiwi", "analyse", "--labels", "FILE"),
    "questions find": ("questions", "find", "corpus.jsonl", "--out", "o", "--available", "FILE"),
    "retrieve a corpus": (
        "retrieve", "--corpus", "FILE.jsonl", "--queries", "corpus.jsonl", "--qrels", "qrels.txt",
    ),
    "retrieve queries": (*_QUERIES, "FILE.jsonl"),
    "retrieve queries in a table": (*_QUERIES, "FILE.tsv"),
    "retrieve judgements": (*_QUERIES, "corpus.jsonl", "--qrels", "FILE"),
    "retrieve a run": (*_QUERIES, "corpus.jsonl", "--qrels", "qrels.txt", "--run", "FILE"),
    "score kitab": ("score", "kitab", "FILE"),
    "score quest": ("score", "quest", "FILE"),
    "score fanoutqa": ("score", "fanoutqa", "FILE"),
    "score acs": ("score", "acs", "FILE"),
    "run acs": ("run", "acs", "--data", "FILE.csv"),
    "run fanoutqa": ("run", "fanoutqa", "--data", "FILE.json"),
    "run kiwi": ("run", "kiwi", "--data", "FILE.jsonl"),
    "run quest with golds": ("run", "quest", "-T", "golds=FILE.json"),
    "run quest with pairs": ("run", "quest", "-T", "pairs=FILE.csv", "--model", "mockllm/model"),
    "run fanoutqa with pages": ("run", "fanoutqa", "-T", "wiki=FILE.jsonl"),
}  # fmt: skip
_BAD = {
    "Latin-1": b'{"id": "a", "text": "caf\xe9"}\ncaf\xe9,b\n',
    "UTF-16": '{"id": "a", "text": "café"}\n'.encode("utf-16"),
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "a line of 100 MB": 100_000_000,
    "a file of 1 GB": 1_000_000_000,
}
# A text that is checked may hold anything that is text.
_READ = {("check a response", "deep"), ("check a request", "deep"), ("questions find", "deep")}
# One line of 100 MB is told from a file of 1 GB only where files are read line by line.
_BY_LINE = ("ask a corpus", "collect a table", "collect rows", "retrieve a run", "score kitab")


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (command, kind)
        for command in _COMMANDS
        for kind in _BAD
        if (command, kind) not in _READ and (kind != "a line of 100 MB" or command in _BY_LINE)
    ],
)
def test_each_command_refuses_a_bad_file_in_one_sentence(tamis_here, command, kind):
    """Exit code 2, and a sentence that names the file; a large file is made without its bytes."""
    content = _BAD[kind]
    args = [arg.replace("FILE", "given") for arg in _COMMANDS[command]]
    name = next(arg.rpartition("=")[2] for arg in args if "given" in arg)
    for other, text in _GOOD.items():
        (tamis_here.folder / other).write_text(text)
    (tamis_here.folder / "corpus.jsonl").write_text('{"id": "1", "title": "a", "text": "b"}\n')
    (tamis_here.folder / "qrels.txt").write_text("1 0 1 1\n")
    with (tamis_here.folder / name).open("wb") as file:
        if isinstance(content, int):
            file.truncate(content)
        else:
            file.write(content)
    said = tamis_here(*args, check=2).err.strip().splitlines()[-1]
    assert said.startswith("Error: "), said
    assert name in said
    assert said.endswith(".")
    print(said)


def test_what_a_link_leads_to_is_written_in_place(tmp_path):
    """A link stays one, as `/dev/stdout` must."""
    (tmp_path / "real.xml").write_text("old")
    (tmp_path / "link.xml").symlink_to("real.xml")
    write_text(tmp_path / "link.xml", ["ne", "w"])
    assert (tmp_path / "link.xml").is_symlink()
    assert (tmp_path / "real.xml").read_text() == "new"
