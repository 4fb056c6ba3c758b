"""What was wrong once, in parts whose other tests stand elsewhere."""

from __future__ import annotations

import io
import zipfile

import pytest

from office_files import odt
from tamis.benchmarks import BENCHMARKS, load_benchmark
from tamis.benchmarks.fanoutqa.answers.table_answers import read_rows, table_score
from tamis.retrieve.extracted import UnreadableError
from tamis.retrieve.formats import extract
from tamis.writing.edits import Locations, locations, verbatim


def test_a_golden_key_that_is_a_number_is_no_numbering():
    """A column of running numbers is left out, but not the years that the golds have for keys."""
    text = "| Year | City | Land |\n|---|---|---|\n| 1996 | Atlanta | US |\n| 2 | Sydney | AU |"
    assert read_rows(text) == [("Atlanta", "US"), ("Sydney", "AU")]
    assert read_rows(text, {"1996"}) == [("1996", "Atlanta | US"), ("Sydney", "AU")]
    assert table_score({1996: "Atlanta"}, text).row_recall == 1


@pytest.mark.parametrize(
    "instruction",
    ['Avoid the use of "however".', 'Avoid any "however".',
     'Write without any mention of "however".'],
)  # fmt: skip
def test_what_is_to_be_avoided_is_to_be_removed(instruction):
    """Also where the noun "use" or the word "any" stands before it."""
    assert [one.use for one in verbatim(instruction)] == ["remove"]


@pytest.mark.parametrize(
    ("verb", "place"),
    [("begin", "start"), ("starting", "start"), ("conclude", "end"), ("concluding", "end"),
     ("ending", "end")],
)  # fmt: skip
def test_an_edge_of_an_answer_is_named_by_any_form_of_its_verb(verb, place):
    """ "Concluding your answer with" is a place as "ending your answer with" is."""
    found = locations(f"Think of {verb} your answer with a joke.", "A b. C d.")
    assert found == Locations(**{place: True})


def test_an_encrypted_odt_is_refused_by_its_manifest():
    """A manifest of plain entries is none of an encrypted file."""

    def with_manifest(entry: str) -> bytes:
        data = io.BytesIO(odt("<text:p>Open on Monday.</text:p>"))
        with zipfile.ZipFile(data, "a") as archive:
            archive.writestr("META-INF/manifest.xml", f"<manifest><file>{entry}</file></manifest>")
        return data.getvalue()

    assert extract(with_manifest("<other/>"), ".odt") == ("", "Open on Monday.")
    with pytest.raises(UnreadableError, match="encrypted"):
        extract(with_manifest("<encryption-data/>"), ".odt")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_card_of_each_benchmark_says_on_what_data_it_ran(name):
    """With its version, its licence and the prompts."""
    shown = load_benchmark(name).shown
    assert {"data", "data_version", "licence", "prompts"} <= set(shown)
    assert len(set(shown)) == len(shown)
