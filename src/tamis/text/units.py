"""Units by their words and their letters: what each measures, and how much of it is one of them.

A closed set: the units of the SI brochure (9th edition, 2019) and those of NIST's Handbook 44,
Appendix C, that texts about people and places have; money by the codes of ISO 4217.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

Dimension = Literal[
    "energy", "mass", "volume", "time", "clock", "span", "length", "share", "money", "count",
    "calendar", "area", "speed", "power", "data", "frequency", "celsius", "fahrenheit", "kelvin",
]  # fmt: skip
"""What a quantity measures. `count` is everything else, a number alone as well."""


class Unit(NamedTuple):
    """What a unit measures, and its factor to the base unit of that, which depends on nothing.

    Money is not converted: its `currency` is a code, and "$" is any dollar.
    """

    dimension: Dimension
    factor: float
    currency: str = ""


UNITS: dict[str, Unit] = {}
"""The units of one word in which people state requests, by their forms in small letters.

Energy is in kcal, mass in g, volume in ml, time in min, length in m, a share in percent.
"""

_MORE: dict[str, Unit] = {}


def _unit(dimension: Dimension, factor: float, forms: str) -> None:
    UNITS.update(dict.fromkeys(forms.split(), Unit(dimension, factor)))


def _more(dimension: Dimension, factor: float, forms: str) -> None:
    _MORE.update(dict.fromkeys(forms.split("|"), Unit(dimension, factor)))


_unit("energy", 1, "kcal kcals cal cals calorie calories kilocalorie kilocalories")
_unit("energy", 1 / 4.184, "kj kilojoule kilojoules")
_unit("mass", 1, "g gr gram grams gramme grammes gm gms")
_unit("mass", 0.001, "mg milligram milligrams")
_unit("mass", 1000, "kg kgs kilo kilos kilogram kilograms")
_unit("mass", 1_000_000, "t tonne tonnes ton tons")
_unit("mass", 453.59237, "lb lbs pound pounds")
_unit("mass", 28.349523, "oz ounce ounces")
_unit("volume", 1, "ml milliliter milliliters millilitre millilitres")
_unit("volume", 10, "cl centiliter centiliters centilitre centilitres")
_unit("volume", 1000, "l liter liters litre litres")
_unit("volume", 236.6, "cup cups")
_unit("volume", 14.8, "tbsp tablespoon tablespoons")
_unit("volume", 4.93, "tsp teaspoon teaspoons")
_unit("time", 1, "min mins minute minutes")
_unit("time", 60, "h hr hrs hour hours")
_unit("time", 1 / 60, "s sec secs second seconds")
_unit("length", 1, "m meter meters metre metres")
_unit("length", 1000, "km kms kilometer kilometers kilometre kilometres k")
_unit("length", 1609.34, "mi mile miles")
_unit("length", 0.01, "cm cms centimeter centimeters centimetre centimetres")
_unit("length", 0.3048, "ft foot feet")
_unit("share", 1, "% percent pct")

# What requests count ("3 days") or do not ask for; their words are what `quantities` counts.
_more("share", 1, "per cent|percentage point|percentage points")
_more("energy", 1 / 4184, "joule|joules")
_more("energy", 1000 / 4.184, "mj|megajoule|megajoules")
_more("energy", 3600 / 4.184, "kwh|kilowatt hour|kilowatt hours")
_more("energy", 3.6e6 / 4.184, "mwh|megawatt hour|megawatt hours")
_more("energy", 3.6e9 / 4.184, "gwh|gigawatt hour|gigawatt hours")
_more("energy", 3.6e12 / 4.184, "twh|terawatt hour|terawatt hours")
_more("mass", 1e-6, "µg|μg|mcg|microgram|micrograms")
_more("mass", 1e6, "metric ton|metric tons")
_more("mass", 1e9, "kilotonne|kilotonnes|kiloton|kilotons")
_more("mass", 1e12, "megatonne|megatonnes|megaton|megatons")
_more("mass", 907184.74, "short ton|short tons")
_more("mass", 1016046.9, "long ton|long tons")
_more("volume", 100, "dl|deciliter|deciliters|decilitre|decilitres")
_more("volume", 1e6, "m3|m^3|m³|cubic meter|cubic meters|cubic metre|cubic metres")
_more("volume", 1e15, "km3|km^3|km³|cubic kilometer|cubic kilometers|cubic kilometre"
      "|cubic kilometres|cubic km")  # fmt: skip
_more("volume", 28316.846592, "ft3|ft^3|ft³|cubic foot|cubic feet|cubic ft|cu ft|cu. ft")
_more("volume", 4.168181825e15, "cubic mile|cubic miles")
_more("volume", 3785.411784, "gallon|gallons")
_more("volume", 946.352946, "quart|quarts")
_more("volume", 473.176473, "pint|pints")
_more("volume", 29.57353, "fl oz|fl. oz|fluid ounce|fluid ounces")
_more("volume", 158987.29, "barrel|barrels")
_more("time", 1 / 60_000, "ms|millisecond|milliseconds")
_more("calendar", 1, "day|days")
_more("calendar", 7, "week|weeks")
_more("calendar", 30.436875, "month|months")
_more("calendar", 365.2425, "yr|yrs|year|years")
_more("calendar", 3652.425, "decade|decades")
_more("calendar", 36524.25, "century|centuries")
_more("length", 0.001, "mm|millimeter|millimeters|millimetre|millimetres")
_more("length", 1e-6, "µm|μm|micrometer|micrometers|micrometre|micrometres")
_more("length", 1e-9, "nm|nanometer|nanometers|nanometre|nanometres")
_more("length", 0.0254, "inch|inches")
_more("length", 0.9144, "yd|yds|yard|yards")
_more("length", 1852, "nmi|nautical mile|nautical miles")
_more("length", 9.4607304725808e15, "ly|light year|light years")
_more("area", 1e4, "ha|hectare|hectares")
_more("area", 4046.8564, "acre|acres")
for _factor, _words, _letters in (
    (1e6, "kilometer|kilometers|kilometre|kilometres", "km|kms"),
    (1, "meter|meters|metre|metres", "m"),
    (1e-4, "centimeter|centimeters|centimetre|centimetres", "cm"),
    (2589988.11, "mile|miles", "mi"),
    (0.09290304, "foot|feet", "ft"),
    (0.83612736, "yard|yards", "yd"),
    (6.4516e-4, "inch|inches", "in"),
):
    for _word in f"{_words}|{_letters}".split("|"):
        _more("area", _factor, f"square {_word}|sq {_word}|sq. {_word}|sq.{_word}")
    for _word in _letters.split("|"):
        _more("area", _factor, f"{_word}2|{_word}^2|{_word}²|sq{_word}")
_more("speed", 1, "km/h|kmh|kph|km/hr|km per hour|kilometers per hour|kilometres per hour")
_more("speed", 1.609344, "mph|mi/h|miles per hour|miles an hour")
_more("speed", 3.6, "m/s|m per second|meters per second|metres per second")
_more("speed", 1.852, "kn|knot|knots")
_more("power", 1, "watt|watts")
_more("power", 1e3, "kw|kilowatt|kilowatts")
_more("power", 1e6, "mw|megawatt|megawatts")
_more("power", 1e9, "gw|gigawatt|gigawatts")
_more("power", 745.7, "hp|bhp|horsepower")
_more("data", 1, "byte|bytes")
_more("data", 1e3, "kb|kilobyte|kilobytes")
_more("data", 1e6, "mb|megabyte|megabytes")
_more("data", 1e9, "gb|gigabyte|gigabytes")
_more("data", 1e12, "tb|terabyte|terabytes")
_more("data", 1e15, "pb|petabyte|petabytes")
_more("frequency", 1, "hz|hertz")
_more("frequency", 1e3, "khz|kilohertz")
_more("frequency", 1e6, "mhz|megahertz")
_more("frequency", 1e9, "ghz|gigahertz")
_more("celsius", 1, "°c|degree celsius|degrees celsius|degrees c|celsius|centigrade")
_more("fahrenheit", 1, "°f|degree fahrenheit|degrees fahrenheit|degrees f|fahrenheit")
_more("kelvin", 1, "kelvin|kelvins")

CURRENCIES = {
    "$": "$", "dollar": "$", "dollars": "$", "bucks": "$", "us$": "USD", "usd": "USD",
    "ca$": "CAD", "c$": "CAD", "cad": "CAD", "au$": "AUD", "a$": "AUD", "aud": "AUD",
    "nz$": "NZD", "nzd": "NZD", "hk$": "HKD", "s$": "SGD", "sgd": "SGD", "r$": "BRL", "brl": "BRL",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "quid": "GBP", "pound": "GBP", "pounds": "GBP", "sterling": "GBP",
    "¥": "JPY", "jpy": "JPY", "yen": "JPY", "cny": "CNY", "rmb": "CNY", "yuan": "CNY",
    "₹": "INR", "inr": "INR", "rs": "INR", "rupee": "INR", "rupees": "INR",
    "chf": "CHF", "franc": "CHF", "francs": "CHF", "sek": "SEK", "nok": "NOK", "dkk": "DKK",
    "kr": "kr", "pln": "PLN", "zł": "PLN", "złoty": "PLN", "czk": "CZK", "₩": "KRW", "krw": "KRW",
    "₺": "TRY", "₽": "RUB", "₱": "PHP", "฿": "THB", "mxn": "MXN", "zar": "ZAR", "₪": "ILS",
}  # fmt: skip
"""The code of each currency, by its sign, code or name in small letters; "$" is any dollar."""

CODES = (
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "CNY", "RMB", "INR", "SEK", "NOK",
    "DKK", "PLN", "CZK", "KRW", "MXN", "ZAR", "BRL", "SGD",
)  # fmt: skip
"""The codes of currencies, in capitals."""

SIGNS = "".join(one for one in CURRENCIES if len(one) == 1 and not one.isalpha())
"""The signs of currencies that are one character."""

_NAMED = {
    "us dollar": "USD", "us dollars": "USD", "u.s. dollar": "USD", "u.s. dollars": "USD",
    "american dollars": "USD", "canadian dollars": "CAD", "australian dollars": "AUD",
    "hong kong dollars": "HKD", "new zealand dollars": "NZD", "singapore dollars": "SGD",
    "pound sterling": "GBP", "pounds sterling": "GBP", "british pounds": "GBP",
    "renminbi": "CNY", "japanese yen": "JPY", "chinese yuan": "CNY", "indian rupees": "INR",
    "swiss francs": "CHF",
}  # fmt: skip

_CAPITALS = {
    "C": Unit("celsius", 1), "F": Unit("fahrenheit", 1), "K": Unit("kelvin", 1),
    "L": UNITS["l"], "W": Unit("power", 1),
}  # fmt: skip
_FORMS: dict[str, tuple[Unit, ...]] = {form: (unit,) for form, unit in (UNITS | _MORE).items()}
for _form, _code in (CURRENCIES | _NAMED).items():
    _FORMS[_form] = (*_FORMS.get(_form, ()), Unit("money", 1, _code))


def units(form: str) -> tuple[Unit, ...]:
    """What a unit may be that is written so: "pounds" are a weight or money; none for no unit.

    A letter alone means one unit in small and another, or none, as a capital: 5 m and 5 M.
    """
    if len(form) == 1 and form.isupper():
        return (_CAPITALS[form],) if form in _CAPITALS else ()
    return _FORMS.get(" ".join(form.lower().replace("-", " ").split()), ())


def pattern(without: Collection[str]) -> str:
    """The forms of all units but some, behind a number, as a regular expression, the longest first.

    A letter alone has the case that `units` knows, and is no unit in "the 1990s", "10 t-shirts" and
    "1998 W. Smith".
    """
    forms = sorted(_FORMS.keys() - {*without, "s"})
    letters = [form for form in forms if len(form) == 1 and form.isalpha()]
    words = _either([form for form in forms if form not in letters])
    capitals = "".join(_CAPITALS)
    return (
        rf"(?:(?i:{words})|(?:[{''.join(letters)}]|(?<= )s)(?![-'’&])"
        rf"|[{capitals}](?![-'’&]|\.? ?[A-Z\d]))(?![^\W_])"
    )


def _either(forms: Sequence[str]) -> str:
    """Any of some forms as a regular expression that goes through each beginning once."""
    rests: dict[str, list[str]] = {}
    for form in forms:
        rests.setdefault(form[:1], []).append(form[1:])
    ends = rests.pop("", None) is not None
    heads = (re.escape(first) if first != " " else "[ -]" for first in rests)
    ways = [head + _either(rest) for head, rest in zip(heads, rests.values(), strict=True)]
    return (
        f"(?:{'|'.join([*ways, ''] if ends else ways)})" if len(ways) + ends > 1 else "".join(ways)
    )
