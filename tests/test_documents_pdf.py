"""PDFs as documents of pages: what could not be read, reading order, words, powers, limits."""

from __future__ import annotations

import pytest

from pdf_files import LOGO, SCAN, drawn, said
from tamis.documents.apart import ReadingProcesses
from tamis.documents.formats import UnreadableError, read
from tamis.documents.pdf import lines
from tamis.documents.pdf.by_pypdf import pages_by_pypdf
from tamis.documents.pdf.line import Limits

TEXT = said("Page one has text about otters, and of their kits in spring.")
LINE = "0 0 m 9 9 l S "


def page(*texts: str) -> str:
    """The text of a PDF of one page."""
    (one,) = read(drawn("\n".join(texts)), ".pdf")
    return one.text


def unread(*pages: str) -> list[tuple[str, str, int]]:
    """What of a PDF could not be read, with the first words of why."""
    (one,) = read(drawn(*pages), ".pdf")
    return [(part.place, " ".join(part.reason.split()[:4]), part.count) for part in one.unread]


@pytest.mark.parametrize(
    ("pages", "told"),
    [
        ((TEXT, SCAN), [("p. 2", "holds only an image;", 1)]),
        ((SCAN, TEXT, SCAN, SCAN), [("p. 1", "holds only an image;", 1),
                                    ("p. 3–4", "holds only an image;", 2)]),
        # A scan may be cut into strips, and have a stamp on it.
        ((TEXT, f"{SCAN} {said('Bates 000017')}"), [("p. 2", "is an image with", 1)]),
        ((TEXT, LINE * 40), [("p. 2", "holds only a drawing,", 1)]),
        ((TEXT, LOGO), [("p. 2", "holds only an image;", 1)]),
        # Nothing is lost on an empty page, nor by a picture beside a text or a frame around none.
        ((TEXT, ""), []),
        ((TEXT, LINE * 4), []),
        ((f"{TEXT} {LOGO}", f"{said('A short one')} {LOGO}"), []),
    ],
)  # fmt: skip
def test_pages_without_their_text_are_told(pages, told):
    """By page and reason; those that follow each other in one entry."""
    assert unread(*pages) == told


def test_a_file_of_nothing_but_images_is_refused():
    """As a file, not page by page."""
    with pytest.raises(UnreadableError, match=r"holds no text in its 2 pages, only images; run"):
        read(drawn(SCAN, SCAN), ".pdf")


def test_each_page_is_a_part():
    """Blank ones count; the title is the largest type of the first page, if none is declared."""
    head = said("A Report on Otters", size=18, y=740)
    (one,) = read(drawn(f"{head} {TEXT}", "", said("The last page.")), ".pdf")
    assert [(part.place, part.text.split("\n")[0]) for part in one.parts] == [
        ("p. 1", "A Report on Otters"), ("p. 2", ""), ("p. 3", "The last page."),
    ]  # fmt: skip
    assert one.title == "A Report on Otters"
    (one,) = read(drawn(f"{head} {TEXT}", title="Declared"), ".pdf")
    assert one.title == "Declared"


LEFT = [
    "Alpha beta gamma delta one", "two three four five six and", "seven eight nine ten in all",
    "eleven twelve thirteen and", "fourteen and then the end.",
]  # fmt: skip
RIGHT = [
    "Right column begins with a", "zebra that crosses the wide", "savanna at dawn and seventy",
    "hyenas that wait in shade for", "the herd to tire and slow.",
]  # fmt: skip


def rows(*columns: list[str], at: tuple[float, ...] = (72, 330), top: float = 700) -> str:
    """Columns whose lines are drawn row by row."""
    return "\n".join(
        said(text, x, top - 12 * n)
        for n, row in enumerate(zip(*columns, strict=True))
        for x, text in zip(at, row, strict=True)
    )


def test_columns_that_are_drawn_row_by_row_are_read_one_after_the_other():
    """The left one as a whole, then the right one."""
    assert page(rows(LEFT, RIGHT)).split("\n") == [*LEFT, *RIGHT]


def test_a_line_of_the_full_width_parts_columns():
    """What is above it is read before it, and what is below after it."""
    wide = "A line that goes from the left margin over the gutter to the right margin of all"
    said_ = page(rows(LEFT, RIGHT), said(wide, y=600), rows(RIGHT, LEFT, top=560))
    order = [text for text in said_.split("\n") if text]
    assert order == [*LEFT, *RIGHT, wide, *RIGHT, *LEFT]


def test_three_columns_are_read_one_after_the_other():
    """As two are."""
    three = [text.replace("a", "o") for text in LEFT]
    found = page(rows(LEFT, RIGHT, three, at=(40, 230, 420)))
    assert [line for line in found.split("\n") if line] == [*LEFT, *RIGHT, *three]


def test_columns_that_are_drawn_column_by_column_keep_their_order():
    """Even where their lines stand side by side."""
    left = "\n".join(said(text, 72, 700 - 12 * n) for n, text in enumerate(LEFT))
    right = "\n".join(said(text, 330, 700 - 12 * n) for n, text in enumerate(RIGHT))
    assert page(left, right).split() == " ".join([*LEFT, *RIGHT]).split()


def test_the_rows_of_a_table_stay_together():
    """Its cells are short, or several in a row: they are no columns of text."""
    cities = ["City", "Norhavn", "Sudvik", "Ostby", "Vestby"]
    years = ["Year", "1990", "2000", "2010", "2020"]
    counts = ["Population", "10", "20", "30", "40"]
    found = page(rows(cities, years, counts, at=(72, 250, 420)))
    assert "Sudvik 2000 20" in found.split("\n")


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (("We saw photosyn-", "thesis in all of them."), "We saw photosynthesis"),
        (("It was well-", "known, as a well-known thing is."), "It was well-known,"),
        (("From 1990-", "2000 it grew."), "From 1990-"),
    ],
)
def test_a_word_that_is_broken_at_the_end_of_a_line_is_whole(broken, whole):
    """On the line where it begins; what the file writes elsewhere decides about the hyphen."""
    assert page(rows(list(broken), at=(72,))).split("\n")[0] == whole


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        ((said("10"), said("6", 82.2, rise=4, size=6), said("cells", 90)), "10^6 cells"),
        ((said("some 10"), said("-3", 104, rise=4, size=6)), "some 10^-3"),
        ((said("kiwis"), said("2", 93.2, rise=4, size=6)), "kiwis^2"),
        ((said("H"), said("2", 79.8, rise=-3, size=6)), "H2"),
    ],
)
def test_raised_figures_are_powers(texts, whole):
    """Behind a figure, and behind a word, of which they are no part."""
    assert page(*texts) == whole


def test_text_that_stands_upright_is_read_too():
    """A document loses nothing, whatever stands in its margins."""
    up = "BT /F1 10 Tf 0 1 -1 0 30 200 Tm (Received 3 May) Tj ET"
    assert page(TEXT, up).split("\n")[-1] == "Received 3 May"


def test_an_encrypted_file_is_told():
    """With what to do."""
    from io import BytesIO

    from pypdf import PdfWriter

    writer, out = PdfWriter(clone_from=BytesIO(drawn(TEXT))), BytesIO()
    writer.encrypt("password")
    writer.write(out)
    with pytest.raises(UnreadableError, match=r"is encrypted; save it without a password"):
        read(out.getvalue(), ".pdf")


def test_without_pdfium_pypdf_reads(monkeypatch):
    """Pages that are images are told all the same."""
    monkeypatch.setattr(lines, "find_spec", lambda name: None)
    assert unread(TEXT, SCAN) == [("p. 2", "holds only an image;", 1)]
    assert page(TEXT).startswith("Page one has text")


def test_pypdf_reads_within_limits():
    """A page may draw so many bytes."""
    with pytest.raises(UnreadableError, match=r"draws more on page 1 than the 9 bytes"):
        pages_by_pypdf(drawn(TEXT), Limits(page_bytes=9))


def test_a_file_that_takes_too_long_is_a_sentence_and_the_next_one_is_read():
    """Its process is ended, and a new one begun."""
    with ReadingProcesses(seconds=0.0) as late, pytest.raises(UnreadableError, match="longer than"):
        late.read(drawn(TEXT), ".pdf")
    with ReadingProcesses() as processes:
        assert processes.read(drawn(TEXT), ".pdf")[0].text.startswith("Page one")


def test_a_file_that_ends_its_reader_is_a_sentence():
    """As one that needs more memory than there is."""
    many = drawn(*[said(f"Page {n}") for n in range(50)])
    with ReadingProcesses(megabytes=1) as small:
        for _ in range(2):
            with pytest.raises(UnreadableError, match=r"memory"):
                small.read(many, ".pdf")


@pytest.mark.parametrize("share", [0.3, 0.9, 0.99])
def test_a_file_that_was_cut_is_refused(share):
    """Never are its first pages taken for all of it."""
    data = drawn(*[said(f"This is page {n} of the file.") for n in range(40)])
    with pytest.raises(UnreadableError, match=r"is a broken PDF"):
        read(data[: int(len(data) * share)], ".pdf")
