"""The share of constraints satisfied: as labelled, as judged, and as corrected."""

from __future__ import annotations

import math

import pytest

from tamis.benchmarks.acs import shares
from tamis.benchmarks.acs.data import short_hash
from tamis.benchmarks.acs.shares import Verdicts
from tamis.stats import Estimate, correct

UNDECIDED = dict.fromkeys(("tp", "fp", "fn", "tn", "correct"), math.nan) | {"decided": 0.0}


def figures(counts: str) -> list[dict[str, float]]:
    """The figures of the verdicts in words: "3tp 1fn"."""
    names = ("tp", "fn", "tn", "fp")
    return [
        {name: float(name == part[-2:]) for name in names}
        | {"correct": float(part[-2] == "t"), "decided": 1.0}
        for part in counts.split()
        for _ in range(int(part[:-2]))
    ]


def responses(half: int, tag: str = "") -> list[str]:
    """Forty responses of one half."""
    return [
        name
        for name in map(f"{tag}{{}}".format, range(200))
        if int(short_hash(name), 16) % 2 == half
    ][:40]


def spread(counts: str, half: int, tag: str = "") -> list[tuple[dict[str, float], str]]:
    """The figures over the responses of one half, one each."""
    own = figures(counts)
    return list(zip(own, responses(half, tag), strict=False))


# The first half: 20 satisfied, 20 not, sensitivity .9, specificity .8, so 22 of 40 called
# satisfied. The second: 30 and 10, .8 and .9, so 25 of 40.
FIRST, SECOND = "18tp 2fn 16tn 4fp", "24tp 6fn 9tn 1fp"


def judge(rows, label="m", data="mini", asked="same") -> Verdicts:
    """What a model said of a data set."""
    return Verdicts(label, "model", "zero-shot", data, asked, rows)


def test_each_half_is_corrected_by_the_others_error_rates():
    """By hand: (22/40 + .9 - 1) / .7 = 9/14, and (25/40 + .8 - 1) / .7 = 17/28; the mean 5/8."""
    rows = [*spread(FIRST, 0), *spread(SECOND, 1)]
    table, notes = shares.table([judge(rows)])
    [row] = table.rows
    assert row.cells["true"].value == pytest.approx(50 / 80)
    assert row.cells["raw"].value == pytest.approx(47 / 80)
    assert row.cells["corrected"] == pytest.approx((9 / 14 + 17 / 28) / 2)
    assert row.cells["sensitivity"].value == pytest.approx(42 / 50)
    assert row.cells["specificity"].value == pytest.approx(25 / 30)
    assert row.cells["first"].startswith("0.64 (")
    assert row.cells["second"].startswith("0.61 (")
    # The uncertainty of both samples: wider than if the rates were known for sure.
    alone = correct(Estimate(22 / 40, n=40), Estimate(0.8, n=30), Estimate(0.9, n=10)).interval
    assert row.cells["first"] == f"0.64 ({alone[0]:.2f} to {alone[1]:.2f})"
    low, high = map(float, row.cells["interval"].split(" to "))
    assert low < 0.55
    assert high > 0.70
    assert notes == []


def test_undecided_items_are_left_out_and_counted():
    """They have a label, but no verdict to correct."""
    rows = [*spread(FIRST, 0), *spread(SECOND, 1), (UNDECIDED, "x")]
    [row] = shares.table([judge(rows)])[0].rows
    assert (row.cells["raw"].n, row.cells["raw"].excluded, row.cells["n"]) == (80, 1, 80)
    assert row.cells["true"].value == pytest.approx(50 / 80)


def test_what_cannot_be_corrected_is_a_note():
    """A judge that always says yes, and one half without a response."""
    yes = [*spread("20tp 20fp", 0), *spread("30tp 10fp", 1)]
    table, notes = shares.table([judge(yes, "yes-man")])
    [row] = table.rows
    assert math.isnan(row.cells["corrected"])
    assert (row.cells["interval"], row.cells["first"]) == ("–", "–")
    assert len(notes) == 2
    assert all(note.startswith("yes-man (zero-shot)") for note in notes)
    _, notes = shares.table([judge(spread(FIRST, 0))])
    assert any("no sample that is" in note for note in notes)


def test_a_labelled_run_corrects_the_same_judge_on_other_data():
    """Rates .84 and 25/30 of the one: (22/40 + 25/30 - 1) / (.84 + 25/30 - 1) on the other."""
    one = judge([*spread(FIRST, 0), *spread(SECOND, 1)], data="big")
    other = judge(spread(FIRST, 0, "other-"), data="small")
    table, _ = shares.table([one, other])
    rows = {row.label: row.cells for row in table.rows}
    got = rows["m, by its error rates on data=big"]["corrected"]
    assert got == pytest.approx((22 / 40 + 25 / 30 - 1) / (0.84 + 25 / 30 - 1))
    # Not of another judge, nor where a response is in both.
    stranger = judge(other.rows, data="small", asked="otherwise")
    known = judge([*other.rows, one.rows[0]], data="small")
    for second in (stranger, known):
        assert len(shares.table([one, second])[0].rows) == 2
