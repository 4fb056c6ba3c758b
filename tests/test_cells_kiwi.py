"""Every cell of KIWI's tables, worked again from verdicts and turns that nothing makes alike."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from cells import body, drawn, heads, judged, kinds, mean, named, ratio
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kiwi import replay_report, tables
from tamis.benchmarks.kiwi.analysis import report as analysis
from tamis.benchmarks.kiwi.analysis import session_tables
from tamis.benchmarks.kiwi.analysis.analysed_turns import AnalysedTurn
from tamis.benchmarks.kiwi.data import Dataset, load
from tamis.benchmarks.kiwi.model_labels import HeldOutLabels, LabelledTurns, summary
from tamis.report.document import Report
from tamis.report.runs import Run, Scored
from tamis.writing.edits import (
    Change,
    EditStatistics,
    KeptReferences,
    edit_statistics,
    kept_references,
    unrequested_change,
)
from tamis.writing.replay import Replayed
from tamis.writing.revision.types import held_out, keyword_error, keyword_type
from tamis.writing.sessions import Turn

PAPER = json.loads((Path(tamis.report.__file__).parent / "published/kiwi.json").read_text())
TABLE_5 = PAPER["automatic_evaluation"]["rows"]
NAN = float("nan")
STYLE, INFO = "stylistic", "information-seeking"
TURNS = (
    # Session, who revised, kind, rated good, rated good again by another person (or not rated).
    ("s1", "gpt-4", STYLE, "g", "g"), ("s1", "gpt-4", INFO, "b", "g"),
    ("s1", "gpt-4", STYLE, "g", "."), ("s1", "gpt-4", STYLE, "b", "b"),
    ("s1", "gpt-4", INFO, "g", "b"), ("s2", "llama2", INFO, "b", "."),
    ("s2", "llama2", STYLE, "b", "g"), ("s2", "llama2", INFO, "b", "b"),
    ("s2", "llama2", STYLE, "g", "g"), ("s3", "llama2", INFO, "b", "."),
    ("s3", "llama2", STYLE, "g", "g"), ("s3", "llama2", STYLE, "b", "."),
    ("s4", "gpt-4", INFO, "g", "."), ("s4", "gpt-4", STYLE, "g", "g"),
    ("s5", "llama2", STYLE, "b", "b"),
)  # fmt: skip
SAID = {
    # Good, bad, unread, failed, withheld; a dot is a turn that the run did not have.
    ("a", "zero-shot"): "gggb?bgbggb!gbb",
    ("b", "zero-shot"): "bbg.gbggb?....g",
    ("a", "ten-shot"): "ggbbgbbgg?gbb?g",
    ("a", "by rules"): "...ggbgbgbbgb?b",
    ("t5", "fine-tuned"): "wwgbbwgbwgbb?gb",
    ("file", "Verdicts made elsewhere"): "gbbbgg?bgbgbggb",
    ("majority", "Baselines"): "bbbbbbbbbbbbbbb",
    ("random", "Baselines"): "gbgbbgbbggbgbgb",
}
PLACES = ("zero-shot", "one-shot", "ten-shot", "by rules", "fine-tuned", "Verdicts made elsewhere",
          "Baselines")  # fmt: skip
RUNS = sorted(SAID, key=lambda key: PLACES.index(key[1]))
VERDICTS = {"g": True, "b": False, "?": None, "!": None, ".": None}
Verdict = tuple[bool | None, bool, str]
"""What was said, whether it was rated good, the session."""


def run(system: str, condition: str, data: str = "mini") -> Run:
    """A run as its log has it."""
    samples = []
    for nth, (turn, said) in enumerate(zip(TURNS, SAID[system, condition], strict=True)):
        if said == ".":
            continue
        session, model, kind, rated, again = turn
        good, second = rated == "g", VERDICTS[again]
        verdict = VERDICTS.get(said)
        values = judged(verdict, good) | {"cut": float(nth % 5 == 1)}
        values["said_good"] = NAN if verdict is None else float(verdict)
        own = judged(second, good) | {"said_good": NAN if second is None else float(second)}
        values |= {f"human_{key}": one for key, one in own.items() if "read_" not in key}
        values["not_asked" if said == "w" else "ok" if verdict is not None else "ambiguous"] = 1.0
        failed = "APITimeoutError: Request timed out" if said == "!" else ""
        about = {"session": session, "model": model, "kind": kind}
        target = "good" if good else "not good"
        samples.append(
            Scored(f"t{nth:02}", 1, about, {} if failed else values, failed, "session", target)
        )
    kind = "baseline" if condition in ("Baselines", "fine-tuned") else "model"
    split = "test, by turn, seed 0" if kind == "model" else "every turn, the other sessions known"
    identity = {"data": data, "condition": condition, "split": split}
    return Run(system, kind, "kiwi", "1", identity, tuple(samples), len(samples))


@pytest.fixture(scope="module")
def made() -> Report:
    """The report of the runs, which come in no order."""
    return load_benchmark("kiwi").report([run(*key) for key in list(SAID)[::-1]])


def verdicts(key: tuple[str, str], at: int = 0, name: str = "") -> list[Verdict]:
    """The verdicts of a run on the turns that it was asked about; by a field of the turns."""
    return [
        (VERDICTS[said], turn[3] == "g", turn[0])
        for turn, said in zip(TURNS, SAID[key], strict=True)
        if said not in ".w" and (not name or turn[at] == name)
    ]


def four(rows: list[Verdict]) -> list[Any]:
    """Accuracy, precision, recall and F1 of good, no verdict being the wrong one."""
    taken = [(not good if said is None else said, good, session) for said, good, session in rows]
    return [
        mean((float(said is good), session) for said, good, session in taken),
        ratio((float(said and good), float(said), session) for said, good, session in taken),
        ratio((float(said and good), float(good), session) for said, good, session in taken),
        ratio((2.0 * (said and good), float(said + good), s) for said, good, s in taken),
    ]


def cells(rows: list[Verdict]) -> list[Any]:
    """The cells of a row."""
    given = [one for one in rows if one[0] is not None]
    return [
        *four(rows),
        len(rows) - len(given),
        len(rows),
        mean((float(bool(said)), session) for said, _, session in given),
        mean((float(said is not None), session) for said, _, session in rows),
        *four(given),
        len(given),
    ]


HEADS = ["Accuracy ↑", "Precision ↑", "Recall ↑", "F1 ↑", "No verdict ↓", "n", "Said good",
         "Coverage", "Accuracy of the verdicts ↑", "Precision of the verdicts ↑",
         "Recall of the verdicts ↑", "F1 of the verdicts ↑", "Read, whole or in part"]  # fmt: skip


def printed(name: str, condition: str) -> tuple[Any, ...]:
    """A row of Table 5."""
    one = TABLE_5[name]
    four = [one[key] for key in ("accuracy", "precision", "recall", "f1")]
    return (condition, name, *four, None, None, one["good_share"] / 100, *[None] * 6)


def second() -> list[Any]:
    """The other person's ratings, of the turns of the first run that it was asked about."""
    own = SAID["a", "zero-shot"]
    return cells([
        (turn[4] == "g", turn[3] == "g", turn[0])
        for turn, said in zip(TURNS, own, strict=True)
        if turn[4] != "." and said != "!"
    ])  # fmt: skip


def test_table_5(made):
    """Each judge over the turns that it was asked about; then people, and the paper's rows."""
    found = named(made, "judges")
    paper = {
        "zero-shot": ["gpt-4 zero-shot"], "ten-shot": ["gpt-4 ten-shot"],
        "fine-tuned": ["t5-large finetuned"], "Baselines": ["majority", "random"],
    }  # fmt: skip
    wanted = []
    for condition in dict.fromkeys(condition for _, condition in RUNS):
        wanted += [(condition, k[0], *cells(verdicts(k))) for k in RUNS if k[1] == condition]
        wanted += [printed(name, condition) for name in paper.get(condition, [])]
    wanted.append(("Human", "second rating of mini", *second()))
    wanted.append(printed("human (n=65)", "Human"))
    assert heads(found) == HEADS
    assert body(found) == wanted
    assert body(found, "published")[0][:6] == (
        "zero-shot",
        "gpt-4 zero-shot",
        0.63,
        0.57,
        0.91,
        0.7,
    )
    assert body(found, "measure") == [wanted[-2]]
    assert (found.title, found.paper) == ("Judges of revisions", "Table 5")
    assert found.caption == (
        "data=mini; turns: test, by turn, seed 0; every turn, the other sessions known. Good is "
        "the positive class, neutral and bad are one. A turn without a verdict counts as judged "
        "wrongly; said good is a share of the verdicts; precision is undefined for a judge that "
        "never says good, where the paper prints 0. The printed rows random (by what it said good) "
        "and one-shot fit no confusion matrix, T5's fits one only with precision, recall and F1 in "
        "another order. Standard errors are clustered by session. Published: KIWI, Table 5, on its "
        "own test split of the released data."
    )


def test_people_judge_each_data_set_once():
    """By the first run on it; and baselines alone stand beside all of Table 5."""
    runs = [run("random", "Baselines"), run("majority", "Baselines"),
            run("random", "Baselines", "other")]  # fmt: skip
    found = tables.judges(runs)
    labels = [(row.group, row.label) for row in found.rows]
    assert labels == [
        ("Baselines", "random"), ("Baselines", "majority"), ("Baselines", "random"),
        ("Baselines", "majority"), ("Baselines", "random"),
        ("Human", "second rating of mini"), ("Human", "second rating of other"),
        ("Human", "human (n=65)"), ("zero-shot", "gpt-4 zero-shot"),
        ("one-shot", "gpt-4 one-shot"), ("ten-shot", "gpt-4 ten-shot"),
        ("fine-tuned", "t5-large finetuned"),
    ]  # fmt: skip
    assert found.caption.startswith("data=mini, other; turns: every turn, the other sessions known")
    # Who decides everything has no columns of verdicts: the other person is over 11 of 15 turns.
    assert heads(found) == HEADS[:8]
    people = [(t[4] == "g", t[3] == "g", t[0]) for t in TURNS if t[4] != "."]
    assert body(found, "measure")[0] == ("Human", "second rating of mini", *cells(people)[:8])


@pytest.mark.parametrize(
    ("what", "at", "names", "title"),
    [
        ("kind", 2, [INFO, STYLE], "By kind of instruction"),
        ("model", 1, ["gpt-4", "llama2"], "By the model that revised"),
    ],
)
def test_breakdowns(made, what, at, names, title):
    """The same over the turns of each kind, and of each model; not of who looks at nothing."""
    found = named(made, f"by-{what}")
    looking = [key for key in RUNS if key[0] not in ("majority", "random")]
    assert heads(found) == HEADS
    assert body(found) == [
        (name, f"{key[0]}, {key[1]}" if key[1] != "fine-tuned" else key[0], *cells(rows))
        for name in names
        for key in looking
        if (rows := verdicts(key, at, name))
    ]
    assert (found.title, found.caption, found.paper) == (
        title, "data=mini. Measures as above.", "",
    )  # fmt: skip


def test_confusions(made):
    """How each verdict met each rating, of those that were not withheld."""
    found = named(made, "confusion")
    wanted = []
    for key in RUNS:
        pairs = [(said, good) for said, good, _ in verdicts(key)]
        kinds = [(True, True), (False, True), (False, False), (True, False)]
        none = sum(said is None for said, _ in pairs)
        wanted.append((key[1], key[0], *map(pairs.count, kinds), none, len(pairs)))
    assert heads(found) == ["Good, said so", "Good, said not", "Not good, said so",
                            "Not good, said good", "No verdict", "n"]  # fmt: skip
    assert body(found) == wanted
    assert wanted[0] == ("zero-shot", "a", 4, 2, 4, 3, 2, 15)
    assert found.title == "Verdicts and ratings"
    assert found.caption == "data=mini. Counts of turns."


def test_how_the_turns_ended(made):
    """Those withheld were not asked; turns with a cut text are counted whatever became of them."""
    found = named(made, "outcomes")
    wanted = []
    for system, condition in RUNS:
        own = SAID[system, condition]
        cut = [nth for nth, said in enumerate(own) if nth % 5 == 1 and said not in ".!"]
        given = own.count("g") + own.count("b")
        asked = len(own) - own.count(".") - own.count("w")
        wanted.append((condition, system, asked, given, own.count("?"), own.count("!"),
                       own.count("w"), len(cut)))  # fmt: skip
    assert heads(found) == ["Asked", "OK", "Ambiguous", "Timed out", "Withheld", "Cut text"]
    assert body(found) == wanted
    assert "Withheld were not asked. Without a verdict a turn counts as judged wrongly;" in (
        found.caption
    )


def test_a_row_says_what_its_figures_come_from(made):
    """Judges and baselines, people, and what the paper printed."""
    own = {key[0]: {"model"} for key in RUNS} | {"t5": {"baseline"}}
    own["majority"] = own["random"] = {"baseline", "published"}
    printed = ["gpt-4 zero-shot", "gpt-4 ten-shot", "t5-large finetuned", "human (n=65)"]
    own |= {name: {"published"} for name in printed}
    assert kinds(made) == own | {"second rating of mini": {"measure"}}
    assert {table.id for table in made.tables if table.paper} == {"judges"}


# The analysis of sessions: model, session, kind, type, rating, edited, by hand, error, passages.
ANALYSED = (
    ("m", 0, STYLE, "remove", "good", False, True, None, None),
    ("m", 0, INFO, "more_information", "bad", True, True, "ignored", "none"),
    ("m", 0, STYLE, "condense", "neutral", False, False, "others", None),
    ("m", 0, STYLE, "remove", "", False, True, None, None),
    ("m", 0, INFO, "more_information", "good", True, True, None, None),
    ("m", 1, INFO, "remove", "neutral", False, False, "ignored", "partial"),
    ("m", 1, STYLE, "reorganize", "good", False, True, None, None),
    ("m", 1, INFO, "more_information", "bad", False, True, None, "partial"),
    ("o", 2, INFO, "expand_coverage", "good", True, True, None, None),
    ("o", 2, STYLE, "remove", "bad", False, True, "constraint_failure", None),
    ("o", 2, STYLE, "remove", "bad", True, True, "unrequested_change", None),
    ("o", 3, INFO, "more_information", "neutral", False, True, "ignored", None),
    ("o", 3, STYLE, "others", "good", False, False, None, None),
    ("o", 3, STYLE, "condense", "bad", False, True, None, None),
    ("o", 3, INFO, "others", "bad", False, True, "others", "sufficient"),
    ("o", 3, INFO, "more_information", "neutral", True, True, "poor_integration", "partial"),
    ("o", 4, STYLE, "remove", "bad", False, True, None, None),
)
EDITS = ("instruction_words", "source_words", "target_words", "length_ratio", "edit_distance",
         "edit_ratio")  # fmt: skip
CHANGES = ("unrequested", "kept", "kept_in_sentences", "unknown")
TYPES = {"more_information": "More information", "expand_coverage": "Expand coverage",
         "clarification": "Clarification", "remove": "Remove", "specific_edit": "Specific edit",
         "condense": "Condense", "reorganize": "Reorganize", "others": "Others"}  # fmt: skip


def measured(nth: int, key: str) -> float | None:
    """A measure of a turn: lengths are whole numbers, and some shares are undefined."""
    share = drawn(nth, key)
    if key in ("length_ratio", "edit_ratio"):
        return None if nth == 4 else 3 * share
    if key in EDITS:
        return int(400 * share)
    if key == "unknown":
        return None if nth in (2, 9) else float(share > 0.5)
    return None if share < 0.2 else share


def turns() -> list[AnalysedTurn]:
    """The turns as the tables count them; those that are good or edited have statistics."""
    found = []
    for nth, (model, row, kind, type, rating, edited, by_hand, error, passages) in enumerate(
        ANALYSED
    ):
        number = sum(one[1] == row for one in ANALYSED[: nth + 1])
        said = {"unknown": measured(nth, "unknown")}
        unknown = None if said["unknown"] is None else (7,) * int(said["unknown"])
        said_so = "Remove the last sentence." if nth in (0, 6, 9) else "Go on."
        turn = Turn(number, said_so, kind, "One.", answer="Two.", rating=rating or None,
                    edited="Three." if edited else None)  # type: ignore[arg-type]  # fmt: skip
        counted = rating == "good" or edited
        statistics = (
            EditStatistics(**{key: measured(nth, key) for key in EDITS}) if counted else None
        )  # type: ignore[arg-type]
        change = Change(9, 9, 0, measured(nth, "unrequested"), False)
        kept = KeptReferences((1,), (2,), (3,), unknown, measured(nth, "kept"), 5, 4,
                              measured(nth, "kept_in_sentences"))  # fmt: skip
        found.append(AnalysedTurn(model, row, number, turn, kind, False, type, not by_hand, error,
                                  passages, statistics, change, kept))  # type: ignore[arg-type]  # fmt: skip
    return found


Row = tuple[Any, ...]


def of(test: Callable[[Row], bool]) -> list[int]:
    """The places of the turns for which the test is true."""
    return [nth for nth, one in enumerate(ANALYSED) if test(one)]


def share(chosen: Sequence[int], holds: Callable[[Row], bool]) -> Any:
    """The share of chosen turns, clustered by session."""
    return mean((float(holds(ANALYSED[nth])), str(ANALYSED[nth][1])) for nth in chosen)


def average(chosen: Sequence[int], key: str) -> Any:
    """The mean of a measure over chosen turns; those without it are left out."""
    found = ((measured(nth, key), str(ANALYSED[nth][1])) for nth in chosen)
    return mean((float(NAN if value is None else value), row) for value, row in found)


def test_table_2():
    """Sessions, turns, edits and kinds of each model, beside the paper's."""
    wanted = []
    for model, sessions in (("m", 2), ("o", 3), ("all", 5)):
        own = of(lambda one, model=model: model in (one[0], "all"))
        edited = sum(ANALYSED[nth][5] for nth in own)
        kinds = [share(own, lambda one, kind=kind: one[2] == kind) for kind in (INFO, STYLE)]
        wanted.append(
            ("These sessions", model, sessions, len(own), edited, round(len(own) / sessions, 9),
             *kinds)
        )  # fmt: skip
    for model, one in PAPER["sessions"].items():
        started = 234 if model == "total" else 78
        wanted.append(("KIWI, Table 2", model, started, one["turns"], one["edited"],
                       one["turns_per_session"], one["info"] / 100,
                       one["style"] / 100))  # fmt: skip
    found = session_tables.sessions(turns())
    assert heads(found) == ["Sessions", "Turns", "Edited", "Turns a session",
                            "Information-seeking", "Stylistic"]  # fmt: skip
    assert body(found) == wanted
    assert body(found)[0][:5] == ("These sessions", "m", 2, 8, 2)
    assert [column.digits for column in found.columns] == [2, 2, 2, 1, 2, 2]
    assert found.title == "Sessions"
    assert found.caption == "A kind that is not recorded is taken from passages and words."


def test_figure_2_in_a_table():
    """The ratings of each model's turns of each kind that were rated."""
    wanted = []
    for model, both in (("m", (STYLE, INFO)), ("o", (INFO, STYLE))):
        for kind in (*both, "all"):
            own = of(lambda o, m=model, k=kind: o[0] == m and k in (o[2], "all") and o[4] != "")
            three = [
                share(own, lambda o, r=rating: o[4] == r) for rating in ("good", "neutral", "bad")
            ]
            wanted.append((model, kind, *three, len(own)))
    found = session_tables.ratings(turns())
    assert heads(found) == ["Good ↑", "Neutral", "Bad", "n"]
    assert body(found) == wanted
    assert wanted[0][-1] == 3  # Of the four stylistic turns of m one is not rated.
    assert found.title == "Ratings"
    assert found.caption == (
        "Shares of rated turns; standard errors are clustered by session. The paper shows these as "
        "a figure; its text has 59% good for gpt-4 and 27% good for llama2."
    )


def test_figure_2():
    """The ratings by model and kind, and the kinds by turn."""
    [ratings] = analysis._ratings(turns())
    bars = [(f"{model} {name}", model, kind)
            for model in "mo" for name, kind in (("s", STYLE), ("i", INFO), ("o", ""))]  # fmt: skip
    said = ("good", "neutral", "bad")
    wanted = []
    for tick, model, kind in bars:
        own = of(lambda o, m=model, k=kind: o[0] == m and k in (o[2], "") and o[4] != "")
        wanted.append(("", tick, *(share(own, lambda o, r=rating: o[4] == r) for rating in said)))
    assert heads(ratings.as_table()) == [*said]
    assert body(ratings.as_table()) == wanted
    assert (ratings.id, ratings.title) == ("ratings-figure", "Ratings by model and kind")
    assert ratings.caption == (
        "s: stylistic instructions, i: information-seeking, o: all (Figure 2, top)."
    )
    course = analysis._kinds(turns())
    numbers = [one.number for one in turns()]
    wanted = []
    for number in range(1, 6):
        own = [nth for nth, at in enumerate(numbers) if at == number]
        both = [share(own, lambda one, kind=kind: one[2] == kind) for kind in (INFO, STYLE)]
        wanted.append(("", f"{number}", *both))
    assert heads(course.as_table()) == [INFO, STYLE]
    assert body(course.as_table()) == wanted
    assert (course.id, course.x_label) == ("kinds-figure", "turn")
    assert course.title == "Kinds over the course of a session"
    assert course.caption == (
        "The share of each kind among the instructions of a turn (Figure 2, bottom)."
    )


def test_table_3():
    """Each type's share of all turns, how many of them seek, and who is good at them."""
    wanted = []
    for type, name in TYPES.items():
        own = of(lambda one, type=type: one[3] == type)
        good = [
            share([n for n in own if ANALYSED[n][0] == model and ANALYSED[n][4]],
                  lambda one: one[4] == "good")
            for model in "mo"
        ]  # fmt: skip
        seeking = share(own, lambda one: one[2] == INFO)
        wanted.append(("These sessions", name, round(len(own) / 17, 9), seeking, *good,
                       None, None, None, len(own)))  # fmt: skip
    for type, name in TYPES.items():
        one = PAPER["instruction_types"][type]
        good = [one["good"][model] / 100 for model in ("gpt-4", "gpt-3.5", "llama2")]
        wanted.append(("KIWI, Table 3", name, one["share"] / 100, one["info"] / 100, None, None,
                       *good, None))  # fmt: skip
    found = session_tables.types(turns(), "labels.jsonl")
    assert heads(found) == ["Share", "Information-seeking", "m, good ↑", "o, good ↑",
                            "gpt-4, good", "gpt-3.5, good", "llama2, good", "n"]  # fmt: skip
    assert body(found) == wanted
    assert found.title == "Types of instruction"
    assert found.caption == (
        "14 types are those of labels.jsonl, 3 those of the keywords. Columns of models: the share "
        "of good among the rated. The paper's are GPT-4's labels."
    )
    none = session_tables.types([one for one in turns() if one.by_keywords], "")
    assert none.caption.startswith("No type is by hand, 3 those of the keywords.")


def test_table_4():
    """Each kind of error among those that are labelled."""
    own = of(lambda one: one[7] is not None)
    errors = {"unrequested_change": "Unrequested change", "ignored": "Ignored",
              "constraint_failure": "Constraint failure", "poor_integration": "Poor integration",
              "others": "Others"}  # fmt: skip
    found = session_tables.errors(turns())
    assert heads(found) == ["Share", "KIWI, Table 4", "Turns", "n"]
    assert body(found) == [
        ("", name, share(own, lambda one, key=key: one[7] == key), PAPER["error_types"][key] / 100,
         sum(one[7] == key for one in ANALYSED), 8)
        for key, name in errors.items()
    ]  # fmt: skip
    assert found.title == "Types of error"
    assert found.caption == (
        "Of 11 turns rated neutral or bad 8 are labelled. The paper's column (Table 4) is GPT-4's "
        "labels of 760 turns."
    )


def groups(chosen: Sequence[int]) -> list[tuple[str, list[int]]]:
    """The turns by type, by kind, by model, and all; without groups that have none."""
    rows = [ANALYSED[nth] for nth in chosen]
    kinds, models = (list(dict.fromkeys(row[at] for row in rows)) for at in (2, 0))
    found = [(name, [n for n in chosen if ANALYSED[n][3] == key]) for key, name in TYPES.items()]
    found += [(kind, [n for n in chosen if ANALYSED[n][2] == kind]) for kind in kinds]
    found += [(model, [n for n in chosen if ANALYSED[n][0] == model]) for model in models]
    return [(name, own) for name, own in (*found, ("all", list(chosen))) if own]


def test_table_6():
    """Lengths and edits, of the turns that are good or edited."""
    own = of(lambda one: one[4] == "good" or one[5])
    wanted: list[Row] = [
        ("These sessions", name, *(average(chosen, key) for key in EDITS), len(chosen))
        for name, chosen in groups(own)
    ]
    names = {**TYPES, "info_seeking": INFO, "total": "all"}
    wanted += [
        ("KIWI, Table 6", names.get(key, key), *(one[edit] for edit in EDITS), None)
        for key, one in PAPER["edit_statistics"].items()
    ]
    found = session_tables.edits(turns())
    assert heads(found) == ["Words, instruction", "Words, source", "Words, target", "Length ratio",
                            "Edit distance", "Edit ratio", "n"]  # fmt: skip
    assert body(found) == wanted
    assert [column.digits for column in found.columns] == [1, 1, 1, 2, 1, 2, 2]
    assert found.title == "Edits"
    assert found.caption == (
        "Means over the 8 turns that are good or edited, as in Table 6: from the answer before to "
        "the one left in the end. Words stand between white space; the length ratio is target to "
        "source. The paper's rows for remove and reorganize are alike, which is a misprint."
    )


def test_changes():
    """Unrequested change and kept references, over all turns that have them."""
    found = session_tables.changes(turns())
    assert heads(found) == ["Unrequested change ↓", "Kept references ↑", "… in kept sentences ↑",
                            "Cites an unknown paper ↓", "n"]  # fmt: skip
    assert body(found) == [
        ("", name, *(average(chosen, key) for key in CHANGES), len(chosen))
        for name, chosen in groups(range(len(ANALYSED)))
    ]
    assert found.title == "Unrequested change and kept references"
    assert found.caption.startswith("Measures of Tamis, not of the paper. Unrequested change: of")
    assert found.caption.endswith("Means over turns, clustered by session.")


def test_passages_of_failed_turns():
    """Of the information-seeking turns that failed: what their passages held."""
    own = of(lambda one: one[2] == INFO and one[4] in ("neutral", "bad"))
    labelled = [nth for nth in own if ANALYSED[nth][8]]
    found = session_tables.retrieval(turns())
    assert heads(found) == ["Share", "KIWI, §4.3", "Turns", "n"]
    assert body(found) == [
        ("", what, share(labelled, lambda one, what=what: one[8] == what), printed, count, 5)
        for what, printed, count in (("sufficient", 0.5, 1), ("partial", 0.2, 3), ("none", 0.3, 1))
    ]
    assert found.title == "Passages of failed turns"
    assert found.caption == (
        "Of 6 information-seeking turns rated neutral or bad 5 are labelled: whether the retrieved "
        "passages held what the instruction needs. The paper's column is 20 turns by hand."
    )


def test_agreement_of_keywords_with_the_labels():
    """Keywords say "remove" to three turns, of which two are, and "more information" to others.

    Of 14 labels five are "more information" and five "remove": chance is (5 · 11 + 5 · 3) / 14².
    """
    found = analysis._keywords(turns())
    assert heads(found) == ["Agreement ↑", "Kappa ↑", "n"]
    labelled = of(lambda one: one[6])
    right = {nth for nth in labelled if ANALYSED[nth][3] == "more_information"} | {0, 9}
    agreed = mean((float(nth in right), str(ANALYSED[nth][1])) for nth in labelled)
    assert agreed[0] == 0.5
    assert body(found) == [
        ("", "keywords, instruction types", agreed, round((1 / 2 - 5 / 14) / (1 - 5 / 14), 9), 14)
    ]
    assert found.title == "Agreement with the labels"
    assert found.caption == (
        "Types given by keywords, without a model, beside the labels of the file."
    )


BY_HAND = {
    # Session and turn: the type of the instruction, and of the error where there is one.
    (0, 1): ("remove", None), (0, 2): ("condense", "ignored"), (0, 3): ("remove", "others"),
    (0, 4): ("more_information", None), (1, 1): ("remove", "ignored"), (1, 2): ("others", None),
    (2, 1): ("more_information", "ignored"), (2, 2): ("condense", "poor_integration"),
}  # fmt: skip
BY_MODEL = {
    (0, 1): ("remove", None), (0, 2): ("remove", "ignored"), (0, 3): ("remove", "ignored"),
    (0, 4): ("condense", None), (1, 1): (None, "others"), (1, 2): ("others", None),
    (2, 1): ("more_information", None), (2, 2): ("condense", "ignored"),
}  # fmt: skip


@pytest.fixture
def sessions(tmp_path: Path) -> Dataset:
    """Three sessions of two models: of four turns, of two, and of two."""
    answers = [
        "One [0]. Two [1]. Three.",
        "One [0]. Two [1].",
        "Two [1]. More is here.",
        "Done [2].",
    ]
    rows = []
    for nth, (model, number) in enumerate((("m", 4), ("o", 2), ("m", 2))):
        turns = [
            {"instruction": ("Remove the last sentence.", "Go on.")[(at + nth) % 2],
             "instruction_kind": (STYLE, INFO)[at % 2], "answer_1": answers[(at + nth) % 4],
             "rating": ("good", "bad", "neutral")[(at * 2 + nth) % 3]}
            for at in range(number)
        ]  # fmt: skip
        rows.append({"original_question": f"Q{nth}?", "model_name": model,
                     "initial_answer": "Zero [0]. One [1].", "interaction": turns})  # fmt: skip
    path = tmp_path / "interactions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    labels = [
        {"session": row + 1, "turn": turn, "instruction_type": type, "error_type": error}
        for (row, turn), (type, error) in BY_HAND.items()
    ]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(one) + "\n" for one in labels))
    return load(str(path))


def test_the_analysis_has_all_tables(sessions):
    """Of one file of sessions, each under its own id."""
    made = analysis.analyse(sessions)
    assert [table.id for table in made.tables] == [
        "sessions", "ratings", "instruction-types", "error-types", "edits", "changes", "agreement",
    ]  # fmt: skip
    assert [figure.id for figure in made.figures] == ["ratings-figure", "kinds-figure"]
    assert (made.title, made.subtitle) == ("KIWI", "What writing sessions show")
    assert (made.identity["data"], made.identity["sessions"]) == ("interactions", "3")
    assert body(named(made, "sessions"))[0][:5] == ("These sessions", "m", 2, 6, 0)


def agreed(said: Sequence[str | None], human: Sequence[str], rows: Sequence[Any]) -> list[Any]:
    """The share of labels read that agree, Cohen's kappa, and how many were not read."""
    share = mean(
        (float(one == other) if one else NAN, str(row))
        for one, other, row in zip(said, human, rows, strict=True)
    )
    read = [(one, other) for one, other in zip(said, human, strict=True) if one]
    ours, theirs = (Counter(pair[side] for pair in read) for side in (0, 1))
    by_chance = sum(ours[label] * theirs[label] for label in ours) / len(read) ** 2
    observed = sum(one == other for one, other in read) / len(read)
    kappa = round((observed - by_chance) / (1 - by_chance), 9)
    return [share, kappa, len(said) - len(read), len(said)]


def test_agreement_of_a_model_with_labels_by_hand(sessions):
    """On the held-out texts and on the turns: labels that were not read are in no share."""
    instructions, comments = held_out()
    types, errors = [*TYPES], ["unrequested_change", "ignored", "others"]
    said = [None if n % 9 == 4 else one.label if n % 3 else types[n % 8]
            for n, one in enumerate(instructions)]  # fmt: skip
    told = [None if n % 8 == 2 else one.label if n % 2 else errors[n % 3]
            for n, one in enumerate(comments)]  # fmt: skip
    records = tuple(
        {"session": row + 1, "turn": turn}
        | {k: v for k, v in (("instruction_type", type), ("error_type", error)) if v}
        for (row, turn), (type, error) in BY_MODEL.items()
    )
    outcomes = {"instruction_type": Counter(ok=7, unparsed=1, refused=2),
                "error_type": Counter(ok=5, truncated=3),
                "passages": Counter(missing=4, failed=6)}  # fmt: skip
    labelled = LabelledTurns(records, outcomes, Counter())
    made = summary(sessions, labelled, HeldOutLabels(tuple(said), tuple(told)), "llm")
    group, beside = "Held out: ours, by hand", "interactions: labels beside the data"
    each = range(len(instructions)), range(len(comments))
    types_by_hand = [one.label for one in instructions]
    errors_by_hand = [one.label for one in comments]
    keywords = (
        [keyword_type(one.instruction) for one in instructions],
        [keyword_error(one.comment) for one in comments],
    )
    places = [p for p, (_, error) in BY_HAND.items() if error]
    found = named(made, "agreement")
    assert heads(found) == ["Agreement ↑", "Kappa ↑", "Not read ↓", "n"]
    assert body(found) == [
        (group, "llm, instruction types", *agreed(said, types_by_hand, each[0])),
        (group, "keywords, instruction types", *agreed(keywords[0], types_by_hand, each[0])),
        (group, "llm, error types", *agreed(told, errors_by_hand, each[1])),
        (group, "keywords, error types", *agreed(keywords[1], errors_by_hand, each[1])),
        (beside, "llm, instruction types",
         *agreed([BY_MODEL[p][0] for p in BY_HAND], [BY_HAND[p][0] for p in BY_HAND],
                 [row for row, _ in BY_HAND])),
        (beside, "llm, error types",
         *agreed([BY_MODEL[p][1] for p in places], [BY_HAND[p][1] for p in places],
                 [row for row, _ in places])),
    ]  # fmt: skip
    assert found.caption == (
        "The share of the labels read that are the person's, and Cohen's kappa."
    )
    found = named(made, "confusion-instruction")
    assert heads(found) == [*TYPES.values(), "Not read", "Turns"]
    assert body(found) == [
        ("", "More information", 1, *[None] * 4, 1, *[None] * 3, 2),
        ("", "Remove", *[None] * 3, 2, *[None] * 4, 1, 3),
        ("", "Condense", *[None] * 3, 1, None, 1, *[None] * 3, 2),
        ("", "Others", *[None] * 7, 1, None, 1),
    ]
    assert found.title == "Instruction types: by hand (rows) and by the model (columns)"
    assert found.caption == "interactions. Counts of turns."
    found = named(made, "confusion-error")
    assert heads(found) == ["Unrequested change", "Ignored", "Constraint failure",
                            "Poor integration", "Others", "Not read", "Turns"]  # fmt: skip
    assert body(found) == [
        ("", "Ignored", None, 1, None, None, 1, 1, 3),
        ("", "Poor integration", None, 1, None, None, None, None, 1),
        ("", "Others", None, 1, None, None, None, None, 1),
    ]
    found = named(made, "outcomes")
    assert heads(found) == ["Ok", "Unparsed", "Truncated", "Missing", "Refused", "Failed"]
    assert body(found) == [
        ("", "instruction types", 7, 1, 0, 0, 2, 0), ("", "error types", 5, 0, 3, 0, 0, 0),
        ("", "worth of passages", 0, 0, 0, 4, 0, 6),
    ]  # fmt: skip
    assert found.caption == "Counts of calls. A turn without a label stays without one."


def test_a_replay_beside_the_recorded_turns(sessions):
    """Each model's own recorded turns, of those instructions that were put again."""
    new = ["One [0]. Two.", "Zero [0]. One [1]. All is new.", "Two [1].", "Zero [0]."]
    replayed = []
    for row, released in enumerate(sessions.sessions):
        turns = tuple(
            replace(turn, answer=new[(turn.number + row) % 4], rating=None)
            for turn in released.session.turns[: 3 - row]
        )
        opened = replace(released.session.opened, model="again", retriever="bm25")
        replayed.append(
            Replayed(replace(released.session, opened=opened, turns=turns), skipped=(9,) * row)
        )
    made = replay_report.report(sessions, replayed, "recorded", {"model": "again"})
    put = [(row, turn.number) for row, one in enumerate(replayed) for turn in one.session.turns]
    recorded = [
        (row, one.session.opened.model, turn)
        for row, one in enumerate(sessions.sessions)
        for turn in one.session.turns
        if (row, turn.number) in put
    ]
    own = [(row, "again", turn) for row, one in enumerate(replayed) for turn in one.session.turns]

    def cells(turns: Sequence[tuple[int, str, Turn]]) -> list[Any]:
        measured = []
        for row, _, turn in turns:
            old, answer = turn.previous, turn.answer or ""
            edits = edit_statistics(turn.instruction, old, answer)
            shares = (unrequested_change(turn.instruction, old, answer, turn.kind).share,
                      kept_references(old, answer).share, edits.length_ratio, edits.edit_ratio,
                      None if turn.rating is None else float(turn.rating == "good"))  # fmt: skip
            measured.append((str(row), [NAN if one is None else one for one in shares]))
        means = [mean((shares[at], row) for row, shares in measured) for at in range(5)]
        return [*means, len(turns)]

    [found] = made.tables
    assert heads(found) == ["Unrequested change ↓", "Kept references ↑", "Length ratio",
                            "Edit ratio", "Rated good ↑", "n"]  # fmt: skip
    assert body(found) == [
        ("", "again", *cells(own)),
        ("", "m, recorded", *cells([one for one in recorded if one[1] == "m"])),
        ("", "o, recorded", *cells([one for one in recorded if one[1] == "o"])),
    ]
    assert [one[-1] for one in body(found)] == [6, 4, 2]
    assert found.title == "Revisions of the same instructions"
    assert found.caption == (
        "Unrequested change and kept references are measures of Tamis; ratios are those of Table "
        "6, of what the model wrote. Rated good: by the person of then."
    )
    assert made.notes == ("3 turns without an instruction were not asked again.",)
