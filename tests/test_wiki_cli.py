"""`tamis wiki` as its users type it: pages, searches, and the download of an archive."""

from __future__ import annotations

import hashlib
import json
import os
import struct

import pytest

from store import Store

NAME = "wikipedia_en_all_nopic_2023-09"


def archive(size=300_000):
    """Bytes that are a whole archive as far as their MD5 goes."""
    body = b"ZIM\x04" + bytes(68) + struct.pack("<Q", size) + os.urandom(size - 80)
    return body + hashlib.md5(body).digest()


@pytest.fixture
def pages(tmp_path):
    """A small file of pages."""
    rows = [
        {"title": "Yangtze", "html": "<p>A \x1b[31mriver</p><h2>Length</h2><p>6,300 km</p>"},
        {"title": "Lena (river)", "text": "A river."},
    ]
    path = tmp_path / "rivers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def store(monkeypatch):
    """A mirror of the archive; no pause between attempts."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "127.0.0.1,localhost")
    with Store({f"{NAME}.zim": archive()}) as server:
        server.md5 = False
        monkeypatch.setenv("TAMIS_MIRROR", server.url)
        yield server


def test_a_page_is_printed_as_a_model_sees_it(tamis_here, pages):
    """The source on the other stream, nothing that a terminal would obey; or titles like it."""
    said = tamis_here("wiki", "page", "yangtze", "--wiki", pages)
    assert said.out == "# Yangtze\n\nA \ufffd[31mriver\n\n## Length\n\n6,300 km\n"
    assert said.err == "from folder rivers\n"
    said = tamis_here("wiki", "page", "Lena river", "--wiki", pages, check=2).err
    assert "folder rivers: There is no page 'Lena river'; titles like it are 'Lena (river)'" in said


def test_a_search_prints_titles(tamis_here, pages):
    """The best first, of the small wiki where no archive was fetched; or that there are none."""
    args = ("wiki", "search", "lena (River)", "-k", "1", "--wiki", pages)
    assert tamis_here(*args).out == "Lena (river)\n"
    said = tamis_here("wiki", "search", "qqq", "--wiki", pages)
    assert (said.out, "Nothing was found." in said.err) == ("", True)
    said = tamis_here("wiki", "search", "football", "--date", "2023-11-20")
    assert said.err == "from folder mini 2023-11-20\n"
    assert said.out


def test_bad_dates_and_sources_are_one_sentence(tamis_here, monkeypatch):
    """Exit code 2, no traceback."""
    assert "is no date" in tamis_here("wiki", "page", "x", "--date", "soon", check=2).err
    assert "does not exist" in tamis_here("wiki", "page", "x", "--wiki", "none", check=2).err
    monkeypatch.delenv("TAMIS_CONTACT", raising=False)
    assert "TAMIS_CONTACT" in tamis_here("wiki", "page", "x", "--wiki", "live", check=2).err


def test_get_says_what_it_would_fetch_and_from_where(tamis_here, store):
    """Without --yes nothing is asked of the server."""
    said = tamis_here("wiki", "get").out
    assert f"{NAME}.zim of 2023-09, about 60 GB" in said
    assert f"from: {store.url}/{NAME}.zim" in said
    assert "wikipedia_en_all_nopic_2023-10" in said
    assert "CC BY-SA 4.0" in said
    assert not store.requests
    said = tamis_here("wiki", "get", "--name", "other", check=2).err
    assert "there is no archive 'other'; choose one of wikipedia_en_all_nopic_2023-09, " in said


def test_get_goes_on_where_it_stopped_and_proves_the_archive_whole(tamis_here, store):
    """After a cut, in a later call too; once it is here it is not asked for again."""
    file, home = f"{NAME}.zim", tamis_here.folder / "home/wiki"
    # Of a tag that is long and full of slashes the first 32 letters and digits name a part.
    store.tag = "W/../" * 40 + "a1" * 40
    store.cuts[file] = [100_000, 0, 0, 0]
    said = tamis_here("wiki", "get", "--yes", check=2).err
    assert "run `tamis wiki get --name wikipedia_en_all_nopic_2023-09` again to continue" in said
    (part,) = home.glob("*.part")
    assert part.name == f"{file}.{'W' * 32}.part"
    assert part.read_bytes() == store.files[file][: part.stat().st_size]
    assert not (home / file).exists()
    store.cuts.clear()
    assert f"{home / file} is complete." in tamis_here("wiki", "get", "--yes").out
    assert (home / file).read_bytes() == store.files[file]
    assert store.sent[file] == len(store.files[file])
    assert [path.name for path in home.iterdir()] == [file]
    store.forget()
    assert tamis_here("wiki", "get", "--yes").out == f"{home / file} is already downloaded.\n"
    assert not store.requests


def test_another_file_than_the_archive_is_not_taken(tamis_here, store):
    """One that is damaged on its way, one that is none, a page that wants to be logged in to."""
    file, whole = f"{NAME}.zim", store.files[f"{NAME}.zim"]
    store.lies[file] = whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:]
    said = tamis_here("wiki", "get", "--yes", "--out", "here", check=2).err
    assert f"Error: {file} was damaged on the way (its MD5 differs); it was not kept." in said
    assert not list((tamis_here.folder / "here").iterdir())
    store.page = True
    said = tamis_here("wiki", "get", "--yes", "--out", "here", check=2).err
    assert "it is an HTML page; check the address." in said


def test_a_full_disk_is_one_sentence(tamis_here, store, monkeypatch):
    """What to do is said."""
    usage = type("Usage", (), {"free": 1_000})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    said = tamis_here("wiki", "get", "--yes", check=2).err
    assert "free some space, or give another folder with --out." in said
