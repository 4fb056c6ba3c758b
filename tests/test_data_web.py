"""Fetching from plain addresses: `tamis data` against a local server, files and zip archives."""

from __future__ import annotations

import io
import os
import stat
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from store import Store
from tamis import cli
from tamis.benchmarks import BENCHMARKS
from tamis.benchmarks.kitab.benchmark import Kitab
from tamis.benchmarks.quest.data import SOURCE as QUEST
from tamis.downloads import RemoteFile, WebSource, cache_path, locate, manifest, web
from tamis.types import InputError

PLAIN, ZIP, BIG = "bucket/plain.jsonl", "bucket/packed.zip", "bucket/big one.zip"


def jsonl(rows: int, size: int = 10) -> bytes:
    """JSON Lines of `rows` records with `size` characters of text that packs badly."""
    text = os.urandom(size // 2 + 1).hex()[:size]
    return b"".join(b'{"n": %d, "x": "%s"}\n' % (n, text.encode()) for n in range(rows))


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip archive; a member whose path ends in @ is a symbolic link."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for path, content in members.items():
            info = zipfile.ZipInfo(path.removesuffix("@"))
            info.compress_type = method
            if path.endswith("@"):
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, content)
    return buffer.getvalue()


MEMBERS = {"quest/32k/corpus.jsonl": jsonl(7), "quest/128k/corpus.jsonl": jsonl(20, 20_000)}
FILES = {
    PLAIN: jsonl(30, 10_000),
    ZIP: packed({**MEMBERS, "__MACOSX/quest/32k/corpus.jsonl": b"?", "quest/": b""}),
    BIG: packed({"documents.jsonl": jsonl(3)}),
}


@pytest.fixture
def store(monkeypatch):
    """A server with three small files; no pause between attempts."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "127.0.0.1,localhost")
    with Store(FILES) as server:
        yield server


@pytest.fixture
def source(store, monkeypatch, tmp_path):
    """A source of those files, with an empty cache."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TAMIS_MIRROR", raising=False)
    files = {
        "plain": RemoteFile(PLAIN, rows=30),
        "packed": RemoteFile(
            ZIP, members={"32k/corpus.jsonl": 7, "128k/corpus.jsonl": 0}, unzipped=10**6
        ),
        "big": RemoteFile(BIG, members={"documents.jsonl": 3}, unzipped=10**6, on_request=True),
    }
    return WebSource("quest", store.url, "none", files)


@pytest.fixture
def tamis_data(source, monkeypatch, capsys):
    """Run `tamis data …` in this process, where the benchmark kitab has those files."""
    monkeypatch.setattr(Kitab, "source", source)
    monkeypatch.setattr("tamis.benchmarks.BENCHMARKS", {"kitab": BENCHMARKS["kitab"]})

    def run(*args: str, check: int = 0):
        monkeypatch.setattr(sys, "argv", ["tamis", "data", *args])
        with pytest.raises(SystemExit) as done:
            cli.main()
        said = capsys.readouterr()
        assert (done.value.code or 0) == check, said.err
        if check:
            error = said.err.partition("Error: ")[2].rstrip("\n")
            assert error.endswith(".")
            assert "\n" not in error
        return said

    return run


def refused(source: WebSource, key: str) -> str:
    """The sentence with which a fetch ends; nothing of the file is taken by it."""
    with pytest.raises(InputError) as caught:
        web.fetch(source, key)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError):
        locate(source, key if key == "plain" else f"{key}/32k/corpus.jsonl")
    return str(caught.value)


def leftovers(source: WebSource) -> list[Path]:
    """Temporary files in the cache."""
    return list(cache_path(source).rglob("*.part"))


def test_a_plain_file_arrives_whole_and_is_asked_for_once(store, source):
    """The bytes are those of the server, its digest is in the manifest, a second fetch is mute."""
    path = web.fetch(source, "plain")
    assert path.read_bytes() == FILES[PLAIN]
    assert locate(source, "plain") == path
    store.forget()
    assert web.fetch(source, "plain") == path
    assert not store.requests
    assert not leftovers(source)


def test_the_members_of_an_archive_are_unpacked_under_their_announced_names(store, source):
    """Each in the archive's folder with its digest; another is not written; the archive is gone."""
    store.files[ZIP] = packed({**MEMBERS, "__MACOSX/quest/32k/corpus.jsonl": b"?", "x.sh": b"rm"})
    folder = web.fetch(source, "packed")
    for path, content in MEMBERS.items():
        member = path.removeprefix("quest/")
        assert (folder / member).read_bytes() == content
        assert locate(source, f"packed/{member}") == folder / member
    assert {p.name for p in folder.parent.iterdir()} == {"packed"}
    assert {p.name for p in folder.rglob("*") if p.is_file()} == {"corpus.jsonl"}
    assert set(manifest(source)) == {
        "packed", "packed/32k/corpus.jsonl", "packed/128k/corpus.jsonl",
    }  # fmt: skip


@pytest.mark.parametrize("key", ["plain", "packed"])
def test_a_cut_connection_is_continued_and_not_a_byte_comes_twice(store, source, key):
    """The rest is asked for with a range."""
    path = source.files[key].path
    store.cuts[path] = [150_000, 20_000]
    web.fetch(source, key)
    assert store.starts[path] == [0, 150_000, 170_000]
    assert store.sent[path] == len(FILES[path])


def test_without_a_tag_a_part_is_never_continued_later(store, source):
    """Nothing says which version it is of."""
    store.tags, store.md5 = False, False
    store.cuts[PLAIN], store.statuses[PLAIN] = [150_000], [0, 0, 500]
    refused(source, "plain")
    store.forget()
    assert web.fetch(source, "plain").read_bytes() == FILES[PLAIN]
    assert store.starts[PLAIN] == [0]


def test_what_is_no_data_is_one_sentence(store, source):
    """An error with what to do, a page of a proxy, and nothing at all."""
    store.statuses[PLAIN] = [403]
    said = refused(source, "plain")
    for part in (PLAIN, "127.0.0.1", "403", "`tamis data fetch quest`", "--data-dir"):
        assert part in said
    store.page = True
    assert "HTML page" in refused(source, "plain")
    store.page, store.files[PLAIN] = False, b""
    assert "empty" in refused(source, "plain")


@pytest.mark.parametrize("key", ["plain", "packed"])
def test_a_wrong_file_is_refused_by_the_servers_own_md5(store, source, key):
    """The right length and wrong bytes: refused, and fetched anew afterwards."""
    path = source.files[key].path
    store.lies[path] = b"X" + FILES[path][1:]
    assert "does not match" in refused(source, key)
    assert not leftovers(source)
    store.lies.clear()
    web.fetch(source, key)


def test_a_published_size_and_digest_are_demanded(source):
    """Where the source has them, the download must have them too."""
    for wrong in ({"size": 5, "exact_size": True}, {"sha256": "0" * 64}):
        files = {"plain": replace(source.files["plain"], **wrong)}
        assert "was rejected" in refused(replace(source, files=files), "plain")


@pytest.mark.parametrize("key", ["plain", "packed"])
def test_the_digest_of_the_first_download_is_demanded_ever_after(store, source, key):
    """Another version on the server is refused, and the sentence says how to take it."""
    path = source.files[key].path
    for file in [web.fetch(source, key)] if key == "plain" else web.fetch(source, key).rglob("*l"):
        file.unlink()
    store.files[path] = (
        FILES[path] + b"{}\n" if key == "plain" else packed({**MEMBERS, "more": b""})
    )
    said = refused(source, key)
    assert "when it was first fetched" in said
    record = cache_path(source, ".json")
    assert said.endswith(f"delete {record}.")
    record.unlink()
    web.fetch(source, key)


def test_an_altered_member_is_noticed_at_use_and_repaired_by_fetch(source):
    """One changed byte in an unpacked file."""
    folder = web.fetch(source, "packed")
    member = folder / "32k/corpus.jsonl"
    member.write_bytes(b"?" + member.read_bytes()[1:])
    with pytest.raises(InputError, match="is not the file that was fetched"):
        locate(source, "packed/32k/corpus.jsonl")
    web.fetch(source, "packed")
    assert locate(source, "packed/32k/corpus.jsonl").read_bytes() == jsonl_of("32k")


def jsonl_of(size: str) -> bytes:
    """The corpus of a size, as it was packed."""
    return MEMBERS[f"quest/{size}/corpus.jsonl"]


EVIL = {
    "out of the folder": {"../../32k/corpus.jsonl": b"{}", "128k/corpus.jsonl": b"{}"},
    "an absolute path": {"/tmp/32k/corpus.jsonl": b"{}", "128k/corpus.jsonl": b"{}"},
    "a link": {"32k/corpus.jsonl@": b"/etc/passwd", "128k/corpus.jsonl": b"{}"},
    "a member is missing": {"32k/corpus.jsonl": b"{}"},
    "two of a name": {**MEMBERS, "other/32k/corpus.jsonl": b"{}"},
}


@pytest.mark.parametrize("members", EVIL.values(), ids=EVIL)
def test_an_archive_that_is_not_as_announced_is_refused_whole(store, source, members, tmp_path):
    """One sentence, and nothing is written, inside the folder or out of it."""
    store.files[ZIP] = packed(members)
    assert "it was rejected" in refused(source, "packed")
    assert [p for p in tmp_path.rglob("*") if p.is_file() and p.suffix != ".lock"] == []


def test_a_zip_bomb_is_refused_before_it_is_unpacked(store, source):
    """Ten megabytes of zeros in ten kilobytes, where one megabyte was announced."""
    bomb = {"32k/corpus.jsonl": bytes(10**7), "128k/corpus.jsonl": b""}
    store.files[ZIP] = packed(bomb, zipfile.ZIP_DEFLATED)
    assert "10,000,000 bytes, but at most 1,000,000" in refused(source, "packed")
    # One whose directory says 10 bytes, where a million come.
    del bomb["32k/corpus.jsonl"]
    content = packed({**bomb, "32k/corpus.jsonl": bytes(10**6)}, zipfile.ZIP_DEFLATED)
    size, lie = (10**6).to_bytes(4, "little"), (10).to_bytes(4, "little")
    assert content.count(size) == 2  # in the local header and in the directory
    store.files[ZIP] = content.replace(size, lie)
    assert "not a complete zip archive" in refused(source, "packed")
    assert not [path for path in cache_path(source).rglob("*") if path.suffix == ".jsonl"]


def test_what_is_no_whole_archive_is_refused(store, source):
    """Text, an archive cut at either end, and one byte that is another, by the archive's CRC."""
    for content in (b"no archive", FILES[ZIP][:-100], FILES[ZIP][200_000:]):
        store.files[ZIP] = content
        assert "it was rejected" in refused(source, "packed")
    content = bytearray(FILES[ZIP])
    content[content.index(b'"x": "') + 8] ^= 1
    store.files[ZIP] = bytes(content)
    assert "CRC" in refused(source, "packed")


def test_a_mirror_is_asked_in_place_of_the_published_server(store, source, monkeypatch):
    """TAMIS_MIRROR holds the files under the same paths; the hub's token is not sent there."""
    monkeypatch.setenv("TAMIS_MIRROR", f"{store.url}/")
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    path = web.fetch(replace(source, base="https://storage.invalid"), "plain")
    assert path.read_bytes() == FILES[PLAIN]
    assert {token for _, token in store.tokens} == {None}


def test_the_command_fetches_what_every_run_needs_and_names_the_rest(tamis_data, source):
    """The file on request is left out, and comes when it is asked for; its name has a blank."""
    said = tamis_data("fetch", "kitab")
    assert f"{PLAIN}: 30 rows, sha256 as fetched" in said.out
    assert f"{ZIP}, 32k/corpus.jsonl: 7 rows" in said.out
    assert "`tamis data fetch kitab --file big`" not in said.err
    assert f"{BIG} was not fetched; get it with `tamis data fetch kitab --file big`" in said.out
    assert "big" not in manifest(source)
    assert tamis_data("list").out.count("not fetched") == 1
    said = tamis_data("fetch", "kitab", "--file", "big")
    assert f"{BIG}, documents.jsonl: 3 rows" in said.out
    assert PLAIN not in said.out
    assert f"{BIG}, documents.jsonl: 3 rows" in tamis_data("verify", "kitab").out
    assert tamis_data("list").out.count("fetched, sha256") == 3


def test_wrong_rows_in_a_member_and_a_file_that_there_is_none_of_are_refused(tamis_data, store):
    """Six records where seven were released; the files that there are."""
    assert (
        "choose one of plain, packed, big"
        in tamis_data("fetch", "kitab", "--file", "bog", check=2).err
    )
    store.files[ZIP] = packed({**MEMBERS, "quest/32k/corpus.jsonl": jsonl(6)})
    assert "6 rows, but the released file has 7" in tamis_data("fetch", "kitab", check=2).err


def test_the_addresses_of_quest_are_the_published_ones():
    """As QUEST's and LOFT's own pages give them."""
    addresses = {f"{QUEST.base}/{file.path}" for file in QUEST.files.values()}
    names = ("train.jsonl", "val.jsonl", "test.jsonl", "documents.zip")
    parts = [f"gresearch/quest/{name}" for name in names]
    parts += ["loft-bench/rag/quest.zip", "loft-bench/retrieval/quest.zip"]
    assert addresses == {f"https://storage.googleapis.com/{part}" for part in parts}
