"""Office files, e-books and mail that tests make: by the libraries, or as zips written by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from email.message import EmailMessage
from typing import Any

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def packed(members: dict[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of members by their names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def saved(save: Callable[[io.BytesIO], Any]) -> bytes:
    """What a library writes into a file."""
    file = io.BytesIO()
    save(file)
    return file.getvalue()


def docx(body: str, **others: str) -> bytes:
    """A DOCX whose body is the given WordprocessingML; `footnotes` is another part of it."""
    start = f'<?xml version="1.0"?><w:document xmlns:w="{W}"><w:body>'
    return packed(
        {
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f"{start}{body}</w:body></w:document>",
            **{
                f"word/{name}.xml": f'<w:{name} xmlns:w="{W}">{text}</w:{name}>'
                for name, text in others.items()
            },
        }
    )


def paragraph(text: str) -> str:
    """A paragraph of WordprocessingML."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def word_file() -> bytes:
    """A document as Word has it: title, heading, list, table; its properties have no title."""
    from docx import Document

    made = Document()
    made.core_properties.title = ""
    made.add_heading("Suppliers", 0)
    made.add_heading("North", 1)
    made.add_paragraph("Fjord AS is in Oslo.")
    made.add_paragraph("first", style="List Bullet")
    made.add_paragraph("second", style="List Bullet")
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Name", "City", "Fjord AS", "Oslo"), strict=True):
        cell.text = text
    made.sections[0].header.paragraphs[0].text = "Confidential"
    made.add_comment(made.paragraphs[2].runs, text="Is that so?")
    return saved(made.save)


def slides_file() -> bytes:
    """A presentation of two slides, with a list, notes, a group, a table and a chart."""
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    made = Presentation()
    made.core_properties.title = "PowerPoint Presentation"
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Plan for 2025"
    frame = first.placeholders[1].text_frame
    frame.text = "Build"
    below = frame.add_paragraph()
    below.text, below.level = "in Bergen", 1
    first.notes_slide.notes_text_frame.text = "Say hello."
    second = made.slides.add_slide(made.slide_layouts[6])
    second.shapes.add_textbox(0, 0, 9, 9).text_frame.text = "Free\vtext"
    second.shapes.add_group_shape().shapes.add_textbox(0, 0, 9, 9).text_frame.text = "in a group"
    table = second.shapes.add_table(2, 2, 0, 0, 99, 99).table
    for cell, text in zip(table.iter_cells(), ("Name", "City", "Fjord AS", "Oslo"), strict=True):
        cell.text = text
    data = CategoryChartData()
    data.categories = ["Q1", "Q2"]
    data.add_series("Sales", (1.5, 2))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 99, 99, data)
    return saved(made.save)


def book_file() -> bytes:
    """A workbook of two filled sheets, with dates, a percentage, a formula and a far cell."""
    from openpyxl import Workbook

    made = Workbook()
    made.properties.title = "Register"
    firms = made.active
    firms.title = "Firms"
    firms.append(["List of firms"])
    firms.append([])
    firms.append(["Name", "Founded", "Share", "Open"])
    firms.append(["Fjord AS", date(1999, 5, 1), 0.255, True])
    firms.append(["Nord & Co", datetime(2001, 1, 2, 10, 30), 1, None])
    firms["C4"].number_format = "0.0%"
    firms["H9"] = "=1+1"
    firms["H10"] = time(9, 15)
    made.create_sheet("Empty")
    words = made.create_sheet("Words")
    words.append([None, "red", "blue"])
    words.append([None, "1", "2"])
    return saved(made.save)


def epub(pages: dict[str, str | bytes], *, title: str = "A Book", **others: str | bytes) -> bytes:
    """An EPUB of XHTML pages by their names, in that order; `others` are further members."""
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(pages)))
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:container">'
        '<rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
        "OEBPS/a.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata><dc:title>{title}</dc:title></metadata><manifest>{items}"
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'</manifest><spine>{spine}<itemref idref="nav"/></spine></package>',
        "OEBPS/nav.xhtml": "<html><body><nav>Contents</nav>Contents</body></html>",
        **{f"OEBPS/{name.replace('%20', ' ')}": page for name, page in pages.items()},
    }
    return packed(members | {name.replace("__", "/"): data for name, data in others.items()})


def odt(body: str, title: str = "") -> bytes:
    """An ODT whose text is the given XML, with the usual prefixes."""
    spaces = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"'
        for prefix in ("office", "text", "table", "draw")
    )
    dc = "http://purl.org/dc/elements/1.1/"
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f'<?xml version="1.0" encoding="UTF-8"?><office:document-content '
            f"{spaces}><office:body><office:text>{body}</office:text></office:body>"
            "</office:document-content>",
            "meta.xml": f'<office:document-meta {spaces} xmlns:dc="{dc}"><office:meta><dc:title>'
            f"{title}</dc:title></office:meta></office:document-meta>",
        }
    )


def mail(text: str = "We deliver on Monday.", subject: str = "Delivery") -> EmailMessage:
    """A message of a supplier."""
    made = EmailMessage()
    made["From"] = "Åse Fjord <ase@fjord.example>"
    made["To"] = "buyer@example.com"
    made["Date"] = "Thu, 02 May 2024 09:15:00 +0200"
    made["Subject"] = subject
    made.set_content(text)
    return made


def one_of_each() -> dict[str, bytes]:
    """A file of each kind by its name; each says its own word."""
    from docx import Document

    made = Document()
    made.add_paragraph("alder")
    return {
        "a.docx": saved(made.save), "b.pptx": slides_file(), "c.xlsx": book_file(),
        "d.epub": epub({"p.xhtml": "<html><body><p>dogwood</p></body></html>"}),
        "e.odt": odt("<text:p>elm</text:p>"), "f.eml": mail("fir\n").as_bytes(),
        "g.mbox": b"From a@b Thu May  2 09:15:00 2024\n" + mail("gorse\n").as_bytes() + b"\n",
    }  # fmt: skip
