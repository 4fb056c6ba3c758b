"""An index that is kept: what is read again, and what a kill, a fault or a rival leaves."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tamis.retrieve import kept_index
from tamis.retrieve.chunks import chunks_of
from tamis.retrieve.folders import read_files
from tamis.retrieve.kept_index import Settings, keep
from tamis.types import InputError

BM25 = Settings()
TEXTS = {"a.txt": "apple tart", "b.md": "# Pear\n\npear soup", "deep/c.txt": "plum cake"}


@pytest.fixture
def folder(tmp_path):
    """A folder of three documents."""
    root = tmp_path / "docs"
    for name, text in TEXTS.items():
        write(root / name, text)
    return root


@pytest.fixture
def home(tmp_path):
    """Where indexes are kept."""
    return tmp_path / "home"


@pytest.fixture
def reads(monkeypatch):
    """The paths of the files that are read, as they are."""
    seen = []

    def counting(root, files):
        seen.extend(file.path for file in files)
        return read_files(root, files)

    monkeypatch.setattr(kept_index, "read_files", counting)
    return seen


def write(path: Path, text: str) -> None:
    """Write a file that is newer than any before it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text, encoding="utf-8")
    if path.stat().st_mtime_ns <= before:
        os.utime(path, ns=(before + 1, before + 1))


def found(index: kept_index.KeptIndex, query: str) -> list[str]:
    """The ids that a search finds."""
    return [hit.document.id for hit in index.retriever.search(query, 5)]


def counts(index: kept_index.KeptIndex) -> tuple[int, int, int]:
    """How many files were read, unchanged and gone."""
    return index.read, index.unchanged, index.gone


def only_index(home: Path) -> Path:
    """The folder of the one index below `home`."""
    (place,) = home.iterdir()
    return place


def test_the_second_time_nothing_is_read(folder, home, monkeypatch):
    """Neither a file nor the texts kept of them; the index answers as before."""
    first = keep(str(folder), home, BM25)
    assert counts(first) == (3, 0, 0)
    monkeypatch.setattr(kept_index, "read_files", None)
    monkeypatch.setattr(kept_index, "kept_texts", None)
    monkeypatch.setattr(kept_index.rankers, "write", None)
    second = keep(str(folder), home, BM25)
    assert counts(second) == (0, 3, 0)
    assert found(second, "plum") == found(first, "plum") == ["deep/c.txt"]
    assert list(second.passages) == list(first.passages)
    assert (second.name, second.documents) == ("docs", 3)


def test_only_what_has_changed_is_read(folder, home, reads):
    """A changed file, a new one, one that has gone."""
    keep(str(folder), home, BM25)
    reads.clear()
    write(folder / "a.txt", "quince jelly")
    write(folder / "new.txt", "medlar")
    (folder / "b.md").unlink()
    index = keep(str(folder), home, BM25)
    assert sorted(reads) == ["a.txt", "new.txt"]
    assert counts(index) == (2, 1, 1)
    words = ("quince", "medlar", "pear", "plum", "apple")
    assert [found(index, w) for w in words] == [["a.txt"], ["new.txt"], [], ["deep/c.txt"], []]


class KilledError(BaseException):
    """Stands for the end of the process."""


def killed_at(patch: pytest.MonkeyPatch, nth: int) -> list[Path]:
    """Kill the process as the nth file is to be renamed into place; those that were to be."""
    rename, renamed = Path.replace, []

    def killed(self, target):
        renamed.append(target)
        if len(renamed) == nth:
            raise KilledError
        return rename(self, target)

    patch.setattr(Path, "replace", killed)
    return renamed


@pytest.mark.parametrize("nth", range(1, 5))
def test_a_kill_leaves_an_index_that_is_brought_up_to_date(folder, home, monkeypatch, nth):
    """Whichever file was about to be renamed into place, the next time finds what is there."""
    keep(str(folder), home, BM25)
    write(folder / "a.txt", "quince jelly")
    with monkeypatch.context() as patch:
        renamed = killed_at(patch, nth)
        if nth == 4:
            # The state, the index, the state again: there is no fourth.
            keep(str(folder), home, BM25)
            assert len(renamed) == 3
        else:
            with pytest.raises(KilledError):
                keep(str(folder), home, BM25)
    index = keep(str(folder), home, BM25)
    assert (found(index, "quince"), found(index, "apple")) == (["a.txt"], [])
    assert counts(keep(str(folder), home, BM25)) == (0, 3, 0)


@pytest.mark.parametrize("nth", range(1, 4))
def test_a_kill_does_not_leave_what_has_gone_meanwhile(folder, home, monkeypatch, nth):
    """A file comes, the process is killed, the file goes: it is as if it had never been."""
    keep(str(folder), home, BM25)
    write(folder / "new.txt", "medlar")
    with monkeypatch.context() as patch:
        killed_at(patch, nth)
        with pytest.raises(KilledError):
            keep(str(folder), home, BM25)
    (folder / "new.txt").unlink()
    index = keep(str(folder), home, BM25)
    assert (found(index, "medlar"), found(index, "apple")) == ([], ["a.txt"])


def test_a_kill_at_the_very_first_leaves_no_bar(folder, tmp_path, monkeypatch):
    """A folder in which nothing was finished is not taken for another's; what was read is kept."""
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda self, target: (_ for _ in ()).throw(KilledError))
        with pytest.raises(KilledError):
            keep(str(folder), tmp_path, BM25, tmp_path / "index")
    index = keep(str(folder), tmp_path, BM25, tmp_path / "index")
    assert (counts(index), found(index, "plum")) == ((0, 3, 0), ["deep/c.txt"])


def test_a_kill_while_files_are_read_loses_the_last_ones_only(folder, home, monkeypatch, reads):
    """What was committed is not read again."""
    monkeypatch.setattr("tamis.retrieve._kept_texts._COMMITTED", 1)
    with monkeypatch.context() as patch:

        def killed(root, files):
            yield from read_files(root, files[:2])
            raise KilledError

        patch.setattr(kept_index, "read_files", killed)
        with pytest.raises(KilledError):
            keep(str(folder), home, BM25)
    reads.clear()
    index = keep(str(folder), home, BM25)
    assert (reads, counts(index)) == (["deep/c.txt"], (1, 2, 0))
    assert [found(index, w) for w in ("apple", "plum")] == [["a.txt"], ["deep/c.txt"]]


def test_other_settings_in_the_same_place_are_one_sentence(folder, tmp_path):
    """The place says what it was built with."""
    keep(str(folder), tmp_path, BM25, tmp_path / "index")
    with pytest.raises(InputError, match=r"index is an index with chunk=2000, ranker=bm25.*; ask"):
        keep(str(folder), tmp_path, Settings(chunk=500), tmp_path / "index")


def test_another_corpus_in_the_same_place_is_read_anew(folder, tmp_path):
    """Even where its files have the names, sizes and times of the ones before."""
    keep(str(folder), tmp_path, BM25, tmp_path / "index")
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (other / "a.txt").write_text("peach tart")
    same = (folder / "a.txt").stat().st_mtime_ns
    os.utime(other / "a.txt", ns=(same, same))
    index = keep(str(other), tmp_path, BM25, tmp_path / "index")
    assert counts(index) == (3, 0, 0)
    assert found(index, "peach") == ["a.txt"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        *[(one, r"kept\.json is broken; delete .*index\.") for one in ("{", '{"format": 2}')],
        (None, "index was written by another version of Tamis; delete"),
    ],
)  # fmt: skip
def test_a_broken_state_and_one_of_a_later_version_are_one_sentence(folder, tmp_path, state, said):
    """It says what to delete, which is not done for the user, who may still have that version."""
    keep(str(folder), tmp_path, BM25, tmp_path / "index")
    path = tmp_path / "index" / "kept.json"
    other = json.dumps({**json.loads(path.read_text()), "format": 99})
    path.write_text(other if state is None else state)
    with pytest.raises(InputError, match=said):
        keep(str(folder), tmp_path, BM25, tmp_path / "index")


def test_an_index_of_an_older_version_is_built_anew(folder, home):
    """In its place, from the files; the index says so once."""
    keep(str(folder), home, BM25)
    state = only_index(home) / "kept.json"
    state.write_text(json.dumps({**json.loads(state.read_text()), "format": 1}))
    index = keep(str(folder), home, BM25)
    assert (index.rebuilt, counts(index), found(index, "plum")) == (True, (3, 0, 0), ["deep/c.txt"])
    assert not keep(str(folder), home, BM25).rebuilt
    assert only_index(home)


@pytest.mark.parametrize("index_too", [True, False])
def test_broken_texts_are_read_anew(folder, home, index_too):
    """What was kept of the files can always be had again; what the index has is not needed."""
    for nth in range(300):
        write(folder / f"{nth}.txt", f"filler {nth}")
    keep(str(folder), home, BM25)
    texts = only_index(home) / "texts.sqlite"
    texts.write_bytes(texts.read_bytes()[: texts.stat().st_size // 2])
    if index_too:
        shutil.rmtree(only_index(home) / "index")
    write(folder / "a.txt", "quince jelly")
    index = keep(str(folder), home, BM25)
    assert index.read == (303 if index_too else 1)
    assert [found(index, w) for w in ("plum", "quince", "apple")] == [["deep/c.txt"], ["a.txt"], []]


@pytest.mark.parametrize(
    "settings",
    [BM25, Settings(variant="lv-zhai"), Settings(ranker="hybrid", embedder="hashing", chunk=30)],
    ids=["lucene", "lv-zhai", "hybrid"],
)
def test_only_what_has_changed_is_split_into_words(folder, home, monkeypatch, settings):
    """The rest comes from the old index, and the new one scores as one that is built afresh."""
    for nth in range(40):
        write(folder / f"{nth:02}.txt", f"pear filler {nth} " * (nth % 5))
    keep(str(folder), home, settings)
    with monkeypatch.context() as patch:
        seen = []
        patch.setattr(
            kept_index, "chunks_of", lambda one, size: seen.append(one.id) or chunks_of(one, size)
        )
        write(folder / "07.txt", "quince and pear")
        # A count above 255, in one passage.
        write(folder / "new.txt", "quince " + "xi " * 300)
        (folder / "11.txt").unlink()
        (folder / "39.txt").unlink()
        index = keep(str(folder), home, settings)
    assert seen == ["07.txt", "new.txt"]
    fresh = keep(str(folder), home / "fresh", settings)
    assert list(index.passages) == list(fresh.passages)
    assert index.sources.tolist() == fresh.sources.tolist()
    for query in ("pear", "quince filler 12", "plum", "xi"):
        assert index.retriever.search(query, None) == fresh.retriever.search(query, None)
        assert index.retriever.scores(query).tolist() == fresh.retriever.scores(query).tolist()


def test_a_broken_index_is_built_again_from_what_was_read(folder, home, reads):
    """The files have not changed, so none is read."""
    keep(str(folder), home, BM25)
    reads.clear()
    index = only_index(home) / "index"
    (data,) = index.glob("data-*")
    (data / "documents.jsonl").write_text("{}")
    assert found(keep(str(folder), home, BM25), "plum") == ["deep/c.txt"]
    (index / "index.json").write_text("\0\0")
    assert found(keep(str(folder), home, BM25), "plum") == ["deep/c.txt"]
    assert reads == []


@pytest.mark.parametrize("settings", [BM25, Settings(ranker="hybrid", embedder="hashing")])
def test_an_index_whose_words_were_cut_otherwise_is_built_anew(folder, home, reads, settings):
    """It is told once, and no file is read again; nor is one half of it ever taken over."""
    keep(str(folder), home, settings)
    reads.clear()
    for record in home.rglob("index.json"):
        was = json.loads(record.read_text())
        was["settings"].pop("words", None)
        record.write_text(json.dumps(was))
    index = keep(str(folder), home, settings)
    assert (index.rebuilt, reads, found(index, "plum")[0]) == (True, [], "deep/c.txt")
    assert not keep(str(folder), home, settings).rebuilt


def test_two_at_once_do_not_disturb_each_other(folder, home):
    """One indexes, the others wait and find it done; nobody sees half an index."""
    said, got, failed = [], [], []
    gate = threading.Barrier(4)

    def work():
        try:
            gate.wait()
            index = keep(str(folder), home, BM25, say=said.append)
            got.append((counts(index), found(index, "plum")))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not failed
    assert sorted(got) == [((0, 3, 0), ["deep/c.txt"])] * 3 + [((3, 0, 0), ["deep/c.txt"])]
    assert said.count("indexing 3 files") == 1


def test_an_index_within_the_corpus_is_no_part_of_it(folder, home):
    """Not even what another program has put beside it there."""
    place = folder / "deep" / "index"
    assert keep(str(folder), home, BM25, place).documents == 3
    write(place / "notes.txt", "apple apple apple")
    again = keep(str(folder), home, BM25, place)
    assert counts(again) == (0, 3, 0)
    assert found(again, "apple") == ["a.txt"]


def test_the_corpus_itself_is_no_place_for_an_index(folder, home):
    """Nor is a folder that holds other things, which might be taken for the index, nor a file."""
    write(folder / "index" / "data-2024" / "precious.txt", "apple")
    with pytest.raises(InputError, match=r"docs is no index of .*'a\.txt'; give .* its own"):
        keep(str(folder), home, BM25, folder)
    assert (folder / "index" / "data-2024" / "precious.txt").exists()
    assert not (folder / "kept.json").exists()
    with pytest.raises(InputError, match=r"the index in .*a\.txt cannot be written"):
        keep(str(folder), home, BM25, folder / "a.txt")


@pytest.mark.parametrize("folder", [True, False])
def test_a_file_of_documents_is_read_again_only_when_it_has_changed(
    tmp_path, home, monkeypatch, folder
):
    """A file of lines, packed, and a release in a folder."""
    path = tmp_path / "data/corpus.jsonl.gz"
    path.parent.mkdir()
    corpus = path.parent if folder else path

    def put(text):
        path.write_bytes(gzip.compress(json.dumps({"_id": "d1", "text": text}).encode()))

    put("apple")
    first = keep(str(corpus), home, BM25)
    with monkeypatch.context() as patch:
        patch.setattr(kept_index, "stream_corpus", None)
        second = keep(str(corpus), home, BM25)
    assert (counts(first), counts(second)) == ((1, 0, 0), (0, 1, 0))
    assert (first.documents, second.documents) == (1, 1)
    assert first.name == second.name
    put("pear and plum")
    third = keep(str(corpus), home, BM25)
    assert (counts(third), found(third, "plum"), found(third, "apple")) == ((1, 0, 0), ["d1"], [])


def told_no_readers(place: Path) -> None:
    """Make the state of an index that of a Tamis that did not write down its readers' version."""
    state = json.loads((place / "kept.json").read_text())
    del state["state"]["readers"]
    (place / "kept.json").write_text(json.dumps(state))


def test_files_of_which_an_older_reader_made_another_text_are_read_anew(folder, home, reads):
    """Pages are, once; of the others neither the files nor the chunks are touched."""
    write(folder / "page.html", "<p>About 10<sup>6</sup> cells.</p>")
    keep(str(folder), home, BM25)
    place = only_index(home)
    told_no_readers(place)
    with closing(sqlite3.connect(place / "texts.sqlite")) as texts, texts:
        texts.execute("UPDATE documents SET fields = replace(fields, '10^6', '106')")
        texts.execute("PRAGMA user_version = 0")
    reads.clear()
    index = keep(str(folder), home, BM25)
    assert (reads, counts(index)) == (["page.html"], (1, 3, 0))
    assert [one.text for one in index.passages if one.id == "page.html"] == ["About 10^6 cells."]
    assert counts(keep(str(folder), home, BM25)) == (0, 4, 0)


def test_a_corpus_of_one_page_is_read_anew_for_a_new_reader(folder, home):
    """Once; text is read as before."""
    for name, times in (("page.html", [1, 0]), ("a.txt", [0, 0])):
        file = folder / name
        write(file, "<p>About 10<sup>6</sup> cells.</p>")
        keep(str(file), home / name, BM25)
        told_no_readers(only_index(home / name))
        assert [keep(str(file), home / name, BM25).read for _ in range(2)] == times
