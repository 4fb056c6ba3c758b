"""Each kind of file as parts with places: tables, raised figures, merged cells, hidden text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from office_files import docx, odt, packed, paragraph, saved
from tamis.documents.formats import UnreadableError, extract, read
from tamis.documents.parts import as_document
from tamis.documents.places import narrowed, place_of
from tamis.retrieve.chunks import chunks_of

for module in ("mammoth", "openpyxl", "pptx", "python_calamine"):
    pytest.importorskip(module)


CASES = Path(__file__).parents[2] / "shared" / "cases"


def document(data: bytes | str, suffix: str):
    """The one document of a file."""
    (one,) = read(data.encode() if isinstance(data, str) else data, suffix)
    return as_document(one, f"file{suffix}", "file")


def passages(data: bytes | str, suffix: str, size: int = 2000):
    """The passages of a file, each with its place."""
    return [(place_of(one), one.text) for one in chunks_of(document(data, suffix), size)]


# Places


@pytest.mark.parametrize(
    ("data", "suffix", "place"),
    [
        ("one\ntwo\n\nthe needle\nfive", ".txt", "line 4"),
        ("---\ntitle: T\nby: me\n---\n\n# Head\n\nthe needle", ".md", "line 8"),
        ("Head\n====\n\nthe needle", ".rst", "line 4"),
        ("\\section{A}\n\n% no\nthe needle", ".tex", "line 4"),
        ("<a>\n <b>the needle</b>\n</a>", ".xml", "line 2"),
        ("name,what\nx,hay\ny,the needle\n", ".csv", "row 3"),
        ("name\twhat\n\nx\tthe needle\n", ".tsv", "row 3"),
        (json.dumps({"cells": [{"cell_type": "markdown", "source": "# Head"},
                               {"cell_type": "code", "source": ["the ", "needle"]}]}),
         ".ipynb", "cell 2"),
        ("<p>the needle", ".html", ""),
    ],
)  # fmt: skip
def test_a_quote_has_its_place(data, suffix, place):
    """As people count: lines and rows of the whole file from 1, cells of a notebook."""
    assert narrowed(document(data, suffix), lambda text: "the needle" in text) == place


def test_a_quote_over_several_places_has_all_of_them():
    """And one that is there twice the first."""
    found = document("one\ntwo the\nneedle\nthe needle", ".txt")
    assert narrowed(found, lambda text: "the needle" in " ".join(text.split())) == "line 2–3"
    assert narrowed(found, lambda text: "needle" in text) == "line 3"
    assert narrowed(found, lambda text: "hay" in text) == "line 1–4"


def test_passages_know_their_places():
    """They are cut at the ends of paragraphs as ever."""
    text = "\n\n".join(f"Paragraph {n} has some words." for n in range(1, 7))
    assert [place for place, _ in passages(text, ".txt", 70)] == [
        "line 1–3",
        "line 5–7",
        "line 9–11",
    ]


# Tables


LONG = [f"Town {n} | {1900 + n} | {37 * n}" for n in range(60)]


@pytest.mark.parametrize("head", ["th", "td"])
def test_the_header_of_a_long_table_goes_with_each_of_its_rows(head):
    """Into every passage, whether or not it is marked as one; the text around it is apart."""
    cells = "".join(f"<{head}>{name}</{head}>" for name in ("City", "Year", "Count"))
    rows = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split(' | '))}</tr>" for row in LONG
    )
    found = passages(f"<p>Before.</p><table><tr>{cells}</tr>{rows}</table><p>After.", ".html", 400)
    texts = [text for _, text in found]
    assert (texts[0], texts[-1]) == ("Before.", "After.")
    assert all(text.startswith("City | Year | Count\n") for text in texts[1:-1])
    assert [row for text in texts[1:-1] for row in text.split("\n")[1:]] == LONG
    assert max(map(len, texts)) <= 400


def test_two_rows_of_headings_go_with_each_row():
    """As a table may name its groups of columns above the columns."""
    rows = "".join(f"<tr><td>Town {n}<td>{n}<td>{n}</tr>" for n in range(200))
    head = "<tr><th rowspan=2>City<th colspan=2>People</tr><tr><th>1990<th>2000</tr>"
    for _, text in passages(f"<table>{head}{rows}</table>", ".html", 400):
        assert text.startswith("City | People | People\nCity | 1990 | 2000\n")


def test_a_table_in_markdown_keeps_its_header_and_its_lines():
    """A short one stays with the text around it."""
    rows = [f"| {row} |" for row in LONG]
    text = "\n".join(["# Towns", "", "| City | Year | Count |", "|---|---|---|", *rows, "", "End."])
    found = passages(text, ".md", 500)
    assert found[0] == ("line 1", "# Towns")
    assert found[-1] == ("line 66", "End.")
    assert all(text.startswith("| City | Year | Count |\n|---|") for _, text in found[1:-1])
    assert found[2][0].startswith("line ")
    short = "\n".join(["Before.", "", "| a | b |", "|---|---|", "| 1 | 2 |", "", "After."])
    assert passages(short, ".md") == [("line 1–7", short)]


@pytest.mark.parametrize(
    ("data", "suffix", "rows"),
    [
        ("name;city\n\"Fjord; AS\";Oslo\nNord;\n", ".csv",
         [("row 2", "name: Fjord; AS | city: Oslo"), ("row 3", "name: Nord")]),
        ("a\tb\n1\t2\n3\t4\t5\n", ".tsv", [("row 2", "a: 1 | b: 2"), ("row 3", "a: 3 | b: 4 | 5")]),
        ('a,b\n"two\nlines",x\ny,z\n', ".csv", [("row 2", "a: two lines | b: x"),
                                               ("row 3", "a: y | b: z")]),
        ("1,2\n3,4\n", ".csv", [("row 1", "1 | 2"), ("row 2", "3 | 4")]),
        ("Report\n\nDate;Sum\n1 May;2,50\n2 May;3,10\n", ".csv",
         [("row 1", "Report"), ("row 4", "Date: 1 May | Sum: 2,50"),
          ("row 5", "Date: 2 May | Sum: 3,10")]),
        ("sep=;\na;b, c\n1;2\n", ".csv", [("row 3", "a: 1 | b, c: 2")]),
        ("name\nFjord, AS\nNord, AS\n", ".csv",
         [("row 1", "name"), ("row 2", "Fjord | AS"), ("row 3", "Nord | AS")]),
        ("\ufeffname,city\n", ".csv", [("row 1", "name | city")]),
    ],
)  # fmt: skip
def test_a_row_of_a_table_is_a_passage_with_its_headers(data, suffix, rows):
    """Numbered as a spreadsheet numbers them."""
    assert passages(data, suffix) == rows


# Figures


SUPERSCRIPT = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{}</w:t></w:r>'


LIST = "<{0}><li>Oslo</li><li>Bergen</li></{0}>"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (LIST.format("ul"), "Oslo; Bergen"), ("Both:" + LIST.format("ol"), "Both: Oslo; Bergen"),
        ("<ul><li>Norway" + LIST.format("ul") + "<li>Japan</ul>", "Norway; Oslo; Bergen; Japan"),
        ("<p>Oslo</p><p>Bergen</p>", "Oslo; Bergen"), ("Oslo,<br>Bergen", "Oslo, Bergen"),
    ],
)  # fmt: skip
def test_a_list_in_a_cell_stays_in_its_cell(cell, text):
    """Item by item, in one row."""
    page = f"<table><tr><th>Firm<th>Towns</tr><tr><td>Fjord<td>{cell}</tr></table>"
    assert extract(page.encode(), ".html")[1] == f"Firm | Towns\nFjord | {text}"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("10<sup>6</sup>", "10^6"), ("10<sup>−3</sup> m", "10^−3 m"), ("(a)<sup>2</sup>", "(a)^2"),
        ("2<b>0</b><sup>5</sup>", "20^5"), ("km<sup>2</sup>", "km^2"), ("1<sup>st</sup>", "1st"),
        ("<td>10<sup>6</sup></td>", "10^6"),
        ('wells<sup><a href="#n1">1</a></sup>', "wells[1]"),
        ('2000<a href="#n2"><sup>2</sup></a>', "2000[2]"),
        ('in 1900<sup>[<a href="#n3">3</a>]</sup>.', "in 1900[3]."),
        ('10<sup><a href="/power">6</a></sup>', "10^6"),
    ],
)  # fmt: skip
def test_raised_figures_of_a_page(html, text):
    """A power behind a figure or a bracket; what links to a place on the page marks a note."""
    page = f"<table><tr>{html}</tr></table>" if html.startswith("<td") else f"<p>{html}</p>"
    assert extract(page.encode(), ".html")[1] == text


def test_raised_figures_of_documents_slides_sheets_and_texts():
    """By the form that each kind has for it."""
    word = docx(f"<w:p><w:r><w:t>10</w:t></w:r>{SUPERSCRIPT.format(6)}</w:p>")
    assert extract(word, ".docx")[1] == "10^6"
    assert extract(slides_with_a_power(), ".pptx")[1].endswith("10^6 cells")
    assert extract(sheet_with_a_power(), ".xlsx")[1].endswith("10^6 cells")
    style = 'style:text-position="super 58%"'
    text = '<text:p>10<text:span text:style-name="T1">6</text:span></text:p>'
    assert extract(odt(text), ".odt")[1] == "106"
    assert extract(_with_styles(text, style), ".odt")[1] == "10^6"


def _with_styles(body: str, styles: str) -> bytes:
    """An ODT with the style T1, which has these properties."""
    import io
    import zipfile

    made = zipfile.ZipFile(io.BytesIO(odt(body)))
    styles = (
        '<office:automatic-styles><style:style style:name="T1" xmlns:style="s">'
        f"<style:text-properties {styles}/></style:style></office:automatic-styles>"
    )
    content = made.read("content.xml").decode().replace("<office:body>", f"{styles}<office:body>")
    return packed({name: made.read(name) for name in made.namelist()} | {"content.xml": content})


def slides_with_a_power() -> bytes:
    """A slide with a text box of which a run is raised."""
    from pptx import Presentation

    made = Presentation()
    frame = made.slides.add_slide(made.slide_layouts[6]).shapes.add_textbox(0, 0, 9, 9).text_frame
    for text, raised in (("10", False), ("6", True), (" cells", False)):
        run = frame.paragraphs[0].add_run()
        run.text = text
        if raised:
            run.font._element.set("baseline", "30000")
    return saved(made.save)


def sheet_with_a_power() -> bytes:
    """A workbook of which a cell has a raised run."""
    from openpyxl import Workbook
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    made = Workbook()
    made.active["A1"] = CellRichText(
        "10", TextBlock(InlineFont(vertAlign="superscript"), "6"), " cells"
    )
    return saved(made.save)


# Merged cells and hidden text


def test_merged_cells_of_a_sheet():
    """A value is in each cell that it reaches over; a title over the columns is written once."""
    from openpyxl import Workbook

    made = Workbook()
    sheet = made.active
    for row in (["Towns", None, None], ["City", "Year", "Count"], ["Norhavn", 1990, 10],
                [None, 2000, 20], ["Both", None, 30]):  # fmt: skip
        sheet.append(row)
    for cells in ("A1:C1", "A3:A4", "A5:B5"):
        sheet.merge_cells(cells)
    assert extract(saved(made.save), ".xlsx")[1].split("\n\n")[1].split("\n") == [
        "Towns", "City | Year | Count", "City: Norhavn | Year: 1990 | Count: 10",
        "City: Norhavn | Year: 2000 | Count: 20", "City: Both | Year: Both | Count: 30",
    ]  # fmt: skip


def test_two_rows_of_headers_in_a_sheet():
    """Where the upper one reaches over columns: each cell has both names."""
    from openpyxl import Workbook

    made = Workbook()
    sheet = made.active
    for row in (["Town", "2023", None], [None, "Plan", "Sold"], ["Oslo", 5, 6]):
        sheet.append(row)
    for cells in ("A1:A2", "B1:C1"):
        sheet.merge_cells(cells)
    assert extract(saved(made.save), ".xlsx")[1].split("\n")[-1] == (
        "Town: Oslo | 2023 / Plan: 5 | 2023 / Sold: 6"
    )


def test_numbers_keep_their_leading_zeros():
    """Of articles and postcodes; other formats change nothing."""
    from openpyxl import Workbook

    made = Workbook()
    made.active.append([42, 42, 7.5])
    for cell, code in zip(made.active[1], ("0000", "0.00", "000"), strict=True):
        cell.number_format = code
    assert extract(saved(made.save), ".xlsx")[1].split("\n")[-1] == "0042 | 42 | 7.5"


def test_merged_cells_of_a_slide_and_of_a_text():
    """As in pages."""
    from pptx import Presentation

    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    table = slide.shapes.add_table(3, 2, 0, 0, 99, 99).table
    for cell, text in zip(table.iter_cells(), ("City", "Year", "Norhavn", "1990", "", "2000"),
                          strict=True):  # fmt: skip
        cell.text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    text = extract(saved(made.save), ".pptx")[1]
    assert text.endswith("City | Year\nNorhavn | 1990\nNorhavn | 2000")
    rows = (
        '<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>Norhavn</text:p>'
        "</table:table-cell><table:table-cell><text:p>1990</text:p></table:table-cell>"
        "</table:table-row><table:table-row><table:covered-table-cell/><table:table-cell>"
        "<text:p>2000</text:p></table:table-cell></table:table-row>"
    )
    assert extract(odt(f"<table:table>{rows}</table:table>"), ".odt")[1] == (
        "Norhavn | 1990\nNorhavn | 2000"
    )


def test_hidden_text_of_a_text_document():
    """By its style."""
    style = 'text:display="none"'
    text = '<text:p>Open<text:span text:style-name="T1">0020</text:span> on Monday.</text:p>'
    assert extract(_with_styles(text, style), ".odt")[1] == "Open on Monday."


# Workbooks, notebooks, mail


def test_a_sheet_says_its_cells():
    """Passages are cut between rows, and say from which to which they go."""
    from openpyxl import Workbook

    made = Workbook()
    made.active.title = "Firms"
    for row in [["Name", "Founded"], *([f"Firm {n}", 1900 + n] for n in range(40))]:
        made.active.append([None, *row])
    found = passages(saved(made.save), ".xlsx", 300)
    assert [place for place, _ in found] == [
        "Firms", "Firms!B1–10", "Firms!B11–20", "Firms!B21–30", "Firms!B31–40", "Firms!B41",
    ]  # fmt: skip
    # Firm 0 stands in row 2.
    assert found[2][1].startswith("Name: Firm 9 | Founded: 1909\n")


def spreadsheet(rows: str) -> bytes:
    """A sheet of LibreOffice with these rows, and the style B, which is bold."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style", "fo")
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest:manifest xmlns:manifest='m'/>",
            "content.xml": f"<office:document-content {spaces}><office:automatic-styles>"
            '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/>'
            "</style:style></office:automatic-styles><office:body><office:spreadsheet>"
            f'<table:table table:name="Firms">{rows}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
        }
    )


def ods_cell(text: str, more: str = "", kind: str = 'value-type="string"') -> str:
    """A cell of such a sheet."""
    return f"<table:table-cell office:{kind} {more}><text:p>{text}</text:p></table:table-cell>"


def test_a_spreadsheet_of_open_document_is_read():
    """Bold names of columns, merged cells and percentages, as in other workbooks."""
    share = ods_cell("7,5 %", kind='value-type="percentage" office:value="0.075"')
    rows = (
        [ods_cell(name, 'table:style-name="B"') for name in ("City", "Firm", "Share")],
        [ods_cell("Oslo", 'table:number-rows-spanned="2"'), ods_cell("Fjord"), share],
        ["<table:covered-table-cell/>", ods_cell("Nord"), share],
    )
    made = spreadsheet(
        "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    )
    assert extract(made, ".ods")[1].split("\n")[2:] == [
        "City | Firm | Share",
        "City: Oslo | Firm: Fjord | Share: 7.5%",
        "City: Oslo | Firm: Nord | Share: 7.5%",
    ]


def test_a_notebook_is_its_cells_with_what_they_printed():
    """The title is the first heading; pictures are left out; older forms are read too."""
    made = {
        "cells": [
            {"cell_type": "markdown", "source": ["# Otters\n", "in spring"]},
            {"cell_type": "code", "source": "1 + 1", "outputs": [
                {"output_type": "stream", "text": ["warm\n"]},
                {"output_type": "execute_result", "data": {"text/plain": "2", "image/png": "x"}},
            ]},
        ]
    }  # fmt: skip
    assert extract(json.dumps(made).encode(), ".ipynb") == (
        "Otters", "# Otters\nin spring\n\n1 + 1\n\nwarm\n\n2",
    )  # fmt: skip
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": "old()"}]}]}
    assert extract(json.dumps(old).encode(), ".ipynb")[1] == "old()"


@pytest.mark.parametrize("data", ["{", "[]", "{}", '{"cells": 3}', '{"cells": [1, null]}'])
def test_what_is_no_notebook_is_a_sentence(data):
    """Whatever JSON it is."""
    with pytest.raises(UnreadableError, match=r"is no notebook"):
        read(data.encode(), ".ipynb")


def test_a_table_within_a_document_keeps_its_header():
    """As in a page: a DOCX is read as one."""
    cell = "<w:tc>{}</w:tc>"
    rows = "".join(
        f"<w:tr>{''.join(cell.format(paragraph(said)) for said in row.split(' | '))}</w:tr>"
        for row in ("City | Year | Count", *LONG)
    )
    found = passages(docx(f"<w:tbl>{rows}</w:tbl>"), ".docx", 400)
    assert len(found) > 3
    assert all(text.startswith("City | Year | Count\n") for _, text in found)


# Public reports


@pytest.mark.parametrize(
    ("file", "parts", "unread"),
    [
        ("09-numbers-and-tables-of-web-pages/corpus/page.html",
         ["Norhavn | 1990 | 10\nNorhavn | 2000 | 20", "3 × 10^6 cells"], []),
        ("10-pdf-with-some-scanned-pages/corpus/mixed.pdf", ["otters"], ["p. 2"]),
        ("11-pdf-columns-drawn-by-line/corpus/columns.pdf",
         ["five six seven eight\nnine ten", "nineteen twenty.\nRight column begins"], []),
    ],
)  # fmt: skip
def test_the_files_of_public_reports(file, parts, unread):
    """What a reader sees is there in its order, and a page that could not be read is told."""
    if not (CASES / file).exists():
        pytest.skip(f"{CASES / file} is not here")
    (found,) = read((CASES / file).read_bytes(), Path(file).suffix)
    assert [part for part in parts if part not in found.text] == []
    assert [one.place for one in found.unread] == unread
