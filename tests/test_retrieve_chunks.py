"""Chunks: of a bounded length, broken where a reader would break, nothing lost."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.retrieve.chunks import chunk, chunk_documents
from tamis.types import Document, InputError

TEXTS = st.lists(
    st.sampled_from(["word", "Mr.", "A", "3.5", "e.g.", "end.", "Was?", "。", "」", "é", "x" * 30])
    | st.sampled_from([" ", "\n", "\n\n", " \n \n", "\r\n\r\n", "\t", "\u00a0", "...", '."', "1."])
    | st.text(max_size=5),
    max_size=60,
).map("".join)


def texts(text, size):
    """The chunks without their offsets."""
    return [piece for _, piece in chunk(text, size)]


@given(TEXTS, st.integers(1, 50))
def test_nothing_but_white_space_is_lost(text, size):
    """Each chunk is its slice of the text, within the size, and between them is white space."""
    at = 0
    for start, piece in chunk(text, size):
        assert text[start : start + len(piece)] == piece
        assert 0 < len(piece) <= size
        assert piece == piece.strip()
        assert not text[at:start].strip()
        at = start + len(piece)
    assert not text[at:].strip()


@given(TEXTS, st.integers(1, 50))
def test_chunks_are_as_long_as_can_be(text, size):
    """No two neighbours with no paragraph or sentence end between or in them would fit in one."""
    pieces = chunk(text, size)
    for (start, one), (_, two) in itertools.pairwise(pieces):
        whole = text[start : text.index(two, start + len(one)) + len(two)]
        if not any(mark in whole for mark in "\n.?!…。！？．"):
            assert len(whole) > size


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        # The last blank line wins over the last full stop, that over the last space.
        ("One. Two.\n\nThree. Four five six.", 25, ["One. Two.", "Three. Four five six."]),
        ("One two. Three four five six", 20, ["One two.", "Three four five six"]),
        ("one two three four", 9, ["one two", "three", "four"]),
        ("abcdefghij kl", 4, ["abcd", "efgh", "ij", "kl"]),
        # A boundary right at the limit is within it, with any white space after it.
        ("One two.\n\nThree four", 8, ["One two.", "Three", "four"]),
        ("A bb! C    \n\nThree four", 7, ["A bb! C", "Three", "four"]),
        # A line of spaces is blank; a Windows line end is one.
        ("aa bb\n \t\ncc dd", 9, ["aa bb", "cc dd"]),
        ("aa bb\r\n\r\ncc dd", 10, ["aa bb", "cc dd"]),
        ("aa bb\ncc dd", 9, ["aa bb\ncc", "dd"]),
        (" \n\n ", 2, []),
    ],
)
def test_where_it_breaks(text, size, expected):
    """Paragraph, sentence, word, and only then anywhere; cases by hand."""
    assert texts(text, size) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("It rained. Then Mr. Smith came by", "It rained."),
        ("It rained. By 3.5 inches or more it", "It rained."),
        ("It rained. Use e.g. Paris or Rome as", "It rained."),
        ("It rained. Then J. R. R. Tolkien came", "It rained."),
        ("It rained. The U.S. Army came by then", "It rained."),
        ("It rained. On Jan. 5 came Dr. Lee of the", "It rained."),
        ("It rained. \n1. Umbrellas and some coats", "It rained."),
        ('It rained. "Really?" she said to him at', "It rained."),
        ("In May 1984. The rain had stopped now", "In May 1984."),
        ('He said "No." Then they all went away', 'He said "No."'),
        ("Is it so? Yes it is and will be for us", "Is it so?"),
        ("今日は雨です。明日は晴れるでしょうかと言いました", "今日は雨です。"),
        ("「本当ですか？」彼女は静かにそう言っていたのだった", "「本当ですか？」"),
    ],
)
def test_ends_of_sentences(text, sentence):
    """Abbreviations, initials, figures and list numbers end none; quotes and 。 do."""
    assert texts(text, len(text) - 2)[0] == sentence


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000, "." * 1_000_000, ".'" * 500_000, "a" + " " * 1_000_000 + "b",
        "。" * 500_000, "a" + " \n" * 500_000 + "b", "word " * 200_000 + " " * 800_000 + "\n\nend",
    ],
    ids=["letters", "stops", "quotes", "spaces", "cjk", "lines", "trail"],
)  # fmt: skip
def test_a_million_characters_take_no_time(text):
    """Linear: what would be a million times a million steps ends within seconds."""
    start = time.thread_time()
    pieces = texts(text, 1000)
    assert time.thread_time() - start < 5
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_documents_of_several_chunks_get_numbers():
    """The chunks of one document are ID#0, ID#1, …; the title stays; a short one is itself."""
    long, short, empty = (
        Document("a", "Long", "One two.\n\nThree."),
        Document("b", "Short", " Hi. "),
        Document("c", "Title only", ""),
    )
    assert chunk_documents([long, short, empty], 10) == [
        Document("a#0", "Long", "One two."), Document("a#1", "Long", "Three."), short, empty,
    ]  # fmt: skip


def test_chunks_do_not_take_the_id_of_another():
    """A document called "a#1" beside one "a" of two chunks is an error, not a loss."""
    documents = [Document("a", "", "one two"), Document("a#1", "", "other")]
    with pytest.raises(InputError, match="'a#1'"):
        chunk_documents(documents, 5)
    with pytest.raises(ValueError, match="at most 0 characters"):
        chunk("text", 0)


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("灯塔在岛上，由他看守，直到去年", 12, ["灯塔在岛上，由他看守，", "直到去年"]),
        ("1. " + "灯" * 20, 12, ["1. " + "灯" * 9, "灯" * 11]),
        ("प्रकाश जलता है। वह देखता है और सोता है", 30, ["प्रकाश जलता है।", "वह देखता है और सोता है"]),
        ("สวัสดีชาวโลกน้ำ", 13, ["สวัสดีชาวโลก", "น้ำ"]),
        ("Ne\u0301e" * 4, 6, ["Ne\u0301eN", "e\u0301eNe\u0301", "eNe\u0301e"]),
    ],
)
def test_scripts_without_blanks_are_cut_where_a_reader_would(text, size, expected):
    """At the stops of their own, at a comma, and never between a letter and its marks."""
    assert texts(text, size) == expected
