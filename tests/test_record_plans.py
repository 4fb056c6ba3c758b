"""Plans by fresh eyes, a large model's recorded replies, and faults made in its records.

The plans, constraints and truths were written by others; `work` was looked at while the judge was
built, the others were committed unseen (bench/RESULTS.md has the first looks).
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def records():
    """The bench that reads the recorded replies."""
    sys.path.insert(0, str(REPOSITORY / "bench"))
    try:
        import records

        yield records
    finally:
        sys.path.remove(str(REPOSITORY / "bench"))


def cases(records, name):
    """The constraints of a set, with their records."""
    return records.read_cases(
        DATA / f"record_plans_{name}.json", DATA / f"record_replies_{name}.jsonl"
    )


@pytest.mark.parametrize("name", ["work", "unseen", "late", "last"])
def test_most_constraints_are_decided_and_nearly_all_of_them_right(records, name):
    """And few of those that the plan does not decide."""
    found = records.measure(cases(records, name))["all"]
    done = found.right + found.wrong
    assert done >= 0.75 * (done + found.open)
    assert found.right >= 0.98 * done
    assert found.unclear <= 0.25 * found.undecidable


@pytest.mark.parametrize("name", ["work", "unseen", "late", "last"])
def test_faulty_records_decide_nearly_nothing_wrongly(records, name):
    """Of every kind of fault, in every fifth record."""
    found = records.faulty(cases(records, name)[::5]).values()
    wrong = sum(one.wrong for one in found)
    assert wrong <= 0.04 * sum(one.right + one.wrong + one.open for one in found)
