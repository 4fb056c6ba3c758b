"""Every reader of replies and files takes time in proportion to its input, whatever that is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from hostile import READERS, Counted, counting, work
from patterns import Pattern, Use, uses

ROOMS = (
    "answering",
    "benchmarks",
    "checking",
    "cli",
    "collect",
    "inputs",
    "measures",
    "prompts",
    "reading",
    "report",
    "documents",
    "retrieve",
    "studio",
    "text",
    "types",
    "writing",
)
"""Where patterns are applied to what models or files say."""

READS_REPLIES = ("reading", "text")
"""Those whose patterns are gone through each time; the whole takes half a minute."""

_SHORT = "a constraint has at most 400 characters (requests.wordings)"
_HEADING = "a heading has at most 200 characters (outline._LONGEST_HEADING)"
_ONCE = "tried once for each place, and the places do not share what it goes over"


_PLAN = "a line of a plan has at most 2,000 characters (ledger.plain.MAX_LINE)"

_NAME_CUT = "a name is looked for in at most 160 characters (ledger.names.MAX_NAME)"

_NEXT_BEHIND = "each search succeeds, and the next begins behind it"

EXCEPTIONS = {
    "checking.constraint_types.content._matching.TOKEN": _NEXT_BEHIND,
    "checking.constraint_types.content._things._DENIED": "of _ROOM characters before it",
    "checking.constraint_types.content._units.TOKEN": _NEXT_BEHIND,
    "checking.constraint_types.content.numbers._JOINED": _NEXT_BEHIND,
    "checking.constraint_types.content.unique_words.TOKEN": _NEXT_BEHIND,
    "checking.constraint_types.form._tables.LIKE": "begins at a line, and fails at the next one",
    "checking.constraint_types.form.capital_words._WORD": _NEXT_BEHIND,
    "checking.constraint_types.form.letter_case._WORD": _NEXT_BEHIND,
    "checking.constraint_types.form.tables.LIKE": "begins at a line, and fails at the next one",
    "checking.constraint_types.amounts.numbers_between._NUMBER": _PLAN,
    "checking.constraint_types.amounts.numbers_between._NAMED": "of the 20 characters before it",
    "checking.ledger.names._NAME": _NAME_CUT,
    "checking.ledger.names._END": _NAME_CUT,
    "checking.ledger.names._THROUGH": _NAME_CUT,
    "checking.ledger.times._GOES_ON": _PLAN,
    "checking.constraint_types.units._BREAK": "begins behind the stop of a long line",
    "answering.fanout.search_tool._SEARCH": "between two tags no third one begins: a look-ahead",
    "answering.resolver._LABELLED": "a name has at most 1,000 characters (resolver.MAX_LENGTH)",
    "answering.resolver._LEADING": "a name has at most 1,000 characters (resolver.MAX_LENGTH)",
    "benchmarks.fanoutqa.answers.atoms._ANY": "a word that is not plain is taken whole after it",
    "benchmarks.kitab.baselines._LIST": "of the benchmark's own prompt, which has one list",
    "collect.books.titles.spelling._RULES": "a word has at most 45 letters (spelling._LONGEST)",
    "collect.constraints.edit_proposals._HEADING": "a line has at most 600 characters",
    "measures.table_cells._NUMBER": "a number has at most 80 characters (_LONGEST_NUMBER)",
    "measures.words._WORD_OR_MARK": "digits that a letter follows are taken whole with it",
    "text._damaged_json._PLAIN_STRING": "a string ends at the next of its own marks",
    "text._damaged_json._UNFINISHED": "tried at most 100 times (_damaged_json.FAILURES)",
    "text._plain_json._KEY": "reading stops at the first string without an end",
    "text._plain_json._SCALAR": "reading stops at the first string without an end",
    "text._plain_json._UNFINISHED": "tried once, where reading stops",
    "text.json._PART_AFTER": _ONCE,
    "text.json._KEY_AFTER": "it goes up to the next brace, where the next place is",
    "documents.pdf.paper._BROKEN": "a chain of words is tried once, from its first letter",
    "text.sentences._REFERENCES": _ONCE,
}
"""Patterns that the analysis cannot clear, with the reason why they are not slow."""


@cache
def _uses(*rooms: str) -> tuple[Use, ...]:
    return tuple({(use.where, use.pattern): use for use in uses(tamis, rooms)}.values())


def _name(use: Use) -> str:
    return use.where.removeprefix("tamis.")


def _room(where: str) -> str:
    return re.split(r"[.:]", where)[0]


def _troubles(found: Iterable[Use]) -> dict[str, str]:
    """What makes patterns slow, by their places."""
    said: dict[str, str] = {}
    for use in found:
        pattern = Pattern(use.pattern, use.flags)
        for trouble in pattern.trouble(searched=use.searched, whole=use.whole)[:1]:
            said[_name(use)] = trouble
    return said


def test_no_pattern_that_reads_replies_takes_more_than_linear_time():
    """Each is linear by its form, or an exception says why it may stay."""
    found = _troubles(_uses(*READS_REPLIES))
    assert {where: said for where, said in found.items() if where not in EXCEPTIONS} == {}


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_no_pattern_takes_more_than_linear_time(room):
    """The same of all rooms; and each exception is still needed."""
    found = _troubles(use for use in _uses(*ROOMS) if _room(_name(use)) == room)
    assert {where: said for where, said in found.items() if where not in EXCEPTIONS} == {}
    assert sorted({one for one in EXCEPTIONS if _room(one) == room} - found.keys()) == []


@pytest.mark.slow
def test_each_pattern_and_each_exception_is_of_a_room():
    """So that the test above leaves none out."""
    names = [_name(use) for use in _uses(*ROOMS)]
    assert {_room(one) for one in (*names, *EXCEPTIONS)} <= set(ROOMS)


@pytest.mark.parametrize(
    ("pattern", "searched", "whole"),
    [
        (r"^(?:a+)+$", False, False),
        (r"(?:a|aa)+b", False, False),
        (r"\s*:?\s*x", False, False),
        (r"\d+%", True, False),
        (r"^\s*[-*]", True, False),
        (r"(?:\d+,)+\d+", True, False),
        (r"[.!?]+(?=\s|$)", True, False),
        (r"\W*\W*", False, True),
        (r"^\|(?:\|:?-*:?)*$", False, False),
        (r'"(?:[^"\\]|\\.)*"', True, False),
        (r"<b>.*?</b>", True, False),
        (r"(?=.*x)", True, False),
    ],
)
def test_a_slow_pattern_is_found(pattern, searched, whole):
    """The analysis refuses patterns that are known to take quadratic or exponential time."""
    flags = re.M if pattern.startswith(r"^\s") else 0
    assert Pattern(pattern, flags).trouble(searched=searched, whole=whole)


@pytest.mark.parametrize(
    ("pattern", "searched", "whole"),
    [
        (r"^[a-z]+$", False, False),
        (r"(?<!\d)\d++%", True, False),
        (r"\s*+(?::\s*+)?x", False, False),
        (r"\w+(?:-\w+)*", True, False),
        (r'"[^"]*"', True, False),
        (r"\n\s*\n", True, False),
        (r"a\s*b", True, False),
        (r"/\*.{0,90}\*/", True, False),
        (r"[^,]*", False, True),
    ],
)
def test_a_fast_pattern_is_cleared(pattern, searched, whole):
    """The analysis lets pass patterns that take linear time."""
    assert Pattern(pattern).trouble(searched=searched, whole=whole) == []


# What a text is made of: runs of one of these, or of some in turn.
_UNITS = (
    *" \t\n\r\x0b\u2028\x00\x1c1a.,:;|-–—_#*+=~`'\"“”‘’«([{<>}])/\\?!？%$&@é\u0301½ﬀﬁм中م",
    *("\u200b", "\u200c", "\u200d"),
    *("\ud800", "\ufeff", "\u202e", "\u00ad", "12", "1,", "1.", "1/2 ", "1 - ", "a ", "A.", "a-"),
    *("A'", '\\"', "\\\\", "\\u", '[ "', '{"a":', "{'", "[{", '"a", ', ',"', "' ,", "'a': ", "**"),
    *("- ", "-\n", "- a?\n", "|:", "|-", "```\n", "...", ". ", " →", "==", "{{", "]]", "{|", "/*"),
    *("//", "#\n", "<think>", "</think>", "<search>", "<search", "< ", "<a ", "<div>", "<!--"),
    *("<table><tr><td>", "&#", "<ref>", "[1]", "[1, ", "\nID: 1 | ", "\rID: ", "yes ", "no "),
    *("not ", "good ", "verdict: ", "Verdict:\n", "Final answer: [", "Output:\n", "Title: "),
    *("Reason: ", "- Title: x\n", "January ", "1 January 1900, ", "twenty ", "one hundred "),
    *("add the ", 'delete "a" ', "with ", "but ", "keep ", "of the ", "1. ", "1) a\n", "week 1 "),
    *("3 x ", "3 sets of ", "7:00 am - ", "per day ", "please ", "at least 3 ", "between 3 "),
    *("Criterion 1: ", "(a)", " (1999)", "\\boxed{", "TRUE ", "“a", "| a | b |\n", "\n\n \n"),
)
_UNIT = st.one_of(
    st.sampled_from(_UNITS),
    st.lists(st.sampled_from(_UNITS), min_size=2, max_size=3).map("".join),
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=4),
)
_PIECE = st.one_of(
    st.sampled_from(("", "x", "x ", "]x", '"]', ":x", "\nx", "Output:\n", "Final answer: [")),
    st.sampled_from(_UNITS),
)

SIZES = ((700, 2_800), (11_200, 44_800))
"""Where the work does not grow in proportion from the first size to the second, it must from the
third to the fourth: JSON that is damaged has a fixed number of tries, which short texts use up."""

FLOOR = 400_000
"""Below so many steps for 2,800 characters nothing is said: there are fixed costs."""

_MANY = int(os.environ.get("TAMIS_HOSTILE_INPUTS", "0"))
"""How many inputs are tried, for a longer run: `TAMIS_HOSTILE_INPUTS=10000`."""


@given(st.sampled_from(sorted(READERS)), _PIECE, _UNIT, _PIECE)
@settings(max_examples=_MANY or 250, derandomize=not _MANY, database=None)
def _grows(name, before, unit, after):
    for small, large in SIZES:
        texts = [before + unit * (size // len(unit)) + after for size in (large, small)]
        steps = work(name, texts[0])
        if steps <= FLOOR or steps < 8 * work(name, texts[1]):
            return
    raise AssertionError(f"{name}: {steps:,} steps for {len(texts[0]):,} characters")


def test_work_grows_in_proportion_to_a_hostile_text():
    """No reader raises; four times the text is less than eight times the calls and the characters
    gone over, where quadratic is sixteen times. No clock is asked."""
    with counting():
        _grows()


def test_quadratic_work_is_seen(monkeypatch):
    """A reader that searches what is left of a text at each of its characters is found."""
    pattern = Counted(re.compile("x"))
    monkeypatch.setitem(READERS, "slow", lambda t: [pattern.search(t, at) for at in range(len(t))])
    with counting(), pytest.raises(AssertionError, match="steps for"):
        _grows.hypothesis.inner_test("slow", "", "a", "")
