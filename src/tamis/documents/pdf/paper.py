"""A PDF as a document of pages, and as the title and the paragraphs of a paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from tamis.documents.parts import PaperText, Part, Read
from tamis.documents.pdf.blocks import Block, blocks_of, body_size, page_blocks
from tamis.documents.pdf.line import Limits, Line
from tamis.documents.pdf.lines import pdf_pages
from tamis.documents.sections import (
    ABSTRACT,
    is_named_heading,
    without_references,
)
from tamis.documents.titles import real_title

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(
    r"(?<![^\W\d_])(?<![^\W\d_]-)(?P<left>[^\W\d_]+(?:-[^\W\d_]+)*)[-\u00ad\u2010]\Z"
)
_FIRST_SECTION = re.compile(r"[01]\.?\s+[^\W\d_]")
_LONGEST_WORD = 80
_FRONT_WORDS = 200
"""Names and addresses before the abstract are left out, if they have at most this many words."""


def paper_of_pdf(data: bytes, limits: Limits | None = None) -> PaperText:
    """A PDF as a paper, of which headings are separate paragraphs.

    The title is the one that the file declares, else the most prominent text of the first page.
    Text that stands upright, such as a stamp in the margin, is left out. Raises UnreadableError as
    `pdf_pages` does.
    """
    declared, pages, unread = pdf_pages(data, limits or Limits())
    pages = [[line for line in lines if not line.upright] for lines in pages]
    blocks = blocks_of(pages)
    words = _words(line for lines in pages for line in lines)
    found = _title(blocks, body_size(pages))
    texts = [joined(block.lines, words) for block in blocks]
    title = real_title(declared) or (texts[found] if found is not None else "")
    if found is not None:
        texts[found] = ""
    start = _abstract(blocks, texts)
    kept = without_references([text for text in texts[start:] if text])
    return PaperText(title, tuple(kept or [text for text in texts if text] or [title]), unread)


def document_of_pdf(data: bytes, limits: Limits | None = None) -> Read:
    """A PDF with each page as a part, and the pages that could not be read.

    All lines are there, running heads and page numbers too; a word that is broken at the end of a
    line is made whole. The title is found as for a paper. Raises UnreadableError as `pdf_pages`.
    """
    declared, pages, unread = pdf_pages(data, limits or Limits())
    words = _words(line for lines in pages for line in lines)
    body = body_size(pages)
    parts = []
    first: list[Block] = []
    for number, lines in enumerate(pages):
        blocks = page_blocks(lines, number, body)
        first = first or blocks
        text = "\n\n".join(_kept_lines(block.lines, words) for block in blocks)
        parts.append(Part(text, f"p. {number + 1}"))
    found = None if real_title(declared) else _title(first, body)
    title = joined(first[found].lines, words) if found is not None else real_title(declared)
    return Read(title, tuple(parts), unread)


def _kept_lines(lines: Sequence[Line], words: Counter[str]) -> str:
    """The text of a block in its lines, the rest of a broken word on the line where it begins."""
    texts: list[str] = []
    for line in lines:
        text = line.text
        broken = _broken(texts[-1]) if texts else ""
        following = _WORD.match(text) if broken and text[0].islower() else None
        if following:
            soft = texts[-1][-1] == "\u00ad"
            keeps = not soft and _keeps_hyphen(broken, following.group(), words)
            rest, _, text = text.partition(" ")
            texts[-1] = (texts[-1] if keeps else texts[-1][:-1]) + rest
        if text:
            texts.append(text)
    return "\n".join(texts).replace("\u00ad", "")


def joined(lines: Sequence[Line], words: Counter[str]) -> str:
    """The text of a block on one line, with words joined that were hyphenated at line ends.

    A hyphen is kept if elsewhere in the paper the word has it more often than not, if the part
    before it has another hyphen, or if both parts are longer words of the paper.
    """
    parts: list[str] = []
    for line in lines:
        broken = _broken(parts[-1]) if parts else None
        following = _WORD.match(line.text)
        if not broken or not following or not line.text[0].islower():
            parts += [" ", line.text] if parts else [line.text]
        elif parts[-1][-1] != "\u00ad" and _keeps_hyphen(broken, following.group(), words):
            parts.append(line.text)
        else:
            parts[-1] = parts[-1][:-1]
            parts.append(line.text)
    return "".join(parts).replace("\u00ad", "")


def _broken(line: str) -> str:
    """The part before the hyphen of a word that is hyphenated at the end of a line, else ""."""
    found = _BROKEN.search(line[-_LONGEST_WORD:])
    return found["left"] if found else ""


def _keeps_hyphen(left: str, right: str, words: Counter[str]) -> bool:
    whole, hyphened = (left + right).casefold(), f"{left}-{right}".casefold()
    if words[whole] or words[hyphened]:
        return words[hyphened] > words[whole]
    # Two parts that are both longer words are more often a compound than one word.
    compound = min(len(left), len(right)) >= 5 and words[left.casefold()] > 1 < words[right]
    return compound or "-" in left


def _words(lines: Iterable[Line]) -> Counter[str]:
    """How often each word occurs within lines, without words hyphenated at line ends."""
    counts: Counter[str] = Counter()
    for line in lines:
        whole = (
            line.text[: len(line.text) - len(broken) - 1]
            if (broken := _broken(line.text))
            else line.text
        )
        counts.update(word.casefold() for word in _WORD.findall(whole))
    return counts


def _title(blocks: Sequence[Block], body: float) -> int | None:
    """The block that could be the title: the largest before the first section, else one in bold."""
    front: list[int] = []
    for number, block in enumerate(blocks):
        text = " ".join(line.text for line in block.lines)
        if block.page or is_named_heading(text) or _FIRST_SECTION.match(text):
            break
        if block.heading and len(text) <= 300 and sum(map(str.isalpha, text)) >= 5:
            front.append(number)
    best = max(front, key=lambda number: (blocks[number].size, -number), default=None)
    if best is None or blocks[best].size > 1.15 * body:
        return best
    return next((number for number in front if blocks[number].lines[0].bold), None)


def _abstract(blocks: Sequence[Block], texts: Sequence[str]) -> int:
    """Where the abstract begins, if only names and addresses come before it; else 0."""
    front = 0
    for number, (block, text) in enumerate(zip(blocks, texts, strict=True)):
        if block.page > 0 or front > _FRONT_WORDS:
            return 0
        if ABSTRACT.fullmatch(text) or (ABSTRACT.match(text) and text[8:9] in "—–-:."):
            return number
        front += len(text.split())
    return 0
