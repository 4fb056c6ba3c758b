"""The paper's figures as rows, shown next to the user's (KIWI, Table 5)."""

from __future__ import annotations

from tamis.benchmarks.kiwi.options import FINETUNED
from tamis.report.build import published
from tamis.report.elements import Row

_ROWS = {
    "majority": "Baselines",
    "random": "Baselines",
    "gpt-4 zero-shot": "zero-shot",
    "gpt-4 one-shot": "one-shot",
    "gpt-4 ten-shot": "ten-shot",
    "t5-large finetuned": FINETUNED,
    "human (n=65)": "Human",
}
"""The rows of Table 5, each with its condition."""

CONDITIONS = tuple(dict.fromkeys(_ROWS.values()))
"""The conditions of Table 5, in its order."""


def judges(condition: str) -> list[Row]:
    """Table 5's rows under one condition; none where the paper has none."""
    found = []
    for name, group in _ROWS.items():
        if group == condition:
            cells = dict(published("kiwi")["automatic_evaluation"]["rows"][name])
            cells["good_share"] /= 100
            found.append(Row(name, "published", cells, condition))
    return found


def note() -> str:
    """A note on the misprints in Table 5."""
    found = published("kiwi")["automatic_evaluation"]
    said = []
    for name, fits in found["misprints"].items():
        if isinstance(fits, dict):
            printed = found["rows"][name]
            pairs = (f"{label} {printed[key]:.2f} for {fits[key]:.2f}" for key, label in _SHORT)
            said.append(f"{name} ({', '.join(pairs)})")
    return (
        "Three rows of Table 5 do not agree with their own columns. They are shown as printed; "
        f"what fits their accuracy and their share of good is about: {'; '.join(said)}. No "
        "confusion matrix of 186 turns has all figures of random: those of judging fit a share of "
        ".35 good, where .38 is printed."
    )


_SHORT = (("precision", "P"), ("recall", "R"), ("f1", "F1"))
