"""The one reader of replies: measured on sets with their truth; thoughts, turns and outcomes."""

from __future__ import annotations

import json
import random
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
from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.score import LOOKS_FOR as FREE_TEXT
from tamis.benchmarks.fanoutqa.score import strings
from tamis.benchmarks.kitab.reference_reply import titles
from tamis.benchmarks.kitab.reply import looks_for
from tamis.checking.model_judge import LOOKS_FOR as YES_OR_NO
from tamis.measures.words import words
from tamis.reading.known import Known
from tamis.reading.replies import read
from tamis.reading.spoken import without_thoughts
from tamis.types import READ, Reply

REPOSITORY = Path(__file__).parents[1]
WRITTEN = REPOSITORY / "tests/replies"
DATA = REPOSITORY / "tests/data"
REPLIES = REPOSITORY.parent / "shared/data/replies/replies_dev.jsonl"
TITLES = looks_for("no_context")

# Measured on replies whose truth is known: at least so many exact, at most so many read as
# something else. First looks are in bench/RESULTS.md. Of the older sets nothing is known that a
# benchmark knows, so that most of what they have in prose and in remarks stays unread.


def counted(path: Path, reader: Path | None = None) -> Counter[str]:
    """How the replies of a file are read; with `reader`, those recorded of a model too."""
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    sys.path.insert(0, str(REPOSITORY / "bench"))
    from replies import judged, of_reader, said

    recorded = of_reader(reader) if reader else {}
    counts: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        reply = Reply(record["text"], truncated=record["truth"]["outcome"] == "truncated")
        counts[judged(record, said(record, reply, recorded.get(record["id"])))] += 1
    return counts


@pytest.mark.parametrize(
    ("path", "exact", "misread"),
    [
        (REPLIES, 67, 1),
        (WRITTEN / "worked_with.jsonl", 150, 4),
        (WRITTEN / "by_other_eyes.jsonl", 118, 4),
        (WRITTEN / "by_other_eyes_2.jsonl", 106, 3),
        (DATA / "replies_unseen.jsonl", 110, 5),  # first look 63.0% exact, 5.6% misread
        (DATA / "replies_late.jsonl", 86, 6),  # first look 70.8% exact, 4.2% misread
        (DATA / "replies_last.jsonl", 62, 3),  # first look 72.2% exact, 4.4% misread
    ],
)
def test_what_is_read_is_what_a_careful_person_reads(path, exact, misread):
    """Of all benchmarks and methods; what is neither is counted as unread."""
    counts = counted(path)
    assert counts["exact"] >= exact, counts
    assert counts["misread"] <= misread, counts


@pytest.mark.parametrize(("name", "exact"), [("late", 107), ("last", 82)])
def test_a_model_reads_what_the_program_leaves(name, exact):
    """With recorded replies to our prompt: most of the rest is exact, and no more is misread."""
    alone = counted(DATA / f"replies_{name}.jsonl")
    both = counted(DATA / f"replies_{name}.jsonl", DATA / "reader_replies.jsonl")
    assert both["exact"] >= exact, both
    assert both["misread"] <= alone["misread"], both


@pytest.mark.parametrize(
    ("made", "exact", "misread"), [(reply_styles, 335, 25), (reply_styles_unseen, 230, 25)]
)
def test_renderings_of_known_answers_are_read_back(made, exact, misread):
    """81 styles with up to two of 31 features, 500 of either half; the titles are known."""
    asked = "There is no personal name in the title."
    known = TITLES.knowing(Known.titles(reply_styles.TITLES, "Ida M. Kerrow"), asked)
    counts: Counter[str] = Counter()
    for _, text, told in renderings(made.STYLES, made.FEATURES, 500):
        found = read(text, known)
        same = (found.values, found.outcome) == (told.items, told.outcome)
        counts["exact" if same else "misread" if found.outcome in READ else "unread"] += 1
    assert counts["exact"] >= exact, counts
    assert counts["misread"] <= misread, counts


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("verdict", ["yes", "no"])
def test_renderings_of_a_verdict_are_read_back(name, verdict):
    """Each form but a sentence; the other verdict in thoughts or an invented task is none."""
    found = read(VERDICTS[name](verdict, random.Random(0)), YES_OR_NO)
    assert found.label == (verdict if name != "sentence" else ""), found


# Thoughts, turns and invented tasks.


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"), ("<unused94>", "<unused95>"),
        ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ],
)  # fmt: skip
def test_thoughts_are_no_answer(opened, closed):
    """In every known form; thoughts that never end have nothing after them."""
    assert without_thoughts(f"{opened}a{closed} b") == "b"
    assert without_thoughts(f"a{closed}b") == "b"
    assert without_thoughts(f"first\n{opened}a") == "first"
    assert read(f"{opened}\nOutput:\n1. Title: Sula", TITLES).outcome == "truncated"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a</think><think>b</think>c", "c"), ("a <think> is a tag", "a <think> is a tag"),
        ("b<|im_end|>\n<|im_start|>user\nc", "b"), ("a<|eot_id|>b", "a"), ("a<|end|>b", "a"),
        ("So it is.assistantfinalYes", "Yes"), ("[/INST]a", "a"),
        ("### Response:\na", "a"), ("Assistant: a", "a"), ("<|assistant|>a", "a"),
    ],
)  # fmt: skip
def test_only_the_models_turn_is_read(text, said):
    """Marks of a template go, and what follows the end of the turn was not asked for."""
    assert without_thoughts(text) == said


@pytest.mark.parametrize(
    ("looks", "begin"),
    [
        (TITLES, "Criteria: others"), (TITLES, "[INST] so"), (TITLES, "### Instruction: so"),
        (IDS, "Question: What else?"), (IDS, "===== Example 2 ====="), (IDS, "Human: so"),
        (YES_OR_NO, "===== Example 2 ====="), (YES_OR_NO, "Constraint: another"),
        (FREE_TEXT, "[Question]: What else?"), (FREE_TEXT, "<|im_start|>user so"),
    ],
)  # fmt: skip
def test_only_the_first_task_is_read(looks, begin):
    """A base model goes on with the prompt's next case, or with a turn of somebody else."""
    first = "Output:\n1. Title: Sula\n\nFinal Answer: yes"
    found = read(f"{first}\n\n{begin}\nFinal Answer: no", looks)
    assert found.said == first
    assert found.marks[-1].role == "next task"


def test_words_of_a_next_task_that_the_prompt_does_not_have_end_nothing():
    """FanOutQA's prompt says "[Question]:", so that "Question:" may stand in an answer."""
    text = "Question: Who was it?\nAnswer: Paul\n\nQuestion: And then?\nAnswer: Anna"
    assert read(text, FREE_TEXT).said == text


@pytest.mark.parametrize(
    "text",
    [
        "Output:\n1. Title: Sula\n\n(I closed it with `</think>`.)",
        "I write no <think> tags.\n\nOutput:\n1. Title: Sula",
    ],
)
def test_a_tag_that_is_only_mentioned_is_text(text):
    """Between quotes or backticks, or an opening in the middle of a line."""
    assert read(text, TITLES).values == ("Sula",)


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        ("<|channel>thought\n", "<channel|>"), ("◁think▷", "◁/think▷"),
        ("<|START_THINKING|>", "<|END_THINKING|>"), ("<seed:think>", "</seed:think>"),
    ],
)  # fmt: skip
def test_thoughts_of_each_family_are_no_answer(opened, closed):
    """A list in them is none, and without their end nothing was said."""
    thought = f"{opened}Output:\n1. Title: A Wrong Guess\n"
    assert read(f"{thought}{closed}Output:\n1. Title: Sula", TITLES).values == ("Sula",)
    assert read(thought, TITLES).outcome == "truncated"
    assert read(f"{opened}{opened}a{closed}Output:\n1. Title: Sula", TITLES).values == ()


def test_a_call_of_a_tool_alone_says_nothing():
    """In the text or in the provider's field; text beside it is read."""
    call = '<tool_call>{"name": "search"}</tool_call>'
    found = read(call, TITLES)
    assert (found.outcome, found.why) == ("missing", "it only calls a tool")
    assert read(f"{call}\nOutput:\n1. Title: Sula", TITLES).values == ("Sula",)


def test_an_invented_task_may_stand_in_brackets():
    """As the tiny real model wrote it: the first task's answer counts, not that of the second."""
    text = (
        '[Question: Novels set in Peru?]\n[Final Answer: ["An Island Too Many", "The Fog"]]\n'
        '[Question: Novels set in Istanbul?]\n[Final Answer: ["The King of the Sea", "The King'
    )
    found = read(Reply(text, truncated=True), QUEST)
    assert (found.outcome, found.values) == ("ok", ("An Island Too Many", "The Fog"))


# Outcomes.


@pytest.mark.parametrize(
    ("reply", "looks", "outcome", "label", "said"),
    [
        (Reply("x", failed="no route"), IDS, "failed", "", ""),
        (Reply(" x ", refused=True), IDS, "refused", "", "x"),
        (Reply(" ", truncated=True), IDS, "truncated", "", ""),
        (Reply("<think>a</think> "), IDS, "missing", "", ""),
        (Reply("<think>a"), FREE_TEXT, "truncated", "", ""),
        (Reply("a b", truncated=True), FREE_TEXT, "truncated", "", "a b"),
        (Reply("Final answer: yes"), YES_OR_NO, "ok", "yes", "Final answer: yes"),
        (Reply("<answer>Final answer: no</answer>"), YES_OR_NO, "ok", "no", "Final answer: no"),
        (Reply("Final answer: maybe"), YES_OR_NO, "unparsed", "", "Final answer: maybe"),
        (Reply("Hm"), YES_OR_NO, "unparsed", "", "Hm"),
        (Reply("Hm", truncated=True), YES_OR_NO, "truncated", "", "Hm"),
        (Reply("I cannot say."), YES_OR_NO, "refused", "", "I cannot say."),
    ],
)  # fmt: skip
def test_the_outcome_of_a_reply(reply, looks, outcome, label, said):
    """The provider's word first; then thoughts, the first task, and what it says."""
    found = read(reply, looks)
    assert (found.outcome, found.label, found.said) == (outcome, label, said)
    assert bool(found.why) == (outcome != "ok" and said != "a b")


@given(st.text(max_size=300), st.booleans())
def test_marks_never_leave_the_reply(text, cut):
    """Whatever the reply is, its marks are in order and inside it."""
    for looks in (IDS, YES_OR_NO, FREE_TEXT):
        found = read(Reply(text, truncated=cut), looks)
        assert all(0 <= mark.start <= mark.end <= len(text) for mark in found.marks)
        assert [m.start for m in found.marks] == sorted(m.start for m in found.marks)


def test_fanoutqa_scores_what_is_said_and_its_reference_the_whole_text():
    """Thoughts and an invented task are no answer, but for the published scorer."""
    text = "<think>Marravoe?</think>Vessay\n\n[Question]: Which next?\nMarravoe"
    scorers = {v: Scorer("Marravoe", v, words("pystemmer")) for v in ("strict", "reference")}
    figures, _ = strings(Answered(text, "ok"), scorers)
    assert (figures["strict_loose"], figures["reference_loose"]) == (0, 1)


def test_kitabs_reference_reads_as_the_published_code_does():
    """Worked by hand from its two patterns: the last marker, "Title: " to the end of the line."""
    for text, found in [
        ("Output:\n1. Title: Draft\nOutput: \n1. Reason: a. Title: Sula (1973)\n2. Jazz", ["Sula"]),
        ('1. Title: "Sula" (1973) \n2. title: Jazz\n3. Title: **Love**',
         ['"Sula" (1973)', "**Love**"]),
        ("<think>Title: Home</think>\nNone", ["Home</think>"]),
    ]:  # fmt: skip
        assert [*titles(text)] == found
