"""What went wrong in a run: its samples, the worst first, each with its replies.

In the text of a reply is marked what was read of it, and of the answer what is right and what is
not; beside it stands what is missing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.reading.replies import Read, Role
from tamis.report.compared import STATES, Compared, Judged
from tamis.report.logs import replied
from tamis.report.render.html import environment
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.text.shown import clean
from tamis.types import OUTCOMES, READ, Outcome, Reply

ROLES: dict[str, str] = {
    "right": "right",
    "wrong": "not right",
    "answer": "read as the answer",
    "verdict": "read as the verdict",
    "unclear": "stands in the place of a verdict",
    "first": "the list before the answer",
    "rejected": "taken out by a cross or a line through it",
    "thoughts": "thoughts: not read",
    "next task": "an invented next task: not read",
}
"""What the marks mean."""

MOST = 200
"""So many samples of a run have a place on its page: the worst."""


@dataclass(frozen=True)
class ShownReply:
    """A reply, what was read of it, and how the answer compares."""

    text: str
    read: Read
    compared: Compared

    def parts(self) -> Iterator[tuple[str, Role | Judged | None]]:
        """The text in parts, each with what it was read as; None for what counts for nothing.

        What was read as an answer is `right` or `wrong` where that is known. Characters that could
        act on what shows them are replaced.
        """
        at = 0
        for mark in sorted(self.read.marks, key=lambda mark: (mark.start, -mark.end)):
            if mark.start < at or mark.end <= mark.start:
                continue
            yield self._shown(at, mark.start), None
            role: Role | Judged = mark.role
            if role in ("answer", "verdict"):
                # A verdict stands with its label, "FINAL ANSWER: yes".
                said = self.text[mark.start : mark.end] if role == "answer" else self.read.label
                role = self.compared.judged(said) or role
            yield self._shown(mark.start, mark.end), role
            at = mark.end
        yield self._shown(at, len(self.text)), None

    def _shown(self, start: int, end: int) -> str:
        return "\n".join(map(clean, self.text[start:end].split("\n")))


@dataclass(frozen=True)
class ShownSample:
    """A sample of a run: how it ended, what of its answer is right, and its replies."""

    id: str
    outcome: Outcome | None
    compared: Compared
    replies: tuple[ShownReply, ...]

    @property
    def state(self) -> str:
        """`right`, `partly right` or `wrong` for an answer that was read, else its outcome."""
        return self.compared.state if self.outcome in READ else str(self.outcome or "withheld")


Beside = Callable[[str, dict[str, Any]], Compared]
"""How the answer of a sample compares, from its id and what its score recorded."""


def shown_samples(
    run: Run,
    samples: Sequence[Scored],
    reads: Callable[[str, Reply], Read],
    beside: Beside,
) -> list[ShownSample]:
    """Samples of a run with their replies, as `reads` reads each anew; the worst first.

    A sample for which a model was called several times has as many replies; one without a call
    (answers made elsewhere) has its output, and one that no model was asked about is left out.
    InputError for a log that cannot be read.
    """
    found = []
    for one, recorded, said in replied(run, samples):
        compared = beside(one.id, recorded)
        replies = (
            ShownReply(reply.text.replace("\r\n", " \n"), reads(one.id, reply), compared)
            for reply in said
        )
        if shown := tuple(replies):
            found.append(ShownSample(one.id, one.outcome, compared, shown))
    return sorted(found, key=lambda one: (one.outcome in READ and one.compared.share, one.id))


def worst(samples: Sequence[Scored], measures: Sequence[str], most: int) -> list[Scored]:
    """The samples with the lowest figures, by the first measure that tells them apart.

    Those without any reply come last: there is nothing to look at.
    """

    def place(sample: Scored) -> tuple[bool, list[float], str]:
        figures = (sample.values.get(measure, 0.0) for measure in measures)
        # What a question cannot have, whatever is answered, is not wrong.
        low = [1.0 if math.isnan(figure) else figure for figure in figures]
        return sample.outcome == "missing", low, sample.id

    return sorted((sample for sample in samples if sample.values), key=place)[:most]


def counted_outcomes(samples: Iterable[Scored]) -> str:
    """How samples ended, in words: "478 ok, 3 unparsed"."""
    counts = Counter(sample.outcome for sample in samples)
    return ", ".join(f"{counts[one]} {one}" for one in OUTCOMES if counts[one])


def page(runs: Sequence[tuple[str, Sequence[ShownSample]]], counts: str) -> str:
    """A page of samples that opens offline, under the headings of their runs.

    `counts` says how all of them ended; the states of the samples are a filter.
    """
    present = {sample.state for _, samples in runs for sample in samples}
    template = environment("tamis.report.render").get_template("replies.html.j2")
    return template.render(
        runs=runs,
        states=[state for state in (*STATES, *OUTCOMES, "withheld") if state in present],
        roles=ROLES,
        counts=counts,
    )
