"""Makes a folder from a table that `tamis run kitab` and `tamis run quest` can evaluate."""

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
from tamis.collect.table.entry_database import TEMPLATES, EntryDatabase, Holds
from tamis.collect.table.input_table import Table, read
from tamis.collect.table.names_in_titles import Finder
from tamis.collect.table.shown_queries import (
    Asked,
    check_lines,
    histogram_lines,
    row_text,
    sample_lines,
)
from tamis.collect.table.summary import Made, Make, summary_lines, why_nothing
from tamis.collect.table.templates import Wording, read_wording
from tamis.inputs.files import write_text
from tamis.inputs.json_records import json_lines
from tamis.types import InputError

_OURS = {*lists.NAMES, *questions.NAMES, *PACKAGE}


@dataclass(frozen=True)
class Built:
    """The result: the manifest, the lines to print, and the benchmarks that can be run."""

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
    called: Mapping[str, str] | None = None,
    finder: Finder | None = None,
    check: int = 0,
    licence: str = "",
    published: str = "",
    say: Callable[[str], None] = lambda line: None,
) -> Built:
    """Make the dataset of a table in the folder `out`; the same inputs give the same bytes.

    List queries are made where an anchor is named, set questions where a text column is. All is
    made before anything is written; the manifest is written last. `called` are words for columns,
    `finder` finds the names in titles, and `check` golds are drawn for a person to check. `licence`
    is that of the table, for the card; `published` is a date, for Croissant. Raises InputError for
    faults in the table, the SQL or the templates, for a folder that holds other files, and where no
    query can be made.
    """
    wanted = wanted or Wanted()
    _check_wanted(wanted, columns)
    check_folder(out, _OURS, "a collected table")
    table = read(files, sql, where, columns.as_text)
    columns.check(table.columns, "--sql" if sql is not None else str(files[0]))
    entries, counts = clean(table, columns, wanted.latest_year)
    number = len(table.rows)
    rows = _rows(table, columns) if check else {}
    table = replace(table, rows=[])  # the entries have what is needed of them
    wording = read_wording(table.name, templates, _many(entries, columns), called)
    say(f"items: {len(entries):,}")
    if finder is None:
        wanted = replace(wanted, names="")
    else:
        say(f"asking {wanted.names} for names in the titles")
        entries = finder(entries)
    makers: dict[str, Make] = {}
    if columns.anchor:
        makers["kitab"] = lambda wanted: _lists(entries, columns, wanted, wording)
    if columns.text:
        makers["quest"] = lambda wanted: _questions(entries, table.name, columns, wanted, wording)
    texts: dict[str, list[str]] = {}
    made: dict[str, Mapping[str, Any]] = {}
    asked: dict[str, Sequence[Asked]] = {}
    reasons: dict[str, str] = {}
    for name, make in makers.items():
        found = make(wanted)
        made[name] = found.counts
        texts |= found.texts
        if found.texts:
            asked[name] = found.asked
        else:
            reasons[name] = why_nothing(found.counts, columns, wanted, make)
    if not texts:
        left_out = [line for source in table.skipped for line in source.faults()]
        why = "; ".join([*reasons.values(), *left_out])
        raise InputError(f"no query can be made from {table.name}: {why.removesuffix('.')}.")
    manifest = _manifest(table, number, columns, wanted, sql, where, wording, counts, made)
    unfinished(out)
    for name in sorted(_OURS - {*texts, MANIFEST}):
        (out / name).unlink(missing_ok=True)
    for name, pieces in texts.items():
        write_text(out / name, pieces)
    write_package(out, texts, of_table(manifest, licence=licence, published=published))
    ready = tuple(name for name in made if name not in reasons)
    lines = [
        *summary_lines(table, counts, made, reasons, wanted),
        *sample_lines(asked, wanted.seed),
        *histogram_lines(asked),
        *(check_lines(asked, rows, check, wanted.seed) if check else ()),
    ]
    return Built(manifest, tuple(lines), ready)


def _rows(table: Table, columns: Columns) -> dict[int, str]:
    """The cells of the named columns but the text, as they stand in each row."""
    named = [name for name in columns.named if name != columns.text]
    found = {}
    for number, *cells in table.rows:
        row = dict(zip(table.columns, cells, strict=True))
        found[number] = row_text(number, table.unit, {name: row[name] for name in named})
    return found


def _lists(entries: Sequence[Entry], columns: Columns, wanted: Wanted, wording: Wording) -> Made:
    proposed = propose(entries, columns, bool(wanted.names))
    atoms, unusable = _parted(proposed, lists.usable, wording)
    chosen, small = lists.chosen_anchors(entries, wanted)
    # Of a large table only few anchors are used, and only their items are checked.
    chosen, entries = lists.gathered(chosen, entries)
    engine = EntryDatabase(entries, columns)
    try:
        holds = _holds(engine, atoms)
        queries = list[lists.ListQuery]()
        for anchor in chosen:
            single = lists.singles(anchor, holds, wanted)
            pairs = lists.doubles(anchor, lists.with_known_names(holds, single), wanted)
            queries += lists.ask(anchor, [*((atom,) for atom in single), *pairs], engine)
        singles = sum(len(query.atoms) == 1 for query in queries)
        for anchor, atom in lists.unsatisfiable(singles, chosen, holds, wanted):
            queries += lists.ask(anchor, [(atom,)], engine)
    finally:
        engine.close()
    alike = lists.confusable(chosen, entries)
    about = [author_row(lists.author(anchor, entries)) for anchor in chosen]
    one, two = (
        [lists.row(q, entries, wording, columns) for q in queries if len(q.atoms) == number]
        for number in (1, 2)
    )
    rows = {ONE: one, TWO: two, AUTHORS: about}
    counts = {
        "queries": len(one) + len(two),
        "one constraint": len(one),
        "two constraints": len(two),
        "without an answer": sum(each["mapped_books"] == "[]" for each in (*one, *two)),
        "anchors": len(chosen),
        "anchors with too few items": small,
        "confusable titles": {"rows": len(alike), "first": alike[:20]},
        "values left out": unusable,
    }
    if not one and not two:
        return Made({}, counts, ())
    # Empty files are not written, as readers would refuse them.
    texts = {name: list(lists.written(found)) for name, found in rows.items() if found}
    texts[lists.DOMAIN] = [json.dumps(lists.domain(wording, columns), indent=2) + "\n"]
    asked = [lists.shown(query, entries, wording, columns) for query in queries]
    return Made(texts, counts, asked)


def _questions(
    entries: Sequence[Entry], name: str, columns: Columns, wanted: Wanted, wording: Wording
) -> Made:
    documents, lost = questions.documents(entries, columns, wording)
    corpus = [document.entry for document in documents]
    chosen: dict[str, list[questions.SetQuestion]] = {}
    proposed = [*propose(corpus, columns, bool(wanted.names)), *anchors(corpus, columns)]
    atoms, unusable = _parted(proposed, questions.usable, wording)
    if corpus:
        engine = EntryDatabase(corpus, columns)
        try:
            drawn = questions.choose(_holds(engine, atoms), len(corpus), wanted)
            chosen = {
                template: [questions.ask(template, atoms, engine, documents) for atoms in of]
                for template, of in drawn.items()
            }
        finally:
            engine.close()
    few = [found[-1] for found in chosen.values() if len(found) > 1][: questions.EXAMPLES]
    test = [q for found in chosen.values() for q in found if q not in few]
    by_template = {t: sum(q.template == t for q in test) for t in TEMPLATES}
    everyone = [*few, *test]
    counts = {
        "queries": len(test),
        "examples": len(few),
        "documents": len(documents),
        "documents told apart": sum(d.name != d.entry.title for d in documents),
        "rows without a document": {"rows": len(lost), "first": lost[:20]},
        "by template": by_template,
        "mean constrainedness": round(fmean(q.kappa for q in everyone), 4) if everyone else None,
        "share of answers whose text names what is asked": questions.stated(test),
        "values left out": unusable,
    }
    if not test:
        return Made({}, counts, ())
    texts = {
        questions.DOCUMENTS: list(questions.document_lines(documents, name)),
        questions.TEST: _records(test, wording),
    }
    if few:
        texts[questions.TRAIN] = _records(few, wording)
    return Made(texts, counts, [questions.shown(question, wording) for question in test])


def _records(chosen: Sequence[questions.SetQuestion], wording: Wording) -> list[str]:
    records = (questions.record(question, wording) for question in chosen)
    return list(json_lines(records))


def _many(entries: Sequence[Entry], columns: Columns) -> list[str]:
    """The columns with several values in some cell."""
    found = [columns.anchor] if any(len(entry.anchors) > 1 for entry in entries) else []
    return found + [
        name
        for name in columns.category
        if any(len(entry.categories.get(name, ())) > 1 for entry in entries)
    ]


def _parted(
    atoms: Sequence[Atom], usable: Callable[[Atom, Wording], bool], wording: Wording
) -> tuple[list[Atom], dict[str, Any]]:
    """The atoms that can be worded; and of the values of the others the number and the first."""
    kept = [atom for atom in atoms if usable(atom, wording)]
    lost = {(atom.column, atom.value) for atom in set(atoms) - set(kept)}
    shown = [f"{value!r} in {column}" for column, value in sorted(lost)[:20]]
    return kept, {"values": len(lost), "first": shown}


def _holds(engine: EntryDatabase, atoms: Sequence[Atom]) -> dict[Atom, Holds]:
    return {atom: engine.holds(atom) for atom in atoms}


def _check_wanted(wanted: Wanted, columns: Columns) -> None:
    numbers: dict[str, int] = {}
    if columns.anchor:
        numbers |= {"--singles": wanted.singles, "--doubles": wanted.doubles}
    if columns.text:
        numbers["--questions"] = wanted.questions
    if numbers and not any(numbers.values()):
        options = " and ".join(f"{option} 0" for option in numbers)
        raise InputError(f"{options} leave nothing to make; set at least one of them above 0.")


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
