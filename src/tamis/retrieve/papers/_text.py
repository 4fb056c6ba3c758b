"""Splits a text, plain or from Markdown or a web page, into paragraphs."""

from __future__ import annotations

import re

_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+")


def paragraphs_of(text: str, *, marked: bool = False) -> list[str]:
    """The parts of `text` between blank lines, without outer white space.

    `marked`: lines that begin with `#` are headings, which become separate paragraphs without the
    marks; text between code fences is unchanged.
    """
    paragraphs = [part.strip() for part in _BLANK.split(text.strip())]
    if marked:
        paragraphs = _with_headings(paragraphs)
    return [paragraph for paragraph in paragraphs if paragraph]


def _with_headings(paragraphs: list[str]) -> list[str]:
    parts: list[str] = []
    fenced = False
    for paragraph in paragraphs:
        held: list[str] = []
        for line in paragraph.split("\n"):
            fenced ^= line.lstrip().startswith(("```", "~~~"))
            if not fenced and (found := _HEADING.match(line)):
                parts += ["\n".join(held), line[found.end() :].rstrip().rstrip("#")]
                held = []
            else:
                held.append(line)
        parts.append("\n".join(held))
    return [part.strip() for part in parts]
