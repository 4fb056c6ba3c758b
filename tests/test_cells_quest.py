"""Every cell of QUEST's tables, worked again from raw samples that nothing makes alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from cells import body, drawn, heads, kinds, mean, named, plain
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.quest import tables
from tamis.report.document import Report
from tamis.report.runs import Run, Scored
from tamis.types import OUTCOMES

PAPER = json.loads((Path(tamis.report.__file__).parent / "published/quest_loft.json").read_text())
NAN = float("nan")
SECTIONS = {"revised": "revised", "simple": "simple28"}
GOLDS = ("revised", "simple")
SETS = ("paper", "strict")
QUESTIONS = (
    # Template, number of golds, the golds that score it.
    ("A and B", 1, "revised,simple"), ("A", 3, "revised"), ("A or B", 0, "revised,simple"),
    ("A", 2, "revised,simple"), ("A and B", 7, "revised"), ("A", 5, "revised,simple"),
    ("A not B", 1, "simple"), ("A or B", 12, "revised,simple"), ("", 4, "revised"),
    ("A and B", 1, "revised,simple"), ("A", 2, "revised,simple"),
)  # fmt: skip
ENDED = {
    # ok, empty, cut, unread, refused, failed; a dot is a question that the run did not have.
    ("a", "CiC Baseline"): "ooeucofoooo",
    ("b", "CiC Baseline"): "oecoo.uoo..",
    ("a", "RAG Justified QA + CoT"): "ouooreoofc.",
    ("a", "RAG Justified QA + CoT + Verification"): "cooouoeooro",
    ("b", "CiC Justified QA + Verification"): "ouooeor.ooo",
    ("b", "whole+justified+verify"): "ooc.ouooeoo",
    ("file", "Answers made elsewhere"): "oooeouooroo",
    ("bm25", "Baselines"): "ooooooooooo",
    ("oracle", "Baselines"): "oooo.oooooo",
}
PAIRS = {("c", "Verifier: Basic"): "oouoofoo.oo", ("d", "Verifier: QUEST"): "ouooooooooo"}
ORDER = ("CiC Baseline", "CiC Justified QA + Verification", "RAG Justified QA + CoT",
         "RAG Justified QA + CoT + Verification", "whole+justified+verify",
         "Answers made elsewhere", "Baselines")  # fmt: skip
RUNS = sorted(ENDED, key=lambda key: ORDER.index(key[1]))
OUTCOME = {"o": "ok", "e": "empty", "c": "truncated", "u": "unparsed", "r": "refused"}
MEASURES = ("f1", "precision", "recall", "accuracy", "subspan_em")
LOFT = ("em", "subspan_em", "coverage")
LABELS = ("fully_correct", "correct_with_extras", "partly", "incorrect")
DEPTHS = ("mrecall@3", "recall@20", "recall@40", "recall@100")
KINDS = ("tp", "fp", "fn", "tn")
REPAIRS = {"titles_for_ids": "Titles for ids", "ids_repaired": "Ids repaired",
           "unknown_answers": "Unknown answers", "doubled_answers": "Doubled answers",
           "doubled_candidates": "Doubled candidates",
           "unknown_documents_cited": "Unknown documents cited",
           "list_and_judgements_differ": "List and judgements differ",
           "candidates_without_a_document": "Candidates without a document"}  # fmt: skip
COUNTS = ("quotes", "candidates", "verdicts", "verdicts_unread", "left_out", *REPAIRS)
NEVER = ("doubled_candidates", "left_out")
HEADLINE = "over all that were asked, 0 for one without an answer that was read whole"
Key = tuple[str, str]


def figure(key: Key, nth: int, name: str) -> float:
    """A figure of an answer that was read, if only in part."""
    share = drawn(*key, nth, name)
    if name.endswith(KINDS):
        return float(int(5 * share))
    if name in COUNTS:
        return 0.0 if name in NEVER else float(int(4 * share))
    if name in ("quote_support", "verifier_quote_support", "revised_reference_coverage"):
        return NAN if share < 0.3 else share
    return share


def read(how: str) -> bool:
    """Whether an answer was read, if only in part."""
    return how in "oec"


def set_keys(gold: str) -> list[str]:
    """The set measures of a gold in each variant, and the labels of an answer."""
    found = [f"{gold}_{variant}_{key}" for variant in SETS for key in MEASURES]
    found += [f"{gold}_reference_{key}" for key in LOFT]
    return [*found, *(f"{gold}_{label}" for label in LABELS)]


def run(key: Key) -> Run:
    """A run as its log has it; its retrieval is there whatever the reply."""
    system, condition = key
    samples = []
    for nth, ((template, golds, by), how) in enumerate(zip(QUESTIONS, ENDED[key], strict=True)):
        if how == ".":
            continue
        about = {"qid": f"h{nth}", "template": template, "golds": golds, "scored_by": by}
        values: dict[str, float] = {}
        if how != "f":
            for gold in by.split(","):
                cited = [f"{gold}_cited_{key}" for key in DEPTHS]
                for name in (*set_keys(gold), *cited):
                    values[name] = figure(key, nth, name) if read(how) else NAN
                for name in DEPTHS:
                    values[f"{gold}_retrieved_{name}"] = retrieved(key, nth, gold, name)
                for kind in KINDS:
                    verdicts = figure(key, nth, f"{gold}_{kind}") if verifies(condition) else 0.0
                    unread = float(kind == "fn" and nth % 3 == 0 and verdicts > 0)
                    values |= {f"{gold}_{kind}": verdicts, f"read_{gold}_{kind}": verdicts - unread}
            for name in (*COUNTS, "quote_support", "verifier_quote_support"):
                values[name] = figure(key, nth, name)
            values |= {outcome: float(outcome == OUTCOME[how]) for outcome in OUTCOMES}
            values["json_repaired"] = float(nth % 4 == 1)
        failed = "RuntimeError: gone" if how == "f" else ""
        samples.append(Scored(f"q{nth:02}", 1, about, values, failed, "qid"))
    identity = {"data": "loft", "condition": condition, "golds": "revised,simple",
                "variants": "paper,strict,reference", "questions": "test"}  # fmt: skip
    usage = {}
    if condition.startswith("RAG") or system == "bm25":
        identity |= {"retrieval": "dense x" if condition.startswith("RAG") else "bm25", "k": "40"}
    kind, args = "model", {}
    if condition == "Baselines":
        kind, args = "baseline", {"baseline": system}
    elif system != "file":
        nth = RUNS.index(key)
        usage = {"input tokens": 1000 + 37 * nth, "output tokens": 200 + nth,
                 "input tokens from the provider's cache": 11 * nth}  # fmt: skip
    return Run(system, kind, "quest", "1", identity, tuple(samples), len(samples), usage, args=args)


def retrieved(key: Key, nth: int, gold: str, name: str) -> float:
    """A measure of the ranking: the runs of one ranker share it, most have none."""
    ranker = "dense" if key[1].startswith("RAG") else key[0] if key[0] == "bm25" else ""
    if not ranker or (name == "recall@100" and ranker == "bm25"):
        return NAN
    return drawn(ranker, nth, gold, name)


def verifies(condition: str) -> bool:
    """Whether a method has a verifier."""
    return "erif" in condition


def pairs(key: Key) -> Run:
    """A run that verifies single candidates: half of them are golds."""
    samples = []
    for nth, how in enumerate(PAIRS[key]):
        if how == ".":
            continue
        gold, said = nth % 3 == 0, drawn(*key, nth) > 0.4
        values: dict[str, float] = {}
        if how != "f":
            for name in GOLDS:
                kind = verdict(gold, said if how == "o" else not gold)
                for one in KINDS:
                    values[f"{name}_{one}"] = float(one == kind)
                    values[f"read_{name}_{one}"] = float(one == kind and how == "o")
                right = float(kind in ("tp", "tn"))
                values[f"{name}_judged_right"] = right
                values[f"read_{name}_judged_right"] = right if how == "o" else NAN
            values |= {outcome: float(outcome == OUTCOME[how]) for outcome in OUTCOMES}
        about = {"qid": f"h{nth // 2}", "golds": 1, "scored_by": "revised,simple"}
        failed = "RuntimeError: gone" if how == "f" else ""
        samples.append(Scored(f"p{nth:02}", 1, about, values, failed, "qid", str(gold)))
    identity = {"data": "loft", "condition": key[1], "golds": "revised,simple",
                "variants": "paper,strict,reference", "questions": "test"}  # fmt: skip
    usage = {"input tokens": 5000, "output tokens": 70}
    return Run(key[0], "model", "quest", "1", identity, tuple(samples), len(samples), usage)


def verdict(gold: bool, said: bool) -> str:
    """How a verdict met the truth."""
    return {(True, True): "tp", (False, True): "fp", (True, False): "fn"}.get((gold, said), "tn")


@pytest.fixture(scope="module")
def made() -> Report:
    """The report of the runs, which come in no order."""
    runs = [run(key) for key in list(ENDED)[::-1]]
    return load_benchmark("quest").report([*runs, *(pairs(key) for key in PAIRS)])


def asked(
    key: Key, gold: str = "", chosen: Callable[[int], bool] = lambda nth: True
) -> list[tuple[int, str]]:
    """The questions that a run was asked, of those that a gold scores, and how they ended."""
    return [
        (nth, how)
        for nth, how in enumerate(ENDED[key])
        if how != "." and gold in QUESTIONS[nth][2] and chosen(nth)
    ]


def row(
    key: Key, gold: str, names: Sequence[str], others: Sequence[str] = (),
    chosen: Callable[[int], bool] = lambda nth: True,
) -> list[Any]:  # fmt: skip
    """Headline figures, unread, n, others, the headline figures of what was read, and its number.

    Questions are their own clusters. All are over the questions that the gold scores.
    """
    own = asked(key, gold, chosen)

    def given(nth: int, how: str, name: str) -> float:
        # Of a gold that does not score a question there is no figure.
        return figure(key, nth, name) if read(how) and gold in QUESTIONS[nth][2] else NAN

    def over(name: str, whole: bool) -> tuple[Any, ...]:
        return mean(
            (0.0 if whole and how not in "oe" else given(nth, how, name), str(nth))
            for nth, how in own
        )

    beside = [over(name, False) for name in names]
    return [
        *(over(name, True) for name in names),
        sum(how not in "oe" for _, how in own),
        len(own),
        *(over(name, False) for name in others),
        *beside,
        max(n for _, _, n in beside),
    ]


def columns(labels: Sequence[str], others: Sequence[str] = (), up: str = " ↑") -> list[str]:
    """The heads of a table with headline figures and those of what was read."""
    return [
        *(f"{label}{up}" for label in labels), "Unread ↓", "n", *others,
        *(f"{label} of those read{up}" for label in labels), "Read, whole or in part",
    ]  # fmt: skip


NAMES = ("F1", "Precision", "Recall", "Accuracy", "Subspan EM")


@pytest.mark.parametrize("variant", SETS)
@pytest.mark.parametrize(
    ("gold", "paper", "source"),
    [("revised", "Tables 3 and 4", "Tables 3 and 4"), ("simple", "Table 5", "Table 5")],
)
def test_tables_3_to_5(made, gold, variant, paper, source):
    """Each method's runs by the questions that a gold scores, each model of the paper beside."""
    found = named(made, f"leaderboard-{gold}-{variant}")
    keys = [f"{gold}_{variant}_{key}" for key in MEASURES]
    wanted = []
    for condition in ORDER:
        wanted += [(condition, k[0], *row(k, gold, keys)) for k in RUNS if k[1] == condition]
        wanted += [
            (condition, model, *(rows[condition][key] for key in MEASURES), *[None] * 8)
            for model, rows in PAPER[SECTIONS[gold]].items()
            if condition in rows
        ]
    assert heads(found) == columns(NAMES)
    assert body(found) == wanted
    assert found.title == f"Answers against the {gold} golds ({variant})"
    assert (found.paper, found.variant) == (paper, variant)
    assert found.caption == (
        f"variant={variant}, golds={gold}, data=loft. Mean ± standard error over questions, "
        f"{HEADLINE}. Published: QUEST-LOFT, {source}, on LOFT-128k."
    )


def test_the_papers_rows_are_those_of_table_3(made):
    """The first, as it is printed; and all methods of a model where none of them was run."""
    first = body(named(made, "leaderboard-revised-paper"), "published")[0]
    assert first[:7] == ("CiC Baseline", "gemini-1.5-pro", 0.66, 0.78, 0.7, 0.38, 0.5)
    alone = load_benchmark("quest").completed([run(("oracle", "Baselines"))])
    found = body(tables.leaderboard(alone, "simple", "paper"), "published")
    printed = PAPER["simple28"]["gemini-1.5-pro"]
    assert found == [
        ("Table 3: gemini-1.5-pro", name, *(cells[key] for key in MEASURES), None, None)
        for name, cells in printed.items()
    ]


@pytest.mark.parametrize("gold", GOLDS)
def test_lofts_scorer(made, gold):
    """Its two means over all questions, and its coverage over answers that are not empty."""
    found = named(made, f"loft-{gold}")
    names = [f"{gold}_reference_{key}" for key in LOFT]
    assert heads(found) == columns(["EM", "Subspan EM"], ["Coverage of non-empty answers"])
    assert body(found) == [(k[1], k[0], *row(k, gold, names[:2], names[2:])) for k in RUNS]
    assert found.title == f"LOFT's scorer on the {gold} golds (reference)"
    assert (found.paper, found.variant) == ("", "reference")
    assert found.caption == (
        f"variant=reference, golds={gold}, data=loft. Mean ± standard error over questions, "
        f"{HEADLINE}. A reply that was not read is an empty answer, as for the published scorer, "
        "whose mean coverage leaves these out; other answers are undefined where there is no gold."
    )


@pytest.mark.parametrize("gold", GOLDS)
def test_labels(made, gold):
    """The four shares of all that were asked, and of those read."""
    found = named(made, f"labels-{gold}")
    labels = ["Fully correct", "Correct with extras", "Partly", "Incorrect"]
    assert heads(found) == columns(labels, up="")
    names = [f"{gold}_{label}" for label in LABELS]
    assert body(found) == [(k[1], k[0], *row(k, gold, names)) for k in RUNS]
    assert found.title == f"Shares of right answers, {gold} golds"
    assert found.caption == (
        f"data=loft, golds={gold}. Fully correct: exactly the golds; with extras: all golds and "
        "more; partly: some golds; incorrect: none. Shares are of all that were asked; those that "
        "were not read are the rest."
    )


BINS = {"0": (0, 0), "1": (1, 1), "2 or 3": (2, 3), "4 to 6": (4, 6), "7 or more": (7, 99)}
PARTS: dict[str, dict[str, Callable[[int], bool]]] = {
    "template": {
        name: (lambda nth, name=name: QUESTIONS[nth][0] == name)
        for name in ("A", "A and B", "A not B", "A or B")
    },
    "number of golds": {
        f"{name} golds": (lambda nth, low=low, high=high: low <= QUESTIONS[nth][1] <= high)
        for name, (low, high) in BINS.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("what", PARTS)
def test_breakdowns(made, what):
    """By the first gold and the first variant, over the questions that this gold scores.

    A run that was asked no such question has no row; a template of other golds has no group.
    """
    found = named(made, f"by-{what.replace(' ', '-')}-revised-paper")
    keys = [f"revised_paper_{key}" for key in MEASURES]
    assert heads(found) == columns(NAMES)
    assert body(found) == [
        (
            name,
            k[0] if k[1] in ORDER[-2:] else f"{k[0]}, {k[1]}",
            *row(k, "revised", keys, chosen=chosen),
        )
        for name, chosen in PARTS[what].items()
        for k in RUNS
        if asked(k, "revised", chosen)
    ]
    assert (found.title, found.variant) == (f"By {what}, revised golds (paper)", "paper")
    assert found.caption == (
        "variant=paper, golds=revised, data=loft. Mean ± standard error over questions, "
        f"{HEADLINE}."
    )


@pytest.mark.parametrize("gold", GOLDS)
def test_tables_6_to_8(made, gold):
    """Each ranking once, over all that it ranked; and what the candidates of a method cite."""
    found = named(made, f"retrieval-{gold}")
    wanted: list[tuple[Any, ...]] = []
    dense = ("a", "RAG Justified QA + CoT + Verification")
    for label, key in (("dense x", dense), ("bm25", ("bm25", "Baselines"))):
        # Of the two runs with the dense ranker the longer; it is there whatever was read of them.
        own = [(nth, how) for nth, how in asked(key, gold) if how != "f"]
        cells = [
            mean((retrieved(key, nth, gold, name), str(nth)) for nth, _ in own) for name in DEPTHS
        ]
        wanted.append(("Retrieval", label, *cells, None, cells[0][2], *[None] * 5))
    rows = [cells for name, cells in PAPER["retrieval"].items() if name.startswith(SECTIONS[gold])]
    models = [name.partition("/")[2] for name in PAPER["retrieval"]
              if name.startswith(SECTIONS[gold])]  # fmt: skip
    for name in ("Naive retrieval (first K docs in corpus)", "Embedding-based retrieval"):
        wanted.append(("Retrieval", name, *(rows[0][name][key] for key in DEPTHS), *[None] * 7))
    filters = {
        "CiC Baseline": [RUNS[0], RUNS[1]],
        "CiC Justified": [("b", "CiC Justified QA + Verification"),
                          ("b", "whole+justified+verify")],
        "RAG Justified - CoT": [("a", "RAG Justified QA + CoT"), dense],
    }  # fmt: skip
    for name, own in filters.items():
        for key in own:
            label = key[0] if name == "CiC Baseline" else f"{key[0]}, {key[1]}"
            keys = [f"{gold}_cited_{depth}" for depth in DEPTHS]
            wanted.append((name, label, *row(key, gold, keys)))
        wanted += [
            (name, model, *(cells[name][depth] for depth in DEPTHS), *[None] * 7)
            for model, cells in zip(models, rows, strict=True)
        ]
    assert heads(found) == columns(["MRecall@3", "Recall@20", "Recall@40", "Recall@100"])
    assert body(found) == wanted
    assert (found.title, found.paper) == (f"Documents found, {gold} golds", "Tables 6 to 8")
    assert found.caption == (
        f"data=loft, golds={gold}. A method is taken as a filter of the documents down to those "
        "that its candidates cite (App. A); recall of a question without golds is 1. Published: "
        "QUEST-LOFT, Tables 6 to 8, on LOFT-128k."
    )


@pytest.mark.parametrize("gold", GOLDS)
def test_tables_9_to_11(made, gold):
    """Verdicts pooled over all questions: those that were not read are wrong ones."""
    found = named(made, f"verifier-{gold}")

    def counted(key: Key, prefix: str) -> list[int]:
        samples = (pairs(key) if key in PAIRS else run(key)).samples
        keys = {kind: f"{prefix}{gold}_{kind}" for kind in KINDS}
        counts = {k: int(sum(s.values.get(name, 0) for s in samples)) for k, name in keys.items()}
        for sample in samples:
            # A pair that failed has no verdict, which is a wrong one.
            if key in PAIRS and sample.failure and not prefix:
                counts["fn" if sample.target == "True" else "fp"] += 1
        return [*counts.values()]

    def four(tp: int, fp: int, fn: int, tn: int) -> list[float]:
        shares = (tp / (tp + fp), tp / (tp + fn), (tp + tn) / (tp + fp + fn + tn),
                  2 * tp / (2 * tp + fp + fn))  # fmt: skip
        return [round(one, 9) for one in shares]

    wanted: list[tuple[Any, ...]] = []
    of = {
        "Basic": [("b", "CiC Justified QA + Verification"), ("b", "whole+justified+verify"),
                  ("c", "Verifier: Basic")],
        "CoT": [("a", "RAG Justified QA + CoT + Verification")],
        "QUEST": [("d", "Verifier: QUEST")],
    }  # fmt: skip
    for name, own in of.items():
        for key in own:
            every, given = counted(key, ""), counted(key, "read_")
            label = f"{key[0]}, {'pool' if key in PAIRS else key[1]}"
            wanted.append((name, label, *four(*every), sum(every) - sum(given), sum(every),
                           *four(*given), sum(given)))  # fmt: skip
        wanted += [
            (name, model.partition("/")[2],
             *(cells[name][key] for key in ("precision", "recall", "accuracy", "f1")), *[None] * 7)
            for model, cells in PAPER["verification"].items()
            if model.startswith(SECTIONS[gold])
        ]  # fmt: skip
    assert heads(found) == columns(["Precision", "Recall", "Accuracy", "F1"])
    assert body(found) == wanted
    assert found.title == f"Verification of single candidates, {gold} golds"
    assert found.paper == "Tables 9 to 11"
    assert found.caption == (
        f"data=loft, golds={gold}. n counts pairs of a question and a candidate, DEBATABLE ones "
        "left out; pooled, so without standard errors. A verdict that was not read counts as a "
        "wrong one. A pool has every gold and the wrong answers of earlier runs; the other rows "
        "are a run's own candidates. Published: QUEST-LOFT, Tables 9 to 11, on LOFT-128k."
    )


def test_a_pair_without_a_verdict_is_judged_wrongly(made):
    """By hand: of c's ten pairs one failed and one was not read; each is a wrong one."""
    rows = {(group, label): cells for group, label, *cells in
            body(named(made, "verifier-revised"), "model")}  # fmt: skip
    cells = rows["Basic", "c, pool"]
    said = [(nth % 3 == 0, drawn("c", "Verifier: Basic", nth) > 0.4) for nth in range(11)]
    right = sum(gold == own for nth, (gold, own) in enumerate(said) if nth not in (2, 5, 8))
    assert cells[2] == round(right / 10, 9)
    assert cells[4:6] == [2, 10]
    assert cells[8] == round(right / 8, 9)
    assert cells[10] == 8


def test_evidence(made):
    """Shares of quotes that support, and totals over each run that asked for some."""
    found = named(made, "evidence")
    keys = [key for key in RUNS if key[1] != "Baselines"]
    wanted = []
    for key in keys:
        there = [nth for nth, how in asked(key) if how != "f"]
        support, verifier = (
            mean((figure(key, nth, name), str(nth)) for nth in there)
            for name in ("quote_support", "verifier_quote_support")
        )
        totals = {name: sum(int(figure(key, nth, name)) for nth in there) for name in COUNTS}
        shown = [totals[name] for name in ("candidates", "verdicts", "verdicts_unread", *REPAIRS)
                 if name not in NEVER]  # fmt: skip
        wanted.append((key[1], key[0], support, totals["quotes"], verifier, *shown))
    shown_repairs = [label for name, label in REPAIRS.items() if name not in NEVER]
    assert heads(found) == ["Quote support ↑", "Quotes", "Quote support of the verifier ↑",
                            "Candidates", "Verdicts", "Verdicts unread",
                            *shown_repairs]  # fmt: skip
    assert body(found) == wanted
    assert found.title == "Evidence, and what was repaired"
    assert found.caption == (
        "Quote support: the share of a question's quotes that are found in the document that they "
        "cite. The other columns are totals over the run. Never: documents left out, doubled "
        "candidates."
    )


def test_tokens(made):
    """Those of each run that a provider counted, and both ways a question that was answered."""
    found = named(made, "spent")
    wanted: list[tuple[Any, ...]] = []
    for key in RUNS[:6]:
        nth, answered = RUNS.index(key), sum(how != "f" for _, how in asked(key))
        into, out, cached = 1000 + 37 * nth, 200 + nth, 11 * nth
        wanted.append((key[1], key[0], into, cached, out, round((into + out) / answered)))
    wanted += [(key[1], key[0], 5000, 0, 70, round(5070 / n))
               for key, n in zip(PAIRS, (9, 11), strict=True)]  # fmt: skip
    assert heads(found) == ["Tokens in", "of these cached", "Tokens out", "Tokens a question"]
    assert body(found) == wanted
    assert found.title == "Tokens"
    assert found.caption == "As the providers report them, all roles together."


def test_f1_against_cost(made):
    """A point for each run of a model whose tokens are known: the first gold's F1, by the tokens.

    Pools answer no questions; one run alone is no comparison.
    """
    [found] = made.figures
    points = []
    for key in RUNS[:6]:
        spent = (1200 + 38 * RUNS.index(key)) / sum(how != "f" for _, how in asked(key))
        f1 = row(key, "revised", ["revised_paper_f1"])[0]
        points.append((key[0], key[1], round(spent, 9), f1))
    points += [
        (key[0], key[1], round(5070 / n, 9), (None, None, 0))
        for key, n in zip(PAIRS, (9, 11), strict=True)
    ]
    got = [(one.group, one.label, round(one.x, 9), plain(one.y)) for one in found.points]
    assert got == points
    assert (found.x_label, found.y_label, found.log_x) == ("tokens a question", "F1", True)
    assert found.title == "F1 against cost"
    assert found.caption == (
        f"variant=paper, golds=revised, data=loft. F1 is {HEADLINE}. Tokens in and out, of all "
        "calls, a question; vertical lines are 95% intervals."
    )
    two = [run(key) for key in RUNS[:2]]
    assert [len(tables.cost(two[:n])) for n in (1, 2)] == [0, 1]


def test_an_older_log_is_scored_by_all_golds():
    """Where its samples do not say which golds score them, all are counted."""
    whole = run(("a", "CiC Baseline"))
    samples = [replace(one, about={k: v for k, v in one.about.items() if k != "scored_by"})
               for one in whole.samples]  # fmt: skip
    [old] = load_benchmark("quest").completed([replace(whole, samples=tuple(samples))])
    found = named(tables.tables([old]), "labels-simple")
    assert [body(found)[0][place] for place in (6, 7)] == [3, 11]


def test_how_the_questions_ended(made):
    """One outcome each; what was repaired is counted whatever the outcome."""
    found = named(made, "outcomes")
    wanted = []
    for key in RUNS:
        ended = ENDED[key].replace(".", "")
        repaired = sum(nth % 4 == 1 for nth, how in asked(key) if how != "f")
        wanted.append(
            (key[1], key[0], len(ended), *(ended.count(how) for how in "oeucrf"), repaired)
        )
    wanted += [(k[1], k[0], len(e := own.replace(".", "")), e.count("o"), 0, e.count("u"), 0, 0,
                e.count("f"), 0) for k, own in PAIRS.items()]  # fmt: skip
    assert heads(found) == ["Asked", "OK", "Empty", "Unparsed", "Truncated", "Refused", "Failed",
                            "JSON repaired"]  # fmt: skip
    assert body(found) == wanted
    assert found.caption.endswith(
        "What a truncated reply holds whole is scored beside, among those read; JSON repaired "
        "counts replies of any outcome."
    )


def test_a_row_says_what_its_figures_come_from(made):
    """Systems, pools and files; baselines and rankings; and what was printed."""
    own = {key[0]: {"model"} for key in (*ENDED, *PAIRS)}
    own |= {name: {"baseline"} for name in ("bm25", "oracle", "dense x")}
    printed = ["gemini-1.5-pro", "gemini-1.5-flash", "Naive retrieval (first K docs in corpus)",
               "Embedding-based retrieval"]  # fmt: skip
    assert kinds(made) == own | {name: {"published"} for name in printed}
    papers = ("leaderboard-{}-paper", "leaderboard-{}-strict", "retrieval-{}", "verifier-{}")
    marked = {name.format(gold) for gold in GOLDS for name in papers}
    assert {table.id for table in made.tables if table.paper} == marked
