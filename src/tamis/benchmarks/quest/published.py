"""The paper's own figures, as rows to show with the user's (QUEST-LOFT, Tables 3 to 11)."""

from __future__ import annotations

from tamis.report.build import published
from tamis.report.elements import Row

SECTIONS = {"revised": "revised", "simple": "simple28"}
"""The golds that the paper has figures for, and their names in the published file."""


def leaderboard(gold: str, method: str) -> list[Row]:
    """Tables 3 and 4 (revised) or 5 (simple): the row of a method for each of its models."""
    models = published("quest_loft").get(SECTIONS.get(gold, ""), {})
    return [
        Row(model, "published", rows[method], method)
        for model, rows in models.items()
        if method in rows
    ]


def retrieval(gold: str, name: str, group: str) -> list[Row]:
    """One row of each of Tables 6 to 8."""
    return _by_model("retrieval", gold, name, group)


def verification(gold: str, name: str, group: str) -> list[Row]:
    """One row of each of Tables 9 to 11."""
    return _by_model("verification", gold, name, group)


def _by_model(section: str, gold: str, name: str, group: str) -> list[Row]:
    wanted = SECTIONS.get(gold)
    found = []
    for key, rows in published("quest_loft")[section].items():
        data, _, model = key.partition("/")
        if data == wanted and name in rows:
            found.append(Row(model, "published", rows[name], group))
    return found
