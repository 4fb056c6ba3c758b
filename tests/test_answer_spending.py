"""Limits of tokens and money, with models that are scripted here."""

from __future__ import annotations

import asyncio

import pytest

from tamis.spending import Limits, Spending
from tamis.types import InputError, Reply


class Model:
    """Replies with a fixed usage when it is let; counts its calls."""

    def __init__(self, tokens: tuple[int, int] = (100, 50)) -> None:
        self.tokens, self.calls, self.together, self.most = tokens, 0, 0, 0

    async def __call__(self, messages, schema=None):
        """Reply after some turns of the loop."""
        self.calls += 1
        self.together += 1
        self.most = max(self.most, self.together)
        for _ in range(3):
            await asyncio.sleep(0)
        self.together -= 1
        return Reply("yes", tokens=self.tokens)


def asked(chat, *prompts: str) -> list[Reply]:
    """The replies to prompts that are sent at once."""

    async def all_of_them():
        return await asyncio.gather(*(chat([prompt]) for prompt in prompts))

    return asyncio.run(all_of_them())


def test_tokens_and_cost_are_the_providers_count_times_the_price():
    """2 calls of 100 in and 50 out, at 2 and 10 a million: 2 * (200 + 500) / 1,000,000."""
    spending = Spending(Limits(price=(2.0, 10.0)))
    asked(spending.limit(Model()), "a", "b")
    assert (spending.tokens_in, spending.tokens_out) == (200, 100)
    assert spending.cost == pytest.approx(0.0014)
    assert (spending.refused, spending.limited) == (0, "")


def test_without_a_price_there_is_no_cost():
    """No price is no cost of zero."""
    spending = Spending(Limits())
    asked(spending.limit(Model()), "a")
    assert spending.cost is None


def test_calls_beyond_the_token_limit_are_not_made():
    """Each call is 150 tokens of 400, its prompt 100: the fourth would have to begin at 450."""
    model, spending = Model(), Spending(Limits(tokens=400), longest=1000)
    replies = asked(spending.limit(model), *["x" * 400] * 6)
    assert model.calls == 3
    assert spending.refused == 3
    assert [reply.failed for reply in replies[3:]] == ["the limit of 400 tokens is reached"] * 3
    assert spending.limited == "the limit of 400 tokens is reached"
    assert not spending.failures


def test_calls_beyond_the_cost_limit_are_not_made():
    """Each call costs 0.0007; after two the prompt of a third, 0.0002, would pass 0.0015."""
    model = Model()
    spending = Spending(Limits(cost=0.0015, price=(2.0, 10.0)), longest=1000)
    replies = asked(spending.limit(model), *["x" * 400] * 4)
    assert model.calls == 2
    assert spending.cost == pytest.approx(0.0014)
    assert replies[2].failed == "the cost limit of 0.0015 is reached"


def test_a_limit_is_overrun_by_one_reply_at_most():
    """Calls in flight count with the longest reply, so near the limit they go one by one."""
    model, spending = Model((100, 900)), Spending(Limits(tokens=3000), longest=1000)
    asked(spending.limit(model), *["x" * 400] * 9)
    assert model.calls == 3
    assert spending.tokens_in + spending.tokens_out == 3000
    # Two prompts of 100 and replies of 1,000 fit at first, a third does not.
    assert model.most == 2


def test_prompts_are_measured_by_what_earlier_ones_came_to():
    """A script of a token to each character: after 100 tokens, 100 more do not fit into 180."""
    model, spending = Model((100, 0)), Spending(Limits(tokens=180))
    asked(spending.limit(model), "字" * 100)
    asked(spending.limit(model), "字" * 100)
    assert model.calls == 1
    asked(spending.limit(model), "字" * 80)
    assert model.calls == 2


def test_two_models_are_bounded_together_each_at_its_price():
    """100 in and 50 out: at (2, 10) 0.0007, at (20, 100) ten times that."""
    spending = Spending(Limits(price=(2.0, 10.0)))
    one, two = spending.limit(Model()), spending.limit(Model(), (20.0, 100.0))
    asked(one, "a")
    asked(two, "a")
    assert spending.cost == pytest.approx(0.0077)


def test_a_model_that_raises_has_failed_to_reply():
    """Whatever it raises is a reply that says so, and the others are not lost."""

    async def broken(messages, schema=None):
        if messages == ["b"]:
            raise RuntimeError("no\n  such luck")
        return Reply("yes", tokens=(1, 1))

    spending = Spending(Limits(tokens=1000))
    replies = asked(spending.limit(broken), "a", "b", "c")
    assert [reply.text for reply in replies] == ["yes", "", "yes"]
    assert replies[1].failed == "RuntimeError: no such luck"
    assert spending.failures == {"RuntimeError: no such luck": 1}


def test_a_cost_limit_without_a_price_is_refused():
    """It could not be honoured."""
    with pytest.raises(InputError, match="needs a price"):
        Limits(cost=1.0)
