"""What an answer over a whole corpus covers: what is certified, what is estimated, what it cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tamis.arguments import argument
from tamis.results import Result
from tamis.text.shown import counted

Ended = Literal["reached", "everything", "budget", "stopped", "unread", "failed"]
"""Why no further unit was verified.

`reached`: the promise holds; `everything`: every unit was verified, if not every verdict read;
`budget`: a limit of calls, tokens or money; `stopped`: from outside, as by Ctrl-C; `unread`: the
verifier cannot be read; `failed`: calls to it fail.
"""

MOST_POINTS = 400
"""Of the curve of found against verified, so many points are kept, the last among them."""


@dataclass(frozen=True, repr=False)
class Coverage(Result):
    """How much of a corpus was looked at, and what that promises of the answer.

    `kind` is what the `units` are: document, passage, row, or document part where any was cut. Of
    them `verified` were looked at, `found` accepted, and the verdicts on `unread` could not be
    read; for `failed` of these a call failed, so nobody looked at them. `recall` (0 to 1) is the
    share that was asked for, `confidence` that of all promises; `ended` says why no more were
    verified.

    Certified, with the confidence: the answer has at least the share `certified` of all units that
    the verifier would accept, and lacks at most `missed`; all are from `size[0]` to `size[1]`.
    Estimated, without a promise: `likely_recall`, and `likely_size` in all; None where nothing can
    be estimated.
    `corrected` is the certified share of the units that are right by people's labels, of which
    there were `labels`; None without them.

    `unreadable` could not be read from their files, or not whole and were rejected; they are not
    among the `units` in the former case, and count as missed in both.

    `calls` were made now, `kept_verdicts` were known from earlier; to verify everything would take
    some `calls_for_all` from the beginning. `seconds` is how long it took. `conditions` are those
    that units were judged by, joined as `expression` says. `curve` has pairs of verified and found.
    """

    kind: str
    units: int
    verified: int
    found: int
    unread: int
    recall: float
    confidence: float
    ended: Ended
    certified: float
    missed: int
    size: tuple[int, int]
    likely_recall: float | None
    likely_size: float | None
    calls: int
    kept_verdicts: int
    calls_for_all: int
    seconds: float
    conditions: Mapping[str, str]
    expression: str
    why: str = ""
    corrected: float | None = None
    labels: int = 0
    failed: int = 0
    curve: tuple[tuple[int, int], ...] = ()
    unreadable: int = 0

    @property
    def reached(self) -> bool:
        """Whether the share that was asked for is certified."""
        return self.certified >= self.recall

    @property
    def whole(self) -> bool:
        """Whether every unit could be read and its verdict too: then nothing is missed."""
        return self.verified == self.units and not self.unread and not self.unreadable

    def certified_words(self) -> str:
        """The promise in one sentence."""
        n = counted(self.found, self.kind)
        if self.whole:
            every = "1 of 1" if self.units == 1 else f"all {self.units:,}"
            return f"Certain: {every} {plural(self.kind, self.units)} were verified; {n} found."
        if not self.found:
            return (
                f"Certified: at most {counted(self.missed, self.kind)} {_fit(self.missed)} "
                f"({percent(self.confidence)} confidence); none was found."
            )
        return (
            f"Certified: at least {percent_down(self.certified)} found, {n}; at most "
            f"{self.missed:,} missed ({percent(self.confidence)} confidence)."
        )

    def estimated_words(self) -> str:
        """The estimate in one sentence, which says that it is no promise; empty without one."""
        if self.whole or self.likely_recall is None or self.likely_size is None:
            return ""
        if not self.found:
            return f"Estimated: some {self.likely_size:,.0f} in all; this is no promise."
        return (
            f"Estimated: probably {percent(self.likely_recall)} found, of some "
            f"{self.likely_size:,.0f} in all; this is no promise."
        )

    def size_words(self) -> str:
        """The interval for the size of the whole set, in one sentence; empty where it is known."""
        if self.whole:
            return ""
        low, high = self.size
        return (
            f"The whole set has from {low:,} to {high:,} {plural(self.kind, 2)} "
            f"({percent(self.confidence)} confidence)."
        )

    def cost_words(self) -> str:
        """What it cost beside verifying everything, in one sentence."""
        looked = f"{self.verified - self.failed:,} of {counted(self.units, self.kind)} verified"
        asked = f"{counted(self.calls, 'call')} made"
        if self.kept_verdicts:
            asked += f", {counted(self.kept_verdicts, 'verdict')} known from earlier"
        return (
            f"Cost: {looked}, {asked}; to verify everything takes some "
            f"{counted(self.calls_for_all, 'call')}."
        )

    def ended_words(self) -> str:
        """Why it ended before the promise held, in one sentence; empty where it holds."""
        if self.reached or self.whole:
            return ""
        asked = f"the {percent(self.recall)} that were asked for are not certified"
        match self.ended:
            case "budget":
                said = self.why[:1].upper() + self.why[1:]
                return f"{said}: {asked}; what is certified stands above."
            case "stopped":
                return f"Stopped: {asked}; the same command goes on from here."
            case "unread":
                return (
                    f"Given up, as the verifier's replies cannot be read ({self.why}): {asked}; "
                    f"try another {argument('verifier')}."
                )
            case "failed":
                return (
                    f"Given up, as calls to the verifier fail ({self.why}): {asked}; the same "
                    "command goes on from here."
                )
        lacking = []
        if read := self.unread - self.failed:
            lacking.append(f"the verdict on {counted(read, self.kind)} could not be read")
        if self.failed:
            calls = "call" if self.failed == 1 else "calls"
            lacking.append(f"the {calls} on {counted(self.failed, self.kind)} failed")
        if self.unreadable:
            lacking.append(f"{counted(self.unreadable, self.kind)} could not be read from a file")
        said = " and ".join(lacking)
        return f"{said[:1].upper()}{said[1:]}, which may be among those that are wanted: {asked}."

    def unreadable_words(self) -> str:
        """What could not be read of the corpus, in one sentence; empty where everything could."""
        if not self.unreadable:
            return ""
        return (
            "Not read from their files, or not whole, and so counted as missed: "
            f"{counted(self.unreadable, self.kind)}."
        )

    def against_words(self) -> str:
        """What the promise is measured against, in one sentence."""
        if self.corrected is not None:
            return (
                f"By {counted(self.labels, 'label')} of people, at least "
                f"{percent_down(self.corrected)} of what is right was found "
                f"({percent(self.confidence)} confidence, the verifier's errors included)."
            )
        return (
            "All figures hold against the verifier: what it wrongly accepts or rejects is not in "
            f"them; labels by people ({argument('labels')}) correct for that."
        )

    def words(self) -> Iterator[str]:
        """All sentences that there are, the promise first."""
        said = (
            self.certified_words(),
            self.estimated_words(),
            self.size_words(),
            self.unreadable_words(),
            self.ended_words(),
            self.cost_words(),
            self.against_words(),
        )
        return filter(None, said)

    def to_dict(self) -> dict[str, Any]:
        """All figures, and as `said` the sentences."""
        return {**asdict(self), "said": list(self.words())}

    def _rows(self) -> list[dict[str, Any]]:
        """One row with the figures; the curve is in `to_dict` alone."""
        figures = {
            name: value
            for name, value in asdict(self).items()
            if name not in ("size", "conditions", "curve")
        }
        return [{**figures, "size_from": self.size[0], "size_to": self.size[1]}]

    def _shown(self) -> tuple[Sequence[str], list[dict[str, Any]]]:
        # The sentences say it all.
        return (), []

    def _lines(self) -> Iterator[str]:
        """The sentences, the promise first."""
        return self.words()


def thinned(curve: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """At most `MOST_POINTS` points of a curve, evenly taken, its ends among them."""
    if len(curve) <= MOST_POINTS:
        return tuple(curve)
    step = (len(curve) - 1) / (MOST_POINTS - 1)
    return tuple(curve[round(nth * step)] for nth in range(MOST_POINTS))


def percent(share: float) -> str:
    """A share as a percentage: 95%, 99.5%; only 1 itself is 100%."""
    text = f"{100 * share:.1f}".removesuffix(".0")
    return "over 99.9%" if text == "100" and share < 1 else f"{text}%"


def percent_down(share: float) -> str:
    """A promised share as a percentage, which is never rounded up."""
    tenths = int(1000 * share + 1e-9)
    return f"{tenths / 10:.1f}".removesuffix(".0") + "%"


def _fit(count: int) -> str:
    return "fits" if count == 1 else "fit"


def plural(kind: str, count: int) -> str:
    """The word for so many: 1 row, 2 rows."""
    return kind if count == 1 else f"{kind}s"
