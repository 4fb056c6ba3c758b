"""The answer to a set question, with its candidates, evidence and counts, and its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tamis.types import Candidate, Evidence, Outcome, Verdict


@dataclass(frozen=True)
class SetAnswer:
    """A set of titles, and the candidates from which they were chosen.

    `titles` and `doc_ids` are parallel (an id is None where a title is not that of a document) and
    without duplicates. `retrieved` are the ids of the documents that were read, best first;
    `left_out` is how many did not fit the context. `ranked` are those of the ranking as deep as its
    figures look; None where that is no deeper than was read. `counts` has all repairs and
    problems, each with how often. `why` is the error where the outcome is `failed`.
    """

    titles: tuple[str, ...] = ()
    doc_ids: tuple[str | None, ...] = ()
    outcome: Outcome = "ok"
    candidates: tuple[Candidate, ...] = ()
    retrieved: tuple[str, ...] = ()
    ranked: tuple[str, ...] | None = None
    left_out: int = 0
    truncated: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    why: str = ""

    @property
    def cited(self) -> tuple[str, ...]:
        """The documents that the answering step selected, in its order (App. A).

        Those that its candidates cite or are; for a plain list, those in the answer.
        """
        ids: dict[str, None] = {}
        for candidate in self.candidates:
            ids |= dict.fromkeys(e.doc_id for e in candidate.evidence_for)
            if candidate.doc_id is not None:
                ids[candidate.doc_id] = None
        if not self.candidates:
            ids = dict.fromkeys(id for id in self.doc_ids if id is not None)
        return tuple(ids)


def to_record(answer: SetAnswer) -> dict[str, Any]:
    """The answer as values of JSON, `from_record` reads it back."""
    return asdict(answer)


def from_record(record: Mapping[str, Any]) -> SetAnswer:
    """An answer from its record; KeyError or TypeError where that is of another form."""
    return SetAnswer(
        titles=tuple(record["titles"]),
        doc_ids=tuple(record["doc_ids"]),
        outcome=record["outcome"],
        candidates=tuple(_candidate(c) for c in record["candidates"]),
        retrieved=tuple(record["retrieved"]),
        # Answers of before have none.
        ranked=None if record.get("ranked") is None else tuple(record["ranked"]),
        left_out=record["left_out"],
        truncated=record["truncated"],
        counts=record["counts"],
        why=record["why"],
    )


def _candidate(record: Mapping[str, Any]) -> Candidate:
    verdict = record["verdict"]
    own = {**_with_evidence(record), "verdict": None}
    if verdict is not None:
        own["verdict"] = Verdict(**_with_evidence(verdict))
    return Candidate(**own)


def _with_evidence(record: Mapping[str, Any]) -> dict[str, Any]:
    sides = ("evidence_for", "evidence_against")
    return {**record, **{side: tuple(Evidence(**one) for one in record[side]) for side in sides}}
