"""The one reader of replies: measured on a set with its truth, and stage by stage."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reply_styles
import reply_styles_unseen
from reply_styles import VERDICTS, renderings
from tamis.answering.answer_steps import IDS
from tamis.answering.answer_steps import TITLES as QUEST
from tamis.benchmarks.fanoutqa.score import LOOKS_FOR as FREE_TEXT
from tamis.benchmarks.kitab.reply import looks_for
from tamis.checking.model_judge import LOOKS_FOR as YES_OR_NO
from tamis.reading import document
from tamis.reading.document import MAX_DEPTH, Block, parse
from tamis.reading.one_line import split
from tamis.reading.replies import read
from tamis.reading.roles import fails, role
from tamis.reading.spoken import next_tasks, spoken, without_thoughts
from tamis.types import READ, Reply

REPOSITORY = Path(__file__).parents[1]
WRITTEN = REPOSITORY / "tests/replies"
REPLIES = REPOSITORY.parent / "shared/data/replies/replies_dev.jsonl"
TITLES = looks_for("no_context")
SELF = looks_for("self_context")

# Measured on replies whose truth is known.


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (REPLIES, {"exact": 79}),
        (WRITTEN / "worked_with.jsonl", {"exact": 210, "unread": 2}),
        (WRITTEN / "by_other_eyes.jsonl", {"exact": 149, "unread": 1}),
        (WRITTEN / "by_other_eyes_2.jsonl", {"exact": 143, "misread": 2, "unread": 5}),
    ],
)
def test_replies_are_read_as_a_careful_person_reads_them(path, expected):
    """Those that were worked with, to the digit, so that whatever changes a reading is seen."""
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    sys.path.insert(0, str(REPOSITORY / "bench"))
    from replies import judged, said

    counts: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        reply = Reply(record["text"], truncated=record["truth"]["outcome"] == "truncated")
        counts[judged(record, said(record, reply))] += 1
    assert counts == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (reply_styles, {"exact": 929, "unread": 1}),
        (reply_styles_unseen, {"exact": 924, "misread": 2, "unread": 4}),
    ],
)
def test_renderings_of_known_answers_are_read_back(made, expected):
    """81 styles with up to two of 31 features, to the digit."""
    counts: Counter[str] = Counter()
    for _, text, told in renderings(made.STYLES, made.FEATURES, 930):
        found = read(text, TITLES)
        exact = (found.values, found.outcome) == (told.items, told.outcome)
        counts["exact" if exact else "misread" if found.outcome in READ else "unread"] += 1
    assert counts == expected


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("verdict", ["yes", "no"])
def test_renderings_of_a_verdict_are_read_back(name, verdict):
    """Each form, and the other verdict in thoughts or in an invented task does not count."""
    import random

    assert read(VERDICTS[name](verdict, random.Random(0)), YES_OR_NO).label == verdict


# Thoughts and invented tasks.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a</think>b", "b"),
        ("<thinking>\na\n</thinking>\n\nb", "b"),
        ("[THINK]a[/THINK]b", "b"),
        ("◁think▷a◁/think▷b", "b"),
        ("<|begin_of_thought|>a<|end_of_thought|>b", "b"),
        ("<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>b", "b"),
        ("a</think>b", "b"),
        ("<think>a</think><think>b</think>c", "c"),
        ("<think>a", ""),
        ("first\n<think>a", "first"),
        ("a <think> is a tag", "a <think> is a tag"),
        ("b<|im_end|>\n<|im_start|>user\nc", "b"),
        ("b</s>c", "b"),
    ],
)  # fmt: skip
def test_thoughts_and_what_follows_the_turn_are_no_answer(text, said):
    """In every known form; thoughts that never end have nothing after them."""
    assert without_thoughts(text) == said


def test_a_reply_that_ends_in_its_thoughts_is_truncated():
    """What it thought is not read as what it said."""
    found = read("<think>\nOutput:\n1. Title: Sula", TITLES)
    assert (found.outcome, found.values) == ("truncated", ())
    assert [mark.role for mark in found.marks] == ["thoughts"]
    assert spoken("<think>a").unfinished


@pytest.mark.parametrize("looks", [TITLES, IDS, YES_OR_NO, FREE_TEXT])
def test_only_the_first_task_is_read(looks):
    """A base model goes on with tasks that nobody gave it."""
    first = "Output:\n1. Title: Sula\n\nFinal Answer: yes"
    found = read(f"{first}\n\nQuestion: What else?\nFinal Answer: no", looks)
    assert found.said == first
    assert found.marks[-1].role == "next task"


def test_a_reply_may_begin_by_repeating_its_task():
    """A further task begins only after an answer."""
    text = "Question: Which books?\nCriteria: one word.\n\nOutput:\n1. Title: Sula"
    assert len(next_tasks(text, TITLES.next_task)) == 1
    assert read(text, TITLES).values == ("Sula",)


# The tree.


def shape(block: Block) -> object:
    """A tree as its kinds and lines."""
    texts = [line.text for line in block.lines]
    return (block.kind, texts, [shape(child) for child in block.children]) if (
        block.children
    ) else (block.kind, texts)  # fmt: skip


def test_markdown_and_plain_lines_become_a_tree():
    """Headings hold what is below them; marks that Markdown does not know are lists too."""
    tree = parse("Intro\n\n# A\n(1) one\n    more\n(2) two\n\n## B\n- x\n  - y\n\n# C\nlast")
    item = ("item", [], [("paragraph", ["one", "more"])])
    assert shape(tree) == (
        "text", [], [
            ("paragraph", ["Intro"]),
            ("section", ["A"], [
                ("list", [], [item, ("item", [], [("paragraph", ["two"])])]),
                ("section", ["B"], [
                    ("list", [], [("item", [], [
                        ("paragraph", ["x"]),
                        ("list", [], [("item", [], [("paragraph", ["y"])])]),
                    ])]),
                ]),
            ]),
            ("section", ["C"], [("paragraph", ["last"])]),
        ],
    )  # fmt: skip


def test_tables_and_code_are_told_apart():
    """Cells without their marks; code with its language and its lines as they are."""
    tree = parse("| a | b |\n|---|---|\n| 1 | *2* |\n\n```json\n{\n  1\n```\n")
    table, code = tree.children
    assert [[cell.text for cell in row] for row in table.rows] == [["a", "b"], ["1", "*2*"]]
    assert (code.kind, code.language, [line.text for line in code.lines]) == (
        "code", "json", ["{", "  1"],
    )  # fmt: skip


MARKS = [
    "# ",
    "- ",
    "1. ",
    "| a | b |",
    "|---|---|",
    "```",
    "> ",
    "  ",
    "\n",
    "text",
    "(2) ",
    "**b**",
]


@given(st.lists(st.sampled_from(MARKS) | st.text(max_size=4), max_size=40).map("".join))
def test_every_line_of_the_tree_stands_in_the_text(text):
    """Whatever the text is, each line is found at its place, and nesting is bounded."""
    text = text.replace("\r", "").replace("\x00", "")

    def check(block: Block, depth: int) -> None:
        assert depth <= 3 * MAX_DEPTH
        for line in (*block.lines, *(cell for row in block.rows for cell in row)):
            if "\t" not in text:
                assert text[line.start : line.end] == line.text
        for child in block.children:
            check(child, depth + 1)

    check(parse(text), 0)


def test_deep_nesting_ends():
    """A thousand levels of quotes and lists are no deeper than the bound."""
    for text in ("> " * 1_000 + "a", "\n".join("  " * n + "- a" for n in range(1_000))):
        assert sum(1 for _ in parse(text).walk()) < 10_000


# Headings, remarks, lines.


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Output:", "asked"),
        ("## Final Output", "asked"),
        ("**Corrected list:**", "asked"),
        ("All Books:", "first"),
        ("Draft:", "draft"),
        ("Books that do not meet the criterion:", "rejected"),
        ("Excluded", "rejected"),
        ("Books that meet all criteria:", "answer"),
        ("Here are the books:", "answer"),
        ("Explanation:", "notes"),
        ("Let me check each title:", "notes"),
        ("Novels", "neutral"),
    ],
)
def test_what_a_heading_announces(heading, expected):
    """The answer, a draft, what was rejected, everything, notes."""
    assert role(heading, SELF.asked, SELF.before) == expected


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("It does not meet the criterion.", True),
        ("1 word, so it fails", True),
        ("starts with J – no", True),
        ("❌", True),
        ("It should not be included.", True),
        ("It was not published in the range, thus it satisfies the criterion.", False),
        ("3 words ✓", False),
        ("The title does not contain a human name", None),
        ("Published in 1982", None),
    ],
)
def test_what_a_remark_says_of_its_item(remark, expected):
    """Only words on the criterion count: a negated criterion is met by a denial."""
    assert fails(remark) is expected


@pytest.mark.parametrize(
    ("line", "pieces", "unclear"),
    [
        ("Sula; Jazz, 1992; Love", ["Sula", "Jazz, 1992", "Love"], False),
        ("Sula, Jazz, Love", ["Sula", "Jazz", "Love"], False),
        ("Sula, Jazz, and Love", ["Sula", "Jazz", "Love"], False),
        ('"Yes, Captain", "Love"', ["Yes, Captain", "Love"], False),
        ("Yes, Captain", ["Yes", "Captain"], True),
        ("Emma, Clueless, Pride and Prejudice", ["Emma", "Clueless", "Pride", "Prejudice"], True),
        ("Selected Letters, 1917-1961", ["Selected Letters, 1917-1961"], False),
    ],
)
def test_several_items_on_one_line(line, pieces, unclear):
    """Where two readings differ, the line says so."""
    found = split(document.Line(line, 0))
    assert found is not None
    assert ([piece.text for piece in found.pieces], found.unclear) == (pieces, unclear)


# What the issue named.

READ_AS = [
    ("Output:\n1. Title: Sula\n2. Reason: it fails the criterion. Title: Jazz", ("Sula",), "ok"),
    ("Output:\n1. Sula\n2. Jazz\n\nWait, Jazz does not qualify. Remove it.", ("Sula",), "ok"),
    ("Output:\n1. Sula\n2. Jazz\n\nOn reflection, #2 should be removed.", ("Sula",), "ok"),
    ('Output:\n1. Sula\n\nI forgot to add "Love". Actually it qualifies too.\n', ("Sula",), "ok"),
    ('Output:\n1. Sula\n\nCorrection: I forgot "Love".', ("Sula", "Love"), "ok"),
    ('Output:\n1. Sula\n\nCorrection: replace "Sula" with "Love".', ("Love",), "ok"),
    ("# All Books\n1. Sula\n2. Jazz\n\n# Final Output\n1. Jazz", ("Jazz",), "ok"),
    ("Output:\n1. The book does not contain a city name.", (), "empty"),
    ("Sula\nJazz and other books by her are well known.", (), "unparsed"),
    ("1. Sula\n2. Jazz\n\n1. Love\n2. Jazz", ("Sula", "Jazz", "Love", "Jazz"), "ambiguous"),
    ("Output:\nYes, Captain", ("Yes", "Captain"), "ambiguous"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "titles", "outcome"), READ_AS)
def test_lists_are_read_with_their_corrections(text, titles, outcome):
    """Items that fail or are taken back are out; two readings that differ are told."""
    found = read(text, TITLES)
    assert (found.values, found.outcome) == (titles, outcome)


def test_marks_stand_where_the_items_are():
    """Each mark covers the words that it was read from, in the whole reply."""
    text = "<think>Sula?</think>\nOutput:\n1. Reason: fits. Title: *Sula* (1973)\n2. Jazz ❌"
    found = read(text, TITLES)
    assert [(text[m.start : m.end], m.role) for m in found.marks] == [
        ("<think>Sula?</think>", "thoughts"),
        ("Sula", "answer"),
        ("Jazz", "rejected"),
    ]


@given(st.text(max_size=300), st.booleans())
def test_marks_never_leave_the_reply(text, cut):
    """Whatever the reply is, its marks are in order and inside it."""
    for looks in (TITLES, SELF, IDS, YES_OR_NO):
        found = read(Reply(text, truncated=cut), looks)
        assert all(0 <= mark.start <= mark.end <= len(text) for mark in found.marks)
        assert [m.start for m in found.marks] == sorted(m.start for m in found.marks)


def test_fanoutqa_scores_what_is_said_and_its_reference_the_whole_text():
    """Thoughts and an invented task are no answer, but for the published scorer."""
    from tamis.answering.fanout.answered import Answered
    from tamis.benchmarks.fanoutqa.answers import Scorer
    from tamis.benchmarks.fanoutqa.score import strings
    from tamis.measures.words import words

    text = "<think>Marravoe?</think>Vessay\n\nQuestion: Which next?\nMarravoe"
    scorers = {v: Scorer("Marravoe", v, words("pystemmer")) for v in ("strict", "reference")}
    figures, _ = strings(Answered(text, "ok"), scorers)
    assert (figures["strict_loose"], figures["reference_loose"]) == (0, 1)


def test_kitabs_reference_reads_as_the_published_code_does():
    """Worked by hand from its two patterns: the last marker, "Title: " to the end of the line."""
    from tamis.benchmarks.kitab.reference_reply import titles

    assert titles(
        "Output:\n1. Title: Draft\nOutput: \n1. Reason: a. Title: Sula (1973)\n2. Jazz"
    ) == ("Sula",)
    assert titles('1. Title: "Sula" (1973) \n2. title: Jazz\n3. Title: **Love**') == (
        '"Sula" (1973)', "**Love**",
    )  # fmt: skip
    assert titles("<think>Title: Home</think>\nNone") == ("Home</think>",)


def test_an_invented_task_may_stand_in_brackets():
    """As the tiny real model wrote it: the first task's answer counts, not that of the second."""
    text = (
        "[Question: Novels set in Peru?]\n"
        '[Final Answer: ["An Island Too Many", "The Fog Collectors"]]\n'
        "[Question: Novels set in Istanbul?]\n"
        '[Final Answer: ["The King of the Sea", "The King'
    )
    found = read(Reply(text, truncated=True), QUEST)
    assert (found.outcome, found.values) == ("ok", ("An Island Too Many", "The Fog Collectors"))


# fmt: off
_LINES = st.sampled_from([
    "- foo", "- bar  ", "* foo", "1. foo", "2. bar", "3) x", "", "  more", "text", "# H", "10. ten",
    "- 1. nested", "- a) foo", "- • x", "> q", "    deep", "- - -", "---", "- foo: 3", "  - sub",
    "1. (a) y", "- a | b", "- | -", "| a | b |", "|---|---|",
])
# fmt: on


@given(st.lists(_LINES, max_size=14).map("\n".join))
def test_a_long_run_of_items_is_read_as_the_parser_reads_it(text):
    """Its tokens would fill the memory, so such lines are read without it."""
    wanted = parse(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "_RUN", 2)
        assert parse(text) == wanted
