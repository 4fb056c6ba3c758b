"""What a draw of small changes (seed 2701) showed that no test noticed."""

from __future__ import annotations

import asyncio
import io
import zipfile
from types import SimpleNamespace

import pytest

from office_files import odt
from tamis.benchmarks import BENCHMARKS, load_benchmark
from tamis.checking.constraint_types import type_of
from tamis.checking.extraction.times import _object
from tamis.checking.program.groups import MAX_LABEL, label_of
from tamis.reading.quantities import quantities
from tamis.report.document import System
from tamis.retrieve.extracted import UnreadableError
from tamis.retrieve.formats import extract
from tamis.studio.annotating.kinds.fanout_tree import _find
from tamis.studio.writing import streaming


@pytest.mark.parametrize(
    "total", ["Total", "Totals", "Subtotal", "Sub-total", "Grand total", "GRAND TOTALS"]
)
def test_a_row_of_a_total_is_no_item(total):
    """Two films, and what they cost together."""
    rows = f"| Film | Price |\n|---|---|\n| Alien | 3 |\n| Heat | 4 |\n| {total} | 7 |"
    assert type_of("named_count")(noun="films", exactly=2).judge(rows).satisfied is True
    assert type_of("named_count")(noun="films", exactly=3).judge(rows).satisfied is False


@pytest.mark.parametrize(
    "end",
    [
        *("and", "but", "plus", "while", "so", "because", "since", "as", "that", "which", "where"),
        *("then", "too", "please", "or more", "or less", "or so", "at least", "at most", "a day"),
        *("per day", "each day", "every day", "daily", "minimum", "maximum", "max"),
    ],
)
def test_what_time_is_spent_on_ends_at_a_word_that_begins_something_else(end):
    """ "20 minutes of yoga while it rains"."""
    assert _object(f" of yoga {end} some more rest") == "of yoga"


@pytest.mark.parametrize("mark", [",", ":", ";", "—"])
def test_what_time_is_spent_on_ends_at_a_mark(mark):
    """But not at the comma or the colon of a number."""
    assert _object(f" of yoga{mark} some more rest") == "of yoga"
    assert _object(" of 1,500 steps at 9:30") == "of 1,500 steps at 9:30"


def test_a_heading_of_a_part_has_160_characters():
    """A longer one is a sentence."""
    longest = "Day 1 " + "x" * (MAX_LABEL - 6)
    assert MAX_LABEL == 160
    assert label_of(longest, whole=True).days == ("1",)
    assert label_of(longest + "x", whole=True) is None


def test_a_range_begins_at_its_first_number():
    """With or without "from"."""
    for text in ("run from 5 to 7 km", "run 5 to 7 km", "run from 5-7 km"):
        (found,) = quantities(text)
        assert (found.low, found.high, text[found.start :][0]) == (5_000, 7_000, "5")


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


def test_a_system_of_a_report_tells_only_what_is_known():
    """The rest of its line is empty."""
    one = System("Good", "model", "open")
    assert (one.model, one.asked, one.tokens, one.cost) == ("", "", "", "")


def test_a_path_of_a_tree_that_leads_nowhere_has_no_parts():
    """A list that is empty, not nothing."""
    assert _find(SimpleNamespace(strategy=[], then=[]), "not a path") == []


def test_another_step_with_the_same_text_is_told(monkeypatch):
    """The browser shows which step a reply is at, also while its text stands still."""
    states = [("search", "We"), ("search", "We"), ("write", "We"), ("write", "Well")]

    async def follow(id):
        for step, text in states:
            yield SimpleNamespace(step=step, text=text)

    monkeypatch.setattr(streaming, "jobs_of", lambda request: SimpleNamespace(follow=follow))
    monkeypatch.setattr(streaming, "_PACE", 0)

    async def said():
        return [one async for one in streaming._events(None, "id")]

    events = [one.strip().partition("\ndata: ")[2] for one in asyncio.run(said())]
    assert events == [
        "",
        '{"step": "search", "text": "We"}',
        "",
        '{"step": "write", "add": ""}',
        '{"step": "write", "add": "ll"}',
        "{}",
    ]
