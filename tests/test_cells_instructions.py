"""Every cell of IFEval's and IFBench's tables, worked again from verdicts on instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cells import body, drawn, heads, kinds, mean, named, ratio
from tamis.benchmarks import instruction_benchmark, load_benchmark
from tamis.report.document import Report
from tamis.report.runs import Run, Scored
from tamis.types import OUTCOMES

WORDS, LINES, TONGUE = "keywords:existence", "length:lines", "language:response"
OFTEN, COMMA = "keywords:frequency", "punctuation:no_comma"
PROMPTS = (
    (WORDS, COMMA), (LINES,), (WORDS, WORDS, OFTEN), (TONGUE, LINES), (COMMA,),
    (OFTEN, COMMA, LINES), (WORDS,), (LINES, OFTEN), (COMMA, WORDS), (OFTEN,),
)  # fmt: skip
ENDED = {
    # ok, cut, refused in words, missing, failed; a dot is a prompt that the run did not have.
    ("a", "single turn"): "oocoromofo",
    ("b", "single turn"): "mooocoo.o.",
    ("c", "single turn"): "oofooo.oom",
    ("brief", "Baselines"): "oooooooooo",
}
RUNS = list(ENDED)
OUTCOME = {"o": "ok", "c": "truncated", "r": "refused", "m": "missing"}
VARIANTS = ("reference", "strict")
ACCURACIES = ("strict", "loose")
HEADLINE = "over all that were asked, 0 for one without an answer that was read whole"
GPT_4 = ("reference verifiers", "GPT-4", 0.7689, 0.8357, 0.793, 0.8537)
PALM = ("reference verifiers", "PaLM 2 S", 0.4307, 0.5576, 0.4695, 0.5911)
Key = tuple[str, str]


def verdict(key: Key, nth: int, at: int, variant: str, accuracy: str) -> bool | None:
    """A verdict on an instruction of a prompt: yes, no, or undecided."""
    share = drawn(*key, nth, at, variant, accuracy)
    return None if share < 0.15 else share > 0.4


def verdicts(key: Key, nth: int, variant: str, accuracy: str) -> list[bool | None]:
    """The verdicts on all instructions of a prompt."""
    return [verdict(key, nth, at, variant, accuracy) for at in range(len(PROMPTS[nth]))]


def run(key: Key, benchmark: str) -> Run:
    """A run as its log has it: a cut reply has verdicts, one that declines the published ones."""
    samples = []
    for nth, (ids, how) in enumerate(zip(PROMPTS, ENDED[key], strict=True)):
        if how == ".":
            continue
        values: Counter[str] = Counter()
        if how != "f":
            values["instructions"] = len(ids)
            for outcome in OUTCOMES:
                values[outcome] = outcome == OUTCOME[how]
        if how in "ocr":
            for accuracy in ACCURACIES:
                own = verdicts(key, nth, "reference", accuracy)
                values[f"published_prompt_{accuracy}"] = all(own)
                values[f"published_{accuracy}"] = own.count(True)
        if how in "oc":
            for variant in VARIANTS:
                for accuracy in ACCURACIES:
                    own = verdicts(key, nth, variant, accuracy)
                    values[f"{variant}_prompt_{accuracy}"] = all(own)
                    for id, one in zip(ids, own, strict=True):
                        values[f"{variant}_{accuracy} {id}"] += one is True
                values[f"{variant}_undecided"] = verdicts(key, nth, variant, "strict").count(None)
            for pair in pairs(key, nth):
                values[f"pair_{pair}"] += 1
        about = {"question": f"h{nth}", "instructions": ",".join(ids)}
        failed = "RuntimeError: gone" if how == "f" else ""
        floats = {name: float(value) for name, value in values.items()}
        samples.append(Scored(f"q{nth:02}", 1, about, floats, failed, "question"))
    kind = "baseline" if key[1] == "Baselines" else "model"
    identity = {"benchmark": benchmark, "data": "mini", "condition": key[1],
                "variants": "strict,reference"}  # fmt: skip
    return Run(key[0], kind, benchmark, "1", identity, tuple(samples), len(samples))


def pairs(key: Key, nth: int) -> list[str]:
    """To which of the verifiers each instruction of a prompt is satisfied, as it is."""
    both = (verdicts(key, nth, variant, "strict") for variant in VARIANTS)
    names = {(True, True): "both", (True, False): "reference", (False, True): "strict",
             (False, False): "neither"}  # fmt: skip
    return [names.get(pair, "undecided") for pair in zip(*both, strict=True)]


@pytest.fixture(scope="module", params=["ifeval", "ifbench"])
def made(request: pytest.FixtureRequest) -> Report:
    """The report of the runs; a condition stands where its first run does."""
    runs = [run(key, request.param) for key in (RUNS[2], RUNS[3], *RUNS[1::-1])]
    return load_benchmark(request.param).report(runs)


def asked(key: Key) -> list[tuple[int, str]]:
    """The prompts that a run was asked, and how they ended."""
    return [(nth, how) for nth, how in enumerate(ENDED[key]) if how != "."]


def prompts(key: Key, variant: str, accuracy: str, whole: bool) -> tuple[Any, ...]:
    """The share of prompts whose instructions are all satisfied: of all, or of those read."""
    return mean(
        (float(how != "c" * whole and all(verdicts(key, nth, variant, accuracy)) is True), f"{nth}")
        if how in "oc"
        else (0.0, f"{nth}")
        for nth, how in asked(key)
        if whole or how in "oc"
    )


def instructions(
    key: Key, variant: str, accuracy: str, whole: bool, chosen: Callable[[str], bool]
) -> tuple[Any, ...]:
    """The share of the chosen instructions that are satisfied: of all, or of those read."""
    triples = []
    for nth, how in asked(key):
        own = [at for at, id in enumerate(PROMPTS[nth]) if chosen(id)]
        if own and (whole or how in "oc"):
            counts = how == "o" or (how == "c" and not whole)
            kept = [at for at in own if counts and verdict(key, nth, at, variant, accuracy) is True]
            triples.append((float(len(kept)), float(len(own)), f"{nth}"))
    return ratio(triples)


def every(id: str) -> bool:
    """All instructions."""
    return bool(id)


def four(key: Key, variant: str, whole: bool) -> list[Any]:
    """Both accuracies, of prompts and of instructions."""
    return [
        cell
        for accuracy in ACCURACIES
        for cell in (
            prompts(key, variant, accuracy, whole),
            instructions(key, variant, accuracy, whole, every),
        )
    ]


def published(key: Key) -> list[tuple[Any, ...]]:
    """The row of the published averages, where a reply was cut or declines."""
    if not any(how in "cr" for _, how in asked(key)):
        return []
    cells = []
    for accuracy in ACCURACIES:
        own = {n: verdicts(key, n, "reference", accuracy) if how in "ocr" else []
               for n, how in asked(key)}  # fmt: skip
        cells.append(mean((float(bool(v) and all(v)), f"{n}") for n, v in own.items()))
        sizes = {n: float(len(PROMPTS[n])) for n in own}
        cells.append(ratio((float(v.count(True)), sizes[n], f"{n}") for n, v in own.items()))
    label = f"{key[0]}, as published: cut and declining replies too"
    return [("reference verifiers", label, *cells, None, len(asked(key)), *[None] * 7)]


def test_the_four_accuracies(made):
    """By each of the verifiers over all prompts, and as the published code averages."""
    found = named(made, "accuracy")
    wanted = []
    for variant in VARIANTS:
        for key in RUNS:
            own = asked(key)
            read = [nth for nth, how in own if how in "oc"]
            undecided = sum(verdicts(key, nth, variant, "strict").count(None) for nth in read)
            wanted.append((
                f"{variant} verifiers", key[0], *four(key, variant, True),
                sum(how != "o" for _, how in own), len(own), undecided,
                sum(len(PROMPTS[nth]) for nth, _ in own), *four(key, variant, False), len(read),
            ))  # fmt: skip
            wanted += published(key) if variant == "reference" else []
        if variant == "reference" and made.title == "IFEval":
            wanted += [(*one, *[None] * 9) for one in (GPT_4, PALM)]
    labels = ["Prompt strict", "Instruction strict", "Prompt loose", "Instruction loose"]
    assert heads(found) == [
        *(f"{label} ↑" for label in labels), "Unread ↓", "n", "Undecided ↓", "Instructions",
        *(f"{label} of those read ↑" for label in labels), "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == wanted
    assert found.title == "Instructions followed"
    source = " Published: IFEval, Table 3." if made.title == "IFEval" else ""
    assert found.caption == (
        "data=mini. Reference verifiers decide as the published code, strict ones as the wordings "
        "mean, on the reply without thoughts. Prompt: all instructions of a prompt are satisfied; "
        "instruction: the share of all instructions. Strict: on the reply as it is; loose: on any "
        f"of its eight published variants. All are {HEADLINE}; what is undecided is not satisfied. "
        f"Mean ± standard error over prompts.{source}"
    )


def test_what_the_verifiers_errors_do(made):
    """To which of the two an instruction of a reply that was read is satisfied."""
    found = named(made, "verifiers")
    wanted = []
    for key in RUNS:
        own = Counter(pair for nth, how in asked(key) if how in "oc" for pair in pairs(key, nth))
        total = sum(own.values())
        parts = [f"{own[name]} of {total}"
                 for name in ("both", "reference", "strict", "neither", "undecided")]  # fmt: skip
        wanted.append(("", key[0], *parts, total))
    assert heads(found) == ["Satisfied to both", "Only to reference", "Only to strict",
                            "To neither", "Undecided", "Instructions"]  # fmt: skip
    assert body(found) == wanted
    assert found.title == "What the verifiers' errors do"
    assert found.caption == (
        "data=mini. Verdicts on the replies that were read, as they are (strict accuracy). Only to "
        "reference: the published code passes what the wording does not mean; only to strict: it "
        "fails what keeps to the wording, or reads thoughts. Undecided: by one of them, or both."
    )


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("family", ["keywords", "language", "length", "punctuation"]),
        ("instruction", sorted([WORDS, OFTEN, TONGUE, LINES, COMMA])),
    ],
)
def test_breakdowns(made, what, names):
    """By family and by instruction; n counts instructions, of one prompt several."""
    found = named(made, f"by-{what}")
    wanted = []
    for name in names:

        def chosen(id: str, name: str = name) -> bool:
            return name in (id, id.partition(":")[0])

        for key in RUNS:
            counts = Counter[str]()
            for nth, how in asked(key):
                counts[how] += sum(map(chosen, PROMPTS[nth]))
            if not counts.total():
                continue
            shares = [
                [instructions(key, variant, accuracy, whole, chosen)
                 for variant in VARIANTS for accuracy in ACCURACIES]
                for whole in (True, False)
            ]  # fmt: skip
            wanted.append((name, key[0], *shares[0], counts.total() - counts["o"], counts.total(),
                           *shares[1], counts["o"] + counts["c"]))  # fmt: skip
    labels = [f"{accuracy} ({variant} verifiers)" for variant in VARIANTS
              for accuracy in ("Strict", "Loose")]  # fmt: skip
    assert heads(found) == [
        *(f"{label} ↑" for label in labels), "Unread ↓", "n",
        *(f"{label} of those read ↑" for label in labels), "Read, whole or in part",
    ]  # fmt: skip
    assert body(found) == wanted
    assert found.title == f"By {what}"
    assert found.caption == (
        f"data=mini. The share of instructions that are satisfied, {HEADLINE}; n counts "
        "instructions."
    )


def test_how_the_prompts_ended(made):
    """One outcome each; models before baselines."""
    found = named(made, "outcomes")
    assert heads(found) == ["Asked", "OK", "Truncated", "Refused", "Missing", "Failed"]
    assert body(found) == [
        (key[1], key[0], len(own := ENDED[key].replace(".", "")), *(own.count(h) for h in "ocrmf"))
        for key in RUNS
    ]


def test_undecided_instructions(monkeypatch):
    """Counted by verifier, instruction and reason, from the logs' verdicts on replies as they are.

    What is undecided in the loose accuracy alone is not in it.
    """

    def told(id: str, *undecided: str) -> dict[str, Any]:
        names = [f"{variant} {accuracy}" for variant in VARIANTS for accuracy in ACCURACIES]
        return {"id": id, "arguments": {}} | {
            name: {"satisfied": None if name in undecided else True, "why": f"{name} of {id}"}
            for name in names
        }

    both = ("reference strict", "strict strict")
    logs = {
        "a": [[told(LINES, *both), told(COMMA, "strict loose")], [told(LINES, both[0])],
              [told(COMMA, both[1]), told(WORDS, both[1])]],
        "b": [[told(COMMA, both[0])], [told(COMMA, both[0])], [told(COMMA, both[0])]],
    }  # fmt: skip

    def samples_of(run: Run) -> list[tuple[str, Any]]:
        return [
            ("log", SimpleNamespace(scores={"s": SimpleNamespace(metadata={"instructions": own})}))
            for own in logs[run.label]
        ]

    monkeypatch.setattr(instruction_benchmark, "samples_of", samples_of)
    found = instruction_benchmark.undecided([run(key, "ifeval") for key in RUNS[:2]])
    assert heads(found) == ["Instruction", "Replies", "Why"]
    assert body(found) == [
        ("reference verifiers", "a", LINES, 2, f"reference strict of {LINES}"),
        ("reference verifiers", "b", COMMA, 3, f"reference strict of {COMMA}"),
        ("strict verifiers", "a", WORDS, 1, f"strict strict of {WORDS}"),
        ("strict verifiers", "a", LINES, 1, f"strict strict of {LINES}"),
        ("strict verifiers", "a", COMMA, 1, f"strict strict of {COMMA}"),
    ]
    assert found.title == "Undecided instructions"
    assert found.caption == (
        "data=mini. Verifiers that gave no verdict on a reply as it is, with the reason; these "
        "instructions count as not satisfied."
    )


def test_a_row_says_what_its_figures_come_from(made):
    """Models and baselines, another average of a model's, and what was printed."""
    own = {"a": {"model", "measure"}, "b": {"model", "measure"}, "c": {"model"},
           "brief": {"baseline"}}  # fmt: skip
    printed = ["GPT-4", "PaLM 2 S"] if made.title == "IFEval" else []
    assert kinds(made) == own | {name: {"published"} for name in printed}
    assert not any(table.paper for table in made.tables)
