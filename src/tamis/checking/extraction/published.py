"""Reads the instructions of IFEval and IFBench where a request words them as these sets do.

Each id has one short pattern of what its wording cannot do without. Requests in other words are
read by the general readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tamis.checking.worksheet import Span
from tamis.text.numbers import spelled

Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class Wording:
    """How one instruction is worded: its id, its pattern, and how groups become arguments.

    `rest` names an argument that is the request without its instructions.
    """

    id: str
    pattern: re.Pattern[str]
    arguments: Callable[[re.Match[str]], Arguments | None]
    rest: str = ""


def _none(found: re.Match[str]) -> Arguments:
    return {}


def _numbers(**names: str) -> Callable[[re.Match[str]], Arguments | None]:
    def read(found: re.Match[str]) -> Arguments | None:
        values = {name: _number(found[group]) for name, group in names.items()}
        return None if None in values.values() else values

    return read


def _number(said: str) -> int | None:
    said = said.strip().lower()
    if said.isdigit():
        return int(said)
    words = re.findall(r"[a-z]+", said)
    read = spelled(words) if words else None
    return read.value if read and read.end == len(words) else None


_N = r"(?P<n>\d{1,6}|[a-z]+(?:-[a-z]+)?)"
_SENT = r"[^.!?\n]{0,160}?"


def _wording(id: str, pattern: str, arguments: Any = _none, rest: str = "") -> Wording:
    return Wording(id, re.compile(pattern, re.IGNORECASE), arguments, rest)


def _keywords_multiple(found: re.Match[str]) -> Arguments:
    return {f"keyword{n}": found[f"k{n}"] for n in range(1, 6)}


_K = r"['\"“]?(?P<k{n}>[\w'-]+)['\"”]?"
_TIMES = ("once", "twice", "three times", "five times", "seven times")

WORDINGS = (
    _wording("count:word_count_range", r"\bresponse must contain between (?P<low>\d+) and (?P<high>\d+) words\b",
             _numbers(min_words="low", max_words="high")),
    _wording("count:unique_word_count", rf"\buse at least {_N} unique words\b", _numbers(N="n")),
    _wording("ratio:stop_words", r"\bstop words constitute no more than (?P<n>\d+)%", _numbers(percentage="n")),
    _wording("ratio:sentence_type", r"\b2:1 ratio of declarative to interrogative sentences\b"),
    _wording("ratio:sentence_balance", rf"\bratio of sentence types\b{_SENT}\bbalanced\b"),
    _wording("count:conjunctions", rf"\bat least {_N} different coordinating conjunctions\b", _numbers(small_n="n")),
    _wording("count:person_names", rf"\bat least {_N} different person names\b[^.\n]{{0,120}}list of person names:[^.\n]*\.?", _numbers(N="n")),
    _wording("ratio:overlap", r"\bmaintain a trigram overlap of (?P<n>\d+)%[^.\n]{0,60}\breference text\b\.?", _numbers(percentage="n"), rest="reference_text"),
    _wording("count:numbers", rf"\binclude exactly {_N} numbers\b", _numbers(N="n")),
    _wording("words:alphabet", r"\beach word\b[^.\n]{0,40}\bstart with the next letter of the alphabet\b(?:, looping back to '?a'? after '?z'?)?"),
    _wording("words:vowel", r"\bwords that contain only three types of vowels\b"),
    _wording("words:consonants", r"\beach word\b[^.\n]{0,40}\bat least one consonant cluster\b(?: \([^()\n]{0,60}\))?"),
    _wording("sentence:alliteration_increment", rf"\beach sentence\b{_SENT}\blonger sequence of consecutive alliterative words\b"),
    _wording("words:palindrome", rf"\bat least (?:10|ten) single-word palindromes\b{_SENT}\b5 characters long\b"),
    _wording("count:punctuation", rf"\bevery standard punctuation mark at least once\b{_SENT}(?:interrobang(?: \(\?!\))?)"),
    _wording("format:parentheses", r"\bnest parentheses\b[^.\n]{0,60}\bat least (?:5|five) levels deep\b"),
    _wording("format:quotes", r"\bquotes within quotes within quotes\b[^.\n]{0,120}\bsingle quotes\b"),
    _wording("words:prime_lengths", r"\bonly words with lengths that are prime numbers\b"),
    _wording("format:options", r"\banswer with one of the following options: (?P<options>[^\n]+?)(?=\.(?:\s|$)|\s*\n|$)(?:\.? do not give any explanation)?",
             lambda found: {"options": found["options"].strip()}),
    _wording("format:newline", r"\b(?:write )?each word on a new line\b"),
    _wording("format:emoji", r"\bemoji at the end of every sentence\b"),
    _wording("ratio:sentence_words", r"\bthree sentences, all containing the same number of characters\b[^.\n]{0,60}\bdifferent words\b"),
    _wording("count:words_japanese", r"\bevery (?P<n>\d+)(?:st|nd|rd|th)(?: word)? of your response must be in japanese\b", _numbers(N="n")),
    _wording("words:start_verb", r"\bresponse must start with a verb\b"),
    _wording("words:repeats", rf"\bnot repeat any word more than {_N} times\b", _numbers(small_n="n")),
    _wording("sentence:keyword", r"\binclude keyword ['\"“]?(?P<word>[\w'-]+)['\"”]? in the (?P<n>\d+)-?(?:th|st|nd|rd) sentence(?!, as)",
             lambda found: {"word": found["word"], "N": int(found["n"])}),
    _wording("count:pronouns", rf"\binclude at least {_N} pronouns\b", _numbers(N="n")),
    _wording("words:odd_even_syllables", r"\balternate between words with odd and even numbers of syllables\b"),
    _wording("words:last_first", r"\blast word of each sentence must become the first word of the next\b(?: sentence)?"),
    _wording("words:paragraph_last_first", r"\beach paragraph\b[^.\n]{0,40}\bend with the same word it started with\b(?:, separate paragraphs with a newline)?"),
    _wording("sentence:increment", rf"\beach sentence must contain exactly {_N} more words than the previous\b(?: one)?", _numbers(small_n="n")),
    _wording("words:no_consecutive", r"\bno two consecutive words can share the same first letter\b"),
    _wording("format:line_indent", r"\bstairs by incrementally indenting each new line\b"),
    _wording("format:quote_unquote", r"\bevery quoted phrase must be followed by an unquoted explanation\b"),
    _wording("format:list", r"\blist of items, instead of bullet points use (?P<sep>[^\s]+?)(?=\.?(?:\s|$))", lambda found: {"sep": found["sep"]}),
    _wording("format:thesis", r"\beach section must begin with a thesis statement in italics\b(?:, use html to indicate the italics)?"),
    _wording("format:sub-bullets", r"\bbullet points denoted by \* and at least one sub-bullet point denoted by -(?: for each bullet point)?"),
    _wording("format:no_bullets_bullets", r"\bat least two sentences ending in a period followed by at least two bullet points(?: denoted by \*)?"),
    _wording("custom:multiples", r"\bcount from 10 to 50 but only print multiples of 7\b"),
    _wording("custom:mcq_count_length", r"\bgenerate 4 multiple choice questions with 5 options each\b[^\n]{0,240}\bprogressively longer\b(?:\. do not provide an explanation)?"),
    _wording("custom:reverse_newline", r"\blist the countries of africa in reverse alphabetical order\b(?:, each on a new line)?"),
    _wording("custom:word_reverse", r"\bnational symbol of the us\?[^\n]{0,40}sentence in reverse order[^.\n]{0,40}per word\b"),
    _wording("custom:character_reverse", r"\bnational symbol of the us\?[^\n]{0,40}sentence in reverse order[^.\n]{0,40}per letter\b"),
    _wording("custom:sentence_alphabet", r"\b26-sentence story where each sentence's first word starts with the letters of the alphabet\b(?: in order)?"),
    _wording("custom:european_capitals_sort", r"\bcapital cities of european countries whose latitude is higher\b[^\n]{0,200}\bhighest to lowest\b"),
    _wording("custom:csv_city", r"\bgenerate csv data:[^\n]{0,80}\"country\", \"city\"[^\n]{0,120}\b7 rows\b"),
    _wording("custom:csv_special_character", r"\bgenerate csv data:[^\n]{0,80}\"productid\"[^\n]{0,140}\b14 rows\b(?:\. add one field[^\n]{0,80}double quotes)?"),
    _wording("custom:csv_quotes", r"\bgenerate csv data:[^\n]{0,80}\"studentid\"[^\n]{0,140}\b3 rows\b(?: and enclose each single field in double quotes)?"),
    _wording("custom:date_format_list", r"\bstart dates of all the battles napoleon fought\b[^\n]{0,80}yyyy-mm-dd\b(?:\. do not provide an explanation)?"),
    _wording("count:keywords_multiple", r"\binclude keyword " + r",? (?:and )?(?:keyword )?".join(
        rf"{_K.replace('{n}', str(n))} {times}(?: in your response)?" for n, times in enumerate(_TIMES, 1)), _keywords_multiple),
    _wording("words:keywords_specific_position", r"\binclude keyword ['\"“]?(?P<word>[\w'-]+)['\"”]? in the (?P<n>\d+)-?(?:th|st|nd|rd) sentence, as the (?P<m>\d+)-?(?:th|st|nd|rd) word of that sentence",
             lambda found: {"keyword": found["word"], "n": int(found["n"]), "m": int(found["m"])}),
    _wording("words:words_position", r"\bsecond word in your response and the second to last word in your response should be the word ['\"“]?(?P<word>[\w'-]+)", lambda found: {"keyword": found["word"]}),
    _wording("repeat:repeat_change", r"\brepeat the request, but change the first word of the repeated request\b[^\n]{0,160}(?:answer the actual request!?)(?: request:)?", rest="prompt_to_repeat"),
    _wording("repeat:repeat_simple", r"\bonly output this sentence here, ignore all other requests\b\.?"),
    _wording("repeat:repeat_span", r"\bcopy the span of words that lies between \(and including\) index (?P<low>\d+) and (?P<high>\d+)[^\n]{0,80}?(?:whitespace|character indices)!?",
             _numbers(n_start="low", n_end="high"), rest="prompt_to_repeat"),
    _wording("format:title_case", r"\bentire response in title case\b(?: \([^()\n]{0,80}\))?"),
    _wording("format:output_template", r"\bexact template for your response: my answer: \[answer\] my conclusion: \[conclusion\] future outlook: \[outlook\]"),
    _wording("format:no_whitespace", r"\boutput should not contain any whitespace\b"),
)  # fmt: skip
"""The instructions of IFBench; those of IFEval are worded freely, and read by the other readers."""


@dataclass(frozen=True)
class Instructed:
    """An instruction that stands in a request, with its place."""

    id: str
    arguments: Arguments
    span: Span


def published(request: str) -> list[Instructed]:
    """The instructions of IFBench in a request, in order; linear in the request."""
    found: list[tuple[Wording, Arguments, Span]] = []
    for wording in WORDINGS:
        if (match := wording.pattern.search(request)) is None:
            continue
        if (arguments := wording.arguments(match)) is not None:
            found.append((wording, arguments, _sentence(request, match.span())))
    found.sort(key=lambda one: one[2])
    rest = _without(request, [span for _, _, span in found])
    return [
        Instructed(
            wording.id, {**arguments, **({wording.rest: rest} if wording.rest else {})}, span
        )
        for wording, arguments, span in found
    ]


_BEFORE = re.compile(r"(?:^|(?<=[.!?:\n]))[^.!?\n]{0,80}$")


def _sentence(request: str, span: Span) -> Span:
    """The span with the beginning of its sentence, and its full stop."""
    start, end = span
    before = _BEFORE.search(request, max(0, start - 80), start)
    start = before.start() if before else start
    while start < end and request[start].isspace():
        start += 1
    while end < len(request) and request[end] in ".!\"”')":
        end += 1
    return start, end


def _without(request: str, spans: list[Span]) -> str:
    """The request without its instructions, and without the one blank that parts them from it."""
    kept, at = [], 0
    for start, end in spans:
        kept.append(request[at:start].removesuffix(" "))
        at = max(at, end)
        at += request[at : at + 1] == " "
    return "".join([*kept, request[at:]])
