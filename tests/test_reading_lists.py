"""Reading replies: what each shape of answer gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.benchmarks.kitab.reply import read_answer
from tamis.reading.items import clean
from tamis.types import Answer, Reply


def parse_listing(text: str, *, truncated: bool = False, two_lists: bool = False) -> Answer:
    """What a reply of KITAB lists."""
    return read_answer(Reply(text, truncated), "self_context" if two_lists else "no_context")


NOT_TITLES = {"no", "none", "null", "na", "not", "title"}
"""Words with which a reply says in place of a title that there is none."""

REPLIES = {
    "the format asked for": (
        "Let me think.\n\nOutput:\n1. Reason: Starts with S. Title: Sula\n"
        "2. Reason: Also with S. Title: Song of Solomon\n",
        ["Sula", "Song of Solomon"],
    ),
    "title only": ("Output:\n1. Title: Sula\n2. Title: Jazz\n", ["Sula", "Jazz"]),
    "markdown": (
        "**Output:**\n\n1. **Reason:** It fits. **Title:** *Sula* (1973)\n"
        "2. **Reason:** It fits. **Title:** **Jazz**\n",
        ["Sula", "Jazz"],
    ),
    "heading as marker": ("### Output:\n1. Reason: x. Title: Sula", ["Sula"]),
    "years in brackets": (
        "Output:\n1. Reason: a. Title: Sula (1973) \n2. Reason: b. Title: Jazz [1992].",
        ["Sula", "Jazz"],
    ),
    "quotes": (
        'Output:\n1. Reason: a. Title: "Sula"\n2. Reason: b. Title: “Jazz”.\n'
        "3. Reason: c. Title: <Tar Baby>",
        ["Sula", "Jazz", "Tar Baby"],
    ),
    "title before reason": ("Output:\n1. Title: Sula. Reason: it starts with S.", ["Sula"]),
    "reason and title on two lines": (
        "Output:\n1. Reason: it starts with S.\n   Title: Sula\n2. Reason: y\n   Title: Jazz",
        ["Sula", "Jazz"],
    ),
    "missing marker": ("1. Reason: x. Title: Sula\n2. Reason: y. Title: Jazz", ["Sula", "Jazz"]),
    "missing labels": ("Output:\n1. Sula\n2. Song of Solomon", ["Sula", "Song of Solomon"]),
    "bullets with remarks": (
        "Here they are:\n- **Sula** – starts with S\n- **Jazz** – no\n- **Home** – a novel",
        ["Sula", "Home"],
    ),
    "no marks at all after the marker": ("Output:\nSula\nTar Baby\n", ["Sula", "Tar Baby"]),
    "lost line breaks": (
        "Output: 1. Reason: a. Title: Sula 2. Reason: b. Title: Jazz",
        ["Sula", "Jazz"],
    ),
    "the last of two outputs": (
        "Output:\n1. Reason: draft. Title: Jazz\n\nOn reflection:\n\nOutput:\n"
        "1. Reason: final. Title: Sula\n",
        ["Sula"],
    ),
    "a reason that mentions titles": (
        "Output:\n1. Reason: The Title: 'Sula' starts with S. Title: Sula",
        ["Sula"],
    ),
    "a repeated title": (
        "Output:\n1. Reason: a. Title: Sula\n2. Reason: b. Title: Sula",
        ["Sula", "Sula"],
    ),
    "numbers within titles": (
        "Output:\n1. Reason: a. Title: 4.50 from Paddington (1957)\n2. Reason: b. Title: 1984",
        ["4.50 from Paddington", "1984"],
    ),
    "Windows line ends": ("Output:\r\n1. Reason: a. Title: Sula\r\n", ["Sula"]),
    "prose after the list": (
        "Output:\n1. Reason: a. Title: Sula\n\nI hope this helps. No other books satisfy it.",
        ["Sula"],
    ),
    "a heading that speaks of all books": (
        "All books by Toni Morrison that start with S:\n1. Reason: fits. Title: Sula",
        ["Sula"],
    ),
    "a table": (
        "| # | Title | Reason |\n|---|---|---|\n| 1 | *Sula* | fits |\n| 2 | Jazz (1992) | fits |",
        ["Sula", "Jazz"],
    ),
    "books called Nothing and No Title": (
        "Output:\n1. Reason: a. Title: Nothing\n2. Reason: b. Title: No Title",
        ["Nothing", "No Title"],
    ),
    "italics with a remark": ("1. *Sula* — a novel\n2. *Jazz* — another", ["Sula", "Jazz"]),
    "the template echoed first": (
        "Output:\n1. Reason: <reason>. Title: <title>\n\nOutput:\n1. Reason: a. Title: Sula",
        ["Sula"],
    ),
}


@pytest.mark.parametrize("name", REPLIES)
def test_titles_are_read_from(name):
    """Each shape of reply gives its titles, in order."""
    text, expected = REPLIES[name]
    answer = parse_listing(text)
    assert list(answer.titles) == expected
    assert answer.outcome == "ok"


@pytest.mark.parametrize(
    "text",
    [
        "Output:\n",
        "Output:\nNone",
        "Output:\n\nN/A",
        "Output: There are no books by this author that satisfy the criteria.",
        "None of the books in the list start with the letter z.\n\nOutput:\nNone.",
        "I went through the list. There aren't any titles with a city name.",
        "Output:\n1. Reason: No book in the list starts with Z. Title: None",
        "Output:\nNo books satisfy the criteria.",
        "Output: []",
        "Output:\n1. Reason: None. Title: None",
        "I could not find any books by her that start with z.",
        "After checking, there are no titles in the list that contain a city.",
        "1. Sula: no.\n2. Jazz: no.\n\nThere are no books that start with z.\n\nOutput:\n",
    ],
)
def test_a_statement_that_nothing_satisfies_is_an_empty_answer(text):
    """An explicit none is an answer with no titles, not a failure to answer."""
    answer = parse_listing(text)
    assert (answer.titles, answer.outcome) == ((), "empty")


@pytest.mark.parametrize(
    "text",
    [
        "There is no doubt that these are famous books.",
        "\x01\x02\x03 \ufffd\ufffd",
        # Of a real model: the answer, or what was thought, stands before the marker.
        '1. Reason: The book that doesn\'t contain a city name is "The Human Factor".\n\nOutput:',
        "1. The only problem is that it is a book that does not meet the criteria.\n\nOutput:\n",
        "Let me think step by step",
    ],
)
def test_what_cannot_be_read_is_unparsed(text):
    """No list and no statement: `unparsed`, never empty."""
    assert parse_listing(text).outcome == "unparsed"


@pytest.mark.parametrize(
    "text",
    [
        "I have no reliable information about this author's books.",
        "I'm sorry, I have no access to a catalogue of titles by this author.",
        "I cannot help with that.",
    ],
)
def test_what_only_declines_is_refused(text):
    """An excuse is neither a list nor an empty one."""
    assert parse_listing(text).outcome == "refused"


def test_no_reply_is_missing():
    """Nothing but white space is a missing reply."""
    assert parse_listing(" \n ").outcome == "missing"


SELF_CONTEXT = """All Books:
1. Title: Sula
2. Title: Jazz

Final Output:
1. Reason: starts with S. Title: Sula
"""


def test_self_context_has_two_lists():
    """The first list is what was retrieved, the second the answer."""
    answer = parse_listing(SELF_CONTEXT, two_lists=True)
    assert answer.titles == ("Sula",)
    assert answer.retrieved == ("Sula", "Jazz")


def test_self_context_cut_in_its_first_list_has_no_answer():
    """The list of all books is never taken for the answer."""
    answer = parse_listing(
        "All Books:\n1. Title: Sula\n2. Title: Ja", truncated=True, two_lists=True
    )
    assert (answer.titles, answer.outcome, answer.retrieved) == ((), "truncated", ("Sula",))


def test_self_context_may_end_in_an_empty_list():
    """A final list without items is an empty answer; the first list stays."""
    answer = parse_listing("All Books:\n1. Title: Sula\n\nFinal Output:\n", two_lists=True)
    assert (answer.outcome, answer.retrieved) == ("empty", ("Sula",))


def test_a_cut_last_item_is_left_out():
    """Half a title would match whole ones; whole items are kept."""
    text = "Output:\n1. Reason: a. Title: Sula\n2. Reason: b. Title: The Blu"
    assert parse_listing(text, truncated=True).titles == ("Sula",)
    assert parse_listing(text).titles == ("Sula", "The Blu")


def test_runaway_repetition_is_seen_and_its_titles_kept():
    """The paper's example 4: near-copies without end are flagged; they stay irrelevant titles."""
    tail = "".join(
        f"{i}. Reason: r. Title: Crimson Clown's Zest{'less' * i}\n" for i in range(3, 40)
    )
    answer = parse_listing("Output:\n1. Reason: r. Title: The Mark of Zorro\n" + tail)
    assert answer.runaway
    assert len(answer.titles) == 38
    assert not parse_listing(REPLIES["title only"][0]).runaway


def test_reasons_are_kept_beside_titles():
    """Each title has the reason given for it."""
    answer = parse_listing(REPLIES["the format asked for"][0])
    assert answer.reasons == ("Starts with S", "Also with S")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Sula (1973)", "Sula"),
        ("  *Sula*  ", "Sula"),
        ("“J'Accuse: The Dark Side of Nice”", "J'Accuse: The Dark Side of Nice"),
        ("Manhattan '45", "Manhattan '45"),
        ("Nineteen Eighty-Four (novel, 1949).", "Nineteen Eighty-Four"),
        ("Who Goes There?", "Who Goes There?"),
        ("The Dogs'", "The Dogs'"),
    ],
)
def test_titles_are_cleaned(written, expected):
    """Markup, quotes, years and closing stops go; what belongs to the title stays."""
    assert clean(written) == expected


@pytest.mark.parametrize(
    "unit",
    [
        "\n",
        " ",
        "#",
        "1. Title: a ",
        "Output:\n",
        "a",
        "(",
        "1.",
        "*",
        "\x00\ufffd",
        "Reason: ",
        "All Books:\n",
        "x - ",
        "Title: ",
        " 1. Title:",
        "1. Reason: no book ",
        "('1999",
    ],
)
def test_megabytes_of_anything_are_read(unit):
    """A reply without end is read in a bounded time: only its last part counts."""
    size = 20_000_000 if unit == "a" else 4_000_000
    answer = parse_listing("Output:\n1. Title: Sula\n" + unit * (size // len(unit)))
    assert bool(answer.titles) == (answer.outcome == "ok")


@given(st.text(max_size=400), st.booleans(), st.booleans())
def test_any_text_gives_an_answer(text, truncated, two_lists):
    """No text crashes the reading, and titles come only with the outcome ok."""
    answer = parse_listing(text, truncated=truncated, two_lists=two_lists)
    assert bool(answer.titles) == (answer.outcome == "ok")


@given(
    st.lists(
        st.sampled_from(
            [
                "Output:",
                "All Books:",
                "Final Output:",
                "1. Title: A B",
                "- x",
                "Title:",
                "None",
                "**",
                "Reason: r. Title: C",
                "",
            ]
        ),
        max_size=12,
    )
)
def test_any_order_of_parts_gives_an_answer(parts):
    """Markers, items and blanks in any order are read without failing."""
    answer = parse_listing("\n".join(parts))
    assert bool(answer.titles) == (answer.outcome == "ok")


@given(
    st.lists(
        st.from_regex(r"[A-Z][a-z]{2,8}( [a-z]{2,8}){0,3}", fullmatch=True), min_size=1, max_size=8
    )
)
def test_the_format_asked_for_is_read_back(titles):
    """Whatever titles are written in the prompt's format come back as written."""
    text = "Output:\n" + "".join(
        f"{i}. Reason: fits. Title: {t}\n" for i, t in enumerate(titles, 1)
    )
    expected = [title for title in titles if title.split()[0].lower() not in NOT_TITLES]
    assert list(parse_listing(text).titles) == expected
