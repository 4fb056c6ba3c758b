"""Prices: amounts of money with their currency, whose sign, code or name stands before or after."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from tamis.text.hedges import Hedge
from tamis.text.numbers import INDIAN, MONEY_POWERS, POWERS
from tamis.text.quantities import Quantity, quantities
from tamis.text.units import CODES, CURRENCIES, SIGNS

_CODES = "|".join(CODES)
_BEFORE = re.compile(
    rf"(?<![^\W_])(?:(?P<code>{_CODES})\s?|(?P<letters>(?:US|CA|AU|NZ|HK|A|C|S|R)?\$)\s?"
    rf"|(?P<sign>[{SIGNS}])\s?|(?P<rupees>Rs)\.?\s?)$"
)
_AFTER = re.compile(
    rf"\s?(?:(?P<power>(?i:k|mn|bn|thousand|million|billion)|M)\b\s?)?"
    rf"(?:(?P<name>(?-i:(?:{_CODES})(?![^\W\d_]))|[{SIGNS}]|(?i:US\s)?(?i:dollars?|bucks|euros?"
    r"|quid|pounds? sterling|pounds?|yen|yuan|rupees?|francs|kr|zł|złoty|cents?)(?![^\W\d_]))"
    r"(?!\d))?"
)
_POWERS = POWERS | MONEY_POWERS
_TO = re.compile(r"\s?(?:-|–|—|~|to)\s?")
_AND = re.compile(r"\s?(?:and|&)\s?")
_BETWEEN = re.compile(r"\bbetween\s(?:about\s)?\W?$", re.I)
_LEAST = re.compile(
    r"\b(?:from|starting (?:at|from)|starts at|upwards of)\s(?:about |around )?$", re.I
)
_MINUS = re.compile(r"(?:(?:^|[:|(]\s?)[-−–]|\s[-−])$")

_INDIAN = re.compile(INDIAN)
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3})[ \u00a0\u202f]$")
_GLUED = re.compile(rf"(?<![^\W_])(?:{_CODES})(?=\d)|[{SIGNS}]\.(?=\d)")


@dataclass(frozen=True)
class Price:
    """An amount of money at `text[start:end]`; negative where a minus stands before it."""

    low: float
    high: float
    currency: str
    start: int
    end: int
    hedge: Hedge = ""
    starting: bool = False
    """Whether it is said to be the least that it costs: "from $20"."""


def currency_of(name: str) -> str:
    """The code of a currency, by its sign, name or code; "$" for any dollar; "" for none."""
    folded = name.strip().rstrip(".").casefold()
    return CURRENCIES.get(folded, CURRENCIES.get(folded.removeprefix("us "), ""))


def agree(one: str, other: str) -> bool:
    """Whether two currencies may be the same: "$" may be any dollar, "kr" any crown."""
    dollars = {"$", "USD", "CAD", "AUD", "NZD", "HKD", "SGD"}
    crowns = {"kr", "SEK", "NOK", "DKK", "CZK"}
    pair = {one, other}
    return (
        one == other
        or "" in pair
        or ("$" in pair and pair <= dollars)
        or ("kr" in pair and pair <= crowns)
    )


def prices(text: str, *, bare: str | None = None, pounds: bool = True) -> list[Price]:
    """The prices of a text, in order.

    With `bare` a number without a currency is a price in that one, as in the column of a table.
    Without `pounds` "5 pounds" is a weight.
    """
    found: list[Price] = []
    taken = 0
    for q in quantities(_GLUED.sub(_parted, text)):
        if q.start < taken or q.ordinal or math.isinf(q.high):
            continue
        last = found[-1] if found else None
        glued = last and q.dimension == "count" and text[last.end : q.start] in ("-", "–", "—")
        if last and glued and last.low <= q.high:
            # "$10–15".
            found[-1] = replace(last, high=q.high, end=q.end, hedge="")
            taken = q.end
            continue
        one = _price(text, q, bare, pounds)
        if one is None:
            continue
        taken = one.end
        if last and last.low >= 0 and agree(last.currency, one.currency) and last.low <= one.high:
            between = text[last.end : one.start]
            both = _AND.fullmatch(between) and _BETWEEN.search(
                text, max(last.start - 20, 0), last.start
            )
            if both or _TO.fullmatch(between):
                found[-1] = replace(last, high=one.high, end=one.end, hedge="")
                continue
        found.append(one)
    return found


def _parted(found: re.Match[str]) -> str:
    """In as many characters, so that the numbers of "EUR100" and "$.99" are seen."""
    return found[0][:-1] + " " if found[0][0].isalpha() else "0."


def _price(text: str, q: Quantity, bare: str | None, pounds: bool) -> Price | None:
    start, end, low, high = q.start, q.end, q.low, q.high
    if q.dimension == "mass":
        if not (pounds and q.unit.casefold() in ("pound", "pounds")):
            return None
        low, high = q.written
        return Price(low, high, "GBP", start, end, q.hedge)
    if q.dimension not in ("money", "count"):
        return None
    sign = text.find(q.unit, start, end) if q.dimension == "money" else -1
    if sign > start and any(one.isspace() for one in text[start:sign]):
        # "Day 1 – $50": the number before the dash is no price; that of "5–$10" is one.
        low, start = high, sign + 1
    if indian := _INDIAN.match(text, start):
        low = high = float(indian[0].replace(",", ""))
        end = indian.end()
    elif (more := _THOUSANDS.search(text, max(start - 4, 0), start)) and low == high < 1000:
        # "1 200 €".
        low = high = 1000 * int(more[1]) + low
        start = more.start()
    before = _BEFORE.search(text, max(start - 6, 0), start)
    after = _AFTER.match(text, end)
    named = after["name"] if after and not before else None
    if before:
        currency = currency_of(before[0])
        start -= len(before[0])
    elif named:
        currency = currency_of(named)
    elif q.dimension == "money" or text[start] in SIGNS:
        currency = currency_of(q.unit or text[start])
    elif bare is not None and not q.noun:
        currency = bare
    else:
        return None
    if after and (named or after["power"]):
        end = after.end("name") if named else after.end("power")
        times = 10.0 ** _POWERS.get((after["power"] or "").casefold(), 0)
        if (named or "").casefold().startswith("cent"):
            times, currency = 0.01, "$"
        low, high = low * times, high * times
    if low < high and not q.sure and currency != "$":
        low = high  # "1.200 €": prices have no three decimals
    least = _LEAST.search(text, max(start - 24, 0), start) is not None
    if _MINUS.search(text, max(start - 3, 0), start):
        low, high, start = -high, -low, start - 1
    return Price(low, high, currency, start, end, "at least" if least else q.hedge, least)
