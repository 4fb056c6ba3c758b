"""The mini wiki of FanOutQA and its questions: golds by hand, links, and what is shipped."""

from __future__ import annotations

import json
import shutil
import sys
from urllib.parse import unquote

import pytest
from selectolax.lexbor import LexborHTMLParser

from mini.fanoutqa import build_zim, golds, make, read_pages
from mini.fanoutqa.pages import read_facts
from tamis.benchmarks.fanoutqa.data import load
from tamis.types import InputError

PAGES = {row["title"]: row for row in read_pages()}
QUESTIONS = load("mini").questions

BY_HAND = {
    # 620 + 480 + 415 + 390 + 300.
    3: 2205,
    # (9.4 + 7.8 + 4.2 + 6.6 + 5.1) / 5.
    4: 6.62,
    # Of the towns Port Merrin (1587), Kettlevoe, Saltermouth (1642), Hallowick (1659), Dunmarrow
    # (1633), in the order of the league.
    8: ["Merrin Athletic", "Brannoc Rovers", "Dunmarrow Quarrymen"],
    # Lit in 1839, 1846, 1868, 1877 and 1898.
    19: {"Old Candle Light": 18, "Merrin Light": 21.5, "Farrow Point Light": 20,
         "Cold Stair Light": 17.5, "Widow's Tooth Light": 24},
    # Nine, six, four and three seats; Vessay, the fourth by its people, comes before Eldrey.
    20: {"Great Sull": True, "Brannoc": True, "Marravoe": True, "Vessay": False, "Eldrey": False},
    # The tallest were automated in 1996, 1987, 1988, 1982 and 1984.
    27: 14,
}  # fmt: skip


@pytest.mark.parametrize("place", BY_HAND)
def test_golds_worked_by_hand(place):
    """From the tables of `facts.md`: values, their types, and the order of what has one."""
    assert json.dumps(QUESTIONS[place].answer) == json.dumps(BY_HAND[place])


def test_redirects_and_links_lead_to_pages():
    """No redirect has a page's title, none belongs to two pages, no link is dead."""
    every = [other for row in PAGES.values() for other in row["redirects"]]
    assert len(every) == len(set(every)) == 24
    assert not set(every) & set(PAGES)
    for title in PAGES:
        tree = LexborHTMLParser(PAGES[title]["html"])
        hrefs = [a.attributes["href"] for a in tree.css("a")]
        assert len(hrefs) >= 2, title
        for href in hrefs:
            assert unquote(href).replace("_", " ") in PAGES, (title, href)


def test_the_shipped_files_are_what_the_sources_make():
    """Run `make data-mini` after a change; all in all 600 kB."""
    for name, wanted in make.made().items():
        assert make.SHIPPED[name].read_text(encoding="utf-8") == wanted, name
    assert sum(path.stat().st_size for path in make.SHIPPED.values()) < 600_000


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("facts.md", "| Kettlevoe | 1931 |", "| Kettlevoe |", r"line \d+: 11 cells under 12"),
        ("questions.yaml", "each: [rain]", "each: [snow]", "'snow' is not in the tables"),
    ],
)
def test_sources_that_do_not_fit_together(tmp_path, name, old, new, said):
    """One sentence names the file, and the line or the question."""
    for source in ("facts.md", "prose.md", "questions.yaml"):
        shutil.copy(make.HERE / source, tmp_path)
    before = (tmp_path / name).read_text("utf-8")
    assert old in before
    (tmp_path / name).write_text(before.replace(old, new), "utf-8")
    tables, rows_ = read_facts(), list(PAGES.values())
    questions = name == "questions.yaml"
    with pytest.raises(InputError, match=said):
        golds.make(tables, rows_, tmp_path) if questions else make.made(tmp_path)


def test_an_archive_has_the_pages(tmp_path):
    """Titles, redirects, the whole text, both indexes; built again, the same entries."""
    reader = pytest.importorskip("libzim.reader", reason="needs libzim")
    search = pytest.importorskip("libzim.search")
    archive = reader.Archive(build_zim(tmp_path / "deep" / "mini.zim"))
    assert archive.article_count == 85
    assert archive.entry_count == 85 + 24
    assert archive.main_entry.get_item().title == "Calvane Islands"
    assert archive.has_fulltext_index
    assert archive.has_title_index
    assert bytes(archive.get_metadata("Date")) == b"2023-11-20"
    assert archive.get_entry_by_path("Kingsharbour").get_item().title == "Port Merrin"
    for title in PAGES:
        content = bytes(archive.get_entry_by_title(title).get_item().content).decode()
        assert PAGES[title]["html"] in content
    query = search.Query().set_query("abbeyford crannel october")
    assert "Reed_Harvest_Games" in list(search.Searcher(archive).search(query).getResults(0, 3))
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["mini.zim"]


def test_without_libzim_the_command_is_named(tmp_path, monkeypatch):
    """One sentence, and no file."""
    monkeypatch.setitem(sys.modules, "libzim.writer", None)
    with pytest.raises(InputError, match=r"pip install 'tamis\[wiki\]'"):
        build_zim(tmp_path / "mini.zim")
    assert not list(tmp_path.iterdir())
