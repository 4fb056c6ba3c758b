"""A bound on money: `money(max=500)`, `money(below=20, per="item")`, `money(currency="EUR")`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field, field_validator, model_validator

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts._prices import Price, agree, currency_of, prices
from tamis.checking.constraint_types.constraint_type import decided, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.ledger.figures import Figure, alone, hedged, opened
from tamis.checking.ledger.interval import Interval
from tamis.checking.ledger.row import Cell, Row, kept
from tamis.checking.ledger.rows import MAX_CHARACTERS
from tamis.types import InputError

_MONEY_HEAD = re.compile(r"\b(?:costs?|prices?|budget|fees?|fares?|total|subtotal)\b|[$€£¥₹]", re.I)
_SIGN_OF = {"EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "USD": "$", "": "", "$": "$"}


class Money(Amount):
    """Money: the priced entries in `total`, each (`per="item"`), each day, or for each person.

    An entry is a line, an item or a row with a price; budgets, totals and notes are none. "3 × $80"
    counts so often. Ranges, alternatives, options, rates, entries without a price and prices in
    sentences make an interval, and so does a total that its entries contradict. Without a bound,
    all prices must be in `currency`.
    """

    id = "money"
    one = "price"
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

    @property
    def unit_name(self) -> str:
        """As `Amount.unit_name`."""
        return _SIGN_OF.get(self.currency, self.currency)

    def counted(self, number: float) -> str:
        """As `Count.counted`: "$3.50"."""
        shown = f"{number:,.2f}".removesuffix(".00")
        sign = _SIGN_OF.get(self.currency)
        return f"{sign}{shown}" if sign is not None else f"{shown} {self.currency}"

    def __str__(self) -> str:
        return super().__str__() if self.aims else f"all prices in {self.currency}"

    def read(self, row: Row) -> Sequence[Figure]:
        """As `Amount.read`: of a price in two currencies the one that is asked for."""
        return _priced(row, self.currency)

    def unfit(self, root: Row) -> str:
        """As `Amount.unfit`: prices in several currencies are not added."""
        units = [
            one.unit for row in root.walk() if not row.beside for one in self.read(row) if one.unit
        ]
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
        found_in = [(one.start + text.start, one.end + text.start) for one in found]
        wrong = [
            place for place, one in zip(found_in, found, strict=True)
            if not agree(one.currency, self.currency)
        ]  # fmt: skip
        if wrong:
            return decided(False, f"in another currency: {listed(text, wrong)}", places=wrong)
        said = f"{len(found)} in {self.currency}: {listed(text, found_in)}"
        return decided(True, said, places=found_in)


@kept
def _priced(row: Row, currency: str) -> list[Figure]:
    """The prices of a row, where a currency is asked for, or none is said."""
    if not row.cells:
        return _of_text(row, row.text, currency)
    return [one for cell in row.cells for one in _of_text(row, cell.text, currency, cell)]


def _of_text(row: Row, text: str, currency: str, cell: Cell | None = None) -> list[Figure]:
    if not any(map(str.isdigit, text)):
        return []
    bare = "" if cell and _MONEY_HEAD.search(cell.header) else None
    found = prices(text, bare=bare, pounds=currency == "GBP")
    if len({one.currency for one in found}) > 1:
        wanted = currency or found[0].currency
        found = [one for one in found if agree(one.currency, wanted)] or found
    made = [
        Figure(row, text, one.start, one.end, _value(one), "money", cell, one.currency,
               minus=one.high < 0)
        for one in found
    ]  # fmt: skip
    # "See note 2" is no price.
    return made if bare is None or alone(text, made) else list(map(opened, made))


def _value(one: Price) -> Interval:
    """What a price is, with its hedge; that of a minus without its sign."""
    if one.high < 0:
        return Interval(-one.high, -one.low)
    return hedged(Interval(one.low, one.high), one.hedge)
