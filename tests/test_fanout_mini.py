"""The mini wiki of FanOutQA and its questions: every gold worked again from the pages' tables."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from itertools import combinations
from urllib.parse import unquote

import pytest
from selectolax.lexbor import LexborHTMLParser

from mini.fanoutqa import build_folder, build_zim, golds, make, read_pages
from mini.fanoutqa.pages import display, read_facts
from tamis.benchmarks.fanoutqa.data import load
from tamis.types import InputError

PAGES = {row["title"]: row for row in read_pages()}
QUESTIONS = load("mini").questions
REDIRECTS = {other: title for title, row in PAGES.items() for other in row["redirects"]}
DEAD_ENDS = {"Merrin", "Slate plover (disambiguation)"}


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


def printed(value):
    """The ways in which a page may print a value."""
    return {str(value), f"{value:,}"} if isinstance(value, int) else {str(value)}


def test_every_leaf_answer_stands_in_its_page():
    """As a whole word or figure; each item of a list."""
    for question in QUESTIONS:
        for leaf in question.leaves:
            values = leaf.answer if isinstance(leaf.answer, list) else [leaf.answer]
            for value in values:
                forms = "|".join(map(re.escape, printed(value)))
                assert re.search(rf"(?<![\w.,])(?:{forms})(?!\w)", text(leaf.evidence.title)), leaf


def test_no_page_answers_a_question_alone():
    """No page has all names and figures of a table's answer."""
    for question in QUESTIONS:
        if not isinstance(question.answer, dict) or True in question.answer.values():
            continue
        wanted = {*question.answer, *(str(value) for value in question.answer.values())}
        for title in PAGES:
            bare = text(title).replace(",", "")
            assert any(not re.search(rf"(?<!\w){re.escape(w)}(?!\w)", bare) for w in wanted), title


def test_parts_make_their_wholes():
    """A part that is decomposed has its last part's answer; a table has those of its parts."""
    for question in QUESTIONS:
        for part in question.walk():
            if part.decomposition:
                assert part.answer == part.decomposition[-1].answer
                assert part.decomposition[1].depends_on == (part.decomposition[0].id,)
        first, *others = question.decomposition
        assert all(other.depends_on == (first.id,) for other in others)
        assert len(first.answer) == len(others)
        if isinstance(question.answer, dict) and True not in question.answer.values():
            assert list(question.answer.values()) == [other.answer for other in others]


def test_the_questions_are_as_manifold_as_promised():
    """30; depth to 3; five pages and more each; all shapes of answers; one to three topics."""
    assert len(QUESTIONS) == 30
    assert Counter(q.depth for q in QUESTIONS) == {1: 21, 2: 7, 3: 2}
    assert min(q.documents for q in QUESTIONS) == 6
    assert max(q.documents for q in QUESTIONS) == 16
    shapes = set()
    for answer in (q.answer for q in QUESTIONS):
        held = list(answer.values()) if isinstance(answer, dict) else answer
        inner = sorted({type(v).__name__ for v in held}) if isinstance(held, list) else []
        shapes.add((type(answer).__name__, *inner))
    assert shapes == {
        ("dict", "str"), ("dict", "int"), ("dict", "float"), ("dict", "float", "int"),
        ("dict", "bool"), ("list", "str"), ("list", "int"), ("str",), ("int",), ("float",),
        ("bool",),
    }  # fmt: skip
    assert {len(q.categories) for q in QUESTIONS} == {1, 2, 3}
    assert any(re.fullmatch(r"\d+ \w+ \d{4}", str(q.answer)) for q in QUESTIONS)


def test_evidence_names_pages_of_the_wiki():
    """By title, numbers and address; two pages have no numbers, some addresses are redirects."""
    seen = [page for q in QUESTIONS for page in q.necessary_evidence]
    assert {page.title for page in seen if page.revid is None} == {"Kettlevoe", "Ember gull"}
    led = set()
    for page in seen:
        row = PAGES[page.title]
        assert (page.pageid, page.revid) in {(row["pageid"], row["revid"]), (None, None)}
        address, _, section = page.url.partition("#")
        name = unquote(address.rsplit("/", 1)[1]).replace("_", " ")
        assert REDIRECTS.get(name, name) == page.title
        led |= {name in REDIRECTS, "a section" if section else ""}
        headings = [heading.text().replace(" ", "_") for heading in tree(page.title).css("h2")]
        assert not section or section in headings
    assert led >= {True, False, "a section"}


def test_pages_are_longer_than_a_chunk_and_most_are_long():
    """At least 60; all but the pages of names beyond 1,024 characters, most beyond 3,000."""
    lengths = {title: len(text(title)) for title in PAGES}
    assert len(PAGES) == 85
    assert {title for title, length in lengths.items() if length <= 1500} == DEAD_ENDS
    assert sum(3000 <= length <= 8000 for length in lengths.values()) == 74
    assert {row["date"] for row in PAGES.values()} == {"2023-11-20"}
    for title in PAGES:
        assert bool(box(title)) == bool(tree(title).css("table.infobox"))
        assert len(tree(title).css("h2")) >= (0 if title in DEAD_ENDS else 3), title
    assert sum(bool(box(title)) for title in PAGES) == 74


def test_pages_are_no_copies_of_each_other():
    """Of five words in a row, no two pages share more than a fifth."""
    runs = {}
    for title in PAGES:
        spoken = re.findall(r"\w+", text(title).lower())
        runs[title] = {hash(tuple(spoken[k : k + 5])) for k in range(len(spoken) - 4)}
    shared = {
        (a, b): len(runs[a] & runs[b]) / min(len(runs[a]), len(runs[b]))
        for a, b in combinations(sorted(set(PAGES) - DEAD_ENDS), 2)
    }
    assert max(shared.values()) < 0.2, max(shared, key=shared.get)


def test_no_field_or_choice_is_left_in_the_pages():
    """All wordings are chosen and all fields filled."""
    for title in PAGES:
        assert not re.search(r"[\[\]{}|]|\ba a\b|\bthe the\b|  ", text(title)), title


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


def test_earlier_figures_mislead():
    """They stand in the pages, and another order would follow from those of the lists."""
    islands = rows("List of islands of the Calvane Islands", 1)
    before = sorted(islands, key=lambda row: -number(row["Population (2011)"]))
    assert [row["title"] for row in before[:5]] != listed("islands", PEOPLE)
    feasts = rows("List of festivals of the Calvane Islands", 1)
    before = sorted(feasts, key=lambda row: -number(row["Visitors (2012)"]))
    assert [row["title"] for row in before[:5]] != FEASTS
    for title, old in {"Brannoc": "731", "Port Merrin": "6.1", "Merrin Light": "31"}.items():
        assert re.search(rf"\b{re.escape(old)} metres", text(title)), title
        assert old not in " ".join(box(title).values())


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
