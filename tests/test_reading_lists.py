"""Replies with a list of titles: each shape, corrections, cuts, and laws for any text."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kitab.reply import as_answer, looks_for
from tamis.reading.looks_for import Titles
from tamis.reading.replies import read
from tamis.types import Answer, Reply

TITLES = Titles(bare_is_empty=True)


def parse_listing(text: str, *, truncated: bool = False, two_lists: bool = False) -> Answer:
    """What a reply of KITAB lists."""
    reply = Reply(text, truncated)
    form = looks_for("self_context" if two_lists else "no_context")
    return as_answer(read(reply, form), reply)


# fmt: off
READ = [
    # The form asked for, and near it.
    ("Let me think.\n\nOutput:\n1. Reason: Starts with S. Title: Sula\n2. Reason: Also with S. "
     "Title: Song of Solomon\n", "Sula|Song of Solomon"),
    ("Output:\r\n1. Title: Sula\r\n2. Title: Jazz\r\n", "Sula|Jazz"),
    ("**Output:**\n\n1. **Reason:** It fits. **Title:** *Sula* (1973)\n2. **Reason:** It fits. "
     "**Title:** **Jazz**\n", "Sula|Jazz"),
    ("Output:\n1. Title: Sula. Reason: it starts with S.", "Sula"),
    ("Output:\n1. Reason: it starts with S.\n   Title: Sula\n2. Reason: y\n   Title: Jazz",
     "Sula|Jazz"),
    ('Output:\n1. Reason: a. Title: "Sula"\n2. Reason: b. Title: “Jazz”.\n3. Reason: c. '
     "Title: <Tar Baby>", "Sula|Jazz|Tar Baby"),
    ("Output:\n1. Reason: The Title: 'Sula' starts with S. Title: Sula", "Sula"),
    ("Output:\n1. Reason: a. Title: 4.50 from Paddington (1957)\n2. Reason: b. Title: 1984",
     "4.50 from Paddington|1984"),
    ("Output:\n1. Reason: a. Title: Nothing\n2. Reason: b. Title: No Title", "Nothing|No Title"),
    ("Output:\n1. Reason: a. Title: Tom &amp; Ann's\n2. Reason: b. Title: Manhattan '45",
     "Tom & Ann's|Manhattan '45"),
    # Other lists: plain, with remarks, under headings, nested.
    ("Output:\n1. Sula\n2. Song of Solomon", "Sula|Song of Solomon"),
    ("Output:\nSula\nTar Baby\n", "Sula|Tar Baby"), ("Sula\nJazz\nTar Baby", "Sula|Jazz|Tar Baby"),
    ("Output:\n(1) Sula\n(2) Jazz", "Sula|Jazz"), ("1️⃣ Sula\n2️⃣ Jazz", "Sula|Jazz"),
    ("Output:\n**Novels**\n- Sula\n- Jazz\n\n**Plays**\n- Dreaming Emmett",
     "Sula|Jazz|Dreaming Emmett"),
    ("Output:\n- Novels:\n  - Sula\n  - Jazz\n- Plays:\n  - Desdemona", "Sula|Jazz|Desdemona"),
    ("Output:\n1. Sula\n   - Reason: fits\n2. Jazz\n   - Reason: fits", "Sula|Jazz"),
    ("Output:\n- [Sula](http://a.b/c)\n- <b>Jazz</b> (1992), by Toni Morrison", "Sula|Jazz"),
    # Tables, data and markup.
    ("| # | Title | Reason |\n|---|---|---|\n| 1 | *Sula* | fits |\n| 2 | Jazz (1992) | fits |",
     "Sula|Jazz"),
    ('title,reason\n"Sula, a",fits\nJazz,"x, y"', "Sula, a|Jazz"),
    ('```json\n{"titles": ["Sula", "Jazz"]}\n```', "Sula|Jazz"),
    ('{"Output": ["Sula", "Jazz"], "notes": ["Love"]}', "Sula|Jazz"),
    ("```python\nbooks = ['Sula', 'Jazz']\nprint(books)\n```", "Sula|Jazz"),
    ("<ol><li>Sula</li><li>Jazz</li></ol>", "Sula|Jazz"),
    ("Output: \\boxed{\\text{Sula}}", "Sula"),
    ("Output: [Sula], [Ada, or Ardor], [Jazz]", "Sula|Ada, or Ardor|Jazz"),
    ("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>"
     "Output:\nNo.\tTitle\n1\tSula\n2\tJazz", "Sula|Jazz"),
    ('Output:\n1. "Sula" (1973)\n2. "Jazz" (1992)', "Sula|Jazz"),
    ("Output:\nSula; Jazz; Love", "Sula|Jazz|Love"), ("Output: Sula • Jazz", "Sula|Jazz"),
    # Which list is the answer, and what is out.
    ("Output:\n1. Title: Jazz\n2. Title: Sula\n\nOn reflection:\n\nOutput:\n1. Title: Sula\n",
     "Sula"),
    ("Output:\n1. Sula\n2. Love\n\n**Not included:**\n1. Jazz", "Sula|Love"),
    ("Output:\n✅ Sula\n❌ Jazz", "Sula"), ("- [x] Sula\n- [ ] Jazz", "Sula"),
    ("Output:\n1. ~~Jazz~~\n2. Sula", "Sula"),
]
OUTCOMES = {
    "empty": [
        "Output:\n", "Output:\nNone", "Output:\n\nN/A", "Output: []", "Output:\n1. Title: None",
        "None of the books in the list start with the letter z.\n\nOutput:\nNone.",
        "None.", "Output:\n1. Title: N/A (no book qualifies)", "Output: keine",
        "Output:\n1. Title: Sula ❌",
    ],
    "unparsed": [
        "There is no doubt that these are famous books.", "\x01\x02\x03 \ufffd\ufffd",
        # Of a real model: the answer, or what was thought, stands before the marker.
        '1. Reason: The book that doesn\'t contain a city name is "The Human Factor".\n\nOutput:',
        "Let me think step by step", "Sula\nJazz and other books by her are well known.",
        # In words only, which the program does not read.
        "Output:\nThere are no books by her that start with z.",
        "1. Sula: no.\n2. Jazz: no.\n\nThere are no books that start with z.\n\nOutput:\n",
        "The only ones that fit are Sula and Jazz.", "The final answer is: Sula",
    ],
    "ambiguous": [
        "1. Sula\n2. Jazz\n\n1. Love\n2. Jazz", "Output:\nYes, Captain",
        # Words beside a list, or an item, that may turn it.
        "Output:\n1. Sula\n2. Jazz\n\nWait, Jazz does not qualify. Remove it.",
        "Output:\n1. Sula\n2. Jazz\n\nOn reflection, #2 should be removed.",
        "Output:\n1. Reason: fits. Title: Sula\n2. Reason: it does not. Title: Jazz",
        "Here they are:\n- **Sula** – starts with S\n- **Jazz** – no\n- **Home** – a novel",
        '[{"title": "Sula", "meets": true}, {"title": "Jazz", "meets": false}]',
        # Several lists, of which nothing says which one is the answer.
        "**Novels**\n- Sula\n- Jazz\n\n**Plays**\n- Dreaming Emmett",
        "Excluded:\n- Jazz\n\n---\n\n- Sula",
        "Output:\n1. Title: Sula\n\nThe next one.\n\nOutput:\n1. Title: Jazz",
        # What has marks of a form that nobody reads.
        "\\begin{itemize}\n\\item Sula\n\\item \\textit{Jazz}\n\\end{itemize}",
    ],
    "refused": [
        "I cannot help with that.",
    ],
    "missing": [" \n "],
    "truncated": ["<think>\nOutput:\n1. Title: Sula"],
}
CUT = [
    ("Output:\n1. Sula\n2. Jaz", "Sula"), ("Output:\n1. Sula\n2. Jazz\n", "Sula|Jazz"),
    ("Output:\n1. Reason: a. Title: Sula\n2. Reason: b. Title: The Blu", "Sula"),
    ('Output: ["Sula", "Jaz', "Sula"), ("| Title |\n|---|\n| Sula |\n| Ja", "Sula"),
    ("Draft:\n1. Sula\n\nOutput:\n1. Ja", ""), ("Output:", ""), ("Let me see", ""), ("", ""),
]
# fmt: on


@pytest.mark.parametrize(("text", "titles"), READ)
def test_titles_are_read(text, titles):
    """Each shape of reply gives its titles, in order; what fails or is taken back is out."""
    answer = parse_listing(text)
    assert ("|".join(answer.titles), answer.outcome) == (titles, "ok")


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_replies_without_a_list(outcome):
    """That nothing qualifies is an answer; an excuse, silence and what cannot be read are none."""
    found = {text: parse_listing(text).outcome for text in OUTCOMES[outcome]}
    assert set(found.values()) == {outcome}, found
    assert outcome == "ambiguous" or not any(parse_listing(text).titles for text in found)


@pytest.mark.parametrize(("text", "titles"), CUT)
def test_of_a_cut_list_whole_items_are_kept(text, titles):
    """Half a title would match whole ones; no draft takes the answer's place."""
    found = read(Reply(text, truncated=True), TITLES)
    assert (found.outcome, "|".join(found.values)) == ("truncated", titles)


def test_self_context_has_two_lists():
    """The first list is what was retrieved, and is never taken for the answer."""
    first, last = "All Books:\n1. Title: Sula\n2. Title: Jazz\n", "\nFinal Output:\n1. Title: Sula"
    answer = parse_listing(first + last, two_lists=True)
    assert (answer.titles, answer.retrieved) == (("Sula",), ("Sula", "Jazz"))
    answer = parse_listing(first[:-2], truncated=True, two_lists=True)
    assert (answer.titles, answer.outcome, answer.retrieved) == ((), "truncated", ("Sula",))
    answer = parse_listing(f"{first}\nFinal Output:\n", two_lists=True)
    assert (answer.outcome, answer.retrieved) == ("empty", ("Sula", "Jazz"))
    both = first + last
    answer = parse_listing(f"{both}\n\n{both}", two_lists=True)
    assert (answer.titles, answer.outcome) == (("Sula",), "ok")
    answer = parse_listing(
        f"{both}\n\n{both.replace('Title: Sula', 'Title: Love')}", two_lists=True
    )
    assert answer.outcome == "ambiguous"


def test_runaway_repetition_is_seen_and_its_titles_kept():
    """The paper's example 4: near-copies without end are flagged; they stay irrelevant titles."""
    tail = "".join(
        f"{i}. Reason: r. Title: Crimson Clown's Zest{'less' * i}\n" for i in range(3, 40)
    )
    answer = parse_listing("Output:\n1. Reason: r. Title: The Mark of Zorro\n" + tail)
    assert answer.runaway
    assert len(answer.titles) == 38
    assert not parse_listing(READ[1][0]).runaway


def test_marks_stand_where_the_items_are():
    """Each mark covers the words that it was read from, in the whole reply."""
    text = ("<think>Sula?</think>\nOutput:\n1. Reason: fits. Title: *Sula* (1973)\n2. Jazz ❌\n"
            "3. Love\n\nCriteria: plays\n1. Desdemona"
            )  # fmt: skip
    found = read(text, looks_for("no_context"))
    assert [(text[m.start : m.end], m.role) for m in found.marks] == [
        ("<think>Sula?</think>", "thoughts"), ("Sula", "answer"), ("Jazz", "rejected"),
        ("Love", "answer"), ("Criteria: plays\n1. Desdemona", "next task"),
    ]  # fmt: skip


# Laws.


def numbered(titles: list[str], row: str = "{n}. Reason: it fits. Title: {title}") -> str:
    """A list in the form asked for, or with other rows."""
    return "\n".join(row.format(n=n, title=title) for n, title in enumerate(titles, 1))


FORMS = {
    "as asked": numbered,
    "numbers": lambda titles: numbered(titles, "{n}. {title}"),
    "bold": lambda titles: numbered(titles, "- **{title}** – it fits"),
    "json": lambda titles: json.dumps(titles, ensure_ascii=False),
    "table": lambda titles: (
        "\n| # | Title | Reason |\n|---|---|---|\n" + numbered(titles, "| {n} | {title} | fits |")
    ),
}


def test_titles_of_the_mini_data_are_read_back():
    """All 391, ten a list, in each of five forms; as nothing is known here, a few may be unread."""
    chosen = load_benchmark("kitab")
    samples = chosen.load(chosen.options.parse({}))[1]
    titles = sorted({book.title for sample in samples for book in sample.query.books})
    some = [titles[n : n + 10] for n in range(0, len(titles), 10)]
    assert len(titles) == 391
    for form, made in FORMS.items():
        back = [parse_listing(f"Output:\n{made(part)}") for part in some]
        both = [*zip(some, back, strict=True)]
        assert all(list(got.titles) == part for part, got in both if got.outcome == "ok"), form
        assert sum(got.outcome == "ok" for got in back) >= 30, form


WRAPPED = [
    "<think>\nJazz?\nOutput:\n1. Title: Jazz\n</think>\n{}", "Draft:\n1. Jazz\n\nNot yet.\n\n{}",
    "```\n{}\n```", "<|im_start|>assistant\n{}<|im_end|>", "Let me check each title.\n\n{}",
    "{}\n\nLet me know if you would like more details!", "{}</s>",
    '{}\n\nNote: "Jazz" was not included because it does not meet the criterion.',
    "{}\n\nCriteria: short books\n\nOutput:\n1. Title: Jazz",
]  # fmt: skip
NAMES = st.lists(
    st.sampled_from(["Sula", "Tar Baby", "Song of Solomon", "Home", "Nothing Gold", "Cry, Wolf"]),
    min_size=1, max_size=5, unique=True,
)  # fmt: skip


@given(NAMES, st.sampled_from([*FORMS]), st.sampled_from(WRAPPED))
def test_a_list_survives_what_is_around_it(titles, form, around):
    """Thoughts, drafts, fences, turns, notes and tasks that nobody gave change nothing of it."""
    answer = parse_listing(around.format("Output:\n" + FORMS[form](titles)))
    assert (list(answer.titles), answer.outcome) == (titles, "ok")


UNITS = ["\n", "#", "1. Title: a ", "a", "(", "*", "\x00\ufffd", "All Books:\n", "x - ",
         " 1. Title:", "1. Reason: no book ", "('1999"]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_long_texts_of_anything_are_read(unit):
    """In linear time; of a reply without end only the last part counts."""
    size = 1_500_000 if unit == "a" else 100_000
    began = time.thread_time()
    answer = parse_listing("Output:\n1. Title: Sula\n" + unit * (size // len(unit)))
    assert answer.titles or answer.outcome != "ok"
    assert time.thread_time() - began < 5


PARTS = ["Output:", "All Books:", "Final Output:", "1. Title: A B", "- x", "Title:", "None", "**",
         "Reason: r. Title: C", ""]  # fmt: skip


@given(
    st.text(max_size=400) | st.lists(st.sampled_from(PARTS), max_size=12).map("\n".join),
    st.booleans(), st.booleans(),
)  # fmt: skip
def test_any_text_gives_an_answer(text, truncated, two_lists):
    """No text crashes the reading; titles come with the outcome ok, or of a list that was cut."""
    answer = parse_listing(text, truncated=truncated, two_lists=two_lists)
    assert answer.titles or answer.outcome != "ok"
    assert not answer.titles or answer.outcome in ("ok", "truncated", "ambiguous")
    looks = looks_for("self_context" if two_lists else "no_context")
    marks = read(Reply(text, truncated=truncated), looks).marks
    assert all(0 <= mark.start <= mark.end <= len(text) for mark in marks)
    assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
