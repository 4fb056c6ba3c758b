"""FanOutQA's released files: what the loader reads, and the sentences for what it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.benchmarks.fanoutqa.data import (
    SOURCE,
    WITHDRAWN,
    Evidence,
    SubQuestion,
    count_rows,
    load,
)
from tamis.benchmarks.fanoutqa.released_records import read_questions
from tamis.types import InputError

RELEASED = Path(__file__).parents[2] / "shared/data/fanoutqa"
released = pytest.mark.skipif(not RELEASED.is_dir(), reason=f"{RELEASED} is not here")


def page(title="Sull", pageid=1, revid=2, **more):
    """A page as the files name it."""
    return {"pageid": pageid, "revid": revid, "title": title, "url": f"https://x/{title}", **more}


def part(id, answer="a", evidence=None, decomposition=(), depends_on=()):
    """A sub-question; without parts it has a page."""
    return {
        "id": id,
        "question": f"What is {id}?",
        "decomposition": list(decomposition),
        "answer": answer,
        "depends_on": list(depends_on),
        "evidence": None if decomposition else evidence or page(),
    }


def record(id="q1", **more):
    """A question of the dev split."""
    return {
        "id": id,
        "question": "How high?",
        "decomposition": [part("a")],
        "answer": {"Sull": 611},
        "categories": ["Geography"],
        **more,
    }


def write(path: Path, *records) -> Path:
    """A file with these records."""
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_a_tree_as_worked_by_hand(tmp_path):
    """Two levels: pages once, in the order of the tree; leaves; depth; dependence."""
    tree = [
        part("a", ["x", "y"], page("List")),
        part(
            "b",
            3,
            depends_on=["a"],
            decomposition=[part("b1", "z", page("X")), part("b2", 3, page("List"), (), ["b1"])],
        ),
        # Numbers of pages may be digits, or the placeholder.
        part("c", 4, page("Y", "1185694277", "###TBD###"), depends_on=["a"]),
    ]
    [found] = read_questions(write(tmp_path / "f.json", record(decomposition=tree)))
    assert [p.title for p in found.necessary_evidence] == ["List", "X", "Y"]
    assert found.documents == 3
    assert [leaf.id for leaf in found.leaves] == ["a", "b1", "b2", "c"]
    assert [p.id for p in found.walk()] == ["a", "b", "b1", "b2", "c"]
    assert found.depth == 2
    assert found.decomposition[1].evidence is None
    assert found.decomposition[1].depends_on == ("a",)
    assert found.leaves[-1].evidence == Evidence("Y", 1185694277, None, "https://x/Y")
    assert found.decomposition[0] == SubQuestion(
        "a", "What is a?", ["x", "y"], (), Evidence("List", 1, 2, "https://x/List")
    )


def test_a_question_of_the_test_split_hides_its_answer(tmp_path):
    """It lists its pages, some twice, and has neither answer nor parts."""
    pages = [page("X"), page("Y", 3, 4), page("X", url="https://x/X#part")]
    raw = {"id": "t", "question": "Q?", "necessary_evidence": pages, "categories": []}
    [found] = read_questions(write(tmp_path / "f.json", raw))
    assert (found.answer, found.decomposition, found.depth, found.leaves) == (None, (), 0, ())
    assert len(found.evidence) == 3
    assert [p.title for p in found.necessary_evidence] == ["X", "Y"]
    assert not load(str(tmp_path / "f.json")).answered


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"answer": None}, 'item 2: "answer" must be .* holds None'),
        ({"answer": {"a": [1]}}, r"holds \[1\]"),
        ({"answer": float("nan")}, "holds nan"),
        ({"id": "q1"}, "item 2: the id 'q1' is already that of item 1"),
        ({"question": " "}, '`question` is empty'),
        ({"categories": "Law"}, "`categories` is 'Law', where a list"),
        ({"decomposition": [part("a"), part("a")]}, "the id 'a' is there twice"),
        ({"decomposition": [{**part("a"), "evidence": None}]},
         'sub-question 1 has neither "evidence" and "decomposition"'),
        ({"decomposition": [{**part("a", decomposition=[part("b")]), "evidence": page()}]},
         'sub-question 1 has both "evidence" and "decomposition"'),
        ({"decomposition": [part("a", decomposition=[part("b"), part("c", None)])]},
         r'sub-question 1\.2: "answer" must be'),
        ({"decomposition": [part("a", depends_on=["b"]), part("b")]},
         "\"depends_on\" names 'b', which is no sub-question before it"),
        ({"decomposition": [part("a", evidence=page(pageid="x"))]}, "`pageid` is 'x'"),
    ],
)  # fmt: skip
def test_a_wrong_item_is_named(tmp_path, change, said):
    """The second one, and the sub-question by its numbers."""
    path = write(tmp_path / "own.json", record(), {**record("q2"), **change})
    with pytest.raises(InputError, match=said) as refused:
        list(read_questions(path))
    assert "own.json" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON"),
        (b"[]", r"is \[\], where a list of questions"),
        (b'[{"id": "a", "question": "b"}]', 'neither "decomposition" .* nor "necessary_evidence"'),
        (b'{"id": "a"}\n{"id": "b"}\n', "is not JSON .*one JSON array"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"[" + b"9" * 5000 + b"]", "is not JSON"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path, content, said):
    """Nothing, an empty array, no question, JSON lines, too deep, too long."""
    path = tmp_path / "own.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as refused:
        list(read_questions(path))
    assert "own.json" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_absent_is_one_sentence(tmp_path):
    """No such data, no such split, a folder without questions, other data than the paper's."""
    with pytest.raises(InputError, match="no data 'relased'"):
        load("relased")
    with pytest.raises(InputError, match="no split 'train'; choose one of dev, test"):
        load(split="train")
    with pytest.raises(InputError, match="holds none of fanout-final-dev-nov23"):
        load(str(tmp_path))
    with pytest.raises(InputError, match="measured nov23, not 2026-07"):
        load("released", "test", "2026-07", paper=True)


def test_the_released_files_must_be_fetched_first(tmp_path, monkeypatch):
    """One sentence with the command; a file that is another is refused under their name."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    load.cache_clear()
    with pytest.raises(InputError, match="tamis data fetch fanoutqa"):
        load("released")
    write(tmp_path / "fanout-final-dev-nov23.json", record())
    with pytest.raises(InputError, match=r"is not the released file .* not 359300b0"):
        load("released", data_dir=str(tmp_path))


def test_data_of_ones_own_come_from_a_folder_or_a_file(tmp_path):
    """The folder's name and the split, or the file's name; other content, another version."""
    folder = tmp_path / "own"
    folder.mkdir()
    write(folder / "dev.json", record())
    whole = load(str(folder))
    assert (whole.name, len(whole.questions), whole.answered) == ("own-dev", 1, True)
    again = load(str(write(tmp_path / "mine.json", record(answer={"Sull": 612}))))
    assert again.name == "mine"
    assert again.version != whole.version
    assert len(again.version) == 8


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from([*record(), *part("a"), *page(), "necessary_evidence"]), inner
            )
        ),
        max_leaves=20,
    )
)
def test_whatever_stands_in_a_record_is_read_or_refused_in_a_sentence(tmp_path_factory, value):
    """In place of the whole, of the answer, and of the parts; never another error."""
    path = tmp_path_factory.getbasetemp() / "any.json"
    for content in ([value], [record(answer=value)], [record(decomposition=[part("a"), value])]):
        path.write_text(json.dumps(content), encoding="utf-8")
        said = ""
        try:
            count_rows(path)
        except InputError as refused:
            said = str(refused)
        assert not said or str(path) in said
        assert "\n" not in said


def real(split, version, paper=False):
    """A released data set, from the files at hand."""
    return load("released", split, version, str(RELEASED), paper=paper)


@released
@pytest.mark.parametrize(
    ("split", "version", "number"),
    [
        ("dev", "nov23", 310),
        ("dev", "2026-07", 310),
        ("test", "nov23", 725),
        ("test", "2026-07", 724),
    ],
)
def test_the_released_files_have_their_numbers(split, version, number):
    """All have a topic, some of test four; the source says the same numbers and sizes."""
    found = real(split, version)
    assert (found.name, found.revision) == (f"{version}-{split}", "989f4c4")
    assert len(found.questions) == number
    topics = {len(q.categories) for q in found.questions}
    assert topics == ({1, 2, 3} if split == "dev" else {1, 2, 3, 4})
    assert found.answered == (split == "dev")
    file = SOURCE.files[found.name]
    path = RELEASED / Path(file.path).name
    assert (file.rows, file.size) == (number, path.stat().st_size)
    assert count_rows(path) == number


@released
def test_the_paper_has_the_questions_of_both_test_files():
    """Those of nov23 without the one that was withdrawn."""
    paper, later = real("test", "nov23", paper=True), real("test", "2026-07")
    assert {q.id for q in paper.questions} == {q.id for q in later.questions}
    assert WITHDRAWN in {q.id for q in real("test", "nov23").questions}
