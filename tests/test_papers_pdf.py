"""Paragraphs of a PDF: rebuilt from lines with their places, as the printed page shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_files import SCAN, as_pdf, drawn, said
from tamis.documents.formats import UnreadableError
from tamis.documents.pdf.paper import Limits, paper_of_pdf
from tamis.retrieve.papers.paper_files import paragraphs_of_file, read_papers


def typeset(*pages, title=""):
    """A PDF written by hand: for each page its lines as (x, y, size, text), bold with a "b"."""
    fonts = "/F1 3 0 R /F2 4 0 R"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{5 + 2 * n} 0 R' for n in range(len(pages)))}] "
        f"/Count {len(pages)} >>",
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
            for font in ("Times-Roman", "Times-Bold")
        ),
    ]
    for n, lines in enumerate(pages):
        shows = []
        for x, y, size, text, *bold in lines:
            escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            matrix = f"0 1 -1 0 {x} {y}" if "up" in bold else f"1 0 0 1 {x} {y}"
            font = "F2" if "b" in bold else "F1"
            shows.append(f"BT /{font} {size} Tf {matrix} Tm ({escaped}) Tj ET")
        stream = "\n".join(shows)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {6 + 2 * n} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects.append(f"<< /Title ({title}) >>")
    return as_pdf(objects)


def column(top, *lines, x=72, size=10, leading=12):
    """Lines set below each other; one that begins with ">" is indented, "" leaves a gap."""
    return [
        (x + 10 * line.startswith(">"), top - leading * n, size, line.lstrip(">"))
        for n, line in enumerate(lines)
        if line
    ]


def test_indents_gaps_and_headings_begin_paragraphs():
    """Paragraphs by their indents, headings by their type, words made whole at line ends."""
    data = typeset(
        [
            (150, 720, 17, "Growing Kiwis in the Laboratory:"),
            (160, 700, 17, "A Long-Term Study of Fruit"),
            (200, 680, 12, "Ann Other, University of Somewhere"),
            (72, 655, 12, "Abstract", "b"),
            *column(640, "We study how kiwis grow when nobody looks, with a", "focus on flight."),
            (72, 600, 12, "1 Introduction", "b"),
            *column(
                580, "Kiwis are small. They have been investigated by nu-",
                "merous authors in most well-known con-",
                "ditions, which goes on until this line ends there.",
                ">A second paragraph begins here with an indent, as",
                "is usual in papers of state-of-the-", "art quality.",
            ),
            *column(480, "After a gap another one begins without any indent."),
        ]
    )  # fmt: skip
    assert paper_of_pdf(data)[:2] == (
        "Growing Kiwis in the Laboratory: A Long-Term Study of Fruit",
        (
            "Abstract",
            "We study how kiwis grow when nobody looks, with a focus on flight.",
            "1 Introduction",
            "Kiwis are small. They have been investigated by numerous authors in most well-known "
            "conditions, which goes on until this line ends there.",
            "A second paragraph begins here with an indent, as is usual in papers of "
            "state-of-the-art quality.",
            "After a gap another one begins without any indent.",
        ),
    )


def test_heads_feet_page_numbers_and_stamps_are_dropped():
    """What runs through the pages is no text; what stands once in the same place is."""
    words = ("one", "two", "three", "four")
    pages = [
        [
            (72, 760, 10, f"Other and Else {2020}"),
            *column(
                700, f"This is the text of page {word} and it fills a line.", f"The {word} ends."
            ),
            (300, 40, 10, f"- {number} -"),
        ]
        for number, word in enumerate(words, 1)
    ]
    pages[0].append((20, 200, 14, "arXiv:2403.03866v1 [cs.CL] 6 Mar 2024", "up"))
    pages[2].insert(1, (72, 745, 10, "A line at the top of one page only."))
    paragraphs = paper_of_pdf(typeset(*pages)).paragraphs
    assert paragraphs == (
        "This is the text of page one and it fills a line. The one ends.",
        "This is the text of page two and it fills a line. The two ends.",
        "A line at the top of one page only.",
        "This is the text of page three and it fills a line. The three ends.",
        "This is the text of page four and it fills a line. The four ends.",
    )


def test_a_paragraph_goes_on_in_the_next_column_and_behind_a_note():
    """Two columns are read one after the other; a footnote does not cut the sentence in two."""
    data = typeset(
        [
            *column(700, "The sentence begins in the first column of the page,", "goes on over a"),
            *column(688 - 12, "line break and still does not end in this column but"),
            (72, 60, 8, "1 This is a note that stands at the foot of the column."),
            *column(700, "only in the second. Here it has ended.", x=330),
            *column(688, ">And another paragraph follows it in that column.", x=330),
        ]
    )
    paragraphs = paper_of_pdf(data).paragraphs
    assert paragraphs == (
        "The sentence begins in the first column of the page, goes on over a line break and still "
        "does not end in this column but only in the second. Here it has ended.",
        "1 This is a note that stands at the foot of the column.",
        "And another paragraph follows it in that column.",
    )


def test_the_list_of_references_is_left_out_and_the_appendix_kept():
    """From the heading to the first lettered appendix; a reference to a survey is none."""
    data = typeset(
        [
            *column(700, "The last paragraph of the paper ends with this sentence."),
            (72, 660, 12, "References", "b"),
            *column(
                640, "[1] A. Author. 2001. A survey of fruit that grows.",
                "[2] B. Writer and C. Other. 2010. The shape of", "things. Journal, 3(2).",
            ),
            (72, 580, 12, "A Implementation details", "b"),
            *column(560, "We used an oven of a moderate temperature for it."),
            (72, 520, 12, "B More results", "b"),
            *column(500, "None of the others were significant."),
        ]
    )  # fmt: skip
    assert paper_of_pdf(data)[1] == (
        "The last paragraph of the paper ends with this sentence.", "A Implementation details",
        "We used an oven of a moderate temperature for it.", "B More results",
        "None of the others were significant.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        (("a re-", "sult and another result"), "a result and another result"),
        (("a pre-", "trained and a pre-trained model"), "a pre-trained and a pre-trained model"),
        (("state-of-the-", "art"), "state-of-the-art"),
        (("from 1990-", "2000 and Smith-", "Jones"), "from 1990- 2000 and Smith- Jones"),
    ],
    ids=["divided", "compound", "chain", "names"],
)  # fmt: skip
def test_hyphens_at_line_ends(lines, whole):
    """A hyphen goes where it only divides; what the paper writes elsewhere decides."""
    assert paper_of_pdf(typeset(column(700, *lines)))[1] == (whole,)


def test_items_of_a_list_are_paragraphs():
    """Bullets begin one each, and so do numbers after a sentence."""
    data = typeset(
        column(700, "We make three points.", "(1) First comes the", "first.", "(2) Then the other.")
    )
    assert paper_of_pdf(data)[1] == (
        "We make three points.", "(1) First comes the first.", "(2) Then the other.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "found"),
    [("Declared", "Declared"), ("x.dvi", "Shown on the Page"), ("", "Shown on the Page")],
)
def test_the_declared_title_comes_first(title, found):
    """The title of the file, else the largest type of its first page; it is no paragraph."""
    page = [
        (72, 700, 16, "Shown on the Page"),
        *column(650, "Text of some length follows it here."),
    ]
    assert paper_of_pdf(typeset(page, title=title))[:2] == (
        found,
        ("Text of some length follows it here.",),
    )


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"pages": 1}, "has 2 pages, more than the 1 that are read"),
        ({"characters": 9}, "holds more than the 9 characters"),
        ({"seconds": -1}, "takes longer than -1 seconds to read"),
    ],
)  # fmt: skip
def test_a_pdf_beyond_its_limits_is_refused(limits, reason):
    """Pages are counted before they are read, text and time while they are."""
    data = typeset(column(700, "The first page."), column(700, "The second page."))
    with pytest.raises(UnreadableError, match=reason):
        paper_of_pdf(data, Limits(**limits))
    assert paper_of_pdf(data, Limits(pages=2, characters=99))[1]


def test_a_scan_and_a_broken_file_say_what_they_are():
    """The reasons are those of the readers of corpora."""
    with pytest.raises(UnreadableError, match="holds no text in its 2 pages, only images"):
        paper_of_pdf(typeset([], []))
    with pytest.raises(UnreadableError, match="is a broken PDF"):
        paper_of_pdf(b"%PDF-1.4\nnothing of the kind")


def test_a_page_that_was_not_read_is_told_with_the_paper(tmp_path):
    """The rest of the paper is there."""
    (tmp_path / "mixed.pdf").write_bytes(drawn(said("Some text of a page."), SCAN))
    library = read_papers(tmp_path)
    assert [one.named for one in library.skipped] == ["mixed.pdf p. 2"]
    assert library.papers[0].paragraphs == ("Some text of a page.",)


PAGE = typeset(column(700, "Some text of a page", "on two lines."))


@given(noise=st.binary(min_size=1, max_size=12), at=st.integers(0, len(PAGE)))
def test_no_broken_pdf_breaks_the_reader(noise, at):
    """Bytes overwritten anywhere give paragraphs or a reason."""
    try:
        paragraphs = paragraphs_of_file(
            PAGE[:at] + noise + PAGE[at + len(noise) :], ".pdf"
        ).paragraphs
    except UnreadableError:
        return
    assert paragraphs
