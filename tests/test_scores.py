"""The figures of single answers, verdicts and turns, worked out by hand."""

from __future__ import annotations

import dataclasses
import math
from types import SimpleNamespace

import pytest

from tamis.answering.fanout.answered import Answered, Search
from tamis.answering.set_answer import SetAnswer
from tamis.benchmarks.acs import details as acs_details
from tamis.benchmarks.acs import panel as acs_panel
from tamis.benchmarks.acs import score as acs
from tamis.benchmarks.acs.logged_verdict import Judged
from tamis.benchmarks.fanoutqa import published as fanout_published
from tamis.benchmarks.fanoutqa import score as fanout
from tamis.benchmarks.fanoutqa import views
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.logged_answer import Recorded
from tamis.benchmarks.kitab import score as kitab
from tamis.benchmarks.kitab.query import from_row
from tamis.benchmarks.kiwi import score as kiwi
from tamis.benchmarks.kiwi.score import SEEN, Verdict
from tamis.benchmarks.quest import score as quest
from tamis.benchmarks.quest.data import Gold
from tamis.checking.judgement import Judgement
from tamis.measures.classification import estimates
from tamis.measures.words import words
from tamis.report.runs import Run
from tamis.report.scored import Scored

NAN = math.nan


def same(expected):
    """Equal figures, NaN included."""
    return pytest.approx(expected, nan_ok=True)


# KITAB


BOOKS = ["Beloved (1987)", "Song of Solomon (1977)", "Sula (1973)", "Tar Baby (1981)"]


def asked(family, text, gold, facts=None):
    """A query about Toni Morrison in the released form; `facts` are its positions by family."""
    row = {
        "Author": "Toni Morrison", "constraint_type": family, "constraints": text,
        "mapped_books": repr(gold), "all_books": repr(BOOKS), "raw_books": repr(["Sula", "Jazz"]),
    }  # fmt: skip
    return dataclasses.replace(from_row("q", row), facts=facts or {})


def five(*args):
    """Irrelevant, satisfied, unsatisfied, completeness, all-correct."""
    return dataclasses.astuple(kitab.score(*args))


def test_the_measures_of_kitab_in_full():
    """A gold book that the list lacks, a title that fits though it is no gold, one of others."""
    years = "Criterion 1: Book was first published in the year range 1970-1980."
    query = asked("publishing-year", years, ["Sula", "Jazz"])
    titles = ["Sula", "Song of Solomon", "Tar Baby", "Moby Dick", "moby dick!"]
    # Jazz is appended to the list as a gold; Song of Solomon is of 1977, and fits the years.
    assert five(query, titles) == same((1 / 4, 2 / 4, 1 / 4, 1 / 2, 0))
    assert five(query, titles, "strict") == same((1 / 4, 1 / 4, 2 / 4, 1 / 2, 0))
    assert five(query, ["Sula", "Jazz"], "strict") == same((0, 1, 0, 1, 1))
    assert kitab.irrelevant_titles(query, [*titles, "Jazz"]) == ["Moby Dick"]
    assert five(query, ["Sula"])[3:] == (1 / 2, 0)
    assert five(query, ["Sula", "Jazz", "Beloved"])[3:] == (1, 0)
    every = kitab.score_all_books(query, ["Sula", "Beloved", "Jazz", "Moby Dick"])
    assert dataclasses.astuple(every) == same((2 / 4, 2 / 4, 0, 2 / 4, 0))
    strict = kitab.score_all_books(query, ["Sula", "Beloved", "Jazz", "Moby Dick"], "strict")
    assert dataclasses.astuple(strict) == same((1 / 3, 2 / 3, 0, 2 / 4, 0))
    assert kitab.score_all_books(query, [book[:-7] for book in BOOKS]).all_correct == 1
    assert kitab.score_all_books(query, ["Sula"], "reference") == kitab.UNSCORED or math.isnan(
        kitab.score_all_books(query, ["Sula"], "reference").satisfied
    )


def test_names_are_those_of_the_data_else_of_a_recogniser():
    """Facts decide for a book; where there are none a recogniser of each kind is asked."""
    name = asked("human-name", "Criterion 1: Book title contains a human name.", ["Sula"],
                 {"human-name": frozenset({1, 2})})  # fmt: skip
    blind, sees = (lambda title: ()), (lambda title: (title,))
    for names in (blind, sees):
        found = five(name, ["Song of Solomon", "Tar Baby"], "paper", kitab.Recognisers(names))
        assert found[1:3] == (1 / 2, 1 / 2)
    no = asked("human-name", "Criterion 1: Book title doesn't contain a human name.", ["Beloved"],
               {"human-name": frozenset({1, 2})})  # fmt: skip
    assert five(no, ["Song of Solomon", "Tar Baby"])[1:3] == (1 / 2, 1 / 2)
    assert five(no, ["Song of Solomon", "Sula"])[1:3] == (0, 1)
    city = asked("city-name", "Criterion 1: Book title contains a city name.", ["Sula"])
    assert five(city, ["Tar Baby"], "paper", kitab.Recognisers(sees, blind))[1] == 0
    assert five(city, ["Tar Baby"], "paper", kitab.Recognisers(blind, sees))[1] == 1
    assert five(city, ["Tar Baby"], "reference", kitab.Recognisers(blind, sees))[1] == 1
    human = asked("human-name", "Criterion 1: Book title contains a human name.", ["Sula"])
    for given, satisfied in (
        (kitab.Recognisers(sees, blind, blind), 1), (kitab.Recognisers(None, blind, sees), 1),
        (kitab.Recognisers(None, sees, blind), 0),
    ):  # fmt: skip
        assert five(human, ["Tar Baby"], "reference", given)[1] == satisfied


# QUEST


GOLD = Gold(frozenset({"Ab", "Bc", "Cd"}), frozenset({"Dd"}), frozenset({"Ee"}))


TITLES = {"1": "Ab", "2": "Bc", "3": "Cd", "4": "Dd", "5": "Xx"}


def candidate(title, judgment="none", doc=None):
    """What was judged of a title; `none` was not verified."""
    verdict = None if judgment == "none" else SimpleNamespace(judgment=judgment)
    return SimpleNamespace(answer=title, verdict=verdict, doc_id=doc, evidence_for=())


def test_the_figures_of_a_set():
    """Debatable titles on neither side; confusions of the verifier, unread verdicts as wrong."""
    judged = (
        candidate("Ab", True), candidate("Bc", False), candidate("Cd", None), candidate("Xx", True),
        candidate("Ee", False), candidate("Yy", None), candidate("Dd", True), candidate("Zz"),
    )  # fmt: skip
    answer = SetAnswer(("Ab", "Dd", "Xx"), ("1", "4", "5"), candidates=judged,
                       retrieved=("5", "1", "9", "2"))  # fmt: skip
    found = quest.figures(answer, {"g": GOLD}, ("paper", "strict", "reference"), TITLES, None)
    expected = {
        **{f"g_{one}_{name}": value for one in ("paper", "strict") for name, value in {
            "precision": 1 / 2, "recall": 1 / 3, "f1": 2 / 5, "accuracy": 0,
             "subspan_em": 0}.items()},
        "g_reference_em": 0, "g_reference_coverage": 1 / 3, "g_reference_subspan_em": 0,
        "g_reference_f1": NAN, "g_fully_correct": 0, "g_correct_with_extras": 0, "g_partly": 1,
        "g_incorrect": 0, **{f"g_retrieved_recall@{k}": 2 / 3 for k in (20, 40, 100)},
        "g_retrieved_mrecall@3": 0, **{f"g_cited_recall@{k}": 0 for k in (20, 40, 100)},
        "g_cited_mrecall@3": 0,
        "g_tp": 1, "g_fn": 2, "g_fp": 2, "g_tn": 1,
        "read_g_tp": 1, "read_g_fn": 1, "read_g_fp": 1, "read_g_tn": 1,
    }  # fmt: skip
    assert found == same(expected)
    pairs = quest.pair_figures(answer, {"g": GOLD})
    confusions = {key: value for key, value in expected.items() if key[-3:] in
                  ("_tp", "_fp", "_fn", "_tn")}  # fmt: skip
    assert pairs == {**confusions, "g_judged_right": 2, "read_g_judged_right": 2}
    none = quest.pair_figures(SetAnswer(candidates=(candidate("Cd", None),)), {"g": GOLD})
    assert (none["g_judged_right"], none["g_fn"]) == (0, 1)
    assert math.isnan(none["read_g_judged_right"])


@pytest.mark.parametrize(
    ("depth", "ranked", "known"),
    [
        (None, None, (20, 40, 100, 3)), (2, None, ()), (3, None, (3,)), (20, None, (20, 3)),
        (40, None, (20, 40, 3)), (3, ("1",), (20, 40, 100, 3)), (None, ("1",), (20, 40, 100, 3)),
    ],
)  # fmt: skip
def test_how_deep_a_ranking_is_known(depth, ranked, known):
    """As deep as was read, unless the answer says what was ranked below."""
    answer = SetAnswer(("Ab",), ("1",), retrieved=("5", "2", "1"), ranked=ranked)
    found = quest.figures(answer, {"g": GOLD}, (), TITLES, depth)
    got = [k for k in (20, 40, 100) if not math.isnan(found[f"g_retrieved_recall@{k}"])]
    assert (*got, *(() if math.isnan(found["g_retrieved_mrecall@3"]) else (3,))) == known
    assert found["g_cited_recall@100"] == same(1 / 3)
    if 20 in known:
        recall = 1 / 3 if ranked and depth else 2 / 3
        assert found["g_retrieved_recall@20"] == same(recall)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (SetAnswer(), "ok"), (SetAnswer(outcome="empty"), "empty"),
        (SetAnswer(outcome="failed", truncated=True), "too_long"),
        (SetAnswer(truncated=True), "truncated"),
        (SetAnswer(outcome="refused", truncated=True), "refused"),
        (SetAnswer(outcome="unparsed"), "unparsed"),
    ],
)  # fmt: skip
def test_the_outcome_of_a_set(answer, outcome):
    """A list that was cut is not whole; without a list there are no figures of it."""
    assert quest.outcome(answer) == outcome
    found = quest.figures(answer, {"g": GOLD}, ("paper", "reference"), TITLES, None)
    read = answer.outcome in ("ok", "empty")
    for name in ("paper_recall", "reference_em", "incorrect", "cited_recall@20"):
        assert math.isnan(found[f"g_{name}"]) != read, name
    assert found["g_retrieved_recall@20"] == 0


def test_what_an_answer_was_repaired_by():
    """Each count by its key; supports are shares of the quotes."""
    counts = {
        "quotes": 8, "quotes found": 6, "verifier quotes": 5, "verifier quotes found": 1,
        "verdicts": 9, "verdicts unparsed": 2, "verdicts missing": 3, "json: commas": 1,
        **{name: n for n, name in enumerate(quest.REPAIRS, 11)},
    }  # fmt: skip
    found = quest.counts_of(
        SetAnswer(candidates=(candidate("a"), candidate("b")), left_out=4, counts=counts)
    )
    assert found == {
        "left_out": 4, "documents_found": 4, "candidates": 2, "quote_support": 6 / 8, "quotes": 8,
        "verifier_quote_support": 1 / 5, "verdicts": 9, "verdicts_unread": 5, "json_repaired": 1,
        "titles_for_ids": 11, "ids_repaired": 12, "unknown_answers": 13, "doubled_answers": 14,
        "doubled_candidates": 15, "unknown_documents_cited": 16, "list_and_judgements_differ": 17,
        "candidates_without_a_document": 18,
    }  # fmt: skip
    empty = quest.counts_of(SetAnswer())
    assert math.isnan(empty.pop("quote_support"))
    assert math.isnan(empty.pop("verifier_quote_support"))
    assert set(empty.values()) == {0}


# ACS and KIWI


def counted(tp, fp, fn, tn, undecided=0):
    """Rows of verdicts, each a cluster of its own; those without a verdict are of good ones."""
    said = [(True, True)] * tp + [(True, False)] * fp + [(False, True)] * fn + [(False, False)] * tn
    said += [(None, True)] * undecided
    return [
        (kiwi.figures(Verdict(one, "ok"), truth), f"c{n}") for n, (one, truth) in enumerate(said)
    ]


def test_the_measures_over_turns_and_items():
    """7, 2, 3 and 5 verdicts, and 3 items without one, which count as wrong."""
    some = counted(7, 2, 3, 5, 3)
    assert {name: one.value for name, one in estimates(kiwi.DECLARED, some).items()} == same({
        "accuracy": 12 / 20, "precision": 7 / 9, "recall": 7 / 13, "f1": 14 / 22,
        "good_share": 9 / 17, "coverage": 17 / 20,
    })  # fmt: skip
    judged = estimates((*acs.HEADLINE, *acs.BESIDE), some)
    assert {name: one.value for name, one in judged.items()} == same({
        "accuracy": 12 / 20, "f1_satisfied": 14 / 22, "f1_unsatisfied": 10 / 18,
        "skew": 14 / 19 - 10 / 15, "coverage": 17 / 20,
    })  # fmt: skip
    assert acs.bounds(some) == (12 / 20, 15 / 20)
    assert acs.undecided(some) == 3
    assert acs.bounds([]) == same((NAN, NAN))


def test_the_figures_of_a_turn():
    """Good is the positive class; a second rating is a verdict; no verdict is the wrong one."""
    one = kiwi.figures(Verdict(True, calls=2, tokens=(7, 3)), False)
    assert {key: one[key] for key in ("correct", "fp", "calls", "tokens_in",
                                      "tokens_out", "decided")} == {
        "correct": 0, "fp": 1, "calls": 2, "tokens_in": 7, "tokens_out": 3,
        "decided": 1,
    }  # fmt: skip
    names = ("correct", "tp", "fp", "fn", "tn", "decided")
    assert kiwi.again(False, True) == {
        f"human_{k}": v for k, v in zip(names, (0, 0, 0, 1, 0, 1), strict=True)
    }
    assert kiwi.again(None, True)["human_decided"] == 0
    rated = {**one, **kiwi.again(True, True)}
    human = kiwi.human([(rated, "a"), ({**one, **kiwi.again(None, True)}, "b"), (one, "c")])
    assert human == [({"correct": 1, "tp": 1, "fp": 0, "fn": 0, "tn": 0, "decided": 1}, "a")]
    outcomes = [kiwi.outcome(Verdict(*one)) for one in
                ((True, "x"), (None, "failed"), (None, SEEN), (None, "unparsed"))]  # fmt: skip
    assert outcomes == ["ok", "too_long", None, "unparsed"]


def test_the_figures_of_an_item():
    """Disagreement and flips where there are several; calls and tokens."""
    yes, no = Judgement(True, "a"), Judgement(False, "b")
    one = acs.figures(Judged(yes, (yes, no, no), (True, False, None, True), 3, (9, 4)), False)
    rest = {key: one[key] for key in ("flipped", "disagreed", "asked_a_model", "calls", "tokens_in",
                                      "tokens_out", "fp", "decided")}  # fmt: skip
    assert rest == {"flipped": 0.5, "disagreed": 1, "asked_a_model": 1, "calls": 3, "tokens_in": 9,
                    "tokens_out": 4, "fp": 1, "decided": 1}  # fmt: skip
    alone = acs.figures(Judged(no, (no,)), False)
    assert (alone["asked_a_model"], alone["tn"]) == (0, 1)
    assert math.isnan(alone["disagreed"])
    assert math.isnan(alone["flipped"])
    assert acs.figures(Judged(no, (no, no)), False)["disagreed"] == 0
    said = [acs.outcome(Judgement(one, "m", why)) for one, why in
            ((True, "ok"), (None, "failed"), (None, "refused"))]  # fmt: skip
    assert said == ["ok", "too_long", "refused"]


def detail(id: str, said: str, gold: bool = True, epoch: int = 1, verdict: bool | None = None):
    """An item judged by a panel."""
    panel = tuple(
        Judgement(
            {"T": True, "F": False, "N": None}[one], f"j{nth}", "ok" if one != "N" else "refused"
        )
        for nth, one in enumerate(said)
    )
    return acs_details.Detail(
        id, epoch, "q", f"C {id}", f"r {id}", gold, Judgement(verdict, "all"), None, panel
    )


PANEL = Run("m", "model", "t", "1", {"condition": "c"}, (), 0)


def test_where_judges_disagree():
    """A row for each item, its epochs together, the verdicts counted."""
    judged = [
        (PANEL, [
            detail("1", "TF", verdict=True), detail("2", "TT", verdict=True),
            detail("3", "TFN", False, verdict=True), detail("3", "FFT", False, 2, False),
            detail("3", "TTT", False, 3, True), detail("4", "TNN"),
        ]),
    ]  # fmt: skip
    table = acs_panel.disagreements(judged)
    assert [(row.label, dict(row.cells), row.group) for row in table.rows] == [
        ("1", {
            "constraint": "C 1", "gold": "satisfied", "majority": "satisfied",
            "judge j0": "satisfied", "judge j1": "unsatisfied",
        }, "m, c"),
        ("3", {
            "constraint": "C 3", "gold": "unsatisfied", "epochs": "2 of 3",
            "majority": "satisfied ×2, unsatisfied ×1", "judge j0": "satisfied ×2, unsatisfied ×1",
            "judge j1": "unsatisfied ×2, satisfied ×1", "judge j2": "satisfied ×2, refused ×1",
        }, "m, c"),
    ]  # fmt: skip
    assert acs_panel.disagreements([(PANEL, judged[0][1][1:2])]).rows == ()


# FanOutQA


ANSWERED = Answered(
    "Rhine", "ok", pages=("A", "B"), searches=(Search("a", "A"), Search("b", None)), calls=3,
    tokens=(7, 5), seconds=2.5, trimmed=1, counts={"bad arguments": 4, "other": 9},
    sub=(Answered("x", "ok"),),
)  # fmt: skip


def test_the_cost_and_evidence_of_an_answer():
    """Counts, tokens and seconds; pages opened of those needed, by their keys."""
    assert fanout.spent(ANSWERED) == {
        "searches": 2, "bad_arguments": 4, "not_found": 1, "pages": 2, "calls": 3, "tokens_in": 7,
        "tokens_out": 5, "seconds": 2.5, "trimmed": 1, "sub_questions": 1,
    }  # fmt: skip
    assert fanout.evidence(Recorded(ANSWERED, ("A", "C", "D"), ("D",))) == {
        "evidence_recall": 1 / 3, "evidence_precision": 1 / 2, "pages_absent": 1,
    }  # fmt: skip
    assert fanout.evidence(Recorded(ANSWERED)) == same(
        {"evidence_recall": NAN, "evidence_precision": NAN, "pages_absent": 0}
    )
    nothing = fanout.evidence(Recorded(Answered("x", "ok"), ("A",)))
    assert nothing == same({"evidence_recall": 0, "evidence_precision": NAN, "pages_absent": 0})


@pytest.mark.parametrize(
    ("answered", "outcome", "scored", "counts"),
    [
        (Answered("Rhine", "ok"), "ok", True, (0, 0, 0)),
        (Answered("Rhine", "ok", truncated=True), "truncated", True, (0, 0, 0)),
        (Answered("", "missing", truncated=True), "truncated", False, (0, 0, 0)),
        (Answered("", "missing"), "missing", False, (0, 0, 0)),
        (Answered("x", "timed_out"), "timed_out", True, (0, 1, 0)),
        (Answered("", "timed_out"), "timed_out", False, (0, 1, 0)),
        (Answered("x", "over_rounds"), "timed_out", True, (0, 0, 1)),
        (Answered("x", "timed_out", truncated=True), "timed_out", True, (0, 1, 0)),
        (Answered("x", "failed"), "too_long", False, (0, 0, 0)),
        (Answered("I'm sorry, but I cannot answer that.", "ok"), "refused", True, (1, 0, 0)),
    ],
)
def test_the_outcomes_of_answers(answered, outcome, scored, counts):
    """Whether there is a text to score, and what ran out."""
    assert fanout.outcome(answered) == outcome
    assert fanout.has_answer(answered) == scored
    assert fanout.counts_of(answered) == dict(
        zip(("declined", "out_of_time", "over_rounds"), counts, strict=True), refused_by_provider=0
    )


def test_the_scores_of_an_answer_by_variant():
    """NaN without an answer, in the published variant 0; references that were not found."""
    gold = ["Rhine", "Elbe", "Oder"]
    scorers = {one: Scorer(gold, one, words("pystemmer")) for one in ("paper", "reference")}
    found, scores = fanout.strings(Answered("Rhine, Oder", "ok"), scorers)
    part = {"loose": 2 / 3, "strict": 0}
    assert found == same({
        **{f"paper_{k}": v for k, v in part.items()}, **{f"reference_{k}": v for k,
         v in part.items()},
        **{f"read_reference_{k}": v for k, v in part.items()},
    })  # fmt: skip
    assert fanout.not_found(scores) == {"paper": ["Elbe"], "reference": ["Elbe"]}
    nothing, none = fanout.strings(Answered("", "missing"), scorers)
    assert none == {}
    assert nothing == same({
        "paper_loose": NAN, "paper_strict": NAN, "reference_loose": 0, "reference_strict": 0,
        "read_reference_loose": NAN, "read_reference_strict": NAN,
    })  # fmt: skip
    overlap = fanout.overlap(Answered("Rhine Elbe x y", "ok"), ["Rhine", "Elbe", "Oder"])
    assert overlap["rouge1_precision"] == overlap["read_rouge1_precision"] == 1 / 2
    assert (overlap["rouge1_recall"], overlap["rouge2_recall"]) == same((2 / 3, 1 / 2))
    assert (overlap["rougeL_f1"], len(overlap)) == (same(4 / 7), 18)
    empty = fanout.overlap(Answered("", "missing"), gold)
    assert {key: empty[key] for key in ("rouge1_f1", "read_rouge1_f1")} == same(
        {"rouge1_f1": 0, "read_rouge1_f1": NAN}
    )
    text = fanout.tables(Answered("Rhine: 5", "ok"), "x")
    assert all(map(math.isnan, text.values()))
    cells = {one.name for one in fanout.CELLS}
    assert {*text} == {*cells, *(f"read_{one}" for one in cells), "table_unread"}


def asked_in(setting: str, label: str = "m", kind: str = "model", limit: int | None = None, **each):
    """A run of three questions; `each` are the figures of the first, the second and the third."""
    condition = fanout_published.CONDITIONS[setting]
    identity = {"condition": condition, "variants": "paper"}
    identity |= {} if limit is None else {"context_limit": str(limit)}
    samples = tuple(
        Scored(f"q{nth}", 1, {"question": f"h{nth}"}, {"ok": 1.0, **{
            key: float(values[nth]) for key, values in each.items() if values[nth] is not None
        }})
        for nth in range(3)
    )  # fmt: skip
    return Run(label, kind, "fanoutqa", "1", identity, samples, 3, complete=True)


COST = {
    "calls": (1, 2, 6), "tokens_in": (100, 200, 300), "tokens_out": (10, 20, 30),
    "seconds": (1, 1, 4),
}  # fmt: skip


def test_what_a_question_cost():
    """Means over questions, of models that were called."""
    one = asked_in("open_book", **COST, searches=(1, 1, 1), not_found=(0, 0, 0), trimmed=(0, 0, 3))
    idle = asked_in("closed_book", calls=(0, 0, 0))
    program = asked_in("open_book", "b", "baseline", calls=(1, 1, 1))
    (row,) = views.costs([one, idle, program]).rows
    keys = ("calls", "tokens_in", "tokens_out", "seconds", "trimmed", "n")
    assert [row.cells[key] for key in keys] == [
        3, 200, 20, 2, 1, 3
    ]  # fmt: skip


def test_the_evidence_of_answers():
    """Of runs that opened pages; the number of pages is a count."""
    made = asked_in(
        "open_book", evidence_recall=(1, 0.5, 0), evidence_precision=(1, 1, 1), pages=(2, 3, 4)
    )
    none = asked_in("closed_book", evidence_recall=(NAN, NAN, NAN))
    (row,) = views.evidence([made, none]).rows
    assert (row.cells["pages"], row.cells["evidence_recall"].value) == (3, 0.5)
