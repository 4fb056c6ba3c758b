"""What `tamis pool --estimate` shows: tables, records, and the notes that belong to them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tamis.collect.completeness import Completeness, QuestionGap
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Part, Row, Table
from tamis.stats.capture_recapture import Abundance
from tamis.stats.set_size import SetSize
from tamis.text.shown import clean

_LONGEST_QUESTION = 48
_MOST_PAIRS = 3
_TOLD = "all methods"
_ENDS = (Column("estimate", "Estimate"), Column("interval", "95% interval"))


def report(found: Completeness) -> Report:
    """The estimate as tables: in all by method, by system, and by question."""
    tables = [_by_system(found)]
    if found.rated:
        tables = [_in_all(found), *tables, _by_question(found)]
    else:
        tables.append(_on_golds(found))
    return Report(
        "How many answers the golds lack" if found.rated else "Overlaps on the golds",
        _summary(found),
        {
            "questions": f"{len(found.questions)}",
            "systems": f"{len(found.systems)}",
            "golds": f"{found.golds}, of which the systems gave {found.golds_found}",
        },
        tuple(tables),
        notes=tuple(notes(found)),
    )


def notes(found: Completeness) -> list[str]:
    """What the figures rest on, and what was left out."""
    said = [
        "Systems are not independent: what is easy for one is easy for all. This makes estimates "
        "too low: take them as lower bounds. The intervals do not allow for it."
    ]
    if not found.rated:
        said.append(
            "By the golds alone nothing can be estimated beyond them, as any answer outside the "
            "golds counts as wrong. Rate the pool (tamis pool LOGS --out FILE, tamis gold rate "
            "FILE) and give it with --ratings FILE."
        )
    elif found.outside is None:
        said.append(
            "No system gave a right answer outside the golds. The upper end supposes that they "
            "would have found such answers as often as golds."
        )
    if found.on_golds:
        told, golds = found.on_golds.told, found.golds
        verdict = "too low here" if told.high < golds else "too high here"
        said.append(
            f"Check on what is known: for the golds the same method says {_number(told.total)} "
            f"({_interval(told.low, told.high)}), and there are {golds}"
            + ("." if told.low <= golds <= told.high else f": it is {verdict}.")
        )
    said += _dependence(found)
    used = found.outside if found.rated else found.on_golds
    if used and used.dispersion > 1.05:
        said.append(
            "Answers to one question are found or missed together: the variance is "
            f"{used.dispersion:.1f} times that of single answers, and the intervals are wider "
            "for it."
        )
    if found.unrated:
        said.append(
            f"Of the systems' answers outside the golds {found.unrated} have no rating, and count "
            "as not right; rate them."
        )
    if found.not_shared:
        said.append(f"{found.not_shared} questions are left out: not all systems have them.")
    if found.not_rated:
        said.append(f"{found.not_rated} questions are left out: none of their candidates is rated.")
    return said


def _dependence(found: Completeness) -> list[str]:
    """The pairs of systems that agree on the golds far more than by chance, the strongest first."""
    # A correction for how many pairs are looked at (Bonferroni).
    beyond = [one for one in found.overlaps if one.p * len(found.overlaps) < 0.05]
    pairs = [
        f"{_letter(one.first)} and {_letter(one.second)} ({one.common} in common, "
        f"{_number(one.expected)} expected)"
        for one in sorted(beyond, key=lambda one: one.p)[:_MOST_PAIRS]
    ]
    if not pairs:
        return []
    more = f" and {len(beyond) - len(pairs)} further pairs" if len(beyond) > len(pairs) else ""
    return [
        "On the golds these systems give the same more often than independent ones would: "
        f"{', '.join(pairs)}{more}. Two settings of one system are hardly two systems: leave one "
        "of them out."
    ]


def records(found: Completeness) -> list[Mapping[str, Any]]:
    """The figures as data: in all, the check on the golds, and each question.

    `estimates` says what is counted: `missing`, the answers that the golds lack, or `golds`. The
    method "all methods" is the estimate that is told. None for an end without a bound.
    """
    rows: list[Mapping[str, Any]] = []
    whole = {"golds": found.golds, "golds_found": found.golds_found}
    if found.rated:
        ends = found.missing, found.low, found.high
        known = {**whole, "known": found.known}
        rows.append(_record("missing", "", "", _TOLD, known, *ends))
        for one in found.outside.methods if found.outside else ():
            ends = one.total, one.low, one.high
            rows.append(_record("missing", "", "", _method(one, found), known, *ends))
    if found.on_golds:
        known = {**whole, "known": found.golds_found}
        for name, one in _methods(found.on_golds, found):
            rows.append(_record("golds", "", "", name, known, one.total, one.low, one.high))
    for gap in found.questions:
        own = {"golds": gap.golds, "golds_found": gap.golds_found, "known": gap.outside}
        ends = gap.missing, gap.low, gap.high
        rows.append(_record("missing", gap.qid, gap.question, _TOLD, own, *ends))
    return rows


def _record(
    estimates: str,
    qid: str,
    question: str,
    method: str,
    known: Mapping[str, int | None],
    estimate: float | None,
    low: float | None,
    high: float | None,
) -> dict[str, Any]:
    ends = {"estimate": estimate, "low": low, "high": high}
    # JSON has no infinity.
    bounded = {
        name: None if end is None or math.isinf(end) else round(end, 3)
        for name, end in ends.items()
    }
    return {
        "estimates": estimates, "qid": qid, "question": question, "method": method,
        **known, **bounded,
    }  # fmt: skip


def _summary(found: Completeness) -> str:
    if found.missing is None or found.low is None or found.high is None:
        return "Without ratings: how the systems' answers overlap on the golds, and no more."
    return (
        f"The golds lack about {_number(found.missing)} right answers, 95% interval "
        f"{_interval(found.low, found.high)}; {found.known} of these are known."
    )


def _in_all(found: Completeness) -> Table:
    rows = []
    if found.outside:
        rows = [
            Row(_method(one, found), "measure", _cells(one.total, one.low, one.high))
            for one in found.outside.methods
        ]
    ends = found.missing, found.low, found.high
    return Table(
        "missing",
        "Right answers outside the golds, found or not",
        "The interval of all methods goes from their lowest to their highest end.",
        _ENDS,
        (*rows, Row(_TOLD, "measure", _cells(*ends))),
    )


def _on_golds(found: Completeness) -> Table:
    methods = _methods(found.on_golds, found) if found.on_golds else []
    return Table(
        "golds",
        f"The number of golds, as their overlap alone would say (there are {found.golds})",
        "",
        _ENDS,
        tuple(Row(n, "measure", _cells(one.total, one.low, one.high)) for n, one in methods),
    )


def _by_system(found: Completeness) -> Table:
    columns = [Column("golds", "Golds given")]
    if found.rated:
        columns.append(Column("outside", "Right answers given outside them"))
    return Table(
        "systems",
        "What each system gave",
        "",
        tuple(columns),
        tuple(
            Row(
                f"{_letter(at)}  {name}",
                "measure",
                {"golds": Part(golds, found.golds), "outside": Part(outside, found.known)},
            )
            for at, (name, (golds, outside)) in enumerate(
                zip(found.systems, found.found, strict=True)
            )
        ),
    )


def _by_question(found: Completeness) -> Table:
    return Table(
        "questions",
        "What the golds of each question lack",
        "By the share of such answers that the systems find in all questions together.",
        (Column("golds", "Golds"), Column("outside", "Known outside"), *_ENDS),
        tuple(_question(gap) for gap in found.questions),
    )


def _question(gap: QuestionGap) -> Row:
    text = clean(f"{gap.qid}  {gap.question}")
    short = text if len(text) <= _LONGEST_QUESTION else f"{text[: _LONGEST_QUESTION - 1]}…"
    cells = _cells(gap.missing, gap.low, gap.high)
    return Row(short, "measure", {"golds": gap.golds, "outside": gap.outside, **cells})


def _methods(size: SetSize, found: Completeness) -> list[tuple[str, Abundance]]:
    return [*((_method(one, found), one) for one in size.methods), (_TOLD, size.told)]


def _method(one: Abundance, found: Completeness) -> str:
    """The name of a method; pairs of a model as the letters of their systems."""
    if one.method == "independent" and len(found.systems) == 2:
        return "Chapman"
    pairs = ", ".join("".join(map(_letter, pair)) for pair in one.pairs)
    if one.method == "log-linear":
        return f"log-linear, {'pairs ' + pairs if pairs else 'no pairs'}"
    return "Chao's lower bound" if one.method == "Chao" else "independent systems"


def _letter(at: int) -> str:
    """A, B, … Z, AA: the name of a system in notes and models."""
    return chr(65 + at) if at < 26 else _letter(at // 26 - 1) + _letter(at % 26)


def _cells(estimate: float | None, low: float | None, high: float | None) -> dict[str, Cell]:
    if estimate is None or low is None or high is None:
        return {}
    return {"estimate": _number(estimate), "interval": _interval(low, high)}


def _interval(low: float, high: float) -> str:
    return f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    """A number of answers, with a decimal below ten."""
    if math.isinf(value):
        return "no bound"
    return f"{value:,.0f}" if value >= 10 or value == round(value) else f"{value:.1f}"
