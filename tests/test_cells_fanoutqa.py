"""Every cell of FanOutQA's tables, worked again from raw samples that nothing makes alike."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from cells import body, drawn, heads, kinds, mean, named, plain
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.fanoutqa import tables
from tamis.report.document import Report
from tamis.report.runs import Run, Scored
from tamis.stats import Estimate
from tamis.types import OUTCOMES

PAPER = json.loads((Path(tamis.report.__file__).parent / "published/fanoutqa.json").read_text())
NAN = float("nan")
QUESTIONS = (
    # Topics, shape, depth, leaves, documents.
    ("History; Sports", "table of numbers", 1, 5, 4), ("History", "number", 3, 12, 6),
    ("Films; Sports", "text", 2, 6, 6), ("History; Art", "table of texts", 1, 7, 9),
    ("Rivers", "number", 2, 5, 5), ("History; Law; Food", "number", 2, 10, 8),
    ("Films", "text", 4, 9, 12), ("Trade; Cars; Space", "table of numbers", 1, 1, 1),
    ("Towers", "number", 5, 6, 10), ("Wars; Games", "list", 2, 25, 3),
    ("Sports", "", 0, 0, 0),
)  # fmt: skip
ENDED = {
    # ok, cut, declined, missing, time out, rounds out, failed, withheld; a dot: not in the run.
    ("m", "closed book"): "oodoomoofoo",
    ("o", "closed book"): "ocoom.oodo.",
    ("m", "open book"): "octomodoroo",
    ("o", "open book"): "oomorooo.to",
    ("p", "open book"): "tooooc.oom.",
    ("o", "evidence provided"): "oowodoowooc",
    ("m", "fan-out"): "ooooofmor.o",
    ("people", "Answers made elsewhere"): "oooomoooooo",
    ("leaf_answers", "Baselines"): "ooooooooooo",
}
OUTCOME = {"o": "ok", "c": "truncated", "d": "refused", "m": "missing", "t": "timed_out",
           "r": "timed_out", "f": "failed"}  # fmt: skip
LIMITS = {"m": 8000, "o": 4096, "p": 128000}
RUNS = list(ENDED)
MODELS = RUNS[:-2]
PUBLISHED = ("reference_loose", "reference_strict", "rouge1_f1", "rouge2_f1", "rougeL_f1", "judged")
LETTERS = tuple(f"letter_{letter}" for letter in "ABCDEF")
OTHERS = ("strict_loose", "strict_strict", "bleurt", "judged[j]", "judged[k]", *LETTERS)
ROWS = tuple(f"{what}_{part}" for what in ("row", "cell") for part in ("precision", "recall", "f1"))
SPENT = ("calls", "tokens_in", "tokens_out", "searches", "not_found", "seconds", "trimmed")
OPENED = ("evidence_recall", "evidence_precision", "pages")
ASKED_OF = "0 for one without an answer that was read whole"
WORDS = "variant=reference, words=pystemmer (the published scorer's are en_core_web_sm)"
JUDGES = "j + k, prompt=abc"
Key = tuple[str, str]


def figure(key: Key, nth: int, name: str) -> float:
    """A figure of a question that was scored; the judges' and what is strict are yes or no."""
    share = drawn(*key, nth, name)
    if name in SPENT:
        return float(int(900 * share)) if "tokens" in name else round(20 * share)
    if name == "pages":
        return float(int(30 * share))
    if name in ROWS and not is_table(nth):
        return NAN
    if name == "judged" and nth % 5 == 3:
        return NAN  # A tie of the judges.
    if name == "evidence_precision" and nth % 4 == 1:
        return NAN
    yes_or_no = name.startswith("judged") or name.endswith("_strict")
    least = 0.2 if key[1] == "fan-out" else 0.45
    return float(share > least) if yes_or_no else share


def is_table(nth: int) -> bool:
    """Whether the answer to a question is a table."""
    return QUESTIONS[nth][1].startswith("table")


def has_text(how: str) -> bool:
    """Whether there is a text to score, be it cut."""
    return how in "ocdtr"


def unread_table(nth: int, how: str) -> bool:
    """Of one answer that should be a table no row could be read."""
    return nth == 7 and how == "o"


def run(key: Key) -> Run:
    """A run as its log has it."""
    system, condition = key
    samples = []
    for nth, ((topics, shape, depth, leaves, documents), how) in enumerate(
        zip(QUESTIONS, ENDED[key], strict=True)
    ):
        if how == ".":
            continue
        about = {"question": f"h{nth}", "topics": topics, "shape": shape, "depth": depth,
                 "leaves": leaves, "documents": documents}  # fmt: skip
        values: dict[str, float] = {}
        lacks = (condition, system, nth) == ("open book", "o", 1)
        if how == "w":
            values = {"pages_absent": 2.0, "not_asked": 1.0}
        elif how != "f":
            given = has_text(how)
            for name in PUBLISHED:
                own = figure(key, nth, name) if given else NAN
                values |= {name: 0.0 if own != own else own, f"read_{name}": own}
            for name in OTHERS:
                values[name] = figure(key, nth, name) if given else NAN
            for name in ROWS:
                own = figure(key, nth, name) if given and not unread_table(nth, how) else NAN
                worth = 0.0 if is_table(nth) and (how != "o" or own != own) else own
                values |= {name: worth, f"read_{name}": own}
            values["table_unread"] = (
                float(unread_table(nth, how)) if given and is_table(nth) else NAN
            )
            costs = condition not in ("Answers made elsewhere", "Baselines")
            values |= {name: figure(key, nth, name) if costs else 0.0 for name in SPENT}
            for name in OPENED:
                open_book = condition in ("open book", "fan-out")
                values[name] = figure(key, nth, name) if open_book else NAN
            values |= {outcome: float(outcome == OUTCOME[how]) for outcome in OUTCOMES}
            values |= {"declined": float(how == "d"), "out_of_time": float(how == "t"),
                       "over_rounds": float(how == "r"), "judge_unparsed": float(nth == 2),
                       "judge_failed": 2.0 * (nth == 4), "judge_tied": float(nth % 5 == 3),
                       "pages_absent": float(lacks)}  # fmt: skip
        failed = "RuntimeError: gone" if how == "f" else ""
        samples.append(Scored(f"q{nth:02}", 1, about, values, failed, "question"))
    identity = {"data": "mini-dev", "condition": condition, "variants": "strict,reference",
                "words": "pystemmer", "answers": "given", "roles": "judge=j, judge_b=k, verifier=x",
                "judge_prompt": "abc", "wiki": f"pages-{system}"}  # fmt: skip
    if system in LIMITS:
        identity["context_limit"] = str(LIMITS[system])
    args = {"predictions": "people.jsonl"} if system == "people" else {}
    kind = "baseline" if condition == "Baselines" else "model"
    return Run(system, kind, "fanoutqa", "1", identity, tuple(samples), len(samples), args=args)


@pytest.fixture(scope="module")
def made() -> Report:
    """The report of the runs, which come in no order."""
    return load_benchmark("fanoutqa").report([run(key) for key in RUNS[::-1]])


def asked(key: Key, chosen: Callable[[int], bool] = lambda nth: True) -> list[tuple[int, str]]:
    """The questions that a run was asked, and how they ended."""
    return [(n, how) for n, how in enumerate(ENDED[key]) if how not in ".w" and chosen(n)]


def given(key: Key, nth: int, how: str, name: str) -> float:
    """A figure of what was read; undefined where there is no text, or no row of a table."""
    lost = not has_text(how) or (name in ROWS and unread_table(nth, how))
    return NAN if lost else figure(key, nth, name)


def headline(key: Key, nth: int, how: str, name: str) -> float:
    """A figure over all that were asked: published ones score cut answers on what they hold."""
    own = given(key, nth, how, name)
    if name in ROWS and not is_table(nth):
        return NAN
    whole = how == "o" or (name in PUBLISHED and has_text(how))
    return own if whole and own == own else 0.0


def over(
    key: Key, name: str, chosen: Callable[[int], bool], of: Callable[[Key, int, str, str], float]
) -> tuple[Any, ...]:
    """The figure of a run over its chosen questions; each question is a cluster."""
    return mean((of(key, nth, how, name), str(nth)) for nth, how in asked(key, chosen))


def row(
    key: Key, names: Sequence[str], others: Sequence[str] = (),
    chosen: Callable[[int], bool] = lambda nth: True,
) -> list[Any]:  # fmt: skip
    """Headline figures, unread, n, other figures, those of what was read, and how many these are.

    Rows and cells are unread too where no row could be read.
    """
    own = asked(key, chosen)
    unread = sum(how != "o" or (names == ROWS and unread_table(n, how)) for n, how in own)
    beside = [over(key, name, chosen, given) for name in names]
    return [
        *(over(key, name, chosen, headline) for name in names),
        unread,
        len(own),
        *(over(key, name, chosen, given) for name in others),
        *beside,
        max(n for _, _, n in beside),
    ]


def printed(condition: str) -> list[tuple[Any, ...]]:
    """The leaderboard of a setting, the best by its judge first."""
    board = {"closed book": "closedbook", "open book": "openbook",
             "evidence provided": "evidenceprovided"}.get(condition)  # fmt: skip
    if board is None:
        return []
    ranked = sorted(PAPER["rows"].items(), key=lambda item: -item[1][board]["judge"])
    keys = ("loose", "strict", "rouge1", "rouge2", "rougeL", "judge", None, None, "bleurt")
    rows: list[tuple[Any, ...]] = [
        (condition, name, *(cells[board].get(key) for key in keys), *[None] * 7)
        for name, cells in ranked
    ]
    if board == "openbook":
        rows.append((condition, "Humans", 0.685, None, None, None, None, 0.452, *[None] * 10))
        rows.append((condition, "Humans, graded by hand", 0.847, *[None] * 15))
    return rows


CONDITIONS = ("closed book", "open book", "evidence provided", "fan-out", "Answers made elsewhere",
              "Baselines")  # fmt: skip
ORDER = [(c, [key for key in RUNS if key[1] == c]) for c in CONDITIONS]


def test_table_2(made):
    """Each system in each setting, by the published measures, and the leaderboard's rows."""
    found = named(made, "board")
    wanted = []
    for condition, own in ORDER:
        for key in own:
            lacking = " ‡" if key in (("o", "open book"), ("o", "evidence provided")) else ""
            wanted.append((condition, f"{key[0]}{lacking}", *row(key, PUBLISHED, ["bleurt"])))
        wanted += printed(condition)
    marked = ["Loose †", "Strict †", "ROUGE-1 †", "ROUGE-2 †", "ROUGE-L †", "Judged †"]
    assert heads(found) == [
        *(f"{label} ↑" for label in marked), "Unread ↓", "n", "BLEURT of those read",
        *(f"{label} of those read ↑" for label in marked), "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == wanted
    gpt = ("open book", "GPT-4o", 0.5802, 0.1616)
    assert next(one[:4] for one in body(found, "published") if one[0] == "open book") == gpt
    assert (found.title, found.paper, found.variant) == ("Answers", "Table 2", "reference")
    assert found.caption == (
        f"{WORDS}, data=mini-dev. Loose: the share of reference strings found; strict: all of "
        f"them. ROUGE is F1. Judged by {JUDGES}. All but BLEURT are over all that were asked, "
        f"{ASKED_OF}. † As the published scorer averages: answers that were cut, or whose time ran "
        "out, are scored on what they hold. ‡ The encyclopaedia lacks pages that some of its "
        "questions need: not comparable with the published rows (see the notes). Mean ± standard "
        "error over questions. Published: the leaderboard, test split, nov23; humans: FanOutQA, "
        "§4.5."
    )


def test_variants(made):
    """Loose and strict accuracy by both; ours counts a cut answer 0."""
    found = named(made, "variants")
    names = ("strict_loose", "strict_strict", "reference_loose", "reference_strict")
    labels = ["Loose (strict)", "Strict (strict)", "Loose (reference)", "Strict (reference)"]
    assert heads(found) == [
        *(f"{label} ↑" for label in labels), "Unread ↓", "n",
        *(f"{label} of those read ↑" for label in labels), "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == [(c, key[0], *row(key, names)) for c, own in ORDER for key in own]
    variants = ["strict"] * 2 + ["reference"] * 2
    assert [column.variant for column in found.columns] == [*variants, "", "", *variants, ""]
    assert found.title == "Loose and strict accuracy by variant"
    assert found.caption.startswith(
        f"data=mini-dev. variant=strict, words=pystemmer; {WORDS}. paper: base forms without stop"
    )
    assert found.caption.endswith(
        f"All are over all that were asked, {ASKED_OF}; reference scores answers that were cut on "
        "what they hold."
    )


def test_what_the_judges_said(made):
    """The majority over all questions; each judge and each letter over its replies."""
    found = named(made, "judges")
    assert heads(found) == [
        "Judged ↑", "Unread ↓", "n", "j, its verdicts ↑", "k, its verdicts ↑", *"ABCDEF",
        "Judged of those read ↑", "Read, whole or in part",
    ]  # fmt: skip
    others = ["judged[j]", "judged[k]", *LETTERS]
    assert body(found) == [
        (c, key[0], *row(key, ["judged"], others)) for c, own in ORDER for key in own
    ]
    assert found.title == "What the judges said"
    assert found.caption == (
        f"data=mini-dev. Judged by {JUDGES}. A: part of the reference; B: more; C: the same; D: in "
        "conflict; E: different, not in its facts; F: no answer. B, C and E score 1. Letters are "
        "shares of verdicts and of replies without one."
    )


def test_answers_that_are_tables(made):
    """Rows and cells of the three questions whose answer is a table."""
    found = named(made, "tables")
    labels = [
        f"{what} {part}" for what in ("Row", "Cell") for part in ("precision", "recall", "F1")
    ]
    assert heads(found) == [
        *(f"{label} ↑" for label in labels), "Unread ↓", "n",
        *(f"{label} of those read ↑" for label in labels), "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == [
        (c, key[0], *row(key, ROWS, chosen=is_table)) for c, own in ORDER for key in own
    ]
    assert found.title == "Answers that are tables"
    assert found.caption == (
        "data=mini-dev. Rows are right by their key, cells by key and value, compared as in "
        "strict; an answer of which no row could be read counts 0."
    )


MAIN = ("reference_loose", "reference_strict", "judged")


def often(places: Sequence[int]) -> int:
    """In how many samples of all runs the questions are, withheld ones too."""
    return sum(ENDED[key][nth] != "." for key in RUNS for nth in places)


def parts(what: str) -> dict[str, Callable[[int], bool]]:
    """The questions of each group of a breakdown, in its order."""
    if what in ("topic", "shape"):
        at = 0 if what == "topic" else 1
        of = [q[0].split("; ") if at == 0 else [q[1]] for q in QUESTIONS]
        names = {
            name: [n for n, own in enumerate(of) if name in own]
            for own in of
            for name in own
            if name
        }
        ranked = sorted(names, key=lambda name: (-often(names[name]), name))
        return {name: (lambda nth, own=names[name]: nth in own) for name in ranked[:10]}
    if what == "depth":
        bins = {"1": (1, 1), "2": (2, 2), "3 or more": (3, 99)}
    else:
        bins = {"5 or fewer": (1, 5), "6": (6, 6), "7 to 9": (7, 9), "10 or more": (10, 99)}
    place = {"depth": 2, "leaves": 3, "documents": 4}[what]
    return {
        name: (lambda nth, low=low, high=high: low <= QUESTIONS[nth][place] <= high)
        for name, (low, high) in bins.items()
    }


@pytest.mark.parametrize(
    ("what", "title", "said"),
    [
        ("topic", "By topic", " A question may have several. The 10 most frequent of 13."),
        ("shape", "By shape of the answer", ""),
        ("depth", "By depth of the decomposition", ""),
        ("leaves", "By number of leaves", ""),
        ("documents", "By number of documents", ""),
    ],
)
def test_breakdowns(made, what, title, said):
    """The main measures over the questions of each group, of the systems that were asked any."""
    found = named(made, f"by-{what}")
    assert heads(found) == [
        "Loose ↑", "Strict ↑", "Judged ↑", "Unread ↓", "n", "Loose of those read ↑",
        "Strict of those read ↑", "Judged of those read ↑", "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == [
        (name, k[0] if k[1] == "Baselines" else f"{k[0]}, {k[1]}", *row(k, MAIN, chosen=chosen))
        for name, chosen in parts(what).items()
        for _, own in ORDER
        for k in own
        if asked(k, chosen)
    ]
    assert (found.title, found.variant) == (title, "reference")
    assert found.caption == (
        f"{WORDS}, data=mini-dev. As above, over all that were asked, {ASKED_OF}.{said}"
    )


def known(key: Key, name: str) -> list[float]:
    """What the questions of a run cost, or what was opened, where that is known."""
    own = [figure(key, nth, name) for nth, how in asked(key) if how != "f"]
    return [one for one in own if one == one]


def test_evidence(made):
    """The pages that were opened, in the two settings that open some."""
    found = named(made, "evidence")
    wanted = []
    for key in [key for _, own in ORDER for key in own if key[1] in ("open book", "fan-out")]:
        shares = [
            mean((figure(key, nth, name), str(nth)) for nth, how in asked(key) if how != "f")
            for name in OPENED[:2]
        ]
        pages = round(statistics.fmean(known(key, "pages")), 9)
        wanted.append((key[1], key[0], *shares, pages, len(asked(key))))
    assert heads(found) == ["Evidence recall ↑", "Evidence precision ↑", "Pages opened", "n"]
    assert body(found) == wanted
    assert [column.digits for column in found.columns] == [2, 2, 1, 2]
    assert found.title == "Evidence"
    assert found.caption.startswith(
        "data=mini-dev, wiki=pages-m, pages-o, pages-p. Recall: the share of the pages that the "
        "question needs of which something was shown to the model; precision: the share of the "
        "shown ones that it needs."
    )


def test_costs(made):
    """Of the questions that were answered, whatever the answer; models alone cost something."""
    found = named(made, "costs")
    wanted = []
    for key in [key for _, own in ORDER for key in own if key in MODELS]:
        means = [round(statistics.fmean(known(key, name)), 9) for name in SPENT]
        answered = sum(how != "f" for _, how in asked(key))
        wanted.append((key[1], key[0], *means, answered))
    assert heads(found) == [
        "Calls ↓", "Tokens in ↓", "Tokens out ↓", "Searches", "of these not found ↓", "Seconds ↓",
        "Messages trimmed ↓", "n",
    ]  # fmt: skip
    assert body(found) == wanted
    assert [column.digits for column in found.columns] == [1, 0, 0, 1, 1, 1, 1, 2]
    assert found.title == "Cost of a question"
    assert found.caption == (
        "Means over questions, judges not counted; tokens as the providers report them. Seconds "
        "are those of the calls, one after another, without retries and waiting. Messages trimmed: "
        "those that no longer fitted the context."
    )


def signed(differences: Mapping[int, float], digits: int, bounded: bool = False) -> str:
    """A mean difference with its interval, as it is printed: each question is a cluster."""
    value, error, n = mean((one, str(nth)) for nth, one in differences.items())
    bounds = (-1.0, 1.0) if bounded else None
    low, high = Estimate(value or 0.0, error or 0.0, n, 0, n, math.nan, bounds, n).interval
    span = f" ({low:+,.{digits}f} to {high:+,.{digits}f})" if n > 2 else ""
    return f"{value:+,.{digits}f}{span}"


def chance(differences: Sequence[float]) -> float:
    """The share of all patterns of signs whose sum is as far from 0."""
    sums = [0.0]
    for one in differences:
        sums = [total + sign * one for total in sums for sign in (1, -1)]
    return sum(abs(total) >= abs(sum(differences)) - 1e-9 for total in sums) / len(sums)


def both(first: Key, second: Key, value: Callable[[Key, int, str], float]) -> dict[int, float]:
    """Second less first on each question that both were asked and have a value for."""
    one, two = dict(asked(first)), dict(asked(second))
    found = {
        nth: value(second, nth, two[nth]) - value(first, nth, one[nth]) for nth in one if nth in two
    }
    return {nth: gain for nth, gain in found.items() if gain == gain}


def test_fan_out_against_open_book(made):
    """The one model that ran in both: the judged score and what it cost, question by question."""
    first, second = ("m", "open book"), ("m", "fan-out")
    gain = both(first, second, lambda key, nth, how: headline(key, nth, how, "judged"))
    before = [headline(first, nth, how, "judged") for nth, how in asked(first) if nth in gain]

    def more(*names: str) -> dict[int, float]:
        return both(
            first,
            second,
            lambda key, nth, how: NAN if how == "f" else sum(figure(key, nth, n) for n in names),
        )

    found = named(made, "fan-out")
    assert heads(found) == ["Open book ↑", "Fan-out ↑", "Difference", "p", "Tokens", "Calls",
                            "Seconds", "Pairs"]  # fmt: skip
    mean_before = sum(before) / len(before)
    assert body(found) == [
        ("", "m", round(mean_before, 9), round(mean_before + sum(gain.values()) / 10, 9),
         signed(gain, 3, True), chance([*gain.values()]),
         signed(more("tokens_in", "tokens_out"), 0),
         signed(more("calls"), 1), signed(more("seconds"), 1), 10)
    ]  # fmt: skip
    assert 0 < chance([*gain.values()]) < 1
    assert [column.digits for column in found.columns] == [2, 2, 2, 3, 2, 2, 2, 2]
    assert found.title == "Fan-out against open book"
    assert found.caption == (
        f"data=mini-dev. Judged (judge={JUDGES}; cut answers scored on what they hold); a question "
        "without an answer counts 0. Differences are fan-out minus open book on the same "
        "questions, with 95% intervals; p by sign flips."
    )


def test_models_against_people(made):
    """Each model's difference from the one file of answers, by each measure, corrected by Holm."""
    people = ("people", "Answers made elsewhere")
    measures = {
        "judged": f"Judged (judge={JUDGES}; cut answers scored on what they hold)",
        "reference_loose": f"Loose ({WORDS}; cut answers scored on what they hold)",
        "reference_strict": f"Strict ({WORDS}; cut answers scored on what they hold)",
        "strict_loose": "Loose (variant=strict, words=pystemmer)",
        "strict_strict": "Strict (variant=strict, words=pystemmer)",
        "rougeL_f1": "ROUGE-L (cut answers scored on what they hold)",
        "row_f1": "Row F1",
        "cell_f1": "Cell F1",
    }
    ordered = [key for _, own in ORDER for key in own if key in MODELS]
    columns = []
    for name in measures:
        of = {
            key: both(people, key, lambda k, nth, how, name=name: headline(k, nth, how, name))
            for key in ordered
        }
        chances = {key: chance([*gain.values()]) for key, gain in of.items()}
        corrected: dict[Key, float] = {}
        most = 0.0
        for rank, key in enumerate(sorted(chances, key=chances.__getitem__)):
            most = max(most, min(1.0, chances[key] * (len(ordered) - rank)))
            corrected[key] = most
        columns.append(
            {key: (signed(g, 3, True), signed(g, 2, True), corrected[key]) for key, g in of.items()}
        )
    found = named(made, "elsewhere")
    assert heads(found) == [*measures.values(), "Pairs"]
    for got, key in zip(body(found), ordered, strict=True):
        assert got[:2] == (key[1], key[0])
        assert got[-1] == len(both(people, key, lambda *_: 0.0))
        for cell, (three, two, p) in zip(got[2:-1], (c[key] for c in columns), strict=True):
            span = two.partition(" ")[2]
            assert cell == f"{three.partition(' ')[0]}{' ' if span else ''}{span}, p {p:.3f}"
    assert found.title == "Differences from people"
    assert found.caption == (
        "Paired over the samples that both have, with 95% intervals, clustered by what the samples "
        "share. P-values by sign flips, corrected for all these runs (Holm)."
    )


def test_score_and_length_of_context(made):
    """The three models in open book, by the judge; two contexts in the others are too few."""
    points = [
        (float(LIMITS[key[0]]), row(key, MAIN)[2][0]) for key in RUNS if key[1] == "open book"
    ]
    xs, ys = zip(*points, strict=True)
    assert len(set(ys)) == 3
    left, right = ([one - statistics.fmean(own) for one in own] for own in (xs, ys))
    product = sum(a * b for a, b in zip(left, right, strict=True))
    r2 = product**2 / (sum(a * a for a in left) * sum(b * b for b in right))
    found = named(made, "correlation")
    assert heads(found) == ["r²", "Runs"]
    [own, paper] = body(found)
    assert own == ("open book", "These runs", pytest.approx(r2, abs=1e-7), 3)
    assert paper == ("open book", "The paper's models", 0.558, None)
    assert found.columns[0].digits == 3
    assert found.title == "Score and length of context"
    assert found.caption == (
        f"r² of the context limit in tokens and the mean score: Judged (judge={JUDGES}; cut "
        "answers scored on what they hold). Published: FanOutQA, §4.3 and §4.4, by its judge."
    )


def test_the_score_against_cost(made):
    """A point for each model that was called: the judged score, by the tokens of a question."""
    [found] = made.figures
    assert [(one.group, one.label, round(one.x, 9), plain(one.y)) for one in found.points] == [
        (key[0], key[1], round(sum(statistics.fmean(known(key, name)) for name in SPENT[1:3]), 9),
         row(key, ["judged"])[0])
        for _, own in ORDER
        for key in own
        if key in MODELS
    ]  # fmt: skip
    assert (found.x_label, found.y_label, found.log_x) == ("tokens a question", "Judged", True)
    assert found.title == "Score against cost"
    assert found.caption == (
        f"Judged (judge={JUDGES}; cut answers scored on what they hold), data=mini-dev. Tokens in "
        "and out, of all calls but those of judges, a question; vertical lines are 95% intervals."
    )


def test_refusals(made):
    """Declined, refused, and what ran out, of the models, with the paper's shares."""
    found = named(made, "refusals")
    wanted: list[tuple[Any, ...]] = []
    for condition, own in ORDER:
        for key in [key for key in own if key in MODELS or key[0] == "people"]:
            there = asked(key)
            scored = [(nth, how) for nth, how in there if how != "f"]
            # A question that failed was not refused; what its answer would say is not known.
            shares = [
                mean((float(how in kind), str(nth)) for nth, how in rows)
                for kind, rows in (("d", scored), ("d", there), ("t", scored), ("r", scored))
            ]
            wanted.append((condition, key[0], *shares, len(there)))
        if condition == "closed book":
            wanted += [
                (condition, name, share, None, None, None, None)
                for name, share in (("GPT-4-turbo", 0.05), ("GPT-3.5-turbo", 0.1), ("GPT-4", 0.44))
            ]
        if condition == "open book":
            wanted.append((condition, "GPT-4, question repeated", None, None, 0.331, None, None))
    assert heads(found) == ["Declined ↓", "Refused by the provider ↓", "Out of time ↓",
                            "Over rounds ↓", "n"]  # fmt: skip
    assert body(found) == wanted
    assert found.title == "Refusals and time-outs"
    assert found.caption == (
        "Declined: the answer only says that it cannot be given (told by its words). Published: "
        "FanOutQA, §4.2, counted by hand, and Appendix F.2."
    )


def test_how_the_questions_ended(made):
    """And how the judges did: verdicts that could not be read, calls that failed, ties."""
    found = named(made, "outcomes")
    wanted = []
    for condition, own in ORDER:
        for key in own:
            ended = ENDED[key].replace(".", "")
            there = [(n, how) for n, how in enumerate(ENDED[key]) if how not in ".wf"]
            counts = [ended.count(how) for how in "ocdm"]
            counts += [ended.count("t") + ended.count("r"), ended.count("f"), ended.count("w")]
            more = [ended.count("d"), ended.count("r"), sum(n == 2 for n, _ in there),
                    sum(n == 4 for n, _ in there), sum(n % 5 == 3 for n, _ in there)]  # fmt: skip
            wanted.append((condition, key[0], len(asked(key)), *counts, *more))
    assert heads(found) == [
        "Asked", "OK", "Truncated", "Refused", "Missing", "Timed out", "Failed", "Withheld",
        "Declined", "Over rounds", "Verdict unparsed", "Judge failed", "Judges tied",
    ]  # fmt: skip
    assert body(found) == wanted
    assert "Withheld were not asked. Declined answers say in words" in found.caption


def test_whole_answers_have_no_mark():
    """Where no answer was cut, and no page is absent, the caption says nothing of either."""
    key = ("leaf_answers", "Baselines")
    runs = load_benchmark("fanoutqa").completed([run(key)])
    silent = [replace(one, identity={**one.identity, "roles": ""}) for one in runs]
    found = tables.board(silent)
    assert heads(found) == ["Loose ↑", "Strict ↑", "ROUGE-1 ↑", "ROUGE-2 ↑", "ROUGE-L ↑",
                            "Judged ↑", "Unread ↓", "n", "BLEURT of those read"]  # fmt: skip
    assert body(found)[0] == ("Baselines", "leaf_answers", *row(key, PUBLISHED, ["bleurt"])[:9])
    assert "No judge was bound. All but BLEURT are over all that were asked" in found.caption
    assert not {"†", "‡"} & set(found.caption)
    # Verdicts are shown whoever gave them.
    assert body(tables.by_judge(silent))[0][2] == row(key, ["judged"])[0]


def test_a_row_says_what_its_figures_come_from(made):
    """Systems and baselines, and what was printed."""
    own = {key[0]: {"baseline" if key[1] == "Baselines" else "model"} for key in RUNS}
    printed = [*PAPER["rows"], "Humans", "GPT-4", "The paper's models"]
    own |= {name: {"published"} for name in printed}
    assert kinds(made) == own | {"These runs": {"measure"}}
    assert {table.id for table in made.tables if table.paper} == {"board"}
