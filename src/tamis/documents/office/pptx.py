"""The text of a presentation: slides with their titles, tables, charts and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from tamis.documents.office.archive import Archive, elements
from tamis.documents.parts import Extracted, Part
from tamis.text.powers import raised

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"


def presentation(data: bytes) -> Extracted:
    """The title in the properties, that of the first slide, and the text of all slides.

    A slide is a heading with its title (else its number), its shapes in the order in which screen
    readers read them, and its notes. Hidden slides are read; comments, and the date, footer and
    number of a slide are not. Raises UnreadableError, and for a broken file any exception.
    """
    from pptx import Presentation

    archive = Archive(data)
    archive.check_xml()
    slides: list[Part] = []
    first = ""
    for number, slide in enumerate(Presentation(BytesIO(data)).slides, 1):
        title = slide.shapes.title
        said = " ".join(title.text_frame.text.split()) if title is not None else ""
        first = first or said
        blocks = [f"## {said or f'Slide {number}'}"]
        blocks += _blocks(slide.shapes, None if title is None else title.shape_id)
        if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
            notes = _paragraphs(frame)
            blocks += [f"Notes: {notes[0][1]}", *(text for _, text in notes[1:])] if notes else []
        if said or len(blocks) > 1:
            slides.append(Part("\n\n".join(blocks), f"slide {number}"))
    return Extracted(archive.title(), first, tuple(slides))


def _blocks(shapes: Iterable[Any], title: int | None) -> Iterator[str]:
    """The text of each shape that has any, those of groups included."""
    stack = list(shapes)[::-1]
    while stack:
        shape = stack.pop()
        if hasattr(shape, "shapes"):
            stack.extend(list(shape.shapes)[::-1])
        elif (shape.shape_id != title or not shape.is_placeholder) and (text := _text(shape)):
            yield text


def _text(shape: Any) -> str:
    from pptx.enum.shapes import PP_PLACEHOLDER as KINDS

    if shape.has_text_frame:
        kind = shape.placeholder_format.type if shape.is_placeholder else None
        if kind in (KINDS.DATE, KINDS.FOOTER, KINDS.SLIDE_NUMBER, KINDS.HEADER):
            return ""
        listed = kind in (KINDS.BODY, KINDS.OBJECT, KINDS.VERTICAL_BODY, KINDS.VERTICAL_OBJECT)
        found = _paragraphs(shape.text_frame)
        if listed and len(found) > 1:
            return "\n".join(f"{'  ' * level}- {text}" for level, text in found)
        return "\n".join(text for _, text in found)
    if getattr(shape, "has_table", False):
        return _table(shape.table)
    if getattr(shape, "has_chart", False):
        return _chart(shape.chart)
    return _diagram(shape)


def _table(table: Any) -> str:
    """The rows of a table; a value that reaches over several cells is in each."""
    rows = [
        [" ".join(text for _, text in _paragraphs(cell.text_frame)) for cell in row.cells]
        for row in table.rows
    ]
    for row in range(len(rows)):
        for column in range(len(rows[row])):
            cell = table.cell(row, column)
            # A cell over a whole row is a title, and is written once.
            if cell.is_merge_origin and cell.span_width < len(rows[row]):
                for below in range(row, row + cell.span_height):
                    rows[below][column : column + cell.span_width] = [
                        rows[row][column] for _ in range(cell.span_width)
                    ]
    return "\n".join(" | ".join(row).rstrip(" |") for row in rows if any(row))


def _paragraphs(frame: Any) -> list[tuple[int, str]]:
    """The paragraphs of a frame that are not blank, each with its level from 0."""
    found = ((one.level, _said(one)) for one in frame.paragraphs)
    return [(level, text) for level, text in found if text]


def _said(paragraph: Any) -> str:
    """The text of a paragraph on one line, with its powers."""
    if not any(run.font._element.get("baseline") for run in paragraph.runs):
        return " ".join(paragraph.text.split())
    text = ""
    for child in paragraph._p:
        style = child.find(f"{{{_DRAWING}}}rPr")
        said = "".join(one.text or "" for one in child.iter(f"{{{_DRAWING}}}t"))
        high = style is not None and int(style.get("baseline") or 0) > 0
        text += raised(text, said, words=True) if high else said or " "
    return " ".join(text.split())


def _chart(chart: Any) -> str:
    """The title of a chart, and its numbers as the rows of a table."""
    lines = []
    if chart.has_title and chart.chart_title.has_text_frame:
        lines.append(" ".join(chart.chart_title.text_frame.text.split()))
    for plot in chart.plots:
        series = [(str(one.name), list(one.values)) for one in plot.series]
        lines.append(" | ".join(["Category", *(name for name, _ in series)]))
        for nth, category in enumerate(plot.categories):
            values = (found[nth] if nth < len(found) else None for _, found in series)
            cells = ["" if value is None else f"{value:.15g}" for value in values]
            lines.append(" | ".join([" ".join(str(category).split()), *cells]))
    return "\n".join(line for line in lines if line)


def _diagram(shape: Any) -> str:
    """The texts of a diagram (SmartArt), in the order of its data."""
    found = next(shape.element.iter(f"{{{_DIAGRAM}}}relIds"), None)
    part = found.get(_RELATION) if found is not None else None
    if part is None:
        return ""
    texts = [one.text for one in elements(shape.part.related_part(part).blob) if one.name == "t"]
    return "\n".join(f"- {' '.join(text.split())}" for text in texts if text.strip())
