"""Paragraphs of papers: cut from a text, which of them are headings, and without references."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+")
_NUMBER = r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-H](?:\.\d{1,2}){0,3}\.?)"
_NAMES = (
    r"abstract|(?:general )?introduction|related works?|(?:prior|previous) work|background|"
    r"preliminaries|methods?|methodology|materials and methods|approach|experiments?|"
    r"experimental (?:setup|settings?|results)|evaluation|results?|results and discussion|"
    r"discussion|analysis|limitations?|conclusions?|conclusions? and future work|future work|"
    r"ethics(?: statement)?|ethical considerations|broader impacts?|acknowledge?ments?|"
    r"author contributions|appendix|appendices|supplementary materials?"
)
_REFERENCES = (
    r"references|references and notes|bibliography|literature(?: cited)?|works cited|"
    r"literaturverzeichnis|literatur|références|bibliographie|referencias|riferimenti"
)
_NUMBERED = re.compile(rf"{_NUMBER}\s+(?P<words>[^\W\d_].*)")
_NAMED = re.compile(rf"(?:{_NUMBER}\s+)?(?:{_NAMES}|{_REFERENCES})\s*[:.]?", re.I)
_REFERENCE_HEADING = re.compile(rf"#*\s*(?:{_NUMBER}\s+)?(?:{_REFERENCES})\s*+(?::\s*+)?#*", re.I)
_APPENDIX = re.compile(
    r"#*\s*(?:(?:[A-Z]\.?\s+)?(?:appendix|appendices|supplementary|supplemental)\b.{0,60})", re.I
)
_LETTERED = re.compile(r"#*\s*(?P<letter>[A-Z])\.?\s+[A-Z][^.,;:\d]{2,60}")
ABSTRACT = re.compile(r"abstract\s*[:.—–-]*", re.I)
ENDS_SENTENCE = re.compile(r"[.!?:;…][\"'”’»)\]]*(?:\s*\[[\d,;–\s-]{1,20}\])?$")


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


def looks_like_heading(line: str) -> bool:
    """Whether a line could be a heading by its words: short, numbered or a usual name."""
    if len(line) > 100 or len(line.split()) > 12:
        return False
    if _NAMED.fullmatch(line):
        return True
    found = _NUMBERED.fullmatch(line)
    return found is not None and not ENDS_SENTENCE.search(line) and found["words"][0].isupper()


def is_named_heading(line: str) -> bool:
    """Whether a line is just the usual name of a section, numbered or not."""
    return len(line) <= 100 and bool(_NAMED.fullmatch(line)) and line[:1] != line[:1].lower()


def without_references(blocks: Sequence[str]) -> list[str]:
    """The blocks of a paper without its list of references.

    The list starts at a block that is, or begins with, its usual heading, and ends at the first
    appendix after it: a block with that word, or "A …" if "B …" follows. A text that would become
    empty is returned unchanged.
    """
    kept: list[str] = []
    within = False
    for number, block in enumerate(blocks):
        first = block.partition("\n")[0].strip()
        if len(first) <= 100 and _REFERENCE_HEADING.fullmatch(first):
            within = True
        elif within and _begins_appendix(first, block, blocks[number + 1 :]):
            within = False
        if not within:
            kept.append(block)
    return kept if any(block.strip() for block in kept) else list(blocks)


def _begins_appendix(first: str, block: str, later: Sequence[str]) -> bool:
    if len(first) > 100:
        return False
    if _APPENDIX.fullmatch(first):
        return True
    found = _LETTERED.fullmatch(first)
    if not found or found["letter"] != "A" or first != block.strip():
        return False
    following = re.compile(r"#*\s*(?:A\.1|B)\.?\s+[A-Z][^.,;:\d]{2,60}")
    return any(following.fullmatch(other.partition("\n")[0].strip()) for other in later)
