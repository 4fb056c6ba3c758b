"""The dataset in the released form, and the labels that should be checked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from tamis.collect.constraints.constraint_folder import Folder
from tamis.collect.constraints.edit_proposals import Judge
from tamis.collect.constraints.label_sheet import STEP, Labelled, annotators, reason, verdict
from tamis.collect.constraints.sheets import write_sheet
from tamis.inputs.files import write_text
from tamis.inputs.spreadsheets import plain_csv
from tamis.measures.agreement import cohen_kappa
from tamis.stats import or_none
from tamis.types import InputError

# In a folder of its own, as `tamis run acs` reads a labels.csv next to a dataset otherwise.
FOLDER, FILE = "dataset", "acs_dataset.csv"
CHECKED = "labels_checked.csv"
COLUMNS = ("user_request", "agent_response", "constraint", "is_constraint_satisfied", "domain")


def finish(
    folder: Folder,
    domain: str,
    requests: Mapping[str, str],
    replies: Mapping[str, str],
    found: Sequence[Labelled],
    judge: Judge,
) -> list[str]:
    """Write labels_checked.csv and the dataset; returns lines that describe them.

    Raises InputError where no row has a label.
    """
    judgements = [judge(one.pair.constraint, one.pair.response) for one in found]
    rows = []
    doubts: Counter[str] = Counter()
    for one, judgement in zip(found, judgements, strict=True):
        program_label = verdict(judgement)
        agrees = "abstained" if not program_label else "yes" if program_label == one.label else "no"
        if one.label in ("0", "1"):
            doubts[agrees] += 1
        rows.append(
            {
                **one.by,
                "request_id": one.pair.request_id,
                "constraint": one.pair.constraint,
                "label_that_counts": one.label,
                "program": program_label,
                "program_reason": reason(judgement),
                "program_agrees": agrees if one.label in ("0", "1") else "",
                "response_edited": "no"
                if one.pair.response == replies[one.pair.request_id].strip()
                else "yes",
                "comment": one.comment,
            }
        )
    names = annotators(found)
    write_sheet(
        folder.path(CHECKED),
        (
            "request_id",
            "constraint",
            *names,
            "label_that_counts",
            "program_agrees",
            "program",
            "program_reason",
            "response_edited",
            "comment",
        ),
        rows,
    )
    kept: dict[tuple[str, str, str], Labelled] = {}
    for one in found:
        if one.label in ("0", "1"):
            pair = one.pair
            kept.setdefault((requests[pair.request_id], pair.response, pair.constraint), one)
    path = folder.path(f"{FOLDER}/{FILE}")
    if not kept:
        raise InputError(
            f"{folder.path(STEP.file)} has no row labelled 1 or 0; label at least one."
        )
    _write(path, domain, kept)
    counts = Counter(one.label for one in kept.values())
    unclear = sum(one.label == "?" for one in found)
    unlabelled = sum(not one.label for one in found)
    repeated = len(found) - unclear - unlabelled - len(kept)
    folder.of(STEP)["counts"] = {
        "items": len(kept),
        "satisfied": counts["1"],
        "unsatisfied": counts["0"],
        "left out as unclear": unclear,
        "left out without a label": unlabelled,
        "left out as repeated": repeated,
        "program": dict(doubts),
    }
    agreement = _agreement(found, names)
    folder.of(STEP)["agreement"] = {pair: value for pair, (value, *_) in agreement.items()}
    folder.save()
    out = [f"{_figure(*figures)} by {pair}" for pair, figures in agreement.items()]
    lines = [f"agreement: {'; '.join(out)}"] if out else []
    lines.append(
        f"the program agrees with {doubts['yes']} of {sum(doubts.values())} labels, disagrees with "
        f"{doubts['no']} and abstains on {doubts['abstained']}"
        + (
            f": check those with program_agrees = no in {folder.path(CHECKED)}, correct "
            f"{STEP.file} where the label is wrong, and run the command again"
            if doubts["no"]
            else f" ({folder.path(CHECKED)})"
        )
    )
    left = f"{unclear} unclear, {unlabelled} unlabelled and {repeated} repeated rows left out"
    lines.append(
        f"written: {path}, {len(kept)} items, {counts['1']} satisfied and {counts['0']} not; {left}"
    )
    return lines


def _write(path: Path, domain: str, kept: Mapping[tuple[str, str, str], Labelled]) -> None:
    """The released form: plain CSV, without apostrophes against formulas in the cells."""
    rows = ((*triple, one.label, domain) for triple, one in kept.items())
    write_text(path, plain_csv(COLUMNS, rows, end="\n"))


def _agreement(
    found: Sequence[Labelled], names: Sequence[str]
) -> dict[str, tuple[float | None, int, int]]:
    """For each two annotators Cohen's kappa, the rows on which they agree, and all shared rows."""
    out: dict[str, tuple[float | None, int, int]] = {}
    for a, b in combinations(names, 2):
        both = [(one.by[a], one.by[b]) for one in found if one.by.get(a) and one.by.get(b)]
        kappa = cohen_kappa([x for x, _ in both], [y for _, y in both])
        same = sum(x == y for x, y in both)
        out[f"{a} and {b}"] = (or_none(kappa), same, len(both))
    return out


def _figure(kappa: float | None, same: int, shared: int) -> str:
    figure = "undefined" if kappa is None else f"{kappa:.3f}"
    return f"Cohen's kappa {figure} on {shared} shared rows ({same} the same)"
