"""Uploaded papers are read in a process of their own, with limits of time and memory."""

from __future__ import annotations

import threading
import zlib

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
pytest.importorskip("pypdf", reason="the extra `studio` is not installed")

from studio import on_sqlite
from tamis.retrieve.papers import Paper
from tamis.studio.settings import Limits
from tamis.studio.writing import shelf
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


def test_lines_that_were_read_are_kept_where_a_later_one_ends_the_reader():
    """Of a file of records; the rest of it is told."""
    # More than fits into the pipe, so that the reader waits in the middle of it.
    second = b"Dry. " * 200_000
    lines = (
        b'{"title": "One", "paragraphs": ["Deep."]}\n{"title": "Two", "paragraphs": ["%s"]}'
        % second
    )
    process = PaperProcess(Limits())
    found = process.read("papers.jsonl", lines, 20)
    first = next(found)
    assert isinstance(first, Paper)
    assert first.title == "One"
    process._process.kill()
    rest = list(found)
    assert len(rest) == 1
    assert rest[0].startswith("papers.jsonl was not read from paper 2 on")


@on_sqlite
def test_pages_are_served_while_a_file_is_read(served):
    """Whatever its reader does: the studio's own process is not the one that works."""
    import http.client

    reader = threading.Thread(
        target=read, args=([("slow.pdf", slow_pdf())],), kwargs={"file_seconds": 2.0}
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
    # Two seconds in which the reader had Python for itself would leave time for a handful.
    assert answered > 20


# --- in a browser ---------------------------------------------------------------------------------


def chosen(name: str, text: str = "Wells were dug deep.") -> dict[str, object]:
    """A file as Playwright takes it."""
    return {"name": name, "mimeType": "text/plain", "buffer": f"{name}: {text}".encode()}


def drop(page, selector: str, *files: tuple[str, str]) -> None:
    """Drop files on a part of the page, as a hand would."""
    data = page.evaluate_handle(
        "files => { const data = new DataTransfer();"
        " for (const [name, text] of files) data.items.add(new File([text], name));"
        " return data }",
        list(files),
    )
    page.dispatch_event(selector, "dragenter", {"dataTransfer": data})
    page.dispatch_event(selector, "drop", {"dataTransfer": data})


@on_sqlite
def test_files_are_added_once_and_what_was_refused_stays(served, browser):
    """Chosen or dropped, with the page and the question left as they are; until it is closed."""
    page = browser().new_page()
    served.log_in(page)
    page.goto(f"{served.url}/writing/new")
    sent = []
    page.on("request", lambda one: one.method == "POST" and sent.append(one.url))
    page.locator("#question").fill("How deep are wells?")
    assert page.get_by_role("button", name="Add them").is_hidden()
    page.locator("#files").set_input_files([chosen("a.txt"), chosen("vats.exe")])
    page.locator("#shelf li").wait_for()
    assert page.locator("#files").input_value() == ""
    drop(page, "#question", ("b.txt", "Rain was kept in vats."), ("c.bin", "x"), ("d.txt", "Oak."))
    page.locator("#shelf li").nth(2).wait_for()
    titles = page.locator("#shelf .title").all_inner_texts()
    assert titles == ["a", "b", "d"]
    page.get_by_role("button", name="Remove d").click()
    page.locator("#shelf li").nth(2).wait_for(state="detached")
    refused = page.locator("#refused li").all_inner_texts()
    assert [one.split()[0] for one in refused] == ["vats.exe", "c.bin"]
    assert page.locator("#question").input_value() == "How deep are wells?"
    assert len([one for one in sent if one.endswith("/writing/new")]) == 3
    page.get_by_role("button", name="Close this list").click()
    page.get_by_role("button", name="Remove b").click()
    page.locator("#shelf li").nth(1).wait_for(state="detached")
    assert page.locator("#refused").is_hidden()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Instruction 1 of 10").wait_for()


@on_sqlite
def test_a_large_upload_shows_how_far_it_is_and_goes_in_parts(served, browser):
    """No request is larger than the studio takes; a file that alone is larger is refused here."""
    from dataclasses import replace

    small = replace(served.settings.limits, upload_bytes=400_000)
    object.__setattr__(served.settings, "limits", small)
    page = browser().new_page()
    served.log_in(page)
    page.goto(f"{served.url}/writing/new")
    page.evaluate(
        "window.told = []; new MutationObserver(() => window.told.push("
        "document.querySelector('[data-uploading]').textContent))"
        ".observe(document.querySelector('[data-uploading]'), {childList: true})"
    )
    files = [chosen(f"{name}.txt", "Deep. " * 30_000) for name in "abc"]
    page.locator("#files").set_input_files([*files, chosen("e.txt", "Deep. " * 90_000)])
    page.locator("#shelf li").nth(2).wait_for()
    told = page.evaluate("window.told")
    assert any("a.txt of 3" in one for one in told)
    assert any("c.txt of 3" in one for one in told)
    assert any("Sending: " in one or "the studio is reading" in one for one in told)
    assert "e.txt is larger than" in page.locator("#refused").inner_text()
    assert page.locator("#shelf li").count() == 3


@on_sqlite
def test_while_the_studio_is_away_files_wait_and_are_added_once(served, browser):
    """Also where it has read them, and only its answer was lost."""
    page = browser().new_page()
    served.log_in(page)
    page.goto(f"{served.url}/writing/new")
    tries = []

    def lose(route):
        if route.request.method != "POST":
            return route.continue_()
        tries.append(route.request.headers["x-tamis-send"])
        if len(tries) == 1:
            return route.abort()
        if len(tries) == 2:
            route.fetch()
            return route.abort()
        return route.continue_()

    page.route("**/writing/new", lose)
    page.locator("#files").set_input_files([chosen("a.txt")])
    page.get_by_text("Not added yet, trying again").wait_for()
    page.locator("#shelf li").wait_for()
    assert len(tries) == 3
    assert len(set(tries)) == 1
    assert page.locator("#shelf li").count() == 1
    assert page.locator("#refused").is_hidden()


@on_sqlite
def test_a_dropped_file_of_items_is_checked(served, browser):
    """On the page of an import, as a chosen one is; beside its place it does not take the page."""
    from test_studio_annotating import make

    owner = served.person("Olga Owner", "owner")
    project = make(served.database, owner.id)
    page = browser().new_page()
    served.log_in(page)
    page.goto(f"{served.url}/annotating/{project}/import")
    drop(page, "#files", ("items.csv", "author,title\nCy Cole,Low Water\n"))
    page.get_by_text("New items").wait_for()
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("1 new item and 0 labels are imported.").wait_for()
