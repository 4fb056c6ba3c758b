"""How a cell reads, in one place: every renderer that prints for people asks here."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass

from tamis.report.elements import Cell, Column, Kind, Part, Row
from tamis.stats import Estimate
from tamis.text.shown import clean

DASH = "–"
ARROWS = {"up": "↑", "down": "↓"}
KINDS: dict[Kind, str] = {
    "model": "a model evaluated in this run",
    "baseline": "a program that needs no language model",
    "published": "figures printed in the paper, not run here",
    "measure": "",
}


@dataclass(frozen=True)
class Shown:
    """A cell as text.

    `value` is the figure or the text, `error` its standard error with the sign ("±0.02"),
    `interval` the 95% interval ("0.74 to 0.82"); both are empty where there is none.
    `counts` says what the row does not say already ("n 1,191", "13 excluded").
    `numeric` is False for text, which may come from a model or a document.
    """

    value: str
    error: str = ""
    interval: str = ""
    counts: tuple[str, ...] = ()
    numeric: bool = True


def show(cell: Cell, samples: int = 0, digits: int = 2) -> Shown:
    """The text of a cell, in a row of `samples` samples (see `samples`).

    `digits` is its column's, for a plain float; estimates are rates and have two.
    """
    if isinstance(cell, Estimate):
        counts = []
        if cell.excluded or (cell.n and cell.n != samples):
            counts.append(f"n {cell.n:,}")
        if cell.excluded:
            counts.append(f"{cell.excluded:,} excluded")
        error = "" if _missing(cell.value) or _missing(cell.error) else "±" + width(cell.error)
        return Shown(rate(cell.value), error, interval(cell), tuple(counts))
    if isinstance(cell, Part) and cell and cell.of:
        return Shown(f"{cell:,} ({cell / cell.of:.1%})")
    if isinstance(cell, int):
        return Shown(f"{cell:,}")
    if isinstance(cell, str):
        return Shown(clean(cell), numeric=False)
    return Shown(rate(cell, digits))


def rate(value: float | None, digits: int = 2) -> str:
    """Two decimals, as the papers print; an en dash for None and NaN; never "-0.00"."""
    if value is None or math.isnan(value):
        return DASH
    text = f"{value:,.{digits}f}"
    return text if text.strip("-0.,") else text.removeprefix("-")


def width(stderr: float) -> str:
    """A standard error in two decimals, or three where two would claim that there is none."""
    if stderr == 0 or stderr >= 0.005:
        return f"{stderr:.2f}"
    return f"{stderr:.3f}" if stderr >= 0.0005 else "<0.001"


def interval(estimate: Estimate) -> str:
    """The 95% interval, "0.74 to 0.82"; empty where it has no bounds."""
    low, high = estimate.interval
    return "" if _missing(low) or _missing(high) else f"{rate(low)} to {rate(high)}"


def samples(row: Row) -> int:
    """How many samples stand behind a row: the most that any of its estimates saw.

    An estimate saw those that it averages and those that it excludes. 0 for a row
    without estimates, such as a published one.
    """
    seen = (c.n + c.excluded for c in row.cells.values() if isinstance(c, Estimate))
    return max(seen, default=0)


def row_count(row: Row) -> str:
    """What to print beside a label, "n = 1,204", unless a cell `n` of the row says it."""
    count = samples(row)
    return f"n = {count:,}" if count and row.cells.get("n") != count else ""


def header(column: Column) -> str:
    """A column's label with the arrow of the better direction."""
    label = clean(column.label)
    # A no-break space would be nicer for the eye, but terminals wrap headers at this space.
    return f"{label} {ARROWS[column.better]}" if column.better else label


def slug(name: str) -> str:
    """A name that can be an HTML id, part of a TeX label or of a file name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "untitled"


def ems(text: str) -> float:
    """About how wide a text is in a usual sans-serif face, in ems; SVG cannot measure it."""
    return sum(map(_em, text))


def wrap(text: str, room: float) -> list[str]:
    """The text in lines of at most `room` ems, broken at spaces, else anywhere."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and ems(f"{lines[-1]} {word}") > room:
            lines.append("")
        elif lines[-1]:
            lines[-1] += " "
        for char in word:
            if lines[-1] and ems(lines[-1] + char) > room:
                lines.append("")
            lines[-1] += char
    return lines


def _em(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in "mwMW@%":
        return 0.95
    if char in "ijl.,:;'|! ":
        return 0.34
    if char.isdigit() or char in "–-":
        return 0.57
    return 0.72 if char.isupper() else 0.6


def _missing(value: float) -> bool:
    return not math.isfinite(value)
