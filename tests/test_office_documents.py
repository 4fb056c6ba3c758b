"""DOCX, PPTX and XLSX as text: what is taken and what is left out, worked by hand."""

from __future__ import annotations

import pytest

from office_files import book_file, docx, paragraph, saved, slides_file, word_file
from tamis.documents.formats import UnreadableError, extract
from tamis.documents.office import sheets

pytest.importorskip("mammoth")
pytest.importorskip("openpyxl")
pytest.importorskip("python_calamine")
pytest.importorskip("pptx")

BOX = (
    '<w:p><w:r><w:t>see </w:t></w:r><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape>'
    f"<v:textbox><w:txbxContent>{paragraph('in a box')}</w:txbxContent></v:textbox></v:shape>"
    "</w:pict></w:r></w:p>"
)


def test_a_document_of_word():
    """Headings, lists and rows; the first heading is the title; no header, no comment."""
    pytest.importorskip("docx")
    title, text = extract(word_file(), ".docx")
    assert title == "Suppliers"
    assert text == (
        "# Suppliers\n\n# North\n\nFjord AS is in Oslo.\n\n- first\n- second\n\n"
        "Name | City\nFjord AS | Oslo"
    )


def test_what_a_reader_of_a_document_sees_is_read():
    """Tracked insertions, controls, links and text boxes; what was deleted is not there."""
    body = (
        '<w:p><w:r><w:t xml:space="preserve">We </w:t></w:r>'
        "<w:ins><w:r><w:t>now </w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>never </w:delText></w:r></w:del>"
        '<w:hyperlink w:anchor="x"><w:r><w:t>deliver</w:t></w:r></w:hyperlink></w:p>'
        f"<w:sdt><w:sdtContent>{paragraph('in a control')}</w:sdtContent></w:sdt>{BOX}"
    )
    text = extract(docx(body), ".docx")[1]
    assert text == "We now deliver\n\nin a control\n\nsee\n\nin a box"


def test_what_word_hides_is_left_out():
    """By the run itself, or by a style of it or of its paragraph; a run may say it is shown."""
    run = '<w:r><w:rPr><w:{}/></w:rPr><w:t xml:space="preserve">{} </w:t></w:r>'.format
    inserted = run('vanish w:val="1"', "inserted")
    body = (
        f"<w:p>{run('b', 'seen')}{run('vanish', 'by itself')}"
        + run('rStyle w:val="Secret"', "by its style")
        + f"<w:ins>{inserted}</w:ins></w:p>"
        + f'<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>{run("b", "by its paragraph")}'
        + run('vanish w:val="0"', "shown after all")
        + "</w:p>"
    )
    styles = '<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
    assert extract(docx(body, styles=styles), ".docx")[1] == "seen\n\nshown after all"


def test_elements_around_text_lose_none_of_it():
    """Fields of letters, runs from right to left, and furigana, which stand above a word."""
    run = "<w:r><w:t>{}</w:t></w:r>".format
    body = (
        f'<w:p>{run("Dear ")}<w:fldSimple w:instr="NAME">{run("Ana")}</w:fldSimple></w:p>'
        f'<w:p><w:dir w:val="rtl">{run("שלום")}</w:dir></w:p>'
        f"<w:p><w:r><w:ruby><w:rt>{run('とうきょう')}</w:rt>"
        f"<w:rubyBase>{run('東京')}</w:rubyBase></w:ruby></w:r></w:p>"
    )
    assert extract(docx(body), ".docx")[1] == "Dear Ana\n\nשלום\n\n東京"


def test_a_table_in_a_cell_is_text_of_its_cell():
    """And so is a list: the row stays a row."""
    cell = "<w:tc>{}</w:tc>".format
    inner = f"<w:tbl><w:tr>{cell(paragraph('Skiff'))}{cell(paragraph('11'))}</w:tr></w:tbl>"
    rows = [[paragraph("Races"), f"{inner}<w:p/>"], [paragraph("Boats"), paragraph("new")]]
    table = "".join(f"<w:tr>{''.join(map(cell, row))}</w:tr>" for row in rows)
    assert extract(docx(f"<w:tbl>{table}</w:tbl>"), ".docx")[1] == (
        "Races | Skiff: 11\nBoats | new"
    )


def test_merged_cells_and_raised_figures_of_a_document():
    """A cell stands in each row and column that it reaches over; a power is not more digits."""
    cell = "<w:tc><w:tcPr>{}</w:tcPr>{}</w:tc>".format
    city = cell('<w:vMerge w:val="restart"/>', paragraph("Norhavn"))
    rows = [
        city + cell("", paragraph("1990")) + cell("", paragraph("10")),
        cell("<w:vMerge/>", "<w:p/>") + cell("", paragraph("2000")) + cell("", paragraph("20")),
        cell('<w:gridSpan w:val="2"/>', paragraph("Both towns")) + cell("", paragraph("30")),
    ]
    table = "".join(f"<w:tr>{row}</w:tr>" for row in rows)
    power = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>6</w:t></w:r>'
    body = f"<w:tbl>{table}</w:tbl><w:p><w:r><w:t>3 × 10</w:t></w:r>{power}</w:p>"
    assert extract(docx(body), ".docx")[1] == (
        "Norhavn | 1990 | 10\nNorhavn | 2000 | 20\nBoth towns | Both towns | 30\n\n3 × 10^6"
    )


def test_a_presentation():
    """Slides with titles or numbers, lists by level, notes, groups, tables and charts."""
    title, text = extract(slides_file(), ".pptx")
    assert title == "Plan for 2025"
    assert text == (
        "## Plan for 2025\n\n- Build\n  - in Bergen\n\nNotes: Say hello.\n\n"
        "## Slide 2\n\nFree text\n\nin a group\n\nName | City\nFjord AS | Oslo\n\n"
        "Category | Sales\nQ1 | 1.5\nQ2 | 2"
    )


def test_a_workbook():
    """Sheets by name; dates are ISO; below a row of headers each cell has its own."""
    title, text = extract(book_file(), ".xlsx")
    assert title == "Register"
    assert text == (
        "## Firms\n\nList of firms\n\nName | Founded | Share | Open\n"
        "Name: Fjord AS | Founded: 1999-05-01 | Share: 25.5% | Open: TRUE\n"
        "Name: Nord & Co | Founded: 2001-01-02 10:30:00 | Share: 1\n\n09:15:00\n\n"
        "## Words\n\nred | blue\n1 | 2"
    )


@pytest.mark.parametrize(
    ("rows", "bold", "said"),
    [
        ([["City", "Firm"], ["Oslo", "Nord"]], True, "City | Firm\nCity: Oslo | Firm: Nord"),
        # Years as headers, and a corner without a name.
        ([[None, 2023], ["Oslo", 5], ["Bergen", 6]], False, " | 2023\nOslo | 5\nBergen | 6"),
        ([["City", "n"], ["Oslo", 0.1 + 0.2]], False, "City | n\nCity: Oslo | n: 0.3"),
    ],
)
def test_a_row_of_headers_is_one_by_what_can_be_seen(rows, bold, said):
    """It alone is bold, or a column below is mostly numbers; else rows stand as they are."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    made = Workbook()
    for row in rows:
        made.active.append(row)
    for cell in made.active[1]:
        cell.font = Font(bold=bold)
    assert extract(saved(made.save), ".xlsx")[1] == f"## Sheet\n\n{said}"


def test_a_workbook_beyond_the_limit_is_refused_and_not_cut(monkeypatch):
    """One sentence; at the limit it is read."""
    monkeypatch.setattr(sheets, "MOST_CELLS", 17)
    assert extract(book_file(), ".xlsx")[0] == "Register"
    monkeypatch.setattr(sheets, "MOST_CELLS", 16)
    with pytest.raises(UnreadableError, match=r"^has more than the 16 filled cells that are read;"):
        extract(book_file(), ".xlsx")


def test_cells_far_apart_are_refused_before_they_take_long(monkeypatch):
    """A few bytes may declare rows and columns that are empty, by the billion."""
    from openpyxl import Workbook

    monkeypatch.setattr(sheets, "_MOST_PLACES", 400_000)
    made = Workbook()
    for row in range(1, 40):
        made.active.cell(row, 16_384, "x")
    with pytest.raises(UnreadableError, match=r"^has cells too far apart: more than 400,000"):
        extract(saved(made.save), ".xlsx")
