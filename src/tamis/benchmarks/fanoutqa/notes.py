"""The notes of FanOutQA's reports: what was not scored, assumed or absent, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.benchmark import condition_of, named
from tamis.benchmarks.fanoutqa.options import ASSUMED, CONDITIONS
from tamis.benchmarks.fanoutqa.tables import is_scored, without_pages
from tamis.benchmarks.fanoutqa.views import ENOUGH
from tamis.measures.words import PUBLISHED
from tamis.report.build import variants
from tamis.report.runs import Run

READ_PAGES = (CONDITIONS["open_book"], CONDITIONS["evidence_provided"])
"""The conditions whose score may depend on the length of the context (§4.3)."""


def on_runs(runs: Sequence[Run]) -> list[str]:
    """Notes on hidden answers, what was assumed, the words, the baselines, and absent pages."""
    notes = []
    if not all(map(is_scored, runs)):
        notes.append(
            "The answers of this split are hidden, so nothing is scored here: `tamis submit "
            "fanoutqa LOGS` writes the answers for the leaderboard."
        )
    if assumed := [run.label for run in runs if _assumes_context(run)]:
        notes.append(
            f"The context of {', '.join(dict.fromkeys(assumed))} is not known to Inspect; "
            f"{ASSUMED:,} tokens were assumed (-T context_limit)."
        )
    if other := _other_words(runs):
        notes.append(other)
    if baselines := [run for run in runs if run.kind == "baseline"]:
        notes.append(_on_baselines(baselines))
    return [*notes, *(said for run in runs if (said := _on_absent_pages(run)))]


def on_further_runs(runs: Sequence[Run]) -> list[str]:
    """What a judge, or further runs, would show."""
    notes = []
    asked = [run for run in runs if run.kind == "model" and is_scored(run)]
    if asked and not any("judge=" in run.identity.get("roles", "") for run in asked):
        notes.append("Nothing was judged: --model-role judge=MODEL binds a judge.")
    limits = {r.identity.get("context_limit") for r in asked if condition_of(r) in READ_PAGES}
    limits.discard(None)
    if 0 < len(limits) < ENOUGH:
        notes.append(
            f"The correlation of score and length of context (§4.3) needs {ENOUGH} runs of one "
            "setting with different -T context_limit; give their logs to `tamis report` together."
        )
    return notes


def why_no_search(runs: Sequence[Run]) -> str:
    """Why no search could be made, where the calls had no query, and what else to try; else ""."""
    samples = [sample for run in runs for sample in run.samples]
    bad = sum(sample.values.get("bad_arguments", 0) for sample in samples)
    if not bad or any(sample.values.get("searches", 0) for sample in samples):
        return ""
    return (
        f"each of the {bad:,.0f} searches was called with arguments that hold no query; "
        "-T tools=protocol lets the model write its searches in its text"
    )


def _assumes_context(run: Run) -> bool:
    """Whether a run read pages into a context whose length nobody gave or knew."""
    read = run.kind == "model" and condition_of(run) in READ_PAGES
    return read and run.args.get("context_limit", "auto") == "auto"


def _other_words(runs: Sequence[Run]) -> str:
    """That the variant `reference` has other base forms than the published scorer's."""
    scored = [run for run in runs if is_scored(run) and "reference" in variants([run])]
    if all(run.identity.get("words") == PUBLISHED for run in scored):
        return ""
    return (
        f"The published scorer finds the base forms of words by spaCy's model {PUBLISHED}, these "
        "figures in `reference` do not, so they may differ in the second digit. "
        f"`python -m spacy download {PUBLISHED}` installs it (`tamis data fetch fanoutqa --file "
        f"{PUBLISHED}` does the same)."
    )


def _on_absent_pages(run: Run) -> str:
    """Of how many questions the encyclopaedia lacks pages, and what became of these."""
    lacking = [sample for sample in run.samples if without_pages(sample)]
    if not lacking:
        return ""
    asked = "All were asked, but no search can open these pages."
    if withheld := sum(sample.outcome is None for sample in lacking):
        asked = f"Not asked: {withheld}, since this setting gives the pages with the question."
    return (
        f"{named(run)}: the encyclopaedia ({run.identity.get('wiki', '?')}) lacks pages that "
        f"{len(lacking)} of {len(run.samples)} questions need. {asked} So its figures are not "
        "comparable with published ones."
    )


def _on_baselines(runs: Sequence[Run]) -> str:
    said = (
        "Baselines use no model and are given the pages that a question needs: best_chunks "
        "answers with the chunks that BM25+ ranks first, first_lines with the first paragraph of "
        "each; leaf_answers answers with the gold decomposition's own answers, an oracle that "
        "shows the ceiling of the scoring, not of any method."
    )
    if not any(run.label != "leaf_answers" for run in runs):
        said += " Here only leaf_answers was run: the others need pages, -T wiki=…."
    return said
