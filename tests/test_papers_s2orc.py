"""Reading S2ORC: each shape that it has had, and records that are broken in any way at all."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.retrieve.papers.s2orc import (
    BadRecord,
    BrokenError,
    Cited,
    S2Paper,
    SectionParagraph,
    read_s2orc,
    s2_paper,
)
from tamis.types import InputError

PARSE_2020 = {
    "paper_id": "77490322",
    "_pdf_hash": "x",
    "abstract": [{"section": "Abstract", "text": "We look at dogs.", "cite_spans": []}],
    "body_text": [
        {
            "section": "Related Work",
            "text": "Dogs are happier than cats [13, 15], says Doe (2001) and [13].",
            "cite_spans": [
                {"start": 27, "end": 30, "text": "[13", "ref_id": "BIBREF11"},
                {"start": 32, "end": 35, "text": "15]", "ref_id": "BIBREF30"},
                {"start": 42, "end": 52, "text": "Doe (2001)", "ref_id": None},
                {"start": 57, "end": 61, "text": "[13]", "ref_id": "BIBREF11"},
            ],
            "ref_spans": [],
        },
        {"section": None, "text": "  ", "cite_spans": []},
    ],
    "back_matter": [],
    "bib_entries": {
        "BIBREF11": {"title": "Do dogs  dream?", "year": "", "link": "5512"},
        "BIBREF30": {"title": "Cats", "link": None},
    },
}

DOGS = (
    SectionParagraph("Abstract", "We look at dogs."),
    SectionParagraph(
        "Related Work", "Dogs are happier than cats [13, 15], says Doe (2001) and [13].",
        ("BIBREF11", "BIBREF30"), 1,
    ),
)  # fmt: skip
CITED = {"BIBREF11": Cited("Do dogs dream?", "5512"), "BIBREF30": Cited("Cats", None)}


def bulk(**names):
    """A record of the bulk data set; `names` are what this release calls its annotations."""
    text = "A Title\nA. Author\nWe abstract.\n1 Intro\nDogs [1] and [2].\nMore.\nDogs dream\nCats"
    bare = {
        "title": ["A Title"], "author": ["A. Author"], "abstract": ["We abstract."],
        "sectionheader": ["1 Intro"], "paragraph": ["Dogs [1] and [2].", "More."],
        "bibref": ["[1]", "[2]"], "bibentry": ["Dogs dream", "Cats"], "bibtitle": ["Dogs dream"],
    }  # fmt: skip
    more = {
        "[1]": {"ref_id": "b0"},
        "Dogs dream": {"id": "b0", "matched_paper_id": 42},
        "Cats": {"id": "b1"},
    }
    annotations = {}
    for kind, parts in bare.items():
        spans = []
        for part in parts:
            start = text.index(part)
            span = {"start": start, "end": start + len(part)}
            # The release of 2023 has some of its offsets as strings.
            spans.append({**span, "start": str(start)} if kind == "paragraph" else span)
            if part in more and kind != "bibtitle":
                spans[-1]["attributes"] = more[part]
        annotations[names.get(kind, kind)] = json.dumps(spans)
    return text, {**annotations, "table": None, "figure": "[]"}


def test_a_parse_of_2020_has_its_paragraphs_sections_and_citations():
    """Citations are counted once each, in order; a mark without an entry is unresolved."""
    assert s2_paper(PARSE_2020) == S2Paper("77490322", "", DOGS, CITED)


def test_parses_of_doc2json_and_of_2019_lie_one_level_down():
    """The title and the year stand beside the parse, authors as objects; LaTeX is the second."""
    parse = {key: PARSE_2020[key] for key in ("abstract", "body_text", "bib_entries")}
    record = {
        "paper_id": "p1", "title": "On\nDogs", "year": 2019,
        "authors": [{"first": "Ann", "middle": ["B."], "last": "Doe"}, "C. Roe", 7],
        "pdf_parse": None, "latex_parse": parse,
    }  # fmt: skip
    assert s2_paper(record) == S2Paper("p1", "On Dogs", DOGS, CITED, 2019, ("Ann B. Doe", "C. Roe"))


BULK = S2Paper(
    "254640939",
    "A Title",
    (
        SectionParagraph("Abstract", "We abstract."),
        SectionParagraph("1 Intro", "Dogs [1] and [2].", ("b0",), 1),
        SectionParagraph("1 Intro", "More."),
    ),
    {"b0": Cited("Dogs dream", "42"), "b1": Cited("")},
    None,
    ("A. Author",),
)


def test_the_bulk_data_set_has_spans_of_one_text():
    """Annotations are JSON in strings; a paragraph's section is the last heading before it."""
    text, annotations = bulk()
    record = {"corpusid": 254640939, "content": {"text": text, "annotations": annotations}}
    assert s2_paper(record) == BULK


def test_its_second_version_has_a_bibliography_of_its_own():
    """`body` and `bibliography`, other names of annotations, and the link in the mark too."""
    text, annotations = bulk(sectionheader="section_header", bibref="bib_ref")
    bibliography = "Dogs dream, 2001. Cats."
    record = {
        "corpusid": 254640939,
        "title": "A Title",
        "body": {"text": text, "annotations": annotations},
        "bibliography": {
            "text": bibliography,
            "annotations": {
                "bib_entry": json.dumps(
                    [
                        {"start": 0, "end": 17, "attributes": {"id": "b0", "matched_paper_id": 42}},
                        {"start": 18, "end": 23, "attributes": {"id": "b1"}},
                    ]
                ),
                "bib_title": json.dumps([{"start": 0, "end": 10}]),
            },
        },
    }
    assert s2_paper(record) == BULK


def _annotated(spans: str) -> dict:
    return {"corpusid": 1, "content": {"text": "Text", "annotations": {"paragraph": spans}}}


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({**PARSE_2020, "paper_id": None}, 'has no "paper_id"'),
        ({**PARSE_2020, "body_text": "text"}, "has 'text' as \"body_text\", which is no list"),
        (_annotated("[{"), 'has a "content.annotations.paragraph" that is not JSON'),
        (_annotated('[{"start": 0, "end": 99}]'), 'has 99 as "content.annotations.paragraph[0].e'),
        (_annotated('[{"start": 2, "end": 1}]'), 'paragraph[0]" that ends before it starts'),
    ],
)  # fmt: skip
def test_a_broken_field_is_named(record, reason):
    """By its way, with what it holds; an annotation beyond its text is no shorter paragraph."""
    with pytest.raises(BrokenError) as caught:
        s2_paper(record)
    assert reason in str(caught.value)


@pytest.fixture
def shard(tmp_path):
    """A packed file of three papers with three broken lines and a blank one among them."""
    rows = [
        json.dumps(PARSE_2020), "not JSON", "", "[1]", json.dumps({**PARSE_2020, "paper_id": "2"}),
        json.dumps({"title": "Neither"}), json.dumps({**PARSE_2020, "paper_id": "3"}),
    ]  # fmt: skip
    path = tmp_path / "shard.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    return path


def test_bad_records_are_counted_with_their_lines(shard):
    """The good records come through; each bad one is kept with its line and reason."""
    bad: list[BadRecord] = []
    assert [paper.id for paper in read_s2orc(shard, bad)] == ["77490322", "2", "3"]
    assert bad == [
        BadRecord(2, "is not JSON (Expecting value in column 1)"),
        BadRecord(4, "is a list, not a JSON object"),
        BadRecord(
            6, 'is no paper of S2ORC, which has "body_text", "pdf_parse", "content" or "body"'
        ),
    ]


def test_without_a_list_for_them_the_first_bad_record_is_an_error(shard):
    """Nothing is dropped in silence, nor is a download that broke off a shorter corpus."""
    papers = read_s2orc(shard)
    assert next(papers).id == "77490322"
    with pytest.raises(InputError, match=r"shard\.gz, line 2 is not JSON"):
        next(papers)
    shard.write_bytes(shard.read_bytes()[:-12])
    with pytest.raises(InputError, match="compressed data are broken or cut short"):
        list(read_s2orc(shard, []))


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("listed", [False, True])
def test_a_json_file_is_one_paper_or_a_list_of_them(tmp_path, indent, listed):
    """doc2json writes a file per paper, on one line or many; lines under that name are read too."""
    path = tmp_path / "paper.json"
    path.write_text(json.dumps([PARSE_2020] if listed else PARSE_2020, indent=indent))
    assert [paper.id for paper in read_s2orc(path)] == ["77490322"]
    path.write_text(f"{json.dumps(PARSE_2020)}\nbroken\n{json.dumps(PARSE_2020)}\n")
    bad: list[BadRecord] = []
    assert len(list(read_s2orc(path, bad))) == 2
    assert [one.line for one in bad] == [2]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=6), one, max_size=3),
    max_leaves=8,
)


def some(**fields):
    """An object with some of the fields."""
    return st.fixed_dictionaries({}, optional=fields)


spans = st.lists(some(start=values, end=st.integers(-1, 9), attributes=values), max_size=2)
kinds = st.sampled_from(["paragraph", "bib_ref", "bibentry", "bibtitle", "sectionheader"])
part = values | some(
    text=values, annotations=st.dictionaries(kinds, values | spans.map(json.dumps), max_size=4)
)
OTHERS = ("paper_id", "corpusid", "title", "metadata", "authors", "year", "abstract", "pdf_parse",
          "bib_entries")  # fmt: skip
paragraphs = st.lists(some(text=values, section=values, cite_spans=values), max_size=2)
record = some(**dict.fromkeys(OTHERS, values), content=part, body=part, bibliography=part,
              body_text=values | paragraphs)  # fmt: skip


@given(record)
def test_any_object_is_a_paper_or_broken(record):
    """Whatever the fields hold, there is a paper with strings in it, or a reason."""
    reason = ""
    try:
        paper = s2_paper(record)
    except BrokenError as error:
        reason, paper = str(error), None
    if paper is None:
        assert reason.startswith(("has ", "is no paper"))
        return
    assert paper.id
    for one in paper.paragraphs:
        one.text.encode()
        assert one.text.strip() == one.text != ""
        assert set(one.cited) <= set(paper.cited)
