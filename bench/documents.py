"""Files as parts with places: each reader, and beside two of them the library that it took over.

A paper has two columns of some 600 words a page, of which pypdf's time is that of its plain text.
A workbook has 8 columns. The first file read apart has the start of a process with it.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from clock import Row

WORDS = """kiwi bird laboratory office efficient workflow treatment measure population evidence
temperature retrieval verification of the and in a with between""".split()  # noqa: SIM905


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from office_files import docx, epub, mail, odt, paragraph, saved
    from tamis.documents.apart import ReadingProcesses
    from tamis.documents.formats import read

    number = 2 if quick else 15
    size = 500 if quick else 50_000
    texts = [_sentence(random.Random(n)) for n in range(200 if quick else 1000)]
    paper, book = _paper(number), saved(_workbook(size).save)
    rows = []
    seconds = _best(lambda: _by_pypdf(paper))
    rows.append(
        Row(f"PDF, {number} pages, pypdf", seconds, ratio=1.0, note=_a_page(seconds, number))
    )
    own = _best(lambda: read(paper, ".pdf"))
    rows.append(Row("PDF", own, ratio=own / seconds, note=f"{_a_page(own, number)}, goal 30 ms"))
    with ReadingProcesses() as processes:
        once = _time(lambda: processes.read(paper, ".pdf"))
        rows.append(Row("PDF, the first one apart", once, ratio=once / seconds))
        again = _best(lambda: processes.read(paper, ".pdf"))
        rows.append(Row("PDF, the next one apart", again, ratio=again / seconds))
    seconds = _time(lambda: _by_openpyxl(book))
    rows.append(Row(f"XLSX, {size:,} × 8, openpyxl", seconds, ratio=1.0))
    own = _best(lambda: read(book, ".xlsx"), 2)
    rows.append(Row("XLSX", own, ratio=own / seconds, note="goal 2 s"))
    cells = [{"cell_type": "code", "source": text} for text in texts]
    mails = (b"From a@b Thu May  2 09:15:00 2024\n" + mail(text).as_bytes() for text in texts)
    pages = "".join(f"<p>{text}</p>" for text in texts)
    made: dict[str, bytes] = {
        ".docx": docx("".join(map(paragraph, texts))),
        ".odt": odt("".join(f"<text:p>{text}</text:p>" for text in texts)),
        ".pptx": saved(_slides(texts[:100]).save),
        ".epub": epub({"p.xhtml": f"<html><body>{pages}</body></html>"}),
        ".mbox": b"\n\n".join(mails),
        ".ipynb": json.dumps({"cells": cells}).encode(),
        ".html": pages.encode(),
        ".md": "\n\n".join(texts).encode(),
        ".csv": "\n".join(["a,b", *(f'"{text}",{n}' for n, text in enumerate(texts))]).encode(),
    }
    for suffix, data in made.items():
        count = 100 if suffix == ".pptx" else len(texts)
        seconds = _best(lambda data=data, suffix=suffix: read(data, suffix))
        note = f"{count:,} paragraphs, slides, messages, cells or rows"
        rows.append(Row(suffix[1:].upper(), seconds, note=note))
    return rows


def _sentence(chosen: random.Random) -> str:
    return " ".join(chosen.choices(WORDS, k=40)).capitalize() + "."


def _paper(pages: int) -> bytes:
    """Two columns of words whose letters are moved a little, as TeX sets them."""
    from pdf_files import drawn

    chosen = random.Random(7)

    def line(x: int, y: int) -> str:
        words = "".join(
            f"({word[:2]}) 15 ({word[2:]}) -300 " for word in chosen.choices(WORDS, k=6)
        )
        return f"BT /F1 9 Tf 1 0 0 1 {x} {y} Tm [{words}] TJ ET"

    def page() -> str:
        return "\n".join(line(x, 740 - 13 * nth) for x in (60, 320) for nth in range(52))

    return drawn(*[page() for _ in range(pages)])


def _workbook(rows: int):  # type: ignore[no-untyped-def]
    from openpyxl import Workbook

    made = Workbook(write_only=True)
    sheet = made.create_sheet("Firms")
    sheet.append([f"Column {n}" for n in range(8)])
    for n in range(rows):
        sheet.append([f"Firm {n}", n, n * 1.5, "of the north", n % 7, f"x{n % 100}", n / 3, "Oslo"])
    return made


def _slides(texts: list[str]):  # type: ignore[no-untyped-def]
    from pptx import Presentation

    made = Presentation()
    for text in texts:
        slide = made.slides.add_slide(made.slide_layouts[6])
        slide.shapes.add_textbox(0, 0, 9, 9).text_frame.text = text
    return made


def _by_pypdf(data: bytes) -> list[str]:
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def _by_openpyxl(data: bytes) -> int:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    return sum(1 for sheet in book.worksheets for row in sheet.iter_rows() for _ in row)


def _a_page(seconds: float, pages: int) -> str:
    return f"{1000 * seconds / pages:.0f} ms a page"


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _best(work: Callable[[], object], times: int = 3) -> float:
    return min(_time(work) for _ in range(times))
