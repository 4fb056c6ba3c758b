"""Sentences of a text."""

from __future__ import annotations

import pytest

from tamis.text.sentences import sentences


@pytest.mark.parametrize(
    "sentences_",
    [
        "It works [0].|It is fast [1][2].", "It works. [0]|It is fast.",
        "It works.[0][1]|It is fast.", "It works.|[2] propose more.", "It ends.[0].|Then.",
        "It ends. [0],|[1].|Then.", "It ends. [0]|Then it is.", "It ends. [0].|Then.",
        "Lee et al. (2020) say so, cf. Fig. 3.", "Say Prof. Smith is here, as (e.g. Smith) said.",
        "It rose by 3.5 points, i.e. a lot.|Good.", "See no. 5 of it.|Then go.",
        "They said no.|Then it went.", 'He asked "Why?" and left.|"So."',
        "In the U.S. Navy J. Lee is.",
        "So?|Yes!|Well…|Good.", "What?!|He left...|Then", "wait... then go.|Then",
        'He said "no."|Then he left.', "It is **so.**|Then.", "It is (so.)|Then.",
        "It has 142.|Then it ends.", "It began in 2020.|Then came more.", "item 3.|Then it ends.",
        "See: (1).|Then; 2. More", "Ways: 1. Cutting [0].|2. Pasting [1].",
    ],
)  # fmt: skip
def test_where_a_sentence_stops(sentences_):
    """References, abbreviations, decimals, closing marks, and what goes on in small letters."""
    expected = sentences_.split("|")
    assert [one.text for one in sentences(" ".join(expected))] == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Ways:\n1. One. Two.\n2. Three", ["Ways:", "1. One.", "Two.", "2. Three"]),
        ("A line that was wrapped by\nan editor. End.",
         ["A line that was wrapped by\nan editor.", "End."]),
        ("Limits\nIt is slow.", ["Limits", "It is slow."]), (" \n ", []),
        ("模型很好。数据很少。", ["模型很好。", "数据很少。"]),
        ("他说「好。」然后", ["他说「好。」", "然后"]),
    ],
)  # fmt: skip
def test_sentences_without_a_blank_between_them(answer, expected):
    """Lists, headings, wrapped lines; Chinese."""
    assert [one.text for one in sentences(answer)] == expected


@pytest.mark.parametrize("marker", ["- ", "* ", "• ", "– ", "1. ", "12) ", "(3) ", "a) ", "(B) "])
def test_each_marker_of_an_item_begins_a_sentence(marker):
    """Its lines are wrapped no more, nor is a heading."""
    found = sentences(f"Ways are\n{marker}cut it\n{marker}paste it\n# Then\nmore\n{marker}end")
    assert [one.text for one in found] == [
        "Ways are", f"{marker}cut it", f"{marker}paste it", "# Then", "more", f"{marker}end",
    ]  # fmt: skip


@pytest.mark.parametrize("marker", ["123. ", "ab) ", "1.", "####### ", "+ "])
def test_what_is_no_marker(marker):
    """A longer number, two letters, no blank behind, seven marks, a plus."""
    assert len(sentences(f"Ways are\n{marker}cut it off")) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("A first line of sixty or more letters that an editor has wrapped\nAgain here.", 1),
        ("A short heading\nAgain here.", 2), ("A short heading\nagain here.", 1),
        ("It ends with a colon and it is a very long line of more than sixty:\nagain here.", 2),
        ("It ends with a bracketed note in a very long line of more than sixty. [0]\nagain", 2),
        ("# It is a heading which is a very long line of more than sixty letters\nagain", 2),
        ("x" * 59 + "\nAgain", 2), ("x" * 60 + "\nAgain", 1),
    ],
)  # fmt: skip
def test_which_line_breaks_end_a_sentence(text, count):
    """Those after an end, a heading and a short line before a capital; others were wrapped."""
    assert len(sentences(text)) == count


def test_blank_lines_and_items_end_a_sentence():
    """A blank line may hold blanks; each sentence has its place in the text."""
    assert [one.text for one in sentences(" one\n \t\ntwo\nthree\n\n\n")] == ["one", "two\nthree"]
    found = sentences("Two ways.\n\n1. Cut. It is fast.\n2. Paste.\n\nThe end.")
    assert [(one.start, one.end) for one in found] == [
        (0, 9), (11, 18), (19, 30), (31, 40), (42, 50),
    ]  # fmt: skip
