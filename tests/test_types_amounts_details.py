"""Types of amounts and of items: their verdicts to the word, and what their wordings mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.checking.constraint_types import Text, type_of
from tamis.checking.constraint_types.amounts._figures import bounded, rate_in, rate_of_lead, same
from tamis.checking.constraint_types.amounts._lines import Written, cut
from tamis.checking.constraint_types.amounts._prices import agree, currency_of, prices
from tamis.checking.program.interval import Interval
from tamis.types import InputError

ROWS: dict[str, list[dict]] = {}
"""Texts with verdicts, by type: decided by hand, with the program's working (`renew.py`)."""
for _line in (
    (Path(__file__).parent / "data" / "amount_verdicts.jsonl").read_text("utf-8").split("\n")
):
    if _line:
        _row = json.loads(_line)
        ROWS.setdefault(_row["type"], []).append(_row)


def told(judged, text):
    """A whole verdict in a line: yes, no or open, the reason, the working, and the places."""
    word = {True: "yes", False: "no", None: "open"}[judged.satisfied]
    places = " | ".join(text[start:end] for start, end in judged.places)
    said = "; ".join(filter(None, (word, judged.reason, *judged.working)))
    return f"{said} @ {places}" if places else said


FORTY = [(id, n) for id, rows in ROWS.items() for n in range(0, len(rows), 40)]
"""Each type with every fortieth of its rows."""


@pytest.mark.parametrize(("id", "first"), FORTY)
def test_verdicts_are_these_to_the_word(id, first):
    """With the sums, what they hang on, and the places."""
    for row in ROWS[id][first : first + 40]:
        judged = type_of(id)(**row["given"]).judge(row["text"])
        assert told(judged, row["text"]) == row["verdict"], row


@pytest.mark.parametrize(("id", "first"), FORTY)
def test_a_part_of_a_response_has_its_places_in_the_whole(id, first):
    """The verdict is that of the part alone; its places are moved to where it stands."""
    for row in ROWS[id][first : first + 40 : 4]:
        one = type_of(id)(**row["given"])
        alone, moved = one.judge(row["text"]), one.judge(Text(row["text"], start=9))
        places = tuple((start + 9, end + 9) for start, end in alone.places)
        assert (moved.satisfied, moved.reason) == (alone.satisfied, alone.reason), row
        assert moved.places == places, row


@pytest.mark.parametrize("id", ROWS)
def test_the_examples_are_among_the_rows(id):
    """What is shown as kept to, and as not, with its parameters."""
    rows = {(str(row["given"]), row["text"]): row["verdict"][:2] for row in ROWS[id]}
    for (given, text), wanted in ((type_of(id).passes, "ye"), (type_of(id).fails, "no")):
        assert rows[str(given), text] == wanted
        assert type_of(id)(**given).judge(text).satisfied is (wanted == "ye")


def listed(*items):
    """A list."""
    return "\n".join(f"- {item}" for item in items)


PLAN = listed("9 am: Zoo", "{} pm: Lunch", "{} pm: Dinner", "{} pm: Home")
WORDINGS = {
    "money": {
        "keep the total under $500": ("- Hat: $499.99", "- Hat: $500"),
        "with a budget of at most 300 euros": ("- Hat: €300", "- Hat: €300.01"),
        "don't spend more than $50 in total": ("- Hat: $50", "- Hat: $50.01"),
        "each gift should cost less than $30": ("- Hat: $29.99", "- Hat: $30"),
        "every item between $10 and $25": ("- A: $10\n- B: $25", "- A: $9.99\n- B: $25"),
        "no more than £40 per day": (
            "**Day 1**\n- A: £30\n- B: £10\n\n**Day 2**\n- C: £39",
            "**Day 1**\n- A: £30\n- B: £11\n\n**Day 2**\n- C: £39",
        ),
        "up to $60 per person": ("- A: $60 per person", "- A: $61 per person"),
        "hotels under $150 a night": ("- Hotel Astoria: $149 per night\n- Bus: $900",
                                      "- Hotel Astoria: $150 per night\n- Bus: $900"),
        "spend at least $100 on food": ("- Food: $100\n- Bus: $9", "- Food: $99\n- Bus: $9"),
        "around $200 overall": ("- A: $181", "- A: $150"),
        "give all prices in euros": ("A: €3, B: 4 euros", "A: €3, B: $4"),
    },
    "quantity": {
        "at most 2,000 kcal per day": ("Lunch: soup, 2000 kcal", "Lunch: soup, 2001 kcal"),
        "under 500 calories per serving": ("499 kcal per serving", "500 kcal per serving"),
        "at least 30 g of protein per meal": (
            "Lunch: soup, 30 g protein", "Lunch: soup, 29 g protein"
        ),
        "no more than 10 km in total": ("- A: 4 km\n- B: 6 km", "- A: 4 km\n- B: 7 km"),
        "each walk should be between 3 and 6 km": (
            "- Walk: 3 km\n- Walk back: 6 km", "- Walk: 3 km\n- Walk back: 7 km"
        ),
        "drink at least 2 liters of water": (
            "- Water: 2 l\n- Tea: 1 l", "- Water: 1.9 l\n- Tea: 1 l"
        ),
        "use no more than 200 g of sugar": (
            "- 200 g sugar\n- 9 g salt", "- 201 g sugar\n- 9 g salt"
        ),
        "about 40 pages a day": ("Read 43 pages a day.", "Read 60 pages a day."),
    },
    "duration": {
        "it should take no more than 30 minutes": ("- A: 30 min", "- A: 31 min"),
        "a recipe that takes under an hour": ("- A: 59 min", "- A: 60 min"),
        "each exercise lasts at most 5 minutes": (
            "- A: 5 min\n- B: 4 min", "- A: 6 min\n- B: 4 min"
        ),
        "keep the whole meeting to 45 minutes": ("- A: 45 min", "- A: 46 min"),
        "a workout of about 20 minutes": ("- A: 21 min", "- A: 30 min"),
        "at least 8 hours of sleep": ("- Sleep: 8 hours", "- Sleep: 479 min"),
        "the presentation must last exactly 10 minutes": ("- A: 10 min", "- A: 11 min"),
        "no activity longer than 2 hours": ("- A: 2 hours\n- B: 1 h", "- A: 121 min\n- B: 1 h"),
        "study no more than 3 hours a day": (
            "**Day 1**\n- A: 2 h\n- B: 1 h\n\n**Day 2**\n- C: 1 h",
            "**Day 1**\n- A: 2 h\n- B: 61 min\n\n**Day 2**\n- C: 1 h",
        ),
        "between 15 and 20 minutes long": ("- A: 15 min", "- A: 14 min"),
    },
    "shares": {
        "the percentages must add up to 100": ("- A: 60%\n- B: 40%", "- A: 60%\n- B: 41%"),
        "make sure the shares total 100%": ("- A: 60%\n- B: 40%", "- A: 60%\n- B: 41%"),
        "no category gets more than 40%": ("- A: 40%\n- B: 9%", "- A: 41%\n- B: 9%"),
        "each weight between 10% and 50%": ("- A: 10%\n- B: 50%", "- A: 9%\n- B: 50%"),
        "at least 20% for savings": ("- Savings: 20%\n- B: 9%", "- Savings: 19%\n- B: 9%"),
        "the allocation should sum to 100 percent": ("- A: 60%\n- B: 40%", "- A: 60%\n- B: 39%"),
    },
    "clock": {
        "everything must happen before 8 pm": (PLAN.format(1, 6, 7), PLAN.format(1, 6, 8)),
        "dinner before 8:00 pm": (PLAN.format(1, 7, 9), PLAN.format(1, 8, 9)),
        "nothing before 9 am": (PLAN.format(1, 7, 9), f"- 8:59 am: Up\n{PLAN.format(1, 7, 9)}"),
        "be home by 10 pm": (PLAN.format(1, 7, 10), PLAN.format(1, 7, 11)),
        "all sessions between 9:00 and 17:00": ("- 9:00–17:00 Talk", "- 9:00–17:01 Talk"),
        "start the day no earlier than 7:30": (
            "- 07:30 Up\n- 08:00 Run", "- 07:29 Up\n- 08:00 Run"
        ),
        "lunch must be at noon": (PLAN.format(12, 7, 9), PLAN.format(1, 7, 9)),
        "the last activity must end by 9 pm": (PLAN.format(1, 7, 9), PLAN.format(1, 7, 10)),
        "the meeting has to start after 2 pm": ("- 2:01 pm: Meeting", "- 1:59 pm: Meeting"),
        "the first activity starts at 10 am": ("- 10 am: A\n- 1 pm: B", "- 9 am: A\n- 10 am: B"),
    },
    "dates": {
        "all dates must be in June 2025": ("1 June 2025, 30 June 2025", "1 June 2025, 1 July 2025"),
        "use ISO 8601 dates (YYYY-MM-DD)": ("On 2025-06-12.", "On 12/06/2025."),
        "write dates as DD/MM/YYYY": ("On 25/06/2025.", "On 06/25/2025."),
        "mention the deadline of March 3, 2026": ("On 3 March 2026.", "On 4 March 2026."),
        "list the events in chronological order": ("1 May 2020, 2 May 2020",
                                                   "2 May 2020, 1 May 2020"),
        "most recent first": ("2 May 2020, 1 May 2020", "1 May 2020, 2 May 2020"),
        "no date after 15 May 2025": ("On 15 May 2025.", "On 16 May 2025."),
        "everything before 1 July 2025": ("On 30 June 2025.", "On 1 July 2025."),
        "dates in ISO format": ("On 2025-06-12.", "On 12 June 2025."),
        "ISO dates": ("On 2025-06-12.", "On 12 June 2025."),
    },
    "year": {
        "only films from the 1990s": ("A (1990), B (1999)", "A (1990), B (2000)"),
        "events between 1900 and 1950": ("A (1900), B (1950)", "A (1899), B (1950)"),
        "nothing after 2010": ("A (2010)", "A (2011)"),
        "published since 2015": ("A (2015)", "A (2014)"),
        "all from before 1900": ("A (1899)", "A (1900)"),
        "only mention years in the 20th century": ("A (1901), B (2000)", "A (1900), B (2000)"),
    },
    "numbers_between": {
        "all numbers must be between 1 and 100": ("1, 100", "0, 100"),
        "only use numbers up to 20": ("7, 20", "7, 21"),
        "no number larger than 1,000": ("7 and 1,000", "7 and 1,001"),
        "numbers from 10 to 99 only": ("10, 99", "9, 99"),
        "no negative numbers": ("0, 7", "-1, 7"),
    },
    "named_count": {
        "at least 3 recipes": tuple(
            "\n".join(f"## {n}. Rice\n- salt\n- oil" for n in range(1, most)) for most in (4, 3)
        ),
        "give me five suggestions": (listed(*"abcde"), listed(*"abcd")),
        "suggest two options": (listed(*"ab"), listed(*"abc")),
        "with 3 examples": (listed(*"abc"), listed(*"abcd")),
        "list no more than seven steps": (listed(*"abcdefg"), listed(*"abcdefgh")),
        "between 4 and 6 reasons": (listed(*"abcd"), listed(*"abc")),
        "ten movie recommendations": (listed(*"abcdefghij"), listed(*"abcdefghi")),
        "use at most 8 ingredients": (listed(*"abcdefgh"), listed(*"abcdefghi")),
        "a 5-day plan": tuple(
            "\n\n".join(f"**Day {n}**\n- Zoo" for n in range(1, most)) for most in (6, 5)
        ),
        "at least two alternatives": (listed(*"ab"), listed("a")),
    },
    "plan": {
        "The schedule must include exactly 7 hours of work.": tuple(
            f"- 9:00–{end}:00 Work\n- {end}:00–18:00 Rest" for end in (16, 17)
        ),
    },
    "instruction": {
        "Include exactly 2 numbers in the response.": ("From 3 to 5.", "From 3 on, or 4, or 5."),
    },
    "items_start_with": {
        "each item must start with the letter B": (listed("Bean", "Bread"), listed("Bean", "Rice")),
        "every tip begins with a verb like 'Avoid'": (listed("Avoid it"), listed("Void it")),
        "all titles start with 'How to'": (listed("How to bake"), listed("How tobacco grows")),
        "at least one name beginning with Z": (listed("Ann", "Zoe"), listed("Ann", "Bob")),
        "no item may begin with 'The'": (listed("Bean", "Then so"), listed("Bean", "The rice")),
    },
    "items_end_with": {
        "every name ends with the letter a": (listed("Lima", "Cuba"), listed("Lima", "Oslo")),
        "each item must end in 'ing'": (listed("Running"), listed("Run")),
        "all bullet points end with an exclamation mark": (listed("Go!"), listed("Go.")),
        "one of them should end in 'land'": (listed("Peru", "Finland"), listed("Peru", "Chile")),
        "no word ends in s": (listed("cat", "dog"), listed("cat", "dogs")),
    },
    "items_word_count": {
        "each item must have exactly two words": (listed("Green tea"), listed("Hot green tea")),
        "each name at most three words": (listed("Hot green tea"), listed("Hot green tea pot")),
        "every title is at least 4 words long": (
            listed("Hot green tea pot"), listed("Hot tea pot")
        ),
        "one-word items only": (listed("Tea"), listed("Green tea")),
        "each option 2 to 5 words": (
            listed("Green tea", "A pot of green tea"), listed("Tea", "A pot of green tea")
        ),
    },
    "items_years": {
        "books published between 1990 and 1999": (
            listed("A (1990)", "B (1999)"), listed("A (1989)", "B (1999)")
        ),
        "films from 2010 or later": (listed("A (2010)"), listed("A (2009)")),
        "albums released before 1980": (listed("A (1979)"), listed("A (1980)")),
        "every entry must be from the 1960s": (listed("A (1969)"), listed("A (1970)")),
        "at least one published after 2015": (
            listed("A (2016)", "B (1999)"), listed("A (2015)", "B (1999)")
        ),
    },
    "items_human_name": {
        "each title must contain a human name": (listed("Harriet Hume"), listed("The House")),
        "titles with a person's name in them": (listed("Harriet Hume"), listed("The House")),
        "none of the titles contains a person's name": (
            listed("The House"), listed("Harriet Hume")
        ),
        "at least one title names a person": (
            listed("The House", "Harriet Hume"), listed("The House")
        ),
    },
    "items_city_name": {
        "every title must contain the name of a city": (
            listed("Death in Venice"), listed("The House")
        ),
        "only books with a city in the title": (listed("Death in Venice"), listed("The House")),
        "no title may contain a city name": (listed("The House"), listed("Death in Venice")),
        "one of the titles should mention a city": (
            listed("The House", "Death in Venice"), listed("The House", "The Mountain")
        ),
    },
    "items_from": {
        "choose only from red, green and blue": (listed("Red", "Green", "Blue"), listed("Pink")),
        "use only these ingredients: eggs, flour, milk": (
            listed("Eggs", "Flour", "Milk"), listed("Eggs", "Salt")
        ),
        "each answer must be yes or no": (listed("Yes", "No"), listed("Yes", "Perhaps")),
        "pick items from this list: pen, ruler": (listed("Pen", "Ruler"), listed("Pen", "Ink")),
    },
    "items_include": {
        "the list must include milk and eggs": (listed("Milk", "Eggs"), listed("Milk")),
        "make sure that Paris is one of the cities": (listed("Oslo", "Paris"), listed("Oslo")),
        "one of the items has to be sunscreen": (listed("Hat", "Sunscreen"), listed("Hat")),
        "include both the Louvre and the Orsay": (listed("Louvre", "Orsay"), listed("Louvre")),
    },
    "items_distinct": dict.fromkeys(
        ("do not list anything twice", "no duplicates", "all items must be different",
         "without repeating any name"),
        (listed("Oslo", "Rome"), listed("Oslo", "Rome", "Oslo")),
    ),
}  # fmt: skip
_ABC, _CBA = listed("Ant", "Bee", "Cat"), listed("Cat", "Bee", "Ant")
_RISES, _FALLS = listed("Cat: 2 kg", "Ant: 5 kg"), listed("Cat: 5 kg", "Ant: 2 kg")
_OLD, _NEW = listed("Cat (1969)", "Ant (1981)"), listed("Cat (1981)", "Ant (1969)")
WORDINGS["items_sorted"] = {
    **dict.fromkeys(
        ("in alphabetical order", "sort alphabetically", "sort them by name",
         "alphabetically ordered", "sorted by name alphabetically"), (_ABC, _CBA)),
    "sort the list alphabetically from Z to A": (_CBA, _ABC),
    **dict.fromkeys(
        ("from the cheapest to the most expensive", "cheapest first", "lowest price first",
         "smallest first", "shortest first", "sorted by price, lowest first"), (_RISES, _FALLS)),
    **dict.fromkeys(
        ("ranked from largest to smallest", "highest first", "tallest first", "largest first",
         "biggest first", "most expensive first", "sorted by price, highest first"),
        (_FALLS, _RISES)),
    **dict.fromkeys(
        ("in chronological order", "oldest first", "earliest first", "sorted by date",
         "sort by date ascending", "in order of date"), (_OLD, _NEW)),
    **dict.fromkeys(("newest first", "latest first", "most recent first"), (_NEW, _OLD)),
}  # fmt: skip


@pytest.mark.parametrize("id", WORDINGS)
def test_a_wording_means_what_it_says(id):
    """For each wording a text that just keeps to it, and one that just does not."""
    wordings = type_of(id).wordings
    assert wordings.keys() == WORDINGS[id].keys()
    for wording, (keeps, breaks) in WORDINGS[id].items():
        one = type_of(id)(**wordings[wording])
        assert one.judge(keeps).satisfied is True, (wording, one.judge(keeps))
        assert one.judge(breaks).satisfied is False, (wording, one.judge(breaks))


# Prices.

CODES = {
    "$": "$ dollar dollars bucks", "USD": "US$ usd", "CAD": "CA$ C$ cad", "AUD": "AU$ A$ aud",
    "NZD": "NZ$ nzd", "HKD": "HK$", "SGD": "S$ sgd", "BRL": "R$ brl", "EUR": "€ eur euro euros",
    "GBP": "£ gbp quid pound pounds sterling", "JPY": "¥ jpy yen", "CNY": "cny rmb yuan",
    "INR": "₹ inr rs rs. rupee rupees", "CHF": "chf franc francs", "SEK": "sek", "NOK": "nok",
    "DKK": "dkk", "kr": "kr kr.", "PLN": "pln zł złoty", "CZK": "czk", "KRW": "₩ krw", "TRY": "₺",
    "RUB": "₽", "PHP": "₱", "THB": "฿", "MXN": "mxn", "ZAR": "zar", "ILS": "₪", "": "shells",
}  # fmt: skip


def test_currencies_have_one_code():
    """By sign, code or name, in any case; dollars may be "US dollars"."""
    for code, names in CODES.items():
        for name in names.split():
            assert currency_of(name) == code, name
            assert currency_of(f" {name.upper()} ") == code, name
    assert currency_of("US dollars") == "$"


DOLLARS, CROWNS = ("USD", "CAD", "AUD", "NZD", "HKD", "SGD"), ("SEK", "NOK", "DKK", "CZK")


def test_a_dollar_may_be_any_dollar_and_a_crown_any_crown():
    """But not one another; two that are named are one only where they are the same."""
    for group, sign, other in ((DOLLARS, "$", "kr"), (CROWNS, "kr", "$")):
        for one in group:
            assert agree(sign, one)
            assert agree(one, sign)
            assert not agree(other, one)
            assert agree(one, "")
            assert all(agree(one, second) is (one == second) for second in (*group, "EUR"))
    assert not agree("$", "EUR")
    assert not agree("kr", "EUR")
    assert agree("EUR", "EUR")


THREE_LETTERS = "USD EUR GBP JPY CHF CAD AUD NZD CNY INR SEK NOK DKK PLN CZK KRW MXN ZAR BRL SGD"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *[(f"{code} 20", [(20, 20, code)]) for code in THREE_LETTERS.split()],
        *[(f"20{sign}", [(20, 20, code)]) for sign, code in
          {"€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₺": "TRY", "₽": "RUB",
           "₱": "PHP", "฿": "THB", "₪": "ILS", " USD": "USD", " Dollars": "$", " bucks": "$",
           " euro": "EUR", " quid": "GBP", " pounds sterling": "GBP", " pounds": "GBP",
           " yen": "JPY", " yuan": "CNY", " rupee": "INR", " francs": "CHF", " kr": "kr",
           " zł": "PLN", " złoty": "PLN", " US dollars": "$"}.items()],
        *[(f"{sign}20", [(20, 20, code)]) for sign, code in
          {"US$": "USD", "CA$": "CAD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "A$": "AUD",
           "C$": "CAD", "S$": "SGD", "R$": "BRL", "Rs ": "INR", "Rs. ": "INR"}.items()],
        *[(f"$2{power}", [(2 * times, 2 * times, "$")]) for power, times in
          {"k": 1e3, "K": 1e3, " thousand": 1e3, "mn": 1e6, "M": 1e6, " Million": 1e6, "bn": 1e9,
           " billion": 1e9}.items()],
        ("2 million dollars", [(2e6, 2e6, "$")]),
        ("99 cents", [(0.99, 0.99, "$")]),
        ("$5–10", [(5, 10, "$")]),
        ("$10–5", [(10, 10, "$")]),
        *[(f"$5{to}$8", [(5, 8, "$")]) for to in ("-", " – ", "—", "~", " to ")],
        ("$8 to $5", [(8, 8, "$"), (5, 5, "$")]),
        ("$5 to €8", [(5, 5, "$"), (8, 8, "EUR")]),
        ("$5 and $8", [(5, 5, "$"), (8, 8, "$")]),
        ("between $5 and $8", [(5, 8, "$")]),
        ("Between about $5 & $8", [(5, 8, "$")]),
        ("Day 1 – $50", [(50, 50, "$")]),
        ("1.200 € and $1.200", [(1200, 1200, "EUR"), (1.2, 1200, "$")]),
        ("1 200 € or 12 200 kr", [(1200, 1200, "EUR"), (12200, 12200, "kr")]),
        ("₹1,20,000 and ₹1,20,00,000", [(120000, 120000, "INR"), (12000000, 12000000, "INR")]),
        ("Off: -$5", [(-5, -5, "$")]),
        ("(−$5)", [(-5, -5, "$")]),
        ("| -$5", [(-5, -5, "$")]),
        ("Hat -$5", [(5, 5, "$")]),
        ("EUR100 and $.99", [(100, 100, "EUR"), (0.99, 0.99, "$")]),
        ("xEUR 20", []),
        ("the 1st $5", [(5, 5, "$")]),
        ("5 apples, 20%, 3 km, 7", []),
    ],
)  # fmt: skip
def test_a_price_is_read_with_what_stands_beside_it(text, wanted):
    """Its sign, code or name, its power, its range; each is where it stands."""
    found = prices(text)
    assert [(one.low, one.high, one.currency) for one in found] == wanted
    assert all(text[one.start : one.end] == text[one.start : one.end].strip() for one in found)


def test_a_bare_number_is_a_price_where_its_column_says_so():
    """But not what counts something; pounds are money only where money is meant."""
    assert [(one.low, one.currency) for one in prices("20", bare="EUR")] == [(20, "EUR")]
    assert prices("20 eggs", bare="EUR") == []
    assert prices("20") == []
    assert [one.currency for one in prices("5 pounds")] == ["GBP"]
    assert prices("5 pounds", pounds=False) == []
    assert prices("5 lb") == []


@pytest.mark.parametrize(
    ("text", "hedge", "starting"),
    [
        ("$5", "", False),
        ("about $5", "about", False),
        ("up to $5", "at most", False),
        *[(f"{words} $5", "at least", True) for words in
          ("from", "From about", "starting at", "starting from", "starts at", "upwards of around")],
        ("at least $5", "at least", False),
    ],
)  # fmt: skip
def test_a_price_that_is_only_the_least(text, hedge, starting):
    """It may be more than it starts from."""
    [one] = prices(text)
    assert (one.hedge, one.starting) == (hedge, starting)


# Figures and lines.


@pytest.mark.parametrize(
    ("text", "hedge", "wanted"),
    [
        ("20", "", (20, 25)),
        ("up to 20", "at most", (0, 25)),
        ("adds up to 20", "at most", (20, 25)),
        ("add up to about 20", "at most", (20, 25)),
        ("adding up to around 20", "at most", (20, 25)),
        ("added up to 20", "at most", (20, 25)),
        ("adds up to 20", "less than", (0, 25)),
        ("under 20", "less than", (0, 25)),
        ("about 20", "about", (20, 25)),
        ("from 20", "at least", (20, float("inf"))),
        ("over 20", "more than", (20, float("inf"))),
    ],
)
def test_an_amount_as_it_is_said(text, hedge, wanted):
    """A bound is an interval with an open end; what adds up to something is just that."""
    assert bounded(text, text.index("20"), 20, 25, hedge) == wanted


def test_two_intervals_are_the_same_up_to_a_share():
    """0.2% and a cent, at both ends; one without an end only where it is equal."""
    inf = float("inf")
    assert same(Interval(100, 100), Interval(100.2, 100.21))
    assert not same(Interval(100, 100), Interval(100, 100.22))
    assert not same(Interval(100.22, 100.22), Interval(100, 100.22))
    assert same(Interval(0, 0), Interval(0.01, 0.01))
    assert not same(Interval(0, 0), Interval(0.02, 0.02))
    assert same(Interval(100, 100), Interval(104, 104), 0.05)
    assert same(Interval(-100, -100), Interval(-100.2, -100.2))
    assert same(Interval(5, inf), Interval(5, inf))
    assert not same(Interval(5, inf), Interval(5.001, inf))
    assert not same(Interval(5, 5), Interval(5, inf))


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("Cost per person", "person"), ("Price each guest", "person"), ("For each kid", "person"),
        ("Cost/serving", "serving"), ("Cost / night", "night"), ("Daily cost", "day"),
        ("Nightly", "night"), ("Weekly", "week"), ("Monthly", "month"), ("Hourly", "hour"),
        ("Yearly", "year"), ("Annual fee", "year"), ("Cost", ""), ("Per day cost", "day"),
        ("Price per box", "box"), ("per gas", "gas"), ("per bus", "bus"), ("per dishes", "dishe"),
    ],
)  # fmt: skip
def test_what_a_column_is_for_each_of(header, wanted):
    """By its header, in one word."""
    assert rate_in(header) == wanted


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        ("Nutrition (per serving):", "serving"), ("For each guest:", "person"), ("Per day", "day"),
        ("Per day cost", ""), ("Nutrition:", ""),
    ],
)  # fmt: skip
def test_what_a_lead_says_its_figures_are_for(lead, wanted):
    """At its end only."""
    assert rate_of_lead(lead) == wanted


def test_a_part_of_a_line_has_its_place():
    """None is (0, 0); what goes beyond the line ends with it."""
    line = Written(None, "abcd", [5, 6, 7, 9])
    assert line.span(0, 2) == (5, 7)
    assert line.span(1, 4) == (6, 10)
    assert line.span(1, 9, by=3) == (9, 13)
    assert line.span(3, 4) == (9, 10)
    assert [line.span(*one) for one in ((2, 2), (3, 2), (4, 5))] == [(0, 0)] * 3
    assert Written(None, "abcd", []).span(0, 2) == (0, 0)


def test_a_long_line_is_cut():
    """At 70 signs, the last of which says so."""
    assert Written(None, "a " * 40, []).short == "a " * 34 + "a…"
    assert cut("a" * 70) == "a" * 70
    assert cut("a" * 71) == "a" * 69 + "…"
    assert cut(" a\n\n b ", 3) == "a b"


# Words and bounds.


@pytest.mark.parametrize(
    ("id", "given", "wanted"),
    [
        ("money", {"max": 3.5, "currency": "$"}, "at most $3.50 in all"),
        ("money", {"min": 1000, "currency": "EUR"}, "at least €1,000 in all"),
        ("money", {"exactly": 3, "currency": "GBP"}, "exactly £3 in all"),
        ("money", {"min": 3, "max": 4, "currency": "CHF"}, "3 CHF to 4 CHF in all"),
        ("money", {"about": 3, "currency": "JPY", "per": "item"}, "about ¥3 each"),
        ("money", {"below": 3, "above": 2, "currency": "INR", "per": "day"},
         "more than ₹2, less than ₹3 each day"),
        ("money", {"max": 3, "currency": "USD", "per": "night", "subject": "hotel"},
         "hotel: at most $3 per night"),
        ("money", {"max": 3}, "at most 3 in all"),
        ("money", {"currency": "€"}, "all prices in EUR"),
        ("quantity", {"max": 2.5, "unit": "km"}, "at most 2.5 km in all"),
        ("quantity", {"max": 2000, "unit": "g"}, "at most 2,000 g in all"),
        ("quantity", {"max": 7}, "at most 7 in all"),
        ("duration", {"max": "1 h 30 min", "min": 5}, "5 min to 1 h 30 min in all"),
        ("shares", {}, "exactly 100% in all"),
        ("shares", {"max": 33.333, "per": "item"}, "at most 33.33% each"),
        ("clock", {"before": "8 pm", "subject": "dinner"}, "all times of dinner before 20:00"),
        ("clock", {"after": "8 am", "not_before": "9:00", "not_after": "noon", "at": "10:30",
                   "which": "first"}, "the first time after 08:00, not before 09:00, not after "
         "12:00, at 10:30"),
        ("clock", {"at": "noon", "which": "last"}, "the last time at 12:00"),
        ("clock", {"at": "noon", "which": "start"}, "the start at 12:00"),
        ("clock", {"at": "noon", "which": "end", "subject": "work"}, "the end of work at 12:00"),
        ("dates", {"not_before": "June 1", "not_after": "30 June 2025"},
         "dates: not before --06-01, not after 2025-06-30"),
        ("dates", {"before": "2025-06-01", "after": "2025-05-01"},
         "dates: before 2025-06-01, after 2025-05-01"),
        ("dates", {"mentions": "--03-03", "order": "descending", "format": "ISO 8601"},
         "dates: one is --03-03, in order, descending, written YYYY-MM-DD"),
        ("year", {"min": 1990, "max": 1999}, "every year from 1990 to 1999"),
        ("year", {"min": 1990}, "every year 1990 or later"),
        ("year", {"max": 1990}, "every year up to 1990"),
        ("numbers_between", {"min": 0.5, "max": 9}, "every number at least 0.5 and at most 9"),
        ("numbers_between", {"max": 9}, "every number at most 9"),
        ("named_count", {"noun": "tips", "exactly": 3}, "exactly 3 tips"),
        ("named_count", {"noun": "tips", "exactly": 0}, "no tips"),
        ("plan", {"says": "Each day has 3 meals."}, "Each day has 3 meals."),
        ("items_start_with", {"start": "B"}, "every item starts with 'B'"),
        ("items_start_with", {"start": "B", "which": "none"}, "no item starts with 'B'"),
        ("items_end_with", {"end": "B", "which": "any"}, "any item ends with 'B'"),
        ("items_from", {"values": list("abcdefgh")}, "every item is one of a, b, c, d, e, f, g, h"),
        ("items_from", {"values": list("abcdefghij")},
         "every item is one of a, b, c, d, e, f, g, h and 2 more"),
        ("items_include", {"values": ["a", "b"]}, "the items include a, b"),
        ("items_distinct", {}, "no item twice"),
        ("items_sorted", {}, "the items in order by the alphabet"),
        ("items_sorted", {"by": "number", "descending": True},
         "the items in order by number, descending"),
        ("items_sorted", {"by": "date"}, "the items in order by date"),
        ("items_word_count", {"exactly": 2}, "every item has 2 words"),
        ("items_word_count", {"min": 2}, "every item has 2 or more words"),
        ("items_word_count", {"max": 2, "tolerance": 1}, "every item has 0 to 3 words"),
        ("items_years", {"min": 1990, "max": 1999}, "every item is of 1990 to 1999"),
        ("items_years", {"min": 1990}, "every item is of 1990 or later"),
        ("items_years", {"max": 1990}, "every item is of 1990 or earlier"),
        ("items_human_name", {}, "every item holds the name of a person"),
        ("items_city_name", {"which": "none"}, "no item holds the name of a city"),
    ],
)  # fmt: skip
def test_a_constraint_in_words(id, given, wanted):
    """As a person reads it."""
    assert str(type_of(id)(**given)) == wanted


@pytest.mark.parametrize(
    ("id", "given", "wanted"),
    [
        ("money", {"max": 3, "currency": "shells"},
         "money: 'shells' is no currency; write $, EUR, £ or the like."),
        ("money", {}, "money needs a number (max, min, below, …) or a currency."),
        ("quantity", {"unit": "km"},
         "quantity needs a number: exactly, min, max, below, above or about."),
        ("duration", {"max": "soon"},
         "duration: 'soon' is no length of time; write `1 h 30 min`."),
        ("duration", {"max": "1 to 2 hours"},
         "duration: '1 to 2 hours' is no length of time; write `1 h 30 min`."),
        ("duration", {"max": "1 hour or 2 hours"},
         "duration: '1 hour or 2 hours' is no length of time; write `1 h 30 min`."),
        ("clock", {"before": "later"}, "clock: 'later' is no time; write `20:00` or `8 pm`."),
        ("clock", {"before": "25:00"}, "clock: '25:00' is no time; write `20:00` or `8 pm`."),
        ("clock", {"before": "8 am, 9 am"},
         "clock: '8 am, 9 am' is no time; write `20:00` or `8 pm`."),
        ("clock", {"subject": "dinner"},
         "clock needs a time: before, after, not_before, not_after or at."),
        ("dates", {"before": "June 2025"}, "dates: 'June 2025' is no date; write `2025-06-12`."),
        ("dates", {"before": "soon"}, "dates: 'soon' is no date; write `2025-06-12`."),
        ("dates", {}, "dates needs a bound, an order, a format, or a date that is named."),
        ("dates", {"format": "YY"}, "dates: the format is 'YY'; there are YYYY-MM-DD, DD/MM/YYYY, "
         "MM/DD/YYYY, DD.MM.YYYY, DD-MM-YYYY, YYYY/MM/DD, D/M/YYYY, M/D/YYYY, Month D, YYYY, "
         "D Month YYYY, Mon D, YYYY, D Mon YYYY."),
        ("year", {}, "year needs a year: min or max."),
        ("year", {"min": 9, "max": 8}, "year: min is 9, above max, which is 8; exchange them."),
        ("numbers_between", {}, "numbers_between needs a number: min or max."),
        ("numbers_between", {"min": 9, "max": 8},
         "numbers_between: min is 9, above max, which is 8; exchange them."),
        ("items_years", {}, "items_years needs a year: min or max."),
        ("items_years", {"min": 9, "max": 8},
         "items_years: min is 9, above max, which is 8; exchange them."),
        ("items_word_count", {}, "items_word_count needs a number: exactly, min or max."),
    ],
)  # fmt: skip
def test_what_a_type_cannot_take_is_said(id, given, wanted):
    """In a sentence that says what to write."""
    with pytest.raises(InputError) as caught:
        type_of(id)(**given)
    assert str(caught.value) == wanted


@pytest.mark.parametrize(
    ("id", "given", "line"),
    [
        ("money", {"max": 9}, "- $3\n"), ("clock", {"before": "20:00"}, "- 1 pm: A\n"),
        ("named_count", {"noun": "tips", "min": 1}, "- a\n"),
        ("numbers_between", {"max": 9}, "3\n"), ("items_distinct", {}, "- a\n"),
    ],
)  # fmt: skip
def test_a_response_that_is_too_long_is_not_read(id, given, line):
    """More than 200,000 characters; just so many are read."""
    judged = type_of(id)(**given).judge(line + "x" * (200_001 - len(line)))
    assert (judged.satisfied, judged.working) == (None, ())
    assert judged.reason == "the response has more than 200,000 characters."
    judged = type_of(id)(**given).judge(line + "x" * (200_000 - len(line)))
    assert judged.reason != "the response has more than 200,000 characters."


def test_the_places_of_entries_and_of_things():
    """In the whole response, of a part too."""
    text = Text("Costs:\n\n- Tea: $3\n- Cake: $5\n- Total: $8")
    found = type_of("money")(max=9).found(text)
    assert [text.quote(span) for span in found] == ["$3", "$5", "$8"]
    found = type_of("named_count")("items", min=1).found(text)
    assert [text.quote(span) for span in found] == ["Tea: $3", "Cake: $5", "Total: $8"]
    assert type_of("named_count")("poems", min=1).found(Text("So it is.")) == []
    part = Text("x" * 9, start=7)
    assert type_of("named_count")("poems", min=1).found(part) == []


def test_of_many_entries_the_first_are_told():
    """Thirty, and how many more there are."""
    text = "\n".join(f"- Cup {n}: $2" for n in range(33))
    judged = type_of("money")(max=66).judge(text)
    assert judged.satisfied is True
    assert len(judged.places) == 33
    assert judged.working == (*(f"2: Cup {n}: $2" for n in range(30)), "and 3 more", "total: 66")
    each = type_of("money")(max=2, per="item").judge(text)
    assert each.working == (
        "33 of 33 keep to it",
        *(f"$2: Cup {n}: $2" for n in range(30)),
    )
    assert len(each.places) == 33
