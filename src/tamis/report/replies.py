"""The replies of a run, each with what was read of it marked in its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tamis.reading.replies import Read, Role
from tamis.report.logs import replies_of
from tamis.report.render.html import environment
from tamis.report.runs import Run
from tamis.text.shown import clean
from tamis.types import OUTCOMES, Outcome, Reply

ROLES: dict[Role, str] = {
    "answer": "the answer",
    "verdict": "the verdict",
    "unclear": "stands in the place of a verdict",
    "first": "the list before the answer",
    "rejected": "taken out by a cross or a line through it",
    "thoughts": "thoughts: not read",
    "next task": "an invented next task: not read",
}
"""What the marks mean."""


@dataclass(frozen=True)
class ShownReply:
    """A reply, the sample that it is of, and what was read of it."""

    id: str
    text: str
    read: Read

    @property
    def outcome(self) -> Outcome:
        """How reading it ended."""
        return self.read.outcome

    def parts(self) -> Iterator[tuple[str, Role | None]]:
        """The text in parts, each with what it was read as; None for what counts for nothing.

        Characters that could act on what shows them are replaced.
        """
        at = 0
        for mark in sorted(self.read.marks, key=lambda mark: (mark.start, -mark.end)):
            if mark.start < at or mark.end <= mark.start:
                continue
            yield self._shown(at, mark.start), None
            yield self._shown(mark.start, mark.end), mark.role
            at = mark.end
        yield self._shown(at, len(self.text)), None

    def _shown(self, start: int, end: int) -> str:
        return "\n".join(map(clean, self.text[start:end].split("\n")))


def shown_replies(run: Run, reads: Callable[[str, Reply], Read]) -> Iterator[ShownReply]:
    """The replies of a run, in the order of its logs, each as `reads` reads it for its sample.

    A sample for which a model was called several times has as many; one without a call (answers
    made elsewhere, baselines) has its output. InputError for a log that cannot be read.
    """
    for id, replies in replies_of(run):
        for reply in replies:
            yield ShownReply(id, reply.text.replace("\r\n", " \n"), reads(id, reply))


def page(runs: Sequence[tuple[str, Sequence[ShownReply]]], counts: str) -> str:
    """A page of replies that opens offline, under the headings of their runs.

    `counts` says how reading all of them ended; outcomes are a filter.
    """
    present = {reply.outcome for _, replies in runs for reply in replies}
    template = environment("tamis.report.render").get_template("replies.html.j2")
    return template.render(
        runs=runs,
        outcomes=[outcome for outcome in OUTCOMES if outcome in present],
        roles=ROLES,
        counts=counts,
    )
