"""A table as LaTeX, for papers: `booktabs` is the only package it needs."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from tamis.report.elements import Column, Row, Table
from tamis.report.render.format import ARROWS, Shown, row_count, samples, show, slug
from tamis.text.shown import clean

_LONG, _HEADER, _MANY = 40, 16, 5
"""Characters of a label, of a line of a header; columns of a table at full size."""

_MACROS = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "[": "{[}", "]": "{]}", "*": "{*}",  # after \\ these would be its arguments
    "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"\ldots{}",
    "†": r"\textdagger{}",
    "\u00a0": "~", "\ufffd": "?", "−": "$-$", "±": r"$\pm$", "×": r"$\times$", "·": r"$\cdot$",
    "°": r"$^\circ$", "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "→": r"$\rightarrow$",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}",
    "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}", "œ": r"\oe{}", "Œ": r"\OE{}",
    "ı": r"\i{}", "§": r"\S{}", "£": r"\pounds{}", "©": r"\copyright{}",
} | {char: "\\" + char for char in "&%$#_{}"}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d",
    "\u0327": "c",
}  # fmt: skip


def to_latex(table: Table) -> str:
    r"""The table as a LaTeX `table` with caption and `\label{tab:ID}`.

    The preamble needs `\usepackage{booktabs}` and nothing else. The output is ASCII but for
    characters that LaTeX has no command for (other scripts): LuaLaTeX and XeLaTeX print
    them in the document's font, pdfLaTeX prints a question mark for each. Standard errors
    stand after `\pm`; whose figures a row holds stands after its label; what an average
    leaves out is said under the table. Beyond five columns the type is smaller and tighter.
    """
    compact = len(table.columns) > _MANY
    labels = rf"p{{{0.2 if compact else 0.34}\linewidth}}"
    longest = max((len(row.label) for row in table.rows), default=0)
    ragged = compact or longest > _LONG
    spec = (labels if ragged else "l") + "".join(_align(table, c) for c in table.columns)
    heads = ["", *(_head(column, compact) for column in table.columns)]
    caption = f"{escape(table.title)}. {escape(table.caption)}"
    if any(show(cell).error for row in table.rows for cell in row.cells.values()):
        caption += r" Figures after $\pm$ are standard errors."
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{slug(table.id)}}}",
        *([r"\footnotesize", r"\setlength{\tabcolsep}{2.5pt}"] if compact else []),
        rf"\begin{{tabular}}{{{spec}}}",
        r"\toprule",
        " & ".join(heads) + r" \\",
        *_body(table, ragged),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    notes = " ".join(_notes(table))
    if notes:
        lines += ["", rf"\smallskip{{\footnotesize\raggedright {notes}\par}}"]
    return "\n".join([*lines, r"\end{table}", ""])


def escape(text: str) -> str:
    """Text that TeX prints as it stands: every special character is spelt out."""
    text = unicodedata.normalize("NFC", clean(text))
    pairs = zip(text, f"{text} "[1:], strict=True)
    out = []
    for other, run in groupby(pairs, key=lambda pair: _escape_one(*pair) is None):
        if other:
            raw = "".join(char for char, _ in run)
            # Only the engines that read Unicode have this primitive; pdfTeX skips to \else.
            out.append(rf"\ifdefined\Umathchar {raw}\else {'?' * len(raw)}\fi{{}}")
        else:
            out += [_escape_one(*pair) or "" for pair in run]
    return "".join(out)


def _escape_one(char: str, following: str) -> str | None:
    """One character in ASCII, or None where no command of plain LaTeX prints it."""
    if char in _MACROS:
        return _MACROS[char]
    if char in "-`'?!" and following in "-`'":
        return char + "{}"  # two hyphens would become a dash, two quotes one
    if " " <= char <= "~":
        return char
    base, *accents = list(unicodedata.normalize("NFD", char))
    if len(accents) == 1 and accents[0] in _ACCENTS and base.isascii():
        return rf"\{_ACCENTS[accents[0]]}{{{base}}}"
    return None


def _body(table: Table, ragged: bool) -> Iterator[str]:
    for group, rows in groupby(table.rows, key=lambda row: row.group):
        yield r"\midrule"
        if group:
            span = len(table.columns) + 1
            yield rf"\multicolumn{{{span}}}{{l}}{{\textit{{{escape(group)}}}}} \\"
        for row in rows:
            label = _ragged(_label(row), ragged)
            cells = (_cell(show(row.cells.get(c.key), digits=c.digits)) for c in table.columns)
            yield " & ".join([label, *cells]) + r" \\"


def _label(row: Row) -> str:
    tag = "" if row.kind == "measure" else rf" {{\footnotesize({row.kind})}}"
    return f"{escape(row.label)}{tag}"


def _ragged(text: str, ragged: bool) -> str:
    r"""Left-aligned by hand in a paragraph column: `>{...}` would need package array.

    `\raggedright` changes what ends a line, so the end of a row is put back.
    """
    return rf"\raggedright\let\\\tabularnewline {text}" if ragged else text


def _cell(shown: Shown) -> str:
    if not shown.numeric:
        return _ragged(escape(shown.value), len(shown.value) > _LONG)
    if not shown.error:
        return f"${shown.value}$" if shown.value.startswith("-") else escape(shown.value)
    error = shown.error.removeprefix("±").replace("<", "{<}")
    return rf"${shown.value} \pm {error}$"


def _head(column: Column, compact: bool) -> str:
    """A header in short lines; the arrow has a line of its own where room is scarce."""
    lines = textwrap.wrap(clean(column.label), _HEADER) or [""]
    if column.better and compact:
        lines.append(ARROWS[column.better])
    elif column.better:
        lines[-1] += f" {ARROWS[column.better]}"
    if len(lines) == 1:
        return escape(lines[0])
    return r"\shortstack[r]{" + r" \\ ".join(map(escape, lines)) + "}"


def _notes(table: Table) -> Iterator[str]:
    """One sentence for each row whose averages leave samples out or have an n of their own."""
    names = {column.key: escape(column.label) for column in table.columns}
    for row in table.rows:
        said = [escape(row_count(row))] if row_count(row) else []
        alike: dict[str, list[str]] = {}
        for key, name in names.items():
            counts = show(row.cells.get(key), samples(row)).counts
            if counts:
                alike.setdefault(", ".join(counts), []).append(name)
        said += [f"{', '.join(columns)}: {escape(counts)}" for counts, columns in alike.items()]
        if said:
            group = f"{escape(row.group)}, " if row.group else ""
            yield f"{group}{_label(row)}: {'; '.join(said)}."


def _align(table: Table, column: Column) -> str:
    texts = [c for row in table.rows if isinstance(c := row.cells.get(column.key), str)]
    if not texts:
        return "r"
    return r"p{0.22\linewidth}" if max(map(len, texts)) > _LONG else "l"
