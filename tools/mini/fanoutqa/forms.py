"""The layout of each kind of page: the rows of infoboxes, the columns of lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_BORN = {
    "Born": "{born}, {birthplace}",
    "Died": "{died}",
    "Occupation": "{work}",
    "Spouse": "{spouse}",
    "Children": "{children}",
}
INFOBOXES: Mapping[str, Mapping[str, str]] = {
    "islands": {
        "Area": "{km2} km²",
        "Coastline": "{coast} km",
        "Highest point": "{peak}, {peak_m} m",
        "Population (2021)": "{pop2021}",
        "Annual rainfall": "{rain} mm",
        "Seats in the Moot": "{seats}",
        "Joined the Union": "{joined}",
        "Emblem": "{bird}",
    },
    "towns": {
        "Island": "{island}",
        "Founded": "{founded}",
        "Population (2021)": "{pop2021}",
        "Mayor": "{mayor}",
        "Main industry": "{industry}",
        "Harbour depth": "{harbour_m} m",
    },
    "lighthouses": {
        "Island": "{island}",
        "First lit": "{lit}",
        "Designer": "{designer}",
        "Tower height": "{height_m} m",
        "Focal height": "{focal_m} m",
        "Range": "{range_nmi} nautical miles",
        "Characteristic": "{flashes}",
        "Automated": "{automated}",
    },
    "ferries": {
        "Entered service": "{entered}",
        "Builder": "{builder}",
        "Length": "{length_m} m",
        "Passengers": "{passengers}",
        "Cars": "{cars}",
        "Speed": "{knots} knots",
        "Route": "{from} – {to}",
        "Crossing": "{crossing}",
    },
    "premiers": {"In office": "{office}–{left}", "Party": "{party}", **_BORN},
    "designers": _BORN,
    "founders": _BORN,
    "festivals": {
        "Town": "{town}",
        "Month": "{month}",
        "First held": "{first}",
        "Founder": "{founder}",
        "Visitors (2022)": "{visitors}",
        "Emblem": "{emblem}",
    },
    "clubs": {
        "Town": "{town}",
        "Founded": "{founded}",
        "Ground": "{ground}",
        "Capacity": "{capacity}",
        "League titles": "{titles}",
        "Colours": "{colours}",
    },
    "birds": {
        "Scientific name": "{latin}",
        "Length": "{length_cm} cm",
        "Wingspan": "{wingspan_cm} cm",
        "Mass": "{mass_g} g",
        "Clutch": "{eggs}",
        "Breeding pairs (2020)": "{pairs}",
        "Largest colony": "{colony}",
    },
}
"""The rows of each kind's infobox; a row whose fact is unknown ("-") is left out."""


@dataclass(frozen=True)
class List:
    """A page that lists all of a kind: its columns and, where it has one, those of its old table.

    Rows are sorted by `by`, descending where it begins with "-".
    """

    kind: str
    by: str
    columns: Mapping[str, str]
    old_by: str = ""
    old_columns: Mapping[str, str] | None = None


LISTS = {
    "List of islands of the Calvane Islands": List(
        "islands", "title",
        {"Island": "title", "Area (km²)": "km2", "Population (2021)": "pop2021"},
        "title",
        {"Island": "title", "Population (2011)": "old_pop2011", "Population (1991)": "old_pop1991"},
    ),
    "List of towns of the Calvane Islands": List(
        "towns", "title",
        {"Town": "title", "Population (2021)": "pop2021", "Market day": "market"},
        "title",
        {"Town": "title", "Population (2011)": "old_pop2011", "Population (1991)": "old_pop1991"},
    ),
    "List of lighthouses of the Calvane Islands": List(
        "lighthouses", "title",
        {"Lighthouse": "title", "First lit": "lit", "Tower height (m)": "height_m"},
        "title",
        {"Lighthouse": "title", "Tower height in the first list (m)": "old_height_m"},
    ),
    "List of ferries of the Calvane Islands": List(
        "ferries", "title",
        {"Ship": "title", "Entered service": "entered", "Length (m)": "length_m"},
    ),
    "List of premiers of the Calvane Islands": List(
        "premiers", "office",
        {"Premier": "title", "Took office": "office", "Left office": "left", "Party": "party"},
    ),
    "2022–23 Calvane League": List(
        "clubs", "-points",
        {"Club": "title", "Won": "won", "Drawn": "drawn", "Lost": "lost", "Points": "points"},
    ),
    "List of festivals of the Calvane Islands": List(
        "festivals", "title",
        {"Festival": "title", "Month": "month", "Visitors (2022)": "visitors"},
        "title",
        {"Festival": "title", "Visitors (2012)": "old_visitors"},
    ),
    "Birds of the Calvane Islands": List(
        "birds", "title",
        {"Bird": "title", "Scientific name": "latin", "Breeding pairs (2020)": "pairs"},
        "title",
        {"Bird": "title", "Breeding pairs (1990)": "old_pairs"},
    ),
}  # fmt: skip

AMBIGUOUS = {
    "Merrin": {
        "Port Merrin": "the capital of the Calvane Islands",
        "Merrin Light": "a lighthouse on Great Sull",
        "Merrin (ferry)": "a ship of the Calvane Line",
        "Merrin Athletic": "a football club",
    },
    "Slate plover (disambiguation)": {
        "Slate plover": "a bird of the Calvane Islands",
        "Slate Plover (ferry)": "a ship named after it",
    },
}
