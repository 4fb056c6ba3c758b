"""A response prepared once for all instructions on it: a `Text` with what these look at.

The first half is what the published code cuts a response into, the second what the strict
verifiers do.
"""

from __future__ import annotations

import re
import string
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache

from tamis.checking.constraint_types.text import Text
from tamis.checking.instructions import published_sentences, punkt
from tamis.checking.instructions.resources import languages
from tamis.checking.instructions.tokens import tokens
from tamis.checking.worksheet import Span

MARKS = string.punctuation
_NO_MARKS = str.maketrans("", "", MARKS)
_CURLY = "‘’‛“”„‟"
_STRAIGHT = str.maketrans(_CURLY, '\'\'\'""""')
_WORD_RUN, _ASCII_RUN = re.compile(r"\w+"), re.compile(r"\w+", re.ASCII)
_WORD = re.compile(r"(?<![^\s—])(?:[^\s—\w]|_)*+[^\W_][^\s—]*+")
_BLANK_LINES = re.compile(r"\n[ \t\r]*+\n\s*+")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_STOPS = ".!?…。！？"
_AFTER_STOP = "\"'”’»)]}*_` \t\r\n"


class Response(Text):
    """A response, with its parts each found on first use.

    An `exact` one keeps its line ends as they are, as the published code does.
    """

    def __init__(
        self, text: str, request: str = "", start: int = 0, *, exact: bool = False
    ) -> None:
        super().__init__(text, request, start)
        self.exact = exact
        if exact:
            self.text = text

    @cached_property
    def blank(self) -> bool:
        """Whether it has nothing but white space."""
        return not self.text.strip()

    # What the published code cuts a response into.

    @cached_property
    def lower(self) -> str:
        """The text in small letters."""
        return self.text.lower()

    @cached_property
    def all_lines(self) -> list[str]:
        """What stands between line feeds."""
        return self.text.split("\n")

    @cached_property
    def runs(self) -> list[str]:
        """What stands between white space."""
        return self.text.split()

    @cached_property
    def bare(self) -> str:
        """The text without the punctuation marks of ASCII."""
        return self.text.translate(_NO_MARKS)

    @cached_property
    def lower_runs(self) -> list[str]:
        """What stands between white space, in small letters."""
        return self.lower.split()

    @cached_property
    def bare_words(self) -> list[str]:
        """What stands between white space, without marks, in small letters."""
        return list(filter(None, map(without_marks, self.lower_runs)))

    @cached_property
    def trimmed_words(self) -> list[str]:
        """What stands between white space, without marks at both ends, in small letters."""
        return list(map(_trimmed, self.lower_runs))

    @cached_property
    def word_runs(self) -> list[str]:
        r"""Runs of letters, digits and underscores: `\\w+`, by which the published code counts."""
        if self.text.isascii():
            # The same, in two thirds of the time.
            return _ASCII_RUN.findall(self.text)
        return _WORD_RUN.findall(self.text)

    @cached_property
    def published_sentences(self) -> list[str]:
        """The sentences as IFEval's rules cut them; see `published_sentences.py`."""
        return published_sentences.sentences(self.text)

    @cached_property
    def punkt_sentences(self) -> list[str]:
        """The sentences as nltk finds them; LackingError without its model."""
        return punkt.sentences(self.text)

    @cached_property
    def tokens(self) -> list[str]:
        """The tokens as nltk cuts them; LackingError without its model."""
        return list(tokens(self.text))

    @cached_property
    def languages(self) -> dict[str, float]:
        """The languages that langdetect finds, by turns where it is not sure."""
        return languages(self.text)

    @cached_property
    def loosened(self) -> tuple[Response, ...]:
        """The published variants of a response, each once, the response itself first."""
        seen = dict.fromkeys(loosened(self.text))
        others = (one for one in seen if one != self.text)
        return (self, *(Response(one, self.request, exact=self.exact) for one in others))

    # What the strict verifiers look at.

    @cached_property
    def words(self) -> list[Span]:
        """As `Text.words`."""
        return self.matches(_WORD)

    @cached_property
    def paragraphs(self) -> list[Span]:
        """As `Text.paragraphs`."""
        found, at = [], 0
        for start, end in [*(gap.span() for gap in _BLANK_LINES.finditer(self.text)), (None, 0)]:
            part = self.text[at:start]
            if inside := part.strip():
                begin = self.start + at + part.index(inside[0])
                found.append((begin, begin + len(inside)))
            at = end
        return found

    @cached_property
    def plain_words(self) -> list[str]:
        """The words, in small letters, without marks at their ends; apostrophes are straight."""
        return list(map(word_of, self.raw_words))

    @cached_property
    def raw_words(self) -> list[str]:
        """The words as they stand: those of `words`, found without their places."""
        runs = self.text.replace("—", " ").split() if "—" in self.text else self.runs
        return [run for run in runs if run[0].isalnum() or any(map(str.isalnum, run))]

    @cached_property
    def straight(self) -> str:
        """The text with straight quotation marks and apostrophes; places stay."""
        curly = not self.text.isascii() and any(mark in self.text for mark in _CURLY)
        return self.text.translate(_STRAIGHT) if curly else self.text

    @cached_property
    def straight_lower(self) -> str:
        """As `straight`, in small letters; "" where that would move the places."""
        lower = self.straight.lower()
        return lower if len(lower) == len(self.text) else ""

    def phrases(self, words: str) -> list[Span]:
        """Where words occur as whole words, by any case and white space."""
        by, wanted = self.start, plain_phrase(words)
        if self.straight_lower and not all(map(self.straight_lower.__contains__, wanted.split())):
            return []
        if not self.straight_lower or " " in wanted:
            found = phrase(wanted).finditer(self.straight)
            return [(at.start() + by, at.end() + by) for at in found]
        text, places, size = self.straight_lower, [], len(wanted)
        at = text.find(wanted)
        while at >= 0:
            end = at + size
            if not text[end : end + 1].isalnum() and not (at and text[at - 1].isalnum()):
                places.append((at + by, end + by))
            at = text.find(wanted, end if places and places[-1][1] == end + by else at + 1)
        return places

    @cached_property
    def line_texts(self) -> list[str]:
        """All lines, without those of fenced blocks of code."""
        lines = self.all_lines
        if "```" not in self.text and "~~~" not in self.text:
            return lines
        found, inside = [], False
        for line in lines:
            if _FENCE.match(line):
                inside = not inside
            elif not inside:
                found.append(line)
        return found

    @cached_property
    def unfenced(self) -> str:
        """What stands in a fenced block of code that is the whole response; else the response."""
        inside = self.text.strip()
        if inside.count("```") != 2 or not (inside.startswith("```") and inside.endswith("```")):
            return self.text
        # What stands on the first line names the language.
        return inside[3:-3].partition("\n")[2].removesuffix("\n")

    @cached_property
    def sentence_readings(self) -> Sequence[list[Span]]:
        """The sentences, and where these differ, only those that end with a stop.

        Headings, titles and items of lists may be sentences or not.
        """
        stopped = [span for span in self.sentences if self.ending(span)]
        same = not stopped or len(stopped) == len(self.sentences)
        return [self.sentences] if same else [self.sentences, stopped]

    def ending(self, span: Span) -> str:
        """The stop at the end of a sentence, behind which marks may stand; "" without one."""
        end = self.quote(span).rstrip(_AFTER_STOP)[-1:]
        return end if end and end in _STOPS else ""

    def words_in(self, span: Span) -> list[str]:
        """The plain words of a part."""
        first, last = bisect_left(self._starts, span[0]), bisect_left(self._starts, span[1])
        cut_before = first and self.words[first - 1][1] > span[0]
        if cut_before or (last and self.words[last - 1][1] > span[1]):
            # A sentence ends within a run, as in Chinese.
            return [word_of(found[0]) for found in _WORD.finditer(self.quote(span))]
        return self.plain_words[first:last]

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.words]


@lru_cache(maxsize=20_000)
def without_marks(run: str) -> str:
    """A run without the punctuation marks of ASCII."""
    return run.translate(_NO_MARKS)


@lru_cache(maxsize=20_000)
def _trimmed(run: str) -> str:
    return run.strip(MARKS)


@lru_cache(maxsize=64)
def prepared(text: str, prompt: str, exact: bool = False) -> Response:
    """A response with its parts; those of the last responses are kept."""
    return Response(text, prompt, exact=exact)


def loosened(text: str) -> tuple[str, ...]:
    """The eight published variants: without the first line, the last, both, and asterisks."""
    lines = text.split("\n")
    parts = (lines[1:], lines[:-1], lines[1:-1])
    shorter = tuple("\n".join(part).strip() for part in parts)
    return (text, text.replace("*", ""), *shorter, *(one.replace("*", "") for one in shorter))


@lru_cache(maxsize=1000)
def plain_phrase(words: str) -> str:
    """Words in small letters with straight marks and single blanks."""
    return " ".join(words.translate(_STRAIGHT).lower().split())


@lru_cache(maxsize=1000)
def phrase(words: str) -> re.Pattern[str]:
    """A pattern for whole words, by any case and white space; for `Response.straight`."""
    inside = r"\s+".join(map(re.escape, plain_phrase(words).split()))
    return re.compile(rf"(?<![^\W_]){inside}(?![^\W_])", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def word_of(run: str) -> str:
    """A word in small letters without marks at its ends, its apostrophes straight."""
    if run.isalpha():
        return run.casefold()
    run = run.translate(_STRAIGHT)
    start, end = 0, len(run)
    while start < end and not run[start].isalnum():
        start += 1
    while end > start and not run[end - 1].isalnum():
        end -= 1
    return run[start:end].casefold()


def folded(text: str) -> str:
    """A text without accents."""
    if text.isascii():
        return text
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(letter)
    )


def ascii_only(text: str) -> str:
    """A text without accents and without what is then not ASCII, as the published code does."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
