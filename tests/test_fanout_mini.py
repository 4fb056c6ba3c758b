"""The mini wiki of FanOutQA and its questions: every gold worked again from the pages' tables."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from urllib.parse import unquote

import pytest
from selectolax.lexbor import LexborHTMLParser

from mini.fanoutqa import build_folder, build_zim, golds, make, read_pages
from mini.fanoutqa.pages import display, read_facts
from tamis.benchmarks.fanoutqa.data import load
from tamis.types import InputError

PAGES = {row["title"]: row for row in read_pages()}
QUESTIONS = load("mini").questions


@cache
def tree(title):
    """The parsed body of a page."""
    return LexborHTMLParser(PAGES[title]["html"])


@cache
def text(title):
    """The words of a page; cells are parted by spaces, and marks of references left out."""
    body = re.sub(r"<sup.*?</sup>", "", PAGES[title]["html"])
    return " ".join(LexborHTMLParser(body).root.text(separator=" ").split())


@cache
def box(title):
    """The infobox of a page, label to text."""
    rows = tree(title).css("table.infobox tr")
    cells = [[cell.text().strip() for cell in row.css("th, td")] for row in rows]
    return dict(row for row in cells if len(row) == 2)


@cache
def rows(title, table=0):
    """A data table of a page, a dict per row; "title" is where the first cell's link leads."""
    head, *body = tree(title).css("table.wikitable")[table].css("tr")
    heads = [cell.text() for cell in head.css("th")]
    return [
        dict(zip(heads, (cell.text() for cell in row.css("td")), strict=True))
        | {"title": unquote(row.css_first("a").attributes["href"]).replace("_", " ")}
        for row in body
    ]


def number(words):
    """The first figure in a text: "Beacon Law, 611 m" gives 611, "9,846" gives 9846."""
    found = re.search(r"\d[\d,]*(\.\d+)?", words)[0].replace(",", "")
    return float(found) if "." in found else int(found)


def listed(of, column, take=5, last=False):
    """The pages of a list with the greatest figures in a column; with `last` the smallest."""
    title = of if of in PAGES else f"List of {of} of the Calvane Islands"
    ordered = sorted(rows(title), key=lambda row: number(row[column]), reverse=not last)
    return [row["title"] for row in ordered[:take]]


def follow(title, *labels):
    """What the last label's row says at the end of a way through infoboxes."""
    for label in labels:
        said = box(title)[label]
        title = said.split(", ")[-1] if label == "Born" and label != labels[-1] else said
    return said.split(", ")[0] if labels[-1] == "Born" else said


def born_in(title):
    """The town of birth."""
    return box(title)["Born"].split(", ")[1]


def time(date):
    """A date that sorts."""
    return datetime.strptime(date, "%d %B %Y").replace(tzinfo=UTC)


def each(titles, value):
    """What `value` gives for each page, by the name that it is shown with."""
    return {display(title): value(title) for title in titles}


def figure(label):
    """The figure in a row of a page's infobox."""
    return lambda title: number(box(title)[label])


def words(*labels):
    """The text at the end of a way through infoboxes."""
    return lambda title: follow(title, *labels)


def spread(values):
    """The greatest less the least."""
    return max(values) - min(values)


PEOPLE, FLEET, LIGHTS = "Population (2021)", "Length (m)", "Tower height (m)"
LEAGUE, BIRDS = "2022–23 Calvane League", "Birds of the Calvane Islands"
FEASTS = listed("festivals", "Visitors (2022)")
LAST = listed("premiers", "Took office")
FIRST = listed("premiers", "Took office", last=True)
ALL_PREMIERS = listed("premiers", "Took office", 8, last=True)
CLUBS = listed(LEAGUE, "Points")
HIGH = figure("Highest point")

WORKED = [
    each(listed("islands", PEOPLE), HIGH),
    each(listed("lighthouses", LIGHTS), words("Designer")),
    each(listed("lighthouses", LIGHTS), lambda t: born_in(box(t)["Designer"])),
    sum(map(figure("Passengers"), listed("ferries", FLEET))),
    round(sum(map(figure("Harbour depth"), listed("towns", PEOPLE))) / 5, 2),
    min(map(figure("Children"), FIRST)) >= 2,
    each(LAST, words("Born")),
    max(map(words("Born"), FIRST), key=time),
    [club for club in CLUBS if int(follow(club, "Town", "Founded")) < 1650],
    each(CLUBS, figure("Capacity")),
    each(listed(BIRDS, "Breeding pairs (2020)"), figure("Length")),
    sum(number(box(bird)["Clutch"]) > 1 for bird in listed(BIRDS, "Breeding pairs (2020)", 6)),
    list(map(figure("First held"), FEASTS)),
    each(FEASTS, lambda t: number(follow(t, "Town", PEOPLE))),
    each(FEASTS, words("Town", "Island")),
    each(LAST, lambda t: number(follow(born_in(t), "Island", "Highest point"))),
    max(listed("islands", "Area (km²)"), key=figure("Annual rainfall")),
    min(
        (box(t)["Designer"] for t in listed("lighthouses", "First lit")),
        key=lambda person: time(follow(person, "Born")),
    ),
    spread(list(map(figure("Speed"), listed("ferries", FLEET)))),
    each(listed("lighthouses", "First lit", last=True), figure("Range")),
    each(listed("islands", PEOPLE), lambda t: number(box(t)["Seats in the Moot"]) > 3),
    list(map(words("Mayor"), listed("towns", PEOPLE, last=True))),
    each(CLUBS, words("Colours")),
    sum(number(follow(t, "Island", "Highest point")) > 500 for t in listed("towns", PEOPLE)),
    each(listed("islands", "Area (km²)"), lambda t: number(follow(t, "Emblem", "Wingspan"))),
    Counter(map(born_in, ALL_PREMIERS)).most_common(1)[0][0],
    [display(t) for t in listed("ferries", FLEET) if number(box(t)["Cars"]) > 60],
    spread(list(map(figure("Automated"), listed("lighthouses", LIGHTS)))),
    each(listed("ferries", "Entered service"), words("Crossing")),
    each(FEASTS, lambda t: follow(born_in(box(t)["Founder"]), "Mayor")),
]
"""Each answer, in the order of the questions, worked from what the pages say."""


@pytest.mark.parametrize("place", range(30))
def test_the_golds_follow_from_the_pages(place):
    """Values, their types, and the order of what has one."""
    gold, worked = QUESTIONS[place].answer, WORKED[place]
    assert json.dumps(gold) == json.dumps(worked), QUESTIONS[place].text


def test_two_golds_as_worked_by_hand():
    """From `facts.md`: 620 + 480 + 415 + 390 + 300; (9.4 + 7.8 + 4.2 + 6.6 + 5.1) / 5."""
    assert QUESTIONS[3].answer == 2205
    assert QUESTIONS[4].answer == 6.62


def test_redirects_and_links_lead_to_pages():
    """No redirect has a page's title, none belongs to two pages, no link is dead."""
    every = [other for row in PAGES.values() for other in row["redirects"]]
    assert len(every) == len(set(every)) == 24
    assert not set(every) & set(PAGES)
    for title in PAGES:
        hrefs = [a.attributes["href"] for a in tree(title).css("a")]
        assert len(hrefs) >= 2, title
        for href in hrefs:
            assert unquote(href).replace("_", " ") in PAGES, (title, href)
    assert "Merrin (ferry)" in {unquote(a.attributes["href"]).replace("_", " ")
                                for a in tree("Merrin").css("a")}  # fmt: skip


def test_the_shipped_files_are_what_the_sources_make():
    """Run `make data-mini` after a change; all in all 600 kB."""
    for name, wanted in make.made().items():
        assert make.SHIPPED[name].read_text(encoding="utf-8") == wanted, name
    assert sum(path.stat().st_size for path in make.SHIPPED.values()) < 600_000


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("facts.md", "| Kettlevoe | 1931 |", "| Kettlevoe |", r"line \d+: 11 cells under 12"),
        ("prose.md", "{seats} seats", "{seat} seats", r"\{seat\} is neither"),
        ("questions.yaml", "each: [rain]", "each: [snow]", "'snow' is not in the tables"),
        ("questions.yaml", "give: mean", "give: median", "'median' is not in the tables"),
        ("questions.yaml", "which <1650", "which =1650", "=1650 is not in the tables"),
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


def test_a_folder_has_the_pages(tmp_path):
    """One file, line for line what is shipped."""
    made = build_folder(tmp_path / "wiki") / "pages.jsonl"
    assert [json.loads(line) for line in made.read_text("utf-8").splitlines()] == read_pages()


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
    with pytest.raises(InputError, match=r'pip install "tamis\[wiki\]"'):
        build_zim(tmp_path / "mini.zim")
    assert not list(tmp_path.iterdir())
