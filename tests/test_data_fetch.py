"""Fetching released data: `tamis data` against a local server in place of the hub."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hub import API, COMMIT, Hub
from tamis import cli
from tamis.benchmarks.kitab import data as kitab
from tamis.benchmarks.kitab.benchmark import Kitab
from tamis.downloads import RemoteFile, _transfer, locate, manifest
from tamis.types import InputError

ONE, TWO, AUTHORS = (kitab.SOURCE.files[k].path for k in (kitab.ONE, kitab.TWO, kitab.AUTHORS))


STARTS = "Criterion 1: Book title starts with the letter s."
BOTH = f"{STARTS}, Criterion 2: Book was first published in the year range 2015-2020."


def _rows(count: int, size: int, **columns: str) -> bytes:
    """JSON Lines with `count` rows in `size` bytes; each row a query, where columns are given."""
    row = {"Author": "Zadie Smith", "Birth Year": 1975, "# of sitelinks": 63}
    if columns:
        row |= {
            "mapped_books": "['Swing Time']",
            "all_books": "['Swing Time (2016)', 'White Teeth (2000)']",
            "raw_books": "['Swing Time', 'White Teeth']",
            **columns,
        }
    room = size // count - len(json.dumps(row | {"x": ""})) - 1
    lines = [json.dumps(row | {"x": "x" * room}) + "\n"] * (count - 1)
    lines.append(json.dumps(row | {"x": "x" * (room + size % count)}) + "\n")
    content = "".join(lines).encode()
    assert len(content) == size
    return content


def _files(
    one: tuple[int, int], two: tuple[int, int], authors: tuple[int, int]
) -> dict[str, bytes]:
    types = "['starts-with', 'publishing-year']"
    return {
        ONE: _rows(*one, constraint_type="starts-with", constraints=STARTS),
        TWO: _rows(*two, constraint_type=types, constraints=BOTH),
        AUTHORS: _rows(*authors),
    }


SMALL = _files(one=(300, 400_000), two=(200, 300_000), authors=(10, 5_000))
FULL = _files(one=(8239, 23_200_000), two=(4750, 20_600_000), authors=(611, 73_329))


@pytest.fixture
def hub():
    """A hub with files of 400 kB in place of 23 MB."""
    with Hub(SMALL) as server:
        yield server


@pytest.fixture
def tamis_data(hub, monkeypatch, capsys, tmp_path):
    """Run `tamis data …` in this process, with files of 400 kB in place of 23 MB."""
    small = replace(
        kitab.SOURCE,
        files={
            kitab.ONE: RemoteFile(ONE, rows=300, size=400_000),
            kitab.TWO: RemoteFile(TWO, rows=200, size=300_000),
            kitab.AUTHORS: RemoteFile(AUTHORS, rows=10, size=5_000, exact_size=True),
        },
    )
    monkeypatch.setattr(Kitab, "source", small)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    hub.patch(monkeypatch)
    # Before a cut download goes on there is a wait, which is for the server's sake.
    monkeypatch.setattr(_transfer, "time", SimpleNamespace(sleep=lambda seconds: None))

    def run(*args: str, check: int = 0):
        monkeypatch.setattr(sys, "argv", ["tamis", "data", *args])
        with pytest.raises(SystemExit) as done:
            cli.main()
        said = capsys.readouterr()
        assert (done.value.code or 0) == check, said.err
        if check:
            assert said.err.count("Error: ") == 1
        return said

    run.source = small
    return run


def _error(said: Any) -> str:
    """The one sentence of the error, without what the hub library logs before it."""
    sentence = said.err.partition("Error: ")[2].rstrip("\n")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_fetch_takes_every_file_once_and_says_where_it_lies(hub, tamis_data):
    """The three files arrive whole, at the full commit behind the short pinned revision."""
    said = tamis_data("fetch", "kitab")
    sizes = zip((ONE, TWO, AUTHORS), ("0.4", "0.3", "0.0"), strict=True)
    assert said.err.splitlines() == [f"fetching {path} ({size} MB)" for path, size in sizes]
    records = manifest(tamis_data.source)
    assert {r.commit for r in records.values()} == {COMMIT}
    for key, file in tamis_data.source.files.items():
        path = locate(tamis_data.source, key)
        assert path.read_bytes() == hub.files[file.path]
        assert str(path) in said.out
    assert f"{ONE}: 300 rows" in said.out
    assert not list(locate(tamis_data.source, kitab.ONE).parent.glob("*.part"))
    # What is here and unchanged is not even asked for.
    hub.forget()
    assert tamis_data("fetch", "kitab").err == ""
    assert not hub.requests


@pytest.mark.parametrize("commits", [["a" * 40], ["a" * 40, COMMIT, COMMIT[:-1] + "0"]])
def test_an_unknown_or_ambiguous_revision_is_one_sentence(hub, tamis_data, commits):
    """A prefix that no commit has, or two, names the revision and takes nothing."""
    hub.commits = commits
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert "no single revision 11073ea" in error
    assert f"{len(commits) - 1} of {len(commits)} commits" in error
    assert manifest(tamis_data.source) == {}


def test_list_says_what_is_here(tamis_data):
    """Before a fetch nothing; after it each file's digest; and what has been altered since."""
    kitab_only = tamis_data("list").out.partition("\nquest: ")[0]
    assert kitab_only.count("not fetched") == 3
    tamis_data("fetch", "kitab")
    said = tamis_data("list").out
    for record in manifest(tamis_data.source).values():
        assert f"fetched, sha256 {record.sha256}" in said
    assert f"{TWO}: 200 rows, sha256 as fetched" in tamis_data("verify", "kitab").out
    locate(tamis_data.source, kitab.TWO).write_text("altered")
    assert tamis_data("list").out.count("changed or deleted") == 1


def test_an_interrupted_fetch_takes_nothing_and_the_next_one_goes_on(hub, tamis_data):
    """A download that fails half-way is not taken for whole; the next fetch asks for the rest."""
    hub.cuts[ONE] = [150_000]
    hub.statuses[ONE] = [0, 0, 500]  # HEAD, GET, and the GET that would go on
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert "localhost answered 500" in error
    assert "continues where it stopped" in error
    assert "signature" not in error
    assert manifest(tamis_data.source) == {}
    with pytest.raises(InputError, match="has not been fetched"):
        locate(tamis_data.source, kitab.ONE)
    assert "has not been fetched" in _error(tamis_data("verify", "kitab", check=2))
    tamis_data("fetch", "kitab")
    assert hub.starts[ONE] == [0, 150_000]
    assert hub.sent[ONE] == 400_000


def test_a_server_that_grants_no_ranges_sends_the_file_anew(hub, tamis_data):
    """The whole file in place of the rest replaces the part, and is not added to it."""
    hub.ranges, hub.cuts[ONE] = False, [150_000]
    tamis_data("fetch", "kitab")
    assert hub.starts[ONE] == [0, 0]
    assert locate(tamis_data.source, kitab.ONE).read_bytes() == hub.files[ONE]


@pytest.mark.parametrize("key", [kitab.ONE, kitab.AUTHORS])
def test_a_file_that_is_not_what_its_tag_says_is_refused(hub, tamis_data, key):
    """Right length and wrong content, large or small: refused, and fetched anew afterwards."""
    path = tamis_data.source.files[key].path
    content = hub.files[path]
    hub.lies[path] = b"X" + content[1:]
    assert "does not match the hub's digest" in _error(tamis_data("fetch", "kitab", check=2))
    assert key not in manifest(tamis_data.source)
    hub.lies.clear()
    tamis_data("fetch", "kitab")
    assert locate(tamis_data.source, key).read_bytes() == content


def test_a_part_of_another_version_is_never_continued(hub, tamis_data):
    """The file changes between two attempts: the second begins at the beginning."""
    hub.cuts[ONE], hub.statuses[ONE] = [150_000], [0, 0, 500]
    tamis_data("fetch", "kitab", check=2)
    hub.files[ONE] = hub.files[ONE].replace(b"Zadie", b"Emily")
    hub.forget()
    tamis_data("fetch", "kitab")
    assert hub.starts[ONE] == [0]
    assert locate(tamis_data.source, kitab.ONE).read_bytes() == hub.files[ONE]


def test_an_altered_file_is_noticed_at_use_and_repaired_by_fetch(hub, tamis_data):
    """One changed byte: `locate` and `verify` refuse the file, `fetch` gets it and only it."""
    tamis_data("fetch", "kitab")
    path = locate(tamis_data.source, kitab.TWO)
    content = path.read_bytes()
    path.write_bytes(content[:-2] + b" \n")
    with pytest.raises(InputError, match="is not the file that was fetched"):
        locate(tamis_data.source, kitab.TWO)
    assert str(path) in _error(tamis_data("verify", "kitab", check=2))
    hub.forget()
    tamis_data("fetch", "kitab")
    assert path.read_bytes() == content
    assert dict(hub.sent) == {TWO: 300_000}


def test_a_file_that_changed_on_the_hub_since_the_first_fetch_is_refused(hub, tamis_data):
    """What was fetched once is demanded ever after: another content is not taken."""
    tamis_data("fetch", "kitab")
    path = locate(tamis_data.source, kitab.ONE)
    path.unlink()
    hub.files[ONE] = hub.files[ONE].replace(b"Zadie", b"Emily")
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert "has another file" in error
    assert not path.exists()
    assert not list(path.parent.glob("*.part"))


@pytest.mark.parametrize(
    ("path", "size"), [(ONE, 375_999), (ONE, 424_001), (AUTHORS, 4_999), (AUTHORS, 5_001)]
)
def test_a_wrong_size_is_refused_before_the_download(hub, tamis_data, path, size):
    """More than six per cent off a rounded size, or one byte off an exact one."""
    hub.files[path] = _rows(10, size)
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert f"has {size:,} bytes" in error
    assert hub.sent[path] == 0


def test_without_a_network_the_sentence_says_what_to_do(hub, tamis_data):
    """Nobody answers: told at once, with the command to repeat and the other way in."""
    hub.httpd.server_close()
    hub.httpd.socket.close()
    begun = time.monotonic()
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert time.monotonic() - begun < 5
    assert "no connection to the hub" in error
    assert "`tamis data fetch kitab`" in error
    assert "--data-dir" in error


def test_offline_mode_of_the_hub_library_is_one_sentence(hub, tamis_data, monkeypatch):
    """HF_HUB_OFFLINE=1 forbids any request, and the sentence names it; what is here is used."""
    tamis_data("fetch", "kitab")
    hub.forget()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    tamis_data("fetch", "kitab")
    locate(tamis_data.source, kitab.TWO).unlink()
    assert "HF_HUB_OFFLINE" in _error(tamis_data("fetch", "kitab", check=2))
    assert not hub.requests


@pytest.mark.parametrize(("path", "status"), [(API, 401), (API, 503), (ONE, 404), (ONE, 500)])
def test_an_error_of_the_server_is_one_sentence(hub, tamis_data, path, status):
    """The sentence has the file, the status and what to do; nothing is taken."""
    hub.statuses[path] = [status] * 3
    error = _error(tamis_data("fetch", "kitab", check=2))
    assert str(status) in error
    assert ONE in error
    assert "`tamis data fetch kitab`" in error
    assert manifest(tamis_data.source) == {}


def test_a_token_goes_to_the_hub_and_not_where_it_redirects(hub, tamis_data, monkeypatch):
    """The user's token stays with the hub: the store behind it never sees it."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    tamis_data("fetch", "kitab")
    hosts = {path.split("/")[1]: token for path, token in hub.tokens}
    assert hosts == {"datasets": "Bearer hf_secret", "cdn": None}


@pytest.mark.parametrize("text", ["{", '{"one-book-constraints": 3}'])
def test_a_broken_manifest_is_one_sentence(tamis_data, tmp_path, text):
    """The sentence names the manifest and says to delete it."""
    path = tmp_path / "home" / "data" / "kitab-11073ea.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    for command in (["list"], ["verify", "kitab"], ["fetch", "kitab"]):
        error = _error(tamis_data(*command, check=2))
        assert str(path) in error
        assert "delete it" in error


def test_killed_in_a_download_of_full_size_then_fetched_and_read(tamis_here, monkeypatch):
    """Killed with -9 at about a third, nothing is taken for whole; the next fetch gets the rest.

    Then the data is read as `released`, 8,239 and 4,750 queries.
    """
    with Hub(FULL) as hub:
        hub.pause, hub.piece = 0.02, 1 << 18
        hub.patch(monkeypatch)
        command = [sys.executable, "-m", "tamis", "data", "fetch", "kitab"]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while hub.sent[ONE] < 8_000_000:
            assert first.poll() is None, "the fetch ended before it could be killed"
            time.sleep(0.005)
        first.send_signal(signal.SIGKILL)
        first.wait()
        hub.pause = 0.0
        with pytest.raises(InputError, match="has not been fetched"):
            locate(kitab.SOURCE, kitab.ONE)
        part = next((tamis_here.folder / "home").rglob("*.part")).stat().st_size
        assert part > 4_000_000
        hub.forget()
        tamis_here("data", "fetch", "kitab")
        assert hub.starts[ONE] == [part]
        assert hub.sent[ONE] == len(FULL[ONE]) - part
        kitab.load.cache_clear()
        loaded = kitab.load("released")
    assert len(loaded.queries) == 8239 + 4750
    assert loaded.revision == "11073ea"


TWO_OF_IT = """
from tamis.downloads import RemoteFile, Source
from tamis.downloads.hub import fetch
files = {"one": RemoteFile("data/one.json", rows=300, size=400_000)}
print(fetch(Source("kitab", "microsoft/kitab", "11073ea", "MIT", files), "one").stat().st_size)
"""


def test_two_fetches_at_once_do_not_disturb_each_other(tmp_path):
    """The second waits for the first and then finds the file: it is sent once."""
    with Hub({"data/one.json": SMALL[ONE]}) as hub:
        hub.pause = 0.2
        env = {**os.environ, **hub.env, "TAMIS_HOME": str(tmp_path / "home")}
        both = [
            subprocess.Popen([sys.executable, "-c", TWO_OF_IT], env=env, stdout=subprocess.PIPE)
            for _ in range(2)
        ]
        assert [process.communicate(timeout=60)[0] for process in both] == [b"400000\n"] * 2
        assert hub.sent == {"data/one.json": 400_000}
