"""PDFs that tests make by hand: pages as drawing instructions, with an image that they may draw."""

from __future__ import annotations

from collections.abc import Sequence

SCAN = "q 600 0 0 780 6 6 cm /Im0 Do Q"
"""Draws the image over the whole page."""

LOGO = "q 40 0 0 40 500 700 cm /Im0 Do Q"
"""Draws it small, in a corner."""


def said(text: str, x: float = 72, y: float = 700, size: float = 10, rise: float = 0) -> str:
    """Draws a text."""
    return f"BT /F1 {size} Tf {rise} Ts 1 0 0 1 {x} {y} Tm ({text}) Tj 0 Ts ET"


def drawn(*pages: str, title: str = "") -> bytes:
    """A PDF of pages with these drawing instructions."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{5 + 2 * n} 0 R' for n in range(len(pages)))}] "
        f"/Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
        "/BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream",
    ]
    for n, stream in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {6 + 2 * n} 0 R "
            "/Resources << /Font << /F1 3 0 R >> /XObject << /Im0 4 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects.append(f"<< /Title ({title}) >>")
    return as_pdf(objects)


def as_pdf(objects: Sequence[str]) -> bytes:
    """The file of these objects: the first is the catalogue, the last says the title."""
    out, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    xref = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    out += "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
    return (out + f"startxref\n{xref}\n%%EOF\n").encode("latin-1")
