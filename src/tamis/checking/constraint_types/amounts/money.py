"""A bound on money: `money(max=500)`, `money(below=20, per="item")`, `money(currency="EUR")`."""

from __future__ import annotations

import re

from pydantic import Field, field_validator, model_validator

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts._figures import Figure, bounded
from tamis.checking.constraint_types.amounts._prices import agree, currency_of, prices
from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS, Ledger
from tamis.checking.constraint_types.constraint_type import decided, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.types import InputError

_MONEY_HEAD = re.compile(
    r"(?:\b(?:costs?|prices?|amount|budget\w*|expenses?|spend\w*|fees?|fares?|sub-?total|rent"
    r"|salary|allocat\w+)\b|[$€£¥₹]|\b(?:usd|eur|gbp|chf|inr|cad|aud)\b)",
    re.I,
)
_SIGN_OF = {"EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "USD": "$", "": "", "$": "$"}


class Money(Amount):
    """Money: the priced entries in `total`, each (`per="item"`), each day, or for each person.

    An entry is a line, an item or a row with a price. Budgets, totals, what is left or saved, old
    prices and notes are none; "3 × $80" and "$80 per night for 3 nights" count so often. Ranges,
    alternatives, taxes, tips, and prices in sentences make an interval, in which a total that the
    response names decides; a total that its entries contradict is told. Without a bound, all
    prices must be in `currency`.
    """

    id = "money"
    one = "price"
    budgets = True
    passes = ({"max": 20, "currency": "$"}, "- Bread: $4\n- Cheese: $9.50\n- Wine: $6\n")
    fails = ({"max": 20}, "| Item | Cost |\n|---|---|\n| Tent | $15 |\n| Lamp | $9 |\n")
    wordings = {
        "at most $40 in total": {"max": 40, "currency": "$"},
        "under $500 in total": {"below": 500, "currency": "$"},
        "keep the total under $500": {"below": 500, "currency": "$"},
        "at most 40 euros in total": {"max": 40, "currency": "EUR"},
        "at most $40 per person": {"max": 40, "currency": "$", "per": "person"},
        "at most $40 per day": {"max": 40, "currency": "$", "per": "day"},
        "at most $40 each": {"max": 40, "currency": "$", "per": "item"},
        "all prices in euros": {"currency": "EUR"},
        "all prices in dollars": {"currency": "$"},
        "the total must be at most $100": {"max": 100, "currency": "$"},
    }

    currency: str = Field("", description="The currency, by its sign, code or name.")

    @field_validator("currency")
    @classmethod
    def _known(cls, value: str) -> str:
        if value and not currency_of(value):
            raise InputError(f"money: {value!r:.20} is no currency; write $, EUR, £ or the like.")
        return currency_of(value)

    @model_validator(mode="after")
    def _bounded(self) -> Money:
        if not self.aims and not self.currency:
            raise InputError("money needs a number (max, min, below, …) or a currency.")
        return self

    def counted(self, number: float) -> str:
        """As `Count.counted`: "$3.50"."""
        shown = f"{number:,.2f}".removesuffix(".00")
        sign = _SIGN_OF.get(self.currency)
        return f"{sign}{shown}" if sign is not None else f"{shown} {self.currency}"

    def __str__(self) -> str:
        return super().__str__() if self.aims else f"all prices in {self.currency}"

    def read(self, text: str, header: str) -> list[Figure]:
        """As `Amount.read`: of a price in two currencies the one that is asked for."""
        bare = "" if header and _MONEY_HEAD.search(header) else None
        found = prices(text, bare=bare, pounds=self.currency == "GBP")
        if len({one.currency for one in found}) > 1:
            wanted = self.currency or found[0].currency
            found = [one for one in found if agree(one.currency, wanted)] or found
        each = self.per in ("item", "each")
        return [
            Figure(
                bounded(
                    text, one.start, one.low, one.high, "" if one.starting and each else one.hedge
                ),
                one.start,
                one.end,
                one.currency,
            )
            for one in found
        ]

    def unfit(self, ledger: Ledger) -> str:
        """As `Amount.unfit`: prices in several currencies are not added."""
        units = [one.unit for line in ledger.ordered() for one in line.come.figures if one.unit]
        wanted = self.currency or next(iter(units), "")
        others = sorted({unit for unit in units if not agree(unit, wanted)})
        return f"there are prices in {', '.join(others)}." if others else ""

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if self.aims:
            return super().verify(text)
        found = prices(text.text[:MAX_CHARACTERS], pounds=self.currency == "GBP")
        if not found:
            return undecided("no price could be read.")
        spans = [(one.start + text.start, one.end + text.start) for one in found]
        wrong = [
            s for s, one in zip(spans, found, strict=True) if not agree(one.currency, self.currency)
        ]
        if wrong:
            return decided(False, f"in another currency: {listed(text, wrong)}", places=wrong)
        return decided(
            True, f"{len(spans)} in {self.currency}: {listed(text, spans)}", places=spans
        )
