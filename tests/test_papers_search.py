"""Passages of papers and the searcher of a session."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.retrieve.papers import Paper, Passage, open_searcher, passages
from tamis.types import InputError


def sentence(number, length=100):
    """A sentence of exactly `length` characters."""
    return f"S{number} ".ljust(length - 1, "x") + "."


def test_short_paragraphs_join_the_next_and_ids_are_of_the_first():
    """A heading goes to what it heads, what is left at the end to what came before."""
    paper = Paper("p", "T", ("Abstract", "1 Intro", sentence(1), " ", sentence(2), "Thanks."))
    assert passages([paper], first=3) == (
        Passage("3:0", 3, "T", f"Abstract\n1 Intro\n{sentence(1)}"),
        Passage("3:4", 3, "T", f"{sentence(2)}\nThanks."),
    )
    # There is always a passage where there is text.
    found = passages([Paper("a", "A", ("One.", "Two.")), Paper("b", "B", ("Three.",))])
    assert found == (Passage("0:0", 0, "A", "One.\nTwo."), Passage("1:0", 1, "B", "Three."))
    with pytest.raises(ValueError, match="shortest is 9, longest 9"):
        passages([], shortest=9, longest=9)


def test_long_paragraphs_are_cut_at_sentences_into_even_parts():
    """Of 25 sentences of 100 characters, with 2,000 at most, two parts of about a half."""
    text = " ".join(sentence(n) for n in range(25))
    found = passages([Paper("p", "T", ("Intro", text))])
    assert [one.id for one in found] == ["0:0", "0:0.1"]
    assert [one.text.count("S") for one in found] == [13, 12]
    assert " ".join(one.text for one in found) == f"Intro\n{text}"


@given(
    st.lists(st.text("ab .\n", max_size=60), min_size=1, max_size=8),
    st.integers(0, 19),
    st.integers(20, 50),
)
def test_no_text_is_lost_and_no_passage_too_long(paragraphs, shortest, longest):
    """All characters but white space come back in order; ids are distinct; bounds hold."""
    found = passages([Paper("p", "T", tuple(paragraphs))], shortest=shortest, longest=longest)
    said = "".join("".join(one.text.split()) for one in found)
    assert said == "".join("".join(paragraph.split()) for paragraph in paragraphs)
    assert len({one.id for one in found}) == len(found)
    assert all(0 < len(one.text) <= longest for one in found)


PASSAGES = tuple(
    Passage(f"{paper}:{number}", paper, title, text)
    for paper, (title, texts) in enumerate(
        [
            ("Fruit", ("Kiwis grow in spring.", "Apples fall.", "Pears hang on their trees.")),
            ("Animals", ("Dogs bark.", "Cats purr and apples bore them.")),
            ("Stars", ("Suns shine.",)),
        ]
    )
    for number, text in enumerate(texts)
)


def test_bm25_finds_words_and_fills_up_with_first_passages(tmp_path, monkeypatch):
    """Hits first; then the papers' first passages, then their second, up to k."""
    searcher = open_searcher(PASSAGES, "bm25")
    assert searcher.name == "bm25 (lucene)"
    # Where the model of the dense search is not on this disk, none is fetched.
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert open_searcher(PASSAGES).name == "bm25 (lucene)"
    assert [one.id for one in searcher.search("apple", 2)] == ["0:1", "1:1"]
    assert [one.id for one in searcher.search("apple")] == ["0:1", "1:1", "0:0", "1:0", "2:0"]
    assert searcher.search("apple", 1) == (PASSAGES[1],)


@pytest.mark.parametrize("query", ["", "the", "zzz", "\ud800 ☃"])
def test_a_query_without_an_indexed_word_gives_first_passages(query):
    """There are always k passages, or all of them where there are fewer."""
    searcher = open_searcher(PASSAGES, "bm25")
    assert [one.id for one in searcher.search(query)] == ["0:0", "1:0", "2:0", "0:1", "1:1"]
    assert len(searcher.search(query, 99)) == len(PASSAGES)


@pytest.mark.parametrize(
    ("retriever", "name"),
    [
        ("bm25:lv-zhai", "bm25 (bm25+, lv-zhai)"),
        ("dense:hashing", "dense (hashing-256)"),
        ("hybrid:hashing", "rrf (bm25 (lucene) + dense (hashing-256))"),
    ],
)
def test_a_retriever_is_chosen_by_name(retriever, name):
    """Each kind finds the passage with the words, and says what it is."""
    searcher = open_searcher(PASSAGES, retriever)
    assert searcher.name == name
    assert searcher.search("dogs bark", 1)[0].id == "1:0"


@pytest.mark.parametrize("retriever", ["", "bm26", "bm25:none", "dense:openai:", "naive", "auto:x"])
def test_a_retriever_that_there_is_not_is_refused(retriever):
    """One sentence says what to give."""
    with pytest.raises(InputError):
        open_searcher(PASSAGES, retriever)
    with pytest.raises(InputError, match="corpus is empty"):
        open_searcher([], "bm25")


def test_embeddings_are_kept_where_there_is_a_memory(tmp_path):
    """A session opened again finds its vectors on disk."""
    memory = tmp_path / "memory"
    open_searcher(PASSAGES, "dense:hashing", memory)
    assert any(memory.rglob("*"))
