"""Files as documents: formats, folders, PDF lines as paragraphs, passages of papers, words."""

from __future__ import annotations

import gzip
import json

import pytest

from tamis.retrieve.corpora import merge_passages, read_jsonl
from tamis.retrieve.embedders import HashingEmbedder, LsaEmbedder, OpenAIEmbedder, embedder
from tamis.retrieve.extracted import UnreadableError
from tamis.retrieve.folders import Skipped, by_suffix, read_file, read_folder, scan
from tamis.retrieve.formats import SUFFIXES, extract
from tamis.retrieve.papers._pdf_blocks import blocks_of, body_size
from tamis.retrieve.papers._pdf_lines import Line
from tamis.retrieve.papers.cutting import Passage, passages
from tamis.retrieve.papers.paper import Paper
from tamis.retrieve.papers.paper_records import papers_of
from tamis.retrieve.papers.uploads import paper_of
from tamis.retrieve.stems import Words
from tamis.types import Document, InputError

# Formats.


@pytest.mark.parametrize(
    ("text", "title", "left"),
    [
        ("---\ntitle: 'A b'\nx: y\n---\n\nso", "A b", "so"),
        ("+++\nTitle = \"A\"\n+++\nso", "A", "so"),
        ("---\ntitle: >\n  A\n---\n# B\nso", "B", "# B\nso"),
        ("---\nIt is so\n---\n# B", "B", "---\nIt is so\n---\n# B"),
        ("---\ntitle: A", "", "---\ntitle: A"),
        ("so\n\n## A *b* `c` _d_ e_f [g](h) ##", "A b c d e_f g", None),
        ("# A {#id}", "A", None),
        ("A _b_\n===\nso", "A b", None),
        ("A\n---\nso", "A", None),
        ("x\nA\n---\nso", "", None),
        ("- A\n---\nso", "", None),
        ("```\n# A\n```\n# B", "B", None),
        ("~~~\n# A\n```\n# B\n~~~\n# C", "C", None),
        ("````\n# A\n```\n# B\n````\n# C", "C", None),
        ("#A\n    # B\n####### C\n# D", "D", None),
        ("so", "", None),
    ],
)  # fmt: skip
def test_the_title_of_markdown(text, title, left):
    """Of its front matter, else its first heading; front matter that is none stays."""
    for suffix in (".md", ".markdown", ".mdown", ".mkd"):
        assert extract(text.encode(), suffix) == (title, text if left is None else left)


def test_each_kind_of_file():
    """Text has no title; pages have theirs."""
    for suffix in ("", ".txt", ".text", ".rst", ".org", ".adoc", ".tex"):
        assert extract(b"# A\r\nb", suffix) == ("", "# A\nb"), suffix
    for suffix in (".html", ".htm", ".xhtml"):
        assert extract(b"<title>A</title><p>b", suffix) == ("A", "b"), suffix
    assert {".pdf", ".docx", ".pptx", ".xlsx", ".odt", ".epub", ".eml", ".md", ""} <= SUFFIXES
    with pytest.raises(UnreadableError, match="holds no text"):
        extract(b" \n", ".txt")


# Folders.


def test_a_folder_is_listed_and_read(tmp_path):
    """Hidden files are left out; others are named, and so is what cannot be read."""
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / ".d").mkdir()
    for name, data in (
        ("b/c/x.md", b"# X\n\ny"), ("a.txt", b"so"), (".h.txt", b"no"), (".d/e.txt", b"no"),
        ("~$a.docx", b"no"), ("p.png", b""), ("q.PNG", b""), ("z.zip", b""), ("e.txt", b" "),
        ("old.doc", b"x"), ("long.txt", b"x" * 99),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(data)
    (tmp_path / "link").symlink_to(tmp_path / "b")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    listing = scan(tmp_path)
    assert [one.path for one in listing.files] == ["a.txt", "b/c/x.md", "e.txt", "long.txt"]
    assert [one.size for one in listing.files] == [2, 6, 1, 99]
    assert listing.others == ("p.png", "q.PNG", "z.zip")
    assert listing.ignored == ((".png", 2), (".zip", 1)) == by_suffix(listing.others)
    reasons = dict(listing.skipped)
    assert [*reasons] == ["gone.txt", "link", "old.doc"]
    assert reasons["link"] == "is a link to a folder, and is not followed"
    assert reasons["gone.txt"].startswith("cannot be read: ")
    corpus = read_folder(tmp_path, max_bytes=98)
    assert corpus.documents == (
        Document("a.txt", "a", "so"), Document("b/c/x.md", "X", "# X\n\ny"),
    )  # fmt: skip
    assert [one.path for one in corpus.skipped] == [
        "e.txt", "gone.txt", "link", "long.txt", "old.doc",
    ]  # fmt: skip
    assert read_file(tmp_path, "long.txt", max_bytes=98) == Skipped(
        "long.txt", "is larger than 98 bytes (99); split it"
    )
    assert read_file(tmp_path, "long.txt", max_bytes=99) == Document("long.txt", "long", "x" * 99)
    assert read_file(tmp_path, "none.txt").reason.startswith("cannot be read: ")


def test_a_folder_without_documents(tmp_path):
    """It is said what is read, and why the first file was not."""
    for path, said in (
        (tmp_path / "none", "does not exist; give a folder of documents."),
        (tmp_path / "a.txt", "is a file, not a folder; give a folder of documents."),
    ):
        (tmp_path / "a.txt").write_text(" ")
        with pytest.raises(InputError) as error:
            scan(path)
        assert said in str(error.value)
    with pytest.raises(InputError, match=r"that can be read \(a.txt holds no text\); what is read"):
        read_folder(tmp_path)
    for name in ("b.txt", "c.txt"):
        (tmp_path / name).write_text(" ")
    with pytest.raises(InputError, match=r"\(a.txt holds no text, and 2 others\); what is read"):
        read_folder(tmp_path)
    (tmp_path / "new").mkdir()
    with pytest.raises(InputError, match="holds no document that can be read; what is read is"):
        read_folder(tmp_path / "new")


# Records.


def test_records_of_each_form(tmp_path):
    """BEIR, LOFT, QUEST, plain; gzipped too."""
    records = [
        {"_id": "1", "title": "A", "text": "x"},
        {"id": 2, "title": "B", "text": "y"},
        {"pid": "3_0", "title_text": " C ", "passage_text": " z "},
    ]
    path = tmp_path / "corpus.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records[:2])).encode()))
    assert [*read_jsonl(path)] == [Document("1", "A", "x"), Document("2", "B", "y")]


def test_passages_become_pages():
    """In the order of their numbers; the page of each passage is told."""
    found, pages = merge_passages([
        Document("p_10", "P", "c"), Document("q_x", "Q", "q"), Document("p_2", "P", "b"),
        Document("p_0", "P", "a"), Document("r_1_7", "R", "r"),
    ])  # fmt: skip
    assert found == [
        Document("p", "P", "a\n\nb\n\nc"), Document("q_x", "Q", "q"), Document("r_1", "R", "r"),
    ]  # fmt: skip
    assert pages == {"p_10": "p", "q_x": "q_x", "p_2": "p", "p_0": "p", "r_1_7": "r_1"}
    with pytest.raises(InputError, match="The document 'p' is also the page of the passage 'p_1'"):
        merge_passages([Document("p", "P", ""), Document("p_1", "P", "")])
    with pytest.raises(InputError, match="'p_1' and 'p_2' are of one page but have different"):
        merge_passages([Document("p_1", "P", ""), Document("p_2", "Q", "")])


# Words and vectors.


def test_words_are_stemmed_without_stop_words():
    """New ones get new ids; unknown ones have none."""
    words = Words()
    learn = words.learning()
    assert learn("The cats and a CAT run, x running") == [-1, 0, -1, 0, 1, 1]
    assert words.stems == {"cat": 0, "run": 1}
    assert words.ids("Cats of dogs run run") == [0, 1, 1]
    assert words.of("The dogs ran") == ["dog", "ran"]
    learn("dogs")
    words.keep([True, False, True])
    assert words.stems == {"cat": 0, "dog": 1}
    plain = Words(None, None, ["cats", "the"])
    assert plain.ids("The cats cat") == [1, 0]
    assert plain.settings == {"stemmer": None, "stopwords": None}
    with pytest.raises(InputError, match="There is no list of stop words 'xx'"):
        Words(stopwords="xx")
    with pytest.raises(InputError, match="There is no stemmer 'xx'"):
        Words(stemmer="xx")


def test_embedders_by_their_names(monkeypatch):
    """It is said which there are; a server of one's own may need no key."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert isinstance(embedder("openai:m"), OpenAIEmbedder)
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert isinstance(embedder("openai:m"), OpenAIEmbedder)
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        embedder("openai:m")
    assert isinstance(embedder("hashing"), HashingEmbedder)
    assert isinstance(embedder("lsa"), LsaEmbedder)
    assert embedder("lsa:7").name != embedder("lsa").name
    for name in ("", "lsa:x", "st:", "openai:", "other:x", "hashing:7x"):
        with pytest.raises(InputError, match="There is no embedder"):
            embedder(name)


def test_hashed_words_are_vectors_of_length_one():
    """Words alone count, in any case; a text without words is nothing."""
    made = HashingEmbedder(16)
    assert (made.name, made.dimension) == ("hashing-16", 16)
    vectors = made.embed_documents(["a river runs", "RIVER, runs", "x", "river river runs"])
    assert vectors.shape == (4, 16)
    assert (vectors**2).sum(axis=1).tolist() == pytest.approx([1, 1, 0, 1])
    assert (vectors[0] == vectors[1]).all()
    assert vectors[0] @ vectors[3] == pytest.approx(3 / 10**0.5)
    assert (made.embed_queries(["river runs"])[0] == vectors[0]).all()


# The lines of a PDF.


def _page(*lines: tuple, top: float = 700) -> list[Line]:
    """Lines below each other: text, and where it is not usual its gap above, x, size, bold."""
    made, y = [], top
    for text, *more in lines:
        gap, x, size, bold = (*more, *(12, 50, 10, False)[len(more) :])
        y -= gap
        made.append(Line(text, x, y, size, bold))
    return made


LONG = "this is a line of the usual length of the text of it"


def _blocks(*pages: list[Line]) -> list[str]:
    return [
        ("# " if block.heading else "") + " / ".join(line.text for line in block.lines)
        for block in blocks_of(pages)
    ]


@pytest.mark.parametrize(
    ("lines", "blocks"),
    [
        ([(LONG,), (LONG,), (LONG,)], [f"{LONG} / {LONG} / {LONG}"]),
        ([(LONG,), (LONG + ".",), ("Now it begins", 12, 60), (LONG,)],
         [f"{LONG} / {LONG}.", f"Now it begins / {LONG}"]),
        ([(LONG,), (LONG,), ("now it goes on", 12, 60), (LONG,)],
         [f"{LONG} / {LONG} / now it goes on / {LONG}"]),
        ([(LONG,), (LONG,), (LONG,), ("New " + LONG, 24)],
         [f"{LONG} / {LONG} / {LONG}", f"New {LONG}"]),
        ([(LONG,), (LONG,), ("It ends.",), ("New " + LONG,)],
         [f"{LONG} / {LONG} / It ends.", f"New {LONG}"]),
        ([(LONG,), (LONG,), ("it ends",), ("New " + LONG,)],
         [f"{LONG} / {LONG} / it ends / New {LONG}"]),
        ([(LONG,), (LONG,), ("• one",), ("• two",)], [f"{LONG} / {LONG}", "• one", "• two"]),
        ([(LONG,), (LONG + ":",), ("(a) one " + LONG + ".",), ("(b) two",)],
         [f"{LONG} / {LONG}:", f"(a) one {LONG}.", "(b) two"]),
        ([("Big Words Here", 12, 50, 14), (LONG,), (LONG,), (LONG,)],
         ["# Big Words Here", f"{LONG} / {LONG} / {LONG}"]),
        ([("Big Words", 12, 50, 14), ("Go On", 16, 50, 14), (LONG,), (LONG,), (LONG,)],
         ["# Big Words / Go On", f"{LONG} / {LONG} / {LONG}"]),
        ([("Bold Words Here", 12, 50, 10, True), (LONG,), (LONG,), (LONG,)],
         ["# Bold Words Here", f"{LONG} / {LONG} / {LONG}"]),
        ([("Bold Words Here.", 12, 50, 10, True), (LONG,), (LONG,), (LONG,)],
         [f"Bold Words Here. / {LONG} / {LONG} / {LONG}"]),
        ([(LONG,), (LONG,), (LONG + ".",), ("2 Our Method", 24), (LONG, 24), (LONG,), (LONG,)],
         [f"{LONG} / {LONG} / {LONG}.", "# 2 Our Method", f"{LONG} / {LONG} / {LONG}"]),
        ([(LONG,), (LONG,), ("Conclusion",), (LONG,), (LONG,)],
         [f"{LONG} / {LONG}", "# Conclusion", f"{LONG} / {LONG}"]),
        ([(LONG,), (LONG,), (LONG,), ("a note below", 12, 50, 8)],
         [f"{LONG} / {LONG} / {LONG}", "a note below"]),
    ],
)  # fmt: skip
def test_lines_become_paragraphs_and_headings(lines, blocks):
    """By indentation, space, type, items, and short lines that end a sentence."""
    # Lines at the top and foot that recur nowhere are kept.
    assert _blocks(_page(*lines)) == blocks


def test_running_lines_go_and_paragraphs_go_on():
    """Heads with numbers, numbers of pages; over a page and a footnote."""
    numbers = ("7", "- 7 -", "Page 7", "page 7 of 9", "vii", "7/9")
    for nth in numbers:
        pages = [
            _page((f"A head {n}", 12, 50, 8), (LONG, 30), (LONG,), (LONG,), ("a note", 20, 50, 8),
                  (nth, 40, 50, 8), top=700)
            for n in (1, 2, 3)
        ]  # fmt: skip
        assert _blocks(*pages)[0].startswith(LONG), nth
        assert not any("head" in block or nth in block.split() for block in _blocks(*pages)), nth
    ended = [_page((LONG,), (LONG,), (LONG + ".",)), _page((LONG,), (LONG,), ("more so",))]
    assert len(_blocks(*ended)) == 2
    assert body_size([_page((LONG,), ("x", 12, 50, 20))]) == 10
    assert body_size([]) == 0


# Papers.


def test_passages_of_papers():
    """Short paragraphs join the next, long ones are cut; each has its number."""
    first = Paper("a", "A", ("Head", "x" * 20, "", "y" * 19, "end"))
    second = Paper("b", "B", ("Aa bb cc. Dd ee ff. Gg hh ii.",))
    assert passages([first, second], first=4, longest=25, shortest=10) == (
        Passage("4:0", 4, "A", "Head\n" + "x" * 20),
        Passage("4:3", 4, "A", "y" * 19 + "\nend"),
        Passage("5:0", 5, "B", "Aa bb cc."),
        Passage("5:0.1", 5, "B", "Dd ee ff. Gg hh ii."),
    )
    assert [one.text for one in passages([Paper("c", "C", ("a", "b"))], shortest=10)] == ["a\nb"]
    assert passages([Paper("c", "C", ())]) == ()
    for shortest, longest in ((-1, 5), (5, 5), (6, 5)):
        with pytest.raises(ValueError, match=f"shortest is {shortest}, longest {longest}"):
            passages([first], shortest=shortest, longest=longest)


def test_a_plain_record_is_a_paper():
    """By its id or title; its references are left out."""
    text = "x\n\nReferences\n\n[1] y"
    record = {"id": 7, "title": " A  b ", "text": text, "year": 1999, "authors": ["Ann"]}
    assert papers_of(record) == (Paper("7", "A b", ("x",), 1999, ("Ann",)),)
    assert papers_of({"title": "A", "abstract": "x"}) == (Paper("A", "A", ("x",)),)
    assert papers_of({"paper_id": "p", "paragraphs": ["x", {"text": "y"}, None, ""]}) == (
        Paper("p", "Paper p", ("x", "y")),
    )
    for record, said in (({}, "neither an"), ({"id": 1}, "holds no text; a paper has")):
        with pytest.raises(ValueError, match=said):
            papers_of(record)


def test_an_uploaded_file_is_a_paper():
    """Its name is only shown, and its limits are told."""
    data = b"A paragraph of it.\n\nAnother one of it."
    made = paper_of(data, "C:\\x\\..\\My \x00 paper.txt")
    assert (made.title, made.source) == ("My paper", "My paper.txt")
    assert made.paragraphs == ("A paragraph of it.", "Another one of it.")
    assert made.id == paper_of(data, "other.md").id
    assert len(made.id) == 16
    assert paper_of(data, "a.txt", line=7).source == "a.txt, line 7"
    assert (
        paper_of(json.dumps({"id": 1, "title": "T", "text": "x"}).encode(), "a.json").title == "T"
    )
    for content, name, said in (
        (b"", "a.txt", "a.txt is empty; choose the file again."),
        (b"x", "a.png", "a.png is of a kind that is not read; give a PDF"),
        (b"x" * 11, "a.txt", "a.txt is larger than the 10 bytes that are read (11)"),
        (b"{}\n{}", "a.jsonl", "a.jsonl holds 2 records, not one"),
        (b" ", "a.txt", "a.txt holds no text"),
    ):
        with pytest.raises(InputError) as error:
            paper_of(content, name, max_bytes=10)
        assert said in str(error.value)
    assert paper_of(b"x", "/").title == "The file"
    label = paper_of(data, "n" * 200 + ".txt").source
    assert label == "n" * 100 + ".txt"
