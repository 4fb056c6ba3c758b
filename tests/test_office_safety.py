"""Office files that are broken, hostile, encrypted or old; and folders that hold some of each."""

from __future__ import annotations

import functools
import io
import re
import time
import zipfile
from importlib import util

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from office_files import docx, epub, mail, odt, one_of_each, packed, paragraph
from tamis.documents import office
from tamis.documents.formats import UnreadableError, extract
from tamis.retrieve import kept_index
from tamis.retrieve.corpora import stream_corpus
from tamis.retrieve.folders import scan
from tamis.types import InputError

for module in ("mammoth", "openpyxl", "pptx", "docx", "python_calamine"):
    pytest.importorskip(module)

BOMB = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENTITIES = "declares entities of its own in its XML, which are not read"


@functools.cache
def each() -> dict[str, bytes]:
    """A file of each kind, made once."""
    return one_of_each()


def refusal(data: bytes, suffix: str) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(UnreadableError) as refused:
        extract(data, suffix)
    return str(refused.value)


def test_a_folder_with_a_file_of_each_kind_gives_the_document_of_each(tmp_path):
    """Titles are those of the files, else their names."""
    for name, data in each().items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "~$a.docx").write_bytes(b"\5Somebody")
    got = stream_corpus(tmp_path)
    documents = list(got.documents)
    assert (got.skipped, got.others) == ([], ())
    assert [(one.id, one.title) for one in documents] == [
        ("a.docx", "a"), ("b.pptx", "Plan for 2025"), ("c.xlsx", "Register"), ("d.epub", "A Book"),
        ("e.odt", "e"), ("f.eml", "Delivery"), ("g.mbox/1", "Delivery"),
    ]  # fmt: skip
    words = ("alder", "Bergen", "Fjord AS", "dogwood", "elm", "fir", "gorse")
    for one, word in zip(documents, words, strict=True):
        assert word in one.text
    assert [one.text for one in stream_corpus(tmp_path / "e.odt").documents] == ["elm"]
    # A question finds the passage of each, in a kept index, as `tamis ask` has it.
    kept = kept_index.keep(str(tmp_path), tmp_path.parent / "home", kept_index.Settings())
    words = ("alder", "hello", "founded", "dogwood", "elm", "fir", "gorse")
    first = {word: kept.retriever.search(word, 1)[0].document.id for word in words}
    assert [first[word].partition("#")[0].split("/")[0] for word in words] == sorted(each())


def test_old_formats_are_told_by_name_and_other_kinds_by_theirs(tmp_path):
    """With what to do about the former, also where one is the whole corpus."""
    for name in ("a.txt", "b.DOC", "c.xlt", "d.rtf", "e.png", "f.png", "g"):
        (tmp_path / name).write_text("text")
    listing = scan(tmp_path)
    assert [file.path for file in listing.files] == ["a.txt", "g"]
    assert [(one.path, one.reason) for one in listing.skipped] == [
        ("b.DOC", "is in the old format of Word, which is not read; save it as .docx"),
        ("c.xlt", "is in the old format of Excel, which is not read; save it as .xlsx"),
        ("d.rtf", "is RTF, which is not read; save it as .docx"),
    ]
    assert (listing.others, listing.ignored) == (("e.png", "f.png"), ((".png", 2),))
    with pytest.raises(InputError, match=r"b\.DOC is in the old format of Word, which is not"):
        stream_corpus(tmp_path / "b.DOC")


def test_a_missing_extra_is_a_sentence_and_its_files_are_read_once_it_is_there(
    tmp_path, monkeypatch
):
    """A kept index tries the file again, although it has not changed; and only then."""
    folder, home = tmp_path / "docs", tmp_path / "home"
    folder.mkdir()
    (folder / "a.docx").write_bytes(each()["a.docx"])
    (folder / "z.txt").write_text("text")
    found = util.find_spec
    with monkeypatch.context() as patch:
        patch.setattr(office, "find_spec", lambda one: None if one == "mammoth" else found(one))
        first = kept_index.keep(str(folder), home, kept_index.Settings())
        again = kept_index.keep(str(folder), home, kept_index.Settings())
    assert [one.path for one in first.skipped] == ["a.docx"]
    assert "pip install 'tamis[office]'" in first.skipped[0].reason
    assert (again.skipped, again.read) == (first.skipped, 0)
    third = kept_index.keep(str(folder), home, kept_index.Settings())
    assert (third.skipped, third.read, third.documents) == ((), 1, 2)


@pytest.mark.parametrize(
    ("data", "suffix", "reason"),
    [
        (b"no", ".pptx", "is broken: it is no zip archive"),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            ".xlsx",
            "is encrypted; save it without a password",
        ),
        (packed({"a": "b"}), ".docx", "is a broken DOCX file ("),
        (docx("<w:p>"), ".docx", "is a broken DOCX file (mismatched tag"),
        (docx(paragraph("")), ".docx", "holds no text"),
        (packed({"a": "b"}), ".epub", "is broken: its part 'META-INF/container.xml' is missing"),
        (packed({"a": "b" * 99}, zipfile.ZIP_BZIP2), ".odt", "is packed in an unusual way"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(data, suffix, reason):
    """Each says what is wrong, and often what to do."""
    assert refusal(data, suffix).startswith(reason)


def test_encrypted_archives_are_told():
    """By the flag of a member, and by the manifest of an ODT."""
    data = bytearray(each()["e.odt"])
    for mark, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        for found in re.finditer(re.escape(mark), bytes(data)):
            data[found.start() + offset] |= 1
    assert refusal(bytes(data), ".odt") == "is encrypted; save it without a password"
    manifest = (
        '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    )
    made = packed({"META-INF/manifest.xml": manifest, "content.xml": b"\x8a\x01"})
    assert refusal(made, ".odt") == "is encrypted; save it without a password"
    plain = io.BytesIO(odt("<text:p>Open on Monday.</text:p>"))
    with zipfile.ZipFile(plain, "a") as archive:
        archive.writestr("META-INF/manifest.xml", "<manifest><file/></manifest>")
    assert extract(plain.getvalue(), ".odt")[1] == "Open on Monday."


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    """41 members of 10 MB each; and one that is too large to be text."""
    blank = b"<a>" + b" " * 10_000_000
    many = packed({f"{n}.xml": blank for n in range(41)})
    large = packed({"content.xml": blank * 5, "META-INF/container.xml": blank * 5})
    begun = time.process_time()
    for suffix in (".docx", ".pptx", ".xlsx", ".epub", ".odt"):
        assert refusal(many, suffix).startswith("unpacks to more than the 400,000,000 bytes")
        assert refusal(large, suffix).startswith("unpacks to more than the 50,000,000 bytes")
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("suffix", [".docx", ".odt"])
def test_a_document_of_too_many_tags_is_refused_before_it_fills_the_memory(monkeypatch, suffix):
    """A few kilobytes pack millions of them; a tree takes a kilobyte for each."""
    monkeypatch.setattr("tamis.documents.office.archive.MOST_TAGS", 1_000)
    for count, refused in ((900, False), (1_100, True)):
        made = docx("<w:p/>" * count) if suffix == ".docx" else odt("<text:p/>" * count)
        assert len(made) < 5_000
        assert refusal(made, suffix).startswith("has more than the ") is refused


def test_entities_are_refused_in_every_kind():
    """Ten lines of XML could expand to gigabytes; a page of a book may have a document type."""
    body = docx(paragraph("x"))
    members = {}
    for name, data in _members(body).items():
        members[name] = BOMB.encode() + data.removeprefix(b'<?xml version="1.0"?>')
    assert refusal(packed(members), ".docx") == ENTITIES
    for name in ("b.pptx", "c.xlsx"):
        parts = _members(each()[name])
        part = next(one for one in parts if one.endswith(("presentation.xml", "workbook.xml")))
        parts[part] = BOMB.encode() + re.sub(rb"^<\?xml.*?\?>", b"", parts[part])
        assert refusal(packed(parts), name[1:]) == ENTITIES
    content = _members(odt("<text:p>x</text:p>"))
    content["content.xml"] = BOMB.encode() + content["content.xml"].partition(b"?>")[2]
    assert refusal(packed(content), ".odt") == ENTITIES
    page = f"{BOMB}<html><body><p>&c;</p></body></html>"
    assert refusal(epub({"a.xhtml": page}), ".epub") == ENTITIES
    # A file of the machine is not read either.
    outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p>&x;</p></html>'
    assert refusal(epub({"a.xhtml": outside}), ".epub") == ENTITIES


def test_what_nests_too_deeply_is_refused():
    """In XML, and in HTML of books and mail."""
    deep = "<text:span>" * 400 + "x" + "</text:span>" * 400
    assert refusal(odt(deep), ".odt") == "has more than 300 elements within each other"
    page = "<html><body>" + "<div>" * 400 + "x &"
    assert refusal(epub({"a.xhtml": page}), ".epub").startswith("has more than 300 elements")
    made = mail()
    made.set_content(page, subtype="html")
    assert refusal(made.as_bytes(), ".eml").startswith("has more than 300 elements")
    assert refusal(docx("<w:sdt>" * 9_000 + "</w:sdt>" * 9_000), ".docx").startswith("is a broken")


def test_a_style_map_within_a_document_is_not_obeyed():
    """By it, a file could hide paragraphs from its readers."""
    parts = _members(docx(paragraph("shown")))
    parts["mammoth/style-map"] = b"p => !"
    assert extract(packed(parts), ".docx")[1] == "shown"


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(one_of_each())), st.data())
def test_damaged_files_give_text_or_one_sentence(name, data):
    """Bytes changed, cut out or doubled, in the archive or in one of its parts."""
    suffix = name[name.index(".") :]
    whole = each()[name]
    if zipfile.is_zipfile(io.BytesIO(whole)) and data.draw(st.booleans()):
        parts = _members(whole)
        part = data.draw(st.sampled_from(sorted(parts)))
        damaged = packed(parts | {part: _damaged(parts[part], data)})
    else:
        damaged = _damaged(whole, data)
    try:
        title, text = extract(damaged, suffix)
    except UnreadableError as error:
        said = str(error)
        assert said.isprintable()
        assert not said.endswith(".")
    else:
        assert text.strip()
        assert "\n" not in title


@pytest.mark.parametrize("suffix", [".docx", ".odt", ".eml"])
def test_time_is_linear(suffix):
    """Four times the text takes about four times as long, not sixteen."""

    def made(count: int) -> bytes:
        lines = [f"Line {n} of a text &lt; long" for n in range(count)]
        if suffix == ".docx":
            return docx("".join(map(paragraph, lines)))
        if suffix == ".odt":
            return odt("".join(f"<text:p>{line}</text:p>" for line in lines))
        return b"Subject: " + b"=?utf-8?q?" * count * 10 + b"\n\n" + "\n".join(lines).encode()

    def seconds(count: int) -> float:
        data = made(count)
        begun = time.process_time()
        extract(data, suffix)
        return time.process_time() - begun

    seconds(10)
    # The best of three, since other processes and the collector of garbage take their time.
    few, many = (min(seconds(count) for _ in range(3)) for count in (500, 2_000))
    assert many < 9 * few + 0.2


def _members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as held:
        return {name: held.read(name) for name in held.namelist()}


def _damaged(whole: bytes, data: st.DataObject) -> bytes:
    """The bytes with one to three places changed."""
    held = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(len(held) - 1, 0)))
        length = data.draw(st.integers(0, 40))
        held[at : at + length] = data.draw(st.binary(max_size=40))
    return bytes(held)
