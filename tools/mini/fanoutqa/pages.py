"""The wiki's pages from `facts.md` and `prose.md`, as HTML with an infobox and sections.

All choices of wording, and all figures that no question uses, are drawn from a hash of the page's
title, so that the same sources always give the same pages.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tamis.types import InputError

HERE = Path(__file__).parent
FACTS, PROSE = "facts.md", "prose.md"
PEOPLE = ("premiers", "designers", "founders")

Row = Mapping[str, str]
Tables = Mapping[str, Sequence[Row]]

# fmt: off
FIRST_NAMES = (
    "Agnes", "Barnaby", "Clement", "Dinah", "Ezra", "Frieda", "Gilbert", "Harriet", "Ivo",
    "Jessamy", "Kenneth", "Lavinia", "Magnus", "Nora", "Olaf", "Prudence", "Ralph", "Sibyl",
    "Torquil", "Una", "Victor", "Winifred", "Yorick", "Zillah",
)
LAST_NAMES = (
    "Ashlar", "Bewick", "Cutlack", "Dredge", "Eskew", "Flett", "Gathers", "Hobday", "Innes",
    "Jermyn", "Kirkbride", "Lusk", "Mowat", "Norquoy", "Ollason", "Peace", "Quill", "Rendall",
    "Scollay", "Tulloch", "Urquhart", "Vass", "Wishart", "Yule",
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)
# fmt: on
DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west")
NICKNAMES = (
    "the Lampers",
    "Mistmen",
    "the Kelp-eaters",
    "the Gannets",
    "the Tarbrushes",
    "Old Wool",
)
LAMP_NAMES = ("Thimble", "Old Pipe", "Bride", "Grey Widow", "Pepper Pot", "Constable")
NUMBERS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")

COUNTS = ("pop2021", "pop2011", "pop1991", "visitors", "pairs", "capacity")
"""Columns whose figures are printed with commas between thousands; years are not."""

BORN_IN = {
    "towns": "founded", "lighthouses": "lit", "ferries": "entered", "festivals": "first",
    "clubs": "founded",
}  # fmt: skip
"""The column with the year before which a page has no statements about its subject."""


@dataclass
class Draws:
    """Random draws seeded by a title: the same on every machine and in every version of Python."""

    title: str
    drawn_so_far: int = 0

    def below(self, bound: int) -> int:
        """A whole number from 0, below `bound`."""
        self.drawn_so_far += 1
        digest = hashlib.sha256(f"{self.title}/{self.drawn_so_far}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % bound

    def pick(self, values: Sequence[str]) -> str:
        """One of the values."""
        return values[self.below(len(values))]

    def sample(self, values: Sequence[str], number: int) -> list[str]:
        """`number` of the values, in their own order."""
        left = list(range(len(values)))
        kept = [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]
        return [values[k] for k in sorted(kept)]


@dataclass
class Section:
    """The sentences of a heading: those that are always used, and a pool to draw from.

    `table` has the header of a table, and templates of rows, each after its number of repeats.
    """

    heading: str
    take: int = 0
    must: list[str] = field(default_factory=list)
    pool: list[str] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)


def read_facts(folder: Path = HERE) -> dict[str, list[dict[str, str]]]:
    """The tables of `facts.md` by their headings; InputError for a row of another length."""
    tables: dict[str, list[dict[str, str]]] = {}
    columns: list[str] = []
    name = ""
    lines = (folder / FACTS).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("## "):
            name, columns = line[3:].strip(), []
            tables[name] = []
        elif line.startswith("|") and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
                continue
            if len(cells) != len(columns):
                raise InputError(
                    f"{folder / FACTS}, line {number}: {len(cells)} cells under {len(columns)} "
                    "columns; correct the row."
                )
            tables[name].append(dict(zip(columns, cells, strict=True)))
    return tables


def read_prose(folder: Path = HERE) -> tuple[dict[str, list[Section]], dict[str, str]]:
    """The sections by kind of page, and the texts of complete pages by title."""
    kinds: dict[str, list[Section]] = {}
    whole: dict[str, str] = {}
    text = (folder / PROSE).read_text(encoding="utf-8")
    for part in re.split(r"(?m)^# ", text)[1:]:
        name, _, body = part.partition("\n")
        if not re.search(r"(?m)^[!-] ", body):
            whole[name.strip()] = body.strip()
            continue
        sections = kinds.setdefault(name.strip(), [])
        for line in body.splitlines():
            if line.startswith("## "):
                heading, take = line[3:].rsplit(" ", 1)
                sections.append(Section(heading, int(take)))
            elif line[:2] == "! ":
                sections[-1].must.append(line[2:])
            elif line[:2] == "- ":
                sections[-1].pool.append(line[2:])
            elif line[:2] == "| ":
                sections[-1].table.append(line.strip("| ").split(" | "))
    return kinds, whole


def display(title: str) -> str:
    """A title without its disambiguation: "Merrin" for "Merrin (ferry)"."""
    return re.sub(r" \([^)]*\)$", "", title)


def printed(column: str, cell: str) -> str:
    """A cell as it is printed: titles without disambiguation, counts with commas."""
    return f"{int(cell):,}" if column.removeprefix("old_") in COUNTS else display(cell)


def prose(
    kind: str, row: Row, tables: Tables, kinds: Mapping[str, Sequence[Section]]
) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """The headings of a page, each with its sentences and its table; the first heading is empty."""
    draws, values = Draws(row["title"]), _values(kind, row, tables)
    since = _since(kind, row)
    own = {section.heading: section for section in kinds.get(kind, [])} if kind in PEOPLE else {}

    def word(line: str) -> str:
        return _worded(line, values, draws, since, tables, row)

    for section in (*kinds["people" if kind in PEOPLE else kind], *kinds["common"]):
        more = own.get(section.heading, Section(""))
        pool = [line for line in (*more.pool, *section.pool) if _fits(line, since)]
        chosen = [*more.must, *section.must, *draws.sample(pool, section.take)]
        lines = [word(line) for line in chosen]
        if section.heading == "History":
            lines.sort(
                key=lambda line: int((re.findall(r"\b1\d{3}\b|\b20\d\d\b", line) or ["0"])[0])
            )
        cells = section.table[:1]
        for times, *form in section.table[1:]:
            for _ in range(int(word(times).removesuffix(" x"))):
                cells.append([word(cell) for cell in form])
        yield ("" if section.heading == "Lead" else section.heading), lines, cells


def _since(kind: str, row: Row) -> int:
    if kind in PEOPLE:
        return int(row["born"][-4:]) + 25
    return int(row[BORN_IN[kind]]) if kind in BORN_IN else 0


def _fits(line: str, since: int) -> bool:
    return all(int(last) > since for last in re.findall(r"\{year:\d+-(\d+)\}", line))


def _worded(
    line: str, values: Mapping[str, str], draws: Draws, since: int, tables: Tables, row: Row
) -> str:
    """A sentence with its wordings chosen and its fields filled."""
    line = re.sub(r"\[([^\]]*)\]", lambda found: draws.pick(found[1].split("|")), line)

    def fill(found: re.Match[str]) -> str:
        name, first, last = found[1], int(found[2] or 0), int(found[3] or 0)
        if name in values:
            return values[name]
        if name in ("n", "year", "past", "dec", "Nn"):
            first = max(first, since + 1) if name == "year" else first
            drawn = first + draws.below(last - first + 1)
            if name == "Nn":
                return NUMBERS[drawn - 2]
            return f"{drawn // 10 * 10}s" if name == "dec" else str(drawn)
        if name == "who":
            return f"{draws.pick(FIRST_NAMES)} {draws.pick(LAST_NAMES)}"
        if name in ("other_town", "other_island"):
            titles = [other["title"] for other in tables[f"{name[6:]}s"]]
            return draws.pick([title for title in titles if title not in row.values()])
        lists = {"month": MONTHS, "dir": DIRECTIONS, "nick": NICKNAMES, "nickname": LAMP_NAMES}
        if name not in lists:
            raise InputError(f"{PROSE}: {{{name}}} is neither a column nor a filler; correct it.")
        return draws.pick(lists[name])

    return re.sub(r"\{(\w+)(?::(\d+)-(\d+))?\}", fill, line)


def _values(kind: str, row: Row, tables: Tables) -> dict[str, str]:
    """The values for the fields of a page: its facts, and words that follow from them."""
    values = {column: printed(column, cell) for column, cell in row.items()}
    values["name"] = display(row["title"])
    if kind in PEOPLE:
        values |= _person(kind, row, tables)
    if kind == "birds":
        proper = row["title"].startswith(("Calvane", "Sull"))
        values["name_low"] = row["title"] if proper else row["title"][0].lower() + row["title"][1:]
        values["name"] = f"the {values['name_low']}"
        values["egg_word"] = "egg" if row["eggs"] == "1" else "eggs"
    if kind == "festivals":
        values["days_text"] = "one day" if row["days"] == "1" else f"{row['days']} days"
    return values


def _person(kind: str, row: Row, tables: Tables) -> dict[str, str]:
    surname, dead = row["title"].split()[-1], row["died"] != "-"
    children = {"0": "no children", "1": "one child"}.get(
        row["children"], f"{row['children']} children"
    )
    marriage = f"{surname} never married and had no children."
    if row["spouse"] != "-":
        marriage = f"{surname} married {row['spouse']}; they had {children}."
    made = {
        "premiers": "",
        "designers": _works(row, tables["lighthouses"], "designer", "lit", "the towers of"),
        "founders": _works(row, tables["festivals"], "founder", "first", "from this grew"),
    }[kind]
    fame = ", who was premier" if dead else ", premier"
    return {
        "surname": surname,
        "a_work": f"{'an' if row['work'][0] in 'aeio' else 'a'} {row['work']}",
        "death_note": f", died {row['died']}" if dead else "",
        "is_was": "was" if dead else "is",
        "fame": fame if kind == "premiers" else "",
        "until": ""
        if kind != "premiers"
        else f" to {row['left']}"
        if row["left"] != "-"
        else " on",
        "marriage": marriage,
        "works": made,
    }


def _works(row: Row, table: Sequence[Row], column: str, year: str, words: str) -> str:
    made = [f"{work['title']} ({work[year]})" for work in table if work[column] == row["title"]]
    return f"{words} {' and '.join(made)}"


def paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Sentences in paragraphs of at most four."""
    for start in range(0, len(lines), 4):
        yield " ".join(lines[start : start + 4])


def escaped(text: str) -> str:
    """Text escaped for HTML."""
    return html.escape(text, quote=False)
