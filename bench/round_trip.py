"""Titles that are written into lists and read back: 25 structures, 12 remarks, with and without
what a benchmark knows.

    python bench/round_trip.py [--every 20] [--wrong 10]

The titles are those of the mini data, of `tests/data/titles_*.csv` and 100 awkward ones; half of
structures and remarks, and the awkward titles, are by fresh eyes (`tests/data/list_forms.json`).
`exact`: every title of a list is read as written, but for case, quotes and marks around it; `else`:
the reply counts as read, and some item is another text. `--every N` takes each Nth list.
"""

from __future__ import annotations

import argparse
import csv
import html
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.benchmarks.kitab.data import load
from tamis.benchmarks.kitab.reply import looks_for
from tamis.reading.known import Known, letters
from tamis.reading.names import SEPARATED
from tamis.reading.replies import read
from tamis.types import READ

DATA = Path(__file__).parents[1] / "tests" / "data"
AUTHOR, YEAR = "Ida Kerrow", "1961"
SIZE = 5


def forms() -> tuple[list[dict[str, str]], list[str], list[str]]:
    """The structures, the remarks and the awkward titles."""
    made = json.loads((DATA / "list_forms.json").read_text(encoding="utf-8"))
    theirs, own = made["by_fresh_eyes"], made["own"]
    return (
        [*theirs["structures"], *own["structures"]],
        [*theirs["remarks"], *own["remarks"]],
        theirs["awkward"],
    )


def titles() -> list[str]:
    """All titles, each once."""
    found = [book.title for query in load("mini").queries for book in query.books]
    for path in sorted(DATA.glob("titles_*.csv")):
        with path.open(encoding="utf-8") as file:
            found += [row["title"] for row in csv.DictReader(file)]
    return list(dict.fromkeys([*found, *forms()[2]]))


def written(chosen: Sequence[str], structure: Mapping[str, str], remark: str) -> str:
    """A reply that lists titles in a structure, each with a remark."""
    escape = structure.get("escape", "")

    def escaped(text: str) -> str:
        match escape:
            case "json":
                return json.dumps(text, ensure_ascii=False)[1:-1]
            case "csv":
                return text.replace('"', '""')
            case "html":
                return html.escape(text, quote=False)
            case "table":
                return text.replace("|", "\\|")
        return text

    items = []
    for n, title in enumerate(chosen):
        said = remark.replace("{author}", AUTHOR).replace("{year}", YEAR)
        form = structure["item"] if remark else structure["item_without_remark"]
        values = {
            "{roman}": ("i", "ii", "iii", "iv", "v")[n],
            "{n}": str(n + 1),
            "{year}": YEAR,
            "{author}": AUTHOR,
            "{remark}": escaped(said),
            "{title}": escaped(title),
        }
        for name, value in values.items():
            form = form.replace(name, value)
        items.append(form)
    return structure["before"] + structure["between"].join(items) + structure["after"]


def lists(every: int = 1) -> Iterator[tuple[dict[str, str], str, list[str]]]:
    """Each structure with each remark and with none, and every title in lists of five."""
    structures, remarks, _ = forms()
    known = titles()
    random.Random(46).shuffle(known)
    known += known[: -len(known) % SIZE]
    groups = [known[at : at + SIZE] for at in range(0, len(known), SIZE)]
    number = 0
    for structure in structures:
        for remark in ["", *remarks]:
            for group in groups:
                number += 1
                if number % every == 0:
                    yield structure, remark, group


def result(found: Any, group: Sequence[str]) -> str:
    """`exact`, `else` or `unread`."""
    if found.outcome not in READ:
        return "unread"
    same = [*map(letters, found.values)] == [*map(letters, group)]
    return "exact" if same else "else"


def main() -> None:
    """Print the shares, with what is known and without."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--wrong", type=int, default=0, help="show so many that are not exact")
    options = parser.parse_args()
    base = looks_for("no_context")
    known = base.knowing(Known.titles(titles(), AUTHOR))
    author = base.knowing(Known(author=AUTHOR))
    for name, wanted in (("known", known), ("not known", author)):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        by_form: dict[str, Counter[str]] = defaultdict(Counter)
        shown = 0
        for structure, remark, group in lists(options.every):
            text = written(group, structure, remark)
            found = read(text, wanted)
            got = result(found, group)
            plain = not any(SEPARATED.search(title) for title in group)
            counts["all"][got] += 1
            counts["without a separator" if plain else "with one"][got] += 1
            by_form[structure["name"]][got] += 1
            if got != "exact" and shown < options.wrong and (name == "known" or got == "else"):
                shown += 1
                print(f"{'=' * 60}\n{name} {structure['name']} {got} {found.outcome} {found.why}")
                print(f"{text}\n--- {group}\n--- {found.values}")
        for what, count in counts.items():
            total = count.total()
            shares = "".join(f"  {k} {count[k] / total:.1%}" for k in ("exact", "else", "unread"))
            print(f"{name:10} {what:20} {total:6}{shares}")
        for what, count in sorted(by_form.items()):
            if count["exact"] < count.total():
                print(f"  {what:32} {dict(count)}", file=sys.stderr)


if __name__ == "__main__":
    main()
