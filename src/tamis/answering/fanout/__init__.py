"""Answering fan-out questions, which need many pages of an encyclopaedia (FanOutQA, §3.2).

The paper's three settings and one of ours, as plain async functions: `closed_book`,
`evidence_provided`, `open_book`, `fan_out`. They take the model as a `Dialogue` and the
encyclopaedia as an `Encyclopaedia`, and return an `Answered`.

A reply that the model's provider could not give is an outcome. Exceptions of the model or the
encyclopaedia are not caught: the caller decides whether to try again.
"""
