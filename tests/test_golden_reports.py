"""The reports of all benchmarks on runs whose replies end in every way there is.

A scripted server answers some samples of each benchmark's mini data. All figures of the report
(`tamis report --csv`) and the words of its page (`--html`) are compared with the files in
`tests/golden/reports`. After a change that was meant, take the new file: the message of the
failed test has its path. Below the scripts, some figures of each file are worked out by hand.
"""

from __future__ import annotations

import csv
import difflib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

import here
from server import Prompt, Reply, Server
from tamis.benchmarks import load_benchmark, options_of

GOLDEN = Path(__file__).parent / "golden/reports"
MODEL = "openai-api/golden/one"
ONE = ("--max-connections", "1")
"""Samples end in their order, in which a page names what went wrong."""
Said = str | int


@dataclass
class Script:
    """The runs of a benchmark (the arguments of `tamis run`), and what the server answers."""

    runs: Sequence[Sequence[str]]
    answer: Callable[[Prompt], Said]
    options: Sequence[dict[str, Any]] = field(default_factory=list)


@cache
def samples(benchmark: str, number: int, **options: Any) -> list[Any]:
    """The first samples of the mini data in the order of a run."""
    parsed = options_of(benchmark).parse(options)
    return list(load_benchmark(benchmark).load(parsed)[1][:number])


REFUSED = "I'm sorry, but I cannot help with that."
UNREADABLE = "That is hard to tell from here."


# KITAB: 14 questions, without and with the list of the author's books; and the symbolic baseline.

BOOKS = {
    # Of each question the replies without the list and with it, by what they are made of.
    "two-0080": ("half", "none"), "one-0021": ("none", "all"), "two-0036": ("all", "half"),
    "one-0314": ("refused", "mixed"), "one-0235": ("mixed", "cut"),
    "one-0202": ("wrong", "refused"), "one-0208": ("half", "unreadable"),
    "one-0095": ("all", "filtered"), "one-0054": ("mixed", "failed"),
    "one-0156": ("retitled", "missing"),
    "one-0068": ("failed", "twice"), "one-0384": ("missing", "wrong"),
    "one-0245": ("cut", "retitled"), "one-0382": ("none", "none"),
}  # fmt: skip


def ended(kind: str) -> Said:
    """A reply that holds no answer."""
    return {"refused": REFUSED, "unreadable": UNREADABLE, "filtered": Reply.filtered(),
            "failed": 500, "missing": ""}[kind]  # fmt: skip


def books(kind: str, golds: Sequence[str], others: Sequence[str]) -> Said:
    """A reply of KITAB."""
    match kind:
        case "none":
            return "Output:\nNone"
        case "all":
            titles = golds
        case "half":
            titles = [*golds[: (len(golds) + 1) // 2], "Zzyzx Unwritten"]
        case "mixed":
            titles = [*golds[:4], others[0], "Zzyzx Unwritten"]
        case "wrong":
            titles = [*others[:2], "Zzyzx Unwritten"]
        case "twice":
            titles = [golds[0], golds[1], golds[0]]
        case "retitled":
            titles = [f"{title}: Six Essays" for title in golds]
        case "cut":
            titles = [*golds, others[0]]
        case _:
            return ended(kind)
    listed = (f"{n}. Reason: it fits. Title: {t}" for n, t in enumerate(titles, 1))
    text = "Output:\n" + "\n".join(listed)
    return Reply.cut(text[:-2]) if kind == "cut" else text


def kitab() -> Script:
    """Two conditions of a model, and the best baseline."""
    asked = {
        one.input: (which, one.query)
        for which, condition in enumerate(("no_context", "with_context"))
        for one in samples("kitab", 14, condition=condition)
    }

    def answer(prompt: Prompt) -> Said:
        which, query = asked[prompt]
        others = [book.title for n, book in enumerate(query.books) if n not in query.listed]
        return books(BOOKS[query.id][which], query.gold, others)

    few = ("--limit", "14")
    return Script(
        [("--model", MODEL, "-T", "condition=no_context,with_context", *few),
         ("-T", "baseline=symbolic", *few)],
        answer,
    )  # fmt: skip


# KITAB's other conditions: 7 samples each, of which some are answered rightly, some partly.

OTHERS = ("half", "cut", "all", "refused", "half", "none", "all")


def kitab_others() -> Script:
    """All books of an author, a first list and a choice from it, and lists of a single title."""
    asked = {
        one.input: (condition, nth, one)
        for condition in ("all_books", "self_context", "single_item")
        for nth, one in enumerate(samples("kitab", 7, condition=condition))
    }

    def answer(prompt: Prompt) -> Said:
        condition, nth, one = asked[prompt]
        kind, every = OTHERS[nth], [book.title for book in one.query.books]
        if condition == "all_books":
            return books(kind, every, ["Zzyzx Unwritten"])
        if condition == "single_item":
            # Of "cut" the title is there; of "half" it is said to satisfy, too.
            title = one.query.books[one.item].title
            return books("all" if kind == "half" else kind, [title], ["Zzyzx Unwritten"])
        final = books(kind, one.query.gold, every)
        if kind in ("refused", "cut"):
            return final
        first = books("half" if nth % 2 else "all", every, ()).removeprefix("Output:\n")
        return f"All Books:\n{first}\n\nFinal {final}"

    conditions = "condition=all_books,self_context,single_item"
    return Script([("--model", MODEL, "-T", conditions, "--limit", "7")], answer)


# QUEST: 10 questions, closed book and with a verifier that may fail; and what BM25 finds.

NAMED = {
    "test04": ["A Translator in Trieste", "Café Nautilus", "The Bora Years", "Phantom Wharf"],
    "test23": ["Offside in Rosario", "The Left-Footed Saint", "Silent Tango"],
    "test29": [], "test36": "cut", "test19": REFUSED, "test11": UNREADABLE,
    "test02": Reply.filtered(), "test08": 500, "test31": "", "test22": ["the wrack line"],
}  # fmt: skip
JUDGED = {
    # What the answering step judges TRUE of the documents that it is shown, and the verifier.
    "test04": (("golds", "Zzyzx"), "golds"), "test23": ("golds", "all"), "test29": ("none", "all"),
    "test36": ("cut", "golds"), "test19": (UNREADABLE, ""), "test11": ("all", "golds"),
    "test02": ("golds", "unreadable"), "test08": ("golds", "failed"), "test31": (REFUSED, ""),
    "test22": ("all", "all"),
}  # fmt: skip
FAULTY = {"unreadable": "Seven Bells at Skerryvore", "failed": "Silent Tango"}
"""The candidates whose verdict is not read, or fails."""

_SHOWN = re.compile(r"^ID: (\S+) \| TITLE: (.*?) \| CONTENT: (.{24})", re.M)


def candidate(title: str, doc: str, quote: str, judged: bool) -> dict[str, Any]:
    """A candidate as a model writes it, with a quote for it or against it."""
    quoted = [{"doc_id": doc, "text": quote}]
    return {
        "candidate_answer": title, "evidence_for": quoted if judged else [],
        "evidence_against": [] if judged else quoted, "reasoning": "As quoted.",
        "final_judgment": "TRUE" if judged else "FALSE",
    }  # fmt: skip


def quest() -> Script:
    """A method without documents, one that verifies, and a baseline."""
    by_text = {one.question.text: one.question for one in samples("quest", 10)}

    def answer(prompt: Prompt) -> Said:
        first, last = prompt.messages
        verifies = "===== Candidate =====" in last
        text = (first if verifies else last).strip().splitlines()[-1].removeprefix("Question: ")
        question = by_text[text]
        if "every answer that you know of" in first:
            said = NAMED[question.id]
            if said == "cut":
                return Reply.cut('Final Answer: ["Footlights over Calcutta", "Persimmon Co')
            return f"Final Answer: {json.dumps(said)}" if isinstance(said, list) else said
        golds = question.golds["revised"].match
        shown = _SHOWN.findall(last if verifies else first)
        answers, verdicts = JUDGED[question.id]
        if verifies:
            # Quotes of other titles' documents than the candidate's own are against it.
            title = last.strip().splitlines()[-1]
            own = [one for one in shown if one[1] == title] or shown
            if verdicts in FAULTY and title == FAULTY[verdicts]:
                return ended(verdicts)
            judged = title in golds or verdicts == "all"
            return json.dumps(candidate(title, own[0][0], own[0][2], judged))
        if answers in (UNREADABLE, REFUSED):
            return answers
        wanted = {"all": {title for _, title, _ in shown}, "none": set()}.get(answers, golds)
        made = [candidate(title, doc, quote, title in wanted) for doc, title, quote in shown]
        if "Zzyzx" in answers:
            made.append(candidate("Zzyzx", "999", "no words of any document", True))
        ids = [doc for doc, title, _ in shown if title in wanted]
        reply = {"question": text, "candidate_answers": made, "answer": [], "answer_doc_ids": ids}
        whole = json.dumps(reply, indent=1)
        return Reply.cut(whole[: len(whole) // 2]) if answers == "cut" else whole

    few = ("--limit", "10", "-T", "k=6")
    return Script(
        [("--model", MODEL, "-T", "method=Closed book,RAG Justified QA + Verification", *few),
         ("-T", "baseline=bm25", *few)],
        answer,
    )  # fmt: skip


# ACS: 16 items, two wordings of the prompt, without and with examples; and a blind baseline.

VERDICTS = {
    # Satisfied, in the order of the run:
    # y n y n y n y y y n n n y y n y
    "zero-shot": "yes no yes yes no no cut refused failed no no unreadable yes filtered no yes",
    "other wording": "yes no no yes no no yes yes yes yes no no missing yes no yes",
    "2-shot": "yes no yes no yes no yes no yes yes no no yes yes unreadable cutyes",
}


def verdict(kind: str) -> Said:
    """A judge's reply, with a sum that is wrong where it says yes."""
    match kind:
        case "yes":
            return "RATIONALE: 450 + 200 = 640, as it was to be.\nFINAL ANSWER: yes"
        case "no":
            return "RATIONALE: 450 + 200 = 650, too much.\nFINAL ANSWER: no"
        case "cut":
            return Reply.cut("RATIONALE: first the sums, which are")
        case "cutyes":
            return Reply.cut("RATIONALE: as counted.\nFINAL ANSWER: yes\n\nTo sum up, the")
        case "unreadable":
            return "RATIONALE: both may be said.\nFINAL ANSWER: hard to say"
    return ended(kind)


def acs() -> Script:
    """A judge without and with examples, and the majority."""
    items = samples("acs", 16, judge="model")

    def answer(prompt: Prompt) -> Said:
        asked = [one for one in items if one.item.constraint in prompt]
        [one] = [one for one in asked if one.item.response.strip() in prompt]
        which = "zero-shot" if prompt == one.input else "other wording"
        which = "2-shot" if "xample 2" in prompt else which
        return verdict(VERDICTS[which].split()[items.index(one)])

    few = ("--limit", "16")
    return Script(
        [("--model", MODEL, "-T", "shots=0", "-T", "paraphrases=2", *few),
         ("--model", MODEL, "-T", "shots=2", *few), ("-T", "baseline=majority", *few)],
        answer,
    )  # fmt: skip


# FanOutQA: 10 questions, closed book and with the pages, and a judge of the answers.

TOLD = {
    # In the order of the run; the answers are: a number, tables of 5 numbers and of 5 texts, a list
    # of 3, a text, a number, two tables of 5 numbers, a table of 5 texts, a list of 3.
    "closed book": [0, "all", 2, "unreadable", "refused", "failed", "cut", "missing", "filtered",
                    1],
    "evidence provided": ["all", 3, "all", 2, "all", 0, "failed", 4, "cut", "all"],
}  # fmt: skip


def told(kind: Any, golds: Any) -> Said:
    """An answer of FanOutQA with the first facts of the gold, or with all; 0 has a wrong one."""
    if isinstance(golds, dict):
        facts = [f"{key} - {value}" for key, value in golds.items()]
    else:
        facts = [str(one) for one in (golds if isinstance(golds, list) else [golds])]
    if kind == 0:
        return "It is 1234 or so."
    if kind in ("all", "cut"):
        text = "\n".join(facts)
        return Reply.cut(text[:-3]) if kind == "cut" else text
    return "\n".join(facts[:kind]) if isinstance(kind, int) else ended(kind)


def fanoutqa() -> Script:
    """Two settings with a judge whose replies are not always read."""
    asked = [one.question for one in samples("fanoutqa", 10, setting="closed_book")]

    def answer(prompt: Prompt) -> Said:
        text = "".join(prompt.messages)
        [nth] = [n for n, one in enumerate(asked) if one.text in text]
        if prompt.body["model"] == "judge":
            submitted = text.partition("=== The submission ===")[2].partition("=== End")[0].strip()
            if submitted == told("all", asked[nth].answer):
                return "Every fact is there.\nC"
            return [UNREADABLE, "Part of it is there.\nA", "It disagrees.\n\n(D)"][nth % 3]
        known = "from what you know" in text
        kind = TOLD["closed book" if known else "evidence provided"][nth]
        return told(kind, asked[nth].answer)

    return Script(
        [("--model", MODEL, "-T", "setting=closed_book,evidence_provided", "--limit", "10",
          "-T", "words=pystemmer", "--model-role", "judge=openai-api/golden/judge")],
        answer,
    )  # fmt: skip


# KIWI: 16 turns of 9 sessions, with no example and with one; and the majority.

RATED = {
    "zero-shot": "good bad good neutral good bad cut refused failed unreadable bad good missing "
    "filtered bad good",
    "one-shot": "good bad bad bad good good good bad good bad bad both good good bad bad",
}


def kiwi() -> Script:
    """A judge with and without examples."""
    asked = {
        one.input: (shots, nth)
        for shots in (0, 1)
        for nth, one in enumerate(samples("kiwi", 16, shots=shots))
    }

    def answer(prompt: Prompt) -> Said:
        shots, nth = asked[prompt]
        kind = RATED["one-shot" if shots else "zero-shot"].split()[nth]
        if kind in ("good", "bad", "neutral"):
            return f"Rating: {kind}" if nth % 2 else kind
        return "good or bad" if kind == "both" else verdict(kind)

    few = ("--limit", "16")
    return Script(
        [("--model", MODEL, "-T", "shots=0,1", *few), ("-T", "baseline=majority", *few)], answer
    )


SCRIPTS = {"kitab": kitab, "kitab-others": kitab_others, "quest": quest, "acs": acs,
           "fanoutqa": fanoutqa, "kiwi": kiwi}  # fmt: skip


# The reports


@dataclass
class Made:
    """The tidy CSV and the page of a report."""

    figures: list[dict[str, str]]
    page: str


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Made]:
    """The report of a benchmark's script, made once."""

    async def at_once(seconds: float) -> None:
        pass

    @cache
    def report(name: str) -> Made:
        folder = tmp_path_factory.mktemp(name)
        script = SCRIPTS[name]()
        faults = []

        def answer(prompt: Prompt) -> Said:
            try:
                return script.answer(prompt)
            except Exception as fault:
                faults.append(fault)
                raise

        with pytest.MonkeyPatch.context() as patch, Server(answer) as server:
            patch.chdir(folder)
            patch.setenv("TAMIS_HOME", str(folder / "home"))
            patch.setenv("GOLDEN_BASE_URL", server.url)
            patch.setenv("GOLDEN_API_KEY", "none")
            patch.setattr("inspect_ai.model._retry._sleep", at_once)
            for nth, arguments in enumerate(script.runs):
                how = ("--max-retries", "0", *ONE, "--out", f"runs/{nth}")
                here.tamis("run", name.partition("-")[0], *arguments, *how)
            assert not faults
            # KITAB's published rows are hundreds; those of its other conditions are on their page.
            own = ("--no-published",) * (name == "kitab")
            for more in (("--csv", "all.csv", "--no-published"), ("--html", "page.html", *own)):
                assert here.tamis("report", "runs", *more) == 0
        with (folder / "all.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return Made(rows, (folder / "page.html").read_text("utf-8"))

    return report


def folded(rows: Sequence[dict[str, str]]) -> list[str]:
    """The figures of the tidy CSV, a row of a table in one line: value±error[low;high]n."""
    named = ("benchmark", "table", "variant", "row", "system", "kind", "asked")
    found = []
    for names, own in itertools.groupby(rows, lambda row: [row[name] for name in named]):
        figures = [figure(row) for row in own if row["value"]]
        if figures:
            found.append(f"{','.join(names)}: {' '.join(figures)}")
    return found


def figure(row: dict[str, str]) -> str:
    """One figure, to six digits."""
    if "seconds" in row["measure"]:
        return f"{row['measure']}=…"
    text = f"{row['measure']}={digits(row['value'])}"
    if row["standard_error"]:
        text += f"±{digits(row['standard_error'])}"
    if row["low"]:
        text += f"[{digits(row['low'])};{digits(row['high'])}]"
    return text + (f"n{row['n']}" if row["n"] else "")


def digits(text: str) -> str:
    """A number in six digits, and text as it is."""
    try:
        return f"{float(text):.6g}"
    except ValueError:
        return text


def visible(page: str) -> Iterator[str]:
    """The text of a page, a heading, caption, note or row of a table in a line.

    What is in a figure is in the CSV too; days, versions and seconds are replaced.
    """
    tree, timed = LexborHTMLParser(page), []
    for hidden in tree.css("style, svg, nav, figure, details details, .key"):
        hidden.decompose()
    for node in tree.css("h1, h2, .subtitle, summary, caption, tr, dl > div, li, figcaption"):
        cells = node.css("th, td, dt, dd") or [node]
        texts = [" ".join(cell.text(separator=" ").split()) for cell in cells]
        if node.parent.tag == "thead":
            timed = [nth for nth, head in enumerate(texts) if head.startswith("Seconds")]
        elif node.tag == "tr" and len(texts) > 1:
            texts = ["…" if nth in timed else text for nth, text in enumerate(texts)]
        line = " | ".join(texts)
        line = re.sub(r"\d{4}-\d\d-\d\d", "DAY", line)
        if line.startswith(("Tamis |", "Inspect |")):
            line = re.sub(r"\d\S*", "VERSION", line)
        yield line


def compared(name: str, now: Sequence[str], folder: Path) -> None:
    """Whether the lines are those of a golden file; else the test fails with the differences."""
    kept = GOLDEN / name
    was = kept.read_text("utf-8").splitlines() if kept.exists() else []
    if list(now) == was:
        return
    new = folder / name
    new.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    differing = "\n".join(
        list(difflib.unified_diff(was, list(now), "was", "is", "", "", 0, ""))[:60]
    )
    pytest.fail(f"{differing}\n\nIf that was meant: cp {new} {kept}", pytrace=False)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_figures_of_a_report(made, name, tmp_path):
    """All figures of all tables and drawings, as `tamis report --csv` writes them."""
    compared(f"{name}.csv", folded(made(name).figures), tmp_path)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_words_of_a_page(made, name, tmp_path):
    """What is read on the page: headings, captions, notes, and the rows of all tables."""
    compared(f"{name}.txt", list(visible(made(name).page)), tmp_path)


# By hand: the golds of the mini data and the scripts above give these.

WORKED = [
    # KITAB, with the list: of ten questions with golds all of 3, 4 of 7, 2 of 3 and 1 of 1.
    ("kitab", "overall-1-paper", "with_context", "completeness", (1 + 4 / 7 + 2 / 3 + 1) / 10),
    # All of one-0021 and one-0245; in strict, one-0382, which has no gold and got no answer, too.
    ("kitab", "overall-1-paper", "with_context", "all_correct", 2 / 12),
    ("kitab", "overall-1-strict", "with_context", "all_correct", 3 / 12),
    # Of six lists with titles one invention among six titles, and one among three.
    ("kitab", "overall-1-paper", "with_context", "irrelevant", (1 / 6 + 1 / 3) / 6),
    # Of the replies with the list: a filtered one, and one that refuses in words.
    ("kitab", "outcomes", "with_context", "refused", 2),
    # Of all books twice the first half and twice all; a list that was cut is worth nothing.
    ("kitab-others", "all-books-paper", "", "completeness", (1 / 2 + 1 + 1 / 2 + 1) / 7),
    # From a first list 2 of 3 golds, all of 2, 1 of 2, and all of 2.
    (
        "kitab-others",
        "overall-1-paper",
        "self_context",
        "completeness",
        (2 / 3 + 1 + 1 / 2 + 1) / 7,
    ),
    # QUEST, closed book: 3 of 4 golds, 2 of 2, none for an empty list, 1 of 2; six are not read.
    ("quest", "leaderboard-revised-paper", "Closed book", "recall", (3 / 4 + 1 + 0 + 1 / 2) / 10),
    # Of four titles three are right; then both, one being debatable; an empty list has 1; and 1.
    ("quest", "leaderboard-revised-paper", "Closed book", "precision", (3 / 4 + 1 + 1 + 1) / 10),
    # In strict an empty list has no precision.
    ("quest", "leaderboard-revised-strict", "Closed book", "precision", (3 / 4 + 1 + 1) / 9),
    # By the original golds 3 of 4, 3 of 4, and 1 of 4.
    ("quest", "leaderboard-original-paper", "Closed book", "recall", (3 / 4 + 3 / 4 + 1 / 4) / 10),
    # Fully correct is test23 alone.
    ("quest", "labels-revised", "Closed book", "fully_correct", 1 / 10),
    # ACS, without examples: 4 and 5 of 16 are right, five have no verdict.
    ("acs", "judges", "zero-shot", "accuracy", 9 / 16),
    ("acs", "judges", "zero-shot", "read_accuracy", 9 / 11),
    # Satisfied are 9 items: 4 said so; 1 + 1 unsatisfied ones said or counted as satisfied.
    ("acs", "judges", "zero-shot", "f1_satisfied", 2 * 4 / (2 * 4 + 5 + 2)),
    # Of ten items with two verdicts the other wording turns two.
    ("acs", "steadiness", "zero-shot", "flipped", 2 / 10),
    ("acs", "confusion", "2-shot", "undecided", 1),
    # FanOutQA, closed book: a table, 4 of 10 of its strings, 1 of 3; 9 of 10 of one that was cut,
    # which only the published scorer counts.
    ("fanoutqa", "board", "closed book", "loose", (1 + 4 / 10 + 1 / 3 + 9 / 10) / 10),
    ("fanoutqa", "variants", "closed book", "paper_loose", (1 + 4 / 10 + 1 / 3) / 10),
    # Of five tables one has all rows and one 2 of 5; of three that were read one has 4 of 5, too.
    ("fanoutqa", "tables", "closed book", "row_recall", (1 + 2 / 5) / 5),
    ("fanoutqa", "tables", "closed book", "read_row_recall", (1 + 2 / 5 + 4 / 5) / 3),
    # Of ten one answer is the same as the expert's; the others' verdicts are D, A, or not read.
    ("fanoutqa", "judges", "closed book", "judged", 1 / 10),
    # One of the nine replies declines in words, another was stopped by the filter.
    ("fanoutqa", "refusals", "closed book", "declined", 1 / 9),
    ("fanoutqa", "refusals", "closed book", "refused_by_provider", 1 / 9),
    ("fanoutqa", "outcomes", "closed book", "refused", 2),
    # KIWI, without an example: 1 good turn of 7 said good, 4 + 2 of 9 others said or counted so.
    ("kiwi", "judges", "zero-shot", "precision", 1 / (1 + 4 + 2)),
    ("kiwi", "judges", "zero-shot", "accuracy", (1 + 3) / 16),
    ("kiwi", "judges", "zero-shot", "read_accuracy", (1 + 3) / 10),
    ("kiwi", "judges", "zero-shot", "good_share", 5 / 10),
    ("kiwi", "judges", "one-shot", "coverage", 15 / 16),
]


@pytest.mark.parametrize(("name", "table", "row", "measure", "value"), WORKED)
def test_figures_worked_out_by_hand(made, name, table, row, measure, value):
    """Of the model in its condition, as the scripts and the golds of the mini data give them."""
    found = [
        one["value"]
        for one in made(name).figures
        if (one["table"], one["row"], one["measure"]) == (table, row, measure)
        and one["kind"] == "model"
    ]
    assert float(found[0]) == pytest.approx(value)


def test_an_interval_worked_out_by_hand(made):
    """None of ten is right: 97.5% of coins that show heads so seldom are below 1 - .025^(1/10)."""
    [row] = [
        one
        for one in made("quest").figures
        if one["table"] == "leaderboard-original-paper"
        and (one["row"], one["measure"]) == ("Closed book", "accuracy")
    ]
    assert float(row["low"]) == 0
    assert float(row["high"]) == pytest.approx(1 - 0.025 ** (1 / 10))
    assert (row["n"], row["asked"]) == ("10", "10")
