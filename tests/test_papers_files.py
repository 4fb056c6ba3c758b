"""Papers from folders, files, records and uploads, and what is said of those that are none."""

from __future__ import annotations

import gzip
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.documents.pdf.paper import Limits
from tamis.retrieve.papers import Paper, Skipped, paper_of, read_papers
from tamis.retrieve.papers.paper_records import papers_of
from tamis.retrieve.papers.sciqa import Question, read_sciqa
from tamis.types import InputError
from test_papers_pdf import column, typeset


def lines(*records):
    """The contents of a file of JSON lines."""
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records).encode()


@pytest.fixture
def folder(tmp_path):
    """A folder with one file of each kind, one that cannot be read and one that is not meant."""
    root = tmp_path / "papers"
    (root / "more" / ".hidden").mkdir(parents=True)
    files = {
        "a.pdf": typeset(column(700, "A short paper on one page of text."), title="Short"),
        "b.md": b"---\ntitle: Of Bees\n---\n# Of Bees\nBees fly.\n\n## References\n\n[1] Bee.\n",
        "more/c.txt": b"First, on\ntwo lines.\n\n \nSecond.\n\nReferences\n[1] Someone.\n",
        "more/d.html": b"<title>Dogs</title><h1>Dogs</h1><p>Dogs bark.</p><p>Loud.</p>",
        "e.jsonl.gz": gzip.compress(
            lines(
                {"id": 7, "title": "Seven", "paragraphs": ["One.", {"text": "Two."}, " "]},
                {"id": "8", "title": "Eight"},
                "no JSON",
                {"id": "9", "text": "Nine.\n\nNine again.", "year": "2001", "authors": ["A B"]},
            )
        ),
        "broken.pdf": b"%PDF-1.4\nno", "picture.png": b"\x89PNG", "archive.tar.gz": b"tar",
        "more/.hidden/x.txt": b"Hidden.", "._a.pdf": b"Hidden too.",
    }  # fmt: skip
    for name, data in files.items():
        (root / name).write_bytes(data)
    return root


def test_a_folder_is_read_by_kind_and_path(folder):
    """Each kind of file gives its papers; what cannot be read is named with the reason."""
    library = read_papers(folder)
    assert library.papers == (
        Paper("a.pdf", "Short", ("A short paper on one page of text.",), source="a.pdf"),
        Paper("b.md", "Of Bees", ("Of Bees", "Bees fly."), source="b.md"),
        Paper("7", "Seven", ("One.", "Two."), source="e.jsonl.gz, line 1"),
        Paper(
            "9", "Paper 9", ("Nine.", "Nine again."), 2001, ("A B",), source="e.jsonl.gz, line 4"
        ),
        Paper("more/c.txt", "c", ("First, on\ntwo lines.", "Second."), source="more/c.txt"),
        Paper("more/d.html", "Dogs", ("Dogs", "Dogs bark.", "Loud."), source="more/d.html"),
    )
    assert [one.path for one in library.skipped] == [
        "broken.pdf", "e.jsonl.gz, line 2", "e.jsonl.gz, line 3",
    ]  # fmt: skip
    assert library.skipped[1].reason.startswith("holds no text; a paper has ")
    assert library.ignored == ((".gz", 1), (".png", 1))


def test_two_papers_of_one_id_are_one_paper_and_a_reason(tmp_path):
    """The first stays; a second with other text is not dropped in silence, the same one is."""
    path = tmp_path / "p.jsonl"
    first = {"id": "x", "title": "T", "text": "One."}
    path.write_bytes(lines(first, first, {**first, "text": "Two."}))
    library = read_papers(path)
    assert [paper.paragraphs for paper in library.papers] == [("One.",)]
    assert library.skipped == (
        Skipped("p.jsonl, line 3", "has the id 'x', which is already that of p.jsonl, line 1"),
    )


def test_packed_records_cut_short_keep_what_came_before(tmp_path):
    """The break is among the skipped; what was read before it stays."""
    rows = [
        {"id": str(n), "title": "T", "text": hashlib.sha256(bytes([n])).hexdigest()}
        for n in range(99)
    ]
    (tmp_path / "p.jsonl.gz").write_bytes(gzip.compress(lines(*rows))[:-40])
    (tmp_path / "q.txt").write_text("Text.")
    library = read_papers(tmp_path)
    assert library.papers[-1].id == "q.txt"
    assert library.skipped[0].path == "p.jsonl.gz"
    assert "cut short" in library.skipped[0].reason


@pytest.mark.parametrize("name", ["nothing", "broken.pdf", "picture.png", "empty"])
def test_nothing_left_is_one_sentence(folder, name):
    """A path that is not there, or that holds no paper, names itself and what is read."""
    (folder / "empty").mkdir()
    with pytest.raises(InputError, match=rf"{name} (does not exist|holds no paper)"):
        read_papers(folder / name)


def test_a_record_of_s2orc_keeps_its_headings_as_paragraphs():
    """A heading comes once, where its section begins."""
    record = {
        "paper_id": "5",
        "abstract": [{"text": "We abstract."}],
        "body_text": [
            {"section": "Work", "text": "One."},
            {"section": "Work", "text": "Two."},
            {"section": "", "text": "Three."},
        ],
    }
    assert papers_of(record) == (
        Paper("5", "Paper 5", ("Abstract", "We abstract.", "Work", "One.", "Two.", "Three.")),
    )


DOGS = Paper("11", "Dogs", ("Dogs bark.", "Dogs bite."))
CATS = Paper("12", "Cats", ("Cats purr.",))


BOTH = [{"corpus_id": 11, "title": "Dogs"}, {"corpus_id": 12, "title": "Cats"}]


@pytest.mark.parametrize(
    ("papers", "paragraphs", "found"),
    [
        (BOTH, [["Dogs bark.", "Dogs bite."], ["Cats purr."]], (DOGS, CATS)),
        (BOTH, [{"title": "Dogs", "text": "Dogs bark."}, {"corpus_id": "12", "text": "Cats purr."},
                {"paper_title": "dogs", "paragraph": "Dogs bite."}], (DOGS, CATS)),
        (["Dogs", "Cats", "Unread"], {"Cats": "Cats purr.", "Dogs": ["Dogs bark.", "Dogs bite."]},
         (Paper("Dogs", "Dogs", DOGS.paragraphs), Paper("Cats", "Cats", CATS.paragraphs))),
        ([11], ["Dogs bark.", "Dogs bite."], (Paper("11", "Paper 11", DOGS.paragraphs),)),
        ({"a": {"id": "11", "title": "Dogs", "paragraphs": ["Dogs bark.", "Dogs bite."]}}, None,
         (DOGS,)),
    ],
    ids=["aligned", "named", "mapped", "single", "within"],
)  # fmt: skip
def test_a_question_with_its_papers_is_read_in_several_forms(papers, paragraphs, found):
    """Paragraphs go to the paper that they name, else to that of their place."""
    record = {"question": "Why?", "cited_papers": papers, "cited_paragraphs": paragraphs}
    assert papers_of(record) == found


def test_paragraphs_that_may_be_of_any_paper_are_refused(tmp_path):
    """Nothing is guessed: of two papers and three bare paragraphs none is given to either."""
    record = {"question": "Why?", "cited_papers": ["A", "B"], "cited_paragraphs": ["x", "y", "z"]}
    with pytest.raises(ValueError, match="number 1 does not say which it is from"):
        papers_of(record)
    path = tmp_path / "q.jsonl"
    good = {**record, "cited_papers": ["A"], "related_work_paragraph": ["One.", "Two."]}
    path.write_bytes(lines(record, good))
    bad = []
    assert list(read_sciqa(path, bad)) == [
        Question("Why?", "One.\n\nTwo.", (Paper("A", "A", ("x", "y", "z")),))
    ]
    assert [one.line for one in bad] == [1]
    with pytest.raises(InputError, match=r"q\.jsonl, line 1 has 3 "):
        next(read_sciqa(path))


def test_an_upload_is_known_by_its_contents():
    """The id is a hash, the name a label, whatever path it pretends to be; a record is one too."""
    data = typeset(column(700, "A paper without a title of its own."))
    paper = paper_of(data, "../../etc/My paper\x00\n.PDF")
    assert paper == Paper(
        hashlib.sha256(data).hexdigest()[:16], "My paper", ("A paper without a title of its own.",),
        source="My paper .PDF",
    )  # fmt: skip
    assert paper_of(data, r"C:\docs\other.txt").id == paper.id
    data = json.dumps({"id": "x", "title": "T", "paragraphs": ["P."]}, indent=1).encode()
    paper = paper_of(data, "x.json")
    assert (paper.title, paper.paragraphs, paper.source) == ("T", ("P.",), "x.json")


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"x" * 101, "a.txt", r"a.txt is larger than the 100 bytes that are read \(101\)"),
        (b"MZ", "a.exe", "a.exe is of a kind that is not read; give a PDF"),
        (b"text", "", "The file holds more than the 3 characters"),
        (b"\xff\xff", "a.txt", "a.txt is not UTF-8 text"),
        (b"[]", "a.json", "a.json holds 0 records, not one; upload one paper at a time."),
        (b'{"id": 1}', "a.json", "a.json holds no text; a paper has"),
    ],
)
def test_an_upload_that_cannot_be_used_says_why(data, name, reason):
    """One sentence that begins with the label."""
    with pytest.raises(InputError, match=f"^{reason}"):
        paper_of(data, name, Limits(characters=3), max_bytes=100)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_page_nested_too_deeply_is_refused(encoding):
    """Before it is parsed, which would take minutes; many elements beside each other are none."""
    beside = "<ul>" + "<li>Item<br><p>A <b>bold</b> one." * 2000 + "</ul>" + "<div></div>" * 2000
    assert paper_of(beside.encode(encoding), "a.html").paragraphs
    with pytest.raises(InputError, match=r"a\.html has more than 300 elements within each other"):
        paper_of(("<div>" * 301 + "Text.").encode(encoding), "a.html")
    with pytest.raises(InputError, match=r"a\.html is a page larger than"):
        paper_of(b" " * 5_000_001, "a.html")


@given(
    data=st.binary(max_size=80) | st.text(max_size=40).map(str.encode), name=st.text(max_size=12)
)
def test_any_upload_is_a_paper_or_a_sentence(data, name):
    """Nothing else comes of any bytes under any name, with any suffix."""
    for suffix in (".pdf", ".txt", ".md", ".html", ".json", ".jsonl", ""):
        said = "ok."
        try:
            paper = paper_of(data, name + suffix)
        except InputError as error:
            said = str(error)
        else:
            assert paper.paragraphs
            assert paper.title
            assert "/" not in paper.source
        assert said.endswith(".")
