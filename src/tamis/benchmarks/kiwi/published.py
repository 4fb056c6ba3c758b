"""The paper's own figures, as rows beside the user's (KIWI, Table 5)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from tamis.benchmarks.kiwi.options import FINETUNED
from tamis.report.tables import Row

_ROWS = {
    "majority": "Baselines",
    "random": "Baselines",
    "gpt-4 zero-shot": "zero-shot",
    "gpt-4 one-shot": "one-shot",
    "gpt-4 ten-shot": "ten-shot",
    "t5-large finetuned": FINETUNED,
    "human (n=65)": "Human",
}
"""The rows of Table 5, each with the condition it stands under."""

CONDITIONS = tuple(dict.fromkeys(_ROWS.values()))
"""The conditions of Table 5, in its order."""

NOTE = (
    "Two rows of Table 5 do not agree with their own columns, the share of good in the test "
    "split being about .47. The fine-tuned T5's P .50, R .73, F1 .37 fit its accuracy and its 24% "
    "good only as F1 .50, P .73, R .37; the one-shot row's P, R and F1 fit no confusion matrix, "
    "and its accuracy and 65% good make them about .57, .79 and .66. They are shown as printed."
)
"""What is known of misprints (data-formats, §4.3)."""


def judges(condition: str) -> list[Row]:
    """Table 5's rows under one condition; none where the paper has none."""
    found = []
    for name, group in _ROWS.items():
        if group == condition:
            cells = dict(read()["automatic_evaluation"]["rows"][name])
            cells["good_share"] /= 100
            found.append(Row(name, "published", cells, condition))
    return found


@cache
def read() -> dict[str, Any]:
    """Every figure of the paper that the package holds."""
    source = files("tamis.report") / "published" / "kiwi.json"
    return dict(json.loads(source.read_text(encoding="utf-8")))
