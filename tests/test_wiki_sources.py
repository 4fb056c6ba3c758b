"""Encyclopaedias of one's own: folders, tables and ZIM archives, and what is wrong with some."""

from __future__ import annotations

import json
import pickle
import re
import sys

import pytest

from tamis.retrieve.wiki import PageMissing, open_wiki
from tamis.retrieve.wiki.archives import check_whole
from tamis.types import InputError

PAGES = {
    "Lena (river)": "<p>A river of Siberia.</p><table class=wikitable><tr><th>Length</th></tr>"
    "<tr><td>4,294 km</td></tr></table>",
    "Yangtze": "<p>The longest river of Asia.</p>",
    "Stellan Skarsgård": "<p>An actor, born in Gothenburg.</p>",
    "AC/DC": "<p>A band of Sydney with loud guitars.</p>",
}
REDIRECTS = {"Changjiang": "Yangtze", "Long River": "Changjiang"}


def jsonl(path, *rows):
    """A file of pages at `path`."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture(scope="module")
def zim(tmp_path_factory):
    """A small archive, written by libzim."""
    writer = pytest.importorskip("libzim.writer", reason="libzim is not installed (extra wiki)")

    class Page(writer.Item):
        def __init__(self, title, html):
            super().__init__()
            self.title, self.html = title, html

        def get_path(self):
            return self.title.replace(" ", "_")

        def get_title(self):
            return self.title

        def get_mimetype(self):
            return "text/html"

        def get_contentprovider(self):
            return writer.StringProvider(self.html)

        def get_hints(self):
            return {writer.Hint.FRONT_ARTICLE: True}

    path = tmp_path_factory.mktemp("zim") / "rivers.zim"
    made = writer.Creator(path).config_verbose(False).config_indexing(True, "eng")
    with made as creator:
        creator.set_mainpath("Yangtze")
        for title, html in PAGES.items():
            creator.add_item(Page(title, f"<html><body><h1>{title}</h1>{html}</body></html>"))
        for name, target in REDIRECTS.items():
            creator.add_redirection(name.replace(" ", "_"), name, target.replace(" ", "_"), {})
        for name, value in {"Name": "rivers_en", "Flavour": "nopic", "Date": "2023-10-15"}.items():
            creator.add_metadata(name, value)
    return path


@pytest.fixture
def table(tmp_path):
    """The same pages as a file of lines."""
    rows = [{"title": title, "html": html} for title, html in PAGES.items()]
    rows[1]["redirects"] = ["Changjiang"]
    return jsonl(
        tmp_path / "rivers.jsonl", *rows, {"title": "Long River", "redirect": "Changjiang"}
    )


@pytest.fixture(params=["zim", "table"])
def rivers(request):
    """Both of them."""
    return open_wiki(str(request.getfixturevalue(request.param)))


def test_a_page_is_found_by_its_title(rivers):
    """With underscores, another case, another first letter, a section, or as an address."""
    page = rivers.page("Lena (river)")
    assert page.id == page.title == "Lena (river)"
    assert page.text == "A river of Siberia.\n\nLength\n4,294 km"
    for name in ("lena_(river)", "LENA (RIVER)", " Lena (river)#Course ",
                 "https://en.wikipedia.org/wiki/Lena_(river)#Course"):  # fmt: skip
        assert rivers.page(name) == page
    url = "https://en.wikipedia.org/wiki/Stellan_Skarsg%C3%A5rd"
    assert rivers.page(url).text == "An actor, born in Gothenburg."
    assert rivers.page("AC/DC").title == "AC/DC"


def test_redirects_are_followed_one_after_another(rivers):
    """The document is that of the page at their end; they are no titles of their own."""
    assert sorted(rivers.titles()) == sorted(PAGES)
    assert rivers.page("Changjiang").title == "Yangtze"
    assert rivers.page("Long River") == rivers.page("Yangtze")


def test_a_missing_page_offers_titles_that_are_like_it(rivers):
    """The sentence says it."""
    with pytest.raises(PageMissing) as missing:
        rivers.page("Stelan Skarsgard")
    assert missing.value.similar == ("Stellan Skarsgård",)
    assert str(missing.value) == (
        "There is no page 'Stelan Skarsgard'; titles like it are 'Stellan Skarsgård'."
    )
    assert str(pickle.loads(pickle.dumps(missing.value))) == str(missing.value)


def test_a_search_begins_with_the_page_of_that_title(rivers):
    """Then come titles and texts; a redirect finds its page; nonsense finds nothing."""
    assert rivers.search("yangtze")[0] == "Yangtze"
    assert rivers.search("Changjiang")[0] == "Yangtze"
    assert rivers.search("which band has loud guitars?")[0] == "AC/DC"
    assert set(rivers.search("river")) == {"Lena (river)", "Yangtze"}
    assert len(rivers.search("river", k=1)) == 1
    for nonsense in ("", "  ", "!!!", '"', "AND OR NOT", "qqq", "\0", "(" * 5_000, "a\ud800"):
        assert rivers.search(nonsense) == []


@pytest.mark.parametrize("name", ["", "#", "\0", "[[x]]", "x" * 100_000, "a\ud800", "../x"])
def test_a_nonsensical_title_is_missing(rivers, name):
    """Whatever a model may ask for."""
    with pytest.raises(PageMissing):
        rivers.page(name)


def test_the_name_says_which_pages_of_which_date(zim, table, tmp_path):
    """Of an archive by its metadata, of pages by their file or folder, and their latest date."""
    assert open_wiki(str(zim)).name == "zim rivers_en_nopic_2023-10"
    assert open_wiki(table).name == "folder rivers"
    rows = (
        {"title": t, "text": "x", "date": d} for t, d in (("A", "2023-01-02"), ("B", "2022-01-01"))
    )
    lakes = jsonl(tmp_path / "lakes.jsonl", *rows)
    assert open_wiki(lakes).name == "folder lakes 2023-01-02"
    assert open_wiki(lakes, "2023-11-20").name == "folder lakes 2023-11-20"


def test_of_several_dates_the_last_that_is_not_later_counts(tmp_path):
    """A day is its beginning; a page that is later is not there; revisions are had by number."""
    where = jsonl(
        tmp_path / "p.jsonl",
        {"title": "A", "text": "old", "date": "2021-05-01", "revision": 7},
        {"title": "A", "text": "new", "date": "2023-11-20T00:00:00Z", "revid": 9},
        {"title": "A", "text": "late", "date": "2023-11-20T00:00:01Z"},
        {"title": "B", "text": "late", "date": "2024-01-01"},
    )
    assert open_wiki(where, "2023-11-20").page("A").text == "new"
    assert open_wiki(where, "2023-11-19").page("A").text == "old"
    assert open_wiki(where, "2023-11-20").page("Else", revision="9").text == "new"
    assert open_wiki(where).page("A").text == "late"
    with pytest.raises(PageMissing):
        open_wiki(where, "2023-11-20").page("B")
    with pytest.raises(InputError, match="give a later date"):
        open_wiki(where, "2020-01-01")
    with pytest.raises(InputError, match="is no date"):
        open_wiki(where, "20 November")


@pytest.mark.parametrize("name", ["A", "B"])
def test_redirects_that_go_round_are_one_sentence(tmp_path, name):
    """In pages of one's own, told by a column or by MediaWiki's own words."""
    where = jsonl(
        tmp_path / "p.jsonl", {"title": "A", "redirect": "B"},
        {"title": "B", "text": "#REDIRECT [[a#Section]]"}, {"title": "C", "text": "text"},
    )  # fmt: skip
    wiki = open_wiki(where)
    with pytest.raises(PageMissing, match=r"redirects go round in a circle \(. → . → .\)\.$"):
        wiki.page(name)
    assert wiki.search(name) == []
    assert wiki.search("text") == ["C"]


def test_a_folder_of_files(tmp_path):
    """Markdown with front matter, HTML with tables, text with its name for a title."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.md").write_text(
        "---\ntitle: Merrin\ndate: 2023-11-20\nrevision: 41\nredirects: [Isle of Merrin, M]\n---\n"
        "# Merrin\n\nAn island.\n"
    )
    (tmp_path / "b.md").write_text("# Calvane\n\nA group of islands.")
    (tmp_path / "deep/c.html").write_text(
        "<title>Ferry - Wikipedia</title><table class=infobox><tr><th>Built</th><td>1961</td></tr>"
    )
    (tmp_path / "Slate_plover.txt").write_text("A bird.")
    for name in ("README.md", "LICENSE", "notes.docx", "g.pdf"):
        (tmp_path / name).write_text("no page")
    wiki = open_wiki(str(tmp_path))
    assert wiki.page("M").text == "An island."
    assert wiki.page("x", revision="41").title == "Merrin"
    assert wiki.page("calvane").text == "A group of islands."
    assert wiki.page("Ferry").text == "- Built: 1961"
    assert wiki.page("Slate plover").text == "A bird."
    assert sorted(wiki.titles()) == ["Calvane", "Ferry", "Merrin", "Slate plover"]
    assert wiki.name.endswith(" 2023-11-20")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"text": "x"}, "line 1 has no title"),
        ({"title": "A"}, "line 1: `text` is missing"),
        ({"title": "A", "text": "x", "date": "soon"}, "line 1: 'soon' is no date"),
        ({"title": "A", "text": "x", "redirects": {"B": 1}}, "line 1: `redirects` is an object"),
    ],
)
def test_a_row_that_is_no_page_is_named(tmp_path, row, said):
    """With its file and line."""
    with pytest.raises(InputError, match=re.escape(said)):
        open_wiki(jsonl(tmp_path / "p.jsonl", row))


def test_what_is_no_encyclopaedia_is_one_sentence(tmp_path):
    """Nothing there, an empty folder, a file of another kind, two pages of one title."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "x.xml").write_text("x")
    rows = ({"title": "Big river", "text": "x"}, {"title": "big_river", "text": "y"})
    jsonl(tmp_path / "p.jsonl", *rows)
    for name, said in {
        "absent": "does not exist", "empty": "holds no page", "x.xml": "is no encyclopaedia",
        "absent.zim": "absent.zim does not exist",
        "p.jsonl": r"line 2: the page 'Big river' is already in .*line 1",
    }.items():  # fmt: skip
        with pytest.raises(InputError, match=said):
            open_wiki(str(tmp_path / name))


def test_a_zim_that_is_cut_or_none_is_one_sentence(zim, tmp_path):
    """Whatever is left of it; libzim is not even asked about what has not its first bytes."""
    broken = tmp_path / "broken.zim"
    whole = zim.read_bytes()
    for content in (b"", b"PK\3\4 no zim", *(whole[:n] for n in (4, 60, -100, len(whole) // 2))):
        broken.write_bytes(content)
        with pytest.raises(InputError) as error:
            open_wiki(str(broken)).page("Yangtze")
        assert "broken.zim is not a" in str(error.value)
        assert "\n" not in str(error.value)


def test_a_zim_that_is_damaged_inside_is_one_sentence(zim, tmp_path):
    """What is read either is right or an InputError, never another error."""
    broken, whole, refused = tmp_path / "broken.zim", zim.read_bytes(), []
    for start in range(80, len(whole) - 600, len(whole) // 40):
        broken.write_bytes(whole[:start] + b"\xff" * 500 + whole[start + 500 :])
        try:
            text = open_wiki(str(broken)).page("Yangtze").text
        except (PageMissing, InputError) as error:
            refused.append(str(error))
        else:
            assert text == "The longest river of Asia."
    assert refused
    assert all("broken.zim" in said or "'Yangtze'" in said for said in refused)


def test_an_archive_of_after_the_date_and_no_libzim_are_one_sentence(zim, monkeypatch):
    """It would know what was not yet so; the extra is named with its command."""
    assert open_wiki(str(zim), "2023-11-20").page("Yangtze")
    with pytest.raises(InputError, match="is of 2023-10-15, later than 2023-09-01"):
        open_wiki(str(zim), "2023-09-01")
    monkeypatch.setitem(sys.modules, "libzim.reader", None)
    with pytest.raises(InputError, match=r"pip install 'tamis\[wiki\]'"):
        open_wiki(str(zim))


def test_an_archive_tells_whether_it_is_whole(zim, tmp_path):
    """By the MD5 at its end, which libzim wrote; one bit that is wrong is noticed."""
    check_whole(zim)
    broken, whole = tmp_path / "broken.zim", bytearray(zim.read_bytes())
    whole[len(whole) // 2] ^= 1
    broken.write_bytes(whole)
    with pytest.raises(InputError, match="its MD5 differs"):
        check_whole(broken)


def test_the_small_wiki_that_comes_with_tamis():
    """It is there under its name, at its date."""
    wiki = open_wiki("mini", "2023-11-20")
    assert wiki.name == "folder mini 2023-11-20"
    assert wiki.page(wiki.search("football league")[0]).text
