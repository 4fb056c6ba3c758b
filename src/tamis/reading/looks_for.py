"""What a benchmark looks for in a reply: its prompt's form, and what it knows of the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tamis.reading.known import Known


@dataclass(frozen=True)
class Titles:
    """A list of titles below the marker `after` ("output").

    `first` is the marker of a list that the prompt wants before it, and that is no answer ("all
    books"); `label` stands before a title in the form that was asked for, `others` before the rest
    of an item ("reason"); `next_task` are the beginnings of a case in the prompt. `brackets`: those
    at the end of a title belong to it ("Emma (1996 film)"). `bare_is_empty`: a marker with nothing
    after it says that nothing qualifies; `every`: all items are asked for, so that lists under
    headings are groups of one list. `known` are the names that may be listed, and `asked` is
    the question: negations that stand in it turn nothing.
    """

    after: tuple[str, ...] = ("output",)
    first: tuple[str, ...] = ()
    label: str = "title"
    others: tuple[str, ...] = ("reason",)
    brackets: bool = False
    next_task: tuple[str, ...] = ()
    bare_is_empty: bool = False
    every: bool = False
    ids: bool = False
    known: Known = field(default_factory=Known, repr=False)
    asked: str = ""

    def knowing(self, known: Known, asked: str = "") -> Titles:
        """The same, with what is known for one question."""
        return replace(self, known=known, asked=asked)

    def marks(self, line: str) -> bool:
        """Whether a whole line is the marker."""
        found = self.marker.match(line)
        return found is not None and not line[found.end() :].strip("*_` ")

    def markers(self, text: str) -> list[re.Match[str]]:
        """The places of the marker in a text, but for names that begin with it."""
        found = []
        for mark in self.marker.finditer(text):
            end = text.find("\n", mark.start())
            line = text[mark.start() : end if end >= 0 else len(text)]
            if not self.known.head(line.strip(" *_`>#-").removeprefix("\n")):
                found.append(mark)
        return found

    @cached_property
    def marker(self) -> re.Pattern[str]:
        """A line that announces the answer, or the list before it (group `first`).

        The marker stands alone in the line, or a colon follows it; before it may stand numbering,
        marks, and in a line of its own a few words ("Here is the final output:").
        """
        after, first = ("|".join(map(re.escape, names)) for names in (self.after, self.first))
        names = f"(?P<first>{first})|(?:{after})" if first else f"(?:{after})"
        told = r"(?:[ *_`]{0,4}\([^()\n]{0,40}\))?"
        # "1. Output:", but not "1. Output".
        numbered = r"(?:(?:[*\-•]|\d{1,2}[.)])[ \t]{1,6}(?=[^:\n]{1,40}:[*_` \t]{0,6}$))?"
        ends = (
            r"[*_`\" ]{0,5}(?:(?:is|are)\b ?)?[:：]|[ \t]{1,4}(?:is|are)(?= ?\[)"
            r"|[ \t]{0,4}=(?=[ \t]*\[)|(?=[ \t*_`=#]{0,20}$)"
        )
        words = r"(?:[^\W\d_][\w'’-]{0,20}[ ,]{1,2}){1,6}?"
        in_words = rf"{words}(?:{after}){told}[*_`]{{0,4}}:[*_` \t]{{0,4}}$"
        return re.compile(
            rf"(?:^|(?<=[.!?)\]] ))[ \t>#_`=\[]{{0,20}}{numbered}[*_]{{0,4}}"
            rf"(?:(?:(?:json|my|the)[ ])?(?:{names}){told}(?:{ends})[*_`]{{0,3}}|{in_words})",
            re.I | re.M,
        )


@dataclass(frozen=True)
class Ids(Titles):
    """A list of the ids of given documents, or of their titles."""

    after: tuple[str, ...] = ("final answer",)
    others: tuple[str, ...] = ("id",)
    brackets: bool = True
    ids: bool = True


@dataclass(frozen=True)
class Words:
    """Labels, each with the words that say it, in lower case.

    `announced` are the labels of the prompt behind which the verdict stands ("final answer").
    `earned` are the labels that words behind them may turn ("yes, but not on Sunday").
    """

    labels: Mapping[str, tuple[str, ...]]
    announced: tuple[str, ...] = ("final answer",)
    earned: tuple[str, ...] = ()

    @cached_property
    def label_of(self) -> Mapping[str, str]:
        """The label of each word."""
        return {word: label for label, words in self.labels.items() for word in words}

    @cached_property
    def any(self) -> re.Pattern[str]:
        """Any of the words, the longest first."""
        longest = sorted(self.label_of, key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")

    @cached_property
    def marker(self) -> re.Pattern[str]:
        """A label of the prompt and its colon, or the label alone on its line."""
        names = "|".join(
            re.escape(name).replace(r"\ ", "[ _]?")
            for name in sorted(self.announced, key=len, reverse=True)
        )
        # "The final answer is yes", but not "the answer is yes".
        last = "|".join(sorted({re.escape(name.split()[-1]) for name in self.announced}))
        return re.compile(
            rf"(?<![\w`'\"])(?:(?:{names})(?![\w])"
            rf"[*_`\"\]) ]{{0,6}}(?:\([^()\n]{{0,60}}\))?[ *_]{{0,4}}(?:[:：=|]|->)"
            rf"|final (?:{last}) is\b)"
            rf"|<(?:{names})>|^[ \t#*_>]{{0,10}}(?:{names})[ \t*_]{{0,6}}$",
            re.I | re.M,
        )

    def __hash__(self) -> int:
        return hash((tuple(self.labels.items()), self.announced, self.earned))


@dataclass(frozen=True)
class Verdict:
    """One of a few labels."""

    words: Words
    next_task: tuple[str, ...] = ()


@dataclass(frozen=True)
class FreeText:
    """An answer in free words; what only repeats words of the question `asked` answers nothing."""

    next_task: tuple[str, ...] = ()
    asked: str = ""


LooksFor = Titles | Verdict | FreeText
