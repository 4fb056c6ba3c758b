"""The result of a question to a user's own documents, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.answering.coverage import Coverage
from tamis.answering.quotes import supported
from tamis.answering.resolver import Resolver
from tamis.answering.set_answer import SetAnswer
from tamis.documents.places import narrowed, place_of
from tamis.results import Result
from tamis.text.normalised import plain_words
from tamis.text.quotes import Quotes
from tamis.text.shown import counted, cut
from tamis.types import Candidate, Document, Evidence, Hit, Outcome

if TYPE_CHECKING:
    from tamis.answering.tables.table import Table


@dataclass(frozen=True)
class Quote:
    """A quote from a document. `found`: the document really contains it.

    One that was found in one piece is as the document has it, letter by letter. An empty `text`
    names the document and quotes nothing. `place` is where in its file the quote stands (`p. 3`,
    `line 12`), or, if it was not found, what was searched; "" where that is not known.
    """

    document: str
    title: str
    text: str
    found: bool
    place: str = ""

    @property
    def source(self) -> str:
        """The document and the place, for a reader."""
        return cited(self.document, self.place)


@dataclass(frozen=True)
class Finding:
    """One possible answer. `accepted`: it is among the answers.

    `judgment` is that of the answering step, `verdict` the verifier's; None for none, or where it
    could not be read.
    """

    answer: str
    accepted: bool
    judgment: bool | None
    verdict: bool | None
    reasoning: str
    evidence_for: tuple[Quote, ...]
    evidence_against: tuple[Quote, ...]


@dataclass(frozen=True)
class Passage:
    """A passage that the search found, best first; `place` is where in its file it stands."""

    document: str
    title: str
    text: str
    score: float
    place: str = ""

    @property
    def source(self) -> str:
        """The document and the place, for a reader."""
        return cited(self.document, self.place)


@dataclass(frozen=True)
class Unread:
    """A file that could not be read, or the `place` of a file whose other parts were read.

    `reason` completes a sentence that begins with the path and the place. `parts` is how many
    pages (or messages) the place is.
    """

    path: str
    reason: str
    place: str = ""
    parts: int = 1

    @property
    def named(self) -> str:
        """The path and the place."""
        return f"{self.path} {self.place}".rstrip()


_NAMED = 5
_LONGEST_NAME = 60


@dataclass(frozen=True, repr=False)
class Findings(Result):
    """The result of a question.

    `findings` are the candidates, accepted ones first; empty without a model, and then there are
    only `passages`. `notes` are sentences for the reader: what did not fit, what could not be
    read, which limit was reached. `counts` has the repairs to replies and the problems, each with
    how often. `tokens` in and out are the providers' counts; `cost` is None without a price.
    `coverage` says what share of the whole set this is, where a recall was asked for; `table` has a
    row for each accepted finding, where columns were asked for. `unread` are all files of the
    folder that could not be read, `other_files` the paths of those of kinds that are not read.
    `none_found`: no passage shares a word with the question, so no model was asked.
    """

    question: str
    method: str
    model: str | None = None
    verifier: str | None = None
    ranker: str = ""
    outcome: Outcome | None = None
    findings: tuple[Finding, ...] = ()
    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    tokens: tuple[int, int] = (0, 0)
    cost: float | None = None
    coverage: Coverage | None = None
    unread: tuple[Unread, ...] = ()
    other_files: tuple[str, ...] = ()
    table: Table | None = None
    none_found: bool = False

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers alone, each once."""
        return tuple(dict.fromkeys(f.answer for f in self.findings if f.accepted))

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values: the answers, the fields, and what `coverage` says."""
        record = {"answers": list(self.answers), **asdict(self)}
        if self.coverage is not None:
            record["coverage"] = self.coverage.to_dict()
        if self.table is not None:
            record["table"] = self.table.to_dict()
        return record

    def _rows(self) -> list[dict[str, Any]]:
        """A row for each candidate; without a model one for each passage."""
        if self.passages and not self.findings:
            return [asdict(one) for one in self.passages]
        return [_row(one) for one in self.findings]

    def _columns(self) -> Sequence[str]:
        """The columns of the rows."""
        return super()._columns() or _COLUMNS

    def _shown(self) -> tuple[Sequence[str], list[dict[str, Any]]]:
        rows = self._rows()
        if not self.findings:
            return self._columns(), rows
        names = ["answer", "accepted", "evidence_for", "evidence_against", "documents"]
        return [name for name in names if any(row[name] != "" for row in rows)], rows

    def _lines(self) -> Iterator[str]:
        """The answers, what is certified of them, and how many notes there are."""
        if self.model is None:
            yield f"{counted(len(self.passages), 'passage')} for {self.question!r}"
        else:
            names = [cut(name, _LONGEST_NAME) for name in self.answers]
            more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
            listed = f": {', '.join(names[:_NAMED])}{more}" if names else ""
            yield f"{counted(len(names), 'answer')} to {self.question!r}{listed}"
        rejected = sum(not one.accepted for one in self.findings)
        if rejected:
            yield f"{counted(rejected, 'candidate')} rejected (findings)"
        if self.coverage is not None:
            yield self.coverage.certified_words()
        if self.table is not None:
            yield f"table: {next(self.table._lines())}"
        # The last note says what was indexed.
        if self.notes[1:]:
            yield f"{self.notes[0]} ({len(self.notes)} notes)"


_COLUMNS = (
    "answer", "accepted", "verdict", "judgment", "reasoning", "evidence_for", "evidence_against",
    "documents",
)  # fmt: skip


def _row(finding: Finding) -> dict[str, Any]:
    """A candidate as a flat row; quotes are joined, those that were not found are marked."""
    quoted = (*finding.evidence_for, *finding.evidence_against)
    values = (
        finding.answer,
        finding.accepted,
        finding.verdict,
        finding.judgment,
        finding.reasoning,
        _joined_quotes(finding.evidence_for),
        _joined_quotes(finding.evidence_against),
        "; ".join(dict.fromkeys(quote.document for quote in quoted)),
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _joined_quotes(quotes: Sequence[Quote]) -> str:
    return " | ".join(
        quote.text + ("" if quote.found else " (not found in the document)")
        for quote in quotes
        if quote.text
    )


def passages(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """The hits of a search, as passages."""
    return tuple(
        Passage(one.id, one.title, one.text, hit.score, place_of(one))
        for hit in hits
        for one in (hit.document,)
    )


def cited(document: str, place: str) -> str:
    """A document by its id, with a place in its file: `x.pdf p. 3`.

    The number that a passage has in its id is left out then: it is no number of a page.
    """
    return f"{page_of(document)} {place}" if place else document


def page_of(id: str) -> str:
    """The id of the document that a passage is of, by the id of the passage."""
    page, mark, number = id.rpartition("#")
    return page if mark and number.isdecimal() else id


def findings(
    found: SetAnswer, verified: bool, documents: Mapping[str, Document]
) -> tuple[Finding, ...]:
    """The candidates, accepted ones first; answers of a plain list have no evidence.

    `documents` are those shown to the model, by the ids shown to it. Candidates that are passages
    of one page become one finding.
    """
    candidates = found.candidates or tuple(
        Candidate(title, id) for title, id in zip(found.titles, found.doc_ids, strict=True)
    )
    sources = Sources(documents)
    made: dict[object, Finding] = {}
    for candidate in candidates:
        accepted = _accepted(candidate, verified, bool(found.candidates))
        finding = _finding(candidate, accepted, sources)
        key = (plain_words(candidate.answer) or candidate.answer, sources.page(candidate.doc_id))
        made[key] = joined(made[key], finding) if key in made else finding
    return tuple(sorted(made.values(), key=lambda finding: not finding.accepted))


def _accepted(candidate: Candidate, verified: bool, judged: bool) -> bool:
    """Whether a candidate is accepted: by its verdict, else by the first judgement."""
    if not judged:
        return True
    if verified and candidate.verdict is None:
        return False
    verdict = None if candidate.verdict is None else candidate.verdict.judgment
    return bool(candidate.judgment if verdict is None else verdict)


def _finding(candidate: Candidate, accepted: bool, sources: Sources) -> Finding:
    verdict = candidate.verdict
    supporting = list(candidate.evidence_for)
    opposing = list(candidate.evidence_against)
    if verdict is not None:
        supporting += verdict.evidence_for
        opposing += verdict.evidence_against
    if candidate.doc_id is not None and not supporting:
        supporting.append(Evidence(candidate.doc_id, ""))
    reasoned = verdict.reasoning if verdict is not None else ""
    return Finding(
        answer=candidate.answer,
        accepted=accepted,
        judgment=candidate.judgment,
        verdict=None if verdict is None else verdict.judgment,
        reasoning=reasoned or candidate.reasoning,
        evidence_for=sources.quotes(supporting),
        evidence_against=sources.quotes(opposing),
    )


def joined(one: Finding, other: Finding) -> Finding:
    """Merges the findings of two passages of one page: support for one counts for the page."""
    if other.accepted and not one.accepted:
        one, other = other, one
    return replace(
        one,
        evidence_for=tuple(dict.fromkeys((*one.evidence_for, *other.evidence_for))),
        evidence_against=tuple(dict.fromkeys((*one.evidence_against, *other.evidence_against))),
    )


class Sources:
    """Documents by the ids and titles that the model uses."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = documents
        self._texts: dict[str, Quotes] = {}
        self._resolver = Resolver(replace(d, id=number) for number, d in documents.items())

    def page(self, number: str | None) -> str:
        """The document that a passage belongs to; empty for none."""
        document = self._documents.get(number or "")
        return page_of(document.id) if document else ""

    def quotes(self, evidence: Sequence[Evidence]) -> tuple[Quote, ...]:
        """The quotes with their sources, each once."""
        made: dict[tuple[str, str], Quote] = {}
        for one in evidence:
            meant = self._resolver.resolve(one.doc_id).document
            if meant is None:
                quote = Quote(one.doc_id, "", one.text, False)
            else:
                # The resolver knows it by its number, not by its own id.
                source = self._documents[meant.id]
                there, pieces = supported(one.text, f"{source.title}\n{source.text}")
                found, text, place = there == pieces, one.text, place_of(source)
                if text and found:
                    place = narrowed(source, partial(_holds, text))
                    text = self._as_written(text, source)
                quote = Quote(source.id, source.title, text, found, place)
            made.setdefault((quote.document, quote.text), quote)
        return tuple(made.values())

    def _as_written(self, quote: str, source: Document) -> str:
        """A quote as the document has it, where it stands there in one piece."""
        if quote in source.text:
            return quote
        if source.id not in self._texts:
            self._texts[source.id] = Quotes(source.text)
        span = self._texts[source.id].first(quote)
        return source.text[slice(*span)] if span else quote


def _holds(quote: str, text: str) -> bool:
    there, pieces = supported(quote, text)
    return there == pieces
