"""The judges of factual content of a run: the models of the roles that begin with `judge`."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tamis.benchmarks.fanoutqa import factuality
from tamis.benchmarks.fanoutqa.factuality import Factuality, judge
from tamis.benchmarks.fanoutqa.score import BY_LETTER, JUDGED
from tamis.stats import NAN
from tamis.types import Chat

ROLE = "judge"
"""A model role whose name begins so is a judge; without one nothing is judged."""

MAX_TOKENS = 2048
"""The token limit of a judge: it discusses the facts before its letter."""

UNDECIDED = ("unparsed", "missing", "refused", "failed")

PROMPT = "factuality.j2"


def judging(folder: str | None) -> str | None:
    """The folder of `-T prompts` if it has the judge's prompt; None where Tamis's own is used."""
    return folder if folder is not None and (Path(folder) / PROMPT).is_file() else None


def fingerprint(folder: str | None) -> str:
    """Eight hex digits that change with the wording of the judge."""
    return factuality.fingerprint(judging(folder))


async def judged(
    judges: Mapping[str, Chat], question: str, reference: str, text: str, prompts: str | None
) -> list[Factuality]:
    """The verdicts of the judges on an answer, asked concurrently; exceptions are not caught.

    All answers are cut to the same length, and each call is cached under its whole prompt.
    """
    wording = judging(prompts)
    asked = (
        judge(chat, question, reference, text, prompts=wording, name=name)
        for name, chat in judges.items()
    )
    return list(await asyncio.gather(*asked))


def key(judge: str) -> str:
    """The name of one judge's figure: another judge is another measure."""
    return f"judged[{judge}]"


def verdicts(panel: Sequence[Factuality]) -> dict[str, float]:
    """The figures of a panel; the panel is empty where there was no answer to judge.

    `judged` is 1 or 0 by the majority of all judges, and 0 where there is none: no answer, a tie,
    too few verdicts; `read_judged` is NaN there. `judged[NAME]` is the score of one of several
    judges, `letter_A` and so on the share of the judges that gave this letter, and
    `judge_unparsed` and so on the number of replies without a verdict.
    """
    scores = [one.score for one in panel if one.letter is not None]
    half = len(panel) / 2
    votes = {score: scores.count(score) for score in (0.0, 1.0)}
    # A majority of all judges: one that is silent never helps.
    most = next((score for score, count in votes.items() if count > half), NAN)
    outcomes: Mapping[str, int] = Counter(one.outcome for one in panel)
    return {
        JUDGED.figure(): 0.0 if math.isnan(most) else most,
        f"read_{JUDGED.figure()}": most,
        **({key(one.judge): one.score for one in panel} if len(panel) > 1 else {}),
        **{one.figure(): _share(panel, letter) for letter, one in BY_LETTER.items()},
        **{f"judge_{what}": float(outcomes.get(what, 0)) for what in UNDECIDED},
        "judge_tied": float(len(scores) == len(panel) > 0 and math.isnan(most)),
    }


def _share(panel: Sequence[Factuality], letter: str) -> float:
    return sum(one.letter == letter for one in panel) / len(panel) if panel else NAN
