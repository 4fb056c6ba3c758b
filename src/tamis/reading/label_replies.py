"""Reading a reply that should be one of a few labels: tolerant of its form, never guessing.

A label counts at the beginning of the reply, alone on a line, after a noun such as "rating" or
"category" or a summing-up word ("Overall: ..."), as a line repeated from the list of labels, or in
the last sentence. A label that is negated ("not good"), hedged, or given together with another one
does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Generic, TypeVar

from tamis.reading.refusals import declines
from tamis.types import Outcome, Reply

Label = TypeVar("Label", bound=str)

LONGEST = 20_000
"""Characters of a reply that are read, half of them from each end."""

_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|(?P<open>\Z))", re.DOTALL | re.IGNORECASE
)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_MARKUP = re.compile(r"[*`#>\"“”«»{}|\\$]|(?<!\w)['‘’]|['‘’](?!\w)|</?[a-z]{1,9}>")
_BOXED = re.compile(r"\\(?:boxed|text\w*|mathrm)\s*\{")
_JOINED = re.compile(r"(?<=[^\W\d_])[-‐‑_](?=[^\W\d_])")
_DENIED = re.compile(r"\b(?:not|never|neither|nor|cannot|no)\b|n['’]t\b")
_TURNS = r"(?:but|or|and|if|unless|except|although|though|however|yet|while|only|partly|nor)\b"
_LEAD = r"(?:(?:so|thus|therefore|hence|overall|finally|in conclusion|in summary|conclusion),? )?"
_SUMS_UP = (
    r"(?:so|thus|therefore|hence|overall|finally|in conclusion|in summary|conclusion) ?[:,–—]"
)
_BEFORE = r"[-–—•\s]*(?:\(?\d{1,2}[.):] ?)?"
_NOUN = (
    r"(?:(?:the|my|this|its|final|overall|correct|best|single|assigned|error|instruction) ){0,6}"
    r"(?:rating|verdict|category|label|type|class|classification|answer|assessment|judge?ment"
    r"|score|result|decision|conclusion)"
    r"(?: (?:of|for|on) (?:the|this) (?:updated |revised |new )?"
    r"(?:answer|instruction|comment|revision|passages))?"
)
_GIVEN = r"(?:rate|rated|give|given|assign|call|deserves|gets|receives|merits)\b[^.!?]{0,60}?"


@dataclass(frozen=True)
class Labelled(Generic[Label]):
    """The label of a reply; None where there is none, and `outcome` says why.

    `text` is the reply, or the error of the call.
    """

    label: Label | None
    outcome: Outcome = "ok"
    text: str = ""


def labelled(reply: Reply, spellings: Mapping[str, Label]) -> Labelled[Label]:
    """The label of a reply; failed calls, refused and empty replies have their own outcomes.

    A reply without a label that only declines is a refused one.
    """
    if reply.failed:
        return Labelled(None, "failed", reply.failed)
    if reply.refused:
        return Labelled(None, "refused", reply.text.strip())
    if not reply.text.strip():
        return Labelled(None, "truncated" if reply.truncated else "missing")
    found = read(reply.text, spellings, reply.truncated)
    outcome: Outcome = "truncated" if reply.truncated else "unparsed"
    if found is None and not reply.truncated and declines(reply.text):
        outcome = "refused"
    return Labelled(found, "ok" if found is not None else outcome, reply.text.strip())


def read(text: str, spellings: Mapping[str, Label], truncated: bool = False) -> Label | None:
    """The one label that a reply gives; None for none, and for several that differ.

    `spellings` are in lower case with single blanks, each with its label. In a `truncated` reply
    only a label at the beginning counts.
    """
    forms = _forms(tuple(spellings))
    lines = _lines(text)
    if not lines:
        return None
    said = [forms.opening.match(lines[0])]
    if not truncated:
        said += [forms.alone.match(line) for line in lines]
        said += [forms.named.match(line) for line in lines]
        # With other lines around it, it may be one of several points.
        said += [forms.listed.match(line) for line in lines if len(lines) == 1]
        last = re.split(r"(?<=[.!?:;]) ", lines[-1])[-1]
        closing = forms.closing.search(last)
        if closing is not None:
            clause = re.split(r"[,;:] ", last[: closing.start("word")])[-1] + closing["word"]
            if not _DENIED.search(clause) and len(set(forms.word.findall(clause))) == 1:
                said.append(closing)
    found = {spellings[match["word"]] for match in said if match is not None}
    # "Good or bad": the choice is only repeated, not made.
    if len(lines) == 1 and len(lines[0]) < 40 and found:
        bare = re.sub(r"\([^()]*\)(?=.*\w)", "", lines[0])
        found |= {spellings[word] for word in forms.word.findall(bare)}
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True)
class _Forms:
    word: re.Pattern[str]
    alone: re.Pattern[str]
    named: re.Pattern[str]
    listed: re.Pattern[str]
    opening: re.Pattern[str]
    closing: re.Pattern[str]


@cache
def _forms(spellings: tuple[str, ...]) -> _Forms:
    longest_first = sorted(spellings, key=len, reverse=True)
    bare = "|".join(re.escape(word) for word in longest_first)
    word = rf"[(\[]?(?P<word>{bare})(?!\w)[)\]]?"
    noun = rf"{_NOUN}(?: ?\([^()]*\))?(?: is| was| should be| would be| must be)?\s*[:=–—-]*\s*"
    # What may follow: the end, or a reason that does not contradict it and is not another label.
    other = rf"(?:{bare})(?!\w)"
    sentence = rf"[.!]+\s+(?!{other})"
    clause = rf"(?:[,;:]+| ?[–—-]+)\s+(?!{_TURNS}|{other})"
    rest = rf"(?:[.!]*$|{sentence}|{clause}|,? (?:because|since|as)\b| \()"
    rated = r"(?: rating| label)?"
    return _Forms(
        word=re.compile(rf"(?<!\w)({bare})(?!\w)"),
        alone=re.compile(rf"{_BEFORE}{word}{rated}[.!]*$"),
        named=re.compile(
            rf"[-–—•\s]*(?:{_LEAD}{noun}|{_SUMS_UP} ?)(?:an? )?(?:\d{{1,2}}[.)] )?"
            rf"{word}{rated}{rest}"
        ),
        # A line repeated from the list of types.
        listed=re.compile(
            rf"(?:[-–—•]\s*|\(?\d{{1,2}}[.):] ?){word}(?: ?[:–—]| -) +(?!{_TURNS}|{other})"
        ),
        opening=re.compile(rf"{word}{rated}{rest}"),
        closing=re.compile(
            rf"\b(?:{noun}|{_GIVEN})(?:an? )?{word}(?: rating)?(?:[.!]*$|,? because\b)"
        ),
    )


@lru_cache(maxsize=64)
def _lines(text: str) -> tuple[str, ...]:
    """The lines with a word, in lower case and without markup, after any reasoning block."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n\n{text[-LONGEST // 2 :]}"
    if any(found["open"] is not None for found in _THOUGHT.finditer(text)):
        return ()
    # Some servers leave out the tag that opens the reasoning.
    spoken = _THOUGHT_END.split(_THOUGHT.sub("\n", text))[-1]
    plain = _JOINED.sub(" ", _MARKUP.sub("", _BOXED.sub(" ", spoken))).casefold()
    lines = (" ".join(line.split()) for line in plain.splitlines())
    return tuple(line for line in lines if re.search(r"\w", line))


def spelled(names: Iterable[tuple[Label, Iterable[str]]]) -> dict[str, Label]:
    """Spellings for `read`: each label with its names, hyphens and underscores folded."""
    return {
        " ".join(_JOINED.sub(" ", name).casefold().split()): label
        for label, known in names
        for name in known
    }
