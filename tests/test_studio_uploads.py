"""Uploaded papers are read in a process of their own, with limits of time and memory."""

from __future__ import annotations

import json
import threading
import zlib

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
pytest.importorskip("pypdf", reason="the extra `studio` is not installed")

from pdf_files import SCAN, drawn, said
from studio import on_sqlite
from tamis.retrieve.papers import Paper
from tamis.studio.settings import Limits
from tamis.studio.writing import shelf
from tamis.studio.writing.paper_files import read_file
from tamis.studio.writing.paper_process import PaperProcess

TEXT = ("wells.txt", b"Wells were dug deep in dry land.")


def slow_pdf() -> bytes:
    """28 kB whose one page takes minutes to read: the same instruction, over and over."""
    drawn = zlib.compress(b"BT /F 9 Tf " + b"(a) Tj 1 0 0 1 0 0 Tm " * 400_000 + b"ET", 9)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources "
        b"<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >> stream\n%s\nendstream" % (len(drawn), drawn),
    ]
    text, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(text))
        text += b"%d 0 obj %s endobj\n" % (number, part)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    begins = len(text)
    text += b"xref\n0 5\n0000000000 65535 f \n" + rows + b"trailer << /Size 5 /Root 1 0 R >>\n"
    return text + b"startxref\n%d\n%%%%EOF" % begins


def read(files, **limits):
    """The titles that come on an empty shelf, and what is refused."""
    found, refused = shelf.added(shelf.Shelf(), files, Limits(**limits))
    return [paper.title for paper in found.papers], refused


def test_a_file_that_takes_too_long_ends_only_its_own_reader():
    """The files before and after it are read; it is refused in one sentence."""
    bomb = slow_pdf()
    assert len(bomb) < 40_000
    titles, refused = read([("a.txt", b"First."), ("slow.pdf", bomb), TEXT], file_seconds=1.0)
    assert titles == ["a", "wells"]
    assert len(refused) == 1
    assert refused[0].startswith("slow.pdf")
    assert "takes longer than" in refused[0]
    assert "as text" in refused[0]


def test_a_file_that_needs_too_much_memory_ends_only_its_reader():
    """Its line of the list says so, and names the limit."""
    large = ("large.txt", b"Rain was kept in vats. " * 900_000)
    titles, refused = read([TEXT, large, ("vats.txt", b"Oak.")], file_megabytes=32)
    assert titles == ["wells", "vats"]
    assert refused == [
        "large.txt was not read: it needs more than the 32 MB of memory that there are for it, or "
        "is broken in a way that ends its reader. Save it as text, or split it."
    ]


def test_files_have_one_time_for_all(monkeypatch):
    """What is left of it is each file's; where none is left the rest is named and not read."""
    clock, given = [0.0], []

    def slow(_process, name, _data, seconds):
        given.append(seconds)
        clock[0] += 25
        yield Paper(name, name, ("text",), source=name)

    monkeypatch.setattr(shelf.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(PaperProcess, "read", slow)
    files = [(f"{name}.pdf", b"%PDF-") for name in "abcd"]
    titles, refused = read(files, reading_seconds=60, file_seconds=40)
    assert given == [40, 35, 10]
    assert titles == ["a.pdf", "b.pdf", "c.pdf"]
    assert [one.partition(":")[0] for one in refused] == ["d.pdf was not read"]


@on_sqlite
def test_pages_are_served_while_a_file_is_read(served):
    """Whatever its reader does: the studio's own process is not the one that works."""
    import http.client

    reader = threading.Thread(
        target=read, args=([("slow.pdf", slow_pdf())],), kwargs={"file_seconds": 1.0}
    )
    reader.start()
    port = served.settings.port
    answered = 0
    while reader.is_alive():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
        connection.request("GET", "/login")
        assert connection.getresponse().status == 200
        connection.close()
        answered += 1
    reader.join()
    # A second in which the reader had Python for itself would leave time for a handful.
    assert answered > 10


def test_a_page_that_was_not_read_is_told_and_the_rest_is_added():
    """Beside the paper, a sentence with the page."""
    data = drawn(said("Wells were dug deep."), SCAN)
    kept, told = shelf.added(shelf.Shelf((), ()), [("mixed.pdf", data)], Limits())
    assert kept.papers[0].paragraphs == ("Wells were dug deep.",)
    assert [one.startswith("mixed.pdf p. 2 ") for one in told] == [True]


def test_a_file_holds_a_paper_or_one_a_line_or_accepted_questions():
    """Of so many papers; of more than that the first are read, and it is said."""
    (one,) = read_file("On Wells.txt", b"Wells were dug.", Limits())
    assert (one.title, one.paragraphs) == ("On Wells", ("Wells were dug.",))
    line = json.dumps({"id": "a", "title": "A", "paragraphs": ["x"]}).encode()
    found = list(read_file("p.JSONL", line + b"\n\n" + line.replace(b'"A"', b'"B"'), Limits()))
    assert [one.title for one in found] == ["A", "B"]
    three, four = (
        list(read_file("p.jsonl", b"\n".join([line] * n), Limits(files=2))) for n in (3, 4)
    )
    assert all(isinstance(one, Paper) for one in three)
    assert ("holds 4 papers" in four[3], len(four)) == (True, 4)
    question = {
        "id": "q", "question": "Q?", "related_work_paragraph": "r", "reviewer": "Ada",
        "cited_papers": [{"id": "a", "title": "A"}], "cited_paragraphs": [["x"]],
        "source": {"id": "s", "title": "S"},
    }  # fmt: skip
    (topic,) = read_file("q.ndjson", json.dumps(question).encode(), Limits())
    assert (topic.question, topic.papers[0].title) == ("Q?", "A")
    wrong = json.dumps(question | {"cited_paragraphs": []}).encode()
    (said,) = read_file("q.jsonl", wrong, Limits())
    assert "line 1: `cited_paragraphs`" in said
