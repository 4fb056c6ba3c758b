"""What is known is looked for: lists that are written from titles and read back, and inventions."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tamis.benchmarks.kitab.data import load
from tamis.benchmarks.kitab.reply import as_answer, looks_for
from tamis.benchmarks.kitab.score import Recognisers, score
from tamis.reading.known import Known
from tamis.reading.replies import read
from tamis.types import Reply

REPOSITORY = Path(__file__).parents[1]
INVENTED = REPOSITORY / "tests/data/titles_invented.json"
PLAIN = looks_for("no_context")


@pytest.fixture(scope="module")
def trip():
    """The structures, remarks and titles of `bench/round_trip.py`."""
    sys.path.insert(0, str(REPOSITORY / "bench"))
    import round_trip

    return round_trip


def test_titles_that_are_known_are_read_back_from_every_form(trip):
    """Of 25 structures with 12 remarks, each 40th list here; half of all by fresh eyes."""
    known = PLAIN.knowing(Known.titles(trip.titles(), trip.AUTHOR))
    for structure, remark, group in trip.lists(every=40):
        text = trip.written(group, structure, remark)
        assert trip.result(read(text, known), group) == "exact", text


def test_titles_that_are_not_known_are_read_back_or_left(trip):
    """99% of lists whose titles hold no separator; of the others at most 3% as something else."""
    plain: Counter[str] = Counter()
    others: Counter[str] = Counter()
    wanted = PLAIN.knowing(Known(author=trip.AUTHOR))
    for structure, remark, group in trip.lists(every=20):
        got = trip.result(read(trip.written(group, structure, remark), wanted), group)
        held = any(trip.SEPARATED.search(title) for title in group)
        (others if held else plain)[got] += 1
    assert plain["exact"] >= 0.98 * plain.total(), plain
    assert plain["else"] <= 0.005 * plain.total(), plain
    assert others["else"] <= 0.03 * others.total(), others


@pytest.fixture(scope="module")
def queries():
    """A query of each author of the mini data."""
    return {query.author: query for query in load("mini").queries}


def test_an_invention_that_begins_with_a_known_title_stays_one(trip, queries):
    """20 of each author by fresh eyes, in each structure: none becomes known."""
    structures, remarks, _ = trip.forms()
    for author, titles in json.loads(INVENTED.read_text("utf-8")).items():
        wanted = looks_for("no_context", queries[author])
        for n, structure in enumerate(structures):
            for at in range(0, 20, 5):
                text = trip.written(titles[at : at + 5], structure, remarks[n % len(remarks)])
                assert not any(item.known for item in read(text, wanted).items), text


@pytest.mark.parametrize(
    ("item", "read_as"),
    [
        ("Love: it was published in 2003", "Love"), ("Love – 2003", "Love"), ("Love, 2003", "Love"),
        ("*Love* (a novel)", "Love"), ("Love by Toni Morrison", "Love"), ("love.", "love"),
        ("Love by Night", "Love by Night"), ("Love, Again", "Love, Again"),
        ("Love in the Time of Cholera", "Love in the Time of Cholera"),
        ("Love's End", "Love's End"),
    ],
)  # fmt: skip
def test_a_known_name_ends_where_the_item_or_a_separator_says_so(item, read_as):
    """Not at a word, an apostrophe, or a comma before one."""
    wanted = PLAIN.knowing(Known.titles(["Love", "Sula"], "Toni Morrison"))
    assert read(f"Output:\n1. Sula\n2. {item}", wanted).values == ("Sula", read_as)


def test_two_known_names_with_a_word_between_them_are_two():
    """Which may be one title, so that the reply is ambiguous; a known title with it is one."""
    wanted = PLAIN.knowing(Known.titles(["Love", "Sula", "Sula and Jazz"]))
    assert read("Output: Love and Sula", wanted).values == ("Love", "Sula")
    assert read("Output: Sula and Jazz", wanted).values == ("Sula and Jazz",)


def test_known_names_create_no_items():
    """A name that stands in a remark, in prose or in another item is none."""
    wanted = PLAIN.knowing(Known.titles(["Love", "Sula", "Jazz"]))
    assert read("Output:\n1. Sula – like Love and Jazz", wanted).values == ("Sula",)
    assert read("She wrote Love and Jazz.", wanted).values == ()


def test_what_is_irrelevant_is_so_with_and_without_what_is_known(trip, queries):
    """On lists of true and invented titles the inventions are the same, where they are read."""
    invented = json.loads(INVENTED.read_text("utf-8"))
    structures, remarks, _ = trip.forms()
    compared = 0
    for author, query in queries.items():
        known, plain = looks_for("no_context", query), PLAIN.knowing(Known(author=author))
        true = [book.title for book in query.books]
        for n, structure in enumerate(structures):
            titles = [
                true[n % len(true)],
                true[(n + 1) % len(true)],
                *invented[author][n % 18 :][:3],
            ]
            reply = Reply(trip.written(titles, structure, remarks[n % len(remarks)]))
            one, other = (as_answer(read(reply, looks), reply) for looks in (known, plain))
            if one.outcome == other.outcome == "ok":
                compared += 1
                shares = [
                    score(query, answer.titles, "paper", Recognisers()).irrelevant
                    for answer in (one, other)
                ]
                assert shares[0] == shares[1], reply.text
    assert compared >= 400


NEGATED = PLAIN.knowing(Known.titles(["Sula", "Jazz", "No"]), "No title has a human name.")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        # The question's own negation in a reason turns nothing.
        ("Output:\n1. Reason: It has no human name. Title: Jazz", "ok"),
        ("Output:\nBooks without a human name:\n- Jazz\n- No", "ok"),
        ("| Title | Length |\n|---|---|\n| No | 2 |\n| Jazz | 4 |", "ok"),
        # One that is an answer, that stands below the list, or over the rejected ones, may.
        ("| Title | Qualifies |\n|---|---|\n| Sula | No |\n| Jazz | Yes |", "ambiguous"),
        ("Output:\n1. Jazz\n2. Sula\n\nOn second thought, Sula does not fit.", "ambiguous"),
        ("She wrote *Jazz*.\n\nNot in the list:\n- Sula", "ambiguous"),
    ],
)
def test_a_negation_of_the_question_turns_nothing_where_it_is_repeated(text, outcome):
    """And only there."""
    assert read(text, NEGATED).outcome == outcome


HOSTILE = {
    "10 million characters": "Output:\n1. Title: Sula\n" + "x" * 10_000_000,
    "100,000 items": "Output:\n" + "1. Reason: r. Title: Sula\n" * 100_000,
    "deep lists": "Output:\n" + "".join(f"{' ' * 2 * n}- a\n" for n in range(2_000)),
    "deep data": "Output: " + "[" * 50_000 + '"a"' + "]" * 50_000,
    "lone surrogates": "Output:\n1. Title: \ud800Sula\udfff\n" * 1_000,
    "a lone CR": "Output:\r1. Title: Sula\r" * 5_000,
    "NUL": "Output:\n1. Title: \x00Sula\x00\n" * 5_000,
    "markers": "Output:\n" * 50_000,
    "commas": "Output: " + "a, " * 100_000,
    "openings": "Output:\n1. " + "*" * 100_000,
    "blanks": "Output:\n1. a" + " " * 300_000 + ": b",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_replies_are_read_in_linear_time(name):
    """Without an exception, known names or not."""
    wanted = PLAIN.knowing(Known.titles(["Sula", "a"], "x"))
    began = time.thread_time()
    read(HOSTILE[name], wanted)
    read(HOSTILE[name], looks_for("self_context"))
    assert time.thread_time() - began < 6
