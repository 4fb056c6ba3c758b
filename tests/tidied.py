"""The tables of a tidy CSV file, row by row."""

from __future__ import annotations

import csv
from pathlib import Path


def tables(path: Path) -> dict[str, list[dict[str, str]]]:
    """The rows of each table by its id: kind, label and group of a row, and a value a measure."""
    found: dict[str, dict[tuple[str, str, str], dict[str, str]]] = {}
    with path.open(newline="") as file:
        for line in csv.DictReader(file):
            named = line["kind"], line["system"], line["row"]
            row = found.setdefault(line["table"], {}).setdefault(
                named, dict(zip(("kind", "label", "group"), named, strict=True))
            )
            row[line["measure"]] = line["value"]
    return {table: list(rows.values()) for table, rows in found.items()}
