"""The leaderboard's figures and the paper's own, as rows to show with the user's."""

from __future__ import annotations

from tamis.benchmarks.fanoutqa.options import CONDITIONS
from tamis.report.build import published
from tamis.report.elements import Cell, Row

BOARDS = {
    CONDITIONS["closed_book"]: "closedbook",
    CONDITIONS["open_book"]: "openbook",
    CONDITIONS["evidence_provided"]: "evidenceprovided",
}
"""The conditions of the leaderboard, and their names in the published file."""

FIGURES = {
    "loose": "loose",
    "strict": "strict",
    "rouge1": "rouge1",
    "rouge2": "rouge2",
    "rougeL": "rougeL",
    "bleurt": "bleurt",
    "judged": "judge",
}
"""Columns, and their names in the published file."""


def leaderboard(condition: str) -> list[Row]:
    """The rows of one of the three boards, the best by the judge first; then the humans'.

    A question without an answer counts 0 there too.
    """
    board = BOARDS.get(condition)
    if board is None:
        return []
    rows = sorted(published("fanoutqa")["rows"].items(), key=lambda row: -row[1][board]["judge"])
    found = []
    for name, figures in rows:
        cells: dict[str, Cell] = {
            column: figures[board][there] for column, there in FIGURES.items()
        }
        found.append(Row(name, "published", cells, condition))
    return [*found, *(_humans(condition) if board == "openbook" else [])]


def _humans(condition: str) -> list[Row]:
    """Fourteen volunteers with ten questions each (§4.5)."""
    human = published("fanoutqa")["human_open_book"]
    measured: dict[str, Cell] = {
        column: human[there] for column, there in FIGURES.items() if there in ("loose", "judge")
    }
    by_hand: dict[str, Cell] = {"loose": human["manual_upper_bound"]}
    return [
        Row("Humans", "published", measured, condition),
        Row("Humans, graded by hand", "published", by_hand, condition),
    ]


def refusals(condition: str) -> list[Row]:
    """The paper's shares of questions declined (§4.2) and out of time (App. F.2)."""
    paper = published("fanoutqa")["paper"]
    if condition == CONDITIONS["closed_book"]:
        shares = paper["declined_closedbook"]
        return [Row(n, "published", {"declined": share}, condition) for n, share in shares.items()]
    if condition == CONDITIONS["open_book"]:
        shares = paper["timed_out_question_repeated"]
        return [
            Row(f"{n}, question repeated", "published", {"out_of_time": share}, condition)
            for n, share in shares.items()
        ]
    return []


def correlation(condition: str) -> list[Row]:
    """The r² of context length and judged score (§4.3 and §4.4)."""
    found = published("fanoutqa")["paper"]["r2_context_judge"].get(BOARDS.get(condition, ""))
    if found is None:
        return []
    return [Row("The paper's models", "published", {"r2": found}, condition)]
