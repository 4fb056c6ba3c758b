"""Every cell of the tables that compare runs, worked again from figures that are not alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from cells import body, heads, mean
from tamis.report.compare import ON_TESTS, against, compared, comparison, records
from tamis.report.runs import Run, Scored
from tamis.stats import Estimate

NAN = math.nan
MEASURES = {
    "right": "All right (variant=paper)", "share": "Completeness (variant=paper)",
    "size": "Titles",
}  # fmt: skip
AUTHORS = "aaaabbbccddefg"
"""Fourteen questions of seven authors."""

FIGURES = {
    # Right, share in twelfths, number of titles; a dot is undefined, a blank is not in the run.
    "x": ("11001010010.1 ", "37.482915a26c ", "12345678912345"),
    "y": ("0111110111.101", "58c493b2ba7c41", "3 246794926177"),
    "z": ("101.1101011 11", "4a5 7.c9b6 821", "5647382915  24"),
}
Key = tuple[str, str]


def number(label: str, measure: str, nth: int) -> float | None:
    """A figure of a run: None where it is undefined, or the question is not there."""
    place = list(MEASURES).index(measure)
    said = FIGURES[label][place][nth]
    if said in ". ":
        return None
    value = int(said, 16)
    return value / 12 if measure == "share" else float(value)


def has(label: str, nth: int) -> bool:
    """Whether a run has a question: one without a verdict on being right may still be there."""
    return any(FIGURES[label][place][nth] != " " for place in range(3)) and not (
        label == "z" and nth == 10
    )


def run(label: str, condition: str = "c", **identity: str) -> Run:
    """A run with the figures; a sample has only those that its question can have."""
    samples = []
    for nth, author in enumerate(AUTHORS):
        if not has(label, nth):
            continue
        values = {"ok": 1.0}
        for place, measure in enumerate(MEASURES):
            value = number(label, measure, nth)
            if FIGURES[label][place][nth] != " ":
                values[measure] = NAN if value is None else value
        about = {"author": author, "question": f"h{nth}"}
        samples.append(Scored(f"q{nth}", 1, about, values, shares="author"))
    said = {"condition": condition, "data_version": "1", "scoring": "6", **identity}
    return Run(label, "model", "t", "1", said, tuple(samples), len(samples), complete=True)


def both(a: str, b: str, measure: str) -> list[tuple[float, float, str]]:
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


def estimate(pairs: Sequence[tuple[float, float, str]]) -> Estimate:
    """The mean difference with its degrees of freedom, as Bell and McCaffrey have them."""
    value, error, n = mean((two - one, author) for one, two, author in pairs)
    sizes = [sum(author == one for *_, author in pairs) for one in {p[2] for p in pairs}]
    shares = [size / n for size in sizes]
    parts = [share**2 / (1 - share) for share in shares]
    squares = sum(share**2 for share in shares)
    df = 1 / (squares + sum(parts) ** 2 - sum(part**2 for part in parts))
    within = (-1.0, 1.0) if all(abs(two - one) <= 1 for one, two, _ in pairs) else None
    return Estimate(value or 0.0, error or 0.0, n, 0, len(sizes), df, within, 1 / squares)


def flips(pairs: Sequence[tuple[float, float, str]]) -> float:
    """The share of patterns of signs, an author's all alike, whose sum is as far from 0."""
    sums = [sum(two - one for one, two, a in pairs if a == author) for author in "abcdefg"]
    totals = [
        abs(sum(sign * own for sign, own in zip(signs, sums, strict=True)))
        for signs in product((1, -1), repeat=7)
    ]
    return sum(total >= abs(sum(sums)) - 1e-9 for total in totals) / len(totals)


def mcnemar(pairs: Sequence[tuple[float, float, str]]) -> float:
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


def chance(p: float) -> str:
    """A p-value as it is printed."""
    return f"{p:.3f}"


def needed(found: Estimate) -> int:
    """How many samples tell a difference of .02 with a power of .8: z's .975 and .8 quantiles."""
    return math.ceil(found.n * (found.stderr * (1.959964 + 0.841621) / 0.02) ** 2)


PAIRS = (("x", "y"), ("x", "z"))


def test_a_comparison():
    """Of one run with two: means over the pairs alone, both tests, and Holm over the two pairs."""
    pairs = compared([run("x")], [run("y"), run("z", prompts="own")], list(MEASURES))
    made = comparison(pairs, MEASURES)
    corrected = {
        measure: holm([flips(both(a, b, measure)) for a, b in PAIRS]) for measure in MEASURES
    }
    for nth, ((a, b), table) in enumerate(zip(PAIRS, made.tables, strict=True)):
        wanted: list[tuple[Any, ...]] = []
        for measure, label in MEASURES.items():
            own = both(a, b, measure)
            found = estimate(own)
            low, high = found.interval
            means = [
                round(math.fsum(side) / len(own), 9) for side in list(zip(*own, strict=True))[:2]
            ]
            wanted.append((
                "", label, *means, f"{found.value:+.3f}", f"{low:+.3f} to {high:+.3f}",
                chance(flips(own)), chance(mcnemar(own)) if measure == "right" else "–",
                chance(corrected[measure][nth]), len(own), left_out(a, b, measure), needed(found),
            ))  # fmt: skip
        assert body(table) == wanted
        assert heads(table) == ["A", "B", "B - A", "95% interval", "p (sign flips)", "p (McNemar)",
                                "p (Holm)", "Pairs", "Left out", "Samples for .02"]  # fmt: skip
        assert table.title == f"c: A = {a} (model), B = {b} (model)"
        alike = sum(has(a, n) and has(b, n) for n in range(14))
        each = [sum(has(one, n) for n in range(14)) for one in (a, b)]
        assert table.caption == (
            f"Samples with the same question: {alike} of {each[0]} in A and {each[1]} in B. Left "
            "out are pairs in which the measure is undefined on a side."
        )
    assert made.notes == ("x and z differ in prompts: None and own.", ON_TESTS)


def test_a_comparison_of_two_conditions():
    """A pair of runs is compared whatever the conditions, which the title then has."""
    [pair] = compared([run("x")], [run("y", "d")], ["right"])
    [table] = comparison([pair], MEASURES).tables
    assert table.title == "A = c, x (model); B = d, y (model)"
    assert table.id == "compare-c-x-y"


def test_runs_are_paired_within_their_condition():
    """Two sides of several conditions have the pairs of one condition; of none they have none."""
    ours, theirs = [run("x"), run("y", "d")], [run("z", "d")]
    assert [(one.a.label, one.b.label) for one in compared(ours, theirs, ["right"])] == [("y", "z")]
    assert compared([run("x"), run("y")], theirs, ["right"]) == []
    # With one run on each side the condition that they share is the pair's, too.
    [pair] = compared([run("x")], [run("y"), run("z", "d")], ["right"])
    assert (pair.a.label, pair.b.label) == ("x", "y")


@pytest.mark.parametrize(("number", "printed"), [(11, "0.001"), (12, "<0.001")])
def test_small_chances_are_bounded(number, printed):
    """Of as many questions one run has all and one has none: 2 of 2^11 patterns, or of 2^12."""

    def made(label: str, value: float) -> Run:
        samples = tuple(Scored(f"q{n}", 1, {"author": f"{n}"}, {"right": value, "ok": 1.0})
                        for n in range(number))  # fmt: skip
        return Run(label, "model", "t", "1", {"condition": "c"}, samples, number, complete=True)

    pairs = compared([made("x", 0.0)], [made("y", 1.0)], ["right"])
    [row] = body(comparison(pairs, MEASURES).tables[0])
    assert row[2:5] == (0.0, 1.0, "+1.000")
    assert row[6:9] == (printed, printed, printed)


def test_records_of_a_comparison():
    """The same as data: figures instead of texts, None where a test is not for them."""
    pairs = compared([run("x")], [run("y"), run("z")], list(MEASURES))
    found = {(one["b"], one["measure"]): one for one in records(pairs, MEASURES)}
    assert list(found) == [(b, label) for _, b in PAIRS for label in MEASURES.values()]
    for nth, (a, b) in enumerate(PAIRS):
        for measure, label in MEASURES.items():
            own = both(a, b, measure)
            known, got = estimate(own), found[b, label]
            low, high = known.interval
            corrected = holm([flips(both(*pair, measure)) for pair in PAIRS])[nth]
            assert (got["a"], got["condition_a"], got["condition_b"]) == (a, "c", "c")
            assert (got["pairs"], got["left_out"]) == (len(own), left_out(a, b, measure))
            assert got["samples_for_0.02"] == needed(known)
            exact = {
                "mean_a": sum(one for one, _, _ in own) / len(own),
                "mean_b": sum(two for _, two, _ in own) / len(own),
                "difference": known.value, "stderr": known.stderr, "low": low, "high": high,
                "p_sign_flips": flips(own), "p_holm": corrected,
            }  # fmt: skip
            assert {key: got[key] for key in exact} == pytest.approx(exact, abs=1e-6)
            test = pytest.approx(mcnemar(own)) if measure == "right" else None
            assert got["p_mcnemar"] == test


def test_differences_from_one_run():
    """A column for each measure: the difference, its interval, and p corrected for all runs."""
    chosen = {key: MEASURES[key] for key in ("right", "share")}
    first = run("x")
    table = against(first, [run("y", "d"), first, run("z", "e")], chosen)
    corrected = {
        measure: holm([flips(both(a, b, measure)) for a, b in PAIRS]) for measure in chosen
    }
    wanted = []
    for nth, ((a, b), condition) in enumerate(zip(PAIRS, "de", strict=True)):
        cells = []
        for measure in chosen:
            found = estimate(both(a, b, measure))
            low, high = found.interval
            p = chance(corrected[measure][nth])
            cells.append(f"{found.value:+.3f} ({low:+.2f} to {high:+.2f}), p {p}")
        alike = sum(has(a, n) and has(b, n) for n in range(14))
        wanted.append((condition, b, *cells, alike))
    assert heads(table) == ["All right", "Completeness", "Pairs"]
    assert body(table) == wanted
    assert table.title == "Differences from x, c"
    assert table.caption == (
        "variant=paper. Paired over the samples that both have, with 95% intervals, clustered by "
        "what the samples share. P-values by sign flips, corrected for all these runs (Holm)."
    )
    # Of several variants each column says its own.
    longer = against(first, [run("y")], {**chosen, "size": "Titles (variant=strict)"})
    assert heads(longer)[2] == "Titles (variant=strict)"
    assert longer.caption.startswith("Paired over")
