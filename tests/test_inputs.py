"""Users' files: read in one place, in UTF-8, within bounds, or refused in one sentence."""

from __future__ import annotations

import errno
import gzip
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.inputs import answer_sheets, files, packages
from tamis.inputs.files import (
    CutShortError,
    decoded_document,
    read_lines,
    read_text,
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
from tamis.inputs.spreadsheets import plain_csv, rows_of, sheet, stream_rows
from tamis.inputs.yaml_files import read_yaml
from tamis.types import InputError


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: !!int ''", "f is not YAML"), ("a: 1\nb: }", "f, line 2 is not YAML"),
        ("a: &x [*x]", "f is nested too deeply"), ("[" * 101 + "]" * 101, "f is nested too deeply"),
    ],
)  # fmt: skip
def test_broken_yaml_is_a_sentence_with_its_line(tmp_path, text, said):
    """Tags with other values, anchors that go round, and what is never closed."""
    (tmp_path / "f").write_text(text)
    assert said in refusal(read_yaml, tmp_path / "f")


def test_bounds_are_those_of_what_a_compressed_file_holds(tmp_path):
    """A bomb is refused; at the bound a file is read."""
    path = tmp_path / "f.gz"
    path.write_bytes(gzip.compress(b"x" * 1000))
    assert files.read_unpacked(path, 1000) == b"x" * 1000
    assert "holds more than" in refusal(files.read_unpacked, path, 999)
    (plain := tmp_path / "f").write_bytes(b"x" * 10)
    assert files.read_unpacked(plain, 10) == files.read_bytes(plain, 10) == b"x" * 10
    assert list(read_lines(plain, 10)) == [(1, b"x" * 10)]
    for read in (files.read_bytes, read_lines):
        assert "than" in refusal(read, plain, 9)


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
        (b"\xef\xbb\xbfa\r\nb\rc", False, "a\nb\nc"), ("é".encode("utf-16"), False, "é"),
        (b"\xe9", False, None),
        (b"<meta charset=latin-1>\xe9", True, "<meta charset=latin-1>é"),
        (b"<meta charset=latin-1>\xe9", False, None),
        (b"<meta charset=klingon>\xe9", True, None),
        (b"<?xml encoding='iso-8859-1'?>\xe9", True, "<?xml encoding='iso-8859-1'?>é"),
        (b" " * 2048 + b"<meta charset=latin1>\xe9", True, None),
    ],
)  # fmt: skip
def test_a_document_is_read_as_it_says_and_nothing_is_guessed(data, page, text):
    """By a mark, or near the beginning of a page; files for Tamis are UTF-8."""
    if text is None:
        with pytest.raises(ValueError, match=r"is not UTF-8 text.* save it as UTF-8"):
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
    kind: Literal["a", "b", ""] = "a"


@dataclass(frozen=True)
class _Whole:
    id: Key
    text: str
    number: int = 0
    share: float = 0.5
    flag: bool = False
    parts: tuple[_Part, ...] = ()
    table: dict[str, int] | None = None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"id": 1.5}, "`id` is 1.5, where a text"),
        ({"number": 1.5}, "`number` is 1.5, where a whole number"),
        ({"share": "1"}, "`share` is '1', where a number"),
        ({"flag": 1}, "`flag` is 1, where true or false"),
        ({"parts": {}}, "`parts` is an object, where a list"),
        ({"parts": [{}, 3]}, "`parts`, item 2 is 3, where an object"),
        ({"parts": [{"kind": "c"}]}, "`parts`, item 1, `kind` is 'c', where one of a, b or not"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_fit_names_the_field(wrong, said):
    """The way to a field within lists and objects, items counted from 1, and what is needed."""
    said_so = refusal(as_row, _Whole, {"id": "a", "text": "x", **wrong}, "f, line 3")
    assert said_so.startswith(f"f, line 3: {said}")
    assert "f: `text` is missing" in refusal(as_row, _Whole, {"id": "a"}, "f")


def test_ids_may_be_numbers_and_other_fields_are_left_out():
    """An id that is a number is made a text."""
    found = as_row(_Whole, {"id": 7, "text": "x", "more": 1, "parts": [{"kind": "b"}]}, "f")
    assert found == _Whole(id="7", text="x", parts=(_Part("b"),))


@pytest.mark.parametrize(
    "begin",
    [*"=+-@＝＋－＠\t\r", " =", "  @", *(f"{c}=" for c in "\u200b\ufeff\xad\u2060\u3164\x01\x0b")],
)
def test_a_cell_of_a_sheet_cannot_be_a_formula(begin):
    """A program that opens the file computes nothing; it is read back as it was."""
    text = sheet(["a", "b"], [[f"{begin}1", f"1{begin}"]])
    assert f"'{begin}1" in text
    assert text.count("'") == 1
    found = [list(row.values()) for _, row in rows_of(text, "f", lambda names: None)]
    assert found == [[f"{begin}1", f"1{begin}"]]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n\n'=3,4\n", [(2, ["1", "2"]), (4, ["'=3", "4"])]),
        ("a;b\n1;2,5\n", [(2, ["1", "2,5"])]), ("a\tb\n1\t2\n", [(2, ["1", "2"])]),
        ('"x;;;",b\n"1\n1",2\n3,4\n', [(2, ["1\n1", "2"]), (4, ["3", "4"])]),
        ("\ufeffa , b,,\n1,2,,\n , \n", [(2, ["1", "2"])]), (",b\n1,2\n", [(2, ["1", "2"])]),
        ("a;b;c,d\n1;2;3\n", [(2, ["1", "2", "3"])]),
    ],
)  # fmt: skip
def test_rows_of_a_csv_have_the_lines_at_which_they_begin(tmp_path, text, rows):
    """By commas, semicolons or tabs; empty rows are left out."""
    (tmp_path / "f.csv").write_text(text, "utf-8", newline="")
    assert [(at, list(row.values())) for at, row in stream_rows(tmp_path / "f.csv")] == rows


def test_answers_in_sheets_of_several_people_are_one(tmp_path):
    """The answer that there is; two that differ, and words that are none, name the file."""
    path = tmp_path / "s.csv"
    answer_sheets.write_sheet(path, [_Line("=a", "x"), _Line("b", "", "yes", "n")])
    assert "exists" in refusal(answer_sheets.write_sheet, path, [_Line("c", "")])

    def read(*rows: str) -> list[_Line]:
        paths = [path, *(tmp_path / f"{n}.csv" for n in range(len(rows)))]
        for one, row in zip(paths[1:], rows, strict=True):
            one.write_text(f"name,place,there,note\n{row}\n")
        return answer_sheets.read_sheets(paths, _Line, "there", "tamis x")

    assert read("=a,x, NO ,late", "b,,,late") == [
        _Line("=a", "x", "NO", "late"), _Line("b", "", "yes", "n")
    ]  # fmt: skip
    assert "0.csv: a line has the answer 0, and yes" in refusal(read, "b,,0,")
    assert "1.csv, line 2: `there` is 'maybe'" in refusal(read, "a,x,,", "b,x,maybe,")
    said = [answer_sheets.answered(one) for one in ("yes", "Y", "TRUE", "1", "n", "False", "0", "")]
    assert said == [True] * 4 + [False] * 3 + [None]


@dataclass(frozen=True)
class _Line:
    name: str
    place: str
    there: str = ""
    note: str = ""


def test_a_folder_that_a_killed_run_has_left_is_refused(tmp_path):
    """One that was finished tells its licences."""
    record = {"made by": "tamis collect", "licences": [{"name": "A"}, {"name": "B"}, "x"]}
    (tmp_path / packages.MANIFEST).write_text(json.dumps(record))
    assert packages.licence_of(tmp_path) == "A, B"
    packages.check_finished(tmp_path)
    (tmp_path / packages.UNFINISHED).write_text("")
    assert "was still being written" in refusal(packages.check_finished, tmp_path)


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


# Every command that takes a file.

_GOOD = {"constraints.txt": "At most 700 calories.\n", "response.txt": "Lunch: 500 kcal.\n"}
_QUERIES = ("retrieve", "--corpus", "corpus.jsonl", "--queries")
_COMMANDS = {
    "ask a corpus": ("ask", "who?", "--corpus", "FILE.jsonl"),
    "check a response": ("check", "--response", "FILE", "--constraints", "constraints.txt"),
    "check constraints": ("check", "--response", "response.txt", "--constraints", "FILE"),
    "estimate prices": ("estimate", "kitab", "--model", "m", "--prices", "FILE"),
    "collect a table": ("collect", "table", "FILE.csv", "--item", "a", "--anchor", "b"),
    "collect constraints": ("collect", "constraints", "FILE.yaml", "--out", "out"),
    "fanout validate": ("fanout", "validate", "FILE"),
    "gold build": ("gold", "build", "FILE.jsonl", "--name", "n", "--out", "out.json"),
    "gold rate": ("gold", "rate", "FILE.csv", "--rater", "r"),
    "kiwi analyse": ("kiwi", "analyse", "FILE"),
    "questions find": ("questions", "find", "corpus.jsonl", "--out", "o", "--available", "FILE"),
    "retrieve a corpus": (
        "retrieve", "--corpus", "FILE.jsonl", "--queries", "corpus.jsonl", "--qrels", "qrels.txt",
    ),
    "retrieve queries": (*_QUERIES, "FILE.jsonl"),
    "retrieve judgements": (*_QUERIES, "corpus.jsonl", "--qrels", "FILE"),
    "retrieve a run": (*_QUERIES, "corpus.jsonl", "--qrels", "qrels.txt", "--run", "FILE"),
    "score kitab": ("score", "kitab", "FILE"),
    "score acs": ("score", "acs", "FILE"),
    "run acs": ("run", "acs", "--data", "FILE.csv"),
    "run fanoutqa": ("run", "fanoutqa", "--data", "FILE.json"),
    "run quest with golds": ("run", "quest", "-T", "golds=FILE.json"),
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
_READ = {("check a response", "deep"), ("questions find", "deep")}
# One line of 100 MB is told from a file of 1 GB only where files are read line by line.
_BY_LINE = ("ask a corpus", "collect a table", "retrieve a run", "score kitab")
# It takes seconds to refuse a line of 1 GB.
_READ |= {("kiwi analyse", "a file of 1 GB")}


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


def test_what_a_link_leads_to_is_written_in_place(tmp_path):
    """A link stays one, as `/dev/stdout` must."""
    (tmp_path / "real.xml").write_text("old")
    (tmp_path / "link.xml").symlink_to("real.xml")
    write_text(tmp_path / "link.xml", ["ne", "w"])
    assert (tmp_path / "link.xml").is_symlink()
    assert (tmp_path / "real.xml").read_text() == "new"


def test_what_fails_leaves_the_old_file_and_no_other(tmp_path):
    """A disk that is full, or Ctrl-C, while a text is written in pieces."""
    path = tmp_path / "a.txt"
    write_text(path, "old")
    for error in (OSError(28, "No space left on device"), KeyboardInterrupt()):

        def pieces(error: BaseException = error) -> Iterator[str]:
            yield "new"
            raise error

        with pytest.raises(InputError if isinstance(error, OSError) else KeyboardInterrupt):
            write_text(path, pieces())
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.txt", "old")]


def test_two_writers_of_one_file_do_not_meet(tmp_path):
    """Each has a temporary name of its own, and the last one's file is there, whole."""
    path = tmp_path / "a.txt"

    def outer() -> Iterator[str]:
        yield "out"
        write_text(path, "inner")
        assert path.read_text() == "inner"
        yield "er"

    write_text(path, outer())
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.txt", "outer")]


def test_what_killed_processes_have_left_is_removed(tmp_path):
    """But not what is young, or of a process that runs: it may be written just now."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = {
        "old": f".a.txt.{gone.pid}-0123abcd.part",
        "young": f".b.txt.{gone.pid}-0123abcd.part",
        "running": f".a.txt.{os.getpid()}-0123abcd.part",
        "other": ".a.txt.part",
    }
    for name in names.values():
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / names["young"])
    write_text(tmp_path / "c.txt", "new")
    left = {one.name for one in tmp_path.iterdir()}
    assert left == {"c.txt", *names.values()} - {names["old"]}


def test_a_file_and_its_name_are_flushed_where_the_system_can(tmp_path, monkeypatch):
    """First the file, then the folder; a file system that refuses is no failure, a full one is."""
    seen: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda file: seen.append(stat.S_ISDIR(os.fstat(file).st_mode)))
    write_text(tmp_path / "a.txt", "one")
    assert seen == [False, True]

    def refused(number: int) -> Callable[[int], None]:
        def fsync(file: int) -> None:
            raise OSError(number, os.strerror(number))

        return fsync

    monkeypatch.setattr(os, "fsync", refused(errno.EINVAL))
    write_text(tmp_path / "a.txt", "two")
    monkeypatch.setattr(os, "fsync", refused(errno.ENOSPC))
    with pytest.raises(InputError):
        write_text(tmp_path / "a.txt", "three")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.txt", "two")]
