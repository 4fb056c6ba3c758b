"""Justified answers: JSON with candidates, their evidence and judgements (QUEST-LOFT, §3.5).

The models of the replies (`JustifiedReply`, `VerdictReply`) are for providers that can be
given a schema; what comes back is read tolerantly from any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from tamis.reading import replies, verdicts
from tamis.reading.forms import worded
from tamis.reading.items import Item
from tamis.reading.looks_for import Verdict as OneOf
from tamis.reading.looks_for import Words
from tamis.reading.refusals import declines
from tamis.reading.reply_object import read_object
from tamis.reading.spoken import next_tasks, without_thoughts
from tamis.text.json import Budget, Read, folded, read_value
from tamis.text.normalised import whole
from tamis.types import Evidence, Outcome, Reply, Verdict


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EvidenceReply(_Strict):
    """Quotes from one document, with ... between them."""

    doc_id: str
    text: str


class CandidateReply(_Strict):
    """A possible answer: evidence and reasoning first, then the judgement."""

    candidate_answer: str
    evidence_for: list[EvidenceReply]
    evidence_against: list[EvidenceReply]
    reasoning: str
    final_judgment: Literal["TRUE", "FALSE"]


class VerdictReply(CandidateReply):
    """The judgement of one candidate."""


class JustifiedReply(_Strict):
    """Candidates with their judgements, then the answers and their documents."""

    question: str
    candidate_answers: list[CandidateReply]
    answer: list[str]
    answer_doc_ids: list[str]


@dataclass(frozen=True)
class RawCandidate:
    """A candidate as the model wrote it: names and ids are not yet looked up."""

    name: str
    evidence_for: tuple[Evidence, ...] = ()
    evidence_against: tuple[Evidence, ...] = ()
    reasoning: str = ""
    judgment: bool | None = None


@dataclass(frozen=True)
class Justified:
    """A justified answer as the model wrote it (QUEST-LOFT, Figure 3).

    `outcome` is `empty` where the reply says that nothing answers the question. `doc_ids` is
    None where the reply ends before or inside that list, and likewise `answer` is empty: an
    incomplete list is not an answer. `repairs` names what had to be repaired; `truncated`: the
    object breaks off.
    """

    outcome: Outcome
    candidates: tuple[RawCandidate, ...] = ()
    answer: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] | None = None
    repairs: tuple[str, ...] = ()
    truncated: bool = False


_ITEMS = "candidate_answers"
_CANDIDATES = ("candidateanswers", "candidates")
_ANSWER = ("answer", "answers", "finalanswer", "finalanswers")
_DOC_IDS = ("answerdocids", "answerdocid", "docids", "answerids")
_NAME = ("candidateanswer", "candidate", "answer", "name", "title", "entity")
_JUDGMENT = (
    "finaljudgment",
    "finaljudgement",
    "judgment",
    "judgement",
    "verdict",
    "isvalid",
    "valid",
)
_REASONING = ("reasoning", "reason", "explanation", "rationale")
_FOR = ("evidencefor", "evidence", "supportingevidence")
_AGAINST = ("evidenceagainst", "counterevidence", "contradictingevidence")
_DOC_ID = ("docid", "id", "documentid", "docids", "documentids", "doc", "document", "source")
_TEXT = ("text", "snippet", "quote", "snippets", "quotes", "evidence", "passage", "excerpt")

_TRUE_OR_FALSE = OneOf(
    Words(
        {
            "true": ("true", "yes", "valid", "correct", "1"),
            "false": ("false", "no", "not true", "invalid", "incorrect", "0"),
        },
        announced=("final judgment", "final judgement", "judgment", "judgement"),
        earned=("true",),
    )
)
_JUDGED = {"true": True, "false": False}

_DECORATED_ID = re.compile(
    r"[\W_]*\b(?:doc(?:ument)?[ _]?)?id\s*[:=]\s{0,40}(?P<id>[^|]+)(?:\|.*)?", re.I
)
_NUMBERED_DOC = re.compile(r"^doc(?:ument)?\.? #?(\d{1,6})$", re.I)
_NO_EVIDENCE = re.compile(r"\W*+(?:(?:none|n/?a|null|no evidence)\W*+)?", re.I)


def read_justified(reply: Reply) -> Justified:
    """Read a justified answer (QUEST-LOFT, §3.5).

    `unparsed` is a reply without such an object, `refused` one that only declines; of one that is
    cut off, the complete candidates are kept.
    """
    if ended := _without_answer(reply):
        return Justified(ended, truncated=reply.truncated)
    read = _object(reply.text, ("candidate_answers", "candidates", "answer_doc_ids"), _ITEMS)
    if read is None:
        return _unread_object(reply)
    record = _folded(read.value)
    repairs = dict.fromkeys(read.repairs)
    candidates = tuple(_candidates(_first(record, _CANDIDATES), repairs))
    answer = _texts(_first(record, _ANSWER))
    doc_ids = _texts(_first(record, _DOC_IDS))
    if doc_ids is not None:
        doc_ids = tuple(_NUMBERED_DOC.sub(r"\1", one) for one in doc_ids)
    cut = "truncated" in read.repairs or (reply.truncated and not read.complete)
    outcome: Outcome = "truncated" if cut else "ok"
    if not doc_ids and not answer and not any(candidate.judgment for candidate in candidates):
        said = answer is not None or doc_ids is not None or _first(record, _CANDIDATES) == []
        if read.complete and (said or candidates):
            outcome = "empty"
        elif not candidates and not cut:
            outcome = "unparsed"
    if folded(read.cut) in _DOC_IDS:
        doc_ids = None
    return Justified(outcome, candidates, answer or (), doc_ids, tuple(repairs), cut)


def _unread_object(reply: Reply) -> Justified:
    """The outcome of a reply without an object."""
    said = without_thoughts(reply.text)
    if reply.truncated or not said:
        return Justified("truncated", truncated=True)
    return Justified("refused" if declines(said) else "unparsed")


def as_read(reply: Reply) -> replies.Read | None:
    """What was read of a justified answer or of a verdict, to be shown; None for other replies.

    The marks are on the final lists, or on the judgement.
    """
    found = read_object(reply.text, ("candidate_answers", "answer_doc_ids", *_JUDGMENT), _ITEMS)
    if found is None:
        return None
    keys = set(_folded(found.value))
    if keys & {*_JUDGMENT} and not keys & {*_CANDIDATES, *_DOC_IDS}:
        verdict = read_verdict(reply)
        label = {True: "TRUE", False: "FALSE", None: ""}[verdict.judgment]
        return replies.Read(verdict.outcome, label=label, said=reply.text)
    justified = read_justified(reply)
    values = justified.doc_ids or justified.answer
    start = max(reply.text.rfind('answer"'), reply.text.rfind("answer'"), 0)
    items = []
    for value in values:
        at = reply.text.find(value, start)
        items.append(Item(value, (at, at + len(value)) if at >= 0 else (0, 0)))
    marks = tuple(replies.Mark(*item.span, "answer") for item in items if item.span[1])
    return replies.Read(justified.outcome, tuple(items), said=reply.text, marks=marks)


def read_verdict(reply: Reply) -> Verdict:
    """Read a verifier's judgement (QUEST-LOFT, §3.6).

    From the object, or if there is none from a last line such as "Final judgment: TRUE".
    `unparsed` is a reply that judges neither TRUE nor FALSE, `refused` one that only declines.
    """
    if ended := _without_answer(reply):
        return Verdict(None, ended)
    read = _object(reply.text, _JUDGMENT)
    if read is None or not set(_folded(read.value)) & {*_JUDGMENT, *_NAME, *_FOR, *_REASONING}:
        found = replies.read(reply, _TRUE_OR_FALSE)
        judgment = _JUDGED.get(found.label)
        if reply.truncated or judgment is None:
            return Verdict(None, "truncated" if reply.truncated else found.outcome)
        return Verdict(judgment, "ok")
    judged = _candidate(_only_candidate(read))
    if judged.judgment is None and not reply.truncated and not read.complete:
        # The object lacks its end, and the value may be whole all the same.
        judged = replace(judged, judgment=_JUDGED.get(replies.read(reply, _TRUE_OR_FALSE).label))
    cut = reply.truncated or "truncated" in read.repairs
    return Verdict(
        judged.judgment,
        "ok" if judged.judgment is not None else "truncated" if cut else "unparsed",
        judged.evidence_for,
        judged.evidence_against,
        judged.reasoning,
    )


def _without_answer(reply: Reply) -> Literal["failed", "refused", "missing"] | None:
    if reply.failed:
        return "failed"
    if reply.refused:
        return "refused"
    return None if reply.text.strip() else "missing"


def _object(text: str, keys: Sequence[str], items: str = "") -> Read | None:
    """The object of the reply to the first task."""
    for end in next_tasks(text, ("question:", "===== question", "===== candidate")):
        found = read_object(text[:end], keys, items)
        if found is not None and {folded(key) for key in keys} & set(_folded(found.value)):
            return found
    return read_object(text, keys, items)


def read_judgment(value: Any) -> bool | None:
    """A judgement alone or with an explanation after it; None for anything undecided or else."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str | int):
        return None
    return _JUDGED.get(verdicts.value(str(value), _TRUE_OR_FALSE.words))


def _folded(record: Mapping[str, Any]) -> dict[str, Any]:
    return {folded(key): value for key, value in record.items()}


def _first(record: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((record[key] for key in keys if key in record), None)


def _candidates(value: Any, repairs: dict[str, None]) -> Iterator[RawCandidate]:
    if isinstance(value, dict):
        # A single candidate instead of a list, or an object of candidates by name.
        single = set(_folded(value)) & {*_NAME, *_JUDGMENT}
        named = [{"candidate": k} | (v if isinstance(v, dict) else {}) for k, v in value.items()]
        value = [value] if single else named
    for one in value if isinstance(value, list) else []:
        record = {"candidate": one} if isinstance(one, str) else one
        candidate = _candidate(record) if isinstance(record, dict) else RawCandidate("")
        if candidate.name or candidate.evidence_for:
            yield candidate
        else:
            repairs["candidate without a name"] = None


def _candidate(value: Mapping[str, Any]) -> RawCandidate:
    record = _folded(value)
    return RawCandidate(
        name=_text(_first(record, _NAME)),
        evidence_for=tuple(_evidence(_first(record, _FOR))),
        evidence_against=tuple(_evidence(_first(record, _AGAINST))),
        reasoning=_text(_first(record, _REASONING)),
        judgment=read_judgment(_first(record, _JUDGMENT)),
    )


def _only_candidate(read: Read) -> Mapping[str, Any]:
    """The fields of a verdict: of the object, or of the only candidate inside it."""
    record = _folded(read.value)
    inner = _first(record, (*_CANDIDATES, *_JUDGMENT))
    if isinstance(inner, list) and len(inner) == 1:
        inner = inner[0]
    return inner if isinstance(inner, dict) else read.value


def _evidence(value: Any) -> Iterator[Evidence]:
    if isinstance(value, list):
        for one in value:
            yield from _evidence(one)
    elif isinstance(value, str):
        if not _NO_EVIDENCE.fullmatch(value[:40]):
            yield Evidence("", whole(value).strip())
    elif isinstance(value, dict):
        record = _folded(value)
        if not set(record) & {*_DOC_ID, *_TEXT}:
            for id, text in value.items():
                yield Evidence(_id(id), _text(text))
            return
        text = _text(_first(record, _TEXT))
        ids = [*map(_id, flat(_first(record, _DOC_ID)))]
        for id in ids if len(ids) > 1 else [ids[0] if ids else ""]:
            if id or text:
                yield Evidence(id, text)


def _id(text: str) -> str:
    """An id without its label or brackets: "ID: 75", "[75]"."""
    text = whole(text).strip()
    if (bare := text.strip("[]()<>\"' ")) and text[:1] in "[(<\"'":
        text = bare
    labelled = _DECORATED_ID.fullmatch(text)
    return labelled["id"].strip(" []()\"'*") if labelled else text


def _text(value: Any) -> str:
    """A value of JSON as one text; the parts of a list are joined like the pieces of a quote."""
    if isinstance(value, list):
        return " ... ".join(filter(None, map(_text, value)))
    if isinstance(value, str):
        return whole(value).strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _texts(value: Any) -> tuple[str, ...] | None:
    """A list of names or ids; None where there is none."""
    if isinstance(value, str):
        text = value.strip()
        listed = read_value(text, 0, Budget(text)) if text[:1] == "[" else None
        value = listed[0] if listed else [value]
    if value is None:
        return None
    found = [*flat(value)]
    return () if len(found) == 1 and _NO_EVIDENCE.fullmatch(found[0]) else tuple(found)


def flat(values: Any) -> Iterator[str]:
    """The texts in a value of JSON, however models nest and type them.

    An object gives its id, else its title.
    """
    if isinstance(values, list):
        for value in values:
            yield from flat(value)
    elif isinstance(values, dict):
        for key in ("doc_id", "id", "ID", "document_id", "title", "TITLE", "name"):
            if key in values:
                yield from flat(values[key])
                return
    elif text := worded(values):
        yield text
