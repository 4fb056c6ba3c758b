"""Reading a list of titles out of a model's reply.

The prompts ask for a numbered list after a line `Output:`, each item with a reason and a
title (KITAB, App. D); models answer with markdown, quotes, years, no marker, prose instead of an
empty list, or endlessly. What a person could understand is read; a reply without a list and
without a statement that nothing satisfies is `unparsed`, never an empty answer.
"""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from tamis.types import Answer

MAX_CHARACTERS = 400_000
"""The most characters that are read, from the end of a reply: no real list is longer."""

MAX_TITLES = 2_000
MAX_MARKERS = 20
MAX_LINE = 4_000
MAX_TITLE = 400

# Without line breaks, so that a reply of many line breaks is not searched from each of them.
_MARKUP = r"[ \t>*_#`~]*"
_OUTPUT = re.compile(
    rf"^{_MARKUP}(?:final\s+)?(?:output|answer)(?:\s+list)?{_MARKUP}:{_MARKUP}", re.I | re.M
)
_ALL_BOOKS = re.compile(rf"^{_MARKUP}all\s+books[^:\n]{{0,40}}:{_MARKUP}", re.I | re.M)
_FINAL = re.compile(rf"^{_MARKUP}final\s+(?:output|answer)[^:\n]{{0,20}}:{_MARKUP}", re.I | re.M)

_NUMBER = re.compile(r"^\s{0,12}(?:[>*_`]{0,3})\(?\d{1,4}[.):]\)?(?:[*_`]{0,3})\s*(?=\S)")
_BULLET = re.compile(r"^\s{0,12}[-*•–]\s+(?=\S)")
# A list whose line breaks were lost: "… Title: A 2. Reason: …".
_JOINED = re.compile(
    r"(?<=\S)[ \t]+(?=\d{1,4}\.[ \t]*[*_]{0,2}(?:Reason|Title)[*_]{0,2}\s*:)", re.I
)
_TITLE = re.compile(r"[*_]{0,3}\bTitle\b[*_]{0,3}\s*:[*_]{0,3}\s*", re.I)
_REASON = re.compile(r"[*_]{0,3}\bReason\b[*_]{0,3}\s*:[*_]{0,3}\s*", re.I)

_RULE = re.compile(r"^[\s|:-]+$")
_YEAR = re.compile(r"(?<!\s)\s*+[(\[][^()\[\]\n]{0,40}\b\d{3,4}\b[^()\[\]\n]{0,20}[)\]]\s*[.,;]?$")
_QUOTES = "\"'“”‘’«»„`*_<>"
_THINGS = r"(?:books?|titles?|works?|novels?|items?)"
# Not a title: "none", a sentence such as "no book …", only punctuation. "Nothing" is a book.
_NO_TITLE = re.compile(
    rf"^\W{{0,200}}(?:none|n/?a|null|not applicable|\[\s*\]|"
    rf"no (?:such )?(?:{_THINGS}\s+\w.{{0,200}}|"
    rf"books|titles|works|novels|items|match(?:es)?|results?))\W{{0,200}}$|^[\W_]+$",
    re.I,
)
_NOTHING = re.compile(
    rf"^\W{{0,200}}(?:none|n/?a|nothing|null|empty(?: list)?|not applicable|\[\s*\]|"
    rf"no (?:such )?(?:{_THINGS}|results?|match(?:es)?|output|answers?)\b.{{0,200}})\W{{0,200}}$",
    re.I,
)
_NO_BOOKS = re.compile(
    r"\b(?:none of (?:the|these|those|his|her|their)|(?:there )?(?:aren['’]t|isn['’]t|weren['’]t|"
    r"are|is|were|was) (?:not )?(?:no|any)|(?:not|n['’]t) (?:find|found|have|know of|aware of) any|"
    rf"\bno)\s+(?:(?:such|other|known|matching|suitable|english) )?{_THINGS}\b",
    re.I,
)
_PLACEHOLDER = re.compile(r"^\W{0,200}(?:title|<title>|book title|\.{2,9}|…)\W{0,200}$", re.I)


def parse_listing(text: str, *, truncated: bool = False, two_lists: bool = False) -> Answer:
    """Read one list, or with `two_lists` the two lists of a self-context reply, from `text`.

    Of two lists the one under "All Books:" becomes `Answer.retrieved` and the one under "Final
    Output:" the answer; a reply that stops before its final list has no answer (`unparsed`): the
    first list does not replace it. `truncated`: the reply was cut by the token limit, so an
    unfinished last item is left out.
    """
    if not text.strip():
        return Answer((), "missing", truncated=truncated)
    text = _JOINED.sub("\n", text[-MAX_CHARACTERS:].replace("\x00", " ").replace("\r", "\n"))
    all_books = _last(_ALL_BOOKS, text) if two_lists else None
    final = _last(_FINAL, text) if two_lists else None
    if all_books is None:
        sections, marked = _after_markers(text)
        answer = _read(sections, marked, truncated)
        silent = answer.outcome == "empty" and not sections[0].strip()
        if silent and _lists(text) and not _NO_BOOKS.search(text[-600:]):
            # Nothing under the marker, but a list before it: of reasons, or the answer itself.
            return replace(answer, outcome="unparsed")
        return answer
    if final is None or final.start() < all_books.start():
        final = _last(_OUTPUT, text, after=all_books.end())
    first_end = final.start() if final else len(text)
    first = _items(text[all_books.end() : first_end], cut=truncated and final is None)
    retrieved = tuple(title for title, _ in first)
    if final is None:
        return Answer((), "unparsed", retrieved=retrieved, truncated=truncated)
    return _read([text[final.end() :]], True, truncated, retrieved)


def _read(
    sections: Sequence[str],
    marked: bool,
    truncated: bool,
    retrieved: tuple[str, ...] | None = None,
) -> Answer:
    """The answer in the first of `sections` that has one; `marked`: they follow a marker."""
    for section in sections:
        items = _items(section, cut=truncated, bare=marked)[:MAX_TITLES]
        if items:
            titles, reasons = zip(*items, strict=True)
            return Answer(titles, "ok", reasons, retrieved, truncated, is_runaway(titles))
        if _says_nothing(section):
            return Answer((), "empty", (), retrieved, truncated)
        if truncated and _items(section, bare=marked):
            # Its only item was cut off: an earlier draft must not become the answer.
            break
    nothing_listed = marked and not sections[0].strip() and not truncated
    return Answer((), "empty" if nothing_listed else "unparsed", (), retrieved, truncated)


def _lists(text: str) -> bool:
    """Whether the text has a numbered or bulleted line."""
    return any(_NUMBER.match(line) or _BULLET.match(line) for line in text.split("\n"))


def _after_markers(text: str) -> tuple[list[str], bool]:
    """The text after each marker, the last one first; the whole text without a marker."""
    ends = deque((marker.end() for marker in _OUTPUT.finditer(text)), maxlen=MAX_MARKERS)
    return [text[end:] for end in reversed(ends)] or [text], bool(ends)


def _items(section: str, *, cut: bool = False, bare: bool = False) -> list[tuple[str, str]]:
    """The (title, reason) pairs of a section.

    Labelled items ("Title: …") come first; else the numbered or bulleted lines of the last
    unbroken list; else, with `bare`, every line.
    """
    lines = [line[:MAX_LINE] for line in section.split("\n")]
    if cut and lines and not section.endswith("\n"):
        # The token limit cut the last line, so its title may be incomplete.
        lines = lines[:-1]
    found = (
        list(_labelled(lines))
        or _tabled(lines)
        or _listed(lines, _NUMBER)
        or _listed(lines, _BULLET)
    )
    if not found and bare:
        plain = [line for line in lines if line.strip()]
        if not any(_NO_BOOKS.search(line) for line in plain) and all(_short(x) for x in plain):
            found = [(line, "") for line in plain]
    cleaned = ((clean_title(title), reason) for title, reason in found)
    return [
        (title, reason)
        for title, reason in cleaned
        if title and not _PLACEHOLDER.match(title) and not _NO_TITLE.match(title)
    ]


def _labelled(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    reason = ""
    for line in lines:
        if _NUMBER.match(line):
            reason = ""
        before, *after = _TITLE.split(line)
        reasons = _REASON.split(line, maxsplit=1)
        if not after:
            reason = reasons[1].strip() if len(reasons) > 1 else reason
            continue
        title, *behind = _REASON.split(after[-1], maxsplit=1)
        if behind:
            yield title, behind[0].strip()
        else:
            # A reason may contain the word too: the title follows the last label.
            said = _REASON.split(before, maxsplit=1)
            yield title, said[1].strip(" .") if len(said) > 1 else reason


def _listed(lines: Sequence[str], mark: re.Pattern[str]) -> list[tuple[str, str]]:
    """The last run of marked lines; blank and indented lines do not break it."""
    runs: list[list[tuple[str, str]]] = [[]]
    for line in lines:
        if found := mark.match(line):
            content = _REASON.split(line[found.end() :], maxsplit=1)
            runs[-1].append((_head(content[0]), content[1].strip() if len(content) > 1 else ""))
        elif line.strip() and not line[0].isspace() and runs[-1]:
            runs.append([])
    return next((run for run in reversed(runs) if run), [])


def _tabled(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The column "Title" of a markdown table, with the column "Reason" where there is one."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if line.strip().startswith("|") and not _RULE.match(line)
    ]
    head = [clean_title(cell).lower() for cell in rows[0]] if rows else []
    if "title" not in head:
        return []
    title = head.index("title")
    reason = head.index("reason") if "reason" in head else len(head)
    return [
        (row[title], row[reason] if reason < len(row) else "")
        for row in rows[1:]
        if title < len(row)
    ]


def _head(content: str) -> str:
    """The title of an item with a remark after it: `**Sula** – about two friends`."""
    if bold := re.match(r"\s*(\*\*|__|\*|_)(.+?)\1", content):
        return bold.group(2)
    if quoted := re.match(r"\s*[\"“«](.+?)[\"”»](?!\w)", content):
        return quoted.group(1)
    return re.split(r"(?<!\s)\s+[-–—]\s+|(?<=\d\))\s*:\s+", content, maxsplit=1)[0]


def clean_title(title: str) -> str:
    """A title without markup, enclosing quotes, a year in brackets, or a final full stop."""
    title = title.strip()[:MAX_TITLE].strip("|").strip()
    previous = None
    while title != previous:
        previous = title
        title = _YEAR.sub("", title).strip()
        title = title.strip(_QUOTES).strip() if not _inner_quote(title) else title.strip("*_`<> ")
        title = title.rstrip(",;").removesuffix(".").strip() if title[-3:] != "..." else title
    return title


def _inner_quote(title: str) -> bool:
    """Whether an apostrophe or quote at an end belongs to the title ("The Dogs'")."""
    return title[:1] not in _QUOTES and title[-1:] in "'’" and title.count("'") < 2


def _short(line: str) -> bool:
    return len(line.split()) <= 20


def _says_nothing(section: str) -> bool:
    """Whether the section states that no book satisfies."""
    head = section.strip()[:600]
    parts = re.split(r"\n|\b(?:reason|title)\s*:", head, flags=re.I)
    return any(_NOTHING.match(clean_title(part)) for part in parts if part.strip()) or bool(
        _NO_BOOKS.search(head)
    )


def _last(pattern: re.Pattern[str], text: str, after: int = 0) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text, after):  # noqa: B007
        pass
    return found


def is_runaway(titles: Sequence[str], run: int = 8) -> bool:
    """Whether `run` titles in a row are the same or near-copies of the one before."""
    streak = 0
    for a, b in itertools.pairwise(titles):
        near = fuzz.ratio(a, b) >= 75 or (len(a) > 12 and a[:12] == b[:12])
        streak = streak + 1 if near else 0
        if streak >= run - 1:
            return True
    return False
