"""What the tokens of a call cost: read from a cache, written to it, reasoning, and all others."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from inspect_ai.model import ModelOutput, ModelUsage

from server import Server, as_service, completion
from tamis import models, prices
from tamis.report import card
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.spending import Limits, Price, Spending, Tokens, cost_of
from tamis.types import Reply, TokenKinds

OWN = Price(2, 10, input_cache_read=0.5, input_cache_write=2.5, reasoning=20)
USED = Tokens(into=1000, out=200, cache_read=600, cache_written=100, reasoning=150)
BY_OWN = 0.00465
"""300 at 2, 600 at .5, 100 at 2.5, 50 at 10, 150 at 20: 600 + 300 + 250 + 500 + 3,000 millionths"""

BY_FULL = 0.004
"""1,000 at 2 and 200 at 10: 2,000 + 2,000 millionths."""


@pytest.mark.parametrize(
    ("price", "cost"),
    [
        (OWN, BY_OWN), (Price(2, 10), BY_FULL), ((2, 10), BY_FULL),
        # Less what one kind costs at the full price: 600 at 2, 100 at 2, 150 at 10.
        (Price(2, 10, input_cache_read=0), 0.0028), (Price(2, 10, input_cache_write=0), 0.0038),
        (Price(2, 10, reasoning=0), 0.0025),
    ],
)  # fmt: skip
def test_each_kind_of_token_has_its_price_or_the_full_one(price, cost):
    """Worked out by hand."""
    assert cost_of(USED, price) == pytest.approx(cost)


def test_limits_and_reports_count_alike():
    """The same tokens at the same price: in `Spending`, and in the card of a run."""

    async def chat(messages, schema=None):
        return Reply("x", tokens=USED[:2], kinds=TokenKinds(*USED[2:]))

    spending = Spending(Limits(price=OWN))
    asyncio.run(spending.limit(chat)(["y"]))
    run = Run("m", "model", "kitab", "8", {}, (), 0, tokens={"a/m": USED})
    [priced] = card.priced([run], {"a/m": OWN})
    assert spending.cost == priced.cost == pytest.approx(BY_OWN)


@pytest.mark.parametrize(
    ("used", "tokens"),
    [
        # OpenAI, Google, Anthropic: the output has the reasoning in it, the input no cached tokens.
        ({"input_tokens": 100, "output_tokens": 30, "total_tokens": 1030, "reasoning_tokens": 20,
          "input_tokens_cache_read": 900}, Tokens(1000, 30, cache_read=900, reasoning=20)),
        ({"input_tokens": 100, "output_tokens": 30, "total_tokens": 1130,
          "input_tokens_cache_read": 900, "input_tokens_cache_write": 100},
         Tokens(1100, 30, cache_read=900, cache_written=100)),
        # xAI: reasoning beside the output, which only the total shows.
        ({"input_tokens": 37, "output_tokens": 530, "total_tokens": 800, "reasoning_tokens": 233},
         Tokens(37, 763, reasoning=233)),
    ],
)  # fmt: skip
def test_each_token_is_counted_once(used, tokens):
    """Whatever a provider counts separately, or within something else."""
    output = ModelOutput(model="m", usage=ModelUsage(**used))
    assert models.tokens_of(output) == tokens


def test_a_card_says_at_which_price_cached_tokens_and_reasoning_were_counted():
    """Their own where the prices have one, else the full price; of what there was none, nothing."""
    run = Run("m", "model", "kitab", "8", {}, (), 0, tokens={"a/m": USED._replace(cache_written=0)})
    half = Price(2, 10, input_cache_read=0.5, source="prices.yaml")
    said = card.identity(card.priced([run], {"a/m": half}), [])["prices"]
    assert "prices.yaml" in said
    assert re.search("cache at their own price", said)
    assert re.search("reasoning tokens at the full price", said)
    assert "written" not in said


def test_what_a_log_says_of_its_cost_gives_way_only_to_prices_that_were_given():
    """The list that Tamis has does not overrule it."""
    run = Run("m", "model", "kitab", "8", {}, (), 0, tokens={"a/m": USED}, cost=7.0)
    assert card.priced([run], {"a/m": OWN}, before_log=False)[0].cost == 7
    assert card.priced([run], {"a/m": OWN})[0].cost == pytest.approx(BY_OWN)


def test_a_price_file_has_prices_of_their_own(tmp_path):
    """Under Inspect's names, and `reasoning`; a price of 0 is one."""
    file = tmp_path / "p.yaml"
    file.write_text("m: {input: 2, output: 10, input_cache_read: 0, reasoning: '2e1'}\n")
    assert prices.in_file(file, "a/m") == Price(2, 10, 0, None, 20, str(file))


def test_a_price_that_is_not_known_is_refused(tamis_here):
    """A slip would be the full price, without a word; the sentence lists what there is."""
    (tamis_here.folder / "p.yaml").write_text("m: {input: 1, output: 1, input_cache_red: 0.1}\n")
    args = ("estimate", "kitab", "--model", "a/m", "--prices", "p.yaml")
    said = tamis_here(*args, check=2).err
    assert said.startswith("Error: p.yaml, m: there is no price 'input_cache_red'")
    assert all(kind in said for kind in ("input_cache_read", "input_cache_write", "reasoning"))


def test_the_list_has_prices_for_names_of_inspect_with_source_and_day():
    """Each is a whole price; a model that no provider of the list has is not in it."""
    price = prices.listed("openai/gpt-4o")
    assert price is not None
    assert 0 < price.input_cache_read < price.input < price.output
    assert re.match(r"litellm [\d.]+, \d{4}-\d\d-\d\d, US dollars", price.source)
    assert prices.listed("openai-api/lab/gpt-4o") is None


def test_an_estimate_uses_the_list_and_says_so_and_a_file_overrides_it(tamis_here):
    """A model that is not in the list, and none, are each told what is missing."""
    estimate = ("estimate", "kitab", "--limit", "4")
    said = tamis_here(*estimate, "--model", "openai/gpt-4o").out
    assert re.search(r"prices of +litellm .* --prices FILE overrides", said)
    (tamis_here.folder / "p.yaml").write_text("gpt-4o: {input: 1, output: 1}")
    mine = tamis_here(*estimate, "--model", "openai/gpt-4o", "--prices", "p.yaml").out
    assert "litellm" not in mine
    assert "p.yaml" in mine
    unknown = tamis_here(*estimate, "--model", "openai-api/lab/x").out
    assert "no price of openai-api/lab/x is known; give --prices FILE" in unknown
    assert "give --model NAME" in tamis_here(*estimate).out


def cached(prompt: object) -> bytes:
    """1,000 tokens in, of which 900 are in the provider's cache, and 10 out."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010,
             "prompt_tokens_details": {"cached_tokens": 900}}  # fmt: skip
    return json.dumps(completion("Output:\nNone") | {"usage": usage}).encode()


@pytest.mark.parametrize(
    ("more", "calls", "cost", "how"),
    [("", 4, "0.044", "the full"), (", input_cache_read: 1", 8, "0.023", "their own")],
)
def test_cached_tokens_are_in_the_cost_of_a_run(tamis_here, monkeypatch, more, calls, cost, how):
    """A limit of .045 at 10 and 100 a million: 4 calls of .011 at the full price; all 8 of .0029.

    The report says what the limit has counted.
    """
    with Server(cached) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/cached"
        (tamis_here.folder / "p.yaml").write_text(f"{model}: {{input: 10, output: 100{more}}}")
        tamis_here("run", "kitab", "--model", model, "--out", "one", "--limit", "8",
                   "--max-connections", "1", "--max-tokens", "10", "--prices", "p.yaml",
                   "--cost-limit", "0.045", check=int(calls < 8))  # fmt: skip
        assert sum(server.calls.values()) == calls
    [run] = read_runs([tamis_here.folder / "one"])
    assert run.usage["input tokens"] == calls * 1000
    tamis_here("report", "one", "--prices", "p.yaml", "--html", "page.html")
    page = (tamis_here.folder / "page.html").read_text()
    assert f"<td>{cost}</td>" in page
    assert f"cache at {how} price" in page
