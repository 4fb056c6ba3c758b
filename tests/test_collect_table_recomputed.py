"""`tamis collect table`: every gold of three awkward tables, computed again by other means."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from recomputed_golds import Recomputed
from tamis.collect.table import Columns, Wanted, build

Row = list[object]
COLUMNS = Columns("title", "by", "released", ("genre", "land"), ("price",), "text", ";")
CALLED = {"released": "release year", "by": "maker"}
MAKERS = ("Hugo Blanc", "Ida Holm", "Noor Haddad", "ida holm")


def repeated(draw: random.Random) -> Row:
    """Few titles, so that most stand several times, one of them also with a year to come."""
    title = (
        f"{draw.choice(['Golden', 'The Golden', 'Winter', 'A Dark'])} {draw.choice('HGRQ')}arbour"
    )
    return [title + draw.choice(["", " II", " & Co", " (Redux)"]), draw.choice(MAKERS),
            draw.choice([*range(1990, 2027), 2031]), draw.choice(["puzzle", "Puzzle", "racing"]),
            draw.choice(["Peru", "Chad", "Oman"]), round(draw.uniform(0, 70), 2)]  # fmt: skip


def with_gaps(draw: random.Random) -> Row:
    """A third of the cells is empty or cannot be read, and some have several values."""
    row: Row = [f"{draw.choice(['Salt', 'Dust', 'A.I.', 'Don’t', 'X-Ray'])} {draw.randrange(40)} "
                f"{draw.choice(['of Glass', 'Returns', 'in Lima', 'North'])}",
                ";".join(draw.sample(MAKERS[:3], draw.choice([1, 2]))), draw.randint(1950, 2024),
                ";".join(draw.sample(["war", "drama", "Drama", "noir"], draw.choice([1, 2]))),
                draw.choice(["Peru", "Chad", "Oman"]), draw.randint(60, 190)]  # fmt: skip
    for at in (1, 2, 3, 4, 5):
        if draw.random() < 0.3:
            row[at] = "" if at != 5 else draw.choice(["", "free"])
    return row


def in_two_languages(draw: random.Random) -> Row:
    """German and English: accents, articles of both, ß, and places that begin with both letters."""
    forms = ("Der {} Weg", "An der {}", "Über {}", "The {} Road", "An {} Tale", "{} Straße",
             "Ein Café in {}", "{} und Ödön", "A {} Élan", "Die {}-Brücke")  # fmt: skip
    place = draw.choice(["Åbo", "Köln", "Lima", "Oslo", "Ulm", "Zürich", "Ysop", "Échallens"])
    return [draw.choice(forms).format(place), draw.choice(["Zoë Groß", "Jürgen Îlot", "Ida Holm"]),
            draw.randint(1900, 2026), draw.choice(["Lyrik", "novel", "Märchen", "Essay"]),
            draw.choice(["Österreich", "Éire", "Wales"]), draw.randint(60, 900)]  # fmt: skip


@pytest.mark.parametrize("drawn", [repeated, with_gaps, in_two_languages])
def test_the_golds_are_those_of_the_table(tmp_path, drawn: Callable[[random.Random], Row]):
    """More than fifty set questions and fifty list queries of each, with none wrong."""
    draw, path = random.Random(drawn.__name__), tmp_path / "games.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["title", "by", "released", "genre", "land", "price", "text"])
        writer.writerows([*drawn(draw), f"Text {number}."] for number in range(150))
    built = build([path], COLUMNS, tmp_path / "out", Wanted(singles=24), called=CALLED)
    assert min(built.manifest[name]["queries"] for name in ("kitab", "quest")) > 50
    recomputed = Recomputed(path, ";", **CALLED)
    assert recomputed.faults(tmp_path / "out", "by", "released")[1] == []
    # The check is none if it does not see a gold that is missing.
    lines = [*_without_a_gold(tmp_path / "out" / "test.jsonl")]
    (tmp_path / "out" / "test.jsonl").write_text("".join(lines), encoding="utf-8")
    faults = recomputed.faults(tmp_path / "out", "by", "released")[1]
    assert len(faults) == len(lines)


def _without_a_gold(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield json.dumps({**record, "docs": record["docs"][1:]}) + "\n"
