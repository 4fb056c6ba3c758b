"""From a table to a folder that `tamis run kitab` and `tamis run quest` evaluate."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from tamis.collect.kitab import AUTHORS, ONE, TWO
from tamis.collect.kitab.released import author_row
from tamis.collect.packaging import MANIFEST, PACKAGE, check_folder, of_table, write_package
from tamis.collect.table import lists, questions
from tamis.collect.table.atoms import Atom, anchors, propose
from tamis.collect.table.cleaning import Counts, Entry, clean
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.engine import TEMPLATES, Engine
from tamis.collect.table.reading import Table, read
from tamis.collect.table.templates import Wording, read_wording
from tamis.files import write_text
from tamis.types import InputError

_OURS = {*lists.NAMES, *questions.NAMES, *PACKAGE}


@dataclass(frozen=True)
class Built:
    """What was made: the manifest, what to tell a person, and which benchmarks can run."""

    manifest: Mapping[str, Any]
    lines: tuple[str, ...]
    benchmarks: tuple[str, ...]


def build(
    files: Sequence[Path],
    columns: Columns,
    out: Path,
    wanted: Wanted | None = None,
    *,
    sql: str | None = None,
    where: str | None = None,
    templates: Path | None = None,
    licence: str = "",
    say: Callable[[str], None] = lambda line: None,
) -> Built:
    """Make the dataset of a table in the folder `out`; the same inputs give the same bytes.

    List queries are made where an anchor is named, set questions where a text is. Nothing is
    written before everything is made; the manifest comes last. `licence` is the table's, for the
    card. Raises InputError for what is
    wrong in the table, the SQL or the templates, for a folder that holds something else, and
    where nothing can be asked within the bounds of κ.
    """
    wanted = wanted or Wanted()
    _check_wanted(wanted, columns)
    check_folder(out, _OURS, "a collected table")
    table = read(files, sql, where, columns.as_text)
    columns.check(table.columns, "--sql" if sql is not None else str(files[0]))
    entries, counts = clean(table, columns)
    wording = read_wording(table.name, templates, _many(entries, columns))
    say(f"{len(entries):,} items")
    made: dict[str, Any] = {}
    texts: dict[str, list[str]] = {}
    if columns.anchor:
        rows, made["kitab"] = _lists(entries, columns, wanted, wording)
        texts |= {name: list(lists.written(rows[name])) for name in rows}
        texts[lists.DOMAIN] = [json.dumps(lists.domain(wording, columns), indent=2) + "\n"]
    if columns.text:
        asked, made["quest"] = _questions(entries, table.name, columns, wanted, wording)
        texts |= asked
    if not any(part["queries"] for part in made.values()):
        low, high = wanted.kappa
        raise InputError(
            f"nothing can be asked of {table.name} with κ from {low:g} to {high:g} and anchors of "
            f"{wanted.min_items} items or more; widen --kappa, lower --min-items or name more "
            "columns."
        )
    manifest = _manifest(table, columns, wanted, sql, where, wording, counts, made)
    # Without its manifest a folder is unfinished: a kill from here on leaves no false whole.
    for name in (MANIFEST, *sorted(_OURS - {*texts, MANIFEST})):
        (out / name).unlink(missing_ok=True)
    for name, pieces in texts.items():
        write_text(out / name, pieces)
    write_package(out, texts, of_table(manifest, licence=licence))
    ready = tuple(name for name, part in made.items() if part["queries"])
    return Built(manifest, tuple(_told(table, counts, made)), ready)


def _lists(
    entries: Sequence[Entry], columns: Columns, wanted: Wanted, wording: Wording
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, Any]]:
    engine = Engine(entries, columns)
    try:
        masks = _masks(engine, [a for a in propose(entries, columns) if lists.usable(a, wording)])
        shelves, small = lists.shelves(entries, wanted)

        one, two = list[dict[str, Any]](), list[dict[str, Any]]()
        for shelf in shelves:
            single = [(atom,) for atom in lists.singles(shelf, masks, wanted)]
            queries = [*single, *lists.doubles(shelf, masks, wanted)]
            made = lists.rows(shelf, queries, entries, engine, wording, columns)
            one += made[: len(single)]
            two += made[len(single) :]
        for shelf, atom in lists.unsatisfiable(len(one), shelves, masks, wanted):
            one += lists.rows(shelf, [(atom,)], entries, engine, wording, columns)
    finally:
        engine.close()
    alike = lists.confusable(shelves, entries)
    about = [author_row(lists.author(shelf, entries)) for shelf in shelves]
    rows = {ONE: one, TWO: two, AUTHORS: about}
    counts = {
        "queries": len(one) + len(two),
        "one constraint": len(one),
        "two constraints": len(two),
        "without an answer": sum(each["mapped_books"] == "[]" for each in (*one, *two)),
        "anchors": len(shelves),
        "anchors with too few items": small,
        "confusable titles": {"rows": len(alike), "first": alike[:20]},
    }
    # An empty file would be refused where it is read: what there is not is not written.
    return {name: found for name, found in rows.items() if found and (one or two)}, counts


def _questions(
    entries: Sequence[Entry], name: str, columns: Columns, wanted: Wanted, wording: Wording
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    corpus, lost = questions.documents(entries)
    titles = [entry.title for entry in corpus]
    asked: dict[str, list[questions.SetQuestion]] = {}
    if corpus:
        engine = Engine(corpus, columns)
        try:
            masks = _masks(engine, [*propose(corpus, columns), *anchors(corpus, columns)])
            for template in TEMPLATES:
                drawn = questions.choose(template, masks, len(corpus), wanted)
                made = [questions.ask(template, atoms, engine, titles) for atoms in drawn]
                # A fact that is unknown in a "not" takes answers away that the choice had.
                asked[template] = [q for q in made if q.answers and wanted.within(q.kappa)]
        finally:
            engine.close()
    few = [found[-1] for found in asked.values() if len(found) > 1][: questions.EXAMPLES]
    test = [q for found in asked.values() for q in found if q not in few]
    by_template = {t: sum(q.template == t for q in test) for t in TEMPLATES}
    everyone = [*few, *test]
    counts = {
        "queries": len(test),
        "examples": len(few),
        "documents": len(corpus),
        "rows without a document": {"rows": len(lost), "first": lost[:20]},
        "by template": by_template,
        "mean constrainedness": round(fmean(q.kappa for q in everyone), 4) if everyone else None,
        "share of answers whose text names what is asked": questions.stated(test, corpus),
    }
    if not test:
        return {}, counts
    texts = {
        questions.DOCUMENTS: list(questions.document_lines(corpus, name)),
        questions.TEST: _records(test, wording),
    }
    return texts | ({questions.TRAIN: _records(few, wording)} if few else {}), counts


def _records(asked: Sequence[questions.SetQuestion], wording: Wording) -> list[str]:
    records = (questions.record(question, wording) for question in asked)
    return [json.dumps(record, ensure_ascii=False) + "\n" for record in records]


def _many(entries: Sequence[Entry], columns: Columns) -> list[str]:
    """The columns of which some cell holds several values."""
    found = [columns.anchor] if any(len(entry.anchors) > 1 for entry in entries) else []
    return found + [
        name
        for name in columns.category
        if any(len(entry.categories.get(name, ())) > 1 for entry in entries)
    ]


def _masks(engine: Engine, atoms: Sequence[Atom]) -> dict[Atom, int]:
    return {atom: engine.mask(engine.condition(atom)) for atom in atoms}


def _check_wanted(wanted: Wanted, columns: Columns) -> None:
    numbers: dict[str, int] = {}
    if columns.anchor:
        numbers |= {"--singles": wanted.singles, "--doubles": wanted.doubles}
    if columns.text:
        numbers["--questions"] = wanted.questions
    if numbers and not any(numbers.values()):
        said = " and ".join(f"{option} 0" for option in numbers)
        raise InputError(f"nothing is asked for with {said}; give at least one more than 0.")


def _manifest(
    table: Table,
    columns: Columns,
    wanted: Wanted,
    sql: str | None,
    where: str | None,
    wording: Wording,
    counts: Counts,
    made: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "made by": "tamis collect table",
        "sources": [
            {
                "file": source.path.name,
                "bytes": source.path.stat().st_size,
                "sha256": source.sha256,
                "rows": source.rows,
                "lines left out": {"lines": len(source.skipped), "first": source.skipped[:20]},
            }
            for source in table.skipped
        ],
        "sql": sql,
        "where": where,
        "columns": vars(columns),
        "options": vars(wanted),
        "wording": vars(wording) | {"many": sorted(wording.many)},
        "rows": len(table.rows),
        **counts.as_plain(),
        **made,
    }


def _told(table: Table, counts: Counts, made: Mapping[str, Any]) -> list[str]:
    said = []
    for source in table.skipped:
        if source.skipped:
            numbers = ", ".join(map(str, source.skipped[:8]))
            numbers += ", …" if len(source.skipped) > 8 else ""
            noun = "line" if len(source.skipped) == 1 else "lines"
            said.append(
                f"{source.path.name}: lines that cannot be read and are left out: "
                f"{len(source.skipped):,} ({noun} {numbers})"
            )
    said += counts.lines()
    if kitab := made.get("kitab"):
        said.append(
            f"kitab: {kitab['one constraint']:,} queries of one constraint and "
            f"{kitab['two constraints']:,} of two, about {kitab['anchors']:,} anchors "
            f"(with too few items: {kitab['anchors with too few items']:,})"
        )
        if number := kitab["confusable titles"]["rows"]:
            said.append(
                "kitab: titles that pass for another of the same anchor in the paper's fuzzy "
                f"matching: {number:,} (the variant `strict` tells whole words apart)"
            )
    if quest := made.get("quest"):
        said.append(
            f"quest: {quest['queries']:,} questions and {quest['examples']} examples over "
            f"{quest['documents']:,} documents"
        )
        for family, share in quest["share of answers whose text names what is asked"].items():
            if share < 1:
                said.append(f"quest: {share:.0%} of the texts name the {family} that is asked for")
    return said
