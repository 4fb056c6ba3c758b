"""Answering fan-out questions, which need many pages of an encyclopaedia (FanOutQA, §3.2).

The paper's three settings and one of ours, as plain async functions: `closed_book`,
`evidence_provided`, `open_book`, `fan_out`. They know a model as a `Dialogue` and the
encyclopaedia as an `Encyclopaedia`; what comes back is an `Answered`.

A reply that the model's provider could not give is an outcome. An exception of the model or of
the encyclopaedia goes through: whoever runs the question knows whether to try again.
"""

from tamis.answering.fanout.answered import Answered, Outcome, Search
from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.splitting import fan_out
from tamis.answering.fanout.strategies import closed_book, evidence_provided, open_book

__all__ = [
    "Answered",
    "Outcome",
    "Search",
    "Settings",
    "closed_book",
    "evidence_provided",
    "fan_out",
    "open_book",
]
