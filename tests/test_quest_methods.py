"""All methods of Table 2 end to end, on a scripted model whose figures are worked by hand.

Documents go by their letters (`quest_script`). The golds:

|          | salvage               | regatta | carillon | auction | customs | eclipse |
|----------|-----------------------|---------|----------|---------|---------|---------|
| original | A C                   | E       | H I J    | F       | L       | D       |
| revised  | A B, D is DEBATABLE   | none    | H I J    | F       | none    | D       |
"""

from __future__ import annotations

import contextlib
import io
import math
from dataclasses import dataclass

import pytest

import quest_script as script
from here import tamis
from quest_script import AUCTION, CARILLON, CUSTOMS, QUESTIONS, REGATTA, SALVAGE
from tamis.answering.methods import METHODS, TABLE_2, Method
from tamis.measures.classification import Confusion
from tamis.report.logs import read_runs, samples_of
from tamis.report.runs import Run

NAN = math.nan


@dataclass
class Ran:
    """What the methods came to, and what the model was asked."""

    lab: script.Lab
    runs: dict[str, Run]
    out: str
    pages: tuple[str, ...]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """All methods, then closed book, in this process: one log for each method."""
    folder = tmp_path_factory.mktemp("methods")
    data = script.write_data(folder / "harbour")
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, script.lab(patch) as lab:
        patch.chdir(folder)
        patch.setenv("TAMIS_HOME", str(folder / "home"))
        patch.setenv("COLUMNS", "200")
        for method in ("all", "Closed book"):
            args = ["run", "quest", "--model", lab.model, "--data", str(data)]
            with contextlib.redirect_stdout(out):
                assert tamis(*args, "-T", f"method={method}") == 0
        runs = {run.identity["condition"]: run for run in read_runs([folder / "runs"])}
        pages = tuple(p.read_text(encoding="utf-8") for p in folder.rglob("report.html"))
        yield Ran(lab, runs, out.getvalue(), pages)


def family(method: Method) -> str:
    """Methods that have the same figures, as notes and hints change nothing in the script."""
    side = " CiC" if method.retrieval == "whole" else " RAG"
    match method.step:
        case "closed_book":
            return "closed"
        case "each":
            return "each"
        case "justified":
            return ("justified" if method.verification == "none" else "verified") + side
    return "list" + side


# Precision, recall, F1, accuracy and subspan EM of one answer.
EXACT = (1, 1, 1, 1, 1)
WRONG = (0, 0, 0, 0, 0)
UNREAD = (0,) * 5
# An answer where there is no gold; and none where there is one, whose precision is 1 by `paper`
# and undefined by `strict`.
TOO_MUCH = (0, 1, 0, 0, 1)
NOTHING = ("1 or NaN", 0, 0, 0, 0)

# What is answered, less the DEBATABLE D of the first question, against the revised golds; of the
# questions in their order: salvage, regatta, carillon, auction, customs, eclipse.
REVISED = {
    # A B; nothing; H I J K; G; L; not read.
    "list CiC": (EXACT, EXACT, (3 / 4, 1, 6 / 7, 0, 1), WRONG, TOO_MUCH, UNREAD),
    # H I K: J was not found, so its id is unknown.
    "list RAG": (EXACT, EXACT, (2 / 3, 2 / 3, 2 / 3, 0, 0), WRONG, TOO_MUCH, UNREAD),
    # A B and Phantom Wharf; H.
    "closed": ((2 / 3, 1, 4 / 5, 0, 1), EXACT, (1, 1 / 3, 1 / 2, 0, 0), WRONG, TOO_MUCH, UNREAD),
    # A C; H I J; G F.
    "justified CiC": ((1 / 2, 1 / 2, 1 / 2, 0, 0), EXACT, EXACT, (1 / 2, 1, 2 / 3, 0, 1), TOO_MUCH,
                      UNREAD),
    # H I.
    "justified RAG": ((1 / 2, 1 / 2, 1 / 2, 0, 0), EXACT, (1, 2 / 3, 4 / 5, 0, 0),
                      (1 / 2, 1, 2 / 3, 0, 1), TOO_MUCH, UNREAD),
    # A B, as the verifier has taken B in and C out; H, and I on its first judgement, as J was voted
    # down; F.
    "verified CiC": (EXACT, EXACT, (1, 2 / 3, 4 / 5, 0, 0), EXACT, TOO_MUCH, UNREAD),
    # H, as without a verdict and a judgement I is out; D, as no answering step can go wrong.
    "each": (EXACT, EXACT, (1, 1 / 3, 1 / 2, 0, 0), EXACT, TOO_MUCH, EXACT),
}  # fmt: skip
REVISED = {kind: dict(zip(QUESTIONS, rows, strict=True)) for kind, rows in REVISED.items()}

# Against the original golds, A and C, the same but for the questions that were revised. D counts
# again.
REVISED["verified RAG"] = REVISED["verified CiC"]
OF_SALVAGE = {
    "closed": (1 / 4, 1 / 2, 1 / 3, 0, 0),
    "justified CiC": (2 / 3, 1, 4 / 5, 0, 1),
    "justified RAG": (2 / 3, 1, 4 / 5, 0, 1),
}
ORIGINAL = {
    kind: {SALVAGE: OF_SALVAGE.get(kind, (1 / 3, 1 / 2, 2 / 5, 0, 0)), REGATTA: NOTHING,
           CUSTOMS: EXACT}
    for kind in REVISED
}  # fmt: skip


LABELS = ("fully_correct", "correct_with_extras", "partly", "incorrect")
# One letter a question, in their order: fully, extras, partly, incorrect; "-" was not read.
REVISED_LABELS = {
    "list CiC": "ffeii-",
    "list RAG": "ffpii-",
    "closed": "efpii-",
    "justified CiC": "pffei-",
    "justified RAG": "pfpei-",
    "verified CiC": "ffpfi-",
    "verified RAG": "ffpfi-",
    "each": "ffpfif",
}

# The documents that an answer comes down to, in order; recall is the share of
# the revised golds among them, MRecall@3 whether the first three have all golds, or are all golds.
CITED = {
    "list CiC": (["ABD", "", "HIJK", "G", "L"], [1, 1, 1, 0, 1, 0], [1, 1, 1, 0, 1, 0]),
    "list RAG": (["ABD", "", "HIK", "G", "L"], [1, 1, 2 / 3, 0, 1, 0], [1, 1, 0, 0, 1, 0]),
    "justified CiC": (["ABDC", "E", "HIJK", "FG", "L"], [1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 0]),
    "justified RAG": (["ABDC", "E", "HIK", "FG", "L"], [1, 1, 2 / 3, 1, 1, 0], [1, 1, 0, 1, 1, 0]),
    # Every document found is a candidate.
    "each": (script.FOUND, [1, 1, 2 / 3, 1, 1, 1], [1, 1, 0, 1, 1, 1]),
}
CITED |= {f"verified {side}": CITED[f"justified {side}"] for side in ("CiC", "RAG")}

# Of BM25's six documents, by the revised golds: J is missing, and of the first three H K I one is
# no gold. In corpus order A B C come first.
RETRIEVED = {
    "RAG": ([1, 1, 2 / 3, 1, 1, 1], [1, 1, 0, 1, 1, 1]),
    "CiC": ([1, 1, 1, 1, 1, 1], [1, 1, 0, 0, 1, 0]),
}

# True and false positives, false and true negatives of the verifier, by the revised golds.
CONFUSION = {
    # A B right, D left out, C rightly refused, the fifth has no document; E; H right, I unread, J
    # wrongly refused, K rightly; F right, G (once) rightly refused; L.
    "verified CiC": ((2, 0, 0, 1), (0, 0, 0, 1), (1, 0, 2, 1), (1, 0, 0, 1), (0, 1, 0, 0),
                     (0, 0, 0, 0)),
    # A B, C F L, D left out; six; H, K B D F, I unread.
    "each": ((2, 0, 0, 3), (0, 0, 0, 6), (1, 0, 1, 4), (1, 0, 0, 5), (0, 1, 0, 5), (1, 0, 0, 5)),
}  # fmt: skip
CONFUSION = {kind: dict(zip(QUESTIONS, rows, strict=True)) for kind, rows in CONFUSION.items()}
# BM25 has not found J.
CONFUSION["verified RAG"] = CONFUSION["verified CiC"] | {CARILLON: (1, 0, 1, 1)}
POOLED = {
    # precision, recall, accuracy, F1 of the sums (4 1 2 4), (4 1 1 4) and (5 1 1 28)
    "verified CiC": (4 / 5, 4 / 6, 8 / 11, 8 / 11),
    "verified RAG": (4 / 5, 4 / 5, 8 / 10, 8 / 10),
    "each": (5 / 6, 5 / 6, 33 / 35, 10 / 12),
}

COUNTS = {
    # What was repaired or amiss in the whole run; the id of J is of no document that was shown.
    "list RAG": {"titles_for_ids": 1, "doubled_answers": 1, "unknown_answers": 2},
    # J is named, cited and listed, and was not shown.
    "verified RAG": {
        "candidates": 5 + 1 + 4 + 2 + 1, "doubled_candidates": 1, "unknown_documents_cited": 2,
        "unknown_answers": 1, "list_and_judgements_differ": 1, "quotes": 7 + 1 + 3 + 2 + 1,
        "verdicts": 4 + 1 + 3 + 2 + 1, "verdicts_unread": 1, "candidates_without_a_document": 2,
    },
    "each": {"candidates": 36, "verdicts": 36, "verdicts_unread": 1},
}  # fmt: skip
COUNTED = sorted({name for counts in COUNTS.values() for name in counts} | {"json_repaired"})

MEASURES = ("precision", "recall", "f1", "accuracy", "subspan_em")


def values(run: Run) -> list[dict[str, float]]:
    """The figures of each question, in their order."""
    by_id = {sample.id: dict(sample.values) for sample in run.samples}
    return [by_id[script.QID[question]] for question in QUESTIONS]


def column(run: Run, key: str) -> list[float]:
    """One figure of each question, in their order."""
    return [figures[key] for figures in values(run)]


def same(wanted):
    """Equal up to rounding; NaN is NaN."""
    return pytest.approx(wanted, nan_ok=True)


def test_every_method_has_run(ran):
    """One run a method, every question answered."""
    assert set(ran.runs) == {*TABLE_2, "Closed book"}
    assert {(run.expected, run.answered) for run in ran.runs.values()} == {(6, 6)}


@pytest.mark.parametrize("name", METHODS)
def test_the_figures_are_those_worked_by_hand(ran, name):
    """Sets by both golds and all variants, labels, documents cited, verdicts, repairs."""
    run, kind = ran.runs[name], family(METHODS[name])
    golds = {"revised": REVISED[kind], "original": REVISED[kind] | ORIGINAL[kind]}
    for gold, wanted in golds.items():
        for variant, of_nothing in (("paper", 1), ("strict", NAN)):
            for nth, measure in enumerate(MEASURES):
                row = [wanted[question][nth] for question in QUESTIONS]
                row = [of_nothing if value == "1 or NaN" else value for value in row]
                assert column(run, f"{gold}_{variant}_{measure}") == same(row)
    # What was read stands beside: nothing of the last question, but for the judged candidates.
    read = column(run, "read_revised_paper_f1")
    assert read[:-1] == column(run, "revised_paper_f1")[:-1]
    assert (read[-1] == read[-1]) is (kind == "each")
    for letter, label in zip("fepi", LABELS, strict=True):
        row = [float(one == letter) for one in REVISED_LABELS[kind]]
        assert column(run, f"revised_{label}") == same(row)
    if kind in COUNTS:
        counted = {name: sum(column(run, name)) for name in COUNTED}
        assert counted == dict.fromkeys(COUNTED, 0) | COUNTS[kind]
    assert column(run, "unparsed") == [0, 0, 0, 0, 0, float(kind != "each")]


@pytest.mark.parametrize("name", METHODS)
def test_a_log_has_the_reply_of_the_answering_step(ran, name):
    """Whatever was verified after it; where there is no such step, the titles, a line each."""
    step = METHODS[name].step
    for id, sample in samples_of(ran.runs[name]):
        [question] = [text for text, qid in script.QID.items() if qid == id]
        if step == "each":
            listed = sample.output.completion.splitlines()
            assert sorted(listed) == script.titles(script.ACCEPTED[question])
            continue
        asked = [one for one in ran.lab.asked if (one.step, one.question) == (step, question)]
        assert sample.output.completion in {script.reply(one) for one in asked}


@pytest.mark.parametrize("name", TABLE_2)
def test_the_documents_found_and_cited(ran, name):
    """The retrieval, and the answering step as a filter of it (App. A)."""
    run, kind = ran.runs[name], family(METHODS[name])
    _, *views = CITED[kind]
    for measure, wanted in zip(("recall@20", "mrecall@3"), views, strict=True):
        assert column(run, f"revised_cited_{measure}") == same(wanted), measure
    recall, mrecall = RETRIEVED["CiC" if METHODS[name].retrieval == "whole" else "RAG"]
    # 40 are read, the ranking is looked at down to 100.
    for depth in (20, 40, 100):
        assert column(run, f"revised_retrieved_recall@{depth}") == same(recall)
    assert column(run, "revised_retrieved_mrecall@3") == same(mrecall)


@pytest.mark.parametrize("name", [name for name in TABLE_2 if "Verification" in name])
def test_the_verifier_is_scored_on_its_candidates(ran, name):
    """DEBATABLE candidates are left out (App. B); an unread verdict counts as a wrong one."""
    run, kind = ran.runs[name], family(METHODS[name])
    found = [
        tuple(figures[f"revised_{what}"] for what in ("tp", "fp", "fn", "tn"))
        for figures in values(run)
    ]
    assert found == [CONFUSION[kind][question] for question in QUESTIONS]
    pooled = Confusion(*(int(sum(column)) for column in zip(*found, strict=True)))
    measures = (pooled.precision, pooled.recall, pooled.accuracy, pooled.f1)
    assert measures == same(POOLED[kind])


def test_quotes_that_stand_in_no_document_lower_the_support(ran):
    """Six of seven pieces, one of two; where BM25 lacks J its quote is not counted at all."""
    wanted = [6 / 7, 1, 1, 1 / 2, 1, NAN]
    for name in ("CiC Justified QA", "RAG Justified QA + CoT"):
        assert column(ran.runs[name], "quote_support") == same(wanted)
    assert column(ran.runs["RAG Baseline"], "quote_support") == same([NAN] * 6)


def test_the_corpus_is_the_first_message_and_the_same_for_every_question(ran):
    """What a provider can cache comes first; the question follows by itself."""
    for step, prompts in (("corpus_in_context", 1), ("justified", 4)):
        asked = [a for a in ran.lab.steps(step) if len(a.shown) == 12]
        assert {a.question for a in asked} == set(QUESTIONS)
        assert {a.shown for a in asked} == {tuple(script.IDS.values())}
        # Justified answers with and without notes, with and without the hint.
        assert len({a.first for a in asked}) == prompts
        assert {a.last for a in asked} == {f"===== Question =====\n{q}" for q in QUESTIONS}
    [first] = {a.first for a in ran.lab.steps("corpus_in_context")}
    assert script.quote("D") in first
    assert "Question: Tales of masonry\n" in first
    assert 'Final Answer: ["9", "11"]' in first


def objects(schema):
    """Every object in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_a_schema_is_sent_where_the_whole_reply_is_json(ran):
    """Without notes, strict, and closed at every level; never for lists."""
    for asked in ran.lab.asked:
        wanted = asked.step in ("justified", "verify") and not asked.cot
        assert (asked.schema is not None) is wanted, asked.step
        if asked.schema is not None:
            assert asked.schema["strict"] is True
            found = list(objects(asked.schema["schema"]))
            assert len(found) >= 2
            assert all(one["additionalProperties"] is False for one in found)
            assert all(set(one["required"]) == set(one["properties"]) for one in found)


def test_every_candidate_is_judged_by_itself_on_what_it_cites(ran):
    """FALSE ones too, each in a call of its own that shows only its documents."""
    cited = {
        SALVAGE: {"A": "A", "B": "B", "D": "D", "C": "CF"},
        REGATTA: {"E": "E"},
        CARILLON: {"H": "H", "I": "I", "J": "J", "K": "K"},
        AUCTION: {"F": "F", "G": "G"},
        CUSTOMS: {"L": "L"},
    }
    wanted = {
        (question, letter, tuple(script.IDS[one] for one in documents))
        for question, candidates in cited.items()
        for letter, documents in candidates.items()
    }
    # Every document that was found is a candidate too, and cites itself.
    wanted |= {
        (question, letter, (script.IDS[letter],))
        for question in QUESTIONS
        for letter in script.FOUND[question]
    }
    asked = ran.lab.steps("verify")
    seen = {(a.question, script.LETTERS[a.candidate], a.shown) for a in asked}
    assert seen == wanted
    assert len({a.first for a in asked if not a.cot and not a.hint}) == len(QUESTIONS)


def test_what_one_method_has_asked_another_need_not_ask(ran):
    """The answering step of a method with verification is that of the one without."""
    prompts = [tuple(a.prompt.messages) for a in ran.lab.asked]
    assert len(prompts) == len(set(prompts))
