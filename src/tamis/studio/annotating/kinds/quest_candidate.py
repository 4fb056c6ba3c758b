"""QUEST: does a candidate answer the question? MATCH, DEBATABLE, NO_MATCH (QUEST-LOFT, §4.1)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.bad_input import unknown
from tamis.benchmarks.quest.ratings import BUCKETS, parse_rating, split_quote
from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
    text_of,
    texts_of,
)
from tamis.text.normalised import title_key
from tamis.text.shown import one_line


class QuestCandidate(FormKind):
    """A row of a pool. Who proposed it and whether it was a gold is hidden from raters."""

    name = "quest_candidate"
    title = "QUEST: does the candidate match?"
    explanation = (
        "Decide from the evidence whether the candidate answers the question. DEBATABLE is for "
        "what reasonable readers would differ on, not for what you have not looked up."
    )
    columns = (
        "qid, question, title; also doc_id, proposed_by, in_original, evidence_for, "
        "evidence_against, rating, comment, rater: the pool that `tamis pool` writes."
    )
    fields = (
        Field(
            "rating",
            "Does it answer the question?",
            "choice",
            (
                Option("MATCH", "Match", "It meets every part of the question."),
                Option("DEBATABLE", "Debatable", "It depends on how the question is read."),
                Option("NO_MATCH", "No match", "It fails a part of the question."),
            ),
            agreement="ordinal",
        ),
    )
    template = "annotating/kind_quest_candidate.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A row of a pool, rated or not."""
        qid = text_of(record, "qid", where)
        payload: dict[str, Any] = {
            "qid": qid,
            "question": text_of(record, "question", where),
            "title": text_of(record, "title", where),
            "doc_id": text_of(record, "doc_id", where, needed=False),
            "proposed_by": texts_of(record, "proposed_by", where, ";"),
            "in_original": _yes(record.get("in_original"), where),
            "evidence_for": texts_of(record, "evidence_for", where),
            "evidence_against": texts_of(record, "evidence_against", where),
        }
        labels: list[tuple[str, Label]] = []
        if said := text_of(record, "rating", where, needed=False):
            rating = parse_rating(said)
            if rating is None:
                raise unknown("rating", said, BUCKETS, where=where)
            label: Label = {"rating": rating}
            if comment := text_of(record, "comment", where, needed=False):
                label["_comment"] = comment
            labels.append((text_of(record, "rater", where, needed=False) or "file", label))
        return seed_of(record, where, f"{qid}/{title_key(payload['title'])}", payload, labels)

    def heading(self, payload: Mapping[str, Any]) -> str:
        """Candidate and question."""
        return one_line(f"{payload['title']} – {payload['question']}", LONGEST_LINE)

    def view(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """The evidence without the names of the runs that cited it."""
        return {
            side: [split_quote(line)[1] for line in payload.get(side, ())]
            for side in ("evidence_for", "evidence_against")
        }

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The fields of a pool, without comment and rater."""
        return {
            "qid": payload["qid"],
            "question": payload["question"],
            "title": payload["title"],
            "doc_id": payload.get("doc_id", ""),
            "proposed_by": list(payload.get("proposed_by", ())),
            "in_original": payload.get("in_original", False),
            "evidence_for": list(payload.get("evidence_for", ())),
            "evidence_against": list(payload.get("evidence_against", ())),
            "rating": (label or {}).get("rating", ""),
        }


def _yes(value: Any, where: str) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    said = str(value).strip().casefold()
    if said not in ("", "yes", "no", "true", "false", "1", "0"):
        raise wrong_value(said, "in_original", "yes or no", where)
    return said in ("yes", "true", "1")


KIND: Kind = QuestCandidate()
