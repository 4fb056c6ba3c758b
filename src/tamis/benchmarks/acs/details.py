"""The details of single items for a report: read from the logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tamis.benchmarks.acs.logged_verdict import judgement
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Worksheet
from tamis.report.logs import score_metadata
from tamis.report.runs import Run


@dataclass(frozen=True)
class Detail:
    """One judged item with its texts; `worksheet` is always the program's."""

    id: str
    epoch: int
    request: str
    constraint: str
    response: str
    satisfied: bool
    verdict: Judgement
    worksheet: Worksheet | None
    panel: tuple[Judgement, ...]


def read_details(run: Run) -> list[Detail]:
    """The judged items of a run, in the order of their ids; the last one of a repeated id."""
    found = {
        (id, epoch): _detail(id, epoch, about)
        for id, epoch, about in score_metadata(run)
        if "verdict" in about
    }
    return [found[key] for key in sorted(found)]


def has_errors(run: Run) -> bool:
    """Whether the summaries of the run show a wrong verdict."""
    return any(sample.values.get("read_correct") == 0 for sample in run.samples)


def has_a_panel(run: Run) -> bool:
    """Whether several judges judged."""
    return any(
        (said := sample.values.get("disagreed")) is not None and said == said
        for sample in run.samples
    )


def _detail(id: str, epoch: int, about: Mapping[str, Any]) -> Detail:
    sheet = about["worksheet"]
    return Detail(
        id=id,
        epoch=epoch,
        request=about["request"],
        constraint=about["constraint"],
        response=about["response"],
        satisfied=about["satisfied"],
        verdict=judgement(about["verdict"]),
        worksheet=Worksheet.from_json(sheet) if sheet is not None else None,
        panel=tuple(judgement(one) for one in about["panel"]),
    )
