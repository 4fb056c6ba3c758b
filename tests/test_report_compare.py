"""Comparisons of runs: paired differences with their intervals and tests, worked out again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from tamis.report.compare import against, brief, compared, comparison, records
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import Estimate

MEASURES = {"right": "All right (variant=paper)", "share": "Completeness (variant=paper)",
            "size": "Titles"}  # fmt: skip
AUTHORS = "aaaabbbccddefg"
"""Fourteen questions of seven authors."""

FIGURES = {
    # Right, share in twelfths, number of titles; a dot is undefined, a blank is not in the run.
    "x": ("11001010010.1 ", "37.482915a26c ", "12345678912345"),
    "y": ("0111110111.101", "58c493b2ba7c41", "3 246794926177"),
    "z": ("101.1101011 11", "4a5 7.c9b6 821", "5647382915  24"),
}
PAIRS = (("x", "y"), ("x", "z"))
Both = Sequence[tuple[float, float, str]]


def number(label: str, measure: str, nth: int) -> float | None:
    """A figure of a run: None where it is undefined, or the question is not there."""
    said = FIGURES[label][list(MEASURES).index(measure)][nth]
    if said in ". ":
        return None
    return int(said, 16) / (12 if measure == "share" else 1)


def has(label: str, nth: int) -> bool:
    """Whether a run has a question: one without a verdict on being right may still be there."""
    return any(FIGURES[label][place][nth] != " " for place in range(3)) and (label, nth) != (
        "z", 10,
    )  # fmt: skip


def run(label: str, condition: str = "c", **identity: str) -> Run:
    """A run with the figures; a sample has only those that its question can have."""
    samples = []
    for nth, author in enumerate(AUTHORS):
        values = {"ok": 1.0}
        for place, measure in enumerate(MEASURES):
            value = number(label, measure, nth)
            if FIGURES[label][place][nth] != " ":
                values[measure] = math.nan if value is None else value
        about = {"author": author, "question": f"h{nth}"}
        if has(label, nth):
            samples.append(Scored(f"q{nth}", 1, about, values, shares="author"))
    said = {"condition": condition, "data_version": "1", "scoring": "6", **identity}
    return Run(label, "model", "t", "1", said, tuple(samples), len(samples), complete=True)


def both(a: str, b: str, measure: str) -> Both:
    """The figures of the questions that have it in both runs, with their authors."""
    found = [(number(a, measure, n), number(b, measure, n), AUTHORS[n]) for n in range(14)
             if has(a, n) and has(b, n)]  # fmt: skip
    return [(one, two, author) for one, two, author in found if one is not None and two is not None]


def left_out(a: str, b: str, measure: str) -> int:
    """How many pairs have the figure in both, but undefined in one."""
    place = list(MEASURES).index(measure)
    pairs = [FIGURES[a][place][n] + FIGURES[b][place][n] for n in range(14)
             if has(a, n) and has(b, n)]  # fmt: skip
    return sum("." in pair and " " not in pair for pair in pairs)


def estimate(pairs: Both) -> Estimate:
    """The mean difference: CR2's error in closed form, degrees of freedom by Bell and McCaffrey."""
    n, clusters = len(pairs), sorted({author for *_, author in pairs})
    value = math.fsum(two - one for one, two, _ in pairs) / n
    shares = [sum(author == own for *_, author in pairs) / n for own in clusters]
    left = [math.fsum(two - one - value for one, two, a in pairs if a == own) for own in clusters]
    squared = math.fsum(one**2 / (1 - share) for one, share in zip(left, shares, strict=True))
    parts = [share**2 / (1 - share) for share in shares]
    squares = sum(share**2 for share in shares)
    df = 1 / (squares + sum(parts) ** 2 - sum(part**2 for part in parts))
    within = (-1.0, 1.0) if all(abs(two - one) <= 1 for one, two, _ in pairs) else None
    error = math.sqrt(squared) / n
    return Estimate(value, error, n, 0, len(clusters), df, within, 1 / squares)


def flips(pairs: Both) -> float:
    """The share of patterns of signs, an author's all alike, whose sum is as far from 0."""
    sums = [sum(two - one for one, two, a in pairs if a == author) for author in "abcdefg"]
    totals = [
        abs(sum(sign * own for sign, own in zip(signs, sums, strict=True)))
        for signs in product((1, -1), repeat=7)
    ]
    return sum(total >= abs(sum(sums)) - 1e-9 for total in totals) / len(totals)


def mcnemar(pairs: Both) -> float:
    """The two tails of a fair coin, over the questions that one of them has right."""
    better = sum(two > one for one, two, _ in pairs)
    worse = sum(two < one for one, two, _ in pairs)
    n, least = better + worse, min(better, worse)
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(least + 1)) / 2**n)


def holm(chances: Sequence[float]) -> list[float]:
    """Each p-value times how many are not below it, never below a smaller one's, 1 at most."""
    ranked = sorted(range(len(chances)), key=chances.__getitem__)
    found, most = [0.0] * len(chances), 0.0
    for rank, nth in enumerate(ranked):
        most = max(most, min(1.0, chances[nth] * (len(chances) - rank)))
        found[nth] = most
    return found


def test_comparisons_as_data():
    """Means, difference, interval, both tests, Holm, pairs, and samples for a difference of .02."""
    pairs = compared([run("x")], [run("y"), run("z")], list(MEASURES))
    found = {(one["b"], one["measure"]): one for one in records(pairs, MEASURES)}
    assert list(found) == [(b, label) for _, b in PAIRS for label in MEASURES.values()]
    for nth, (a, b) in enumerate(PAIRS):
        for measure, label in MEASURES.items():
            own, got = both(a, b, measure), found[b, label]
            known = estimate(own)
            low, high = known.interval
            corrected = holm([flips(both(*pair, measure)) for pair in PAIRS])[nth]
            exact = {
                "mean_a": sum(one for one, _, _ in own) / len(own),
                "mean_b": sum(two for _, two, _ in own) / len(own),
                "difference": known.value, "stderr": known.stderr, "low": low, "high": high,
                "p_sign_flips": flips(own), "p_holm": corrected,
            }  # fmt: skip
            assert {key: got[key] for key in exact} == pytest.approx(exact, abs=1e-6)
            assert got["p_mcnemar"] == (pytest.approx(mcnemar(own)) if measure == "right" else None)
            assert (got["a"], got["pairs"], got["left_out"]) == (
                a,
                len(own),
                left_out(a, b, measure),
            )
            # With a power of .8: the quantiles of the normal distribution at .975 and .8.
            needed = known.n * (known.stderr * (1.959964 + 0.841621) / 0.02) ** 2
            assert got["samples_for_0.02"] == math.ceil(needed)


def test_a_comparison_as_a_table():
    """A row for each measure, as in the data; what the runs differ in is told."""
    made = comparison(
        compared([run("x")], [run("y"), run("z", prompts="own")], list(MEASURES)), MEASURES
    )
    for (a, b), table in zip(PAIRS, made.tables, strict=True):
        for row, (measure, label) in zip(table.rows, MEASURES.items(), strict=True):
            own = both(a, b, measure)
            found = estimate(own)
            low, high = found.interval
            assert row.label == label
            cells = dict(row.cells)
            assert cells["difference"] == f"{found.value:+.3f}"
            assert cells["interval"] == f"{low:+.3f} to {high:+.3f}"
            assert (cells["flips"], cells["pairs"]) == (f"{flips(own):.3f}", len(own))
    assert any("z" in note and "prompts" in note for note in made.notes)


def test_runs_are_paired_within_their_condition():
    """Two sides of several conditions have the pairs of one condition; single runs are paired."""
    ours, theirs = [run("x"), run("y", "d")], [run("z", "d")]
    assert [(one.a.label, one.b.label) for one in compared(ours, theirs, ["right"])] == [("y", "z")]
    assert compared([run("x"), run("y")], theirs, ["right"]) == []
    [pair] = compared([run("x")], [run("y"), run("z", "d")], ["right"])
    assert (pair.a.label, pair.b.label) == ("x", "y")
    [other] = compared([run("x")], [run("y", "d")], ["right"])
    title = comparison([other], MEASURES).tables[0].title
    assert "c, x" in title
    assert "d, y" in title


@pytest.mark.parametrize(("number", "printed"), [(11, "0.001"), (12, "<0.001")])
def test_small_chances_are_bounded(number, printed):
    """Of as many questions one run has all and one has none: 2 of 2^11 patterns, or of 2^12."""

    def made(label: str, value: float) -> Run:
        samples = tuple(Scored(f"q{n}", 1, {"author": f"{n}"}, {"right": value, "ok": 1.0})
                        for n in range(number))  # fmt: skip
        return Run(label, "model", "t", "1", {"condition": "c"}, samples, number, complete=True)

    pairs = compared([made("x", 0.0)], [made("y", 1.0)], ["right"])
    [row] = comparison(pairs, MEASURES).tables[0].rows
    assert (row.cells["difference"], row.cells["flips"]) == ("+1.000", printed)


def test_differences_from_one_run():
    """A column for each measure: the difference, its interval, and p corrected for all runs."""
    chosen = {key: MEASURES[key] for key in ("right", "share")}
    first = run("x")
    table = against(first, [run("y", "d"), first, run("z", "e")], chosen)
    assert [(row.group, row.label) for row in table.rows] == [("d", "y"), ("e", "z")]
    for measure in chosen:
        corrected = holm([flips(both(a, b, measure)) for a, b in PAIRS])
        for (a, b), row, p in zip(PAIRS, table.rows, corrected, strict=True):
            found = estimate(both(a, b, measure))
            low, high = found.interval
            said = f"{found.value:+.3f} ({low:+.2f} to {high:+.2f}), p {p:.3f}"
            assert row.cells[measure] == said
            assert row.cells["pairs"] == sum(has(a, n) and has(b, n) for n in range(14))


def test_runs_without_a_difference_are_said_to_have_none_in_so_many_pairs():
    """The bound of Clopper and Pearson for 0 of 13 and of 14 pairs: 1 - .025 ** (1 / n)."""
    pairs = compared([run("x")], [replace(run("x"), label="again")], MEASURES)
    one = pairs[0].found["size"]
    assert (one.differing, one.difference.value) == (0, 0)
    made = brief(pairs, MEASURES, 9)
    assert not made.tables
    said = " ".join(made.notes)
    assert "no difference in 14 pairs by Titles. At most 23.2% of such pairs may differ" in said
    [record] = [one for one in records(pairs, MEASURES) if one["measure"] == "Titles"]
    assert record["pairs_that_differ"] == 0
    assert record["high"] == pytest.approx(0.2316, abs=1e-4)


def test_a_brief_comparison_has_so_many_rows_and_says_what_is_left():
    """Of one pair its figures, of several a pair each by the first figure."""
    x, y, z = (run(label) for label in "xyz")
    alone = brief(compared([x], [y], MEASURES), MEASURES, 2)
    assert [row.label for row in alone.tables[0].rows] == list(MEASURES.values())[:2]
    assert "1 more figure" in alone.notes[-1]
    several = brief(compared([x], [y, z], MEASURES), MEASURES, 1)
    assert [row.label for row in several.tables[0].rows] == ["x / y, c"]
    assert "1 pair of runs; 2 more figures" in several.notes[-1]
