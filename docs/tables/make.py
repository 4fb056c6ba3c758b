"""Make the tables of `docs/collect-table.md`: films, papers and restaurants that do not exist.

    python docs/tables/make.py

writes `films.csv`, `papers.jsonl` and `restaurants.parquet` beside this file (the last needs the
extra `collect`), and the suppliers that README asks about, `suppliers.csv`. Everything in them is
invented; the seed is fixed.
"""

from __future__ import annotations

import csv
import json
import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SEED = 7

DIRECTORS = ("Ida Holm", "Mateus Prado", "Noor Haddad", "Sunniva Aas", "Tomasz Wilk", "Yuki Arai")
GENRES = ("comedy", "crime", "drama", "documentary", "western")
PLACES = ("Lisbon", "Kraków", "Bergen", "Osaka", "Beirut", "Recife")
HEADS = ("The Ferry", "A Winter", "Letters", "The Orchard", "Dust", "Nine Lamps", "The Bridge",
         "Salt", "Kingfisher", "An Evening", "The Clockmaker", "Harbour")  # fmt: skip
TAILS = ("", "of Glass", "at Low Tide", "for Anna", "in Lisbon", "without Music", "of the North",
         "to Osaka", "by Lamplight", "and Samuel")  # fmt: skip
TROUBLES = ("a letter that comes thirty years late", "the sale of a house nobody wants",
            "a wager over a boat", "a missing witness", "the last season of a small theatre",
            "two families who share one well")  # fmt: skip

FIELDS = ("glaciology", "linguistics", "robotics", "soil science")
VENUES = ("Annals of Small Measurements", "Open Field Notes", "Proceedings of the Autumn Meeting")
AUTHORS = ("A. Brandt", "C. Okafor", "E. Lindqvist", "H. Moreau", "J. Tanaka", "L. Petrov",
           "R. Silva")  # fmt: skip
SUBJECTS = {
    "glaciology": ("meltwater", "firn density", "crevasse depth", "ice cores"),
    "linguistics": ("vowel length", "code switching", "word order", "loan words"),
    "robotics": ("gripper force", "path planning", "joint wear", "tactile sensing"),
    "soil science": ("peat moisture", "root growth", "clay minerals", "earthworm density"),
}
METHODS = ("Measuring", "Modelling", "A survey of", "Rethinking", "Limits of", "Predicting")
SETTINGS = ("in the field", "from sparse data", "over a decade", "with cheap sensors", "at scale",
            "under frost")  # fmt: skip

QUARTERS = ("Harbourside", "Mill Hill", "Old Town", "Station", "University")
CUISINES = ("Georgian", "Korean", "Peruvian", "Portuguese", "Turkish")
SIGNS = ("The Copper", "Café", "Little", "The Blue", "Casa", "Old", "The Second")
THINGS = ("Kettle", "Marta", "Lantern", "Heron", "Spoon", "Garden", "Porto", "Anchor", "Oven")
DISHES = ("dumplings", "grilled squid", "a bean stew", "flat bread from the stone oven",
          "pickled cabbage", "lamb on the bone")  # fmt: skip

MAKERS = ("Alder", "Birk", "Corvo", "Dova", "Elm", "Fjell", "Granit", "Hald", "Isar", "Jura",
          "Kite", "Lund", "Mira", "Nord", "Odin", "Pinto", "Quill", "Rho", "Sund",
          "Tarn")  # fmt: skip
GOODS = {"Boxes": "cardboard boxes", "Cloth": "linen and canvas", "Cork": "corks and stoppers",
         "Felt": "felt and padding", "Glass": "bottles and jars", "Labels": "printed labels",
         "Lamps": "lamps for workshops", "Nails": "nails and screws", "Pallets": "wooden pallets",
         "Paper": "wrapping paper", "Pumps": "small pumps", "Ropes": "ropes and nets",
         "Seals": "rubber seals", "Steel": "steel brackets", "Timber": "sawn timber"}  # fmt: skip
LANDS = ("Denmark", "Finland", "France", "Germany", "Italy", "Poland", "Spain", "Sweden")


def films(rng: random.Random) -> list[dict[str, Any]]:
    """72 films of six directors; two lack a genre and one its year."""
    # A head once for each director: titles that differ in a word would pass for one another.
    titles = [f"{head} {tail}".strip() for head in HEADS for tail in rng.sample(TAILS, 6)]
    made = []
    for number, title in enumerate(titles):
        director, genre, place = DIRECTORS[number % 6], rng.choice(GENRES), rng.choice(PLACES)
        year, runtime = rng.randint(1968, 2019), rng.randint(71, 164)
        made.append({
            "title": title,
            "director": director,
            "year": "" if number == 40 else year,
            "genre": "" if number in (11, 53) else genre,
            "runtime": runtime,
            "synopsis": f"{title} is a {genre} film of {year} that {director} shot in {place}. It "
            f"turns on {rng.choice(TROUBLES)}, and takes its {runtime} minutes to get there.",
        })  # fmt: skip
    return made


def papers(rng: random.Random) -> list[dict[str, Any]]:
    """60 papers, each by one to three of seven authors."""
    made = []
    pairs = [(field, s) for field in FIELDS for s in SUBJECTS[field]]
    options = [(f, f"{m} {s} {w}") for f, s in pairs for m in METHODS for w in SETTINGS]
    for field, title in rng.sample(options, 60):
        authors = sorted(rng.sample(AUTHORS, rng.choice((1, 2, 2, 3))))
        year, pages, venue = rng.randint(1996, 2024), rng.randint(4, 38), rng.choice(VENUES)
        title = title[0].upper() + title[1:]
        made.append({
            "title": title,
            "authors": authors,
            "year": year,
            "field": field,
            "venue": venue,
            "pages": pages,
            "abstract": f"{', '.join(authors)} ({venue}, {year}). A paper in {field}, of {pages} "
            f"pages. We describe {rng.randint(3, 40)} sites and report what could not be repeated.",
        })  # fmt: skip
    return made


def restaurants(rng: random.Random) -> list[dict[str, Any]]:
    """54 restaurants in five quarters of one town."""
    titles = _titles(rng, [f"{a} {b}" for a in SIGNS for b in THINGS], 54)
    made = []
    for title in titles:
        quarter, cuisine = rng.choice(QUARTERS), rng.choice(CUISINES)
        opened, price = rng.randint(1974, 2023), rng.randint(9, 61)
        garden = rng.random() < 0.4
        made.append({
            "name": title,
            "quarter": quarter,
            "cuisine": cuisine,
            "opened": opened,
            "price": float(price),
            "garden": garden,
            "review": f"{title} has cooked {cuisine} food in {quarter} since {opened}. Come for "
            f"{rng.choice(DISHES)}; a meal is about {price} euros. "
            + ("There is a garden." if garden else "There is no garden."),
        })  # fmt: skip
    return made


def suppliers(rng: random.Random) -> list[dict[str, Any]]:
    """300 suppliers; a third delivers to Norway, two thirds of these within a week."""
    made = []
    for number, (maker, goods) in enumerate((m, g) for m in MAKERS for g in GOODS):
        lands = rng.sample(LANDS, rng.choice((1, 2)))
        if rng.random() < 0.35:
            lands.insert(rng.randint(0, len(lands)), "Norway")
        where = ", ".join(lands[:-1]) + " and " + lands[-1] if len(lands) > 1 else lands[0]
        days = rng.choice((2, 3, 4, 5, 6, 7, 10, 14, 21))
        made.append({
            "id": f"s{number + 1:03}",
            "title": f"{maker} {goods}",
            "text": f"{maker} {goods} has made {GOODS[goods]} since {rng.randint(1921, 2020)}. It "
            f"delivers to {where} within {days} days. The smallest order is "
            f"{rng.randint(2, 40) * 10} pieces.",
        })  # fmt: skip
    return made


def main(folder: Path = HERE) -> None:
    """Write the four tables into `folder`."""
    write_csv(films(random.Random(f"films {SEED}")), folder / "films.csv")
    write_csv(suppliers(random.Random(f"suppliers {SEED}")), folder / "suppliers.csv")
    lines = [
        json.dumps(paper, ensure_ascii=False) for paper in papers(random.Random(f"papers {SEED}"))
    ]
    (folder / "papers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_parquet(restaurants(random.Random(f"restaurants {SEED}")), folder / "restaurants.parquet")


def write_csv(rows: list[dict[str, Any]], path: Path) -> None:
    """Write rows, whose columns the first one shows, as a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    """Write rows, whose types the first one shows, as a parquet file."""
    import duckdb

    types = {str: "VARCHAR", int: "INTEGER", float: "DOUBLE", bool: "BOOLEAN"}
    columns = ", ".join(f"{name} {types[type(value)]}" for name, value in rows[0].items())
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE made ({columns})")
        marks = ", ".join("?" * len(rows[0]))
        con.executemany(f"INSERT INTO made VALUES ({marks})", [[*row.values()] for row in rows])
        con.execute("COPY made TO $1 (FORMAT parquet)", [str(path)])


def _titles(rng: random.Random, options: list[str], number: int) -> list[str]:
    return rng.sample(sorted(set(options)), number)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
