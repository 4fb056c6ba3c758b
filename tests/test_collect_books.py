"""Books collected from dumps: by hand what comes out, and what happens to dumps that are broken."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from invented_dumps import INVENTED
from tamis.benchmarks.kitab.data import load
from tamis.collect.books import Dumps, Options, collect, output
from tamis.collect.books import names as names_module
from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.faults import Faults
from tamis.collect.kitab import ONE
from tamis.collect.packaging import MANIFEST, check_package
from tamis.types import InputError, Reply


def line(kind: str, key: str, **record) -> str:
    """A line of a dump of Open Library's."""
    return f"/type/{kind}\t{key}\t1\t2020-01-01T00:00:00\t{json.dumps({'key': key, **record})}"


def author(n: int, **record) -> str:
    """An author."""
    return line("author", f"/authors/OL{n}A", **record)


def work(n: int, title: str, *authors: int, **record) -> str:
    """A work of some authors."""
    roles = [{"author": {"key": f"/authors/OL{a}A"}} for a in authors]
    return line("work", f"/works/OL{n}W", title=title, authors=roles, **record)


def edition(n: int, of: int, title: str, language: str | None, date: str, **record) -> str:
    """An edition of a work."""
    languages = [] if language is None else [{"key": f"/languages/{language}"}]
    works = [{"key": f"/works/OL{of}W"}]
    record = {"title": title, "languages": languages, "publish_date": date, **record}
    return line("edition", f"/books/OL{n}M", works=works, **record)


def entity(qid: str, name: str, born: str, **more) -> str:
    """A writer, as Open Library's dump of Wikidata has them."""

    def values(*contents) -> list:
        return [{"rank": "normal", "value": {"type": "value", "content": c}} for c in contents]

    statements = {
        "P31": values(more.get("of", "Q5")),
        "P106": values(more.get("does", "Q36180")),
        "P569": values(*[{"time": born, "precision": more.get("precision", 9)}] * bool(born)),
        "P648": values(*more.get("ids", ())),
    }
    links = {f"w{n}": {} for n in range(more.get("sitelinks", 3))}
    labels = {"en": name} if name else {}
    value = {"id": qid, "labels": labels, "statements": statements, "sitelinks": links}
    return f"{qid}\t{json.dumps(value)}\t2026-01-01"


TITLES = ("The Garden", "A House in Paris", "The Long River", "Emma's Letter", "The Silent Sea",
          "Apples and Pears")  # fmt: skip

PEOPLE = (
    entity("Q1", "Ann Author", "+1900-00-00T00:00:00Z", ids=("OL1A",), sitelinks=9),
    entity("Q2", "Bob Writer", "+1849-00-00T00:00:00Z", ids=("OL2A",)),
    entity("Q3", "Cy Name", "+1950-00-00T00:00:00Z"),
)
AUTHORS = (
    author(1, name="A. Author"),
    author(2, name="Bob Writer"),
    author(3, name="Name, Cy", birth_date="ca. 1950"),
    author(4, name="Cy Name", birth_date="1850?"),
)
WORKS = (
    *(work(n, title, 1) for n, title in enumerate(TITLES, 1)), work(7, "Garden : a novel", 1),
    work(8, "Der Garten meiner Mutter", 1), work(9, "The Best Short Stories", 1, 2, 3),
    work(10, "The Very Last Story", 3), work(11, "El jardín", 1), work(12, "Nobody's Book", 4),
)  # fmt: skip
EDITIONS = (
    *(edition(n, n, title, "eng", f"June {1930 + n}") for n, title in enumerate(TITLES, 1)),
    edition(21, 1, "The Garden", "eng", "c1929", subtitle="a novel"),
    edition(22, 7, "Garden", None, "19xx"),
    edition(23, 2, "A House in Paris", "eng", "1066"),
    edition(24, 11, "El jardín", "spa", "1935"),
    edition(25, 11, "The garden of the north", "eng", "1936"),
    edition(26, 8, "Der Garten meiner Mutter", "ger", "1937"),
)


def zipped(data: bytes) -> bytes:
    """Packed without the time, so that the same lines are the same file."""
    return gzip.compress(data, mtime=0)


def pack(path: Path, lines, packed=zipped) -> Path:
    """Lines in a file."""
    path.write_bytes(packed("".join(f"{one}\n" for one in lines).encode()))
    return path


@pytest.fixture
def small(tmp_path):
    """Collect from dumps made of lines; what is given takes the place of the usual ones."""
    options = Options(seed=1, least_works=1)

    def run(
        options=options, packed=zipped, work="work", allow_truncated=False, names=None, **lines
    ):
        usual = {"people": PEOPLE, "authors": AUTHORS, "works": WORKS, "editions": EDITIONS}
        paths = {
            name: pack(tmp_path / f"{name}.gz", lines.get(name, kept), packed)
            for name, kept in usual.items()
        }
        dumps = Dumps((paths["authors"],), (paths["works"],), (paths["editions"],))
        place = tmp_path / work
        return collect(
            [paths["people"]], dumps, options, place, allow_truncated=allow_truncated, names=names
        )

    run.options, run.folder = options, tmp_path
    return run


def stage(found, name: str, of: str | None = None) -> tuple[int, int, dict[str, int]]:
    """What a stage saw, kept, and dropped for which reason."""
    [said] = [one for one in found.stages if one["stage"] == name and of in (None, one["of"])]
    return said["in"], said["out"], {d["reason"]: d["count"] for d in said["dropped"]}


BOOKS = [
    # Title, year, variants, human names, city names: worked out from the lines above by hand.
    ("A House in Paris", 1932, (), (), ("Paris",)),
    ("Apples and Pears", 1936, (), (), ()),
    ("Emma's Letter", 1934, (), ("Emma",), ()),
    ("The Garden", 1929, ("The Garden: a novel", "Garden", "Garden: a novel"), (), ()),
    ("The Long River", 1933, (), (), ()),
    ("The Silent Sea", 1935, (), (), ()),
    ("The garden of the north", 1935, (), (), ()),
]


def test_books_come_out_as_worked_out_by_hand(small):
    """One author of three is left, with seven books, one of them of two records."""
    found = small()
    [ann] = found.dataset.authors
    assert (ann.name, ann.birth_year, ann.sitelinks) == ("Ann Author", 1900, 9)
    assert ann.ids == {"WikiData ID": "Q1", "OpenLibrary ID": "OL1A"}
    got = [(b.title, b.year, b.variants, b.human_names, b.city_names) for b in ann.books]
    assert got == BOOKS
    # Of works in other languages, of a kept work's other titles, of works of too many authors.
    assert ann.unsure == ("Der Garten meiner Mutter", "El jardín", "The Best Short Stories")
    garden = ann.books[3].facts
    assert (garden["openlibrary_ids"], garden["number_of_editions"]) == (["OL1W", "OL7W"], 3)


def test_every_stage_says_what_it_dropped(small):
    """The numbers of the hand-made dumps; the next test has the other stages."""
    found = small()
    assert stage(found, "born") == (3, 2, {"born before 1850": 1})
    assert stage(found, "language", "titles") == (14, 13, {"title not in English": 1})
    assert {one["reason"]: one["sample"] for one in found.stages[-1]["marked"]} == {
        "with the name of a city": ["A House in Paris: Paris"],
        "with the name of a person": ["Emma's Letter: Emma"],
    }
    assert stage(found, "few authors") == (11, 9, {"more than 2 authors": 2})
    assert stage(found, "deduplicated") == (9, 8, {"the same book as another": 1})
    assert stage(found, "five books") == (2, 1, {"fewer than 5 books left": 1})
    assert found.counts["authors: matched_by"] == {"id": 1, "name": 1}
    assert found.counts["people: works_counted_in"] == "Open Library"
    assert found.faults["editions.gz"]["year of publication not known"] == {
        "count": 1, "places": ["line 8: '19xx'"]}  # fmt: skip


def test_each_step_ends_at_its_bounds(small):
    """Sixteen people and their works, each on one side of a bound; counts by hand."""
    y1850, y1900 = "+1850-00-00T00:00:00Z", "+1900-00-00T00:00:00Z"
    people = [
        entity("Q1", "Ann Author", y1850, ids=("OL1A",)),
        entity("Q2", "B", "+1849-00-00T00:00:00Z"),
        entity("Q3", "C", "+1900-00-00T00:00:00Z", precision=8),
        entity("Q4", "D", ""),
        entity("Q5", "E", y1900, of="Q15632617"),
        entity("Q6", "F", y1900, does="Q42973"),
        entity("Q7", "", y1900),
        entity("Q8", "Dan Dee", y1900),
        entity("Q9", "Eve Ell", y1900),
        *(entity(f"Q{n}", f"Two {n}", y1900, ids=("OL10A",)) for n in (10, 11)),
        entity("Q12", "Nobody Known", y1900),
        entity("Q13", "Gus Gee", y1900),
        entity("Q14", "Hal Aitch", y1900, ids=("OL14A",)),
        # A namesake of the first, who is linked to another.
        entity("Q15", "Ann Author", y1850),
        entity("Q16", "Ivy Eye", y1900, ids=("OL16A",)),
    ]
    authors = [
        author(1, name="Ann Author", birth_date="1850"),
        author(8, name="Somebody Else", birth_date="1700", remote_ids={"wikidata": "Q8"}),
        *(author(n, name="Ell, Eve", birth_date="1900") for n in (9, 19)),
        author(10, name="Two"),
        author(12, name="Nobody Known", birth_date="1901"),
        author(13, name="Gee, Gus", birth_date="1900"),
        author(14, name="Hal"),
        author(16, name="Ivy"),
    ]
    works = [
        work(1, "The Garden", 1), work(2, "The Long River", 1), work(3, "La maison", 1),
        work(4, "Der Garten meiner Mutter", 1), work(5, "The Silent Sea", 1, 8),
        work(6, "The Best Stories", 1, 8, 9),
        *(work(n, f"The House of Number {n}", 8) for n in range(7, 12)),
        work(12, "Alone", 13),
        *(work(n, f"The Tree of Number {n}", 14) for n in range(20, 28)),
        work(30, "The Apple", 16), work(31, "The Pear", 16),
    ]  # fmt: skip
    editions = [
        *(edition(n, 1, "The Garden", "eng", str(year))
          for n, year in enumerate((1850, 1852, 2026, 2027), 1)),
        edition(5, 2, "The Long River", "fre", "1900"), edition(6, 2, "River", None, "1899"),
        edition(7, 3, "La maison", "fre", "1900"),
        edition(8, 4, "Der Garten meiner Mutter", None, "1901"),
        edition(9, 30, "The Apple", "eng", "1901"), edition(10, 30, "The Apple", "fre", "1900"),
    ]  # fmt: skip
    options = Options(seed=1, least_works=2, most_works=7, least_books=2)
    found = small(options, people=people, authors=authors, works=works, editions=editions)
    assert stage(found, "writers") == (16, 13, {
        "not a human being": 1, "not marked as a writer": 1, "no English name": 1})  # fmt: skip
    assert stage(found, "born") == (13, 10, {
        "born before 1850": 1, "birth not known to the year": 1, "no date of birth": 1,
    })  # fmt: skip
    # Ann 6 works, Dan 7, Ivy 2; Gus 1, Hal 8.
    assert stage(found, "matched") == (10, 5, {
        "several of this name and year of birth": 1, "not in Open Library": 2,
        "one author of Open Library for several people": 2})  # fmt: skip
    assert stage(found, "linked") == (5, 3, {"fewer than 2 works": 1, "more than 7 works": 1})
    assert found.counts["authors: matched_by"] == {"id": 3, "name": 1, "remote id": 1}
    assert stage(found, "english") == (15, 14, {"in other languages only": 1})
    assert stage(found, "language", "works")[2] == {"title not in English": 1}
    assert stage(found, "few authors") == (13, 11, {"more than 2 authors": 2})
    assert stage(found, "five books") == (3, 3, {})
    years = {book.title: book.year for one in found.dataset.authors for book in one.books}
    assert (years["The Garden"], years["River"], years["The Apple"]) == (1852, 1899, 1901)
    assert len(years) == 10
    assert found.counts["joined: impossible_years"] == 3


def test_the_papers_deduplication_can_be_asked_for(small):
    """`The garden of the north` holds `garden`: the paper merges it, strict does not."""
    titles = {
        dedup: [book.title for book in small(Options(least_works=1, dedup=dedup),
                                             work=dedup).dataset.authors[0].books]
        for dedup in ("paper", "strict")
    }  # fmt: skip
    assert set(titles["strict"]) - set(titles["paper"]) == {"The garden of the north"}


def test_the_order_of_the_lines_makes_no_difference(small):
    """Dumps read backwards give the same authors and books."""
    forth = small().dataset.authors
    back = small(people=PEOPLE[::-1], authors=AUTHORS[::-1], works=WORKS[::-1],
                 editions=EDITIONS[::-1], work="other").dataset.authors  # fmt: skip
    assert forth == back


def test_redirects_lead_to_who_and_what_is_there_now(small):
    """An id that Wikidata still has, a work that an edition still names, over two steps."""
    gone = [line("redirect", f"/authors/OL{a}A", location=f"/authors/OL{b}A", type={})
            for a, b in ((50, 51), (51, 1))]  # fmt: skip
    moved = [line("redirect", "/works/OL60W", location="/works/OL1W")]
    people = (entity("Q1", "Ann", "+1900-00-00T00:00:00Z", ids=("OL50A",)),)
    found = small(
        people=people,
        authors=(*gone, *AUTHORS),
        works=(*moved, *WORKS[:5], work(6, TITLES[5], 51)),
        editions=(*EDITIONS[:6], edition(30, 60, "The Garden of Ann", "eng", "1911")),
    )
    [ann] = found.dataset.authors
    assert ann.ids["OpenLibrary ID"] == "OL1A OL50A OL51A"
    assert len(ann.books) == 6
    assert min(book.year for book in ann.books) == 1911


def names_in(found) -> dict[str, tuple[str, ...]]:
    """The names of people of each book."""
    return {book.title: book.human_names for a in found.dataset.authors for book in a.books}


class Spacy:
    """A stand-in for spaCy with its model: Garden is a person, and every Paris a place."""

    def pipe(self, titles):
        """A document for each title."""
        for title in titles:
            found = [SimpleNamespace(text="Paris", label_="GPE")]
            found += [SimpleNamespace(text="Garden", label_="PERSON")] * ("Garden" in title)
            yield SimpleNamespace(ents=found)


def test_spacy_finds_persons(small, tamis_here, monkeypatch):
    """Its persons alone; where its model is not installed the command for it is told."""
    monkeypatch.setattr(names_module, "find_spec", lambda name: None)
    given = [f"--{name}={name}.gz" for name in ("wikidata", "authors", "works", "editions")]
    said = tamis_here("collect", "books", "--out", "o", *given, "--names", "spacy", check=2).err
    assert "python -m spacy download en_core_web_sm" in " ".join(said.split())
    monkeypatch.setattr(names_module, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(load=lambda name: Spacy()))
    found = small(names=(names_module.by_spacy(), "spaCy"))
    assert {title: names for title, names in names_in(found).items() if names} == {
        "The Garden": ("Garden",),
        "Emma's Letter": ("Emma",),
    }
    assert "spaCy looked for names of people: it found some in 1 book" in found.notes["names"]


def test_a_model_is_asked_once_for_each_author(small, tmp_path):
    """It picks titles; what it said is kept, and a reply without a list ends the command."""
    asked = []

    async def chat(messages, schema=None):
        asked.append(messages)
        return Reply("Output:\n1. Reason: a name. Title: The Silent Sea")

    finder = names_module.by_model(chat, "m", tmp_path / "names.jsonl")
    found = small(names=(finder, "m"))
    assert names_in(found)["The Silent Sea"] == ("The Silent Sea",)
    small(names=(names_module.by_model(chat, "m", tmp_path / "names.jsonl"), "m"))
    assert len(asked) == len(found.dataset.authors)

    async def silent(messages, schema=None):
        return Reply("", failed="the server is away")

    with pytest.raises(InputError, match="the server is away"):
        small(names=(names_module.by_model(silent, "other", tmp_path / "o.jsonl"), "other"))


def test_broken_lines_are_counted_with_their_numbers(small):
    """No dump's line, no JSON, no record: reported, and the rest is read."""
    works = (
        "no line of a dump", work(1, TITLES[0], 1).replace('"title"', '"title'), "",
        line("work", "/nothing/1", authors=[{"author": {"key": "/authors/OL1A"}}]), *WORKS[1:],
    )  # fmt: skip
    found = small(works=works)
    faults = found.faults["works.gz"]
    assert faults["not a line of a dump"] == {
        "count": 1, "places": ["line 1: 'no line of a dump'"]}  # fmt: skip
    assert faults["not JSON"]["count"] == 1
    assert faults["not JSON"]["places"][0].startswith("line 2: ")
    assert faults["not a record"]["places"][0].startswith("line 4: ")
    assert len(found.dataset.authors[0].books) == 7


def test_line_ends_of_another_system_are_told(small):
    """They hide the records of all lines: one sentence says what is wrong."""
    with pytest.raises(InputError, match=r"works\.gz: carriage return after the record, 12 times, "
                                         r"first at line 1: '/type/work"):  # fmt: skip
        small(works=[f"{one}\r" for one in WORKS])


@pytest.mark.parametrize("which", ["people", "authors", "works", "editions"])
@pytest.mark.parametrize("packer", ["gzip", "bzip2"])
def test_a_truncated_dump_is_refused(small, which, packer):
    """Cut off or broken: the file, the byte and the line, and what to do; not without a word."""
    start = {"people": b"Q", "works": b"/type/w"}.get(which, f"/type/{which[:6]}".encode())
    compress = zipped if packer == "gzip" else bz2.compress

    def cut(data: bytes) -> bytes:
        return compress(data)[:-8] if data.startswith(start) else compress(data)

    said = rf"{which}\.gz is cut off at byte \d+, line \d+, so .*--allow-truncated"
    with pytest.raises(InputError, match=said) as caught:
        small(packed=cut)
    assert "\n" not in str(caught.value)

    def damaged(data: bytes) -> bytes:
        packed = compress(data)
        if not data.startswith(start):
            return packed
        return packed[:40] + bytes(byte ^ 85 for byte in packed[40:80]) + packed[80:]

    with pytest.raises(InputError, match=rf"{which}\.gz is broken at byte \d+, line"):
        small(packed=damaged)


def test_a_truncated_dump_is_refused_or_allowed_by_the_command(small, tamis_here):
    """Exit code 2 again after a run that allowed it; allowed, it is told outside of the tables."""

    def cut(data: bytes) -> bytes:
        return zipped(data)[:-8] if data.startswith(b"/type/edition") else zipped(data)

    lines = (*EDITIONS, *(edition(n, 900 + n, "Filler", "eng", "1990") for n in range(300)))
    found = small(packed=cut, editions=lines, allow_truncated=True)
    assert "gzip cut off" in found.faults["editions.gz"]
    assert len(found.dataset.authors[0].books) == 7
    args = ["collect", "books", "--works-between", "1", "300", "--out", "data"]
    for name, option in (("people", "wikidata"), ("authors",) * 2, ("works",) * 2,
                         ("editions",) * 2):  # fmt: skip
        args += [f"--{option}", str(small.folder / f"{name}.gz")]
    refused = tamis_here(*args, check=2)
    assert "editions.gz is cut off at byte" in refused.err
    assert not (small.folder / "data" / ONE).exists()
    allowed = tamis_here(*args, "--allow-truncated")
    assert re.match(r"not whole: editions\.gz is cut off at byte [\d,]+, line \d+\.", allowed.err)
    assert "already done by an earlier run: people, authors, works, editions\n" in allowed.out
    manifest = json.loads((small.folder / "data" / MANIFEST).read_text())
    assert manifest["notes"]["truncated"].startswith("editions.gz is cut off at byte")
    assert "not whole: editions.gz is cut off" in (small.folder / "data" / "README.md").read_text()
    assert tamis_here(*args, check=2).err == refused.err


@pytest.mark.parametrize("missing", ["people", "authors", "works", "editions"])
def test_nothing_left_is_one_sentence(small, missing):
    """It names the file, and says what was found in it instead."""
    with pytest.raises(InputError, match=rf"{missing}\.gz holds no .*; check that") as caught:
        small(**{missing: ("no line of any dump",)})
    assert "\n" not in str(caught.value)
    assert re.search(r"\.gz: not an? [a-z ]* at line 1: 'no line of any dump'", str(caught.value))
    assert "0 " not in str(caught.value).replace(str(small.folder), "")


def test_years_that_cannot_be_right_are_shown_to_a_person(small):
    """The edition of 1066 gives no year, but is counted, told and named in the report."""
    late = edition(40, 3, "The Long River", "eng", "2099")
    found = small(editions=(*EDITIONS, late, late, late.replace("OL3W", "OL10W")))
    assert found.counts["joined: impossible_years"] == 4
    who = {"kind": "year", "author": "Ann Author", "id": "Q1"}
    assert [doubt for doubt in found.doubts if "record" in doubt["why"]] == [
        {**who, "title": "A House in Paris", "year": 1066,
         "why": "a record says 1066, not after the author's birth in 1900"},
        {**who, "title": "The Long River", "year": 2099,
         "why": "2 records say 2099, after the last year that can be a book's"},
    ]  # fmt: skip
    assert any("passed over: 4 years of publication" in told for told in output.faults(found))


@pytest.mark.parametrize("name", ["manifest.json", "thesis.txt"])
def test_a_folder_of_somebody_else_is_refused(small, tamis_here, tmp_path, name):
    """Before anything is read, and what is in it stays as it was."""
    small()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / name).write_text("{}")
    args = ["collect", "books"]
    for option in ("authors", "works", "editions"):
        args += [f"--{option}", str(tmp_path / f"{option}.gz")]
    args += ["--wikidata", str(tmp_path / "people.gz"), "--out", "mine"]
    said = tamis_here(*args, check=2).err
    assert f"mine holds '{name}', which is not part of a collection of books" in " ".join(
        said.split()
    )
    assert (tmp_path / "mine" / name).read_text() == "{}"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == [name]


def test_no_author_left_is_one_sentence(small):
    """It names the stage that has left nothing, and the option to relax there."""
    with pytest.raises(InputError, match=r"'five books' left none of 1 .*relax --least-books"):
        small(works=WORKS[:3])


def test_the_options_are_those_of_the_paper():
    """§4: writers, born since 1850, with 10 to 300 works, two authors at most, five books."""
    options = Options()
    assert (options.occupations, options.sample, options.born_since) == (("Q36180",), 20_000, 1850)
    assert (options.least_works, options.most_works, options.language_threshold) == (10, 300, 0.1)
    assert (options.most_authors, options.dedup, options.least_books) == (2, "strict", 5)


@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, bytes])
def test_dumps_may_be_packed_in_any_way(small, packed):
    """Gzip, bzip2 or not at all, told by their first bytes and not by their names."""
    assert len(small(packed=packed).dataset.authors[0].books) == 7


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
def test_files_of_several_members_are_read_to_their_end(tmp_path, compress):
    """One after the other in one file, a line across two of them."""
    path = tmp_path / "x"
    path.write_bytes(compress(b"one\ntw") + compress(b"o\n") + compress(b"three"))
    found = [one for _, block in Lines(path, Faults("x")).blocks() for one in block]
    assert found == [b"one", b"two", b"three"]


def test_an_endless_line_is_passed_over(tmp_path, monkeypatch):
    """A line beyond the bound is a fault; those behind it are read, with their numbers."""
    monkeypatch.setattr("tamis.collect.books.dump_lines.LONGEST", 1 << 20)
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"one\n" + b"x" * (1 << 24) + b"\nthree\nfour\n"))
    faults = Faults("x")
    found = list(Lines(path, faults).blocks())
    assert [(first, block) for first, block in found if block] == [
        (1, [b"one"]), (3, [b"three", b"four"])]  # fmt: skip
    assert faults.locations["line too long"][0].startswith("line 2: ")


def test_a_killed_run_goes_on_from_the_last_finished_step(small, monkeypatch):
    """What is done is not done again, and the result is that of a run in one go."""
    whole = small(work="whole").summary()
    from tamis.collect.books import pipeline

    def killed(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "editions", killed)
        with pytest.raises(KeyboardInterrupt):
            small()
    done = sorted(path.name for path in (small.folder / "work").iterdir())
    assert done == ["authors", "editions.part", "lock", "people", "works"]
    for name in ("people", "authors", "works"):
        monkeypatch.setattr(pipeline, name, killed)
    # The dumps are written anew by the fixture, so they must look the same as before.
    collected = _again(small)
    assert collected.resumed == ("people", "authors", "works")
    assert collected.summary() == whole
    assert not (small.folder / "work" / "editions.part").exists()


def _again(small, options=None):
    paths = [small.folder / f"{name}.gz" for name in ("people", "authors", "works", "editions")]
    dumps = Dumps(*((path,) for path in paths[1:]))
    return collect([paths[0]], dumps, options or small.options, small.folder / "work")


def test_another_option_does_again_what_depends_on_it(small):
    """Another variant of deduplication begins at the shelves, another seed with its sample."""
    small()
    assert _again(small).resumed[-1] == "shelves"
    other = _again(small, Options(seed=1, least_works=1, dedup="paper"))
    assert other.resumed == ("people", "authors", "works", "editions", "joined")
    assert _again(small, Options(seed=2, least_works=1)).resumed == ()


def test_a_changed_dump_is_read_again(small):
    """Its size or its time is another."""
    small()
    path = small.folder / "works.gz"
    os.utime(path, ns=(1, 1))
    assert _again(small).resumed == ("people", "authors")


def test_a_sample_does_not_depend_on_the_order_of_the_dump(small):
    """Four of sixteen, the same four, and counted; of two records of a person one."""
    born = "+1900-00-00T00:00:00Z"
    people = [entity(f"Q{n}7", f"N{n}7", born, ids=(f"OL{n}A",)) for n in range(1, 17)]
    authors = [author(n, name=f"N{n}7") for n in range(1, 17)]
    works = [work(10 * n + k, title, n) for n in range(1, 17) for k, title in enumerate(TITLES)]
    made, options = [], Options(sample=4, seed=3, least_works=1)
    for order in (people, people[::-1]):
        found = small(options, people=[*order, *people[3:5]], authors=authors, works=works,
                      editions=[edition(n, 10 * n, TITLES[0], "eng", "1935") for n in range(1, 17)],
                      work=f"w{len(made)}")  # fmt: skip
        assert stage(found, "writers") == (18, 16, {"another record of the same": 2})
        assert stage(found, "sample") == (16, 4, {"not drawn": 12})
        made.append(([one.name for one in found.dataset.authors], found.stages))
    assert made[0] == made[1]
    assert len(made[0][0]) == 4


# From the dumps of a few hundred authors to a run


SIZES = INVENTED.Sizes(
    authors=150, works=1300, editions=1700, people=60, prolific=0.9, seed=4, odd=True
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Dumps of our own making with all oddities, and what was collected from them."""
    folder = tmp_path_factory.mktemp("made")
    files = INVENTED.write(folder / "dumps", SIZES)
    dumps = Dumps((files.authors,), (files.works,), (files.editions,))
    found = collect([files.entities], dumps, Options(seed=7), folder / "work")
    output.write(found, folder / "data")
    return folder, files, found


def test_dumps_with_all_oddities_give_a_dataset(made):
    """Every stage drops something, every kind of fault is told, and authors are left."""
    _, _, found = made
    assert len(found.dataset.authors) > 12
    assert all(len(author.books) >= 5 for author in found.dataset.authors)
    dropped = {one["stage"]: one["dropped"] for one in found.stages}
    assert {name for name, drops in dropped.items() if drops} >= {
        "writers", "born", "linked", "english", "language", "few authors", "authorship",
        "deduplicated"}  # fmt: skip
    for one in found.stages:
        assert one["in"] == one["out"] + sum(drop["count"] for drop in one["dropped"])
    check_package(made[0] / "data")


def test_the_same_dumps_and_seed_give_the_same_bytes(made, tmp_path):
    """All files, the manifest among them, from dumps made again elsewhere."""
    folder, files, _ = made
    again = INVENTED.write(tmp_path / "dumps", SIZES)
    for one, other in ((files.authors, again.authors), (files.entities, again.entities)):
        assert one.read_bytes() == other.read_bytes()
    dumps = Dumps((again.authors,), (again.works,), (again.editions,))
    found = collect([again.entities], dumps, Options(seed=7), tmp_path / "work")
    output.write(found, tmp_path / "data")
    names = sorted(path.name for path in (folder / "data").iterdir())
    assert MANIFEST in names
    for name in names:
        assert (tmp_path / "data" / name).read_bytes() == (folder / "data" / name).read_bytes(), (
            name
        )


def test_what_was_collected_is_evaluated(made, tamis_here):
    """`tamis run kitab` reads the folder; the program that checks the lists is nearly right."""
    folder, _, found = made
    queries = load(str(folder / "data")).queries
    assert len(queries) == len(found.dataset.one_book) + len(found.dataset.two_book)
    said = tamis_here("run", "kitab", "--data", str(folder / "data"), "-T", "baseline=symbolic",
                      "--limit", "4").out  # fmt: skip
    assert "symbolic (baseline)" in said


def test_the_command_collects(small, tamis_here, tmp_path):
    """Tables of stages, faults and queries, then the files, and how to run them."""
    small()
    args = ["collect", "books", "--seed", "1", "--works-between", "1", "300"]
    for name, option in (("people", "wikidata"), ("authors",) * 2, ("works",) * 2,
                         ("editions",) * 2):  # fmt: skip
        args += [f"--{option}", str(tmp_path / f"{name}.gz")]
    said = tamis_here(*args, "--out", "data").out
    assert "five books    people            2          1  1 fewer than 5 books left" in said
    assert "editions.gz: year of publication not known at line 8: '19xx'" in said
    table = " ".join(said.split())
    assert "language titles 14 13 1 title not in English" in table
    assert "tamis run kitab --data data" in said
    assert (tmp_path / "data" / ONE).exists()
    again = tamis_here(*args, "--out", "data").out
    assert (
        "already done by an earlier run: people, authors, works, editions, joined, shelves" in again
    )
    assert "passed over: 1 year" in again
    earlier = tamis_here(*args, "--latest-year", "1934", "--out", "data").out
    assert "passed over: 6 years of publication" in earlier
    gone = [line("redirect", f"/works/OL{n}W", location="/works/OL1W") for n in (60, 61)]
    moved = tamis_here(*args, "--redirects", str(pack(tmp_path / "gone.gz", gone)),
                       "--out", "data").out  # fmt: skip
    assert "--works gone.gz: redirect, 2 times" in moved


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "--out is missing"),
        (["--out", "x", "--wikidata", "a", "--sparql", "b"], "give either --wikidata FILE"),
        (["--out", "x", "--wikidata", "a"], "--authors is missing"),
        (["--out", "x", "--wikidata", "a", "--live", "--works", "b"], "--live replaces --works"),
        (["--out", "x", "--wikidata", "a", "--works-between", "9", "1"], "smaller number first"),
        (["--out", "x", "--wikidata", "a", "--authors", "b", "--works", "c", "--editions", "d"],
         "a cannot be read (No such file"),
        (["--out", "x", "--wikidata", "a", "--authors", "b", "--works", "c", "--editions", "d",
          "--date", "yesterday"], "'yesterday' is not a date"),
    ],
)  # fmt: skip
def test_what_is_missing_is_one_sentence(tamis_here, args, said):
    """Exit code 2, no traceback."""
    got = tamis_here("collect", "books", *args, check=2)
    assert said in got.err
    assert "Traceback" not in got.err


def test_the_extra_is_named_where_it_is_missing(small, monkeypatch):
    """One sentence with the command that installs it."""
    monkeypatch.setitem(sys.modules, "isal", None)
    monkeypatch.setitem(sys.modules, "isal.isal_zlib", None)
    with pytest.raises(InputError, match=r"pip install 'tamis\[collect\]'"):
        small()
