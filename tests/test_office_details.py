"""Office files in detail: presentations, text documents, and how texts of a folder are kept."""

from __future__ import annotations

import json

import numpy as np
import pytest

from office_files import epub, odt, saved
from tamis.reading.data import parse_data
from tamis.retrieve import _kept_files as kept
from tamis.retrieve._kept_sources import Sources, indexed_files, sources_of
from tamis.retrieve._kept_stamps import (
    is_release,
    may_be_read_now,
    outside,
    spared,
    stamp_of,
    stamp_of_files,
)
from tamis.retrieve._kept_texts import kept_texts
from tamis.retrieve.bm25 import BM25
from tamis.retrieve.folders import FileStamp, Listing, Skipped
from tamis.retrieve.formats import extract
from tamis.types import Document, InputError

pytest.importorskip("pptx")


def test_the_shapes_of_a_slide():
    """A chart with its title and gaps, a list by levels; no date, no footer, no number."""
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    for shape in made.slide_layouts[6].placeholders:
        slide.shapes.clone_placeholder(shape)
    for shape in slide.placeholders:
        shape.text_frame.text = "left out"
    data = CategoryChartData()
    data.categories = ["Q 1", "Q2"]
    data.add_series("Sales", (1.25, None))
    data.add_series("Costs", (0.1, 3))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 9, 9, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "By  quarter"
    box = slide.shapes.add_textbox(0, 0, 9, 9).text_frame
    box.text = "a"
    box.add_paragraph().text = "b"
    listed = made.slides.add_slide(made.slide_layouts[1])
    listed.placeholders[1].text_frame.text = "one alone"
    listed.notes_slide.notes_text_frame.text = "Say\n\nit."
    made.slides.add_slide(made.slide_layouts[6])
    title, text = extract(saved(made.save), ".pptx")
    assert title == ""
    assert text == (
        "## Slide 1\n\nBy quarter\nCategory | Sales | Costs\nQ 1 | 1.25 | 0.1\nQ2 |  | 3\n\n"
        "a\nb\n\n"
        "## Slide 2\n\none alone\n\nNotes: Say\n\nit."
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        *((f'<text:h text:outline-level="{level}">A</text:h><text:p>b</text:p>',
           f"{'#' * min(level, 6)} A\n\nb") for level in (1, 2, 3, 4, 5, 6, 7)),
        ("<text:h>A</text:h>", "# A"),
        ('<text:p>a<text:s text:c="x"/>b<text:s/>c<text:tab/>d<text:line-break/>e</text:p>',
         "a b c d\ne"),
        ("<text:p>a<text:note><text:note-body><text:p>b</text:p><text:p>c</text:p>"
         "<text:list><text:list-item><text:p>d</text:p></text:list-item></text:list>"
         "</text:note-body></text:note>e<text:note><text:note-body><text:p>f</text:p>"
         "</text:note-body></text:note></text:p><text:p>g</text:p>", "a [b c d]e [f]\n\ng"),
        ("<text:p>a</text:p><text:table-of-content><text:p>x</text:p></text:table-of-content>"
         "<office:forms><text:p>x</text:p></office:forms><text:script>x</text:script>"
         "<text:p>b</text:p>", "a\n\nb"),
        ("<text:list><text:list-header><text:p>h</text:p></text:list-header><text:list-item>"
         "<text:p>a</text:p></text:list-item></text:list>", "- h\n- a"),
        ("<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
         "<table:covered-table-cell/><table:table-cell><text:p>b</text:p></table:table-cell>"
         "</table:table-row></table:table>", "a |  | b"),
    ],
)  # fmt: skip
def test_the_elements_of_a_text_document(body, text):
    """Headings by level, blanks, notes in place, lists, cells; nothing that is left out."""
    assert extract(odt(body, "T"), ".odt") == ("T", text)


def test_the_pages_of_a_book():
    """Each once, in order; the first heading is the title where there is none."""
    pages = {"b.xhtml": "<html><body><h2>B</h2><p>x</p></body></html>",
             "a.xhtml": "<html><body><p>y</p></body></html>",
             "c.xhtml": "<html><body> </body></html>"}  # fmt: skip
    assert extract(epub(pages, title=" "), ".epub") == ("B", "## B\n\nx\n\ny")


def test_each_line_of_data_stands_at_its_place():
    """From the beginning of the text, or of the larger one."""
    text = '{"days": [{"day": "Mon", "meals": ["Oats", "Stew"]}], "so": "yes"}'
    for at in (0, 7):
        tree = parse_data(text, at) if at else parse_data(text)
        lines = [line for block in tree.walk() for line in block.lines]
        assert [line.text for line in lines] == ["days", "Mon", "meals", "Oats", "Stew", "so: yes"]
        assert [(" " * at + text)[line.start :][:4] for line in lines] == [
            "days", "Mon\"", "meal", "Oats", "Stew", "so\":",
        ]  # fmt: skip


# How an index is kept.

SETTINGS = kept.Settings(chunk=500, ranker="hybrid", embedder="lsa")


def test_the_state_of_an_index(tmp_path):
    """It is written and read; other settings, another version and a broken one are refused."""
    assert kept.read_state(tmp_path, SETTINGS) == kept.State()
    state = kept.State("/x", "s", "n", 7, (Skipped("a", "b"),))
    kept.write_state(tmp_path, SETTINGS, state)
    assert kept.read_state(tmp_path, SETTINGS) == state
    with pytest.raises(InputError, match="is an index with chunk=500, ranker=hybrid, variant=luc"):
        kept.read_state(tmp_path, kept.Settings())
    path = tmp_path / "kept.json"
    record = json.loads(path.read_text())
    for text, said in (
        ("x", "is broken; delete"),
        (json.dumps(record | {"format": 2}), "was written by another version of Tamis; delete it."),
        (json.dumps({"format": 1}), "is broken; delete"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=said):
            kept.read_state(tmp_path, SETTINGS)


def test_an_index_has_a_folder_of_its_own(tmp_path):
    """Its own files are not in the way; others are, and are not touched."""
    said: list[str] = []
    place = tmp_path / "index"
    for own in ("index", "embeddings", "texts.jsonl", "texts.jsonl.part", "kept.json.part", ".lock",
                ".lock-journal", "texts.sqlite", "texts.sqlite-journal"):  # fmt: skip
        place.mkdir(exist_ok=True)
        (place / own).write_text("")
        if own == ".lock":
            (place / own).unlink()
        with kept.exclusive(place, said.append):
            pass
        (place / own).unlink(missing_ok=True)
    (place / "mine.txt").write_text("")
    with (
        pytest.raises(InputError, match=r"is no index of `tamis ask`, it holds 'mine\.txt'"),
        kept.exclusive(place, said.append),
    ):
        pass
    (place / "kept.json").write_text("{}")
    with kept.exclusive(place, said.append):
        pass
    assert said == []


def test_the_texts_of_a_folder_are_kept(tmp_path):
    """By path, with their state; those of another corpus go, and a broken file is begun anew."""
    one, two, three = (FileStamp(name, n, n) for n, name in enumerate(("a", "b", "c"), 1))
    with kept_texts(tmp_path, "x") as texts:
        texts.put(one, Document("a", "A", "so \ud83d"))
        texts.put(two, Skipped("b", "is empty"))
        texts.put(three, Document("c", "C", "no"))
        texts.forget(["c"])
        texts.put(FileStamp("a", 9, 9), Document("a", "B", "so \ud83d"))
    with kept_texts(tmp_path, "x") as texts:
        assert texts.known() == {FileStamp("a", 9, 9): "", two: "is empty"}
        assert texts.document("a") == Document("a", "B", "so \ufffd")
    with kept_texts(tmp_path, "y") as texts:
        assert texts.known() == {}
        texts.put(one, Document("a", "A", "so"))
    (tmp_path / "texts.sqlite").write_bytes(b"no database at all, but long enough" * 99)
    with kept_texts(tmp_path, "y") as texts:
        assert texts.known() == {}


def test_what_the_passages_of_an_index_are_of(tmp_path):
    """Files with their positions; without a record by the ids of the passages."""
    documents = [Document(id, "", "word") for id in ("a#0", "a#1", "b", "c#0", "c#1", "c#2", "d#x")]
    BM25.build(documents).save(tmp_path / "old")
    assert sources_of(tmp_path / "old", documents).tolist() == [0, 0, 1, 2, 2, 2, 3]
    files = [FileStamp("a", 1, 2), FileStamp("b", 3, 4), FileStamp("c", 5, 6)]
    made = Sources("x", files=files)
    made.passages.extend([2, 1, 4])
    BM25.write(tmp_path / "new", documents, beside=made.save)
    assert sources_of(tmp_path / "new", documents).tolist() == [0, 0, 1, 2, 2, 2, 2]
    assert sources_of(tmp_path / "new", documents).dtype == np.int32
    assert indexed_files(tmp_path / "new", "x") == {
        files[0]: range(2), files[1]: range(2, 3), files[2]: range(3, 7),
    }  # fmt: skip
    assert indexed_files(tmp_path / "new", "y") == {}
    assert indexed_files(tmp_path / "old", "x") == {}
    assert indexed_files(tmp_path / "none", "x") == {}


def test_what_has_changed_in_a_corpus(tmp_path):
    """By the sizes and times of its files, without those of an index in it."""
    (tmp_path / "a.txt").write_text("so")
    place = tmp_path / "index"
    place.mkdir()
    before = stamp_of(tmp_path, place)
    (place / "x.txt").write_text("no")
    assert stamp_of(tmp_path, place) == before
    (tmp_path / "b.txt").write_text("so")
    assert stamp_of(tmp_path, place) != before
    one, two = FileStamp("a", 1, 2), FileStamp("index/b", 1, 2)
    assert stamp_of_files([one]) != stamp_of_files([FileStamp("a", 1, 3)])
    assert stamp_of_files([one]) != stamp_of_files([FileStamp("a", 2, 2)])
    listing = Listing((one, two), (), ("c.png", "index/d.png", "index2/e.png"))
    assert outside(listing, tmp_path, place) == Listing((one,), (), ("c.png", "index2/e.png"))
    assert outside(listing, place, tmp_path) is listing


def test_files_that_need_not_be_read_again(tmp_path):
    """Unless what stopped the reading is gone."""
    (tmp_path / "a.txt").write_text("so")
    a, b = FileStamp("a.txt", 2, 3), FileStamp("b.txt", 2, 3)
    assert spared(a, "", tmp_path)
    assert not spared(a, None, tmp_path)
    assert spared(a, "holds no text", tmp_path)
    assert not spared(a, "cannot be read: no", tmp_path)
    assert spared(b, "cannot be read: no", tmp_path)
    assert not may_be_read_now(tmp_path, Skipped("a.txt", "holds no text"))
    assert may_be_read_now(tmp_path, Skipped("a.txt", "cannot be read: no"))
    assert not is_release(tmp_path)
    (tmp_path / "corpus.jsonl.gz").write_bytes(b"")
    assert is_release(tmp_path)
