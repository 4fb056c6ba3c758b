"""Files that the studio sends, and papers that it reads in a process of their own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from dataclasses import asdict

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from fastapi import HTTPException
from starlette.datastructures import UploadFile

from tamis.retrieve.papers import Paper
from tamis.studio.annotating.exchange import file_pages
from tamis.studio.annotating.exchange.project_rows import ImportResult
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.annotating.list_pages import _telling
from tamis.studio.settings import Limits
from tamis.studio.writing import paper_process
from tamis.studio.writing.demo import Topic, topics
from tamis.studio.writing.paper_files import papers_of, read_file, topic_of
from tamis.studio.writing.paper_process import PaperProcess
from tamis.types import InputError

PAPER = Paper("p", "On Wells", ("Deep.",), 1990, ("Ann",), "a file")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.csv", "text/csv; charset=utf-8"),
        ("a.jsonl", "application/x-ndjson; charset=utf-8"),
        ("a.b.json", "application/json; charset=utf-8"),
        ("a.xml", "application/xml; charset=utf-8"),
        ("a.zip", "application/zip"),
    ],
)
def test_files_are_sent_with_their_types(name, kind):
    """By their suffix; a character that is none is sent as a question mark."""
    sent = file_pages._download(name, "é\ud800")
    assert (sent.status_code, sent.body) == (200, "é?".encode())
    assert sent.headers["content-type"] == kind
    assert sent.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert file_pages._download(name, b"\xff").body == b"\xff"


def test_files_of_a_benchmark_are_sent_together():
    """None, one, or an archive that is the same each time."""
    with pytest.raises(HTTPException) as error:
        file_pages._own("mine", {})
    assert error.value.status_code == 404
    assert error.value.detail == "There are no labels yet that could be exported so."
    one = file_pages._own("mine", {"a/b/c.jsonl": b"x"})
    assert one.headers["content-disposition"] == 'attachment; filename="mine-a-b-c.jsonl"'
    assert one.body == b"x"
    two = file_pages._own("mine", {"a/b.jsonl": b"x" * 1000, "c.csv": b"y"})
    assert two.headers["content-disposition"] == 'attachment; filename="mine.zip"'
    with zipfile.ZipFile(io.BytesIO(two.body)) as archive:
        assert archive.namelist() == ["mine/a/b.jsonl", "mine/c.csv"]
        assert archive.read("mine/a/b.jsonl") == b"x" * 1000
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_DEFLATED}


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((1, 1, 0), "1 new item and 1 label are imported."),
        ((0, 2, 1), "0 new items and 2 labels are imported. 1 item was there already."),
        ((1000, 0, 2), "1,000 new items and 0 labels are imported. 2 items were there already."),
    ],
)
def test_what_is_said_of_an_import(numbers, said):
    """How many items and labels."""
    added, labels, duplicates = numbers
    assert file_pages._told(ImportResult(added, duplicates, labels, 0)) == said


def test_uploads_are_read_together():
    """Their entries, problems and kinds."""

    def uploaded(name, raw):
        return UploadFile(io.BytesIO(raw), filename=name)

    kind = KINDS["kiwi_rating"]
    nothing, problems = file_pages._read(kind, [uploaded("", b"x")], 10)
    assert (nothing.what, nothing.entries) == ("", [])
    assert problems == ["No file was chosen: choose one, then import it."]
    large = "The file is larger than the studio takes at once; split it."
    _, problems = file_pages._read(kind, [uploaded("a.jsonl", b"x" * 11)], 10)
    assert problems == [large]
    assert file_pages._bytes(uploaded("a", b"x" * 10), 10) == b"x" * 10
    with pytest.raises(InputError) as error:
        file_pages._bytes(uploaded("a", b"x" * 11), 10)
    assert str(error.value) == large
    bad = b'{"a": 1}\n' * 500
    whole, problems = file_pages._read(kind, [uploaded("a.jsonl", bad)], 10_000)
    assert whole.bad_lines == 500
    assert len(whole.problems) < 500
    assert problems == [*whole.problems, f"… and {500 - len(whole.problems):,} more lines."]


def test_the_field_that_a_list_shows():
    """The first on which labels differ, or the first."""
    kind = KINDS["kiwi_rating"]
    first = kind.fields[0]
    assert _telling(kind, []) == first
    assert _telling(kind, [{"rating": "good"}, {"rating": "bad"}]) == first


# --- papers ------------------------------------------------------------------------------------


def test_papers_and_questions_travel_as_records():
    """And come back the same; what has a wrong type is refused."""
    assert papers_of([asdict(PAPER)]) == (PAPER,)
    undated = Paper("p", "On Wells", ("Deep.",), source="s")
    assert papers_of([asdict(undated)]) == (undated,)
    topic = Topic("Why?", (PAPER, undated))
    assert topic_of(asdict(topic)) == topic
    assert paper_process._found(asdict(topic)) == topic
    assert paper_process._found(asdict(PAPER)) == PAPER
    assert paper_process._found("a reason") == "a reason"
    for name, value in (("id", 1), ("title", None), ("paragraphs", [1]), ("authors", [b"x"])):
        with pytest.raises(TypeError, match=r"^a text was expected$"):
            papers_of([{**asdict(PAPER), name: value}])
    with pytest.raises(TypeError):
        topic_of({"question": 1, "papers": []})
    assert [one.question for one in topics()] == list(
        dict.fromkeys(one.question for one in topics())
    )
    assert all(one.papers for one in topics())


def test_files_of_several_papers():
    """A line each, of so many; a question is one by its fields."""
    line = json.dumps({"id": "1", "title": "On Wells", "text": "Deep wells. " * 20}).encode()
    limits = Limits(files=2)
    [one] = read_file("a.JSONL", line + b"\n\n", limits)
    three = list(read_file("a.ndjson", b"\n".join([line] * 3), limits))
    assert [type(found) for found in three] == [type(one)] * 3
    four = list(read_file("a.jsonl", b"\n".join([line] * 4), limits))
    assert four[3] == "The file holds 4 papers, of which only the first were read."
    assert len(four) == 4
    asked = json.dumps({"question": "Why?", "reviewer": "A", "source": 3}).encode()
    [said] = read_file("a.jsonl", asked, limits)
    assert said.startswith("The file of questions")
    [said] = read_file("a.jsonl", b"", limits)
    assert isinstance(said, str)


@pytest.mark.parametrize(
    ("program", "found", "rest", "why"),
    [
        ("", [], "", "memory"),
        ("tell('no')", ["no"], " from paper 2 on", "memory"),
        ("sys.stdout.write('\"cut')", [], "", "memory"),
        ("tell('no'); sys.stdout.flush(); time.sleep(60)", ["no"], " from paper 2 on", "time"),
    ],
)
def test_readers_that_do_not_end(program, found, rest, why, monkeypatch):
    """What they told is kept; a sentence says why there is no more."""
    monkeypatch.setattr(paper_process, "_GRACE", 2.6)
    code = f"import json, sys, time\ndef tell(x): print(json.dumps(x))\n{program}"

    def start():
        return subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    monkeypatch.setattr(paper_process, "_start", start)
    reasons = {
        "memory": "it needs more than the 1,024 MB of memory that there are for it, or is broken "
        "in a way that ends its reader",
        "time": "it takes longer than the 0 seconds that there are for it",
    }
    with PaperProcess(Limits()) as process:
        said = list(process.read("n" * 130, b"x", 0.4 if why == "time" else 20))
        assert process._process is None
    last = f"{'n' * 120} was not read{rest}: {reasons[why]}. Save it as text, or split it."
    assert said == [*found, last]


def test_a_reader_reads_one_file_after_another():
    """In one process, which ends with the block."""
    line = json.dumps({"id": "1", "title": "On Wells", "text": "Deep wells. " * 20}).encode()
    with PaperProcess(Limits()) as process:
        first = list(process.read("a.jsonl", line, 20))
        running = process._process
        assert list(process.read("a.jsonl", line, 20)) == first
        assert process._process is running
    assert (process._process, running.poll() is None) == (None, False)
    assert first == list(read_file("a.jsonl", line, Limits()))
