"""The notes of findings: sentences on what was left out, unreadable or not verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from tamis.answering.answer_steps import NOT_SHOWN
from tamis.answering.methods import Method
from tamis.answering.set_answer import SetAnswer
from tamis.arguments import argument
from tamis.retrieve.folders import Skipped
from tamis.retrieve.hybrid import by_words
from tamis.retrieve.kept_index import KeptIndex
from tamis.spending import Spending
from tamis.text.comparing import scripts
from tamis.text.shown import counted
from tamis.types import Document, Outcome

_OUTCOMES: dict[Outcome, str] = {
    "unparsed": "The model's reply could not be read.",
    "missing": "The model gave no reply.",
    "refused": "The model declined to answer, or the provider's filter stopped the reply.",
}
_LOST = ("candidates without a document", "unknown answers", NOT_SHOWN)
_LOOKED_AT = 100
_SHARE = 0.1
"""From this share of its letters on, a passage is in a script."""
_SHOWN = 3
_KINDS = 8


def settled(found: SetAnswer, method: Method, spending: Spending) -> SetAnswer:
    """The answer; if only verdicts decide and none could be read, its outcome is theirs."""
    verdicts = [c.verdict for c in found.candidates if c.verdict is not None]
    if method.step != "each" or not verdicts or any(v.judgment is not None for v in verdicts):
        return found
    failed = spending.failures or spending.refused
    outcome: Outcome = "failed" if failed else verdicts[0].outcome
    return replace(found, outcome=outcome, why=spending.commonest_failure or spending.limited)


def without_model(hits: int) -> str:
    """The note that replaces answers where no model was given."""
    if not hits:
        return "No model was given, and no passage shares a word with the question."
    return "No model was given, so these are the passages that fit best, not answers."


def on_scripts(question: str, kept: KeptIndex, found: Iterable[Document]) -> list[str]:
    """A note where the letters of the question are not those of the documents.

    `found` are the passages that were found for it; some others are looked at as well.
    """
    wanted = scripts(question)
    if not wanted or not by_words(kept.retriever):
        return []
    asked = next(iter(wanted))
    step = len(kept.passages) // _LOOKED_AT + 1
    others = (kept.passages[at] for at in range(0, len(kept.passages), step))
    seen: Counter[str] = Counter()
    for passage in chain(found, others):
        there = scripts(f"{passage.title} {passage.text}")
        if there.get(asked, 0) >= _SHARE:
            return []
        seen.update(list(there)[:1])
    if not seen:
        return []
    return [
        f"The question is in {asked} letters, the documents in {seen.most_common(1)[0][0]} letters:"
        " words are not found across scripts; ask in the language of the documents, or search "
        f"with a multilingual model ({argument('ranker', 'dense')})."
    ]


def on_answer(found: SetAnswer, method: Method, spending: Spending, passages: int) -> list[str]:
    """Notes on what was read and judged, in a corpus of that many passages."""
    read = len(found.retrieved)
    notes = []
    if found.outcome == "failed":
        notes.append(f"No answer: {found.why.rstrip('.')}.")
    elif found.outcome == "empty" and not read:
        notes.append(
            "No passage shares a word with the question, so the model was not asked; try other "
            "words."
        )
    elif found.outcome == "empty" and any(found.counts.get(what) for what in _LOST):
        notes.append("None of the model's answers could be kept.")
    elif found.outcome == "empty":
        notes.append("Nothing in the documents answers the question, by the model's judgement.")
    elif found.outcome in _OUTCOMES:
        notes.append(_OUTCOMES[found.outcome])
    if found.truncated:
        notes.append("The reply was cut short; its complete candidates are shown.")
    if spending.open_ended:
        notes.append(
            "The server does not say how its replies end (no finish_reason), so they may have been "
            f"cut: {counted(spending.open_ended, 'reply', 'replies')}."
        )
    if found.left_out:
        notes.append(
            f"{found.left_out:,} of {found.left_out + read:,} passages did not fit the context "
            "and were not read."
        )
    if method.retrieval == "top_k" and read and read + found.left_out < passages:
        notes.append(
            f"{read:,} of {counted(passages, 'passage')} were read, those that the search ranked "
            f"first; {passages - read:,} were never looked at, and what is only in them was not "
            f"found ({argument('recall', '.95')} looks for it, at a price that it names)."
        )
    return [*notes, *_on_verdicts(found, method, spending), *_on_citations(found)]


def _on_verdicts(found: SetAnswer, method: Method, spending: Spending) -> list[str]:
    lacking = {
        what.removeprefix("verdicts "): n
        for what, n in found.counts.items()
        if what.startswith("verdicts ")
    }
    if not lacking or found.outcome == "failed":
        return []
    stands = "these are not answers" if method.step == "each" else "the first judgement is used"
    notes = []
    if spending.refused:
        lacking["failed"] = lacking.get("failed", 0) - spending.refused
        said = spending.limited
        unverified = counted(spending.refused, "candidate")
        notes.append(f"{said[:1].upper()}{said[1:]}: {unverified} not verified; {stands}.")
    causes = [f"{what} ×{n}" for what, n in lacking.items() if n > 0]
    if causes:
        why = f"; {spending.commonest_failure}" if lacking.get("failed") else ""
        notes.append(f"Missing verdicts ({', '.join(causes)}{why}); {stands}.")
    return notes


def _on_citations(found: SetAnswer) -> list[str]:
    notes = []
    counts = found.counts
    if lost := counts.get("candidates without a document"):
        answers = counted(lost, "answer")
        notes.append(f"Left out because there is no document to verify it on: {answers}.")
    if lost := counts.get("unknown answers"):
        notes.append(
            f"Left out because it is no document of the corpus: {counted(lost, 'answer')}."
        )
    if (lost := counts.get(NOT_SHOWN)) and not counts.get("candidates without a document"):
        answers = counted(lost, "answer")
        notes.append(f"Left out because it cites no document that was shown: {answers}.")
    if lost := counts.get("unknown documents cited"):
        notes.append(f"Left out because its document was not read: {counted(lost, 'quote')}.")
    return notes


def on_corpus(kept: KeptIndex) -> list[str]:
    """Notes on what was indexed, and which files were not."""
    notes = []
    if kept.rebuilt:
        notes.append("The index was of an older version of Tamis, and was built anew.")
    if kept.skipped:
        first = "; ".join(f"{one.named} {one.reason}" for one in kept.skipped[:_SHOWN])
        more = len(kept.skipped) - _SHOWN
        rest = f"; and {more:,} more" if more > 0 else ""
        notes.append(f"Not read: {_counted_files(kept.skipped)}: {first}{rest}.")
        if any(one.leads_out for one in kept.skipped):
            notes.append(
                f"Links that lead out of the folder are followed by {argument('follow_links')}."
            )
    if kept.ignored:
        commonest = sorted(kept.ignored, key=lambda kind: -kind[1])
        kinds = ", ".join(f"{suffix} ×{n:,}" for suffix, n in commonest[:_KINDS])
        kinds += ", …" if len(commonest) > _KINDS else ""
        notes.append(f"Files of other kinds, not read: {kinds}.")
    notes.append(
        f"{counted(kept.documents, 'document')} in {counted(len(kept.passages), 'passage')}; "
        f"{counted(kept.read, 'file')} read, {kept.unchanged:,} unchanged, {kept.gone:,} removed."
    )
    return notes


def _counted_files(skipped: Sequence[Skipped]) -> str:
    """How many files were not read, and of how many others some parts were not."""
    whole = sum(not one.place for one in skipped)
    parts = sum(one.parts for one in skipped if one.place)
    said = [counted(whole, "file")] if whole or not parts else []
    if parts:
        files = len({one.path for one in skipped if one.place})
        pages = all(one.place.startswith("p. ") for one in skipped if one.place)
        noun = "page" if pages else "part"
        of = "other file" if whole else "file"
        said.append(f"{counted(parts, noun)} of {counted(files, of)}")
    return " and ".join(said)
