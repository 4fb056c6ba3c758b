"""The order in which samples are handed out: the first N are a fair draw."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import Server, as_service
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.inspecting import build, task_of
from tamis.benchmarks.order import drawn
from tamis.report.logs import read_runs

NAMES = ("kitab", "quest", "acs", "fanoutqa", "kiwi")

samples = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=60).map(
    lambda strata: [(nth, *stratum) for nth, stratum in enumerate(strata)]
)


def strata(sample):
    """The cell and the group of a sample (number, cell, group)."""
    return sample[1], sample[2]


@given(samples, st.integers(0, 2**32))
def test_every_sample_is_handed_out_once_in_an_order_of_the_seed(found, seed):
    """A permutation, the same for the same seed."""
    order = drawn(found, strata, seed)
    assert sorted(order) == found
    assert order == drawn(found, strata, seed)


@given(samples, st.integers(0, 2**32), st.data())
def test_the_first_ones_have_their_share_of_every_cell(found, seed, data):
    """Each cell is within two of its share; with five cells a remainder each can shift."""
    number = data.draw(st.integers(0, len(found)))
    first = Counter(cell for _, cell, _ in drawn(found, strata, seed)[:number])
    for cell, size in Counter(cell for _, cell, _ in found).items():
        assert abs(first[cell] - number * size / len(found)) <= 2


@pytest.mark.parametrize("number", [1, 3, 10, 20])
@pytest.mark.parametrize(
    "sizes",
    [
        {(0, 0): 1, (0, 1): 2},
        {(0, 0): 20, (0, 1): 3, (1, 0): 9, (1, 2): 1, (2, 1): 7, (2, 3): 5},
        {(nth % 4, nth): 1 + nth % 3 for nth in range(20)},
    ],
)
def test_each_sample_is_as_likely_as_any_other_to_be_drawn(sizes, number):
    """Groups and cells of unlike sizes, over 2,000 seeds: within 4.5 standard errors."""
    found = [(*stratum, nth) for stratum, size in sizes.items() for nth in range(size)]
    seeds, number = 2_000, min(number, len(found) - 1)
    seen = Counter(
        one for seed in range(seeds) for one in drawn(found, lambda s: s[:2], seed)[:number]
    )
    share = number / len(found)
    error = (share * (1 - share) / seeds) ** 0.5
    deviations = [(seen[one] / seeds - share) / error for one in found]
    assert max(map(abs, deviations)) < 4.5


def test_twenty_of_kitab_are_of_many_authors_and_constraints():
    """As released the first 20 are one author's but for one; drawn they are of most."""
    kitab = load_benchmark("kitab")

    def first(**options):
        return kitab.load(kitab.options.parse(options))[1][:20]

    assert len({one.query.author for one in first(order="released")}) <= 2
    for seed in range(5):
        own = first(order_seed=seed)
        assert len({one.query.author for one in own}) >= 10
        assert len({one.query.types for one in own}) >= 7


@pytest.mark.parametrize("name", NAMES)
def test_orders_have_the_same_samples(name):
    """Another seed, and the order of the release, for all; shards part the drawn order."""
    chosen = load_benchmark(name)
    given = {"split": "cross"} if name == "kiwi" else {}

    def ids(**options):
        return [one.id for one in chosen.load(chosen.options.parse({**given, **options}))[1]]

    assert ids() != ids(order_seed=1) != ids(order="released")
    assert sorted(ids()) == sorted(ids(order_seed=1)) == sorted(ids(order="released"))
    assert [*ids(shard="0/3")[:2], *ids(shard="1/3")[:2]] == [ids()[nth] for nth in (0, 3, 1, 4)]


def test_inspect_gets_the_same_order_and_a_sample_of_each_run_in_turn():
    """So `inspect eval --limit` is a draw as well, of every run of a log."""
    kitab = load_benchmark("kitab")
    options = kitab.options.parse({})
    ids = [sample.id for sample in kitab.load(options)[1]]
    assert [sample.id for sample in task_of(options).dataset] == ids
    runs = kitab.options.each({"condition": "with_context,all_books"})
    first = [str(sample.id) for sample in build(kitab, runs).dataset[:4]]
    assert [id.partition("@")[2] for id in first] == ["with_context", "all_books"] * 2
    assert first[0] == f"{ids[0]}@with_context"


def test_raising_the_limit_asks_nothing_twice(tamis_here, monkeypatch):
    """The larger draw holds the smaller; the report says what was drawn, and how."""
    with Server(lambda prompt: "Output:\nNone") as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        args = ("run", "kitab", "--model", model)
        said = " ".join(tamis_here(*args, "--limit", "4").out.split())
        assert "4 of 481, drawn at random, order seed 0" in said
        small = set(server.calls)
        said = " ".join(tamis_here(*args, "--limit", "9").out.split())
        assert "9 of 481, drawn at random, order seed 0" in said
        assert len(small) == 4
        assert small < set(server.calls)
        assert len(server.calls) == 9
        assert set(server.calls.values()) == {1}
        said = tamis_here(*args, "--limit", "4", "-T", "order=released").out
        assert "4 of 481, the first as released" in said
    [run] = [r for r in read_runs([tamis_here.folder / "runs"]) if len(r.samples) == 9]
    assert run.identity["samples"] == "481"


def test_prompts_and_estimates_are_of_the_samples_that_a_run_asks():
    """A hybrid judge asks a model about few of the first: these, and not the first few such."""
    acs = load_benchmark("acs")
    options = acs.options.parse({"judge": "hybrid", "paraphrases": 2})
    first = {sample.id for sample in acs.load(options)[1][:20] if sample.needs_a_model}
    found = [request.id for request in acs.requests_of_first(options, 20)]
    assert {id.partition("/")[0] for id in found} == first
    assert len(found) == 2 * len(first)
    assert len(list(acs.requests_of_first(options, None))) == len(list(acs.requests(options)))
