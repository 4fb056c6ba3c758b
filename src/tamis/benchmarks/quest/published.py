"""The paper's own figures, as rows to show with the user's (QUEST-LOFT, Tables 3 to 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from tamis.report.build import published
from tamis.report.elements import Row

SECTIONS = {"revised": "revised", "simple": "simple28"}
"""The golds that the paper has figures for, and their names in the published file."""

What = Literal["answers", "retrieval", "verification"]
"""What a table of the paper measures: Tables 3 to 5, 6 to 8, 9 to 11."""


def numbers(what: What, gold: str) -> str:
    """The tables of the paper with these golds: "Tables 3 and 4", "Table 5"; "" for none."""
    found = [str(number) for number in _numbers(what, gold).values()]
    return f"Table{'s' * (len(found) > 1)} {' and '.join(found)}" if found else ""


def leaderboard(gold: str, method: str) -> list[Row]:
    """The row of a method in each of Tables 3 to 5 that has these golds."""
    models = published("quest_loft").get(SECTIONS.get(gold, ""), {})
    return _rows("answers", gold, models, method, method)


def ranking(gold: str, name: str, group: str) -> list[Row]:
    """A retrieval's row, once: Tables 6 and 7 print it alike, as no model has a part in it."""
    label = f"{name}, {numbers('retrieval', gold)}"
    return [replace(row, label=label) for row in cited(gold, name, group)[:1]]


def cited(gold: str, name: str, group: str) -> list[Row]:
    """The row of an answering step in each of Tables 6 to 8 that has these golds."""
    return _rows("retrieval", gold, _by_model("retrieval", gold), name, group)


def verification(gold: str, name: str, group: str) -> list[Row]:
    """The row of a verifier in each of Tables 9 to 11 that has these golds."""
    return _rows("verification", gold, _by_model("verification", gold), name, group)


def _numbers(what: What, gold: str) -> Mapping[str, int]:
    """The numbers of the tables, by model."""
    by_golds: dict[str, dict[str, int]] = published("quest_loft")["tables"][what]
    return by_golds.get(SECTIONS.get(gold, ""), {})


def _by_model(what: What, gold: str) -> Mapping[str, Any]:
    of_golds = f"{SECTIONS.get(gold)}/"
    return {
        key.removeprefix(of_golds): rows
        for key, rows in published("quest_loft")[what].items()
        if key.startswith(of_golds)
    }


def _rows(what: What, gold: str, models: Mapping[str, Any], name: str, group: str) -> list[Row]:
    """A row for each model that has one of this name, labelled with the number of its table."""
    tables = _numbers(what, gold)
    return [
        Row(f"{model}, Table {tables[model]}", "published", rows[name], group)
        for model, rows in models.items()
        if name in rows
    ]
