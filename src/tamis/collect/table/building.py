"""From a table to a folder that `tamis run kitab` and `tamis run quest` evaluate."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from tamis.collect.kitab import AUTHORS, ONE, TWO
from tamis.collect.kitab.released_files import author_row
from tamis.collect.packaging import (
    MANIFEST,
    PACKAGE,
    check_folder,
    of_table,
    unfinished,
    write_package,
)
from tamis.collect.table import lists, questions
from tamis.collect.table.atoms import Atom, anchors, propose
from tamis.collect.table.cleaning import Counts, Entry, clean
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.entry_database import TEMPLATES, Engine
from tamis.collect.table.input_table import Table, read
from tamis.collect.table.summary import Make, told, why_nothing
from tamis.collect.table.templates import Wording, read_wording
from tamis.inputs.files import write_text
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
    published: str = "",
    say: Callable[[str], None] = lambda line: None,
) -> Built:
    """Make the dataset of a table in the folder `out`; the same inputs give the same bytes.

    List queries are made where an anchor is named, set questions where a text is. Nothing is
    written before everything is made; the manifest comes last. `licence` is the table's, for the
    card, and `published` a date, for Croissant. Raises InputError for what is wrong in the table,
    the SQL or the templates, for a folder that holds something else, and where nothing can be
    asked.
    """
    wanted = wanted or Wanted()
    _check_wanted(wanted, columns)
    check_folder(out, _OURS, "a collected table")
    table = read(files, sql, where, columns.as_text)
    columns.check(table.columns, "--sql" if sql is not None else str(files[0]))
    entries, counts = clean(table, columns)
    number = len(table.rows)
    table = replace(table, rows=[])  # what is wanted of them is in the entries
    wording = read_wording(table.name, templates, _many(entries, columns))
    say(f"items: {len(entries):,}")
    makers: dict[str, Make] = {}
    if columns.anchor:
        makers["kitab"] = lambda wanted: _lists(entries, columns, wanted, wording)
    if columns.text:
        makers["quest"] = lambda wanted: _questions(entries, table.name, columns, wanted, wording)
    texts: dict[str, list[str]] = {}
    made: dict[str, dict[str, Any]] = {}
    reasons: dict[str, str] = {}
    for name, make in makers.items():
        found, made[name] = make(wanted)
        texts |= found
        if not found:
            reasons[name] = why_nothing(made[name], columns, wanted, make)
    if not texts:
        left_out = [line for source in table.skipped for line in source.faults()]
        why = "; ".join([*reasons.values(), *left_out])
        raise InputError(f"nothing can be asked of {table.name}: {why.removesuffix('.')}.")
    manifest = _manifest(table, number, columns, wanted, sql, where, wording, counts, made)
    unfinished(out)
    for name in sorted(_OURS - {*texts, MANIFEST}):
        (out / name).unlink(missing_ok=True)
    for name, pieces in texts.items():
        write_text(out / name, pieces)
    write_package(out, texts, of_table(manifest, licence=licence, published=published))
    ready = tuple(name for name in made if name not in reasons)
    return Built(manifest, tuple(told(table, counts, made, reasons)), ready)


def _lists(
    entries: Sequence[Entry], columns: Columns, wanted: Wanted, wording: Wording
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    atoms, unusable = _parted(propose(entries, columns), lists.usable, wording)
    shelves, small = lists.shelves(entries, wanted)
    # Of a large table few anchors are asked about, and only their items are looked at.
    shelves, entries = lists.gathered(shelves, entries)
    engine = Engine(entries, columns)
    try:
        masks = _masks(engine, atoms)
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
        "values left out": unusable,
    }
    if not one and not two:
        return {}, counts
    # An empty file would be refused where it is read: what there is not is not written.
    texts = {name: list(lists.written(found)) for name, found in rows.items() if found}
    return texts | {
        lists.DOMAIN: [json.dumps(lists.domain(wording, columns), indent=2) + "\n"]
    }, counts


def _questions(
    entries: Sequence[Entry], name: str, columns: Columns, wanted: Wanted, wording: Wording
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    corpus, lost = questions.documents(entries)
    titles = [entry.title for entry in corpus]
    asked: dict[str, list[questions.SetQuestion]] = {}
    proposed = [*propose(corpus, columns), *anchors(corpus, columns)]
    atoms, unusable = _parted(proposed, questions.usable, wording)
    if corpus:
        engine = Engine(corpus, columns)
        try:
            masks = _masks(engine, atoms)
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
        "values left out": unusable,
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


def _parted(
    atoms: Sequence[Atom], usable: Callable[[Atom, Wording], bool], wording: Wording
) -> tuple[list[Atom], dict[str, Any]]:
    """The atoms that can be worded; how many values have some that cannot, and the first."""
    kept = [atom for atom in atoms if usable(atom, wording)]
    lost = {(atom.column, atom.value) for atom in set(atoms) - set(kept)}
    shown = [f"{value!r} in {column}" for column, value in sorted(lost)[:20]]
    return kept, {"values": len(lost), "first": shown}


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
    number: int,
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
                **({"cut short": source.cut} if source.cut else {}),
            }
            for source in table.skipped
        ],
        "sql": sql,
        "where": where,
        "columns": vars(columns),
        "options": vars(wanted),
        "wording": vars(wording) | {"many": sorted(wording.many)},
        "rows": number,
        **counts.as_plain(),
        **made,
    }
